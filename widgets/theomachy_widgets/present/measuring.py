"""Measuring: two things that a person points at, the line between them, and why it is clear or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from theomachy.engine.errors import TheoError
from theomachy.engine.tabletop.table import Marks, Ray, Target

MEASURED = ("piece", "area")  # what can be pointed at, by its target
Model = dict[str, Any]


@dataclass
class Measure:
    """What has been pointed at so far; the third thing begins a new line."""

    start: Target = ""
    end: Target = ""

    def pick(self, targets: Sequence[Target]) -> bool:
        """A click on the board, the thing itself and then its area. Was it of use?"""
        found = next((t for t in targets if t.partition(":")[0] in MEASURED), "")
        if not found:
            return False
        if not self.start or self.end:
            self.start, self.end = found, ""
        elif found == self.start:
            self.start = ""
        else:
            self.end = found
        return True

    def choose(self, which: str, target: Target) -> None:
        """The same from a list."""
        if which == "start":
            self.start = target
        else:
            self.end = target


def measured(system: Any, state: Any, asked: Measure | None) -> tuple[Ray | None, str]:
    """The line that was asked for, and what went wrong if there is none."""
    if asked is None or not asked.start or not asked.end or asked.start == asked.end:
        return None, ""
    try:
        return system.measure(state, asked.start, asked.end), ""
    except TheoError as fault:
        return None, str(fault)


def marks(asked: Measure, ray: Ray | None, **more: Any) -> Marks:
    """What is lit while somebody measures: the two ends, and the line."""
    ends = frozenset(end for end in (asked.start, asked.end) if end)
    return Marks(selected=ends, rays=(ray,) if ray is not None else (), dim=False, **more)
