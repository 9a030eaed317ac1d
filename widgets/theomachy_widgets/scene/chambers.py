"""Boards whose areas are chambers: each its own floor in a dark wall with a bright hair; what lies between says the
light. Floors are patterns over a whole area, clipped to it; water ripples.

A light draws so when it has a table `cells`: `edge` and `edge_width` of the walls, `hair` with its opacity, `shade` of
the rim inside. `floors` are patterns by what is printed there, `ripple` the colour of small waves, `waters` colours of
water by its paper; `spines` are the books of what lies between and, with `low` shelves, along upper walls.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from theomachy.engine.tabletop.table import Area

from .geometry import box_of, chance, path_of
from .shapes import Path, Poly, Ring, Shape, Stamp
from .style import is_water

Box = tuple[float, float, float, float]
SHELF = 11.0  # from a wall to the board of the low shelf before it
Lines = Callable[[Sequence[Box], float, str], list[Shape]]


def is_chambered(colours: dict[str, Any]) -> bool:
    """Are areas drawn as chambers in these colours?"""
    return "cells" in colours


def water_of(area: Area, colours: dict[str, Any]) -> str:
    """The colour of water, by its paper where the light names it."""
    waters: dict[str, str] = colours.get("waters", {})
    return waters.get(area.paper, str(colours["water"]))


def back(
    box: Box, colours: dict[str, Any], seed: object, k: float, hidden: Callable[[float, float], bool]
) -> list[Shape]:  # fmt: skip
    """What lies between the chambers: plain, or shelves full of books, where they are not `hidden` below a floor."""
    x0, y0, x1, y1 = box
    plain = Poly((((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), fill=colours.get("back", colours["land"]))
    if "spines" not in colours:
        return [plain]
    hand, step = chance("shelves", seed), 20 * k
    rows = math.ceil((y1 - y0) / step)
    out: list[Shape] = [plain]
    books: dict[str, list[Ring]] = {}
    for row in range(rows):
        low = y0 + (row + 1) * step - 2 * k
        _fill_shelf(x0, x1, low, (0.62 * step, 0.84 * step), hand, k, colours["spines"], books)
    books = {colour: [ring for ring in rings if not _all(ring, hidden)] for colour, rings in books.items()}
    out += [Poly(tuple(rings), fill=colour) for colour, rings in books.items() if rings]
    boards = tuple(((x0, y0 + (row + 1) * step - k), (x1, y0 + (row + 1) * step - k)) for row in range(rows))
    return [*out, Poly(boards, closed=False, stroke=colours["shelf"], width=round(1.9 * k, 1))]


def _all(ring: Ring, hidden: Callable[[float, float], bool]) -> bool:
    return hidden(*ring[0]) and hidden(*ring[2])


def _fill_shelf(
    x0: float, x1: float, low: float, high: tuple[float, float], hand: Random, k: float, spines: Sequence[str],
    books: dict[str, list[Ring]],
) -> None:  # fmt: skip
    """Books side by side on a shelf whose board is at `low`."""
    x = x0 + k
    while x < x1 - 3 * k:
        wide, tall = hand.choice((4.0, 4.6, 5.4, 6.4)) * k, hand.uniform(*high)
        ring = (x, low - tall), (x + wide - 0.8 * k, low - tall), (x + wide - 0.8 * k, low), (x, low)
        books.setdefault(hand.choice(spines), []).append(tuple((round(u, 1), round(v, 1)) for u, v in ring))
        x += wide


# floors --------------------------------------------------------------------------------------------------------------
def _grid(low: float, high: float, step: float) -> Iterable[float]:
    first = math.floor(low / step)
    return (i * step for i in range(first, math.ceil(high / step) + 1))


def _round(boxes: Sequence[Box]) -> Box:
    left, top, right, low = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(low)


def _herringbone(boxes: Sequence[Box], k: float, colour: str) -> list[Shape]:
    s = 13 * k
    cells = dict.fromkeys((x, y) for x0, y0, x1, y1 in boxes for y in _grid(y0, y1, s) for x in _grid(x0, x1, 2 * s))
    d = "".join(f"M{x:.0f} {y:.0f}l{s:.1f} {s:.1f}l{s:.1f} {-s:.1f}" for x, y in cells)
    return [Path(d, stroke=colour, stroke_opacity=0.15, width=round(k, 1))]


def _flags(boxes: Sequence[Box], k: float, colour: str) -> list[Shape]:
    x0, y0, x1, y1 = _round(boxes)
    s = 17 * k
    d = "".join(f"M{x0:.1f} {y:.1f}H{x1:.1f}" for y in _grid(y0, y1, s))
    for i, y in enumerate(_grid(y0, y1, s)):
        d += "".join(f"M{x + (i % 2) * s:.1f} {y:.1f}v{s:.1f}" for x in _grid(x0 - s, x1, 2 * s))
    return [Path(d, stroke=colour, stroke_opacity=0.17, width=round(k, 1))]


def _boards(boxes: Sequence[Box], k: float, colour: str) -> list[Shape]:
    x0, y0, x1, y1 = _round(boxes)
    d = "".join(f"M{x0:.1f} {y:.1f}H{x1:.1f}" for y in _grid(y0, y1, 9 * k))
    return [Path(d, stroke=colour, stroke_opacity=0.15, width=round(k, 1))]


def _lozenges(box: Box, k: float, colour: str) -> list[Shape]:
    x0, y0, x1, y1 = box
    s, r = 26 * k, 3.6 * k
    d = "".join(
        f"M{x:.1f} {y - r:.1f}l{r:.1f} {r:.1f}l{-r:.1f} {r:.1f}l{-r:.1f} {-r:.1f}z"
        for y in _grid(y0, y1, s)
        for x in _grid(x0, x1, s)
    )
    return [Path(d, fill=colour, fill_opacity=0.16)]


def _ripples(box: Box, k: float, colour: str) -> list[Shape]:
    x0, y0, x1, y1 = box
    d = ""
    for i, y in enumerate(_grid(y0, y1, 19 * k)):
        d += "".join(
            f"M{x + (i % 2) * 26 * k:.1f} {y:.1f}q{5 * k:.1f} {-4.6 * k:.1f} {10 * k:.1f} 0t{10 * k:.1f} 0"
            for x in _grid(x0 - 26 * k, x1, 52 * k)
        )
    return [Path(d, stroke=colour, stroke_opacity=0.2, width=round(1.2 * k, 1), cap="round")]


FLOORS: dict[str, Lines] = {"herringbone": _herringbone, "flags": _flags, "boards": _boards}


Room = tuple[Area, tuple[Ring, ...], str]  # an area, its outline and its colour


def floors(rooms: Sequence[Room], colours: dict[str, Any], k: float) -> list[Shape]:
    """The floors of chambers: their colours, patterns, shaded rims. Those of a kind are clipped together, for a clip is
    what costs most; what two of them have at their common wall is the same on both sides.
    """
    kinds: dict[str, list[Room]] = {}
    for room in rooms:
        area = room[0]
        name = colours.get("floors", {}).get(area.paper or "none", "")
        kinds.setdefault(("belt" if area.paper else "pool") if is_water(area.kind) else name, []).append(room)
    return [Stamp(tuple(_floor(name, group, colours, k)), 0, 0, clip=_d(group)) for name, group in kinds.items()]


def _d(rooms: Sequence[Room]) -> str:
    return path_of(ring for _, rings, _ in rooms for ring in rings)


def _floor(name: str, rooms: Sequence[Room], colours: dict[str, Any], k: float) -> list[Shape]:
    """The floor of chambers of one kind."""
    d, box, shade = _d(rooms), box_of([ring for _, rings, _ in rooms for ring in rings]), colours["cells"]["shade"]
    out: list[Shape] = [Path(path_of(rings), fill=colour) for _, rings, colour in rooms]
    if name == "pool":  # paler at its rim
        for wide, pale in zip((24, 9), colours["shoal"][1::-1], strict=True):
            out.append(Path(d, stroke=pale, width=round(wide * k, 1), join="round"))
    if name in ("pool", "belt"):
        out += _ripples(box, k, colours["ripple"])
    elif name == "carpet":
        for wide, opacity in ((34, 0.2), (26, 0.34)):
            out.append(Path(d, stroke=colours["thread"], stroke_opacity=opacity, width=round(wide * k, 1)))
            out.append(Path(d, stroke=rooms[0][2], width=round((wide - 2.2) * k, 1)))
        out += _lozenges(box, k, colours["thread"])
    elif name:
        out += FLOORS[name]([box_of(rings) for _, rings, _ in rooms], k, "#000000")
    for wide, share in ((22, 1.0), (10, 0.8)):
        dark = round(share * shade, 3)
        out.append(Path(d, stroke="#000000", stroke_opacity=dark, width=round(wide * k, 1)))
    return out


def shelf_of(colours: dict[str, Any]) -> float:
    """How high books stand along the upper walls of a dry chamber."""
    return SHELF + 2.0 if "spines" in colours else 0.0


def low_shelves(
    area: Area, rings: tuple[Ring, ...], doors: Sequence[Ring], colours: dict[str, Any], k: float
) -> list[Shape]:  # fmt: skip
    """Books along the upper walls of a dry chamber, but not before its doors."""
    if is_water(area.kind) or "spines" not in colours:
        return []
    hand, books, boards = chance("low shelves", area.id), dict[str, list[Ring]](), list[Ring]()
    gaps = [(min(p[0], q[0]) - 4 * k, max(p[0], q[0]) + 4 * k, p[1]) for p, q in doors]
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if abs(ay - by) > 0.5 or bx <= ax:  # outlines run so that the floor lies below an upper wall
                continue
            low, parts = ay + SHELF * k, [(ax, bx)]
            for left, right, y in gaps:
                if abs(y - ay) < 3 * k:
                    parts = [
                        piece for a, b in parts for piece in ((a, min(b, left)), (max(a, right), b))
                        if piece[1] - piece[0] > 8 * k
                    ]  # fmt: skip
            for a, b in parts:
                _fill_shelf(a + 2 * k, b - 2 * k, low, (6 * k, 8 * k), hand, k, colours["spines"], books)
                boards.append(((round(a, 1), round(low, 1)), (round(b, 1), round(low, 1))))
    out: list[Shape] = [Poly(tuple(found), fill=colour, fill_opacity=0.9) for colour, found in books.items()]
    if boards:
        out.append(Poly(tuple(boards), closed=False, stroke=colours["cells"]["edge"], width=round(1.4 * k, 1)))
    return out


def walls(rings: Iterable[Ring], colours: dict[str, Any], k: float) -> list[Shape]:
    """The walls round all chambers, with their hair."""
    d, cells = path_of(rings), colours["cells"]
    return [
        Path(d, stroke=cells["edge"], width=round(cells["edge_width"] * k, 1), join="round"),
        Path(d, stroke=cells["hair"], stroke_opacity=cells["hair_opacity"], width=round(max(0.8, k), 1), join="round"),
    ]
