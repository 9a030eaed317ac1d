"""The models of hints: the proposals, and what each would leave."""

from __future__ import annotations

from typing import TypedDict


class HintRow(TypedDict):
    n: int
    label: str
    more: str  # what is answered on the way
    why: str
    figure: str
    unit: str
    same: str
    lit: bool


class HintsModel(TypedDict):
    title: str
    progress: str
    busy: bool
    rows: list[HintRow]
    note: str
    legend: str  # what the figures are
    fault: str
    button: str
    others: int  # options that are not among the rows


class LeavesHead(TypedDict):
    n: int
    label: str  # the whole of it
    brief: str  # what differs from the others
    lit: bool


class LeavesRow(TypedDict):
    name: str
    now: str
    each: list[tuple[str, str] | None]  # (figure, change); None: not known yet


class LeavesModel(TypedDict):
    heads: list[LeavesHead]
    rows: list[LeavesRow]
