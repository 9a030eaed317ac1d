"""A position of Demigods as plain data. Counters of one kind in one hex are counted; a hex has one owner."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...engine.errors import RulesError
from .land import bits

if TYPE_CHECKING:
    from . import Demigods

WATER, MOUNTAINS, FORESTS, PLAINS, SWAMPS, DESERTS, RIVER_VALLEYS = range(7)
TERRAINS = ("water", "mountains", "forests", "plains", "swamps", "deserts", "river_valleys")
POPULATION, ARMY, TEMPLE, MONSTER = range(4)
KINDS = ("population", "army", "temple", "monster")
MOST = 255  # counters of one kind in a hex, where no limit counts: they are kept in a byte

DRAW, TEMPLES, ARMIES, GROWTH, MIRACLES, BATTLE, MOVEMENT = range(7)
WORLD_FIRST, WORLD, ROLLS, SETTLE, OVER = -4, -3, -2, -1, 7
NOBODY = -1
Losses = dict[tuple[int, int], tuple[int, int, int, int]]  # (hex, seat) -> counters of each kind destroyed this turn
Effect = tuple[int, int, int]  # a lasting card: its number, the seat that played it, the hex (-1: everywhere)


@dataclass(slots=True)
class BattleRecord:
    """A battle under way: hexes and numbers of the attackers, by hex; armies and monsters are both fighters."""

    target: int
    parties: list[tuple[int, int]]
    rounds: int = 0
    defence: int = 0  # how many hits the ground has absorbed so far
    paused: bool = False  # a round is over: does the attacker go on?

    def copy(self) -> BattleRecord:
        return BattleRecord(self.target, self.parties[:], self.rounds, self.defence, self.paused)


@dataclass(slots=True)
class State:
    """All of a position. `game` is the configuration (map, limits, rulings) and is shared, never copied."""

    game: Demigods
    terrain: bytearray
    owner: bytearray  # seat + 1; 0: nobody
    counters: tuple[bytearray, bytearray, bytearray, bytearray]  # by kind, by hex
    pile: list[int]  # terrain counters not on the map, by terrain - 1
    deck: list[int]  # cards left, by card
    discard: list[int]
    hands: list[tuple[int, ...]]
    phase: int = WORLD_FIRST
    active: int = 0
    first: int = 0
    turn: int = 0
    drawn: int = 0  # the terrain counter in the active player's hand during world building
    redraws: list[int] = field(default_factory=list)  # used, by seat
    start: list[int] = field(default_factory=list)  # rolled starting population still to be placed, by seat
    begun: bool = False  # has the automatic part of this phase been done?
    effects: tuple[Effect, ...] = ()
    lost: Losses = field(default_factory=dict)
    raised: bytearray = field(default_factory=bytearray)  # armies raised this turn, by hex
    disbanded: bytearray = field(default_factory=bytearray)  # armies turned back this turn
    fought: bytearray = field(default_factory=bytearray)  # fighters that have attacked this turn
    again: bytearray = field(default_factory=bytearray)  # and of these, the ones that have attacked twice
    came: tuple[bytearray, bytearray] = field(
        default_factory=lambda: (bytearray(), bytearray())
    )  # moved here this turn
    fight: BattleRecord | None = None
    out: int = 0  # seats that are eliminated, a bit each
    asked: tuple[int, ...] = ()  # arguments given so far of the action that is being completed
    # derived: rebuilt on load
    held: list[int] = field(default_factory=list)  # masks of the hexes with counters, by seat
    land: int = 0
    temples: int = 0
    key: int = 0
    trace: Any = field(default=None, compare=False, repr=False)

    def copy(self) -> State:
        """An independent copy; the trace is not copied."""
        a, b, c, d = self.counters
        return State(
            self.game,
            self.terrain[:],
            self.owner[:],
            (a[:], b[:], c[:], d[:]),
            self.pile[:],
            self.deck[:],
            self.discard[:],
            self.hands[:],
            self.phase,
            self.active,
            self.first,
            self.turn,
            self.drawn,
            self.redraws[:],
            self.start[:],
            self.begun,
            self.effects,
            self.lost.copy(),
            self.raised[:],
            self.disbanded[:],
            self.fought[:],
            self.again[:],
            (self.came[0][:], self.came[1][:]),
            self.fight and self.fight.copy(),
            self.out,
            self.asked,
            self.held[:],
            self.land,
            self.temples,
            self.key,
        )

    # -- looking ------------------------------------------------------------------------------------------------------
    def count(self, hex_: int, kind: int) -> int:
        """Counters of a kind in a hex."""
        return self.counters[kind][hex_]

    def total(self, hex_: int) -> int:
        """Counters that share the terrain limit (DG-GRO-003)."""
        p, a, t, m = self.counters
        return p[hex_] if self.game.limit_population_only else p[hex_] + a[hex_] + t[hex_] + m[hex_]

    def fighters(self, hex_: int) -> int:
        """Armies and monsters."""
        return self.counters[ARMY][hex_] + self.counters[MONSTER][hex_]

    def limit(self, hex_: int) -> int:
        """The terrain limit (DG-TER-001 to DG-TER-007)."""
        limit: int = self.game.limits[self.terrain[hex_]]
        return limit

    def stack(self, hex_: int) -> int:
        """All counters of a hex, whatever the limit counts."""
        p, a, t, m = self.counters
        return p[hex_] + a[hex_] + t[hex_] + m[hex_]

    def room(self, hex_: int, kind: int = POPULATION) -> int:
        """How many more counters of a kind may stand there (DG-GRO-003)."""
        game = self.game
        if game.limit_population_only:
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
        game = self.game
        return bool(game.grid.near_mask[hex_] & ~self.land) or (game.edge_is_sea and bool(game.grid.edge >> hex_ & 1))

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
            raise RulesError(f"{self.game.grid.names[hex_]} is held by another")
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
            raise RulesError(f"{self.game.grid.names[hex_]} has no {n} of {KINDS[kind]}")
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
            self.lost[where] = tuple(old + n * (k == kind) for k, old in enumerate(before))  # type: ignore[assignment]
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
        game, key = self.game, 0
        for seat, hand in enumerate(self.hands):
            for card in hand:
                key |= game.reactive.get(card, 0) << 8 * seat
        for card, seat, _ in self.effects:
            key |= game.lasting_bit[card] << 8 * seat
        self.key = key

    def derive(self) -> None:
        """Rebuild everything that follows from the rest."""
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
