"""Dwarfs, the Mostali."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from .....engine.tabletop.argument import ArgumentType
from ...rules.actions import Act
from ...rules.arguments import ARGUMENT_TYPES, building_target
from ...rules.battle import Resolution
from ...rules.common import area_name, built, cost_of_building, erect, says, tell
from ...rules.config import Building
from ...rules.domains import AREA
from ...rules.reach import bars, room, unbarred
from ...rules.state import State
from ...rules.timings import Part, Power, Quest, asked
from ...rules.topics import CostOf, FixedResults, MayPlace, Watches

SLUG, DWARF = "dwarfs", "dwarf"
FACE = 256  # marks the second face of a building in an option
SMALL = ("shrine", "chaos_nest")  # what is no great work, by its key


def works(s: State, me: int) -> list[int]:
    """All buildings of a sheet, and second faces of some."""
    second = s.config.second[me]
    codes = [me << 3 | kind for kind in range(len(second))]
    return codes + [code | FACE for code in codes if second[code & 7] >= 0]


def in_pool(s: State, me: int) -> list[int]:
    """Those of which one is in the pool."""
    return [code for code in works(s, me) if s.stock(me, code & 7)]


def sites(s: State, me: int, code: int) -> list[int]:
    """Areas with a Dwarf and room for such a building."""
    plain = code & ~FACE
    found = [a for a in s.standing(me, DWARF) if room(s, me, plain, a)]
    return list(unbarred(s, me, plain, found, MayPlace.BUILD))


def printed(s: State, code: int) -> Building:
    """What it will be."""
    seat, kind = (code & ~FACE) >> 3, code & 7
    empire = s.config.empires[seat]
    return empire.faces[s.config.second[seat][kind]] if code & FACE else empire.buildings[kind]


ARGUMENT_TYPES["work"] = ArgumentType(
    works, lambda s, code: printed(s, code).name, lambda s, code: building_target(s, code & ~FACE)
)
ARGUMENT_TYPES["work at hand"] = ArgumentType(
    in_pool, ARGUMENT_TYPES["work"].name, ARGUMENT_TYPES["work"].target, base="work"
)
ARGUMENT_TYPES["Dwarf's site"] = AREA.argument(base="area", after=sites)


class Construction(Act, Power):
    """Place a building where a Dwarf stands for its cost: it needs neither what it stands on nor its gift."""

    rule, empire, item, verb = "GW-ELD-012", SLUG, "abilities.construction", "construction"
    shape, phrase, also = ("work at hand", "Dwarf's site"), "Construction: {} in {}", ("construct",)
    requirements = (
        Requirement(
            "GW-BLD-009",
            "{0} is in your pool",
            lambda s, me, code: s.stock(me, code & 7) > 0,
            fact=lambda s, me, code: s.stock(me, code & 7),
            implied_by=("work at hand",),
        ),
        Requirement(
            "GW-ELD-012",
            "A Dwarf of yours stands in {1}",
            lambda s, me, code, area: area in s.standing(me, DWARF),
            implied_by=("Dwarf's site",),
        ),
        Requirement(
            "GW-BLD-007",
            "There is room in {1}",
            lambda s, me, code, area: room(s, me, code & ~FACE, area),
            implied_by=("Dwarf's site",),
        ),
        Requirement(
            "GW-BLD-006",
            "No power keeps {0} out of {1}",
            lambda s, me, code, area: not bars(s, me, code & ~FACE, area, MayPlace.BUILD),
            implied_by=("Dwarf's site",),
        ),
    )

    def price(self, s: State, me: int, code: int) -> int:  # type: ignore[override]
        plain = code & ~FACE
        n = printed(s, code).cost if code & FACE else cost_of_building(s, plain)
        return max(asked(s, "cost_of", CostOf.BUILD, me, plain, n, own=True), 0)

    async def do(self, s: State, me: int, code: int, area: int) -> None:
        await erect(s, me, code & 7, area, self.rule, "constructs")
        if code & FACE:
            s.turn_over(area, True)
            says(s, self, me, "imbeds it at once in {}", area_name(s, area), touched=(built(s, area, code & ~FACE),))
        tell(s, Watches.ACTION, (me, self.verb, printed(s, code).key), (me,))


class Stoneshape(Power):
    """Your building in a battle with a Dwarf adds 1 rout."""

    rule, empire, item = "GW-ELD-012", SLUG, "gifts.stoneshape"

    def fixed_results(self, fight: Resolution, me: int, foe: int, building: int, what: FixedResults) -> Changes:
        there = what is FixedResults.ROUTS and fight.count(me, fight.s.config.by_key[me][DWARF])
        return add(self.figure(fight.s, "routs")) if there else None


class AGreatWork(Quest):
    """Place a building by Construction that is neither a Shrine nor a standard Nest."""

    rule, empire, key, watches = "GW-ELD-012", SLUG, "a_great_work", (Watches.ACTION,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = thing is not None and thing[:2] == (me, Construction.verb) and thing[2] not in SMALL
        return (Part("a great building by Construction", int(met)),)
