"""Dire Cthulhu: a sign for each other one that is awakened, and results beside the battle."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, printed, with_a_card
from tests.cthulhu_wars.scene import AR, EA, MOMENTS, area, asked, at, elsewhere, labels, script, unsaid, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position

EU, NA = "Europe", "North Asia"
BOX, DIRE = "dire_cthulhu", "Dire Cthulhu"
scene = partial(with_a_card, BOX)
BOTH = (BOX, "great_old_one_pack_4")


@pytest.mark.rule("CW-IGO-025")
def test_it_is_awakened_at_a_gate_beside_a_great_old_one_for_six_and_brings_a_sign() -> None:
    assert printed(BOX) == {DIRE: (1, (6,), 3)}
    units = {"YS": {EA: "Hastur, Acolyte", AR: "Acolyte", NA: "Hastur"}}
    units = {"YS": {EA: "Hastur, Acolyte", AR: "Acolyte"}}
    p = scene(units, DIRE, cards={}, gates={EA: "YS", AR: "YS"})
    assert [*why_not(p, "YS", "awaken dire cthulhu", area(p, AR))] == ["CW-IGO-008"]
    script(p, ("YS", "action", f"awaken dire cthulhu {EA}"), ("chance", "elder sign", 2))
    assert (at(p, "YS", EA)[DIRE], holder(p, DIRE), p.state.power[0], p.state.signs[0]) == (1, 0, 3, (2,))
    p = scene({"YS": {EA: "Hastur"}, "BG": {EA: "Acolyte"}}, DIRE, cards={}, gates={EA: "BG"})
    assert [*why_not(p, "YS", "awaken dire cthulhu", area(p, EA))] == ["CW-IGO-008"]
    p = scene(units, DIRE, cards={DIRE: "GC"}, gates={EA: "YS"})
    assert [*why_not(p, "YS", "awaken dire cthulhu", area(p, EA))] == ["CW-IGO-002"]


@pytest.mark.rule("CW-IGO-026")
def test_another_independent_one_brings_a_sign_if_one_likes_and_one_of_the_own_faction_none() -> None:
    units = {"YS": {EA: f"{DIRE}, Acolyte"}}
    p = scene(units, DIRE, gates={EA: "YS"}, things=BOTH)
    script(p, ("YS", "action", f"awaken tulzscha {EA}"), ("YS", "on_placement", "Lord and Master"),
           ("chance", "elder sign", 1))  # fmt: skip
    assert p.state.signs[0] == (1,)
    p = scene(units, DIRE, gates={EA: "YS"}, things=BOTH)
    script(p, ("YS", "action", f"awaken tulzscha {EA}"), ("YS", "on_placement", "done"))
    assert p.state.signs[0] == ()
    p = scene({"YS": {EA: f"{DIRE}, King in Yellow, Acolyte"}}, DIRE, gates={EA: "YS"}, power=10)
    script(p, ("YS", "action", f"awaken hastur {EA}"))
    assert asked(p)[1] != "on_placement"
    p = scene({"YS": {EA: DIRE}, "GC": {EA: "Cthulhu, Acolyte"}}, DIRE, seats="GC YS BG", gates={EA: "GC"}, things=BOTH)
    script(p, ("GC", "action", f"awaken tulzscha {EA}"), ("GC", "on_placement", "done"))
    assert asked(p)[1] != "on_placement"


@pytest.mark.rule("CW-IGO-027")
@pytest.mark.parametrize(("ruling", "kills", "comes"), [
    ("three", 3, True), ("three", 2, False), ("seven", 3, False), ("seven", 7, True),
])  # fmt: skip
def test_its_spellbook_comes_with_enough_killed_in_one_battle(ruling: str, kills: int, comes: bool) -> None:
    units = {"YS": {EA: f"{DIRE}, 6 Undead"}, "GC": {EA: "4 Deep One, 2 Shoggoth, 2 Starspawn"}}
    p = scene(units, DIRE, rulings={"dire_cthulhu_kills": ruling})
    script(p, fight("YS", "GC"), roll(kills, 0), roll(0, 0))
    while asked(p)[1] == "takes a kill":
        p.play(p.decision.options[0])
    assert earned(p, "YS", DIRE) is comes


def beside(
    *, book: bool = True, third: str = "Ghoul, Acolyte", foe: str = "Deep One, Shoggoth", **more: Any
) -> Position:
    """Yellow Sign fights Great Cthulhu; Black Goat looks on."""
    p = scene({"YS": {EA: f"{DIRE}, Undead"}, "GC": {EA: foe}, "BG": {EA: third}}, DIRE, book=book, **more)
    return script(p, fight("YS", "GC"))


@pytest.mark.rule("CW-IGO-028")
def test_results_go_to_a_third_party_whose_owner_picks_its_units() -> None:
    p = script(beside(), roll(1, 1), roll(0, 0), ("YS", "use Non-Euclidean", "yes"))
    assert labels(p) == {"A kill to Black Goat", "A pain to Black Goat", "No more: the rest goes to the enemy"}
    script(p, ("YS", "result beside the battle", "A kill to Black Goat"))
    assert "A pain to Black Goat" in labels(p)
    script(p, ("YS", "result beside the battle", "A pain to Black Goat"))
    assert asked(p) == ("BG", "killed beside the battle")
    script(p, ("BG", "killed beside the battle", "Ghoul"), ("BG", "retreat to", AR))
    assert (at(p, "BG", EA), at(p, "BG", AR), at(p, "GC", EA)) == ({}, {"Acolyte": 1}, {"Deep One": 1, "Shoggoth": 1})
    p = script(beside(book=False), roll(1, 0), roll(0, 0))
    assert asked(p) == ("GC", "takes a kill")
    p = script(beside(), roll(1, 0), roll(0, 0), ("YS", "use Non-Euclidean", "yes"))
    script(p, ("YS", "result beside the battle", "done"))
    assert asked(p) == ("GC", "takes a kill")
    p = script(beside(), roll(1, 0), roll(0, 0), ("YS", "use Non-Euclidean", "no"))
    assert asked(p) == ("GC", "takes a kill")
    p = script(beside(), roll(0, 0), roll(0, 0))
    assert asked(p)[1] == "action"  # nothing was scored


@pytest.mark.rule("CW-IGO-028")
def test_a_third_party_takes_no_more_results_than_it_has_units_and_none_elsewhere() -> None:
    p = script(beside(third="Ghoul"), roll(2, 0), roll(0, 0), ("YS", "use Non-Euclidean", "yes"))
    script(p, ("YS", "result beside the battle", "A kill to Black Goat"))
    assert at(p, "BG", EA) == {}
    assert asked(p) == ("GC", "takes a kill")
    units = {"YS": {EA: f"{DIRE}, Undead"}, "GC": {EA: "Deep One, Shoggoth"}, "BG": {AR: "Ghoul"}}
    p = script(scene(units, DIRE, book=True), fight("YS", "GC"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("GC", "takes a kill")
    units = {"YS": {EA: "2 Byakhee", AR: DIRE}, "GC": {EA: "Deep One, Shoggoth"}, "BG": {EA: "Ghoul"}}
    p = script(scene(units, DIRE, book=True), fight("YS", "GC"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("GC", "takes a kill")  # it is in no battle


@pytest.mark.rule("CW-IGO-037")
def test_a_third_party_has_what_is_no_battle_power() -> None:
    units = {"GC": {EA: f"{DIRE}, Deep One"}, "BG": {EA: "2 Ghoul"}, "YS": {EA: "2 Acolyte"}}
    p = scene(units, DIRE, seats="GC BG YS", cards={DIRE: "GC"}, card_spellbooks={"GC": DIRE}, books={"YS": "Passion"},
              power={"GC": 3})  # fmt: skip
    script(p, fight("GC", "BG"), roll(1, 0), ("GC", "use Non-Euclidean", "yes"))
    script(p, ("GC", "result beside the battle", "A kill to Yellow Sign"))
    script(p, ("YS", "on_elimination", "Passion"))
    assert p.state.power[2] == 1
    units = {"GC": {EA: f"{DIRE}, Deep One"}, "BG": {EA: "2 Ghoul"}, "CC": {EA: "Nyarlathotep"}}
    p = scene(units, DIRE, seats="GC BG CC", cards={DIRE: "GC"}, card_spellbooks={"GC": DIRE},
              books={"CC": "Emissary of the Outer Gods"})  # fmt: skip
    script(p, fight("GC", "BG"), roll(1, 0), ("GC", "use Non-Euclidean", "yes"))
    script(p, ("GC", "result beside the battle", "A kill to Crawling Chaos"))
    assert at(p, "CC", EA) == {}  # the Emissary is a battle power


@pytest.mark.rule("CW-IGO-038")
def test_who_is_pained_may_go_where_units_of_its_owner_are() -> None:
    units = {"YS": {EA: f"{DIRE}, Undead", AR: "Acolyte"}, "GC": {EA: "Deep One, Shoggoth"}, "BG": {EA: "Ghoul"}}
    p = script(
        scene(units, DIRE, book=True), fight("YS", "GC"), roll(0, 1), roll(0, 0), ("YS", "use Non-Euclidean", "yes")
    )
    script(p, ("YS", "result beside the battle", "A pain to Black Goat"))
    assert asked(p) == ("BG", "retreat to")
    assert AR in labels(p)


@pytest.mark.rule("CW-IGO-039")
def test_units_that_are_out_of_the_battle_take_nothing() -> None:
    units = {"YS": {EA: f"{DIRE}, Undead"}, "CC": {EA: "Flying Polyp, Nightgaunt"}, "GC": {AR: "Acolyte"}}
    p = scene(units, DIRE, seats="YS CC GC BG", book=True, books={"CC": "Invisibility"})
    script(p, fight("YS", "CC"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", "Flying Polyp"))
    script(p, roll(2, 0))
    assert at(p, "CC", EA) == {"Flying Polyp": 1}  # nobody beside the battle can be named


@pytest.mark.rule(*MOMENTS)
@pytest.mark.parametrize("rule", MOMENTS)
def test_its_actions_are_taken_in_the_own_turn_as_the_main_one_with_power_left(rule: str) -> None:
    assert unsaid(scene({}, DIRE, **elsewhere(rule, "GC")), "YS", BOX, rule) == []
