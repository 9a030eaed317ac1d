"""Boards and scenarios of a player's own, for one game: the option `data`.

They come from a file that somebody names (a `Path`), or as the tables of such a file. Kept are the tables, so that a
saved game, a journal or a scenario holds all that it needs; hence every value is looked at before it is believed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...engine import files
from ...engine.errors import DataError, shown
from ...engine.reference.facts import Facts

LARGEST = 200_000  # bytes of a file
MOST = 150  # tables of a kind, entries of a list: a line of sight looks at all of them
FARTHEST = 10_000  # a coordinate
LONGEST = 1_000  # signs of a text
KEY = re.compile(r"[A-Za-z0-9_-]{1,60}")

Check = Callable[[Any], bool]


def _whole(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _each(check: Check, least: int = 0, most: int = MOST) -> Check:
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(check, value))


def _text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable()


NUMBER = (_whole(0, 99), "a whole number up to 99")
TEXT = (_text, f"a text of one line, of {LONGEST:,} signs at most")
TEXTS = (_each(_text), "a list of names")
POINT = (_each(_whole(0, FARTHEST), 2, 2), f"two whole numbers up to {FARTHEST:,}")
POINTS = (_each(POINT[0]), f"a list of points, each of two whole numbers up to {FARTHEST:,}")
FRAME = (_each(_whole(0, FARTHEST), 4, 4), f"four whole numbers up to {FARTHEST:,}")
NUMBERS = (_each(NUMBER[0]), "a list of whole numbers up to 99")
AREA = {
    "name": TEXT, "terrain": TEXT, "capacity": NUMBER, "level": NUMBER, "centre": POINT, "outline": POINTS,
    "slots": POINTS, "elements": POINTS, "stones": NUMBER, "skulls": TEXTS, "mirror": TEXT,
}  # fmt: skip
BOUNDARY = {"between": (_each(_text, 2, 2), "two areas"), "type": TEXT, "line": POINTS, "heights": TEXT}
ARMY = {"name": TEXT, "side": TEXT, "units": TEXTS, "placed": TEXTS, "areas": TEXTS}
GOAL = {
    "rule": TEXT, "text": TEXT, "seats": NUMBERS, "count": NUMBER, "stone": TEXT, "areas": TEXTS, "of": NUMBER,
}  # fmt: skip
SHAPE: dict[str, Any] = {
    "board": {
        "*": {
            "name": TEXT, "players": NUMBERS, "size": POINT, "frame": FRAME, "area": {"*": AREA},
            "boundary": {"*": BOUNDARY}, "zones": {"*": {"*": TEXTS}}, "stones": {"*": {"areas": TEXTS}},
        },
    },
    "scenario": {
        "*": {
            "name": TEXT, "text": TEXT, "mode": TEXT, "recruitment": TEXT, "board": TEXT, "players": NUMBER,
            "lead": NUMBER, "rp": NUMBER, "pool": TEXTS, "army": {"*": ARMY}, "stones": {"*": TEXTS},
            "victory": {"*": GOAL},
        },
    },
}  # fmt: skip


def tables(given: object) -> dict[str, Any]:
    """The boards and scenarios of the option `data`. Raises `DataError` for anything else."""
    if isinstance(given, Path):
        given = files.read_toml(given, "file of boards", LARGEST)
    if not isinstance(given, Mapping):
        raise DataError(f"data is a table of boards and scenarios, or a Path to a file of them, not {shown(given)}")
    _checked(given, SHAPE, "")
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
        if isinstance(wanted, tuple):
            check, told = wanted
            if not check(value):
                raise DataError(f"data: {where} must be {told}, not {shown(value)}")
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
