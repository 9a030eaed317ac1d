"""The Giant."""

from __future__ import annotations

from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.arguments import ARGUMENT_TYPES
from ...rules.common import area_name, eliminate, pick, says, units_in
from ...rules.config import GREATER, MINION
from ...rules.domains import SEAT
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import MayTarget, OnElimination
from .diplomacy import Alliance, emissary_dies

SLUG, GIANT = "giants", "giant"


class AmongGiants(Alliance):
    """Any area without a building will do; who wins the Giant loses an emissary, and the Giant comes there."""

    race, rule = SLUG, "GW-ELD-017"

    def places(self, s: State, race: int) -> list[int]:
        return [a for a in range(len(s.site)) if not s.buildings_in(a) and not s.ways.closed >> a & 1]

    async def won(self, s: State, me: int, race: int, area: int, *, six: bool) -> None:
        if not (six and s.config.rulings.one_death_for_the_giant):
            await emissary_dies(s, me, area, self.rule)
        s.bring(me, s.config.by_key[me][GIANT], area)
        says(s, self.rule, me, "has the Giant in {}", area_name(s, area), touched=(f"area:{area}",))


class Contrary(Power):
    """No gift or ability may choose the Giant, not even one that would help him."""

    rule, empire, item, about = "GW-ELD-017", SLUG, "abilities.contrary", (MayTarget.PICKED, MayTarget.SWEPT)

    def may_target(self, s: State, me: int, owner: int, kind: int, what: MayTarget) -> bool | None:
        if owner != me or kind != s.config.by_key[me][GIANT]:
            return None
        return False if what is MayTarget.PICKED or s.config.rulings.the_giant_is_never_swept else None


def where(s: State, me: int) -> list[int]:
    """The area of the Giant, if he is on the map."""
    return s.standing(me, GIANT)


def minions(s: State, foe: int, area: int) -> list[int]:
    """The kinds of mortal minion of an empire in an area."""
    return [k for k in s.kinds_in(foe, area) if s.config.rank[foe][k] == MINION]


def guarded(s: State, foe: int, area: int) -> bool:
    """Does a greater god or a Ziggurat of theirs protect minions there?"""
    god = any(s.config.rank[foe][k] == GREATER for k in s.kinds_in(foe, area))
    mine = s.mine_in(foe, area)
    return god or (mine >= 0 and s.building(mine, area).type == "ziggurat")


def prey(s: State, me: int) -> list[int]:
    """The enemy empires on whom the Giant may feed."""
    home = where(s, me)
    return [f for f in s.config.seats if f != me and home and minions(s, f, home[0]) and not guarded(s, f, home[0])]


ARGUMENT_TYPES["prey"] = SEAT.argument(prey, base="seat")


class TheEater(Act, Power):
    """An enemy empire eliminates one of its mortal minions where the Giant stands; its greater god or Ziggurat there
    protects them.
    """

    rule, empire, item, verb, shape = "GW-ELD-018", SLUG, "abilities.the_eater", "eat", ("prey",)
    phrase = "The Eater: a minion of {}"
    requirements = (
        Requirement("GW-ELD-018", "The Giant is on the map", lambda s, me: bool(where(s, me))),
        Requirement("GW-ELD-018", "{0} is an enemy", lambda s, me, foe: foe != me, implied_by=("prey",)),
        Requirement(
            "GW-ELD-018",
            "{0} has a mortal minion where he stands",
            lambda s, me, foe: any(minions(s, foe, a) for a in where(s, me)),
            implied_by=("prey",),
        ),
        Requirement(
            "GW-ELD-018",
            "No greater god or Ziggurat of {0} protects them",
            lambda s, me, foe: not any(guarded(s, foe, a) for a in where(s, me)),
            implied_by=("prey",),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: object) -> int:
        return where(s, me)[0]

    async def do(self, s: State, me: int, foe: int) -> None:
        area = where(s, me)[0]
        _, _, kind = await pick(s, foe, units_in(s, foe, area, minions(s, foe, area)), self, "eaten")
        await eliminate(s, foe, kind, area, OnElimination.ELIMINATED, me, self.rule)
