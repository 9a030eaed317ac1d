"""Leviathan, a Cosmic Monster: who builds or summons near it draws it near."""

from __future__ import annotations

from .....engine.masks import bits
from .....engine.runtime.decision import choose
from ...rules.battle import Resolution
from ...rules.common import gain_power
from ...rules.losses import Sending
from ...rules.reach import near
from ...rules.state import NOTHING, State
from ...rules.timings import Power
from .card import Killing, come, kills, least, place

SLUG = "leviathan"


class Undertow(Power):
    """Who has built or summoned in its area, or next to it, draws Leviathan there, if need be to a sea beside it, and
    loses 1 Power.
    """

    rule, empire, item, forced = "GW-MON-025", SLUG, "abilities.undertow", True

    def _area(self, s: State, me: int, who: int) -> int:
        """Where it was, or -1."""
        home = place(s, me)
        zone = 1 << home | near(s, home)
        rows = [row for row in s.happened if row[0] in ("summon", "building") and row[1] == who and zone >> row[4] & 1]
        return rows[0][4] if rows else NOTHING

    def may_after_action(self, s: State, me: int, who: int) -> bool:
        return self._area(s, me, who) >= 0

    async def after_action(self, s: State, me: int, who: int) -> None:
        area, home, seas = self._area(s, me, who), place(s, me), s.ways.seas
        to = [area] if seas >> area & 1 else bits(near(s, area) & seas)
        if to and (goal := await choose(who, "area", to, self, "undertow")) != home:
            come(s, me, goal, self)
        gain_power(s, who, -min(self.figure(s, "power"), s.power[who]), self.rule)


class Swallow(Power):
    """Those whom Leviathan routs are sent to Hell."""

    rule, empire, item, forced = "GW-MON-025", SLUG, "abilities.swallow", True

    def may_would_retreat(self, s: State, me: int, event: Sending) -> bool:
        return event.by == me

    def would_retreat(self, s: State, me: int, event: Sending) -> Sending:
        return event._replace(areas=s.config.map.hell & ~(1 << event.fight.b.area))


class KillingLeviathan(Killing):
    """Two kills in one battle kill Leviathan while two empires have units in its area."""

    rule, empire, item = "GW-MON-025", SLUG, "abilities.killing"

    def _falls(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        empires = sum(bool(s.here(seat, fight.b.area)) for seat in s.config.seats)
        return kills(fight, me) >= least(self, s, "kills") and empires >= least(self, s, "empires")
