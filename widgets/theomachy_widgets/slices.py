"""Long answers are worked off in slices of time between the events of the loop, so that clicks are heard at once.

All screens of a process share one round, visit by visit: ten visitors who ask together wait longer for their answers,
and no longer for their clicks. For a visitor who has closed his tab nothing is worked on.
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

from .allowance import Visit

SLICE = 0.015  # seconds of work at once
REST = 0.002  # seconds between two slices, in which the loop hears what else there is
EVERY = 0.2  # seconds between two showings of what there is so far
AWAY = 0.25  # seconds between two looks whether somebody has come back, while nobody is there
MOST = Budget(seconds=20.0)  # of one question, unless it says otherwise
AT_ONCE = Budget(seconds=1.0)  # where no event loop shows what there is meanwhile
Show = Callable[[Any, bool], None]
Later = Callable[[Callable[[], None]], object]


@dataclass(slots=True)
class _Task:
    owner: Slices
    name: str
    running: Running[Any]
    show: Show
    shown: float  # when what there was was shown last

    @property
    def asked(self) -> bool:
        """Does somebody still ask?"""
        return self.owner._tasks.get(self.name) is self


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
    `visit` is whose questions they are: he pays for them, and while he is away they wait; `bots` says that it is bots
    who think here. `tell(sentence)` is called when an answer is cut short because there is no time left for it.
    Without an event loop, work is done at once, to the end of its budget.
    """

    def __init__(self, later: Later | None = None, visit: Visit | None = None, *, bots: bool = False) -> None:
        self.later, self.bots = later, bots
        self.visit = Visit() if visit is None else visit
        self.tell: Callable[[str], None] = lambda _: None
        self._tasks: dict[str, _Task] = {}

    def start(self, name: str, work: Work[Any], show: Show, budget: Budget = MOST) -> None:
        """Begin to work; `show(latest, over)` is called now and then, and once at the end. A fault is raised there.

        Who has used up his time gets one piece of work and no more.
        """
        self.stop(name)
        task = self._tasks[name] = _Task(self, name, Running(work, budget), show, monotonic())
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while not self._slice(task):
                pass
            return
        if loop not in _rounds:
            _rounds[loop] = _Round()
        _rounds[loop].add(task, loop)

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
        if not task.asked:
            return True
        before, dry = task.running.spent, ""
        try:
            over = task.running.go(0.0 if self.visit.out_of_time(bots=self.bots) else SLICE)
        except BaseException:
            self._tasks.pop(task.name, None)
            raise
        finally:
            self.visit.pay(task.running.spent - before, bots=self.bots)
        if not over and (dry := self.visit.out_of_time(bots=self.bots)):
            task.running.stop()
            over = True
        if over or monotonic() - task.shown >= EVERY:
            task.shown = monotonic()
            latest = task.running.latest
            if self.later is None:
                self._tell(task, latest, over, dry)
            else:
                self.later(lambda: self._tell(task, latest, over, dry))
        return over

    def _tell(self, task: _Task, latest: Any, over: bool, dry: str) -> None:
        """Show it, if it is still asked for: between the slice and this turn it may have been stopped."""
        if not task.asked:
            return
        if over:
            del self._tasks[task.name]
        if dry:
            self.tell(dry)
        task.show(latest, over)


class _Round:
    """Whose turn it is: visit by visit, and of one visit question by question. It ends when nothing is asked."""

    def __init__(self) -> None:
        self.visits: deque[tuple[Visit, deque[_Task]]] = deque()
        self.next: asyncio.Handle | None = None
        self.when = 0.0  # of the next turn: what the loop of the site gives for it does not tell

    def add(self, task: _Task, loop: asyncio.AbstractEventLoop) -> None:
        """One more; its first turn comes at once, though nobody else may be there."""
        mine = next((tasks for visit, tasks in self.visits if visit is task.owner.visit), None)
        if mine is None:
            self.visits.append((task.owner.visit, deque((task,))))
        else:
            mine.append(task)
        self._wait(REST, loop)

    def _wait(self, seconds: float, loop: asyncio.AbstractEventLoop) -> None:
        if self.next is not None:
            if self.when <= loop.time() + seconds:
                return
            self.next.cancel()
        self.when = loop.time() + seconds
        self.next = loop.call_later(seconds, self.turn, loop)

    def turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """One slice of the next visit that is there, and the next turn of the round."""
        self.next, seconds = None, AWAY
        try:
            for _ in range(len(self.visits)):
                visit, tasks = self.visits.popleft()
                while tasks and not tasks[0].asked:
                    tasks.popleft()
                if not tasks:
                    continue
                self.visits.append((visit, tasks))
                if visit.there():
                    seconds = REST
                    task = tasks.popleft()
                    if not task.owner._slice(task):
                        tasks.append(task)
                    break
        finally:
            if self.visits:
                self._wait(seconds, loop)
            else:
                del _rounds[loop]


_rounds: WeakKeyDictionary[asyncio.AbstractEventLoop, _Round] = WeakKeyDictionary()
