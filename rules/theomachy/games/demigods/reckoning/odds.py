"""Odds of a whole battle that is fought to the end: an exact walk over what both sides have left.

Source: DG-BAT-002 to DG-BAT-007, DG-BAT-012, and the rulings on them.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from ..rules.domains import MOUNTAINS, POPULATION, TEMPLE
from ..rules.state import State

MOST_FIGHTERS, MOST_PEOPLE = 12, 16  # of one side: beyond, the walk is long and the answer hardly changes
NO_SHIELD, ONE_HIT, EACH_ROUND = range(3)  # what the ground takes of the attacker's hits
Outlook = tuple[float, float]  # the chance that the defenders go, and the attackers left on average


@lru_cache(4096)
def hits(n: int) -> tuple[float, ...]:
    """Probability of each number of hits of n dice."""
    return tuple(comb(n, k) * 5 ** (n - k) / 6**n for k in range(n + 1))


def defence(fighters: int, people: int) -> int:
    """Dice of the defender."""
    return 2 * fighters + (people + 1) // 2


@lru_cache(65536)
def fight(
    attackers: int, fighters: int, people: int, temple: int, shield: int = NO_SHIELD, together: bool = True
) -> Outlook:
    """How a battle ends when nobody retreats; `together`: what falls in a round has still rolled."""
    if not (fighters or people or temple):
        return 1.0, float(attackers)
    if not attackers:
        return 0.0, 0.0
    before = attackers, fighters, people, temple, shield
    stay = won = left = 0.0
    for thrown, p in enumerate(hits(2 * attackers)):
        h = thrown - 1 if thrown and shield else thrown
        kept = NO_SHIELD if thrown and shield == ONE_HIT else shield
        f = max(fighters - h, 0)
        c = max(people - max(h - fighters, 0), 0)
        t = max(temple - max(h - fighters - people, 0), 0)
        back = defence(fighters, people) if together else defence(f, c)
        for k, q in enumerate(hits(back)):
            a = max(attackers - k, 0)
            if (a, f, c, t, kept) == before:
                stay += p * q
                continue
            w, m = fight(a, f, c, t, kept, together)
            won += p * q * w
            left += p * q * m
    return won / (1 - stay), left / (1 - stay)


def outlook(s: State, attackers: int, target: int) -> tuple[float, float, bool]:
    """(chance to clear the target, attackers left on average, are the numbers exact?) of an attack to the end."""
    fighters, people, temple = s.fighters(target), s.counters[POPULATION][target], s.counters[TEMPLE][target]
    shield = NO_SHIELD if s.terrain[target] != MOUNTAINS else ONE_HIT if s.config.rulings.mountain_once else EACH_ROUND
    mine = min(attackers, MOST_FIGHTERS)
    cut = mine, min(fighters, MOST_FIGHTERS), min(people, MOST_PEOPLE)
    chance, left = fight(*cut, temple, shield, not s.config.rulings.attacker_rolls_first)
    return chance, left, cut == (attackers, fighters, people)
