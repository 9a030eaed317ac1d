"""Two made-up tables with all that lies on edges, on pieces and over several areas: of outlines and of hexes."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.widgets.fixtures import area_of, hex_board, hex_table
from theomachy.engine.tabletop.table import (
    Area,
    Board,
    Border,
    Carried,
    Condition,
    ConditionPart,
    Gauge,
    Marks,
    Piece,
    Place,
    Seat,
    Table,
    Zone,
)

COLUMNS, ROWS, STEP, EDGE = 6, 4, 160.0, 20.0
SEATS = (Seat(0, "Zoe", "blue", "zeus-sword", "ZO"), Seat(1, "Xanthos", "red", "trident", "XA"))
NAMES = (
    "Gate of Olives", "Myrtle Wood", "High Court", "Watcher's Rock", "Oak Hollow", "Eagle Cliff",
    "Shepherds' Field", "Nymphs' Pool", "Northern Steps", "Court", "Fallen Portico", "Thyme Meadow",
    "Western Road", "Reed Mire", "Founders", "Oracle", "Heron Marsh", "Eastern Road",
    "Barley Field", "Laurel Wood", "Sentry Rock", "Low Terrace", "Pine Grove", "Gate of Figs",
)  # fmt: skip
KINDS = (
    "plains", "forests", "ruins", "mountains", "forests", "mountains",
    "plains", "plains", "ruins", "plains", "ruins", "plains",
    "plains", "swamps", "plains", "ruins", "swamps", "plains",
    "plains", "forests", "mountains", "ruins", "forests", "plains",
)  # fmt: skip


def _knots() -> dict[tuple[int, int], tuple[float, float]]:
    hand, out = random.Random(7), {}
    for j in range(ROWS + 1):
        for i in range(COLUMNS + 1):
            dx = 0.0 if i in (0, COLUMNS) else hand.uniform(-22, 22)
            dy = 0.0 if j in (0, ROWS) else hand.uniform(-18, 18)
            out[i, j] = round(EDGE + i * STEP + dx, 1), round(EDGE + j * STEP + dy, 1)
    return out


_KNOTS = _knots()


def _side(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[float, float]]:
    """The points of a side without its last, the same from both of its areas."""
    low, high = min(a, b), max(a, b)
    (x0, y0), (x1, y1), hand = _KNOTS[low], _KNOTS[high], random.Random(f"{low}{high}")
    rim = (low[0] == high[0] and low[0] in (0, COLUMNS)) or (low[1] == high[1] and low[1] in (0, ROWS))
    line = [(x0, y0)]
    for t in (0.2, 0.4, 0.6, 0.8):
        dx, dy = (0.0, 0.0) if rim else (hand.uniform(-6, 6), hand.uniform(-6, 6))
        line.append((round(x0 + (x1 - x0) * t + dx, 1), round(y0 + (y1 - y0) * t + dy, 1)))
    line.append((x1, y1))
    return (line if a == low else line[::-1])[:-1]


def number(column: int, row: int) -> int:
    return row * COLUMNS + column


def outline_board() -> Board:
    areas = []
    for j in range(ROWS):
        for i in range(COLUMNS):
            corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            ring = tuple(p for k in range(4) for p in _side(corners[k], corners[(k + 1) % 4]))
            near = tuple(
                number(x, y)
                for x, y in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
                if 0 <= x < COLUMNS and 0 <= y < ROWS
            )
            x, y = EDGE + (i + 0.5) * STEP, EDGE + (j + 0.5) * STEP
            areas.append(
                Area(number(i, j), NAMES[number(i, j)], KINDS[number(i, j)], near, None, ((ring,),),
                     (NAMES[number(i, j)],), (x, y + 56), slots=((x, y - 10),))
            )  # fmt: skip
    borders = (
        Border((1, 7), "wall", "the Old Wall"),
        Border((9, 10), "wall"),
        Border((2, 8), "height", fall=8),
        Border((2, 1), "cliff", fall=1),
        Border((2, 3), "cliff", fall=3),
        Border((14, 15), "river"),
        Border((8, 14), "river"),
        Border((14, 20), "river"),
        Border((14, 20), "bridge", "the Stone Bridge", id="bridge"),
        Border((4, 10), "chains"),
        Border((16, 22), "cage"),
        Border((13, 19), "impassable"),
        Border((9, 15), "normal"),
        Border((15, 21), "height", fall=15),
        Border((12, 13), "unheard of"),
    )
    size = int(2 * EDGE + COLUMNS * STEP), int(2 * EDGE + ROWS * STEP)
    return Board("things", "outlines", size, tuple(areas), borders=borders)


def piece(area: int, owner: int, kind: str, name: str, icon: str, size: str = "elite", count: int = 1) -> Piece:
    return Piece(f"{area}:{owner}:{kind}", area, owner, kind, name, icon, size, count)


def outline_table() -> Table:
    pieces = (
        piece(2, 0, "hero", "Achilles", "crested-helmet"),
        piece(2, 1, "hound", "Hounds", "ram-profile", "common"),
        piece(14, 0, "god", "Zeus", "zeus-sword", "great"),
        piece(14, 0, "troop", "Hoplites", "spartan-helmet", "common"),
        piece(9, 1, "monster", "Minotaur", "minotaur"),
        piece(16, 1, "god", "Poseidon", "trident", "great"),
        piece(12, 0, "hero", "Medusa", "medusa-head"),
    )
    t = {p.name: p.target for p in pieces}
    return Table(
        "made-up", "Things", "turn 3", 0, SEATS, ("Move", "Fight"), 0, 0, outline_board(), pieces,
        places=(Place(10, "fortress", "Fortress", "castle"), Place(19, "fortress", "Fortress", "castle", 1)),
        borders=(Border((7, 8), "crossing", "the Ferry", rule="PG-X-1"), Border((15, 16), "cliff", fall=16)),
        gauges=(
            Gauge(t["Achilles"], 4, 5, "vitality"),
            Gauge(t["Hounds"], 3, 5, "figures", "bead"),
            Gauge(t["Zeus"], 7, 9, "vitality"),
            Gauge(t["Hoplites"], 2, 4, "figures", "bead"),
            Gauge(t["Minotaur"], 7, 7, "vitality"),
            Gauge(t["Poseidon"], 6, 9, "vitality"),
            Gauge(t["Medusa"], 12, 0, "vitality"),
            Gauge("place:10:fortress", 8, name="strength", shape="tower"),
            Gauge("place:19:fortress", 7, name="strength", shape="tower"),
            Gauge("area:3", 13, name="monster", shape="tower"),
            Gauge("area:6", 4, name="capacity"),
            Gauge("area:21", 3, 5, name="supply"),
        ),
        carried=(
            Carried("s1", "stone", "Omphalos", t["Zeus"]),
            Carried("a1", "artefact", "Pandora's box", t["Zeus"]),
            Carried("s2", "stone", "Omphalos", t["Minotaur"]),
            Carried("f1", "fragment", "Fragment of the sky", t["Medusa"]),
            Carried("s3", "stone", "Omphalos", "area:21"),
            Carried("a2", "artefact", "Cornucopia", "area:7"),
            Carried("k1", "key", "Bronze key", "area:22", "key"),
        ),
        zones=(
            Zone("west", "Starts here", (0, 6, 12, 18), "start", 0),
            Zone("east", "Starts here", (5, 11, 17, 23), "start", 1),
            Zone("centre", "Sanctuary", (8, 9, 14, 15), "region", note="3 points"),
        ),
        conditions=(
            Condition(
                "box", "Pandora's box", (ConditionPart("a fortress", 1, seat=0), ConditionPart("monsters", 2, 3))
            ),
        ),
    )  # fmt: skip


def outline_marks() -> Marks:
    return Marks(
        selectable=frozenset(("border:14:20:bridge", "zone:centre", "carried:s2")),
        selected=frozenset(("piece:14:0:god",)),
        aimed=frozenset(("gauge:area:3:monster",)),
        faults=frozenset(("border:9:10", "area:10")),
        dim=False,
    )


def hex_things() -> Table:
    plain = hex_table()
    at = {name: area_of(hex_board(), name) for name in ("C3", "D4", "D3", "E4", "F4", "G4", "G5", "H4", "C5", "D5")}
    army = {piece.area: piece.target for piece in plain.pieces if piece.kind == "army"}
    borders = (
        Border((at["C3"], at["D4"]), "river"),
        Border((at["D3"], at["D4"]), "wall"),
        Border((at["F4"], at["G4"]), "height", fall=at["G4"]),
        Border((at["G4"], at["G5"]), "impassable"),
    )
    return replace(
        plain,
        board=replace(hex_board(key="hex-things"), borders=borders),
        borders=(Border((at["C3"], at["D4"]), "bridge", id="b"), Border((at["F4"], at["C5"]), "crossing")),
        gauges=(Gauge(army[at["F4"]], 3, 5, "vitality"), Gauge(f"area:{at['D5']}", 8, name="strength", shape="tower")),
        carried=(Carried("o", "stone", "Omphalos", army[at["F4"]]),),
        zones=(
            Zone("w", "The west", (at["C3"], at["D3"], at["D4"], at["C5"]), "start", 0),
            Zone("e", "The heights", (at["G4"], at["G5"], at["H4"]), "region", note="2 points"),
            Zone("b", "The side board", tuple(area_of(hex_board(), n) for n in ("H9", "I9", "I8")), "board"),
        ),
    )
