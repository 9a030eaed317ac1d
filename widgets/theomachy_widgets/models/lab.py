"""The models of the laboratory, the rule browser and a comparison."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .common import Named, Nothing, OpenRule

LabLine = TypedDict(
    "LabLine",
    {
        "lane": int,
        "up": int | None,
        "from": int,
        "to": int,
        # (depth, owner)
        "ticks": list[tuple[int, str]],
        "name": str,
        "note": str,
        "end": int,
    },
)


class LabNode(TypedDict):
    n: int
    l: int
    depth: int
    lane: int
    o: str
    name: str
    note: str
    here: bool
    end: bool
    say: str


class LabTree(TypedDict):
    lines: list[LabLine]
    nodes: list[LabNode]
    turns: list[tuple[int, str]]  # (depth, label)
    deep: int
    low: int
    high: int
    say: str
    name: str
    note: str
    main: bool
    where: str
    readings: bool  # are there rulings to be read in another way?


class LabSeries(TypedDict):
    name: str
    o: str
    values: list[float]


class LabChart(TypedDict):
    keys: list[str]
    turns: list[str]
    series: list[list[LabSeries]]


class RuleHit(TypedDict):
    id: str
    title: str
    where: str
    q: NotRequired[bool]


class LabRules(TypedDict):
    text: str
    say: str
    asked: bool
    hits: list[RuleHit]
    open: OpenRule | Nothing


class LabModel(TypedDict):
    """The laboratory; of its tabs the one that is open has its model."""

    tab: str
    tree: NotRequired[LabTree]
    chart: NotRequired[LabChart]
    rules: NotRequired[LabRules]


class RulesbarModel(TypedDict):
    title: str
    playing: str
    error: str


class RulespageModel(TypedDict):
    text: str
    say: str
    hits: list[RuleHit]
    at: str
    open: OpenRule | Nothing
    playing: str


class CmpbarModel(TypedDict):
    title: str
    say: str
    error: str
    level: bool | None  # Whether two lines are shown at the same moment; null where they end at one.
    tree: CmpTree | Nothing


class CmpTree(TypedDict):
    turns: list[str]
    lines: list[CmpLine]
    more: int


# A line of a tree: it leaves the line `over` at `from`, counted in turns. `sides` are those that it is chosen for.
CmpLine = TypedDict(
    "CmpLine",
    {
        "name": str,
        "end": int,
        "note": str,
        "over": int,
        "from": float,
        "to": float,
        "o": str,
        # (x, o)
        "ticks": list[tuple[float, str]],
        "sides": list[int],
        # (side, x)
        "at": list[tuple[int, float]],
    },
)


class CompareSide(TypedDict):
    name: str
    o: str
    sub: str
    note: str
    lines: list[tuple[int, str]]  # (k, label)
    at: int


class CmpbaseFigure(TypedDict):
    label: str
    cells: list[tuple[int, int, float]]  # (a, b, change)


class CmpbasePartingStep(TypedDict):
    o: str
    say: str
    who: str


class CmpbaseParting(TypedDict):
    where: str
    steps: list[CmpbasePartingStep]
    rule: str


class CmpbaseRow(TypedDict):
    what: str
    a: str
    b: str
    o: str


class CmpbaseModel(TypedDict):
    columns: tuple[str, str]
    figures: list[CmpbaseFigure]
    seats: list[Named]
    parting: CmpbaseParting
    rows: list[CmpbaseRow]
    more: int
    rule: OpenRule | Nothing
