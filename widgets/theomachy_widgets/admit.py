"""The one door for what a browser sends: nothing acts that was meant for another picture, or that is another seat's.

Every message says what to do (`do`) and carries the `stamp` of the picture that the person saw: the page takes it from
what it has drawn, and the owner counts it on with every change of the position. Panels, keys, the canvas and the
accessible board come this way, in dashboards, lessons, comparisons and the editor.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from theomachy.engine.errors import IllegalAnswer


class Stale(IllegalAnswer):
    """A message that was made for a picture that is no longer true. It is never played; the page is drawn again."""


def admit(
    message: Any, stamp: int, looks: Set[str], mine: Set[str] | None = None, page: str = "dashboard"
) -> tuple[str, dict[str, Any]]:
    """What the message wants done, with its arguments.

    `stamp` counts the pictures. `looks` are the names of what only looks, or goes on from wherever one stands: it is
    true at any time. `mine` are the names of all that a screen may do which belongs to one seat, None for every other
    screen. Raises `IllegalAnswer` for what is no message or not this screen's, and `Stale` for what was meant for
    another picture; a message that acts and has no stamp is stale too.
    """
    what = message.get("do") if isinstance(message, dict) else None
    if not isinstance(what, str) or not what.isidentifier():
        raise IllegalAnswer(f"the page sent a message that the {page} does not know: {str(what)[:40]!r}")
    if mine is not None and what not in mine:
        raise IllegalAnswer("this screen belongs to one player: it cannot do that")
    seen = message.get("stamp")
    if what not in looks and (type(seen) is not int or seen != stamp):
        raise Stale("the table had changed before that click came, so nothing was done: this is how it stands now")
    return what, {str(key): value for key, value in message.items() if key not in ("do", "stamp")}
