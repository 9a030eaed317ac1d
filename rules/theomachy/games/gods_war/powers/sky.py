"""Sky."""

from __future__ import annotations

from typing import Any

from ....engine.masks import bits
from ....engine.runtime.ability import No
from ....engine.runtime.decision import Answer, choose, die
from ....engine.runtime.layers import Changes, add, set_to
from ....engine.runtime.requirement import Requirement
from ..rules.actions import Act
from ..rules.battle import Resolution
from ..rules.common import (
    Loss,
    area_name,
    eliminate,
    everywhere,
    further_gift,
    gain_power,
    is_target,
    pick,
    says,
    shut_off_by,
    targets,
    tell,
    title,
    unit_name,
)
from ..rules.config import HERO, LESSER, MINION
from ..rules.domains import PEN, POOL
from ..rules.movement import destinations, leave, rating, travel
from ..rules.packing import KIND
from ..rules.runes import gain_runes
from ..rules.state import FLIPPED, State
from ..rules.timings import Part, Power, Quest
from ..rules.topics import FixedResults, InPhase, MayTarget, OnElimination, Watches

SLUG = "sky"
ARCHER, EMPEROR, PHOENIX, SUN_GOD = range(4)


class Nightfall(Power):
    """When the Sun God would be killed or eliminated he is routed into Hell instead, and in Hell to its other area."""

    rule, empire, item, forced = "GW-SKY-002", SLUG, "abilities.nightfall", True

    def may_would_be_eliminated(self, s: State, me: int, event: Loss) -> bool:
        return event.seat == me and event.kind == SUN_GOD and event.area != PEN  # who is held there cannot leave by it

    async def would_be_eliminated(self, s: State, me: int, event: Loss) -> None:
        hells = [a for a in bits(s.config.map.hell) if a != event.area]
        # not lost with the Spike, nor to Oblivion
        fought = s.battle is not None and event.cause is OnElimination.KILLED
        who = event.by if fought and not s.config.rulings.sky_names_his_hell else me
        to = await choose(who, "area", hells, self, "nightfall", prompt="Where in Hell does the Sun God go?")
        travel(s, me, SUN_GOD, event.area, to, "nightfall", self.rule)
        if s.battle is not None and fought:
            s.battle.routed += ((me, to),)  # it is a rout: who profits from routs to Hell does (GW-DAR-020)


class Optimist(Power):
    """You cannot declare battle in Hell."""

    rule, empire, item = "GW-SKY-003", SLUG, "abilities.optimist"

    def may_battle(self, s: State, me: int, area: int, foe: int) -> bool | None:
        return False if s.config.map.hell >> area & 1 else None


class Firelance(Power):
    """Your Temples and your Ziggurat do twice as much in battle as those of others."""

    rule, empire, item = "GW-SKY-005", SLUG, "abilities.firelance"

    def fixed_results(self, fight: Resolution, me: int, foe: int, building: int, what: FixedResults) -> Changes:
        row = fight.s.building(building, fight.b.area)
        printed = row.kills if what is FixedResults.KILLS else row.routs
        return add(printed * (self.figure(fight.s, "times") - 1)) if printed else None


class Dawn(Power):
    """When the Sun God moves to an area outside Hell all your other units may move too, wherever they are."""

    rule, empire, item = "GW-SKY-011", SLUG, "abilities.dawn"

    def _ways(self, s: State, me: int, kind: int, area: int) -> int:
        found = destinations(s, me, kind, area)
        if s.config.rulings.arrows_for_actions_only:
            found &= s.ways.flown[area] | 1 << s.config.map.exit
        return found

    def _units(self, s: State, me: int) -> list[tuple[int, int, int]]:
        return [
            (seat, area, kind)
            for seat, area, kind in targets(s, everywhere(s, me), MayTarget.SWEPT)
            if kind != SUN_GOD and s.n(me, kind, area) > s.moved.count((kind, area)) and self._ways(s, me, kind, area)
        ]

    def may_on_move(self, s: State, me: int, who: int, kind: int) -> bool:
        return who == me and kind == SUN_GOD and bool(self._units(s, me))

    async def on_move(self, s: State, me: int, who: int, kind: int) -> None:
        stuck: set[tuple[int, int]] = set()
        while units := [u for u in self._units(s, me) if (u[1], u[2]) not in stuck]:
            answer = await choose(me, "unit", [*units, "done"], self, "dawn", argument="unit")
            if answer == "done":
                return
            _, a, moved = answer
            to = await choose(me, "area", bits(self._ways(s, me, moved, a)), self, "dawn to")
            hell = s.config.map.hell
            if hell >> a & 1 and not hell >> to & 1 and not await leave(s, me, moved, a):
                stuck.add((a, moved))
                continue
            travel(s, me, moved, a, to, "dawn", self.rule)
            s.moved += ((moved, to),)


class TheEmperor(Power):
    """The Emperor has a rating of his own in Hell."""

    rule, empire, item, printed = "GW-SKY-008", SLUG, "units.emperor", "The Emperor"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        here = kind == EMPEROR and s.config.map.hell >> area & 1
        return set_to(self.figure(s, "hell")) if here and s.config.rulings.emperor_keeps_his_rating else None


class Phoenix(Power):
    """By one sheet a Phoenix is stronger outside Hell."""

    rule, empire, item = "GW-SKY-009", SLUG, "units.phoenix"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        here = kind == PHOENIX and not s.config.map.hell >> area & 1
        return set_to(self.figure(s, "elsewhere")) if here and s.config.rulings.phoenix_has_two else None


# -- gifts ------------------------------------------------------------------------------------------------------------
class Arrogance(Power):
    """With the Emperor in the battle leave out one other unit of it, of either side, until buildings are settled."""

    rule, empire, item = "GW-SKY-016", SLUG, "gifts.arrogance"

    def _others(self, fight: Resolution, me: int, foe: int) -> list[Answer]:
        units = [u for f in (foe, me) for u in fight.options(f, fight.units(f)) if (u[0], u[2] & KIND) != (me, EMPEROR)]
        return [*targets(fight.s, units)]

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        if not fight.count(me, EMPEROR):
            return No("the Emperor is not in this battle")
        return bool(self._others(fight, me, foe)) or No("nobody else is in this battle")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s = fight.s
        seat, _, code = await pick(s, me, self._others(fight, me, foe), self, "left out")
        fight.note(me, self)
        fight.leave_out(seat, code)
        says(s, self, me, "leaves {} of {} out of the battle", unit_name(s, seat, code & KIND), title(s, seat))


class CallToJustice(Power):
    """In the Council bring a hero or lesser god of an empire to the Sun God, or a minion of one that has neither."""

    rule, empire, item, printed = "GW-SKY-017", SLUG, "gifts.call_to_justice", "Call to Justice"

    def _units(self, s: State, me: int, home: int) -> list[tuple[int, int, int]]:
        found = []
        for seat in s.order(me):
            units = [u for u in everywhere(s, seat) if u[1] != home]
            best = [u for u in units if s.config.rank[seat][u[2]] in (HERO, LESSER)]
            has = any(s.config.rank[seat][kind] in (HERO, LESSER) for _, _, kind in everywhere(s, seat))
            found += best if has else [u for u in units if s.config.rank[seat][u[2]] == MINION]
        return targets(s, found)

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.COUNCIL:
            return False
        home = s.where(me, SUN_GOD)
        if not home:
            return No("the Sun God is not on the map")
        return bool(self._units(s, me, home[0]))

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        home = s.where(me, SUN_GOD)[0]
        seat, area, kind = await pick(s, me, self._units(s, me, home), self, "called")
        travel(s, seat, kind, area, home, "call", self.rule)


async def to_another(s: State, me: int, by: Power, what: str) -> int:
    """Another player of one's choice."""
    return int(await choose(me, "player", list(s.order(me))[1:], by, what))


class NoblesseOblige(Power):
    """In the Power Phase pay 2 Power for a rune; then another player gains 2 Power, and one a rune."""

    rule, empire, item = "GW-SKY-018", SLUG, "gifts.noblesse_oblige"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.POWER:
            return False
        return s.power[me] >= s.config.fact(f"{self.at}.cost") or No("there is too little Power")

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        gain_power(s, me, -s.config.fact(f"{self.at}.cost"), self.rule)
        await gain_runes(s, me, self.figure(s, "own_runes"), self.rule)
        gain_power(s, await to_another(s, me, self, "power to"), self.figure(s, "power"), self.rule)
        await gain_runes(s, await to_another(s, me, self, "rune to"), self.figure(s, "runes"), self.rule)


class Shanasse(Power):
    """Archers who could move to the battle area fight from where they stand; nothing happens to them."""

    rule, empire, item = "GW-SKY-019", SLUG, "gifts.shanasse"

    def _areas(self, fight: Resolution, me: int) -> list[int]:
        s, at = fight.s, fight.b.area
        hell, ways = s.config.map.hell, s.ways
        rows = ways.flown if s.config.rulings.arrows_for_actions_only else ways.step
        return [
            a
            for a in s.where(me, ARCHER)
            if a != at and (rows[a] >> at & 1 or (hell >> a & 1 and at == s.config.map.exit))
        ]

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return bool(self._areas(fight, me)) or No("no Archer is near")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s = fight.s
        for a in self._areas(fight, me):
            n = s.n(me, ARCHER, a)
            fight.b.allies += ((me, a, ARCHER, n, self.rule),)
            many = f"{n} Archers" if n > 1 else "an Archer"
            says(s, self, me, "shoots with {} from {}", many, area_name(s, a), touched=(f"area:{a}",))
        fight.note(me, self)


class SolarEnergy(Power):
    """In the Power Phase gain Power equal to the combat rating of the Sun God."""

    rule, empire, item = "GW-SKY-020", SLUG, "gifts.solar_energy"

    def income(self, s: State, me: int) -> Changes:
        home = [*s.where(me, SUN_GOD), *[PEN] * s.n(me, SUN_GOD, PEN)]
        return add(rating(s, me, SUN_GOD, home[0])) if home else None


class Sunspear(Act, Power):
    """With a Phoenix in the pool a die that shows more than an enemy unit costs kills it; the Phoenix may come."""

    rule, empire, item, verb, shape = "GW-SKY-021", SLUG, "gifts.sunspear", "sunspear", ("enemy",)
    phrase = "Sunspear: {}"
    requirements = (
        Requirement("GW-FAQ-020", "A Phoenix is in your pool", lambda s, me: s.n(me, PHOENIX, POOL) > 0),
        Requirement(
            "GW-SKY-021",
            "{0} stands outside Hell",
            lambda s, me, unit: not s.config.map.hell >> unit[1] & 1,
        ),
        Requirement(
            "GW-SKY-021",
            "{0} may be chosen by a gift",
            lambda s, me, unit: is_target(s, unit[0], unit[2]),
            ruled=lambda s, me, unit: shut_off_by(s, unit[0], unit[2], "GW-SKY-021"),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, unit: tuple[int, int, int]) -> None:
        seat, area, kind = unit
        face = await die(self, "sunspear")
        says(s, self, me, "rolls {} against a cost of {}", face, s.config.cost[seat][kind])
        if face <= s.config.cost[seat][kind]:
            return
        if not await eliminate(s, seat, kind, area, OnElimination.KILLED, me, self.rule):
            return
        names = {"phoenix": "Place a Phoenix", "no": "Place none"}
        if await choose(me, "choice", ("phoenix", "no"), "GW-FAQ-020", "phoenix", names=names) == "phoenix":
            s.move(me, PHOENIX, POOL, area)
            says(s, self, me, "places a Phoenix in {}", area_name(s, area))


def decree(key: str) -> tuple[Requirement, ...]:
    """What a Great Decree asks for; again only as the ruling `decree_repeat` has it."""

    def given(s: State, me: int) -> bool:
        return any(slot.key == key and s.slots[me][i] >= 0 for i, slot in enumerate(s.config.empires[me].slots))

    return (
        Requirement(
            "GW-SKY-014",
            "The first Action Phase is over",
            lambda s, me: s.round >= s.config.fact(f"empire.{SLUG}.heroquests.{key}.figures.not_before_round"),
            fact=lambda s, me: s.round,
        ),
        Requirement(
            "GW-SKY-015",
            "It may be done again, or was not done yet",
            lambda s, me: not s.config.rulings.decrees_only_by_noblesse or not given(s, me),
        ),
        Requirement("GW-SKY-014", "{0} is another player", lambda s, me, who: who != me),
    )


class Decree(Act, Power, abstract=True):
    """A Great Decree: an action that another player profits from."""

    empire = SLUG

    def price(self, s: State, me: int) -> int:
        return int(self.figure(s, "cost"))

    async def do(self, s: State, me: int, who: int) -> None:
        await self._give(s, who)
        tell(s, Watches.ACTION, (me, self.verb), (me,))
        if s.config.rulings.decrees_earn_again and not s.owed[me]:
            await further_gift(s, me, "GW-SKY-015")

    async def _give(self, s: State, who: int) -> None:
        raise NotImplementedError


class GreatDecreeOfPower(Decree):
    """For 1 Power another player gains 2 Power; not in the first Action Phase."""

    rule, item, verb, shape = "GW-SKY-014", "heroquests.decree_of_power", "decree power", ("seat",)
    phrase, printed = "Great Decree: Power for {}", "Great Decree of Power"
    requirements = decree("decree_of_power")

    async def _give(self, s: State, who: int) -> None:
        gain_power(s, who, self.figure(s, "power"), self.rule)


class GreatDecreeOfRunes(Decree):
    """For 1 Power another player gains a rune; not in the first Action Phase."""

    rule, item, verb, shape = "GW-SKY-014", "heroquests.decree_of_runes", "decree rune", ("seat",)
    phrase, printed = "Great Decree: a rune for {}", "Great Decree of Runes"
    requirements = decree("decree_of_runes")

    async def _give(self, s: State, who: int) -> None:
        await gain_runes(s, who, self.figure(s, "runes"), self.rule)


# -- Heroquests -------------------------------------------------------------------------------------------------------
class Sunrise(Quest):
    """The Sun God leaves Hell: two runes, and one for the player who gave leave."""

    rule, empire, key, watches = "GW-SKY-012", SLUG, "sunrise", (Watches.LEFT_HELL,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Sun God leaves Hell", int(thing is not None and thing[:2] == (me, SUN_GOD))),)

    async def reward(self, s: State, me: int) -> None:
        await gain_runes(s, me, self.figure(s, "own_runes"), self.rule)
        givers = [who for seat, word, who in s.spent if (seat, word) == (me, f"leave {SUN_GOD}")]
        if givers:
            await gain_runes(s, givers[-1], self.figure(s, "giver_runes"), self.rule)


class SkyZiggurat(Quest):
    """Place your Ziggurat."""

    rule, empire, key, watches = "GW-SKY-012", SLUG, "sky_ziggurat", (Watches.PLACED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("your Ziggurat is placed", int(placed(s, me, thing, "ziggurat"))),)


def placed(s: State, me: int, thing: Any, key: str) -> bool:
    """Has this seat placed this building just now?"""
    return thing is not None and thing[0] == me and s.config.empires[me].buildings[thing[1]].key == key


def taken(s: State, me: int, thing: Any, small: bool) -> int:
    """How many buildings a seat has taken in a battle: Shrines and Nests, or others (GW-SKY-013, GW-FAQ-024)."""
    if thing is None:
        return 0
    return sum(
        winner == me
        and how != FLIPPED
        and (s.config.empires[loser].buildings[kind].type in ("shrine", "chaos_nest")) == small
        for winner, loser, kind, how in thing.b.taken
    )


class AShrineFalls(Quest):
    """Conquer or destroy a Shrine or Chaos Nest in battle."""

    rule, empire, key, watches = "GW-SKY-013", SLUG, "a_shrine_falls", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("a Shrine or Nest is taken", taken(s, me, thing, True)),)


class AGreatBuildingFalls(Quest):
    """Conquer or destroy an enemy building in battle that is no Shrine or Nest."""

    rule, empire, key, watches = "GW-SKY-013", SLUG, "a_great_building_falls", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("another building is taken", taken(s, me, thing, False)),)


class DecreeOfPower(Quest):
    """Great Decree: as an action another player gains 2 Power."""

    rule, empire, key, watches = "GW-SKY-014", SLUG, "decree_of_power", (Watches.ACTION,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Decree is given", int(thing == (me, "decree power"))),)


class DecreeOfRunes(Quest):
    """Great Decree: as an action another player gains a rune."""

    rule, empire, key, watches = "GW-SKY-014", SLUG, "decree_of_runes", (Watches.ACTION,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Decree is given", int(thing == (me, "decree rune"))),)
