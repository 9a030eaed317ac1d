"""What players write on a board: the ink of each pen, and the ways that they plan."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import RulesError
from .beside import Amount, one_of
from .board import MOST_VALUE, within

AREA_MARKS = ("tick", "crossed", "level", "terrain")


@dataclass(frozen=True, slots=True)
class AreaMark:
    """What one pen has left in an area.

    "tick": been here, at the name. "crossed": the printed amount number `of` ("0", "1", ...; "": all of them), or the
    place of that kind. "level": `text` written on the place of the kind `of`. "terrain": the area counts as the kind
    `text`. `fresh`: written in this round.
    """

    area: int
    kind: str  # one of AREA_MARKS
    of: str = ""
    text: str = ""
    fresh: bool = False
    rule: str = ""

    def __post_init__(self) -> None:
        one_of(f"a mark in area {self.area}", self.kind, AREA_MARKS)
        if self.kind in ("level", "terrain") and not self.text:
            raise RulesError(f"the {self.kind} that is written in area {self.area} has no text")


@dataclass(frozen=True, slots=True)
class Layer:
    """The ink of one player on the map. A person may look at another's; one that is hidden is left out of the table.

    `instead` draws printed amounts of a name otherwise: a player may read the same print in his own way.
    """

    seat: int
    marks: tuple[AreaMark, ...] = ()
    instead: tuple[tuple[str, Amount], ...] = ()


ROUTE_LINKS = ("step", "portal", "jump")


@dataclass(frozen=True, slots=True)
class RouteStep:
    """A stretch of a planned way: where it leads, what it costs, and how: over a border, through a portal, or far."""

    area: int
    cost: int = 0
    link: str = "step"  # one of ROUTE_LINKS
    note: str = ""

    def __post_init__(self) -> None:
        one_of(f"the way to area {self.area}", self.link, ROUTE_LINKS)
        within(f"the cost of the way to area {self.area}", self.cost, 0, MOST_VALUE)


@dataclass(frozen=True, slots=True)
class Route:
    """A way that somebody plans, from `start` on. One that is secret stands only in the table of its owner."""

    seat: int
    start: int
    steps: tuple[RouteStep, ...]
    name: str = ""
    points: int = 0  # that may be spent; 0: not counted
    rule: str = ""

    @property
    def cost(self) -> int:
        return sum(step.cost for step in self.steps)
