"""A cell from which a game can be played on: its dashboard takes the place of everything below the bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from theomachy.engine.authoring.study import Study
from theomachy.engine.game.game import Game
from theomachy.play.bots import Bot

from .cell import Cell
from .dashboard import Dashboard

if TYPE_CHECKING:
    from .study import StudyView


class Playable(Cell):
    """The position editor, a lesson: what they show can be left for a game, and come back to."""

    dashboard: Dashboard | None = None  # where a game is played on from this cell
    study_page: StudyView | None = None  # a study that is made of what this cell shows

    @property
    def playing(self) -> bool:
        """Is a game played on from here?"""
        return self.dashboard is not None

    def play_on(self, game: Game, bots: Mapping[int | str, str | Bot] | None = None) -> Dashboard:
        """Show the dashboard of a game in place of everything below the bar; bots may play some seats."""
        self.come_back()
        self.dashboard = Dashboard(game, theme=self.theme, renderer=self.renderer, bots=bots)
        self._box.add_class("theo-playing")
        self.show_below(self.dashboard)
        return self.dashboard

    def come_back(self) -> None:
        """Close that dashboard, if there is one."""
        if self.dashboard is not None:
            self._box.remove_class("theo-playing")
            self.show_below(self.study_page)
            self.dashboard.close()
            self.dashboard = None

    def study_below(self, study: Study, game: Callable[[], Game] | None = None, adds: str = "") -> StudyView:
        """Show a study below; `game` gives the position that its author can add."""
        from .study import StudyView

        before = self.study_page
        self.study_page = StudyView(study, theme=self.theme, renderer=self.renderer, game=game, adds=adds, editing=True)
        self.show_below(self.study_page)
        if before is not None:
            before.close()
        return self.study_page

    def _leave(self) -> None:
        self.come_back()
        if self.study_page is not None:
            self.study_page.close()
