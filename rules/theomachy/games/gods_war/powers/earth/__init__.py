"""Earth: Queens who marry the empires of their colours, Titans who die but once, units summoned to the fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from ...rules.actions import HAS_POWER, YOUR_TURN, Act, allowed, needs_met, summon
from ...rules.arguments import cheaper_sites, minions_at_hand
from ...rules.battle import Resolution
from ...rules.common import Loss, Unit, area_name, gain_power, pick, says, title, units_in
from ...rules.domains import GONE, POOL
from ...rules.packing import kind_of, unit_code
from ...rules.runes import gain_runes
from ...rules.state import FLIPPED, NOTHING, State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import Adjacent, FixedResults, GainOf, InPhase, OnElimination, Watches

SLUG = "earth"
AXE_MAIDEN, BEHEMOTH, TITAN = 0, 1, 9
QUEENS = range(2, TITAN)


def spouses(s: State) -> list[int]:
    """The empires that Earth is married to."""
    return [seat for seat in s.config.spouses if s.is_married(seat)]


def queen_of(s: State, seat: int) -> int:
    """The area where the Queen stands whom an empire has from Earth, or -1."""
    units = s.config.empires[seat].units
    return next((a for kind, unit in enumerate(units) if unit.of == SLUG for a in s.where(seat, kind)), NOTHING)


class Harmonious(Power):
    """A Queen who comes into play marries the empire of her colour; in the Council both of them gain Power."""

    rule, empire, item, forced, about = "GW-EAR-002", SLUG, "abilities.harmonious", True, (GainOf.COUNCIL,)

    def gain_of(self, s: State, me: int, what: GainOf) -> Changes:
        return add(self.figure(s, "power") * len(spouses(s))) if what is GainOf.COUNCIL else None

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL and bool(spouses(s))

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        for spouse in spouses(s):
            for seat in (me, spouse):
                gain_power(s, seat, self.figure(s, "power"), self.rule)

    def may_on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
        return s.config.rulings.rings_come_back and s.config.empires[owner].units[kind].of == SLUG

    async def on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> None:
        s.marry(owner, False)
        says(s, self, owner, "is a widower: the ring comes back")


class Matrimony(Act, Power):
    """A married player summons a mortal minion to the Queen, for 1 Power whatever it costs."""

    rule, empire, item, verb = "GW-EAR-004", SLUG, "abilities.matrimony", "matrimony"
    public, shape, phrase = True, ("minion at hand",), "Matrimony: {} comes to the Queen"
    when = (YOUR_TURN, HAS_POWER, allowed("matrimony"))  # a weakness is always in force
    requirements = (
        Requirement(
            "GW-EAR-004", "Matrimony is an action", lambda s, me: not s.config.rulings.nobody_recruits_by_marriage
        ),
        Requirement(
            "GW-EAR-004",
            "A Queen whom you have married stands on the map",
            lambda s, me: queen_of(s, me) >= 0,
            against=lambda s, me: (f"seat:{me}",),
        ),
        Requirement(
            "GW-EAR-004",
            "{0} is a mortal minion in your pool",
            lambda s, me, fid: fid in minions_at_hand(s, me),
            implied_by=("minion at hand",),
        ),
        Requirement("GW-SUM-004", "What {0} needs is in play", lambda s, me, fid: needs_met(s, me, kind_of(fid))),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: Any) -> int:
        return queen_of(s, me)

    async def do(self, s: State, me: int, fid: int) -> None:
        summon(s, me, kind_of(fid), queen_of(s, me), self.rule)


class Betrothal(Power):
    """Each time your Temple or Ziggurat is placed a Queen of the pool may come there for nothing."""

    rule, empire, item, asks_itself = "GW-EAR-006", SLUG, "abilities.betrothal", True

    def _queens(self, s: State, me: int) -> list[int]:
        return [unit_code(me, kind) for kind in QUEENS if s.n(me, kind, POOL)]

    def may_on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> bool:
        sort = s.config.empires[owner].buildings[building].type
        return owner == me and sort in ("temple", "ziggurat") and bool(self._queens(s, me))

    async def on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> None:
        options, names = [*self._queens(s, me), "nobody"], {"nobody": "No Queen"}
        fid = await choose(me, "unit", options, self, "betrothal", argument="unit kind", names=names)
        if fid != "nobody":
            summon(s, me, kind_of(fid), area, self.rule)


class Twilight(Power):
    """A Titan that is lost is out of the game."""

    rule, empire, item, forced = "GW-EAR-011", SLUG, "abilities.twilight", True

    def may_would_be_eliminated(self, s: State, me: int, event: Loss) -> bool:
        killed = event.cause is OnElimination.KILLED or not s.config.rulings.titans_die_by_kills_alone
        return event.seat == me and event.kind == TITAN and killed

    def would_be_eliminated(self, s: State, me: int, event: Loss) -> Loss:
        return event._replace(to=GONE)


# -- gifts ------------------------------------------------------------------------------------------------------------
class Chastity(Power):
    """Your Temple adds 1 rout more for each Axe Maiden of the battle."""

    rule, empire, item = "GW-EAR-013", SLUG, "gifts.chastity"

    def fixed_results(self, fight: Resolution, me: int, foe: int, building: int, what: FixedResults) -> Changes:
        s, maidens = fight.s, fight.count(me, AXE_MAIDEN)
        temple = s.building(building, fight.b.area).type == "temple"
        return add(maidens * self.figure(s, "routs")) if what is FixedResults.ROUTS and temple and maidens else None


class Extinction(Power):
    """After a battle of yours a rune for every full 2 Power that your killed units cost."""

    rule, empire, item, forced = "GW-EAR-014", SLUG, "gifts.extinction", True

    def _runes(self, fight: Resolution, me: int) -> int:
        if not fight.fights(me):
            return 0
        side, cost = fight.side(me), fight.s.config.cost[me]
        lost = sum(cost[kind] for of, kind, fate in fight.b.fates if (of, fate) == (side, OnElimination.KILLED))
        return lost // int(self.figure(fight.s, "cost_of_one"))

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        return self._runes(fight, me) > 0

    async def battle_end(self, fight: Resolution, me: int) -> None:
        await gain_runes(fight.s, me, self._runes(fight, me), self.rule)


class Injunction(Power):
    """In the Council a Queen whom another empire controls returns to your pool, for a rune; the marriage holds."""

    rule, empire, item = "GW-EAR-015", SLUG, "gifts.injunction"

    def _queens(self, s: State, me: int) -> list[Unit]:
        pairs = [s.config.joined[me][kind] for kind in QUEENS]
        return [unit for owner, own in pairs if owner != me for a in s.where(owner, own) for unit in
                units_in(s, owner, a, (own,))]  # fmt: skip

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.COUNCIL:
            return False
        return bool(self._queens(s, me)) or No("no other empire has a Queen on the map")

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        owner, area, kind = await pick(s, me, self._queens(s, me), self, "injunction")
        s.move(owner, kind, area, POOL)
        says(s, self, me, "calls the {} of {} home", s.config.name[owner][kind], title(s, owner))
        await gain_runes(s, me, self.figure(s, "runes"), self.rule)


class Pacifism(Power):
    """Once, in any battle, before the dice: every unit in it has a rating of 0."""

    rule, empire, item = "GW-EAR-016", SLUG, "gifts.pacifism"

    def may_before_dice(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return any(fight.total(seat).value for seat in fight.b.sides) or No("nobody has a die to roll")

    async def before_dice(self, fight: Resolution, me: int, foe: int) -> None:
        s = fight.s
        fight.note(me, self)
        fight.b.calm = 2 if s.config.rulings.pacifism_stops_all_dice else 1
        s.turn_down(me, next(i for i, gift in enumerate(s.config.empires[me].gifts) if gift.key == "pacifism"))


class Quake(Act, Power):
    """For 1 Power two buildings of yours change places."""

    rule, empire, item, verb, shape = "GW-EAR-017", SLUG, "gifts.quake", "quake", ("dear site", "cheaper site")
    phrase = "Quake: the building in {} changes places with that in {}"
    requirements = (
        Requirement(
            "GW-EAR-017",
            "Your building in {1} costs less than that in {0}",
            lambda s, me, a, b: b in cheaper_sites(s, me, a),
            implied_by=("cheaper site",),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, a: int, b: int) -> None:
        one, other = s.mine_in(me, a) & 7, s.mine_in(me, b) & 7
        for kind, x, y in ((one, a, POOL), (other, b, POOL), (one, POOL, b), (other, POOL, a)):
            s.shift(me, kind, x, y)
        names = [s.config.empires[me].buildings[kind].name for kind in (one, other)]
        where = (f"area:{a}", f"area:{b}")
        says(s, self, me, "has the {} in {} now, the {} in {}", names[0], area_name(s, b), names[1], area_name(s, a),
             touched=where)  # fmt: skip


class Ubiquitous(Power):
    """You may summon units into any land area of the surface."""

    rule, empire, item, about = "GW-EAR-018", SLUG, "gifts.ubiquitous", (Adjacent.SUMMON,)

    def adjacent(self, s: State, me: int, who: int, how: Adjacent, area: int) -> int:
        return s.config.map.surface & ~s.ways.seas if how is Adjacent.SUMMON and who == me else 0


# -- Heroquests -------------------------------------------------------------------------------------------------------
class TwoTemples(Quest):
    """Have 2 Temples in play."""

    rule, empire, key, watches = "GW-EAR-012", SLUG, "two_temples", (Watches.BUILDINGS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("Temples", len(s.sites(me, ("temple",))), self.figure(s, "temples")),)


class EarthZiggurat(Quest):
    """Place your Ziggurat."""

    rule, empire, key, watches = "GW-EAR-012", SLUG, "earth_ziggurat", (Watches.PLACED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = thing is not None and thing[0] == me and s.config.empires[me].buildings[thing[1]].key == "ziggurat"
        return (Part("your Ziggurat is placed", int(met)),)


class AWedding(Quest):
    """A Queen marries an enemy empire."""

    rule, empire, key, watches = "GW-EAR-012", SLUG, "a_wedding", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("empires married", len(spouses(s)), self.figure(s, "rings")),)


class FourQueens(Quest):
    """Four Queens are in play, whoever controls them."""

    rule, empire, key, watches = "GW-EAR-012", SLUG, "four_queens", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        n = sum(s.playing(*s.config.joined[me][kind]) for kind in QUEENS)
        return (Part("Queens in play", n, self.figure(s, "queens")),)


class ATitanWakes(Quest):
    """Have a Titan in play."""

    rule, empire, key, watches = "GW-EAR-012", SLUG, "a_titan_wakes", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("a Titan in play", min(s.playing(me, TITAN), 1)),)


class TheAxeFalls(Quest):
    """In a battle of yours kill an enemy unit, or conquer or destroy an enemy building."""

    rule, empire, key, watches = "GW-EAR-012", SLUG, "the_axe_falls", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> Iterator[Part]:
        b = thing.b if thing is not None and thing.fights(me) else None
        killed = sum(seat != me for seat, _ in b.dead) if b is not None else 0
        taken = sum(winner == me and how != FLIPPED for winner, _, _, how in b.taken) if b is not None else 0
        yield Part("an enemy unit is killed, or a building taken", min(killed + taken, 1))
