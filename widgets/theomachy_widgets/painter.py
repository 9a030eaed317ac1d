"""Grounds are painted beside everything else: one at a time, by a thread that lets clicks go first."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator

QUICK = 0.0002  # seconds that a thread at work keeps the interpreter from one that has something to do
_brush = threading.Lock()


def beside(paint: Callable[[], None]) -> None:
    """Call `paint()` in a thread, when no other one paints."""

    def run() -> None:
        with _brush, _giving_way():
            paint()

    threading.Thread(target=run, name="theomachy-ground", daemon=True).start()


@contextlib.contextmanager
def _giving_way() -> Iterator[None]:
    """A click lets go of the interpreter with each of the forty things that it sends; Python would then leave it to a
    thread at work for 5 milliseconds each time, a fifth of a second in all.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(min(usual, QUICK))
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
