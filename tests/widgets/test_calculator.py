"""The calculator on a dashboard: opened, changed, compared, closed, and told to each seat alike whatever is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from tests.answers import fights_of_games as small
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import ALL, ViewState, calcopen
from theomachy_widgets.present.calculator import model
from theomachy_widgets.slices import Slices

FIGHTS = {
    "demigods": small.demigods,
    "cthulhu_wars": small.cthulhu,
    "gods_war": small.gods_war,
    "mythic_battles": small.mythic,
    "heroes": small.heroes,
}


class Screen:
    """A screen without widgets: messages in, the model of the page out."""

    def __init__(self, game: Game, view: int | str = ALL, *, locked: bool = False) -> None:
        self.control, self.slices = Controller(game, ViewState(view=view, locked=locked)), Slices()

    def do(self, what: str, **arguments: Any) -> dict[str, Any]:
        """Do what a click would, and reckon what it asks for."""
        self.control.do(what, **arguments)
        self.control.reckon(self.slices, lambda: None)
        return self.page

    @property
    def page(self) -> dict[str, Any]:
        return model(self.control.moment)  # type: ignore[return-value]

    @property
    def error(self) -> str:
        return self.control.view_state.error


def game(slug: str) -> Game:
    system, s, _ = FIGHTS[slug]()
    return Game(system, Position(system, s.copy()), seed=1)


@pytest.mark.parametrize("slug", FIGHTS)
def test_it_opens_from_the_board_and_compares_what_is_changed_with_it(slug: str) -> None:
    screen = Screen(game(slug))
    assert not screen.page
    shown = screen.do("calc")
    assert not screen.error
    assert shown["said"].startswith("Exact")
    assert not shown["busy"]
    assert len(shown["columns"]) == 1
    stepper = next(s for side in shown["sides"] for s in side["steppers"] if s["n"] > s["least"])
    shown = screen.do("calccount", id=stepper["id"], by=-1)
    assert len(shown["columns"]) == 2
    moved = next(s for side in shown["sides"] for s in side["steppers"] if s["id"] == stepper["id"])
    assert moved["n"] == stepper["n"] - 1
    assert screen.do("calccount", id=stepper["id"], by=1)["same"]
    assert not screen.do("letgo")


def test_steppers_stay_in_the_pool_and_switches_and_policies_are_those_of_the_side() -> None:
    screen = Screen(game("cthulhu_wars"))
    before = screen.do("calc", target="area:5")["rows"][0]["now"]
    assert screen.do("calccount", id="0:3", n=99)["sides"][0]["steppers"][3]["n"] == 2
    screen.do("calcboard")
    shown = screen.do("calcpower", id="1:Frenzy")
    assert shown["columns"] == ["Frenzy", "without"]
    assert shown["sides"][1]["total"] == "1 die"
    assert any(fate["now"] != fate["then"] for fate in shown["fates"])
    screen.do("calcpolicy", side=1, k="hand")
    shown = screen.do("calcorder", side=1, id="0:keeper")
    assert [kind["id"] for kind in shown["sides"][1]["order"]] == ["0:keeper", "1"]
    screen.do("calcpolicy", side=1, k="nonsense")
    assert screen.error == "That side has no such policy."
    assert screen.do("calcboard")["rows"][0]["now"] == before
    assert screen.do("calcswap")["sides"][0]["name"] == "Black Goat"
    assert "fights, \u00b1" in screen.do("calchow")["said"]


def test_what_is_imagined_opens_on_a_board_of_its_own_and_the_game_is_left_alone() -> None:
    d = Dashboard(game("demigods"))
    here = d.game.here
    d.do("calc")
    assert d.regions["calc"].calcmap["src"].startswith("data:image/svg")
    shown = d.regions["calc"].calculator["sides"][0]["steppers"][0]
    d.do("calccount", id=shown["id"], by=1)
    d.do("calcplay")
    assert not d.regions["calc"].calculator
    assert d.game.here == here
    assert d._what_if is not None
    assert sum(n for _, n in d._what_if.game.position.beginning.fight.parties) == shown["n"] + 1
    below = d._what_if
    d.close()
    assert below.closed


@pytest.mark.parametrize("slug", ["cthulhu_wars", "gods_war"])
def test_the_board_of_its_own_stands_in_the_battle(slug: str) -> None:
    screen = Screen(game(slug))
    screen.do("calc")
    screen.do("calcplay")
    opened = screen.control.what_if
    assert opened is not None
    assert opened.position.beginning.battle is not None
    assert opened.position.log()[0].what == "battle dice", "nobody is asked for an action first"


def test_a_move_closes_it_and_a_place_without_a_fight_is_said() -> None:
    screen = Screen(game("demigods"))
    assert not screen.do("calc", target="area:0")
    assert screen.error == "Nobody could fight anybody there as the board stands."
    assert screen.do("calc")
    screen.control.game.listen(lambda _game, what: screen.control.changed(what))
    assert not screen.do("answer", i=0)


def test_a_locked_seat_is_told_nothing_of_what_is_hidden() -> None:
    """Two games that differ in hidden runes alone show one page."""
    pages = []
    for other in ("fate", "death"):
        table = game("gods_war")
        s = table.system.start() if table.position.base is None else table.position.base
        rune = next(i for i, one in enumerate(s.config.runes) if one.key == other)
        s.hands[1] = (rune,)
        screen = Screen(table, 0, locked=True)
        pages.append((screen.do("calc"), calcopen.model(screen.control.moment)))
        assert not screen.error
        assert pages[-1][0]
    assert pages[0] == pages[1]
