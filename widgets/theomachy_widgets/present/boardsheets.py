"""A board that lies in several sheets: which of them is seen, and the switch between them."""

from __future__ import annotations

from dataclasses import replace

from theomachy.engine.tabletop.table import Table

from ..models.common import Nothing
from ..models.page import BoardsheetsModel
from ..scene.sheets import alone, sheet_of
from .marks import lit
from .moment import Moment
from .zoom import focus

ALL_SHEETS = -1  # the whole board


def seen(m: Moment) -> int | None:
    """The sheet that is looked at by itself; None for the whole board.

    What somebody has chosen holds until he is asked something that lies on another sheet alone.
    """
    look, sheets = m.view_state, m.shown.board.sheets
    if len(sheets) < 2 or look.boardsheet is None or not 0 <= look.boardsheet < len(sheets) or focus(m) is not None:
        return None
    if look.boardsheet_at != look.stamp:
        there = chosen(m)
        if any(there) and not there[look.boardsheet]:
            return there.index(max(there))
    return look.boardsheet


def on_sheet(m: Moment, table: Table) -> Table:
    """The table with the sheet alone that is looked at."""
    number = seen(m)
    return table if number is None else replace(table, board=alone(table.board, number))


def chosen(m: Moment) -> list[int]:
    """How many areas of each sheet can be chosen now, or hold what can be."""
    board, where = m.shown.board, {piece.target: piece.area for piece in m.shown.pieces}
    found = {int(t[5:]) if t.startswith("area:") else where.get(t, -1) for t in waiting(m)}
    return [sum(sheet_of(board, area) == n for area in found) for n in range(len(board.sheets))]


def waiting(m: Moment) -> set[str]:
    """The targets that a click can choose now."""
    if m.decision is None or not m.may_answer or m.told is not None:
        return set()
    picked = frozenset(m.view_state.picked)
    left = [option for option in m.decision.options if picked <= set(option.targets)]
    return lit(left, picked)


def model(m: Moment) -> BoardsheetsModel | Nothing:
    """The switch between the sheets; nothing for a board in one sheet."""
    board = m.shown.board
    if len(board.sheets) < 2:
        return {}
    there, at = chosen(m), seen(m)
    return {
        "at": ALL_SHEETS if at is None else at,
        "asked": m.view_state.boardsheet is None,
        "first": there.index(max(there)) if any(there) else 0,
        "sheets": [{"k": n, "name": sheet.name, "n": there[n]} for n, sheet in enumerate(board.sheets)],
    }
