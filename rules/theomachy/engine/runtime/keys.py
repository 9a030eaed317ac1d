"""The keys of `[setup]` and `expect`: a table a game, each key with an example and a sentence beside what reads it.

The tables are what the game itself reads by, so that the page that lists them (`docs/scenario_keys.md`, made by
`tools/make_keys.py`) and `theomachy help scenario GAME` say neither less nor more than there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..errors import unknown

Use = TypeVar("Use", covariant=True)


@dataclass(frozen=True, slots=True)
class Key(Generic[Use]):
    """One key: the function that reads or compares its value, an example of the value as TOML, and what it says."""

    use: Use
    example: str
    title: str


KeyTable = Mapping[str, Key[Any]]


def known(keys: KeyTable, written: Iterable[str], what: str) -> None:
    """Raises `UnknownName` for the first key that is not in the table."""
    for key in written:
        if key not in keys:
            raise unknown(what, key, keys)
