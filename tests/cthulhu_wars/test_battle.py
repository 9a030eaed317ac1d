"""Battle to the letter, and the powers that interrupt it. Names are sentences."""

from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, TITLES, area, asked, at, dice, labels, left, script, table, who
from theomachy.games.cthulhu_wars.rules.domains import PAIN, POOL
from theomachy.games.cthulhu_wars.rules.fight import Resolution

Units = dict[str, dict[str, str]]


def fight(attacker: str, foe: str, place: str = EA) -> tuple[str, str, str]:
    return attacker, "action", f"battle {place} {TITLES[foe]}"


def roll(kills: int, pains: int) -> tuple[str, str, Any]:
    return "chance", "battle dice", (kills, pains)


def pains(p: Any) -> list[int]:
    """Pains scored against attacker and defender so far."""
    found = Resolution(p.state, p.state.battle)
    return [found.scored(PAIN, seat) for seat in found.b.sides]


# -- before the battle ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-GC-010", "CW-ABI-005", "CW-BAT-005")
def test_devour_lets_the_enemy_choose_and_never_a_great_old_one():
    p = table("GC YS BG", {"GC": {EA: "Cthulhu"}, "YS": {EA: "King in Yellow, Undead, Acolyte"}})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Devour"))
    assert asked(p) == ("YS", "devoured")
    assert labels(p) == {"Undead", "Acolyte"}
    script(p, ("YS", "devoured", "Undead"))
    assert at(p, "YS", EA) == {"King in Yellow": 1, "Acolyte": 1}


@pytest.mark.rule("CW-BAT-010")
def test_a_side_devoured_to_the_last_unit_ends_the_battle_before_seek_and_destroy():
    units = {"GC": {EA: "Cthulhu"}, "CC": {EA: "Nightgaunt", AR: "Hunting Horror"}}
    p = table("GC CC BG", units, books={"CC": "Seek and Destroy, Abduct"})
    script(p, fight("GC", "CC"), ("GC", "pre_battle", "Devour"))
    assert p.state.battle is None
    assert asked(p)[1] == "action"
    assert at(p, "CC", EA) == {}


@pytest.mark.rule("CW-BAT-006", "CW-BAT-007", "CW-ABI-003")
def test_the_attacker_uses_all_his_powers_before_the_defender():
    units = {"GC": {EA: "Cthulhu, Shoggoth, Deep One"}, "CC": {EA: "Flying Polyp, Nightgaunt"}}
    p = table("GC CC BG", units, books={"GC": "Absorb", "CC": "Invisibility, Abduct"})
    script(p, fight("GC", "CC"), ("GC", "pre_battle", "done"))
    assert asked(p) == ("CC", "pre_battle")
    assert p.decision.options == ("Abduct", "Invisibility", "done")


@pytest.mark.rule("CW-BAT-008", "CW-BAT-009", "CW-CC-019", "CW-BAT-017")
def test_an_invisible_unit_stays_out_although_its_polyp_is_devoured():
    units = {"GC": {EA: "Cthulhu, Shoggoth"}, "CC": {EA: "Flying Polyp, Hunting Horror"}}
    p = table("CC GC BG", units, books={"CC": "Invisibility"})
    script(
        p,
        fight("CC", "GC"),
        ("CC", "pre_battle", "Invisibility"),
        ("CC", "invisible", "GC Shoggoth"),
        ("GC", "pre_battle", "Devour"),
        ("CC", "devoured", "Flying Polyp"),
        roll(2, 0),
    )
    assert dice(p) == 6  # Cthulhu alone rolls
    script(p, roll(0, 0))  # two kills: only Cthulhu can take one
    assert at(p, "GC", EA) == {"Shoggoth": 1}


@pytest.mark.rule("CW-YS-027", "CW-YS-004")
def test_an_invisible_undead_does_not_count_for_the_others():
    p = table("CC YS BG", {"YS": {EA: "2 Undead"}, "CC": {EA: "2 Flying Polyp"}}, books={"CC": "Invisibility"})
    script(
        p,
        fight("CC", "YS"),
        ("CC", "pre_battle", "Invisibility"),
        ("CC", "invisible", "YS Undead"),
        ("CC", "invisible", "done"),
        roll(0, 1),  # the defender has no dice to roll
    )
    assert asked(p) == ("YS", "retreat to")


@pytest.mark.rule("CW-GC-018")
def test_a_fed_shoggoth_that_leaves_takes_its_dice_along():
    units = {"GC": {EA: "Shoggoth, Deep One, Acolyte"}, "CC": {EA: "Flying Polyp"}}
    p = table("GC CC BG", units, books={"GC": "Absorb", "CC": "Invisibility"})
    script(
        p,
        fight("GC", "CC"),
        ("GC", "pre_battle", "Absorb"),
        ("GC", "absorb", "Deep One to Shoggoth"),
        ("GC", "absorb", "done"),
        ("CC", "pre_battle", "Invisibility"),
        ("CC", "invisible", "GC Shoggoth (fed 1)"),
    )
    assert dice(p) == 1
    assert at(p, "GC", EA) == {"Acolyte": 1, "Shoggoth": 1}


@pytest.mark.rule("CW-CC-021", "CW-BAT-011", "CW-BAT-012", "CW-BAT-005")
def test_horrors_come_from_anywhere_and_add_their_dice():
    units = {"CC": {EA: "Acolyte", AR: "Hunting Horror", "Europe": "Hunting Horror"}, "GC": {EA: "Deep One"}}
    p = table("GC CC BG", units, books={"CC": "Seek and Destroy"})
    script(
        p,
        fight("GC", "CC"),
        ("CC", "pre_battle", "Seek and Destroy"),
        ("CC", "horror from", AR),
        ("CC", "horror from", "Europe"),
        roll(0, 0),
    )
    assert dice(p) == 4  # an Acolyte and two Hunting Horrors


@pytest.mark.rule("CW-CC-017")
def test_each_abducted_nightgaunt_costs_the_enemy_a_unit_of_its_choice():
    units = {"CC": {EA: "2 Nightgaunt, Flying Polyp"}, "GC": {EA: "Cthulhu, Starspawn, Deep One"}}
    p = table("CC GC BG", units, books={"CC": "Abduct"})
    script(
        p,
        fight("CC", "GC"),
        ("CC", "pre_battle", "Abduct"),
        ("GC", "abducted", "Deep One"),
        ("CC", "give up another Nightgaunt", "yes"),
    )
    assert at(p, "GC", EA) == {"Cthulhu": 1}
    assert at(p, "CC", EA) == {"Flying Polyp": 1}
    script(p, ("GC", "pre_battle", "done"))


# -- the worked examples ----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BEX-001", "CW-BEX-002", "CW-YS-005", "CW-BG-018", "CW-BAT-016", "CW-BAT-013")
def test_worked_example_simple():
    p = table(
        "YS BG GC",
        {"YS": {EA: "2 Byakhee, 2 Acolyte, King in Yellow"}, "BG": {EA: "2 Acolyte"}},
        books={"BG": "Frenzy"},
    )
    script(p, fight("YS", "BG"))
    assert dice(p) == 3
    script(p, roll(0, 2))
    assert dice(p) == 2
    script(
        p,
        roll(1, 0),
        ("YS", "takes a kill", "Byakhee"),
        ("BG", "retreat to", AR),
        ("BG", "retreat to", "Indian Ocean"),
    )
    assert at(p, "YS", EA) == {"Byakhee": 1, "Acolyte": 2, "King in Yellow": 1}
    assert at(p, "BG", EA) == {}
    assert at(p, "BG", AR) == at(p, "BG", "Indian Ocean") == {"Acolyte": 1}


@pytest.mark.rule(
    "CW-BEX-003",
    "CW-BEX-004",
    "CW-BEX-005",
    "CW-BEX-006",
    "CW-BEX-007",
    "CW-GC-008",
    "CW-BG-022",
    "CW-BAT-020",
    "CW-CC-020",
    "CW-CC-026",
    "CW-BAT-021",
    "CW-BAT-032",
    "CW-BAT-033",
    "CW-BAT-034",
    "CW-GAT-002",
    "CW-MAP-007",
)
def test_worked_example_with_absorb_devour_necrophagy_madness_and_a_surround():
    p = table(
        "GC YS BG CC",
        {
            "GC": {EA: "Cthulhu, Shoggoth, 2 Deep One, 3 Acolyte"},
            "YS": {EA: "King in Yellow, 5 Undead"},
            "BG": {"Europe": "2 Ghoul"},
        },
        gates={EA: "GC"},
        books={"GC": "Absorb", "BG": "Necrophagy", "CC": "Madness"},
    )
    script(
        p,
        fight("GC", "YS"),
        ("GC", "pre_battle", "Absorb"),
    )
    assert not any("Shoggoth to" in label for label in labels(p))  # the only one does not eat itself
    script(
        p,
        ("GC", "absorb", "Deep One to Shoggoth"),
        ("GC", "absorb", "done"),
        ("GC", "pre_battle", "Devour"),
    )
    assert dice(p) == 12  # one class of prey only: no question
    assert p.state.battle.used == ((0, "Absorb"), (0, "Devour"))  # what the board shows as spoken
    script(p, roll(1, 5))
    assert dice(p) == 3
    script(
        p,
        roll(1, 2),
        ("GC", "takes a kill", "Acolyte"),
        ("YS", "takes a kill", "Undead"),
        ("BG", "ghoul from", "Europe"),
        ("BG", "ghoul from", "Europe"),
    )
    assert pains(p) == [4, 7]
    for unit in ("Cthulhu", "Shoggoth (fed 1)", "Deep One", "Acolyte"):
        script(p, ("GC", "takes a pain", unit))
    script(p, ("YS", "takes a pain", "King in Yellow"), ("CC", "use Madness", "yes"))
    away = {"Cthulhu": AR, "Acolyte": "West Africa", "Deep One": "Indian Ocean", "Shoggoth": "South Atlantic"}
    for unit, place in away.items():
        script(p, ("CC", "who leaves next", f"GC {unit}"), ("CC", "retreat to", place))
    script(p, ("CC", "who leaves next", "YS Undead"), ("YS", "lost as surrounded", "Undead"))
    assert at(p, "YS", EA) == {"Undead": 2, "King in Yellow": 1}
    assert at(p, "GC", EA) == {"Acolyte": 1}
    assert at(p, "BG", EA) == {"Ghoul": 2}
    assert at(p, "GC", AR) == {"Cthulhu": 1}
    script(p, ("GC", "action", "end"))
    assert asked(p)[0] == "YS"
    assert ("capture", area(p, EA), who(p, "GC")) in p.decision.options


@pytest.mark.rule("CW-BEX-014", "CW-CC-009", "CW-BG-024", "CW-BAT-023")
def test_worked_example_of_harbinger_with_a_ghoul_and_madness():
    p = table(
        "CC YS BG",
        {"CC": {EA: "Nyarlathotep"}, "YS": {EA: "Undead, King in Yellow"}, "BG": {AR: "Ghoul"}},
        books={"CC": "Madness", "BG": "Necrophagy"},
    )
    script(p, fight("CC", "YS"))
    assert dice(p) == 1  # one spellbook on the two cards
    script(p, roll(0, 1), ("BG", "ghoul from", "done"))
    script(p, ("YS", "takes a pain", "Undead"), ("BG", "ghoul from", AR), ("CC", "harbinger", "signs"))
    script(p, ("chance", "elder sign", 1), ("chance", "elder sign", 2), ("CC", "use Madness", "yes"))
    for unit, place in (("CC Nyarlathotep", "South Atlantic"), ("YS Undead", "West Africa"), ("YS King", AR)):
        if asked(p)[1] == "who leaves next":
            script(p, ("CC", "who leaves next", unit))
        script(p, ("CC", "retreat to", place))
    assert p.state.signs[who(p, "CC")] == (1, 2)
    assert at(p, "YS", AR) == {"King in Yellow": 1}


# -- results ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-YS-012", "CW-BEX-008", "CW-BAT-016")
def test_vengeance_puts_the_kill_where_the_yellow_sign_wants():
    p = table("GC YS BG", {"GC": {EA: "2 Shoggoth, Acolyte"}, "YS": {EA: "Hastur, Acolyte"}})
    script(p, fight("GC", "YS"), roll(0, 0), roll(1, 0), ("YS", "takes a kill", "Shoggoth"))
    assert at(p, "GC", EA) == {"Shoggoth": 1, "Acolyte": 1}


@pytest.mark.rule("CW-CC-018")
@pytest.mark.parametrize(("foe", "survives"), [("Undead", True), ("King in Yellow", False)])
def test_emissary_turns_a_kill_into_a_pain_unless_a_great_old_one_faces_him(foe, survives):
    units = {"YS": {EA: f"{foe}, 3 Byakhee"}, "CC": {EA: "Nyarlathotep"}}
    p = table("YS CC BG", units, books={"CC": "Emissary of the Outer Gods"})
    script(p, fight("YS", "CC"), roll(1, 0), roll(0, 0))
    if survives:
        script(p, ("CC", "use Emissary of the Outer Gods", "yes"), ("CC", "retreat to", AR))
    assert bool(at(p, "CC", AR)) is survives
    assert left(p, "CC", "Nyarlathotep") == survives


@pytest.mark.rule("CW-CC-027", "CW-BAT-032")
@pytest.mark.parametrize("use", [True, False])
def test_a_surrounded_nyarlathotep_soaks_up_the_loss_for_his_fellows(use):
    ring = dict.fromkeys((AR, "West Africa", "Indian Ocean", "South Atlantic"), "Acolyte")
    units = {"YS": {EA: "4 Byakhee"} | ring, "CC": {EA: "Nyarlathotep, Nightgaunt"}}
    p = table("YS CC BG", units, books={"CC": "Emissary of the Outer Gods"})
    script(
        p,
        fight("YS", "CC"),
        roll(0, 2),
        roll(0, 0),
        ("CC", "takes a pain", "Nyarlathotep"),
        ("CC", "lost as surrounded", "Nyarlathotep"),
        ("CC", "use Emissary of the Outer Gods", "yes" if use else "no"),
    )
    assert at(p, "CC", EA) == {"Nightgaunt": 1} | ({"Nyarlathotep": 1} if use else {})


@pytest.mark.rule("CW-GC-021", "CW-BAT-022")
@pytest.mark.parametrize(("kills", "pains", "alive"), [(1, 1, 1), (0, 2, 1), (1, 0, 1), (2, 0, 0), (2, 1, 0)])
def test_regenerate_takes_two_results_and_only_two_kills_kill(kills, pains, alive):
    p = table("YS GC BG", {"YS": {EA: "4 Byakhee"}, "GC": {EA: "Starspawn"}}, books={"GC": "Regenerate"})
    script(p, fight("YS", "GC"), roll(kills, pains), roll(0, 0))
    if alive:
        script(p, ("GC", "retreat to", AR))
    assert left(p, "GC", "Starspawn") == alive


@pytest.mark.rule("CW-GC-021")
def test_without_regenerate_one_kill_is_enough():
    p = table("YS GC BG", {"YS": {EA: "4 Byakhee"}, "GC": {EA: "Starspawn"}})
    script(p, fight("YS", "GC"), roll(1, 1), roll(0, 0))
    assert left(p, "GC", "Starspawn") == 0
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-CC-009", "CW-GC-024", "CW-BAT-019", "CW-CC-007", "CW-BAT-023")
def test_harbinger_pays_for_a_pained_great_old_one_even_when_nyarlathotep_dies():
    p = table("CC GC BG", {"CC": {EA: "Nyarlathotep"}, "GC": {EA: "Cthulhu"}}, books={"CC": "all"}, power=3)
    script(p, fight("CC", "GC"))
    assert dice(p) == 6
    script(
        p, roll(0, 1), roll(1, 0), ("CC", "harbinger", "power"), ("CC", "use Madness", "no"), ("GC", "retreat to", AR)
    )
    assert p.state.power[who(p, "CC")] == 3 - 1 + 2
    assert left(p, "CC", "Nyarlathotep") == 0


@pytest.mark.rule("CW-BG-024", "CW-BG-022", "CW-BAT-002")
def test_a_ghoul_that_came_adds_pain_and_takes_none():
    p = table(
        "GC YS BG",
        {"GC": {EA: "Shoggoth"}, "YS": {EA: "Acolyte"}, "BG": {EA: "Ghoul", AR: "Ghoul"}},
        books={"BG": "Necrophagy"},
    )
    script(p, fight("GC", "YS"), roll(0, 0), ("BG", "ghoul from", AR), ("BG", "ghoul from", EA))
    assert at(p, "BG", EA) == {"Ghoul": 2}
    assert pains(p) == [2, 2]
    script(p, ("GC", "retreat to", AR), ("YS", "retreat to", "West Africa"))


@pytest.mark.rule("CW-BG-022", "CW-BAT-021", "CW-BAT-023")
def test_ghouls_come_after_the_kills_and_after_the_pains_each_once():
    p = table(
        "GC YS BG",
        {"GC": {EA: "Shoggoth, 2 Deep One"}, "YS": {EA: "3 Undead"}, "BG": {AR: "Ghoul", "Europe": "Ghoul"}},
        books={"BG": "Necrophagy"},
    )
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("BG", "ghoul from", AR), ("BG", "ghoul from", "done"))
    script(p, ("GC", "takes a pain", "Deep One"))
    assert pains(p) == [1, 2]
    assert labels(p) == {"Done", "Europe"}  # not the Ghoul that has come
    script(p, ("BG", "ghoul from", "Europe"), ("GC", "takes a pain", "Shoggoth"))
    assert pains(p) == [2, 3]
    assert asked(p) == ("GC", "retreat to")  # no Ghoul is left: nobody is asked once more
    assert at(p, "BG", EA) == {"Ghoul": 2}


@pytest.mark.rule("CW-BG-022", "CW-BAT-023")
def test_ghouls_come_while_powers_add_pains_one_after_the_other():
    """Each added pain is given out before the next Ghoul is thought of."""
    p = table(
        "GC YS BG",
        {"GC": {EA: "3 Deep One"}, "YS": {EA: "3 Undead"}, "BG": {AR: "2 Ghoul"}},
        books={"BG": "Necrophagy"},
    )
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("BG", "ghoul from", "done"))
    for n in (2, 3):
        script(p, ("BG", "ghoul from", AR))
        if n == 2:
            script(p, ("BG", "ghoul from", "done"))
        assert pains(p) == [n - 1, n]
    assert asked(p) == ("GC", "retreat to")


@pytest.mark.rule("CW-BG-022", "CW-BAT-021")
def test_where_nobody_takes_a_pain_ghouls_have_one_chance():
    p = table(
        "GC YS BG",
        {"GC": {EA: "Shoggoth, Deep One"}, "YS": {EA: "2 Undead"}, "BG": {AR: "Ghoul"}},
        books={"BG": "Necrophagy"},
    )
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("BG", "ghoul from", "done"))
    assert p.state.battle is None
    assert at(p, "BG", AR) == {"Ghoul": 1}


@pytest.mark.rule("CW-BAT-023", "CW-YS-012", "CW-BG-022")
def test_vengeance_gives_out_pains_that_come_late():
    p = table(
        "YS GC BG",
        {"YS": {EA: "Hastur, 2 Undead"}, "GC": {EA: "Shoggoth, Deep One, Acolyte"}, "BG": {AR: "Ghoul"}},
        books={"BG": "Necrophagy"},
    )
    script(p, fight("YS", "GC"), roll(0, 1), roll(0, 0), ("BG", "ghoul from", "done"))
    script(p, ("YS", "takes a pain", "Shoggoth"), ("BG", "ghoul from", AR), ("YS", "takes a pain", "Undead"))
    assert asked(p) == ("YS", "takes a pain")
    assert labels(p) == {"Deep One", "Acolyte"}


@pytest.mark.rule("CW-BAT-023", "CW-GC-021", "CW-BG-022")
def test_a_starspawn_takes_a_late_pain_as_its_second_result():
    p = table(
        "YS GC BG",
        {"YS": {EA: "4 Byakhee"}, "GC": {EA: "Starspawn, Deep One"}, "BG": {AR: "Ghoul"}},
        books={"BG": "Necrophagy", "GC": "Regenerate"},
    )
    script(p, fight("YS", "GC"), roll(1, 0), roll(0, 1), ("GC", "takes a kill", "Starspawn"))
    script(p, ("BG", "ghoul from", "done"), ("BG", "ghoul from", AR), ("GC", "takes a pain", "Starspawn"))
    script(p, ("YS", "retreat to", AR), ("YS", "retreat to", AR), ("GC", "retreat to", "West Africa"))
    assert at(p, "GC", EA) == {"Deep One": 1}
    assert at(p, "GC", "West Africa") == {"Starspawn": 1}


@pytest.mark.rule("CW-BG-023")
def test_an_invisible_ghoul_stays_and_uses_necrophagy():
    p = table(
        "CC BG GC",
        {"CC": {EA: "Flying Polyp"}, "BG": {EA: "Ghoul, Fungi"}},
        books={"CC": "Invisibility", "BG": "Necrophagy"},
    )
    script(
        p,
        fight("CC", "BG"),
        ("CC", "pre_battle", "Invisibility"),
        ("CC", "invisible", "BG Ghoul"),
        roll(0, 0),
        roll(0, 0),
        ("BG", "ghoul from", EA),
    )
    assert pains(p) == [1, 1]


@pytest.mark.rule("CW-BAT-001", "CW-BAT-003", "CW-BTA-001", "CW-BTA-002", "CW-BAT-031", "CW-BAT-028")
def test_bystanders_take_no_part_and_do_not_bar_a_retreat():
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Acolyte", AR: "Undead"}, "BG": {EA: "Dark Young", AR: "Fungi"}}
    p = table("GC YS BG", units)
    script(p, fight("GC", "YS"), roll(0, 1))
    assert labels(p) == {AR, "West Africa", "Indian Ocean", "South Atlantic"}
    script(p, ("YS", "retreat to", AR))
    assert at(p, "BG", EA) == {"Dark Young": 1}
    assert p.state.power[who(p, "GC")] == 8


@pytest.mark.rule("CW-BAT-031", "CW-BAT-030", "CW-BAT-029")
def test_the_attacker_retreats_first_and_so_can_close_the_ring():
    units = {
        "GC": {EA: "2 Deep One", AR: "Acolyte", "West Africa": "Acolyte", "Indian Ocean": "Acolyte"},
        "YS": {EA: "2 Byakhee"},
    }
    p = table("GC YS BG", units)
    script(p, fight("GC", "YS"), roll(0, 2), roll(0, 1), ("GC", "retreat to", "South Atlantic"))
    assert at(p, "YS", EA) == {"Byakhee": 1}
    assert left(p, "YS", "Byakhee") == 1


@pytest.mark.rule("CW-BAT-017", "CW-BAT-014", "CW-UNI-008")
def test_kills_beyond_the_number_of_units_are_lost():
    p = table("GC YS BG", {"GC": {EA: "2 Shoggoth"}, "YS": {EA: "2 Acolyte"}})
    script(p, fight("GC", "YS"), roll(3, 1))
    assert at(p, "YS", EA) == {}
    assert left(p, "YS", "Acolyte") == 0
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-BG-007", "CW-BG-025", "CW-YS-010", "CW-GC-018", "CW-BAT-011")
def test_the_trace_tells_where_the_dice_come_from_and_keeps_a_state_at_each_event():
    p = table(
        "GC BG YS",
        {"GC": {EA: "Shoggoth, Deep One"}, "BG": {EA: "2 Acolyte, Shub-Niggurath", AR: "Dark Young"}},
        books={"GC": "Absorb", "BG": "Frenzy, The Red Sign"},
    )
    script(
        p,
        fight("GC", "BG"),
        ("GC", "pre_battle", "Absorb"),
        ("GC", "absorb", "Deep One to Shoggoth"),
        roll(1, 0),
        roll(0, 0),
    )
    trace = p.explain()
    rolls = [e.why for e in trace if e.rule == "CW-BAT-013" and e.dice]
    assert rolls == [
        (("Shoggoth", 2, "CW-GC-006"), ("Absorb", 3, "CW-GC-018")),
        (
            ("Frenzy", 2, "CW-BG-018"),
            ("Awaken Shub-Niggurath", 2, "CW-BG-008"),
            ("The Red Sign", 1, "CW-BG-025"),
        ),
    ]
    assert all(e.state is not None for e in trace)
    assert any(d >= 3 for d, _ in trace.walk())


@pytest.mark.rule("CW-YS-010", "CW-YS-012")
def test_hasturs_combat_is_the_price_of_a_ritual():
    p = table("YS GC BG CC", {"YS": {EA: "Hastur"}, "GC": {EA: "Acolyte"}}, ritual=2)
    script(p, fight("YS", "GC"))
    assert dice(p) == 7


@pytest.mark.rule("CW-GC-010", "CW-ABI-002")
def test_a_power_that_does_not_apply_says_why():
    p = table("GC YS BG", {"GC": {EA: "Shoggoth", AR: "Cthulhu"}, "YS": {EA: "Acolyte"}})
    script(p, fight("GC", "YS"))
    could = [e.text for e in p.explain() if e.kind == "not used"]
    assert "Devour: Cthulhu is not in this battle" in could


def test_a_save_from_the_late_battle_can_be_undone_to_the_declaration():
    p = table("GC YS BG", {"GC": {EA: "Cthulhu, Shoggoth, 4 Deep One"}, "YS": {EA: "6 Undead"}}, books={"GC": "Absorb"})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Absorb"))
    for meal in range(4):
        fed = f"Shoggoth (fed {meal})" if meal else "Shoggoth"
        script(p, ("GC", "absorb", f"Deep One to {fed}"))
    script(p, ("GC", "pre_battle", "done"), roll(0, 3), roll(0, 1))
    assert p.past is not None
    assert p.state.battle
    assert "Absorb" in str(p.explain())
    while p.state.battle:
        p = p.undo()
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-BAT-004", "CW-BAT-026", "CW-BAT-030")
def test_the_stages_come_in_order_and_the_dead_leave_before_anybody_retreats():
    p = table("GC YS BG", {"GC": {EA: "2 Deep One"}, "YS": {EA: "2 Acolyte"}})
    script(p, fight("GC", "YS"), roll(1, 1))
    assert asked(p) == ("YS", "retreat to")
    assert left(p, "YS", "Acolyte") == 1
    assert p.state.n(1, 0, POOL) == 5
    told = [e.text for e in p.explain() if e.kind == "rule"]
    before = ["Pre-battle, attacker", "Pre-battle, defender: nothing to use"]  # the attacker's Devour could not speak
    assert told[1:] == [*before, "Dice", "Kills", "After the kills", "Pains", "Losses", "Retreats"]
    fight_ = p.system.table(p.state).fight
    assert [s.name for s in fight_.stages] == ["Pre-battle", "Dice", "Results", "Losses", "Retreats"]
    assert [s.state for s in fight_.stages] == ["done"] * 4 + ["now"]
    assert [f.fate for f in fight_.sides[1].forces] == ["pained", "killed"]


@pytest.mark.rule("CW-BEX-009", "CW-BG-022", "CW-BAT-024")
def test_ghouls_push_out_the_last_of_a_side_and_their_pains_stay_though_one_of_theirs_has_died():
    units = {"GC": {EA: "2 Shoggoth, Acolyte"}, "YS": {EA: "Hastur, Acolyte"}, "BG": {AR: "2 Ghoul"}}
    p = table("GC YS BG", units, books={"BG": "Necrophagy"})
    script(p, fight("GC", "YS"), roll(0, 2), roll(1, 0), ("YS", "takes a kill", "Shoggoth"))
    script(p, ("BG", "ghoul from", AR), ("BG", "ghoul from", AR))
    assert pains(p) == [2, 4]
    script(p, ("YS", "takes a pain", "Shoggoth"), ("YS", "takes a pain", "Hastur"))
    script(p, ("GC", "retreat to", AR), ("GC", "retreat to", "Indian Ocean"))
    assert at(p, "GC", EA) == {}
