"""Masks of Nyarlathotep: the Dark Demons, the Shadow Pharaoh, the Haunter of the Dark and the Bloated Woman."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, pool
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from tests.cthulhu_wars.test_dreamlands import BHOLE, KADATH, THOK, ZOOGS
from tests.cthulhu_wars.test_terrors import drawn, out, signs
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.display.market import market
from theomachy.games.cthulhu_wars.rules.domains import CARD, figure
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.score import gathered

EU, NA, WAF, IO = "Europe", "North Asia", "West Africa", "Indian Ocean"
BOX = ("masks_of_nyarlathotep",)
DEMON, PHARAOH, HAUNTER, WOMAN = NAMES = "Dark Demon", "Shadow Pharaoh", "Haunter of the Dark", "Bloated Woman"
BOOKS = {"GC": "Absorb, Devolve, Dreams, Regenerate, Submerge, Yha-nthlei"}


def scene(seats: str, units: dict[str, dict[str, str]], card: str = "", **more: Any) -> Position:
    """A table with the Masks in the box; the first seat has the card, if one is named."""
    held = {"cards": {card: seats.split()[0]}} if card else {}
    there = {name: row for name, row in units.items() if name in (*seats.split(), BHOLE, ZOOGS)}
    return table(seats, there, **{"things": BOX, **held, **more})


def slot(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """The first seat is in its slot of the Doom phase."""
    return scene(seats, units, **{"phase": "doom", "power": 4, "doom": dict.fromkeys(seats.split(), 5), **more})


PLACES = {"GC": {AR: "2 Acolyte"}, "YS": {EU: "6 Acolyte"}, "BG": {WAF: "Acolyte"}}


@pytest.mark.rule("CW-MSK-001", "CW-MSK-005", "CW-MSK-007", "CW-MSK-009", "CW-MSK-014")
def test_four_cards_are_in_the_box_and_a_demon_for_each_faction() -> None:
    config = system("GC YS BB", things=BOX).config
    assert tuple(card.name for card in config.cards) == NAMES
    rows = {u.name: (u.figures, u.costs, u.combat, u.rank) for u in config.factions[0].units if u.neutral}
    assert rows == {PHARAOH: (1, (4,), 2, 3), HAUNTER: (1, (6,), 0, 2), WOMAN: (1, (4,), 1, 2)}
    demons = [u for card in config.factions for u in card.units if u.name == DEMON]
    assert [(u.figures, u.costs, u.combat, u.rank, u.gathers) for u in demons] == [(1, (1,), 0, 0, 0)] * 3


# -- Dark Demons ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-MSK-002", "CW-MSK-006")
def test_the_card_costs_two_doom_and_each_other_faction_loses_an_acolyte_for_its_demon() -> None:
    p = slot("GC YS BG", PLACES)
    assert [pool(p, name, DEMON) for name in ("GC", "YS", "BG")] == [0, 0, 0]
    script(p, ("GC", "doom phase", "Buy Dark Demon"), ("GC", "where the demon comes", NA))
    assert asked(p) == ("YS", "leaves the game") or at(p, "YS", EU) == {"Acolyte": 5}
    assert (p.state.doom, at(p, "GC", NA)) == ([3, 5, 5], {DEMON: 1})
    assert (at(p, "YS", EU), out(p, "YS", "Acolyte")) == ({"Acolyte": 5}, 1)  # all were on the map
    assert (at(p, "BG", WAF), out(p, "BG", "Acolyte"), pool(p, "BG", "Acolyte")) == ({"Acolyte": 1}, 1, 4)
    assert [pool(p, name, DEMON) for name in ("GC", "YS", "BG")] == [0, 1, 1]
    assert out(p, "GC", "Acolyte") == 0
    assert [signs(p, name) for name in ("GC", "YS", "BG")] == [0, 0, 0]
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-MSK-006")
def test_whose_acolytes_are_all_in_play_chooses_one_of_them() -> None:
    p = slot("GC YS BG", {**PLACES, "YS": {EU: "5 Acolyte", EA: "Acolyte"}})
    script(p, ("GC", "doom phase", "Buy Dark Demon"), ("GC", "where the demon comes", NA),
           ("YS", "leaves the game", f"Acolyte, {EA}"))  # fmt: skip
    assert (at(p, "YS", EU), at(p, "YS", EA), out(p, "YS", "Acolyte")) == ({"Acolyte": 5}, {}, 1)


@pytest.mark.rule("CW-MSK-006")
def test_the_last_acolyte_of_the_pool_goes_before_any_of_the_map() -> None:
    p = slot("GC YS BG", {**PLACES, "YS": {EU: "3 Acolyte", EA: "2 Acolyte"}})
    script(p, ("GC", "doom phase", "Buy Dark Demon"), ("GC", "where the demon comes", NA))
    assert asked(p)[1] == "doom phase"  # Yellow Sign is not asked which
    assert (at(p, "YS", EU), at(p, "YS", EA)) == ({"Acolyte": 3}, {"Acolyte": 2})
    assert (out(p, "YS", "Acolyte"), pool(p, "YS", "Acolyte")) == (1, 0)


@pytest.mark.rule("CW-MSK-006", "CW-SL-036")
def test_sleeper_may_lose_the_acolyte_that_sleeps_with_a_gate() -> None:
    units = {**PLACES, "SL": {EU: "5 Acolyte", "submerged": "Acolyte"}}
    p = slot("GC SL BG", units, gates_on_cards=[["SL", 1]])
    script(p, ("GC", "doom phase", "Buy Dark Demon"), ("GC", "where the demon comes", NA))
    assert (asked(p), len(p.decision.options)) == (("SL", "leaves the game"), 2)
    p.play(next(unit for unit in p.decision.options if unit[1] == CARD))
    assert (at(p, "SL", EU), out(p, "SL", "Acolyte"), p.state.stowed) == ({"Acolyte": 5}, 1, ((-1, 1),))


@pytest.mark.rule("CW-MSK-003", "CW-MSK-001")
def test_crawling_chaos_pays_no_doom_and_the_others_gain_a_sign() -> None:
    p = slot("CC YS BG", {**PLACES, "CC": {AR: "Acolyte"}}, doom=0)
    assert "Buy Dark Demon" in labels(p)
    row = next(line for line in market(p.state, 0) if line.id == "market")
    assert row.items[0].note.startswith("0 Doom.")
    assert next(line for line in market(p.state, 1) if line.id == "market").items[0].note.startswith("2 Doom.")
    script(p, ("CC", "doom phase", "Buy Dark Demon"), ("CC", "where the demon comes", NA))
    drawn(p)
    assert ([signs(p, name) for name in ("CC", "YS", "BG")], p.state.doom) == ([0, 1, 1], [0, 0, 0])
    p = slot("YS CC BG", {**PLACES, "CC": {AR: "Acolyte"}}, doom=1)
    assert asked(p) == ("CC", "doom phase")  # nobody else can buy anything
    late = slot("YS CC BG", {**PLACES, "CC": {AR: "Acolyte"}}, doom=2)
    assert (asked(late)[0], "Buy Dark Demon" in labels(late)) == ("YS", True)


@pytest.mark.rule("CW-MSK-004")
def test_with_its_demon_in_the_pool_a_faction_recruits_it_or_does_nothing() -> None:
    units = {"GC": {AR: "2 Acolyte, Cthulhu"}, "YS": {AR: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards={DEMON: "YS"}, gates={AR: "GC"}, books={"GC": "Dreams"})
    assert labels(p) == {"Pass", f"Recruit a Cultist in {AR}"}
    q = script(p.clone(), ("GC", "action", "pass"))
    assert (asked(q)[0], q.state.power[0], pool(q, "GC", DEMON)) == ("YS", 0, 1)
    script(p, ("GC", "action", f"recruit {AR}"))
    assert at(p, "GC", AR) == {"Acolyte": 2, "Cthulhu": 1, DEMON: 1}  # no question: no Acolyte is recruited instead
    assert p.state.power[0] == 8
    assert "Abandon the gate in Arabia" in labels(p)  # nothing is barred any more
    script(p, ("GC", "action", "end"), ("YS", "action", "pass"), ("BG", "action", "pass"))
    assert {"Move", f"Battle in {AR} against Yellow Sign"} <= labels(p)


@pytest.mark.rule("CW-MSK-004")
def test_by_the_ruling_actions_beside_the_main_one_stay() -> None:
    units = {"GC": {AR: "2 Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    rulings = {"dark_demon_actions": "main_only"}
    for books, battle in (("", False), (BOOKS["GC"], True)):
        p = scene("GC YS BG", {**units, "GC": {AR: "2 Acolyte, Deep One"}}, cards={DEMON: "YS"}, gates={AR: "GC"},
                  rulings=rulings, books={"GC": books} if books else {})  # fmt: skip
        assert ("Abandon the gate in Arabia" in labels(p), "Move" in labels(p)) == (True, False)
        assert (f"Battle in {AR} against Yellow Sign" in labels(p)) is battle


@pytest.mark.rule("CW-MSK-004")
def test_it_bars_no_ritual_and_no_purchase_nor_a_faction_whose_demon_is_in_play() -> None:
    p = slot("GC YS BG", PLACES, cards={DEMON: "YS"}, gates={AR: "GC"}, power=9)
    assert {"Buy Shadow Pharaoh", "Ritual of Annihilation for 5 Power"} <= labels(p)
    p = scene("GC YS BG", {**PLACES, "GC": {AR: f"Acolyte, {DEMON}"}}, cards={DEMON: "YS"})
    assert {"Move", f"Create a gate in {AR}"} <= labels(p)


@pytest.mark.rule("CW-MSK-005")
def test_a_demon_builds_and_holds_gates_brings_nothing_and_is_captured_for_one_power() -> None:
    units = {"GC": {AR: DEMON}, "YS": {AR: "Undead", EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards={DEMON: "YS"})
    assert sum(part.change for part in gathered(p.state, 0).parts) == 0
    assert "CW-CRG-001" not in why_not(p, "GC", "gate", area(p, AR))
    q = scene("GC YS BG", {**units, "YS": {EU: "Acolyte"}}, cards={DEMON: "YS"})
    script(q, ("GC", "action", f"gate {AR}"), ("GC", "action", f"control {AR} {DEMON}"))
    assert q.state.holder(area(q, AR)) == 0
    y = scene("YS GC BG", {**units, "YS": {AR: f"Undead, {DEMON}"}}, cards={DEMON: "YS"})
    script(y, ("YS", "action", f"capture {AR} Great Cthulhu"))
    assert {part.name: part.change for part in gathered(y.state, 0).parts}["captives"] == 1


@pytest.mark.rule("CW-MSK-005")
def test_what_speaks_of_acolytes_does_not_mean_a_demon() -> None:
    for unit, may in ((DEMON, False), ("Acolyte", True)):
        p = scene("GC YS BG", {"GC": {AR: f"Deep One, {DEMON}"}, "YS": {EA: unit}, "BG": {WAF: DEMON}},
                  cards={DEMON: "YS"}, books={"GC": "Dreams"})  # fmt: skip
        assert ([*why_not(p, "GC", "dreams", area(p, EA), who(p, "YS"))] == []) is may


@pytest.mark.rule("CW-BB-042")
def test_bubastis_loses_an_earth_cat_and_summons_none_before_her_demon_is_in_play() -> None:
    units = {"YS": {EU: "Acolyte"}, "BB": {AR: "Cat from Mars"}, "BG": {WAF: "Acolyte"}}
    p = slot("YS BB BG", units)
    script(p, ("YS", "doom phase", "Buy Dark Demon"), ("YS", "where the demon comes", NA))
    assert (pool(p, "BB", "Earth Cat"), out(p, "BB", "Earth Cat"), pool(p, "BB", DEMON)) == (5, 1, 1)
    q = scene("BB YS BG", units, cards={DEMON: "YS"}, power=2)
    assert labels(q) == {"Pass", f"Recruit a Cultist in {AR}"}
    script(q, ("BB", "action", f"recruit {AR}"), ("YS", "action", "pass"),
           ("BG", "action", "pass"))  # fmt: skip
    assert "Summon at Moon: Earth Cat" in labels(q)


# -- Shadow Pharaoh ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-MSK-007", "CW-MSK-008")
def test_the_pharaoh_comes_to_a_gate_of_his_buyer_who_steps_off() -> None:
    p = slot("GC YS BG", PLACES, gates={AR: "GC"})
    script(p, ("GC", "doom phase", "Buy Shadow Pharaoh"))
    assert (p.state.doom[0], p.state.power[0], at(p, "GC", AR)) == (3, 2, {"Acolyte": 2, PHARAOH: 1})
    assert p.state.holder(area(p, AR)) == -1
    assert p.state.gate[area(p, AR)] == 1
    assert [signs(p, name) for name in ("YS", "BG")] == [0, 0]


@pytest.mark.rule("CW-MSK-007", "CW-MSK-001")
def test_crawling_chaos_pays_power_alone_for_him() -> None:
    p = slot("CC YS BG", {**PLACES, "CC": {AR: "Acolyte"}}, gates={AR: "CC"}, doom=0)
    script(p, ("CC", "doom phase", "Buy Shadow Pharaoh"))
    drawn(p)
    assert (p.state.doom[0], p.state.power[0]) == (0, 2)
    assert [signs(p, name) for name in ("CC", "YS", "BG")] == [0, 1, 1]


@pytest.mark.rule("CW-MSK-007")
@pytest.mark.parametrize(("ruling", "cost", "n"), [("four_two", 4, 2), ("two_zero", 2, 0)])
def test_what_he_costs_and_rolls_is_a_ruling(ruling: str, cost: int, n: int) -> None:
    rulings = {"shadow_pharaoh_numbers": ruling}
    p = scene("GC YS BG", {"GC": {AR: PHARAOH}, "YS": {AR: "Acolyte"}}, PHARAOH, rulings=rulings)
    assert combat(p.state, area(p, AR), 0, 1) == n
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, PHARAOH, rulings=rulings, gates={AR: "GC"})
    script(p, ("GC", "action", f"summon {AR} {PHARAOH}"))
    assert p.state.power[0] == 9 - cost
    assert p.state.holder(area(p, AR)) == -1


@pytest.mark.rule("CW-MSK-008")
def test_where_he_comes_the_keeper_steps_off_at_once_and_nobody_steps_on() -> None:
    units = {"GC": {EA: f"{PHARAOH}, Acolyte"}, "YS": {AR: "2 Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, PHARAOH, gates={AR: "YS"})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"{PHARAOH}, {EA}"), ("GC", "move to", AR))
    assert p.state.holder(area(p, AR)) == -1  # before another unit moves
    assert at(p, "YS", AR) == {"Acolyte": 2}
    script(p, ("GC", "unit to move", f"Acolyte, {EA}"), ("GC", "move to", AR))
    assert not any("Control the gate" in label for label in labels(p))
    assert [*why_not(p, "GC", "control", area(p, AR), p.state.config.cultists[0][0])] == ["CW-ACT-001", "CW-GAT-003"]
    assert asked(p) == ("YS", "action")
    assert not any("Control the gate" in label for label in labels(p))


@pytest.mark.rule("CW-MSK-008")
def test_pained_into_an_area_he_drives_a_keeper_off_there_too() -> None:
    units = {"GC": {EA: PHARAOH}, "YS": {EA: "Byakhee"}, "BG": {AR: "Acolyte"}}
    for to, holder_then in ((AR, -1), (IO, 2)):
        p = scene("GC YS BG", units, cards={PHARAOH: "GC"}, gates={AR: "BG"})
        script(p, fight("GC", "YS"), roll(0, 1), roll(0, 1), ("GC", "retreat to", to))
        assert (asked(p), p.state.holder(area(p, AR))) == (("YS", "retreat to"), holder_then)  # before all is over


@pytest.mark.rule("CW-MSK-008")
def test_yog_sothoth_is_a_gate_beside_him() -> None:
    units = {"OW": {AR: "Yog-Sothoth"}, "GC": {AR: PHARAOH}, "BG": {WAF: "Acolyte"}}
    p = scene("OW GC BG", units, cards={PHARAOH: "GC"})
    assert (p.state.count_gates(0), p.state.is_portal(0, area(p, AR))) == (1, True)


@pytest.mark.rule("CW-BB-047")
def test_the_moon_is_the_gate_of_bubastis_with_the_pharaoh_on_it() -> None:
    units = {"BB": {"Moon": "Earth Cat", AR: "Earth Cat"}, "GC": {"Moon": PHARAOH}, "BG": {WAF: "Acolyte"}}
    p = scene("BB GC BG", units, cards={PHARAOH: "GC"})
    script(p, ("BB", "action", "summon Moon Cat from Mars"))
    assert p.state.holder(area(p, "Moon")) == 0
    assert p.state.count_gates(0) == 1


# -- Haunter of the Dark ----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-MSK-009")
def test_the_haunter_is_awakened_as_others_and_by_crawling_chaos_without_a_great_old_one() -> None:
    units = {"GC": {AR: "Cthulhu, Acolyte", EU: "Acolyte"}, "CC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC CC BG", units, gates={AR: "GC", EU: "GC", EA: "CC"})
    assert [*why_not(p, "GC", "awaken the haunter", area(p, EU))] == ["CW-IGO-008"]
    script(p, ("GC", "action", f"awaken the haunter {AR}"), ("GC", "on_placement", "done"))
    assert (p.state.power[0], holder(p, HAUNTER), at(p, "GC", AR)[HAUNTER]) == (3, 0, 1)
    assert [signs(p, name) for name in ("CC", "BG")] == [0, 0]
    p = scene("CC GC BG", units, gates={AR: "GC", EU: "GC", EA: "CC"})
    script(p, ("CC", "action", f"awaken the haunter {EA}"))
    drawn(p)
    assert (p.state.power[0], holder(p, HAUNTER)) == (4, 0)
    assert [signs(p, name) for name in ("CC", "GC", "BG")] == [0, 1, 1]


@pytest.mark.rule("CW-MSK-009", "CW-MSK-014")
@pytest.mark.parametrize(("verb", "name"), [("awaken the haunter", HAUNTER), ("awaken the bloated woman", WOMAN)])
def test_nobody_awakens_one_that_is_awake_nor_without_a_gate_crawling_chaos_neither(verb: str, name: str) -> None:
    units = {"CC": {AR: "Acolyte", EU: "Acolyte"}, "YS": {EA: name}, "BG": {WAF: "Acolyte"}}
    p = scene("CC YS BG", units, cards={name: "YS"}, gates={AR: "CC"})
    assert [*why_not(p, "CC", verb, area(p, AR))] == ["CW-IGO-002"]
    p = scene("CC YS BG", {**units, "YS": {EA: "Acolyte"}}, gates={AR: "CC"})
    assert [*why_not(p, "CC", verb, area(p, EU))] == ["CW-IGO-008"]
    assert why_not(p, "CC", verb, area(p, AR)) == {}
    p = scene("YS CC BG", {**units, "YS": {EA: "Acolyte"}}, gates={EA: "YS"})
    assert [*why_not(p, "YS", verb, area(p, EA))] == ["CW-IGO-008"]  # others need a Great Old One there


@pytest.mark.rule("CW-MSK-010")
def test_it_rolls_a_die_for_each_spellbook_of_the_enemy_on_cards_too() -> None:
    units = {"YS": {AR: HAUNTER}, "GC": {AR: f"Deep One, {WOMAN}"}, "BG": {AR: "Ghoul"}}
    books = {"GC": "Dreams, Submerge", "YS": "The Third Eye"}
    p = scene("YS GC BG", units, cards={HAUNTER: "YS", WOMAN: "GC"}, books=books, card_spellbooks={"GC": WOMAN})
    assert [combat(p.state, area(p, AR), 0, foe) for foe in (1, 2)] == [3, 0]


@pytest.mark.rule("CW-MSK-010", "CW-DRM-021")
def test_what_nobody_plays_has_no_spellbooks_for_it() -> None:
    units = {"GC": {THOK: f"{HAUNTER}, 3 Deep One"}, BHOLE: {THOK: "Bhole"}}
    p = scene("GC YS BG", units, HAUNTER, board="dreamlands_3p", books={"YS": "Passion"})
    assert combat(p.state, area(p, THOK), 0, p.state.config.wild[0]) == 3


@pytest.mark.rule("CW-MSK-015")
def test_no_zoog_comes_onto_her_card() -> None:
    units = {"GC": {KADATH: f"{WOMAN}, Deep One"}, ZOOGS: {KADATH: "2 Zoog"}}
    p = scene("GC YS BG", units, WOMAN, board="dreamlands_3p")
    script(p, ("GC", "action", f"battle {KADATH} Zoogs"), roll(1, 0))
    while p.state.battle is not None:
        p.play(p.decision.options[0])
    assert p.state.laid == ()


@pytest.mark.rule("CW-MSK-011")
@pytest.mark.parametrize(("kills", "hit"), [(1, {HAUNTER}), (2, {HAUNTER, "Undead"})])
def test_a_single_kill_is_the_haunters(kills: int, hit: set[str]) -> None:
    units = {"YS": {AR: f"{HAUNTER}, 2 Undead"}, "GC": {AR: "3 Deep One"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards={HAUNTER: "YS"})
    script(p, fight("GC", "YS", AR), roll(kills, 0), roll(0, 0))
    if kills == 1:
        assert (at(p, "YS", AR), holder(p, HAUNTER)) == ({"Undead": 2}, -1)
    else:
        assert (asked(p), labels(p)) == (("YS", "takes a kill"), hit)


@pytest.mark.rule("CW-MSK-012")
def test_its_spellbook_costs_an_action_and_a_power() -> None:
    p = scene("YS GC BG", {"YS": {AR: HAUNTER}, "GC": {EU: "Acolyte"}}, HAUNTER)
    script(p, ("YS", "action", "pay for the haunter"))
    assert (earned(p, "YS", HAUNTER), p.state.power[0]) == (True, 8)
    again = scene("YS GC BG", {"YS": {AR: HAUNTER}, "GC": {EU: "Acolyte"}}, HAUNTER, card_spellbooks={"YS": HAUNTER})
    assert [*why_not(again, "YS", "pay for the haunter")] == ["CW-MSK-012"]
    without = scene("YS GC BG", {"YS": {AR: "Undead"}, "GC": {EU: "Acolyte"}})
    assert [*why_not(without, "YS", "pay for the haunter")] == ["CW-ABI-001"]


@pytest.mark.rule("CW-MSK-013")
def test_before_its_battle_a_die_is_thrown_for_each_enemy_unit_and_each_six_takes_one() -> None:
    units = {"YS": {AR: f"{HAUNTER}, Undead"}, "GC": {AR: "2 Deep One, Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("YS GC BG", units, HAUNTER, card_spellbooks={"YS": HAUNTER}, books={"GC": "Dreams"})
    script(p, fight("YS", "GC", AR), ("YS", "pre_battle", "The Shining Trapezohedron"))
    assert (asked(p), p.decision.dice[1]) == (("chance", "trapezohedron"), 3)
    script(p, ("chance", "trapezohedron", 1), ("GC", "lost to the Trapezohedron", "Acolyte"))
    assert at(p, "GC", AR) == {"Deep One": 2}
    assert asked(p) == ("chance", "battle dice")
    silent = scene("YS GC BG", units, HAUNTER, books={"GC": "Dreams"})
    assert asked(script(silent, fight("YS", "GC", AR)))[1] == "battle dice"
    away = scene("YS GC BG", {**units, "YS": {AR: "Byakhee", EA: HAUNTER}}, HAUNTER, card_spellbooks={"YS": HAUNTER})
    assert asked(script(away, fight("YS", "GC", AR)))[1] == "battle dice"


@pytest.mark.rule("CW-MSK-013", "CW-YS-022")
def test_all_that_it_takes_is_one_loss() -> None:
    units = {"GC": {AR: f"{HAUNTER}, Deep One"}, "YS": {AR: "3 Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, HAUNTER, card_spellbooks={"GC": HAUNTER}, books={"YS": "Passion"},
              power={"GC": 5, "YS": 0})  # fmt: skip
    script(p, fight("GC", "YS", AR), ("GC", "pre_battle", "The Shining Trapezohedron"), ("chance", "trapezohedron", 2))
    while asked(p)[0] == "YS":
        p.play(next(option for option in p.decision.options if option != "done"))
    assert (at(p, "YS", AR), p.state.power[1]) == ({"Acolyte": 1}, 1)


# -- Bloated Woman ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-MSK-014")
@pytest.mark.parametrize(("ruling", "n"), [("one", 1), ("two", 2)])
def test_she_costs_four_and_crawling_chaos_three_and_signs_for_the_others(ruling: str, n: int) -> None:
    units = {"YS": {AR: "Hastur, Acolyte"}, "CC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    more: dict[str, Any] = {"gates": {AR: "YS", EA: "CC"}, "rulings": {"bloated_woman_signs": ruling}}
    p = scene("YS CC BG", units, **more)
    script(p, ("YS", "action", f"awaken the bloated woman {AR}"))
    assert (p.state.power[0], [signs(p, name) for name in ("CC", "BG")]) == (5, [0, 0])
    p = scene("CC YS BG", units, **more)
    script(p, ("CC", "action", f"awaken the bloated woman {EA}"))
    drawn(p)
    assert (p.state.power[0], [signs(p, name) for name in ("CC", "YS", "BG")]) == (6, [0, n, n])


def lost_to_her(**more: Any) -> Position:
    """A Deep One of Great Cthulhu has been killed in a battle with her."""
    units = {"YS": {AR: f"{WOMAN}, Undead, Acolyte"}, "GC": {AR: "2 Deep One, Acolyte", EU: "Acolyte"},
             "BG": {WAF: "Acolyte"}}  # fmt: skip
    p = scene("YS GC BG", units, WOMAN, gates={EU: "GC"}, **more)
    return script(p, fight("YS", "GC", AR), roll(1, 0), roll(0, 0), ("GC", "takes a kill", "Deep One"))


@pytest.mark.rule("CW-MSK-015", "CW-IGO-034")
def test_a_lost_unit_lies_on_her_card_and_its_price_comes_to_her() -> None:
    p = lost_to_her()
    s = p.state
    assert (s.laid, pool(p, "GC", "Deep One"), out(p, "GC", "Deep One")) == (((1, 1, 3),), 2, 0)
    assert p.system.violations(s) == []
    sheet = p.system.table(s).sheets[1]
    assert "a Deep One lies on the card Bloated Woman" in sheet.tokens
    note = next(item.note for line in market(s, 0) for item in line.items if item.name == WOMAN)
    assert note.startswith("On it lie: Deep One of Great Cthulhu.")
    assert f"Bring back to {EU}: Deep One" in labels(p)
    assert [*why_not(p, "GC", "win back", area(p, AR), figure(1, 1))] == ["CW-SUM-002"]
    script(p, ("GC", "action", f"win back {EU} Deep One"))
    assert (at(p, "GC", EU), p.state.power[:2], p.state.laid) == ({"Acolyte": 1, "Deep One": 1}, [9, 8], ())


@pytest.mark.rule("CW-MSK-015")
def test_of_several_lost_units_she_chooses_one_and_never_a_great_old_one() -> None:
    units = {"YS": {AR: f"{WOMAN}, 2 Byakhee"}, "GC": {AR: "Deep One, Acolyte, Cthulhu"}, "BG": {WAF: "Acolyte"}}
    p = scene("YS GC BG", units, WOMAN)
    script(
        p,
        fight("YS", "GC", AR),
        ("GC", "pre_battle", "done"),
        roll(3, 0),
        roll(0, 0),
        ("GC", "takes a kill", "Deep One"),
        ("GC", "takes a kill", "Acolyte"),
    )
    assert (asked(p), labels(p)) == (("YS", "onto her card"), {"Deep One", "Acolyte"})
    script(p, ("YS", "onto her card", "Acolyte"))
    assert [row[:2] for row in p.state.laid] == [(1, 0)]
    without = scene("YS GC BG", {**units, "YS": {AR: "2 Byakhee", EA: WOMAN}}, WOMAN)
    script(without, fight("YS", "GC", AR), ("GC", "pre_battle", "done"), roll(2, 0), roll(0, 0),
           ("GC", "takes a kill", "Deep One"), ("GC", "takes a kill", "Acolyte"))  # fmt: skip
    assert without.state.laid == ()


@pytest.mark.rule("CW-MSK-015")
def test_a_cultist_comes_back_where_its_faction_is_and_nobody_is_paid_without_her() -> None:
    units = {"GC": {EU: "Deep One"}, "YS": {AR: "Undead"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, on_cards=[["GC", "Acolyte", WOMAN]])
    assert [*why_not(p, "GC", "win back", area(p, AR), 0)] == ["CW-REC-002"]
    script(p, ("GC", "action", f"win back {EU} Acolyte"))
    assert (at(p, "GC", EU), p.state.power) == ({"Acolyte": 1, "Deep One": 1}, [8, 9, 9])
    nothing = scene("GC YS BG", units)
    assert not any(label.startswith("Bring back") for label in labels(nothing))
    assert [*why_not(nothing, "GC", "win back", area(p, EU), 0)] == ["CW-IGO-034"]


@pytest.mark.rule("CW-MSK-015")
@pytest.mark.parametrize(("whose", "power"), [("GC", [9, 9, 9]), ("YS", [8, 10, 9])])
def test_who_has_her_by_now_pays_for_an_own_unit_to_itself(whose: str, power: list[int]) -> None:
    units = {"GC": {EU: "Deep One"}, "YS": {AR: "Undead"}, "BG": {WAF: "Acolyte"}}
    units = {**units, whose: {**units[whose], NA: WOMAN}}
    p = scene("GC YS BG", units, cards={WOMAN: whose}, on_cards=[["GC", "Acolyte", WOMAN]])
    script(p, ("GC", "action", f"win back {EU} Acolyte"))
    assert p.state.power == power


@pytest.mark.rule("CW-MSK-015", "CW-BAT-019")
@pytest.mark.parametrize(("ruling", "laid"), [("stay", ((1, 1, 3),)), ("return", ())])
def test_though_she_falls_in_the_battle_one_of_the_lost_comes_onto_her_card(ruling: str, laid: Any) -> None:
    units = {"YS": {AR: f"{WOMAN}, Undead"}, "GC": {AR: "2 Deep One", EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("YS GC BG", units, WOMAN, rulings={"bloated_woman_leaves": ruling})
    script(p, fight("YS", "GC", AR), roll(1, 0), roll(1, 0), ("YS", "takes a kill", WOMAN))
    assert (p.state.laid, holder(p, WOMAN), at(p, "YS", AR)) == (laid, -1, {"Undead": 1})
    units = {"YS": {AR: "2 Undead"}, "GC": {AR: "2 Deep One", EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    away = scene("YS GC BG", units, rulings={"bloated_woman_leaves": ruling})
    script(away, fight("YS", "GC", AR), roll(1, 0), roll(0, 0))
    assert away.state.laid == ()


@pytest.mark.rule("CW-MSK-015", "CW-AZA-031")
@pytest.mark.parametrize("silent", [False, True])
def test_beside_an_elder_thing_she_keeps_nobody_though_she_falls(silent: bool) -> None:
    elder = "Elder Thing" if silent else "Deep One"
    units = {"YS": {AR: f"{WOMAN}, Undead"}, "GC": {AR: f"2 Deep One, {elder}", EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    units["GC"][AR] = units["GC"][AR].replace("2 Deep One, Deep One", "3 Deep One")
    p = scene("YS GC BG", units, cards={WOMAN: "YS", "Elder Thing": "GC"}, things=(*BOX, "azathoth"))
    script(p, fight("YS", "GC", AR), roll(1, 0), roll(1, 0), ("YS", "takes a kill", WOMAN))
    if silent:
        script(p, ("GC", "takes a kill", "Deep One"))
    assert len(p.state.laid) == (not silent)
    assert p.state.muted == [(), (), ()]


@pytest.mark.rule("CW-MSK-015")
def test_what_is_no_cultist_to_recruit_and_no_monster_stays_on_her_card() -> None:
    p = table("GC YS BG", {"GC": {EU: "Acolyte"}}, things=(*BOX, "ramsey_campbell_horrors_1"), gates={EU: "GC"},
              cards={"Eihort": "GC"}, on_cards=[["GC", "Brood", WOMAN]])  # fmt: skip
    brood = p.state.config.name[0].index("Brood")
    assert [*why_not(p, "GC", "win back", area(p, EU), brood)] == ["CW-MSK-015"]


@pytest.mark.rule("CW-IGO-034")
@pytest.mark.parametrize(
    ("rulings", "barred"), [({"win_back": "another_way"}, []), ({"win_back": "summon"}, ["CW-AZA-027"]),
                            ({}, ["CW-AZA-027"])],
)  # fmt: skip
def test_whether_servitors_in_the_pool_keep_others_on_her_card_is_a_ruling(
    rulings: dict[str, str], barred: list[str]
) -> None:
    """Monsters: a Cultist is recruited from there, and a Servitor bars no other."""
    servitor = "Servitor of the Outer Gods"
    more: dict[str, Any] = {"things": (*BOX, "azathoth"), "gates": {EU: "GC"}, "rulings": rulings}
    for there, who_lies, wanted in (
        ("Acolyte", "Deep One", barred), (f"Acolyte, 3 {servitor}", "Deep One", []), ("Acolyte", "Acolyte", []),
        ("Acolyte", servitor, []),
    ):  # fmt: skip
        p = table("GC YS BG", {"GC": {EU: there}}, cards={servitor: "GC"}, on_cards=[["GC", who_lies, WOMAN]], **more)
        kind = p.state.config.name[0].index(who_lies)
        assert [*why_not(p, "GC", "win back", area(p, EU), figure(0, kind))] == wanted


@pytest.mark.rule("CW-MSK-015")
def test_what_an_area_adds_to_the_price_is_not_paid_to_her() -> None:
    units = {"GC": {EU: "Acolyte"}, "WW": {AR: "Acolyte"}, "YS": {AR: WOMAN}}
    p = scene("GC YS WW", units, gates={EU: "GC"}, cards={WOMAN: "YS"}, on_cards=[["GC", "Deep One", WOMAN]],
              books={"WW": "Ice Age"}, markers={"ice_age": EU})  # fmt: skip
    script(p, ("GC", "action", f"win back {EU} Deep One"))
    assert p.state.power[:2] == [7, 10]


@pytest.mark.rule("CW-MSK-015")
@pytest.mark.parametrize(("ruling", "laid"), [("stay", 1), ("return", 0)])
def test_what_her_death_does_to_them_is_a_ruling(ruling: str, laid: int) -> None:
    units = {"YS": {AR: WOMAN}, "GC": {AR: "2 Deep One"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards={WOMAN: "YS"}, on_cards=[["GC", "Acolyte", WOMAN]],
              rulings={"bloated_woman_leaves": ruling})  # fmt: skip
    script(p, fight("GC", "YS", AR), roll(1, 0), roll(0, 0))
    assert (holder(p, WOMAN), len(p.state.laid), pool(p, "GC", "Acolyte")) == (-1, laid, 6 - laid)


@pytest.mark.rule("CW-IGO-034")
def test_death_from_below_finds_no_unit_on_her_card_and_a_demon_there_bars_nobody() -> None:
    units = {"SL": {AR: "Acolyte"}, "YS": {EA: WOMAN}, "BG": {WAF: "Acolyte"}}
    kinds = ["Wizard", "Serpent Man"]
    p = scene("SL YS BG", units, cards={WOMAN: "YS"}, phase="doom")
    assert "Death from Below" in labels(p)
    figures = {k: pool(p, "SL", k) for k in kinds}
    rows = [["SL", k, WOMAN] for k in kinds for _ in range(figures[k])]
    q = scene("SL YS BG", units, cards={WOMAN: "YS"}, phase="doom", on_cards=rows)
    q.play("Death from Below")
    assert not set(kinds) & labels(q)
    d = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: f"{WOMAN}, {DEMON}"}, "BG": {WAF: DEMON}},
              cards={WOMAN: "YS", DEMON: "YS"}, on_cards=[["GC", DEMON, WOMAN]])  # fmt: skip
    assert "Move" in labels(d)


@pytest.mark.rule("CW-MSK-016")
@pytest.mark.parametrize(("ruling", "n", "comes"), [("six", 6, True), ("six", 5, False), ("four", 4, True)])
def test_her_spellbook_asks_for_all_of_the_faction(ruling: str, n: int, comes: bool) -> None:
    books = ", ".join(BOOKS["GC"].split(", ")[:n])
    p = scene("GC YS BG", {"GC": {AR: f"{WOMAN}, Acolyte"}, "YS": {EU: "Acolyte"}}, WOMAN, books={"GC": books},
              rulings={"bloated_woman_books": ruling})  # fmt: skip
    script(p, ("GC", "action", f"recruit {AR}"))
    assert earned(p, "GC", WOMAN) is comes


@pytest.mark.rule("CW-IGO-033")
@pytest.mark.parametrize("book", [False, True])
def test_with_her_spellbook_gates_bring_signs_and_no_power(book: bool) -> None:
    units = {"YS": {AR: f"{WOMAN}, Acolyte", EU: "Acolyte"}, "GC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    more = {"card_spellbooks": {"YS": WOMAN}} if book else {}
    p = scene("YS GC BG", units, WOMAN, gates={AR: "YS", EU: "YS"}, power=0, phase="gather power",
              phase_begins=True, **more)  # fmt: skip
    drawn(p)
    assert (signs(p, "YS"), p.state.power[0], p.state.count_gates(0)) == ((2, 2, 2) if book else (0, 6, 2))
