"""What lies before each empire: its sheet, its runes, and how near its Heroquests are."""

from __future__ import annotations

from ....engine.runtime.layers import summed
from ....engine.tabletop.table import (
    HAZARD,
    Card,
    Condition,
    ConditionPart,
    Figure,
    Hand,
    Passage,
    Piece,
    PieceCard,
    Sheet,
    SheetPart,
    SheetRow,
    SheetTable,
    Slot,
)
from ....engine.wording import number_of, together
from ..rules.actions import needs_met
from ..rules.common import area_name, cost_of_building, slot_of, title
from ..rules.config import GREATER, HERO, LESSER, MINION, Counter, Unit
from ..rules.domains import GONE, HELD, PEN, POOL
from ..rules.movement import faces, ratings, rolled
from ..rules.packing import kind_of
from ..rules.runes import gap, plays
from ..rules.score import income, points
from ..rules.state import ACTION, GIFT_NOTED, OVER, State
from ..rules.timings import Quest, of_state
from .tokens import building, token, whose

CARD = "rune-stone"
CELLS = 15  # of Power are drawn
RANKS = {MINION: "mortal minion", HERO: "mortal hero", LESSER: "lesser god", GREATER: "greater god"}
REWARDS = {"vp": ("VP", "VP"), "power": ("Power", "Power"), "runes": ("rune", "runes")}  # one, and many
ORDER = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
PLACES = ((POOL, "pool", "Pool"), (GONE, "gone", "Oblivion"))


def sheet(s: State, seat: int) -> Sheet:
    """The sheet of an empire."""
    come, count = income(s, seat, True), points(s, seat, True)
    shown = (
        kind
        for kind, unit in enumerate(s.config.empires[seat].units)
        if not common(s, seat, kind) and at_home(s, seat, kind) and (not guest(unit) or s.playing(seat, kind))
    )
    own = {unit.figure or unit.key: unit.figures for unit in (s.config.empires[seat].units[kind] for kind in shown)}
    figures = (
        Figure("Power", s.power[seat], CELLS, f"+{come.value}", "power", next=come.value),
        Figure("VP", s.vp[seat], key="victory points", note=f"+{count.value}"),
        Figure("Runes", len(s.hands[seat]), key="rune cards"),
        Figure("Buildings", len(s.sites(seat)), key="buildings", pieces=standing(s, seat)),
        Figure("Units", s.playing(seat), key="units", note=f"of {sum(own.values())}"),
    )
    status = "to act" if s.active == seat and s.phase != OVER else "waits"
    rows = [(name, beside(s, seat, place, where)) for place, where, name in PLACES]
    rows.append((s.config.empires[seat].box or "Taken as trophies", trophies(s, seat)))
    rows.append((f"In the {s.config.pen}", beside(s, seat, PEN, "pen")))
    if seat == s.config.jailer:
        rows.append((s.config.pen, tuple(piece for f in s.config.seats for piece in beside(s, f, PEN, str(PEN)))))
    rows.append(("Monsters killed", killed(s, seat)))
    return Sheet(
        seat,
        status,
        figures,
        tuple((name, row) for name, row in (("Gifts", slots(s, seat)), ("Of allies", slots(s, seat, True))) if row),
        tuple((name, row) for name, row in rows if row),
        tuple(marks(s, seat)),
        brief=brief(s, seat),
        tables=(units(s, seat), buildings(s, seat)),
        parts=parts(s, seat),
        passages=(
            ("Always, and while it stands", abilities(s, seat)),
            *((f"Your ally: {s.config.races[race].title}", loyalty(s, seat, race)) for race in s.allied(seat)),
            ("Gifts to choose from", gifts_left(s, seat)),
            *([("Elder races to be won", to_be_won(s))] if any(map(s.is_neutral, range(len(s.config.races)))) else []),
            *((s.config.empires[owner].title, abilities(s, owner)) for owner in s.config.wild),
        ),
        sums=(
            summed(come, "Power", rule="GW-PWR-001", seat=seat, head="The next Power Phase"),
            summed(count, "VP", rule="GW-CNC-005", seat=seat, head="The next Council"),
        ),
    )


def common(s: State, seat: int, kind: int) -> bool:
    """Is it a token of runes, which is everybody's?"""
    return bool(s.config.shared[seat] >> kind & 1)


def guest(unit: Unit) -> bool:
    """Is it a unit out of another empire's pool, which may join this one?"""
    return bool(unit.joins and unit.of)


def bond(s: State, seat: int, kind: int) -> str:
    """What becomes of a unit that joins others: whom it marries, or that it stays."""
    unit, (owner, _) = s.config.empires[seat].units[kind], s.config.joined[seat][kind]
    if not unit.joins:
        return ""
    if guest(unit):
        return f"from {title(s, s.config.giver)}, {unit.against_own} dice against it"
    return f"marries {title(s, owner)}" if owner != seat else "no spouse here"


def at_home(s: State, seat: int, kind: int) -> bool:
    """Is a kind of unit of this sheet there: its own, or that of an ally?"""
    unit = s.config.empires[seat].units[kind]
    race = s.config.race(unit.of) if unit.of else -1
    return race < 0 or s.is_ally(race, seat)


def at_hand(s: State, seat: int, kind: int) -> bool:
    """Is such a figure of the pool what its owner could take: of several stages the one that it is now?"""
    stages = s.config.stages(seat, kind)
    return at_home(s, seat, kind) and (len(stages) == 1 or needs_met(s, seat, kind))


def brief(s: State, seat: int) -> str:
    """What must be seen beside the name: who begins and which way round play goes, and who is out."""
    said = [f"first {'↻' if s.way > 0 else '↺'}"] if seat == s.first else []
    said += ["nobody's"] if s.left >> seat & 1 else []
    said += ["spent"] if not s.power[seat] and s.phase == ACTION else []
    return ", ".join(said)


def standing(s: State, seat: int) -> tuple[Piece, ...]:
    """The buildings of a seat on the map, those of one face together."""
    found: dict[str, list[int]] = {}
    for area in dict.fromkeys(s.sites(seat)):
        for code in s.buildings_in(area):
            if code >> 3 == seat:
                found.setdefault(s.building(code, area).key, []).append(code & 7)
    return tuple(
        building(s.config, f"stands:{seat}:{key}", -1, seat, codes[0], len(codes), face=key)
        for key, codes in found.items()
    )


def units(s: State, seat: int) -> SheetTable:
    """The kinds of unit of an empire, their ratings now and how many are on the map; tokens of runes while they are."""
    rows = []
    for kind, unit in enumerate(s.config.empires[seat].units):
        owner, own = s.config.joined[seat][kind]
        have = s.playing(owner, own) - s.n(owner, own, PEN)
        if have or (not common(s, seat, kind) and at_home(s, seat, kind)):
            rated = said(faces(s, seat, kind)) if rolled(s, seat, kind) else ""
            cells = (str(unit.cost), *((rated, rated) if rated else ratings(s, seat, kind)))
            piece = token(unit, f"sheet:{seat}:{unit.key}", -1, seat)
            line = ", ".join(filter(None, (RANKS[unit.rank], bond(s, seat, kind))))
            rows.append(SheetRow(piece, unit.name, line, cells, have, unit.figures, unit.rule))
    return SheetTable("Units", ("Power", "Combat", "In Hell"), tuple(rows))


def said(row: tuple[int, ...]) -> str:
    """What a die may make of a rating: "1 or 3", "1 to 6"."""
    found = sorted(set(row))
    return f"{found[0]} {'or' if len(found) == 2 else 'to'} {found[-1]}"


def buildings(s: State, seat: int) -> SheetTable:
    """The kinds of building of an empire, with how many are on the map."""
    empire, rows = s.config.empires[seat], []
    names = {row.key: row.name for row in (*empire.buildings, *empire.faces)}
    for kind, row in enumerate(empire.buildings):
        brings = [f"+{n} {word}{'s' if n > 1 else ''}" for n, word in ((row.kills, "kill"), (row.routs, "rout")) if n]
        on = " or ".join(names.get(key, key) for key in row.on)
        line = f"on a {on}" if on else "also beside a building" if row.nest else "where no building is"
        piece = building(s.config, f"sheet:{seat}:{row.key}", -1, seat, kind)
        have = len(s.sites(seat, (row.key, *(face.key for face in empire.faces if face.face_of == kind))))
        cells = (str(cost_of_building(s, seat << 3 | kind)), ", ".join(brings) or "-", "")
        rows.append(SheetRow(piece, row.name, line, cells, have, row.tokens, row.rule))
    return SheetTable("Buildings", ("Power", "In battle", ""), tuple(rows))


def parts(s: State, seat: int) -> tuple[SheetPart, ...]:
    """The fragments of the sheet, and what they bring."""
    fact = s.config.fact
    note = f"a gift: +{fact('power.per_fragment')} Power; full: +{fact('victory.per_full_fragment')} VP"
    return tuple(SheetPart(f"{ORDER[i]} fragment", note) for i in range(len(s.config.empires[seat].fragments)))


def abilities(s: State, seat: int) -> tuple[Passage, ...]:
    """What is printed on the sheet besides gifts, as far as it has a text of its own."""
    found = []
    for power in s.config.empires[seat].powers:
        own = power.item.startswith("abilities.") and power.empire == s.config.slugs[seat]
        row = s.config.facts.table(power.at) if own else {}
        if text := row.get("text"):
            when = ", ".join(word for word in row["timing"] if word != "ongoing")
            live = (seat, power) in s.key.pairs
            tag = row["kind"].removeprefix("unique ")
            found.append(Passage(row["name"], text, row["rule"], tag, when, live))
    return tuple(found)


def printed(s: State, slug: str) -> list[Passage]:
    """The abilities that a loyalty card has."""
    at = f"empire.{slug}.abilities"
    rows = [s.config.facts.table(f"{at}.{key}") for key in s.config.facts.names(at)]
    whens = [", ".join(word for word in row["timing"] if word != "ongoing") for row in rows]
    return [Passage(row["name"], row["text"], row["rule"], "", when) for row, when in zip(rows, whens, strict=True)]


def loyalty(s: State, seat: int, race: int) -> tuple[Passage, ...]:
    """The loyalty card of an ally: abilities, its Heroquest and its gift."""
    row = s.config.races[race]
    found = printed(s, row.slug)
    for slot, gift in zip(row.slots, row.gifts, strict=True):
        laid = s.slots[seat][s.config.slot_things[seat].index((row.slug, slot.key))] >= 0
        found.append(Passage(slot.title, slot.text, slot.rule, "Heroquest", "", not laid))
        found.append(Passage(gift.name, gift.text, gift.rule, "gift", "", laid))
    return tuple(found)


def to_be_won(s: State) -> tuple[Passage, ...]:
    """The loyalty cards of races that are nobody's ally, each in one text."""
    found, owner = [], s.config.elders
    for race, row in enumerate(s.config.races):
        if s.is_neutral(race):
            areas = [area_name(s, a) for code in s.config.guests[owner][race] for a in s.where(owner, kind_of(code))]
            abilities_ = " ".join(f"{one.name}: {one.text}" for one in printed(s, row.slug))
            brings = " ".join(f"Heroquest: {slot.text} Gift: {gift.name}. {gift.text}" for slot, gift in
                              zip(row.slots, row.gifts, strict=True))  # fmt: skip
            text = " ".join(filter(None, (row.text, abilities_, brings)))
            found.append(Passage(row.title, text, row.rule, "neutral", ", ".join(areas), live=False))
    return tuple(found)


def card_of(s: State, piece: Piece) -> PieceCard | None:
    """What is printed on the card of a monster, or of a small people, with its rating now."""
    config = s.config
    for owner in config.neutrals:
        for kind, unit in enumerate(config.empires[owner].units):
            if unit.key != piece.kind or not isinstance(piece.owner, str):
                continue
            rated = said(faces(s, owner, kind)) if rolled(s, owner, kind) else ""
            above, below = (rated, rated) if rated else ratings(s, owner, kind)
            figures = [("Combat", above), ("In Hell", below)]
            if unit.cost:
                figures.insert(0, ("Power", str(unit.cost)))
            if killed_for := [number_of(n, REWARDS[word][0], REWARDS[word][1])
                              for word, n in config.empires[owner].reward if n]:  # fmt: skip
                figures.append(("Reward", together(killed_for)))
            races = [race for race in config.races if race.slug == unit.of]
            says = [(race.title, race.text) for race in races]
            says += [(one.name, one.text) for race in races for one in printed(s, race.slug)]
            says += [(one.name, one.text) for one in abilities(s, owner) if one.when or not races]  # what a race can do
            return PieceCard(tuple(figures), tuple(says))
    return None


def gifts_left(s: State, seat: int) -> tuple[Passage, ...]:
    """The gifts of the empire that may still be chosen."""
    empire, laid = s.config.empires[seat], set(s.slots[seat])
    of_races = {gift.key for race in s.config.races for gift in race.gifts}
    return tuple(
        Passage(gift.name, gift.text, gift.rule, "once" if gift.once else "")
        for i, gift in enumerate(empire.gifts)
        if i not in laid and gift.key not in of_races
    )


def slots(s: State, seat: int, of_allies: bool = False) -> tuple[Slot, ...]:
    """The Heroquests in their fragments, or those of allies; covered ones with their gifts, face-up or used."""
    empire, found = s.config.empires[seat], []
    for i, row in enumerate(empire.slots):
        if bool(row.of) != of_allies or (row.of and not s.is_ally(s.config.race(row.of), seat)):
            continue
        gift = s.slots[seat][i]
        shown = empire.gifts[gift] if gift >= 0 else row
        name = shown.name if gift >= 0 else row.title  # type: ignore[union-attr]
        live = gift < 0 or not s.down[seat] >> gift & 1
        found.append(
            Slot(
                name,
                shown.text,
                shown.rule,
                gift >= 0,
                live=live,
                target=f"slot:{seat}:{i}",
                group=row.fragment,
                condition="" if gift >= 0 else f"{seat}:{row.key}",
            )
        )
    return tuple(found)


def beside(s: State, seat: int, place: int, where: str) -> tuple[Piece, ...]:
    """Units and buildings of a seat in a place that is no area."""
    config, found = s.config, []
    for kind in s.kinds_in(seat, place):
        unit = config.empires[seat].units[kind]
        if place != POOL or (not common(s, seat, kind) and not guest(unit) and at_hand(s, seat, kind)):
            found.append(token(unit, f"{where}:{seat}:{unit.key}", -1, whose(config, seat), s.n(seat, kind, place)))
    for kind, row in enumerate(config.empires[seat].buildings):
        if n := s.stock(seat, kind, place):
            found.append(building(config, f"{where}:{seat}:{row.key}", -1, seat, kind, n))
    return tuple(found)


def trophies(s: State, seat: int) -> tuple[Piece, ...]:
    """What a seat holds of others."""
    return tuple(piece for f in s.config.owners for piece in beside(s, f, HELD + seat, f"held:{seat}"))


def killed(s: State, seat: int) -> tuple[Piece, ...]:
    """The monsters whose reward a seat has taken."""
    config = s.config
    units = [config.empires[f].units[0] for f, who in zip(config.neutrals, s.rewards, strict=True) if who == seat]
    return tuple(token(unit, f"slain:{seat}:{unit.key}", -1, HAZARD) for unit in units)


def marks(s: State, seat: int) -> list[str]:
    """Short open marks."""
    found = []
    if seat == s.first:
        found.append("first player, " + ("clockwise" if s.way > 0 else "counterclockwise"))
    if s.left >> seat & 1:
        found.append("uncontrolled")
    if not s.power[seat] and s.phase == ACTION:
        found.append("out of Power")
    for counter, n in counters(s, seat):
        found.append(f"{counter.title}: {counter.names[n] if counter.names else n}")
    if seat == s.config.giver and s.married:
        found.append("married to " + together([title(s, f) for f in s.config.spouses if s.is_married(f)]))
    if s.is_married(seat):
        found.append(f"married to {title(s, s.config.giver)}")
    found += [f"has taken a {s.config.empires[f].mark.lower()}" for f in s.config.weavers if s.on_sheets(f) >> seat & 1]
    found += [f"{power}: {word}, {n}" for who, power, word, n in s.noted if who == seat and word != GIFT_NOTED]
    if used := [name for who, name, _ in s.spent if who == seat and not name.startswith("leave ")]:
        found.append("used: " + ", ".join(dict.fromkeys(used)))
    return found


def counters(s: State, seat: int) -> list[tuple[Counter, int]]:
    """The numbers that powers of a seat keep, those of elder races while they are allies."""
    rows = zip(s.config.empires[seat].counters, s.counters[seat], strict=True)
    return [(row, n) for row, n in rows if not row.of or s.is_ally(s.config.race(row.of), seat)]


# -- runes ------------------------------------------------------------------------------------------------------------
def hand(s: State, seat: int, viewer: int | None) -> Hand:
    """The runes of a seat; only their owner sees them (GW-RUN-001)."""
    cards = s.hands[seat]
    known = viewer in (None, seat) and all(card >= 0 for card in cards)
    shown = tuple(rune(s, seat, card) for card in cards) if known else ()
    return Hand(seat, shown, len(cards), note="seen by its owner alone", word="runes")


def rune(s: State, seat: int, card: int) -> Card:
    """One rune, and why it waits."""
    row = s.config.runes[card]
    now = gap(s) and plays(s, seat, card)
    note = "" if now else "waits for its moment" if not gap(s) else "cannot be played now"
    worth = f"{row.vp} VP" if row.vp else ""
    line = ", ".join(word for word in (row.timing, worth) if word)
    return Card(f"card:{seat}:{card}", row.name, CARD, row.text, row.rule, now, note, line)


# -- Heroquests -------------------------------------------------------------------------------------------------------
def conditions(s: State) -> tuple[Condition, ...]:
    """How near every open Heroquest is, the nearest first: the parts are those of the test that fires it."""
    found = []
    for seat, quest, test in s.open_quests():
        assert isinstance(quest, Quest)
        row = s.config.empires[seat].slots[slot_of(s, seat, quest)]
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
        text = row.short or row.text
        condition = Condition(f"{seat}:{row.key}", row.title, told, 0, seat, text, "a gift", near=near, rule=row.rule)
        found.append((not near, not of_state(quest), lacking / whole, condition))
    return tuple(row[3] for row in sorted(found, key=lambda row: row[:3]))
