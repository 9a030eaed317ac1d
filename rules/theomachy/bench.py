"""The benchmark: random play, clones, saves and explanations, beside another board game engine in the same run.

The yardstick is Catanatron (random players), where it is installed. The machine is never quiet, so the engines take
turns, game by game, and play the same seeded games again and again: the fastest run of each game counts, in time of
this process alone, and only the ratios say anything. Ours are played twice: without a past, as simulations play them,
and with one, which can go back and branch at any time. What is remembered flatters, so games of seeds that were never
played before are measured too, and the playouts of a search from their midst, cut and evaluated. (Catanatron's games
keep a list of their actions. Which games its seeds give hangs on the hash seed of Python as well, so their length
differs from one process to the next.)
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from .engine.errors import TheoError
from .engine.game import save
from .engine.game.game import Game
from .engine.game.registry import game as system_class
from .engine.game.registry import games
from .engine.runtime import sampling
from .engine.runtime.decision import CHANCE, Answer
from .engine.runtime.position import Playout, Position
from .engine.runtime.requirement import Menu
from .engine.runtime.system import System
from .play.observation import Observation
from .play.search import SearchBot

GAMES, ROUNDS = 12, 5
MOMENTS = 200  # positions that are cloned: many, since a few long steps cost most
UNSEEN = 100_001  # the first seed of games that are played once only
PLAYOUTS, LOOKED, WALKS = 200, 40, 100  # from so many positions; of every so many-th a search with so many walks
TURNS = 1000  # of a game of the yardstick


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One figure of one engine. `ratio` is against the yardstick: above 1 is faster; None where there is none."""

    game: str
    what: str
    value: float
    unit: str
    ratio: float | None = None


@dataclass
class Runner:
    """The same seeded games of one engine again and again; the fastest run of each counts."""

    play: Callable[[int], int]  # a whole game from its seed; the number of decisions
    cap: str  # on the length of a game
    seconds: dict[int, float] = field(default_factory=dict)
    decisions: dict[int, int] = field(default_factory=dict)

    def run(self, seed: int) -> None:
        """Play one game and note the time, without the collector of cycles: its rounds go by all that the interpreter
        holds, and fall to whoever plays just then.
        """
        collects = gc.isenabled()
        gc.disable()
        try:
            began = process_time()
            given = self.play(seed)
            seconds = process_time() - began
        finally:
            if collects:
                gc.enable()
        if self.decisions.setdefault(seed, given) != given:
            raise TheoError(f"the game of seed {seed} is not the same twice: its runs cannot be compared")
        self.seconds[seed] = min(seconds, self.seconds.get(seed, 1e9))

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return sum(self.decisions.values()) / max(sum(self.seconds.values()), 1e-9)

    @property
    def games(self) -> float:
        """Games a second."""
        return len(self.seconds) / max(sum(self.seconds.values()), 1e-9)

    @property
    def length(self) -> float:
        """Decisions a game."""
        return sum(self.decisions.values()) / max(len(self.decisions), 1)


def ours(system: System, *, past: bool) -> Callable[[int], int]:
    """Random play of a configured game."""

    def play(seed: int) -> int:
        rng, given = Random(seed), 0
        position = Position(system, system.start())
        give: Callable[[Answer], None] = position.play
        if not past:
            position = bare = Playout(position)
            give = bare.give
        while (decision := position.decision) is not None:
            give(sampling.sample_chance(decision, rng))
            given += 1
        return given

    return play


def theirs(keep: Callable[[Any], None]) -> Callable[[int], int] | None:
    """Random play of Catanatron with four players; None where it is not installed. Hands over positions to `keep`."""
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return None

    def play(seed: int) -> int:
        random.seed(seed)  # its players draw from the common source
        game, given = Catan([RandomPlayer(color) for color in Color][:4], seed=seed), 0
        while game.winning_color() is None and game.state.num_turns < TURNS:
            game.play_tick()
            given += 1
            if given % 53 == 0:
                keep(game)
        return given

    return play


def moments(system: System, seed: int, n: int = MOMENTS) -> list[Position]:
    """Positions from all over random games, in which a player is asked."""
    rng, found, given = Random(seed), list[Position](), 0
    while len(found) < n:
        position = Position(system, system.start())
        while len(found) < n and (decision := position.decision) is not None:
            if given % 23 == 22 and decision.player != CHANCE:
                found.append(position.clone())
            position.play(sampling.sample_chance(decision, rng))
            given += 1
    return found


def each(things: Sequence[Any], work: Callable[[Any], object], least: float = 0.01) -> float:
    """Microseconds of `work` for one of the things, in the mean: all again and again until the clock sees it."""
    began, done = process_time(), 0
    while process_time() - began < least:
        for thing in things:
            work(thing)
        done += len(things)
    return (process_time() - began) / done * 1e6


def measure(
    slug: str, rounds: int = ROUNDS, players: int = 4, options: Mapping[str, Any] | None = None, count: int = GAMES
) -> list[BenchRow]:
    """All figures of one game, beside the yardstick's where it is installed. Raises `UnknownName`."""
    cls = system_class(slug)
    chosen = dict(cls.simulation) | dict(options or {})
    system = cls.build(players=players, options=chosen)
    cap = ", ".join(f"{name} {value}" for name, value in chosen.items()) or "no cap"
    catans: list[Any] = []
    bulk, past = Runner(ours(system, past=False), cap), Runner(ours(system, past=True), cap)
    play = theirs(lambda game: catans.append(game.copy()) if len(catans) < 40 else None)
    other = Runner(play, f"turns {TURNS}") if play is not None else None
    runners = [runner for runner in (bulk, past, other) if runner is not None]
    for _ in range(rounds):
        for seed in range(1, count + 1):
            for runner in runners:
                runner.run(seed)
    lines = []
    for what, runner in (("", past), (", no past", bulk)):
        lines += [
            BenchRow(slug, f"decisions{what}", runner.rate, "/s", runner.rate / other.rate if other else None),
            BenchRow(
                slug, f"games{what} ({runner.cap})", runner.games, "/s", runner.games / other.games if other else None
            ),
        ]
    lines.append(BenchRow(slug, "decisions a game", past.length, ""))
    if other is not None:
        lines += [
            BenchRow("catanatron", "decisions", other.rate, "/s"),
            BenchRow("catanatron", f"games ({other.cap})", other.games, "/s"),
            BenchRow("catanatron", "decisions a game", other.length, ""),
        ]
    lines += _unseen(slug, system, bulk.play, play, count)
    return lines + _moments(slug, system, moments(system, 1), catans, rounds)


def _unseen(
    slug: str, system: System, mine: Callable[[int], int], other: Callable[[int], int] | None, count: int
) -> list[BenchRow]:
    """Games of seeds that nothing is remembered of, each played once; and playouts of a search from their midst."""
    runs = [Runner(play, "") for play in (mine, other) if play is not None]
    for seed in range(UNSEEN, UNSEEN + count):
        for runner in runs:
            runner.run(seed)
    ratio = runs[0].rate / runs[1].rate if len(runs) > 1 else None
    found = [BenchRow(slug, "decisions, no past, unseen", runs[0].rate, "/s", ratio)]
    player, rng = SearchBot(), Random(UNSEEN)
    worlds = moments(system, UNSEEN, PLAYOUTS)
    began = process_time()
    for world in worlds:
        player.playout(Playout(world), rng)
    found.append(BenchRow(slug, "playouts, cut, unseen", len(worlds) / (process_time() - began), "/s"))
    looked = [world for world in worlds if world.decision is not None][::LOOKED]
    walks, began = 0, process_time()
    for world in looked:
        *_, end = player.look(Observation(world), rng, WALKS)
        walks += end.walks + end.lost
    return [*found, BenchRow(slug, f"walks of a search of {WALKS}", walks / (process_time() - began), "/s")]


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
    times: dict[str, float] = {}
    copy = 1e9
    for _ in range(max(rounds, 3)):
        for name, (things, work) in works.items():
            times[name] = min(each(things, work), times.get(name, 1e9))
            if name.startswith("clone") and catans:
                copy = min(each(catans, lambda game: game.copy()), copy)
    lines = [
        BenchRow(slug, name, found, "us", copy / found if catans and name.startswith("clone") else None)
        for name, found in times.items()
    ]
    lines.append(BenchRow(slug, "decisions of the saved game", len(recorded.tree.nodes) - 1, ""))
    if not catans:
        return lines
    return [
        *lines,
        BenchRow(slug, "load a game", times["load a game"] / copy, "copies"),
        BenchRow("catanatron", "copy", copy, "us"),
    ]


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
    rounds = f"how often each game is played; the fastest counts ({ROUNDS})"
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=rounds)
    parser.add_argument("--seeds", type=int, default=GAMES, help=f"how many games, from seed 1 on ({GAMES})")
    parser.add_argument("--players", type=int, default=4, help="seats (4)")
    parsed = parser.parse_args(arguments)
    try:
        for slug in parsed.games or games():
            print(table(measure(slug, max(parsed.rounds, 1), parsed.players, count=max(parsed.seeds, 1))), flush=True)
    except TheoError as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
