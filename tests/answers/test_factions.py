"""Fights of the factions that came with expansions of Cthulhu Wars: exact odds, every roll by hand, and a sample."""

from __future__ import annotations

from math import sqrt

import pytest

from theomachy.answers.calculator import reckon
from theomachy.answers.work import finish

from .fights_of_games import FACTIONS
from .test_calculator import brute_force

SAMPLES = 1_500  # tools/odds_check.py plays 100,000, and larger fights
FARTHEST = 4.5  # standard errors: the luck of the sample is settled, so it is the same each time


@pytest.mark.parametrize("slug", FACTIONS)
def test_exact_odds_are_those_of_every_roll_and_of_a_sample(slug: str) -> None:
    system, s, setting = FACTIONS[slug][0]()
    exact = finish(reckon(system, s, setting, how="exact"))
    assert exact.whole
    assert exact.chances == brute_force(system, s, setting)
    sample = finish(reckon(system, s, setting, how="sampled", samples=SAMPLES))
    rolled = 0
    for row in exact.line_up.rows:
        p = exact.chance(row.id)
        error = sqrt(p * (1 - p) / SAMPLES)
        rolled += error > 0
        assert abs(sample.chance(row.id) - p) <= FARTHEST * error, row.words
    assert rolled > 2, "dice decide something"
