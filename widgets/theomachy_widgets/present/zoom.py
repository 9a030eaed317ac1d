"""What the board shows larger: a fight, or on a small screen what is going on; and the button for it."""

from __future__ import annotations

from ..models.common import Nothing
from ..models.page import ZoomModel
from ..scene.grounds import ground_of, look_of
from .bout import bout
from .moment import Moment


def focus(m: Moment) -> int | None:
    """The area round which the board is drawn larger, None for the whole board: also while an answer lies out of it."""
    found = bout(m)
    if found is not None:
        return found.area if m.view_state.zoom and not elsewhere(m, found.area) else None
    return middle(m) if is_near(m) else None


def is_near(m: Moment) -> bool:
    """Is a part of the board drawn larger, without a fight?"""
    return m.view_state.near and look_of(m.shown.board).near and bout(m) is None


def middle(m: Moment) -> int | None:
    """Where one looks who looks from near: where he went, else at who acts, else at what may be chosen."""
    areas, pieces = {a.id for a in m.shown.board.areas}, {p.target: p.area for p in m.shown.pieces}
    acting = [p.area for p in m.shown.pieces if "acting" in p.marks]
    options = m.decision.options if m.decision is not None and m.may_answer and m.told is None else ()
    named = [target for option in options for target in option.targets]
    lit = [int(t[5:]) if t.startswith("area:") and t[5:].isdigit() else pieces.get(t, -1) for t in named]
    own = [p.area for p in m.shown.pieces if m.decision is not None and p.owner == m.decision.player]
    looked = [] if m.view_state.middle is None else [m.view_state.middle]
    return next((area for area in (*looked, *acting, *lit, *own, *pieces.values()) if area in areas), None)


def elsewhere(m: Moment, area: int) -> bool:
    """May something be answered with what the board would not show, drawn larger round an area?"""
    if "elsewhere" not in m.kept:
        m.kept["elsewhere"] = _elsewhere(m, area)
    found: bool = m.kept["elsewhere"]
    return found


def _elsewhere(m: Moment, area: int) -> bool:
    d = m.decision
    if d is None or not m.may_answer or m.told is not None:
        return False
    at = {piece.target: piece.area for piece in m.table.pieces if piece.area >= 0}
    at |= {each.target: each.id for each in m.table.board.areas}
    wanted = {at[target] for option in d.options for target in option.targets if target in at} - {area}
    if not wanted:
        return False
    ground = ground_of(m.table.board, "light", focus=area)
    return any(not ground.sees(ground.centre(each)) and not ground.shows(each) for each in wanted)


def model(m: Moment) -> ZoomModel | Nothing:
    """The button on the board that shows a fight, or on a small screen what is going on, larger, or the whole board."""
    found = bout(m)
    name = next((a.name for a in m.shown.board.areas if found is not None and a.id == found.area), "")
    if name:
        return {"on": m.view_state.zoom, "name": name, "fight": True}
    near = is_near(m)
    return {"on": near, "name": "", "fight": False} if look_of(m.shown.board).near else {}
