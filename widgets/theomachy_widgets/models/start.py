"""The models of the start page and of the form of a new game."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .common import Token


class Leaf(TypedDict):
    """What can be opened from the start page: a saved game, a position, a lesson."""

    id: str
    slug: str
    game: str
    title: str
    about: NotRequired[str]
    line: NotRequired[str]
    fault: NotRequired[str]
    n: NotRequired[int]
    asks: NotRequired[int]
    undrawn: NotRequired[bool]  # It has no picture of its own.


class GameRow(TypedDict):
    slug: str
    title: str
    least: int
    most: int
    lessons: int
    asks: int
    scenes: int
    positions: int
    presets: list[PresetRow]
    bots: list[tuple[str, str]]  # Who may play a seat beside a person. (name, label)
    choices: dict[str, list[ChoiceRow]]
    home: FirstGame


class FirstGame(TypedDict):
    """What the home page offers of a game before anything is chosen."""

    line: str
    aim: str
    players: int
    rules: int
    ready: dict[str, str]  # By the number of players, the name of a quick start.
    notes: dict[str, str]  # By the number of players, what they should know before they begin.
    switches: list[SwitchRow]
    seats: dict[str, list[Face]]  # Of each quick start by its name, and else by the number of players.
    faces: dict[str, Face]  # By the words of an option that has one for each seat.


class SwitchRow(TypedDict):
    """A choice that is made already, and how else it may be."""

    title: str
    value: str
    about: str
    off: str
    ready: bool
    opens: list[str]
    options: dict[str, str]
    changes: bool


class Face(TypedDict):
    """A seat: its token, its name, what it leads."""

    t: Token
    name: str
    leads: str
    anywhere: str  # the same without where it begins


class PresetRow(TypedDict):
    """A quick start of a game."""

    name: str
    title: str
    about: str
    players: int
    settles: list[str]  # Options that it has chosen.


class Head(TypedDict):
    """Words of an option that come with a word of another."""

    by: str
    title: str
    words: list[str]


class ChoiceRow(TypedDict):
    """An option of a new game: one of some words, any of them, a number, or a word for each seat."""

    name: str
    title: str
    about: str
    value: str | int | list[str]
    words: list[tuple[str, str]]  # (value, label)
    range: tuple[int, int] | None  # (low, high)
    zero: str
    each: bool
    some: bool
    unless: str
    place: bool  # with another word seats begin elsewhere
    of: str  # another option, whose words bring these along; "": none
    heads: list[Head]


class NewgameModel(TypedDict):
    """The form of a new game in a notebook."""

    games: list[GameRow]


class NewgamebarModel(TypedDict):
    playing: bool
    error: NotRequired[str]


class Ground(TypedDict):
    """Where a table may stand, and does."""

    option: str
    title: str
    words: list[tuple[str, str]]  # (value, label)
    value: str


class Seating(TypedDict):
    """Who sits at the table of a page of its own, and who else might."""

    option: str
    title: str
    words: list[tuple[str, str]]  # (value, label)
    seats: list[str]
    least: int
    most: int
    grounds: list[Ground]


class Place(TypedDict):
    """Where one is, for the browser to remember."""

    id: str
    kind: str  # "going", "lesson", "table": also the name under which its picture is found.
    slug: str
    file: str
    title: str
    line: str
    words: dict[str, str]  # What the address that goes on there asks for.
    at: int  # How far one has come in a lesson, from 1 on; 0 for other places.
    of: int


class StartModel(TypedDict):
    """The start page. With `home` it is a page of one sentence, and has no rows."""

    home: NotRequired[str]
    seating: NotRequired[Seating]
    place: NotRequired[Place]
    goes: NotRequired[str]  # Another address that this page leads to at once.
    at: NotRequired[str]  # The address of a page that was entered by a key, for who loads it anew.
    error: NotRequired[str]
    games: list[GameRow]
    saves: list[Leaf]
    positions: list[Leaf]
    lessons: list[Leaf]
    studies: list[Leaf]
    puzzles: list[Leaf]  # a row for each game that has some
    left: int
    largest: int  # bytes of a file that may be opened here
    alone: bool  # The server answers on its own machine alone.
    own: dict[str, str]  # Component values that the server was started with, by game: their file.
    simulations: NotRequired[bool]  # are they played here
    docs: NotRequired[str]  # Where rules and docs are to be read.
    serverless: NotRequired[bool]  # The page has no server: no friend elsewhere, no tables of many games.
