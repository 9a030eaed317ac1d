"""Lines that were measured: from sign to sign, ink as far as they are clear, red dots behind what stops them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from theomachy.engine.tabletop.table import Border, Ray

from .borders import band
from .forms import INK, PAPER, pill
from .ground import Ground
from .marks import BAD, cross, fault_hatch, thing_hatched
from .shapes import Disc, Point, Poly, Ring, Shape, TextShape
from .zones import written

Box = tuple[float, float, float, float]


def ends_of(ground: Ground, ray: Ray) -> tuple[Point, Point] | None:
    """The two points between which a line runs; None for one that the board does not have, or that has no length."""
    if ray.start not in ground.areas or ray.end not in ground.areas or ray.start == ray.end:
        return None
    return ground.centre(ray.start), ground.centre(ray.end)


def hidden(ground: Ground, ray: Ray, borders: Iterable[Border]) -> list[Shape]:
    """What stands in the way, hatched: areas, and stretches of border."""
    out: list[Shape] = []
    by = set(ray.hidden_by)
    for area in ground.areas.values():
        if area.target in by:
            out.append(fault_hatch(ground, area.id, 0.42, 1.7))
    for border in borders:
        if border.target in by:
            out += thing_hatched(band(ground, border, 6.5))
    return out


def line(ground: Ground, ray: Ray) -> list[Shape]:
    """The line itself: ink as far as it is clear."""
    ends = ends_of(ground, ray)
    if ends is None:
        return []
    (x1, y1), (x2, y2) = ends
    k, length = max(0.7, ground.scale), math.dist(*ends) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    gap = min(13 * k, 0.3 * length)
    a, b = (x1 + ux * gap, y1 + uy * gap), (x2 - ux * gap, y2 - uy * gap)
    stops = [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in sorted(ray.stops)]
    out: list[Shape] = [Poly(((a, b),), False, stroke=PAPER, width=round(6.4 * k, 1), cap="round")]
    clear = b if not stops and ray.clear else stops[0] if stops else a
    if clear != a:
        out.append(Poly(((a, clear),), False, stroke=INK, width=round(2.4 * k, 2), cap="round"))
    if clear != b:
        dots = (0.1, round(5.2 * k, 1))
        out.append(Poly(((clear, b),), False, stroke=BAD, width=round(2.8 * k, 2), dash=dots, cap="round"))
    for x, y in (a, b):
        out.append(Disc(x, y, round(3.6 * k, 1), fill=INK, stroke=PAPER, width=1.6))
    return out


def crosses(ground: Ground, ray: Ray) -> list[Shape]:
    """A cross at everything that stops a line."""
    ends = ends_of(ground, ray)
    if ends is None:
        return []
    (x1, y1), (x2, y2) = ends
    return [shape for t in sorted(ray.stops) for shape in cross(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t)]


def words(ground: Ground, ray: Ray, taken: Sequence[Box]) -> tuple[list[Shape], Box] | None:
    """What was measured, in a dark capsule beside the line, where it hides least; with its box."""
    ends = ends_of(ground, ray)
    if ends is None or not ray.words:
        return None
    (x1, y1), (x2, y2) = ends
    k, length = max(0.8, ground.pen), math.dist(*ends) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    wide, high = written(ray.words, 12.6 * k) + 38 * k, 21 * k
    best: tuple[float, Point, Box] | None = None
    for t, side in itertools.product((0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.2), (1, -1)):
        off = (11 + abs(uy) * wide / 2 / k * 0.9 + abs(ux) * 9) * k * side
        x, y = x1 + (x2 - x1) * t - uy * off, y1 + (y2 - y1) * t + ux * off
        x = min(max(x, wide / 2 + 5), ground.width - wide / 2 - 5)
        y = min(max(y, high / 2 + 5), ground.height - high / 2 - 5)
        box = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        price = abs(t - 0.5) * 40 + sum(_common(box, other) for other in taken)
        if best is None or price < best[0]:
            best = price, (round(x, 1), round(y, 1)), box
    assert best is not None
    _, (x, y), box = best
    ring = tuple((round(x + u, 1), round(y + v, 1)) for u, v in pill(round(wide, 1), round(high, 1)))
    eye_x = x - wide / 2 + 14 * k
    out: list[Shape] = [
        Poly((ring,), fill=INK, stroke=PAPER, width=1.6),
        *_eye(eye_x, y, k, open_=ray.clear),
        TextShape(round(eye_x + 12 * k, 1), round(y + 4.1 * k, 1), ray.words, round(11.5 * k, 1), weight=600,
                  anchor="start", fill=PAPER),
    ]  # fmt: skip
    return out, box


def _eye(x: float, y: float, k: float, *, open_: bool) -> list[Shape]:
    lid = [(-6.0 + i, 4.2 * math.sin(math.pi * i / 12)) for i in range(13)]
    ring: Ring = tuple((round(x + u * k, 1), round(y + v * k, 1)) for u, v in (*lid, *((-a, -b) for a, b in lid)))
    out: list[Shape] = [Poly((ring,), stroke=PAPER, width=1.4, join="round"), Disc(x, y, round(1.8 * k, 1), fill=PAPER)]
    if not open_:
        strike = ((x - 5.5 * k, y + 5 * k), (x + 5.5 * k, y - 5 * k))
        out.append(Poly((strike,), False, stroke=PAPER, width=1.6, cap="round"))
    return out


def _common(a: Box, b: Box) -> float:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return math.sqrt(w * h) if w > 0 and h > 0 else 0.0
