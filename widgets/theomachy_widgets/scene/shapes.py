"""The plain shapes a scene is made of: what every renderer must know to draw, and nothing more.

Lengths are pixels of the scene at density 1. Shapes are immutable and compare by value, so that renderers may keep what
they made of one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[float, float]
Ring = tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """Fill and stroke, shared by all shapes. An empty colour paints nothing."""

    fill: str = ""
    fill_opacity: float = 1.0
    stroke: str = ""
    stroke_opacity: float = 1.0
    width: float = 1.0
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Path(Paint):
    """A path in SVG's words, put at `at`. Only in the ground and in sprites: the canvas draws those as pictures."""

    d: str
    at: Point = (0.0, 0.0)
    turn: float = 0.0  # degrees
    zoom: float = 1.0
    clip: str = ""  # another path in the same space
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Poly(Paint):
    """Straight lines through points: closed rings (the first of a part outward, holes the other way round) or open
    lines."""

    rings: tuple[Ring, ...]
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Disc(Paint):
    x: float
    y: float
    r: float


@dataclass(frozen=True, slots=True)
class Dots(Paint):
    """Many filled discs of one colour: (x, y, radius) each."""

    spots: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class TextShape(Paint):
    """One line of lettering; `y` is the base line, `x` the place that `anchor` names. The halo is the stroke, below
    the fill."""

    x: float
    y: float
    text: str
    size: float
    family: str = "ui"  # ui, map or mono
    weight: int = 400
    italic: bool = False
    spacing: float = 0.0  # pixels between letters
    anchor: str = "middle"
    turn: float = 0.0  # degrees, round x and y; only in the ground


@dataclass(frozen=True, slots=True)
class Stamp:
    """A group of shapes drawn many times: renderers keep the body once."""

    body: tuple[Shape, ...]
    x: float
    y: float
    sx: float = 1.0
    sy: float = 1.0
    opacity: float = 1.0
    clip: str = ""  # a path in the space of the scene


@dataclass(frozen=True, slots=True)
class Face:
    """How a token looks without its count and letters; equal faces share one sprite.

    `body` is whole, killed, spent, ghost or bare (an icon on a pale disc), of a ring also held or tower, or the drawing
    of a place (`scene/places.py`); carried, plate and chip are a thing that rides (its kind stands for the colour), the
    ground of a number and the sign of an amount, sign and prop that of an area and a piece of scenery. `mark` is "",
    pain, kill, book, sealed or acted (of a sign: full); `ring` draws the ring of a place round it; `shape` is one that
    is not the owner's; one that is `double` has a second ring; `teeth` stand round it, in its size.
    """

    colour: str
    icon: str
    size: float
    theme: str
    body: str = "whole"
    mark: str = ""
    ring: bool = False
    shape: str = ""
    double: bool = False
    teeth: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """One token on the board: a face at a point, with what is written on it.

    `gauges` are capsules below it: value, most (0: no steps) and the shape of a step. `figure` is a number in the
    middle, `tag` one at the left, `badge` stands where the count would. `on` is the target of the token that it rides
    on; one that is `laden` has its letters north-east.
    """

    face: Face
    x: float
    y: float
    count: int = 1
    letters: str = ""
    target: str = ""
    label: str = field(default="", compare=False)
    gauges: tuple[tuple[int, int, str], ...] = ()
    figure: str = ""
    on: str = ""
    laden: bool = False
    badge: str = ""
    tag: str = ""


Shape = Path | Poly | Disc | Dots | TextShape | Stamp | Token
