"""The end of a visit: what a served page holds for one visitor goes when the visitor has gone.

Panel tells of the end only when the page's document is already taken apart, and keeps a kernel for each document that
holds the document in turn. So nothing is sent any more, all widgets of the page are closed, and the kernel is let go.
It uses names of Panel 1.9 and ipywidgets 8.1 that are not public (`_ipykernels`, `_instances`, `_document`): the test
of memory watches them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary, ref

import panel as pn
from ipywidgets.widgets.widget import _instances
from tornado.ioloop import IOLoop

from .allowance import Served, Visit

SOON = 2.0  # seconds after which the memory of those who have gone is handed back
_waits: set[IOLoop] = set()  # where that is going to happen
_visits: WeakKeyDictionary[Any, Served] = WeakKeyDictionary()  # of the documents that are served


def visit_of(document: Any) -> Visit:
    """Whose visit a document is: one for all that it shows. Without a document somebody at a machine of his own."""
    if document is None:
        return Visit()
    if document not in _visits:
        of = ref(document)
        _visits[document] = Served(lambda: connected(of()))
    return _visits[document]


def connected(document: Any) -> bool:
    """Does a page show the document now? One that still loads does not yet, one whose tab is closed no more.

    The session itself is ended much later, for a page that has lost its connection may come back.
    """
    context = None if document is None else document.session_context
    session = getattr(context, "session", None)
    return document is not None and (session is None or session.connection_count > 0)


def until_left(close: Callable[[], None]) -> None:
    """Call `close()` when the visitor of the page that is being made has gone; without a page, never."""
    document = pn.state.curdoc
    if document is None:
        return
    pn.state.on_session_destroyed(lambda _: leave(document, close))


def leave(document: Any, close: Callable[[], None]) -> None:
    """Close what a page showed, and every other widget that was made for it."""
    kernel = pn.state._ipykernels.pop(document, None)
    mine = [widget for widget in list(_instances.values()) if getattr(widget, "_document", None) is document]
    for widget in mine:
        mute(widget)
    try:
        close()
    finally:
        for widget in mine:
            widget.close()
            widget._document = None
        if kernel is not None:
            kernel.session._document = None
            kernel.comm_manager.comms.clear()
        loop = IOLoop.current(instance=False)
        if loop is not None and loop not in _waits:
            _waits.add(loop)
            loop.call_later(SOON, _hand_back, loop)


def _hand_back(loop: IOLoop) -> None:
    """Freed memory goes back to the system: glibc would keep for good what those took who came at the same time."""
    _waits.discard(loop)
    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


def mute(widget: Any) -> None:
    """The channel of a widget sends nothing any more: there is nobody to hear it."""
    if widget.comm is not None:
        widget.comm.publish_msg = _silence


def _silence(*_words: object, **_more: object) -> None:
    pass
