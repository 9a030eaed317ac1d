"""A made-up table on which pens have been at work: drawn lands, printed amounts, ink of two players, a line, a way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.widgets.things import NAMES, SEATS, number, outline_board
from theomachy.engine.tabletop.beside import (
    ActionBox,
    ActionRow,
    Amount,
    Block,
    BlockGroup,
    BoxRow,
    Line,
    LineItem,
    LineMark,
    WriteBox,
    WriteSheet,
)
from theomachy.engine.tabletop.table import (
    AreaMark,
    Board,
    Corner,
    Layer,
    Piece,
    Place,
    Route,
    RouteStep,
    Table,
)

KINDS = ("forest", "meadow", "mountain", "lake")
WOOD = Amount("wood", 1, "W", shape="square", tint="brown")
IRON = Amount("iron", 1, "I", shape="hexagon", tint="grey")
GOLD = Amount("gold", 1, "G", shape="disc", tint="gold")
CORE = Amount("Core", 1, "C", shape="octagon", tint="blue")
CORNER = Corner((number(1, 0), number(2, 0), number(1, 1)), "tavern ground")


def star(n: int) -> Amount:
    return Amount("victory points", n, shape="star")


def many(amount: Amount, n: int) -> Amount:
    return replace(amount, n=n)


def inked_board() -> Board:
    """The lands of `things`, painted as forest, meadow, mountain and lake; the last row is left to the sea."""
    plain = outline_board()
    areas = []
    for area in plain.areas[:18]:
        x, y = area.slots[0]
        amounts = ((WOOD, GOLD), (many(WOOD, 2),), (IRON, IRON, GOLD), (GOLD,))[area.id % 4]
        near = tuple(other for other in area.near if other < 18)
        areas.append(
            replace(area, kind=KINDS[(area.id * 3 + area.id // 6) % 4], near=near, label_at=(x, y - 42),
                    gate_at=(x - 40, y + 40), slots=((x + 40, y + 40),), amounts=amounts)
        )  # fmt: skip
    return Board("inked", "outlines", plain.size, tuple(areas), corners=(CORNER, Corner((9, 10, 15))))


def army(seat: int, area: int, power: int, **more: Any) -> Piece:
    letters = SEATS[seat].letters
    badge = "" if "sealed" in more.get("marks", ()) else str(power)
    return Piece(f"{area}:{seat}:army", area, seat, "host", "Army", "swords", face=letters, badge=badge, **more)


def line_of() -> Line:
    beaten, slave = LineMark(0, name="beaten"), LineMark(1, full=False, name="enslaved")
    return Line(
        "monsters",
        "Monsters",
        (
            LineItem("2", "Monster 2", "2", "minotaur", star(1), (many(WOOD, 2),), (beaten, slave)),
            LineItem("3", "Monster 3", "3", "minotaur", star(1), (IRON,), (LineMark(0, name="beaten", fresh=True),)),
            LineItem("8", "Monster 8", "8", "minotaur", star(2), (WOOD, IRON, GOLD), target="monster:8"),
            LineItem("80", "Monster 80", "80", "minotaur", star(12)),
        ),
        "full: beaten; hollow: enslaved",
        "PG-ISL-001",
    )


def actions_of() -> ActionRow:
    return ActionRow(
        (
            ActionBox("gold", "Gold", "1", "done"),
            ActionBox("wood", "Wood", "2", "now"),
            ActionBox("move", "Movement", "3", "ahead"),
            ActionBox("iron", "Iron", state="out"),
        ),
        first=1,
        rule="PG-GEN-001",
    )


def sheet_of(seat: int) -> WriteSheet:
    blocks = (
        Block("dock", "Dock", "Ships cost less.", WriteBox("Dock", target="box:dock"), (WOOD, many(GOLD, 2)), star(2),
              after=("shed",), cell=(0, 0)),
        Block("shed", "Shed", "Recruit.", WriteBox("Shed", "tick"), (WOOD,), star(1), cell=(0, 1)),
        Block("mast", "Mast", "Far sight.", WriteBox("Mast", "tick", fresh=True), (WOOD,), star(1), cell=(1, 1)),
    )  # fmt: skip
    rows = (BoxRow("wood", (WriteBox(text="5", was="4", fresh=True),), WOOD, (Amount("14", 3, shape="star"),)),)
    return WriteSheet(seat, SEATS[seat].name, (BlockGroup("Buildings", blocks, columns=2, levels=("2", "1")),),
                      (BlockGroup("Stock", rows=rows),), figure="10")  # fmt: skip


def inked_table(ink: int = 0) -> Table:
    fort = Place(8, "fortress", "Fortress", "castle", text="6", worth=star(3), gains=(many(WOOD, 2), GOLD))
    places = (
        Place(2, "portal", "Portal", "portal"),
        Place(3, "artefact", "Artefact", "gem"),
        Place(4, "artefact", "Artefact", "gem", 1),
        Place(6, "plinth", "Foundation", "stone"),
        fort,
        Place(10, "plinth", "Foundation", "stone", 1),
        Place(13, "fortress", "Fortress", "castle", 1, "7", worth=star(3), gains=(GOLD,)),
        Place(15, "portal", "Portal", "portal"),
    )
    layers = (
        Layer(
            0,
            (
                AreaMark(2, "tick"),
                AreaMark(2, "crossed"),
                AreaMark(0, "tick", fresh=True),
                AreaMark(0, "crossed", "1", fresh=True),
                AreaMark(6, "level", "plinth", "2"),
                AreaMark(7, "terrain", text="mountain", fresh=True),
                AreaMark(13, "crossed", "fortress"),
            ),
            (("iron", CORE),),
        ),
        Layer(1, (AreaMark(9, "tick"), AreaMark(9, "crossed"))),
    )
    tavern = Piece("tavern0", 1, 1, "tavern", "Tavern", "beer", face="T", corner=CORNER.target)
    pieces = (army(0, 7, 10), army(1, 9, 4, marks=("sealed",)), army(0, 15, 10, marks=("ghost",)), tavern)
    steps = (RouteStep(8, 2), RouteStep(2, 1), RouteStep(15, 1, "portal"))
    return Table(
        "made-up", "Ink", "round 5", 0, SEATS, ("Move", "Fight"), 0, 0, inked_board(), pieces, places,
        tints=((5, "closed", "crossed out"),), layers=layers, ink=ink, lines=(line_of(),), actions=actions_of(),
        routes=(Route(0, 7, steps, "Way", 5),), papers=(sheet_of(0), sheet_of(1)),
    )  # fmt: skip


__all__ = ["NAMES", "SEATS", "inked_board", "inked_table"]
