"""Cards: drawing, the deck that runs out, paying Art of War cards (MB-DECK-001 to MB-DECK-004, MB-AOW-001)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....engine.runtime.decision import Ruled, choose, draw, rule_of
from ....engine.runtime.trace import group, report
from .config import ART_OF_WAR, OMPHALOS

if TYPE_CHECKING:
    from .state import State

UNITS = 2  # cards from here on are activation cards: card - UNITS is the unit


def card_of(unit: int) -> int:
    """The activation card of a unit."""
    return unit + UNITS


def holds(s: State, seat: int, unit: int) -> bool:
    """Has a seat an activation card of a unit in hand?"""
    return card_of(unit) in s.hands[seat]


# -- the doors --------------------------------------------------------------------------------------------------------
def take(s: State, seat: int, card: int) -> None:
    """A card comes into a hand."""
    s.hands[seat] = tuple(sorted((*s.hands[seat], card)))


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    left = list(cards)
    left.remove(card)
    return tuple(left)


def discard(s: State, seat: int, card: int) -> None:
    """A card goes from a hand to the discard pile, face up (MB-DECK-001); a partner's to his (MB-TAL-020)."""
    box(s, seat, card)
    pile = seat if card < UNITS else s.owner[card - UNITS]
    s.discards[pile] = tuple(sorted((*s.discards[pile], card)))


def box(s: State, seat: int, card: int) -> None:
    """A card leaves a hand, and the game."""
    s.hands[seat] = _without(s.hands[seat], card)


def regain(s: State, seat: int, card: int) -> None:
    """A card comes back from the discard pile into the hand."""
    s.discards[seat] = _without(s.discards[seat], card)
    take(s, seat, card)


def fetch(s: State, seat: int, card: int, into: int | None = None) -> None:
    """A card comes out of a deck into a hand; the deck is shuffled."""
    shuffle(s, seat)
    s.decks[seat] = _without(s.decks[seat], card)
    take(s, seat if into is None else into, card)


def shuffle(s: State, seat: int) -> None:
    """Nobody knows any more what lies on top of a deck."""
    s.decks[seat] = tuple(sorted((*s.decks[seat], *s.tops[seat])))
    s.tops[seat] = ()


def left(s: State, seat: int) -> int:
    """How many cards a deck holds. In a view the cards that are hidden elsewhere lie in it too, and are not counted."""
    hidden = s.hands[seat].count(-1) + s.tops[seat].count(-1)
    return len(s.decks[seat]) + len(s.tops[seat]) - hidden


# -- drawing ----------------------------------------------------------------------------------------------------------
async def draw_cards(s: State, seat: int, n: int, by: Ruled | str) -> None:
    """A player draws cards; a deck that has run out is refreshed first, with those of all players (MB-DECK-002)."""
    drawn, refreshed = 0, False
    for _ in range(n):
        if not left(s, seat) and not refreshed:
            await refresh(s, seat)
            refreshed = True
        if not left(s, seat):  # all cards are in hands
            break
        take(s, seat, await top_card(s, seat, by))
        drawn += 1
    if drawn:
        told = "1 card" if drawn == 1 else f"{drawn} cards"
        report(s, rule_of(by), "draws {}", told, who=seat, figure=f"+{drawn}")


async def top_card(s: State, seat: int, by: Ruled | str) -> int:
    """The card on top of a deck, taken off it: known, or by luck."""
    if s.tops[seat]:
        known, *rest = s.tops[seat]
        s.tops[seat] = tuple(rest)
        return known
    count: dict[int, int] = {}
    for each in s.decks[seat]:
        count[each] = count.get(each, 0) + 1
    card: int = await draw(tuple(count), tuple(count.values()), by, "card", argument="card", owner=seat)
    s.decks[seat] = _without(s.decks[seat], card)
    return card


async def look(s: State, seat: int, n: int, by: Ruled | str) -> tuple[int, ...]:
    """A player looks at the top cards of the own deck, so many or all of it: they stay there, and he knows them."""
    while len(s.tops[seat]) < n and s.decks[seat]:
        count = Counter(s.decks[seat])
        card: int = await draw(tuple(count), tuple(count.values()), by, "card", argument="card", owner=seat)
        s.decks[seat] = _without(s.decks[seat], card)
        s.tops[seat] += (card,)
    return s.tops[seat][:n]


def reorder(s: State, seat: int, cards: Sequence[int]) -> None:
    """The known cards on top of a deck lie in another order, the first on top."""
    s.tops[seat] = (*cards, *s.tops[seat][len(cards) :])


async def refresh(s: State, cause: int) -> None:
    """The game pauses: all players take their decks into hand, shuffle their discards, fill up (MB-DECK-003)."""
    with group(s, "MB-DECK-002", "has no card left to draw: all decks are made anew", who=cause):
        for seat in s.order(s.active):
            s.hands[seat] = tuple(sorted((*s.hands[seat], *s.decks[seat], *s.tops[seat])))
            s.decks[seat], s.tops[seat], s.discards[seat] = s.discards[seat], (), ()
        for seat in s.order(s.active):
            while len(s.hands[seat]) < s.config.fact("hand.refill") and left(s, seat):
                take(s, seat, await top_card(s, seat, "MB-DECK-004"))


# -- paying -----------------------------------------------------------------------------------------------------------
def dead_cards(s: State, seat: int) -> list[int]:
    """Activation cards in hand of destroyed units of one's own that are no troops (MB-AOW-001)."""
    return [
        card
        for card in s.hands[seat]
        if card >= UNITS
        and s.fallen >> (card - UNITS) & 1
        and not s.config.units[card - UNITS].is_troop
        and s.owner[card - UNITS] == seat
    ]


def pairs(s: State, seat: int) -> list[tuple[int, int]]:
    """The pairs of activation cards that stand in for an Art of War card, each once."""
    dead = dead_cards(s, seat)
    found: dict[tuple[int, int], None] = {}
    for i, card in enumerate(dead):
        for other in dead[i + 1 :]:
            if card == other or not s.config.rulings.pair_must_match:
                found[card, other] = None
    return list(found)


def funds(s: State, seat: int) -> int:
    """How many Art of War cards a player could pay."""
    hand = s.hands[seat]
    dead = dead_cards(s, seat) if s.fallen else []
    if not dead:
        stand_in = 0
    elif s.config.rulings.pair_must_match:
        stand_in = sum(n // 2 for n in Counter(dead).values())
    else:
        stand_in = len(dead) // 2
    return hand.count(ART_OF_WAR) + hand.count(OMPHALOS) + stand_in


def keeps_secrets(s: State, seat: int) -> bool:
    """Does this player hold cards of which no question may tell (ruling `pause`)?"""
    return s.config.rulings.everybody_pauses and bool(s.hands[seat])


def coins(s: State, seat: int) -> list[tuple[int, ...]]:
    """The ways to pay one Art of War card: the cards that go."""
    hand = s.hands[seat]
    found: list[tuple[int, ...]] = [(card,) for card in (ART_OF_WAR, OMPHALOS) if card in hand]
    return found + list(pairs(s, seat))


def stands_in(s: State, seat: int) -> bool:
    """Could anything stand in for an Art of War card, for all that everybody knows of a hand? An omphalos card
    that pays once is shuffled into the deck later; of the destroyed the cards are counted that are not discarded.
    """
    if any(OMPHALOS in pile for pile in (s.hands[seat], s.decks[seat], s.tops[seat])):
        return True
    units, hidden = s.config.units, 0
    for unit in s.army(seat) if s.fallen else ():
        if s.fallen >> unit & 1 and not units[unit].is_troop:
            hidden += units[unit].cards - s.discards[seat].count(card_of(unit))
    return hidden > 1


async def pay(s: State, seat: int, n: int, by: Ruled | str) -> None:
    """A player discards so many Art of War cards, or what stands in for them.

    He is asked where something might: whether his hand holds it is not told by the question.
    """
    for _ in range(n):
        if stands_in(s, seat):
            given = await choose(
                seat, "choice", lambda: coins(s, seat), by, "pay with", argument="coin", private=True,
                prompt="What do you discard for an Art of War card?",
            )  # fmt: skip
        else:
            given = (ART_OF_WAR,)
        for card in given:
            discard(s, seat, card)
        report(s, rule_of(by), "discards {}", coin_name(s, given), who=seat, figure="1 Art of War")


def priced(label: str, n: int) -> str:
    """An option with what it costs: "Evade (costs one Art of War card)"."""
    return f"{label} (costs {'one Art of War card' if n == 1 else f'{n} Art of War cards'})" if n else label


def coin_name(s: State, coin: tuple[int, ...]) -> str:
    """ "an Art of War card"; "two cards of Zeus"."""
    names = [s.config.units[card - UNITS].name for card in coin if card >= UNITS]
    if not names:
        return "an Art of War card" if coin[0] == ART_OF_WAR else "an omphalos card"
    return f"two cards of {names[0]}" if names[0] == names[1] else f"cards of {names[0]} and {names[1]}"
