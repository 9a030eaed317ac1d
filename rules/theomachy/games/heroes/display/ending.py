"""What decided a game that is over. Source: HE-SCO-001 to HE-SCO-003."""

from __future__ import annotations

from ....engine.wording import ranked
from ..rules.score import total, winners
from ..rules.state import State


def outcome(s: State) -> tuple[str, str]:
    """Why the game has been won, and the rule: points, then what lies in stock."""
    won, seats = winners(s), s.config.seats
    points = {seat: total(s, seat) for seat in seats}
    stock = {seat: sum(s.sheets[seat].stock) for seat in seats}
    names = {seat: s.config.factions[seat].title for seat in seats}
    others = [seat for seat in seats if seat not in won]
    best = won[0]
    level = [seat for seat in others if points[seat] == points[best]]
    if others and not level and len(won) == 1:
        return f"{ranked(points[best], [(names[x], points[x]) for x in others], 'VP')}.", "HE-SCO-003"
    told = ranked(stock[best], [(names[x], stock[x]) for x in level], "resources in stock")
    return f"{points[best]} VP each; {told}{'' if level else ' each'}.", "HE-SCO-003"
