"""The picture over the calculator: where it is fought, as the board stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..models.common import Nothing

if TYPE_CHECKING:
    from ..models.calculator import CalcmapModel
    from .moment import Moment


def model(m: Moment) -> CalcmapModel | Nothing:
    """The picture, once it is drawn."""
    calc = m.view_state.calculation
    if calc is None or not calc.picture:
        return {}
    place = calc.fights.place(calc.position.state, calc.setting.place)
    return {"src": calc.picture, "alt": place.name if place is not None else "", "y": calc.at}
