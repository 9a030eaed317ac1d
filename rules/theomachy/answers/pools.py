"""Pools of dice in closed form: how likely each outcome is, as fractions, without a walk and without a sample."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..engine.runtime.dice import Dice, Outcome


@dataclass(frozen=True, slots=True)
class Pool:
    """So many dice of a kind, thrown at once.

    >>> from theomachy.engine.runtime.dice import Dice
    >>> Pool(Dice("battle dice", (("hit", (1,)),)), 3).at_least(2)
    Fraction(2, 27)
    """

    dice: Dice
    n: int

    @property
    def weights(self) -> Mapping[Outcome, int]:
        """Every outcome with its whole-number weight."""
        outcomes, weights = self.dice.outcomes(self.n)
        return dict(zip(outcomes, weights, strict=True))

    @property
    def total(self) -> int:
        """The sum of all weights: how many throws there are, each as likely."""
        return sum(self.dice.outcomes(self.n)[1])

    @property
    def chances(self) -> dict[Outcome, Fraction]:
        """Every outcome with its chance."""
        total = self.total
        return {outcome: Fraction(weight, total) for outcome, weight in self.weights.items()}

    def spread(self, group: int = 0) -> dict[int, Fraction]:
        """How many dice of one group there are (the sum of the dice, where they are added up), and how likely."""
        found: dict[int, int] = {}
        for outcome, weight in self.weights.items():
            n = outcome if isinstance(outcome, int) else outcome[group]
            found[n] = found.get(n, 0) + weight
        total = self.total
        return {n: Fraction(weight, total) for n, weight in sorted(found.items())}

    def at_least(self, n: int, group: int = 0) -> Fraction:
        """The chance of so many of a group, or of so high a sum."""
        return sum((p for k, p in self.spread(group).items() if k >= n), Fraction(0))

    def mean(self, group: int = 0) -> Fraction:
        """The average of a group, or of the sum."""
        return sum((k * p for k, p in self.spread(group).items()), Fraction(0))
