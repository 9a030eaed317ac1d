"""A kind of value for some members of a domain only, or for some pairs of members."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ..errors import ScenarioError
from ..plain import Json, Said
from ..tabletop.palette import Tool, Value
from .domain import Domain, StatePath
from .each import Each
from .kind import Kind, Maybe, Number
from .reading import BadValue, parts, table, whole

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V")
Key: TypeAlias = int | tuple[int, int]  # a member, or a pair


class Sparse(Kind[dict[Key, V]]):
    """A value for some members of a domain, or for some pairs of members; what is not named has none."""

    def __init__(self, of: Domain | tuple[Domain, Domain], kind: Kind[V]) -> None:
        self.of, self.kind = (of, None) if isinstance(of, Domain) else of, kind

    def fresh(self, at: StatePath) -> dict[Key, V]:
        return {}

    def copied(self, value: str) -> str:
        inner = self.kind.copied("x")
        return f"{value}.copy()" if inner == "x" else f"{{k: {inner} for k, x in {value}.items()}}"

    def holds(self, of: Domain) -> bool:
        return of in self.of or self.kind.holds(of)

    def count(self, value: dict[Key, V], member: int, of: Domain | None = None) -> int:
        """How often it is named, as a key or in a value; how many there are of it, where the value is a number."""
        return sum(self._counted(key, x, member, of) for key, x in value.items())

    def _counted(self, key: Key, x: V, member: int, of: Domain | None) -> int:
        keyed = any(part == member and of in (None, d) for d, part in zip(self.of, self._split(key), strict=False))
        if keyed:
            return x if isinstance(self.kind, Number) and isinstance(x, int) else 1
        return self.kind.count(x, member, of) if self.kind.holds(of) else 0  # type: ignore[arg-type]

    @property
    def hides(self) -> bool:
        return self.kind.hides

    def veiled(self, at: StatePath, value: dict[Key, V], viewer: int | None) -> dict[Key, V]:
        return {key: self.kind.veiled(self._within(at, key), x, viewer) for key, x in value.items()}

    def drawn(self, at: StatePath, value: dict[Key, V], viewer: int | None, rng: Random) -> dict[Key, V]:
        return {key: self.kind.drawn(self._within(at, key), x, viewer, rng) for key, x in value.items()}

    def _sorted(self, value: dict[Key, V]) -> list[tuple[Key, V]]:
        return sorted(value.items(), key=lambda row: self._split(row[0]))

    def _split(self, key: Key) -> tuple[int, ...]:
        return (key,) if isinstance(key, int) else key

    def _within(self, at: StatePath, key: Key) -> StatePath:
        for domain, member in zip(self.of, self._split(key), strict=False):
            at = at if domain is None else at.into(domain, member)
        return at

    def dump(self, at: StatePath, value: dict[Key, V]) -> Json:
        return [[*self._split(key), self.kind.dump(self._within(at, key), x)] for key, x in self._sorted(value)]

    def load(self, at: StatePath, raw: Json) -> dict[Key, V]:
        found: dict[Key, V] = {}
        domains = [domain for domain in self.of if domain is not None]
        for row in parts(at, raw):
            *named, x = parts(at, row, len(domains) + 1)
            here, members = at, list[int]()
            for domain, member in zip(domains, named, strict=True):
                members.append(whole(at, member, domain.first, domain.first + len(domain.all(here)) - 1))
                here = here.into(domain, members[-1])
            key = members[0] if len(members) == 1 else (members[0], members[1])
            if key in found:
                raise BadValue(here, "stands there twice")
            found[key] = self.kind.load(here, x)
        return found

    def say(self, at: StatePath, value: dict[Key, V]) -> Said:
        said, rows = dict[str, Said](), dict[str, dict[str, Said]]()
        for key, x in self._sorted(value):
            first, *more = self._split(key)
            what = self.kind.say(self._within(at, key), x)
            name = self.of[0].name(at, first)
            if self.of[1] is None:
                said[name] = what
            else:
                rows.setdefault(name, {})[self.of[1].name(at.into(self.of[0], first), more[0])] = what
        return said if self.of[1] is None else rows

    def read(self, at: StatePath, said: Said) -> dict[Key, V]:
        found: dict[Key, V] = {}
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
    def _some(self) -> Key:
        """A key."""
        members = tuple(domain.first for domain in self.of if domain is not None)
        return members[0] if len(members) == 1 else (members[0], members[1])

    def sample(self, at: StatePath) -> dict[Key, V]:
        return {self._some: self.kind.sample(self._within(at, self._some))}

    # -- the editor: what lies in areas is painted, for each member of the second domain; all else is there or not -----
    def tools(self, at: StatePath, value: dict[Key, V], tool: Tool) -> Iterator[Tool]:
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
                held = (x for key, x in value.items() if member is None or self._split(key)[-1] == member)
                said = f"{brush.name}, {tool.name[:1].lower()}{tool.name[1:]}" if brush.name else ""
                yield brush._replace(name=said).tool(mine, sum(self.kind.level(here, x, brush.key) for x in held))

    @property
    def _maybe(self) -> Maybe[V]:
        return Maybe(self.kind)

    def _painted(self, at: StatePath) -> bool:
        """Are there brushes that lay it?"""
        return self.of[0].on_board and any(True for _ in self._maybe.brushes(self._within(at, self._some)))

    def _key(self, args: list[str], area: int) -> tuple[Key, str]:
        """The key, and the brush."""
        return (area, "".join(args)) if self.of[1] is None else ((area, int(args[0])), "".join(args[1:]))

    def placed(self, at: StatePath, value: dict[Key, V], args: list[str], area: int) -> int:
        if not self._painted(at):
            return self._dense().placed(at, self._filled(at, value), args, area)
        key, brush = self._key(args, area)
        return self.kind.level(self._within(at, key), value[key], brush) if key in value else 0

    def edit(self, at: StatePath, value: dict[Key, V], args: list[str], area: int, change: Value) -> dict[Key, V]:
        if not self._painted(at):
            return self._thinned(at, self._dense().edit(at, self._filled(at, value), args, area, change))
        key, brush = self._key(args, area)
        now = self._maybe.painted(self._within(at, key), value.get(key), brush, int(change))
        return {k: x for k, x in {**value, key: now}.items() if x is not None}

    def _dense(self) -> Each[Any]:
        """The same with something, or nothing, for every member."""
        return Each(self.of[0], self._maybe if self.of[1] is None else Each(self.of[1], self._maybe))

    def _filled(self, at: StatePath, value: dict[Key, V]) -> list[Any]:
        first = self.of[0].members(at)
        if self.of[1] is None:
            return [value.get(i) for i in first]
        return [[value.get((i, j)) for j in self.of[1].members(at.into(self.of[0], i))] for i in first]

    def _thinned(self, at: StatePath, rows: Sequence[Any]) -> dict[Key, V]:
        """The way back: what is there, by its key."""
        found: dict[Key, V] = {}
        for first, row in zip(self.of[0].members(at), rows, strict=True):
            if self.of[1] is None:
                found[first] = row
            else:
                pairs = zip(self.of[1].members(at.into(self.of[0], first)), row, strict=True)
                found |= {(first, second): x for second, x in pairs}
        return {key: x for key, x in found.items() if x is not None}
