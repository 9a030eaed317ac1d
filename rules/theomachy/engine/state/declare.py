"""The declaration of a state: a class whose annotated attributes say what they are.

    @declared
    class State(Declared):
        power: list[int] = field(Each(SEAT, Number(0, 500)), "Power", rule="CW-ACT-002")
        deck: list[int] = field(Pile(CARD), "Deck", rule="DG-CRD-001", seen=NOBODY)
        held: list[int] = derived()

Everything that is always the same for a state follows from it: slots, a copy, equality, JSON with every bound, the
words of scenarios both ways, views, tools of the editor. What is the game's own is written in the class as methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import get_annotations
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ..errors import unknown
from ..plain import Json, Said
from ..tabletop.palette import Tool, Value
from .copying import copier
from .domain import Domain, StatePath
from .each import Each
from .kind import Fault, Kind
from .parts import Phrase, Stock, Trick
from .printed import Shows, check
from .reading import BadValue, table

if TYPE_CHECKING:
    from random import Random

ALL, OWNER, NOBODY = "all", "owner", "nobody"  # who may see a field
T = TypeVar("T", bound="Record")


@dataclass(frozen=True, slots=True)
class Field:
    """One attribute of a state: what kind of value, what it is called, and who may see it."""

    kind: Kind[Any]
    title: str = ""
    rule: str = ""
    group: str = ""  # of the editor's tools; "" for what an editor does not offer
    section: str = ""
    text: str = ""
    key: str = ""  # its name in scenarios, where that is not the attribute's
    seen: str | Callable[[Any], str] = ALL
    drawn: Callable[[Any, int, Random], Any] | None = None
    pile: str = ""  # where a hidden member of it comes from: the name of a field that is a `Pile`
    icon: str = ""
    example: str = ""  # of what scenarios say of it, as TOML, where a made-up one would say little
    said: bool = True  # do scenarios speak of it? Not of what lies inside an action, or is told by a phrase alone
    shows: tuple[Shows, ...] = ()  # printed things, whose powers are in force by that
    silences: str = ""  # the field whose things it silences, or "*": it names abilities
    later: bool = False  # data without it are older, and those that have nothing in it stay as they were

    def tool(self, id_: str) -> Tool:
        """What the tools of its kind begin with."""
        return Tool(id_, self.group, self.title, "", self.icon, section=self.section, rule=self.rule, text=self.text)


def field(
    kind: Kind[Any],
    title: str = "",
    *,
    rule: str = "",
    group: str = "",
    section: str = "",
    text: str = "",
    key: str = "",
    seen: str | Callable[[Any], str] = ALL,
    drawn: Callable[[Any, int, Random], Any] | None = None,
    pile: str = "",
    icon: str = "",
    example: str = "",
    said: bool = True,
    shows: Shows | tuple[Shows, ...] = (),
    silences: str = "",
    later: bool = False,
) -> Any:
    """Declare an attribute of a state.

    `seen=OWNER`: each seat sees its own value alone, and `pile` holds the rest; `seen` may be a function of the state,
    of what all see. What comes from no pile is hidden whole; `drawn(s, seat, rng)` is what it might be.
    `shows` are printed things, `silences` names the field whose things lose their powers (`engine/state/printed.py`).
    """
    shown = (shows,) if isinstance(shows, Shows) else shows
    return Field(
        kind, title, rule, group, section, text, key, seen, drawn, pile, icon, example, said, shown, silences, later
    )


@dataclass(frozen=True, slots=True)
class Derived:
    """An attribute that follows from the others."""

    start: Callable[[], Any]
    copied: str
    compared: bool
    shows: tuple[Shows, ...] = ()
    silences: str = ""


def derived(
    start: Callable[[], Any] = list, *, compared: bool = True, shows: Shows | None = None, silences: str = ""
) -> Any:
    """Declare an attribute that follows from the others and is made anew by `derive`. Lists and dicts are copied.

    One that is not `compared` says nothing about whether two states are equal: a look-up that is remembered. One that
    `shows` printed things is a mask of them a seat; one that `silences` ("*") holds the names of abilities a seat.
    """
    shown = () if shows is None else (shows,)
    copied = "{}.copy()" if isinstance(start(), list | dict | set | bytearray) else "{}"
    return Derived(start, copied, compared, shown, silences)


class Record:
    """Plain data that is declared: the state itself, or a part of it such as a battle under way."""

    __slots__ = ()
    fields: ClassVar[Mapping[str, Field]] = {}
    follows: ClassVar[Mapping[str, Derived]] = {}

    @classmethod
    def fresh(cls: type[T], config: Any) -> T:
        """Before anything has happened. A box that remembers keeps one of each, to be copied."""
        memory: dict[Any, Any] | None = getattr(config, "memory", None)
        if memory is None:
            return cls.fresh_at(StatePath(config, ""))
        found = memory.get(cls)
        if found is None:
            found = memory[cls] = cls.fresh_at(StatePath(config, ""))
        new: T = found.copy()
        return new

    @classmethod
    def fresh_at(cls: type[T], at: StatePath) -> T:
        """The same of a part of a state, such as the sheet of a seat, whose boxes may be those of its faction."""
        new = object.__new__(cls)
        for name, item in cls.fields.items():
            setattr(new, name, item.kind.fresh(at.part(item.key or name) if at.field else StatePath(at.config, name)))
        for name, rest in cls.follows.items():
            setattr(new, name, rest.start())
        return new

    def copy(self: T) -> T:
        """An independent copy. (Each declared class has its own, made from its fields.)"""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        compared = (*self.fields, *(name for name, rest in self.follows.items() if rest.compared))
        return all(getattr(self, name) == getattr(other, name) for name in compared)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.fields)})"


class Declared(Record):
    """A whole state. `config` is what the game was set up with: shared by all states, never copied."""

    __slots__ = ("config", "trace")
    config: Any
    trace: Any  # only while somebody wants an explanation
    stocks: ClassVar[tuple[Stock, ...]] = ()  # things of which there are so many, all told
    phrases: ClassVar[tuple[Phrase, ...]] = ()  # words of scenarios that are the game's own
    tricks: ClassVar[tuple[Trick, ...]] = ()  # tools of the editor that are the game's own
    groups: ClassVar[tuple[str, ...]] = ()  # of the editor's tools, in this order; others come after them
    printed: ClassVar[Mapping[str, Shows]] = {}  # things of the set-up that are shown from the beginning to the end

    def __repr__(self) -> str:
        """The plain numbers and words alone, in one line; `print` says the whole."""
        plain = (f"{name}={x!r}" for name in self.fields if type(x := getattr(self, name)) in (int, bool, str))
        return f"<{type(self).__name__} {', '.join(islice(plain, 8))}>"

    def __str__(self) -> str:
        """Every field in the words of a scenario, a line each; without those that stand as at the beginning."""
        fresh, lines = type(self).fresh(self.config), list[str]()
        for name, item in self.fields.items():
            value, at = getattr(self, name), StatePath(self.config, name)
            if value != getattr(fresh, name):
                lines.append(f"{item.title or item.key or name}: {item.kind.say(at, value)}")
        return "\n".join(lines) or "as at the beginning"

    @classmethod
    def fresh(cls: type[D], config: Any) -> D:
        """Before anything has happened; all stocks are full."""
        new = cls.fresh_at(StatePath(config, ""))
        new.config, new.trace = config, None
        for stock in cls.stocks:
            stock.fill(new)
        new.derive()
        return new

    def derive(self) -> None:
        """Make everything anew that follows from the fields."""

    def at(self, name: str) -> StatePath:
        """Where a field stands."""
        return StatePath(self.config, name)

    def edited(self, field: str, args: list[str], area: int, change: Value) -> None:
        """An editor has changed a field, or used a trick: set right what belongs to it (who awakes has been awake)."""


D = TypeVar("D", bound=Declared)


def declared(cls: type[T]) -> type[T]:
    """Make a class of annotated fields a record: slots, a copy, equality. Raises `TypeError` for a slip."""
    fields: dict[str, Field] = {}
    follows: dict[str, Derived] = {}
    for name in get_annotations(cls):
        value = cls.__dict__.get(name)
        if isinstance(value, Field):
            fields[name] = value
        elif isinstance(value, Derived):
            follows[name] = value
        elif not any(name in vars(base) for base in cls.__mro__[1:]):  # such as `config`, with its type in this game
            raise TypeError(f"{cls.__name__}.{name} is annotated, but no field is declared")
    for base in cls.__mro__[1:]:
        for name in {*get_annotations(base)} - {*fields, *follows}:  # what a part of it looks at
            if not any(name in vars(other) for other in cls.__mro__[1:]):
                raise TypeError(f"{base.__name__}.{name} is annotated, but {cls.__name__} declares no such field")
    for name in (*fields, *follows):
        if hasattr(Declared if issubclass(cls, Declared) else Record, name):
            raise TypeError(f"{cls.__name__}.{name}: every state has something of that name already")
    for name, item in fields.items():
        check(f"{cls.__name__}.{name}", fields, item.silences)
        if item.pile and item.pile not in fields:
            raise TypeError(f"{cls.__name__}.{name}: there is no field {item.pile!r} that it could come from")
        if not issubclass(cls, Declared) and (item.pile or item.drawn or callable(item.seen)):
            raise TypeError(f"{cls.__name__}.{name}: only fields of the state itself have piles and draws")
        if issubclass(cls, Declared) and item.seen != ALL and item.seen != NOBODY:
            if not isinstance(item.kind, Each) or not item.kind.of.is_seats:
                raise TypeError(f"{cls.__name__}.{name} is seen by its owner, but is no list by seat")
    shared = ("config",) if issubclass(cls, Declared) else ()
    copies = {name: item.kind.copied(f"s.{name}") for name, item in fields.items()}
    copies |= {name: rest.copied.format(f"s.{name}") for name, rest in follows.items()}
    made = _made(cls, (*fields, *follows), fields=fields, follows=follows)
    made.copy = copier(made, shared, copies, issubclass(cls, Declared))  # type: ignore[method-assign, assignment]
    return made


def part(cls: type[T]) -> type[T]:
    """Make a class of methods a part of a state that is too large for one file. Its annotations name the fields that it
    looks at; the state, which has it as a base, declares them.
    """
    return _made(cls, ())


def _made(cls: type[T], slots: tuple[str, ...], **more: object) -> type[T]:
    """The same class with these slots; what they hold, and `more`, takes the place of what its body says."""
    body = {k: v for k, v in cls.__dict__.items() if k not in slots and k not in ("__dict__", "__weakref__")}
    made: type[T] = type(cls.__name__, cls.__bases__, {**body, "__slots__": slots, **more})
    made.__qualname__ = cls.__qualname__
    return made


class Of(Kind[T]):
    """A record as a value: `Maybe(Of(Battle))`."""

    def __init__(self, record: type[T]) -> None:
        self.record = record
        self.veils = {name: item for name, item in record.fields.items() if item.seen != ALL or item.kind.hides}

    def _fields(self, at: StatePath) -> Iterator[tuple[str, str, Field, StatePath]]:
        for name, item in self.record.fields.items():
            yield name, item.key or name, item, at.part(item.key or name)

    def fresh(self, at: StatePath) -> T:
        return self.record.fresh_at(at)

    @property
    def hides(self) -> bool:
        return bool(self.veils)

    def veiled(self, at: StatePath, value: T, viewer: int | None) -> T:
        seen = value.copy()
        for name, item in self.veils.items():
            here, x = at.part(item.key or name), getattr(value, name)
            if item.seen == OWNER:
                x = item.kind.of_others(here, x, viewer)
            elif item.seen == NOBODY:
                x = item.kind.of_nobody(here, x)
            setattr(seen, name, item.kind.veiled(here, x, viewer))
        return seen

    def drawn(self, at: StatePath, value: T, viewer: int | None, rng: Random) -> T:
        for name, item in self.veils.items():
            here = at.part(item.key or name)
            x = item.kind.drawn(here, getattr(value, name), viewer, rng)
            setattr(value, name, item.kind.shuffled(here, x, rng) if item.seen == NOBODY else x)
        return value

    def count(self, value: T, member: int, of: Domain | None = None) -> int:
        return sum(
            item.kind.count(getattr(value, name), member, of)
            for name, item in self.record.fields.items()
            if of is None or item.kind.holds(of)
        )

    def holds(self, of: Domain) -> bool:
        return any(item.kind.holds(of) for item in self.record.fields.values())

    def copied(self, value: str) -> str:
        return f"{value}.copy()"

    def dump(self, at: StatePath, value: T) -> Json:
        rows = ((name, item, here, getattr(value, name)) for name, _, item, here in self._fields(at))
        said = (row for row in rows if not row[1].later or row[3] != row[1].kind.fresh(row[2]))
        return {name: item.kind.dump(here, x) for name, item, here, x in said}

    def load(self, at: StatePath, raw: Json) -> T:
        fields = self.record.fields
        needed = {name for name, item in fields.items() if not item.later}
        if not isinstance(raw, dict) or not needed <= set(raw) <= set(fields):
            raise BadValue(at, "has missing or unknown fields")
        value = self.record.fresh_at(at)
        for name, _, item, here in self._fields(at):
            if name in raw:
                setattr(value, name, item.kind.load(here, raw[name]))
        return value

    def say(self, at: StatePath, value: T) -> Said:
        return {
            key: item.kind.say(here, x)
            for name, key, item, here in self._fields(at)
            if (x := getattr(value, name)) != item.kind.fresh(here)
        }

    def read(self, at: StatePath, said: Said) -> T:
        return self.amended(at, said, self.record.fresh_at(at))

    @property
    def amends(self) -> bool:
        return True

    def amended(self, at: StatePath, said: Said, old: T) -> T:
        value, known = old.copy(), {key: row for row in self._fields(at) for key in (row[1],)}
        for key, x in table(at, said).items():
            if key not in known:
                raise unknown(f"word of {at.path}", key, known)
            name, _, item, here = known[key]
            setattr(value, name, item.kind.amended(here, x, getattr(value, name)))
        return value

    def whole(self, at: StatePath, value: T) -> Said:
        return {
            key: item.kind.whole(here, getattr(value, name)) for name, key, item, here in self._fields(at) if item.said
        }

    def differences(self, at: StatePath, value: T, expected: Said) -> Iterator[str]:
        known = {key: row for row in self._fields(at) for key in (row[1],)}
        for key, x in table(at, expected).items():
            if key not in known:
                raise unknown(f"word of {at.path}", key, known)
            name, _, item, here = known[key]
            yield from item.kind.differences(here, getattr(value, name), x)

    def violations(self, at: StatePath, value: T) -> Iterator[Fault]:
        for name, _, item, here in self._fields(at):
            yield from item.kind.violations(here, getattr(value, name))

    def shape(self, at: StatePath) -> str:
        return "a table: " + "; ".join(f"{key} = {item.kind.shape(here)}" for _, key, item, here in self._fields(at))

    def sample(self, at: StatePath) -> T:
        value = self.record.fresh_at(at)
        for name, _, item, here in self._fields(at):
            setattr(value, name, item.kind.sample(here))
        return value

    def tools(self, at: StatePath, value: T, tool: Tool) -> Iterator[Tool]:
        """A tool for each field with a title; where fields have groups only for those, and groups are sections."""
        rows = list(self._fields(at))
        groups = list(dict.fromkeys(item.group for _, _, item, _ in rows if item.group))
        rows = [row for row in rows if (row[2].group if groups else row[2].title)]
        for name, _, item, here in sorted(rows, key=lambda row: groups.index(row[2].group)) if groups else rows:
            mine = tool.with_args(name)
            mine = mine.named(item.title, item.rule, item.section or item.group, item.text, item.icon)
            found = list(item.kind.tools(here, getattr(value, name), mine))
            if len(found) > 1 and not item.section and item.title:  # a field of several tools is a section
                section = item.title if groups else f"{mine.section}: {item.title}"
                found = list(item.kind.tools(here, getattr(value, name), replace(mine, section=section)))
            yield from found

    def edit(self, at: StatePath, value: T, args: list[str], area: int, change: Value) -> T:
        name, *rest = args
        here = at.part(name)
        item = self.record.fields[name]
        setattr(value, name, item.kind.edit(here, getattr(value, name), rest, area, change))
        return value

    def placed(self, at: StatePath, value: T, args: list[str], area: int) -> int:
        name, *rest = args
        return self.record.fields[name].kind.placed(at.part(name), getattr(value, name), rest, area)
