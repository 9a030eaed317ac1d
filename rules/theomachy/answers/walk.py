"""A fight played to its end in every way that chance allows, or many times by luck, by the rules of its game.

The rules ask; chance is walked through with its exact weights, and all other questions are answered by the policies of
a setting. What goes on alike is walked once: where a fight passes a mark of the rules, its state alone says how it goes
on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from ..engine.errors import RulesError
from ..engine.runtime.decision import CHANCE, QUIET_NO, Answer, Decision, Secret
from ..engine.runtime.line_up import Fights, Measured, Setting
from ..engine.runtime.position import Position
from ..engine.runtime.sampling import sample
from ..engine.runtime.system import System

MOST_ANSWERS = 2_000  # of one fight: beyond, its policies go round in circles
DECLINES = ("done", "no", "none", "spare", "end", *QUIET_NO)


class Bounded:
    """The rules of a game for one fight: they begin in it, and all is over when it is."""

    def __init__(self, system: System[Any], fights: Fights[Any]) -> None:
        self._system, self._fights = system, fights
        self.may_leave = False
        self.step = fights.step

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def over(self, s: Any) -> bool:
        """Is the fight over, or the game?"""
        return self._fights.over(s) or self._system.over(s)


@dataclass(slots=True)
class Walked:
    """What a walk has met: rolls, and questions that no policy speaks of."""

    rolls: int = 0
    deep: int = 0  # rolls of one fight before its first mark: pairs of rolls are two
    counted: str = ""  # by a game that knows a stretch of it in closed form
    assumed: dict[str, None] = field(default_factory=dict)


class Walker:
    """The walk of one setting."""

    def __init__(self, system: System[Any], fights: Fights[Any], setting: Setting) -> None:
        self.system, self.fights, self.setting = system, fights, setting
        self.bounded: Any = Bounded(system, fights)
        self.walked = Walked()
        self.jumps = True
        self.begun: Any = None  # the state with which the fight began
        self._ends: dict[Hashable, dict[Measured, Fraction]] = {}

    def begin(self, s: Any) -> Position:
        """A position in which the fight of the setting begins."""
        self.begun = self.fights.begin(s, self.setting)
        return Position(self.bounded, self.begun)

    def midst(self, position: Position) -> Position:
        """The same of a fight under way: it goes on from where it stands."""
        rules = self.system.step
        self.bounded.step = lambda s: self.fights.within(s, rules)
        self.jumps = False  # what a jump leaves is no step of the game
        self.begun = position.base
        return Position(self.bounded, position.base, position.entries)

    # -- the answers that are no chance -------------------------------------------------------------------------------
    def reply(self, s: Any, decision: Decision) -> Answer:
        """What is answered at a question: by policy, else it is declined, else the first that is offered."""
        if isinstance(decision, Secret):
            player = decision.waiting[0]
            asked = decision.asks[player]
            return player, self._reply(s, asked)
        return self._reply(s, decision)

    def _reply(self, s: Any, decision: Decision) -> Answer:
        options = decision.options
        found = self.fights.answer(s, decision, self.setting)
        if found is not None and found.answer in options:
            if found.assumed:
                self.walked.assumed[found.assumed] = None
            return found.answer
        if len(options) > 1:
            self.walked.assumed[decision.what] = None
        return next((word for word in DECLINES if word in options), options[0])

    def settle(self, position: Position) -> Decision | None:
        """Answer until chance is asked; None when the fight is over."""
        for _ in range(MOST_ANSWERS):
            decision = position.decision
            if decision is None or decision.player == CHANCE:
                return decision
            position.play(self.reply(position.state, decision))
        raise RulesError(f"a fight takes more than {MOST_ANSWERS} answers by its policies")

    def falls(self, position: Position, decision: Decision) -> tuple[Sequence[Answer], Sequence[int]]:
        """What chance may bring, and the weights: beside the dice that lie, where a setting says so."""
        if self.setting.dice and decision.dice is not None:
            hand = self.fights.hand(self.begun, position.base, position.state, decision)
            if lie := self.setting.lies(hand):
                dice, n = decision.dice
                return dice.beside(n, lie)
        return decision.options, decision.weights or (1,) * len(decision.options)

    # -- every way ----------------------------------------------------------------------------------------------------
    def ends(self, position: Position) -> Generator[dict[Measured, Fraction], None, dict[Measured, Fraction]]:
        """What can be measured in the end, and how likely each is; yields what is sure so far (the chances then do not
        add up to 1).
        """
        found: defaultdict[Measured, Fraction] = defaultdict(Fraction)
        after: dict[Hashable, tuple[Fraction, Any]] = {}
        for key, p, base in self._leaves(position):
            if base is None:
                found[key] += p
            else:
                after[key] = after.get(key, (Fraction(0), base))[0] + p, base
            yield found
        for key, (p, base) in sorted(after.items(), key=lambda item: -item[1][0]):
            inner = yield from self._from(key, base, found)
            for end, q in inner.items():
                found[end] += p * q
            yield found
        return found

    def _from(
        self, key: Hashable, base: Any, so_far: dict[Measured, Fraction]
    ) -> Generator[dict[Measured, Fraction], None, dict[Measured, Fraction]]:
        """The ends of what begins at a mark. One that comes back to itself is divided out."""
        if key in self._ends:
            return self._ends[key]
        stay, found = Fraction(0), defaultdict[Measured, Fraction](Fraction)
        after: dict[Hashable, tuple[Fraction, Any]] = {}
        for what, p, then in self._leaves(Position(self.bounded, base)):
            if then is None:
                found[what] += p
            elif what == key:
                stay += p
            else:
                after[what] = after.get(what, (Fraction(0), then))[0] + p, then
            yield so_far
        for what, (p, then) in after.items():
            inner = yield from self._from(what, then, so_far)
            for end, q in inner.items():
                found[end] += p * q
        if stay == 1:
            raise RulesError("a fight comes back to where it was, whatever falls")
        self._ends[key] = done = {end: p / (1 - stay) for end, p in found.items()} if stay else dict(found)
        return done

    def _leaves(self, begun: Position) -> Iterator[tuple[Any, Fraction, Any]]:
        """From a mark to the next mark behind some chance, or to the end: (key or what is measured, chance, state)."""
        stack: list[tuple[Position, Answer, Any, Fraction, int]] = [(begun, None, None, Fraction(1), 0)]
        while stack:
            before, option, base, p, deep = stack.pop()
            position = before.clone()
            if deep:
                position.play(option)
            for _ in range(MOST_ANSWERS):
                decision = position.decision
                marked = deep and position.base is not base
                if decision is None or decision.player == CHANCE or marked:
                    break
                position.play(self.reply(position.state, decision))
            else:
                raise RulesError(f"a fight takes more than {MOST_ANSWERS} answers by its policies")
            if marked and not self.bounded.over(position.base):
                self.walked.rolls += deep > 0
                yield self.fights.key(position.base), p, position.base
            elif decision is None:
                self.walked.rolls += deep > 0
                yield self.fights.measure(self.begun, position.state, self.setting), p, None
            else:
                jumps = self.fights.jump(position.state, decision, self.setting) if self.jumps else None
                if jumps is not None:
                    self.walked.counted = self.walked.counted or self.fights.jumped(position.state, self.setting)
                    for q, then in jumps:
                        yield self.fights.key(then), p * q, then
                    continue
                if self.fights.idle(position.state, decision):
                    stack.append((position, decision.options[0], base if deep else position.base, p, max(deep, 1)))
                    continue
                self.walked.deep = max(self.walked.deep, deep + 1)
                options, weights = self.falls(position, decision)
                whole, now = sum(weights), position.base
                for one, weight in zip(reversed(options), reversed(weights), strict=True):
                    stack.append((position, one, now, p * Fraction(weight, whole), deep + 1))

    # -- one way ------------------------------------------------------------------------------------------------------
    def once(self, begun: Position, rng: Random) -> Measured:
        """The fight played once, as luck has it."""
        position = begun.clone()
        while (decision := self.settle(position)) is not None:
            options, weights = self.falls(position, decision)
            position.play(sample(options, weights, rng))
        return self.fights.measure(self.begun, position.state, self.setting)
