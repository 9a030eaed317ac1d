"""The sheet of one player that has so much on it that it stands in front."""

from __future__ import annotations

from typing import Any

from .conditions import condition
from .leaving import leavings
from .moment import Moment
from .reach import beside_sheet, of_sheet
from .sheets import figure_of, opened, pieces_of, slot_of, stands
from .sums import sum_of


def model(m: Moment) -> dict[str, Any]:
    """The open sheet of one player, where it has so much on it that it stands in front."""
    found = opened(m)
    if found is None or not found.tables:
        return {}
    told = {one.id: one for one in m.shown.conditions}
    asks = of_sheet(m, found.seat)
    slots = [slot for _, row in found.slots[:1] for slot in row]
    groups = []
    for part, number in zip(found.parts, sorted({slot.group for slot in slots}), strict=False):
        mine = [slot for slot in slots if slot.group == number]
        rows = []
        for slot in mine:
            near = told.get(slot.condition)
            rows.append({**slot_of(slot, asks), "condition": condition(m, near) if near is not None else None})
        groups.append({"name": part.name, "note": part.note, "full": all(slot.filled for slot in mine), "slots": rows})
    tables = []
    for each in found.tables:
        lines = [
            {"t": m.piece_token(row.piece), "name": row.name, "line": row.line, "cells": list(row.cells),
             "have": row.have, "most": row.most, "rule": row.rule}
            for row in each.rows
        ]  # fmt: skip
        tables.append({"name": each.name, "columns": list(each.columns), "rows": lines})
    return {
        "seat": found.seat,
        "t": m.seat_token(found.seat),
        "name": m.seat_name(found.seat),
        "status": m.status(found),
        "tokens": list(found.tokens),
        "figures": [figure_of(m, f) for f in found.figures],
        "groups": groups,
        "tables": tables,
        "passages": [
            [name, [{"name": x.name, "text": x.text, "rule": x.rule, "tag": x.tag, "when": x.when, "live": x.live}
                    for x in rows]]
            for name, rows in found.passages
        ],
        "sums": [sum_of(m, each) for each in found.sums],
        "pieces": pieces_of(m, found),
        "leave": next(([o.value[2], o.label] for o in leavings(m) if o.value[2] == found.seat), None),
        "stands": stands(m, found),
        "goals": beside_sheet(m, found.seat, [slot.target for slot in slots]),
        "others": [{"seat": x.seat, "t": m.seat_token(x.seat), "name": m.seat_name(x.seat), "on": x is found}
                   for x in m.shown.sheets if x.tables],
    }  # fmt: skip
