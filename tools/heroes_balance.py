"""Win rates and points by faction of Heroes II, over games by the greedy bot: `python tools/heroes_balance.py 1000`.

Every line-up of 2, 3 and 4 factions is played, moved round the table so that nobody keeps a seat. It prints the tables
of `docs/heroes_balance.md`: points with their spread, wins with their 95 % intervals, and what the points came from.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean, quantiles, stdev

from theomachy.games.heroes.powers import CORE
from theomachy.play.run import Job, Row
from theomachy.play.simulate import WIDEST, run

SHARES = {2: 0.45, 3: 0.3, 4: 0.25}  # of all games, by players
FIGURES = ("structures", "foundations", "monsters", "fortresses", "regions", "power", "stock")


def jobs(n: int, bot: str, seed: str) -> list[Job]:
    """So many games, the line-ups of each size in turn."""
    found: list[Job] = []
    for players, share in SHARES.items():
        tables = list(combinations(CORE, players))
        for i in range(round(n * share)):
            table, turn = tables[i % len(tables)], i // len(tables) % players
            factions = [*table[turn:], *table[:turn]]
            number = len(found)
            found.append(Job(number, "heroes", {"options": {"factions": factions}}, (bot,), f"{seed}/{number}"))
    return found


class Tally:
    """What one faction did at tables of one size."""

    def __init__(self) -> None:
        self.points: list[int] = []
        self.wins: list[float] = []
        self.figures: list[dict[str, int]] = []

    def add(self, row: Row, seat: int) -> None:
        """Count one game; a shared win counts in parts."""
        figures = dict(row.figures[seat])
        figures["stock"] = figures["wood"] + figures["iron"] + figures["gold"]
        self.points.append(figures["vp"])
        self.wins.append(1 / len(row.winners) if seat in row.winners else 0.0)
        self.figures.append(figures)


def half(values: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return WIDEST * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def tallies(rows: Iterable[Row]) -> dict[tuple[int, str], Tally]:
    """By players and faction."""
    found: dict[tuple[int, str], Tally] = defaultdict(Tally)
    for row in rows:
        if row.error:
            raise SystemExit(f"game {row.number}: {row.error}\n{row.trouble}")
        for seat, name in enumerate(row.seats):
            found[len(row.seats), name].add(row, seat)
    return found


def report(found: dict[tuple[int, str], Tally]) -> str:
    """The tables."""
    names = list(dict.fromkeys(name for _, name in found))
    sizes = sorted({players for players, _ in found})
    lines = ["| faction | " + " | ".join(f"{p} players: mean VP (10 % to 90 %)" for p in sizes) + " |"]
    lines.append("|---" * (len(sizes) + 1) + "|")
    for name in names:
        cells = []
        for p in sizes:
            points = found[p, name].points
            low, *_, high = quantiles(points, n=10)
            cells.append(f"{fmean(points):.1f} ± {half(points):.1f} ({low:.0f} to {high:.0f})")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += ["", "| faction | " + " | ".join(f"{p} players: wins" for p in sizes) + " | games |"]
    lines.append("|---" * (len(sizes) + 2) + "|")
    for name in names:
        won = [found[p, name].wins for p in sizes]
        cells = [f"{fmean(wins):.0%} ± {half(wins):.0%}" for wins in won]
        lines.append(f"| {name} | " + " | ".join(cells) + f" | {sum(map(len, won))} |")
    lines += ["", "| faction | " + " | ".join(FIGURES) + " |", "|---" * (len(FIGURES) + 1) + "|"]
    for name in names:
        all_ = [figures for p in sizes for figures in found[p, name].figures]
        lines.append(f"| {name} | " + " | ".join(f"{fmean(f[what] for f in all_):.1f}" for what in FIGURES) + " |")
    means = {name: fmean([n for p in sizes for n in found[p, name].points]) for name in names}
    best, worst = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    lead = means[best] / means[worst] - 1
    lines += ["", f"Over all tables the mean of {best} ({means[best]:.1f}) is {lead:.0%} over "
              f"that of {worst} ({means[worst]:.1f})."]  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--bot", default="greedy-1")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--processes", type=int, default=2)
    parsed = parser.parse_args()
    played = run("heroes", jobs(parsed.games, parsed.bot, parsed.seed), processes=parsed.processes)
    print(report(tallies(played.rows)))
    print(f"\n{len(played.rows)} games by {parsed.bot}, seed {parsed.seed}, {played.seconds:.0f} s.")


if __name__ == "__main__":
    main()
