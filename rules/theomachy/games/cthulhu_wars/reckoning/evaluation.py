"""How somebody stands, for bots and charts: a sum of named parts, each an open figure of the position times a weight.

An evaluation, no rule; Doom is the unit. A hidden Elder Sign counts as the mean of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.masks import bits
from ..rules.domains import NO_GATE
from ..rules.score import captives
from ..rules.sorts import sorts_of
from ..rules.timings import VOCABULARY

if TYPE_CHECKING:
    from ..rules.state import State

WEIGHTS = {
    "Doom": 1.0,
    "Elder Signs": 1.7,
    "spellbooks": 3.0,
    "towards spellbooks": 2.0,
    "gates": 2.5,
    "places for a gate": 1.6,
    "army": 0.5,
    "captives": 0.4,
    "markers": 0.5,
    "Power": 0.4,
    "loyalty cards": 2.0,
    "sorts of gates": 1.0,
}


def strength(s: State) -> tuple[float, ...]:
    """How each seat stands."""
    weights = WEIGHTS.values()
    return tuple([sum([w * n for w, n in zip(weights, figures(s, f), strict=True)]) for f in s.config.seats])


def parts(s: State, seat: int) -> dict[str, float]:
    """The same of one seat, by what it is made of: all that is not nothing."""
    return {name: w * n for (name, w), n in zip(WEIGHTS.items(), figures(s, seat), strict=True) if n}


def figures(s: State, f: int) -> tuple[float, ...]:
    """What the weights are applied to; an army is what it would cost, a place for a gate a Cultist where none is, and
    markers are areas with those that are drawn as its own.
    """
    config = s.config
    cost, cultists, card = config.cost[f], config.cultists[f], config.factions[f]
    army: float = sum([s.total(f, k) * cost[k] for k in config.kinds[f]])
    if config.awakened:
        army += worth_of_cards(s, f)
    places = sum([s.has(f, cultists, area) for area in bits(s.on[f] & s.gated[NO_GATE])])
    near = sum([slot.near(s, f) for slot in card.slots if s.is_open(f, slot.bit)])
    held = sum([n for _, _, n in captives(s, f)])
    markers = sum([s.tokens[i].bit_count() for i, token in enumerate(config.tokens) if token.seat == f])
    sorts = worth_of_sorts(s, f) if s.sorts else 0.0
    return (
        s.doom[f], len(s.signs[f]), s.count_books(f), near, s.count_gates(f), places, army, held, markers, s.power[f],
        sum([-1 if config.cards[card].burden else 1 for card in bits(config.market) if s.cards[card] == f]),
        sorts,
    )  # fmt: skip


def worth_of_cards(s: State, f: int) -> float:
    """What its awakened Great Old Ones are worth beside their prices, by the powers on their cards: one that costs
    nothing may be strong."""
    held = [card.key for i, card in enumerate(s.config.cards) if s.cards[i] == f and card.awakened]
    powers = [power for key in held for power in VOCABULARY.on(f"card.{key}")]
    return float(sum([power.worth(s, f, -1) for power in powers if hasattr(power, "worth")]))


def worth_of_sorts(s: State, f: int) -> float:
    """What its gates are worth beside being gates, by the powers that made them; half of it where one is still to be
    stepped on."""
    makers, value = sorts_of(s.config), 0.0
    for area, word in s.sorts:
        worth = getattr(makers.get(word), "worth", None)
        if worth is not None and (s.holder(area) == f or (s.holder(area) < 0 and s.here(f, area))):
            value += worth(s, f, area) * (1.0 if s.holder(area) == f else 0.5)
    return value
