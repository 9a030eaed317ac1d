"""The four factions: unique actions, spellbooks and requirements."""

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_actions import OCEANS, SPREAD
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import trace_of
from theomachy.games.cthulhu_wars.powers import black_goat, crawling_chaos, great_cthulhu, yellow_sign
from theomachy.games.cthulhu_wars.rules.domains import HELD

UNITS = {
    "GC": (
        ("Acolyte", 6, 1, 0),
        ("Deep One", 4, 1, 1),
        ("Shoggoth", 2, 2, 2),
        ("Starspawn", 2, 3, 3),
        ("Cthulhu", 1, 10, 6),
    ),
    "CC": (
        ("Acolyte", 6, 1, 0),
        ("Nightgaunt", 3, 1, 0),
        ("Flying Polyp", 3, 2, 1),
        ("Hunting Horror", 2, 3, 2),
        ("Nyarlathotep", 1, 10, 0),
    ),
    "BG": (
        ("Acolyte", 6, 1, 0),
        ("Ghoul", 2, 1, 0),
        ("Fungi from Yuggoth", 4, 2, 1),
        ("Dark Young", 3, 3, 2),
        ("Shub-Niggurath", 1, 8, 0),
    ),
    "YS": (
        ("Acolyte", 6, 1, 0),
        ("Undead", 6, 1, 0),
        ("Byakhee", 4, 2, 0),
        ("King in Yellow", 1, 4, 0),
        ("Hastur", 1, 10, 0),
    ),
}


@pytest.mark.rule(
    "CW-CMP-004",
    "CW-CMP-005",
    "CW-CMP-006",
    "CW-CMP-007",
    "CW-UNI-002",
    "CW-UNI-003",
    "CW-UNI-004",
    "CW-UNI-005",
    "CW-GC-004",
    "CW-GC-005",
    "CW-GC-006",
    "CW-GC-007",
    "CW-GC-008",
    "CW-YS-003",
    "CW-YS-004",
    "CW-YS-005",
    "CW-YS-006",
    "CW-YS-010",
    "CW-CC-003",
    "CW-CC-004",
    "CW-CC-005",
    "CW-CC-006",
    "CW-CC-007",
    "CW-BG-003",
    "CW-BG-004",
    "CW-BG-005",
    "CW-BG-006",
    "CW-BG-007",
    "CW-CRD-001",
)
def test_each_card_has_its_units_six_books_and_six_slots():
    config = system("GC CC BG YS").config
    monsters: list[str] = []
    for card in config.factions:
        rows = tuple((u.name, u.figures, u.costs[0], u.combat) for u in card.units)
        assert rows == UNITS[card.letters]
        assert [u.rank for u in card.units][:2] == [0, 1]
        assert {u.rank for u in card.units} == {0, 1, 2}  # Cultists, Monsters, Great Old Ones
        assert [u.figures for u in card.units if u.rank == 0] == [6]
        assert [u.figures for u in card.units if u.rank == 2] == [1] * (2 if card.letters == "YS" else 1)
        assert sum(u.rank == 1 for u in card.units) > 1
        assert len({book.name for book in card.books}) == len({slot.name for slot in card.slots}) == 6
        monsters += [u.name for u in card.units if u.rank == 1]
    assert len(set(monsters)) == len(monsters)
    assert config.tokens[0].figures == 12


def test_the_numbers_that_powers_use_are_the_rows_of_their_cards():
    cards = {card.slug: card for card in system("GC CC BG YS").config.factions}
    rows = {
        great_cthulhu: ("DEEP_ONE", "SHOGGOTH", "STARSPAWN", "CTHULHU"),
        crawling_chaos: ("NIGHTGAUNT", "POLYP", "HORROR", "NYARLATHOTEP"),
        black_goat: ("GHOUL", "FUNGI", "DARK_YOUNG", "SHUB"),
        yellow_sign: ("UNDEAD", "BYAKHEE", "KING", "HASTUR"),
    }
    for module, names in rows.items():
        for name in names:
            assert name.lower() in cards[module.SLUG].units[getattr(module, name)].key


# -- Great Cthulhu ----------------------------------------------------------------------------------------------------
HOME = "South Pacific"


@pytest.mark.rule("CW-GC-002", "CW-GC-003")
@pytest.mark.parametrize(("before", "price"), [("", 10), ("Cthulhu", 4)])
def test_cthulhu_is_immortal_each_awakening_gives_a_sign_and_the_second_costs_four(before, price):
    given = {"gates": {HOME: "GC"}, "awoken": {"GC": before}}
    p = table("GC YS BG", {"GC": {HOME: "Acolyte"}}, power=price + 1, **given)
    script(p, ("GC", "action", f"awaken cthulhu {HOME}"))
    assert p.state.power[0] == 1
    script(p, ("GC", "on_placement", "Immortal"), ("chance", "elder sign", 2))
    assert p.state.signs == [(2,), (), ()]
    assert left(p, "GC", "Cthulhu") == 1
    poor = table("GC YS BG", {"GC": {HOME: "Acolyte"}}, power=price - 1, **given)
    assert set(why_not(poor, "GC", "awaken cthulhu", area(poor, HOME))) == {"CW-ACT-002"}
    assert ("awaken cthulhu", area(poor, HOME)) not in poor.decision.options


@pytest.mark.rule("CW-GC-003")
def test_immortality_is_of_great_cthulhu_alone():
    units = {"BG": {EA: "3 Acolyte", AR: "Ghoul"}, "GC": {HOME: "Acolyte"}}
    p = table("BG GC YS", units, gates={EA: "BG"}, awoken={"BG": "Shub-Niggurath"}, power={"BG": 9, "GC": 1})
    script(p, ("BG", "action", f"awaken shub-niggurath {EA}"))
    assert asked(p) == ("BG", "action")  # nothing came in between
    assert at(p, "BG", EA) == {"Acolyte": 1, "Shub-Niggurath": 1}  # who holds the gate was not to be given up
    assert p.state.power[0] == 1
    assert p.state.signs == [(), (), ()]


@pytest.mark.rule("CW-GC-020", "CW-TIP-002", "CW-ABI-005", "CW-ABI-006")
def test_dreams_replaces_an_acolyte_that_its_owner_picks():
    p = table(
        "GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "2 Acolyte, Undead"}}, gates={EA: "YS"}, books={"GC": "Dreams"}
    )
    script(p, ("GC", "action", f"dreams {EA} Yellow Sign"), ("YS", "lost to Dreams", "Acolyte"))
    assert at(p, "YS", EA) == {"Acolyte": 1, "Undead": 1}
    assert at(p, "GC", EA) == {"Acolyte": 1}
    assert p.state.power[0] == 7
    assert ("capture", area(p, EA), 0) in p.decision.options  # the Undead may take the newcomer
    q = table("GC YS BG", {"GC": {AR: "6 Acolyte"}, "YS": {EA: "Acolyte"}}, books={"GC": "Dreams"})
    assert set(why_not(q, "GC", "dreams", area(q, EA), 1)) == {"CW-ABI-006"}
    assert "CW-ABI-001" in why_not(table("GC YS BG", {"YS": {EA: "Acolyte"}}), "GC", "dreams", area(q, EA), 1)


@pytest.mark.rule("CW-GC-022", "CW-GC-027", "CW-ACT-011")
def test_submerging_leaves_the_gate_abandoned_and_emerging_brings_all():
    units = {"GC": {"Indian Ocean": "Cthulhu, 2 Acolyte, Deep One"}}
    p = table("GC YS BG", units, gates={"Indian Ocean": "GC"}, books={"GC": "Submerge"}, power={"GC": 5})
    script(
        p,
        ("GC", "action", "submerge"),
        ("GC", "submerge too", "Acolyte on the gate"),
        ("GC", "submerge too", "Deep One"),
        ("GC", "submerge too", "done"),
    )
    assert p.state.gate[area(p, "Indian Ocean")] == 1
    assert left(p, "GC", "Cthulhu") == 1
    assert at(p, "GC", "Indian Ocean") == {"Acolyte": 1}
    assert left(p, "GC", "Acolyte") == 2
    script(p, ("GC", "action", "end"), ("GC", "action", f"emerge {EA}"))
    assert at(p, "GC", EA) == {"Cthulhu": 1, "Deep One": 1, "Acolyte": 1}
    assert p.state.power[0] == 4
    q = table("GC YS BG", {"GC": {EA: "Cthulhu"}}, books={"GC": "Submerge"})
    assert set(why_not(q, "GC", "submerge")) == {"CW-GC-022"}
    assert "CW-ACT-011" in why_not(
        table("GC YS BG", {"GC": {EA: "Acolyte"}}, books={"GC": "Submerge"}), "GC", "submerge"
    )


@pytest.mark.rule("CW-GC-013", "CW-GC-014", "CW-GC-015", "CW-SPB-005", "CW-SPB-006")
@pytest.mark.parametrize(("kills", "books"), [(1, 1), (2, 1), (3, 2)])
def test_both_kill_slots_need_three_victims(kills, books):
    p = table(
        "GC YS BG",
        {"GC": {EA: "Cthulhu"}, "YS": {EA: "6 Acolyte"}},
        open={"GC": "Kill Or Devour One, Kill Or Devour Two"},
    )
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(kills, 0))
    for book in range(books):
        script(p, ("GC", "spellbook", book))
    assert asked(p)[1] == "action"
    assert p.state.open[0] == {1: 0b1000, 2: 0b100, 3: 0}[kills]


@pytest.mark.rule("CW-GC-013", "CW-SPB-006", "CW-BAT-025")
def test_a_spellbook_earned_in_a_battle_comes_after_it():
    p = table("GC YS BG", {"GC": {EA: "Cthulhu"}, "YS": {EA: "2 Undead"}}, open={"GC": "Kill Or Devour One"})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Devour"), roll(0, 1))
    assert asked(p) == ("YS", "retreat to")
    assert p.state.count_books(0) == 0
    script(p, ("YS", "retreat to", AR))
    assert asked(p) == ("GC", "spellbook")
    assert p.state.battle is None


@pytest.mark.rule("CW-GC-011", "CW-GC-012", "CW-DOM-004")
@pytest.mark.parametrize(
    ("round_", "books", "earns"),
    [(1, "", True), (2, "", False), (2, "Dreams, Absorb, Devolve, Regenerate, Y'ha Nthlei", True)],
)
def test_great_cthulhu_has_two_requirements_in_the_doom_phase(round_, books, earns):
    slot = "Five Other Spellbooks" if books else "First Doom Phase"
    p = table(
        "GC YS BG", {"GC": {EA: "Acolyte"}}, books={"GC": books}, open={"GC": slot}, phase="doom", power=0, round=round_
    )
    if earns and not books:
        script(p, ("GC", "spellbook", 0))
    if earns:
        script(p, ("chance", "elder sign", 1))
    assert p.decision is not None
    assert p.state.count_books(0) == ((6 if books else 1) if earns else 0)


@pytest.mark.rule("CW-GC-016", "CW-CC-013", "CW-CC-014", "CW-BG-010", "CW-BG-011", "CW-BG-012", "CW-SPB-001")
@pytest.mark.parametrize(
    ("name", "slot", "places", "gates"),
    [
        ("GC", "Ocean Gates", OCEANS, 3),
        ("CC", "Three Gates", SPREAD, 3),
        ("CC", "Four Gates", SPREAD, 4),
        ("BG", "Units In Four Areas", SPREAD[:4], 0),
        ("BG", "Units In Six Areas", SPREAD[:6], 0),
        ("BG", "Units In Eight Areas", SPREAD, 0),
    ],
)
@pytest.mark.parametrize("short", [False, True])
def test_a_requirement_of_gates_or_areas_is_met_after_an_action_and_not_one_short(name, slot, places, gates, short):
    places = places[:gates] if gates else places
    places = places[1:] if short else places
    units = {name: {n: "Acolyte" if i < 5 else "Fungi" for i, n in enumerate(places)}}
    p = table(
        f"{name} YS {'BG' if name != 'BG' else 'GC'}",
        units,
        gates=dict.fromkeys(places, name) if gates else {},
        open={name: slot},
    )
    script(p, (name, "action", f"recruit {places[0]}"))
    assert (asked(p)[1] == "spellbook") is not short


@pytest.mark.rule("CW-GC-016")
def test_four_ocean_gates_count_whoever_holds_them():
    units = {"YS": {OCEANS[0]: "Acolyte"}, "GC": {EA: "Acolyte"}}
    gates = {OCEANS[0]: "YS"} | dict.fromkeys(OCEANS[1:], "")
    p = table("GC YS BG", units, gates=gates, open={"GC": "Ocean Gates"})
    script(p, ("GC", "action", f"recruit {EA}"), ("GC", "spellbook", 0))


@pytest.mark.rule("CW-CC-013", "CW-CC-014")
@pytest.mark.parametrize(("power", "books"), [(12, 0), (13, 1), (16, 2)])
def test_enough_power_does_as_well_as_gates(power, books):
    p = table("CC YS BG", {"CC": {EA: "Acolyte"}}, open={"CC": "Three Gates, Four Gates"}, power={"CC": power, "YS": 1})
    script(p, ("CC", "action", f"recruit {EA}"), *[("CC", "spellbook", i) for i in range(books)])
    assert asked(p) == ("YS", "action")
    assert p.state.count_books(0) == books


@pytest.mark.rule("CW-SPB-003", "CW-SPB-007", "CW-BG-010")
def test_a_spellbook_stays_when_its_requirement_does_not():
    p = table(
        "BG GC YS",
        {"BG": dict.fromkeys(SPREAD[:4], "Acolyte"), "GC": {SPREAD[0]: "Cthulhu"}},
        open={"BG": "Units In Four Areas"},
    )
    script(p, ("BG", "action", f"recruit {SPREAD[1]}"), ("BG", "spellbook", "Frenzy"))
    script(p, ("GC", "action", f"capture {SPREAD[0]} Black Goat"))
    assert len(p.state.areas(0)) == 3
    assert p.state.count_books(0) == 1


# -- Crawling Chaos ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-CC-015", "CW-CAP-012")
def test_crawling_chaos_captures_for_a_spellbook():
    p = table("CC GC YS", {"CC": {EA: "Nightgaunt"}, "GC": {EA: "Acolyte"}}, open={"CC": "Capture Cultist"})
    script(p, ("CC", "action", f"capture {EA} Great Cthulhu"), ("CC", "spellbook", 0))
    assert p.state.n(1, 0, HELD) == 1


@pytest.mark.rule("CW-CC-022", "CW-CC-025", "CW-CC-023")
def test_thousand_forms_asks_for_a_division_and_one_refusal_sinks_it():
    p = table(
        "CC GC BG YS",
        {"CC": {EA: "Nyarlathotep"}},
        books={"CC": "The Thousand Forms"},
        power={"CC": 1, "GC": 4, "BG": 2, "YS": 0},
    )
    script(
        p,
        ("CC", "action", "thousand forms"),
        ("chance", "thousand forms", 4),
        ("GC", "Thousand Forms: division", (2, 2)),
        ("BG", "Thousand Forms: agree", "no"),
        ("BG", "Thousand Forms: division", (3, 1)),
    )
    q = p.clone()
    script(p, ("GC", "Thousand Forms: agree", "yes"))
    assert p.state.power == [1, 1, 1, 0]
    script(q, ("GC", "Thousand Forms: agree", "no"))
    assert q.state.power[0] == 5
    q.play("end" if "end" in q.decision.options else q.decision.options[0])
    assert "CW-CC-023" in why_not(q, "CC", "thousand forms")


@pytest.mark.rule("CW-CC-025", "CW-BG-021")
def test_who_stands_out_pays_nothing_and_cannot_object():
    p = table(
        "CC GC BG YS",
        {"CC": {EA: "Nyarlathotep"}},
        books={"CC": "The Thousand Forms"},
        power={"CC": 1, "GC": 4, "BG": 5, "YS": 0},
    )
    script(
        p,
        ("CC", "action", "thousand forms"),
        ("chance", "thousand forms", 4),
        ("GC", "Thousand Forms: division", "out"),
        ("BG", "Thousand Forms: division", (4,)),
    )
    assert p.state.power == [1, 4, 1, 0]


@pytest.mark.rule("CW-CC-024", "CW-OMG-001")
def test_thousand_forms_beyond_all_their_power_feeds_crawling_chaos():
    for rulings, power in (({}, {"CC": 1, "GC": 1, "BG": 2}), ({"negotiation": "never"}, {"CC": 1, "GC": 9, "BG": 9})):
        p = table(
            "CC GC BG", {"CC": {EA: "Nyarlathotep"}}, books={"CC": "The Thousand Forms"}, power=power, rulings=rulings
        )
        script(p, ("CC", "action", "thousand forms"), ("chance", "thousand forms", 6))
        assert p.state.power[0] == 7


@pytest.mark.rule("CW-CC-022", "CW-CC-023")
def test_thousand_forms_needs_nyarlathotep_and_works_again_after_gather_power():
    p = table("CC GC BG", {"CC": {EA: "Acolyte"}}, books={"CC": "The Thousand Forms"})
    assert set(why_not(p, "CC", "thousand forms")) == {"CW-CC-022"}
    p = table(
        "CC GC BG",
        {"CC": {EA: "Nyarlathotep"}},
        books={"CC": "The Thousand Forms"},
        spent={"CC": "The Thousand Forms"},
        power=0,
        phase="gather power",
    )
    assert p.decision is not None
    assert p.state.spent == ()


# -- Black Goat -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BG-009")
def test_avatar_trades_places_with_a_unit_that_its_owner_picks():
    p = table("BG GC YS", {"BG": {EA: "Shub-Niggurath"}, "GC": {AR: "2 Acolyte, Cthulhu"}}, gates={AR: "GC"})
    script(p, ("BG", "action", f"avatar {AR} Great Cthulhu"), ("GC", "traded for the Avatar", "Acolyte on the gate"))
    assert at(p, "BG", AR) == {"Shub-Niggurath": 1}
    assert at(p, "GC", EA) == {"Acolyte": 1}
    assert p.state.gate[area(p, AR)] == 1
    assert p.state.power[0] == 8


@pytest.mark.rule("CW-BG-002", "CW-BG-026", "CW-BG-004", "CW-BG-006")
def test_one_summon_of_black_goat_goes_on_at_the_reduced_price():
    p = table(
        "BG GC YS",
        {"BG": {EA: "Acolyte, Shub-Niggurath", AR: "Acolyte"}},
        gates={EA: "BG", AR: "BG"},
        books={"BG": "The Thousand Young"},
        power={"BG": 2, "GC": 1},
    )
    script(
        p,
        ("BG", "action", f"summon {EA} Ghoul"),
        ("BG", "summon more", f"Ghoul, {AR}"),
        ("BG", "summon more", f"Dark Young, {EA}"),
    )
    assert at(p, "BG", EA) == {"Acolyte": 1, "Ghoul": 1, "Dark Young": 1, "Shub-Niggurath": 1}
    assert p.state.power[0] == 0
    assert at(p, "BG", AR) == {"Acolyte": 1, "Ghoul": 1}


@pytest.mark.rule("CW-BG-026")
def test_thousand_young_needs_shub_niggurath():
    p = table("BG GC YS", {"BG": {EA: "Acolyte"}}, gates={EA: "BG"}, books={"BG": "The Thousand Young"})
    script(p, ("BG", "action", f"summon {EA} Dark Young"))
    assert p.state.power[0] == 6


@pytest.mark.rule("CW-BG-019", "CW-BG-020", "CW-BG-021")
def test_ghroth_lets_black_goat_choose_when_nobody_agrees_and_a_failure_is_not_optional():
    units = {"BG": {EA: "Fungi", AR: "Fungi"}, "GC": {"Europe": "2 Acolyte"}, "CC": {"Europe": "Acolyte"}}
    p = table("BG GC CC", units, books={"BG": "Ghroth"})
    script(
        p,
        ("BG", "action", "ghroth"),
        ("chance", "ghroth", 2),
        ("GC", "Ghroth: division", "pass"),
        ("CC", "Ghroth: division", "pass"),
        ("BG", "who loses how many", (1, 1)),
    )
    assert at(p, "GC", "Europe") == {"Acolyte": 1}
    assert at(p, "CC", "Europe") == {}
    assert p.state.power[0] == 7
    p = table("BG GC CC", units, books={"BG": "Ghroth"})
    script(p, ("BG", "action", "ghroth"), ("chance", "ghroth", 3), ("BG", "whose acolyte", "Great Cthulhu"))
    assert "done" not in p.decision.options
    script(p, ("BG", "acolyte to", EA))
    assert at(p, "GC", EA) == {"Acolyte": 1}


@pytest.mark.rule("CW-BG-020")
def test_ghroth_may_be_tried_although_no_acolyte_is_left():
    full = {n: {SPREAD[i]: "6 Acolyte"} for i, n in enumerate(("BG", "GC", "CC"))}
    p = table("BG GC CC", full, books={"BG": "Ghroth"})
    script(p, ("BG", "action", "ghroth"), ("chance", "ghroth", 1))
    assert asked(p)[0] == "GC"


@pytest.mark.rule("CW-UNL-008", "CW-BG-025", "CW-GAT-003", "CW-CRG-002", "CW-CAP-001")
def test_with_the_red_sign_a_dark_young_takes_the_gate_over_and_cannot_be_captured():
    p = table(
        "BG GC YS", {"BG": {EA: "Acolyte"}, "GC": {EA: "Cthulhu"}}, gates={EA: "BG"}, books={"BG": "The Red Sign"}
    )
    script(p, ("BG", "action", f"summon {EA} Dark Young"), ("BG", "summon more", "done"))
    script(p, ("BG", "action", f"abandon {EA}"), ("BG", "action", f"control {EA} Dark Young"))
    assert p.state.keeper(0, area(p, EA)) == 3
    script(p, ("BG", "action", "end"), ("GC", "action", f"capture {EA} Black Goat"), ("YS", "action", "pass"))
    assert at(p, "BG", EA) == {"Dark Young": 1}
    assert p.state.keeper(0, area(p, EA)) == 3
    q = table("BG GC YS", {"BG": {EA: "Dark Young"}}, books={"BG": "The Red Sign"})
    assert ("gate", area(q, EA)) in q.decision.options
    assert ("gate", area(q, EA)) not in table("BG GC YS", {"BG": {EA: "Dark Young"}}).decision.options


@pytest.mark.rule("CW-BG-014", "CW-BG-015")
def test_shared_areas_need_every_enemy_but_not_one_area():
    units = {"BG": {AR: "Fungi", EA: "Fungi"}, "GC": {AR: "Acolyte"}, "YS": {"Europe": "Acolyte"}}
    p = table("BG GC YS", units, open={"BG": "Share Areas"})
    script(p, ("BG", "action", f"recruit {AR}"))
    assert asked(p)[1] == "action"
    script(
        p, ("GC", "action", "pass"), ("YS", "action", "move"), ("YS", "unit to move", "Acolyte"), ("YS", "move to", AR)
    )
    script(p, ("BG", "spellbook", 0))  # met in an enemy's turn


@pytest.mark.rule("CW-BG-017", "CW-DOM-004", "CW-DOM-005", "CW-ES-002")
def test_black_goat_sacrifices_in_the_doom_phase_whether_or_not_there_is_a_ritual():
    units = {"BG": {EA: "2 Acolyte, Shub-Niggurath"}}
    p = table("BG GC YS", units, books={"BG": "Blood Sacrifice"}, phase="doom", power={"GC": 1})
    script(p, ("BG", "doom phase", "Blood Sacrifice"), ("chance", "elder sign", 2))
    assert (left(p, "BG", "Acolyte"), p.state.signs[0], asked(p)) == (1, (2,), ("GC", "action"))  # once a Doom phase
    q = table(
        "BG GC YS", {"BG": {EA: "2 Acolyte"}}, books={"BG": "Blood Sacrifice"}, phase="doom", power={"GC": 1}
    )  # without Shub-Niggurath
    assert asked(q) == ("GC", "action")


@pytest.mark.rule("CW-ACT-005", "CW-ACT-007")
def test_an_action_phase_in_which_nobody_has_power_is_over_at_once():
    p = table("BG GC YS", {"BG": {EA: "Acolyte"}, "GC": {AR: "2 Acolyte"}}, phase="doom", power=0, round=2)
    assert asked(p) == ("GC", "direction")  # Power was gathered again: 1, 2 and 1
    assert p.state.power == [1, 2, 1]


# -- Yellow Sign ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-YS-014", "CW-YS-008")
@pytest.mark.parametrize(
    ("place", "slot"),
    [("West Africa", "Desecrate chevron"), ("South America", "Desecrate crescent"), ("Europe", "Desecrate thorns")],
)
@pytest.mark.parametrize("die", [2, 3])
def test_each_glyph_desecrated_earns_its_slot(place, slot, die):
    every = "Desecrate chevron, Desecrate crescent, Desecrate thorns"
    p = table("YS GC BG", {"YS": {place: "King in Yellow, Acolyte"}}, open={"YS": every})
    script(p, ("YS", "action", "desecrate"), ("chance", "desecrate", die), ("YS", "figure that comes", "Byakhee"))
    assert (asked(p)[1] == "spellbook") is (die == 2)
    assert at(p, "YS", place)["Byakhee"] == 1
    if die == 2:
        p.play(0)
        names = {s.name for s in p.state.config.factions[0].slots if p.state.is_open(0, s.bit)}
        assert names == set(every.split(", ")) - {slot}


@pytest.mark.rule("CW-YS-024", "CW-YS-020")
def test_the_third_eye_makes_desecration_cheap_and_gives_a_sign():
    units = {"YS": {EA: "King in Yellow, 5 Acolyte", AR: "Hastur"}}
    p = table("YS GC BG", units, books={"YS": "The Third Eye"})
    script(p, ("YS", "action", "desecrate"), ("chance", "desecrate", 1), ("YS", "on_placement", "The Third Eye"))
    script(p, ("chance", "elder sign", 3), ("YS", "figure that comes", "Undead"))
    assert p.state.power[0] == 8
    assert p.state.signs[0] == (3,)
    q = table("YS GC BG", {"YS": {EA: "King in Yellow, 5 Acolyte"}}, books={"YS": "The Third Eye"})
    script(q, ("YS", "action", "desecrate"), ("chance", "desecrate", 1), ("YS", "figure that comes", "Undead"))
    assert q.state.power[0] == 7
    assert q.state.signs[0] == ()


@pytest.mark.rule("CW-YS-025", "CW-ABI-006", "CW-YS-022")
def test_zingaya_makes_an_undead_of_an_enemy_acolyte_if_one_is_in_the_pool():
    p = table("YS GC BG", {"YS": {EA: "Undead"}, "GC": {EA: "Acolyte, Cthulhu"}}, books={"YS": "Zingaya"})
    script(p, ("YS", "action", f"zingaya {EA} Great Cthulhu"))
    assert at(p, "YS", EA) == {"Undead": 2}
    assert at(p, "GC", EA) == {"Cthulhu": 1}
    assert p.state.power[0] == 8
    q = table("YS GC BG", {"YS": {EA: "6 Undead"}, "GC": {EA: "Acolyte"}}, books={"YS": "Zingaya"})
    assert set(why_not(q, "YS", "zingaya", area(q, EA), 1)) == {"CW-ABI-006"}


@pytest.mark.rule("CW-YS-023")
def test_byakhee_shriek_to_one_area():
    units = {"YS": {EA: "Byakhee", AR: "2 Byakhee", "Europe": "Byakhee"}}
    p = table("YS GC BG", units, books={"YS": "Shriek of the Byakhee"})
    script(p, ("YS", "action", "shriek of the byakhee Europe"))
    assert labels(p) == {EA, AR}  # it is paid: one must fly, and from elsewhere
    script(p, ("YS", "byakhee from", AR))
    assert "done" in p.decision.options
    script(p, ("YS", "byakhee from", EA))
    script(p, ("YS", "byakhee from", "done"))
    assert at(p, "YS", "Europe") == {"Byakhee": 3}
    assert at(p, "YS", AR) == {"Byakhee": 1}


@pytest.mark.rule("CW-YS-018", "CW-YS-021", "CW-UNL-003")
@pytest.mark.parametrize("ruling", ["no", "yes"])
def test_hastur_jumps_to_a_cultist_and_then_another_action_comes(ruling):
    books = {"YS": "He Who is Not to be Named, The Screaming Dead"}
    units = {"YS": {EA: "Hastur, King in Yellow"}, "GC": {"Antarctica": "Acolyte"}}
    p = table("YS GC BG", units, books=books, rulings={"double_actions": ruling})
    assert "CW-YS-018" in why_not(p, "YS", "he who is not to be named", area(p, AR))
    script(p, ("YS", "action", "he who is not to be named Antarctica"))
    assert at(p, "YS", "Antarctica") == {"Hastur": 1}
    assert p.state.stage == 1
    verbs = {o[0] for o in p.decision.options if isinstance(o, tuple)}
    assert "he who is not to be named" not in verbs
    assert ("screaming dead" in verbs) is (ruling == "yes")
    script(p, ("YS", "action", "capture Antarctica Great Cthulhu"))
    assert p.state.power[0] == 7


@pytest.mark.rule("CW-YS-002", "CW-YS-028", "CW-POW-006")
def test_feast_feeds_on_desecrated_areas_with_units():
    units = {"YS": {EA: "2 Undead", AR: "Undead", "West Africa": "Acolyte"}, "GC": {"Antarctica": "3 Acolyte"}}
    marks = {"desecration": f"{EA}, {AR}, West Africa, Europe"}
    p = table("GC YS BG", units, power=0, phase="gather power", markers=marks)
    script(p, ("YS", "direction", -1))  # the most Power: first player
    assert p.state.power[1] == 1 + 3


@pytest.mark.rule("CW-GC-023", "CW-POW-006")
@pytest.mark.parametrize("awake", [True, False])
def test_yha_nthlei_taxes_enemy_ocean_gates(awake):
    units = {"GC": {EA: "Cthulhu" if awake else "Shoggoth"}, "YS": {"Indian Ocean": "Acolyte", AR: "Acolyte"}}
    p = table(
        "GC YS BG",
        units,
        gates={"Indian Ocean": "YS", AR: "YS"},
        books={"GC": "Y'ha Nthlei"},
        power=0,
        phase="gather power",
    )
    assert p.decision is not None
    assert p.state.power[:2] == [3, 6]
    events = [e for e in trace_of(p.system, p.segments()[0]) if e.rule == "CW-POW-001"]
    assert ("Y'ha Nthlei", 1, "CW-GC-023") in events[0].why if awake else not events[0].why


@pytest.mark.rule("CW-BG-025", "CW-POW-007")
def test_dark_young_give_power_only_with_the_red_sign():
    for books, power in (("The Red Sign", 3), ("", 2)):
        p = table("BG GC YS", {"BG": {EA: "Dark Young, 2 Acolyte"}}, books={"BG": books}, power=0, phase="gather power")
        assert p.decision is not None
        assert p.state.power[0] == power


@pytest.mark.rule("CW-ABI-001")
def test_a_power_can_be_lent_to_another_seat():
    p = table("GC CC YS", {"GC": {AR: "Deep One"}}, lent={"GC": "Flight"})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Deep One"))
    assert "South Atlantic" in labels(p)
    assert who(p, "GC") == 0


@pytest.mark.rule("CW-GC-002", "CW-GC-003")
def test_who_borrows_immortality_awakens_again_at_its_price():
    units = {"BG": {EA: "3 Acolyte"}}
    given = {"gates": {EA: "BG"}, "lent": {"BG": "Immortal"}, "awoken": {"BG": "Shub-Niggurath"}}
    p = table("BG CC YS", units, power={"BG": 5}, **given)
    script(p, ("BG", "action", f"awaken shub-niggurath {EA}"))
    script(p, ("BG", "on_placement", "Immortal"), ("chance", "elder sign", 1))
    assert (p.state.power[0], p.state.signs[0]) == (1, (1,))
