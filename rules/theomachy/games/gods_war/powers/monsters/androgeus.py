"""Androgeus, a Cosmic Monster: who summons near it gives an enemy a unit too, and only a hero's death kills it."""

from __future__ import annotations

from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, at_most
from ...rules.actions import may_come, needs_met, summon
from ...rules.battle import Resolution
from ...rules.common import gain_vp
from ...rules.config import GREATER, HERO
from ...rules.domains import POOL
from ...rules.packing import KIND, kills_on, kind_of
from ...rules.reach import near
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import InPhase, Limit, MayTarget
from .card import Killing, come, kills, place

SLUG = "androgeus"


class CouncilOfAndrogeus(Power):
    """In the Council each empire with units in its area gains 1 VP."""

    rule, empire, item, forced = "GW-MON-013", SLUG, "abilities.blessing", True
    printed = "Council of Androgeus"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL and bool(s.here(s.active, place(s, me)))

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        await gain_vp(s, s.active, self.figure(s, "vp"), self.rule)


class Lust(Power):
    """Who summons where it is, or next to it, names an enemy who summons his cheapest unit there for nothing; then it
    comes there.
    """

    rule, empire, item, forced = "GW-MON-014", SLUG, "abilities.lust", True

    def _calls(self, s: State) -> list[tuple[int, int]]:
        """Who has summoned a unit, and where to."""
        return [(who, to) for word, who, _, _, to in s.happened if word == "summon"]

    def _hears(self, s: State, me: int, area: int) -> bool:
        home = place(s, me)
        return bool((1 << home | near(s, home)) >> area & 1)

    def may_after_action(self, s: State, me: int, who: int) -> bool:
        return any(self._hears(s, me, area) for _, area in self._calls(s))

    async def after_action(self, s: State, me: int, who: int) -> None:
        for seat, area in self._calls(s):  # a unit that comes by Lust itself calls nobody
            if self._hears(s, me, area):
                await self._answer(s, seat, area)
                if area != place(s, me):
                    come(s, me, area, self)

    async def _answer(self, s: State, seat: int, area: int) -> None:
        """An enemy summons the cheapest unit that is there to be summoned (GW-FAQ-091)."""
        able = {foe: kinds for foe in s.order(seat)[1:] if (kinds := cheapest(s, foe))}
        if able:
            foe = await choose(seat, "player", list(able), self, "lust for")
            fid = await choose(foe, "unit", able[foe], self, "lust", argument="unit kind")
            summon(s, foe, kind_of(fid), area, self.rule)


def cheapest(s: State, seat: int) -> list[int]:
    """The cheapest kinds of unit that a player can summon out of his pool, whatever he has to pay with."""
    able = may_come if s.config.rulings.lust_asks_for_nothing else needs_met
    kinds = [fid for fid in s.summonable[seat] if s.n(seat, k := kind_of(fid), POOL) and able(s, seat, k)]
    cost = s.config.cost[seat]
    least = min((cost[kind_of(fid)] for fid in kinds), default=0)
    return [fid for fid in kinds if cost[kind_of(fid)] == least]


class Superhero(Power):
    """At most 4 dice are rolled against it, those of Single Combat counted."""

    rule, empire, item = "GW-MON-015", SLUG, "abilities.superhero"

    def dice(self, fight: Resolution, me: int, seat: int) -> Changes:
        if not fight.fights(me) or seat == me:
            return None
        side = fight.side(seat)
        thrown = sum(n for at, n, _, _ in fight.b.rolled if at == side)
        return at_most(max(self.figure(fight.s, "dice") - thrown, 0))


class KillingAndrogeus(Killing):
    """A kill on each side, and a hero or greater god of the enemy: one of those is killed, and then it dies. No other
    result affects it.
    """

    rule, empire, item = "GW-MON-016", SLUG, "abilities.killing"
    about = (Limit.KILLS, Limit.ROUTS, MayTarget.KILL)

    def _falls(self, fight: Resolution, me: int) -> bool:
        foe = fight.foe(me)
        need = self.figure(fight.s, "kills")
        return kills(fight, me) >= need and kills(fight, foe) >= need and bool(champions(fight, foe))

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Changes:
        if what is Limit.ROUTS:
            return at_most(0) if who == me else None
        return super().limit(s, me, what, who, it)

    def may_target(self, s: State, me: int, owner: int, kind: int, what: MayTarget) -> bool | None:
        """The first kill of the enemy falls on one of its champions, if that kills Androgeus."""
        if (
            s.battle is None
            or not (fight := Resolution(s, s.battle)).fights(me)
            or owner == me
            or not self._falls(fight, me)
        ):
            return None
        hit = any(kills_on(code) for code in champions(fight, owner))
        return None if hit or kind in {code & KIND for code in champions(fight, owner)} else False


def champions(fight: Resolution, seat: int) -> list[int]:
    """Classes of heroes and greater gods of a side that take part."""
    rank = fight.s.config.rank[seat]
    return [code for code in fight.units(seat) if rank[code & KIND] in (HERO, GREATER)]
