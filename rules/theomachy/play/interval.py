"""Shares of games and means, each with half of its 95 % interval: how far the figure may be off."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt

from .run import Row

WIDEST = 1.96  # standard deviations of a 95 % interval
FEWEST = 20  # games, before any interval is narrow enough
SIDES = ("bots", "seats", "players")


def share(won: float, games: int) -> tuple[float, float]:
    """The share, and the larger distance from it to an end of its interval (Wilson's).

    The plain one is of no width for who has won none or all of five games, which nobody should believe.
    """
    if games <= 0:
        return 0.0, 0.0
    found, z = won / games, WIDEST * WIDEST
    middle = (found + z / (2 * games)) / (1 + z / games)
    half = WIDEST / (1 + z / games) * sqrt(found * (1 - found) / games + z / (4 * games * games))
    return found, max(middle + half - found, found - middle + half)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of its interval; of fewer than two values the interval is not known (infinite)."""
    n = len(values)
    if n < 2:
        return (values[0] if n else 0.0), float("inf")
    middle = sum(values) / n
    spread = sum((x - middle) ** 2 for x in values) / (n - 1)
    return middle, WIDEST * sqrt(spread / n)


def strongest(row: Row) -> tuple[int, ...]:
    """The seats that stand best at the end of a game."""
    return tuple(seat for seat, x in enumerate(row.strength) if x == max(row.strength))


class Tally:
    """Who has won how often, counted as games come in: by bots, by seats (their numbers) or by players (their names).

    A shared win counts in parts; games that went wrong are left out. With the measure "ahead" it is who stands
    strongest at the end instead: where hardly anybody wins, wins say nothing.
    """

    def __init__(self, rows: Iterable[Row] = (), measure: str = "won") -> None:
        self.measure = measure
        self.won: dict[str, defaultdict[str, float]] = {by: defaultdict(float) for by in SIDES}
        self.games: dict[str, Counter[str]] = {by: Counter() for by in SIDES}
        self.count = self.decided = 0
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Count one more game."""
        if row.error:
            return
        self.count += 1
        self.decided += bool(row.winners)
        best = row.winners if self.measure == "won" else strongest(row)
        seats = tuple(f"seat {seat + 1}" for seat in range(len(row.seats)))
        for by, names in (("bots", row.bots), ("players", row.seats), ("seats", seats)):
            self.games[by].update(names)
            for seat in best:
                self.won[by][names[seat]] += 1 / len(best)

    @property
    def by(self) -> str:
        """What is compared: bots where there are several, else players."""
        return "bots" if len(self.games["bots"]) > 1 else "players"

    def shares(self, by: str = "") -> dict[str, tuple[float, float, int]]:
        """Share of wins, half of its interval, and games, of each name."""
        by = by or self.by
        return {name: (*share(self.won[by][name], n), n) for name, n in sorted(self.games[by].items())}

    def within(self, width: float) -> bool:
        """Are all shares known to within so much (0.03: three points of a hundred)?"""
        return self.count >= FEWEST and all(half <= width for _, half, _ in self.shares().values())
