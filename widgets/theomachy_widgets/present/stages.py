"""The stages of a battle."""

from __future__ import annotations

from typing import Any

from .fought import shown
from .moment import Moment


def model(m: Moment, *, jump: bool = True) -> dict[str, Any]:
    """The stages of a battle; with `jump` a click looks at one that has been, where they are told step by step."""
    f = shown(m)
    if f is None:
        return {}
    rows = [
        {"name": s.name, "note": s.note, "state": s.state, "jump": jump and f.stepwise and s.state != "ahead"}
        for s in f.stages
    ]
    return {"stages": rows}
