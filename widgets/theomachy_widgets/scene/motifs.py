"""Terrain by signs: tufts, trees, peaks, reeds, dunes, a river. All plain fills and strokes on top of the base colour."""
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
        out += "C" + " ".join(f"{x * s:.1f} {y * s:.1f}" for x, y in rest[i:i + 3])
    return out


@lru_cache(maxsize=64)
def _tree(s: float, dark: str, light: str) -> tuple[Shape, ...]:
    """A conifer of height .3 s on its foot, with a lit side."""
    h, w = .305, .125
    body = _curve(s, (0, -h), (.05, -h * .6), (w, -.08), (w, 0), (.06, .05), (-.06, .05), (-w, 0), (-w, -.08), (-.05, -h * .6), (0, -h))
    lit = _curve(s, (-.015, -h * .8), (-.06, -h * .5), (-w * .8, -.08), (-w * .7, -.01), (-.05, 0), (-.04, -h * .5), (-.015, -h * .8))
    return (Path(_line(s, (0, .03), (0, .1)), stroke=dark, width=1.6), Path(body + "z", fill=dark, stroke=light, width=.7),
            Path(lit + "z", fill=light, fill_opacity=.55))


def trees(w: Where) -> list[Shape]:
    spots = [(-.50, -.16), (-.22, -.36), (.10, -.42), (.42, -.30), (.56, -.02), (-.06, -.10), (.26, -.06), (-.36, .14), (-.58, .26),
             (.02, .24), (.36, .28), (-.2, .48), (.14, .56), (.56, .34)]
    body = _tree(w.s, w.colours["motif_forests"], w.colours["forests"])
    out: list[Shape] = []
    for dx, dy in sorted(spots, key=lambda spot: spot[1]):
        x, y = w.at(dx + w.hand.uniform(-.04, .04), dy + w.hand.uniform(-.04, .04))
        out.append(Stamp(body, x, y, 1.0, round(w.hand.uniform(.9, 1.1), 2)))
    return out


@lru_cache(maxsize=256)
def _peak(s: float, wide: float, high: float, rock: str, shade: str, snow: str) -> tuple[Shape, ...]:
    a, h = wide, high
    ridge = _line(s, (-a, 0), (-a * .35, -h * .55), (0, -h), (a * .45, -h * .5), (a, 0))
    dark = _line(s, (0, -h), (a * .45, -h * .5), (a, 0), (a * .1, 0), (a * .18, -h * .42), (-a * .06, -h * .6))
    cap = _line(s, (0, -h), (a * .27, -h * .7), (a * .06, -h * .62), (-a * .06, -h * .7), (-a * .21, -h * .68))
    return (Path(ridge + "z", fill=rock, stroke=shade, width=1.1, join="round"), Path(dark + "z", fill=shade, fill_opacity=.62),
            Path(cap + "z", fill=snow))


def peaks(w: Where) -> list[Shape]:
    m, out = w.colours, []
    for dx, dy, wide, high in [(-.36, -.02, .34, .52), (.36, .04, .34, .46), (-.02, .40, .54, .98)]:
        x, y = w.at(dx + w.hand.uniform(-.05, .05), dy)
        body = _peak(w.s, wide, high, m["mountains"], m["motif_mountains"], m["snow"])
        out.append(Stamp(body, x, y, 1.0, round(w.hand.uniform(.9, 1.1), 2)))
    return list(out)


@lru_cache(maxsize=64)
def _tuft(s: float, colour: str) -> tuple[Shape, ...]:
    def q(*p: float) -> str:
        a = [f"{v * s:.1f}" for v in p]
        return f"M{a[0]} {a[1]}Q{a[2]} {a[3]} {a[4]} {a[5]}"
    d = q(-.07, -.08, -.02, -.05, -.015, .03) + _line(s, (0, -.13), (0, .03)) + q(.08, -.09, .02, -.05, .015, .03)
    return (Path(d, stroke=colour, width=1.3, cap="round"),)


def tufts(w: Where) -> list[Shape]:
    body, out = _tuft(w.s, w.colours["motif_plains"]), []
    for dx, dy in [(-.46, -.26), (-.04, -.5), (.40, -.30), (-.18, -.08), (.24, .08), (-.50, .24), (-.04, .44), (.46, .36)]:
        out.append(Stamp(body, *w.at(dx + w.hand.uniform(-.06, .06), dy + w.hand.uniform(-.05, .05))))
    return list(out)


@lru_cache(maxsize=64)
def _reed(s: float, colour: str) -> tuple[Shape, ...]:
    h = .25
    return (Path(f"M0 0q{.02 * s:.1f} {-.1 * s:.1f} {.03 * s:.1f} {-h * s:.1f}", stroke=colour, width=1.2),
            Path(f"M{.03 * s:.1f} {-h * s:.1f}v{.1 * s:.1f}", stroke=colour, width=3, cap="round"))


def reeds(w: Where) -> list[Shape]:
    x, y = w.centre
    water = "".join(f"M{x + dx * w.s:.1f} {y + dy * w.s:.1f}h{run * w.s:.1f}M{x + (dx + .06) * w.s:.1f} {y + (dy + .075) * w.s:.1f}h{(run - .12) * w.s:.1f}"
                    for dx, dy, run in [(-.5, -.2, .26), (.1, -.42, .3), (.22, -.06, .34), (-.36, .16, .3), (-.04, .42, .3), (.34, .3, .24)])
    out: list[Shape] = [Path(water, stroke=w.colours["water_deep"], width=2.2, cap="round")]
    body = _reed(w.s, w.colours["motif_swamps"])
    for dx, dy in [(-.34, -.2), (-.44, -.2), (.24, -.42), (.44, -.06), (.34, -.06), (-.2, .16), (-.3, .16), (.1, .42), (.5, .3)]:
        out.append(Stamp(body, *w.at(dx, dy), 1.0, round(w.hand.uniform(.8, 1.2), 2)))
    return out


@lru_cache(maxsize=64)
def _dune(s: float, run: float, colour: str) -> tuple[Shape, ...]:
    def p(*v: float) -> str:
        return " ".join(f"{each * s:.1f}" for each in v)
    crest = f"M{p(-run / 2, 0)}Q{p(-.04, -.24)} {p(run / 2, 0)}"
    return (Path(f"{crest}Q{p(.04, -.12)} {p(-.02, 0)}Q{p(-.1, -.02)} {p(-run / 2, 0)}z", fill=colour, fill_opacity=.5),
            Path(crest, stroke=colour, width=1.1))


def dunes(w: Where) -> list[Shape]:
    colour, out = w.colours["motif_deserts"], []
    for dx, dy, run in [(-.30, -.34, .52), (.24, -.14, .52), (-.40, .1, .52), (.12, .34, .52), (-.22, .54, .3)]:
        out.append(Stamp(_dune(w.s, run, colour), *w.at(dx + w.hand.uniform(-.05, .05), dy)))
    grains = tuple((*w.at(w.hand.uniform(-.6, .6), w.hand.uniform(-.5, .6)), .9) for _ in range(9))
    return [*out, Dots(grains, fill=colour)]


def river(w: Where) -> list[Shape]:
    (x, y), s, m = w.centre, w.s, w.colours
    turn = math.atan2(w.mouth[1] - y, w.mouth[0] - x)

    def p(u: float, v: float) -> str:
        return (f"{x + s * (u * math.cos(turn) - v * math.sin(turn)):.1f} "
                f"{y + s * (u * math.sin(turn) + v * math.cos(turn)):.1f}")
    d = (f"M{p(-.86 if w.through else -.5, .10)}C{p(-.55, -.35)} {p(-.3, .42)} {p(.02, .08)}"
         f"C{p(.25, -.18)} {p(.4, -.14)} {p(.95, .02)}")
    bushes = tuple((*w.at(dx, dy), round(.07 * s, 1)) for dx, dy in [(-.42, -.34), (.3, -.42), (-.5, .3), (.34, .38), (.02, -.5), (-.08, .48)])
    return [Dots(bushes, fill=m["motif_forests"], fill_opacity=.75),
            Path(d, clip=w.outline, stroke=m["motif_river_valleys"], width=round(.26 * s, 1), cap="round"),
            Path(d, clip=w.outline, stroke=m["shoal"][1], width=round(.16 * s, 1), cap="round")]


MOTIFS: dict[str, Callable[[Where], list[Shape]]] = {"trees": trees, "peaks": peaks, "tufts": tufts, "reeds": reeds,
                                                     "dunes": dunes, "river": river}
