"""Ink on a drawn board: ticks at names, land that counts as another, closed land, a planned way."""

from __future__ import annotations

import math
from dataclasses import dataclass

from theomachy.engine.tabletop.describe import marks_here
from theomachy.engine.tabletop.table import Route, Table

from . import lands, pen
from .forms import PAPER, pill
from .geometry import bend, box_of, middle
from .ground import Ground
from .lettered import LetteredGround
from .shapes import Disc, Point, Poly, Shape, TextShape
from .style import STYLE

Around = tuple[float, float, float]  # x, y, radius
Box = tuple[float, float, float, float]
INK = STYLE["mark"]["ink"]
WET, WASH = STYLE["paper"]["light"]["ink_fresh"], STYLE["paper"]["light"]["wash"]


def area_ink(table: Table, ground: LetteredGround, area: int) -> list[Shape]:
    """What the pen whose ink is shown has left at the name of an area."""
    out: list[Shape] = []
    if table.layer is None:
        return out
    named, k = ground.name_at(area), ground.ink
    if named is None:
        x, y = ground.at(label) if (label := ground.areas[area].label_at) else ground.centre(area)
        at, size = (x, y), 9.0
    else:
        (x, y), half = named
        at, size = (x - half - 10 * k, y - 1), 11.5 * k
    for mark in marks_here(table, area, "tick"):
        out += [Disc(*at, round(0.8 * size, 1), fill=WASH)] if mark.fresh else []
        theme = "light" if mark.fresh else ground.theme
        out.append(pen.ink(pen.tick(*at, size, area), theme, mark.fresh, 2.2))
    for i, mark in enumerate(marks_here(table, area, "terrain")):
        chips = ground.chips(area)
        x, y = (chips[0][0] - 22 * ground.scale, chips[0][1]) if chips else (at[0] - 16, at[1] + 4)
        x -= 24 * ground.scale * i
        sign = pen.roof(x, y + 1, 0.95 * size) if mark.text == "mountain" else ()
        out.append(Disc(x, y, round(size, 1), fill=WASH))
        if sign:
            out.append(pen.ink(sign, "light", True, 1.9))
        else:  # a word that no pen has a sign for: its first letter
            out.append(TextShape(x, y + 0.36 * size, mark.text[:1].upper(), size, weight=700, fill=WET))
    return out


def name_tag(ground: LetteredGround, area: int) -> list[Shape]:
    """The name of an area as it comes with the pointer, on a small map that is not lettered."""
    name, (x0, y0, x1, _) = ground.areas[area].name, ground.hit_box(area)
    size = 14.5 * ground.ink
    wide, high = 0.62 * size * len(name) + size, 1.5 * size
    x = min(max((x0 + x1) / 2, wide / 2 + 4), ground.width - wide / 2 - 4)
    y = min(max(y0 + 0.5 * high, high / 2 + 4), ground.height - high / 2 - 4)
    ring = tuple((round(u + x, 1), round(v + y, 1)) for u, v in pill(round(wide, 1), round(high, 1)))
    return [
        Poly((ring,), fill=PAPER, fill_opacity=0.94, stroke=INK, stroke_opacity=0.5, width=1),
        TextShape(round(x, 1), round(y + 0.36 * size, 1), name, round(size, 1), weight=600, fill=INK),
    ]


def closed(ground: LetteredGround, area: int) -> list[Shape]:
    """Land that nobody may enter: mist, a drawn cross, a quiet name."""
    return list(_closed(ground, area))


def _closed(ground: LetteredGround, area: int) -> tuple[Shape, ...]:
    def make() -> tuple[Shape, ...]:
        rings, k = ground.rings(area), ground.ink
        x0, y0, x1, y1 = box_of(rings[:1])
        x, y = middle(rings[0])
        edge = Poly(rings, stroke=ground.colours["edge"], stroke_opacity=0.66, width=round(1.25 * k, 2), join="round")
        lines = pen.cross(x, y, 0.72 * (x1 - x0), 0.66 * (y1 - y0), area)
        out = [*lands.mist(rings, ground.colours, area), edge, pen.ink(lines, ground.theme, False, 2.7 * min(1.0, k))]
        named = ground.name_at(area)
        if named is not None:
            (x, y), _ = named
            size, lead, _ = ground.lettering(ground.areas[area])
            label = ground.areas[area].label
            for i, words in enumerate(label):
                base = round(y + (i - (len(label) - 1) / 2) * lead + 0.35 * size, 1)
                out.append(ground.lettered(area, words, x, base, closed=True))
        return tuple(out)

    return ground.kept(("closed", area), make)


# a planned way --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Stops:
    """Where a way can lead: the tokens of its owner and their ghosts by area, portals, middles, and what lies about."""

    stand: dict[int, Point]
    ghosts: dict[int, Point]
    portals: dict[int, Point]
    middles: dict[int, Point]
    taken: tuple[Around, ...]


def route(ground: Ground, way: Route, stops: Stops, wet: str = WET, letter: str = PAPER) -> list[Shape]:
    """Dots of fresh ink from stop to stop, with numbers and a pill for each cost; a jump is a thin dotted line.

    `wet` and `letter` are the colours of the dots and of the numbers: others than the player whose ink is shown have
    those of their own.
    """
    here = stops.stand.get(way.start) or stops.middles.get(way.start)
    if here is None:
        return []
    k = max(0.75, min(1.3, ground.scale * 1.05)) * (1.7 if ground.slim else 1.0)
    legs: list[tuple[str, int, Point, Point]] = []
    portals: list[Point] = []
    last = len(way.steps) - 1
    for i, step in enumerate(way.steps):
        if step.area not in stops.middles:
            continue
        through = step.link == "portal" or (i < last and way.steps[i + 1].link == "portal")
        goal = stops.ghosts.get(step.area) or stops.stand.get(step.area) if i == last else None
        if through and step.area in stops.portals:
            goal = stops.portals[step.area]
            portals.append(goal)
        goal = goal or stops.middles[step.area]
        legs.append((step.link, step.cost, here, goal))
        here = goal
    out: list[Shape] = []
    lines = [_clear(a, b, ground.names) if link == "step" else bend(a, b, 0.0, 20) for link, _, a, b in legs]
    for (link, *_), line in zip(legs, lines, strict=True):
        if link == "step":
            line = _trimmed(line, 16 * k, 17 * k)
            out += [
                Poly((line,), False, stroke=PAPER, stroke_opacity=0.85, width=round(8.5 * k, 1), cap="round"),
                Poly((line,), False, stroke=wet, width=round(5 * k, 1), dash=(0.1, round(9 * k, 1)), cap="round"),
            ]
        else:
            out += [
                Poly((line,), False, stroke=PAPER, stroke_opacity=0.5, width=round(5 * k, 1), cap="round"),
                Poly((line,), False, stroke=wet, width=round(2.6 * k, 1), dash=(0.1, round(6 * k, 1)), cap="round"),
            ]
    for x, y in portals:
        out += [
            Disc(x, y, round(18.5 * k, 1), stroke=PAPER, width=5),
            Disc(x, y, round(18.5 * k, 1), stroke=wet, width=2.6),
        ]
    taken = list(stops.taken)
    for (_, cost, *_), line in zip(legs, lines, strict=True):
        if cost:
            x, y = _between(line, taken, ground.names, 11 * k)
            out += _pill(x, y, str(cost), k)
            taken.append((x, y, 11 * k))
    for i, (*_, b) in enumerate(legs):
        onward = [p for other in legs for p in other[2:]]
        x, y = _beside(b, 25 * k, taken, [*(p for p in onward if p != b)])
        taken.append((x, y, 9 * k))
        out += [
            Disc(x, y, round(9.6 * k, 1), fill=PAPER),
            Disc(x, y, round(8.4 * k, 1), fill=wet),
            TextShape(x, round(y + 4.1 * k, 1), str(i + 1), round(11.5 * k, 1), weight=700, fill=letter),
        ]
    return out


def _clear(a: Point, b: Point, names: list[Box]) -> tuple[Point, ...]:
    """A low arc from a to b on the side where it covers least of names."""

    def price(line: tuple[Point, ...]) -> int:
        return sum(x0 < x < x1 and y0 < y < y1 for x, y in line for x0, y0, x1, y1 in names)

    return min((bend(a, b, by, 20) for by in (0.1, -0.1, 0.2, -0.2, 0.3, -0.3)), key=price)


def _trimmed(line: tuple[Point, ...], start: float, end: float) -> tuple[Point, ...]:
    """A line without its first and last pixels; one that is too short stays as it is."""
    kept = [p for p in line if math.dist(p, line[0]) > start and math.dist(p, line[-1]) > end]
    return tuple(kept) if len(kept) > 1 else line


def _pill(x: float, y: float, text: str, k: float) -> list[Shape]:
    ring = tuple(
        (round(u + x, 1), round(v + y, 1)) for u, v in pill(round((14 + 7 * len(text)) * k, 1), round(21 * k, 1))
    )
    return [
        Poly((ring,), fill=PAPER, stroke=INK, width=1.4),
        TextShape(round(x, 1), round(y + 4.3 * k, 1), text, round(12 * k, 1), weight=700, fill=INK),
    ]


def _between(line: tuple[Point, ...], taken: list[Around], names: list[Box], r: float) -> Point:
    """A point of a way, near its middle, that covers least of tokens and names."""
    last = len(line) - 1

    def price(i: int) -> float:
        x, y = line[i]
        met = sum(max(0.0, s + r - math.dist((x, y), (u, v))) for u, v, s in taken)
        met += sum(r for x0, y0, x1, y1 in names if x0 - r < x < x1 + r and y0 - r < y < y1 + r)
        return met + 6 * abs(i / last - 0.5)

    return line[min(range(max(1, last // 4), max(2, last - last // 4 + 1)), key=price)]


def _beside(at: Point, away: float, taken: list[Around], ways: list[Point]) -> Point:
    """A point so far from `at` where least is covered: tokens, pills, and the ways that lead off."""

    def price(p: Point) -> float:
        met = sum(max(0.0, r + 9 - math.dist(p, (x, y))) for x, y, r in taken if (x, y) != at)
        angle = math.atan2(p[1] - at[1], p[0] - at[0])
        for x, y in ways:
            turn = abs((math.atan2(y - at[1], x - at[0]) - angle + math.pi) % math.tau - math.pi)
            met += 9 * max(0.0, 0.7 - turn)
        return met

    spots = [(round(at[0] + away * math.cos(a), 1), round(at[1] + away * math.sin(a), 1)) for a in _TURNS]
    return min(spots, key=price)


_TURNS = tuple(math.tau * i / 16 for i in range(16))
