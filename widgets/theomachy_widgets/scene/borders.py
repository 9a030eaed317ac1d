"""Borders with a kind: what lies along the edge of two areas, or across it.

Each drawing differs in shape and not only in colour: dashes are passable, teeth point down, a band is a wall, beads of
water are a river, crosses stop. Plain lines, discs and dots only, so that ground and moving layer can both hold them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Sequence

from theomachy.engine.tabletop.table import Border

from .forms import INK, PAPER, pill
from .geometry import beside, box_of, inside, smooth, strip, walk
from .ground import Ground
from .shapes import Point, Poly, Ring, Shape
from .style import STYLE

Draw = Callable[[Ground, Border, Ring], list[Shape]]


def look_of(border: Border) -> dict[str, object]:
    """How the style draws a border of this kind."""
    found: dict[str, object] = STYLE["border"].get(border.kind) or STYLE["border"]["other"]
    return found


def border_shapes(ground: Ground, borders: Iterable[Border], bare: Collection[Border] = ()) -> list[Shape]:
    """The drawing of borders; nothing for those whose areas the board does not have.

    Like ones are drawn layer by layer, so that rivers and walls that meet run into one another, and what stops or leads
    across lies over what runs along. Those of `bare` are drawn without their shadow, which is there already.
    """
    drawn: dict[str, list[list[Shape]]] = {name: [] for name in (*_DRAWINGS, "arrows")}
    for border in borders:
        name = str(look_of(border)["draw"])
        for line in ground.lines_of(border):
            shapes = _DRAWINGS[name](ground, border, smooth(line))
            shade = (name in ("teeth", "fall") or border.arrows) and border not in bare
            drawn[name].append([*(_shadow(ground, border, smooth(line)) if shade else ()), *shapes])
            if border.arrows and name != "fall":
                drawn["arrows"].append(_heads(ground, border, smooth(line)))
    return [
        shape
        for lines in drawn.values()
        for layer in itertools.zip_longest(*lines)
        for shape in layer
        if shape is not None
    ]


def band(ground: Ground, border: Border, half: float = 8.0) -> tuple[Ring, ...]:
    """The strip round a border that a pointer reaches and that highlights follow."""

    def strips() -> tuple[Ring, ...]:
        wide = half * max(1.0, ground.pen)
        return tuple(strip(_drawn_way(ground, border, smooth(line)), wide, wide) for line in ground.lines_of(border))

    return ground.kept(("band", border, half), strips)


def middle_of(ground: Ground, border: Border) -> Point:
    """The middle of the longest line of a border."""
    line = max(ground.lines_of(border), key=lambda each: sum(map(math.dist, each, each[1:])))
    at = walk(line, 1e9)
    return (at[0][0], at[0][1]) if at else line[0]


def boxes_of(ground: Ground, border: Border) -> list[tuple[float, float, float, float]]:
    """Small boxes along a border that lettering had better not cover; none for a calm or a small one."""
    if look_of(border).get("calm") or look_of(border).get("small"):
        return []
    half, step = 6 * ground.pen, 12 * ground.pen
    ways = [_drawn_way(ground, border, line) for line in ground.lines_of(border)]
    return [(x - half, y - half, x + half, y + half) for way in ways for x, y, _, _ in walk(way, step)]


def door_boxes(ground: Ground, border: Border) -> list[tuple[float, float, float, float]]:
    """The box of a small border with a line of its own, where nothing had better be written: a door."""
    if not look_of(border).get("small") or not border.line:
        return []
    x0, y0, x1, y1 = box_of(ground.lines_of(border))
    r = 2.6 * ground.pen
    return [(x0 - r, y0 - r, x1 + r, y1 + r)]


def _drawn_way(ground: Ground, border: Border, line: Ring) -> Ring:
    """What is drawn along is its line; what is drawn across an edge is the way across."""
    return _way(ground, border, line) if look_of(border)["draw"] in ("bridge", "crossing") else line


def _stroke(
    line: Ring, colour: str, width: float, opacity: float = 1.0, dash: tuple[float, ...] = (), cap: str = "round"
) -> Poly:
    return Poly(
        (line,), False, stroke=colour, width=round(width, 2), stroke_opacity=opacity, join="round", cap=cap, dash=dash
    )


def _strokes(rings: Sequence[Ring], colour: str, width: float, opacity: float = 1.0) -> list[Shape]:
    return [Poly(tuple(rings), False, stroke=colour, width=round(width, 2), stroke_opacity=opacity, cap="round",
                 join="round")] if rings else []  # fmt: skip


def _down(ground: Ground, border: Border, x: float, y: float, tx: float, ty: float) -> Point:
    """The unit vector across a line that points to the lower area; to the left of the way when none is lower."""
    left = (ty, -tx)
    if border.fall not in ground.areas:
        return left
    rings = ground.rings(border.fall)
    return left if inside(x + 3 * left[0], y + 3 * left[1], rings) else (-ty, tx)


def _dashes(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    k, dark, fine = ground.pen, ground.theme == "dark", ground.fine
    wide, opacity = (1.15, 0.62) if fine else (1.3, 0.8)  # where every area has borders of a kind, the usual is quiet
    return [
        _stroke(line, PAPER, 3.2 * k, 0.3 if dark else 0.62),
        _stroke(line, ground.colours["edge"], wide * k, opacity, dash=(6 * k, 4 * k), cap="butt"),
    ]


def _plain(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    k = ground.pen
    return [_stroke(line, PAPER, 6 * k, 0.55), _stroke(line, INK, 3.2 * k, 0.9)]


def _door(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A leaf of brass in a wall."""
    k = ground.pen
    return [
        _stroke(line, INK, 7.4 * k, 0.9),
        _stroke(line, "#d9ac52", 5 * k),
        _stroke(line, "#7a5418", 1.1 * k),
    ]


def _crosses(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """No way over: a firm line with crosses on it."""
    k, arm = ground.pen, 3.6 * ground.pen
    spots = walk(line, 21 * k, 3 * k)
    strokes = [
        ((x + arm * (tx - s * ty), y + arm * (ty + s * tx)), (x - arm * (tx - s * ty), y - arm * (ty + s * tx)))
        for x, y, tx, ty in spots
        for s in (1, -1)
    ]
    return [
        _stroke(line, PAPER, 6.2 * k, 0.7),
        *_strokes(strokes, PAPER, 5 * k, 0.85),
        _stroke(line, INK, 2.4 * k, 0.9),
        *_strokes(strokes, INK, 2.2 * k),
    ]


def _band(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """Masonry: the only heavy band."""
    k, m = ground.pen, ground.colours
    joints = [
        ((x, y), (x - ty * 4.1 * k * s, y + tx * 4.1 * k * s))
        for i, (x, y, tx, ty) in enumerate(walk(line, 7 * k))
        for s in (1 if i % 2 else -1,)
    ]
    return [
        _stroke(line, m["wall_case"], 13 * k),
        _stroke(line, INK, 10.6 * k, 0.9),
        _stroke(line, m["wall"], 8.4 * k),
        _stroke(line, m["wall_joint"], 1.1 * k),
        *_strokes(joints, m["wall_joint"], 1.1 * k),
    ]


_RIPPLE = tuple((0.7 * j, 1.25 * math.sin(0.7 * j * math.pi / 4.2)) for j in range(-6, 7))


def _water(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A ribbon of water with ripples in it."""
    k, m = ground.pen, ground.colours
    ripples: list[Ring] = []
    for i, (x, y, tx, ty) in enumerate(walk(line, 11 * k, 4 * k)):
        s = (1.5 if i % 2 else -1.5) * k
        ripples.append(
            tuple((x + tx * u * k - ty * v * k - ty * s, y + ty * u * k + tx * v * k + tx * s)
                  for u, v in _RIPPLE)
        )  # fmt: skip
    return [
        _stroke(line, m["coast"], 11.4 * k, 0.9),
        _stroke(line, m["river"], 8.8 * k),
        *_strokes(ripples, m["ripple"], 1.2 * k, 0.9),
    ]


def _teeth(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A steep edge: teeth on the lower side."""
    k, m, teeth = ground.pen, ground.colours, list[Ring]()
    for i, (x, y, tx, ty) in enumerate(walk(line, 6.4 * k)):
        nx, ny = _down(ground, border, x, y, tx, ty)
        long, half = (10.0 if i % 2 else 6.8) * k, 2.2 * k
        teeth.append(((x - tx * half, y - ty * half), (x + nx * long, y + ny * long), (x + tx * half, y + ty * half)))
    return [
        _stroke(line, PAPER, 4.6 * k, 0.5),
        *([Poly(tuple(teeth), fill=m["edge"])] if teeth else []),
        _stroke(line, m["edge"], 2.3 * k),
    ]


def _fall(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A slope that can be walked: dashes, the shadow of the higher side, and arrows that point down."""
    return [*_dashes(ground, border, line), *_heads(ground, border, line)]


def _heads(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """Arrows that point to the lower area."""
    k, heads = ground.pen, list[Ring]()
    for x, y, tx, ty in walk(line, 40 * k, 6 * k):
        nx, ny = _down(ground, border, x, y, tx, ty)
        x, y = x + 2.5 * k * nx, y + 2.5 * k * ny
        heads.append(
            tuple((x + k * (u * nx - v * ny), y + k * (u * ny + v * nx))
                  for u, v in ((-6, -7.5), (7.5, 0), (-6, 7.5), (-3, 0)))
        )  # fmt: skip
    return [Poly(tuple(heads), fill=PAPER, stroke=INK, width=1.3 * k, join="round")] if heads else []


def _shadow(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    if border.fall not in ground.areas or len(line) < 2:
        return []
    k, mid = ground.pen, walk(line, 1e9)
    if not mid:
        return []
    x, y, tx, ty = mid[0]
    nx, ny = _down(ground, border, x, y, tx, ty)
    side = 1.0 if nx * ty - ny * tx > 0 else -1.0
    return [
        Poly(((*line, *beside(line, side * wide * k)[::-1]),), fill=ground.colours["edge"], fill_opacity=0.13)
        for wide in (13.0, 7.5)
    ]


def _links(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A chain."""
    k, rings = ground.pen, list[Ring]()
    for i, (x, y, tx, ty) in enumerate(walk(line, 8 * k)):
        shape = pill(10.4, 6.2) if i % 2 else pill(9.6, 2.6)
        rings.append(tuple((x + k * (u * tx - v * ty), y + k * (u * ty + v * tx)) for u, v in shape))
    return [
        _stroke(line, PAPER, 5 * k, 0.6),
        *([Poly(tuple(rings), stroke=ground.colours["edge"], width=1.6 * k, join="round")] if rings else []),
    ]


def _bars(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A rail with bars: a cage, a fence."""
    k, colour = ground.pen, ground.colours["edge"]
    bars = [
        ((x - ty * 5 * k, y + tx * 5 * k), (x + ty * 5 * k, y - tx * 5 * k)) for x, y, tx, ty in walk(line, 5.6 * k)
    ]
    return [_stroke(line, PAPER, 9 * k, 0.7), *_strokes(bars, colour, 1.7 * k), _stroke(line, colour, 2 * k)]


def _way(ground: Ground, border: Border, line: Ring) -> Ring:
    """The way across: the border's own line, else a short one over the middle of the edge."""
    if border.line and ground.placed(border.line):
        return line
    mid = walk(line, 1e9)
    if not mid:
        return line
    (x, y, tx, ty), half = mid[0], (26.0 if look_of(border)["draw"] == "crossing" else 15.0) * ground.pen
    return (x + ty * half, y - tx * half), (x - ty * half, y + tx * half)


def _bridge(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A deck of planks between two rails, across the edge."""
    k, m, way = ground.pen, ground.colours, _way(ground, border, line)
    planks = [
        ((x - ty * 4.6 * k, y + tx * 4.6 * k), (x + ty * 4.6 * k, y - tx * 4.6 * k))
        for x, y, tx, ty in walk(way, 4.6 * k, 1.2 * k)
    ]
    return [
        _stroke(way, INK, 15.4 * k, 0.8, cap="butt"),
        _stroke(way, m["wood"], 13 * k, cap="butt"),
        _stroke(way, PAPER, 9.2 * k, cap="butt"),
        *_strokes(planks, m["wood"], 1.3 * k),
    ]


def _crossing(ground: Ground, border: Border, line: Ring) -> list[Shape]:
    """A way over water: paper dashes on a brown line, a head at both ends."""
    k, m, way = ground.pen, ground.colours, _way(ground, border, line)
    heads: list[Ring] = []
    for (x, y), (px, py) in ((way[0], way[1]), (way[-1], way[-2])):
        length = math.hypot(x - px, y - py) or 1.0
        ux, uy = (x - px) / length, (y - py) / length
        heads.append(tuple((x + k * (u * ux - v * uy), y + k * (u * uy + v * ux))
                           for u, v in ((-3, -5.5), (8, 0), (-3, 5.5))))  # fmt: skip
    return [
        _stroke(way, m["paper"], 7.4 * k, 0.5),
        _stroke(way, INK, 5 * k, 0.75, cap="butt"),
        _stroke(way, m["paper"], 3 * k, dash=(5 * k, 4 * k), cap="butt"),
        Poly(tuple(heads), fill=m["paper"], stroke=INK, width=1.2 * k, join="round"),
    ]


_DRAWINGS: dict[str, Draw] = {  # from below
    "dashes": _dashes,
    "teeth": _teeth,
    "fall": _fall,
    "water": _water,
    "plain": _plain,
    "bars": _bars,
    "links": _links,
    "crosses": _crosses,
    "band": _band,
    "door": _door,
    "crossing": _crossing,
    "bridge": _bridge,
}
