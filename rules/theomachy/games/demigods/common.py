"""Steps that several rules share: gaining population, playing a card, drawing, elimination."""

from __future__ import annotations

from ...engine.ask import choose, draw, yes
from ...engine.trace import say, under
from .actions import area
from .land import bits
from .state import MONSTER, POPULATION, TERRAINS, State
from .timings import Power

HAND_LIMIT = "hand.limit"  # key of the component data (DG-DRAW-003)


def gain(s: State, h: int, n: int, rule: str) -> int:
    """A held hex gains population as far as powers and the limit let it; returns how many came (DG-TER-007)."""
    me = s.holder(h)
    for holder, ability, query in s.game.hooks(s, "gain_of"):
        less = query(s, holder, h, n)
        if less != n:
            say(
                s,
                ability.rule,
                "{}: {} gains {} instead of {}",
                ability.name,
                s.game.grid.names[h],
                less,
                n,
                kind="did",
                who=holder,
            )
            n = less
    n = min(n, s.room(h))
    if n > 0:
        s.add(h, me, POPULATION, n)
        say(s, rule, "{} gains {} population", s.game.grid.names[h], n, who=me, figure=f"+{n}", touched=area(h))
    return n


# -- cards ------------------------------------------------------------------------------------------------------------
async def announce(s: State, me: int, card: int, what: str) -> bool:
    """A card is played: others may negate it, and that too may be negated (DG-CRD-025). True when it takes effect."""
    s.spend(me, card)
    with under(s, s.game.cards[card].rule, "plays {}", what, who=me):
        for p in s.order(me)[1:]:
            for _, ability, test in s.game.mine(s, "would_take_effect", p):
                if not test(s, p, me, card):
                    continue
                if await yes(
                    p, ability, ability.name.lower(), prompt=f"Answer {what} with {ability.name}?", quiet=True
                ):
                    if await announce(s, p, s.game.number[ability.name], ability.name):
                        say(s, ability.rule, "{} has no effect", what, who=p)
                        return False
                    if s.game.single_reaction:
                        return True
                else:
                    say(
                        s,
                        ability.rule,
                        "{} is not used",
                        ability.name,
                        who=p,
                        kind="could",
                        secret=(p, "nothing is answered"),
                    )
        if s.game.everybody_pauses:
            await pauses(s, me)
    return True


async def pauses(s: State, me: int) -> None:
    """With that ruling everybody is asked, so that a question gives no card away."""
    for p in s.order(me)[1:]:
        if not s.game.mine(s, "would_take_effect", p):
            await choose(p, "choice", lambda: ("pass",), "DG-CRD-025", "abjuration", quiet=True)


async def draw_cards(s: State, me: int, n: int, rule: str) -> None:
    """Draw from the deck; an empty one is made of the discards (DG-DRAW-005)."""
    cards = s.game.cards
    for _ in range(n):
        if not any(s.deck):
            if not s.game.reshuffle or not any(s.discard):
                say(s, "DG-DRAW-005", "there is no card to draw", who=me)
                return
            s.deck, s.discard = s.discard, [0] * len(cards)
            say(s, "DG-DRAW-005", "the discards become the deck")
        options = [card for card, left in enumerate(s.deck) if left]
        card = await draw(
            options,
            [s.deck[c] for c in options],
            rule,
            "draw a card",
            word="card",
            owner=None if s.game.open_hands else me,
        )
        s.deck[card] -= 1
        s.take(me, card)
        say(s, rule, "draws {}", cards[card].name, who=me, secret=None if s.game.open_hands else (me, "draws a card"))


async def discard_surplus(s: State, me: int) -> None:
    """Down to the hand limit, freely chosen (DG-DRAW-003)."""
    while len(s.hands[me]) > s.game.hand_limit:
        card = await choose(
            me,
            "card",
            sorted(set(s.hands[me])),
            "DG-DRAW-003",
            "discard",
            word="card",
            private=True,
            prompt="Which card is discarded?",
        )
        s.spend(me, card)
        say(s, "DG-DRAW-003", "discards {}", s.game.cards[card].name, who=me)


async def draw_terrain(s: State, rule: str) -> int:
    """A terrain counter from the pile or the reserve; 0 when there is none."""
    options = [t for t in range(1, len(TERRAINS)) if s.pile[t - 1]]
    if not options:
        return 0
    terrain = int(await draw(options, [s.pile[t - 1] for t in options], rule, "draw terrain", word="terrain"))
    s.pile[terrain - 1] -= 1
    return terrain


# -- elimination ------------------------------------------------------------------------------------------------------
def judge(s: State) -> None:
    """Who has no army, population or temple is out; asked after every phase and card (DG-GEN-002, DG-OPN-003)."""
    for p in s.living():
        people, armies, temples, _ = s.sums(p)
        if people or armies or temples:
            continue
        s.out |= 1 << p
        for card in s.hands[p]:
            s.spend(p, card)
        if not s.game.monsters_stay:
            for h in list(bits(s.held[p])):
                s.remove(h, MONSTER, s.counters[MONSTER][h])
        say(s, "DG-GEN-002", "{} is eliminated", s.game.seats[p].name, who=p)


def card_of(s: State, power: Power) -> int:
    """The number of a card."""
    return s.game.number[power.name]
