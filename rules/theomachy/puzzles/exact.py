"""What an answer is worth for an aim, exactly: every way in which the rest of it can go, chance with its weights.

Whoever is asked goes on as is best for the aim, all others as is worst for it: so the figure holds whatever they do.
Ways that are less likely than `least` are left out, and count as the worst and as the best that can be: every value
is a pair of bounds, which are the same where nothing was left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..answers.state_key import PositionKeys
from ..engine.errors import RulesError
from ..engine.runtime.decision import CHANCE, Answer, Decision, Secret
from ..engine.runtime.position import Position
from ..engine.runtime.theme import Aim

MOST = 1_500  # positions that are looked at for one puzzle
LEAST = Fraction(1, 500)  # what is less likely is not looked at
DEEPEST = 60  # answers one after the other
ONE = Fraction(1)


class TooLarge(RulesError):
    """There is more to it than anybody wants to walk through, or a secret in it."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What comes of a position for the aim: bounds of the mean, and how likely each measured number is.

    `unseen` is the chance of what was left out; with none the bounds are one.
    """

    low: Fraction
    high: Fraction
    shares: tuple[tuple[int, Fraction], ...]
    unseen: Fraction = Fraction(0)

    @property
    def exact(self) -> bool:
        """Was nothing left out?"""
        return self.low == self.high

    def less_than(self, target: int) -> Fraction:
        """How likely fewer than `target` come of it, of what was looked at."""
        return sum((p for n, p in self.shares if n < target), Fraction(0))


class Solver:
    """The walk for one aim of one seat. `most` bounds the positions of all its options together."""

    def __init__(self, aim: Aim, me: int, most: int = MOST, least: Fraction = LEAST) -> None:
        self.aim, self.me, self.most, self.least = aim, me, most, least
        self.count = 0
        self._keys = PositionKeys()
        self._known: dict[int, Worth] = {}
        self._ways: dict[tuple[Answer, ...], Worth] = {}  # by the answers that lead there, of the option walked last

    def option(self, position: Position, option: Answer) -> Worth:
        """What an answer at a position is worth. Raises `TooLarge`."""
        self._ways = {}
        return self._at(after(position, option), ONE, (option,))

    def _at(self, position: Position, p: Fraction, way: tuple[Answer, ...]) -> Worth:
        found = self._ways[way] = self._walked(position, p, way)
        return found

    def _walked(self, position: Position, p: Fraction, way: tuple[Answer, ...]) -> Worth:
        aim, deep = self.aim, len(way)
        while True:
            self.count += 1
            if self.count > self.most:
                raise TooLarge(f"there are more than {self.most} positions to it")
            decision = position.decision
            if decision is None or aim.over(position.state, decision):
                return _leaf(aim.measure(position.state))
            if aim.stays and aim.measure(position.state) >= aim.most:
                return _leaf(aim.most)
            if isinstance(decision, Secret):
                raise TooLarge("several plan in secret")
            if deep > DEEPEST:
                raise TooLarge("it goes on and on")
            if len(decision.options) > 1:
                break
            position.play(decision.options[0])
            deep += 1
        if p < self.least:
            return Worth(Fraction(aim.least), Fraction(aim.most), (), ONE)
        key = None
        if not position.entries:  # it stands at a mark of the rules: other ways may have come here too
            key = self._keys(position)
            if (known := self._known.get(key)) is not None:
                return known
        if decision.player == CHANCE:
            found = self._chance(position, decision, p, way)
        else:
            mine, among = decision.player == self.me, list[Worth]()
            for one in decision.options:
                among.append(self._at(after(position, one), p, (*way, one)))
                if among[-1].low == aim.most if mine else among[-1].high == aim.least:
                    break  # it comes to no more, and to no less
            found = best(among) if mine else worst(among)
        if key is not None and found.exact:
            self._known[key] = found
        return found

    def _chance(self, position: Position, decision: Decision, p: Fraction, way: tuple[Answer, ...]) -> Worth:
        low = high = unseen = Fraction(0)
        shares: dict[int, Fraction] = {}
        for one, q in falls(decision):
            found = self._at(after(position, one), p * q, (*way, one))
            low, high, unseen = low + q * found.low, high + q * found.high, unseen + q * found.unseen
            for n, share in found.shares:
                shares[n] = shares.get(n, Fraction(0)) + q * share
        return Worth(low, high, tuple(sorted(shares.items())), unseen)

    # -- going one way ------------------------------------------------------------------------------------------------
    def line(self, position: Position, option: Answer, target: int, *, fails: bool) -> list[Answer]:
        """How an answer goes on to where fewer than `target` come of it (or not fewer): all answers after it, in order.

        Luck falls as it does most likely among what leads there, everybody answers as in the walk.
        """
        self.count = 0
        self.option(position, option)
        found: list[Answer] = []
        way: tuple[Answer, ...] = (option,)
        position = after(position, option)
        for _ in range(4 * DEEPEST):
            decision = position.decision
            if decision is None or self.aim.over(position.state, decision):
                break
            among = list(decision.options)
            answer = among[0]
            if len(among) > 1:
                if decision.player == CHANCE:
                    answer = max(falls(decision), key=lambda one: self._leads(position, way, one, target, fails))[0]
                else:
                    mine = decision.player == self.me
                    worths = [(self._next(position, way, one), one) for one in among]
                    pick = (best if mine else worst)([worth for worth, _ in worths])
                    answer = next(one for worth, one in worths if (worth.low, worth.high) == (pick.low, pick.high))
                way = (*way, answer)
            position.play(answer)
            found.append(answer)
        return found

    def _next(self, position: Position, way: tuple[Answer, ...], answer: Answer) -> Worth:
        """The worth after one more answer: as it was walked, else walked now."""
        known = self._ways.get((*way, answer))
        if known is None or known.unseen == 1:
            self.count = 0
            known = self._at(after(position, answer), ONE, (*way, answer))
        return known

    def _leads(
        self, position: Position, way: tuple[Answer, ...], fall: tuple[Answer, Fraction], target: int, fails: bool
    ) -> Fraction:
        below = self._next(position, way, fall[0]).less_than(target)
        return fall[1] * (below if fails else 1 - below)


def falls(decision: Decision) -> list[tuple[Answer, Fraction]]:
    """What chance may bring, and how likely."""
    weights = decision.weights or (1,) * len(decision.options)
    whole = sum(weights)
    return [(one, Fraction(n, whole)) for one, n in zip(decision.options, weights, strict=True) if n]


def after(position: Position, answer: Answer) -> Position:
    """Another position, one answer later."""
    then = position.clone()
    decision: Any = position.decision
    if type(decision) is type(then.decision) is Decision:
        then.decision.share(decision)
    then.play(answer)
    return then


def _leaf(n: int) -> Worth:
    return Worth(Fraction(n), Fraction(n), ((n, ONE),))


def best(among: list[Worth]) -> Worth:
    """What is chosen by whoever wants the most; its bounds hold for the best of all."""
    first = max(among, key=lambda one: (one.low, one.high))
    high = max(one.high for one in among)
    return first if first.high == high else Worth(first.low, high, first.shares, first.unseen)


def worst(among: list[Worth]) -> Worth:
    """What is chosen by whoever wants the least."""
    first = min(among, key=lambda one: (one.high, one.low))
    low = min(one.low for one in among)
    return first if first.low == low else Worth(low, first.high, first.shares, first.unseen)
