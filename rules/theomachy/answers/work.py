"""Long answers in small pieces: a generator that yields what it has found so far, and in the end returns the whole.

It does not know who drives it. A notebook's kernel, a visit to a served page, the terminal and a page without a server
each give it slices of their time, show what it has, and stop it when nobody asks any more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, TypeVar

T = TypeVar("T")
Work = Generator[T, None, T]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long somebody waits: seconds of work, pieces of it, whichever is spent first. None is without end."""

    seconds: float | None = None
    pieces: int | None = None


class Running(Generic[T]):
    """A piece of work under way.

    `latest` is what it has so far (None before the first piece), `whole` whether that is all that it was asked for.
    `pieces` and `spent` (seconds of its own) say how much was done.
    """

    def __init__(self, work: Work[T], budget: Budget = Budget(), clock: Clock = perf_counter) -> None:
        self._work, self.budget, self._clock = work, budget, clock
        self.latest: T | None = None
        self.whole = self.over = False
        self.pieces, self.spent = 0, 0.0

    def go(self, seconds: float) -> bool:
        """Work for about so many seconds, one piece at least; True when there is nothing more to do.

        What the work raises comes through, and ends it.
        """
        begun = self._clock()
        before = self.spent
        while not self.over:
            try:
                self.latest = next(self._work)
            except StopIteration as end:
                self.latest, self.whole, self.over = end.value, True, True
            except BaseException:
                self.over = True
                raise
            self.pieces += 1
            self.spent = before + self._clock() - begun
            if not self.over and self._used_up():
                self.stop()
            if self.spent - before >= seconds:
                break
        return self.over

    def stop(self) -> None:
        """Nobody asks any more: what there is stays, and nothing is added."""
        self.over = True
        with suppress(ValueError):  # it stops itself, in the midst of a piece
            self._work.close()

    def _used_up(self) -> bool:
        seconds, pieces = self.budget.seconds, self.budget.pieces
        return (seconds is not None and self.spent >= seconds) or (pieces is not None and self.pieces >= pieces)


def finish(work: Work[T], budget: Budget = Budget()) -> T:
    """Work to the end, or until the budget is spent; what there is then. Raises `ValueError` if that is nothing."""
    running = Running(work, budget)
    while not running.go(60.0):
        pass
    if running.latest is None and not running.whole:
        raise ValueError("the budget was spent before there was anything to tell")
    return running.latest  # type: ignore[return-value]
