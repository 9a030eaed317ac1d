"""What is drawn on each kind of terrain: tufts, woods, reeds, slabs, steps, crusts. Plain fills and strokes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from .geometry import box_of, path_of
from .scenery import tree
from .shapes import Path, Point, Poly, Ring, Shape, Stamp


@dataclass(frozen=True, slots=True)
class Plot:
    """The area that a motif is drawn in. `scattered(count, edge, apart, keep)` spreads points over it."""

    k: float  # how large, against the usual size
    colours: dict[str, Any]
    theme: str
    hand: Random
    rings: tuple[Ring, ...]
    scattered: Callable[..., list[Point]]


@lru_cache(maxsize=1024)
def curve(line: Ring, closed: bool = False, parts: int = 3) -> Ring:
    """A line through the same points (Catmull-Rom)."""
    n = len(line)
    if n < 3:
        return line

    def at(i: int) -> Point:
        return line[i % (n - 1)] if closed else line[max(0, min(n - 1, i))]

    out: list[Point] = [line[0]]
    for i in range(n - 1):
        a, b, c, d = at(i - 1), at(i), at(i + 1), at(i + 2)
        for j in range(1, parts + 1):
            t = j / parts
            u, v = (-t + 2 * t * t - t**3) / 2, (2 - 5 * t * t + 3 * t**3) / 2
            w, x = (t + 4 * t * t - 3 * t**3) / 2, (t**3 - t * t) / 2
            point = u * a[0] + v * b[0] + w * c[0] + x * d[0], u * a[1] + v * b[1] + w * c[1] + x * d[1]
            out.append(line[i + 1] if j == parts else (round(point[0], 2), round(point[1], 2)))
    return tuple(out)


def _strokes(ds: Sequence[str], colour: str, width: float, opacity: float = 1.0) -> list[Shape]:
    return (
        [Path("".join(ds), stroke=colour, stroke_opacity=opacity, width=round(width, 2), cap="round", join="round")]
        if ds
        else []
    )


def _grass(p: Plot) -> list[Shape]:
    k = p.k
    ds = [
        f"M{x - 3 * k:.1f} {y - 4 * k:.1f}q{2 * k:.1f} {2 * k:.1f} {2.4 * k:.1f} {5 * k:.1f}"
        f"M{x:.1f} {y - 6 * k:.1f}V{y + k:.1f}"
        f"M{x + 3.4 * k:.1f} {y - 4.4 * k:.1f}q{-2.4 * k:.1f} {2 * k:.1f} {-2.6 * k:.1f} {5.4 * k:.1f}"
        for x, y in p.scattered(15, 9, 24, 0.8)
    ]
    return _strokes(ds, p.colours["motif_open_ground"], 1.15 * k)


def _wood(p: Plot) -> list[Shape]:
    hand, out = p.hand, list[Shape]()
    for x, y in p.scattered(34, 6, 11, 0.95):
        tall = hand.choice((13.0, 14.2, 15.4, 16.5))
        out.append(Stamp(tree(round(tall * p.k, 1), p.theme, False), x, y))
    return out


def _water(p: Plot) -> list[Shape]:
    k = p.k
    ds = [
        f"M{x - 9 * k:.1f} {y:.1f}q{4.5 * k:.1f} {-4 * k:.1f} {9 * k:.1f} 0t{9 * k:.1f} 0"
        for x, y in p.scattered(18, 12, 24, 0.75)
    ]
    return _strokes(ds, p.colours["sea_text"], 1.15 * k, 0.36)


def _swamp(p: Plot) -> list[Shape]:
    hand, k, m = p.hand, p.k, p.colours
    water, reeds, heads = list[str](), list[str](), list[str]()
    for x, y in p.scattered(22, 10, 18, 0.8):
        w = hand.uniform(10, 17) * k
        water.append(f"M{x - w / 2:.1f} {y:.1f}h{w:.1f}M{x - w / 2 + 3 * k:.1f} {y + 3.6 * k:.1f}h{w - 6 * k:.1f}")
        if hand.random() < 0.7:
            tall, u = hand.uniform(9, 14) * k, x + hand.uniform(-3, 3) * k
            reeds.append(
                f"M{u:.1f} {y:.1f}q{k:.1f} {-5 * k:.1f} {1.4 * k:.1f} {-tall:.1f}"
                f"M{u + 4 * k:.1f} {y:.1f}q0 {-4 * k:.1f} {2 * k:.1f} {-0.7 * tall:.1f}"
            )
            heads.append(f"M{u + 1.4 * k:.1f} {y - tall:.1f}v{4.4 * k:.1f}")
    tone = m["motif_swamps"]
    return [*_strokes(water, m["water_deep"], 2 * k), *_strokes(reeds, tone, 1.1 * k), *_strokes(heads, tone, 2.6 * k)]


def _ruins(p: Plot) -> list[Shape]:
    hand, k, m, out = p.hand, p.k, p.colours, list[Shape]()
    for x, y in p.scattered(26, 7, 20, 0.7):
        turn, w, h = math.radians(hand.uniform(-14, 14)), hand.uniform(12, 20) * k / 2, hand.uniform(9, 13) * k / 2
        c, s = math.cos(turn), math.sin(turn)
        ring = tuple(
            (round(x + u * c - v * s, 1), round(y + u * s + v * c, 1)) for u, v in ((-w, -h), (w, -h), (w, h), (-w, h))
        )
        shade = round(hand.uniform(0.1, 0.38), 2)
        out.append(Poly((ring,), fill=m["snow"], fill_opacity=shade, stroke=m["motif_ruins"], stroke_opacity=0.6,
                        width=round(k, 2), join="round"))  # fmt: skip
    return out


def across(rings: Sequence[Ring], y: float) -> list[tuple[float, float]]:
    """Where a horizontal line lies in the rings: (from, to) each."""
    cuts: list[float] = []
    for ring in rings:
        for (px, py), (qx, qy) in zip((ring[-1], *ring[:-1]), ring, strict=True):
            if (py > y) != (qy > y):
                cuts.append(px + (qx - px) * (y - py) / (qy - py))
    cuts.sort()
    return list(zip(cuts[::2], cuts[1::2], strict=False))


def _stairs(p: Plot) -> list[Shape]:
    k, tone = p.k, p.colours["motif_stairs"]
    _, y0, _, y1 = box_of(p.rings)
    lines, treads, y = list[str](), list[str](), y0 + 7 * k
    while y < y1:
        lines += [f"M{a:.1f} {y:.1f}H{b:.1f}" for a, b in across(p.rings, y)]
        treads += [f"M{a:.1f} {y + 2.75 * k:.1f}H{b:.1f}" for a, b in across(p.rings, y + 2.75 * k)]
        y += 12.5 * k
    return [
        Path("".join(treads), stroke=tone, stroke_opacity=0.2, width=round(5.5 * k, 2)),
        Path("".join(lines), stroke=tone, stroke_opacity=0.75, width=round(1.1 * k, 2)),
    ]


def _lava(p: Plot) -> list[Shape]:
    hand, k, m, parts = p.hand, p.k, p.colours, list[str]()
    for x, y in p.scattered(22, 12, 21, 0.8):
        r = hand.uniform(6, 11) * k
        ring = [
            (
                x + r * hand.uniform(0.75, 1.2) * math.cos(i * 1.05),
                y + 0.75 * r * hand.uniform(0.75, 1.2) * math.sin(i * 1.05),
            )
            for i in range(6)
        ]
        parts.append(path_of((curve((*ring, ring[0]), closed=True, parts=4)[:-1],)))
    crust, glow = m["lava_crust"], m["lava_glow"]
    return [
        Path(
            "".join(parts),
            fill=crust,
            fill_opacity=0.78,
            stroke=glow,
            stroke_opacity=0.75,
            width=round(1.6 * k, 2),
        )
    ]


def _polar(p: Plot) -> list[Shape]:
    hand, k, ds = p.hand, p.k, list[str]()
    for x, y in p.scattered(15, 9, 26, 0.8):
        turn, r = hand.uniform(0, math.tau), hand.uniform(9, 16)
        c, s = math.cos(turn) * k, math.sin(turn) * k

        def at(u: float, v: float, x: float = x, y: float = y, c: float = c, s: float = s) -> str:
            return f"{x + u * c - v * s:.1f} {y + u * s + v * c:.1f}"

        ds.append(
            f"M{at(-r, 0)}L{at(-0.3 * r, 2.5)}L{at(0.2 * r, -2)}L{at(r, 1)}M{at(-0.3 * r, 2.5)}L{at(-0.1 * r, 8)}"
            f"M{at(0.2 * r, -2)}L{at(0.45 * r, -8)}"
        )
    return _strokes(ds, p.colours["polar_crack"], 1.2 * k)


def _cage(p: Plot) -> list[Shape]:
    k, step = p.k, 13 * p.k
    x0, y0, x1, y1 = box_of(p.rings)
    turned = tuple(tuple((y, x) for x, y in ring) for ring in p.rings)
    lines = [
        f"M{x0 + i * step:.1f} {a:.1f}V{b:.1f}"
        for i in range(1, int((x1 - x0) / step) + 1)
        for a, b in across(turned, x0 + i * step)
    ]
    lines += [
        f"M{a:.1f} {y0 + i * step:.1f}H{b:.1f}"
        for i in range(1, int((y1 - y0) / step) + 1)
        for a, b in across(p.rings, y0 + i * step)
    ]
    return [Path("".join(lines), stroke=p.colours["wall_joint"], stroke_opacity=0.34, width=round(1.2 * k, 2))]


def _rock(p: Plot) -> list[Shape]:
    hand, k, m, out = p.hand, p.k, p.colours, list[Shape]()
    tone = m["motif_rock"]
    for x, y in p.scattered(15, 10, 23, 0.9):
        s, j = hand.uniform(7, 12) * k, [hand.uniform(0.8, 1.15) for _ in range(5)]
        ring = ((x - s * j[0], y + 0.5 * s), (x - 0.6 * s, y - 0.35 * s * j[1]), (x + 0.1 * s, y - 0.8 * s * j[2]),
                (x + 0.8 * s * j[3], y - 0.1 * s), (x + s * j[4], y + 0.5 * s))  # fmt: skip
        shade = (*ring[2:], (x + 0.15 * s, y + 0.5 * s), (x - 0.02 * s, y - 0.1 * s))
        out += [
            Poly((ring,), fill=m["snow"], fill_opacity=0.3, stroke=tone, width=round(k, 2), join="round"),
            Poly((shade,), fill=tone, fill_opacity=0.5),
        ]
    return out


def _cliff(p: Plot) -> list[Shape]:
    hand, k, m, out = p.hand, p.k, p.colours, list[Shape]()
    tone = m["motif_cliff"]
    for x, y in p.scattered(12, 19, 31, 1.1):
        w, h = hand.uniform(13, 18) * k, hand.uniform(20, 30) * k
        ring = (
            (x - w, y + 6 * k),
            (x - 0.4 * w, y - 0.45 * h),
            (x, y - 0.8 * h),
            (x + 0.5 * w, y - 0.35 * h),
            (x + w, y + 6 * k),
        )
        shade = (*ring[2:], (x + 0.1 * w, y + 6 * k), (x + 0.2 * w, y - 0.2 * h), (x - 0.08 * w, y - 0.4 * h))
        out += [
            Path(path_of((ring,)), fill=m["rock"], stroke=tone, width=round(1.1 * k, 2), join="round"),
            Path(path_of((shade,)), fill=tone, fill_opacity=0.6),
        ]
    return out


MOTIFS: dict[str, Callable[[Plot], list[Shape]]] = {
    "grass": _grass,
    "wood": _wood,
    "water": _water,
    "reeds": _swamp,
    "slabs": _ruins,
    "steps": _stairs,
    "crust": _lava,
    "cracks": _polar,
    "mesh": _cage,
    "boulders": _rock,
    "crags": _cliff,
}
