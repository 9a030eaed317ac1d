"""What a component value may be: the one typed door for what an overlay, a save or a board brings in.

A game declares its kinds of value once, by patterns of keys ("empire.*.units.*.kind"; `*` is a word of the key or a
part of one, `**` any number of words); the first pattern that fits counts. A number or a flag that no pattern names is
what the data file prints there; a text or a list that none names is what the game is built of, and stays as printed.
Nothing of a value is ever run, looked up as an attribute or given a width: a text may name figures, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..errors import DataError
from ..plain import Json

MOST = 10_000  # the bound of a number whose key has none of its own
FIGURE = re.compile(r"\{([a-z0-9_.]+)(?::([A-Za-z][A-Za-z ]*))?\}")  # a name, and perhaps what it counts


class Printed(dict[str, Any]):
    """The values of the data files, by their keys, and what was found out about them."""

    def __init__(self, values: Mapping[str, Json] = {}) -> None:
        super().__init__(values)
        self.words: dict[str, tuple[str, ...]] = {}  # by pattern

    def words_at(self, pattern: str) -> tuple[str, ...]:
        """The words that stand where a pattern fits, each once."""
        if pattern not in self.words:
            fits = _matcher(pattern)
            found = (value if isinstance(value, list) else [value] for key, value in self.items() if fits(key))
            self.words[pattern] = tuple(dict.fromkeys(word for row in found for word in row))
        return self.words[pattern]

    def tables_at(self, under: str) -> tuple[str, ...]:
        """The names of the tables directly under the keys that a pattern fits."""
        if under not in self.words:
            fits, at = _matcher(f"{under}.*.**"), len(under.split("."))
            self.words[under] = tuple(dict.fromkeys(key.split(".")[at] for key in self if fits(key)))
        return self.words[under]


class Value:
    """A kind of component value."""

    def takes(self, value: Json, at: Place) -> bool:
        """May this stand there?"""
        raise NotImplementedError

    def told(self, at: Place) -> str:
        """What may stand there, for a sentence: "a whole number from 0 to 20"."""
        raise NotImplementedError


Kinds = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: its key, the pattern that declares it, and what the data files print."""

    key: str
    pattern: str
    printed: Printed


@dataclass(frozen=True, slots=True)
class Whole(Value):
    """A whole number; true and false are none."""

    low: int = 0
    high: int = MOST

    def takes(self, value: Json, at: Place) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def told(self, at: Place) -> str:
        return f"a whole number from {self.low:,} to {self.high:,}"


@dataclass(frozen=True, slots=True)
class Real(Value):
    """A number, with or without a fraction."""

    low: float = 0
    high: float = MOST

    def takes(self, value: Any, at: Place) -> bool:
        return type(value) in (int, float) and self.low <= value <= self.high

    def told(self, at: Place) -> str:
        return f"a number from {self.low:,g} to {self.high:,g}"


class Flag(Value):
    """True or false."""

    def takes(self, value: Json, at: Place) -> bool:
        return type(value) is bool

    def told(self, at: Place) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Text(Value):
    """A text that can be seen, typed and kept: no half signs, nothing invisible; line ends only where it is long."""

    most: int = 80
    least: int = 1

    def takes(self, value: Json, at: Place) -> bool:
        return (
            type(value) is str
            and self.least <= len(value) <= self.most
            and (value.replace("\n", "") if self.most > 80 else value).isprintable()
        )

    def told(self, at: Place) -> str:
        return f"a text of at most {self.most} signs that can be seen"


@dataclass(frozen=True, slots=True)
class Figured(Value):
    """A text that may name figures in braces: those of its own thing, and of the `tables` that it goes by."""

    tables: tuple[str, ...] = ("figures", "")

    def takes(self, value: Any, at: Place) -> bool:
        if not Text(2_000, 0).takes(value, at):
            return False
        try:
            filled(value, figure_of(at.printed.get, at.key.rpartition(".")[0], self.tables), at.key)
        except DataError:
            return False
        return True

    def told(self, at: Place) -> str:
        known = ", ".join(sorted(_figures(at, self.tables))[:8]) or "none"
        return f"a text of at most 2,000 signs with no braces but round the names of figures ({known})"


class Listed(Value):
    """A word of a list that is known where the value stands."""

    __slots__ = ()

    def takes(self, value: Json, at: Place) -> bool:
        return type(value) is str and value in self._known(at)

    def told(self, at: Place) -> str:
        known = [repr(word) for word in self._known(at)]
        return f"one of {', '.join(known[:12])}{', ...' if len(known) > 12 else ''}"

    def _known(self, at: Place) -> tuple[str, ...]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Among(Listed):
    """One of some words; without any, one of those that the data files print at such places: kinds, icons, colours."""

    words: tuple[str, ...] = ()

    def _known(self, at: Place) -> tuple[str, ...]:
        return self.words or at.printed.words_at(at.pattern)


@dataclass(frozen=True, slots=True)
class Name(Listed):
    """The name of a table directly under a key ("map.*.area"; a star is the word of the value's own key), or a word."""

    under: str
    words: tuple[str, ...] = ()

    def _known(self, at: Place) -> tuple[str, ...]:
        own, wanted = at.key.split("."), self.under.split(".")
        if wanted[0] == own[0]:
            wanted = [mine if word == "*" else word for word, mine in zip(wanted, own, strict=False)]
        return (*self.words, *at.printed.tables_at(".".join(wanted)))


@dataclass(frozen=True, slots=True)
class Many(Value):
    """A list of values of one kind; without bounds, as many as are printed there."""

    each: Value
    least: int = -1
    most: int = -1

    def takes(self, value: Json, at: Place) -> bool:
        least, most = self._bounds(at)
        return type(value) is list and least <= len(value) <= most and all(self.each.takes(one, at) for one in value)

    def told(self, at: Place) -> str:
        least, most = self._bounds(at)
        n = f"{least}" if least == most else f"{least} to {most}"
        return f"a list of {n}, each {self.each.told(at)}"

    def _bounds(self, at: Place) -> tuple[int, int]:
        return (len(at.printed[at.key]),) * 2 if self.least < 0 else (self.least, self.most)


@dataclass(frozen=True, slots=True)
class Pair(Value):
    """Two different words of one kind with a blank between."""

    each: Value

    def takes(self, value: Json, at: Place) -> bool:
        if type(value) is not str:
            return False
        words = value.split(" ")
        return len(words) == len(set(words)) == 2 and all(self.each.takes(word, at) for word in words)

    def told(self, at: Place) -> str:
        return f"two different words with a blank between, each {self.each.told(at)}"


class Fixed(Value):
    """What the game is built of: it stays as it is printed."""

    def takes(self, value: Json, at: Place) -> bool:
        return type(value) is type(at.printed[at.key]) and bool(value == at.printed[at.key])

    def told(self, at: Place) -> str:
        return "as it is, since the game is built of it"


def kind_of(key: str, kinds: Kinds, printed: Printed) -> tuple[Value, Place]:
    """What a value with this key may be, and where it stands."""
    for pattern, kind in kinds.items():
        if _matcher(pattern)(key):
            return kind, Place(key, pattern, printed)
    value = printed[key]
    plain: Value = Flag() if type(value) is bool else Whole() if type(value) is int else Fixed()
    return plain, Place(key, key, printed)


def filled(text: str, figure: Callable[[str, str], str | None], at: str) -> str:
    """A text with its figures, "{swap.limit:resource}": `figure` tells each by its name and what it counts.

    Raises `DataError` for a name that it does not know, and for a brace that is round none.
    """

    def one(found: re.Match[str]) -> str:
        told = figure(found[1], found[2] or "")
        if told is None:
            raise DataError(f"{at}: its text names {found[1]!r}, which is no figure of it")
        return told

    if "{" in FIGURE.sub("", text) or "}" in FIGURE.sub("", text):
        raise DataError(f"{at}: its text has a brace that is round no name of a figure")
    return FIGURE.sub(one, text)


def figure_of(get: Callable[[str], Any], at: str, tables: tuple[str, ...]) -> Callable[[str, str], str | None]:
    """Tells figures of a thing: from its tables, the first that has one of that name, then from its board."""

    def one(name: str, what: str) -> str | None:
        places = [f"{at}.{table}.{name}" if table else f"{at}.{name}" for table in tables]
        for key in (*places, f"{'.'.join(at.split('.')[:2])}.{name}"):
            if _is_figure(value := get(key)):
                return said(value, what)
        return None

    return one


def said(value: Json, what: str) -> str:
    """A figure in a text: "4", "9, 7 or 5", "1 point", "2 points", "each rune", "each full 2 runes"."""
    if isinstance(value, list):
        *first, last = map(str, value)
        return f"{', '.join(first)} or {last}" if first else last
    many = what if value == 1 else f"{what}s"
    if what.startswith("each "):
        return what if value == 1 else f"each full {value} {many.removeprefix('each ')}"
    return f"{value} {many}" if what else str(value)


def _is_figure(value: Json) -> bool:
    return type(value) is int or (type(value) is list and bool(value) and all(type(one) is int for one in value))


def _figures(at: Place, tables: tuple[str, ...]) -> Iterator[str]:
    thing = at.key.rpartition(".")[0]
    for table in tables:
        start = f"{thing}.{table}." if table else f"{thing}."
        yield from (key.removeprefix(start) for key, v in at.printed.items() if key.startswith(start) and _is_figure(v))


@lru_cache(1_000)
def _matcher(pattern: str) -> Callable[[str], Any]:
    words = {"**": r".+"}
    parts = (words.get(word) or re.escape(word).replace(r"\*", r"[^.]*") for word in pattern.split("."))
    return re.compile(r"\.".join(parts), re.DOTALL).fullmatch
