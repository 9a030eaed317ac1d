"""Two readings at the dashboard: a ruling picked, the game compared under both; a locked seat learns no secrets."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.play.observation import imagined
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import ViewState, models


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Heroes, as a file, in which a ruling gives another price at the 85th answer."""
    game, rng = th.new("heroes", players=2, seed=5), random.Random(1)
    for _ in range(90):
        game.play(rng.choice(list(game.options)))
    path = tmp_path_factory.mktemp("readings") / "game.json"
    game.save(path)
    return path


def shown(control: Controller) -> dict[str, Any]:
    return models(control.moment)["readings"]


def hidden_game() -> Game:
    """Each of the two holds a hand that the other may not see."""
    game, rng = th.new("mythic_battles", players=2, seed=2), random.Random(1)
    for _ in range(60):
        game.play(rng.choice(list(game.options)))
    return game


def test_it_is_opened_from_the_lines_and_lists_every_ruling_with_its_question_and_rule(deployed: Path) -> None:
    control = Controller(th.load(deployed), ViewState(tab="tree"))
    assert models(control.moment)["lab"]["tree"]["readings"] is True
    assert not shown(control)
    control.do("readings")
    panel, known = shown(control), control.game.system.questions
    assert [(row["key"], row["name"], row["rule"]) for row in panel["rulings"]] == [
        (name, each.question, each.rule) for name, each in known.items()
    ]
    control.do("reading", ruling="proxy_price")
    panel, on = shown(control), known["proxy_price"]
    assert (panel["question"], panel["rule"]) == (on.question, on.rule)
    assert panel["now"].endswith(on.choices[on.default])
    assert [key for key, _ in panel["choices"]] == [choice for choice in on.choices if choice != on.default]
    assert panel["choice"] == "movement_point"
    assert panel["answer"] is None


def test_what_differs_is_told_in_rows_with_where_the_line_stops_and_both_boards(deployed: Path) -> None:
    control = Controller(th.load(deployed), ViewState())
    control.do("reading", ruling="proxy_price")
    control.do("readingrun")
    control.draw_readings()
    assert not control.view_state.error
    found = shown(control)["answer"]
    assert found["head"].startswith("Different since answer 85 (Mechanisms: ")
    assert found["note"] == "Both are shown after answer 85, the last that holds under both."
    rows = {row["what"]: (row["a"], row["b"], row["rule"]) for row in found["rows"]}
    assert rows["Gremlins: gold"] == ("6", "10", "")
    assert rows["Round"] == ("6", "7", "HE-RND-001")
    assert not any(text.startswith("{") for a, b, _ in rows.values() for text in (a, b))
    a, b = found["sides"]
    assert a["stop"] == ""
    assert b["held"] == "85 of 91 answers hold"
    assert b["stop"].startswith("It stops at answer 86: Mechanisms was asked 'which Server'")
    assert "Relay Server" in a["only"]
    assert "Wood" in b["only"]
    assert all(side["picture"].startswith("data:image/svg+xml") for side in (a, b))
    assert a["picture"] != b["picture"]
    assert control.game.here == 91  # the game itself stands where it stood


def test_a_ruling_that_never_mattered_says_so(deployed: Path) -> None:
    control = Controller(th.load(deployed), ViewState())
    control.do("reading", ruling="unbuilt_plan_vp")
    control.do("readingrun")
    found = shown(control)["answer"]
    assert (found["same"], found["head"]) == (True, "All 91 answers hold, and nothing differs")


def test_the_other_reading_is_opened_as_a_game_of_its_own(deployed: Path) -> None:
    game = th.load(deployed)
    game.names["seats"] = "person, easy"
    dash = Dashboard(game, renderer="svg").do("view", k="all")
    dash.do("reading", ruling="proxy_price").do("readingrun")
    assert dash.regions["base"].readings["opens"] is True
    dash.do("readingopen")
    below = dash._what_if
    assert below is not None
    assert below.game.system.rulings["proxy_price"] == "movement_point"
    assert not below.game.unread  # no notice of a file: what does not hold was told where the two were compared
    assert "seats" not in below.game.names  # no bot plays on by itself in what somebody only imagines
    assert not dash.regions["base"].readings
    assert game.system.rulings["proxy_price"] != "movement_point"
    dash.close()


def test_playing_on_forgets_what_was_found_and_escape_closes_it(deployed: Path) -> None:
    game = th.load(deployed)
    control = Controller(game, ViewState())
    game.listen(lambda _game, what: control.changed(what))
    control.do("reading", ruling="proxy_price")
    control.do("readingrun")
    game.undo()
    assert shown(control)["answer"] is None
    assert shown(control)["key"] == "proxy_price"
    control.do("letgo")
    assert not shown(control)
    control.do("readingrun")
    assert "no readings" in control.view_state.error.lower()


def test_names_that_are_not_there_are_refused(deployed: Path) -> None:
    control = Controller(th.load(deployed), ViewState())
    control.do("reading", ruling="of no such name")
    assert control.view_state.error == "There is no ruling of that name."
    control.do("reading", ruling="proxy_price")
    control.do("readingas", choice="nothing")
    assert control.view_state.error == "That is not a choice of this ruling."
    control.do("view", k="spectator")
    control.do("readings")
    assert "no seat" in control.view_state.error


def test_a_locked_seat_is_told_of_an_imagined_world_alone() -> None:
    game = hidden_game()
    control = Controller(game, ViewState(view=1, locked=True))
    control.do("reading", ruling="swamp_run")
    control.do("readingrun")
    assert not control.view_state.error
    asked = control.view_state.readings
    assert asked is not None
    assert asked.found is not None
    assert not asked.whole
    assert asked.found.a.of == asked.found.b.of == 0  # nothing of the real line is played again
    panel = shown(control)
    assert "hidden from you" in panel["answer"]["note"]
    assert panel["opens"] is False
    control.do("readingopen")
    assert "belongs to one player" in control.view_state.error
    hers = [side.game.state for side in (asked.found.a, asked.found.b)]
    mine = game.system.view(game.state, 1)
    assert all(game.system.view(state, 1) == mine for state in hers)


def test_games_that_differ_in_secrets_alone_are_compared_alike() -> None:
    """MB: what the seat is told hangs on nothing that it may not know."""
    real, told = hidden_game().position, []
    worlds = [imagined(real, 1, random.Random(n)) for n in range(4)]
    states = [world.state for world in worlds if world is not None]
    assert any(state != states[0] for state in states[1:])
    for world in worlds:
        assert world is not None
        control = Controller(Game(world.system, world, seed=0), ViewState(view=1, locked=True))
        control.do("reading", ruling="full_neighbour_wall")
        control.do("readingrun")
        assert not control.view_state.error
        told.append(shown(control)["answer"])
    assert all(each == told[0] for each in told[1:])


def test_a_value_is_found_chosen_and_read_otherwise() -> None:
    game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7, preset="island").play("build c3")
    control = Controller(game, ViewState())
    control.do("readingby", values=True)
    assert not shown(control)["ready"]
    control.do("readingrun")
    assert control.view_state.error == "Choose a value first."
    control.do("readingfind", text="Temple population")
    panel = shown(control)
    assert [(row["key"], row["now"]) for row in panel["known"]] == [("temple.population", "6")]
    assert panel["known"][0]["source"].startswith("rulebook, ")
    control.do("readingfind", text="")
    assert shown(control)["unseen"] == len(list(game.system.facts)) - len(shown(control)["known"])
    control.do("readingvalue", key="temple.population")
    assert (shown(control)["value"]["name"], shown(control)["typed"]) == ("temple, population", "6")
    control.do("readingrun", typed="5")
    assert not control.view_state.error
    found = shown(control)["answer"]
    assert found["rows"][0]["what"] == "Aglaia: population"
    control.do("readingrun", typed="a few")
    assert control.view_state.error == "Temple.population must be a whole number from 1 to 99, not 'a few'."
    assert shown(control)["answer"] is None
    control.do("readingvalue", key="temple.peple")
    assert "there is no component value" in control.view_state.error.lower()
    assert shown(control)["value"] is None
    control.do("readingby", values=False)
    assert not shown(control)["known"]
