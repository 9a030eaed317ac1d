"""Runes: the deck, drawing, playing, and what they are worth at the end. The cards are in `powers`."""

from __future__ import annotations

from ....engine.runtime.decision import choose, draw, nested
from ....engine.runtime.trace import report
from .common import gain_vp, says, settle, title, triggers
from .state import ACTION, NOTHING, State
from .timings import VOCABULARY, Power
from .topics import Until

GAPS = "between actions"


def holds(s: State, seat: int) -> list[int]:
    """The different runes of a hand."""
    return sorted({card for card in s.hands[seat] if card >= 0})


def power_of(s: State, card: int) -> Power | None:
    """What a card does, if anything but its points is written for it."""
    at = "cards"
    found: list[Power | None] | None = s.config.memory.get(at)
    if found is None:
        written = {a.card: a for a in VOCABULARY.abilities if isinstance(a, Power) and a.card and VOCABULARY.lives(a)}
        found = [written.get(rune.key) for rune in s.config.runes]
        VOCABULARY.remember(s.config, at, found)
    return found[card]


def plays(s: State, seat: int, card: int) -> bool:
    """May a rune be played between actions? A battle rune for its points alone (GW-RUN-008)."""
    row, power = s.config.runes[card], power_of(s, card)
    if row.timing != GAPS:
        return row.vp > 0
    test = getattr(power, "may_any_time", None)
    return row.vp > 0 or (power is not None and (test is None or bool(test(s, seat))))


def gap(s: State) -> bool:
    """Does the game stand between two actions (GW-RUN-004)?"""
    return s.phase == ACTION and not s.doing and s.battle is None and s.rune < 0


def has_runes(s: State) -> bool:
    """Is there a card in the deck that nobody has looked at? An empty one is made of the discarded runes."""
    if not any(s.deck) and any(s.discard) and not s.config.rulings.runes_run_out:
        s.deck, s.discard = s.discard, [0] * len(s.discard)
        report(s, "GW-RUN-013", "The discarded runes are shuffled", kind="rule")
    return any(s.deck)


async def from_deck(s: State, seat: int, rule: str, what: str) -> int:
    """The next card of the deck, seen by one player alone."""
    left = [card for card, k in enumerate(s.deck) if k]
    weights = [s.deck[card] for card in left]
    card = int(await draw(left, weights, rule, what, argument="rune", owner=seat))
    s.deck[card] -= 1
    return card


async def gain_runes(s: State, seat: int, n: int, rule: str) -> int:
    """Draw runes, seen by their owner alone; what is known to lie on top comes first. Returns how many came."""
    came = 0
    for _ in range(n):
        if top := s.on_top():
            card = top[0][1]
            s.lay_on_top(top[1:])
        elif has_runes(s):
            card = await from_deck(s, seat, "GW-RUN-001", "rune")
        else:
            says(s, "GW-RUN-013", seat, "finds no rune to draw")
            break
        s.take(seat, card)
        came += 1
        if s.trace is not None:
            name = title(s, seat)
            report(
                s,
                rule,
                "{} gains the rune {}",
                name,
                s.config.runes[card].name,
                who=seat,
                touched=(f"seat:{seat}",),
                secret=(seat, f"{name} gains a rune"),
            )
    return came


async def play(s: State, seat: int, card: int) -> None:
    """Show a rune between actions, carry it out, and discard it (GW-RUN-003)."""
    s.part_with(seat, card)
    s.rune = card
    row = s.config.runes[card]
    says(s, "GW-RUN-003", seat, "plays the rune {}", row.name)
    before = len(s.lasting)
    await effect(s, seat, card)
    if len(s.lasting) == before:
        s.discard[card] += 1
    elif s.lasting[-1][0] != card:  # what was repeated lasts: the card that repeated it is discarded
        s.discard[card] += 1
    s.last_rune = card
    await triggers(s, seat)
    await settle(s)  # no other rune meanwhile
    s.rune = NOTHING


async def effect(s: State, seat: int, card: int, *, points: bool = True) -> None:
    """What a rune does for somebody: its points, then its text; a battle rune outside of battle has points alone."""
    row, power = s.config.runes[card], power_of(s, card)
    if points and (n := worth(s, seat, card)):
        await gain_vp(s, seat, n, row.rule)
    if power is not None and (row.timing == GAPS) == (s.battle is None) and hasattr(power, "any_time"):
        test = getattr(power, "may_any_time", None)
        if test is None or test(s, seat):
            await nested(power.any_time(s, seat))


async def in_battle(s: State, timing: str) -> None:
    """Battle runes of one step: those of the attacker, the defender, and of who looks on (GW-RUN-007).

    Nobody else learns who is asked, and who might hold such a rune is asked as if he did: no question gives one away.
    """
    b = s.battle
    if b is None:
        return
    for seat in (*b.sides, *(f for f in s.order(s.active) if f not in b.sides)):
        while s.battle is b and s.played(seat):
            cards = [
                card for card in holds(s, seat) if s.config.runes[card].timing == timing and _useful(s, seat, card)
            ]
            if not cards and not any(_useful(s, seat, card) for card in might_hold(s, seat, timing)):
                break
            card = await choose(
                seat, "card", [*cards, "done"], "GW-RUN-007", "battle rune", argument="rune", quiet=True, private=True
            )
            if card == "done":
                break
            s.part_with(seat, card)
            says(s, "GW-RUN-007", seat, "plays the rune {}", s.config.runes[card].name)
            await effect(s, seat, card)
            s.discard[card] += 1


def might_hold(s: State, seat: int, timing: str = "") -> list[int]:
    """The runes (of one timing) that a player might hold, for all that everybody knows (ruling `pause`)."""
    if not s.hands[seat] or not s.config.rulings.everybody_pauses:
        return []
    at = "copies", timing
    rows: list[tuple[int, int]] | None = s.config.memory.get(at)
    if rows is None:
        rows = [(card, row.copies) for card, row in enumerate(s.config.runes) if timing in ("", row.timing)]
        VOCABULARY.remember(s.config, at, rows)
    return [card for card, copies in rows if s.discard[card] < copies]


def _useful(s: State, seat: int, card: int) -> bool:
    power = power_of(s, card)
    test = getattr(power, "may_any_time", None)
    return power is not None and (test is None or bool(test(s, seat)))


def worth(s: State, seat: int, card: int) -> int:
    """The points printed on a rune, for this player."""
    row = s.config.runes[card]
    less = s.config.facts.table(f"rune.{row.key}.figures").get("vp_for_chaos")
    return int(less) if less is not None and seat == s.config.feeder else row.vp


def until(s: State, row: tuple[int, int, int, str]) -> str:
    """When a rune that lasts is over."""
    power = power_of(s, row[0])
    return (power.until if power is not None else None) or Until.PHASE


def acted(s: State, seat: int) -> None:
    """A player has taken an action of his turn: what bound that action is over."""
    if s.lasting and (done := tuple(row for row in s.lasting if row[2] == seat and until(s, row) is Until.TARGET)):
        s.over(done)


def turn_over(s: State, seat: int) -> None:
    """A player has had his turn: runes that lasted until then are over; one of this very turn lasts until the next."""
    if not s.lasting:
        return
    acted(s, seat)
    mine = [row for row in s.lasting if row[1] == seat and until(s, row) is Until.TURN]
    if done := tuple(row for row in mine if row[2] <= 0):
        s.over(done)
    s.lasting = tuple((*row[:2], 0, row[3]) if row in mine else row for row in s.lasting)


def phase_over(s: State) -> None:
    """The Action Phase is over: runes that lasted until then are; those that wait for a turn go on."""
    if done := tuple(row for row in s.lasting if until(s, row) is Until.PHASE):
        s.over(done)


def bound(s: State, seat: int, options: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """What is left of a menu when a rune has bound the player to an action that he still can take (GW-RNC-014)."""
    for card, _, about, word in s.lasting:
        if about == seat == s.turn and s.config.runes[card].key == "truth":
            said = [option for option in options if word in (option[0], repr(option))]
            if said:
                return said
    return []


async def last_runes(s: State) -> bool:
    """Nobody has Power: each holder may play runes before the phase ends (GW-FAQ-044). Was one played?

    Who might hold one that can be played is asked as if he did.
    """
    for seat in s.order(s.active):
        if s.left >> seat & 1:
            continue
        options = [card for card in holds(s, seat) if plays(s, seat, card)]
        if options or any(plays(s, seat, card) for card in might_hold(s, seat)):
            card = await choose(
                seat,
                "card",
                [*options, "done"],
                "GW-RUN-004",
                "last rune",
                argument="rune",
                quiet=True,
                private=True,
            )
            if card != "done":
                await play(s, seat, card)
                return True
    return False


async def look(s: State, seat: int, n: int, rule: str) -> int:
    """A seat looks at the top of the deck, so many cards: how many lie there? Who knew them before is taken to have
    forgotten them, not what he knows beneath.
    """
    while len(s.on_top()) < n and has_runes(s):  # each lies there at once: the deck would tell of one that is nowhere
        card = await from_deck(s, seat, rule, "rune on top")
        s.lay_on_top([*s.on_top(), (seat, card)])
    top = s.on_top()
    n = min(n, len(top))
    s.lay_on_top([*((seat, card) for _, card in top[:n]), *top[n:]])
    return n


def take_top(s: State, seat: int, rule: str) -> None:
    """The card on top, at which somebody has looked, goes to a hand."""
    (_, card), *rest = s.on_top()
    s.lay_on_top(rest)
    s.take(seat, card)
    says(s, rule, seat, "takes the rune on top of the deck")
