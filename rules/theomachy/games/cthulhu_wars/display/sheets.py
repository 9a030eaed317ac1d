"""What lies before each faction: its sheet on the table, and the whole of it for whoever opens it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ....engine.runtime.layers import summed
from ....engine.state import schema
from ....engine.tabletop.table import (
    TO_ACT,
    WAITS,
    Figure,
    Passage,
    Piece,
    Sheet,
    SheetPart,
    SheetRow,
    SheetTable,
    Slot,
)
from ....engine.wording import article
from ..rules.common import may_come, title
from ..rules.config import BUILDING, CULTIST, ELDER_GOD, GOO, MONSTER, TERROR
from ..rules.domains import ACTION, CARD, OVER, POOL
from ..rules.score import figures, gathered
from ..rules.state import State, bits
from ..rules.timings import CARD_BIT, SLOTS, VOCABULARY, Power
from ..rules.topics import CountsAs
from .battle_powers import combat
from .tokens import beside, captive_pieces, lost, marker, piece

BOOK = "spell-book"
FOR_TWO = "CW-2PL-"  # the rules of games with two players
RANKS = {CULTIST: "Cultist", MONSTER: "Monster", TERROR: "Terror", GOO: "Great Old One", ELDER_GOD: "Elder God",
         BUILDING: "building"}  # fmt: skip


def sheet(s: State, seat: int) -> Sheet:
    """The faction card: power, doom, signs, spellbooks, requirements, pool, captives."""
    config, row = s.config, figures(s)[seat]
    card = config.factions[seat]
    shown = (
        Figure("Power", row["power"], 20, key="power"),
        Figure("Doom", row["doom"], config.goal, f"first to {config.goal}", key="doom"),
        Figure("Elder Signs", row["signs"], note=_signs(s, seat), key="signs"),
        Figure("Gates", row["gates"], key="gates"),
        Figure("Spellbooks", row["spellbooks"], len(card.slots), f"{config.books[0]} to win", key="spellbooks"),
        *(Figure(word.capitalize(), n) for f, word, n in s.counters if f == seat),
    )
    groups = [("Pool", beside(s, seat, POOL, "pool")), *things(s, seat)]
    status = TO_ACT if seat == s.active and s.phase != OVER else WAITS
    quiet, own = s.down[seat], len(card.books) - card.shared
    books = tuple(
        replace(slot, live=not quiet >> bit & 1)
        for bit, slot in enumerate(schema.slots(s, "books", seat, "book", BOOK))
        if may_come(s, seat, bit) and (bit < own or s.books[seat] >> bit & 1)
    )
    needs = ("Requirements", schema.slots(s, "open", seat, "slot", filled=False))
    return Sheet(seat, status, shown, (("Spellbooks", books), needs), tuple(groups), tuple(marks(s, seat)))


def _signs(s: State, seat: int) -> str:
    """What is known of the Elder Signs of a seat: to whoever may see them, their worth."""
    signs = s.signs[seat]
    if signs and all(signs):
        return f"worth {sum(signs)}"
    return "hidden" if signs else ""


def things(s: State, seat: int) -> list[tuple[str, tuple[Piece, ...]]]:
    """What lies before a faction besides its pool, or stands in an area of its own."""
    config, groups = s.config, []
    if hidden := beside(s, seat, CARD, "card"):
        groups.append(("On the card", hidden))
    if captives := captive_pieces(s, seat):
        groups.append(("Captives", captives))
    if gone := lost(s, seat):
        groups.append(("Out of the game", gone))
    for i, token in enumerate(config.tokens):
        if token.seat == seat:
            left = token.figures - s.tokens[i].bit_count()
            if left:
                pile = marker(token, f"pool:{seat}:{token.key}", n=left)
                groups.append((f"{token.plural or f'{token.name} markers'}, {left} left", (pile,)))
    return groups


def marks(s: State, seat: int) -> list[str]:
    """Short open marks of a faction."""
    card, found = s.config.factions[seat], []
    if seat == s.first:
        found.append("first player, " + ("clockwise" if s.way > 0 else "counterclockwise"))
    if not s.power[seat] and s.phase == ACTION:
        found.append("out of Power")
    if used := [name for f, name in s.spent if f == seat]:
        found.append("used: " + ", ".join(used))
    if down := s.face_down(seat):
        found.append("face down: " + ", ".join(card.books[bit].name for bit in bits(down)))
    if n := dict(s.stowed).get(seat, 0):
        found.append("a gate on the card" if n == 1 else f"{n} gates on the card")
    found += [f"{card.units[kind].name} is a gate" for kind in s.gate_kinds(seat, CountsAs.GATE) if s.total(seat, kind)]
    if lent := [name for f, name in s.lent if f == seat]:
        found.append("has as well: " + ", ".join(lent))
    if silent := [*(name for f, name in s.hushed if f == seat), *s.muted[seat]]:
        found.append("silenced: " + ", ".join(silent))
    for owner, kind, foe, book in s.perched:
        name, lies = article(s.config.name[owner][kind]), s.config.factions[foe].books[book].name
        if foe == seat:
            found.append(f"{name} lies on {lies}")
        if owner == seat:
            found.append(f"{name} on {lies} of {s.config.factions[foe].title}")
    for (owner, kind, foe), n in sorted(Counter(s.led).items()):
        name = f"{n} × {s.config.name[owner][kind]}" if n > 1 else article(s.config.name[owner][kind])
        if owner == seat:
            found.append(f"{name} {'fight' if n > 1 else 'fights'} for {title(s, foe)}")
        elif foe == seat:
            found.append(f"{name} of {title(s, owner)} {'fight' if n > 1 else 'fights'} for it")
    for owner, kind, i in s.laid:
        if owner == seat:
            found.append(f"{article(s.config.name[owner][kind])} lies on the card {s.config.cards[i].name}")
    if held := [card.name for i, card in enumerate(s.config.cards) if s.cards[i] == seat]:
        found.append("has the card: " if len(held) == 1 else "has the cards: ")
        found[-1] += ", ".join(held)
    if s.kept[seat]:
        known = [s.config.cards[card].name for card in s.kept[seat] if card >= 0]
        n = len(s.kept[seat])
        found.append(
            f"keeps in secret: {', '.join(known)}" if known
            else "keeps a secret card" if n == 1 else f"keeps {n} secret cards"
        )  # fmt: skip
    return found


# -- the whole sheet --------------------------------------------------------------------------------------------------
def page(s: State, seat: int) -> Sheet:
    """All that lies before a faction, and what comes of it (CW-SPB-001, CW-POW-002)."""
    card, short = s.config.factions[seat], sheet(s, seat)
    come = summed(gathered(s, seat), "Power", rule="CW-POW-002", seat=seat, head="Next Gather Power")
    terms = tuple(replace(x, name=x.name.removesuffix("s")) if x.name.startswith("1 ") else x for x in come.terms)
    texts = [("At any moment", at_any_moment(s, seat)), ("On the faction card", printed(s, seat))]
    own, free = len(card.books) - card.shared, [bit for bit in s.free_books(seat) if may_come(s, seat, bit)]
    left, shared = ([Passage(card.books[bit].name, card.books[bit].text, card.books[bit].rule) for bit in free
                     if (bit < own) is mine] for mine in (True, False))  # fmt: skip
    texts += [("Spellbooks still to take", tuple(left)), ("Neutral spellbooks, for whoever takes them", tuple(shared))]
    texts += [("For everybody at this table", of_sets(s))]
    return replace(
        short,
        slots=(
            ("Spellbooks", slots(s, seat)),
            *((("On loyalty cards", on_cards),) if (on_cards := of_cards(s, seat)) else ()),
        ),
        pieces=tuple(row for row in short.pieces if row[0] != "Pool"),
        tables=(units(s, seat),),
        parts=(SheetPart("Spellbooks", f"{s.count_books(seat)} of {len(card.slots)}, {s.config.books[0]} to win"),),
        passages=tuple((name, rows) for name, rows in texts if rows),
        sums=(replace(come, terms=terms, note="as it stands; at least half of the most"),),
    )


def slots(s: State, seat: int) -> tuple[Slot, ...]:
    """The six places of the card: spellbooks that have come, those that may be chosen, requirements still open."""
    card, found = s.config.factions[seat], []
    silent, own = {name for f, name in s.hushed if f == seat}, len(card.books) - card.shared
    for bit in bits(s.books[seat]):
        book, down = card.books[bit], bool(s.down[seat] >> bit & 1)
        note = "face down" if down else "silenced" if book.name in silent else "" if bit < own else "neutral"
        live = not down and book.name not in silent
        if s.copied[seat] >> bit & 1:
            copiers = [card.units[kind].name for kind in s.config.copiers[seat] if s.total(seat, kind)]
            note = ", ".join([*([note] if note else []), *(f"{name} too" for name in copiers)])
        target = f"book:{seat}:{bit}"
        found.append(Slot(book.name, book.text, book.rule, True, BOOK, live, target, note=note))
    for slot in card.slots:
        target, at = f"slot:{seat}:{slot.bit}", (s.owed[seat] | s.open[seat]) >> slot.bit & 1
        if s.owed[seat] >> slot.bit & 1:
            found.append(Slot(slot.name, slot.text, slot.rule, False, target=target, note="met: a spellbook comes"))
        elif at:
            far = getattr(slot, "far", None)
            n = far(s, seat) if far is not None else 0
            note = f"{n} to go" if n else "open"
            found.append(Slot(slot.name, slot.text, slot.rule, False, target=target, note=note))
    return tuple(found)


def of_cards(s: State, seat: int) -> tuple[Slot, ...]:
    """The spellbooks of the cards that the seat holds, or what each asks for: none counts for victory."""
    found = []
    for i, card in enumerate(s.config.cards):
        if s.cards[i] != seat or not card.awakened:
            continue
        if s.has_earned(seat, i):
            book = next(iter(VOCABULARY.on(f"book.{card.key}")), None)
            name, text = (book.name, book.text) if book else (card.name, "")
            found.append(Slot(name, text, card.rule, True, BOOK, True, f"card:{i}", note=card.name))
        else:
            for slot in SLOTS.on(f"card.{card.key}"):
                found.append(Slot(slot.name, slot.text, slot.rule, False, target=f"card:{i}", note=card.name))
    return tuple(found)


def units(s: State, seat: int) -> SheetTable:
    """The kinds of unit of a faction: what each costs, its Combat as it stands now, how many are in play."""
    config, rows = s.config, []
    for kind, unit in enumerate(s.config.factions[seat].units):
        have = s.total(seat, kind)
        mine = config.owned[seat].get(kind, -1)
        if unit.neutral and not have and (mine < 0 or s.cards[mine] != seat):
            continue
        if not s.exists(seat, kind):
            continue
        costs = tuple(dict.fromkeys(unit.costs))
        cost = f"{costs[0]} to {costs[-1]}" if len(costs) > 2 else " or ".join(map(str, costs))
        token = piece(s, seat, POOL, kind, 1, where="sheet")
        token = token if unit.rank == TERROR else replace(token, size="common")
        cells = cost, combat(s, seat, kind)
        rows.append(SheetRow(token, unit.name, RANKS[unit.rank], cells, have, unit.figures, unit.rule))
    return SheetTable("Units", ("Cost", "Combat"), tuple(rows))


def at_any_moment(s: State, seat: int) -> tuple[Passage, ...]:
    """What may be used now, in somebody else's turn too (CW-ES-004)."""
    found = []
    if s.signs[seat]:
        text = "Whenever anybody is asked anything: one is turned up for the Doom that it is worth."
        found.append(Passage("Reveal an Elder Sign", text, "CW-ES-003"))
    for _, power, _ in s.mine(seat, "any_time"):
        if not hasattr(power, "may_any_time") or power.may_any_time(s, seat):
            found.append(Passage(power.name, power.text, power.rule))
    return tuple(found)


def of_sets(s: State) -> tuple[Passage, ...]:
    """What the sets of things in the box, and the world, say to everybody."""
    here = s.config.map.key, s.config.map.world
    box = {f"set.{key}" for key in s.config.sets} | {f"{sort}.{key}" for sort in ("map", "ground") for key in here}
    powers = [power for power in VOCABULARY.abilities if isinstance(power, Power) and power.on in box]
    return tuple(Passage(power.name, power.text, power.rule) for power in powers if not power.aside)


def printed(s: State, seat: int) -> tuple[Passage, ...]:
    """What is printed on the faction card itself; what only fills a slot of it stands there."""
    card, told = s.config.factions[seat], {one.name for one in at_any_moment(s, seat)}
    rules = {slot.rule for slot in card.slots}
    box = {*s.config.facts.names("cards"), *s.config.facts.names("every.units")}
    held = {f"card.{x.key}" for i, x in enumerate(s.config.cards) if s.cards[i] == seat}
    found = [
        Passage(power.name, power.text, power.rule, "unique" if power.unique else "")
        for power in VOCABULARY.abilities
        if isinstance(power, Power)
        and ((power.faction == card.slug and power.bit == CARD_BIT) or power.on in held)
        and not power.aside
        and power.name not in told
        and power.rule not in rules
        and (not power.comes_with or power.comes_with in box)
        and (s.config.two or not power.rule.startswith(FOR_TWO))
    ]
    return tuple(sorted(found, key=lambda one: not one.tag))
