"""The model of two readings of the rules, compared."""

from __future__ import annotations

from typing import TypedDict


class ReadingsRuling(TypedDict):
    key: str
    name: str
    rule: str


class ReadingsRow(TypedDict):
    what: str
    a: str
    b: str
    rule: str


class ReadingsSide(TypedDict):
    name: str
    held: str
    stop: str  # at which answer the line ends, and why; "" for nowhere
    only: list[str]  # what can be done under this reading alone
    fewer: int  # how many more of these there are
    picture: str  # an address of data, "" for none


class ReadingsAnswer(TypedDict):
    same: bool
    head: str
    note: str
    rows: list[ReadingsRow]
    more: int
    sides: list[ReadingsSide]


class ReadingsValue(TypedDict):
    """A component value or card text, with where it comes from."""

    key: str
    name: str
    now: str
    source: str


class ReadingsModel(TypedDict):
    title: str
    values: bool  # is a value or text read otherwise, and no ruling?
    find: str
    known: list[ReadingsValue]  # what is found
    unseen: int  # how many more are found
    value: ReadingsValue | None  # the one that is chosen
    typed: str  # what it is to be
    ready: bool  # is it said what is to be compared?
    key: str  # of the ruling, "" for none yet
    rulings: list[ReadingsRuling]
    question: str
    rule: str
    now: str  # the choice that the game was set up with
    choice: str
    choices: list[tuple[str, str]]  # (key, meaning)
    opens: bool  # may the other reading be opened as a game of its own?
    answer: ReadingsAnswer | None
