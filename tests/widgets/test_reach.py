"""Can it be reached, at the dashboard: asked, told, lit on the board, tried on a branch; a locked seat may only ask."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import table
from theomachy.engine.game.game import Game
from theomachy_widgets.control import Controller
from theomachy_widgets.present import SPECTATOR, ViewState, marks, models


def scene() -> Game:
    """Crawling Chaos can make a gate; a monster of Great Cthulhu stands beside the one who would."""
    units = {"CC": {"Arabia": "Acolyte"}, "GC": {"Arabia": "Starspawn"}}
    p = table("CC GC", units, power={"CC": 3, "GC": 4}, open={"CC": "all"}, board="earth_4p_3w5e")
    return Game(p.system, p)


def shown(control: Controller) -> dict[str, Any]:
    return models(control.moment)["reach"]


def test_a_goal_is_chosen_and_its_line_is_told_and_lit() -> None:
    control = Controller(scene(), ViewState())
    assert not shown(control)
    assert models(control.moment)["decision"]["reach"] is True
    control.do("reach")
    assert not control.view_state.error
    panel = shown(control)
    assert panel["answer"] is None
    assert [group["name"] for group in panel["groups"]] == ["Spellbooks", "Thresholds"]
    control.do("reachfor", key="gate")
    panel = shown(control)
    assert panel["asks"] == "Can Crawling Chaos still reach “Control a gate”?"
    assert (panel["answer"]["verdict"], panel["answer"]["head"]) == ("yes", "Yes: two actions")
    assert panel["answer"]["steps"][0]["text"] == "Create a gate in Arabia"
    assert ["Power", "3 → 0"] in panel["answer"]["figures"]
    assert not panel["busy"]
    lit = marks(control.moment).proposals
    assert (lit[0].n, lit[0].start) == (1, "area:5")
    control.do("reachlight")
    assert not marks(control.moment).proposals


def test_the_line_is_tried_on_a_branch() -> None:
    game = scene()
    control = Controller(game, ViewState())
    control.do("reachfor", key="gate")
    control.do("reachtry")
    assert not control.view_state.error
    assert game.system.figures(game.state)[0]["gates"] == 1
    assert game.tree.nodes[1].name == "reach: Control a gate"
    assert not shown(control)  # it was asked of another position
    assert not game.dice_by_hand


def test_what_stands_in_the_way_is_told() -> None:
    control = Controller(scene(), ViewState())
    control.do("reachfor", key="doom")
    panel = shown(control)
    assert panel["answer"]["verdict"] in ("no", "open")
    assert [row["holds"] for row in panel["answer"]["stands"]] == [False]
    assert panel["answer"]["stands"][0]["fact"] == "0 of 30"
    assert not panel["answer"]["steps"]
    control.do("reachfor", key="nothing of that name")
    assert control.view_state.error == "That goal is not open any more."
    assert shown(control)["key"] == ""


def test_escape_closes_it_and_playing_on_forgets_it() -> None:
    game = scene()
    control = Controller(game, ViewState())
    game.listen(lambda _game, what: control.changed(what))
    control.do("reachfor", key="gate")
    control.do("letgo")
    assert not shown(control)
    control.do("reachfor", key="gate")
    control.do("answer", i=0)
    assert control.view_state.sought is None


def test_a_locked_seat_asks_for_itself_and_plays_nothing_by_it() -> None:
    game = scene()
    control = Controller(game, ViewState(view=1, locked=True))
    control.do("reachfor", key="gate")
    assert shown(control)["who"] == "Great Cthulhu"
    assert shown(control)["tries"] is False
    control.do("reachtry")
    assert "belongs to one player" in control.view_state.error
    watching = Controller(game, ViewState(view="spectator"))
    watching.do("reach")
    assert "nothing to reach" in watching.view_state.error


def test_open_requirements_are_asked_about_where_they_stand_on_the_sheet() -> None:
    units = {"CC": {"Arabia": "Acolyte"}, "GC": {"Arabia": "Starspawn"}}
    p = table("CC GC", units, power={"CC": 3, "GC": 4}, open={"GC": "all"}, board="earth_4p_3w5e")
    control = Controller(Game(p.system, p), ViewState(sheet=1))
    sheet = models(control.moment)["tableau"]
    slots = {slot["goal"]: slot for group in sheet["groups"] for slot in group["slots"] if slot["goal"]}
    open_ = {goal.key for goal in control.game.system.goals(control.game.state, 1) if goal.key.startswith("slot:")}
    assert set(slots) == open_
    assert open_
    assert not any(slot["filled"] for slot in slots.values())
    assert [goal["key"] for group in sheet["goals"] for goal in group["goals"]] == ["gate", "doom"]
    control.do("reachfor", key="gate", seat=1)
    assert not control.view_state.error
    assert shown(control)["who"] == "Great Cthulhu"
    control.do("reachfor", key="gate", seat=7)
    assert "cannot ask" in control.view_state.error


@pytest.mark.parametrize("view", [1, SPECTATOR])
def test_what_another_seat_can_reach_is_not_asked_by_who_does_not_see_all(view: int | str) -> None:
    """What it can reach may hang on what it alone knows."""
    control = Controller(scene(), ViewState(view=view, locked=view == 1, sheet=0))
    sheet = models(control.moment)["tableau"]
    assert sheet["goals"] == []
    assert not any(slot["goal"] for group in sheet["groups"] for slot in group["slots"])
    control.do("reachfor", key="gate", seat=0)
    assert "cannot ask" in control.view_state.error
    assert control.view_state.sought is None


@pytest.mark.parametrize("slug", ["heroes", "gods_war"])
def test_goals_of_the_sheets_in_front_stand_at_their_boxes(slug: str) -> None:
    game = th.new(slug, seed=1)
    control = Controller(game, ViewState(sheet=0, front="0"))
    shown = models(control.moment)
    if slug == "heroes":
        sheet = shown["paper"]["sheets"][0]
        on_it = [block["goal"] for group in (*sheet["groups"], *sheet["aside"]) for block in group["blocks"]]
    else:
        sheet = shown["tableau"]
        on_it = [slot["goal"] for group in sheet["groups"] for slot in group["slots"]]
    rest = [goal["key"] for group in sheet["goals"] for goal in group["goals"]]
    every = [goal.key for goal in game.system.goals(game.state, 0) if not goal.met(game.state)]
    assert sorted([key for key in on_it if key] + rest) == sorted(every)
    assert any(on_it)
    assert rest


def menu(control: Controller, **asks: Any) -> dict[str, Any]:
    control.do("areamenu", q=3, **asks)
    assert not control.view_state.error
    told = control.helped
    assert told is not None
    return told


def test_the_menu_of_an_area_asks_what_can_be_reached_there() -> None:
    control = Controller(scene(), ViewState())
    told = menu(control, target="area:5")
    assert (told["do"], told["q"], told["name"]) == ("areamenu", 3, "Arabia")
    acts = {row["act"]: row["args"] for row in told["rows"]}
    assert list(acts) == ["calc", "reachfor", "reach", "why"]
    control.do("reachfor", **acts["reachfor"])
    assert not control.view_state.error
    panel = shown(control)
    assert (panel["key"], panel["answer"]["verdict"]) == ("gate:5", "yes")
    assert panel["groups"][0]["name"] == "In this area"
    control.do("calc", **acts["calc"])
    assert not control.view_state.error
    assert control.view_state.calculation is not None
    control.under = lambda _x, _y: ["piece:nowhere"]
    assert [row["act"] for row in menu(control, x=0.5, y=0.5)["rows"]] == ["reach", "why"]
    watching = Controller(scene(), ViewState(view=SPECTATOR))
    assert "reach" not in {row["act"] for row in menu(watching, target="area:5")["rows"]}
