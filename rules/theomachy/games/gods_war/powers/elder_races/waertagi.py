"""Waertagi and their Dragonships: a house design round what two answers of the book tell."""

from __future__ import annotations

from typing import Any

from .....engine.masks import bits
from .....engine.runtime.ability import No
from .....engine.runtime.decision import Answer, choose, number
from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.arguments import ARGUMENT_TYPES
from ...rules.battle import Resolution
from ...rules.common import area_name, says, title
from ...rules.domains import AREA
from ...rules.movement import gone, travel
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ..house_runes import FREE_BATTLE, for_nothing

SLUG, SHIP = "waertagi", "dragonship"
BACK = "sailed back"


def ships(s: State, me: int) -> int:
    """Sea areas with a Dragonship of a seat, as a mask."""
    return sum(1 << a for a in s.standing(me, SHIP)) & s.ways.seas


def coasts(s: State, area: int) -> int:
    """The land areas that border a sea, as a mask."""
    return s.ways.border[area] & s.config.map.surface & ~s.ways.seas


class Tidewise(Power):
    """Dragonships of seas next to a land where you fight sail in; after the routs those that are left sail back."""

    rule, empire, item = "GW-ELD-028", SLUG, "abilities.tidewise"

    def _seas(self, fight: Resolution, me: int) -> list[int]:
        return [a for a in bits(ships(fight.s, me)) if coasts(fight.s, a) >> fight.b.area & 1]

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return bool(self._seas(fight, me)) or No("no Dragonship lies off this area")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, b = fight.s, fight.b
        ship = s.config.by_key[me][SHIP]
        fight.note(me, self)
        came = False
        while seas := self._seas(fight, me):
            sea = await choose(me, "area", [*seas, "done"] if came else seas, self, "sails in from")
            if sea == "done":
                break
            travel(s, me, ship, sea, b.area, "sail", self.rule)
            fight.join(me, ship)
            b.came += ((me, sea, ship),)
            came = True


class SailBack(Power):
    """Dragonships that came for a battle alone, and were neither killed nor routed, sail back."""

    rule, empire, item, forced, binding = "GW-ELD-028", SLUG, "abilities.tidewise", True, True

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        ship = fight.s.config.by_key[me][SHIP]
        return any(row[0] == me for row in fight.b.came) and fight.count(me, ship) > 0

    async def post_battle(self, fight: Resolution, me: int) -> None:
        s, b = fight.s, fight.b
        ship, side = s.config.by_key[me][SHIP], fight.side(me)
        seas = [sea for who, sea, _ in b.came if who == me]
        left = fight.count(me, ship)
        lost = sum((who, kind) == (side, ship) for who, kind, _ in b.fates)
        others = left + lost - len(seas)  # Dragonships that were there before
        n = await number(me, max(left - others, 0), min(len(seas), left), self, "sail back")
        for _ in range(n):
            sea = await choose(me, "area", sorted(set(seas)), self, "sails back to")
            seas.remove(sea)
            fight.change(me, next(code for code in fight.units(me, (ship,))))
            b.fates += ((side, ship, BACK),)
            travel(s, me, ship, b.area, sea, "sail", self.rule)
        b.came = tuple(row for row in b.came if row[0] != me)


ARGUMENT_TYPES["Dragonship's sea"] = AREA.argument(lambda s, me: bits(ships(s, me)), base="area")
ARGUMENT_TYPES["coast"] = AREA.argument(base="area", after=lambda s, me, sea: bits(coasts(s, sea)))


class MajorInvasion(Act, Power):
    """From a sea with a Dragonship any of your units there go to one land that borders it; then you may declare battle
    there for nothing.
    """

    rule, empire, item, verb = "GW-ELD-028", SLUG, "gifts.major_invasion", "invade"
    shape, phrase = ("Dragonship's sea", "coast"), "Major Invasion from {} into {}"
    requirements = (
        Requirement(
            "GW-FAQ-082",
            "{0} is a sea area with a Dragonship of yours",
            lambda s, me, sea: bool(ships(s, me) >> sea & 1),
            implied_by=("Dragonship's sea",),
        ),
        Requirement(
            "GW-ELD-028",
            "{1} is a land area that borders it",
            lambda s, me, sea, area: bool(coasts(s, sea) >> area & 1),
            implied_by=("coast",),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: Any) -> int:
        return int(args[0])

    async def do(self, s: State, me: int, sea: int, area: int) -> None:
        landed = False
        while kinds := [(me, sea, kind) for kind in s.kinds_in(me, sea)]:
            options: list[Answer] = [*kinds, "done"] if landed else [*kinds]
            unit = await choose(me, "unit", options, self, "lands", argument="unit")
            if unit == "done":
                break
            travel(s, me, unit[2], sea, area, "invade", self.rule)
            s.moved += ((unit[2], area),)
            landed = True
        await gone(s, me)
        foes = [foe for _, where, foe in for_nothing(s, me, FREE_BATTLE) if where == area]
        if not foes:
            return
        names = {"nobody": "Nobody"} | {foe: title(s, foe) for foe in foes}
        foe = await choose(me, "player", [*foes, "nobody"], self, "invaded", names=names)
        if foe != "nobody":
            says(s, self, me, "fights in {} for nothing", area_name(s, area))
            await FREE_BATTLE.do(s, me, area, foe)


class ThreeSeas(Quest):
    """Your Dragonships are in three different sea areas."""

    rule, empire, key = "GW-ELD-028", SLUG, "three_seas"

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("sea areas with a Dragonship", ships(s, me).bit_count(), self.figure(s, "seas")),)
