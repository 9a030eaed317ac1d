"""Short remarks."""

from __future__ import annotations

from ..models.common import Nothing
from ..models.page import NotesModel
from .moment import Moment


def model(m: Moment) -> NotesModel | Nothing:
    """Short remarks."""
    t = m.shown
    found = [*t.notes, *([t.board.house] if t.board.house else [])]
    return {"notes": found} if found else {}
