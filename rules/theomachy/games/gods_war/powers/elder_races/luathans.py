"""Luathans: their card is lost but for what the answers of the book tell of Devastate."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.arguments import ARGUMENT_TYPES
from ...rules.common import eliminate, targets, tell, units_in
from ...rules.domains import AREA
from ...rules.losses import Sending, rout_away
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import MayTarget, OnElimination, Watches

SLUG, LUATHAN = "luathans", "luathan"


def homes(s: State, me: int) -> list[int]:
    """Areas with a Luathan of a seat."""
    return s.standing(me, LUATHAN)


ARGUMENT_TYPES["Luathan's area"] = AREA.argument(homes, base="area")


class Devastate(Act, Power):
    """Eliminate a Luathan: all other units of its area are routed, those of each owner to one area that you name."""

    rule, empire, item, verb = "GW-ELD-025", SLUG, "abilities.devastate", "devastate"
    shape, phrase = ("Luathan's area",), "Devastate {}"
    requirements = (
        Requirement(
            "GW-ELD-025",
            "A Luathan of yours stands in {0}",
            lambda s, me, area: area in homes(s, me),
            implied_by=("Luathan's area",),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, area: int) -> None:
        luathan = s.config.by_key[me][LUATHAN]
        await eliminate(s, me, luathan, area, OnElimination.ELIMINATED, me, self.rule)
        enemies = 0
        others = [owner for owner in s.config.neutrals if owner != s.config.elders]  # neutral races: GW-ELD-003
        for owner in (*s.order(me)[1:], *others, me):
            kinds = [kind for _, _, kind in targets(s, units_in(s, owner, area), MayTarget.SWEPT)]
            enemies += await rout_away(s, owner, area, me, self.rule, kinds) and owner != me
        tell(s, Watches.ACTION, (me, self.verb, enemies), (me,))


class BloodSunset(Power):
    """With a Luathan in the battle enemies that you rout may be sent to Outer Hell."""

    rule, empire, item = "GW-ELD-025", SLUG, "gifts.blood_sunset"

    def may_would_retreat(self, s: State, me: int, event: Sending) -> bool:
        there = s.config.by_key[me][LUATHAN] in event.fight.fought(me)
        return event.by == me and there and self._hell(s) != event.fight.b.area

    def would_retreat(self, s: State, me: int, event: Sending) -> Sending:
        event.fight.note(me, self)
        return event._replace(areas=1 << self._hell(s))

    def _hell(self, s: State) -> int:
        return s.config.map.index[self.figure(s, "area")]


class TwoAtOnce(Quest):
    """Devastate routs units of two enemies at once."""

    rule, empire, key, watches = "GW-ELD-025", SLUG, "two_at_once", (Watches.ACTION,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        told = thing is not None and thing[:2] == (me, Devastate.verb)
        return (Part("enemies that Devastate has routed", thing[2] if told else 0, self.figure(s, "enemies")),)
