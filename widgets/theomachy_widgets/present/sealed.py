"""Plans that are made in secret."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import SHOWN

from .moment import Moment

Model = dict[str, Any]


def model(m: Moment) -> Model:
    """Who plans and who is done; the viewer's own plan so far; all plans side by side once the seals are open."""
    found = m.table.sealing
    if found is None or m.told is not None or len(found.plans) < 2:
        return {}
    if m.shown.fight is not None and m.shown.fight.contest is not None:
        return {}  # its ledger tells them
    waits = [m.seat_name(plan.seat) for plan in found.plans if plan.state not in (SHOWN, "sealed")]
    return {
        "name": found.name,
        "rule": found.rule,
        "shown": found.shown,
        "waits": len(waits),
        "plans": [
            {
                "t": m.seat_token(plan.seat),
                "name": m.seat_name(plan.seat),
                "state": plan.state,
                "lines": list(plan.lines),
                "own": plan.seat == m.viewer,
                "known": bool(plan.lines) or plan.seat == m.viewer or m.all or plan.state == SHOWN,
            }
            for plan in found.plans
        ],
    }
