"""Many games by bots, in this process, on several processes, or on a Dask cluster, as one plain table."""

from __future__ import annotations

import csv
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from io import StringIO
from itertools import combinations
from multiprocessing import current_process
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

from ..engine import files
from ..engine.errors import TheoError, UnknownName, cause
from ..engine.game import save
from ..engine.game.registry import game as system_class
from ..engine.game.registry import only_here
from ..engine.runtime import sampling
from .bots import Bot, bot
from .interval import WIDEST as WIDEST
from .interval import Tally
from .kept import Kept, trouble
from .parquet import parquet
from .plan import Plan, named
from .pool import on_processes
from .run import Job, Row, play

Progress = Callable[[int, int, int], None]  # games played, games wanted, errors so far
LARGEST = 200_000_000  # bytes of a table of games
WORTH = 24  # games from which on other processes are begun without being asked for


_meter: Callable[[], Progress] | None = None


def show_progress(meter: Callable[[], Progress] | None) -> None:
    """How everything that plays many games shows how far it is, when nobody says otherwise: a notebook has a bar."""
    global _meter
    _meter = meter


@dataclass(slots=True)
class SimulationResult:
    """A table of games. `str(result)` is a summary for the terminal."""

    slug: str
    rows: list[Row] = field(default_factory=list)
    seconds: float = 0.0  # by the clock, for all of them together
    workers: int = 1
    missing: tuple[int, ...] = ()  # numbers of games that were wanted and not played, since somebody stopped it
    enough: bool = False  # it was ended before all games, since the shares were known well enough

    @property
    def errors(self) -> list[Row]:
        """The games that went wrong."""
        return [row for row in self.rows if row.error]

    @property
    def ok(self) -> bool:
        """Did every game end as games do?"""
        return not self.errors

    @property
    def table(self) -> list[dict[str, Any]]:
        """A line a game, of plain numbers and words."""
        return [row.flat for row in self.rows]

    def frame(self) -> Any:
        """The table as a pandas data frame. Raises `TheoError` when pandas is not installed."""
        from ..analysis.tables import frame

        return frame(self.table)

    def csv(self, path: str | Path | None = None) -> str:
        """The table as CSV text; written when a path is given."""
        lines = self.table
        columns = list(dict.fromkeys(name for line in lines for name in line))
        text = StringIO()
        writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
        if path is not None:
            save.write(Path(path), text.getvalue())
        return text.getvalue()

    def keep(self, folder: str | Path, *, more: bool = False) -> list[Path]:
        """Write `games.csv`, and for each error the position as a saved game and what went wrong. Returns the files.

        `more`: games of other numbers that the table in the folder holds stay in it.
        """
        folder = Path(folder)
        written = [folder / "games.csv"]
        text = self.csv()
        if more and written[0].exists():
            text = _joined(files.text(written[0], "table of games", LARGEST, TheoError), text)
        save.write(written[0], text)
        for row in self.errors:
            written += trouble(folder, row)
        return written

    # -- what the table says ------------------------------------------------------------------------------------------
    def wins(self, by: str = "bots") -> dict[str, tuple[float, float, int]]:
        """Share of wins, half of its 95 % interval, and games; a shared win counts in parts.

        By "bots", "seats" (by their numbers) or "players" (by their names).
        """
        return Tally(self.rows).shares(by)

    def ahead(self) -> dict[tuple[str, str], float]:
        """(row, column) -> how often the row's bot ended with more strength than the column's, in shares of games."""
        better, met = defaultdict[tuple[str, str], float](float), Counter[tuple[str, str]]()
        for row in self.rows:
            for a, mine in enumerate(row.strength):
                for b, theirs in enumerate(row.strength):
                    pair = row.bots[a], row.bots[b]
                    if pair[0] != pair[1]:
                        met[pair] += 1
                        better[pair] += 1.0 if mine > theirs else 0.5 * (mine == theirs)
        return {pair: better[pair] / n for pair, n in sorted(met.items())}

    @property
    def summary(self) -> list[tuple[str, str]]:
        """The figures for people: (name, value)."""
        played, n = sum(row.decisions for row in self.rows), max(len(self.rows), 1)
        seconds = max(self.seconds, 1e-9)
        lines = [
            ("games", f"{len(self.rows):,}"),
            ("errors", str(len(self.errors))),
            ("workers", str(self.workers)),
            ("games a second", f"{len(self.rows) / seconds:.1f}"),
            ("decisions a second", f"{played / seconds:,.0f}"),
            ("decisions a game", f"{played / n:,.0f}"),
            ("turns a game", f"{sum(row.turns for row in self.rows) / n:.1f}"),
        ]
        for by in ("bots", "seats"):
            found = self.wins(by)
            if by == "seats" or len(found) > 1:
                lines += [
                    (f"wins of {name}", f"{100 * share:.1f} % ± {100 * half:.1f}  ({games} games)")
                    for name, (share, half, games) in found.items()
                ]
        return lines

    def __str__(self) -> str:
        wide = max(len(name) for name, _ in self.summary)
        lines = [f"{name:<{wide}}  {value}" for name, value in self.summary]
        lines += [f"game {row.number}, seed {row.seed}: {row.error}" for row in self.errors[:20]]
        if self.enough:
            lines.append("the shares are known well enough: no more games were played")
        if self.missing:
            lines.append(f"not played: {numbers(self.missing)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in self.summary)
        errors = "".join(
            f"<tr><td>{row.number}</td><td>{escape(row.seed)}</td><td>{escape(row.error)}</td></tr>"
            for row in self.errors[:20]
        )
        more = f"<table><tr><th>game</th><th>seed</th><th>error</th></tr>{errors}</table>" if errors else ""
        return f"<table>{cells}</table>{more}"


class Stopped(TheoError):
    """A simulation that did not come to its end: `result` holds the games that were played, and what is missing."""

    def __init__(self, why: str, result: SimulationResult) -> None:
        done, left = len(result.rows), len(result.missing)
        super().__init__(
            f"{why} after {done} of {done + left} games; those played are the `result` of this error, "
            f"and games={numbers(result.missing)!r} plays the others"
        )
        self.why, self.result = why, result


def numbers(found: Iterable[int]) -> str:
    """Numbers of games in short: "3,5,8-20"."""
    runs: list[list[int]] = []
    for number in sorted(found):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(f"{a}" if a == b else f"{a}-{b}" for a, b in runs)


def read_numbers(text: str, n: int) -> list[int]:
    """The numbers that `numbers` has written, of `n` games. Raises `UnknownName`."""
    found: set[int] = set()
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch(r"([0-9]{1,8})(?:-([0-9]{1,8}))?", part)
        if match is None or not int(match[1]) <= int(match[2] or match[1]) < n:
            raise UnknownName(f"the games of {n} are numbers from 0 to {n - 1} such as 3,5,8-20, not {part!r:.40}")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return sorted(found)


def _joined(before: str, after: str) -> str:
    """Two tables of games as one, by the numbers of the games; of a game in both the later line holds."""
    rows: dict[int, dict[str, str]] = {}
    columns: dict[str, None] = {}
    for text in (after, before):  # the columns of this library first
        reader = csv.DictReader(StringIO(text))
        columns |= dict.fromkeys(reader.fieldnames or ())
        for row in reader:
            number = row.get("game") or ""
            if not (number.isascii() and number.isdecimal() and len(number) < 9) or None in row:
                raise TheoError("the table in that folder is no table of games; name another folder")
            rows.setdefault(int(number), row)
    told = StringIO()
    writer = csv.DictWriter(told, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows[number] for number in sorted(rows))
    return told.getvalue()


# -- playing ----------------------------------------------------------------------------------------------------------
def simulate(
    slug: str,
    n: int = 100,
    bots: str | Bot | Sequence[str | Bot] = "random",
    *,
    seed: int | str = 0,
    players: int | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    overlay: Mapping[str, Any] | str | Path | None = None,
    processes: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    games: str | Iterable[int] | None = None,
    keep: str | Path | None = None,
    decisions: bool = False,
    width: float | None = None,
    saves: str | Path | None = None,
) -> SimulationResult:
    """Play `n` games by bots and give a table, a row a game, in the order of their numbers.

    `bots` is one name for all seats or one a seat. Without `players` the games go through all numbers of players.
    Games that could go on for ever get the game's own cap (`System.simulation`) unless `options` says otherwise.
    `processes` > 1 plays on that many processes of this machine (by itself on one a core, where there are enough games
    and other processes can know them), `scheduler` on a Dask cluster at that address.
    A game that goes wrong is a row with `error`, its seed and its position; the others go on, also when a process is
    killed: its game is played again by another. `games` are the numbers to be played of the `n` (3,5,8-20): all.
    `overlay` are component values, as a dictionary or a file. `keep` is a folder that holds each game once it has
    ended: the same call goes on with what is missing there, however the last one came to its end
    (`theomachy.play.resume` needs the folder alone). `decisions` keeps a row a decision beside the row a game. `width`
    stops when all shares of wins are known to within it (0.03). `saves` is a folder into which each game that ends as
    games do is written as a saved game, by its number; what of them is there already is written over.
    Raises `UnknownName` for a game, bot, option or ruling that does not exist, `TheoError` without Dask or for a folder
    that cannot be used, and `Stopped` with what was played when it is interrupted (Ctrl-C).
    """
    sampling.seed(f"{sampling.seed(seed)}/{n}")
    names: tuple[str | Bot, ...] = (bots,) if isinstance(bots, str) or not isinstance(bots, Sequence) else tuple(bots)
    if width is not None and not (isinstance(width, float) and 0 < width < 1):
        raise UnknownName(f"the width of an interval is a number between 0 and 1, such as 0.03, not {width!r}")
    builds = builds_of(slug, players, options, rulings, overlay)
    wanted = _wanted(n, games)
    plan = None
    if saves is not None:
        if keep is not None:
            raise TheoError("a simulation that is kept in a folder writes no saved games: name one of the two")
        files.place(Path(saves) / saved_name(0))
    if keep is not None:
        laid = builds[0]["overlay"]
        seats = players if players is None or isinstance(players, int) else tuple(players)
        plan = Plan(
            slug, n, named(names), seed, seats, dict(options or {}), dict(rulings or {}), laid, width, decisions
        )
    return played(
        slug, builds, names, seed, wanted,
        keep=None if plan is None or keep is None else Kept.begin(keep, plan),
        processes=processes, scheduler=scheduler, progress=progress, decisions=decisions, width=width,
        saves=None if saves is None else Path(saves),
    )  # fmt: skip


def resume(
    folder: str | Path,
    *,
    processes: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    control: Control | None = None,
    heard: Callable[[Row], None] | None = None,
) -> SimulationResult:
    """Go on with the simulation that a folder holds; nothing else need be said. Raises what `simulate` raises."""
    kept = Kept.resume(folder)
    try:
        plan = kept.plan
        builds = builds_of(plan.slug, plan.players, plan.options, plan.rulings, plan.overlay)
    except BaseException:
        kept.close()
        raise
    return played(
        plan.slug, builds, plan.bots, plan.seed, range(plan.n), keep=kept, processes=processes, scheduler=scheduler,
        progress=progress, decisions=plan.decisions, width=plan.width, control=control,
        heard=heard,
    )  # fmt: skip


def builds_of(
    slug: str,
    players: int | Sequence[str] | None,
    options: Mapping[str, Any] | None,
    rulings: Mapping[str, str] | None,
    overlay: Mapping[str, Any] | str | Path | None,
) -> list[dict[str, Any]]:
    """How the tables are set up that games go through in turn: one, or one for each number of players."""
    laid = overlay if overlay is None or isinstance(overlay, Mapping) else _read_overlay(slug, overlay)
    if players is not None:
        return [_build(slug, players, options, rulings, laid)]
    return _builds(slug, options, rulings, laid)


def _read_overlay(slug: str, path: str | Path) -> dict[str, Any]:
    return dict(system_class(slug).build(overlay=path).setup().get("overlay") or {})


def played(
    slug: str,
    builds: Sequence[Mapping[str, Any]],
    names: tuple[str | Bot, ...],
    seed: int | str,
    wanted: Sequence[int],
    *,
    keep: Kept | None = None,
    decisions: bool = False,
    saves: Path | None = None,
    **where: Any,
) -> SimulationResult:
    """Play the games with the wanted numbers, those that are kept already left out; the folder is closed at the end."""
    try:
        done = {row.number for row in keep.rows} if keep is not None else set[int]()
        jobs = [
            Job(
                number,
                slug,
                builds[number % len(builds)],
                names,
                f"{seed}/{number}",
                told=decisions,
                saved=saves is not None,
            )
            for number in wanted
            if number not in done
        ]
        return run(slug, jobs, keep=keep, saves=saves, **where)
    finally:
        if keep is not None:
            keep.close()


def tournament(
    slug: str,
    bots: Sequence[str | Bot],
    n: int = 100,
    *,
    seed: int | str = 0,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    overlay: Mapping[str, Any] | None = None,
    processes: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    games: str | Iterable[int] | None = None,
) -> SimulationResult:
    """Bots against each other: all combinations of them in turn, moved round the table so that nobody keeps a seat.

    `n` games are played in all. Raises what `simulate` raises.
    """
    sampling.seed(f"{sampling.seed(seed)}/{n}")
    if len(bots) < players:
        raise UnknownName(f"a tournament of {players} players needs at least as many bots, not {len(bots)}")
    groups = list(combinations(bots, players))
    build = _build(slug, players, options, rulings, overlay)
    jobs = []
    for number in _wanted(n, games):
        group, turn = groups[number % len(groups)], number // len(groups) % players
        jobs.append(Job(number, slug, build, (*group[turn:], *group[:turn]), f"{seed}/{number}"))
    return run(slug, jobs, processes=processes, scheduler=scheduler, progress=progress)


@cache
def player_counts(slug: str) -> tuple[int, ...]:
    """The numbers of players that the game's samples show, in ascending order."""
    cls = system_class(slug)
    return tuple(sorted({len(cls.build(**sample).seats) for sample in cls.samples()}))


def _counted(n: int) -> int:
    if n < 1:
        raise UnknownName(f"at least one game must be played, not {n}")
    return n


def _wanted(n: int, games: str | Iterable[int] | None) -> Sequence[int]:
    if games is None:
        return range(_counted(n))
    return read_numbers(games if isinstance(games, str) else ",".join(map(str, games)), _counted(n))


def _build(
    slug: str,
    players: int | Sequence[str],
    options: Mapping[str, Any] | None,
    rulings: Mapping[str, str] | None,
    overlay: Mapping[str, Any] | None,
) -> dict[str, Any]:
    cls = system_class(slug)
    build: dict[str, Any] = {
        "players": players if isinstance(players, int) else list(players),
        "options": dict(cls.simulation) | dict(options or {}),
        "rulings": dict(rulings or {}),
        "overlay": dict(overlay) if overlay else None,
    }
    cls.build(**build)  # a wrong word is said at once, not once a game; built for each table, never for each game
    return build


def _builds(
    slug: str,
    options: Mapping[str, Any] | None,
    rulings: Mapping[str, str] | None,
    overlay: Mapping[str, Any] | None,
) -> list[dict[str, Any]]:
    """One for each number of players; an option that names who plays leaves only the number that it names."""
    found: list[dict[str, Any]] = []
    refused: TheoError | None = None
    for count in player_counts(slug):
        try:
            found.append(_build(slug, count, options, rulings, overlay))
        except TheoError as error:
            refused = refused or error
    if refused and not found:
        raise refused
    return found


class Control:
    """A simulation that somebody watches: it can be paused, go on, and be stopped from another thread."""

    def __init__(self) -> None:
        self._going, self._stop = Event(), Event()
        self._going.set()

    @property
    def paused(self) -> bool:
        """Does it wait?"""
        return not self._going.is_set()

    @property
    def stopped(self) -> bool:
        """Was it told to stop?"""
        return self._stop.is_set()

    def pause(self) -> None:
        """Begin no more games; those in hand are played to their ends."""
        self._going.clear()

    def go_on(self) -> None:
        """Play on."""
        self._going.set()

    def stop(self) -> None:
        """Stop now: the games in hand are lost, and nothing else."""
        self._stop.set()
        self._going.set()

    def wait(self) -> bool:
        """Wait while it is paused; False once it is stopped."""
        self._going.wait()
        return not self._stop.is_set()


def run(
    slug: str,
    jobs: Sequence[Job],
    *,
    processes: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    keep: Kept | None = None,
    width: float | None = None,
    control: Control | None = None,
    heard: Callable[[Row], None] | None = None,
    saves: Path | None = None,
) -> SimulationResult:
    """Play the jobs wherever it is wanted. Raises `Stopped` with what was played when it cannot go on to the end.
    `heard` is told each row as it comes in.

    With a `control` they are played on other processes, be it one, so that who watches is not kept waiting.
    """
    for name in {name for job in jobs for name in job.bots}:
        bot(name)
    if progress is None and _meter is not None and control is None:
        progress = _meter()
    result, began = SimulationResult(slug, [*(keep.rows if keep is not None else ())]), perf_counter()
    tally, errors = Tally(result.rows), len(result.errors)
    wanted = len(jobs) + len(result.rows)
    if processes is None:
        processes = by_itself(jobs)
    why: tuple[str, BaseException | None] | None = None
    result.enough = width is not None and tally.within(width)
    with ExitStack() as stack:
        try:
            if result.enough or not jobs:
                rows: Iterator[Row] = iter(())
            elif scheduler is not None:
                rows = _on_cluster(jobs, scheduler, result)
            elif processes > 1 or control is not None:
                result.workers = min(processes, len(jobs))
                rows = on_processes(jobs, result.workers, stopped=None if control is None else lambda: control.stopped)
            else:
                rows = (play(job) for job in jobs)
            if isinstance(rows, Generator):
                stack.enter_context(closing(rows))
            while control is None or control.wait():
                row = next(rows, None)
                if row is None:
                    break
                if saves is not None and not row.error:
                    row = _saved(row, saves)
                result.rows.append(row)
                if keep is not None:
                    keep.add(row)
                tally.add(row)
                errors += bool(row.error)
                if heard is not None:
                    heard(row)
                if progress is not None:
                    progress(len(result.rows), wanted, errors)
                if width is not None and tally.within(width):
                    result.enough = True
                    break
            if control is not None and control.stopped:
                why = "stopped", None
        except KeyboardInterrupt as fault:
            why = "interrupted", fault
        except TheoError as fault:
            if not result.rows:
                raise
            why = str(fault), fault
    result.rows.sort(key=lambda row: row.number)
    result.seconds = perf_counter() - began
    played = {row.number for row in result.rows}
    result.missing = () if result.enough else tuple(job.number for job in jobs if job.number not in played)
    if keep is not None:
        try:
            tables(keep, result)
        except (OSError, TheoError) as fault:
            why = why or (f"the tables cannot be written: {fault}", fault)
    if why is not None:
        raise Stopped(why[0], result) from why[1]
    return result


def saved_name(number: int) -> str:
    """What the saved game of a number is called."""
    return f"{number:05}.json"


def _saved(row: Row, folder: Path) -> Row:
    """Write the game of a row; it need not be kept in memory any more. Raises `TheoError`."""
    try:
        save.write(folder / saved_name(row.number), row.save)
    except OSError as fault:
        raise TheoError(f"the folder {folder} cannot be written: {cause(fault)}") from fault
    return replace(row, save="")


def tables(keep: Kept, result: SimulationResult) -> list[Path]:
    """Write the tables of what there is so far, Parquet where DuckDB is installed. Returns the files."""
    path = keep.folder / "games.csv"
    save.write(path, result.csv())
    return [path, *parquet(keep.folder, result.table, keep.plan.decisions)]


def by_itself(jobs: Sequence[Job]) -> int:
    """On how many processes jobs are played if nobody says: on one a core where it pays, and where other processes know
    the game and its bots as this one does.
    """
    if len(jobs) < WORTH or only_here() or current_process().daemon:
        return 1
    main = sys.modules.get("__main__")
    guarded = getattr(main, "__spec__", None) is not None or not hasattr(main, "__file__")  # a module, or a notebook
    if not guarded or not all(isinstance(name, str) for job in jobs for name in job.bots):
        return 1  # a script without a guard would begin anew in every process
    return max(1, os.cpu_count() or 1)


def _on_cluster(jobs: Sequence[Job], address: str, result: SimulationResult) -> Iterator[Row]:
    try:
        import distributed
    except ImportError as fault:
        raise TheoError("a scheduler needs Dask: pip install 'theomachy[cluster]'") from fault
    dask: Any = distributed  # whether it is typed depends on its version
    try:
        opened = dask.Client(address)
    except Exception as fault:  # no address at all, or nobody there; which error that is depends on the words
        raise TheoError(f"no Dask scheduler answers at {address!r}: {str(fault).partition(chr(10))[0]}") from fault
    with opened as client:
        result.workers = max(len(client.scheduler_info()["workers"]), 1)
        futures = client.map(play, jobs, pure=False)
        left = {id(future): (future, job) for future, job in zip(futures, jobs, strict=True)}
        try:
            for future in dask.as_completed(futures):
                _, job = left.pop(id(future))
                yield _from_cluster(future, job, dask)
        finally:
            if left:  # somebody has stopped it: the cluster need not play on
                with suppress(Exception):
                    client.cancel([future for future, _ in left.values()])


def _from_cluster(future: Any, job: Job, dask: Any) -> Row:
    """A row of a cluster. A game on which workers die again and again is a row with an error; raises `TheoError` when
    the cluster itself is gone.
    """
    try:
        found: Row = future.result()
        return found
    except (KeyboardInterrupt, TheoError):
        raise
    except Exception as fault:
        if isinstance(fault, dask.scheduler.KilledWorker):
            return Row(job.number, job.seed, (), (), error="its workers of the cluster have ended, again and again")
        raise TheoError(f"the cluster is lost: {str(fault).splitlines()[0] if str(fault) else fault!r}") from fault
