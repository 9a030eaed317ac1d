"""Recruiting Cultists (CW-REC-001)."""

from __future__ import annotations

from ....engine.runtime.decision import Decision, choose
from ....engine.runtime.layers import fold
from ....engine.runtime.requirement import Menu, Requirement
from .act import COMMON, Act, due, unbarred
from .arguments import ARGUMENT_TYPES
from .common import arrive, earn, price_of
from .domains import POOL, figure, kind_of
from .state import State
from .topics import CostOf, Limit, MayPlace

IN_POOL = Requirement(
    "CW-UNI-006",
    "A Cultist is in your pool",
    lambda s, me: (
        bool(recruits(s, me))
        if len(s.config.recruited[me]) > 1
        else s.has(me, s.config.recruited[me], POOL) and (not s.key.bar_recruits or bool(in_pool(s, me)))
    ),
    fault=lambda s, me: "All your Cultists are on the map, or captives.",
)
OWN_UNIT = Requirement(
    "CW-REC-002",
    "A unit of yours is in {0} (or you have none on the map)",
    lambda s, me, area: s.here(me, area) or not s.on[me],
    implied_by=("haven",),
)


def recruits(s: State, me: int, area: int = -1) -> list[int]:
    """Kinds of Cultists in the pool that the player can pay for, there or (-1) wherever that may be."""
    config, power = s.config, s.power[me]
    if area >= 0:  # what it costs more there comes on top, whoever is recruited
        power -= price_of(s, me, CostOf.RECRUIT, -1, recruit_price(s), area) - recruit_price(s)
    return [k for k in in_pool(s, me) if max(config.cost[me][k], recruit_price(s)) <= power]


def in_pool(s: State, me: int) -> list[int]:
    """Kinds of Cultists that may be recruited from the pool: powers may bar some of them."""
    found, hooks = [k for k in s.config.recruited[me] if s.n(me, k, POOL)], s.key.bar_recruits
    if not hooks:
        return found
    what = MayPlace.RECRUITED
    return [k for k in found if not any(said(s, f, me, what, k) is False for f, _, said in hooks)]


def recruit_price(s: State) -> int:
    """What an Acolyte costs, and at least anybody else."""
    return s.config.prices["recruit"]


class Recruit(Act):
    """Recruit a Cultist: from the pool into an area with a unit of yours, or anywhere when you have none."""

    verb, rule, shape, category = "recruit", "CW-REC-001", ("haven",), COMMON
    also = ("hire", "recruit acolyte", "hire acolyte")
    phrase = "Recruit a Cultist in {}"
    costs = CostOf.RECRUIT
    requirements = (
        unbarred("recruit"),
        IN_POOL,
        OWN_UNIT,
        Requirement(
            "CW-ACT-002",
            "You can pay for a Cultist of your pool in {0}",
            lambda s, me, area: len(s.config.recruited[me]) == 1 or bool(recruits(s, me, area)),
            only_with="tolls",
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        await self._one(s, me, area)
        if not (hooks := s.mine(me, "limit")):
            return
        most, done = fold(1, hooks, s, me, Limit.RECRUITS, -1), 1
        while done < most.value:
            s.tolled |= 1 << area
            more = [option[1] for option in Menu(ARGUMENT_TYPES, s, me).options(self)]
            if not more:
                break
            by = most.rule(self.rule)
            answer = await Decision(
                me, "area", [*more, "done"], by, "recruit more", prompt="Recruit another one where?"
            )
            if answer == "done":
                break
            area, done = answer, done + 1
            s.power[me] -= due(s, me, self, (area,))
            await self._one(s, me, area)
            if s.config.rulings.each_unit_counts:
                await earn(s)
        s.tolled = 0

    async def _one(self, s: State, me: int, area: int) -> None:
        free = in_pool(s, me)
        paid, cost = recruit_price(s), s.config.cost[me]
        if len(free) > 1 or cost[free[0]] > paid:
            free = [k for k in free if cost[k] - paid <= s.power[me]]
        options = [figure(me, k) for k in free]
        fid = await choose(me, "choice", options, self, "who is recruited", argument="figure")
        more, before = max(cost[kind_of(fid)] - paid, 0), s.power[me]  # an Acolyte's price is paid already
        s.power[me] -= more
        told = f"{before} → {s.power[me]}" if more and s.trace is not None else ""
        await arrive(s, me, kind_of(fid), area, "recruit", self.rule, told)
