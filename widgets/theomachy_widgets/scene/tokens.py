"""The anatomy of a token: edge, ring, body, icon, state mark. Shape tells the owner, icon the kind, size the rank."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from theomachy.engine.tabletop.table import MOST_STEPS

from .buildings import DRAWN_FORMS, SILHOUETTES, building_shapes
from .doors import door_shapes, reach_of
from .forms import INK, PAPER, cut_shapes, icon_at, outline, pill
from .places import BODIES, chip_ink, chip_shapes, place_shapes
from .scenery import prop_shapes, sign_shapes
from .shapes import Disc, Dots, Face, Path, Poly, Ring, Shape, Stamp, TextShape, Token
from .style import STYLE, letter_ink, map_colours, owner_paint

_ICON_SHARE = {"diamond": 0.62, "pentagon": 0.58, "ears": 0.6, "scallop": 0.6, "arch": 0.62}
TEETH, BODY = 22, 0.76  # of the ring round a piece of that rank; how much of its size its body is
_MARKS = {
    "kill": ("death-skull", INK, PAPER),
    "pain": ("bleeding-wound", STYLE["mark"]["pain"], INK),
    "book": ("spell-book", STYLE["mark"]["book"], PAPER),
}


def grown(share: float, low: float, high: float) -> float:
    """How large what is written on a token is, for its size against the usual one; on one that is drawn large because
    the page shows it small it grows on.
    """
    return max(low, min(high, share)) if share < 2.4 else share


@lru_cache(maxsize=1024)
def face_shapes(face: Face) -> tuple[Shape, ...]:
    """What a face is made of, round 0, 0."""
    if face.body in BODIES:
        return place_shapes(face)
    if face.ring:
        return _place_ring(face.size, face.body, face.shape)
    if face.body == "chip":
        return chip_shapes(face)
    if face.body == "sign":
        return sign_shapes(face)
    if face.body == "prop":
        return prop_shapes(face)
    if face.body == "door":
        return door_shapes(face)
    if face.body == "bare":
        return (
            Disc(0, 0, round(face.size * 0.66, 1), fill=PAPER, fill_opacity=0.85),
            icon_at(face.icon, 0, 0, face.size, INK, 0.8),
        )
    if face.body == "carried":
        return _carried(face)
    if face.body == "plate":
        return _plate(face.size / 2)
    if face.shape in DRAWN_FORMS:
        return DRAWN_FORMS[face.shape](face)
    if face.shape in SILHOUETTES:
        return building_shapes(face)
    if face.teeth:
        return (*_teeth(face.size / 2), *face_shapes(replace(face, teeth=False, size=round(BODY * face.size, 1))))
    fill, ink, _ = owner_paint(face.colour, face.theme)
    shape = shape_of(face)
    r, token = face.size / 2, STYLE["token"]
    if face.body == "ghost":
        bare = 0.6 if not face.icon else 0.35
        body_ = Path(outline(shape, r), fill=PAPER, fill_opacity=bare, stroke=INK, width=1.5, dash=(3.5, 2.8))
        return (body_, icon_at(face.icon, 0, 0, face.size * 0.62, INK, 0.6)) if face.icon else (body_,)
    body = {"killed": token["killed"], "spent": token["spent"]}.get(face.body, 1.0)
    share, drop = _ICON_SHARE.get(shape, 0.66), 0.06 * face.size if shape == "pentagon" else 0.0
    out: list[Shape] = []
    k = max(1.0, r / 20) if r > 42 else 1.0  # drawn large because the page shows it small
    if face.double:
        out += [
            Path(outline(shape, r + 5.6 * k), (0, 0.7), fill=token["edge"], fill_opacity=token["edge_opacity"]),
            Path(outline(shape, r + 4.9 * k), fill=PAPER),
            Path(outline(shape, r + 3.1 * k), fill=fill, opacity=body),
        ]
    out += [
        Path(outline(shape, r + 2.6 * k), (0, 0.7), fill=token["edge"], fill_opacity=token["edge_opacity"]),
        Path(outline(shape, r + 1.9 * k), fill=PAPER),
        Path(outline(shape, r), fill=fill, opacity=body),
        *([icon_at(face.icon, 0, drop, face.size * share, ink)] if face.icon else ()),
    ]
    if face.mark == "acted":
        out += _tick(r * 0.86, -r * 0.86, grown(face.size / 32, 0.7, 1.25))
    if face.mark == "sealed":
        out += _lock(r * 0.82, -r * 0.82, max(0.7, min(1.25, face.size / 34)))
    if face.mark in _MARKS:
        icon, ground, colour = _MARKS[face.mark]
        z, at = max(0.6, min(1.3, face.size / 26)), r * 0.82
        out += [
            Disc(at, -at, 8.4 * z, fill=PAPER),
            Disc(at, -at, 7.4 * z, fill=ground),
            icon_at(icon, at, -at, 11 * z, colour),
        ]
    return tuple(out)


def shape_of(face: Face) -> str:
    """The name of a token's shape: its own, else its owner's."""
    return face.shape or owner_paint(face.colour, face.theme)[2]


def _lock(x: float, y: float, z: float) -> list[Shape]:
    """A closed lock on a paper disc: nobody knows yet."""
    d = "M-3.4 -.6h6.8v5h-6.8zM-2.2 -.6v-1.6a2.2 2.2 0 0 1 4.4 0v1.6"
    return [
        Disc(x, y, round(9 * z, 2), fill=PAPER, stroke=INK, width=1),
        Path(d, (x, y), zoom=round(z, 3), fill=INK, stroke=INK, width=1.2, even_odd=True),
    ]


def _tick(x: float, y: float, z: float) -> list[Shape]:
    """A tick on a paper disc: it has acted."""
    return [
        Disc(x, y, round(8 * z, 2), fill=PAPER, stroke=STYLE["token"]["edge"], stroke_opacity=0.7, width=1.1),
        Path("M-3.6 .2l2.6 2.8l4.6-5.6", (x, y), zoom=round(z, 3), stroke=INK, width=2, cap="round", join="round"),
    ]


def _place_ring(size: float, body: str, sort: str) -> tuple[Shape, ...]:
    """A dark ring with light blades; an abandoned one has an empty eye. A tower is a ring of walls; one of a sort that
    the style knows has teeth, or a colour and an outline of its own.
    """
    if body == "tower":
        return _tower(size / 2)
    if body == "barred":
        return (*_place_ring(size, "whole", sort), *_bar(0.5 * size))
    r, mark = size / 2, STYLE["mark"]
    if (look := STYLE["ring"].get(sort)) is not None:
        return _toothed(r, body, look) if "teeth" in look else _coloured(r, body, look)
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


def _bar(r: float) -> tuple[Shape, ...]:
    """A red bar in the eye of a ring that nobody could hold."""
    eye, q, bad = round(0.5 * r, 2), 0.5 * r * math.sqrt(0.5), STYLE["mark"]["bad"]
    line = ((round(-q, 2), round(q, 2)), (round(q, 2), round(-q, 2)))
    wide = max(1.6, round(0.15 * r, 2))
    out: list[Shape] = []
    for colour, width in ((PAPER, 2 * wide), (bad, wide)):
        out.append(Disc(0, 0, eye, stroke=colour, width=width))
        out.append(Poly((line,), closed=False, stroke=colour, width=width))
    return tuple(out)


def star(teeth: int, outer: float, inner: float) -> Ring:
    """A ring of points, the first inner one above."""
    n = 2 * teeth
    turns = ((outer if i % 2 else inner, math.tau * i / n) for i in range(n))
    return tuple((round(q * math.sin(turn), 2), round(-q * math.cos(turn), 2)) for q, turn in turns)


def _teeth(r: float) -> tuple[Shape, ...]:
    """The ring of a toothed rank: paper with many small teeth."""
    return (Poly((star(TEETH, 1.06 * r + 1.5, 0.93 * r + 1),), fill=PAPER, stroke=INK, width=0.9, join="round"),)


def _toothed(r: float, body: str, look: Mapping[str, Any]) -> tuple[Shape, ...]:
    """A ring with teeth all round, on paper."""
    teeth = int(look["teeth"])
    out: list[Shape] = [
        Poly((star(teeth, 1.24 * r + 2, r + 1.4),), fill=PAPER, stroke=INK, width=0.8, join="round"),
        Poly((star(teeth, 1.24 * r, 0.84 * r),), fill=look["teeth_fill"], join="round"),
        Disc(0, 0, 0.88 * r, fill=look["fill"]),
        Disc(0, 0, 0.74 * r, stroke=look["teeth_fill"], width=1.2),
    ]
    if body != "held":
        out.append(Disc(0, 0, 0.5 * r, fill=STYLE["mark"]["gate_eye"], stroke=look["teeth_fill"], width=1))
    return tuple(out)


def _coloured(r: float, body: str, look: Mapping[str, Any]) -> tuple[Shape, ...]:
    """A ring of a colour on paper, with so many corners or points: without any it is round."""
    points, fill, eye = int(look.get("points", 0)), look["fill"], 0.66 * r
    out: list[Shape] = []
    for grow, paint, line in ((2.2, PAPER, INK), (0.0, fill, INK)):
        if points:
            straight = math.cos(math.pi / points)  # between two corners: a side without a dent
            wide = (1.16 if points > 5 else 1.3) * r + grow
            ring = star(points, wide, max(wide * float(look.get("dent", straight)), eye + 1.5))
            out.append(Poly((ring,), fill=paint, stroke=line, width=0.8, join="round"))
        else:
            out.append(Disc(0, 0, r + grow, fill=paint, stroke=line, width=0.8))
    out.append(Disc(0, 0, eye, fill=STYLE["mark"]["gate"], stroke=PAPER, width=0.9))
    if body != "held":
        out.append(Disc(0, 0, 0.5 * r, fill=STYLE["mark"]["gate_eye"], stroke=fill, width=1))
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


def _carried(face: Face) -> tuple[Shape, ...]:
    """A thing that rides on a token or lies on the ground: a cut stone, or its icon on a paper disc."""
    return cut_shapes(face.colour, face.size, face.theme, face.icon)


def reach(face: Face) -> float:
    """Half the side of the square that holds the face with all its marks."""
    if face.body == "door":
        return reach_of(face)
    k = face.size / 40 if face.size > 84 else 1.0
    return math.ceil(face.size * 0.65 + k * ((6 if face.double else 2.6) + (9 if face.mark else 1)))


def badge(token: Token) -> tuple[Shape, ...]:
    """What is written on a token, in the space of the scene: count south-east, letters north-west, gauges below, a
    figure in the middle."""
    if token.face.body == "chip":
        return tuple(_on_chip(token))
    if token.face.body == "door":
        return ()
    out: list[Shape] = []
    r, shape = token.face.size / 2, shape_of(token.face)
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
        out += capsule(token.x, token.y + r + (2 + 13.5 * i) * grown(r / 15, 0.8, 1.2), r, *gauge)
    if token.figure:
        owned = token.face.body in ("whole", "spent", "ghost", "killed") and not token.face.ring
        eye = token.face.body == "fortress"
        held = eye and token.face.colour != "neutral"  # in the shape of its holder
        share = (
            0.9 if token.face.body == "plate" else 0.5 if shape == "sun" else 0.86 if owned else 0.58 if held else 0.78
        )
        size = round(min(share * r, 1.9 * share * r / max(2, len(token.figure)) * 1.15), 1)
        painted = held or (owned and token.face.body != "ghost")
        ink = letter_ink(token.face.colour, token.face.theme) if painted else INK
        down = {"pentagon": 0.1, "shield": -0.06, "triangle": 0.14}.get(shape, 0.0) * r if owned else 0.0
        y = round(token.y + 0.36 * size + down, 1)
        out.append(TextShape(token.x, y, token.figure, size, weight=700, fill=ink))
    if token.count > 1 or token.badge:
        text = token.badge or str(token.count)
        w, at = max(14.5, 6.4 * len(text) + 6) * z, r * (0.66 if shape == "diamond" else 0.80)
        x0, y0 = (token.x + at, token.y + at) if not token.gauges else (token.x + r, token.y)  # beside the capsule
        ring = tuple((x + x0, y + y0) for x, y in pill(round(w, 1), round(14.5 * z, 1)))
        out += [
            Poly((ring,), fill=PAPER, stroke=edge, stroke_opacity=0.65, width=1),
            TextShape(x0, y0 + 3.8 * z, text, round(10.5 * z, 1), weight=700, fill=INK),
        ]
    return tuple(out)


def _on_chip(token: Token) -> list[Shape]:
    """The letter on the sign of an amount, and how many of it there are at its left."""
    size = round(0.66 * token.face.size if token.face.icon != "star" else 0.54 * token.face.size, 1)
    out: list[Shape] = []
    if token.figure:
        pale = 0.5 if "slash" in token.face.mark else 1.0
        y = round(token.y + 0.36 * size, 1)
        out.append(TextShape(token.x, y, token.figure, size, weight=700, fill=chip_ink(token.face), fill_opacity=pale))
    if token.tag:
        x, ink = round(token.x - 0.62 * token.face.size, 1), map_colours(token.face.theme)["drawn_text"]
        y, size = round(token.y + 0.27 * token.face.size, 1), round(0.74 * token.face.size, 1)
        out.append(TextShape(x, y, token.tag, size, weight=700, anchor="end", fill=ink))
    return out


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
    z, edge, text = grown(r / 15, 0.8, 1.2), STYLE["token"]["edge"], str(value)
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
