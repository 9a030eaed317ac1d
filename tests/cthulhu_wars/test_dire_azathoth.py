"""Dire Azathoth: destruction pays, and its spellbook wins."""

from __future__ import annotations

from functools import partial

import pytest

from tests.cthulhu_wars.awakened import earned, holder, printed, with_a_card
from tests.cthulhu_wars.scene import (
    AR,
    EA,
    MOMENTS,
    area,
    asked,
    at,
    dice,
    elsewhere,
    labels,
    script,
    system,
    unsaid,
    why_not,
)  # fmt: skip
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.games.cthulhu_wars.rules.domains import OVER

BOX, DIRE = "dire_azathoth", "Dire Azathoth"
scene = partial(with_a_card, BOX)
pytestmark = pytest.mark.rule("CW-IGO-029")
HOME = "South Pacific"  # where Great Cthulhu starts
GATES_WIN = {"dire_azathoth_spellbook": "gates"}


def test_it_is_awakened_at_a_gate_in_the_start_area_of_an_enemy() -> None:
    assert printed(BOX) == {DIRE: (1, (10,), 0)}
    units = {"YS": {HOME: "Acolyte", EA: "Acolyte"}}
    p = scene(units, DIRE, cards={}, gates={HOME: "YS", EA: "YS"}, power=10)
    assert [*why_not(p, "YS", "awaken dire azathoth", area(p, EA))] == ["CW-IGO-029"]
    script(p, ("YS", "action", f"awaken dire azathoth {HOME}"))
    assert (at(p, "YS", HOME)[DIRE], holder(p, DIRE), p.state.power[0]) == (1, 0, 0)
    p = scene({"GC": {HOME: "Acolyte"}, "YS": {HOME: "Acolyte"}}, DIRE, cards={}, gates={HOME: "GC"}, power=10)
    assert [*why_not(p, "YS", "awaken dire azathoth", area(p, HOME))] == ["CW-IGO-008"]
    own = scene({"YS": {"Europe": "Acolyte"}}, DIRE, cards={}, gates={"Europe": "YS"}, power=10)  # where it starts
    assert [*why_not(own, "YS", "awaken dire azathoth", area(own, "Europe"))] == ["CW-IGO-029"]
    p = scene(units, DIRE, cards={DIRE: "BG"}, gates={HOME: "YS"}, power=10)
    assert [*why_not(p, "YS", "awaken dire azathoth", area(p, HOME))] == ["CW-IGO-002"]


def test_a_die_thrown_before_each_battle_is_its_combat() -> None:
    for n in (2, 5):
        p = scene({"YS": {EA: DIRE}, "GC": {EA: "Deep One"}}, DIRE)
        script(p, fight("YS", "GC"), ("chance", "dire azathoth", n))
        assert dice(p) == n
        script(p, roll(0, 0), roll(0, 0))
        assert p.state.counters == ()
    p = scene({"YS": {AR: DIRE, EA: "2 Byakhee"}, "GC": {EA: "Deep One"}}, DIRE)
    assert asked(script(p, fight("YS", "GC"))) == ("chance", "battle dice")


# Great Cthulhu and Black Goat kill one of each other's.
ONE_EACH = (
    fight("GC", "BG"),
    roll(2, 0),
    roll(1, 0),
    ("GC", "takes a kill", "Deep One"),
    ("BG", "takes a kill", "Ghoul"),
)


def test_whoever_kills_in_its_area_gains_doom_or_power_for_each() -> None:
    units = {"YS": {EA: DIRE}, "GC": {EA: "Shoggoth, Deep One"}, "BG": {EA: "Dark Young, Ghoul"}}
    p = scene(units, DIRE, seats="GC YS BG")
    script(p, *ONE_EACH)
    assert asked(p) == ("GC", "doom of destruction")
    script(p, ("GC", "doom of destruction", "1 Doom and 1 Power"), ("BG", "doom of destruction", "0 Doom and 1 Power"))
    assert (p.state.doom, p.state.power) == ([1, 0, 0], [9, 9, 10])
    units["YS"] = {AR: DIRE}
    p = scene(units, DIRE, seats="GC YS BG")
    script(p, *ONE_EACH)
    assert asked(p)[1] == "action"


def test_whoever_is_eliminated_by_the_enemy_counts_too_and_nobody_who_is_given_up() -> None:
    units = {"YS": {EA: DIRE}, "CC": {EA: "Nightgaunt, Flying Polyp"}, "GC": {EA: "3 Deep One"}}
    p = scene(units, DIRE, seats="CC GC YS BG", books={"CC": "Abduct"})
    script(p, fight("CC", "GC"), ("CC", "pre_battle", "Abduct"), roll(0, 0), roll(0, 0))
    assert asked(p) == ("CC", "doom of destruction")  # for the one that was abducted; its Nightgaunt is nobody's victim
    script(p, ("CC", "doom of destruction", "1 Doom and 0 Power"))
    assert (asked(p)[1], p.state.doom) == ("action", [1, 0, 0, 0])
    units = {"YS": {EA: DIRE}, "WW": {EA: "Gnoph-Keh"}, "GC": {EA: "3 Deep One"}}
    p = scene(units, DIRE, seats="GC WW YS BG", books={"WW": "Berserkergang"})
    script(p, fight("GC", "WW"), roll(1, 0), roll(0, 0))
    assert p.state.battle is not None
    assert (p.state.battle.slain, p.state.battle.ousted) == ([1, 0], [0, 1])
    assert asked(script(p, ("GC", "doom of destruction", "1 Doom and 0 Power"))) == ("WW", "doom of destruction")
    units = {"YS": {EA: DIRE}, "GC": {EA: "Cthulhu"}, "BG": {EA: "2 Ghoul"}}
    p = scene(units, DIRE, seats="GC BG YS")
    script(p, fight("GC", "BG"), ("GC", "pre_battle", "Devour"), roll(0, 0))
    assert asked(p) == ("GC", "doom of destruction")
    assert labels(p) == {"1 Doom and 0 Power", "0 Doom and 1 Power"}  # devoured once


def test_an_elder_thing_silences_its_destruction_and_not_its_die() -> None:
    units = {"YS": {EA: DIRE}, "GC": {EA: "Elder Thing, Deep One"}}
    cards = {DIRE: "YS", "Elder Thing": "GC"}
    p = scene(units, DIRE, cards=cards, things=(BOX, "azathoth"))
    script(p, fight("YS", "GC"), ("chance", "dire azathoth", 3))
    assert dice(p) == 3
    script(p, roll(1, 0), roll(0, 0), ("GC", "takes a kill", "Deep One"))
    assert asked(p)[1] != "doom of destruction"


def test_pained_out_of_its_area_it_has_still_been_a_battle_there() -> None:
    p = scene({"YS": {EA: DIRE}, "GC": {EA: "Shoggoth, Deep One"}}, DIRE)
    script(p, fight("YS", "GC"), ("chance", "dire azathoth", 2), roll(1, 0), roll(0, 1))
    script(p, ("GC", "takes a kill", "Deep One"), ("YS", "retreat to", AR))
    assert asked(p) == ("YS", "doom of destruction")
    script(p, ("YS", "doom of destruction", "1 Doom and 0 Power"))
    assert p.state.doom[0] == 1


def test_the_die_counts_no_more_when_it_was_lost_in_the_battle() -> None:
    p = scene({"YS": {EA: DIRE}, "GC": {EA: "Shoggoth, Deep One"}}, DIRE)
    script(p, fight("YS", "GC"), ("chance", "dire azathoth", 5), roll(0, 0), roll(1, 0))
    assert (holder(p, DIRE), p.state.counters) == (-1, ())


def test_twenty_power_win_the_game() -> None:
    p = scene({"YS": {EA: DIRE}}, DIRE, power=20)
    script(p, ("YS", "action", "pay for the blind god"))
    assert (p.state.phase, p.system.winners(p.state)) == (OVER, (0,))
    p = scene({"YS": {EA: DIRE}}, DIRE, power=19)
    assert "CW-ACT-002" in why_not(p, "YS", "pay for the blind god")
    p = scene({"YS": {EA: DIRE}}, DIRE, power=20, book=True)
    assert "CW-IGO-029" in why_not(p, "YS", "pay for the blind god")


def test_by_a_ruling_three_gates_bring_the_spellbook_and_twenty_power_win() -> None:
    for n in (2, 3):
        gates = dict.fromkeys((EA, AR, "Europe")[:n], "YS")
        p = scene(
            {"YS": {EA: f"{DIRE}, Acolyte", AR: "Acolyte", "Europe": "Acolyte"}}, DIRE, gates=gates, rulings=GATES_WIN
        )
        script(p, ("YS", "action", f"recruit {EA}"))
        assert earned(p, "YS", DIRE) is (n == 3)
    p = scene({"YS": {EA: DIRE}}, DIRE, power=20, book=True, rulings=GATES_WIN)
    script(p, ("YS", "action", "blind god wins"))
    assert (p.state.phase, p.system.winners(p.state)) == (OVER, (0,))
    p = scene({"YS": {EA: DIRE}}, DIRE, power=19, book=True, rulings=GATES_WIN)
    assert "CW-ACT-002" in why_not(p, "YS", "blind god wins")
    assert "pay for the blind god" not in p.system.verbs or not earned(p, "GC", DIRE)


def test_it_is_in_no_game_on_shaggai_or_the_primeval_earth() -> None:
    boards = ("earth_3p", "dreamlands_3p", "library_3p", "yuggoth_3p", "shaggai_3p", "primeval_3p")
    there = {board: bool(system("GC YS BG", board, things=(BOX,)).config.cards) for board in boards}
    assert [board for board, it_is in there.items() if not it_is] == ["shaggai_3p", "primeval_3p"]


@pytest.mark.rule(*MOMENTS)
@pytest.mark.parametrize("rule", MOMENTS)
def test_its_actions_are_taken_in_the_own_turn_as_the_main_one_with_power_left(rule: str) -> None:
    for rulings in ({}, GATES_WIN):
        p = scene({}, DIRE, book=True, rulings=rulings, **elsewhere(rule, "GC"))
        assert unsaid(p, "YS", BOX, rule) == []


def test_its_actions_need_its_card_or_its_spellbook() -> None:
    for rulings in ({}, GATES_WIN):
        assert unsaid(scene({}, DIRE, cards={}, rulings=rulings), "YS", BOX, "CW-ABI-001") == []
