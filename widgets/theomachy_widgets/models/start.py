"""The models of the start page and of the form of a new game."""

from __future__ import annotations

from typing import NotRequired, TypedDict


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


class PresetRow(TypedDict):
    """A quick start of a game."""

    name: str
    title: str
    about: str
    players: int


class ChoiceRow(TypedDict):
    """An option of a new game: one of some words, a number, or a word for each seat."""

    name: str
    title: str
    about: str
    value: str | int | list[str]
    words: list[tuple[str, str]]  # (value, label)
    range: tuple[int, int] | None  # (low, high)
    zero: str
    each: bool
    unless: str


class NewgameModel(TypedDict):
    """The form of a new game in a notebook."""

    games: list[GameRow]


class NewgamebarModel(TypedDict):
    playing: bool
    error: NotRequired[str]


class StartModel(TypedDict):
    """The start page. With `home` it is a page of one sentence, and has no rows."""

    home: NotRequired[str]
    error: NotRequired[str]
    games: list[GameRow]
    saves: list[Leaf]
    positions: list[Leaf]
    lessons: list[Leaf]
    left: int
