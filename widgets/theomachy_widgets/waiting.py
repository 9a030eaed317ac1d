"""A board waits, unseen, until the page has told its theme: in the wrong light it would flash.

It is hidden by its own layout, for the style sheet may come a frame after the board; the class brings it into sight in
the end, should the page never tell.
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
