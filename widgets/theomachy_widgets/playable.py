"""A cell from which a game can be played on: its dashboard takes the place of everything below the bar."""

from __future__ import annotations

from collections.abc import Mapping

from theomachy.engine.game.game import Game
from theomachy.play.bots import Bot

from .cell import Cell
from .dashboard import Dashboard


class Playable(Cell):
    """The position editor, a lesson: what they show can be left for a game, and come back to."""

    dashboard: Dashboard | None = None  # where a game is played on from this cell

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
            self.show_below(None)
            self.dashboard.close()
            self.dashboard = None

    def _leave(self) -> None:
        self.come_back()
