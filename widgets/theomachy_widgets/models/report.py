"""The models of the report of a game."""

from __future__ import annotations

from typing import TypedDict


class ReportbarModel(TypedDict):
    title: str
    line: str
    result: str
    turn: int  # at which one would play on
    term: str  # what the game calls it: "turn", "round"
    playing: bool
    empty: str
    error: str


class ReportPoint(TypedDict):
    """A turning point; `k` is its number, `sign` one of !! ! ? ?? dice, or nothing."""

    k: int
    o: str
    turn: int
    sign: str
    says: str  # the sign in a word
    came: str
    title: str
    text: str
    picture: str
    on: bool


class ReportpointsModel(TypedDict):
    who: str
    term: str
    points: list[ReportPoint]
    busy: str
    trust: str


class ReportSpot(TypedDict):
    """A point of the graph: its turn, the chance and half its interval in per cent; None where it is not measured."""

    node: int
    turn: int
    p: float | None
    e: float
    fault: str


class ReportSwing(TypedDict):
    at: int
    o: str
    came: str
    k: int


class ReportSeat(TypedDict):
    i: int
    o: str
    name: str
    on: bool


class LuckRow(TypedDict):
    turn: int
    title: str
    node: int
    cells: list[tuple[float, float] | None]  # (rolled, expected) of each seat


class ReportgraphModel(TypedDict):
    who: str
    term: str
    other: str
    seats: list[ReportSeat]
    spots: list[ReportSpot]
    swings: list[ReportSwing]
    at: float  # where the board stands, in spots
    note: str
    luck: list[LuckRow]
    most: float
    totals: list[float]
    what: str
    dice: int
    more: int


class ReportLine(TypedDict):
    """A variation: what it begins with, the words behind it, its sign, and where it leads (-1: nowhere yet)."""

    title: str
    text: str
    sign: str
    node: int


class ReportMove(TypedDict):
    turn: str
    o: str
    node: int
    parts: list[tuple[str, bool, str]]  # (words, strong, sign)
    notes: list[tuple[int, str]]  # (where it was written, the note)
    lines: list[ReportLine]
    on: bool


class ReportOption(TypedDict):
    i: int
    label: str
    p: float
    say: str
    taken: bool


class ReportWhich(TypedDict):
    k: int
    title: str
    note: str
    rows: list[ReportOption]


class ReportNote(TypedDict):
    """A note as the tab of notes tells it; a click goes to its node."""

    turn: str
    o: str
    node: int
    text: str


class ReportFigures(TypedDict):
    """The chances of all seats: a row a point, each seat as (per cent, half its interval), or None."""

    names: list[str]
    rows: list[tuple[int, int, list[tuple[float, float] | None], str]]  # turn, node, each, what went wrong


class ReportNoting(TypedDict):
    """The note that is being written: its row, its text so far."""

    at: int  # of the list of moves
    text: str


class ReportmovesModel(TypedDict):
    term: str
    moves: list[ReportMove]
    more: int
    which: ReportWhich | None
    copies: bool
    notes: list[ReportNote]
    lines: list[tuple[str, ReportLine]]  # with the turn in which they begin
    figures: ReportFigures | None
    may: bool  # write notes
    noting: ReportNoting | None
