"""What is in the box for one game: the map, the factions by seat, the tracks, and the rulings. Shared by all states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ....engine.errors import DataError, UnknownName
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from ....engine.runtime.dice import Dice
from .maps import MOST_AREAS, Map
from .timings import CARD_BIT, SLOTS, VOCABULARY, Power, SpellbookSlot

CULTIST, MONSTER, GOO, TERROR, ELDER_GOD, BUILDING = range(6)
RANKS = {
    "cultist": CULTIST, "monster": MONSTER, "great old one": GOO, "terror": TERROR, "elder god": ELDER_GOD,
    "building": BUILDING,
}  # fmt: skip
# What a kind of unit may do, or may happen to it, where its row (`may`) does not say otherwise.
MOVES, FIGHTS, KEEPS, RECRUITED, SUMMONED, CAPTURED, ACOLYTE = ROLES = (
    "moves", "fights", "keeps", "recruited", "summoned", "captured", "acolyte",
)  # fmt: skip
OF_RANK = {
    CULTIST: {MOVES, FIGHTS, KEEPS, RECRUITED, CAPTURED},
    MONSTER: {MOVES, FIGHTS, SUMMONED},
    GOO: {MOVES, FIGHTS},
    TERROR: {MOVES, FIGHTS, SUMMONED},
    ELDER_GOD: {MOVES, FIGHTS},
    BUILDING: set[str](),
}
GUARDS = {CULTIST: 0, MONSTER: 1, TERROR: 1, GOO: 2, ELDER_GOD: 2, BUILDING: -1}  # who outranks whom in a capture
# How much there is room for: seats, kinds of unit and spellbooks (with their requirements) of a faction.
MOST_SEATS, MOST_KINDS, MOST_BOOKS = 11, 128, CARD_BIT
CAPTORS = 8  # places of captives that there are at least, whoever plays: files have them
PRINTED = 6  # spellbooks and requirements of a faction card that does not say otherwise
DATA = Path(__file__).parents[1] / "data"
MARKET = "market"  # on what is printed that holds for everybody where cards are sold
INDEPENDENTS = "independents"  # the same, where Great Old Ones of no faction may be awakened
NEUTRAL = "neutral"  # of what is printed on a spellbook of no faction


class Unit(NamedTuple):
    """One kind of unit of a faction card. `costs` holds every price that is printed for it, the first one first."""

    key: str
    name: str
    rank: int
    figures: int
    costs: tuple[int, ...]
    combat: int
    icon: str
    rule: str
    neutral: bool = False  # any faction may own some, out of one supply of all
    may: frozenset[str] | None = None  # of the roles; None: those of its rank
    gathers: int | None = None  # Power in Gather Power; None: a Cultist what the rules say, others none
    ransom: int | None = None  # Power that it brings as a captive; None: what the rules say
    independent: bool = False  # a Great Old One of no faction: it gives no Elder Sign in a ritual
    fragile: bool = False  # once it would go to the pool it is out of the game
    form_of: str = ""  # it is no figure of its own, but a figure of this kind, for as long as it is in play
    harmless: bool = False  # it guards as its rank does, and captures nobody
    # The card that brings it, where that is not the one of its key; of a kind of each faction's own: it brings all of
    # them, whoever holds it.
    comes_with: str = ""
    guest: bool = False  # it stands for units of others that its seat commands, in a battle; else there is none
    apart: bool = False  # its dice are thrown apart from the others of its side
    fleeting: bool = False  # of one that nobody plays: driven from where it is, it is gone
    haunts: str = ""  # the sort of sign without which it is in no area: sent elsewhere it is gone
    aside: bool = False  # out of play it lies in no pool: only what says so by name brings it
    borne: bool = False  # it does not move, and goes along for nothing with others of its side that do
    yields: bool = False  # where it stands alone it keeps nobody out who retreats
    copies: bool = False  # it may have a spellbook of its holder as if it were the unit there (`State.copied`)

    def plays(self, role: str) -> bool:
        """Has it this role?"""
        if self.may is None:
            return role in OF_RANK[self.rank] or (role == ACOLYTE and self.key == ACOLYTE)
        return role in self.may

    @property
    def worth(self) -> int:
        """Doom for its loss in a two-player game: the average of all its prices, rounded up (CW-2PL-010)."""
        return -(-sum(self.costs) // len(self.costs))


class Marker(NamedTuple):
    """A marker that a faction puts on areas."""

    key: str
    name: str
    figures: int
    icon: str
    seat: int
    plural: str = ""  # how several are called, where they are no mere markers
    owned: bool = False  # drawn as its faction's own
    form: str = ""  # of one of nobody: the name of its drawing
    gone: bool = False  # the area where it lies is no more: nothing is there, and nothing comes there
    face: str = ""  # what is written on it
    covers: bool = False  # on a gate it lies over that, and not beside it
    letters: str = ""  # at its rim


class Card(NamedTuple):
    """A card that any seat may hold. Those of a faction (`of`) are in the box only with it; `sort` is a word for those
    among which one is chosen.

    One with a price in Doom lies in the market, where it is bought in the Doom phase; the neutral unit of its key is
    then nobody's but its holder's.
    """

    key: str
    name: str
    icon: str
    rule: str
    sort: str = ""
    doom: int = 0  # what it costs in the market: in Doom, 0 for a card that is not sold, and in Power
    power: int = 0
    free: int = 0  # figures that come at once, to gates of whoever has bought it
    about: str = ""  # what its holder gets, in a few words
    given: bool = False  # whoever buys it gives it to a player: it is not among those that are drawn by lot
    awakened: bool = False  # that of a Great Old One of no faction: whoever awakens it has it, as long as it is in play
    burden: bool = False  # its holder would rather be without it, as of one that is given away


class Sort(NamedTuple):
    """A sort of gate that a set of things brings, so many pieces of it."""

    key: str
    name: str  # the word of it in `State.sorts`
    letters: str
    figures: int
    rule: str


class Faction(NamedTuple):
    """One faction card."""

    slug: str
    title: str
    letters: str
    colour: str
    icon: str
    first: bool
    units: tuple[Unit, ...]
    start: Mapping[str, str | Sequence[str]]  # by map; several: its player chooses
    books: tuple[Power, ...]  # in printed order
    slots: tuple[SpellbookSlot, ...]
    order: int = 0  # of setting up: the lowest first; 0: at once, before all that are asked
    anywhere: bool = False  # where no start is printed, its player chooses among all empty areas
    leads: bool = True  # may it begin the game?
    power: int | None = None  # at the start; None: what the rules say
    cultists: int | None = None  # in the start area, with a gate; 0: neither
    captures: tuple[int, ...] = (CULTIST,)  # ranks of units that may be its captives
    many: bool = False  # is its name one of many?
    shared: int = 0  # of `books`, so many at the end are no faction's: whoever takes one has it alone
    aloof: bool = False  # of one that nobody plays: the powers of others touch only their own side of its battles
    lair: str = ""  # of one that nobody plays: the sort of sign where its units begin, and where a pain sends them

    def starts(self, board: Map) -> tuple[int, ...]:
        """Areas of a map where it may be set up: those with its glyph, as its card says or the board shows them."""
        if (found := glyphs(self.start.get(board.key), board, self.slug)) is not None:
            return found
        shut = board.islands | board.barred.get(self.slug, 0)
        return tuple(a for a in range(len(board.names)) if not shut >> a & 1) if self.anywhere else ()


def glyphs(said: Any, board: Map, slug: str) -> tuple[int, ...] | None:
    """Areas with the start glyph of a faction: as its card says, or as the board shows them; None: neither does."""
    if said is not None:
        return tuple(board.index[name] for name in ((said,) if isinstance(said, str) else said))
    return board.starts.get(slug)


def glyphs_of(facts: Facts, board: Map, slug: str) -> tuple[int, ...]:
    """The same of a faction that need not play: an area that it would bring itself is not there."""
    said = facts.table(f"faction.{slug}.start").get(board.key)
    if said is not None:
        said = [name for name in ([said] if isinstance(said, str) else said) if name in board.index]
    return glyphs(said, board, slug) or ()


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Config:
    """Everything that never changes during a game; tables are tuples by seat, then by kind."""

    facts: Facts
    rulings: Rulings
    map: Map
    factions: tuple[Faction, ...]  # of all owners: those of the seats, then those that nobody plays
    slugs: tuple[str, ...]  # of the seats
    tokens: tuple[Marker, ...]
    track: tuple[int, ...]
    goal: int  # Doom that ends the game
    books: tuple[int, int]  # spellbooks that victory, and that Unlimited Battle, asks for
    die: Dice  # the battle die
    prices: Mapping[str, int]
    amounts: Mapping[str, int]
    supply: int
    gathers: Mapping[str, int]
    bag: tuple[int, int, int]
    two: bool
    players: tuple[str, ...] = ()  # the names of those who play, by seat
    sets: tuple[str, ...] = ()  # of things that are in the box besides factions and map
    lot: int = 0  # so many cards of the market are in the game, drawn when it begins; 0: all
    sleepers: int = 0  # the same of Great Old Ones of no faction
    # derived tables, by seat and kind
    name: tuple[tuple[str, ...], ...] = field(init=False)
    rank: tuple[tuple[int, ...], ...] = field(init=False)
    limit: tuple[tuple[int, ...], ...] = field(init=False)
    cost: tuple[tuple[int, ...], ...] = field(init=False)
    combat: tuple[tuple[int, ...], ...] = field(init=False)
    worth: tuple[tuple[int, ...], ...] = field(init=False)
    kinds: tuple[tuple[int, ...], ...] = field(init=False)
    cultists: tuple[tuple[int, ...], ...] = field(init=False)
    monsters: tuple[tuple[int, ...], ...] = field(init=False)
    goos: tuple[tuple[int, ...], ...] = field(init=False)
    minions: tuple[tuple[int, ...], ...] = field(init=False)
    devoted: tuple[tuple[int, ...], ...] = field(init=False)  # Cultists, and what powers about Cultists touch as such
    acolytes: tuple[tuple[int, ...], ...] = field(init=False)  # by what they may do: Acolytes by name
    keeping: tuple[tuple[int, ...], ...] = field(init=False)
    recruited: tuple[tuple[int, ...], ...] = field(init=False)
    summoned: tuple[tuple[int, ...], ...] = field(init=False)
    captured: tuple[tuple[int, ...], ...] = field(init=False)
    movers: tuple[tuple[int, ...] | None, ...] = field(init=False)  # None: all
    fighters: tuple[tuple[int, ...] | None, ...] = field(init=False)
    guarding: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = field(init=False)  # strength, kinds; not 0
    favoured: tuple[tuple[int, ...], ...] = field(init=False)  # who give an Elder Sign in a ritual
    gathering: tuple[tuple[int, ...], ...] = field(init=False)  # Power of each kind in Gather Power, and as a captive
    ransom: tuple[tuple[int, ...], ...] = field(init=False)
    seats: tuple[int, ...] = field(init=False)
    owners: tuple[int, ...] = field(init=False)  # who has units: the seats, then those that nobody plays
    wild: tuple[int, ...] = field(init=False)  # these: no faction, no player, no turn
    foes: tuple[tuple[int, ...], ...] = field(init=False)
    haunted: tuple[tuple[int, ...], ...] = field(init=False)  # where a unit of an owner and kind may be, a mask
    against: tuple[tuple[int, ...], ...] = field(init=False)  # whom a seat may battle: its foes, and who is wild
    neutral: tuple[tuple[int, ...], ...] = field(init=False)  # kinds that any faction may own
    guests: tuple[int, ...] = field(init=False)  # the kind that stands for units of others in a battle, or -1
    common: tuple[tuple[int, ...], ...] = field(init=False)  # the other way, of those no card gives: by unit, then seat
    fragile: tuple[tuple[int, ...], ...] = field(init=False)  # kinds that leave the game instead of going to the pool
    aside: tuple[tuple[int, ...], ...] = field(init=False)  # kinds that lie beside the pool instead, and come by name
    borne: tuple[tuple[int, ...], ...] = field(init=False)
    poolless: tuple[tuple[int, ...], ...] = field(init=False)  # both: those that no pool holds
    # whom a power may take along that moves units of any kind; None: all
    along: tuple[tuple[int, ...] | None, ...] = field(init=False)
    yielding: tuple[tuple[int, ...], ...] = field(init=False)
    owned: tuple[Mapping[int, int], ...] = field(init=False)  # neutral kinds of which the holder of a card has all
    brought: tuple[Mapping[int, int], ...] = field(init=False)  # own kinds that all have once somebody holds a card
    market: int = field(init=False)  # cards that are sold, a bit each
    given: int = field(init=False)  # of these, those that are given away
    awakened: int = field(init=False)  # and those of Great Old Ones of no faction
    capturing: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = field(init=False)  # as `guarding`, of who captures
    forms: tuple[Mapping[int, int], ...] = field(init=False)  # of which kind the figure of another one is
    copiers: tuple[tuple[int, ...], ...] = field(init=False)  # kinds that may have a spellbook as if they were another
    bearing: tuple[tuple[int, ...], ...] = field(init=False)  # kinds on which a power is printed that is no faction's
    cards: tuple[Card, ...] = field(init=False)  # that seats may hold, besides those of their factions
    numbered: Mapping[str, int] = field(init=False)  # the numbers of these cards, by key
    kind_of: tuple[Mapping[str, int], ...] = field(init=False)  # the kinds of each owner, by key
    coming: tuple[Mapping[str, int], ...] = field(init=False)  # its first neutral kind that comes with a card, by key
    gate_sorts: tuple[Sort, ...] = field(init=False)  # pieces of their own beside the plain gates
    width: int = field(init=False)  # kinds of unit of the richest faction: the room of a place in `State.units`
    places: int = field(init=False)  # of a seat: areas, the pool, the card, and one of captives for each captor
    row: int = field(init=False)  # the room of a seat
    nobody: bytes = field(init=False)  # an empty place
    starts: tuple[tuple[int, ...], ...] = field(init=False)  # areas where each seat may be set up
    start: tuple[int, ...] = field(init=False)  # by seat, the one that is printed; -1: none, or several
    sigils: int = field(init=False)  # areas with the start glyph of any faction of the box, a bit each
    printed_gates: tuple[tuple[int, int], ...] = field(init=False)  # (area, seat) of gates that are printed on areas
    marked: Mapping[str, int] = field(init=False)  # the numbers of the kinds of marker
    ending: tuple[int, ...] = field(init=False)  # those under which areas are no more
    dearest: int = field(init=False)  # the highest fixed price of an action
    # what was worked out from the tables and the powers in force (`Seated.remember`): goes with the box
    memory: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        def put(key: str, value: object) -> None:
            object.__setattr__(self, key, value)

        cards = self.factions
        put("name", tuple(tuple(u.name for u in f.units) for f in cards))
        put("rank", tuple(tuple(u.rank for u in f.units) for f in cards))
        put("limit", tuple(tuple(u.figures for u in f.units) for f in cards))
        put("cost", tuple(tuple(u.costs[0] for u in f.units) for f in cards))
        put("combat", tuple(tuple(u.combat for u in f.units) for f in cards))
        put("worth", tuple(tuple(u.worth for u in f.units) for f in cards))
        put("kinds", tuple(tuple(range(len(f.units))) for f in cards))
        for key, ranks in (
            ("cultists", (CULTIST,)),
            ("monsters", (MONSTER,)),
            ("goos", (GOO, ELDER_GOD)),
            ("minions", (CULTIST, MONSTER)),
        ):
            put(key, tuple(tuple(k for k, u in enumerate(f.units) if u.rank in ranks) for f in cards))
        self._roles(put)
        seats = tuple(range(len(self.slugs)))
        put("seats", seats)
        put("owners", tuple(range(len(cards))))
        put("wild", self.owners[len(seats) :])
        put("foes", tuple(tuple(f for f in seats if f != me) for me in seats))
        everywhere = (1 << len(self.map.names)) - 1
        put("haunted", tuple(
            tuple(self.map.printed(u.haunts) if u.haunts else everywhere for u in f.units) for f in cards
        ))  # fmt: skip
        put("against", tuple((*foes, *self.wild) for foes in self.foes))
        if len({tuple(u for u in f.units if u.neutral) for f in self.played}) > 1:
            raise DataError("every faction must be able to own the same neutral units")
        put("neutral", tuple(tuple(k for k, u in enumerate(f.units) if u.neutral) for f in cards))
        put("bearing", tuple(tuple(k for k, u in enumerate(f.units) if VOCABULARY.on(f"unit.{u.key}")) for f in cards))
        put("copiers", tuple(tuple(k for k, u in enumerate(f.units) if u.copies) for f in cards))
        put("fragile", tuple(tuple(k for k, u in enumerate(f.units) if u.fragile) for f in cards))
        for key in ("aside", "borne", "yields"):
            found = tuple(tuple(k for k, u in enumerate(f.units) if getattr(u, key)) for f in cards)
            put("yielding" if key == "yields" else key, found)
        put("poolless", tuple((*a, *b) for a, b in zip(self.fragile, self.aside, strict=True)))
        put("along", tuple(
            None if ks is None else (*ks, *more) for ks, more in zip(self.movers, self.borne, strict=True)
        ))  # fmt: skip
        at = [{u.key: k for k, u in enumerate(f.units)} for f in cards]
        put("kind_of", tuple(at))
        put("forms", tuple(
            {k: at[i][u.form_of] for k, u in enumerate(f.units) if u.form_of} for i, f in enumerate(cards)
        ))  # fmt: skip
        rows = ((key, self.facts.table(f"cards.{key}")) for key in self.facts.names("cards"))
        box = [(key, row) for key, row in rows if row.get("of", self.slugs[0]) in self.slugs]
        sorts = ((key, self.facts.table(f"gate_sorts.{key}")) for key in self.facts.names("gate_sorts"))
        put("gate_sorts", tuple(Sort(key, x["name"], x["letters"], x["figures"], x["rule"]) for key, x in sorts))
        put("cards", tuple(read_card(key, row) for key, row in box))
        put("numbered", {card.key: i for i, card in enumerate(self.cards)})
        put("market", sum(1 << i for i, card in enumerate(self.cards) if card.doom))
        put("given", sum(1 << i for i, card in enumerate(self.cards) if card.given))
        put("awakened", sum(1 << i for i, card in enumerate(self.cards) if card.awakened))
        brings = {card.key: i for i, card in enumerate(self.cards) if card.doom or card.awakened}
        by = [{k: u.comes_with or u.key for k, u in enumerate(f.units) if u.neutral} for f in cards]
        put("owned", tuple({k: brings[key] for k, key in row.items() if key in brings} for row in by))
        put("coming", tuple(
            {key: k for k, key in reversed(row.items()) if key in brings} for row in by
        ))  # fmt: skip
        more = [{k: u.comes_with for k, u in enumerate(f.units) if u.comes_with and not u.neutral} for f in cards]
        put("guests", tuple(next((k for k, u in enumerate(f.units) if u.guest), -1) for f in cards))
        put("brought", tuple({k: brings[key] for k, key in row.items() if key in brings} for row in more))
        free = ([k for k in ks if k not in owned] for ks, owned in zip(self.neutral, self.owned, strict=True))
        nobody = tuple(-1 for _ in self.wild)
        put("common", tuple((*row, *nobody) for row in zip(*list(free)[: len(seats)], strict=True)))
        put("width", max(len(f.units) for f in cards))
        put("places", MOST_AREAS + 2 + max(CAPTORS, len(cards)))
        put("row", self.width * self.places)
        put("nobody", bytes(self.width))
        put("dearest", max(self.prices.values()))
        put("starts", tuple(f.starts(self.map) for f in self.played))
        put("start", tuple(areas[0] if len(areas) == 1 else -1 for areas in self.starts))
        put("sigils", sum(1 << area for area in self._sigils()))
        put("printed_gates", read_printed_gates(self.facts, self.slugs, self.map))
        put("marked", {token.key: i for i, token in enumerate(self.tokens)})
        put("ending", tuple(i for i, token in enumerate(self.tokens) if token.gone))

    def lairs(self, owner: int) -> int:
        """Where units that nobody plays begin, and where a pain sends them, as a mask; 0: they have none."""
        sign = self.factions[owner].lair
        return self.map.printed(sign) if sign else 0

    @property
    def played(self) -> tuple[Faction, ...]:
        """The factions of the seats, without what nobody plays."""
        return self.factions[: len(self.slugs)]

    def _roles(self, put: Callable[[str, object], None]) -> None:
        """The tables of what units may do."""
        units = [f.units for f in self.factions]
        for key, role in (
            ("acolytes", ACOLYTE), ("keeping", KEEPS), ("recruited", RECRUITED), ("summoned", SUMMONED),
            ("captured", CAPTURED), ("movers", MOVES), ("fighters", FIGHTS),
        ):  # fmt: skip
            found = [tuple(k for k, u in enumerate(row) if u.plays(role)) for row in units]
            if role in (MOVES, FIGHTS):
                put(key, tuple(None if len(ks) == len(row) else ks for ks, row in zip(found, units, strict=True)))
            else:
                put(key, tuple(found))
        put("devoted", tuple(
            tuple(k for k, u in enumerate(row) if u.rank == CULTIST or u.plays(ACOLYTE)) for row in units
        ))  # fmt: skip
        by = [[(GUARDS[u.rank], k) for k, u in enumerate(row)] for row in units]
        put("guarding", tuple(tuple((n, tuple(k for m, k in row if m == n)) for n in (2, 1)) for row in by))
        able = [[(m, k) for m, k in row if not units[i][k].harmless] for i, row in enumerate(by)]
        put("capturing", tuple(tuple((n, tuple(k for m, k in row if m == n)) for n in (2, 1)) for row in able))
        put("favoured", tuple(tuple(k for k, u in enumerate(row) if self._gives_sign(u)) for row in units))
        cultist, captive = self.gathers["cultist"], self.gathers["captive"]
        gathering = [[cultist * (u.rank == CULTIST) if u.gathers is None else u.gathers for u in row] for row in units]
        put("gathering", tuple(map(tuple, gathering)))
        put("ransom", tuple(tuple(captive if u.ransom is None else u.ransom for u in row) for row in units))

    def _sigils(self) -> set[int]:
        """Areas with a start glyph of any faction: as the cards say, and as the board shows them."""
        slugs = {*self.map.starts, *self.facts.names("faction")}
        return {area for slug in slugs for area in glyphs_of(self.facts, self.map, slug)}

    def _gives_sign(self, unit: Unit) -> bool:
        """Does a Great Old One bring its owner an Elder Sign in a ritual (CW-RIT-004)?"""
        if unit.rank == ELDER_GOD:
            return unit.independent and self.rulings.elder_gods_give_signs
        return unit.rank == GOO and not unit.independent

    def has(self, power: Power, seat: int) -> bool:
        """May a seat ever have this power, by what is in the box for it?"""
        if not power.on:
            card = self.factions[seat]
            return power.faction == card.slug and (power.bit >= CARD_BIT or power.bit < len(card.books))
        if power.on in (MARKET, INDEPENDENTS):
            return bool(self.market if power.on == MARKET else self.awakened)
        sort, _, key = power.on.partition(".")
        if sort == NEUTRAL:
            return any(book.on == power.on for book in self.factions[seat].books)
        if sort == "set":
            return key in self.sets
        if sort in ("map", "ground"):
            return key in (self.map.key, self.map.world)
        units = self.factions[seat].units
        rows: dict[str, tuple[Any, ...]] = {"unit": units, "row": units, "card": self.cards}
        rows |= {"box": self.cards, "book": self.cards}
        return any(row.key == key for row in rows[sort])

    def on_book(self, seat: int, bit: int) -> Sequence[Power]:
        """The powers that are printed on a spellbook."""
        books, slug = self.factions[seat].books, self.slugs[seat]
        own = bit < len(books) - self.factions[seat].shared or bit >= len(books)
        return VOCABULARY.on((slug, bit) if own else books[bit].on)

    def outlasts(self, seat: int, kind: int) -> bool:
        """Does such a unit stay on the map when its card goes: a token of a Great Old One of no faction?"""
        card = self.owned[seat].get(kind, -1)
        return card >= 0 and self.cards[card].awakened and not self.factions[seat].units[kind].independent

    def card(self, key: str) -> int:
        """The number of a card that seats may hold, or -1 when it is not in this game."""
        return self.numbered.get(key, -1)

    def kind(self, owner: int, key: str) -> int:
        """The number of a kind of unit on the card of a seat or of what is wild; -1: it has none."""
        return self.kind_of[owner].get(key, -1)

    def token(self, key: str) -> int:
        """The number of a kind of marker, or -1 when its faction is not in the game."""
        return self.marked.get(key, -1)


def read_faction(facts: Facts, slug: str, rulings: Mapping[str, str] | None = None) -> Faction:
    """A faction card from the component values, with the powers and slots that are registered for it.

    `rulings`, by name, say rank, number, and price with Combat of units that have these by a ruling (`rank_by`,
    `figures_by`, `values_by`).

    Raises `DataError` for a card that lacks a value, or has not its spellbooks and requirements: six of each, if it
    does not say how many; as many requirements as spellbooks, if it says the number of these alone.
    """
    try:
        return _read_faction(facts, slug, rulings or {})
    except KeyError as fault:
        raise DataError(f"the data of the faction {slug} lack the value {fault}") from fault


def read_units(
    facts: Facts, at: str, rulings: Mapping[str, str] | None = None, *, neutral: bool = False
) -> Iterator[Unit]:
    """The kinds of unit of a table: of a faction's card, or those of `neutral.units`, which all factions may own.

    Those of `every.units` are on every card that has none of this key and does not say that it `lacks` them: each
    faction its own. A neutral unit is, for the rules, what its rank says; whatever else holds for it comes with whoever
    brings it. A `form_of` another kind is no figure of its own: while it is in play a figure of that kind is not, and
    what goes back to the pool is that figure. It stands on each card that has the other kind.
    """
    for key in facts.names(at):
        row = facts.table(f"{at}.{key}")
        if row["rank"] not in RANKS:
            raise DataError(f"{at}.{key}.rank must be one of {', '.join(RANKS)}, not {row['rank']!r}")
        if not row["cost"]:
            raise DataError(f"{at}.{key}.cost needs at least one price")
        rank = RANKS[(rulings or {}).get(row.get("rank_by", ""), row["rank"])]
        by_ruling = facts.table(f"{at}.{key}.figures_of").get((rulings or {}).get(row.get("figures_by", ""), ""))
        figures = row["figures"] if by_ruling is None else by_ruling
        values = row | facts.table(f"{at}.{key}.values_of.{(rulings or {}).get(row.get('values_by', ''), '')}")
        costs, may = tuple(values["cost"]), row.get("may")
        if wrong := set(may or ()) - set(ROLES):
            raise DataError(f"{at}.{key}.may names {min(wrong)!r}; a unit's roles are {', '.join(ROLES)}")
        yield Unit(
            key, row["name"], rank, figures, costs, values["combat"], row["icon"], row["rule"], neutral,
            None if may is None else frozenset(may), row.get("gathers"), row.get("ransom"),
            row.get("independent", False), row.get("fragile", False), row.get("form_of", ""),
            row.get("harmless", False), row.get("comes_with", ""), row.get("guest", False), row.get("apart", False),
            row.get("fleeting", False), row.get("haunts", ""), row.get("aside", False), row.get("borne", False),
            row.get("yields", False), row.get("copies", False),
        )  # fmt: skip


def handicapped(facts: Facts, card: Faction, *, strong: bool) -> Faction:
    """The card of a faction that is held to be too strong, with one of its Acolytes grey (CW-HAN-002), or too weak,
    with one more of them (CW-HAN-004).
    """
    at = next(k for k, unit in enumerate(card.units) if unit.rank == CULTIST and unit.plays(ACOLYTE))
    units = list(card.units)
    units[at] = units[at]._replace(figures=units[at].figures + (-1 if strong else 1))
    return card._replace(units=(*units, *read_units(facts, "grey.units")) if strong else tuple(units))


def read_card(key: str, row: Mapping[str, Any]) -> Card:
    """A card from the component values."""
    price = row.get("doom", 0), row.get("power", 0)
    return Card(
        key,
        row["name"],
        row["icon"],
        row["rule"],
        row.get("sort", ""),
        *price,
        row.get("free", 0),
        row.get("about", ""),
        row.get("given", False),
        row.get("awakened", False),
        row.get("burden", row.get("given", False)),
    )


def _read_faction(facts: Facts, slug: str, rulings: Mapping[str, str]) -> Faction:
    at = f"faction.{slug}"
    own = tuple(read_units(facts, f"{at}.units", rulings))
    lacks = {*(unit.key for unit in own), *facts.table(at).get("lacks", ())}
    more = (unit for unit in read_units(facts, "every.units") if unit.key not in lacks)
    units = (*own, *more, *read_units(facts, "neutral.units", rulings, neutral=True))
    there = {unit.key for unit in units}
    units = tuple(unit for unit in units if not unit.form_of or unit.form_of in there)
    if len(units) > MOST_KINDS:
        name = facts.table(at)["title"]
        raise UnknownName(
            f"{name} would have {len(units)} kinds of unit, and a game has room for {MOST_KINDS}: leave out some of "
            "the expansions, or name the loyalty cards that are in the game"
        )
    books = sorted(
        (a for a in VOCABULARY.abilities if isinstance(a, Power) and a.faction == slug and a.bit < CARD_BIT), key=_bit
    )
    slots = sorted((a for a in SLOTS.abilities if isinstance(a, SpellbookSlot) and a.faction == slug), key=_bit)
    books = list({a.bit: a for a in reversed(books)}.values())[::-1]  # two actions may belong to one book
    row, brought = facts.table(at), facts.table(f"{at}.more_spellbooks")  # by the set of things that brings them
    books = [book for book in books if not book.comes_with or book.comes_with in brought]
    wanted = row.get("requirements", row.get("spellbooks", PRINTED))
    printed = row.get("spellbooks", PRINTED) + sum(brought.values())
    for what, items, n in (("spellbooks", books, printed), ("requirements", slots, wanted)):
        if [item.bit for item in items] != list(range(n)):
            raise DataError(f"the faction {slug} must have {n} {what}, bit 0 to {n - 1}, and has {len(items)}")
    shared = read_books(facts)
    return Faction(
        slug,
        row["title"],
        row["letters"],
        row["colour"],
        row["icon"],
        row["first"],
        units,
        facts.table(f"{at}.start"),
        (*books, *shared),
        tuple(slots),
        row.get("order", 0),
        row.get("anywhere", False),
        row.get("leads", True),
        row.get("power"),
        row.get("cultists"),
        tuple(RANKS[word] for word in row.get("captures", ("cultist",))),
        row.get("many", False),
        len(shared),
    )


def read_books(facts: Facts) -> tuple[Power, ...]:
    """The spellbooks of no faction, which everybody may take: whose powers are printed `on` "neutral." and the key.

    Raises `DataError` for one without a power.
    """
    keys = facts.names("neutral.books")
    if silent := [key for key in keys if not VOCABULARY.on(f"{NEUTRAL}.{key}")]:
        raise DataError(f"neutral.books.{silent[0]}: no power is printed on this spellbook")
    return tuple(VOCABULARY.on(f"{NEUTRAL}.{key}")[0] for key in keys)


def _bit(item: Power | SpellbookSlot) -> int:
    return item.bit


def read_wild(facts: Facts, world: str) -> tuple[Faction, ...]:
    """What lives in a world and is nobody's: each a side of its own, with units, and neither seat nor spellbooks."""
    found = []
    for key in facts.names(f"worlds.{world}.wild"):
        at = f"worlds.{world}.wild.{key}"
        row = facts.table(at)
        units = tuple(read_units(facts, f"{at}.units"))
        aloof, lair, many = row.get("aloof", False), row.get("lair", ""), row.get("many", False)
        found.append(
            Faction(
                key, row["title"], row["letters"], "", row["icon"], False, units, {}, (), (), many=many, aloof=aloof,
                lair=lair,
            )
        )  # fmt: skip
    return tuple(found)


def battle_die(facts: Facts) -> Dice:
    """The die of battles. Raises `DataError` for a face that is both a kill and a pain."""
    kill, pain = tuple(facts["battle_die.kill"]), tuple(facts["battle_die.pain"])
    if len({*kill, *pain}) < len(kill) + len(pain):
        raise DataError("battle_die: each face is named once, as a kill or as a pain")
    return Dice("battle die", (("kill", kill), ("pain", pain)))


def read_tokens(facts: Facts, slugs: tuple[str, ...], world: str = "") -> tuple[Marker, ...]:
    """The markers of all factions in the game, and of cards and of the world: of nobody."""
    found = []
    for seat, slug in enumerate(slugs):
        for key in facts.names(f"faction.{slug}.tokens"):
            row = facts.table(f"faction.{slug}.tokens.{key}")
            more = row.get("plural", ""), row.get("owned", False)
            found.append(Marker(key, row["name"], row["figures"], row["icon"], seat, *more))
    for at in (*(f"cards.{card}" for card in facts.names("cards")), f"worlds.{world}"):
        for key in facts.names(f"{at}.tokens"):
            row = facts.table(f"{at}.tokens.{key}")
            look = row.get("plural", ""), False, row.get("form", ""), row.get("gone", False), row.get("face", "")
            lies = row.get("covers", False), row.get("letters", "")
            found.append(Marker(key, row["name"], row["figures"], row["icon"], -1, *look, *lies))
    return tuple(found)


def read_islands(facts: Facts, slugs: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Areas that factions bring, beside the board: (key, name, kind of ground)."""
    found = []
    for slug in slugs:
        for key in facts.names(f"faction.{slug}.areas"):
            row = facts.table(f"faction.{slug}.areas.{key}")
            found.append((key, row["name"], row.get("kind", "land")))
    return found


def read_printed_gates(facts: Facts, slugs: tuple[str, ...], board: Map) -> tuple[tuple[int, int], ...]:
    """(area, seat) of the gates that are printed on areas which factions bring: their own for good."""
    return tuple(
        (board.index[key], seat)
        for seat, slug in enumerate(slugs)
        for key in facts.names(f"faction.{slug}.areas")
        if facts.table(f"faction.{slug}.areas.{key}").get("gate")
    )


def numbers(facts: Facts, word: str) -> dict[str, int]:
    """Prices or amounts: those of the common actions, and those of every faction's card, by their last word.

    Raises `DataError` for a word that stands twice: a faction must not change a number of another one by accident.
    """
    found = facts.table(word)
    for slug in facts.names("faction"):
        start = f"faction.{slug}.{word}."
        for fact in facts:
            if fact.key.startswith(start):
                last = fact.key.rpartition(".")[2]
                if last in found:
                    raise DataError(f"{fact.key}: there is a {word} with the name {last} already; give it another one")
                found[last] = fact.value
    return found
