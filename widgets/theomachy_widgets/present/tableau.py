"""The sheet of one player that has so much on it that it stands in front."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.table import HAZARD, Sheet

from .conditions import condition
from .leaving import leavings
from .moment import Moment
from .reach import beside_sheet, of_sheet
from .sheets import figure_of, opened, pieces_of, slot_of, squares, stands
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
            rows.append(
                {
                    **slot_of(slot, asks),
                    "note": slot.note,
                    "condition": condition(m, near) if near is not None else None,
                }
            )
        groups.append({"name": part.name, "note": part.note, "full": all(slot.filled for slot in mine), "slots": rows})
    cards = len(found.parts) == 1  # one row of slots: each is a card with its text
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
        "cards": cards,
        "others": [
            {"seat": x.seat, "t": m.seat_token(x.seat), "name": m.seat_name(x.seat), "on": x.seat == found.seat,
             **(_in_short(m, x) if cards else {"squares": [], "said": "", "pieces": []})}
            for x in m.shown.sheets if x.tables or (cards and not x.closed)
        ],
    }  # fmt: skip


def _in_short(m: Moment, sheet: Sheet) -> dict[str, Any]:
    """Another player in two lines: the squares, what is to be known, and what lies there of somebody else's."""
    _, row = next(iter(sheet.slots), ("", ()))
    others = [p for _, pieces in sheet.pieces for p in pieces if p.owner not in (sheet.seat, HAZARD)]
    return {
        "squares": sorted(squares(row), key=(1, 2, 0).index),
        "said": ". ".join(mark for mark in sheet.tokens if mark != "out of Power"),
        "pieces": [{"t": m.piece_token(p), "name": p.name} for p in others],
    }
