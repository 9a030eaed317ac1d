"""A position of Cthulhu Wars, declared once. Figures of one kind in one place are counted, never numbered.

What is asked of a position, and what changes it, stands in the parts that `State` is made of: `Books`, `Cards`,
`Figures`, `Gates`, `Units` and `Abilities`, each in the file of its name. How things are packed is the own business of
these files: everybody else asks the state, or takes a code of a class apart with the helpers of `domains.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from ....engine.masks import bits as bits
from ....engine.runtime.ability import Hook
from ....engine.runtime.in_force import InForce, looked_up
from ....engine.runtime.players import round_the_table
from ....engine.runtime.seat_abilities import ActiveAbilities
from ....engine.state import (
    OWNER,
    Each,
    Flag,
    Many,
    Mask,
    Maybe,
    Number,
    Of,
    OneOf,
    Pile,
    Rows,
    Shows,
    Stack,
    Stock,
    Text,
    Texts,
    Word,
    declared,
    derived,
    field,
)
from ....engine.tabletop.palette import Value
from .abilities import Abilities
from .battle_record import BattleRecord
from .books import Books
from .cards import Cards
from .config import INDEPENDENTS, MARKET, MOST_KINDS, MOST_SEATS, Config
from .domains import (
    AFTER,
    AREA,
    BEFORE,
    BOOK,
    GATE,
    GOO,
    HELD_GATE,
    HOLDER,
    ITEM,
    KEEPER,
    KIND,
    PHASES,
    POOL,
    SEAT,
    SECOND,
    SETUP,
    SIGN,
    SLOT,
    TOKEN,
    UNKEPT,
)
from .field_kinds import FIGURES, Starts, Uncovered, Wardens
from .figures import Figures
from .gates import Gates
from .table_powers import TablePowers
from .timings import CARD_BIT, SLOTS, VOCABULARY, Power
from .units import Units

printed_on = VOCABULARY.on  # what is printed on a thing
MOST_MOVED = MOST_KINDS * (MOST_SEATS + 1)  # of who has moved: a kind, or above these one of another seat


def of_seats(printed: Callable[[Config, int, object], Sequence[Power]]) -> Shows:
    """What everybody has from the beginning to the end: every seat, and not what nobody plays."""
    return Shows(lambda c, seat, thing: printed(c, seat, thing) if seat < len(c.seats) else ())


@declared
class State(Books, Cards, Figures, Gates, Units, Abilities):
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
    key: TablePowers = looked_up()
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

    # -- tracks and order ---------------------------------------------------------------------------------------------
    def power_of(self, owner: int) -> int:
        """The Power of a seat; who is wild has none."""
        return self.power[owner] if owner < len(self.power) else 0

    def doom_of(self, owner: int) -> int:
        """The Doom of a seat; who is wild has none."""
        return self.doom[owner] if owner < len(self.doom) else 0

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

    def begin_in(self, seat: int, area: int) -> None:
        """A faction has this start area from now on."""
        self.start = (*self.start[:seat], area, *self.start[seat + 1 :])

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


IN_FORCE, OPEN = InForce(State, VOCABULARY, owners="on", shown="units"), InForce(State, SLOTS, "opening")
