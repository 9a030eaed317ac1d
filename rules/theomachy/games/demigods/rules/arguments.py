"""The words of the game: kinds of arguments with their candidates, and names for people."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.tabletop.argument import ArgumentType
from .domains import CARD, COUNTER, GROUNDS, HEX, LAND
from .maps import bits
from .state import State


def front(s: State, me: int) -> int:
    """Own hexes beside an enemy, as a mask: nobody else can attack."""
    near, mine = s.config.grid.near_mask, s.held[me]
    others = s.settled() & ~mine
    if not others:
        return 0
    beside = 0
    for h in bits(others):
        beside |= near[h]
    return beside & mine


def reach(s: State, me: int) -> int:
    """Land beside or under own counters, as a mask."""
    near, found = s.config.grid.near_mask, 0
    for h in bits(s.held[me]):
        found |= near[h]
    return found & s.land


def terrain_name(terrain: int) -> str:
    """ "river valley" for a counter of it."""
    return _one(GROUNDS[terrain])


def _one(ground: str) -> str:
    return ground if ground == "plains" else ground.rstrip("s")


def _hexes(
    mask: Callable[[State, int], int], after: Callable[[State, int, int], tuple[int, ...]] | None = None
) -> ArgumentType:
    return HEX.argument(lambda s, me: bits(mask(s, me)), base="area", after=after)


ARGUMENT_TYPES = {
    "area": HEX.argument(),
    "hex": HEX.argument(base="area"),
    "my hex": _hexes(lambda s, me: s.held[me]),
    "my front": _hexes(front),
    "my movers": _hexes(lambda s, me: s.held[me]),
    "my reach": _hexes(reach, lambda s, me, a: bits(s.config.grid.near_mask[a] & s.land)),
    "land": _hexes(lambda s, me: s.land),
    "water": _hexes(lambda s, me: s.config.grid.everywhere & ~s.land),
    "settled": _hexes(lambda s, me: s.settled()),
    "neighbour": _hexes(lambda s, me: s.settled(), lambda s, me, a: bits(s.config.grid.near_mask[a] & s.settled())),
    "temple": _hexes(lambda s, me: s.temples),
    "card": CARD.argument(),
    "terrain": LAND.argument(say=_one),
    "counter": COUNTER.argument(say=str.capitalize),
}
