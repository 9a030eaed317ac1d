"""Diplomacy: how an elder race becomes somebody's ally (GW-ELD-003 to GW-ELD-011)."""

from __future__ import annotations

from typing import ClassVar

from .....engine.runtime.decision import die
from .....engine.runtime.requirement import Requirement
from ...rules.actions import HAS_POWER, YOUR_TURN, Act, allowed
from ...rules.arguments import ARGUMENT_TYPES
from ...rules.common import area_name, eliminate, pick, says, units_in
from ...rules.domains import AREA
from ...rules.packing import kind_of
from ...rules.setup import ELDER_RACES
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import OnElimination

FACES = 6
ALLIANCES: dict[str, Alliance] = {}  # of the races whose cards say something else than Diplomacy as it is


class Alliance:
    """How an elder race is won: by Diplomacy as it is. A race whose card says more has a class of its own."""

    race: ClassVar[str] = ""
    rule: ClassVar[str] = "GW-ELD-004"

    def __init_subclass__(cls) -> None:
        ALLIANCES[cls.race] = cls()

    def places(self, s: State, race: int) -> list[int]:
        """Where an attempt may be made: where its units stand."""
        owner = s.config.elders
        return [a for a in s.areas(owner) if any(s.n(owner, k, a) for k in kinds_of(s, owner, race))]

    def wins(self, s: State, face: int, cost: int) -> bool:
        """Does the die win it, with so much cost of units there?"""
        return face <= cost

    async def won(self, s: State, me: int, race: int, area: int, *, six: bool) -> None:
        """It has become an ally; does the die kill a unit besides?"""

    def failed(self, s: State, race: int, area: int) -> None:
        """The attempt has failed."""


PLAIN = Alliance()


def way_to(s: State, race: int) -> Alliance:
    """How this race is won."""
    return ALLIANCES.get(s.config.races[race].slug, PLAIN)


def kinds_of(s: State, owner: int, race: int) -> list[int]:
    """The kinds of unit of a race on the sheet of an owner."""
    return [kind_of(code) for code in s.config.guests[owner][race]]


def worth(s: State, me: int, area: int) -> int:
    """What all units of a seat in an area cost; buildings do not count (GW-FAQ-075)."""
    return sum(s.config.cost[me][kind] * s.n(me, kind, area) for kind in s.kinds_in(me, area))


def has_room(s: State, me: int, race: int) -> bool:
    """May a race be an ally of a seat: it has none yet, or one of the two may be there besides (GW-ELD-011)?"""
    races = s.config.races
    return races[race].beside or all(races[other].beside for other in s.allied(me))


async def emissary_dies(s: State, me: int, area: int, rule: str) -> None:
    """One unit of a seat there is killed, as it chooses; never a building (GW-FAQ-075)."""
    if units := units_in(s, me, area):
        _, _, kind = await pick(s, me, units, rule, "emissary")
        await eliminate(s, me, kind, area, OnElimination.KILLED, me, rule)


ARGUMENT_TYPES["citadel"] = AREA.argument(
    base="area", after=lambda s, me, race: [a for a in way_to(s, race).places(s, race) if s.here(me, a)]
)


class Diplomacy(Act, Power):
    """A die not above the cost of your units with a neutral elder race wins it as an ally; a 6 kills one of them."""

    rule, empire, item, public = "GW-ELD-004", ELDER_RACES, "abilities.diplomacy", True
    verb, shape, phrase, also = "diplomacy", ("neutral race", "citadel"), "Diplomacy: {} in {}", ("ally", "negotiate")
    when = (YOUR_TURN, HAS_POWER, allowed("diplomacy"))  # in force wherever there are elder races
    requirements = (
        Requirement(
            "GW-ELD-007",
            "{0} are in the game, and nobody's ally",
            lambda s, me, race: s.is_neutral(race),
            implied_by=("neutral race",),
        ),
        Requirement(
            "GW-ELD-011",
            "You have no ally yet, or one that leaves room for {0}",
            lambda s, me, race: has_room(s, me, race),
            fact=lambda s, me, race: ", ".join(s.config.races[other].title for other in s.allied(me)),
        ),
        Requirement(
            "GW-ELD-004",
            "{0} are to be won in {1}",
            lambda s, me, race, area: area in way_to(s, race).places(s, race),
            implied_by=("citadel",),
            ruled=lambda s, me, race, area: way_to(s, race).rule,
        ),
        Requirement(
            "GW-ELD-004",
            "You have a unit in {1}",
            lambda s, me, race, area: s.here(me, area),
            implied_by=("citadel",),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def told(self, s: State, me: int, race: int, area: int) -> str:
        cost = worth(s, me, area)
        wins = sum(way_to(s, race).wins(s, face, cost) for face in range(1, FACES + 1))
        return f"your units there cost {cost}: {wins} of {FACES} faces win; a {self.figure(s, 'kills_at')} kills one"

    async def do(self, s: State, me: int, race: int, area: int) -> None:
        way, row, cost = way_to(s, race), s.config.races[race], worth(s, me, area)
        face = await die(self, "diplomacy", prompt=f"Diplomacy with the {row.title}: your units there cost {cost}")
        won, six = way.wins(s, face, cost), face == self.figure(s, "kills_at")
        says(s, self, me, "rolls {} in {}, with units that cost {}", face, area_name(s, area), cost)
        late = won and s.config.rulings.a_new_ally_may_die
        if six and not late:
            await emissary_dies(s, me, area, "GW-ELD-005")
        if not won:
            way.failed(s, race, area)
            return
        s.ally(race, me)
        says(s, "GW-ELD-007", me, "has the {} as an ally", row.title, touched=(f"area:{area}",))
        await way.won(s, me, race, area, six=six)
        if six and late:
            await emissary_dies(s, me, area, "GW-ELD-005")
