"""Juggernaut, a Cosmic Monster: who moves near it moves it, and all that stands with it."""

from __future__ import annotations

from .....engine.masks import bits
from .....engine.runtime.decision import choose
from ...rules.battle import Resolution
from ...rules.common import reached
from ...rules.domains import POOL
from ...rules.movement import carries, travel
from ...rules.reach import near, roams
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import MayMove
from .card import Killing, kills, least, place

SLUG = "juggernaut"
NO_MOVES = ("rout", "nightfall", "swept", "summon", "building", "conquest")  # what is no power to move units


class Community(Power):
    """Who has moved a unit out of or into its area, or one next to it, moves Juggernaut and all units there."""

    rule, empire, item, forced = "GW-FAQ-089", SLUG, "abilities.community", True

    def may_after_action(self, s: State, me: int, who: int) -> bool:
        home = place(s, me)
        zone = 1 << home | near(s, home)
        return any(
            zone >> area & 1 for word, _, _, *ends in s.happened if word not in NO_MOVES for area in ends if area < POOL
        )

    async def after_action(self, s: State, me: int, who: int) -> None:
        home = place(s, me)
        to = await choose(who, "area", bits(roams(s, home)), self, "community")
        for owner in reached(s, who):
            for kind in s.kinds_in(owner, home):
                if carries(s, owner, kind, MayMove.SWEPT):
                    for _ in range(s.n(owner, kind, home)):
                        travel(s, owner, kind, home, to, "swept", self.rule)


class Unstoppable(Power):
    """Juggernaut is never routed."""

    rule, empire, item, about = "GW-MON-025", SLUG, "abilities.unstoppable", (MayMove.ROUT,)

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        return False if what is MayMove.ROUT and who == me else None


class KillingJuggernaut(Killing):
    """Three kills in one battle kill Juggernaut."""

    rule, empire, item = "GW-MON-025", SLUG, "abilities.killing"

    def _falls(self, fight: Resolution, me: int) -> bool:
        return kills(fight, me) >= least(self, fight.s, "kills")
