"""A player who leaves in mid-game: his empire is the Uncontrolled Faction from now on (GW-SPC-006 to GW-SPC-011).

It may happen at any moment. Rules ask the seat itself: what the faction does without (an action, a bid, a rune, a power
that may be left) falls away, and all else the driver hands to whoever looks after it, so that what has begun comes to
its end.
"""

from __future__ import annotations

from ....engine.runtime.decision import QUIET_NO, Answer, Decision
from .common import says
from .state import FIRST, NOTHING, OVER, State


def leavers(s: State) -> tuple[int, ...]:
    """Everybody who is still there, while there are two: somebody must decide for those who have gone."""
    there = tuple(seat for seat in s.config.seats if not s.left >> seat & 1)
    return there if len(there) > 1 and s.phase != OVER else ()


def leave(s: State, seat: int) -> None:
    """The player of a seat leaves; everything of his empire stays where it is (GW-SPC-006)."""
    s.left |= 1 << seat
    b = s.battle
    if b is not None and (seat == b.keeper or (seat in b.sides and b.keeper < 0)):  # somebody for the rest of it
        b.keeper = NOTHING
        b.keeper = next((s.decider(f, b.sides) for f in b.sides if not s.played(f)), NOTHING)
    says(s, "GW-SPC-006", seat, "is the Uncontrolled Faction: its player has left", touched=(f"seat:{seat}",))


def absent(s: State) -> int:
    """Who has no player: the Uncontrolled Factions and what nobody plays, a bit each."""
    return s.left | s.config.nobodys


def lapse(s: State, decision: Decision) -> Answer | None:
    """What becomes of a question to a player who has left; None: whoever looks after his empire answers it."""
    seat = decision.player if decision.instead_of < 0 else decision.instead_of
    if not s.tended(seat):  # it does nothing of its own
        if decision.kind == "yes_no":
            return "no"
        if decision.what == "rune at the end" or (decision.kind == "power" and "done" in decision.options):
            return "done"
    match decision.what:
        case "bid":
            return s.config.fact("rift.uncontrolled_bid")  # GW-SPC-008
        case "be the Judge":
            return "no"  # GW-SPC-009
        case "give leave":
            return "no"  # who has gone meanwhile has not said yes
        case "action" | "direction" | "sacrifice":
            return decision.options[0]  # the rule looks once more who is there
        case "first player" if s.phase == FIRST:
            return decision.options[0]  # of those who tie, itself or the next in turn order
    if decision.private and decision.what != "rune at the end":  # of cards that only he might see: no one else is asked
        return next((answer for answer in decision.options if answer in QUIET_NO), decision.options[0])
    return None


def stands_in(s: State, seat: int) -> int:
    """Whoever looks after an Uncontrolled Faction now (GW-SPC-011)."""
    return s.decider(seat, s.battle.sides if s.battle is not None else ())
