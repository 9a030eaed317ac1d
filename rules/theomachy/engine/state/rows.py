"""Kinds of value of any length: rows of parts, and values one upon the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ..errors import ScenarioError
from ..plain import Json, Said
from ..tabletop.palette import Tool, Value
from .domain import Domain, StatePath
from .kind import Fault, Kind, Number, OneOf
from .reading import BadValue, as_list, parts, spoken, table

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V")
Row: TypeAlias = tuple[Any, ...]  # a value of each of several kinds


class Rows(Kind[tuple[Row, ...]]):
    """A tuple of rows, each a tuple of the same kinds: powers that a seat has used up, effects that last.

    Said as a list of lists; with `by`, as a table by the first of them: { GC = ["Dreams"] }.
    """

    def __init__(self, *kinds: Kind[Any], by: bool = False, most: int = 500) -> None:
        self.kinds, self.by, self.most = kinds, by, most

    def fresh(self, at: StatePath) -> tuple[Row, ...]:
        return ()

    def copied(self, value: str) -> str:
        inner = [kind.copied(f"row[{i}]") for i, kind in enumerate(self.kinds)]
        if inner == [f"row[{i}]" for i in range(len(inner))]:
            return value
        return f"tuple([({', '.join(inner)},) for row in {value}])"

    def holds(self, of: Domain) -> bool:
        return any(kind.holds(of) for kind in self.kinds)

    def count(self, value: tuple[Row, ...], member: int, of: Domain | None = None) -> int:
        return sum(
            kind.count(x, member, of)
            for row in value
            for kind, x in zip(self.kinds, row, strict=True)
            if of is None or kind.holds(of)
        )

    @property
    def hides(self) -> bool:
        return any(kind.hides for kind in self.kinds)

    def _rows(self, value: tuple[Row, ...], change: Callable[[Kind[Any], Any], Any]) -> tuple[Row, ...]:
        return tuple(tuple(change(kind, x) for kind, x in zip(self.kinds, row, strict=True)) for row in value)

    def veiled(self, at: StatePath, value: tuple[Row, ...], viewer: int | None) -> tuple[Row, ...]:
        return self._rows(value, lambda kind, x: kind.veiled(at, x, viewer))

    def drawn(self, at: StatePath, value: tuple[Row, ...], viewer: int | None, rng: Random) -> tuple[Row, ...]:
        return self._rows(value, lambda kind, x: kind.drawn(at, x, viewer, rng))

    def dump(self, at: StatePath, value: tuple[Row, ...]) -> Json:
        return [[kind.dump(at, x) for kind, x in zip(self.kinds, row, strict=True)] for row in value]

    def load(self, at: StatePath, raw: Json) -> tuple[Row, ...]:
        rows = [parts(at, row, len(self.kinds)) for row in parts(at, raw)]
        if len(rows) > self.most:
            raise BadValue(at, f"has more than {self.most} rows")
        return tuple(tuple(kind.load(at, x) for kind, x in zip(self.kinds, row, strict=True)) for row in rows)

    def _said(self, at: StatePath, row: Row, kinds: Sequence[Kind[Any]]) -> Said:
        said = [kind.say(at, x) for kind, x in zip(kinds, row, strict=True)]
        return said[0] if len(said) == 1 else said

    def say(self, at: StatePath, value: tuple[Row, ...]) -> Said:
        if not self.by:
            return [self._said(at, row, self.kinds) for row in value]
        grouped: dict[str, list[Said]] = {}
        for row in value:
            grouped.setdefault(self.kinds[0].say(at, row[0]), []).append(self._said(at, row[1:], self.kinds[1:]))
        return {name: said if len(said) > 1 or isinstance(said[0], list) else said[0] for name, said in grouped.items()}

    def _heard(self, at: StatePath, said: Said, kinds: Sequence[Kind[Any]]) -> Row:
        row = [said] if len(kinds) == 1 else said
        if not isinstance(row, list) or len(row) != len(kinds):
            raise ScenarioError(f"{at.path!r} has rows of {len(kinds)}: {', '.join(k.shape(at) for k in kinds)}")
        return tuple(kind.read(at, x) for kind, x in zip(kinds, row, strict=True))

    def read(self, at: StatePath, said: Said) -> tuple[Row, ...]:
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

    def differences(self, at: StatePath, value: tuple[Row, ...], expected: Said) -> Iterator[str]:
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

    def sample(self, at: StatePath) -> tuple[Row, ...]:
        return (tuple(kind.sample(at) for kind in self.kinds),)

    @property
    def _on_board(self) -> bool:
        """Is it a number for some areas, in an order?"""
        place, *rest = self.kinds
        return isinstance(place, OneOf) and place.of.on_board and [type(kind) for kind in rest] == [Number]

    def tools(self, at: StatePath, value: tuple[Row, ...], tool: Tool) -> Iterator[Tool]:
        if self._on_board:
            for brush in self.kinds[1].brushes(at):
                yield brush.tool(tool, sum(n for _, n in value))
            return
        for i, row in enumerate(value):  # what is there can be taken away
            name = ": ".join(str(kind.say(at, x)) for kind, x in zip(self.kinds, row, strict=True))
            yield tool.of("toggle", args=str(i), name=name, value=1, high=1)

    def edit(self, at: StatePath, value: tuple[Row, ...], args: list[str], area: int, change: Value) -> tuple[Row, ...]:
        if self._on_board:
            rows = dict(value)
            rows[area] = int(change)
            return tuple((place, n) for place, n in rows.items() if n)
        i = int(args[0])
        return value if change or i >= len(value) else value[:i] + value[i + 1 :]

    def placed(self, at: StatePath, value: tuple[Row, ...], args: list[str], area: int) -> int:
        return {place: int(n) for place, n in value}.get(area, 0)


class Stack(Kind[list[V]]):
    """Values of one kind one upon the other, the last on top: battles inside battles, turns that are owed.

    Said as a list; a new one is as at the start.
    """

    def __init__(self, kind: Kind[V], *, most: int = 100) -> None:
        self.kind, self.most = kind, most

    def fresh(self, at: StatePath) -> list[V]:
        return []

    def copied(self, value: str) -> str:
        inner = self.kind.copied("x")
        return f"{value}[:]" if inner == "x" else f"[{inner} for x in {value}]"

    def _in(self, at: StatePath, i: int) -> StatePath:
        return at.part(str(i + 1))

    def dump(self, at: StatePath, value: list[V]) -> Json:
        return [self.kind.dump(self._in(at, i), x) for i, x in enumerate(value)]

    def load(self, at: StatePath, raw: Json) -> list[V]:
        rows = parts(at, raw)
        if len(rows) > self.most:
            raise BadValue(at, f"has more than {self.most} parts")
        return [self.kind.load(self._in(at, i), x) for i, x in enumerate(rows)]

    def say(self, at: StatePath, value: list[V]) -> Said:
        return [self.kind.say(self._in(at, i), x) for i, x in enumerate(value)]

    def read(self, at: StatePath, said: Said) -> list[V]:
        rows = as_list(at, said)
        if len(rows) > self.most:
            raise ScenarioError(f"{at.path!r} has more than {self.most} parts")
        return [self.kind.read(self._in(at, i), x) for i, x in enumerate(rows)]

    def differences(self, at: StatePath, value: list[V], expected: Said) -> Iterator[str]:
        rows = [] if type(expected) is int else as_list(at, expected)
        n = expected if type(expected) is int else len(rows)
        if n != len(value):
            yield f"{at.path}: expected {n}, found {len(value)}"
        else:
            for i, (x, wanted) in enumerate(zip(value, rows, strict=False)):  # no rows: only how many was expected
                yield from self.kind.differences(self._in(at, i), x, wanted)

    def shape(self, at: StatePath) -> str:
        return f"a list, each {self.kind.shape(at)}"

    def violations(self, at: StatePath, value: list[V]) -> Iterator[Fault]:
        if len(value) > self.most:
            yield f"{at.spoken} has more than {self.most} parts", at.targets
        for i, x in enumerate(value):
            yield from self.kind.violations(self._in(at, i), x)

    def holds(self, of: Domain) -> bool:
        return self.kind.holds(of)

    def count(self, value: list[V], member: int, of: Domain | None = None) -> int:
        return sum(self.kind.count(x, member, of) for x in value)

    @property
    def hides(self) -> bool:
        return self.kind.hides

    def veiled(self, at: StatePath, value: list[V], viewer: int | None) -> list[V]:
        return [self.kind.veiled(self._in(at, i), x, viewer) for i, x in enumerate(value)]

    def drawn(self, at: StatePath, value: list[V], viewer: int | None, rng: Random) -> list[V]:
        return [self.kind.drawn(self._in(at, i), x, viewer, rng) for i, x in enumerate(value)]

    def sample(self, at: StatePath) -> list[V]:
        return [self.kind.sample(self._in(at, 0))]

    def tools(self, at: StatePath, value: list[V], tool: Tool) -> Iterator[Tool]:
        """How many there are, then each."""
        yield tool.of("number", value=len(value), low=0, high=self.most)
        for i, x in enumerate(value):
            mine = tool.with_args(str(i)).named(tool.name, "", f"{tool.name} {i + 1}", "")
            yield from self.kind.tools(self._in(at, i), x, mine)

    def edit(self, at: StatePath, value: list[V], args: list[str], area: int, change: Value) -> list[V]:
        if args:
            i = int(args[0])
            value[i] = self.kind.edit(self._in(at, i), value[i], args[1:], area, change)
            return value
        n = min(int(change), self.most)
        return value[:n] + [self.kind.fresh(self._in(at, i)) for i in range(len(value), n)]

    def placed(self, at: StatePath, value: list[V], args: list[str], area: int) -> int:
        return self.kind.placed(self._in(at, int(args[0])), value[int(args[0])], args[1:], area)
