"""The attack die by die, and the solver against brute force over single steps (`tests/mythic_battles/literal.py`)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from tests.mythic_battles.literal import Dice, Naive, Steps, Value, more_wounds
from theomachy.games.mythic_battles.reckoning import solver
from theomachy.games.mythic_battles.reckoning.solver import Aim, Odds, Terms
from theomachy.games.mythic_battles.rules import assault
from theomachy.games.mythic_battles.rules.assault import Pool

ALL = range(11)
BIG = 11 * 6**24  # more than any number of wounds can make up for


def number(wounds: int) -> int:
    return wounds


def chance_first(k: int) -> Value:
    """The chance of k wounds before all, then the number of wounds: as the solver compares plans."""
    return lambda wounds: (wounds >= k) * BIG + wounds


def capped_first(cap: int) -> Value:
    return lambda wounds: min(wounds, cap) * BIG + wounds


def value(odds: Odds, aim: Aim) -> Fraction:
    return odds.worth(aim) * BIG + odds.mean


def pools(defence: int, most: int, highest: int = 9) -> list[Pool]:
    """Every lot of dice that can take part, with and without dice on the card."""
    values = range(1, min(defence, highest + 1))
    lots = [dice for n in range(most + 1) for dice in combinations_with_replacement(values, n)]
    return [Pool(dice, card) for dice in lots for card in ((), (max(defence, 5),))]


# The book's duel


@pytest.mark.rule("MB-EXA-002", "MB-EXA-003", "MB-ATK-004", "MB-ATK-008", "MB-ATK-009", "MB-ATK-010")
def test_hoplites_wound_leonidas_once() -> None:
    pool = assault.kept((0, 3, 4, 5), 7)
    assert pool == Pool((3, 4, 5))
    assert (3, 4) in assault.discards(pool)
    pool = assault.discard(pool, 3, 4, 7)
    assert pool == Pool((5, 5))
    assert assault.fives(pool) == 2
    pool = assault.second(pool, (1, 1), 7)
    assert pool == Pool((6, 6))
    assert assault.discards(pool) == ((6, 6),)
    pool = assault.discard(pool, 6, 6, 7)
    assert pool == Pool((), (7,))
    assert assault.discards(pool) == ()
    assert assault.wounds(pool) == 1


@pytest.mark.rule("MB-EXA-006", "MB-ATK-005", "MB-ATK-006")
def test_leonidas_strikes_three_hoplites_down() -> None:
    pool = assault.kept((1, 2, 2, 3, 4, 5), 5)
    assert pool == Pool((1, 2, 2, 3, 4), (5,))  # the five wounds at once
    pool = assault.discard(pool, 1, 4, 5)
    assert pool == Pool((2, 2, 3), (5, 5))
    pool = assault.discard(pool, 2, 3, 5)
    assert pool == Pool((2, 4), (5, 5))
    pool = assault.discard(pool, 2, 4, 5)
    assert pool == Pool((), (5, 5, 5))
    assert assault.wounds(pool) == 3
    assert assault.fives(pool) == 0  # wounding dice are locked
    assert assault.fives(pool, locked=False) == 3  # or they may be rolled, which he declines
    assert assault.second(pool, (0, 3), 5, locked=False) == Pool((), (5, 8))


def test_the_solver_plays_the_duel_as_the_book_does() -> None:
    advice = solver.first(Pool((3, 4, 5)), 7)
    assert (advice.best.discards, advice.best.raised, advice.best.rolled) == (((3, 4),), 1, 2)
    # Of 36 throws 16 show 2 or more twice; two blanks, or a blank and a 1, are the 3 that come to nothing.
    assert advice.best.odds == Odds((3, 17, 16), 36)
    assert solver.second(Pool((6, 6)), 7).best.discards == ((6, 6),)
    leonidas = solver.first(assault.kept((1, 2, 2, 3, 4, 5), 5), 5).best
    assert leonidas.odds == Odds((0, 0, 0, 1), 1)
    assert leonidas.discards == ((1, 4), (2, 3), (2, 4))


def test_the_attack_of_the_picture() -> None:
    pool = assault.kept((0, 0, 1, 2, 2, 3, 4, 4, 5, 5), 8)
    best = solver.first(pool, 8).best
    assert (best.discards, best.raised, best.rolled, best.throws) == (((1, 4), (2, 4)), 2, 4, 1296)
    assert round(float(best.odds.mean), 2) == 2.98
    assert [round(100 * float(best.odds.chance(w)), 1) for w in range(5)] == [0.1, 3.2, 22.5, 47.1, 27.1]
    assert round(float(solver.before(10, 8).mean), 2) == 2.73


def test_plans_are_told_in_words() -> None:
    pool = assault.kept((0, 0, 1, 2, 2, 3, 4, 4, 5, 5), 8)
    words = [str(plan) for plan in solver.first(pool, 8).plans]
    assert words[:4] == [
        "Lift two fours, throw 4 fives",
        "Lift a four, throw 3 fives",
        "Lift two fours, throw 3 of 4 fives",
        "Throw both fives",
    ]
    assert "Discard 6, throw none" in words
    assert len(set(words)) == len(words)
    assert [str(plan) for plan in solver.again((0, 0, 3), 5, (2,)).plans][:2] == [
        "Roll two blanks again",
        "Roll a blank and a three again",
    ]
    assert [str(plan) for plan in solver.second(Pool((6, 6)), 7).plans] == ["Discard 1", "Leave all as it is"]
    assert [str(plan) for plan in solver.fives(Pool((2, 5)), 7).plans] == ["Throw the five", "Throw none"]


# Single steps


@pytest.mark.rule("MB-ATK-004")
def test_a_blank_goes_and_wounds_nobody_whatever_the_defence() -> None:
    assert assault.kept((0, 0), 0) == Pool(())
    assert assault.kept((4, 0, 1), 0) == Pool((), (1, 4))
    assert assault.kept((4, 0, 1), 4) == Pool((1,), (4,))
    assert assault.blanks((0, 0, 3)) == 2
    assert solver.before(0, 5) == Odds((1,), 1)
    assert solver.before(1, 0) == Odds((1, 5), 6)


@pytest.mark.rule("MB-ATK-008")
def test_a_die_above_five_is_no_five() -> None:
    assert assault.fives(assault.discard(Pool((1, 5)), 1, 5, 9)) == 0
    assert assault.fives(assault.discard(Pool((1, 4)), 1, 4, 9)) == 1


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no die of 4"):
        assault.discard(Pool((3, 3)), 3, 4, 6)
    with pytest.raises(ValueError, match="no die of 3"):
        assault.discard(Pool((3, 5)), 3, 3, 6)  # a die does not raise itself
    with pytest.raises(ValueError, match="only 1 show a five"):
        assault.second(Pool((4, 5)), (1, 1), 7)
    with pytest.raises(ValueError, match="only 0 show a five"):
        assault.second(Pool((4,), (5,)), (1,), 5)
    with pytest.raises(ValueError, match="2 dice were rolled again"):
        assault.rerolled((0, 0, 1), (0, 0), (3,))
    with pytest.raises(ValueError, match="never falls"):
        solver.before(2, 5, Aim((0, 2, 1)))
    with pytest.raises(ValueError, match="0 to 10 dice"):
        solver.before(11, 5)
    with pytest.raises(ValueError, match="no power"):
        solver.again((0, 1), 5, ())


@pytest.mark.rule("MB-TAL-025")
def test_up_to_two_dice_of_a_roll_blanks_too_may_be_rolled_again() -> None:
    assert assault.rerolls((0, 0, 3), 2) == ((), (0,), (3,), (0, 0), (0, 3))
    assert assault.rerolls((4,), 2) == ((), (4,))
    assert assault.rerolled((0, 0, 3), (0, 3), (5, 1)) == (0, 1, 5)
    assert assault.of_counts((2, 0, 1), (0, 1, 2)) == (0, 0, 2)


@pytest.mark.rule("MB-ATK-005", "MB-ATK-006")
@pytest.mark.parametrize("defence", ALL)
def test_single_discards_are_those_of_dice_laid_out_one_by_one(defence: int) -> None:
    naive = Naive(defence, number)
    for pool in pools(defence, 4):
        found = {
            Pool(tuple(sorted(live)), tuple(sorted(card)))
            for live, card in naive.discards(list(pool.dice), list(pool.card))
        }
        options = assault.discards(pool)
        assert len(set(options)) == len(options)
        assert list(options) == sorted(options)
        assert {assault.discard(pool, *option, defence) for option in options} == found


# The solver against brute force


@pytest.mark.rule("MB-ATK-011")
@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("defence", ALL)
def test_the_mean_is_that_of_brute_force_for_all_offences(defence: int, locked: bool) -> None:
    steps = Steps(defence, number, locked=locked)
    for offence in ALL:
        odds = solver.before(offence, defence, terms=Terms(locked=locked))
        assert odds.mean == Fraction(steps.before(offence), steps.scale * 6**offence), (offence, defence)
        assert sum(odds.weights) == odds.total


@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("defence", ALL)
def test_dice_one_by_one_without_any_cleverness_give_the_same(defence: int, locked: bool) -> None:
    for k in range(4):
        naive = Naive(defence, chance_first(k) if k else number, locked=locked)
        aim = solver.least(k) if k else solver.MOST
        for offence in range(4):
            odds = solver.before(offence, defence, aim, Terms(locked=locked))
            best = Fraction(naive.before(offence), naive.scale * 6**offence)
            assert best == (value(odds, aim) if k else odds.mean), (k, offence)


@pytest.mark.nightly
@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("defence", ALL)
def test_four_dice_one_by_one_give_the_same(defence: int, locked: bool) -> None:
    for k in range(5):  # at least 0 wounds: the mean
        naive, aim = Naive(defence, chance_first(k), locked=locked), solver.least(k)
        odds = solver.before(4, defence, aim, Terms(locked=locked))
        assert value(odds, aim) == Fraction(naive.before(4), naive.scale * 6**4), k


def chances(defence: int, wanted: range, most: int, locked: bool = True) -> None:
    for k in wanted:
        steps, aim = Steps(defence, chance_first(k), locked=locked), solver.least(k)
        for offence in range(most + 1):
            odds = solver.before(offence, defence, aim, Terms(locked=locked))
            assert value(odds, aim) == Fraction(steps.before(offence), steps.scale * 6**offence), (k, offence)


@pytest.mark.parametrize("defence", ALL)
def test_the_chance_to_destroy_a_unit_is_that_of_brute_force(defence: int) -> None:
    chances(defence, range(1, 4), 7)


@pytest.mark.nightly
@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("defence", ALL)
def test_every_chance_of_every_attack_is_that_of_brute_force(defence: int, locked: bool) -> None:
    chances(defence, range(1, 11), 10, locked)


@pytest.mark.parametrize("defence", [5, 6, 8, 10])
def test_wounds_above_the_vitality_do_not_count(defence: int) -> None:
    for cap in (1, 2, 3):
        steps, aim = Steps(defence, capped_first(cap)), solver.most(cap)
        for offence in range(9):
            odds = solver.before(offence, defence, aim)
            assert value(odds, aim) == Fraction(steps.before(offence), steps.scale * 6**offence), (cap, offence)


DICE = [(0, 1, 3, 5), (1, 2, 3, 4, 5, 5), (0, 0, 1, 2, 5, 5), (0, 1, 2, 4, 6, 7), (0, 0)]


@pytest.mark.rule("MB-ATK-003")
@pytest.mark.parametrize("faces", DICE)
@pytest.mark.parametrize("locked", [True, False])
def test_dice_of_ones_own_are_reckoned_as_exactly(faces: Dice, locked: bool) -> None:
    for defence, offence in product(ALL, (1, 3, 5)):
        steps = Steps(defence, number, faces=faces, locked=locked)
        odds = solver.before(offence, defence, terms=Terms(faces=faces, locked=locked))
        assert odds.mean == Fraction(steps.before(offence), steps.scale * len(faces) ** offence), (defence, offence)


@pytest.mark.parametrize("defence", ALL)
def test_an_attack_without_a_second_assault(defence: int) -> None:
    steps = Steps(defence, number, second=False)
    for offence in range(8):
        odds = solver.before(offence, defence, terms=Terms(second=False))
        assert odds.mean == Fraction(steps.before(offence), steps.scale * 6**offence)


REROLLS = [(1,), (2,), (-1,), (-2,), (2, -2), (-2, 2), (2, 2)]


@pytest.mark.rule("MB-TAL-025")
@pytest.mark.parametrize("rerolls", REROLLS)
@pytest.mark.parametrize("defence", ALL)
def test_rerolls_before_blanks_go_by_attacker_and_defender(defence: int, rerolls: tuple[int, ...]) -> None:
    for wanted, aim in ((number, solver.MOST), (chance_first(2), solver.least(2))):
        steps = Steps(defence, wanted, most=14)
        for offence in range(4 if len(rerolls) > 1 else 5):
            odds = solver.before(offence, defence, aim, rerolls=rerolls)
            best = Fraction(steps.before(offence, rerolls), steps.scale * 6**offence)
            assert best == (odds.mean if wanted is number else value(odds, aim)), offence


# Advice, stage by stage: each plan is what its own steps come to


@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("k", [0, 2])
@pytest.mark.parametrize("defence", ALL)
def test_the_best_plan_of_each_stage_is_that_of_brute_force(defence: int, k: int, locked: bool) -> None:
    wanted, aim, terms = chance_first(k), solver.least(k), Terms(locked=locked)
    steps = Steps(defence, wanted, locked=locked)
    for pool in pools(defence, 4):
        key = pool.dice, len(pool.card), pool.card.count(5)
        first = value(solver.first(pool, defence, aim, terms).best.odds, aim)
        assert first == Fraction(steps.first(*key), steps.scale), pool
        thrown = value(solver.fives(pool, defence, aim, terms).best.odds, aim)
        assert thrown == Fraction(steps.throw(*key), steps.scale), pool
        second = solver.second(pool, defence, aim, terms).best.odds
        needs = tuple(sorted(defence - d for d in pool.dice))
        assert second.mean == len(pool.card) + more_wounds(needs), pool


def mixed(parts: list[Odds]) -> list[Fraction]:
    """The chances of each number of wounds when one of these comes about, each as likely."""
    return [sum(p.chance(w) for p in parts) / Fraction(len(parts)) for w in range(12)]


@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("defence", ALL)
def test_each_plan_can_be_played_and_comes_to_its_odds(defence: int, locked: bool) -> None:
    terms = Terms(locked=locked)
    for pool in pools(defence, 4, 6):
        for plan in solver.first(pool, defence, terms=terms).plans:
            after = pool
            for step in plan.discards:
                assert step in assault.discards(after), (pool, plan)
                after = assault.discard(after, *step, defence)
            # Of a plan that throws none more fives may be gone: they paid.
            shown = assault.fives(after, locked=locked)
            assert plan.fives == shown if plan.rolled else shown <= plan.fives, (pool, plan)
            assert plan.rolled <= plan.fives
            assert plan.raised in (0, len(plan.lifted))
            found = [p for p in solver.fives(after, defence, terms=terms).plans if p.rolled == plan.rolled]
            assert [p.odds for p in found] == [plan.odds], (pool, plan)
        for plan in solver.fives(pool, defence, terms=terms).plans:
            if plan.rolled:
                falls = [assault.second(pool, f, defence, locked=locked) for f in faces(plan.rolled)]
                parts = [solver.second(fall, defence, terms=terms).best.odds for fall in falls]
            else:
                parts = [Odds((0,) * assault.wounds(pool) + (1,), 1)]
            assert mixed(parts) == [plan.odds.chance(w) for w in range(12)], (pool, plan)
            assert plan.throws == 6**plan.rolled
        for plan in solver.second(pool, defence, terms=terms).plans:
            after = pool
            for step in plan.discards:
                assert step in assault.discards(after), (pool, plan)
                after = assault.discard(after, *step, defence)
            assert plan.odds == Odds((0,) * assault.wounds(after) + (1,), 1)


def faces(n: int) -> list[Dice]:
    return list(product(range(6), repeat=n))


@pytest.mark.parametrize("defence", [4, 5, 6, 7, 9])
@pytest.mark.parametrize("aim", [solver.MOST, solver.least(2), solver.most(1)])
def test_the_odds_before_a_roll_are_those_of_the_best_plans_after_it(defence: int, aim: Aim) -> None:
    found: Counter[int] = Counter()
    for throw in faces(4):
        odds = solver.first(assault.kept(throw, defence), defence, aim).best.odds
        for w, x in enumerate(odds.weights):
            found[w] += x * 6**8 // odds.total
    odds = solver.before(4, defence, aim)
    assert [odds.chance(w) for w in range(5)] == [Fraction(found[w], 6**12) for w in range(5)]


@pytest.mark.parametrize("sign", [1, -1])
def test_plans_stand_in_order_and_a_defender_wants_the_contrary(sign: int) -> None:
    for throw in combinations_with_replacement(range(6), 4):
        for aim in (solver.MOST, solver.least(2)):
            plans = solver.again(throw, 6, (sign * 2,), aim).plans
            rank = [(sign * p.worth, sign * p.odds.mean) for p in plans]
            assert rank == sorted(rank, reverse=True)
            assert {p.again for p in plans} == set(assault.rerolls(throw, 2))
            for p in plans:
                left = list(throw)
                for die in p.again:
                    left.remove(die)
                parts = [solver.first(assault.kept((*left, *new), 6), 6, aim).best.odds for new in faces(len(p.again))]
                assert mixed(parts) == [p.odds.chance(w) for w in range(12)]


def test_an_aim_changes_the_plan() -> None:
    """Two fives against 6: one pays for a sure wound of the other, or both are thrown for more on average."""
    pool = Pool((5, 5))
    sure = solver.first(pool, 6, solver.least(1)).best
    assert (sure.discards, sure.rolled, sure.odds) == (((5, 5),), 0, Odds((0, 1), 1))
    bold = solver.first(pool, 6).best
    assert (bold.discards, bold.rolled, bold.odds) == ((), 2, Odds((1, 10, 25), 36))
    assert solver.first(pool, 6, solver.most(1)).best == sure


@pytest.mark.parametrize("defence", ALL)
def test_more_dice_never_hurt_and_more_defence_never_helps(defence: int) -> None:
    means = [solver.before(n, defence).mean for n in ALL]
    assert means == sorted(means)
    assert all(m >= solver.before(n, defence + 1).mean for n, m in enumerate(means))
