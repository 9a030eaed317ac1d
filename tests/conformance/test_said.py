"""What `repr` and `print` say, and the one door to what can be done."""

from __future__ import annotations

from random import Random

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.play.observation import Observation


def begun(slug: str) -> Game:
    system = th.catalogue()[slug]
    return th.new(slug, seed=3, preset=next(iter(system.presets)))


@pytest.mark.parametrize("slug", sorted(th.catalogue()))
def test_one_line_says_what_a_thing_is_and_print_the_whole(slug: str) -> None:
    game = begun(slug)
    decision = game.decision
    assert decision is not None
    for thing in (game, game.state, decision, game.position.decision, game.legal(), decision.options[0]):
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 300, repr(thing)
        assert " object at 0x" not in repr(thing)
        assert "bytearray" not in repr(thing)
    assert decision.who in repr(game)
    assert decision.prompt in repr(decision)
    printed = str(decision).splitlines()
    assert len(printed) == 1 + len(decision.options)
    assert all(option.label in row for option, row in zip(decision.options, printed[1:], strict=True))
    told = str(game.state)
    assert len(told.splitlines()) > 3
    assert "bytearray" not in told
    assert str(game.system.start().fresh(game.system.config)) == "as at the beginning"


def test_what_can_be_done_is_behind_one_door() -> None:
    game = begun("mythic_battles")
    while not game.legal().anytime:
        game.play(game.options[-1])
    legal = game.legal()
    assert legal.decision == game.decision
    assert legal.options == game.options
    assert list(legal) == [*legal.options, *legal.anytime, *legal.leaving]
    assert len(legal) == len(list(legal))
    first = legal.anytime[0]
    assert first in legal
    assert first.value in legal
    assert first.label in legal
    assert "dance a jig" not in legal
    assert f"! {first.label}" in str(legal)
    assert repr(legal) == f"<{len(legal.options)} answers, {len(legal.anytime)} at any time>"


def test_a_seat_is_told_its_own_alone() -> None:
    game = begun("mythic_battles")
    while not game.legal().anytime:
        game.play(game.options[-1])
    both = game.legal().anytime
    seats = {option.value[2] for option in both}
    for seat in seats:
        assert [o.value for o in game.legal(seat).anytime] == [o.value for o in both if o.value[2] == seat]
    assert game.legal(None, all_seen=False).anytime == ()
    assert game.view(0).decision == game.legal(0).decision


def test_at_the_end_nothing_can_be_done() -> None:
    game, rng, busy = th.new("demigods", seed=1, preset="fords"), Random(1), th.bot("busy")
    while not game.over:
        game.play(busy.choose(Observation(game.position), rng))
    assert len(game.legal()) == 0
    assert str(game.legal()) == "nothing: the game is over"
