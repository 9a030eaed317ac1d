"""A board waits, unseen, until the page has told its theme: in the wrong light it would flash.

It is hidden by its own layout, for the style sheet may come a frame after the board. It comes into sight when either is
taken back: a slow page may miss one of the two messages, and the view of the accessible board does not hear of classes.
Should the page never tell, the class itself shows the board in the end.
"""

from __future__ import annotations

from time import monotonic
from typing import Any

WAITS = "theo-waits"
SETTLES = 0.15  # seconds in which the picture of a board that was painted anew comes to the page


class Wait:
    """Whether the boards of a screen wait. A page tells its theme a few times; boards that were painted anew for it are
    shown when it tells again, but not by what it had told meanwhile: that is heard in one go on a busy machine.
    """

    def __init__(self, theme: str) -> None:
        self.over = theme != "auto"
        self._painted = 0.0

    def told(self, anew: bool) -> bool:
        """The page has told its theme, and the boards were painted `anew` for it, or not. May they be shown?"""
        if anew:
            self._painted = monotonic()
        elif monotonic() - self._painted >= SETTLES:
            self.over = True
        return self.over


def hold(widget: Any) -> None:
    """Hide a board."""
    widget.layout.visibility = "hidden"
    widget.add_class(WAITS)


def let_show(widget: Any) -> None:
    """Show it."""
    widget.layout.visibility = None
    widget.remove_class(WAITS)
