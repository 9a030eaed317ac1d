"""Places with a drawing of their own (portal, fortress, plinth, artefact) and the signs of amounts, round 0, 0.

A face of these has in `icon` what is written on it, in `colour` its holder's colour or "neutral", and in `mark` whether
it is crossed out ("cross") or written on, by fresh ink ("new") or dry. Sizes are against the 38 pixels of a fortress.
"""

from __future__ import annotations

import math
from functools import lru_cache

from . import pen
from .forms import PAPER, cut_shapes, outline
from .geometry import rounded
from .shapes import Disc, Face, Path, Poly, Ring, Shape
from .style import STYLE, letter_ink, owner_paint

WALL, STONE, RIM = "#4a4038", "#8d8272", "#5b5346"


def look_of(kind: str) -> dict[str, object]:
    """How the style draws a place of this kind."""
    found: dict[str, object] = STYLE["place"].get(kind) or STYLE["place"]["other"]
    return found


def place_shapes(face: Face) -> tuple[Shape, ...]:
    """The drawing of a place by the name of its body."""
    made = _DRAWN[face.body](face)
    r = face.size / 2
    if "cross" in face.mark.split():
        lines = pen.cross(0, 0, 1.75 * r, 1.65 * r, face.body)
        made = (*made, Poly(lines, closed=False, stroke=PAPER, stroke_opacity=0.7, width=4.4, cap="round"),
                pen.ink(lines, "light", "new" in face.mark.split(), 2.1))  # fmt: skip
    return made


def _shape(colour: str, theme: str, r: float, x: float = 0.0, y: float = 0.0, rim: float = 0.0) -> list[Shape]:
    """The shape of an owner, of this radius, perhaps on a rim of paper."""
    fill, _, shape = owner_paint(colour, theme)
    out: list[Shape] = [Path(outline(shape, r + rim), (x, y), fill=PAPER)] if rim else []
    return [*out, Path(outline(shape, r), (x, y), fill=fill)]


def _portal(face: Face) -> tuple[Shape, ...]:
    """A dark ring with a pale spiral."""
    r, mark = face.size / 2, STYLE["mark"]
    blade = f"M0 {-r + 1.2:.1f}Q{r * 0.26:.1f} {-r * 0.84:.1f} {r * 0.24:.1f} {-r * 0.62:.1f}"
    k = r / 15
    spiral = (
        f"M0 0c{1.6 * k:.1f} {-2.6 * k:.1f} {5.4 * k:.1f} {-0.6 * k:.1f} {4.4 * k:.1f} {2.6 * k:.1f}"
        f"c{-1.2 * k:.1f} {3.6 * k:.1f} {-7 * k:.1f} {3.8 * k:.1f} {-8.6 * k:.1f} 0"
        f"c{-1.8 * k:.1f} {-4.4 * k:.1f} {2 * k:.1f} {-9 * k:.1f} {6.6 * k:.1f} {-8 * k:.1f}"
    )
    wide = round(max(0.8, 1.5 * k), 2)
    return (
        Disc(0, 0, r + 1.8, fill=PAPER),
        Disc(0, 0, r, fill=mark["gate"]),
        *(Path(blade, turn=36 * i, stroke=mark["gate_light"], width=wide, cap="round") for i in range(10)),
        Path(spiral, stroke=mark["gate_light"], width=wide, cap="round"),
    )


def _fortress(face: Face) -> tuple[Shape, ...]:
    """A ring of eight towers; in its eye the power, or the shape of its holder."""
    k = face.size / 38
    tower = (
        f"M{-3 * k:.2f} {-19.5 * k:.2f}H{3 * k:.2f}V{-13 * k:.2f}H{-3 * k:.2f}z"
    )  # fmt: skip
    out: list[Shape] = [
        Disc(0, 0.8, 19 * k, fill=STYLE["token"]["edge"], fill_opacity=0.35),
        Disc(0, 0, 18 * k, fill=PAPER),
        *(Path(tower, turn=45 * i, fill=WALL, stroke=PAPER, width=round(k, 2), join="round") for i in range(8)),
        Disc(0, 0, 15.6 * k, fill=WALL),
        Disc(0, 0, 12.2 * k, fill=PAPER),
    ]
    if face.colour != "neutral":
        out += _shape(face.colour, face.theme, 9.4 * k)
    return tuple(out)


def _plinth(face: Face) -> tuple[Shape, ...]:
    """A foundation to write on: a level by hand, or the rune of its owner."""
    k, b = face.size / 29, face.size / 2
    stones = "M-14 -5H-10M-14 5H-10M10 -5H14M10 5H14M-5 -14V-10M5 -14V-10M-5 10V14M5 10V14"
    field = PAPER if face.theme == "light" else "#ded8c6"
    fresh = "new" in face.mark.split()
    rune, owned = "M0 -4.6V4.6M0 -3.4L3.4 -.4M0 .4L3.4 3.2", face.colour != "neutral"
    out: list[Shape] = [
        Path(rounded([(-b, -b), (b, -b), (b, b), (-b, b)], 3 * k), fill=STONE, stroke=PAPER, width=1.6),
        Path(stones, zoom=round(k, 3), stroke=RIM, width=1.2),
        Path(f"M{-10.4 * k:.1f} {-10.4 * k:.1f}H{10.4 * k:.1f}V{10.4 * k:.1f}H{-10.4 * k:.1f}z",
             fill=STYLE["paper"]["light"]["wash"] if fresh else field, stroke=RIM, width=1),
    ]  # fmt: skip
    if owned:
        r, (x, y) = (6.6 * k, (15 * k, -10 * k)) if face.icon else (8.4 * k, (0.0, 0.0))
        out += _shape(face.colour, face.theme, r, x, y, 1.4 if face.icon else 0.0)
        zoom = round(r / 8.4, 3)
        out.append(Path(rune, (x, y), zoom=zoom, stroke=letter_ink(face.colour, face.theme), width=1.6, cap="round"))
    if face.icon:
        wide = max(1.5, 14 * k / 8.5)
        out.append(pen.ink(pen.figures(face.icon, 0, 0, 14 * k, face.icon), "light", fresh, wide))
    return tuple(out)


def _artefact(face: Face) -> tuple[Shape, ...]:
    """A cut gem; taken, the shape of its holder beside it."""
    held = face.colour != "neutral"
    r = face.size / 2
    gem = cut_shapes("artefact", face.size * 0.86, face.theme)
    return (*gem, *(_shape(face.colour, face.theme, 0.5 * r, 0.95 * r, -0.68 * r, 1.6) if held else ()))


_DRAWN = {"portal": _portal, "fortress": _fortress, "plinth": _plinth, "artefact": _artefact}
BODIES = frozenset(_DRAWN)


# amounts --------------------------------------------------------------------------------------------------------------
def _star(r: float) -> Ring:
    return tuple(
        (
            round((r if i % 2 == 0 else 0.74 * r) * math.sin(i * math.pi / 8), 2),
            round(-(r if i % 2 == 0 else 0.74 * r) * math.cos(i * math.pi / 8), 2),
        )
        for i in range(16)
    )


def chip_ink(face: Face) -> str:
    """The colour of the letter on a sign."""
    return str((STYLE["amount"].get("star" if face.icon == "star" else face.colour) or STYLE["amount"]["grey"])[1])


@lru_cache(maxsize=512)
def chip_shapes(face: Face) -> tuple[Shape, ...]:
    """The sign of an amount: a shape and a colour, for its letter; crossed out it is pale, with a slash of the pen."""
    r = face.size / 2
    marks = face.mark.split()
    pale = 0.42 if "slash" in marks else 1.0
    if face.icon == "star":
        fill, _, line = STYLE["amount"]["star"]
        body: tuple[Shape, ...] = (Poly((_star(r),), fill=fill, stroke=line, width=1.1, join="round", opacity=pale),)
    else:
        fill = (STYLE["amount"].get(face.colour) or STYLE["amount"]["grey"])[0]
        square = rounded([(-r, -r), (r, -r), (r, r), (-r, r)], 0.34 * r)
        shape = square if face.icon == "square" else outline(face.icon, (1.02 if face.icon == "hexagon" else 1.0) * r)
        body = (Path(shape, fill=fill, stroke=PAPER, width=1.4, opacity=pale),)
    if "slash" in marks:
        lines = pen.slash(0, 0, 2 * r + 3, 2 * r + 1, marks[1:])
        body = (*body, pen.ink(lines, face.theme, "new" in marks, 1.8))
    return body
