"""The models of the position editor."""

from __future__ import annotations

from typing import TypedDict

from .common import Nothing, RuleText, Token
from .page import MeasuredModel
from .paper import LinesModel, WriteSheet


class ToolChoice(TypedDict):
    v: int
    label: str
    t: Token | None


class Tool(TypedDict):
    id: str
    kind: str
    name: str
    t: Token | None
    ground: str
    icon: str
    n: int
    low: int
    high: int
    most: int
    over: bool
    on: bool
    text: str
    rule: str
    key: int
    choices: list[ToolChoice]


class ToolBlockSeat(TypedDict):
    k: int
    t: Token
    name: str
    text: str
    on: bool


class ToolBlock(TypedDict):
    title: str
    about: str
    seats: list[ToolBlockSeat] | None
    tools: list[Tool]


class EditHereRow(TypedDict):
    id: str
    name: str
    t: Token
    n: int
    high: int


class EditHere(TypedDict):
    name: str
    ground: str
    rows: list[EditHereRow]


class EditCheckRow(TypedDict):
    k: int
    text: str
    where: str
    rule: str
    hot: bool


class EditCheckCheck(TypedDict):
    text: str
    rule: str


class EditCheck(TypedDict):
    n: int
    rows: list[EditCheckRow]
    more: int
    fix: str
    fixes: int
    checks: list[EditCheckCheck]


class EditbarModel(TypedDict):
    title: str
    place: str
    name: str
    playing: bool
    violations: int
    error: str


class EditsideTab(TypedDict):
    k: str
    on: bool


class EditsidePicked(TypedDict):
    name: str
    text: str
    high: int
    where: list[str]


class EditsideCopied(TypedDict):
    kind: str
    text: str


class EditsideModel(TypedDict):
    undo: bool
    redo: bool
    tabs: list[EditsideTab]
    blocks: list[ToolBlock]
    keys: int
    take: bool
    picked: EditsidePicked | None
    here: EditHere | None
    check: EditCheck
    measuring: str
    measured: MeasuredModel | Nothing
    rule: RuleText | None
    copied: EditsideCopied | None
    pasting: bool


class EditDesk(TypedDict):
    """Sheets and lines on which a click on what names a tool uses it."""

    sheets: list[WriteSheet]
    lines: LinesModel | Nothing


class EditfootRow(TypedDict):
    t: Token
    name: str
    cells: list[Tool]


class EditfootModel(TypedDict):
    desk: EditDesk | Nothing
    rows: list[EditfootRow]
    pool: bool
