"""Kinds of arguments of actions and decisions: their candidates, names and targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..plain import Json
from .table import Target


class ArgumentType(NamedTuple):
    """A kind of argument: its candidates, its name for people, and what it is on the table.

    `base` is the word whose candidates are everything of that kind, legal or not ("my gate" narrows "area").
    `after` narrows the candidates further by the arguments before this one (only neighbours of the first area): the
    menu then need not refuse all others one by one. It must leave out nothing that the requirements would let pass.
    """

    candidates: Callable[[Any, int], Iterable[Any]]
    name: Callable[[Any, Any], str]
    target: Callable[[Any, Any], tuple[Target, ...]]
    base: str = ""
    after: Callable[..., Iterable[Any]] | None = None  # (s, me, *arguments before)
    own: Callable[[Any, int, Any], str] | None = None  # the name on the board of a seat, where boards differ
    aim: Callable[[Any, int, Any], tuple[Target, ...]] | None = None  # what it is there

    def named(self, s: Any, me: int, value: Json) -> str:
        """The name as one seat reads it."""
        return self.name(s, value) if self.own is None else self.own(s, me, value)

    def targets(self, s: Any, me: int, value: Json) -> tuple[Target, ...]:
        """What it is on the table for one seat."""
        return self.target(s, value) if self.aim is None else self.aim(s, me, value)


ACTOR = "actor"  # the word of who may act now, if it is no seat: it may be named before an action, and is no argument
ArgumentTypes = Mapping[str, ArgumentType]
