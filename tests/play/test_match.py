"""A match is played in pairs with swapped seats, and ends as soon as its test has decided."""

from __future__ import annotations

from itertools import islice
from math import log
from random import Random
from typing import Any

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.play import BusyBot, Observation, RandomBot
from theomachy.play.match import BOUND, Match, match
from tools.levels import SHORT


def lengths(p: float, games: int = 400) -> tuple[float, float]:
    """How often the test says "better" of a coin that falls so, and how many tosses it takes in the mean."""
    rng, better, tossed = Random(5), 0, 0
    for _ in range(games):
        found = Match("coin", ("a", "b"))
        while not found.verdict:
            if rng.random() < p:
                found.won += 1
            else:
                found.lost += 1
        better += found.verdict == "better"
        tossed += found.won + found.lost
    return better / games, tossed / games


def test_the_test_is_wrong_once_in_twenty_at_most_either_way() -> None:
    even, much = lengths(0.5), lengths(0.75)
    assert even[0] <= 0.05 + 0.02
    assert much[0] >= 0.95 - 0.02
    assert max(even[1], much[1]) < 30


def test_pairs_that_are_shared_say_nothing() -> None:
    found = Match("coin", ("a", "b"), won=8, shared=3)
    assert found.weight == Match("coin", ("a", "b"), won=8).weight
    assert (found.verdict, Match("coin", ("a", "b"), won=7).verdict) == ("better", "")
    assert Match("coin", ("a", "b"), lost=5).verdict == "not better"
    small = [Match("coin", ("a", "b"), won=n, better=2 / 3).verdict for n in (10, 11)]
    assert small == ["", "better"]  # a smaller step takes more pairs to tell
    assert pytest.approx(log(19)) == BOUND


def test_each_pair_has_the_same_seed_and_swapped_seats() -> None:
    asked: dict[Position, list[str]] = {}

    class Noted(RandomBot):
        blind = False

        def __init__(self, title: str) -> None:
            self.title = title

        def choose(self, observation: Observation, rng: Random) -> Any:
            asked.setdefault(observation._position, []).append(f"{observation.me} {self.title} {rng.random()}")
            return super().choose(observation, rng)

    found = next(match("heroes", Noted("a"), Noted("b"), build=SHORT["heroes"], seed=3))
    one, other = asked.values()
    swapped = [line.translate(str.maketrans("ab", "ba")) for line in other]
    assert one == swapped
    assert {line[:3] for line in one} == {"0 a", "1 b"}
    assert len(found.scores) == 2
    assert found.won + found.lost + found.shared == 1


def test_a_match_between_equals_that_never_differ_is_all_shared() -> None:
    last = list(islice(match("heroes", "random", "random", build=SHORT["heroes"], seed=1), 2))[-1]
    assert (last.won, last.lost, last.shared) == (0, 0, 2)
    assert last.share == 0.5


def test_it_ends_when_it_is_decided() -> None:
    *_, last = match("heroes", BusyBot(), "random", build=SHORT["heroes"], seed=1, pairs=80)
    assert last.verdict == "better"
    assert last.won + last.lost + last.shared < 80
    assert "better" in str(last)
