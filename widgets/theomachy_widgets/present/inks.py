"""Whose ink the map shows."""

from __future__ import annotations

from typing import Any

from .moment import Moment

Model = dict[str, Any]


def model(m: Moment) -> Model:
    """The switch of whose ink the map shows, and a word on a planned way that only this viewer sees."""
    t, out = m.shown, Model()
    if t.layers:
        out["seats"] = [
            {
                "k": layer.seat,
                "t": m.seat_token(layer.seat),
                "letters": m.seats[layer.seat].letters or m.seat_name(layer.seat),
                "name": m.seat_name(layer.seat),
                "on": layer.seat == t.ink,
            }
            for layer in t.layers
            if 0 <= layer.seat < len(m.seats)
        ]
        out["none"] = t.layer is None
    if t.routes and not m.all and any(route.seat == m.viewer for route in t.routes) and t.sealing is not None:
        out["alone"] = not t.sealing.shown
    return out
