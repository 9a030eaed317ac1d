"""A scenario as a guided lesson: stops, questions, grades, hints, progress."""

from pathlib import Path

import pytest

from theomachy.engine.authoring import scenario
from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.errors import IllegalAnswer, ScenarioError

BATTLE = Path(__file__).parent / "pocket_scenarios" / "battle.toml"


def through(lesson: Lesson) -> None:
    """To the next question."""
    while not lesson.waits:
        lesson.next()


def test_a_lesson_goes_from_stop_to_stop_with_its_questions() -> None:
    lesson = Lesson(BATTLE)
    assert lesson.beat.say.startswith("Aglaia has four armies")
    assert lesson.beat.did == "Aglaia: attack kos naxos is refused"
    assert lesson.beat.rules == ("PG-DEE-003", "PG-BAT-001")
    assert lesson.game.here == 0
    assert lesson.progress == (p := lesson.progress)
    assert (p.at, p.asked, p.right, p.solved) == (1, 3, 0, 0)

    through(lesson)
    question = lesson.beat.question
    assert question is not None
    assert question.kind == "which"
    with pytest.raises(IllegalAnswer, match="waits for an answer"):
        lesson.next()
    wrong = lesson.answer(["attack kos delos"])
    assert (wrong.right, wrong.answer) == (False, ())
    assert wrong.text.startswith(
        "Not so. All that is chosen is legal, but not all that is legal is chosen. PG-BAT-001, Attack: Two or more"
    )
    wrong = lesson.answer(["raise kos", "attack kos naxos"])
    assert wrong.text.startswith("Not so. “attack kos naxos” is not legal. What fails: ")
    assert wrong.text.endswith(lesson.hint())
    assert lesson.waits
    right = lesson.answer(["raise kos", "attack kos delos"])
    assert (right.right, right.text) == (True, "Right. Naxos is two islands away.")
    assert lesson.answer("raise kos").right is False  # asked again for fun: nothing is unlearned
    assert not lesson.waits

    lesson.next()
    assert lesson.beat.did == "Aglaia: attack kos delos"
    assert lesson.game.position.decision.what == "pre_battle"  # type: ignore[union-attr]
    through(lesson)
    for strange in ("many", "", "3 or 4"):
        with pytest.raises(IllegalAnswer, match="is no number"):
            lesson.answer(strange)
    assert lesson.answer("3").right
    assert lesson.hint() == ""
    lesson.next()
    assert lesson.beat.did == "the dice show 5 1 1 1; the dice show 1 1 6"
    assert "PG-GFT-004" in lesson.beat.rules
    assert lesson.game.state.army[1] == 2

    through(lesson)
    with pytest.raises(IllegalAnswer, match="none of the options"):
        lesson.answer("two coins")
    assert lesson.answer("none").right
    assert lesson.over
    assert (lesson.progress.right, lesson.progress.solved) == (2, 3)
    with pytest.raises(IllegalAnswer, match="stops 1 to"):
        lesson.next()


def test_going_back_and_giving_up() -> None:
    lesson = Lesson(BATTLE)
    through(lesson)
    at = lesson.at
    with pytest.raises(IllegalAnswer, match=f"the question at stop {at + 1} comes first"):
        lesson.go(len(lesson.beats) - 1)
    shown = lesson.give_up()
    assert shown.answer == ("attack kos delos", "raise kos")
    assert shown.text.startswith("The answer is: attack kos delos, raise kos.")
    lesson.next()
    lesson.back()
    assert lesson.at == at
    assert not lesson.waits
    assert lesson.progress.solved == 0
    lesson.go(0)
    with pytest.raises(IllegalAnswer):
        lesson.back()
    for act in (lesson.give_up, lambda: lesson.answer("x")):
        with pytest.raises(IllegalAnswer, match="nothing is asked"):
            act()
    assert lesson.hint() == ""


TEXT = 'title = "t"\nabout = "A short one."\ngame = "pocket"\n[[step]]\nplay = ["0", "0"]\n[[step]]\n'


def test_a_move_of_ones_own_is_graded_by_what_it_does() -> None:
    lesson = Lesson(
        scenario.read(
            TEXT + 'ask = { question = "Raise an army.", kind = "play", answer = "raise kos", hint = "Kos." }'
        )
    )
    assert lesson.beat.say == "A short one."
    through(lesson)
    assert lesson.answer("end").text == "Not so. Kos."
    with pytest.raises(IllegalAnswer, match="is not offered"):
        lesson.answer("raise delos")
    assert lesson.answer("Raise an army in Kos").right
    assert lesson.progress.right == 0
    assert lesson.progress.solved == 1


def test_a_decimal_answer_may_have_a_comma() -> None:
    lesson = Lesson(scenario.read(TEXT + 'ask = { question = "Mean of a die?", kind = "number", answer = 3.5 }'))
    through(lesson)
    assert lesson.answer("3,5").right
    assert lesson.answer(3.5).right
    assert not lesson.answer(3).right


def test_a_scenario_that_tells_nothing_is_one_stop() -> None:
    lesson = Lesson(scenario.read('title = "t"\ngame = "pocket"\n[[step]]\nquestion = "bid"'))
    assert [beat.say for beat in lesson.beats] == ["t"]
    assert lesson.over


def test_a_scenario_that_fails_is_no_lesson() -> None:
    with pytest.raises(ScenarioError, match="FAIL  scenario, step 2"):
        Lesson(scenario.read(TEXT + "over = true"))
