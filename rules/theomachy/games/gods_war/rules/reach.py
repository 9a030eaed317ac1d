"""How far units and Kylerela get in a position, by the ways that are open (`ways`) and the powers in force; and where
buildings may stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.masks import bits
from .domains import POOL
from .state import NOTHING, State
from .timings import VOCABULARY
from .topics import Adjacent, MayMove, MayPlace


def bound_to_land(s: State, me: int) -> bool:
    """Are sea-crossings no ways for the units of an owner?"""
    hooks = VOCABULARY.about(s.key.seats[me], "may_move", MayMove.ARROW)
    return any(may(s, holder, me, MayMove.ARROW, NOTHING) is False for holder, _, may in hooks) if hooks else False


def steps(s: State, me: int) -> tuple[int, ...]:
    """One step for the units of an owner, by area: over borders, doors and sea-crossings."""
    return s.ways.flown if bound_to_land(s, me) else s.ways.step


def moves(s: State, me: int, area: int) -> int:
    """Where units of a seat may go from an area by Move Units, leave to come out of Hell not reckoned."""
    found = steps(s, me)[area]
    for holder, _, adjacent in VOCABULARY.about(s.key.seats[me], "adjacent", Adjacent.MOVE):
        found |= adjacent(s, holder, me, Adjacent.MOVE, area)
    return found & ~(1 << area | s.ways.closed)


def flight(s: State, area: int, steps: int) -> int:
    """Where so many steps without arrows lead; out of Hell nobody flies."""
    found = ring = 1 << area
    for _ in range(min(steps, len(s.ways.flown))):
        further = 0
        for a in bits(ring):
            further |= s.ways.flown[a]
        ring = further & ~found
        found |= further
    return found


def routs(s: State, me: int, area: int) -> int:
    """Where units of an owner may be sent that are routed in an area."""
    return steps(s, me)[area] & ~s.ways.closed


def open_to(s: State, me: int, areas: int) -> int:
    """Those of some areas to which no power forbids to rout units of an owner."""
    hooks = VOCABULARY.about(s.key.seats[me], "may_move", MayMove.ROUT)
    if not hooks:
        return areas
    barred = [a for a in bits(areas) if any(may(s, holder, me, MayMove.ROUT, a) is False for holder, _, may in hooks)]
    return areas & ~sum([1 << a for a in barred])


def near(s: State, area: int) -> int:
    """The areas next to one, for all that is no way: sea-crossings do not count, nor do doors to Hell, which lead down
    alone (GW-MAP-004, GW-MAP-006, GW-MAP-012, GW-MAP-015).
    """
    hell = s.config.map.hell
    return s.ways.flown[area] & (hell if hell >> area & 1 else ~hell)


def roams(s: State, area: int) -> int:
    """Where a monster goes on its own way: over borders, doors and sea-crossings, and out of Hell by itself."""
    map_ = s.config.map
    return (s.ways.step[area] | (1 << map_.exit if map_.hell >> area & 1 else 0)) & ~(1 << area | s.ways.closed)


def drifts(s: State) -> list[int]:
    """Places to which Kylerela may go in one action (GW-KYL-006)."""
    at = "drifts", s.rift, s.island, s.sunken
    found: list[int] | None = s.config.memory.get(at)
    if found is None:
        places, no_land = s.config.places, s.ways.closed | s.sunken
        sea = places[s.island].sea
        near = (s.ways.border[sea] | 1 << sea) & (s.config.map.seas | s.sunken)
        found = [
            i
            for i, place in enumerate(places)
            if i != s.island and near >> place.sea & 1 and not any(no_land >> dock & 1 for dock in place.docks)
        ]
        VOCABULARY.remember(s.config, at, found)
    return found


def homes(s: State, me: int) -> int:
    """Where units may be summoned: to one's buildings (GW-SUM-001), and where a power says."""
    found = s.homes(me)
    for holder, _, adjacent in VOCABULARY.about(s.key.seats[me], "adjacent", Adjacent.SUMMON):
        found |= adjacent(s, holder, me, Adjacent.SUMMON, NOTHING)
    return found & ~s.ways.closed


# -- where buildings may stand ----------------------------------------------------------------------------------------
def bars(s: State, me: int, code: int, area: int, how: str) -> bool:
    """Does a power forbid this building there?"""
    return not unbarred(s, me, code, (area,), how)


def unbarred(s: State, me: int, code: int, areas: Sequence[int], how: str) -> Sequence[int]:
    """Those of some areas that no power forbids to this building."""
    for holder, power, may in s.hooks("may_place"):
        if holder == me or "may_place" not in getattr(power, "alone", ()):
            areas = [a for a in areas if (answer := may(s, holder, me, code, a, how)) is None or answer]
    return areas


def room(s: State, me: int, code: int, area: int) -> bool:
    """Is there room for a building of this kind (GW-BLD-007, GW-BLD-015 to GW-BLD-018)?"""
    building = s.config.empires[code >> 3].buildings[code & 7]
    if not building.nest:
        return s.site[area] < 0
    if s.nest[area] >= 0:
        return False
    return s.site[area] < 0 or any(may(s, h, me, code, area, MayPlace.BUILD) for h, _, may in s.mine(me, "may_place"))


def learnt(s: State, me: int, kind: int) -> bool:
    """Is the gift that a building needs, if any, face-up on the sheet?"""
    gift = s.config.gift_for[me][kind]
    return not gift or bool(s.active_gifts(me) & gift)


def at_hand(s: State, me: int, codes: Sequence[int]) -> list[int]:
    """Those buildings of some of one's own of which one is in the pool, and whose gift is active."""
    pool, buildings = s.place_of_buildings(me, POOL), s.buildings
    return [code for code in codes if buildings[pool + (code & 7)] and learnt(s, me, code & 7)]


def ground_for(s: State, me: int, code: int) -> Sequence[int]:
    """Areas with room for a new building of this kind, that no power keeps it out of."""
    nest = s.config.empires[code >> 3].buildings[code & 7].nest
    taken = s.ways.closed
    for mask in s.nested if nest else s.sited:
        taken |= mask
    free = [area for area in range(len(s.site)) if not taken >> area & 1]  # seldom the same twice: nothing to remember
    if nest:
        free = [area for area in free if room(s, me, code, area)]
    return unbarred(s, me, code, free, "build")


def beneath(s: State, me: int, code: int, area: int) -> int:
    """One's own building there that may become this one, or -1."""
    mine = s.mine_in(me, area)
    fits = mine >= 0 and s.building(mine, area).key in s.config.empires[me].buildings[code & 7].on
    return mine if fits else NOTHING


def homes_for(s: State, me: int, code: int) -> Sequence[int]:
    """Areas whose building of one's own may become this one, and no power forbids it."""
    fits, one, faced = s.config.empires[me].buildings[code & 7].on, s.config.empires[me].buildings, s.faced
    homes = []
    for area in bits(s.homes(me)):  # what `beneath` says, which asks of one area
        mine = s.mine_in(me, area)
        if (s.building(mine, area) if faced >> area & 1 else one[mine & 7]).key in fits:
            homes.append(area)
    return unbarred(s, me, code, homes, "build")
