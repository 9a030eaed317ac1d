"""Answers of learners: one small file, graded again when it is read; a class from a folder of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.engine.test_study import BATTLE, told
from theomachy import classroom, shipped
from theomachy.engine.authoring import classwork
from theomachy.engine.authoring.classwork import Answers, Row, Task
from theomachy.engine.errors import SaveError, TheoError, UnknownName

RIGHT = ("raise kos", "attack kos delos")


@pytest.fixture
def task() -> Task:
    return classwork.of_lesson(BATTLE)


def handed(task: Task, name: str = "Ada") -> Answers:
    """The first at once, the second later, the third shown."""
    first, second, third = (each.at for each in task.asked)
    rows = [Row(first, (RIGHT,)), Row(second, (("4",), ("3",))), Row(third, (("one coin",),), shown=True)]
    return classwork.claimed(name, task, rows)


def test_answers_are_one_small_file_that_is_read_again(task: Task, tmp_path: Path) -> None:
    answers = handed(task)
    assert answers.points == (1, 2, 3)
    path = tmp_path / "ada.json"
    text = classwork.dump(answers, path)
    assert len(text) < 2_000
    assert classwork.load(path) == answers
    assert (answers.kind, answers.game, answers.task) == ("lesson", "pocket", "battle.toml")


def test_points_are_found_anew_and_a_false_claim_is_named(task: Task) -> None:
    raw = json.loads(classwork.dump(handed(task)))
    raw["points"] = [3, 3, 3]
    graded = classwork.graded(classwork.read(json.dumps(raw)), task)
    assert graded.points == (1, 2, 3)
    assert [mark.state for mark in graded.marks] == ["first", "later", "shown"]
    assert graded.notes == ("the file claims 3 right (3 at once); graded again it is 2 (1 at once)",)
    assert classwork.graded(handed(task), task).notes == ()


def test_answers_to_another_version_and_to_what_is_not_asked_are_named(task: Task) -> None:
    raw = json.loads(classwork.dump(handed(task)))
    raw["of"]["digest"] = "00000000"
    raw["answers"].append({"at": "99", "tries": [], "shown": False})
    notes = classwork.graded(classwork.read(json.dumps(raw)), task).notes
    assert notes == ("answered in another version of it", "it answers what is not asked: 99")


def test_an_answer_that_cannot_be_understood_is_no_try(task: Task) -> None:
    at = [each.at for each in task.asked]
    rows = [Row(at[0], (("fly",), RIGHT)), Row(at[1], (("many",), ("5",)))]
    graded = classwork.graded(classwork.claimed("Bo", task, rows), task)
    assert [mark.state for mark in graded.marks] == ["first", "tried", "open"]
    assert graded.marks[1].wrong == ("5",)


def test_a_move_is_a_try_however_it_is_told() -> None:
    study = told().ask(1, "Bid nothing.", "0", kind="play")
    task = classwork.task_of_study(study)
    rows = [Row("1.3", (("something else",), ("0",)))]
    assert classwork.graded(classwork.claimed("Ada", task, rows), task).marks[2].state == "later"


def test_a_study_is_a_task_too_and_other_kinds_are_not_known(tmp_path: Path) -> None:
    study = told()
    path = tmp_path / "two.json"
    study.save(path)
    task = classwork.of_study(path)
    assert [each.at for each in task.asked] == ["1.1", "1.2"]
    answers = classwork.claimed("Ada", task, [Row("1.1", (("both",),)), Row("1.2", (("4",), ("5",)))])
    assert answers.points == (1, 2, 2)
    raw = json.loads(classwork.dump(answers))
    raw["of"]["kind"] = "riddle"
    with pytest.raises(UnknownName, match="'riddle', which is not known here"):
        classwork.read(json.dumps(raw))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.update(version=9), "version 9"),
        (lambda d: d.update(name=" "), "need the name"),
        (lambda d: d.update(name=["x"]), "not of the right kind"),
        (lambda d: d.update(points=[1, 2]), "three numbers"),
        (lambda d: d.update(points=[-1, 2, 3]), "three numbers"),
        (lambda d: d.pop("of"), "is not of|are not of|the answers is not of"),
        (lambda d: d["of"].update(game="chess"), "not installed here"),
        (lambda d: d["answers"].append(d["answers"][0]), "one question twice"),
        (lambda d: d["answers"].append(5), "answer 4 is not of"),
        (lambda d: d["answers"][0].update(tries=[["x"]] * 41), "more than 40 tries"),
        (lambda d: d["answers"][0].update(tries=["x"]), "a try is a list"),
        (lambda d: d["answers"][0].update(tries=[["x" * 1001]]), "may have 1,000 signs"),
        (lambda d: d["answers"][0].update(shown=1), "not of the right kind"),
    ],
)
def test_a_file_that_holds_no_sound_answers_is_refused(task: Task, change: Any, said: str) -> None:
    raw = json.loads(classwork.dump(handed(task)))
    change(raw)
    with pytest.raises(TheoError, match=said):
        classwork.read(json.dumps(raw))
    with pytest.raises(SaveError, match="no answers"):
        classwork.read("{}")


@pytest.fixture
def folder(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two learners of a lesson, one of a study that lies there under another name, and files that are none."""
    monkeypatch.setattr(shipped, "studies", lambda _slug="": [])
    classwork.dump(handed(task, "Ada"), tmp_path / "ada.json")
    at = task.asked[1].at
    classwork.dump(classwork.claimed("Bo", task, [Row(at, (("4",), ("7",)))]), tmp_path / "bo.json")
    study = told()
    study.save(tmp_path / "renamed.json")
    made = classwork.claimed("Ada", classwork.task_of_study(study, "two.json"), [Row("1.1", (("both",),))])
    classwork.dump(made, tmp_path / "ada2.json")
    (tmp_path / "broken.json").write_text('{"format": "theomachy answers", "version": 1}', "utf-8")
    (tmp_path / "other.json").write_text("[1]", "utf-8")
    return tmp_path


def test_a_class_tells_who_is_stuck_where(folder: Path) -> None:
    room = classroom.read(folder, BATTLE.parent)
    assert room.learners == ["Ada", "Bo"]
    lesson, study = room.groups
    assert [each.answers.name for each in lesson.graded] == ["Ada", "Bo"]
    assert [(row.at, row.trouble) for row in lesson.stuck()][1] == (lesson.task.asked[1].at, 2)
    assert lesson.stuck()[1].wrong[0] == ("4", 2)
    assert study.graded[0].points == (1, 1, 2)
    assert len(room.faults) == 1
    assert room.faults[0].startswith("broken.json: ")
    text = "\n".join(classroom.lines(room))
    assert re.search(r"Ada +2 of 3, 1 at once +\+ ~ \?", text)
    assert re.search(r"Bo +0 of 3, 0 at once +\. x \.", text)
    assert "stuck at" in text
    assert "most often '4'" in text


def test_a_path_in_answers_opens_nothing(folder: Path, task: Task) -> None:
    raw = json.loads(classwork.dump(handed(task, "Eve")))
    raw["of"]["name"] = str(BATTLE)
    (folder / "eve.json").write_text(json.dumps(raw), "utf-8")
    room = classroom.read(folder, BATTLE.parent)
    assert room.learners == ["Ada", "Bo"]
    assert any(fault.startswith("eve.json: there is no lesson") for fault in room.faults)


def test_a_folder_without_answers_is_said(tmp_path: Path) -> None:
    with pytest.raises(TheoError, match="no answers in"):
        classroom.read(tmp_path)
    with pytest.raises(TheoError, match="is no folder"):
        classroom.read(tmp_path / "none")
