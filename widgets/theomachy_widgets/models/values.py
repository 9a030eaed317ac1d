"""The model of the page of component values."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class ValueRow(TypedDict):
    """A component value: as the house has it, and of one's own."""

    key: str
    path: str  # What it belongs to, in words.
    name: str
    printed: str
    source: str  # "rulebook", "published", "house"
    where: str
    may: str  # What may stand there; "" where it stays as it is.
    own: str
    typed: str  # What was typed and does not fit.
    fault: str


class ValuespageModel(TypedDict):
    title: str
    slug: str
    groups: list[tuple[str, str, int]]  # (name, title, how many)
    group: str
    text: str  # What is looked for.
    only: str  # "", "own", or a source.
    sources: list[tuple[str, int]]
    rows: list[ValueRow]
    found: int
    all: int
    own: dict[str, Any]  # All values of one's own by their keys: the browser keeps them.
    file: str  # Where they are kept: a file of this machine, "" in the browser.
    served: bool
    undo: bool  # Is there a change to take back, and one that was taken back?
    redo: bool
    error: NotRequired[str]
