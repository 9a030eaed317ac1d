"""What each of the proposals would leave: figures beside what they are now."""

from __future__ import annotations

from theomachy.answers.leaves import signed
from theomachy.answers.told import plain

from ..models.common import Nothing
from ..models.hints import LeavesHead, LeavesModel, LeavesRow
from .hints import may_ask
from .moment import Moment


def model(m: Moment) -> LeavesModel | Nothing:
    """What each proposal would leave; empty while nothing is known."""
    asked = m.view_state.hints
    if asked is None or not may_ask(m) or not asked.found.leaves or len(asked.found.best) < 2:
        return {}
    heads: list[LeavesHead] = [
        {"n": at + 1, "label": hint.label, "lit": at == asked.lit} for at, hint in enumerate(asked.found.best)
    ]
    rows = list[LeavesRow]()
    for row in asked.found.leaves:
        each = [None if n is None else (plain(n), _change(n - row.now)) for n in row.each]
        rows.append({"name": row.name[:1].upper() + row.name[1:], "now": plain(row.now), "each": each})
    return {"heads": heads, "rows": rows}


def _change(n: float) -> str:
    """A change as people read it; nothing for none."""
    said = signed(n)
    return "" if said == "0" else said
