"""The Vadeli: a house design, since their card is lost."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import No
from ...rules.battle import Resolution
from ...rules.common import can_pay_vp, gain_power, lose_vp, tell
from ...rules.config import MINION
from ...rules.runes import gain_runes
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import InPhase, Watches

SLUG, VADELI = "vadeli", "vadeli"


class Slavers(Power):
    """After a battle of a Vadeli in which an enemy mortal minion was killed gain 1 Power."""

    rule, empire, item, forced = "GW-ELD-027", SLUG, "abilities.slavers", True

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        if not fight.fights(me) or s.config.by_key[me][VADELI] not in fight.fought(me):
            return False
        return any(seat != me and s.config.rank[seat][kind] == MINION for seat, kind in fight.b.dead)

    async def post_battle(self, fight: Resolution, me: int) -> None:
        gain_power(fight.s, me, self.figure(fight.s, "power"), self.rule)
        tell(fight.s, Watches.ACTION, (me, self.name), (me,))


class SorcerersBargain(Power):
    """In the Power Phase pay 1 VP to draw 2 runes."""

    rule, empire, item, printed = "GW-ELD-027", SLUG, "gifts.sorcerers_bargain", "Sorcerer's Bargain"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.POWER:
            return False
        return can_pay_vp(s, me, self.figure(s, "vp")) or No("there are too few points")

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        lose_vp(s, me, self.figure(s, "vp"), self.rule)
        await gain_runes(s, me, self.figure(s, "runes"), self.rule)


class TheFirstSlaves(Quest):
    """Gain Power by Slavers."""

    rule, empire, key, watches = "GW-ELD-027", SLUG, "the_first_slaves", (Watches.ACTION,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("Power by Slavers", int(thing == (me, "Slavers"))),)
