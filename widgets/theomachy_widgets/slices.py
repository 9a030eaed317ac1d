"""Long answers are worked off in slices of time between the events of the loop, so that clicks are heard at once.

All screens of a process share one round: each gets a slice in turn, so ten visitors who ask together wait longer for
their answers, and no longer for their clicks.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from theomachy.answers.work import Budget, Running, Work

SLICE = 0.015  # seconds of work at once
REST = 0.002  # seconds between two slices, in which the loop hears what else there is
EVERY = 0.2  # seconds between two showings of what there is so far
MOST = Budget(seconds=20.0)  # of one question, unless it says otherwise
AT_ONCE = Budget(seconds=1.0)  # where no event loop shows what there is meanwhile
VISIT = 240.0  # seconds of work of one screen in all
Show = Callable[[Any, bool], None]
Later = Callable[[Callable[[], None]], object]


@dataclass(slots=True)
class _Task:
    owner: Slices
    name: str
    running: Running[Any]
    show: Show
    shown: float  # when what there was was shown last


_rounds: WeakKeyDictionary[asyncio.AbstractEventLoop, deque[_Task]] = WeakKeyDictionary()


def patience(seconds: float, at_once: Budget | None = None) -> Budget:
    """So many seconds of its own where an event loop shows what there is meanwhile, else `at_once` (`AT_ONCE`)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return at_once or AT_ONCE
    return Budget(seconds=seconds)


class Slices:
    """The questions of one screen that are being worked on, by name; a question asked again replaces the old one.

    `later(call)` brings a call into the screen's own turn, where what is shown needs one (a session of a server).
    Without an event loop, work is done at once, to the end of its budget.
    """

    def __init__(self, later: Later | None = None, allowance: float = VISIT) -> None:
        self.later, self.allowance = later, allowance
        self.spent = 0.0
        self._tasks: dict[str, _Task] = {}

    def start(self, name: str, work: Work[Any], show: Show, budget: Budget = MOST) -> None:
        """Begin to work; `show(latest, over)` is called now and then, and once at the end. A fault is raised there.

        A screen that has used up its allowance gets one piece of work and no more.
        """
        self.stop(name)
        if self.spent >= self.allowance:
            budget = Budget(pieces=1)
        task = self._tasks[name] = _Task(self, name, Running(work, budget), show, monotonic())
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while not self._slice(task):
                pass
            return
        if loop not in _rounds:
            _rounds[loop] = deque()
            loop.call_later(REST, _turn, loop)
        _rounds[loop].append(task)

    def stop(self, name: str) -> None:
        """Ask no more: nothing of it is shown from now on."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.running.stop()

    def stop_all(self) -> None:
        """The game goes on, or the tab is closed."""
        for name in [*self._tasks]:
            self.stop(name)

    def busy(self, name: str) -> bool:
        """Is it being worked on?"""
        return name in self._tasks

    def _slice(self, task: _Task) -> bool:
        """One slice; True when the task is over."""
        if self._tasks.get(task.name) is not task:
            return True
        before = task.running.spent
        try:
            over = task.running.go(SLICE)
        except BaseException:
            self._tasks.pop(task.name, None)
            raise
        finally:
            self.spent += task.running.spent - before
        if over or monotonic() - task.shown >= EVERY:
            task.shown = monotonic()
            latest = task.running.latest
            if self.later is None:
                self._tell(task, latest, over)
            else:
                self.later(lambda: self._tell(task, latest, over))
        return over

    def _tell(self, task: _Task, latest: Any, over: bool) -> None:
        """Show it, if it is still asked for: between the slice and this turn it may have been stopped."""
        if self._tasks.get(task.name) is not task:
            return
        if over:
            del self._tasks[task.name]
        task.show(latest, over)


def _turn(loop: asyncio.AbstractEventLoop) -> None:
    """One slice of the next task, and the next turn of the round."""
    waiting = _rounds[loop]
    task = waiting.popleft()
    try:
        if not task.owner._slice(task):
            waiting.append(task)
    finally:
        if waiting:
            loop.call_later(REST, _turn, loop)
        else:
            del _rounds[loop]
