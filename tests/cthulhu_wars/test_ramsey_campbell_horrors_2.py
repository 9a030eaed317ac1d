"""Ramsey Campbell Horrors 2: Y'Golonac and Daoloth."""

from __future__ import annotations

from functools import partial

import pytest

from tests.cthulhu_wars.awakened import earned, holder, printed, with_a_card
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.games.cthulhu_wars.rules.domains import NO_GATE, OPEN_GATE

EU, WAF, IO = "Europe", "West Africa", "Indian Ocean"
BOX = "ramsey_campbell_horrors_2"
scene = partial(with_a_card, BOX)
YGOLONAC, DAOLOTH = "Y'Golonac", "Daoloth"


def test_two_cards_are_in_the_box_with_their_values() -> None:
    assert printed(BOX) == {YGOLONAC: (1, (2,), 1), DAOLOTH: (1, (6,), 0)}


@pytest.mark.rule("CW-IGO-022", "CW-RC2-001")
@pytest.mark.parametrize(("verb", "name", "cost"), [("awaken y'golonac", YGOLONAC, 2), ("awaken daoloth", DAOLOTH, 6)])
def test_each_is_awakened_for_its_price(verb: str, name: str, cost: int) -> None:
    p = scene({"YS": {EA: "Hastur, Acolyte", AR: "Acolyte"}}, name, cards={}, gates={EA: "YS", AR: "YS"})
    assert [*why_not(p, "YS", verb, area(p, AR))] == ["CW-IGO-008"]
    script(p, ("YS", "action", f"{verb} {EA}"))
    assert (holder(p, name), p.state.power[0]) == (0, 9 - cost)


# -- Y'Golonac --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-022")
def test_killed_he_takes_the_place_of_a_surviving_enemy_and_is_the_enemys_with_his_spellbook() -> None:
    p = scene({"YS": {EA: YGOLONAC}, "GC": {EA: "Deep One, Shoggoth, Cthulhu"}}, YGOLONAC)
    script(p, fight("YS", "GC"), roll(1, 0), roll(1, 0), ("GC", "takes a kill", "Deep One"))
    assert asked(p)[1] != "whose place he takes"  # the Shoggoth is the only one
    assert at(p, "GC", EA) == {"Cthulhu": 1, YGOLONAC: 1}
    assert (holder(p, YGOLONAC), earned(p, "GC", YGOLONAC), left(p, "YS", YGOLONAC)) == (1, True, 0)
    assert p.system.violations(p.state) == []
    p = scene({"YS": {EA: YGOLONAC}, "GC": {EA: "Deep One, Shoggoth"}}, YGOLONAC)
    script(p, fight("YS", "GC"), roll(0, 0), roll(1, 0))
    assert (asked(p), {label.removeprefix("GC ") for label in labels(p)}) == (
        ("YS", "whose place he takes"), {"Deep One", "Shoggoth"},
    )  # fmt: skip


@pytest.mark.rule("CW-IGO-022")
def test_without_a_survivor_but_great_old_ones_he_dies() -> None:
    p = scene({"YS": {EA: YGOLONAC}, "GC": {EA: "Cthulhu"}}, YGOLONAC)
    script(p, fight("YS", "GC"), roll(0, 0), roll(1, 0))
    assert (holder(p, YGOLONAC), at(p, "GC", EA)) == (-1, {"Cthulhu": 1})
    p = scene({"YS": {EA: YGOLONAC}, "GC": {EA: "Deep One"}}, YGOLONAC)
    script(p, fight("YS", "GC"), roll(1, 0), roll(1, 0))
    assert (holder(p, YGOLONAC), at(p, "GC", EA)) == (-1, {})


@pytest.mark.rule("CW-IGO-022")
def test_with_the_revelations_every_other_player_gains_a_sign_as_a_doom_phase_begins() -> None:
    for book in (True, False):
        p = scene({"YS": {EA: YGOLONAC}}, YGOLONAC, book=book, phase="first player", power=9)
        script(p, ("YS", "first player", 0), ("YS", "direction", 1))
        if book:
            script(p, ("chance", "elder sign", 1), ("chance", "elder sign", 2))
        assert p.state.signs == ([(), (1,), (2,)] if book else [(), (), ()])


# -- Daoloth ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-RC2-001")
def test_one_enemy_great_old_one_in_its_battle_rolls_no_dice() -> None:
    units = {"YS": {EA: f"{DAOLOTH}, 3 Undead"}, "GC": {EA: "Starspawn"}, "BG": {EA: "Shub-Niggurath, 2 Ghoul"}}
    for said, n in (("Cosmic Unity", 0), ("done", 1)):
        p = scene(units | {"BG": {EA: "Shub-Niggurath, 2 Ghoul", WAF: "Acolyte"}}, DAOLOTH)
        script(p, fight("YS", "BG"), ("YS", "pre_battle", said), roll(0, 0))
        if n:
            assert dice(p) == n
        else:
            assert asked(p)[1] != "battle dice"
    away = {**units, "YS": {EA: "3 Undead", AR: DAOLOTH}}
    p = scene(away, DAOLOTH)
    script(p, fight("YS", "BG"))
    assert asked(p)[1] != "pre_battle"


@pytest.mark.rule("CW-RC2-001")
@pytest.mark.parametrize(("dead", "comes"), [("King in Yellow", True), ("Undead", False)])
def test_its_spellbook_comes_when_a_great_old_one_is_killed_anywhere(dead: str, comes: bool) -> None:
    units = {"BG": {AR: DAOLOTH}, "GC": {EA: "Starspawn"}, "YS": {EA: "King in Yellow, Undead"}}
    p = scene(units, DAOLOTH, seats="GC YS BG", cards={DAOLOTH: "BG"})
    script(p, fight("GC", "YS"), roll(1, 0))
    if asked(p)[1] == "battle dice":
        script(p, roll(0, 0))
    script(p, ("YS", "takes a kill", dead))
    assert earned(p, "BG", DAOLOTH) is comes


@pytest.mark.rule("CW-RC2-001")
def test_a_gate_appears_where_it_enters_an_area_without_one() -> None:
    for book in (True, False):
        p = scene({"YS": {EA: f"{DAOLOTH}, Undead"}}, DAOLOTH, book=book)
        script(p, ("YS", "action", "move"), ("YS", "unit to move", DAOLOTH), ("YS", "move to", AR))
        assert p.state.gate[area(p, AR)] == (OPEN_GATE if book else NO_GATE)
    p = scene({"YS": {EA: f"{DAOLOTH}, Undead"}, "GC": {EA: "Starspawn"}}, DAOLOTH, book=True)
    script(p, fight("GC", "YS") if asked(p)[0] == "GC" else ("YS", "action", "move"))
    script(p, ("YS", "unit to move", "Undead"), ("YS", "move to", AR))
    assert p.state.gate[area(p, AR)] == NO_GATE
    p = scene(
        {"YS": {EA: DAOLOTH}, "GC": {EA: "Starspawn"}}, DAOLOTH, book=True, seats="GC YS BG", cards={DAOLOTH: "YS"}
    )
    script(p, fight("GC", "YS"), roll(0, 1), ("YS", "retreat to", IO))
    assert p.state.gate[area(p, IO)] == OPEN_GATE


@pytest.mark.rule("CW-RC2-001")
def test_both_figures_of_nyogtha_are_one_great_old_one() -> None:
    units = {"YS": {EA: DAOLOTH}, "BG": {EA: "2 Nyogtha, Dark Young"}}
    p = scene(units, DAOLOTH, seats="BG YS GC", things=(BOX, "great_old_one_pack_4"),
              cards={DAOLOTH: "YS", "Nyogtha": "BG"})  # fmt: skip
    script(p, fight("BG", "YS"), ("YS", "pre_battle", "Cosmic Unity"))
    assert dice(p) == 2  # those of the Dark Young


@pytest.mark.rule("CW-RC2-001")
@pytest.mark.parametrize(
    ("ruling", "who", "opens"), [("yes", DAOLOTH, True), ("no", DAOLOTH, False), ("yes", "", False)]
)
def test_a_gate_appears_where_it_comes_up_with_cthulhu(ruling: str, who: str, opens: bool) -> None:
    units = {
        "GC": {"submerged": f"Cthulhu, {who}, Deep One" if who else "Cthulhu, Deep One", EU: "" if who else DAOLOTH}
    }
    p = scene(units, DAOLOTH, seats="GC YS BG", cards={DAOLOTH: "GC"}, card_spellbooks={"GC": DAOLOTH},
              books={"GC": "Submerge"}, rulings={"interdimensional_emerge": ruling})  # fmt: skip
    script(p, ("GC", "action", f"emerge {AR}"))
    assert p.state.gate[area(p, AR)] == (OPEN_GATE if opens else NO_GATE)
