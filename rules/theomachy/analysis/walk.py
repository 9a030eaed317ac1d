"""One line of a game, walked once from its beginning to its end: steps, events, states, and the nodes of the tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..engine.game.game import Game
from ..engine.runtime.decision import CHANCE, LogEntry
from ..engine.runtime.dice import Dice, Outcome
from ..engine.runtime.position import trace_of
from ..engine.runtime.system import System
from ..engine.runtime.trace import Event


@dataclass(frozen=True, slots=True)
class WalkStep:
    """One step of the rules: the state before it, what happened, and the state after it."""

    before: Any
    after: Any
    answers: tuple[LogEntry, ...]
    events: tuple[tuple[int, Event], ...]  # depth, event
    first: int  # how many answers were given before it


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of dice: who threw (-1: unknown), for which question, and the node at which the dice lay."""

    turn: int
    who: int
    rule: str
    question: str
    dice: Dice
    n: int
    outcome: Outcome
    node: int


class Walk:
    """A game as its steps. `nodes[n]` is the node of the tree after n answers."""

    def __init__(self, game: Game, node: int | None = None) -> None:
        """Walk the line through a node (where the game stands, if none is named) to its end."""
        self.game, self.system = game, game.system
        self.nodes = game.tree.line(game.here if node is None else game.tree.check(node))
        position = game.tree.nodes[self.nodes[-1]].position.clone()
        self.final, self.over = position.state, position.decision is None
        segments = position.segments()
        if not self.over:
            events = [tuple(position.explain().walk())]
        else:
            events = [()]
        events = [tuple(trace_of(self.system, segment).walk()) for segment in segments[:-1]] + events
        self.steps: list[WalkStep] = []
        given = 0
        for i, (base, answers) in enumerate(segments):
            after = segments[i + 1][0] if i + 1 < len(segments) else self.final
            self.steps.append(WalkStep(base, after, answers, events[i], given))
            given += len(answers)
        self.answers = given

    def events(self) -> Iterator[tuple[WalkStep, int, Event]]:
        """Every event with its step and depth, oldest first."""
        for step in self.steps:
            for depth, event in step.events:
                yield step, depth, event

    def rolls(self) -> Iterator[Roll]:
        """Every throw of dice in the log, oldest first."""
        tree = self.game.tree
        for step in self.steps:
            throwers = {(step.first + e.answers, e.dice): e.who for _, e in step.events if e.dice is not None}
            turn, _, active = self.system.moment(step.before)
            for given, entry in enumerate(step.answers, step.first):
                if entry.who != CHANCE:
                    continue
                decision = tree.nodes[self.nodes[given]].position.clone().decision
                if decision is not None and decision.dice is not None:
                    dice, n = decision.dice
                    who = throwers.get((given + 1, (dice, n, entry.answer)), active)
                    yield Roll(turn, who, decision.rule, decision.what, dice, n, entry.answer, self.nodes[given + 1])

    def node(self, step: WalkStep, event: Event) -> int:
        """The node of the tree at which the event had just happened (as far as answers go)."""
        return self.nodes[min(step.first + event.answers, len(self.nodes) - 1)]

    def turns(self) -> dict[int, Any]:
        """The state at the end of each turn, by its number; set-up is left out when a turn was played."""
        ends: dict[int, Any] = {}
        for step in self.steps:
            ends[self.system.moment(step.before)[0]] = step.before
        ends[self.system.moment(self.final)[0]] = self.final
        return {turn: state for turn, state in ends.items() if turn > 0} or ends


def moment_words(system: System, state: Any) -> tuple[int, str]:
    """Turn, and the name of the phase ("set-up" before the first and after the last)."""
    turn, phase, _ = system.moment(state)
    return turn, system.phases[phase] if 0 <= phase < len(system.phases) else "set-up"


def parts(dice: Dice, outcome: Outcome) -> list[tuple[str, int]]:
    """(group, value) of an outcome."""
    if dice.total or dice.pick:
        assert isinstance(outcome, int)
        return [("sum" if dice.total else "face", outcome)]
    values = (outcome,) if isinstance(outcome, int) else outcome
    return [(name, value) for (name, _), value in zip(dice.groups, values, strict=True)]
