"""Sea: a land that sinks for good, buildings in the water, actions that follow each other from sea to sea."""

from __future__ import annotations

from typing import Any

from .....engine.masks import bits
from .....engine.runtime.ability import No
from .....engine.runtime.decision import Answer, choose
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from ...rules.actions import HAS_POWER, YOUR_TURN, Act, allowed, needs_met, summon
from ...rules.adjacency import POOLED, SPIKE
from ...rules.arguments import sinkable
from ...rules.battle import Resolution, Score
from ...rules.common import (
    Unit,
    area_name,
    cost_of_building,
    gain_power,
    gain_vp,
    lose_vp,
    says,
    targets,
    the,
    units_in,
)
from ...rules.config import GREATER
from ...rules.domains import POOL
from ...rules.movement import travel
from ...rules.packing import kind_of
from ...rules.runes import gain_runes
from ...rules.state import ACTION, DESTROYED, LAST_RUNES, NOTHING, State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import CostOf, MayAct, MayMove, OnPay, Watches

SLUG = "sea"
MERMAID, KRAKEN, SEA_SERPENT, MAGASTA = range(4)


def seas(s: State) -> int:
    """All seas, as Sea itself sees them: sunken land is one by every reading (ruling `sunken_is_sea`)."""
    return s.config.map.seas | s.sunken


class Submerge(Act, Power):
    """Once, for nothing: a land becomes a sea for good, and a unit may come there for nothing."""

    rule, empire, item, verb, shape = "GW-SEA-002", SLUG, "abilities.submerge", "submerge", ("land",)
    phrase = "Submerge: {} becomes a sea"
    when = (YOUR_TURN, HAS_POWER, allowed("submerge"))  # an ability of the sheet is always in force
    requirements = (
        Requirement("GW-SEA-002", "No land is sunken yet", lambda s, me: not s.sunken),
        Requirement(
            "GW-SEA-002",
            "{0} is land, but neither Kylerela nor the Spike",
            lambda s, me, area: area in sinkable(s, me),
            implied_by=("land",),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: Any) -> int:
        return NOTHING  # on land, which is none any more when it is over

    async def do(self, s: State, me: int, area: int) -> None:
        s.sink(area)
        says(s, self, me, "sinks {}: it is a sea from now on", area_name(s, area), touched=(f"area:{area}",))
        units = [fid for fid in s.summonable[me] if s.n(me, kind_of(fid), POOL) and needs_met(s, me, kind_of(fid))]
        if not units:
            return
        names = {"nobody": "No unit"}
        fid = await choose(me, "unit", [*units, "nobody"], self, "submerge", argument="unit kind", names=names)
        if fid != "nobody":
            summon(s, me, kind_of(fid), area, self.rule)


class Marine(Power):
    """Sea-crossings are no ways for your units."""

    rule, empire, item, about = "GW-SEA-003", SLUG, "abilities.marine", (MayMove.ARROW,)

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        return False if what is MayMove.ARROW and who == me else None


class Upwelling(Power):
    """Once the Pool is in play your Temples and your Ziggurat cost 1, whoever asks."""

    rule, empire, item, about = "GW-SEA-004", SLUG, "abilities.upwelling", (CostOf.BUILDING,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Changes:
        cheap = s.rift == POOLED and s.config.empires[who].buildings[it & 7].type in ("temple", "ziggurat")
        return set_to(self.figure(s, "cost")) if what is CostOf.BUILDING and who == me and cheap else None


class Awakening(Power):
    """Magasta can be summoned only once the Spike has shattered."""

    rule, empire, item, about = "GW-SEA-008", SLUG, "abilities.awakening", (MayAct.SUMMON,)

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int | str) -> bool | None:
        return False if what is MayAct.SUMMON and who == me and it == MAGASTA and s.rift == SPIKE else None


class Magasta(Power):
    """The rating of Magasta is higher once the Pool is in play."""

    rule, empire, item, printed = "GW-SEA-008", SLUG, "units.magasta", "The Churner, Magasta"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        return set_to(self.figure(s, "pool")) if kind == MAGASTA and s.rift == POOLED else None


class Churning(Power):
    """While Magasta is in play actions that begin in a sea may follow each other at once."""

    rule, empire, item, about = "GW-SEA-009", SLUG, "abilities.churning", (MayAct.AGAIN,)

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int | str) -> bool | None:
        wet = what is MayAct.AGAIN and who == me and isinstance(it, int) and it >= 0 and seas(s) >> it & 1
        return True if wet else None


# -- gifts ------------------------------------------------------------------------------------------------------------
class Aquatic(Power):
    """In the Power Phase gain what the dearest building costs that stands in a sea, whoever's it is."""

    rule, empire, item = "GW-SEA-011", SLUG, "gifts.aquatic"

    def income(self, s: State, me: int) -> Changes:
        costs = [cost_of_building(s, code, a) for a in bits(seas(s)) for code in s.buildings_in(a)]
        if not costs:
            return None
        return add(sum(costs) if s.config.rulings.aquatic_adds_up else max(costs))


class Constrict(Power):
    """With the Kraken in the battle you score at least one kill."""

    rule, empire, item, forced = "GW-SEA-012", SLUG, "gifts.constrict", True

    def may_would_score(self, s: State, me: int, event: Score) -> bool:
        fight = event.fight
        if event.step != "battle" or not fight.fights(me) or not fight.count(me, KRAKEN):
            return False
        return bool(event.kills[fight.side(fight.foe(me))] < self.figure(fight.s, "kills"))

    def would_score(self, s: State, me: int, event: Score) -> Score:
        event.fight.note(me, self)
        kills = list(event.kills)
        kills[1 - event.fight.side(me)] = self.figure(s, "kills")
        return event._replace(kills=(kills[0], kills[1]))


class Drowning(Power):
    """After a battle in which you have killed an enemy unit you take 1 VP from the enemy."""

    rule, empire, item, forced = "GW-SEA-013", SLUG, "gifts.drowning", True

    def _due(self, fight: Resolution, me: int) -> int:
        """Points that the enemy has to lose."""
        s, foe = fight.s, fight.foe(me)
        if foe not in s.config.seats:
            return 0
        n = int(self.figure(s, "vp"))
        return n if s.config.rulings.vp_may_be_negative else min(n, s.vp[foe])

    def may_post_battle(self, fight: Resolution, me: int) -> bool | No:
        if not fight.fights(me) or all(seat == me for seat, _ in fight.b.dead):
            return False
        return self._due(fight, me) > 0 or No("the enemy has no VP")

    async def post_battle(self, fight: Resolution, me: int) -> None:
        n = self._due(fight, me)
        lose_vp(fight.s, fight.foe(me), n, self.rule)
        await gain_vp(fight.s, me, n, self.rule)


class SirenSong(Power):
    """Who moves units out of an area with a Mermaid pays 1 VP, but not you."""

    rule, empire, item, about = "GW-SEA-014", SLUG, "gifts.siren_song", (CostOf.MOVE_VP,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Changes:
        sung = what is CostOf.MOVE_VP and who != me and s.n(me, MERMAID, it)
        return add(self.figure(s, "vp")) if sung else None


class TidalSurge(Act, Power):
    """For 2 Power units of one enemy in an area with a Sea Serpent go to adjacent areas, each where you like."""

    rule, empire, item, verb = "GW-SEA-015", SLUG, "gifts.tidal_surge", "tidal surge"
    shape, phrase = ("front", "foe there"), "Tidal Surge: out of {}, units of {}"
    requirements = (
        Requirement("GW-SEA-015", "A Sea Serpent is in {0}", lambda s, me, area: s.n(me, SEA_SERPENT, area) > 0),
        Requirement(
            "GW-SEA-015", "{1} is an enemy empire", lambda s, me, area, foe: foe != me and foe in s.config.seats
        ),
        Requirement(
            "GW-SEA-015",
            "{1} has a unit in {0} that is no greater god",
            lambda s, me, area, foe: bool(swept(s, foe, area)),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        begun = False
        while units := swept(s, foe, area):
            options: list[Answer] = [*units, "done"] if begun else [*units]
            unit = await choose(me, "unit", options, self, "surge", argument="unit")
            if unit == "done":
                return
            begun = True
            await self._sweep(s, me, unit)

    async def _sweep(self, s: State, me: int, unit: Unit) -> None:
        foe, area, kind = unit
        to = await choose(
            me, "area", bits(s.ways.flown[area]), self, "surge to",
            prompt=lambda: f"Where is {the(s, foe, kind)} swept?",
        )  # fmt: skip
        travel(s, foe, kind, area, to, "surge", self.rule)


def swept(s: State, foe: int, area: int) -> list[Unit]:
    """Units of an enemy in an area that may be chosen, but greater gods."""
    return [unit for unit in targets(s, units_in(s, foe, area)) if s.config.rank[foe][unit[2]] != GREATER]


class Whirlpool(Power):
    """Each time your Power falls to 0 in the Action Phase every other player with Power loses 1."""

    rule, empire, item, forced = "GW-SEA-016", SLUG, "gifts.whirlpool", True

    def may_on_pay(self, s: State, me: int, what: OnPay, who: int) -> bool:
        return who == me and s.phase in (ACTION, LAST_RUNES) and any(s.power[f] for f in s.config.seats if f != me)

    async def on_pay(self, s: State, me: int, what: OnPay, who: int) -> None:
        for foe in s.order(me)[1:]:
            gain_power(s, foe, -min(s.power[foe], self.figure(s, "power")), self.rule)


# -- Heroquests -------------------------------------------------------------------------------------------------------
class Drawing(Quest, abstract=True):
    """One that brings runes besides a gift."""

    empire = SLUG

    async def reward(self, s: State, me: int) -> None:
        await gain_runes(s, me, self.figure(s, "runes"), self.rule)


class ThreeSerpents(Drawing):
    """Have all Sea Serpents in play."""

    rule, key, watches = "GW-SEA-010", "three_serpents", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("Sea Serpents in play", s.playing(me, SEA_SERPENT), self.figure(s, "serpents")),)


class TheKrakenWakes(Drawing):
    """Have the Kraken in play."""

    rule, key, watches = "GW-SEA-010", "the_kraken_wakes", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Kraken in play", s.playing(me, KRAKEN)),)


class WallsFall(Quest):
    """Destroy an enemy building in a battle of yours."""

    rule, empire, key, watches = "GW-SEA-010", SLUG, "walls_fall", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        rows = () if thing is None else thing.b.taken
        return (Part("a building is destroyed", sum(who == me and how == DESTROYED for who, _, _, how in rows)),)


class SeaZiggurat(Quest):
    """Place your Ziggurat."""

    rule, empire, key, watches = "GW-SEA-010", SLUG, "sea_ziggurat", (Watches.PLACED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = thing is not None and thing[0] == me and s.config.empires[me].buildings[thing[1]].key == "ziggurat"
        return (Part("your Ziggurat is placed", int(met)),)


class TheSpikeBreaks(Quest):
    """The Spike shatters."""

    rule, empire, key, watches = "GW-SEA-010", SLUG, "the_spike_breaks", (Watches.SPIKE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Spike shatters", int(thing is not None)),)


class TheChurnerComes(Quest):
    """Have Magasta in play."""

    rule, empire, key, watches = "GW-SEA-010", SLUG, "the_churner_comes", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("Magasta in play", s.playing(me, MAGASTA)),)
