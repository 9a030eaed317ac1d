"""The report of a game, opened below its dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theomachy.engine.errors import IllegalAnswer

from ..present.chance import untold

if TYPE_CHECKING:
    from theomachy.engine.game.game import Game

    from ..present.moment import Moment, ViewState


class ReportAsks:
    """The part of a controller that opens the report."""

    game: Game
    view_state: ViewState

    if TYPE_CHECKING:

        @property
        def moment(self) -> Moment: ...

    def do_report(self) -> None:
        """Show the report of the game below; or no more. A screen of one player has it when the game is over."""
        if not self.view_state.report and (text := untold(self.moment, "the report")):
            raise IllegalAnswer(text)
        self.view_state.report, self.view_state.other = not self.view_state.report, None
