"""Summoning Monsters, one or by a power several at once (CW-SUM-001)."""

from __future__ import annotations

from typing import Any

from ....engine.runtime.decision import Decision
from ....engine.runtime.layers import Total, fold
from ....engine.runtime.requirement import Menu, Requirement
from .act import COMMON, Act, due
from .arguments import ARGUMENT_TYPES
from .common import earn, price_of
from .domains import POOL, kind_of
from .state import State
from .topics import CostOf, Limit, MayPlace


class Summon(Act):
    """Summon a Monster: at its price, where you control a gate."""

    verb, rule, shape, category = "summon", "CW-SUM-001", ("my gate", "monster"), COMMON
    also = ("call", "bring", "summon gate", "put gate")
    phrase = "Summon at {}: {}"
    requirements = (
        Requirement(
            "CW-SUM-002",
            "You control the gate in {0}",
            lambda s, me, area: s.is_portal(me, area),
            implied_by=("my gate",),
        ),
        Requirement(
            "CW-SUM-001",
            "{1} is a Monster",
            lambda s, me, area, fid: kind_of(fid) in s.config.summoned[me],
            implied_by=("monster",),
        ),
        Requirement(
            "CW-UNI-006",
            "A {1} is in your pool",
            lambda s, me, area, fid: s.n(me, kind_of(fid), POOL) > 0,
            fact=lambda s, me, area, fid: f"{s.n(me, kind_of(fid), POOL)} of {s.config.limit[me][kind_of(fid)]}",
            implied_by=("monster",),
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars you from summoning a {1}",
            lambda s, me, area, fid: not keeping_back(s, me, kind_of(fid)),
            ruled=lambda s, me, area, fid: keeping_back(s, me, kind_of(fid)),
            only_with="bar_monsters",
        ),
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        there = -1 if s.tolled >> area & 1 else area
        return price_of(s, me, CostOf.SUMMON, kind_of(fid), s.config.cost[me][kind_of(fid)], there)

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        await self.brings(s, me, area, fid)
        await bring_more(s, me, area, fid, self.rule)


async def bring_more(s: State, me: int, area: int, fid: int, rule: str) -> None:
    """Where a power lets one Summon bring several figures, whoever else may come by it or by what joins it, each for
    its price.
    """
    if not s.mine(me, "limit"):
        return
    most, done = together(s, me, fid), 1
    kin = joining(s, me, SUMMON) if most.value > 1 else []
    while done < most.value:
        s.tolled |= 1 << area
        found = {option[1:]: action for action in kin for option in Menu(ARGUMENT_TYPES, s, me).options(action)}
        more = [pair for pair in found if done < together(s, me, pair[1]).value]
        if not more:
            break
        answer = await Decision(me, "choice", [*more, "done"], most.rule(rule), "summon more", argument="summons")
        if answer == "done":
            break
        action = found[answer]
        s.power[me] -= due(s, me, action, answer)
        area, fid = answer
        await action.brings(s, me, area, fid)
        done += 1
        if s.config.rulings.each_unit_counts:
            await earn(s)
    s.tolled = 0


def joining(s: State, me: int, first: Act) -> list[Act]:
    """An action, and those of a seat that join it: one of them may bring figures of all."""
    own = (action for _, action, _ in s.mine(me, "do") if isinstance(action, Act))
    return [first, *(action for action in own if action.joins == first.verb and action.in_use(s.config))]


def keeping_back(s: State, me: int, kind: int) -> str:
    """The rule of the power that bars a seat from summoning such a Monster now; "" for none."""
    for seat, by, said in s.key.bar_monsters:
        if said(s, seat, me, MayPlace.MONSTER, kind) is False:
            rule: str = by.rule
            return rule
    return ""


def together(s: State, me: int, fid: Any) -> Total:
    """How many figures one Summon may bring, if such a one is among them."""
    return fold(1, s.mine(me, "limit"), s, me, Limit.SUMMONS, kind_of(fid))


SUMMON: Summon = Summon()
