"""A board waits, unseen, until the page has told its theme: in the wrong light it would flash.

It is hidden by its own layout, for the style sheet may come a frame after the board. Once the class is gone the style
sheet overrules that: one message shows the board, where a slow page could lose one of two. Should the page never tell,
the class itself brings it into sight in the end.
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
    widget.remove_class(WAITS)
