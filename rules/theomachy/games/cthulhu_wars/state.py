"""A position of Cthulhu Wars as plain data. Figures of one kind in one place are counted, never numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from ...engine.errors import RulesError
from ...engine.runtime.ability import Hook
from .config import KINDS, Config
from .timings import SLOTS, VOCABULARY, ActiveAbilities, active_abilities, still_open

POOL, CARD, HELD = (
    32,
    33,
    34,
)  # places beside the areas: pool, own card (off the map, yet in play), captive of seat 0..7
MOST_SEATS = 8
PLACES = HELD + MOST_SEATS
ROW = PLACES * KINDS
EMPTY = bytes(KINDS)
REMEMBERED = VOCABULARY.remembered
NO_GATE, OPEN_GATE = 0, 1  # a held gate is 2 + 8 * seat + kind of its keeper
ACOLYTE = 0

# The code of a class of units: its kind, and what the rules hang on such a unit for a moment.
KIND, KEEPER, EXTRA = 7, 8, 1 << 4  # kind; it stands on the gate; up to 15 marks that a power gave it for this battle
KILL, PAIN, DOOMED = 1 << 8, 1 << 10, 1 << 12  # results that it was given: up to 3 kills, 3 pains, an elimination

SETUP, ACTION, GATHER, FIRST, DOOM, OVER = -1, 0, 1, 2, 3, 4
BEFORE, SECOND, AFTER = range(3)  # of a turn: main action to come, second action of a pair, main action done


def kills_on(code: int) -> int:
    """Kills given to each unit of this class."""
    return code >> 8 & 3


def pains_on(code: int) -> int:
    """Pains given to each unit of this class."""
    return code >> 10 & 3


@cache
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


@cache
def round_the_table(n: int, way: int, start: int) -> tuple[int, ...]:
    """Seats from `start` on, clockwise (1) or counterclockwise (-1)."""
    return tuple((start + way * i) % n for i in range(n))


@lru_cache(8192)
def held(gate: bytes, seat: int) -> tuple[int, ...]:
    """Areas with a gate of this seat: a pure function of a small piece of the state, remembered."""
    low = 2 + 8 * seat
    return tuple(a for a, g in enumerate(gate) if low <= g < low + 8)


@dataclass(slots=True)
class BattleRecord:
    """A battle under way. A code in a roster is kind, keeper, marks and results; the number says how many."""

    area: int
    sides: tuple[int, int]  # attacker, defender
    roster: list[dict[int, int]]  # of each side
    kills: list[int] = field(default_factory=lambda: [0, 0])  # to be taken by each side
    pains: list[int] = field(default_factory=lambda: [0, 0])
    dooms: list[int] = field(default_factory=lambda: [0, 0])  # eliminations to be taken by each side
    slain: list[int] = field(default_factory=lambda: [0, 0])  # enemy units killed or devoured by each side
    rolled: tuple[tuple[int, int, int], ...] = ()  # of each side: dice, kills, pains
    used: tuple[tuple[int, str], ...] = ()  # (seat, power) that spoke in this battle
    declined: tuple[tuple[int, str], ...] = ()  # (seat, power) that its owner does without in this battle
    fates: tuple[tuple[int, int, str], ...] = ()  # (side, code, what became of it) of units that left
    came: tuple[tuple[int, int], ...] = ()  # (seat, kind) of units that a power brought, and that take no part
    router: int = -1  # who sends the pained away, when not their owners
    stage: int = 0

    def copy(self) -> BattleRecord:
        """An independent copy."""
        return BattleRecord(
            self.area,
            self.sides,
            [r.copy() for r in self.roster],
            self.kills[:],
            self.pains[:],
            self.dooms[:],
            self.slain[:],
            self.rolled,
            self.used,
            self.declined,
            self.fates,
            self.came,
            self.router,
            self.stage,
        )


@dataclass(slots=True)
class State:
    """All of a position. `config` is the configuration and is shared, never copied. Packed numbers hold a byte
    a seat.
    """

    config: Config = field(compare=False, repr=False)
    units: bytearray  # [seat][place][kind]
    gate: bytearray  # by area
    power: list[int]
    doom: list[int]
    signs: list[tuple[int, ...]]  # hidden Elder Signs, sorted
    bag: tuple[int, int, int]  # Elder Signs left, by value
    books: int = 0  # spellbooks on the cards
    open: int = 0  # requirement slots not covered
    owed: int = 0  # slots met whose spellbook has not come yet
    lent: tuple[tuple[int, str], ...] = ()  # powers that a seat has for a while
    ritual: int = 0  # spaces that the marker has gone; the length of the track is Instant Death
    first: int = 0
    way: int = 1
    active: int = 0
    phase: int = SETUP
    stage: int = BEFORE
    fought: int = 0  # areas where the active player began a battle this turn, a bit each
    barred: tuple[str, ...] = ()  # actions that may not be the second of a pair; "pass" after an unlimited action
    moved: tuple[tuple[int, int], ...] = ()  # (kind, area) of each unit that the first action of a pair has moved
    doing: str = ""  # the action under way, when a checkpoint lies inside it; "after" while its windows run
    round: int = 1
    tokens: tuple[int, ...] = ()  # areas with each kind of marker, a bit an area
    spent: tuple[tuple[int, str], ...] = ()  # powers used up until Gather Power
    awoken: int = 0  # Great Old Ones awakened before, a bit a kind
    decay: int = 0  # of a two-player game
    slot: tuple[str, ...] | None = None  # done so far in the own slot of the doom phase; None: not begun
    battle: BattleRecord | None = None
    # derived, rebuilt on load
    on: list[int] = field(default_factory=list)  # areas where each seat stands, a bit each
    key: ActiveAbilities = field(default_factory=lambda: ActiveAbilities(()), compare=False, repr=False)
    opening: ActiveAbilities = field(default_factory=lambda: ActiveAbilities(()), compare=False, repr=False)
    trace: Any = field(default=None, compare=False, repr=False)  # only while somebody wants an explanation

    def copy(self) -> State:
        """An independent copy; the trace is not copied."""
        b = self.battle
        return State(
            self.config,
            self.units[:],
            self.gate[:],
            self.power[:],
            self.doom[:],
            self.signs[:],
            self.bag,
            self.books,
            self.open,
            self.owed,
            self.lent,
            self.ritual,
            self.first,
            self.way,
            self.active,
            self.phase,
            self.stage,
            self.fought,
            self.barred,
            self.moved,
            self.doing,
            self.round,
            self.tokens,
            self.spent,
            self.awoken,
            self.decay,
            self.slot,
            b and b.copy(),
            self.on[:],
            self.key,
            self.opening,
        )

    def derive(self) -> None:
        """Rebuild what follows from the rest."""
        config = self.config
        self.on = [sum(1 << a for a in range(len(self.gate)) if self._any(f, a)) for f in config.seats]
        self.rekey()

    def rekey(self) -> None:
        """Look up again which abilities are in force: after a spellbook came or a power was lent."""
        self.key = active_abilities(self.config.slugs, self.books, self.lent)
        self.opening = still_open(self.config.slugs, self.open)

    # -- figures ------------------------------------------------------------------------------------------------------
    def n(self, seat: int, kind: int, place: int) -> int:
        """Figures of a kind in a place."""
        return self.units[seat * ROW + place * KINDS + kind]

    def has(self, seat: int, kinds: Sequence[int], place: int) -> bool:
        """Is a figure of one of these kinds in a place?"""
        units, i = self.units, seat * ROW + place * KINDS
        for kind in kinds:
            if units[i + kind]:
                return True
        return False

    def _any(self, seat: int, place: int) -> bool:
        i = seat * ROW + place * KINDS
        return self.units[i : i + KINDS] != EMPTY

    def here(self, seat: int, area: int) -> int:
        """Has the seat a unit in this area?"""
        return self.on[seat] >> area & 1

    def crowd(self, seat: int, area: int) -> int:
        """All units of a seat in a place."""
        i = seat * ROW + area * KINDS
        return sum(self.units[i : i + KINDS])

    def total(self, seat: int, kind: int) -> int:
        """In play: on the map, or off it on the own card."""
        i = seat * ROW + kind
        return sum(self.units[i : i + POOL * KINDS : KINDS]) + self.units[i + CARD * KINDS]

    def areas(self, seat: int) -> tuple[int, ...]:
        """Where the seat has units on the map."""
        return bits(self.on[seat])

    def where(self, seat: int, kind: int) -> list[int]:
        """Areas with this kind of unit."""
        i = seat * ROW + kind
        return [a for a, n in enumerate(self.units[i : i + len(self.gate) * KINDS : KINDS]) if n]

    def on_map(self, seat: int, kinds: Sequence[int]) -> int:
        """Units of some kinds on the map."""
        start, end = seat * ROW, seat * ROW + POOL * KINDS
        return sum(sum(self.units[start + k : end : KINDS]) for k in kinds)

    def home(self, seat: int, kind: int) -> int:
        """Where a figure that exists once is: an area, POOL or CARD."""
        i = seat * ROW + kind
        return self.units[i : i + ROW : KINDS].index(1)

    def move(self, seat: int, code: int, a: int, b: int) -> None:
        """The only door through which figures go; a keeper that leaves abandons its gate."""
        kind, i = code & KIND, seat * ROW
        units = self.units
        if not units[i + a * KINDS + kind]:
            raise RulesError(f"{self.config.factions[seat].title} has no {self.config.name[seat][kind]} in place {a}")
        units[i + a * KINDS + kind] -= 1
        units[i + b * KINDS + kind] += 1
        if a < POOL:
            j = i + a * KINDS
            if units[j : j + KINDS] == EMPTY:
                self.on[seat] &= ~(1 << a)
            if code & KEEPER:
                self.gate[a] = OPEN_GATE
        if b < POOL:
            self.on[seat] |= 1 << b

    def codes(self, seat: int, area: int, kinds: Sequence[int] | None = None) -> list[int]:
        """The classes of units of a seat in a place: a keeper differs from its fellows."""
        i = seat * ROW + area * KINDS
        keeper = self.keeper(seat, area) if area < POOL else -1
        found = []
        for kind in self.config.kinds[seat] if kinds is None else kinds:
            n = self.units[i + kind]
            if n:
                if kind == keeper:
                    if n > 1:
                        found.append(kind)
                    found.append(kind | KEEPER)
                else:
                    found.append(kind)
        return found

    # -- gates --------------------------------------------------------------------------------------------------------
    def keeper(self, seat: int, area: int) -> int:
        """The kind of the seat's unit on the gate here, or -1."""
        g = self.gate[area] - 2
        return g & 7 if g >= 0 and g >> 3 == seat else -1

    def gates(self, seat: int) -> tuple[int, ...]:
        """Areas with a gate that the seat controls."""
        return held(bytes(self.gate), seat)

    def holder(self, area: int) -> int:
        """Who controls the gate here, or -1."""
        return (self.gate[area] - 2) >> 3 if self.gate[area] > OPEN_GATE else -1

    def hold(self, seat: int, kind: int, area: int) -> None:
        """A unit steps onto the gate."""
        self.gate[area] = 2 + 8 * seat + kind

    # -- abilities ----------------------------------------------------------------------------------------------------
    def hooks(self, timing: str) -> tuple[Hook, ...]:
        """Everybody who uses this timing now."""
        return VOCABULARY.hooks(self.key, timing)

    def mine(self, seat: int, timing: str) -> tuple[Hook, ...]:
        """The same, of one seat."""
        key = self.key.seats[seat]
        found = REMEMBERED[timing].get(key)  # the first look is here, since nothing is asked more often
        return VOCABULARY.hooks(key, timing) if found is None else found

    def watching(self, event: str) -> tuple[Hook, ...]:
        """Open slots that look at an event."""
        return SLOTS.watching(self.opening, event)

    def has_book(self, seat: int, bit: int) -> bool:
        """Is this spellbook on the card?"""
        return bool(self.books >> (8 * seat + bit) & 1)

    def count_books(self, seat: int) -> int:
        """Spellbooks on the card."""
        return (self.books >> 8 * seat & 63).bit_count()

    def unlimited_battle(self, seat: int) -> bool:
        """All spellbooks unlock it; with two players, for both (CW-UNL-011, CW-2PL-017)."""
        wanted = self.config.books[1]
        return self.count_books(seat) >= wanted or (self.config.two and self.count_books(1 - seat) >= wanted)

    def is_spent(self, seat: int, name: str) -> bool:
        """Has a power that works once a phase been used?"""
        return (seat, name) in self.spent

    def marked(self, token: int, area: int) -> int:
        """Does a marker of this kind lie here?"""
        return self.tokens[token] >> area & 1

    # -- order and price ----------------------------------------------------------------------------------------------
    def order(self, start: int) -> tuple[int, ...]:
        """Everybody in the direction of play, from `start` on."""
        return round_the_table(len(self.power), self.way, start)

    def ritual_cost(self) -> int:
        """What a Ritual of Annihilation costs now (CW-RIT-001, CW-RIT-007)."""
        track = self.config.track
        return track[self.ritual] if self.ritual < len(track) else track[-1]

    @property
    def instant_death(self) -> bool:
        """Has the marker reached the last space?"""
        return self.ritual >= len(self.config.track)

    # -- JSON ---------------------------------------------------------------------------------------------------------
    def to_json(self) -> dict[str, Any]:
        """The state as JSON-able data, without what is derived."""
        raw: dict[str, Any] = {name: getattr(self, name) for name in PLAIN}
        raw["units"], raw["gate"] = self.units.hex(), self.gate.hex()
        raw["battle"] = None if self.battle is None else {n: getattr(self.battle, n) for n in BattleRecord.__slots__}
        if self.battle is not None:
            raw["battle"]["roster"] = [sorted(r.items()) for r in self.battle.roster]
        return raw


PLAIN = (
    "power",
    "doom",
    "signs",
    "bag",
    "books",
    "open",
    "owed",
    "lent",
    "ritual",
    "first",
    "way",
    "active",
    "phase",
    "stage",
    "fought",
    "barred",
    "moved",
    "doing",
    "round",
    "tokens",
    "spent",
    "awoken",
    "decay",
    "slot",
)
