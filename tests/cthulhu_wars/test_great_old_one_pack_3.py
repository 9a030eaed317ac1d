"""Great Old One Pack 3: Gobogeg and Byatis."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, printed, with_a_card
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.games.cthulhu_wars.rules.domains import PAIN

EU, WAF, ANT = "Europe", "West Africa", "Antarctica"
BOX = "great_old_one_pack_3"
scene = partial(with_a_card, BOX)
GOBOGEG, BYATIS = "Gobogeg", "Byatis"
ALL = "Absorb, Devolve, Dreams, Regenerate, Submerge, Y'ha nthlei"


def test_two_cards_are_in_the_box_with_their_values() -> None:
    assert printed(BOX) == {GOBOGEG: (1, (0,), 0), BYATIS: (1, (4,), 4)}


# -- Gobogeg ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-018")
def test_gobogeg_comes_for_nothing_once_a_player_has_six_spellbooks() -> None:
    units = {"YS": {EA: "Hastur, Acolyte", AR: "Acolyte"}}
    p = scene(units, GOBOGEG, cards={}, gates={EA: "YS"}, books={"GC": ALL}, power={"YS": 1, "GC": 1})
    assert "CW-IGO-008" in why_not(p, "YS", "awaken gobogeg", area(p, AR))
    script(p, ("YS", "action", f"awaken gobogeg {EA}"))
    assert (holder(p, GOBOGEG), at(p, "YS", EA)[GOBOGEG], p.state.power[0]) == (0, 1, 1)
    p = scene(units, GOBOGEG, cards={}, gates={EA: "YS"}, books={"GC": "Absorb"})
    assert [*why_not(p, "YS", "awaken gobogeg", area(p, EA))] == ["CW-IGO-018"]


@pytest.mark.rule("CW-IGO-018")
def test_threnody_pains_all_without_a_result_when_gobogeg_is_hurt() -> None:
    units = {"YS": {EA: f"{GOBOGEG}, 2 Undead"}, "GC": {EA: "3 Deep One, Acolyte"}}
    p = scene(units, GOBOGEG)
    script(p, fight("YS", "GC"), roll(1, 0), roll(0, 1), ("GC", "takes a kill", "Acolyte"))
    script(p, ("YS", "takes a pain", GOBOGEG))
    gone = 0
    while asked(p)[1] != "action":
        gone += asked(p)[1] == "retreat to"
        p.play(p.decision.options[0])
    assert (at(p, "YS", EA), at(p, "GC", EA), gone >= 6) == ({}, {}, True)
    p = scene(units, GOBOGEG)
    script(p, fight("YS", "GC"), roll(1, 0), roll(0, 1), ("GC", "takes a kill", "Acolyte"))
    script(p, ("YS", "takes a pain", "Undead"), ("YS", "retreat to", AR))
    assert (at(p, "YS", EA), at(p, "GC", EA)) == ({GOBOGEG: 1, "Undead": 1}, {"Deep One": 3})


@pytest.mark.rule("CW-IGO-018")
def test_pains_that_are_still_to_be_given_are_no_more_for_threnody() -> None:
    p = scene({"YS": {EA: f"{GOBOGEG}, 2 Byakhee"}, "GC": {EA: "3 Deep One"}}, GOBOGEG)
    script(p, fight("YS", "GC"), roll(0, 2), roll(1, 0), ("YS", "takes a kill", GOBOGEG))
    owed = [sum(n for side, what, n, _ in p.state.battle.scored if (side, what) == (at_, PAIN)) for at_ in (0, 1)]
    assert owed == [2, 3]  # two Byakhees, three Deep Ones


@pytest.mark.rule("CW-IGO-018")
def test_killed_it_has_the_others_pained_too() -> None:
    p = scene({"YS": {EA: f"{GOBOGEG}, 2 Undead"}, "GC": {EA: "3 Deep One"}}, GOBOGEG)
    script(p, fight("YS", "GC"), roll(0, 0), roll(1, 0), ("YS", "takes a kill", GOBOGEG))
    while asked(p)[1] != "action":
        p.play(p.decision.options[0])
    assert (at(p, "YS", EA), at(p, "GC", EA), holder(p, GOBOGEG)) == ({}, {}, -1)


@pytest.mark.rule("CW-IGO-018")
def test_while_it_is_in_play_whoever_awakens_another_gains_six_power() -> None:
    units = {"GC": {EA: "Cthulhu, Acolyte"}, "YS": {AR: GOBOGEG, EU: "Acolyte"}}
    for held in (True, False):
        more: dict[str, Any] = {} if held else {"cards": {}}
        where = units if held else {**units, "YS": {EU: "Acolyte"}}
        p = scene(where, GOBOGEG, seats="GC YS BG", gates={EA: "GC"}, **more)
        script(p, ("GC", "action", f"awaken byatis {EA}"))
        while asked(p)[1] == "on_placement":
            script(p, ("GC", "on_placement", "done"))
        assert p.state.power[0] == (11 if held else 5)
    own = scene({"YS": {EA: "Hastur, Acolyte"}}, GOBOGEG, cards={}, gates={EA: "YS"}, books={"GC": ALL})
    script(own, ("YS", "action", f"awaken gobogeg {EA}"))
    assert own.state.power[0] == 9  # not for itself


@pytest.mark.rule("CW-IGO-018")
def test_when_somebody_wins_its_controller_has_the_next_game_to_choose() -> None:
    for held in (True, False):
        more: dict[str, Any] = {} if held else {"cards": {}}
        units = {"YS": {AR: GOBOGEG if held else "Undead"}, "GC": {EA: "Acolyte"}}
        p = scene(
            units, GOBOGEG, doom={"GC": 30}, books={"GC": ALL}, phase="doom", power=0, active="BG", first="YS", **more
        )
        while p.decision is not None:
            p.play(p.decision.options[0])
        assert p.state.counter(0, "Book of Chaos") == held


# -- Byatis -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-019")
def test_byatis_is_awakened_at_an_own_gate_beside_an_own_great_old_one() -> None:
    p = scene({"YS": {EA: "Hastur, Acolyte", AR: "Acolyte"}}, BYATIS, cards={}, gates={EA: "YS", AR: "YS"})
    assert [*why_not(p, "YS", "awaken byatis", area(p, AR))] == ["CW-IGO-008"]
    script(p, ("YS", "action", f"awaken byatis {EA}"))
    assert (holder(p, BYATIS), p.state.power[0]) == (0, 5)


@pytest.mark.rule("CW-IGO-019")
def test_byatis_does_not_move_and_sits_on_a_sign_where_no_enemy_is() -> None:
    p = scene({"YS": {EA: f"{BYATIS}, Undead"}}, BYATIS)
    script(p, ("YS", "action", "move"))
    assert not any(BYATIS in label for label in labels(p))
    p = scene({"YS": {EA: BYATIS}}, BYATIS, phase="doom", power={"YS": 1})
    script(p, ("YS", "doom phase", "Toad of Berkeley"), ("chance", "elder sign", 3))
    assert p.state.signs[0] == (3,)
    p = scene({"YS": {EA: BYATIS}, "GC": {EA: "Acolyte"}}, BYATIS, phase="doom", power={"YS": 9})
    assert "Toad of Berkeley" not in labels(p)


@pytest.mark.rule("CW-IGO-019")
@pytest.mark.parametrize(("kills", "dies", "comes"), [(1, False, True), (0, False, False), (1, True, False)])
def test_its_spellbook_comes_when_it_survives_a_battle_with_a_killed_enemy(kills: int, dies: bool, comes: bool) -> None:
    p = scene({"YS": {EA: f"{BYATIS}, Undead"}, "GC": {EA: "3 Deep One"}}, BYATIS)
    script(p, fight("YS", "GC"), roll(kills, 0), roll(1 if dies else 0, 0))
    if dies:
        script(p, ("YS", "takes a kill", BYATIS))
    assert earned(p, "YS", BYATIS) is comes


@pytest.mark.rule("CW-IGO-019")
def test_god_of_forgetfulness_calls_the_enemy_cultists_of_an_area_beside_it() -> None:
    units = {"YS": {EA: BYATIS}, "GC": {AR: "2 Acolyte, Deep One"}, "BG": {AR: "Acolyte", ANT: "Acolyte"}}
    p = scene(units, BYATIS, book=True, gates={AR: "GC"})
    script(p, ("YS", "action", f"god of forgetfulness {AR}"))
    assert (at(p, "GC", AR), at(p, "BG", AR)) == ({"Deep One": 1}, {})
    assert (at(p, "GC", EA), at(p, "BG", EA), p.state.holder(area(p, AR))) == ({"Acolyte": 2}, {"Acolyte": 1}, -1)
    p = scene(units, BYATIS, book=True)
    assert [*why_not(p, "YS", "god of forgetfulness", area(p, ANT))] == ["CW-IGO-019"]
    assert [*why_not(p, "YS", "god of forgetfulness", area(p, "Indian Ocean"))] == ["CW-IGO-019"]
    assert "CW-ABI-001" in why_not(scene(units, BYATIS), "YS", "god of forgetfulness", area(p, AR))


@pytest.mark.rule("CW-IGO-019", "CW-WW-039")
@pytest.mark.parametrize(("frozen", "power"), [(EA, 7), (AR, 8)])
def test_it_costs_one_more_to_call_cultists_into_the_ice_and_nothing_to_call_them_out_of_it(frozen, power) -> None:
    units = {"YS": {EA: BYATIS}, "GC": {AR: "Acolyte"}, "WW": {ANT: "Acolyte"}}
    ice: dict[str, Any] = {"markers": {"ice_age": frozen}, "books": {"WW": "Ice Age"}}
    p = scene(units, BYATIS, book=True, seats="YS GC WW BG", **ice)
    script(p, ("YS", "action", f"god of forgetfulness {AR}"))
    assert p.state.power[0] == power


@pytest.mark.rule("CW-IGO-019", "CW-TER-011")
def test_nobody_is_called_into_the_area_of_a_cacodemon() -> None:
    units = {"YS": {EA: f"{BYATIS}"}, "GC": {AR: "2 Acolyte"}, "BG": {EA: "Cacodemon", AR: "Acolyte"}}
    p = scene(units, BYATIS, book=True, things=(BOX, "terrors"), cards={BYATIS: "YS", "Cacodemon": "BG"})
    script(p, ("YS", "action", f"god of forgetfulness {AR}"))
    assert (at(p, "GC", AR), at(p, "BG", AR)) == ({"Acolyte": 2}, {})  # but its owner's own
