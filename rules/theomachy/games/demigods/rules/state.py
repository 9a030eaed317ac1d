"""A position of Demigods, declared. Counters of one kind in one hex are counted; a hex has one owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ....engine.errors import RulesError
from ....engine.runtime.in_force import InForce, looked_up
from ....engine.runtime.seat_abilities import ActiveAbilities
from ....engine.state import (
    ALL,
    OWNER,
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
    Rows,
    Shows,
    Sparse,
    Stock,
    Text,
    Word,
    declared,
    derived,
    field,
)  # fmt: skip
from ....engine.tabletop.palette import EditError, Value
from .domains import (
    ARMY,
    CARD,
    COUNTER,
    EVERYWHERE,
    HEX,
    HOLDER,
    KINDS,
    LAND,
    MONSTER,
    MOST,
    MOVER,
    PHASES,
    POPULATION,
    SEAT,
    TEMPLE,
    TERRAIN,
)  # fmt: skip
from .maps import bits
from .timings import VOCABULARY, Power

if TYPE_CHECKING:
    from .. import Demigods

NOBODY = -1
LOOKED, NOTHING = (
    "looked",
    "nothing",
)  # no action is under way, but somebody has looked: there is something to do, or not
Losses = dict[tuple[int, int], tuple[int, ...]]  # (hex, seat) -> counters of each kind destroyed this turn
Effect = tuple[int, int, int]  # a lasting card: its number, the seat that played it, the hex (-1: everywhere)
BY_HEX = Each(HEX, Number(0, MOST), packed=True)


@declared
class BattleRecord(Record):
    """A battle under way: hexes and numbers of the attackers; armies and monsters are both fighters."""

    target: int = field(
        OneOf(HEX), "Attacked hex", text="Everybody who stands beside it attacks, until you say otherwise."
    )
    parties: tuple[tuple[int, int], ...] = field(
        Rows(OneOf(HEX), Number(1, MOST), by=True), "Attackers", key="from", rule="DG-BAT-010", icon="spartan-helmet"
    )
    rounds: int = field(Number(0, 10_000), "Rounds fought", rule="DG-BAT-006")
    defence: int = field(Number(0, 10_000), "Hits that the ground took", rule="DG-BAT-012")
    paused: bool = field(Flag())  # a round is over: does the attacker go on?


def card_of(game: Demigods, seat: int, card: int) -> tuple[Power, ...]:
    """What is printed on a card."""
    return (game.cards[card],)


def lasting_of(game: Demigods, seat: int, card: int) -> tuple[Power, ...]:
    """The same of an effect, if its card goes on having one."""
    return (game.cards[card],) if card in game.lasting else ()


def _this_turn(title: str, icon: str, rule: str) -> bytearray:
    """A number a hex that rules look back at until the turn ends."""
    return field(BY_HEX, title, rule=rule, group="This turn", section="Done in this turn", icon=icon)  # type: ignore[no-any-return]


@declared
class State(Declared):
    """All of a position. `config` is the game as it is set up (map, limits, rulings) and is shared, never copied."""

    config: Demigods
    phase: int = field(Word(PHASES, start=PHASES["who builds first"]), "Phase", rule="DG-TURN-002", group="Turn")
    active: int = field(OneOf(SEAT), "Whose turn", rule="DG-TURN-001", group="Turn")
    first: int = field(OneOf(SEAT), "Who went first", rule="DG-SET-004", group="Turn")
    turn: int = field(Number(0, 100_000), "Turn", rule="DG-TURN-001", group="Turn")
    begun: bool = field(Flag(), "Blights of this miracle phase are rolled", rule="DG-MIR-001", group="Turn")
    terrain: bytearray = field(Each(HEX, OneOf(TERRAIN), packed=True), "Ground", rule="DG-WLD-002", group="Ground")
    owner: bytearray = field(Each(HEX, OneOf(HOLDER, start=0), packed=True), "Holder")  # seat + 1; 0: nobody
    counters: tuple[bytearray, bytearray, bytearray, bytearray] = field(Each(COUNTER, BY_HEX, frozen=True), "Counters")
    pile: list[int] = field(Pile(LAND), "Reserve")  # terrain counters not on the map, by terrain - 1
    drawn: int = field(OneOf(LAND, start=0), "Drawn")  # the terrain counter in hand during world building
    hands: list[tuple[int, ...]] = field(
        Each(SEAT, Many(CARD)),
        "Hand",
        rule="DG-DRAW-004",
        group="Cards",
        seen=lambda s: ALL if s.config.rulings.open_hands else OWNER,
        pile="deck",
        shows=Shows(card_of, by="s.reacting(seat)"),
    )
    deck: list[int] = field(Pile(CARD), "Deck", rule="DG-CRD-001")
    discard: list[int] = field(Pile(CARD), "Discarded", rule="DG-CRD-001", group="Cards")
    effects: tuple[Effect, ...] = field(
        Rows(OneOf(CARD), OneOf(SEAT), OneOf(HEX, none=EVERYWHERE)),
        "Effects",
        shows=Shows(lasting_of, rank=1, lasting=True),
    )
    raised: bytearray = _this_turn("Armies raised", "spartan", "DG-ARM-001")
    disbanded: bytearray = _this_turn("Armies disbanded", "meeple-group", "DG-ARM-002")
    fought: bytearray = _this_turn("Have attacked", "crossed-swords", "DG-BAT-001")  # fighters
    again: bytearray = _this_turn("Have attacked twice", "swords-power", "DG-CRD-012")  # of these
    came: tuple[bytearray, bytearray] = field(
        Each(MOVER, BY_HEX, frozen=True), "Moved here", rule="DG-MOV-001", group="This turn",
        section="Done in this turn", icon="walking-boot",
    )  # fmt: skip
    lost: Losses = field(
        Sparse((HEX, SEAT), Pile(COUNTER, most=MOST, frozen=True)), "Lost", rule="DG-CRD-024", group="This turn",
        section="Lost in this turn",
    )  # fmt: skip
    fight: BattleRecord | None = field(
        Maybe(Of(BattleRecord)), "Battle", rule="DG-BAT-001", group="This turn", section="Battle", icon="crossed-swords"
    )
    out: int = field(Mask(SEAT), "Eliminated", rule="DG-GEN-002", group="Turn", icon="death-skull")
    redraws: list[int] = field(
        Each(SEAT, Number(0, lambda game, *_: game.redraws)), "Terrain thrown back", rule="DG-WLD-007", group="Turn"
    )
    start: list[int] = field(
        Each(SEAT, Number(0, lambda game, *_: 6 * game.start_dice)), "People still to settle", rule="DG-SET-001",
        group="Turn",
    )  # fmt: skip
    doing: str = field(Text(), said=False)  # at a mark: the action under way, or LOOKED, or NOTHING,
    asked: tuple[int, ...] = field(Many(HEX, ordered=True), said=False)  # and its arguments given so far
    held: list[int] = derived()  # masks of the hexes with counters, by seat
    land: int = derived(int)
    temples: int = derived(int)
    key: ActiveAbilities = looked_up()

    groups: ClassVar = ("Pieces", "Ground", "Cards", "Effects", "Turn", "This turn")
    stocks: ClassVar = (
        Stock(
            LAND,
            lambda game, t: game.terrain_counters[t - 1],
            ("terrain", "pile", "drawn"),
            "DG-WLD-002",
            rest=("pile",),
        ),
        Stock(
            CARD, lambda game, card: game.copies, ("deck", "discard", "hands"), "DG-CRD-001", rest=("deck", "discard")
        ),
    )

    # -- looking ------------------------------------------------------------------------------------------------------
    def count(self, hex_: int, kind: int) -> int:
        """Counters of a kind in a hex."""
        return self.counters[kind][hex_]

    def total(self, hex_: int) -> int:
        """Counters that share the terrain limit (DG-GRO-003)."""
        p, a, t, m = self.counters
        return p[hex_] if self.config.rulings.limit_population_only else p[hex_] + a[hex_] + t[hex_] + m[hex_]

    def fighters(self, hex_: int) -> int:
        """Armies and monsters."""
        return self.counters[ARMY][hex_] + self.counters[MONSTER][hex_]

    def limit(self, hex_: int) -> int:
        """The terrain limit (DG-TER-001 to DG-TER-007)."""
        limit: int = self.config.limits[self.terrain[hex_]]
        return limit

    def stack(self, hex_: int) -> int:
        """All counters of a hex, whatever the limit counts."""
        p, a, t, m = self.counters
        return p[hex_] + a[hex_] + t[hex_] + m[hex_]

    def room(self, hex_: int, kind: int = POPULATION) -> int:
        """How many more counters of a kind may stand there (DG-GRO-003)."""
        game = self.config
        if game.rulings.limit_population_only:
            if kind != POPULATION:
                return MOST - self.counters[kind][hex_] if self.terrain[hex_] else 0
            return max(self.limit(hex_) - self.total(hex_), 0)
        p, a, t, m = self.counters  # `limit` and `total` written out: no question is asked more often
        left: int = game.limits[self.terrain[hex_]] - p[hex_] - a[hex_] - t[hex_] - m[hex_]
        return left if left > 0 else 0

    def holder(self, hex_: int) -> int:
        """The seat that controls a hex, or NOBODY (DG-GRO-004)."""
        return self.owner[hex_] - 1

    def settled(self) -> int:
        """All hexes with counters, as a mask."""
        mask = 0
        for held in self.held:
            mask |= held
        return mask

    def living(self) -> list[int]:
        """Seats still in the game, in seating order."""
        return [p for p in range(len(self.hands)) if not self.out >> p & 1]

    def order(self, start: int) -> list[int]:
        """Seats still in the game, clockwise from `start`."""
        n = len(self.hands)
        return [p for p in ((start + i) % n for i in range(n)) if not self.out >> p & 1]

    def beside_water(self, hex_: int) -> bool:
        """Does one side of the hex face water? The edge of the map is some only with that ruling (DG-MIR-005)."""
        game = self.config
        edge = game.grid.edge if game.rulings.edge_is_sea else 0
        return bool(game.grid.near_mask[hex_] & ~self.land | edge >> hex_ & 1)

    def coastal(self, hex_: int) -> bool:
        """Land beside water (DG-MIR-005)."""
        return bool(self.land >> hex_ & 1) and self.beside_water(hex_)

    def lasting(self, card: int) -> list[Effect]:
        """The effects of a card that last."""
        return [effect for effect in self.effects if effect[0] == card]

    # -- the one door for counters ------------------------------------------------------------------------------------
    def add(self, hex_: int, seat: int, kind: int, n: int) -> None:
        """Put counters down. Raises `RulesError` if somebody else stands there."""
        if not n:
            return
        if self.owner[hex_] not in (0, seat + 1):
            raise RulesError(f"{self.config.grid.names[hex_]} is held by another")
        self.owner[hex_] = seat + 1
        self.counters[kind][hex_] += n
        self.held[seat] |= 1 << hex_
        if kind == TEMPLE:
            self.temples |= 1 << hex_

    def remove(self, hex_: int, kind: int, n: int) -> None:
        """Take counters away."""
        if not n:
            return
        stack = self.counters[kind]
        if n > stack[hex_]:
            raise RulesError(f"{self.config.grid.names[hex_]} has no {n} of {KINDS[kind]}")
        stack[hex_] -= n
        if kind == TEMPLE:
            self.temples &= ~(1 << hex_)
        p, a, t, m = self.counters
        if not (p[hex_] or a[hex_] or t[hex_] or m[hex_]):
            self.held[self.owner[hex_] - 1] &= ~(1 << hex_)
            self.owner[hex_] = 0
        fighters = a[hex_] + m[hex_]
        if self.fought[hex_] > fighters:
            self.fought[hex_] = fighters
            self.again[hex_] = min(self.again[hex_], fighters)

    def destroy(self, hex_: int, kind: int, n: int) -> None:
        """Take counters away and remember them for this turn (DG-CRD-024)."""
        if n:
            where = hex_, self.owner[hex_] - 1
            before = self.lost.get(where, (0, 0, 0, 0))
            self.lost[where] = tuple(old + n * (k == kind) for k, old in enumerate(before))
            self.remove(hex_, kind, n)

    def paint(self, hex_: int, terrain: int) -> None:
        """Change the ground of a hex."""
        self.terrain[hex_] = terrain
        self.land = self.land | 1 << hex_ if terrain else self.land & ~(1 << hex_)

    def take(self, seat: int, card: int) -> None:
        """A card comes into a hand."""
        self.hands[seat] = tuple(sorted((*self.hands[seat], card)))
        self.rekey()

    def spend(self, seat: int, card: int) -> None:
        """A card goes from a hand to the discard pile."""
        hand = list(self.hands[seat])
        hand.remove(card)
        self.hands[seat] = tuple(hand)
        self.discard[card] += 1
        self.rekey()

    def last(self, card: int, seat: int, hex_: int = -1) -> None:
        """A card goes on having an effect."""
        self.effects += ((card, seat, hex_),)
        self.rekey()

    def expire(self, *effects: Effect) -> None:
        """These effects are over."""
        self.effects = tuple(e for e in self.effects if e not in effects)
        self.rekey()

    def rekey(self) -> None:
        """Which abilities are in force: the cards in hand that act outside the own miracle phase, and what lasts."""
        self.key = IN_FORCE(self)

    def reacting(self, seat: int) -> int:
        """The cards in a hand that act outside the own miracle phase, a bit each."""
        bits, found = self.config.reacting, 0
        for card in self.hands[seat]:
            if card in bits:
                found |= bits[card]
        return found

    def edited(self, field: str, args: list[str], area: int, change: Value) -> None:
        """An action under way is given up; who stands beside an attacked hex attacks, until the editor says no."""
        self.doing, self.asked = "", ()
        names, fight = self.config.grid.names, self.fight
        if field != "fight" or fight is None:
            return
        if args == ["target"] and change:
            near = [h for h in self.config.grid.near[area] if self.owner[h] == self.active + 1 and self.fighters(h)]
            if not near:
                raise EditError(f"no fighters of {self.config.names[self.active]} stand beside {names[area]}")
            self.fight = fight = BattleRecord.fresh(self.config)
            fight.target, fight.parties = area, tuple((h, self.fighters(h)) for h in sorted(near))
        elif args == ["rounds"]:
            fight.paused = fight.rounds > 0  # between two rounds the attacker is asked whether to fight on
        if not fight.parties:
            raise EditError("a battle needs an attacker; take the attacked hex away to end it")
        self.engage()

    def engage(self) -> None:
        """Who is in a battle has attacked: so in set-ups and in the editor."""
        for h, n in self.fight.parties if self.fight is not None else ():
            self.fought[h] = max(self.fought[h], n)

    def derive(self) -> None:
        self.held = [sum(1 << h for h, o in enumerate(self.owner) if o == seat + 1) for seat in range(len(self.hands))]
        self.land = sum(1 << h for h, t in enumerate(self.terrain) if t)
        self.temples = sum(1 << h for h, n in enumerate(self.counters[TEMPLE]) if n)
        self.rekey()

    def sums(self, seat: int) -> tuple[int, int, int, int]:
        """Population, armies, temples and monsters of a seat on the whole map."""
        p, a, t, m = self.counters
        sp = sa = st = sm = 0
        for h in bits(self.held[seat]):
            sp += p[h]
            sa += a[h]
            st += t[h]
            sm += m[h]
        return sp, sa, st, sm


IN_FORCE = InForce(State, VOCABULARY)
