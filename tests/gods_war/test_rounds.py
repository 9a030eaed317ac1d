"""An agreed number of rounds: the option that gives every game by bots an end."""

from __future__ import annotations

from random import Random
from typing import Any

import theomachy as th
from tests.conformance.support import snapshot
from theomachy.engine.game.save import load
from theomachy.engine.runtime.decision import CHANCE, LogEntry
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.rules.state import END
from theomachy.play import simulate

EMPIRES = ["sky", "storm", "darkness"]


def played(options: dict[str, Any], seed: int) -> tuple[Position, list[LogEntry]]:
    game = GodsWar.build(options={"empires": EMPIRES, **options})
    position, rng = Position(game, game.start()), Random(seed)
    while (decision := position.decision) is not None:
        position.play(sample_chance(decision, rng) if decision.player == CHANCE else rng.choice(decision.options))
    return position, position.log()


def test_the_game_ends_with_the_council_of_the_last_round() -> None:
    for seed in range(4):
        position, _ = played({"rounds": 2}, seed)
        assert position.state.round == 2
        assert position.state.ending
        assert max(position.state.vp) < 35
        assert position.system.winners(position.state)


def test_it_is_said_and_runes_are_still_shown() -> None:
    game = th.new("gods_war", empires=EMPIRES, rounds=1, seed=4)
    assert "the game ends with this round" in game.table().notes
    assert load(game.save()).system.options["rounds"] == 1
    system = game.system
    vp = {"SK": 3, "DA": 3, "ST": 3}
    s = system.arrange({"phase": "compromise", "first": "SK", "runes": {"ST": "Law"}, "vp": vp})
    position = Position(system, s)
    asked = position.decision
    assert asked is not None
    assert (asked.what, position.state.phase) == ("rune at the end", END)
    told = [event.text for part in position.segments()[:-1] for event in trace_of(system, part)]
    assert "The agreed number of rounds is over" in told


def test_the_cap_of_simulated_games_changes_none() -> None:
    """It is far above what games take: with it and without it they are the same, answer for answer."""
    cap = GodsWar.simulation
    longest = 0
    for seed in range(12):
        with_, log = played(dict(cap), seed)
        without, plain = played({}, seed)
        assert log == plain
        assert snapshot(with_) == snapshot(without)
        longest = max(longest, with_.state.round)
    assert longest * 5 < cap["rounds"]
    assert GodsWar.build().options["rounds"] == 0, "people play on for as long as they like"
    found = simulate("gods_war", 2, "greedy", seed=3, players=3)
    assert found.ok
    assert len(found.rows) == 2
