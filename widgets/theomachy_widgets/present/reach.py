"""Can it be reached: the goals of a seat, and the answer for one of them with its line, on the board too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from theomachy.answers.reach import NO, NOT_FOUND, YES, Reached, open_goals, open_goals_at
from theomachy.answers.reach_line import LineStep
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.goals import Goal
from theomachy.engine.tabletop.table import Proposal, Target

from ..models.common import Nothing, Token
from ..models.reach import ReachAnswer, ReachGroup, ReachModel, ReachStep
from .film import capital
from .hints import ON_BOARD
from .moment import Moment
from .sought import Sought

MOST_SHOWN = 12  # steps of a line
Said = Literal["yes", "no", "open", "looking"]
VERDICTS: dict[str, Said] = {YES: "yes", NO: "no", NOT_FOUND: "open"}


def seeker(m: Moment) -> int | None:
    """Whose goals a screen asks about: its own seat's, else of whoever is asked, else of whose turn it is."""
    if m.viewer is not None:
        return m.viewer
    if not m.all:
        return None
    asked = m.decision.player if m.decision is not None else -1
    turn = m.system.moment(m.state)[2]
    return next((seat for seat in (asked, turn) if seat >= 0), None)


def goals(m: Moment, seat: int) -> tuple[Goal, ...]:
    """The open goals of a seat, as this screen sees the table."""
    found: tuple[Goal, ...] = m.of_position(f"goals {seat}", lambda: open_goals(m.system, m.state, seat))
    return found


def goals_at(m: Moment, seat: int, area: int) -> tuple[Goal, ...]:
    """The same of one area: what can be reached there."""
    found: tuple[Goal, ...] = m.of_position(
        f"goals {seat} {area}", lambda: open_goals_at(m.system, m.state, seat, area)
    )
    return found


def may_seek(m: Moment) -> bool:
    """Is there anything that could be reached, for this screen to ask about?"""
    seat = seeker(m)
    return seat is not None and may_ask(m, seat) and bool(goals(m, seat))


def may_ask(m: Moment, seat: int) -> bool:
    """May this screen ask what a seat can reach? Its own seat's goals, or everybody's where it sees all."""
    return m.told is None and m.decision is not None and (m.all or m.viewer == seat)


def of_sheet(m: Moment, seat: int) -> dict[Target, str]:
    """The open goals of a seat that stand on its sheet already, by the slot or box that they are asked of."""
    found = goals(m, seat) if may_ask(m, seat) else ()
    return {target: goal.key for goal in found for target in goal.about}


def beside_sheet(m: Moment, seat: int, on_it: Iterable[Target]) -> list[ReachGroup]:
    """The other open goals, for the end of the sheet: those of none of the slots and boxes that are `on_it`."""
    there = set(on_it)
    found = goals(m, seat) if may_ask(m, seat) else ()
    return _groups(goal for goal in found if there.isdisjoint(goal.about))


def _groups(rows: Iterable[Goal]) -> list[ReachGroup]:
    groups: dict[str, list[Goal]] = {}
    for goal in rows:
        groups.setdefault(goal.group, []).append(goal)
    return [
        {"name": name, "goals": [{"key": goal.key, "name": goal.name, "rule": goal.rule} for goal in found]}
        for name, found in groups.items()
    ]


def known(m: Moment, asked: Sought) -> tuple[Goal, ...]:
    """What may be chosen in the panel: of the area that was asked about first, then all others."""
    here = goals_at(m, asked.seat, asked.area) if asked.area is not None else ()
    return tuple({goal.key: goal for goal in (*here, *goals(m, asked.seat))}.values())


def model(m: Moment) -> ReachModel | Nothing:
    """The panel; empty while nobody asks."""
    asked = m.view_state.sought
    if asked is None or not may_ask(m, asked.seat):
        return {}
    every = known(m, asked)
    on = next((goal for goal in every if goal.key == asked.key), None)
    return {
        "who": m.seat_name(asked.seat),
        "t": cast(Token | None, m.seat_token(asked.seat)),
        "key": asked.key,
        "asks": f"Can {m.seat_name(asked.seat)} still reach \u201c{on.name}\u201d?" if on is not None else "",
        "text": on.text if on is not None else "",
        "rule": on.rule if on is not None else "",
        "groups": _groups(every),
        "busy": asked.busy,
        "lit": asked.lit,
        "tries": asked.whole and not m.view_state.locked and m.may_answer,
        "answer": _answer(m, asked.found) if asked.found is not None else None,
    }


def _answer(m: Moment, found: Reached) -> ReachAnswer:
    shown = [step for step in found.line if not step.idle][:MOST_SHOWN]
    return {
        "verdict": VERDICTS.get(found.verdict, "looking"),
        "head": found.headline,
        "when": capital(found.when),
        "steps": [_step(m, n, step) for n, step in enumerate(shown, 1)],
        "figures": [[capital(name), f"{was} \u2192 {now}"] for name, was, now in found.figures],
        "fails": [f"{m.seat_name(each.seat)}: {each.text}" for each in found.breaks],
        "stands": [
            {"text": each.text, "fact": each.fact, "holds": each.holds, "rule": each.rule}
            for each in (found.proof or (found.stands if found.verdict != YES else ()))
        ],
        "note": _note(found),
    }


def _step(m: Moment, n: int, step: LineStep) -> ReachStep:
    luck = "" if step.chance is None else f"if the roll gives it: {100 * step.chance:.0f} %"
    token = cast(Token | None, None if step.seat == CHANCE else m.seat_token(step.seat))
    return {"n": n, "t": token, "text": step.text, "rule": step.rule, "luck": luck}


def _note(found: Reached) -> str:
    """What the answer rests on."""
    said = []
    others = any(step.seat not in (found.seat, CHANCE) for step in found.line)
    if found.assuming and (others or found.verdict != YES):
        said.append(f"{capital(found.assuming)}.")
    if found.verdict == YES and found.line:
        said.append("The line was played through by the rules.")
        if not found.checked:
            said.append("What would break it is being looked at.")
        elif not found.breaks and others:
            said.append("No answer of others that was tried breaks it.")
    if found.worlds[1] > 1:
        held, of = found.worlds
        said.append(f"It works in {held} of {of} worlds as this seat may imagine them.")
    elif found.verdict == NOT_FOUND and found.sure:
        said.append(f"All lines of {found.sure} action{'' if found.sure == 1 else 's'} were seen.")
    return " ".join(said)


def proposals(m: Moment) -> tuple[Proposal, ...]:
    """The line on the board: an arrow where something moves, else a number at what it is about."""
    asked = m.view_state.sought
    if asked is None or asked.found is None or not asked.lit or not may_ask(m, asked.seat):
        return ()
    found: list[Proposal] = []
    for n, step in enumerate([step for step in asked.found.line if not step.idle][:MOST_SHOWN], 1):
        ways: list[tuple[Target, Target]] = [(f"area:{arrow.start}", f"area:{arrow.end}") for arrow in step.arrows]
        things = [target for target in step.targets if target.partition(":")[0] in ON_BOARD]
        ways = ways or [(things[-1], "")] if things or ways else []
        found += [Proposal(n, start, end, n == 1) for start, end in dict.fromkeys(ways)]
    return tuple(found)
