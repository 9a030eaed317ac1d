"""Any number of saved games as tables in DuckDB: who wins, how they open, which powers pay, how long it takes, luck.

games = theomachy.analyse_many("saves")
games.wins(); games.wins("seat"); games.wins("map"); games.openings(); games.powers(); games.tempo(); games.luck()
games.sql("SELECT rule, count(*) FROM decisions GROUP BY rule"); games.parquet("tables")

Everything goes by kinds, so that it fits every game; the tables and their columns stand in `reading.TABLES`.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from multiprocessing import current_process
from pathlib import Path
from typing import Any

from ..engine.errors import SaveError, TheoError, cause, unknown
from ..engine.game.registry import only_here
from ..engine.game.save import collecting_later
from ..engine.tabletop.beside_words import line
from ..play.duck import add_files, connected, empty_table, parquet_of, quoted, read_parquet, rows_of
from ..play.interval import WIDEST, share
from ..play.pool import done_on_processes
from .reading import TABLES, files_of
from .reading import rows_of as rows_of_save
from .rows_kept import FEWEST, SAVES, KeptRows, digest_of, fresh_table, usual
from .tables import Rows, csv_text, frame, html_table

CHUNK = 40  # saves that a process reads at once
WATCHED = 10  # where somebody sees how far it is
BATCH = 1_000  # saves whose rows go into the tables at once, and are kept at once
WORTH = 200  # saves from which on other processes are begun
SIDES = ("faction", "seat", "players")
MEASURES = ("won", "ahead")
SAID = ("games", "wins", "openings", "powers", "tempo", "lengths", "luck", "broken")
WRITTEN = {**TABLES, "fresh": SAVES}  # by who reads; of the last, the rows of which saves can be kept
NOT_SAVES = ("simulation.json",)
Progress = Callable[[int, int], None]  # saves read, saves to be read


class Stopped(TheoError):
    """Reading was stopped; what was read meanwhile is kept for the next time."""

    def __init__(self, done: int, wanted: int) -> None:
        super().__init__(f"reading was stopped after {done:,} of {wanted:,} saved games")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Saves to be read by one process, which writes their rows beside those of others."""

    number: int
    files: tuple[tuple[int, str, str, str], ...]  # number, path, name, digest ("": its rows are not kept)
    place: str
    events: bool


def read_chunk(chunk: Chunk) -> tuple[int, int, str]:
    """Read the saves of a chunk and write their rows; returns its number, how many they are, and why it could not be
    done.
    """
    try:
        with ExitStack() as stack:
            writers = {
                name: csv.writer(
                    stack.enter_context(_file(chunk.place, name, chunk.number).open("w", encoding="utf-8", newline=""))
                )
                for name in WRITTEN
            }
            for number, path, name, digest in chunk.files:
                with collecting_later():
                    found = rows_of_save(number, Path(path), name, events=chunk.events)
                for table, rows in found.items():
                    writers[table].writerows(rows)
                if digest and found["games"] and digest_of(Path(path)) == digest:  # nobody has written to it meanwhile
                    writers["fresh"].writerow((number, digest))
    except OSError as fault:
        return chunk.number, 0, f"the rows cannot be written: {cause(fault)}"
    return chunk.number, len(chunk.files), ""


def lost_chunk(chunk: Chunk, why: str) -> tuple[int, int, str]:
    """Saves that end whatever process reads them: they are named, and the others are read all the same."""
    for table in WRITTEN:
        _file(chunk.place, table, chunk.number).write_text("", encoding="utf-8")
    with _file(chunk.place, "broken", chunk.number).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([(name, why) for _, _, name, _ in chunk.files])
    return chunk.number, len(chunk.files), ""


def _file(place: str, table: str, number: int) -> Path:
    return Path(place) / f"{table}-{number}.csv"


def analyse_many(
    source: str | Path | Sequence[str | Path],
    *,
    processes: int | None = None,
    events: bool = True,
    progress: Progress | None = None,
    keep: bool = True,
    stopped: Callable[[], bool] | None = None,
) -> ManyGames:
    """The saved games of a folder and those below it, or of a list of files, as tables; or a folder of tables that
    `ManyGames.parquet` has written.

    `processes`: by itself one a core where there are enough saves. Without `events` that table stays empty. A file
    that is no sound save is a row of the table `broken`. `keep`: rows are kept in the user's cache folder, and a save
    that was read before is not played again. `stopped` is asked now and then; with it saves are read by other
    processes, be it one, so that who watches is not kept waiting. Raises `SaveError` where there is no saved game at
    all, `Stopped`, and `TheoError` without DuckDB.
    """
    duck, named = connected(), named_saves(source)
    if not named:
        assert isinstance(source, str | Path)
        return _of_tables(duck, Path(source))
    kept = usual(events) if keep and len(named) >= FEWEST else None
    files = [
        (number, str(path), line(name)[:200], "" if kept is None else digest_of(path))
        for number, (path, name) in enumerate(named)
    ]
    for name, kinds in TABLES.items():
        empty_table(duck, name, kinds)
    done = 0
    if kept is not None:
        known = kept.take(duck, {number: (name, digest) for number, _, name, digest in files if digest})
        files, done = [row for row in files if row[0] not in known], len(known)
    tell = progress or (lambda _done, _wanted: None)
    tell(done, len(named))
    for count in _read(duck, files, _processes(len(files), processes), events, kept, stopped):
        done += count
        tell(done, len(named))
    if stopped is not None and stopped() and done < len(named):
        raise Stopped(done, len(named))
    return ManyGames(duck)


def named_saves(source: str | Path | Sequence[str | Path]) -> list[tuple[Path, str]]:
    """The files that are to be read, with their names; none for a folder of tables. Raises `SaveError` where there is
    nothing to be read.
    """
    if isinstance(source, str | Path):
        folder = Path(source)
        if not folder.is_dir():
            raise SaveError(f"{line(str(source))} is no folder")
        if (folder / "games.parquet").is_file() and (folder / "seats.parquet").is_file():
            return []
        named = [(path, path.relative_to(folder).as_posix()) for path in files_of(folder) if path.name not in NOT_SAVES]
        where = line(str(source))
    else:
        named, where = [(Path(path), Path(path).name) for path in source], "this list"
    if not named:
        raise SaveError(f"there is no saved game in {where}")
    return named


def _processes(saves: int, wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    alone = saves < WORTH or only_here() or current_process().daemon
    return 1 if alone else max(1, os.cpu_count() or 1)


def _read(
    duck: Any,
    files: Sequence[tuple[int, str, str, str]],
    processes: int,
    events: bool,
    kept: KeptRows | None,
    stopped: Callable[[], bool] | None,
) -> Iterator[int]:
    """Read saves into the tables; yields how many were read just now."""
    with tempfile.TemporaryDirectory(prefix="theomachy-") as place:
        size = max(1, min(CHUNK if stopped is None else WATCHED, -(-len(files) // processes)))
        chunks = [
            Chunk(number, tuple(files[at : at + size]), place, events)
            for number, at in enumerate(range(0, len(files), size))
        ]
        found: Iterator[tuple[int, int, str]]
        if processes > 1 or (stopped is not None and not only_here()):
            found = done_on_processes(chunks, processes, read_chunk, lost_chunk, stopped=stopped)
        else:
            found = (read_chunk(chunk) for chunk in chunks if stopped is None or not stopped())
        ready: list[int] = []
        for number, count, why in found:
            if why:
                raise TheoError(why)
            ready.append(number)
            if len(ready) * size >= BATCH:
                _into_tables(duck, place, ready, kept)
                ready = []
            yield count
        _into_tables(duck, place, ready, kept)


def _into_tables(duck: Any, place: str, chunks: Sequence[int], kept: KeptRows | None) -> None:
    """The rows of some chunks go into the tables, and are kept."""
    fresh_table(duck)
    for name, kinds in WRITTEN.items():
        paths = [_file(place, name, number) for number in chunks]
        add_files(duck, name, kinds, paths)
        for path in paths:
            path.unlink()
    if kept is not None:
        kept.add(duck)


def _of_tables(duck: Any, folder: Path) -> ManyGames:
    for name, kinds in TABLES.items():
        read_parquet(duck, name, folder / f"{name}.parquet", kinds)
    return ManyGames(duck)


class ManyGames:
    """The tables. Each question is a method that gives a list of dictionaries; `sql` asks anything else.

    `game` is the short name of a game, where there are several; shares have half of their 95 % interval as `half`.
    """

    def __init__(self, duck: Any) -> None:
        self.duck = duck

    @property
    def slugs(self) -> list[str]:
        """The games that there are saves of, the most first."""
        query = "SELECT slug FROM games GROUP BY slug ORDER BY count(*) DESC, slug"
        return [row["slug"] for row in self.sql(query)]

    def sql(self, query: str, values: Sequence[Any] = ()) -> Rows:
        """What a query finds in games, options, seats, decisions, events, figures, powers, luck and broken. Raises
        `TheoError` with what DuckDB says of a wrong one.
        """
        try:
            return rows_of(self.duck, query, values)
        except Exception as fault:
            if type(fault).__module__.partition(".")[0] not in ("duckdb", "_duckdb"):
                raise
            raise TheoError(f"DuckDB: {line(str(fault))[:300]}") from fault

    def count(self, game: str | None = None) -> tuple[int, int]:
        """How many games there are, and how many of them are over."""
        row = self.sql(
            f"SELECT count(*) AS n, count(*) FILTER (over) AS o FROM games WHERE {_of(game, '')}", _value(game)
        )[0]
        return row["n"], row["o"]

    # -- what one asks ------------------------------------------------------------------------------------------------
    def games(self, game: str | None = None) -> Rows:
        """A row a game."""
        return self.sql(f"SELECT * FROM games WHERE {_of(game, '')} ORDER BY game", _value(game))

    def wins(self, by: str = "faction", game: str | None = None, measure: str = "won") -> Rows:
        """Shares of wins of the games that are over: by "faction", "seat" (its number), "players" (how many they are
        and who), or an option of the game such as "map". A shared win counts in parts. `measure` "ahead" counts who
        stands strongest at the end instead, which says something where hardly anybody wins. Raises `UnknownName`.
        """
        if by in SIDES:
            name = {
                "faction": "s.faction",
                "seat": "'seat ' || (s.seat + 1)",
                "players": "g.players || ' players, ' || s.faction",
            }[by]
            more = ""
        else:
            known = [row["option"] for row in self.sql("SELECT DISTINCT option FROM options")]
            if by not in known:
                raise unknown("side of games", by, [*SIDES, *known])
            name, more = "coalesce(nullif(o.value, ''), '-') || ', ' || s.faction", "JOIN options o USING (game)"
        where = f"g.over AND {_of(game)} {'AND o.option = ?' if more else ''}"
        rows = self.sql(
            f"SELECT g.slug, {name} AS name, sum(s.{_checked(measure)}) AS wins, count(*) AS games FROM seats s "
            f"JOIN games g USING (game) {more} WHERE {where} GROUP BY ALL ORDER BY ALL",
            [*_value(game), *([by] if more else [])],
        )
        return [_shared(row) for row in rows]

    def openings(self, game: str | None = None, most: int = 20, measure: str = "won") -> Rows:
        """The first actions of each faction, the commonest first, and how often those seats have won."""
        rows = self.sql(
            f"SELECT g.slug, s.faction, s.opening, sum(s.{_checked(measure)}) AS wins, count(*) AS games FROM seats s "
            f"JOIN games g USING (game) WHERE g.over AND s.opening <> '' AND {_of(game)} GROUP BY ALL "
            f"ORDER BY games DESC, g.slug, s.faction, s.opening LIMIT {int(most)}",
            _value(game),
        )
        return [_shared(row) for row in rows]

    def powers(self, game: str | None = None, most: int = 40, measure: str = "won") -> Rows:
        """The powers that were used: by how many seats, how often, and what they are worth: by how much more those
        seats have won than seats of the same factions that did not use them, with half of its interval.

        That who is ahead uses more of everything is in it: it says what goes with winning, not what brings it.
        """
        rows = self.sql(
            f"WITH over AS (SELECT s.*, s.{_checked(measure)} AS best, g.slug FROM seats s JOIN games g USING (game) "
            "WHERE g.over), "
            "used AS (SELECT o.slug, o.faction, o.game, o.seat, p.rule, p.power, p.used FROM powers p "
            "JOIN over o USING (game, seat)), "
            "who AS (SELECT DISTINCT slug, faction, rule, power FROM used) "
            "SELECT w.slug, w.rule, w.power, count(u.game) AS seats, coalesce(sum(u.used), 0) AS used, "
            "sum(o.best) FILTER (u.game IS NOT NULL) AS wins, count(*) FILTER (u.game IS NULL) AS others, "
            "coalesce(sum(o.best) FILTER (u.game IS NULL), 0) AS theirs FROM who w JOIN over o "
            "ON o.slug = w.slug AND o.faction = w.faction LEFT JOIN used u ON u.game = o.game AND u.seat = o.seat "
            f"AND u.rule = w.rule WHERE {_of(game, 'w')} GROUP BY w.slug, w.rule, w.power "
            f"ORDER BY seats DESC, w.slug, w.rule LIMIT {int(most)}",
            _value(game),
        )
        return [_paid(row) for row in rows]

    def tempo(self, game: str | None = None) -> Rows:
        """The mean strength of each faction at the end of each turn, and how many games went so far."""
        return self.sql(
            "SELECT g.slug, f.turn, s.faction, avg(f.value) AS strength, count(DISTINCT f.game) AS games "
            "FROM figures f JOIN seats s USING (game, seat) JOIN games g USING (game) "
            f"WHERE f.figure = 'strength' AND {_of(game)} GROUP BY ALL ORDER BY ALL",
            _value(game),
        )

    def lengths(self, game: str | None = None) -> Rows:
        """How many games ended in which turn, with the mean of their answers."""
        return self.sql(
            "SELECT slug, turns, count(*) AS games, avg(answers) AS answers FROM games "
            f"WHERE over AND {_of(game, '')} GROUP BY ALL ORDER BY ALL",
            _value(game),
        )

    def luck(self, game: str | None = None) -> Rows:
        """What was rolled less what was to be expected: a game of those who won, of the others, and in all.

        Of every kind of dice and every group of its faces: `difference` is the mean a seat and game, with its `half`.
        """
        rows = self.sql(
            "SELECT g.slug, l.what, l.part, CASE WHEN s.won > 0 THEN 'winners' ELSE 'others' END AS who, "
            "sum(l.rolls) AS rolls, sum(l.dice) AS dice, sum(l.outcome) AS outcome, sum(l.expected) AS expected, "
            "avg(l.outcome - l.expected) AS difference, stddev_samp(l.outcome - l.expected) AS spread, "
            "count(*) AS seats FROM luck l JOIN seats s USING (game, seat) JOIN games g USING (game) "
            f"WHERE g.over AND {_of(game)} "
            "GROUP BY g.slug, l.what, l.part, who ORDER BY g.slug, dice DESC, l.part, who DESC",
            _value(game),
        )
        for row in rows:
            spread, seats = row.pop("spread"), row["seats"]
            row["half"] = WIDEST * spread / seats**0.5 if spread is not None and seats > 1 else float("inf")
        return rows

    def broken(self, game: str | None = None) -> Rows:
        """The files that are no sound saves, and why."""
        return self.sql("SELECT * FROM broken ORDER BY name")

    # -- handing on ---------------------------------------------------------------------------------------------------
    def table(self, name: str, game: str | None = None) -> Rows:
        """What a question finds, by its name, or a whole table. Raises `UnknownName`."""
        if name in SAID:
            rows: Rows = getattr(self, name)(**({"game": game} if game else {}))
            return rows
        if name not in TABLES:
            raise unknown("table", name, [*SAID, *TABLES])
        return self.sql(f"SELECT * FROM {quoted(name)}")

    def frame(self, name: str = "games") -> Any:
        """The same as a pandas data frame. Raises `UnknownName`, or `TheoError` when pandas is not installed."""
        return frame(self.table(name))

    def csv(self, name: str = "games") -> str:
        """The same as CSV text."""
        return csv_text(self.table(name))

    def parquet(self, folder: str | Path) -> list[Path]:
        """Write all tables as Parquet files into a folder, from which `analyse_many` reads them at once. Raises
        `TheoError` and `OSError`.
        """
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        return [parquet_of(self.duck, f"SELECT * FROM {quoted(name)}", folder / f"{name}.parquet") for name in TABLES]

    @property
    def heading(self) -> str:
        """One line: how many games of which kind, over, broken."""
        parts = []
        for slug in self.slugs:
            n, over = self.count(slug)
            parts.append(f"{n:,} of {slug}" + (f" ({n - over:,} not over)" if over < n else ""))
        broken = len(self.broken())
        return ", ".join(parts or ["no game"]) + (f"; {broken:,} files could not be read" if broken else "")

    def _repr_html_(self) -> str:
        parts = [html_table(self.wins(), ("slug", "name", "share", "half", "games"), "Wins by faction")]
        return f"<p>{escape(self.heading)}</p>{''.join(parts)}"

    def __repr__(self) -> str:
        return f"<games: {self.heading}>"


def _checked(measure: str) -> str:
    if measure not in MEASURES:
        raise unknown("measure", measure, MEASURES)
    return measure


def _of(game: str | None, table: str = "g") -> str:
    """A condition on the game. The name of the table is never given where there is only one."""
    prefix = f"{table}." if table and game else ""
    return f"{prefix}slug = ?" if game else "true"


def _value(game: str | None) -> list[str]:
    return [game] if game else []


def _shared(row: dict[str, Any]) -> dict[str, Any]:
    found, half = share(row["wins"], row["games"])
    return row | {"share": found, "half": half}


def _paid(row: dict[str, Any]) -> dict[str, Any]:
    wins, theirs = row.pop("wins") or 0.0, row.pop("theirs")
    mine, half = share(wins, row["seats"])
    told = row | {"share": mine, "half": half, "paid": None, "within": None}
    if row["others"]:
        other, less = share(theirs, row["others"])
        told |= {"paid": mine - other, "within": (half**2 + less**2) ** 0.5}
    return told
