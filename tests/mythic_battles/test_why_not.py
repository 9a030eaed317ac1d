"""The question "why not?" has an answer at every moment, whatever is pointed at: units in reserve, destroyed ones."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.mythic_battles.exhaustive import positions
from theomachy.engine.runtime.position import Playout, Position
from theomachy.engine.runtime.requirement import domain, evaluate, legal
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.games.mythic_battles import SYSTEM

MOST, EVERY, TRIED = 120, 15, 5  # answers of a game, between two looks, arguments of an action


def look(position: Position, rng: Random) -> int:
    """Ask about each action of each seat with some arguments, legal or not; how many were refused."""
    system, s, refused = position.system, position.state, 0
    for me in range(len(s.hands)):
        for action in system.actions(s, me):
            every = list(islice(domain(system.argument_types, action, s, me), 400))
            for args in rng.sample(every, min(TRIED, len(every))):
                verdicts = evaluate(system.argument_types, action, s, me, args)
                fails = [v for v in verdicts if not v.holds]
                assert all(v.rule for v in verdicts)
                if not legal(system.argument_types, action, s, me, args):
                    assert fails, (action.verb, args)
                    refused += 1
    return refused


@pytest.mark.parametrize("part", range(4))
def test_nothing_that_is_asked_is_without_an_answer(part: int) -> None:
    rng, refused = Random(part), 0
    samples = SYSTEM.samples()[part::4]
    starts = [Position(system, system.start()) for system in (SYSTEM.build(**sample) for sample in samples)]
    for start in (*starts, *islice(positions(), part, 8, 4)):
        position = Playout(start)
        for n in range(MOST):
            decision = position.decision
            if decision is None:
                break
            if n % EVERY == 0:
                refused += look(position, rng)
            position.play(sample_chance(decision, rng))
    assert refused > 100
