"""Who draws the ground of a board, and the grounds themselves: each is painted once for a theme, a width and a focus.

A package of one's own tells its grounds by entry points of the group `theomachy.grounds` (style -> class), a notebook
by `register_ground`.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from importlib.metadata import entry_points

from theomachy.engine.errors import RulesError
from theomachy.engine.tabletop.board import GROUNDS, add_style
from theomachy.engine.tabletop.table import Board

from .ground import Ground
from .hexes import HexGround
from .outlines import OutlineGround
from .terrain import TerrainGround
from .window import WHOLE
from .world import WorldGround

_KEPT = 48

# Who draws a board of each style of the house; others are registered.
STYLES: dict[str, type[Ground]] = {
    "hexes": HexGround,
    "outlines": OutlineGround,
    "terrain": TerrainGround,
    "world": WorldGround,
}

_registered: dict[str, type[Ground]] = {}
_cache: OrderedDict[tuple[str, str, str, float, int | None], Ground] = OrderedDict()


_lock = threading.Lock()


def register_ground(style: str, look: type[Ground]) -> None:
    """From now on boards of a style are drawn by a class, a `Ground`; the styles of the house stay as they are.

    Raises `RulesError` for a style of the house, and `TypeError` for what is no ground.
    """
    if not (isinstance(look, type) and issubclass(look, Ground)):
        raise TypeError(f"the ground {style!r} has to be a class made from Ground, not {look!r}")
    add_style(style)
    with _lock:
        _registered[style] = look
        for key in [key for key in _cache if key[1] == style]:
            del _cache[key]


def look_of(board: Board) -> type[Ground]:
    """Who draws a board.

    Raises `RulesError` for the style of a package whose ground cannot be loaded.
    """
    found = STYLES.get(board.style) or _registered.get(board.style)
    if found is None:
        point = next(point for point in entry_points(group=GROUNDS) if point.name == board.style)
        try:
            register_ground(board.style, point.load())
        except Exception as fault:
            raise RulesError(f"the ground {board.style!r} of {point.value} cannot be loaded: {fault}") from fault
        found = _registered[board.style]
    return found


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
    made = look_of(board)(board, theme, width, focus, window)
    with _lock:
        made = _cache.setdefault(key, made)
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    return made
