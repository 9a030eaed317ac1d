"""Zones: the outline of areas that belong together, and its label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from theomachy.engine.tabletop.table import NEUTRAL, Zone

from .forms import INK, PAPER, loop, pill
from .geometry import box_of, inset, inside
from .ground import Ground
from .shapes import Point, Poly, Ring, Shape, TextShape
from .style import STYLE, owner_paint

Box = tuple[float, float, float, float]


def moved_in(ground: Ground, zone: Zone, depth: float) -> tuple[Ring, ...]:
    """The outline of a zone moved inward by a depth (outward for a negative one)."""
    areas = frozenset(area for area in zone.areas if area in ground.areas)
    return ground.kept(("moved in", areas, round(depth, 2)), lambda: _moved_in(ground, areas, depth))


def _moved_in(ground: Ground, areas: frozenset[int], depth: float) -> tuple[Ring, ...]:
    wholes = [ground.rings(area) for area in sorted(areas)]
    out: list[Ring] = []
    for ring in ground.round_all(areas):
        if len(ring) < 3:
            continue
        trial = inset(ring, 2.0)[:: max(1, len(ring) // 60)]
        held = sum(any(inside(x, y, whole) for whole in wholes) for x, y in trial)
        out.append(inset(ring, depth if 2 * held >= len(trial) else -depth))
    return tuple(out)


def zone_shapes(ground: Ground, zone: Zone, colour: str) -> list[Shape]:
    """The outline of a zone: a band of its owner for a start, a fine line for a region, a gilded rim for a board.

    Bands are solid for a disc and dashed for every other shape, as all that belongs to an owner.
    """
    areas = tuple(area for area in zone.areas if area in ground.areas)
    painted = any(set(areas) <= set(side.areas) for side in ground.board.sideboards)  # has no need of a rim
    if not areas or painted:
        return []
    k, m = ground.pen, ground.colours
    draw = (STYLE["zone"].get(zone.kind) or STYLE["zone"]["other"])["draw"]
    owned = colour != NEUTRAL
    fill, _, shape = owner_paint(colour, ground.theme)
    tone = fill if owned else m["land_text"]
    dash = () if shape == "disc" and owned else (9 * k, 5 * k)
    whole = tuple(ring for area in areas for ring in ground.rings(area))
    if draw == "frame":
        dark, gilt, light = m["rim"]
        rim = moved_in(ground, zone, 2.2 * k)
        return [
            Poly(rim, stroke=dark, width=6.6 * k, join="round"),
            Poly(rim, stroke=gilt, width=4.6 * k, join="round"),
            Poly(rim, stroke=light, width=1.2 * k, join="round"),
        ]
    if draw == "band":
        veil = Poly(whole, fill=tone, fill_opacity=0.045 if ground.fine else 0.07)
        return [
            veil,
            Poly(moved_in(ground, zone, 4.2 * k), stroke=PAPER, stroke_opacity=0.6, width=7 * k, join="round"),
            Poly(moved_in(ground, zone, 3.6 * k), stroke=tone, width=4.2 * k, dash=dash, join="round"),
        ]
    line = moved_in(ground, zone, 8.6 * k)
    halo = m["land"] if ground.theme == "light" else m["edge"]
    return [
        Poly(line, stroke=halo, stroke_opacity=0.55, width=4.4 * k, join="round"),
        Poly(line, stroke=tone, width=1.9 * k, dash=() if not owned else dash, join="round"),
        Poly(moved_in(ground, zone, 11.6 * k), stroke=tone, stroke_opacity=0.55, width=0.9 * k, join="round"),
    ]


@dataclass(frozen=True, slots=True)
class Plate:
    """The label of a zone where it stands."""

    zone: Zone
    colour: str
    x: float
    y: float
    wide: float
    high: float

    @property
    def box(self) -> Box:
        return self.x - self.wide / 2, self.y - self.high / 2, self.x + self.wide / 2, self.y + self.high / 2

    @property
    def ring(self) -> Ring:
        shape = pill(round(self.wide, 1), round(self.high, 1))
        return tuple((round(self.x + x, 1), round(self.y + y, 1)) for x, y in shape)


def written(text: str, size: float) -> float:
    """About how long a line of lettering is: no two machines have the same letters, so this is rather too long."""
    return size * sum(_WIDE.get(c, 0.68 if c.isupper() else 0.6) for c in text)


_WIDE = dict.fromkeys("iljI.,:;'|! ", 0.3) | dict.fromkeys("frt()-/", 0.42) | dict.fromkeys("mwMW@", 0.95)


def plate_of(ground: Ground, zone: Zone, colour: str, taken: Sequence[Box]) -> Plate | None:
    """The label of a zone: at its own point, else on its outline where it covers least; None for one that is not in
    the picture."""
    k = ground.pen
    wide = written(zone.name, 11.6) + (written(zone.note, 11) + 9 if zone.note else 0) + 20
    wide = round(k * (wide + (12 if colour != NEUTRAL else 0)), 1)
    high = 17 * k
    if zone.label_at is not None and (at := ground.placed((zone.label_at,))):
        x, y = at[0]
        return Plate(zone, colour, x, y, wide, high) if ground.sees((x, y)) else None
    areas = frozenset(zone.areas)
    spots = ground.kept(("label", areas, wide), lambda: _label_spots(ground, zone, wide, high))
    best: tuple[float, float, float] | None = None
    for dear, x, y in spots:  # the cheapest first
        if best is not None and dear >= best[0]:
            break
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        price = dear + sum(4.0 * _common(box, other) for other in taken) / k
        if best is None or price < best[0]:
            best = price, x, y
    return Plate(zone, colour, best[1], best[2], wide, high) if best is not None else None


def _label_spots(ground: Ground, zone: Zone, wide: float, high: float) -> tuple[tuple[float, float, float], ...]:
    """Where the label of a zone could stand on its outline, with a price: level stretches first, the upper ones, near
    the middle."""
    k, out = ground.pen, list[tuple[float, float, float]]()
    for ring in moved_in(ground, zone, 6 * k):
        x0, y0, x1, _ = box_of((ring,))
        points = _along(ring, wide / 10)
        for px, py in _along(ring, 9 * k):
            x = min(max(px, wide / 2 + 4), ground.width - wide / 2 - 4)
            y = min(max(py, high / 2 + 4), ground.height - high / 2 - 4)
            if abs(x - px) <= 0.35 * wide and abs(y - py) <= high:  # else it would stand beside its zone
                price = 0.13 * (y - y0) + 0.12 * abs(x - (x0 + x1) / 2)
                out.append((price + 40 * (1 - _lies_on(points, x, y, wide, high)), round(x, 1), round(y, 1)))
    return tuple(sorted(out))


def _along(ring: Ring, step: float) -> list[Point]:
    out: list[Point] = []
    (px, py) = ring[-1]
    for x, y in ring:
        parts = max(1, int(math.hypot(x - px, y - py) / step))
        out += [(px + (x - px) * i / parts, py + (y - py) * i / parts) for i in range(parts)]
        px, py = x, y
    return out


def _lies_on(points: Sequence[Point], x: float, y: float, wide: float, high: float) -> float:
    """How much of a label's length the outline, as points, runs behind it, from 0 to 1."""
    spots = {round((u - x + wide / 2) / wide * 8) for u, v in points
             if abs(u - x) <= wide / 2 and abs(v - y) <= high / 2}  # fmt: skip
    return min(1.0, len(spots) / 8)


def _common(a: Box, b: Box) -> float:
    """The length of what two boxes share, a measure of how much one hides of the other."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return math.sqrt(w * h) if w > 0 and h > 0 else 0.0


def plate_shapes(ground: Ground, plate: Plate) -> list[Shape]:
    """The label: a paper capsule with its owner's shape, the name, and the note in a lighter letter."""
    k, zone = ground.pen, plate.zone
    fill, _, shape = owner_paint(plate.colour, ground.theme)
    owned = plate.colour != NEUTRAL
    edge = fill if owned else ground.colours["land_text"]
    out: list[Shape] = [
        Poly((plate.ring,), fill=PAPER, fill_opacity=0.94, stroke=INK, stroke_opacity=0.75, width=1.1 * k),
    ]
    x, base = plate.x - plate.wide / 2 + 10 * k, round(plate.y + 3.9 * k, 1)
    if owned:
        mark = tuple((round(x + 3 * k + u, 1), round(plate.y + v, 1)) for u, v in loop(shape, round(4.6 * k, 1)))
        out.append(Poly((mark,), fill=edge, stroke=INK, stroke_opacity=0.5, width=0.8))
        x += 12 * k
    size = round(11 * k, 1)
    out.append(TextShape(round(x, 1), base, zone.name, size, weight=650, anchor="start", fill=INK))
    if zone.note:
        right = round(plate.x + plate.wide / 2 - 9 * k, 1)
        out.append(TextShape(right, base, zone.note, size, anchor="end", fill=INK, fill_opacity=0.72))
    return out
