"""Component values with their sources, and the overlay that replaces them.

A data file is TOML. Every table says where its values come from: `source` is "rulebook", "published" or "house" and
`where` the place or the reason. A table without a source takes that of the table above it; a single value of another
origin is written `{ value = 3, source = "house", where = "..." }`. Values are reached by dotted keys
("terrain.mountains.limit"). An overlay is a TOML file (or a dictionary) of the same shape: each key must exist, each
value must be of the kind that the game declares for it (`values`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from .. import files
from ..errors import DataError, shown
from ..plain import Json
from ..wording import article
from .values import Kinds, Place, Printed, Text, figure_of, filled, kind_of

SOURCES = ("rulebook", "published", "house", "overlay")
OF_ORIGIN = ("source", "where")  # what a table says of its values
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

    def __init__(
        self, facts: dict[str, Fact], overlay: dict[str, Json] | None = None, kinds: Kinds | None = None
    ) -> None:
        self._facts = facts
        self.overlay: dict[str, Json] = overlay or {}  # nested, as given: kept in saves
        self.kinds: Kinds = kinds or {}  # what the values may be, as the game declares it

    @classmethod
    def read(
        cls,
        *paths: Path,
        overlay: str | Path | Mapping[str, Json] | None = None,
        kinds: Kinds | None = None,
        more: Mapping[str, Json] | None = None,
    ) -> Facts:
        """Read data files and lay an overlay over them. Raises `DataError` with the key that is wrong.

        `more` are tables of a data file that somebody brings along for one game.
        """
        facts: dict[str, Fact] = {}
        for path in paths:
            facts |= _of_file(path, path.stat().st_mtime_ns if path.is_file() else 0)
        _flatten(facts, more or {}, "", "house", "brought along", "data")
        given = _overlay(overlay)
        printed = Printed({key: fact.value for key, fact in facts.items()})
        _lay(facts, given, "", kinds or {}, printed)
        return cls(facts, given, kinds)

    def agreed(self, key: str, value: Json, what: str, kinds: Kinds) -> Facts:
        """These values with one that the players agreed on by an option, `what`: it is ours, a change of the rules.

        0 agrees on nothing. Raises `DataError` for a value that the game does not allow.
        """
        if value == 0:
            return self
        kind, place = kind_of(key, kinds, Printed({key: fact.value for key, fact in self._facts.items()}))
        if not kind.takes(value, place):
            raise DataError(f"{what} must be {kind.told(place)}, not {shown(value)}")
        agreed = self._facts | {key: Fact(key, value, "house", "agreed for this game")}
        return Facts(agreed, self.overlay, kinds)

    def without(self, tables: Collection[str]) -> Facts:
        """These values without some tables, by their dotted keys: what is not in the box of this game."""
        if not tables:
            return self
        gone = tuple(f"{table}." for table in tables)
        return Facts({k: f for k, f in self._facts.items() if not k.startswith(gone)}, self.overlay, self.kinds)

    def knowing(self, kinds: Kinds) -> Facts:
        """These values, with what the game declares that they may be: read once for all games, and told later."""
        self.kinds = kinds
        return self

    def __getitem__(self, key: str) -> Any:
        """The value of a dotted key."""
        try:
            return self._facts[key].value
        except KeyError:
            raise DataError(no_key(key, self._facts)) from None

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
        found: dict[str, dict[str, Json]] = {}
        for key, fact in self._facts.items():
            prefix, _, last = key.rpartition(".")
            found.setdefault(prefix, {})[last] = fact.value
        return found

    def names(self, prefix: str) -> list[str]:
        """The names of the tables directly under a dotted prefix, in file order."""
        return list(self._names.get(prefix, ()))

    @cached_property
    def _names(self) -> dict[str, dict[str, None]]:
        """What stands directly under each prefix: a game asks for a hundred of them, of some 3,000 keys."""
        found: dict[str, dict[str, None]] = {}
        for key in self._facts:
            prefix, _, last = key.rpartition(".")
            while prefix and last not in found.setdefault(prefix, {}):
                found[prefix][last] = None
                prefix, _, last = prefix.rpartition(".")
        return found

    def filled(self, at: str, text: str, tables: tuple[str, ...] = ("figures", "")) -> str:
        """A short text of a thing with its figures as they are now. Raises `DataError` for one that is nowhere."""
        return filled(text, figure_of(self._value, at, tables), at)

    def _value(self, key: str) -> Any:
        return self._facts[key].value if key in self._facts else None

    def house(self, prefix: str) -> bool:
        """Is any value under this prefix ours?"""
        return any(f.source == "house" for k, f in self._facts.items() if k == prefix or k.startswith(prefix + "."))


@lru_cache(64)
def _of_file(path: Path, _changed: int) -> dict[str, Fact]:
    """What a data file says: read once, since each game with an overlay begins with it."""
    facts: dict[str, Fact] = {}
    _flatten(facts, files.read_toml(path, "data file", LARGEST), "", "", "", path.name)
    return facts


def _flatten(facts: dict[str, Fact], table: Mapping[str, Any], prefix: str, source: str, where: str, name: str) -> None:
    source, where = table.get("source", source), table.get("where", where)
    for key, value in table.items():
        if key in OF_ORIGIN:
            continue
        if isinstance(value, dict) and "value" not in value:
            _flatten(facts, value, f"{prefix}{key}.", source, where, name)
            continue
        single = value if isinstance(value, dict) else {"value": value}
        fact = Fact(prefix + key, single["value"], single.get("source", source), single.get("where", where))
        if fact.source not in SOURCES[:3]:
            raise DataError(f"{name}: {prefix}{key} has no source (rulebook, published or house)")
        facts[fact.key] = fact


def _overlay(given: str | Path | Mapping[str, Json] | None) -> dict[str, Any]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return dict(given)
    if not isinstance(given, str | Path):
        raise DataError(f"an overlay is a TOML file or a table of component values, not {shown(given)}")
    return files.read_toml(given, "overlay", LARGEST)


def _lay(facts: dict[str, Fact], table: Mapping[str, Any], prefix: str, kinds: Kinds, printed: Printed) -> None:
    for word, value in table.items():
        key = f"{prefix}{word}"
        if word in OF_ORIGIN:
            _origin(key, value)
            continue
        if isinstance(value, Mapping) and key in facts and "value" in value:  # written as in the data file
            for more in value:
                if more in OF_ORIGIN:
                    _origin(f"{key}.{more}", value[more])
                elif more != "value":
                    raise DataError(f"the overlay's {key} is a value with its source and where: nothing else")
            value = value["value"]
        if isinstance(value, Mapping):
            if not any(k.startswith(key + ".") for k in facts):
                there = {k.rpartition(".")[0] for k in facts}
                raise _overlaid(key, f"the overlay has an unknown table: {no_key(key, there)}")
            _lay(facts, value, key + ".", kinds, printed)
            continue
        if key not in facts:
            raise _overlaid(key, f"the overlay has an unknown key: {no_key(key, facts)}")
        kind, place = kind_of(key, kinds, printed)
        if not kind.takes(value, place):
            raise _overlaid(key, f"the overlay's {key} must be {kind.told(place)}, not {shown(value)}")
        facts[key] = Fact(key, value, "overlay", "your overlay")


def _overlaid(key: str, sentence: str) -> DataError:
    found = DataError(sentence)
    found.key = key
    return found


def _origin(key: str, value: Any) -> None:
    if not Text(1_000, 0).takes(value, Place(key, key, Printed())):
        raise DataError(f"the overlay's {key} must be a text that can be seen, not {shown(value)}")


def no_key(key: str, known: Any) -> str:
    """That there is no such value, with the nearest that there is."""
    near = get_close_matches(key[:100], list(known), n=1, cutoff=0.6)
    return f"there is no component value {shown(key)}" + (f"; did you mean {near[0]!r}?" if near else "")
