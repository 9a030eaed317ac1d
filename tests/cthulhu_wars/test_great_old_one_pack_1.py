"""Great Old One Pack 1, and what holds for all Great Old Ones of no faction: how each comes, acts and dies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, pool
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import AWAKENED
from theomachy.games.cthulhu_wars.rules.common import price_now
from theomachy.games.cthulhu_wars.rules.domains import NO_GATE, OPEN_GATE, POOL, figure
from theomachy.games.cthulhu_wars.rules.fight import combat

EU, SAS, WAF, IO, SA = "Europe", "South Asia", "West Africa", "Indian Ocean", "South Atlantic"
BOX = ("great_old_one_pack_1",)
NAMES = ["Mother Hydra", "Chaugnar Faugn", "Yig", "Abhoth", "Cthugha"]
CROWD = {"GC": {AR: "Cthulhu, 2 Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}


def scene(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table with the pack in the box; `cards` says who holds which, `card_spellbooks` what is earned."""
    return table(seats, units, **{"things": BOX, **more})


# -- how they come and go ---------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-001", "CW-IGO-002", "CW-IGO-031")
def test_five_cards_are_in_the_box_each_with_its_values_and_nobodys_figures() -> None:
    config = system("GC YS BG", things=BOX).config
    assert [card.name for card in config.cards] == NAMES
    rows = {u.name: (u.figures, u.costs, u.combat, u.independent) for u in config.factions[0].units if u.neutral}
    assert rows == {
        "Mother Hydra": (1, (4,), 0, True), "Chaugnar Faugn": (1, (4,), 3, True), "Yig": (1, (4,), 2, True),
        "Abhoth": (1, (4,), 0, True), "Filth": (12, (1,), 0, False), "Cthugha": (1, (6,), 0, True),
    }  # fmt: skip
    p = scene("GC YS BG", CROWD)
    assert {pool(p, f, name) for f in ("GC", "YS", "BG") for name in rows} == {0}
    assert not system("GC YS BG").config.cards


@pytest.mark.rule("CW-IGO-002", "CW-IGO-008")
def test_it_is_awakened_at_an_own_gate_beside_an_own_great_old_one_and_another_helps_with_the_next() -> None:
    p = scene("GC YS BG", CROWD, gates={AR: "GC"}, power=12)
    script(p, ("GC", "action", f"awaken yig {AR}"), ("GC", "on_placement", "done"))
    assert (at(p, "GC", AR), holder(p, "Yig"), p.state.power[0]) == ({"Cthulhu": 1, "Acolyte": 2, "Yig": 1}, 0, 8)
    assert p.system.violations(p.state) == []
    p = scene("GC YS BG", {"GC": {EU: "Yig, Acolyte"}, "YS": {AR: "Acolyte"}}, cards={"Yig": "GC"}, gates={EU: "GC"})
    script(p, ("GC", "action", f"awaken abhoth {EU}"), ("GC", "on_placement", "done"))
    assert (holder(p, "Yig"), holder(p, "Abhoth")) == (0, 0)
    assert {*why_not(p, "YS", "awaken yig", area(p, AR))} >= {"CW-IGO-002", "CW-IGO-008"}


@pytest.mark.rule("CW-IGO-009", "CW-IGO-010", "CW-IGO-011", "CW-IGO-012")
@pytest.mark.parametrize("name", ["Mother Hydra", "Chaugnar Faugn", "Yig", "Abhoth"])
def test_each_costs_four_power_and_cannot_be_paid_with_less(name: str) -> None:
    units = {"YS": {AR: "Hastur, Acolyte"}, "GC": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("YS GC BG", units, gates={AR: "YS"}, power=4)
    script(p, ("YS", "action", f"awaken {name.lower()} {AR}"))
    assert (holder(p, name), p.state.power[0], at(p, "YS", AR)[name]) == (0, 0, 1)
    poor = scene("YS GC BG", units, gates={AR: "YS"}, power=3)
    assert f"Awaken {name} in {AR}" not in labels(poor)


EVERY = [
    *NAMES, "Father Dagon", "Bokrug", "Ghatanothoa", "Atlach-Nacha", "Gobogeg", "Byatis", "Nyogtha", "Tulzscha",
    "Eihort", "Gla'aki", "Y'Golonac", "Daoloth",
]  # fmt: skip


@pytest.mark.rule("CW-IGO-002", "CW-IGO-008", "CW-IGO-013")
@pytest.mark.parametrize("name", EVERY)
def test_each_asks_for_a_free_card_a_gate_and_a_great_old_one_there(name: str) -> None:
    units = {"YS": {AR: "Hastur, Acolyte", EA: "Acolyte"}, "GC": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    books = {"GC": "Absorb, Devolve, Dreams, Regenerate, Submerge, Y'ha nthlei"}
    verb, more = f"awaken {name.lower()}", {"things": AWAKENED, "books": books}

    def against(p: Position, place: str) -> list[str]:
        goo = [figure(0, p.state.config.goos[0][1])] if name == "Cthugha" else []
        return [*why_not(p, "YS", verb, area(p, place), *goo)]

    p = scene("YS GC BG", units, gates={AR: "YS", EA: "YS"}, **more)
    assert against(p, AR) == []
    assert against(p, EA) == ["CW-IGO-013" if name == "Cthugha" else "CW-IGO-008"]
    assert against(scene("YS GC BG", units, gates={EA: "YS"}, **more), AR) == ["CW-IGO-008"]
    taken = scene("YS GC BG", units | {"GC": {EU: name}}, gates={AR: "YS"}, cards={name: "GC"}, **more)
    assert against(taken, AR) == ["CW-IGO-002"]


@pytest.mark.rule("CW-AN-020")
@pytest.mark.parametrize(("n", "may"), [(4, True), (3, False)])
def test_four_cathedrals_stand_for_a_great_old_one_of_the_ancients(n: int, may: bool) -> None:
    units = {"AN": {EA: "Acolyte"}, "YS": {EU: "Hastur, Acolyte"}, "GC": {WAF: "Acolyte"}}
    where = ", ".join([AR, EA, "South America", "Arctic Ocean"][:n])
    more: dict[str, Any] = {"gates": {EA: "AN", WAF: "GC"}, "markers": {"cathedral": where}}
    for name, verb, cost in (("Yig", "awaken yig", 4), ("Cthugha", "awaken cthugha alone", 6)):
        p = scene("AN YS GC", units, **more)
        assert ((verb, area(p, EA)) in p.decision.options) is may
        if may:
            script(p, ("AN", "action", f"{verb} {EA}"))
            assert (holder(p, name), at(p, "AN", EA), p.state.power[0]) == (0, {"Acolyte": 1, name: 1}, 9 - cost)
        p = scene("GC AN YS", units, **more)
        assert [*why_not(p, "GC", "awaken yig", area(p, WAF))] == ["CW-IGO-008"]  # they are the Ancients' alone
        assert [*why_not(p, "GC", "awaken cthugha alone", area(p, WAF))] == ["CW-AN-020"]
    without = scene("GC YS BG", CROWD)
    assert "awaken cthugha alone" not in {a.verb for a in without.system.actions(without.state, 0)}


@pytest.mark.rule("CW-IGO-008")
def test_neither_the_gate_nor_the_great_old_one_alone_will_do() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Cthulhu", EU: "Acolyte"}, "YS": {EA: "Acolyte"}}, gates={EU: "GC"})
    for name in (AR, EU):
        assert [*why_not(p, "GC", "awaken yig", area(p, name))] == ["CW-IGO-008"]
        assert f"Awaken Yig in {name}" not in labels(p)


@pytest.mark.rule("CW-IGO-002")
def test_who_has_it_is_told_and_a_card_that_the_lot_has_left_out_is_not_to_be_had() -> None:
    p = scene("GC YS BG", {**CROWD, "YS": {EU: "Yig"}}, cards={"Yig": "YS"}, gates={AR: "GC"})
    assert [*why_not(p, "GC", "awaken yig", area(p, AR))] == ["CW-IGO-002"]
    s = p.state
    s.offer = 0
    assert [*why_not(p, "GC", "awaken abhoth", area(p, AR))] == ["CW-IGO-002"]


@pytest.mark.rule("CW-IGO-003", "CW-IGO-004")
def test_killed_it_goes_back_to_all_with_its_spellbook_and_filth_on_the_map_stays() -> None:
    units = {"GC": {AR: "Abhoth", EA: "Filth"}, "YS": {AR: "Hastur"}, "BG": {WAF: "Acolyte"}}
    p = scene("YS GC BG", units, cards={"Abhoth": "GC"}, card_spellbooks={"GC": "Abhoth"})
    assert (earned(p, "GC", "Abhoth"), pool(p, "GC", "Filth")) == (True, 11)
    script(p, fight("YS", "GC", AR), roll(1, 0), roll(0, 0))
    assert (holder(p, "Abhoth"), earned(p, "GC", "Abhoth"), pool(p, "GC", "Filth")) == (-1, False, 0)
    assert (left(p, "GC", "Abhoth"), at(p, "GC", EA), pool(p, "GC", "Abhoth")) == (0, {"Filth": 1}, 0)
    assert p.system.violations(p.state) == []
    s = p.state.copy()
    s.take_card(1, s.config.cards.index(next(c for c in s.config.cards if c.key == "abhoth")))
    kind = s.config.name[1].index("Filth")
    assert s.n(1, kind, POOL) == 11  # the twelfth lies on the map still


@pytest.mark.rule("CW-IGO-005")
def test_its_spellbook_is_none_of_the_six() -> None:
    p = scene("GC YS BG", {**CROWD, "GC": {AR: "Yig, Acolyte"}}, cards={"Yig": "GC"}, gates={AR: "GC"})
    before = p.state.count_books(0), p.state.unlimited_battle(0)
    script(p, ("GC", "action", f"give up a gate for yig {AR}"))
    assert earned(p, "GC", "Yig")
    assert (p.state.count_books(0), p.state.unlimited_battle(0)) == before == (0, False)


@pytest.mark.rule("CW-IGO-006")
def test_a_ritual_brings_no_sign_for_it_and_great_cthulhu_gains_one_when_it_awakens_it() -> None:
    units = {"YS": {AR: "Hastur, Yig"}, "GC": {EA: "Cthulhu, Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("YS GC BG", units, cards={"Yig": "YS"}, phase="doom")
    script(p, ("YS", "doom phase", "ritual"), ("chance", "elder sign", 1))
    assert len(p.state.signs[0]) == 1  # for Hastur
    p = scene("GC YS BG", {"GC": {EA: "Cthulhu, Acolyte"}, "YS": {AR: "Acolyte"}}, gates={EA: "GC"})
    script(p, ("GC", "action", f"awaken yig {EA}"), ("GC", "on_placement", "Immortal"), ("chance", "elder sign", 2))
    assert p.state.signs[0] == (2,)


@pytest.mark.rule("CW-GC-003")
def test_it_costs_great_cthulhu_its_own_price_again_though_it_was_awake_before() -> None:
    p = scene("GC YS BG", {"GC": {EA: "Cthulhu, Acolyte"}, "YS": {AR: "Acolyte"}}, gates={EA: "GC"}, power=12)
    s = p.state.copy()
    kind = s.config.name[0].index("Cthugha")
    s.awake(0, kind)
    s.awake(0, 4)
    action = next(a for a in p.system.actions(s, 0) if a.verb == "awaken cthugha")
    assert action.price(s, 0, area(p, EA), s.config.goos[0][0]) == 2  # 6, less 4 for Cthulhu who was awake


@pytest.mark.rule("CW-IGO-007")
def test_so_many_of_them_are_drawn_for_a_game() -> None:
    game = CthulhuWars.build(players=3, options={"things": BOX[0], "great_old_ones": 2})
    p = Position(game, game.start())
    while asked(p)[1] != "card of the market":
        p.play(p.decision.options[0])
    assert asked(p) == ("chance", "card of the market")
    p.play(p.decision.options[2])
    p.play(p.decision.options[0])
    assert [game.config.cards[i].name for i in range(5) if p.state.offer >> i & 1] == ["Mother Hydra", "Yig"]
    assert CthulhuWars.choices(3)["great_old_ones"].about.endswith("one fewer than players.")


# -- Mother Hydra -----------------------------------------------------------------------------------------------------
HYDRA = {"Mother Hydra": "GC"}


@pytest.mark.rule("CW-IGO-009")
@pytest.mark.parametrize(("enemies", "n"), [("Acolyte", 5), ("3 Acolyte, 2 Undead, Byakhee", 1)])
def test_mother_hydra_rolls_a_die_less_for_each_enemy_unit(enemies: str, n: int) -> None:
    units = {"GC": {EA: "Mother Hydra"}, "YS": {EA: enemies}, "BG": {EA: "Ghoul", WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=HYDRA)
    assert combat(p.state, area(p, EA), 0, 1) == max(n - 1, 1)
    without = {**units, "BG": {WAF: "Acolyte"}}
    assert combat(scene("GC YS BG", without, cards=HYDRA).state, area(p, EA), 0, 1) == n


@pytest.mark.rule("CW-IGO-009")
def test_the_agony_sting_sends_the_cultists_of_an_ocean_to_land_where_their_owners_like() -> None:
    units = {"GC": {EA: "Mother Hydra", IO: "Acolyte"}, "YS": {IO: "2 Acolyte, Undead"}, "BG": {IO: "Acolyte"}}
    p = scene("GC YS BG", units, cards=HYDRA)
    script(p, ("GC", "action", f"agony sting {IO}"), ("GC", "who goes first", 2), ("BG", "where it goes", EA))
    assert "South Atlantic" not in labels(p)
    script(p, ("YS", "where it goes", AR), ("YS", "where it goes", EA))
    assert (at(p, "YS", IO), at(p, "BG", IO), at(p, "GC", IO)) == ({"Undead": 1}, {}, {"Acolyte": 1})
    assert (at(p, "YS", AR), at(p, "YS", EA), p.state.power[0]) == ({"Acolyte": 1}, {"Acolyte": 1}, 8)


@pytest.mark.rule("CW-IGO-009")
def test_the_agony_sting_needs_an_ocean_with_an_enemy_cultist() -> None:
    units = {"GC": {EA: "Mother Hydra", IO: "Acolyte"}, "YS": {AR: "Acolyte", IO: "Undead"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=HYDRA)
    assert [*why_not(p, "GC", "agony sting", area(p, IO))] == ["CW-IGO-009"]
    assert "CW-IGO-009" in why_not(p, "GC", "agony sting", area(p, AR))
    assert "CW-ABI-001" in why_not(scene("GC YS BG", units | {"GC": {IO: "Acolyte"}}), "GC", "agony sting", area(p, IO))


@pytest.mark.rule("CW-IGO-009")
@pytest.mark.parametrize(
    ("mine", "theirs", "ruling", "comes"),
    [(EA, IO, "either", True), (IO, EA, "either", True), (IO, SA, "either", False), (EA, IO, "enemy_only", False),
     (IO, EA, "enemy_only", True)],
)  # fmt: skip
def test_its_spellbook_comes_when_one_side_has_nobody_in_an_ocean(
    mine: str, theirs: str, ruling: str, comes: bool
) -> None:
    units = {"GC": {mine: "Mother Hydra", WAF: "Acolyte"}, "YS": {theirs: "Hastur"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=HYDRA, rulings={"hydra_requirement": ruling})
    script(p, ("GC", "action", f"recruit {WAF}"))
    assert earned(p, "GC", "Mother Hydra") is comes


@pytest.mark.rule("CW-IGO-009")
def test_the_zygote_brings_all_acolytes_of_the_pool_to_areas_with_own_units() -> None:
    units = {"GC": {EA: "Mother Hydra", AR: "3 Acolyte", WAF: "Deep One"}, "YS": {EU: "Acolyte"}, "BG": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, cards=HYDRA, card_spellbooks={"GC": "Mother Hydra"})
    script(p, ("GC", "action", "zygote"), ("GC", "where an Acolyte comes", WAF))
    assert labels(p) == {EA, AR, WAF}
    script(p, ("GC", "where an Acolyte comes", EA), ("GC", "where an Acolyte comes", EA))
    assert (at(p, "GC", EA), at(p, "GC", WAF)) == ({"Mother Hydra": 1, "Acolyte": 2}, {"Deep One": 1, "Acolyte": 1})
    assert why_not(p, "GC", "zygote")["CW-IGO-009"] == "An Acolyte is in your pool"
    assert "CW-ABI-001" in why_not(scene("GC YS BG", units, cards=HYDRA), "GC", "zygote")
    nobody = scene("GC YS BG", units, cards=HYDRA, card_spellbooks={"GC": "Mother Hydra"})
    s = nobody.state
    for a in s.areas(0):
        for code in s.codes(0, a):
            for _ in range(s.n(0, code, a)):
                s.move(0, code, a, POOL)
    assert "CW-REC-002" in why_not(nobody, "GC", "zygote")


@pytest.mark.rule("CW-IGO-009", "CW-WW-039")
def test_the_zygote_costs_one_more_where_the_ice_age_is_and_once() -> None:
    units = {"GC": {EA: "Mother Hydra", AR: "3 Acolyte"}, "WW": {EU: "Acolyte"}, "BG": {EU: "Acolyte"}}
    ice: dict[str, Any] = {"markers": {"ice_age": EA}, "books": {"WW": "Ice Age"}}
    more: dict[str, Any] = {"cards": HYDRA, "card_spellbooks": {"GC": "Mother Hydra"}, **ice}
    p = scene("GC WW BG", units, **more)
    script(p, ("GC", "action", "zygote"), *[("GC", "where an Acolyte comes", x) for x in (EA, AR, EA)])
    assert (at(p, "GC", EA), p.state.power[0], p.state.tolled) == ({"Mother Hydra": 1, "Acolyte": 2}, 7, 0)
    p = scene("GC WW BG", units, **more)
    script(p, ("GC", "action", "zygote"), *[("GC", "where an Acolyte comes", AR)] * 3)
    assert p.state.power[0] == 8
    p = scene("GC WW BG", units, **more, power={"GC": 1})
    script(p, ("GC", "action", "zygote"))
    assert at(p, "GC", AR) == {"Acolyte": 6}  # nobody can be paid for in the ice
    units = {**units, "GC": {EA: "Mother Hydra, 3 Acolyte"}}
    assert "CW-ACT-002" in why_not(scene("GC WW BG", units, **more, power={"GC": 1}), "GC", "zygote")
    assert why_not(scene("GC WW BG", units, **more, power={"GC": 2}), "GC", "zygote") == {}


@pytest.mark.rule("CW-IGO-009", "CW-INV-010")
def test_no_acolyte_of_the_zygote_comes_where_andrew_lies_and_one_where_he_stands_lays_him_down() -> None:
    units = {"GC": {EA: "Mother Hydra, Andrew Patorius", AR: "4 Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {EU: "Acolyte"}}
    more: dict[str, Any] = {"cards": {**HYDRA, "Andrew Patorius": "GC"}, "card_spellbooks": {"GC": "Mother Hydra"}}
    more |= {"things": (*BOX, "investigators"), "power": {"GC": 9}}
    p = scene("GC YS BG", units, **more)
    script(p, ("GC", "action", "zygote"), *[("GC", "where an Acolyte comes", x) for x in (EA, AR)])
    lies = [row for row in p.state.counters if row[1] == "laid down in area"]
    assert lies == [(0, "laid down in area", area(p, EA) + 1)]
    p = scene("GC YS BG", units, **more, counters=[["GC", "laid down in area", area(p, EA) + 1]])
    script(p, ("GC", "action", "zygote"))
    assert at(p, "GC", AR) == {"Acolyte": 6}


@pytest.mark.rule("CW-IGO-009", "CW-SL-029")
def test_in_a_nexus_one_acolyte_of_the_zygote_comes_where_the_battle_is() -> None:
    units = {"GC": {EA: "Deep One"}, "SL": {EA: "Wizard", AR: "Mother Hydra, 4 Acolyte"}, "BG": {EU: "Acolyte"}}
    more: dict[str, Any] = {"cards": {"Mother Hydra": "SL"}, "card_spellbooks": {"SL": "Mother Hydra"}}
    p = scene("GC SL BG", units, books={"SL": "Energy Nexus"}, **more)
    script(p, fight("GC", "SL"), ("SL", "battle_declared", "Energy Nexus"), ("SL", "energy nexus", "zygote"))
    assert (asked(p), at(p, "SL", EA)) == (("SL", "where an Acolyte comes"), {"Wizard": 1, "Acolyte": 1})
    assert labels(p) == {EA, AR}


@pytest.mark.rule("CW-IGO-012", "CW-WW-039", "CW-IGO-031")
def test_filth_that_comes_with_another_costs_one_more_where_the_ice_age_is() -> None:
    units = {"BG": {EA: "Abhoth, Acolyte"}, "WW": {EU: "Acolyte"}, "GC": {EU: "Acolyte"}}
    more: dict[str, Any] = {"markers": {"ice_age": EA}, "books": {"WW": "Ice Age"}, "cards": {"Abhoth": "BG"}}
    p = scene("BG WW GC", units, power=4, **more)
    script(p, ("BG", "action", f"filth {AR}"), ("BG", "another Filth", EA))
    assert (p.state.power[0], labels(p)) == (1, {"Done", *labels(p)})
    script(p, ("BG", "another Filth", EA))  # once an action
    assert (p.state.power[0], p.state.tolled) == (0, 0)
    p = scene("BG WW GC", units, power=2, **more)
    script(p, ("BG", "action", f"filth {AR}"))
    assert EA not in labels(p)
    assert AR in labels(p)


# -- Chaugnar Faugn ---------------------------------------------------------------------------------------------------
CHAUGNAR = {"Chaugnar Faugn": "GC"}


@pytest.mark.rule("CW-IGO-010", "CW-IGO-035")
def test_miri_nigri_adds_dice_at_an_own_gate_and_lets_cultists_alone_declare_a_battle() -> None:
    units = {"GC": {EA: "2 Acolyte", AR: "Acolyte", EU: "Chaugnar Faugn"}, "YS": {EA: "Acolyte", AR: "Acolyte"}}
    p = scene("GC YS BG", units | {"BG": {WAF: "Acolyte"}}, cards=CHAUGNAR, gates={EA: "GC"})
    assert [*why_not(p, "GC", "battle", area(p, AR), 1)] == ["CW-BTA-003"]
    script(p, fight("GC", "YS", EA))
    assert dice(p) == 3
    none = scene("GC YS BG", units | {"BG": {WAF: "Acolyte"}}, cards=CHAUGNAR, gates={EA: "YS"})
    assert [*why_not(none, "GC", "battle", area(p, EA), 1)] == ["CW-BTA-003"]


@pytest.mark.rule("CW-OW-041")
def test_miri_nigri_counts_yog_sothoth_as_a_gate_and_adds_once_in_an_area() -> None:
    foes = {"GC": {EA: "Cthulhu, Acolyte"}, "YS": {AR: "Hastur, King in Yellow"}, "BG": {AR: "Shub-Niggurath"}}
    card = {"Chaugnar Faugn": "OW"}
    p = scene("OW GC YS BG", {"OW": {EA: "Yog-Sothoth", EU: "Chaugnar Faugn"}, **foes}, cards=card)
    assert combat(p.state, area(p, EA), 0, 1) == 11
    both = {"OW": {EA: "Yog-Sothoth, Acolyte", EU: "Chaugnar Faugn"}, **foes}
    p = scene("OW GC YS BG", both, cards=card, gates={EA: "OW"})
    assert combat(p.state, area(p, EA), 0, 1) == 11


@pytest.mark.rule("CW-OW-040")
def test_yog_sothoth_is_no_gate_for_an_awakening() -> None:
    p = scene("OW GC YS", {"OW": {EA: "Yog-Sothoth"}, "GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}})
    assert [*why_not(p, "OW", "awaken yig", area(p, EA))] == ["CW-IGO-008"]
    assert not any("Awaken Yig" in label for label in labels(p))


@pytest.mark.rule("CW-IGO-010")
def test_two_signs_are_discarded_without_their_doom_and_the_curse_then_chooses_every_sign() -> None:
    units = {"GC": {EA: "Chaugnar Faugn, Acolyte"}, "YS": {EU: "Hastur, Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=CHAUGNAR, signs={"GC": [1, 2, 3]}, gates={EA: "GC"})
    script(p, ("GC", "action", "discard signs"), ("GC", "sign discarded", 3), ("GC", "sign discarded", 1))
    assert (p.state.signs[0], p.state.doom[0], earned(p, "GC", "Chaugnar Faugn")) == ((2,), 0, True)
    assert {*why_not(p, "GC", "discard signs")} >= {"CW-IGO-010"}
    book = {"GC": "Chaugnar Faugn"}
    p = scene("YS GC BG", units, cards=CHAUGNAR, card_spellbooks=book, phase="doom")
    script(p, ("YS", "doom phase", "ritual"), ("GC", "elder sign", 1))
    assert p.state.signs[0] == (1,)
    p = scene("YS GC BG", units, cards=CHAUGNAR, phase="doom")
    script(p, ("YS", "doom phase", "ritual"))
    assert asked(p) == ("chance", "elder sign")


@pytest.mark.rule("CW-IGO-010")
def test_one_sign_is_not_enough() -> None:
    units = {"GC": {EA: "Chaugnar Faugn, Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=CHAUGNAR, signs={"GC": [3]})
    assert why_not(p, "GC", "discard signs") == {"CW-IGO-010": "You have 2 Elder Signs"}


@pytest.mark.rule("CW-IGO-010", "CW-IGO-011")
def test_what_is_earned_is_not_paid_for_again() -> None:
    units = {"GC": {EA: "Chaugnar Faugn, Yig, Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    more: dict[str, Any] = {
        "cards": {"Chaugnar Faugn": "GC", "Yig": "GC"},
        "signs": {"GC": [1, 2]},
        "gates": {EA: "GC"},
    }
    for book, against in ((True, 1), (False, 0)):
        earned_ = {"card_spellbooks": {"GC": "Chaugnar Faugn, Yig"}} if book else {}
        p = scene("GC YS BG", units, **more, **earned_)
        assert len(why_not(p, "GC", "discard signs")) == against
        assert len(why_not(p, "GC", "give up a gate for yig", area(p, EA))) == against


# -- Yig --------------------------------------------------------------------------------------------------------------
YIG = {"Yig": "GC"}


@pytest.mark.rule("CW-IGO-011")
def test_snakebite_is_a_kill_more_once_a_battle_when_an_own_cultist_has_one() -> None:
    units = {"GC": {EA: "Yig, 2 Acolyte"}, "YS": {EA: "3 Undead"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=YIG)
    script(p, fight("GC", "YS"), roll(0, 0), roll(2, 0), ("GC", "takes a kill", "Acolyte"))
    script(p, ("GC", "takes a kill", "Acolyte"))
    assert (at(p, "YS", EA), at(p, "GC", EA)) == ({"Undead": 2}, {"Yig": 1})
    p = scene("GC YS BG", units | {"GC": {EA: "Yig, 2 Deep One"}}, cards=YIG)
    script(p, fight("GC", "YS"), roll(0, 0), roll(1, 0), ("GC", "takes a kill", "Deep One"))
    assert at(p, "YS", EA) == {"Undead": 3}


@pytest.mark.rule("CW-IGO-011")
def test_its_spellbook_costs_a_gate_and_each_other_player_then_gives_power_or_brings_doom() -> None:
    units = {"GC": {EA: "Yig, Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=YIG, gates={EA: "GC", EU: "YS"})
    assert why_not(p, "GC", "give up a gate for yig", area(p, EU)) == {"CW-IGO-011": f"You control the gate in {EU}"}
    script(p, ("GC", "action", f"give up a gate for yig {EA}"))
    assert (p.state.gate[area(p, EA)], earned(p, "GC", "Yig")) == (NO_GATE, True)
    assert "CW-IGO-011" in why_not(p, "GC", "give up a gate for yig", area(p, EA))
    p = scene("GC YS BG", units, cards=YIG, card_spellbooks={"GC": "Yig"}, phase="doom", power={"GC": 1, "YS": 3})
    script(p, ("GC", "doom phase", "Messenger of Yig"), ("YS", "power or doom", "power"))
    assert (p.state.power, p.state.doom) == ([2, 2, 0], [1, 0, 0])  # who has no Power brings Doom
    p = scene("GC YS BG", units, cards=YIG, phase="doom", power=1)
    assert "Messenger of Yig" not in labels(p)


@pytest.mark.rule("CW-IGO-011")
def test_the_gate_of_the_moon_is_not_taken_for_it() -> None:
    p = scene("BB GC YS", {"BB": {EA: "Yig"}, "GC": {EU: "Acolyte"}, "YS": {WAF: "Acolyte"}}, cards={"Yig": "BB"})
    assert p.state.holder(area(p, "Moon")) == 0
    assert [*why_not(p, "BB", "give up a gate for yig", area(p, "Moon"))] == ["CW-IGO-011"]


@pytest.mark.rule("CW-BB-045")
def test_snakebite_works_for_a_killed_earth_cat() -> None:
    units = {"BB": {EA: "Yig, Earth Cat"}, "YS": {EA: "2 Undead"}, "GC": {WAF: "Acolyte"}}
    p = scene("BB YS GC", units, cards={"Yig": "BB"})
    script(p, fight("BB", "YS"), roll(0, 0), roll(1, 0), ("BB", "takes a kill", "Earth Cat"))
    assert at(p, "YS", EA) == {"Undead": 1}


@pytest.mark.rule("CW-BB-045")
def test_the_agony_sting_drives_earth_cats_too() -> None:
    units = {"GC": {EA: "Mother Hydra"}, "BB": {IO: "2 Earth Cat, Cat from Mars"}, "YS": {EU: "Acolyte"}}
    p = scene("GC BB YS", units, cards=HYDRA)
    script(p, ("GC", "action", f"agony sting {IO}"), ("BB", "where it goes", AR), ("BB", "where it goes", AR))
    assert (at(p, "BB", IO), at(p, "BB", AR)) == ({"Cat from Mars": 1}, {"Earth Cat": 2})


@pytest.mark.rule("CW-IGO-009", "CW-TER-011")
def test_the_agony_sting_drives_nobody_into_the_area_of_a_cacodemon() -> None:
    more: dict[str, Any] = {"things": (*BOX, "terrors"), "cards": {**HYDRA, "Cacodemon": "BG"}}
    units = {"GC": {EA: "Mother Hydra"}, "YS": {IO: "2 Acolyte", EU: "Undead"}, "BG": {AR: "Cacodemon"}}
    p = scene("GC YS BG", units, **more)
    script(p, ("GC", "action", f"agony sting {IO}"))
    assert (asked(p)[1], AR in labels(p), EA in labels(p)) == ("where it goes", False, True)


@pytest.mark.rule("CW-IGO-009")
def test_it_is_told_who_is_driven_off_a_gate() -> None:
    units = {"GC": {EA: "Mother Hydra"}, "YS": {IO: "Acolyte", AR: "Undead"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=HYDRA, gates={IO: "YS"})
    script(p, ("GC", "action", f"agony sting {IO}"), ("YS", "where it goes", AR))
    told = [event.text for segment in p.segments() for event in trace_of(p.system, segment)]
    assert f"Acolyte goes from {IO} to {AR}" in told
    assert p.state.gate[area(p, IO)] == OPEN_GATE


@pytest.mark.rule("CW-TT-031")
def test_a_gate_that_yig_takes_fills_no_slot_of_tcho_tcho() -> None:
    units = {"TT": {EA: "Yig, Acolyte", AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("TT YS BG", units, cards={"Yig": "TT"}, gates={EA: "TT", AR: "TT"}, things=(*BOX, "high_priests"))
    before = p.state.open[0]
    script(p, ("TT", "action", f"give up a gate for yig {EA}"))
    assert (earned(p, "TT", "Yig"), p.state.open[0], p.state.count_books(0)) == (True, before, 0)


@pytest.mark.rule("CW-TT-021")
def test_hierophants_brings_nobody_for_the_spellbook_of_a_card() -> None:
    units = {"TT": {EA: "Yig, Acolyte", AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("TT YS BG", units, cards={"Yig": "TT"}, gates={EA: "TT", AR: "TT"}, things=(*BOX, "high_priests"),
              books={"TT": "Hierophants"})  # fmt: skip
    script(p, ("TT", "action", f"give up a gate for yig {EA}"))
    assert (earned(p, "TT", "Yig"), left(p, "TT", "High Priest")) == (True, 0)


# -- Abhoth -----------------------------------------------------------------------------------------------------------
ABHOTH = {"Abhoth": "GC"}


@pytest.mark.rule("CW-IGO-012", "CW-IGO-031")
def test_filth_comes_anywhere_for_one_power_and_abhoth_rolls_a_die_for_each() -> None:
    units = {"GC": {EA: "Abhoth, 2 Filth"}, "YS": {EA: "Acolyte", EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=ABHOTH)
    assert combat(p.state, area(p, EA), 0, 1) == 2
    script(p, ("GC", "action", f"filth {EU}"))
    assert (at(p, "GC", EU), p.state.power[0], combat(p.state, area(p, EA), 0, 1)) == ({"Filth": 1}, 8, 3)
    full = scene("GC YS BG", units | {"GC": {EA: "Abhoth, 12 Filth"}}, cards=ABHOTH)
    assert why_not(full, "GC", "filth", area(p, EU)) == {"CW-IGO-031": "A Filth is left"}
    moon = scene("GC YS BB", {"GC": units["GC"], "YS": units["YS"], "BB": {}}, cards=ABHOTH)
    assert [*why_not(moon, "GC", "filth", area(moon, "Moon"))] == ["CW-IGO-012"]


@pytest.mark.rule("CW-IGO-031")
def test_filth_neither_moves_nor_captures_nor_is_it_summoned() -> None:
    units = {"GC": {EA: "Filth, Acolyte", AR: "Abhoth"}, "YS": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC YS BG", units, cards=ABHOTH, gates={EA: "GC"})
    assert "CW-CAP-003" in why_not(p, "GC", "capture", area(p, EA), 1)
    assert not any("Summon" in label and "Filth" in label for label in labels(p))
    script(p, ("GC", "action", "move"))
    assert not any("Filth" in label for label in labels(p))


@pytest.mark.rule("CW-IGO-032")
def test_filth_comes_with_fertility_cult_death_from_below_and_desecration() -> None:
    units = {"BG": {EA: "Abhoth, Acolyte"}, "YS": {EU: "Acolyte"}, "GC": {WAF: "Acolyte"}}
    p = scene("BG YS GC", units, cards={"Abhoth": "BG"})
    script(p, ("BG", "action", f"filth {EU}"), ("BG", "another Filth", WAF), ("BG", "another Filth", "done"))
    assert (at(p, "BG", EU), at(p, "BG", WAF), p.state.power[0]) == ({"Filth": 1}, {"Filth": 1}, 7)
    units = {"SL": {EA: "Abhoth, Acolyte"}, "YS": {EU: "Acolyte"}, "GC": {WAF: "Acolyte"}}
    p = scene("SL YS GC", units, cards={"Abhoth": "SL"}, phase="doom", power=1)
    script(p, ("SL", "doom phase", "Death from Below"), ("SL", "who comes from below", "Filth"))
    assert at(p, "SL", EA)["Filth"] == 1
    units = {"YS": {EA: "Abhoth, Acolyte, King in Yellow"}, "BG": {EU: "Acolyte"}, "GC": {WAF: "Acolyte"}}
    p = scene("YS BG GC", units, cards={"Abhoth": "YS"})
    script(p, ("YS", "action", "desecrate"), ("chance", "desecrate", 1), ("YS", "figure that comes", "Filth"))
    assert at(p, "YS", EA)["Filth"] == 1


@pytest.mark.rule("CW-IGO-012")
@pytest.mark.parametrize(
    ("units", "comes"),
    [("7 Filth", True), ("6 Filth", False), ("Filth, Deep One, Shoggoth, Starspawn", True), ("Filth, Shoggoth", False)],
)
def test_its_spellbook_comes_with_eight_monsters_or_four_kinds(units: str, comes: bool) -> None:
    p = scene("GC YS BG", {"GC": {EA: f"Abhoth, {units}"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}, cards=ABHOTH)
    script(p, ("GC", "action", f"filth {EU}"))
    assert earned(p, "GC", "Abhoth") is comes


@pytest.mark.rule("CW-IGO-012")
def test_gates_beside_filth_bring_the_others_no_doom_from_gates_and_rituals() -> None:
    units = {"GC": {EA: "Abhoth, Acolyte, Filth", EU: "Filth"}, "YS": {EU: "Acolyte", AR: "Acolyte"}}
    units |= {"BG": {WAF: "Acolyte"}}
    gates = {EA: "GC", EU: "YS", AR: "YS", WAF: "BG"}
    for book, doom in (({"GC": "Abhoth"}, [1, 1, 1]), ({}, [1, 2, 1])):
        p = scene("YS GC BG", units, cards=ABHOTH, card_spellbooks=book, gates=gates, phase="first player", power=9)
        script(p, ("YS", "first player", 0), ("YS", "direction", 1))
        assert [p.state.doom[i] for i in (1, 0, 2)] == doom
        script(p, ("YS", "doom phase", "ritual"))
        assert p.state.doom[0] == doom[1] * 2


CURSE = {"books": {"OW": "Dread Curse of Azathoth"}}


@pytest.mark.rule("CW-OW-037")
@pytest.mark.parametrize("held", [True, False])
def test_the_dread_curse_does_not_touch_filth_of_nobody_and_does_when_abhoth_is_there(held: bool) -> None:
    units = {"OW": {WAF: "2 Abomination, Spawn of Yog-Sothoth"}, "GC": {EA: "Filth, Acolyte", EU: "Filth"}}
    units["GC"] |= {SAS: "Abhoth"} if held else {}
    p = scene("OW GC BG", units, cards=ABHOTH if held else {}, **CURSE)
    assert [*why_not(p, "OW", "dread curse", area(p, EU))] == ([] if held else ["CW-OW-023"])
    assert (f"Dread Curse of Azathoth on {EU}" in labels(p)) is held
    script(p, ("OW", "action", f"dread curse {EA}"), roll(2, 0))
    assert (asked(p) == ("GC", "takes a kill")) is held  # the Acolyte alone is no choice
    while asked(p)[1] in ("curse: kill", "takes a kill"):
        p.play(p.decision.options[0])
    assert at(p, "GC", EA) == ({} if held else {"Filth": 1})  # the second kill finds nobody


@pytest.mark.rule("CW-OW-037", "CW-IGO-003")
def test_who_awakens_abhoth_again_has_the_filth_that_has_stayed_and_it_may_be_cursed() -> None:
    units = {"OW": {WAF: "Abomination"}, "GC": {EU: "2 Filth, Acolyte", EA: "Filth"}, "YS": {AR: "Hastur, Acolyte"}}
    p = scene("YS OW GC", units, gates={AR: "YS"}, **CURSE)
    script(p, ("YS", "action", f"awaken abhoth {AR}"))
    assert (at(p, "GC", EU), at(p, "YS", EU), at(p, "YS", EA)) == ({"Acolyte": 1}, {"Filth": 2}, {"Filth": 1})
    assert (pool(p, "YS", "Filth"), p.system.violations(p.state)) == (9, [])
    script(p, ("YS", "action", "end"))
    assert [*why_not(p, "OW", "dread curse", area(p, EA))] == []


# -- Cthugha ----------------------------------------------------------------------------------------------------------
CTHUGHA = {"Cthugha": "GC"}


@pytest.mark.rule("CW-IGO-013")
def test_cthugha_takes_the_place_of_a_great_old_one_and_what_is_below_nothing_is_gained() -> None:
    units = {"GC": {EA: "Cthulhu, Acolyte"}, "YS": {EU: "King in Yellow, Hastur, Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("YS GC BG", units, gates={EU: "YS"}, power=5)
    assert {label for label in labels(p) if "Cthugha" in label} == {
        f"Awaken Cthugha in {EU} for: King in Yellow", f"Awaken Cthugha in {EU} for: Hastur",
    }  # fmt: skip
    script(p, ("YS", "action", f"awaken cthugha {EU} hastur"))
    assert (at(p, "YS", EU), p.state.power[0]) == ({"King in Yellow": 1, "Acolyte": 1, "Cthugha": 1}, 9)
    p = scene("YS GC BG", units, gates={EU: "YS"}, power=5)
    script(p, ("YS", "action", f"awaken cthugha {EU} king in yellow"))
    assert (at(p, "YS", EU), p.state.power[0]) == ({"Hastur": 1, "Acolyte": 1, "Cthugha": 1}, 3)


@pytest.mark.rule("CW-UHP-009")
def test_lavinia_makes_cthugha_cheaper_and_not_whom_he_replaces() -> None:
    units = {"YS": {EU: "Hastur, Acolyte", AR: "Unique High Priest"}, "GC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    things = (*BOX, "high_priests", "unique_high_priests")
    p = scene("YS GC BG", units, gates={EU: "YS"}, power=5, things=things, cards={"Lavinia Whateley": "YS"})
    script(p, ("YS", "action", f"awaken cthugha {EU} hastur"), ("YS", "on_placement", "The Bride"))
    assert (p.state.power[0], at(p, "YS", AR)) == (5 + 7, {})


@pytest.mark.rule("CW-DS-041")
def test_for_daemon_sultan_the_marker_is_the_price_of_the_avatar() -> None:
    units = {"DS": {EU: "Avatar Thesis, Acolyte"}, "GC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = scene("DS GC BG", units, gates={EU: "DS"}, counters=[["table", "Azathoth marker", 4]])
    script(p, ("DS", "action", f"awaken cthugha {EU} avatar thesis"))
    assert p.state.power[0] == 7


@pytest.mark.rule("CW-IGO-013", "CW-IGO-036")
def test_cthugha_rolls_the_dice_of_the_best_enemy_great_old_one_and_none_against_an_elder_god() -> None:
    units = {"GC": {EA: "Cthugha"}, "YS": {EA: "Hastur, King in Yellow"}, "BB": {AR: "Bastet"}}
    p = scene("GC YS BB", units, cards=CTHUGHA, ritual=2)
    assert combat(p.state, area(p, EA), 0, 1) == p.state.ritual_cost() > 0
    nobody = {"GC": {EA: "Cthugha"}, "YS": {EA: "Undead"}, "BB": {}}
    assert combat(scene("GC YS BB", nobody, cards=CTHUGHA).state, area(p, EA), 0, 1) == 0
    for beside, n in (("Bastet, Yig", 0), ("Yig", 2)):  # nor the dice of another one beside it
        elder = {"GC": {AR: "Cthugha"}, "YS": {EA: "Acolyte"}, "BB": {AR: beside}}
        p = scene("GC YS BB", elder, cards={**CTHUGHA, "Yig": "BB"})
        assert combat(p.state, area(p, AR), 0, 2) == n


VAMPIRES = {"GC": {EA: "Cthugha, Starspawn"}, "YS": {EA: "2 Undead, Hastur"}, "BG": {WAF: "Acolyte"}}


@pytest.mark.rule("CW-IGO-013")
def test_fire_vampires_spare_the_killed_for_power_and_firestorm_for_signs() -> None:
    for book in ({}, {"GC": "Cthugha"}):
        p = scene("GC YS BG", VAMPIRES, cards=CTHUGHA, card_spellbooks=book)
        script(p, fight("GC", "YS"), roll(2, 0), roll(0, 0), ("YS", "takes a kill", "Undead"))
        script(p, ("YS", "takes a kill", "Undead"), ("GC", "spared", "Undead"))
        if not book:
            script(p, ("GC", "spared", "done"))
        else:
            script(p, ("GC", "spared", "done"), ("chance", "elder sign", 2))
        assert p.state.power[0] == 9
        script(p, ("YS", "retreat to", AR))
        assert (at(p, "YS", EA), at(p, "YS", AR)) == ({"Hastur": 1}, {"Undead": 1})
        assert p.state.signs[0] == ((2,) if book else ())


@pytest.mark.rule("CW-IGO-013")
@pytest.mark.parametrize(("ruling", "asks"), [("barred", False), ("free", True)])
def test_who_has_no_power_is_not_spared(ruling: str, asks: bool) -> None:
    power = {"GC": 9, "YS": 0, "BG": 1}
    p = scene("GC YS BG", VAMPIRES, cards=CTHUGHA, power=power, rulings={"cthugha_spare": ruling})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Undead"))
    assert (asked(p)[1] == "spared") is asks
    away = {**VAMPIRES, "GC": {EA: "Starspawn", AR: "Cthugha"}}
    p = scene("GC YS BG", away, cards=CTHUGHA)
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Undead"))
    assert asked(p)[1] != "spared"


@pytest.mark.rule("CW-IGO-013")
@pytest.mark.parametrize(
    ("ruling", "spent", "asks"), [("barred", True, False), ("barred", False, True), ("free", True, True)]
)
def test_who_hibernates_is_not_spared(ruling: str, spent: bool, asks: bool) -> None:
    units = {"GC": {EA: "Cthugha, Starspawn"}, "WW": {EA: "2 Wendigo, Acolyte"}, "BG": {WAF: "Acolyte"}}
    more: dict[str, Any] = {"spent": {"WW": "Hibernate"}} if spent else {}
    p = scene("GC WW BG", units, cards=CTHUGHA, rulings={"cthugha_spare": ruling}, **more)
    script(p, fight("GC", "WW"), roll(1, 0), roll(0, 0), ("WW", "takes a kill", "Wendigo"))
    assert (asked(p)[1] == "spared") is asks


@pytest.mark.rule("CW-WW-030")
def test_what_eternal_has_cancelled_cannot_be_spared() -> None:
    units = {"GC": {EA: "Cthugha"}, "WW": {EA: "Rhan-Tegoth"}, "BG": {WAF: "Acolyte"}}
    p = scene("GC WW BG", units, cards=CTHUGHA)
    script(p, fight("GC", "WW"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("WW", "use Eternal")
    q = p.clone()
    script(p, ("WW", "use Eternal", "yes"))
    assert asked(p)[1] != "spared"
    script(q, ("WW", "use Eternal", "no"))
    assert asked(q) == ("GC", "spared")


@pytest.mark.rule("CW-IGO-013")
@pytest.mark.parametrize(("dead", "comes"), [("Hastur", True), ("Undead", False)])
def test_its_spellbook_comes_when_an_enemy_great_old_one_is_killed(dead: str, comes: bool) -> None:
    p = scene("GC YS BG", VAMPIRES, cards=CTHUGHA)
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", dead), ("GC", "spared", "done"))
    assert earned(p, "GC", "Cthugha") is comes


# -- when -------------------------------------------------------------------------------------------------------------
TURNS = {
    "great_old_one_pack_1": {
        "Mother Hydra": ("awaken mother hydra", "agony sting", "zygote"),
        "Chaugnar Faugn": ("awaken chaugnar faugn", "discard signs"),
        "Yig": ("awaken yig", "give up a gate for yig"),
        "Abhoth": ("awaken abhoth", "filth"),
        "Cthugha": ("awaken cthugha",),
    },
    "great_old_one_pack_2": {
        "Atlach-Nacha": ("awaken atlach-nacha", "spinnerets", "cosmic web"),
        "Father Dagon": ("awaken father dagon", "tsunami"),
        "Bokrug": ("awaken bokrug", "give bokrug"),
        "Ghatanothoa": ("awaken ghatanothoa", "mummify", "execration"),
    },
    "great_old_one_pack_3": {
        "Gobogeg": ("awaken gobogeg",),
        "Byatis": ("awaken byatis", "god of forgetfulness"),
    },
    "great_old_one_pack_4": {
        "Nyogtha": ("awaken nyogtha", "nightmare web"),
        "Tulzscha": ("awaken tulzscha", "tulzscha gift"),
    },
    "ramsey_campbell_horrors_1": {"Eihort": ("awaken eihort",), "Gla'aki": ("awaken gla'aki",)},
    "ramsey_campbell_horrors_2": {"Y'Golonac": ("awaken y'golonac",), "Daoloth": ("awaken daoloth",)},
}


@pytest.mark.rule("CW-IGO-001")
@pytest.mark.parametrize(
    ("box", "name", "verb"),
    [(box, n, verb) for box, rows in TURNS.items() for n, verbs in rows.items() for verb in verbs],
)
def test_what_it_does_is_a_main_action_of_ones_own_turn_with_power(box: str, name: str, verb: str) -> None:
    """And what stands on its card is for whoever has it, with its spellbook if it is that one's."""
    mine: dict[str, Any] = {"things": (box,), "cards": {name: "GC"}, "card_spellbooks": {"GC": [name]}}
    for rule, rest in (
        ("CW-ACT-001", {"active": "BG"}),
        ("CW-ACT-003", {"active": "GC", "part": "after"}),
        ("CW-ACT-005", {"active": "GC", "power": {"BG": 9}}),
    ):
        assert rule in why_not(scene("GC YS BG", CROWD, **mine, **rest), "GC", verb), rule
    said = why_not(scene("GC YS BG", CROWD, **mine, active="GC"), "GC", verb)
    assert not {"CW-ACT-001", "CW-ACT-003", "CW-ACT-005"} & set(said)
    if not verb.startswith("awaken"):
        assert "CW-ABI-001" not in said
        assert "CW-ABI-001" in why_not(scene("GC YS BG", CROWD, things=(box,), active="GC"), "GC", verb)


@pytest.mark.rule("CW-IGO-013")
@pytest.mark.parametrize(("ruling", "asks"), [("others", True), ("none", False)])
def test_an_elder_god_among_the_enemy_bars_the_other_powers_of_cthugha_by_a_ruling_alone(
    ruling: str, asks: bool
) -> None:
    for god, spared in (("Bastet", asks), ("Cat from Saturn", True)):
        units = {"GC": {EA: "Cthugha, 2 Starspawn"}, "BB": {EA: f"{god}, 2 Cat from Mars"}, "YS": {AR: "Acolyte"}}
        p = scene("GC BB YS", units, cards={"Cthugha": "GC"}, rulings={"cthugha_elder_god": ruling})
        script(p, fight("GC", "BB"), roll(2, 0))
        while asked(p)[1] != "takes a kill" and asked(p)[0] != "GC":
            p.play(p.decision.options[-1] if asked(p)[0] != "chance" else (0, 0))
        while asked(p)[1] == "takes a kill":
            p.play(p.decision.options[-1])
        assert (asked(p) == ("GC", "spared")) is spared


@pytest.mark.rule("CW-IGO-013")
def test_what_cthugha_costs_for_who_looks_at_prices() -> None:
    for ruling, price in (("six", 6), ("nothing", 0)):
        p = scene(
            "GC YS BG", {"GC": {EA: "Cthugha, Cthulhu"}}, cards={"Cthugha": "GC"}, rulings={"cthugha_worth": ruling}
        )
        assert price_now(p.state, 0, p.state.config.name[0].index("Cthugha")) == price
        assert price_now(p.state, 0, p.state.config.name[0].index("Cthulhu")) == 4
