"""A board in several sheets on a narrow page: which one is seen, the switch, and what a click on a way does."""

from __future__ import annotations

from typing import Any

from tests.cthulhu_wars.scene import table
from theomachy.engine.game.game import Game
from theomachy_widgets.control import Controller
from theomachy_widgets.present import ALL, ViewState, marks, models, on_board

UNITS = {
    "BG": {"Tower of Koth": "Ghoul, Acolyte", "Plain of Ghouls": "2 Acolyte"},
    "GC": {"Enchanted Wood": "Cthulhu, 2 Acolyte", "Leng": "Acolyte"},
    "YS": {"Celephais": "King in Yellow, Acolyte"},
}
SURFACE, UNDERWORLD, WHOLE = 0, 1, -1


def sent(c: Controller, do: str, **said: Any) -> Controller:
    c.do(do, **said)
    assert c.view_state.error == ""
    return c


def moving(board: str = "dreamlands_3p") -> Controller:
    """Black Goat moves a unit of the Tower of Koth; tunnel C leads from there to the Enchanted Wood."""
    p = table("BG GC YS", UNITS, board=board, gates={"Celephais": "YS"}, power=5)
    p.play(("move",))
    p.play(next(o for o in p.decision.options if o[1] == p.state.config.map.index["Tower of Koth"]))  # type: ignore[union-attr]
    return Controller(Game(p.system, p, seed=1), ViewState(view=ALL))


def area(c: Controller, name: str) -> int:
    return next(a.id for a in c.moment.shown.board.areas if a.name == name)


def way(c: Controller, start: str) -> dict[str, Any]:
    (found,) = (row for row in models(c.moment)["ways"]["rows"] if row["start"] == start)
    return found


def test_the_switch_shows_one_sheet_alone() -> None:
    c = moving()
    told = models(c.moment)["boardsheets"]
    assert (told["at"], told["asked"], told["first"]) == (WHOLE, True, UNDERWORLD)
    assert (told["sheets"][0]["name"], told["sheets"][0]["n"]) == ("The Surface", 1)
    whole = on_board(c.moment).board
    sent(c, "boardsheet", k=UNDERWORLD)
    assert models(c.moment)["boardsheets"]["at"] == UNDERWORLD
    assert not models(c.moment)["boardsheets"]["asked"]
    assert {a.id for a in on_board(c.moment).board.areas} == {*whole.sheets[UNDERWORLD].areas}
    assert {row["start"] for row in models(c.moment)["ways"]["rows"]} >= {"Tower of Koth", "Plain of Ghouls"}
    sent(c, "boardsheet", k=99)
    assert models(c.moment)["boardsheets"]["at"] == UNDERWORLD  # there are two of them
    sent(c, "boardsheet", k=WHOLE)
    assert on_board(c.moment).board is whole
    assert not models(c.moment)["boardsheets"]["asked"]


def test_a_board_in_one_sheet_has_neither() -> None:
    p = table("BG GC YS", {"BG": {"Lemuria": "Acolyte"}}, board="primeval_3p")
    c = Controller(Game(p.system, p, seed=1), ViewState(view=ALL, boardsheet=0))
    assert models(c.moment)["boardsheets"] == models(c.moment)["ways"] == {}
    assert on_board(c.moment).board is c.moment.shown.board


def test_what_waits_beyond_a_way_is_told() -> None:
    c = sent(moving(), "boardsheet", k=UNDERWORLD)
    told = way(c, "Tower of Koth")
    assert (told["name"], told["ends"], told["come"], told["may"]) == ("tunnel C", ["Enchanted Wood"], "GC 3", True)
    assert [token["o"] for token in told["there"]] == ["green", "green"]
    assert (way(c, "Plain of Ghouls")["come"], way(c, "Plain of Ghouls")["may"]) == ("GC 1", False)
    assert way(sent(c, "boardsheet", k=SURFACE), "Enchanted Wood")["come"] == "BG 2"


def test_a_way_is_gone_where_that_answers() -> None:
    for message in ({"do": "through", "k": ""}, {"do": "pick"}):
        c = sent(moving(), "boardsheet", k=UNDERWORLD)
        here, k = c.game.here, way(c, "Tower of Koth")["k"]
        said = {"k": k} if "k" in message else {"targets": [k]}
        sent(c, message["do"], **said)
        assert c.game.here != here
        assert "Enchanted Wood" in c.moment.story[-1].text


def test_else_one_looks_at_its_other_end() -> None:
    c = sent(moving(), "boardsheet", k=SURFACE)
    here, thok = c.game.here, f"area:{area(c, 'Peaks of Thok')}"
    told = way(c, "Mount Ngranek")
    assert (told["ends"], told["may"]) == (["Peaks of Thok"], False)
    sent(c, "through", k=told["k"])
    assert c.game.here == here
    assert models(c.moment)["boardsheets"]["at"] == UNDERWORLD
    assert thok in marks(c.moment).touched
    sent(c, "pick", targets=["area:99"])
    assert thok not in marks(c.moment).touched
    c.do("through", k="way:99:0")
    assert c.view_state.error == "That way is not there."


def test_a_click_on_a_sign_in_an_area_that_can_be_chosen_means_the_area() -> None:
    c = moving()
    wood = way(c, "Enchanted Wood")["k"]
    sent(c, "pick", targets=[wood, f"area:{area(c, 'Enchanted Wood')}"])
    assert "to Enchanted Wood" in c.moment.story[-1].text


def test_a_question_on_the_other_sheet_brings_it() -> None:
    p = table("YS BG GC", UNITS, board="dreamlands_3p", gates={"Celephais": "YS"}, power=5)
    p.play(("move",))
    c = Controller(Game(p.system, p, seed=1), ViewState(view=ALL))
    assert [tab["n"] > 0 for tab in models(c.moment)["boardsheets"]["sheets"]] == [True, False]
    sent(c, "boardsheet", k=UNDERWORLD)
    assert models(c.moment)["boardsheets"]["at"] == UNDERWORLD  # whoever wants to look there may
    c.view_state.stamp += 1  # somebody has answered
    assert models(c.moment)["boardsheets"]["at"] == SURFACE
