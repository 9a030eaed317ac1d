"""Can it be reached, beside an exhaustive search of small questions of random games; `tools/reach_check.py` lists more.

A "yes" is played by the engine, a "no" is held against all that can come.
"""

from __future__ import annotations

from random import Random

import pytest

from theomachy.answers.reach import NO, YES, open_goals, open_goals_at, reach
from theomachy.answers.work import finish
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game, games
from theomachy.engine.runtime.decision import CHANCE
from theomachy.play.bots import BusyBot
from theomachy.play.observation import Observation
from tools.reach_check import check


@pytest.mark.parametrize("slug", sorted(games()))
def test_small_questions_are_answered_as_an_exhaustive_search_does(slug: str) -> None:
    rows = [row for seed in range(2) for row in check(slug, seed, 100, 60)]
    assert not [str(row) for row in rows if row.wrong]
    assert NO in {row.verdict for row in rows}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", sorted(games()))
def test_many_questions_are_answered_as_an_exhaustive_search_does(slug: str) -> None:
    rows = [row for seed in range(20) for row in check(slug, seed)]
    assert not [str(row) for row in rows if row.wrong]
    assert NO in {row.verdict for row in rows}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", sorted(games()))
def test_every_line_of_large_questions_leads_there(slug: str) -> None:
    """What is too large to be looked at whole: each "yes" for any goal is played."""
    yes = 0
    for seed in range(6):
        rng, bot, left = Random(seed), BusyBot(), 40 + 25 * seed
        played = Game(game(slug).build(), seed=seed)
        while played.decision is not None and (left > 0 or played.decision.player == CHANCE):
            played.play(bot.choose(Observation(played.position), rng))
            left -= 1
        if played.decision is None:
            continue
        position, seat = played.position, played.decision.player
        system, s = position.system, position.state
        areas = rng.sample([area.id for area in system.table(s, None).board.areas], 3)
        goals = [*open_goals(system, s, seat), *(g for area in areas for g in open_goals_at(system, s, seat, area))]
        for goal in goals:
            found = finish(reach(position, seat, goal, most=300))
            if found.verdict == YES:
                again = position.clone()
                for _, _, answer in found.answers:
                    again.play(answer)
                assert goal.met(again.state), (seed, goal.name)
                yes += 1
    assert yes
