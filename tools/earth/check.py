"""Proves that a map file draws what it says: borders that can be seen, plus links, are exactly the adjacency.

usage: python -m earth.check FILE...     (in the folder `tools`; ends with 1 if there is any fault)

Plain Python. Areas of a map meet in exactly the same points, so a common border is a common stretch of outline.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from earth.pack import points

Point = tuple[float, float]
Rings = list[list[Point]]

VISIBLE = 12.0  # units: the border of two neighbours is at least this long
STRAY = 3.0  # and that of strangers at most this
TOKEN = 12.0  # radius that the slots are made for
FEWEST_SLOTS = 8


def faults(board: dict[str, Any]) -> list[str]:
    """Return every complaint about one map, in words; none means that drawing and adjacency agree."""
    return [*names(board), *tiling(board), *borders(board), *marks(board)]


def names(board: dict[str, Any]) -> Iterator[str]:
    """Keys are unique, neighbours exist and know each other, every part has its source."""
    areas = {area["key"]: area for area in board["areas"]}
    if len(areas) != len(board["areas"]):
        yield "keys are not unique"
    for key, area in areas.items():
        for other in area["near"]:
            if other not in areas or other == key:
                yield f"{key}: neighbour {other} is no other area"
            elif key not in areas[other]["near"]:
                yield f"{key}: neighbour {other} does not know it"
        if area["kind"] not in ("land", "ocean"):
            yield f"{key}: kind {area['kind']}"
        if " ".join(area["label"]) != area["name"]:
            yield f"{key}: the lettering reads differently"
    for part in ("areas", "near", "outlines", "slots"):
        if board["source"].get(part, {}).get("source") not in ("rulebook", "published", "house"):
            yield f"{part} has no source"


def tiling(board: dict[str, Any]) -> Iterator[str]:
    """The areas cover the board, or each of its sheets, without gap or overlap: every stretch is shared by two or lies
    on a frame. Rooms with doors may have masonry between them: there a stretch may be of one alone.
    """
    width, height = board["size"]
    frames = [sheet["box"] for sheet in board.get("sheets", ())] or [[0, 0, width, height]]
    walled = bool(board.get("doors"))
    total = sum(signed(ring) for area in board["areas"] for rings in polygons(area) for ring in rings)
    room = sum((right - left) * (low - top) for left, top, right, low in frames)
    if total - room > 0.5 or (room - total > 0.5 and not walled):
        yield f"the areas cover {total:.1f} of {room} square units"
    for edge, owners in stretches(board).items():
        (px, py), (qx, qy) = edge
        frame = any(
            (px == qx and px in (left, right)) or (py == qy and py in (top, low)) for left, top, right, low in frames
        )
        if len(owners) not in ((1, 2) if walled else (1,) if frame else (2,)):
            yield f"the stretch {edge} belongs to {len(owners)} areas"
            break


def borders(board: dict[str, Any]) -> Iterator[str]:
    """What can be seen as a border, plus the links, is the adjacency, no more and no less."""
    linked = {frozenset(link["between"]) for link in board["links"]}
    shared: dict[frozenset[str], float] = {}
    for (p, q), owners in stretches(board).items():
        if len(set(owners)) == 2:
            pair = frozenset(owners)
            shared[pair] = shared.get(pair, 0.0) + math.dist(p, q)
    near = {area["key"]: set(area["near"]) for area in board["areas"]}
    for a, b in combinations(sorted(near), 2):
        length, pair = shared.get(frozenset((a, b)), 0.0), frozenset((a, b))
        if b in near[a] and pair not in linked and length < VISIBLE:
            yield f"{a} and {b} are neighbours, but share only {length:.1f}"
        elif b in near[a] and pair in linked and length > STRAY:
            yield f"{a} and {b} are linked, although they share {length:.1f}"
        elif b not in near[a] and length > STRAY:
            yield f"{a} and {b} are no neighbours, but share {length:.1f}"
        elif b not in near[a] and pair in linked:
            yield f"{a} and {b} are linked, but no neighbours"


def marks(board: dict[str, Any]) -> Iterator[str]:
    """Lettering, glyphs, gates, slots and the ends of links and wraps lie where they belong."""
    areas = {area["key"]: area for area in board["areas"]}
    for key, area in areas.items():
        rings = [ring for polygon in polygons(area) for ring in polygon]
        named = [area["label_at"], *(each["at"] for each in area.get("more_labels", ()))]
        if not all(inside(at, rings) for at in named):
            yield f"{key}: lettering outside"
        if ("glyph" in area) != ("glyph_at" in area):
            yield f"{key}: a glyph without a place, or a place without a glyph"
        spots = [area["gate"], *area["slots"]]
        if len(area["slots"]) < FEWEST_SLOTS:
            yield f"{key}: only {len(area['slots'])} slots"
        for spot in spots:
            if not inside(spot, rings) or to_edge(spot, rings) < TOKEN - 0.1:
                yield f"{key}: no room for a token at {spot}"
        if any(math.dist(a, b) < 1.6 * TOKEN - 0.15 for a, b in combinations(spots, 2)):
            yield f"{key}: two slots are too close"
    for link in board["links"]:
        for key, mark in zip(link["between"], link["marks"], strict=True):
            if not inside(mark, [ring for polygon in polygons(areas[key]) for ring in polygon]):
                yield f"the end of {link['name']} lies outside {key}"
    for wrap in board["wraps"]:
        rings = [ring for polygon in polygons(areas[wrap["area"]]) for ring in polygon]
        if not (inside(wrap["left"], rings) and inside(wrap["right"], rings)):
            yield f"an arrow of {wrap['area']} lies outside it"


def stretches(board: dict[str, Any]) -> dict[tuple[Point, Point], list[str]]:
    """Every stretch of outline -> the areas that have it."""
    found: dict[tuple[Point, Point], list[str]] = {}
    for area in board["areas"]:
        for polygon in polygons(area):
            for ring in polygon:
                for p, q in zip([ring[-1], *ring[:-1]], ring, strict=True):
                    found.setdefault((p, q) if p < q else (q, p), []).append(area["key"])
    return found


def polygons(area: dict[str, Any]) -> list[Rings]:
    """The parts of an area; the first ring of each is its outline, the others are holes."""
    return [[points(ring) for ring in rings] for rings in area["polygons"]]


def signed(ring: list[Point]) -> float:
    """Area of a ring: outlines count, holes count against."""
    return sum(px * y - x * py for (px, py), (x, y) in zip([ring[-1], *ring[:-1]], ring, strict=True)) / 2


def inside(point: Any, rings: Rings) -> bool:
    """Whether a point lies in the rings, by the even-odd rule."""
    x, y = point
    odd = False
    for ring in rings:
        for (px, py), (qx, qy) in zip([ring[-1], *ring[:-1]], ring, strict=True):
            if (qy > y) != (py > y) and x < (px - qx) * (y - qy) / (py - qy) + qx:
                odd = not odd
    return odd


def to_edge(point: Any, rings: Rings) -> float:
    """Distance of a point from the nearest outline."""
    x, y = point
    best = math.inf
    for ring in rings:
        for (px, py), (qx, qy) in zip([ring[-1], *ring[:-1]], ring, strict=True):
            dx, dy = qx - px, qy - py
            span = dx * dx + dy * dy
            t = max(0.0, min(1.0, ((x - px) * dx + (y - py) * dy) / span)) if span else 0.0
            best = min(best, math.hypot(x - px - t * dx, y - py - t * dy))
    return best


def main() -> None:
    """Check the files named on the command line."""
    found = 0
    for name in sys.argv[1:]:
        for fault in faults(json.loads(Path(name).read_text(encoding="utf-8"))):
            print(f"{name}: {fault}")
            found += 1
    sys.exit(1 if found or len(sys.argv) < 2 else 0)


if __name__ == "__main__":
    main()
