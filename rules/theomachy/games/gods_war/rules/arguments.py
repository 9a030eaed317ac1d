"""The words of the game: arguments of actions, their names for people, and what they are on the table."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.masks import bits
from ....engine.runtime.decision import Answer
from ....engine.tabletop.argument import ArgumentType
from ....engine.tabletop.table import Target
from .common import Unit, area_name, built, can_pay_vp, charged, cost_of_building, piece, title, unit_name, vp_of
from .config import MINION
from .domains import AREA, HOLDER, POOL, RACE, RUNE, SEAT
from .packing import KILL, KIND, kills_on, kind_of, owner_of, routs_on
from .reach import at_hand, ground_for, homes, homes_for
from .state import State
from .timings import VOCABULARY, on
from .topics import CostOf


def kind_name(s: State, fid: int) -> str:
    """A kind of unit; the option holds seat and kind."""
    return unit_name(s, owner_of(fid), kind_of(fid))


def kind_target(s: State, fid: int) -> tuple[Target, ...]:
    """The figures of that kind in the pool."""
    return (f"piece:pool:{owner_of(fid)}:{s.config.empires[owner_of(fid)].units[kind_of(fid)].key}",)


def building_name(s: State, code: int) -> str:
    """A kind of building; the option holds seat and kind."""
    return s.config.empires[code >> 3].buildings[code & 7].name


def building_target(s: State, code: int) -> tuple[Target, ...]:
    """The tokens of that kind in the pool."""
    return (f"piece:pool:{code >> 3}:{s.config.empires[code >> 3].buildings[code & 7].key}",)


def units_at_hand(s: State, me: int) -> list[int]:
    """Those in one's pool that cost no more Power than one has."""
    pool, units, cost, power = s.row(me, POOL), s.units, s.config.cost[me], s.power[me]
    if VOCABULARY.about(s.key.seats[me], "cost_of", CostOf.ACTION):
        cost = tuple(charged(s, me, "summon", n) for n in cost)
    return [fid for fid in s.summonable[me] for kind in [kind_of(fid)] if units[pool + kind] and cost[kind] <= power]


def minions_at_hand(s: State, me: int) -> list[int]:
    """Mortal minions in one's pool, of one's own sheet and of allies."""
    rank = s.config.rank[me]
    return [fid for fid in s.summonable[me] if rank[kind_of(fid)] == MINION and s.n(me, kind_of(fid), POOL)]


def cheaper_sites(s: State, me: int, area: int) -> list[int]:
    """Areas whose building of one's own costs less than that of this one."""
    price = {a: cost_of_building(s, s.mine_in(me, a), a) for a in bits(s.homes(me))}
    return [a for a, n in price.items() if area in price and n < price[area]]


def dear_sites(s: State, me: int) -> list[int]:
    """Areas with a building of one's own that costs more than another one."""
    return [a for a in bits(s.homes(me)) if cheaper_sites(s, me, a)]


def own_buildings(s: State, me: int) -> list[int]:
    """All kinds of buildings of one's own."""
    return [me << 3 | kind for kind in range(len(s.config.empires[me].buildings))]


def sinkable(s: State, me: int) -> Sequence[int]:
    """Lands that may become a sea: any but Kylerela and the Spike."""
    map_ = s.config.map
    return bits(map_.lands & ~(s.sunken | 1 << map_.isle | 1 << map_.spike))


def front(s: State, me: int) -> Sequence[int]:
    """Areas where one has a unit, and an enemy a unit or a building."""
    enemies = 0
    for foe in s.config.enemies[me]:
        enemies |= s.on[foe] | s.sited[foe] | s.nested[foe]
    return bits(s.on[me] & enemies)


def grounds(s: State, me: int) -> Sequence[int]:
    """Areas that one may activate to move: with a unit, and Kylerela with a building; none that one cannot pay."""
    isle = s.config.map.isle
    found = bits(s.on[me] | (1 << isle if s.mine_in(me, isle) >= 0 else 0))
    if not on(s, "cost_of", CostOf.MOVE_VP):
        return found
    return [a for a in found if not (n := vp_of(s, CostOf.MOVE_VP, me, a)) or can_pay_vp(s, me, n)]


def standing(s: State, me: int) -> list[tuple[int, int]]:
    """All buildings on the map: (area, code)."""
    return [(a, code) for a in range(len(s.site)) for code in s.buildings_in(a)]


def standing_name(s: State, at: tuple[int, int]) -> str:
    """ "the Shrine of Sky in Teshnos"."""
    return f"{s.building(at[1], at[0]).name} of {title(s, at[1] >> 3)}, {area_name(s, at[0])}"


def unit_full_name(s: State, unit: Unit) -> str:
    """A unit anywhere."""
    seat, area, kind = unit
    name = f"{s.config.empires[seat].letters} {unit_name(s, seat, kind & KIND)}"
    if kind >= KILL:  # one of a battle that has been given a result
        name += " with " + " and ".join(["a kill"] * kills_on(kind) + ["a rout"] * routs_on(kind))
    return f"{name}, {area_name(s, area)}" if area < POOL else name


def unit_target(s: State, unit: Unit) -> tuple[Target, ...]:
    """It, on the table."""
    return (piece(s, unit[0], unit[1], unit[2] & KIND),)


def giver_name(s: State, answer: tuple[str, int, int]) -> str:
    """Whom one asks for leave."""
    return f"Ask {title(s, answer[1])}: {unit_name(s, answer[1], answer[2])}"


def offering_name(s: State, thing: Answer) -> str:
    """A unit or building that may go into the Rift."""
    if thing[0] == "building":
        return f"{s.building(thing[2], thing[1]).name}, {area_name(s, thing[1])}"
    return unit_full_name(s, thing)


def offering_target(s: State, thing: Answer) -> tuple[Target, ...]:
    """It, on the table."""
    return (built(s, thing[1], thing[2]),) if thing[0] == "building" else (piece(s, *thing),)


def isle_target(s: State, place: int) -> tuple[Target, ...]:
    """Where Kylerela would lie: the lands at its docks, else its sea."""
    there = s.config.places[place]
    return tuple(f"area:{area}" for area in there.docks or (there.sea,))


_AREAS = AREA.argument()
ARGUMENT_TYPES: dict[str, ArgumentType] = {  # another box adds words of its own
    "area": _AREAS,
    "seat": SEAT.argument(),
    "owner": HOLDER.argument(),
    "foe there": HOLDER.argument(
        base="owner",
        after=lambda s, me, area: [f for f in s.config.enemies[me] if (s.on[f] | s.sited[f] | s.nested[f]) >> area & 1],
    ),
    "front": AREA.argument(front, base="area"),
    "land": AREA.argument(sinkable, base="area"),
    "ground": AREA.argument(grounds, base="area"),
    "home": AREA.argument(lambda s, me: bits(homes(s, me)), base="area"),
    "dear site": AREA.argument(dear_sites, base="area"),
    "cheaper site": AREA.argument(base="area", after=cheaper_sites),
    "ground for it": AREA.argument(base="area", after=ground_for),
    "home for it": AREA.argument(base="area", after=homes_for),
    # all kinds of units of one's own sheet and of elder races, without the tokens of runes
    "unit kind": ArgumentType(lambda s, me: s.config.known[me], kind_name, kind_target),
    "unit at hand": ArgumentType(units_at_hand, kind_name, kind_target, base="unit kind"),
    "minion at hand": ArgumentType(minions_at_hand, kind_name, kind_target, base="unit kind"),
    "building kind": ArgumentType(own_buildings, building_name, building_target),
    "basic building": ArgumentType(
        lambda s, me: at_hand(s, me, s.config.basic[me]), building_name, building_target, base="building kind"
    ),
    "higher building": ArgumentType(
        lambda s, me: at_hand(s, me, s.config.higher[me]), building_name, building_target, base="building kind"
    ),
    "any building": ArgumentType(standing, standing_name, lambda s, at: (built(s, *at),)),
    "unit": ArgumentType(
        lambda s, me: [], unit_full_name, lambda s, unit: (piece(s, unit[0], unit[1], unit[2] & KIND),)
    ),
    "enemy": ArgumentType(
        lambda s, me: [(f, a, k) for f in s.config.enemies[me] for a in s.areas(f) for k in s.kinds_in(f, a)],
        unit_full_name,
        unit_target,
    ),
    "offering": ArgumentType(lambda s, me: [], offering_name, offering_target),
    "giver": ArgumentType(lambda s, me: [], giver_name, lambda s, answer: (f"seat:{answer[1]}",)),
    "isle": ArgumentType(
        lambda s, me: range(len(s.config.places)),
        lambda s, place: s.config.places[place].name,
        lambda s, place: isle_target(s, place),
    ),
    "rune": RUNE.argument(),
    "race": RACE.argument(),
    "neutral race": RACE.argument(
        lambda s, me: [race for race in range(len(s.config.races)) if s.is_neutral(race)], base="race"
    ),
}
