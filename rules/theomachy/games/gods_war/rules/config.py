"""What is in the box for one game: the map, the sheets by seat, the runes, the rulings. Shared by all states."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ....engine.errors import DataError
from ....engine.masks import bits
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from ....engine.runtime.dice import Dice
from .maps import Map, Place, adrift
from .packing import MOST_KINDS, unit_code
from .timings import Power, Quest, powers_of, quests_of

DATA = Path(__file__).parents[1] / "data"
PLAIN_FACES = (1, 2, 3, 4, 5, 6)  # what a die makes of a rating, by its faces, where its power says nothing else
MINION, HERO, LESSER, GREATER = range(4)
RANKS = {"mortal minion": MINION, "mortal hero": HERO, "lesser god": LESSER, "greater god": GREATER}
MOST_BUILDINGS, MOST_SEATS = 8, 8  # there is room for
MONSTERS = "monsters"  # what is printed for all monsters

# What a power needs to be in force; the number beside it is a gift, a mask of kinds, or an elder race.
ALWAYS, GIFT, BUILT, IN_PLAY, ALLIED = range(5)
Need = tuple[int, int]


class Unit(NamedTuple):
    """One kind of unit."""

    key: str
    name: str
    rank: int
    figures: int
    cost: int
    combat: int
    in_hell: int
    needs: tuple[str, ...]  # keys of buildings, of which `needed` must be on the map
    needed: int
    leaves: str  # when a token of a rune leaves: "council", "action"
    icon: str
    rule: str
    joins: str = ""  # the empire to whom it goes when it comes into play, if that is in the game
    priceless: bool = False  # it has no cost: no unit "of cost 2 or less"
    of: str = ""  # the elder race or empire to which it belongs, where that is another one
    against_own: int = -1  # its rating against the empire that it has left, -1: as against anybody
    other_rank: int = -1  # its rank by another reading of a sheet that is hard to read
    reading: tuple[str, ...] = ()  # the ruling of that reading, and its choice
    figure: str = ""  # of kinds that are stages of one figure the name of that: it is one of them at a time


class Building(NamedTuple):
    """One kind of building; or the second face of one (`face_of`, a kind), which is no token of its own."""

    key: str
    name: str
    tokens: int
    cost: int
    on: tuple[str, ...]  # keys of what it is an upgrade of
    kills: int
    routs: int
    type: str
    gift: str  # that must be active
    nest: bool  # stands beside other buildings
    by_action: bool
    conquered_as: str
    face_of: int
    shape: str
    rule: str


class Gift(NamedTuple):
    """One gift tile."""

    key: str
    name: str
    text: str
    short: str
    once: bool
    rule: str


class Slot(NamedTuple):
    """One slot of a sheet, with the Heroquest that is printed there."""

    key: str
    title: str
    fragment: int
    text: str
    short: str
    repeats: bool
    only: str  # the one gift that may be laid here
    rule: str
    of: str = ""  # the elder race that must be an ally


class Counter(NamedTuple):
    """A number that a power keeps, and its highest value. One with an icon is a mark on the track of Victory Points,
    one with names of its values has a track of its own.
    """

    key: str
    title: str
    most: int = 99
    icon: str = ""
    names: tuple[str, ...] = ()  # of its values, where they are spaces with names
    rule: str = ""
    of: str = ""  # the elder race that must be an ally


class Empire(NamedTuple):
    """One sheet: of an empire, or of an owner that nobody plays, which has units and powers alone."""

    slug: str
    title: str
    letters: str
    colour: str
    icon: str
    power: int
    first: bool
    feeds: bool  # its bid strengthens the Rift, and it gives nothing to it
    units: tuple[Unit, ...]
    buildings: tuple[Building, ...]
    faces: tuple[Building, ...]
    gifts: tuple[Gift, ...]
    slots: tuple[Slot, ...]
    counters: tuple[Counter, ...]
    powers: tuple[Power, ...]
    quests: tuple[Quest, ...]
    start_units: tuple[tuple[int, str, int], ...]  # (kind, area, how many)
    start_buildings: tuple[tuple[int, str], ...]  # (kind, area or "choice")
    peaceful: bool = False  # nobody may fight it, and no power reaches it
    pen: str = ""  # the name of its place off the map whose units are in play
    sinks: bool = False  # it may make a sea of a land
    box: str = ""  # what it calls the pieces of others on its sheet
    sort: str = ""  # of a monster: what it is, and what all of its kind are
    arrival: str = ""  # the moment at which its first unit comes to the map, as `Setup` names it
    home: tuple[str, ...] = ()  # where to: the first of these areas that is on the map
    attacks: bool = False  # it begins battles itself
    reward: tuple[tuple[str, int], ...] = ()  # for who kills it: (what, how much)
    mark: str = ""  # what its marks in areas are called: "Web"; with their icon
    mark_icon: str = ""
    mark_rule: str = ""
    marks: int = 0  # how many there are, where they come out of a supply and lie on sheets too

    @property
    def fragments(self) -> tuple[tuple[int, ...], ...]:
        """The slots of each fragment; that of an elder race is in none."""
        numbers = sorted({slot.fragment for slot in self.slots if slot.fragment})
        return tuple(tuple(i for i, slot in enumerate(self.slots) if slot.fragment == n) for n in numbers)


class Race(NamedTuple):
    """One elder race: its units, gift and Heroquest stand on every sheet, for whoever allies with it."""

    slug: str
    title: str
    icon: str
    text: str
    rule: str
    units: tuple[Unit, ...]
    gifts: tuple[Gift, ...]
    slots: tuple[Slot, ...]
    start: tuple[tuple[str, str, int], ...]  # (unit, area, how many)
    beside: bool  # may be an ally besides another one
    lacks: str  # what it would need to be in this game and is not there; it has then nothing but its name


class Rune(NamedTuple):
    """One rune card."""

    key: str
    name: str
    timing: str  # "between actions", or the step of battle
    copies: int
    vp: int
    end: str  # "printed", "half", "takes"
    text: str
    rule: str


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Config:
    """Everything that never changes during a game; what is by seat is a tuple."""

    facts: Facts
    rulings: Rulings
    map: Map
    empires: tuple[Empire, ...]  # of all owners: those of the seats, then those that nobody plays
    runes: tuple[Rune, ...]
    players: tuple[str, ...]
    die: Dice
    rounds: int  # after so many the game ends in any case; 0: no end
    races: tuple[Race, ...] = ()  # elder races that are in the game, or may be by lot
    named: int = 0  # those that were chosen by name, a bit each
    lots: int = 0  # how many more are drawn
    rift_dice: Dice = field(init=False)
    seats: tuple[int, ...] = field(init=False)  # who plays: has Power, a turn, a sheet
    owners: tuple[int, ...] = field(init=False)  # who has pieces: the seats, then those that nobody plays
    neutrals: tuple[int, ...] = field(init=False)  # the latter
    nobodys: int = field(init=False)  # as a mask
    wild: tuple[int, ...] = field(init=False)  # those of them that may be fought: monsters
    markers: tuple[int, ...] = field(init=False)  # those with marks in areas
    weavers: tuple[int, ...] = field(init=False)  # those with a supply of them
    elders: int = field(init=False)  # of the neutrals the owner of elder races that are nobody's ally, or -1
    pen: str = field(init=False)  # the place off the map whose units are in play, or ""
    sinks: bool = field(init=False)  # may a land become a sea in this game?
    places: tuple[Place, ...] = field(init=False)  # of Kylerela: those of the map, and perhaps in sunken lands
    jailer: int = field(init=False)  # the seat whose place it is, or -1
    enemies: tuple[tuple[int, ...], ...] = field(init=False)  # whom each owner may fight
    # [owner][kind]: as whose unit, and of which of his kinds, one out of that pool comes into play
    joined: tuple[tuple[tuple[int, int], ...], ...] = field(init=False)
    giver: int = field(init=False)  # the seat whose units join others, or -1
    spouses: tuple[int, ...] = field(init=False)  # the seats that they join
    slugs: tuple[str, ...] = field(init=False)
    name: tuple[tuple[str, ...], ...] = field(init=False)  # of units, by seat
    rank: tuple[tuple[int, ...], ...] = field(init=False)
    cost: tuple[tuple[int, ...], ...] = field(init=False)
    limit: tuple[tuple[int, ...], ...] = field(init=False)
    tokens: tuple[tuple[int, ...], ...] = field(init=False)
    kinds: tuple[tuple[int, ...], ...] = field(init=False)
    common: tuple[tuple[int, ...], ...] = field(init=False)  # rows of kinds that come out of one supply; -1: not his
    supplied: tuple[int, ...] = field(init=False)  # the same as masks, by owner
    shared: tuple[int, ...] = field(init=False)  # those of them that are tokens of runes, which nobody summons
    own: tuple[tuple[int, ...], ...] = field(init=False)  # kinds of one's own sheet, as options: owner and kind
    guests: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False)  # [owner][race]: those of an elder race
    known: tuple[tuple[int, ...], ...] = field(init=False)  # all that one may ever summon
    basic: tuple[tuple[int, ...], ...] = field(init=False)  # codes of buildings that need none beneath them, by seat
    higher: tuple[tuple[int, ...], ...] = field(init=False)  # and of the others
    needed: tuple[tuple[int, ...], ...] = field(init=False)  # [seat][kind of unit]: mask of the tokens it may need
    gift_for: tuple[tuple[int, ...], ...] = field(init=False)  # [seat][kind of building]: mask of the gift it needs
    by_key: tuple[Mapping[str, int], ...] = field(init=False)  # kinds of unit by their keys, by owner
    fits: tuple[tuple[int, ...], ...] = field(init=False)  # [seat][slot]: mask of the gifts that may be laid there
    fragments: tuple[tuple[int, ...], ...] = field(init=False)  # [seat]: mask of the slots of each fragment
    slot_things: tuple[tuple[tuple[str, str], ...], ...] = field(init=False)  # the Heroquests of a sheet: whose, key
    counted_by: tuple[Mapping[str, int], ...] = field(init=False)  # the numbers that powers keep, by key
    same: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False)  # [me][foe][kind]: mine in its place, or -1
    second: tuple[tuple[int, ...], ...] = field(init=False)  # [seat][kind]: index of its second face, or -1
    feeder: int = field(init=False)  # the seat that strengthens the Rift, or -1
    printed: tuple[Mapping[Need, list[Power]], ...] = field(init=False)  # the powers on each thing, by seat
    carriers: tuple[int, ...] = field(init=False)  # kinds of unit that carry a power, by seat
    seats_of_power: tuple[int, ...] = field(init=False)  # kinds of building that do, by seat
    width: int = field(init=False)  # kinds of units of the richest sheet
    width_b: int = field(init=False)  # kinds of buildings
    _figures: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)
    # what was worked out from the tables and the powers in force (`Seated.remember`): goes with the box
    memory: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        def put(key: str, value: object) -> None:
            object.__setattr__(self, key, value)

        put("empires", tuple(_otherwise_ranked(e, self.rulings) for e in self.empires))
        sheets = self.empires
        put("rift_dice", Dice("rift dice", total=True))
        put("owners", tuple(range(len(sheets))))
        put("seats", self.owners[: len(self.players)])
        put("neutrals", self.owners[len(self.players) :])
        put("nobodys", sum(1 << owner for owner in self.neutrals))
        put("wild", tuple(owner for owner in self.neutrals if not sheets[owner].peaceful))
        put("markers", tuple(owner for owner in self.neutrals if sheets[owner].mark))
        put("weavers", tuple(owner for owner in self.markers if sheets[owner].marks))
        put("elders", next((owner for owner in self.neutrals if sheets[owner].peaceful), -1))
        put("pen", next((e.pen for e in sheets if e.pen), ""))
        put("sinks", any(e.sinks for e in sheets))
        over_land = self.sinks and self.rulings.kylerela_sails_over_sunken_land
        put("places", (*self.map.places, *(adrift(self.map) if over_land else ())))
        put("jailer", next((f for f in self.seats if sheets[f].pen), -1))
        warlike = [owner for owner in self.owners if not sheets[owner].peaceful]
        put("enemies", tuple(tuple(foe for foe in warlike if foe != me) for me in self.owners))
        put("slugs", tuple(e.slug for e in sheets))
        put("joined", tuple(tuple(self._joins(f, k) for k in range(len(e.units))) for f, e in enumerate(sheets)))
        pairs = [(f, who) for f in self.seats for who, _ in self.joined[f] if who != f]
        put("giver", pairs[0][0] if pairs else -1)
        put("spouses", tuple(sorted({who for _, who in pairs})))
        put("name", tuple(tuple(u.name for u in e.units) for e in sheets))
        put("rank", tuple(tuple(u.rank for u in e.units) for e in sheets))
        put("cost", tuple(tuple(u.cost for u in e.units) for e in sheets))
        put("limit", tuple(tuple(u.figures for u in e.units) for e in sheets))
        put("tokens", tuple(tuple(b.tokens for b in e.buildings) for e in sheets))
        put("kinds", tuple(tuple(range(len(e.units))) for e in sheets))
        tokens = self.facts.names("neutral.units")
        several = [key for key in _keys(sheets) if sum(_find(e.units, key) >= 0 for e in sheets) > 1]
        put("common", tuple(tuple(_find(e.units, key) for e in sheets) for key in several))
        put("supplied", tuple(sum({1 << row[f] for row in self.common if row[f] >= 0}) for f in self.owners))
        put("shared", tuple(sum(1 << k for k, u in enumerate(e.units) if u.key in tokens) for e in sheets))
        put("own", tuple(self._codes(f, "") for f in self.owners))
        put("guests", tuple(tuple(self._codes(f, race.slug) for race in self.races) for f in self.owners))
        put("known", tuple((*self.own[f], *(code for row in self.guests[f] for code in row)) for f in self.owners))
        put(
            "basic",
            tuple(tuple(f << 3 | k for k, b in enumerate(e.buildings) if not b.on) for f, e in enumerate(sheets)),
        )
        put("higher", tuple(tuple(f << 3 | k for k, b in enumerate(e.buildings) if b.on) for f, e in enumerate(sheets)))
        put(
            "gift_for", tuple(tuple(1 << _index(e.gifts, b.gift) if b.gift else 0 for b in e.buildings) for e in sheets)
        )
        put("needed", tuple(tuple(sum({1 << _token(e, key) for key in u.needs}) for u in e.units) for e in sheets))
        put("by_key", tuple({unit.key: kind for kind, unit in enumerate(e.units)} for e in sheets))
        put("fits", tuple(tuple(_fits(e, slot) for slot in e.slots) for e in sheets))
        put("fragments", tuple(tuple(sum(1 << slot for slot in row) for row in e.fragments) for e in sheets))
        put("slot_things", tuple(tuple((slot.of or e.slug, slot.key) for slot in e.slots) for e in sheets))
        put("counted_by", tuple({counter.key: i for i, counter in enumerate(e.counters)} for e in sheets))
        put("same", tuple(tuple(_same(me, foe) for foe in sheets) for me in sheets))
        second = (
            tuple(next((i for i, f in enumerate(e.faces) if f.face_of == kind), -1) for kind in range(len(e.buildings)))
            for e in sheets
        )
        put("second", tuple(second))
        put("feeder", next((seat for seat, e in enumerate(sheets) if e.feeds), -1))
        needs = tuple(tuple(_need(self, e, power) for power in e.powers) for e in sheets)
        put("printed", tuple(_printed(e, row) for e, row in zip(sheets, needs, strict=True)))
        put("carriers", tuple(_any_of(row, IN_PLAY) for row in needs))
        put("seats_of_power", tuple(_any_of(row, BUILT) for row in needs))
        put("width", max(len(e.units) for e in sheets))
        put("width_b", max(len(e.buildings) for e in sheets))

    def _joins(self, owner: int, kind: int) -> tuple[int, int]:
        """As whose unit one comes into play."""
        unit = self.empires[owner].units[kind]
        if unit.of or unit.joins not in self.slugs:
            return owner, kind
        other = self.slugs.index(unit.joins)
        return other, _find(self.empires[other].units, unit.key)

    def _codes(self, owner: int, of: str) -> tuple[int, ...]:
        """Kinds of a sheet as options: its own, or those of an elder race."""
        units = enumerate(self.empires[owner].units)
        return tuple(unit_code(owner, k) for k, u in units if u.of == of and not self.shared[owner] >> k & 1)

    def stages(self, owner: int, kind: int) -> tuple[int, ...]:
        """The kinds that are stages of one figure with this one: itself, where there is no other."""
        units = self.empires[owner].units
        figure = units[kind].figure
        return tuple(k for k, unit in enumerate(units) if unit.figure == figure) if figure else (kind,)

    def race(self, slug: str) -> int:
        """The number of an elder race in this game, or -1."""
        return next((i for i, race in enumerate(self.races) if race.slug == slug), -1)

    def figure(self, power: Power | Quest, name: str) -> Any:
        """A number of the printed item of a power or Heroquest."""
        found = self._figures.get((power, name))
        if found is None:
            found = self._figures[power, name] = self.facts[f"{power.at}.figures.{name}"]
        return found

    def faces(self, power: Power) -> tuple[int, ...]:
        """What each face of a die makes of the rating that a power rolls for."""
        found = self._figures.get((power, "faces"))
        if found is None:
            rows = self.facts.table(f"{power.at}.figures")
            found = self._figures[power, "faces"] = tuple(rows.get("faces", PLAIN_FACES))
        faces: tuple[int, ...] = found
        return faces

    def fact(self, key: str) -> Any:
        """A value of the data files by its whole key, remembered."""
        found = self._figures.get(key)
        if found is None:
            found = self._figures[key] = self.facts[key]
        return found


def _otherwise_ranked(empire: Empire, rulings: Rulings) -> Empire:
    """A sheet with the ranks of another reading, where a ruling says so."""

    def read(unit: Unit) -> Unit:
        otherwise = unit.reading and rulings[unit.reading[0]] == unit.reading[1]
        return unit._replace(rank=unit.other_rank) if otherwise else unit

    return empire._replace(units=tuple(map(read, empire.units)))


def _printed(empire: Empire, needs: Iterable[Need]) -> dict[Need, list[Power]]:
    """The powers that are printed on each thing of a sheet: of several kinds of building or unit on each."""
    found: dict[Need, list[Power]] = {}
    for power, (sort, what) in zip(empire.powers, needs, strict=True):
        for one in bits(what) if sort in (BUILT, IN_PLAY) else (what,):
            found.setdefault((sort, one), []).append(power)
    return found


def _any_of(needs: Iterable[Need], wanted: int) -> int:
    """All kinds on which a power of one sort hangs, as a mask."""
    mask = 0
    for sort, what in needs:
        mask |= what if sort == wanted else 0
    return mask


def _fits(empire: Empire, slot: Slot) -> int:
    """The gifts that a slot may hold: the one it is bound to, or those to which none is (GW-GAB-011, GW-GAB-016)."""
    bound = {row.only for row in empire.slots if row.only}
    keys = enumerate(gift.key for gift in empire.gifts)
    return sum(1 << i for i, key in keys if (key == slot.only if slot.only else key not in bound))


def _index(rows: Sequence[Any], key: str) -> int:
    return next(i for i, row in enumerate(rows) if row.key == key)


def _keys(sheets: Sequence[Empire]) -> list[str]:
    """Kinds of unit, each once."""
    return list(dict.fromkeys(unit.key for e in sheets for unit in e.units))


def _find(rows: Sequence[Any], key: str) -> int:
    return next((i for i, row in enumerate(rows) if row.key == key), -1)


def _same(me: Empire, foe: Empire) -> tuple[int, ...]:
    """For each building of the foe the kind that I would put in its place, or -1 (GW-CON-004, GW-CON-005)."""
    mine = {b.key: i for i, b in enumerate(me.buildings)}
    return tuple(mine.get(b.conquered_as, -1) for b in foe.buildings)


def _need(config: Config, empire: Empire, power: Power) -> Need:
    """What must be there for a power to be in force, as its printed item says."""
    facts, race = config.facts, config.race(power.empire)
    sort, _, key = power.item.partition(".")
    if sort == "gifts":
        return GIFT, _index(empire.gifts, key)
    if sort == "units":
        return IN_PLAY, 1 << _index(empire.units, key)
    if sort == "buildings":
        return BUILT, 1 << _token(empire, key)
    if sort == "heroquests" and race < 0:
        return ALWAYS, 0
    if race >= 0 and not empire.peaceful:
        return ALLIED, race
    carried: list[str] = facts[f"{power.at}.with"]
    units = [word.removeprefix("unit:") for word in carried if word.startswith("unit:")]
    if units:
        return IN_PLAY, sum(1 << _index(empire.units, unit) for unit in units)
    built = [word.removeprefix("building:") for word in carried if word.startswith("building:")]
    return (BUILT, sum(1 << _token(empire, kind) for kind in built)) if built else (ALWAYS, 0)


def _token(empire: Empire, key: str) -> int:
    """The kind of token of a building, also of a second face."""
    for face in empire.faces:
        if face.key == key:
            return face.face_of
    return _index(empire.buildings, key)


def read_race(facts: Facts, slug: str, lacks: str, rulings: Rulings) -> Race:
    """The loyalty card of an elder race from the component values. One that `lacks` something has no part in the game;
    of a kind that is `counted_by` a ruling there are as many as that says.
    """
    at = f"empire.{slug}"
    row = facts.table(at)
    head = slug, row["title"], row["icon"], row["text"], row["rule"]
    if lacks:
        return Race(*head, (), (), (), (), False, lacks)
    units = []
    for unit in _units(facts, f"{at}.units"):
        by = facts.table(f"{at}.units.{unit.key}").get("counted_by", "")
        figures = facts[f"{at}.units.{unit.key}.counts.{rulings[by]}"] if by else unit.figures
        units.append(unit._replace(of=slug, figures=figures))
    slots = tuple(slot._replace(of=slug) for slot in _slots(facts, at))
    start = _standing(facts, f"{at}.at_home")
    return Race(*head, tuple(units), _gifts(facts, at), slots, start, row.get("beside", False), "")


def _standing(facts: Facts, at: str) -> tuple[tuple[str, str, int], ...]:
    """The units that stand on the map at the beginning."""
    rows = ((key, facts.table(f"{at}.{key}")) for key in facts.names(at))
    return tuple((key, row["area"], row["count"]) for key, row in rows)


def read_neutral(facts: Facts, slug: str, races: Sequence[Race] = (), named: Collection[str] = ()) -> Empire:
    """The card of an owner that nobody plays; that of the elder races has the units of all that may be in the game,
    and places those of the `named`.
    """
    at = f"empire.{slug}"
    row = facts.table(at)
    units = (*_units(facts, f"{at}.units"), *(unit for race in races for unit in race.units))
    placed = (
        *_standing(facts, f"{at}.start.units"),
        *(row for race in races if race.slug in named for row in race.start),
    )
    sort = row.get("sort", "")
    start = tuple((_index(units, key), area, n) for key, area, n in placed)
    return Empire(
        slug, row["title"], row["letters"], row["colour"], row["icon"], 0, False, False, units, (), (), (), (), (),
        (*powers_of(slug), *(powers_of(MONSTERS) if sort else ())), (), start, (), bool(races), sort=sort,
        arrival=row.get("arrival", ""), home=tuple(row.get("home", ())), attacks=row.get("attacks", False),
        reward=tuple((what, facts[f"{at}.reward.{what}"]) for what in facts.names(f"{at}.reward")),
        mark=row.get("mark", ""),
        mark_icon=row.get("mark_icon", ""), mark_rule=row.get("mark_rule") or row.get("rule", ""),
        marks=row.get("marks", 0),
    )  # fmt: skip


def read_empire(facts: Facts, slug: str, guests: Sequence[Unit] = (), races: Sequence[Race] = ()) -> Empire:
    """A sheet from the component values, with what is written for it, the units of others that may join it, and what
    the elder races of the game bring. Raises `DataError` for a value that lacks.
    """
    try:
        return _read_empire(facts, slug, guests, races)
    except KeyError as fault:
        raise DataError(f"the data of the empire {slug} lack the value {fault}") from fault


def joining(facts: Facts, slugs: Sequence[str], slug: str) -> list[Unit]:
    """Units of other empires in the game that join this one."""
    return [
        unit._replace(of=other)
        for other in slugs
        if other != slug
        for unit in _units(facts, f"empire.{other}.units")
        if unit.joins == slug
    ]


def _read_empire(facts: Facts, slug: str, guests: Sequence[Unit], races: Sequence[Race]) -> Empire:
    at = f"empire.{slug}"
    row, start = facts.table(at), facts.table(f"{at}.start")
    brought = [unit for race in races for unit in race.units]
    units = (*_units(facts, f"{at}.units"), *_units(facts, "neutral.units"), *guests, *brought)
    printed = facts.names(f"{at}.buildings")
    tables = {key: facts.table(f"{at}.buildings.{key}") for key in printed}
    tokens = [key for key in printed if tables[key]["stock"] == key]
    if len(units) > MOST_KINDS or len(tokens) > MOST_BUILDINGS:
        raise DataError(f"{at}: there is room for {MOST_KINDS} kinds of unit and {MOST_BUILDINGS} of building")
    gifts = (*_gifts(facts, at), *(gift for race in races for gift in race.gifts))
    slots = (*_slots(facts, at), *(slot for race in races for slot in race.slots))
    folk = [race.slug for race in races if not race.lacks]
    slugs = (slug, *folk)
    powers = tuple(power for each in slugs for power in powers_of(each))
    return Empire(
        slug,
        row["title"],
        row["letters"],
        row["colour"],
        row["icon"],
        start["power"],
        start["first"],
        start["feeds_rift"],
        units,
        tuple(_building(tables[key], key, -1) for key in tokens),
        tuple(_building(tables[key], key, tokens.index(tables[key]["stock"])) for key in printed if key not in tokens),
        gifts,
        slots,
        tuple(
            Counter(*counter)._replace(of=power.empire if power.empire in folk else "")
            for power in powers
            for counter in power.counters
        ),
        powers,
        tuple(quest for each in slugs for quest in quests_of(each)),
        tuple(
            (_index(units, key), u["area"], u["count"])
            for key in facts.names(f"{at}.start.units")
            for u in [facts.table(f"{at}.start.units.{key}")]
        ),
        tuple(
            (tokens.index(key), facts[f"{at}.start.buildings.{key}.area"])
            for key in facts.names(f"{at}.start.buildings")
        ),
        pen=row.get("pen", ""),
        sinks=row.get("sinks", False),
        box=row.get("box", ""),
    )


def _gifts(facts: Facts, at: str) -> tuple[Gift, ...]:
    return tuple(
        Gift(key, g["name"], g["text"], g["short"], g["once"], g["rule"])
        for key in facts.names(f"{at}.gifts")
        for g in [facts.table(f"{at}.gifts.{key}")]
    )


def _slots(facts: Facts, at: str) -> tuple[Slot, ...]:
    return tuple(
        Slot(
            key,
            q["title"],
            q["fragment"],
            q["text"],
            facts.filled(where, q["short"]),
            q["repeats"],
            q["only"],
            q["rule"],
        )
        for key in facts.names(f"{at}.heroquests")
        for where in [f"{at}.heroquests.{key}"]
        for q in [facts.table(where)]
    )


def _units(facts: Facts, at: str) -> tuple[Unit, ...]:
    found = []
    for key in facts.names(at):
        row = facts.table(f"{at}.{key}")
        if row["kind"] not in RANKS:
            raise DataError(f"{at}.{key}.kind must be one of {', '.join(RANKS)}, not {row['kind']!r}")
        found.append(
            Unit(
                key,
                row["name"],
                RANKS[row["kind"]],
                row["count"],
                row["cost"],
                row["combat"],
                row["in_hell"],
                tuple(row.get("needs", ())),
                row.get("needed", 0),
                row.get("leaves", ""),
                row["icon"],
                row["rule"],
                row.get("joins", ""),
                against_own=row.get("against_own", -1),
                other_rank=RANKS.get(row.get("or_kind", ""), -1),
                reading=tuple(row.get("reading", ())),
                priceless=row.get("priceless", False),
                figure=row.get("figure", ""),
            )
        )
    return tuple(found)


def _building(row: dict[str, Any], key: str, face_of: int) -> Building:
    return Building(
        key,
        row["name"],
        row["tokens"],
        row["cost"],
        tuple(row["on"]),
        row["kills"],
        row["routs"],
        row["type"],
        row["gift"],
        row["nest"],
        row["by_action"],
        row["conquered_as"],
        face_of,
        row["shape"],
        row["rule"],
    )


def read_runes(facts: Facts) -> tuple[Rune, ...]:
    """The rune cards."""
    found = []
    for key in facts.names("rune"):
        row = facts.table(f"rune.{key}")
        found.append(
            Rune(key, row["name"], row["timing"], row["copies"], row["vp"], row["end"], row["text"], row["rule"])
        )
    return tuple(found)


def battle_die(facts: Facts) -> Dice:
    """The die of battles. Raises `DataError` for a face that is both a kill and a rout."""
    kill, rout = tuple(facts["dice.kill"]), tuple(facts["dice.rout"])
    if len({*kill, *rout}) < len(kill) + len(rout):
        raise DataError("dice: each face is named once, as a kill or as a rout")
    return Dice("battle die", (("kill", kill), ("rout", rout)))
