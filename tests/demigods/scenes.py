"""Short scenes: a position in words, answers in words, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.demigods import SYSTEM
from theomachy.games.demigods.authoring.scenario_words import hex_named, stack_text

LEFT = {"B3": "Aglaia: 1 population", "H9": "Bronteas: 1 population"}  # so that nobody is out


def scene(
    setup: Mapping[str, Any],
    *,
    players: int = 2,
    overlay: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    lawful: bool = True,
    **rulings: str,
) -> Game:
    """A game that stands in the position; dice and draws are answered by hand."""
    options = {"map": "10x10", **(options or {})}
    system = SYSTEM.build(players=players, options=options, rulings=rulings, overlay=overlay)
    state = system.arrange(setup)
    assert not lawful or not system.violations(state), system.violations(state)
    game = Game(system, Position(system, state))
    game.dice_by_hand = True
    return game.go(0)  # back before whatever luck has answered already


def at(phase: str, stacks: Mapping[str, str], **more: Any) -> dict[str, Any]:
    """A set-up in this phase, with these counters and somebody left elsewhere."""
    return {"phase": phase, "stacks": {**LEFT, **stacks}, **more}


def go(game: Game, *answers: str) -> Game:
    """Answer in words, one question after the other."""
    for answer in answers:
        game.play(answer)
    return game


def asked(game: Game) -> str:
    """What is asked now; "" when the game is over."""
    return game.position.decision.what if game.position.decision else ""


def on(game: Game, name: str) -> str:
    """What stands in a hex."""
    return stack_text(game.state, hex_named(game.system, name))


def labels(game: Game) -> list[str]:
    """The options as people see them."""
    return [option.label for option in game.options]
