"""The report of a game, opened below its dashboard."""

from __future__ import annotations

from theomachy.engine.errors import IllegalAnswer

from ..present.chance import untold
from .asking import Asks


class ReportAsks(Asks):
    """The part of a controller that opens the report."""

    def do_report(self) -> None:
        """Show the report of the game below; or no more. A screen of one player has it when the game is over."""
        if not self.view_state.report and (text := untold(self.moment, "the report")):
            raise IllegalAnswer(text)
        self.view_state.report, self.view_state.other = not self.view_state.report, None
