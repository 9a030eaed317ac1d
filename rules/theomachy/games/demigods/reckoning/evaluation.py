"""How somebody stands, for bots and charts: what lies on the map, each at what it is worth.

An evaluation, no rule; population is the unit. An army or a monster counts what it is exchanged for. A temple counts
more than the six for which it is built: it stays, and when the agreed turns are over temples decide (DG-OPN-004).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..rules.state import State

WEIGHTS = {"population": 1.0, "armies": 2.0, "temples": 8.0, "monsters": 2.0}  # in the order of `State.sums`


def strength(s: State) -> tuple[float, ...]:
    """How each seat stands."""
    return tuple([p + 2.0 * (a + m) + 8.0 * t for p, a, t, m in map(s.sums, range(len(s.hands)))])


def parts(s: State, seat: int) -> dict[str, float]:
    """The same of one seat, by what it is made of: all that is not nothing."""
    return {name: w * n for (name, w), n in zip(WEIGHTS.items(), s.sums(seat), strict=True) if n}
