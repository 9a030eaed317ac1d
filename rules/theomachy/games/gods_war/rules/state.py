"""A position of the Gods War, declared once. Units and buildings of one kind in one place are counted, never numbered.

How things are packed is this file's own business: everybody else asks the state. Each sort of piece has one door:
`move` for units, `shift` for buildings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import ClassVar

from ....engine.errors import RulesError
from ....engine.masks import bits as bits
from ....engine.masks import with_bit
from ....engine.runtime.ability import Hook
from ....engine.runtime.in_force import InForce, looked_up
from ....engine.runtime.players import round_the_table
from ....engine.runtime.seat_abilities import ActiveAbilities
from ....engine.state import (
    NOBODY,
    OWNER,
    Counts,
    Declared,
    Each,
    Flag,
    Many,
    Mask,
    Maybe,
    Number,
    Of,
    OneOf,
    Pile,
    Record,
    Roster,
    Rows,
    Shows,
    Stock,
    Text,
    Word,
    declared,
    derived,
    field,
)
from ....engine.tabletop.palette import Value
from .adjacency import OPEN, POOLED, SPIKE, Ways, ways
from .config import ALLIED, ALWAYS, BUILT, GIFT, IN_PLAY, Building, Config
from .domains import (
    AREA,
    BUILDING,
    COUNTER,
    HELD,
    HOLDER,
    ISLE,
    LAID,
    MARKER,
    MONSTER,
    PEN,
    PLACE,
    PLACES,
    POOL,
    RACE,
    RUNE,
    SEAT,
    SIDE,
    SINKING,
    SLOT,
    SPOUSE,
    STAND,
    UNIT,
    WEAVER,
)
from .domains import GIFT as GIFT_TILE
from .packing import CODES, KIND, kind_of
from .timings import (
    QUESTS,
    STIRRED_ALL,
    STIRRED_BUILDINGS,
    STIRRED_COUNTERS,
    STIRRED_GIFTS,
    STIRRED_KEPT,
    STIRRED_RUNES,
    STIRRED_UNITS,
    STIRRED_VP,
    VOCABULARY,
    Power,
    rune_of,
)
from .topics import Adjacent, Watches

NOTHING = -1
GIFT_NOTED = "gift"  # the word of a note that says which gift lies face-down for it
MOST = 500  # of Power, of Victory Points

SETUP, ACTION, LAST_RUNES, POWER, FIRST, POINTS, COUNCIL, STRUGGLE, COMPROMISE, END, OVER = range(-1, 10)
PHASES = {
    "set-up": SETUP, "action": ACTION, "last runes": LAST_RUNES, "power": POWER, "first player": FIRST,
    "points": POINTS, "council": COUNCIL, "struggle": STRUGGLE, "compromise": COMPROMISE, "the end": END, "over": OVER,
}  # fmt: skip
MIDDLE = {"spike": SPIKE, "chaos rift": OPEN, "magasta's pool": POOLED}
HOW = {"conquered": 0, "destroyed": 1, "flipped": 2}
CONQUERED, DESTROYED, FLIPPED = range(3)


@lru_cache(8192)
def gifts_of(row: tuple[int, ...]) -> int:
    """The gifts in the slots of a sheet, a bit each."""
    return sum(1 << gift for gift in row if gift >= 0)


@lru_cache(8192)
def filled_of(row: tuple[int, ...]) -> int:
    """The slots of a sheet with a gift, a bit each."""
    return sum(1 << slot for slot, gift in enumerate(row) if gift >= 0)


def printed_on(sort: int) -> Callable[[Config, int, int], Sequence[Power]]:
    """What is printed on a thing of a sheet: a gift, a building, a kind of unit, or (`ALWAYS`) the sheet itself."""
    return lambda config, seat, thing: config.printed[seat].get((sort, thing), ())


@declared
class BattleRecord(Record):
    """A battle under way."""

    area: int = field(OneOf(AREA))
    sides: tuple[int, int] = field(Each(SIDE, OneOf(HOLDER), frozen=True))  # attacker, defender
    stage: int = field(Number(0, 30))
    roster: list[dict[int, int]] = field(Each(SIDE, Roster(CODES)))
    rated: tuple[tuple[int, int, int], ...] = field(  # (seat, kind, rating) that a die has given for this battle
        Rows(OneOf(HOLDER), Number(0, KIND), Number(0, 99))
    )
    initial: list[int] = field(Each(SIDE, Number(0, 999)))  # combat totals before any power
    allies: tuple[tuple[int, int, int, int, str], ...] = field(  # who fight from elsewhere, by which rule
        Rows(OneOf(HOLDER), OneOf(AREA), Number(0, KIND), Number(1, 99), Text())
    )
    apart: tuple[tuple[int, int], ...] = field(Rows(OneOf(HOLDER), Number(0, KIND)))  # here, but left out
    came: tuple[tuple[int, int, int], ...] = field(  # who have come for this battle alone, and from where
        Rows(OneOf(HOLDER), OneOf(AREA), Number(0, KIND)), later=True
    )
    silent: tuple[tuple[int, int, int], ...] = field(  # (seat, kind, dice) that are not rolled with the others
        Rows(OneOf(HOLDER), Number(0, KIND), Number(0, 99))
    )
    extra: list[int] = field(Each(SIDE, Number(-99, 99)))  # dice of no unit, or taken away
    rolled: tuple[tuple[int, int, int, int], ...] = field(  # (side, dice, kills, routs) of each throw
        Rows(OneOf(SIDE), Number(0, 999), Number(0, 999), Number(0, 999))
    )
    kills: list[int] = field(Each(SIDE, Number(0, 999)))  # to be taken by each side
    routs: list[int] = field(Each(SIDE, Number(0, 999)))
    spare: list[int] = field(Each(SIDE, Number(0, 99)))  # routs that the dead may still absorb
    sent: list[int] = field(Each(SIDE, OneOf(STAND, none="anywhere")))  # where its routed must go
    routed: tuple[tuple[int, int], ...] = field(Rows(OneOf(HOLDER), OneOf(STAND)))
    dead: tuple[tuple[int, int], ...] = field(Rows(OneOf(HOLDER), Number(0, KIND)))
    taken: tuple[tuple[int, int, int, int], ...] = field(  # (winner, loser, kind of the loser's building, how)
        Rows(OneOf(HOLDER), OneOf(HOLDER), Number(0, 7), Word(HOW))
    )
    used: tuple[tuple[int, str], ...] = field(Rows(OneOf(HOLDER), Text()))
    keeper: int = field(OneOf(SEAT, none="nobody"))  # who decides for an Uncontrolled Faction in all of this battle
    fates: tuple[tuple[int, int, str], ...] = field(Rows(OneOf(SIDE), Number(0, CODES), Text()))
    gone: tuple[tuple[int, int], ...] = field(  # those of the dead who are out of the game
        Rows(OneOf(HOLDER), Number(0, KIND)), later=True
    )
    calm: int = field(Number(0, 2), later=True)  # 1: no unit in it has a rating, 2: nobody rolls a die
    less: tuple[tuple[int, int, int, int], ...] = field(  # (whose dice, who takes them, by the rating of which kind, n)
        Rows(OneOf(HOLDER), OneOf(HOLDER), Number(0, KIND), Number(0, 99)), later=True
    )


@declared
class Exit(Record):
    """Leave to come out of Hell, in the action under way."""

    paid: bool = field(Flag())
    # (who was asked, whose unit, its kind): asked for each kind, and not twice
    refused: tuple[tuple[int, int, int], ...] = field(Rows(OneOf(HOLDER), OneOf(HOLDER), Number(0, KIND)))
    thrown: tuple[tuple[int, int, int], ...] = field(  # (seat, kind, die) of ratings that are rolled
        Rows(OneOf(HOLDER), Number(0, KIND), Number(0, 99))
    )
    granted: tuple[tuple[int, int, int, int, int], ...] = field(  # (giver, its kind, area of Hell, whose unit, kind)
        Rows(OneOf(HOLDER), Number(0, KIND), OneOf(AREA), OneOf(HOLDER), Number(0, KIND))
    )


@declared
class Struggle(Record):
    """The Chaos Rift Struggle of this Council: what lies open."""

    stage: int = field(Word({"sacrifice": 0, "bids": 1, "strength": 2}))
    given: int = field(Mask(SEAT))  # who has given, or cannot
    bids: tuple[tuple[int, int, int], ...] = field(Rows(OneOf(SEAT), Number(0, 99), Number(0, 99)))  # shown, counted
    total: int = field(Number(-99, 999))
    strength: int = field(Number(0, 99))


@declared
class Compromise(Record):
    """The Great Compromise under way."""

    asked: int = field(Mask(SEAT))
    judge: int = field(OneOf(SEAT, none="nobody"))
    named: tuple[int, ...] = field(Many(SEAT, ordered=True))


def no_ways() -> Ways:
    """Before they are made."""
    return Ways((), (), (), 0, 0, 0)


UNITS = Counts(
    HOLDER, STAND, UNIT, PLACES, lambda c: c.width, POOL, lambda c, f, k: c.limit[f][k],
    lambda c: [HELD + f for f in c.seats], common=lambda c: c.common,
)  # fmt: skip
BUILDINGS = Counts(
    HOLDER, PLACE, BUILDING, PLACES, lambda c: c.width_b, POOL, lambda c, f, k: c.tokens[f][k],
    lambda c: [HELD + f for f in c.seats],
)  # fmt: skip


@declared
class State(Declared):
    """All of a position."""

    config: Config
    units: bytearray = field(
        UNITS, "Units", group="Pieces", rule="GW-BAS-008", example='{ ST = { Teshnos = "Champion, 2 Barbarian" } }'
    )
    buildings: bytearray = field(
        BUILDINGS, "Buildings", group="Pieces", rule="GW-BLD-007", example='{ SK = { Spike = "Shrine" } }'
    )
    faced: int = field(Mask(AREA), "Imbedded", key="imbedded", group="Pieces", rule="GW-BLD-014", icon="vortex")
    power: list[int] = field(Each(SEAT, Number(0, MOST)), "Power", group="Tracks", rule="GW-ACT-001")
    vp: list[int] = field(Each(SEAT, Number(-MOST, MOST)), "Victory Points", group="Tracks", rule="GW-VIC-001")
    counters: list[list[int]] = field(
        Each(SEAT, Each(COUNTER, Number(
            0, lambda c, *at: c.empires[at[-2]].counters[at[-1]].most,
            names=lambda c, *at: c.empires[at[-2]].counters[at[-1]].names,
        ))),
        "Numbers of powers", group="Tracks", rule="GW-GAB-001", example='{ CH = { "Mad God marker" = 7 } }',
    )  # fmt: skip
    slots: tuple[tuple[int, ...], ...] = field(
        Each(SEAT, Each(SLOT, OneOf(LAID, none="empty"), frozen=True), frozen=True),
        "Gifts in their slots", group="Gifts", rule="GW-GAB-011", shows=Shows(printed_on(GIFT)),
    )  # fmt: skip
    down: tuple[int, ...] = field(
        Each(SEAT, Mask(GIFT_TILE), frozen=True), "Turned face-down", group="Gifts", rule="GW-GAB-009", silences="slots"
    )
    owed: tuple[int, ...] = field(
        Each(SEAT, Mask(SLOT), frozen=True), "Gifts owed", rule="GW-GAB-018"
    )  # met, and its gift has not come yet
    allies: tuple[int, ...] = field(  # whose ally each elder race is
        Each(RACE, OneOf(SEAT, none="nobody"), frozen=True), "Elder races allied with", group="Pieces",
        rule="GW-CMP-023", later=True, shows=Shows(printed_on(ALLIED)), example='{ Elves = "SK" }',
    )  # fmt: skip
    married: int = field(  # whom a unit of another empire has joined: it may be dead by now
        Mask(SPOUSE), "Married", group="Pieces", rule="GW-CMP-020", icon="jewel-crown", later=True
    )
    rewards: tuple[int, ...] = field(  # who has killed each monster
        Each(MONSTER, OneOf(SEAT, none="nobody"), frozen=True), "Reward taken for", group="Pieces",
        rule="GW-CMP-025", later=True,
    )  # fmt: skip
    marks: tuple[int, ...] = field(  # webs, wounds
        Each(MARKER, Mask(AREA), frozen=True), "Marks in areas, of", group="Map", rule="GW-CMP-026", later=True
    )
    woven: tuple[int, ...] = field(  # on whose sheets marks lie
        Each(WEAVER, Mask(SEAT), frozen=True), "Marks on sheets, of", group="Map", rule="GW-CMP-026", later=True
    )
    included: int = field(
        Mask(RACE), "Elder races in the game", key="races", group="Pieces", rule="GW-CMP-023", later=True,
        example='"Elves"',
    )  # fmt: skip
    noted: tuple[tuple[int, str, str, int], ...] = field(  # until a power forgets it (whose, which power, word, number)
        Rows(OneOf(SEAT), Text(), Text(), Number(-1, 99)), "Noted beside gifts (whose, for what, a word, a number)",
        group="Gifts", rule="GW-FAQ-084", later=True, example='[["DA", "Obsession", "move", 2]]',
    )  # fmt: skip
    spent: tuple[tuple[int, str, int], ...] = field(  # powers used up until the Council ends, and on whom
        Rows(OneOf(SEAT), Text(), Number(-1, 99), by=True), "Used up (what, and on whom)", rule="GW-GAB-025",
        example='{ CH = [["Irruption", -1]] }',
    )  # fmt: skip
    hands: list[tuple[int, ...]] = field(
        Each(SEAT, Many(RUNE)), "Runes", key="runes", group="Runes", rule="GW-RUN-001", seen=OWNER, pile="deck"
    )
    foreseen: list[tuple[int, ...]] = field(  # runes on top of the deck, each with the last who has looked at it
        Each(SEAT, Many(RUNE, ordered=True)), "Runes on top of the deck, known to", rule="GW-RUN-001", seen=OWNER,
        pile="deck",
    )  # fmt: skip
    lookers: tuple[int, ...] = field(Many(SEAT, ordered=True), said=False)  # whose each of them is, from the top
    deck: list[int] = field(Pile(RUNE), "Runes in the deck", rule="GW-CMP-009", seen=NOBODY)
    discard: list[int] = field(Pile(RUNE), "Runes discarded", group="Runes", rule="GW-RUN-003")
    lasting: tuple[tuple[int, int, int, str], ...] = field(  # (card, who played it, what it is about, a word)
        Rows(OneOf(RUNE), OneOf(SEAT), Number(-1, 99), Text()),
        "Runes that last (rune, who played it, what it is about, a word)", rule="GW-RUN-006",
        example='[["Law", "DA", 0, "build"]]',
        shows=Shows(lambda c, seat, card: (rune_of(c.runes[card].key),), rank=1, in_row=True, lasting=True),
    )  # fmt: skip
    last_rune: int = field(OneOf(RUNE, none="none"), "Rune played just now", rule="GW-RNC-008")
    rune: int = field(OneOf(RUNE, none="none"), said=False)  # being carried out
    phase: int = field(Word(PHASES), "Phase", group="Turn", rule="GW-BAS-002", example='"council"')
    round: int = field(Number(1, 1000), "Round", group="Turn", rule="GW-BAS-002")
    first: int = field(OneOf(SEAT), "First player", group="Turn", rule="GW-CNC-002")
    turn: int = field(OneOf(SEAT), "Whose regular turn it is", rule="GW-ACT-004")
    active: int = field(OneOf(SEAT), "Who acts", group="Turn", rule="GW-ACT-004")
    way: int = field(
        Word({"clockwise": 1, "counterclockwise": -1}), "Direction", key="direction", group="Turn", rule="GW-CNC-004"
    )
    more: list[int] = field(Each(SEAT, Number(0, 9)), "Further actions in the next turn", rule="GW-RNC-007")
    extra: tuple[tuple[int, int], ...] = field(  # (who acts, after whose turn)
        Rows(OneOf(SEAT), OneOf(SEAT)), "Actions out of turn", rule="GW-FAQ-035"
    )
    doing: str = field(Text(), said=False)  # the action under way; "" in the gaps between
    origin: int = field(OneOf(AREA, none="nowhere"), said=False)
    moved: tuple[tuple[int, int], ...] = field(Rows(Number(0, KIND), OneOf(AREA)), said=False)  # in this action
    drifted: bool = field(Flag(), said=False)  # Kylerela has moved in this action
    began: int = field(OneOf(AREA, none="nowhere"), said=False, later=True)  # where the action under way began
    # what it has done (word, whose unit, its kind, from, to), while a power listens for the end of actions
    happened: tuple[tuple[str, int, int, int, int], ...] = field(
        Rows(Text(), OneOf(HOLDER), Number(0, KIND), Number(0, PLACES), Number(0, PLACES)), said=False, later=True
    )
    emptied: int = field(Mask(SEAT), said=False, later=True)  # who has spent the last Power, and nobody was told yet
    exit: Exit | None = field(Maybe(Of(Exit)), said=False)
    rift: int = field(Word(MIDDLE), "In the middle", key="middle", group="Map", rule="GW-SPK-003")
    island: int = field(OneOf(ISLE), "Kylerela", key="kylerela", group="Map", rule="GW-KYL-012")
    sunken: int = field(  # lands that are seas by now
        Mask(SINKING), "Sunken land", group="Map", rule="GW-CMP-020", icon="flood", later=True
    )
    left: int = field(
        Mask(SEAT), "Uncontrolled (the player has left)", key="uncontrolled", group="Turn", rule="GW-SPC-006"
    )
    ending: bool = field(Flag(), "The end is fixed", group="Turn", rule="GW-VIC-001")
    counted: int = field(Mask(SEAT), "Done in this phase", rule="GW-CNC-005")
    struggle: Struggle | None = field(Maybe(Of(Struggle)), "Struggle", rule="GW-RIF-001")
    compromise: Compromise | None = field(Maybe(Of(Compromise)), "Compromise", rule="GW-GCO-003")
    battle: BattleRecord | None = field(Maybe(Of(BattleRecord)), "Battle", rule="GW-BAT-001", said=False)
    asked: tuple[int, ...] = derived(tuple)
    on: list[int] = derived()  # areas where each seat stands, a bit each
    in_play: list[int] = derived(
        shows=Shows(printed_on(IN_PLAY), among=lambda c, seat: c.carriers[seat])
    )  # kinds of units in play, by owner, a bit each
    afoot: list[int] = derived()  # units in play, by owner
    opened: list[int] = derived(  # slots with a Heroquest and no gift, by seat, a bit each
        shows=Shows(lambda c, seat, slot: QUESTS.on(c.slot_things[seat][slot]), in_row=True, look_up="opening")
    )
    summonable: list[tuple[int, ...]] = derived()  # kinds that each owner may summon: his own, and his allies'
    built: list[int] = derived(shows=Shows(printed_on(BUILT)))  # kinds of buildings on the map, by seat, a bit each
    site: list[int] = derived()  # the building of each area, as seat * 8 + kind, or -1
    nest: list[int] = derived()  # the one beside it
    sited: list[int] = derived()  # areas whose building is a seat's, a bit each
    nested: list[int] = derived()  # the same of those beside it
    stirred: int = derived(int, compared=False)  # sorts of things that Heroquests have not been asked about since
    ways: Ways = derived(no_ways, compared=False)
    key: ActiveAbilities = looked_up()
    opening: ActiveAbilities = looked_up()

    printed: ClassVar = {"sheet": Shows(printed_on(ALWAYS))}
    groups: ClassVar = ("Pieces", "Tracks", "Gifts", "Runes", "Map", "Turn")
    stocks: ClassVar = (
        Stock(RUNE, lambda c, card: c.runes[card].copies, ("hands", "foreseen", "deck", "discard"), "GW-CMP-009",
              rest=("deck",), at_most=True),
    )  # fmt: skip

    # -- what follows -------------------------------------------------------------------------------------------------
    def derive(self) -> None:
        config, n = self.config, len(self.config.map.names)
        self.on = [sum(1 << a for a in range(n) if self._any(f, a)) for f in config.owners]
        self.in_play = [sum(1 << k for k in config.kinds[f] if self.playing(f, k)) for f in config.owners]
        self.afoot = [sum(self.crowd(f, a) for a in (*bits(self.on[f]), PEN)) for f in config.owners]
        self.site, self.nest, self.built = [NOTHING] * n, [NOTHING] * n, [0] * len(config.owners)
        self.sited, self.nested = [0] * len(config.owners), [0] * len(config.owners)
        for f in config.owners:
            for kind, building in enumerate(config.empires[f].buildings):
                for a in range(n):
                    if self.buildings[self._at(f, kind, a)]:
                        (self.nest if building.nest else self.site)[a] = f * 8 + kind
                        (self.nested if building.nest else self.sited)[f] |= 1 << a
                        self.built[f] |= 1 << kind
        self.opened = [self._opened(seat) for seat in config.seats]
        self.summonable = [self._summonable(seat) for seat in config.seats]
        self.stirred = STIRRED_ALL
        self.ways = ways(config, self.rift, self.island, 0, 0, self.sunken)
        self.rekey()

    def rekey(self) -> None:
        """Which powers are in force, which Heroquests are open, and what follows for the ways."""
        self.key, self.opening = IN_FORCE(self), HEROQUESTS(self)
        self.reground()

    def reground(self) -> None:
        """The ways as they are now: after a building has come or gone, the island moved, the middle changed, land
        sunk.
        """
        shut = sum([1 << about for _, _, about, word in self.lasting if word == "arrow"]) if self.lasting else 0
        self.ways = ways(self.config, self.rift, self.island, self._doors(), shut, self.sunken)

    def sink(self, area: int) -> None:
        """A land becomes a sea, for good."""
        self.sunken |= 1 << area
        self.reground()

    def _doors(self) -> int:
        """Areas that powers have opened to Hell."""
        found = 0
        for holder, _, adjacent in self.hooks("adjacent"):
            found |= adjacent(self, holder, holder, Adjacent.DOOR, -1)
        return found

    def edited(self, field: str, args: list[str], area: int, change: Value) -> None:
        if field == "phase":
            self.battle, self.struggle, self.compromise, self.exit = None, None, None, None
            self.doing, self.counted = "", 0
        elif field == "active":
            self.turn = self.active
        elif field == "units":
            self.wed()
        elif field == "allies":  # its units go with the card
            for race, whose in enumerate(self.allies):
                for owner in self.config.owners:
                    self.hand_over(race, owner, whose if whose >= 0 else self.config.elders)
                self.included |= (whose >= 0) << race

    # -- units --------------------------------------------------------------------------------------------------------
    def row(self, seat: int, place: int) -> int:
        """Where the units of a seat in a place begin in `units`, one number a kind."""
        return (seat * PLACES + place) * self.config.width

    def n(self, seat: int, kind: int, place: int) -> int:
        """Units of a kind in a place."""
        return self.units[(seat * PLACES + place) * self.config.width + kind]

    def _any(self, seat: int, place: int) -> bool:
        i = self.row(seat, place)
        return any(self.units[i : i + self.config.width])

    def here(self, seat: int, area: int) -> int:
        """Has the seat a unit in this area?"""
        return self.on[seat] >> area & 1

    def crowd(self, seat: int, place: int) -> int:
        """All units of a seat in a place."""
        i = self.row(seat, place)
        return sum(self.units[i : i + self.config.width])

    def holds_any(self, seat: int, place: int) -> bool:
        """Does any piece of a seat lie in this place, a unit or a building?"""
        i, j, units, buildings = self.row(seat, place), self._at(seat, 0, place), self.units, self.buildings
        return any(units[i : i + self.config.width]) or any(buildings[j : j + self.config.width_b])

    def kinds_in(self, seat: int, place: int) -> list[int]:
        """The kinds of units of a seat in a place."""
        i, units = self.row(seat, place), self.units
        return [kind for kind in self.config.kinds[seat] if units[i + kind]]

    def areas(self, seat: int) -> tuple[int, ...]:
        """Where the seat has units."""
        return bits(self.on[seat])

    def where(self, seat: int, kind: int) -> list[int]:
        """Areas with this kind of unit."""
        i, width = seat * PLACES * self.config.width + kind, self.config.width
        return [a for a, n in enumerate(self.units[i : i + len(self.site) * width : width]) if n]

    def standing(self, seat: int, key: str) -> list[int]:
        """Areas with the kind of unit of this key; none where the sheet has no such kind."""
        kind = self.config.by_key[seat].get(key, NOTHING)
        return self.where(seat, kind) if kind >= 0 else []

    def playing(self, seat: int, kind: int = NOTHING) -> int:
        """Units in play, of one kind or all: on the map, or held where they are in play all the same (GW-FAQ-065)."""
        if kind < 0:
            return self.afoot[seat]
        return sum([self.n(seat, kind, a) for a in bits(self.on[seat])]) + self.n(seat, kind, PEN)

    def mapped(self, seat: int) -> int:
        """Units on the map: of those in play without the held ones."""
        return self.afoot[seat] - self.crowd(seat, PEN)

    def move(self, seat: int, kind: int, a: int, b: int) -> None:
        """The only door through which units go."""
        config, units = self.config, self.units
        leave, come = self.row(seat, a), self.row(seat, b)
        if not units[leave + kind]:
            raise RulesError(f"{config.empires[seat].title} has no {config.name[seat][kind]} in place {a}")
        units[leave + kind] -= 1
        units[come + kind] += 1
        if a >= HELD or b >= HELD:
            self.stirred |= STIRRED_KEPT
        if (a == POOL or b == POOL) and config.supplied[seat] >> kind & 1:
            UNITS.share(self.at("units"), units, seat, kind)
        if a < PEN and not any(units[leave : leave + config.width]):
            self.on[seat] &= ~(1 << a)
        if b < PEN:
            self.on[seat] |= 1 << b
        if (a < PEN) != (b < PEN):  # it has come to the map, or left it
            self.stirred |= STIRRED_UNITS
        if (a < POOL) != (b < POOL):  # it has come into play, or left it
            self.stirred |= STIRRED_UNITS
            self.afoot[seat] += 1 if b < POOL else -1
            bit, before = 1 << kind, self.in_play[seat]
            now = before | bit if b < POOL or self.playing(seat, kind) else before & ~bit
            self.in_play[seat] = now
            if (before ^ now) & config.carriers[seat]:
                self.rekey()

    def bring(self, seat: int, kind: int, area: int) -> tuple[int, int]:
        """A unit comes into play out of a pool, of another empire if it joins one: whose is it, and which kind?"""
        owner, own = self.config.joined[seat][kind]
        if owner != seat:
            self.marry(owner)
        self.move(owner, own, POOL, area)
        return owner, own

    def marry(self, seat: int, on: bool = True) -> None:
        """A unit of another empire has joined this one; or what binds the two is over."""
        bit = 1 << self.config.spouses.index(seat)
        self.married = self.married | bit if on else self.married & ~bit

    def wed(self) -> None:
        """Who has a unit of another empire in play is married: where pieces were set, and did not come by a rule."""
        for seat in self.config.spouses:
            units = enumerate(self.config.empires[seat].units)
            own = [kind for kind, unit in units if unit.joins and unit.of]
            if any(self.where(seat, kind) or self.n(seat, kind, PEN) for kind in own):
                self.marry(seat)

    def is_married(self, seat: int) -> bool:
        """Has a unit of another empire joined this one?"""
        spouses = self.config.spouses
        return seat in spouses and bool(self.married >> spouses.index(seat) & 1)

    # -- buildings ----------------------------------------------------------------------------------------------------
    def _at(self, seat: int, kind: int, place: int) -> int:
        return (seat * PLACES + place) * self.config.width_b + kind

    def place_of_buildings(self, seat: int, place: int) -> int:
        """Where the buildings of a seat in a place begin in `buildings`, one number a kind."""
        return (seat * PLACES + place) * self.config.width_b

    def stock(self, seat: int, kind: int, place: int = POOL) -> int:
        """Buildings of a kind in the pool, or elsewhere."""
        return self.buildings[(seat * PLACES + place) * self.config.width_b + kind]

    def shift(self, seat: int, kind: int, a: int, b: int) -> None:
        """The only door through which buildings go. One that leaves its area shows its first face again."""
        at, config = self._at, self.config
        if not self.buildings[at(seat, kind, a)]:
            raise RulesError(f"{config.empires[seat].title} has no such building in place {a}")
        self.buildings[at(seat, kind, a)] -= 1
        self.buildings[at(seat, kind, b)] += 1
        self.stirred |= STIRRED_BUILDINGS | STIRRED_KEPT if a >= HELD or b >= HELD else STIRRED_BUILDINGS
        nest = config.empires[seat].buildings[kind].nest
        layer, masks = (self.nest, self.nested) if nest else (self.site, self.sited)
        bit, before = 1 << kind, self.built[seat]
        now = before
        if a < POOL:
            layer[a] = NOTHING
            masks[seat] &= ~(1 << a)
            if nest:
                self.faced &= ~(1 << a)
            if not any(self.buildings[at(seat, kind, 0) : at(seat, kind, len(layer)) : config.width_b]):
                now &= ~bit
        if b < POOL:
            if layer[b] >= 0:
                raise RulesError(f"there is a building in area {b} already")
            layer[b] = seat * 8 + kind
            masks[seat] |= 1 << b
            now |= bit
        self.built[seat] = now
        if (before ^ now) & config.seats_of_power[seat]:
            self.rekey()
        else:
            self.reground()

    def turn_over(self, area: int, on: bool) -> None:
        """The building in the nest's place shows its other face."""
        self.faced = self.faced | 1 << area if on else self.faced & ~(1 << area)

    def owner(self, code: int) -> int:
        """Whose building this is."""
        return code >> 3

    def building(self, code: int, area: int) -> Building:
        """What a building in an area is, by the face that it shows."""
        seat, kind = code >> 3, code & 7
        empire = self.config.empires[seat]
        if self.faced >> area & 1 and (second := self.config.second[seat][kind]) >= 0:
            return empire.faces[second]
        return empire.buildings[kind]

    def buildings_in(self, area: int) -> list[int]:
        """The codes of the buildings of an area: one, and perhaps a Nest."""
        site, nest = self.site[area], self.nest[area]
        if nest < 0:
            return [site] if site >= 0 else []
        return [site, nest] if site >= 0 else [nest]

    def homes(self, seat: int) -> int:
        """Areas with a building of a seat, a bit each."""
        return self.sited[seat] | self.nested[seat]

    def mine_in(self, seat: int, area: int) -> int:
        """The building of a seat in an area, or -1."""
        if (code := self.site[area]) >> 3 == seat or (code := self.nest[area]) >> 3 == seat:
            return code
        return NOTHING

    def sites(self, seat: int, keys: Sequence[str] | None = None) -> list[int]:
        """Areas with a building of a seat, perhaps of some kinds only."""
        return [
            a
            for a in bits(self.homes(seat))
            for code in self.buildings_in(a)
            if code >> 3 == seat and (keys is None or self.building(code, a).key in keys)
        ]

    # -- elder races --------------------------------------------------------------------------------------------------
    def is_ally(self, race: int, seat: int) -> bool:
        """Has this seat the loyalty card of an elder race?"""
        return race >= 0 and self.allies[race] == seat

    def is_neutral(self, race: int) -> bool:
        """Is an elder race in the game, and nobody's ally?"""
        return bool(self.included >> race & 1) and self.allies[race] < 0

    def allied(self, seat: int) -> list[int]:
        """The elder races that are allies of a seat."""
        return [race for race, whose in enumerate(self.allies) if whose == seat]

    def ally(self, race: int, seat: int) -> None:
        """An elder race gives its loyalty card and its units to a seat; powers and a Heroquest come with it."""
        self.allies = (*self.allies[:race], seat, *self.allies[race + 1 :])
        self.opened = [self._opened(f) for f in self.config.seats]
        self.summonable = [self._summonable(f) for f in self.config.seats]
        self.rekey()
        self.hand_over(race, self.config.elders, seat)

    def hand_over(self, race: int, giver: int, taker: int) -> None:
        """The units of an elder race that are one owner's become another's, where they stand. What is nobody's is held
        nowhere (GW-FAQ-066): it goes to the pool.
        """
        pairs = zip(self.config.guests[giver][race], self.config.guests[taker][race], strict=True)
        for theirs, ours in pairs:
            old, new = kind_of(theirs), kind_of(ours)
            for area in (*self.where(giver, old), PEN):
                for _ in range(self.n(giver, old, area)):
                    self.move(giver, old, area, POOL)
                    if area != PEN or taker in self.config.seats:
                        self.move(taker, new, POOL, area)

    def _opened(self, seat: int) -> int:
        pairs = zip(self.slots[seat], self.config.empires[seat].slots, strict=True)
        return sum(
            1 << i
            for i, (gift, slot) in enumerate(pairs)
            if gift < 0 and (not slot.of or self.is_ally(self.config.race(slot.of), seat))
        )

    def _summonable(self, seat: int) -> tuple[int, ...]:
        config = self.config
        if not config.races:
            return config.own[seat]
        more = [code for race, row in enumerate(config.guests[seat]) if self.allies[race] == seat for code in row]
        return (*config.own[seat], *more)

    def reward(self, owner: int, seat: int) -> None:
        """Who has killed a monster holds its reward."""
        i = self.config.neutrals.index(owner)
        self.rewards = (*self.rewards[:i], seat, *self.rewards[i + 1 :])

    def marked(self, owner: int) -> int:
        """The areas where marks of a monster lie, a bit each."""
        return self.marks[self.config.markers.index(owner)]

    def mark(self, owner: int, area: int) -> None:
        """A mark of a monster comes to an area."""
        self.marks = with_bit(self.marks, self.config.markers.index(owner), area)

    def unmark(self, owner: int, area: int) -> None:
        """It leaves the area."""
        self.marks = with_bit(self.marks, self.config.markers.index(owner), area, on=False)

    def on_sheets(self, owner: int) -> int:
        """The sheets where a mark of a monster lies, a bit each."""
        return self.woven[self.config.weavers.index(owner)]

    def weave(self, owner: int, seat: int) -> None:
        """A mark of a monster comes to a sheet."""
        self.woven = with_bit(self.woven, self.config.weavers.index(owner), seat)

    def marks_left(self, owner: int) -> int:
        """Marks of a monster that are in the pool."""
        out = self.marked(owner).bit_count() + self.on_sheets(owner).bit_count()
        return self.config.empires[owner].marks - out

    # -- gifts --------------------------------------------------------------------------------------------------------
    def gifts(self, seat: int) -> int:
        """Gifts on the sheet, face-up or not, a bit each."""
        return gifts_of(self.slots[seat])

    def filled(self, seat: int) -> int:
        """Slots with a gift, a bit each."""
        return filled_of(self.slots[seat])

    def active_gifts(self, seat: int) -> int:
        """Those that are face-up."""
        return gifts_of(self.slots[seat]) & ~self.down[seat]

    def count_gifts(self, seat: int) -> int:
        """How many there are on the sheet, with that of an elder race or without it (GW-GAB-030)."""
        if self.config.rulings.only_empire_gifts_count:
            slots = self.config.empires[seat].slots
            return sum(gift >= 0 and not slot.of for gift, slot in zip(self.slots[seat], slots, strict=True))
        return self.gifts(seat).bit_count()

    def lay(self, seat: int, slot: int, gift: int) -> None:
        """A gift comes into its slot, and nothing is owed for it any more."""
        row = (*self.slots[seat][:slot], gift, *self.slots[seat][slot + 1 :])
        self.slots = (*self.slots[:seat], row, *self.slots[seat + 1 :])
        self.opened[seat] = self._opened(seat)
        self.owed = with_bit(self.owed, seat, slot, on=False)
        self.stirred |= STIRRED_GIFTS
        self.rekey()

    def turn_down(self, seat: int, gift: int) -> None:
        """A gift is used up: it lies face-down in its slot."""
        self.down = with_bit(self.down, seat, gift)
        self.rekey()

    def turn_up(self, seat: int, gift: int) -> None:
        """A gift that was used up works again."""
        self.down = with_bit(self.down, seat, gift, on=False)
        self.rekey()

    def owe(self, seat: int, slot: int) -> None:
        """A Heroquest is met: its gift comes with the next `earn`."""
        self.owed = with_bit(self.owed, seat, slot)

    def set_power(self, seat: int, n: int) -> None:
        """The one door of Power; a power may ask who has none left."""
        if self.power[seat] and not n and self.hooks("on_pay"):
            self.emptied |= 1 << seat
        self.power[seat] = n

    def note(self, word: str, owner: int, kind: int, a: int, b: int) -> None:
        """Something has happened to a unit in the action under way ("move", "summon"), if a power listens. Of a summons
        the owner is who summons.
        """
        if self.hooks("after_action"):
            self.happened += ((word, owner, kind, a, b),)

    # -- runes and points ---------------------------------------------------------------------------------------------
    def take(self, seat: int, card: int) -> None:
        """A rune comes into a hand."""
        self.hands[seat] = tuple(sorted((*self.hands[seat], card)))
        self.stirred |= STIRRED_RUNES

    def part_with(self, seat: int, card: int) -> None:
        """A rune leaves a hand."""
        at = self.hands[seat].index(card)
        self.hands[seat] = (*self.hands[seat][:at], *self.hands[seat][at + 1 :])
        self.stirred |= STIRRED_RUNES

    def score(self, seat: int, n: int) -> None:
        """Victory Points come or go."""
        self.vp[seat] += n
        self.stirred |= STIRRED_VP

    # -- abilities ----------------------------------------------------------------------------------------------------
    def hooks(self, timing: str) -> tuple[Hook, ...]:
        """Everybody who uses this timing now."""
        return self.key.found[timing]

    def mine(self, seat: int, timing: str) -> tuple[Hook, ...]:
        """The same, of one seat."""
        return self.key.seats[seat].found[timing]

    def watching(self, event: Watches) -> tuple[Hook, ...]:
        """Open Heroquests that look at an event."""
        return QUESTS.watching(self.opening, event)

    def to_notice(self) -> tuple[Hook, ...]:
        """Open Heroquests that look at whatever changes, or at what has been stirred since they were asked last."""
        return QUESTS.watching(self.opening, self.stirred)

    def open_quests(self) -> tuple[Hook, ...]:
        """All Heroquests whose slots are open, with their tests."""
        return QUESTS.hooks(self.opening, "requirement_met")

    def counter(self, seat: int, key: str) -> int:
        """A number that a power keeps."""
        return self.counters[seat][self._counter(seat, key)]

    def write(self, seat: int, key: str, n: int) -> None:
        """Write it anew, within its bounds."""
        i = self._counter(seat, key)
        self.stirred |= STIRRED_COUNTERS
        self.counters[seat][i] = min(max(n, 0), self.config.empires[seat].counters[i].most)

    def _counter(self, seat: int, key: str) -> int:
        return self.config.counted_by[seat][key]

    def last(self, key: str, seat: int, about: int, word: str) -> None:
        """A rune goes on having an effect: its card stays on the table."""
        card = next(i for i, rune in enumerate(self.config.runes) if rune.key == key)
        self.lasting += ((card, seat, about, word),)
        self.rekey()

    def over(self, rows: tuple[tuple[int, int, int, str], ...]) -> None:
        """Runes that last are over, and discarded; one that another has repeated lies there already."""
        self.lasting = tuple(row for row in self.lasting if row not in rows)
        lies = {card for card, *_ in self.lasting}
        for card in {card for card, *_ in rows} - lies:
            held = sum(row.count(card) for row in (*self.hands, *self.foreseen)) + self.deck[card] + self.discard[card]
            self.discard[card] += held < self.config.runes[card].copies
        self.rekey()

    def is_spent(self, seat: int, name: str, about: int = NOTHING) -> bool:
        """Has a power been used this round (on somebody)?"""
        return (seat, name, about) in self.spent

    # -- the top of the deck ------------------------------------------------------------------------------------------
    def on_top(self) -> list[tuple[int, int]]:
        """The runes on top of the deck that somebody has looked at, uppermost first: (who, card)."""
        known = [iter(cards) for cards in self.foreseen]
        whose = sorted(f for f, cards in enumerate(self.foreseen) for _ in cards)
        return [(f, next(known[f])) for f in (self.lookers if sorted(self.lookers) == whose else whose)]

    def lay_on_top(self, rows: Sequence[tuple[int, int]]) -> None:
        """The same, laid anew."""
        self.lookers = tuple([f for f, _ in rows])
        self.foreseen = [tuple([card for f, card in rows if f == seat]) for seat in self.config.seats]

    # -- order --------------------------------------------------------------------------------------------------------
    def order(self, start: int | None = None) -> tuple[int, ...]:
        """Everybody in the direction of play, from the first player or another."""
        return round_the_table(len(self.power), self.way, self.first if start is None else start)

    def played(self, seat: int) -> bool:
        """Has an owner a player: is it no Uncontrolled Faction, and no monster?"""
        return not (self.left | self.config.nobodys) >> seat & 1

    def tended(self, seat: int) -> bool:
        """Does anybody decide for a seat now? For an Uncontrolled Faction in its own battles (GW-SPC-011)."""
        fights = self.battle is not None and seat in self.battle.sides
        return fights or self.played(seat) or self.config.rulings.somebody_always_decides

    def decider(self, seat: int, fighting: tuple[int, ...] = ()) -> int:
        """Who chooses for an owner: its player, or whoever looks after it: after an Uncontrolled Faction (GW-SPC-011)
        or a monster.
        """
        if self.played(seat):
            return seat
        b = self.battle
        if b is not None and seat in b.sides and b.keeper >= 0 and not self.left >> b.keeper & 1:
            return b.keeper
        order = self.order()
        free = [f for f in order if not self.left >> f & 1]
        calm = [f for f in free if f not in fighting] or free or [seat]
        least = min(self.vp[f] for f in calm)
        return [f for f in calm if self.vp[f] == least][-1]


IN_FORCE, HEROQUESTS = InForce(State, VOCABULARY, owners="in_play"), InForce(State, QUESTS, "opening")
