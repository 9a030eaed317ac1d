"""Games of bots come to an end, and what they go by prefers what the rules reward."""

from __future__ import annotations

from typing import Any

import pytest

from theomachy.games.gods_war import GodsWar, score
from theomachy.play import simulate

SETUP: dict[str, Any] = {
    "phase": "action", "active": "SK", "power": {"SK": 4, "ST": 4, "DA": 4},
    "units": {"SK": {"Jrustela": "Archer"}, "ST": {"Brithos": "Barbarian"}, "DA": {"Kralorela": "Troll"}},
    "buildings": {"SK": {"Jrustela": "Shrine"}},
}  # fmt: skip


def strength(**more: Any) -> tuple[float, ...]:
    game = GodsWar.build(players=["Ana", "Ben", "Cleo"], options={"empires": ["sky", "storm", "darkness"]})
    return score.strength(game.arrange(SETUP | more))


@pytest.mark.parametrize(
    "better",
    [
        {"vp": {"SK": 1}},
        {"power": {"SK": 5, "ST": 4, "DA": 4}},
        {"units": SETUP["units"] | {"SK": {"Jrustela": "2 Archer"}}},
        {"buildings": {"SK": {"Jrustela": "Temple"}}},
        {"buildings": {"SK": {"Jrustela": "Shrine", "Teshnos": "Shrine"}}},
        {"gifts": {"SK": "Arrogance"}},
        {"runes": {"SK": "Life"}},
    ],
    ids=["point", "power", "unit", "temple", "shrine", "gift", "rune"],
)
def test_more_of_anything_is_stronger_and_nobody_elses_business(better: dict[str, Any]) -> None:
    before, after = strength(), strength(**better)
    assert after[0] > before[0]
    assert after[1:] == before[1:]


@pytest.mark.parametrize(("bots", "n"), [("busy", 2), ("greedy-1", 1)])
def test_games_of_bots_end(bots: str, n: int) -> None:
    """Without a word about the players: the samples say for how many the game is."""
    result = simulate("gods_war", n, bots=bots, seed=11)
    assert len(result.rows) == n
    assert not result.errors
