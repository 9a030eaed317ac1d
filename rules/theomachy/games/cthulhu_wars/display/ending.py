"""What decided a game that is over. Source: CW-VIC-006 to CW-VIC-008."""

from __future__ import annotations

from ....engine.wording import ranked
from ..rules.common import title
from ..rules.domains import WON
from ..rules.score import winners
from ..rules.state import State


def outcome(s: State) -> tuple[str, str]:
    """Why the game has been won, and the rule: the most Doom among those with enough spellbooks; else by nobody."""
    won, wanted, seats = winners(s), s.config.books[0], s.config.seats
    if any(s.counter(seat, WON) for seat in seats):
        return "A power of its own has won the game at once.", "CW-VIC-006"
    if not won:
        best = max(seats, key=lambda seat: s.doom[seat])
        books = max(s.count_books(seat) for seat in seats)
        return (
            f"Nobody has the {wanted} spellbooks that it takes to win: the most are {books}. "
            f"{title(s, best)} has the most Doom, {s.doom[best]}; Humanity wins."
        ), "CW-VIC-008"
    able = [seat for seat in seats if seat not in won and s.count_books(seat) >= wanted]
    short = [seat for seat in seats if seat not in won and seat not in able and s.doom[seat] >= s.doom[won[0]]]
    told = ranked(s.doom[won[0]], [(title(s, seat), s.doom[seat]) for seat in able], "Doom")
    told += " each" if len(won) > 1 and not able else ""
    told = f"{told}, and the {wanted} spellbooks that it takes"
    for seat in short:
        told += f"; {title(s, seat)} has {s.doom[seat]} Doom and {s.count_books(seat)} of them"
    return f"{told}.", "CW-VIC-007" if len(won) > 1 else "CW-VIC-006"
