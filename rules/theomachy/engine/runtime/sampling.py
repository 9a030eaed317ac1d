"""Seeded luck: the only place of the library that draws at random. The rules ask `CHANCE`; this answers.

The draw depends on the seed and on how many answers came before, so that a line replayed gives the same dice, and a
branch gives its own.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from operator import index as whole
from random import Random
from typing import Any

from .. import bounds
from ..errors import TheoError
from .decision import Answer, Decision
from .dice import Dice, Outcome

LARGEST = 10**100  # of a seed that is a number: digits are written into every saved game
MOST_SIGNS = 100  # of a seed that is a text


def seed(value: Any) -> int | str:
    """The one door for seeds: a whole number or a short text. Raises `TheoError` for anything else."""
    if isinstance(value, str):
        return bounds.text(value, "a seed", MOST_SIGNS, TheoError)
    try:
        found = whole(value)
    except TypeError:
        found = None
    if found is None or isinstance(value, bool):
        raise TheoError(f"a seed is a whole number or a short text, not {bounds.shown(value)}")
    if abs(found) >= LARGEST:
        raise TheoError("a seed of more than 100 digits is too long; take a shorter one")
    return found


def typed(text: str) -> int | str:
    """The seed that somebody has typed: digits are a number. Raises `TheoError`."""
    bounds.text(text, "a seed", MOST_SIGNS, TheoError)
    return seed(int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else text)


def sample_chance(decision: Decision, rng: Random) -> Answer:
    """One option of a chance decision, as likely as its weight."""
    options = decision.options
    if decision.weights is None:
        return options[int(rng.random() * len(options))]
    return sample(options, decision.weights, rng)


def sample(options: Sequence[Answer], weights: Sequence[int], rng: Random) -> Answer:
    """One of these options, as likely as its weight."""
    upto = list(accumulate(weights))  # what `rng.choices` does, in half the time for one draw
    return options[bisect(upto, rng.random() * upto[-1], 0, len(upto) - 1)]


def faces(dice: Dice, n: int, outcome: Outcome, seed: str) -> tuple[int, ...]:
    """Faces of `n` dice that give an outcome of which no more is known, as likely as they fall; the same for a seed.

    They are a picture: no rule reads them. Empty when no `n` dice give the outcome.
    """
    rng = Random(seed)
    if dice.pick or dice.total:
        return _summing(dice, n, outcome, rng) if isinstance(outcome, int) else ()
    counts = (outcome,) if isinstance(outcome, int) else outcome
    blank = tuple(face for face in dice.faces if dice.group(face) < 0)
    lots = [*zip((good for _, good in dice.groups), counts, strict=False), (blank, n - sum(counts))]
    if any(count < 0 or (count and not good) for good, count in lots):
        return ()
    shown = [good[int(rng.random() * len(good))] for good, count in lots for _ in range(count)]
    rng.shuffle(shown)
    return tuple(shown)


def _summing(dice: Dice, n: int, total: int, rng: Random) -> tuple[int, ...]:
    """Dice with a sum, one after the other: a face is as likely as the others can still make up the rest."""
    shown: list[int] = []
    for left in range(n - 1, -1, -1):
        ways = dict(zip(*dice.outcomes(left), strict=True)) if left else {0: 1}
        mass = list(accumulate(ways.get(total - face, 0) for face in range(1, dice.sides + 1)))
        if not mass[-1]:
            return ()
        rng_at = rng.random() * mass[-1]
        shown.append(next(face for face, upto in enumerate(mass, 1) if rng_at < upto))
        total -= shown[-1]
    return tuple(shown)


def rng_at(seed: int | str, index: int) -> Random:
    """The generator for the answer with this number."""
    return Random(f"{seed}/{index}")
