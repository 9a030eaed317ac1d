"""The Daemon Sultan: Psychosis, Chaos Gates, three Avatars on one marker, books that turn over, requirements."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import daemon_sultan as ds
from theomachy.games.cthulhu_wars.rules.act import due
from theomachy.games.cthulhu_wars.rules.common import may_hold
from theomachy.games.cthulhu_wars.rules.domains import CARD, HELD_GATE, NO_GATE, OPEN_GATE, POOL
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power

WAF, ANT, EUR, IND = "West Africa", "Antarctica", "Europe", "Indian Ocean"
T, A, S = "Avatar Thesis", "Avatar Antithesis", "Avatar Synthesis"
LT, LA, LS = "Larva Thesis", "Larva Antithesis", "Larva Synthesis"
CONSUMMATION, TRAITORS, CHAOS_GATE = "Consummation", "Traitors!", "Chaos Gate"
ANIMATE, UNDIRECTED, FIENDISH = "Animate Matter", "Undirected Energy", "Fiendish Growth"
BOOKS = (CONSUMMATION, TRAITORS, CHAOS_GATE, ANIMATE, UNDIRECTED, FIENDISH)


def gate(p: Position, name: str) -> int:
    """What is in the gate's place of an area."""
    found: int = p.state.gate[area(p, name)]
    return found


def chaos(p: Position, *places: str) -> Position:
    """The same, and the gates of these areas are Chaos Gates."""
    s = p.state.copy()
    for place in places:
        s.make_sort(area(p, place), ds.CHAOS)
    return Position(p.system, s)


def sort(p: Position, name: str) -> str:
    """What sort of gate is in an area."""
    found: str = p.state.sort(area(p, name))
    return found


def set_to(p: Position, n: int) -> Position:
    """The same with the Azathoth marker there."""
    s = p.state.copy()
    s.count_to(-1, ds.MARKER, n)
    return Position(p.system, s)


def power(p: Position) -> list[int]:
    """Of each seat."""
    found: list[int] = list(p.state.power)
    return found


def doom(p: Position) -> list[int]:
    """Of each seat."""
    found: list[int] = list(p.state.doom)
    return found


@pytest.mark.rule("CW-DS-001", "CW-DS-006", "CW-DS-007")
def test_the_card_has_its_units_books_and_slots():
    card = system("DS GC BG").config.factions[0]
    assert [(u.name, u.figures, u.costs[0], u.combat, u.rank) for u in card.units] == [
        ("Acolyte", 6, 1, 0, 0), (LT, 2, 1, 0, 1), (LA, 2, 1, 0, 1), (LS, 2, 1, 0, 1),
        (T, 1, 0, 0, 2), (A, 1, 8, 0, 2), (S, 1, 8, 0, 2),
    ]  # fmt: skip
    assert tuple(book.name for book in card.books) == BOOKS
    assert len(card.slots) == 6


@pytest.mark.rule("CW-DS-002")
def test_it_begins_with_four_power_and_nothing_on_the_map():
    game = system("DS GC BG")
    p = Position(game, game.start())
    assert asked(p) == ("GC", "direction")
    assert (power(p), p.state.start[0], p.state.on[0]) == ([4, 8, 8], -1, 0)
    assert not p.state.gates(0)


@pytest.mark.rule("CW-DS-002")
def test_it_recruits_nobody_before_its_first_psychosis():
    """Who has no unit recruits anywhere, but it has no start area yet: not even a High Priest, plain or unique."""
    game = system("DS GC BG", things=("unique_high_priests",))
    p = Position(game, game.start())
    while asked(p) != ("DS", "action"):
        p.play("pass" if "pass" in p.decision.options else p.decision.options[0])
    recruits = ("recruit", "unique priest")
    assert not [option for option in p.decision.options if option[0] in recruits]
    for verb in recruits:
        assert set(why_not(p, "DS", verb, area(p, ANT))) == {"CW-DS-002"}
    script(p, ("DS", "action", f"psychosis {ANT}"))
    while asked(p) != ("DS", "action"):
        p.play(p.decision.options[0])
    for verb in recruits:
        assert not why_not(p, "DS", verb, area(p, ANT))
    lost = table("DS GC BG", {"GC": {EUR: "Acolyte"}}, start={"DS": ANT})  # it has begun: anywhere, as anybody
    script(lost, ("DS", "action", f"recruit {AR}"))
    assert at(lost, "DS", AR) == {"Acolyte": 1}


# -- Psychosis --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DS-003", "CW-DS-004")
def test_an_acolyte_comes_for_nothing_to_an_area_without_units_and_the_first_is_the_start():
    p = table("DS GC BG", {"GC": {EA: "Acolyte"}}, power=4)
    assert set(why_not(p, "DS", "psychosis", area(p, EA))) == {"CW-DS-003"}
    script(p, ("DS", "action", f"psychosis {ANT}"))
    assert (at(p, "DS", ANT), power(p)[0], p.state.start[0]) == ({"Acolyte": 1}, 4, area(p, ANT))
    script(p, ("GC", "action", "pass"), ("BG", "action", "pass"))
    assert set(why_not(p, "DS", "psychosis", area(p, ANT))) == {"CW-DS-003"}
    script(p, ("DS", "action", f"psychosis {EUR}"))
    assert p.state.start[0] == area(p, ANT)
    full = table("DS GC BG", {"DS": {EA: "6 Acolyte"}})
    assert set(why_not(full, "DS", "psychosis", area(full, ANT))) == {"CW-DS-003"}


@pytest.mark.rule("CW-DS-032")
def test_a_start_area_may_be_shared():
    p = table("DS GC BG", {})
    theirs = p.state.start[who(p, "GC")]
    script(p, ("DS", "action", f"psychosis {p.state.config.map.names[theirs]}"))
    assert p.state.start[:2] == (theirs, theirs)


@pytest.mark.rule("CW-DS-035")
def test_psychosis_takes_no_account_of_gates_and_other_buildings():
    built = table("DS AN BG", {"AN": {EA: "Acolyte"}}, markers={"cathedral": AR})
    assert not why_not(built, "DS", "psychosis", area(built, AR))
    p = chaos(table("DS GC BG", {"GC": {EA: "Acolyte"}}, gates={AR: "", ANT: ""}), ANT)
    assert not why_not(p, "DS", "psychosis", area(p, AR))
    assert not why_not(p, "DS", "psychosis", area(p, ANT))


# -- Larvae and Avatars -----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DS-007")
@pytest.mark.parametrize(("larva", "avatar", "n"), [(LT, T, 2), (LA, A, 2), (LS, S, 2), (LT, A, 0), (LS, T, 0)])
def test_a_larva_fights_while_its_own_avatar_is_in_play(larva, avatar, n):
    units = {"DS": {EA: f"2 {larva}", AR: avatar}, "GC": {EA: "Deep One"}}
    p = table("DS GC BG", units)
    if not n:
        assert "CW-BTA-003" in why_not(p, "DS", "battle", area(p, EA), 1)
        return
    script(p, fight("DS", "GC"))
    assert dice(p) == 2 * n


@pytest.mark.rule("CW-DS-009", "CW-DS-010", "CW-DS-012", "CW-DS-019")
def test_thesis_takes_the_place_of_its_larva_sets_the_marker_and_feeds_the_others():
    p = table("DS GC BG", {"DS": {EA: f"2 {LT}, Acolyte", AR: LA}}, power={"DS": 6}, open={"DS": "Thesis Awake"})
    assert set(why_not(p, "DS", "awaken avatar thesis", area(p, AR))) == {"CW-DS-009"}
    script(p, ("DS", "action", f"awaken avatar thesis {EA}"))
    assert asked(p) == ("DS", "marker")
    assert labels(p) == {str(n) for n in range(7)}  # as far as the Power goes
    script(p, ("DS", "marker", 4))
    assert (at(p, "DS", EA), power(p)[0]) == ({"Acolyte": 1, LT: 1, T: 1}, 2)
    assert ds.marker(p.state) == 4
    assert labels(p) == {"0", "1", "2", "3"}  # three players: three Power
    script(p, ("DS", "power to", 3), ("DS", "spellbook", TRAITORS))
    assert (power(p), doom(p)) == ([2, 3, 0], [0, 0, 1])
    q = set_to(table("DS GC BG", {"DS": {EA: T}, "GC": {EA: "Acolyte"}}), 4)
    script(q, fight("DS", "GC"))
    assert dice(q) == 4


@pytest.mark.rule("CW-DS-011")
def test_of_six_players_five_share_six_power():
    p = table("DS GC BG CC YS OW", {"DS": {"Europe": LT}}, board="earth_6p", power={"DS": 9})
    script(p, ("DS", "action", "awaken avatar thesis Europe"), ("DS", "marker", 8))
    assert labels(p) == {str(n) for n in range(7)}
    script(p, ("DS", "power to", 2), ("DS", "power to", 0), ("DS", "power to", 1), ("DS", "power to", 1))
    assert (sorted(power(p)[1:]), sorted(doom(p))) == ([0, 1, 1, 2, 2], [0, 0, 0, 0, 0, 1])


@pytest.mark.rule("CW-DS-010")
def test_thesis_by_the_printed_card():
    rulings = {"thesis_awakening": "each"}
    p = table("DS GC BG", {"DS": {EA: LT}}, power={"DS": 1}, rulings=rulings)
    script(p, ("DS", "action", f"awaken avatar thesis {EA}"), ("DS", "marker", 0), ("DS", "power to", "all"))
    assert (power(p), doom(p)) == ([1, 1, 1], [0, 0, 0])
    q = table("DS GC BG", {"DS": {EA: LT}}, power={"DS": 1}, rulings=rulings)
    script(q, ("DS", "action", f"awaken avatar thesis {EA}"), ("DS", "marker", 0), ("DS", "power to", 2))
    assert (power(q), doom(q)) == ([1, 0, 2], [0, 0, 0])


@pytest.mark.rule("CW-DS-013", "CW-DS-014", "CW-DS-020", "CW-DS-043")
def test_antithesis_costs_what_thesis_did_not_and_each_enemy_a_cultist():
    units = {"DS": {EA: f"{LA}, {T}"}, "GC": {AR: "Acolyte, Deep One", ANT: "Acolyte"}, "BG": {AR: "Ghoul"}}
    p = set_to(table("DS GC BG", units, power={"DS": 5}, open={"DS": "Antithesis Awake"}), 3)
    script(p, ("DS", "action", f"awaken avatar antithesis {EA}"))
    assert (power(p)[0], asked(p)) == (0, ("GC", "cultist given up"))
    assert labels(p) == {f"Acolyte, {AR}", f"Acolyte, {ANT}"}
    script(p, ("GC", "cultist given up", f"Acolyte, {ANT}"), ("DS", "spellbook", TRAITORS))
    assert (at(p, "DS", EA), at(p, "GC", ANT), at(p, "BG", AR)) == ({T: 1, A: 1}, {}, {"Ghoul": 1})
    q = set_to(table("DS GC BG", {"DS": {EA: A}, "GC": {EA: "Acolyte"}}), 3)
    script(q, fight("DS", "GC"))
    assert dice(q) == 5
    poor = set_to(table("DS GC BG", units, power={"DS": 4}), 3)
    assert set(why_not(poor, "DS", "awaken avatar antithesis", area(poor, EA))) == {"CW-ACT-002"}
    early = table("DS GC BG", {"DS": {EA: LA}})
    assert set(why_not(early, "DS", "awaken avatar antithesis", area(early, EA))) == {"CW-DS-013"}
    bare = table("DS GC BG", {"DS": {EA: f"{T}, {LT}, {LS}"}})
    assert set(why_not(bare, "DS", "awaken avatar antithesis", area(bare, EA))) == {"CW-DS-009"}
    there = table("DS GC BG", {"DS": {EA: f"{T}, {A}, {LA}, {LT}"}})
    for name in ("thesis", "antithesis"):
        assert set(why_not(there, "DS", f"awaken avatar {name}", area(there, EA))) == {"CW-AWK-004"}


@pytest.mark.rule("CW-DS-013")
def test_antithesis_by_the_printed_card():
    units, rulings = {"DS": {EA: f"{LA}, {T}"}, "GC": {AR: "Acolyte"}}, {"antithesis_awakening": "doom"}
    p = table("DS GC BG", units, power={"DS": 8}, rulings=rulings)
    script(p, ("DS", "action", f"awaken avatar antithesis {EA}"), ("DS", "sign to", "all"))
    assert (doom(p), at(p, "GC", AR)) == ([0, 1, 1], {"Acolyte": 1})
    q = table("DS GC BG", units, power={"DS": 8}, rulings=rulings)
    script(q, ("DS", "action", f"awaken avatar antithesis {EA}"), ("DS", "sign to", 2), ("chance", "elder sign", 3))
    assert (doom(q), q.state.signs[2]) == ([0, 0, 0], (3,))


@pytest.mark.rule("CW-DS-030")
def test_the_marker_is_set_anew_each_time_thesis_awakens():
    p = set_to(table("DS GC BG", {"DS": {EA: f"{LT}, {A}"}, "GC": {EA: "Acolyte"}}, power=9), 7)
    script(p, ("DS", "action", f"awaken avatar thesis {EA}"), ("DS", "marker", 2), ("DS", "power to", 2))
    assert ds.marker(p.state) == 2
    s = p.state.copy()
    s.active, s.stage = 0, 0
    fought = script(Position(p.system, s), fight("DS", "GC"))
    assert dice(fought) == 2 + 6


@pytest.mark.rule("CW-DS-015", "CW-DS-021", "CW-DS-029")
def test_synthesis_costs_eight_and_throws_for_its_dice_before_each_battle():
    units = {"DS": {EA: LS}, "GC": {EA: "Acolyte"}}
    p = table("DS GC BG", units, power={"DS": 8, "GC": 1}, open={"DS": "Synthesis Awake"})
    script(p, ("DS", "action", f"awaken avatar synthesis {EA}"), ("DS", "spellbook", TRAITORS))
    assert (at(p, "DS", EA), power(p)[0]) == ({S: 1}, 0)
    poor = table("DS GC BG", units, power={"DS": 7})
    assert set(why_not(poor, "DS", "awaken avatar synthesis", area(poor, EA))) == {"CW-ACT-002"}
    bare = table("DS GC BG", {"DS": {EA: LT}})
    assert set(why_not(bare, "DS", "awaken avatar synthesis", area(bare, EA))) == {"CW-DS-009"}
    there = table("DS GC BG", {"DS": {EA: f"{LS}, {S}"}})
    assert set(why_not(there, "DS", "awaken avatar synthesis", area(there, EA))) == {"CW-AWK-004"}
    cost = p.state.config.cost[0]
    assert p.state.config.amounts["azathoth_track"] + cost[ds.SYNTHESIS] + sum(cost[k] for k in ds.LARVAE) == 19
    q = table("DS GC BG", {"DS": {EA: S}, "GC": {EA: "Acolyte"}})
    script(q, fight("DS", "GC"), ("chance", "synthesis", 5))
    assert dice(q) == 7
    script(q, roll(0, 0))
    assert not q.state.counters  # of this battle alone
    script(q, ("GC", "action", "pass"))
    elsewhere = table("DS GC BG", {"DS": {EA: f"{LT}", AR: f"{S}, {T}"}, "GC": {EA: "Acolyte"}})
    script(elsewhere, fight("DS", "GC"))
    assert asked(elsewhere) == ("chance", "battle dice")


def synthesis(seats: str, loss: bool = True, **more: Any) -> Position:
    """Avatar Synthesis awakens; by the ruling the enemies lose something."""
    rulings = {"synthesis_awakening": "loss" if loss else "nothing"}
    p = table(seats, {"DS": {AR: LS}}, rulings=rulings, **more)
    return script(p, ("DS", "action", f"awaken avatar synthesis {AR}"))


@pytest.mark.rule("CW-DS-015")
def test_what_the_enemies_lose_when_synthesis_awakens():
    seats, rest = "DS GC BG YS", {"power": {"DS": 8, "GC": 4, "BG": 1, "YS": 9}, "doom": {"BG": 2}}
    p = script(synthesis(seats, **rest), ("chance", "synthesis awakens", 3))  # 5, three enemies
    script(p, ("GC", "Avatar Synthesis: division", (2, 2, 1)), ("BG", "Avatar Synthesis: agree", "yes"))
    script(p, ("YS", "Avatar Synthesis: agree", "yes"))
    assert (asked(p), labels(p)) == (("BG", "doom lost"), {"1", "2"})
    script(p, ("BG", "doom lost", 2))
    assert (power(p), doom(p), asked(p)) == ([0, 2, 1, 8], [0, 0, 0, 0], ("GC", "action"))
    plain = synthesis(seats, loss=False, **rest)
    assert (power(plain), doom(plain), asked(plain)) == ([0, 4, 1, 9], [0, 0, 2, 0], ("GC", "action"))


@pytest.mark.rule("CW-DS-015")
@pytest.mark.parametrize(("seats", "n", "lost"), [("DS GC", 6, 4), ("DS GC", 1, 2), ("DS GC BG", 3, 3)])
def test_with_two_or_three_players_half_of_it(seats, n, lost):
    p = script(synthesis(seats, board="earth_4p_3w5e", power={"DS": 8, "GC": 9}), ("chance", "synthesis awakens", n))
    script(p, ("GC", "Avatar Synthesis: pay all", "yes"))
    assert power(p)[:2] == [0, 9 - lost]


@pytest.mark.rule("CW-DS-015")
@pytest.mark.parametrize("have", [9, 2])
def test_enemies_who_lose_nothing_have_lost(have):
    """They do not agree, or have not so much."""
    rest: dict[str, Any] = {"power": {"DS": 8, "GC": have}, "doom": {"GC": 1, "DS": 0}}
    p = script(synthesis("DS GC BG", **rest), ("chance", "synthesis awakens", 6))
    if have == 9:
        script(p, ("GC", "Avatar Synthesis: pay all", "no"))
    assert (p.decision, p.system.winners(p.state)) == (None, (0,))


@pytest.mark.rule("CW-DS-042")
def test_three_avatars_are_three_signs_of_a_ritual():
    p = table("DS GC BG", {"DS": {EA: f"{T}, {A}, {S}"}}, phase="doom", power=9)
    script(p, ("DS", "doom phase", "ritual"), *[("chance", "elder sign", 1)] * 3)
    assert p.state.signs[0] == (1, 1, 1)


@pytest.mark.rule("CW-2PL-010", "CW-DS-010", "CW-DS-013")
def test_with_two_players_a_price_of_zero_to_eight_is_worth_its_average():
    assert system("GC DS", "earth_3p").config.worth[1] == (1, 1, 1, 1, 4, 4, 8)
    p = set_to(table("GC DS", {"DS": {"Africa": T}, "GC": {"Africa": "Cthulhu"}}), 3)
    script(p, fight("GC", "DS", "Africa"), roll(1, 0), roll(0, 0))
    assert (left(p, "DS", T), doom(p)) == (0, [4, 0])


@pytest.mark.rule("CW-CC-009", "CW-DS-010", "CW-DS-013")
@pytest.mark.parametrize(("avatar", "n", "half"), [(T, 6, 3), (T, 1, 0), (A, 6, 1), (A, 0, 4)])
def test_harbinger_brings_half_of_what_the_marker_says(avatar, n, half):
    p = set_to(table("CC DS BG", {"DS": {EA: avatar}, "CC": {EA: "Nyarlathotep, Flying Polyp"}}), n)
    script(p, fight("CC", "DS"))
    script(p, roll(0, 1), *([roll(0, 0)] if asked(p) == ("chance", "battle dice") else []))
    while asked(p) == ("chance", "battle dice"):
        script(p, roll(0, 0))
    assert asked(p) == ("CC", "harbinger")
    assert labels(p) == {f"{half} Power", "2 Elder Signs", "Nothing"}


@pytest.mark.rule("CW-DS-010", "CW-WW-038")
@pytest.mark.parametrize(("have", "highest"), [(1, 0), (5, 4), (9, 8)])
def test_what_others_add_to_the_price_of_thesis_is_paid_once(have, highest):
    p = table("DS WW BG", {"DS": {EA: LT}}, power={"DS": have}, markers={"ice_age": EA}, books={"WW": "Ice Age"})
    script(p, ("DS", "action", f"awaken avatar thesis {EA}"))
    if highest:
        assert labels(p) == {str(n) for n in range(highest + 1)}
        script(p, ("DS", "marker", highest))
    assert (asked(p), power(p)[0], ds.marker(p.state)) == (("DS", "power to"), have - 1 - highest, highest)


@pytest.mark.rule("CW-DS-009")
def test_the_larva_stays_until_the_avatar_is_paid_for():
    p = table("DS GC BG", {"DS": {EA: LT}}, power={"DS": 3})
    script(p, ("DS", "action", f"awaken avatar thesis {EA}"))
    assert (asked(p), at(p, "DS", EA)) == (("DS", "marker"), {LT: 1})
    script(p, ("DS", "marker", 3), ("DS", "power to", 0))
    assert at(p, "DS", EA) == {T: 1}


# -- Cosmic Ruler -----------------------------------------------------------------------------------------------------
def slain(units: str, kills: int, **more: Any) -> Position:
    """Great Cthulhu attacks Avatars in East Africa and scores kills."""
    there = {"DS": {EA: units} | more.pop("beside", {}), "GC": {EA: "Cthulhu"}}
    p = set_to(table("GC DS BG", there, **more), 0)
    return script(p, fight("GC", "DS"))


@pytest.mark.rule("CW-DS-015", "CW-DS-034")
def test_another_avatar_anywhere_dies_in_place_of_one():
    p = slain(T, 1, beside={AR: f"{S}, {A}"})
    script(p, roll(1, 0), ("DS", "use Cosmic Ruler", "yes"))
    assert labels(p) == {f"{S}, {AR}", f"{A}, {AR}"}
    script(p, ("DS", "given up instead", f"{A}, {AR}"))
    assert (at(p, "DS", EA), at(p, "DS", AR)) == ({T: 1}, {S: 1})
    no = slain(T, 1, beside={AR: f"{S}, {A}"})
    script(no, roll(1, 0), ("DS", "use Cosmic Ruler", "no"))
    assert (at(no, "DS", EA), at(no, "DS", AR)) == ({}, {S: 1, A: 1})
    without = slain(T, 1, beside={AR: A})
    script(without, roll(1, 0))
    assert at(without, "DS", EA) == {}


@pytest.mark.rule("CW-DS-034")
def test_a_death_does_not_go_to_an_avatar_that_is_killed_too():
    p = slain(f"{T}, {A}", 2, beside={AR: S})
    script(p, ("chance", "battle dice", (2, 0)), ("chance", "battle dice", (0, 0)))
    script(p, ("DS", "takes a kill", T), ("DS", "use Cosmic Ruler", "yes"))  # Synthesis alone may go
    assert (left(p, "DS", T), left(p, "DS", A), left(p, "DS", S)) == (1, 0, 0)
    q = table("GC DS BG", {"DS": {EA: f"{A}, {S}", AR: T}, "GC": {EA: "Cthulhu"}})
    script(q, fight("GC", "DS"), ("chance", "synthesis", 1), roll(2, 0), roll(0, 0))
    script(q, ("DS", "takes a kill", A), ("DS", "use Cosmic Ruler", "yes"))
    assert (left(q, "DS", T), left(q, "DS", A), left(q, "DS", S)) == (
        0,
        1,
        0,
    )  # whoever was spared does not go after all


@pytest.mark.rule("CW-DS-034")
@pytest.mark.parametrize(("rulings", "saved"), [({}, True), ({"cosmic_ruler": "kill"}, False)])
def test_whether_other_losses_may_be_passed_on(rulings, saved):
    units = {"DS": {EA: T, AR: f"{S}, {A}"}, "GC": {EA: "Cthulhu", **dict.fromkeys(near(EA), "Deep One")}}
    p = script(table("GC DS BG", units, rulings=rulings), fight("GC", "DS"))
    script(p, ("chance", "battle dice", (0, 1)))
    if saved:
        script(p, ("DS", "use Cosmic Ruler", "yes"), ("DS", "given up instead", f"{A}, {AR}"))
    assert at(p, "DS", EA) == ({T: 1} if saved else {})


@pytest.mark.rule("CW-DS-034")
def test_cosmic_ruler_speaks_for_own_avatars_alone_and_the_pained_may_go():
    units = {"DS": {EA: f"Acolyte, {S}"}, "GC": {EA: "Cthulhu"}}
    p = table("GC DS BG", units, books={"GC": ""})
    script(p, fight("GC", "DS"), ("GC", "pre_battle", "Devour"), ("chance", "synthesis", 1))
    script(p, roll(0, 0), roll(1, 0))  # Great Cthulhu dies, and no Avatar is asked for
    assert (at(p, "GC", EA), at(p, "DS", EA)) == ({}, {S: 1})
    q = set_to(table("GC DS BG", {"DS": {EA: f"{T}, {A}", AR: S}, "GC": {EA: "Cthulhu"}}), 4)
    script(q, fight("GC", "DS"), roll(1, 1), roll(0, 0), ("DS", "takes a kill", T), ("DS", "use Cosmic Ruler", "yes"))
    assert labels(q) == {f"{A} (a pain), {EA}", f"{S}, {AR}"}
    script(q, ("DS", "given up instead", f"{A} (a pain), {EA}"))
    assert (at(q, "DS", EA), left(q, "DS", A)) == ({T: 1}, 0)
    assert asked(q) != ("DS", "retreat to")


def near(name: str) -> list[str]:
    """The names of the neighbours of an area."""
    board = system("DS GC BG").config.map
    return [board.names[a] for a in board.within(1)[board.index[name]]]


# -- Chaos Gates ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DS-008", "CW-DS-024", "CW-DS-028")
def test_a_chaos_gate_opens_where_none_is_and_only_its_own_cultists_hold_it():
    units = {"DS": {EA: f"Acolyte, {LT}"}, "GC": {EA: "Acolyte"}, "BG": {AR: "Acolyte"}}
    p = table("DS GC BG", units, gates={AR: "BG"}, books={"DS": CHAOS_GATE})
    assert set(why_not(p, "DS", "chaos gate", area(p, AR))) == {"CW-DS-024"}
    script(p, ("DS", "action", f"chaos gate {EA}"))
    assert (gate(p, EA), sort(p, EA), power(p)[0]) == (OPEN_GATE, ds.CHAOS, 8)
    assert p.state.down[0] == p.state.books[0]  # once a turn
    e = area(p, EA)
    assert [may_hold(p.state, seat, 0, e) for seat in range(3)] == [True, False, False]
    assert not may_hold(p.state, 0, ds.LARVA_THESIS, e)
    plain = p.state.copy()
    plain.make_sort(e, "")
    assert may_hold(plain, 1, 0, e)
    script(p, ("DS", "action", f"control {EA} Acolyte"))
    assert (gate(p, EA), p.state.count_gates(0)) == (HELD_GATE, 1)


@pytest.mark.rule("CW-DS-001", "CW-DS-024")
def test_three_chaos_gates_are_all():
    p = table("DS GC BG", {"DS": {EA: "Acolyte"}}, gates={EA: "DS", AR: "", ANT: ""}, books={"DS": CHAOS_GATE})
    assert not why_not(chaos(p, EA, AR), "DS", "chaos gate", area(p, EUR))
    assert set(why_not(chaos(p, EA, AR, ANT), "DS", "chaos gate", area(p, EUR))) == {"CW-DS-001"}


def new_doom_phase(p: Position) -> Position:
    """Everybody passes, and the first player is chosen."""
    while asked(p)[1] == "action":
        script(p, (asked(p)[0], "action", "pass" if "pass" in p.decision.options else "end"), rehearse=False)
    while asked(p)[1] in ("first player", "direction", "spellbook"):
        p.play(p.decision.options[0])
    return p


@pytest.mark.rule("CW-DS-008")
@pytest.mark.parametrize(("rulings", "becomes"), [({}, ""), ({"abandoned_chaos_gate": "stays"}, ds.CHAOS)])
def test_an_abandoned_chaos_gate_becomes_a_plain_one_when_the_doom_phase_begins(rulings, becomes):
    units = {"DS": {EA: "Acolyte", AR: "Acolyte"}, "GC": {EUR: "Acolyte"}}
    p = chaos(table("DS GC BG", units, gates={EA: "DS", AR: ""}, power=1, rulings=rulings), EA, AR)
    new_doom_phase(p)
    assert (sort(p, EA), sort(p, AR), gate(p, AR)) == (ds.CHAOS, becomes, OPEN_GATE)


@pytest.mark.rule("CW-DS-001", "CW-CMP-002")
def test_chaos_gates_are_no_gates_of_the_common_supply():
    units, places = {"DS": {EUR: "Acolyte"}}, {EA: "", AR: ""}
    p = table("DS GC BG", units, gates=places)
    assert p.state.gates_out() == 2
    p = chaos(p, EA)
    assert p.state.gates_out() == 1
    s = p.state.copy()
    s.make_sort(area(p, EA), "")  # a plain one lies there from now on
    assert s.gates_out() == 2


def with_supply(n: int, units: dict[str, dict[str, str]], **rest: Any) -> Position:
    """A table whose box has so few plain gates, one of which lies in Europe."""
    options = {"factions": ["DS", "GC", "BG"], "map": "earth_4p_3w5e", "any_map": True}
    game = CthulhuWars.build(options=options, overlay={"supply": {"gates": n}})
    return Position(game, game.arrange({"units": units, "active": "DS", "power": 9} | rest))


@pytest.mark.rule("CW-CMP-002", "CW-DS-008")
@pytest.mark.parametrize(("supply", "turned"), [(1, 0), (2, 1), (3, 2)])
def test_so_many_chaos_gates_become_plain_ones_as_plain_ones_are_left(supply, turned):
    p = chaos(with_supply(supply, {"DS": {EUR: "Acolyte"}}, gates={EUR: "", EA: "", AR: ""}, power=1), EA, AR)
    new_doom_phase(p)
    assert [sort(p, EA), sort(p, AR)].count("") == turned
    assert p.state.gates_out() == 1 + turned
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-CMP-002", "CW-DS-023")
def test_no_traitor_gets_a_plain_gate_when_none_is_left():
    units, more = {"DS": {EA: "Acolyte"}}, {"gates": {EA: "DS", EUR: ""}, "books": {"DS": TRAITORS}}
    none, one = (chaos(with_supply(n, units, **more), EA) for n in (1, 2))
    assert set(why_not(none, "DS", "traitors", area(none, EA), 1)) == {"CW-CMP-002"}
    assert not why_not(one, "DS", "traitors", area(one, EA), 1)


@pytest.mark.rule("CW-DS-025", "CW-DS-028")
def test_animate_matter_carries_gate_and_keeper_over_another_gate():
    units = {"DS": {EA: f"2 Acolyte, {LT}"}, "BG": {AR: "Acolyte, Ghoul"}}
    p = chaos(table("DS GC BG", units, gates={EA: "DS", AR: "BG"}, books={"DS": ANIMATE}), EA)
    script(p, ("DS", "action", f"animate matter {EA} / {AR}"))
    assert (gate(p, EA), gate(p, AR), sort(p, AR), power(p)[0]) == (NO_GATE, HELD_GATE, ds.CHAOS, 8)
    assert (at(p, "DS", AR), at(p, "BG", AR)) == ({"Acolyte": 1}, {"Acolyte": 1, "Ghoul": 1})
    assert at(p, "DS", EA) == {"Acolyte": 1, LT: 1}
    assert p.state.down[0] == p.state.books[0]


@pytest.mark.rule("CW-DS-025")
def test_where_animate_matter_cannot_go():
    board = system("DS GC BG")
    start = board.config.map.names[board.start().start[1]]
    beside = near(start)[0]
    p = table(
        "DS GC BG", {"DS": {beside: "Acolyte", ANT: "Acolyte"}}, gates={beside: "DS", ANT: "DS"}, books={"DS": ANIMATE}
    )
    p = chaos(p, beside)
    assert set(why_not(p, "DS", "animate matter", area(p, beside), area(p, start))) == {"CW-DS-025"}
    far = next(name for name in p.state.config.map.names if name not in (*near(beside), beside, start))
    assert set(why_not(p, "DS", "animate matter", area(p, beside), area(p, far))) == {"CW-DS-025"}
    plain = next(name for name in near(ANT) if name != start)
    assert set(why_not(p, "DS", "animate matter", area(p, ANT), area(p, plain))) == {"CW-DS-025"}
    there = next(name for name in near(beside) if name != start)
    assert not why_not(p, "DS", "animate matter", area(p, beside), area(p, there))
    s = p.state.copy()
    s.open_gate(area(p, there))
    s.make_sort(area(p, there), "fixed")
    assert set(why_not(Position(p.system, s), "DS", "animate matter", area(p, beside), area(p, there))) == {"CW-DS-025"}
    left_alone = chaos(table("DS GC BG", {"DS": {beside: LT}}, gates={beside: ""}, books={"DS": ANIMATE}), beside)
    assert set(why_not(left_alone, "DS", "animate matter", area(p, beside), area(p, there))) == {"CW-DS-025"}


@pytest.mark.rule("CW-DS-038", "CW-WW-016")
def test_ithaqua_and_the_beyond_one_take_a_chaos_gate_as_any_other():
    units = {"WW": {ANT: "Acolyte"}, "DS": {ANT: "Acolyte"}}
    p = chaos(table("WW DS BG", units, gates={ANT: "DS"}, awoken={"WW": "Rhan-Tegoth"}), ANT)
    script(p, ("WW", "action", f"awaken ithaqua {ANT}"))
    assert (gate(p, ANT), sort(p, ANT), at(p, "WW", ANT)) == (NO_GATE, "", {"Acolyte": 1, "Ithaqua": 1})


@pytest.mark.rule("CW-DS-025", "CW-WW-039")
@pytest.mark.parametrize(("marked", "price"), [((), 1), ((EA,), 2), ((AR,), 2)])
def test_ice_age_asks_for_more_where_matter_leaves_and_where_it_comes(marked, price):
    units = {"DS": {EA: "Acolyte"}, "WW": {ANT: "Acolyte"}}
    p = table(
        "DS WW BG",
        units,
        gates={EA: "DS"},
        books={"DS": ANIMATE, "WW": "Ice Age"},
        markers={"ice_age": ", ".join(marked)},
    )
    p = chaos(p, EA)
    script(p, ("DS", "action", f"animate matter {EA} / {AR}"))
    assert power(p)[0] == 9 - price


@pytest.mark.rule("CW-DS-026", "CW-DS-027", "CW-WW-039")
@pytest.mark.parametrize(("marked", "price"), [(EA, 2), (AR, 1)])
@pytest.mark.parametrize(("avatar", "book"), [(T, UNDIRECTED), (A, FIENDISH)])
def test_ice_age_asks_for_more_where_the_avatar_of_a_book_is(avatar, book, marked, price):
    units = {"DS": {EA: avatar, AR: "Acolyte"}, "WW": {ANT: "Acolyte"}}
    books = {"DS": book, "WW": "Ice Age"}
    p = table("DS WW BG", units, books=books, markers={"ice_age": marked}, power={"DS": price})
    script(p, ("DS", "action", book.lower()))
    assert power(p)[0] == (1 if book == UNDIRECTED else 0)  # all is spent; Undirected Energy gives 1 for itself
    poor = table("DS WW BG", units, books=books, markers={"ice_age": marked}, power={"DS": price - 1})
    if price > 1:
        assert set(why_not(poor, "DS", book.lower())) == {"CW-ACT-002"}


@pytest.mark.rule("CW-DS-038")
def test_the_beyond_one_takes_a_chaos_gate_along():
    units = {"DS": {EA: "Acolyte"}, "OW": {EA: "Abomination"}}
    p = chaos(table("OW DS BG", units, gates={EA: "DS"}), EA)
    script(p, ("OW", "action", f"beyond one {EA} / {ANT}"))
    assert (gate(p, ANT), sort(p, ANT), at(p, "DS", ANT), sort(p, EA)) == (HELD_GATE + 1, ds.CHAOS, {"Acolyte": 1}, "")


# -- other spellbooks -------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DS-023", "CW-DS-028")
def test_traitors_gives_the_gate_away_for_a_sign_and_a_cultist():
    p = chaos(table("DS GC BG", {"DS": {EA: "Acolyte"}}, gates={EA: "DS"}, books={"DS": TRAITORS}), EA)
    script(p, ("DS", "action", f"traitors {EA} Great Cthulhu"), ("chance", "elder sign", 2))
    assert (gate(p, EA), sort(p, EA), at(p, "GC", EA), at(p, "DS", EA)) == (HELD_GATE + 1, "", {"Acolyte": 1}, {})
    assert (p.state.signs[0], p.state.n(0, ds.ACOLYTE, POOL), power(p)[0]) == ((2,), 6, 8)
    assert p.state.down[0] == p.state.books[0]
    plain = table("DS GC BG", {"DS": {EA: "Acolyte"}}, gates={EA: "DS"}, books={"DS": TRAITORS})
    assert set(why_not(plain, "DS", "traitors", area(plain, EA), 1)) == {"CW-DS-023"}
    none = chaos(
        table("DS GC BG", {"DS": {EA: "Acolyte"}, "GC": {AR: "6 Acolyte"}}, gates={EA: "DS"}, books={"DS": TRAITORS}),
        EA,
    )
    assert set(why_not(none, "DS", "traitors", area(none, EA), 1)) == {"CW-DS-023"}
    assert not why_not(none, "DS", "traitors", area(none, EA), 2)


@pytest.mark.rule("CW-DS-039")
@pytest.mark.parametrize("traitor", ["Acolyte", "High Priest"])
def test_the_sultan_chooses_the_traitor_of_any_sort_of_cultist(traitor):
    units = {"DS": {EA: "Acolyte"}, "GC": {AR: "Deep One"}}
    p = chaos(table("DS GC BG", units, gates={EA: "DS"}, books={"DS": TRAITORS}, things=("high_priests",)), EA)
    script(p, ("DS", "action", f"traitors {EA} Great Cthulhu"))
    assert (asked(p), labels(p)) == (("DS", "traitor"), {"Acolyte", "High Priest"})  # no Monster
    script(p, ("DS", "traitor", traitor))
    s = p.state
    assert (at(p, "GC", EA), s.config.name[1][s.keeper(1, area(p, EA))]) == ({traitor: 1}, traitor)


@pytest.mark.rule("CW-DS-023")
@pytest.mark.parametrize(("rulings", "sign"), [({}, False), ({"traitors_sign": "always"}, True)])
def test_the_sign_of_traitors_when_somebody_of_ones_own_stays(rulings, sign):
    p = table("DS GC BG", {"DS": {EA: f"Acolyte, {LT}"}}, gates={EA: "DS"}, books={"DS": TRAITORS}, rulings=rulings)
    p = chaos(p, EA)
    script(p, ("DS", "action", f"traitors {EA} Great Cthulhu"))
    assert (asked(p) == ("chance", "elder sign")) is sign


@pytest.mark.rule("CW-DS-022")
def test_consummation_turns_itself_down_and_another_book_up():
    books = f"{CONSUMMATION}, {CHAOS_GATE}, {ANIMATE}"
    p = table("DS GC BG", {"DS": {EA: "Acolyte"}}, books={"DS": books})
    assert set(why_not(p, "DS", "consummation")) == {"CW-DS-022"}
    p = table("DS GC BG", {"DS": {EA: "Acolyte"}}, books={"DS": books}, down={"DS": f"{CHAOS_GATE}, {ANIMATE}"})
    assert "CW-ABI-001" in why_not(p, "DS", "chaos gate", area(p, ANT))
    script(p, ("DS", "action", "consummation"))
    assert labels(p) == {CHAOS_GATE, ANIMATE}
    script(p, ("DS", "turned up", CHAOS_GATE))
    assert (p.state.down[0], power(p)[0]) == (1 << BOOKS.index(CONSUMMATION) | 1 << BOOKS.index(ANIMATE), 8)


@pytest.mark.rule("CW-DS-005")
def test_books_are_turned_up_when_the_doom_phase_begins():
    p = table(
        "DS GC BG",
        {"DS": {EA: "Acolyte"}},
        books={"DS": f"{CHAOS_GATE}, {ANIMATE}"},
        down={"DS": ANIMATE},
        power=1,
        open={"DS": "Power or Doom"},
    )
    assert p.state.down[0]
    while asked(p)[1] == "action":
        script(p, (asked(p)[0], "action", "pass"), rehearse=False)
    assert (asked(p)[1], p.state.down[0] > 0) == ("first player", True)  # Power is gathered, Doom is to come
    new_doom_phase(p)
    assert (p.state.down[0], asked(p)) == (0, ("DS", "doom phase"))


@pytest.mark.rule("CW-DS-026", "CW-DS-028")
def test_undirected_energy_counts_the_factions_about_thesis():
    units = {"DS": {EA: T}, "GC": {EA: "Acolyte, Deep One"}, "BG": {AR: "Ghoul"}}
    p = table("DS GC BG", units, books={"DS": UNDIRECTED})
    script(p, ("DS", "action", "undirected energy"))
    assert (power(p)[0], p.state.down[0]) == (10, p.state.books[0])  # 9 less 1, and 2
    none = table("DS GC BG", {"DS": {EA: A}}, books={"DS": UNDIRECTED})
    assert set(why_not(none, "DS", "undirected energy")) == {"CW-DS-026"}


@pytest.mark.rule("CW-DS-027", "CW-DS-028")
def test_fiendish_growth_brings_a_unit_for_each_faction_about_antithesis():
    units = {"DS": {EA: A}, "GC": {EA: "Acolyte"}, "BG": {AR: "Ghoul"}}
    p = table("DS GC BG", units, books={"DS": FIENDISH})
    script(p, ("DS", "action", "fiendish growth"))
    assert (labels(p), p.decision.prompt) == ({"Acolyte", LT, LA, LS}, f"Which unit comes to {EA}?")
    script(p, ("DS", "growth", LA), ("DS", "growth", "Acolyte"))
    assert (at(p, "DS", EA), power(p)[0], p.state.down[0]) == ({A: 1, LA: 1, "Acolyte": 1}, 8, p.state.books[0])
    none = table("DS GC BG", {"DS": {EA: T}}, books={"DS": FIENDISH})
    assert set(why_not(none, "DS", "fiendish growth")) == {"CW-DS-027"}
    full = table("DS GC BG", {"DS": {EA: f"{A}, 6 Acolyte, 2 {LT}, 2 {LA}, 2 {LS}"}}, books={"DS": FIENDISH})
    script(full, ("DS", "action", "fiendish growth"))
    assert asked(full)[1] != "growth"


# -- requirements -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DS-016")
def test_a_larva_of_each_sort():
    for there, met in ((f"{LT}, {LA}, {LS}", True), (f"2 {LT}, {LA}", False)):
        p = table("DS GC BG", {"DS": {EA: there}}, open={"DS": "Each Larva"})
        assert ds.EachLarva().far(p.state, 0) == (0 if met else 1)
        script(p, ("DS", "action", f"psychosis {ANT}"))
        assert (asked(p) == ("DS", "spellbook")) is met


@pytest.mark.rule("CW-DS-017")
@pytest.mark.parametrize(("gates", "met"), [({AR: ""}, True), ({EUR: "GC"}, False)])
def test_a_gate_abandoned_while_power_is_gathered(gates, met):
    units = {"DS": {EA: "Acolyte"}, "GC": {EUR: "Acolyte"}}
    p = table("DS GC BG", units, gates=gates, power=1, open={"DS": "Abandoned Gate"})
    script(p, ("DS", "action", f"psychosis {ANT}"), ("GC", "action", "pass"))
    assert asked(p) == ("BG", "action")  # an abandoned gate in the Action phase is none yet
    script(p, ("BG", "action", "pass"), ("DS", "action", "pass"))
    assert (asked(p) == ("DS", "spellbook")) is met


@pytest.mark.rule("CW-DS-017", "CW-SL-036")
@pytest.mark.parametrize(("gates", "met"), [({}, False), ({EUR: ""}, True)])
def test_an_abandoned_gate_on_sleepers_card_is_not_on_the_map(gates, met):
    units = {"DS": {EA: "Acolyte"}, "SL": {AR: "Acolyte"}}
    more: dict[str, Any] = {"open": {"DS": "Abandoned Gate"}, "gates_on_cards": [["nobody", 1]]}
    p = table("DS SL BG", units, gates=gates, power={"DS": 1}, **more)
    script(p, ("DS", "action", "pass"))
    assert p.state.abandoned() == 1 + met  # Power comes of it all the same
    assert (asked(p) == ("DS", "spellbook")) is met


@pytest.mark.rule("CW-DS-018")
def test_each_enemy_takes_power_or_doom_and_the_sultan_all_of_it():
    p = table("DS GC BG YS", {"DS": {EA: "Acolyte"}}, phase="doom", power=2, open={"DS": "Power or Doom"})
    script(p, ("DS", "doom phase", "Offer Power or Doom"))
    taken = [("power", 1), ("doom", 2), ("power", 3)]
    for answer, seat in taken:
        script(p, (p.system.seats[seat].letters, "power or doom", answer))
    script(p, ("DS", "spellbook", CHAOS_GATE))
    assert (power(p), doom(p)) == ([4, 3, 2, 3], [1, 0, 1, 0])
    assert asked(p) != ("DS", "doom phase") or "Offer Power or Doom" not in labels(p)
    done = table("DS GC BG", {"DS": {EA: "Acolyte"}}, phase="doom", power=2, open={"DS": ""})
    assert asked(done)[1] != "doom phase"


@pytest.mark.rule("CW-DS-018", "CW-ACT-013")
@pytest.mark.parametrize(("ruling", "may"), [("doom_phase", False), ("any_phase", True)])
def test_whether_power_or_doom_is_offered_as_an_action_too(ruling, may):
    more: dict[str, Any] = {"rulings": {"sultan_offer": ruling}, "open": {"DS": "Power or Doom"}}
    p = table("DS GC BG", {"DS": {EA: "Acolyte"}}, power=2, **more)
    assert ("Offer Power or Doom" in labels(p)) is may
    assert ("offer power or doom" in {action.verb for action in known(p.state, 0)}) is may
    late = table("DS GC BG", {"DS": {EA: "Acolyte"}}, power=2, phase="doom", **more)
    assert "Offer Power or Doom" in labels(late)
    if not may:
        return
    script(
        p, ("DS", "action", "offer power or doom"), ("GC", "power or doom", "power"), ("BG", "power or doom", "doom")
    )
    script(p, ("DS", "spellbook", CHAOS_GATE))
    assert (power(p), doom(p), asked(p)[0]) == ([3, 3, 2], [1, 0, 1], "GC")
    for rule, rest in (
        ("CW-ACT-001", {"active": "GC"}),
        ("CW-ACT-003", {"part": "after"}),
        ("CW-ACT-005", {"power": {"GC": 9}}),
        ("CW-ACT-014", {"open": {"DS": ""}}),
    ):
        q = table("DS GC BG", {"DS": {EA: "Acolyte"}}, **{**more, **rest})
        assert rule in why_not(q, "DS", "offer power or doom"), rule


@pytest.mark.rule("CW-DS-019")
@pytest.mark.parametrize(("ruling", "slots"), [("awaken_thesis", 6), ("none", 5)])
def test_whether_the_awakening_of_thesis_is_a_requirement(ruling, slots):
    game = system("DS GC BG", rulings=(("sultan_sixth_slot", ruling),))
    p = Position(game, game.start())
    assert asked(p) == ("GC", "direction")
    assert p.state.open[0].bit_count() == slots
    assert p.state.is_open(0, ds.ThesisAwake.bit) is (slots == 6)
    assert not game.violations(p.state)
    while asked(p) != ("DS", "action"):
        p.play("pass" if "pass" in p.decision.options else p.decision.options[0])
    s = p.state.copy()
    s.move(0, ds.LARVA_THESIS, POOL, area(p, ANT))
    q = script(Position(p.system, s), ("DS", "action", f"awaken avatar thesis {ANT}"), ("DS", "marker", 0))
    while asked(q)[1] == "power to":
        q.play(q.decision.options[-1])
    assert (asked(q) == ("DS", "spellbook")) is (slots == 6)


def test_a_unit_on_the_card_is_no_avatar_on_the_map():
    p = table("DS GC BG", {"DS": {EA: "Acolyte"}}, books={"DS": UNDIRECTED})
    assert p.state.home(0, ds.THESIS) in (POOL, CARD)
    assert set(why_not(p, "DS", "undirected energy")) == {"CW-DS-026"}


@pytest.mark.rule("CW-DS-023", "CW-DS-025")
def test_a_gate_that_changes_hands_is_told(monkeypatch):
    """No power of these factions speaks then; one of another may."""
    told: list[tuple[str, int]] = []

    async def control_changed(s: Any, place: int, before: int) -> None:
        told.append((s.config.map.names[place], before))

    monkeypatch.setattr(ds, "control_changed", control_changed)
    units = {"DS": {EA: f"Acolyte, {LT}"}, "BG": {AR: "Acolyte"}}
    p = chaos(table("DS GC BG", units, gates={EA: "DS", AR: "BG"}, books={"DS": f"{TRAITORS}, {ANIMATE}"}), EA)
    script(p.clone(), ("DS", "action", f"traitors {EA} Great Cthulhu"), rehearse=False)
    assert told[-1:] == [(EA, 0)]
    script(p.clone(), ("DS", "action", f"animate matter {EA} / {AR}"), rehearse=False)
    assert told[-1:] == [(AR, 2)]


# -- what no other test would miss ------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DS-003", "CW-DS-004")
def test_the_last_acolyte_comes_too_and_the_first_area_of_the_map_is_a_start_as_any():
    first = system("DS GC BG").config.map.names[0]
    p = table("DS GC BG", {"DS": {EA: "5 Acolyte"}}, start={"DS": first})
    script(p, ("DS", "action", f"psychosis {ANT}"))
    assert (at(p, "DS", ANT), p.state.start[0]) == ({"Acolyte": 1}, 0)


@pytest.mark.rule("CW-DS-005", "CW-DS-008")
def test_when_power_is_gathered_no_book_and_no_gate_has_turned_and_then_all_do():
    units, down = {"DS": {EA: "Acolyte"}, "GC": {EUR: "Acolyte"}}, f"{CHAOS_GATE}, {ANIMATE}"
    p = table("DS GC BG", units, gates={ANT: "", AR: ""}, books={"DS": down}, down={"DS": down}, power=1)
    p = chaos(p, ANT)
    s = p.state.copy()
    s.make_sort(area(p, AR), "Other")  # of somebody else's
    p = Position(p.system, s)
    while asked(p)[1] == "action":
        script(p, (asked(p)[0], "action", "pass"), rehearse=False)
    assert (sort(p, ANT), p.state.down[0].bit_count()) == (ds.CHAOS, 2)
    new_doom_phase(p)
    assert (sort(p, ANT), sort(p, AR), p.state.down[0]) == ("", "Other", 0)


@pytest.mark.rule("CW-DS-010")
def test_who_hears_of_prices_hears_of_all_that_thesis_has_cost():
    def define() -> None:
        class Tithe(Power):
            """You gain what others pay."""

            rule, forced = "CW-ACT-002", True

            async def on_pay(self, s: State, me: int, seat: int, n: int, verb: str) -> None:
                s.power[me] += n

    with guests(define):
        units = {"DS": {EA: LT}, "WW": {ANT: "Acolyte"}}
        rest: dict[str, Any] = {"markers": {"ice_age": EA}, "books": {"WW": "Ice Age"}, "lent": {"WW": "Tithe"}}
        p = table("DS WW BG", units, power={"DS": 9}, **rest)
        script(p, ("DS", "action", f"awaken avatar thesis {EA}"), ("DS", "marker", 4))
        assert power(p) == [4, 5, 0]  # 4, and 1 for the Ice Age


@pytest.mark.rule("CW-DS-013", "CW-YS-022")
def test_the_cultists_of_antithesis_are_lost_to_the_enemy():
    units = {"DS": {EA: LA}, "YS": {AR: "Acolyte"}}
    p = table("DS YS BG", units, books={"YS": "Passion"}, power={"DS": 8}, awoken={"DS": T})
    script(p, ("DS", "action", f"awaken avatar antithesis {EA}"))
    assert (at(p, "YS", AR), asked(p)) == ({}, ("YS", "on_elimination"))


@pytest.mark.rule("CW-DS-013", "CW-GC-008")
def test_the_marker_prices_no_great_old_one_of_another():
    p = set_to(table("GC DS BG", {"GC": {EA: "Acolyte"}, "DS": {AR: T}}), 1)
    cthulhu = next(a for a in known(p.state, 0) if a.verb == "awaken cthulhu")
    assert due(p.state, 0, cthulhu, (p.state.start[0],)) == 10


@pytest.mark.rule("CW-DS-015")
def test_before_its_die_is_thrown_synthesis_has_the_least_there_is():
    p = table("DS GC BG", {"DS": {EA: S}, "GC": {EA: "Acolyte"}})
    assert combat(p.state, area(p, EA), 0, 1) == 3


@pytest.mark.rule("CW-DS-034", "CW-AN-029")
@pytest.mark.parametrize(("rulings", "saved"), [({}, True), ({"cosmic_ruler": "kill"}, False)])
def test_of_two_that_unholy_ground_takes_none_goes_for_the_other(rulings, saved):
    units = {"DS": {EA: f"{T}, {A}", AR: S}, "AN": {EA: "Reanimated"}}
    rest: dict[str, Any] = {"markers": {"cathedral": f"{EA}, {EUR}"}, "books": {"AN": "Unholy Ground"}}
    p = script(table("AN DS BG", units, rulings=rulings, **rest), fight("AN", "DS"), roll(0, 0), roll(0, 0))
    script(p, ("AN", "cathedral removed", EUR), ("DS", "lost to unholy ground", T), ("AN", "cathedral removed", EA))
    if not saved:
        assert (at(p, "DS", EA), left(p, "DS", S)) == ({}, 1)
        return
    script(p, ("DS", "use Cosmic Ruler", "yes"))  # for the first of them there is Synthesis alone
    assert (at(p, "DS", EA), left(p, "DS", S)) == ({T: 1}, 0)


@pytest.mark.rule("CW-DS-025")
def test_matter_may_come_to_its_own_start_area():
    p = table("DS GC BG", {"DS": {EA: "Acolyte"}}, gates={EA: "DS"}, books={"DS": ANIMATE}, start={"DS": AR})
    assert not why_not(chaos(p, EA), "DS", "animate matter", area(p, EA), area(p, AR))


@pytest.mark.rule("CW-DS-025")
def test_whoever_has_the_first_seat_hears_of_its_gate_too(monkeypatch):
    told: list[int] = []

    async def control_changed(s: Any, place: int, before: int) -> None:
        told.append(before)

    monkeypatch.setattr(ds, "control_changed", control_changed)
    units = {"DS": {EA: "Acolyte"}, "GC": {AR: "Acolyte"}}
    p = chaos(table("GC DS BG", units, gates={EA: "DS", AR: "GC"}, books={"DS": ANIMATE}, active="DS"), EA)
    script(p, ("DS", "action", f"animate matter {EA} / {AR}"), rehearse=False)
    assert told[-1:] == [0]


@pytest.mark.rule("CW-DS-013", "CW-BB-007")
def test_an_earth_cat_goes_for_a_cultist_when_antithesis_awakens():
    units = {"DS": {EA: LA}, "BB": {AR: "Earth Cat, Cat from Mars"}}
    p = table("DS BB GC", units, power={"DS": 8}, awoken={"DS": T})
    script(p, ("DS", "action", f"awaken avatar antithesis {EA}"))
    assert at(p, "BB", AR) == {"Cat from Mars": 1}


@pytest.mark.rule("CW-DS-025")
def test_it_is_told_that_matter_has_replaced_a_gate():
    for gates, gone in (({EA: "DS", AR: ""}, True), ({EA: "DS"}, False)):
        p = chaos(table("DS GC BG", {"DS": {EA: "Acolyte"}}, gates=gates, books={"DS": ANIMATE}), EA)
        script(p, ("DS", "action", f"animate matter {EA} / {AR}"))
        told = [event.text for segment in p.segments() for event in trace_of(p.system, segment)]
        assert (f"The gate in {AR} is gone" in told) is gone


@pytest.mark.rule("CW-DS-034", "CW-BAT-027")
@pytest.mark.parametrize("order", [(S, T), (T, S)])
def test_whichever_falls_first_losses_are_at_once_and_synthesis_rules_to_the_end(order):
    units = {"DS": {EA: f"{T}, {S}, Acolyte", AR: A}, "GC": {EA: "Cthulhu"}}
    p = script(table("GC DS BG", units), fight("GC", "DS"), ("GC", "pre_battle", "done"), ("chance", "synthesis", 1))
    script(p, roll(2, 0), roll(0, 0), *(("DS", "takes a kill", unit) for unit in order))
    script(p, ("DS", "use Cosmic Ruler", "no"), ("DS", "use Cosmic Ruler", "yes"))
    assert (at(p, "DS", AR), at(p, "DS", EA)) == ({}, {"Acolyte": 1, order[1]: 1})


@pytest.mark.rule("CW-DS-034")
def test_synthesis_that_has_fallen_rules_nothing_when_somebody_is_surrounded():
    around = dict.fromkeys(near(EA), "Deep One")
    units = {"DS": {EA: f"{T}, {S}", AR: A}, "GC": {EA: "Cthulhu", **around}}
    p = script(table("GC DS BG", units), fight("GC", "DS"), ("chance", "synthesis", 1))
    script(p, roll(1, 1), roll(0, 0), ("DS", "takes a kill", S), ("DS", "use Cosmic Ruler", "no"))
    assert (at(p, "DS", EA), at(p, "DS", AR)) == ({}, {A: 1})
