"""Kinds of value made of others: one for each member, many members, a bit a member, rows, a sparse table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import ScenarioError
from ..tabletop.palette import Tool, Value
from ..wording import listed
from .domain import UNKNOWN, Domain, StatePath
from .kind import BadValue, Brush, Fault, Kind, Maybe, Number, OneOf, Text, spoken, table, whole

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V")
MOST_ROWS = 2_000


def parts(at: StatePath, raw: Any, length: int | None = None) -> list[Any]:
    """A list out of a file. Raises `SaveError`."""
    if not isinstance(raw, list | tuple) or len(raw) != (len(raw) if length is None else length):
        raise BadValue(at, "is no list" + (f" of {length}" if length else ""))
    if len(raw) > MOST_ROWS:
        raise BadValue(at, f"is longer than {MOST_ROWS}")
    return list(raw)


class Each(Kind[Any]):
    """One value a member of a domain: a list; a tuple if `frozen`; a byte array if `packed` (numbers up to 255).

    If it is `kept`, a set-up says of which members it is otherwise than at the start (a unit that has lost vitality).
    """

    def __init__(
        self, of: Domain, kind: Kind[Any], *, frozen: bool = False, packed: bool = False, kept: bool = False
    ) -> None:
        self.of, self.kind, self.frozen, self.packed, self.kept = of, kind, frozen, packed, kept
        self.make: Callable[[Sequence[Any]], Any] = bytearray if packed else tuple if frozen else list

    def fresh(self, at: StatePath) -> Any:
        if self.packed:  # numbers begin everywhere alike
            return self.make([self.kind.fresh(at)] * len(self.of.members(at)))
        return self.make([self.kind.fresh(self.within(at, i)) for i in self.of.members(at)])

    def within(self, at: StatePath, member: int) -> StatePath:
        """Where the value of a member stands."""
        return at.into(self.of, member)

    def copied(self, value: str) -> str:
        name = f"x{value.count('for')}"
        inner = self.kind.copied(name)
        if inner == name:
            return value if self.frozen else f"{value}[:]"
        if self.frozen and self.of.size is not None:  # written out: a comprehension costs a call
            return f"({', '.join(self.kind.copied(f'{value}[{i}]') for i in range(self.of.size))},)"
        return f"{'tuple' if self.frozen else ''}([{inner} for {name} in {value}])"

    def dump(self, at: StatePath, value: Any) -> Any:
        if self.packed:
            return value.hex()
        return [self.kind.dump(self.within(at, i), x) for i, x in enumerate(value, self.of.first)]

    def load(self, at: StatePath, raw: Any) -> Any:
        members = self.of.members(at)
        rows = list(hexadecimal(at, raw, len(members))) if self.packed else parts(at, raw, len(members))
        if self.packed and self.kind.sure(at, rows):
            return self.make(rows)
        return self.make([self.kind.load(self.within(at, i), x) for i, x in zip(members, rows, strict=True)])

    def say(self, at: StatePath, value: Any) -> Any:
        said = {}
        for i, x in enumerate(value, self.of.first):
            here = self.within(at, i)
            if x != self.kind.fresh(here):
                said[self.of.name(at, i)] = self.kind.say(here, x)
        return said

    def read(self, at: StatePath, said: Any) -> Any:
        value = [self.kind.fresh(self.within(at, i)) for i in self.of.members(at)]
        if not isinstance(said, Mapping):  # one word for all
            return self.make([self.kind.read(self.within(at, i), said) for i in self.of.members(at)])
        for name, x in said.items():
            member = self._member(at, name)
            value[member - self.of.first] = self.kind.read(self.within(at, member), x)
        return self.make(value)

    @property
    def amends(self) -> bool:
        return self.kept or self.kind.amends

    def amended(self, at: StatePath, said: Any, old: Any) -> Any:
        if not self.amends:
            return self.read(at, said)
        value, rows = list(old), said.items() if isinstance(said, Mapping) else [(n, said) for n in self.of.all(at)]
        for name, x in rows:
            i = self._member(at, name) - self.of.first
            value[i] = self.kind.amended(self.within(at, i + self.of.first), x, value[i])
        return self.make(value)

    def whole(self, at: StatePath, value: Any) -> Any:
        if not self.amends:
            return self.say(at, value)
        rows = enumerate(value, self.of.first)
        return {self.of.name(at, i): self.kind.whole(self.within(at, i), x) for i, x in rows}

    def _member(self, at: StatePath, name: str) -> int:
        member = self.of.member(at, name)
        if member not in self.of.members(at):
            raise ScenarioError(f"{at.path} has no value for {name!r}")
        return member

    def differences(self, at: StatePath, value: Any, expected: Any) -> Iterator[str]:
        if isinstance(expected, Mapping):
            rows = [(self._member(at, name), x) for name, x in expected.items()]
        else:  # one word for all
            rows = [(member, expected) for member in self.of.members(at)]
        for member, x in rows:
            yield from self.kind.differences(self.within(at, member), value[member - self.of.first], x)

    def shape(self, at: StatePath) -> str:
        shapes = [self.kind.shape(self.within(at, i)) for i in self.of.members(at)]
        widest = max(shapes, key=lambda shape: [int(n) for n in re.findall(r"\d+", shape)], default="here is none")
        return f"a table by {self.of.word}: {widest}"

    def sample(self, at: StatePath) -> Any:
        rows, first = list(self.fresh(at)), self.within(at, self.of.first)
        return self.make([self.kind.sample(first), *rows[1:]] if rows else rows)

    def violations(self, at: StatePath, value: Any) -> Iterator[Fault]:
        if len(value) != len(self.of.members(at)):
            yield f"{at.spoken} has {len(value)} values", at.targets
            return
        if self.packed and self.kind.sure(at, value):
            return
        for i, x in enumerate(value, self.of.first):
            yield from self.kind.violations(self.within(at, i), x)

    def holds(self, of: Domain) -> bool:
        return self.kind.holds(of)

    def count(self, value: Any, member: int, of: Domain | None = None) -> int:
        return int(value.count(member)) if self.packed else sum(self.kind.count(x, member, of) for x in value)

    # -- what is hidden --------------------------------------------------------------------------------------------
    @property
    def hides(self) -> bool:
        return self.kind.hides

    def _rows(self, at: StatePath, value: Any, change: Callable[[StatePath, Any], Any]) -> Any:
        return self.make([change(self.within(at, i), x) for i, x in enumerate(value, self.of.first)])

    def veiled(self, at: StatePath, value: Any, viewer: int | None) -> Any:
        return self._rows(at, value, lambda here, x: self.kind.veiled(here, x, viewer))

    def of_others(self, at: StatePath, value: Any, viewer: int | None) -> Any:
        if not self.of.is_seats:
            return super().of_others(at, value, viewer)
        return self._rows(at, value, lambda here, x: self.kind.of_others(here, x, viewer))

    def of_nobody(self, at: StatePath, value: Any) -> Any:
        return self._rows(at, value, self.kind.of_nobody)

    def drawn(self, at: StatePath, value: Any, viewer: int | None, rng: Random) -> Any:
        return self._rows(at, value, lambda here, x: self.kind.drawn(here, x, viewer, rng))

    def shuffled(self, at: StatePath, value: Any, rng: Random) -> Any:
        return self._rows(at, value, lambda here, x: self.kind.shuffled(here, x, rng))

    # -- the editor: areas are painted, all else has tools for each member ------------------------------------------
    def _brushes(self, at: StatePath) -> list[Brush]:
        """What can be laid on the areas; a bound may be that of each area, so the widest of each brush counts."""
        found: dict[str, Brush] = {}
        for i in self.of.members(at) if self.of.on_board else ():
            for brush in self.kind.brushes(self.within(at, i)):
                if brush.key not in found or found[brush.key].most < brush.most:
                    found[brush.key] = brush
        return list(found.values())

    def _painted(self, at: StatePath) -> bool:
        """Are there brushes? Looks no further than the first: to make all of them costs more than the change."""
        members = self.of.members(at) if self.of.on_board else ()
        return any(True for i in members for _ in self.kind.brushes(self.within(at, i)))

    def tools(self, at: StatePath, value: Any, tool: Tool) -> Iterator[Tool]:
        if brushes := self._brushes(at):
            for brush in brushes:
                yield brush.tool(tool, sum(self.kind.level(at, x, brush.key) for x in value))
            return
        for i, x in enumerate(value, self.of.first):
            name = self.of.name(at, i)
            mine = tool.of_member(self.of.target, i, name).with_args(str(i))
            found = list(self.kind.tools(self.within(at, i), x, mine))
            if len(found) == 1 and not self.of.is_seats:  # a row of the section, not a section of its own
                icon = self.of.shown(at, i).icon or found[0].icon
                found = [replace(found[0], name=name, icon=icon, section=tool.section or tool.name)]
            yield from found

    def edit(self, at: StatePath, value: Any, args: list[str], area: int, change: Value) -> Any:
        rows = value if isinstance(value, list | bytearray) else list(value)
        if self._painted(at):
            here, i = self.within(at, area), area - self.of.first
            rows[i] = self.kind.painted(here, rows[i], "".join(args), int(change))
        else:
            member = int(args[0])
            here = self.within(at, member)
            rows[member - self.of.first] = self.kind.edit(here, rows[member - self.of.first], args[1:], area, change)
        return rows if isinstance(value, list | bytearray) else self.make(rows)

    def placed(self, at: StatePath, value: Any, args: list[str], area: int) -> int:
        if self._painted(at):
            return self.kind.level(self.within(at, area), value[area - self.of.first], "".join(args))
        member = int(args[0])
        return self.kind.placed(self.within(at, member), value[member - self.of.first], args[1:], area)

    # -- as the value of one area: a brush for each member -----------------------------------------------------------
    def brushes(self, at: StatePath) -> Iterator[Brush]:
        for member in self.of.members(at):
            look, name = self.of.shown(at, member), self.of.name(at, member)
            for brush in self.kind.brushes(self.within(at, member)):
                key = f"{member}.{brush.key}" if brush.key else str(member)
                yield brush._replace(key=key, name=name[:1].upper() + name[1:], icon=look.icon, rule=look.rule)

    def level(self, at: StatePath, value: Any, brush: str) -> int:
        member, _, rest = brush.partition(".")
        return self.kind.level(self.within(at, int(member)), value[int(member) - self.of.first], rest)

    def painted(self, at: StatePath, value: Any, brush: str, n: int) -> Any:
        member, _, rest = brush.partition(".")
        rows, i = list(value), int(member) - self.of.first
        rows[i] = self.kind.painted(self.within(at, int(member)), rows[i], rest, n)
        return self.make(rows)


def hexadecimal(at: StatePath, raw: Any, length: int) -> bytes:
    """Bytes out of a file. Raises `SaveError`."""
    if not isinstance(raw, str) or len(raw) != 2 * length:
        raise BadValue(at, f"is not {length} bytes in hexadecimal")
    try:
        return bytes.fromhex(raw)
    except ValueError:
        raise BadValue(at, "is not written in hexadecimal") from None


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

    def load(self, at: StatePath, raw: Any) -> tuple[int, ...]:
        members = self.of.members(at)
        beside = self.of.beside.values()
        rows = parts(at, raw)
        if len(rows) > self.most or any(type(x) is not int or (x not in members and x not in beside) for x in rows):
            raise BadValue(at, f"is no list of at most {self.most} {self.of.word}s")
        return self.in_order(rows)

    def dump(self, at: StatePath, value: tuple[int, ...]) -> Any:
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

    def say(self, at: StatePath, value: tuple[int, ...]) -> Any:
        if self.of.numbered:
            return [int(name) if name.isdecimal() else name for name in (self.of.name(at, x) for x in value)]
        if self.ordered:
            return ", ".join(self.of.name(at, x) for x in value) or "none"
        return self.of.listed(at, value)

    def read(self, at: StatePath, said: Any) -> tuple[int, ...]:
        found = []
        if self.of.numbered and isinstance(said, list):
            said = [str(x) for x in said]
        for n, name in listed(said, at.path):
            member = self.of.first - 1 if name.lower() == UNKNOWN else self.of.member(at, name)
            found += [member] * n
        if len(found) > self.most:
            raise ScenarioError(f"{at.path!r} names more than {self.most}")
        return self.in_order(found)

    def differences(self, at: StatePath, value: tuple[int, ...], expected: Any) -> Iterator[str]:
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

    def dump(self, at: StatePath, value: tuple[str, ...]) -> Any:
        return list(value)

    def load(self, at: StatePath, raw: Any) -> tuple[str, ...]:
        rows = parts(at, raw)
        if len(rows) > self.most:
            raise BadValue(at, f"has more than {self.most} words")
        return tuple(self.kind.load(at, x) for x in rows)

    def say(self, at: StatePath, value: tuple[str, ...]) -> str:
        return ", ".join(value)

    def read(self, at: StatePath, said: Any) -> tuple[str, ...]:
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

    def load(self, at: StatePath, raw: Any) -> int:
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

    def _read(self, at: StatePath, said: Any) -> int:
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

    def say(self, at: StatePath, value: int) -> Any:
        if self.per is None:
            return ", ".join(self._names(at, value)) or "none"
        return {
            self.per.name(at, member): ", ".join(names)
            for member, low, here in self._rows(at)
            if (names := self._names(here, value >> low & (1 << self.width) - 1))
        }

    def read(self, at: StatePath, said: Any) -> int:
        if self.per is None:
            return self._read(at, said)
        value = 0
        for name, row in table(at, said).items():
            member = self.per.member(at, name)
            value |= self._read(at.into(self.per, member), row) << self.width * (member - self.per.first)
        return value

    def differences(self, at: StatePath, value: int, expected: Any) -> Iterator[str]:
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


class Rows(Kind[tuple[Any, ...]]):
    """A tuple of rows, each a tuple of the same kinds: powers that a seat has used up, effects that last.

    Said as a list of lists; with `by`, as a table by the first of them: { GC = ["Dreams"] }.
    """

    def __init__(self, *kinds: Kind[Any], by: bool = False, most: int = 500) -> None:
        self.kinds, self.by, self.most = kinds, by, most

    def fresh(self, at: StatePath) -> tuple[Any, ...]:
        return ()

    def copied(self, value: str) -> str:
        inner = [kind.copied(f"row[{i}]") for i, kind in enumerate(self.kinds)]
        if inner == [f"row[{i}]" for i in range(len(inner))]:
            return value
        return f"tuple([({', '.join(inner)},) for row in {value}])"

    def holds(self, of: Domain) -> bool:
        return any(kind.holds(of) for kind in self.kinds)

    def count(self, value: tuple[Any, ...], member: int, of: Domain | None = None) -> int:
        return sum(
            kind.count(x, member, of)
            for row in value
            for kind, x in zip(self.kinds, row, strict=True)
            if of is None or kind.holds(of)
        )

    @property
    def hides(self) -> bool:
        return any(kind.hides for kind in self.kinds)

    def _rows(self, value: tuple[Any, ...], change: Callable[[Kind[Any], Any], Any]) -> tuple[Any, ...]:
        return tuple(tuple(change(kind, x) for kind, x in zip(self.kinds, row, strict=True)) for row in value)

    def veiled(self, at: StatePath, value: tuple[Any, ...], viewer: int | None) -> tuple[Any, ...]:
        return self._rows(value, lambda kind, x: kind.veiled(at, x, viewer))

    def drawn(self, at: StatePath, value: tuple[Any, ...], viewer: int | None, rng: Random) -> tuple[Any, ...]:
        return self._rows(value, lambda kind, x: kind.drawn(at, x, viewer, rng))

    def dump(self, at: StatePath, value: tuple[Any, ...]) -> Any:
        return [[kind.dump(at, x) for kind, x in zip(self.kinds, row, strict=True)] for row in value]

    def load(self, at: StatePath, raw: Any) -> tuple[Any, ...]:
        rows = [parts(at, row, len(self.kinds)) for row in parts(at, raw)]
        if len(rows) > self.most:
            raise BadValue(at, f"has more than {self.most} rows")
        return tuple(tuple(kind.load(at, x) for kind, x in zip(self.kinds, row, strict=True)) for row in rows)

    def _said(self, at: StatePath, row: Sequence[Any], kinds: Sequence[Kind[Any]]) -> Any:
        said = [kind.say(at, x) for kind, x in zip(kinds, row, strict=True)]
        return said[0] if len(said) == 1 else said

    def say(self, at: StatePath, value: tuple[Any, ...]) -> Any:
        if not self.by:
            return [self._said(at, row, self.kinds) for row in value]
        grouped: dict[str, list[Any]] = {}
        for row in value:
            grouped.setdefault(self.kinds[0].say(at, row[0]), []).append(self._said(at, row[1:], self.kinds[1:]))
        return {name: said if len(said) > 1 or isinstance(said[0], list) else said[0] for name, said in grouped.items()}

    def _heard(self, at: StatePath, said: Any, kinds: Sequence[Kind[Any]]) -> tuple[Any, ...]:
        row = [said] if len(kinds) == 1 else said
        if not isinstance(row, list) or len(row) != len(kinds):
            raise ScenarioError(f"{at.path!r} has rows of {len(kinds)}: {', '.join(k.shape(at) for k in kinds)}")
        return tuple(kind.read(at, x) for kind, x in zip(kinds, row, strict=True))

    def read(self, at: StatePath, said: Any) -> tuple[Any, ...]:
        if self.by:
            found = [
                (self.kinds[0].read(at, name), *self._heard(at, row, self.kinds[1:]))
                for name, rows in table(at, said).items()
                for row in (rows if isinstance(rows, list) else [rows])
            ]
        else:
            found = [self._heard(at, row, self.kinds) for row in as_list(at, said)]
        if len(found) > self.most:
            raise ScenarioError(f"{at.path!r} has more than {self.most} rows")
        return tuple(found)

    def differences(self, at: StatePath, value: tuple[Any, ...], expected: Any) -> Iterator[str]:
        wanted, found = self.say(at, self.read(at, expected)), self.say(at, value)
        if wanted != found:
            yield f"{at.path}: expected {spoken(wanted)}, found {spoken(found)}"

    def shape(self, at: StatePath) -> str:
        said = [kind.shape(at) for kind in self.kinds]
        return (
            f"a table by {said[0].partition(' ')[2]}: {', '.join(said[1:])}"
            if self.by
            else f"rows of {', '.join(said)}"
        )

    def sample(self, at: StatePath) -> tuple[Any, ...]:
        return (tuple(kind.sample(at) for kind in self.kinds),)

    @property
    def _on_board(self) -> bool:
        """Is it a number for some areas, in an order?"""
        place, *rest = self.kinds
        return isinstance(place, OneOf) and place.of.on_board and [type(kind) for kind in rest] == [Number]

    def tools(self, at: StatePath, value: tuple[Any, ...], tool: Tool) -> Iterator[Tool]:
        if self._on_board:
            for brush in self.kinds[1].brushes(at):
                yield brush.tool(tool, sum(n for _, n in value))
            return
        for i, row in enumerate(value):  # what is there can be taken away
            name = ": ".join(str(kind.say(at, x)) for kind, x in zip(self.kinds, row, strict=True))
            yield tool.of("toggle", args=str(i), name=name, value=1, high=1)

    def edit(self, at: StatePath, value: tuple[Any, ...], args: list[str], area: int, change: Value) -> tuple[Any, ...]:
        if self._on_board:
            rows = dict(value)
            rows[area] = int(change)
            return tuple((place, n) for place, n in rows.items() if n)
        i = int(args[0])
        return value if change or i >= len(value) else value[:i] + value[i + 1 :]

    def placed(self, at: StatePath, value: tuple[Any, ...], args: list[str], area: int) -> int:
        return int(dict(value).get(area, 0))


class Stack(Kind[list[Any]]):
    """Values of one kind one upon the other, the last on top: battles inside battles, turns that are owed.

    Said as a list; a new one is as at the start.
    """

    def __init__(self, kind: Kind[Any], *, most: int = 100) -> None:
        self.kind, self.most = kind, most

    def fresh(self, at: StatePath) -> list[Any]:
        return []

    def copied(self, value: str) -> str:
        inner = self.kind.copied("x")
        return f"{value}[:]" if inner == "x" else f"[{inner} for x in {value}]"

    def _in(self, at: StatePath, i: int) -> StatePath:
        return at.part(str(i + 1))

    def dump(self, at: StatePath, value: list[Any]) -> Any:
        return [self.kind.dump(self._in(at, i), x) for i, x in enumerate(value)]

    def load(self, at: StatePath, raw: Any) -> list[Any]:
        rows = parts(at, raw)
        if len(rows) > self.most:
            raise BadValue(at, f"has more than {self.most} parts")
        return [self.kind.load(self._in(at, i), x) for i, x in enumerate(rows)]

    def say(self, at: StatePath, value: list[Any]) -> Any:
        return [self.kind.say(self._in(at, i), x) for i, x in enumerate(value)]

    def read(self, at: StatePath, said: Any) -> list[Any]:
        rows = as_list(at, said)
        if len(rows) > self.most:
            raise ScenarioError(f"{at.path!r} has more than {self.most} parts")
        return [self.kind.read(self._in(at, i), x) for i, x in enumerate(rows)]

    def differences(self, at: StatePath, value: list[Any], expected: Any) -> Iterator[str]:
        n = expected if type(expected) is int else len(as_list(at, expected))
        if n != len(value):
            yield f"{at.path}: expected {n}, found {len(value)}"
        elif type(expected) is not int:
            for i, (x, wanted) in enumerate(zip(value, expected, strict=True)):
                yield from self.kind.differences(self._in(at, i), x, wanted)

    def shape(self, at: StatePath) -> str:
        return f"a list, each {self.kind.shape(at)}"

    def violations(self, at: StatePath, value: list[Any]) -> Iterator[Fault]:
        if len(value) > self.most:
            yield f"{at.spoken} has more than {self.most} parts", at.targets
        for i, x in enumerate(value):
            yield from self.kind.violations(self._in(at, i), x)

    def holds(self, of: Domain) -> bool:
        return self.kind.holds(of)

    def count(self, value: list[Any], member: int, of: Domain | None = None) -> int:
        return sum(self.kind.count(x, member, of) for x in value)

    @property
    def hides(self) -> bool:
        return self.kind.hides

    def veiled(self, at: StatePath, value: list[Any], viewer: int | None) -> list[Any]:
        return [self.kind.veiled(self._in(at, i), x, viewer) for i, x in enumerate(value)]

    def drawn(self, at: StatePath, value: list[Any], viewer: int | None, rng: Random) -> list[Any]:
        return [self.kind.drawn(self._in(at, i), x, viewer, rng) for i, x in enumerate(value)]

    def sample(self, at: StatePath) -> list[Any]:
        return [self.kind.sample(self._in(at, 0))]

    def tools(self, at: StatePath, value: list[Any], tool: Tool) -> Iterator[Tool]:
        """How many there are, then each."""
        yield tool.of("number", value=len(value), low=0, high=self.most)
        for i, x in enumerate(value):
            mine = tool.with_args(str(i)).named(tool.name, "", f"{tool.name} {i + 1}", "")
            yield from self.kind.tools(self._in(at, i), x, mine)

    def edit(self, at: StatePath, value: list[Any], args: list[str], area: int, change: Value) -> list[Any]:
        if args:
            i = int(args[0])
            value[i] = self.kind.edit(self._in(at, i), value[i], args[1:], area, change)
            return value
        n = min(int(change), self.most)
        return value[:n] + [self.kind.fresh(self._in(at, i)) for i in range(len(value), n)]

    def placed(self, at: StatePath, value: list[Any], args: list[str], area: int) -> int:
        return self.kind.placed(self._in(at, int(args[0])), value[int(args[0])], args[1:], area)


def as_list(at: StatePath, said: Any) -> list[Any]:
    """A list out of a scenario. Raises `ScenarioError`."""
    if not isinstance(said, list):
        raise ScenarioError(f"{at.path!r} must be a list, not {said!r:.80}")
    return said


class Sparse(Kind[dict[Any, Any]]):
    """A value for some members of a domain, or for some pairs of members; what is not named has none."""

    def __init__(self, of: Domain | tuple[Domain, Domain], kind: Kind[Any]) -> None:
        self.of, self.kind = (of, None) if isinstance(of, Domain) else of, kind

    def fresh(self, at: StatePath) -> dict[Any, Any]:
        return {}

    def copied(self, value: str) -> str:
        inner = self.kind.copied("x")
        return f"{value}.copy()" if inner == "x" else f"{{k: {inner} for k, x in {value}.items()}}"

    def holds(self, of: Domain) -> bool:
        return of in self.of or self.kind.holds(of)

    def count(self, value: dict[Any, Any], member: int, of: Domain | None = None) -> int:
        """How often it is named, as a key or in a value; how many there are of it, where the value is a number."""
        return sum(self._counted(key, x, member, of) for key, x in value.items())

    def _counted(self, key: Any, x: Any, member: int, of: Domain | None) -> int:
        keyed = any(part == member and of in (None, d) for d, part in zip(self.of, self._split(key), strict=False))
        if keyed:
            return x if isinstance(self.kind, Number) else 1
        return self.kind.count(x, member, of) if self.kind.holds(of) else 0  # type: ignore[arg-type]

    @property
    def hides(self) -> bool:
        return self.kind.hides

    def veiled(self, at: StatePath, value: dict[Any, Any], viewer: int | None) -> dict[Any, Any]:
        return {key: self.kind.veiled(self._within(at, key), x, viewer) for key, x in value.items()}

    def drawn(self, at: StatePath, value: dict[Any, Any], viewer: int | None, rng: Random) -> dict[Any, Any]:
        return {key: self.kind.drawn(self._within(at, key), x, viewer, rng) for key, x in value.items()}

    def _split(self, key: Any) -> tuple[int, ...]:
        return (key,) if self.of[1] is None else key

    def _within(self, at: StatePath, key: Any) -> StatePath:
        for domain, member in zip(self.of, self._split(key), strict=False):
            at = at if domain is None else at.into(domain, member)
        return at

    def dump(self, at: StatePath, value: dict[Any, Any]) -> Any:
        return [[*self._split(key), self.kind.dump(self._within(at, key), x)] for key, x in sorted(value.items())]

    def load(self, at: StatePath, raw: Any) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        domains = [domain for domain in self.of if domain is not None]
        for row in parts(at, raw):
            *members, x = parts(at, row, len(domains) + 1)
            here = at
            for domain, member in zip(domains, members, strict=True):
                whole(at, member, domain.first, domain.first + len(domain.all(here)) - 1)
                here = here.into(domain, member)
            key = members[0] if len(members) == 1 else tuple(members)
            if key in found:
                raise BadValue(here, "stands there twice")
            found[key] = self.kind.load(here, x)
        return found

    def say(self, at: StatePath, value: dict[Any, Any]) -> Any:
        said: dict[str, Any] = {}
        for key, x in sorted(value.items()):
            first, *more = self._split(key)
            what = self.kind.say(self._within(at, key), x)
            name = self.of[0].name(at, first)
            if self.of[1] is None:
                said[name] = what
            else:
                said.setdefault(name, {})[self.of[1].name(at.into(self.of[0], first), more[0])] = what
        return said

    def read(self, at: StatePath, said: Any) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for name, x in table(at, said).items():
            first = self._member(at, self.of[0], name)
            here = at.into(self.of[0], first)
            if self.of[1] is None:
                found[first] = self.kind.read(here, x)
            else:
                for other, y in table(here, x).items():
                    second = self._member(here, self.of[1], other)
                    found[first, second] = self.kind.read(here.into(self.of[1], second), y)
        return found

    def _member(self, at: StatePath, domain: Domain, name: str) -> int:
        member = domain.member(at, name)
        if member not in domain.members(at):
            raise ScenarioError(f"{at.path} has no value for {name!r}")
        return member

    def shape(self, at: StatePath) -> str:
        domains = " and ".join(domain.word for domain in self.of if domain is not None)
        return f"a table by {domains}: {self.kind.shape(self._within(at, self._some))}"

    @property
    def _some(self) -> Any:
        """A key."""
        members = tuple(domain.first for domain in self.of if domain is not None)
        return members if len(members) > 1 else members[0]

    def sample(self, at: StatePath) -> dict[Any, Any]:
        return {self._some: self.kind.sample(self._within(at, self._some))}

    # -- the editor: what lies in areas is painted, for each member of the second domain; all else is there or not -----
    def tools(self, at: StatePath, value: dict[Any, Any], tool: Tool) -> Iterator[Tool]:
        place, other = self.of
        if not self._painted(at):
            yield from self._dense().tools(at, self._filled(at, value), tool)
            return
        for member in (None,) if other is None else other.members(at):
            mine, here = tool, at.into(place, place.first)
            if member is not None and other is not None:
                mine = tool.of_member(other.target, member, other.name(here, member)).with_args(str(member))
                here = here.into(other, member)
            for brush in self._maybe.brushes(here):
                held = (x for key, x in value.items() if member is None or key[1] == member)
                said = f"{brush.name}, {tool.name[:1].lower()}{tool.name[1:]}" if brush.name else ""
                yield brush._replace(name=said).tool(mine, sum(self.kind.level(here, x, brush.key) for x in held))

    @property
    def _maybe(self) -> Maybe[Any]:
        return Maybe(self.kind)

    def _painted(self, at: StatePath) -> bool:
        """Are there brushes that lay it?"""
        return self.of[0].on_board and any(True for _ in self._maybe.brushes(self._within(at, self._some)))

    def _key(self, args: list[str], area: int) -> tuple[Any, str]:
        """The key, and the brush."""
        return (area, "".join(args)) if self.of[1] is None else ((area, int(args[0])), "".join(args[1:]))

    def placed(self, at: StatePath, value: dict[Any, Any], args: list[str], area: int) -> int:
        if not self._painted(at):
            return self._dense().placed(at, self._filled(at, value), args, area)
        key, brush = self._key(args, area)
        return self.kind.level(self._within(at, key), value[key], brush) if key in value else 0

    def edit(self, at: StatePath, value: dict[Any, Any], args: list[str], area: int, change: Value) -> dict[Any, Any]:
        if not self._painted(at):
            return self._thinned(at, self._dense().edit(at, self._filled(at, value), args, area, change))
        key, brush = self._key(args, area)
        now = self._maybe.painted(self._within(at, key), value.get(key), brush, int(change))
        return {k: x for k, x in {**value, key: now}.items() if x is not None}

    def _dense(self) -> Each:
        """The same with something, or nothing, for every member."""
        return Each(self.of[0], self._maybe if self.of[1] is None else Each(self.of[1], self._maybe))

    def _filled(self, at: StatePath, value: dict[Any, Any]) -> list[Any]:
        first = self.of[0].members(at)
        if self.of[1] is None:
            return [value.get(i) for i in first]
        return [[value.get((i, j)) for j in self.of[1].members(at.into(self.of[0], i))] for i in first]

    def _thinned(self, at: StatePath, rows: list[Any]) -> dict[Any, Any]:
        """The way back: what is there, by its key."""
        found: dict[Any, Any] = {}
        for first, row in zip(self.of[0].members(at), rows, strict=True):
            if self.of[1] is None:
                found[first] = row
            else:
                pairs = zip(self.of[1].members(at.into(self.of[0], first)), row, strict=True)
                found |= {(first, second): x for second, x in pairs}
        return {key: x for key, x in found.items() if x is not None}


class Pile(Each):
    """How many there are of each member, open or hidden: a deck, a bag. Said as "2 Plague, Famine".

    Where members are called by numbers, how many there are of each in their order: [10, 7, 3].
    """

    def __init__(self, of: Domain, *, most: int = 200, frozen: bool = False) -> None:
        super().__init__(of, Number(0, most), frozen=frozen)

    def holds(self, of: Domain) -> bool:
        return of is self.of

    def of_nobody(self, at: StatePath, value: Any) -> Any:
        return value

    def shuffled(self, at: StatePath, value: Any, rng: Random) -> Any:
        return value

    def count(self, value: Any, member: int, of: Domain | None = None) -> int:
        return int(value[member - self.of.first]) if member >= self.of.first else 0

    def say(self, at: StatePath, value: Any) -> Any:
        if self.of.numbered:
            return list(value)
        return self.of.listed(at, (i for i, n in enumerate(value, self.of.first) for _ in range(n)))

    def read(self, at: StatePath, said: Any) -> Any:
        if isinstance(said, Mapping):
            return super().read(at, said)
        if self.of.numbered:
            rows = zip(self.of.members(at), as_list(at, said), strict=False)
            found = [self.kind.read(at.into(self.of, member), n) for member, n in rows]
            if len(found) != len(said) or len(found) != len(self.of.members(at)):
                raise ScenarioError(f"{at.path!r} is {self.shape(at)}")
            return self.make(found)
        found = [0] * len(self.of.members(at))
        for n, name in listed(said, at.path):
            member = self._member(at, name)
            found[member - self.of.first] += n
            self.kind.read(at.into(self.of, member), found[member - self.of.first])
        return self.make(found)

    def differences(self, at: StatePath, value: Any, expected: Any) -> Iterator[str]:
        if type(expected) is int:
            if expected != sum(value):
                yield f"{at.path}: expected {expected}, found {sum(value)}"
        elif isinstance(expected, Mapping):
            yield from super().differences(at, value, expected)
        else:
            yield from Kind.differences(self, at, value, expected)

    def shape(self, at: StatePath) -> str:
        if self.of.numbered:
            return f"a list: how many {self.of.word}s {', '.join(self.of.all(at))} there are"
        return f"a list of {self.of.word}s; an expectation may say how many"

    def sample(self, at: StatePath) -> Any:
        return self.make([2, 1, *(0 for _ in self.of.members(at))][: len(self.of.members(at))])

    def tools(self, at: StatePath, value: Any, tool: Tool) -> Iterator[Tool]:
        for member, n in enumerate(value, self.of.first):
            look = self.of.shown(at, member)
            yield tool.of(
                "card",
                args=str(member),
                name=f"{self.of.name(at, member)}, {tool.name.lower()}",
                icon=look.icon,
                rule=look.rule,
                text=look.text,
                high=look.most or 99,
                value=n,
            )
