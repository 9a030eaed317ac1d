"""The market of loyalty cards: who buys one in the Doom phase, and the figures that come with it at once."""

from __future__ import annotations

from .....engine.runtime.decision import choose
from .....engine.runtime.requirement import Requirement
from ...rules.act import COMMON, YOUR_SLOT, Act
from ...rules.common import arrive, price_of, says, title, window
from ...rules.config import MARKET, TERROR
from ...rules.domains import POOL, REACHED
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import CostOf, OnGain


def of_card(s: State, seat: int, key: str) -> int:
    """The kind of the figures that come with a card, or -1."""
    return s.config.coming[seat].get(key, -1)


def own_gates(s: State, seat: int) -> tuple[int, ...]:
    """Areas with a gate that a seat controls."""
    return bits(s.gate_mask(seat))


def is_terror(s: State, card: int) -> bool:
    """Is it the card of a Terror?"""
    key = s.config.cards[card].key
    return any(u.rank == TERROR for u in s.config.factions[0].units if u.key == key)


async def to_own_gate(s: State, me: int, kind: int, rule: str, how: str = "placed") -> bool:
    """A figure comes from the pool to a gate of its owner, who says which. False: there is none."""
    if not s.n(me, kind, POOL) or not (areas := own_gates(s, me)):
        return False
    name = s.config.name[me][kind]
    area = await choose(me, "area", areas, rule, "figure to a gate", prompt=f"To which gate comes the {name}?")
    await arrive(s, me, kind, area, how, rule)
    return True


def holder_named(s: State, card: int) -> str:
    """Who has bought a card, in a sentence; or that it is not in this game."""
    seat = s.cards[card]
    return f"{title(s, seat)} has it." if seat >= 0 else "It is not in this game."


def doom_price(s: State, me: int, card: int) -> int:
    """The Doom that a card costs a seat."""
    return price_of(s, me, CostOf.CARD, card, s.config.cards[card].doom)


def pay_doom(s: State, me: int, n: int, rule: str) -> None:
    """The Doom marker goes back for a card; whoever had what ends the game has reached it, by a ruling."""
    if s.doom[me] >= s.config.goal and s.config.rulings.doom_once_reached_ends_the_game:
        s.count_to(-1, REACHED, 1)
    s.doom[me] -= n
    says(s, rule, me, "lowers its Doom by {}", n, figure=f"{s.doom[me] + n} → {s.doom[me]}",
         touched=(f"seat:{me}",))  # fmt: skip


class BuyLoyaltyCard(Act, Power):
    """In your slot of the Doom phase, before a ritual: a card for 2 Doom, that of a Terror for 2 Power more. You keep
    it, and its figures are yours alone.
    """

    rule, on, verb, shape, category, in_doom = "CW-NM-002", MARKET, "buy", ("card",), COMMON, True
    phrase = "Buy {}"
    when = (YOUR_SLOT,)
    requirements = (
        Requirement(
            "CW-NM-002",
            "You have performed no ritual in this phase",
            lambda s, me: "ritual" not in (s.slot or ()) or not s.config.rulings.cards_come_before_the_ritual,
        ),
        Requirement(
            "CW-NM-006",
            "The card {0} is still to be had",
            lambda s, me, card: bool(s.offer >> card & 1),
            fault=lambda s, me, card: holder_named(s, card),
        ),
        Requirement(
            "CW-NM-003",
            "You have bought no card in this phase",
            lambda s, me, card: "buy" not in (s.slot or ()),
            ruled=lambda s, me, card: "CW-TER-005" if is_terror(s, card) else "CW-NM-003",
        ),
        Requirement(
            "CW-NM-007",
            "You have the Doom that {0} costs",
            lambda s, me, card: s.doom[me] >= doom_price(s, me, card),
            fact=lambda s, me, card: f"{s.doom[me]} of {doom_price(s, me, card)}",
            ruled=lambda s, me, card: "CW-TER-004" if is_terror(s, card) else "CW-NM-007",
        ),
    )

    def price(self, s: State, me: int, card: int) -> int:  # type: ignore[override]
        return s.config.cards[card].power

    async def do(self, s: State, me: int, card: int) -> None:
        if n := doom_price(s, me, card):
            pay_doom(s, me, n, self.rule)
        s.take_card(me, card)
        says(s, self.rule, me, "has the card {}", s.config.cards[card].name, touched=(f"card:{card}",))
        await window(s, "on_gain", me, s, me, me, OnGain.CARD, card, say_could=False)


class FreeFigures(Power):
    """Many a card that you buy brings figures at once, each to a gate of yours."""

    rule, on, forced, about = "CW-NM-004", MARKET, True, (OnGain.CARD,)

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and s.config.cards[thing].free > 0 and bool(own_gates(s, me))

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        kind = of_card(s, me, s.config.cards[thing].key)
        for _ in range(s.config.cards[thing].free):
            await to_own_gate(s, me, kind, self.rule)
