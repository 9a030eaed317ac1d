"""Pieces of many owners in many places, counted by kind in one byte array: [owner][place][kind]."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..errors import ScenarioError
from ..tabletop.palette import Tool, Value
from ..wording import enumerated, listed
from .domain import Domain, Keys
from .groups import hexadecimal
from .kind import BadValue, Fault, Kind, spoken, table


@dataclass(frozen=True)
class Counts(Kind[bytearray]):
    """How many pieces of each kind each owner has in each place.

    There is room for `places` places and `kinds` kinds, which may follow from the configuration. `most(config, owner,
    kind)` is how many there are; what is nowhere else is in the place `rest`, of which an expectation looks at the
    named kinds only. Kinds may depend on the owner. Said as { GC = { Arabia = "2 Deep One" } }. `elsewhere` are places
    that have no name: a game's own words tell of them. Tools for places beside the board stand in the section `off`, of
    the group `off_group` if it is not that of the field.
    """

    owner: Domain
    place: Domain
    kind: Domain
    places: int
    kinds: int | Callable[[Any], int]
    rest: int
    most: Callable[[Any, int, int], int]
    elsewhere: Callable[[Any], Iterable[int]] = lambda config: ()
    off: str = ""
    off_group: str = ""

    def width(self, at: Keys) -> int:
        """Bytes of a place."""
        return self.kinds(at.config) if callable(self.kinds) else self.kinds

    def index(self, at: Keys, owner: int, place: int, kind: int) -> int:
        """Where in the bytes a number stands."""
        return (owner * self.places + place) * self.width(at) + kind

    def fresh(self, at: Keys) -> bytearray:
        value = bytearray(len(self.owner.all(at)) * self.places * self.width(at))
        for o, k in self._all(at):
            value[self.index(at, o, self.rest, k)] = self.most(at.config, o, k)
        return value

    def _all(self, at: Keys) -> Iterator[tuple[int, int]]:
        for o in self.owner.members(at):
            for k in self.kind.members(at.into(self.owner, o)):
                yield o, k

    def _places(self, at: Keys) -> list[int]:
        return [*self.place.members(at), *(p for p in self.place.beside.values() if p != self.rest)]

    def copied(self, value: str) -> str:
        return f"{value}[:]"

    def dump(self, at: Keys, value: bytearray) -> Any:
        return value.hex()

    def load(self, at: Keys, raw: Any) -> bytearray:
        value = bytearray(hexadecimal(at, raw, len(self.owner.all(at)) * self.places * self.width(at)))
        known = {
            self.index(at, o, p, k)
            for o, k in self._all(at)
            for p in (*self._places(at), self.rest, *self.elsewhere(at.config))
        }
        if any(n and i not in known for i, n in enumerate(value)):
            raise BadValue(at, "has pieces where none can be")
        return value

    def _pieces(self, at: Keys, value: bytearray, owner: int, place: int, named: Collection[int] | None = None) -> str:
        """What is in a place, perhaps of some kinds only."""
        kinds = enumerate(self.kind.all(at.into(self.owner, owner)))
        there = [(k, name) for k, name in kinds if named is None or k in named]
        return enumerated(name for k, name in there for _ in range(value[self.index(at, owner, place, k)]))

    def say(self, at: Keys, value: bytearray) -> Any:
        said: dict[str, dict[str, str]] = {}
        for o in self.owner.members(at):
            for p in self._places(at):
                if text := self._pieces(at, value, o, p):
                    said.setdefault(self.owner.name(at, o), {})[self.place.name(at, p)] = text
        return said

    def _read_row(self, at: Keys, owner: int, text: Any) -> dict[int, int]:
        here, found = at.into(self.owner, owner), dict[int, int]()
        for n, name in listed(text, here.path):
            kind = self.kind.member(here, name)
            found[kind] = found.get(kind, 0) + n
        return found

    def read(self, at: Keys, said: Any) -> bytearray:
        value = self.fresh(at)
        for who, places in table(at, said).items():
            owner = self.owner.member(at, who)
            for name, text in table(at.into(self.owner, owner), places).items():
                place = self.place.member(at, name)
                for kind, n in self._read_row(at, owner, text).items():
                    left = self.index(at, owner, self.rest, kind)
                    if n > value[left]:
                        known = self.kind.name(at.into(self.owner, owner), kind)
                        raise ScenarioError(f"{who} has no {n} more {known} for {name}")
                    value[left] -= n
                    value[self.index(at, owner, place, kind)] += n
        return value

    def differences(self, at: Keys, value: bytearray, expected: Any) -> Iterator[str]:
        for who, places in table(at, expected).items():
            owner = self.owner.member(at, who)
            here = at.into(self.owner, owner)
            names = self.kind.all(here)
            for name, text in table(here, places).items():
                row, place = self._read_row(at, owner, text), self.place.member(at, name)
                wanted = enumerated(n for k, n in enumerate(names) for _ in range(row.get(k, 0)))
                found = self._pieces(at, value, owner, place, row if place == self.rest else None)
                if wanted != found:
                    yield f"{here.path}.{name}: expected {spoken(wanted)}, found {spoken(found)}"

    def shape(self, at: Keys) -> str:
        return f"a table by {self.owner.word} and {self.place.word}: a list of {self.kind.word}s"

    def sample(self, at: Keys) -> bytearray:
        value, o, k = self.fresh(at), self.owner.first, self.kind.first
        value[self.index(at, o, self.rest, k)] -= 1
        value[self.index(at, o, self.place.first, k)] += 1
        return value

    def violations(self, at: Keys, value: bytearray) -> Iterator[Fault]:
        for o, k in self._all(at):
            n = sum(value[self.index(at, o, p, k)] for p in range(self.places))
            if n != (most := self.most(at.config, o, k)):
                here = at.into(self.owner, o)
                yield f"{self.owner.title(at, o)} has {n} of {most} {self.kind.name(here, k)}", here.targets

    # -- the editor ---------------------------------------------------------------------------------------------------
    def tools(self, at: Keys, value: bytearray, tool: Tool) -> Iterator[Tool]:
        for o, k in self._all(at):
            here = at.into(self.owner, o)
            look, name, most = self.kind.shown(here, k), self.kind.name(here, k), self.most(at.config, o, k)
            mine = tool.of_member(self.owner.target, o, self.owner.name(at, o))
            mine = replace(mine, owner=o) if mine.seat == o else mine  # its pieces look like its owner's
            on_board = sum(value[self.index(at, o, p, k)] for p in self.place.members(at))
            piece = mine.of("place", args=f"{o}:{k}", name=name, icon=look.icon, rule=look.rule, text=look.text)
            yield replace(piece, section=mine.section, value=on_board, high=most, most=most, piece=True)
            for word, p in self.place.beside.items():
                if p != self.rest:
                    n = value[self.index(at, o, p, k)]
                    yield replace(mine, group=self.off_group or mine.group, section=self.off).of(
                        "number",
                        args=f"{o}:{k}:{p}",
                        name=f"{name}, {word}",
                        icon=look.icon,
                        rule=look.rule,
                        value=n,
                        high=most,
                    )

    def placed(self, at: Keys, value: bytearray, args: list[str], area: int) -> int:
        return value[self.index(at, int(args[0]), area, int(args[1]))]

    def edit(self, at: Keys, value: bytearray, args: list[str], area: int, change: Value) -> bytearray:
        owner, kind = int(args[0]), int(args[1])
        value[self.index(at, owner, int(args[2]) if len(args) > 2 else area, kind)] = int(change)
        elsewhere = sum(value[self.index(at, owner, p, kind)] for p in range(self.places) if p != self.rest)
        value[self.index(at, owner, self.rest, kind)] = max(self.most(at.config, owner, kind) - elsewhere, 0)
        return value
