"""The Colour out of Space: who gets which gate, the die, and what each colour does in each column of the chart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script, system, table, why_not
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.reckoning.evaluation import parts
from theomachy.games.cthulhu_wars.rules.domains import DOOM, OVER
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.play.observation import Observation

BOX = ("colour_out_of_space",)
EU, WAF, SAS, ANT, AUS = "Europe", "West Africa", "South Asia", "Antarctica", "Australia"
COLOURS = ["Blue", "Green", "Orange", "Purple", "Red", "Pink", "Light Blue", "Yellow", "Turquoise", "Glow"]
FERTILITY, FEASTING, MADNESS, BLIGHT = 2, 3, 4, 5


def scene(sorts: dict[str, str], units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """Great Cthulhu, Yellow Sign and Black Goat at the very start of a Doom phase; the gates as `sorts` and `gates`
    say, those of Great Cthulhu else.
    """
    units = units or {"GC": dict.fromkeys(sorts, "Acolyte"), "YS": {AUS: "Acolyte"}}
    gates = dict.fromkeys(sorts, "GC") | more.pop("gates", {})
    begins = {"phase": "doom", "phase_begins": True, "first": "GC", "power": 9, "doom": 5}
    things = more.pop("things", BOX)
    return table(more.pop("seats", "GC YS BG"), units, things=things, gates=gates, gate_sorts=sorts, **begins | more)


def thrown(p: Position, *faces: int) -> Position:
    """The Colour die shows these, one after the other."""
    for face in faces:
        script(p, ("chance", "colour die", face))
    return p


def sorts(p: Position) -> dict[str, str]:
    """Where each Colour gate lies."""
    names = p.state.config.map.names
    return {names[a]: word for a, word in p.state.sorts}


def column(colour: str, face: int, **more: Any) -> tuple[int, int, int, bool]:
    """What a gate of Great Cthulhu changes in a column: Power, Doom before the Doom for gates, Elder Signs of a ritual
    for no Great Old One, and whether a ritual is open to it.
    """
    p = thrown(scene({AR: colour}, **more), face)
    s = p.state
    power, doom, offered = s.power[0] - 9, s.doom[0] - 5 - 1, asked(p)[0] == "GC"
    if offered:
        script(p, ("GC", "doom phase", "ritual"))
    n = 0
    while asked(p)[1] == "elder sign":
        n += 1
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    return power, doom, n, offered


# -- the box ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-COL-001")
def test_ten_gates_are_in_the_box_one_of_each_and_no_game_without_it_has_any():
    config = system("GC YS BG", things=BOX).config
    assert [sort.name for sort in config.gate_sorts] == COLOURS
    assert {sort.figures for sort in config.gate_sorts} == {1}
    assert len({sort.letters for sort in config.gate_sorts}) == 10
    assert not system("GC YS BG").config.gate_sorts
    plain = table("GC YS BG", {"GC": {AR: "Acolyte"}})
    assert not any("Colour" in label for label in labels(plain))
    twice = scene({AR: "Blue", EU: "Green"})
    twice.state.make_sort(area(twice, EU), "Blue")
    assert [fault[1] for fault in twice.system.violations(twice.state)] == [
        "there are more than 1 gates of the sort Blue"
    ]


@pytest.mark.rule("CW-COL-001", "CW-COL-002")
def test_a_gate_is_created_in_a_colour_that_is_not_on_the_map():
    units = {"GC": {AR: "2 Acolyte", EU: "Acolyte"}, "YS": {EA: "Acolyte"}}
    p = table("GC YS BG", units, things=BOX, gates={EA: "YS", EU: "GC"}, gate_sorts={EA: "Blue"})
    made = {x.removeprefix(f"Create a Colour gate in {AR}: ") for x in labels(p) if x.startswith("Create a Colour")}
    assert made == {*COLOURS} - {"Blue", "Glow"}
    assert set(why_not(p, "GC", "colour gate", area(p, AR), 0)) == {"CW-COL-001"}
    assert set(why_not(p, "GC", "colour gate", area(p, AR), 9)) == {"CW-COL-002"}
    assert set(why_not(p, "GC", "colour gate", area(p, EU), 1)) == {"CW-GAT-004"}
    assert set(why_not(p, "GC", "colour gate", area(p, WAF), 1)) == {"CW-CRG-001"}
    script(p, ("GC", "action", f"colour gate {AR} Red"))
    assert (p.state.power[0], sorts(p)) == (6, {EA: "Blue", AR: "Red"})
    assert f"Create a gate in {AR}" not in labels(p)


@pytest.mark.rule("CW-COL-002")
def test_the_glow_is_created_with_another_colour_gate_and_a_plain_one_is_no_colour():
    units = {"GC": {AR: "Acolyte", EU: "Acolyte"}, "YS": {EA: "Acolyte"}}
    for word, open_ in (("Purple", True), ("", False)):
        p = table("GC YS BG", units, things=BOX, gates={EU: "GC"}, gate_sorts={EU: word} if word else {})
        assert (f"Create a Colour gate in {AR}: Glow" in labels(p)) is open_


@pytest.mark.rule("CW-COL-002")
def test_it_costs_what_a_gate_costs_and_takes_none_from_the_supply():
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}}, things=BOX, power={"GC": 2})
    assert set(why_not(p, "GC", "colour gate", area(p, AR), 0)) == {"CW-ACT-002"}
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}}, things=BOX, power={"GC": 3})
    script(p, ("GC", "action", f"colour gate {AR} Blue"))
    assert (p.state.power[0], p.state.gates_out()) == (0, 0)


@pytest.mark.rule("CW-COL-002")
def test_it_is_a_main_action_of_ones_own_turn():
    units = {"GC": {AR: "Acolyte"}}
    for rule, more in (
        ("CW-ACT-001", {"active": "YS"}),
        ("CW-ACT-003", {"part": "after"}),
        ("CW-ACT-005", {"power": {"YS": 9}}),
    ):
        p = table("GC YS BG", units, things=BOX, **more)
        assert rule in why_not(p, "GC", "colour gate", area(p, AR), 0)
    assert not why_not(table("GC YS BG", units, things=BOX), "GC", "colour gate", area(p, AR), 0)


@pytest.mark.rule("CW-COL-003")
def test_a_colour_gate_gathers_as_a_plain_one():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = table(
        "GC YS BG", units, things=BOX, gates={AR: "GC", EU: "YS", EA: "abandoned"}, gate_sorts={AR: "Blue", EA: "Red"}
    )
    assert [gathered(p.state, seat).value for seat in (0, 1, 2)] == [4, 4, 1]


@pytest.mark.rule("CW-COL-002")
def test_an_option_tells_what_the_gate_will_do():
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}}, things=BOX)
    option = ("colour gate", area(p, AR), 0)
    blue = "Fertility and madness: you gain 1 Power. Feasting and blight: you lose 1."
    assert p.system.detail(p.state, p.decision, option) == (blue, "3 Power")
    stone = thrown(scene({}, {"GC": {AR: "Acolyte"}}, gates={AR: "GC"}), 1)
    assert asked(stone) == ("GC", "colour of the meteorite")
    assert stone.system.detail(stone.state, stone.decision, 0) == (blue, "CW-COL-007")


# -- the die ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-COL-004")
def test_the_die_is_thrown_once_before_the_doom_for_gates_in_every_doom_phase():
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}}, things=BOX, gates={AR: "GC"}, phase="first player", first="GC",
              power=4, doom=3)  # fmt: skip
    script(p, ("GC", "first player", "Great Cthulhu"), ("GC", "direction", "clockwise"))
    assert (asked(p), p.state.doom, p.state.phase) == (("chance", "colour die"), [3, 3, 3], DOOM)
    thrown(p, FERTILITY)
    assert (asked(p), p.state.doom) == (("GC", "action"), [4, 3, 3])  # nobody can pay for a ritual
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}}, gates={AR: "GC"}, phase="first player", first="GC", power=4)
    script(p, ("GC", "first player", "Great Cthulhu"), ("GC", "direction", "clockwise"))
    assert asked(p) == ("GC", "action")  # without the box no die


@pytest.mark.rule("CW-COL-004")
def test_a_gate_that_nobody_holds_does_nothing_and_another_s_does_nothing_to_you():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {EA: "Acolyte"}}
    p = scene({AR: "Blue", EU: "Yellow"}, units, gates={AR: "abandoned", EU: "YS"})
    assert (thrown(p, FERTILITY).state.power, p.state.doom) == ([9, 9, 9], [5, 7, 5])


@pytest.mark.rule("CW-COL-004")
def test_what_the_chart_says_holds_for_one_doom_phase():
    p = thrown(scene({AR: "Green"}), BLIGHT)
    assert p.state.counters == ((-1, "Colour die", 5), (0, "no ritual", 1))
    while p.state.phase == DOOM:
        p.play("done")
    assert (p.state.round, p.state.counters) == (2, ())


@pytest.mark.rule("CW-COL-004")
def test_a_game_that_the_chart_ends_is_judged_at_the_end_of_the_phase():
    p = thrown(scene({AR: "Purple"}, doom={"GC": 28, "YS": 3, "BG": 3}), FERTILITY)
    assert p.state.doom[0] == 30
    assert asked(p) == ("GC", "doom phase")
    while p.decision is not None:
        p.play("done")
    assert p.state.phase == OVER


# -- meteorite and departure ------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-COL-005")
def test_the_first_without_a_colour_gate_turns_a_plain_one_and_nobody_else():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte", AUS: "Acolyte"}, "BG": {EA: "Acolyte"}}
    p = scene({AR: "Blue"}, units, gates={AR: "GC", EU: "YS", AUS: "YS", EA: "BG"})
    thrown(p, 1)
    assert (asked(p), labels(p)) == (("YS", "gate of the meteorite"), {EU, AUS})
    script(p, ("YS", "gate of the meteorite", AUS))
    assert labels(p) == {*COLOURS} - {"Blue"}
    script(p, ("YS", "colour of the meteorite", "Yellow"))
    assert (sorts(p), asked(p)) == ({AR: "Blue", AUS: "Yellow"}, ("GC", "doom phase"))
    assert p.state.doom == [6, 7, 6]  # no column is looked at


@pytest.mark.rule("CW-COL-005")
def test_no_meteorite_where_all_have_one_or_none_is_left():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {EA: "Acolyte"}}
    all_ = scene({AR: "Blue", EU: "Red", EA: "Pink"}, units, gates={EU: "YS", EA: "BG"})
    assert asked(thrown(all_, 1)) == ("GC", "doom phase")
    names = [n for n in all_.state.config.map.names if n not in (EU, EA)][:10]
    left = scene(dict(zip(names, COLOURS, strict=True)), {"YS": {EU: "Acolyte"}},
                 gates=dict.fromkeys(names, "abandoned") | {EU: "YS"})  # fmt: skip
    assert asked(thrown(left, 1))[1] == "doom phase"


@pytest.mark.rule("CW-COL-005")
def test_who_has_no_plain_gate_either_by_both_choices_of_the_ruling():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    gates = {AR: "abandoned", EU: "YS"}
    assert asked(thrown(scene({}, units, gates=gates), 1)) == ("GC", "doom phase")
    p = thrown(scene({}, units, gates=gates, rulings={"meteorite_seeks": "able"}), 1)
    assert asked(p) == ("YS", "colour of the meteorite")


@pytest.mark.rule("CW-COL-005")
def test_the_glow_comes_with_a_meteorite_by_the_ruling():
    units = {"GC": {AR: "Acolyte"}}
    for choice, said in (("yes", True), ("no", False)):
        p = thrown(scene({}, units, gates={AR: "GC"}, rulings={"meteorite_glow": choice}), 1)
        assert ("Glow" in labels(p)) is said


@pytest.mark.rule("CW-COL-006")
def test_who_has_least_doom_may_make_a_gate_plain_then_the_die_is_thrown_again():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    doom = {"GC": 9, "YS": 4, "BG": 7}
    p = thrown(scene({AR: "Yellow", EU: "Blue"}, units, gates={EU: "YS"}, doom=doom), 6)
    assert (asked(p), labels(p)) == (("YS", "gate that departs"), {AR, EU, "Done"})
    script(p, ("YS", "gate that departs", AR))
    assert sorts(p) == {EU: "Blue"}
    thrown(p, FERTILITY)
    assert (p.state.power, p.state.doom) == ([9, 10, 9], [10, 5, 7])
    p = thrown(scene({AR: "Yellow"}, units, gates={EU: "YS"}, doom=doom), 6)
    script(p, ("YS", "gate that departs", "done"))
    assert sorts(thrown(p, FERTILITY)) == {AR: "Yellow"}


@pytest.mark.rule("CW-COL-006")
def test_all_who_have_least_doom_choose_in_turn_order_and_a_second_six_does_nothing():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {EA: "Acolyte"}}
    doom = {"GC": 4, "YS": 9, "BG": 4}
    p = thrown(scene({AR: "Yellow", EU: "Blue"}, units, gates={EU: "YS"}, doom=doom, direction="counterclockwise"), 6)
    script(p, ("GC", "gate that departs", "done"), ("BG", "gate that departs", EU))
    thrown(p, 6)
    assert (asked(p), sorts(p), p.state.power) == (("GC", "doom phase"), {AR: "Yellow"}, [9, 9, 9])


@pytest.mark.rule("CW-COL-006")
def test_the_second_throw_may_be_a_meteorite():
    p = thrown(scene({AR: "Blue"}, {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}, gates={EU: "YS"}), 6)
    script(p, *[(name, "gate that departs", "done") for name in ("GC", "YS", "BG")])
    assert asked(thrown(p, 1)) == ("YS", "colour of the meteorite")


@pytest.mark.rule("CW-CMP-002", "CW-COL-006", "CW-COL-015")
@pytest.mark.parametrize("supply", [1, 2])
def test_no_colour_gate_becomes_plain_when_no_plain_one_is_left(supply):
    options = {"factions": ["GC", "YS", "BG"], "map": "earth_4p_3w5e", "any_map": True, "things": list(BOX)}
    game = CthulhuWars.build(options=options, overlay={"supply": {"gates": supply}})
    setup = {"units": {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}, "gates": {AR: "GC", EU: "YS"}}
    begins = {"phase": "doom", "phase_begins": True, "first": "GC", "power": 9, "doom": {"GC": 4, "YS": 9, "BG": 9}}
    p = Position(game, game.arrange(setup | begins | {"gate_sorts": {AR: "Turquoise"}}))
    assert asked(thrown(p, 6))[1] == ("colour die" if supply == 1 else "gate that departs")
    p = Position(game, game.arrange(setup | begins | {"gate_sorts": {AR: "Turquoise"}}))
    assert sorts(thrown(p, MADNESS)) == ({AR: "Turquoise"} if supply == 1 else {})


# -- the colours ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("colour", "columns"),
    [
        pytest.param("Blue", (1, -1, 1, -1), marks=pytest.mark.rule("CW-COL-007")),
        pytest.param("Orange", (1, 1, -1, -1), marks=pytest.mark.rule("CW-COL-009")),
    ],
)
def test_power_comes_and_goes(colour, columns):
    assert [column(colour, face) for face in range(2, 6)] == [(n, 0, 0, True) for n in columns]
    for face, n in zip(range(2, 6), columns, strict=True):
        p = thrown(scene({AR: colour}, power={"YS": 9}), face)
        assert p.state.power[:2] == [max(n, 0), 9]  # no Power is less than none, and nobody else's changes


@pytest.mark.parametrize(
    ("colour", "columns"),
    [
        pytest.param("Purple", (1, -1, 1, -1), marks=pytest.mark.rule("CW-COL-010")),
        pytest.param("Yellow", (1, 1, -1, -1), marks=pytest.mark.rule("CW-COL-014")),
    ],
)
def test_doom_comes_and_goes(colour, columns):
    assert [column(colour, face) for face in range(2, 6)] == [(0, n, 0, True) for n in columns]
    for face, n in zip(range(2, 6), columns, strict=True):
        p = thrown(scene({AR: colour}, doom=0), face)
        assert p.state.doom == [1 + max(n, 0), 0, 0]  # the gate's own is gained after it


@pytest.mark.parametrize(
    ("colour", "columns"),
    [
        pytest.param("Green", (True, True, False, False), marks=pytest.mark.rule("CW-COL-008")),
        pytest.param("Pink", (True, False, True, False), marks=pytest.mark.rule("CW-COL-012")),
    ],
)
def test_rituals_bring_a_sign_more_or_are_barred(colour, columns):
    assert [column(colour, face) for face in range(2, 6)] == [(0, 0, int(good), good) for good in columns]


@pytest.mark.rule("CW-COL-008", "CW-COL-012")
def test_green_and_pink_add_up_and_who_is_barred_is_told_why():
    p = thrown(scene({AR: "Green", EU: "Pink"}), FERTILITY)
    assert p.state.counter(0, "extra Elder Signs") == 2
    script(p, ("GC", "doom phase", "ritual"), ("chance", "elder sign", 1), ("chance", "elder sign", 1))
    assert asked(p) == ("YS", "doom phase")
    script(p, ("YS", "doom phase", "ritual"))
    assert asked(p) == ("BG", "doom phase")  # no sign for another
    p = scene({AR: "Green"}, {"BG": {AR: "Shub-Niggurath, Acolyte"}}, seats="BG YS GC", gates={AR: "BG"}, first="BG",
              active="BG", books={"BG": "Blood Sacrifice"})  # fmt: skip
    thrown(p, BLIGHT)
    assert (asked(p), labels(p)) == (("BG", "doom phase"), {"Blood Sacrifice", "Done"})
    assert set(why_not(p, "BG", "ritual")) == {"CW-COL-004"}


@pytest.mark.rule("CW-COL-008")
def test_a_spellbook_that_performs_a_ritual_is_barred_too():
    more: dict[str, Any] = {"seats": "OW YS BG", "books": {"OW": "Dragon Ascending, Dragon Descending"}, "first": "OW"}
    rule = {"dragon_descending": "half_cost"}
    for face, there in ((FERTILITY, True), (BLIGHT, False)):
        p = scene({AR: "Green"}, {"OW": {AR: "Acolyte"}}, gates={AR: "OW"}, rulings=rule, active="OW", **more)
        thrown(p, face)
        while asked(p)[1] != "doom phase":
            p.play(p.decision.options[-1])  # type: ignore[union-attr]
        assert ("Dragon Descending" in labels(p)) is there


KILLERS = [
    pytest.param("Red", marks=pytest.mark.rule("CW-COL-011")),
    pytest.param("Light Blue", marks=pytest.mark.rule("CW-COL-013")),
]


@pytest.mark.parametrize("colour", KILLERS)
def test_the_cheapest_enemy_cultist_or_monster_at_the_gate_is_eliminated(colour):
    units = {"GC": {AR: "2 Acolyte"}, "YS": {AR: "Undead, Byakhee, Hastur"}, "BG": {EA: "Ghoul"}}
    for face in (FERTILITY, MADNESS):
        p = thrown(scene({AR: colour}, units), face)
        assert (at(p, "YS", AR), at(p, "GC", AR), at(p, "BG", EA)) == (
            {"Byakhee": 1, "Hastur": 1}, {"Acolyte": 2}, {"Ghoul": 1}
        )  # fmt: skip
    great = {"GC": {AR: "Acolyte"}, "YS": {AR: "Hastur"}}
    assert at(thrown(scene({AR: colour}, great), FERTILITY), "YS", AR) == {"Hastur": 1}


@pytest.mark.parametrize("colour", KILLERS)
def test_an_own_unit_at_the_gate_is_eliminated_and_with_it_perhaps_the_gate_is_abandoned(colour):
    units = {"GC": {AR: "Acolyte, Deep One", EU: "Acolyte"}, "YS": {AR: "Undead"}}
    for face in (FEASTING, BLIGHT):
        p = thrown(scene({AR: colour}, units), face)
        assert (asked(p), labels(p)) == (("GC", "own unit eliminated"), {"Acolyte on the gate", "Deep One"})
        script(p, ("GC", "own unit eliminated", "Deep One"))
        assert (at(p, "GC", AR), at(p, "YS", AR), p.state.doom[0]) == ({"Acolyte": 1}, {"Undead": 1}, 6)
        alone = thrown(scene({AR: colour}, {"GC": {AR: "Acolyte"}}), face)
        assert (at(alone, "GC", AR), alone.state.doom[0], sorts(alone)) == ({}, 5, {AR: colour})


@pytest.mark.rule("CW-COL-011")
def test_of_several_cheapest_who_picks_by_both_choices_of_the_ruling():
    units = {"GC": {AR: "Acolyte"}, "YS": {AR: "Acolyte, Undead"}, "BG": {AR: "Acolyte, Dark Young"}}
    p = thrown(scene({AR: "Red"}, units), FERTILITY)
    assert asked(p) == ("GC", "cheapest eliminated")
    assert labels(p) == {"YS Acolyte", "YS Undead", "BG Acolyte"}
    p = thrown(scene({AR: "Red"}, units, rulings={"colour_cheapest": "owner"}), FERTILITY)
    assert (asked(p), labels(p)) == (("YS", "cheapest eliminated"), {"YS Acolyte", "YS Undead"})


@pytest.mark.rule("CW-COL-015")
def test_turquoise_swaps_two_gates_before_they_do_anything():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {EA: "Acolyte"}}
    for face in (FERTILITY, FEASTING):
        p = scene({AR: "Turquoise", EU: "Yellow", EA: "Green"}, units, gates={EU: "YS", EA: "BG"})
        thrown(p, face)
        assert (asked(p), labels(p)) == (("GC", "gate to swap"), {AR, EU, EA})
        script(p, ("GC", "gate to swap", EU))
        assert labels(p) == {AR, EA}
        script(p, ("GC", "gate to swap it with", AR))
        assert sorts(p) == {AR: "Yellow", EU: "Turquoise", EA: "Green"}
        assert p.state.doom == [7, 6, 6]  # and it swaps no second time
    assert asked(thrown(scene({AR: "Turquoise"}, units), FERTILITY)) == ("GC", "doom phase")


@pytest.mark.rule("CW-COL-015")
def test_turquoise_makes_a_gate_of_its_own_controller_plain_after_the_others():
    units = {"GC": {AR: "Acolyte", WAF: "Acolyte"}, "YS": {EU: "Acolyte"}}
    for face in (MADNESS, BLIGHT):
        p = thrown(scene({AR: "Turquoise", WAF: "Orange", EU: "Red"}, units, gates={EU: "YS"}), face)
        if asked(p)[0] == "YS":
            continue
        assert (asked(p), labels(p), p.state.power[0]) == (("GC", "gate that becomes plain"), {AR, WAF}, 8)
        script(p, ("GC", "gate that becomes plain", WAF))
        assert sorts(p)[AR] == "Turquoise"
        assert WAF not in sorts(p)
        assert p.state.holder(area(p, WAF)) == 0


EFFECTS = {
    FERTILITY: {"gain power", "sign", "gain doom", "enemy", "swap"},
    FEASTING: {"lose power", "sign", "gain power", "lose doom", "own", "no ritual", "gain doom", "swap"},
    MADNESS: {"gain power", "no ritual", "lose power", "gain doom", "enemy", "sign", "lose doom", "plain"},
    BLIGHT: {"lose power", "no ritual", "lose doom", "own", "plain"},
}


@pytest.mark.rule("CW-COL-016")
@pytest.mark.parametrize("face", EFFECTS)
def test_the_glow_copies_any_effect_of_the_column_once(face):
    units = {"GC": {AR: "Acolyte", EU: "Acolyte"}}
    p = thrown(scene({AR: "Glow", EU: "Blue"}, units), face)
    assert asked(p) == ("GC", "effect copied")
    assert {*p.decision.options} == EFFECTS[face]  # type: ignore[union-attr]
    blue = 1 if face in (FERTILITY, MADNESS) else -1
    script(p, ("GC", "effect copied", "lose power" if face == BLIGHT else "gain power"))
    assert p.state.power[0] == 9 + blue + (-1 if face == BLIGHT else 1)
    assert asked(p) == ("GC", "doom phase")


@pytest.mark.rule("CW-COL-016")
def test_a_swap_of_the_glow_comes_before_all_effects_and_what_turquoise_gave_it_chooses():
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {EA: "Acolyte"}}
    gates = {EU: "YS", EA: "BG"}
    p = thrown(scene({AR: "Glow", EU: "Yellow"}, units, gates=gates), FERTILITY)
    script(p, ("GC", "effect copied", "swap"), ("GC", "gate to swap", AR))
    assert (sorts(p), p.state.doom) == ({AR: "Yellow", EU: "Glow"}, [7, 6, 6])
    p = thrown(scene({AR: "Turquoise", EU: "Yellow", EA: "Glow"}, units, gates=gates), FERTILITY)
    script(p, ("GC", "gate to swap", EU), ("GC", "gate to swap it with", EA))
    assert asked(p) == ("YS", "effect copied")
    script(p, ("YS", "effect copied", "gain doom"))
    assert p.state.doom == [6, 7, 7]
    p = thrown(scene({AR: "Glow", EU: "Turquoise", EA: "Blue"}, units, gates=gates), FERTILITY)
    script(p, ("YS", "gate to swap", AR), ("YS", "gate to swap it with", EA))  # before what the Glow will be
    assert asked(p) == ("BG", "effect copied")
    script(p, ("BG", "effect copied", "gain doom"))
    assert (p.state.doom, p.state.power) == ([6, 6, 7], [10, 9, 9])


@pytest.mark.rule("CW-COL-016")
def test_the_glow_eliminates_at_its_own_gate_and_may_make_any_gate_of_its_controller_plain():
    units = {"GC": {AR: "Acolyte", EU: "Acolyte"}, "YS": {AR: "Undead", EU: "Undead"}}
    p = thrown(scene({AR: "Glow", EU: "Blue"}, units), FERTILITY)
    script(p, ("GC", "effect copied", "enemy"))
    assert (at(p, "YS", AR), at(p, "YS", EU)) == ({}, {"Undead": 1})
    p = thrown(scene({AR: "Glow", EU: "Blue"}, units), BLIGHT)
    script(p, ("GC", "effect copied", "plain"), ("GC", "gate that becomes plain", EU))
    assert sorts(p) == {AR: "Glow"}


# -- with others ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-COL-004", "CW-COL-010")
def test_two_players_throw_the_die_and_get_no_doom_for_gates():
    p = thrown(
        scene({"Africa": "Purple"}, {"GC": {"Africa": "Acolyte"}}, seats="GC BG", gates={"Africa": "GC"}), FERTILITY
    )
    assert p.state.doom == [6, 5]


@pytest.mark.rule("CW-COL-005")
def test_a_gate_that_is_printed_and_a_chaos_gate_are_no_plain_gates():
    p = scene({"Arabia": "Chaos"}, {"DS": {AR: "Acolyte"}, "BB": {}}, seats="DS BB GC", gates={AR: "DS"}, first="DS",
              active="DS")  # fmt: skip
    assert asked(thrown(p, 1)) == ("DS", "doom phase")


@pytest.mark.rule("CW-COL-001")
def test_a_gate_in_a_cursed_slumber_keeps_its_colour_and_does_nothing_meanwhile():
    units = {"SL": {AR: "Acolyte", EU: "Acolyte"}, "GC": {EA: "Acolyte"}}
    more: dict[str, Any] = {"books": {"SL": "Cursed Slumber"}, "gates": {AR: "SL"}, "gate_sorts": {AR: "Blue"}}
    p = table("SL GC BG", units, things=BOX, power={"SL": 9, "GC": 1}, **more)
    script(p, ("SL", "action", f"cursed slumber {AR}"))
    assert (p.state.sorts, p.state.sorts_on_cards(), p.state.count_gates(0)) == ((), ((0, "Blue"),), 1)
    assert "CW-COL-001" in why_not(p, "GC", "colour gate", area(p, EA), 0)
    script(p, ("GC", "action", f"recruit {EA}"), ("SL", "action", f"wake gate {AUS}"))
    assert (sorts(p), p.state.sorts_on_cards(), p.state.holder(area(p, AUS))) == ({AUS: "Blue"}, (), 0)
    asleep = scene({EU: "Red"}, units, gates={EU: "SL"}, seats="SL GC BG", first="SL", active="SL",
                   gates_on_cards=[["SL", 1]], counters=[["SL", "Blue gate on a card", 1]])  # fmt: skip
    assert thrown(asleep, FERTILITY).state.power == [9, 9, 9]
    asleep.state.forsake(0)
    assert asleep.state.sorts_on_cards() == ((-1, "Blue"),)


@pytest.mark.rule("CW-COL-003")
def test_an_evaluation_knows_what_a_gate_does_to_its_controller():
    good = {"GC": {AR: "Acolyte", EU: "Acolyte"}, "YS": {AR: "Undead"}}
    worth = {c: parts(scene({AR: c}, good).state, 0).get("sorts of gates", 0.0) for c in COLOURS}
    assert worth["Glow"] == max(worth.values()) > 0
    assert worth["Light Blue"] == worth["Red"] < 0 == worth["Blue"]  # its keeper is alone there
    crowd = good | {"GC": {AR: "Acolyte, Deep One"}}
    assert parts(scene({AR: "Red"}, crowd).state, 0).get("sorts of gates", 0.0) > worth["Red"]
    assert "sorts of gates" not in parts(scene({AR: "Glow"}, good).state, 1)


@pytest.mark.rule("CW-COL-006", "CW-COL-016")
def test_a_bot_takes_the_better_effect_and_turns_a_gate_of_another_plain():
    greedy = th.bot("greedy")
    p = thrown(scene({AR: "Glow"}, power=2), FERTILITY)
    assert greedy.choose(Observation(p), Random(1)) == "gain doom"
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte, Undead", AUS: "Acolyte"}}
    p = scene({AR: "Glow", EU: "Purple"}, units, gates={EU: "YS"}, power=0, doom={"GC": 2, "YS": 5, "BG": 5})
    assert asked(thrown(p, 6)) == ("GC", "gate that departs")
    assert greedy.choose(Observation(p), Random(1)) != area(p, AR)  # the Glow is the best of all


@pytest.mark.rule("CW-COL-015")
@pytest.mark.parametrize(("ruling", "doom"), [("before_effects", 6), ("in_order", 7)])
def test_a_swap_comes_before_all_effects_or_in_its_turn(ruling: str, doom: int) -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene({AR: "Turquoise", EU: "Yellow"}, units, gates={EU: "YS"}, rulings={"colour_swap": ruling}, first="YS")
    before = p.state.doom[1]
    thrown(p, FERTILITY)
    assert (asked(p)[1], p.state.doom[1] - before + 6) == ("gate to swap", doom)
