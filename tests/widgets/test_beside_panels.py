"""The models of what lies beside the board, and how a person writes, spends a die and turns to a sheet."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import theomachy as th
from tests.engine.pocket_scrolls import Scrolls, scrolls
from tests.widgets.fixtures import unfolded
from theomachy.engine.game import registry
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.beside import SealedPlan, Sealing
from theomachy.engine.tabletop.table import Condition, ConditionPart, Table
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.esm import read
from theomachy_widgets.lesson import LessonPlayer
from theomachy_widgets.present import (
    Moment,
    ViewState,
    cards,
    conditions,
    fronts,
    models,
    paper,
    picking,
    sealed,
    sums,
    throws,
)
from theomachy_widgets.replay import replay_html


def begin(*answers: Any, players: int = 2) -> Controller:
    """At the desk of the first player, after the voyages."""
    game = Game(scrolls(players), seed=5)
    game.play(*((p, "done") for p in range(players)), "go on", *answers)
    return Controller(game, ViewState(view=0))


def blocks(c: Controller) -> dict[str, Any]:
    return {block["name"]: block for block in paper.model(c.moment)["sheets"][0]["groups"][0]["blocks"]}


# -- sheets ------------------------------------------------------------------------------------------------------------
def test_what_may_be_written_is_lit_and_what_cannot_is_not() -> None:
    found = blocks(begin())
    assert {name: block["state"] for name, block in found.items()} == {
        "Quay": "hot", "Forge": "lit", "Garden": "lit", "Beacon": "quiet", "Armoury": "quiet", "Temple": "quiet",
    }  # fmt: skip
    assert found["Quay"]["box"]["target"] == "box:0:0"
    assert "target" not in found["Temple"]["box"]


def test_a_box_says_what_writing_would_bring() -> None:
    box = blocks(begin())["Forge"]["box"]
    assert box["brings"] == "The hero throws one die more. · 1 stone, 1 gold, 1 points"
    assert box["said"] == "empty"


def test_a_click_on_a_box_writes_in_fresh_ink() -> None:
    c = begin()
    c.do("target", target="box:0:1")
    assert c.view_state.error == ""
    forge = blocks(c)["Forge"]
    assert (forge["state"], forge["box"]["mark"], forge["box"]["fresh"]) == ("fresh", "tick", True)
    assert blocks(c)["Armoury"]["state"] == "lit"  # an arrow leads there from the forge
    c.do("target", target="box:0:4")  # the temple may not be written
    assert blocks(c)["Temple"]["box"]["mark"] == ""


def test_ink_of_an_earlier_round_is_dry() -> None:
    c = begin(0, "done")
    while c.game.state.turn == 1:
        c.game.play(c.game.options[-1])
    c.forget()
    c.do("front", k="0")
    assert blocks(c)["Quay"]["state"] == "done"
    assert not blocks(c)["Quay"]["box"]["fresh"]


def test_arrows_are_dark_where_the_first_stands() -> None:
    c = begin(0)
    [group] = paper.model(c.moment)["sheets"][0]["groups"]
    standing = {tuple(arrow[:4]): arrow[4] for arrow in group["arrows"]}
    assert standing[0, 2, 0, 1] is True  # from the quay to the beacon
    assert standing[1, 2, 1, 1] is False  # from the forge to the armoury


def test_a_fault_of_a_why_not_is_shown_on_the_sheet(monkeypatch: Any) -> None:
    c = begin()
    monkeypatch.setattr(picking, "_faults", lambda m: frozenset(("box:0:4",)))
    assert blocks(c)["Temple"]["state"] == "fault"


# -- what stands in front ----------------------------------------------------------------------------------------------
def test_the_sheet_on_which_is_answered_comes_to_the_front_by_itself() -> None:
    c = begin()
    assert fronts.model(c.moment)["on"] == "0"
    assert [tab["k"] for tab in fronts.model(c.moment)["tabs"] if tab.get("may")] == ["0"]
    assert fronts.model(Controller(Game(scrolls(2), seed=5), ViewState(view=0)).moment)["on"] == "board"


def test_a_person_turns_to_another_sheet_to_the_cards_and_to_the_board() -> None:
    c = begin()
    for front, shown in (("1", ("paper",)), ("cards", ("cards",)), ("board", ())):
        c.do("front", k=front)
        found = models(c.moment)
        assert tuple(name for name in ("paper", "cards") if found[name]) == shown
    c.do("front", k="nobody")
    assert fronts.front(c.moment) == "0"


def test_a_game_without_sheets_has_none_of_these_panels() -> None:
    from tests.engine.walks import game

    found = models(Moment(game(), ViewState()))
    assert not any(found[name] for name in ("fronts", "paper", "cards", "sums", "throws", "conditions"))


def test_the_board_makes_room_for_a_sheet_and_takes_it_again() -> None:
    dash = Dashboard(begin().game, renderer="svg")
    assert "theo-turned" in dash._box._dom_classes
    dash.do("front", k="board")
    assert "theo-turned" not in dash._box._dom_classes
    assert dash.control.faults == []
    dash.close()


def test_a_screen_of_one_player_may_turn_sheets() -> None:
    c = begin()
    c.view_state.locked = True
    c.do("front", k="cards")
    assert (c.view_state.error, fronts.front(c.moment)) == ("", "cards")


# -- cards, sums, dice -------------------------------------------------------------------------------------------------
def test_a_card_has_rails_where_its_powers_live() -> None:
    c = begin()
    c.do("front", k="cards")
    card = cards.model(c.moment)["cards"][0]
    assert [power["rail"] for power in card["powers"]] == [[True] * 3 + [False] * 2, [True] * 5]
    assert card["falls"] == [
        ["vitality 3", "offence 2", 2],
        ["vitality 2", "Rage ends", 3],
        ["vitality 1", "offence 1", 4],
    ]
    c.game.state.row[0] = 3
    assert [power["live"] for power in cards.model(Moment(c.game, c.view_state))["cards"][0]["powers"]] == [
        False,
        True,
    ]


def test_a_sum_shows_where_it_begins_and_how_it_changes() -> None:
    [found] = sums.model(begin(0, 1).moment)["sums"]
    assert (found["name"], found["value"]) == ("Dice", 4)
    assert found["terms"] == [["offence of the row", "3", "PG-BAT-001", ""], ["Smithy", "+1", "PG-DEE-002", ""]]


def test_a_die_that_may_be_spent_is_picked_by_a_click() -> None:
    c = begin(0, 1)
    c.game.play("done", dice="4/3/5/3")
    c.forget()
    [throw] = throws.model(c.moment)["throws"]
    dice = throw["steps"][0]["sets"][0]["dice"]
    assert [("target" in die, die["fate"]) for die in dice] == [
        (True, "kept"), (True, "kept"), (False, "wound"), (True, "kept"),
    ]  # fmt: skip
    c.do("target", target="die:3")
    dice = throws.model(c.moment)["throws"][0]["steps"][0]["sets"][0]["dice"]
    assert [(die["fate"], die["to"], die["adds"]) for die in dice][3] == ("spent", 0, 1)


# -- plans and progress ------------------------------------------------------------------------------------------------
def test_the_own_plan_grows_and_the_others_are_only_done_or_not() -> None:
    game = Game(scrolls(3), seed=5).play((0, 1), (1, 2), (1, "done"))
    found = sealed.model(Moment(game, ViewState(view=0, locked=True)))
    assert [(plan["state"], plan["lines"], plan["own"]) for plan in found["plans"]] == [
        ("planning", ["Delos"], True), ("sealed", [], False), ("planning", [], False),
    ]  # fmt: skip
    assert (found["waits"], found["shown"]) == (2, False)
    game.play((0, "done"), (2, "done"))
    found = sealed.model(Moment(game, ViewState(view=2, locked=True)))
    assert [plan["lines"] for plan in found["plans"]] == [["Delos"], ["Naxos"], []]
    assert found["shown"]


class Watched(Scrolls):
    """The scrolls with goals."""

    def table(self, s: Any, viewer: int | None = None) -> Table:
        parts = (ConditionPart("quays", 1, 2, 0), ConditionPart("temples", 0, 1, 1))
        goals = (
            Condition("a", "Harbour", parts, rule="PG-HAR-001", near=(1,)),
            Condition("b", "Fleet", (ConditionPart("ships", 3, 4),)),
            Condition("c", "Peace", (ConditionPart("turns", 2, 2),)),
        )
        return replace(super().table(s, viewer), conditions=goals)


def test_the_nearest_condition_comes_first_and_a_reached_one_last() -> None:
    rows = conditions.model(Moment(Game(Watched.build(players=2), seed=1), ViewState()))["rows"]
    assert [(row["name"], row["value"], row["most"], row["reached"]) for row in rows] == [
        ("Fleet", 3, 4, False), ("Harbour", 0, 2, False), ("Peace", 2, 2, True),
    ]  # fmt: skip
    assert [part["done"] for part in rows[1]["parts"]] == [False, False]
    assert [seat["name"] for seat in rows[1]["near"]] == ["Bronteas"]


def test_one_plan_alone_is_no_panel() -> None:
    m = Moment(Game(scrolls(2), seed=5), ViewState())
    m.__dict__["table"] = replace(m.table, sealing=Sealing("x", (SealedPlan(0, "planning"),)))
    assert sealed.model(m) == {}


# -- the look ----------------------------------------------------------------------------------------------------------
def test_no_letter_is_smaller_than_eleven_pixels() -> None:
    css = read("data/beside.css")
    sizes = [float(n) for n in re.findall(r"(?:font(?:-size)?:[^;}]*?)(\d+(?:\.\d+)?)px", css)]
    assert sizes
    assert min(sizes) >= 11


# -- lessons and replays -----------------------------------------------------------------------------------------------
LESSON = """
title = "The first building"
game = "scrolls"
players = ["Aglaia", "Bronteas"]
seed = 5
[[step]]
play = ["done", "done", "go on"]
[[step]]
say = "Write on the sheet."
ask = { question = "Build the quay.", kind = "play", answer = "quay", hint = "It stands at the left." }
[[step]]
play = "quay"
"""


def test_a_lesson_shows_the_sheets_and_a_click_on_a_box_is_the_move(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"scrolls": Scrolls})
    path = tmp_path / "lesson_quay.toml"
    path.write_text(LESSON, encoding="utf-8")
    player = LessonPlayer(path, renderer="svg")

    def quay() -> Any:
        return player.parts["lessonfoot"].lessonfoot["beside"]["paper"]["sheets"][0]["groups"][0]["blocks"][0]

    while not player.lesson.waits:
        assert "target" not in quay()["box"]  # nothing is written while the lesson tells
        player.do("next")
    assert quay()["state"] == "hot"
    player.do("target", target="box:0:0")
    assert (player.error, player.errors) == ("", [])
    assert not player.lesson.waits
    player.close()


def test_a_replay_holds_the_sheets_and_the_rules_that_they_name() -> None:
    text = replay_html(begin(0).game)
    data = json.loads(re.findall(r'<script[^>]*id="replay"[^>]*>(.*?)</script>', text, re.S)[0])
    last = unfolded(data, data["lines"][0]["frames"][-1]["x"])
    assert [sheet["title"] for sheet in last["paper"]["sheets"]] == ["Scroll of Aglaia", "Scroll of Bronteas"]
    assert last["sums"]["sums"][0]["value"] == 3
    assert "target" not in json.dumps(last["paper"])
    assert "PG-DEE-002" in data["rules"]


def test_the_sheet_of_who_is_asked_comes_before_those_of_others() -> None:
    """Where the question can be answered on every sheet: the order of the actions of a round."""
    game = th.new("heroes", preset="two", seed=1)
    moment = Controller(game, ViewState()).moment
    assert game.decision is not None
    assert game.decision.who == "Mechanisms"
    assert fronts.model(moment)["on"] == "1"
