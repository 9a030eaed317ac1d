"""What an interface lights on a board, as plain shapes: territory, tints, choices, faults, arrows, a person's own
marks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from theomachy.engine.tabletop.table import Arrow

from .forms import loop
from .geometry import bend, box_of, chance, hatch, inside
from .ground import Ground
from .shapes import Disc, Dots, Face, Point, Poly, Ring, Shape, Token
from .style import STYLE
from .tokens import shape_of

INK, PAPER, BAD, DRAWN = (STYLE["mark"][name] for name in ("ink", "paper", "bad", "drawn"))


def tint(ground: Ground, area: int, name: str) -> list[Shape]:
    """A lasting mark on an area, painted by its name in the style."""
    look = STYLE["tint"].get(name) or STYLE["tint"]["other"]
    rings, (x, y) = ground.rings(area), ground.centre(area)
    out: list[Shape] = [Poly(rings, fill=look["veil"], fill_opacity=look["opacity"])]
    step = 45 * ground.scale
    if look.get("stars"):  # nothing is there but the night behind it, and an edge that still glows
        small = tuple((sx, sy, round(0.16 * r, 2)) for sx, sy, r in _spots(rings, step, area))
        out.append(Dots(small, fill=look["stars"], fill_opacity=0.8))
        edge = 3.2 * max(0.7, ground.scale)
        out.append(Poly(rings, stroke=look["ember"], stroke_opacity=0.35, width=round(2.2 * edge, 1)))
        out.append(Poly(rings, stroke=look["ember"], width=round(0.6 * edge, 1)))
        out += ground.named(area, look["named"])
    if look.get("spots"):
        out.append(Dots(_spots(rings, step, area), fill=look["spots"], fill_opacity=look["spots_opacity"]))
    if look.get("strokes"):
        out.append(Poly(hatch(rings, 8), closed=False, stroke=look["strokes"], stroke_opacity=0.5, width=1.1))
    if look.get("icon"):
        fx, fy = x - 0.62 * step, y - 0.42 * step
        out.append(
            Token(
                Face("neutral", look["icon"], round(15 * max(0.8, ground.scale), 1), ground.theme, "bare"),
                round(fx, 1),
                round(fy, 1),
            )
        )
    return out


@lru_cache(maxsize=256)
def _spots(rings: tuple[Ring, ...], step: float, area: int) -> tuple[tuple[float, float, float], ...]:
    hand = chance("tint", area)
    x0, y0, x1, y1 = box_of(rings)
    wanted = min(120, max(16, int((x1 - x0) * (y1 - y0) / step / step * 9)))
    out: list[tuple[float, float, float]] = []
    for _ in range(wanted * 3):
        x, y, r = hand.uniform(x0, x1), hand.uniform(y0, y1), hand.uniform(0.05, 0.17) * step
        if inside(x, y, rings) and all(
            inside(x + r * dx, y + r * dy, rings) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ):
            out.append((round(x, 1), round(y, 1), round(r, 1)))
        if len(out) >= wanted:
            break
    return tuple(out)


def faded(ground: Ground, area: int) -> Poly:
    """Where pieces stand the motif fades to 60 %: a veil of the area's own colour."""
    return Poly(ground.rings(area), fill=ground.base(area), fill_opacity=0.4)


def dimmed(ground: Ground, areas: Iterable[int]) -> list[Shape]:
    rings = tuple(ring for area in areas for ring in ground.rings(area))
    return [Poly(rings, fill=ground.colours["dim"], fill_opacity=ground.colours["dim_opacity"])] if rings else []


def lifted(ground: Ground, area: int, by: float = 0.16) -> Poly:
    return Poly(ground.rings(area), fill=PAPER, fill_opacity=by)


def _two(
    rings: tuple[Ring, ...],
    below: str,
    wide: float,
    above: str,
    narrow: float,
    closed: bool = True,
    dash: tuple[float, ...] = (),
) -> list[Shape]:
    return [
        Poly(rings, closed, stroke=below, width=wide, join="round", cap="round"),
        Poly(rings, closed, stroke=above, width=narrow, join="round", cap="butt" if dash else "round", dash=dash),
    ]


def _along(
    ground: Ground, area: int, below: str, broad: float, above: str, narrow: float, dash: tuple[float, ...] = ()
) -> list[Shape]:
    """The line round an area, where names interrupt it in parts."""
    rings, lines = ground.lit_lines(area)
    out = _two(rings, below, broad, above, narrow, dash=dash) if rings else []
    return out + (_two(lines, below, broad, above, narrow, closed=False, dash=dash) if lines else [])


def selectable(ground: Ground, area: int) -> list[Shape]:
    return _along(ground, area, INK, 5, PAPER, 2.8)


def selected(ground: Ground, area: int) -> list[Shape]:
    return _along(ground, area, PAPER, 7, INK, 3.6)


def hovered(ground: Ground, area: int) -> list[Shape]:
    rings, lines = ground.lit_lines(area)
    closed = [Poly(rings, stroke=PAPER, width=2.4, join="round")] if rings else []
    return [*closed, *([Poly(lines, stroke=PAPER, width=2.4, join="round", closed=False)] if lines else [])]


def aimed(ground: Ground, area: int) -> list[Shape]:
    return _two(ground.brackets(area), PAPER, 5.5, INK, 2.6, closed=False)


def touched(ground: Ground, area: int) -> list[Shape]:
    return _along(ground, area, PAPER, 3.4, INK, 1.5, dash=(2, 3))


def fought(ground: Ground, area: int) -> list[Shape]:
    """The area of a fight under way."""
    return _along(ground, area, PAPER, 6, INK, 2.8)


def fault_hatch(ground: Ground, area: int, opacity: float = 0.7, width: float = 2) -> Poly:
    return Poly(_hatch(ground.rings(area)), closed=False, stroke=BAD, stroke_opacity=opacity, width=width)


_hatch = lru_cache(maxsize=256)(lambda rings: hatch(rings, 9))
_narrow_hatch = lru_cache(maxsize=256)(lambda rings: hatch(rings, 6))


def cross(x: float, y: float) -> list[Shape]:
    """The cross in a disc that says the same as the red."""
    lines: tuple[Ring, ...] = (((x - 3.2, y - 3.2), (x + 3.2, y + 3.2)), ((x + 3.2, y - 3.2), (x - 3.2, y + 3.2)))
    return [
        Disc(x, y, 9.5, fill=PAPER),
        Disc(x, y, 8, fill=BAD),
        Poly(lines, closed=False, stroke=PAPER, width=2, cap="round"),
    ]


def fault(ground: Ground, area: int) -> list[Shape]:
    rings = ground.lit_rings(area)
    return [
        Poly(rings, stroke=PAPER, width=5, join="round"),
        Poly(rings, stroke=BAD, width=2.6, join="round"),
        *cross(*ground.fault_at(area)),
    ]


def drawn_ring(ground: Ground, area: int) -> list[Shape]:
    x, y = ground.centre(area)
    r = 36 * max(0.6, ground.scale)
    return [Disc(x, y, r, stroke=PAPER, width=6, opacity=0.9), Disc(x, y, r, stroke=DRAWN, width=3.2)]


# round a token ------------------------------------------------------------------------------------------------------
def _round(token: Token, grow: float) -> Ring:
    shape = (
        "square"
        if token.face.body == "plinth"
        else "disc"
        if token.face.ring or token.face.teeth
        else shape_of(token.face)
    )
    grow += 3 if token.face.double else 0
    return tuple((round(x + token.x, 1), round(y + token.y, 1)) for x, y in loop(shape, token.face.size / 2 + grow))


def _broad(token: Token) -> float:
    """How much broader lines round a token are that is drawn large because the page shows it small."""
    return max(1.0, token.face.size / 40) if token.face.size > 84 else 1.0


def token_selectable(token: Token) -> list[Shape]:
    k = _broad(token)
    return _two((_round(token, 3.6 * k),), INK, 5 * k, PAPER, 2.8 * k)


def token_selected(token: Token) -> list[Shape]:
    k = _broad(token)
    return _two((_round(token, 3.8 * k),), PAPER, 7 * k, INK, 3.8 * k)


def token_touched(token: Token) -> list[Shape]:
    return _two((_round(token, 3.4),), PAPER, 3.6, INK, 1.6, dash=(2, 3))


def token_hovered(token: Token) -> list[Shape]:
    return [Poly((_round(token, 3.2),), stroke=PAPER, width=3.4, join="round")]


def token_aimed(token: Token) -> list[Shape]:
    k = _broad(token)
    r, t, x, y = token.face.size / 2 + k * (10 if token.face.double else 7), 0.42, token.x, token.y
    rings: tuple[Ring, ...] = tuple(
        ((x + sx * r * (1 - t), y + sy * r), (x + sx * r, y + sy * r), (x + sx * r, y + sy * r * (1 - t)))
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    return _two(rings, PAPER, 5.5 * k, INK, 2.6 * k, closed=False)


def sign_hovered(disc: tuple[float, float, float]) -> list[Shape]:
    """Round a printed sign that leads elsewhere."""
    x, y, r = disc
    return [Disc(x, y, r + 2.5, stroke=INK, width=4.4), Disc(x, y, r + 2.5, stroke=PAPER, width=2.4)]


def token_fault(token: Token) -> list[Shape]:
    ring, r = _round(token, 5), token.face.size / 2 + 5
    return [
        Poly((ring,), stroke=PAPER, width=5, join="round"),
        Poly((ring,), stroke=BAD, width=2.6, dash=(5, 3), join="round"),
        *cross(token.x + r * 0.75, token.y - r * 0.75),
    ]


def token_ringed(token: Token) -> list[Shape]:
    r = token.face.size / 2 + 8
    return [
        Disc(token.x, token.y, r, stroke=PAPER, width=6, opacity=0.9),
        Disc(token.x, token.y, r, stroke=DRAWN, width=3.2),
    ]


# round a border or a zone -------------------------------------------------------------------------------------------
def thing_selectable(rings: tuple[Ring, ...]) -> list[Shape]:
    return _two(rings, INK, 4.6, PAPER, 2.4)


def thing_selected(rings: tuple[Ring, ...]) -> list[Shape]:
    return _two(rings, PAPER, 6, INK, 3.2)


def thing_touched(rings: tuple[Ring, ...]) -> list[Shape]:
    return _two(rings, PAPER, 3.4, INK, 1.5, dash=(2, 3))


def thing_hovered(rings: tuple[Ring, ...]) -> list[Shape]:
    return [Poly(rings, fill=PAPER, fill_opacity=0.16, stroke=PAPER, width=2.4, join="round")]


def thing_aimed(at: Point, r: float = 19.0) -> list[Shape]:
    x, y = at
    rings: tuple[Ring, ...] = tuple(
        ((x + sx * r * 0.5, y + sy * r), (x + sx * r, y + sy * r), (x + sx * r, y + sy * r * 0.5))
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    return _two(rings, PAPER, 5.5, INK, 2.6, closed=False)


def thing_fault(rings: tuple[Ring, ...], at: Point, wide: bool) -> list[Shape]:
    """Red hatch, red line and the cross, never red alone; a strip is hatched closely, on paper."""
    veil = Poly(rings, fill=PAPER, fill_opacity=0.0 if wide else 0.8, stroke=PAPER, width=5, join="round")
    hatched = _hatch(rings) if wide else _narrow_hatch(rings)
    return [
        veil,
        Poly(hatched, closed=False, stroke=BAD, stroke_opacity=0.8, width=1.8),
        Poly(rings, stroke=BAD, width=2.2, join="round"),
        *cross(*at),
    ]


def thing_hatched(rings: tuple[Ring, ...]) -> list[Shape]:
    """The same without the cross, which hangs elsewhere."""
    return [
        Poly(rings, fill=PAPER, fill_opacity=0.85, stroke=PAPER, width=5, join="round"),
        Poly(_narrow_hatch(rings), closed=False, stroke=BAD, stroke_opacity=0.85, width=1.8),
        Poly(rings, stroke=BAD, width=2.2, join="round"),
    ]


def thing_ringed(at: Point) -> list[Shape]:
    return [Disc(*at, 20, stroke=PAPER, width=6, opacity=0.9), Disc(*at, 20, stroke=DRAWN, width=3.2)]


# arrows -------------------------------------------------------------------------------------------------------------
_HEAD = ((8.0, 0.0), (-6.0, -6.5), (-3.0, 0.0), (-6.0, 6.5))
_OPEN_HEAD = ((-5.0, -6.0), (6.0, 0.0), (-5.0, 6.0))


def arrow(ground: Ground, each: Arrow, ends: tuple[Point, Point], solid: str = "", wide: float = 3.6) -> list[Shape]:
    """The trail of a move, an attack or a retreat; a full line in a colour when a person drew it, or it is proposed."""
    a, b = ends
    rings = () if ground.celled or ground.focus is not None else ground.rings(each.end)
    if ground.focus is not None:
        a = _leaving(a, b, ground.rings(each.start))
    far = abs(a[0] - b[0]) > 0.55 * ground.span
    if far and ground.wrapped(each.start) and ground.wrapped(each.end):
        turn = ground.span if b[0] < a[0] else -ground.span
        return [
            *_one_arrow(ground, a, (b[0] + turn, b[1]), each.kind, solid, wide),
            *_one_arrow(ground, (a[0] - turn, a[1]), b, each.kind, solid, wide, rings),
        ]
    return _one_arrow(ground, a, b, each.kind, solid, wide, rings)


def _leaving(a: Point, b: Point, rings: tuple[Ring, ...]) -> Point:
    """Where a way from `a` to `b` is first drawn: a little before the border, clear of who stays."""
    length, back = math.dist(a, b), 18.0
    steps = max(2, int(length / 6))
    way = [(a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps) for i in range(steps + 1)]
    last = next((i for i in range(steps, -1, -1) if inside(*way[i], rings)), 0)
    return way[max(0, last - int(back / 6))] if length > 2 * back else a


def _one_arrow(
    ground: Ground, a: Point, b: Point, kind: str, solid: str, thick: float, goal: tuple[Ring, ...] = ()
) -> list[Shape]:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    if length < 8:
        return []
    k = max(0.7, min(1.1, ground.scale)) if ground.focus is None else ground.window.tokens(ground.width)
    gap = min(0.3 * length, 21 * k)
    off = gap if ground.focus is None else 0.0  # a way that leaves an area drawn larger begins clear of its pieces
    start = (a[0] + (b[0] - a[0]) * off / length, a[1] + (b[1] - a[1]) * off / length)
    line = list(bend(start, b, 0.22 if length < 160 else 0.16, 30))
    entry = next((i for i, p in enumerate(line) if i > 2 and inside(*p, goal)), None)
    if entry is not None and math.dist(line[entry], b) > gap + 14:  # the head stands just inside the border
        line, gap = list(line[: entry + 1]), 0.0
    left = gap
    while len(line) > 2 and left > 0:
        (px, py), (qx, qy) = line[-2], line[-1]
        step = math.hypot(qx - px, qy - py)
        if step > left:
            line[-1] = (qx + (px - qx) * left / step, qy + (py - qy) * left / step)
            break
        line.pop()
        left -= step
    tip, before = line[-1], line[-2]
    turn = math.atan2(tip[1] - before[1], tip[0] - before[0])

    def head(points: tuple[Point, ...], zoom: float) -> Ring:
        return tuple(
            (
                tip[0] + zoom * (x * math.cos(turn) - y * math.sin(turn)),
                tip[1] + zoom * (x * math.sin(turn) + y * math.cos(turn)),
            )
            for x, y in points
        )

    shaft = (tuple(line),)
    if solid:
        return [
            Poly(shaft, False, stroke=PAPER, width=thick + 3.4, cap="round"),
            Poly(shaft, False, stroke=solid, width=thick, cap="round"),
            Poly((head(_HEAD, 1.3),), fill=solid, stroke=PAPER, width=1.5, join="round"),
        ]
    z = 1.0 if ground.focus is None else 1.3
    dash = {"attack": (), "retreat": (2.0, 3.5)}.get(kind, (6.0, 4.5))
    dash, wide = tuple(round(each * z, 1) for each in dash), z * (3.0 if kind == "attack" else 2.2)
    out: list[Shape] = [
        Poly(shaft, False, stroke=PAPER, width=wide + 3.3, cap="round"),
        Poly(shaft, False, stroke=INK, width=wide, dash=dash),
    ]
    if kind == "retreat":
        return [*out, *_two((head(_OPEN_HEAD, z),), PAPER, 6 * z, INK, 2.4 * z, closed=False)]
    zoom = z * (1.2 if kind == "attack" else 1.0)
    return [
        *out,
        Poly((head(_HEAD, zoom),), fill=PAPER, stroke=PAPER, width=4, join="round"),
        Poly((head(_HEAD, zoom),), fill=INK),
    ]
