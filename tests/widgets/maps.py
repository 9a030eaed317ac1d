"""Map files as boards, for pictures of them. The games have loaders of their own."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from theomachy.engine.tabletop.table import Area, Arrow, Board, Link, Marks, Piece, Place, Seat, Table

MAPS = Path(__file__).parents[2] / "rules/theomachy/games/cthulhu_wars/data/maps"
GLYPHS = {"WW": "crown-of-thorns", "AA": "upgrade", "OO": "moon"}
SEATS = (
    Seat(0, "Ada", "green", "squid-head", "GC"),
    Seat(1, "Bo", "blue", "anubis", "CC"),
    Seat(2, "Cy", "red", "ram-profile", "BG"),
    Seat(3, "Di", "yellow", "heavy-thorny-triskelion", "YS"),
    Seat(4, "Ed", "orange", "frog", "SL"),
)


def _points(values: list[float]) -> tuple[tuple[float, float], ...]:
    return tuple(zip(values[::2], values[1::2], strict=True))


@cache
def map_board(name: str) -> Board:
    data: dict[str, Any] = json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))
    ids = {area["key"]: i for i, area in enumerate(data["areas"])}
    areas = tuple(
        Area(
            ids[a["key"]],
            a["name"],
            a["kind"],
            tuple(ids[k] for k in a["near"]),
            None,
            tuple(tuple(_points(ring) for ring in rings) for rings in a["polygons"]),
            tuple(a["label"]),
            tuple(a["label_at"]),
            tuple((tuple(each["lines"]), tuple(each["at"])) for each in a.get("more_labels", ())),
            GLYPHS.get(a.get("glyph", ""), ""),
            tuple(a["glyph_at"]) if a.get("glyph_at") else None,
            tuple(map(tuple, a["slots"])),
            tuple(a["gate"]),
            True,
        )
        for a in data["areas"]
    )
    links = tuple(
        Link((ids[x["between"][0]], ids[x["between"][1]]), tuple(map(tuple, x["marks"])), x["name"])
        for x in data["links"]
    )
    wraps = tuple((ids[w["area"]], tuple(w["left"]), tuple(w["right"])) for w in data["wraps"])
    decoration = tuple((name, tuple(_points(ring) for ring in rings)) for name, rings in data["decoration"].items())
    return Board(data["key"], "outlines", tuple(data["size"]), areas, links, wraps, decoration, data["house"])


UNITS = {  # area -> (owner, icon, size, count)
    "South Pacific": [(0, "tentacles-skull", "great", 1), (0, "cultist", "common", 1)],
    "South Atlantic": [(0, "cultist", "common", 1), (0, "slime", "elite", 1)],
    "Indian Ocean": [(0, "cultist", "common", 2), (0, "fish-monster", "common", 2)],
    "Australia": [(1, "floating-tentacles", "elite", 1), (1, "cultist", "common", 1)],
    "South Asia": [(1, "cultist", "common", 1), (1, "pharoah", "great", 1), (1, "evil-bat", "common", 2)],
    "North Asia": [(1, "cultist", "common", 1), (1, "floating-tentacles", "elite", 1)],
    "North Pacific": [(1, "cultist", "common", 1), (1, "spiked-dragon-head", "elite", 1)],
    "East Africa": [(2, "shambling-zombie", "common", 1), (2, "cultist", "common", 1)],
    "Arabia": [(2, "cultist", "common", 1), (2, "evil-tree", "elite", 1)],
    "West Africa": [
        (2, "cultist", "common", 1),
        (0, "octoman", "elite", 2),
        (0, "slime", "elite", 1),
        (0, "fish-monster", "common", 1),
        (2, "evil-tree", "elite", 1),
        (2, "mushrooms-cluster", "common", 1),
        (2, "shambling-zombie", "common", 1),
    ],
    "South America East": [(2, "mushrooms-cluster", "common", 1), (2, "cultist", "common", 1)],
    "South America West": [(2, "cultist", "common", 1)],
    "Europe": [
        (3, "cultist", "common", 1),
        (3, "cowled", "great", 1),
        (3, "half-dead", "common", 3),
        ("hazard", "cursed-star", "common", 1),
    ],
    "Scandinavia": [(3, "harpy", "common", 2), (3, "cultist", "common", 1)],
    "North America East": [(3, "cultist", "common", 1), (3, "half-dead", "common", 1)],
    "Arctic Ocean": [(3, "cultist", "common", 1)],
    "North America West": [(4, "cultist", "common", 1), (4, "warlock-hood", "common", 1), (4, "slow-blob", "elite", 1)],
    "Central America": [(4, "snake-totem", "common", 1), (4, "cultist", "common", 1)],
    "New Zealand": [(0, "fish-monster", "common", 1)],
}
GATES = {
    "South Pacific": 0,
    "South Atlantic": 0,
    "Indian Ocean": 0,
    "North Asia": 1,
    "South Asia": 1,
    "North Pacific": 1,
    "West Africa": 2,
    "Arabia": 2,
    "Europe": 3,
    "North America East": 3,
    "North America West": 4,
    "North Atlantic": None,
}


def map_table(name: str = "earth_5p") -> Table:
    board = map_board(name)
    ids = {area.name: area.id for area in board.areas}
    pieces = []
    for area, units in UNITS.items():
        if area not in ids:
            continue
        seated = GATES.get(area)
        for i, (owner, icon, size, count) in enumerate(units):
            on_gate = icon == "cultist" and owner == seated
            if on_gate:
                seated, count = None, count
            letters = SEATS[owner].letters if size == "great" and isinstance(owner, int) else ""
            marks = (
                ("pain",)
                if icon == "slime"
                else ("kill",)
                if icon == "mushrooms-cluster" and area == "West Africa"
                else ()
            )
            pieces.append(
                Piece(
                    f"{ids[area]}:{owner}:{icon}:{i}",
                    ids[area],
                    owner,
                    icon,
                    icon.replace("-", " "),
                    icon,
                    size,
                    count,
                    letters,
                    marks,
                    "gate" if on_gate else "",
                )
            )
    places = tuple(
        Place(ids[area], "gate", "Gate", "magic-portal", holder) for area, holder in GATES.items() if area in ids
    )
    return Table(
        "pocket", "Earth", "5 players, round 5", None, SEATS, ("Gather", "Action"), 1, 0, board, tuple(pieces), places
    )


def map_marks(name: str = "earth_5p") -> Marks:
    table = map_table(name)
    ids = {area.name: area.id for area in table.board.areas}
    starspawn = next(p for p in table.pieces if p.icon == "octoman")
    deep = next(p for p in table.pieces if p.icon == "fish-monster" and p.area == starspawn.area)
    return Marks(
        selectable=frozenset((starspawn.target, deep.target)),
        selected=frozenset((f"area:{ids['West Africa']}", deep.target)),
        arrows=(Arrow(ids["South Atlantic"], ids["West Africa"]),),
    )
