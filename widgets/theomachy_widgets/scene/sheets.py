"""One sheet of a board that lies in several, as a board of its own: for a screen that is too narrow for all of them."""

from __future__ import annotations

import threading
from dataclasses import replace

from theomachy.engine.tabletop.table import Area, Board, Link, Point, Ring

GROWN = 1.9  # how much larger tokens and lettering are than on the whole board
_kept: dict[tuple[str, int], tuple[Board, Board]] = {}
_lock = threading.Lock()
_MOST = 32


def sheet_of(board: Board, area: int) -> int | None:
    """The sheet on which an area lies; None for one beside all sheets."""
    return next((i for i, sheet in enumerate(board.sheets) if area in sheet.areas), None)


def alone(board: Board, number: int) -> Board:
    """The sheet with this number, in the same frame, light and room above it. Raises `IndexError` where there is none.

    Signs of ways that lead to other sheets stay printed; their other ends are on the `whole` board alone.
    """
    key = board.key, number
    with _lock:
        found = _kept.get(key)
        if found is not None and found[0] is board:
            return found[1]
    made = _alone(board, number)
    with _lock:
        if len(_kept) >= _MOST:
            _kept.clear()
        _kept[key] = board, made
    return made


def _alone(board: Board, number: int) -> Board:
    sheet = board.sheets[number]
    x0, y0, x1, y1 = sheet.box
    side, low = min(each.box[0] for each in board.sheets), board.size[1] - max(each.box[3] for each in board.sheets)
    dx = side - x0

    def at(p: Point) -> Point:
        return p[0] + dx, p[1]

    def ring(points: Ring) -> Ring:
        return tuple(map(at, points))

    def moved(area: Area) -> Area:
        return replace(
            area,
            polygons=tuple(tuple(map(ring, polygon)) for polygon in area.polygons),
            label_at=area.label_at and at(area.label_at),
            more_labels=tuple((lines, at(p)) for lines, p in area.more_labels),
            glyph_at=area.glyph_at and at(area.glyph_at),
            gate_at=area.gate_at and at(area.gate_at),
            slots=ring(area.slots),
            stands=tuple((name, at(p)) for name, p in area.stands),
        )

    def here(link: Link) -> bool:
        return set(link.between) <= {*sheet.areas}

    links = (replace(link, marks=(at(link.marks[0]), at(link.marks[1]))) for link in board.links if here(link))
    return replace(
        board,
        key=f"{board.key} sheet {number}",
        size=(round(x1 + dx + side), round(y1 + low)),
        areas=tuple(moved(area) for area in board.areas if area.id in sheet.areas),
        links=tuple(links),
        wraps=tuple((area, at(left), at(right)) for area, left, right in board.wraps if area in sheet.areas),
        decoration=(),
        borders=tuple(
            replace(border, line=ring(border.line)) for border in board.borders if {*border.between} <= {*sheet.areas}
        ),
        sheets=(replace(sheet, box=(x0 + dx, y0, x1 + dx, y1)),),
        frame=(),
        light=sheet.light or board.light,
        house="",  # told below the board; a button stands there
        grown=GROWN,
        whole=board,
    )
