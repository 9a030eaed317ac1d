"""Simulations that are stopped or lose a process: real processes and real signals. Nothing that was played is lost."""

import csv
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from theomachy.engine.errors import TheoError, UnknownName
from theomachy.play import RandomBot, Stopped, simulate
from theomachy.play.simulate import numbers, read_numbers

ROOT = Path(__file__).resolve().parents[2]
SHORT = ["--option", "turns=8", "--seed", "5", "--players", "2"]
DRIVER = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are born deaf to it
import theomachy.play as play
from theomachy import cli
from theomachy.play import pool
real, workers = play.simulate, pool.Worker.__init__
def told(*args, **named):
    return real(*args, progress=lambda done, n, errors: print("played", done, file=sys.stderr, flush=True), **named)
def begun(self, *args):
    workers(self, *args)
    print("worker", self.process.pid, file=sys.stderr, flush=True)
play.simulate, pool.Worker.__init__ = told, begun
if __name__ == "__main__":
    sys.exit(cli.main(sys.argv[1:]))
"""


class Run:
    """A simulation in a process of its own, read line by line."""

    def __init__(self, folder: Path, *words: str) -> None:
        script = folder / "driver.py"
        script.write_text(DRIVER)
        path = os.pathsep.join([str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, str(script), "simulate", "demigods", *SHORT, *words],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.workers: list[int] = []
        self.said: list[str] = []

    def until_played(self, number: int) -> "Run":
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._take(line)
            if line == f"played {number}\n":
                return self
        raise AssertionError(self.said)

    def _take(self, line: str) -> None:
        self.said.append(line)
        if line.startswith("worker "):
            self.workers.append(int(line.split()[1]))

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=100)
        for line in err.splitlines(keepends=True):
            self._take(line)
        return self.process.returncode, out, "".join(self.said)

    def leaves_nobody(self) -> None:
        assert self.workers
        limit = time.monotonic() + 60
        while left := [pid for pid in self.workers if alive(pid)]:
            assert time.monotonic() < limit, left
            time.sleep(0.01)


def alive(pid: int) -> bool:
    """Does a process run? One that has ended but was not asked after does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Any]:
    begun: list[Run] = []

    def start(*words: str) -> Run:
        begun.append(Run(tmp_path, *words))
        return begun[-1]

    yield start
    for one in begun:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


def table(path: Path) -> list[dict[str, str]]:
    rows = list(csv.DictReader(path.read_text().splitlines()))
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")


@linux
def test_a_killed_worker_loses_nothing(run: Any, tmp_path: Path) -> None:
    one = run("-n", "12", "-j", "2", "--out", str(tmp_path / "two")).until_played(2)
    os.kill(one.workers[0], signal.SIGKILL)
    code, out, said = one.end()
    assert code == 0, said
    assert len(one.workers) == 3  # another took its place
    assert "errors" in out
    one.leaves_nobody()
    assert run("-n", "12", "--out", str(tmp_path / "one")).end()[0] == 0
    assert table(tmp_path / "two" / "games.csv") == table(tmp_path / "one" / "games.csv")


@linux
@pytest.mark.parametrize(
    ("number", "processes", "code"), [(signal.SIGTERM, 2, 143), (signal.SIGINT, 2, 130), (signal.SIGINT, 1, 130)]
)
def test_what_was_played_is_kept_and_the_rest_can_be_played(
    run: Any, tmp_path: Path, number: int, processes: int, code: int
) -> None:
    folder = tmp_path / "kept"
    one = run("-n", "5000", "-j", str(processes), "--out", str(folder)).until_played(3)
    if number == signal.SIGINT:
        os.killpg(one.process.pid, number)  # as the keyboard does: to all of them
    else:
        one.process.send_signal(number)
    ended, out, said = one.end()
    assert ended == code, said
    assert "Traceback" not in said
    if processes > 1:
        one.leaves_nobody()
    rows = table(folder / "games.csv")
    assert 3 <= len(rows) < 5000
    assert f"games               {len(rows)}" in out
    assert "not played: " in out
    told = said.strip().splitlines()[-1]
    assert told.startswith(f"theomachy: interrupted; the other {5000 - len(rows)} games: theomachy simulate demigods ")
    words = shlex.split(told.partition("theomachy simulate demigods ")[2])
    missing = read_numbers(words[-1], 5000)
    assert sorted([*missing, *(int(row["game"]) for row in rows)]) == list(range(5000))
    few = numbers(missing[:2])
    code, _, said = run(*words[:-1], few).end()  # in the words that were told, but not all five thousand
    assert code == 0, said
    joined = table(folder / "games.csv")
    assert sorted(int(row["game"]) for row in joined) == [int(row["game"]) for row in joined]
    assert {row["seed"] for row in joined} == {row["seed"] for row in rows} | {f"5/{n}" for n in missing[:2]}
    assert [row for row in joined if row in rows] == rows


@linux
def test_processes_end_with_whoever_began_them_even_when_it_is_killed(run: Any) -> None:
    one = run("-n", "5000", "-j", "2").until_played(2)
    one.process.kill()
    one.end()
    one.leaves_nobody()


class Deadly(RandomBot):
    """Ends the process that it plays in."""

    name = "deadly"

    def choose(self, observation: Any, rng: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Shy(RandomBot):
    """Does not travel."""

    name = "shy"

    def __reduce__(self) -> Any:
        raise TypeError("I stay at home")


def test_a_game_that_ends_its_process_is_an_error_and_ends_nothing_else() -> None:
    result = simulate("demigods", 2, Deadly(), players=2, seed=1, options={"turns": 8}, processes=2)
    assert [row.error for row in result.rows] == ["its process was ended by somebody (SIGKILL), 2 times"] * 2
    assert result.missing == ()
    assert not result.ok


def test_processes_that_end_and_end_again_are_given_up() -> None:
    with pytest.raises(Stopped, match="processes end and end again") as caught:
        simulate("demigods", 40, Deadly(), players=2, seed=1, options={"turns": 8}, processes=2)
    assert len(caught.value.result.missing) + len(caught.value.result.rows) == 40


def test_bots_that_cannot_be_sent_give_a_sentence() -> None:
    with pytest.raises(TheoError, match="cannot be sent to other processes: I stay at home"):
        simulate("demigods", 4, Shy(), players=2, options={"turns": 8}, processes=2)


def test_an_interruption_in_a_notebook_keeps_what_was_played() -> None:
    def stop(done: int, n: int, errors: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match=r"interrupted after 3 of 9 games.*games='3-8'") as caught:
        simulate("demigods", 9, seed=2, options={"turns": 8}, progress=stop)
    rest = simulate("demigods", 9, seed=2, options={"turns": 8}, games="3-8")
    whole = simulate("demigods", 9, seed=2, options={"turns": 8})
    rows = [*caught.value.result.rows, *rest.rows]
    assert [(row.seed, row.decisions, row.winners) for row in rows] == [
        (row.seed, row.decisions, row.winners) for row in whole.rows
    ]


@pytest.mark.parametrize("text", ["", "x", "3-", "5-3", "9", "0-9", "²", "1,,2", "-1", "1" * 30])
def test_numbers_of_games_that_are_none(text: str) -> None:
    with pytest.raises(UnknownName, match="the games of 9 are numbers"):
        simulate("demigods", 9, games=text)


def test_numbers_of_games_are_written_in_short() -> None:
    assert numbers([9, 1, 2, 3, 7]) == "1-3,7,9"
    assert read_numbers("1-3, 7,9", 10) == [1, 2, 3, 7, 9]


def test_a_table_of_something_else_is_not_joined(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("name,price\nball,3\n")
    result = simulate("demigods", 1, options={"turns": 8})
    with pytest.raises(TheoError, match="is no table of games"):
        result.keep(tmp_path, more=True)
    assert (tmp_path / "games.csv").read_text() == "name,price\nball,3\n"


def test_a_seed_that_is_none_is_refused_before_any_game() -> None:
    for seed in (None, "9" * 5000, 10**5000, 1.5):
        with pytest.raises(TheoError, match="seed"):
            simulate("demigods", 1, seed=seed)  # type: ignore[arg-type]
