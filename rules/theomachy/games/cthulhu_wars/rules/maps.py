"""The boards: areas, neighbours, glyphs and outlines, read from `data/maps`. Adjacency is the truth, outlines its
picture.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ....engine.errors import DataError, unknown
from ....engine.tabletop.table import Area, Board, Link, Point, Ring

MOST_AREAS = 48  # there is room for
MAPS = Path(__file__).parents[1] / "data" / "maps"
GLYPHS = {"AA": "upgrade", "OO": "moon", "WW": "crown-of-thorns"}


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

    def within(self, steps: int) -> tuple[tuple[int, ...], ...]:
        """The areas that a unit may reach in so many steps, by area."""
        return self.reach[min(steps, len(self.reach)) - 1]


def names() -> list[str]:
    """The boards there are."""
    return sorted(path.stem for path in MAPS.glob("*.json"))


@cache
def load_map(key: str) -> Map:
    """The board with this name. Raises `UnknownName`, or `DataError` when its links do not agree."""
    if key not in names():
        raise unknown("map", key, names())
    raw = json.loads((MAPS / f"{key}.json").read_text("utf-8"))
    rows = raw["areas"]
    index = {row["key"]: i for i, row in enumerate(rows)}
    near = [{index[other] for other in row["near"]} for row in rows]
    if len(rows) > MOST_AREAS or any(i in js or any(i not in near[j] for j in js) for i, js in enumerate(near)):
        raise DataError(f"{key}.json: the neighbours do not agree with one another")
    reach, ring = [], near
    for _ in range(3):
        reach.append(tuple(tuple(sorted(js)) for js in ring))
        ring = [(js | {k for j in js for k in near[j]}) - {i} for i, js in enumerate(ring)]
    ocean = tuple(row["kind"] in ("ocean", "sea") for row in rows)
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
    )


def _board(raw: dict[str, Any], index: dict[str, int], near: tuple[tuple[int, ...], ...]) -> Board:
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
            glyph=GLYPHS.get(row.get("glyph", ""), ""),
            glyph_at=_point(row["glyph_at"]) if row.get("glyph_at") else None,
            slots=tuple(_point(at) for at in row["slots"]),
            gate_at=_point(row["gate"]),
            house=True,
        )
        for i, row in enumerate(raw["areas"])
    )
    links = tuple(
        Link(
            (index[link["between"][0]], index[link["between"][1]]),
            (_point(link["marks"][0]), _point(link["marks"][1])),
            link["name"],
        )
        for link in raw["links"]
    )
    wraps = tuple((index[wrap["area"]], _point(wrap["left"]), _point(wrap["right"])) for wrap in raw["wraps"])
    decoration = tuple((kind, tuple(_ring(ring) for ring in rings)) for kind, rings in raw["decoration"].items())
    width, height = raw["size"]
    return Board(raw["key"], "outlines", (width, height), areas, links, wraps, decoration, house=raw["house"])


def _ring(flat: list[float]) -> Ring:
    """x, y, x, y, ... as points."""
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def _point(at: list[float]) -> Point:
    return at[0], at[1]
