"""The models of sheets of players: slots, progress, rows, cards with a current row."""

from __future__ import annotations

from typing import TypedDict

from .common import Chosen, Figure, Named, Seated, Sum, Token
from .decision import HandSeat
from .reach import ReachGroup


class Slot(TypedDict):
    name: str
    text: str
    rule: str
    filled: bool
    icon: str
    live: bool
    goal: str  # the goal that may be asked about: can it be reached? "" for none


class SheetModel(TypedDict):
    name: str
    seat: int
    leave: tuple[int, str] | None  # (seat, label)
    status: str
    tokens: list[str]
    figures: list[Figure]
    slots: list[tuple[str, list[Slot]]]  # (name, slots)
    pieces: list[tuple[str, list[Named]]]  # (name, pieces)
    stands: Sum | None
    goals: list[ReachGroup]  # open ones that stand nowhere else on it


class ConditionPart(TypedDict):
    name: str
    t: Token | None
    have: int
    need: int
    done: bool


class Condition(TypedDict):
    name: str
    help: str  # what the card beside it tells of
    text: str
    reward: str
    rule: str
    t: Token | None
    value: int
    most: int
    reached: bool
    parts: list[ConditionPart]
    near: list[Named]


class ConditionsModel(TypedDict):
    rows: list[Condition]
    reward: str


class SheetRow(Named):
    line: str
    cells: list[str]
    have: int
    most: int
    rule: str


class Passage(TypedDict):
    name: str
    text: str
    rule: str
    tag: str
    when: str
    live: bool


class OpenSlot(Slot):
    """A slot with what fills it."""

    condition: Condition | None
    note: str


class OtherSheet(HandSeat):
    """Another player in short: squares as in `StripSeat`, open marks, what lies there of somebody else's."""

    squares: list[int]
    said: str
    pieces: list[Named]


class TableauGroup(TypedDict):
    name: str
    note: str
    full: bool
    slots: list[OpenSlot]


class TableauTable(TypedDict):
    name: str
    columns: list[str]
    rows: list[SheetRow]


class TableauModel(Seated):
    """The sheet of a player that stands in front: its slots in groups, its kinds of things, its texts."""

    status: str
    tokens: list[str]
    figures: list[Figure]
    groups: list[TableauGroup]
    tables: list[TableauTable]
    passages: list[tuple[str, list[Passage]]]  # (name, rows)
    sums: list[Sum]
    pieces: list[tuple[str, list[Named]]]  # (name, pieces)
    others: list[OtherSheet]
    cards: bool  # one row of slots, each a card
    leave: tuple[int, str] | None  # (seat, label)
    stands: Sum | None
    goals: list[ReachGroup]


class CardPower(Chosen):
    name: str
    text: str
    rule: str
    letter: str
    dark: bool
    kind: str
    cost: str
    house: bool
    icon: str
    cost_icon: str
    railed: bool
    rail: list[bool]
    values: list[str]
    live: bool


class CardColumn(TypedDict):
    name: str
    icon: str
    values: list[str]


class CardSheetCarried(TypedDict):
    name: str
    kind: str
    icon: str


class CardSheetStack(TypedDict):
    hand: int
    deck: int
    discard: int
    said: str


class CardSheet(Seated, Chosen):
    id: str
    line: str
    brief: str
    row: int
    columns: list[CardColumn]
    powers: list[CardPower]
    falls: list[tuple[str, str, int]]  # (at, what, row)
    sums: list[Sum]
    marks: list[str]
    carried: list[CardSheetCarried]
    stack: CardSheetStack | None
    here: list[tuple[str, str, str, bool]]  # (name, fact, rule, bad)
    here_name: str
    beads: tuple[int, int] | None  # (left, of)
    rule: str


class CardsModel(TypedDict):
    open: str
    mine: int
    seats: list[Seated]
    cards: list[CardSheet]
