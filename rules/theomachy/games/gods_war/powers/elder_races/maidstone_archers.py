"""The Maidstone Archer: a house design, since its card is lost."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import No
from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.battle import Resolution
from ...rules.common import Unit, area_name, eliminate, says
from ...rules.config import MINION
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import OnElimination, Watches

SLUG, ARCHER = "maidstone_archers", "maidstone_archer"


def stand(s: State, me: int) -> list[int]:
    """The area of the Archer, if it is on the map."""
    return s.standing(me, ARCHER)


def beside(s: State, me: int) -> int:
    """The areas next to it, as a mask."""
    return sum(s.ways.border[area] for area in stand(s, me))


class LongShot(Power):
    """In a battle of yours next to its area the Archer adds its dice; nothing happens to it."""

    rule, empire, item = "GW-ELD-026", SLUG, "abilities.long_shot"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return bool(beside(fight.s, me) >> fight.b.area & 1) or No("the Archer is not next to this area")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s = fight.s
        area = stand(s, me)[0]
        fight.b.allies += ((me, area, s.config.by_key[me][ARCHER], 1, self.rule),)
        fight.note(me, self)
        says(s, self, me, "shoots with the Archer from {}", area_name(s, area), touched=(f"area:{area}",))


class StoneArrow(Act, Power):
    """Kill an enemy mortal minion in an area next to the Archer."""

    rule, empire, item, verb, shape = "GW-ELD-026", SLUG, "gifts.stone_arrow", "stone arrow", ("enemy",)
    phrase = "Stone Arrow: {}"
    requirements = (
        Requirement("GW-ELD-026", "The Archer is on the map", lambda s, me: bool(stand(s, me))),
        Requirement(
            "GW-ELD-026", "{0} is a mortal minion", lambda s, me, unit: s.config.rank[unit[0]][unit[2]] == MINION
        ),
        Requirement(
            "GW-ELD-026", "{0} stands next to the Archer", lambda s, me, unit: bool(beside(s, me) >> unit[1] & 1)
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: object) -> int:
        return stand(s, me)[0]

    async def do(self, s: State, me: int, unit: Unit) -> None:
        seat, area, kind = unit
        await eliminate(s, seat, kind, area, OnElimination.KILLED, me, self.rule)


class ACleanShot(Quest):
    """You kill a unit in a battle in which the Archer fought or shot."""

    rule, empire, key, watches = "GW-ELD-026", SLUG, "a_clean_shot", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = False
        if thing is not None and thing.fights(me):
            archer = s.config.by_key[me][ARCHER]
            shot = any((who, kind) == (me, archer) for who, _, kind, _, _ in thing.b.allies)
            met = (shot or archer in thing.fought(me)) and any(seat != me for seat, _ in thing.b.dead)
        return (Part("a kill in a battle of the Archer", int(met)),)
