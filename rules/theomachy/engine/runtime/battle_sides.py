"""The two sides of a battle whose units are counted by class, as the rules and the authors of powers see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, Protocol, TypeVar

from .ability import Ability


class Fought(Protocol):
    """What the record of such a battle has at least."""

    area: int
    sides: tuple[int, int]  # attacker, defender
    roster: list[dict[int, int]]  # of each: how many units of each class (`engine/state/counts.py:Roster`)
    used: tuple[tuple[int, str], ...]  # powers that spoke in this battle


S_ = TypeVar("S_")
B_ = TypeVar("B_", bound=Fought)


class Sides(Generic[S_, B_]):
    """Who takes part, by seat. Holds nothing of its own: all that the stages of a battle share is in its record.

    A class is the kind of a unit, cut out of it by `kind`, and whatever a game marks on it above that.
    """

    __slots__ = ("b", "s")
    kind: ClassVar[int]

    def __init__(self, s: S_, b: B_) -> None:
        self.s, self.b = s, b

    def side(self, seat: int) -> int:
        """0 for the attacker, 1 for the defender."""
        return self.b.sides.index(seat)

    def foe(self, seat: int) -> int:
        """The enemy of a side."""
        return self.b.sides[1 - self.side(seat)]

    def fights(self, seat: int) -> bool:
        """Is this seat in the battle?"""
        return seat in self.b.sides

    def units(self, seat: int, kinds: Iterable[int] | None = None) -> list[int]:
        """The classes of units of a side that take part, perhaps of some kinds only."""
        roster = self.b.roster[self.side(seat)]
        return list(roster) if kinds is None else [c for c in roster if c & self.kind in kinds]

    def options(self, seat: int, codes: Iterable[int]) -> list[tuple[int, int, int]]:
        """Classes of units as options of a question: (seat, area, class)."""
        return [(seat, self.b.area, c) for c in codes]

    def kinds(self, seat: int) -> dict[int, int]:
        """How many units of each kind of a side take part."""
        found: dict[int, int] = {}
        for c, n in self.b.roster[self.side(seat)].items():
            found[c & self.kind] = found.get(c & self.kind, 0) + n
        return found

    def count(self, seat: int, kind: int) -> int:
        """Units of a kind that take part; 0 for who does not fight."""
        if not self.fights(seat):
            return 0
        return sum(n for c, n in self.b.roster[self.side(seat)].items() if c & self.kind == kind)

    def change(self, seat: int, old: int, new: int = -1) -> None:
        """One unit of a class leaves the battle, or becomes one of another class."""
        roster = self.b.roster[self.side(seat)]
        roster[old] -= 1
        if not roster[old]:
            del roster[old]
        if new >= 0:
            roster[new] = roster.get(new, 0) + 1

    def join(self, seat: int, kind: int) -> None:
        """A unit that has come to the area takes part."""
        roster = self.b.roster[self.side(seat)]
        roster[kind] = roster.get(kind, 0) + 1

    def note(self, seat: int, ability: Ability) -> None:
        """A power has spoken in this battle."""
        if (seat, ability.name) not in self.b.used:
            self.b.used += ((seat, ability.name),)
