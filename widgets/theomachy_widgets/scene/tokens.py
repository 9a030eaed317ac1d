"""The anatomy of a token: edge, ring, body, icon, state mark. Shape tells the owner, icon the kind, size the rank."""

from __future__ import annotations

import math
from functools import lru_cache

from .geometry import rounded
from .shapes import Disc, Face, Path, Poly, Ring, Shape, Stamp, TextShape, Token
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
    """A dark ring with light blades; an abandoned one has an empty eye."""
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
    """Count south-east, letters north-west, in the space of the scene."""
    out: list[Shape] = []
    r, shape = token.face.size / 2, owner_paint(token.face.colour, token.face.theme)[2]
    z = max(0.72, min(1.25, token.face.size / 26))
    edge = STYLE["token"]["edge"]
    if token.letters:
        w, at = 5.6 * len(token.letters) + 6, r * 0.78
        ring = tuple((x + token.x - at, y + token.y - at) for x, y in pill(w, 12))
        out += [
            Poly((ring,), fill=PAPER, stroke=edge, stroke_opacity=0.6, width=0.8),
            TextShape(token.x - at, token.y - at + 3.1, token.letters, 8.5, weight=700, fill=INK),
        ]
    if token.count > 1:
        text = str(token.count)
        w, at = max(14.5, 6.4 * len(text) + 6) * z, r * (0.66 if shape == "diamond" else 0.80)
        ring = tuple((x + token.x + at, y + token.y + at) for x, y in pill(round(w, 1), round(14.5 * z, 1)))
        out += [
            Poly((ring,), fill=PAPER, stroke=edge, stroke_opacity=0.65, width=1),
            TextShape(token.x + at, token.y + at + 3.8 * z, text, round(10.5 * z, 1), weight=700, fill=INK),
        ]
    return tuple(out)


def token_shapes(token: Token) -> tuple[Shape, ...]:
    """The whole token as shapes: the face as a stamp, so that equal faces are kept once."""
    return (Stamp(face_shapes(token.face), token.x, token.y), *badge(token))
