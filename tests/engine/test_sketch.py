"""A game that says only what is its own has board, editor, saves, views, scenarios, "why not?" and commands."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from tests.engine import sketch
from tests.engine.sketch import Sketch
from theomachy.engine.authoring import scenario
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.game import registry, save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position

SCENARIO = """
title = "A ship sails round"
game = "sketch"
players = 2

[setup]
ships = { Ada = { Aea = "2 ships" }, Ben = { Coll = "ship" } }
coins = { Ada = 1 }
goods = { Ada = "Salt" }
store = { Amber = 4, Salt = 3, Wool = 4 }

[[step]]
who = "Ada"
refuse = "sail coll delos"
because = "PG-DEE-001"

[[step]]
who = "Ada"
play = "sail aea bute"
chance = "wool"
roll = "1"
expect = { ships = { Ada = { Aea = "ship", Bute = "ship" } }, goods = { Ada = "Salt, Wool" }, active = "Ben" }

[[step]]
seen_by = "Ben"
expect = { goods = { Ada = "2 unknown" }, isles = { Ada = 2, Ben = 1 } }
"""


@pytest.fixture(autouse=True)
def sketch_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"sketch": Sketch})


def random_positions(players: int) -> list[Position]:
    rng, system = Random(players), Sketch.build(players=players)
    position, found = Position(system, system.start()), []
    while position.decision is not None:
        found.append(position.clone())
        position.play(rng.choice(position.decision.options))
    return found


def test_it_is_small() -> None:
    assert len(Path(sketch.__file__).read_text(encoding="utf-8").splitlines()) < 250


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_lawful_and_what_follows_from_the_state_agrees_with_it(players: int) -> None:
    positions = random_positions(players)
    assert len(positions) > 30
    for position in positions[::7]:
        system, s = position.system, position.state
        assert system.violations(s) == []
        assert system.from_json(system.to_json(s)) == s == s.copy() == system.rebuilt(s)
        assert system.arrange(tomllib.loads(system.arrange_text(s))) == s
        for viewer in (*range(players), None):
            drawn = system.resample(s, viewer, Random(1))
            assert system.violations(drawn) == []
            assert system.view(drawn, viewer) == system.view(s, viewer)


def test_a_game_is_played_in_words_saved_and_loaded() -> None:
    game = Game(Sketch.build(players=2), seed=3).play("sail aea fogo")
    assert "A ship of yours lies at Coll" in str(game.why_not("sail coll delos", "Ada"))
    again = save.load(game.save())
    assert again.state == game.state
    assert again.undo().state != game.state
    assert "Ben" in str(game)


def test_its_scenario_holds() -> None:
    result = scenario.read(SCENARIO).run().result
    assert result.ok, str(result)


def test_its_editor_has_a_tool_for_each_field_and_makes_a_position_that_plays() -> None:
    editor = Editor(Sketch.build(players=2))
    assert {tool.group for tool in editor.tools} == {"Pieces", "Coins", "Goods", "Turn"}
    editor.put("Ada ship", Delos=2).set("Ada Coins", 5)
    assert editor.violations == ()
    assert editor.game(seed=1).state.coins == [5, 1]
    editor.put("Ada ship", Delos=4)
    assert [violation.rule for violation in editor.violations] == ["PG-DEE-003"]


def test_its_board_is_drawn() -> None:
    table = Game(Sketch.build(players=3)).table()
    assert len(table.pieces) == 3
    assert [hand.count for hand in table.hands] == [0, 0, 0]
