"""The way to the calculator from a decision: where a fight is under way, or may be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theomachy.engine.runtime.line_up import Place

from ..models.common import Nothing

if TYPE_CHECKING:
    from ..models.calculator import CalcopenModel
    from .moment import Moment

VERBS = ("battle", "attack", "fight")


def model(m: Moment) -> CalcopenModel | Nothing:
    """A line below the decision."""
    found: CalcopenModel | Nothing = m.of_position("calcopen", lambda: _model(m))
    return found if m.view_state.calculation is None else {}


def _model(m: Moment) -> CalcopenModel | Nothing:
    fights, d = m.system.fights, m.decision
    if fights is None or d is None or m.told is not None:
        return {}
    state = m.game.state if m.all else m.state
    under = fights.under_way(state)
    place: Place | None = fights.place(state, under) if under else None
    verbs = (o.value[0] if isinstance(o.value, tuple) and o.value else "" for o in d.options)
    if place is None and d.what not in fights.asked and not any(verb in VERBS for verb in verbs):
        return {}
    if place is None:
        place = next(fights.places(state), None)
    return {"label": place.name, "place": place.id} if place is not None else {}
