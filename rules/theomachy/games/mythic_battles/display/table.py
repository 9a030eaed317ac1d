"""What lies on the table: the battlefield, units with their vitality, stones, scenery, zones, hands.

Dashboards are told in `sheets.py`, an attack under way in `fight.py`.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from ....engine.tabletop.beside import Amount, Stack
from ....engine.tabletop.table import (
    Area,
    Board,
    Border,
    Carried,
    Figure,
    Gauge,
    Hand,
    LegendRow,
    Piece,
    Prop,
    Sheet,
    Table,
    Target,
    Trail,
    Zone,
)
from ..rules.cards import UNITS, left
from ..rules.config import ART_OF_WAR, GOD, OMPHALOS, READY, STONES, TITAN, TROOP
from ..rules.maps import BOUNDARIES, CLIFF, SCENERY, TERRAINS, Map, Point
from ..rules.state import HANDS, OVER, TURN, State
from .fight import fight, throws
from .sheets import cards

if TYPE_CHECKING:
    from .. import MythicBattles
    from ..rules.maps import Border as Piece_of_border

SIZES = {GOD: "great", TITAN: "great", TROOP: "common"}
TOKEN_ICONS = {"stone": "stone-block", "grief": "bleeding-wound", "ash": "burning-forest", "hearth": "burning-forest"}


def table(system: MythicBattles, s: State, viewer: int | None = None) -> Table:
    """The table as a viewer sees it; `s` may be a view already."""
    config = s.config
    standing = [unit for unit, area in enumerate(s.place) if area >= 0]
    name = config.scenario.name if config.scenario is not None else config.map.boards[s.board].name
    place = f"{name}, round {s.round}" if s.round else name
    return system.laid(
        s, viewer, place, board(s), tuple(piece(s, unit) for unit in standing),
        sheets=tuple(sheet(s, seat) for seat in range(len(s.hands))),
        hands=tuple(hand(s, seat, viewer) for seat in range(len(s.hands))),
        gauges=tuple(gauge(s, unit) for unit in standing),
        carried=carried(s),
        zones=zones(s),
        props=props(s),
        full=tuple(area for area in config.map.boards[s.board].areas if s.full(area)),
        cards=cards(s, viewer),
        fight=fight(s),
        throws=throws(s),
        legend=key(s.config.map, s.board),
        notes=notes(s),
    )  # fmt: skip


# -- the ground -------------------------------------------------------------------------------------------------------
def board(s: State) -> Board:
    """The board that is played on; terrain that has lost its scenery is open ground."""
    printed = s.config.map.boards[s.board].areas
    bare = tuple(area for area in printed if s.config.map.areas[area].terrain in SCENERY and not s.elements[area])
    return _board(s.config.map, s.board, bare)


@lru_cache(64)
def _board(map_: Map, number: int, bare: tuple[int, ...]) -> Board:
    played = map_.boards[number]
    left, top, right, bottom = played.frame

    def at(points: tuple[Point, ...]) -> tuple[tuple[float, float], ...]:
        return tuple((x - left, y - top) for x, y in points)

    areas, trails = [], []
    for i in played.areas:
        area = map_.areas[i]
        kind = "open_ground" if i in bare else TERRAINS[area.terrain].replace(" ", "_")
        areas.append(
            Area(
                i, map_.names[i], kind, map_.near[i], polygons=((at(area.outline),),), slots=at(area.slots),
                label=(area.name,), capacity=area.capacity, level=area.level, sign_at=at((area.centre,))[0],
            )
        )  # fmt: skip
        trails += [Trail((i, other), "skulls", "path of skulls", "MB-TER-011") for other in area.skulls]
    borders = tuple(
        Border(
            (border.a, border.b), BOUNDARIES[border.kind].replace(" ", "_"), id=str(nth(map_, i)), line=at(border.line),
            fall=lower(map_, border), arrows=border.high >= 0, rule=RULES[border.kind],
        )
        for i, border in enumerate(map_.borders)
        if border.a in played.areas
    )  # fmt: skip
    first = f" from {played.first}" if played.first else ""  # where areas have other numbers, it is another board
    key = f"{played.slug}{first} {' '.join(map(str, bare))}".strip()
    house = "A board of our own: the printed ones are lost" if played.house else ""
    return Board(
        key, "terrain", (right - left, bottom - top), tuple(areas), borders=borders, trails=tuple(trails), house=house,
        seed=1,
    )  # fmt: skip


RULES = ("MB-BND-009", "MB-BND-005", "MB-BND-004", "MB-BND-006", "MB-BND-010")


def nth(map_: Map, border: int) -> int:
    """Which of the pieces of boundary between its two areas a piece is."""
    found = map_.borders[border]
    return map_.between[found.a, found.b].index(border)


def lower(map_: Map, border: Piece_of_border) -> int:
    """The lower side of a boundary with heights, or of an escarpment; -1 where there is none."""
    if border.high >= 0:
        return border.other(border.high)
    if BOUNDARIES[border.kind] != "escarpment":
        return -1
    high = border.a if map_.areas[border.a].terrain == CLIFF else border.b
    return border.other(high)


GROUNDS = {  # terrain -> what it does, in few words, and its rule
    "open ground": ("no effect", "MB-TER-007"),
    "forest": ("hides; +1 defence from afar", "MB-TER-005"),
    "ruins": ("hides; +1 defence at range 0", "MB-TER-014"),
    "rock": ("no entry; hides; +1 range, sees over", "MB-TER-013"),
    "cliff": ("no entry; hides", "MB-TER-004"),
    "stairs": ("+1 range, +1 offence from afar, sees over", "MB-TER-015"),
    "water": ("silences talents and powers", "MB-TER-018"),
    "swamp": ("ends a move, no walk out; -1 defence from afar", "MB-TER-016"),
    "lava": ("a wound, then out", "MB-TER-006"),
    "polar": ("hides; a wound at the start, one action", "MB-TER-008"),
    "rift": ("large ones on the skulls alone", "MB-TER-011"),
    "cage": ("hides; +1 defence from afar", "MB-TER-003"),
}
LINES = {
    "normal": "passable",
    "chains": "passable, ends the move",
    "cage walls": "troops and heroes alone",
    "escarpment": "no way, seen over",
    "wall": "no way, hides",
}


@lru_cache(16)
def key(map_: Map, number: int) -> tuple[LegendRow, ...]:
    """What is printed on a board, in few words each; the rule has the rest."""
    areas = [map_.areas[i] for i in map_.boards[number].areas]
    inside = set(map_.boards[number].areas)
    borders = [border for border in map_.borders if border.a in inside]
    grounds = {TERRAINS[area.terrain] for area in areas}
    kinds = {BOUNDARIES[border.kind] for border in borders}
    rows = [
        LegendRow("ground", name.replace(" ", "_"), name.capitalize(), text, rule)
        for name, (text, rule) in GROUNDS.items()
        if name in grounds
    ]
    rows += [
        LegendRow("border", name.replace(" ", "_"), name.capitalize(), text, RULES[BOUNDARIES.index(name)])
        for name, text in LINES.items()
        if name in kinds
    ]
    if any(border.high >= 0 for border in borders):
        rows.append(LegendRow("height", "normal", "Heights", "arrows point down: +1 offence and range", "MB-BND-008"))
    rows += [
        LegendRow("sign", "4", "Room", "how many units fit", "MB-BRD-002"),
        LegendRow("full", "4", "Full", "nobody else fits", "MB-BRD-002"),
    ]
    if any(area.skulls for area in areas):
        rows.append(LegendRow("trail", "skulls", "Skulls", "the way of divinities and monsters", "MB-TER-011"))
    things = {SCENERY[area.terrain] for area in areas if area.elements and area.terrain in SCENERY}
    rows += [
        LegendRow("prop", PROPS[thing], thing.capitalize(), "without any it is open ground", "MB-TER-002")
        for thing in PROPS
        if thing in things
    ]
    return tuple(rows)


def zones(s: State) -> tuple[Zone, ...]:
    """Where the armies deploy (MB-DEP-002)."""
    found: list[Zone] = []
    for seat in range(len(s.hands)):
        areas = s.zone(seat)
        if areas and not any(zone.areas == areas for zone in found):
            name = f"Deployment zone of {s.config.players[seat]}"
            found.append(Zone(f"deploy{seat}", name, areas, "start", seat, rule="MB-DEP-002", plate=False))
    return tuple(found)


def props(s: State) -> tuple[Prop, ...]:
    """Trees and columns that still stand (MB-TER-002)."""
    map_ = s.config.map
    left, top, _, _ = map_.boards[s.board].frame
    found = []
    for area in map_.boards[s.board].areas:
        printed = map_.areas[area]
        for i, (x, y) in enumerate(printed.elements[: s.elements[area]]):
            thing = SCENERY[printed.terrain]
            found.append(Prop(f"{area}:{i}", area, PROPS[thing], thing, (x - left, y - top), "MB-TER-002"))
    return tuple(found)


PROPS = {"tree": "tree", "ruined column": "column"}


# -- units and stones -------------------------------------------------------------------------------------------------
def piece(s: State, unit: int) -> Piece:
    """A unit on the board."""
    card, marks = s.config.units[unit], []
    if card.is_divinity:
        marks.append("double")
    if s.activation is not None and s.activation.unit == unit:
        marks.append("acting")
    elif s.acted >> unit & 1:
        marks.append("acted")
    return Piece(
        str(unit), s.place[unit], s.owner[unit], card.key, card.name, card.icon, SIZES.get(card.kind, "elite"),
        letters=card.letters, marks=tuple(marks),
    )  # fmt: skip


def gauge(s: State, unit: int) -> Gauge:
    """Its vitality, or its miniatures."""
    card = s.config.units[unit]
    troop = card.kind == TROOP
    return Gauge(
        f"piece:{unit}", s.vitality[unit], card.most, "miniatures" if troop else "vitality",
        "bead" if troop else "bar", "MB-UNI-013" if troop else "MB-UNI-009",
    )  # fmt: skip


def carried(s: State) -> tuple[Carried, ...]:
    """Stones on bases and on the ground, tokens on units."""
    config, found = s.config, list[Carried]()
    for unit, stone in enumerate(s.carries):
        if stone >= 0:
            found.append(_stone(s, f"u{unit}", stone, f"piece:{unit}"))
    for stone, lying in enumerate(s.stones):
        for area, n in enumerate(lying):
            found += [_stone(s, f"a{area}.{stone}.{i}", stone, f"area:{area}") for i in range(n)]
    for (token, unit), n in sorted(s.tokens.items()):
        if s.place[unit] >= 0:
            kind = config.tokens[token]
            icon = TOKEN_ICONS.get(kind.key.split()[0], "cursed-star")
            found += [
                Carried(f"t{token}.{unit}.{i}", "token", f"{kind.key} token", f"piece:{unit}", icon, "MB-TOK-002")
                for i in range(n)
            ]
    return tuple(found)


def _stone(s: State, id_: str, stone: int, by: Target) -> Carried:
    name = s.config.stone_names[stone]
    if stone < len(STONES):
        return Carried(id_, "stone", name, by, rule="MB-STN-002")
    return Carried(id_, "token", name, by, "burning-forest", "MB-STN-004")


# -- players ----------------------------------------------------------------------------------------------------------
def sheet(s: State, seat: int) -> Sheet:
    """What is open about a player."""
    config = s.config
    status = "out" if s.out >> seat & 1 else "to act" if seat == s.active and s.stage != OVER else "waits"
    wanted = config.fact("victory.stones")
    figures = [Figure("absorbed", s.absorbed[seat], wanted, key="stones", sign=_gem())]
    if s.stage < HANDS and config.recruitment != READY:
        figures.append(Figure("recruitment points", s.points[seat], config.rp[seat]))
    figures.append(Figure("hand", len(s.hands[seat]), key="hand"))
    tokens = ["lead player"] if seat == s.lead and s.stage >= TURN else []
    if config.mode == "teams":
        mates = [config.players[o] for o in range(len(s.hands)) if o != seat and s.allied(o, seat)]
        tokens.append(f"with {mates[0]}")
    bought = [name for i, name in enumerate(("draw", "search", "evade")) if s.manoeuvres[seat] >> i & 1]
    tokens += [f"{name} bought" for name in bought]
    off = [piece(s, unit) for unit in s.army(seat) if s.place[unit] < 0 and not s.fallen >> unit & 1]
    dead = [piece(s, unit) for unit in s.army(seat) if s.fallen >> unit & 1]
    rows = tuple((name, tuple(row)) for name, row in (("Not on the board", off), ("Destroyed", dead)) if row)
    return Sheet(seat, status, tuple(figures), pieces=rows, tokens=tuple(tokens))


def _gem() -> Amount:
    return Amount("omphalos", 1, shape="gem")


def hand(s: State, seat: int, viewer: int | None) -> Hand:
    """The cards of a player in stacks by name; discards are open, the hand is its owner's alone (MB-DECK-001)."""
    own = viewer in (None, seat) and -1 not in s.hands[seat]
    count, known = Counter(s.hands[seat]), own
    decks = Counter((*s.decks[seat], *s.tops[seat])) if viewer is None else None
    gone = Counter(s.discards[seat])
    names = {*(count if known else ()), *(decks or ()), *gone}
    stacks = tuple(
        stack(s, seat, card, count[card] if known else -1, decks[card] if decks is not None else -1, gone[card])
        for card in sorted(names, key=lambda card: (card < UNITS, card))
        if known and (count[card] or gone[card] or decks)
    )
    figure = Figure("absorbed", s.absorbed[seat], s.config.fact("victory.stones"), sign=_gem())
    return Hand(
        seat, (), len(s.hands[seat]), stacks=stacks, deck=left(s, seat),
        discard=len(s.discards[seat]), figure=figure,
    )  # fmt: skip


def stack(s: State, seat: int, card: int, held: int, deck: int, gone: int) -> Stack:
    """The cards of one name."""
    target = f"card:{seat}:{card}"
    if card == ART_OF_WAR:
        text = "Pays for further units, manoeuvres, powers and troop recall"
        return Stack("Art of War", "scroll-unfurled", held, deck, gone, "special", target, text=text, rule="MB-AOW-001")
    if card == OMPHALOS:
        text = "Pays like an Art of War card, or goes back to the box and heals the divinity by 1"
        return Stack("Omphalos", "", held, deck, gone, "gem", target, text=text, rule="MB-STN-006")
    unit = s.config.units[card - UNITS]
    note = "destroyed" if s.fallen >> (card - UNITS) & 1 else ""
    return Stack(unit.short, unit.icon, held, deck, gone, "", target, note, f"Activates {unit.name}", "MB-TURN-006")


def notes(s: State) -> tuple[str, ...]:
    """Effects that last, in words."""
    units, found = s.config.units, []
    until = ("of this attack", "of this activation", "of this turn", "of the round")
    for _, power, target, end in s.lasting:
        found.append(f"{s.config.names[power]} on {units[target].name} until the end {until[end]}")
    return tuple(dict.fromkeys(found))
