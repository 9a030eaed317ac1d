"""Which fight is looked at, how it began, and who has fallen since: found in the story and in the tables alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from theomachy.engine.runtime.trace import Event
from theomachy.engine.tabletop.table import Force, Side, Table


@dataclass
class VisibleEvent:
    """One event of the story, as the viewer may read it."""

    depth: int
    event: Event
    text: str
    secret: bool
    node: int  # the position of the tree at which it happened, so that one can branch there


class Telling(Protocol):
    """What a fight is found in: the story so far, the event that is looked at, and the present table."""

    system: Any
    kept: dict[str, Any]

    @property
    def story(self) -> list[VisibleEvent]: ...

    @property
    def told(self) -> VisibleEvent | None: ...

    @property
    def table(self) -> Table: ...


@dataclass(frozen=True, slots=True)
class Bout:
    """One fight of the story: its area, its first event, and the last one before the moment that is looked at."""

    area: int
    first: int
    last: int


def bout(m: Telling) -> Bout | None:
    """The fight that is looked at: the one under way, or the one that the event belongs to."""
    if "bout" not in m.kept:
        m.kept["bout"] = _bout(m)
    found: Bout | None = m.kept["bout"]
    return found


def _bout(m: Telling) -> Bout | None:
    story = m.story
    if m.told is None:
        if m.table.fight is None:
            return None
        area, last = m.table.fight.area, len(story) - 1
    else:
        k = story.index(m.told)
        last = end_of(story, k)
        inside = [i for i in range(k, last + 1) if area_of(m, story[i]) is not None]
        if not inside:
            return None
        found = area_of(m, story[inside[0]])
        assert found is not None
        area, last = found, inside[-1]
    first = last + 1
    while first > 0 and area_of(m, story[first - 1]) == area:
        first -= 1
        if story[first].depth == 0 and end_of(story, first) > first:
            break  # the event that holds the whole fight: another one there may have gone before
    return Bout(area, first, last)


def area_of(m: Telling, told: VisibleEvent) -> int | None:
    return None if told.event.state is None else m.system.fight_area(told.event.state)


def end_of(story: list[VisibleEvent], k: int) -> int:
    """The last event that belongs to an event."""
    return next((i - 1 for i in range(k + 1, len(story)) if story[i].depth <= story[k].depth), len(story) - 1)


def muster(m: Telling) -> VisibleEvent | None:
    """The first event of the fight that tells how it began: one that holds others keeps the state after them."""
    found = bout(m)
    if found is None:
        return None
    story = m.story
    return next((story[i] for i in range(found.first, found.last + 1) if end_of(story, i) == i), None)


# -- who has fallen ---------------------------------------------------------------------------------------------------
def with_fallen(now: Table, before: Table) -> Table:
    """A table whose fight tells who has fallen since an earlier table of it, where the game does not tell it itself."""
    fight, first = now.fight, before.fight
    if fight is None or first is None or len(fight.sides) != len(first.sides):
        return now
    sides = tuple(_with_fallen(side, old) for side, old in zip(fight.sides, first.sides, strict=True))
    return now if sides == fight.sides else replace(now, fight=replace(fight, sides=sides))


def _with_fallen(side: Side, old: Side) -> Side:
    if side.seat != old.seat or any(force.piece.area < 0 for force in side.forces):
        return side
    left: dict[str, int] = {}
    for force in side.forces:
        left[force.piece.target] = left.get(force.piece.target, 0) + force.piece.count
    dead = []
    for force in old.forces:
        lost = force.piece.count - left.get(force.piece.target, 0)
        if lost > 0:
            body = replace(force.piece, id=f"lost:{force.piece.id}", count=lost, marks=("kill",))
            dead.append(Force(body, "", force.rule, "killed", force.note))
    return replace(side, forces=(*side.forces, *dead)) if dead else side
