"""The shapes that tokens and places are made of: those of owners, icons, cut stones."""

from __future__ import annotations

import math
from functools import lru_cache

from .geometry import rounded
from .shapes import Disc, Path, Ring, Shape
from .style import STYLE, icon_path

INK, PAPER = STYLE["mark"]["ink"], STYLE["mark"]["paper"]
_POLYGONS = {  # corners, turn, reach, roundness: all have about the area of a disc
    "square": (4, math.pi / 4, 1.28, 0.3),
    "diamond": (4, 0.0, 1.30, 0.34),
    "hexagon": (6, 0.0, 1.12, 0.22),
    "octagon": (8, math.pi / 8, 1.06, 0.12),
    "pentagon": (5, -math.pi / 2, 1.2, 0.26),
    "triangle": (3, -math.pi / 2, 1.42, 0.2),
}


def _corners(shape: str, r: float) -> list[tuple[float, float]]:
    n, turn, reach, _ = _POLYGONS[shape]
    return [
        (reach * r * math.cos(turn + i * math.tau / n), reach * r * math.sin(turn + i * math.tau / n)) for i in range(n)
    ]


def outline(shape: str, r: float) -> str:
    """The path of a token's shape round 0, 0 for the radius `r` of a disc of the same area."""
    if shape in _POLYGONS:
        return rounded(_corners(shape, r), _POLYGONS[shape][3] * r)
    if shape == "shield":
        k = 0.95 * r
        return (
            f"M{-k:.2f} {-k:.2f}H{k:.2f}V{0.15 * k:.2f}"
            f"C{k:.2f} {0.8 * k:.2f} {0.5 * k:.2f} {1.15 * k:.2f} 0 {1.35 * k:.2f}"
            f"C{-0.5 * k:.2f} {1.15 * k:.2f} {-k:.2f} {0.8 * k:.2f} {-k:.2f} {0.15 * k:.2f}z"
        )
    if shape == "notched":
        k, cut = 0.98 * r, 0.42 * r
        return (
            f"M{-k + cut:.2f} {-k:.2f}H{k - cut:.2f}A{cut:.2f} {cut:.2f} 0 0 0 {k:.2f} {-k + cut:.2f}V{k - cut:.2f}"
            f"A{cut:.2f} {cut:.2f} 0 0 0 {k - cut:.2f} {k:.2f}H{-k + cut:.2f}"
            f"A{cut:.2f} {cut:.2f} 0 0 0 {-k:.2f} {k - cut:.2f}"
            f"V{-k + cut:.2f}A{cut:.2f} {cut:.2f} 0 0 0 {-k + cut:.2f} {-k:.2f}z"
        )
    if shape == "arch":
        k, low, foot = 0.93 * r, 0.98 * 0.93 * r, 1.12 * 0.93 * r
        return (
            f"M{-k:.2f} {low:.2f}V{-0.12 * k:.2f}A{k:.2f} {k:.2f} 0 0 1 {k:.2f} {-0.12 * k:.2f}V{low:.2f}"
            f"Q{k:.2f} {foot:.2f} {0.84 * k:.2f} {foot:.2f}H{-0.84 * k:.2f}Q{-k:.2f} {foot:.2f} {-k:.2f} {low:.2f}z"
        )
    if shape == "ears":
        return rounded(_ears(r), 0.2 * r)
    if shape == "scallop":
        lobe, at = 0.37 * r, _dents(r)
        arcs = "".join(f"A{lobe:.2f} {lobe:.2f} 0 0 1 {x:.2f} {y:.2f}" for x, y in (*at[1:], at[0]))
        return f"M{at[0][0]:.2f} {at[0][1]:.2f}{arcs}z"
    return f"M{-r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0z"


def _ears(r: float) -> list[tuple[float, float]]:
    """The corners of a head with two ears."""
    half = ((0.42, -0.82), (1.0, -1.28), (1.02, 0.42), (0.55, 1.0))
    k = 0.98 * r
    return [(k * x, k * y) for x, y in half] + [(-k * x, k * y) for x, y in reversed(half)]


def _dents(r: float) -> list[tuple[float, float]]:
    """Where the eight lobes of a scallop meet."""
    q = 0.86 * r
    return [(q * math.cos(i * math.tau / 8), q * math.sin(i * math.tau / 8)) for i in range(8)]


@lru_cache(maxsize=512)
def loop(shape: str, r: float) -> Ring:
    """The shape as straight stretches, for rings round a token."""
    if shape in _POLYGONS:
        at = _corners(shape, r)
        n, cut, out = len(at), _POLYGONS[shape][3] * r, []
        for i, (x, y) in enumerate(at):
            (px, py), (nx, ny) = at[i - 1], at[(i + 1) % n]
            a, b = math.hypot(px - x, py - y), math.hypot(nx - x, ny - y)
            sx, sy, ex, ey = (
                x + (px - x) * cut / a,
                y + (py - y) * cut / a,
                x + (nx - x) * cut / b,
                y + (ny - y) * cut / b,
            )
            out += [
                (
                    (1 - t) ** 2 * sx + 2 * t * (1 - t) * x + t * t * ex,
                    (1 - t) ** 2 * sy + 2 * t * (1 - t) * y + t * t * ey,
                )
                for t in (0, 0.33, 0.67, 1)
            ]
        return tuple(out)
    if shape == "shield":
        k = 0.95 * r
        down = [(k, -k), (k, 0.15 * k), (0.93 * k, 0.58 * k), (0.68 * k, 0.95 * k), (0.36 * k, 1.2 * k), (0, 1.35 * k)]
        return tuple(down + [(-x, y) for x, y in reversed(down[:-1])])
    if shape == "ears":
        return tuple(_ears(r))
    if shape == "arch":
        k = 0.93 * r
        top = [(k * math.cos(i * math.pi / 10), -0.12 * k - k * math.sin(i * math.pi / 10)) for i in range(11)]
        return (*top, (-k, 1.05 * k), (k, 1.05 * k))
    reach = 1.12 * r if shape == "notched" else r
    return tuple((reach * math.cos(i * math.tau / 28), reach * math.sin(i * math.tau / 28)) for i in range(28))


def icon_at(name: str, x: float, y: float, size: float, colour: str, opacity: float = 1.0) -> Path:
    """An icon centred at x, y."""
    return Path(icon_path(name), (x - size / 2, y - size / 2), 0.0, size / 512, fill=colour, opacity=opacity)


def _threads(r: float) -> str:
    """A round of a web: eight threads that sag between its spokes."""
    ends = [(r * math.sin(i * math.tau / 16), -r * math.cos(i * math.tau / 16)) for i in range(17)]
    sags = [f"Q{0.72 * x:.1f} {0.72 * y:.1f} " for x, y in ends[1::2]]
    return "M" + "".join(f"{x:.1f} {y:.1f}{sag}" for (x, y), sag in zip(ends[::2], [*sags, ""], strict=True)) + "z"


_SPOKES = "M0 -10V10M-10 0H10M-7.1 -7.1L7.1 7.1M7.1 -7.1L-7.1 7.1"
_CUTS = {  # outline, facets, lines between them, in a box of 20 by 20 round 0, 0
    "gem": ("M-4 -10H4L9 -3.6L0 10L-9 -3.6z", "M-4 -10L-4.2 -3.6L0 10L-9 -3.6zM-4 -10H4L4.2 -3.6H-4.2z",
            "M-9 -3.6H9M-4 -10L-4.2 -3.6L0 10L4.2 -3.6L4 -10"),
    "brilliant": ("M-6.4 -8H6.4L10.4 -2L0 9.6L-10.4 -2z", "M-6.4 -8L-4.6 -2L0 9.6L-10.4 -2zM-6.4 -8H6.4L4.6 -2H-4.6z",
                  "M-10.4 -2H10.4M-6.4 -8L-4.6 -2L0 9.6L4.6 -2L6.4 -8M-4.6 -2L0 -8L4.6 -2"),
    "shard": ("M-2.5 -10L4.2 -7.2L3.4 -1.4L8 4.6L2.6 9.6L-6.8 6.8L-5 0.6L-8.4 -3.4z",
              "M-2.5 -10L-1.2 -1.6L-6.8 6.8L-5 0.6L-8.4 -3.4z", "M-2.5 -10L-1.2 -1.6L3.4 -1.4M-1.2 -1.6L-6.8 6.8"),
    "web": (_threads(10), _threads(4.4), f"{_SPOKES}{_threads(4.4)}{_threads(7.2)}"),
}  # fmt: skip


def cut_shapes(kind: str, size: float, theme: str, icon: str = "") -> tuple[Shape, ...]:
    """A carried thing of this kind: a cut stone, or its icon on a paper disc."""
    look = STYLE["carried"].get(kind) or STYLE["carried"]["other"]
    fill, facet = look[theme]
    cut, zoom = _CUTS.get(look["cut"]), round(size / 20, 3)
    if cut is None:
        r = size / 2
        return (
            Disc(0, 0.6, r + 0.8, fill=STYLE["token"]["edge"], fill_opacity=0.5),
            Disc(0, 0, r, fill=fill, stroke=INK, width=1),
            icon_at(icon, 0, 0, size * 0.74, facet),
        )
    outline_, facets, lines = cut
    return (
        Path(outline_, zoom=zoom, fill=PAPER, stroke=PAPER, width=4.8, join="round"),
        Path(outline_, zoom=zoom, fill=fill, stroke=INK, width=1.7, join="round"),
        Path(facets, zoom=zoom, fill=facet, fill_opacity=0.85),
        Path(lines, zoom=zoom, stroke=INK, width=1, join="round"),
    )


@lru_cache(maxsize=256)
def pill(width: float, height: float) -> Ring:
    """A small lying capsule round 0, 0."""
    r = height / 2
    right = [(width / 2 - r + r * math.sin(t), -r * math.cos(t)) for t in (math.pi * i / 8 for i in range(9))]
    return tuple(right + [(-x, -y) for x, y in right])
