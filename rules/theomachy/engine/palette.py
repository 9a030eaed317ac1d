"""The tools of a position editor, as plain data: what can be placed, counted, chosen and switched in a position.

A game describes its tools (`System.palette`), says how many lie where (`System.placed`) and applies one
(`System.edit`); an interface draws kinds of tools and never knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from .errors import TheoError
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
    piece: bool = False  # a playing piece: counted in the table under the board

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


class Fault(NamedTuple):
    """What is impossible about a position: the rule, a sentence, and what it is on the table."""

    rule: str
    sentence: str
    targets: tuple[Target, ...]


class Mend(NamedTuple):
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
