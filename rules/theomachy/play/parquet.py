"""The tables of a simulation as Parquet, which DuckDB writes; without it nothing is written, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .duck import NoDuck, connected, parquet_of, table_of
from .run import TOLD

GAMES = {
    "game": "BIGINT", "seed": "VARCHAR", "players": "BIGINT", "bots": "VARCHAR", "winners": "VARCHAR",
    "turns": "BIGINT", "decisions": "BIGINT", "choices": "BIGINT", "seconds": "DOUBLE", "error": "VARCHAR",
}  # fmt: skip
LINE = "{'game': 'BIGINT', 'rows': 'JSON[][]'}"


def parquet(folder: Path, lines: list[dict[str, Any]], decisions: bool) -> list[Path]:
    """Write `games.parquet`, a row a game, and `decisions.parquet`, a row a decision. Returns the files."""
    try:
        duck = connected()
    except NoDuck:
        return []
    written = []
    with duck:
        kinds = GAMES | {name: "DOUBLE" for line in lines for name in line if name not in GAMES}
        table_of(duck, "games", kinds, ([line.get(name) for name in kinds] for line in lines))
        written.append(parquet_of(duck, "SELECT * FROM games ORDER BY game", folder / "games.parquet"))
        if decisions and (told := folder / "decisions.jsonl").is_file() and told.stat().st_size:
            duck.execute(
                f"CREATE TABLE told AS SELECT game, unnest(rows) AS r, generate_subscripts(rows, 1) AS i FROM "
                f"(SELECT game, last(rows) AS rows FROM read_json(?, format='newline_delimited', columns={LINE}, "
                "maximum_object_size=67108864) WHERE game IN (SELECT game FROM games) GROUP BY game)",
                [str(told)],
            )
            columns = ", ".join(_column(i, name) for i, name in enumerate(TOLD, 1))
            query = f"SELECT game, {columns} FROM told ORDER BY game, i"
            written.append(parquet_of(duck, query, folder / "decisions.parquet"))
    return written


def _column(i: int, name: str) -> str:
    kind: Any = "BIGINT" if name in ("number", "turn", "seat", "options") else "VARCHAR"
    return f"CAST(r[{i}]->>'$' AS {kind}) AS \"{name}\""
