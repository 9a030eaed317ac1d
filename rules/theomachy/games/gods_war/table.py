"""What lies on the table of the Gods War, as plain descriptions."""

from __future__ import annotations

from ...engine.runtime.system import System
from ...engine.tabletop.table import Figure, Piece, Sheet, Slot, Table
from .config import GREATER, HERO, LESSER
from .score import income
from .state import State

# What is built, by a word of its key.
SIGNS = {"shrine": "shinto-shrine", "ziggurat": "mayan-pyramid", "nest": "crypt-entrance", "castle": "castle"}
SIZES = {HERO: "elite", LESSER: "elite", GREATER: "great"}


def table(game: System[State], s: State, viewer: int | None) -> Table:
    """The table; `s` is what the viewer may see."""
    return game.laid(
        s,
        viewer,
        f"round {s.round}",
        s.config.map.board,
        pieces(s),
        sheets=tuple(sheet(s, seat) for seat in s.config.seats),
    )


def pieces(s: State) -> tuple[Piece, ...]:
    """Units and buildings on the map."""
    found = []
    for seat in s.config.seats:
        for area in s.areas(seat):
            for kind in s.kinds_in(seat, area):
                unit = s.config.empires[seat].units[kind]
                size, n = SIZES.get(unit.rank, "common"), s.n(seat, kind, area)
                found.append(Piece(f"{area}:{seat}:{unit.key}", area, seat, unit.key, unit.name, unit.icon, size, n))
    for area in range(len(s.site)):
        for code in s.buildings_in(area):
            row = s.building(code, area)
            key = s.config.empires[code >> 3].buildings[code & 7].key
            icon = next((sign for word, sign in SIGNS.items() if word in key), "greek-temple")
            found.append(Piece(f"{area}:{code >> 3}:{key}", area, code >> 3, row.key, row.name, icon, "place"))
    return tuple(found)


def sheet(s: State, seat: int) -> Sheet:
    """The sheet of an empire."""
    empire = s.config.empires[seat]
    figures = (
        Figure("VP", s.vp[seat], s.config.fact("victory.goal"), key="victory points"),
        Figure("Power", s.power[seat], key="power", note=f"{income(s, seat).value} come next"),
        Figure("Runes", len(s.hands[seat]), key="rune cards"),
    )
    slots = []
    for i, row in enumerate(empire.slots):
        gift = s.slots[seat][i]
        name = empire.gifts[gift].name if gift >= 0 else row.title
        text = empire.gifts[gift].text if gift >= 0 else row.text
        live = gift < 0 or not s.down[seat] >> gift & 1
        slots.append(Slot(name, text, row.rule, gift >= 0, live=live, target=f"slot:{seat}:{i}"))
    status = "to act" if s.active == seat else "waits"
    return Sheet(seat, status, figures, slots=(("Heroquests", tuple(slots)),))
