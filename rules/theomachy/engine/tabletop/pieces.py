"""What stands and lies on a board: pieces, places, scenery, zones, and what they carry and count."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import RulesError
from .beside import Amount
from .board import MOST_VALUE, Point, Target, within

NEUTRAL, HAZARD = "neutral", "hazard"  # owners that are nobody: a plain marker, and something bad


@dataclass(frozen=True, slots=True)
class Piece:
    """Pieces of one owner, kind and condition in one place: one token with a count."""

    id: str  # the target is `piece:<id>`; equal ids at two moments are the same token, so that it can glide
    area: int  # -1: beside the map
    owner: int | str  # seat index, NEUTRAL or HAZARD
    kind: str  # "army": a word of the game
    name: str  # "Army": for people
    icon: str
    size: str = "common"  # common, elite, toothed (in a ring of teeth), great, place
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
    sort: str = ""  # of a ring: how the style draws it (the table `ring`); "": as all are
    letters: str = ""  # at its rim, so that colour alone tells nothing
    says: str = ""  # what it does, for whoever points at it
    covered: str = ""  # what lies upon it, by its drawing: "ice"
    barred: str = ""  # why nobody could hold it now: a bar in its eye

    @property
    def target(self) -> Target:
        return f"place:{self.area}:{self.kind}"


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
        within(f"{self.name or 'the gauge'} of {self.of}", self.value, 0, MOST_VALUE)
        within(f"the most of {self.name or 'the gauge'} of {self.of}", self.most, 0, MOST_VALUE)

    @property
    def target(self) -> Target:
        return f"gauge:{self.of}:{self.name}" if self.name else f"gauge:{self.of}"


@dataclass(frozen=True, slots=True)
class PieceCard:
    """What is printed on the card of a piece that no sheet tells of: figures, and what it does, (name, text) each."""

    figures: tuple[tuple[str, str], ...] = ()
    says: tuple[tuple[str, str], ...] = ()


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
