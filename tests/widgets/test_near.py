"""A board of terrain seen from near, as a small screen needs it: where it begins, how one goes on, how it ends."""

from __future__ import annotations

from random import Random

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy_widgets.control import Controller
from theomachy_widgets.present import ViewState, focus, models, on_board
from theomachy_widgets.scene import build
from theomachy_widgets.scene.shapes import TextShape

WIDTH = 900  # of a board of the dashboard


def until(what: str) -> Controller:
    game, rng = th.new("mythic_battles", scenario="two_roads", seed=3), Random(3)
    while game.decision is not None and (game.decision.what != what or not at_work(game)):
        bold = [o for o in game.options if isinstance(o.value, tuple) and o.value and o.value[0] == "attack"]
        game.play(rng.choice(bold or game.options))
    return Controller(game, ViewState())


def at_work(game: Game) -> bool:
    """Does a unit act that stands on the board, or does none?"""
    a = game.state.activation
    return a is None or game.state.place[a.unit] >= 0


def test_it_begins_at_the_unit_that_acts() -> None:
    c = until("action")
    s = c.game.state
    assert focus(c.moment) is None
    assert models(c.moment)["zoom"] == {"on": False, "name": "", "fight": False}
    c.do("zoom")
    assert focus(c.moment) == s.place[s.activation.unit]
    assert on_board(c.moment).board.small
    assert models(c.moment)["zoom"]["on"]
    c.do("zoom")
    assert focus(c.moment) is None
    assert not on_board(c.moment).board.small


def test_a_tap_on_what_answers_nothing_goes_there_and_the_next_question_comes_back() -> None:
    c = until("action")
    s = c.game.state
    options = {target for option in c.game.options for target in option.targets}
    dead = next(area for area in range(len(s.held)) if f"area:{area}" not in options)
    c.do("pick", targets=[f"area:{dead}"])
    assert c.view_state.middle is None  # the whole board is seen
    c.do("zoom")
    c.do("pick", targets=[f"area:{dead}"])
    assert focus(c.moment) == dead
    c.game.play("end")
    c.changed()
    assert c.view_state.middle is None


def test_without_anything_to_choose_it_looks_at_ones_own() -> None:
    c = until("draw for passing")
    c.do("zoom")
    own = {area for area, owner in zip(c.game.state.place, c.game.state.owner, strict=True) if owner >= 0}
    assert focus(c.moment) in own


def test_a_fight_has_its_own_view() -> None:
    c = until("first discards")
    area = focus(c.moment)
    assert area is not None
    c.do("zoom")
    assert (focus(c.moment), c.view_state.near) == (None, False)


def test_areas_are_named_from_near() -> None:
    c = until("action")
    c.do("zoom")
    table, area = on_board(c.moment), focus(c.moment)
    scene = build(table, width=WIDTH, focus=area)
    words = [shape for _, layer in scene.layers for shape in layer if isinstance(shape, TextShape) and shape.italic]
    assert len(words) >= 3
    assert all(shape.size * 350 / WIDTH >= 11 for shape in words)  # on a phone the board is 350 pixels wide
