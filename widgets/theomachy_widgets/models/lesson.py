"""The models of a lesson and of the list of lessons."""

from __future__ import annotations

from typing import Any, TypedDict

from .common import Die, Nothing, RuleText
from .decision import DecisionModel
from .page import StripModel
from .sheets import SheetModel


class LessonbarModel(TypedDict):
    title: str
    name: str
    at: int
    playing: bool
    waits: bool
    over: bool
    error: str


class LessonRow(TypedDict):
    d: int
    who: str
    say: str
    fig: str
    dice: list[Die]
    rule: str


class LessonAskOption(TypedDict):
    i: int
    text: str
    on: bool
    mark: str
    note: str


class LessonAsk(TypedDict):
    text: str
    kind: str
    open: bool
    options: list[LessonAskOption]
    chosen: bool
    tries: int
    said: str
    state: str
    answer: list[str]
    hint: str
    hints: bool


class LessonsideRule(TypedDict):
    id: str
    title: str


class LessonsideModel(TypedDict):
    at: int
    of: int
    phase: str
    dashes: list[str]
    title: str
    say: str
    did: str
    rows: list[LessonRow]
    rules: list[LessonsideRule]
    ask: LessonAsk | None
    decision: DecisionModel | None
    waits: bool
    next: str
    over: bool
    points: tuple[int, int, int]
    answered: bool
    rule: RuleText | None


class LessonfootRuling(TypedDict):
    text: str
    rule: str


class LessonfootRule(TypedDict):
    id: str
    title: str


class LessonfootModel(TypedDict):
    players: StripModel | Nothing
    sheet: SheetModel | Nothing
    beside: dict[str, Any]
    rulings: list[LessonfootRuling]
    rules: list[LessonfootRule]


class LessonlistRow(TypedDict):
    i: int
    title: str
    about: str
    name: str
    stops: int
    asks: int
    on: bool
    course: bool


class LessonlistModel(TypedDict):
    title: str
    say: str
    rows: list[LessonlistRow]
    faults: list[str]
    error: str
