"""The Mother of Monsters, a Chaos Monster, and her Spawn: mortal minions, no Monsters, owned apart from her."""

from __future__ import annotations

from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.battle import Resolution, muster
from ...rules.common import area_name, says
from ...rules.domains import POOL
from ...rules.reach import roams
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import CountsAs, MayMove, MayPlace
from .card import IT, Killing, come, owner, there

SLUG, SPAWN = "mother_of_monsters", "spawn"


def spawn_in(s: State, area: int) -> bool:
    """Do Spawn stand in an area?"""
    return bool(s.here(owner(s, SPAWN), area))


def brood(s: State) -> int:
    """Spawn in play."""
    return s.playing(owner(s, SPAWN), IT)


class Birth(Act, Power):
    """She goes to an area next to her without Spawn, and leaves a new Spawn behind."""

    rule, empire, item, verb, shape = "GW-MON-021", SLUG, "abilities.birth", "birth", ("area",)
    phrase, public = "Birth: the Mother of Monsters goes to {}", True
    requirements = (
        Requirement(
            "GW-MON-021",
            "{0} is next to her",
            lambda s, me, area: (at := there(s, SLUG)) >= 0 and bool(roams(s, at) >> area & 1),
        ),
        Requirement("GW-MON-021", "No Spawn stands in {0}", lambda s, me, area: not spawn_in(s, area)),
        Requirement(
            "GW-CMP-025",
            "A Spawn is left, or she goes without",
            lambda s, me: not s.config.rulings.birth_needs_a_spawn or s.n(owner(s, SPAWN), IT, POOL) > 0,
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(self.figure(s, "price")) if brood(s) >= self.figure(s, "many") else 0

    def begins(self, s: State, me: int, *args: object) -> int:
        return there(s, SLUG)

    async def do(self, s: State, me: int, area: int) -> None:
        old, spawn = there(s, SLUG), owner(s, SPAWN)
        come(s, owner(s, SLUG), area, self)
        if s.n(spawn, IT, POOL):
            s.move(spawn, IT, POOL, old)
            says(s, self, spawn, "is born in {}", area_name(s, old), touched=(f"area:{old}",))


class BarrenGround(Power):
    """Nobody builds or upgrades in her area."""

    rule, empire, item = "GW-MON-019", SLUG, "abilities.barren"
    printed = "Barren ground"

    def may_place(self, s: State, me: int, who: int, building: int, area: int, how: MayPlace) -> bool | None:
        return False if how == MayPlace.BUILD and s.here(me, area) else None


class Titanic(Killing):
    """Kills do nothing to her; she is never routed to an area with Spawn."""

    rule, empire, item, printed = "GW-MON-020", SLUG, "abilities.titanic", "Titanic"
    about = (*Killing.about, MayMove.ROUT)

    def _falls(self, fight: Resolution, me: int) -> bool:
        return False

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        return False if what is MayMove.ROUT and who == me and spawn_in(s, it) else None


class KillingTheMotherOfMonsters(Power):
    """She dies when she is routed and can go nowhere."""

    rule, empire, item = "GW-MON-023", SLUG, "abilities.cornered"
    printed = "Killing the Mother of Monsters"

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        return role is CountsAs.CORNERED and kind == IT


class Spawnrise(Act, Power):
    """One Spawn attacks an empire in its area; it may destroy a building."""

    rule, empire, item, verb, shape = "GW-MON-022", SPAWN, "abilities.spawnrise", "spawnrise", ("area", "seat")
    phrase, public = "Spawnrise: a Spawn in {} attacks {}", True
    requirements = (
        Requirement("GW-MON-022", "A Spawn stands in {0}", lambda s, me, area: spawn_in(s, area)),
        Requirement(
            "GW-MON-022",
            "{1} has a unit or a building in {0}",
            lambda s, me, area, foe: bool(s.here(foe, area)) or s.mine_in(foe, area) >= 0,
        ),
        Requirement(
            "GW-MON-022",
            "Spawn rise without their Mother, or she is not dead",
            lambda s, me: not s.config.rulings.spawn_rest_without_her or there(s, SLUG) >= 0,
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        spawn = owner(s, SPAWN)
        s.battle = muster(s, area, spawn, foe, keeper=me)  # the flow goes on with it
        fight = Resolution(s, s.battle)
        for _ in range(fight.count(spawn, IT) - 1):
            fight.leave_out(spawn, IT)


class Brood(Power):
    """The rating of a Spawn is the number of Spawn in play; none is routed to their Mother."""

    rule, empire, item, about = "GW-MON-018", SPAWN, "abilities.brood", (MayMove.ROUT,)

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        return add(brood(s))

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        mother = owner(s, SLUG)
        return False if what is MayMove.ROUT and who == me and mother >= 0 and s.here(mother, it) else None
