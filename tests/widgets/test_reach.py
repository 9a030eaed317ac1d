"""Can it be reached, at the dashboard: asked, told, lit on the board, tried on a branch; a locked seat may only ask."""

from __future__ import annotations

from typing import Any

from tests.cthulhu_wars.scene import table
from theomachy.engine.game.game import Game
from theomachy_widgets.control import Controller
from theomachy_widgets.present import ViewState, marks, models


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
