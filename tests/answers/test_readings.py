"""Two readings of one game: what differs, from which answer on, and where an answer holds under one of them alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import theomachy as th
from theomachy.answers.readings import AS_PLAYED, Reading, compare, compare_scenario, reread, with_value
from theomachy.engine.authoring import scenario
from theomachy.engine.errors import DataError, UnknownName
from theomachy.engine.game.game import Game

SCENARIOS = Path("examples/scenarios")


def island() -> Game:
    return th.new("demigods", players=["Aglaia", "Bronteas"], seed=7, preset="island")


def test_the_same_answers_come_to_something_else() -> None:
    game = island().play("build c3", "no more armies")
    cheap = Reading("five for a temple", overlay={"temple": {"population": 5}})
    found = compare(game, AS_PLAYED, cheap)
    assert (found.a.name, found.b.name) == ("as it was played", "five for a temple")
    assert found.answers == found.a.held == found.b.held == found.a.of
    assert found.parted == 2  # after the terrain, the temple is the first answer in which they part
    people = next(row for row in found.rows if row.what == "Aglaia: population")
    assert int(people.after) == int(people.before) + 1
    assert found.a.game.system.facts["temple.population"] == 6
    assert game.system.facts["temple.population"] == 6
    assert game.here == 3  # the game itself stands where it stood


def test_an_answer_that_no_longer_holds_is_told_with_its_place_and_reason() -> None:
    game = island().play("build c3", "no more armies")
    dear = Reading(overlay={"temple": {"population": 13}})
    found = compare(game, AS_PLAYED, dear)
    assert found.b.name == "temple.population: 13"
    assert (found.b.held, found.a.held, found.answers) == (1, 3, 1)
    assert found.b.stop is not None
    assert found.b.stop.answer == 2
    assert "Aglaia was asked" in found.b.stop.why
    assert found.only[0] == ("Build a temple on C3", "No more temples")
    assert found.parted == 1, "after the first answer one is asked about temples, the other about armies"
    assert [(row.what, row.before, row.after) for row in found.rows] == [("Phase", "temples", "armies")]


def test_a_position_under_two_rulings_offers_different_things() -> None:
    """DG-TMP, DG-SET: the ruling on start distances changes where one may begin."""
    game = th.new("demigods", seed=3)
    found = compare(game, AS_PLAYED, Reading(rulings={"start_distance": "exactly"}))
    assert found.b.game.system.rulings["start_distance"] == "exactly"
    assert found.a.game.system.rulings["start_distance"] == "more"
    assert found.b.name == "May a starting hex be exactly six spaces from an opponent? exactly"


def test_what_is_hidden_stays_hidden() -> None:
    game = th.new("gods_war", seed=5)
    found = compare(game, AS_PLAYED, AS_PLAYED, viewer=None, all_seen=False)
    assert (found.rows, found.parted) == ((), None)


def test_a_scenario_holds_under_one_reading_and_fails_under_the_other() -> None:
    five = scenario.load(SCENARIOS / "cthulhu_wars" / "black_goat_five_areas.toml")
    ((ruling, choice),) = five.rulings.items()
    questions = five.build().questions
    other = next(c for c in questions[ruling].choices if c != choice)
    found = compare_scenario(five, AS_PLAYED, Reading(rulings={ruling: other}))
    assert found.a.ok
    assert not found.b.ok
    assert not found.same
    assert found.b.step
    assert compare_scenario(five, AS_PLAYED, Reading(rulings={ruling: choice})).same


def test_what_there_is_not_is_refused() -> None:
    game = island()
    with pytest.raises(UnknownName, match="weather"):
        reread(game, Reading(rulings={"weather": "fine"}))
    with pytest.raises(UnknownName, match="fine"):
        reread(game, Reading(rulings={"start_distance": "fine"}))
    with pytest.raises(DataError):
        reread(game, Reading(overlay={"temple": {"population": "many"}}))


def test_a_value_is_typed_as_a_person_types_it_and_goes_through_the_door_of_overlays() -> None:
    system = th.new("heroes", players=2, seed=1).system
    assert with_value(system, "rounds.count", " 12 ").overlay == {"rounds": {"count": 12}}
    assert with_value(system, "foundation.levels", "[1, 2, 3]").overlay == {"foundation": {"levels": [1, 2, 3]}}
    text = next(fact.key for fact in system.facts if isinstance(fact.value, str))
    laid = with_value(system, text, "12").overlay
    for word in text.split("."):
        laid = laid[word]
    assert laid == "12", "a text stays one, whatever it looks like"
    with pytest.raises(DataError, match=r"did you mean 'rounds\.count'"):
        with_value(system, "round.count", "12")
    with pytest.raises(DataError, match="must be a whole number from 1 to 99, not 'many'"):
        compare(island(), AS_PLAYED, with_value(island().system, "temple.population", "many"))
    for injected in ("1\nother = 2", "1 # and so on"):
        assert with_value(system, "rounds.count", injected).overlay["rounds"].keys() == {"count"}


def test_a_scenario_that_was_run_is_read_two_ways_like_a_game() -> None:
    game = scenario.load(SCENARIOS / "demigods" / "all_at_once.toml").run().game
    found = compare(game, AS_PLAYED, with_value(game.system, "temple.population", "5"))
    assert found.answers == found.a.of
    assert found.a.held == found.a.of
