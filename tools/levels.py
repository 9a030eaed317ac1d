"""How well the levels of bots play: `python tools/levels.py` measures what docs/levels.md keeps.

Each level against the one below it in short games, by `theomachy.play.match`: paired seeds, swapped seats, until a
sequential test has decided. `python tools/levels.py heroes gods_war --walks 60` measures some games only.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

from theomachy.engine.game.registry import games
from theomachy.play.match import MOST_PAIRS, Match, match
from theomachy.play.run import MOST_DECISIONS

# Short games, as arguments of `System.build`: of whole games of searching bots a match would take a day.
SHORT: dict[str, dict[str, Any]] = {
    "cthulhu_wars": {"options": {"factions": ["great_cthulhu", "black_goat"]}},
    "demigods": {"players": 2, "options": {"turns": 8}},
    "gods_war": {"players": 3, "options": {"empires": ["sky", "storm", "darkness"], "rounds": 3}},
    "heroes": {"options": {"factions": ["gremlins", "mechanisms"], "rounds": 4}},
    "mythic_battles": {"players": 2, "options": {"rounds": 5}},
}
STOP = {"cthulhu_wars": 160}  # decisions: it has no short form
WALKS = 60  # of the searching bot in matches; in games it has more
STEPS = (("busy", "random"), ("greedy", "busy"), ("greedy", "random"), ("search", "greedy"))


def measured(slug: str, walks: int, pairs: int, seed: str) -> Iterator[tuple[Match, float]]:
    """The matches of one game, each with its seconds."""
    for one, other in STEPS:
        began = perf_counter()
        *_, last = match(
            slug,
            one if one != "search" else f"search-{walks}",
            other,
            build=SHORT[slug],
            seed=seed,
            pairs=pairs,
            stop=STOP.get(slug, MOST_DECISIONS),
        )
        yield last, perf_counter() - began


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a row of the table for each match."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--walks", type=int, default=WALKS)
    parser.add_argument("--pairs", type=int, default=MOST_PAIRS)
    parser.add_argument("--seed", default="levels")
    parsed = parser.parse_args(arguments)
    for slug in parsed.games or sorted(games()):
        for found, seconds in measured(slug, parsed.walks, parsed.pairs, parsed.seed):
            one, other = found.names
            pairs = f"{found.won} : {found.lost}" + (f", {found.shared} alike" if found.shared else "")
            games_won = f"{100 * found.share:.0f} % of {len(found.scores)}"
            row = (slug, f"{one} against {other}", pairs, games_won, found.verdict or "open", f"{seconds:.0f} s")
            print("|", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
