"""The graph of chances that a screen has open under its timeline."""

from __future__ import annotations

from dataclasses import dataclass, field

from theomachy.answers.chance import Estimate
from theomachy.answers.graph import Graph


@dataclass
class Charted:
    """What is measured, for which view, and of whom it is told.

    `begun` are the positions that the work under way is about, `whole`: all of them were measured as often as wanted.
    `known` keeps what was measured of a position for as long as the view stays: a line that grows costs its new turns.
    """

    view: int | str
    seat: int
    graph: Graph | None = None
    begun: tuple[int, ...] = ()
    busy: bool = False
    whole: bool = False
    known: dict[int, Estimate] = field(default_factory=dict)
