"""Sleeper: monsters from below, borrowed abilities, a gate on the card, and actions inside battles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.game.judged import judged
from theomachy.engine.runtime.layers import Changes, add
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import sleeper as sl
from theomachy.games.cthulhu_wars.rules.act import due
from theomachy.games.cthulhu_wars.rules.domains import ACTION, CARD, HELD_GATE, KILL, NO_GATE, OPEN_GATE, PAIN
from theomachy.games.cthulhu_wars.rules.fight import Resolution, Scored
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.results import recall
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import CostOf, FixedResults

WAF, IND, EU = "West Africa", "Indian Ocean", "Europe"
SPAWN, SERPENT, TSATH = "Formless Spawn", "Serpent Man", "Tsathoggua"
SORCERY, CAPTURE, SLUMBER = "Ancient Sorcery", "Capture Monster", "Cursed Slumber"
DEMAND, NEXUS, BELOW, BACK = "Demand Sacrifice", "Energy Nexus", "Death from Below", "Serpent Men return"
DECLARED = ("SL", "battle_declared", NEXUS)


def told(p: Position) -> list[str]:
    """What was told of the step before this one."""
    return [event.text for event in trace_of(p.system, p.segments()[-2])]


def gate(p: Position, name: str) -> int:
    """What is in the gate's place of an area."""
    found: int = p.state.gate[area(p, name)]
    return found


def nexus(answer: str) -> tuple[str, str, str]:
    return "SL", "energy nexus", answer


@pytest.mark.rule(
    "CW-SL-001", "CW-SL-004", "CW-SL-005", "CW-SL-006", "CW-SL-007", "CW-SL-008",
)  # fmt: skip
def test_the_card_has_its_units_books_and_slots():
    card = system("SL GC BG").config.factions[0]
    rows = [(u.name, u.figures, u.costs[0], u.combat, u.rank) for u in card.units]
    assert rows == [
        ("Acolyte", 6, 1, 0, 0), ("Wizard", 2, 1, 0, 1), (SERPENT, 3, 2, 1, 1), (SPAWN, 4, 3, 0, 1),
        (TSATH, 1, 8, 0, 2),
    ]  # fmt: skip
    assert [book.name for book in card.books] == [SORCERY, "Burrow", CAPTURE, SLUMBER, DEMAND, NEXUS]
    assert len(card.slots) == 6


@pytest.mark.rule("CW-SL-002")
@pytest.mark.parametrize(
    ("board", "home"), [("earth_4p_3w5e", "North America"), ("earth_4p_5w3e", "North America West")]
)
def test_sleeper_starts_in_the_west(board, home):
    p = Position(game := system("SL GC YS BG", board), game.start())
    assert (at(p, "SL", home), gate(p, home), p.state.power[0]) == ({"Acolyte": 6}, HELD_GATE, 8)


# -- Death from Below -------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SL-003")
def test_the_cheapest_monster_of_the_pool_comes_for_nothing_where_a_unit_is():
    units = {"SL": {EA: "2 Wizard, Acolyte", AR: "Acolyte"}, "GC": {EU: "Acolyte"}}
    p = table("SL GC YS", units, phase="doom", power=4)
    script(p, ("SL", "doom phase", BELOW))
    assert labels(p) == {EA, AR}
    script(p, ("SL", "comes from below", AR))
    assert (at(p, "SL", AR), p.state.power[0]) == ({"Acolyte": 1, SERPENT: 1}, 4)  # both Wizards are out
    q = table("SL GC YS", {"SL": {EA: "Wizard"}}, phase="doom", power=0)
    script(q, ("SL", "doom phase", BELOW))
    assert at(q, "SL", EA) == {"Wizard": 2}


@pytest.mark.rule("CW-SL-003")
def test_it_comes_where_no_gate_is_too_and_of_several_that_cost_as_little_either():
    CthulhuWars.thing_files.setdefault("strangers", Path(__file__).with_name("strangers.toml"))
    units = {"SL": {EA: "Acolyte", AR: "Acolyte"}}
    p = table("SL GC YS", units, gates={EA: "SL"}, phase="doom", power=4, things=("strangers",))
    script(p, ("SL", "doom phase", BELOW))
    assert labels(p) == {"Wizard", "Hound"}
    script(p, ("SL", "who comes from below", "Wizard"))
    assert labels(p) == {EA, AR}
    script(p, ("SL", "comes from below", AR))
    assert at(p, "SL", AR) == {"Acolyte": 1, "Wizard": 1}


@pytest.mark.rule("CW-SL-003")
def test_nothing_comes_without_units_or_with_an_empty_pool():
    for units in ("2 Wizard, 3 Serpent Man, 4 Formless Spawn", ""):
        p = table("SL GC YS", {"SL": {EA: units} if units else {}, "GC": {EU: "Acolyte"}}, phase="doom", power=0)
        assert asked(p)[1] != "doom phase"


# -- units ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SL-007")
@pytest.mark.parametrize(
    ("units", "n"),
    [({EA: "2 Formless Spawn"}, 4), ({EA: f"2 Formless Spawn, {TSATH}"}, 9), ({EA: SPAWN, AR: f"2 {SPAWN}"}, 3)],
)
def test_each_formless_spawn_rolls_for_all_of_them_and_for_tsathoggua(units, n):
    p = table("SL GC YS", {"SL": units, "GC": {EA: "Acolyte"}}, power={"SL": 9, "GC": 3})
    script(p, fight("SL", "GC"))
    assert dice(p) == n


@pytest.mark.rule("CW-SL-008")
@pytest.mark.parametrize(("power", "n"), [(9, 9), (2, 2), (1, 2), (0, 2)])
def test_tsathoggua_fights_with_the_power_of_the_enemy(power, n):
    p = table("SL GC YS", {"SL": {EA: TSATH}, "GC": {EA: "Acolyte"}}, power={"SL": 4, "GC": power, "YS": 7})
    assert dice(script(p, fight("SL", "GC"))) == n


@pytest.mark.rule("CW-SL-009", "CW-SL-017")
def test_tsathoggua_comes_where_a_formless_spawn_is():
    units = {"SL": {EA: SPAWN, AR: "Acolyte"}}
    p = table("SL GC YS", units, power=8, open={"SL": "Tsathoggua Awake"})
    assert set(why_not(p, "SL", "awaken tsathoggua", area(p, AR))) == {"CW-SL-009"}
    script(p, ("SL", "action", f"awaken tsathoggua {EA}"))
    assert (at(p, "SL", EA), p.state.power[0]) == ({SPAWN: 1, TSATH: 1}, 0)
    script(p, ("SL", "spellbook", NEXUS))
    again = table("SL GC YS", {"SL": {EA: f"{SPAWN}, {TSATH}"}})
    assert "CW-AWK-004" in why_not(again, "SL", "awaken tsathoggua", area(again, EA))
    poor = table("SL GC YS", {"SL": {EA: SPAWN}}, power=7)
    assert set(why_not(poor, "SL", "awaken tsathoggua", area(poor, EA))) == {"CW-ACT-002"}


@pytest.mark.rule("CW-SL-010")
def test_lethargy_is_an_action_that_costs_nothing_with_tsathoggua_in_play():
    p = table("SL GC YS", {"SL": {EA: TSATH}, "GC": {AR: "Acolyte"}}, power={"SL": 3, "GC": 1})
    lethargy = next(a for a in known(p.state, 0) if a.verb == "lethargy")
    assert lethargy.ends(p.state, 0) == area(p, EA)
    script(p, ("SL", "action", "lethargy"))
    assert (asked(p), p.state.power) == (("GC", "action"), [3, 1, 0])
    q = table("SL GC YS", {"SL": {EA: SPAWN}, "GC": {AR: "Acolyte"}}, power={"SL": 3, "GC": 1})
    assert set(why_not(q, "SL", "lethargy")) == {"CW-SL-010"}


@pytest.mark.rule("CW-SL-010", "CW-ACT-005")
@pytest.mark.parametrize(("ruling", "may"), [("no", False), ("yes", True)])
def test_whether_lethargy_needs_power_to_have_a_turn(ruling, may):
    """With Tsathoggua in play, and somebody else who has turns: nothing else is open to it then."""
    units = {"SL": {EA: f"{TSATH}, Acolyte"}, "GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    more: dict[str, Any] = {"rulings": {"lethargy_at_zero": ruling}, "active": "GC"}
    p = table("GC SL YS", units, power={"GC": 3, "YS": 2}, **more)
    script(p, ("GC", "action", f"recruit {AR}"))
    assert asked(p)[0] == ("SL" if may else "YS")
    if may:
        assert labels(p) == {"Pass", "Lethargy"}
        assert not why_not(p, "SL", "lethargy")
        assert "CW-ACT-005" in why_not(p, "SL", "recruit", area(p, EA))
        script(p, ("SL", "action", "lethargy"), ("YS", "action", "pass"), ("GC", "action", "pass"))
        assert p.state.phase != ACTION  # nobody else has turns
    gone = table("GC SL YS", {**units, "SL": {EA: SPAWN}}, power={"GC": 3, "YS": 2}, **more)
    assert asked(script(gone, ("GC", "action", f"recruit {AR}")))[0] == "YS"


@pytest.mark.rule("CW-SL-011")
def test_lethargy_is_not_open_when_nobody_else_has_turns():
    p = table("SL GC YS", {"SL": {EA: TSATH}, "GC": {AR: "Acolyte"}}, power={"SL": 3})
    assert set(why_not(p, "SL", "lethargy")) == {"CW-SL-011"}
    assert "lethargy" not in {o[0] for o in p.decision.options}


# -- requirements -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("slot", "action", "power"),
    [
        pytest.param("All Gain One", "feed all", [1, 5, 1, 2], marks=pytest.mark.rule("CW-SL-012")),
        pytest.param("One Gains Three", "feed one Yellow Sign", [1, 4, 3, 1], marks=pytest.mark.rule("CW-SL-013")),
        pytest.param("All Lose One", "starve all", [1, 3, 0, 0], marks=pytest.mark.rule("CW-SL-014")),
    ],
)
def test_three_power_for_a_spellbook(slot, action, power):
    seats = "SL GC YS BG"
    rest: dict[str, Any] = {"open": {"SL": slot.capitalize()}}
    every = {"open": {"SL": "All gain one, One gains three, All lose one"}}
    p = table(seats, {"SL": {EA: "Acolyte"}}, power={"SL": 4, "GC": 4, "BG": 1}, **every)
    script(p, ("SL", "action", action), ("SL", "spellbook", "Burrow"))
    assert (p.state.power, p.state.open[0].bit_count()) == (power, 2)  # the others stay open
    verb, *args = action.split(" Y")[0], *([2] if "one" in action else [])
    poor = table(seats, {"SL": {EA: "Acolyte"}}, power=2, **rest)
    assert set(why_not(poor, "SL", verb, *args)) == {"CW-ACT-002"}
    filled = table(seats, {"SL": {EA: "Acolyte"}})
    assert set(why_not(filled, "SL", verb, *args)) == {"CW-ACT-014"}


@pytest.mark.rule("CW-SL-015")
@pytest.mark.parametrize(("enemy", "book"), [(5, False), (6, True)])
def test_six_dice_in_a_battle_fill_a_slot(enemy, book):
    units = {"SL": {EA: TSATH}, "GC": {EA: "Acolyte"}}
    p = table("SL GC YS", units, power={"SL": 4, "GC": enemy}, open={"SL": "Six dice"})
    script(p, fight("SL", "GC"), roll(0, 0))
    assert (asked(p)[1] == "spellbook") is book
    theirs = table("GC SL YS", {"GC": {EA: "Cthulhu, Acolyte"}, "SL": {EA: SERPENT}}, open={"SL": "Six dice"})
    script(theirs, fight("GC", "SL"), ("GC", "pre_battle", "done"), roll(0, 0), roll(0, 0))
    assert asked(theirs)[1] == "action"  # the six dice were Cthulhu's


@pytest.mark.rule("CW-SL-015")
def test_dice_thrown_apart_count_for_the_six_dice():
    p = table("SL GC YS", {"SL": {EA: SERPENT}, "GC": {EA: "Acolyte"}})
    script(p, fight("SL", "GC"))
    battle, slot = p.state.battle, next(x for x in p.state.config.factions[0].slots if x.bit == 3)
    for pools, met in (((), False), (((0, "apart", 5, 0, 0),), True), (((1, "theirs", 5, 0, 0),), False)):
        battle.rolled, battle.pools = ((1, 0, 0), (0, 0, 0)), pools
        assert slot.requirement_met(p.state, 0, Resolution(p.state, battle)) is met


@pytest.mark.rule("CW-SL-016")
@pytest.mark.parametrize(("who", "book"), [("SL", True), ("GC", False)])
def test_a_ritual_of_its_own_fills_a_slot(who, book):
    p = table(
        "SL GC YS", {"SL": {EA: "6 Acolyte"}}, phase="doom", power={who: 9}, active=who, first=who,
        open={"SL": "Ritual of annihilation"},
    )  # fmt: skip
    script(p, ("SL", "doom phase", "ritual") if book else ("GC", "doom phase", "ritual"))
    assert (asked(p)[1] == "spellbook") is book


# -- Ancient Sorcery --------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SL-018")
def test_a_serpent_man_on_an_enemys_card_lends_its_unique_ability():
    p = table("SL CC YS", {"SL": {EA: f"{SERPENT}, Acolyte", AR: "Acolyte"}}, books={"SL": "all"})
    script(p, ("SL", "action", f"ancient sorcery {EA} / Crawling Chaos"))
    s = p.state
    assert (at(p, "SL", EA), s.n(0, sl.SERPENT_MAN, CARD), s.power[0]) == ({"Acolyte": 1}, 1, 8)
    assert s.lent == ((0, "Flight"),)
    assert set(why_not(p, "SL", "ancient sorcery", area(p, AR), 2)) >= {"CW-SL-018"}  # no Serpent Man there
    q = table("SL CC YS", {"SL": {EA: f"2 {SERPENT}"}}, books={"SL": "all"}, lent={"SL": "Flight"})
    assert set(why_not(q, "SL", "ancient sorcery", area(q, EA), 1)) == {"CW-SL-018"}  # it has that already
    assert not why_not(q, "SL", "ancient sorcery", area(q, EA), 2)
    sorcery = next(a for a in known(q.state, 0) if a.verb == "ancient sorcery")
    assert sorcery.ends(q.state, 0, area(q, EA), 2) == -1  # nothing ends where he was


@pytest.mark.rule("CW-SL-018")
def test_he_comes_back_in_the_doom_phase_to_any_area_with_one_power():
    p = table(
        "SL CC YS", {"SL": {EA: "Acolyte", "submerged": SERPENT}}, lent={"SL": "Flight"}, phase="doom",
        power={"SL": 1}, books={"SL": "all"},
    )  # fmt: skip
    script(p, ("SL", "doom phase", BACK))
    assert labels(p) == set(p.state.config.map.names)
    script(p, ("SL", "returns to", WAF))
    assert (at(p, "SL", WAF), p.state.power[0], p.state.lent) == ({SERPENT: 1}, 2, ())
    assert "Sleeper has Flight no more" in told(p)


@pytest.mark.rule("CW-SL-018")
def test_at_the_very_end_of_the_doom_phase_he_comes_back_at_the_latest():
    units = {"SL": {EA: "Acolyte", "submerged": SERPENT}, "CC": {AR: "Acolyte"}}
    p = table("CC SL YS", units, lent={"SL": "Flight"}, phase="doom", power={"CC": 2}, active="SL", first="SL")
    script(p, ("SL", "doom phase", "done"))
    assert asked(p) == ("SL", "returns to")
    script(p, ("SL", "returns to", AR))
    assert (p.state.phase, p.state.power, p.state.lent) == (ACTION, [2, 1, 0], ())
    assert asked(p) == ("SL", "action")  # the first player has Power now


@pytest.mark.rule("CW-ACT-005")
def test_who_has_no_power_is_skipped_when_the_action_phase_begins():
    p = table("CC SL YS", {"SL": {EA: "Acolyte"}, "CC": {AR: "Acolyte"}}, phase="doom", power={"SL": 1})
    script(p, ("SL", "doom phase", "done"))
    assert (p.state.first, asked(p)) == (0, ("SL", "action"))


@pytest.mark.rule("CW-SL-018")
def test_he_stays_away_at_the_end_of_the_action_phase():
    units = {"SL": {EA: "Acolyte", "submerged": SERPENT}, "YS": {EU: "Acolyte"}}
    p = table("SL YS GC", units, lent={"SL": "Feast"}, markers={"desecration": [EA]}, power={"SL": 1})
    script(p, ("SL", "action", "pass"))
    assert (p.state.n(0, sl.SERPENT_MAN, CARD), p.state.lent, p.state.power) == (1, ((0, "Feast"),), [2, 1, 1])


@pytest.mark.rule("CW-SL-018")
def test_of_several_each_may_come_back_or_wait():
    units = {"SL": {EA: "Acolyte", "submerged": f"2 {SERPENT}"}, "CC": {AR: "Acolyte"}}
    p = table("SL CC YS", units, lent={"SL": ["Flight", "Feast"]}, phase="doom", power=1)
    script(p, ("SL", "doom phase", BACK), ("SL", "whose ability", "Yellow Sign"), ("SL", "returns to", AR))
    assert p.state.lent == ((0, "Flight"),)
    script(p, ("SL", "another returns", "done"), ("SL", "doom phase", "done"))
    assert (asked(p), p.state.n(0, sl.SERPENT_MAN, CARD)) == (("SL", "returns to"), 1)


@pytest.mark.rule("CW-SL-027")
def test_with_great_cthulhus_ability_tsathoggua_awakens_for_four_and_a_sign():
    units = {"SL": {EA: f"{SPAWN}, Acolyte"}}
    rest: dict[str, Any] = {"awoken": {"SL": TSATH}}
    p = table("SL GC YS", units, lent={"SL": "Immortal"}, power=9, **rest)
    script(p, ("SL", "action", f"awaken tsathoggua {EA}"), ("SL", "on_placement", "Immortal"))
    script(p, ("chance", "elder sign", 2))
    assert (p.state.power, p.state.signs[0], p.state.count_books(1)) == ([5, 9, 9], (2,), 0)
    first = table("SL GC YS", units, lent={"SL": "Immortal"}, power=9)
    awaken = next(a for a in known(first.state, 0) if a.verb == "awaken tsathoggua")
    assert due(first.state, 0, awaken, (area(first, EA),)) == 8


@pytest.mark.rule("CW-SL-027")
def test_with_yellow_signs_ability_desecrated_areas_feed_it():
    units = {"SL": {EA: "Acolyte", AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = table("SL YS GC", units, lent={"SL": "Feast"}, markers={"desecration": [EA, EU]})
    assert {part.name: part.change for part in gathered(p.state, 0).parts} == {"2 Cultists": 2, "Feast": 1}
    assert {part.name: part.change for part in gathered(p.state, 1).parts} == {"1 Cultists": 1, "Feast": 1}


def test_what_opener_moves_sleeper_moves_with_what_costs_as_much():
    p = table("SL OW GC", {"SL": {EA: SPAWN, AR: SERPENT}}, gates={EA: "", AR: ""}, lent={"SL": "The Beyond One"})
    assert "CW-OW-005" in why_not(p, "SL", "beyond one", area(p, AR), area(p, EU))
    script(p, ("SL", "action", f"beyond one {EA} / {EU}"))
    assert (gate(p, EU), at(p, "SL", EU)) == (OPEN_GATE, {SPAWN: 1})


@pytest.mark.rule("CW-SL-018")
def test_sycophancy_serves_it_through_the_whole_doom_phase():
    units = {"SL": {EA: "Acolyte", "submerged": SERPENT}, "GC": {EU: "Acolyte"}}
    rest: dict[str, Any] = {"phase": "doom", "power": {"GC": 9, "YS": 0}, "gates": {EU: "GC"}}
    p = table("SL TT GC YS", units, lent={"SL": "Sycophancy"}, **rest)
    script(p, ("SL", "doom phase", "done"), ("GC", "doom phase", "ritual"))
    script(p, ("GC", "sycophancy", "give"), ("GC", "sycophancy", "give"))  # Tcho-Tcho has its own all the same
    assert p.state.doom == [1, 1, 1, 0]
    q = table("SL TT GC YS", units, lent={"SL": "Sycophancy"}, **rest)
    script(q, ("SL", "doom phase", BACK), ("SL", "returns to", AR))
    assert "Sycophancy" not in {name for seat, name in q.state.lent if seat == 0}


# -- Burrow -----------------------------------------------------------------------------------------------------------
def moves(p: Position, *units: tuple[str, str]) -> Position:
    """One Move of several units."""
    script(p, ("SL", "action", "move"))
    for unit, to in units:
        script(p, ("SL", "unit to move", unit), ("SL", "move to", to))
    return script(p, ("SL", "unit to move", "done")) if asked(p)[1] == "unit to move" else p


@pytest.mark.rule("CW-SL-019")
@pytest.mark.parametrize(("n", "left_over"), [(1, 8), (2, 8), (3, 7)])
def test_burrow_gives_one_power_back_for_a_move_of_two_or_more(n, left_over):
    units = {"SL": {EA: "3 Acolyte, Wizard"}, "GC": {AR: "Acolyte"}}
    p = moves(table("SL GC YS", units, books={"SL": "Burrow"}), *[("Acolyte, East Africa", AR)] * n)
    assert p.state.power[0] == left_over
    assert asked(p) == ("GC", "action")
    without = moves(table("SL GC YS", units), *[("Acolyte, East Africa", AR)] * n)
    assert without.state.power[0] == 9 - n


def test_burrow_is_for_its_own_moves_alone():
    units = {"SL": {EA: "Acolyte"}, "GC": {AR: "2 Acolyte"}}
    p = table("GC SL YS", units, books={"SL": "Burrow"}, power=5)
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte"), ("GC", "move to", EU))
    script(p, ("GC", "unit to move", "Acolyte, Arabia"), ("GC", "move to", EU), rehearse=False)
    assert p.state.power == [3, 5, 5]
    q = table("SL GC YS", {"SL": {EA: "Acolyte"}}, books={"SL": "Burrow"}, open={"SL": "All lose one"})
    script(q, ("SL", "action", "starve all"))  # three Power are paid, but for no Move
    assert q.state.power[0] == 6


@pytest.mark.rule("CW-SL-028")
def test_units_that_fly_burrow_too():
    units = {"SL": {EA: "2 Acolyte, Wizard"}, "CC": {AR: "Acolyte"}}
    p = table("SL CC YS", units, books={"SL": "Burrow"}, lent={"SL": "Flight"})
    moves(p, ("Acolyte, East Africa", EU), ("Acolyte, East Africa", EU))
    assert (at(p, "SL", EU), p.state.power[0]) == ({"Acolyte": 2}, 8)


# -- Capture Monster --------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SL-020")
def test_tsathoggua_captures_a_monster_that_its_owner_picks():
    units = {"SL": {EA: TSATH, AR: SPAWN}, "YS": {EA: "Undead, Byakhee, Acolyte", AR: "Undead"}}
    p = table("SL YS GC", units, books={"SL": CAPTURE})
    assert set(why_not(p, "SL", "capture monster", area(p, AR), 1)) == {"CW-SL-020"}
    assert set(why_not(p, "SL", "capture monster", area(p, EA), 2)) >= {"CW-SL-020"}
    script(p, ("SL", "action", f"capture monster {EA} Yellow Sign"))
    assert (asked(p), labels(p)) == (("YS", "Monster captured"), {"Undead", "Byakhee"})
    script(p, ("YS", "Monster captured", "Byakhee"))
    assert (at(p, "YS", EA), p.state.power[0]) == ({"Undead": 1, "Acolyte": 1}, 8)
    assert [(part.name, part.change) for part in gathered(p.state, 0).parts] == [("captives", 1)]


@pytest.mark.rule("CW-SL-020")
def test_a_great_old_one_keeps_its_monsters_and_a_cultist_is_none():
    guarded = table("SL YS GC", {"SL": {EA: TSATH}, "YS": {EA: "Byakhee, Hastur"}}, books={"SL": CAPTURE})
    assert set(why_not(guarded, "SL", "capture monster", area(guarded, EA), 1)) == {"CW-SL-020"}
    cultists = table("SL YS GC", {"SL": {EA: TSATH}, "YS": {EA: "2 Acolyte"}}, books={"SL": CAPTURE})
    assert set(why_not(cultists, "SL", "capture monster", area(cultists, EA), 1)) == {"CW-SL-020"}


@pytest.mark.rule("CW-SL-020")
@pytest.mark.parametrize(("ruling", "power"), [("one", 2), ("cost", 3)])
def test_what_a_captured_monster_is_worth(ruling, power):
    captives = {"SL": {"YS": "Acolyte, Byakhee"}, "YS": {"SL": SPAWN}}
    p = table("SL YS GC", {"SL": {EA: TSATH}}, books={"SL": CAPTURE}, captives=captives,
              rulings={"captured_monster": ruling})  # fmt: skip
    assert [(part.name, part.change) for part in gathered(p.state, 0).parts] == [("captives", power)]
    assert [(part.name, part.change) for part in gathered(p.state, 1).parts] == [("captives", 1)]


# -- Cursed Slumber ---------------------------------------------------------------------------------------------------
def asleep(**more: Any) -> Position:
    """A gate of East Africa, and its Acolyte, are on the card; Great Cthulhu is to act."""
    units = {"SL": {EA: "2 Acolyte"}, "GC": {AR: "Acolyte"}, **more.pop("units", {})}
    p = table(more.pop("seats", "SL GC BG"), units, gates={EA: "SL", EU: ""}, books={"SL": SLUMBER}, **more)
    return script(p, ("SL", "action", f"cursed slumber {EA}"))


@pytest.mark.rule("CW-SL-021")
def test_a_gate_and_its_keeper_go_onto_the_card_and_give_what_they_gave():
    p = asleep()
    s = p.state
    assert (at(p, "SL", EA), gate(p, EA), s.n(0, 0, CARD), s.power[0]) == ({"Acolyte": 1}, NO_GATE, 1, 8)
    assert (s.count_gates(0), s.gates_out()) == (1, 2)
    assert {part.name: part.change for part in gathered(s, 0).parts} == {
        "2 Cultists": 2, "1 gates": 2, "abandoned gates": 1,
    }  # fmt: skip
    q = table("SL GC BG", {"SL": {EA: "Acolyte", AR: "Acolyte"}}, gates={EA: "SL", AR: "SL"}, books={"SL": SLUMBER})
    script(q, ("SL", "action", f"cursed slumber {EA}"))
    r = Position(q.system, q.state.copy())
    r.state.stage = 0
    assert "CW-SL-021" in why_not(r, "SL", "cursed slumber", area(r, AR))  # one at a time


@pytest.mark.rule("CW-SL-021")
def test_only_a_gate_of_its_own_falls_asleep_and_none_that_is_fixed():
    p = table("SL GC BG", {"SL": {EA: "Acolyte", AR: "Acolyte"}}, gates={EA: "", AR: "SL"}, books={"SL": SLUMBER})
    assert set(why_not(p, "SL", "cursed slumber", area(p, EA))) == {"CW-SL-021"}
    p.state.make_sort(area(p, AR), "fixed")
    assert set(why_not(p, "SL", "cursed slumber", area(p, AR))) == {"CW-SL-021"}


@pytest.mark.rule("CW-SL-021")
def test_the_doom_of_a_sleeping_gate_and_that_of_a_ritual():
    p = table(
        "SL GC BG", {"SL": {EA: "Acolyte", "submerged": "Acolyte"}}, phase="gather power", power=0,
        gates_on_cards=[["SL", 1]], books={"SL": SLUMBER},
    )  # fmt: skip
    script(p, ("SL", "direction", 1))
    assert p.state.doom == [1, 0, 0]


@pytest.mark.rule("CW-SL-021")
def test_a_sleeping_gate_comes_back_for_one_power_to_any_area_without_one():
    p = asleep()
    script(p, ("GC", "action", "pass"), ("BG", "action", "pass"), ("SL", "action", f"wake gate {WAF}"))
    assert (gate(p, WAF), at(p, "SL", WAF), p.state.stowed) == (HELD_GATE, {"Acolyte": 1}, ())
    assert (p.state.power[0], p.state.n(0, 0, CARD)) == (7, 0)
    q = table("SL GC BG", {"SL": {EA: "Acolyte", "submerged": "Acolyte"}}, gates={EU: ""}, gates_on_cards=[["SL", 1]])
    assert set(why_not(q, "SL", "wake gate", area(q, EU))) == {"CW-SL-021"}  # a gate is there
    assert not why_not(q, "SL", "wake gate", area(q, AR))  # without the book too: what sleeps may wake
    none = table("SL GC BG", {"SL": {EA: "Acolyte"}})
    assert set(why_not(none, "SL", "wake gate", area(none, AR))) == {"CW-SL-021"}


def test_it_may_come_to_yog_sothoth_and_lowers_the_count_of_gates_on_the_map():
    units = {"SL": {EA: "Acolyte"}, "OW": {AR: "Yog-Sothoth"}}
    places = ("Europe", "Scandinavia", "South Asia", "Antarctica", "Australia", "Indian Ocean", "West Africa")
    rest: dict[str, Any] = {"gates": {EA: "SL", **dict.fromkeys(places[:6], "")}, "open": {"OW": "Eight gates"}}
    p = table("SL OW GC", units, books={"SL": SLUMBER}, **rest)  # seven, and Yog-Sothoth
    script(p, ("SL", "action", f"cursed slumber {EA}"))
    assert asked(p) != ("OW", "spellbook")
    script(p, ("OW", "action", "pass"), ("GC", "action", "pass"))
    script(p, ("SL", "action", f"wake gate {AR}"))
    assert (gate(p, AR), p.state.count_gates_in(area(p, AR))) == (HELD_GATE, 2)
    assert asked(p) == ("OW", "spellbook")


@pytest.mark.rule("CW-SL-035")
def test_no_enemy_reaches_the_sleeping_gate_or_who_holds_it():
    units = {"SL": {EA: "Acolyte, Wizard"}, "OW": {AR: "Acolyte"}, "GC": {EU: "Acolyte"}}
    p = table("SL OW GC", units, gates={EA: "SL"}, books={"SL": SLUMBER, "OW": "They Break Through", "GC": "Dreams"})
    assert set(p.state.portals(1)) == {area(p, EA)}
    script(p, ("SL", "action", f"cursed slumber {EA}"))
    assert not p.state.portals(1)
    script(p, ("OW", "action", "pass"))
    assert {o for o in p.decision.options if o[0] == "dreams"} == {("dreams", area(p, AR), 1)}


def ghroth(map_cultists: str, n: int) -> Position:
    """Black Goat's die takes so many Cultists of Sleeper's."""
    units = {
        "BG": dict.fromkeys(("Scandinavia", "South Asia"), "Fungi from Yuggoth"),
        "SL": {EA: map_cultists, "submerged": "Acolyte"},
    }
    p = table("BG SL YS", units, books={"BG": "Ghroth", "SL": SLUMBER}, gates_on_cards=[["SL", 1]])
    return script(p, ("BG", "action", "ghroth"), ("chance", "ghroth", n))


@pytest.mark.rule("CW-SL-036")
def test_the_sleeping_cultist_may_be_given_up_and_leaves_an_abandoned_gate():
    p = script(ghroth("Acolyte, Wizard", 1), ("SL", "Ghroth: pay all", "yes"))
    assert labels(p) == {"Acolyte, East Africa", "Acolyte, on the card"}
    asleep = p.system.targets(p.state, p.decision, (1, CARD, 0))
    sheet = next(found for found in p.system.table(p.state, None).sheets if found.seat == 1)
    assert {f"piece:{x.id}" for name, pieces in sheet.pieces for x in pieces if name == "On the card"} == {*asleep}
    q = script(p.clone(), ("SL", "cultist given up", "Acolyte, on the card"))
    script(p, ("SL", "cultist given up", (1, CARD, 0)))
    assert q.state == p.state
    s = p.state
    assert "The sleeping gate" in told(p)
    assert (s.n(1, 0, CARD), s.count_gates(1), s.abandoned(), at(p, "SL", EA)["Acolyte"]) == (0, 0, 1, 1)
    assert [gathered(s, f).parts[-1].name for f in s.config.seats] == ["abandoned gates"] * 3
    script(p, ("SL", "action", f"wake gate {EU}"))
    assert (gate(p, EU), at(p, "SL", EU), p.state.stowed, p.state.power[1]) == (OPEN_GATE, {}, (), 8)


@pytest.mark.rule("CW-SL-036", "CW-DS-013")
def test_who_has_no_other_cultist_keeps_the_sleeping_one():
    larva, awake = "Larva Antithesis", {"DS": "Avatar Thesis"}
    units = {"DS": {EA: larva}, "SL": {EU: "Wizard", "submerged": "Acolyte"}, "GC": {AR: "2 Acolyte"}}
    p = table("DS SL GC", units, gates_on_cards=[["SL", 1]], awoken=awake)
    script(p, ("DS", "action", f"awaken avatar antithesis {EA}"))
    assert (asked(p), p.state.n(1, 0, CARD), p.state.count_gates(1)) == (("SL", "action"), 1, 1)
    assert at(p, "GC", AR) == {"Acolyte": 1}


@pytest.mark.rule("CW-SL-036")
def test_the_sleeping_cultist_need_not_be_given_up():
    p = ghroth("Wizard", 2)  # no Cultist is on the map
    assert (p.state.count_gates(1), p.state.n(1, 0, CARD), asked(p)) == (1, 1, ("SL", "action"))
    q = script(
        ghroth("2 Acolyte", 1), ("SL", "Ghroth: pay all", "yes"), ("SL", "cultist given up", "Acolyte, East Africa")
    )
    assert (q.state.count_gates(1), q.state.abandoned(), at(q, "SL", EA)) == (1, 0, {"Acolyte": 1})


# -- Demand Sacrifice -------------------------------------------------------------------------------------------------
def demand(choice: str, *, rulings: dict[str, str] | None = None, doom: int = 3, where: str = AR) -> Position:
    """Great Cthulhu attacks; Sleeper, whose Tsathoggua is elsewhere, demands."""
    units = {"SL": {EA: f"2 {SERPENT}, Wizard", where: TSATH}, "GC": {EA: "2 Shoggoth"}}
    p = table("GC SL YS", units, books={"SL": DEMAND}, rulings=rulings, doom={"GC": doom})
    script(p, fight("GC", "SL"), ("SL", "pre_battle", DEMAND))
    if asked(p)[1] == "demand sacrifice":
        script(p, ("GC", "demand sacrifice", choice))
    return p


@pytest.mark.rule("CW-SL-022", "CW-SL-034")
def test_the_enemy_gives_a_sign_or_its_kills_count_as_pains():
    p = script(demand("pains"), roll(2, 1), roll(1, 0))
    assert asked(p) == ("SL", "takes a pain")
    q = script(p.clone(), *[("SL", "takes a pain", SERPENT)] * 2)
    notes = {stage.name: stage.note for stage in q.system.table(q.state, None).fight.stages}
    assert (notes["Pre-battle"], notes["Results"]) == (DEMAND, "1 kill, 3 pains")
    fought = Resolution(p.state, p.state.battle)
    assert (fought.scored(KILL, 1), fought.scored(PAIN, 1), fought.scored(KILL, 0)) == (0, 3, 1)
    q = script(demand("sign"), ("chance", "elder sign", 3), roll(2, 0), roll(0, 0))
    assert (q.state.signs[1], asked(q)) == ((3,), ("SL", "takes a kill"))


@pytest.mark.rule("CW-SL-022")
def test_it_needs_tsathoggua_in_play_and_sleeper_in_the_battle():
    units = {"SL": {EA: SERPENT}, "GC": {EA: "Shoggoth"}, "YS": {AR: "Undead"}}
    p = table("GC SL YS", units, books={"SL": DEMAND})
    script(p, fight("GC", "SL"))
    assert asked(p)[1] == "battle dice"
    units = {"SL": {EU: TSATH}, "GC": {EA: "Shoggoth"}, "YS": {EA: "Undead"}}
    q = script(table("GC SL YS", units, books={"SL": DEMAND}), fight("GC", "YS"))
    assert asked(q)[1] == "battle dice"


@pytest.mark.rule("CW-SL-022")
@pytest.mark.parametrize(("ruling", "doom"), [("sign", [3, 0, 0]), ("own_doom", [2, 1, 0])])
def test_what_the_sacrifice_is(ruling, doom):
    p = demand("sign", rulings={"demand_sacrifice": ruling})
    if ruling == "sign":
        script(p, ("chance", "elder sign", 1))
    assert (p.state.doom, len(p.state.signs[1])) == (doom, int(ruling == "sign"))
    if ruling == "own_doom":  # who has none to give takes the Pains
        q = demand("", rulings={"demand_sacrifice": ruling}, doom=0)
        assert ((0, DEMAND) in q.state.battle.used, asked(q)[1]) == (True, "battle dice")


@pytest.mark.rule("CW-SL-034")
def test_eliminations_go_through_it():
    units = {"SL": {EA: f"{SERPENT}, Wizard", AR: TSATH}, "GC": {EA: "Cthulhu"}}
    p = table("GC SL YS", units, books={"SL": DEMAND})
    script(p, fight("GC", "SL"), ("GC", "pre_battle", "Devour"), ("SL", "devoured", "Wizard"))
    script(p, ("SL", "pre_battle", DEMAND), ("GC", "demand sacrifice", "pains"), roll(1, 0), roll(0, 0))
    assert (left(p, "SL", "Wizard"), left(p, "SL", SERPENT)) == (0, 1)


@pytest.mark.rule("CW-SL-034")
def test_an_elimination_that_is_scored_stays_one():
    with guests(bloodthirst):
        units = {"SL": {EA: f"2 {SERPENT}", AR: TSATH}, "GC": {EA: "2 Shoggoth"}}
        p = table("GC SL YS", units, books={"SL": DEMAND}, lent={"GC": "Doom"})
        script(p, fight("GC", "SL"), ("SL", "pre_battle", DEMAND), ("GC", "demand sacrifice", "pains"))
        script(p, roll(0, 0), roll(0, 0))
        assert left(p, "SL", SERPENT) == 1


def bloodthirst() -> None:
    """Powers of another package: dice are swapped before they are counted, and pains become kills after that."""

    class SwapFirst(Power):
        """Kills and pains of both sides change places."""

        rule, forced, priority = "CW-BAT-013", True, 1

        def would_score(self, s: State, me: int, event: Scored) -> Scored:
            rows = tuple((KILL if what == PAIN else PAIN, n, by) for what, n, by in event.rows)
            return event._replace(rows=rows)

    class Thirst(Power):
        """Two pains against the enemy become a kill."""

        rule, forced = "CW-BAT-024", True

        def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
            return fight.fights(me) and fight.open(fight.foe(me), PAIN) > 1

        async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
            foe = fight.foe(me)
            n = fight.open(foe, PAIN) // 2
            await recall(fight, foe, PAIN, 2 * n)
            fight.owe(foe, KILL, n, self.name)

    class Frost(Power):
        """What ends in Arabia costs 1 Power more; whoever has this has no turns."""

        rule, about = "CW-ACT-002", (CostOf.ACTION, CostOf.MOVE)

        def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
            return add(1) if seat != me and area == s.config.map.index[AR] else None

    class Doom(Power):
        """One unit of the enemy is eliminated, whatever the dice."""

        rule, about = "CW-BAT-025", (FixedResults.ELIMINATION,)

        def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> Changes:
            return add(1) if what is FixedResults.ELIMINATION else None

    class Wake(Power):
        """Tells that a battle is over."""

        rule, forced = "CW-BAT-034", True

        async def battle_end(self, fight: Resolution, me: int) -> None:
            fight.s.spent += ((me, self.name),)

    class Hibernation(Power):
        """No turns for this seat."""

        rule = "CW-ACT-005"

        def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
            return False if seat == me and not verb else None


@pytest.mark.rule("CW-SL-026")
def test_kills_that_come_of_pains_are_single_pains():
    with guests(bloodthirst):
        units = {"SL": {EA: "2 Wizard, 3 Serpent Man", AR: TSATH}, "GC": {EA: "2 Shoggoth, Deep One"}}
        p = table("GC SL YS", units, books={"SL": DEMAND}, lent={"GC": "Thirst"})
        script(p, fight("GC", "SL"), ("SL", "pre_battle", DEMAND), ("GC", "demand sacrifice", "pains"))
        script(p, roll(0, 4), roll(0, 0))
        for _ in range(2):
            script(p, ("SL", "takes a kill", SERPENT))
        assert left(p, "SL", SERPENT) == 3
        while asked(p) == ("SL", "retreat to"):
            script(p, ("SL", "retreat to", WAF))
        assert (at(p, "SL", WAF), at(p, "SL", EA)) == ({SERPENT: 2}, {"Wizard": 2, SERPENT: 1})


@pytest.mark.rule("CW-SL-022")
def test_what_changes_dice_speaks_before_it():
    with guests(bloodthirst):
        units = {"SL": {EA: "2 Wizard, 2 Serpent Man", AR: TSATH}, "GC": {EA: "2 Shoggoth"}}
        p = table("GC SL YS", units, books={"SL": DEMAND}, lent={"YS": "Swap First"})
        script(p, fight("GC", "SL"), ("SL", "pre_battle", DEMAND), ("GC", "demand sacrifice", "pains"))
        script(p, roll(1, 2), roll(0, 0))
        fought = Resolution(p.state, p.state.battle)
        assert (fought.scored(KILL, 1), fought.scored(PAIN, 1)) == (0, 3)


# -- Energy Nexus -----------------------------------------------------------------------------------------------------
def declared(units: dict[str, dict[str, str]], *, seats: str = "GC SL YS", foe: str = "SL", **more: Any) -> Position:
    """A battle is declared in East Africa; Sleeper uses Energy Nexus."""
    books = {"SL": NEXUS} | more.pop("books", {})
    p = table(seats, units, books=books, **more)
    return script(p, fight(seats.split()[0], foe), DECLARED)


HOME = {"SL": {EA: "Wizard, 2 Serpent Man", AR: "Acolyte"}, "GC": {EA: "Shoggoth"}}


@pytest.mark.rule("CW-SL-023")
def test_an_action_comes_before_the_battle_where_a_wizard_is():
    p = declared(HOME)
    script(p, nexus(f"recruit {EA}"))
    assert (at(p, "SL", EA)["Acolyte"], p.state.power[1], dice(p)) == (1, 8, 2)
    script(p, roll(0, 0), roll(0, 0))
    assert asked(p) == ("SL", "action")  # its own turn comes all the same
    for units, books in (({"SL": {EA: "2 Serpent Man", AR: "Wizard"}}, NEXUS), (HOME, "Burrow")):
        q = table("GC SL YS", {**HOME, **units}, books={"SL": books})
        assert asked(script(q, fight("GC", "SL")))[1] == "battle dice"


@pytest.mark.rule("CW-SL-023")
def test_the_spellbook_that_it_earns_serves_in_the_battle():
    units = {"SL": {EA: "Wizard", AR: TSATH}, "GC": {EA: "Shoggoth"}}
    p = declared(units, open={"SL": "All lose one"})
    script(p, nexus("starve all"), ("SL", "spellbook", DEMAND), ("SL", "pre_battle", DEMAND))
    assert (asked(p), p.state.power) == (("GC", "demand sacrifice"), [7, 6, 8])


@pytest.mark.rule("CW-SL-024")
def test_without_power_and_hibernating_it_does_what_costs_nothing():
    units = {"SL": {EA: f"Wizard, {TSATH}"}, "GC": {EA: "Shoggoth"}}
    with guests(bloodthirst):
        for lent in ({}, {"SL": "Hibernation"}):
            p = declared(units, power={"GC": 3}, lent=lent)
            assert labels(p) == {"Lethargy", "Done"}
            script(p, nexus("lethargy"))
            assert (asked(p)[1], p.state.power) == ("battle dice", [2, 0, 0])


@pytest.mark.rule("CW-SL-025")
def test_a_serpent_man_pays_nothing_where_actions_cost_more():
    with guests(bloodthirst):
        p = table(
            "SL CC YS", {"SL": {EA: "Acolyte", "submerged": SERPENT}}, lent={"SL": "Flight", "CC": "Frost"},
            phase="doom", power={"SL": 1},
        )  # fmt: skip
        script(p, ("SL", "doom phase", BACK), ("SL", "returns to", AR))
        assert p.state.power[0] == 2


@pytest.mark.rule("CW-SL-029")
def test_a_nexus_action_begins_in_the_area_of_the_battle():
    units = {"SL": {EA: f"Wizard, {SERPENT}, Acolyte", AR: f"Acolyte, {SERPENT}, {SPAWN}"}, "GC": {EA: "Shoggoth"}}
    p = declared(units, gates={EA: "SL", AR: "SL"}, books={"SL": f"{NEXUS}, {SORCERY}, {SLUMBER}"})
    found = labels(p)
    ways = {f"Recruit a Cultist in {EA}", f"Summon at {EA}: Wizard", f"Ancient Sorcery from {EA} on Great Cthulhu"}
    assert ways <= found
    assert not [label for label in found if AR in label]
    script(p, nexus("move"))
    assert labels(p) == {f"{unit}, {EA}" for unit in ("Wizard", SERPENT, "Acolyte on the gate")}
    q = declared(units | {"SL": {EA: "Wizard", AR: SPAWN}})
    assert not [label for label in labels(q) if label.startswith("Awaken")]


@pytest.mark.rule("CW-SL-029", "CW-SL-019")
def test_it_moves_out_and_burrows():
    p = declared(HOME, books={"SL": f"{NEXUS}, Burrow"})
    script(p, nexus("move"), ("SL", "unit to move", SERPENT), ("SL", "move to", AR))
    assert labels(p) == {f"{SERPENT}, {EA}", f"Wizard, {EA}", "Done"}
    script(p, ("SL", "unit to move", SERPENT), ("SL", "move to", AR), ("SL", "unit to move", "done"))
    assert (at(p, "SL", AR), p.state.power[1], p.state.begins) == ({"Acolyte": 1, SERPENT: 2}, 8, -1)


BROAD = {"SL": {EA: f"Wizard, 2 {SERPENT}"}, "GC": {EA: "2 Deep One"}, "YS": {EA: "2 Undead"}}


@pytest.mark.rule("CW-SL-030")
def test_a_battle_comes_before_the_battle_and_no_third_one():
    p = declared(BROAD)
    script(p, nexus(f"battle {EA} Yellow Sign"))
    assert (len(p.state.outer), p.state.battle.sides) == (1, (1, 2))
    script(p, DECLARED)  # it was declared where the Wizard is
    assert not [label for label in labels(p) if label.startswith("Battle")]
    script(p, nexus(f"recruit {EA}"))
    while asked(p)[1] == "energy nexus":
        script(p, nexus("done"))
    script(p, roll(1, 0), roll(0, 0))
    script(p, roll(0, 0), roll(0, 0))
    assert (p.state.battle, p.state.outer, at(p, "YS", EA)) == (None, None, {"Undead": 1})
    assert (p.state.power, asked(p)) == ([8, 7, 9], ("SL", "action"))


@pytest.mark.rule("CW-SL-030", "CW-UNL-014")
@pytest.mark.parametrize(("ruling", "may"), [("two", True), ("one", False)])
def test_whether_the_nexus_brings_a_second_battle_to_the_area(ruling, may):
    p = declared(BROAD, rulings={"nexus_battles": ruling})
    assert (f"Battle in {EA} against Yellow Sign" in labels(p)) is may
    assert set(why_not(p, "SL", "battle", area(p, EA), 2)) == (set() if may else {"CW-ABI-004"})
    assert f"Recruit a Cultist in {EA}" in labels(p)


@pytest.mark.rule("CW-SL-023", "CW-SL-030")
@pytest.mark.parametrize(("ruling", "what"), [("again", "battle_declared"), ("once", "battle dice")])
def test_whether_the_nexus_opens_again_before_its_own_battle(ruling, what):
    p = script(declared(BROAD, rulings={"nexus_actions": ruling}), nexus(f"battle {EA} Yellow Sign"))
    assert asked(p)[1] == what


@pytest.mark.rule("CW-SL-031")
def test_a_battle_of_others_opens_it_too():
    units = {"SL": {EA: "Wizard"}, "GC": {EA: "Shoggoth"}, "YS": {EA: "Undead, Byakhee"}}
    p = script(declared(units, foe="YS"), nexus(f"recruit {EA}"), roll(0, 2))
    assert at(p, "SL", EA) == {"Acolyte": 1, "Wizard": 1}


@pytest.mark.rule("CW-SL-032")
def test_gates_may_be_left_and_taken_beside_the_action_but_no_battle_beside_it():
    units = {"SL": {EA: f"Wizard, 2 Acolyte, {SERPENT}", AR: "Acolyte"}, "GC": {EA: "Shoggoth"}, "YS": {EA: "Undead"}}
    p = declared(units, gates={EA: "SL", AR: "SL"}, books={"SL": "all"})
    assert f"Abandon the gate in {AR}" not in labels(p)
    script(p, nexus(f"abandon {EA}"))
    assert f"Battle in {EA} against Yellow Sign" in labels(p)
    script(p, nexus(f"recruit {EA}"))
    assert sum(p.state.battle.roster[1].values()) == 5  # who would fight by now
    script(p, nexus(f"control {EA} Acolyte"))
    assert labels(p) == {f"Abandon the gate in {EA}", "Done"}
    script(p, nexus("done"))
    assert asked(p)[1] == "battle dice"
    poor = declared(units, gates={EA: "SL"}, power={"GC": 3, "SL": 1}, books={"SL": "all"})
    script(poor, nexus(f"recruit {EA}"))
    assert labels(poor) == {f"Abandon the gate in {EA}", "Done"}


@pytest.mark.rule("CW-SL-033")
def test_when_nobody_is_left_there_is_no_battle_and_no_power_of_battles():
    units = {"SL": {EA: f"Wizard, {TSATH}"}, "OW": {EA: "Mutant", AR: "Acolyte"}}
    p = declared(
        units, seats="OW SL GC", books={"SL": f"{NEXUS}, {CAPTURE}, {DEMAND}", "OW": "The Million Favored Ones"},
        open={"OW": "Unit lost"},
    )  # fmt: skip
    script(p, nexus(f"capture monster {EA} Opener of the Way"))
    assert (p.state.battle, asked(p), p.state.power[0]) == (None, ("SL", "action"), 8)
    assert "Nobody is left on one side: there is no battle" in told(p)
    away = declared({"SL": {EA: "Wizard"}, "OW": {EA: "Mutant"}}, seats="OW SL GC",
                    books={"OW": "The Million Favored Ones"})  # fmt: skip
    script(away, nexus("move"), ("SL", "unit to move", "Wizard"), ("SL", "move to", AR))
    assert (away.state.battle, asked(away), at(away, "OW", EA)) == (None, ("SL", "action"), {"Mutant": 1})


@pytest.mark.rule("CW-SL-033")
def test_what_follows_battles_follows_none_of_these():
    with guests(bloodthirst):
        p = declared(HOME, lent={"YS": "Wake"})
        script(p, nexus("move"))
        for unit in ("Wizard", SERPENT, SERPENT):
            script(p, ("SL", "unit to move", f"{unit}, {EA}"), ("SL", "move to", AR))
        assert (p.state.battle, p.state.spent) == (None, ())
        fought = script(declared(HOME, lent={"YS": "Wake"}), nexus("done"), roll(0, 0), roll(0, 0))
        assert fought.state.spent == ((2, "Wake"),)


@pytest.mark.rule("CW-SL-023", "CW-GC-019")
def test_what_follows_actions_follows_that_of_the_nexus_too():
    units = {**HOME, "GC": {EA: "Shoggoth, Acolyte"}}
    p = script(declared(units, books={"GC": "Devolve"}), nexus(f"recruit {EA}"))
    assert asked(p) == ("GC", "devolve")
    script(p, ("GC", "devolve", "Acolyte"))
    assert (at(p, "GC", EA), dice(p)) == ({"Shoggoth": 1, "Deep One": 1}, 3)


def test_two_players():
    """Capturing and losing bring Doom as always; whoever is replaced nowhere counts."""
    p = table("SL YS", {"SL": {"Africa": f"{TSATH}, {SERPENT}"}, "YS": {"Africa": "Byakhee"}}, books={"SL": "all"})
    script(p, ("SL", "action", "ancient sorcery Africa / Yellow Sign"))
    assert p.state.doom == [0, 0]
    q = table("SL YS", {"SL": {"Africa": TSATH}, "YS": {"Africa": "Byakhee, Acolyte"}}, books={"SL": "all"})
    script(q, ("SL", "action", "capture monster Africa Yellow Sign"))
    assert at(q, "YS", "Africa") == {"Acolyte": 1}


@pytest.mark.rule("CW-SL-008")
def test_the_calculator_sets_the_power_of_the_enemy_where_tsathoggua_fights():
    p = table("GC SL YS", {"SL": {EA: TSATH, AR: SERPENT}, "GC": {EA: "Shoggoth", AR: "Shoggoth"}}, power={"GC": 7})
    fights, s = p.system.fights, p.state
    setting = Setting(f"{area(p, EA)}:0:1")
    told = fights.line_up(s, setting)
    power = next(one for one in told.sides[0].steppers if one.name == "Power")
    assert (power.n, power.of, told.sides[1].total) == (6, "has 7", "6 dice")  # the battle costs 1
    assert fights.line_up(s, setting.counting(power.id, 3)).sides[1].total == "3 dice"
    assert "Power" not in {one.name for one in told.sides[1].steppers}
    elsewhere = fights.line_up(s, Setting(f"{area(p, AR)}:0:1"))
    assert "Power" not in {one.name for side in elsewhere.sides for one in side.steppers}


# -- what no other test would miss ------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SL-007")
def test_tsathoggua_counts_for_the_spawn_from_afar():
    p = table("SL GC YS", {"SL": {EA: SPAWN, AR: TSATH}, "GC": {EA: "Acolyte"}})
    assert dice(script(p, fight("SL", "GC"))) == 2


@pytest.mark.rule("CW-SL-011")
def test_who_hibernates_has_no_turns_though_it_has_power():
    units = {"SL": {EA: TSATH}, "WW": {AR: "Acolyte"}}
    for spent, missing in (({}, set()), ({"WW": "Hibernate"}, {"CW-SL-011"})):
        p = table("SL WW GC", units, power={"SL": 3, "WW": 3}, spent=spent)
        assert set(why_not(p, "SL", "lethargy")) == missing


@pytest.mark.rule("CW-SL-018")
def test_what_another_has_copied_sleeper_may_copy_too():
    p = table("SL CC YS", {"SL": {EA: SERPENT}}, books={"SL": SORCERY}, lent={"YS": "Flight"})
    assert not why_not(p, "SL", "ancient sorcery", area(p, EA), 1)


@pytest.mark.rule("CW-SL-018")
def test_at_the_very_end_all_of_them_come_back():
    units = {"SL": {EA: "Acolyte", "submerged": f"2 {SERPENT}"}, "CC": {AR: "Acolyte"}}
    p = table("SL CC YS", units, lent={"SL": ["Flight", "Feast"]}, phase="doom", power=1)
    script(p, ("SL", "doom phase", "done"))
    while asked(p)[1] == "doom phase":
        script(p, (asked(p)[0], "doom phase", "done"))
    script(p, ("SL", "whose ability", "Yellow Sign"), ("SL", "returns to", AR), ("SL", "returns to", EU))
    assert (at(p, "SL", AR), at(p, "SL", EU), p.state.lent, p.state.power[0]) == ({SERPENT: 1}, {SERPENT: 1}, (), 3)


@pytest.mark.rule("CW-SL-020")
def test_a_captive_that_is_no_monster_brings_one_by_either_ruling():
    captives = {"SL": {"TT": "High Priest, Proto-Shoggoth"}}
    for ruling, n in (("one", 2), ("cost", 3)):
        p = table("SL TT GC", {}, captives=captives, books={"SL": CAPTURE}, rulings={"captured_monster": ruling})
        assert {part.name: part.change for part in gathered(p.state, 0).parts}["captives"] == n


@pytest.mark.rule("CW-SL-018", "CW-SL-036")
def test_a_serpent_man_on_a_card_is_no_prey():
    units = {"BB": {EA: "Cat from Uranus"}, "SL": {EA: SERPENT, AR: SERPENT, "submerged": SERPENT}}
    p = table("BB SL YS", units, books={"BB": "Predator"}, lent={"SL": "Flight"})
    script(p, fight("BB", "SL"), roll(1, 0), roll(0, 0))
    p.play(next(o for o in p.decision.options if o != "done"))
    assert (at(p, "SL", AR), p.state.n(1, sl.SERPENT_MAN, CARD)) == ({}, 1)


@pytest.mark.rule("CW-SL-015")
def test_the_dice_of_the_enemy_are_none_of_its_own():
    p = table("SL GC YS", {"SL": {EA: SERPENT}, "GC": {EA: "Cthulhu"}}, open={"SL": "Six dice"})
    script(p, fight("SL", "GC"), ("GC", "pre_battle", "done"), roll(0, 0), roll(0, 0))
    assert asked(p)[1] != "spellbook"


@pytest.mark.rule("CW-SL-023", "CW-SL-029", "CW-SL-032")
def test_why_not_knows_the_action_before_the_battle():
    """Whose turn it is does not matter then; where the action begins does, and whether it is still to come."""
    units = {"SL": {EA: "Wizard, Acolyte, Serpent Man", AR: "Acolyte"}, "GC": {EA: "Shoggoth"}, "YS": {EA: "Undead"}}
    p = declared(units, gates={EA: "SL", AR: "SL"}, books={"SL": "all"}, power={"GC": 3, "SL": 1})

    def fails(verb: str, *args: Any, who: int = 1) -> set[str]:
        action = next(a for a in known(p.state, who) if a.verb == verb)
        return {v.text for v in judged(p.system, p.state, who, action, args).verdicts if not v.holds}

    there, turn = f"It begins in {EA}, or in no area", "It is your turn"
    assert fails("recruit", area(p, EA)) == fails("abandon", area(p, EA)) == fails("battle", area(p, EA), 2) == set()
    assert fails("recruit", area(p, AR)) == fails("abandon", area(p, AR)) == {there}
    assert fails("recruit", area(p, EA), who=0) >= {turn}  # not who has the turn
    assert there not in fails("recruit", area(p, AR), who=0)
    action = next(a for a in known(p.state, 1) if a.verb == "recruit")
    assert judged(p.system, p.state, 1, action, (area(p, AR),)).instead == (EA,)
    script(p, nexus(f"recruit {EA}"))
    assert "Your main action is still to come" in fails("recruit", area(p, EA))
    assert any("Unlimited Battle" in text for text in fails("battle", area(p, EA), 2))
    assert fails("abandon", area(p, EA)) == set()  # without Power too
    script(p, nexus("done"))
    assert fails("abandon", area(p, EA)) >= {turn}
    inner = script(declared(BROAD), nexus(f"battle {EA} Yellow Sign"), DECLARED)
    p = inner
    assert any("Unlimited Battle" in text for text in fails("battle", area(p, EA), 0))
    assert inner.state.guest == 1


@pytest.mark.rule("CW-SL-037")
@pytest.mark.parametrize("oath", [True, False])
def test_a_high_priest_that_sleeps_may_be_given_up_for_power_and_leaves_the_gate(oath):
    units = {"SL": {EA: "Wizard", "submerged": "High Priest"}, "GC": {AR: "Acolyte"}}
    p = table("SL GC BG", units, things=("high_priests",), gates_on_cards=[["SL", 1]])
    script(p, ("SL", "action", f"recruit {EA}"), ("SL", "oath", "High Priest, on the card" if oath else "done"))
    assert (p.state.abandoned(), p.state.count_gates(0), p.state.power[0]) == ((1, 0, 10) if oath else (0, 1, 8))


@pytest.mark.rule("CW-SL-021")
def test_nobody_goes_with_a_gate_that_is_held_by_nobody():
    p = table("SL GC BG", {"SL": {EA: "2 Acolyte"}}, gates={EA: "SL: nobody"}, books={"SL": SLUMBER})
    script(p, ("SL", "action", f"cursed slumber {EA}"))
    assert (at(p, "SL", EA), p.state.stowed) == ({"Acolyte": 2}, ((0, 1),))


@pytest.mark.rule("CW-SL-018", "CW-BB-007")
def test_who_has_copied_nothing_comes_back_all_the_same():
    units = {"SL": {EA: f"Acolyte, {SERPENT}"}, "BB": {AR: "Cat from Mars"}}
    p = table("SL BB GC", units, books={"SL": SORCERY})
    script(p, ("SL", "action", f"ancient sorcery {EA} / Bubastis"))
    assert (p.state.n(0, sl.SERPENT_MAN, CARD), p.state.lent) == (1, ())
    q = table("SL BB GC", {"SL": {EA: "Acolyte", "submerged": SERPENT}}, phase="doom", power=1)
    script(q, ("SL", "doom phase", BACK), ("SL", "returns to", AR))
    assert (at(q, "SL", AR), q.state.power[0]) == ({SERPENT: 1}, 2)


@pytest.mark.rule("CW-SL-018", "CW-BB-040")
@pytest.mark.parametrize(("said", "kept"), [("A card without an ability", True), ("Great Cthulhu", False)])
def test_who_has_copied_nothing_may_come_back_before_who_has(said, kept):
    units = {"SL": {EA: "Acolyte", "submerged": f"2 {SERPENT}"}, "BB": {"Moon": "Earth Cat"}}
    p = table("SL BB GC", units, lent={"SL": "Immortal"}, phase="doom", power=1)
    script(p, ("SL", "doom phase", BACK))
    assert (asked(p), labels(p)) == (("SL", "whose ability"), {"Great Cthulhu", "A card without an ability"})
    script(p, ("SL", "whose ability", said), ("SL", "returns to", AR), ("SL", "another returns", "done"))
    assert (bool(p.state.lent), at(p, "SL", AR), p.state.power[0]) == (kept, {SERPENT: 1}, 2)


@pytest.mark.rule("CW-SL-024")
def test_why_not_knows_that_the_nexus_asks_for_no_power():
    p = declared({"SL": {EA: f"Wizard, {TSATH}"}, "GC": {EA: "Shoggoth"}}, power={"GC": 3})
    assert why_not(p, "SL", "lethargy") == {}
    for verb, *args in (("recruit", area(p, EA)), ("battle", area(p, EA), 0)):
        assert set(why_not(p, "SL", verb, *args)) == {"CW-ACT-002"}
    held = declared({"SL": {EA: "Wizard, Acolyte"}, "GC": {EA: "Shoggoth"}}, gates={EA: "SL"}, power={"GC": 3})
    assert why_not(held, "SL", "abandon", area(held, EA)) == {}


@pytest.mark.rule("CW-SL-023", "CW-WW-038")
@pytest.mark.parametrize(("power", "offered"), [(1, False), (2, True)])
def test_ice_age_asks_for_more_in_a_nexus_too(power, offered):
    units = {"SL": {EA: "Wizard"}, "WW": {EA: "Gnoph-Keh"}}
    rest: dict[str, Any] = {"markers": {"ice_age": EA}, "books": {"WW": "Ice Age", "SL": NEXUS}}
    p = table("WW SL YS", units, power={"WW": 3, "SL": power}, **rest)
    script(p, fight("WW", "SL"), DECLARED)
    assert "Move" in labels(p)  # out of it costs what it costs
    assert (f"Recruit a Cultist in {EA}" in labels(p)) is offered


@pytest.mark.rule("CW-SL-024", "CW-WW-003")
@pytest.mark.parametrize("spent", [{}, {"SL": "Hibernate"}])
def test_who_hibernates_gains_nothing_by_doing_it_again_in_a_nexus(spent):
    units = {"SL": {EA: "Wizard"}, "GC": {EA: "Cthulhu"}}
    p = declared(units, lent={"SL": "Hibernate"}, spent=spent)
    assert ("Hibernate" in labels(p)) is not bool(spent)
    assert set(why_not(p, "SL", "hibernate")) == ({"CW-WW-003"} if spent else set())
    if not spent:
        script(p, nexus("hibernate"), ("GC", "pre_battle", "done"))
        assert (p.state.power[1], p.state.spent) == (10, ((1, "Hibernate"),))
