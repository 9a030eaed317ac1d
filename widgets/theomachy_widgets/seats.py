"""For how many players the games are."""

from __future__ import annotations

from functools import cache

from theomachy.engine.errors import TheoError
from theomachy.engine.game.registry import game as system_class

MOST_PLAYERS = 12


@cache
def seats_of(slug: str) -> tuple[int, int]:
    """For how few and for how many players a game is, as its box allows."""
    found = []
    for players in range(1, MOST_PLAYERS + 1):
        try:
            system_class(slug).build(players=players)
        except TheoError:
            continue
        found.append(players)
    return (found[0], found[-1]) if found else (2, 2)
