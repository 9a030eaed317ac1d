"""What an interface lights on a table: what may be chosen, what has moved, lines that were measured."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import RulesError
from .board import Target


@dataclass(frozen=True, slots=True)
class Arrow:
    """What moved, for the trail of the last event."""

    start: int
    end: int
    kind: str = "move"  # move, attack, retreat


@dataclass(frozen=True, slots=True)
class RayRow:
    """One thing that was looked at along a line: whether it holds, a sentence, the fact that decided."""

    holds: bool
    text: str
    fact: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ray:
    """A straight line that was measured between two areas: an answer to somebody's question, and no part of a state.

    `stops` are where something stands in its way, as shares of its length from the start; `hidden_by` are the targets
    of what does.
    """

    start: int
    end: int
    words: str  # "distance 2, hidden"
    clear: bool = True
    stops: tuple[float, ...] = ()
    hidden_by: tuple[Target, ...] = ()
    rows: tuple[RayRow, ...] = ()
    start_name: str = ""  # who looks, and at whom; without them the areas are named
    end_name: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        if not all(0.0 <= stop <= 1.0 for stop in self.stops):
            raise RulesError(f"what stops the line from {self.start} to {self.end} lies on it, from 0 to 1")


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody might do next: an arrow from one thing to another, with a number; without an `end`, the number."""

    n: int
    start: Target
    end: Target = ""
    lit: bool = False  # of those that are proposed, the one that is looked at
    also: tuple[int, ...] = ()  # other numbers that hang at the same thing: one sign says all of them


@dataclass(frozen=True, slots=True)
class Marks:
    """What an interface lights on a table; all of it can be empty."""

    selectable: frozenset[Target] = frozenset()
    selected: frozenset[Target] = frozenset()
    aimed: frozenset[Target] = frozenset()  # corner brackets
    faults: frozenset[Target] = frozenset()  # what stands against a why-not
    touched: frozenset[Target] = frozenset()  # of the event that is looked at
    arrows: tuple[Arrow, ...] = ()
    drawn: tuple[Arrow, ...] = ()  # arrows that a person drew
    rings: frozenset[Target] = frozenset()  # marks that a person drew
    hover: Target = ""
    rays: tuple[Ray, ...] = ()  # lines that were measured
    proposals: tuple[Proposal, ...] = ()  # hints
    dim: bool = field(default=True)  # dim what cannot be chosen while something can


NO_MARKS = Marks()
