"""Pieces of many owners in many places, counted by kind in one byte array: [owner][place][kind]."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import ScenarioError
from ..plain import Json, Said
from ..tabletop.palette import Tool, Value
from ..wording import enumerated, listed
from .domain import Domain, StatePath
from .kind import Fault, Kind
from .reading import BadValue, hexadecimal, parts, spoken, table, whole


@dataclass(frozen=True)
class Counts(Kind[bytearray]):
    """How many pieces of each kind each owner has in each place.

    There is room for `places` places and `kinds` kinds; both may follow from the configuration. `most(config, owner,
    kind)` is how many there are; what is nowhere else is in the place `rest`, of which an expectation looks at the
    named kinds only. Kinds may depend on the owner. Said as { GC = { Arabia = "2 Deep One" } }. `elsewhere` are places
    that have no name: a game's own words tell of them. Tools for places beside the board stand in the section `off`, of
    the group `off_group` if it is not that of the field.

    Pieces that several owners may have are `common`: a row for each such kind, with its number for each owner (names
    depend on the owner, and so may numbers; -1: never has it). `most` is then how many all owners have together, out of
    one supply. That supply stands in the place `rest` of every owner, the same number in each: so whoever looks for
    pieces of an owner need not know which kinds are common, the value stays one flat array, and only the door through
    which a game moves its pieces has to keep the rows the same, by `move`, or by one `share` after its own way of
    counting.
    """

    owner: Domain
    place: Domain
    kind: Domain
    places: int | Callable[[Any], int]
    kinds: int | Callable[[Any], int]
    rest: int
    most: Callable[[Any, int, int], int]
    elsewhere: Callable[[Any], Iterable[int]] = lambda config: ()
    off: str = ""
    off_group: str = ""
    common: Callable[[Any], Iterable[Sequence[int]]] = lambda config: ()

    def width(self, at: StatePath) -> int:
        """Bytes of a place."""
        return self.kinds(at.config) if callable(self.kinds) else self.kinds

    def room(self, at: StatePath) -> int:
        """Places of an owner."""
        return self.places(at.config) if callable(self.places) else self.places

    def index(self, at: StatePath, owner: int, place: int, kind: int) -> int:
        """Where in the bytes a number stands."""
        return (owner * self.room(at) + place) * self.width(at) + kind

    def move(self, at: StatePath, value: bytearray, owner: int, kind: int, a: int, b: int, n: int = 1) -> None:
        """Pieces go from a place to another. Raises `ValueError` when there are fewer."""
        value[self.index(at, owner, a, kind)] -= n
        value[self.index(at, owner, b, kind)] += n
        self.share(at, value, owner, kind)

    def share(self, at: StatePath, value: bytearray, owner: int, kind: int) -> None:
        """The supply of this owner has changed: where it is common, it is now that of all."""
        self._supply(at, value, self.holders(at, owner, kind), value[self.index(at, owner, self.rest, kind)])

    def holders(self, at: StatePath, owner: int, kind: int) -> Sequence[tuple[int, int]]:
        """Who takes such a piece out of the same supply, each with its number for the kind: the owner, or everybody."""
        for row in self.common(at.config):
            if row[owner] == kind:
                return [(o, row[o]) for o in self.owner.members(at) if row[o] >= 0]
        return ((owner, kind),)

    def _supply(self, at: StatePath, value: bytearray, holders: Sequence[tuple[int, int]], n: int) -> None:
        for o, k in holders:
            value[self.index(at, o, self.rest, k)] = n

    def _taken(self, at: StatePath, value: bytearray, owner: int, kind: int) -> int:
        """How many an owner has taken out of the supply."""
        i, width = self.index(at, owner, 0, kind), self.width(at)
        return sum(value[i : i + self.room(at) * width : width]) - value[i + self.rest * width]

    def fresh(self, at: StatePath) -> bytearray:
        value = bytearray(len(self.owner.all(at)) * self.room(at) * self.width(at))
        for o, k in self._all(at):
            value[self.index(at, o, self.rest, k)] = self.most(at.config, o, k)
        return value

    def _all(self, at: StatePath) -> Iterator[tuple[int, int]]:
        for o in self.owner.members(at):
            for k in self.kind.members(at.into(self.owner, o)):
                yield o, k

    def _places(self, at: StatePath) -> list[int]:
        return [*self.place.members(at), *(p for p in self.place.besides(at.config).values() if p != self.rest)]

    def copied(self, value: str) -> str:
        return f"{value}[:]"

    def dump(self, at: StatePath, value: bytearray) -> Json:
        return value.hex()

    def load(self, at: StatePath, raw: Json) -> bytearray:
        value = bytearray(hexadecimal(at, raw, len(self.owner.all(at)) * self.room(at) * self.width(at)))
        known = {
            self.index(at, o, p, k)
            for o, k in self._all(at)
            for p in (*self._places(at), self.rest, *self.elsewhere(at.config))
        }
        if any(n and i not in known for i, n in enumerate(value)):
            raise BadValue(at, "has pieces where none can be")
        for name in self._uneven(at, value):
            raise BadValue(at, f"has not the same common supply of {name} for all")
        return value

    def _uneven(self, at: StatePath, value: bytearray) -> Iterator[str]:
        """Common kinds of which not everybody has the same supply."""
        for row in self.common(at.config):
            holders = [(o, row[o]) for o in self.owner.members(at) if row[o] >= 0]
            if len({value[self.index(at, o, self.rest, k)] for o, k in holders}) > 1:
                first, kind = holders[0]
                yield self.kind.name(at.into(self.owner, first), kind)

    def _pieces(
        self, at: StatePath, value: bytearray, owner: int, place: int, named: Collection[int] | None = None
    ) -> str:
        """What is in a place, perhaps of some kinds only."""
        start = self.index(at, owner, place, 0)
        if not any(value[start : start + self.width(at)]):
            return ""
        kinds = enumerate(self.kind.all(at.into(self.owner, owner)))
        there = [(k, name) for k, name in kinds if named is None or k in named]
        return enumerated(name for k, name in there for _ in range(value[self.index(at, owner, place, k)]))

    def say(self, at: StatePath, value: bytearray) -> Said:
        said: dict[str, dict[str, str]] = {}
        for o in self.owner.members(at):
            for p in self._places(at):
                if text := self._pieces(at, value, o, p):
                    said.setdefault(self.owner.name(at, o), {})[self.place.name(at, p)] = text
        return said

    def _read_row(self, at: StatePath, owner: int, text: Any) -> dict[int, int]:
        here, found = at.into(self.owner, owner), dict[int, int]()
        for n, name in listed(text, here.path):
            kind = self.kind.member(here, name)
            found[kind] = found.get(kind, 0) + n
        return found

    def read(self, at: StatePath, said: Said) -> bytearray:
        value = self.fresh(at)
        for who, places in table(at, said).items():
            owner = self.owner.member(at, who)
            for name, text in table(at.into(self.owner, owner), places).items():
                place = self.place.member(at, name)
                for kind, n in self._read_row(at, owner, text).items():
                    if n > value[self.index(at, owner, self.rest, kind)]:
                        known = self.kind.name(at.into(self.owner, owner), kind)
                        most, common = self.most(at.config, owner, kind), len(self.holders(at, owner, kind)) > 1
                        why = f" (there are {most} for all)" if common else ""
                        raise ScenarioError(f"{who} has no {n} more {known} for {name}{why}")
                    self.move(at, value, owner, kind, self.rest, place, n)
        return value

    def differences(self, at: StatePath, value: bytearray, expected: Said) -> Iterator[str]:
        for who, places in table(at, expected).items():
            owner = self.owner.member(at, who)
            here = at.into(self.owner, owner)
            names = self.kind.all(here)
            nowhere = {self.place.name(at, p): "" for p in self._places(at)}  # what an empty table says
            for name, text in (table(here, places) or nowhere).items():
                row, place = self._read_row(at, owner, text), self.place.member(at, name)
                wanted = enumerated(n for k, n in enumerate(names) for _ in range(row.get(k, 0)))
                found = self._pieces(at, value, owner, place, row if place == self.rest else None)
                if wanted != found:
                    yield f"{here.path}.{name}: expected {spoken(wanted)}, found {spoken(found)}"

    def shape(self, at: StatePath) -> str:
        return f"a table by {self.owner.word} and {self.place.word}: a list of {self.kind.word}s"

    def sample(self, at: StatePath) -> bytearray:
        value, o, k = self.fresh(at), self.owner.first, self.kind.first
        self.move(at, value, o, k, self.rest, self.place.first)
        return value

    def violations(self, at: StatePath, value: bytearray) -> Iterator[Fault]:
        for o, k in self._all(at):
            holders = self.holders(at, o, k)
            if (o, k) != holders[0]:
                continue  # told with the first of them
            taken = [self._taken(at, value, *holder) for holder in holders]
            n, most = sum(taken) + value[self.index(at, o, self.rest, k)], self.most(at.config, o, k)
            if n != most:
                who = at.into(self.owner, o)
                title = self.owner.title(at, o) if len(holders) == 1 else "everybody together"
                having = [other for (other, _), m in zip(holders, taken, strict=True) if m or len(holders) == 1]
                targets = tuple(target for other in having for target in at.into(self.owner, other).targets)
                yield f"{title} has {n} of {most} {self.kind.name(who, k)}", targets
        for name in self._uneven(at, value):
            yield f"the common supply of {name} is not the same for all", ()

    # -- the editor ---------------------------------------------------------------------------------------------------
    def tools(self, at: StatePath, value: bytearray, tool: Tool) -> Iterator[Tool]:
        for o, k in self._all(at):
            here = at.into(self.owner, o)
            look, name = self.kind.shown(here, k), self.kind.name(here, k)
            others = sum(self._taken(at, value, *holder) for holder in self.holders(at, o, k) if holder != (o, k))
            most = max(self.most(at.config, o, k) - others, 0)
            if self.owner.is_nobody(at.config, o):
                mine = tool.of_member("", o, self.owner.title(at, o))
            else:
                mine = tool.of_member(self.owner.target, o, self.owner.name(at, o))
            mine = replace(mine, owner=o) if mine.seat == o else mine  # its pieces look like its owner's
            on_board = sum(value[self.index(at, o, p, k)] for p in self.place.members(at))
            piece = mine.of("place", args=f"{o}:{k}", name=name, icon=look.icon, rule=look.rule, text=look.text)
            yield replace(piece, section=mine.section, value=on_board, high=most, most=most, piece=True, form=look.form)
            for word, p in self.place.besides(at.config).items():
                if p != self.rest:
                    n = value[self.index(at, o, p, k)]
                    yield replace(mine, group=self.off_group or mine.group, section=self.off).of(
                        "number",
                        args=f"{o}:{k}:{p}",
                        name=f"{name}, {word}",
                        icon=look.icon,
                        form=look.form,
                        rule=look.rule,
                        value=n,
                        high=most,
                    )

    def placed(self, at: StatePath, value: bytearray, args: list[str], area: int) -> int:
        return value[self.index(at, int(args[0]), area, int(args[1]))]

    def edit(self, at: StatePath, value: bytearray, args: list[str], area: int, change: Value) -> bytearray:
        owner, kind = int(args[0]), int(args[1])
        value[self.index(at, owner, int(args[2]) if len(args) > 2 else area, kind)] = int(change)
        holders = self.holders(at, owner, kind)
        taken = sum(self._taken(at, value, *holder) for holder in holders)
        self._supply(at, value, holders, max(self.most(at.config, owner, kind) - taken, 0))
        return value


@dataclass(frozen=True)
class Roster(Kind[dict[int, int]]):
    """Units of one side of a battle: how many of each class. A class is a number below `classes`: the kind of a unit,
    and above it whatever a game marks on it. An expectation has words of its own for them.
    """

    classes: int

    def fresh(self, at: StatePath) -> dict[int, int]:
        return {}

    def copied(self, value: str) -> str:
        return f"{value}.copy()"

    def dump(self, at: StatePath, value: dict[int, int]) -> Json:
        return sorted(map(list, value.items()))

    def load(self, at: StatePath, raw: Json) -> dict[int, int]:
        rows = [parts(at, row, 2) for row in parts(at, raw)]
        return {whole(at, code, 0, self.classes - 1): whole(at, n, 1, 255) for code, n in rows}

    def differences(self, at: StatePath, value: dict[int, int], expected: Said) -> Iterator[str]:
        raise ScenarioError(f"{at.path}: who takes part is expected as 'fight'")

    def shape(self, at: StatePath) -> str:
        return "a list of units"
