"""Seeded luck: the only place of the library that draws at random. The rules ask `CHANCE`; this answers.

The draw depends on the seed and on how many answers came before, so that a line replayed gives the same dice, and a
branch gives its own.
"""

from __future__ import annotations

from random import Random

from .ask import Answer, Ask


def answer(ask: Ask, rng: Random) -> Answer:
    """One option of a chance decision, as likely as its weight."""
    options = ask.options
    if ask.weights is None:
        return options[int(rng.random() * len(options))]
    return rng.choices(options, ask.weights)[0]


def at(seed: int | str, index: int) -> Random:
    """The generator for the answer with this number."""
    return Random(f"{seed}/{index}")
