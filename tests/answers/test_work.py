"""Long answers in pieces: budgets, stopping, what is there so far."""

import pytest

from theomachy.answers.work import Budget, Running, Work, finish


def counting(most: int, closed: list[str] | None = None) -> Work[int]:
    try:
        yield from range(1, most)
        return most
    finally:
        if closed is not None:
            closed.append("closed")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now


def test_work_is_done_to_its_end_or_to_that_of_the_budget() -> None:
    assert finish(counting(5)) == 5
    assert finish(counting(5), Budget(pieces=3)) == 3
    whole, cut = Running(counting(5)), Running(counting(5), Budget(pieces=3))
    assert whole.go(9)
    assert cut.go(9)
    assert (whole.latest, whole.whole, whole.pieces) == (5, True, 5)
    assert (cut.latest, cut.whole, cut.pieces) == (3, False, 3)


def test_a_slice_is_one_piece_at_least_and_seconds_are_those_of_the_work() -> None:
    running = Running(counting(9), Budget(seconds=1.0), Clock())
    assert not running.go(0.0)
    assert (running.latest, running.spent) == (1, 0.25)
    assert not running.go(0.5)
    assert running.latest == 3
    assert running.go(9)
    assert (running.latest, running.whole) == (4, False)


def test_who_stops_keeps_what_there_is_and_the_work_ends() -> None:
    closed: list[str] = []
    running = Running(counting(9, closed))
    running.go(0.0)
    running.stop()
    assert closed == ["closed"]
    assert running.go(1.0)
    assert (running.latest, running.whole) == (1, False)


def test_a_fault_comes_through_and_ends_it() -> None:
    def broken() -> Work[int]:
        yield 1
        raise KeyError("no such unit")

    running = Running(broken())
    assert not running.go(0.0)
    with pytest.raises(KeyError):
        running.go(1.0)
    assert running.over
    assert running.latest == 1


def test_nothing_to_tell_is_said() -> None:
    def nothing() -> Work[int]:
        yield from ()
        raise AssertionError

    with pytest.raises(AssertionError):
        finish(nothing())
