"""A line of answers in words: one row an action of a seat, with its rule, what chance must give, what it moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.runtime.decision import CHANCE, Answer, Decision, Secret
from ..engine.runtime.position import Position, trace_of
from ..engine.runtime.trace import Event
from ..engine.tabletop.marks import Arrow
from ..engine.tabletop.table import Target

LEAST = ("pass", "done", "none", "no", "end", "skip", "decline", "stop")  # how people do as little as they can
MOST_TOLD = 4  # of what one action brings
Given = tuple[int, str, Answer]  # who, the question, the answer


@dataclass(frozen=True, slots=True)
class LineStep:
    """One row of a line: who does what, by which rule.

    `chance` is how likely what a roll must give is, None where nothing is rolled. `answers` says how many answers of
    the line it holds. `arrows` and `targets` are what it moves and touches on the board.
    """

    seat: int
    text: str
    rule: str
    chance: float | None = None
    answers: int = 1
    arrows: tuple[Arrow, ...] = ()
    targets: tuple[Target, ...] = ()
    idle: bool = False  # somebody passes, or ends what needs to be ended


@dataclass(frozen=True, slots=True)
class Break:
    """An answer of somebody else after which no way to the goal was found."""

    seat: int
    text: str
    rule: str


def is_least(option: Answer) -> bool:
    """Does somebody do no more by it than he must?"""
    word = option
    while type(word) is tuple and word:
        word = word[-1] if type(word[0]) is int else word[0]
    return isinstance(word, str) and word in LEAST


class _Row:
    """A row while it is made: the answer that begins it, those inside, and what came of them."""

    def __init__(self, seat: int, text: str, rule: str, luck: float | None, idle: bool) -> None:
        self.seat, self.text, self.rule, self.luck, self.idle = seat, text, rule, luck, idle
        self.inside: list[str] = []
        self.came: list[str] = []
        self.whole = ""  # the action in the words of its rule, where these come only when all of it is known
        self.answers = 0
        self.arrows: list[Arrow] = []
        self.targets: list[Target] = []

    def take(self, events: Sequence[tuple[int, Event]]) -> None:
        """What came of one more answer of this row."""
        self.answers += 1
        begun = [event for depth, event in events if not depth]
        if begun and not self.whole:
            self.rule = begun[0].rule
            self.whole = begun[0].text[:1].upper() + begun[0].text[1:] if self.answers > 1 else self.text
        if self.answers > 1:
            self.came += [event.text for depth, event in events if depth]
        self.arrows += [event.arrow for _, event in events if event.arrow is not None]

    def step(self) -> LineStep:
        """The row as it stands in the line."""
        times = Counter(self.came or self.inside)
        said = [text if n == 1 else f"{text} ({n} times)" for text, n in times.items()]
        more = "; ..." if len(said) > MOST_TOLD else ""
        text = self.whole if self.whole and self.whole != self.text else self.text
        if said and text == self.text:
            text = f"{text}: {'; '.join(said[:MOST_TOLD])}{more}"
        targets = tuple(dict.fromkeys(self.targets))
        return LineStep(self.seat, text, self.rule, self.luck, self.answers, tuple(self.arrows), targets, self.idle)


def told(position: Position, answers: Sequence[Given], seat: int) -> tuple[LineStep, ...]:
    """The rows of a line. What is answered inside an action stands in its row; chance and others have their own."""
    system, again = position.system, position.clone()
    rows: list[_Row] = []
    came = _events(position, answers)
    for at, (who, _, answer) in enumerate(answers):
        decision = again.decision
        assert decision is not None
        jump = type(answer) is tuple and answer[:1] == ("!",)
        asked: Decision = decision
        if isinstance(decision, Secret) and not jump:
            asked = decision.asks.get(answer[0], decision)
        s, luck = again.state, None
        if jump:
            text, targets = system.anytime_label(s, answer), system.anytime_targets(s, answer)
        else:
            text, targets = system.offer(s, decision, answer), system.targets(s, decision, answer)
        if who == CHANCE:
            weights = decision.weights or [1] * len(decision.options)
            luck = weights[decision.options.index(answer)] / sum(weights)
            text = f"{system.prompt(s, decision).rstrip('?.')}: {text}"
        again.play(answer)
        least = who != CHANCE and is_least(answer)
        if not rows or who != rows[-1].seat or who != seat or jump or asked.kind == "action":
            rows.append(_Row(who, text, asked.rule, luck, least))
        elif not least:
            rows[-1].inside.append(text)
        rows[-1].take([(d, event) for d, event in came.get(at, ()) if event.who in (who, seat) and event.kind == "did"])
        rows[-1].targets += targets
    return tuple(row.step() for row in rows)


def _events(position: Position, answers: Sequence[Given]) -> dict[int, list[tuple[int, Event]]]:
    """What happens by which answer of a line, with its depth: it is run once more with the trace on."""
    again = Position(position.system, position.base, position.entries)
    before = len(again.entries)
    for _, _, answer in answers:
        again.play(answer)
    found: dict[int, list[tuple[int, Event]]] = {}
    parts, first = again.segments(), 0
    for i, part in enumerate(parts):
        shown = again.explain() if i == len(parts) - 1 else trace_of(again.system, part)
        for depth, event in shown.walk():
            found.setdefault(first + event.answers - 1 - before, []).append((depth, event))
        first += len(part[1])
    return found
