"""The ground of a table: areas, what lies between them, and how they are printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import entry_points

from ..errors import RulesError, unknown
from .beside import Amount, one_of

Target = str
Point = tuple[float, float]
Ring = tuple[Point, ...]
MOST_VALUE, MOST_STEPS, MOST_PARTS = 9999, 20, 40  # of a gauge; of its steps, which are drawn; of a condition


def within(what: str, value: int, low: int, high: int) -> None:
    """Refuse a number outside of its bounds."""
    if not low <= value <= high:
        raise RulesError(f"{what} is {value}; it has to be from {low} to {high}")


@dataclass(frozen=True, slots=True)
class PrintedSign:
    """Something small that is printed below the name of an area, in a row with others: what it is, in a word that the
    style may know (the table `sign`), for people, and the letters on it. One with an `icon` is that icon.
    """

    kind: str
    name: str
    text: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """One place of the map. `near` is the adjacency (the truth); the outline is only its picture.

    On a board of style "hexes" `cell` is (column, row), pointy-topped, odd rows shifted right by half a hex.
    On boards of style "outlines" and "terrain" `polygons` holds rings [outer, hole, ...] a part, in board units.

    On a board of style "terrain" an area with a `capacity` has a sign with that number: of a shape by its kind, or
    `sign`, at `sign_at`, where lines that are measured end. One of a `level` lies higher than its neighbours.
    """

    id: int
    name: str
    kind: str  # "plains", "water", "land", "ocean", ...: how it is painted
    near: tuple[int, ...] = ()
    cell: tuple[int, int] | None = None
    polygons: tuple[tuple[Ring, ...], ...] = ()
    label: tuple[str, ...] = ()  # lines of lettering
    label_at: Point | None = None
    more_labels: tuple[tuple[tuple[str, ...], Point], ...] = ()
    glyph: str = ""  # a small sign printed on the map, by icon name
    glyph_at: Point | None = None
    slots: tuple[Point, ...] = ()  # where pieces stand, in order of preference
    gate_at: Point | None = None  # where the place piece (a gate) stands
    house: bool = False
    amounts: tuple[Amount, ...] = ()  # what is printed there to be taken, a sign for each one of it
    gate_signs: int = 0  # how many signs stand at the right of its place, so that nothing is drawn below them
    capacity: int = 0  # how many pieces fit; 0: nothing is printed of it
    level: int = 0
    sign: str = ""
    sign_at: Point | None = None
    motif: str = ""  # on a board of style "world": its paper and what is scattered over it
    stands: tuple[tuple[str, Point], ...] = ()  # printed spots by name: a piece that names one stands there
    signs: tuple[PrintedSign, ...] = ()  # printed in a row below the name
    paper: str = ""  # on a board with a light of its own: what the colour of its land goes by

    @property
    def target(self) -> Target:
        return f"area:{self.id}"


@dataclass(frozen=True, slots=True)
class Link:
    """Two areas that touch by the rules but not on paper: a mark in each, joined by a dotted line.

    With a `path` it is a printed arrow with a head at both ends, drawn along these points; one that is `shut` cannot be
    used now.
    """

    between: tuple[int, int]
    marks: tuple[Point, Point]
    name: str = ""
    path: Ring = ()
    shut: bool = False
    kind: str = ""  # "tunnel", "stair", "wrap", ...: one whose ends are printed signs needs no line
    serves: str = ""  # what it is good for, where that is not everything: "moves only"


@dataclass(frozen=True, slots=True)
class Corner:
    """A point where three areas meet: something small may stand there, and it can be chosen.

    `at` is the point in board units; without one it is where the three outlines touch.
    """

    areas: tuple[int, int, int]
    name: str = ""
    at: Point | None = None
    rule: str = ""

    def __post_init__(self) -> None:
        if len(set(self.areas)) != 3 or min(self.areas) < 0:
            raise RulesError(f"a corner lies between three areas, not {', '.join(map(str, self.areas))}")

    @property
    def target(self) -> Target:
        a, b, c = sorted(self.areas)
        return f"corner:{a}:{b}:{c}"


@dataclass(frozen=True, slots=True)
class Border:
    """A stretch of the edge between two areas that is not like the others.

    `kind` names its drawing in the style ("river", "wall", "impassable", "height", "bridge", ...); one that the style
    does not know is a plain heavy line. It is drawn along the shared edge, or along `line` (points in board units, on
    boards of outlines) where that is only a part of it; a bridge or a crossing goes across. `fall` is the lower of the
    two areas, where shadow, teeth and arrows point; with `arrows` they are printed on it whatever its kind.
    """

    between: tuple[int, int]
    kind: str
    name: str = ""  # "the Long Wall"; without one people read the kind
    id: str = ""  # tells several between the same two areas apart
    line: Ring = ()
    fall: int = -1
    rule: str = ""
    arrows: bool = False

    def __post_init__(self) -> None:
        a, b = self.between
        if a == b or min(a, b) < 0:
            raise RulesError(f"a border ({self.kind}) lies between two areas, not {a} and {b}")
        if self.fall != -1 and self.fall not in self.between:
            raise RulesError(f"the border of {a} and {b} falls to {self.fall}, which is neither")
        if self.arrows and self.fall == -1:
            raise RulesError(f"the arrows on the border of {a} and {b} point to neither")
        if len(self.line) == 1:
            raise RulesError(f"the line of the border of {a} and {b} has one point only")

    @property
    def target(self) -> Target:
        a, b = sorted(self.between)
        return f"border:{a}:{b}:{self.id}" if self.id else f"border:{a}:{b}"


@dataclass(frozen=True, slots=True)
class Trail:
    """A printed path from an area into its neighbour: beads in a row. `kind` names its drawing in the style."""

    areas: tuple[int, int]
    kind: str = "path"
    name: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        if self.areas[0] == self.areas[1] or min(self.areas) < 0:
            raise RulesError(f"a path ({self.name or self.kind}) leads from one area into another, not {self.areas}")


# How the ground of a board can be drawn by the house; a package names others as entry points of a group.
BOARD_STYLES = ("hexes", "outlines", "terrain", "world")
GROUNDS = "theomachy.grounds"
_more: set[str] = set()  # styles that somebody has registered


def add_style(style: str) -> None:
    """From now on a board may have a style that somebody else draws.

    Raises `RulesError` for a style of the house, or a name that is no word.
    """
    if style in BOARD_STYLES or not style.isidentifier():
        raise RulesError(f"the style of a board of your own needs a word that is not taken, not {style!r}")
    _more.add(style)


def board_styles() -> tuple[str, ...]:
    """How the ground of a board can be drawn: by the house, by installed packages, by what has been registered."""
    return (*BOARD_STYLES, *sorted(_more | {point.name for point in entry_points(group=GROUNDS)}))


# What may lie beside a board of style "world".
SIDEBOARDS = ("sky", "underworld")


@dataclass(frozen=True, slots=True)
class Sideboard:
    """Areas beside the world, in a painting of their own: a sky above its frame, an underworld at its left."""

    kind: str  # one of SIDEBOARDS
    areas: tuple[int, ...]

    def __post_init__(self) -> None:
        one_of("a board beside the board", self.kind, SIDEBOARDS)


@dataclass(frozen=True, slots=True)
class Door:
    """A way between the world and a board beside it, lettered on the frame: its middle, and how far it is turned.

    One that has opened in an `area` away from the frame stands below the name of the area.
    """

    name: str
    at: Point = (0.0, 0.0)
    kind: str = "sky"  # the sideboard in whose colours it is
    turn: int = 0  # degrees
    area: int = -1


@dataclass(frozen=True, slots=True)
class Tile:
    """An area that lies on others and may move: its docks, as points of the board, and how far it is turned."""

    area: int
    docks: tuple[Point, ...] = ()
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """One of several sheets of paper that lie side by side and are one board: its frame in board units, and its areas.

    `light` names the colours in which it is drawn (the table `light` of the style).
    """

    name: str
    box: tuple[float, float, float, float]  # left, top, right, bottom
    areas: tuple[int, ...]
    light: str = ""


LEGEND_KINDS = ("ground", "border", "height", "sign", "full", "trail", "prop")


@dataclass(frozen=True, slots=True)
class LegendRow:
    """What something on the board means: a ground, a border, arrows ("height"), a sign of an area, a path, scenery.

    `of` is its kind as the board names it; of a sign the number in it.
    """

    kind: str  # one of LEGEND_KINDS
    of: str
    name: str
    text: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        one_of(f"the row {self.name} of a legend", self.kind, LEGEND_KINDS)


@dataclass(frozen=True, slots=True)
class Board:
    """The ground. Boards with equal `key` draw the same ground, so that it can be painted once."""

    key: str
    style: str  # one of `board_styles()`: "hexes", "outlines", "terrain" (outlines that fill the page), "world"
    size: tuple[int, int]  # columns and rows of hexes, or width and height in board units
    areas: tuple[Area, ...]
    links: tuple[Link, ...] = ()
    wraps: tuple[tuple[int, Point, Point], ...] = ()  # an area that goes on at the opposite edge: arrows left and right
    decoration: tuple[tuple[str, tuple[Ring, ...]], ...] = ()  # ("islet" | "lake" | "graticule", rings), in no area
    house: str = ""  # why and what is ours on this board ("area outlines are house data"), "" if nothing
    seed: int = 1  # of the hand-drawn wobble
    borders: tuple[Border, ...] = ()  # those that are printed; what is built and broken stands in the table
    corners: tuple[Corner, ...] = ()  # those where something may stand
    small: bool = False  # in a small picture: drawn lands have no lettering and larger tokens
    grown: float = 1.0  # how much larger tokens and lettering are: of a sheet that is looked at by itself
    whole: Board | None = field(
        default=None, compare=False, repr=False
    )  # of such a sheet, the board that it is part of
    trails: tuple[Trail, ...] = ()
    frame: Ring = ()  # of a board of style "world": the edge of what is no sideboard
    sideboards: tuple[Sideboard, ...] = ()
    doors: tuple[Door, ...] = ()
    tiles: tuple[Tile, ...] = ()
    sheets: tuple[BoardSheet, ...] = ()  # of a board of style "outlines" that lies in several
    light: str = ""  # the colours in which it is drawn (the table `light` of the style), where not those of all boards

    def __post_init__(self) -> None:
        if self.style not in BOARD_STYLES and self.style not in _more and self.style not in board_styles():
            raise unknown("style of a board named", self.style, board_styles())

    def names(self) -> dict[int, str]:
        """The names of all areas by their ids; on a sheet by itself also of those on the others."""
        return {area.id: area.name for area in (self.whole or self).areas}
