"""Manoeuvres, and the moments at which they may be bought: whenever a player is asked something (MB-MAN-001)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.ability import Later, No
from ....engine.runtime.decision import choose
from ....engine.runtime.layers import folded
from ....engine.runtime.trace import group, report
from ....engine.state import GROUND
from .cards import draw_cards, fetch, funds, keeps_secrets, left, pay
from .domains import DRAW, MANOEUVRES, SEARCH
from .timings import VOCABULARY
from .topics import Manoeuvre

if TYPE_CHECKING:
    from ....engine.runtime.decision import Decision
    from .state import State

WHOLE = {"pay with", "search for", "card to draw", "next on top"}  # cards in between: finished first (MB-GEN-006)


def rests(decision: Decision) -> bool:
    """Does the game rest at a question? Not in the middle of a roll or draw, or where cards are on their way."""
    return decision.player >= 0 and decision.what not in WHOLE


def price_of(s: State, seat: int, what: Manoeuvre) -> int:
    """The Art of War cards that drawing or searching costs a player (MB-MAN-001)."""
    start = s.config.fact(f"manoeuvre.{what}.cost")
    hooks = [h for h in VOCABULARY.about(s.key, "cost_of", what) if h[0] != GROUND and h[0].seat == seat]
    return max(folded(start, tuple(hooks), s, -1, what, -1), 0)


def evade_price(s: State, unit: int) -> int:
    """The Art of War cards that evade costs for a unit (MB-MAN-004)."""
    hooks = VOCABULARY.about(s.key, "cost_of", Manoeuvre.EVADE)
    return max(folded(s.config.fact("manoeuvre.evade.cost"), hooks, s, -1, Manoeuvre.EVADE, unit), 0)


def for_cards(s: State, seat: int) -> tuple[int, ...]:
    """The manoeuvres that would bring a player cards, and that he may buy now (MB-MAN-002, MB-MAN-003)."""
    return tuple(
        manoeuvre
        for manoeuvre in (DRAW, SEARCH)
        if not s.manoeuvres[seat] >> manoeuvre & 1
        and (left(s, seat) or (manoeuvre == DRAW and s.discards[seat]))
        and funds(s, seat) >= price_of(s, seat, Manoeuvre(MANOEUVRES[manoeuvre]))
    )


def lacking(s: State, seat: int, why: str) -> No:
    """A card is lacking: for now, while a manoeuvre could bring it, or for all that others know (ruling `pause`)."""
    return Later(why) if keeps_secrets(s, seat) or for_cards(s, seat) else No(why)


async def bought(s: State, seat: int, what: Manoeuvre, manoeuvre: int, price: int, unit: int = -1) -> None:
    """A manoeuvre is paid for, and cannot be bought again in this round (MB-MAN-001)."""
    s.manoeuvres[seat] |= 1 << manoeuvre
    await pay(s, seat, price, "MB-MAN-001")
    for holder, _, paid in VOCABULARY.mine(s.key, "on_pay", seat):
        await paid(s, holder, what, unit)


async def draw_more(s: State, seat: int) -> None:
    """The manoeuvre draw cards (MB-MAN-002)."""
    with group(s, "MB-MAN-002", "buys the manoeuvre draw cards", who=seat):
        await bought(s, seat, Manoeuvre.DRAW, DRAW, price_of(s, seat, Manoeuvre.DRAW))
        await draw_cards(s, seat, s.config.fact("manoeuvre.draw.cards"), "MB-MAN-002")


async def search(s: State, seat: int) -> None:
    """The manoeuvre search for a card: look through the deck, take one, shuffle (MB-MAN-003)."""
    with group(s, "MB-MAN-003", "buys the manoeuvre search for a card", who=seat):
        await bought(s, seat, Manoeuvre.SEARCH, SEARCH, price_of(s, seat, Manoeuvre.SEARCH))
        card = await choose(
            seat, "card", lambda: sorted({*s.decks[seat], *s.tops[seat]}), "MB-MAN-003", "search for",
            argument="card", private=True, owner=seat,
        )  # fmt: skip
        fetch(s, seat, card)
        report(s, "MB-MAN-003", "takes a card out of the deck and shuffles", who=seat)
