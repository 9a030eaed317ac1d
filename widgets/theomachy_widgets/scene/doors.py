"""The doors of a world: pills that say where a way leads, as tokens, so that no highlight covers them."""

from __future__ import annotations

import math

from theomachy.engine.tabletop.table import Door

from .shapes import Disc, Face, Path, Point, Shape, TextShape, Token

_LOOKS = {
    "sky": ("#fdf1c8", "#7d5f22", "#5b420f"),
    "underworld": ("#3a1a22", "#d27a4a", "#f8d3b0"),
}  # paper, line, letters
_SIZE = 11.0  # of the letters
_LETTER, _AIR, _SUN = 3.1, 9.0, 7.0  # half a letter, the air at an end, half the room of the sign
_RAYS = (
    "M0 -6.4v1.6M0 4.8v1.6M-6.4 0h1.6M4.8 0h1.6M-4.5 -4.5l1.1 1.1M3.4 3.4l1.1 1.1M-4.5 4.5l1.1 -1.1M3.4 -3.4l1.1 -1.1"
)


def half_of(name: str, kind: str, k: float) -> float:
    """Half the length of a pill."""
    return (_LETTER * len(name) + _AIR + (_SUN if kind == "sky" else 0.0)) * k


def sign_of(door: Door, at: Point, k: float, theme: str) -> Token:
    """A door as a token that nobody can pick; its letters grow with `k`."""
    face = Face(door.kind, door.name, round(_SIZE * k, 1), theme, "door", str(door.turn))
    return Token(face, round(at[0], 1), round(at[1], 1))


def reach_of(face: Face) -> float:
    """Half the side of the square that holds the pill."""
    return math.ceil(half_of(face.icon, face.colour, face.size / _SIZE) + 2)


def door_shapes(face: Face) -> tuple[Shape, ...]:
    """A pill round 0, 0, turned as its `mark` says."""
    fill, line, ink = _LOOKS[face.colour]
    turn, k = int(face.mark or 0), face.size / _SIZE
    sun = face.colour == "sky"
    half, r = half_of(face.icon, face.colour, k), 8 * k
    d = f"M{-half + r:.1f} {-r:.1f}H{half - r:.1f}a{r:.1f} {r:.1f} 0 0 1 0 {2 * r:.1f}"
    d += f"H{-half + r:.1f}a{r:.1f} {r:.1f} 0 0 1 0 {-2 * r:.1f}z"
    out: list[Shape] = [Path(d, (0.0, 0.0), turn, fill=fill, stroke=line, width=1.2)]
    if sun:
        x = round(-half + 11 * k, 1)
        out += [
            Disc(x, 0, round(3.4 * k, 1), fill="#d98f1f"),
            Path(_RAYS, (x, 0.0), zoom=round(k, 3), stroke="#b9741a", width=1.2),
        ]
    along, down = (_SUN * k if sun else 0.0), 0.36 * face.size
    t = math.radians(turn)
    u, v = along * math.cos(t) - down * math.sin(t), along * math.sin(t) + down * math.cos(t)
    words = TextShape(round(u, 1), round(v, 1), face.icon, face.size, weight=700, fill=ink, turn=float(turn))
    return (*out, words)
