"""The Sky Terror, a Chaos Monster: it swoops down from the Sky Dome, and dies only there."""

from __future__ import annotations

from .....engine.masks import bits
from .....engine.runtime.decision import Answer, choose
from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.battle import Resolution
from ...rules.common import Unit, eliminate, gain_power, reached, targets, title, units_in
from ...rules.domains import PEN
from ...rules.movement import travel
from ...rules.reach import open_to
from ...rules.reach import routs as rout_ways
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import MayTarget, OnElimination
from .card import Killing, come, kills, least, owner, place, slayer, there

SLUG = "sky_terror"


def landings(s: State) -> int:
    """Where it may fly: down to lands, or up to the Sky Dome."""
    map_, at = s.config.map, there(s, SLUG)
    if at < 0:
        return 0
    return map_.lands & map_.surface & ~(s.ways.closed | s.ways.seas) if map_.dome >> at & 1 else map_.dome


class Swoop(Act, Power):
    """The Sky Terror flies down to a land, or up to the Sky Dome; buildings there cost their players Power."""

    rule, empire, item, verb, shape = "GW-MON-025", SLUG, "abilities.swoop", "swoop", ("area",)
    phrase, public = "Swoop: the Sky Terror flies to {}", True
    requirements = (
        Requirement(
            "GW-MON-025",
            "{0} is a land, if the Sky Terror is in the Sky Dome, else an area of the Sky Dome",
            lambda s, me, area: bool(landings(s) >> area & 1),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: object) -> int:
        return there(s, SLUG)

    async def do(self, s: State, me: int, area: int) -> None:
        come(s, owner(s, SLUG), area, self)
        for seat in s.order(me):
            if s.mine_in(seat, area) >= 0:
                gain_power(s, seat, -min(self.figure(s, "power"), s.power[seat]), self.rule)


class WindOfWings(Power):
    """After a battle that it has outlived all units of the enemy that are left go to one area next to it."""

    rule, empire, item, forced = "GW-MON-025", SLUG, "abilities.wind", True
    printed = "Wind of wings"

    def _ways(self, fight: Resolution, me: int) -> int:
        foe, area = fight.foe(me), fight.b.area
        return open_to(fight.s, foe, rout_ways(fight.s, foe, area))

    def _blown(self, fight: Resolution, me: int) -> list[Unit]:
        """The kinds of unit that go: an ability reaches them all, as far as their own powers let it."""
        return targets(fight.s, units_in(fight.s, fight.foe(me), fight.b.area), MayTarget.SWEPT)

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        if not fight.fights(me) or place(fight.s, me) != fight.b.area:
            return False
        return bool(self._blown(fight, me)) and bool(self._ways(fight, me))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, b, foe = fight.s, fight.b, fight.foe(me)
        prompt = f"Where does the wind blow the units of {title(s, foe)}?"
        to = await choose(b.sides[0], "area", bits(self._ways(fight, me)), self, "blown to", prompt=prompt)
        for _, _, kind in self._blown(fight, me):
            for _ in range(s.n(foe, kind, b.area)):
                travel(s, foe, kind, b.area, to, "rout", self.rule)


class KillingTheSkyTerror(Killing):
    """Two kills in one battle kill it in the Sky Dome, and nowhere else."""

    rule, empire, item = "GW-MON-025", SLUG, "abilities.killing"
    printed = "Killing the Sky Terror"

    def _falls(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        return kills(fight, me) >= least(self, s, "kills") and bool(s.config.map.dome >> fight.b.area & 1)


class SpoilsOfTheSkyTerror(Power):
    """Who has killed it eliminates enemy units of cost 4 together at once, those of the Slave Pen too."""

    rule, empire, item, forced = "GW-FAQ-095", SLUG, "abilities.spoils", True
    printed = "Spoils of the Sky Terror"

    def may_on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
        return owner == me and slayer(s, me) >= 0

    async def on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> None:
        who, left = slayer(s, me), self.figure(s, "cost")
        while units := self._units(s, who, left):
            options: list[Answer] = [*units, "done"]
            answer = await choose(
                who, "unit", options, self, "spoils", argument="unit",
                prompt=f"Which enemy unit is eliminated? Cost {left} is left.",
            )  # fmt: skip
            if answer == "done":
                return
            seat, area, unit = answer
            left -= s.config.cost[seat][unit]
            await eliminate(s, seat, unit, area, OnElimination.ELIMINATED, who, self.rule)

    def _units(self, s: State, who: int, most: int) -> list[tuple[int, int, int]]:
        foes = [f for f in reached(s, who) if f != who]
        return [
            (f, area, kind)
            for f in foes
            for area in (*s.areas(f), PEN)
            for kind in s.kinds_in(f, area)
            if s.config.cost[f][kind] <= most and not s.config.empires[f].units[kind].priceless
        ]
