"""The stages of a battle."""

from __future__ import annotations

from typing import Any

from .fight import spoken_at
from .fought import shown
from .moment import Moment


def model(m: Moment, *, jump: bool = True) -> dict[str, Any]:
    """The stages of a battle; with `jump` a click looks at one that has been, where they are told step by step."""
    f = shown(m)
    if f is None:
        return {}
    rows = [
        {
            "name": s.name,
            "note": ", ".join(spoken_at(m, s.timing)) or "nothing used" if s.timing and s.state == "done" else s.note,
            "state": s.state,
            "jump": jump and f.stepwise and s.state != "ahead",
        }
        for s in f.stages
    ]
    waits = [
        {
            "a": m.seat_token(x.sides[0]),
            "b": m.seat_token(x.sides[1]),
            "say": f"{x.title}: {m.seat_name(x.sides[0])} against {m.seat_name(x.sides[1])}",
            "note": x.note,
        }
        for x in f.waits
    ]
    return {"stages": rows} | ({"waits": waits, "by": m.seat_token(f.sides[0].seat)} if waits else {})
