"""The chance of each seat to win at a position, by playing on a little way many times, with its error.

Each walk goes on from the position for some forty decisions as busy bots would, and the game's own strength says what
chance everybody has then; a walk that comes to the end of the game says who has won. For one seat each walk begins in
an imagined world, so that nothing is told that the seat cannot know. The error is that of the walks; how such figures
came true in whole games is measured by `tools/calibrate.py` and told in docs/answers.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from ..engine.errors import RulesError
from ..engine.runtime.decision import CHANCE
from ..engine.runtime.position import Playout, Position
from ..engine.runtime.sampling import sample_chance
from ..play.bots import _word as word
from ..play.chances import chances
from ..play.observation import imagined
from ..play.search import busily, busy
from .work import Work

CUT, LONGEST = 40, 160  # decisions of a walk, up to the next action; at so many it is cut in any case
WALKS = 160  # of one position, in the end
WORLDS = 24  # imagined ones of a position that are kept
WIDEST = 1.96  # standard deviations of a 95 % interval


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of each seat, half of its 95 % interval, and of how many walks; `exact` where the game is over."""

    shares: tuple[float, ...]
    errors: tuple[float, ...]
    walks: int
    exact: bool = False

    def apart(self, other: Chance, seat: int) -> bool:
        """Is the difference of two chances larger than its error?"""
        return abs(self.shares[seat] - other.shares[seat]) > sqrt(self.errors[seat] ** 2 + other.errors[seat] ** 2)

    def told(self, seat: int) -> str:
        """ "43 % ± 7"."""
        if self.exact:
            return f"{100 * self.shares[seat]:.0f} %"
        return f"{100 * self.shares[seat]:.0f} % ± {max(100 * self.errors[seat], 1):.0f}"


class Estimate:
    """The chance at one position as it is measured, walk by walk."""

    def __init__(self, position: Position, viewer: int | None = None, seed: int | str = 0) -> None:
        """Of one seat's knowledge, or (None) of the position as it is."""
        self.system, self.viewer, self.seed = position.system, viewer, seed
        self._position = position
        self._worlds: list[Position] = []
        self._seats = len(self.system.seats)
        self._sums, self._squares = [0.0] * self._seats, [0.0] * self._seats
        self.walks = self.failed = 0
        self.over = position.decision is None

    def walk(self) -> None:
        """Play on once. Raises `RulesError` where no world can be imagined, or the rules break down in every walk."""
        if self.over:
            return
        number = self.walks + self.failed
        rng = Random(f"chance/{self.seed}/{number}")
        try:
            found = played_on(Playout(self._world(number, rng)), rng)
        except RulesError:
            self.failed += 1
            if self.failed > 3 and not self.walks:
                raise
            return
        self.walks += 1
        for seat, share in enumerate(found):
            self._sums[seat] += share
            self._squares[seat] += share * share

    def _world(self, number: int, rng: Random) -> Position:
        if self.viewer is None:
            return self._position
        if len(self._worlds) < WORLDS:
            found = imagined(self._position, self.viewer, rng)
            if found is not None:
                self._worlds.append(found)
                return found
            if not self._worlds:
                raise RulesError("what is hidden here could not be imagined")
        return self._worlds[number % len(self._worlds)]

    @property
    def chance(self) -> Chance | None:
        """What there is so far; None before the first walk."""
        if self.over:
            return Chance(tuple(chances(self.system, self._position.state, over=True)), (0.0,) * self._seats, 0, True)
        if not self.walks:
            return None
        n = self.walks
        shares = tuple(total / n for total in self._sums)
        # Few walks that came to the same say less than their spread: one walk with an even outcome is counted in.
        spread = [
            (max(squares - n * share * share, 0.0) + 0.25) / n
            for squares, share in zip(self._squares, shares, strict=True)
        ]
        return Chance(shares, tuple(WIDEST * sqrt(s / n) for s in spread), n)


def played_on(world: Playout, rng: Random, cut: int = CUT) -> Sequence[float]:
    """The chances of all seats at the end of one walk.

    Nobody gives away what he has for nothing (`System.gives_up`): where one can do nothing else but end a turn, half of
    the walks would, and the turn seemed won by its end.
    """
    given, gives_up = 0, world.system.gives_up
    while (decision := world.decision) is not None:
        if given >= LONGEST or (given >= cut and decision.kind == "action" and decision.player != CHANCE):
            break
        if decision.player == CHANCE:
            answer = sample_chance(decision, rng)
        else:
            answer = busy(decision, rng)
            if gives_up and word(answer) in gives_up:
                others = [option for option in decision.options if word(option) not in gives_up]
                answer = busily(decision, others, rng) if others else answer
        world.give(answer)
        given += 1
    return chances(world.system, world.state, over=world.decision is None)


def chance(
    position: Position, viewer: int | None = None, *, walks: int = WALKS, seed: int | str = 0
) -> Work[Chance | None]:
    """The chance of each seat to win at a position, better with every piece; None before the first walk."""
    found = Estimate(position, viewer, seed)
    while not found.over and found.walks + found.failed < walks:
        found.walk()
        yield found.chance
    return found.chance
