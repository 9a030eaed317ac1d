"""The calculator knows what loyalty cards add to a battle: exactly as a walk through every roll."""

from __future__ import annotations

from fractions import Fraction

from tests.answers.test_calculator import brute_force
from tests.cthulhu_wars.scene import AR, EA, table
from theomachy.answers.calculator import Reckoned, reckon
from theomachy.answers.work import finish
from theomachy.engine.runtime.line_up import Setting

BOXES = ("neutral_monsters", "terrors", "beyond_time_and_space")


def found(mine: str, theirs: str, cards: dict[str, str], *off: str) -> Reckoned:
    """Great Cthulhu attacks Crawling Chaos in Arabia, without the powers that are named."""
    units = {"GC": {AR: mine}, "CC": {AR: theirs}, "BG": {EA: "Ghoul"}}
    p = table("GC CC BG YS", units, power=3, cards=cards, things=BOXES)
    setting = Setting(f"{p.state.config.map.names.index(AR)}:0:1")
    for name in off:
        setting = setting.switching(name, False)
    told = finish(reckon(p.system, p.state, setting, how="exact"))
    assert told.chances == brute_force(p.system, p.state, setting)
    return told


def test_a_voonith_kills_one_at_least() -> None:
    assert found("Voonith", "Nightgaunt", {"Voonith": "GC"}).fraction("lost:1", 1) == 1
    without = found("Voonith", "Nightgaunt", {"Voonith": "GC"}, "0:Vicious")
    assert without.fraction("lost:1", 1) == Fraction(1, 6)


def test_a_spider_turns_two_pains_into_a_kill() -> None:
    told = found("Leng Spider, Deep One", "Acolyte", {"Leng Spider": "GC"})
    sixth, third = Fraction(1, 6), Fraction(1, 3)
    assert told.fraction("lost:1", 1) == 1 - (1 - sixth) ** 2 + third**2
    assert "pains to a kill" in told.assumed


def test_penguins_take_dice_and_no_kill_touches_the_hound() -> None:
    told = found("Giant Blind Albino Penguin, Starspawn", "Nightgaunt", {"Giant Blind Albino Penguin": "GC"})
    assert told.line_up.sides[0].total == "1 die"
    hound = found("Hound of Tindalos", "3 Nightgaunt", {"Hound of Tindalos": "GC"})
    assert hound.fraction("lost:0", 1) == 0


def test_an_acolyte_that_another_commands_takes_a_kill_for_it() -> None:
    units = {"GC": {AR: "2 Acolyte, Deep One"}, "CC": {AR: "Insect from Shaggai"}, "BG": {EA: "Ghoul"}}
    for card, n in (({"Insect from Shaggai": "CC"}, 3), ({}, 1)):
        if not card:
            units = {**units, "CC": {AR: "Nightgaunt"}}
        p = table("GC CC BG YS", units, power=3, cards=card, things=("ramsey_campbell_horrors_1",))
        setting = Setting(f"{p.state.config.map.names.index(AR)}:0:1")
        told = finish(reckon(p.system, p.state, setting, how="exact"))
        assert told.chances == brute_force(p.system, p.state, setting)
        begun = p.system.fights.begin(p.state, setting)
        assert sum(begun.battle.roster[1].values()) == n
        assert p.state.led == ()
