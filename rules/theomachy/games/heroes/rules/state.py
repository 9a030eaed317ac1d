"""A position of Heroes, declared: what everybody shares, and the sheet on which each player writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from ....engine.runtime.in_force import InForce, looked_up
from ....engine.runtime.seat_abilities import ActiveAbilities
from ....engine.state import (
    Declared,
    Domain,
    Each,
    Flag,
    Many,
    Mask,
    Maybe,
    Number,
    Of,
    OneOf,
    Record,
    Rows,
    Shows,
    Sparse,
    Word,
    declared,
    derived,
    field,
)  # fmt: skip
from .config import ALWAYS, ARTEFACT_ITEM, STRUCTURE, TICK_ITEM, UNIT_ITEM
from .domains import (  # fmt: skip
    ACTION,
    ARTEFACT,
    BLOCK,
    CORNER,
    COUNTER,
    LAYER,
    MONSTER,
    REGION,
    RESOURCE,
    SEAT,
    TICK,
    UNIT,
)
from .maps import Amounts
from .timings import VOCABULARY, Power

if TYPE_CHECKING:
    from .config import Config, Faction

NOBODY = -1
MOST = 9_999  # of a stock, of an army
STAGES = {
    "starting regions": 0,
    "announcement": 1,
    "announced": 2,
    "action": 3,  # an action begins: who raises its level?
    "gathering": 4,
    "building": 5,
    "routes": 6,
    "arrival": 7,
    "stage 5": 8,
    "strife": 9,  # combats between players, region by region
    "combat": 10,  # monsters and fortresses
    "artefacts": 11,
    "next": 12,
    "the end": 13,
}
START, ANNOUNCEMENT, ANNOUNCED, ACTION_BEGINS, GATHERING, BUILDING, ROUTES = range(7)
ARRIVAL, STAGE_FIVE, STRIFE, COMBAT, FINDS, NEXT, OVER = range(7, 14)
FREE, BEATEN, TWICE, ENSLAVED, SPENT, TAMED, TAMED_SPENT = range(7)
FATES = {
    "free": FREE,
    "beaten": BEATEN,
    "beaten twice": TWICE,
    "enslaved": ENSLAVED,
    "spent": SPENT,  # enslaved, and its power is used
    "beaten and enslaved": TAMED,
    "beaten and spent": TAMED_SPENT,
}
CIRCLED = frozenset({BEATEN, TWICE, TAMED, TAMED_SPENT})  # its points count, and its resources are taken
SLAVES = frozenset({ENSLAVED, SPENT, TAMED, TAMED_SPENT})
# What a seat has done: in this action ...
DEEDS = {
    "begun": 0,
    "built": 1,
    "built a server": 2,
    "recruiting": 3,
    "recruiting is over": 4,
    "building is over": 5,
    "raised": 6,
    "won": 7,
    "lost": 8,
    "fought": 9,
    "stormed": 10,
    "collected": 11,
    "moved": 12,
    "may take": 13,
    "raised a power": 14,
    "founded": 15,  # what was built just now stands on a foundation
    "drew a rune": 16,
    "goes empty": 17,  # receives nothing of the region
}
BEGUN, BUILT, BUILT_SERVER, RECRUITING, RECRUITED, BUILDING_OVER, RAISED = range(7)
WON, LOST, FOUGHT, STORMED, COLLECTED, MOVED, MAY_TAKE, RAISED_POWER, FOUNDED, DREW_RUNE, EMPTY = range(7, 18)
# ... and in this round
ROUND_DEEDS = {
    "level bonus": 0,
    "took an artefact": 1,
    "fought a monster": 2,
    "opened a tavern": 3,
    "took a step": 4,
    "acted alone": 5,
}
LEVEL_BONUS, TOOK_ARTEFACT, FOUGHT_MONSTER, OPENED, TOOK_STEP, ACTED_ALONE = range(6)
DEED, TASK = Domain("deed", tuple(DEEDS)), Domain("deed", tuple(ROUND_DEEDS))
PLAYERS_FIGHT, MONSTER_FIGHT, FORTRESS_FIGHT = range(3)


@declared
class Combat(Record):
    """A combat: who is in it, what each sends, and who has won."""

    sort: int = field(Word({"players": PLAYERS_FIGHT, "monster": MONSTER_FIGHT, "fortress": FORTRESS_FIGHT}), "Combat")
    region: int = field(OneOf(REGION), "Region of the combat")
    foe: int = field(Number(0, 99), "Place of the monster")  # in the line
    power: int = field(Number(0, MOST), "Power of the foe")
    starter: int = field(OneOf(SEAT, none="nobody"), "Who began it")
    parties: tuple[int, ...] = field(Many(SEAT, ordered=True), "Parties")
    sent: tuple[tuple[int, int, int], ...] = field(Rows(OneOf(SEAT), Number(0, 99), Number(1, MOST)), "Deployed")
    helpers: tuple[tuple[int, int, int, int], ...] = field(
        Rows(OneOf(SEAT), Word({"monster": 0, "fortress": 1}), Number(0, 99), Number(0, MOST)), "Slaves deployed"
    )
    totals: tuple[tuple[int, int], ...] = field(Rows(OneOf(SEAT), Number(0, MOST)), "Powers")
    winner: int = field(OneOf(SEAT, none="nobody"), "Winner")

    def total(self, seat: int) -> int:
        """The power that a seat has announced; 0 before."""
        return next((n for who, n in self.totals if who == seat), 0)

    def sent_by(self, seat: int) -> list[tuple[int, int]]:
        """The units that a seat has deployed: (kind, how many)."""
        return [(unit, n) for who, unit, n in self.sent if who == seat]


def printed_on(sort: int) -> Callable[[Config, int, int], Sequence[Power]]:
    """What is printed on a thing of a board: a structure, an artefact, a unit, a tick, or (`ALWAYS`) the board."""
    return lambda config, seat, thing: config.printed[seat].get((sort, thing), ())


WORKS = Shows(printed_on(ARTEFACT_ITEM))  # an artefact: one's own, a copy, or one lent for the round


def uncrossed(config: Config, seat: int, built: Sequence[int]) -> list[int]:
    """The units whose block no other has crossed out."""
    excluders, units = config.excluders[seat], config.factions[seat].units
    return [i for i, unit in enumerate(units) if not any(built[other] for other in excluders[unit.home])]


@declared
class Sheet(Record):
    """What one player writes on a board of his own."""

    region: int = field(OneOf(REGION, none="nowhere"), "Current region", rule="HE-MOV-005", group="Map")
    visited: int = field(Mask(REGION), "Visited", rule="HE-MOV-006", group="Map")
    untaken: int = field(Mask(REGION), "Visited, not gathered", rule="HE-GRE-007", group="Map")
    stock: list[int] = field(Each(RESOURCE, Number(0, MOST)), "Stock", rule="HE-GTH-001", group="Stock")
    reached: list[int] = field(Each(RESOURCE, Number(0, 3)), "Stock values", rule="HE-GTH-002", group="Stock")
    army: list[int] = field(Each(UNIT, Number(0, MOST)), "Army", rule="HE-BLD-014", group="Army")
    built: list[int] = field(
        Each(BLOCK, Number(0, lambda config, *at: config.factions[at[-2]].blocks[at[-1]].times)),
        "Built", rule="HE-BLD-004", group="Structures",
        shows=(Shows(printed_on(STRUCTURE)), Shows(printed_on(UNIT_ITEM), things=uncrossed)),
    )  # fmt: skip
    founded: dict[int, int] = field(Sparse(REGION, Number(1, 12)), "Foundations", rule="HE-FND-001", group="Map")
    monsters: list[int] = field(Each(MONSTER, Word(FATES)), "Monsters", rule="HE-MON-004", group="Monsters")
    layers: list[int] = field(Each(LAYER, Mask(REGION)), "Drawn on the map", rule="HE-SCO-005", group="Map")
    corners: int = field(Mask(CORNER), "Taverns", rule="HE-GRE-002", group="Structures")
    counters: list[int] = field(
        Each(COUNTER, Number(0, lambda config, *at: config.factions[at[-2]].counters[at[-1]].most)),
        "Written numbers", rule="HE-SCO-005", group="Structures",
    )  # fmt: skip
    ticks: int = field(Mask(TICK), "Circled", rule="HE-SCO-005", group="Structures", shows=Shows(printed_on(TICK_ITEM)))
    had: int = field(Mask(ARTEFACT), "Had at once", rule="HE-ART-010", group="Artefacts")  # effects at once
    copies: int = field(
        Mask(ARTEFACT),
        "Copies of artefacts",
        rule="HE-ELE-024",
        group="Artefacts",
        shows=WORKS,
    )
    borrowed: int = field(
        Mask(ARTEFACT),
        "Lent for the round",
        rule="HE-DEM-016",
        group="Artefacts",
        shows=WORKS,
    )
    points: int = field(Number(0, 999), "Movement points", rule="HE-MOV-004", group="Round")
    route: tuple[int, ...] = field(Many(REGION, ordered=True), "Route", rule="HE-MOV-002")
    erased: int = field(Mask(ACTION), "Erased numbers", rule="HE-DEM-018", group="Round")
    deeds: int = field(Mask(DEED), "Done in this action", rule="HE-BLD-001", group="Round")
    saved: int = field(Number(0, 99), "Discounts used in this action", rule="HE-BLD-002", group="Round")
    tasks: int = field(Mask(TASK), "Done in this round", rule="HE-MON-005", group="Round")
    fresh_blocks: int = field(Mask(BLOCK), "Built this round")
    fresh_regions: int = field(Mask(REGION), "Written on the map this round")
    fresh_monsters: int = field(Mask(MONSTER), "Beaten this round")
    was: tuple[int, ...] = field(Each(RESOURCE, Number(0, MOST), frozen=True), "Stock before")

    def did(self, deed: int) -> bool:
        """Has this been done in the action under way?"""
        return bool(self.deeds >> deed & 1)

    def do(self, deed: int) -> None:
        """Note it."""
        self.deeds |= 1 << deed

    @property
    def amounts(self) -> Amounts:
        """The stock: wood, iron, gold."""
        wood, iron, gold = self.stock
        return wood, iron, gold


@declared
class State(Declared):
    """All of a position. `config` is what the game was set up with: shared by all states, never copied."""

    config: Config
    round: int = field(Number(1, 99), "Round", rule="HE-RND-001", group="Round")
    first: int = field(OneOf(SEAT), "First player", rule="HE-SET-007", group="Round")
    stage: int = field(Word(STAGES), "Stage", rule="HE-RND-003", group="Round")
    turn: int = field(OneOf(SEAT), "Whose turn", rule="HE-RND-006", group="Round")
    numbers: list[int] = field(Each(ACTION, Number(0, 4)), "Numbers of the actions", rule="HE-RND-002", group="Round")
    action: int = field(OneOf(ACTION, none="none"), "Action under way", rule="HE-RND-003", group="Round")
    level: int = field(Number(0, 4), "Level of the action", rule="HE-RND-003", group="Round")
    acting: int = field(Mask(SEAT), "Who acts", rule="HE-RND-006", group="Round")
    alone: bool = field(Flag(), "Outside the round's order", rule="HE-ELE-021", group="Round")
    waits: int = field(Mask(SEAT), "Still to act", rule="HE-RND-006", group="Round")
    settled: int = field(Mask(REGION), "Regions whose players are done", rule="HE-MOV-012", group="Round")
    sheets: list[Sheet] = field(Each(SEAT, Of(Sheet)), "Sheet", key="sheet", group="Sheets")
    seized: dict[int, int] = field(Sparse(REGION, OneOf(SEAT)), "Seized", rule="HE-FRT-002", group="Map")
    bound: int = field(Mask(REGION), "Enslaved fortresses", rule="HE-CUL-019", group="Map")
    drained: int = field(Mask(REGION), "Depleted fortresses", rule="HE-CUL-021", group="Map")
    held: list[int] = field(
        Each(ARTEFACT, OneOf(SEAT, none="nobody")),
        "Artefacts",
        rule="HE-ART-009",
        group="Artefacts",
        key="artefacts",
        shows=WORKS,
    )
    chained: int = field(Mask(ARTEFACT), "Enslaved artefacts", rule="HE-CUL-023", group="Artefacts")
    combat: Combat | None = field(Maybe(Of(Combat)), "Combat", rule="HE-CBT-001")
    asked: tuple[int, ...] = derived(tuple)
    key: ActiveAbilities = looked_up()

    printed: ClassVar = {"board": Shows(printed_on(ALWAYS))}
    groups: ClassVar = ("Sheets", "Map", "Stock", "Structures", "Army", "Monsters", "Artefacts", "Round")

    # -- looking ------------------------------------------------------------------------------------------------------
    def faction(self, seat: int) -> Faction:
        """The board of a seat."""
        return self.config.factions[seat]

    def order(self, start: int | None = None) -> list[int]:
        """Seats clockwise from the first player, or from another."""
        n, at = len(self.sheets), self.first if start is None else start
        return [(at + i) % n for i in range(n)]

    def layer(self, seat: int, name: str) -> int:
        """The regions on which a faction has drawn something of its own; none for a board without it."""
        layers = self.config.factions[seat].layers
        return self.sheets[seat].layers[layers.index(name)] if name in layers else 0

    def draw(self, seat: int, name: str, region: int) -> None:
        """Draw it on one more region."""
        sheet = self.sheets[seat]
        sheet.layers[self.config.factions[seat].layers.index(name)] |= 1 << region
        sheet.fresh_regions |= 1 << region

    def counter(self, seat: int, key: str) -> int:
        """A number that a faction has written."""
        return self.sheets[seat].counters[self._counter(seat, key)]

    def write(self, seat: int, key: str, n: int) -> None:
        """Write it anew."""
        self.sheets[seat].counters[self._counter(seat, key)] = n

    def _counter(self, seat: int, key: str) -> int:
        return self.config.counted_by[seat][key]

    def ticked(self, seat: int, tick: str) -> bool:
        """Has a faction circled this?"""
        ticks = self.config.factions[seat].ticks
        return tick in ticks and bool(self.sheets[seat].ticks >> ticks.index(tick) & 1)

    def tick(self, seat: int, tick: str, on: bool = True) -> None:
        """Circle it, or rub it out."""
        bit = 1 << self.config.factions[seat].ticks.index(tick)
        sheet = self.sheets[seat]
        sheet.ticks = sheet.ticks | bit if on else sheet.ticks & ~bit
        self.rekey()

    def stands(self, seat: int, key: str) -> int:
        """How often a structure is built."""
        at = self.config.places[seat].get(key, -1)
        return self.sheets[seat].built[at] if at >= 0 else 0

    def crossed(self, seat: int, block: int) -> bool:
        """Is a block crossed out, because the one that excludes it is built?"""
        by = self.config.excluders[seat][block]
        return bool(by) and any(self.sheets[seat].built[other] for other in by)

    def in_force(self, seat: int, artefact: int) -> bool:
        """Does an artefact work for a seat: its own, a copy, or one lent for the round?"""
        sheet = self.sheets[seat]
        return self.held[artefact] == seat or bool((sheet.copies | sheet.borrowed) >> artefact & 1)

    # -- what follows -------------------------------------------------------------------------------------------------
    def derive(self) -> None:
        self.rekey()

    def rekey(self) -> None:
        """Which powers are in force."""
        self.key = IN_FORCE(self)


IN_FORCE = InForce(State, VOCABULARY)
