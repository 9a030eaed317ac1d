"""The model of a study: of its page, of the one file that it is shared as, and of who makes it."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class StudyOption(TypedDict):
    text: str
    right: bool
    amiss: str  # why it is wrong to choose it


class StudyQuestion(TypedDict):
    at: str  # "2.1"
    text: str
    kind: str
    options: list[StudyOption]
    answer: list[str]
    hint: str
    why: str
    first: bool  # only the first part of a move is asked for


class StudyRule(TypedDict):
    id: str
    title: str
    text: str


class StudyHere(TypedDict):
    """A row of what stands where the board is shown larger, or is marked."""

    who: str
    text: str


class StudyHit(TypedDict):
    """What can be marked on the board: an outline or a disc."""

    t: str
    a: int
    l: str
    d: NotRequired[str]
    c: NotRequired[tuple[float, float, float]]


class StudyDraft(TypedDict):
    """What the author of a chapter has written, as he wrote it."""

    text: str
    near: str
    drawn: list[str]
    questions: list[dict[str, Any]]


class StudyChapter(TypedDict):
    n: int  # from 1
    title: str
    say: str
    blocks: list[Any]  # kind and lines of runs, each its kind and text
    fault: str
    line: str
    view: list[float]  # x, y, width, height of what is shown of the board
    near: bool
    mid: list[float]  # the same where the screen is too small for the lettering of the whole board
    box: list[float]
    layers: list[list[int]]
    alt: str
    here: list[StudyHere]
    questions: list[StudyQuestion]
    rules: list[StudyRule]
    draft: StudyDraft | None
    hits: list[StudyHit]


class StudyInk(TypedDict):
    """The shapes of all boards, each once."""

    key: str
    palette: list[Any]
    defs: list[Any]
    parts: list[Any]
    pieces: list[str]


class StudyMoment(TypedDict):
    node: int
    label: str
    on: bool


class StudyBrought(TypedDict):
    """A saved game whose moments can become chapters."""

    title: str
    moments: list[StudyMoment]


class StudyModel(TypedDict):
    title: str
    about: str
    game: str
    slug: str
    name: str
    digest: str
    counted: str
    seen: str
    holds: str
    theme: str
    alone: bool  # a file without a kernel
    editing: bool
    undo: bool
    redo: bool
    adds: str  # what "add this position" adds; "" for nothing
    keeps: str  # where Save writes; "" for a download
    plays: bool
    playing: bool
    at: int
    brought: StudyBrought | None
    chapters: list[StudyChapter]
    ink: StudyInk
    icons: dict[str, str]
    error: NotRequired[str]
