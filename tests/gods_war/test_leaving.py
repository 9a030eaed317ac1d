"""Players who leave a game of the Gods War in its middle, at any question: others go on, and it comes to its end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.conformance.support import snapshot
from tests.conformance.test_secrets import seen
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.game.journal import Journal, recover
from theomachy.engine.game.save import load
from theomachy.engine.runtime.decision import CHANCE, Secret
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.games.gods_war import GodsWar

LINES = (
    ["sky", "storm", "darkness"], ["chaos", "storm", "darkness"], ["sky", "chaos", "storm", "darkness"],
    ["darkness", "sky", "chaos"],
)  # fmt: skip
GAMES = 24


def answer_of(position: Position, rng: Random, often: float) -> Any:
    """What a random table does next: now and then somebody goes home, mostly whoever is asked."""
    decision = position.decision
    assert decision is not None
    if rng.random() < often and (leavings := position.leavings):
        mine = [answer for answer in leavings if answer[2] == decision.player]
        return rng.choice(mine if mine and rng.random() < 0.7 else leavings)
    if decision.player == CHANCE:
        return sample_chance(decision, rng)
    if rng.random() < 0.1 and position.anytime_actions:
        return rng.choice(position.anytime_actions)
    return rng.choice(decision.options)


@pytest.mark.rule("GW-SPC-006")
@pytest.mark.parametrize("begin", range(0, GAMES, 6))
def test_random_games_end_and_nobody_who_has_left_is_asked(begin: int) -> None:
    """Labels, tables, data and views work at each decision; a replay of the answers comes to the same end."""
    asked: Counter[str] = Counter()
    for seed in range(begin, begin + 6):
        game = GodsWar.build(options={"empires": LINES[seed % len(LINES)]})
        position, rng = Position(game, game.start()), Random(seed)
        often = rng.choice((0.004, 0.01, 0.03))
        n = 0
        while (decision := position.decision) is not None:
            s = position.state
            who = decision.waiting if isinstance(decision, Secret) else [decision.player]
            assert not any(s.left >> seat & 1 for seat in who if seat >= 0)
            assert not any(s.left >> jump[2] & 1 for jump in position.anytime_actions), "runes of an empty seat"
            for option in (decision.options[0], decision.options[-1]):
                game.label(s, decision, option)
                game.detail(s, decision, option)
                game.targets(s, decision, option)
            if n % 25 == 0:
                assert not game.violations(s)
                assert game.from_json(game.to_json(s)) == s
                game.table(s, n % len(game.seats))
            answer = answer_of(position, rng, often)
            gone = answer[:2] == ("!", "leaves") if isinstance(answer, tuple) else False
            asked[decision.what] += gone
            if gone:
                stood = s.phase, bytes(s.units), bytes(s.buildings), list(s.vp)
            position.play(answer)
            assert game.rebuilt(position.state) == position.state
            if gone and decision.player != CHANCE:
                after = position.state
                assert after.left >> answer[2] & 1
                if after.phase == stood[0] and decision.what != "bid":
                    # all stays where it is, while no other phase begins by it; the last bid opens all of them
                    assert (after.phase, bytes(after.units), bytes(after.buildings), list(after.vp)) == stood
                assert snapshot(position.clone()) == snapshot(position)
            n += 1
        assert game.winners(position.state)
        assert not any(position.state.left >> seat & 1 for seat in game.winners(position.state))
        again = Position(game, game.start())
        for entry in position.log():
            again.play(entry.answer, entry.faces)
        assert snapshot(again) == snapshot(position)
        assert again.undo().decision is not None
    assert asked["action"]
    assert len(asked) > 3


def table(**more: Any) -> Game:
    return th.new("gods_war", players=["Ana", "Ben", "Cleo"], empires=list(LINES[0]), seed=3, **more)


def begun() -> Game:
    """At the first action."""
    game, rng = table(), Random(1)
    while game.position.decision.what != "action":
        game.play(rng.choice(game.options))
    return game


@pytest.mark.rule("GW-SPC-006")
def test_it_is_saved_taken_back_branched_and_kept_in_the_journal(tmp_path: Path) -> None:
    game = begun()
    journal = Journal(tmp_path / "game.jsonl")
    journal.attach(game)
    me, at = game.position.decision.player, game.here
    game.leave(game.seats[me].name)
    assert game.state.left == 1 << me
    assert game.position.decision.player != me
    after = snapshot(game.position)
    assert snapshot(load(game.save()).position) == after
    game.undo()
    assert not game.state.left
    assert game.position.decision.player == me
    other = game.fork("he stays").play("drop")
    assert other.state.left == 0
    assert len(game.tree.nodes[at].children) == 2
    game.redo()
    journal.close()
    assert any(
        snapshot(node.position) == after for node in recover(tmp_path / "game.jsonl").tree.nodes if node.parent == at
    )


@pytest.mark.rule("GW-SPC-006")
def test_several_leave_and_the_last_one_stays_to_the_end() -> None:
    """One person goes on alone, bids alone, and wins alone."""
    game, rng = begun(), Random(5)
    game.leave("Storm").leave("SK")
    with pytest.raises(IllegalAnswer, match="nobody else is there"):
        game.leave("Cleo")
    with pytest.raises(IllegalAnswer, match="Ben has left already"):
        game.leave("Ben")
    while not game.over:
        assert game.position.decision.player == 2
        game.play(rng.choice(game.options))
    assert game.winners == ("Cleo",)


@pytest.mark.rule("GW-SPC-006")
def test_a_position_without_any_player_is_impossible() -> None:
    game = table().system
    s = game.arrange({"active": "SK", "uncontrolled": "all"})
    assert [rule for rule, _, _ in game.violations(s)] == ["GW-SPC-006"]
    assert not game.violations(game.arrange({"active": "SK", "uncontrolled": "ST, DA"}))


@pytest.mark.rule("GW-RUN-001")
def test_the_hand_of_who_has_left_stays_his_own() -> None:
    """Nobody sees more of it than before, though others answer for the empire."""
    game = GodsWar.build(options={"empires": LINES[2]})
    looked = 0
    for seed in range(4, 9):  # games in which somebody leaves with runes in hand
        position, rng = Position(game, game.start()), Random(seed)
        n = 0
        while (decision := position.decision) is not None:
            s = position.state
            hidden = any(s.hands[seat] for seat in s.config.seats if s.left >> seat & 1)
            viewer = rng.choice([seat for seat in s.config.seats if not s.left >> seat & 1])
            if hidden and n % 10 == 0 and decision.what not in ("rune at the end", "black market"):
                other = game.resample(s, viewer, rng)
                assert game.view(other, viewer) == game.view(s, viewer)
                assert seen(position, viewer, other) == seen(position, viewer)
                looked += 1
            position.play(answer_of(position, rng, 0.01))
            n += 1
    assert looked > 10


@pytest.mark.rule("GW-SPC-011")
def test_who_answers_for_another_is_told_for_whom() -> None:
    """A question that is handed on says so, and its details are those of the empire that is meant."""
    system = table(rulings={"uncontrolled_acts": "always"}).system
    words = {
        "phase": "power", "first": "ST", "middle": "chaos rift", "uncontrolled": "ST",
        "power": {"ST": 1}, "vp": {"ST": 6, "SK": 4, "DA": 5},
    }  # fmt: skip
    position = Position(system, system.arrange(words))
    decision = position.decision
    assert decision is not None
    assert (decision.what, decision.player, decision.instead_of) == ("in_phase", 0, 1)
    assert system.prompt(position.state, decision).startswith("For Storm: Sky, which power")
    position.play(("!", "leaves", 0))
    decision = position.decision
    assert decision is not None
    assert (decision.what, decision.player, decision.instead_of) == ("in_phase", 2, 1)
    assert system.prompt(position.state, decision).startswith("For Storm: Darkness")
    position.play("done")
    assert all(entry.who != 1 for entry in position.log())


def test_bots_play_a_game_that_people_leave() -> None:
    """Whoever is asked answers: bots of other seats do it for an empty one."""
    from theomachy.play.bots import bot
    from theomachy.play.observation import Observation

    game, rng, player = begun(), Random(2), bot("random")
    game.leave("Ben")
    for _ in range(150):
        if game.over:
            break
        seat = next(iter(getattr(game.position.decision, "waiting", [game.position.decision.player])))
        assert seat != 1
        game.play(player.choose(Observation(game.position, seat), rng))
