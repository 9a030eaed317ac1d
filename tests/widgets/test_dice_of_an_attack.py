"""Dice of an attack answer by clicks: the one that goes, then the one that gains; the advice lies on them."""

from __future__ import annotations

from typing import Any

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.mythic_battles import SYSTEM
from theomachy_widgets.control import Controller
from theomachy_widgets.present import ViewState, attack

ARMIES = {"armies": [["hoplites"], ["leonidas"]], "board": "sunken_sanctuary"}
DICE = "3 3 4 1"  # against a defence that none of them reaches


def duel(dice: str = DICE) -> Controller:
    """Hoplites attack Leonidas, and their dice lie there."""
    system = SYSTEM.build(options=ARMIES)
    state = system.arrange({"area": {"Leonidas": "c3", "Hoplites": "c3"}, "activation": {"unit": "Hoplites"}})
    game = Game(system, Position(system, state))
    game.dice_by_hand = True
    game.play("attack Leonidas", dice=dice)
    assert game.decision is not None
    assert game.decision.what == "first discards", game.decision.what
    return Controller(game, ViewState())


def dice_of(c: Controller, section: int = 0) -> list[dict[str, Any]]:
    """The dice of the last step of a throw, as the panel draws them."""
    throws = [each["throw"] for each in attack.model(c.moment)["sections"] if each["throw"]]
    return [die for each in throws[section]["steps"][-1]["sets"] for die in each["dice"]]


def live(c: Controller) -> list[tuple[int, str]]:
    return [(die["face"], die["target"]) for die in dice_of(c) if "target" in die]


def test_every_die_that_may_go_is_lit_and_the_best_plan_lies_on_two() -> None:
    c = duel()
    assert live(c) == [(4, "die:4"), (3, "die:3"), (3, "die:3"), (1, "die:1")]
    marked = [(die["face"], die["mark"]) for die in dice_of(c) if die.get("mark")]
    plan = c.game.system.advice(c.game.state, c.game.position.decision, "").plans[0]
    assert marked == [(plan.answer[1], "gains"), (plan.answer[0], "goes")]


def test_a_die_goes_and_another_gains_by_two_clicks() -> None:
    c = duel()
    c.do("target", target="die:1")
    assert c.view_state.picked == ["die:1"]
    found = dice_of(c)
    assert [(d["face"], d["target"], d["hot"]) for d in found if "target" in d] == [
        (4, "die:4:up", False), (3, "die:3:up", False), (3, "die:3:up", False), (1, "die:1", True),
    ]  # fmt: skip
    assert found[0]["brings"] == "Discard a 1: a 4 becomes 5"
    c.do("target", target="die:4:up")
    c.changed()
    assert c.game.state.fight.lifts == ((1, 4),)
    assert c.view_state.picked == []
    assert (5, "die:5") in live(c)


def test_one_of_two_equal_dice_may_lift_the_other() -> None:
    c = duel()
    c.do("target", target="die:3")
    assert [target for face, target in live(c) if face == 3] == ["die:3", "die:3:up"]
    c.do("target", target="die:3:up")
    assert c.game.state.fight.lifts == ((3, 3),)


def test_a_second_click_puts_the_die_back_and_another_may_be_taken() -> None:
    c = duel()
    c.do("target", target="die:3")
    c.do("target", target="die:3")
    assert c.view_state.picked == []
    assert c.game.decision.what == "first discards"
    c.do("target", target="die:4")
    c.do("target", target="die:1:up")
    assert c.game.state.fight.lifts == ((4, 1),)


def test_dice_that_are_added_up_answer_as_one_in_the_second_assault() -> None:
    c = duel("5 5 2 1")
    c.game.play("done", "2", dice="2 1")
    assert c.game.decision.what == "second discards"
    c.do("target", target="die:1")
    assert not any("target" in die for die in dice_of(c, 0))  # those of the first assault only tell
    assert [d["face"] for d in dice_of(c, 1) if d.get("target") == "die:6:up"] == [5, 1]
    c.do("target", target="die:6:up")
    assert ("second discards", (1, 6)) in [(entry.what, entry.answer) for entry in c.game.position.log()]


def test_nothing_is_lit_where_nobody_may_answer() -> None:
    c = duel()
    c.view_state.view, c.view_state.locked = 1, True
    c.forget()
    assert live(c) == []


def test_a_game_names_the_dice_of_its_options() -> None:
    options = duel().game.options
    assert all(len(o.targets) == 2 for o in options if o.value != "done")
