"""Kinds of value, and the plain ones: a number, a flag, a text, one of a domain, perhaps something.

A kind says each thing about a value once: how it begins, is copied, goes to JSON and comes back with its bounds, is
said in the words of a scenario and read from them, is compared with what was expected, and is changed in an editor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ..errors import ScenarioError, unknown
from ..plain import Json, Said
from ..tabletop.palette import Choice, EditError, Tool, Value
from ..tabletop.table import Target
from ..wording import article
from .domain import Domain, StatePath
from .reading import BadValue, spoken, whole

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V")
Fault = tuple[str, tuple[Target, ...]]
NOTHING = "none"  # among choices
LONGEST = 200  # signs of a text


class Brush(NamedTuple):
    """One thing that an editor can lay on an area of the board: the value, or a change of it."""

    key: str
    name: str
    icon: str = ""
    most: int = 1  # how many can lie in one area
    ground: str = ""
    rule: str = ""
    all: int = 0  # how many there are on the whole board (0: no end)

    def tool(self, tool: Tool, value: int) -> Tool:
        """The tool that lays it; what has no name of its own is called as its field."""
        return tool.of(
            "place",
            args=self.key,
            name=self.name,
            icon=self.icon or tool.icon,
            rule=self.rule,
            ground=self.ground,
            value=value,
            high=self.most,
            most=self.all,
        )


class Kind(Generic[V]):
    """One kind of value. Values are plain data, and every kind knows all there is to know about them."""

    def fresh(self, at: StatePath) -> V:
        """The value before anything has happened."""
        raise NotImplementedError

    def copied(self, value: str) -> str:
        """Python that copies the value of this expression; what cannot change is shared."""
        return value

    def dump(self, at: StatePath, value: V) -> Any:
        """As JSON-able data."""
        return value

    def load(self, at: StatePath, raw: Json) -> V:
        """The value again; every bound is checked (`SaveError`)."""
        raise NotImplementedError

    def say(self, at: StatePath, value: V) -> Any:
        """In the words of a scenario, so that `read` gives the value again."""
        return value

    def read(self, at: StatePath, said: Said) -> V:
        """The value that is said. Raises `ScenarioError` or `UnknownName`."""
        raise NotImplementedError

    def shape(self, at: StatePath) -> str:
        """What may be said, for people: "a number from 0 to 12"."""
        raise NotImplementedError

    @property
    def amends(self) -> bool:
        """Does a `[setup]` say only what is otherwise than at the start, as of the sheets of all players?"""
        return False

    def amended(self, at: StatePath, said: Said, old: V) -> V:
        """A value with what a `[setup]` says: by default that alone; of a record the rest stays as it was."""
        return self.read(at, said)

    def whole(self, at: StatePath, value: V) -> Any:
        """What `amended` would take whatever the old value was."""
        return self.say(at, value)

    def differences(self, at: StatePath, value: V, expected: Said) -> Iterator[str]:
        """What is otherwise than it was expected in the words of a scenario, a line each."""
        wanted, found = self.say(at, self.read(at, expected)), self.say(at, value)
        if wanted != found:
            yield f"{at.path}: expected {spoken(wanted)}, found {spoken(found)}"

    def violations(self, at: StatePath, value: V) -> Iterator[Fault]:
        """What is impossible about a value, and where it is on the table: by default what a file must not hold."""
        try:
            self.load(at, self.dump(at, value))
        except BadValue as fault:
            yield f"{at.spoken} {fault.predicate}", at.targets

    def holds(self, of: Domain) -> bool:
        """Can members of a domain be in such a value?"""
        return getattr(self, "of", None) is of

    def sure(self, at: StatePath, values: Any) -> bool:
        """Are these lawful at a glance, whatever they belong to? False says nothing: each is to be looked at."""
        return False

    def count(self, value: V, member: int, of: Domain | None = None) -> int:
        """How often a member (of `of`, where a record has several domains) is in a value."""
        return int(value == member)

    def sample(self, at: StatePath) -> V:
        """Another value than the first, for the page of keys."""
        raise NotImplementedError

    # -- what is hidden: most values have no parts that are ------------------------------------------------------------
    @property
    def hides(self) -> bool:
        """Are there fields within that not everybody may see?"""
        return False

    def veiled(self, at: StatePath, value: V, viewer: int | None) -> V:
        """A value without those parts that this viewer may not see, each as it is at the start."""
        return value

    def of_others(self, at: StatePath, value: V, viewer: int | None) -> V:
        """A value that its owner alone may see: the last seat on the way to it."""
        return value if at.seat is not None and at.seat == viewer else self.fresh(at)

    def of_nobody(self, at: StatePath, value: V) -> V:
        """A value that nobody may see; piles keep what is in them, not its order."""
        return self.fresh(at)

    def drawn(self, at: StatePath, value: V, viewer: int | None, rng: Random) -> V:
        """A veiled value (of a copy) with its hidden orders drawn anew."""
        return value

    def shuffled(self, at: StatePath, value: V, rng: Random) -> V:
        """A value that nobody may see, in an order drawn anew."""
        return value

    # -- the editor ---------------------------------------------------------------------------------------------------
    def tools(self, at: StatePath, value: V, tool: Tool) -> Iterator[Tool]:
        """The tools that change a value beside the board; `tool` has their group, title and rule."""
        return iter(())

    def edit(self, at: StatePath, value: V, args: list[str], area: int, change: Value) -> V:
        """The value after a change. It may be changed in place: it belongs to a copy."""
        raise NotImplementedError

    def placed(self, at: StatePath, value: V, args: list[str], area: int) -> int:
        """How much of a placing tool lies in an area."""
        raise NotImplementedError

    def brushes(self, at: StatePath) -> Iterator[Brush]:
        """What can be laid on an area, where there is such a value for each area."""
        return iter(())

    def level(self, at: StatePath, value: V, brush: str) -> int:
        """How much of a brush an area has."""
        raise NotImplementedError

    def painted(self, at: StatePath, value: V, brush: str, n: int) -> V:
        """The value of an area after the brush."""
        raise NotImplementedError


class Number(Kind[int]):
    """A whole number from `low` to `high`; a bound may be a function of the configuration and the members before.

    Where `names` of the same gives words, one for each number from `low` on (the spaces of a dial), it is said by them.
    """

    def __init__(
        self,
        low: int,
        high: int | Callable[..., int],
        *,
        start: int | None = None,
        names: Callable[..., Sequence[str]] | None = None,
    ) -> None:
        self.low, self._high, self.start = low, high, low if start is None and low > 0 else start or 0
        self._names = names

    def names(self, at: StatePath) -> Sequence[str]:
        """What each number is called; nothing where they are said as numbers."""
        return self._names(at.config, *at.members) if self._names is not None else ()

    def high(self, at: StatePath) -> int:
        """The highest value."""
        return self._high(at.config, *at.members) if callable(self._high) else self._high

    def fresh(self, at: StatePath) -> int:
        return self.start

    def load(self, at: StatePath, raw: Json) -> int:
        return whole(at, raw, self.low, self.high(at))

    def sure(self, at: StatePath, values: Any) -> bool:
        return not callable(self._high) and min(values) >= self.low and max(values) <= self._high

    def say(self, at: StatePath, value: int) -> int | str:
        names = self.names(at)
        return names[value - self.low] if 0 <= value - self.low < len(names) else value

    def read(self, at: StatePath, said: Said) -> int:
        if isinstance(said, str) and (names := [name.lower() for name in self.names(at)]):
            if said.strip().lower() not in names:
                raise unknown(at.path, said, self.names(at))
            return names.index(said.strip().lower()) + self.low
        if type(said) is not int or not self.low <= said <= self.high(at):
            raise ScenarioError(f"{at.path!r} must be {self.shape(at)}, not {said!r:.80}")
        return said

    def differences(self, at: StatePath, value: int, expected: Said) -> Iterator[str]:
        if (wanted := self.read(at, expected)) != value:
            yield f"{at.path}: expected {self.say(at, wanted)}, found {self.say(at, value)}"

    def shape(self, at: StatePath) -> str:
        return ", ".join(map(repr, self.names(at))) or f"a whole number from {self.low} to {self.high(at)}"

    def sample(self, at: StatePath) -> int:
        likely = (3, 2, 1, self.low, self.high(at))
        return next((n for n in likely if self.low <= n <= self.high(at) and n != self.start), self.start)

    def tools(self, at: StatePath, value: int, tool: Tool) -> Iterator[Tool]:
        if names := self.names(at):
            choices = tuple(Choice(n, name) for n, name in enumerate(names, self.low))
            yield tool.of("choice", value=value, choices=choices)
        else:
            yield tool.of("number", value=value, low=self.low, high=self.high(at))

    def edit(self, at: StatePath, value: int, args: list[str], area: int, change: Value) -> int:
        return int(change)

    def brushes(self, at: StatePath) -> Iterator[Brush]:
        yield Brush("", "", most=self.high(at))

    def level(self, at: StatePath, value: int, brush: str) -> int:
        return value

    def painted(self, at: StatePath, value: int, brush: str, n: int) -> int:
        return n


class Flag(Kind[bool]):
    """Yes or no."""

    def fresh(self, at: StatePath) -> bool:
        return False

    def load(self, at: StatePath, raw: Json) -> bool:
        if type(raw) is not bool:
            raise BadValue(at, "is neither true nor false")
        return raw

    def read(self, at: StatePath, said: Said) -> bool:
        if type(said) is not bool:
            raise ScenarioError(f"{at.path!r} must be true or false, not {said!r:.80}")
        return said

    def differences(self, at: StatePath, value: bool, expected: Said) -> Iterator[str]:
        if (wanted := self.read(at, expected)) is not value:
            yield f"{at.path}: expected {str(wanted).lower()}, found {str(value).lower()}"

    def shape(self, at: StatePath) -> str:
        return "true or false"

    def sample(self, at: StatePath) -> bool:
        return True

    def tools(self, at: StatePath, value: bool, tool: Tool) -> Iterator[Tool]:
        yield tool.of("toggle", value=int(value), low=0, high=1)

    def edit(self, at: StatePath, value: bool, args: list[str], area: int, change: Value) -> bool:
        return bool(change)

    def brushes(self, at: StatePath) -> Iterator[Brush]:
        yield Brush("", "")

    def level(self, at: StatePath, value: bool, brush: str) -> int:
        return int(value)

    def painted(self, at: StatePath, value: bool, brush: str, n: int) -> bool:
        return bool(n)


class Text(Kind[str]):
    """A short word of the rules, such as the name of a power; no text of a person."""

    def fresh(self, at: StatePath) -> str:
        return ""

    def load(self, at: StatePath, raw: Json) -> str:
        if not isinstance(raw, str) or len(raw) > LONGEST or not raw.isprintable():  # half a sign is not, either
            raise BadValue(at, "is no short text")
        return raw

    def read(self, at: StatePath, said: Said) -> str:
        if not isinstance(said, str) or len(said) > LONGEST or not said.isprintable():
            raise ScenarioError(f"{at.path!r} must be text, not {said!r:.80}")
        return said

    def shape(self, at: StatePath) -> str:
        return "a text"

    def sample(self, at: StatePath) -> str:
        return "a name"


class OneOf(Kind[int]):
    """A member of a domain. With `none`, a word for nobody or nothing, it may be -1."""

    def __init__(self, of: Domain, *, none: str = "", start: int | None = None) -> None:
        self.of, self.none = of, none
        self.start = start if start is not None else -1 if none else of.first

    def fresh(self, at: StatePath) -> int:
        return self.start

    def load(self, at: StatePath, raw: Json) -> int:
        if type(raw) is int and (raw in self.of.members(at) or raw in self.choices(at)):
            return raw
        raise BadValue(at, f"is no {self.of.word}")

    def sure(self, at: StatePath, values: Any) -> bool:
        return not self.of.keyed and set(values) <= set(self.choices(at))

    def say(self, at: StatePath, value: int) -> str:
        return self.none if self.none and value == -1 else self.of.name(at, value)

    def read(self, at: StatePath, said: Said) -> int:
        return -1 if self.none and isinstance(said, str) and said.lower() == self.none else self.of.member(at, said)

    def differences(self, at: StatePath, value: int, expected: Said) -> Iterator[str]:
        if (wanted := self.read(at, expected)) != value:
            yield f"{at.path}: expected {self.say(at, wanted)}, found {self.say(at, value)}"

    def shape(self, at: StatePath) -> str:
        return article(self.of.word) + (f", or {self.none!r}" if self.none else "")

    def sample(self, at: StatePath) -> int:
        return next((member for member in self.of.members(at) if member != self.start), self.start)

    def choices(self, at: StatePath) -> list[int]:
        """All values."""
        return [*([-1] if self.none else ()), *self.of.members(at), *self.of.besides(at.config).values()]

    def tools(self, at: StatePath, value: int, tool: Tool) -> Iterator[Tool]:
        if self.of.on_board:
            yield tool.of("place", value=int(value in self.of.members(at)), high=1)
            for word, member in self.of.besides(at.config).items():
                if member != self.start:
                    on = int(value == member)
                    yield tool.of("toggle", args=str(member), name=word[:1].upper() + word[1:], value=on, high=1)
            return
        seats = self.of.target == "seat:{}"
        yield tool.of(
            "choice",
            value=value,
            choices=tuple(Choice(m, self.label(at, m), self.icon(at, m), m if seats else -1) for m in self.choices(at)),
        )

    def label(self, at: StatePath, member: int) -> str:
        """A member among choices."""
        name = self.of.title(at, member) if member in self.of.members(at) else self.say(at, member)
        return name[:1].upper() + name[1:]

    def icon(self, at: StatePath, member: int) -> str:
        """The icon of a member; nobody has none."""
        return self.of.shown(at, member).icon if member >= self.of.first else ""

    def edit(self, at: StatePath, value: int, args: list[str], area: int, change: Value) -> int:
        if not self.of.on_board:
            return int(change)
        place = int(args[0]) if args else area
        return place if change else self.start if place == value else value

    def placed(self, at: StatePath, value: int, args: list[str], area: int) -> int:
        return int(value == area)

    def brushes(self, at: StatePath) -> Iterator[Brush]:
        for member in sorted(self.choices(at), key=lambda member: member == self.start):
            if member != self.start or self.of.shown(at, member).ground:  # an area always has some ground
                yield self.brush(at, member)

    def brush(self, at: StatePath, member: int) -> Brush:
        """What lays a member on an area."""
        look, name = self.of.shown(at, member), self.say(at, member)
        return Brush(str(member), name[:1].upper() + name[1:], look.icon, 1, look.ground, look.rule, look.most)

    def level(self, at: StatePath, value: int, brush: str) -> int:
        return int(value == int(brush))

    def painted(self, at: StatePath, value: int, brush: str, n: int) -> int:
        if not n and value == self.start == int(brush):
            raise EditError(f"an area always has a {self.of.word}: lay another one there")
        return int(brush) if n else self.start if value == int(brush) else value


class Word(Kind[int]):
    """One of a few words, each of which stands for a number: {"before": 0, "after": 2}.

    A second word for the same number is understood, and never said.
    """

    def __init__(self, words: Mapping[str, int], *, start: int | None = None) -> None:
        self.words = dict(words)
        self.start = next(iter(self.words.values())) if start is None else start

    def fresh(self, at: StatePath) -> int:
        return self.start

    def load(self, at: StatePath, raw: Json) -> int:
        if type(raw) is not int or raw not in self.words.values():
            raise BadValue(at, f"is none of {', '.join(self.words)}")
        return raw

    def say(self, at: StatePath, value: int) -> str:
        return next((word for word, n in self.words.items() if n == value), str(value))

    def read(self, at: StatePath, said: Said) -> int:
        if str(said).lower() not in self.words:
            raise unknown(at.path, said, self.words)
        return self.words[str(said).lower()]

    def differences(self, at: StatePath, value: int, expected: Said) -> Iterator[str]:
        if (wanted := self.read(at, expected)) != value:
            yield f"{at.path}: expected {self.say(at, wanted)}, found {self.say(at, value)}"

    def shape(self, at: StatePath) -> str:
        return ", ".join(repr(self.say(at, n)) for n in dict.fromkeys(self.words.values()))

    def sample(self, at: StatePath) -> int:
        others = [n for n in dict.fromkeys(self.words.values()) if n != self.start]
        return others[len(others) // 2]

    def tools(self, at: StatePath, value: int, tool: Tool) -> Iterator[Tool]:
        order = dict.fromkeys(self.words.values())
        yield tool.of("choice", value=value, choices=tuple(Choice(n, self.say(at, n).capitalize()) for n in order))

    def edit(self, at: StatePath, value: int, args: list[str], area: int, change: Value) -> int:
        return int(change)


class Maybe(Kind[V | None]):
    """Something, or None."""

    def __init__(self, kind: Kind[V]) -> None:
        self.kind = kind

    def fresh(self, at: StatePath) -> V | None:
        return None

    def copied(self, value: str) -> str:
        inner = self.kind.copied(value)
        return value if inner == value else f"(None if {value} is None else {inner})"

    def dump(self, at: StatePath, value: V | None) -> Json:
        return None if value is None else self.kind.dump(at, value)

    def load(self, at: StatePath, raw: Json) -> V | None:
        return None if raw is None else self.kind.load(at, raw)

    def say(self, at: StatePath, value: V | None) -> Said:
        return "none" if value is None else self.kind.say(at, value)

    def read(self, at: StatePath, said: Said) -> V | None:
        return None if said == "none" else self.kind.read(at, said)

    def shape(self, at: StatePath) -> str:
        return f"{self.kind.shape(at)}; or 'none'"

    def holds(self, of: Domain) -> bool:
        return self.kind.holds(of)

    def count(self, value: V | None, member: int, of: Domain | None = None) -> int:
        return 0 if value is None else self.kind.count(value, member, of)

    @property
    def hides(self) -> bool:
        return self.kind.hides

    def veiled(self, at: StatePath, value: V | None, viewer: int | None) -> V | None:
        return None if value is None else self.kind.veiled(at, value, viewer)

    def drawn(self, at: StatePath, value: V | None, viewer: int | None, rng: Random) -> V | None:
        return None if value is None else self.kind.drawn(at, value, viewer, rng)

    def brushes(self, at: StatePath) -> Iterator[Brush]:
        if isinstance(self.kind, OneOf):  # also the one that a value of its own begins with
            yield from (self.kind.brush(at, member) for member in self.kind.choices(at) if member != -1)
        else:
            yield from self.kind.brushes(at)

    def level(self, at: StatePath, value: V | None, brush: str) -> int:
        return 0 if value is None else self.kind.level(at, value, brush)

    def painted(self, at: StatePath, value: V | None, brush: str, n: int) -> V | None:
        if n:
            return self.kind.painted(at, self.kind.fresh(at) if value is None else value, brush, n)
        return None if self.level(at, value, brush) else value

    def differences(self, at: StatePath, value: V | None, expected: Said) -> Iterator[str]:
        if value is None or expected == "none":
            if (value is None) is not (expected == "none"):
                yield f"{at.path}: expected {spoken(expected)}, found {spoken(self.say(at, value))}"
        else:
            yield from self.kind.differences(at, value, expected)

    def sample(self, at: StatePath) -> V | None:
        return self.kind.sample(at)

    # -- the editor: what is placed first brings it into being, and its taking away ends it; else a switch does ------
    def tools(self, at: StatePath, value: V | None, tool: Tool) -> Iterator[Tool]:
        first, choice = self._first(at, tool), self._choice(at, value, tool)
        if choice is not None:
            yield choice
        elif first is None:
            yield tool.of("toggle", value=int(value is not None), low=0, high=1)
            if value is not None:
                inner = tool.with_args("it")
                yield from self.kind.tools(at, value, replace(inner, section=tool.section or tool.name))
        elif value is not None:
            yield from self.kind.tools(at, value, tool)
        else:
            yield replace(first, value=0)

    def _choice(self, at: StatePath, value: V | None, tool: Tool) -> Tool | None:
        """The one choice that it is, with nothing among it, if it is one."""
        found = list(self.kind.tools(at, self.kind.fresh(at) if value is None else value, tool))
        if len(found) != 1 or found[0].kind != "choice" or found[0].id != tool.id:
            return None
        now = NOTHING if value is None else found[0].value
        return replace(found[0], value=now, choices=(Choice(NOTHING, "None"), *found[0].choices))

    def _first(self, at: StatePath, tool: Tool) -> Tool | None:
        """The tool by which it begins, if that places something."""
        first = next(self.kind.tools(at, self.kind.fresh(at), tool), None)
        return first if first is not None and first.kind == "place" else None

    def edit(self, at: StatePath, value: V | None, args: list[str], area: int, change: Value) -> V | None:
        if self._choice(at, value, Tool("", "", "", "")) is not None:
            old = self.kind.fresh(at) if value is None else value
            return None if change == NOTHING else self.kind.edit(at, old, args, area, change)
        first = self._first(at, Tool("", "", "", ""))
        begins = args == [] if first is None else first.id.split(":")[1:] == args
        if value is None and not begins:
            raise EditError(f"there is no {at.field} yet")
        if first is None and begins:
            return None if not change else self.kind.fresh(at) if value is None else value
        if not change and begins:
            return None if self.placed(at, value, args, area) else value
        inner = args[1:] if first is None else args
        return self.kind.edit(at, self.kind.fresh(at) if value is None else value, inner, area, change)

    def placed(self, at: StatePath, value: V | None, args: list[str], area: int) -> int:
        inner = args[1:] if self._first(at, Tool("", "", "", "")) is None else args
        return 0 if value is None else self.kind.placed(at, value, inner, area)
