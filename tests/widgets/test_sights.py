"""Lines that a person measures, advice, hands in stacks, dashboards of an army, and a fight told step under step."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.engine.pocket import Pocket
from tests.engine.pocket_sights import PocketSights
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.errors import RulesError
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import LegendRow
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.panels import look, module_of
from theomachy_widgets.present import Moment, ViewState, icons_of, models
from theomachy_widgets.present.advice import columns
from theomachy_widgets.present.attack import stage_event
from theomachy_widgets.present.decision import _common
from theomachy_widgets.present.marks import marks

DEED, FIGHT = "deed", "attack dice"


def until(what: str, seed: int = 2, **look_: Any) -> Controller:
    """At the first question of this name, where somebody may attack; armies are raised on the way."""
    game, rng = Game(PocketSights.build(players=2), seed=5), Random(seed)
    game.dice_by_hand = what == FIGHT
    for _ in range(400):
        d = game.decision
        if d is not None and d.what == what and (what != DEED or any(o.value[0] == "attack" for o in d.options)):
            break
        options = [o for o in game.options if o.value[0] == "attack"] if what == FIGHT and d.what == DEED else []
        game.play(rng.choice(options or game.options))
    else:
        raise AssertionError(f"{what} was never asked")
    return Controller(game, ViewState(**look_))


def shown(c: Controller, name: str) -> dict[str, Any]:
    found: dict[str, Any] = models(c.moment)[name]
    return found


# -- measuring ---------------------------------------------------------------------------------------------------------
def test_two_clicks_draw_the_line_between_two_areas_and_say_why() -> None:
    c = until(DEED)
    assert shown(c, "decision")["measure"] == "Line of sight"
    before = len(c.game.tree.nodes)
    c.do("measure")
    c.do("pick", targets=["area:0"])
    assert marks(c.moment).selected == {"area:0"}
    c.do("pick", targets=["area:1"])
    assert [ray.words for ray in marks(c.moment).rays] == ["clear"]
    panel = shown(c, "measured")
    assert (panel["title"], panel["words"], panel["clear"]) == ("Kos to Delos", "clear", True)
    assert panel["rows"] == [[True, "they are neighbours", "", "PG-DEE-003"]]
    assert len(c.game.tree.nodes) == before  # nothing was played


def test_the_third_click_begins_a_new_line_and_escape_lays_it_down() -> None:
    c = until(DEED)
    c.do("measure")
    for area in (0, 1, 3):
        c.do("pick", targets=[f"area:{area}"])
    assert (c.view_state.measure.start, c.view_state.measure.end) == ("area:3", "")
    c.do("pick", targets=["area:1"])
    assert marks(c.moment).rays[0].stops == (0.5,)
    assert shown(c, "measured")["rows"][0] == [False, "they are neighbours", "water", "PG-DEE-003"]
    c.do("letgo")
    assert c.view_state.measure is None
    assert shown(c, "measured") == {}
    assert marks(c.moment).selectable


def test_a_piece_measures_for_itself_and_the_lists_do_what_clicks_do() -> None:
    c = until(DEED)
    c.do("measure")
    piece = next(p for p in c.moment.table.pieces if p.area == 0)
    c.do("pick", targets=[piece.target, "area:0"])
    assert c.view_state.measure.start == piece.target
    things = dict(shown(c, "measured")["things"])
    assert things[piece.target] == "Army, Kos"
    c.do("measured", which="end", target="area:1")
    assert shown(c, "measured")["words"] == "clear"


def test_what_cannot_be_measured_is_said() -> None:
    c = until(DEED)
    c.do("measure")
    c.do("measured", which="start", target="area:0")
    c.do("measured", which="end", target="area:2")
    assert shown(c, "measured")["fault"] == "There is no line between these two."
    piece = next(p for p in c.moment.table.pieces if p.area == 0)
    c.do("measured", which="end", target=piece.target)
    assert shown(c, "measured")["fault"] == "an island is seen from itself"
    plain = Controller(Game(Pocket.build(players=2), seed=5), ViewState())
    plain.do("measure")
    assert plain.view_state.error == "There is nothing to measure in this game."
    assert plain.view_state.measure is None


def test_the_line_of_the_option_that_the_button_answers_is_drawn() -> None:
    c = until(DEED)
    attack = next(o for o in c.moment.decision.options if o.value[0] == "attack")
    c.do("hot", i=attack.index)
    (ray,) = marks(c.moment).rays
    assert (ray.start, ray.end) == attack.value[1:3]
    other = next(o for o in c.moment.decision.options if o.value[0] != "attack")
    c.do("hot", i=other.index)
    assert marks(c.moment).rays == ()


def test_the_line_of_the_option_under_the_pointer_goes_before_it() -> None:
    c = until(DEED)
    attack = next(o for o in c.moment.decision.options if o.value[0] == "attack")
    other = next(o for o in c.moment.decision.options if o.value[0] != "attack")
    c.do("hot", i=other.index)
    c.do("point", i=attack.index)
    assert [(ray.start, ray.end) for ray in marks(c.moment).rays] == [attack.value[1:3]]
    assert c.view_state.hot == other.index  # nothing was chosen
    c.do("point", i=None)
    assert marks(c.moment).rays == ()


def test_a_locked_screen_may_measure_and_at_an_event_too() -> None:
    c = until(DEED, view=0, locked=True)
    c.do("measure")
    assert c.view_state.error == ""
    c.do("event", k=0)
    c.do("pick", targets=["area:0"])
    c.do("pick", targets=["area:4"])
    assert c.view_state.event == 0
    assert marks(c.moment).rays[0].words == "clear"


def test_the_editor_measures_too() -> None:
    made = PositionEditor(Editor.of(Game(PocketSights.build(players=2), seed=5)))
    assert made.models()["editside"]["measuring"] == "Line of sight"
    state = made.editor.as_json()
    made.do("measure")
    made.do("pick", targets=["area:0"])
    made.do("pick", targets=["area:1"])
    assert made.models()["editside"]["measured"]["words"] == "clear"
    assert made.tables()["board"][1].rays
    made.do("letgo")
    assert made.models()["editside"]["measured"] == {}
    assert made.editor.as_json() == state
    made.close()


@pytest.mark.parametrize("renderer", ["canvas", "svg"])
def test_both_boards_hear_the_clicks(renderer: str) -> None:
    c = until(DEED)
    board = Dashboard(c.game, renderer=renderer)
    board.do("measure")
    for area in (0, 1):
        hit = board.board.scene.hit(f"area:{area}")
        if renderer == "canvas":
            x = (hit.box[0] + hit.box[2]) / 2 / board.board.scene.width
            board.do("press", x=x, y=(hit.box[1] + 6) / board.board.scene.height)
        else:  # Enter on the accessible board
            board.board._hear({"event": "pick", "target": hit.target, "stamp": board.view_state.stamp})
    assert board.view_state.error == ""
    measure = board.view_state.measure
    assert {measure.start.split(":")[0], measure.end.split(":")[0]} <= {"area", "piece"}
    assert board.regions["side"].measured["words"] == "clear"
    assert board.board.marks.rays
    board.close()


# -- advice, what is barred --------------------------------------------------------------------------------------------
def test_advice_compares_plans_and_shows_the_distribution_of_one() -> None:
    c = until(DEED)
    found = shown(c, "advice")
    assert [p["name"] for p in found["plans"]] == ["Send all", "Send one", "Wait"][: len(found["plans"])]
    assert [p["taken"] for p in found["plans"]][:2] == [False, True]
    assert [p["on"] for p in found["plans"]][:2] == [False, True]  # that which was taken
    assert found["bars"] == [["0", 0.5, 0.4, False], ["1", 0.5, 0.6, False]]
    c.do("plan", k=0)
    found = shown(c, "advice")
    assert found["mean"] == "2.50"
    assert found["bars"] == [["0", 0.1, 0.4, False], ["3", 0.9, 0.0, True], ["1", 0.0, 0.6, False]]
    assert shown(c, "odds") == {}
    c.do("objective", k="sure")
    found = shown(c, "advice")
    assert found["plans"][0]["name"] == "Send one"
    assert [o["on"] for o in found["objectives"]] == [False, True]


def test_a_plan_that_is_an_answer_can_be_played() -> None:
    c = until(DEED)
    k = next(p["k"] for p in shown(c, "advice")["plans"] if p["name"] == "Wait")
    c.do("plan", k=k)
    answer = shown(c, "advice")["answer"]
    assert answer["label"] == "End the turn"
    c.do("answer", i=answer["i"])
    assert c.view_state.error == ""
    c.changed()  # as a dashboard hears of it
    assert c.view_state.plan is None


def test_unlikely_outcomes_stand_together_at_the_end() -> None:
    rows = tuple((str(n), p) for n, p in enumerate((0.1, 0.2, 0.3, 0.3, 0.08, 0.01, 0.01)))
    assert columns(rows, (), "1") == [
        ["0", 0.1, None, False], ["1", 0.2, None, True], ["2", 0.3, None, False], ["3", 0.3, None, False],
        ["4+", 0.1, None, False],
    ]  # fmt: skip
    even = tuple((str(n), 0.1) for n in range(10))
    assert [row[0] for row in columns(even, (), "")] == ["0", "1", "2", "3", "4", "5", "6+"]
    assert [row[0] for row in columns(rows, (), "6")][-1] == "6"  # what came is not hidden


def test_a_group_is_called_by_what_its_options_share() -> None:
    assert _common(["Discard a 1: a 2 becomes 3", "Discard a 1: a 4 becomes 5"]) == "Discard a 1"
    assert _common(["March Kos to Delos", "March Kos to Ios"]) == "March Kos to"
    assert _common(["Yes"]) == _common(["Yes", "No"]) == ""


def test_advice_is_for_who_may_answer() -> None:
    c = until(DEED)
    other = 1 - c.moment.decision.player
    assert shown(Controller(c.game, ViewState(view=other, locked=True)), "advice") == {}


def test_what_is_not_offered_stands_below_the_options() -> None:
    c = until(DEED)
    assert shown(c, "decision")["barred"] == [["Delos: too far", "PG-DEE-003"]]
    c.do("find", text="Kos")
    assert shown(c, "decision")["barred"] == []


# -- hands in stacks ---------------------------------------------------------------------------------------------------
def test_a_hand_lies_in_stacks_and_another_shows_its_backs() -> None:
    c = until(FIGHT)
    for p in (0, 1):
        c.do("view", k=p)
        mine, other = shown(c, "hands")["sides"]
        held = c.game.state.hands[p]
        assert sum(stack["n"] for stack in mine["stacks"]) == len(held)
        assert mine["backs"] == 0
        assert other["stacks"] == []
        assert other["backs"] == len(c.game.state.hands[1 - p])
        assert other["hidden"] == (f"hand {other['backs']}, hidden" if other["backs"] else "")
        assert mine["figure"]["name"].endswith("of 3 islands")


def test_a_table_in_words_tells_stacks_and_steps() -> None:
    c = until(FIGHT)
    said = describe(c.moment.table)
    assert "in the deck, 0 discarded, islands" in said
    assert "attacks with" in said
    assert "the sea near" in said


def test_allies_are_named_in_the_table_of_players() -> None:
    c = until(DEED)
    assert [row["status"] for row in shown(c, "strip")["seats"]] == ["to act", "waits"]
    seats = tuple(replace(seat, side="west") for seat in c.game.system.seats)
    c.game.system.seats = seats
    c.memory.last.clear()
    c.forget()
    assert [row["status"] for row in shown(c, "strip")["seats"]] == ["to act, with Bronteas", "waits, with Aglaia"]


# -- dashboards --------------------------------------------------------------------------------------------------------
def test_a_card_tells_its_cards_its_kinds_of_power_and_where_it_stands() -> None:
    c = until(DEED)
    c.do("front", k="cards")
    card = shown(c, "cards")["cards"][0]
    assert card["stack"]["said"].endswith("in the deck, 1 discarded")
    assert card["here"][1] == ["a storm", "-1", "", True]
    assert [p["railed"] for p in card["powers"]] == [True, False]
    assert "two-coins" in icons_of(models(c.moment))
    board = Dashboard(c.game)
    board.do("front", k="cards")
    assert "theo-wide" in board._box._dom_classes
    assert board.regions["head"].fronts["ask"]["prompt"]
    board.do("front", k="board")
    assert "theo-wide" not in board._box._dom_classes
    assert board.regions["head"].fronts["ask"] is None
    board.close()


# -- a fight told step under step --------------------------------------------------------------------------------------
def test_a_stepwise_fight_stands_in_front_with_a_place_for_each_stage() -> None:
    c = until(FIGHT)
    assert shown(c, "fronts")["on"] == "fight"
    found = shown(c, "attack")
    assert [(x["name"], x["throw"] is not None, len(x["slides"])) for x in found["sections"]] == [
        ("Throw", True, 0),
        ("Losses", False, 0),  # not come yet: its place is kept
    ]
    assert [len(side["sums"]) for side in found["sides"]] == [1, 1]
    assert shown(c, "throws") == {}
    assert shown(c, "fight") == {}
    c.do("front", k="board")
    assert shown(c, "attack") == {}
    assert shown(c, "throws")["throws"]
    assert shown(c, "fight")["sides"]


def test_the_dashboard_lays_the_board_into_the_fight() -> None:
    board = Dashboard(until(FIGHT).game)
    assert "theo-steps" in board._box._dom_classes
    assert board.regions["front"].attack["sections"]
    assert [row["jump"] for row in board.regions["head"].stages["stages"]] == [True, True, False]
    board.close()


def test_a_click_on_a_stage_looks_at_the_moment_when_it_was_under_way() -> None:
    c = until(FIGHT)
    assert stage_event(c.moment, 1) is None  # it is now
    while c.game.state.fight is not None:
        c.game.play(c.game.options[0])
    c.forget()
    told = [k for k, t in enumerate(c.moment.story) if t.event.state is not None and t.event.state.fight is not None]
    c.do("event", k=told[0])
    c.do("stage", k=1)
    state = c.moment.told.event.state
    assert c.moment.table_of(state).fight.stages[1].state == "now"
    assert shown(c, "attack")["sections"]
    c.do("stage", k=9)
    assert c.view_state.error == ""


# -- the key of the board --------------------------------------------------------------------------------------------
def test_the_key_shows_each_row_with_a_picture_of_its_own() -> None:
    c = until(DEED)
    assert shown(c, "legend") == {"open": False, "rows": []}
    c.do("legend")
    rows = shown(c, "legend")["rows"]
    assert [row["name"] for row in rows][:2] == ["Forest", "Wall"]
    pictures = [picture for row in rows for picture in row["pictures"]]
    assert len(set(pictures)) == 2 * len(rows)
    assert all(picture.startswith("data:image/svg+xml;base64,") for picture in pictures)
    assert "Forest: hides" in describe(c.moment.table)
    with pytest.raises(RulesError, match="of a legend is 'smell'"):
        LegendRow("smell", "", "Smell")


# -- the page ----------------------------------------------------------------------------------------------------------
def test_the_new_panels_are_in_their_regions_and_styled() -> None:
    for region, names in (("front", ("attack",)), ("side", ("advice", "legend", "measured")), ("foot", ("hands",))):
        module = module_of(region)
        for name in names:
            assert f"{name}" in module.rsplit("export default", 1)[0]
    css = look()
    for name in ("hcards", "pln", "seg2", "said2", "theo-steps", "theo-wide"):
        assert f".{name}" in css


def test_a_moment_of_a_spectator_has_no_hidden_card_in_any_model() -> None:
    c = until(FIGHT)
    found = str(models(Moment(c.game, ViewState(view="spectator"))))
    for p in (0, 1):
        for card in set(c.game.state.hands[p]):
            assert f"Card {card}" not in found
