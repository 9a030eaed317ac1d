"""Several people at one screen: between two of them a curtain, and nothing of the one before goes to the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket_scrolls import scrolls
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.play.opponents import opponents_of
from theomachy_widgets.asks.curtain import CURTAIN, is_passed_on
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import SPECTATOR, ViewState, models


@pytest.fixture
def opened() -> Iterator[Any]:
    made: list[Dashboard] = []

    def screen(game: Game, **looks: Any) -> Dashboard:
        made.append(Dashboard(game, renderer="svg", **looks))
        return made[-1]

    yield screen
    for each in made:
        each.close()


def curtain(screen: Dashboard) -> dict[str, Any]:
    found: dict[str, Any] = screen.regions["side"].curtain
    return found


def test_the_curtain_is_lifted_by_who_is_asked_and_falls_when_another_is(opened: Any) -> None:
    game = th.new("demigods", preset="rivers", seed=3)
    screen = opened(game, curtain=True)
    first = game.position.decision.player
    assert curtain(screen)["seats"][0]["seat"] == first
    assert screen.regions["side"].decision == {}
    here = game.here
    screen.do("answer", i=0).do("confirm")
    assert game.here == here, "nobody answers in front of the curtain"
    screen.do("lift", seat=first)
    assert curtain(screen) == {}
    assert screen.view_state.view == first
    assert screen.regions["side"].decision["rows"]
    while first in game.asked(all_seen=True):
        assert screen.view_state.view == first, "it stays where it is while the same person goes on"
        screen.do("answer", i=game.options[-1].index)
    assert screen.view_state.view == SPECTATOR
    assert curtain(screen)["one"]
    assert curtain(screen)["asked"] == game.system.seats[1 - first].name


@pytest.mark.parametrize(
    "slug",
    [
        "cthulhu_wars",
        "demigods",
        *(pytest.param(one, marks=pytest.mark.nightly) for one in ("gods_war", "heroes", "mythic_battles")),
    ],
)
def test_in_front_of_the_curtain_the_page_has_what_a_spectator_sees(opened: Any, slug: str) -> None:
    """Whatever the person before had open: the page is sent what it would have been sent with nobody before."""
    game = th.new(slug, preset=next(iter(system_class(slug).presets)), seed=5)
    screen, other = opened(game, curtain=True), opened(game, curtain=True)
    seat = curtain(screen)["seats"][0]["seat"]
    screen.do("lift", seat=seat).do("hand", seat=seat).do("sheet", seat=seat).do("find", text="a").do("why", text="x")
    assert screen.view_state.why is not None
    screen.do("draw")
    screen.view_state.stamp = other.view_state.stamp
    screen.refresh()
    for name, region in screen.regions.items():
        theirs = other.regions[name]
        for panel in region.trait_names(sync=True):
            if not panel.startswith("_") and panel not in ("layout", "icons", "tabbable", "tooltip"):
                assert getattr(region, panel) == getattr(theirs, panel), panel


def test_who_plans_in_secret_passes_on_when_he_is_done(opened: Any) -> None:
    game = Game(scrolls(2), seed=5)
    screen = opened(game, curtain=True)
    assert curtain(screen)["asked"]
    assert not curtain(screen)["one"], "all are asked at once: any of them may begin"
    screen.do("lift", seat=1)
    game.play((1, 2))
    assert screen.view_state.view == 1
    assert screen.regions["side"].sealed["plans"][1]["lines"], "his own plan so far"
    game.play((1, "done"))
    assert screen.view_state.view == SPECTATOR
    assert curtain(screen)["seats"][0]["seat"] == 0
    assert [plan["lines"] for plan in screen.regions["side"].sealed["plans"]] == [[], []]


def test_a_click_on_the_picture_of_the_person_before_plays_nothing() -> None:
    game = th.new("demigods", preset="rivers", seed=3)
    control = Controller(game, ViewState(view=SPECTATOR, locked=True, curtain=True))
    seat = models(control.moment)["curtain"]["seats"][0]["seat"]
    control.do("lift", seat=seat)
    stamp, here = control.view_state.stamp, game.here
    control.do("draw")
    control.do("lift", seat=seat)
    control.handle({"do": "answer", "i": 0, "stamp": stamp})
    assert game.here == here
    assert "before that click came" in control.view_state.error


def test_bots_take_no_screen_and_one_person_alone_needs_no_curtain() -> None:
    game = th.new("cthulhu_wars", players=3, seed=1)
    opponents_of(game, {2: "easy"})
    control = Controller(game, ViewState(view=SPECTATOR, locked=True, curtain=True))
    assert {row["seat"] for row in models(control.moment)["curtain"]["seats"]} == {0, 1}
    control.do("lift", seat=2)
    assert "Nobody at this screen" in control.view_state.error
    assert control.view_state.view == SPECTATOR


@pytest.mark.parametrize("what", ["draw", "lift"])
def test_a_screen_of_one_seat_elsewhere_cannot_take_another(what: str) -> None:
    game = th.new("demigods", preset="rivers", seed=3)
    control = Controller(game, ViewState(view=1, locked=True))
    control.do(what, **({"seat": 0} if what == "lift" else {}))
    assert control.view_state.error
    assert control.view_state.view == 1
    assert models(control.moment)["curtain"] == {}


def test_who_passes_on_can_keep_the_game_and_it_goes_on_behind_a_curtain() -> None:
    game = th.new("demigods", preset="rivers", seed=3).remark(CURTAIN, "on")
    control = Controller(game, ViewState(view=SPECTATOR, locked=True, curtain=True))
    control.do("share", kind="save")
    assert control.parcel is not None
    assert is_passed_on(save.load(control.parcel.data.decode()))
    locked = Controller(game, ViewState(view=SPECTATOR, locked=True))
    locked.do("share", kind="save")
    assert locked.parcel is None
