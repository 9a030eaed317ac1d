"""Boards and scenarios of a player's own, for one game: the option `data`.

They come from a file that somebody names (a `Path`), or as the tables of such a file. Kept are the tables, so that a
saved game, a journal or a scenario holds all that it needs; hence every value is looked at before it is believed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....engine import files
from ....engine.errors import DataError, shown
from ....engine.reference.facts import Facts
from ....engine.reference.values import Place, Printed, Value
from .components import BROUGHT, MOST, TEXT

LARGEST = 200_000  # bytes of a file
KEY = re.compile(r"[A-Za-z0-9_-]{1,60}")


def tables(given: object) -> dict[str, Any]:
    """The boards and scenarios of the option `data`. Raises `DataError` for anything else."""
    if isinstance(given, Path):
        given = files.read_toml(given, "file of boards", LARGEST)
    if not isinstance(given, Mapping):
        raise DataError(f"data is a table of boards and scenarios, or a Path to a file of them, not {shown(given)}")
    _checked(given, BROUGHT, "")
    return dict(given)


def _checked(table: Mapping[str, Any], shape: Mapping[str, Any], at: str) -> None:
    """Raises `DataError` for a key that no board or scenario has, and for a value of another kind."""
    if len(table) > MOST:
        raise DataError(f"{at or 'data'} has {len(table)} entries; {MOST} are the most")
    for key, value in table.items():
        where = f"{at}.{key}" if at else str(key)
        if key in ("source", "where"):
            wanted: Any = TEXT
        elif isinstance(key, str) and KEY.fullmatch(key) and (key in shape or "*" in shape):
            wanted = shape[key] if key in shape else shape["*"]
        else:
            raise DataError(f"data: there is no {shown(where)}; docs/boards.md tells what a board or a scenario has")
        if isinstance(wanted, Value):
            place = Place(where, where, Printed())
            if not wanted.takes(value, place):
                raise DataError(f"data: {where} must be {wanted.told(place)}, not {shown(value)}")
        elif not isinstance(value, Mapping):
            raise DataError(f"data: {where} must be a table, not {shown(value)}")
        else:
            _checked(value, wanted, where)


def fresh(given: Mapping[str, Any], printed: Facts) -> None:
    """Raises `DataError` where a board or scenario has the short name of one that is there already."""
    for kind in ("board", "scenario"):
        for slug in given.get(kind, {}):
            if slug in printed.names(kind):
                raise DataError(f"there is a {kind} {slug!r} already: give yours another name in the file")
