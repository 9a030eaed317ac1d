"""How far units and Kylerela get in a position, by the ways that are open (`ways`) and the powers in force."""

from __future__ import annotations

from ...engine.masks import bits
from .state import State


def moves(s: State, me: int, area: int) -> int:
    """Where units of a seat may go from an area by Move Units, leave to come out of Hell not reckoned."""
    found = s.ways.step[area]
    for holder, _, adjacent in s.mine(me, "adjacent"):
        found |= adjacent(s, holder, me, "move", area)
    return found & ~(1 << area | s.ways.closed)


def flight(s: State, area: int, steps: int) -> int:
    """Where so many steps without arrows lead; out of Hell nobody flies."""
    found = ring = 1 << area
    for _ in range(min(steps, len(s.ways.flown))):
        further = 0
        for a in bits(ring):
            further |= s.ways.flown[a]
        ring = further & ~found
        found |= further
    return found


def routs(s: State, area: int) -> int:
    """Where units may be sent that are routed in an area."""
    return s.ways.step[area] & ~s.ways.closed


def drifts(s: State) -> list[int]:
    """Places to which Kylerela may go in one action (GW-KYL-006)."""
    map_ = s.config.map
    sea = map_.places[s.island].sea
    near = (s.ways.border[sea] | 1 << sea) & map_.seas
    return [
        i
        for i, place in enumerate(map_.places)
        if i != s.island and near >> place.sea & 1 and not any(s.ways.closed >> dock & 1 for dock in place.docks)
    ]
