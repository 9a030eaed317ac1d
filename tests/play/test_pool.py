"""How jobs are dealt to processes: nobody waits for the next one, and nobody has one that another could play."""

from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest

from theomachy.engine.errors import TheoError
from theomachy.play import pool
from theomachy.play.pool import SMALL, Worker


def worker() -> tuple[Worker, list[bytes]]:
    """One whose process takes nothing yet, and what lies in its line."""
    made, line = object.__new__(Worker), list[bytes]()
    made.jobs = deque()
    made.line = SimpleNamespace(send_bytes=line.append)  # type: ignore[assignment]
    return made, line


def dealt(jobs: list[Any], workers: int = 2) -> tuple[list[list[Any]], list[Any]]:
    """The jobs of each, and those that wait."""
    made, waiting = [worker()[0] for _ in range(workers)], deque(jobs)
    pool._deal(waiting, made)
    return [[*one.jobs] for one in made], [*waiting]


def test_each_has_one_to_play_and_one_ready() -> None:
    assert dealt([*range(9)]) == ([[0, 2], [1, 3]], [4, 5, 6, 7, 8])


@pytest.mark.parametrize(("n", "each"), [(1, [[0], []]), (2, [[0], [1]]), (6, [[0], [1]])])
def test_of_the_last_jobs_none_is_held_back(n: int, each: list[list[int]]) -> None:
    found, waiting = dealt([*range(n)])
    assert found == each
    assert waiting == [*range(2, n)]


def test_a_large_job_is_given_only_to_who_has_none() -> None:
    """It would not fit into the line, and both ends would wait for each other."""
    large = ["x" * (SMALL + 1)] * 9
    found, waiting = dealt([*large])
    assert [len(one) for one in found] == [1, 1]
    assert len(waiting) == 7
    one, line = worker()
    assert one.give(large[0])
    assert not one.give(large[0])
    assert (len(one.jobs), len(line)) == (1, 1)


def test_what_cannot_be_sent_is_a_sentence() -> None:
    with pytest.raises(TheoError, match="cannot be sent to other processes"):
        worker()[0].give(lambda: 0)
