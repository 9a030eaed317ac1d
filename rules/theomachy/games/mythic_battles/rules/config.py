"""What is in the box for one game: the boards, the units that may be played, who plays, and the rulings."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ....engine.errors import DataError
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from ....engine.runtime.requirement import Action
from .maps import Map, ground_of
from .topics import MayAct

if TYPE_CHECKING:
    from .timings import Power

DATA = Path(__file__).parents[1] / "data"
TYPES = ("god", "titan", "hero", "monster", "troop", "token")
GOD, TITAN, HERO, MONSTER, TROOP, TOKEN = range(6)
DIVINITIES = frozenset({GOD, TITAN})
KINDS = ("permanent", "passive", "active", "offensive")
PERMANENT, PASSIVE, ACTIVE, OFFENSIVE = range(4)
STATS = ("offence", "defence", "range", "movement")
OFFENCE, DEFENCE, RANGE, MOVEMENT = range(4)
ART_OF_WAR, OMPHALOS = range(2)  # cards; those above are activation cards, by unit
STONES = ("omphalos", "rune", "kheper")
GREEK = 0  # the stone whose effect this book tells
MODES = ("skirmish", "teams", "adventure")
DRAFT, CONSTRUCTED, LIMITED, READY = "draft", "constructed", "limited", "ready"
TALENT, CLASS, POWER = range(3)


class PowerCard(NamedTuple):
    """One power as a dashboard or troop card prints it."""

    key: str
    name: str
    kind: int
    cost: int  # in Art of War cards
    dice: bool  # does the row show a number of dice?
    token: str
    tokens: int
    text: str
    short: str


class Row(NamedTuple):
    """One row of a dashboard: the values at this many vitality points."""

    stats: tuple[int, int, int, int]
    powers: tuple[int, ...]  # dice, or 1 while available, 0 for a dash


class Unit(NamedTuple):
    """One unit of the box. `rows[v]` counts at vitality v; a troop has the same for every number of miniatures."""

    key: str
    name: str
    short: str
    kind: int
    character: str  # versions of one character are the same unit (MB-REC-010)
    classes: tuple[str, ...]
    rp: int
    cards: int
    art_of_war: int
    most: int  # vitality, or miniatures
    talents: tuple[str, ...]
    rows: tuple[Row, ...]
    powers: tuple[PowerCard, ...]
    icon: str
    letters: str
    side: int  # who may recruit it where both sides have one of their own; -1: anybody
    maker: int = -1  # of a token that stands on the board: the unit whose power puts it there

    @property
    def is_divinity(self) -> bool:
        """God or titan."""
        return self.kind in DIVINITIES

    @property
    def is_troop(self) -> bool:
        return self.kind == TROOP

    @property
    def is_token(self) -> bool:
        """A token with defence and vitality, which can be attacked like a unit (MB-TOK-004)."""
        return self.kind == TOKEN


class Token(NamedTuple):
    """A kind of power token: whose pool it comes from, and how many there are."""

    key: str
    maker: int
    power: str
    n: int


class Army(NamedTuple):
    """An army that a scenario, or whoever sets up the game, has put together."""

    name: str
    side: str
    units: tuple[int, ...]
    placed: tuple[tuple[int, int], ...]  # (unit, area)


class Goal(NamedTuple):
    """One victory condition of a scenario."""

    rule: str
    seats: tuple[int, ...]
    text: str
    n: int
    stone: int
    areas: tuple[int, ...]
    of: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a scenario dictates besides the armies (MB-WIN-006)."""

    slug: str
    name: str
    text: str
    goals: tuple[Goal, ...]


class Bearing(NamedTuple):
    """What a unit bears, as masks of its abilities: which of them speak when. Those of a dashboard go by vitality."""

    classes: int
    talents: int
    silenced: int  # talents that the ground may take
    permanent: tuple[int, ...]
    passive: tuple[int, ...]  # on the board, and outside of complex actions of its own
    own: tuple[int, ...]  # active and offensive: in its activation besides
    bits: Mapping[int, int]  # by the number of a power
    tokens: int  # powers with tokens of their own
    standing: tuple[int, ...]  # its tokens that may stand on the board
    speaking: int  # those that answer any timing: the others are actions alone, and change no look-up


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Config:
    """Everything that never changes during a game."""

    facts: Facts
    rulings: Rulings
    map: Map
    units: tuple[Unit, ...]
    tokens: tuple[Token, ...]
    stone_names: tuple[str, ...]
    players: tuple[str, ...]
    mode: str
    recruitment: str
    divinity: int  # GOD or TITAN
    armies: tuple[Army, ...]  # by seat, where they are ready
    stones: tuple[tuple[int, ...], ...]  # areas of the stones at the start, by kind
    scenario: Scenario | None
    lead: int  # -1: dice say
    rp: tuple[int, ...]  # recruitment points of each seat
    rounds: int  # 0: no end
    pool: tuple[int, ...]
    abilities: tuple[tuple[Power, ...], ...]  # those that each unit bears: talents, classes, powers
    kinds: tuple[tuple[int, ...], ...]  # of each of them: TALENT, CLASS, POWER
    cards: tuple[tuple[int, ...], ...]  # of each of them: the place on the dashboard of a power, or -1
    ground: tuple[Power, ...]  # terrain and boundaries
    names: tuple[str, ...]  # of all abilities that may leave something in the state
    zones: str = field(init=False)  # which zones and stones of a board are used: "skirmish_2", "teams_4"
    sides: tuple[int, ...] = field(init=False)  # of the seats
    allies: tuple[int, ...] = field(init=False)  # mask of seats on the side of each
    least: int = field(init=False)  # of any value, and the most (MB-UNI-010)
    most: int = field(init=False)
    numbers: Mapping[str, int] = field(init=False)  # of the names of abilities
    bearings: tuple[Bearing, ...] = field(init=False)  # by unit
    deeds: tuple[tuple[Any, ...], ...] = field(init=False)  # by unit: those of its abilities that are actions
    pieces: int = field(init=False)  # mask of the units that are tokens: they take no room
    divinities: tuple[int, ...] = field(init=False)
    hush: int = field(init=False)  # mask of the areas whose ground may take talents
    _figures: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)
    # what was worked out from the tables and the powers in force (`Seated.remember`): goes with the box
    memory: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        seats = range(len(self.players))
        sides = tuple(seat % 2 if self.mode == "teams" else seat for seat in seats)
        object.__setattr__(self, "sides", sides)
        mode = "teams" if self.mode == "teams" else "skirmish"
        object.__setattr__(self, "zones", f"{mode}_{len(self.players)}")
        object.__setattr__(
            self, "allies", tuple(sum(1 << o for o in seats if sides[o] == sides[seat]) for seat in seats)
        )

        object.__setattr__(self, "least", self.facts["value.least"])
        object.__setattr__(self, "most", self.facts["value.most"])
        object.__setattr__(self, "numbers", {name: i for i, name in enumerate(self.names)})
        object.__setattr__(self, "bearings", tuple(self._bearing(unit) for unit in range(len(self.units))))
        deeds = (tuple(a for a in row if isinstance(a, Action)) for row in self.abilities)
        object.__setattr__(self, "deeds", tuple(deeds))
        tokens = (1 << i for i, unit in enumerate(self.units) if unit.is_token)
        object.__setattr__(self, "pieces", sum(tokens))
        divinities = tuple(i for i, unit in enumerate(self.units) if unit.is_divinity)
        object.__setattr__(self, "divinities", divinities)
        hushed = {power.ground for power in self.ground if MayAct.TALENTS in power.about}
        hush = (1 << i for i, area in enumerate(self.map.areas) if ground_of(area.terrain) in hushed)
        object.__setattr__(self, "hush", sum(hush))

    def _bearing(self, unit: int) -> Bearing:
        card, sorts, at = self.units[unit], self.kinds[unit], self.cards[unit]
        abilities = tuple(enumerate(self.abilities[unit]))
        stay, climb = self.rulings.water_spares_standing_talents, self.rulings.climbs_from_water

        def spared(talent: Power) -> bool:
            return (stay and talent.standing) or (climb and talent.ashore)

        def shown(vitality: int, kinds: Collection[int]) -> int:
            powers = card.rows[vitality].powers
            return sum(
                1 << i for i, _ in abilities if sorts[i] == POWER and card.powers[at[i]].kind in kinds and powers[at[i]]
            )

        rows = range(len(card.rows))
        makes = {token.power for token in self.tokens if token.maker == unit}
        return Bearing(
            sum(1 << i for i, _ in abilities if sorts[i] == CLASS),
            sum(1 << i for i, _ in abilities if sorts[i] == TALENT),
            sum(1 << i for i, a in abilities if sorts[i] == TALENT and not spared(a)),
            tuple(shown(vitality, (PERMANENT,)) for vitality in rows),
            tuple(shown(vitality, (PASSIVE,)) for vitality in rows),
            tuple(shown(vitality, (ACTIVE, OFFENSIVE)) for vitality in rows),
            {self.numbers[a.name]: 1 << i for i, a in abilities},
            sum(1 << i for i, a in abilities if a.name in makes),
            tuple(other for other, token in enumerate(self.units) if token.maker == unit),
            sum(1 << i for i, a in abilities if a.vocabulary.answers(a)),
        )

    def fact(self, key: str) -> Any:
        """A value of the data files by its whole key, remembered."""
        found = self._figures.get(key)
        if found is None:
            found = self._figures[key] = self.facts[key]
        return found

    def figure(self, at: str, name: str) -> Any:
        """A number of a printed power, talent or terrain."""
        found = self._figures.get((at, name))
        if found is None:
            found = self._figures[at, name] = self.facts[f"{at}.{name}"]
        return found


AGAIN = ("", " II", " III", " IV")  # what tells units of one name apart


# -- reading units ----------------------------------------------------------------------------------------------------
def read_unit(facts: Facts, key: str, *, side: int = -1, again: int = 0) -> Unit:
    """One unit of the data files, which is in the box so often `again`.

    Raises `DataError` for rows that do not fit its vitality.
    """
    at = f"unit.{key}"
    row, body = facts.table(at), facts.table(f"{at}.body")
    kind = _index(TYPES, row["type"], f"{at}.type")
    most = body["miniatures"] if kind == TROOP else body["vitality"]
    powers = tuple(_power(facts, f"{at}.power.{name}", name) for name in facts.names(f"{at}.power"))
    rows = {int(n): _row(facts, f"{at}.row.{n}", powers, kind) for n in facts.names(f"{at}.row")}
    wanted = {most} if kind == TROOP else set(range(1, most + 1))
    if set(rows) != wanted:
        raise DataError(f"{at}.row: it needs the rows {_said(wanted)} and has {_said(rows)}")
    name = row["name"]
    return Unit(
        key,
        name + AGAIN[again],
        row.get("short", name),
        kind,
        row.get("character", key),
        tuple(row["classes"]),
        row["rp"],
        row["activation_cards"],
        row["art_of_war_cards"],
        most,
        tuple(facts.table(f"{at}.talent")),
        tuple(rows[most if kind == TROOP else max(v, 1)] for v in range(most + 1)),
        powers,
        row["icon"],
        row["letters"],
        side,
    )


def _said(numbers: Sequence[int] | set[int] | Mapping[int, Any]) -> str:
    return ", ".join(str(n) for n in sorted(numbers, reverse=True))


def _row(facts: Facts, at: str, powers: tuple[PowerCard, ...], kind: int) -> Row:
    row = facts.table(at)
    offence, defence, range_, movement = (row[stat] for stat in STATS)
    return Row((offence, defence, range_, movement), tuple(1 if kind == TROOP else row[p.key] for p in powers))


def _power(facts: Facts, at: str, key: str) -> PowerCard:
    row = facts.table(at)
    return PowerCard(
        key,
        row["name"],
        _index(KINDS, row["kind"], f"{at}.kind"),
        row["cost"],
        row["dice"],
        row.get("token", ""),
        row.get("tokens", 0),
        row["text"],
        facts.filled(at, row["short"], ("figures",)),
    )


def standing(facts: Facts, maker: int, unit: Unit, power: PowerCard, n: int, names: int) -> Unit:
    """A token with defence and vitality, as a unit that does nothing by itself (MB-TOK-004)."""
    at = f"unit.{unit.key}.power.{power.key}.figures"
    most, defence = facts[f"{at}.token_vitality"], facts[f"{at}.token_defence"]
    name = f"{power.token.capitalize()} of {unit.name} {n}" if names > 1 else f"{power.token.capitalize()} {n}"
    rows = tuple(Row((0, defence, 0, 0), ()) for _ in range(most + 1))
    return Unit(
        f"{unit.key}.{power.key}.{n}", name, name, TOKEN, "", (), 0, 0, 0, most, (), rows, (), unit.icon,
        power.token[:1].upper() + str(n), unit.side, maker,
    )  # fmt: skip


def stands(facts: Facts, unit: Unit, power: PowerCard) -> bool:
    """Do tokens of this power stand on the board, to be attacked?"""
    return "token_vitality" in facts.table(f"unit.{unit.key}.power.{power.key}.figures")


def _index(words: Sequence[str], said: str, at: str) -> int:
    if said not in words:
        raise DataError(f"{at}: {said!r} is none of {', '.join(words)}")
    return words.index(said)
