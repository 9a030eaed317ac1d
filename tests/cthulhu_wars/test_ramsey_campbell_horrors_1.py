"""Ramsey Campbell Horrors 1: Eihort with its Broods, and Gla'aki."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, pool, with_a_card
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.requirement import evaluate
from theomachy.games.cthulhu_wars.rules.commanded import commander
from theomachy.games.cthulhu_wars.rules.domains import CARD, HELD, KIND
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.score import gathered

EU, WAF, IO = "Europe", "West Africa", "Indian Ocean"
BOX = "ramsey_campbell_horrors_1"
scene = partial(with_a_card, BOX)
EIHORT, GLAAKI, BROOD = "Eihort", "Gla'aki", "Brood"
INSECT, GUEST = "Insect from Shaggai", "Commanded Acolyte"


@pytest.mark.rule("CW-RC1-002", "CW-RC1-007")
def test_three_cards_are_in_the_box_with_their_values() -> None:
    config = system("GC YS BG", things=(BOX,)).config
    rows = {
        u.name: (u.figures, u.costs, u.combat, u.rank) for u in config.factions[0].units if u.neutral and not u.guest
    }
    assert rows == {
        INSECT: (3, (2,), 0, 1), EIHORT: (1, (4,), 0, 2), BROOD: (6, (1,), 1, 0), GLAAKI: (1, (4,), 0, 2),
    }  # fmt: skip
    assert [card.name for card in config.cards] == [INSECT, EIHORT, GLAAKI]


# -- Insects from Shaggai ---------------------------------------------------------------------------------------------
ACOLYTES = {"YS": {AR: INSECT}, "GC": {AR: "3 Acolyte, 2 Deep One", EU: "Acolyte"}, "BG": {AR: "Acolyte, Ghoul"}}


def infested(seats: str = "YS GC BG", **more: Any) -> Any:
    """An Insect of Yellow Sign among Acolytes of others; Great Cthulhu holds the gate."""
    return table(seats, more.pop("units", ACOLYTES), things=(BOX,), cards={INSECT: "YS"}, gates={AR: "GC"}, **more)


@pytest.mark.rule("CW-RC1-001")
def test_the_card_costs_two_doom_and_an_insect_comes_anywhere() -> None:
    p = table("YS GC BG", {"YS": {EA: "Acolyte"}}, things=(BOX,), phase="doom", doom=3, power=3)
    script(p, ("YS", "doom phase", f"Buy {INSECT}"), ("YS", "where the Insect comes", IO))
    assert (p.state.doom[0], p.state.power[0], at(p, "YS", IO), pool(p, "YS", INSECT)) == (1, 3, {INSECT: 1}, 2)
    assert pool(p, "YS", GUEST) == 0
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-RC1-003")
def test_acolytes_off_gates_fight_for_whoever_has_the_insect() -> None:
    p = infested("GC YS BG")
    script(p, fight("GC", "YS", AR))
    b = p.state.battle
    named = [
        {p.state.config.name[f][c & KIND]: n for c, n in row.items()} for f, row in zip(b.sides, b.roster, strict=True)
    ]
    assert named == [{"Acolyte": 1, "Deep One": 2}, {INSECT: 1, GUEST: 3}]
    assert p.system.violations(p.state) == []
    sheets = p.system.table(p.state).sheets
    assert "2 × Acolyte fight for Yellow Sign" in sheets[0].tokens
    assert "an Acolyte of Black Goat fights for it" in sheets[1].tokens
    script(p, roll(1, 1), ("YS", "takes a kill", GUEST), ("YS", "takes a pain", GUEST),
           ("YS", "whose it was", "Acolyte of Black Goat"), ("YS", "retreat to", EA))  # fmt: skip
    assert (at(p, "GC", EA), at(p, "BG", AR), pool(p, "BG", "Acolyte")) == ({"Acolyte": 1}, {"Ghoul": 1}, 6)
    assert (at(p, "GC", AR), at(p, "YS", AR), p.state.led) == ({"Acolyte": 2, "Deep One": 2}, {INSECT: 1}, ())
    assert p.state.holder(area(p, AR)) == 0
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-RC1-003", "CW-RC1-004", "CW-MOV-003")
def test_whoever_has_the_insect_alone_moves_them_and_each_once() -> None:
    p = infested("GC YS BG")
    script(p, ("GC", "action", "move"))
    assert labels(p) == {f"Acolyte on the gate, {AR}", f"Deep One, {AR}", f"Acolyte, {EU}"}
    units = {**ACOLYTES, "YS": {AR: f"{INSECT}, Acolyte", EA: INSECT}}
    p = infested(units=units)
    script(p, ("YS", "action", "move"))
    theirs = {f"Acolyte of Great Cthulhu, {AR}", f"Acolyte of Black Goat, {AR}"}
    assert labels(p) == {f"{INSECT}, {AR}", f"{INSECT}, {EA}", f"Acolyte, {AR}", *theirs}
    script(p, ("YS", "unit to move", f"Acolyte of Black Goat, {AR}"), ("YS", "move to", EA))
    assert (at(p, "BG", EA), p.state.power) == ({"Acolyte": 1}, [8, 9, 9])
    assert f"Acolyte of Black Goat, {EA}" not in labels(p)  # it has moved, though the other Insect is there
    script(p, ("YS", "unit to move", f"Acolyte of Great Cthulhu, {AR}"), ("YS", "move to", IO))
    assert f"Acolyte of Great Cthulhu, {AR}" in labels(p)  # the second one
    script(p, ("YS", "unit to move", "done"))
    assert p.system.violations(p.state) == []
    assert asked(p) == ("GC", "action")
    script(p, ("GC", "action", "move"))
    assert f"Acolyte, {IO}" in labels(p)  # free again


@pytest.mark.rule("CW-RC1-004")
def test_nothing_that_carries_units_of_their_owner_or_of_who_commands_them_farther_serves_them() -> None:
    def reached(insect: str, unit: str) -> int:
        units = {"CC": {AR: "Acolyte, Nightgaunt"}, "YS": {AR: "Acolyte, Undead"}, "BG": {WAF: "Acolyte"}}
        units[insect][AR] += f", {INSECT}"
        seats = f"{insect} {'CC' if insect == 'YS' else 'YS'} BG"
        p = table(seats, units, things=(BOX,), cards={INSECT: insect})
        script(p, (insect, "action", "move"), (insect, "unit to move", unit))
        return len(p.decision.options)

    near = reached("YS", f"Undead, {AR}")
    assert reached("CC", f"Nightgaunt, {AR}") > near
    assert reached("CC", f"Acolyte of Yellow Sign, {AR}") == near == reached("YS", f"Acolyte of Crawling Chaos, {AR}")


@pytest.mark.rule("CW-RC1-004")
def test_submerge_takes_no_acolyte_along_that_another_commands() -> None:
    for insect, along in ((IO, set()), (EU, {f"Acolyte, {IO}"})):
        units = {"GC": {IO: "Cthulhu, Acolyte, Deep One"}, "YS": {insect: INSECT}, "BG": {WAF: "Acolyte"}}
        p = table("GC YS BG", units, things=(BOX,), cards={INSECT: "YS"}, books={"GC": "Submerge"})
        script(p, ("GC", "action", "submerge"))
        assert labels(p) == {"Done", f"Deep One, {IO}"} | along


@pytest.mark.rule("CW-RC1-004")
def test_undimensioned_rearranges_no_acolyte_that_another_commands() -> None:
    for insect, more in ((AR, set()), (EU, {f"Acolyte, {AR}"})):
        units = {"GC": {AR: "2 Acolyte, Deep One", IO: "Starspawn"}, "YS": {insect: INSECT}, "BG": {WAF: "Acolyte"}}
        p = table("GC YS BG", units, things=(BOX, "azathoth"), cards={INSECT: "YS"}, gates={AR: "GC"},
                  books={"GC": "Undimensioned"})  # fmt: skip
        script(p, ("GC", "action", "undimensioned"))
        assert labels(p) == {"Done", f"Acolyte on the gate, {AR}", f"Deep One, {AR}", f"Starspawn, {IO}"} | more


@pytest.mark.rule("CW-RC1-003", "CW-AZA-010")
def test_shriveling_pays_whose_acolyte_it_was_not_whoever_commands_it() -> None:
    units = {"YS": {AR: f"{INSECT}, Hastur"}, "GC": {AR: "2 Deep One"}, "BG": {AR: "Acolyte"}}
    p = table("GC YS BG", units, things=(BOX, "azathoth"), cards={INSECT: "YS"}, books={"GC": "Shriveling"},
              power=3)  # fmt: skip
    script(p, fight("GC", "YS", AR), ("GC", "pre_battle", "Shriveling"), ("GC", "shriveled", GUEST))
    assert (p.state.power, at(p, "BG", AR), pool(p, "BG", "Acolyte")) == ([2, 3, 4], {}, 6)


@pytest.mark.rule("CW-RC1-003")
@pytest.mark.parametrize(("verb", "things"), [("capture", (BOX,)), ("possess", (BOX, "terrors"))])
def test_why_not_says_who_alone_may_capture_them(verb: str, things: tuple[str, ...]) -> None:
    units = {"YS": {AR: INSECT}, "GC": {AR: "Acolyte"}, "BG": {AR: "Dark Young"}}
    cards = {INSECT: "YS"}
    if verb == "possess":
        units["BG"], cards["Great Race of Yith"] = {AR: "Great Race of Yith"}, "BG"
    p = table("BG YS GC", units, things=things, cards=cards)
    action = next(a for a in known(p.state, 0) if a.verb == verb)
    told = evaluate(p.system.argument_types, action, p.state, 0, (area(p, AR), 2), p.system.afford)
    assert [v.fault for v in told if not v.holds] == ["Yellow Sign alone may capture them."]
    assert "capture" not in {str(option[0]) for option in p.decision.options if isinstance(option, tuple)}


@pytest.mark.rule("CW-RC1-003")
def test_in_a_battle_of_others_they_take_no_part() -> None:
    p = infested("GC YS BG")
    script(p, fight("GC", "BG", AR))
    b = p.state.battle
    assert [sum(row.values()) for row in b.roster] == [3, 1]
    units = {**ACOLYTES, "BG": {AR: "Acolyte", WAF: "Acolyte"}}
    p = infested("GC YS BG", units=units)
    assert [*why_not(p, "GC", "battle", area(p, AR), 2)] == ["CW-BAT-002"]
    q = infested("GC YS BG", units={**units, "YS": {EA: INSECT}})
    assert why_not(q, "GC", "battle", area(q, AR), 2) == {}


@pytest.mark.rule("CW-RC1-003")
def test_whoever_has_the_insect_alone_captures_them_and_keepers_are_as_others() -> None:
    units = {"YS": {AR: f"{INSECT}, Hastur"}, "GC": {AR: "2 Acolyte"}, "BG": {AR: "Dark Young"}}
    p = infested("YS GC BG", units=units)
    script(p, ("YS", "action", f"capture {AR} Great Cthulhu"), ("GC", "captured", "Acolyte"))
    q = infested("BG YS GC", units=units)
    script(q, ("BG", "action", f"capture {AR} Great Cthulhu"))  # the keeper alone
    assert q.state.holder(area(q, AR)) == -1
    r = table("BG YS GC", units, things=(BOX,), cards={INSECT: "YS"})
    assert [*why_not(r, "BG", "capture", area(r, AR), 2)] == ["CW-CAP-001"]
    free = table("BG YS GC", {**units, "YS": {EA: INSECT}}, things=(BOX,), cards={INSECT: "YS"})
    assert why_not(free, "BG", "capture", area(free, AR), 2) == {}


@pytest.mark.rule("CW-RC1-004")
def test_no_spellbook_serves_them_and_their_loss_is_nobodys_but_their_owners() -> None:
    for insect in (True, False):
        units = {"YS": {AR: INSECT if insect else "Undead"}, "BG": {AR: "2 Acolyte"},
                 "GC": {AR: "2 Deep One"}}  # fmt: skip
        p = table(
            "GC YS BG", units, things=(BOX,), cards={INSECT: "YS"}, lent={"YS": "Passion", "BG": "Passion"}, power=3
        )
        script(p, fight("GC", "YS" if insect else "BG", AR), roll(1, 0))
        if insect:
            script(p, ("YS", "takes a kill", GUEST))
        else:
            script(p, ("BG", "on_elimination", "Passion"))
        assert asked(p)[1] == "action"
        assert (pool(p, "BG", "Acolyte"), at(p, "BG", AR)) == (5, {"Acolyte": 1})
        assert p.state.power == ([2, 3, 3] if insect else [2, 3, 4])


@pytest.mark.rule("CW-RC1-004")
def test_in_other_phases_they_bring_power_to_their_owner() -> None:
    p = infested("GC YS BG", power=0, phase="gather power")
    assert gathered(p.state, 2).value == 1 == sum(part.change for part in gathered(p.state, 2).parts)
    assert commander(p.state, 2, 0, area(p, AR)) == 2  # its owner
    assert commander(infested("GC YS BG").state, 2, 0, area(p, AR)) == 1


# -- Eihort -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-RC1-005", "CW-RC1-006")
def test_all_acolytes_in_play_become_broods_when_eihort_comes_on_gates_too() -> None:
    p = scene({"YS": {EA: "Hastur, 2 Acolyte", AR: "Acolyte"}}, EIHORT, cards={}, gates={EA: "YS"})
    assert [*why_not(p, "YS", "awaken eihort", area(p, AR))] == ["CW-IGO-008"]
    for units, gates in (({EA: "2 Acolyte", AR: "Hastur"}, {EA: "YS"}), ({EA: "Hastur, Acolyte"}, {})):
        short = scene({"YS": units}, EIHORT, cards={}, gates=gates)  # a gate alone, or the Great Old One alone
        assert [*why_not(short, "YS", "awaken eihort", area(short, EA))] == ["CW-IGO-008"]
    script(p, ("YS", "action", f"awaken eihort {EA}"))
    assert (at(p, "YS", EA), at(p, "YS", AR)) == ({"Hastur": 1, BROOD: 2, EIHORT: 1}, {BROOD: 1})
    assert (p.state.holder(area(p, EA)), p.state.power[0], pool(p, "YS", BROOD)) == (0, 5, 3)
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-RC1-006")
def test_acolytes_that_are_submerged_or_asleep_on_a_gate_are_in_play_and_become_broods() -> None:
    units = {"GC": {EA: "Mother Hydra, Acolyte", "submerged": "Cthulhu, 2 Acolyte"}, "YS": {EU: "Acolyte"}}
    things = (BOX, "great_old_one_pack_1")
    p = table("GC YS BG", units, things=things, cards={"Mother Hydra": "GC"}, gates={EA: "GC"})
    script(p, ("GC", "action", f"awaken eihort {EA}"), ("GC", "on_placement", "done"))
    kind = p.state.config.name[0].index
    assert [p.state.n(0, kind(name), CARD) for name in (BROOD, "Acolyte", "Cthulhu")] == [2, 0, 1]
    assert at(p, "GC", EA)[BROOD] == 1
    sleeps = {"SL": {EA: "Tsathoggua, Acolyte", AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    q = table("SL YS BG", sleeps, things=(BOX,), gates={EA: "SL", AR: "SL"}, books={"SL": "Cursed Slumber"},
              power={"SL": 9, "YS": 0, "BG": 0})  # fmt: skip
    script(q, ("SL", "action", f"cursed slumber {AR}"), ("SL", "action", "end"))
    script(q, ("SL", "action", f"awaken eihort {EA}"), ("SL", "action", "end"), ("SL", "action", f"wake gate {WAF}"))
    assert (at(q, "SL", WAF), q.state.holder(area(q, WAF))) == ({BROOD: 1}, 0)


@pytest.mark.rule("CW-RC1-005", "CW-RC1-007", "CW-RC1-008")
def test_by_the_text_it_costs_one_a_brood_rolls_two_dice_and_an_acolyte_is_enough() -> None:
    units = {"YS": {EA: "Hastur, Acolyte", AR: "2 Brood"}, "GC": {AR: "Acolyte"}}
    for ruling, cost, n in (("published", 4, 2), ("printed", 1, 4)):
        rulings = {"eihort_numbers": ruling}
        p = scene(units, EIHORT, cards={}, gates={EA: "YS"}, rulings=rulings)
        assert combat(p.state, area(p, AR), 0, 1) == n
        script(p, ("YS", "action", f"awaken eihort {EA}"))
        assert p.state.power[0] == 9 - cost
        p = scene({"YS": {EA: EIHORT, AR: "Undead"}}, EIHORT, rulings=rulings)
        script(p, ("YS", "action", f"recruit {AR}"))
        assert earned(p, "YS", EIHORT) is (ruling == "printed")


@pytest.mark.rule("CW-RC1-007")
def test_a_brood_does_not_move_but_keeps_gates_and_is_captured() -> None:
    p = scene({"YS": {EA: "Brood, Undead"}, "GC": {AR: "Deep One"}}, EIHORT, cards={}, gates={EA: "YS"})
    assert p.state.holder(area(p, EA)) == 0
    script(p, ("YS", "action", "move"))
    assert not any(BROOD in label for label in labels(p))
    p = scene({"YS": {EA: "Brood"}, "GC": {EA: "Deep One"}}, EIHORT, seats="GC YS BG", cards={})
    script(p, ("GC", "action", f"capture {EA}"))
    assert p.state.n(1, p.state.config.name[1].index(BROOD), HELD) == 1


@pytest.mark.rule("CW-RC1-007")
def test_a_brood_does_not_submerge_nor_fade() -> None:
    units = {"GC": {IO: "Cthulhu, Brood, Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = table("GC YS BG", units, things=(BOX,), books={"GC": "Submerge"})
    script(p, ("GC", "action", "submerge"))
    assert labels(p) == {f"Acolyte, {IO}", "Done"}
    for unit, may in ((BROOD, False), ("Acolyte", True)):
        units = {"AN": {EA: unit}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
        p = table("AN YS BG", units, things=(BOX,), phase="doom")
        assert ("Dematerialization" in labels(p)) is may
    p = table("AN YS BG", {**units, "AN": {EA: "Brood, 2 Acolyte"}}, things=(BOX,), phase="doom")
    script(p, ("AN", "doom phase", "Dematerialization"), ("AN", "fades to", AR), ("AN", "goes along", "Acolyte"))
    assert at(p, "AN", EA) == {BROOD: 1}


@pytest.mark.rule("CW-RC1-007")
@pytest.mark.parametrize(("owner", "unit", "may"), [("BG", BROOD, False), ("YS", BROOD, True), ("BG", "Acolyte", True)])
def test_a_brood_is_traded_for_the_avatar_by_an_enemy_alone(owner: str, unit: str, may: bool) -> None:
    units = {"BG": {EA: "Shub-Niggurath", AR: ""}, "YS": {EU: "Acolyte", AR: ""}, "GC": {WAF: "Acolyte"}}
    units[owner][AR] = unit
    units = {name: {a: what for a, what in row.items() if what} for name, row in units.items()}
    p = table("BG GC YS", units, things=(BOX,))
    assert (why_not(p, "BG", "avatar", area(p, AR), who(p, owner)) == {}) is may


@pytest.mark.rule("CW-IGO-040")
def test_cursed_slumber_takes_no_brood_along() -> None:
    books = {"SL": "Cursed Slumber"}
    for unit, may in (("Acolyte", True), (BROOD, False)):
        p = table("SL GC BG", {"SL": {EA: unit, AR: "Acolyte"}, "GC": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}},
                  things=(BOX,), gates={EA: "SL"}, books=books)  # fmt: skip
        assert [*why_not(p, "SL", "cursed slumber", area(p, EA))] == ([] if may else ["CW-SL-021"])
        assert (f"Cursed Slumber takes the gate in {EA}" in labels(p)) is may


@pytest.mark.rule("CW-RC1-008")
@pytest.mark.parametrize(("n", "comes"), [(2, True), (1, False)])
def test_its_spellbook_comes_with_three_acolytes(n: int, comes: bool) -> None:
    p = scene({"YS": {EA: EIHORT, AR: f"{n} Acolyte"}}, EIHORT)
    script(p, ("YS", "action", f"recruit {AR}"))
    assert earned(p, "YS", EIHORT) is comes


@pytest.mark.rule("CW-RC1-009")
def test_in_each_doom_phase_acolytes_become_broods_as_long_as_there_are_any() -> None:
    for book, broods in ((True, 2), (False, 0)):
        p = scene({"YS": {EA: EIHORT, AR: "2 Acolyte"}}, EIHORT, book=book, phase="first player", power=9)
        script(p, ("YS", "first player", 0), ("YS", "direction", 1))
        assert at(p, "YS", AR).get(BROOD, 0) == broods
    p = scene({"YS": {EA: f"{EIHORT}, 5 Brood", AR: "Acolyte", IO: "Acolyte"}}, EIHORT, book=True,
              phase="first player", power=9)  # fmt: skip
    script(p, ("YS", "first player", 0), ("YS", "direction", 1), ("YS", "becomes a Brood", f"Acolyte, {IO}"))
    assert (at(p, "YS", AR), at(p, "YS", IO)) == ({"Acolyte": 1}, {BROOD: 1})


# -- Gla'aki ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-023")
@pytest.mark.parametrize(("ruling", "signs"), [("no", 0), ("yes", 1)])
def test_glaaki_is_awakened_for_four_and_brings_a_sign_by_the_ruling(ruling: str, signs: int) -> None:
    units = {"YS": {EA: "Hastur, Acolyte", AR: "Acolyte"}}
    p = scene(units, GLAAKI, cards={}, gates={EA: "YS", AR: "YS"}, rulings={"glaaki_sign": ruling})
    assert [*why_not(p, "YS", "awaken gla'aki", area(p, AR))] == ["CW-IGO-008"]
    script(p, ("YS", "action", f"awaken gla'aki {EA}"))
    if signs:
        script(p, ("chance", "elder sign", 1))
    assert (holder(p, GLAAKI), p.state.power[0], len(p.state.signs[0])) == (0, 5, signs)


@pytest.mark.rule("CW-IGO-023")
def test_acolytes_of_the_pool_are_dice_and_power() -> None:
    units = {"YS": {EA: GLAAKI, AR: "2 Acolyte"}, "GC": {EA: "Acolyte"}}
    p = scene(units, GLAAKI)
    assert (combat(p.state, area(p, EA), 0, 1), gathered(p.state, 0).value) == (4, 2 + 4)
    p = scene({**units, "YS": {EA: GLAAKI, AR: "6 Acolyte"}}, GLAAKI)
    assert (combat(p.state, area(p, EA), 0, 1), gathered(p.state, 0).value) == (0, 6)


@pytest.mark.rule("CW-IGO-023")
@pytest.mark.parametrize(
    ("power", "comes"), [({"YS": 1, "GC": 1, "BG": 1}, True), ({"YS": 1, "GC": 0, "BG": 1}, False)]
)
def test_its_spellbook_comes_to_the_first_without_power(power: dict[str, int], comes: bool) -> None:
    p = scene({"YS": {EA: GLAAKI}}, GLAAKI, power=power)
    script(p, ("YS", "action", f"recruit {EA}"))
    assert earned(p, "YS", GLAAKI) is comes


@pytest.mark.rule("CW-IGO-023")
def test_it_comes_to_who_drops_to_no_power_at_once_too() -> None:
    p = scene({"YS": {EA: GLAAKI}}, GLAAKI, power={"YS": 3, "GC": 1, "BG": 1})
    script(p, ("YS", "action", "pass"), ("GC", "action", f"recruit {EU}"))
    assert earned(p, "YS", GLAAKI)


@pytest.mark.rule("CW-IGO-023")
def test_with_green_decay_a_captive_brings_a_sign_instead_of_power() -> None:
    for book in (True, False):
        p = scene({"YS": {EA: GLAAKI, AR: "6 Acolyte"}}, GLAAKI, book=book, captives={"YS": {"GC": "Acolyte"}},
                  phase="action", power={"YS": 1})  # fmt: skip
        script(p, ("YS", "action", "pass"))
        if book:
            assert asked(p) == ("chance", "elder sign")
            script(p, ("chance", "elder sign", 2))
        while asked(p)[1] not in ("first player", "direction"):
            p.play(p.decision.options[0])
        assert (p.state.power[0], p.state.signs[0]) == ((6, (2,)) if book else (7, ()))
    assert who(p, "YS") == 0


@pytest.mark.rule("CW-TT-025")
@pytest.mark.parametrize(("yith", "soulless", "power"), [(False, True, 0), (True, True, 1), (True, False, 1)])
def test_a_worthless_captive_brings_a_sign_and_what_possession_adds(yith: bool, soulless: bool, power: int) -> None:
    name = "Great Race of Yith"
    units = {"YS": {EA: f"{GLAAKI}, {name}" if yith else GLAAKI, AR: "6 Acolyte"}}
    units |= {"TT": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    more: dict[str, Any] = {"books": {"TT": "Soulless"}} if soulless else {}
    cards = {GLAAKI: "YS"} | ({name: "YS"} if yith else {})
    p = table("YS TT BG", units, things=(BOX, "terrors"), cards=cards, card_spellbooks={"YS": GLAAKI},
              captives={"YS": {"TT": "Acolyte"}}, power={"YS": 1}, **more)  # fmt: skip
    script(p, ("YS", "action", "pass"), ("chance", "elder sign", 2))
    while asked(p)[1] not in ("first player", "direction"):
        p.play(p.decision.options[0])
    assert (p.state.power[0], p.state.signs[0]) == (6 + power, (2,))


@pytest.mark.rule("CW-IGO-023")
@pytest.mark.parametrize(("book", "power"), [(True, 6), (False, 9)])
def test_green_decay_takes_the_place_of_what_a_captured_monster_costs_too(book: bool, power: int) -> None:
    """By the ruling that a Monster captured by Sleeper brings its cost, 3 for a Starspawn."""
    p = scene(
        {"SL": {EA: GLAAKI, AR: "6 Acolyte"}}, GLAAKI, seats="SL GC BG", cards={GLAAKI: "SL"},
        card_spellbooks={"SL": GLAAKI} if book else {}, captives={"SL": {"GC": "Starspawn"}},
        books={"SL": "Capture Monster"}, rulings={"captured_monster": "cost"},
    )  # fmt: skip
    assert gathered(p.state, 0).value == power
