"""Rows of saves that were read before: Parquet in the user's cache folder, found by what the file of a save holds.

`$XDG_CACHE_HOME/theomachy/tables/RULES/BATCH/TABLE.parquet`, else in `~/.cache`. RULES is a digest of all rules and
components: under others a save is played again. Whatever cannot be read there, or written, is as if it were not there.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..engine import files
from ..engine.bounds import LARGEST
from ..engine.errors import SaveError, TheoError
from ..engine.game.edition import everything
from ..engine.game.registry import only_here
from ..play.duck import columns_of, parquet_of, quoted
from .reading import TABLES

MOST_BYTES = 2 * 2**30  # of all that is kept; what nobody has asked for longest goes first
FEWEST = 100  # saves that are kept at once: fewer are read again as fast
SAVES = {"game": "BIGINT", "digest": "VARCHAR"}  # the table of what is kept


def digest_of(path: Path) -> str:
    """What a file holds, in a word; "" of one that cannot be read."""
    try:
        return sha256(files.read(path, "saved game", LARGEST, SaveError)).hexdigest()
    except SaveError:
        return ""


def usual(events: bool) -> KeptRows | None:
    """Those of this user under the rules of today; None where nothing can be kept, or the rules are of this process."""
    place, rules = files.cache_folder("tables"), "" if only_here() else everything()
    return KeptRows(place, f"{rules}{'' if events else '-few'}") if place is not None and rules else None


class KeptRows:
    """A folder of batches; each has the rows of some saves in all tables, and `saves.parquet` says of which."""

    def __init__(self, place: Path, rules: str, most_bytes: int = MOST_BYTES) -> None:
        self.place, self.folder, self.most_bytes = place, place / rules, most_bytes

    def take(self, duck: Any, wanted: Mapping[int, tuple[str, str]]) -> set[int]:
        """Add the rows of those of the saves (number -> name, digest) that are kept to the tables; returns which."""
        found: set[int] = set()
        every = sorted(path.parent for path in self.folder.glob("*/saves.parquet"))
        batches = [batch for batch in every if not batch.name.startswith(".")]  # such a one is just being written
        if not batches:
            return found
        duck.execute("CREATE OR REPLACE TEMP TABLE wanted (game BIGINT, name VARCHAR, digest VARCHAR)")
        duck.execute(  # at once, since row by row is slow
            "INSERT INTO wanted SELECT unnest(?::BIGINT[]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[])",
            [[*wanted], [name for name, _ in wanted.values()], [digest for _, digest in wanted.values()]],
        )
        for batch in batches:
            found |= self._taken(duck, batch)
        duck.execute("DROP TABLE wanted")
        return found

    def _taken(self, duck: Any, batch: Path) -> set[int]:
        """The rows of one batch; one that is damaged is thrown away."""
        duck.execute("BEGIN")
        try:
            duck.execute(
                "CREATE OR REPLACE TEMP TABLE found AS SELECT w.game, w.name, min(s.game) AS kept FROM wanted w "
                "JOIN read_parquet(?) s USING (digest) GROUP BY w.game, w.name",
                [str(batch / "saves.parquet")],
            )
            mine = {row[0] for row in duck.execute("SELECT game FROM found").fetchall()}
            if mine:
                for table, kinds in TABLES.items():
                    if "game" in kinds:
                        duck.execute(_again(table, kinds), [str(batch / f"{table}.parquet")])
                duck.execute("DELETE FROM wanted WHERE game IN (SELECT game FROM found)")
            duck.execute("COMMIT")
        except Exception as fault:
            duck.execute("ROLLBACK")
            if type(fault).__module__.partition(".")[0] not in ("duckdb", "_duckdb"):
                raise
            shutil.rmtree(batch, ignore_errors=True)
            return set()
        if mine:
            with contextlib.suppress(OSError):
                os.utime(batch)
        return mine

    def add(self, duck: Any) -> None:
        """Keep the rows of the saves in the table `fresh` (game, digest), if they are worth it."""
        count = duck.execute("SELECT count(*) FROM fresh").fetchone()[0]
        if count < FEWEST:
            return
        name = secrets.token_hex(8)
        half = self.folder / f".{name}"
        try:
            half.mkdir(parents=True, mode=0o700)
            parquet_of(duck, "SELECT game, digest FROM fresh", half / "saves.parquet")
            for table, kinds in TABLES.items():
                if "game" in kinds:
                    query = f"SELECT * FROM {quoted(table)} WHERE game IN (SELECT game FROM fresh)"
                    parquet_of(duck, query, half / f"{table}.parquet")
            half.rename(self.folder / name)
            self._bound()
        except (OSError, TheoError):  # a full disk, say: then nothing is kept
            shutil.rmtree(half, ignore_errors=True)

    def _bound(self) -> None:
        """What nobody has asked for longest goes, under whatever rules it was read."""
        total = 0
        for batch, size in _by_age(self.place.glob("*/*")):
            total += size
            if total > self.most_bytes:
                shutil.rmtree(batch, ignore_errors=True)


def _by_age(batches: Any) -> Sequence[tuple[Path, int]]:
    found = []
    for batch in batches:
        with contextlib.suppress(OSError):  # another process has thrown it away
            size = sum(path.stat().st_size for path in batch.iterdir())
            found.append((batch.stat().st_mtime_ns, batch, size))
    return [(batch, size) for _, batch, size in sorted(found, reverse=True)]


def _again(table: str, kinds: Mapping[str, str]) -> str:
    """The rows of a table that are kept, under the numbers and names of today."""
    new = {"game": "f.game"} | ({"name": "f.name"} if table == "games" else {})
    told = ", ".join(new.get(column, f"t.{quoted(column)}::{kind}") for column, kind in kinds.items())
    return f"INSERT INTO {quoted(table)} SELECT {told} FROM read_parquet(?) t JOIN found f ON f.kept = t.game"


def fresh_table(duck: Any) -> None:
    """An empty table of the saves whose rows were read just now."""
    duck.execute(f"CREATE OR REPLACE TEMP TABLE fresh ({columns_of(SAVES)})")
