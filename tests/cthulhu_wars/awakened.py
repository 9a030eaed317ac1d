"""Scenes with Great Old Ones of no faction: who holds a card, and whether its spellbook lies upon it."""

from __future__ import annotations

from tests.cthulhu_wars.scene import who
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.rules.domains import POOL


def card(p: Position, name: str) -> int:
    """The number of a card."""
    return [one.name for one in p.state.config.cards].index(name)


def holder(p: Position, name: str) -> int:
    """Who holds a card."""
    found: int = p.state.cards[card(p, name)]
    return found


def earned(p: Position, name: str, of: str) -> bool:
    """Does a spellbook lie on a card of somebody?"""
    found: bool = p.state.has_earned(who(p, name), card(p, of))
    return found


def pool(p: Position, name: str, unit: str) -> int:
    """Figures in the pool."""
    s, seat = p.state, who(p, name)
    found: int = s.n(seat, s.config.name[seat].index(unit), POOL)
    return found
