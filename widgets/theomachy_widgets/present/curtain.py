"""The curtain between people who pass one screen on: who is to take it, and who else may."""

from __future__ import annotations

from typing import Any

from theomachy.engine.wording import together
from theomachy.play.opponents import opponents_of

from .moment import Moment

Model = dict[str, Any]


def model(m: Moment) -> Model:
    """For whom the screen waits while the curtain is drawn."""
    if not m.view_state.drawn:
        return {}
    people = opponents_of(m.game).people
    asked = [seat for seat in m.game.asked(all_seen=True) if seat in people]
    rows = [*asked, *(seat for seat in people if seat not in asked)]
    return {
        "asked": together([m.seat_name(seat) for seat in asked]) if asked else "",
        "one": len(asked) == 1,
        "seats": [
            {"seat": seat, "name": m.seat_name(seat), "t": m.seat_token(seat), "asked": seat in asked} for seat in rows
        ],
    }
