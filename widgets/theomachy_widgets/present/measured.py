"""The line between two things that a person points at."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.table import Ray, Table

from .measuring import Measure
from .moment import Moment

Model = dict[str, Any]


def model(m: Moment) -> Model:
    """The model of the panel; empty while nobody measures."""
    return line_of(m.system, m.shown, m.view_state.measure, *m.ray)


def line_of(system: Any, table: Table, asked: Measure | None, ray: Ray | None, fault: str) -> Model:
    """What is told of a line; empty while nobody measures."""
    if asked is None or not system.measuring:
        return {}
    names = {area.id: area.name for area in table.board.areas}
    things = [[area.target, area.name] for area in table.board.areas]
    things = [
        *([piece.target, f"{piece.name}, {names[piece.area]}"] for piece in table.pieces if piece.area in names),
        *things,
    ]
    title = ""
    if ray is not None:
        title = f"{ray.start_name or names.get(ray.start, '')} to {ray.end_name or names.get(ray.end, '')}"
    return {
        "name": system.measuring,
        "title": title,
        "words": ray.words if ray is not None else "",
        "clear": ray is None or ray.clear,
        "rows": [[row.holds, row.text, row.fact, row.rule] for row in ray.rows] if ray is not None else [],
        "rule": ray.rule if ray is not None else "",
        "things": things,
        "start": asked.start,
        "end": asked.end,
        "fault": fault or ("There is no line between these two." if asked.start and asked.end and not ray else ""),
    }
