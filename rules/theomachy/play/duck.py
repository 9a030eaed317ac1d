"""DuckDB, where somebody asks for it: tables from rows, Parquet written and read. It asks no network for anything."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..engine import files
from ..engine.errors import SaveError, TheoError, cause

LARGEST = 64_000_000_000  # bytes of a Parquet file
MAGIC = b"PAR1"
NULL = "\x1a"  # in the file of the moment; no text of a game has it


class NoDuck(TheoError):
    """DuckDB is not installed."""

    def __init__(self) -> None:
        super().__init__("tables of many games and Parquet need DuckDB: pip install 'theomachy[analysis]'")


def connected(path: str = ":memory:") -> Any:
    """A data base in memory. Raises `NoDuck`."""
    try:
        import duckdb
    except ImportError as fault:
        raise NoDuck from fault
    # No extension is fetched from anywhere, however a query is written.
    settings: dict[str, Any] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    found: Any = duckdb.connect(path, config=settings)
    found.execute("SET preserve_insertion_order = true")
    return found


def quoted(name: str) -> str:
    """A name of a table or column as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def columns_of(kinds: Mapping[str, str]) -> str:
    """Columns and their types as SQL writes them."""
    return ", ".join(f"{quoted(name)} {kind}" for name, kind in kinds.items())


def table_of(duck: Any, name: str, kinds: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> None:
    """A table of rows; through a file of the moment, which takes DuckDB a hundredth of the time of one row by one."""
    with tempfile.TemporaryDirectory(prefix="theomachy-") as place:
        path = Path(place) / "rows.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, quoting=csv.QUOTE_MINIMAL).writerows(
                [NULL if x is None else x for x in row] for row in rows
            )
        empty_table(duck, name, kinds)
        add_files(duck, name, kinds, [path])


def empty_table(duck: Any, name: str, kinds: Mapping[str, str]) -> None:
    """A table without rows."""
    duck.execute(f"CREATE OR REPLACE TABLE {quoted(name)} ({columns_of(kinds)})")


def add_files(duck: Any, name: str, kinds: Mapping[str, str], paths: Sequence[Path]) -> None:
    """Rows for a table from CSV files without a head that `table_of` or a worker has written."""
    found = [str(path) for path in paths if path.stat().st_size]
    if not found:
        return
    told = ", ".join(f"{_text(column)}: {_text(kind)}" for column, kind in kinds.items())
    duck.execute(
        f"INSERT INTO {quoted(name)} SELECT * FROM read_csv(?, header=false, delim=',', quote='\"', escape='\"', "
        f"nullstr={_text(NULL)}, auto_detect=false, max_line_size=16777216, columns={{{told}}})",
        [found],
    )


def _text(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"


def parquet_of(duck: Any, query: str, path: Path) -> Path:
    """Write what a query finds as Parquet: the file is the old one or the new one, never half of it. Raises `TheoError`
    when it cannot be written.
    """
    files.place(path)
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        duck.execute(f"COPY ({query}) TO {_text(str(half))} (FORMAT parquet, COMPRESSION zstd)")
        os.replace(half, path)
    except OSError as fault:
        raise TheoError(f"{path.name} cannot be written: {cause(fault)}") from fault
    except Exception as fault:
        if type(fault).__module__.partition(".")[0] not in ("duckdb", "_duckdb"):
            raise
        raise TheoError(f"{path.name} cannot be written: {str(fault).splitlines()[0]}") from fault
    finally:
        half.unlink(missing_ok=True)
    return path


def read_parquet(duck: Any, name: str, path: str | Path, needs: Iterable[str]) -> None:
    """A table from a Parquet file that has at least these columns. Raises `SaveError` for anything else."""
    path = Path(path)
    data = head(path)
    if data[:4] != MAGIC:
        raise SaveError(f"{path.name} is no Parquet file")
    try:
        duck.execute(f"CREATE OR REPLACE TABLE {quoted(name)} AS SELECT * FROM read_parquet(?)", [str(path)])
    except Exception as fault:
        if type(fault).__module__.partition(".")[0] not in ("duckdb", "_duckdb"):
            raise
        raise SaveError(f"{path.name} is a damaged Parquet file: {str(fault).splitlines()[0][:200]}") from fault
    there = {row[0] for row in duck.execute(f"DESCRIBE {quoted(name)}").fetchall()}
    if missing := [column for column in needs if column not in there]:
        duck.execute(f"DROP TABLE {quoted(name)}")
        raise SaveError(f"{path.name} is no table of {name}: it lacks {', '.join(missing)}")


def head(path: Path) -> bytes:
    """The first bytes of a Parquet file, through the door for files. Raises `SaveError`."""
    if not path.is_file():
        files.read(path, "Parquet file", 1, SaveError)  # says what it is instead
    if path.stat().st_size > LARGEST:
        raise SaveError(f"{path.name} is larger than {LARGEST // 10**9} GB")
    with path.open("rb") as file:
        return file.read(4)


def rows_of(duck: Any, query: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """What a query finds, a dictionary a row."""
    found = duck.execute(query, list(values))
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
