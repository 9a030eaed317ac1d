"""Awakening Great Old Ones (CW-AWK-001): their actions stand with their factions."""

from __future__ import annotations

from typing import ClassVar

from ....engine.runtime.requirement import Requirement, depth, is_met
from .act import COMMON, Act
from .arguments import ARGUMENT_TYPES
from .common import arrive, price_of, tell
from .domains import POOL
from .state import State
from .topics import CostOf, Watches

OWN_GATE = Requirement(
    "CW-AWK-001",
    "You control the gate in {0}",
    lambda s, me, area: s.is_portal(me, area),
    implied_by=("my gate",),
)


def asleep(kind: int) -> Requirement:
    """The figure is in the pool (CW-AWK-004)."""
    return Requirement("CW-AWK-004", "It is in your pool", lambda s, me: s.n(me, kind, POOL) > 0)


def awake(kind: int, name: str, rule: str) -> Requirement:
    """The figure is on the map."""
    return Requirement(rule, f"{name} is on the map", lambda s, me: s.home(me, kind) < POOL)


class GreatOldOne(Act):
    """Awakening: printed steps, a price, a place. The subclasses stand with their factions."""

    kind: ClassVar[int] = 4
    also = ("awaken great old one", "wake")
    shape: ClassVar[tuple[str, ...]] = ("area",)
    phrase: ClassVar[str] = ""
    category: ClassVar[str] = COMMON
    # which of its requirements, by their order, ask for what is given up: they hold wherever a power lets it come; all
    # others that look at the area are limits of the place
    gives_up: ClassVar[tuple[int, ...]] = ()

    def price(self, s: State, me: int, area: int = -1) -> int:
        return price_of(s, me, CostOf.AWAKEN, self.kind, s.config.cost[me][self.kind], area)

    async def steps(self, s: State, me: int, area: int) -> None:
        """What else is printed, before the figure comes."""

    async def do(self, s: State, me: int, area: int) -> None:
        await self.steps(s, me, area)
        s.awake(me, self.kind)
        tell(s, Watches.AWAKENED, me, self.kind)
        await arrive(s, me, self.kind, area, "awaken", self.rule)


def may_awaken(s: State, me: int, action: GreatOldOne, area: int) -> tuple[bool, bool]:
    """May a seat awaken one of its own there, its price apart: but for limits of the place, and within these too?"""
    free = fixed = True
    for i, wanted in enumerate(action.requirements):
        at = depth(wanted.test)
        holds = is_met(wanted, s, me, area)
        fixed = fixed and holds
        free = free and (holds or (at > 0 and i not in action.gives_up))
    among = ARGUMENT_TYPES[action.shape[0]].candidates(s, me) if action.shape else ()
    return free, fixed and area in among
