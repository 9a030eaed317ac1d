"""Hints as a person sees them: three proposals beside the board, their arrows on it, what each would leave below it."""

from __future__ import annotations

from theomachy.answers.told import FIGURES, Hint, Hints
from theomachy.engine.game.game import Option
from theomachy.engine.runtime.decision import CHANCE, Secret
from theomachy.engine.tabletop.table import Proposal, Target
from theomachy.engine.wording import signed

from ..models.common import Nothing
from ..models.hints import HintRow, HintsModel
from .moment import Moment

ON_BOARD = ("area", "piece", "border", "corner")  # what an arrow can begin or end at
MOST_STEPS = 4  # of a proposal, that are told


def may_ask(m: Moment) -> bool:
    """May this screen ask for hints: is there a question to a person that it may answer?"""
    d = m.decision
    return d is not None and m.may_answer and d.player >= 0 and m.told is None and d.kind not in ("dice", "draw")


def asker(m: Moment) -> int | None:
    """Whose decision it is that this screen asks about; of plans in secret its own, or those that stand open."""
    asked = m.game.position.decision
    if asked is None or asked.player == CHANCE:
        return None
    if isinstance(asked, Secret):
        opened = m.view_state.path[0] if m.view_state.path else None
        return next((seat for seat in (m.viewer, opened) if seat in asked.waiting), asked.player)
    return asked.player


def model(m: Moment) -> HintsModel | Nothing:
    """The panel; empty while nobody asks."""
    asked = m.view_state.hints
    if asked is None or not may_ask(m):
        return {}
    found = asked.found
    all_equal = found.settled and all(hint.equal for hint in found.best)
    rows = [_row(hint, at, at == asked.lit, at > 0 and not all_equal) for at, hint in enumerate(found.best)]
    known = found.options > 1
    return {
        "title": ("", "One move", "Two best moves", "Three best moves")[len(rows)] if known and rows else "Hints",
        "progress": _progress(found, asked.busy),
        "busy": asked.busy,
        "rows": rows,
        "note": found.note,
        "legend": FIGURES if found.gains else "",
        "fault": found.fault,
        "button": f"Play {asked.lit + 1}" if len(rows) > 1 else "Play it" if rows else "",
        "others": max(found.options - len(rows), 0),
    }


def _progress(found: Hints, busy: bool) -> str:
    """How far it has looked, or how far it had when it was stopped."""
    if found.options > 1:
        return found.progress if busy or found.settled else f"best of {found.looked}, of {found.options}"
    return "looking" if busy and not (found.note or found.fault) else ""


def _row(hint: Hint, at: int, lit: bool, compared: bool) -> HintRow:
    more = ", ".join(hint.onward[:MOST_STEPS]) + (" \u2026" if len(hint.onward) > MOST_STEPS else "")
    same = hint.equal and compared and hint.error is not None
    if not hint.walks:
        figure, unit = "", ""
    elif hint.wins is not None:
        figure, unit = f"{100 * hint.wins:.0f} %", hint.figure.rpartition("%")[2].strip() + " wins"
    else:
        figure, unit = signed(hint.gain), f"\u00b1 {hint.error:.1f}" if hint.error is not None else "one look"
    return {
        "n": at + 1,
        "label": hint.label,
        "more": more,
        "why": hint.reason,
        "figure": figure,
        "unit": unit,
        "same": "As good as 1, within the error." if same else "",
        "lit": lit,
    }


def option_of(m: Moment, hint: Hint, jumps: list[Option]) -> Option | None:
    """The option that a proposal is, as this screen is offered it."""
    known = (*(m.decision.options if m.decision is not None else ()), *jumps)
    return next((option for option in known if option.value == hint.answer), None)


def proposals(m: Moment) -> tuple[Proposal, ...]:
    """The arrows of all proposals."""
    asked = m.view_state.hints
    if asked is None or not may_ask(m):
        return ()
    return tuple(
        Proposal(at + 1, start, end, at == asked.lit)
        for at, hint in enumerate(asked.found.best)
        for start, end in ways(hint)
    )


def ways(hint: Hint) -> list[tuple[Target, Target]]:
    """From where to where a proposal leads on the board, in order; "" where it only points at something."""
    found, begun = list[tuple[Target, Target]](), ""
    for step in hint.line:
        things = [target for target in step.targets if target.partition(":")[0] in ON_BOARD]
        if not things:
            continue
        if len(things) > 1:
            found += [(begun, "")] if begun else []
            found.append((things[0], things[-1]))
            begun = ""
        elif begun and things[0] != begun and (step.onward or begun.startswith("piece:")):
            found.append((begun, things[0]))
            begun = ""
        elif things[0] != begun:
            found += [(begun, "")] if begun else []
            begun = things[0]
    return list(dict.fromkeys([*found, (begun, "")] if begun else found))
