"""Scenes with Great Old Ones of no faction: who holds a card, and whether its spellbook lies upon it."""

from __future__ import annotations

from typing import Any

from tests.cthulhu_wars.scene import system, table, who
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.rules.domains import POOL


def with_a_card(box: str, units: dict[str, dict[str, str]], name: str, *, book: bool = False, **more: Any) -> Position:
    """Yellow Sign has a card of a set of things, with its spellbook or without; Great Cthulhu and Black Goat are at the
    table, in Europe and West Africa where `units` says nothing else.
    """
    units = {"GC": {"Europe": "Acolyte"}, "BG": {"West Africa": "Acolyte"}} | units
    more = {"cards": {name: "YS"}, "things": (box,)} | ({"card_spellbooks": {"YS": name}} if book else {}) | more
    return table(more.pop("seats", "YS GC BG"), units, **more)


def printed(box: str) -> dict[str, tuple[int, tuple[int, ...], int]]:
    """Figures, prices and Combat of what a set of things brings for everybody."""
    config = system("GC YS BG", things=(box,)).config
    return {u.name: (u.figures, u.costs, u.combat) for u in config.factions[0].units if u.neutral}


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
