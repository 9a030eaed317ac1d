"""What the models of many panels share: tokens, names with a token, figures, rules, what may be clicked."""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict


class Nothing(TypedDict):
    """An empty model: nothing at all. Who draws it asks for a name or id first."""


class Token(TypedDict):
    """An owner's colour, an icon, a count, letters, a mark, and how opaque the body is."""

    o: str
    i: str
    n: NotRequired[int]
    l: NotRequired[str]
    m: NotRequired[str]
    b: NotRequired[float]
    f: NotRequired[str]  # A building: the name of its silhouette.
    r: NotRequired[str]  # A rank with a ring of its own: "toothed".


class BareIcon(TypedDict):
    """What stands for an option that points at no piece: a card's icon."""

    i: str


class Die(NamedTuple):
    """The face of a die, and what it counts for: "hit", "half" or nothing."""

    face: int
    kind: str


class Named(TypedDict):
    """Somebody or something with a token."""

    t: Token
    name: str


class Seated(Named):
    seat: int


class Counted(Named):
    """So many of a kind."""

    n: int


class Figure(TypedDict):
    """A figure of a player: label, value or words, the most that it can be (0: no bar), a note, its sign."""

    l: str
    v: int | str
    most: NotRequired[int]
    note: str
    sign: Amount | None
    next: NotRequired[int]  # How many the next count adds: it is drawn as cells.
    pieces: NotRequired[list[Counted]]


class Amount(TypedDict):
    """So many of a kind of thing, with its sign."""

    name: str
    n: int
    letter: str
    icon: str
    shape: str
    tint: str


class Sum(TypedDict):
    """A figure and the parts that it is the sum of."""

    head: str
    t: Token | None
    name: str
    value: int | str
    terms: list[tuple[str, str | int, str, str]]  # (name, n, rule, what it did)
    rule: str
    note: str


class RuleText(TypedDict):
    id: str
    title: str
    text: str
    where: str
    ruling: NotRequired[str]
    page: NotRequired[str]  # Its own page, on a site that has one.


class QuestionChoice(TypedDict):
    name: str
    text: str
    on: bool
    default: bool


class Question(TypedDict):
    name: str
    question: str
    choices: list[QuestionChoice]


class OpenRule(RuleText):
    """A rule that is read: with the questions that it leaves open, and the scenarios that prove it."""

    questions: list[Question]
    files: list[str]


class Chosen(TypedDict):
    """What answers by a click on it, if it may: see `can` in Python."""

    target: NotRequired[str]
    hot: NotRequired[bool]
    brings: NotRequired[str]
    label: NotRequired[str]
    fault: NotRequired[bool]
