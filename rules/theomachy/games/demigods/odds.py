"""Exact odds of a whole battle that is fought to the end: a small walk over the states of both sides.

Source: DG-BAT-002 to DG-BAT-007, DG-BAT-012.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from .state import MOUNTAINS, State


@lru_cache(4096)
def hits(n: int) -> tuple[float, ...]:
    """Probability of each number of hits of n dice."""
    return tuple(comb(n, k) * 5 ** (n - k) / 6**n for k in range(n + 1))


@lru_cache(65536)
def fight(attackers: int, fighters: int, people: int, temple: int, mountain: bool) -> tuple[float, float]:
    """(probability that the defenders are gone, attackers left on average) when nobody retreats."""
    if not (fighters or people or temple):
        return 1.0, float(attackers)
    if not attackers:
        return 0.0, 0.0
    back = hits(2 * fighters + (people + 1) // 2)
    stay = won = left = 0.0
    for h, p in enumerate(hits(2 * attackers)):
        h = max(h - 1, 0) if mountain else h
        for k, q in enumerate(back):
            a = max(attackers - k, 0)
            f = max(fighters - h, 0)
            rest = max(h - fighters, 0)
            c = max(people - rest, 0)
            t = max(temple - max(rest - people, 0), 0)
            if (a, f, c, t) == (attackers, fighters, people, temple):
                stay += p * q
                continue
            w, m = fight(a, f, c, t, mountain)
            won += p * q * w
            left += p * q * m
    return won / (1 - stay), left / (1 - stay)


def clears(s: State, attackers: int, target: int) -> float:
    """The chance that this many attackers, fighting to the end, empty the target."""
    p, _, t, _ = s.counters
    if attackers > 12 or s.fighters(target) > 12:  # the walk would be long, and the answer is near
        attackers, fighters = min(attackers, 12), min(s.fighters(target), 12)
    else:
        fighters = s.fighters(target)
    return fight(attackers, fighters, min(p[target], 16), t[target], s.terrain[target] == MOUNTAINS)[0]
