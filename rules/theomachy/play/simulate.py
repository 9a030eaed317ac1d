"""Many games by bots, in this process, on several processes, or on a Dask cluster, as one plain table."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cache
from html import escape
from io import StringIO
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

from ..engine import files
from ..engine.errors import TheoError, UnknownName
from ..engine.game import save
from ..engine.game.registry import game as system_class
from ..engine.runtime import sampling
from .bots import Bot, bot
from .pool import on_processes
from .run import Job, Row, play

Progress = Callable[[int, int, int], None]  # games played, games wanted, errors so far
LARGEST = 200_000_000  # bytes of a table of games
WIDEST = 1.96  # standard deviations of a 95 % interval


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
            note = folder / f"error-{row.number}.txt"
            save.write(note, f"seed {row.seed}\n{row.error}\n\n{row.trouble}")
            written.append(note)
            if row.save:
                save.write(folder / f"error-{row.number}.json", row.save)
                written.append(folder / f"error-{row.number}.json")
        return written

    # -- what the table says ------------------------------------------------------------------------------------------
    def wins(self, by: str = "bots") -> dict[str, tuple[float, float, int]]:
        """Share of wins, half of its 95 % interval, and games; a shared win counts in parts.

        By "bots", "seats" (by their numbers) or "players" (by their names).
        """
        won, games = defaultdict[str, float](float), Counter[str]()
        for row in self.rows:
            numbered = tuple(f"seat {seat + 1}" for seat in range(len(row.seats)))
            names = {"bots": row.bots, "players": row.seats}.get(by, numbered)
            if row.error:
                continue
            games.update(names)
            for seat in row.winners:
                won[names[seat]] += 1 / len(row.winners)
        return {name: (*_share(won[name], n), n) for name, n in sorted(games.items())}

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


def _share(won: float, games: int) -> tuple[float, float]:
    share = won / games if games else 0.0
    return share, WIDEST * (share * (1 - share) / games) ** 0.5 if games else 0.0


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
    overlay: Mapping[str, Any] | None = None,
    processes: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    games: str | Iterable[int] | None = None,
) -> SimulationResult:
    """Play `n` games by bots and give a table, a row a game, in the order of their numbers.

    `bots` is one name for all seats or one a seat. Without `players` the games go through all numbers of players.
    Games that could go on for ever get the game's own cap (`System.simulation`) unless `options` says otherwise.
    `processes` > 1 plays on that many processes of this machine, `scheduler` on a Dask cluster at that address.
    A game that goes wrong is a row with `error`, its seed and its position; the others go on, also when a process is
    killed: its game is played again by another. `games` are the numbers to be played of the `n` (3,5,8-20): all.
    `overlay` is a dictionary of component values (`theomachy.engine.reference.facts` reads one from a file).
    Raises `UnknownName` for a game, bot, option or ruling that does not exist, `TheoError` without Dask, and `Stopped`
    with what was played when it is interrupted (Ctrl-C).
    """
    sampling.seed(f"{sampling.seed(seed)}/{n}")
    names: tuple[str | Bot, ...] = (bots,) if isinstance(bots, str) or not isinstance(bots, Sequence) else tuple(bots)
    if players is not None:
        builds = [_build(slug, players, options, rulings, overlay)]
    else:
        builds = _builds(slug, options, rulings, overlay)
    jobs = [Job(number, slug, builds[number % len(builds)], names, f"{seed}/{number}") for number in _wanted(n, games)]
    return run(slug, jobs, processes=processes, scheduler=scheduler, progress=progress)


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
    processes: int = 1,
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


def run(
    slug: str,
    jobs: Sequence[Job],
    *,
    processes: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play the jobs wherever it is wanted. Raises `Stopped` with what was played when it cannot go on to the end."""
    for name in {name for job in jobs for name in job.bots}:
        bot(name)
    if progress is None and _meter is not None:
        progress = _meter()
    result, began, errors = SimulationResult(slug), perf_counter(), 0
    why: tuple[str, BaseException] | None = None
    with ExitStack() as stack:
        try:
            if scheduler is not None:
                rows: Iterator[Row] = _on_cluster(jobs, scheduler, result)
            elif processes > 1:
                result.workers = min(processes, len(jobs))
                rows = on_processes(jobs, result.workers)
            else:
                rows = (play(job) for job in jobs)
            stack.enter_context(closing(rows))  # type: ignore[type-var]
            for row in rows:
                result.rows.append(row)
                errors += bool(row.error)
                if progress is not None:
                    progress(len(result.rows), len(jobs), errors)
        except KeyboardInterrupt as fault:
            why = "interrupted", fault
        except TheoError as fault:
            if not result.rows:
                raise
            why = str(fault), fault
    result.rows.sort(key=lambda row: row.number)
    result.seconds = perf_counter() - began
    played = {row.number for row in result.rows}
    result.missing = tuple(job.number for job in jobs if job.number not in played)
    if why is not None:
        raise Stopped(why[0], result) from why[1]
    return result


def _on_cluster(jobs: Sequence[Job], address: str, result: SimulationResult) -> Iterator[Row]:
    try:
        import distributed
    except ImportError as fault:
        raise TheoError("a scheduler needs Dask: pip install 'theomachy[cluster]'") from fault
    dask: Any = distributed  # whether it is typed depends on its version
    try:
        opened = dask.Client(address)
    except (ValueError, OSError) as fault:  # no address at all, or nobody there
        raise TheoError(f"no Dask scheduler answers at {address!r}: {fault}") from fault
    with opened as client:
        result.workers = max(len(client.scheduler_info()["workers"]), 1)
        for future in dask.as_completed(client.map(play, jobs, pure=False)):
            yield future.result()
