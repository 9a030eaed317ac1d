"""Who wins, and how strong everybody is. Source: DG-GEN-002, DG-OPN-004."""

from __future__ import annotations

from .domains import OVER
from .state import State


def over(s: State) -> bool:
    """Is the game over?"""
    return s.phase == OVER


def winners(s: State) -> tuple[int, ...]:
    """The last demigod; when the agreed turns are over, most temples, then most counters. All gone at once: nobody."""
    living = s.living()
    if len(living) <= 1:
        return tuple(living) or ((s.active,) if s.config.rulings.last_mover_wins else ())
    best = max(_rank(s, p) for p in living)
    return tuple(p for p in living if _rank(s, p) == best)


def _rank(s: State, seat: int) -> tuple[int, int]:
    people, armies, temples, monsters = s.sums(seat)
    return temples, people + armies + temples + monsters


def figures(s: State) -> tuple[dict[str, int], ...]:
    """Open numbers of each seat."""
    found = []
    for seat in range(len(s.hands)):
        people, armies, temples, monsters = s.sums(seat)
        found.append(
            {
                "population": people,
                "armies": armies,
                "temples": temples,
                "monsters": monsters,
                "hexes": s.held[seat].bit_count(),
                "cards": len(s.hands[seat]),
            }
        )
    return tuple(found)
