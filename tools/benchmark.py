"""Write docs/benchmark.md: every game beside Catanatron and python-chess in one interleaved run, dice beside icepool,
processes and Dask.

usage: benchmark.py [--out FILE] [--rounds N] [--seeds N] [--games A,B]

All engines take turns, game by game, and the fastest run of each seeded game counts, in time of this process alone: a
machine with other work to do is slow, but the ratios hold. Only games on several processes are told by the clock on the
wall, so that the load of the machine stands in the file.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import theomachy as th
from theomachy.answers.pools import Pool
from theomachy.bench import MOMENTS, PLAYOUTS, UNSEEN, Runner, each, moments, ours, theirs
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.dice import Dice
from theomachy.engine.runtime.position import Playout, Position
from theomachy.engine.runtime.system import System
from theomachy.play.search import SearchBot

TARGET = Path(__file__).parents[1] / "docs" / "benchmark.md"
PLAYERS, ROUNDS, SEEDS = 4, 5, 12
ANSWERS = 400  # of the game that is saved, and plies at which a game of chess is left
SECONDS = 4.0  # that one process plays, at least, before two are compared with it
TIMES = 3  # of which the best counts
POOLS = (1, 6, 12, 24)
MANY = 4  # kinds of face, of which the largest pool has a hundred thousand outcomes
NONE = "–"


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
    playouts: float | None = None


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
    made = Contender(slug, kind.title, cap, bulk, past, works, {})
    made.playouts = playouts(system)
    return made


def recorded(system: System[Any]) -> Game:
    """A game in its first few hundred answers, which can be gone back in."""
    rng, position = Random(5), Position(system, system.start())
    for _ in range(ANSWERS):
        decision = position.decision
        if decision is None:
            break
        position.play(sampling.sample_chance(decision, rng))
    return Game(system, position, seed=5)


def playouts(system: System[Any]) -> float:
    """Playouts a second of a search, cut and evaluated, from positions of games that nothing is remembered of."""
    player, rng, worlds = SearchBot(), Random(UNSEEN), moments(system, UNSEEN, PLAYOUTS)
    began = process_time()
    for world in worlds:
        player.playout(Playout(world), rng)
    return len(worlds) / (process_time() - began)


def catanatron() -> Contender | None:
    """Random play of Catanatron with four players; None where it is not installed."""
    kept: list[Any] = []
    play = theirs(lambda game: kept.append(game.copy()) if len(kept) < 40 else None)
    if play is None:
        return None
    play(1)
    works: dict[str, tuple[Sequence[Any], Callable[[Any], object]]] = {"clone": (kept, lambda game: game.copy())}
    return Contender("catanatron", "Catanatron", "1,000 turns", Runner(play, ""), None, works, {})


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
    bulk = Runner(lambda seed: len(game(seed).move_stack), "")
    return Contender("chess", "python-chess", f"{ANSWERS} plies", bulk, None, works, {})


def run(all_of: Sequence[Contender], rounds: int, seeds: int) -> None:
    """All take turns: every seeded game by every engine, then what is done in the midst, and again."""
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
    head = ["game", "decisions/s in bulk", *(f"x {yard.title}" for yard in yards), "decisions/s with a past"]
    head += ["games/s", "decisions a game", "cap", "playouts/s"]
    rows = []
    for one in [*contenders, *yards]:
        ratios = [f"{one.bulk.rate / yard.bulk.rate:.2f}" for yard in yards]
        past = f"{one.past.rate:,.0f}" if one.past is not None else NONE
        whole = f"{one.playouts:,.0f}" if one.playouts is not None else NONE
        rows.append(
            [one.title, f"{one.bulk.rate:,.0f}", *ratios, past, f"{one.bulk.games:,.1f}", f"{one.bulk.length:,.0f}",
             one.cap, whole]
        )  # fmt: skip
    parts += table(head, rows)
    works = ["clone", "clone and wake", "undo", "save", "load", "view"]
    parts += [
        "",
        "A playout is one of a search: cut after some turns and evaluated, from the midst of games that nothing is "
        "remembered of.",
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
    slugs = parsed.games.split(",") if parsed.games else list(games())
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
