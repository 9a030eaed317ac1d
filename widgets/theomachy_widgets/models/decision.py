"""The models of a question and its answers, plans, hands, odds and "why not?"."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from .common import Amount, BareIcon, Chosen, Named, Seated, Token


class OptionRow(TypedDict):
    """An option, or (with `g`) a group of `count` options."""

    label: str
    t: Token | BareIcon | None
    key: str
    i: NotRequired[int]  # These an option has, and a group has not.
    detail: NotRequired[str]
    hot: NotRequired[bool]
    chosen: NotRequired[bool]
    low: NotRequired[bool]
    button: NotRequired[str]
    p: NotRequired[float]
    figure: NotRequired[tuple[str, str]]  # (figure, unit)
    # What is printed on the thing that it takes: powers with their texts. (name, text)
    printed: NotRequired[list[tuple[str, str]]]
    g: NotRequired[int]
    count: NotRequired[int]


class PairCell(TypedDict):
    i: int
    label: str
    p: float
    hot: bool
    chosen: bool


class PairGrid(TypedDict):
    across: str
    down: str
    heads: list[int]
    sides: list[int]
    rows: list[list[PairCell | None]]


class AskedModel(TypedDict):
    """What the panel of decisions always shows."""

    byhand: bool
    luck: bool  # Is anything left to chance?
    tools: bool
    why: bool
    measure: str
    stamp: int
    t: Token | None
    over: str


class EndModel(AskedModel):
    """What the panel of decisions shows at the end of a game."""

    line: str
    reason: str  # why it has been won so
    rule: str
    again: bool  # may whoever looks here begin another one?


class HiddenModel(AskedModel):
    """What is asked, where this view shows no options."""

    prompt: str
    note: str
    aim: str  # How the game is won, before the first answer.
    rule: str
    kind: str
    past: bool
    hidden: str
    bot: bool  # A bot is asked: it can be told to go on.


class AnytimeRowAct(TypedDict):
    i: int
    label: str
    title: str
    t: Token | BareIcon | None


class AnytimeRow(TypedDict):
    """What one player may do at any time; a price that all of it shares stands beside his name."""

    t: Token | None
    name: str
    price: str
    says: str  # What all the acts begin with: "Reveal an Elder Sign worth".
    acts: list[AnytimeRowAct]


class DecisionNumber(TypedDict):
    low: int
    high: int
    at: int


class DecisionFace(TypedDict):
    n: int
    hint: str


class DecisionModel(HiddenModel):
    """What is asked; of a game that is `over` an `EndModel`, with `hidden` a `HiddenModel`."""

    rows: list[OptionRow]
    more: str
    chips: list[str]
    grid: PairGrid | None
    find: str | None
    total: int
    number: DecisionNumber | None
    faces: DecisionFace | None
    button: str
    barred: list[tuple[str, str]]  # (text, rule)
    jumps: list[AnytimeRow]
    reach: bool  # is there anything that could be reached?
    hints: Literal["", "off", "on"]  # the button of hints; while they are on, they stand in the place of the options
    line: NotRequired[str]  # of a game that is over, as the two below
    reason: NotRequired[str]
    again: NotRequired[bool]


class Plan(Named):
    state: Literal["planning", "sealed", "shown"]
    lines: list[str]
    own: bool
    known: bool


class SealedModel(TypedDict):
    name: str
    rule: str
    shown: bool
    waits: int
    plans: list[Plan]


class HandCard(TypedDict):
    k: int
    name: str
    icon: str
    text: str
    rule: str
    live: bool
    note: str
    line: str
    target: str
    help: str  # what the card beside it tells of
    jump: NotRequired[int]  # The number of what it may be used for at any time, or -1.


class HandSeat(Seated):
    on: bool


class HandModel(TypedDict):
    note: str
    cards: list[HandCard]
    seats: list[HandSeat]


class AdviceObjective(TypedDict):
    k: str
    name: str
    on: bool


class AdvicePlan(TypedDict):
    k: int
    name: str
    figures: list[str]
    on: bool
    taken: bool


class AdviceAnswer(TypedDict):
    i: int
    label: str


class AdviceModel(TypedDict):
    """Plans compared; `bars` are outcome, chance, chance before, and whether it came."""

    name: str
    rule: str
    note: str
    objectives: list[AdviceObjective]
    columns: list[str]
    plans: list[AdvicePlan]
    more: int
    answer: AdviceAnswer | None
    of: str
    mean: str
    bars: list[tuple[str, float, float | None, bool]]  # (label, p, before, came)
    before_note: str


class StackCard(Chosen):
    """Cards of one name in a hand; -1 is not known."""

    name: str
    icon: str
    kind: str
    n: int
    deck: int
    discard: int
    note: str
    text: str
    rule: str
    help: NotRequired[str]  # what the card beside it is asked for


class HandSideFigure(TypedDict):
    value: int
    most: int
    sign: Amount | None
    said: str
    name: str


class HandSide(TypedDict):
    seat: int
    now: str  # "to act"
    t: Token | None
    name: str
    figure: HandSideFigure | None
    piles: str
    stacks: list[StackCard]
    backs: int
    hidden: str
    note: str


class HandsModel(TypedDict):
    sides: list[HandSide]


class WhySlot(TypedDict):
    word: str
    value: int
    options: list[tuple[int, str]]  # (i, text)


class WhyVerdict(TypedDict):
    ok: bool
    text: str
    fact: str
    fault: str
    rule: str


class WhyModel(TypedDict):
    text: str
    hint: str
    verb: int
    error: str
    note: str
    actions: list[tuple[int, str]]  # (i, text)
    slots: list[WhySlot]
    asks: str
    title: str
    t: Token | None
    verdicts: list[WhyVerdict]
    hold: int
    fail: int
    legal: bool
    instead: list[str]
    when: str
    lights: bool
    lit: bool


class OddsBar(TypedDict):
    title: str
    note: str
    rule: str
    rows: list[tuple[str, float, bool]]  # (label, p, rolled)


class OddsModel(TypedDict):
    bars: list[OddsBar]
