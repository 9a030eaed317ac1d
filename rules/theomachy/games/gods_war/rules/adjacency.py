"""Who is next to what, and for which purpose: the one place where adjacency is made.

A border counts for everything. A step (Move Units, and what is like it) and a rout may also use arrows, the doors of
the Sky Dome and those of Hell. Leaving Hell is no way: it is asked apart. Source: GW-MAP-004 to GW-MAP-031, GW-KYL-008
to GW-KYL-014, GW-PST-011 to GW-PST-015.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....engine.masks import bits
from .timings import VOCABULARY

if TYPE_CHECKING:
    from .config import Config
    from .maps import Map

SPIKE, OPEN, POOLED = range(3)  # what lies in the middle: the Spike, the Chaos Rift, Magasta's Pool
ANYWHERE = 99  # steps


class Ways(NamedTuple):
    """Masks of areas, by area."""

    border: tuple[int, ...]
    step: tuple[int, ...]
    flown: tuple[int, ...]  # steps without arrows
    doors: int  # areas that lead into Hell
    closed: int  # areas that are none any more
    seas: int  # areas that are seas for whoever asks (ruling `sunken_is_sea`)


def ways(config: Config, rift: int, island: int, more_doors: int, shut: int, sunken: int = 0) -> Ways:
    """All ways, remembered. `more_doors` are areas that a power has opened to Hell, `shut` arrows out of use, `sunken`
    lands that are seas now.
    """
    at = "ways", rift, island, more_doors, shut, sunken
    found: Ways | None = config.memory.get(at)
    if found is None:
        found = _made(config, rift, island, more_doors, shut, sunken)
        VOCABULARY.remember(config, at, found)
    return found


def void(map_: Map, sunken: int) -> int:
    """Arrows that lead to or from a land that is a sea now, a bit each."""
    arrows = enumerate(map_.arrows)
    return sum(1 << i for i, arrow in arrows if any(sunken >> end & 1 for end in arrow.ends))


def _made(config: Config, rift: int, island: int, more_doors: int, shut: int, sunken: int) -> Ways:
    map_, rulings = config.map, config.rulings
    place = config.places[island]
    closed = 1 << map_.spike if rift != SPIKE else 0
    border = list(map_.near)

    def join(rows: list[int], a: int, b: int) -> None:
        rows[a] |= 1 << b
        rows[b] |= 1 << a

    join(border, map_.isle, place.sea)
    for land in place.docks:
        if rulings.a_dock_holds_sunken_land or not sunken >> land & 1:
            join(border, map_.isle, land)
    flown = border[:]
    domes = map_.dome_doors | (map_.rim_dome_seas if rulings.rim_seas_have_doors else 0)
    for area in bits(domes & ~(closed | sunken)):  # the Sky Dome and Hell are reached from land
        for dome in bits(map_.dome):
            join(flown, area, dome)
    doors = map_.hell_doors
    if rulings.rim_seas_have_doors:
        doors |= map_.rim_hell_seas
    if rulings.vithela_is_a_door and (far := config.fact("hell.far_door")) in map_.index:
        doors |= 1 << map_.index[far]
    if rift == POOLED:
        doors |= map_.pool_seas
    doors = doors & ~sunken | more_doors
    doors &= ~(closed | map_.hell)
    for area in bits(doors):
        flown[area] |= map_.hell  # one way: nobody comes back through a door
    step, gone = flown[:], void(map_, sunken)
    for i, arrow in enumerate(map_.arrows):
        if not (place.blocks | shut | gone) >> i & 1:
            join(step, *arrow.ends)
    for rows in (border, flown, step):
        for area in range(len(rows)):
            rows[area] = 0 if closed >> area & 1 else rows[area] & ~closed
    seas = map_.seas if rulings.sunken_is_no_sea else map_.seas | sunken
    return Ways(tuple(border), tuple(step), tuple(flown), doors, closed, seas)
