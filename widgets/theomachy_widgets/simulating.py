"""A simulation under way, for a page that watches it: played by other processes, led by a thread of its own.

What a visitor of a served page plays is paid for by the time that his games took, he alone and all together; who has
used it up, or has closed his page, pauses. All simulations of a server share one set of processes.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from theomachy.engine.errors import TheoError
from theomachy.engine.game.registry import only_here
from theomachy.play.kept import Kept
from theomachy.play.plan import Plan
from theomachy.play.run import Row
from theomachy.play.simulate import Control, SimulationResult, Stopped, builds_of, played

from .allowance import Visit
from .present.why import sentence

CORES = max(1, os.cpu_count() or 1)
PLACES = threading.BoundedSemaphore(CORES)  # processes of all simulations of this process together
WAITS, RUNS, PAUSED, STOPPED, DONE, FAILED = "waiting", "running", "paused", "stopped", "done", "failed"


class Simulating:
    """One plan being played. `state` is one of the words above, `why` says more; `rows` come in at any moment.

    `folder` keeps it, so that it goes on after a restart. `pay`: somebody is counted the seconds of each game.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        processes: int = CORES,
        scheduler: str = "",
        folder: Path | None = None,
        visit: Visit | None = None,
    ) -> None:
        self.plan, self.processes, self.scheduler, self.folder = plan, max(1, min(processes, CORES)), scheduler, folder
        self.visit = Visit() if visit is None else visit
        self.control = Control()
        self.rows: list[Row] = []
        self.before = 0  # games that were kept already when it began
        self.state, self.why = WAITS, ""
        self.enough = False
        self.seconds = 0.0
        self._since: float | None = None
        self._held = ""  # why it pauses by itself
        self._thread: threading.Thread | None = None

    # -- leading ------------------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Begin, or go on from what is kept. Raises `TheoError` for a plan or a folder that cannot be used."""
        if only_here():
            raise TheoError("a game that was added here is unknown to other processes: use theomachy.simulate")
        builds = builds_of(self.plan.slug, self.plan.players, self.plan.options, self.plan.rulings, self.plan.overlay)
        keep = Kept.begin(self.folder, self.plan) if self.folder is not None else None
        self.rows = [*keep.rows] if keep is not None else []
        self.before = len(self.rows)
        self._thread = threading.Thread(target=self._run, args=(builds, keep), daemon=True, name="theomachy-simulation")
        self._thread.start()

    def pause(self) -> None:
        """Let it pause; the games in hand are played to their ends."""
        if self.state in (RUNS, WAITS):
            self.control.pause()
            self._clock(False)
            self.state = PAUSED

    def go_on(self) -> None:
        """Go on."""
        if self.state == PAUSED and not self.over:
            self._held, self.why = "", ""
            self.state = RUNS
            self._clock(True)
            self.control.go_on()

    def stop(self) -> None:
        """Stop; what was played stays."""
        self.control.stop()

    def join(self, seconds: float | None = None) -> None:
        """Wait until it is over."""
        if self._thread is not None:
            self._thread.join(seconds)

    @property
    def over(self) -> bool:
        """Is it at its end, one way or another?"""
        return self.state in (STOPPED, DONE, FAILED)

    def tend(self) -> None:
        """Pause where there is nobody or no time, and go on when there is again; to be called now and then."""
        if self.over:
            return
        dry = self.visit.out_of_time(bots=True) if self.visit.there() else "nobody is looking"
        if dry and self.state == RUNS:
            self.pause()
            self._held = self.why = dry
        elif not dry and self._held and self.state == PAUSED:
            self.go_on()

    # -- playing ------------------------------------------------------------------------------------------------------
    def _clock(self, on: bool) -> None:
        if self._since is not None:
            self.seconds += monotonic() - self._since
        self._since = monotonic() if on else None

    @property
    def spent(self) -> float:
        """Seconds by the clock in which it was played."""
        return self.seconds + (monotonic() - self._since if self._since is not None else 0.0)

    def _take(self) -> int:
        """As many places as there are, one at least."""
        while not PLACES.acquire(timeout=0.2):
            if self.control.stopped:
                return 0
        taken = 1
        while taken < self.processes and PLACES.acquire(blocking=False):
            taken += 1
        return taken

    def _run(self, builds: Sequence[Any], keep: Kept | None) -> None:
        taken = 0 if self.scheduler else self._take()
        try:
            if not self.control.paused:
                self.state = RUNS
                self._clock(True)
            found = self._played(builds, keep, max(taken, 1))
            self.rows, self.enough = found.rows, found.enough
            self.state = DONE
        except Stopped as fault:
            self.rows = fault.result.rows
            stopped = fault.why == "stopped"
            self.state, self.why = (STOPPED, "") if stopped else (FAILED, fault.why)
        except BaseException as fault:
            self.state, self.why = FAILED, sentence(fault) if isinstance(fault, Exception) else type(fault).__name__
        finally:
            self._clock(False)
            for _ in range(taken):
                PLACES.release()

    def _played(self, builds: Sequence[Any], keep: Kept | None, processes: int) -> SimulationResult:
        plan = self.plan
        return played(
            plan.slug, builds, plan.bots, plan.seed, range(plan.n), keep=keep, decisions=plan.decisions,
            processes=processes, scheduler=self.scheduler or None, width=plan.width, control=self.control,
            heard=self._heard,
        )  # fmt: skip

    def _heard(self, row: Row) -> None:
        self.rows.append(row)
        self.visit.pay(row.seconds, bots=True)
