"""A board waits, unseen, until the page has told its theme: in the wrong light it would flash.

It is hidden by its own layout, for the style sheet may come a frame after the board. It comes into sight when either is
taken back: a slow page may miss one of the two messages, and the view of the accessible board does not hear of classes.
Should the page never tell, the class itself shows the board in the end.
"""

from __future__ import annotations

from typing import Any

WAITS = "theo-waits"


def hold(widget: Any) -> None:
    """Hide a board."""
    widget.layout.visibility = "hidden"
    widget.add_class(WAITS)


def let_show(widget: Any) -> None:
    """Show it."""
    widget.layout.visibility = None
    widget.remove_class(WAITS)
