"""The report of a game, and another one of its kind, opened below its dashboard."""

from __future__ import annotations

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.play.opponents import opponents_of

from ..present.chance import untold
from .asking import Asks


class ReportAsks(Asks):
    """The part of a controller that opens the report, and another game of the same kind."""

    what_if: Game | None  # a game that is to be opened below

    def do_report(self) -> None:
        """Show the report of the game below; or no more. A screen of one player has it when the game is over."""
        if not self.view_state.report and (text := untold(self.moment, "the report")):
            raise IllegalAnswer(text)
        self.view_state.report, self.view_state.other = not self.view_state.report, None

    def do_again(self, seed: int) -> None:
        """Begin the same game once more, with other luck and the same players, on a board of its own below."""
        old = self.game
        if not old.over:
            raise IllegalAnswer("the game is not over yet")
        game = Game(old.system, Position(old.system, old.tree.nodes[0].position.beginning), seed=int(seed))
        if title := old.names.get("title"):
            game.names["title"] = title
        table = opponents_of(old)
        opponents_of(game, {seat.index: table.words[seat.index] for seat in old.seats})
        self.what_if = game
