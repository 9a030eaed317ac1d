"""A real cluster: a scheduler and two workers, of which one is killed while it plays."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from theomachy.engine.errors import TheoError
from theomachy.play import simulate
from theomachy.play.kept import read_rows

ROOT = Path(__file__).resolve().parents[2]
N = 24
SHORT: dict[str, Any] = {"players": 2, "options": {"turns": 10}}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """The address of a scheduler, and its workers."""
    pytest.importorskip("distributed")
    begun: list[subprocess.Popen[bytes]] = []
    path = os.pathsep.join([str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")])
    home = {**os.environ, "PYTHONPATH": path, "DASK_TEMPORARY_DIRECTORY": str(tmp_path)}

    def start(kind: str, *words: str) -> "subprocess.Popen[bytes]":
        said = (tmp_path / f"{kind}{len(begun)}.txt").open("wb")
        made = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + kind, *words],
            env=home, cwd=tmp_path, stdout=said, stderr=said, start_new_session=True,
        )  # fmt: skip
        begun.append(made)
        return made

    try:
        told = tmp_path / "scheduler.json"
        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
        workers = [
            start("worker", "--scheduler-file", str(told), "--nthreads", "1", "--no-nanny", "--no-dashboard")
            for _ in range(2)
        ]
        limit = time.monotonic() + 60
        while not told.exists():
            assert time.monotonic() < limit, (tmp_path / "scheduler0.txt").read_text()
            time.sleep(0.05)
        yield json.loads(told.read_text())["address"], workers
    finally:
        for process in begun:
            process.kill()
            process.wait()


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_loses_no_game_and_none_is_played_twice(
    cluster: tuple[str, list[Any]], tmp_path: Path
) -> None:
    address, workers = cluster
    import distributed

    with distributed.Client(address) as client:
        client.wait_for_workers(2, timeout=60)
    seen: list[int] = []

    def watch(done: int, n: int, errors: int) -> None:
        seen.append(done)
        if done == 4:
            workers[0].send_signal(signal.SIGKILL)
            workers[0].wait()

    folder = tmp_path / "kept"
    there = simulate("demigods", N, seed=5, scheduler=address, keep=folder, progress=watch, **SHORT)
    here = simulate("demigods", N, seed=5, processes=1, **SHORT)
    assert there.workers == 2
    assert there.ok
    assert seen == list(range(1, N + 1))  # each came in once
    assert [row.number for row in there.rows] == list(range(N))
    assert [(row.seed, row.winners, row.decisions) for row in there.rows] == [
        (row.seed, row.winners, row.decisions) for row in here.rows
    ]
    assert len((folder / "games.jsonl").read_text().splitlines()) == N
    assert sorted(row.number for row in read_rows(folder)) == list(range(N))


@pytest.mark.parametrize("address", ["nowhere", "tcp://127.0.0.1:1", "http://[::"])
def test_an_address_without_a_scheduler_is_a_sentence(address: str) -> None:
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}), pytest.raises(TheoError, match="no Dask"):
        simulate("demigods", 1, scheduler=address, **SHORT)
