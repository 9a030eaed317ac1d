"""The three faces of a `System`, and advice by sampling where a game gives no odds of its own."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.sketch import Sketch
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.reckoning import Reckoning
from theomachy.engine.runtime.rules import Rules
from theomachy.engine.runtime.words import Words


def begun() -> Position:
    system = Sketch.build()
    return Position(system, system.start())


def test_samples_come_near_what_is_known_exactly() -> None:
    """After every action one die falls; a calm comes one time in six, whatever was done."""
    world = begun()
    before = world.system.to_json(world.state)
    found = world.system.sampled([world], 0, Random(7), measure=lambda s: float(s.calms), samples=600)
    assert [plan.answer for plan in found.plans] != []
    assert {plan.answer for plan in found.plans} == set(world.decision.options)
    for plan in found.plans:
        assert plan.figures[1] in ("±0.01", "±0.02")  # 0.0152 by the formula
        assert abs(plan.mean - 1 / 6) < 4 * 0.0152
    assert world.system.to_json(world.state) == before  # nothing was played


def test_what_an_option_pays_is_seen_and_the_best_is_first() -> None:
    world = begun()
    found = world.system.sampled([world], 0, Random(1), measure=lambda s: float(s.coins[0]), label=repr, samples=5)
    worth = {plan.answer: plan.mean for plan in found.plans}
    assert worth["end"] == 1
    launches = [worth[option] for option in worth if option[0] == "launch"]
    assert launches
    assert set(launches) == {0.0}
    assert [plan.mean for plan in found.plans] == sorted(worth.values(), reverse=True)
    assert found.plans[0].name == repr(found.plans[0].answer)


def test_the_same_luck_gives_the_same_advice() -> None:
    once, again = (begun().system.sampled([begun()], 0, Random(3), samples=8) for _ in range(2))
    assert once == again


@pytest.mark.parametrize(("worlds", "me", "samples"), [([], 0, 9), ([begun()], 1, 9), ([begun()], 0, 1)])
def test_advice_for_nobody_is_refused(worlds: list[Position], me: int, samples: int) -> None:
    with pytest.raises(ValueError, match=r"samples begin|two samples"):
        Sketch.build().sampled(worlds, me, Random(1), samples=samples)


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_the_three_faces(slug: str) -> None:
    system = games()[slug]
    assert issubclass(system, Words)
    assert issubclass(system, Reckoning)
    assert issubclass(system, Rules)


def test_each_face_says_its_own_alone() -> None:
    """What is told or reckoned is no part of the rules, and words reckon nothing."""
    told, reckoned = set(vars(Words)), set(vars(Reckoning))
    own = {name for name in told & reckoned if not name.startswith("__")}
    assert own <= {"_abc_impl"}
    assert {"label", "prompt", "table", "targets"} <= told - set(vars(Rules))
    assert {"strength", "figures", "forecasts", "advice", "sampled"} <= reckoned - set(vars(Rules))
