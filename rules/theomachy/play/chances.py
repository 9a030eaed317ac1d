"""How somebody stands as a chance to win: strengths squashed, so that those of all seats make 1."""

from __future__ import annotations

from math import exp
from typing import Any

from ..engine.runtime.system import System


def chances(system: System[Any], state: Any, *, over: bool = False) -> list[float]:
    """The chance of each seat to win, as its strength says beside those of the others; of a game that is over, who won.

    An estimate: `System.spread` is fitted to games of busy bots (`tools/levels.py --fit`), in Cthulhu Wars and Mythic
    Battles to those of greedy bots that somebody won. Where a game ends and nobody wins, strength speaks.
    """
    if over and (winners := system.winners(state)):
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(system.seats))]
    stands, spread = system.strength(state), system.spread
    most = max(stands)
    shares = [exp((x - most) / spread) for x in stands]
    whole = sum(shares)
    return [share / whole for share in shares]
