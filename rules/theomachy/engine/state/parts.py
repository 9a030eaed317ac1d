"""What a game adds to the declaration of its state: words of its own, stocks that must add up, tools of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..plain import Said
from ..tabletop.palette import Tool, Value
from ..tabletop.table import Target
from .domain import Domain, StatePath
from .kind import Kind
from .reading import table

Violation = tuple[str, str, tuple[Target, ...]]
WHOLE = "the position"


class Phrase(NamedTuple):
    """A word of scenarios that a game tells in a way of its own, such as all counters of a hex in one line.

    `read(s, said)` writes into a state, before what is derived is made (None: a word of expectations alone); `say(s)`
    gives what `read` would take, or None where nothing is to be said; `differences(s, expected)` are the lines of an
    expectation. `valued` and `each` make those whose value is of a kind, and those that say a line a member.
    """

    key: str
    shape: str  # for people
    read: Callable[[Any, Any], None] | None
    say: Callable[[Any], Any]
    differences: Callable[[Any, Any], Iterator[str]] | None = None
    covers: tuple[str, ...] = ()  # fields that it tells, which need no word of their own
    example: str = ""  # of what is said, as TOML
    alone: Domain | None = None  # whose members are words of an expectation by themselves: D4 = "empty"

    @classmethod
    def valued(
        cls,
        key: str,
        shape: str,
        kind: Kind[Any],
        get: Callable[[Any], Any],
        put: Callable[[Any, Any], None] | None = None,
        *,
        at: Callable[[Any], StatePath] | None = None,
        covers: tuple[str, ...] = (),
        example: str = "",
    ) -> Phrase:
        """A word for a value that stands in no field: its kind reads, says and compares what `get` finds in a state.

        `put(s, value)` makes it so; without it the word is one of expectations alone. `at(s)` is where the value
        stands, if its names depend on members before.
        """
        where = at or (lambda s: StatePath(s.config, key))
        read = None if put is None else lambda s, said: put(s, kind.read(where(s), said))
        return cls(
            key,
            shape,
            read,
            lambda s: kind.say(where(s), get(s)),
            lambda s, expected: kind.differences(where(s), get(s), expected),
            covers,
            example,
        )

    @classmethod
    def each(
        cls,
        key: str,
        shape: str,
        of: Domain,
        members: Callable[[Any], Iterable[int]],
        read: Callable[[Any, int, Any], None],
        say: Callable[[Any, int], str],
        expected: Callable[[Any, int, Any], str],
        *,
        covers: tuple[str, ...] = (),
        example: str = "",
        alone: bool = False,
    ) -> Phrase:
        """A word for a line a member of a domain: who stands in each hex, with what.

        `members(s)` are those of which there is something to say; `read(s, member, line)` writes a line into a state,
        `say(s, member)` is the line; `expected(s, member, line)` is an expected one in the words of `say`. With `alone`
        an expectation may name members without the word.
        """

        def rows(s: Any, said: Said) -> Iterator[tuple[str, int, Any]]:
            at = StatePath(s.config, key)
            for name, line in table(at, said).items():
                yield name, of.member(at, name), line

        def read_all(s: Any, said: Said) -> None:
            for _, member, line in rows(s, said):
                read(s, member, line)

        def say_all(s: Any) -> dict[str, str]:
            return {of.name(StatePath(s.config, key), member): say(s, member) for member in members(s)}

        def differences(s: Any, said: Said) -> Iterator[str]:
            for name, member, line in rows(s, said):
                if (wanted := expected(s, member, line)) != (found := say(s, member)):
                    yield f"{'' if alone else f'{key}.'}{name}: expected {wanted}, found {found}"

        return cls(key, shape, read_all, say_all, differences, covers, example, of if alone else None)


@dataclass(frozen=True, slots=True)
class Stock:
    """Things of which there are so many, all told: cards in deck, discard pile and hands.

    What is nowhere else lies in the first pile of `rest` that a set-up (or a change in the editor) does not name.
    With `at_most` some may have left the game.
    """

    of: Domain
    copies: Callable[[Any, int], int]  # (config, member)
    fields: tuple[str, ...]
    rule: str
    extra: Callable[[Any, int], int] | None = None  # (state, member): those that are told elsewhere
    rest: tuple[str, ...] = ()
    at_most: bool = False

    def count(self, s: Any, member: int) -> int:
        """How many there are of a member."""
        n: int = sum(s.fields[name].kind.count(getattr(s, name), member, self.of) for name in self.fields)
        return n + (self.extra(s, member) if self.extra is not None else 0)

    def fill(self, s: Any, named: Collection[str] = ()) -> None:
        """Lay what is nowhere else where it belongs; with too many of a thing elsewhere, nothing of it is left."""
        name = next((name for name in self.rest if name not in named), None)
        if name is not None and not self._hidden(s):
            pile = getattr(s, name)
            for i, member in enumerate(self.of.members(StatePath(s.config, WHOLE))):
                pile[i] = max(self.copies(s.config, member) - self.count(s, member) + pile[i], 0)

    def _hidden(self, s: Any) -> bool:
        """Is some of it known to its owner alone, in this view?"""
        secret = (name for name in self.fields if s.fields[name].pile)
        return any(s.fields[name].kind.count(getattr(s, name), self.of.first - 1, self.of) for name in secret)

    def violations(self, s: Any) -> Iterator[Violation]:
        """Each member of which there are too many or too few. Hidden ones may be anything."""
        if self._hidden(s):
            return
        at = StatePath(s.config, WHOLE)
        for member in self.of.members(at):
            n, wanted = self.count(s, member), self.copies(s.config, member)
            if self.at_most and n > wanted:
                yield self.rule, f"there are too many {self.of.word}s {self.of.title(at, member)}", ()
            elif not self.at_most and n != wanted:
                yield self.rule, f"there are {n} {self.of.word}s {self.of.name(at, member)}, not {wanted}", ()


class Trick:
    """Tools of one sort that a game makes for its own editor; `word` begins their ids."""

    word = ""

    def tools(self, s: Any) -> Iterator[Tool]:
        """The tools, with how they stand."""
        raise NotImplementedError

    def placed(self, s: Any, args: list[str], area: int) -> int:
        """How many are in an area; only of those that place."""
        return 0

    def edit(self, s: Any, args: list[str], area: int, change: Value) -> None:
        """Change a copy."""
        raise NotImplementedError
