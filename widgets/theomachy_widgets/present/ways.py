"""What waits where the printed ways of a board lead, a tunnel or the like; of the sheet that is seen."""

from __future__ import annotations

from theomachy.engine.tabletop.ways import Way, ways_of

from ..models.common import Nothing
from ..models.page import BoardWay, WaysModel
from ..scene.sheets import sheet_of
from .boardsheets import seen, waiting
from .moment import Moment

_MOST_TOKENS = 6


def model(m: Moment) -> WaysModel | Nothing:
    """A row for each way out of the sheet that is seen; of the whole board each way once."""
    board, at = m.shown.board, seen(m)
    found = [way for way in ways_of(board) if at is None or sheet_of(board, way.area) == at]
    told, rows, open_ = set[tuple[str, frozenset[int]]](), list[BoardWay](), waiting(m) if found else set()
    for way in found:
        key = way.name, frozenset((way.area, *way.ends))
        if key not in told:
            told.add(key)
            ends = way.ends if at is not None else (way.area, *way.ends)
            rows.append(_row(m, way, any(f"area:{end}" in open_ for end in ends)))
    rows.sort(key=lambda row: row["name"])
    return {"rows": rows, "whole": at is None} if rows else {}


def _row(m: Moment, way: Way, may: bool) -> BoardWay:
    names = m.shown.board.names()
    there = [piece for piece in m.shown.pieces if piece.area in way.ends and isinstance(piece.owner, int)]
    many: dict[int, int] = {}
    for piece in there:
        many[int(piece.owner)] = many.get(int(piece.owner), 0) + piece.count
    return {
        "k": way.target,
        "name": way.name,
        "start": names[way.area],
        "ends": [names[end] for end in way.ends],
        "serves": way.serves,
        "there": [{"o": m.colour(int(p.owner)), "i": p.icon, "n": p.count} for p in there[:_MOST_TOKENS]],
        "come": ", ".join(f"{m.seats[seat].letters or m.seat_name(seat)} {n}" for seat, n in sorted(many.items())),
        "may": may,
    }
