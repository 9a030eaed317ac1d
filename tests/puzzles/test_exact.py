"""The walk that proves a puzzle: the own best, the others' worst, chance by its weights; bounds where it is cut."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.engine.bare import begin
from theomachy.engine.runtime.decision import Decision, choose, sealed
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.theme import Aim
from theomachy.puzzles.exact import Solver, TooLarge, best, worst

WINS = Aim("wins", "Which wins?", "T-1", lambda s: int(s.won))
POINTS = Aim("points", "Which brings the most?", "T-1", lambda s: s.points, most=6)


async def coin(weights: tuple[int, ...]) -> int:
    """Chance with these weights: the place of what falls."""
    return int(await Decision(-1, "roll", tuple(range(len(weights))), "T-2", "coin", weights=weights))


async def wager(s: Any) -> None:
    """A sure loss, a coin of one in four, or a gift that another may refuse."""
    s.first = await choose(0, "choice", ("stay", "coin", "gift"), "T-1", "what")
    if s.first == "coin":
        s.won = await coin((3, 1)) == 1
    elif s.first == "gift":
        s.won = await choose(1, "choice", ("take", "refuse"), "T-1", "gift") == "take"
    s.done = True


def start(rule: Any = wager, **more: Any) -> Position:
    return begin(rule, **({"won": False, "first": "", "points": 0} | more))


def test_chance_counts_by_its_weights() -> None:
    worth = Solver(WINS, 0).option(start(), "coin")
    assert (worth.low, worth.high, worth.exact) == (Fraction(1, 4), Fraction(1, 4), True)
    assert worth.shares == ((0, Fraction(3, 4)), (1, Fraction(1, 4)))
    assert worth.less_than(1) == Fraction(3, 4)


def test_others_answer_as_is_worst_and_oneself_as_is_best() -> None:
    assert Solver(WINS, 0).option(start(), "gift").high == 0
    assert Solver(WINS, 1).option(start(), "gift").low == 1  # asked for oneself, one takes it


async def endless(s: Any) -> None:
    """A coin again and again until it shows 1: whoever cuts that short has bounds and no figure."""
    if await choose(0, "choice", ("play", "leave"), "T-1", "what") == "play":
        while await coin((1, 1)) == 0:
            s.rounds = s.rounds + 1
        s.won = True
    s.done = True


def test_what_is_unlikely_is_cut_and_counts_both_ways() -> None:
    worth = Solver(WINS, 0, least=Fraction(1, 100)).option(start(endless, rounds=0), "play")
    assert not worth.exact
    assert worth.low == Fraction(127, 128)
    assert worth.high == 1
    assert worth.unseen == Fraction(1, 128)


def test_a_walk_without_end_is_given_up() -> None:
    with pytest.raises(TooLarge, match="more than 20 positions"):
        Solver(WINS, 0, most=20, least=Fraction(0)).option(start(endless, rounds=0), "play")


async def secret(s: Any) -> None:
    """Two plan in secret: nobody knows what the other does, so there is nothing to walk through."""
    await choose(0, "choice", ("begin", "wait"), "T-1", "what")

    async def plan(seat: int) -> Any:
        return await choose(seat, "choice", (1, 2), "T-1", "plan")

    await sealed({0: plan(0), 1: plan(1)}, "T-1", "plans")
    s.done = True


def test_plans_in_secret_prove_nothing() -> None:
    with pytest.raises(TooLarge, match="secret"):
        Solver(WINS, 0).option(start(secret), "begin")


def test_a_line_fails_where_it_is_to_fail_and_comes_off_where_it_is_not() -> None:
    solver = Solver(WINS, 0)
    assert solver.line(start(), "coin", 1, fails=True) == [0]
    assert solver.line(start(), "coin", 1, fails=False) == [1]
    assert solver.line(start(), "gift", 1, fails=True) == ["refuse"]


async def dice(s: Any) -> None:
    """One throw or two of a die with 0, 1, 3."""
    for _ in range(await choose(0, "choice", (1, 2), "T-1", "how many")):
        s.points = s.points + (0, 1, 3)[await coin((1, 1, 1))]
    s.done = True


def test_numbers_have_a_mean_and_shares() -> None:
    worth = Solver(POINTS, 0).option(start(dice), 2)
    assert worth.low == worth.high == Fraction(8, 3)
    assert dict(worth.shares) == {n: Fraction(k, 9) for n, k in {0: 1, 1: 2, 2: 1, 3: 2, 4: 2, 6: 1}.items()}


def test_bounds_of_the_best_hold_for_all() -> None:
    sure = Solver(WINS, 0).option(start(), "coin")
    loose = Solver(WINS, 0, least=Fraction(1, 3)).option(start(endless, rounds=0), "play")
    assert loose.low < loose.high
    assert best([sure, loose]).high == loose.high
    assert worst([sure, loose]).low == min(sure.low, loose.low)
