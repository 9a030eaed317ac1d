"""A set of puzzles handed in: graded again by the rules and the puzzles that are here, whatever a file claims."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from theomachy import classroom
from theomachy.engine.authoring import classwork
from theomachy.engine.authoring.classwork import Row
from theomachy.engine.errors import SaveError, TheoError, UnknownName
from theomachy.puzzles import handed
from theomachy.puzzles.day import of_the_day
from theomachy.puzzles.puzzle import Puzzle, dump

DAY = date(2026, 11, 28)


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    """The set of a day of one game."""
    return of_the_day(DAY, "demigods")


def wrong_of(puzzle: Puzzle) -> int:
    return next(i for i in range(len(puzzle.options)) if i not in puzzle.right)


def handed_in(found: list[Puzzle], name: str = "Ada", day: date | None = DAY) -> dict[str, Any]:
    """The first at once, the second later, the third shown after a wrong try; as the file holds it."""
    first, second, third = found
    rows = [
        handed.row_of(first, [first.right[0]], shown=False),
        handed.row_of(second, [wrong_of(second), second.right[-1]], shown=False),
        handed.row_of(third, [wrong_of(third)], shown=True),
    ]
    answers = classwork.claimed(name, handed.task_of_puzzles(found, day), rows)
    raw: dict[str, Any] = json.loads(classwork.dump(answers))
    return raw


def write(folder: Path, name: str, raw: dict[str, Any]) -> None:
    (folder / f"{name}.json").write_text(json.dumps(raw), "utf-8")


def test_a_set_leaves_as_a_small_file_and_stands_in_the_class(found: list[Puzzle], tmp_path: Path) -> None:
    raw = handed_in(found)
    assert raw["of"] | {"digest": ""} == {
        "kind": "puzzle",
        "game": "demigods",
        "name": "2026-11-28",
        "title": "Puzzles of 28 November 2026",
        "digest": "",
    }
    assert raw["points"] == [1, 2, 3]
    assert len(json.dumps(raw)) < 2_000
    write(tmp_path, "ada", raw)
    write(tmp_path, "bo", raw | {"name": "Bo", "answers": raw["answers"][1:2], "points": [0, 1, 3]})
    room = classroom.read(tmp_path)
    assert room.faults == []
    (group,) = room.groups
    assert [each.points for each in group.graded] == [(1, 2, 3), (0, 1, 3)]
    assert [each.notes for each in group.graded] == [(), ()]
    assert [[mark.state for mark in each.marks] for each in group.graded] == [
        ["first", "later", "shown"],
        ["open", "later", "open"],
    ]
    stuck = group.stuck()
    assert [(row.at, row.trouble) for row in stuck] == [("1", 0), ("2", 2), ("3", 1)]
    assert stuck[1].wrong == ((handed.labels(found[1])[wrong_of(found[1])], 2),)
    told = "\n".join(classroom.lines(room))
    assert "Puzzles of 28 November 2026 (puzzles of Demigods, 3 questions)" in told


def test_wrong_answers_that_claim_to_be_right_are_wrong(found: list[Puzzle], tmp_path: Path) -> None:
    raw = handed_in(found)
    for row, puzzle in zip(raw["answers"], found, strict=True):
        row.update(tries=[[handed.labels(puzzle)[wrong_of(puzzle)]]], shown=False)
    raw["points"] = [3, 3, 3]
    write(tmp_path, "eve", raw)
    (graded,) = classroom.read(tmp_path).groups[0].graded
    assert graded.points == (0, 0, 3)
    assert {mark.state for mark in graded.marks} == {"tried"}
    assert graded.notes == ("the file claims 3 right (3 at once); graded again it is 0 (0 at once)",)


def test_all_answers_in_one_try_are_not_the_right_one(found: list[Puzzle]) -> None:
    raw = handed_in(found)
    raw["answers"][0]["tries"] = [handed.labels(found[0])]
    raw["answers"][1]["tries"] = [["to win at once"]]  # is no answer of it
    graded = classwork.graded(classwork.read(json.dumps(raw)), handed.task_of_puzzles(found, DAY))
    assert [mark.state for mark in graded.marks] == ["tried", "open", "shown"]


def test_each_of_several_right_answers_is_right(found: list[Puzzle]) -> None:
    puzzle = replace(found[0], right=(0, 1))
    task = handed.task_of_puzzles([puzzle])
    for number, state in ((0, "first"), (1, "first"), (2, "tried")):
        answers = classwork.claimed("Ada", task, [handed.row_of(puzzle, [number], shown=False)])
        assert classwork.graded(answers, task).marks[0].state == state


def test_a_puzzle_that_has_changed_since_is_named_and_graded_as_it_is_now(found: list[Puzzle]) -> None:
    raw = handed_in(found)
    changed = [replace(found[0], right=(wrong_of(found[0]),)), *found[1:]]
    graded = classwork.graded(classwork.read(json.dumps(raw)), handed.task_of_puzzles(changed, DAY))
    assert graded.points == (0, 1, 3)
    assert graded.notes[0] == "answered in another version of it"
    assert graded.marks[0].state == "tried"


def test_a_puzzle_that_the_rules_refuse_cannot_be_graded(found: list[Puzzle]) -> None:
    raw = handed_in(found)
    withdrawn = handed.task_of_puzzles([replace(found[0], aim="none"), *found[1:]], DAY)
    graded = classwork.graded(classwork.read(json.dumps(raw)), withdrawn)
    assert graded.marks[0].state == "open"
    assert "cannot be graded" in graded.notes[-1]
    damaged = replace(found[1], line=f"{found[1].line[:-9]}{found[1].line[-8:]}")
    assert handed.task_of_puzzles([damaged]).asked[0].position is None


def test_a_set_of_all_games_is_one_file(tmp_path: Path) -> None:
    found = of_the_day(DAY)
    task = handed.task_of_puzzles(found, DAY)
    assert (len(task.asked), task.game) == (15, "")
    rows = [handed.row_of(one, [one.right[0]], shown=False) for one in found]
    classwork.dump(classwork.claimed("Ada", task, rows), tmp_path / "ada.json")
    room = classroom.read(tmp_path)
    assert room.groups[0].graded[0].points == (15, 15, 15)
    assert room.groups[0].graded[0].notes == ()
    assert "(puzzles of all games, 15 questions)" in next(classroom.lines(room))
    raw = json.loads((tmp_path / "ada.json").read_text("utf-8"))
    raw["of"]["kind"] = "lesson"  # which is of one game
    with pytest.raises(UnknownName, match="not installed"):
        classwork.read(json.dumps(raw))


def test_puzzles_of_one_s_own_are_found_where_their_file_lies_beside_the_answers(
    found: list[Puzzle], tmp_path: Path
) -> None:
    write(tmp_path, "ada", handed_in(found, day=None))
    assert [each.points for group in classroom.read(tmp_path).groups for each in group.graded] == [(1, 2, 3)]
    # One that did not come with Theomachy: the same position under another theme has another id.
    strange = replace(found[0], theme="odds" if found[0].theme != "odds" else "ground")
    row = Row(strange.id, ((handed.labels(found[0])[0],),))
    answers = classwork.claimed("Bo", handed.task_of_puzzles([strange]), [row])
    classwork.dump(answers, tmp_path / "bo.json")
    room = classroom.read(tmp_path)
    assert len(room.groups) == 1
    assert room.faults == [f"bo.json: there is no puzzle {strange.id!r} here: lay its file in the folder"]
    (tmp_path / "mine.json").write_text(dump("demigods", [strange], "0.1.0"), "utf-8")
    room = classroom.read(tmp_path)
    assert room.faults == []
    assert len(room.groups) == 2


def test_a_file_in_the_folder_does_not_change_what_is_right_of_those_that_came(
    found: list[Puzzle], tmp_path: Path
) -> None:
    raw = handed_in(found, day=None)
    write(tmp_path, "ada", raw)
    false = [replace(one, right=(wrong_of(one),)) for one in found]
    (tmp_path / "key.json").write_text(dump("demigods", false, "0.1.0"), "utf-8")
    (tmp_path / "half.json").write_text('{"puzzles": 1, "all": [', "utf-8")
    room = classroom.read(tmp_path)
    assert room.groups[0].graded[0].points == (1, 2, 3)
    assert [fault.partition(":")[0] for fault in room.faults] == ["half.json"]


@pytest.mark.parametrize(
    ("of", "said"),
    [
        ({"name": "yesterday"}, "is no day such as"),
        ({"name": "20261128"}, "is no day such as"),
        ({"name": "../../2026-11-28"}, "is no day such as"),
        ({"name": "2026-11-28", "game": "chess"}, "not installed here"),
        ({"name": "", "game": "demigods"}, "there is no puzzle 'strange'"),
    ],
)
def test_a_set_that_is_not_here_is_said(found: list[Puzzle], tmp_path: Path, of: dict[str, str], said: str) -> None:
    raw = handed_in(found)
    raw["of"] |= of
    raw["answers"][0]["at"] = "strange"
    write(tmp_path, "eve", raw)
    room = classroom.read(tmp_path)
    assert room.groups == []
    assert len(room.faults) == 1
    assert said in room.faults[0]


def test_a_set_has_an_end(found: list[Puzzle]) -> None:
    known = {one.id: one for one in found}
    with pytest.raises(SaveError, match="1 to 60 puzzles, not 61"):
        handed.of_ids(["x"] * 61, known)
    with pytest.raises(TheoError, match="not 0"):
        handed.of_ids([], known)


def test_two_options_that_are_called_the_same_are_told_apart(found: list[Puzzle]) -> None:
    assert all(len(set(handed.labels(one))) == len(one.options) for one in of_the_day(DAY))
