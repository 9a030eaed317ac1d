"""A saved draft is loaded in no time: what a box is built from is looked up, never searched."""

from __future__ import annotations

import sys
from typing import Any

import theomachy as th
from theomachy.engine.game import save
from theomachy.games.mythic_battles.rules.state import TURN


def test_a_draft_of_four_players_is_loaded_with_few_calls() -> None:
    """Calls are counted, since times say nothing on a busy machine: 31,000, and 293,000 while each table of a data file
    was searched for among all keys."""
    game = th.new("mythic_battles", players=4, seed=5)
    while game.state.stage < TURN:
        game.play(game.options[0].value)
    text = game.save()
    loaded, calls = save.load(text), 0  # once, since data files are read once

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        again = save.load(text)
    finally:
        sys.setprofile(None)
    assert again.state == loaded.state == game.state
    assert calls < 80_000
