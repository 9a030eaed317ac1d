"""The calculator: exact odds against a walk without any short cut, samples against both, and what it says of itself."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from theomachy.answers.calculator import Reckoned, first_setting, reckon
from theomachy.answers.walk import Walker
from theomachy.answers.work import Budget, Running, finish
from theomachy.engine.errors import TheoError
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.line_up import UNSET, Setting
from theomachy.engine.runtime.position import Position
from theomachy.games.demigods.reckoning.odds import outlook

from . import fights_of_games as small
from .fights_of_games import Fought


def weak_attack() -> Fought:
    """An attack of Mythic Battles with few dice."""
    system, s, setting = small.mythic("hoplites", "cerberus")
    return system, s, setting.counting("0:0", 1).switching("1:Retaliation", False)


ROLLED = {"cthulhu_wars": small.cthulhu, "gods_war": small.gods_war, "mythic_battles": weak_attack}
ALL = ROLLED | {"demigods": small.demigods, "heroes": small.heroes}


def brute_force(system: Any, s: Any, setting: Any) -> dict[Any, Fraction]:
    """Every roll one by one, by the same policies: no mark, no key, no jump."""
    walker, found = Walker(system, system.fights, setting), defaultdict[Any, Fraction](Fraction)
    begun = walker.begin(s)

    def walk(position: Position, p: Fraction) -> None:
        decision = position.decision
        if decision is None:
            found[system.fights.measure(walker.begun, position.state, setting)] += p
        elif decision.player != CHANCE:
            position.play(walker.reply(position.state, decision))
            walk(position, p)
        else:
            weights = decision.weights or (1,) * len(decision.options)
            for option, weight in zip(decision.options, weights, strict=True):
                branch = position.clone()
                branch.play(option)
                walk(branch, p * Fraction(weight, sum(weights)))

    walk(begun, Fraction(1))
    return dict(found)


@pytest.mark.parametrize("slug", ROLLED)
def test_exact_odds_are_those_of_brute_force(slug: str) -> None:
    system, s, setting = ROLLED[slug]()
    found = finish(reckon(system, s, setting, how="exact"))
    assert found.whole
    assert found.said.startswith("Exact: all ")
    assert found.chances == brute_force(system, s, setting)


def struggle() -> Fought:
    """The Chaos Rift, as the board stands."""
    system, s, _ = small.gods_war()
    return system, s, Setting("rift")


THROWN = {"rift": struggle, "mythic_battles": lambda: small.mythic("hoplites", "cerberus")} | {
    name: ALL[name] for name in ("cthulhu_wars", "gods_war", "demigods")
}


@pytest.mark.parametrize("name", THROWN)
def test_dice_as_rolled_are_the_parts_of_the_whole(name: str) -> None:
    """A die that shows each face in turn, weighed by its faces, comes to what it does before it is rolled."""
    system, s, setting = THROWN[name]()
    fights = system.fights
    assert fights is not None
    throw = fights.throw(s, setting)
    assert throw is not None
    whole = finish(reckon(system, s, setting, how="exact"))
    for k, hand in enumerate(throw.hands):
        parts = defaultdict[Any, Fraction](Fraction)
        alike = [[f for f in hand.dice.faces if hand.dice.read((f,)) == hand.dice.read((kind,))]
                 for kind in hand.dice.kinds]  # fmt: skip
        for kind, faces in zip(hand.dice.kinds, alike, strict=True) if hand.n else ():
            told = finish(reckon(system, s, setting.showing(k, 0, kind), how="exact"))
            for end, p in told.chances.items():
                parts[end] += p * Fraction(len(faces), len(hand.dice.faces))
        assert not hand.n or parts == whole.chances


def test_dice_that_lie_beside_a_sample_and_beyond_the_throw() -> None:
    system, s, setting = small.cthulhu()
    lies = setting.showing(0, 1, 6)
    assert lies.dice == ((UNSET, 6),)
    assert lies.showing(0, 1, UNSET) == setting
    sample = finish(reckon(system, s, lies, how="sampled", samples=300))
    assert sample.chance("lost:1", 1) == 1
    assert abs(sample.chance("gate") - finish(reckon(system, s, lies)).chance("gate")) < 0.12
    all_miss = setting
    for i in range(9):  # five more than are thrown
        all_miss = all_miss.showing(0, i, 1)
    assert finish(reckon(system, s, all_miss)).chance("gate") == 1


@pytest.mark.parametrize(("attackers", "armies", "people"), [(2, 1, 1), (3, 2, 3), (1, 0, 2)])
def test_a_battle_of_many_rounds_is_that_of_the_closed_form(attackers: int, armies: int, people: int) -> None:
    system, s, setting = small.demigods(attackers, armies, people)
    found = finish(reckon(system, s, setting, how="exact"))
    clears, left, exact = outlook(s, attackers, int(setting.place.split(":")[0]))
    assert exact
    assert found.chance("cleared") == pytest.approx(clears, abs=1e-12)
    assert attackers - float(found.mean("lost:0")) == pytest.approx(left, abs=1e-12)
    assert sum(found.chances.values()) == 1


def agrees(slug: str, n: int) -> None:
    """A sample is within its own error of what is exact; one row in a thousand may miss by more than four errors."""
    system, s, setting = ALL[slug]()
    exact, sample = finish(reckon(system, s, setting)), finish(reckon(system, s, setting, how="sampled", samples=n))
    assert sample.n == n
    assert exact.whole
    for row in exact.line_up.rows:
        p = exact.chance(row.id)
        assert abs(sample.chance(row.id) - p) <= 4 * sqrt(p * (1 - p) / n) + 1e-9, row
    assert "fights, \u00b1" in sample.said


@pytest.mark.parametrize("slug", ALL)
def test_a_sample_agrees(slug: str) -> None:
    agrees(slug, 300)


@pytest.mark.nightly
@pytest.mark.parametrize("slug", ALL)
def test_a_hundred_thousand_fights_agree(slug: str) -> None:
    agrees(slug, 100_000)


def test_what_a_stepper_and_a_switch_change() -> None:
    system, s, setting = small.cthulhu()
    fights = system.fights
    assert fights is not None
    two = setting.counting("0:1", 2)
    assert fights.line_up(s, setting).sides[0].total == "4 dice"
    assert fights.line_up(s, two).sides[0].total == "5 dice"
    frenzy = fights.line_up(s, setting.switching("1:Frenzy", True))
    assert (fights.line_up(s, setting).sides[1].total, frenzy.sides[1].total) == ("0 dice", "1 die")
    over = fights.line_up(s, setting.counting("0:3", 99)).sides[0]
    assert next(stepper.n for stepper in over.steppers if stepper.id == "0:3") == 2, "never over the pool"
    # a Starspawn that takes two results is killed by nothing less than two kills
    tough = finish(reckon(system, s, setting.switching("0:Regenerate", True).switching("1:Frenzy", True)))
    plain = finish(reckon(system, s, setting.switching("1:Frenzy", True)))
    assert tough.chance("dead:0:3") <= plain.chance("dead:0:3")


def test_who_is_given_up_first_is_a_policy() -> None:
    system, s, setting = small.cthulhu()
    keeper = finish(reckon(system, s, setting))
    cheap = finish(reckon(system, s, setting.ordering(1, ("0:keeper", "1"), "hand")))
    assert keeper.line_up.sides[1].policy == "keeper"
    assert cheap.fraction("dead:1:0") > keeper.fraction("dead:1:0")
    assert cheap.fraction("gate") < keeper.fraction("gate")


def test_it_says_how_far_it_is_and_what_cannot_be_fought() -> None:
    system, s, setting = small.demigods(3, 2, 3)
    running: Running[Reckoned] = Running(reckon(system, s, setting, how="exact"), Budget(pieces=5))
    running.go(60)
    assert running.latest is not None
    assert not running.latest.whole
    assert running.latest.said.endswith("of all rolls so far")
    empty = setting
    for at in ("0:33", "0:34", "0:42", "0:44", "0:52", "0:53"):
        empty = empty.counting(at, 0)
    with pytest.raises(TheoError, match="Put a unit on each side"):
        finish(reckon(system, s, empty))
    with pytest.raises(TheoError, match="no such fight"):
        first_setting(system, s, "no place")
    with pytest.raises(TheoError, match="auto, exact or sampled"):
        finish(reckon(system, s, setting, how="guessed"))


def test_a_fight_in_its_midst_goes_on_from_where_it_stands() -> None:
    system, s, setting = small.gods_war()
    fights = system.fights
    assert fights is not None
    position = Position(system, fights.begin(s, setting))
    while not position.state.battle.rolled:
        assert position.decision is not None
        options = position.decision.options
        position.play((2, 0) if (2, 0) in options else options[0])
    assert fights.under_way(position.state) == setting.place
    found = finish(reckon(system, position.state, setting, midst=position))
    assert found.chance("dead:1:0") == 1, "both dice of Storm show a kill"
    assert fights.throw(position.state, setting) is None, "some lie already"
    other = finish(reckon(system, position.state, setting.giving(0, "weakest"), midst=position))
    assert other.chances == found.chances, "another policy goes on from there too"
    assert found.said == "Exact: all 3 rolls"
    assert found.chance("dead:0:0") == pytest.approx(1 / 6)
