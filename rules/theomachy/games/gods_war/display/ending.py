"""What decided a game that is over. Source: GW-VIC-006, GW-VIC-007."""

from __future__ import annotations

from ....engine.wording import ranked
from ..rules.common import title
from ..rules.score import winners
from ..rules.state import State


def outcome(s: State) -> tuple[str, str]:
    """Why the game has been won, and the rule: the most Victory Points, perhaps of a world that is all web."""
    won = winners(s)
    spun = [s.config.empires[owner] for owner in s.config.weavers if not s.marks_left(owner)]
    ended = "".join(f"All {row.marks} {row.mark.lower()}s of {row.title} are laid. " for row in spun)
    others = [(title(s, seat), s.vp[seat]) for seat in s.config.seats if seat not in won]
    if len(won) > 1:
        return f"{ended}{s.vp[won[0]]} Victory Points each.", "GW-VIC-007"
    return f"{ended}{ranked(s.vp[won[0]], others, 'Victory Points')}.", "GW-VIC-006"
