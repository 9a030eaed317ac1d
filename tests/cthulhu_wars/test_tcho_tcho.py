"""Tcho-Tcho and High Priests: set-up, Oath, Ubbo-Sathla and growth, spellbooks, requirements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import tcho_tcho as tt
from theomachy.games.cthulhu_wars.rules.config import DATA
from theomachy.games.cthulhu_wars.rules.domains import HELD_GATE, NO_GATE, OPEN_GATE
from theomachy.games.cthulhu_wars.rules.fight import Resolution
from theomachy.games.cthulhu_wars.rules.score import gathered

EU, SAS, WAF, SPA = "Europe", "South Asia", "West Africa", "South Pacific"  # start areas of YS, CC, BG and GC
ANT, IND = "Antarctica", "Indian Ocean"
PRIEST, PROTO, UBBO = "High Priest", "Proto-Shoggoth", "Ubbo-Sathla"
HIEROPHANTS, IDOLATRY, MARTYRDOM = "Hierophants", "Idolatry", "Martyrdom"
SOULLESS, TABLETS, TERROR, OATH = "Soulless", "Tablets of the Gods", "Terror", "Unspeakable Oath"
KILLED = (roll(3, 0), roll(0, 0), ("TT", "takes a kill", PRIEST), ("TT", "takes a kill", "Acolyte"))
ALL = ("high_priests",)
ACO = ("TT", "who is recruited", "Acolyte")
DONE = ("TT", "oath", "done")


def growth(p: Position) -> int:
    """The Growth counter."""
    found: int = p.state.counter(who(p, "TT"), "growth")
    return found


@pytest.mark.rule("CW-TT-001", "CW-TT-006", "CW-TT-007", "CW-TT-009", "CW-TT-010")
def test_the_card_has_its_units_books_and_slots():
    card = system("TT GC BG").config.factions[0]
    rows = [(u.name, u.figures, u.costs, u.combat, u.rank) for u in card.units]
    assert rows == [
        ("Acolyte", 6, (1,), 0, 0), (PRIEST, 3, (3,), 0, 0), (PROTO, 6, (2,), 1, 1), (UBBO, 1, (6, 0), 0, 2),
    ]  # fmt: skip
    assert [book.name for book in card.books] == [HIEROPHANTS, IDOLATRY, MARTYRDOM, SOULLESS, TABLETS, TERROR]
    assert len(card.slots) == 6


# -- set-up -----------------------------------------------------------------------------------------------------------
def begun(seats: str, **more: Any) -> Position:
    """The set-up; Tcho-Tcho starts in South Asia, asked or not."""
    game = system(seats, **more)
    p = Position(game, game.start())
    return script(p, ("TT", "start area", SAS)) if asked(p)[1] == "start area" else p


@pytest.mark.rule("CW-TT-002")
def test_it_is_set_up_in_an_empty_area_with_a_start_glyph():
    p = begun("GC TT YS BG")
    assert (asked(p)[1], at(p, "TT", SAS), p.state.power) == ("direction", {"Acolyte": 6}, [8, 8, 8, 8])
    assert (p.state.start[1], p.state.gate[area(p, SAS)], growth(p)) == (area(p, SAS), HELD_GATE + 1, 0)
    three = system("GC TT YS")
    q = Position(three, three.start())
    names = q.state.config.map.names
    glyphs = {name for i, name in enumerate(names) if q.state.config.sigils >> i & 1}
    assert (asked(q), labels(q)) == (("TT", "start area"), glyphs - {SPA, EU})
    assert {SAS, WAF} <= labels(q)
    assert "Australia" not in labels(q)


@pytest.mark.rule("CW-TT-002")
def test_where_all_glyphs_are_taken_any_empty_area_does(monkeypatch):
    game = system("GC TT YS BG")
    s = game.start()
    monkeypatch.setattr(type(s.config), "sigils", sum(1 << a for a in s.start if a >= 0), raising=False)
    p = Position(game, s)
    assert asked(p) == ("TT", "start area")
    assert len(p.decision.options) == len(s.config.map.names) - 3


@pytest.mark.rule("CW-TT-002", "CW-TT-003")
def test_opener_comes_after_it_and_who_has_two_starts_takes_the_other(tmp_path: Path, monkeypatch):
    text = (DATA / "yellow_sign.toml").read_text("utf-8")
    text = text.replace('letters = "', 'order = 7\nletters = "', 1).replace('"europe"', '["europe", "arabia"]')
    file = tmp_path / "yellow_sign.toml"
    file.write_text(text, "utf-8")  # a faction with two start areas, set up later: as Windwalker
    monkeypatch.setattr(CthulhuWars, "faction_files", CthulhuWars.faction_files | {"yellow_sign": file})
    options = {"factions": ["yellow_sign", "opener_of_the_way", "tcho_tcho"], "map": "earth_4p_3w5e", "any_map": True}
    game = CthulhuWars.build(options=options)
    p = Position(game, game.start())
    assert asked(p) == ("TT", "start area")
    assert {EU, AR} <= labels(p)
    script(p, ("TT", "start area", EU))
    assert (at(p, "YS", AR), asked(p)) == ({"Acolyte": 6}, ("OW", "start area"))
    assert {SAS, EA} <= labels(p)  # with a glyph or without: that binds Tcho-Tcho alone


@pytest.mark.rule("CW-TT-004", "CW-HP-001", "CW-HP-002")
def test_with_high_priests_one_acolyte_is_one_from_the_beginning():
    p = begun("GC TT YS BG", things=ALL)
    assert at(p, "TT", SAS) == {"Acolyte": 5, PRIEST: 1}
    assert p.state.holder(area(p, SAS)) == 1
    cards = p.state.config.factions
    rows = [[(u.name, u.figures, u.costs, u.combat) for u in f.units if u.key == "high_priest"] for f in cards]
    assert rows == [[(PRIEST, n, (3,), 0)] for n in (1, 3, 1, 1)]
    assert not any(u.key == "high_priest" for u in system("GC TT YS BG").config.factions[0].units)
    assert at(begun("GC TT YS BG"), "TT", SAS) == {"Acolyte": 6}


def test_the_set_of_things_is_named_alone_or_in_a_list():
    for said in ("high_priests", ["high_priests"]):
        game = CthulhuWars.build(players=2, options={"things": said})
        assert game.config.name[0][-1] == PRIEST
        assert game.options["things"] == said
    assert CthulhuWars.build(players=2).options["things"] == ""


# -- High Priests -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-HP-002", "CW-HP-003")
def test_a_high_priest_is_recruited_without_a_gate_gathers_builds_holds_and_is_caught():
    units = {"GC": {AR: "Acolyte"}, "YS": {AR: "Byakhee"}}
    p = table("GC YS BG", units, power={"GC": 6, "YS": 3}, things=ALL)
    script(p, ("GC", "action", f"recruit {AR}"), ("GC", "who is recruited", PRIEST), ("GC", "oath", "done"))
    assert (p.state.power[0], at(p, "GC", AR)) == (3, {"Acolyte": 1, PRIEST: 1})
    assert gathered(p.state, 0).value == 2
    alone = table("GC YS BG", {"GC": {AR: PRIEST}, "YS": {AR: "Byakhee"}}, power={"GC": 3, "YS": 3}, things=ALL)
    script(alone, ("GC", "action", f"gate {AR}"), ("GC", "oath", "done"), ("GC", "action", f"control {AR} {PRIEST}"))
    script(alone, ("GC", "oath", "done"), ("GC", "action", "end"))
    assert alone.state.holder(area(alone, AR)) == 0
    script(alone, ("YS", "action", f"capture {AR}"))
    assert (at(alone, "GC", AR), alone.state.gate[area(alone, AR)]) == ({}, OPEN_GATE)
    assert gathered(alone.state, 1).value == 2  # the captive and the abandoned gate
    poor = table("GC YS BG", units, power={"GC": 2}, things=ALL)
    script(poor, ("GC", "action", f"recruit {AR}"))
    assert at(poor, "GC", AR) == {"Acolyte": 2}  # too dear for 2: the other comes without a question


@pytest.mark.rule("CW-HP-004", "CW-HP-006", "CW-TT-008", "CW-TT-037")
def test_the_oath_is_2_power_after_anybodys_action_and_brings_turns_again():
    units = {"YS": {EA: "Acolyte"}, "TT": {AR: f"2 {PRIEST}", ANT: "Acolyte"}}
    p = table("YS TT BG", units, power={"YS": 1})  # on the own card, without the set of things
    script(p, ("YS", "action", f"recruit {EA}"))
    assert asked(p) == ("TT", "oath")
    script(p, ("TT", "oath", f"{PRIEST}, {AR}"))
    assert (p.state.power[1], at(p, "TT", AR), asked(p)) == (2, {PRIEST: 1}, ("TT", "oath"))
    script(p, DONE)
    assert asked(p) == ("TT", "action")
    q = table("YS TT BG", units, power={"YS": 1})
    script(q, ("YS", "action", f"recruit {EA}"), ("TT", "oath", f"{PRIEST}, {AR}"), ("TT", "oath", f"{PRIEST}, {AR}"))
    assert (q.state.power[1], at(q, "TT", AR), asked(q)) == (4, {}, ("TT", "action"))
    none = table("YS TT BG", {"YS": {EA: "Acolyte"}, "TT": {ANT: "Acolyte"}}, power={"YS": 2})
    assert asked(script(none, ("YS", "action", f"recruit {EA}"))) == ("YS", "action")


@pytest.mark.rule("CW-HP-004", "CW-TT-008")
def test_the_oath_in_gather_power_decides_who_is_first_and_in_the_doom_phase_pays_a_ritual():
    units = {"YS": {EA: "2 Acolyte"}, "GC": {AR: f"Acolyte, {PRIEST}"}}
    p = table("YS GC BG", units, phase="gather power", power=0, first="YS", things=ALL)
    assert asked(p) == ("GC", "oath")
    script(p, ("GC", "oath", f"{PRIEST}, {AR}"))
    assert (p.state.power, p.state.first, asked(p)) == ([2, 4, 1], 1, ("GC", "direction"))
    q = table("TT GC BG", {"TT": {AR: PRIEST}}, phase="doom", power={"TT": 3, "GC": 0, "BG": 0}, first="TT")
    assert asked(q) == ("TT", "oath")
    script(q, ("TT", "oath", f"{PRIEST}, {AR}"))
    assert asked(q) == ("TT", "doom phase")
    assert "Ritual of Annihilation for 5 Power" in labels(q)


@pytest.mark.rule("CW-HP-005")
def test_what_is_said_of_cultists_holds_and_what_is_said_of_acolytes_does_not():
    units = {"GC": {AR: "Cthulhu"}, "YS": {EA: PRIEST}, "BG": {ANT: f"{PRIEST}, Shub-Niggurath"}}
    p = table("GC YS BG", units, books={"GC": "Dreams"}, gates={EA: "YS"}, things=ALL)
    assert why_not(p, "GC", "dreams", area(p, EA), 1)
    same = table("GC YS BG", units | {"YS": {EA: f"{PRIEST}, Acolyte"}}, books={"GC": "Dreams"}, things=ALL)
    assert not why_not(same, "GC", "dreams", area(same, EA), 1)
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: PRIEST}}
    p = table("GC YS BG", units, books={"YS": "Passion"}, power={"GC": 3}, things=ALL)
    script(p, ("GC", "action", f"capture {EA}"), ("YS", "on_elimination", "Passion"))
    assert p.state.power[1] == 1


# -- Sycophancy -------------------------------------------------------------------------------------------------------
def ritual(gates: str = f"{EU} {SAS}", **more: Any) -> Position:
    """Yellow Sign performs a ritual at two gates."""
    where = gates.split("|") if gates else []
    units = {"YS": dict.fromkeys(where, "Acolyte") | {AR: "Undead"}, "TT": {ANT: "Acolyte"}}
    p = table("YS TT BG", units, gates=dict.fromkeys(where, "YS"), phase="doom", power=9, first="YS", **more)
    return script(p, ("YS", "doom phase", "ritual"))


@pytest.mark.rule("CW-TT-005")
@pytest.mark.parametrize(("said", "doom"), [("give", [2, 1, 0]), ("less", [1, 0, 0])])
def test_the_enemy_says_who_has_the_better_of_its_ritual(said, doom):
    p = ritual(f"{EU}|{SAS}")
    assert asked(p) == ("YS", "sycophancy")
    script(p, ("YS", "sycophancy", said))
    assert p.state.doom == doom


@pytest.mark.rule("CW-TT-005")
@pytest.mark.parametrize(("ruling", "doom"), [("no", [0, 1, 0]), ("yes", [0, 0, 0])])
def test_who_gains_no_doom_cannot_gain_fewer(ruling, doom):
    p = ritual("", rulings={"sycophancy_at_none": ruling})
    if ruling == "yes":
        script(p, ("YS", "sycophancy", "less"))
    assert p.state.doom == doom


@pytest.mark.rule("CW-TT-005")
def test_the_own_ritual_and_the_doom_of_gates_are_no_matter_of_sycophancy():
    p = table("TT YS BG", {"TT": {EU: "Acolyte"}, "YS": {AR: "Acolyte"}}, gates={EU: "TT"}, phase="doom", power=9)
    script(p, ("TT", "doom phase", "ritual"))
    assert (p.state.doom, asked(p)[1]) == ([1, 0, 0], "doom phase")
    q = table("YS TT BG", {"YS": {EU: "Acolyte"}}, gates={EU: "YS"}, phase="first player", power={"YS": 4})
    script(q, ("YS", "direction", 1))
    assert q.state.doom == [1, 0, 0]


@pytest.mark.rule("CW-TT-035")
def test_who_has_copied_it_is_flattered_in_the_whole_doom_phase():
    units = {"SL": {EA: "Serpent Man"}, "TT": {ANT: "Acolyte"}, "YS": {EU: "Acolyte", SAS: "Acolyte"}}
    p = table("SL TT YS", units, books={"SL": "Ancient Sorcery"})
    script(p, ("SL", "action", f"ancient sorcery {EA} / Tcho-Tcho"))
    assert p.state.lent == ((0, "Sycophancy"),)
    more: dict[str, Any] = {"gates": {EU: "YS", SAS: "YS"}, "phase": "doom", "power": 9, "lent": {"SL": "Sycophancy"}}
    q = table("SL TT YS", units, first="YS", active="YS", **more)  # before the slot of Sleeper
    script(q, ("YS", "doom phase", "ritual"), ("YS", "sycophancy", "give"), ("YS", "sycophancy", "less"))
    assert sorted(q.state.doom[:2]) == [0, 1]
    assert q.state.doom[2] == 1
    own = script(table("SL TT YS", units, first="SL", **more), ("SL", "doom phase", "ritual"))
    assert (own.state.doom[:2], asked(own)[1]) == ([0, 1], "doom phase")  # its own flatters Tcho-Tcho alone


# -- Ubbo-Sathla ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TT-010", "CW-TT-011", "CW-TT-018")
def test_ubbo_sathla_awakens_as_an_action_for_6_power_and_a_high_priest_from_anywhere():
    units = {"TT": {EA: "Acolyte", AR: PRIEST}}
    p = table("TT YS BG", units, gates={EA: "TT"}, power=6, open={"TT": "Ubbo-Sathla awake"})
    assert set(why_not(p, "TT", "awaken ubbo-sathla", area(p, AR))) == {"CW-AWK-001"}
    script(p, ("TT", "action", f"awaken ubbo-sathla {EA}"))
    assert (p.state.power[0], at(p, "TT", EA), left(p, "TT", PRIEST)) == (0, {"Acolyte": 1, UBBO: 1}, 0)
    assert asked(p) == ("TT", "spellbook")
    poor = table("TT YS BG", units, gates={EA: "TT"}, power=5)
    assert set(why_not(poor, "TT", "awaken ubbo-sathla", area(poor, EA))) == {"CW-ACT-002"}
    none = table("TT YS BG", {"TT": {EA: "Acolyte"}}, gates={EA: "TT"})
    assert set(why_not(none, "TT", "awaken ubbo-sathla", area(none, EA))) == {"CW-TT-011"}
    again = table("TT YS BG", {"TT": {EA: "Acolyte", AR: f"{PRIEST}, {UBBO}"}}, gates={EA: "TT"})
    assert set(why_not(again, "TT", "awaken ubbo-sathla", area(again, EA))) == {"CW-AWK-004"}


@pytest.mark.rule("CW-TT-011")
def test_who_holds_the_gate_is_not_given_up_for_it():
    alone = table("TT YS BG", {"TT": {EA: PRIEST}}, gates={EA: "TT"})
    assert set(why_not(alone, "TT", "awaken ubbo-sathla", area(alone, EA))) == {"CW-TT-011"}
    other = table("TT YS BG", {"TT": {EA: PRIEST, AR: "Acolyte"}}, gates={EA: "TT", AR: "TT"})
    assert not why_not(other, "TT", "awaken ubbo-sathla", area(other, AR))


@pytest.mark.rule("CW-TT-010", "CW-TT-011", "CW-TT-018")
def test_in_the_own_slot_of_the_doom_phase_ubbo_sathla_costs_a_high_priest_alone():
    units = {"TT": {EA: "Acolyte", AR: PRIEST, SAS: PRIEST}}
    p = table("TT YS BG", units, gates={EA: "TT"}, phase="doom", power=0, open={"TT": "Ubbo-Sathla awake"})
    script(p, DONE, ("TT", "doom phase", "Awaken Ubbo-Sathla"), ("TT", "priest given up", f"{PRIEST}, {SAS}"))
    assert (at(p, "TT", EA), at(p, "TT", SAS), p.state.power[0]) == ({"Acolyte": 1, UBBO: 1}, {}, 0)
    script(p, DONE, ("TT", "spellbook", SOULLESS))
    assert growth(p) == 0  # this Doom phase had begun
    gone = table("TT YS BG", {"TT": {EA: "Acolyte"}}, gates={EA: "TT"}, phase="doom", power=9)
    assert "Awaken Ubbo-Sathla" not in labels(gone)
    there = table("TT YS BG", {"TT": {EA: "Acolyte", AR: f"{PRIEST}, {UBBO}"}}, gates={EA: "TT"}, phase="doom")
    script(there, ("chance", "growth", 1), DONE) if asked(there)[0] == "chance" else script(there, DONE)
    assert "Awaken Ubbo-Sathla" not in labels(there)
    lone = table("TT YS BG", {"TT": {EA: PRIEST}}, gates={EA: "TT"}, phase="doom")
    assert "Awaken Ubbo-Sathla" not in labels(script(lone, DONE))  # he holds the gate


@pytest.mark.rule("CW-TT-011")
def test_at_which_of_several_gates_is_asked_in_the_doom_phase():
    units = {"TT": {EA: "Acolyte", AR: "Acolyte", SAS: PRIEST}}
    p = table("TT YS BG", units, gates={EA: "TT", AR: "TT"}, phase="doom", power=0)
    script(p, DONE, ("TT", "doom phase", "Awaken Ubbo-Sathla"), ("TT", "awaken at", AR))
    assert (at(p, "TT", AR), at(p, "TT", SAS)) == ({"Acolyte": 1, UBBO: 1}, {})


def to_doom(units: dict[str, str], **more: Any) -> Position:
    """The Action phase is over; the Doom phase begins as soon as the first player has said the direction."""
    p = table("TT YS BG", {"TT": units, "YS": {ANT: "Acolyte"}}, phase="first player", power={"TT": 5}, **more)
    return script(p, ("TT", "direction", 1))


@pytest.mark.rule("CW-TT-012")
def test_growth_comes_in_each_doom_phase_after_the_first_awakening_dead_or_alive():
    p = to_doom({EA: UBBO}, counters=[["TT", "growth", 4]])
    assert asked(p) == ("chance", "growth")
    assert p.decision.options == (1, 2, 3, 4, 5, 6)
    script(p, ("chance", "growth", 6))
    assert growth(p) == 10
    dead = to_doom({EA: "Acolyte"}, awoken={"TT": UBBO})
    script(dead, ("chance", "growth", 2))
    assert growth(dead) == 2
    never = to_doom({EA: "Acolyte"})
    assert (asked(never), growth(never)) == (("TT", "doom phase"), 0)


@pytest.mark.rule("CW-TT-012")
@pytest.mark.parametrize(("ruling", "faces"), [("d6", 6), ("own_die", 3)])
def test_which_die_counts_the_growth(ruling, faces):
    p = to_doom({EA: UBBO}, counters=[["TT", "growth", 4]], rulings={"growth_die": ruling})
    assert (asked(p), p.decision.options) == (("chance", "growth"), tuple(range(1, faces + 1)))
    assert len(set(p.decision.weights)) == 1
    assert growth(script(p, ("chance", "growth", faces))) == 4 + faces


@pytest.mark.rule("CW-TT-007", "CW-HP-001")
@pytest.mark.parametrize(("ruling", "n"), [("three", 3), ("one", 1)])
def test_how_many_high_priests_tcho_tcho_has(ruling, n):
    config = system("TT GC BG", rulings=(("priests_each", ruling),), things=ALL).config
    assert [unit.figures for card in config.factions for unit in card.units if unit.key == "high_priest"] == [n, 1, 1]
    p = table("TT YS BG", {"TT": {EA: PRIEST}}, rulings={"priests_each": ruling})
    script(p, ("TT", "action", f"recruit {EA}"))
    assert (asked(p) == ("TT", "who is recruited")) is (n > 1)  # else an Acolyte comes without a question


@pytest.mark.rule("CW-TT-012")
def test_no_other_phase_makes_it_grow():
    p = table("TT YS BG", {"TT": {EA: f"{UBBO}, Acolyte"}}, power={"TT": 1}, counters=[["TT", "growth", 3]])
    script(p, ("TT", "action", f"recruit {EA}"))
    assert (asked(p)[1], growth(p)) == ("direction", 3)  # Power is gathered


@pytest.mark.rule("CW-TT-010", "CW-TT-012")
def test_combat_is_the_growth_counter():
    units = {"TT": {EA: f"{UBBO}, {PROTO}"}, "YS": {EA: "Undead"}}
    p = script(table("TT YS BG", units, counters=[["TT", "growth", 5]]), fight("TT", "YS"))
    assert dice(p) == 6
    none = table("TT YS BG", {"TT": {EA: UBBO}, "YS": {EA: "Undead"}})
    assert "CW-BTA-003" in why_not(none, "TT", "battle", area(none, EA), 1)


# -- Hierophants ------------------------------------------------------------------------------------------------------
def earned(units: dict[str, str], gates: dict[str, str], book: str = SOULLESS, **more: Any) -> Position:
    """Tcho-Tcho takes a spellbook for another's 15 Doom, which it sees after an action."""
    books = {"TT": HIEROPHANTS} if book != HIEROPHANTS else {}
    p = table(
        "TT YS BG", {"TT": units, "YS": {ANT: "Acolyte"}}, gates=gates, books=books, doom={"YS": 15}, power={"TT": 5},
        open={"TT": "Ritual of another or 15 Doom"}, **more,
    )  # fmt: skip
    return script(p, ("TT", "action", f"recruit {next(iter(units))}"), ACO, ("TT", "spellbook", book))


@pytest.mark.rule("CW-TT-019", "CW-TT-013")
@pytest.mark.parametrize("book", [HIEROPHANTS, SOULLESS])
def test_each_spellbook_brings_a_high_priest_to_a_gate_this_one_too(book):
    p = earned({EA: "Acolyte", AR: "Acolyte", SAS: "Acolyte"}, {EA: "TT", AR: "TT"}, book)
    assert asked(p) == ("TT", "priest comes")
    assert labels(p) == {EA, AR}
    script(p, ("TT", "priest comes", AR))
    assert (at(p, "TT", AR), growth(p)) == ({"Acolyte": 1, PRIEST: 1}, 0)


@pytest.mark.rule("CW-TT-019")
def test_without_a_high_priest_in_the_pool_growth_comes_instead_and_the_books_of_others_bring_nothing():
    p = table(
        "TT YS BG", {"TT": {EA: f"Acolyte, 3 {PRIEST}"}, "YS": {ANT: "Acolyte"}}, gates={EA: "TT"}, power={"TT": 5},
        books={"TT": HIEROPHANTS}, doom={"YS": 15}, open={"TT": "Ritual of another or 15 Doom"},
    )  # fmt: skip
    script(p, ("TT", "action", f"recruit {EA}"), ("TT", "spellbook", SOULLESS))
    assert (growth(p), left(p, "TT", PRIEST)) == (1, 3)
    other = table(
        "YS TT BG", {"YS": {EU: "Acolyte"}, "TT": {EA: "Acolyte"}}, books={"TT": HIEROPHANTS}, gates={EA: "TT"}
    )
    s = other.state.copy()
    s.owe(0, 0)
    q = Position(other.system, s)
    script(q, ("YS", "action", f"recruit {EU}"), ("YS", "spellbook", "Passion"))
    assert left(q, "TT", PRIEST) == 0


@pytest.mark.rule("CW-TT-020")
def test_without_a_gate_he_comes_where_units_are_and_without_these_anywhere():
    p = earned({EA: "Acolyte", AR: "Acolyte"}, {})
    assert (asked(p), labels(p)) == (("TT", "priest comes"), {EA, AR})
    units = {"YS": {ANT: "Acolyte"}}
    q = table(
        "YS TT BG", units, books={"TT": HIEROPHANTS}, doom={"YS": 15}, open={"TT": "Ritual of another or 15 Doom"}
    )
    script(q, ("YS", "action", f"recruit {ANT}"), ("TT", "spellbook", SOULLESS))
    assert len(q.decision.options) == len(q.state.config.map.names)
    script(q, ("TT", "priest comes", SPA))
    assert at(q, "TT", SPA) == {PRIEST: 1}


@pytest.mark.rule("CW-TT-021")
def test_the_spellbook_of_an_independent_great_old_one_brings_no_high_priest():
    """The same with a spellbook of the faction does (above)."""
    units = {"TT": {EA: "Yig, Acolyte", AR: "Acolyte"}, "YS": {ANT: "Acolyte"}}
    p = table(
        "TT YS BG", units, things=("great_old_one_pack_1",), cards={"Yig": "TT"}, gates={EA: "TT", AR: "TT"},
        books={"TT": HIEROPHANTS},
    )  # fmt: skip
    script(p, ("TT", "action", f"give up a gate for yig {EA}"))
    assert (p.state.earned[0].bit_count(), left(p, "TT", PRIEST), growth(p)) == (1, 0, 0)
    assert asked(p)[1] != "priest comes"


@pytest.mark.rule("CW-TT-019")
def test_with_high_priests_everybody_gets_one_when_the_book_is_taken_and_not_later():
    p = earned({EA: "Acolyte"}, {EA: "TT"}, HIEROPHANTS, things=ALL)
    assert (at(p, "TT", EA)[PRIEST], at(p, "YS", ANT)) == (1, {"Acolyte": 1, PRIEST: 1})
    assert asked(p) == ("BG", "priest comes")  # it has no units at all
    script(p, ("BG", "priest comes", WAF))
    assert at(p, "BG", WAF) == {PRIEST: 1}
    later = earned({EA: "Acolyte"}, {EA: "TT"}, SOULLESS, things=ALL)
    assert (left(later, "TT", PRIEST), left(later, "YS", PRIEST), left(later, "BG", PRIEST)) == (1, 0, 0)
    without = earned({EA: "Acolyte"}, {EA: "TT"}, HIEROPHANTS)
    assert at(without, "YS", ANT) == {"Acolyte": 1}


# -- Idolatry ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TT-030")
def test_idolatry_brings_any_neighbours_into_an_area_with_a_glyph():
    units = {"TT": {AR: f"2 {PROTO}, Acolyte", EA: PROTO, ANT: PROTO}}
    p = table("TT YS BG", units, books={"TT": IDOLATRY}, gates={AR: "TT"})
    script(p, ("TT", "action", f"idolatry {WAF}"))
    assert labels(p) == {f"{PROTO}, {AR}", f"Acolyte on the gate, {AR}", f"{PROTO}, {EA}"}
    script(p, ("TT", "who comes", f"{PROTO}, {AR}"), ("TT", "who comes", f"Acolyte on the gate, {AR}"))
    script(p, ("TT", "who comes", f"{PROTO}, {EA}"), ("TT", "who comes", "done"))
    assert (at(p, "TT", WAF), at(p, "TT", AR), at(p, "TT", EA)) == ({PROTO: 2, "Acolyte": 1}, {PROTO: 1}, {})
    assert (p.state.gate[area(p, AR)], p.state.power[0]) == (OPEN_GATE, 8)


@pytest.mark.rule("CW-TT-030")
def test_idolatry_needs_a_glyph_and_a_neighbour():
    p = table("TT YS BG", {"TT": {AR: PROTO}}, books={"TT": IDOLATRY})
    assert set(why_not(p, "TT", "idolatry", area(p, EA))) == {"CW-TT-030"}  # no glyph
    assert set(why_not(p, "TT", "idolatry", area(p, SPA))) == {"CW-TT-030"}  # nobody near
    assert not why_not(p, "TT", "idolatry", area(p, SAS))  # of Crawling Chaos, who does not play
    assert not why_not(p, "TT", "idolatry", area(p, EU))


@pytest.mark.rule("CW-TT-030")
def test_the_ruling_idolatry_asks_for_a_faction_in_the_game():
    p = table("TT YS BG", {"TT": {AR: PROTO}}, books={"TT": IDOLATRY}, rulings={"idolatry": "in_game"})
    assert set(why_not(p, "TT", "idolatry", area(p, SAS))) == {"CW-TT-030"}
    assert not why_not(p, "TT", "idolatry", area(p, EU))
    own = table("TT OW BG", {"TT": {AR: PROTO}}, books={"TT": IDOLATRY}, start={"OW": EA, "TT": SAS})
    assert not why_not(own, "TT", "idolatry", area(own, EA))  # where Opener's token lies


# -- battle -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TT-022")
def test_a_martyr_makes_pains_of_all_other_kills():
    units = {"YS": {EA: "4 Byakhee"}, "TT": {EA: f"{PRIEST}, Acolyte, {PROTO}"}}
    p = table("YS TT BG", units, books={"TT": MARTYRDOM})
    script(p, fight("YS", "TT"), *KILLED)
    assert asked(p) == ("TT", "post_battle")
    script(p, ("TT", "post_battle", MARTYRDOM))
    assert asked(p) == ("TT", "retreat to")
    script(p, ("TT", "retreat to", AR), ("TT", "retreat to", AR))
    assert (at(p, "TT", AR), at(p, "TT", EA), left(p, "TT", PRIEST)) == ({"Acolyte": 1, PROTO: 1}, {}, 0)


@pytest.mark.rule("CW-TT-022")
def test_one_martyr_of_several_saves_the_other_high_priests_too():
    units = {"YS": {EA: "4 Byakhee"}, "TT": {EA: f"3 {PRIEST}"}}
    p = table("YS TT BG", units, books={"TT": MARTYRDOM}, gates={EA: "TT"})
    script(p, fight("YS", "TT"), roll(3, 0), ("TT", "takes a kill", PRIEST), ("TT", "takes a kill", PRIEST))
    script(p, ("TT", "post_battle", MARTYRDOM))
    assert asked(p) == ("TT", "martyr")
    script(p, ("TT", "martyr", f"{PRIEST} (a kill)"), ("TT", "retreat to", AR), ("TT", "retreat to", AR))
    assert (left(p, "TT", PRIEST), at(p, "TT", AR)) == (2, {PRIEST: 2})


@pytest.mark.rule("CW-TT-022")
def test_martyrdom_is_no_duty_and_needs_another_kill_and_a_dead_high_priest():
    units = {"YS": {EA: "4 Byakhee"}, "TT": {EA: f"{PRIEST}, Acolyte, {PROTO}"}}
    p = table("YS TT BG", units, books={"TT": MARTYRDOM})
    script(p, fight("YS", "TT"), *KILLED, ("TT", "post_battle", "done"))
    assert at(p, "TT", EA) == {}
    q = table("YS TT BG", units, books={"TT": MARTYRDOM})
    script(
        q, fight("YS", "TT"), roll(2, 0), roll(0, 0), ("TT", "takes a kill", "Acolyte"), ("TT", "takes a kill", PROTO)
    )
    assert (asked(q)[1], at(q, "TT", EA)) == ("oath", {PRIEST: 1})
    two = table("YS TT BG", units, books={"TT": MARTYRDOM})
    script(two, fight("YS", "TT"), roll(2, 0), roll(0, 0), *KILLED[2:], ("TT", "post_battle", MARTYRDOM))
    script(two, ("TT", "retreat to", AR))
    assert (at(two, "TT", EA), at(two, "TT", AR)) == ({PROTO: 1}, {"Acolyte": 1})
    text = "1 other kill becomes a pain"
    assert text in {event.text for segment in two.segments() for event in trace_of(two.system, segment)}
    one = table("YS TT BG", units, books={"TT": MARTYRDOM})
    script(one, fight("YS", "TT"), roll(1, 0), roll(0, 0), ("TT", "takes a kill", PRIEST))
    assert at(one, "TT", EA) == {"Acolyte": 1, PROTO: 1}
    assert asked(one)[1] != "post_battle"
    others = table("YS GC TT", {"YS": {EA: "4 Byakhee"}, "GC": {EA: "2 Acolyte"}}, books={"TT": MARTYRDOM})
    script(others, fight("YS", "GC"), roll(2, 0))
    assert left(others, "GC", "Acolyte") == 0


@pytest.mark.rule("CW-TT-023")
def test_a_high_priest_who_is_devoured_is_no_martyr():
    units = {"GC": {EA: "Cthulhu"}, "TT": {EA: f"{PRIEST}, Acolyte, {PROTO}"}}
    p = table("GC TT BG", units, books={"TT": MARTYRDOM})
    script(p, fight("GC", "TT"), ("GC", "pre_battle", "Devour"), ("TT", "devoured", PRIEST))
    script(p, roll(2, 0), roll(0, 0), ("TT", "takes a kill", PROTO))
    assert (at(p, "TT", EA), left(p, "TT", PROTO)) == ({}, 0)


@pytest.mark.rule("CW-TT-028")
@pytest.mark.parametrize(("said", "own", "theirs"), [("more", 8, 6), ("less", 4, 2), ("done", 4, 6)])
def test_terror_is_dice_more_or_fewer_dice_of_the_enemy_and_all_do_the_same(said, own, theirs):
    units = {"TT": {EA: f"4 {PROTO}, 2 Acolyte"}, "GC": {EA: "2 Starspawn"}}
    p = script(table("TT GC BG", units, books={"TT": TERROR}), fight("TT", "GC"))
    assert asked(p) == ("TT", "terror")
    assert labels(p) == {"4 dice more", "4 dice fewer for the enemy", "Neither"}
    script(p, ("TT", "terror", said))
    assert dice(p) == own
    script(p, roll(0, 0))
    assert dice(p) == theirs
    assert p.explain().source == p.state


@pytest.mark.rule("CW-TT-029")
def test_the_enemy_has_no_fewer_than_no_dice_and_terror_needs_proto_shoggoths():
    units = {"TT": {EA: f"4 {PROTO}"}, "GC": {EA: "2 Deep One"}}
    p = script(table("GC TT BG", units, books={"TT": TERROR}), fight("GC", "TT"), ("TT", "terror", "less"))
    assert (asked(p), dice(p)) == (("chance", "battle dice"), 4)  # its own: two Deep Ones have none left to roll
    assert Resolution(p.state, p.state.battle).dice(0, 1).value == 0
    none = table("TT GC BG", {"TT": {EA: UBBO, AR: PROTO}, "GC": {EA: "Deep One"}}, books={"TT": TERROR},
                 counters=[["TT", "growth", 2]])  # fmt: skip
    script(none, fight("TT", "GC"))
    assert (asked(none)[0], dice(none)) == ("chance", 2)
    away = table("YS GC TT", {"YS": {EA: "3 Undead"}, "GC": {EA: "Deep One"}, "TT": {EA: PROTO}}, books={"TT": TERROR})
    assert asked(script(away, fight("YS", "GC")))[0] == "chance"


@pytest.mark.rule("CW-TT-028")
def test_terror_is_said_when_all_powers_before_the_dice_have_spoken():
    units = {"TT": {EA: f"2 {PROTO}"}, "CC": {EA: "Flying Polyp, Nightgaunt"}}
    p = table("TT CC BG", units, books={"TT": TERROR, "CC": "Invisibility"})
    script(p, fight("TT", "CC"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", f"TT {PROTO}"))
    assert labels(p) == {"1 die more", "1 die fewer for the enemy", "Neither"}


# -- captives, rituals ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TT-024")
def test_soulless_captives_give_no_power_and_what_is_added_is_added_to_nothing():
    units = {"YS": {EA: "Acolyte"}}
    captives = {"YS": {"TT": f"2 Acolyte, {PRIEST}", "BG": "Acolyte"}}
    p = table("YS TT BG", units, books={"TT": SOULLESS}, captives=captives)
    assert gathered(p.state, 0).value == 2
    plain = table("YS TT BG", units, captives=captives)
    assert gathered(plain.state, 0).value == 5
    beast = {"SL": {"TT": f"Acolyte, {PROTO}"}}  # a Monster that was captured is no Cultist
    caught = table("SL TT BG", {"SL": {EA: "Acolyte"}}, books={"TT": SOULLESS}, captives=beast)
    assert gathered(caught.state, 0).value == 2


@pytest.mark.rule("CW-TT-026", "CW-TT-027")
@pytest.mark.parametrize(("ruling", "signs"), [("gates_with_priests", 2), ("start_areas", 1)])
def test_tablets_bring_signs_and_take_every_high_priest(ruling, signs):
    units = {"TT": {EA: f"{PRIEST}, Acolyte", ANT: "Acolyte", SPA: PRIEST, EU: PRIEST}, "YS": {SPA: "Acolyte"}}
    gates = {EA: "TT", SPA: "YS"}
    p = table("TT YS BG", units, gates=gates, books={"TT": TABLETS}, phase="doom", power=9, rulings={"tablets": ruling})
    script(p, DONE, ("TT", "doom phase", "ritual"))
    for _ in range(signs):
        script(p, ("chance", "elder sign", 1))
    assert (len(p.state.signs[0]), left(p, "TT", PRIEST), asked(p)[1]) == (signs, 0, "doom phase")
    assert p.state.power[0] == 4


@pytest.mark.rule("CW-TT-026", "CW-TT-027")
def test_tablets_are_no_choice_but_the_oath_before_them_is_and_rituals_of_others_take_nobody():
    units = {"TT": {EA: f"Acolyte, 2 {PRIEST}"}, "YS": {EU: "Acolyte"}}
    p = table("TT YS BG", units, gates={EA: "TT", EU: "YS"}, books={"TT": TABLETS}, phase="doom", power=9, first="TT")
    script(p, ("TT", "oath", f"{PRIEST}, {EA}"), ("TT", "oath", f"{PRIEST}, {EA}"), ("TT", "doom phase", "ritual"))
    assert (p.state.signs[0], p.state.power[0], asked(p)[1]) == ((), 8, "doom phase")
    q = table("YS TT BG", units, gates={EA: "TT", EU: "YS"}, books={"TT": TABLETS}, phase="doom", power=9, first="YS")
    script(q, DONE, ("YS", "doom phase", "ritual"), ("YS", "sycophancy", "give"))
    assert (left(q, "TT", PRIEST), q.state.signs) == (2, [(), (), ()])
    two = table("TT YS BG", units, gates={EA: "TT"}, books={"TT": TABLETS}, phase="doom", power=9)
    script(two, DONE, ("TT", "doom phase", "ritual"), ("chance", "elder sign", 3))
    assert two.state.signs[0] == (3,)  # one for the gate, however many stand there
    assert asked(two) == ("YS", "doom phase")
    home = table("TT YS BG", {"TT": {EU: f"2 {PRIEST}"}}, books={"TT": TABLETS}, phase="doom", power=9,
                 rulings={"tablets": "start_areas"})  # fmt: skip
    script(home, DONE, ("TT", "doom phase", "ritual"), ("chance", "elder sign", 1), ("chance", "elder sign", 1))
    assert home.state.signs[0] == (1, 1)  # one for each of them


@pytest.mark.rule("CW-TT-011", "CW-TT-026")
def test_awakening_and_ritual_come_in_any_order_in_one_slot():
    units = {"TT": {EA: "Acolyte", AR: f"2 {PRIEST}"}}
    p = table("TT YS BG", units, gates={EA: "TT"}, books={"TT": TABLETS}, phase="doom", power=9)
    script(p, DONE, ("TT", "doom phase", "Awaken Ubbo-Sathla"), DONE, ("TT", "doom phase", "ritual"))
    script(p, ("chance", "elder sign", 1))  # for Ubbo-Sathla
    assert (left(p, "TT", UBBO), left(p, "TT", PRIEST), p.state.signs[0]) == (1, 0, (1,))
    q = table("TT YS BG", units, gates={EA: "TT"}, books={"TT": TABLETS}, phase="doom", power=9)
    script(q, DONE, ("TT", "doom phase", "ritual"))
    assert asked(q)[0] != "TT"  # nobody is left to be given up


# -- requirements -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TT-013")
def test_a_ritual_of_another_or_its_15_doom_fills_the_slot_and_the_own_do_not():
    slot = {"TT": "Ritual of another or 15 Doom"}
    units = {"TT": {ANT: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = table("YS TT BG", units, phase="doom", power=9, first="YS", open=slot)
    script(p, ("YS", "doom phase", "ritual"))
    assert asked(p) == ("TT", "spellbook")
    own = table("TT YS BG", units, phase="doom", power=9, first="TT", open=slot)
    script(own, ("TT", "doom phase", "ritual"))
    assert asked(own) == ("YS", "doom phase")
    for doom, earns in (({"YS": 15}, True), ({"YS": 14}, False), ({"TT": 20}, False)):
        q = table("TT YS BG", units, open=slot, doom=doom)
        script(q, ("TT", "action", f"recruit {ANT}"), ACO)
        assert (asked(q)[1] == "spellbook") is earns, doom


@pytest.mark.rule("CW-TT-014", "CW-TT-015")
def test_one_sign_earned_fills_one_slot_and_three_the_other():
    units = {"TT": {ANT: UBBO}}
    both = {"TT": "Earn an Elder Sign, Three Elder Signs"}
    for had, books in (((), 1), ((1, 1), 2), ((1,), 1)):
        p = table("TT YS BG", units, phase="doom", power=9, open=both, signs={"TT": list(had)}, first="TT", round=2)
        if asked(p)[0] == "chance":
            script(p, ("chance", "growth", 1))
        script(p, ("TT", "doom phase", "ritual"), ("chance", "elder sign", 1))
        taken = 0
        while asked(p) == ("TT", "spellbook"):
            p.play(p.decision.options[0])
            taken += 1
        assert taken == books, had
    idle = table("TT YS BG", {"TT": {ANT: "Acolyte"}}, open=both, signs={"TT": [1, 2]})
    script(idle, ("TT", "action", f"recruit {ANT}"), ACO)
    assert asked(idle)[1] == "action"


@pytest.mark.rule("CW-TT-016")
def test_the_gate_at_home_is_taken_away_by_an_action():
    units = {"TT": {SAS: "2 Acolyte", AR: "Acolyte"}}
    more: dict[str, Any] = {"start": {"TT": SAS}, "open": {"TT": "Take away the gate at home"}}
    p = table("TT YS BG", units, gates={SAS: "TT", AR: "TT"}, **more)
    script(p, ("TT", "action", "remove gate"))
    assert (p.state.gate[area(p, SAS)], p.state.gate[area(p, AR)]) == (NO_GATE, HELD_GATE)
    assert (at(p, "TT", SAS), p.state.power[0], asked(p)) == ({"Acolyte": 2}, 9, ("TT", "spellbook"))
    lost = table("TT YS BG", units | {"YS": {SAS: "Acolyte"}}, gates={SAS: "YS", AR: "TT"}, **more)
    assert set(why_not(lost, "TT", "remove gate")) == {"CW-TT-016"}
    done = table("TT YS BG", units, gates={SAS: "TT"}, start={"TT": SAS}, open={"TT": "Earn an Elder Sign"})
    assert set(why_not(done, "TT", "remove gate")) == {"CW-ACT-014"}
    s = table("TT YS BG", units, gates={SAS: "TT", AR: "TT"}, **more).state.copy()
    s.make_sort(s.config.map.index[SAS], "fixed")
    assert set(why_not(Position(p.system, s), "TT", "remove gate")) == {"CW-TT-016"}


@pytest.mark.rule("CW-TT-032")
def test_a_unit_that_is_a_gate_is_not_the_gate_at_home():
    units = {"TT": {SAS: "Acolyte"}, "OW": {SAS: "Yog-Sothoth"}}
    more: dict[str, Any] = {"start": {"TT": SAS}, "open": {"TT": "Take away the gate at home"}}
    assert set(why_not(table("TT OW BG", units, **more), "TT", "remove gate")) == {"CW-TT-016"}


@pytest.mark.rule("CW-TT-017")
@pytest.mark.parametrize(("rolled", "earns"), [((1, 0), True), ((0, 1), False)])
def test_anybodys_great_old_one_killed_in_any_battle_fills_the_slot(rolled, earns):
    units = {"YS": {EA: "4 Byakhee"}, "BG": {EA: "Shub-Niggurath"}, "TT": {ANT: "Acolyte"}}
    p = table("YS BG TT", units, open={"TT": "A Great Old One killed"})
    script(p, fight("YS", "BG"), roll(*rolled))
    if not earns:
        script(p, ("BG", "retreat to", AR))
    assert (asked(p)[1] == "spellbook") is earns


@pytest.mark.rule("CW-TT-017")
def test_a_monster_killed_or_a_great_old_one_given_up_does_not():
    units = {"YS": {EA: "4 Byakhee"}, "BG": {EA: "Ghoul, Shub-Niggurath"}, "TT": {ANT: "Acolyte"}}
    p = table("YS BG TT", units, open={"TT": "A Great Old One killed"})
    script(p, fight("YS", "BG"), roll(1, 0), ("BG", "takes a kill", "Ghoul"))
    assert asked(p)[1] == "action"


# -- two players ------------------------------------------------------------------------------------------------------
def test_two_players_with_it_lose_doom_for_what_is_given_up():
    p = table("TT YS", {"TT": {EA: f"Acolyte, {PRIEST}"}, "YS": {AR: "Acolyte"}}, board="earth_4p_3w5e")
    script(
        p, ("TT", "action", f"recruit {EA}"), ("TT", "who is recruited", "Acolyte"), ("TT", "oath", f"{PRIEST}, {EA}")
    )
    assert (p.state.power, p.state.doom) == ([10, 9], [0, 3])
    assert p.state.config.worth[0][tt.UBBO_SATHLA] == 3  # the average of 6 and nothing


@pytest.mark.rule("CW-TT-022", "CW-2PL-014")
def test_with_two_players_whom_a_martyr_saves_brings_half_of_its_worth():
    units = {"YS": {EA: "4 Byakhee"}, "TT": {EA: f"{PRIEST}, Acolyte, {PROTO}"}}
    for says, doom in ((MARTYRDOM, 3 + 1 + 1), ("done", 3 + 1 + 2)):
        p = table("YS TT", units, books={"TT": MARTYRDOM}, board="earth_4p_3w5e")
        script(p, fight("YS", "TT"), *KILLED, ("TT", "post_battle", says))
        while asked(p)[1] == "retreat to":
            p.play(p.decision.options[0])
        assert p.state.doom == [doom, 0]


@pytest.mark.rule("CW-TT-014", "CW-ES-006")
def test_the_doom_of_an_empty_bag_is_no_elder_sign_earned():
    more: dict[str, Any] = {"phase": "doom", "power": 9, "first": "TT", "round": 2}
    for bag, earns in (([0, 0, 0], False), ([1, 0, 0], True)):
        p = table("TT YS BG", {"TT": {ANT: UBBO}}, open={"TT": "Earn an Elder Sign"}, bag=bag, **more)
        if asked(p)[0] == "chance":
            script(p, ("chance", "growth", 1))
        script(p, ("TT", "doom phase", "ritual"))
        if earns:
            script(p, ("chance", "elder sign", 1))
        assert (asked(p) == ("TT", "spellbook"), p.state.doom[0]) == (earns, 0 if earns else 1)


@pytest.mark.rule("CW-HP-004", "CW-HP-006")
def test_the_oath_is_open_when_the_last_who_has_power_drops_to_none():
    units = {"YS": {EA: "Acolyte"}, "TT": {AR: PRIEST, ANT: "Acolyte"}}
    p = script(table("YS TT BG", units, power={"YS": 3}), ("YS", "action", "pass"))
    assert asked(p) == ("TT", "oath")
    script(p, ("TT", "oath", f"{PRIEST}, {AR}"))
    assert (asked(p), p.state.power[1]) == (("TT", "action"), 2)
    q = script(table("YS TT BG", units, power={"YS": 3}), ("YS", "action", "pass"), DONE)
    assert (asked(q), q.state.power[1] > 0) == (("TT", "oath"), True)  # Power is gathered now


# -- what no other test would miss ------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TT-028", "CW-CC-019")
def test_a_proto_shoggoth_that_is_hidden_takes_no_die_from_the_enemy():
    units = {"TT": {EA: f"2 {PROTO}"}, "CC": {EA: "3 Flying Polyp"}}
    p = table("TT CC BG", units, books={"TT": TERROR, "CC": "Invisibility"})
    script(p, fight("TT", "CC"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", f"TT {PROTO}"))
    script(p, ("CC", "invisible", "done"), ("TT", "terror", "1 die fewer for the enemy"))
    assert dice(p) == 1
    script(p, roll(0, 0))
    assert dice(p) == 2


@pytest.mark.rule("CW-TT-017")
@pytest.mark.parametrize("killed", ["YS", "BG"])
def test_the_great_old_one_of_either_side_may_be_the_one_that_is_killed(killed):
    units = {"YS": {EA: "Hastur"}, "BG": {EA: "Shub-Niggurath", AR: "Acolyte"}, "TT": {ANT: "Acolyte"}}
    p = table("YS BG TT", units, open={"TT": "A Great Old One killed"})
    mine, theirs = (roll(0, 0), roll(1, 0)) if killed == "YS" else (roll(1, 0), roll(0, 0))
    script(p, fight("YS", "BG"), mine, theirs)
    assert asked(p) == ("TT", "spellbook")


@pytest.mark.rule("CW-TT-016", "CW-WW-038")
@pytest.mark.parametrize(("marked", "price"), [(SAS, 1), (EU, 0)])
def test_ice_age_asks_for_something_where_the_gate_at_home_is_taken_away(marked, price):
    units = {"TT": {SAS: "Acolyte"}, "WW": {ANT: "Acolyte"}}
    p = table("TT WW BG", units, gates={SAS: "TT"}, markers={"ice_age": marked}, books={"WW": "Ice Age"},
              start={"TT": SAS}, open={"TT": "Take away the gate at home"})  # fmt: skip
    script(p, ("TT", "action", "remove gate"))
    assert p.state.power[0] == 9 - price


@pytest.mark.rule("CW-TT-015")
@pytest.mark.parametrize(("signs", "met"), [([1, 1, 1], True), ([3, 3], False)])
def test_three_signs_are_enough_whenever_they_came(signs, met):
    p = table("TT YS BG", {"TT": {EA: "Acolyte"}}, signs={"TT": signs}, open={"TT": "Three Elder Signs"})
    script(p, ("TT", "action", f"recruit {EA}"), ACO)
    assert (asked(p) == ("TT", "spellbook")) is met


@pytest.mark.rule("CW-TT-019", "CW-OW-013")
def test_yog_sothoth_is_a_gate_of_opener_s_for_the_high_priest_that_comes():
    units = {"TT": {EA: "Acolyte"}, "OW": {AR: "Yog-Sothoth", ANT: "Acolyte"}}
    p = table("TT OW BG", units, gates={EA: "TT"}, things=ALL, doom={"OW": 15},
              open={"TT": "Ritual of another or 15 Doom"})  # fmt: skip
    script(p, ("TT", "action", f"recruit {EA}"), ACO, ("TT", "spellbook", HIEROPHANTS))
    while asked(p) == ("BG", "priest comes"):
        p.play(p.decision.options[0])
    assert (at(p, "OW", AR), at(p, "OW", ANT)) == ({PRIEST: 1, "Yog-Sothoth": 1}, {"Acolyte": 1})
