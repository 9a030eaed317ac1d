"""Windwalker: Hibernate, the Great Old Ones of the poles, spellbooks and requirements."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers import windwalker as ww
from theomachy.games.cthulhu_wars.rules.common import price_of, ritual_price
from theomachy.games.cthulhu_wars.rules.domains import ACTION, FIXED, HELD, HELD_GATE, NO_GATE, OPEN_GATE
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.topics import CostOf

ARC, ANT, WAF, IND, AUS, SAT, SPA = (
    "Arctic Ocean", "Antarctica", "West Africa", "Indian Ocean", "Australia", "South Atlantic", "South Pacific",
)  # fmt: skip
RHAN, ITH, GNOPH = "Rhan-Tegoth", "Ithaqua", "Gnoph-Keh"
WIND, ICE, HERALD = "Arctic Wind", "Ice Age", "Herald of the Outer Gods"
BERSERK, CANNIBAL, HOWL = "Berserkergang", "Cannibalism", "Howl"
NO_SLOT = {"WW": ""}  # none of the requirements is open: nobody is asked in between


def play(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table at which all requirements of Windwalker are met, but for those that are named."""
    return table(seats, units, **({"open": NO_SLOT} | more))


def gate(p: Position, name: str) -> int:
    """What is in the gate's place of an area."""
    found: int = p.state.gate[area(p, name)]
    return found


@pytest.mark.rule("CW-WW-001", "CW-WW-007", "CW-WW-008", "CW-WW-009", "CW-WW-012", "CW-WW-015")
def test_the_card_has_its_units_books_and_slots():
    card = system("WW GC BG").config.factions[0]
    rows = [(u.name, u.figures, u.costs, u.combat, u.rank) for u in card.units]
    assert rows == [
        ("Acolyte", 6, (1,), 0, 0), ("Wendigo", 4, (1,), 1, 1), (GNOPH, 4, (4, 3, 2, 1), 3, 1),
        (RHAN, 1, (6,), 3, 2), (ITH, 1, (6,), 0, 2),
    ]  # fmt: skip
    assert [book.name for book in card.books] == [WIND, BERSERK, CANNIBAL, HERALD, HOWL, ICE]
    assert len(card.slots) == 6
    assert [t.figures for t in system("WW GC BG").config.tokens] == [1]


@pytest.mark.rule("CW-WW-002", "CW-SET-014", "CW-SET-015")
def test_windwalker_is_set_up_at_one_of_the_poles_before_opener_and_never_begins():
    game = system("WW OW YS BG")
    p = Position(game, game.start())
    assert (asked(p), labels(p)) == (("WW", "start area"), {ARC, ANT})
    script(p, ("WW", "start area", ANT))
    assert (at(p, "WW", ANT), gate(p, ANT), p.state.power[0]) == ({"Acolyte": 6}, HELD_GATE, 8)
    assert asked(p) == ("OW", "start area")
    assert ANT not in labels(p)
    for seats in ("WW YS BG", "YS WW BG", "WW BG YS"):  # neither by its seat nor by its name
        for ruling in ((), (("first_player", "seat"),)):
            begun = system(seats, rulings=ruling).start()
            assert begun.config.factions[begun.first].letters != "WW"
    last = system("WW YS").start()  # though it alone be left by the alphabet, or sit first
    assert last.config.factions[last.first].letters == "YS"
    six = system("WW YS BG CC", "earth_6p")
    assert labels(Position(six, six.start())) == {ARC, "Mountains of Madness"}


@pytest.mark.rule("CW-SET-017", "CW-WW-002")
@pytest.mark.parametrize("seats", ["OW WW TT AN BG", "BG AN TT WW OW", "WW OW BG TT AN"])
def test_those_who_choose_are_set_up_in_their_order_however_they_sit(seats):
    game = system(seats, "earth_5p")
    p, order = Position(game, game.start()), []
    while not order or order[-1] != "OW":
        name, what = asked(p)
        if what == "start area":
            order.append(name)
            assert p.state.start[seats.split().index("BG")] >= 0  # who has one glyph stands there already
        poles = {area(p, ARC), area(p, ANT)} if name == "TT" else set()  # that are Windwalker's to choose from
        p.play(next(option for option in p.decision.options if what != "start area" or option not in poles))
    assert order == ["AN", "TT", "WW", "OW"]


# -- Hibernate --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-WW-003")
def test_hibernate_brings_a_power_for_each_enemy_great_old_one_and_ends_all_actions():
    units = {"WW": {ARC: f"Acolyte, {RHAN}"}, "GC": {EA: "Cthulhu"}, "YS": {AR: "King in Yellow, Acolyte"}}
    p = play("WW GC YS", units, power={"WW": 5, "GC": 2, "YS": 2})
    script(p, ("WW", "action", "hibernate"))
    assert p.state.power[0] == 7  # its own does not count
    script(p, ("GC", "action", "pass"))
    assert asked(p) == ("YS", "action")
    script(p, ("YS", "action", f"recruit {AR}"))
    assert asked(p) == ("YS", "action")  # Windwalker is passed over
    poor = play("WW GC YS", units, power={"WW": 1, "GC": 2, "YS": 2})
    assert script(poor, ("WW", "action", "hibernate")).state.power[0] == 2  # at most as much as it had


@pytest.mark.rule("CW-WW-003")
@pytest.mark.parametrize(("units", "power"), [("2 Nyogtha", 6), ("Nyogtha", 6), ("2 Nyogtha, Hastur", 7)])
def test_both_figures_of_nyogtha_are_one_great_old_one_for_hibernate(units: str, power: int):
    more = {"things": ("great_old_one_pack_4",), "cards": {"Nyogtha": "YS"}}
    there = {"WW": {ARC: "Acolyte"}, "YS": {EA: units}, "GC": {AR: "Acolyte"}}
    p = table("WW YS GC", there, power={"WW": 5, "GC": 1}, **more)
    assert script(p, ("WW", "action", "hibernate")).state.power[0] == power


@pytest.mark.rule("CW-WW-003", "CW-GC-022")
def test_cthulhu_is_in_play_for_hibernate_where_he_is_submerged_too():
    units = {"WW": {ARC: "Acolyte"}, "GC": {AR: "Acolyte", "submerged": "Cthulhu"}}
    p = play("WW GC YS", units, power={"WW": 5, "GC": 1})
    assert script(p, ("WW", "action", "hibernate")).state.power[0] == 6


@pytest.mark.rule("CW-WW-003", "CW-BB-007")
@pytest.mark.parametrize(("god", "power"), [("Bastet", 6), ("Cat from Mars", 5)])
def test_an_elder_god_counts_for_hibernate_as_a_great_old_one(god, power):
    p = play("WW BB GC", {"WW": {ARC: "Acolyte"}, "BB": {EA: god}, "GC": {EA: "Acolyte"}}, power={"WW": 5, "GC": 1})
    assert script(p, ("WW", "action", "hibernate")).state.power[0] == power


@pytest.mark.rule("CW-WW-003")
def test_after_hibernate_no_unlimited_action_is_left_in_the_own_turn():
    units = {"WW": {ARC: "Acolyte", EA: "4 Gnoph-Keh"}, "GC": {EA: "Acolyte"}}
    p = play("WW GC YS", units, gates={ARC: "WW"}, books={"WW": "all"})
    script(p, ("WW", "action", "hibernate"))
    assert asked(p) == ("GC", "action")  # no battle, though all six are there; nobody steps off the gate


@pytest.mark.rule("CW-WW-003")
@pytest.mark.parametrize(("ruling", "power"), [("after", [12, 6, 6]), ("aside", [12, 4, 5])])
def test_the_power_that_is_kept_is_added_to_what_is_gathered(ruling, power):
    units = {"WW": {ARC: "6 Acolyte"}, "GC": {EA: "Acolyte"}, "YS": {AR: "5 Acolyte"}}
    p = play(
        "WW GC YS", units, gates={ARC: "WW"}, power={"WW": 4, "GC": 1, "YS": 0},
        rulings={"hibernate_minimum": ruling},
    )  # fmt: skip
    script(p, ("WW", "action", "hibernate"), ("GC", "action", "pass"))
    assert p.state.power == power
    assert (p.state.spent, p.state.counters) == ((), ())
    assert p.state.first == 0


@pytest.mark.rule("CW-WW-003")
def test_nothing_is_kept_without_it():
    units = {"WW": {ARC: "6 Acolyte"}, "GC": {EA: "Acolyte"}}
    p = play("WW GC YS", units, gates={ARC: "WW"}, power={"WW": 4, "GC": 1})
    assert gathered(p.state, 0).value == 8
    script(p, ("WW", "action", "hibernate"))
    assert gathered(p.state, 0).value == 12
    assert gathered(p.state, 1).value == 1


@pytest.mark.rule("CW-WW-003", "CW-2PL-016")
@pytest.mark.parametrize("ruling", ["after", "aside"])
def test_power_that_is_left_when_decay_ends_the_phase_is_not_kept_without_hibernate(ruling):
    units = {"WW": {ARC: "6 Acolyte"}, "GC": {"South Pacific": "6 Acolyte"}}
    rulings = {"hibernate_minimum": ruling, "decay_ends": "at_once"}
    p = play("WW GC", units, gates={ARC: "WW"}, decay=5, power={"WW": 5, "GC": 4}, rulings=rulings)
    script(p, ("WW", "action", "move"), ("WW", "unit to move", f"Acolyte, {ARC}"), ("WW", "move to", "North Atlantic"))
    script(p, ("WW", "unit to move", "done"), ("WW", "action", "end"))
    assert p.state.phase != ACTION
    assert p.state.power == [8, 6]


@pytest.mark.rule("CW-WW-004")
def test_who_hibernates_negotiates_and_may_lose_power():
    units = {"CC": {EA: "Nyarlathotep"}, "WW": {ARC: "Acolyte"}, "YS": {AR: "Acolyte"}}
    p = play("WW CC YS", units, power={"WW": 9, "CC": 5, "YS": 0}, books={"CC": "The Thousand Forms"})
    script(p, ("WW", "action", "hibernate"), ("CC", "action", "thousand forms"), ("chance", "thousand forms", 3))
    assert asked(p)[0] == "WW"
    script(p, ("WW", "Thousand Forms: pay all", "yes"))
    assert p.state.power[0] == 10 - 3


@pytest.mark.rule("CW-WW-005", "CW-WW-014")
def test_who_hibernates_pays_for_eternal_and_gets_no_turn_by_more_power():
    units = {"WW": {EA: RHAN, AR: "Acolyte"}, "GC": {EA: "Starspawn, Deep One"}, "YS": {WAF: "Acolyte"}}
    p = play("WW GC YS", units, power={"WW": 3, "GC": 5, "YS": 2})
    script(p, ("WW", "action", "hibernate"), ("GC", "action", f"battle {EA} Windwalker"))
    script(p, roll(1, 0), roll(0, 0), ("WW", "post_battle", "Eternal"))
    assert (p.state.power[0], at(p, "WW", EA)) == (2, {RHAN: 1})
    assert asked(p) == ("YS", "action")
    script(p, ("YS", "action", "pass"))
    assert asked(p) == ("GC", "action")


@pytest.mark.rule("CW-2PL-019", "CW-WW-003")
def test_with_two_players_decay_rises_while_windwalker_hibernates():
    units = {"WW": {ARC: "Acolyte"}, "GC": {"South Pacific": "2 Acolyte"}}
    p = play("WW GC", units, power={"WW": 6, "GC": 6})
    script(p, ("WW", "action", "hibernate"), ("GC", "action", "recruit South Pacific"))
    assert (p.state.decay, p.state.power) == (1, [6, 4])
    assert asked(p) == ("GC", "action")
    script(p, ("GC", "action", "recruit South Pacific"))
    assert (p.state.decay, p.state.power) == (2, [6, 1])


# -- units ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-WW-009", "CW-WW-010")
def test_a_gnoph_keh_costs_as_many_as_are_in_the_pool():
    for there, price in ((0, 4), (1, 3), (2, 2), (3, 1)):
        units = {"WW": {ARC: f"Acolyte, {there} {GNOPH}" if there else "Acolyte"}}
        p = play("WW GC YS", units, gates={ARC: "WW"})
        script(p, ("WW", "action", f"summon {ARC} {GNOPH}"))
        assert p.state.power[0] == 9 - price
    assert price_of(p.state, 0, CostOf.SUMMON, ww.WENDIGO, 1) == 1
    assert price_of(p.state, 1, CostOf.SUMMON, 2, 2) == 2  # others pay what is printed


@pytest.mark.rule("CW-WW-011")
def test_a_captive_gnoph_keh_is_not_in_the_pool():
    p = play("WW GC YS", {"WW": {ARC: f"Acolyte, 2 {GNOPH}"}}, gates={ARC: "WW"})
    p.state.move(0, ww.GNOPH_KEH, area(p, ARC), HELD + 1)
    assert price_of(p.state, 0, CostOf.SUMMON, ww.GNOPH_KEH, 4) == 2


@pytest.mark.rule("CW-WW-013", "CW-WW-018", "CW-WW-012")
def test_rhan_tegoth_appears_at_either_pole_without_a_gate():
    for pole in (ARC, ANT):
        p = play("WW GC YS", {"WW": {EA: "Acolyte"}}, power=6, open={"WW": "Rhan-Tegoth awake"})
        script(p, ("WW", "action", f"awaken rhan-tegoth {pole}"))
        assert (at(p, "WW", pole), p.state.power[0], gate(p, pole)) == ({RHAN: 1}, 0, NO_GATE)
        assert asked(p) == ("WW", "spellbook")
    q = play("WW GC YS", {"WW": {EA: "Acolyte"}})
    assert set(why_not(q, "WW", "awaken rhan-tegoth", area(q, EA))) == {"CW-WW-013"}
    poor = play("WW GC YS", {"WW": {EA: "Acolyte"}}, power=5)
    assert set(why_not(poor, "WW", "awaken rhan-tegoth", area(poor, ARC))) == {"CW-ACT-002"}
    again = play("WW GC YS", {"WW": {EA: RHAN}})
    assert set(why_not(again, "WW", "awaken rhan-tegoth", area(again, ARC))) == {"CW-AWK-004"}


@pytest.mark.rule("CW-WW-016", "CW-WW-023")
def test_ithaqua_takes_the_place_of_anybodys_gate_at_a_pole():
    units = {"WW": {EA: "Acolyte"}, "YS": {ANT: "2 Acolyte"}}
    more: dict[str, Any] = {"gates": {ANT: "YS", EA: "WW"}, "awake": {"WW": RHAN}, "power": 6}
    p = play("WW GC YS", units, open={"WW": "Ithaqua Awake"}, awoken={"WW": RHAN}, gates=more["gates"], power=6)
    assert set(why_not(p, "WW", "awaken ithaqua", area(p, EA))) == {"CW-WW-016"}
    assert set(why_not(p, "WW", "awaken ithaqua", area(p, ARC))) == {"CW-WW-016"}
    script(p, ("WW", "action", f"awaken ithaqua {ANT}"))
    assert (at(p, "WW", ANT), at(p, "YS", ANT), gate(p, ANT)) == ({ITH: 1}, {"Acolyte": 2}, NO_GATE)
    assert (p.state.power[0], asked(p)) == (0, ("WW", "spellbook"))
    before = play("WW GC YS", units, gates=more["gates"])
    assert set(why_not(before, "WW", "awaken ithaqua", area(before, ANT))) == {"CW-WW-016"}
    again = play("WW GC YS", {"WW": {EA: ITH}, "YS": {ANT: "Acolyte"}}, gates={ANT: "YS"}, awoken={"WW": RHAN})
    assert set(why_not(again, "WW", "awaken ithaqua", area(again, ANT))) == {"CW-AWK-004"}


@pytest.mark.rule("CW-WW-016", "CW-OW-026")
def test_ithaqua_replaces_yog_sothoth_where_no_other_gate_is():
    units = {"WW": {EA: "Acolyte"}, "OW": {ANT: "Yog-Sothoth"}}
    p = play("WW OW YS", units, awoken={"WW": RHAN})
    script(p, ("WW", "action", f"awaken ithaqua {ANT}"))
    assert (at(p, "WW", ANT), left(p, "OW", "Yog-Sothoth")) == ({ITH: 1}, 0)
    p = play("WW OW YS", units, gates={ANT: ""}, awoken={"WW": RHAN})
    script(p, ("WW", "action", f"awaken ithaqua {ANT}"))
    assert (gate(p, ANT), left(p, "OW", "Yog-Sothoth")) == (NO_GATE, 1)


@pytest.mark.rule("CW-WW-016", "CW-2PL-006")
@pytest.mark.parametrize(("ruling", "doom"), [("no", [0, 0]), ("yes", [6, 0])])
def test_with_two_players_yog_sothoth_is_replaced_and_not_lost_unless_the_ruling_says_so(ruling, doom):
    units = {"WW": {AR: "Acolyte"}, "OW": {ANT: "Yog-Sothoth"}}
    p = play("WW OW", units, awoken={"WW": RHAN}, rulings={"replaced": ruling}, board="earth_4p_3w5e")
    script(p, ("WW", "action", f"awaken ithaqua {ANT}"))
    assert (p.state.doom, at(p, "WW", ANT), left(p, "OW", "Yog-Sothoth")) == (doom, {ITH: 1}, 0)


@pytest.mark.rule("CW-WW-016", "CW-OW-027")
@pytest.mark.parametrize(("sort", "may"), [(FIXED, False), ("", True)])
def test_yog_sothoth_is_safe_beside_a_gate_that_nobody_may_replace(sort, may):
    p = play("WW OW YS", {"WW": {EA: "Acolyte"}, "OW": {ANT: "Yog-Sothoth"}}, gates={ANT: ""}, awoken={"WW": RHAN})
    p.state.make_sort(area(p, ANT), sort)
    assert set(why_not(p, "WW", "awaken ithaqua", area(p, ANT))) == (set() if may else {"CW-WW-016"})


@pytest.mark.rule("CW-WW-015")
@pytest.mark.parametrize(("doom", "combat"), [(13, 7), (12, 6), (0, 0)])
def test_ithaqua_throws_half_of_the_opponents_doom(doom, combat):
    p = play(
        "WW GC YS", {"WW": {EA: f"{ITH}, Wendigo"}, "GC": {EA: "2 Acolyte"}}, doom={"GC": doom, "YS": 29, "WW": 20}
    )
    script(p, ("WW", "action", f"battle {EA} Great Cthulhu"))
    assert dice(p) == combat + 1


@pytest.mark.rule("CW-WW-017")
def test_a_great_old_one_elsewhere_breaks_no_ferox():
    units = {"GC": {EA: "Shoggoth", AR: "Cthulhu"}, "WW": {EA: "Acolyte", ARC: ITH}}
    p = play("GC WW YS", units)
    assert set(why_not(p, "GC", "capture", area(p, EA), 1)) == {"CW-CAP-001"}


@pytest.mark.rule("CW-WW-017")
def test_ferox_keeps_monsters_from_cultists_while_ithaqua_is_in_play():
    foe = {"GC": {EA: "Shoggoth"}}
    p = play("GC WW YS", foe | {"WW": {EA: "Acolyte", ARC: ITH}})
    assert "CW-CAP-001" in why_not(p, "GC", "capture", area(p, EA), 1)
    p = play("GC WW YS", foe | {"WW": {EA: "Acolyte", ARC: RHAN}})
    assert not why_not(p, "GC", "capture", area(p, EA), 1)
    p = play("GC WW YS", {"GC": {EA: "Cthulhu"}, "WW": {EA: "Acolyte", ARC: ITH}})
    assert not why_not(p, "GC", "capture", area(p, EA), 1)
    p = play("GC WW YS", foe | {"WW": {ARC: ITH}, "YS": {EA: "Acolyte"}})
    assert not why_not(p, "GC", "capture", area(p, EA), 2)  # others' Cultists
    p = play("GC WW YS", {"GC": {AR: "Acolyte"}, "WW": {EA: "Acolyte", ARC: ITH}}, books={"GC": "Dreams"})
    script(p, ("GC", "action", f"dreams {EA} Windwalker"))
    assert left(p, "WW", "Acolyte") == 0


# -- Eternal ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-WW-014")
def test_eternal_undoes_a_kill_or_a_pain_for_a_power():
    units = {"WW": {EA: f"{RHAN}"}, "YS": {EA: "4 Undead"}}
    for kills, pains in ((1, 0), (0, 1)):
        p = script(play("WW YS BG", units), fight("WW", "YS"), roll(0, 0), roll(kills, pains))
        assert "Eternal" in labels(p)
        script(p, ("WW", "post_battle", "Eternal"))
        assert (at(p, "WW", EA), p.state.power[0]) == ({RHAN: 1}, 7)
    p = script(play("WW YS BG", units), fight("WW", "YS"), roll(0, 0), roll(1, 0), ("WW", "post_battle", "done"))
    assert (left(p, "WW", RHAN), p.state.power[0]) == (0, 8)
    p = script(play("WW YS BG", units, power=1), fight("WW", "YS"), roll(0, 0), roll(1, 0))
    assert left(p, "WW", RHAN) == 0  # nothing to pay with
    p = script(play("WW YS BG", units), fight("WW", "YS"), roll(0, 0), roll(0, 0))
    assert asked(p) == ("YS", "action")  # no result, no question


@pytest.mark.rule("CW-WW-014", "CW-BAT-023")
def test_eternal_may_wait_until_the_pains_are_given_out():
    p = play("WW YS BG", {"WW": {EA: f"{RHAN}, Wendigo"}, "YS": {EA: "4 Undead"}})
    script(p, fight("WW", "YS"), roll(0, 0), roll(1, 1), ("WW", "takes a kill", RHAN), ("WW", "post_battle", "done"))
    assert (asked(p), "Eternal" in labels(p)) == (("WW", "post_battle"), True)
    script(p, ("WW", "post_battle", "Eternal"), ("WW", "retreat to", AR))
    assert (left(p, "WW", RHAN), p.state.power[0]) == (1, 7)


@pytest.mark.rule("CW-WW-014")
@pytest.mark.parametrize(("rulings", "stays"), [({}, True), ({"eternal_second": "one_cancel"}, False)])
def test_a_second_result_for_rhan_tegoth_is_a_ruling(rulings, stays):
    p = play("WW YS BG", {"WW": {EA: RHAN}, "YS": {EA: "4 Undead"}}, rulings=rulings)
    script(p, fight("WW", "YS"), roll(0, 0), roll(1, 1), ("WW", "post_battle", "Eternal"))
    if not stays:
        script(p, ("WW", "retreat to", AR))
    assert (at(p, "WW", EA), p.state.power[0]) == ({RHAN: 1} if stays else {}, 7)
    assert asked(p) == ("YS", "action")


@pytest.mark.rule("CW-WW-014")
def test_eternal_is_no_help_against_eliminations_nor_for_others():
    p = play("WW YS BG", {"WW": {EA: f"2 {GNOPH}"}, "YS": {EA: "4 Undead"}})
    script(p, fight("WW", "YS"), roll(0, 0), roll(1, 0))
    assert left(p, "WW", GNOPH) == 1
    assert asked(p) == ("YS", "action")


@pytest.mark.rule("CW-WW-029")
def test_what_eternal_undoes_was_given_all_the_same():
    units = {"CC": {EA: "Nyarlathotep"}, "WW": {EA: RHAN}}
    p = play("CC WW YS", units | {"CC": {EA: "Nyarlathotep, 2 Flying Polyp"}})
    script(p, fight("CC", "WW"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("CC", "harbinger")
    script(p, ("CC", "harbinger", "power"), ("WW", "post_battle", "Eternal"))
    assert (at(p, "WW", EA), p.state.power[0]) == ({RHAN: 1}, 11)
    p = play("GC WW YS", {"GC": {EA: "Cthulhu"}, "WW": {EA: RHAN}}, open={"GC": "all", "WW": ""})
    script(p, fight("GC", "WW"), roll(1, 0), roll(0, 0), ("WW", "post_battle", "Eternal"))
    assert (left(p, "WW", RHAN), asked(p)) == (1, ("GC", "spellbook"))


@pytest.mark.rule("CW-2PL-013")
@pytest.mark.parametrize("there", [1, 4])
def test_with_two_players_a_gnoph_keh_is_worth_three_whatever_it_costs(there):
    units = {"YS": {EA: "3 Undead"}, "WW": {EA: f"{there} {GNOPH}"}}
    p = play("YS WW", units, board="earth_4p_3w5e", doom={"YS": 0, "WW": 0})
    script(p, fight("YS", "WW"), roll(1, 0), roll(0, 0))
    assert (left(p, "WW", GNOPH), p.state.doom) == (there - 1, [3, 0])


@pytest.mark.rule("CW-2PL-014", "CW-2PL-015", "CW-WW-014")
def test_with_two_players_eternal_gives_the_enemy_half_of_his_worth():
    units = {"GC": {EA: "Cthulhu"}, "WW": {EA: RHAN}}
    p = play("GC WW", units, board="earth_4p_3w5e", doom={"GC": 0, "WW": 0})
    script(p, fight("GC", "WW"), roll(1, 0), roll(0, 0), ("WW", "post_battle", "Eternal"))
    assert p.state.doom == [3, 0]
    p = play("GC WW", units, board="earth_4p_3w5e", doom={"GC": 0, "WW": 0})
    script(p, fight("GC", "WW"), roll(0, 1), roll(0, 0), ("WW", "post_battle", "Eternal"))
    assert p.state.doom == [0, 0]


# -- spellbooks -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-WW-024")
def test_units_go_along_with_ithaqua_for_nothing():
    units = {"WW": {EA: f"{ITH}, 2 Wendigo, Acolyte"}}
    p = play("WW YS BG", units, gates={EA: "WW"}, books={"WW": WIND})
    script(p, ("WW", "action", "move"), ("WW", "unit to move", f"{ITH}, {EA}"), ("WW", "move to", WAF))
    assert labels(p) == {"Done", "All of them", "Wendigo", "Acolyte on the gate"}
    script(p, ("WW", "along with Ithaqua", "Wendigo"), ("WW", "along with Ithaqua", "done"))
    assert (at(p, "WW", WAF), at(p, "WW", EA), p.state.power[0]) == (
        {ITH: 1, "Wendigo": 1},
        {"Wendigo": 1, "Acolyte": 1},
        8,
    )
    p = play("WW YS BG", units, gates={EA: "WW"}, books={"WW": WIND})
    script(p, ("WW", "action", "move"), ("WW", "unit to move", f"{ITH}, {EA}"), ("WW", "move to", WAF))
    script(p, ("WW", "along with Ithaqua", "all"))
    assert (at(p, "WW", WAF), at(p, "WW", EA), p.state.power[0]) == ({ITH: 1, "Wendigo": 2, "Acolyte": 1}, {}, 8)
    assert gate(p, EA) == OPEN_GATE


@pytest.mark.rule("CW-WW-024")
def test_nobody_goes_along_with_others_or_when_it_has_moved():
    units = {"WW": {EA: f"{ITH}, Acolyte", AR: f"2 Wendigo, {GNOPH}"}}
    p = play("WW YS BG", units, books={"WW": WIND})
    script(p, ("WW", "action", "move"), ("WW", "unit to move", f"Wendigo, {AR}"), ("WW", "move to", EA))
    assert asked(p) == ("WW", "unit to move")
    script(p, ("WW", "unit to move", f"{ITH}, {EA}"), ("WW", "move to", WAF))
    assert labels(p) == {"Done", "Acolyte"}
    script(p, ("WW", "along with Ithaqua", "done"))
    p = play("WW YS BG", {"WW": {EA: f"{ITH}, Wendigo"}})
    script(p, ("WW", "action", "move"), ("WW", "unit to move", f"{ITH}, {EA}"), ("WW", "move to", WAF))
    assert at(p, "WW", EA) == {"Wendigo": 1}


@pytest.mark.rule("CW-WW-025", "CW-BEX-011")
def test_complex_example_3_berserkergang_finds_nobody():
    units = {"BG": {EA: "Shub-Niggurath, Fungi from Yuggoth", IND: "Acolyte"}, "WW": {EA: f"2 {GNOPH}"}}
    p = play("BG WW YS", units, books={"WW": BERSERK})
    script(p, fight("BG", "WW"), roll(1, 1), roll(1, 1), ("BG", "takes a kill", "Fungi from Yuggoth"))
    assert asked(p) == ("BG", "retreat to")
    script(p, ("BG", "retreat to", AR), ("WW", "retreat to", WAF))
    assert (at(p, "BG", AR), at(p, "WW", WAF), at(p, "BG", EA)) == ({"Shub-Niggurath": 1}, {GNOPH: 1}, {})


@pytest.mark.rule("CW-WW-025")
def test_berserkergang_takes_a_monster_or_cultist_of_the_enemys_choice():
    units = {"BG": {EA: "Shub-Niggurath, Fungi from Yuggoth, Acolyte"}, "WW": {EA: f"{GNOPH}, Wendigo"}}
    p = play("BG WW YS", units, books={"WW": BERSERK})
    script(p, fight("BG", "WW"), roll(1, 0), roll(0, 0), ("WW", "takes a kill", GNOPH))
    assert (asked(p), labels(p)) == (("BG", "is eliminated"), {"Fungi from Yuggoth", "Acolyte"})
    script(p, ("BG", "is eliminated", "Fungi from Yuggoth"))
    assert at(p, "BG", EA) == {"Shub-Niggurath": 1, "Acolyte": 1}
    p = play("BG WW YS", units, books={"WW": BERSERK})
    script(p, fight("BG", "WW"), roll(1, 0), roll(0, 0), ("WW", "takes a kill", "Wendigo"))
    assert asked(p)[1] == "action"
    assert at(p, "BG", EA) == {"Shub-Niggurath": 1, "Fungi from Yuggoth": 1, "Acolyte": 1}
    p = play("BG WW YS", units, books={"WW": BERSERK})
    script(p, fight("BG", "WW"), roll(0, 1), roll(0, 0), ("WW", "takes a pain", GNOPH), ("WW", "retreat to", WAF))
    assert at(p, "BG", EA) == {"Shub-Niggurath": 1, "Fungi from Yuggoth": 1, "Acolyte": 1}


@pytest.mark.rule("CW-WW-025")
def test_berserkergang_is_silent_when_units_of_others_are_killed():
    units = {"WW": {EA: f"{GNOPH}, Wendigo"}, "BG": {EA: "Fungi from Yuggoth, Acolyte"}}
    p = script(play("WW BG YS", units, books={"WW": BERSERK}), fight("WW", "BG"), roll(1, 0), roll(0, 0))
    script(p, ("BG", "takes a kill", "Fungi from Yuggoth"))
    assert at(p, "BG", EA) == {"Acolyte": 1}
    units = {"YS": {EA: "2 Byakhee, Acolyte"}, "BG": {EA: "Fungi from Yuggoth, Acolyte"}, "WW": {EA: GNOPH}}
    p = script(play("YS BG WW", units, books={"WW": BERSERK}), fight("YS", "BG"), roll(1, 0), roll(0, 0))
    script(p, ("BG", "takes a kill", "Fungi from Yuggoth"))
    assert (at(p, "BG", EA), at(p, "YS", EA)) == ({"Acolyte": 1}, {"Byakhee": 2, "Acolyte": 1})


@pytest.mark.rule("CW-WW-026", "CW-WW-027")
def test_cannibalism_after_a_kill_in_the_own_battle_brings_the_very_wendigo_back():
    units = {"WW": {EA: f"{GNOPH}, Wendigo", AR: "3 Wendigo", WAF: "5 Acolyte"}, "YS": {EA: "4 Undead"}}
    p = play("WW YS BG", units, books={"WW": CANNIBAL})
    script(p, fight("WW", "YS"), roll(1, 0), roll(1, 0), ("WW", "takes a kill", "Wendigo"))
    assert (asked(p), labels(p)) == (("WW", "cannibal"), {"Done", "Acolyte", "Wendigo"})
    script(p, ("WW", "cannibal", "Wendigo"))
    assert at(p, "WW", EA) == {GNOPH: 1, "Wendigo": 1}
    assert asked(p) == ("YS", "action")
    p = play("WW YS BG", units, books={"WW": CANNIBAL})
    script(p, fight("WW", "YS"), roll(0, 1), roll(1, 0), ("WW", "takes a kill", "Wendigo"), ("YS", "retreat to", IND))
    assert asked(p) == ("YS", "action")  # its own losses are nobody's meal


@pytest.mark.rule("CW-WW-026")
def test_cannibalism_asks_nothing_when_nobody_is_left_to_come():
    units = {"YS": {EA: "3 Undead"}, "BG": {EA: "2 Ghoul"}, "WW": {AR: "6 Acolyte, 4 Wendigo"}}
    p = script(play("YS BG WW", units, books={"WW": CANNIBAL}), fight("YS", "BG"), roll(1, 0))
    assert asked(p) == ("BG", "action")


@pytest.mark.rule("CW-WW-028")
def test_who_was_placed_took_no_part_in_the_battle():
    units = {"WW": {EA: GNOPH}, "OW": {EA: "2 Mutant"}}
    p = play("WW OW YS", units, books={"WW": CANNIBAL, "OW": "The Million Favored Ones"})
    script(p, fight("WW", "OW"), roll(1, 0), roll(0, 0), ("WW", "cannibal", "Wendigo"))
    assert (asked(p), at(p, "WW", EA)) == (("OW", "promoted"), {GNOPH: 1, "Wendigo": 1})
    assert (p.state.battle.roster[0], p.state.battle.came) == ({ww.GNOPH_KEH: 1}, ((0, ww.WENDIGO),))


@pytest.mark.rule("CW-WW-026", "CW-BAT-025")
def test_cannibalism_after_the_battles_of_others():
    units = {"YS": {EA: "3 Undead"}, "BG": {EA: "2 Ghoul"}, "WW": {AR: "Acolyte"}}
    p = play("YS BG WW", units, books={"WW": CANNIBAL})
    script(p, fight("YS", "BG"), roll(2, 0))
    assert asked(p) == ("WW", "cannibal")
    script(p, ("WW", "cannibal", "Acolyte"))
    assert at(p, "WW", EA) == {"Acolyte": 1}  # one, though two were killed
    assert asked(p) == ("BG", "action")
    p = play(
        "CC BG WW",
        {"CC": {EA: "2 Nightgaunt, Hunting Horror"}, "BG": {EA: "2 Ghoul"}, "WW": {AR: "Acolyte"}},
        books={"CC": "Abduct", "WW": CANNIBAL},
    )
    script(p, fight("CC", "BG"), ("CC", "pre_battle", "Abduct"), ("CC", "give up another Nightgaunt", "no"), roll(0, 0))
    assert asked(p) == ("BG", "action")  # eliminated, not killed


@pytest.mark.rule("CW-WW-028")
def test_who_was_placed_takes_no_pain_of_necrophagy():
    units = {"YS": {EA: "3 Undead"}, "BG": {EA: "Fungi from Yuggoth", AR: "Ghoul"}, "WW": {AUS: "Acolyte"}}
    p = play("YS BG WW", units, books={"WW": CANNIBAL, "BG": "Necrophagy"})
    script(p, fight("YS", "BG"), roll(1, 0), roll(0, 0), ("BG", "ghoul from", AR), ("YS", "retreat to", WAF))
    script(p, ("WW", "cannibal", "Wendigo"))
    assert (at(p, "WW", EA), at(p, "YS", WAF)) == ({"Wendigo": 1}, {"Undead": 1})


@pytest.mark.rule("CW-WW-031")
def test_a_ritual_costs_the_herald_five_and_moves_the_marker():
    units = {"WW": {ARC: "2 Acolyte"}, "GC": {EA: "Acolyte"}}
    p = play("WW GC YS", units, gates={ARC: "WW"}, books={"WW": HERALD}, phase="doom", ritual=4)
    assert (ritual_price(p.state, 0), ritual_price(p.state, 1)) == (5, p.state.ritual_cost())
    script(p, ("WW", "doom phase", "ritual"))
    assert (p.state.power[0], p.state.ritual) == (4, 5)


@pytest.mark.rule("CW-WW-032", "CW-WW-033")
def test_howl_sends_one_unit_of_the_enemys_choice_where_it_likes():
    ring = dict.fromkeys((AR, WAF, IND, SAT), "Acolyte")
    units = {"WW": {EA: "2 Wendigo"} | ring, "GC": {EA: "Cthulhu, Deep One"}}
    p = play("WW GC YS", units, books={"WW": HOWL})
    script(p, fight("WW", "GC"), ("WW", "pre_battle", HOWL))
    assert (asked(p), labels(p)) == (("GC", "howled away"), {"Cthulhu", "Deep One"})
    script(p, ("GC", "howled away", "Cthulhu"))
    assert (asked(p), labels(p)) == (("GC", "retreat to"), set(ring))
    script(p, ("GC", "retreat to", AR))
    assert at(p, "GC", AR) == {"Cthulhu": 1}
    assert dice(p) == 2  # once, however many Wendigos; then the dice
    script(p, roll(0, 0))
    assert dice(p) == 1


@pytest.mark.rule("CW-WW-032")
@pytest.mark.parametrize(("rulings", "may"), [({}, False), ({"howl_wendigo": "always"}, True)])
def test_howl_without_a_wendigo_is_a_ruling(rulings, may):
    p = play(
        "WW GC YS", {"WW": {EA: GNOPH, AR: "Wendigo"}, "GC": {EA: "Deep One"}}, books={"WW": HOWL}, rulings=rulings
    )
    script(p, fight("WW", "GC"))
    assert (asked(p) == ("WW", "pre_battle")) is may


@pytest.mark.rule("CW-WW-032")
def test_a_keeper_that_is_howled_away_leaves_its_gate_and_the_battle_may_be_over():
    p = play("WW GC YS", {"WW": {EA: "Wendigo"}, "GC": {EA: "Acolyte"}}, gates={EA: "GC"}, books={"WW": HOWL})
    script(p, fight("WW", "GC"), ("WW", "pre_battle", HOWL), ("GC", "retreat to", AR))
    assert (gate(p, EA), at(p, "GC", AR), asked(p)) == (OPEN_GATE, {"Acolyte": 1}, ("GC", "action"))


@pytest.mark.rule("CW-WW-034")
def test_who_was_howled_away_has_no_powers_in_the_battle_but_ghouls_come_back():
    units = {"WW": {EA: f"Wendigo, {RHAN}"}, "CC": {EA: "Nyarlathotep, Hunting Horror"}}
    p = play("WW CC YS", units, books={"WW": HOWL})
    script(
        p,
        fight("WW", "CC"),
        ("WW", "pre_battle", HOWL),
        ("CC", "howled away", "Nyarlathotep"),
        ("CC", "retreat to", AR),
    )
    script(p, roll(0, 0), roll(1, 0), ("WW", "takes a kill", RHAN))
    assert asked(p) == ("WW", "post_battle")  # no Harbinger
    units = {"WW": {EA: "Wendigo"}, "BG": {EA: "Ghoul, Fungi from Yuggoth"}}
    p = play("WW BG YS", units, books={"WW": HOWL, "BG": "Necrophagy"})
    script(p, fight("WW", "BG"), ("WW", "pre_battle", HOWL), ("BG", "howled away", "Ghoul"), ("BG", "retreat to", AR))
    script(p, roll(0, 0), roll(0, 0), ("BG", "ghoul from", AR))
    assert at(p, "BG", EA)["Ghoul"] == 1


@pytest.mark.rule("CW-WW-034", "CW-OW-033")
def test_who_was_howled_away_is_not_promoted():
    units = {"WW": {EA: "Wendigo"}, "OW": {EA: "Mutant, Abomination"}}
    p = play("WW OW YS", units, books={"WW": HOWL, "OW": "The Million Favored Ones"})
    script(p, fight("WW", "OW"), ("WW", "pre_battle", HOWL), ("OW", "howled away", "Mutant"), ("OW", "retreat to", AR))
    script(p, roll(0, 0), roll(0, 0))
    assert (asked(p), labels(p)) == (("OW", "promoted"), {"Done", f"Abomination, {EA}"})


@pytest.mark.rule("CW-WW-036")
def test_madness_does_not_say_where_howl_sends():
    units = {"WW": {EA: "Wendigo"}, "GC": {EA: "Deep One, Acolyte"}, "CC": {AR: "Acolyte"}}
    p = play("WW GC CC", units, books={"WW": HOWL, "CC": "Madness"})
    script(p, fight("WW", "GC"), ("WW", "pre_battle", HOWL), ("GC", "howled away", "Deep One"))
    assert asked(p) == ("GC", "retreat to")


# -- Ice Age ----------------------------------------------------------------------------------------------------------
def ice(seats: str, units: dict[str, dict[str, str]], where: str = EA, **more: Any) -> Position:
    """The Ice Age lies there."""
    books = {"WW": ICE} | more.pop("books", {})
    return play(seats, units, books=books, markers={"ice_age": where}, **more)


def paid(p: Position, name: str, option: str) -> int:
    """What an action has cost."""
    seat = next(i for i, f in enumerate(p.state.config.factions) if f.letters == name)
    before = p.state.power[seat]
    script(p, (name, "action", option))
    return int(before - p.state.power[seat])


@pytest.mark.rule("CW-WW-038")
def test_the_token_comes_to_any_other_area_for_a_power():
    p = play("WW GC YS", {"WW": {ARC: "Acolyte"}}, books={"WW": ICE})
    assert paid(p, "WW", f"ice age {EA}") == 1
    token = p.state.config.token("ice_age")
    assert p.state.tokens[token] == 1 << area(p, EA)
    q = ice("WW GC YS", {"WW": {ARC: "Acolyte"}})
    assert set(why_not(q, "WW", "ice age", area(q, EA))) == {"CW-WW-038"}
    script(q, ("WW", "action", f"ice age {AR}"))
    assert q.state.tokens[token] == 1 << area(q, AR)


@pytest.mark.rule("CW-WW-038", "CW-WW-039")
def test_actions_of_enemies_that_end_there_cost_one_more():
    gc = {"GC": {EA: "2 Acolyte, Deep One", AR: "Acolyte"}, "WW": {EA: "Acolyte, Wendigo"}, "YS": {EA: "Acolyte"}}
    for option, price in (
        (f"recruit {EA}", 2), (f"gate {EA}", 4), (f"battle {EA} Windwalker", 2), (f"capture {EA} Yellow Sign", 2),
        (f"dreams {EA} Windwalker", 3), (f"recruit {AR}", 1), (f"gate {AR}", 3),
    ):  # fmt: skip
        assert paid(ice("GC WW YS", gc, books={"GC": "Dreams"}), "GC", option) == price, option
    own = ice("WW GC YS", gc)
    assert paid(own, "WW", f"recruit {EA}") == 1  # its own are free of it
    p = ice("GC WW YS", {"GC": {EA: "Acolyte"}}, gates={EA: "GC"})
    assert paid(p, "GC", f"summon {EA} Deep One") == 2
    p = play("GC WW YS", gc, books={"WW": ICE})
    assert paid(p, "GC", f"recruit {EA}") == 1


@pytest.mark.rule("CW-WW-039")
def test_moving_in_costs_one_more_in_all_and_moving_out_nothing():
    p = ice("GC WW YS", {"GC": {AR: "2 Deep One", EA: "Acolyte"}, "WW": {EA: "Acolyte"}})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"Deep One, {AR}"), ("GC", "move to", EA))
    assert p.state.power[0] == 7
    script(p, ("GC", "unit to move", f"Deep One, {AR}"), ("GC", "move to", EA))
    assert p.state.power[0] == 6
    script(p, ("GC", "unit to move", f"Acolyte, {EA}"), ("GC", "move to", WAF))
    assert p.state.power[0] == 5


@pytest.mark.rule("CW-WW-039")
@pytest.mark.parametrize(("where", "power"), [(EA, [7, 5, 4]), (IND, [8, 7, 6])])
def test_each_action_of_a_pair_pays_for_the_ice_anew(where, power):
    units = {"YS": {AR: "King in Yellow", WAF: "Byakhee, Acolyte"}, "WW": {ARC: "Acolyte"}}
    p = ice("YS WW GC", units, where, books={"YS": "The Screaming Dead"})
    script(p, ("YS", "action", f"screaming dead {EA}"))
    told = [p.state.power[0]]
    script(p, ("YS", "action", "move"))
    for unit in ("Byakhee", "Acolyte"):
        script(p, ("YS", "unit to move", f"{unit}, {WAF}"), ("YS", "move to", EA))
        told.append(p.state.power[0])
    assert told == power
    assert p.state.tolled == 0


@pytest.mark.rule("CW-WW-039")
@pytest.mark.parametrize(("where", "power"), [(EA, [8, 6, 4]), (AR, [9, 7, 4])])
def test_summoning_several_costs_one_more_in_all(where, power):
    units = {"BG": {EA: "Acolyte", AR: "Acolyte"}, "WW": {ARC: "Acolyte"}}
    p = ice("BG WW GC", units, where, gates={EA: "BG", AR: "BG"}, power=10)
    script(p, ("BG", "action", f"summon {EA} Ghoul"))
    told = [p.state.power[0]]
    for unit, there in (("Fungi from Yuggoth", EA), ("Fungi from Yuggoth", AR)):
        script(p, ("BG", "summon more", f"{unit}, {there}"))
        told.append(p.state.power[0])
    script(p, ("BG", "summon more", "done"))
    assert told == power
    assert p.state.tolled == 0


@pytest.mark.rule("CW-WW-038")
@pytest.mark.parametrize(("power", "may"), [(3, False), (4, True)])
def test_a_high_priest_costs_one_more_there_too(power, may):
    units = {"GC": {EA: "3 Acolyte", AR: "3 Acolyte"}, "WW": {ARC: "Acolyte"}}
    p = ice("GC WW YS", units, power={"GC": power, "WW": 3}, things=("high_priests",))
    assert set(why_not(p, "GC", "recruit", area(p, EA))) == (set() if may else {"CW-ACT-002"})
    assert f"Recruit a Cultist in {AR}" in labels(p)
    if may:
        script(p, ("GC", "action", f"recruit {EA}"))
        assert p.state.power[0] == 0


@pytest.mark.rule("CW-WW-039", "CW-TT-016")
@pytest.mark.parametrize(("where", "price"), [(EA, 1), (AR, 0)])
def test_to_take_a_gate_away_is_done_to_its_area(where, price):
    units = {"TT": {EA: "2 Acolyte", AR: "Acolyte"}, "WW": {ARC: "Acolyte"}}
    p = ice(
        "TT WW GC",
        units,
        where,
        gates={EA: "TT"},
        start={"TT": EA},
        open={"TT": "Take away the gate at home", "WW": ""},
    )
    assert paid(p, "TT", "remove gate") == price


@pytest.mark.rule("CW-WW-038", "CW-GC-003")
@pytest.mark.parametrize(("where", "price"), [(EA, 10), (SPA, 11)])
def test_awakening_costs_more_there_the_second_time_too(where, price):
    gc: dict[str, Any] = {"GC": {SPA: "Acolyte"}, "WW": {ARC: "Acolyte"}}
    assert paid(ice("GC WW YS", gc, where, gates={SPA: "GC"}, power=20), "GC", f"awaken cthulhu {SPA}") == price
    again = ice("GC WW YS", gc, where, gates={SPA: "GC"}, power=20, awoken={"GC": "Cthulhu"})
    assert paid(again, "GC", f"awaken cthulhu {SPA}") == price - 6


@pytest.mark.rule("CW-WW-039", "CW-BB-028")
@pytest.mark.parametrize(("where", "price"), [(EA, 2), ("Moon", 2), (AR, 1)])
def test_catnapping_ends_on_the_moon_and_is_done_where_bastet_is(where, price):
    units = {"BB": {EA: "Bastet"}, "GC": {EA: "2 Acolyte"}, "WW": {ARC: "Acolyte"}}
    assert paid(ice("BB WW GC", units, where, books={"BB": "Catnapping"}), "BB", "catnapping") == price


@pytest.mark.rule("CW-WW-041")
def test_flying_over_costs_nothing():
    p = ice("CC WW YS", {"CC": {AR: "2 Nightgaunt"}, "WW": {EA: "Acolyte"}})
    script(p, ("CC", "action", "move"), ("CC", "unit to move", f"Nightgaunt, {AR}"), ("CC", "move to", SAT))
    assert p.state.power[0] == 8


@pytest.mark.rule("CW-WW-039")
def test_desecrate_avatar_and_emerging_cost_more_there():
    for eye, price in (("", 3), ("The Third Eye", 2)):
        units = {"YS": {EA: "King in Yellow", AR: "Hastur"}, "WW": {ARC: "Acolyte"}}
        assert paid(ice("YS WW GC", units, books={"YS": eye}), "YS", "desecrate") == price
        assert paid(ice("YS WW GC", units, AR, books={"YS": eye}), "YS", "desecrate") == price - 1
    for here, there in ((EA, AR), (AR, EA), (AR, WAF)):
        units = {"BG": {here: "Shub-Niggurath"}, "WW": {there: "Acolyte"}}
        assert paid(ice("BG WW GC", units), "BG", f"avatar {there} Windwalker") == (1 if there == WAF else 2)
    units = {"GC": {"submerged": "Cthulhu", AR: "Acolyte"}, "WW": {ARC: "Acolyte"}}
    assert paid(ice("GC WW YS", units, books={"GC": "Submerge"}), "GC", f"emerge {EA}") == 1
    units = {"GC": {IND: "Cthulhu"}, "WW": {ARC: "Acolyte"}}
    assert paid(ice("GC WW YS", units, IND, books={"GC": "Submerge"}), "GC", "submerge") == 1
    for where, price in ((EA, 2), (AR, 2), (WAF, 1)):
        p = ice("OW WW YS", {"OW": {AR: "Abomination"}, "WW": {ARC: "Acolyte"}}, where, gates={AR: ""})
        assert paid(p, "OW", f"beyond one {AR} / {EA}") == price


@pytest.mark.rule("CW-WW-040")
def test_controlling_and_abandoning_are_free_and_unlimited_battles_are_not():
    p = ice(
        "YS WW GC", {"YS": {EA: "2 Acolyte, 2 Undead"}, "WW": {EA: "Acolyte"}}, gates={EA: "YS"}, books={"YS": "all"}
    )
    assert paid(p, "YS", f"abandon {EA}") == 0
    assert paid(p, "YS", f"control {EA} Acolyte") == 0
    assert paid(p, "YS", f"battle {EA} Windwalker") == 2


@pytest.mark.rule("CW-WW-038", "CW-SL-025")
@pytest.mark.parametrize(("phase", "price"), [("action", 3), ("doom", 2)])
def test_the_ice_is_paid_for_actions_alone(phase, price):
    p = ice("GC WW YS", {"GC": {EA: "Acolyte"}, "WW": {ARC: "Acolyte"}}, phase=phase)
    assert price_of(p.state, 0, CostOf.SUMMON, 2, 2, area(p, EA)) == price


@pytest.mark.rule("CW-WW-038")
def test_who_cannot_pay_for_the_ice_does_not_act_there():
    p = ice("GC WW YS", {"GC": {EA: "Acolyte"}, "WW": {ARC: "Acolyte"}}, power={"GC": 1, "WW": 3, "YS": 1})
    assert set(why_not(p, "GC", "recruit", area(p, EA))) == {"CW-ACT-002"}
    assert not any("East Africa" in label for label in labels(p))


# -- requirements -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-WW-019")
def test_the_first_player_token_brings_a_spellbook():
    units = {"WW": {ARC: "6 Acolyte"}, "GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}
    p = table("GC WW YS", units, power={"GC": 1}, gates={ARC: "WW"}, open={"WW": "First Player"}, first="GC")
    script(p, ("GC", "action", "pass"), ("WW", "direction", 1))
    assert asked(p) == ("WW", "spellbook")
    p = table("GC WW YS", units, power={"GC": 2}, open={"WW": "First Player"}, first="GC")
    script(p, ("GC", "action", f"recruit {EA}"))
    assert asked(p) == ("GC", "action")
    p = table("WW GC YS", {"WW": {AR: "2 Acolyte"}, "GC": {EA: "Acolyte"}}, open={"WW": "First Player"}, first="GC")
    script(p, ("WW", "action", f"recruit {AR}"))
    assert asked(p) == ("GC", "action")  # it is its turn, no more


@pytest.mark.rule("CW-WW-021")
def test_a_gate_at_the_other_pole_brings_a_spellbook():
    slot = {"WW": "Gate In The Other Start Area"}
    for pole, mine, comes in ((ANT, ARC, True), (ARC, ARC, False), (ARC, ANT, True), (EA, ARC, False)):
        units = {"GC": {pole: "Acolyte"}, "WW": {AR: "Acolyte"}}
        p = table("GC WW YS", units, open=slot, start={"WW": mine})
        script(p, ("GC", "action", f"gate {pole}"))
        assert (asked(p) == ("WW", "spellbook")) is comes
    units = {"GC": {ANT: "Acolyte"}, "WW": {AR: "Acolyte"}}
    p = script(table("GC WW YS", units, open=slot, gates={ARC: ""}), ("GC", "action", f"gate {ANT}"))
    assert asked(p)[1] == "action"  # nobody knows which is the other one


@pytest.mark.rule("CW-WW-022")
def test_six_spellbooks_of_another_bring_one():
    slot = {"WW": "Another Has Six Spellbooks"}
    units = {"GC": {EA: "2 Acolyte"}, "WW": {AR: "Acolyte"}}
    p = table("GC WW YS", units, open=slot, books={"YS": "all"})
    script(p, ("GC", "action", f"recruit {EA}"))
    assert asked(p) == ("WW", "spellbook")
    five = "Passion, Zingaya, The Third Eye, The Screaming Dead, Shriek of the Byakhee"
    p = table("GC WW YS", units, open=slot, books={"YS": five, "GC": "Dreams"})
    script(p, ("GC", "action", f"recruit {EA}"))
    assert asked(p) == ("WW", "action")


@pytest.mark.rule("CW-2PL-030")
def test_with_two_players_ithaqua_may_be_given_up_for_it():
    slot = {"WW": "Another Has Six Spellbooks"}
    units = {"GC": {"South Pacific": "2 Acolyte"}, "WW": {ARC: f"Acolyte, {ITH}"}}
    p = table("GC WW", units, open=slot, doom={"GC": 0, "WW": 0})
    script(p, ("GC", "action", "recruit South Pacific"), ("WW", "any_time", "Give up Ithaqua"))
    assert (asked(p), left(p, "WW", ITH), p.state.doom) == (("WW", "spellbook"), 0, [6, 0])
    p = table("GC WW YS", units, open=slot)
    script(p, ("GC", "action", "recruit South Pacific"))
    assert asked(p) == ("WW", "action")


@pytest.mark.rule("CW-2PL-030", "CW-WW-020")
def test_ithaqua_is_given_up_for_that_requirement_alone():
    units = {"GC": {"South Pacific": "2 Acolyte"}, "WW": {ARC: f"Acolyte, {ITH}"}}
    both = table("GC WW", units, open={"WW": "Another Has Six Spellbooks, Taken At Any Time"})
    script(both, ("GC", "action", "recruit South Pacific"), ("WW", "any_time", "Give up Ithaqua"))
    script(both, ("WW", "any_time", "done"), ("WW", "spellbook", ICE))
    assert (both.state.count_books(1), both.state.is_open(1, ww.TakenAtAnyTime.bit)) == (1, True)
    met = script(table("GC WW", units, open=NO_SLOT), ("GC", "action", "recruit South Pacific"))
    assert asked(met) == ("WW", "action")  # it is covered: he is not asked for


@pytest.mark.rule("CW-WW-020")
@pytest.mark.parametrize(("books", "signs"), [({}, 0), ({"YS": "all"}, 1), ({"YS": "all", "BG": "all"}, 2)])
def test_one_spellbook_is_taken_at_any_time_with_signs_for_those_who_have_six(books, signs):
    units = {"GC": {EA: "2 Acolyte"}, "WW": {AR: "Acolyte"}}
    p = table("GC WW YS BG", units, open={"WW": "Taken At Any Time"}, books=books)
    script(p, ("GC", "action", f"recruit {EA}"))
    assert asked(p) == ("WW", "any_time")
    script(p, ("WW", "any_time", "Take a spellbook"), ("WW", "spellbook", ICE))
    for _ in range(signs):
        script(p, ("chance", "elder sign", 1))
    assert (p.state.signs[1], p.state.count_books(1)) == ((1,) * signs, 1)
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-WW-020")
def test_at_most_three_signs_come_with_it():
    units = {"GC": {EA: "2 Acolyte"}, "WW": {AR: "Acolyte"}}
    six = dict.fromkeys(("GC", "YS", "BG", "CC"), "all")
    p = table("WW GC YS BG CC", units, open={"WW": "Taken At Any Time"}, books=six, board="earth_5p")
    script(
        p,
        ("WW", "action", f"recruit {AR}"),
        ("GC", "devolve", "done"),
        ("WW", "any_time", "Take a spellbook"),
        ("WW", "spellbook", ICE),
    )
    for _ in range(3):
        script(p, ("chance", "elder sign", 1))
    assert p.state.signs[0] == (1, 1, 1)
    assert asked(p) != ("chance", "elder sign")


@pytest.mark.rule("CW-WW-042")
def test_at_the_end_of_the_game_it_is_taken_and_its_signs_count():
    units = {"YS": {EA: "2 Acolyte"}, "WW": {AR: "Acolyte"}}
    five = f"{WIND}, {BERSERK}, {CANNIBAL}, {HERALD}, {HOWL}"
    p = table(
        "YS WW GC", units, open={"WW": "Taken At Any Time"}, books={"YS": "all", "WW": five},
        doom={"GC": 0, "WW": 29, "YS": 30},
    )  # fmt: skip
    script(p, ("YS", "action", f"recruit {EA}"), ("WW", "any_time", "done"))
    assert asked(p) == ("WW", "end_of_game")
    script(p, ("WW", "end_of_game", "Take a spellbook"), ("chance", "elder sign", 3))
    assert (p.state.doom[1], p.decision, p.state.count_books(1)) == (32, None, 6)


@pytest.mark.rule("CW-WW-003", "CW-SL-018")
def test_whoever_borrows_hibernate_uses_its_own_power_and_enemies():
    units = {"SL": {EA: "3 Acolyte"}, "GC": {AR: "Cthulhu"}, "WW": {ARC: f"Acolyte, {RHAN}"}}
    p = play("SL GC WW", units, lent={"SL": "Hibernate"}, power={"SL": 4, "GC": 0, "WW": 1})
    script(p, ("SL", "action", "hibernate"))
    assert (p.state.power[0], asked(p)) == (6, ("WW", "action"))
    assert gathered(p.state, 0).value == 9


@pytest.mark.rule("CW-WW-003", "CW-SL-018")
def test_ancient_sorcery_borrows_hibernate():
    units = {"SL": {EA: "Serpent Man, Acolyte"}, "GC": {AR: "Cthulhu"}, "WW": {ARC: "Acolyte"}}
    power = {"SL": 5, "GC": 3, "WW": 1}
    p = play("SL GC WW", units, books={"SL": "Ancient Sorcery"}, power=power, open={"WW": "", "SL": ""})
    script(p, ("SL", "action", f"ancient sorcery {EA} / Windwalker"), ("GC", "action", f"recruit {AR}"))
    assert p.state.lent == ((0, "Hibernate"),)
    before = p.state.power[0]
    script(p, ("WW", "action", "pass"), ("SL", "action", "hibernate"))
    assert (p.state.power[0], asked(p)) == (before + 1, ("GC", "action"))


@pytest.mark.rule("CW-WW-032", "CW-CC-019")
def test_a_wendigo_that_is_hidden_howls_at_nobody():
    units = {"CC": {EA: "Flying Polyp, Nightgaunt"}, "WW": {EA: "Wendigo, Gnoph-Keh"}}
    for hidden, howls in (("WW Wendigo", False), ("WW Gnoph-Keh", True)):
        p = play("CC WW YS", units, books={"CC": "Invisibility", "WW": "Howl"})
        script(p, fight("CC", "WW"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", hidden))
        assert (asked(p) == ("WW", "pre_battle")) is howls
