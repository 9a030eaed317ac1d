"""Plans in secret on the screens of a shared table: nothing that a seat is sent tells of another's plan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.pocket_scrolls import scrolls
from theomachy.engine.game.game import Game
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import SPECTATOR, Moment, ViewState, lab, timeline
from theomachy_widgets.present.film import moment_of
from theomachy_widgets.replay import replay_html

TABS = ("", "tree", "chart")


def begin(players: int = 3, *answers: Any) -> Game:
    return Game(scrolls(players), seed=5).play(*answers)


def sent(screen: Dashboard) -> str:
    """The whole state of every widget of a screen, as it would go to the page."""
    parts = [*screen.regions.values(), screen.board.widget]
    return json.dumps([part.get_state() for part in parts], sort_keys=True, default=repr)


@pytest.fixture
def table() -> Iterator[Any]:
    opened: list[Dashboard] = []

    def sit(game: Game, view: Any, tab: str = "") -> Dashboard:
        screen = Dashboard(game, view=view, locked=view is not None, renderer="svg")
        opened.append(screen)
        if tab:
            screen.do("tab", tab=tab)
            assert screen.view_state.error == ""
        return screen

    yield sit
    for screen in opened:
        screen.close()


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("view", [0, 2, SPECTATOR])
def test_what_others_plan_changes_nothing_that_a_screen_is_sent(table: Any, view: Any, tab: str) -> None:
    game = begin(3, (1, 2))
    screen = table(game, view, tab)
    before = sent(screen)
    game.play((1, 3))
    assert sent(screen) == before
    game.undo()
    assert sent(screen) == before
    game.play((1, 1))  # another line, of which nobody hears
    assert sent(screen) == before


def test_whoever_plans_himself_does_see_it(table: Any) -> None:
    game = begin(3, (1, 2))
    screen = table(game, 1)
    before = sent(screen)
    game.play((1, 3))
    assert sent(screen) != before


def test_who_is_done_is_told_and_nothing_else(table: Any) -> None:
    game = begin(3, (1, 2))
    screen, other = table(game, 0), table(begin(3), 0)
    game.play((1, "done"))
    other.game.play((1, 2), (1, 3), (1, 4))  # two islands more, and done by it
    assert [p.state for p in game.view(0).table.sealing.plans] == ["planning", "sealed", "planning"]
    timelines = [each.regions["foot"].timeline for each in (screen, other)]
    assert timelines[0] == timelines[1]


def test_a_click_is_not_stale_because_another_has_planned_on(table: Any) -> None:
    game = begin(3)
    screen = table(game, 0)
    stamp = screen.view_state.stamp
    game.play((1, 2))
    screen.control.handle({"do": "answer", "i": 0, "stamp": stamp})
    assert screen.view_state.error == ""
    assert [entry.answer for entry in game.position.seen_by(0)] == [(0, 4)]


def test_a_screen_that_sees_all_is_told_of_each_answer(table: Any) -> None:
    game = begin(3)
    screen = table(game, None)
    stamp = screen.view_state.stamp
    game.play((1, 2))
    assert screen.view_state.stamp == stamp + 1


def test_the_places_of_the_own_options_do_not_tell_how_many_others_have() -> None:
    few, many = begin(3, (0, 1), (0, "done")), begin(3)
    for game in (few, many):
        decision = game.legal(1, all_seen=False).decision
        assert decision is not None
        assert [option.index for option in decision.options] == [0, 1, 2]


def test_an_open_plan_hides_the_tries_that_were_taken_back() -> None:
    game = begin(2, (0, 1), (1, 2), (1, 3), (1, "done"), (0, "done"))
    game.undo(4)
    m = Moment(game, ViewState(view=0, locked=True))
    assert len(m.line) == 2
    assert timeline.side_lines(m) == []
    game.play((1, 2))  # the same as before, so that it stands on the old line once more
    m = Moment(game, ViewState(view=0, locked=True))
    assert len(m.line) == 2
    assert lab.tree(m)["deep"] == 1


def test_once_the_seals_are_open_all_answers_stand_on_the_line() -> None:
    game = begin(2, (0, 1), (1, 2), (1, "done"), (0, "done"))
    assert len(Moment(game, ViewState(view=0, locked=True)).line) == 5


def test_a_replay_for_one_seat_holds_nothing_of_an_open_plan() -> None:
    game = begin(2, (0, 1), (1, 2))
    before = replay_html(game, view=0)
    game.play((1, 3))
    assert replay_html(game, view=0) == before
    assert replay_html(game) != before
    assert len(moment_of(game, 0).line) == 2
