"""Tables made by hand, so that pictures can be tested before and without any game."""

from __future__ import annotations

import math
from typing import Any

from theomachy.engine.tabletop.table import Area, Arrow, Board, Marks, Piece, Seat, Table

ROWS = [
    "~~FF~~~~~~",
    "~PFFMM~~~~",
    "~RPPFMM~DD",
    "~~PPSPMDDD",
    "~~RPSSPPD~",
    "~PPPF~RDD~",
    "~MPFF~~PD~",
    "~MMPF~~PR~",
    "~~MPS~~PP~",
    "~~~RS~~~~~",
]
KINDS = {
    "M": "mountains",
    "F": "forests",
    "P": "plains",
    "S": "swamps",
    "D": "deserts",
    "R": "river_valleys",
    "~": "water",
}
POP, ARMY, TEMPLE, MONSTER, BLIGHT = "meeple", "spartan-helmet", "greek-temple", "hydra", "skull-crossed-bones"
WORDS = {POP: "People", ARMY: "Army", TEMPLE: "Temple", MONSTER: "Monster", BLIGHT: "Blight"}
A, B = 0, 1
STANDING: dict[str, list[tuple[int | str, str, int]]] = {
    "C2": [(A, POP, 9)],
    "C3": [(A, TEMPLE, 1), (A, POP, 4)],
    "D3": [(A, POP, 11)],
    "B3": [(A, POP, 14)],
    "E2": [(A, MONSTER, 2)],
    "D4": [(A, ARMY, 2), (A, POP, 6)],
    "F4": [(A, ARMY, 5)],
    "C5": [(A, POP, 8)],
    "D5": [(B, POP, 1)],
    "D6": [(A, TEMPLE, 1), (A, ARMY, 1), (A, POP, 3)],
    "C7": [(A, POP, 5)],
    "G4": [(B, ARMY, 2)],
    "G5": [(B, ARMY, 1), (B, POP, 4)],
    "H4": [(B, POP, 3)],
    "H5": [(B, TEMPLE, 1), (B, ARMY, 3), (B, POP, 2)],
    "I3": [(B, POP, 5)],
    "G6": [(B, POP, 12)],
    "H7": [(B, POP, 9)],
    "I8": [(B, TEMPLE, 1), (B, POP, 6)],
    "H9": [(B, ARMY, 4)],
    "F5": [("hazard", BLIGHT, 1)],
}
SEATS = (Seat(0, "Aglaia", "blue", "laurel-crown"), Seat(1, "Bronteas", "red", "laurel-crown"))


def hex_name(column: int, row: int) -> str:
    return f"{'ABCDEFGHIJKL'[column]}{row + 1}"


def _near(column: int, row: int) -> list[tuple[int, int]]:
    o = row & 1
    return [
        (column + o, row - 1),
        (column + 1, row),
        (column + o, row + 1),
        (column - 1 + o, row + 1),
        (column - 1, row),
        (column - 1 + o, row - 1),
    ]


def hex_board(rows: list[str] | None = None, key: str = "two-rivers") -> Board:
    rows = rows or ROWS
    cells = {(c, r): i for i, (c, r) in enumerate((c, r) for r, row in enumerate(rows) for c in range(len(row)))}
    areas = tuple(
        Area(i, hex_name(c, r), KINDS[rows[r][c]], tuple(cells[n] for n in _near(c, r) if n in cells), (c, r))
        for (c, r), i in cells.items()
    )
    return Board(key, "hexes", (len(rows[0]), len(rows)), areas)


def area_of(board: Board, name: str) -> int:
    return next(area.id for area in board.areas if area.name == name)


def hex_table(standing: dict[str, list[tuple[int | str, str, int]]] | None = None) -> Table:
    board = hex_board()
    pieces = []
    for name, stack in (STANDING if standing is None else standing).items():
        area = area_of(board, name)
        for owner, icon, count in stack:
            size = "place" if icon in (TEMPLE, BLIGHT) else "common"
            pieces.append(
                Piece(f"{area}:{owner}:{icon}", area, owner, WORDS[icon].lower(), WORDS[icon], icon, size, count)
            )
    return Table(
        "pocket",
        "Two rivers",
        "turn 11",
        0,
        SEATS,
        ("Draw", "Battle", "Movement"),
        1,
        0,
        board,
        tuple(pieces),
        tints=((area_of(board, "F5"), "blight", "Blight"),),
    )


def hex_marks() -> Marks:
    board = hex_board()
    t = {name: f"area:{area_of(board, name)}" for name in ("F4", "G4", "G5", "C3")}
    return Marks(
        selectable=frozenset((t["G4"], t["G5"])),
        selected=frozenset((t["F4"],)),
        aimed=frozenset((t["G5"],)),
        arrows=(Arrow(area_of(board, "D4"), area_of(board, "D5")),),
    )


def ring_of(x: float, y: float, r: float, n: int = 24) -> tuple[tuple[float, float], ...]:
    return tuple(
        (round(x + r * math.cos(i * math.tau / n), 1), round(y + r * math.sin(i * math.tau / n), 1)) for i in range(n)
    )


# A battle with a power before the dice, kills that are survived, and a gate to lose: what `editor` is told of it.
WEST_AFRICA: dict[str, Any] = {
    "factions": ["great_cthulhu", "black_goat", "crawling_chaos", "yellow_sign"],
    "map": "earth_4p_3w5e",
    "setup": {
        "active": "GC",
        "units": {
            "GC": {"West Africa": "2 Starspawn, Shoggoth, Deep One", "South Atlantic": "4 Acolyte"},
            "BG": {"West Africa": "Acolyte, 2 Ghoul, Fungi, Dark Young", "Arabia": "3 Acolyte"},
        },
        "gates": {"West Africa": "BG", "South Atlantic": "GC", "Arabia": "BG"},
        "books": {"GC": "Absorb, Regenerate", "BG": "Necrophagy, Frenzy"},
        "power": {"GC": 5, "BG": 4},
    },
}


def unfolded(data: dict[str, Any], n: int) -> Any:
    """A model of a replay put together from its branches, as the script of the page does it."""
    found = data["models"][n]
    if isinstance(found, list):
        return [unfolded(data, value[0]) if isinstance(value, list) else value for value in found]
    return {name: unfolded(data, value[0]) if isinstance(value, list) else value for name, value in found.items()}
