"""Kinds of value that are some members of a domain, or some words: with repeats, or a bit each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import ScenarioError
from ..plain import Json, Said
from ..tabletop.palette import Tool, Value
from ..wording import listed
from .domain import UNKNOWN, Domain, StatePath
from .kind import Brush, Fault, Kind, Text
from .reading import BadValue, parts, spoken, table, whole

if TYPE_CHECKING:
    from random import Random


class Many(Kind[tuple[int, ...]]):
    """Some members of a domain, as often as they like, sorted: a hand of cards. Said as "Plague, 2 Famine".

    Members that are called by numbers are said as a list of them: [1, 3].
    """

    def __init__(self, of: Domain, *, most: int = 200, ordered: bool = False) -> None:
        self.of, self.most, self.ordered = of, most, ordered

    def fresh(self, at: StatePath) -> tuple[int, ...]:
        return ()

    def in_order(self, found: list[int]) -> tuple[int, ...]:
        """As such a value lies: in order, or sorted."""
        return tuple(found if self.ordered else sorted(found))

    def load(self, at: StatePath, raw: Json) -> tuple[int, ...]:
        members = self.of.members(at)
        beside = self.of.besides(at.config).values()
        rows = parts(at, raw)
        found = [x for x in rows if type(x) is int and (x in members or x in beside)]
        if len(rows) > self.most or len(found) < len(rows):
            raise BadValue(at, f"is no list of at most {self.most} {self.of.word}s")
        return self.in_order(found)

    def dump(self, at: StatePath, value: tuple[int, ...]) -> Json:
        return list(value)

    def violations(self, at: StatePath, value: tuple[int, ...]) -> Iterator[Fault]:
        if self.of.first - 1 not in value:  # a view of a position is lawful as well
            yield from super().violations(at, value)

    def count(self, value: tuple[int, ...], member: int, of: Domain | None = None) -> int:
        return value.count(member)

    def of_nobody(self, at: StatePath, value: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(value))

    def shuffled(self, at: StatePath, value: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        return tuple(rng.sample(value, len(value)))

    def say(self, at: StatePath, value: tuple[int, ...]) -> Said:
        if self.of.numbered:
            return [int(name) if name.isdecimal() else name for name in (self.of.name(at, x) for x in value)]
        if self.ordered:
            return ", ".join(self.of.name(at, x) for x in value) or "none"
        return self.of.listed(at, value)

    def read(self, at: StatePath, said: Said) -> tuple[int, ...]:
        found = []
        if self.of.numbered and isinstance(said, list):
            said = [str(x) for x in said]
        for n, name in listed(said, at.path):
            member = self.of.first - 1 if name.lower() == UNKNOWN else self.of.member(at, name)
            found += [member] * n
        if len(found) > self.most:
            raise ScenarioError(f"{at.path!r} names more than {self.most}")
        return self.in_order(found)

    def differences(self, at: StatePath, value: tuple[int, ...], expected: Said) -> Iterator[str]:
        if type(expected) is int:
            if expected != len(value):
                yield f"{at.path}: expected {expected}, found {len(value)}"
            return
        yield from super().differences(at, value, expected)

    def shape(self, at: StatePath) -> str:
        return f"a list of {self.of.word}s; an expectation may say how many"

    def sample(self, at: StatePath) -> tuple[int, ...]:
        first, *more = self.of.members(at)
        return (first, *more[:1]) if self.ordered else (first, first, *more[:1])

    def tools(self, at: StatePath, value: tuple[int, ...], tool: Tool) -> Iterator[Tool]:
        for member in self.of.members(at):
            look = self.of.shown(at, member)
            yield tool.of(
                "card",
                args=str(member),
                name=self.of.name(at, member),
                icon=look.icon,
                rule=look.rule,
                text=look.text,
                high=look.most or 99,
                value=value.count(member),
            )

    def edit(self, at: StatePath, value: tuple[int, ...], args: list[str], area: int, change: Value) -> tuple[int, ...]:
        return self.painted(at, value, args[0], int(change))

    def brushes(self, at: StatePath) -> Iterator[Brush]:
        for member in self.of.members(at):
            look = self.of.shown(at, member)
            yield Brush(str(member), self.of.name(at, member), look.icon, look.most or self.most, rule=look.rule)

    def level(self, at: StatePath, value: tuple[int, ...], brush: str) -> int:
        return value.count(int(brush))

    def painted(self, at: StatePath, value: tuple[int, ...], brush: str, n: int) -> tuple[int, ...]:
        """The others stay in their order; what is added comes last, what is too many is taken from the end."""
        member, rows = int(brush), list(value)
        rows += [member] * (n - rows.count(member))
        while rows.count(member) > n:
            del rows[len(rows) - 1 - rows[::-1].index(member)]
        return self.in_order(rows)


class Texts(Kind[tuple[str, ...]]):
    """Some short words of the rules, in their order. Said as "battle, move"."""

    def __init__(self, *, most: int = 100) -> None:
        self.kind, self.most = Text(), most

    def fresh(self, at: StatePath) -> tuple[str, ...]:
        return ()

    def dump(self, at: StatePath, value: tuple[str, ...]) -> Json:
        return list(value)

    def load(self, at: StatePath, raw: Json) -> tuple[str, ...]:
        rows = parts(at, raw)
        if len(rows) > self.most:
            raise BadValue(at, f"has more than {self.most} words")
        return tuple(self.kind.load(at, x) for x in rows)

    def say(self, at: StatePath, value: tuple[str, ...]) -> str:
        return ", ".join(value)

    def read(self, at: StatePath, said: Said) -> tuple[str, ...]:
        return tuple(word.strip() for word in self.kind.read(at, said).split(",") if word.strip())

    def shape(self, at: StatePath) -> str:
        return "words with commas between them"

    def sample(self, at: StatePath) -> tuple[str, ...]:
        return (self.kind.sample(at),)


class Mask(Kind[int]):
    """A bit a member of a domain. With `per` it holds `width` bits for each member of another domain, such as seats."""

    def __init__(self, of: Domain, *, per: Domain | None = None, width: int = 8) -> None:
        self.of, self.per, self.width = of, per, width

    def fresh(self, at: StatePath) -> int:
        return 0

    def load(self, at: StatePath, raw: Json) -> int:
        bits = self.width * len(self.per.members(at)) if self.per else len(self.of.members(at))
        return whole(at, raw, 0, (1 << bits) - 1)

    def _rows(self, at: StatePath) -> Iterator[tuple[int, int, StatePath]]:
        """(member, lowest bit, where it stands) of each row."""
        if self.per is None:
            yield -1, 0, at
        else:
            for i, member in enumerate(self.per.members(at)):
                yield member, i * self.width, at.into(self.per, member)

    def _names(self, at: StatePath, row: int) -> list[str]:
        return [name for i, name in enumerate(self.of.all(at)) if row >> i & 1]

    def _read(self, at: StatePath, said: Said) -> int:
        if isinstance(said, str) and said.strip().lower() == "all":
            return (1 << len(self.of.members(at))) - 1
        row = 0
        for _, name in listed(said, at.path):
            member = self.of.member(at, name)
            if member not in self.of.members(at):
                raise ScenarioError(f"{at.path} has no place for {name!r}")
            row |= 1 << member - self.of.first
        return row

    def count(self, value: int, member: int, of: Domain | None = None) -> int:
        if member < self.of.first:  # there is no hidden one
            return 0
        bit, rows = member - self.of.first, value
        if self.per is None:
            return rows >> bit & 1
        n = 0
        while rows:
            n, rows = n + (rows >> bit & 1), rows >> self.width
        return n

    def brushes(self, at: StatePath) -> Iterator[Brush]:
        for i, name in enumerate(self.of.all(at) if self.per is None else ()):
            look = self.of.shown(at, i + self.of.first)
            yield Brush(str(i), name, look.icon, rule=look.rule)

    def level(self, at: StatePath, value: int, brush: str) -> int:
        return value >> int(brush) & 1

    def painted(self, at: StatePath, value: int, brush: str, n: int) -> int:
        return value | 1 << int(brush) if n else value & ~(1 << int(brush))

    def say(self, at: StatePath, value: int) -> Said:
        if self.per is None:
            return ", ".join(self._names(at, value)) or "none"
        return {
            self.per.name(at, member): ", ".join(names)
            for member, low, here in self._rows(at)
            if (names := self._names(here, value >> low & (1 << self.width) - 1))
        }

    def read(self, at: StatePath, said: Said) -> int:
        if self.per is None:
            return self._read(at, said)
        value = 0
        for name, row in table(at, said).items():
            member = self.per.member(at, name)
            value |= self._read(at.into(self.per, member), row) << self.width * (member - self.per.first)
        return value

    def differences(self, at: StatePath, value: int, expected: Said) -> Iterator[str]:
        if type(expected) is int:
            if expected != value.bit_count():
                yield f"{at.path}: expected {expected}, found {value.bit_count()}"
            return
        if self.per is None:
            yield from super().differences(at, value, expected)
            return
        for name, row in table(at, expected).items():
            member = self.per.member(at, name)
            here = at.into(self.per, member)
            wanted, found = self._read(here, row), value >> self.width * (member - self.per.first)
            said = [", ".join(self._names(here, x & (1 << self.width) - 1)) for x in (wanted, found)]
            if said[0] != said[1]:
                yield f"{here.path}: expected {spoken(said[0])}, found {spoken(said[1])}"

    def shape(self, at: StatePath) -> str:
        inner = f"a list of {self.of.word}s, or 'all'"
        return inner if self.per is None else f"a table by {self.per.word}: {inner}"

    def sample(self, at: StatePath) -> int:
        return 1

    def tools(self, at: StatePath, value: int, tool: Tool) -> Iterator[Tool]:
        if self.of.on_board and self.per is None:
            if self.of.members(at):
                yield tool.of("place", value=value.bit_count(), high=1)
            return
        for member, low, here in self._rows(at):
            mine = tool if self.per is None else tool.of_member(self.per.target, member, self.per.name(at, member))
            for i, name in enumerate(self.of.all(here)):
                look = self.of.shown(here, i + self.of.first)
                on = value >> low + i & 1
                yield mine.of(
                    "toggle",
                    args=str(low + i),
                    name=name,
                    icon=tool.icon or look.icon,
                    rule=look.rule,
                    text=look.text,
                    value=on,
                    high=1,
                    owner=i if self.of.target == "seat:{}" else mine.owner,
                )

    def edit(self, at: StatePath, value: int, args: list[str], area: int, change: Value) -> int:
        bit = 1 << (int(args[0]) if args and args[0] else area - self.of.first)
        return value | bit if change else value & ~bit

    def placed(self, at: StatePath, value: int, args: list[str], area: int) -> int:
        return value >> area - self.of.first & 1
