"""What a game adds to the declaration of its state: words of its own, stocks that must add up, tools of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..tabletop.palette import Tool, Value
from ..tabletop.table import Target
from .domain import Domain, Keys

Violation = tuple[str, str, tuple[Target, ...]]
WHOLE = "the position"


class Phrase(NamedTuple):
    """A word of scenarios that a game tells in a way of its own, such as all counters of a hex in one line.

    `read(s, said)` writes into a state, before what is derived is made; `say(s)` gives what `read` would take, or None
    where nothing is to be said; `differences(s, expected)` are the lines of an expectation.
    """

    key: str
    shape: str  # for people
    read: Callable[[Any, Any], None]
    say: Callable[[Any], Any]
    differences: Callable[[Any, Any], Iterator[str]] | None = None
    covers: tuple[str, ...] = ()  # fields that it tells, which need no word of their own
    example: str = ""  # of what is said, as TOML


@dataclass(frozen=True, slots=True)
class Stock:
    """Things of which there are so many, all told: cards in deck, discard pile and hands.

    What is nowhere else lies in the first pile of `rest` that a set-up (or a change in the editor) does not name.
    """

    of: Domain
    copies: Callable[[Any, int], int]  # (config, member)
    fields: tuple[str, ...]
    rule: str
    extra: Callable[[Any, int], int] | None = None  # (state, member): those that are told elsewhere
    rest: tuple[str, ...] = ()

    def count(self, s: Any, member: int) -> int:
        """How many there are of a member."""
        n: int = sum(s.fields[name].kind.count(getattr(s, name), member, self.of) for name in self.fields)
        return n + (self.extra(s, member) if self.extra is not None else 0)

    def fill(self, s: Any, named: Collection[str] = ()) -> None:
        """Lay what is nowhere else where it belongs; with too many of a thing elsewhere, nothing of it is left."""
        name = next((name for name in self.rest if name not in named), None)
        if name is not None and not self._hidden(s):
            pile = getattr(s, name)
            for i, member in enumerate(self.of.members(Keys(s.config, WHOLE))):
                pile[i] = max(self.copies(s.config, member) - self.count(s, member) + pile[i], 0)

    def _hidden(self, s: Any) -> bool:
        """Is some of it known to its owner alone, in this view?"""
        secret = (name for name in self.fields if s.fields[name].pile)
        return any(s.fields[name].kind.count(getattr(s, name), self.of.first - 1, self.of) for name in secret)

    def violations(self, s: Any) -> Iterator[Violation]:
        """Each member of which there are too many or too few. Hidden ones may be anything."""
        if self._hidden(s):
            return
        at = Keys(s.config, WHOLE)
        for member in self.of.members(at):
            n, wanted = self.count(s, member), self.copies(s.config, member)
            if n != wanted:
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
