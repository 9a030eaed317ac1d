"""Bots at the table of a dashboard: they answer for their seats, and what is taken back goes to a person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

import theomachy as th
from tests.play.test_hot_seat import struck_at
from theomachy.engine.runtime.decision import Answer
from theomachy.play.observation import Observation
from theomachy.play.opponents import choices
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.library import offered
from theomachy_widgets.new_game import NewGame
from theomachy_widgets.present import models


@pytest.fixture
def table() -> Iterator[Dashboard]:
    """Two players of Demigods, the second one a bot."""
    shown = Dashboard(th.new("demigods", players=2, seed=3), bots={1: "busy"}, renderer="svg")
    yield shown
    shown.close()


def asked(shown: Dashboard) -> int:
    assert shown.game.position.decision is not None
    return shown.game.position.decision.player


def until_answered(shown: Dashboard, seat: int) -> None:
    """The person answers until the bot has answered too."""
    for _ in range(25):
        nodes = shown.game.tree.path(shown.game.here)
        who = [entry.who for n in nodes if (entry := shown.game.tree.nodes[n].entry) is not None]
        if 0 in who and seat in who[who.index(0) :] and asked(shown) != seat:
            return
        shown.do("answer", i=shown.game.options[0].index)
        assert shown.view_state.error == ""
    raise AssertionError("the bot was never asked")


def test_a_bot_answers_when_it_is_asked_and_the_person_sees_his_own_hand(table: Dashboard) -> None:
    assert table.view_state.view == 0
    until_answered(table, 1)
    assert asked(table) == 0
    assert all(row["name"] != "Bronteas" for row in models(table.control.moment)["decision"].get("jumps", []))


def test_taking_back_goes_to_the_last_question_of_the_person(table: Dashboard) -> None:
    until_answered(table, 1)
    end = table.game.here
    table.do("undo")
    assert asked(table) == 0
    assert table.game.here != end
    table.do("redo")
    assert table.game.here == end


def test_at_a_question_of_a_bot_nobody_else_answers_and_it_goes_on_when_told(table: Dashboard) -> None:
    until_answered(table, 1)
    tree = table.game.tree
    path = tree.path(table.game.here)
    table.game.go(next(n for n in path if tree.nodes[n].position.decision.player == 1))
    shown = models(table.control.moment)
    assert shown["decision"] == {}
    assert shown["opponents"]["due"]
    assert shown["opponents"]["waits"]
    here = table.game.here
    table.do("answer", i=0)
    assert table.view_state.error
    assert table.game.here == here
    table.do("goon")
    assert asked(table) != 1


def test_with_an_event_loop_each_action_of_a_bot_is_shown_by_itself() -> None:
    async def play() -> tuple[int, int]:
        shown = Dashboard(th.new("demigods", players=2, seed=3), bots={0: "random", 1: "random"}, renderer="svg")
        shown.do("pace", k="once")
        first = shown.renders
        for _ in range(500):
            await asyncio.sleep(0.02)
            if shown.renders > first + 4:
                break
        found = shown.renders - first, len(shown.game.tree.nodes)
        shown.close()
        return found

    renders, nodes = asyncio.run(play())
    assert renders > 3
    assert nodes > renders


class Striker:
    """A bot that attacks with all it has."""

    def choose(self, observation: Observation, rng: Random) -> Answer:
        return next((o for o in observation.options if o[0] == "attack"), observation.options[-1])


def test_one_person_against_bots_is_not_asked_what_has_one_answer() -> None:
    """Blue holds no card and is asked whether the Phoenix evades: not where nobody is there to learn that he cannot."""
    passed = []
    for people in (1, 2):
        game = struck_at().undo()
        shown = Dashboard(game, 1, bots={0: Striker()} if people == 1 else None, renderer="svg")
        if people == 2:
            game.play(Striker().choose(Observation(game.position, 0), Random()))
        entries = game.position.log()
        assert ("attack", 0) in {(e.answer[0], e.who) for e in entries if isinstance(e.answer, tuple)}
        passed.append("evade" in [e.what for e in entries])
        if people == 1:
            shown.do("undo")
            assert shown.view_state.error, "before that only the bot has answered"
        shown.close()
    assert passed == [True, False]


def test_the_form_starts_a_game_against_bots() -> None:
    form = NewGame(renderer="svg")
    form.do("begin", words=["game=demigods", "preset=island", "seed=1", "bots=person,busy"])
    assert form.error == ""
    assert form.dashboard is not None
    assert form.dashboard.view_state.bots == {1}
    form.do("begin", words=["game=demigods", "preset=island", "seed=1", "bots=person,clever"])
    assert "clever" in form.error
    form.do("begin", words=["game=demigods", "players=2", "seed=1", "bots=,,busy"])
    assert "2 seats" in form.error
    form.close()


def test_the_form_names_every_bot_that_there_is() -> None:
    assert [name for name, _ in offered("demigods")["bots"]] == [name for name, _ in choices() if name != "person"]


def test_a_bot_that_is_asked_first_answers_as_a_served_page_writes() -> None:
    """The page says how it is written to after the table was made, and before the bot answers."""
    written = list[str]()

    async def play() -> None:
        game = th.new("demigods", players=2, seed=3)
        assert game.decision is not None
        first = game.decision.player
        shown = Dashboard(game, bots={first: "busy"}, renderer="svg")
        try:
            shown.do("pace", k="once")
            shown.redraw_by(lambda write: (written.append("in a turn of the page"), write()))
            for _ in range(200):
                if asked(shown) != first:
                    break
                await asyncio.sleep(0.01)
            assert asked(shown) != first
        finally:
            shown.close()

    asyncio.run(play())
    assert written
