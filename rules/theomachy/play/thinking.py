"""How a bot thinks in small pieces: what it has come to so far, what it looked at, and what its numbers are made of.

A bot that only chooses thinks in one piece. One that has `think` as well yields a `Thought` after each small piece and
returns the last, so that a screen can show how far it is, and afterwards why it did what it did.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from ..engine.runtime.decision import Answer
from ..engine.runtime.system import System
from .observation import Observation

SMALL = 0.005  # a part that changes by less says nothing
OTHERS = "what the strongest other gains by it"
END = "the game ends with it"


class Bot(Protocol):
    """Anything that chooses one of `observation.options`.

    One that never calls `observation.imagine` may say `blind = True`: games of such bots are played without a past.
    """

    def choose(self, observation: Observation, rng: Random) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Look:
    """An option that a bot has tried: how much better it stands after it, by its own measure, and by which parts.

    Of a bot that plays on from each option, `tries` times, `gain` is the chance to win, and `error` that of its mean.
    """

    option: Answer
    gain: float
    parts: tuple[tuple[str, float], ...] = ()
    error: float = 0.0
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot has come to: the answer that it would give now (None while it has none), and `done` of `of` pieces.

    `looks` are the options that it has tried, the best first; none where it does not reckon. `slip` says what went
    wrong, where another answer had to stand in for its own.
    """

    answer: Answer
    done: int = 0
    of: int = 0
    looks: tuple[Look, ...] = ()
    slip: str = ""


Thinking = Generator[Thought, None, Thought]


def think(bot: Bot, observation: Observation, rng: Random) -> Thinking:
    """What any bot thinks, in pieces."""
    own = getattr(bot, "think", None)
    if own is not None:
        found: Thought = yield from own(observation, rng)
        return found
    return Thought(bot.choose(observation, rng))


def ended(thinking: Thinking) -> Thought:
    """Think to the end at once."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            found: Thought = end.value
            return found


def changed(system: System, before: Any, after: Any, me: int, gain: float) -> tuple[tuple[str, float], ...]:
    """What a gain is made of: the own parts of the evaluation that have changed, the largest first, and the rest.

    The rest is what others have gained, for a bot counts its lead over the strongest of them. The parts add up to the
    gain.
    """
    was, now = system.parts(before, me), system.parts(after, me)
    own = {name: now.get(name, 0.0) - was.get(name, 0.0) for name in (*was, *(n for n in now if n not in was))}
    rest = gain - sum(own.values())
    rows = sorted(((name, x) for name, x in own.items() if abs(x) >= SMALL), key=lambda row: -abs(row[1]))
    if abs(rest) >= SMALL:
        rows.append((END if abs(rest) > 1e5 else OTHERS, rest))
    return tuple(rows)
