"""Players who leave the table in mid-game."""

from __future__ import annotations

from typing import Any

from theomachy.engine.game.game import Option

from .moment import Moment


def leavings(m: Moment) -> list[Option]:
    """Whose players may leave the table for good, as far as this screen may speak for them."""
    look = m.view_state
    return [o for o in m.game.legal().leaving if not look.locked or o.value[2] == look.view]


def leave(m: Moment) -> dict[str, Any] | None:
    """A player leaves in mid-game: what that means, and who it is; None where nobody may."""
    found, wanted = leavings(m), m.view_state.leaving
    if not found:
        return None
    rule, text = m.system.leave_rule()
    one = [o for o in found if o.value[2] == wanted] or found
    rows = [{"seat": o.value[2], "name": o.label, "t": m.seat_token(o.value[2])} for o in one]
    back = "" if m.view_state.locked else "Undo takes it back."
    return {"open": wanted is not None, "rule": rule, "text": f"{text} {back}".strip(), "seats": rows}
