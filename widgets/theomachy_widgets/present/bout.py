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
    """One fight of the story: its area, and its events up to the moment that is looked at, as numbers in the story.

    What a fight inside it has told is none of its own.
    """

    area: int
    events: tuple[int, ...]

    @property
    def first(self) -> int:
        return self.events[0]

    @property
    def last(self) -> int:
        return self.events[-1]


Place = tuple[int, int]  # how many fights wait for this one, and its area


def bout(m: Telling) -> Bout | None:
    """The fight that is looked at: the one under way, or the one that the event belongs to."""
    if "bout" not in m.kept:
        m.kept["bout"] = _bout(m)
    found: Bout | None = m.kept["bout"]
    return found


def told_of(m: Telling) -> list[VisibleEvent]:
    """What the fight that is looked at has told so far, as far as it is the fight's own."""
    found = bout(m)
    return [m.story[i] for i in found.events] if found is not None else []


def _bout(m: Telling) -> Bout | None:
    story, told = m.story, list[tuple[int, Place]]()
    if m.told is None:
        if m.table.fight is None:
            return None
        own, end = (len(m.table.fight.waits), m.table.fight.area), len(story) - 1
    else:
        k = story.index(m.told)
        told = [(i, place) for i in range(k, end_of(story, k) + 1) if (place := place_of(m, i)) is not None]
        if not told:
            return None
        own = min(told, key=lambda one: one[1][0])[1]  # where one fight is inside another: the outer one
        end = told[-1][0]
    events = []
    for i in range(end, -1, -1):
        place = place_of(m, i)
        if place is None or (place != own and place[0] <= own[0]):
            break
        if place == own:
            events.append(i)
        if story[i].depth == 0 and end_of(story, i) > i:
            break  # the event that holds the whole fight: another one there may have gone before
    return Bout(own[1], tuple(reversed(events)) or tuple(i for i, place in told if place == own))


def place_of(m: Telling, k: int) -> Place | None:
    """In which fight an event happened.

    One that holds others keeps the state after them. It belongs to the fight in which it began, so that what a power
    does in a fight, another fight, is an event of the first.
    """
    story, after = m.story, _place(m, m.story[k])
    last = end_of(story, k)
    began = place_of(m, k - 1) if k and last > k and after is not None else None
    if began is None:
        return after
    within = [place for i in range(k + 1, last + 1) if end_of(story, i) == i and (place := _place(m, story[i]))]
    return min([*within, began], key=lambda place: place[0])


def _place(m: Telling, told: VisibleEvent) -> Place | None:
    state = told.event.state
    area = None if state is None else m.system.fight_area(state)
    return None if area is None else (m.system.fight_depth(state), area)


def end_of(story: list[VisibleEvent], k: int) -> int:
    """The last event that belongs to an event."""
    return next((i - 1 for i in range(k + 1, len(story)) if story[i].depth <= story[k].depth), len(story) - 1)


def muster(m: Telling) -> VisibleEvent | None:
    """The first event of the fight that tells how it began: one that holds others keeps the state after them."""
    found = bout(m)
    if found is None:
        return None
    return next((m.story[i] for i in found.events if end_of(m.story, i) == i), None)


# -- who has fallen ---------------------------------------------------------------------------------------------------
def with_fallen(now: Table, before: Table) -> Table:
    """A table whose fight tells who has fallen since an earlier table of it, where the game does not tell it itself."""
    fight, first = now.fight, before.fight
    if fight is None or first is None or fight.tells_lost or len(fight.sides) != len(first.sides):
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
