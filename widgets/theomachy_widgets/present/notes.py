"""Short remarks."""

from __future__ import annotations

from typing import Any

from .moment import Moment


def model(m: Moment) -> dict[str, Any]:
    """Short remarks."""
    t = m.shown
    found = [*t.notes, *([t.board.house] if t.board.house else [])]
    return {"notes": found} if found else {}
