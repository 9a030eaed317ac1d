"""Storm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine.runtime.ability import No
from ....engine.runtime.decision import choose
from ....engine.runtime.layers import Changes, set_to
from ....engine.runtime.requirement import Requirement
from ..rules.actions import Act
from ..rules.adjacency import ANYWHERE, POOLED
from ..rules.battle import Resolution
from ..rules.common import Unit, can_pay_vp, gain_power, gain_vp, lose_vp, reached, says, targets, title, unit_name
from ..rules.config import GREATER
from ..rules.losses import Taking, take_at_once
from ..rules.movement import carries, leave, may_leave, travel
from ..rules.reach import flight
from ..rules.runes import gain_runes
from ..rules.state import NOTHING, State
from ..rules.timings import Part, Power, Quest
from ..rules.topics import Adjacent, CostOf, InPhase, OnGain, Watches

SLUG = "storm"
BARBARIAN, CHAMPION, STORMBROTHER, THUNDER_KING = range(4)
TEMPLE = 1


class InferiorityComplex(Power):
    """Once a Power Phase pay 2 VP to gain 4 Power."""

    rule, empire, item = "GW-STO-002", SLUG, "abilities.inferiority_complex"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.POWER:
            return False
        price = self.figure(s, "price")
        if s.config.rulings.inferiority_costs_power:
            return s.power[me] >= price or No("there is too little Power")
        return can_pay_vp(s, me, price) or No("there are too few points")

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        price = self.figure(s, "price")
        if s.config.rulings.inferiority_costs_power:
            gain_power(s, me, -price, self.rule)
        else:
            lose_vp(s, me, price, self.rule)
        gain_power(s, me, self.figure(s, "power"), self.rule)


class Honor(Power):
    """Declaring battle on an empire with 0 Power costs 2 Power."""

    rule, empire, item, about = "GW-STO-003", SLUG, "abilities.honor", (CostOf.BATTLE,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Changes:
        return set_to(self.figure(s, "price")) if who == me and it in s.config.seats and not s.power[it] else None


class Fly(Power):
    """Units that start at a Storm Temple or Ziggurat may pass over an area as they move, without arrows."""

    rule, empire, item = "GW-STO-005", SLUG, "abilities.fly"

    def adjacent(self, s: State, me: int, who: int, how: Adjacent, area: int) -> int:
        if how is not Adjacent.MOVE or who != me:
            return 0
        mine = s.mine_in(me, area)
        if mine < 0 or s.building(mine, area).type not in ("temple", "ziggurat"):
            return 0
        steps = ANYWHERE if s.config.rulings.flies_anywhere else 1 + self.figure(s, "over")
        found = flight(s, area, steps)
        return found & s.config.map.surface if s.config.rulings.flies_anywhere else found


class Kinship(Power):
    """In the Council take 4 Power or 2 VP, and name another player who takes the other."""

    rule, empire, item = "GW-STO-011", SLUG, "abilities.kinship"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        power, vp = self.figure(s, "power"), self.figure(s, "vp")
        names = {"power": f"{power} Power for you", "vp": f"{vp} VP for you"}
        mine = await choose(me, "choice", ("power", "vp"), self, "kinship", names=names)
        other = await choose(me, "player", list(s.order(me))[1:], self, "kin")
        for seat, what in ((me, mine), (other, "vp" if mine == "power" else "power")):
            if what == "power":
                gain_power(s, seat, power, self.rule)
            else:
                await gain_vp(s, seat, vp, self.rule)


# -- gifts ------------------------------------------------------------------------------------------------------------
class Courage(Power):
    """A rune after each battle with an enemy whose combat total at its start was 3 or more."""

    rule, empire, item, forced = "GW-STO-013", SLUG, "gifts.courage", True

    def may_battle_end(self, fight: Resolution, me: int) -> bool | No:
        if not fight.fights(me) or (fight.s.config.rulings.courage_attacks_only and fight.b.sides[0] != me):
            return False
        enough = fight.b.initial[1 - fight.side(me)] >= self.figure(fight.s, "total")
        return enough or No("the enemy was too weak")

    async def battle_end(self, fight: Resolution, me: int) -> None:
        await gain_runes(fight.s, me, self.figure(fight.s, "runes"), self.rule)


class Insurgency(Power):
    """A building that you take is replaced by a Temple of yours, whatever it was."""

    rule, empire, item = "GW-STO-014", SLUG, "gifts.insurgency"

    def may_would_be_placed(self, s: State, me: int, event: Taking) -> bool | No:
        if not s.stock(me, TEMPLE):
            return No("no Temple is in the pool")
        site = s.site[event.fight.b.area]
        return site in (NOTHING, event.code) or No("another building stands there")

    def would_be_placed(self, s: State, me: int, event: Taking) -> Taking:
        event.fight.note(me, self)
        return event._replace(kind=TEMPLE, settled=True)


class SingleCombat(Power):
    """Before the battle the Champion rolls his dice alone; what they bring is carried out at once."""

    rule, empire, item = "GW-STO-015", SLUG, "gifts.single_combat"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return fight.count(me, CHAMPION) > 0 or No("the Champion is not in this battle")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        own = fight.rating(me, CHAMPION, fight.b.area)
        n = min(own, fight.total(me).value)
        fight.note(me, self)
        fight.b.silent += ((me, CHAMPION, n),)
        kills, routs = await fight.throw(me, n, self.rule, "single combat")
        await take_at_once(fight, foe, kills, routs)


class Teleport(Act, Power):
    """The Thunder King and perhaps one unit of his area go to any area of the surface or the Sky Dome."""

    rule, empire, item, verb, shape = "GW-STO-016", SLUG, "gifts.teleport", "teleport", ("area",)
    phrase = "Teleport to {}"
    requirements = (
        Requirement(
            "GW-STO-016", "The Thunder King is on the map", lambda s, me: bool(s.where(me, THUNDER_KING))
        ),
        Requirement(
            "GW-MAP-019", "He may leave where he is", lambda s, me: can_come(s, me, me, THUNDER_KING),
        ),
        Requirement(
            "GW-STO-016",
            "{0} is an area of the surface or the Sky Dome, and not where he is",
            lambda s, me, area: (s.config.map.surface | s.config.map.dome) >> area & 1
            and not s.ways.closed >> area & 1
            and area not in s.where(me, THUNDER_KING),
        ),
    )  # fmt: skip

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, area: int) -> None:
        home = s.where(me, THUNDER_KING)[0]
        hell = s.config.map.hell >> home & 1
        if not hell or await leave(s, me, THUNDER_KING, home, carried_by=me):
            travel(s, me, THUNDER_KING, home, area, "teleport", self.rule)
            units: list[Unit] = [
                (seat, home, kind)
                for seat in reached(s, me)
                for kind in s.kinds_in(seat, home)
                if carries(s, seat, kind)
                and (seat == me or s.config.rank[seat][kind] != GREATER)
                and (not hell or may_leave(s, seat, kind, home, carried_by=me))
            ]
            units = targets(s, units)
            companion: Any = "nobody"
            if units:
                companion = await choose(
                    me, "unit", [*units, "nobody"], self, "companion", argument="unit",
                    names={"nobody": "Nobody"},
                )  # fmt: skip
            if companion != "nobody":
                seat, _, kind = companion
                if not hell or await leave(s, seat, kind, home, carried_by=me):
                    travel(s, seat, kind, home, area, "teleport", self.rule)
        s.exit = None


def can_come(s: State, me: int, seat: int, kind: int) -> bool:
    """May this unit leave the area where it is?"""
    home = s.where(seat, kind)
    return bool(home) and (not s.config.map.hell >> home[0] & 1 or may_leave(s, seat, kind, home[0], carried_by=me))


class WeatherControl(Power):
    """When you take it: Power, the more the more gifts you have, and a rune if it is one of the first four."""

    rule, empire, item, forced = "GW-STO-017", SLUG, "gifts.weather_control", True

    def may_on_gain(self, s: State, me: int, what: OnGain, it: int) -> bool:
        return what is OnGain.GIFT and s.config.empires[me].gifts[it].key == "weather_control"

    async def on_gain(self, s: State, me: int, what: OnGain, it: int) -> None:
        n, table = s.count_gifts(me), self.figure(s, "power_by_gifts")
        gain_power(s, me, table[min(n, len(table)) - 1], self.rule)
        if n <= self.figure(s, "early"):
            await gain_runes(s, me, self.figure(s, "runes"), self.rule)
        s.turn_down(me, it)


class Whirlwind(Power):
    """Before the battle Stormbrothers come from anywhere and fight; one die more."""

    rule, empire, item = "GW-STO-018", SLUG, "gifts.whirlwind"

    def _from(self, fight: Resolution, me: int, paid: bool = False) -> list[int]:
        s, at = fight.s, fight.b.area
        hell, price = s.config.map.hell, s.config.fact("hell.vp_to_leave")
        free = hell >> at & 1 or paid or (s.rift == POOLED and can_pay_vp(s, me, price))
        return [a for a in s.where(me, STORMBROTHER) if a != at and (free or not hell >> a & 1)]

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return bool(self._from(fight, me)) or No("no Stormbrother can come")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, at = fight.s, fight.b.area
        came, paid = 0, False
        while areas := self._from(fight, me, paid):
            options = [*areas, "done"] if came else areas
            a = await choose(me, "area", options, self, "whirlwind from")
            if a == "done":
                break
            if s.config.map.hell >> a & 1 and not s.config.map.hell >> at & 1 and not paid:
                lose_vp(s, me, s.config.fact("hell.vp_to_leave"), "GW-MAP-026")
                paid = True
            travel(s, me, STORMBROTHER, a, at, "whirl", self.rule)
            fight.join(me, STORMBROTHER)
            came += 1
        fight.b.extra[fight.side(me)] += self.figure(s, "dice")
        fight.note(me, self)
        says(s, self, me, "has {} more in the battle: {}", came, unit_name(s, me, STORMBROTHER))


# -- Heroquests -------------------------------------------------------------------------------------------------------
class AWorldInArms(Quest):
    """Every player has at least three units on the map."""

    rule, empire, key, watches = "GW-STO-012", SLUG, "a_world_in_arms", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> Iterator[Part]:
        need = self.figure(s, "units")
        for f in s.config.seats:
            yield Part(f"units of {title(s, f)}", s.mapped(f), need, f)


class StormZiggurat(Quest):
    """Place your Ziggurat."""

    rule, empire, key, watches = "GW-STO-012", SLUG, "storm_ziggurat", (Watches.PLACED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = thing is not None and thing[0] == me and s.config.empires[me].buildings[thing[1]].key == "ziggurat"
        return (Part("your Ziggurat is placed", int(met)),)


class SecretsAbroad(Quest):
    """At least two enemies hold runes."""

    rule, empire, key, watches = "GW-STO-012", SLUG, "secrets_abroad", (Watches.RUNES,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        holding = sum([bool(hand) for f, hand in enumerate(s.hands) if f != me])
        return (Part("enemies with runes", holding, self.figure(s, "enemies")),)


class LeftBehind(Quest):
    """An enemy has at least 4 VP more than you."""

    rule, empire, key, watches = "GW-STO-012", SLUG, "left_behind", (Watches.VP,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        lead = max(s.vp) - s.vp[me]
        return (Part("VP behind the first enemy", max(lead, 0), self.figure(s, "lead")),)


class AFullSheet(Quest):
    """An enemy has six gifts."""

    rule, empire, key, watches = "GW-STO-012", SLUG, "a_full_sheet", (Watches.GIFTS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        most = max([s.count_gifts(f) for f in s.config.seats if f != me])
        return (Part("gifts of an enemy", most, self.figure(s, "gifts")),)


class ThunderKingSummoned(Quest):
    """Summon the Thunder King."""

    rule, empire, key, watches = "GW-STO-012", SLUG, "thunder_king_summoned", (Watches.SUMMONED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Thunder King is summoned", int(thing is not None and thing[:2] == (me, THUNDER_KING))),)
