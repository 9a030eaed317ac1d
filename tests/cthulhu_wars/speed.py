"""Random play beside Catanatron's, in interleaved rounds: `python -m tests.cthulhu_wars.speed [rounds]`."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

from catanatron import Color, Game, RandomPlayer

from tests.cthulhu_wars.bots import busy, start, uniform
from theomachy.games.cthulhu_wars.powers import CORE


def cthulhu_wars(seed: int, bot: Callable[..., object]) -> int:
    """One game of four; the number of decisions."""
    rng, p, n = random.Random(seed), start(seed, CORE), 0
    while p.decision is not None:
        p.play(bot(p, rng))
        n += 1
    return n


def catan(seed: int) -> int:
    """One game of four random players; the number of actions."""
    random.seed(seed)
    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    game.play()
    return len(game.state.actions if hasattr(game.state, "actions") else game.state.action_records)


def timed(play: Callable[[int], int], seeds: range) -> tuple[float, float]:
    """Decisions and games a second of processor time."""
    begun = time.process_time()
    n = sum(map(play, seeds))
    spent = time.process_time() - begun
    return n / spent, len(seeds) / spent


def clones() -> tuple[float, float]:
    """Microseconds of a clone that is woken, over six busy games, and of Catanatron's copy in mid-game."""
    spent = []
    for seed in range(6):
        rng, p = random.Random(seed), start(seed, CORE)
        while p.decision is not None:
            if rng.random() < 0.1:
                q, begun = p.clone(), time.perf_counter()
                assert q.decision is not None
                spent.append((time.perf_counter() - begun) * 1e6)
            p.play(busy(p, rng))
    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    for _ in range(200):
        game.play_tick()
    copies = []
    for _ in range(300):
        begun = time.perf_counter()
        game.copy()
        copies.append((time.perf_counter() - begun) * 1e6)
    return statistics.median(spent), statistics.median(copies)


def main(rounds: int) -> None:
    plays: dict[str, Callable[[int], int]] = {
        "catanatron, random": catan,
        "uniform bot": lambda seed: cthulhu_wars(seed, uniform),
        "busy bot": lambda seed: cthulhu_wars(seed, busy),
    }
    rows: dict[str, list[tuple[float, float]]] = {name: [] for name in plays}
    for play in plays.values():
        play(0)
    for r in range(rounds):
        for name, play in plays.items():
            rows[name].append(timed(play, range(r * 4, r * 4 + 4)))
    base = rows["catanatron, random"]
    print(f"{'':22}{'decisions/s':>12}{'ratio':>7}{'games/s':>9}{'ratio':>7}")
    for name, values in rows.items():
        each, games = (statistics.median(v[i] for v in values) for i in (0, 1))
        r_each, r_games = (statistics.median(v[i] / b[i] for v, b in zip(values, base, strict=True)) for i in (0, 1))
        print(f"{name:22}{each:12,.0f}{r_each:7.2f}{games:9.1f}{r_games:7.2f}")
    ours, theirs = clones()
    print(f"clone and wake {ours:.1f} us (median), catanatron's copy {theirs:.1f} us")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
