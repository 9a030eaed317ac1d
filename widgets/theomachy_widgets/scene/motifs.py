"""Terrain by signs: tufts, trees, peaks, reeds, dunes, a river. All plain fills and strokes on top of the base
colour."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from .shapes import Dots, Path, Point, Shape, Stamp


@dataclass(frozen=True, slots=True)
class Where:
    """The hex a motif is drawn in: middle, length of a side, its hand, the outline, and where a river leaves it."""

    centre: Point
    s: float
    hand: Random
    colours: dict[str, Any]
    outline: str
    mouth: Point
    through: bool  # a river comes in from land on the far side

    def at(self, dx: float, dy: float) -> Point:
        return round(self.centre[0] + dx * self.s, 1), round(self.centre[1] + dy * self.s, 1)


def _line(s: float, *points: tuple[float, float]) -> str:
    return "M" + "L".join(f"{x * s:.1f} {y * s:.1f}" for x, y in points)


def _curve(s: float, start: tuple[float, float], *rest: tuple[float, float]) -> str:
    """A path of one M and as many cubic C as there are three points each."""
    out = f"M{start[0] * s:.1f} {start[1] * s:.1f}"
    for i in range(0, len(rest), 3):
        out += "C" + " ".join(f"{x * s:.1f} {y * s:.1f}" for x, y in rest[i : i + 3])
    return out


@lru_cache(maxsize=64)
def _tree(s: float, dark: str, light: str) -> tuple[Shape, ...]:
    """A conifer of height .3 s on its foot, with a lit side."""
    h, w = 0.305, 0.125
    body = _curve(
        s,
        (0, -h),
        (0.05, -h * 0.6),
        (w, -0.08),
        (w, 0),
        (0.06, 0.05),
        (-0.06, 0.05),
        (-w, 0),
        (-w, -0.08),
        (-0.05, -h * 0.6),
        (0, -h),
    )
    lit = _curve(
        s,
        (-0.015, -h * 0.8),
        (-0.06, -h * 0.5),
        (-w * 0.8, -0.08),
        (-w * 0.7, -0.01),
        (-0.05, 0),
        (-0.04, -h * 0.5),
        (-0.015, -h * 0.8),
    )
    return (
        Path(_line(s, (0, 0.03), (0, 0.1)), stroke=dark, width=1.6),
        Path(body + "z", fill=dark, stroke=light, width=0.7),
        Path(lit + "z", fill=light, fill_opacity=0.55),
    )


def trees(w: Where) -> list[Shape]:
    spots = [
        (-0.50, -0.16),
        (-0.22, -0.36),
        (0.10, -0.42),
        (0.42, -0.30),
        (0.56, -0.02),
        (-0.06, -0.10),
        (0.26, -0.06),
        (-0.36, 0.14),
        (-0.58, 0.26),
        (0.02, 0.24),
        (0.36, 0.28),
        (-0.2, 0.48),
        (0.14, 0.56),
        (0.56, 0.34),
    ]
    body = _tree(w.s, w.colours["motif_forests"], w.colours["forests"])
    out: list[Shape] = []
    for dx, dy in sorted(spots, key=lambda spot: spot[1]):
        x, y = w.at(dx + w.hand.uniform(-0.04, 0.04), dy + w.hand.uniform(-0.04, 0.04))
        out.append(Stamp(body, x, y, 1.0, round(w.hand.uniform(0.9, 1.1), 2)))
    return out


@lru_cache(maxsize=256)
def _peak(s: float, wide: float, high: float, rock: str, shade: str, snow: str) -> tuple[Shape, ...]:
    a, h = wide, high
    ridge = _line(s, (-a, 0), (-a * 0.35, -h * 0.55), (0, -h), (a * 0.45, -h * 0.5), (a, 0))
    dark = _line(s, (0, -h), (a * 0.45, -h * 0.5), (a, 0), (a * 0.1, 0), (a * 0.18, -h * 0.42), (-a * 0.06, -h * 0.6))
    cap = _line(s, (0, -h), (a * 0.27, -h * 0.7), (a * 0.06, -h * 0.62), (-a * 0.06, -h * 0.7), (-a * 0.21, -h * 0.68))
    return (
        Path(ridge + "z", fill=rock, stroke=shade, width=1.1, join="round"),
        Path(dark + "z", fill=shade, fill_opacity=0.62),
        Path(cap + "z", fill=snow),
    )


def peaks(w: Where) -> list[Shape]:
    m, out = w.colours, []
    for dx, dy, wide, high in [(-0.36, -0.02, 0.34, 0.52), (0.36, 0.04, 0.34, 0.46), (-0.02, 0.40, 0.54, 0.98)]:
        x, y = w.at(dx + w.hand.uniform(-0.05, 0.05), dy)
        body = _peak(w.s, wide, high, m["mountains"], m["motif_mountains"], m["snow"])
        out.append(Stamp(body, x, y, 1.0, round(w.hand.uniform(0.9, 1.1), 2)))
    return list(out)


@lru_cache(maxsize=64)
def _tuft(s: float, colour: str) -> tuple[Shape, ...]:
    def q(*p: float) -> str:
        a = [f"{v * s:.1f}" for v in p]
        return f"M{a[0]} {a[1]}Q{a[2]} {a[3]} {a[4]} {a[5]}"

    d = (
        q(-0.07, -0.08, -0.02, -0.05, -0.015, 0.03)
        + _line(s, (0, -0.13), (0, 0.03))
        + q(0.08, -0.09, 0.02, -0.05, 0.015, 0.03)
    )
    return (Path(d, stroke=colour, width=1.3, cap="round"),)


def tufts(w: Where) -> list[Shape]:
    body, out = _tuft(w.s, w.colours["motif_plains"]), []
    for dx, dy in [
        (-0.46, -0.26),
        (-0.04, -0.5),
        (0.40, -0.30),
        (-0.18, -0.08),
        (0.24, 0.08),
        (-0.50, 0.24),
        (-0.04, 0.44),
        (0.46, 0.36),
    ]:
        out.append(Stamp(body, *w.at(dx + w.hand.uniform(-0.06, 0.06), dy + w.hand.uniform(-0.05, 0.05))))
    return list(out)


@lru_cache(maxsize=64)
def _reed(s: float, colour: str) -> tuple[Shape, ...]:
    h = 0.25
    return (
        Path(f"M0 0q{0.02 * s:.1f} {-0.1 * s:.1f} {0.03 * s:.1f} {-h * s:.1f}", stroke=colour, width=1.2),
        Path(f"M{0.03 * s:.1f} {-h * s:.1f}v{0.1 * s:.1f}", stroke=colour, width=3, cap="round"),
    )


def reeds(w: Where) -> list[Shape]:
    x, y = w.centre
    water = "".join(
        f"M{x + dx * w.s:.1f} {y + dy * w.s:.1f}h{run * w.s:.1f}"
        f"M{x + (dx + 0.06) * w.s:.1f} {y + (dy + 0.075) * w.s:.1f}h{(run - 0.12) * w.s:.1f}"
        for dx, dy, run in [
            (-0.5, -0.2, 0.26),
            (0.1, -0.42, 0.3),
            (0.22, -0.06, 0.34),
            (-0.36, 0.16, 0.3),
            (-0.04, 0.42, 0.3),
            (0.34, 0.3, 0.24),
        ]
    )
    out: list[Shape] = [Path(water, stroke=w.colours["water_deep"], width=2.2, cap="round")]
    body = _reed(w.s, w.colours["motif_swamps"])
    for dx, dy in [
        (-0.34, -0.2),
        (-0.44, -0.2),
        (0.24, -0.42),
        (0.44, -0.06),
        (0.34, -0.06),
        (-0.2, 0.16),
        (-0.3, 0.16),
        (0.1, 0.42),
        (0.5, 0.3),
    ]:
        out.append(Stamp(body, *w.at(dx, dy), 1.0, round(w.hand.uniform(0.8, 1.2), 2)))
    return out


@lru_cache(maxsize=64)
def _dune(s: float, run: float, colour: str) -> tuple[Shape, ...]:
    def p(*v: float) -> str:
        return " ".join(f"{each * s:.1f}" for each in v)

    crest = f"M{p(-run / 2, 0)}Q{p(-0.04, -0.24)} {p(run / 2, 0)}"
    return (
        Path(
            f"{crest}Q{p(0.04, -0.12)} {p(-0.02, 0)}Q{p(-0.1, -0.02)} {p(-run / 2, 0)}z", fill=colour, fill_opacity=0.5
        ),
        Path(crest, stroke=colour, width=1.1),
    )


def dunes(w: Where) -> list[Shape]:
    colour, out = w.colours["motif_deserts"], []
    for dx, dy, run in [
        (-0.30, -0.34, 0.52),
        (0.24, -0.14, 0.52),
        (-0.40, 0.1, 0.52),
        (0.12, 0.34, 0.52),
        (-0.22, 0.54, 0.3),
    ]:
        out.append(Stamp(_dune(w.s, run, colour), *w.at(dx + w.hand.uniform(-0.05, 0.05), dy)))
    grains = tuple((*w.at(w.hand.uniform(-0.6, 0.6), w.hand.uniform(-0.5, 0.6)), 0.9) for _ in range(9))
    return [*out, Dots(grains, fill=colour)]


@lru_cache(maxsize=64)
def _fern(s: float, colour: str) -> tuple[Shape, ...]:
    def q(*p: float) -> str:
        return " ".join(f"{v * s:.1f}" for v in p)

    d = f"M0 {0.14 * s:.1f}V{-0.1 * s:.1f}"
    for low, wide, high in ((-0.02, 0.16, -0.09), (-0.1, 0.12, -0.18)):
        for side in (-1, 1):
            run = side * wide
            d += f"M{q(0, low)}C{q(run * 0.5, low - 0.09)} {q(run * 0.9, high + 0.02)} {q(run, high + 0.05)}"
    return (Path(d, stroke=colour, width=1.3, cap="round"),)


def ferns(w: Where) -> list[Shape]:
    body = _fern(w.s, w.colours["motif_ferns"])
    spots = [(-0.42, -0.3), (0.34, -0.38), (-0.06, 0.02), (-0.46, 0.36), (0.4, 0.3)]
    return [Stamp(body, *w.at(dx + w.hand.uniform(-0.08, 0.08), dy + w.hand.uniform(-0.06, 0.06))) for dx, dy in spots]


@lru_cache(maxsize=64)
def _floe(s: float, colour: str) -> tuple[Shape, ...]:
    ridge = _line(s, (-0.24, 0.12), (-0.12, -0.13), (-0.02, 0), (0.07, -0.24), (0.24, 0.12))
    return (Path(ridge + _line(s, (0.07, -0.24), (0.03, 0.12)), stroke=colour, width=1.2, cap="round", join="round"),)


def floes(w: Where) -> list[Shape]:
    body, spots = _floe(w.s, w.colours["motif_floes"]), [(-0.4, -0.3), (0.36, -0.06), (-0.2, 0.4)]
    return [Stamp(body, *w.at(dx + w.hand.uniform(-0.08, 0.08), dy + w.hand.uniform(-0.06, 0.06))) for dx, dy in spots]


@lru_cache(maxsize=64)
def _spire(s: float, colour: str) -> tuple[Shape, ...]:
    walls = _line(s, (-0.09, 0.14), (-0.09, -0.12), (0, -0.24), (0.09, -0.12), (0.09, 0.14))
    beams = _line(s, (-0.13, -0.12), (0.13, -0.12)) + _line(s, (-0.09, 0.01), (0.09, 0.01))
    return (Path(walls + beams, stroke=colour, width=1.2, cap="round", join="round"),)


def spires(w: Where) -> list[Shape]:
    body, spots = _spire(w.s, w.colours["motif_spires"]), [(-0.4, -0.3), (0.36, -0.1), (-0.14, 0.38)]
    return [Stamp(body, *w.at(dx + w.hand.uniform(-0.08, 0.08), dy + w.hand.uniform(-0.06, 0.06))) for dx, dy in spots]


@lru_cache(maxsize=64)
def _crater(s: float, colour: str) -> tuple[Shape, ...]:
    a, b = 0.2 * s, 0.09 * s
    rim = f"M{-a:.1f} 0A{a:.1f} {b:.1f} 0 1 0 {a:.1f} 0A{a:.1f} {b:.1f} 0 1 0 {-a:.1f} 0z"
    inner = f"M{-0.62 * a:.1f} {-0.1 * b:.1f}Q0 {0.75 * b:.1f} {0.62 * a:.1f} {-0.1 * b:.1f}"
    return (Path(rim + inner, stroke=colour, width=1.2, cap="round"),)


def craters(w: Where) -> list[Shape]:
    body, spots = _crater(w.s, w.colours["motif_craters"]), [(-0.42, -0.28), (0.36, -0.04), (-0.16, 0.4)]
    return [Stamp(body, *w.at(dx + w.hand.uniform(-0.08, 0.08), dy + w.hand.uniform(-0.06, 0.06))) for dx, dy in spots]


def river(w: Where) -> list[Shape]:
    (x, y), s, m = w.centre, w.s, w.colours
    turn = math.atan2(w.mouth[1] - y, w.mouth[0] - x)

    def p(u: float, v: float) -> str:
        return (
            f"{x + s * (u * math.cos(turn) - v * math.sin(turn)):.1f} "
            f"{y + s * (u * math.sin(turn) + v * math.cos(turn)):.1f}"
        )

    d = (
        f"M{p(-0.86 if w.through else -0.5, 0.10)}C{p(-0.55, -0.35)} {p(-0.3, 0.42)} {p(0.02, 0.08)}"
        f"C{p(0.25, -0.18)} {p(0.4, -0.14)} {p(0.95, 0.02)}"
    )
    bushes = tuple(
        (*w.at(dx, dy), round(0.07 * s, 1))
        for dx, dy in [(-0.42, -0.34), (0.3, -0.42), (-0.5, 0.3), (0.34, 0.38), (0.02, -0.5), (-0.08, 0.48)]
    )
    return [
        Dots(bushes, fill=m["motif_forests"], fill_opacity=0.75),
        Path(d, clip=w.outline, stroke=m["motif_river_valleys"], width=round(0.26 * s, 1), cap="round"),
        Path(d, clip=w.outline, stroke=m["shoal"][1], width=round(0.16 * s, 1), cap="round"),
    ]


MOTIFS: dict[str, Callable[[Where], list[Shape]]] = {
    "trees": trees,
    "peaks": peaks,
    "tufts": tufts,
    "reeds": reeds,
    "dunes": dunes,
    "ferns": ferns,
    "floes": floes,
    "spires": spires,
    "craters": craters,
    "river": river,
}
