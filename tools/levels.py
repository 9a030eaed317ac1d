"""How well the levels of bots play: `python tools/levels.py` measures what docs/levels.md keeps.

Each level against the one below it in short games, by `theomachy.play.match`: paired seeds, swapped seats, until a
sequential test has decided. `python tools/levels.py heroes gods_war --walks 60` measures some games only.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp, log
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from theomachy.engine.game.registry import game as system_class
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.play.bots import bot
from theomachy.play.match import BETTER, MOST_PAIRS, Match, match, winners
from theomachy.play.observation import Observation

# Short games, as arguments of `System.build`: of whole games of searching bots a match would take a day.
SHORT: dict[str, dict[str, Any]] = {
    "cthulhu_wars": {"options": {"factions": ["great_cthulhu", "black_goat"], "doom": 15, "spellbooks": 2}},
    "demigods": {"players": 2, "options": {"turns": 8}},
    "gods_war": {"players": 3, "options": {"empires": ["sky", "storm", "darkness"], "rounds": 3}},
    "heroes": {"options": {"factions": ["gremlins", "mechanisms"], "rounds": 4}},
    "mythic_battles": {"players": 2, "options": {"rounds": 5}},
}
SMALL_STEP = {("gods_war", "search"): (2 / 3, 150)}  # a bot that is better by less: what to look for, in how many pairs
WALKS = 120  # of the searching bot in matches; in games it has more
STEPS = (("busy", "random"), ("greedy", "busy"), ("greedy", "random"), ("search", "greedy"))


def played(slug: str, one: str, other: str, *, walks: int = WALKS, pairs: int = MOST_PAIRS, seed: str = "") -> Match:
    """A match of short games."""
    first = one if one != "search" else f"search-{walks}"
    better, most = SMALL_STEP.get((slug, one), (BETTER, pairs))
    *_, last = match(slug, first, other, build=SHORT[slug], seed=seed, pairs=most, better=better)
    return last


def measured(slug: str, walks: int, pairs: int, seed: str) -> Iterator[tuple[Match, float]]:
    """The matches of one game, each with its seconds."""
    for one, other in STEPS:
        began = perf_counter()
        yield played(slug, one, other, walks=walks, pairs=pairs, seed=seed), perf_counter() - began


SPREADS = (1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60)


def spread(slug: str, n: int, player: str = "busy") -> list[tuple[float, float, int]]:
    """How well each `System.spread` tells who wins games of bots from how they stand on the way, the best first.

    The mean logarithm of the chance that it gave to who won, the spread, and from how many positions that is.
    """
    made = bot(player)
    cls, rows = system_class(slug), list[tuple[tuple[float, ...], tuple[int, ...]]]()
    for number in range(n):
        system = cls.build(**cls.samples()[number % len(cls.samples())])
        position, rng, seen, given = Position(system, system.start()), Random(number), list[Any](), 0
        while (decision := position.decision) is not None:
            given += 1
            if given % 25 == 0:
                seen.append(system.strength(position.state))
            chance = decision.player == CHANCE
            position.play(sample_chance(decision, rng) if chance else made.choose(Observation(position), rng))
        best = winners(position)
        rows += [(stands, best) for stands in seen if len(best) < len(stands)]
    found = [(fmean(log(told(stands, best, width)) for stands, best in rows), width, len(rows)) for width in SPREADS]
    return sorted(found, reverse=True)


def told(stands: Sequence[float], best: Sequence[int], width: float) -> float:
    """The chance that this spread gives to those who won."""
    shares = [exp((x - max(stands)) / width) for x in stands]
    return max(sum(shares[seat] for seat in best) / sum(shares), 1e-9)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a row of the table for each match."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--walks", type=int, default=WALKS)
    parser.add_argument("--pairs", type=int, default=MOST_PAIRS)
    parser.add_argument("--seed", default="levels")
    parser.add_argument("--fit", type=int, default=0, metavar="GAMES", help="fit `System.spread` instead")
    parser.add_argument("--bot", default="busy", help="who plays the games of the fit")
    parsed = parser.parse_args(arguments)
    if parsed.fit:
        for slug in parsed.games or sorted(games()):
            for likely, width, n in spread(slug, parsed.fit, parsed.bot)[:5]:
                print(f"{slug}: {width:g} (mean log {likely:.3f}, {n} positions)", flush=True)
        return
    for slug in parsed.games or sorted(games()):
        for found, seconds in measured(slug, parsed.walks, parsed.pairs, parsed.seed):
            one, other = found.names
            pairs = f"{found.won} : {found.lost}" + (f", {found.shared} alike" if found.shared else "")
            games_won = f"{100 * found.share:.0f} % of {len(found.scores)}"
            row = (slug, f"{one} against {other}", pairs, games_won, found.verdict or "open", f"{seconds:.0f} s")
            print("|", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
