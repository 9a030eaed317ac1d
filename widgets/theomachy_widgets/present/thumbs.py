"""Sheets as thumbnails."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import WriteSheet

from ..scene.style import letter_ink
from .fronts import SIDE, front
from .moment import Moment

Model = dict[str, Any]


def model(m: Moment) -> Model:
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
