"""The model of a goal that somebody asks about: can it be reached, and how."""

from __future__ import annotations

from typing import Literal, TypedDict

from .common import Token


class ReachGoal(TypedDict):
    key: str
    name: str
    rule: str


class ReachGroup(TypedDict):
    name: str
    goals: list[ReachGoal]


class ReachStep(TypedDict):
    n: int
    t: Token | None  # whose it is, None: of chance
    text: str
    rule: str
    luck: str


class ReachPart(TypedDict):
    text: str
    fact: str
    holds: bool
    rule: str


class ReachAnswer(TypedDict):
    verdict: Literal["yes", "no", "open", "looking"]
    head: str
    when: str
    steps: list[ReachStep]
    figures: list[list[str]]  # (name, before and after)
    fails: list[str]
    stands: list[ReachPart]
    note: str


class ReachModel(TypedDict):
    who: str
    t: Token | None
    key: str  # of the goal that is asked about, "" for none yet
    asks: str
    text: str
    rule: str
    groups: list[ReachGroup]
    busy: bool
    lit: bool
    tries: bool  # may the line be played out here?
    answer: ReachAnswer | None
