"""The anatomy of a token: edge, ring, body, icon, state mark. Shape tells the owner, icon the kind, size the rank."""

from __future__ import annotations

import math
from functools import lru_cache

from theomachy.engine.tabletop.table import MOST_STEPS

from .geometry import rounded
from .shapes import Disc, Dots, Face, Path, Poly, Ring, Shape, Stamp, TextShape, Token
from .style import STYLE, icon_path, owner_paint

INK, PAPER = STYLE["mark"]["ink"], STYLE["mark"]["paper"]
_POLYGONS = {  # corners, turn, reach, roundness: all have about the area of a disc
    "square": (4, math.pi / 4, 1.28, 0.3),
    "diamond": (4, 0.0, 1.30, 0.34),
    "hexagon": (6, 0.0, 1.12, 0.22),
    "octagon": (8, math.pi / 8, 1.06, 0.12),
    "pentagon": (5, -math.pi / 2, 1.2, 0.26),
}


def outline(shape: str, r: float) -> str:
    """The path of a token's shape round 0, 0 for the radius `r` of a disc of the same area."""
    if shape in _POLYGONS:
        n, turn, reach, corner = _POLYGONS[shape]
        points = [
            (reach * r * math.cos(turn + i * math.tau / n), reach * r * math.sin(turn + i * math.tau / n))
            for i in range(n)
        ]
        return rounded(points, corner * r)
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
    return f"M{-r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0z"


@lru_cache(maxsize=512)
def loop(shape: str, r: float) -> Ring:
    """The shape as straight stretches, for rings round a token."""
    if shape in _POLYGONS:
        n, turn, reach, corner = _POLYGONS[shape]
        at = [
            (reach * r * math.cos(turn + i * math.tau / n), reach * r * math.sin(turn + i * math.tau / n))
            for i in range(n)
        ]
        cut, out = corner * r, []
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
    reach = 1.12 * r if shape == "notched" else r
    return tuple((reach * math.cos(i * math.tau / 28), reach * math.sin(i * math.tau / 28)) for i in range(28))


def icon_at(name: str, x: float, y: float, size: float, colour: str, opacity: float = 1.0) -> Path:
    """An icon centred at x, y."""
    return Path(icon_path(name), (x - size / 2, y - size / 2), 0.0, size / 512, fill=colour, opacity=opacity)


_ICON_SHARE = {"diamond": 0.62, "pentagon": 0.58}
_MARKS = {
    "kill": ("death-skull", INK, PAPER),
    "pain": ("bleeding-wound", STYLE["mark"]["pain"], INK),
    "book": ("spell-book", STYLE["mark"]["book"], PAPER),
}


@lru_cache(maxsize=1024)
def face_shapes(face: Face) -> tuple[Shape, ...]:
    """What a face is made of, round 0, 0."""
    if face.ring:
        return _place_ring(face.size, face.body)
    if face.body == "bare":
        return (
            Disc(0, 0, round(face.size * 0.66, 1), fill=PAPER, fill_opacity=0.85),
            icon_at(face.icon, 0, 0, face.size, INK, 0.8),
        )
    if face.body == "carried":
        return _carried(face)
    if face.body == "plate":
        return _plate(face.size / 2)
    fill, ink, shape = owner_paint(face.colour, face.theme)
    r, token = face.size / 2, STYLE["token"]
    if face.body == "ghost":
        return (
            Path(outline(shape, r), fill=PAPER, fill_opacity=0.35, stroke=INK, width=1.4, dash=(3, 2.5)),
            icon_at(face.icon, 0, 0, face.size * 0.62, INK, 0.6),
        )
    body = {"killed": token["killed"], "spent": token["spent"]}.get(face.body, 1.0)
    share, drop = _ICON_SHARE.get(shape, 0.66), 0.06 * face.size if shape == "pentagon" else 0.0
    out: list[Shape] = [
        Path(outline(shape, r + 2.6), (0, 0.7), fill=token["edge"], fill_opacity=token["edge_opacity"]),
        Path(outline(shape, r + 1.9), fill=PAPER),
        Path(outline(shape, r), fill=fill, opacity=body),
        icon_at(face.icon, 0, drop, face.size * share, ink),
    ]
    if face.mark in _MARKS:
        icon, ground, colour = _MARKS[face.mark]
        z, at = max(0.6, min(1.3, face.size / 26)), r * 0.82
        out += [
            Disc(at, -at, 8.4 * z, fill=PAPER),
            Disc(at, -at, 7.4 * z, fill=ground),
            icon_at(icon, at, -at, 11 * z, colour),
        ]
    return tuple(out)


def _place_ring(size: float, body: str) -> tuple[Shape, ...]:
    """A dark ring with light blades; an abandoned one has an empty eye. A tower is a ring of walls."""
    if body == "tower":
        return _tower(size / 2)
    r, mark = size / 2, STYLE["mark"]
    blade = f"M0 {-r + 1.2:.1f}Q{r * 0.22:.1f} {-r * 0.86:.1f} {r * 0.2:.1f} {-r * 0.7:.1f}"
    out: list[Shape] = [
        Disc(0, 0.8, r + 1.6, fill=STYLE["token"]["edge"], fill_opacity=0.5),
        Disc(0, 0, r, fill=mark["gate"]),
    ]
    out += [Path(blade, turn=30 * k, stroke=mark["gate_light"], width=1.5, cap="round") for k in range(12)]
    out.append(Disc(0, 0, r - 1, stroke=mark["gate_light"], width=1, opacity=0.85))
    if body != "held":
        out.append(Disc(0, 0, r * 0.62, fill=mark["gate_eye"], stroke=mark["gate_light"], width=1))
    return tuple(out)


def _tower(r: float) -> tuple[Shape, ...]:
    """Walls with eight towers round an eye of paper, for the number of a fortress."""
    k = 0.24 * r
    out: list[Shape] = [Disc(0, 0.8, r + 1.4, fill=STYLE["token"]["edge"], fill_opacity=0.45)]
    for fill, grow in ((PAPER, 1.5), (INK, 0.0)):
        out.append(Disc(0, 0, round(0.86 * r + grow, 2), fill=fill))
        for i in range(8):
            turn = math.tau * (i + 0.5) / 8
            x, y, half = 0.82 * r * math.cos(turn), 0.82 * r * math.sin(turn), k + grow
            box = f"M{-half:.2f} {-half:.2f}H{half:.2f}V{half:.2f}H{-half:.2f}z"
            out.append(Path(box, (round(x, 2), round(y, 2)), turn=round(math.degrees(turn), 1), fill=fill))
    return (*out, Disc(0, 0, round(0.64 * r, 2), fill=PAPER))


def _plate(r: float) -> tuple[Shape, ...]:
    """A paper disc in an ink line, for a number on the ground."""
    return (
        Disc(0, 0.7, r, fill=STYLE["token"]["edge"], fill_opacity=0.35),
        Disc(0, 0, r - 0.6, fill=PAPER),
        Disc(0, 0, r - 1.6, stroke=INK, width=1.5),
    )


_CUTS = {  # outline, facets, lines between them, in a box of 20 by 20 round 0, 0
    "gem": ("M-4 -10H4L9 -3.6L0 10L-9 -3.6z", "M-4 -10L-4.2 -3.6L0 10L-9 -3.6zM-4 -10H4L4.2 -3.6H-4.2z",
            "M-9 -3.6H9M-4 -10L-4.2 -3.6L0 10L4.2 -3.6L4 -10"),
    "brilliant": ("M-6.4 -8H6.4L10.4 -2L0 9.6L-10.4 -2z", "M-6.4 -8L-4.6 -2L0 9.6L-10.4 -2zM-6.4 -8H6.4L4.6 -2H-4.6z",
                  "M-10.4 -2H10.4M-6.4 -8L-4.6 -2L0 9.6L4.6 -2L6.4 -8M-4.6 -2L0 -8L4.6 -2"),
    "shard": ("M-2.5 -10L4.2 -7.2L3.4 -1.4L8 4.6L2.6 9.6L-6.8 6.8L-5 0.6L-8.4 -3.4z",
              "M-2.5 -10L-1.2 -1.6L-6.8 6.8L-5 0.6L-8.4 -3.4z", "M-2.5 -10L-1.2 -1.6L3.4 -1.4M-1.2 -1.6L-6.8 6.8"),
}  # fmt: skip


def _carried(face: Face) -> tuple[Shape, ...]:
    """A thing that rides on a token or lies on the ground: a cut stone, or its icon on a paper disc."""
    look = STYLE["carried"].get(face.colour) or STYLE["carried"]["other"]
    fill, facet = look[face.theme]
    cut, zoom = _CUTS.get(look["cut"]), round(face.size / 20, 3)
    if cut is None:
        r = face.size / 2
        return (
            Disc(0, 0.6, r + 0.8, fill=STYLE["token"]["edge"], fill_opacity=0.5),
            Disc(0, 0, r, fill=fill, stroke=INK, width=1),
            icon_at(face.icon, 0, 0, face.size * 0.74, facet),
        )
    outline_, facets, lines = cut
    return (
        Path(outline_, zoom=zoom, fill=PAPER, stroke=PAPER, width=4.8, join="round"),
        Path(outline_, zoom=zoom, fill=fill, stroke=INK, width=1.7, join="round"),
        Path(facets, zoom=zoom, fill=facet, fill_opacity=0.85),
        Path(lines, zoom=zoom, stroke=INK, width=1, join="round"),
    )


def reach(face: Face) -> float:
    """Half the side of the square that holds the face with all its marks."""
    return math.ceil(face.size * 0.65 + 2.6 + (9 if face.mark else 1))


@lru_cache(maxsize=256)
def pill(width: float, height: float) -> Ring:
    """A small lying capsule round 0, 0."""
    r = height / 2
    right = [(width / 2 - r + r * math.sin(t), -r * math.cos(t)) for t in (math.pi * i / 8 for i in range(9))]
    return tuple(right + [(-x, -y) for x, y in right])


def badge(token: Token) -> tuple[Shape, ...]:
    """What is written on a token, in the space of the scene: count south-east, letters north-west, gauges below, a
    figure in the middle."""
    out: list[Shape] = []
    r, shape = token.face.size / 2, owner_paint(token.face.colour, token.face.theme)[2]
    z = max(0.72, min(1.25, token.face.size / 26))
    edge = STYLE["token"]["edge"]
    if token.letters:
        w, at = 5.6 * len(token.letters) + 6, r * 0.78
        x0, y0 = token.x + (at if token.laden else -at), token.y - at
        ring = tuple((x + x0, y + y0) for x, y in pill(w, 12))
        out += [
            Poly((ring,), fill=PAPER, stroke=edge, stroke_opacity=0.6, width=0.8),
            TextShape(x0, y0 + 3.1, token.letters, 8.5, weight=700, fill=INK),
        ]
    dial = token.face.body == "plate"
    for value, most, _ in token.gauges if dial else ():
        out += _dial(token.x, token.y, r, value, most)
    for i, gauge in enumerate(() if dial else token.gauges):
        out += capsule(token.x, token.y + r + (2 + 13.5 * i) * max(0.8, min(1.2, r / 15)), r, *gauge)
    if token.figure:
        share = 0.9 if token.face.body == "plate" else 0.78
        size = round(min(share * r, 1.9 * share * r / max(2, len(token.figure)) * 1.15), 1)
        out.append(TextShape(token.x, round(token.y + 0.36 * size, 1), token.figure, size, weight=700, fill=INK))
    if token.count > 1:
        text = str(token.count)
        w, at = max(14.5, 6.4 * len(text) + 6) * z, r * (0.66 if shape == "diamond" else 0.80)
        x0, y0 = (token.x + at, token.y + at) if not token.gauges else (token.x + r, token.y)  # beside the capsule
        ring = tuple((x + x0, y + y0) for x, y in pill(round(w, 1), round(14.5 * z, 1)))
        out += [
            Poly((ring,), fill=PAPER, stroke=edge, stroke_opacity=0.65, width=1),
            TextShape(x0, y0 + 3.8 * z, text, round(10.5 * z, 1), weight=700, fill=INK),
        ]
    return tuple(out)


def _dial(x: float, y: float, r: float, value: int, most: int) -> list[Shape]:
    """Steps round a plate, from the top clockwise: what is there in ink, what is lost pale."""
    out: list[Shape] = []
    if not 0 < most <= MOST_STEPS:
        return out
    inner, outer, gap = r + 2.2, r + 5.4, min(0.16, 1.1 / most)
    out.append(
        Disc(x, y, round(outer + 1.4, 2), fill=PAPER, stroke=STYLE["token"]["edge"], stroke_opacity=0.55, width=1)
    )
    for lost, steps in ((False, range(min(value, most))), (True, range(value, most))):
        rings: list[Ring] = []
        for i in steps:
            a, b = math.tau * i / most - math.pi / 2 + gap, math.tau * (i + 1) / most - math.pi / 2 - gap
            turns = [a + (b - a) * j / 6 for j in range(7)]
            rings.append(
                tuple(
                    (round(x + away * math.cos(t), 2), round(y + away * math.sin(t), 2))
                    for away, way in ((outer, turns), (inner, turns[::-1]))
                    for t in way
                )
            )
        if rings:
            out.append(Poly(tuple(rings), fill=INK, fill_opacity=0.25 if lost else 1.0))
    return [*out, Disc(x, y, r - 0.6, fill=PAPER), Disc(x, y, r - 1.6, stroke=INK, width=1.5)]


def capsule(x: float, y: float, r: float, value: int, most: int, shape: str) -> list[Shape]:
    """A number and its steps in a paper capsule, centred at x, y, for a token of this radius: bars for rows that are
    lost one by one, beads for figures; what is lost stays pale."""
    z, edge, text = max(0.8, min(1.2, r / 15)), STYLE["token"]["edge"], str(value)
    steps = most if 0 < most <= MOST_STEPS else 0
    step = (4.6 if shape == "bead" else 3.1 if steps > 6 else 3.6) * min(1.0, 9 / max(9, steps)) * z
    number = max(11.0, 6.6 * len(text) + 3) * z
    wide, high = (number + 5 * z + step * steps + (1.5 * z if steps else 0)), 14.5 * z
    left = x - wide / 2
    ring = tuple((round(x + dx, 2), round(y + dy, 2)) for dx, dy in pill(round(wide, 1), round(high, 1)))
    out: list[Shape] = [
        Poly((ring,), fill=PAPER, stroke=edge, stroke_opacity=0.75, width=1.1),
        TextShape(round(left + 3 * z + number / 2, 2), round(y + 3.9 * z, 2), text, round(11 * z, 1), weight=700,
                  fill=INK),
    ]  # fmt: skip
    at = left + number + 4.5 * z
    if shape == "bead":
        beads = [(round(at + (i + 0.5) * step, 2), round(y, 2)) for i in range(steps)]
        r0 = round(min(1.75 * z, step * 0.4), 2)
        if value > 0 and beads:
            out.append(Dots(tuple((u, v, r0) for u, v in beads[:value]), fill=INK))
        out += [Disc(u, v, r0, stroke=INK, stroke_opacity=0.5, width=0.8) for u, v in beads[value:]]
        return out
    for lost, rows in ((False, range(min(value, steps))), (True, range(value, steps))):
        half = (1.2 if lost else 3.7) * z
        rings = tuple(
            (
                (round(at + i * step, 2), round(y - half, 2)),
                (round(at + (i + 1) * step - 1.2, 2), round(y - half, 2)),
                (round(at + (i + 1) * step - 1.2, 2), round(y + half, 2)),
                (round(at + i * step, 2), round(y + half, 2)),
            )
            for i in rows
        )
        if rings:
            out.append(Poly(rings, fill=INK, fill_opacity=0.3 if lost else 1.0))
    return out


def token_shapes(token: Token) -> tuple[Shape, ...]:
    """The whole token as shapes: the face as a stamp, so that equal faces are kept once."""
    return (Stamp(face_shapes(token.face), token.x, token.y), *badge(token))
