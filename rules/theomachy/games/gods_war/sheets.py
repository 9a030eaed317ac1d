"""What lies before each empire: its sheet, its runes, and how near its Heroquests are."""

from __future__ import annotations

from ...engine.tabletop.table import Card, Condition, ConditionPart, Figure, Hand, Piece, Sheet, Slot
from .domains import GONE, HELD, POOL
from .runes import gap, plays
from .score import income, points
from .state import ACTION, OVER, State
from .timings import Quest, of_state
from .tokens import building, token

CARD = "rune-stone"
PLACES = ((POOL, "pool", "Pool"), (GONE, "gone", "Oblivion"))


def sheet(s: State, seat: int) -> Sheet:
    """The sheet of an empire."""
    come, count = income(s, seat).value, points(s, seat).value
    figures = (
        Figure("VP", s.vp[seat], key="victory points", note=f"+{count}"),
        Figure("Power", s.power[seat], key="power", note=f"+{come}"),
        Figure("Runes", len(s.hands[seat]), key="rune cards"),
        Figure("Buildings", len(s.sites(seat)), key="buildings"),
        Figure("Units", s.on_map(seat), key="units"),
    )
    status = "to act" if s.active == seat and s.phase != OVER else "waits"
    rows = [(name, beside(s, seat, place, where)) for place, where, name in PLACES]
    rows.append(("Taken as trophies", trophies(s, seat)))
    return Sheet(
        seat,
        status,
        figures,
        (("Gifts", slots(s, seat)),),
        tuple((name, row) for name, row in rows if row),
        tuple(marks(s, seat)),
    )


def slots(s: State, seat: int) -> tuple[Slot, ...]:
    """The Heroquests in their fragments, those that are covered with their gifts, face-up or used."""
    empire, found = s.config.empires[seat], []
    for i, row in enumerate(empire.slots):
        gift = s.slots[seat][i]
        shown = empire.gifts[gift] if gift >= 0 else row
        name = shown.name if gift >= 0 else row.title  # type: ignore[union-attr]
        live = gift < 0 or not s.down[seat] >> gift & 1
        found.append(
            Slot(name, shown.text, shown.rule, gift >= 0, live=live, target=f"slot:{seat}:{i}", group=row.fragment)
        )
    return tuple(found)


def beside(s: State, seat: int, place: int, where: str) -> tuple[Piece, ...]:
    """Units and buildings of a seat in a place that is no area."""
    config, found = s.config, []
    for kind in s.kinds_in(seat, place):
        if place != POOL or all(row[seat] != kind for row in config.common):  # tokens of runes are everybody's
            unit = config.empires[seat].units[kind]
            found.append(token(unit, f"{where}:{seat}:{unit.key}", -1, seat, s.n(seat, kind, place)))
    for kind, row in enumerate(config.empires[seat].buildings):
        if n := s.stock(seat, kind, place):
            found.append(building(config, f"{where}:{seat}:{row.key}", -1, seat, kind, n))
    return tuple(found)


def trophies(s: State, seat: int) -> tuple[Piece, ...]:
    """What a seat holds of others."""
    return tuple(piece for f in s.config.seats for piece in beside(s, f, HELD + seat, f"held:{seat}"))


def marks(s: State, seat: int) -> list[str]:
    """Short open marks."""
    found = []
    if seat == s.first:
        found.append("first player, " + ("clockwise" if s.way > 0 else "counterclockwise"))
    if s.left >> seat & 1:
        found.append("uncontrolled")
    if not s.power[seat] and s.phase == ACTION:
        found.append("out of Power")
    for counter, n in zip(s.config.empires[seat].counters, s.counters[seat], strict=True):
        found.append(f"{counter.title}: {n}")
    if used := [name for who, name, _ in s.spent if who == seat and not name.startswith("leave ")]:
        found.append("used: " + ", ".join(dict.fromkeys(used)))
    return found


# -- runes ------------------------------------------------------------------------------------------------------------
def hand(s: State, seat: int, viewer: int | None) -> Hand:
    """The runes of a seat; only their owner sees them (GW-RUN-001)."""
    cards = s.hands[seat]
    known = viewer in (None, seat) and all(card >= 0 for card in cards)
    shown = tuple(rune(s, seat, card) for card in cards) if known else ()
    return Hand(seat, shown, len(cards), note="seen by its owner alone")


def rune(s: State, seat: int, card: int) -> Card:
    """One rune, and why it waits."""
    row = s.config.runes[card]
    now = gap(s) and plays(s, seat, card)
    note = "" if now else f"waits: {row.timing}" if not gap(s) else "cannot be played now"
    worth = f" {row.vp} VP." if row.vp else ""
    return Card(f"card:{seat}:{card}", row.name, CARD, row.text + worth, row.rule, now, note)


# -- Heroquests -------------------------------------------------------------------------------------------------------
def conditions(s: State) -> tuple[Condition, ...]:
    """How near every open Heroquest is, the nearest first: the parts are those of the test that fires it."""
    found = []
    for seat, quest, test in s.open_quests():
        assert isinstance(quest, Quest)
        row = next(row for row in s.config.empires[seat].slots if row.key == quest.key)
        parts = tuple(test(s, seat, None))
        if not parts:
            continue
        told = tuple(
            ConditionPart(
                part.name,
                max(part.have, 0),
                max(part.need, 1),
                part.seat,
                part.target or (f"seat:{part.seat}" if part.seat >= 0 else ""),
            )
            for part in parts
        )
        lacking = sum(max(part.need - part.have, 0) for part in parts)
        whole = sum(part.need for part in told)
        near = (seat,) if of_state(quest) and lacking == 1 and whole > 1 else ()
        figures = s.config.facts.table(quest.at)
        text = row.short.format_map(figures | s.config.facts.table(f"{quest.at}.figures")) if row.short else row.text
        condition = Condition(f"{seat}:{row.key}", row.title, told, 0, seat, text, "a gift", near=near, rule=row.rule)
        found.append((not near, not of_state(quest), lacking / whole, condition))
    return tuple(row[3] for row in sorted(found, key=lambda row: row[:3]))
