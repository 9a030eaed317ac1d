"""Scorpion Folk, who come with Chaos and may be a second ally."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.layers import Changes, add
from ...rules.actions import summon
from ...rules.battle import Resolution
from ...rules.common import area_name, says
from ...rules.domains import POOL
from ...rules.setup import ELDER_RACES
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import OnElimination, Watches

SLUG, SCORPION = "scorpion_folk", "scorpion_man"


class TheFirstNest(Power):
    """A Scorpion Man comes to the area of the first Nest that is built."""

    rule, empire, item, forced = "GW-ELD-019", ELDER_RACES, "abilities.first_nest", True
    printed = "The first Nest"

    def _waits(self, s: State, me: int) -> bool:
        race = s.config.race(SLUG)
        return race >= 0 and s.is_neutral(race) and not s.where(me, s.config.by_key[me][SCORPION])

    def may_on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> bool:
        return s.config.empires[owner].buildings[building].nest and self._waits(s, me)

    async def on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> None:
        s.bring(me, s.config.by_key[me][SCORPION], area)
        says(s, self, me, "have a Scorpion Man in {}", area_name(s, area), touched=(f"area:{area}",))

    def may_on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
        return owner == me and self._waits(s, me) and s.config.rulings.scorpions_die_with_the_spike

    async def on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> None:
        s.included &= ~(1 << s.config.race(SLUG))
        says(s, self, me, "lose the Scorpion Folk for the rest of the game")


class Feasting(Power):
    """After a battle of a Scorpion Man in which an enemy was killed another one comes there for nothing."""

    rule, empire, item, forced, binding = "GW-ELD-020", SLUG, "abilities.feasting", True, True

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        if not fight.fights(me) or s.config.by_key[me][SCORPION] not in fight.fought(me):
            return False
        return any(seat != me for seat, _ in fight.b.dead) and s.n(me, s.config.by_key[me][SCORPION], POOL) > 0

    async def post_battle(self, fight: Resolution, me: int) -> None:
        s = fight.s
        kind = s.config.by_key[me][SCORPION]
        for _ in range(min(self.figure(s, "units"), s.n(me, kind, POOL))):
            summon(s, me, kind, fight.b.area, self.rule)
        fight.note(me, self)


class BroodOfRuin(Power):
    """In the Power Phase 1 Power for each area where a Scorpion Man stands beside an enemy building."""

    rule, empire, item = "GW-ELD-020", SLUG, "gifts.brood_of_ruin"

    def income(self, s: State, me: int) -> Changes:
        areas = s.where(me, s.config.by_key[me][SCORPION])
        n = sum(any(code >> 3 != me for code in s.buildings_in(a)) for a in areas)
        return add(n * self.figure(s, "power")) if n else None


class ItSurvives(Quest):
    """A Scorpion Man of yours survives a battle in which any unit was killed."""

    rule, empire, key, watches = "GW-ELD-019", SLUG, "it_survives", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = thing is not None and thing.fights(me) and bool(thing.b.dead) and self._lives(s, me, thing)
        return (Part("a Scorpion Man survives a battle with a kill", int(met)),)

    def _lives(self, s: State, me: int, fight: Resolution) -> bool:
        kind, side = s.config.by_key[me][SCORPION], fight.side(me)
        routed = any((who, k) == (side, kind) and how.startswith("to ") for who, k, how in fight.b.fates)
        return routed or fight.count(me, kind) > 0
