"""Simulations in a folder: real kills, real full disks. Nothing that was played is lost, nothing is played twice."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy import cli
from theomachy.engine.errors import SaveError, TheoError, UnknownName
from theomachy.games.demigods.rules import flow
from theomachy.play import Control, Stopped, bot, resume, simulate
from theomachy.play.kept import GAMES, Kept, read_rows
from theomachy.play.plan import Plan

ROOT = Path(__file__).resolve().parents[2]
SHORT: dict[str, Any] = {"players": 2, "options": {"turns": 8}}


def told(rows: Any) -> list[Any]:
    return [(row.number, row.seed, row.winners, row.decisions, row.figures, row.strength) for row in rows]


def command(*words: str, **more: Any) -> "subprocess.Popen[str]":
    path = os.pathsep.join([str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", "theomachy.cli", "simulate", *words],
        env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more,
    )  # fmt: skip


def test_a_killed_simulation_goes_on_and_gives_what_it_would_have_given(tmp_path: Path) -> None:
    folder, words = tmp_path / "kept", ["-n", "16", "--players", "2", "--option", "turns=8", "-j", "2"]
    process = command("demigods", *words, "--keep", str(folder))
    while not (folder / GAMES).exists() or (folder / GAMES).read_bytes().count(b"\n") < 3:
        assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = list(read_rows(folder))
    assert 3 <= len(before) < 16
    result = resume(folder, processes=1)
    assert told(result.rows) == told(simulate("demigods", 16, **SHORT).rows)
    assert [row.seconds for row in before] == [
        next(row.seconds for row in result.rows if row.number == one.number) for one in before
    ]  # these were not played again
    assert (folder / GAMES).read_bytes().count(b"\n") == 16


def test_a_line_that_was_cut_off_is_played_again_and_the_others_are_not(tmp_path: Path) -> None:
    whole = simulate("demigods", 4, "busy", keep=tmp_path, decisions=True, **SHORT)
    path = tmp_path / GAMES
    path.write_bytes(path.read_bytes()[:-30])
    seen: list[int] = []
    again = resume(tmp_path, progress=lambda done, n, errors: seen.append(done))
    assert seen == [4]
    assert told(again.rows) == told(whole.rows)
    assert len(path.read_text().splitlines()) == 4
    assert resume(tmp_path, progress=lambda done, n, errors: seen.append(done)).ok
    assert seen == [4]  # nothing is left


def test_more_games_of_the_same_kind_are_played_on_and_other_ones_are_refused(tmp_path: Path) -> None:
    simulate("demigods", 2, keep=tmp_path, **SHORT)
    assert told(simulate("demigods", 4, keep=tmp_path, **SHORT).rows) == told(simulate("demigods", 4, **SHORT).rows)
    kept = (tmp_path / GAMES).read_bytes()
    with pytest.raises(SaveError, match="holds a simulation with other bots, seed"):
        simulate("demigods", 4, "busy", seed=8, keep=tmp_path, **SHORT)
    with pytest.raises(TheoError, match="names its bots"):
        simulate("demigods", 4, bot("busy"), keep=tmp_path, **SHORT)
    assert (tmp_path / GAMES).read_bytes() == kept


def test_a_folder_is_of_one_process_at_a_time(tmp_path: Path) -> None:
    simulate("demigods", 1, keep=tmp_path, **SHORT)
    first = Kept.resume(tmp_path)
    with pytest.raises(SaveError, match="another process plays"):
        resume(tmp_path)
    first.close()
    assert resume(tmp_path).ok


def test_other_rules_do_not_go_on_with_it(tmp_path: Path) -> None:
    simulate("demigods", 1, keep=tmp_path, **SHORT)
    document = json.loads((tmp_path / "simulation.json").read_text())
    document["rules"]["code"] = "000000000000"
    (tmp_path / "simulation.json").write_text(json.dumps(document))
    with pytest.raises(SaveError, match="under other rules or values of demigods"):
        resume(tmp_path)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("x", "line 2 of games.jsonl is no JSON"),
        ("[]", "line 2 of games.jsonl is no game"),
        ('{"number": -1, "seed": "", "seats": [], "bots": []}', "is no game"),
        ('{"number": 1, "seed": "", "seats": [], "bots": [], "winners": [3]}', "is no game"),
        ('{"number": 1, "seed": "", "seats": ["A"], "bots": ["x"], "figures": ["a"]}', "is no game"),
        ("[" * 100_000, "line 2 of games.jsonl is no JSON"),
    ],
)
def test_lines_that_are_no_games(tmp_path: Path, line: str, sentence: str) -> None:
    simulate("demigods", 1, keep=tmp_path, **SHORT)
    with (tmp_path / GAMES).open("a") as file:
        file.write(line + "\n")
    before = (tmp_path / GAMES).read_bytes()
    with pytest.raises(SaveError, match=sentence):
        resume(tmp_path)
    assert (tmp_path / GAMES).read_bytes() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"slug": 3},
        {"n": 0},
        {"n": True},
        {"bots": "busy"},
        {"bots": [1]},
        {"players": True},
        {"format": 99},
        {"seed": 1.5},
    ],
)
def test_plans_that_are_none(wrong: dict[str, Any]) -> None:
    good = json.loads(json.dumps(Plan("demigods", players=2).document()))
    assert Plan.read(good) == Plan("demigods", players=2)
    with pytest.raises(SaveError, match="plan"):
        Plan.read(good | wrong)


def test_a_full_disk_ends_it_with_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "kept"

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))

    process = command(
        "demigods", "-n", "8", "--players", "2", "--option", "turns=8", "-j", "1", "--keep", str(folder),
        preexec_fn=small,
    )  # fmt: skip
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "Traceback" not in said
    assert "cannot be written" in said
    assert "simulate --resume" in said
    data = (folder / GAMES).read_bytes()
    assert 0 < len(data) <= 2_000
    assert data.endswith(b"\n")  # half a line was taken back
    assert told(resume(folder).rows) == told(simulate("demigods", 8, **SHORT).rows)


def test_a_game_that_goes_wrong_is_saved_at_once_and_says_how_to_play_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(s: Any) -> None:
        if s.turn >= 5:
            raise ZeroDivisionError("the fifth turn is broken")

    monkeypatch.setattr(flow, "judge", broken)
    result = simulate("demigods", 1, keep=tmp_path, processes=1, **SHORT)
    monkeypatch.undo()
    assert [row.error for row in result.rows] == ["ZeroDivisionError: the fifth turn is broken"]
    assert "theomachy play error-0.json" in (tmp_path / "error-0.txt").read_text()
    assert th.load(tmp_path / "error-0.json").state.turn == 5
    assert resume(tmp_path).errors[0].error == result.rows[0].error


def test_it_stops_when_the_shares_are_known_well_enough() -> None:
    result = simulate("demigods", 2_000, "random", seed=1, width=0.2, processes=1, **SHORT)
    assert result.enough
    assert result.missing == ()
    assert 20 <= len(result.rows) < 100
    assert all(half <= 0.2 for _, half, _ in result.wins("players").values())
    assert "known well enough" in str(result)
    assert not simulate("demigods", 30, seed=1, width=0.01, processes=1, **SHORT).enough
    with pytest.raises(UnknownName, match="between 0 and 1"):
        simulate("demigods", 2, width=3.0, **SHORT)


def test_who_watches_can_stop_it_and_go_on(tmp_path: Path) -> None:
    control = Control()
    simulate("demigods", 1, keep=tmp_path, **SHORT)
    simulate("demigods", 60, keep=tmp_path, games="0", **SHORT)

    def stop(done: int, n: int, errors: int) -> None:
        if done == 4:
            control.stop()

    with pytest.raises(Stopped, match="stopped after 4 of 60 games") as stopped:
        resume(tmp_path, control=control, processes=1, progress=stop)
    assert len(stopped.value.result.missing) == 56
    assert len(list(read_rows(tmp_path))) == 4


def test_the_tables_are_parquet(tmp_path: Path) -> None:
    duck = pytest.importorskip("duckdb")
    result = simulate("demigods", 3, "busy", keep=tmp_path, decisions=True, **SHORT)
    games = duck.sql(f"SELECT game, seed, turns, decisions, choices FROM '{tmp_path}/games.parquet'").fetchall()
    assert games == [(row.number, row.seed, row.turns, row.decisions, row.choices) for row in result.rows]
    rows = duck.sql(f"SELECT * FROM '{tmp_path}/decisions.parquet'").fetchall()
    assert len(rows) == sum(row.choices for row in result.rows)
    assert rows == sorted(rows, key=lambda row: row[:2])
    record = th.play.record("demigods", ["busy"], seed="0/0", **SHORT)
    mine = [(entry.who, entry.what, entry.answer) for entry in record.position.log() if entry.who >= 0]
    first = [(row[3], row[5], row[8]) for row in rows if row[0] == 0]
    assert first == [(who, what, json.dumps(answer, separators=(",", ":"))) for who, what, answer in mine]


def test_the_command_names_a_game_or_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["demigods", "--resume", "x"], ["demigods", "--decisions"], ["--resume", str(tmp_path)]):
        assert cli.main(["simulate", *words]) == 2
    said = capsys.readouterr().err.splitlines()
    assert "name a game, or a folder" in said[0]
    assert "needs a folder" in said[2]
    assert said[3].endswith("no file simulation.json")
    (tmp_path / "file").write_text("")
    assert cli.main(["simulate", "demigods", "-n", "1", "--keep", str(tmp_path / "file")]) == 2
    assert "a file is in the way" in capsys.readouterr().err
