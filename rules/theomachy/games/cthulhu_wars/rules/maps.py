"""The boards: areas, neighbours, glyphs, what else is printed, and outlines. Adjacency is the truth, outlines its
picture.

The boards of the box lie in `data/maps`. A *world* is what a family of boards has in common: its rules, its pieces, its
light. It is a folder of its own, whose boards join those of the box (`add_boards`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from ....engine.errors import DataError, unknown
from ....engine.tabletop.table import Area, Board, BoardSheet, Border, Link, Point, PrintedSign, Ring

MOST_AREAS = 48  # there is room for
MAPS = Path(__file__).parents[1] / "data" / "maps"
EARTH = "earth"  # the world of the boards of the box
OCEANS = ("ocean", "sea")
ISLAND = 115  # half of what an island is wide, with its edge
GLYPHS = {"AA": "upgrade", "OO": "moon", "WW": "crown-of-thorns"}
GLYPH_NAMES = {"AA": "chevron glyph", "OO": "moon glyph", "WW": "star glyph"}
_folders: list[Path] = [MAPS]


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """One board. `near` and `flight` hold the areas within one step and within two, by area."""

    key: str
    keys: tuple[str, ...]
    names: tuple[str, ...]
    ocean: tuple[bool, ...]
    glyph: tuple[str, ...]  # "AA", "OO", "WW" or ""
    near: tuple[tuple[int, ...], ...]
    reach: tuple[tuple[tuple[int, ...], ...], ...]  # [steps - 1][area], up to three steps
    near_mask: tuple[int, ...]
    index: dict[str, int]  # by key and by name
    wet: int  # the ocean areas, as a mask
    board: Board
    islands: int = 0  # areas that a faction brings, as a mask: beside the board, next to nothing
    world: str = EARTH
    parts: tuple[str, ...] = ()  # the half of the board, or the sheet, on which each area lies
    signs: tuple[tuple[tuple[str, str], ...], ...] = ()  # what else is printed on each area: (kind, text)
    starts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # areas with the start glyph of a faction
    barred: Mapping[str, int] = field(default_factory=dict)  # where a faction may not be set up, as a mask
    joined: int = 0  # areas that are next to one another by ways of their own, as a mask: a world says for what

    def within(self, steps: int) -> tuple[tuple[int, ...], ...]:
        """The areas that a unit may reach in so many steps, by area."""
        return self.reach[min(steps, len(self.reach)) - 1]

    def printed(self, kind: str) -> int:
        """The areas on which a sign of this kind is printed, as a mask."""
        return sum(1 << a for a, signs in enumerate(self.signs) if any(sign == kind for sign, _ in signs))

    def on_part(self, part: str) -> int:
        """The areas of a half or a sheet, as a mask."""
        return sum(1 << a for a, each in enumerate(self.parts) if each == part)


def add_boards(folder: Path) -> None:
    """The boards in a folder are known from now on. Raises `DataError` for one whose name is taken."""
    if folder not in _folders:
        if taken := {path.stem for path in folder.glob("*.json")} & set(_files()):
            raise DataError(f"there is a board {min(taken)!r} already")
        _folders.append(folder)
        load_map.cache_clear()


def _files() -> dict[str, Path]:
    return {path.stem: path for folder in _folders for path in folder.glob("*.json")}


def names() -> list[str]:
    """The boards there are."""
    return sorted(_files())


@cache
def load_map(key: str) -> Map:
    """The board with this name. Raises `UnknownName`, or `DataError` when its links do not agree."""
    files = _files()
    if key not in files:
        raise unknown("map", key, sorted(files))
    raw = json.loads(files[key].read_text("utf-8"))
    rows = raw["areas"]
    index = {row["key"]: i for i, row in enumerate(rows)}
    near = [{index[other] for other in row["near"]} for row in rows]
    if len(rows) > MOST_AREAS or any(i in js or any(i not in near[j] for j in js) for i, js in enumerate(near)):
        raise DataError(f"{key}.json: the neighbours do not agree with one another")
    reach, ring = [], near
    for _ in range(3):
        reach.append(tuple(tuple(sorted(js)) for js in ring))
        ring = [(js | {k for j in js for k in near[j]}) - {i} for i, js in enumerate(ring)]
    ocean = tuple(row["kind"] in OCEANS for row in rows)
    return Map(
        key,
        tuple(index),
        tuple(row["name"] for row in rows),
        ocean,
        tuple(row.get("glyph", "") for row in rows),
        reach[0],
        tuple(reach),
        tuple(sum(1 << j for j in js) for js in near),
        index | {row["name"]: i for i, row in enumerate(rows)},
        sum(1 << i for i, wet in enumerate(ocean) if wet),
        _board(raw, index, reach[0]),
        world=raw.get("world", EARTH),
        parts=tuple(row.get("half", "") for row in rows),
        signs=tuple(tuple((sign["kind"], sign.get("text", "")) for sign in row.get("signs", ())) for row in rows),
        starts={slug: tuple(index[name] for name in areas) for slug, areas in raw.get("starts", {}).items()},
        barred={slug: _mask(index, areas) for slug, areas in raw.get("barred", {}).items()},
        joined=_mask(index, raw.get("joined", {}).get("areas", ())),
    )


def _mask(index: Mapping[str, int], areas: Iterable[str]) -> int:
    return sum(1 << index[name] for name in areas)


def with_islands(of: Map, islands: Sequence[tuple[str, str, str]]) -> Map:
    """The board with areas beside it, next to nothing but by powers: (key, name, kind of ground) of each."""
    n, board = len(of.names), of.board
    if n + len(islands) > MOST_AREAS:
        raise DataError(f"{of.key} has no room for {len(islands)} more areas")
    keys, names = [key for key, _, _ in islands], [name for _, name, _ in islands]
    if clash := {*keys, *names} & set(of.index):
        raise DataError(f"{of.key} has an area {min(clash)} already")
    width, height = board.size
    shapes = tuple(_island(n + i, name, kind, width, ISLAND * (1 + 2 * i)) for i, (_, name, kind) in enumerate(islands))
    none = ((),) * len(islands)
    wet = sum(1 << n + i for i, (_, _, kind) in enumerate(islands) if kind in OCEANS)
    return replace(
        of,
        keys=(*of.keys, *keys),
        names=(*of.names, *names),
        ocean=(*of.ocean, *(kind in OCEANS for _, _, kind in islands)),
        glyph=(*of.glyph, *("" for _ in islands)),
        near=(*of.near, *none),
        reach=tuple((*steps, *none) for steps in of.reach),
        near_mask=(*of.near_mask, *(0 for _ in islands)),
        index=of.index | {key: n + i for i, pair in enumerate(islands) for key in pair[:2]},
        wet=of.wet | wet,
        board=replace(
            board, key="+".join([board.key, *keys]), size=(width + 2 * ISLAND, height), areas=(*board.areas, *shapes)
        ),
        islands=((1 << len(islands)) - 1) << n,
        parts=(*of.parts, *("" for _ in islands)),
        signs=(*of.signs, *none),
    )


def _island(i: int, name: str, kind: str, left: float, middle: float) -> Area:
    """A round area to the right of the board."""
    x, y, r = left + ISLAND, middle, ISLAND - 12
    ring = tuple((round(x + r * cos(k * pi / 24), 1), round(y + r * sin(k * pi / 24), 1)) for k in range(48))
    spots = (-60, 12), (60, 12), (0, 64), (-48, 58), (48, 58), (-56, -34), (56, -34)
    slots = [(x + dx, y + dy) for dx, dy in spots]
    at = (x, y - r + 26)
    return Area(
        i, name, kind, (), polygons=((ring,),), label=(name,), label_at=at, slots=tuple(slots), gate_at=(x, y + 10),
        house=True,
    )  # fmt: skip


def _board(raw: dict[str, Any], index: dict[str, int], near: tuple[tuple[int, ...], ...]) -> Board:
    worldly = bool(raw.get("light"))  # drawn in a light of its own: glyphs stand in one row with all other signs
    areas = tuple(
        Area(
            i,
            row["name"],
            row["kind"],
            near[i],
            polygons=tuple(tuple(_ring(ring) for ring in polygon) for polygon in row["polygons"]),
            label=tuple(row["label"]),
            label_at=_point(row["label_at"]),
            more_labels=tuple((tuple(more["lines"]), _point(more["at"])) for more in row.get("more_labels", ())),
            glyph="" if worldly else GLYPHS.get(row.get("glyph", ""), ""),
            glyph_at=_point(row["glyph_at"]) if row.get("glyph_at") else None,
            slots=tuple(_point(at) for at in row["slots"]),
            gate_at=_point(row["gate"]),
            house=True,
            signs=_signs(row) if worldly else (),
            paper=row.get("paper", row.get("glyph", "")) if worldly else "",
        )
        for i, row in enumerate(raw["areas"])
    )
    links = tuple(
        Link(
            (index[link["between"][0]], index[link["between"][1]]),
            (_point(link["marks"][0]), _point(link["marks"][1])),
            link["name"],
            kind=link.get("kind", ""),
        )
        for link in raw["links"]
    )
    if ways := raw.get("joined"):
        links += tuple(
            Link((a, b), (areas[a].label_at or (0, 0), areas[b].label_at or (0, 0)), ways["name"], kind=ways["kind"],
                 serves=ways["serves"])
            for a, b in combinations([index[key] for key in ways["areas"]], 2)
        )  # fmt: skip
    doors = tuple(
        Border(
            (index[door["between"][0]], index[door["between"][1]]),
            "door",
            line=(_point(door["from"]), _point(door["to"])),
        )
        for door in raw.get("doors", ())
    )
    wraps = tuple((index[wrap["area"]], _point(wrap["left"]), _point(wrap["right"])) for wrap in raw["wraps"])
    decoration = tuple((kind, tuple(_ring(ring) for ring in rings)) for kind, rings in raw["decoration"].items())
    sheets = tuple(
        BoardSheet(
            sheet["name"],
            (sheet["box"][0], sheet["box"][1], sheet["box"][2], sheet["box"][3]),
            tuple(index[row["key"]] for row in raw["areas"] if row.get("half") == sheet["key"]),
            sheet.get("light", ""),
        )
        for sheet in raw.get("sheets", ())
    )
    width, height = raw["size"]
    return Board(
        raw["key"], "outlines", (width, height), areas, links, wraps, decoration, house=raw["house"], borders=doors,
        sheets=sheets, light=raw.get("light", ""),
    )  # fmt: skip


def _signs(row: dict[str, Any]) -> tuple[PrintedSign, ...]:
    """What is printed below the name of an area of another world, in one row: its glyph, then its signs."""
    glyph = row.get("glyph", "")
    first = (PrintedSign("glyph", GLYPH_NAMES[glyph], icon=GLYPHS[glyph]),) if glyph else ()
    rest = ((sign, sign.get("shown", sign.get("text", ""))) for sign in row.get("signs", ()))
    return (*first, *(PrintedSign(sign["kind"], sign["name"], text) for sign, text in rest))


def _ring(flat: list[float]) -> Ring:
    """x, y, x, y, ... as points."""
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def _point(at: list[float]) -> Point:
    return at[0], at[1]
