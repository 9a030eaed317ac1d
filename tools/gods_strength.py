"""How the weights of `games/gods_war/reckoning/evaluation.py` were measured: `python tools/gods_strength.py`.

`measure 300`: in each game every seat goes by weights of its own, dealt at random from a few levels each; what the
choice of each weight does to the Victory Points (over the mean of the others) is then a linear regression over all
seats of all games, empires reckoned out. So all weights are measured at once, by what they make bots do, not by what
happens to go with winning. `match A B 40`: bots against each other at the same tables, then with changed seats: a bot
is "greedy-2", or "greedy-1:guessed" with the guess that the measured weights replaced, or "greedy-1:-gifts" without
one of the parts; "/quiet" behind it plays no rune between actions. `--races`: elder races are drawn into every game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any

import numpy as np

from theomachy.engine.errors import TheoError
from theomachy.engine.runtime.position import Position
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.powers import CORE
from theomachy.games.gods_war.reckoning.evaluation import WEIGHTS, figures
from theomachy.games.gods_war.rules.score import income, points
from theomachy.games.gods_war.rules.setup import BY_LOT
from theomachy.games.gods_war.rules.state import State
from theomachy.play import GreedyBot, Observation, bot
from theomachy.play.run import play_out
from theomachy.play.simulate import WIDEST

Measure = Callable[[State], Sequence[float]]
# What each weight may be while it is measured; a Victory Point is worth a Victory Point.
LEVELS: dict[str, tuple[float, ...]] = {
    "the next count": (0.5, 1.0, 1.5),
    "counts to come": (2.0, 3.5, 5.0, 7.0),
    "Power": (0.0, 0.1, 0.3),
    "income to come": (0.6, 1.2, 2.0),
    "combat to come": (0.0, 0.1, 0.4),
    "gifts to come": (0.0, 0.3, 1.0),
    "allies to come": (0.0, 0.8, 2.5),
    "runes": (0.0, 0.3, 0.9),
    "buildings in danger": (0.0, -0.3, -0.8),
    "on the Spike": (0.0, -0.3, -0.8),
    "monsters near": (0.0, -0.05, -0.15),
    "monsters in reach": (0.0, 0.1, 0.3),
}
MAPS = {3: ("3p",), 4: ("4p_a", "4p_b")}


class Quiet:
    """An observation without what may be done at any time."""

    anytime = ()

    def __init__(self, seen: Observation) -> None:
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seen, name)


class QuietBot:
    """A bot that keeps its runes for battles and the last moment."""

    def __init__(self, within: GreedyBot) -> None:
        self.within = within

    def choose(self, observation: Any, rng: Random) -> Any:
        return self.within.choose(Quiet(observation), rng)  # type: ignore[arg-type]


def guessed(s: State) -> tuple[float, ...]:
    """The evaluation before anything was measured: points twice, half of all Power, four tenths of all costs."""
    found = []
    for seat in s.config.seats:
        cost, buildings = s.config.cost[seat], s.config.empires[seat].buildings
        army = sum(cost[kind] * s.playing(seat, kind) for kind in s.config.kinds[seat])
        standing = [code for row in (s.site, s.nest) for code in row if code >= 0 and code >> 3 == seat]
        army += sum(buildings[code & 7].cost for code in standing)
        come = 0.5 * (s.power[seat] + income(s, seat).value)
        gained = 1.5 * s.count_gifts(seat) + 0.8 * len(s.hands[seat])
        found.append(s.vp[seat] + 2.0 * points(s, seat).value + come + 0.4 * army + gained)
    return tuple(found)


def by(weights: dict[str, float]) -> Measure:
    """An evaluation by other weights."""
    row = [weights[name] for name in WEIGHTS]
    return lambda s: tuple(sum(w * n for w, n in zip(row, found, strict=True)) for found in figures(s))


def player(said: str) -> Any:
    """A bot as it is named above. Raises `TheoError`."""
    said, quiet, rest = said.partition("/quiet")
    name, _, how = said.partition(":")
    found = bot(name)
    if not how and not quiet:
        return found
    if rest or not isinstance(found, GreedyBot):
        raise TheoError(f"{said!r}: only a bot that looks ahead goes by an evaluation")
    if how == "guessed":
        found.strength = guessed
    elif how.startswith("-") and how[1:] in WEIGHTS:
        found.strength = by(dict(WEIGHTS) | {how[1:]: 0.0})
    elif how:
        raise TheoError(f"there is no evaluation {how!r}: 'guessed', or '-' before one of {', '.join(WEIGHTS)}")
    return QuietBot(found) if quiet else found


def tables(seed: str) -> list[tuple[str, ...]]:
    """All line-ups of three and four, turned round the table, in a seeded order."""
    found = [(*line[k:], *line[:k]) for n in MAPS for line in combinations(CORE, n) for k in range(n)]
    Random(seed).shuffle(found)
    return found


def played(
    table: Sequence[str], number: int, bots: Sequence[Any], seed: str, joining: Mapping[str, Any] = MappingProxyType({})
) -> tuple[list[int], tuple[int, ...]]:
    """One game: Victory Points and winners. Options say which monsters and elder races are `joining`."""
    boards = MAPS[len(table)]
    options = {"empires": list(table), "map": boards[number % len(boards)], **joining}
    system = GodsWar.build(options=options)
    position = Position(system, system.start())
    play_out(position, bots, seed)
    return list(position.state.vp), system.winners(position.state)


def leads(values: Sequence[float]) -> list[float]:
    """Each value over the mean of the others."""
    return [x - (sum(values) - x) / (len(values) - 1) for x in values]


def half(values: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return float(WIDEST * stdev(values) / len(values) ** 0.5)


# -- measuring --------------------------------------------------------------------------------------------------------
def measure(games: int, bot_name: str, seed: str, joining: Mapping[str, Any]) -> None:
    """Weights at random, and what they do."""
    rng, rows, gained, rounds = Random(seed), list[list[float]](), list[float](), tables(seed)
    for number in range(games):
        table = rounds[number % len(rounds)]
        dealt = [{name: rng.choice(LEVELS.get(name, (weight,))) for name, weight in WEIGHTS.items()} for _ in table]
        bots = [player(bot_name) for _ in table]
        for one, weights in zip(bots, dealt, strict=True):
            one.strength = by(weights)
        points_, _ = played(table, number, bots, f"{seed}/{number}", joining)
        chosen = [leads([weights[name] for weights in dealt]) for name in LEVELS]
        chosen += [leads([float(empire == each) for empire in table]) for each in CORE]
        rows += [list(row) for row in zip(*chosen, strict=True)]
        gained += leads(points_)
    x, y = np.array(rows), np.array(gained)
    inverse = np.linalg.inv(x.T @ x + 1e-6 * np.eye(x.shape[1]))
    slope = inverse @ x.T @ y
    error = (np.diag(inverse) * np.mean((y - x @ slope) ** 2)) ** 0.5
    print(f"{games} games by {bot_name}; the whole way from the first level to the last, in Victory Points\n")
    for i, (name, levels) in enumerate(LEVELS.items()):
        way = levels[-1] - levels[0]
        print(f"{name:26} {levels[0]:g} to {levels[-1]:g}: {way * slope[i]:+.2f} ± {WIDEST * abs(way) * error[i]:.2f}")


def match(one: str, other: str, pairs: int, seed: str, joining: Mapping[str, Any]) -> None:
    """Two bots at the same tables, in every second seat, then with changed seats."""
    bots, rounds = (player(one), player(other)), tables(seed)
    won, ahead = [], []
    for number in range(pairs):
        table = rounds[number % len(rounds)]
        shares, gaps = [], []
        for turn in (0, 1):
            mine = [(seat + number) % 2 == turn for seat in range(len(table))]
            seated = [bots[0] if m else bots[1] for m in mine]
            vp, winners = played(table, number, seated, f"{seed}/{number}", joining)
            shares.append(sum(mine[w] for w in winners) / len(winners))
            gaps.append(fmean(p for p, m in zip(vp, mine, strict=True) if m)
                        - fmean(p for p, m in zip(vp, mine, strict=True) if not m))  # fmt: skip
        won.append(fmean(shares))
        ahead.append(fmean(gaps))
    print(f"{one} against {other}, {pairs} pairs of games: wins {fmean(won):.0%} ± {half(won):.0%}, "
          f"{fmean(ahead):+.1f} ± {half(ahead):.1f} VP")  # fmt: skip


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    kinds = parser.add_subparsers(required=True, dest="kind")
    one = kinds.add_parser("measure")
    one.add_argument("games", type=int, nargs="?", default=300)
    one.add_argument("--bot", default="greedy-1")
    one.add_argument("--seed", default="weights")
    one.add_argument("--monsters", default="", help="names that join each game, with commas between them")
    two = kinds.add_parser("match")
    two.add_argument("one")
    two.add_argument("other")
    two.add_argument("pairs", type=int, nargs="?", default=40)
    two.add_argument("--seed", default="match")
    two.add_argument("--monsters", default="")
    for kind in (one, two):
        kind.add_argument("--races", action="store_const", const=BY_LOT, default="")
    parsed = parser.parse_args()
    joining = {"races": parsed.races, "monsters": [*filter(None, parsed.monsters.split(","))]}
    if parsed.kind == "measure":
        measure(parsed.games, parsed.bot, parsed.seed, joining)
    else:
        match(parsed.one, parsed.other, parsed.pairs, parsed.seed, joining)


if __name__ == "__main__":
    main()
