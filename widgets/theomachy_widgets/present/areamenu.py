"""The menu of an area: a fight there, what can be reached there, why something is not possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theomachy.answers.calculator import fights_of
from theomachy.engine.errors import TheoError
from theomachy.engine.tabletop.table import Target

from ..models.areamenu import AreaMenu, AreaMenuRow
from .calculator_of import opened, world
from .moment import Moment
from .reach import goals_at, may_ask, seeker

MOST_GOALS = 6


def area_of(m: Moment, target: Target) -> int | None:
    """The area that a thing of the board is, or lies in."""
    areas = {area.target: area.id for area in m.table.board.areas}
    lies = next((piece.area for piece in m.table.pieces if piece.target == target), None)
    return areas.get(target, lies if lies is None or lies >= 0 else None)


def menu_of(m: Moment, area: int | None, things: Sequence[Target]) -> AreaMenu:
    """What can be asked there by this screen; without an area, of the whole board."""
    name = next((each.name for each in m.table.board.areas if each.id == area), "")
    rows: list[AreaMenuRow] = []
    if area is not None and (fight := _fight(m, area, things)) is not None:
        rows.append(fight)
    seat = seeker(m)
    if seat is not None and may_ask(m, seat):
        found = goals_at(m, seat, area)[:MOST_GOALS] if area is not None else ()
        for goal in found:
            label = f"{goal.name}: can it be reached?"
            rows.append(_row(label, "bulb", "", "reachfor", key=goal.key, seat=seat, area=area))
        rows.append(_row("Other goals \u2026" if found else "Can it be reached?", "bulb", "G", "reach"))
    if m.decision is not None and m.told is None:
        rows.append(_row("Why not \u2026?", "ask", "", "why"))
    return {"name": name or "The board", "rows": rows}


def _row(label: str, icon: str, by: str, act: str, /, **args: Any) -> AreaMenuRow:
    return {"label": label, "icon": icon, "key": by, "act": act, "args": args}


def _fight(m: Moment, area: int, things: Sequence[Target]) -> AreaMenuRow | None:
    """What opens the calculator: of a fight of these things, or of one that is put together there; None for neither."""
    at = f"area:{area}"
    try:
        places = [place.target for place in fights_of(m.system).places(world(m).state)]
        found = next((target for target in (*things, at) if target in places), "")
        if found:
            return _row("Odds of a fight here", "fight", "K", "calc", target=found)
        opened(m, at)
    except TheoError:
        return None
    return _row("Put a fight together here", "fight", "", "calc", target=at)
