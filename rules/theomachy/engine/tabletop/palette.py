"""The tools of a position editor, as plain data: what can be placed, counted, chosen and switched in a position.

A game describes its tools (`System.palette`), says how many lie where (`System.placed`) and applies one
(`System.edit`); an interface draws kinds of tools and never knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..errors import TheoError
from .table import NEUTRAL, Target

Value = int | str
KINDS = ("place", "number", "card", "choice", "toggle")


class EditError(TheoError, ValueError):
    """A change of a position that cannot be made, or a text that tells no position."""


class Choice(NamedTuple):
    """One value of a choice; `seat` and `icon` are its sign."""

    value: Value
    label: str
    icon: str = ""
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that can be changed.

    `place`: a number of things in an area (with `high` 1 it is there or not); `number` and `card`: a number beside the
    map (copies of a card in a hand); `choice`: one of `choices`; `toggle`: 0 or 1. `value` is how it stands; for
    `place` the sum over the map, of `most` that there are (0: no end). `seat` is whose page of the palette it is on
    (-1: everybody's), `owner` the look of its token, `ground` the kind of area that it paints.
    """

    id: str
    group: str
    name: str
    kind: str
    icon: str = ""
    owner: int | str = NEUTRAL
    seat: int = -1
    section: str = ""
    value: Value = 0
    low: int = 0
    high: int = 99
    most: int = 0
    choices: tuple[Choice, ...] = ()
    ground: str = ""
    rule: str = ""
    text: str = ""  # one line of explanation
    form: str = ""  # the form of its pieces on the board ("": that of a unit)
    piece: bool = False  # a playing piece: counted in the table under the board

    def of(self, kind: str, *, args: str = "", name: str = "", rule: str = "", **more: Any) -> Tool:
        """This tool as one of a kind; with a name of its own it stands in a section that is named as this one."""
        section = self.section or (self.name if name else "")
        return replace(
            self.with_args(args),
            kind=kind,
            name=name or self.name,
            section=section,
            rule=rule or self.rule,
            **more,
        )

    def with_args(self, args: str) -> Tool:
        """This tool with more arguments in its id."""
        return replace(self, id=f"{self.id}:{args}") if args else self

    def named(self, name: str, rule: str, section: str, text: str, icon: str = "") -> Tool:
        """This tool under a name of its own, in the section that it is part of."""
        section = section or self.section or self.name
        return replace(self, name=name, rule=rule or self.rule, section=section, text=text, icon=icon or self.icon)

    def of_member(self, target: str, member: int, name: str) -> Tool:
        """This tool for one member of a domain: on a seat's own page, or under its name, in a section of that name."""
        if target == "seat:{}":
            return replace(self, seat=member, owner=member if self.icon else self.owner)
        if self.section:
            return replace(self, name=f"{name[:1].upper()}{name[1:]}, {self.name[:1].lower()}{self.name[1:]}")
        return replace(self, section=f"{self.name}: {name}")

    def checked(self, value: object) -> Value:
        """The value if the tool can take it. Raises `EditError`."""
        if self.kind == "choice":
            for choice in self.choices:
                if type(value) is type(choice.value) and value == choice.value:
                    return choice.value
            named = [c for c in self.choices if isinstance(value, str) and c.label.lower() == value.strip().lower()]
            if len(named) == 1:
                return named[0].value
            offered = ", ".join(choice.label for choice in self.choices)
            raise EditError(f"{self.name} can be {offered}, not {value!r:.80}")
        if self.kind == "toggle" and value in (True, False):
            return int(value)
        if type(value) is not int or not self.low <= value <= self.high:
            raise EditError(f"{self.name} can be a number from {self.low} to {self.high}, not {value!r:.80}")
        return value


class Violation(NamedTuple):
    """What is impossible about a position: the rule, a sentence, and what it is on the table."""

    rule: str
    sentence: str
    targets: tuple[Target, ...]


class Fix(NamedTuple):
    """One change that ends a fault and makes no other."""

    sentence: str
    tool: str
    target: Target
    value: Value


def area_of(target: Target) -> int:
    """The number of an area's target. Raises `EditError` for anything else."""
    kind, _, number = target.partition(":")
    if kind != "area" or not number.isdecimal():
        raise EditError(f"{target!r:.60} is no area of the board")
    return int(number)


def groups(tools: Iterable[Tool]) -> tuple[str, ...]:
    """The groups in the order in which they first appear."""
    return tuple(dict.fromkeys(tool.group for tool in tools))
