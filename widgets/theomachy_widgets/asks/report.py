"""The report of a game, opened below its dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theomachy.engine.errors import IllegalAnswer

if TYPE_CHECKING:
    from theomachy.engine.game.game import Game

    from ..present.moment import ViewState


class ReportAsks:
    """The part of a controller that opens the report."""

    game: Game
    view_state: ViewState

    def do_report(self) -> None:
        """Show the report of the game below; or no more. A screen of one player has it when the game is over."""
        if self.view_state.locked and not self.game.over:
            raise IllegalAnswer("the report of this game can be read when it is over")
        self.view_state.report, self.view_state.other = not self.view_state.report, None
