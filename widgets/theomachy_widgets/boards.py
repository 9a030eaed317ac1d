"""The two kinds of board. The canvas brings libraries of its own along, so a screen that needs none imports none."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from .svg_board import SvgBoard

if TYPE_CHECKING:
    from .board import CanvasBoard

Board: TypeAlias = "CanvasBoard | SvgBoard"


def board_class(renderer: str) -> type[CanvasBoard] | type[SvgBoard]:
    """The kind of board that draws by "canvas" or "svg"."""
    if renderer != "canvas":
        return SvgBoard
    from .board import CanvasBoard

    return CanvasBoard


def on_canvas(board: Board) -> TypeGuard[CanvasBoard]:
    """Is it painted on a canvas?"""
    return not isinstance(board, SvgBoard)
