"""The page of puzzles without a browser: a wrong answer on the board, again, the right one, what is kept, withdrawn."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.widgets.typed import faults
from theomachy.engine.authoring import classwork
from theomachy.puzzles.day import of_the_day
from theomachy.puzzles.handed import known_puzzles, of_ids, task_of_puzzles
from theomachy_widgets.puzzle_page import PuzzlePage, puzzles

pytestmark = pytest.mark.usefixtures("no_widget_is_left")
DAY = date(2026, 11, 28)


def made(slug: str = "demigods") -> PuzzlePage:
    return PuzzlePage(slug, DAY, renderer="svg")


def model(page: PuzzlePage, name: str = "puzzleside") -> dict[str, Any]:
    found = page.models()
    for panel, one in found.items():
        assert faults(panel, {"error": "", **one} if panel == "puzzlebar" else one) == []
    return found[name]


def wrong_of(page: PuzzlePage) -> int:
    puzzle = page.puzzles[page.at]
    return next(i for i in range(len(puzzle.options)) if i not in puzzle.right) + 1


def test_a_wrong_answer_is_played_and_the_right_one_solves() -> None:
    page = made()
    puzzle = page.puzzles[0]
    asked = page.tables()["board"][0]
    assert model(page)["open"]
    page.do("key", n=wrong_of(page))
    side = model(page)
    assert (side["reply"]["right"], side["open"], side["tries"]) == (False, False, 1)
    assert [row["note"] for row in side["options"]].count("your try") == 1
    assert "right" not in [row["mark"] for row in side["options"]]  # not told yet
    assert model(page, "puzzlefoot")["rows"]
    page.do("key", n=puzzle.right[0] + 1)  # it is not asked now
    assert not model(page)["reply"]["right"]
    page.do("again")
    assert page.tables()["board"][0] == asked
    assert model(page)["open"]
    page.do("key", n=9)
    assert model(page)["open"]
    page.do("key", n=puzzle.right[0] + 1)
    assert model(page)["reply"]["right"]
    assert model(page, "puzzlebar")["solved"] == 1
    assert page.solved == {puzzle.id}
    assert page.error == ""
    page.close()


def test_the_board_goes_through_the_line() -> None:
    page = made()
    page.do("key", n=wrong_of(page))
    steps = model(page, "puzzlefoot")["steps"]
    page.do("step", by=1)
    assert model(page, "puzzlefoot")["step"] == steps
    for _ in range(steps + 2):
        page.do("step", by=-1)
    assert model(page, "puzzlefoot")["step"] == 0
    page.close()


def test_what_the_browser_knows_is_solved_and_the_first_open_one_is_shown() -> None:
    page = made()
    page.do("kept", solved=[page.puzzles[0].id, "strange"], tried=[])
    assert page.at == 1
    page.do("kept", solved=[puzzle.id for puzzle in page.puzzles], tried=[])
    bar = model(page, "puzzlebar")
    assert bar["solved"] == bar["of"] == 3
    assert not model(page)["more"]
    page.do("kept", solved="all of them", tried=[])
    assert "nothing was done" in page.error
    page.close()


def test_hints_and_a_shown_answer_solve_nothing() -> None:
    page = made()
    page.do("hint")
    assert model(page)["hint"]
    page.do("show")
    assert model(page)["reply"]["shown"]
    assert page.solved == set()
    page.do("next")
    assert page.at == 1
    page.do("open", i=99)
    assert page.error
    page.close()


def test_a_withdrawn_puzzle_says_so_and_the_next_one_can_be_solved() -> None:
    found = of_the_day(DAY, "demigods")
    page = PuzzlePage(day=DAY, puzzles=[replace(found[0], aim="none"), found[1]], renderer="svg")
    assert "any more" in model(page)["withdrawn"]
    page.do("key", n=1)
    assert page.error
    page.do("next")
    page.do("key", n=found[1].right[0] + 1)
    assert page.solved == {found[1].id}
    assert page.boards
    page.close()


def test_one_plays_on_from_where_the_board_stands() -> None:
    page = made()
    page.do("key", n=wrong_of(page))
    page.do("play")
    assert page.playing
    assert page.dashboard is not None
    page.do("puzzle")
    assert not page.playing
    assert "1 " in page.words()
    page.close()


def test_a_cell_of_all_games() -> None:
    page = puzzles(day=DAY, renderer="svg")
    assert len(page.puzzles) == 15
    page.close()


def sent(page: PuzzlePage, monkeypatch: pytest.MonkeyPatch) -> list[tuple[dict[str, str], bytes]]:
    """The files that the page hands to the browser from now on."""
    found: list[tuple[dict[str, str], bytes]] = []
    part = page.parts["puzzleside"]
    monkeypatch.setattr(part, "send", lambda said, files: found.append((said, files[0])))
    return found


def test_what_was_answered_is_handed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    page = made()
    files = sent(page, monkeypatch)
    first, second = page.puzzles[:2]
    page.do("key", n=wrong_of(page))
    assert not model(page)["handin"]  # the same question is asked again
    page.do("again")
    page.do("key", n=first.right[0] + 1)
    assert model(page)["handin"]
    page.do("again")  # what is answered when the answer is known counts no more
    page.do("key", n=wrong_of(page))
    page.do("next")
    page.do("show")
    page.do("again")
    page.do("key", n=second.right[0] + 1)
    page.do("handin", name="Ada")
    (said, data), *others = files
    assert others == []
    assert said == {
        "do": "save", "name": "ada-puzzles-demigods-2026-11-28.answers.json", "type": "application/json"
    }  # fmt: skip
    answers = classwork.read(data.decode())
    graded = classwork.graded(answers, task_of_puzzles(page.puzzles, DAY))
    assert graded.notes == ()
    assert [mark.state for mark in graded.marks] == ["later", "shown", "open"]
    page.do("handin", name=" ")
    assert "need the name" in page.error
    page.close()


def test_what_was_answered_before_comes_from_the_browser_and_is_graded_like_the_rest() -> None:
    page = made()
    first, second, third = page.puzzles
    wrong = wrong_of(page)
    page.do("key", n=wrong)
    kept = model(page, "puzzlebar")["tried"]
    assert kept == [f"{first.id} {wrong - 1}"]
    page.close()
    page = made()
    rows = [*kept, f"{second.id} 99 -1 x {second.right[0]} shown", f"{third.id} shown", "strange 1", ""]
    page.do("kept", solved=[third.id], tried=rows)
    assert page.at == 0
    page.do("key", n=first.right[0] + 1)
    assert model(page)["handin"]
    answers = page.answers("Ada")
    assert answers.points == (1, 2, 3)
    graded = classwork.graded(answers, task_of_puzzles(page.puzzles, DAY))
    assert [mark.state for mark in graded.marks] == ["later", "first", "shown"]
    page.do("kept", solved=[], tried=[f"{first.id} {first.right[0]}"])  # what was done here holds
    assert page.answers("Ada").points == (1, 2, 3)
    page.do("kept", solved=[], tried={first.id: "0"})
    assert "nothing was done" in page.error
    page.close()


def test_puzzles_of_one_s_own_are_handed_in_without_a_day() -> None:
    found = of_the_day(DAY, "demigods")[:2]
    page = PuzzlePage(day=DAY, puzzles=found, renderer="svg")
    page.do("key", n=found[0].right[0] + 1)
    answers = page.answers("Ada")
    assert (answers.task, answers.points) == ("", (1, 1, 2))
    graded = classwork.graded(answers, of_ids([row.at for row in answers.rows], known_puzzles()))
    assert (graded.notes, graded.points) == ((), (1, 1, 2))
    page.close()
