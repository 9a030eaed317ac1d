"""The calculator as a screen opens it: from what it may know, of a thing on the board or of the likeliest fight."""

from __future__ import annotations

from random import Random
from typing import Any

from theomachy.answers.calculator import fights_of, first_setting
from theomachy.engine.errors import TheoError
from theomachy.engine.runtime.line_up import Fights, Setting
from theomachy.engine.runtime.position import Position
from theomachy.play.observation import imagined

from .calculating import Calculation
from .moment import Moment


def world(m: Moment) -> Position:
    """The position as this screen may know it. Raises `TheoError` where nobody can tell."""
    position = m.game.position
    if m.all:
        return position
    found = imagined(position, m.viewer if m.viewer is not None else -1, Random("calculator"))
    if found is None:
        raise TheoError("what this seat knows does not say enough to reckon a fight")
    return found


def opened(m: Moment, target: str = "", place: str = "") -> Calculation:
    """A calculator of a fight that touches a thing on the board, or of the likeliest; where nobody can fight, of one
    that is yet to be put together. Raises `TheoError`.
    """
    fights = fights_of(m.system)
    position = world(m)
    s, free = position.state, False
    if target and not place:
        at = {piece.target: f"area:{piece.area}" for piece in m.table.pieces}.get(target, target)
        place = next((p.id for p in fights.places(s) if p.target in (target, at)), "")
        if not place:
            place, free = _put_together(fights, s, at), True
    setting = first_setting(m.system, s, place)
    found = fights.place(s, setting.place)
    free = free or (not place and next((p for p in fights.places(s) if p == found), None) is None)
    return Calculation(position, fights, setting, setting, free=free)


def _put_together(fights: Fights[Any], s: Any, at: str) -> str:
    """A fight in an area where nobody could fight as the board stands. Raises `TheoError`."""
    start, sort, key = fights.anything(s), *at.partition(":")[::2]
    known = Setting(start.id) if start is not None and sort == "area" else None
    places = {one.id: dict(one.options) for one in fights.pickers(s, known)} if known is not None else {}
    if known is None or key not in places.get("where", {}):
        raise TheoError("nobody could fight anybody there")
    return known.place if start is not None and start.target == at else fights.picked(s, known, "where", key)
