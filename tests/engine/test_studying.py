"""Studies and a class on the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import theomachy as th
from tests.engine.test_cli import Printed, run, saved
from tests.engine.test_study import BATTLE, told
from theomachy import studying
from theomachy.engine.authoring import classwork
from theomachy.engine.authoring.classwork import Row


@pytest.fixture
def path(tmp_path: Path) -> str:
    told().save(tmp_path / "two.json")
    return str(tmp_path / "two.json")


def test_a_study_is_listed_and_a_chapter_told(capsys: Printed, path: str) -> None:
    said = run(capsys, "study", path)
    assert said.startswith("Two islands: a study of Pocket war, 2 chapters, 2 questions\nHow it begins.\n")
    assert "  1  The bids  (2 questions)\n  2  After the bids\n" in said
    assert "also what lies hidden" in said
    one = run(capsys, "study", path, "--chapter", "1")
    assert one.startswith("1. The bids\nBoth bid in secret.\nNobody knows.\n")
    assert "1.1  Who has three armies?\n    1  both\n    2  nobody\n" in one
    assert "no chapter 3" in run(capsys, "study", path, "--chapter", "3", code=2)


def test_a_study_is_made_of_a_saved_game_and_written_both_ways(capsys: Printed, tmp_path: Path) -> None:
    game, out = saved(tmp_path), tmp_path / "made.json"
    said = run(capsys, "study", game, "--moments", "0,1", "--title", "Made", "-o", str(out))
    assert said.startswith(f"Made is in {out}: 2 chapters, 0 questions. It holds the whole")
    assert [len(th.study(out)), th.study(out).title] == [2, "Made"]
    page = tmp_path / "made.html"
    run(capsys, "study", str(out), "-o", str(page))
    assert th.study(page).save() == th.study(out).save()
    run(capsys, "study", game, "--as", "Bronteas", "-o", str(out))
    assert th.study(out).seat == 1
    for wrong in ("9999", "x", "-1"):
        assert "numbers from 0 to" in run(capsys, "study", game, f"--moments={wrong}", code=2)
    assert "are for a game" in run(capsys, "study", str(page), "--title", "x", code=2)
    (tmp_path / "bad.json").write_text('{"format": "theomachy study"}', "utf-8")
    assert "version" in run(capsys, "study", str(tmp_path / "bad.json"), code=2)


def test_a_study_is_read_in_the_terminal_and_its_answers_are_kept(path: str, tmp_path: Path) -> None:
    study, out = th.study(path), io.StringIO()
    typed = iter(["2", "1", "many", "4", "?"])
    rows = studying.read_through(study, typed, out, "Ada", tmp_path / "ada.json")
    assert rows == [Row("1.1", (("nobody",), ("both",))), Row("1.2", (("4",),), shown=True)]
    said = out.getvalue()
    assert "Not so. PG-BAT-001" in said
    assert "is no number" in said
    assert "The answer is: 5." in said
    assert classwork.load(tmp_path / "ada.json").points == (0, 1, 2)
    assert studying.read_through(study, iter(["1"]), io.StringIO()) == [Row("1.1", (("both",),))], "who stops may"


def test_a_class_is_told_and_written(capsys: Printed, tmp_path: Path) -> None:
    task = classwork.of_lesson(BATTLE)
    classwork.dump(classwork.claimed("Ada", task, [Row(task.asked[1].at, (("4",),))]), tmp_path / "ada.json")
    page = tmp_path / "class.html"
    said = run(capsys, "class", str(tmp_path), "--scenarios", str(BATTLE.parent), "--html", str(page))
    assert "Ada  0 of 3, 0 at once  . x ." in said
    assert "<table>" in page.read_text("utf-8")
    (tmp_path / "ada.json").unlink()
    assert "no answers in" in run(capsys, "class", str(tmp_path), code=2)
