"""The open sheet of one player."""

from __future__ import annotations

from typing import Any

from .leaving import leavings
from .moment import Moment
from .reach import beside_sheet, of_sheet
from .sheets import figure_of, on_table, opened, pieces_of, slot_of, stands


def model(m: Moment, *, every: bool = False) -> dict[str, Any]:
    """The open sheet of one player; with `every` also one that would stand in front, for a page where nothing does."""
    found = on_table(m) if every else opened(m)
    if found is None or (found.tables and not every):
        return {}
    asks = {} if every else of_sheet(m, found.seat)
    slots = [slot for _, row in found.slots for slot in row]
    return {
        "name": m.seat_name(found.seat),
        "seat": found.seat,
        "leave": next(([o.value[2], o.label] for o in leavings(m) if o.value[2] == found.seat), None),
        "status": m.status(found),
        "tokens": list(found.tokens),
        "figures": [figure_of(m, f) for f in (found.figures[:1] if found.closed else found.figures)],
        "slots": [
            [
                name,
                [slot_of(s, asks) for s in row],
            ]
            for name, row in found.slots
        ],
        "pieces": pieces_of(m, found),
        "stands": stands(m, found),
        "goals": [] if every else beside_sheet(m, found.seat, [slot.target for slot in slots]),
    }
