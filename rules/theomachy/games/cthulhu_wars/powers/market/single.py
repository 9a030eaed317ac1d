"""Figures of cards that exist once: where each is, how it comes, and those that any player recruits."""

from __future__ import annotations

from .....engine.runtime.decision import choose
from .....engine.runtime.requirement import Requirement
from ...rules.act import COMMON, Act, unbarred
from ...rules.common import arrive, price_of, says, title
from ...rules.domains import POOL
from ...rules.recruiting import OWN_UNIT
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import CostOf, OnGain
from . import of_card

PROMPTS = {"where it comes": "{who}, where on the map does it come?"}


def key_of(item: Power | Act) -> str:
    """The key of the card on which something is printed."""
    on: str = getattr(item, "on", "")
    return on.partition(".")[2]


def owner_of(s: State, key: str) -> int:
    """Who has a card, or -1."""
    return s.cards[s.config.card(key)]


def place_of(s: State, me: int, key: str) -> int:
    """The area where the figure of a card is, or -1."""
    return next(iter(s.where(me, of_card(s, me, key))), -1)


def in_pool(s: State, me: int, key: str) -> bool:
    """Does it wait in its owner's pool?"""
    return s.n(me, of_card(s, me, key), POOL) > 0


async def anywhere(s: State, who: int, me: int, key: str, rule: str) -> None:
    """The figure of a card comes from its owner's pool to any area of the board, as `who` likes."""
    areas = [a for a in s.standing() if not s.config.map.islands >> a & 1]
    area = await choose(who, "area", areas, rule, "where it comes")
    await arrive(s, me, of_card(s, me, key), area, "placed", rule)


class PlacedByTheBuyer(Power, abstract=True):
    """Whoever buys the card places its figure, anywhere on the map."""

    forced, about = True, (OnGain.CARD,)

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        key = key_of(self)
        return seat == me and what is OnGain.CARD and thing == s.config.card(key) and in_pool(s, me, key)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        await anywhere(s, s.active, me, key_of(self), self.rule)


# -- recruited by whoever likes ---------------------------------------------------------------------------------------
def waits(key: str, rule: str) -> Requirement:
    """Its card has been bought, and the figure is in the pool of whoever has it."""
    return Requirement(
        rule, "It is in a pool", lambda s, me: owner_of(s, key) >= 0 and in_pool(s, owner_of(s, key), key)
    )


def recruited_by_all(key: str, verb: str, rule: str) -> tuple[Requirement, ...]:
    """What any player needs for it: the figure in a pool, and a unit of the own where it comes."""
    return unbarred(verb), waits(key, rule), OWN_UNIT


class RecruitForItsOwner(Act):
    """Any player recruits the figure of a card, at its price; it stays its owner's."""

    category, shape, costs = COMMON, ("haven",), CostOf.RECRUIT

    def price(self, s: State, me: int, area: int) -> int:  # type: ignore[override]
        kind = of_card(s, me, key_of(self))
        return price_of(s, me, CostOf.RECRUIT, -1, s.config.cost[me][kind], area)

    async def do(self, s: State, me: int, area: int) -> None:
        key = key_of(self)
        owner = owner_of(s, key)
        if owner != me:
            says(s, self.rule, me, "recruits for {}", title(s, owner))
        await arrive(s, owner, of_card(s, owner, key), area, "recruit", self.rule)
