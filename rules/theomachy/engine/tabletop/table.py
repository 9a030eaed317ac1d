"""What lies on the table, as plain descriptions: a game tells, an interface draws.

A game never draws. It builds a `Table` (seen by one player, or by a spectator) from names, numbers and icon names, and
whoever has a screen turns that into a picture. Everything a person can point at has a *target*, a short string such as
`area:12`, `piece:12:0:army`, `card:0:plague` or `seat:1`; decisions name their targets in the same words, so that an
interface can light what may be chosen without knowing any game.

Every text in here may come from a person (the name of a seat) or from a file (a note): interfaces pass it through their
escaping door.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Target = str
Point = tuple[float, float]
Ring = tuple[Point, ...]

NEUTRAL, HAZARD = "neutral", "hazard"  # owners that are nobody: a plain marker, and something bad


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at the table: `colour` names an owner of the style (blue, red, ...), which fixes the shape too."""

    index: int
    name: str
    colour: str
    icon: str
    letters: str = ""
    title: str = ""  # what the seat plays ("Great Cthulhu"), when that differs from the name


@dataclass(frozen=True, slots=True)
class Area:
    """One place of the map. `near` is the adjacency (the truth); the outline is only its picture.

    On a board of style "hexes" `cell` is (column, row), pointy-topped, odd rows shifted right by half a hex.
    On a board of style "outlines" `polygons` holds rings [outer, hole, ...] a part, in board units.
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

    @property
    def target(self) -> Target:
        return f"area:{self.id}"


@dataclass(frozen=True, slots=True)
class Link:
    """Two areas that touch by the rules but not on paper: a mark in each, joined by a dotted line."""

    between: tuple[int, int]
    marks: tuple[Point, Point]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The ground. Boards with equal `key` draw the same ground, so that it can be painted once."""

    key: str
    style: str  # "hexes" or "outlines"
    size: tuple[int, int]  # columns and rows of hexes, or width and height in board units
    areas: tuple[Area, ...]
    links: tuple[Link, ...] = ()
    wraps: tuple[tuple[int, Point, Point], ...] = ()  # an area that goes on at the opposite edge: arrows left and right
    decoration: tuple[tuple[str, tuple[Ring, ...]], ...] = ()  # ("islet" | "lake" | "graticule", rings), in no area
    house: str = ""  # why and what is ours on this board ("area outlines are house data"), "" if nothing
    seed: int = 1  # of the hand-drawn wobble


@dataclass(frozen=True, slots=True)
class Piece:
    """Pieces of one owner, kind and condition in one place: one token with a count."""

    id: str  # the target is `piece:<id>`; equal ids at two moments are the same token, so that it can glide
    area: int  # -1: beside the map
    owner: int | str  # seat index, NEUTRAL or HAZARD
    kind: str  # "army": a word of the game
    name: str  # "Army": for people
    icon: str
    size: str = "common"  # common, elite, great, place
    count: int = 1
    letters: str = ""
    marks: tuple[str, ...] = ()  # "pain", "kill", "spent", "ghost", "new"
    seat: str = ""  # "gate" stands in the eye of the place piece, "" on the ground

    @property
    def target(self) -> Target:
        return f"piece:{self.id}"


@dataclass(frozen=True, slots=True)
class Place:
    """A building-like ring on the map that a piece may stand in (a gate): `holder` is a seat index, or None."""

    area: int
    kind: str
    name: str
    icon: str
    holder: int | None = None

    @property
    def target(self) -> Target:
        return f"place:{self.area}:{self.kind}"


@dataclass(frozen=True, slots=True)
class Track:
    """A printed row of spaces with one marker."""

    name: str
    cells: tuple[str, ...]
    at: int
    rule: str = ""
    note: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a sheet. With `most` it is drawn as a bar as well."""

    label: str
    value: int
    most: int = 0
    note: str = ""  # "hidden"
    key: str = ""  # stable name for charts; equals a key of `System.figures`


@dataclass(frozen=True, slots=True)
class Slot:
    """One square of a row of a sheet: a spellbook, a requirement."""

    name: str
    text: str
    rule: str
    filled: bool
    icon: str = ""
    live: bool = True  # False: held, but of no use at this moment
    target: Target = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lies before one player, for everybody to see."""

    seat: int
    status: str  # "to act", "waits", "out"
    figures: tuple[Figure, ...]
    slots: tuple[tuple[str, tuple[Slot, ...]], ...] = ()  # ("Spellbooks", ...), ("Requirements", ...)
    pieces: tuple[tuple[str, tuple[Piece, ...]], ...] = ()  # ("Pool", ...), ("Captives", ...)
    tokens: tuple[str, ...] = ()  # short open marks: "first player"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a hand; `name` is "" when the viewer may not know it."""

    target: Target
    name: str
    icon: str
    text: str = ""
    rule: str = ""
    live: bool = True  # may be used at this moment
    note: str = ""  # why it waits


@dataclass(frozen=True, slots=True)
class Hand:
    seat: int
    cards: tuple[Card, ...]  # empty when the viewer may not see them
    count: int
    most: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a long resolution (a battle): name, and what came of it or what it waits for."""

    name: str
    note: str
    state: str  # "done", "now", "ahead"


@dataclass(frozen=True, slots=True)
class Force:
    """One row of one side of a battle: a class of units, the number it adds, and what has happened to it."""

    piece: Piece
    figure: str  # "3", "2 dice"
    rule: str = ""
    fate: str = ""  # "killed", "eliminated", "pained", "kill and pain", "survives a kill", "stays", "eaten ...", ""
    note: str = ""  # "to Arabia": where it has gone


@dataclass(frozen=True, slots=True)
class Side:
    seat: int
    role: str  # "attacks", "defends"
    forces: tuple[Force, ...]
    total: str  # "9 dice"
    parts: tuple[tuple[str, str, str], ...] = ()  # other sources: (name, figure, rule)


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle under way: the stages and the two sides."""

    title: str
    area: int
    stages: tuple[Stage, ...]
    sides: tuple[Side, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """All that one viewer may see of one state. `viewer` is a seat index, or None for a spectator."""

    game: str  # slug
    title: str
    place: str  # "turn 11", "Earth, 5 players, round 5"
    viewer: int | None
    seats: tuple[Seat, ...]
    phases: tuple[str, ...]
    phase: int  # index into phases; -1 before and after the game
    active: int | None
    board: Board
    pieces: tuple[Piece, ...]
    places: tuple[Place, ...] = ()
    tracks: tuple[Track, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    hands: tuple[Hand, ...] = ()
    fight: Fight | None = None
    tints: tuple[tuple[int, str, str], ...] = ()  # lasting marks on areas: (area, "blight"|"famine"|..., name)
    notes: tuple[str, ...] = ()  # short remarks under the board ("Ritual track at 7")


@dataclass(frozen=True, slots=True)
class Arrow:
    """What moved, for the trail of the last event."""

    start: int
    end: int
    kind: str = "move"  # move, attack, retreat


@dataclass(frozen=True, slots=True)
class Marks:
    """What an interface lights on a table; all of it can be empty."""

    selectable: frozenset[Target] = frozenset()
    selected: frozenset[Target] = frozenset()
    aimed: frozenset[Target] = frozenset()  # corner brackets
    faults: frozenset[Target] = frozenset()  # what stands against a why-not
    touched: frozenset[Target] = frozenset()  # of the event that is looked at
    arrows: tuple[Arrow, ...] = ()
    drawn: tuple[Arrow, ...] = ()  # arrows that a person drew
    rings: frozenset[Target] = frozenset()  # marks that a person drew
    hover: Target = ""
    dim: bool = field(default=True)  # dim what cannot be chosen while something can


NO_MARKS = Marks()
