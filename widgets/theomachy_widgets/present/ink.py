"""Whose ink the map shows, lines of things that each does for himself, the order of a round, sheets as thumbnails."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import ActionBox, Line, LineItem, WriteSheet
from theomachy.engine.tabletop.describe import action_words, item_words

from ..scene.style import letter_ink
from . import attack, beside, hands
from .beside import SIDE, amount_of, can, front
from .moment import Moment

Model = dict[str, Any]


def inks(m: Moment) -> Model:
    """The switch of whose ink the map shows, and a word on a planned way that only this viewer sees."""
    t, out = m.shown, Model()
    if t.layers:
        out["seats"] = [
            {
                "k": layer.seat,
                "t": m.seat_token(layer.seat),
                "letters": m.seats[layer.seat].letters or m.seat_name(layer.seat),
                "name": m.seat_name(layer.seat),
                "on": layer.seat == t.ink,
            }
            for layer in t.layers
            if 0 <= layer.seat < len(m.seats)
        ]
        out["none"] = t.layer is None
    if t.routes and not m.all and any(route.seat == m.viewer for route in t.routes) and t.sealing is not None:
        out["alone"] = not t.sealing.shown
    return out


def lines(m: Moment) -> Model:
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
        "house": item.house,
        **can(m, line.target(item)),
    }


def actions(m: Moment) -> Model:
    """The announced actions in order; nothing where a game has none."""
    row = m.shown.actions
    if row is None:
        return {}
    first = {"t": m.seat_token(row.first), "name": m.seat_name(row.first)} if 0 <= row.first < len(m.seats) else None
    return {"name": row.name, "boxes": [_action(m, box) for box in row.boxes], "first": first, "rule": row.rule}


def _action(m: Moment, box: ActionBox) -> Model:
    return {
        "id": box.id,
        "name": box.name,
        "level": box.level,
        "state": box.state,
        "icon": box.icon,
        "said": action_words(box),
        **can(m, box.chosen_by),
    }


def thumbs(m: Moment) -> Model:
    """All sheets as small pictures, while none of them is in front; a click puts one there."""
    papers, on = m.shown.papers, front(m)
    if not papers:
        return {}
    return {"sheets": [_thumb(m, paper, on) for paper in papers]}


def _thumb(m: Moment, paper: WriteSheet, on: str) -> Model:
    first = next((group for group in paper.groups if group.blocks), None)
    cells = []
    for block in first.blocks if first is not None else ():
        written = block.box is not None and block.box.written
        cells.append([*block.cell, written, written and block.box is not None and block.box.fresh])
    colour = m.colour(paper.seat)
    return {
        "k": str(paper.seat),
        "name": m.seat_name(paper.seat),
        "letters": m.seats[paper.seat].letters or m.seat_name(paper.seat)[:2],
        "o": colour,
        "l": [letter_ink(colour, theme) for theme in ("light", "dark")],
        "figure": paper.figure,
        "closed": paper.closed,
        "on": on in (str(paper.seat), SIDE),
        "columns": max((cell[0] for cell in cells), default=0) + 1,
        "rows": max((cell[1] for cell in cells), default=0) + 1,
        "cells": cells,
    }


def all_of(m: Moment) -> Model:
    """Everything that lies beside the board, for a page on which nothing of it can come to the front."""
    steps = attack.model(m, every=True)
    return {
        "lines": lines(m),
        "hands": hands.model(m),
        "attack": steps,
        "paper": beside.paper(m, every=True),
        "cards": beside.cards(m, every=True),
        "sums": {} if steps else beside.sums(m, every=True),
        "throws": {} if steps else beside.throws(m, every=True),
        "sealed": beside.sealed(m),
        "conditions": beside.conditions(m),
    }
