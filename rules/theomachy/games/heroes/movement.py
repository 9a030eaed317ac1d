"""Moving: what it costs to enter a region, the cheapest way to each, and the secret plan of one player."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from ...engine.masks import bits
from ...engine.runtime.decision import Decision, number, yes
from ...engine.runtime.layers import Total, fold, folded
from .state import LEVEL_BONUS, RAISED
from .timings import VOCABULARY, Way

if TYPE_CHECKING:
    from .state import State


class Trip(NamedTuple):
    """The cheapest way to a region: the points that it takes, and the regions that are entered."""

    cost: int
    path: tuple[int, ...]
    costs: tuple[int, ...]  # of each region that is entered


class Plan(NamedTuple):
    """What a player has decided in secret: does he raise the level, where does he go, what does he buy?"""

    raised: bool
    to: int
    bought: int
    points: int  # left for monsters


def terrain(s: State, me: int, region: int) -> int:
    """The terrain of a region on a player's own board."""
    for holder, _, counts_as in VOCABULARY.hooks(s.key, "counts_as"):
        changed: int = counts_as(s, holder, me, region)
        if changed >= 0:
            return changed
    return s.config.map.regions[region].terrain


def entry(s: State, me: int, region: int) -> Total:
    """The movement points that entering a region takes (HE-MOV-013)."""
    base = s.config.factions[me].moves[terrain(s, me, region)]
    return fold(base, VOCABULARY.hooks(s.key, "cost_of"), s, 0, "enter", me, region).within(
        0, 99, "not below nothing", "HE-MOV-002"
    )


def portals(s: State, me: int) -> int:
    """The regions that are adjacent to one another for a player (HE-PRT-001)."""
    mask = s.config.map.portals
    for _, _, adjacent in VOCABULARY.mine(s.key, "adjacent", me):
        mask |= adjacent(s, me)
    return mask


def ways(s: State, me: int) -> list[Way]:
    """The powers with which this player moves otherwise than by plain steps."""
    return [way for _, _, reach in VOCABULARY.mine(s.key, "reach", me) for way in reach(s, me)]


def trips(s: State, me: int) -> dict[int, Trip]:
    """The cheapest way to each region, the present one among them (HE-MOV-002)."""
    if s.sheets[me].region < 0:
        return {}  # nobody moves before he has a starting region
    found = ways(s, me)
    map_ = s.config.map
    costs = [entry(s, me, region).value if map_.open >> region & 1 else 0 for region in range(len(map_.near))]
    first = min((way.first for way in found if way.first >= 0), default=-1)
    portal = min((way.portal for way in found if way.portal >= 0), default=-1)
    best = _search(s, me, costs, first, portal, jump=False)
    if any(way.jump for way in found):
        for region, trip in _search(s, me, costs, -1, portal, jump=True).items():
            if region not in best or trip.cost < best[region].cost:
                best[region] = trip
    return best


def _search(s: State, me: int, costs: list[int], first: int, portal: int, jump: bool) -> dict[int, Trip]:
    """Dijkstra over regions; a node also knows whether the first step, or the jump, is over."""
    map_, here = s.config.map, s.sheets[me].region
    gates, open_ = portals(s, me), map_.open
    queue: list[tuple[int, tuple[int, ...], int, tuple[int, ...]]] = [(0, (), here, ())]
    best: dict[int, Trip] = {}
    seen: set[tuple[int, bool]] = set()
    while queue:
        cost, path, region, paid = heappop(queue)
        done = len(path) > 0 if not jump else JUMPED in path
        if (region, done) in seen:
            continue
        seen.add((region, done))
        if region not in best:
            best[region] = Trip(cost, tuple(r for r in path if r != JUMPED), paid)
        near, through = map_.near_mask[region], 0
        if gates >> region & 1:
            through = gates & ~near & ~(1 << region)
        for to in bits(near | through):
            step = costs[to]
            if portal >= 0 and gates >> region & 1 and gates >> to & 1 and portal < step:
                step = portal
            if first >= 0 and not path and first < step:
                step = first
            heappush(queue, (cost + step, (*path, to), to, (*paid, step)))
        if jump and not done:
            for to in bits(open_ & ~(1 << region)):
                heappush(queue, (cost + costs[to], (*path, JUMPED, to), to, (*paid, costs[to])))
    return best


JUMPED = -2  # in a path: the next region is gone to directly


def points(s: State, me: int, level: int) -> Total:
    """The movement points of stage 1 (HE-MOV-001)."""
    return fold(level, VOCABULARY.mine(s.key, "gain_of", me), s, me, "movement")


def may_raise(s: State, me: int) -> bool:
    """May this player raise the level of the action under way by one (HE-HAL-013)?"""
    if s.alone or (s.sheets[me].tasks >> LEVEL_BONUS & 1 and not s.config.rulings.raise_each_action):
        return False
    return raised_by(s, me) > 0


def raised_by(s: State, me: int) -> int:
    """By how much a player may raise the level of the action under way for himself (HE-HAL-013)."""
    return folded(0, VOCABULARY.hooks(s.key, "limit"), s, 0, "raise", me, s.action)


def own_level(s: State, me: int) -> int:
    """The level of the action under way for one player: higher by one, or more, if he has raised it."""
    return s.level + (max(raised_by(s, me), 1) if s.sheets[me].did(RAISED) else 0)


def purchase(s: State, me: int) -> Way | None:
    """The power with which movement points can be bought, if there is one."""
    return next((way for way in ways(s, me) if way.gain), None)


async def plan(s: State, me: int) -> Plan:
    """The secret plan of one player (HE-MOV-002): it looks at the state and changes nothing."""
    raised = may_raise(s, me) and await yes(me, "HE-HAL-013", "raise the level")
    level = s.level + (raised_by(s, me) if raised else 0)
    have, way, known = points(s, me, level).value, purchase(s, me), trips(s, me)
    most = 0 if way is None else sum(s.sheets[me].stock[kind] for kind in way.kinds) // way.n
    gain = 0 if way is None else way.gain
    options = [region for region, trip in sorted(known.items()) if trip.cost <= have + most * gain]
    to: int = await Decision(me, "area", options, "HE-MOV-002", "destination", private=True)
    short = known[to].cost - have
    need = 0 if short <= 0 else -(-short // gain)
    bought = 0 if way is None else await number(me, need, most, way.rule, "movement points bought")
    return Plan(raised, to, bought, have + bought * gain - known[to].cost)
