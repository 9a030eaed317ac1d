"""The words of scenarios that are this game's own; all others follow from the declaration of the state.

    [setup]
    active = "SK"
    units = { SK = { Brithos = "2 Archer, Emperor" }, DA = { Brithos = "Troll" } }
    buildings = { SK = { Brithos = "Shrine" } }
    gifts = { SK = "Sunspear" }
    power = { SK = 3 }

It is the first Action Phase, on the printed start. With `units` or `buildings` the map is swept first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ....engine.errors import ScenarioError, TheoError
from ....engine.plain import Said
from ....engine.state import Each, Many, Number, OneOf, Phrase, StatePath
from ....engine.state.reading import table
from ....engine.wording import enumerated, listed
from ..rules import score, setup
from ..rules.adjacency import OPEN, SPIKE
from ..rules.common import arrive, free_gifts
from ..rules.domains import AREA, BUILDING, GIFT, HELD, HOLDER, POOL, SEAT, UNIT
from ..rules.movement import destinations
from ..rules.packing import KIND
from ..rules.state import ACTION, BUILDINGS, SETUP, UNITS, State, bits
from ..rules.topics import Setup

if TYPE_CHECKING:
    from ..rules.config import Config

MANY = Number(-500, 1000)


# -- where a set-up begins, and what goes without saying --------------------------------------------------------------
def blank(config: Config, said: Mapping[str, Said]) -> State:
    """The first Action Phase, with what the sheets place or a swept map; nothing said is the start of the game."""
    if not said:
        return setup.begin(config)
    s = setup.empty(config) if {"units", "buildings"} & set(said) else setup.begin(config)
    s.phase = ACTION
    return s


def arranged(s: State, setup: Mapping[str, Said]) -> None:
    """Whose turn it is leads, if nobody else does; who has a unit of another empire is married; points that break the
    Spike have broken it, or fix the end.
    """
    if "first" in setup and "active" not in setup:
        s.active = s.first
    elif "active" in setup and "first" not in setup:
        s.first = s.active
    if "turn" not in setup:
        s.turn = s.active
    if "married" not in setup:
        s.wed()
    if "vp" in setup and "middle" not in setup and max(s.vp) >= s.config.fact("victory.spike_at"):
        s.rift = OPEN if s.rift == SPIKE else s.rift
    if s.rift != SPIKE and not {"units", "buildings"} & set(setup):  # the printed start, without what was on the Spike
        for code in s.buildings_in(s.config.map.spike):
            s.shift(code >> 3, code & 7, s.config.map.spike, POOL)
    if "foreseen" in setup:
        s.lay_on_top(s.on_top())  # whose each of them is: words name the runes of each, not the order of them all
    for race, seat in enumerate(s.allies):
        if seat >= 0:  # its card and its units go together
            s.ally(race, seat)
            s.included |= 1 << race
    if s.phase != SETUP:  # a monster of which nothing is said stands where its card puts it, once its moment has come
        for owner in s.config.neutrals:
            arrive(s, owner, Setup.START)
            if s.rift != SPIKE:
                arrive(s, owner, Setup.RIFT)
    if "vp" in setup and "ending" not in setup:
        s.ending = max(s.vp) >= s.config.fact("victory.goal")


# -- gifts, wherever they lie -----------------------------------------------------------------------------------------
def _rows(s: State, key: str, said: Said) -> Iterator[tuple[str, int, StatePath, Said]]:
    at = StatePath(s.config, key)
    for name, value in table(at, said).items():
        seat = SEAT.member(at, name)
        yield name, seat, at.into(SEAT, seat), value


def _lay_gifts(s: State, said: Said) -> None:
    """Each into the first slot that may hold it."""
    for name, seat, at, value in _rows(s, "gifts", said):
        for gift in Many(GIFT).read(at, value):
            row = s.slots[seat]
            slot = next((i for i, laid in enumerate(row) if laid < 0 and gift in free_gifts(s, seat, i)), -1)
            if slot < 0:
                raise ScenarioError(f"gifts.{name}: there is no free slot for {GIFT.name(at, gift)}")
            row = (*row[:slot], gift, *row[slot + 1 :])
            s.slots = (*s.slots[:seat], row, *s.slots[seat + 1 :])


def _gift_differences(s: State, said: Said) -> Iterator[str]:
    for _, seat, at, value in _rows(s, "gifts", said):
        yield from Many(GIFT).differences(at, tuple(bits(s.gifts(seat))), value)


# -- trophies ---------------------------------------------------------------------------------------------------------
def _held(s: State, holder: int, owner: int) -> str:
    """Pieces of an empire on somebody's sheet: "Archer, Shrine"."""
    at, place = StatePath(s.config, "trophies").into(HOLDER, owner), HELD + holder
    units = [name for kind, name in enumerate(UNIT.all(at)) for _ in range(s.n(owner, kind, place))]
    built = [name for kind, name in enumerate(BUILDING.all(at)) for _ in range(s.stock(owner, kind, place))]
    return enumerated([*units, *built])


def _each_held(s: State, said: Said) -> Iterator[tuple[str, int, int, StatePath, Said]]:
    for name, holder, at, rows in _rows(s, "trophies", said):
        nothing = {HOLDER.name(at, f): "" for f in s.config.owners}  # what an empty table says
        for whose, value in (table(at, rows) or nothing).items():
            owner = HOLDER.member(at, whose)
            yield f"{name}.{whose}", holder, owner, StatePath(s.config, "trophies").into(HOLDER, owner), value


def _take(s: State, said: Said) -> None:
    for name, holder, owner, at, value in _each_held(s, said):
        for n, piece in listed(value, f"trophies.{name}"):
            for _ in range(n):
                kind, is_unit = _piece(at, piece)
                pieces, of = (s.units, UNITS) if is_unit else (s.buildings, BUILDINGS)
                if not pieces[of.index(at, owner, POOL, kind)]:
                    raise ScenarioError(f"trophies.{name}: no {piece} is left")
                of.move(at, pieces, owner, kind, POOL, HELD + holder)


def _piece(at: StatePath, name: str) -> tuple[int, bool]:
    """A kind of unit, or of building."""
    try:
        return UNIT.member(at, name), True
    except TheoError:
        return BUILDING.member(at, name), False


def _say_held(s: State) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for holder in s.config.seats:
        for owner in s.config.owners:
            if text := _held(s, holder, owner):
                letters = s.config.empires
                found.setdefault(letters[holder].letters, {})[letters[owner].letters] = text
    return found


def _held_differences(s: State, said: Said) -> Iterator[str]:
    for name, holder, owner, at, value in _each_held(s, said):
        names = [_full(at, piece) for n, piece in listed(value, f"trophies.{name}") for _ in range(n)]
        wanted, found = enumerated(names), _held(s, holder, owner)
        if sorted(wanted.split(", ")) != sorted(found.split(", ")):
            yield f"trophies.{name}: expected {wanted or 'none'}, found {found or 'none'}"


def _full(at: StatePath, piece: str) -> str:
    kind, is_unit = _piece(at, piece)
    return (UNIT if is_unit else BUILDING).name(at, kind)


# -- the battle, and what follows from a position ---------------------------------------------------------------------
def _fighters(s: State) -> list[tuple[int, ...]]:
    """Kinds of unit in the battle under way, by seat."""
    found: list[tuple[int, ...]] = [()] * len(s.config.owners)
    if s.battle is not None:
        for seat, roster in zip(s.battle.sides, s.battle.roster, strict=True):
            found[seat] = tuple(sorted(code & KIND for code, n in roster.items() for _ in range(n)))
    return found


def _reached(s: State) -> list[list[tuple[int, ...]]]:
    """Where a unit of each seat may go from each area by Move Units."""
    n = len(s.site)
    found = []
    for seat in s.config.seats:
        rows = []
        for a in range(n):
            mask = 0
            for kind in s.kinds_in(seat, a):
                mask |= destinations(s, seat, kind, a)
            rows.append(tuple(bits(mask)))
        found.append(rows)
    return found


def _judge(s: State) -> int:
    return s.compromise.judge if s.compromise is not None else -1


PHRASES = (
    Phrase(
        "gifts", "gifts on each sheet: a set-up lays each into the first slot that may hold it", _lay_gifts,
        lambda s: None, _gift_differences, example='{ ST = "Courage, Teleport" }',
    ),
    Phrase(
        "trophies", "pieces of others that lie on a sheet, by their owner", _take, lambda s: _say_held(s) or None,
        _held_differences, example='{ DA = { SK = "Archer", ST = "Shrine" } }',
    ),
    Phrase.valued(
        "battle", 'the area of the battle under way, or "none"', OneOf(AREA, none="none"),
        lambda s: -1 if s.battle is None else s.battle.area, example='"Altinela"',
    ),
    Phrase.valued(
        "fight", "who takes part in the battle under way, by empire", Each(HOLDER, Many(UNIT)), _fighters,
        example='{ ST = "Champion, 2 Barbarian" }',
    ),
    Phrase.valued(
        "ways", "where the units of an empire in an area may go by Move Units", Each(SEAT, Each(AREA, Many(AREA))),
        _reached, example='{ SK = { "Elf Jungle" = "Enmal Mountains" } }',
    ),
    Phrase.valued(
        "income", "Power that the next Power Phase brings each empire without a choice, the minimum left out",
        Each(SEAT, MANY), lambda s: [score.income(s, seat).value for seat in s.config.seats], example="{ SK = 10 }",
    ),
    Phrase.valued(
        "points", "Victory Points that each empire would count now", Each(SEAT, MANY),
        lambda s: [score.points(s, seat).value for seat in s.config.seats], example="{ SK = 4 }",
    ),
    Phrase.valued("judge", 'the Judge of the Great Compromise, or "nobody"', OneOf(SEAT, none="nobody"), _judge,
                  example='"ST"'),
)  # fmt: skip
