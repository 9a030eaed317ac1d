"""Hints at the dashboard: asked for by a button or key, found in slices, lit by number, played, stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theomachy.answers.hints import look
from theomachy.answers.told import Hints
from theomachy.engine.errors import IllegalAnswer

from ..present.decision import jumps
from ..present.hinted import Hinted
from ..present.hints import asker, may_ask, option_of
from ..slices import patience
from .asking import Asks

if TYPE_CHECKING:
    from theomachy.engine.game.game import Option

THINKS = 12.0  # seconds of its own time, for who lets it think on
NAME = "hints"


class HintAsks(Asks):
    """The part of a controller that gives hints. What is hidden from the seat that is asked is drawn anew."""

    if TYPE_CHECKING:

        def answer(self, option: Option) -> None: ...

    def do_hints(self) -> None:
        """Ask for hints; or, where they stand, close them."""
        if self.view_state.hints is not None:
            self.close_hints()
            return
        m = self.moment
        if not may_ask(m):
            raise IllegalAnswer("there is nothing to choose from this view, so there are no hints")
        self.view_state.why, self.view_state.event, self.view_state.glance = None, None, None
        self.view_state.hints = Hinted(Hints(options=0))
        self.slices.start(NAME, look(self.game.position, asker(m)), self._hinted, patience(THINKS))

    def _hinted(self, found: Hints | None, over: bool) -> None:
        """Something was found."""
        asked = self.view_state.hints
        if asked is None:
            return
        if found is not None:
            asked.found = found
        asked.busy = not over
        self.found()

    def do_hint(self, n: int) -> None:
        """Light a proposal, by its number. It looks no further: what somebody is about to play must not change."""
        asked = self.view_state.hints
        if asked is not None and 1 <= n <= len(asked.found.best):
            self.slices.stop(NAME)
            asked.lit, asked.busy = n - 1, False

    def do_hintplay(self) -> None:
        """Play the one that is lit."""
        asked, m = self.view_state.hints, self.moment
        if asked is None or not asked.lit < len(asked.found.best):
            return
        option = option_of(m, asked.found.best[asked.lit], jumps(m))
        if option is None:
            raise IllegalAnswer("that is not possible any more")
        self.close_hints()
        if option in jumps(m):
            self.game.play(option)
        else:
            self.answer(option)

    def let_hints_go(self) -> bool:
        """Escape: it stops looking, and then the hints go. Was there anything to stop?"""
        asked = self.view_state.hints
        if asked is None:
            return False
        if asked.busy and asked.found.best:
            self.slices.stop(NAME)
            asked.busy = False
        else:
            self.close_hints()
        return True

    def close_hints(self) -> None:
        """Nobody looks at them any more."""
        self.slices.stop(NAME)
        self.view_state.hints = None
