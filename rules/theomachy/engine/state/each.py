"""Kinds of value with one part for each member of a domain: any, and how many there are of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import ScenarioError
from ..plain import Json, Said
from ..tabletop.palette import Tool, Value
from ..wording import listed
from .domain import Domain, StatePath
from .kind import Brush, Fault, Kind, Number
from .reading import as_list, hexadecimal, parts

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V")


class Each(Kind[Sequence[V]]):
    """One value a member of a domain: a list; a tuple if `frozen`; a byte array if `packed` (numbers up to 255).

    If it is `kept`, a set-up says of which members it is otherwise than at the start (a unit that has lost vitality).
    """

    def __init__(
        self, of: Domain, kind: Kind[V], *, frozen: bool = False, packed: bool = False, kept: bool = False
    ) -> None:
        self.of, self.kind, self.frozen, self.packed, self.kept = of, kind, frozen, packed, kept
        self.make: Callable[[Iterable[Any]], Sequence[Any]] = bytearray if packed else tuple if frozen else list

    def fresh(self, at: StatePath) -> Sequence[V]:
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

    def dump(self, at: StatePath, value: Sequence[V]) -> Json:
        if isinstance(value, bytearray):
            return value.hex()
        return [self.kind.dump(self.within(at, i), x) for i, x in enumerate(value, self.of.first)]

    def load(self, at: StatePath, raw: Json) -> Sequence[V]:
        members = self.of.members(at)
        rows = list(hexadecimal(at, raw, len(members))) if self.packed else parts(at, raw, len(members))
        if self.packed and self.kind.sure(at, rows):
            return self.make(rows)
        return self.make([self.kind.load(self.within(at, i), x) for i, x in zip(members, rows, strict=True)])

    def say(self, at: StatePath, value: Sequence[V]) -> Said:
        said = {}
        for i, x in enumerate(value, self.of.first):
            here = self.within(at, i)
            if x != self.kind.fresh(here):
                said[self.of.name(at, i)] = self.kind.say(here, x)
        return said

    def read(self, at: StatePath, said: Said) -> Sequence[V]:
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

    def amended(self, at: StatePath, said: Said, old: Sequence[V]) -> Sequence[V]:
        if not self.amends:
            return self.read(at, said)
        value, rows = list(old), said.items() if isinstance(said, Mapping) else [(n, said) for n in self.of.all(at)]
        for name, x in rows:
            i = self._member(at, name) - self.of.first
            value[i] = self.kind.amended(self.within(at, i + self.of.first), x, value[i])
        return self.make(value)

    def whole(self, at: StatePath, value: Sequence[V]) -> Said:
        if not self.amends:
            return self.say(at, value)
        rows = enumerate(value, self.of.first)
        return {self.of.name(at, i): self.kind.whole(self.within(at, i), x) for i, x in rows}

    def _member(self, at: StatePath, name: str) -> int:
        member = self.of.member(at, name)
        if member not in self.of.members(at):
            raise ScenarioError(f"{at.path} has no value for {name!r}")
        return member

    def differences(self, at: StatePath, value: Sequence[V], expected: Said) -> Iterator[str]:
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

    def sample(self, at: StatePath) -> Sequence[V]:
        rows, first = list(self.fresh(at)), self.within(at, self.of.first)
        return self.make([self.kind.sample(first), *rows[1:]] if rows else rows)

    def violations(self, at: StatePath, value: Sequence[V]) -> Iterator[Fault]:
        if len(value) != len(self.of.members(at)):
            yield f"{at.spoken} has {len(value)} values", at.targets
            return
        if self.packed and self.kind.sure(at, value):
            return
        for i, x in enumerate(value, self.of.first):
            yield from self.kind.violations(self.within(at, i), x)

    def holds(self, of: Domain) -> bool:
        return self.kind.holds(of)

    def count(self, value: Sequence[V], member: int, of: Domain | None = None) -> int:
        return int(value.count(member)) if self.packed else sum(self.kind.count(x, member, of) for x in value)

    # -- what is hidden --------------------------------------------------------------------------------------------
    @property
    def hides(self) -> bool:
        return self.kind.hides

    def _rows(self, at: StatePath, value: Sequence[V], change: Callable[[StatePath, V], V]) -> Sequence[V]:
        return self.make([change(self.within(at, i), x) for i, x in enumerate(value, self.of.first)])

    def veiled(self, at: StatePath, value: Sequence[V], viewer: int | None) -> Sequence[V]:
        return self._rows(at, value, lambda here, x: self.kind.veiled(here, x, viewer))

    def of_others(self, at: StatePath, value: Sequence[V], viewer: int | None) -> Sequence[V]:
        if not self.of.is_seats:
            return super().of_others(at, value, viewer)
        return self._rows(at, value, lambda here, x: self.kind.of_others(here, x, viewer))

    def of_nobody(self, at: StatePath, value: Sequence[V]) -> Sequence[V]:
        return self._rows(at, value, self.kind.of_nobody)

    def drawn(self, at: StatePath, value: Sequence[V], viewer: int | None, rng: Random) -> Sequence[V]:
        return self._rows(at, value, lambda here, x: self.kind.drawn(here, x, viewer, rng))

    def shuffled(self, at: StatePath, value: Sequence[V], rng: Random) -> Sequence[V]:
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

    def tools(self, at: StatePath, value: Sequence[V], tool: Tool) -> Iterator[Tool]:
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

    def edit(self, at: StatePath, value: Sequence[V], args: list[str], area: int, change: Value) -> Sequence[V]:
        rows = value if isinstance(value, MutableSequence) else list(value)
        if self._painted(at):
            here, i = self.within(at, area), area - self.of.first
            rows[i] = self.kind.painted(here, rows[i], "".join(args), int(change))
        else:
            member = int(args[0])
            here = self.within(at, member)
            rows[member - self.of.first] = self.kind.edit(here, rows[member - self.of.first], args[1:], area, change)
        return rows if isinstance(value, MutableSequence) else self.make(rows)

    def placed(self, at: StatePath, value: Sequence[V], args: list[str], area: int) -> int:
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

    def level(self, at: StatePath, value: Sequence[V], brush: str) -> int:
        member, _, rest = brush.partition(".")
        return self.kind.level(self.within(at, int(member)), value[int(member) - self.of.first], rest)

    def painted(self, at: StatePath, value: Sequence[V], brush: str, n: int) -> Sequence[V]:
        member, _, rest = brush.partition(".")
        rows, i = list(value), int(member) - self.of.first
        rows[i] = self.kind.painted(self.within(at, int(member)), rows[i], rest, n)
        return self.make(rows)


class Pile(Each[int]):
    """How many there are of each member, open or hidden: a deck, a bag. Said as "2 Plague, Famine".

    Where members are called by numbers, how many there are of each in their order: [10, 7, 3].
    """

    def __init__(self, of: Domain, *, most: int = 200, frozen: bool = False) -> None:
        super().__init__(of, Number(0, most), frozen=frozen)

    def holds(self, of: Domain) -> bool:
        return of is self.of

    def of_nobody(self, at: StatePath, value: Sequence[int]) -> Sequence[int]:
        return value

    def shuffled(self, at: StatePath, value: Sequence[int], rng: Random) -> Sequence[int]:
        return value

    def count(self, value: Sequence[int], member: int, of: Domain | None = None) -> int:
        return int(value[member - self.of.first]) if member >= self.of.first else 0

    def say(self, at: StatePath, value: Sequence[int]) -> Said:
        if self.of.numbered:
            return list(value)
        return self.of.listed(at, (i for i, n in enumerate(value, self.of.first) for _ in range(n)))

    def read(self, at: StatePath, said: Said) -> Sequence[int]:
        if isinstance(said, Mapping):
            return super().read(at, said)
        if self.of.numbered:
            rows = as_list(at, said)
            pairs = zip(self.of.members(at), rows, strict=False)
            found = [self.kind.read(at.into(self.of, member), n) for member, n in pairs]
            if len(found) != len(rows) or len(found) != len(self.of.members(at)):
                raise ScenarioError(f"{at.path!r} is {self.shape(at)}")
            return self.make(found)
        found = [0] * len(self.of.members(at))
        for n, name in listed(said, at.path):
            member = self._member(at, name)
            found[member - self.of.first] += n
            self.kind.read(at.into(self.of, member), found[member - self.of.first])
        return self.make(found)

    def differences(self, at: StatePath, value: Sequence[int], expected: Said) -> Iterator[str]:
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

    def sample(self, at: StatePath) -> Sequence[int]:
        return self.make([2, 1, *(0 for _ in self.of.members(at))][: len(self.of.members(at))])

    def tools(self, at: StatePath, value: Sequence[int], tool: Tool) -> Iterator[Tool]:
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
