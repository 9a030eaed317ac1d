"""What each thing of a board is called, for who hears it instead of seeing it: one line each."""

from __future__ import annotations

from collections.abc import Iterable

from theomachy.engine.tabletop.describe import (
    border_words,
    borders_of,
    ground_words,
    ink_words,
    piece_marks,
    place_words,
    prop_words,
    worn_words,
    zone_words,
)
from theomachy.engine.tabletop.table import Area, Border, Marks, Piece, Place, Table, Target

from .borders import look_of


class Labels:
    """The words of one table under some marks; `pieces` are those that are drawn, the dead of a fight among them."""

    def __init__(self, table: Table, marks: Marks, pieces: Iterable[Piece]) -> None:
        self.table, self.marks, self.pieces = table, marks, tuple(pieces)
        self.names = {area.id: area.name for area in table.board.areas}
        self.worn = {each.of for each in table.gauges} | {each.by for each in table.carried}

    def _owner(self, owner: int | str) -> str:
        if isinstance(owner, int) and 0 <= owner < len(self.table.seats):
            return f" of {self.table.seats[owner].name}"
        return ""

    def _wears(self, target: Target) -> str:
        words = worn_words(self.table, target) if target in self.worn else []
        return f" ({', '.join(words)})" if words else ""

    def piece(self, piece: Piece) -> str:
        many = f"{piece.count} × " if piece.count > 1 else ""
        known = piece_marks(self.table, piece)
        marks = f" ({', '.join(known)})" if known else ""
        return f"{many}{piece.name}{self._owner(piece.owner)}{marks}{self._wears(piece.target)}"

    def place(self, place: Place) -> str:
        name = f"{place.name} {place.text}" if place.text else place.name
        held = (
            f"{name}, held{self._owner(place.holder)}".replace("held of", "held by")
            if place.holder is not None
            else f"{name}, held by nobody"
        )
        told = "".join(f", {word}" for word in place_words(self.table, place))
        return f"{held}{told}{self._wears(place.target)}"

    def border(self, border: Border) -> str:
        a, b = (self.names[area] for area in border.between)
        falls = f", {self.names[border.fall]} lies lower" if border.fall in self.names else ""
        return f"{border_words(border)} between {a} and {b}{falls}"

    def area(self, area: Area) -> str:
        table = self.table
        words = [area.kind.replace("_", " ")] if area.kind.lower() not in area.name.lower() else []
        words += [name for where, _, name in table.tints if where == area.id and name]
        words += ground_words(table, area)
        words += ink_words(table, area)
        words += prop_words(table, area)
        words += worn_words(table, area.target) if area.target in self.worn else []
        words += [self.place(place) for place in table.places if place.area == area.id]
        words += [self.piece(piece) for piece in self.pieces if piece.area == area.id]
        words += [self._beyond(border, area.id) for border in borders_of(table) if area.id in border.between]
        words += [f"in {zone_words(table, zone)}" for zone in table.zones if area.id in zone.areas]
        words += self.lit(area.target)
        words = [word for word in words if word]
        return f"{area.name}: {', '.join(words)}" if words else area.name

    def _beyond(self, border: Border, area: int) -> str:
        """A border as one of its areas sees it; nothing for a calm one."""
        a, b = border.between
        other = self.names.get(b if a == area else a)
        return "" if other is None or look_of(border).get("calm") else f"{border_words(border)} to {other}"

    def lit(self, target: Target) -> list[str]:
        """How a thing is lit, in words."""
        m = self.marks
        return [
            word
            for word, group in (
                ("can be chosen", m.selectable),
                ("chosen", m.selected),
                ("aimed at", m.aimed),
                ("stands against it", m.faults),
            )
            if target in group
        ]
