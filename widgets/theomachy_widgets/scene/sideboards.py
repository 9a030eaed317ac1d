"""The boards beside a world, painted behind its frame: a sky from dusk to night above it, an underworld at its left."""

from __future__ import annotations

import math
from typing import Any

from .geometry import chance, path_of
from .shapes import Disc, Path, Point, Poly, Ring, Shape, Stamp
from .style import STYLE

PAPER = STYLE["mark"]["paper"]
_STEPS = 160  # of a blend of colours
_CLOUD = "M-46 6C-50 -4 -36 -10 -28 -6C-26 -18 -6 -18 -2 -8C6 -16 22 -12 22 -3C34 -8 46 0 42 6z"


def mixed(a: str, b: str, share: float) -> str:
    """A colour between two."""
    parts = (round(int(a[i : i + 2], 16) * (1 - share) + int(b[i : i + 2], 16) * share) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def blend(colours: list[str], at: list[float], share: float) -> str:
    """The colour of a blend at a share of its way."""
    for i in range(len(at) - 1):
        if share <= at[i + 1]:
            return mixed(colours[i], colours[i + 1], (share - at[i]) / (at[i + 1] - at[i]))
    return colours[-1]


def _box(x0: float, y0: float, x1: float, y1: float) -> Ring:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def sky(frame: Ring, size: Point, left: float, low: float, m: dict[str, Any], z: float, to: Any) -> list[Shape]:
    """The sky over the world, from `left` of the page down to `low`: the sun of dusk, clouds, stars, a red moon."""
    wide = size[0]
    stops, out = [0, 0.1, 0.27, 0.47, 0.62, 0.82, 1.0], list[Shape]()
    for i in range(_STEPS):
        x0, x1 = wide * i / _STEPS, wide * (i + 1) / _STEPS + 1
        colour = blend(m["sky"], stops, (i + 0.5) / _STEPS)
        out.append(Poly((to(_box(x0, 0, x1, low)),), fill=colour))
    hand = chance("stars")
    right, top = max(x for x, _ in frame), min(y for _, y in frame)
    spots = []
    for _ in range(110):
        x, y = hand.uniform(0.58 * wide, wide), hand.uniform(4, top - 16)
        spots.append((x, y, hand.choice((1.1, 1.5, 2.2)), min(0.9, (x - 0.55 * wide) / (0.4 * wide))))
    for x, y, r, shown in spots:
        ((u, v),) = to(((x, y),))
        out.append(Disc(u, v, round(r * z, 2), fill=PAPER, fill_opacity=round(shown, 2)))
    for x, y, s in ((0.31, 0.82, 1.0), (0.44, 0.24, 0.8), (0.5, 0.86, 0.9), (0.24, 0.28, 0.7)):
        ((u, v),) = to(((x * wide, y * top),))
        out.append(Path(_CLOUD, (u, v), zoom=round(s * z, 3), fill=PAPER, fill_opacity=m["cloud"]))
    ((sx, sy),) = to(((0.62 * min(x for x, _ in frame), 0.6 * top),))
    out.append(Disc(sx, sy, round(92 * z, 1), fill="#f7c860", fill_opacity=0.28))
    out.append(Disc(sx, sy, round(64 * z, 1), fill="#f9d47c", fill_opacity=0.4))
    for i in range(20):
        t = i * math.pi / 10
        if math.sin(t) < 0.35:
            far = 64 if i % 2 else 76
            ray = tuple((sx + r * z * math.cos(t), sy + r * z * math.sin(t)) for r in (46, far))
            out.append(Poly((ray,), closed=False, stroke="#c9741c", width=round(4 * z, 1), cap="round"))
    out += [
        Disc(sx, sy, round(38 * z, 1), fill="#f2a93c", stroke="#b8691a", width=round(2.4 * z, 1)),
        Disc(sx, sy, round(29 * z, 1), stroke="#fbe2a6", width=round(2 * z, 1)),
    ]
    right_edge = max(x for x, _ in frame)
    below, foot = [m["sky"][-1], m["sky"][5], m["sky"][1], m["page"]], max(y for x, y in frame if x == right_edge)
    for i in range(_STEPS // 2):  # the night goes down in the east, to where the sun rises
        y0, y1 = (low + (foot - low) * (i + each) / (_STEPS // 2) for each in (0.0, 1.05))
        colour = blend(below, [0, 0.22, 0.5, 1.0], (i + 0.5) / (_STEPS // 2))
        out.append(Poly((to(_box(right_edge, y0, wide, y1)),), fill=colour))
    ((mx, my),) = to(((right - 32, 0.6 * top),))
    moon = "M12 -27A30 30 0 1 0 28 12A24 24 0 0 1 12 -27z"
    out.append(Disc(mx, my, round(40 * z, 1), fill="#d4455f", fill_opacity=0.2))
    out.append(Path(moon, (mx, my), zoom=z, fill="#dc5a6f", stroke=PAPER, stroke_opacity=0.7, width=1.6))
    return out


def underworld(
    frame: Ring, size: Point, high: float, shape: list[Ring], m: dict[str, Any], z: float, to: Any
) -> list[Shape]:
    """The underworld below `high`, in its shape: plum to black, ledges of rock, embers and flames in the corner."""
    left = min(x for x, _ in frame)
    bottom = max(y for _, y in frame)
    corner = min(x for x, y in frame if y == bottom)
    deep: list[Shape] = []
    steps = _STEPS // 2
    for i in range(steps):
        y0, y1 = (high - 30 + (size[1] - high + 30) * (i + each) / steps for each in (0.0, 1.05))
        colour = blend(m["underworld"], [0, 0.45, 1.0], (i + 0.5) / steps)
        deep.append(Poly((to(_box(0, y0, corner + 6, y1)),), fill=colour))
    for i in range(14):  # the glow of embers
        ((u, v),) = to(((0.45 * corner, size[1]),))
        deep.append(Disc(u, v, round((300 - 20 * i) * z, 1), fill="#c9481f", fill_opacity=0.05))
    out: list[Shape] = [Stamp(tuple(deep), 0, 0, clip=path_of(shape))]  # clipped once: each clip costs a layer
    hand = chance("flames")
    for i in range(13):
        x, h = -6 + i * 27 + hand.uniform(-5, 5), hand.uniform(26, 62)
        flame = f"M0 0C2 {-h * 0.5:.0f} 12 {-h * 0.7:.0f} 9 {-h:.0f}C22 {-h * 0.6:.0f} 18 {-h * 0.3:.0f} 26 0z"
        if x < corner - 20:
            ((u, v),) = to(((x, size[1]),))
            out.append(
                Stamp((Path(flame, zoom=z, fill="#d8642c", fill_opacity=round(hand.uniform(0.35, 0.7), 2)),), u, v)
            )
    for y in (300, 470, 560, 800, 900, 985):
        ledge = "M0 0C30 -14 44 10 70 -4S120 8 190 -10"
        ((u, v),) = to(((0.0, y / 1080 * size[1]),))
        out.append(Path(ledge, (u, v), zoom=round(z * left / 200, 3), stroke=PAPER, stroke_opacity=0.1, width=1.6))
    return out
