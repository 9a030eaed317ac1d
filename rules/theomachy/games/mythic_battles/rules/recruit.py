"""Recruiting an army: draft or constructed, and what may not be taken (MB-REC-001 to MB-REC-013)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.decision import choose
from ....engine.runtime.trace import report
from .config import CONSTRUCTED

if TYPE_CHECKING:
    from .state import State


def recruit(s: State, seat: int, unit: int, rule: str) -> None:
    """A unit joins an army, and is paid at once (MB-REC-006)."""
    card = s.config.units[unit]
    s.owner[unit] = seat
    for other, standing in enumerate(s.config.units):
        if standing.is_token and standing.maker == unit:
            s.owner[other] = seat
    s.points[seat] -= card.rp
    s.touch()
    report(s, rule, "recruits {} for {} RP", card.name, card.rp, who=seat, figure=f"{s.points[seat]} left")


def characters(s: State, seat: int) -> set[str]:
    """The characters of an army, and of the others on its side (MB-REC-009)."""
    units, allies = s.config.units, s.config.allies[seat]
    return {
        units[unit].character
        for unit, owner in enumerate(s.owner)
        if owner >= 0 and allies >> owner & 1 and not units[unit].is_token
    }


def same_unit(s: State, seat: int, unit: int) -> bool:
    """Is this character in the army, or on the side, already (MB-REC-009)?"""
    return s.config.units[unit].character in characters(s, seat)


def may_recruit(s: State, seat: int, unit: int, taken: set[str] | None = None) -> bool:
    """May a seat take a unit besides its divinity, its price aside (MB-REC-002, MB-REC-007 to 009)?"""
    card, config = s.config.units[unit], s.config
    if s.owner[unit] >= 0 or card.is_divinity or card.is_token or unit not in config.pool:
        return False
    if card.side >= 0 and card.side != config.sides[seat]:
        return False
    if card.rp >= config.fact("recruitment.dear") and _dear(s, seat) >= config.fact("recruitment.dear_units"):
        return False
    return card.character not in (characters(s, seat) if taken is None else taken)


def _dear(s: State, seat: int) -> int:
    """How many units besides the divinity cost 5 RP or more (MB-REC-008)."""
    units, least = s.config.units, s.config.fact("recruitment.dear")
    return sum(1 for unit in s.army(seat) if units[unit].rp >= least and not units[unit].is_divinity)


def divinities(s: State, seat: int) -> list[int]:
    """The divinities of the agreed type that are still free (MB-REC-003, MB-REC-004)."""
    units = s.config.units
    found = [
        unit
        for unit in s.config.pool
        if s.owner[unit] < 0
        and units[unit].kind == s.config.divinity
        and units[unit].side in (-1, s.config.sides[seat])
    ]
    if s.config.recruitment == CONSTRUCTED:
        found = [unit for unit in found if not same_unit(s, seat, unit) and _fits(s, seat, unit)]
    return found


def companions(s: State, seat: int) -> list[int]:
    """The units that a seat may take now: affordable, not barred; constructed armies must still come out exactly."""
    left = s.points[seat]
    units = s.config.units
    taken = characters(s, seat)
    found = [unit for unit in s.config.pool if units[unit].rp <= left and may_recruit(s, seat, unit, taken)]
    if s.config.recruitment == CONSTRUCTED:
        found = [unit for unit in found if _fits(s, seat, unit)]
    return found


def _fits(s: State, seat: int, unit: int) -> bool:
    """Can an army with this unit still cost exactly the points that there are (MB-REC-013)?"""
    left = s.points[seat] - s.config.units[unit].rp
    if left < 0:
        return False
    s.owner[unit] = seat
    try:
        return _exactly(s, seat, left)
    finally:
        s.owner[unit] = -1


def _exactly(s: State, seat: int, left: int) -> bool:
    """Can so many points be spent to the last on units that may be taken?"""
    if left == 0:
        return True
    units = s.config.units
    dear_room = s.config.fact("recruitment.dear_units") - _dear(s, seat)
    prices: dict[str, set[int]] = {}  # a character is taken once, in one of its versions
    taken = characters(s, seat)
    for unit in s.config.pool:
        if units[unit].rp <= left and may_recruit(s, seat, unit, taken):
            prices.setdefault(units[unit].character, set()).add(units[unit].rp)
    reached = {(0, 0)}  # points spent, dear units taken
    for each in prices.values():
        more = set(reached)
        for price in each:
            dear = int(price >= s.config.fact("recruitment.dear"))
            more |= {(n + price, d + dear) for n, d in reached if n + price <= left and d + dear <= dear_room}
        reached = more
    return any(n == left for n, _ in reached)


async def pick_divinity(s: State, seat: int) -> None:
    """One player takes a divinity (MB-REC-004)."""
    unit = await choose(seat, "unit", divinities(s, seat), "MB-REC-004", "divinity", argument="unit")
    recruit(s, seat, unit, "MB-REC-004")


async def pick_unit(s: State, seat: int) -> bool:
    """One player takes one unit; False when he has no more to take (MB-REC-005, MB-REC-011)."""
    found = companions(s, seat)
    if not found:
        return False
    may_stop = s.config.rulings.may_stop_recruiting and s.config.recruitment != CONSTRUCTED
    options = (*found, "done") if may_stop else found
    unit = await choose(
        seat, "unit", options, "MB-REC-005", "recruit", argument="unit", names={"done": "No more units"}
    )
    if unit == "done":
        return False
    recruit(s, seat, unit, "MB-REC-005")
    return True


def finish(s: State, seat: int) -> None:
    """A player has recruited: points that nothing can be had for become Art of War cards (MB-REC-011)."""
    s.finished |= 1 << seat
    left = s.points[seat]
    if left:
        barred = any(may_recruit_but_price(s, seat, unit) for unit in s.config.pool)
        lost = barred and s.config.rulings.barred_points_are_lost
        s.extra[seat] = 0 if lost else left
        report(s, "MB-REC-011", "has {} RP left: {}", left, "lost" if lost else "as many Art of War cards", who=seat)
        s.points[seat] = 0


def may_recruit_but_price(s: State, seat: int, unit: int) -> bool:
    """Is a unit free and cheap enough, but barred to this army?"""
    card = s.config.units[unit]
    free = s.owner[unit] < 0 and not card.is_divinity and not card.is_token and card.side in (-1, s.config.sides[seat])
    return free and card.rp <= s.points[seat] and not may_recruit(s, seat, unit)
