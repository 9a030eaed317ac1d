"""What one player may know, what a position must obey, and the way from and to JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.errors import SaveError
from ...engine.tabletop.table import Target
from .config import KINDS, Config
from .state import (
    DOOMED,
    HELD,
    KEEPER,
    KIND,
    MOST_SEATS,
    OPEN_GATE,
    OVER,
    PLACES,
    PLAIN,
    ROW,
    SETUP,
    BattleRecord,
    State,
)

if TYPE_CHECKING:
    from random import Random

Fault = tuple[str, str, tuple[Target, ...]]


def view(s: State, viewer: int | None) -> State:
    """Others' hidden Elder Signs become 0s (only their number is known) and go back into what the bag may hold."""
    t = s.copy()
    bag = list(t.bag)
    for seat in t.config.seats:
        if seat != viewer:
            for v in t.signs[seat]:
                if v:
                    bag[v - 1] += 1
            t.signs[seat] = (0,) * len(t.signs[seat])
    t.bag = (bag[0], bag[1], bag[2])
    return t


def resample(s: State, viewer: int | None, rng: Random) -> State:
    """A copy in which the others' Elder Signs are drawn anew."""
    t = view(s, viewer)
    bag = [v for v in (1, 2, 3) for _ in range(t.bag[v - 1])]
    rng.shuffle(bag)
    for seat in t.config.seats:
        if seat != viewer:
            t.signs[seat] = tuple(sorted(bag.pop() for _ in t.signs[seat]))
    t.bag = (bag.count(1), bag.count(2), bag.count(3))
    return t


def violations(s: State) -> list[Fault]:
    """What is impossible about this state."""
    config = s.config
    found: list[Fault] = []
    for seat in config.seats:
        who = (f"seat:{seat}",)
        for kind in range(KINDS):
            figures = sum(s.units[seat * ROW + p * KINDS + kind] for p in range(PLACES))
            limit = config.limit[seat][kind] if kind in config.kinds[seat] else 0
            if figures != limit:
                name = config.name[seat][kind] if kind in config.kinds[seat] else f"unit {kind}"
                found.append(("CW-UNI-006", f"{config.factions[seat].title} has {figures} of {limit} {name}", who))
        if s.power[seat] < 0 or s.doom[seat] < 0:
            found.append(("CW-ACT-002", f"{config.factions[seat].title} has less than no Power or Doom", who))
        if s.n(seat, 0, HELD + seat):
            found.append(("CW-CAP-002", f"{config.factions[seat].title} has captured its own Cultist", who))
        if s.count_books(seat) + (s.open >> 8 * seat & 63).bit_count() > 6:
            found.append(
                ("CW-SPB-001", f"{config.factions[seat].title} has more spellbooks and open slots than six", who)
            )
        if s.owed & ~s.open & 63 << 8 * seat:
            found.append(("CW-SPB-001", f"{config.factions[seat].title} is owed a spellbook for a covered slot", who))
        if s.on[seat] != sum(1 << a for a in range(len(s.gate)) if s._any(seat, a)):
            found.append(("CW-UNI-007", "the index of occupied areas is wrong", who))
    for area, g in enumerate(s.gate):
        if g > OPEN_GATE and ((g - 2) >> 3 not in config.seats or not s.n((g - 2) >> 3, (g - 2) & 7, area)):
            found.append(("CW-GAT-001", f"the gate in {config.map.names[area]} has no keeper", (f"place:{area}:gate",)))
    if sum(1 for g in s.gate if g) > config.supply and config.rulings["gate_supply"] == "limit":
        found.append(("CW-CMP-002", f"more than {config.supply} gates are on the map", ()))
    for v in (1, 2, 3):
        if s.bag[v - 1] < 0 or s.bag[v - 1] + sum(signs.count(v) for signs in s.signs) > config.bag[v - 1]:
            found.append(("CW-ES-001", f"there are too many Elder Signs worth {v}", ()))
    for i, token in enumerate(config.tokens):
        if s.tokens[i].bit_count() > token.figures:
            found.append(("CW-CMP-005", f"there are more than {token.figures} {token.name} markers", ()))
    if s.battle is not None:
        found += _battle_faults(s, s.battle)
    return found


def _battle_faults(s: State, b: BattleRecord) -> list[Fault]:
    found: list[Fault] = []
    for seat, roster in zip(b.sides, b.roster, strict=True):
        for kind in s.config.kinds[seat]:
            if sum(n for c, n in roster.items() if c & KIND == kind) > s.n(seat, kind, b.area):
                found.append(
                    ("CW-BAT-002", f"more {s.config.name[seat][kind]} fight than are there", (f"area:{b.area}",))
                )
        for code in roster:
            if code & KEEPER and s.keeper(seat, b.area) != code & KIND:
                found.append(("CW-GAT-001", "a unit fights on a gate that it does not hold", (f"place:{b.area}:gate",)))
    return found


# -- from JSON --------------------------------------------------------------------------------------------------------
def from_json(config: Config, raw: Any) -> State:
    """The state again, every field checked. Raises `SaveError`."""
    if not isinstance(raw, dict) or set(raw) != {*PLAIN, "units", "gate", "battle"}:
        raise SaveError("the position in the file has missing or unknown fields")
    n, areas = len(config.factions), len(config.map.names)
    s = State(
        config,
        _bytes(raw["units"], n * ROW, 30),
        _bytes(raw["gate"], areas, 2 + 8 * MOST_SEATS),
        _ints(raw["power"], n, 0, 500),
        _ints(raw["doom"], n, 0, 500),
        [tuple(_ints(x, None, 1, 3)) for x in _list(raw["signs"], n)],
        _bag(raw["bag"]),
    )
    mask = (1 << 8 * n) - 1
    for name, low, high in (
        ("books", 0, mask),
        ("open", 0, mask),
        ("owed", 0, mask),
        ("ritual", 0, len(config.track)),
        ("first", 0, n - 1),
        ("way", -1, 1),
        ("active", 0, n - 1),
        ("phase", SETUP, OVER),
        ("stage", 0, 2),
        ("fought", 0, (1 << areas) - 1),
        ("round", 1, 1000),
        ("awoken", 0, mask),
        ("decay", 0, 500),
    ):
        setattr(s, name, _int(raw[name], name, low, high))
    if s.way == 0:
        raise SaveError("the direction of play in the file is neither way")
    s.doing = _word(raw["doing"])
    s.barred = tuple(_word(x) for x in _list(raw["barred"], None))
    s.moved = tuple((_int(k, "a kind", 0, KIND), _int(a, "an area", 0, areas - 1)) for k, a in _rows(raw["moved"], 2))
    s.slot = None if raw["slot"] is None else tuple(_word(x) for x in _list(raw["slot"], None))
    s.lent, s.spent = _named(raw["lent"], n), _named(raw["spent"], n)
    s.tokens = tuple(_ints(raw["tokens"], len(config.tokens), 0, (1 << areas) - 1))
    if raw["battle"] is not None:
        s.battle = _battle(raw["battle"], n, areas)
    s.derive()
    return s


def _battle(raw: Any, n: int, areas: int) -> BattleRecord:
    if not isinstance(raw, dict) or set(raw) != set(BattleRecord.__slots__):
        raise SaveError("the battle in the file has missing or unknown fields")
    most = 2 * DOOMED
    sides = _ints(raw["sides"], 2, 0, n - 1)
    pairs = [[_ints(row, 2, 0, most) for row in _list(roster, None)] for roster in _list(raw["roster"], 2)]
    rosters = [{row[0]: row[1] for row in rows} for rows in pairs]
    rolled = tuple(tuple(_ints(x, 3, 0, 1000)) for x in _list(raw["rolled"], None))
    fates = tuple((_int(x[0], "side", 0, 1), _int(x[1], "code", 0, most), _word(x[2])) for x in _rows(raw["fates"], 3))
    return BattleRecord(
        _int(raw["area"], "area", 0, areas - 1),
        (sides[0], sides[1]),
        rosters,
        _ints(raw["kills"], 2, 0, 1000),
        _ints(raw["pains"], 2, 0, 1000),
        _ints(raw["dooms"], 2, 0, 1000),
        _ints(raw["slain"], 2, 0, 1000),
        tuple((x[0], x[1], x[2]) for x in rolled),
        _named(raw["used"], n),
        _named(raw["declined"], n),
        fates,
        tuple((_int(f, "a seat", 0, n - 1), _int(k, "a kind", 0, KIND)) for f, k in _rows(raw["came"], 2)),
        _int(raw["router"], "router", -1, n - 1),
        _int(raw["stage"], "stage", 0, 20),
    )


def _bag(value: Any) -> tuple[int, int, int]:
    one, two, three = _ints(value, 3, 0, 200)
    return one, two, three


def _int(value: Any, name: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise SaveError(f"{name!r} in the file is no number from {low} to {high}")
    return value


def _list(value: Any, length: int | None) -> list[Any]:
    if not isinstance(value, list | tuple) or (length is not None and len(value) != length) or len(value) > 500:
        raise SaveError("a list in the file is of the wrong length")
    return list(value)


def _rows(value: Any, length: int) -> list[list[Any]]:
    return [_list(row, length) for row in _list(value, None)]


def _ints(value: Any, length: int | None, low: int, high: int) -> list[int]:
    return [_int(x, "a number", low, high) for x in _list(value, length)]


def _word(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 100:
        raise SaveError("a word in the file is none")
    return value


def _named(value: Any, n: int) -> tuple[tuple[int, str], ...]:
    return tuple((_int(row[0], "a seat", 0, n - 1), _word(row[1])) for row in _rows(value, 2))


def _bytes(value: Any, length: int, most: int) -> bytearray:
    try:
        found = bytearray.fromhex(_hex(value))
    except ValueError as fault:
        raise SaveError("figures in the file are no hexadecimal number") from fault
    if len(found) != length or max(found, default=0) > most:
        raise SaveError("the figures in the file do not fit this game")
    return found


def _hex(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 100_000:
        raise SaveError("figures in the file are no text")
    return value
