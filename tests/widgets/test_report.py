"""The report: what it says of a game, what a click does, what it never tells, and the line and text that are shared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import theomachy as th
from tests.widgets.typed import wrong
from theomachy.answers.work import Budget
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.play.run import record
from theomachy_widgets import report as module
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


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReportPage]:
    """A report in which every turn is measured a little, and no swing is looked into."""
    from theomachy.engine.game import save

    monkeypatch.setattr(module, "AT_ONCE", Budget(pieces=60))
    made = ReportPage(save.load(saved()), walks=2)
    assert made.graph.measured == len(made.graph.points)
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
    tried = page.game.here
    page.do("comeback")
    assert not page.playing
    page.do("point", k=0)
    page.do("again")
    assert (page.playing, page.game.here) == (True, one.node), "R does so too, where the board stands there"
    page.do("comeback")
    other = page.graph.points[1].node
    page.do("go", node=other)
    page.do("again")
    assert (page.playing, page.game.here) == (True, other), "and elsewhere it plays on"
    page.do("comeback")
    lines = [line for row in page.models()["reportmoves"]["moves"] for line in row["lines"]]
    assert tried in [line["node"] for line in lines]


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


def test_a_note_is_written_at_the_turn_where_the_board_stands_and_saved(brief: ReportPage) -> None:
    from theomachy.engine.game import save

    def shown() -> dict[str, Any]:
        return brief.models()["reportmoves"]

    brief.do("go", node=brief.graph.points[3].node)
    assert shown()["noting"] is None
    brief.do("noting")
    at = shown()["noting"]["at"]
    assert shown()["moves"][at]["on"]
    assert shown()["moves"][at]["turn"] == "4"
    brief.do("note", text=" The temple falls. ")
    assert shown()["noting"] is None
    assert [text for _, text in shown()["moves"][at]["notes"]] == ["The temple falls."]
    assert [(one["turn"], one["text"]) for one in shown()["notes"]] == [("4", "The temple falls.")]
    assert "The temple falls." in [node.note for node in save.load(brief.game.save()).tree.nodes]
    brief.do("noting")
    assert shown()["noting"]["text"] == "The temple falls.", "it is written on"
    brief.do("note", text="")
    assert shown()["notes"] == []
    brief.do("noting")
    brief.do("turn", step=1)
    assert shown()["noting"] is None, "who goes elsewhere has left it"


def test_a_seat_writes_no_notes_and_is_shown_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from theomachy.engine.game import save

    monkeypatch.setattr(module, "AT_ONCE", Budget(pieces=5))
    game = save.load(saved())
    game.note("I hold Monsters", game.tree.main()[-1])
    made = Report(game, view=0, walks=2)
    found = made.models()["reportmoves"]
    assert (found["may"], found["notes"]) == (False, [])
    made.do("noting")
    assert made.error == "Notes are for who may see all."
    made.do("note", text="mine")
    assert made.error == "Notes are for who may see all."
    made.close()
    game.remark("seats", "person, easy")  # who plays against bots alone has written them all
    alone = Report(game, view=0, walks=2)
    assert alone.models()["reportmoves"]["may"]
    assert [one["text"] for one in alone.models()["reportmoves"]["notes"]] == ["I hold Monsters"]
    alone.close()


def test_the_figures_tell_all_seats_and_the_lines_their_turns(brief: ReportPage) -> None:
    found = brief.models()["reportmoves"]
    assert found["figures"]["names"] == [seat.name for seat in brief.game.seats]
    assert len(found["figures"]["rows"]) == len(brief.graph.points)
    for _, _, each, _ in found["figures"]["rows"]:
        assert sum(p for p, _ in each) == pytest.approx(100, abs=0.2)
    brief.game.go(brief.graph.points[2].node)
    taken = brief.game.tree.nodes[brief.game.tree.nodes[brief.game.here].children[0]].entry
    assert taken is not None
    brief.game.play(next(o for o in brief.game.options if o.value != taken.answer))
    assert [turn for turn, line in brief.models()["reportmoves"]["lines"] if line["node"] == brief.game.here] == ["3"]


def test_a_turn_of_one_player_is_one_row(brief: ReportPage) -> None:
    rows = brief.models()["reportmoves"]["moves"]
    assert all((a["turn"], a["o"]) != (b["turn"], b["o"]) for a, b in pairwise(rows))


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
