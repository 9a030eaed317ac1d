"""A game as plain models for the panels: dictionaries, lists, texts and numbers, ready for JSON.

What is shown in a seat's view is built from that seat's view alone (`Moment` is the only door to the game), so that
nothing hidden ever reaches the state of a widget. Everything goes by kinds of things and never by game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from theomachy.engine.tabletop.table import Board, Table

from ..panels import REGIONS
from ..scene.grounds import look_of
from ..scene.lands import is_drawn
from ..scene.style import icon_path
from . import asides
from .boardsheets import on_sheet
from .fronts import BOARD, front
from .marks import marks
from .moment import ALL, SPECTATOR, Moment, ViewState, Why
from .zoom import focus, is_near

__all__ = ["ALL", "SPECTATOR", "Moment", "ViewState", "Why", "focus", "icons_of", "marks", "models", "on_board"]

Model = dict[str, Any]
APART = ("start", "asides")  # the page of a folder; the tabs, which are made from the other models
MODELS: dict[str, Callable[[Moment], Model]] = {
    name: import_module(f".{name}", __name__).model
    for region in REGIONS.values()
    for name in region
    if name not in APART
}
WAITING = frozenset(
    "decision opponents hints reach leaves sealed hand conditions story advice odds thumbs legend".split()
)


def models(m: Moment) -> dict[str, Model]:
    """The model of every panel by its name; an empty one hides the panel."""
    waiting = WAITING if m.view_state.why is not None else frozenset()  # one question at a time: the others wait
    found = {name: {} if name in waiting else model(m) for name, model in MODELS.items()}
    return {**found, "asides": asides.model(m, found)}


def on_board(m: Moment) -> Table:
    """The table as the board shows it: where something else stands in front, lands drawn by hand become a small map."""
    table = on_sheet(m, m.shown)
    tiny = is_near(m) and look_of(table.board).shrinks
    if (front(m) == BOARD and not tiny) or not _drawn_small(table.board):
        return table
    return replace(table, board=replace(table.board, key=f"{table.board.key} small", small=True))


def _drawn_small(board: Board) -> bool:
    """Has the board a small picture of its own?"""
    return look_of(board).shrinks or any(is_drawn(area.kind) for area in board.areas)


def icons_of(models: Any) -> dict[str, str]:
    """The paths of all icons that models name."""
    found: set[str] = {"death-skull", "bleeding-wound", "spell-book"}
    _gather(models, found)
    return {name: icon_path(name) for name in sorted(found)}


def _gather(thing: Any, found: set[str]) -> None:
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key in ("i", "icon", "cost_icon") and isinstance(value, str) and value:
                found.add(value)
            else:
                _gather(value, found)
    elif isinstance(thing, list):
        for value in thing:
            _gather(value, found)
