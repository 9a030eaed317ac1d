"""Domains: things with names, such as seats, areas, kinds of unit and cards. Fields are declared over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import unknown
from ..tabletop.argument import ArgumentType
from ..tabletop.table import Target
from ..wording import enumerated, tokens

UNKNOWN = "unknown"  # how a hidden member is said


class Appearance(NamedTuple):
    """How a member of a domain is shown among the tools of an editor."""

    icon: str = ""
    rule: str = ""
    text: str = ""  # one line of explanation
    ground: str = ""  # the kind of area that it paints
    seat: int = -1  # whose it is, where its domain is not the seats
    most: int = 0  # how many there are (0: no end)
    form: str = ""  # the form of its pieces on a board, as a table says it
    title: str = ""  # its name among choices and in sentences, where that of scenarios is short ("GC")


class StatePath(NamedTuple):
    """Where a value stands: the configuration, the name of its field, and the members on the way to it.

    Names may depend on those members: the kinds of unit of this seat.
    """

    config: Any
    field: str
    members: tuple[int, ...] = ()
    steps: tuple[Domain | str, ...] = ()  # a domain for each of the members; between them the fields of records

    def into(self, domain: Domain, member: int) -> StatePath:
        """One step further."""
        return StatePath(self.config, self.field, (*self.members, member), (*self.steps, domain))

    def part(self, name: str) -> StatePath:
        """A field of a record."""
        return StatePath(self.config, self.field, self.members, (*self.steps, name))

    @property
    def names(self) -> tuple[str, ...]:
        """The members and fields on the way here, in words. (Worked out for messages only: there are many steps.)"""
        found, at = list[str](), StatePath(self.config, self.field)
        members = iter(self.members)
        for step in self.steps:
            if isinstance(step, str):
                found.append(step)
            else:
                member = next(members)
                found.append(step.name(at, member))
                at = at.into(step, member)
        return tuple(found)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The members on the way here that are on the table."""
        pairs = [(domain, member) for domain, member in self._pairs if not domain.is_nobody(self.config, member)]
        return tuple(target for domain, member in pairs for target in domain.target_of(member))

    @property
    def seat(self) -> int | None:
        """Whose this is: the last of the seats on the way here."""
        seats = [
            member for domain, member in self._pairs if domain.is_seats and not domain.is_nobody(self.config, member)
        ]
        return seats[-1] if seats else None

    @property
    def _pairs(self) -> list[tuple[Domain, int]]:
        return list(zip((step for step in self.steps if not isinstance(step, str)), self.members, strict=True))

    @property
    def path(self) -> str:
        """For messages about scenarios: "power.GC"."""
        return ".".join((self.field, *self.names))

    @property
    def spoken(self) -> str:
        """For people: "Power of GC"."""
        return f"{self.field} of {', '.join(self.names)}" if self.names else self.field


@dataclass(frozen=True, slots=True)
class Domain:
    """`names(config, *members)` are the names, in order; `members` are the last `keyed` members on the way here.

    Members are numbers from `first` on; `first - 1` is a hidden one (a card in another's hand). `target` says what a
    member is on the table ("area:{}"). `others` are further spellings, (name, member) pairs a configuration.
    `beside` names members that lie outside the row of numbers, such as a pool beside the areas of a map: a function of
    the configuration where not every box has them all. `plurals` are those that no "s" makes: {"army": "armies"}. Of
    seats, the members from `nobody(config)` on are owners that nobody plays (a monster), which have pieces and powers,
    but no page, no hand and no turn.
    """

    word: str  # for people: "area of this map"
    names: Callable[..., Sequence[str]] | tuple[str, ...]
    keyed: int = 0
    first: int = 0
    target: str = ""
    others: Callable[..., Iterable[tuple[str, int]]] | None = None
    beside: Mapping[str, int] | Callable[[Any], Mapping[str, int]] = field(default_factory=dict)
    look: Callable[..., Appearance] | None = None  # (config, *members, member)
    plurals: Mapping[str, str] = field(default_factory=dict)
    nobody: Callable[[Any], int] | None = None

    @property
    def on_board(self) -> bool:
        """Are its members areas of the board?"""
        return self.target == "area:{}"

    @property
    def is_seats(self) -> bool:
        """Are its members the players?"""
        return self.target == "seat:{}"

    @property
    def size(self) -> int | None:
        """How many there are, where that is the same in every configuration."""
        return len(self.names) if isinstance(self.names, tuple) else None

    @property
    def numbered(self) -> bool:
        """Are its members called by numbers?"""
        return isinstance(self.names, tuple) and all(name.isdecimal() for name in self.names)

    def is_nobody(self, config: Any, member: int) -> bool:
        """Is this an owner that nobody plays?"""
        return self.nobody is not None and member >= self.nobody(config)

    def _given(self, at: StatePath) -> tuple[int, ...]:
        return at.members[-self.keyed :] if self.keyed else ()

    def all(self, at: StatePath) -> Sequence[str]:
        """All names, without those beside."""
        return self.names if isinstance(self.names, tuple) else self.names(at.config, *self._given(at))

    def members(self, at: StatePath) -> range:
        """All members, without those beside."""
        return range(self.first, self.first + len(self.all(at)))

    def besides(self, config: Any) -> Mapping[str, int]:
        """The members outside the row of numbers, by their names."""
        return self.beside(config) if callable(self.beside) else self.beside

    def name(self, at: StatePath, member: int) -> str:
        """A member for people and files."""
        names = self.all(at)
        if 0 <= member - self.first < len(names):
            return names[member - self.first]
        for name, number in self.besides(at.config).items():
            if number == member:
                return name
        return UNKNOWN if member == self.first - 1 else f"{self.word} {member}"

    def listed(self, at: StatePath, members: Iterable[int]) -> str:
        """Members as a list says them: "2 armies, temple"; "none" for none."""
        return enumerated((self.name(at, member) for member in members), self.plurals) or "none"

    def title(self, at: StatePath, member: int) -> str:
        """A member in a sentence: its title, where its name is short."""
        return (self.shown(at, member).title if member >= self.first else "") or self.name(at, member)

    def member(self, at: StatePath, said: object) -> int:
        """The member that is said: its name, without small words, in singular or plural, or a clear beginning of it.

        Raises `UnknownName`.
        """
        text = said.strip() if isinstance(said, str) else f"{said!r:.80}"
        beside = self.besides(at.config)
        if text.lower() in beside:
            return beside[text.lower()]
        names = self.all(at)
        if text in names:
            return names.index(text) + self.first
        known = [(name, i) for i, name in enumerate(names, self.first)]
        known += [(self.plurals[name], i) for name, i in known if name in self.plurals]
        known += self.others(at.config, *self._given(at)) if self.others is not None else ()
        words = tokens(text)
        bare = tuple(word.removesuffix("s") for word in words)
        for same in (
            lambda name: name == words,
            lambda name: tuple(word.removesuffix("s") for word in name) == bare,
            lambda name: bool(words) and name[: len(words)] == words,
        ):
            found = {i for name, i in known if same(tokens(name))}
            if len(found) == 1:
                return found.pop()
        raise unknown(self.word, text, [*self.all(at), *beside])

    def target_of(self, member: int) -> tuple[Target, ...]:
        """What a member is on the table."""
        return (self.target.format(member),) if self.target and member >= self.first else ()

    def shown(self, at: StatePath, member: int) -> Appearance:
        """How a member is shown."""
        return Appearance() if self.look is None else self.look(at.config, *self._given(at), member)

    def argument(
        self,
        candidates: Callable[[Any, int], Iterable[int]] | None = None,
        *,
        base: str = "",
        after: Callable[..., Iterable[int]] | None = None,
        say: Callable[[str], str] = str,
        with_: str = "",
    ) -> ArgumentType:
        """Members as arguments of actions, by their titles; `candidates(s, me)` narrows those of the word `base`.

        `say` makes of a name what an option is called, where people read it otherwise: `str.capitalize`. `with_` is
        what a member points at besides ("place:{}:gate").
        """
        return ArgumentType(
            candidates or (lambda s, me: self.members(StatePath(s.config, self.word))),
            lambda s, member: say(self.title(StatePath(s.config, self.word), member)),
            lambda s, member: (*self.target_of(member), with_.format(member)) if with_ else self.target_of(member),
            base,
            after,
        )
