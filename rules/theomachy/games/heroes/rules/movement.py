"""Moving: what it costs to enter a region, the cheapest way to each, and the secret plan of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....engine.masks import bits
from ....engine.runtime.ability import keep
from ....engine.runtime.decision import Decision, number, yes
from ....engine.runtime.layers import Total, fold, folded
from .state import LEVEL_BONUS, RAISED
from .timings import VOCABULARY, Way, asked
from .topics import CostOf, GainOf, Limit

if TYPE_CHECKING:
    from .state import State

FAR = 99  # more points than anybody has
MOST_TO_ENTER = 99


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
    cost: int  # spent on the way
    most: int  # that he could have spent


class Shortcuts(NamedTuple):
    """What powers make of a way: the price of the first step and of a portal (-1: as usual), and may it be a jump?"""

    first: int = -1
    portal: int = -1
    jump: bool = False


Waves = list[tuple[int, int]]  # (points, regions that take so many), from the nearest on


class Entry(NamedTuple):
    """What entering takes on one board: of each region, and the regions of each price as a mask."""

    costs: tuple[int, ...]
    by_cost: tuple[tuple[int, int], ...]
    waves: dict[tuple[int, int, int, Shortcuts], Waves]  # those that were worked out with these prices


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
    return fold(base, VOCABULARY.about(s.key, "cost_of", CostOf.ENTER), s, 0, CostOf.ENTER, me, region).within(
        0, MOST_TO_ENTER, "not below nothing", "HE-MOV-002"
    )


def entries(s: State, me: int) -> Entry:
    """The same of all regions that are available. It follows from powers and from what is drawn on the boards, and is
    remembered by these.
    """
    config, drawn = s.config, [tuple(sheet.layers) for sheet in s.sheets]
    hooks = VOCABULARY.about(s.key, "cost_of", CostOf.ENTER)
    key = "entries", me, hooks, VOCABULARY.hooks(s.key, "counts_as"), *drawn
    found: Entry | None = config.memory.get(key)
    if found is None:
        open_, moves = config.map.open, config.factions[me].moves
        masks: dict[int, int] = {}
        costs = tuple(
            [  # what `entry` says with all its parts
                min(max(folded(moves[terrain(s, me, r)], hooks, s, 0, CostOf.ENTER, me, r), 0), MOST_TO_ENTER)
                if open_ >> r & 1
                else 0
                for r in range(len(config.map.regions))
            ]
        )
        for region in bits(open_):
            masks[costs[region]] = masks.get(costs[region], 0) | 1 << region
        found = Entry(costs, tuple(sorted(masks.items())), {})
        VOCABULARY.remember(config, key, found)
    return found


def portals(s: State, me: int) -> int:
    """The regions that are adjacent to one another for a player (HE-PRT-001)."""
    mask = s.config.map.portals
    for _, _, adjacent in VOCABULARY.mine(s.key, "adjacent", me):
        mask |= adjacent(s, me)
    return mask


def ways(s: State, me: int) -> list[Way]:
    """The powers with which this player moves otherwise than by plain steps."""
    return [way for _, _, reach in VOCABULARY.mine(s.key, "reach", me) for way in reach(s, me)]


PLAIN = Shortcuts()


def shortcuts(s: State, me: int) -> Shortcuts:
    """The best that all powers of a player make of his way."""
    found = ways(s, me)
    if not found:
        return PLAIN
    first = min((way.first for way in found if way.first >= 0), default=-1)
    portal = min((way.portal for way in found if way.portal >= 0), default=-1)
    return Shortcuts(first, portal, any(way.jump for way in found))


def waves(s: State, me: int, most: int = FAR) -> Waves:
    """Which regions can be reached for up to so many points, the present one first (HE-MOV-002).

    Regions of the same distance are settled together, as masks. A jump, or a first step at a price of its own, is made
    from where the player stands; what follows are plain steps.
    """
    here, map_ = s.sheets[me].region, s.config.map
    if here < 0:
        return []  # nobody moves before he has a starting region
    gates, short, (_, by_cost, known) = portals(s, me), shortcuts(s, me), entries(s, me)
    at = here, most, gates, short
    found = known.get(at)
    return keep(known, at, _waves(map_.near_mask, by_cost, here, most, gates, short)) if found is None else found


def _waves(
    near: tuple[int, ...], by_cost: tuple[tuple[int, int], ...], here: int, most: int, gates: int, short: Shortcuts
) -> Waves:
    first, portal, jump = short
    due, done = [0] * (most + 1), 0
    found: Waves = []
    due[0] = 1 << here
    if jump:
        for cost, mask in by_cost:
            if cost <= most:
                due[cost] |= mask
    for points_ in range(most + 1):
        while wave := due[points_] & ~done if done else 1 << here:
            found.append((points_, wave))
            done |= wave
            beside = 0
            for region in bits(wave):
                beside |= near[region]
            if wave & gates:
                beside |= gates
                if 0 <= portal <= most - points_:
                    due[points_ + portal] |= gates
            beside &= ~done
            for cost, mask in by_cost:
                if points_ + cost <= most:
                    due[points_ + cost] |= beside & mask
                if first >= 0 and len(found) == 1 and min(first, cost) <= most:
                    due[min(first, cost)] |= beside & mask
    return found


def trip_to(s: State, me: int, to: int, found: Waves) -> Trip:
    """The way to a region that lies in one of the waves: from its end back to the earliest region that leads there."""
    costs, (first, portal, jump) = entries(s, me).costs, shortcuts(s, me)
    near, gates = s.config.map.near_mask, portals(s, me)

    here, path = s.sheets[me].region, [to]

    def price(at: int, region: int) -> int:
        """Of one step; `FAR` where there is none."""
        through = gates >> at & gates >> region & 1
        beside, start = near[at] >> region & 1 or through, at == here
        prices = [costs[region]] if beside or (start and jump) else [FAR]
        prices += [portal] if through and portal >= 0 else []
        prices += [first] if beside and start and first >= 0 else []
        return min(prices)

    place = next(i for i, (_, wave) in enumerate(found) if wave >> to & 1)
    spent = [found[place][0]]
    while path[-1] != here:
        before = near[path[-1]] | 1 << here  # a step comes from beside, through a portal, or by a jump from the start
        before |= gates if gates >> path[-1] & 1 else 0
        place, at = next(
            (i, at)
            for i, (cost, wave) in enumerate(found[:place])
            for at in bits(wave & before)
            if cost + price(at, path[-1]) == spent[-1]
        )
        path.append(at)
        spent.append(found[place][0])
    steps = tuple(after - before for before, after in zip(spent[:0:-1], spent[-2::-1], strict=True))
    return Trip(spent[0], tuple(path[-2::-1]), steps)


def trip(s: State, me: int, to: int) -> Trip | None:
    """The cheapest way to a region, the present one too (HE-MOV-002); None to one that cannot be reached."""
    found = waves(s, me)
    return trip_to(s, me, to, found) if to >= 0 and any(wave >> to & 1 for _, wave in found) else None


def points(s: State, me: int, level: int) -> Total:
    """The movement points of stage 1 (HE-MOV-001)."""
    return fold(level, VOCABULARY.mine(s.key, "gain_of", me), s, me, GainOf.MOVEMENT)


def may_raise(s: State, me: int) -> bool:
    """May this player raise the level of the action under way by one (HE-HAL-013)?"""
    if s.alone or (s.sheets[me].tasks >> LEVEL_BONUS & 1 and not s.config.rulings.raise_each_action):
        return False
    return raised_by(s, me) > 0


def raised_by(s: State, me: int) -> int:
    """By how much a player may raise the level of the action under way for himself (HE-HAL-013)."""
    return asked(s, "limit", Limit.RAISE, me, s.action)


def own_level(s: State, me: int) -> int:
    """The level of the action under way for one player: higher by one, or more, if he has raised it."""
    return s.level + (max(raised_by(s, me), 1) if s.sheets[me].did(RAISED) else 0)


def purchase(s: State, me: int) -> Way | None:
    """The power with which movement points can be bought, if there is one."""
    return next((way for way in ways(s, me) if way.gain), None)


def most_bought(s: State, me: int, way: Way) -> int:
    """How often movement points can be bought."""
    return sum(s.sheets[me].stock[kind] for kind in way.kinds) // way.n


async def plan(s: State, me: int) -> Plan:
    """The secret plan of one player (HE-MOV-002): it looks at the state and changes nothing."""
    raised = may_raise(s, me) and await yes(me, "HE-HAL-013", "raise the level")
    level = s.level + (raised_by(s, me) if raised else 0)
    have = folded(level, VOCABULARY.mine(s.key, "gain_of", me), s, me, GainOf.MOVEMENT)
    way = purchase(s, me)
    most, gain = (0, 0) if way is None else (most_bought(s, me, way), way.gain)
    far = have + most * gain

    def reached() -> tuple[int, ...]:
        """Worked out when somebody looks: most positions in which it is asked are only passed by."""
        return bits(sum([wave for _, wave in waves(s, me, far)]))

    to: int = await Decision(me, "area", reached, "HE-MOV-002", "destination", private=True)
    cost = next(cost for cost, wave in waves(s, me, far) if wave >> to & 1)
    need = 0 if cost <= have else -(-(cost - have) // gain)
    bought = 0 if way is None else await number(me, need, most, way.rule, "movement points bought")
    return Plan(raised, to, bought, have + bought * gain - cost, cost, far)
