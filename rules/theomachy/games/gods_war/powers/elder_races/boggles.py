"""Boggles: a house design, since their card is lost."""

from __future__ import annotations

from typing import Any

from ...rules.battle import Resolution, Score
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import Watches
from .diplomacy import Alliance

SLUG, BOGGLE = "boggles", "boggle"


class AmongBoggles(Alliance):
    """A high die wins them, whatever the units there cost."""

    race, rule = SLUG, "GW-ELD-024"

    def wins(self, s: State, face: int, cost: int) -> bool:
        return bool(face >= s.config.fact(f"empire.{SLUG}.figures.least"))


class Mischief(Power):
    """For each Boggle of yours in the battle the enemy rolls a die less."""

    rule, empire, item, forced = "GW-ELD-024", SLUG, "abilities.mischief", True

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        return fight.count(me, fight.s.config.by_key[me][BOGGLE]) > 0

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        n = fight.count(me, fight.s.config.by_key[me][BOGGLE])
        fight.b.extra[fight.side(foe)] -= n * self.figure(fight.s, "dice")
        fight.note(me, self)


class TopsyTurvy(Power):
    """With a Boggle in the battle a kill scored against you and a rout scored against the enemy change places."""

    rule, empire, item, printed = "GW-ELD-024", SLUG, "gifts.topsy_turvy", "Topsy-Turvy"

    def may_would_score(self, s: State, me: int, event: Score) -> bool:
        fight = event.fight
        if event.step != "post-battle" or not fight.fights(me):
            return False
        mine = fight.side(me)
        here = s.config.by_key[me][BOGGLE] in fight.fought(me)
        return here and event.kills[mine] > 0 and event.routs[1 - mine] > 0

    def would_score(self, s: State, me: int, event: Score) -> Score:
        event.fight.note(me, self)
        mine = event.fight.side(me)
        kills, routs = list(event.kills), list(event.routs)
        kills[mine], kills[1 - mine] = kills[mine] - 1, kills[1 - mine] + 1
        routs[mine], routs[1 - mine] = routs[mine] + 1, routs[1 - mine] - 1
        return event._replace(kills=(kills[0], kills[1]), routs=(routs[0], routs[1]))


class ABoggleFlees(Quest):
    """A Boggle of yours is routed in battle."""

    rule, empire, key, watches = "GW-ELD-024", SLUG, "a_boggle_flees", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        routed = 0
        if thing is not None and thing.fights(me):
            boggle, side = s.config.by_key[me][BOGGLE], thing.side(me)
            routed = sum((who, k) == (side, boggle) and how.startswith("to ") for who, k, how in thing.b.fates)
        return (Part("a Boggle is routed in battle", min(routed, 1)),)
