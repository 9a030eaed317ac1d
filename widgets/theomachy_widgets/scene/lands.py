"""Lands as a hand draws them: outlines that are bent and roughened, lakes with a shore, scattered trees, peaks, tufts.

A kind of area is drawn so when the style gives it `scatter`. Outlines are bent by one smooth function of the place and
roughened side by side, seeded by the side: neighbours share every point, and no border changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from theomachy.engine.tabletop.table import Board

from .geometry import box_of, chance, inside, path_of, walk
from .nearby import Edges, Rings, Strewn, sides_of
from .shapes import Disc, Path, Point, Poly, Ring, Shape, Stamp
from .style import kind

Box = tuple[float, float, float, float]
_USUAL = 1400.0  # the width of a board, in its own units, for which the bends below are made
_MARGIN = 0.016  # of the width, left free round the lands
_STRETCH = 1.2  # how much more a board is widened than heightened, at most, to fill its picture
_SHORE = 8.5  # of a lake
PARTS = 4  # of a side that is roughened: half of its halves


def is_drawn(name: str) -> bool:
    """Are areas of this kind drawn by hand?"""
    return "scatter" in kind(name)


@dataclass(frozen=True, slots=True)
class Hand:
    """Where the points of a drawn board come to lie: bent, then fitted to the picture."""

    seed: int
    unit: float  # of the board, in units of the usual one
    zoom: Point = (1.0, 1.0)
    shift: Point = (0.0, 0.0)

    def bent(self, p: Point) -> Point:
        x, y, turn = p[0] / self.unit, p[1] / self.unit, 1.3 * (self.seed - 1)
        return (
            self.unit
            * (
                x
                + 17 * math.sin(y / 96 + 0.7 + turn)
                + 9 * math.sin(x / 71 + y / 53 + turn)
                + 5 * math.sin(y / 29 + x / 170)
            ),
            self.unit
            * (
                y
                + 15 * math.sin(x / 103 + 1.9 + turn)
                + 9 * math.sin(x / 47 - y / 80 + 0.4 + turn)
                + 4 * math.sin(x / 23 + y / 90)
            ),
        )

    def at(self, p: Point) -> Point:
        x, y = self.bent(p)
        return round(x * self.zoom[0] + self.shift[0], 2), round(y * self.zoom[1] + self.shift[1], 2)

    def rough(self, a: Point, b: Point) -> list[Point]:
        """The points of one side without its last, the same from both of its areas."""
        low, high = min(a, b), max(a, b)
        line = _broken(self.at(low), self.at(high), 2.3 * self.unit, chance("side", self.seed, low, high), PARTS // 2)
        return line[:-1] if a == low else line[:0:-1]

    def ring(self, ring: Ring) -> Ring:
        return tuple(p for i, a in enumerate(ring) for p in self.rough(a, ring[(i + 1) % len(ring)]))


def _broken(a: Point, b: Point, by: float, hand: Random, depth: int) -> list[Point]:
    """A side with its middle pushed aside, and so each half."""
    if depth == 0:
        return [a, b]
    away, length = hand.uniform(-by, by), math.dist(a, b) or 1.0
    away = max(-0.18 * length, min(0.18 * length, away))
    mid = (
        round((a[0] + b[0]) / 2 - (b[1] - a[1]) / length * away, 2),
        round((a[1] + b[1]) / 2 + (b[0] - a[0]) / length * away, 2),
    )
    return [*_broken(a, mid, 0.55 * by, hand, depth - 1)[:-1], *_broken(mid, b, 0.55 * by, hand, depth - 1)]


@lru_cache(maxsize=16)
def hand_of(board: Board) -> Hand | None:
    """How this board is drawn by hand; None when it is not."""
    if not any(is_drawn(area.kind) for area in board.areas):
        return None
    plain = Hand(board.seed, board.size[0] / _USUAL)
    points = [plain.bent(p) for area in board.areas for polygon in area.polygons for ring in polygon for p in ring]
    if not points:
        return plain
    (wide, high), (x0, y0, x1, y1) = board.size, box_of([points])
    edge = _MARGIN * wide
    kx, ky = (wide - 2 * edge) / max(1.0, x1 - x0), (high - 2 * edge) / max(1.0, y1 - y0)
    kx, ky = min(kx, ky * _STRETCH), min(ky, kx * _STRETCH)
    shift = (wide - kx * (x0 + x1)) / 2, (high - ky * (y0 + y1)) / 2
    return replace(plain, zoom=(kx, ky), shift=shift)


@lru_cache(maxsize=16)
def by_hand(board: Board) -> Board:
    """The board as it is drawn; one that is not drawn by hand stays as it is."""
    hand = hand_of(board)
    if hand is None:
        return board
    areas = tuple(
        replace(
            area,
            polygons=tuple(tuple(hand.ring(ring) for ring in polygon) for polygon in area.polygons),
            label_at=hand.at(area.label_at) if area.label_at else None,
            glyph_at=hand.at(area.glyph_at) if area.glyph_at else None,
            gate_at=hand.at(area.gate_at) if area.gate_at else None,
            slots=tuple(hand.at(p) for p in area.slots),
            more_labels=tuple((lines, hand.at(p)) for lines, p in area.more_labels),
        )
        for area in board.areas
    )
    return replace(
        board,
        areas=areas,
        links=tuple(replace(link, marks=(hand.at(link.marks[0]), hand.at(link.marks[1]))) for link in board.links),
        wraps=tuple((area, hand.at(left), hand.at(right)) for area, left, right in board.wraps),
        decoration=tuple((name, tuple(hand.ring(ring) for ring in rings)) for name, rings in board.decoration),
    )


# lakes ----------------------------------------------------------------------------------------------------------------
def shored(rings: tuple[Ring, ...], look: dict[str, Any], colours: dict[str, Any], k: float) -> list[Shape]:
    """A lake: the water is the outline drawn in, with a darker band; what lies outside is shore, with reeds."""
    d, shore = path_of(rings), 2 * _SHORE * k
    water, ground = colours[look["inner"]], colours[look["ground"]]
    out: list[Shape] = [Path(d, fill=water, even_odd=True)]
    for colour, width, opacity in (
        (colours["lake_deep"], shore + 17 * k, 0.55),
        (water, shore + 10.5 * k, 1.0),
        (colours["lake_edge"], shore + 2.4 * k, 1.0),
        (ground, shore, 1.0),
    ):
        out.append(Path(d, clip=d, stroke=colour, stroke_opacity=opacity, width=round(width, 1), join="round"))
    hand = chance("reeds", *rings[0][:2])
    lines = []
    for ring in rings:
        for x, y, tx, ty in walk((*ring, ring[0]), 24 * k):
            x, y = x - ty * 5.6 * k, y + tx * 5.6 * k
            if not inside(x, y, rings):
                x, y = x + 2 * ty * 5.6 * k, y - 2 * tx * 5.6 * k
            if hand.random() < 0.6 and inside(x, y, rings):
                lines.append(
                    f"M{x - 2 * k:.1f} {y + 2 * k:.1f}l{-0.8 * k:.1f} {-5 * k:.1f}"
                    f"M{x:.1f} {y + 2 * k:.1f}v{-6.4 * k:.1f}"
                    f"M{x + 2 * k:.1f} {y + 2 * k:.1f}l{0.8 * k:.1f} {-5 * k:.1f}"
                )
    if lines:
        out.append(Path("".join(lines), stroke=colours["reed"], width=round(1.1 * k, 2), cap="round"))
    return out


# what is scattered over land ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Scatter:
    """A sign that is repeated: its size, the least distance of two, its foot and head against its size, its drawing."""

    size: float
    apart: float
    foot: Box  # left, above, right, below its point
    draw: Callable[[float, dict[str, Any], Random], tuple[Shape, ...]]


def _conifer(s: float, colours: dict[str, Any], hand: Random) -> tuple[Shape, ...]:
    return _tree(round(s * (1 + 0.11 * hand.choice((-1, 0, 1))), 1), colours["motif_forests"], colours["forest"])


@lru_cache(maxsize=64)
def _tree(h: float, dark: str, light: str) -> tuple[Shape, ...]:
    """A conifer on its foot, with a lit side."""
    w = 0.36 * h
    body = (
        f"M0 {-h:.1f}C{0.1 * h:.1f} {-0.6 * h:.1f} {w:.1f} {-0.2 * h:.1f} {w:.1f} {-0.03 * h:.1f}"
        f"C{0.16 * h:.1f} {0.1 * h:.1f} {-0.16 * h:.1f} {0.1 * h:.1f} {-w:.1f} {-0.03 * h:.1f}"
        f"C{-w:.1f} {-0.2 * h:.1f} {-0.1 * h:.1f} {-0.6 * h:.1f} 0 {-h:.1f}z"
    )
    lit = (
        f"M{-0.03 * h:.1f} {-0.82 * h:.1f}C{-0.13 * h:.1f} {-0.5 * h:.1f} {-0.8 * w:.1f} {-0.2 * h:.1f} {-0.72 * w:.1f}"
        f" {-0.05 * h:.1f}C{-0.1 * h:.1f} 0 {-0.07 * h:.1f} {-0.5 * h:.1f} {-0.03 * h:.1f} {-0.82 * h:.1f}z"
    )
    return (
        Path(f"M0 0v{0.16 * h:.1f}", stroke=dark, width=round(0.095 * h, 1)),
        Path(body, fill=dark, stroke=light, width=0.7),
        Path(lit, fill=light, fill_opacity=0.5),
    )


def _peak(s: float, colours: dict[str, Any], hand: Random) -> tuple[Shape, ...]:
    zoom, lean = hand.choice((0.88, 1.0, 1.16)), hand.choice((-0.07, 0.0, 0.07))
    return _mountain(round(s * zoom, 1), lean, colours["mountain"], colours["motif_mountains"], colours["snow"])


@lru_cache(maxsize=64)
def _mountain(s: float, lean: float, rock: str, shade: str, snow: str) -> tuple[Shape, ...]:
    w, h = 0.52 * s, 1.02 * s

    def line(*points: Point) -> str:
        return "M" + "L".join(f"{a * w + lean * s * b:.1f} {-b * h:.1f}" for a, b in points) + "z"

    return (
        Path(
            line((-1, 0), (-0.4, 0.5), (0, 1), (0.45, 0.52), (1, 0)), fill=rock, stroke=shade, width=1.1, join="round"
        ),
        Path(line((0, 1), (0.45, 0.52), (1, 0), (0.14, 0), (0.24, 0.42), (-0.06, 0.62)), fill=shade, fill_opacity=0.62),
        Path(line((0, 1), (0.26, 0.72), (0.08, 0.64), (-0.06, 0.72), (-0.22, 0.7)), fill=snow),
    )


def _grass(s: float, colours: dict[str, Any], hand: Random) -> tuple[Shape, ...]:
    flower = hand.choice(colours["flowers"]) if hand.random() < 0.22 else ""
    return _tuft(s / 13, colours["motif_plains"], flower)


@lru_cache(maxsize=64)
def _tuft(k: float, stalk: str, flower: str) -> tuple[Shape, ...]:
    if flower:
        return (
            Path(f"M0 {-4 * k:.1f}v{5 * k:.1f}", stroke=stalk, width=1.2),
            Disc(0, round(-5.4 * k, 1), round(2 * k, 1), fill=flower, fill_opacity=0.85),
        )
    d = (
        f"M{-3.4 * k:.1f} {-4 * k:.1f}Q{-k:.1f} {-2.4 * k:.1f} {-0.7 * k:.1f} {1.4 * k:.1f}"
        f"M0 {-6.4 * k:.1f}V{1.4 * k:.1f}"
        f"M{3.8 * k:.1f} {-4.4 * k:.1f}Q{k:.1f} {-2.4 * k:.1f} {0.7 * k:.1f} {1.4 * k:.1f}"
    )
    return (Path(d, stroke=stalk, width=1.3, cap="round"),)


def _wave(s: float, colours: dict[str, Any], _hand: Random) -> tuple[Shape, ...]:
    return _ripple(s / 14, colours["lake_ripple"], 0.8)


@lru_cache(maxsize=16)
def _ripple(k: float, colour: str, opacity: float) -> tuple[Shape, ...]:
    d = f"M{-9 * k:.1f} 0q{4.5 * k:.1f} {-3.6 * k:.1f} {9 * k:.1f} 0t{9 * k:.1f} 0"
    return (Path(d, stroke=colour, stroke_opacity=opacity, width=1.3, cap="round"),)


SCATTERS: dict[str, Scatter] = {
    "conifers": Scatter(19, 15, (0.5, 0.95, 0.5, 0.18), _conifer),
    "peaks": Scatter(25, 25, (0.55, 1.05, 0.55, 0.1), _peak),
    "tufts": Scatter(13, 22, (0.4, 0.6, 0.4, 0.15), _grass),
    "ripples": Scatter(14, 26, (0.8, 0.3, 0.8, 0.3), _wave),
}


def scattered(
    name: str,
    rings: tuple[Ring, ...],
    keep: Sequence[Box],
    colours: dict[str, Any],
    hand: Random,
    k: float,
    edge: float,
) -> list[Shape]:
    """One sign all over an area, no two nearer than its least distance, clear of the boxes of `keep` and of the border.

    `k` is how much larger than usual it is drawn, `edge` what the border keeps free.
    """
    look = SCATTERS[name]
    size, apart = look.size * k, look.apart * k
    left, above, right, below = (each * size for each in look.foot)
    x0, y0, x1, y1 = box_of(rings[:1])
    held, edges = Rings(rings), Edges(sides_of(rings))
    found, strewn = list[Point](), Strewn(apart, 1.35)
    for _ in range(min(2500, int((x1 - x0) * (y1 - y0) / (11 * k * k)))):
        x, y = hand.uniform(x0, x1), hand.uniform(y0, y1)
        if not strewn.clear(x, y):
            continue
        if any(
            x + right > bx0 and x - left < bx1 and y + below > by0 and y - above < by1 for bx0, by0, bx1, by1 in keep
        ):
            continue
        corners = ((x - left, y + below), (x + right, y + below), (x, y - above), (x - left, y), (x + right, y))
        if all(held.hold(*p) for p in corners) and all(edges.room(*p, edge + 1) > edge for p in corners):
            found.append((x, y))
            strewn.add(x, y)
    return [
        Stamp(look.draw(size, colours, hand), round(x, 1), round(y, 1)) for x, y in sorted(found, key=lambda p: p[1])
    ]


def waves(
    size: Point, colour: str, hand: Random, k: float, dry: Callable[[float, float], bool]
) -> list[Shape]:  # fmt: skip
    """Small waves on the sea, where nothing is near."""
    found: list[Shape] = []
    for _ in range(90):
        x, y = hand.uniform(0, size[0]), hand.uniform(0, size[1])
        if not dry(x, y):
            found.append(Stamp(_ripple(0.9 * k, colour, 0.3), round(x, 1), round(y, 1)))
    return found


# closed land ----------------------------------------------------------------------------------------------------------
def mist(rings: tuple[Ring, ...], colours: dict[str, Any], seed: object) -> list[Shape]:
    """What covers land that nobody may enter: its own plain colour, and drifting bands."""
    x0, y0, x1, y1 = box_of(rings)
    hand, out = chance("mist", seed), list[Shape]()
    out.append(Poly(rings, fill=colours["closed"], stroke=colours["closed"], width=0.9))
    lines: list[Ring] = []
    for i in range(5):
        y = y0 + (y1 - y0) * (0.16 + 0.17 * i) + hand.uniform(-3, 3)
        start, phase, run = hand.uniform(0, 0.3), hand.uniform(0, 6), list[Point]()
        steps = 26
        for j in range(steps + 1):
            x = x0 + (x1 - x0) * (start + 0.68 * j / steps)
            p = (round(x, 1), round(y + 2.4 * math.sin(j * 0.55 + phase), 1))
            if inside(*p, rings):
                run.append(p)
            elif len(run) > 3:
                lines.append(tuple(run))
                run = []
            else:
                run = []
        lines += [tuple(run)] if len(run) > 3 else []
    if lines:
        out.append(
            Poly(
                tuple(lines),
                closed=False,
                stroke=colours["mist"],
                stroke_opacity=0.6,
                width=4,
                cap="round",
                join="round",
            )
        )
    return out
