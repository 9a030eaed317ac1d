"""Two bots against each other until a sequential test says which is better: paired seeds, swapped seats.

A pair is the same seeded game twice, with the seats of the two bots swapped, so that neither luck of the set-up nor the
seat counts. Whoever wins more of its games has won a pair; where both win one, whoever stood better at the ends of both
together, by strength. Pairs are tossed coins: the test of Wald says "better" when it is so much likelier that a coin of
`BETTER` (or another share) has been tossed than a fair one, and "not better" the other way round, each wrong once in
twenty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import log
from statistics import fmean
from typing import Any

from ..engine.game.registry import game as system_class
from ..engine.runtime.position import Position
from .bots import Bot, bot
from .run import MOST_DECISIONS, play_out, title, unburdened

EVEN, BETTER = 0.5, 0.75  # shares of pairs between which the test decides
WRONG = 0.05  # how often it may be wrong, either way
BOUND = log((1 - WRONG) / WRONG)
MOST_PAIRS = 60


@dataclass(slots=True)
class Match:
    """How a match stands: pairs won, lost and shared by the first bot, and its share of all games."""

    slug: str
    names: tuple[str, str]
    won: int = 0
    lost: int = 0
    shared: int = 0
    scores: list[float] = field(default_factory=list, repr=False)  # of the first bot, a game
    decisions: int = 0
    better: float = BETTER  # the share of pairs that the test looks for

    @property
    def weight(self) -> float:
        """The logarithm of how much likelier these pairs are if the first is better than if both are even."""
        return self.won * log(self.better / EVEN) + self.lost * log((1 - self.better) / (1 - EVEN))

    @property
    def verdict(self) -> str:
        """ "better", "not better", or "" as long as it is open."""
        return "better" if self.weight >= BOUND else "not better" if self.weight <= -BOUND else ""

    @property
    def share(self) -> float:
        """The share of the games that the first bot has won."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0

    def __str__(self) -> str:
        one, other = self.names
        return (
            f"{self.slug}: {one} beats {other} in {self.won} pairs, loses {self.lost}, shares {self.shared}; "
            f"{100 * self.share:.0f} % of {len(self.scores)} games: {self.verdict or 'open'}"
        )


def match(
    slug: str,
    one: str | Bot,
    other: str | Bot,
    *,
    build: Mapping[str, Any] | None = None,
    seed: int | str = 0,
    pairs: int = MOST_PAIRS,
    stop: int = MOST_DECISIONS,
    better: float = BETTER,
) -> Iterator[Match]:
    """Play pairs until the test has decided, `pairs` at most; yields how it stands after each pair. `better` is the
    share of pairs that it looks for: nearer to a half it takes more pairs to tell.

    `build` are arguments of `System.build`; a game that takes more than `stop` decisions ends there. At a table of
    three the bots have two seats and one, and then one and two. A game that nobody has won is won by who stands best.
    """
    system = system_class(slug).build(**(build or {}))
    found = Match(slug, (title(one), title(other)), better=better)
    bots = bot(one), bot(other)
    for number in range(pairs):
        ahead, points = 0.0, -1.0
        for turn in range(2):
            seats = [(seat + turn) % 2 for seat in range(len(system.seats))]
            table = [bots[side] for side in seats]
            position = unburdened(Position(system, system.start()), table)
            found.decisions += play_out(position, table, f"{seed}/{number}", stop=stop)[0]
            best, stands = winners(position), system.strength(position.state)
            found.scores.append(sum(seats[seat] == 0 for seat in best) / len(best))
            points += found.scores[-1]
            ahead += fmean(x for x, side in zip(stands, seats, strict=True) if side == 0)
            ahead -= fmean(x for x, side in zip(stands, seats, strict=True) if side == 1)
        told = points or round(ahead, 6)
        found.won += told > 0
        found.lost += told < 0
        found.shared += not told
        yield found
        if found.verdict:
            return


def winners(position: Position) -> tuple[int, ...]:
    """Who has won a game that is over; if nobody has, whoever stands best."""
    if position.decision is None and (won := tuple(position.system.winners(position.state))):
        return won
    stands = position.system.strength(position.state)
    return tuple(seat for seat, x in enumerate(stands) if x == max(stands))
