"""The calculator as a screen opens it: from what it may know, of a thing on the board or of the likeliest fight."""

from __future__ import annotations

from random import Random

from theomachy.answers.calculator import fights_of, first_setting
from theomachy.engine.errors import TheoError
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
    """A calculator of a fight that touches a thing on the board, or of the likeliest. Raises `TheoError`."""
    fights = fights_of(m.system)
    position = world(m)
    if target and not place:
        at = {piece.target: f"area:{piece.area}" for piece in m.table.pieces}.get(target, target)
        place = next((p.id for p in fights.places(position.state) if p.target in (target, at)), "")
        if not place:
            raise TheoError("nobody could fight anybody there as the board stands")
    setting = first_setting(m.system, position.state, place)
    return Calculation(position, fights, setting, setting)
