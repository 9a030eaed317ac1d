"""What decided a game that is over. Source: DG-GEN-002, DG-OPN-004."""

from __future__ import annotations

from ....engine.wording import ranked
from ..rules.score import winners
from ..rules.state import State


def outcome(s: State) -> tuple[str, str]:
    """Why the game has been won, and the rule: who is left, else temples and then counters."""
    living, names = s.living(), s.config.names
    if len(living) <= 1:
        return ("Nobody else is left." if living else "The last of them fell at once."), "DG-GEN-002"
    won, over = winners(s), "when the agreed turns were over"
    temples, counters = ({seat: n(s, seat) for seat in living} for n in (_temples, _counters))
    best, others = won[0], [seat for seat in living if seat not in won]
    if others and all(temples[seat] < temples[best] for seat in others):
        return f"{ranked(temples[best], [(names[x], temples[x]) for x in others], 'temples')}, {over}.", "DG-OPN-004"
    told = ranked(counters[best], [(names[x], counters[x]) for x in others], "counters")
    return f"As many temples, {temples[best]} each; {told}{'' if others else ' each'}, {over}.", "DG-OPN-004"


def _temples(s: State, seat: int) -> int:
    return s.sums(seat)[2]


def _counters(s: State, seat: int) -> int:
    return sum(s.sums(seat))
