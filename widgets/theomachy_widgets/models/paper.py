"""The models of sheets to write on, of lines of things, and of their small pictures."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .common import Amount, Chosen, Named, Seated
from .reach import ReachGroup


class Box(Chosen):
    """A box of a sheet to write on; one with a target may be written."""

    name: str
    mark: str
    text: str
    was: str
    fresh: bool
    said: str


class BoxRow(TypedDict):
    name: str
    sign: Amount | None
    boxes: list[Box]
    goals: list[Amount]
    reached: int
    note: str
    rule: str


class Block(TypedDict):
    id: str
    name: str
    text: str
    state: str
    box: Box | None
    price: list[Amount]
    worth: Amount | None
    rows: list[BoxRow]
    cell: tuple[int, int]  # (x, y)
    note: str
    rule: str
    house: bool
    help: str  # what the card beside it tells of
    goal: str  # the goal that may be asked about: can it be reached? "" for none


class BlockGroup(TypedDict):
    name: str
    note: str
    rule: str
    columns: int
    levels: list[str]
    house: NotRequired[bool]
    open: int
    blocks: list[Block]
    arrows: list[tuple[int, int, int, int, bool]]  # (ax, ay, bx, by, done)
    rows: list[BoxRow]


class WriteSheet(Seated):
    title: str
    note: str
    closed: str
    rounds: list[Box]
    groups: list[BlockGroup]
    aside: list[BlockGroup]
    goals: list[ReachGroup]  # open ones that stand nowhere else on it


class PaperModel(TypedDict):
    beside: NotRequired[bool]  # All sheets at once.
    sheets: list[WriteSheet]


class LineItemMark(TypedDict):
    o: str
    full: bool
    fresh: bool
    name: str


class LineItem(Chosen):
    id: str
    name: str
    text: str
    icon: str
    worth: Amount | None
    gains: list[Amount]
    done: bool
    fresh: bool
    marks: list[LineItemMark]
    said: str
    rule: str
    house: bool
    tag: str  # a figure beside its name: what it costs
    pale: bool  # it cannot be had now
    help: str  # the target of the card that says what it is


class ItemLine(TypedDict):
    id: str
    name: str
    note: str
    rule: str
    sign: str
    items: list[LineItem]


class LinesModel(TypedDict):
    """Lines of things, each with who has done it."""

    lines: list[ItemLine]


class Thumb(TypedDict):
    k: str
    name: str
    letters: str
    o: str
    l: tuple[str, str]  # (light, dark)
    figure: str
    closed: str
    on: bool
    columns: int
    rows: int
    cells: list[tuple[int, int, bool, bool]]  # (column, row, written, fresh)


class ThumbsModel(TypedDict):
    """All sheets as small pictures."""

    sheets: list[Thumb]


class InkSeat(Named):
    k: int
    letters: str
    on: bool


class InksModel(TypedDict):
    """Whose ink the map shows."""

    seats: NotRequired[list[InkSeat]]
    none: NotRequired[bool]
    alone: NotRequired[bool]
