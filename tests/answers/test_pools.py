"""Pools of dice against icepool's fractions, and how long the largest of each game takes."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter
from typing import Any

import icepool
import pytest

import theomachy as th
from theomachy.answers.pools import Pool
from theomachy.engine.runtime.dice import D6, Dice
from theomachy.games.demigods.rules.battle import HITS
from theomachy.games.mythic_battles.rules.dice import the_dice


def dice_of(slug: str) -> Dice:
    """The dice of battles."""
    if slug == "demigods":
        return HITS
    config: Any = th.new(slug, seed=1).system.config
    if slug == "mythic_battles":
        return the_dice(config)
    return config.rift_dice if slug == "the rift" else config.die  # type: ignore[no-any-return]


LARGEST = {"demigods": 80, "cthulhu_wars": 60, "gods_war": 60, "mythic_battles": 10}


@pytest.mark.parametrize("slug", LARGEST)
@pytest.mark.parametrize("n", [1, 3, 6])
def test_every_group_is_that_of_icepool(slug: str, n: int) -> None:
    dice = dice_of(slug)
    pool = Pool(dice, n)
    assert sum(pool.chances.values()) == 1
    for at, (_, good) in enumerate(dice.groups):
        hits = icepool.Die([int(face in good) for face in dice.faces for _ in range(dice.sides // len(dice.faces))])
        theirs = n @ hits
        assert pool.spread(at) == {k: theirs.probability(k) for k in theirs.outcomes()}
        assert pool.mean(at) == theirs.mean()
        assert pool.at_least(1, at) == theirs.probability(">=", 1)


def test_groups_together_and_sums_are_those_of_icepool() -> None:
    dice = dice_of("cthulhu_wars")
    faces = [tuple(int(face in good) for _, good in dice.groups) for face in dice.faces]
    theirs = 5 @ icepool.Die([icepool.Vector(face) for face in faces])
    assert Pool(dice, 5).chances == {tuple(k): theirs.probability(k) for k in theirs.outcomes()}
    summed = Dice("sum", total=True)
    assert Pool(summed, 4).spread() == {k: (4 @ icepool.d6).probability(k) for k in range(4, 25)}
    assert Pool(D6, 1).at_least(5) == Fraction(1, 3)


@pytest.mark.parametrize("slug", LARGEST)
def test_the_largest_pool_takes_ten_milliseconds_cold(slug: str) -> None:
    dice = dice_of(slug)
    cold = Dice(f"{dice.name}, cold", dice.groups, dice.sides, dice.total, dice.pick, dice.shows)
    begun = perf_counter()
    chances = Pool(cold, LARGEST[slug]).weights
    spent = perf_counter() - begun
    assert sum(chances.values()) == Pool(cold, LARGEST[slug]).total
    assert spent < 0.05, f"{1000 * spent:.1f} ms"  # 10 ms on a quiet machine
