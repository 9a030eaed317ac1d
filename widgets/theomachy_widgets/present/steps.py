"""Going along the line that one stands on: by answer, event, action, phase or round."""

from __future__ import annotations

from . import timeline
from .bout import VisibleEvent
from .moment import Moment

UNITS = ("answer", "event", "action", "phase", "round")


def stops(m: Moment, unit: str) -> list[int]:
    """The places of the line where a step of this unit ends: before every action, where a phase or a round begins."""
    line, nodes = m.line, m.game.tree.nodes
    if unit == "action":
        found = [
            k
            for k, n in enumerate(line[1:])
            if (e := nodes[n].entry) and e.who >= 0 and isinstance(e.answer, tuple) and not m.hides(e)
        ]
    elif unit in ("phase", "round"):
        upto = 2 if unit == "phase" else 1
        found = [k for k in range(1, len(line)) if nodes[line[k]].moment[:upto] != nodes[line[k - 1]].moment[:upto]]
    else:
        found = list(range(len(line)))
    return sorted({0, *found, len(line) - 1})


def place(m: Moment, told: VisibleEvent) -> int:
    """The place of the line where the answer has been given that led to an event."""
    above = set(m.game.tree.path(told.node))
    return max(i for i, n in enumerate(m.line) if n in above)


def stop(m: Moment, unit: str, way: int) -> int | None:
    """The next place of the line in that direction; None at its end. An event lies before the place of its answer."""
    at: float = timeline.at(m, m.line) if m.told is None else place(m, m.told) - 0.5
    found = [k for k in stops(m, unit) if (k > at if way > 0 else k < at)]
    return (min(found) if way > 0 else max(found)) if found else None


def first_after(m: Moment, depth: int) -> int | None:
    """The first event of the story that came with an answer deeper in the tree than this."""
    nodes = m.game.tree.nodes
    return next((k for k, t in enumerate(m.story) if nodes[t.node].depth > depth), None)
