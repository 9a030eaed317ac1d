"""What lies on the table, as plain descriptions: a game tells, an interface draws.

A game never draws. It builds a `Table` (seen by one player, or by a spectator) from names, numbers and icon names, and
whoever has a screen turns that into a picture. Everything a person can point at has a *target*, a short string such as
`area:12`, `piece:12:0:army`, `card:0:plague` or `seat:1`; decisions name their targets in the same words, so that an
interface can light what may be chosen without knowing any game.

Every text in here may come from a person (the name of a seat) or from a file (a note): interfaces pass it through their
escaping door.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..errors import RulesError, unknown
from .beside import ActionRow, Amount, CardSheet, Line, Sealing, Slide, Stack, Sum, Throw, WriteSheet, one_of

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
    side: str = ""  # seats of an equal side are allies


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


# -- what lies on edges, on pieces and over several areas --------------------------------------------------------------
MOST_VALUE, MOST_STEPS, MOST_PARTS = 9999, 20, 40  # of a gauge; of its steps, which are drawn; of a condition


def _within(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise RulesError(f"{what} is {value}; it has to be from {low} to {high}")


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


# How the ground of a board can be drawn, and what may lie beside a board of style "world".
BOARD_STYLES = ("hexes", "outlines", "terrain", "world")
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
class Prop:
    """A piece of scenery that stands in an area, can be counted, and may be taken away: a tree, a column.

    `kind` names its drawing in the style. `at` is in board units; without it it stands where there is room.
    """

    id: str
    area: int
    kind: str
    name: str
    at: Point | None = None
    rule: str = ""

    @property
    def target(self) -> Target:
        return f"prop:{self.id}"


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number on or beside a thing: the vitality of a piece, the strength of a fortress.

    `of` is the target of the piece, place or area that has it. A piece or place wears it as a capsule below its token;
    an area has it as a mark of its own, which a person can point at. With `most` up to 20 the steps are drawn as well.
    """

    of: Target
    value: int
    most: int = 0  # 0: no end
    name: str = ""  # "vitality"
    shape: str = "bar"  # how steps are drawn: "bar" (rows that are lost) or "bead" (figures); "tower": walls round it
    rule: str = ""

    def __post_init__(self) -> None:
        _within(f"{self.name or 'the gauge'} of {self.of}", self.value, 0, MOST_VALUE)
        _within(f"the most of {self.name or 'the gauge'} of {self.of}", self.most, 0, MOST_VALUE)

    @property
    def target(self) -> Target:
        return f"gauge:{self.of}:{self.name}" if self.name else f"gauge:{self.of}"


@dataclass(frozen=True, slots=True)
class Carried:
    """A thing that a piece carries, or that lies on the ground until one takes it: a stone, an artefact, a fragment.

    `by` is the target of the piece that carries it, whose token it then rides on, or of the area where it lies.
    """

    id: str
    kind: str  # "stone", "artefact", "fragment", ...: names its drawing in the style; others show their icon
    name: str
    by: Target
    icon: str = ""
    rule: str = ""

    @property
    def target(self) -> Target:
        return f"carried:{self.id}"


@dataclass(frozen=True, slots=True)
class Zone:
    """Areas that belong together: where a seat begins, a region that counts as one, a board beside the board.

    `kind` names its drawing in the style: "start" (a band of the owner's colour and dash), "region" (a fine line),
    "board" (a frame). The label stands at `label_at` (board units), or on the upper edge; without a `plate` there is
    none, and the words alone tell of it.
    """

    id: str
    name: str
    areas: tuple[int, ...]
    kind: str = "region"
    owner: int | str = NEUTRAL
    note: str = ""  # one more word for people: "2 points"
    label_at: Point | None = None
    rule: str = ""
    plate: bool = True

    def __post_init__(self) -> None:
        if not self.areas or len(set(self.areas)) != len(self.areas):
            raise RulesError(f"the zone {self.name or self.id} is of areas, at least one, each once")

    @property
    def target(self) -> Target:
        return f"zone:{self.id}"


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """One part of a condition: what is counted, how much there is of how much."""

    name: str  # "Minotaur in the west", "monsters beaten"
    have: int
    need: int = 1
    seat: int = -1  # whose part it is, -1: nobody's
    target: Target = ""  # what to light for it

    def __post_init__(self) -> None:
        _within(f"what there is of {self.name}", self.have, 0, MOST_VALUE)
        _within(f"what {self.name} needs", self.need, 1, MOST_VALUE)

    @property
    def done(self) -> bool:
        return self.have >= self.need


@dataclass(frozen=True, slots=True)
class Condition:
    """The progress of a condition, told from the very test that the rule asks: an artefact, a heroquest, a goal.

    It holds when `need` of its parts are done (0: all of them). `seat` is whose it is, -1 when it is everybody's.
    """

    id: str
    name: str
    parts: tuple[ConditionPart, ...]
    need: int = 0
    seat: int = -1
    text: str = ""  # what it asks for
    reward: str = ""  # what it brings
    reached: bool = False  # once for good, whatever the parts are now
    near: tuple[int, ...] = ()  # seats that could take it next
    rule: str = ""

    def __post_init__(self) -> None:
        _within(f"the number of parts of {self.name}", len(self.parts), 1, MOST_PARTS)
        _within(f"what {self.name} needs of its parts", self.need, 0, len(self.parts))

    @property
    def target(self) -> Target:
        return f"condition:{self.id}"

    @property
    def most(self) -> int:
        """How much is needed: of a single part its figure, else so many parts."""
        return self.parts[0].need if len(self.parts) == 1 else self.need or len(self.parts)

    @property
    def value(self) -> int:
        """How much of it is there, never above `most`."""
        have = self.parts[0].have if len(self.parts) == 1 else sum(part.done for part in self.parts)
        return self.most if self.reached else min(have, self.most)

    @property
    def holds(self) -> bool:
        return self.value >= self.most


@dataclass(frozen=True, slots=True)
class Board:
    """The ground. Boards with equal `key` draw the same ground, so that it can be painted once."""

    key: str
    style: str  # "hexes", "outlines", "terrain" (outlines that fill the page, painted by their ground) or "world"
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
    trails: tuple[Trail, ...] = ()
    frame: Ring = ()  # of a board of style "world": the edge of what is no sideboard
    sideboards: tuple[Sideboard, ...] = ()
    doors: tuple[Door, ...] = ()
    tiles: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        if self.style not in BOARD_STYLES:
            raise unknown("style of a board named", self.style, BOARD_STYLES)


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
    marks: tuple[str, ...] = ()  # "pain", "kill", "spent", "ghost", "new", "sealed", "acted", "acting", "double"
    seat: str = ""  # "gate" stands in the eye of the place piece, "" on the ground
    face: str = ""  # letters in the middle, in place of the icon
    badge: str = ""  # what stands where others have their count: the power of an army
    corner: Target = ""  # the corner that it stands on; `area` is then one of the three
    form: str = ""  # a building by its silhouette: "shrine", "temple", ... (the table `form` of the style); "": a token
    stand: str = ""  # the name of the printed spot of its area where it stands, if there is room

    @property
    def target(self) -> Target:
        return f"piece:{self.id}"


@dataclass(frozen=True, slots=True)
class Place:
    """A building-like ring on the map that a piece may stand in (a gate): `holder` is a seat index, or None.

    `kind` names its drawing in the style (portal, fortress, plinth, artefact); one that the style does not know is a
    ring. `worth` and `gains` stand at its side until somebody holds it. What one player alone has crossed out or
    written on it stands in his `Layer`.
    """

    area: int
    kind: str
    name: str
    icon: str
    holder: int | None = None
    text: str = ""  # in its eye: the power of a fortress
    crossed: bool = False  # for everybody
    worth: Amount | None = None  # a star
    gains: tuple[Amount, ...] = ()
    rule: str = ""

    @property
    def target(self) -> Target:
        return f"place:{self.area}:{self.kind}"


# -- whose ink the map shows -------------------------------------------------------------------------------------------
AREA_MARKS = ("tick", "crossed", "level", "terrain")


@dataclass(frozen=True, slots=True)
class AreaMark:
    """What one pen has left in an area.

    "tick": been here, at the name. "crossed": the printed amount number `of` ("0", "1", ...; "": all of them), or the
    place of that kind. "level": `text` written on the place of the kind `of`. "terrain": the area counts as the kind
    `text`. `fresh`: written in this round.
    """

    area: int
    kind: str  # one of AREA_MARKS
    of: str = ""
    text: str = ""
    fresh: bool = False
    rule: str = ""

    def __post_init__(self) -> None:
        one_of(f"a mark in area {self.area}", self.kind, AREA_MARKS)
        if self.kind in ("level", "terrain") and not self.text:
            raise RulesError(f"the {self.kind} that is written in area {self.area} has no text")


@dataclass(frozen=True, slots=True)
class Layer:
    """The ink of one player on the map. A person may look at another's; one that is hidden is left out of the table.

    `instead` draws printed amounts of a name otherwise: a player may read the same print in his own way.
    """

    seat: int
    marks: tuple[AreaMark, ...] = ()
    instead: tuple[tuple[str, Amount], ...] = ()


ROUTE_LINKS = ("step", "portal", "jump")


@dataclass(frozen=True, slots=True)
class RouteStep:
    """A stretch of a planned way: where it leads, what it costs, and how: over a border, through a portal, or far."""

    area: int
    cost: int = 0
    link: str = "step"  # one of ROUTE_LINKS
    note: str = ""

    def __post_init__(self) -> None:
        one_of(f"the way to area {self.area}", self.link, ROUTE_LINKS)
        _within(f"the cost of the way to area {self.area}", self.cost, 0, MOST_VALUE)


@dataclass(frozen=True, slots=True)
class Route:
    """A way that somebody plans, from `start` on. One that is secret stands only in the table of its owner."""

    seat: int
    start: int
    steps: tuple[RouteStep, ...]
    name: str = ""
    points: int = 0  # that may be spent; 0: not counted
    rule: str = ""

    @property
    def cost(self) -> int:
        return sum(step.cost for step in self.steps)


@dataclass(frozen=True, slots=True)
class TrackMarker:
    """The marker of a seat on a track that all share: where it stands, and where the next count will take it.

    One with a name of its own is a guest, no score: it hangs below the track as its icon.
    """

    seat: int
    at: int
    next: int | None = None  # None: nothing is said of it
    name: str = ""
    icon: str = ""

    def __post_init__(self) -> None:
        _within("the seat of a marker", self.seat, 0, MOST_VALUE)


@dataclass(frozen=True, slots=True)
class TrackFlag:
    """A space of a track at which something happens: "the end"."""

    at: int
    name: str
    icon: str = ""

    def __post_init__(self) -> None:
        _within(f"the flag {self.name}", self.at, 0, MOST_VALUE)


@dataclass(frozen=True, slots=True)
class Track:
    """A printed row of spaces with one marker, or with `markers`, one a seat; `at` is then the foremost."""

    name: str
    cells: tuple[str, ...]
    at: int
    rule: str = ""
    note: str = ""
    house: bool = False
    markers: tuple[TrackMarker, ...] = ()
    flags: tuple[TrackFlag, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a sheet. With `most` it is drawn as a bar as well."""

    label: str
    value: int
    most: int = 0
    note: str = ""  # "hidden"
    key: str = ""  # stable name for charts; equals a key of `System.figures`
    sign: Amount | None = None  # what it is a number of, by its sign
    text: str = ""  # words in the place of the number
    next: int | None = None  # how many the next count adds: with `most` so many cells are drawn, those to come dotted
    pieces: tuple[Piece, ...] = ()  # what is counted, where it is few enough to be shown


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
    group: int = 0  # slots of one number stand close together
    condition: str = ""  # the id of the condition that fills it


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One kind of thing on a sheet: what it costs and can, and how many of how many are out."""

    piece: Piece
    name: str
    line: str
    cells: tuple[str, ...]
    have: int
    most: int
    rule: str = ""

    def __post_init__(self) -> None:
        _within(f"how many {self.name} are out", self.have, 0, MOST_VALUE)


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Kinds of things in rows, with the names of the columns of their cells."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]

    def __post_init__(self) -> None:
        if any(len(row.cells) != len(self.columns) for row in self.rows):
            raise RulesError(f"each row of {self.name} has a cell for each of {', '.join(self.columns)}")


@dataclass(frozen=True, slots=True)
class Passage:
    """A printed text of a sheet: an ability, a weakness, a tile that may still be taken."""

    name: str
    text: str
    rule: str = ""
    tag: str = ""  # "weakness"
    when: str = ""  # "Council Phase"
    live: bool = True  # is it in force?


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One group of the slots of a sheet: its name, and what filling it brings."""

    name: str
    note: str = ""


TO_ACT, WAITS = "to act", "waits"  # a state knows whose turn it is; who is asked, `with_asked` knows


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lies before one player, for everybody to see."""

    seat: int
    status: str  # TO_ACT, WAITS, "out"
    figures: tuple[Figure, ...]
    slots: tuple[tuple[str, tuple[Slot, ...]], ...] = ()  # ("Spellbooks", ...), ("Requirements", ...)
    pieces: tuple[tuple[str, tuple[Piece, ...]], ...] = ()  # ("Pool", ...), ("Captives", ...)
    tokens: tuple[str, ...] = ()  # short open marks: "first player"
    closed: str = ""  # why nobody may look at it now; of its figures the first alone is told
    brief: str = ""  # what stands beside the name in the row of players: "first, clockwise"
    tables: tuple[SheetTable, ...] = ()  # a sheet that has them stands in front when it is opened
    parts: tuple[SheetPart, ...] = ()  # the groups of its first slots, in order
    passages: tuple[tuple[str, tuple[Passage, ...]], ...] = ()
    sums: tuple[Sum, ...] = ()  # what the next counts bring


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
    line: str = ""  # when it is played and what it is worth: "between actions, 1 VP"


@dataclass(frozen=True, slots=True)
class Hand:
    seat: int
    cards: tuple[Card, ...]  # empty when the viewer may not see them
    count: int
    most: int = 0
    note: str = ""
    stacks: tuple[Stack, ...] = ()  # the cards by their names, with where the others of a name are
    deck: int = -1  # how many are left to draw, and how many are discarded; -1: nothing is said of it
    discard: int = -1
    figure: Figure | None = None  # what stands at the head of the hand, as so many signs of so many
    word: str = ""  # what its cards are called: "runes"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a long resolution (a battle): name, and what came of it or what it waits for."""

    name: str
    note: str
    state: str  # "done", "now", "ahead"
    shows: str = ""  # of a stepwise fight: "throw" or "slide", what has its place there even before it comes


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
    sums: tuple[Sum, ...] = ()  # the figures that decide, with their parts
    name: str = ""  # "Achilles attacks", where the side is one piece; with its icon
    note: str = ""  # "vitality 5 of 7, range 0"
    icon: str = ""
    figures: tuple[Figure, ...] = ()  # of a contest of many sides: what each can still pay
    stake: Stake | None = None
    verdict: str = ""  # what it loses or gains by the contest: "-1 VP, committed least"


@dataclass(frozen=True, slots=True)
class Stake:
    """What one side of a contest has staked: nobody knows, or so much; what that counts may be less."""

    low: int
    high: int  # equal when it is known
    said: int | None = None  # what it had set, once it is shown
    given: int = 0  # what it has laid down before
    against: bool = False  # it hinders


@dataclass(frozen=True, slots=True)
class Contest:
    """Many sides against dice: how likely each sum of them is, and what they came to."""

    name: str  # what throws: "the Chaos Rift"
    chances: tuple[tuple[int, float], ...]
    rolled: int | None = None
    dice: str = ""  # "4 dice"
    rule: str = ""
    total: str = "total"  # what the stakes come to is called


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle under way: the stages and the two sides.

    One that is told `stepwise` stands in front, step under step: the place, the sums of its sides, the throws of the
    table, and the cards that slide down.
    """

    title: str
    area: int
    stages: tuple[Stage, ...]
    sides: tuple[Side, ...]
    rule: str = ""
    stepwise: bool = False
    target: Target = ""  # what is attacked
    slides: tuple[Slide, ...] = ()
    contest: Contest | None = None  # one of many sides, told as a ledger


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
    borders: tuple[Border, ...] = ()  # those that come and go; the printed ones stand in the board
    gauges: tuple[Gauge, ...] = ()
    carried: tuple[Carried, ...] = ()
    zones: tuple[Zone, ...] = ()
    conditions: tuple[Condition, ...] = ()
    papers: tuple[WriteSheet, ...] = ()  # sheets to write on
    cards: tuple[CardSheet, ...] = ()  # cards with a current row
    sums: tuple[Sum, ...] = ()
    throws: tuple[Throw, ...] = ()
    layers: tuple[Layer, ...] = ()  # the ink of each player on the map, as far as the viewer may see it
    ink: int = -1  # the seat whose layer is shown; -1: nobody's. A person may choose another
    lines: tuple[Line, ...] = ()  # things in a row that each seat does for itself
    actions: ActionRow | None = None  # the order that this round has given itself; it replaces the phases
    routes: tuple[Route, ...] = ()  # planned ways, as far as the viewer may see them
    full: tuple[int, ...] = ()  # the areas into which nothing more fits
    props: tuple[Prop, ...] = ()
    legend: tuple[LegendRow, ...] = ()  # what the signs of the board mean
    sealing: Sealing | None = None  # `Game.table` and `Game.view` fill it in: a state knows nothing of a plan
    asked: tuple[int, ...] | None = None  # who is asked, as far as the viewer may know; filled in likewise

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is to act: who is asked, and whose turn it is only where no decision is known."""
        if self.asked is not None:
            return self.asked
        return () if self.active is None else (self.active,)

    @property
    def layer(self) -> Layer | None:
        """The ink that the map shows."""
        return next((layer for layer in self.layers if layer.seat == self.ink), None)


def with_asked(table: Table, asked: tuple[int, ...]) -> Table:
    """The table with who is asked, in the line of each player too."""
    said = tuple(
        replace(sheet, status=TO_ACT if sheet.seat in asked else WAITS) if sheet.status in (TO_ACT, WAITS) else sheet
        for sheet in table.sheets
    )
    return replace(table, asked=asked, sheets=said)


@dataclass(frozen=True, slots=True)
class Arrow:
    """What moved, for the trail of the last event."""

    start: int
    end: int
    kind: str = "move"  # move, attack, retreat


@dataclass(frozen=True, slots=True)
class RayRow:
    """One thing that was looked at along a line: whether it holds, a sentence, the fact that decided."""

    holds: bool
    text: str
    fact: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ray:
    """A straight line that was measured between two areas: an answer to somebody's question, and no part of a state.

    `stops` are where something stands in its way, as shares of its length from the start; `hidden_by` are the targets
    of what does.
    """

    start: int
    end: int
    words: str  # "distance 2, hidden"
    clear: bool = True
    stops: tuple[float, ...] = ()
    hidden_by: tuple[Target, ...] = ()
    rows: tuple[RayRow, ...] = ()
    start_name: str = ""  # who looks, and at whom; without them the areas are named
    end_name: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        if not all(0.0 <= stop <= 1.0 for stop in self.stops):
            raise RulesError(f"what stops the line from {self.start} to {self.end} lies on it, from 0 to 1")


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
    rays: tuple[Ray, ...] = ()  # lines that were measured
    dim: bool = field(default=True)  # dim what cannot be chosen while something can


NO_MARKS = Marks()
