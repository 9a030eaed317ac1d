"""The lessons of the examples make a course for each game: in order, with questions of several kinds, fair and sound.

That the answers are right and that nothing else is legal, `test_scenarios.py` proves by running them.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from theomachy.engine.authoring import scenario
from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.authoring.scenario_run import understood
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import games
from theomachy_widgets.lesson import LessonPlayer, entries

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
FILES = sorted(FOLDER.rglob("lesson_*.toml"))
IDS = [path.relative_to(FOLDER).as_posix() for path in FILES]


@pytest.fixture(params=FILES, ids=IDS)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return Lesson(request.param)


def test_each_asks_several_questions_of_more_than_one_kind(lesson: Lesson) -> None:
    asked = [beat.question for beat in lesson.beats if beat.question is not None]
    assert 3 <= len(asked) <= 6
    assert len({question.kind for question in asked}) > 1
    assert all(question.hint for question in asked), "a wrong answer gives the hint"
    assert lesson.scenario.about, "a lesson says first what it is about"


def test_no_hint_says_its_title_twice(lesson: Lesson) -> None:
    while True:
        if (hint := lesson.hint()) and ": " in hint:
            title, text = hint.partition(", ")[2].split(": ", 1)
            assert not text.startswith(f"{title}. "), hint
        if lesson.beat.question is not None:
            lesson.give_up()
        if lesson.over:
            break
        lesson.next()


def test_each_can_be_gone_through_wrongly_first(lesson: Lesson) -> None:
    """Every wrong option alone is graded as wrong, and the right answer still counts after it."""
    while True:
        question = lesson.beat.question
        if question is not None:
            wrong: list[object] = [[text] for text in question.options if [text] != list(question.answer)]
            if question.kind == "number":
                wrong = [float(question.answer[0]) + 1]
            for answer in wrong:
                grade = lesson.answer(answer)  # type: ignore[arg-type]
                assert not grade.right
                assert lesson.hint() in grade.text
            right = question.answer if question.options else question.answer[0]
            assert lesson.answer(right).right
        if lesson.over:
            break
        lesson.next()
    assert lesson.progress.solved == lesson.progress.asked


def test_no_wrong_option_is_a_slip_of_the_pen(lesson: Lesson) -> None:
    """Options that are not legal name something of the game: a command with a reason against it, a place, a unit."""
    for beat in lesson.beats:
        if beat.question is None or beat.question.kind != "which":
            continue
        game = lesson.game.fork().go(beat.node)
        for text in beat.question.options:
            if text not in beat.question.answer:
                assert means_something(game, text), f"{beat.question.question} {text}"


def test_every_move_that_is_asked_for_can_be_made_in_the_list(lesson: Lesson) -> None:
    """Answer by answer, as a learner picks them; the player grades the move when it is whole."""
    player = LessonPlayer(lesson, renderer="svg")
    try:
        while True:
            if player.trial is not None:
                for answer in lesson.wanted()[0]:
                    decision = player.trial.decision
                    assert decision is not None
                    player.do("answer", i=[option.value for option in decision.options].index(answer))
                assert player.view_state.outcome(lesson.at).state == "first"
            player.do("show")
            if lesson.over:
                break
            player.do("next")
        assert player.errors == []
        assert lesson.progress.right == sum(b.question is not None and b.question.kind == "play" for b in lesson.beats)
    finally:
        player.close()


def means_something(game: Game, text: str) -> bool:
    """Is it a command with a reason against it, or built of names that the game knows?"""
    try:
        return bool(game.why_not(text).faults)
    except IllegalAnswer:
        parts = [text, *re.split(r", ", text)]
        return any(understood(game.system, game.position, game.position.decision, part) for part in parts)


def numbers(slug: str) -> Iterator[tuple[int, str]]:
    """The number in the name and the title of each lesson of a course."""
    for entry in entries(slug, FOLDER / slug)[0]:
        if found := re.fullmatch(r"lesson_(\d\d)_\w+\.toml", entry.name):
            yield int(found[1]), entry.scenario.title


@pytest.mark.parametrize("slug", sorted({path.parts[0] for path in (p.relative_to(FOLDER) for p in FILES)}))
def test_the_course_stands_first_in_the_list_and_in_order(slug: str) -> None:
    assert slug in games()
    course = list(numbers(slug))
    assert [number for number, _ in course] == list(range(1, len(course) + 1))
    assert all(title.startswith(f"{number}. ") for number, title in course)
    listed = [entry.name for entry in entries(slug, FOLDER / slug)[0]]
    ours = [path.name for path in FILES if path.parent.name == slug]
    assert listed[: len(ours)] == ours


def test_every_game_has_a_course() -> None:
    assert {path.parent.name for path in FILES} == set(games())


def test_the_players_stand_below_the_board_and_a_sheet_opens() -> None:
    """A question may be about what somebody has and no board shows: the figures of all, in front of the learner."""
    player = LessonPlayer(scenario.load(FOLDER / "cthulhu_wars" / "lesson_03_gates.toml"), renderer="svg")
    try:
        assert [row["letters"] for row in seats(player)] == ["Guy", "Angela", "Frank"]
        assert power(player) == ["8", "4", "4"]
        player.do("next")
        player.do("show")
        player.do("next")
        assert player.lesson.beat.did == "gate Asia"
        assert power(player) == ["5", "4", "4"]
        player.do("sheet", seat=1)
        assert player.models()["lessonfoot"]["sheet"]["name"] == "Yellow Sign"
        player.do("sheet", seat=1)
        assert player.models()["lessonfoot"]["sheet"] == {}
        assert player.errors == []
    finally:
        player.close()


def test_what_was_played_is_told_in_few_words() -> None:
    """That somebody is done with his choice or his turn is told only where it is all that he did."""
    told = [beat.did for beat in Lesson(FOLDER / "cthulhu_wars" / "lesson_01_round.toml").beats if beat.did]
    assert told[2:4] == ["Frank: move; Acolyte, Africa; Indian Ocean", "Frank: end"]


def test_all_players_have_the_same_columns() -> None:
    """Also where one of them has a kind of counter that the others lack: that one stands by the name."""
    player = LessonPlayer(scenario.load(FOLDER / "demigods" / "lesson_10_last_demigod.toml"), renderer="svg")
    try:
        heads = [[f["l"] for f in row["figures"]] for row in seats(player)]
        assert heads[0] == heads[1] == heads[2]
        assert "monsters" not in heads[0]
        assert sorted(row["extra"] for row in seats(player)) == ["", "", "monsters 2"]
    finally:
        player.close()


def seats(player: LessonPlayer) -> list[dict]:
    return player.models()["lessonfoot"]["players"]["seats"]


def power(player: LessonPlayer) -> list[str]:
    return [next(str(f["v"]) for f in row["figures"] if f["l"] == "Power") for row in seats(player)]
