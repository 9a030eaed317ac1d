"""Steps that several rules share: gaining population, playing a card, drawing, elimination."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.runtime.ability import Ability, seat_of
from ....engine.runtime.decision import choose, draw, yes
from ....engine.runtime.layers import fold
from ....engine.runtime.trace import group, report
from .actions import area
from .domains import MONSTER, POPULATION, TERRAINS
from .maps import bits
from .state import State
from .timings import VOCABULARY, Power


def grows(s: State, h: int) -> bool:
    """Could the people of a hex grow? An army, a monster or a temple stands in the way (DG-GRO-001, DG-GRO-005)."""
    p, a, t, m = s.counters
    return bool(p[h]) and not (a[h] or m[h] or (t[h] and not s.config.rulings.temples_grow))


def gain(s: State, h: int, n: int, rule: str) -> int:
    """A held hex gains population as far as powers and the limit let it; returns how many came (DG-TER-007)."""
    me, name = s.holder(h), s.config.grid.names[h]
    for part in fold(n, VOCABULARY.hooks(s.key, "gain_of"), s, me, h).parts:
        n, due, who = n + part.change, n, -1 if part.holder is None else seat_of(part.holder)
        report(s, part.rule, "{}: {} gains {}, not {}", part.name, name, n, due, who=who, touched=area(h))
    came = min(n, s.room(h))
    s.add(h, me, POPULATION, came)
    if s.trace is not None:
        now, at = s.counters[POPULATION][h], area(h)
        if came:
            told, figure = s.config.tally(POPULATION, came), f"{now - came} → {now}"
            report(s, rule, "gains {} on {}", told, name, who=me, figure=figure, touched=at)
        if came < n:
            report(s, "DG-TER-007", "{} has no room for {} more", name, n - came, who=me, kind="not used", touched=at)
    return came


# -- cards ------------------------------------------------------------------------------------------------------------
async def announce(s: State, me: int, card: int, what: str, *, answerable: bool = True) -> bool:
    """A card is played from the hand, and leaves it: does it take effect?"""
    s.spend(me, card)
    return await takes_effect(s, me, card, what, answerable=answerable)


async def takes_effect(s: State, me: int, card: int, what: str, *, answerable: bool = True) -> bool:
    """A card has been announced: others may negate it, and that too may be negated (DG-CRD-025)."""
    for p in s.order(me)[1:] if answerable else ():
        if await negated(s, p, me, card, what):
            return False
    return True


async def negated(s: State, p: int, by: int, card: int, what: str) -> bool:
    """One player's chance to answer a card that has just been announced; if that fails, with a second answer.

    Who might hold an answer is asked as if he did (ruling `pause`), so that a question gives no card away.
    """
    declined = False
    for _, ability, test in VOCABULARY.mine(s.key, "would_take_effect", p):
        name = ability.name
        while not declined and s.config.number[name] in s.hands[p] and test(s, p, by, card):
            if not await yes(p, ability, name.lower(), prompt=f"Answer {what} with {name}?", quiet=True):
                report(s, ability.rule, "keeps {}", name, who=p, kind="not used", secret=(p, ""))
                declined = True
                break
            with group(s, ability.rule, "answers with {}", name, who=p):
                if await announce(s, p, s.config.number[name], name, answerable=not s.config.rulings.single_reaction):
                    report(s, ability.rule, "{} has no effect", what, who=by)
                    return True
    if not declined and (rule := might_hold(s, p, "would_take_effect", s, p, by, card)):
        await choose(p, "yes_no", ("no",), rule, "abjuration", prompt=f"Answer {what}?", quiet=True, private=True)
    return False


def keeps_secrets(s: State, p: int) -> bool:
    """Does this player hold cards of which no question may tell (ruling `pause`)?"""
    return bool(s.hands[p]) and s.config.rulings.everybody_pauses and not s.config.rulings.open_hands


def might_hold(s: State, p: int, timing: str, *args: object) -> str:
    """The rule of a card that this player might use at a moment, for all that everybody knows; "" if he cannot."""
    if keeps_secrets(s, p):
        for n, card, test in _speaking(s, timing):
            if s.discard[n] < s.config.copies and test(*args):
                return card.rule
    return ""


def _speaking(s: State, timing: str) -> list[tuple[int, Ability, Callable[..., object]]]:
    """The cards of the box that speak at a moment, by number, with what says whether they may: remembered."""
    at = "speaking", timing
    found: list[tuple[int, Ability, Callable[..., object]]] | None = s.config.memory.get(at)
    if found is None:
        found = []
        for n, card in enumerate(s.config.cards):
            test = getattr(card, f"may_{timing}", getattr(card, timing, None))
            if test is not None and VOCABULARY.lives(card):
                found.append((n, card, test))
        VOCABULARY.remember(s.config, at, found)
    return found


async def draw_cards(s: State, me: int, n: int, rule: str) -> None:
    """Draw from the deck; an empty one is made of the discards (DG-DRAW-005)."""
    cards = s.config.cards
    for _ in range(n):
        if not any(s.deck):
            if not s.config.rulings.reshuffle or not any(s.discard):
                report(s, "DG-DRAW-005", "finds no card to draw", who=me)
                return
            s.deck, s.discard = s.discard, [0] * len(cards)
            report(s, "DG-DRAW-005", "shuffles the discards into a new deck", who=me)
        options = [card for card, left in enumerate(s.deck) if left]
        card = await draw(
            options,
            [s.deck[c] for c in options],
            rule,
            "draw a card",
            argument="card",
            owner=None if s.config.rulings.open_hands else me,
        )
        s.deck[card] -= 1
        s.take(me, card)
        secret = None if s.config.rulings.open_hands else (me, "draws a card")
        report(s, rule, "draws {}", cards[card].name, who=me, secret=secret)


async def discard_surplus(s: State, me: int) -> None:
    """Down to the hand limit, freely chosen (DG-DRAW-003)."""
    while len(s.hands[me]) > s.config.hand_limit:
        card = await choose(
            me,
            "card",
            sorted(set(s.hands[me])),
            "DG-DRAW-003",
            "discard",
            argument="card",
            private=True,
            prompt="Which card is discarded?",
        )
        s.spend(me, card)
        n = len(s.hands[me])
        report(s, "DG-DRAW-003", "discards {}", s.config.cards[card].name, who=me, figure=f"{n + 1} → {n}")


async def draw_terrain(s: State, rule: str) -> int:
    """A terrain counter from the pile or the reserve; 0 when there is none."""
    options = [t for t in range(1, len(TERRAINS)) if s.pile[t - 1]]
    if not options:
        return 0
    terrain = int(await draw(options, [s.pile[t - 1] for t in options], rule, "draw terrain", argument="terrain"))
    s.pile[terrain - 1] -= 1
    return terrain


# -- elimination ------------------------------------------------------------------------------------------------------
def judge(s: State) -> None:
    """Who has no army, population or temple is out, nor monsters by the ruling `monsters_keep_alive`; asked after every
    phase and card (DG-GEN-002, DG-OPN-003).
    """
    for p in s.living():
        people, armies, temples, monsters = s.counters
        if any(people[h] or armies[h] or temples[h] for h in bits(s.held[p])):
            continue
        if s.config.rulings.monsters_keep_alive and any(monsters[h] for h in bits(s.held[p])):
            continue
        with group(s, "DG-GEN-002", "is eliminated: no army, population or temple is left", who=p):
            s.out |= 1 << p
            if n := len(s.hands[p]):
                for card in s.hands[p]:
                    s.spend(p, card)
                report(s, "DG-OPN-003", "leaves {} card{} behind", n, "" if n == 1 else "s", who=p)
            for h in list(bits(s.held[p])) if not s.config.rulings.monsters_stay else ():
                n = s.counters[MONSTER][h]
                s.remove(h, MONSTER, n)
                told = s.config.tally(MONSTER, n)
                report(s, "DG-OPN-003", "{} leave {}", told, s.config.grid.names[h], who=p, touched=area(h))


def card_of(s: State, power: Power) -> int:
    """The number of a card."""
    return s.config.number[power.name]
