"""Moves that report themselves, so that a power says what happens and no more.

A game names its one door for pieces once (`MOVES = Moves("units", State.move)`), and then writes `MOVES.carry(s, self,
me, kind, a, b)`: the pieces go through the door, and who looks is told "2 Deep One of GC go from Arabia to Europe" with
the arrow, the areas and the rule of whatever moved them. While nobody looks only the door is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import RulesError
from ..state import Counts, Declared, Each, Number, StatePath
from ..tabletop.table import Arrow, Target
from .decision import Ruled, rule_of
from .trace import report

Door = Callable[[Any, int, int, int, int, int], None]  # (state, owner, kind, from, to, how many)


class Spot(NamedTuple):
    """Pieces of one kind in one place."""

    owner: int
    kind: int
    place: int


@dataclass(frozen=True)
class Moves:
    """Moves of the counted pieces of a field of the state, through the game's one door for them."""

    field: str
    door: Door

    def carry(self, s: Declared, by: Ruled | str, spot: Spot, to: int, n: int = 1) -> None:
        """Pieces go to another place, the owner's supply among them. Raises `RulesError` when they are not there."""
        self._go(s, (spot, to, n))
        if s.trace is not None:
            counts, at = self._counts(s)
            from_, into = counts.place.name(at, spot.place), counts.place.name(at, to)
            self._tell(s, by, spot, n, f"go{'es' * (n == 1)} from {{}} to {{}}", (from_, into), (spot.place, to))

    def swap(self, s: Declared, by: Ruled | str, one: Spot, other: Spot) -> None:
        """Two pieces change places."""
        self._go(s, (one, other.place, 1), (other, one.place, 1))
        if s.trace is not None:
            counts, at = self._counts(s)
            with_ = counts.kind.name(at.into(counts.owner, other.owner), other.kind)
            where = counts.place.name(at, one.place), counts.place.name(at, other.place)
            told = (with_, counts.owner.name(at, other.owner), *where)
            self._tell(s, by, one, 1, "changes places with {} of {}, {} and {}", told, (one.place, other.place))

    def turn_into(self, s: Declared, by: Ruled | str, spot: Spot, kind: int, n: int = 1) -> None:
        """Pieces become pieces of another kind of the same owner, out of the supply, to which the old ones go."""
        counts, at = self._counts(s)
        self._go(s, (spot, counts.rest, n), (Spot(spot.owner, kind, counts.rest), spot.place, n))
        if s.trace is not None:
            new = counts.kind.name(at.into(counts.owner, spot.owner), kind)
            told = (new, counts.place.name(at, spot.place))
            self._tell(s, by, spot, n, f"turn{'s' * (n == 1)} into {{}} in {{}}", told, (spot.place,))

    def give(self, s: Declared, by: Ruled | str, spot: Spot, owner: int, n: int = 1) -> None:
        """Pieces of a common kind stay where they are and belong to another: back to the supply, and out of it."""
        counts, at = self._counts(s)
        kinds = dict(counts.holders(at, spot.owner, spot.kind))
        if owner not in kinds:
            name = counts.kind.name(at.into(counts.owner, spot.owner), spot.kind)
            raise RulesError(f"{name} of {counts.owner.name(at, spot.owner)} can belong to nobody else")
        if spot.place == counts.rest:
            raise RulesError("what is in a common supply belongs to nobody")
        self._go(s, (spot, counts.rest, n))
        self.door(s, owner, kinds[owner], counts.rest, spot.place, n)
        if s.trace is not None:
            told = counts.owner.name(at, owner), counts.place.name(at, spot.place)
            self._tell(s, by, spot, n, f"go{'es' * (n == 1)} over to {{}} in {{}}", told, (spot.place,))

    def _counts(self, s: Declared) -> tuple[Counts, StatePath]:
        kind = s.fields[self.field].kind
        if not isinstance(kind, Counts):
            raise TypeError(f"{type(s).__name__}.{self.field} counts no pieces")
        return kind, StatePath(s.config, self.field)

    def _go(self, s: Declared, *ways: tuple[Spot, int, int]) -> None:
        """Each (pieces, to where, how many) through the door, if all of them are there."""
        counts, at = self._counts(s)
        for spot, _, n in ways:
            there = getattr(s, self.field)[counts.index(at, spot.owner, spot.place, spot.kind)]
            if not 0 <= n <= there:
                name = counts.kind.name(at.into(counts.owner, spot.owner), spot.kind)
                where = counts.place.name(at, spot.place)
                raise RulesError(f"{counts.owner.name(at, spot.owner)} has {there} {name} in {where}, not {n}")
        for spot, to, n in ways:
            self.door(s, spot.owner, spot.kind, spot.place, to, n)

    def _tell(
        self,
        s: Declared,
        by: Ruled | str,
        spot: Spot,
        n: int,
        text: str,
        told: tuple[str, ...],
        places: tuple[int, ...],
    ) -> None:
        counts, at = self._counts(s)
        name = counts.kind.name(at.into(counts.owner, spot.owner), spot.kind)
        areas = [place for place in places if place in counts.place.members(at)]
        touched: tuple[Target, ...] = tuple(target for area in areas for target in counts.place.target_of(area))
        arrow = Arrow(areas[0], areas[1]) if len(areas) == 2 and text.startswith("go") else None
        pieces, whose = name if n == 1 else f"{n} {name}", counts.owner.name(at, spot.owner)
        template = "{} of {} " + text
        report(s, rule_of(by), template, pieces, whose, *told, who=spot.owner, touched=touched, arrow=arrow)


def gain(s: Declared, by: Ruled | str, field: str, seat: int, n: int) -> None:
    """A seat gets more of a number of its own, or loses some: "Ada gains 2 coins". Nothing is told of nothing.

    Raises `RulesError` where the number would leave its bounds.
    """
    each, row = s.fields[field].kind, getattr(s, field)
    if not isinstance(each, Each) or not isinstance(each.kind, Number):
        raise TypeError(f"{type(s).__name__}.{field} is no number of each seat")
    at, old = StatePath(s.config, field), row[seat]
    if not each.kind.low <= old + n <= each.kind.high(each.within(at, seat)):
        raise RulesError(f"{each.of.name(at, seat)} has {old} {s.fields[field].title}, and cannot get {n}")
    row[seat] = old + n
    if s.trace is not None and n:
        template = "{} gains {} {}" if n > 0 else "{} loses {} {}"
        told = each.of.name(at, seat), abs(n), s.fields[field].title
        report(s, rule_of(by), template, *told, who=seat, figure=f"{old} → {old + n}")
