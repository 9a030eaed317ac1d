"""The calculator on a dashboard: opened, changed, compared, closed, and told to each seat alike whatever is hidden."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.answers import fights_of_games as small
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy_widgets.asks.calculator import STRIP, strip
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.library import Library
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
    assert screen.error == "Nobody could fight anybody there."
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


@pytest.mark.parametrize("slug", FIGHTS)
def test_where_nobody_can_fight_any_fight_is_put_together(slug: str) -> None:
    """From the home page and in a new game alike it is empty and no error: who fights whom and where is picked."""
    screen = Screen(Library().fight(slug))
    shown = screen.do("calc")
    assert shown, screen.error
    assert not shown["fault"]
    picks = {pick["id"]: pick for pick in shown["picks"]}
    assert set(picks) >= ({"me", "foe"} if slug == "heroes" else {"where", "attacks", "defends"})
    where = next((pick["options"][-1]["k"] for pick in shown["picks"] if pick["id"] == "where"), "")
    if where:
        shown = screen.do("calcpick", id="where", k=where)
        assert not screen.error
    first = next(iter(picks.values()))
    other = next(option for option in first["options"] if not option["on"])
    shown = screen.do("calcpick", id=first["id"], k=other["k"])
    assert not screen.error, other
    assert screen.do("calcpick", id="where", k="nowhere")["title"] == shown["title"]
    assert screen.error
    if shown["empty"]:
        assert shown["empty"] == "Put a unit on each side."
        assert not shown["opens"]
        for side in shown["sides"]:
            if all(stepper["n"] == 0 for stepper in side["steppers"]):
                screen.do("calccount", id=side["steppers"][-1]["id"], n=2)
        shown = screen.page
    assert not shown["empty"]
    assert shown["said"].startswith("Exact")


def test_a_third_line_up_stands_beside_and_the_result_is_copied() -> None:
    screen = Screen(game("cthulhu_wars"))
    screen.do("calc")
    assert screen.do("calckeep")["keeps"] == "Compare with the board"
    shown = screen.do("calccount", id="0:3", n=2)
    assert (shown["keeps"], len(shown["rows"][0]["was"])) == ("Compare a third", 1)
    screen.do("calckeep")
    shown = screen.do("calccount", id="0:1", n=3)
    assert shown["columns"] == ["as set", "first kept", "second kept"]
    assert shown["late"] == [False, False, False]
    now = [row["now"] for row in shown["rows"]]
    assert len({*now} - {row["was"][0] for row in shown["rows"]}), "three line-ups, three columns"
    screen.do("calccopy")
    parcel = screen.control.parcel
    assert parcel is not None
    *text, line = parcel.data.decode().splitlines()
    assert text[1].startswith("Great Cthulhu attacks, ")
    assert "3 Deep One" in text[1]
    assert text[-1].startswith(shown["rows"][-1]["words"])
    begun = th.position(line).state
    assert begun.battle is not None
    assert begun.n(0, 1, begun.battle.area) == 3
    assert screen.do("calckeep")["columns"] != shown["columns"], "back to the board"


def test_the_spike_that_falls_in_the_next_council_is_said() -> None:
    """GW-SPK-001: who counts up to the mark breaks it."""
    table = game("gods_war")
    s = table.state.copy()
    mark = s.config.fact("victory.spike_at")
    for vp, falls in ((mark - 2, False), (mark - 1, True)):
        s.vp[1] = vp
        s.derive()
        shown = Screen(Game(table.system, Position(table.system, s.copy()), seed=1)).do("calc")
        assert (f"has {vp} VP and counts 1" in shown["warning"]) is falls
        assert (shown["warned"] == "GW-SPK-001") is falls


def test_three_parties_of_heroes_fight_at_once() -> None:
    screen = Screen(Library().fight("heroes"))
    screen.do("calc")
    screen.do("calcpick", id="foe", k="p:1:2")
    shown = screen.page
    assert [side["name"] for side in shown["sides"]] == ["Gremlins", "Mechanisms", "Demons"] or len(shown["sides"]) == 3
    rows = {row["words"]: row["now"] for row in shown["rows"]}
    assert list(rows.values())[:4].count("yes") == 1, "one of them wins, or all lose"
    shown = screen.do("calccount", id="0:0", n=15)
    assert shown["sides"][0]["steppers"][0]["n"] == 15, "more than it has can be thought of"
    assert shown["rows"][0]["now"] == "yes"
    assert shown["rows"][4]["now"] == "15"


def test_dice_as_rolled_have_plans_and_the_guard_stands_beside_nobody() -> None:
    screen = Screen(game("mythic_battles"))
    shown = screen.do("calc")
    thrown = shown["thrown"]
    assert {die["face"] for die in thrown["hands"][0]["dice"]} == {-1}
    assert thrown["planned"]
    assert not thrown["plans"]
    before = [row["now"] for row in shown["rows"]]
    for i in range(2):
        shown = screen.do("calcdie", i=i)
    assert [die["face"] for die in shown["thrown"]["hands"][0]["dice"]][:3] == [5, 5, -1]
    assert [row["was"] for row in shown["rows"]] == [[figure] for figure in before]
    assert [row["now"] for row in shown["rows"]] != before, "what comes of the fight follows them"
    assert shown["columns"] == ["as rolled", "not rolled"]
    plans = {row[0]: row for row in shown["thrown"]["plans"]["rows"]}
    assert shown["thrown"]["plans"]["rows"][0][0] == "Throw both fives"
    both = plans["Throw both fives"]
    faces = [(a, b) for a in range(6) for b in range(6)]  # a blank is gone, and can be given up for nothing
    wall = int(screen.page["sides"][1]["total"].removeprefix("to reach "))
    mean = sum(max_wounds([5 + a for a in pair if a], wall) for pair in faces) / 36
    assert float(both[1]) == pytest.approx(mean, abs=0.006)
    screen.do("calcdie", i=0, by=-1)
    assert [die["face"] for die in screen.page["thrown"]["hands"][0]["dice"]][:2] == [-1, 5]
    screen.do("calcdie", i=99)
    assert screen.error == "There is no such die."


@pytest.mark.parametrize(
    ("slug", "faces"),
    [("cthulhu_wars", [6, 5, 3]), ("gods_war", [6, 5, 3]), ("demigods", [1, 6])],
)
def test_dice_of_both_sides_are_set_by_clicks_and_by_digits(slug: str, faces: list[int]) -> None:
    screen = Screen(game(slug))
    shown = screen.do("calc")
    hands = shown["thrown"]["hands"]
    assert [hand["name"] for hand in hands] == [side["name"] for side in shown["sides"]]
    assert [f"{len(hand['dice'])} di" for hand in hands] == [side["total"][:4] for side in shown["sides"]]
    assert not shown["thrown"]["planned"]
    for face in (*faces, -1):
        shown = screen.do("calcdie", hand=0, i=1)
        assert shown["thrown"]["hands"][0]["dice"][1]["face"] == face
        assert shown["same"] is (face == -1)
    alike = next(face for face in faces if face != 6) if slug != "demigods" else 6
    shown = screen.do("calcdie", hand=0, i=0, face=4)
    assert shown["thrown"]["hands"][0]["dice"][0]["face"] == alike, "a four counts as it does"
    assert shown["columns"] == ["as rolled", "not rolled"]
    screen.do("calcdie", hand=0, i=0, face=9)
    assert screen.error == "These dice do not show a 9."
    screen.do("calckeep")
    screen.do("calcdie", hand=0, i=0)
    assert screen.page["rows"][0]["was"], "one throw beside another"
    assert not screen.error
    shown = screen.do("calcboard")
    assert {die["face"] for hand in shown["thrown"]["hands"] for die in hand["dice"]} == {-1}


def max_wounds(sums: list[int], wall: int) -> int:
    """Of two dice that lie: those that reach the wall, or one that does by what the other gives up."""
    done = sum(one >= wall for one in sums)
    return done or int(len(sums) > 1 and max(sums) + 1 >= wall)


def test_nobody_guards_is_told_beside_who_does() -> None:
    """MB-TAL-013: both are told, each with its own figures, and what strikes back follows."""
    table = th.new("mythic_battles", seed=3, armies=[["leonidas"], ["cerberus", "infernal_hounds"]])
    names = [unit.name for unit in table.system.config.units[:3]]
    s = table.system.arrange({"area": dict.fromkeys(names, "b4"), "activation": {"unit": names[0]}})
    screen = Screen(Game(table.system, Position(table.system, s), seed=1))
    shown = screen.do("calc", place="0:2:0")
    heads = [row["head"] for row in shown["rows"] if row["head"]]
    assert heads == ["Cerberus guards", "Nobody guards", "Cerberus strikes back"]
    words = {row["words"]: row["now"] for row in shown["rows"]}
    screen.do("calcpolicy", side=1, k="never")
    other = screen.page
    assert [row["head"] for row in other["rows"] if row["head"]][:2] == ["Nobody guards", "Cerberus guards"]
    for row in other["rows"]:
        if row["words"].endswith("is wounded") and not row["words"].startswith("Leonidas"):
            assert words[row["words"]] == row["now"]


def against(*armies: list[str]) -> Screen:
    """An attack of the first unit of the first army on the first of the other, in one area."""
    table = th.new("mythic_battles", seed=3, armies=armies)
    names = [unit.name for unit in table.system.config.units[: sum(map(len, armies))]]
    s = table.system.arrange({"area": dict.fromkeys(names, "b4"), "activation": {"unit": names[0]}})
    screen = Screen(Game(table.system, Position(table.system, s), seed=1))
    screen.do("calc", place=f"0:{len(armies[0])}:0")
    assert not screen.error
    return screen


def test_what_only_the_setting_beside_can_bring_is_told_and_decides_the_sentence() -> None:
    """Without retaliation nobody strikes back: the rows of that stay, and the change is spoken of (MB-RET-001)."""
    screen = against(["leonidas"], ["cerberus"])
    back = "Cerberus strikes back"
    with_it = {row["words"]: row["now"] for row in screen.page["rows"][4:]}
    assert screen.page["rows"][4]["head"] == back
    screen.do("calckeep")
    shown = screen.do("calcpower", id="1:Retaliation")
    assert shown["columns"] == ["without", "Retaliation"]
    assert [row["head"] for row in shown["rows"] if row["head"]] == [back]
    assert len(shown["rows"]) == 8
    for row in shown["rows"][4:]:
        assert (row["now"], row["change"]) == ("\u2013", ""), "it cannot come about"
        assert row["was"] == [with_it[row["words"]]]
    hurt = with_it["Leonidas is wounded"]
    assert shown["tip"] == f"{back}, Leonidas is wounded: never instead of {hurt}."
    screen = against(["leonidas"], ["cerberus"])
    screen.do("calcpower", id="1:Retaliation")
    screen.do("calckeep")
    shown = screen.do("calcpower", id="1:Retaliation")
    assert shown["columns"] == ["Retaliation", "without"]
    assert [row["was"] for row in shown["rows"][4:]] == [["\u2013"]] * 4
    assert shown["tip"] == f"{back}, Leonidas is wounded: {hurt} instead of never."


def test_two_settings_answer_the_same_question() -> None:
    """ "3 wounds or more" stands beside how often the other setting brings three, whatever it aims at itself."""
    screen = against(["leonidas"], ["cerberus"])
    three = next(row["now"] for row in screen.page["rows"] if row["words"] == "3 wounds or more")
    shown = screen.do("calcpolicy", side=0, k="2")
    asked = {row["words"]: row for row in shown["rows"][:5]}
    assert [*asked][1:3] == ["2 wounds or more", "3 wounds or more"], "the own question first"
    assert asked["3 wounds or more"]["was"] == [three]
    assert asked["2 wounds or more"]["was"] != [three], "that is another question"
    assert all("\u2013" not in (row["now"], *row["was"]) for row in asked.values())


def test_who_is_wounded_in_one_fight_is_not_who_is_wounded_in_the_other() -> None:
    """MB-TAL-013: whoever guards, each unit has its own row, and never the figure of another."""
    screen = against(["leonidas"], ["cerberus", "infernal_hounds"])
    screen.do("calcpick", id="defends", k="2")
    screen.do("calckeep")
    guarded = {(row["head"], row["words"]): row["now"] for row in screen.page["rows"]}
    shown = screen.do("calcpolicy", side=1, k="never")
    assert [row["head"] for row in shown["rows"] if row["head"]][:2] == ["Nobody guards", "Cerberus guards"]
    first = shown["rows"][0]
    assert first["words"].startswith("Infernal Hounds")
    assert first["was"] == [guarded["Nobody guards", first["words"]]] == [first["now"]], "told aside there"
    assert shown["tip"].startswith("Nobody guards, Infernal Hounds"), "guarded, they are never wounded"
    assert shown["tip"].endswith("instead of never.")


def test_a_unit_that_only_one_setting_has_keeps_its_bar() -> None:
    screen = Screen(game("cthulhu_wars"))
    screen.do("calc", target="area:5")
    first = next(s for s in screen.page["sides"][0]["steppers"] if s["n"])
    screen.do("calckeep")
    before = [(fate["words"], fate["now"]) for fate in screen.page["fates"]]
    shown = screen.do("calccount", id=first["id"], n=0)
    told = {fate["words"]: fate for fate in shown["fates"]}
    gone = [words for words in dict(before) if first["name"].lower() in words.lower()]
    assert gone
    for words in gone:
        assert (told[words]["now"], told[words]["dead"]) == ("\u2013", 0.0)
        assert told[words]["then"] == dict(before)[words]


@pytest.mark.parametrize(
    ("slug", "place", "why"),
    [("gods_war", "rift", "In the Struggle nobody attacks: all bid at once."),
     ("heroes", "m:0:0", "A monster attacks nobody.")],
)  # fmt: skip
def test_where_the_sides_cannot_change_it_is_said_beside_the_button(slug: str, place: str, why: str) -> None:
    screen = Screen(game(slug))
    assert screen.do("calc")["fixed"] == ""
    shown = screen.do("calc", place=place)
    assert shown["fixed"] == why
    assert screen.do("calcswap")["title"] == shown["title"]
    assert screen.error == why


def test_heights_are_told_and_a_row_of_the_table_is_sent() -> None:
    screen = Screen(game("heroes"))
    shown = screen.do("calc")
    place = next(p["k"] for p in shown["places"] if p["k"].startswith("p"))
    shown = screen.do("calc", place=place)
    ladder = shown["ladder"]
    assert ladder["mine"] == int(shown["sides"][0]["total"].split()[0])
    most = max(mark["at"] for mark in ladder["marks"] if mark["own"])
    rows = shown["grids"][0]["rows"]
    assert most >= int(rows[-1][0])
    shown = screen.do("calcrow", grid=0, i=0)
    assert shown["ladder"]["mine"] == int(rows[0][0])
    assert shown["grids"][0]["lit"] == 0
    screen.do("calcrow", grid=0, i=99)
    assert screen.error == "There is no such row."


def test_the_pin_on_the_line_of_heights_sends_the_cheapest_force() -> None:
    screen = Screen(game("heroes"))
    shown = screen.do("calc")
    board = shown["ladder"]["mine"]
    low, high = shown["ladder"]["steps"][0], shown["ladder"]["steps"][-1]
    assert low < high == board
    shown = screen.do("calcheight", at=low - 5)
    assert (shown["ladder"]["mine"], shown["ladder"]["others"]) == (low, [board])
    cheapest = next(row for row in shown["grids"][0]["rows"] if row[0] == str(low))
    assert shown["sides"][0]["parts"][0]["figure"] == f"{cheapest[2]} resources"
    shown = screen.do("calckeep")
    assert screen.do("calcheight", at=high)["ladder"]["others"] == [low]
    screen = Screen(game("cthulhu_wars"))
    screen.do("calc")
    screen.do("calcheight", at=3)
    assert screen.error == "There is no height to be chosen here."


@pytest.mark.parametrize(
    ("slug", "place", "power", "why", "unit"),
    [("cthulhu_wars", "area:5", "Devour", "Cthulhu is not in this battle", "Cthulhu"),
     ("gods_war", "", "Arrogance", "the Emperor is not in this battle", "The Emperor")],
)  # fmt: skip
def test_a_power_that_can_do_nothing_says_why_until_its_unit_fights(
    slug: str, place: str, power: str, why: str, unit: str
) -> None:
    screen = Screen(game(slug))
    screen.do("calc", target=place)

    def switch() -> dict[str, Any]:
        return next(s for side in screen.page["sides"] for s in side["switches"] if s["name"] == power)

    assert (switch()["why"], switch()["on"], switch()["changed"]) == (why, False, False)
    screen.do("calcpower", id=switch()["id"])
    assert screen.error == "That power cannot be used here."
    stepper = next(s for side in screen.page["sides"] for s in side["steppers"] if s["name"] == unit)
    shown = screen.do("calccount", id=stepper["id"], n=1)
    assert switch()["why"] == ""
    name = unit if len(unit) <= 11 else "with 1"
    assert shown["columns"] == ([f"{name}: 1", "0"] if name == unit else [name, "with 0"]), "that alone is otherwise"


def test_the_lit_row_of_the_table_is_the_force_in_hand() -> None:
    """Whoever sends more than the cheapest force of that height finds what he sends, with what it costs him."""
    table = th.new("heroes", players=["a", "b"], seed=3, factions=["gremlins", "mechanisms"])
    wood = {"stock": {"wood": 3}, "built": {"Slums": 1, "Powder Kegs": 1}, "army": {"Goon": 3, "Tapster": 1}}
    sheets = {"a": {"region": "Suleen", **wood}, "b": {"region": "Suleen", "army": {"Core": 2}}}
    s = table.system.arrange({"sheet": sheets})
    screen = Screen(Game(table.system, Position(table.system, s), seed=1))
    screen.do("calc")

    def row() -> tuple[list[str], str]:
        grid = screen.page["grids"][0]
        return grid["rows"][grid["lit"]], screen.page["sides"][0]["parts"][0]["figure"]

    steps = screen.page["ladder"]["steps"]
    for height in steps:
        screen.do("calcheight", at=height)
        told, costs = row()
        assert (told[0], costs.split()[0]) == (str(height), told[2])
        assert "in hand" not in told[1], "the cheapest of its height"
    dear = set[bool]()
    for stepper in screen.page["sides"][0]["steppers"]:
        for n in range(stepper["least"], stepper["most"] + 1):
            screen.do("calccount", id=stepper["id"], n=n)
            told, costs = row()
            assert told[0] == screen.page["sides"][0]["total"].split()[0]
            assert told[2] == costs.split()[0]
            dear.add("in hand" in told[1])
        screen.do("calccount", id=stepper["id"], n=stepper["board"])
    assert dear == {True, False}, "some forces are the cheapest of their height, some are not"


def test_the_picture_shows_who_attacks_and_all_that_stands_there() -> None:
    for slug, more in (("demigods", 1), ("gods_war", 0), ("mythic_battles", 0), ("heroes", 0), ("cthulhu_wars", 0)):
        screen = Screen(game(slug))
        screen.do("calc")
        calc = screen.control.view_state.calculation
        assert calc is not None
        place = calc.fights.place(calc.position.state, calc.setting.place)
        assert place is not None
        assert len(place.whence) == more, "from beside it in Demigods alone"
        scene, at = strip(screen.control.moment.table, "light", [place.target, *place.whence])
        top = (scene.height - STRIP) * at / 100
        seen = [hit for hit in scene.hits if f"area:{hit.area}" in (place.target, *place.whence) and hit.disc]
        assert seen
        for hit in seen:
            assert hit.disc is not None
            _, y, r = hit.disc
            assert top - 1 <= y - r, (slug, hit.target)
            assert y + r <= top + STRIP + 1, (slug, hit.target)
