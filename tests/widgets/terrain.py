"""A made-up table on terrain: every kind of ground and of border, heights, paths, scenery, lines of sight."""

from __future__ import annotations

from dataclasses import replace

from tests.widgets.things import COLUMNS, EDGE, NAMES, ROWS, SEATS, STEP, number, outline_board
from theomachy.engine.tabletop.table import (
    Area,
    Board,
    Border,
    Carried,
    Gauge,
    Marks,
    Piece,
    Prop,
    Ray,
    RayRow,
    Ring,
    Table,
    Trail,
    Zone,
)
from theomachy_widgets.scene.style import STYLE

GROUNDS = tuple(kind for kind in STYLE["terrain"] if kind != "other")
HIGH, LOW, RIFT, WOOD, POOL = 2, 8, 10, 1, 6  # a height and what lies below it, a rift, a forest, a pool


def _shifted(points: Ring) -> Ring:
    return tuple((round(x - EDGE, 1), round(y - EDGE, 1)) for x, y in points)


def terrain_board(key: str = "terrain", small: bool = False) -> Board:
    plain = outline_board()
    areas = []
    for area in plain.areas:
        (x, y) = area.slots[0]
        x, y = x - EDGE, y - EDGE
        rings = tuple(tuple(map(_shifted, polygon)) for polygon in area.polygons)
        areas.append(
            Area(area.id, area.name, GROUNDS[area.id % len(GROUNDS)], area.near, polygons=rings, label=(area.name,),
                 slots=((x - 42, y - 24), (x + 42, y - 24), (x, y + 48)), capacity=1 + area.id % 4,
                 level=int(area.id == HIGH), sign_at=(x, y + 10))
        )  # fmt: skip
    borders = (
        Border((1, 7), "wall", "the Old Wall", id="0"),
        Border((9, 10), "wall", id="0"),
        Border((HIGH, LOW), "normal", id="0", fall=LOW, arrows=True),
        Border((1, HIGH), "escarpment", id="0", fall=1, arrows=True),
        Border((HIGH, 3), "escarpment", id="0", fall=3),
        Border((4, 10), "chains", id="0"),
        Border((16, 22), "cage_walls", id="0"),
        Border((8, 14), "normal", id="0"),
        Border((14, 15), "normal", id="0"),
    )
    trails = (Trail((RIFT, 9), "skulls", "skull path"), Trail((RIFT, 11), "skulls", "skull path"))
    size = int(COLUMNS * STEP), int(ROWS * STEP)
    return Board(key, "terrain", size, tuple(areas), borders=borders, trails=trails, small=small)


def unit(area: int, owner: int, name: str, icon: str, size: str = "elite", *marks: str) -> Piece:
    return Piece(name.lower(), area, owner, name.lower(), name, icon, size, marks=marks)


def terrain_table() -> Table:
    board = terrain_board()
    pieces = (
        unit(14, 0, "Zeus", "zeus-sword", "great", "double"),
        unit(14, 0, "Hoplites", "spartan-helmet", "common", "acted"),
        unit(15, 0, "Medusa", "medusa-head", "elite", "acting"),
        unit(16, 1, "Minotaur", "minotaur"),
        unit(HIGH, 1, "Hades", "hades-symbol", "great", "double"),
        unit(HIGH, 0, "Achilles", "crested-helmet"),
        unit(HIGH, 1, "Hounds", "hound", "common"),
    )
    gauges = tuple(
        Gauge(p.target, 3, 5, "miniatures", "bead") if p.size == "common" else Gauge(p.target, 5, 7, "vitality")
        for p in pieces
    )
    trees = tuple(
        Prop(f"wood:{i}", WOOD, "tree", "tree", (1.5 * STEP + dx, 0.5 * STEP + 44)) for i, dx in enumerate((-52, 52))
    )
    column = Prop("column:0", HIGH, "column", "column", (2.5 * STEP + 52, 0.5 * STEP + 40))
    return Table(
        "made-up", "Terrain", "round 3", 0, SEATS, ("Start", "Activate"), 1, 0, board, pieces,
        gauges=gauges,
        carried=(Carried("s1", "stone", "Omphalos", "piece:achilles"), Carried("s2", "stone", "Omphalos", "area:9"),
                 Carried("s3", "stone", "Omphalos", f"area:{RIFT}")),
        zones=(Zone("west", "Western zone", (0, 6, 12, 18), "start", 0, plate=False),),
        full=(HIGH,),
        props=(*trees, column),
    )  # fmt: skip


def rays() -> tuple[Ray, ...]:
    rows = (
        RayRow(True, "Heron Marsh is within range", "2 of 2", "PG-GEN-001"),
        RayRow(False, "An area on the line is occupied", "Minotaur", "PG-GEN-001"),
    )
    return (
        Ray(15, 17, "distance 2, hidden", False, (0.5,), ("area:16", "border:16:22:0"), rows, "Medusa", "Odysseus"),
        Ray(15, 14, "distance 1, clear", True, rows=rows[:1]),
    )


def terrain_marks() -> Marks:
    return Marks(
        selectable=frozenset(("piece:minotaur", "prop:wood:0")),
        selected=frozenset(("piece:medusa",)),
        aimed=frozenset(("piece:hades",)),
        rays=rays(),
    )


def opened(table: Table) -> Table:
    """The same with a wood that has become open ground: another board."""
    areas = tuple(replace(a, kind="open_ground") if a.id == WOOD else a for a in table.board.areas)
    board = replace(table.board, key=f"{table.board.key} {WOOD}", areas=areas)
    return replace(table, board=board, props=tuple(prop for prop in table.props if prop.area != WOOD))


__all__ = ["GROUNDS", "NAMES", "number", "opened", "rays", "terrain_board", "terrain_marks", "terrain_table"]
