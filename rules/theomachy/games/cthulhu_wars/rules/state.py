"""A position of Cthulhu Wars, declared once. Figures of one kind in one place are counted, never numbered.

How things are packed is this file's own business: everybody else asks the state, or takes a code of a class
apart with the helpers of `domains.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from ....engine.errors import RulesError
from ....engine.masks import bits as bits
from ....engine.masks import with_bit
from ....engine.plain import Json
from ....engine.runtime.ability import Hook
from ....engine.runtime.in_force import InForce, looked_up
from ....engine.runtime.players import round_the_table
from ....engine.runtime.seat_abilities import ActiveAbilities
from ....engine.state import (
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
    Stack,
    StatePath,
    Stock,
    Text,
    Texts,
    Word,
    declared,
    derived,
    field,
)
from ....engine.state.reading import whole
from ....engine.tabletop.palette import Tool, Value
from .config import INDEPENDENTS, MARKET, MOST_KINDS, MOST_SEATS, Config
from .domains import (
    ACTION,
    AFTER,
    AREA,
    BEFORE,
    BOOK,
    CARD,
    DOOM,
    DOOMED,
    FEW,
    FIRST,
    FIXED,
    GATE,
    GATHER,
    GOO,
    HELD,
    HELD_GATE,
    HOLDER,
    ITEM,
    KEEPER,
    KIND,
    NO_GATE,
    OFF_MAP,
    OPEN_GATE,
    OVER,
    PHASES,
    PLACE,
    POOL,
    SEAT,
    SECOND,
    SETUP,
    SIDE,
    SIGN,
    SLOT,
    TOKEN,
    UNIT,
    UNKEPT,
    from_file,
    to_file,
)
from .timings import CARD_BIT, SLOTS, VOCABULARY, Power
from .topics import CountsAs, MayPlace, Watches

printed_on = VOCABULARY.on  # what is printed on a thing


class Starts(Each[int]):
    """Start areas: those that are printed, until somebody chooses another one."""

    def fresh(self, at: StatePath) -> Sequence[int]:
        found: tuple[int, ...] = at.config.start
        return found


class Uncovered(Mask):
    """Open slots, which an editor shows as met or not."""

    def tools(self, at: StatePath, value: int, tool: Tool) -> Iterator[Tool]:
        return super().tools(at, ~value, tool)

    def edit(self, at: StatePath, value: int, args: list[str], area: int, change: Value) -> int:
        return super().edit(at, value, args, area, not change)


class Marked(Number):
    """A code of a class of units, or a result."""

    def dump(self, at: StatePath, value: int) -> int:
        return to_file(at.config, value)

    def load(self, at: StatePath, raw: Json) -> int:
        return super().load(at, from_file(at.config, raw) if type(raw) is int else raw)


class Side(Roster):
    """One side of a battle, by code."""

    def dump(self, at: StatePath, value: dict[int, int]) -> Json:
        return sorted([to_file(at.config, code), n] for code, n in value.items())

    def load(self, at: StatePath, raw: Json) -> dict[int, int]:
        found = {from_file(at.config, code): n for code, n in super().load(at, raw).items()}
        return {whole(at, code, 0, self.classes - 1): n for code, n in found.items()}


class Wardens(Each[int]):
    """The kind of unit on each gate."""

    def dump(self, at: StatePath, value: Sequence[int]) -> Json:
        none = FEW if at.config.width <= FEW else UNKEPT
        return bytes(none if kind == UNKEPT else kind for kind in value).hex()

    def load(self, at: StatePath, raw: Json) -> Sequence[int]:
        kept = super().load(at, raw)
        return bytearray(UNKEPT if kind == FEW else kind for kind in kept) if at.config.width <= FEW else kept


OWED = Rows(OneOf(SIDE), Marked(0, DOOMED), Number(0, 1000), Text())  # side, result, how many, source


@declared
class BattleRecord(Record):
    """A battle under way. A code in a roster is kind, keeper, marks and results; the number says how many."""

    area: int = field(OneOf(AREA))
    sides: tuple[int, int] = field(Each(SIDE, OneOf(HOLDER), frozen=True))  # attacker, defender
    roster: list[dict[int, int]] = field(Each(SIDE, Side(2 * DOOMED)))
    declared: bool = field(Flag())  # whoever speaks before the sides are drawn up has spoken
    scored: tuple[tuple[int, int, int, str], ...] = field(OWED)  # all results against each side, by source
    open: tuple[tuple[int, int, int, str], ...] = field(OWED)  # those that no unit has taken yet
    given: tuple[tuple[int, int, int, int], ...] = (
        field(  # what came out otherwise: side, code, result, what it became or 0
            Rows(OneOf(SIDE), Marked(0, 2 * DOOMED), Marked(0, DOOMED), Marked(0, DOOMED))
        )
    )
    missed: tuple[tuple[int, int, int], ...] = field(  # results for which there was no unit: side, result, how many
        Rows(OneOf(SIDE), Number(0, DOOMED), Number(0, 1000)), later=True
    )
    slain: list[int] = field(Each(SIDE, Number(0, 1000)))  # enemy units killed or devoured by each side
    ousted: list[int] = field(Each(SIDE, Number(0, 1000)), later=True)  # those that it has eliminated otherwise
    rolled: tuple[tuple[int, int, int], ...] = field(  # of each side: dice, kills, pains
        Rows(Number(0, 1000), Number(0, 1000), Number(0, 1000), most=2)
    )
    pools: tuple[tuple[int, str, int, int, int], ...] = field(  # dice thrown apart: side, source, dice, kills, pains
        Rows(OneOf(SIDE), Text(), Number(0, 1000), Number(0, 1000), Number(0, 1000))
    )
    used: tuple[tuple[int, str], ...] = field(Rows(OneOf(HOLDER), Text()))  # powers that spoke in this battle
    declined: tuple[tuple[int, str], ...] = field(Rows(OneOf(SEAT), Text()))  # powers that their owners do without
    fates: tuple[tuple[int, int, str, int], ...] = field(  # units that left: side, code, what became of it, area or -1
        Rows(OneOf(SIDE), Marked(0, 2 * DOOMED), Text(), OneOf(AREA, none="nowhere"))
    )
    came: tuple[tuple[int, int], ...] = field(  # (seat, kind) of units that a power brought, and that take no part
        Rows(OneOf(SEAT), Number(0, KIND))
    )
    routed: tuple[tuple[int, int, int], ...] = field(  # those of them that are pained all the same, and by which side
        Rows(OneOf(SEAT), Number(0, KIND), OneOf(HOLDER)), later=True
    )
    router: int = field(OneOf(SEAT, none="nobody"))  # who sends the pained away, when not their owners
    stage: int = field(Number(0, 20))


UNFOUGHT = BattleRecord.fresh(None)


def battle_of(area: int, sides: tuple[int, int], roster: list[dict[int, int]]) -> BattleRecord:
    """A battle before its first stage."""
    b = UNFOUGHT.copy()
    b.area, b.sides, b.roster = area, sides, roster
    return b


MOST_MOVED = MOST_KINDS * (MOST_SEATS + 1)  # of who has moved: a kind, or above these one of another seat
ON_CARD = " gate on a card"  # of a counter: such a gate of a sort lies there
WAITING = " on the card"  # of a counter: so many of such a unit wait there
STRUCK = " is out of the game"  # of a counter: this card is
UNIT_GATES = {
    CountsAs.GATE: "units as gates", CountsAs.PORTAL: "units as portals", CountsAs.SHARED: "units that all move",
}  # fmt: skip
FIGURES = Counts(
    HOLDER, PLACE, UNIT, lambda c: c.places, lambda c: c.width, POOL, lambda c, f, k: c.limit[f][k],
    lambda c: [HELD + f for f in c.seats], off=OFF_MAP, off_group="Tracks", common=lambda c: c.common,
)  # fmt: skip


def of_seats(printed: Callable[[Config, int, object], Sequence[Power]]) -> Shows:
    """What everybody has from the beginning to the end: every seat, and not what nobody plays."""
    return Shows(lambda c, seat, thing: printed(c, seat, thing) if seat < len(c.seats) else ())


@declared
class State(Declared):
    """All of a position."""

    config: Config
    units: bytearray = field(
        FIGURES,
        "Units", group="Pieces", rule="CW-UNI-006",
        example='{ GC = { Arabia = "Cthulhu, 2 Deep One", submerged = "Starspawn" } }',
        shows=Shows(lambda c, seat, kind: printed_on(f"unit.{c.factions[seat].units[kind].key}"), by="s.bearing(seat)"),
    )  # fmt: skip
    gate: bytearray = field(Each(AREA, OneOf(GATE), packed=True), "Gates", rule="CW-GAT-001", said=False)
    warden: bytearray = field(
        Wardens(AREA, Number(0, UNKEPT), packed=True), said=False
    )  # the kind of unit on each held gate; UNKEPT: held without one
    sorts: tuple[tuple[int, str], ...] = field(  # gates that are otherwise than the others, by a word of who made them
        Rows(OneOf(AREA), Text()), "Sorts of gates", rule="CW-GAT-001", said=False, later=True
    )
    stowed: tuple[tuple[int, int], ...] = field(  # gates that lie on cards, and are held there: seat, how many
        Rows(OneOf(SEAT, none="nobody"), Number(1, 24)), "Gates off the map", key="gates_on_cards", rule="CW-GAT-001",
        group="Tracks", example='[["GC", 1]]', later=True,
    )  # fmt: skip
    start: tuple[int, ...] = field(
        Starts(SEAT, OneOf(AREA, none="none"), frozen=True), "Start areas", rule="CW-SET-010",
        example='{ GC = "Arabia" }', later=True,
    )  # fmt: skip
    unready: int = field(Mask(SEAT), "Still to be set up", rule="CW-SET-010", said=False, later=True)
    power: list[int] = field(Each(SEAT, Number(0, 500)), "Power", group="Tracks", rule="CW-ACT-002")
    doom: list[int] = field(Each(SEAT, Number(0, 500)), "Doom", group="Tracks", rule="CW-VIC-001")
    signs: list[tuple[int, ...]] = field(  # hidden Elder Signs
        Each(SEAT, Many(SIGN)), "Elder Signs", rule="CW-ES-002", seen=OWNER, pile="bag", example="{ GC = [1, 3] }"
    )
    bag: list[int] = field(Pile(SIGN), "Elder Signs in the bag", rule="CW-ES-001", example="[10, 7, 3]")
    books: tuple[int, ...] = field(  # on the cards, a bit each
        Each(SEAT, Mask(BOOK), frozen=True), "Spellbooks", group="Books", rule="CW-SPB-001",
        example='{ GC = "Absorb, Devolve" }', shows=Shows(lambda c, seat, bit: c.on_book(seat, bit)),
    )  # fmt: skip
    down: tuple[int, ...] = field(  # those that lie face down: on the card without power; one that is swapped stays so
        Each(SEAT, Mask(BOOK), frozen=True), "Face-down spellbooks", group="Books", example='{ GC = "Absorb" }',
        silences="books", later=True,
    )  # fmt: skip
    copied: tuple[int, ...] = field(  # those that a unit has as if it were the one of which they speak
        Each(SEAT, Mask(BOOK), frozen=True), "Copied spellbooks", group="Books", example='{ GC = "Regenerate" }',
        later=True,
    )  # fmt: skip
    open: tuple[int, ...] = field(  # requirement slots not covered
        Each(SEAT, Uncovered(SLOT), frozen=True), "Requirements still to be met", group="Books",
        section="Requirements met", rule="CW-SPB-001", example='{ GC = "all" }',
        shows=Shows(lambda c, seat, bit: SLOTS.on((c.slugs[seat], bit)), look_up="opening"),
    )  # fmt: skip
    owed: tuple[int, ...] = field(  # slots met whose spellbook has not come yet
        Each(SEAT, Mask(SLOT), frozen=True), "Spellbooks owed", rule="CW-SPB-001", said=False
    )
    awoken: tuple[int, ...] = field(  # Great Old Ones awakened before, by their order on the card
        Each(SEAT, Mask(GOO), frozen=True), "Has been awake", group="Books"
    )
    lent: tuple[tuple[int, str], ...] = field(  # powers that a seat has for a while
        Rows(OneOf(SEAT), Text(), by=True), "Lent", group="Books", example='{ BG = "Passion" }', shows=Shows()
    )
    hushed: tuple[tuple[int, str], ...] = field(  # powers that a seat has lost for a while, though they are shown
        Rows(OneOf(SEAT), Text(), by=True), "Silenced", group="Books", example='{ GC = "Dreams" }', silences="*",
        later=True,
    )  # fmt: skip
    cards: tuple[int, ...] = field(  # besides those of the factions: who holds each
        Each(ITEM, OneOf(SEAT, none="nobody"), frozen=True), "Cards", group="Books", later=True,
        shows=(
            Shows(lambda c, seat, card: printed_on(f"card.{c.cards[card].key}")),
            Shows(lambda c, seat, card: SLOTS.on(f"card.{c.cards[card].key}"), look_up="opening"),
        ),
    )  # fmt: skip
    earned: tuple[int, ...] = field(  # spellbooks that lie on cards, of whoever holds these
        Each(SEAT, Mask(ITEM), frozen=True), "Spellbooks on loyalty cards", key="card_spellbooks", group="Books",
        later=True, shows=Shows(lambda c, seat, card: printed_on(f"book.{c.cards[card].key}")),
        example='{ GC = "Yig" }',
    )  # fmt: skip
    offer: int = field(  # of those in the market, which are still to be had
        Mask(ITEM), "Cards to be had", key="market", group="Books", later=True
    )
    perched: tuple[tuple[int, int, int, int], ...] = field(  # units that lie on spellbooks: whose, kind; of whom, which
        Rows(OneOf(SEAT), Number(0, KIND), OneOf(SEAT), Number(0, 2 * CARD_BIT - 1)), "Units on spellbooks", said=False,
        later=True,
    )  # fmt: skip
    laid: tuple[tuple[int, int, int], ...] = field(  # units on loyalty cards, in nobody's pool: whose, kind; on which
        Rows(OneOf(SEAT), Number(0, KIND), OneOf(ITEM)), "Units on loyalty cards", said=False, later=True
    )
    led: tuple[tuple[int, int, int], ...] = field(  # units that fight for another in a battle: whose, kind; for whom
        Rows(OneOf(SEAT), Number(0, KIND), OneOf(SEAT)), said=False, later=True
    )
    kept: list[tuple[int, ...]] = field(  # cards that a seat keeps to itself, out of the deck of such cards
        Each(SEAT, Many(ITEM)), "Secret cards", key="secret_cards", seen=OWNER, pile="deck", group="Books", later=True,
        rule="CW-SPB-002", example='{ TT = "Leng" }',
    )  # fmt: skip
    deck: list[int] = field(
        Pile(ITEM),
        "Cards that nobody has seen",
        key="unseen_cards",
        group="Books",
        later=True,
        example='"Tsang, Sarkomand"',
    )
    counters: tuple[tuple[int, str, int], ...] = field(  # that powers keep, by a word; of a seat, or the table
        Rows(OneOf(SEAT, none="table"), Text(), Number(0, 500)), "Counters", group="Tracks",
        example='[["GC", "growth", 3]]', later=True,
    )  # fmt: skip
    spent: tuple[tuple[int, str], ...] = field(  # powers used up until Gather Power
        Rows(OneOf(SEAT), Text(), by=True), "Used up", group="Books", example='{ GC = "Dreams" }'
    )
    phase: int = field(Word(PHASES), "Phase", group="Turn", rule="CW-GEN-002", example='"doom"')
    stage: int = field(
        Word({"before": BEFORE, "second": SECOND, "after": AFTER}), "Part of the turn", key="part", group="Turn",
        rule="CW-ACT-003", text="The main action is to come, the second action of a pair is, or all is done.",
    )  # fmt: skip
    active: int = field(OneOf(SEAT), "Whose turn", group="Turn", rule="CW-ACT-001")
    first: int = field(OneOf(SEAT), "First player", group="Turn", rule="CW-FPL-001")
    way: int = field(
        Word({"clockwise": 1, "counterclockwise": -1}), "Direction", key="direction", group="Turn", rule="CW-FPL-003"
    )
    round: int = field(Number(1, 1000), "Round", group="Turn", rule="CW-GEN-002")
    ritual: int = field(  # spaces that the marker has gone; the length of the track is Instant Death
        Number(0, lambda c: len(c.track)), "Ritual track", group="Turn", rule="CW-RIT-001"
    )
    decay: int = field(Number(0, 500), "Decay", group="Turn", rule="CW-2PL-016")  # of a two-player game
    fought: int = field(  # areas where the active player began a battle this turn
        Mask(AREA), "Battle fought here this turn", group="Turn", section="This turn", icon="crossed-swords",
        rule="CW-UNL-011",
    )  # fmt: skip
    tokens: tuple[int, ...] = field(
        Each(TOKEN, Mask(AREA), frozen=True),
        "Markers",
        key="markers",
        rule="CW-CMP-005",
        example='{ desecration = "Arabia" }',
    )
    barred: tuple[str, ...] = field(  # "pass" after an unlimited action
        Texts(), "Actions that cannot be the second of the pair", example='"move"'
    )
    moved: tuple[tuple[int, int], ...] = field(  # (kind, area) of each unit that the first action of a pair has moved
        Rows(Number(0, MOST_MOVED), OneOf(AREA)), "Moved"
    )
    edges: int = field(  # 8 times the round, and the phase, whose end and beginning were told last
        Number(0, 8008), said=False, later=True
    )
    paid: int = field(  # for the action under way, where somebody wants to know when it is over
        Number(0, 500), said=False, later=True
    )
    tolled: int = field(  # areas for which the action under way has paid what it costs more to end there
        Mask(AREA), said=False, later=True
    )
    ended: int = field(  # areas where the action under way has ended, where somebody asks for that
        Mask(AREA), said=False, later=True
    )
    trek: tuple[tuple[int, int, int, int, bool], ...] = field(  # on a map of which areas may go: who has moved in the
        # action under way, the mover first, to where, and whether over such an area
        Rows(OneOf(SEAT), OneOf(HOLDER), Number(0, KIND | KEEPER), OneOf(AREA), Flag()), said=False, later=True,
    )  # fmt: skip
    begins: int = field(  # where the action under way must begin, if a power allows it there alone
        OneOf(AREA, none="anywhere"), said=False, later=True
    )
    guest: int = field(  # whom a power lets act now, outside its turn
        OneOf(SEAT, none="nobody"), said=False, later=True
    )
    doing: str = field(
        Text(), said=False
    )  # the action under way, when a checkpoint lies inside it; "after" while its windows run
    slot: tuple[str, ...] | None = field(Maybe(Texts()), said=False)  # done so far in the own slot of the doom phase
    battle: BattleRecord | None = field(Maybe(Of(BattleRecord)), "Battle", rule="CW-BAT-001", said=False)
    outer: list[BattleRecord] | None = field(  # battles that wait until the one under way is over, the innermost last
        Maybe(Stack(Of(BattleRecord), most=20)), "Battles that wait", rule="CW-BAT-001", said=False, later=True
    )
    on: list[int] = derived()  # areas where each owner of units stands, a bit each
    gated: list[int] = derived()  # areas by what their gate is (NO_GATE, OPEN_GATE, HELD_GATE + seat), a bit each
    muted: list[tuple[str, ...]] = derived(compared=False, silences="*")  # special abilities that are silent now
    key: ActiveAbilities = looked_up()
    opening: ActiveAbilities = looked_up()

    printed: ClassVar = {
        "card": of_seats(lambda c, seat, _: printed_on((c.slugs[seat], CARD_BIT))),
        "map": of_seats(lambda c, seat, _: [p for key in (c.map.world, c.map.key) for p in printed_on(f"map.{key}")]),
        "ground": Shows(
            lambda c, seat, _: [p for key in (c.map.world, c.map.key) for p in printed_on(f"ground.{key}")], ground=True
        ),
        "set": of_seats(lambda c, seat, _: [p for key in c.sets for p in printed_on(f"set.{key}")]),
        "rows": of_seats(lambda c, seat, _: [p for u in c.factions[seat].units for p in printed_on(f"row.{u.key}")]),
        "market": of_seats(lambda c, seat, _: printed_on(MARKET) if c.market else ()),
        "independents": of_seats(lambda c, seat, _: printed_on(INDEPENDENTS) if c.awakened else ()),
        "box": of_seats(lambda c, seat, _: [p for card in c.cards for p in printed_on(f"box.{card.key}")]),
    }
    stocks: ClassVar = (  # revealed, they leave the game
        Stock(SIGN, lambda c, value: c.bag[value - 1], ("signs", "bag"), "CW-ES-001", rest=("bag",), at_most=True),
    )

    def derive(self) -> None:
        config = self.config
        if any(config.forms):
            self.fit_forms()
        if any(config.poolless):
            self.fit_fragile()
        if self.config.market or self.config.awakened:
            self.fit_cards()
        self.on = [sum(1 << a for a in range(len(self.gate)) if self._any(f, a)) for f in config.owners]
        self.gated = [
            sum(1 << a for a, g in enumerate(self.gate) if g == gate) for gate in range(HELD_GATE + len(config.owners))
        ]
        self.rekey()

    def rekey(self) -> None:
        """Look up again which abilities are in force: after a spellbook came or a power was lent."""
        self.muted = [()] * len(self.power)
        self.key, self.opening = IN_FORCE(self), OPEN(self)
        if hooks := self.hooks("may_use"):
            self.muted = [self._silent_now(seat, hooks) for seat in self.config.seats]
            if any(self.muted):
                self.key = IN_FORCE(self)

    def _silent_now(self, seat: int, hooks: Sequence[Hook]) -> tuple[str, ...]:
        """The special abilities of the Great Old Ones of a seat that a power of another silences where they are."""
        return tuple([
            power.name
            for holder, power in self.key.seats[seat].pairs
            if power.special and any(may_use(self, me, power, holder) is False for me, _, may_use in hooks)
        ])  # fmt: skip

    def edited(self, field: str, args: list[str], area: int, change: Value) -> None:
        if field == "cards":
            for card, seat in enumerate(self.cards):
                self.bring_out(card, seat)
            self.fit_cards()
            self.rekey()
        if field == "units":
            if any(self.config.aside):
                self._edit_poolless()
            if self.config.market:
                self._edit_cards()
            for seat, forms in enumerate(self.config.forms):
                for form, kind in forms.items():  # whose figure goes back, if it is in play no more
                    if self.n(seat, form, POOL) and not self._formed(seat, form) and self.gone(seat, kind):
                        self.move(seat, kind, self.out(seat), POOL)
            self.note_awoken()
            for a in range(len(self.gate)):
                if self.deserted(a):
                    self.open_gate(a)
        elif field == "phase":
            self.slot, self.battle, self.outer, self.doing = None, None, None, ""
            if change != SETUP:
                self.unready = 0
        elif field == "stage" and change != SECOND:
            self.barred = self.moved = ()
        if field in ("phase", "round"):
            self.under_way()

    # -- figures ------------------------------------------------------------------------------------------------------
    def fit_forms(self) -> None:
        """A form in play holds a figure of its kind, which waits out of the game; one that is not lies there itself."""
        for seat, forms in enumerate(self.config.forms):
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for form, kind in forms.items():
                taken = self._formed(seat, form)
                self.units[pool + form], self.units[out + form] = 0, max(self.config.limit[seat][form] - taken, 0)
                if taken > self.units[out + kind] and self.units[pool + kind]:
                    self.units[pool + kind] -= 1
                    self.units[out + kind] += 1

    def fit_fragile(self) -> None:
        """What must not lie in a pool is out of the game, or beside it."""
        for seat, kinds in enumerate(self.config.poolless):
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for kind in kinds:
                self.units[out + kind] += self.units[pool + kind]
                self.units[pool + kind] = 0

    def bound_for(self, seat: int, kind: int, to: int) -> int:
        """Where a figure comes that goes to a place: one that must not lie in the pool leaves it, and one that is
        in no area but those that it haunts goes to the pool.
        """
        if to < POOL and not self.config.haunted[seat][kind] >> to & 1:
            return POOL
        return self.out(seat) if to == POOL and kind in self.config.poolless[seat] else to

    def _formed(self, seat: int, form: int) -> int:
        """Figures that are such a form now: in play, or captives."""
        i, width = seat * self.config.row + form, self.config.width
        rest = self.n(seat, form, POOL) + self.n(seat, form, self.out(seat))
        return sum(self.units[i : (seat + 1) * self.config.row : width]) - rest

    def fit_cards(self) -> None:
        """Figures that come with a card are in the pool of whoever holds it; all others have none of them. What is held
        is to be had no more.
        """
        self.offer &= ~sum(1 << card for card, seat in enumerate(self.cards) if seat >= 0)
        for seat, owned in enumerate(self.config.owned):
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for kind, card in owned.items():
                if self.cards[card] != seat or kind == self.config.guests[seat]:
                    self.units[out + kind] += self.units[pool + kind]
                    self.units[pool + kind] = 0
            for kind, card in self.config.brought[seat].items():
                if self.cards[card] < 0:
                    self.units[out + kind] += self.units[pool + kind]
                    self.units[pool + kind] = 0

    def bring_out(self, card: int, seat: int) -> None:
        """The figures of a card come to its holder's pool, those that it brings for everybody to each faction's."""
        for f, brought in enumerate(self.config.brought if seat >= 0 else ()):
            for kind in [kind for kind, of in brought.items() if of == card]:
                n = self.n(f, kind, self.out(f)) - self.perches(f, kind)
                self.units[self.row(f, POOL) + kind] += n
                self.units[self.row(f, self.out(f)) + kind] -= n
        if seat >= 0:
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for kind, of in self.config.owned[seat].items():
                if of == card and kind != self.config.guests[seat]:
                    left = self.config.limit[seat][kind] - sum(self._in_play(kind, f, seat) for f in self.config.seats)
                    n = max(min(self.units[out + kind] - self.perches(seat, kind), left), 0)
                    self.units[pool + kind] += n
                    self.units[out + kind] -= n

    def _in_play(self, kind: int, seat: int, by: int) -> int:
        """Units of another seat in play that are of the neutral kind which is `kind` for `by`."""
        if seat == by:
            return 0
        key = self.config.factions[by].units[kind].key
        at = next((k for k in self.config.owned[seat] if self.config.factions[seat].units[k].key == key), -1)
        return self.total(seat, at) if at >= 0 else 0

    def _edit_poolless(self) -> None:
        """Figures that no pool holds have come from beside it, where somebody has put them on the map."""
        config = self.config
        for seat, kinds in enumerate(config.poolless):
            for kind in kinds:
                i, out = seat * config.row + kind, self.row(seat, self.out(seat)) + kind
                n = sum(self.units[i : (seat + 1) * config.row : config.width])
                self.units[out] -= min(max(n - config.limit[seat][kind], 0), self.units[out])
        self.fit_fragile()

    def _edit_cards(self) -> None:
        """Figures that somebody has put on the map bring their card to whose they are, if nobody has it."""
        for seat, owned in enumerate(self.config.owned):
            for kind, card in {**owned, **self.config.brought[seat]}.items():
                out = self.row(seat, self.out(seat)) + kind
                i, width = seat * self.config.row + kind, self.config.width
                n = sum(self.units[i : (seat + 1) * self.config.row : width])
                self.units[out] -= min(max(n - self.config.limit[seat][kind], 0), self.units[out])
                if self.total(seat, kind) and self.cards[card] < 0 and not self.config.outlasts(seat, kind):
                    self.cards = (*self.cards[:card], seat, *self.cards[card + 1 :])
                    self.bring_out(card, seat)
        self.fit_cards()
        self.rekey()

    def perches(self, seat: int, kind: int) -> int:
        """Units of a kind that lie on spellbooks of others or on loyalty cards, or fight for another."""
        there = [row[:2] for rows in (self.perched, self.laid, self.led) for row in rows]
        return there.count((seat, kind)) if there else 0

    def exists(self, seat: int, kind: int) -> bool:
        """Has a seat such figures now, by who holds the card that brings them?"""
        if kind == self.config.guests[seat]:
            return self.total(seat, kind) > 0
        if kind in self.config.brought[seat]:
            return self.cards[self.config.brought[seat][kind]] >= 0 or self.total(seat, kind) > 0
        card = self.config.owned[seat].get(kind, -1)
        return card < 0 or self.cards[card] == seat or self.total(seat, kind) > 0

    def gone(self, seat: int, kind: int) -> int:
        """Figures of a kind that are out of the game; those that are a form now are not, nor is what a card would bring
        or what lies on a spellbook.
        """
        forms, owned = self.config.forms[seat], self.config.owned[seat]
        if kind in owned:
            mine = self.cards[owned[kind]] == seat and kind != self.config.guests[seat]
            return self.n(seat, kind, self.out(seat)) - self.perches(seat, kind) if mine else 0
        if not self.exists(seat, kind):
            return 0
        apart = kind in forms or kind in self.config.aside[seat]  # beside the game, not out of it
        n = 0 if apart else self.n(seat, kind, self.out(seat)) - self.perches(seat, kind)
        return n - sum(self._formed(seat, form) for form, base in forms.items() if base == kind)

    def row(self, seat: int, place: int) -> int:
        """Where the figures of a seat in a place begin in `units`, one number a kind."""
        config = self.config
        return seat * config.row + place * config.width

    def n(self, seat: int, kind: int, place: int) -> int:
        """Figures of a kind in a place."""
        config = self.config
        return self.units[seat * config.row + place * config.width + kind]

    def has(self, seat: int, kinds: Sequence[int], place: int) -> bool:
        """Is a figure of one of these kinds in a place?"""
        units, i = self.units, self.row(seat, place)
        for kind in kinds:
            if units[i + kind]:
                return True
        return False

    def _any(self, seat: int, place: int) -> bool:
        i = self.row(seat, place)
        return self.units[i : i + self.config.width] != self.config.nobody

    def here(self, seat: int, area: int) -> int:
        """Has the seat a unit in this area?"""
        return self.on[seat] >> area & 1

    def crowd(self, seat: int, area: int) -> int:
        """All units of a seat in a place."""
        i = self.row(seat, area)
        return sum(self.units[i : i + self.config.width])

    def total(self, seat: int, kind: int) -> int:
        """In play: on the map, or off it on the own card."""
        i, width, units = seat * self.config.row + kind, self.config.width, self.units
        return sum(units[i : i + len(self.gate) * width : width]) + units[i + CARD * width]

    def totals(self, seat: int, kinds: Sequence[int]) -> int:
        """The same of several kinds."""
        return sum([self.total(seat, kind) for kind in kinds])

    def waiting(self, seat: int, kind: int) -> int:
        """Units of a kind on the own card that a power of their own brings from there, and no other."""
        return self.counter(seat, f"{self.config.name[seat][kind]}{WAITING}") if self.counters else 0

    def wait(self, seat: int, kind: int, place: int) -> None:
        """A unit goes from a place to its owner's card, and waits there."""
        self.move(seat, kind, place, CARD)
        self.count_to(seat, f"{self.config.name[seat][kind]}{WAITING}", self.waiting(seat, kind) + 1)

    def wait_no_more(self, seat: int, kind: int, area: int) -> None:
        """One that waits comes to an area."""
        self.count_to(seat, f"{self.config.name[seat][kind]}{WAITING}", self.waiting(seat, kind) - 1)
        self.move(seat, kind, CARD, area)

    def areas(self, seat: int) -> tuple[int, ...]:
        """Where the seat has units on the map."""
        return bits(self.on[seat])

    def where(self, seat: int, kind: int) -> list[int]:
        """Areas with this kind of unit."""
        i, width = seat * self.config.row + kind, self.config.width
        return [a for a, n in enumerate(self.units[i : i + len(self.gate) * width : width]) if n]

    def homes(self, seat: int, kinds: Sequence[int]) -> list[int]:
        """Areas with a unit of one of these kinds."""
        return sorted({area for kind in kinds for area in self.where(seat, kind)})

    def on_map(self, seat: int, kinds: Sequence[int]) -> int:
        """Units of some kinds on the map."""
        start, width = seat * self.config.row, self.config.width
        end = start + len(self.gate) * width
        return sum(sum(self.units[start + k : end : width]) for k in kinds)

    def home(self, seat: int, kind: int) -> int:
        """Where a figure that exists once is: an area, POOL or CARD."""
        i = seat * self.config.row
        return self.units[i + kind : i + self.config.row : self.config.width].index(1)

    def move(self, seat: int, code: int, a: int, b: int) -> None:
        """The only door through which figures go; a keeper that leaves abandons its gate."""
        config, kind, units = self.config, code & KIND, self.units
        if b == POOL and kind in config.poolless[seat]:
            b = self.out(seat)
        if seat in config.wild:
            b = self.bound_for(seat, kind, b)
        if kind in config.forms[seat] and POOL in (a, b):  # its figure is one of another kind
            out, base = self.out(seat), config.forms[seat][kind]
            self.move(seat, base, *((POOL, out) if a == POOL else (out, POOL)))
            a, b = (out, b) if a == POOL else (a, out)
        if b == POOL and kind in config.owned[seat] and self.cards[config.owned[seat][kind]] != seat:
            b = self.out(seat)  # a token that outlasts its card goes back to all
        i, width = seat * config.row, config.width
        leave, come = i + a * width, i + b * width
        if not units[leave + kind]:
            raise RulesError(f"{config.factions[seat].title} has no {config.name[seat][kind]} in place {a}")
        units[leave + kind] -= 1
        units[come + kind] += 1
        if kind in config.neutral[seat] and kind not in config.owned[seat]:
            FIGURES.share(self.at("units"), units, seat, kind)
        if a < POOL:
            if units[leave : leave + width] == config.nobody:
                self.on[seat] &= ~(1 << a)
            if code & KEEPER:
                self.open_gate(a)
        if b < POOL:
            self.on[seat] |= 1 << b
        if kind in config.bearing[seat] or (kind in config.goos[seat] and self.hooks("may_use")):
            self.rekey()

    def codes(self, seat: int, area: int, kinds: Sequence[int] | None = None) -> list[int]:
        """The classes of units of a seat in a place: a keeper differs from its fellows."""
        i, units = self.row(seat, area), self.units
        keeper = self.keeper(seat, area) if area < POOL else -1
        found = []
        for kind in self.config.kinds[seat] if kinds is None else kinds:
            n = units[i + kind]
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
        return self.warden[area] if self.gate[area] == HELD_GATE + seat else -1

    def gates(self, seat: int) -> tuple[int, ...]:
        """Areas with a gate that the seat controls."""
        return bits(self.gated[HELD_GATE + seat])

    def holder(self, area: int) -> int:
        """Who controls the gate here, or -1."""
        return max(self.gate[area] - HELD_GATE, -1)

    def deserted(self, area: int) -> bool:
        """Is the gate here held by a unit that is not there?"""
        seat, kind = self.holder(area), self.warden[area]
        return seat >= 0 and kind != UNKEPT and not self.n(seat, kind, area)

    def unit_gates(self, role: CountsAs) -> tuple[int, ...]:
        """Seats with a power by which units of theirs may count as this: mostly none, and it is asked all the time."""
        word = UNIT_GATES[role]
        found: tuple[int, ...] | None = self.key.topics.get(word)
        if found is None:
            seats = self.key.seats
            found = tuple(f for f in self.config.seats if VOCABULARY.about(seats[f], "counts_as", role))
            self.key.topics[word] = found
        return found

    def gate_kinds(self, seat: int, role: CountsAs) -> list[int]:
        """Kinds of units of a seat that count as a gate: for numbers (GATE), or for who comes through one (PORTAL)."""
        hooks = VOCABULARY.about(self.key.seats[seat], "counts_as", role)
        if not hooks:
            return []
        return [kind for kind in self.config.kinds[seat] if any(says(self, seat, kind, role) for _, _, says in hooks)]

    def count_gates(self, seat: int) -> int:
        """Gates that a seat controls: on the map, on its card, and units of it that count as such."""
        n = self.gated[HELD_GATE + seat].bit_count()
        if self.stowed:
            n += sum(count for f, count in self.stowed if f == seat)
        if seat in self.unit_gates(CountsAs.GATE):
            n += sum(self.total(seat, kind) for kind in self.gate_kinds(seat, CountsAs.GATE))
        return n

    def gate_mask(self, seat: int = -1, among: int = -1) -> int:
        """Areas, `among` these, with a gate that a seat controls, or (-1) with any; units that count as gates too."""
        if among < 0:
            among = (1 << len(self.gate)) - 1
        found = among & (self.gated[HELD_GATE + seat] if seat >= 0 else ~self.gated[NO_GATE])
        for f in self.unit_gates(CountsAs.GATE):
            if seat in (-1, f):
                found |= among & self._units_as_gates(f, CountsAs.GATE)
        return found

    def _units_as_gates(self, seat: int, role: CountsAs) -> int:
        return sum(1 << a for a in {a for kind in self.gate_kinds(seat, role) for a in self.where(seat, kind)})

    def portals(self, seat: int) -> tuple[int, ...]:
        """Areas where units may be summoned and awakened: at gates that the seat controls, and what counts as such."""
        found = self.gated[HELD_GATE + seat]
        if seat in self.unit_gates(CountsAs.PORTAL):
            found |= self._units_as_gates(seat, CountsAs.PORTAL)
        if "may_place summoned" in VOCABULARY.spoken:
            found = self._opened(seat, found)
        return bits(found)

    def _opened(self, seat: int, found: int) -> int:
        """These areas after powers that open others to units that are summoned, or close some."""
        what = MayPlace.SUMMONED
        if hooks := VOCABULARY.about(self.key, "may_place", what):
            for area in range(len(self.gate)):
                said = [place(self, me, seat, what, area) for me, _, place in hooks]
                found = found & ~(1 << area) if False in said else found | (True in said) << area
        return found

    def is_portal(self, seat: int, area: int) -> bool:
        """Is this one of them?"""
        if "may_place summoned" in VOCABULARY.spoken:
            return area in self.portals(seat)
        return self.gate[area] == HELD_GATE + seat or bool(
            seat in self.unit_gates(CountsAs.PORTAL) and self._units_as_gates(seat, CountsAs.PORTAL) >> area & 1
        )

    def count_gates_in(self, area: int, seat: int = -1) -> int:
        """Gates in an area that a seat controls, or (-1) any: the one on the ground, and units that count as such."""
        n = int(self.gate[area] == HELD_GATE + seat if seat >= 0 else self.gate[area] != NO_GATE)
        for f in self.unit_gates(CountsAs.GATE):
            if seat in (-1, f):
                n += sum(self.n(f, kind, area) for kind in self.gate_kinds(f, CountsAs.GATE))
        return n

    def count_gates_among(self, among: int) -> int:
        """Gates in these areas, a bit each, whoever controls them; units that count as such beside the one on the
        ground.
        """
        n = (among & ~self.gated[NO_GATE] & (1 << len(self.gate)) - 1).bit_count()
        for f in self.unit_gates(CountsAs.GATE):
            for kind in self.gate_kinds(f, CountsAs.GATE):
                n += sum(self.n(f, kind, area) for area in self.where(f, kind) if among >> area & 1)
        return n

    def units_as_gates(self, area: int) -> list[tuple[int, int]]:
        """(seat, kind) of the units in an area that count as gates: who replaces a gate there may replace one."""
        kinds = [(f, k) for f in self.unit_gates(CountsAs.GATE) for k in self.gate_kinds(f, CountsAs.GATE)]
        return [(f, k) for f, k in kinds if self.n(f, k, area)]

    def is_fixed(self, area: int) -> bool:
        """Is the gate here one that nobody may move, replace, remove or leave?"""
        return bool(self.sorts) and self.sort(area) == FIXED

    def carry_gate(self, area: int, to: int) -> None:
        """A gate goes to another area, with its sort and with whoever stands on it."""
        seat, kind, word = self.holder(area), self.warden[area], self.sort(area)
        if seat >= 0 and kind != UNKEPT:
            self.move(seat, kind | KEEPER, area, to)
        self.close_gate(area)
        self.open_gate(to)
        if seat >= 0:
            self.hold(seat, kind, to)
        if word:
            self.make_sort(to, word)

    def out(self, seat: int) -> int:
        """The place of a seat's own figures that are out of the game: that of its captives, since none is its own."""
        return HELD + seat

    def gates_out(self) -> int:
        """Gates that are not in the supply. One of a sort of its own is a piece of its own: it never was there."""
        others = {area for area, word in (*self.sorts, *self.config.printed_gates) if word != FIXED}
        n = len(self.gate) - self.gate.count(NO_GATE) - len(others)
        return n + sum(count for _, count in self.stowed) if self.stowed else n

    def sort(self, area: int) -> str:
        """What sort of gate is here; "" for a plain one, or none."""
        return next((word for a, word in self.sorts if a == area), "")

    def make_sort(self, area: int, word: str) -> None:
        """The gate here is of a sort from now on; "": a plain one."""
        self.sorts = tuple(row for row in self.sorts if row[0] != area) + (((area, word),) if word else ())

    def stow(self, seat: int, area: int) -> None:
        """A gate goes from the map onto a card, where it is held; whoever stood on it stays in its area."""
        word = self.sort(area) if self.sorts else ""
        self.close_gate(area)
        self._stow(seat, 1)
        if word:
            self.count_to(seat, word + ON_CARD, 1)

    def unstow(self, seat: int, area: int) -> None:
        """A gate comes from a card to an area, held by nobody yet."""
        self._stow(seat, -1)
        self.open_gate(area)
        if word := self._asleep(seat):
            self.count_to(seat, word + ON_CARD, 0)
            self.make_sort(area, word)

    def forsake(self, seat: int) -> None:
        """A gate on a card loses who kept it: it is abandoned, though it stays there; `unstow(-1, ...)` takes it."""
        self._stow(seat, -1)
        self._stow(-1, 1)
        if word := self._asleep(seat):
            self.count_to(seat, word + ON_CARD, 0)
            self.count_to(-1, word + ON_CARD, 1)

    def sorts_on_cards(self) -> tuple[tuple[int, str], ...]:
        """(seat, word) of gates of a sort that lie on cards; -1: nobody holds it there."""
        return tuple((f, word.removesuffix(ON_CARD)) for f, word, _ in self.counters if word.endswith(ON_CARD))

    def _asleep(self, seat: int) -> str:
        return next((word for f, word in self.sorts_on_cards() if f == seat), "")

    def abandoned(self) -> int:
        """Gates that nobody holds, on the map and on cards."""
        n = self.gate.count(OPEN_GATE)
        return n + dict(self.stowed).get(-1, 0) if self.stowed else n

    def _stow(self, seat: int, n: int) -> None:
        there = dict(self.stowed)
        there[seat] = there.get(seat, 0) + n
        self.stowed = tuple(row for row in sorted(there.items()) if row[1])

    def hold(self, seat: int, kind: int, area: int) -> None:
        """A unit steps onto the gate; UNKEPT: it is held without one."""
        self._set_gate(area, HELD_GATE + seat, kind)

    def open_gate(self, area: int) -> None:
        """A gate that nobody holds: a new one, or its keeper has gone."""
        self._set_gate(area, OPEN_GATE, 0)

    def close_gate(self, area: int) -> None:
        """No gate is here any more."""
        self._set_gate(area, NO_GATE, 0)
        if self.sorts:
            self.make_sort(area, "")

    def _set_gate(self, area: int, gate: int, keeper: int) -> None:
        """The only door through which gates come and go."""
        bit = 1 << area
        self.gated[self.gate[area]] &= ~bit
        self.gated[gate] |= bit
        self.gate[area], self.warden[area] = gate, keeper

    # -- abilities ----------------------------------------------------------------------------------------------------
    def hooks(self, timing: str) -> tuple[Hook, ...]:
        """Everybody who uses this timing now."""
        found = self.key.found.get(timing)
        if found is None:
            found = VOCABULARY.hooks(self.key, timing) if timing in VOCABULARY.spoken else ()
        return found

    def mine(self, seat: int, timing: str) -> tuple[Hook, ...]:
        """The same, of one seat."""
        key = self.key.seats[seat]
        return VOCABULARY.hooks(key, timing) if key.found is None else key.found.get(timing, ())

    def watching(self, event: Watches) -> tuple[Hook, ...]:
        """Open slots that look at an event."""
        return SLOTS.watching(self.opening, event)

    def has_edges(self) -> bool:
        """Can anybody in this box speak when phases end and begin, now or with a book that is still to come?"""
        found: bool | None = self.key.topics.get("edges")
        if found is None:
            found = self._box_has_edges() or bool(self.hooks("phase_end") or self.hooks("phase_start"))
            self.key.topics["edges"] = found
        return found

    def _box_has_edges(self) -> bool:
        found: bool | None = self.config.memory.get("edges")
        if found is None:
            box = [power for power in VOCABULARY.abilities if isinstance(power, Power)]
            speak = [power for power in box if hasattr(power, "phase_end") or hasattr(power, "phase_start")]
            slugs, cards = self.config.slugs, {card.key for card in self.config.cards}
            here = {self.config.map.key, self.config.map.world}
            words = ((power, power.on.partition(".")) for power in speak)
            found = any(
                power.faction in slugs or key in (here if sort in ("map", "ground") else cards)
                for power, (sort, _, key) in words
            )
            VOCABULARY.remember(self.config, "edges", found)
        return found

    def under_way(self, *, begins: bool = False) -> None:
        """The phase has begun already: nobody is told again. `begins`: it begins now, and is still to be told."""
        if self.phase == SETUP or not self.has_edges():
            self.edges = 0
            return
        last = {FIRST: GATHER, OVER: DOOM}.get(self.phase, self.phase)  # of whose edge powers are told
        if begins:
            last = {ACTION: DOOM - 8, GATHER: ACTION, DOOM: GATHER}[last]
        self.edges = 0 if begins and self.phase == ACTION and self.round == 1 else 8 * self.round + last

    @property
    def begins_now(self) -> bool:
        """Has a phase begun of which powers are still to be told?"""
        told = self.phase not in (ACTION, GATHER, DOOM) or self.edges == 8 * self.round + self.phase
        return not told and self.has_edges()

    def has_book(self, seat: int, bit: int) -> bool:
        """Is this spellbook on the card, face up?"""
        return bool((self.books[seat] & ~self.down[seat]) >> bit & 1)

    def turn_book(self, seat: int, bit: int, *, down: bool) -> None:
        """A spellbook on the card is turned over; face down it stays there, without power."""
        self.down = with_bit(self.down, seat, bit, on=down)
        self.rekey()

    def swap_book(self, seat: int, old: int, new: int) -> None:
        """A spellbook goes from the card, and another one takes its place. One that lay face down stays so."""
        self.books = with_bit(with_bit(self.books, seat, old, on=False), seat, new)
        self.copied = with_bit(self.copied, seat, old, on=False)
        self.rekey()

    def free_books(self, seat: int) -> list[int]:
        """Spellbooks that the seat has not, and may have: one of no faction is to be had while nobody has it."""
        cards = self.config.factions
        own = [len(card.books) - card.shared for card in cards]
        mine = self.books[seat]
        if cards[seat].shared:
            for f, books in enumerate(self.books):
                mine |= books >> own[f] << own[seat]
        return [bit for bit in range(len(cards[seat].books)) if not mine >> bit & 1]

    def reader(self, i: int) -> int:
        """Who has a spellbook of no faction, by its order among them; -1: nobody."""
        for seat, card in enumerate(self.config.played):
            if self.books[seat] >> len(card.books) - card.shared + i & 1:
                return seat
        return -1

    def face_down(self, seat: int) -> int:
        """The spellbooks on the card that lie face down, a bit each."""
        return self.books[seat] & self.down[seat]

    def count_books(self, seat: int) -> int:
        """Spellbooks on the card; of who is wild, who has none, 0."""
        return self.books[seat].bit_count() if seat < len(self.books) else 0

    def power_of(self, owner: int) -> int:
        """The Power of a seat; who is wild has none."""
        return self.power[owner] if owner < len(self.power) else 0

    def doom_of(self, owner: int) -> int:
        """The Doom of a seat; who is wild has none."""
        return self.doom[owner] if owner < len(self.doom) else 0

    def bearing(self, seat: int) -> int:
        """The kinds of a seat's units in play that bear powers of their own, a bit each."""
        return sum([1 << kind for kind in self.config.bearing[seat] if self.total(seat, kind)])

    def take_card(self, seat: int, card: int) -> None:
        """A card comes to a seat, or with -1 goes from whoever holds it; the figures that come with it too."""
        self.cards = (*self.cards[:card], seat, *self.cards[card + 1 :])
        self._forget_copies(card)
        if self.config.awakened >> card & 1:
            self.offer |= (seat < 0) << card
            self.earned = tuple([books & ~(1 << card) for books in self.earned])
        self.bring_out(card, seat)
        if self.config.market or self.config.awakened:
            self.fit_cards()
        self.rekey()

    def strike_card(self, card: int) -> None:
        """A card goes from its holder out of the game: nobody can have it any more."""
        self.take_card(-1, card)
        self.offer &= ~(1 << card)
        self.count_to(-1, f"{self.config.cards[card].name}{STRUCK}", 1)

    def _forget_copies(self, card: int) -> None:
        """With the card of a unit that copies goes what it has copied."""
        for seat, kinds in enumerate(self.config.copiers if any(self.copied) else ()):
            if seat < len(self.copied) and any(self.config.owned[seat].get(kind) == card for kind in kinds):
                self.copied = (*self.copied[:seat], 0, *self.copied[seat + 1 :])

    def copy_book(self, seat: int, bit: int, *, on: bool = True) -> None:
        """A unit that copies has this spellbook from now on, as if it were the one of which it speaks; or no more."""
        self.copied = with_bit(self.copied, seat, bit, on=on)
        self.rekey()

    def copiers(self, seat: int, book: Power | type[Power]) -> tuple[int, ...]:
        """The kinds of a seat that have a spellbook of its own as if they were the unit of which it speaks."""
        if not self.copied[seat] >> book.bit & 1 or book.faction != self.config.slugs[seat]:
            return ()
        return self.config.copiers[seat]

    def alike(self, seat: int, kind: int, book: Power | type[Power]) -> tuple[int, ...]:
        """The kinds of a seat that are, for one of its spellbooks, the unit of which that speaks: `kind`, and what has
        it as if it were one.
        """
        return (kind, *self.copiers(seat, book))

    def has_earned(self, seat: int, card: int) -> bool:
        """Does the spellbook of a card lie on it, and is the card this seat's?"""
        return bool(self.earned[seat] >> card & 1)

    def earn_of_card(self, seat: int, card: int) -> None:
        """The spellbook of a card that a seat holds comes onto it."""
        self.earned = with_bit(self.earned, seat, card)
        self.rekey()

    @property
    def to_draw(self) -> tuple[tuple[int, int], ...]:
        """Cards that are still to be drawn for this game, as masks, with how many of them: none is to be had yet, and
        nobody has one.
        """
        config, held = self.config, sum(1 << card for card, seat in enumerate(self.cards) if seat >= 0)
        lots = (config.lot, config.market & ~config.given), (config.sleepers, config.awakened)
        struck = any(word.endswith(STRUCK) for _, word, _ in self.counters)
        return () if struck else tuple([(n, of) for n, of in lots if n and of and not (self.offer | held) & of])

    def perch(self, seat: int, kind: int, foe: int, book: int) -> None:
        """A unit of the pool lies down on a spellbook of another: it is silent, but for what ends what it has begun."""
        self.move(seat, kind, POOL, self.out(seat))
        self.perched = (*self.perched, (seat, kind, foe, book))
        self.hushed = tuple(sorted({*self.hushed, *((foe, name) for name in self.book_powers(foe, book))}))
        self.rekey()

    def unperch(self, row: tuple[int, int, int, int]) -> None:
        """It is in its owner's pool again, and the spellbook speaks."""
        seat, kind, foe, book = row
        rows = list(self.perched)
        rows.remove(row)
        self.perched = tuple(rows)
        self.move(seat, kind, self.out(seat), POOL)
        if not any(other[2:] == (foe, book) for other in rows):
            names = self.book_powers(foe, book)
            self.hushed = tuple(hush for hush in self.hushed if hush[0] != foe or hush[1] not in names)
        self.rekey()

    def lay(self, seat: int, kind: int, card: int) -> None:
        """A unit of the pool comes onto a loyalty card, whoever has it: it is in nobody's pool."""
        self.move(seat, kind, POOL, self.out(seat))
        self.laid = (*self.laid, (seat, kind, card))

    def unlay(self, seat: int, kind: int, card: int) -> None:
        """It is in its owner's pool again."""
        rows = list(self.laid)
        rows.remove((seat, kind, card))
        self.laid = tuple(rows)
        self.move(seat, kind, self.out(seat), POOL)

    def book_powers(self, seat: int, book: int) -> list[str]:
        """The powers of a spellbook by their names, without those that only end what it has begun."""
        return [p.name for p in self.config.on_book(seat, book) if not p.finishes]

    def is_silent(self, seat: int, power: str) -> bool:
        """Has the seat lost a power for a while, though its spellbook is on the card?"""
        return (seat, power) in self.hushed or power in self.muted[seat]

    def keep_card(self, seat: int, among: Sequence[int], card: int) -> None:
        """A seat keeps one of these cards to itself, and nobody sees the others."""
        self.kept[seat] = (*self.kept[seat], card)
        self.deck = [n + (i in among and i != card) for i, n in enumerate(self.deck)]

    def show_card(self, seat: int, card: int) -> None:
        """A secret card is turned up: it is held openly, and the others of its kind are out of the game."""
        key = self.config.cards[card].sort
        self.kept[seat] = tuple(x for x in self.kept[seat] if x != card)
        self.deck = [0 if self.config.cards[i].sort == key else n for i, n in enumerate(self.deck)]
        self.take_card(seat, card)

    def add_book(self, seat: int, bit: int) -> None:
        """A spellbook comes onto the card."""
        self.books = with_bit(self.books, seat, bit)

    def is_open(self, seat: int, bit: int) -> bool:
        """Is this requirement slot still to be covered?"""
        return bool(self.open[seat] >> bit & 1)

    def cover_slot(self, seat: int, bit: int) -> None:
        """A slot is covered, and nothing is owed for it any more."""
        self.open, self.owed = with_bit(self.open, seat, bit, on=False), with_bit(self.owed, seat, bit, on=False)

    def owe(self, seat: int, bit: int) -> None:
        """A slot is met: its spellbook comes with the next `earn`."""
        self.owed = with_bit(self.owed, seat, bit)

    def is_owed(self, seat: int, bit: int) -> bool:
        """Is a spellbook owed for this slot?"""
        return bool(self.owed[seat] >> bit & 1)

    def counter(self, seat: int, word: str) -> int:
        """A number that a power keeps; seat -1: the table's."""
        return next((n for f, key, n in self.counters if (f, key) == (seat, word)), 0)

    def count_to(self, seat: int, word: str, n: int) -> None:
        """It is this from now on."""
        rows = [row for row in self.counters if row[:2] != (seat, word)]
        self.counters = tuple(sorted([*rows, (seat, word, n)] if n else rows))

    def lend(self, seat: int, power: str) -> None:
        """A seat has a power, by its printed name, until it is taken back."""
        self.lent = tuple(sorted({*self.lent, (seat, power)}))
        self.rekey()

    def unlend(self, seat: int, power: str) -> None:
        """It has it no more."""
        self.lent = tuple(row for row in self.lent if row != (seat, power))
        self.rekey()

    def begin_in(self, seat: int, area: int) -> None:
        """A faction has this start area from now on."""
        self.start = (*self.start[:seat], area, *self.start[seat + 1 :])

    def was_awake(self, seat: int, kind: int) -> bool:
        """Has this Great Old One been awakened before?"""
        return bool(self.awoken[seat] >> self.config.goos[seat].index(kind) & 1)

    def awake(self, seat: int, kind: int) -> None:
        """A Great Old One awakens; it is remembered for good."""
        self.awoken = with_bit(self.awoken, seat, self.config.goos[seat].index(kind))

    def note_awoken(self) -> None:
        """Whoever is in play has been awakened."""
        for seat in self.config.seats:
            for kind in self.config.goos[seat]:
                if self.total(seat, kind):
                    self.awake(seat, kind)

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

    # -- areas that go ------------------------------------------------------------------------------------------------
    def vanished(self) -> int:
        """The areas that are no more, as a mask: nothing is there, and nothing comes there."""
        found = 0
        for token in self.config.ending:
            found |= self.tokens[token]
        return found

    def standing(self) -> Sequence[int]:
        """The areas that there still are."""
        if not self.config.ending or not (gone := self.vanished()):
            return range(len(self.gate))
        return bits(((1 << len(self.gate)) - 1) & ~gone)

    def note_trek(self, mover: int, owner: int, kind: int, a: int, b: int, *, over: bool) -> None:
        """A unit has moved in the action under way; one that had moved before has gone on, and over whatever it did. A
        kind with `KEEPER`: it is on a gate that has gone with it.
        """
        rows = list(self.trek)
        before = next((row for row in rows if row[1:4] == (owner, kind, a)), None)
        if before is not None:
            rows.remove(before)
            over = over or before[4]
        self.trek = (*rows, (mover, owner, kind, b, over))

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


IN_FORCE, OPEN = InForce(State, VOCABULARY, owners="on", shown="units"), InForce(State, SLOTS, "opening")
