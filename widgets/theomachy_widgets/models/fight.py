"""The models of what happened, and of a fight."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .common import Chosen, Counted, Die, Named, Sum, Token


class StoryRow(TypedDict):
    """An event: `k` is its number, `d` how deep it stands in the tree."""

    k: int
    d: int
    who: str
    say: str
    by: NotRequired[str]
    fig: str
    dice: list[Die]
    rule: str
    open: bool
    now: bool
    note: str
    why: list[tuple[str, str, str]]  # (name, figure, rule)
    lit: bool


class StoryModel(TypedDict):
    turn: str
    rows: list[StoryRow]
    folds: bool
    fixed: NotRequired[bool]  # In a replay nothing branches off.


class Force(Named):
    figure: str
    rule: str
    fate: str
    note: str
    gone: bool
    n: int


class FighterDice(TypedDict):
    say: str
    expected: str
    faces: list[Die]


class Fighter(Named):
    role: str
    total: str
    parts: list[tuple[str, str, str, bool]]  # (say, figure, rule, spoke)
    sums: list[Sum]
    dice: FighterDice | None
    takes: str
    owed: list[tuple[str, str]]  # what it has still to take, by source: (kill, pain or else, say)
    spared: list[str]  # what was given and came to nothing
    forces: list[Force]
    remarks: list[tuple[str, str]]  # (say, rule)


class Given(Counted):
    figure: str


class LedgerRow(Named):
    """A side of a contest of many: what it has given, and its stake as far as it is known."""

    role: str
    given: list[Given]
    laid: int
    state: str
    said: int | None
    low: int
    high: int
    against: bool
    purse: list[tuple[int, int]]  # (value, most)
    verdict: str


class Ledger(TypedDict):
    name: str
    rows: list[LedgerRow]
    low: int
    high: int
    total: str
    dice: str
    rolled: int | None
    faces: list[int]
    chances: list[tuple[int, float]]  # (n, p)
    rule: str


class Bystander(Named):
    """Who is on no side, with the powers that have spoken in the fight all the same."""

    parts: list[tuple[str, str, str, bool]]  # as those of a side


class FightModel(TypedDict):
    title: str
    rule: str
    sides: list[Fighter]
    beside: NotRequired[list[Counted]]  # Who is there and takes no part.
    others: NotRequired[list[Bystander]]
    ledger: NotRequired[Ledger]


class SumsModel(TypedDict):
    sums: list[Sum]


class ThrownDie(Chosen):
    """A die of a throw: its face and fate, and the die (`to`) that it adds to, or -1."""

    face: int
    fate: str
    to: int
    adds: int
    mark: NotRequired[str]


class ThrownSet(TypedDict):
    dice: list[ThrownDie]
    name: str
    note: str
    total: str


class ThrowStep(TypedDict):
    name: str
    note: str
    rule: str
    sets: list[ThrownSet]


class ThrowsThrow(TypedDict):
    name: str
    t: Token | None
    note: str
    rule: str
    steps: list[ThrowStep]


class ThrowsModel(TypedDict):
    throws: list[ThrowsThrow]


class AttackSide(Named):
    """A side of a fight that is told step under step."""

    note: str
    sums: list[Sum]
    parts: list[tuple[str, str, str]]  # (name, figure, rule)


class AttackSlideColumn(TypedDict):
    name: str
    icon: str


class AttackSlide(TypedDict):
    """The rows through which a card has slid, from the first."""

    name: str
    note: str
    rule: str
    columns: list[AttackSlideColumn]
    rows: list[list[str]]
    now: int
    before: float
    beads: tuple[int, int] | None  # (left, of)
    says: list[str]


class AttackSectionThrow(TypedDict):
    name: str
    t: Token | None
    note: str
    rule: str
    steps: list[ThrowStep]


class AttackSection(TypedDict):
    name: str
    note: str
    rule: str
    state: str
    throw: AttackSectionThrow | None
    slides: list[AttackSlide]


class AttackModel(TypedDict):
    title: str
    rule: str
    sides: list[AttackSide]
    sections: list[AttackSection]
    spot: bool  # The board stands among its parts.
