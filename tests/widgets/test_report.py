"""The report: what it says of a game, what a click does, what it never tells, and the line and text that are shared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest

import theomachy as th
from tests.widgets.typed import wrong
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.play.run import record
from theomachy_widgets.control import Controller
from theomachy_widgets.models import PANELS
from theomachy_widgets.present import ALL, ViewState
from theomachy_widgets.present.report import EMPTY
from theomachy_widgets.report import Report
from theomachy_widgets.report_page import ReportPage
from theomachy_widgets.share import parcel


@cache
def saved() -> str:
    game = record("demigods", ["busy", "busy"], seed=1, options={"turns": 8})
    game.names["title"] = "Two rivers"
    return game.save()


@pytest.fixture
def page() -> Iterator[ReportPage]:
    from theomachy.engine.game import save

    made = ReportPage(save.load(saved()), walks=8)
    yield made
    made.close()


def test_two_turns_make_a_report() -> None:
    made = Report(th.new("demigods", players=2, seed=1, preset="island"), walks=4)
    assert made.models()["reportbar"]["empty"] == EMPTY == "Two turns make a report."
    assert made.words() == EMPTY
    made.close()


def test_a_report_tells_the_game_its_chances_and_its_moves(page: ReportPage) -> None:
    shown = page.models()
    for name, model in shown.items():
        if model:
            sent = {**model, "error": ""} if name == "reportbar" else model
            assert not wrong(json.loads(json.dumps(sent)), PANELS[name], name)
    assert shown["reportbar"]["title"] == "Two rivers"
    spots = shown["reportgraph"]["spots"]
    assert [spot["turn"] for spot in spots][:8] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(spot["p"] is not None for spot in spots)
    assert sum(row["on"] for row in shown["reportmoves"]["moves"]) == 1
    assert not page.errors
    for card in shown["reportpoints"]["points"]:
        assert card["picture"].startswith("data:image/png;base64,")


def test_what_is_not_measured_has_no_figure_and_no_sign(page: ReportPage) -> None:
    page.graph.points[3].chance = None
    shown = page.models()["reportgraph"]
    assert shown["spots"][3]["p"] is None
    assert not any(swing["at"] in (2, 3) for swing in shown["swings"])


def test_a_decision_is_tried_again_as_a_new_line(page: ReportPage) -> None:
    assert page.told, "the game has a swing"
    one = page.told[0]
    asked = page.game.tree.nodes[one.node].position.decision
    assert asked is not None
    page.do("retry", k=0)
    assert page.playing
    assert page.game.here == one.node
    taken = page.game.tree.nodes[one.after].entry
    assert taken is not None
    page.game.play(next(option for option in asked.options if option != taken.answer))
    page.do("comeback")
    assert not page.playing
    lines = [line for row in page.models()["reportmoves"]["moves"] for line in row["lines"]]
    assert page.game.here in [line["node"] for line in lines]


def test_keys_and_clicks_let_the_board_stand_elsewhere(page: ReportPage) -> None:
    end = page.at
    page.do("go", node=page.graph.points[2].node)
    page.do("turn", step=1)
    assert page.at == page.graph.points[3].node != end
    page.do("seat", i=1)
    assert page.models()["reportgraph"]["who"] == page.game.seats[1].name
    page.do("go", node=10**6)
    assert page.error.startswith("There is no position")
    page.do("retry", k=99)
    assert page.error == "There is no such turning point."


def test_below_a_dashboard_the_report_is_opened_and_closed() -> None:
    control = Controller(th.new("demigods", players=2, seed=1, preset="island"), ViewState())
    control.do("report")
    assert control.view_state.report
    control.do("report")
    assert not control.view_state.report
    locked = Controller(control.game, ViewState(view=0, locked=True))
    locked.do("report")
    assert locked.view_state.error == "The report of this game can be read when it is over."


def test_a_position_and_the_moves_are_shared_as_text() -> None:
    game: Game = th.new("demigods", players=2, seed=1, preset="island")
    assert th.position(parcel(game, "line", ALL).data.decode()).state == game.state
    assert parcel(game, "line", 0).data.decode() == game.line(0) != game.line()
    assert th.notation(parcel(game, "moves", ALL).data.decode()).state == game.state
    with pytest.raises(IllegalAnswer, match="for who sees all"):
        parcel(game, "moves", 0)
    with pytest.raises(IllegalAnswer, match="copied by a player"):
        parcel(game, "line", "spectator")
