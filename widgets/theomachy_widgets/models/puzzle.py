"""The models of the page of puzzles: the bar, the question with what came of an answer, what is told below."""

from __future__ import annotations

from typing import Any, TypedDict

from .common import Nothing, RuleText
from .lesson import LessonRow
from .page import StripModel


class PuzzleRow(TypedDict):
    id: str
    title: str
    game: str
    grade: str
    solved: bool
    on: bool


class PuzzlebarModel(TypedDict):
    title: str
    game: str
    day: str
    at: int
    of: int
    solved: int
    rows: list[PuzzleRow]
    keeps: list[str]  # the ids of all that this visitor has solved here
    tried: list[str]  # and what he has answered: the id of a puzzle, the places of his tries, "shown"
    playing: bool
    error: str


class PuzzleOption(TypedDict):
    i: int
    text: str
    mark: str
    note: str


class PuzzleBar(TypedDict):
    label: str
    share: float
    bad: bool


class PuzzleReply(TypedDict):
    right: bool
    shown: bool
    head: str
    text: str
    note: str
    bars: list[PuzzleBar]


class PuzzlesideModel(TypedDict):
    withdrawn: str
    title: str
    who: str
    asked: str
    ask: str
    rule: str
    grade: str
    options: list[PuzzleOption]
    among: int  # answers that the rules offer there
    open: bool
    reply: PuzzleReply | None
    hint: str
    hints: int  # how many are left
    tries: int
    solved: bool
    more: bool  # is another puzzle of the day unsolved?
    handin: bool  # can answers be handed in now?
    opened: RuleText | None


class PuzzlefootModel(TypedDict):
    head: str
    step: int
    steps: int
    rows: list[LessonRow]
    players: StripModel | Nothing
    beside: dict[str, Any]
