"""What lies before the players and between them: sheets, tracks, conditions, hands of cards."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import RulesError
from .beside import Amount, Stack, Sum
from .board import MOST_PARTS, MOST_VALUE, Target, within
from .pieces import Piece


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """One part of a condition: what is counted, how much there is of how much."""

    name: str  # "Minotaur in the west", "monsters beaten"
    have: int
    need: int = 1
    seat: int = -1  # whose part it is, -1: nobody's
    target: Target = ""  # what to light for it

    def __post_init__(self) -> None:
        within(f"what there is of {self.name}", self.have, 0, MOST_VALUE)
        within(f"what {self.name} needs", self.need, 1, MOST_VALUE)

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
        within(f"the number of parts of {self.name}", len(self.parts), 1, MOST_PARTS)
        within(f"what {self.name} needs of its parts", self.need, 0, len(self.parts))

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
        within("the seat of a marker", self.seat, 0, MOST_VALUE)


@dataclass(frozen=True, slots=True)
class TrackFlag:
    """A space of a track at which something happens: "the end"."""

    at: int
    name: str
    icon: str = ""

    def __post_init__(self) -> None:
        within(f"the flag {self.name}", self.at, 0, MOST_VALUE)


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
    note: str = ""  # a few words at its foot: "face down", "2 to go"


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
        within(f"how many {self.name} are out", self.have, 0, MOST_VALUE)


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
