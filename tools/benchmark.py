"""Write docs/benchmark.md: every game beside Catanatron and python-chess in one interleaved run, dice beside icepool,
processes and Dask.

usage: benchmark.py [--out FILE] [--rounds N] [--seeds N] [--games A,B]

All engines take turns, game by game, and the fastest run of each seeded game counts, in time of this process alone: a
machine with other work to do is slow, but the ratios hold. Only games on several processes are told by the clock on the
wall, so that the load of the machine stands in the file. What is remembered flatters, so games of seeds that were never
played before are measured too. (Catanatron's games keep a list of their actions. Which games its seeds give hangs on
the hash seed of Python as well, so their length differs from one process to the next.)
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import platform
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import theomachy as th
from theomachy.answers.pools import Pool
from theomachy.engine.errors import TheoError
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE, Answer
from theomachy.engine.runtime.dice import Dice
from theomachy.engine.runtime.position import Playout, Position
from theomachy.engine.runtime.system import System
from theomachy.play.observation import Observation
from theomachy.play.search import SearchBot

TARGET = Path(__file__).parents[1] / "docs" / "benchmark.md"
PLAYERS, ROUNDS, SEEDS = 4, 5, 12
PLAYOUTS, LOOKED, WALKS = 200, 40, 100  # from so many positions; of every so many-th a search with so many walks
MOMENTS = 200  # positions that are cloned: many, since a few long steps cost most
UNSEEN = 100_001  # the first seed of games that are played once only
TURNS = 1000  # of a game of Catanatron
ANSWERS = 400  # of the game that is saved, and plies at which a game of chess is left
SECONDS = 12.0  # that one process plays before two are compared with it: others take half a second to start
TIMES = 3  # of which the best counts
POOLS = (1, 6, 12, 24)
MANY = 4  # kinds of face, of which the largest pool has a hundred thousand outcomes
NONE = "–"


# -- games again and again ---------------------------------------------------------------------------------------------
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


# -- the engines ------------------------------------------------------------------------------------------------------
@dataclass
class Contender:
    """A game of ours, or a yardstick: its runners in bulk and with a past, and what is done in the midst of a game."""

    name: str
    title: str
    cap: str
    bulk: Runner
    past: Runner | None
    works: dict[str, tuple[Sequence[Any], Callable[[Any], object]]]
    times: dict[str, float]
    unseen: Runner  # games of seeds that nothing is remembered of, each played once
    searched: tuple[float, float] | None = None  # playouts and walks of a search a second


def of_ours(slug: str) -> Contender:
    """A game of ours."""
    kind = system_class(slug)
    options = dict(kind.simulation)
    system = kind.build(players=PLAYERS, options=options)
    cap = ", ".join(f"{name} {value}" for name, value in options.items()) or "no cap"
    positions = moments(system, 1, MOMENTS)
    played = recorded(system)
    text = save.dump(played)
    works: dict[str, tuple[Sequence[Any], Callable[[Any], object]]] = {
        "clone": (positions, lambda p: p.clone()),
        "clone and wake": (positions, lambda p: p.clone().decision),
        "undo": ([played], lambda game: game.undo().redo()),
        "save": ([played], save.dump),
        "load": ([text], save.load),
        "view": (positions, lambda p: system.table(system.view(p.state, 0), 0)),
    }
    bulk, past = Runner(ours(system, past=False), cap), Runner(ours(system, past=True), cap)
    return Contender(slug, kind.title, cap, bulk, past, works, {}, Runner(bulk.play, cap), searched(system))


def recorded(system: System[Any]) -> Game:
    """A game in its first few hundred answers, which can be gone back in."""
    rng, position = Random(5), Position(system, system.start())
    for _ in range(ANSWERS):
        decision = position.decision
        if decision is None:
            break
        position.play(sampling.sample_chance(decision, rng))
    return Game(system, position, seed=5)


def searched(system: System[Any]) -> tuple[float, float]:
    """Playouts a second, cut and evaluated, and walks a second of a search, in games that nothing is remembered of."""
    player, rng, worlds = SearchBot(), Random(UNSEEN), moments(system, UNSEEN, PLAYOUTS)
    began = process_time()
    for world in worlds:
        player.playout(Playout(world), rng)
    playouts = len(worlds) / (process_time() - began)
    walks, began = 0, process_time()
    for world in [world for world in worlds if world.decision is not None][::LOOKED]:
        *_, end = player.look(Observation(world), rng, WALKS)
        walks += end.walks + end.lost
    return playouts, walks / (process_time() - began)


def catanatron() -> Contender | None:
    """Random play of Catanatron with four players; None where it is not installed."""
    kept: list[Any] = []
    play = theirs(lambda game: kept.append(game.copy()) if len(kept) < 40 else None)
    if play is None:
        return None
    play(1)
    works: dict[str, tuple[Sequence[Any], Callable[[Any], object]]] = {"clone": (kept, lambda game: game.copy())}
    cap = f"{TURNS:,} turns"
    return Contender("catanatron", "Catanatron", cap, Runner(play, cap), None, works, {}, Runner(play, cap))


def chess() -> Contender | None:
    """Random legal moves of python-chess, 400 plies at most; None where it is not installed."""
    try:
        import chess as engine
        import chess.pgn as pgn
    except ImportError:
        return None

    def game(seed: int, most: int = ANSWERS) -> Any:
        board, rng = engine.Board(), Random(seed)
        while len(board.move_stack) < most and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return board

    def again(board: Any) -> None:
        board.push(board.pop())

    boards = [game(seed, 20 * seed) for seed in range(1, 20)]
    whole = game(5)
    text = str(pgn.Game.from_board(whole))
    works: dict[str, tuple[Sequence[Any], Callable[[Any], object]]] = {
        "clone": (boards, lambda board: board.copy()),
        "undo": ([board for board in boards if board.move_stack], again),
        "save": ([whole], lambda board: str(pgn.Game.from_board(board))),
        "load": ([text], lambda written: pgn.read_game(io.StringIO(written))),
    }
    cap = f"{ANSWERS} plies"
    bulk, unseen = (Runner(lambda seed: len(game(seed).move_stack), cap) for _ in range(2))
    return Contender("chess", "python-chess", cap, bulk, None, works, {}, unseen)


def run(all_of: Sequence[Contender], rounds: int, seeds: int) -> None:
    """All take turns: every seeded game by every engine, then what is done in the midst, and again; at last games of
    seeds that were not played before.
    """
    for number in range(rounds):
        for seed in range(1, seeds + 1):
            for one in all_of:
                one.bulk.run(seed)
                if one.past is not None:
                    one.past.run(seed)
        for one in all_of:
            for what, (things, work) in one.works.items():
                one.times[what] = min(each(things, work), one.times.get(what, 1e9))
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
    for seed in range(UNSEEN, UNSEEN + seeds):
        for one in all_of:
            one.unseen.run(seed)


# -- odds, processes, Dask --------------------------------------------------------------------------------------------
def odds(slugs: Sequence[str]) -> list[list[str]]:
    """Milliseconds for all chances of a pool of battle dice, ours and icepool's, which must agree."""
    rows = []
    for slug in slugs:
        dice = battle_dice(slug)
        if dice is None:
            continue
        faces = [tuple(int(face in good) for _, good in dice.groups) for face in dice.faces]
        for n in POOLS if len(dice.groups) < MANY else POOLS[:-1]:
            ours_, theirs_ = partial(pool, dice, n), partial(of_icepool, faces, n)
            if ours_() != theirs_():
                raise SystemExit(f"{n} dice of {slug}: icepool has other chances")
            mine, other = best(ours_), best(theirs_)
            rows.append([slug, str(n), f"{mine:.2f}", f"{other:.2f}", f"{other / mine:.1f}"])
    return rows


def battle_dice(slug: str) -> Dice | None:
    """The dice of a game's battles; None where it has none."""
    if slug == "demigods":
        from theomachy.games.demigods.rules.battle import HITS

        return HITS
    config: Any = th.new(slug, seed=1).system.config
    if slug == "mythic_battles":
        from theomachy.games.mythic_battles.rules.dice import the_dice

        return the_dice(config)
    return getattr(config, "die", None)


def cold(dice: Dice) -> Dice:
    """The same dice, of which nothing is remembered."""
    cold.number = getattr(cold, "number", 0) + 1  # type: ignore[attr-defined]
    name = f"{dice.name} {cold.number}"  # type: ignore[attr-defined]
    return Dice(name, dice.groups, dice.sides, dice.total, dice.pick, dice.shows)


def pool(dice: Dice, n: int) -> dict[Any, Any]:
    """All chances of a pool of ours, of which nothing is remembered."""
    return dict(Pool(cold(dice), n).chances)


def of_icepool(faces: Sequence[tuple[int, ...]], n: int) -> dict[Any, Any]:
    """The same of icepool."""
    import icepool

    die = n @ icepool.Die([icepool.Vector(face) for face in faces])
    alone = len(faces[0]) == 1  # we tell one number as it is
    return {k[0] if alone else tuple(k): die.probability(k) for k in die.outcomes()}


def best(work: Callable[[], object], times: int = 7) -> float:
    """Milliseconds, the best of a few."""
    found = []
    for _ in range(times):
        began = process_time()
        work()
        found.append(process_time() - began)
    return 1000 * min(found)


def spread(contenders: Sequence[Contender]) -> list[list[str]]:
    """Games a second by the clock: one process, two, and two workers of a Dask cluster, by turns, the best of three."""
    from distributed import LocalCluster

    rows = []
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=40
    ) as cluster:
        ways: list[dict[str, Any]] = [{"processes": 1}, {"processes": 2}, {"scheduler": cluster.scheduler_address}]
        for one in contenders:
            n = max(8, round(SECONDS * one.bulk.games))
            found = [1e9] * len(ways)
            for _ in range(TIMES):
                for at, way in enumerate(ways):
                    began = perf_counter()
                    result = th.simulate(one.name, n, "random", players=PLAYERS, seed=1, **way)
                    found[at] = min(found[at], perf_counter() - began)
                    if len(result.rows) != n or not result.ok:
                        raise SystemExit(f"{one.name}: games were lost")
            single, double, dask = found
            rates = [f"{n / seconds:,.1f}" for seconds in found]
            rows.append([one.title, str(n), *rates, f"{single / double:.2f}", f"{single / dask:.2f}"])
            print(f"{one.name} on processes", file=sys.stderr, flush=True)
    return rows


# -- the page ---------------------------------------------------------------------------------------------------------
def page(contenders: Sequence[Contender], yards: Sequence[Contender], dice: list[list[str]], many: list[list[str]],
         load: tuple[float, float]) -> str:  # fmt: skip
    """The whole file."""
    parts = [
        "# Benchmark",
        "",
        f"Made by `make bench` on {datetime.now(UTC):%Y-%m-%d}: {machine()}. The load of the machine was "
        f"{load[0]:.1f} at the beginning and {load[1]:.1f} at the end.",
        "",
        "All engines took turns, game by game, with random players; the fastest run of each seeded game counts, in "
        "time of the process alone. *In bulk* is without a past, as simulations play; *with a past* can go back and "
        f"branch. Our games have {PLAYERS} seats; Catanatron has four too, python-chess two. Their decisions are other "
        "decisions than ours: the ratios say in which class of speed a game is, not which engine is better.",
        "",
        "## Whole games",
        "",
    ]
    head = ["game", "decisions/s in bulk", *(f"x {yard.title}" for yard in yards), "unseen", "decisions/s with a past"]
    head += ["games/s", "decisions a game", "cap", "playouts/s", "walks/s"]
    rows = []
    for one in [*contenders, *yards]:
        ratios = [f"{one.bulk.rate / yard.bulk.rate:.2f}" for yard in yards]
        past = f"{one.past.rate:,.0f}" if one.past is not None else NONE
        looks = [NONE, NONE] if one.searched is None else [f"{rate:,.0f}" for rate in one.searched]
        rows.append(
            [one.title, f"{one.bulk.rate:,.0f}", *ratios, f"{one.unseen.rate:,.0f}", past, f"{one.bulk.games:,.1f}",
             f"{one.bulk.length:,.0f}", one.cap, *looks]
        )  # fmt: skip
    parts += table(head, rows)
    works = ["clone", "clone and wake", "undo", "save", "load", "view"]
    parts += [
        "",
        "*Unseen* is in bulk too, of seeds that were never played before, each once. A playout is one of a search: cut "
        f"after some turns and evaluated; a walk is one of a search of {WALKS}; both from the midst of games of which "
        "nothing is remembered.",
        "",
        "## In the midst of a game, microseconds",
        "",
        *table(
            ["game", *works],
            [
                [one.title, *(f"{one.times[what]:,.1f}" if what in one.times else NONE for what in works)]
                for one in [*contenders, *yards]
            ],
        ),
        "",
        "A clone shares what does not change; awake it can be played on. *Undo* is one answer back and on again. "
        f"*Save* and *load* are of a game of {ANSWERS} answers, which loading plays again and checks (of python-chess: "
        "PGN). "
        "*View* is the whole table as one seat may see it.",
        "",
        "## Odds",
        "",
        "All chances of a pool of battle dice as exact fractions, cold, in milliseconds; both have the same fractions.",
        "",
        *table(["game", "dice", "ours", "icepool", "times as fast"], dice),
        "",
        "## Processes and Dask",
        "",
        "Games a second by the clock on the wall, with the time that processes take to start; by turns, the best of "
        f"{TIMES}. Dask: a scheduler and two workers on this machine. Where the load is above the number of "
        "cores, this table says nothing.",
        "",
        *table(["game", "games", "one process", "two", "Dask, two workers", "two / one", "Dask / one"], many),
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table of Markdown."""
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] + ["---:"] * (len(head) - 1), *rows)]


def machine() -> str:
    """The shape of this machine, without its name."""
    chip = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        named = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        chip = named[0] if named else chip
    gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30 if hasattr(os, "sysconf") else 0
    return f"{os.cpu_count()} cores ({chip}), {gib:.0f} GiB, {platform.system()}, Python {platform.python_version()}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=TARGET, metavar="FILE")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each game is played ({ROUNDS})")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"how many games of each ({SEEDS})")
    parser.add_argument("--games", default="", metavar="A,B", help="which games (all)")
    parsed = parser.parse_args(arguments)
    try:
        slugs = [system_class(slug).slug for slug in (parsed.games.split(",") if parsed.games else games())]
    except TheoError as fault:
        parser.error(str(fault))
    began = os.getloadavg()[0]
    contenders = [of_ours(slug) for slug in slugs]
    yards = [yard for yard in (catanatron(), chess()) if yard is not None]
    run([*contenders, *yards], max(1, parsed.rounds), max(1, parsed.seeds))
    dice, many = odds(slugs), spread(contenders)
    parsed.out.write_text(page(contenders, yards, dice, many, (began, os.getloadavg()[0])), encoding="utf-8")
    print(f"written: {parsed.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
