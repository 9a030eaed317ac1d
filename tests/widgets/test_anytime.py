"""The decision panel: what may be done at any time stands by whose it is; what is proposed is never out of sight."""

from __future__ import annotations

from random import Random

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy_widgets.control import Controller
from theomachy_widgets.present import ViewState, models


def panel(game: Game) -> dict:
    return models(Controller(game, ViewState()).moment)["decision"]


def test_who_is_asked_comes_first_and_a_common_price_is_told_once() -> None:
    game = th.new("mythic_battles", seed=5)
    found = panel(game)
    asked = game.position.decision.player
    assert [row["name"] for row in found["jumps"]] == [
        game.seats[s].title or game.seats[s].name for s in (asked, 1 - asked)
    ]
    for row in found["jumps"]:
        assert row["price"] == "costs one Art of War card"
        assert [act["label"] for act in row["acts"]] == ["Draw cards", "Search for a card"]
        assert all(act["title"].endswith("(costs one Art of War card)") for act in row["acts"])


def grouped() -> Game:
    """The Gods War at an action with so many options that they stand in groups."""
    game, rng = th.new("gods_war", players=4, seed=5), Random(8)
    for _ in range(300):
        decision = game.position.decision
        if decision.kind == "action" and len(decision.options) > 12:
            if [row["label"] for row in panel(game)["rows"] if "g" not in row] == ["Drop to 0 Power"]:
                return game
        game.play(rng.choice(decision.options))
    raise AssertionError("no such question")


def test_beside_groups_nothing_is_proposed_that_gives_all_away() -> None:
    found = panel(grouped())
    assert any("g" in row for row in found["rows"])
    assert found["button"] == ""
    assert not any(row.get("hot") for row in found["rows"])


def test_what_is_proposed_stands_before_the_groups(monkeypatch) -> None:
    game = grouped()
    monkeypatch.setattr(type(game.system), "gives_up", ())
    rows = panel(game)["rows"]
    assert rows[0]["hot"]
    assert [row["key"] for row in rows][:2] == ["1", "2"]


def test_what_several_acts_begin_with_is_told_once() -> None:
    setup = {"units": {"GC": {"Africa": "Acolyte"}}, "signs": {"GC": [1, 3], "BG": [2]}}
    game = th.editor("cthulhu_wars", factions=["great_cthulhu", "black_goat"], setup=setup).game()
    mine, theirs = panel(game)["jumps"]
    assert (mine["says"], [act["label"] for act in mine["acts"]]) == ("Reveal an Elder Sign worth", ["1", "3"])
    assert mine["acts"][1]["title"] == "Great Cthulhu: reveal an Elder Sign worth 3"
    assert (theirs["says"], [act["label"] for act in theirs["acts"]]) == ("", ["Reveal an Elder Sign worth 2"])
