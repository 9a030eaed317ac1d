"""The one door for what a browser sends: nothing acts that was meant for another picture, or that is another seat's.

Every message says what to do (`do`) and carries the `stamp` of the picture that the person saw: the page takes it from
what it has drawn, and the owner counts it on with every change of the position. Panels, keys, the canvas and the
accessible board come this way, in dashboards, lessons, comparisons and the editor.
"""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Callable, Sequence, Set
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from theomachy.engine import bounds
from theomachy.engine.errors import IllegalAnswer, shown

MOST = 1_000  # entries of a list
FARTHEST = 10**9
T = TypeVar("T")


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


def call(method: Callable[..., Any], arguments: dict[str, Any], page: str = "dashboard") -> Any:
    """Do what a message says, if all it says is of the types that the method declares. Raises `IllegalAnswer`.

    True and false are no numbers, a list is one of texts, and no text holds half a sign.
    """
    wanted, needed = _signature(getattr(method, "__func__", method))
    if not needed <= set(arguments) <= set(wanted):
        raise IllegalAnswer(f"the page sent a message that the {page} does not know: {shown(sorted(arguments))}")
    for name, value in arguments.items():
        if not any(_fits(value, one) for one in wanted[name]):
            raise IllegalAnswer(f"the page sent {shown(value)} for {name!r}: nothing was done")
    return method(**arguments)


@cache
def _signature(method: Callable[..., Any]) -> tuple[dict[str, tuple[Any, ...]], Set[str]]:
    """The types of each argument, and which there must be."""
    hints = get_type_hints(method)
    known = [each for each in inspect.signature(method).parameters.values() if each.name != "self"]
    types_ = {each.name: hints[each.name] for each in known}
    unions = {name: get_args(hint) if isinstance(hint, types.UnionType) else (hint,) for name, hint in types_.items()}
    return unions, {each.name for each in known if each.default is each.empty}


def _fits(value: Any, wanted: Any) -> bool:
    if wanted is str:
        return isinstance(value, str) and len(value) <= bounds.LARGEST and _whole(value)
    if wanted is int:
        return type(value) is int and abs(value) <= FARTHEST
    if wanted is float:
        return type(value) in (int, float) and math.isfinite(value) and abs(value) <= FARTHEST
    if wanted is bool or wanted is type(None):
        return type(value) is wanted
    assert get_origin(wanted) is not None, wanted
    return isinstance(value, list | tuple) and len(value) <= MOST and all(_fits(one, str) for one in value)


def _whole(text: str) -> bool:
    try:
        bounds.whole(text, "a text", IllegalAnswer)
    except IllegalAnswer:
        return False
    return True


def one_of(known: Sequence[T], k: int) -> T:
    """The item that a page names by its number. Raises `IllegalAnswer` where there is none."""
    if not 0 <= k < len(known):
        raise IllegalAnswer("that is not there any more")
    return known[k]
