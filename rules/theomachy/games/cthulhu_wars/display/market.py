"""The market: the cards that may be bought in the Doom phase or that somebody has, in a row."""

from __future__ import annotations

from ....engine.runtime.requirement import evaluate
from ....engine.tabletop.beside import Line, LineItem, LineMark
from ..rules.actions import in_doom
from ..rules.arguments import ARGUMENT_TYPES
from ..rules.config import MARKET, SUMMONED, Card
from ..rules.domains import DOOM
from ..rules.state import State, bits
from ..rules.timings import VOCABULARY


def market(s: State, viewer: int | None) -> tuple[Line, ...]:
    """One row, or none where no card is sold."""
    config, items = s.config, []
    for i in bits(config.market):
        card, whose = config.cards[i], s.cards[i]
        if whose < 0 and not s.offer >> i & 1:
            continue  # not in this game
        marks = (LineMark(whose, name="has it"),) if whose >= 0 else ()
        parts = [price(card) if whose < 0 else "", why_not(s, i, viewer) if whose < 0 else "", told(s, i)]
        note = " ".join(f"{part[0].upper()}{part[1:].rstrip('.')}." for part in parts if part)
        items.append(LineItem(card.key, card.name, "", card.icon, marks=marks, target=f"card:{i}", note=note,
                              rule=card.rule, house=config.facts.house(f"neutral.units.{card.key}")))  # fmt: skip
    if not items:
        return ()
    rule = next((power.rule for power in VOCABULARY.on(MARKET)), "")
    prices = {f"{config.cards[i].sort} {price(config.cards[i])}" for i in bits(s.offer)}
    return (Line("market", "Loyalty cards", tuple(items), ", ".join(sorted(prices)) or "all are sold", rule),)


def price(card: Card) -> str:
    """What a card costs."""
    return f"{card.doom} Doom" + (f" and {card.power} Power" if card.power else "")


def told(s: State, i: int) -> str:
    """What a card brings: its figures, and the powers that are printed on it."""
    card = s.config.cards[i]
    unit = next((u for u in s.config.factions[0].units if u.key == card.key), None)
    words = []
    if unit is not None:
        n = "1 figure" if unit.figures == 1 else f"{unit.figures} figures"
        cost = f"{unit.costs[0]} Power" if unit.plays(SUMMONED) else "never summoned"
        words.append(f"{n}, {cost}, Combat {unit.combat}" + (", captures nobody" if unit.harmless else ""))
    powers = [power for power in VOCABULARY.on(f"card.{card.key}") if not power.aside]
    words += [f"{power.name}: {power.text.rstrip('.')}" for power in powers]
    return ". ".join(words)


def why_not(s: State, i: int, viewer: int | None) -> str:
    """Why whoever looks, or else whoever is to act, cannot buy a card now; "" if nothing is against it."""
    me = s.active if viewer is None else viewer
    if s.phase != DOOM or s.active != me:
        return ""
    for action in in_doom(s, me):
        if not action.shape:
            continue
        found = evaluate(ARGUMENT_TYPES, action, s, me, (i,))
        if lacks := next((v for v in found if not v.holds), None):
            return f"not met: {lacks.text[0].lower()}{lacks.text[1:]}" + (f" ({lacks.fact})" if lacks.fact else "")
        if action.price(s, me, i) > s.power[me]:  # type: ignore[call-arg]
            return f"not met: you have {s.power[me]} Power"
    return ""
