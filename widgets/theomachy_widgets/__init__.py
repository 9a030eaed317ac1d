"""Boards, panels and dashboards for any game of the library; no file of this package names a game.

from theomachy_widgets import Dashboard
Dashboard(game)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import CanvasBoard
    from .compare import Compare
    from .dashboard import Dashboard
    from .editor import PositionEditor
    from .lesson import LessonPlayer, lessons
    from .new_game import NewGame
    from .pictures import gif, strip_png
    from .puzzle_page import PuzzlePage, puzzles
    from .replay import replay_html
    from .rules import rule_page
    from .serve import serve
    from .simulation_page import SimulationPage
    from .study import study_html
    from .study_page import StudyPage
    from .svg_board import SvgBoard
    from .values_page import ValuesPage, values_page

__all__ = [
    "CanvasBoard",
    "Compare",
    "Dashboard",
    "LessonPlayer",
    "NewGame",
    "PositionEditor",
    "PuzzlePage",
    "SimulationPage",
    "StudyPage",
    "SvgBoard",
    "ValuesPage",
    "gif",
    "lessons",
    "puzzles",
    "replay_html",
    "rule_page",
    "serve",
    "strip_png",
    "study_html",
    "values_page",
]
_WHERE = {
    "CanvasBoard": "board",
    "Compare": "compare",
    "Dashboard": "dashboard",
    "LessonPlayer": "lesson",
    "NewGame": "new_game",
    "PositionEditor": "editor",
    "StudyPage": "study_page",
    "PuzzlePage": "puzzle_page",
    "SimulationPage": "simulation_page",
    "SvgBoard": "svg_board",
    "ValuesPage": "values_page",
    "gif": "pictures",
    "lessons": "lesson",
    "puzzles": "puzzle_page",
    "replay_html": "replay",
    "rule_page": "rules",
    "serve": "serve",
    "strip_png": "pictures",
    "values_page": "values_page",
    "study_html": "study",
}


def __getattr__(name: str) -> Any:
    """Import a part when it is first asked for: Panel and its server take seconds, and most people need one part."""
    if name not in _WHERE:
        raise AttributeError(f"theomachy_widgets has no {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
