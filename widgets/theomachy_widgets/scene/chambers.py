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
Lines = Callable[[Box, float, str], list[Shape]]


def is_chambered(colours: dict[str, Any]) -> bool:
    """Are areas drawn as chambers in these colours?"""
    return "cells" in colours


def water_of(area: Area, colours: dict[str, Any]) -> str:
    """The colour of water, by its paper where the light names it."""
    waters: dict[str, str] = colours.get("waters", {})
    return waters.get(area.paper, str(colours["water"]))


def back(box: Box, colours: dict[str, Any], seed: object, k: float) -> list[Shape]:
    """What lies between the chambers: plain, or shelves full of books."""
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
    out += [Poly(tuple(rings), fill=colour) for colour, rings in books.items()]
    boards = tuple(((x0, y0 + (row + 1) * step - k), (x1, y0 + (row + 1) * step - k)) for row in range(rows))
    return [*out, Poly(boards, closed=False, stroke=colours["shelf"], width=round(1.9 * k, 1))]


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


def _herringbone(box: Box, k: float, colour: str) -> list[Shape]:
    x0, y0, x1, y1 = box
    s = 11 * k
    d = "".join(
        f"M{x:.1f} {y:.1f}l{s:.1f} {s:.1f}M{x + s:.1f} {y + s:.1f}l{s:.1f} {-s:.1f}"
        for y in _grid(y0, y1, s)
        for x in _grid(x0, x1, 2 * s)
    )
    return [Path(d, stroke=colour, stroke_opacity=0.15, width=round(k, 1))]


def _flags(box: Box, k: float, colour: str) -> list[Shape]:
    x0, y0, x1, y1 = box
    s = 17 * k
    d = "".join(f"M{x0:.1f} {y:.1f}H{x1:.1f}" for y in _grid(y0, y1, s))
    for i, y in enumerate(_grid(y0, y1, s)):
        d += "".join(f"M{x + (i % 2) * s:.1f} {y:.1f}v{s:.1f}" for x in _grid(x0 - s, x1, 2 * s))
    return [Path(d, stroke=colour, stroke_opacity=0.17, width=round(k, 1))]


def _boards(box: Box, k: float, colour: str) -> list[Shape]:
    x0, y0, x1, y1 = box
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


FLOORS: dict[str, Lines] = {"herringbone": _herringbone, "flags": _flags, "boards": _boards, "carpet": _lozenges}


def floor(area: Area, rings: tuple[Ring, ...], colour: str, colours: dict[str, Any], k: float) -> list[Shape]:
    """The floor of one chamber: its colour, a pattern, and a shaded rim."""
    d, box, cells, wet = path_of(rings), box_of(rings), colours["cells"], is_water(area.kind)
    inner: list[Shape] = [Path(d, fill=colour)]
    name = colours.get("floors", {}).get(area.paper or "none", "")
    if wet:
        if not area.paper:  # a pool: paler at its rim
            inner += [
                Path(d, stroke=shade, width=round(wide * k, 1), join="round")
                for wide, shade in zip((24, 9), colours["shoal"][1::-1], strict=True)
            ]
        inner += _ripples(box, k, colours["ripple"])
    elif name == "carpet":
        thread = colours["thread"]
        for wide, opacity in ((34, 0.2), (26, 0.34)):
            inner.append(Path(d, stroke=thread, stroke_opacity=opacity, width=round(wide * k, 1)))
            inner.append(Path(d, stroke=colour, width=round((wide - 2.2) * k, 1)))
        inner += _lozenges(box, k, thread)
    elif name:
        inner += FLOORS[name](box, k, "#000000")
    for wide, share in ((22, 1.0), (10, 0.8)):
        inner.append(
            Path(d, stroke="#000000", stroke_opacity=round(share * cells["shade"], 3), width=round(wide * k, 1))
        )
    return [Stamp(tuple(inner), 0, 0, clip=d)]


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
            low, parts = ay + 11 * k, [(ax, bx)]
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
