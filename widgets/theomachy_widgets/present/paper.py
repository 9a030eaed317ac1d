"""Sheets to write on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theomachy.engine.tabletop.beside import Block, BlockGroup, BoxRow, WriteBox, WriteSheet
from theomachy.engine.tabletop.beside_words import box_in_words
from theomachy.engine.tabletop.table import Target

from .amount import amount_of
from .fronts import SIDE, front
from .moment import Moment
from .picking import can, live
from .reach import beside_sheet, of_sheet

Model = dict[str, Any]


def model(m: Moment, *, every: bool = False) -> Model:
    """The sheet that stands in front; with `every` all of them, for a page without tabs of its own."""
    on = front(m)
    found = [sheet for sheet in m.shown.papers if every or on == SIDE or str(sheet.seat) == on]
    beside = {"beside": True} if on == SIDE and not every else {}
    asks = not every and not beside
    return {"sheets": [sheet_of(m, sheet, asks=asks) for sheet in found], **beside} if found else {}


def sheet_of(m: Moment, sheet: WriteSheet, *, asks: bool = False) -> Model:
    """A sheet as a plain model; `asks`: somebody may ask there which goals can be reached."""
    goals = of_sheet(m, sheet.seat) if asks and not sheet.closed else {}
    boxes = [box.target for box in sheet.boxes]
    return {
        "seat": sheet.seat,
        "t": m.seat_token(sheet.seat),
        "name": m.seat_name(sheet.seat),
        "title": sheet.title,
        "note": sheet.note,
        "closed": sheet.closed,
        "rounds": [_box(m, box) for box in sheet.rounds],
        "groups": _groups(m, sheet.groups, goals),
        "aside": _groups(m, sheet.aside, goals),
        "goals": beside_sheet(m, sheet.seat, boxes) if goals else [],
    }


def _groups(m: Moment, groups: tuple[BlockGroup, ...], goals: dict[Target, str]) -> list[Model]:
    """The groups, without what folds: an empty row that nobody may write in, and a group of nothing else."""
    found = []
    for group in groups:
        rows = [row for row in group.rows if not group.folds or any(_used(m, box) for box in row.boxes)]
        if rows or group.blocks or not group.folds:
            found.append(_group(m, replace(group, rows=tuple(rows)), goals))
    return found


def _used(m: Moment, box: WriteBox) -> bool:
    """Is something written in a box, or may it be: by an answer, or by a tool of the editor?"""
    return bool(box.text or box.written) or box.target in live(m)


def _group(m: Moment, group: BlockGroup, goals: dict[Target, str]) -> Model:
    at = {block.id: block for block in group.blocks}
    ticked = {block.id for block in group.blocks if block.box is not None and block.box.written}
    house = bool(group.name and group.blocks) and all(block.house for block in group.blocks)
    return {
        "name": group.name,
        "note": group.note,
        "rule": group.rule,
        "columns": group.columns,
        "levels": list(group.levels),
        "open": group.open,
        "house": house,  # all of it is ours: said once
        "blocks": [_block(m, block, goals) | {"house": block.house and not house} for block in group.blocks],
        "arrows": [
            [*at[before].cell, *block.cell, before in ticked]
            for block in group.blocks
            for before in block.after
        ],
        "rows": [_row(m, row) for row in group.rows],
    }  # fmt: skip


def _block(m: Moment, block: Block, goals: dict[Target, str]) -> Model:
    box = _box(m, block.box) if block.box is not None else None
    known = [each for each in (box, *(_box(m, one) for row in block.rows for one in row.boxes)) if each is not None]
    state = (
        "fault" if box is not None and box.get("fault")
        else "hot" if any(each.get("hot") for each in known)
        else "lit" if any(each.get("target") for each in known)
        else "fresh" if box is not None and box["fresh"]
        else "done" if box is not None and box["said"] != "empty"
        else "quiet"
    )  # fmt: skip
    return {
        "id": block.id,
        "name": block.name,
        "text": block.text,
        "state": state,
        "box": box,
        "price": [amount_of(amount) for amount in block.price],
        "worth": amount_of(block.worth) if block.worth is not None else None,
        "rows": [_row(m, row) for row in block.rows],
        "cell": list(block.cell),
        "note": block.note,
        "rule": block.rule,
        "house": block.house,
        "help": block.box.target if block.box is not None else "",
        "goal": goals.get(block.box.target, "") if block.box is not None else "",
    }


def _box(m: Moment, box: WriteBox) -> Model:
    may = can(m, box.target)
    brings = may.get("brings") or box.brings
    return {
        "name": box.name,
        "mark": box.mark,
        "text": box.text,
        "was": box.was,
        "fresh": box.fresh,
        "said": box_in_words(box),
        **may,
        "brings": brings,
    }


def _row(m: Moment, row: BoxRow) -> Model:
    return {
        "name": row.name,
        "sign": amount_of(row.sign) if row.sign is not None else None,
        "boxes": [_box(m, box) for box in row.boxes],
        "goals": [amount_of(goal) for goal in row.goals],
        "reached": row.reached,
        "note": row.note,
        "rule": row.rule,
    }
