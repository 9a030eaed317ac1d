"""Rolls by hand: two numbers as a grid to choose from, faces as they were typed, a sentence that says nothing twice."""

from __future__ import annotations

import pytest

from tests.widgets.test_fight import DICE, africa, assigned, rolled
from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy_widgets.control import Controller
from theomachy_widgets.present import ALL, Moment, ViewState, decision, models, story
from theomachy_widgets.present import lesson as taught
from theomachy_widgets.replay import replay_html


def due() -> Game:
    """Eleven dice wait, which kill or pain."""
    game = africa()
    for answer in ("Absorb", "Deep One to Shoggoth", "Done"):
        game.play(answer)
    assert game.position.decision is not None
    assert game.position.decision.dice is not None
    return game


def screen(game: Game) -> Controller:
    return Controller(game, ViewState(view=ALL))


def test_two_numbers_are_a_grid_with_every_outcome_once_and_its_chance() -> None:
    control = screen(due())
    shown = decision.model(control.moment)
    grid = shown["grid"]
    assert (grid["across"], grid["down"]) == ("kills", "pains")
    assert grid["heads"] == grid["sides"] == list(range(12))
    cells = {(x, y): c for y, row in enumerate(grid["rows"]) for x, c in enumerate(row) if c is not None}
    assert set(cells) == {(x, y) for x in range(12) for y in range(12 - x)}
    assert sum(c["p"] for c in cells.values()) == pytest.approx(1, abs=0.001)
    options = {o.index: o for o in control.game.options}
    assert all(options[c["i"]].value == at and options[c["i"]].label == c["label"] for at, c in cells.items())
    assert shown["find"] is None
    assert shown["faces"]["n"] == 11


def test_the_likeliest_is_proposed_until_another_is_chosen_and_enter_takes_what_is_shown() -> None:
    control = screen(due())
    hot = [c for row in decision.model(control.moment)["grid"]["rows"] for c in row if c and c["hot"]]
    options = {o.index: o for o in control.game.options}
    assert [options[c["i"]].chance for c in hot] == [max(o.chance or 0 for o in options.values())]
    wanted = next(o for o in options.values() if o.value == (2, 5))
    control.do("hot", i=wanted.index)
    shown = decision.model(control.moment)
    assert [c["i"] for row in shown["grid"]["rows"] for c in row if c and c["hot"]] == [wanted.index]
    assert shown["button"] == "2 kills, 5 pains"
    control.do("key", n=1)  # the digits belong to faces, not to fields
    assert control.game.position.decision is not None
    assert control.game.position.decision.dice is not None
    control.do("confirm")
    assert control.game.position.log()[-1].answer == (2, 5)


def test_one_number_stays_a_list() -> None:
    game = rolled(africa())
    assert game.position.decision is not None
    assert decision.model(Moment(game, ViewState(view=ALL)))["grid"] is None


def test_typed_faces_are_drawn_as_typed_in_every_panel_and_after_a_save() -> None:
    typed = [int(face) for face in DICE[0].split()]
    for game in (rolled(africa()), save.load(rolled(africa()).save())):
        m = Moment(game, ViewState(view=ALL))
        shown = models(m)
        assert [face for face, _ in shown["fight"]["sides"][0]["dice"]["faces"]] == sorted(typed, reverse=True)
        told = [row["dice"] for row in shown["story"]["rows"] if len(row["dice"]) == 11]
        assert [[face for face, _ in dice] for dice in told] == [sorted(typed, reverse=True)]
        assert [face for face, kind in told[0] if kind == "half"] == [5, 4]


def test_a_chosen_outcome_shows_faces_that_give_it_and_the_same_ones_again() -> None:
    control = screen(due())
    control.game.play((3, 2))

    def drawn(game: Game) -> list[list[int]]:
        return [event.faces for _, event in game.story() if event.dice is not None]  # type: ignore[misc]

    assert len(drawn(control.game)[0]) == 11
    shown = story.faces(next(event for _, event in control.game.story() if event.dice is not None))
    assert [kind for _, kind in shown] == ["hit"] * 3 + ["half"] * 2 + ["miss"] * 6
    assert all(face for face, _ in shown)
    assert drawn(save.load(control.game.save())) == drawn(control.game)


def test_nothing_is_said_twice() -> None:
    game = assigned(rolled(africa()))
    m = Moment(game, ViewState(view=ALL))
    rows = models(m)["story"]["rows"]
    assert any(row["say"].endswith("takes a kill") for row in rows)
    for row in rows:
        assert not row["fig"] or not row["say"].endswith(f" {row['fig']}"), row
        assert row["fig"] != "4 dice", row
    assert "a kill  kill" not in str(game.trace)
    assert "takes a kill" in str(game.trace)


def test_a_lesson_and_a_replay_say_nothing_twice_either() -> None:
    from theomachy.engine.authoring import scenario
    from theomachy.engine.authoring.scenario_write import compose

    game = assigned(rolled(africa()))
    lesson = Lesson(scenario.read(compose(game, "A battle in West Africa")))
    rows = []
    for at in range(len(lesson.beats)):
        lesson.go(at)
        rows += taught.side(lesson, taught.LessonViewState(), None)["rows"]
    kills = [row for row in rows if row["say"].endswith("takes a kill")]
    assert kills
    assert all(row["fig"] == "" for row in kills)
    assert [face for face, _ in next(row["dice"] for row in rows if len(row["dice"]) == 4)] == [6, 4, 3, 1]
    assert '"g":"kill"' not in replay_html(game)
