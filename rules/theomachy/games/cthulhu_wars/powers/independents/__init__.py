"""Great Old Ones of no faction: how whoever can awakens one, and what becomes of its card."""

from __future__ import annotations

from typing import Any, ClassVar

from .....engine.runtime.decision import yes
from .....engine.runtime.requirement import Requirement
from ...rules.act import REQUIREMENT, Act
from ...rules.awakening import GreatOldOne
from ...rules.common import arrive, gain_power, has_cultist, price_of, says, tell, title
from ...rules.config import INDEPENDENTS
from ...rules.domains import CARD, KIND, POOL
from ...rules.fight import Resolution
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import CostOf, Watches
from ..ancients import TOKEN as CATHEDRAL
from ..ancients import cathedrals
from ..market import of_card

PASSION = "Passion"  # a spellbook that brings Power for Cultists that are lost


def printed_on_card(item: Power | SpellbookSlot | Act) -> str:
    """The key of the card on which something is printed."""
    on: str = getattr(item, "on", "")
    return on.partition(".")[2]


def kind_on_card(s: State, seat: int, item: Power | SpellbookSlot | Act) -> int:
    """The kind of the figure of that card."""
    return of_card(s, seat, printed_on_card(item))


def is_in_battle(fight: Resolution, me: int, item: Power | SpellbookSlot | Act) -> bool:
    """Does the figure of that card fight on this side now?"""
    return fight.fights(me) and fight.count(me, kind_on_card(fight.s, me, item)) > 0


def fought_in(fight: Resolution, me: int, item: Power | SpellbookSlot | Act) -> bool:
    """Did it fight on this side, whatever has become of it?"""
    if not fight.fights(me):
        return False
    kind, side = kind_on_card(fight.s, me, item), fight.side(me)
    return fight.count(me, kind) > 0 or any(f == side and c & KIND == kind for f, c, _, _ in fight.b.fates)


def area_of(s: State, seat: int, kind: int) -> int:
    """Where the only figure of a kind is, or -1 when it is not on the map."""
    return next(iter(s.where(seat, kind)), -1)


def to_be_had(key: str) -> Requirement:
    """Nobody has it in play, and it is in this game (CW-IGO-002)."""
    return Requirement(
        "CW-IGO-002",
        "Nobody has awakened it",
        lambda s, me: bool(s.offer >> s.config.card(key) & 1),
        fault=lambda s, me: (
            f"{title(s, holder)} has it." if (holder := s.cards[s.config.card(key)]) >= 0 else "It is not in this game."
        ),
    )


def has_all_cathedrals(s: State, me: int) -> bool:
    """Has the seat all its Cathedrals on the map: it needs no Great Old One to awaken one of these (CW-AN-020)."""
    token = s.config.token(CATHEDRAL)
    mine = token >= 0 and s.config.tokens[token].seat == me
    return mine and cathedrals(s).bit_count() == s.config.tokens[token].figures


GATE_OF_YOURS = Requirement("CW-IGO-008", "You control the gate in {0}", lambda s, me, area: s.holder(area) == me)
GREAT_OLD_ONE_THERE = Requirement(
    "CW-IGO-008",
    "A Great Old One of yours is in {0}",
    lambda s, me, area: s.has(me, s.config.goos[me], area) or has_all_cathedrals(s, me),
)


def terms(key: str) -> tuple[Requirement, ...]:
    """What most of them ask for: a gate that you control, beside a Great Old One of yours."""
    return to_be_had(key), GATE_OF_YOURS, GREAT_OLD_ONE_THERE


class Awakening(GreatOldOne):
    """The awakening of one of them: its card comes to whoever awakens it, its figure to the gate."""

    kind = -1  # its kind is another one on each faction card
    shape: ClassVar[tuple[str, ...]] = ("my gate",)

    def price(self, s: State, me: int, area: int = -1) -> int:
        kind = kind_on_card(s, me, self)
        return price_of(s, me, CostOf.AWAKEN, kind, s.config.cost[me][kind], area)

    async def steps(self, s: State, me: int, area: int, *more: Any) -> None:
        """What else is printed, before the figure comes."""

    async def do(self, s: State, me: int, area: int, *more: Any) -> None:
        card = s.config.card(printed_on_card(self))
        s.take_card(me, card)
        kind = kind_on_card(s, me, self)
        await self.steps(s, me, area, *more)
        s.awake(me, kind)
        tell(s, Watches.AWAKENED, me, kind)
        await self._come(s, me, kind, area)

    async def _come(self, s: State, me: int, kind: int, area: int) -> None:
        """The figure comes to its place."""
        await arrive(s, me, kind, area, "awaken", self.rule)


class LostAsACultist(Power):
    """Who has copied Passion is a Cultist for it: when an enemy kills or eliminates it you may gain 1 Power. Asked
    before its card goes, with which it forgets what it has copied; where Cultists are lost in the same event the
    spellbook speaks for all of them, once.
    """

    rule, on, asks_itself, aside = "CW-YS-022", INDEPENDENTS, True, True
    printed = "Passion for who has copied it"

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        copiers = s.config.copiers[me] if owner == me and by != me and s.copied[me] else ()
        if not any(k & KIND in copiers for k in kinds) or has_cultist(s, me, kinds):
            return False
        asked = [power for _, power, _ in s.mine(me, "on_elimination") if isinstance(power, Power)]
        return any(power.name == PASSION and s.copiers(me, power) for power in asked)

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        if await yes(me, self, "lost as a Cultist", prompt="It is lost as a Cultist: do you gain 1 Power by Passion?"):
            gain_power(s, me, s.config.amounts["passion"], self.rule)


class AwakenedCardReturns(Power):
    """When it is killed or eliminated its card is everybody's again, with its spellbook and the tokens that are not on
    the map.
    """

    rule, on, forced, aside = "CW-IGO-003", INDEPENDENTS, True, True

    def _left(self, s: State, me: int, kinds: tuple[int, ...]) -> list[int]:
        owned, units = s.config.owned[me], s.config.factions[me].units
        lost = [k for k in dict.fromkeys(kinds) if k in owned and units[k].independent]
        return [owned[k] for k in lost if s.cards[owned[k]] == me and s.n(me, k, POOL) and not s.total(me, k)]

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        return owner == me and bool(self._left(s, me, kinds))

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        for card in self._left(s, me, kinds):
            s.take_card(-1, card)
            says(s, self.rule, me, "loses the card {}", s.config.cards[card].name, touched=(f"card:{card}",))


class ForItsSpellbook(Act):
    """The action by which a spellbook of a card is earned: a whole action, as long as it is not on the card."""

    category = REQUIREMENT

    async def do(self, s: State, me: int, *args: Any) -> None:
        """The spellbook comes; what else is printed comes before."""
        tell(s, Watches.ACTION, me, self.verb)


def not_earned(key: str, rule: str) -> Requirement:
    """Its spellbook is not on the card yet (CW-IGO-004)."""
    return Requirement(rule, "Its spellbook is not earned yet", lambda s, me: not s.has_earned(me, s.config.card(key)))


def hand_over(s: State, me: int, foe: int, card: int) -> None:
    """The card of one in play goes to another player, with its figures, wherever these are; the spellbook falls off.

    Neither of the two that are handed over has a power that keeps a number of its own (`State.counters`) or that lets
    it hold gates: nothing else goes along.
    """
    owned, units = s.config.owned[me], s.config.factions[me].units
    mine = [k for k, of in owned.items() if of == card and units[k].independent]
    there = [(a, k) for k in mine for a in (*range(len(s.gate)), CARD) for _ in range(s.n(me, k, a))]
    away = sum(s.n(me, k, s.out(me)) for k in mine)  # one that waits on the card
    for area, kind in there:
        s.move(me, kind, area, POOL)
    s.take_card(foe, card)
    kind = next(
        k for k, of in s.config.owned[foe].items() if of == card and s.config.factions[foe].units[k].independent
    )
    for area, _ in there:
        s.move(foe, kind, POOL, area)
    for _ in range(away):
        s.move(foe, kind, POOL, s.out(foe))
    s.note_awoken()
    name = s.config.cards[card].name
    says(s, s.config.cards[card].rule, foe, "has the card {} now", name, touched=(f"card:{card}",))
