"""Common, unlimited, requirement and unique actions, and why not."""

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, left, script, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.requirement import evaluate
from theomachy.games.cthulhu_wars.rules.domains import FIXED, HELD, figure
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power

OCEANS = ("South Pacific", "Indian Ocean", "North Pacific", "South Atlantic")
SPREAD = (AR, "Europe", "West Africa", "South Asia", "North Asia", "Scandinavia", "Antarctica", "Australia")


# -- recruit, summon, gates -------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-REC-001", "CW-REC-002", "CW-REC-004", "CW-ACT-002")
def test_recruiting_needs_a_unit_there_and_brings_one():
    p = table("GC YS BG", {"GC": {EA: "Deep One"}})
    assert why_not(p, "GC", "recruit", area(p, AR)) == {
        "CW-REC-002": f"A unit of yours is in {AR} (or you have none on the map)"
    }
    script(p, ("GC", "action", f"recruit {EA}"))
    assert at(p, "GC", EA) == {"Deep One": 1, "Acolyte": 1}
    assert p.state.power[0] == 8


@pytest.mark.rule("CW-REC-003")
def test_who_has_nothing_on_the_map_recruits_anywhere():
    p = table("GC YS BG", {"YS": {EA: "Acolyte"}})
    assert sum(o[0] == "recruit" for o in p.decision.options if isinstance(o, tuple)) == 17


@pytest.mark.rule("CW-SUM-001", "CW-SUM-002", "CW-SUM-003", "CW-UNI-006")
def test_summoning_needs_a_gate_that_you_control_and_a_figure():
    p = table("GC YS BG", {"GC": {EA: "Acolyte", AR: "Acolyte, 4 Deep One"}}, gates={EA: "GC", AR: ""})
    deep, shoggoth = 1, 2
    assert "CW-UNI-006" in why_not(p, "GC", "summon", area(p, EA), deep)
    assert "CW-SUM-002" in why_not(p, "GC", "summon", area(p, AR), shoggoth)
    script(p, ("GC", "action", f"summon {EA} Shoggoth"))
    assert at(p, "GC", EA) == {"Acolyte": 1, "Shoggoth": 1}
    assert p.state.power[0] == 7
    assert asked(p)[1] == "action"


@pytest.mark.rule(
    "CW-CRG-001", "CW-CRG-003", "CW-CRG-004", "CW-GAT-004", "CW-CRG-002", "CW-GAT-003", "CW-UNL-004", "CW-GAT-001"
)
def test_a_gate_is_created_by_a_cultist_and_controlled_at_once():
    p = table(
        "GC YS BG", {"GC": {EA: "Acolyte, Deep One", AR: "Deep One", "Europe": "Acolyte"}}, gates={"Europe": "GC"}
    )
    assert "CW-CRG-001" in why_not(p, "GC", "gate", area(p, AR))
    assert "CW-GAT-004" in why_not(p, "GC", "gate", area(p, "Europe"))
    script(p, ("GC", "action", f"gate {EA}"))
    assert p.state.power[0] == 6
    assert p.state.gate[area(p, EA)] == 1
    assert why_not(p, "GC", "control", area(p, EA), 1) == {"CW-GAT-003": "A Deep One may hold gates"}
    script(p, ("GC", "action", f"control {EA} Acolyte"))
    assert p.state.gates(0) == tuple(sorted((area(p, EA), area(p, "Europe"))))
    assert p.state.power[0] == 6


@pytest.mark.rule("CW-CMP-002")
def test_the_supply_of_gates_is_a_ruling():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}})
    full = table("GC YS BG", {"GC": {EA: "Acolyte"}}, rulings={"gate_supply": "endless"})
    assert "CW-CMP-002" not in why_not(p, "GC", "gate", area(p, EA)) | why_not(full, "GC", "gate", area(p, EA))


@pytest.mark.rule("CW-UNL-006", "CW-UNL-005", "CW-UNL-009", "CW-UNL-002", "CW-UNL-001", "CW-GAT-002")
def test_abandon_and_control_are_free_repeatable_and_do_not_end_the_turn():
    p = table("GC YS BG", {"GC": {EA: "2 Acolyte"}}, gates={EA: "GC"})
    script(p, ("GC", "action", f"abandon {EA}"))
    assert p.state.gate[area(p, EA)] == 1
    assert "End the turn" not in labels(p)
    script(p, ("GC", "action", f"control {EA} Acolyte"), ("GC", "action", f"abandon {EA}"))
    script(p, ("GC", "action", f"recruit {EA}"), ("GC", "action", f"control {EA} Acolyte"))
    assert "End the turn" in labels(p)
    assert p.state.power[0] == 8


# -- move -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-MOV-001")
def test_who_has_nobody_on_the_map_moves_nobody():
    p = table("GC YS BG", {"YS": {EA: "Acolyte"}})
    assert set(why_not(p, "GC", "move")) == {"CW-MOV-001"}


@pytest.mark.rule("CW-MOV-001", "CW-MOV-002", "CW-MOV-003", "CW-MOV-004", "CW-MOV-005", "CW-UNL-007", "CW-MAP-003")
def test_a_move_takes_many_units_each_once_from_anywhere_to_anywhere():
    p = table("GC YS BG", {"GC": {EA: "Deep One, Acolyte", AR: "Shoggoth"}}, gates={EA: "GC"}, power={"GC": 3, "YS": 1})
    script(
        p,
        ("GC", "action", "move"),
        ("GC", "unit to move", f"Acolyte on the gate, {EA}"),
        ("GC", "move to", AR),
    )
    assert f"Acolyte, {AR}" not in labels(p)
    assert p.state.gate[area(p, EA)] == 1
    script(p, ("GC", "unit to move", f"Shoggoth, {AR}"), ("GC", "move to", EA))
    script(p, ("GC", "unit to move", f"Deep One, {EA}"), ("GC", "move to", "Indian Ocean"))
    assert p.state.power[0] == 0
    assert at(p, "GC", EA) == {"Shoggoth": 1}
    assert at(p, "GC", "Indian Ocean") == {"Deep One": 1}
    assert asked(p)[0] == "YS"


@pytest.mark.rule("CW-CC-002")
def test_flight_crosses_two_areas_over_anything():
    p = table("CC GC YS", {"CC": {AR: "Nightgaunt"}, "GC": {"West Africa": "Acolyte"}})
    script(p, ("CC", "action", "move"), ("CC", "unit to move", "Nightgaunt"))
    assert "South Atlantic" in labels(p)
    assert "South America" in labels(p)
    assert "Antarctica" in labels(p)
    assert "Australia" in labels(p)
    assert AR not in labels(p)
    q = table("GC CC YS", {"GC": {AR: "Deep One"}})
    script(q, ("GC", "action", "move"), ("GC", "unit to move", "Deep One"))
    assert "South Atlantic" not in labels(q)


# -- battle as an action ----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BTA-003", "CW-BTA-004", "CW-BTA-005", "CW-UNL-014", "CW-UNL-011", "CW-UNL-012", "CW-UNL-013")
def test_with_six_books_one_battle_an_area_and_the_main_action_stays_open():
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Acolyte", AR: "Acolyte"}}
    p = table("GC YS BG", units, books={"GC": "all"}, power=5)
    script(p, fight("GC", "YS"), roll(0, 0))
    menu = p.decision.options
    assert ("move",) in menu
    assert "end" in menu
    assert "pass" not in menu
    assert not any(o[0] == "battle" for o in menu)
    assert why_not(p, "GC", "battle", area(p, EA), 1) == {"CW-UNL-014": f"You have begun no battle in {EA} this turn"}
    q = table("GC YS BG", units, books={"GC": "Absorb"}, power=5)
    script(q, fight("GC", "YS"), roll(0, 0))
    assert asked(q)[0] == "YS"
    assert "CW-BTA-003" in why_not(q, "YS", "battle", area(q, EA), 0)


@pytest.mark.rule("CW-UNL-015")
def test_unlimited_battles_go_on_where_units_retreated_to():
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Acolyte", AR: "Acolyte"}, "BG": {AR: "Acolyte"}}
    p = table("GC YS BG", units, books={"GC": "all"}, power=5)
    script(p, fight("GC", "YS"), roll(0, 0))
    assert asked(p) == ("GC", "action")
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Shoggoth"), ("GC", "move to", AR))
    script(p, fight("GC", "BG", AR), roll(0, 0))
    assert p.state.power[0] == 2
    assert ("battle", area(p, AR), 1) not in p.decision.options


# -- capture ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-CAP-004", "CW-CAP-005", "CW-CAP-010", "CW-CAP-012")
def test_a_guard_of_equal_rank_forbids_the_capture_and_why_not_says_so():
    p = table("GC YS BG", {"GC": {EA: "5 Acolyte, 2 Shoggoth"}, "YS": {EA: "Undead, Acolyte"}})
    assert set(why_not(p, "GC", "capture", area(p, EA), 1)) == {"CW-CAP-004"}
    assert set(why_not(p, "GC", "capture", area(p, AR), 1)) == {"CW-CAP-003", "CW-CAP-001", "CW-CAP-004"}


@pytest.mark.rule("CW-CAP-004")
def test_why_not_points_at_the_guard_and_at_nobody_else():
    p = table("GC YS BG", {"GC": {EA: "Deep One"}, "YS": {EA: "2 Acolyte, Undead"}})
    action = next(a for a in known(p.state, 0) if a.verb == "capture")
    fails = [
        v
        for v in evaluate(p.system.argument_types, action, p.state, 0, (area(p, EA), 1), p.system.afford)
        if not v.holds
    ]
    assert [(v.rule, v.against) for v in fails] == [("CW-CAP-004", (f"piece:{area(p, EA)}:1:undead",))]


@pytest.mark.rule("CW-CAP-001", "CW-CAP-002", "CW-CAP-006", "CW-CAP-007", "CW-CAP-011", "CW-CRD-002", "CW-CAP-008")
def test_a_great_old_one_captures_past_monsters_and_the_victim_picks():
    units = {"GC": {EA: "Cthulhu"}, "YS": {EA: "3 Undead, 2 Acolyte"}, "BG": {EA: "Shub-Niggurath"}}
    p = table("GC YS BG", units, gates={EA: "YS"})
    script(p, ("GC", "action", f"capture {EA} Yellow Sign"), ("YS", "captured", "Acolyte"))
    assert at(p, "YS", EA) == {"Undead": 3, "Acolyte": 1}
    assert p.state.keeper(1, area(p, EA)) == 0
    assert p.state.n(1, 0, HELD) == 1
    assert left(p, "YS", "Acolyte") == 1
    script(p, ("YS", "action", "pass"), ("BG", "action", "pass"), ("GC", "action", f"capture {EA} Yellow Sign"))
    assert p.state.gate[area(p, EA)] == 1
    assert p.state.n(1, 0, HELD) == 2


@pytest.mark.rule("CW-CAP-003", "CW-CAP-009")
def test_cultists_capture_nothing_and_combat_does_not_matter():
    p = table("CC BG GC", {"CC": {EA: "Nightgaunt"}, "BG": {EA: "Acolyte", AR: "2 Acolyte"}}, books={"BG": "Frenzy"})
    assert ("capture", area(p, EA), 1) in p.decision.options
    q = table("BG CC GC", {"BG": {EA: "Acolyte"}, "CC": {EA: "Acolyte"}}, books={"BG": "Frenzy"})
    assert "CW-CAP-003" in why_not(q, "BG", "capture", area(q, EA), 1)


# -- the turn ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-ACT-003", "CW-ACT-004", "CW-ACT-005", "CW-ACT-007", "CW-ACT-008", "CW-ACT-001")
def test_who_has_no_power_is_skipped_and_the_last_goes_on_alone():
    p = table(
        "GC YS BG",
        {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {AR: "Acolyte"}},
        power={"GC": 3, "YS": 0, "BG": 2},
    )
    script(p, ("GC", "action", f"recruit {EA}"), ("BG", "action", "pass"))
    assert p.state.power[2] == 0
    script(p, ("GC", "action", f"recruit {EA}"), ("GC", "action", f"recruit {EA}"))
    assert p.state.phase != 0
    assert asked(p)[1] in ("direction", "first player")


@pytest.mark.rule("CW-ACT-006", "CW-YS-022", "CW-2PL-031", "CW-ABI-003")
@pytest.mark.parametrize("use", [True, False])
def test_passion_brings_the_yellow_sign_back_into_the_phase(use):
    p = table("GC YS BG", {"GC": {EA: "Shoggoth"}, "YS": {EA: "2 Acolyte"}}, books={"YS": "Passion"}, power={"GC": 2})
    script(p, ("GC", "action", f"capture {EA} Yellow Sign"), ("YS", "on_elimination", "Passion" if use else "done"))
    assert asked(p)[0] == ("YS" if use else "GC")
    assert p.state.power[1] == use


@pytest.mark.rule("CW-YS-022")
def test_passion_is_one_power_an_event_and_not_for_own_deeds():
    units = {"GC": {EA: "Cthulhu"}, "YS": {EA: "4 Acolyte"}}
    p = table("GC YS BG", units, books={"YS": "Passion"}, power={"GC": 2})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(3, 0), ("YS", "on_elimination", "Passion"))
    assert p.state.power[1] == 1


@pytest.mark.rule(
    "CW-UNL-003",
    "CW-ONG-005",
    "CW-YS-019",
    "CW-YS-020",
    "CW-YS-021",
    "CW-YS-008",
    "CW-YS-009",
    "CW-YS-017",
    "CW-SUM-004",
)
def test_screaming_dead_and_desecrate_cost_three_with_devolve_between_and_nothing_unlimited():
    p = table(
        "YS GC BG",
        {"YS": {EA: "King in Yellow, 2 Undead, Acolyte"}, "GC": {"Europe": "Acolyte"}},
        gates={EA: "YS"},
        books={"YS": "The Screaming Dead", "GC": "Devolve"},
        power=5,
    )
    script(p, ("YS", "action", f"screaming dead {AR}"), ("YS", "undead along", 2), ("GC", "devolve", "done"))
    verbs = {o[0] for o in p.decision.options if isinstance(o, tuple)}
    assert "desecrate" in verbs
    assert not verbs & {"abandon", "control", "screaming dead"}
    script(
        p,
        ("YS", "action", "desecrate"),
        ("chance", "desecrate", 3),
        ("YS", "figure that comes", "Undead"),
        ("GC", "devolve", "done"),
    )
    assert p.state.power[0] == 2
    assert p.state.tokens == (1 << area(p, AR),)
    assert at(p, "YS", AR) == {"King in Yellow": 1, "Undead": 3}


@pytest.mark.rule("CW-ACT-005", "CW-ABI-003")
@pytest.mark.parametrize("ruling", ["no", "yes"])
def test_a_free_second_action_without_power_is_a_ruling(ruling):
    p = table(
        "YS GC BG",
        {"YS": {EA: "King in Yellow"}},
        books={"YS": "The Screaming Dead"},
        open={"YS": "Give Away Doom"},
        power=1,
        rulings={"zero_cost": ruling},
    )
    script(p, ("YS", "action", f"screaming dead {AR}"))
    assert (("give doom", 1) in p.decision.options) is (ruling == "yes")


@pytest.mark.rule("CW-ACT-005", "CW-UNL-013")
@pytest.mark.parametrize("ruling", ["no", "yes"])
def test_a_free_action_after_an_unlimited_battle_for_the_last_power_is_a_ruling(ruling):
    units = {"GC": {"submerged": "Cthulhu", EA: "Deep One, Acolyte"}, "YS": {EA: "Acolyte"}}
    p = table("GC YS BG", units, gates={EA: ""}, books={"GC": "all"}, power=1, rulings={"zero_cost": ruling})
    script(
        p, ("GC", "action", f"battle {EA} Yellow Sign"), ("chance", "battle dice", (0, 0)), ("GC", "devolve", "done")
    )
    verbs = {o if isinstance(o, str) else o[0] for o in p.decision.options}
    assert verbs == {"end", "control"} | ({"emerge"} if ruling == "yes" else set())


@pytest.mark.rule("CW-ONG-002", "CW-ONG-003", "CW-ONG-006", "CW-GC-019", "CW-ONG-001", "CW-SUM-004")
def test_devolve_comes_between_a_move_and_the_unlimited_battle():
    p = table(
        "YS GC BG",
        {"YS": {AR: "2 Byakhee"}, "GC": {EA: "2 Acolyte"}},
        books={"YS": "all", "GC": "Devolve"},
        power={"YS": 5, "BG": 1},
    )
    script(
        p,
        ("YS", "action", "move"),
        ("YS", "unit to move", f"Byakhee, {AR}"),
        ("YS", "move to", EA),
        ("YS", "unit to move", "done"),
        ("GC", "devolve", f"Acolyte, {EA}"),
        ("GC", "devolve", "done"),
    )
    assert asked(p)[0] == "YS"
    assert ("battle", area(p, EA), 1) in p.decision.options
    assert at(p, "GC", EA) == {"Acolyte": 1, "Deep One": 1}


# -- requirement actions ----------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-ACT-012", "CW-ACT-013", "CW-ACT-014", "CW-ACT-009", "CW-CC-010", "CW-CC-011", "CW-BG-013", "CW-YS-015"
)
@pytest.mark.parametrize(
    ("name", "slot", "verb", "cost"),
    [
        ("CC", "Pay Four", "pay 4", 4),
        ("CC", "Pay Six", "pay 6", 6),
        ("BG", "Give Up Two Cultists", "give up two", 0),
        ("YS", "Give Away Doom", "give doom Great Cthulhu", 0),
    ],
)
def test_a_requirement_action_is_an_action_of_its_own_and_can_be_done_once(name, slot, verb, cost):
    p = table(f"{name} GC {'YS' if name != 'YS' else 'BG'}", {name: {AR: "2 Acolyte"}}, open={name: slot})
    script(p, (name, "action", verb), (name, "spellbook", 0))
    assert p.state.power[0] == 9 - cost
    head = verb.removesuffix(" Great Cthulhu")
    assert "CW-ACT-014" in why_not(p, name, head, *([1] if head != verb else []))
    assert p.state.doom[1] == (3 if name == "YS" else 0)
    assert left(p, name, "Acolyte") == (0 if name == "BG" else 2)
    assert p.state.count_books(0) == 1


@pytest.mark.rule("CW-CC-012", "CW-SPB-004", "CW-SPB-005")
def test_paying_ten_earns_both_spellbooks_in_one_action():
    p = table("CC GC YS", {"CC": {EA: "Acolyte"}}, power=10, open={"CC": "Pay Four, Pay Six"})
    script(p, ("CC", "action", "pay 10"), ("CC", "spellbook", "Abduct"), ("CC", "spellbook", "Madness"))
    assert p.state.count_books(0) == 2
    assert p.state.power[0] == 0


# -- awakening --------------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-GC-009",
    "CW-GC-017",
    "CW-CC-008",
    "CW-CC-016",
    "CW-BG-008",
    "CW-BG-016",
    "CW-YS-007",
    "CW-YS-013",
    "CW-YS-011",
    "CW-YS-016",
    "CW-GC-003",
    "CW-AWK-001",
    "CW-SPB-001",
    "CW-SPB-002",
    "CW-YS-006",
)
@pytest.mark.parametrize(
    ("name", "slot", "verb", "units", "gate", "place", "price", "signs"),
    [
        ("GC", "Cthulhu Awake", "awaken cthulhu", "Acolyte", "South Pacific", "South Pacific", 10, 0),
        ("CC", "Nyarlathotep Awake", "awaken nyarlathotep", "Acolyte", AR, AR, 10, 0),
        ("BG", "Shub-Niggurath Awake", "awaken shub-niggurath", "3 Acolyte", AR, AR, 8, 0),
        ("YS", "King Awake", "awaken king in yellow", "Acolyte", "", AR, 4, 0),
        ("YS", "Hastur Awake", "awaken hastur", "Acolyte, King in Yellow", AR, AR, 10, 1),
    ],
)
def test_awakening_costs_its_price_and_earns_its_slot(name, slot, verb, units, gate, place, price, signs):
    others = [x for x in ("GC", "CC", "YS") if x != name][:2]
    p = table(
        f"{name} {' '.join(others)}",
        {name: {place: units}},
        gates={gate: name} if gate else {},
        open={name: slot},
        power=11,
    )
    script(p, (name, "action", f"{verb} {place}"))
    while asked(p)[1] == "cultist given up":
        p.play(p.decision.options[0])
    if name == "GC":
        script(p, ("GC", "on_placement", "Immortal"), ("chance", "elder sign", 3))
    assert asked(p) == (name, "spellbook")
    assert len(p.decision.options) == 6
    p.play(p.decision.options[2])
    if signs:
        script(p, ("chance", "elder sign", 1))
    assert p.state.power[0] == 11 - price
    assert p.state.count_books(0) == 1
    assert len(p.state.signs[0]) == signs + (name == "GC")


@pytest.mark.rule("CW-GC-002", "CW-AWK-004", "CW-AWK-003", "CW-GC-009")
def test_cthulhu_comes_again_for_four_through_an_enemy_gate():
    p = table(
        "GC YS BG",
        {"YS": {"South Pacific": "Acolyte"}, "GC": {EA: "Acolyte"}},
        gates={"South Pacific": "YS"},
        awoken={"GC": "Cthulhu"},
        power=4,
    )
    script(p, ("GC", "action", "awaken cthulhu"), ("GC", "on_placement", "done"))
    assert p.state.power[0] == 0
    assert at(p, "GC", "South Pacific") == {"Cthulhu": 1}
    assert "CW-AWK-004" in why_not(p, "GC", "awaken cthulhu", area(p, "South Pacific"))
    q = table("GC YS BG", {"GC": {EA: "Acolyte"}}, power=12)
    assert "CW-GC-009" in why_not(q, "GC", "awaken cthulhu", area(q, "South Pacific"))


@pytest.mark.rule("CW-YS-007", "CW-YS-011", "CW-AWK-002")
def test_the_king_shuns_gates_and_hastur_needs_one():
    p = table("YS GC BG", {"YS": {EA: "2 Acolyte", AR: "Acolyte"}}, gates={EA: "YS"}, power=20)
    assert "CW-YS-007" in why_not(p, "YS", "awaken king in yellow", area(p, EA))
    assert "CW-YS-011" in why_not(p, "YS", "awaken hastur", area(p, EA))


# -- the rest of the turn ---------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-ACT-010", "CW-ACT-009")
def test_there_are_seven_common_actions_and_two_unlimited_ones():
    from theomachy.games.cthulhu_wars.rules.actions import BASIC
    from theomachy.games.cthulhu_wars.rules.menu import known

    p = table("GC YS BG", {"GC": {EA: "Acolyte"}})
    common = [a.verb for a in BASIC if a.category == "common"]
    awaken = [a.verb for a in known(p.state, 0) if a.category == "common" and a.verb.startswith("awaken")]
    assert common == ["recruit", "summon", "gate", "move", "battle", "capture"]
    assert awaken == ["awaken cthulhu"]
    assert [a.verb for a in BASIC if a.category == "unlimited"] == ["control", "abandon"]
    assert {a.category for a in known(p.state, 1)} == {"common", "unlimited", "unique", "requirement", "ritual"}


@pytest.mark.rule("CW-UNL-010", "CW-ACT-001")
def test_nobody_controls_a_gate_in_another_players_turn():
    units = {"GC": {EA: "Acolyte"}, "YS": {EA: "Acolyte"}}
    p = table("GC YS BG", units, gates={EA: ""})
    assert "CW-ACT-001" in why_not(p, "YS", "control", area(p, EA), figure(1, 0))
    script(p, ("GC", "action", f"recruit {EA}"), ("GC", "action", "end"))
    script(p, ("YS", "action", f"control {EA} Acolyte"))
    assert p.state.gates(1) == (area(p, EA),)


@pytest.mark.rule("CW-ONG-004")
@pytest.mark.parametrize("way", [1, -1])
def test_between_actions_the_active_player_speaks_first_and_then_in_turn_order(way):
    units = {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    lent = {"YS": "Devolve", "BG": "Devolve"}
    direction = "clockwise" if way > 0 else "counterclockwise"
    p = table("YS GC BG", units, books={"GC": "Devolve"}, lent=lent, direction=direction)
    order = ["YS", "GC", "BG"] if way > 0 else ["YS", "BG", "GC"]
    script(p, ("YS", "action", f"recruit {AR}"), *[(name, "devolve", "done") for name in order])


@pytest.mark.rule("CW-ABI-004", "CW-BG-020")
def test_what_is_mandatory_cannot_be_declined(monkeypatch):
    from theomachy.games.cthulhu_wars.powers.great_cthulhu import Devour

    monkeypatch.setattr(Devour, "forced", True)
    p = table("GC YS BG", {"GC": {EA: "Cthulhu"}, "YS": {EA: "Undead, Acolyte"}})
    script(p, fight("GC", "YS"))
    assert asked(p) == ("YS", "devoured")


@pytest.mark.rule("CW-ACT-005", "CW-UNL-009")
def test_without_power_a_turn_does_not_begin_with_a_gate_either():
    p = table("GC YS BG", {"GC": {EA: "2 Acolyte"}}, gates={EA: "GC"}, power=0)
    assert labels(p) == {"Pass"}
    assert set(why_not(p, "GC", "abandon", area(p, EA))) == {"CW-ACT-005"}
    q = table("GC YS BG", {"GC": {EA: "2 Acolyte"}}, gates={EA: "GC"}, power=1)
    script(q, ("GC", "action", f"recruit {EA}"))
    assert f"Abandon the gate in {EA}" in labels(q)  # its last Power spent in this turn


@pytest.mark.rule("CW-BTA-001", "CW-CAP-001")
def test_a_power_of_a_package_bars_battles_and_captures_in_one_area_and_says_so():
    def define() -> None:
        class Truce(Power):
            """Nobody begins a battle or captures anybody in Arabia."""

            rule = "CW-ABI-004"

            def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
                return False if verb in ("battle", "capture") and area == s.config.map.index[AR] else None

    units = {"GC": {AR: "Cthulhu", EA: "Starspawn"}, "YS": {AR: "Acolyte", EA: "Acolyte"}}
    with guests(define):
        p = table("GC YS BG", units, lent={"BG": "Truce"})
        for verb in ("battle", "capture"):
            assert list(why_not(p, "GC", verb, area(p, AR), 1)) == ["CW-ABI-004"]
            assert not why_not(p, "GC", verb, area(p, EA), 1)


@pytest.mark.rule("CW-UNL-006")
def test_a_gate_that_is_fixed_may_not_be_left():
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, gates={AR: "GC"})
    assert not why_not(p, "GC", "abandon", area(p, AR))
    s = p.state.copy()
    s.make_sort(area(p, AR), FIXED)
    assert list(why_not(type(p)(p.system, s), "GC", "abandon", area(p, AR))) == ["CW-UNL-006"]
