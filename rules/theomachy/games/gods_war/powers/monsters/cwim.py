"""Cwim, a Chaos Monster: it hunts through the lands, and dies of three wounds."""

from __future__ import annotations

from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.battle import Resolution
from ...rules.common import area_name, pick, says, targets, title, units_in
from ...rules.movement import rout
from ...rules.reach import roams
from ...rules.state import State
from ...rules.timings import Power
from .card import Killing, come, kills, least, owner, there

SLUG = "cwim"


class ThreeBodiedHunt(Act, Power):
    """Cwim goes to an area next to it, and one unit of each empire there is routed."""

    rule, empire, item, verb, shape = "GW-MON-025", SLUG, "abilities.hunt", "hunt", ("area",)
    printed, phrase, public = "Three-bodied hunt", "Three-bodied hunt: Cwim goes to {}", True
    requirements = (
        Requirement(
            "GW-MON-025",
            "{0} is next to Cwim",
            lambda s, me, area: (at := there(s, SLUG)) >= 0 and bool(roams(s, at) >> area & 1),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: object) -> int:
        return there(s, SLUG)

    async def do(self, s: State, me: int, area: int) -> None:
        come(s, owner(s, SLUG), area, self)
        for seat in s.order(me):
            if units := targets(s, units_in(s, seat, area)):
                said = f"{title(s, seat)}: which unit does Cwim drive out of {area_name(s, area)}?"
                _, _, kind = await pick(s, seat, units, self, "driven out", prompt=said)
                await rout(s, seat, kind, area, me, self.rule)


class KillingCwim(Killing):
    """Cwim dies of a kill in the third area where it is wounded; a kill elsewhere wounds it there."""

    rule, empire, item, forced = "GW-MON-025", SLUG, "abilities.killing", True

    def _falls(self, fight: Resolution, me: int) -> bool:
        wounds = fight.s.marked(me) | 1 << fight.b.area
        return kills(fight, me) > 0 and wounds.bit_count() >= least(self, fight.s, "areas")

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        return fight.fights(me) and kills(fight, me) > 0 and not fight.s.marked(me) >> fight.b.area & 1

    async def post_battle(self, fight: Resolution, me: int) -> None:
        s, area = fight.s, fight.b.area
        s.mark(me, area)
        says(s, self, me, "is wounded in {}", area_name(s, area), touched=(f"area:{area}",))
