"""The models of the calculator: two line-ups side by side, and what comes of the fight."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from .common import Nothing, Token


class CalcPlace(TypedDict):
    k: str
    name: str
    on: bool


class CalcStepper(TypedDict):
    id: str
    t: Token | Nothing
    name: str
    note: str
    figure: str
    n: int
    board: int
    least: int
    most: int
    of: str
    rule: str


class CalcSwitch(TypedDict):
    id: str
    name: str
    text: str
    on: bool
    changed: bool
    why: str
    rule: str


class CalcChoice(TypedDict):
    k: str
    name: str
    on: bool


class CalcPick(TypedDict):
    """Something that is chosen of a fight: where, who, whom."""

    id: str
    name: str
    options: list[CalcChoice]


class CalcKind(TypedDict):
    id: str
    name: str
    t: Token | Nothing


class CalcPart(TypedDict):
    name: str
    figure: str
    rule: str


class CalcSide(TypedDict):
    t: Token | Nothing
    name: str
    role: str
    total: str
    steppers: list[CalcStepper]
    parts: list[CalcPart]
    switches: list[CalcSwitch]
    asks: str
    policies: list[CalcChoice]
    order: list[CalcKind]  # who goes first, where that is shown


class CalcRow(TypedDict):
    head: str
    o: str  # the colour of whose event it is
    i: str
    words: str
    now: str
    was: list[str]  # in the settings beside
    change: str  # where there is one beside
    rule: str


class CalcFate(TypedDict):
    t: Token | Nothing
    words: str
    dead: float
    gone: float  # killed or driven away
    was: float | None  # killed, in the other setting
    now: str
    then: str  # killed in the other setting; without one, driven away
    routed: bool


class CalcBar(NamedTuple):
    label: str
    p: float
    q: float | None


class CalcSpread(TypedDict):
    title: str
    bars: list[CalcBar]


class CalcGrid(TypedDict):
    title: str
    columns: list[str]
    rows: list[list[str]]
    lit: int
    rules: list[str]
    picks: bool  # a row may be clicked: its force is sent


class CalcDie(TypedDict):
    """A die as it was rolled: -1 where nobody has set it yet."""

    face: int
    kind: str  # what it counts for: "hit", "half", "miss"
    words: str


class CalcHand(TypedDict):
    """The dice of one side."""

    name: str
    t: Token | Nothing
    dice: list[CalcDie]


class CalcThrow(TypedDict):
    note: str
    rule: str
    hands: list[CalcHand]
    plans: CalcGrid | Nothing
    planned: bool  # what comes next is a choice: plans stand beside


class CalcMark(TypedDict):
    at: int
    words: str
    o: str  # the colour of whose height it is; "" for what must be exceeded
    own: bool


class CalcLadder(TypedDict):
    mine: int
    most: int
    steps: list[int]  # heights to which the pin can be drawn
    others: list[int]  # the own height in the settings beside
    marks: list[CalcMark]


class CalculatorModel(TypedDict):
    title: str
    note: str
    places: list[CalcPlace]
    picks: list[CalcPick]
    sides: list[CalcSide]
    columns: list[str]  # what the setting in hand is called, and those beside; one alone is compared with nothing
    late: list[bool]  # of each, whether it is still counted
    said: str
    choices: str
    how: str
    dice: bool
    busy: bool
    same: bool  # as on the board
    fixed: str  # why the sides cannot change places
    keeps: str  # what the next press of the button does about settings to compare with
    kept: bool
    copied: bool
    rows: list[CalcRow]
    fates: list[CalcFate]
    spreads: list[CalcSpread]
    grids: list[CalcGrid]
    thrown: CalcThrow | Nothing
    ladder: CalcLadder | Nothing
    tip: str
    warning: str
    warned: str  # the rule of the warning
    rule: str
    empty: str  # what is still to be done before it can be fought
    fault: str
    opens: bool


class CalcmapModel(TypedDict):
    """The picture of where it is fought, as a data URI."""

    src: str
    alt: str
    y: int  # which part of its height is in sight, in hundredths


class CalcopenModel(TypedDict):
    """The way in from the decision."""

    label: str
    place: str
