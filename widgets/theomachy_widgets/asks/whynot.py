"""Asking why not: typed, or put together from actions and things of the board."""

from __future__ import annotations

from ..admit import one_of
from ..present import Why, why
from .asking import Asks


class WhyNotAsks(Asks):
    """The part of a controller that hears the question "why not?"."""

    def do_why(self, text: str = "") -> None:
        self.view_state.why = why.typed(self.moment, str(text)[:200]) if str(text).strip() else Why()

    def do_unwhy(self) -> None:
        self.view_state.why = None

    def do_whyaction(self, i: int) -> None:
        self.view_state.why = Why(action=int(i))
        action = why.current(self.moment)
        if action is not None:
            self.view_state.why.text = action.verb

    def do_whyarg(self, at: int, i: int) -> None:
        w, action = self.view_state.why, why.current(self.moment)
        if w is None or action is None:
            return
        values = why.candidates(self.moment, one_of(action.shape, at))
        w.args[at:] = [values[i]] if 0 <= i < len(values) else []
        w.text = why.spoken(self.moment, action, w.args)

    def do_whylight(self) -> None:
        if self.view_state.why is not None:
            self.view_state.why.lit = not self.view_state.why.lit
