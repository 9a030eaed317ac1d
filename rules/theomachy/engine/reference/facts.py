"""Component values with their sources, and the overlay that replaces them.

A data file is TOML. Every table says where its values come from: `source` is "rulebook", "published" or "house" and
`where` the place or the reason. A table without a source takes that of the table above it; a single value of another
origin is written `{ value = 3, source = "house", where = "..." }`. Values are reached by dotted keys
("terrain.mountains.limit"). An overlay is a TOML file (or a dictionary) of the same shape: each key must exist, each
value must be of the same type and within the bounds of its key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import files
from ..errors import DataError, shown
from ..wording import article

SOURCES = ("rulebook", "published", "house", "overlay")
Bounds = Mapping[str, tuple[float, float]]
MOST = 10_000  # the bound of a number whose key has none of its own
LARGEST = 200_000  # bytes of a data file or an overlay


def add_file(files: dict[str, Path], what: str, slug: str, data: Path) -> None:
    """Put the data file of a printed sheet among those of a game. Raises `DataError` if the name is taken."""
    if files.get(slug, data) != data:
        raise DataError(f"there is {article(what)} {slug!r} already")
    files[slug] = data


@dataclass(frozen=True, slots=True)
class Fact:
    """One value with its source."""

    key: str
    value: Any
    source: str
    where: str


class Facts:
    """All component values of one game, with the overlay applied."""

    def __init__(self, facts: dict[str, Fact], overlay: dict[str, Any] | None = None) -> None:
        self._facts = facts
        self.overlay: dict[str, Any] = overlay or {}  # nested, as given: kept in saves

    @classmethod
    def read(
        cls,
        *paths: Path,
        overlay: str | Path | Mapping[str, Any] | None = None,
        bounds: Bounds | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Facts:
        """Read data files and lay an overlay over them. Raises `DataError` with the key that is wrong.

        `more` are tables of a data file that somebody brings along for one game.
        """
        facts: dict[str, Fact] = {}
        for path in paths:
            _flatten(facts, files.read_toml(path, "data file", LARGEST), "", "", "", path.name)
        _flatten(facts, more or {}, "", "house", "brought along", "data")
        given = _overlay(overlay)
        _lay(facts, given, "", bounds or {})
        return cls(facts, given)

    def __getitem__(self, key: str) -> Any:
        """The value of a dotted key."""
        try:
            return self._facts[key].value
        except KeyError:
            raise DataError(_no_key(key, self._facts)) from None

    def fact(self, key: str) -> Fact:
        """The value with its source."""
        self[key]
        return self._facts[key]

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._facts.values())

    def table(self, prefix: str) -> dict[str, Any]:
        """The values directly under a dotted prefix, by their last word."""
        return dict(self._tables.get(prefix, {}))

    @cached_property
    def _tables(self) -> dict[str, dict[str, Any]]:
        """All tables by their prefix: a game asks for a hundred of them when it is built."""
        found: dict[str, dict[str, Any]] = {}
        for key, fact in self._facts.items():
            prefix, _, last = key.rpartition(".")
            found.setdefault(prefix, {})[last] = fact.value
        return found

    def names(self, prefix: str) -> list[str]:
        """The names of the tables directly under a dotted prefix, in file order."""
        start = prefix + "."
        return list(dict.fromkeys(k[len(start) :].split(".")[0] for k in self._facts if k.startswith(start)))

    def house(self, prefix: str) -> bool:
        """Is any value under this prefix ours?"""
        return any(f.source == "house" for k, f in self._facts.items() if k == prefix or k.startswith(prefix + "."))


def _flatten(facts: dict[str, Fact], table: Mapping[str, Any], prefix: str, source: str, where: str, name: str) -> None:
    source, where = table.get("source", source), table.get("where", where)
    for key, value in table.items():
        if key in ("source", "where"):
            continue
        if isinstance(value, dict) and "value" not in value:
            _flatten(facts, value, f"{prefix}{key}.", source, where, name)
            continue
        single = value if isinstance(value, dict) else {"value": value}
        fact = Fact(prefix + key, single["value"], single.get("source", source), single.get("where", where))
        if fact.source not in SOURCES[:3]:
            raise DataError(f"{name}: {prefix}{key} has no source (rulebook, published or house)")
        facts[fact.key] = fact


def _overlay(given: str | Path | Mapping[str, Any] | None) -> dict[str, Any]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return dict(given)
    if not isinstance(given, str | Path):
        raise DataError(f"an overlay is a TOML file or a table of component values, not {shown(given)}")
    return files.read_toml(given, "overlay", LARGEST)


def _lay(facts: dict[str, Fact], table: Mapping[str, Any], prefix: str, bounds: Bounds) -> None:
    for word, value in table.items():
        key = f"{prefix}{word}"
        if prefix == "" and word in ("source", "where"):
            continue
        if isinstance(value, Mapping) and key in facts and "value" in value:  # written as in the data file
            value = value["value"]
        if isinstance(value, Mapping):
            if not any(k.startswith(key + ".") for k in facts):
                raise DataError(
                    f"the overlay has an unknown table: {_no_key(key, {k.rpartition('.')[0] for k in facts})}"
                )
            _lay(facts, value, key + ".", bounds)
            continue
        if word in ("source", "where"):
            continue
        if key not in facts:
            raise DataError(f"the overlay has an unknown key: {_no_key(key, facts)}")
        facts[key] = Fact(key, _like(key, value, facts[key].value, bounds), "overlay", "your overlay")


def _like(key: str, value: Any, old: Any, bounds: Bounds) -> Any:
    if type(value) is not type(old):
        raise DataError(
            f"the overlay's {key} must be of type {type(old).__name__} (such as {old!r:.80}), not {value!r:.80}"
        )
    if isinstance(old, list) and old and any(type(v) is not type(old[0]) for v in value):
        raise DataError(f"the overlay's {key} must be a list of {type(old[0]).__name__}")
    first = old[0] if isinstance(old, list) and old else old
    if isinstance(first, int | float) and not isinstance(first, bool):
        numbers = value if isinstance(value, list) else [value]
        if not numbers:
            raise DataError(f"the overlay's {key} needs at least one number")
        low, high = next((b for pattern, b in bounds.items() if fnmatchcase(key, pattern)), (0, MOST))
        for number in numbers:
            if not low <= number <= high:
                raise DataError(f"the overlay's {key} must lie between {low:g} and {high:g}, not {number!r}")
    return value


def _no_key(key: str, known: Any) -> str:
    near = get_close_matches(key, list(known), n=1, cutoff=0.6)
    return f"there is no component value {key!r}" + (f"; did you mean {near[0]!r}?" if near else "")
