"""The ground of a board, kept: each is painted once for a theme, a width and a focus."""

from __future__ import annotations

import threading
from collections import OrderedDict

from theomachy.engine.tabletop.table import Board

from .ground import Ground
from .hexes import HexGround
from .outlines import OutlineGround
from .terrain import TerrainGround
from .window import WHOLE
from .world import WorldGround

_KEPT = 48

# Who draws a board of each style (`BOARD_STYLES` of the engine: a board refuses any other).
STYLES: dict[str, type[Ground]] = {
    "hexes": HexGround,
    "outlines": OutlineGround,
    "terrain": TerrainGround,
    "world": WorldGround,
}

_cache: OrderedDict[tuple[str, str, str, float, int | None], Ground] = OrderedDict()


_lock = threading.Lock()


def ground_of(board: Board, theme: str = "light", width: float = 876, focus: int | None = None) -> Ground:
    """The ground of a board, kept: boards of equal key are painted once for each theme, width and focus.

    `focus` is the id of the area round which it is drawn larger; an id that the board does not have shows all of it.
    Raises `ValueError` for an unknown theme, or a width that is not positive.
    """
    if width <= 0:
        raise ValueError(f"width is {width!r}; it has to be a positive number of pixels")
    if focus is not None and all(area.id != focus for area in board.areas):
        focus = None
    key = (board.key, board.style, theme, float(round(width)), focus)
    with _lock:
        found = _cache.get(key)
        if found is not None:
            _cache.move_to_end(key)
            return found
    window = WHOLE if focus is None else ground_of(board, theme, width).round(focus)
    made = STYLES[board.style](board, theme, width, focus, window)
    with _lock:
        made = _cache.setdefault(key, made)
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    return made
