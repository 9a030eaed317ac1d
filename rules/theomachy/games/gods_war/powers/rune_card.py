"""A rune card, and what several of them share: where to build, what is cheap, a unit from the pool."""

from __future__ import annotations

from typing import ClassVar

from ..actions import active, bars, beneath, room
from ..common import area_name, says, unit_name
from ..domains import POOL
from ..state import State
from ..timings import Power


class Rune(Power, abstract=True):
    """A rune card."""

    rule: ClassVar[str] = "GW-RNC-022"


def cheap(s: State, seat: int, kind: int, most: int) -> bool:
    """Does a unit cost no more than this?"""
    return s.config.cost[seat][kind] <= most


async def place(s: State, seat: int, kind: int, area: int, by: Power) -> None:
    """A unit comes from the pool for nothing."""
    s.move(seat, kind, POOL, area)
    says(s, by, seat, "places {} in {}", unit_name(s, seat, kind), area_name(s, area), touched=(f"area:{area}",))


def building_name(s: State, code: int) -> str:
    """What a building is called, whichever side lies up."""
    return s.config.empires[code >> 3].buildings[code & 7].name


def sites(s: State, me: int) -> list[tuple[int, int]]:
    """What may be built where, its price left aside: (code, area)."""
    found = []
    for kind, row in enumerate(s.config.empires[me].buildings):
        code = me << 3 | kind
        if row.on or not s.stock(me, kind) or (row.gift and not active(s, me, row.gift)):
            continue
        found += [
            (code, a)
            for a in range(len(s.site))
            if not s.ways.closed >> a & 1 and room(s, me, code, a) and not bars(s, me, code, a, "build")
        ]
    return found


def upgrades(s: State, me: int) -> list[tuple[int, int]]:
    """What may be upgraded where, its price left aside: (code, area)."""
    found = []
    for kind, row in enumerate(s.config.empires[me].buildings):
        code = me << 3 | kind
        if row.on and s.stock(me, kind) and not (row.gift and not active(s, me, row.gift)):
            found += [
                (code, a) for a in s.sites(me) if beneath(s, me, code, a) >= 0 and not bars(s, me, code, a, "build")
            ]
    return found
