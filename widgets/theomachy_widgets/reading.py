"""Saved games that are read for a page: by other processes, led from a thread, so that no visitor waits meanwhile.

All pages that show the same saves share one reading. It goes on as long as somebody looks; what was read until then is
kept, and who comes back goes on from there.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

from theomachy.analysis.many import ManyGames, Stopped, analyse_many
from theomachy.engine.errors import TheoError

from .present.why import sentence
from .simulating import CORES, PLACES, RUNS, STOPPED, WAITS
from .simulating import DONE as DONE
from .simulating import FAILED as FAILED

log = logging.getLogger("theomachy")


class Reading:
    """The tables of some saves, read once for all who look at them. `state` is one of the words of a simulation;
    `done` of `wanted` saves were read; `why` says what went wrong. `looks` counts who looks.
    """

    def __init__(self, source: str | Path | Sequence[str | Path]) -> None:
        self.source = source
        self.state, self.why = "", ""
        self.done = self.wanted = 0
        self.looks = 0
        self._found: ManyGames | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    # These are called by the pages of one server, in turn: nothing here waits for the thread.
    def enter(self) -> None:
        """Somebody looks: read, if nobody does yet."""
        self.looks += 1
        if self._found is None and (self._thread is None or self.over):
            self._begin()

    def leave(self) -> None:
        """Somebody looks no more."""
        self.looks -= 1
        if self.looks <= 0:
            self._stop.set()

    def _begin(self) -> None:
        self.state, self.why, self._stop = WAITS, "", threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._stop,), daemon=True, name="theomachy-reading")
        self._thread.start()

    @property
    def over(self) -> bool:
        """Has it come to an end, one way or another, or was it told to?"""
        return self._stop.is_set() or self.state in (STOPPED, DONE, FAILED)

    def games(self) -> ManyGames:
        """The tables, for one page: a view of them of its own, since two may ask at once. To be asked when done."""
        assert self._found is not None
        return ManyGames(self._found.duck.cursor())

    def join(self, seconds: float | None = None) -> None:
        """Wait until it is over."""
        if self._thread is not None:
            self._thread.join(seconds)

    # -- in its thread ------------------------------------------------------------------------------------------------
    def _run(self, stop: threading.Event) -> None:
        taken, state, why = 0, FAILED, ""
        try:
            while not PLACES.acquire(timeout=0.2):
                if stop.is_set():
                    state = STOPPED
                    return
            taken = 1
            while taken < CORES and PLACES.acquire(blocking=False):
                taken += 1
            if stop is self._stop:
                self.state = RUNS
            self._found = analyse_many(
                self.source, processes=taken, progress=lambda *so_far: self._tell(stop, *so_far), stopped=stop.is_set
            )
            state = DONE
        except Stopped:
            state = STOPPED
        except TheoError as fault:
            why = sentence(fault)
        except BaseException as fault:
            log.exception("saved games could not be read")
            why = f"The saved games could not be read: {type(fault).__name__}."
        finally:
            for _ in range(taken):
                PLACES.release()
            if stop is self._stop:  # else it was begun anew meanwhile
                self.why, self.state = why, state

    def _tell(self, stop: threading.Event, done: int, wanted: int) -> None:
        if stop is self._stop:
            self.done, self.wanted = done, wanted
