"""Bots from other packages: which there are, and how the house plays on when one of them fails.

An entry point of the group `theomachy.bots` loads a class, or a function without arguments, that makes something with
`choose(observation, rng)`. It is code that somebody has installed; it may be wrong, and slow, and a game goes on all
the same: `watched` lets it think beside the rules, waits no longer than it may, and has another answer at hand.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random
from threading import Thread
from time import perf_counter
from typing import Any

from ..engine.runtime.decision import Answer
from .observation import Observation
from .thinking import Bot, Thinking, Thought, ended, think

GROUP = "theomachy.bots"
SECONDS = 10.0  # that one answer of a bot from outside may take
GLANCE = 0.004  # seconds between two looks at whether it is done
log = logging.getLogger("theomachy")


@cache
def _points() -> dict[str, EntryPoint]:
    """Entry points by name; a name that lists of seats could not hold is left out."""
    found = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return {point.name: point for point in found if point.name.isprintable() and "," not in point.name}


def names() -> tuple[str, ...]:
    """The bots that other packages bring, by name."""
    return tuple(_points())


def bot(name: str) -> Bot:
    """One of them; made when it is first asked, so that a broken one harms nobody who does not play against it."""
    return Outside(name)


class Outside:
    """A bot from another package."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._made: Any = None

    def choose(self, observation: Observation, rng: Random) -> Answer:
        """What it chooses. Raises whatever it raises."""
        return self._own().choose(observation, rng)

    def think(self, observation: Observation, rng: Random) -> Thinking:
        """The same in pieces, where it thinks in pieces."""
        found = yield from think(self._own(), observation, rng)
        return found

    def _own(self) -> Any:
        if self._made is None:
            self._made = _points()[self.name].load()()
        return self._made


class Watched:
    """A bot that never keeps a game from going on.

    One that raises, gives an answer that is not offered or takes longer than `seconds` is replaced by `instead`, and
    the thought says so (`slip`). A bot of ours thinks in pieces here; one from outside has a thread of its own, since
    it may never come back. Such a thread cannot be ended: while it runs, the bot is not asked again.
    """

    def __init__(
        self, bot: Bot, instead: Bot, seconds: float = SECONDS, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.bot, self.instead, self.seconds, self._clock = bot, instead, seconds, clock
        self._lost: Thread | None = None

    def think(self, observation: Observation, rng: Random) -> Thinking:
        """What it thinks, in pieces; always comes to an answer that is offered."""
        outside = isinstance(self.bot, Outside)
        try:
            thought = yield from self._beside(observation, rng) if outside else think(self.bot, observation, rng)
            if lawful(observation, thought.answer):
                return thought
            said = "its answer was not one that is offered"
        except _TooLong:
            said = f"it took longer than {self.seconds:g} s"
        except Exception as fault:
            log.exception("a bot failed")
            said = f"it failed ({type(fault).__name__})"  # what it says itself may tell of what is hidden
        return self.stand_in(observation, rng, said)

    def stand_in(self, observation: Observation, rng: Random, why: str) -> Thought:
        """The answer of another, and why."""
        return Thought(self.instead.choose(observation, rng), slip=why)

    def choose(self, observation: Observation, rng: Random) -> Answer:
        """The answer alone."""
        return ended(self.think(observation, rng)).answer

    def _beside(self, observation: Observation, rng: Random) -> Thinking:
        """Think in a thread; what it has come to so far is passed on. Raises what it raises, and `_TooLong`."""
        if self._lost is not None and self._lost.is_alive():
            raise _TooLong
        latest: list[Thought] = []
        end: list[Thought | BaseException] = []

        def work() -> None:
            try:
                thinking = think(self.bot, observation, rng)
                while True:
                    latest[:] = [next(thinking)]
            except StopIteration as stop:
                end.append(stop.value)
            except BaseException as fault:
                end.append(fault)

        thread = self._lost = Thread(target=work, name="a bot from outside", daemon=True)
        began, told = self._clock(), None
        thread.start()
        while not end:
            thread.join(GLANCE)
            if not end and self._clock() - began > self.seconds:
                raise _TooLong
            if latest and latest[0] is not told and isinstance(latest[0], Thought):
                told = latest[0]
                yield told
            elif not end:
                yield Thought(None)
        found = end[0]
        if isinstance(found, Thought):
            return found
        raise found if isinstance(found, BaseException) else TypeError("what it thinks is no `Thought`")


class _TooLong(Exception):
    """It has used up its time."""


def lawful(observation: Observation, answer: Any) -> bool:
    """Is it one of the answers that may be given here, or one that this seat may throw in?"""
    try:
        return type(answer) is not bool and (answer in observation.options or answer in observation.anytime)
    except Exception:  # what compares itself in its own way
        return False
