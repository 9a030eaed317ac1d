"""What is in the box for one game: the map, the line of monsters, the boards by seat, the rulings."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ....engine.errors import DataError
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from .maps import RESOURCES, TERRAINS, Amounts, Map, amounts
from .topics import RequirementMet

if TYPE_CHECKING:
    from .timings import Power

DATA = Path(__file__).parents[1] / "data"
GATHER_WOOD, GATHER_IRON, GATHER_GOLD, MOVE, BUILD = range(5)
ACTIONS = ("wood", "iron", "gold", "movement", "building")
SHORT_ACTIONS = ("Wood", "Iron", "Gold", "Movement", "Building")
ACTION_TITLES = ("Wood Gathering", "Iron Gathering", "Gold Gathering", "Movement", "Building")


# What a power comes from; the number beside it is the place of the structure, artefact, unit or circle on the board.
ALWAYS, STRUCTURE, ARTEFACT_ITEM, UNIT_ITEM, TICK_ITEM = range(5)
Source = tuple[int, int]

SHORTS = ("short", "basic_short")


class Monster(NamedTuple):
    """One monster of the line."""

    power: int
    vp: int
    gains: Amounts
    symbols: tuple[str, ...]
    need: str
    restore: int


class Unit(NamedTuple):
    """One unit block. `home` is the structure that recruits it."""

    key: str
    name: str
    power: int
    cost: Amounts
    home: int
    text: str
    short: str  # the same in a few words, for the sheet


class Block(NamedTuple):
    """One block of the building zone."""

    key: str
    name: str
    level: int
    column: int
    kind: str  # "structure", or a kind that a power looks at ("runic", "server")
    cost: Amounts
    requires: tuple[int, ...]  # any one of them
    vp: tuple[int, ...]  # by times built
    unit: int  # recruited here, or -1
    excludes: int  # crossed out when this is built, or -1
    marks: tuple[int, ...]  # kinds of resource with a red square in its price
    stands: int  # how often it is built from the start
    text: str
    short: str

    @property
    def times(self) -> int:
        """How often it can be built."""
        return len(self.vp)


class Artefact(NamedTuple):
    """One artefact as a board prints it: the condition to collect it and the effect."""

    key: str
    region: int
    name: str
    condition: RequirementMet
    amount: int
    pay: Amounts
    lasting: bool
    text: str
    symbols: tuple[str, ...]
    need: str
    short: str


class Counter(NamedTuple):
    """A number that a faction writes somewhere on its board, and its highest value.

    One that is only `minded` while an action lasts stands in no box of the sheet.
    """

    key: str
    title: str
    most: int = 9999
    minded: bool = False


class Faction(NamedTuple):
    """One faction board."""

    slug: str
    title: str
    letters: str
    colour: str
    icon: str
    difficulty: int
    start: tuple[int, int]  # kind of unit, how many
    moves: tuple[int, ...]  # movement points to enter, by terrain
    keeps: tuple[int, ...]  # kinds of resource that it has a box for
    thresholds: tuple[int, ...]
    stock_vp: tuple[int, ...]
    units: tuple[Unit, ...]
    blocks: tuple[Block, ...]
    artefacts: tuple[Artefact, ...]
    powers: tuple[Power, ...]
    layers: tuple[str, ...]  # what it draws on regions, besides what everybody does
    shows: tuple[tuple[str, str, str], ...]  # those that everybody copies: layer, how the map shows it, name
    counters: tuple[Counter, ...]
    ticks: tuple[str, ...]
    corners: bool  # does it draw at points where three regions meet?
    citadels: bool  # does it have citadels in the place of foundations?

    def excluders(self, block: int) -> tuple[int, ...]:
        """The blocks that cross a block out once they are built."""
        return tuple(i for i, other in enumerate(self.blocks) if other.excludes == block)


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Config:
    """Everything that never changes during a game; what is by seat is a tuple."""

    facts: Facts
    rulings: Rulings
    map: Map
    factions: tuple[Faction, ...]
    monsters: tuple[Monster, ...]
    players: tuple[str, ...]
    rounds: int
    seats: tuple[int, ...] = field(init=False)
    slugs: tuple[str, ...] = field(init=False)
    printed: tuple[Mapping[Source, list[Power]], ...] = field(init=False)  # the powers on each thing, by seat
    places: tuple[dict[str, int], ...] = field(init=False)  # of the blocks by their keys, by seat
    kinds: tuple[dict[str, int], ...] = field(init=False)  # of unit by their keys, by seat
    counted_by: tuple[dict[str, int], ...] = field(init=False)  # the counters by their keys, by seat
    excluders: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False)  # the blocks that cross one out, by seat
    _figures: dict[tuple[Power | str, str], Any] = field(init=False, repr=False, default_factory=dict)
    # what was worked out from the tables and the powers in force (`Seated.remember`): goes with the box
    memory: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(range(len(self.factions))))
        object.__setattr__(self, "slugs", tuple(faction.slug for faction in self.factions))
        object.__setattr__(self, "printed", tuple(_printed(f, self.map) for f in self.factions))
        places = tuple({block.key: i for i, block in enumerate(f.blocks)} for f in self.factions)
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "kinds", tuple({u.key: i for i, u in enumerate(f.units)} for f in self.factions))
        counted_by = tuple({counter.key: i for i, counter in enumerate(f.counters)} for f in self.factions)
        object.__setattr__(self, "counted_by", counted_by)
        excluders = tuple(tuple(map(f.excluders, range(len(f.blocks)))) for f in self.factions)
        object.__setattr__(self, "excluders", excluders)

    def figure(self, power: Power, name: str) -> Any:
        """A number of the printed item of a power: `figure(power, "gather_plus.amount")`."""
        found = self._figures.get((power, name))
        if found is None:
            found = self._figures[power, name] = self.facts[f"{power.at}.figures.{name}"]
        return found

    def fact(self, key: str) -> Any:
        """A value of the data files by its whole key, remembered."""
        found = self._figures.get((key, ""))
        if found is None:
            found = self._figures[key, ""] = self.facts[key]
        return found

    def table(self, key: str) -> dict[str, Any]:
        """The values under a key of the data files, remembered."""
        found: dict[str, Any] | None = self._figures.get((key, "table"))
        if found is None:
            found = self._figures[key, "table"] = self.facts.table(key)
        return found

    def names(self, prefix: str) -> list[str]:
        """The names of the tables under a prefix of the data files, remembered."""
        found: list[str] | None = self._figures.get((prefix, "names"))
        if found is None:
            found = self._figures[prefix, "names"] = self.facts.names(prefix)
        return found

    def basic(self, key: str) -> str:
        """What a structure does before it is built, where it does something then (a server)."""
        found = self._figures.get((key, "basic"))
        if found is None:
            found = self._figures[key, "basic"] = self.facts.table(key).get("basic", "")
        return str(found)

    def house(self, key: str) -> bool:
        """Is anything under this key ours (remembered)? Short texts of the sheet are not asked: they always are."""
        ours: set[str] | None = self._figures.get(("", "house"))
        if ours is None:
            ours = self._figures["", "house"] = set()
            for fact in self.facts:
                above, _, last = fact.key.rpartition(".")
                while fact.source == "house" and last not in SHORTS and above and above not in ours:
                    ours.add(above)
                    above = above.rpartition(".")[0]
        return key in ours

    def amounts(self, key: str) -> Amounts:
        """A price or gain of the data files, remembered."""
        found: Amounts | None = self._figures.get((key, "amounts"))
        if found is None:
            found = self._figures[key, "amounts"] = amounts(self.facts, key)
        return found


def _printed(faction: Faction, map_: Map) -> dict[Source, list[Power]]:
    """The powers that are printed on each thing of a board."""
    found: dict[Source, list[Power]] = {}
    for power in faction.powers:
        found.setdefault(_source(faction, power, map_), []).append(power)
    return found


def _source(faction: Faction, power: Power, map_: Map) -> Source:
    sort, _, key = power.item.partition(":")
    if not sort:
        return ALWAYS, 0
    known: dict[str, tuple[int, list[str]]] = {
        "structure": (STRUCTURE, [block.key for block in faction.blocks]),
        "artefact": (ARTEFACT_ITEM, [map_.regions[region].slug for region in map_.artefacts]),
        "unit": (UNIT_ITEM, [unit.key for unit in faction.units]),
        "tick": (TICK_ITEM, list(faction.ticks)),
    }
    code, keys = known[sort]
    return code, _index(keys, key, f"{power.name} ({faction.slug})")


def read_monsters(facts: Facts) -> tuple[Monster, ...]:
    """The line of monsters, from the left."""
    found = []
    for place in facts.names("monster"):
        key = f"monster.{place}"
        row = facts.table(key)
        gains, symbols = amounts(facts, f"{key}.resources"), tuple(row["symbols"])
        found.append(Monster(row["power"], row["vp"], gains, symbols, row["need"], row["restore"]))
    return tuple(found)


def read_faction(facts: Facts, slug: str, map_: Map, powers: tuple[Power, ...]) -> Faction:
    """One board with the powers that are written for it. Raises `DataError` for a name that does not exist."""
    at = f"faction.{slug}"
    row, units = facts.table(at), facts.names(f"{at}.units")
    blocks = facts.names(f"{at}.structures")
    stock = facts.table(f"{at}.stock")
    moves = facts.table(f"{at}.movement")
    return Faction(
        slug,
        row["title"],
        row["letters"],
        row["colour"],
        row["icon"],
        row["difficulty"],
        (_index(units, facts[f"{at}.start.unit"], at), facts[f"{at}.start.amount"]),
        tuple(moves[terrain] for terrain in TERRAINS),
        tuple(RESOURCES.index(kind) for kind in stock["kinds"]),
        tuple(stock["thresholds"]),
        tuple(stock["vp"]),
        tuple(_unit(facts, f"{at}.units.{key}", key, blocks) for key in units),
        tuple(_block(facts, f"{at}.structures.{key}", key, blocks, units) for key in blocks),
        tuple(_artefact(facts, f"{at}.artefacts", map_, region) for region in map_.artefacts),
        powers,
        tuple(layer for power in powers for layer in power.layers),
        tuple(shown for power in powers for shown in power.shows),
        tuple(Counter(*counter) for power in powers for counter in power.counters),
        tuple(tick for power in powers for tick in power.ticks),
        any(power.corners for power in powers),
        any(power.citadels for power in powers),
    )


def _index(names: list[str], name: str, at: str) -> int:
    if name not in names:
        raise DataError(f"{at}: there is no {name!r} on this board; it has {', '.join(names)}")
    return names.index(name)


def _unit(facts: Facts, at: str, key: str, blocks: list[str]) -> Unit:
    row = facts.table(at)
    home = _index(blocks, row["home"], at)
    return Unit(key, row["name"], row["power"], amounts(facts, f"{at}.cost"), home, row["text"], _short(facts, at))


def _block(facts: Facts, at: str, key: str, blocks: list[str], units: list[str]) -> Block:
    row = facts.table(at)
    return Block(
        key,
        row["name"],
        row["level"],
        row["column"],
        row["kind"],
        amounts(facts, f"{at}.cost"),
        tuple(_index(blocks, name, at) for name in row["requires"]),
        tuple(row["vp"]),
        _index(units, row["unit"], at) if row["unit"] else -1,
        _index(blocks, row["excludes"], at) if "excludes" in row else -1,
        tuple(RESOURCES.index(kind) for kind in row.get("marks", ())),
        row.get("stands", 0),
        row["text"],
        _short(facts, at),
    )


def _artefact(facts: Facts, at: str, map_: Map, region: int) -> Artefact:
    key = map_.regions[region].slug
    row = facts.table(f"{at}.{key}")
    return Artefact(
        key,
        region,
        row["name"],
        RequirementMet(row["condition"]),
        row["amount"],
        amounts(facts, f"{at}.{key}.pay"),
        row["lasting"],
        row["text"],
        tuple(row.get("symbols", ())),
        row.get("need", "never"),
        _short(facts, f"{at}.{key}"),
    )


def _short(facts: Facts, at: str) -> str:
    """What the sheet says of a printed thing, with its figures as they are now: what it does before it is built, where
    it does something then (a server), and what it does.
    """
    row = facts.table(at)
    if "basic_short" not in row:
        return facts.filled(at, row.get("short", ""))
    basic = facts.filled(at, row["basic_short"], ("basic_effect.figures", ""))
    return f"{basic} Built: {facts.filled(at, row['short'], ('enhanced_effect.figures', ''))}"
