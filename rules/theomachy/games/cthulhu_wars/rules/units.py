"""Of a position: where units are. Those of one kind in one place are counted, a byte of `units` each."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.masks import bits
from ....engine.state import part
from .abilities import Abilities
from .domains import CARD, HELD


@part
class Units(Abilities):
    """What is asked of where units are. They go through one door alone (`figures.py:Figures.move`)."""

    units: bytearray
    gate: bytearray
    on: list[int]

    def row(self, seat: int, place: int) -> int:
        """Where the figures of a seat in a place begin in `units`, one number a kind."""
        config = self.config
        return seat * config.row + place * config.width

    def n(self, seat: int, kind: int, place: int) -> int:
        """Figures of a kind in a place."""
        config = self.config
        return self.units[seat * config.row + place * config.width + kind]

    def has(self, seat: int, kinds: Sequence[int], place: int) -> bool:
        """Is a figure of one of these kinds in a place?"""
        units, i = self.units, self.row(seat, place)
        for kind in kinds:
            if units[i + kind]:
                return True
        return False

    def _any(self, seat: int, place: int) -> bool:
        i = self.row(seat, place)
        return self.units[i : i + self.config.width] != self.config.nobody

    def here(self, seat: int, area: int) -> int:
        """Has the seat a unit in this area?"""
        return self.on[seat] >> area & 1

    def crowd(self, seat: int, area: int) -> int:
        """All units of a seat in a place."""
        i = self.row(seat, area)
        return sum(self.units[i : i + self.config.width])

    def total(self, seat: int, kind: int) -> int:
        """In play: on the map, or off it on the own card."""
        i, width, units = seat * self.config.row + kind, self.config.width, self.units
        return sum(units[i : i + len(self.gate) * width : width]) + units[i + CARD * width]

    def totals(self, seat: int, kinds: Sequence[int]) -> int:
        """The same of several kinds."""
        return sum([self.total(seat, kind) for kind in kinds])

    def bearing(self, seat: int) -> int:
        """The kinds of a seat's units in play that bear powers of their own, a bit each."""
        return sum([1 << kind for kind in self.config.bearing[seat] if self.total(seat, kind)])

    def areas(self, seat: int) -> tuple[int, ...]:
        """Where the seat has units on the map."""
        return bits(self.on[seat])

    def where(self, seat: int, kind: int) -> list[int]:
        """Areas with this kind of unit."""
        i, width = seat * self.config.row + kind, self.config.width
        return [a for a, n in enumerate(self.units[i : i + len(self.gate) * width : width]) if n]

    def homes(self, seat: int, kinds: Sequence[int]) -> list[int]:
        """Areas with a unit of one of these kinds."""
        return sorted({area for kind in kinds for area in self.where(seat, kind)})

    def on_map(self, seat: int, kinds: Sequence[int]) -> int:
        """Units of some kinds on the map."""
        start, width = seat * self.config.row, self.config.width
        end = start + len(self.gate) * width
        return sum([sum(self.units[start + k : end : width]) for k in kinds])

    def home(self, seat: int, kind: int) -> int:
        """Where a figure that exists once is: an area, POOL or CARD."""
        i = seat * self.config.row
        return self.units[i + kind : i + self.config.row : self.config.width].index(1)

    def out(self, seat: int) -> int:
        """The place of a seat's own figures that are out of the game: that of its captives, since none is its own."""
        return HELD + seat
