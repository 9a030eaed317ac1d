"""The market: the cards that may be bought in the Doom phase, and the Great Old Ones that may be awakened, in rows."""

from __future__ import annotations

from ....engine.runtime.requirement import evaluate
from ....engine.tabletop.beside import Line, LineItem, LineMark
from ..rules.act import REQUIREMENT, Act
from ..rules.arguments import ARGUMENT_TYPES
from ..rules.awakening import GreatOldOne
from ..rules.common import price_of, title
from ..rules.config import CULTIST, INDEPENDENTS, MARKET, SUMMONED, Unit
from ..rules.domains import ACTION, DOOM
from ..rules.menu import in_doom
from ..rules.state import State, bits
from ..rules.timings import SLOTS, VOCABULARY, Power
from ..rules.topics import CostOf


def market(s: State, viewer: int | None) -> tuple[Line, ...]:
    """A row of the cards that are sold and one of the Great Old Ones that are awakened, as far as there are any."""
    found = []
    if items := row(s, s.config.market, viewer):
        rule = next((power.rule for power in VOCABULARY.on(MARKET)), "")
        prices = {f"{s.config.cards[i].sort} {price(s, i, viewer)}" for i in bits(s.offer & s.config.market)}
        found.append(Line("market", "Loyalty cards", items, ", ".join(sorted(prices)) or "all are sold", rule))
    if items := books(s):
        free = sum(not item.marks for item in items)
        note = f"{free} free" if free else "all are taken"
        found.append(Line("neutral_books", "Neutral spellbooks", items, note, "CW-SPB-001"))
    if items := row(s, s.config.awakened, viewer):
        rule = next((power.rule for power in VOCABULARY.on(INDEPENDENTS)), "")
        n = (s.offer & s.config.awakened).bit_count()
        note = f"{n} to be awakened, with the Power that each costs" if n else "all are awake"
        found.append(Line("great_old_ones", "Independent Great Old Ones", items, note, rule))
    return tuple(found)


def row(s: State, cards: int, viewer: int | None) -> tuple[LineItem, ...]:
    """These cards, as far as they are in the game: first what can be had now, the cheapest first, last what is held."""
    config = s.config
    found: list[tuple[tuple[bool, bool, tuple[int, int], int], LineItem]] = []
    for i in bits(cards):
        card, whose = config.cards[i], s.cards[i]
        if whose < 0 and not s.offer >> i & 1:
            continue  # not in this game
        marks = (LineMark(whose, name="has it"),) if whose >= 0 else ()
        against = why_not(s, i, viewer) if whose < 0 else ""
        parts = [price(s, i, viewer) if whose < 0 else "", against, told(s, i)]
        if lying := lies_on(s, i):
            parts.insert(0, f"on it lie: {lying}")
        if whose >= 0 and s.has_earned(whose, i):
            parts.insert(0, "its spellbook is earned")
        note = " ".join(f"{part[0].upper()}{part[1:].rstrip('.')}." for part in parts if part)
        item = LineItem(
            card.key,
            card.name,
            icon=card.icon,
            marks=marks,
            target=f"card:{i}",
            note=note,
            rule=card.rule,
            house=config.facts.house(f"neutral.units.{card.key}"),
            tag=tag(s, i, viewer) if whose < 0 else "",
            pale=bool(against),
        )
        found.append(((whose >= 0, bool(against), figures(s, i, viewer), i), item))
    return tuple(item for _, item in sorted(found, key=lambda row: row[0]))


def figures(s: State, i: int, viewer: int | None) -> tuple[int, int]:
    """The price as numbers, Doom and Power, for whoever looks: by it cards are sorted."""
    card = s.config.cards[i]
    if card.awakened:
        return 0, next(u.costs[0] for u in s.config.factions[0].units if u.key == card.key)
    who = s.active if viewer is None and s.phase == DOOM else viewer
    return (card.doom if who is None else price_of(s, who, CostOf.CARD, i, card.doom)), card.power


def tag(s: State, i: int, viewer: int | None) -> str:
    """The same beside the name: "2", "2 + 2"."""
    return " + ".join(str(n) for n in figures(s, i, viewer) if n) or "0"


def books(s: State) -> tuple[LineItem, ...]:
    """The spellbooks of no faction, with who has each."""
    card, items = s.config.factions[0], []
    for i, book in enumerate(card.books[len(card.books) - card.shared :]):
        seat = s.reader(i)
        bit = len(s.config.factions[max(seat, 0)].books) - card.shared + i
        marks = (LineMark(seat, name="has it"),) if seat >= 0 else ()
        row = s.config.facts.table(f"neutral.books.{book.on.partition('.')[2]}")
        target = f"book:{seat}:{bit}" if seat >= 0 else ""
        items.append(LineItem(book.on, book.name, "", row["icon"], marks=marks, target=target, note=book.text,
                              rule=book.rule))  # fmt: skip
    return tuple(items)


def lies_on(s: State, i: int) -> str:
    """The units that lie on a card, with whose they are."""
    return ", ".join(f"{s.config.name[f][kind]} of {title(s, f)}" for f, kind, card in s.laid if card == i)


def price(s: State, i: int, viewer: int | None = None) -> str:
    """What a card costs whoever looks, or everybody; or its Great Old One."""
    doom, power = figures(s, i, viewer)
    if s.config.cards[i].awakened:
        return f"{power} Power to awaken it"
    return f"{doom} Doom" + (f" and {power} Power" if power else "")


def told(s: State, i: int) -> str:
    """What a card brings: its figures, and the powers that are printed on it."""
    card = s.config.cards[i]
    unit = next((u for u in s.config.factions[0].units if u.key == card.key), None)
    words = []
    if unit is not None:
        n = "1 figure" if unit.figures == 1 else f"{unit.figures} figures"
        n += "" if unit.neutral else " for each faction"
        called = unit.plays(SUMMONED) or unit.rank == CULTIST  # some are recruited by an action of their own
        cost = f"{unit.costs[0]} Power, " if called else "" if card.awakened else "never summoned, "
        words.append(f"{n}, {cost}Combat {unit.combat}" + (", captures nobody" if unit.harmless else ""))
        words += captive(unit)
    everybody = [power for power in VOCABULARY.on(f"box.{card.key}") if not power.aside]
    if s.cards[i] >= 0:  # it is awake: how it is awakened is told again when it can be
        everybody = [power for power in everybody if not isinstance(power, GreatOldOne)]
    words += [power.text.rstrip(".") for power in everybody]
    for thing, head in ((f"card.{card.key}", ""), (f"book.{card.key}", "With its spellbook ")):
        powers = [power for power in VOCABULARY.on(thing) if not power.aside and not needs_slot(power)]
        words += [f"{head}{power.name}: {power.text.rstrip('.')}" for power in powers]
    words += [f"Its spellbook: {slot.text.rstrip('.')}" for slot in SLOTS.on(f"card.{card.key}")]
    return ". ".join(words)


def captive(unit: Unit) -> list[str]:
    """What a Cultist brings that brings no Power, and what it does as a captive, where that is otherwise."""
    found = ["It brings no Power"] if unit.rank == CULTIST and unit.gathers == 0 else []
    return found + (
        [f"A captor pays {-unit.ransom} Power for it"] if unit.ransom is not None and unit.ransom < 0 else []
    )


def needs_slot(power: Power) -> bool:
    """Is it the action of a requirement, which is told with that?"""
    return getattr(power, "category", "") == REQUIREMENT


def why_not(s: State, i: int, viewer: int | None) -> str:
    """Why whoever looks, or else whoever is to act, cannot buy a card now; "" if nothing is against it."""
    me = s.active if viewer is None else viewer
    if s.config.cards[i].awakened:
        return why_not_awake(s, i, me)
    if s.phase != DOOM or s.active != me:
        return ""
    for action in in_doom(s, me):
        if not action.shape or i not in ARGUMENT_TYPES[action.shape[0]].candidates(s, me):
            continue
        found = evaluate(ARGUMENT_TYPES, action, s, me, (i,))
        if lacks := next((v for v in found if not v.holds), None):
            return f"not met: {lacks.text[0].lower()}{lacks.text[1:]}" + (f" ({lacks.fact})" if lacks.fact else "")
        if power_for(action, s, me, i) > s.power[me]:
            return f"not met: you have {s.power[me]} Power"
    return ""


def power_for(action: Act, s: State, me: int, i: int) -> int:
    """The Power that a card costs in an action; one with a fixed price asks for none."""
    return action.price(s, me) if action.fixed else action.price(s, me, i)  # type: ignore[call-arg]


def why_not_awake(s: State, i: int, me: int) -> str:
    """The same of the awakening of its Great Old One, at the gate where least is against it."""
    if s.phase != ACTION or s.active != me:
        return ""
    fewest: list[str] = []
    for action in VOCABULARY.on(f"box.{s.config.cards[i].key}"):
        for area in s.gates(me) if isinstance(action, Act) and action.shape else ():
            lacks = [v.text for v in evaluate(ARGUMENT_TYPES, action, s, me, (area,)) if not v.holds]
            if not lacks and len(action.shape) == 1 and action.price(s, me, area) > s.power[me]:
                lacks = [f"You have {s.power[me]} Power"]
            if not lacks:
                return ""
            fewest = lacks if not fewest or len(lacks) < len(fewest) else fewest
    first = fewest[0] if fewest else "You control a gate"
    return f"not met: {first[0].lower()}{first[1:]}"
