"""A rune card, and what several of them share: where to build, what is cheap, a unit from the pool."""

from __future__ import annotations

from typing import ClassVar

from ..rules.common import area_name, joins, says, unit_name
from ..rules.reach import at_hand, ground_for, homes_for
from ..rules.state import State
from ..rules.timings import Power


class Rune(Power, abstract=True):
    """A rune card."""

    rule: ClassVar[str] = "GW-RNC-022"


def cheap(s: State, seat: int, kind: int, most: int) -> bool:
    """Does a unit cost no more than this? A monster costs nothing at all, and is none of these."""
    return s.config.cost[seat][kind] <= most and not s.config.empires[seat].units[kind].priceless


async def place(s: State, seat: int, kind: int, area: int, by: Power) -> None:
    """A unit comes from the pool for nothing."""
    owner, own = s.bring(seat, kind, area)
    says(s, by, seat, "places {} in {}", unit_name(s, seat, kind), area_name(s, area), touched=(f"area:{area}",))
    joins(s, seat, owner, own, area)


def building_name(s: State, code: int) -> str:
    """What a building is called, whichever side lies up."""
    return s.config.empires[code >> 3].buildings[code & 7].name


def sites(s: State, me: int) -> list[tuple[int, int]]:
    """What may be built where, its price left aside: (code, area)."""
    found = []
    for code in at_hand(s, me, s.config.basic[me]):
        found += [(code, a) for a in ground_for(s, me, code)]
    return found


def upgrades(s: State, me: int) -> list[tuple[int, int]]:
    """What may be upgraded where, its price left aside: (code, area)."""
    found = []
    for code in at_hand(s, me, s.config.higher[me]):
        found += [(code, a) for a in homes_for(s, me, code)]
    return found
