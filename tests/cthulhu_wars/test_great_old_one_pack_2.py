"""Great Old One Pack 2: Father Dagon, Bokrug, Ghatanothoa and Atlach-Nacha."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, pool
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.domains import DOOM, HELD, OVER
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.score import gathered, winners

EU, WAF, IO, SA = "Europe", "West Africa", "Indian Ocean", "South Atlantic"
BOX = ("great_old_one_pack_2",)
DAGON, BOKRUG, GHATANOTHOA, ATLACH = "Father Dagon", "Bokrug", "Ghatanothoa", "Atlach-Nacha"


def scene(units: dict[str, dict[str, str]], name: str, *, book: bool = False, **more: Any) -> Position:
    """Great Cthulhu has a card, with its spellbook or without; Yellow Sign and Black Goat are at the table."""
    units = {"YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}} | units
    more = {"cards": {name: "GC"}, "things": BOX} | ({"card_spellbooks": {"GC": name}} if book else {}) | more
    return table(more.pop("seats", "GC YS BG"), units, **more)


@pytest.mark.rule("CW-IGO-014", "CW-IGO-015", "CW-IGO-016", "CW-IGO-017")
@pytest.mark.parametrize(("verb", "name", "cost"), [
    ("awaken father dagon", DAGON, 4), ("awaken bokrug", BOKRUG, 4), ("awaken ghatanothoa", GHATANOTHOA, 4),
    ("awaken atlach-nacha", ATLACH, 6),
])  # fmt: skip
def test_each_is_awakened_for_its_price(verb: str, name: str, cost: int) -> None:
    units = {"YS": {EU: "Hastur, Acolyte", AR: "Acolyte"}, "GC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = table("YS GC BG", units, gates={EU: "YS", AR: "YS"}, things=BOX)
    assert "CW-IGO-008" in why_not(p, "YS", verb, area(p, AR))
    script(p, ("YS", "action", f"{verb} {EU}"))
    assert (holder(p, name), at(p, "YS", EU)[name], p.state.power[0]) == (0, 1, 9 - cost)


@pytest.mark.rule("CW-IGO-015")
def test_bokrug_costs_six_by_the_ruling() -> None:
    p = table("YS GC BG", {"YS": {EU: "Hastur, Acolyte"}, "GC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}},
              gates={EU: "YS"}, things=BOX, rulings={"bokrug_cost": "six"})  # fmt: skip
    script(p, ("YS", "action", f"awaken bokrug {EU}"))
    assert p.state.power[0] == 3


def test_four_cards_are_in_the_box_with_their_values() -> None:
    config = system("GC YS BG", things=BOX).config
    rows = {u.name: (u.figures, u.costs, u.combat) for u in config.factions[0].units if u.neutral}
    assert rows == {DAGON: (1, (4,), 2), BOKRUG: (1, (4,), 1), GHATANOTHOA: (1, (4,), 0), ATLACH: (1, (6,), 4)}
    assert [(token.key, token.figures, token.seat) for token in config.tokens][-1] == ("web", 6, -1)


# -- Father Dagon -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-014")
def test_father_dagon_rolls_six_dice_in_an_ocean_and_two_on_land() -> None:
    for place, n in ((IO, 6), (EA, 2)):
        p = scene({"GC": {place: DAGON}, "YS": {place: "Acolyte"}}, DAGON)
        assert combat(p.state, area(p, place), 0, 1) == n


@pytest.mark.rule("CW-IGO-014")
def test_tsunami_sends_all_cultists_of_a_coast_into_the_oceans_beside_it() -> None:
    p = scene({"GC": {IO: DAGON, WAF: "Acolyte"}, "YS": {WAF: "Acolyte, Undead"}, "BG": {}}, DAGON)
    script(p, ("GC", "action", f"tsunami {WAF}"), ("GC", "who goes first", 0))
    while asked(p)[1] == "where it goes":
        p.play(p.decision.options[0])
    gone = {name: [a for a in p.state.areas(who(p, name)) if p.state.config.map.wet >> a & 1] for name in ("GC", "YS")}
    assert (at(p, "GC", WAF), at(p, "YS", WAF), p.state.power[0]) == ({}, {"Undead": 1}, 8)
    assert len(gone["YS"]) == 1
    p = scene({"GC": {IO: f"{DAGON}, Acolyte", EA: "Deep One"}}, DAGON)
    assert why_not(p, "GC", "tsunami", area(p, IO))["CW-IGO-014"].endswith("is land")
    assert [*why_not(p, "GC", "tsunami", area(p, EA))] == ["CW-IGO-014"]


@pytest.mark.rule("CW-IGO-014")
@pytest.mark.parametrize(("n", "comes"), [(6, True), (5, False)])
def test_its_spellbook_comes_with_eight_units_in_oceans(n: int, comes: bool) -> None:
    units = {"GC": {IO: f"{DAGON}, 3 Deep One", SA: f"{n - 3} Acolyte", EA: "Acolyte"}}
    p = scene(units, DAGON)
    script(p, ("GC", "action", f"recruit {SA}"))
    assert earned(p, "GC", DAGON) is comes


@pytest.mark.rule("CW-IGO-014")
def test_in_each_doom_phase_an_acolyte_leaves_the_game_for_six_power() -> None:
    for book in (True, False):
        p = scene({"GC": {IO: DAGON, EA: "2 Acolyte"}}, DAGON, book=book, phase="first player", power=9)
        script(p, ("GC", "first player", 0), ("GC", "direction", 1))
        assert (p.state.power[0], at(p, "GC", EA)) == ((15, {"Acolyte": 1}) if book else (9, {"Acolyte": 2}))
        assert p.state.gone(0, 0) == book
    p = scene({"GC": {IO: DAGON}}, DAGON, book=True, phase="first player", power=9)
    script(p, ("GC", "first player", 0), ("GC", "direction", 1))
    assert p.state.power[0] == 9


# -- Bokrug -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-015")
def test_killed_bokrug_waits_without_its_spellbook_and_returns_after_the_next_doom_phase() -> None:
    units = {"GC": {EA: "Acolyte", AR: BOKRUG}, "YS": {AR: "3 Undead", EU: "Acolyte"}}
    p = scene(units, BOKRUG, book=True)
    script(p, fight("GC", "YS", AR), roll(0, 0), roll(1, 0))
    assert (holder(p, BOKRUG), earned(p, "GC", BOKRUG), left(p, "GC", BOKRUG)) == (0, False, 0)
    assert p.system.violations(p.state) == []
    assert why_not(p, "GC", "awaken bokrug", area(p, EA))["CW-IGO-002"]
    p.state.phase, p.state.active, p.state.slot = DOOM, 2, None
    p = Position(p.system, p.state)
    p.state.power = [1, 0, 0]
    p.state.under_way()
    while asked(p)[1] == "doom phase":
        p.play("done")
    assert asked(p) == ("GC", "returns to")
    assert {AR, EU, WAF}.isdisjoint(labels(p))
    script(p, ("GC", "returns to", EA), rehearse=False)
    assert at(p, "GC", EA) == {"Acolyte": 1, BOKRUG: 1}


@pytest.mark.rule("CW-IGO-015")
def test_given_to_another_it_has_its_spellbook_and_an_enemy_takes_something_in_each_doom_phase() -> None:
    p = scene({"GC": {EA: f"Acolyte, {BOKRUG}"}}, BOKRUG)
    script(p, ("GC", "action", "give bokrug to yellow sign"))
    assert (holder(p, BOKRUG), earned(p, "YS", BOKRUG), at(p, "YS", EA), at(p, "GC", EA)) == (
        1, True, {BOKRUG: 1}, {"Acolyte": 1},
    )  # fmt: skip
    assert p.system.violations(p.state) == []
    units = {"GC": {EA: f"2 Acolyte, {BOKRUG}"}}
    for said in ("unit", "sign"):
        p = scene(units, BOKRUG, book=True, phase="doom", power={"GC": 1}, signs={"GC": [2]}, active="BG", first="GC")
        script(p, ("BG", "doom phase", "done") if asked(p)[1] == "doom phase" else ("GC", "who takes something", 1))
        if asked(p)[1] == "who takes something":
            script(p, ("GC", "who takes something", 1))
        script(p, ("GC", "unit or sign", said))
        if said == "sign":
            script(p, ("chance", "sign taken", 2))
            assert (p.state.signs[0], p.state.signs[1]) == ((), (2,))
        else:
            assert (at(p, "GC", EA)["Acolyte"], p.state.n(0, 0, HELD + 1)) == (1, 1)
    assert "CW-IGO-015" in why_not(p, "GC", "give bokrug", 1)


@pytest.mark.rule("CW-IGO-015", "CW-ES-004")
def test_an_elder_sign_that_is_revealed_meanwhile_is_not_taken() -> None:
    more: dict[str, Any] = {"book": True, "phase": "doom", "power": {"GC": 1}, "signs": {"GC": [2]}, "active": "BG"}
    p = scene({"GC": {EA: f"2 Acolyte, {BOKRUG}"}}, BOKRUG, first="GC", **more)
    if asked(p)[1] == "doom phase":
        script(p, ("BG", "doom phase", "done"))
    script(p, ("GC", "who takes something", 1))
    p.play(("!", "reveal", 0, 2))
    assert [*p.decision.options] == ["unit"]  # type: ignore[union-attr]
    bare = scene({"GC": {EA: BOKRUG}}, BOKRUG, first="GC", **more)
    if asked(bare)[1] == "doom phase":
        script(bare, ("BG", "doom phase", "done"))
    bare.play(("!", "reveal", 0, 2))
    script(bare, ("GC", "who takes something", 1))  # there is nothing left to take
    assert (asked(bare)[1], bare.state.signs[1]) == ("action", ())


@pytest.mark.rule("CW-IGO-015")
def test_without_its_spellbook_nobody_takes_anything() -> None:
    p = scene({"GC": {EA: f"2 Acolyte, {BOKRUG}"}}, BOKRUG, phase="doom", power={"GC": 1}, active="BG", first="GC")
    if asked(p)[1] == "doom phase":
        script(p, ("BG", "doom phase", "done"))
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-IGO-015")
@pytest.mark.parametrize("book", [True, False])
def test_a_doom_phase_that_ends_the_game_takes_its_sign_before_the_winner_is_judged(book: bool) -> None:
    units = {"GC": {EA: f"2 Acolyte, {BOKRUG}"}}
    p = scene(units, BOKRUG, book=book, phase="doom", signs={"GC": [2]}, doom={"GC": 30, "YS": 5}, power=0,
              active="BG", first="GC")  # fmt: skip
    while p.decision is not None and asked(p)[1] != "who takes something":
        p.play("done")
    if book:
        script(p, ("GC", "who takes something", 1), ("GC", "unit or sign", "sign"), rehearse=False)
        while p.decision is not None:
            p.play(p.decision.options[0])
    assert (p.state.phase, p.state.doom[:2]) == (OVER, [30, 7] if book else [32, 5])


# -- Ghatanothoa ------------------------------------------------------------------------------------------------------
MUMMIES = {"GC": {EA: f"{GHATANOTHOA}, Acolyte"}, "YS": {EA: "2 Acolyte, Undead", EU: "Acolyte"}}


@pytest.mark.rule("CW-IGO-016")
def test_ghatanothoa_rolls_a_die_for_each_cultist_of_the_opponent_on_the_map() -> None:
    p = scene(MUMMIES, GHATANOTHOA)
    assert combat(p.state, area(p, EA), 0, 1) == 3


@pytest.mark.rule("CW-IGO-016")
def test_the_mummified_neither_move_nor_fight_nor_bring_power_until_the_doom_phase() -> None:
    p = scene(MUMMIES, GHATANOTHOA)
    before = gathered(p.state, 1).value
    script(p, ("GC", "action", "mummify"))
    assert (gathered(p.state, 1).value, p.state.power[0]) == (before - 2, 8)
    script(p, ("GC", "action", "end") if asked(p)[0] == "GC" else ("YS", "action", "move"))
    if asked(p) == ("YS", "action"):
        script(p, ("YS", "action", "move"))
    assert not any(label.startswith("Acolyte in East Africa") or label == "Acolyte, East Africa" for label in labels(p))
    assert {label.split(",")[0] for label in labels(p)} >= {"Undead"}
    s = p.state.copy()
    assert combat(s, area(p, EA), 1, 0) == 0  # an Undead alone has no dice
    assert why_not(p, "GC", "mummify")["CW-IGO-016"]


@pytest.mark.rule("CW-IGO-016")
def test_they_rise_when_the_doom_phase_begins_and_can_be_captured_meanwhile() -> None:
    word = [["YS", "mummies in East Africa", 2]]
    p = scene({**MUMMIES, "YS": {EA: "2 Acolyte", EU: "Acolyte"}}, GHATANOTHOA, counters=word)
    assert why_not(p, "GC", "capture", area(p, EA), 1) == {}
    p = scene(MUMMIES, GHATANOTHOA, counters=word, phase="first player", power=9)
    assert gathered(p.state, 1).value == 1
    script(p, ("GC", "first player", 0), ("GC", "direction", 1))
    assert (p.state.counters, gathered(p.state, 1).value) == ((), 3)


@pytest.mark.rule("CW-IGO-016")
def test_who_comes_in_the_place_of_one_that_was_captured_stands() -> None:
    units = {**MUMMIES, "YS": {EA: "2 Acolyte", EU: "Acolyte"}}
    p = scene(units, GHATANOTHOA, counters=[["YS", "mummies in East Africa", 2]])
    script(p, ("GC", "action", f"capture {EA}"), ("YS", "action", f"recruit {EA}"))
    assert p.state.counter(1, "mummies in East Africa") == 1
    assert gathered(p.state, 1).value == 2  # the one in Europe, and the new one


@pytest.mark.rule("CW-IGO-016")
def test_a_battle_leaves_the_mummified_out() -> None:
    p = scene({**MUMMIES, "YS": {EA: "2 Acolyte, Hastur"}}, GHATANOTHOA, counters=[["YS", "mummies in East Africa", 2]])
    script(p, fight("GC", "YS"), roll(2, 0), roll(0, 0))
    assert at(p, "YS", EA) == {"Acolyte": 2}


@pytest.mark.rule("CW-IGO-016")
def test_its_spellbook_costs_four_power_or_comes_to_who_has_little() -> None:
    p = scene(MUMMIES, GHATANOTHOA)
    script(p, ("GC", "action", "execration"))
    assert (earned(p, "GC", GHATANOTHOA), p.state.power[0]) == (True, 5)
    assert "CW-IGO-016" in why_not(p, "GC", "execration")
    for n, comes in ((5, True), (6, False)):
        units = {"GC": {EA: f"{GHATANOTHOA}, {n} Acolyte"}}
        p = scene(units, GHATANOTHOA, phase="doom", power=9)
        assert (asked(p)[1], earned(p, "GC", GHATANOTHOA)) == ("doom phase", comes)


@pytest.mark.rule("CW-IGO-016")
def test_with_execration_of_mu_it_happens_by_itself() -> None:
    for book in (True, False):
        p = scene(MUMMIES, GHATANOTHOA, book=book)
        if book:
            assert why_not(p, "GC", "mummify") == {"CW-IGO-016": "It is still an action"}
        script(p, ("GC", "action", f"recruit {EA}"))
        assert p.state.counter(1, "mummies in East Africa") == (2 if book else 0)


@pytest.mark.rule("CW-IGO-016")
@pytest.mark.parametrize("book", [True, False])
def test_with_it_they_lie_down_again_before_anybody_acts(book: bool) -> None:
    p = scene(MUMMIES, GHATANOTHOA, seats="YS GC BG", book=book, phase="doom", power=5, active="BG", first="YS")
    while asked(p)[1] == "doom phase":
        p.play("done")
    script(p, ("YS", "action", "move"))
    assert (f"Acolyte, {EA}" in labels(p)) is not book


@pytest.mark.rule("CW-BB-045")
def test_ghatanothoa_rolls_for_earth_cats_and_they_are_counted_for_its_spellbook() -> None:
    units = {"GC": {EA: GHATANOTHOA}, "BB": {EA: "3 Earth Cat"}}
    p = table("GC BB YS", units | {"YS": {EU: "Acolyte"}}, cards={GHATANOTHOA: "GC"}, things=BOX)
    assert combat(p.state, area(p, EA), 0, 1) == 3
    for n, comes in ((4, True), (5, False)):  # and the gate of the Moon
        units = {"BB": {EA: f"{GHATANOTHOA}, {n} Earth Cat"}, "GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
        p = table("BB GC YS", units, cards={GHATANOTHOA: "BB"}, things=BOX, phase="doom")
        assert (asked(p)[1], earned(p, "BB", GHATANOTHOA)) == ("doom phase", comes)


# -- Atlach-Nacha -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-017")
def test_a_web_comes_to_its_area_once_and_the_sixth_earns_the_spellbook_that_wins() -> None:
    units = {"GC": {EA: f"{ATLACH}, Acolyte"}}
    five = [AR, EU, WAF, IO, SA]
    p = scene(units, ATLACH, markers={"web": ", ".join(five)})
    assert "CW-ABI-001" in why_not(p, "GC", "cosmic web")
    script(p, ("GC", "action", "spinnerets"))
    assert (earned(p, "GC", ATLACH), p.state.power[0]) == (True, 8)
    assert [*why_not(p, "GC", "spinnerets")][-1] == "CW-IGO-017"
    p = scene(units, ATLACH, markers={"web": ", ".join(five[1:])})
    script(p, ("GC", "action", "spinnerets"))
    assert not earned(p, "GC", ATLACH)
    p = scene(units, ATLACH, book=True)
    script(p, ("GC", "action", "cosmic web"), rehearse=False)
    assert (p.state.phase, winners(p.state), p.state.count_books(0)) == (OVER, (0,), 0)
    assert pool(p, "GC", "Deep One") == 4


@pytest.mark.rule("CW-IGO-015")
def test_bokrug_is_not_given_away_while_it_is_submerged() -> None:
    p = scene({"GC": {"submerged": f"Cthulhu, {BOKRUG}"}}, BOKRUG)
    assert [*why_not(p, "GC", "give bokrug", 1)] == ["CW-IGO-015"]
    assert not why_not(scene({"GC": {EA: BOKRUG, "submerged": "Cthulhu"}}, BOKRUG), "GC", "give bokrug", 1)


@pytest.mark.rule("CW-2PL-005")
def test_with_two_players_bokrug_and_the_dhole_are_in_the_box_only_if_somebody_names_them() -> None:
    boxes = {"things": ["great_old_one_pack_2", "terrors"]}
    for seats, there in ((["GC", "YS"], False), (["GC", "YS", "BG"], True)):
        cards = {card.key for card in CthulhuWars.build(options={"factions": seats, **boxes}).config.cards}
        assert ({"bokrug", "dhole"} <= cards, {"bokrug", "dhole"} & cards == set()) == (there, not there)
        assert {"father_dagon", "cacodemon"} <= cards
    named = CthulhuWars.build(options={"factions": ["GC", "YS"], "cards": ["bokrug", "dhole"]})
    assert {"bokrug", "dhole"} <= {card.key for card in named.config.cards}
