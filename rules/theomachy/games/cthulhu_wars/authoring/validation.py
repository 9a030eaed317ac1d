"""What no position can be besides the bounds of its declaration."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.state import schema
from ....engine.tabletop.table import Target
from ..rules.battle import END
from ..rules.battle_record import BattleRecord
from ..rules.domains import KEEPER, KIND, NO_GATE, POOL, UNKEPT
from ..rules.menu import known
from ..rules.state import State, bits
from ..rules.timings import VOCABULARY

CHECKS = (
    ("CW-UNI-006", "Every figure is on the map, in a pool or on a card"),
    ("CW-GAT-001", "Every controlled gate has its keeper"),
    ("CW-ES-001", "Elder Signs in the bag and in hands are not too many"),
    ("CW-SPB-001", "Spellbooks and open requirements together are no more than the card has"),
)
Violation = tuple[str, str, tuple[Target, ...]]


def violations(s: State) -> list[Violation]:
    """What is impossible about this state."""
    found = schema.violations(s)
    fights = [b for b in (*(s.outer or ()), s.battle) if b is not None and b.declared]  # the sides are drawn up
    return found or [*_cards(s), *_board(s), *(fault for b in fights for fault in _battle(s, b))]


def _cards(s: State) -> Iterator[Violation]:
    config = s.config
    for seat, card in enumerate(config.played):
        who = (f"seat:{seat}",)
        if s.count_books(seat) + s.open[seat].bit_count() > len(card.slots):
            yield "CW-SPB-001", f"{card.title} has more spellbooks and open slots than {len(card.slots)}", who
        if s.owed[seat] & ~s.open[seat]:
            yield "CW-SPB-001", f"{card.title} is owed a spellbook for a covered slot", who
        if len(given := [card for card in bits(config.given) if s.cards[card] == seat]) > 1:
            names = " and ".join(config.cards[i].name for i in given)
            yield config.cards[given[1]].rule, f"{card.title} has {names}, of which nobody has more than one", who
    for seat, copied in enumerate(s.copied):
        held = {config.owned[seat].get(kind, -1) for kind in config.copiers[seat]}
        if copied and (copied & ~s.books[seat] or all(s.cards[card] != seat for card in held if card >= 0)):
            title = config.factions[seat].title
            yield (
                "CW-SPB-001",
                f"{title} has copied a spellbook that it lacks, or without the card for it",
                (f"seat:{seat}",),
            )
    powers = {power.name for power in VOCABULARY.abilities}
    for what, rows in (("lent", s.lent), ("silenced", s.hushed)):
        for seat, name in rows:
            if name not in powers:  # a misspelt one would be no power, and nobody would hear of it
                yield "CW-ABI-001", f"no power is called {name!r}: it cannot be {what}", (f"seat:{seat}",)
    for verb in set(s.barred) - {"pass", *(action.verb for action in known(s, s.active))}:
        yield "CW-ACT-003", f"{config.factions[s.active].title} has no action {verb!r} that could be barred", ()


def _board(s: State) -> Iterator[Violation]:
    config = s.config
    for seat, forms in enumerate(config.forms):
        for kind in forms.values():
            if s.gone(seat, kind) < 0:
                name = config.name[seat][kind]
                yield "CW-UNI-006", f"{config.factions[seat].title} has no {name} left for each of its forms", ()
    for seat, owned in enumerate(config.owned if s.battle is None else ()):
        for kind, card in owned.items():
            if s.cards[card] != seat and s.total(seat, kind) and not config.outlasts(seat, kind):
                title, name = config.factions[seat].title, config.name[seat][kind]
                yield "CW-UNI-006", f"{title} has a {name} in play, but not its card", (f"card:{card}",)
        for kind, card in config.brought[seat].items():
            if s.cards[card] < 0 and s.total(seat, kind):
                title, name = config.factions[seat].title, config.name[seat][kind]
                yield "CW-UNI-006", f"{title} has a {name} in play, but nobody the card", (f"card:{card}",)
    for owner in config.wild:
        for kind, unit in enumerate(config.factions[owner].units):  # as many of what changes sides as nobody has
            owners = [
                (f, k) for f in config.owners for k, u in enumerate(config.factions[f].units) if u.key == unit.key
            ]
            used = sum(config.limit[f][k] - s.n(f, k, POOL) - s.n(f, k, s.out(f)) for f, k in owners)
            if len(owners) > 1 and used > config.limit[owner][kind]:
                yield "CW-UNI-006", f"there are {used} of {config.limit[owner][kind]} {unit.name} in all", ()
    for seat, kind in enumerate(config.guests):
        if kind >= 0 and (n := s.total(seat, kind)) != sum(row[2] == seat for row in s.led):
            name = f"{config.factions[seat].title} has {n} {config.name[seat][kind]} in play"
            yield "CW-BAT-002", f"{name}, and not so many units of others fight for it", (f"seat:{seat}",)
    if s.on != [sum(1 << a for a in range(len(s.gate)) if s.crowd(f, a)) for f in config.owners]:
        yield "CW-UNI-007", "the index of occupied areas is wrong", ()
    for area, kind in enumerate(s.warden):
        seat = s.holder(area)
        kept = kind in config.kinds[seat] and s.n(seat, kind, area) if seat >= 0 else not kind
        if not kept and not (seat >= 0 and kind == UNKEPT):
            yield "CW-GAT-001", f"the gate in {config.map.names[area]} has no keeper", (f"place:{area}:gate",)
    for area, seat in config.printed_gates:
        if s.holder(area) != seat or not s.is_fixed(area):
            name = config.map.names[area]
            yield "CW-GAT-001", f"the gate in {name} is {config.factions[seat].title}'s for good", (f"area:{area}",)
    for area, word in s.sorts:
        if s.gate[area] == NO_GATE:
            yield "CW-GAT-001", f"there is no gate in {config.map.names[area]} that could be {word}", (f"area:{area}",)
    for sort in config.gate_sorts:
        if sum(word == sort.name for _, word in (*s.sorts, *s.sorts_on_cards())) > sort.figures:
            yield "CW-GAT-001", f"there are more than {sort.figures} gates of the sort {sort.name}", ()
    if s.gates_out() > config.supply and config.rulings.limited_gates:
        yield "CW-CMP-002", f"more than {config.supply} gates are on the map", ()
    for token, areas in zip(config.tokens, s.tokens, strict=True):
        if areas.bit_count() > token.figures:
            yield "CW-CMP-005", f"there are more than {token.figures} {token.name} markers", ()


def _battle(s: State, b: BattleRecord) -> Iterator[Violation]:
    here = (f"area:{b.area}",)
    for seat, roster in zip(b.sides, b.roster, strict=True):
        for code in roster if b.stage < END else ():  # guests of a battle that is over go home one by one
            kind = code & KIND
            there = s.n(seat, kind, b.area) if kind in s.config.kinds[seat] else 0
            if sum(n for c, n in roster.items() if c & KIND == kind) > there:
                name = s.config.name[seat][kind] if kind in s.config.kinds[seat] else f"unit {kind}"
                yield "CW-BAT-002", f"more {name} fight than are there", here
            if code & KEEPER and s.keeper(seat, b.area) != kind:
                yield "CW-GAT-001", "a unit fights on a gate that it does not hold", (f"place:{b.area}:gate",)
