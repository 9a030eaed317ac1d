"""Ducks."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.decision import choose
from ...rules.battle import Resolution
from ...rules.common import area_name, says
from ...rules.domains import POOL
from ...rules.losses import take_at_once
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import Watches
from ..rune_card import place
from .diplomacy import Alliance

SLUG, DUCK = "ducks", "duck"


class AmongDucks(Alliance):
    """A failed attempt moves the Duck clockwise to the next sea."""

    race, rule = SLUG, "GW-ELD-015"

    def failed(self, s: State, race: int, area: int) -> None:
        owner, map_ = s.config.elders, s.config.map
        ring = [map_.index[slug] for slug in s.config.fact(f"empire.{SLUG}.figures.clockwise")]
        to = ring[(ring.index(area) + 1) % len(ring)]
        s.move(owner, s.config.by_key[owner][DUCK], area, to)
        says(s, self, owner, "move on to {}", area_name(s, to), touched=(f"area:{to}",))


class Flocks(Power):
    """When you pay to summon a Duck all others of your pool come at once, to buildings of yours as you like."""

    rule, empire, item, forced = "GW-ELD-016", SLUG, "abilities.flocks", True

    def may_after_action(self, s: State, me: int, who: int) -> bool:
        duck = s.config.by_key[me][DUCK]
        paid = any(row[:3] == ("summon", me, duck) for row in s.happened)  # what costs nothing is placed
        return paid and s.n(me, duck, POOL) > 0 and bool(s.sites(me))

    async def after_action(self, s: State, me: int, who: int) -> None:
        duck = s.config.by_key[me][DUCK]
        for _ in range(s.n(me, duck, POOL)):
            area = await choose(me, "area", list(dict.fromkeys(s.sites(me))), self, "a Duck where")
            await place(s, me, duck, area, self)


class DrakeOfDeath(Power):
    """After a battle in which a Duck of yours was killed the enemy suffers one rout more."""

    rule, empire, item, forced = "GW-FAQ-079", SLUG, "gifts.drake_of_death", True

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        duck = fight.s.config.by_key[me][DUCK]
        return fight.fights(me) and (me, duck) in fight.b.dead and bool(fight.units(fight.foe(me)))

    async def post_battle(self, fight: Resolution, me: int) -> None:
        s, foe = fight.s, fight.foe(me)
        gone = [to for who, to in fight.b.routed if who == foe]
        if gone:  # all routed of a side go the same way (GW-PST-005), off the map too
            fight.b.sent[fight.side(foe)] = gone[-1]
        fight.note(me, self)
        await take_at_once(fight, foe, 0, self.figure(s, "routs"))


class ADuckDies(Quest):
    """A Duck of yours is killed in battle."""

    rule, empire, key, watches = "GW-ELD-015", SLUG, "a_duck_dies", (Watches.LOST,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        dead = thing is not None and thing[:2] == (me, s.config.by_key[me][DUCK])
        return (Part("a Duck is killed in battle", int(dead)),)
