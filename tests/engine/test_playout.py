"""Bulk play without a past asks the same questions and comes to the same end as play with one."""

from random import Random

import pytest

from tests.engine.pocket import Pocket
from theomachy.engine.errors import IllegalAnswer, RulesError
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.position import Playout, Position


def started(seed: int) -> Position:
    system = Pocket.build(players=2 + seed % 3)
    return Position(system, system.start())


def test_a_playout_asks_the_same_and_comes_to_the_same_end() -> None:
    for seed in range(12):
        rng, position = Random(seed), started(seed)
        playout = Playout(position)
        while (decision := position.decision) is not None:
            other = playout.decision
            assert other is not None
            assert (other.player, other.what, other.options) == (decision.player, decision.what, decision.options)
            answer = sampling.sample_chance(decision, rng)
            if rng.random() < 0.2 and (jumps := position.anytime_actions):
                answer = rng.choice(jumps)
            position.play(answer)
            playout.play(answer)
            assert playout.state == position.state
        assert playout.decision is None


def test_it_goes_on_from_the_middle_of_a_step_and_leaves_the_position_alone() -> None:
    for seed in range(12):
        rng, position = Random(seed), started(seed)
        while (decision := position.decision) is not None:
            playout, before = Playout(position), position.state.copy()
            answer = sampling.sample_chance(decision, rng)
            assert playout.state == before
            playout.play(answer)
            assert position.state == before
            position.play(answer)
            assert playout.state == position.state


def test_what_needs_a_past_is_refused() -> None:
    playout = Playout(started(1))
    with pytest.raises(IllegalAnswer):
        playout.play("nonsense")
    for look in (playout.clone, playout.undo, playout.explain, playout.log, playout.segments):
        with pytest.raises(RulesError, match="no past"):
            look()
    for part in ("last", "beginning"):
        with pytest.raises(RulesError, match="no past"):
            getattr(playout, part)
    with pytest.raises(RulesError, match="no past"):
        playout.seen_by(None)


def test_it_does_not_outlive_a_fault_in_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    playout = Playout(started(1))

    def broken(self: Playout, answer: object, faces: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Playout, "_take", broken)
    assert playout.decision is not None
    with pytest.raises(ZeroDivisionError):
        playout.play(playout.decision.options[0])
    with pytest.raises(RulesError, match="does not outlive"):
        _ = playout.decision
