"""The benchmark: random play, clones, saves and explanations, beside another board game engine in the same run.

The yardstick is Catanatron (random players), where it is installed: the machine is never quiet, so both engines take
turns in small portions and only the ratios count. Times are of this process alone, and medians of the rounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any

from .engine.errors import TheoError
from .engine.game import save
from .engine.game.game import Game
from .engine.game.registry import game as system_class
from .engine.game.registry import games
from .engine.runtime import sampling
from .engine.runtime.decision import CHANCE
from .engine.runtime.position import Position
from .engine.runtime.requirement import Menu
from .engine.runtime.system import System

PORTION = 400  # decisions of one engine before the other has its turn


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One figure of one engine. `ratio` is against the yardstick: above 1 is faster; None where there is none."""

    game: str
    what: str
    value: float
    unit: str
    ratio: float | None = None


class Player:
    """Random play of one engine without end, counted: calling it plays one portion."""

    def __init__(self, stream: Iterator[bool]) -> None:
        self._stream = stream  # yields True whenever a game has ended
        self.seconds: list[float] = []
        self.games = self.decisions = 0
        for _ in range(PORTION):  # caches fill before the clock runs
            next(self._stream)

    def portion(self) -> None:
        """Play and note the time."""
        began = process_time()
        for _ in range(PORTION):
            self.games += next(self._stream)
        self.seconds.append(process_time() - began)
        self.decisions += PORTION

    @property
    def rate(self) -> float:
        """Decisions a second: the median of the portions."""
        return PORTION / max(median(self.seconds), 1e-9)

    @property
    def length(self) -> float:
        """Decisions a game."""
        return self.decisions / max(self.games, 1)


def ours(system: System, seed: int, keep: Callable[[Position], None]) -> Iterator[bool]:
    """Random play of a configured game; hands every so often a position to `keep`."""
    rng, given = Random(seed), 0
    while True:
        position = Position(system, system.start())
        while (decision := position.decision) is not None:
            position.play(sampling.sample_chance(decision, rng))
            given += 1
            if given % 53 == 0:
                keep(position)
            yield position.decision is None


def theirs(seed: int, keep: Callable[[Any], None]) -> Iterator[bool] | None:
    """Random play of Catanatron with four players; None where it is not installed."""
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return None

    def stream() -> Iterator[bool]:
        number, given = seed, 0
        while True:
            number += 1
            game = Catan([RandomPlayer(color) for color in Color][:4], seed=number)
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                given += 1
                if given % 53 == 0:
                    keep(game)
                yield game.winning_color() is not None or game.state.num_turns >= 1000

    return stream()


def each(things: Sequence[Any], work: Callable[[Any], object], least: float = 0.01) -> float:
    """Microseconds of `work` for one of the things: all of them again and again until the clock can see it."""
    began, done = process_time(), 0
    while process_time() - began < least:
        for thing in things:
            work(thing)
        done += len(things)
    return (process_time() - began) / done * 1e6


def measure(slug: str, rounds: int = 15, players: int = 4, options: Mapping[str, Any] | None = None) -> list[BenchRow]:
    """All figures of one game, beside the yardstick's where it is installed. Raises `UnknownName`."""
    cls = system_class(slug)
    system = cls.build(players=players, options=dict(cls.simulation) | dict(options or {}))
    positions: list[Position] = []
    catans: list[Any] = []

    def keep(position: Position) -> None:
        decision = position.decision
        if len(positions) < 40 and decision is not None and decision.player != CHANCE:
            positions.append(position.clone())

    stream = theirs(1, lambda game: catans.append(game.copy()) if len(catans) < 40 else None)
    mine, other = Player(ours(system, 1, keep)), Player(stream) if stream is not None else None
    for _ in range(rounds):
        mine.portion()
        if other is not None:
            other.portion()
    while len(positions) < 8:
        mine.portion()
    lines = [
        BenchRow(slug, "decisions", mine.rate, "/s", mine.rate / other.rate if other else None),
        BenchRow(slug, "games", mine.rate / mine.length, "/s", _games(mine, other)),
        BenchRow(slug, "decisions a game", mine.length, ""),
    ]
    if other is not None:
        lines += [
            BenchRow("catanatron", "decisions", other.rate, "/s"),
            BenchRow("catanatron", "games", other.rate / other.length, "/s"),
            BenchRow("catanatron", "decisions a game", other.length, ""),
        ]
    return lines + _moments(slug, system, positions, catans, rounds)


def _games(mine: Player, other: Player | None) -> float | None:
    return None if other is None else mine.rate / mine.length / (other.rate / other.length)


def _moments(slug: str, system: System, positions: list[Position], catans: list[Any], rounds: int) -> list[BenchRow]:
    """What is done with a position in the middle of a game; their copy takes turns with ours too."""
    recorded = _recorded(system)
    text = save.dump(recorded)
    works: dict[str, tuple[Sequence[Any], Callable[[Any], object]]] = {
        "clone": (positions, lambda p: p.clone()),
        "clone and wake": (positions, lambda p: p.clone().decision),
        "clone, wake, options": (positions, _options),
        "state copy": (positions, lambda p: p.state.copy()),
        "menu": ([p for p in positions if system.offered(p.state, _seat(p))], lambda p: _menu(system, p)),
        "explain": (positions, lambda p: p.explain()),
        "save a game": ([recorded], save.dump),
        "load a game": ([text], save.load),
    }
    works = {name: work for name, work in works.items() if work[0]}
    times: dict[str, list[float]] = {name: [] for name in works}
    copies: list[float] = []
    for _ in range(max(rounds // 3, 3)):
        for name, (things, work) in works.items():
            times[name].append(each(things, work))
            if name.startswith("clone") and catans:
                copies.append(each(catans, lambda game: game.copy()))
    theirs_ = median(copies) if copies else None
    lines = [
        BenchRow(
            slug, name, median(found), "us", theirs_ / median(found) if theirs_ and name.startswith("clone") else None
        )
        for name, found in times.items()
    ]
    lines.append(BenchRow(slug, "decisions of the saved game", len(recorded.tree.nodes) - 1, ""))
    return lines + ([BenchRow("catanatron", "copy", theirs_, "us")] if theirs_ else [])


def _options(position: Position) -> object:
    decision = position.clone().decision
    return decision.options if decision is not None else None


def _seat(position: Position) -> int:
    decision = position.decision
    return decision.player if decision is not None else 0


def _menu(system: System, position: Position) -> object:
    menu = Menu(system.argument_types, position.state, _seat(position))
    return menu.all(*system.offered(position.state, _seat(position)))


def _recorded(system: System, most: int = 400) -> Game:
    """A game in its first few hundred answers."""
    rng, position = Random(5), Position(system, system.start())
    for _ in range(most):
        decision = position.decision
        if decision is None:
            break
        position.play(sampling.sample_chance(decision, rng))
    return Game(system, position, seed=5)


def table(lines: Sequence[BenchRow]) -> str:
    """The figures as columns of text."""
    rows = [("", "", "", "x yardstick")]
    for line in lines:
        figure = f"{line.value:,.0f}" if line.value >= 100 else f"{line.value:.2f}"
        rows.append((line.game, line.what, f"{figure} {line.unit}", "" if line.ratio is None else f"{line.ratio:.2f}"))
    wide = [max(len(row[i]) for row in rows) for i in range(4)]
    return "\n".join(f"{a:<{wide[0]}}  {b:<{wide[1]}}  {c:>{wide[2]}}  {d:>{wide[3]}}".rstrip() for a, b, c, d in rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: every registered game, or those that are named."""
    parser = argparse.ArgumentParser(prog="theomachy bench", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (all)")
    parser.add_argument("--rounds", type=int, default=25, help="how often the engines take turns (25)")
    parser.add_argument("--players", type=int, default=4, help="seats (4)")
    parsed = parser.parse_args(arguments)
    try:
        for slug in parsed.games or games():
            print(table(measure(slug, max(parsed.rounds, 1), parsed.players)), flush=True)
    except TheoError as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
