"""Lines of things that each does for himself."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import Line, LineItem
from theomachy.engine.tabletop.describe import item_words

from .amount import amount_of
from .moment import Moment
from .picking import can

Model = dict[str, Any]


def model(m: Moment) -> Model:
    """The lines of things, each with who has done it, and whether it can be chosen now."""
    return {"lines": [_line(m, line) for line in m.shown.lines]} if m.shown.lines else {}


def _line(m: Moment, line: Line) -> Model:
    return {
        "id": line.id,
        "name": line.name,
        "note": line.note,
        "rule": line.rule,
        "sign": line.sign,
        "items": [_item(m, line, item) for item in line.items],
    }


def _item(m: Moment, line: Line, item: LineItem) -> Model:
    table = m.shown
    mine, instead = item.by(table.ink), dict(table.layer.instead) if table.layer is not None else {}
    gains = []
    for gain in item.gains:
        other = instead.get(gain.name, gain)
        gains.append({**amount_of(other), "n": gain.n})
    return {
        "id": item.id,
        "name": item.name,
        "text": item.text,
        "icon": item.icon,
        "worth": amount_of(item.worth) if item.worth is not None else None,
        "gains": gains,
        "done": mine is not None,
        "fresh": mine is not None and mine.fresh,
        "marks": [
            {"o": m.colour(mark.seat), "full": mark.full, "fresh": mark.fresh, "name": m.seat_name(mark.seat)}
            for mark in item.marks
        ],
        "said": "; ".join(item_words(table, item)),
        "rule": item.rule,
        "help": f"line:{line.id}:{item.id}",
        "house": item.house,
        "tag": item.tag,
        "pale": item.pale,
        **can(m, line.target(item)),
    }
