"""Random walks through the pocket game, for whatever must hold at every decision."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.engine.pocket import Pocket
from theomachy.engine.authoring.scenario_run import snapshot
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position

__all__ = ["begin", "game", "snapshot", "walk"]


def begin(players: int = 2, **options: Any) -> Position:
    system = Pocket.build(players=players, **options)
    return Position(system, system.start())


def game(players: int = 2, seed: int | str = 7, **options: Any) -> Game:
    return Game(Pocket.build(players=players, **options), seed=seed)


def walk(seed: int, *, jumps: float = 0.1) -> Iterator[tuple[Position, Any]]:
    """Each position of one random game with the answer that will be given to it."""
    rng = Random(seed)
    position = begin(2 + seed % 3)
    while position.decision is not None:
        options: Any = position.decision.options
        if position.anytime_actions and rng.random() < jumps:
            options = position.anytime_actions
        answer = options[int(rng.random() * len(options))]
        yield position, answer
        position.play(answer)
