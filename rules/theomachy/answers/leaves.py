"""What an option leaves when the action that it begins is over: figures that differ, and where its gain lies.

It knows no game: figures are those of `System.figures`, the gain is told by the named parts of `System.parts`. What
the action asks on the way is answered as the walks found best, chance falls as in the walk of the same number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from ..engine.runtime.decision import CHANCE, Answer
from ..engine.runtime.position import Position
from ..engine.runtime.reckoning import Reckoning
from ..engine.runtime.sampling import sample_chance
from ..engine.runtime.system import System
from ..engine.wording import signed
from ..play.observation import Observation
from .moves import Step, step_of
from .walks import MOST_ANSWERS, Node, Walks

LEAST = 0.05  # a change below this is none
MOST_PARTS = 3  # that a reason names
MOST_STEPS = 9  # of the answers of a seat that are told
Figures = Mapping[tuple[int, str], float]  # (seat, name) -> how much


@dataclass(frozen=True, slots=True)
class Left:
    """What an option leaves, in the mean of a few tries; `line` is what the seat itself answers on the way, if it is
    the same in all of them.
    """

    figures: Figures
    parts: Figures
    line: tuple[Step, ...]
    wins: float  # in so many of the tries the game was over and the seat among its winners
    ends: float  # in so many it was over


def now(walks: Walks) -> Left:
    """How it stands before anything is answered."""
    system, state = walks.system, walks.world(0).state
    return Left(figures_of(system, state), parts_of(system, state), (), 0.0, 0.0)


def left(walks: Walks, option: Answer, tries: int = 4) -> Left | None:
    """What an option leaves; None where no imagined world offers it."""
    found = [one for number in range(tries) if (one := _once(walks, option, number)) is not None]
    if not found:
        return None
    same = found[0].line if len({tuple(step.label for step in one.line) for one in found}) == 1 else found[0].line[:1]
    return Left(
        _mean([one.figures for one in found]),
        _mean([one.parts for one in found]),
        same,
        fmean(one.wins for one in found),
        fmean(one.ends for one in found),
    )


def _once(walks: Walks, option: Answer, number: int) -> Left | None:
    """One try: to the next action that somebody is asked for, or to the next question of another player."""
    position = walks.begun(option, number)
    if position is None:
        return None
    luck = Random(f"hint/{walks.seed}/{number}/luck")
    line, node = [first_step(walks, option)], walks.roots.get(option)
    for _ in range(MOST_ANSWERS):
        decision = position.decision
        if decision is None or (decision.kind == "action" and decision.player != CHANCE):
            break
        if decision.player == CHANCE:
            answer = sample_chance(decision, luck)
        else:
            answer = _answered(walks, node, position)
            telling = len(decision.options) > 1 or decision.kind == "unit"  # who goes, though nobody else can
            if decision.player == walks.me and telling and len(line) < MOST_STEPS:
                line.append(step_of(walks.system, position.state, decision, answer))
        position.play(answer)
        node = None if node is None else node.next.get(answer)
    system, state, over = walks.system, position.state, position.decision is None
    won = over and walks.me in system.winners(state)
    return Left(figures_of(system, state), parts_of(system, state), tuple(line), float(won), float(over))


def _answered(walks: Walks, node: Node | None, position: Position) -> Answer:
    """What was answered here most often in the walks; where none came by, what a busy bot says to a settled luck."""
    decision = position.decision
    assert decision is not None
    known = () if node is None else [answer for answer in decision.options if answer in node.next]
    if node is not None and known:
        return max(known, key=lambda answer: node.next[answer].n)
    return walks.busy.choose(Observation(position), Random(decision.what))


def first_step(walks: Walks, option: Answer) -> Step:
    """The option itself, in the words in which the seat is offered it."""
    decision, state, system = walks.seen.decision, walks.seen.state, walks.system
    if type(option) is tuple and option[:1] == ("!",):
        return Step(option, system.anytime_label(state, option), tuple(system.anytime_targets(state, option)))
    return step_of(system, state, decision, option)


def figures_of(system: System, state: object) -> Figures:
    """The open figures of all seats."""
    rows = system.figures(state)
    return {(seat, name): float(n) for seat, row in enumerate(rows) for name, n in row.items()}


def parts_of(system: System, state: object) -> Figures:
    """What the strength of each seat is made of; empty where a game tells only the whole."""
    if type(system).parts is Reckoning.parts:
        return {}
    seats = range(len(system.seats))
    return {(seat, name): float(value) for seat in seats for name, value in system.parts(state, seat).items()}


def _mean(rows: Sequence[Figures]) -> Figures:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: fmean(row.get(name, 0.0) for row in rows) for name in names}


def changes(before: Figures, after: Figures) -> dict[tuple[int, str], float]:
    """What differs, in the order of the game."""
    names = dict.fromkeys((*before, *after))
    found = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in names}
    return {name: change for name, change in found.items() if abs(change) >= LEAST}


def reason(system: System, me: int, before: Left, after: Left) -> str:
    """One line of why: the parts of its strength that an option changes most, its own first, then those of others."""
    if after.ends == 1.0:
        if after.wins in (0.0, 1.0):
            return "It wins the game at once." if after.wins else "It ends the game, and others win."
        return f"It ends the game at once, and wins {after.wins:.0%} of the tries."
    parted = bool(before.parts or after.parts)
    found = changes(before.parts, after.parts) if parted else changes(before.figures, after.figures)
    mine = sorted((n for n in found if n[0] == me), key=lambda n: -abs(found[n]))
    others = sorted((n for n in found if n[0] != me), key=lambda n: -abs(found[n]))
    said = [f"{name} {signed(found[seat, name])}" for seat, name in mine[:MOST_PARTS]]
    if others and len(said) < MOST_PARTS:
        seat, name = others[0]
        said.append(f"{name} of {system.seats[seat].name} {signed(found[seat, name])}")
    if not said:
        return "Nothing changes at once; what it is good for comes later."
    # Parts of strength are weighed: five Power may count two, and nobody is to take that for what he pays.
    return f"At once{', in strength' if parted else ''}: {'; '.join(said)}"
