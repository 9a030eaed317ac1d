"""A player leaves in mid-game: an answer that nobody asked for, after which the questions go to others or fall away."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.pocket import Pocket
from tests.engine.pocket_rules import DEEDS
from tests.engine.walks import game as pocket
from tests.engine.walks import snapshot
from theomachy.engine.authoring.scenario_write import words_for
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import CHANCE, Decision, Secret
from theomachy.engine.runtime.position import Playout, Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.engine.runtime.trace import report


class Parting(Pocket):
    """The pocket game with a rule for who leaves: no deeds, no coins bid; all else is for the next who is there."""

    slug, title, may_leave = "parting", "Parting war", True

    def leavers(self, s: Any) -> tuple[int, ...]:
        there = tuple(p for p in range(len(self.seats)) if not s.gone >> p & 1)
        return there if len(there) > 1 else ()

    def leave(self, s: Any, seat: int) -> None:
        s.gone |= 1 << seat
        report(s, "PG-INT-001", "{} has left", self.seats[seat].name, who=seat)

    def absent(self, s: Any) -> int:
        return int(s.gone)

    def lapse(self, s: Any, decision: Decision) -> Any:
        return {"deed": "end", "bid": 0, "secret": 0}.get(decision.what)

    def stands_in(self, s: Any, seat: int) -> int:
        n = len(self.seats)
        return next(p % n for p in range(seat + 1, seat + n) if not s.gone >> p % n & 1)


def begun(players: int = 3, **more: Any) -> Game:
    return Game(Parting.build(players=players), seed=7, **more)


def acting(players: int = 3) -> Game:
    game = begun(players)
    while game.position.decision is not None and isinstance(game.position.decision, Secret):
        game.play(game.options[0])
    assert game.state.phase == DEEDS
    return game


def test_it_is_an_answer_like_any_other() -> None:
    """It stands in the log, can be taken back and done again, and begins a branch."""
    game = acting()
    me, before = game.position.decision.player, len(game.position.log())
    name = game.seats[me].name
    game.leave(name)
    assert game.position.log()[before] == (me, "!leaves", ("!", "leaves", me), None, False, None)
    assert game.position.decision.player != me
    assert game.state.gone == 1 << me
    there = snapshot(game.position)
    game.undo()
    assert game.position.decision.player == me
    assert not game.state.gone
    assert snapshot(game.redo().position) == there
    game.undo().play(game.options[-1])
    assert len(game.tree.nodes[game.tree.nodes[game.here].parent].children) == 2
    assert game.legal().leaving[0].label == f"{game.seats[game.legal().leaving[0].value[2]].name} leaves the game"


def test_it_is_typed_in_words_and_written_in_words() -> None:
    game = acting()
    me = game.position.decision.player
    game.play(f"! {game.seats[me].name} leaves")
    assert game.state.gone == 1 << me
    entry = game.position.last
    back = game.position.undo()
    assert words_for(back, entry.answer, None) == f"! {game.seats[me].name} leaves the game"
    with pytest.raises(IllegalAnswer, match="can mean"):
        acting().play("! leaves")


def test_what_is_asked_of_him_falls_away_or_goes_to_another() -> None:
    """A deed is left out; the guess of an omen is for the next player, and then the deed that waited falls away."""
    game = acting()
    me = game.position.decision.player
    game.play(("!", "omen", me))
    assert (game.position.decision.what, game.position.decision.player) == ("guess", me)
    game.leave(me)
    other = game.position.decision.player
    assert (game.position.decision.what, other) == ("guess", game.system.stands_in(game.state, me))
    game.play(3)  # then the die of chance, and then the deed of the one who has left, which falls away
    assert isinstance(game.position.decision, Decision)
    assert game.position.decision.player != me
    assert [entry.who for entry in game.position.log()].count(me) >= 1


def test_a_secret_plan_falls_away_also_as_the_last_one() -> None:
    game = begun()
    assert isinstance(game.position.decision, Secret)
    first, *others = game.position.decision.waiting
    game.leave(first)
    assert isinstance(game.position.decision, Secret)
    assert game.position.decision.waiting == others
    for seat in others[:-1]:
        game.play(next(o for o in game.options if o.value[0] == seat))
    assert isinstance(game.position.decision, Secret)
    assert game.position.decision.waiting == [others[-1]]
    if len(others) == 2:
        game.leave(others[-1])
        assert not isinstance(game.position.decision, Secret)


def test_an_answer_of_a_plan_stays_when_its_player_leaves_afterwards() -> None:
    game = begun()
    first = game.position.decision.waiting[0]
    game.play(next(o for o in game.options if o.value[0] == first))
    game.leave(first)
    assert isinstance(game.position.decision, Secret)
    assert first not in game.position.decision.waiting
    hidden = [entry.who for entry in game.position.seen_by(None)]
    assert hidden == [first], "that he has left is open, what he planned is not"


def test_who_may_not_leave_is_told_why() -> None:
    with pytest.raises(IllegalAnswer, match="have no place for it"):
        pocket().leave(0)
    game = begun(2)
    game.leave(0)
    with pytest.raises(IllegalAnswer, match="has left already"):
        game.leave(0)
    with pytest.raises(IllegalAnswer, match="nobody else is there"):
        game.leave(1)
    with pytest.raises(IllegalAnswer, match="not possible at this moment"):
        game.position.clone().play(("!", "leaves", 1))
    with pytest.raises(IllegalAnswer, match="a spectator"):
        game.leave(None)  # type: ignore[arg-type]


def test_no_question_goes_to_who_has_left_and_all_is_replayed_alike() -> None:
    """Random games in which people leave: by answers, from a save, without a past, and explained, they are the same."""
    left = 0
    for seed in range(40):
        system = Parting.build(players=2 + seed % 3)
        rng, position = Random(seed), Position(system, system.start())
        bare = Playout(position)
        for _ in range(60):
            decision = position.decision
            if decision is None:
                break
            gone = position.state.gone
            asked = decision.waiting if isinstance(decision, Secret) else [decision.player]
            assert not any(gone >> p & 1 for p in asked if p >= 0)
            if position.leavings and rng.random() < 0.06:
                answer: Any = rng.choice(position.leavings)
                left += 1
            elif decision.player == CHANCE:
                answer = sample_chance(decision, rng)
            elif position.anytime_actions and rng.random() < 0.1:
                answer = rng.choice(position.anytime_actions)
            else:
                answer = rng.choice(decision.options)
            position.play(answer)
            bare.play(answer)
            assert bare.state == position.state
            assert snapshot(position.clone()) == snapshot(position)
        again = Position(system, system.start())
        for entry in position.log():
            again.play(entry.answer, entry.faces)
        assert snapshot(again) == snapshot(position)
        position.explain()
    assert left > 40
