"""Processes that play jobs: one that is killed loses nothing, and none outlives whoever started it."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from threading import Thread
from typing import Any

from ..engine.errors import TheoError
from .run import Job, Row, play

TRIES = 2  # so often is a job begun whose process is ended by somebody (a system without memory, say)
NOW_AND_THEN = 0.1  # seconds
AHEAD = 2  # jobs that a process has at once, so that it need not wait for the next one while somebody takes its row
SMALL = 4_000  # bytes of a job that is given ahead: it must lie in the line, for its process does not take it yet
MOST_DEATHS = 6  # processes in a row that end without having played a game: then it is the machine, not the game


class Worker:
    """One process, and the job that it plays. New, not forked: a notebook has threads, and a fork of them may hang."""

    def __init__(self, do: Callable[[Any], Any] = play) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, do), daemon=True)
        with _without_interrupts():
            self.process.start()
        theirs.close()
        self.jobs: deque[Any] = deque()  # the first is being played

    def give(self, job: Any) -> bool:
        """Let it play a job; False, and nothing is given, for a large one while another is played. Raises `TheoError`
        for bots that cannot be sent to another process.
        """
        try:
            data = ForkingPickler.dumps(job)
        except Exception as fault:
            raise TheoError(f"these bots cannot be sent to other processes: {fault}") from fault
        if self.jobs and len(data) > SMALL:
            return False
        self.jobs.append(job)
        with suppress(OSError):  # it has just ended, which is noticed when its row is waited for
            self.line.send_bytes(data)
        return True

    def end(self) -> None:
        """End it now: what it plays is lost."""
        self.process.kill()
        self.process.join()
        self.line.close()

    @property
    def death(self) -> str:
        """How it has ended, in words."""
        self.process.join()
        code = self.process.exitcode or 0
        if code >= 0:
            return f"its process ended (code {code})"
        name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
        return f"its process was ended by somebody ({name})"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that is started in here never hears Ctrl-C: whoever started it does, and ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(line: Connection, do: Callable[[Any], Any] = play) -> None:
    """What a process does: plays the jobs that come (or does what else is to be done with them), until nobody is there
    to send any.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            job = line.recv()
        except (EOFError, OSError):
            return
        except Exception as fault:  # a bot of a class that is not known here
            line.send(f"{type(fault).__name__}: {fault}")
            return
        line.send(do(job))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def on_processes(
    jobs: Sequence[Job],
    processes: int,
    started: Callable[[list[int]], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[Row]:
    """Play the jobs on so many processes; rows come as games end. A job whose process is ended is played again.

    `stopped` is asked now and then: once it says so no more rows come, and what is being played is lost.

    A job that ends its process twice is a row with an error. `started` hears the numbers of the processes. Raises
    `TheoError` when processes end and end again, or cannot take the jobs. However it is left, no process stays.
    """
    return done_on_processes(jobs, processes, play, lost_game, started, stopped)


def lost_game(job: Job, why: str) -> Row:
    """The row of a game that ends whatever process it is played in."""
    return Row(job.number, job.seed, (), (), error=why)


def done_on_processes(
    jobs: Sequence[Any],
    processes: int,
    do: Callable[[Any], Any],
    lost: Callable[[Any, str], Any],
    started: Callable[[list[int]], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[Any]:
    """Do `do(job)`, a function of a module, with each job, which has a `number`, as `on_processes` plays games.

    `lost(job, why)` stands for a job that ends its process twice.
    """
    waiting, tries, deaths = deque(jobs), dict[int, int](), 0
    workers: list[Worker] = []
    try:
        workers += [Worker(do) for _ in range(min(processes, len(jobs)))]
        if started is not None:
            started([worker.process.pid or 0 for worker in workers])
        while True:
            _deal(waiting, workers)
            busy = {worker.line: worker for worker in workers if worker.jobs}
            if not busy:
                return
            ready = wait(list(busy), None if stopped is None else NOW_AND_THEN)
            if stopped is not None and stopped():
                return
            for line in ready:
                worker = busy[line]  # type: ignore[index]
                found = _received(worker)
                job = worker.jobs.popleft()
                if isinstance(found, str):
                    raise TheoError(f"these bots cannot be read in another process: {found}")
                if found is not None:
                    deaths = 0
                    yield found
                    continue
                deaths += 1
                tries[job.number] = tries.get(job.number, 0) + 1
                why = worker.death
                waiting.extendleft(reversed(worker.jobs))  # these it had not begun
                workers.remove(worker)
                worker.end()
                if tries[job.number] < TRIES:
                    waiting.appendleft(job)
                else:
                    yield lost(job, f"{why}, {TRIES} times")
                if deaths >= MOST_DEATHS:
                    raise TheoError(f"processes end and end again without a game: {why}")
                workers.append(Worker(do))
                if started is not None:
                    started([worker.process.pid or 0 for worker in workers])
    finally:
        for worker in workers:
            worker.end()


def _deal(waiting: deque[Any], workers: Sequence[Worker]) -> None:
    """Give jobs to who has none, and ahead to who has one, as long as there are enough for all."""
    for ahead in range(AHEAD):
        for worker in workers:
            if len(worker.jobs) == ahead and len(waiting) > ahead * AHEAD * len(workers):
                if not worker.give(waiting[0]):
                    break
                waiting.popleft()


def _received(worker: Worker) -> Any:
    """A row; a text, when the job could not be read; None when the process has ended."""
    try:
        return worker.line.recv()
    except (EOFError, OSError):
        return None
