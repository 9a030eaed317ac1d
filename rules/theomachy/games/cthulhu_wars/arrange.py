"""A table in a few words: positions of scenarios, what is expected of them, and the way back.

    [setup]
    active = "GC"
    units = { GC = { Arabia = "Cthulhu, 2 Deep One" }, YS = { Arabia = "King in Yellow, Acolyte" } }
    gates = { Arabia = "GC" }
    books = { GC = "Absorb, Devolve" }
    power = { GC = 9 }

With `units` the map is swept first, no requirement slot is open unless `open` says so, and it is the Action phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...engine.errors import ScenarioError, UnknownName, unknown
from ...engine.runtime.keys import Key, known
from ...engine.wording import tokens
from . import setup
from .actions import known as known_actions
from .common import keepers
from .config import Config
from .state import (
    ACTION,
    AFTER,
    BEFORE,
    CARD,
    DOOM,
    FIRST,
    GATHER,
    HELD,
    KIND,
    NO_GATE,
    OPEN_GATE,
    OVER,
    POOL,
    SECOND,
    SETUP,
    State,
    bits,
)

PHASES = {"set-up": SETUP, "action": ACTION, "gather power": GATHER, "first player": FIRST, "doom": DOOM, "over": OVER}
PARTS = {"before": BEFORE, "begun": BEFORE, "second": SECOND, "after": AFTER}  # begun: by an unlimited action
WAYS = {"clockwise": 1, "counterclockwise": -1}
PLACES = {"pool": POOL, "submerged": CARD, "card": CARD}


# -- names ------------------------------------------------------------------------------------------------------------
def seat_named(b: Config, name: str, players: tuple[str, ...]) -> int:
    """A seat by letters, title, slug or player. Raises `UnknownName`."""
    wanted = tokens(name)
    for seat, card in enumerate(b.factions):
        if wanted in (tokens(card.letters), tokens(card.title), tokens(players[seat])):
            return seat
    raise unknown("player or faction", name, [card.letters for card in b.factions])


def area_named(b: Config, name: str) -> int:
    """An area by name. Raises `UnknownName`."""
    wanted = tokens(name)
    for area, title in enumerate(b.map.names):
        if tokens(title) == wanted:
            return area
    raise unknown("area of this map", name, b.map.names)


def place_named(b: Config, name: str) -> int:
    """An area, "pool" or "submerged"."""
    return PLACES[name.lower()] if name.lower() in PLACES else area_named(b, name)


def kind_named(b: Config, seat: int, name: str) -> int:
    """A kind of unit: "Deep One", "deep ones", "King". Raises `UnknownName`."""
    said = tokens(name)
    for cut in (said, tuple(w.removesuffix("s") for w in said)):
        for kind, title in enumerate(b.name[seat]):
            words = tokens(title)
            if cut == words or cut == tuple(w.removesuffix("s") for w in words) or (cut and words[: len(cut)] == cut):
                return kind
    raise unknown(f"unit of {b.factions[seat].title}", name, b.name[seat])


def units_said(b: Config, seat: int, text: str) -> dict[int, int]:
    """ "Cthulhu, 2 Deep One" -> {kind: number}; "nothing" and "" are empty."""
    found: dict[int, int] = {}
    for part in text.split(","):
        word = part.strip()
        if not word or word.lower() in ("nothing", "none"):
            continue
        first, _, rest = word.partition(" ")
        n, name = (int(first), rest) if first.isdecimal() else (1, word)
        kind = kind_named(b, seat, name)
        found[kind] = found.get(kind, 0) + n
    return found


def items_said(text: str, names: list[str], what: str) -> list[int]:
    """Numbers of the items that a list names; "all" is all, "none" none. Raises `UnknownName`."""
    if text.strip().lower() in ("all", "none", ""):
        return list(range(len(names))) if text.strip().lower() == "all" else []
    found, there = [], [tokens(name.removeprefix("The ")) for name in names]
    for part in text.split(","):
        said = tokens(part.strip().removeprefix("The ").removeprefix("the "))
        if said not in there:
            raise unknown(what, part.strip(), names)
        found.append(there.index(said))
    return found


def _table(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{key!r} must be a table, such as {{ GC = ... }}, not {value!r:.60}")
    return value


def _number(value: Any, key: str) -> int:
    if type(value) is not int or not 0 <= value <= 1000:
        raise ScenarioError(f"{key!r} must be a whole number, not {value!r:.60}")
    return value


def _word(value: Any, there: Mapping[str, int], key: str) -> int:
    if str(value).lower() not in there:
        raise unknown(key, value, there)
    return there[str(value).lower()]


# -- building ---------------------------------------------------------------------------------------------------------
class Builder:
    """Builds one position; each method is a key of `[setup]`."""

    def __init__(self, b: Config, players: tuple[str, ...], raw: Mapping[str, Any]) -> None:
        self.b, self.players, self.raw = b, players, raw
        self.s = setup.empty(b) if "units" in raw else setup.begin(b)
        if "units" in raw:
            self.s.phase, self.s.open = ACTION, 0
        elif set(raw) - {"power", "doom", "signs"}:
            self.s.phase = ACTION

    def seat(self, name: str) -> int:
        return seat_named(self.b, name, self.players)

    def build(self) -> State:
        known(WORDS, self.raw, "key of [setup]")
        for name, key in WORDS.items():
            if name in self.raw:
                key.use(self, self.raw[name])
        if "active" not in self.raw and "first" in self.raw:
            self.s.active = self.s.first
        self.s.derive()
        return self.s

    def each(self, value: Any, key: str, put: Callable[[int, Any], None]) -> None:
        """A table by faction, or one value for all."""
        if isinstance(value, Mapping):
            for name, one in value.items():
                put(self.seat(name), one)
        else:
            for seat in self.b.seats:
                put(seat, value)

    def powers(self, value: Any, key: str) -> tuple[tuple[int, str], ...]:
        """Powers by seat; several of one seat with commas between them."""
        rows = _table(value, key).items()
        return tuple((self.seat(who), name.strip()) for who, names in rows for name in str(names).split(","))

    def set_units(self, value: Any) -> None:
        s, b = self.s, self.b
        for who, places in _table(value, "units").items():
            seat = self.seat(who)
            for name, text in _table(places, f"units.{who}").items():
                place = place_named(b, name)
                for kind, n in units_said(b, seat, str(text)).items():
                    if n > s.n(seat, kind, POOL):
                        raise ScenarioError(f"{b.factions[seat].title} has no {n} more {b.name[seat][kind]} for {name}")
                    for _ in range(n if place != POOL else 0):
                        s.move(seat, kind, POOL, place)
                    if kind in b.goos[seat] and place != POOL:
                        s.awoken |= 1 << (8 * seat + kind)

    def set_captives(self, value: Any) -> None:
        for who, owners in _table(value, "captives").items():
            captor = self.seat(who)
            for owner, n in _table(owners, f"captives.{who}").items():
                seat = self.seat(owner)
                for _ in range(_number(n, "captives")):
                    self.s.move(seat, self.b.cultists[seat][0], POOL, HELD + captor)

    def set_books(self, value: Any) -> None:
        for who, text in _table(value, "books").items():
            seat = self.seat(who)
            card = self.b.factions[seat]
            for bit in items_said(str(text), [book.name for book in card.books], f"spellbook of {card.title}"):
                self.s.books |= 1 << (8 * seat + bit)
            spare = self.s.count_books(seat) + (self.s.open >> 8 * seat & 63).bit_count() - 6
            for bit in range(6):
                if spare > 0 and self.s.open >> (8 * seat + bit) & 1:
                    self.s.open &= ~(1 << (8 * seat + bit))
                    spare -= 1
        self.s.derive()

    def set_open(self, value: Any) -> None:
        for who, text in _table(value, "open").items():
            seat = self.seat(who)
            card = self.b.factions[seat]
            self.s.open &= ~(63 << 8 * seat)
            for bit in items_said(str(text), [slot.name for slot in card.slots], f"requirement of {card.title}"):
                self.s.open |= 1 << (8 * seat + bit)
        self.s.derive()

    def set_gates(self, value: Any) -> None:
        s, b = self.s, self.b
        for name, who in _table(value, "gates").items():
            area = area_named(b, name)
            if str(who).lower() in ("", "abandoned", "nobody"):
                s.gate[area] = OPEN_GATE
            elif str(who).lower() == "none":
                s.gate[area] = NO_GATE
            else:
                owner, _, unit = str(who).partition(":")  # "BG: Dark Young" names the keeper
                seat = self.seat(owner)
                s.derive()
                wanted = [kind_named(b, seat, unit)] if unit else keepers(s, seat)
                kinds = [k for k in wanted if s.n(seat, k, area)]
                if not kinds:
                    raise ScenarioError(f"{b.factions[seat].title} has nobody in {name} who could stand on the gate")
                s.hold(seat, kinds[0], area)

    def set_power(self, value: Any) -> None:
        self.each(value, "power", lambda seat, n: self.s.power.__setitem__(seat, _number(n, "power")))

    def set_doom(self, value: Any) -> None:
        self.each(value, "doom", lambda seat, n: self.s.doom.__setitem__(seat, _number(n, "doom")))

    def set_signs(self, value: Any) -> None:
        for who, values in _table(value, "signs").items():
            if not isinstance(values, list) or any(v not in (1, 2, 3) for v in values):
                raise ScenarioError("'signs' are lists of the values 1, 2 and 3")
            self.s.signs[self.seat(who)] = tuple(sorted(values))
            bag = [n - values.count(v) for v, n in zip((1, 2, 3), self.s.bag, strict=True)]
            if min(bag) < 0:
                raise ScenarioError("there are not so many Elder Signs")
            self.s.bag = (bag[0], bag[1], bag[2])

    def set_bag(self, value: Any) -> None:
        if not isinstance(value, list) or len(value) != 3:
            raise ScenarioError("'bag' is a list: how many Elder Signs worth 1, 2 and 3 are left")
        self.s.bag = (_number(value[0], "bag"), _number(value[1], "bag"), _number(value[2], "bag"))

    def set_markers(self, value: Any) -> None:
        for key, text in _table(value, "markers").items():
            token = self.b.token(key)
            if token < 0:
                raise unknown("kind of marker", key, [t.key for t in self.b.tokens])
            mask = sum(1 << area_named(self.b, part.strip()) for part in str(text).split(",") if part.strip())
            self.s.tokens = tuple(mask if i == token else old for i, old in enumerate(self.s.tokens))

    def set_awoken(self, value: Any) -> None:
        for who, text in _table(value, "awoken").items():
            seat = self.seat(who)
            for kind in units_said(self.b, seat, str(text)):
                self.s.awoken |= 1 << (8 * seat + kind)

    def set_spent(self, value: Any) -> None:
        self.s.spent = self.powers(value, "spent")

    def set_lent(self, value: Any) -> None:
        self.s.lent = self.powers(value, "lent")

    def set_fought(self, value: Any) -> None:
        self.s.fought = sum(1 << area_named(self.b, part.strip()) for part in str(value).split(",") if part.strip())

    def set_ritual(self, value: Any) -> None:
        if _number(value, "ritual") > len(self.b.track):
            raise ScenarioError(f"'ritual' is how many spaces the marker has gone, 0 to {len(self.b.track)}")
        self.s.ritual = value

    def set_decay(self, value: Any) -> None:
        self.s.decay = _number(value, "decay")

    def set_round(self, value: Any) -> None:
        self.s.round = max(1, _number(value, "round"))

    def set_first(self, value: Any) -> None:
        self.s.first = self.seat(str(value))

    def set_active(self, value: Any) -> None:
        self.s.active = self.seat(str(value))
        if "first" not in self.raw:
            self.s.first = self.s.active

    def set_direction(self, value: Any) -> None:
        self.s.way = _word(value, WAYS, "direction")

    def set_phase(self, value: Any) -> None:
        self.s.phase = _word(value, PHASES, "phase")

    def set_part(self, value: Any) -> None:
        self.s.stage = _word(value, PARTS, "part of the turn")
        self.s.barred = ("pass",) if str(value).lower() == "begun" else ()

    def set_barred(self, value: Any) -> None:
        verbs = [verb.strip() for verb in str(value).split(",")]
        there = {action.verb for action in known_actions(self.s, self.s.active)}
        for verb in verbs:
            if verb not in there:
                raise unknown("action", verb, there)
        if self.s.stage != SECOND:
            raise ScenarioError("'barred' is for the second action of a pair: part = \"second\"")
        self.s.barred = tuple(verbs)

    def set_moved(self, value: Any) -> None:
        good = isinstance(value, list) and all(isinstance(row, list) and len(row) == 2 for row in value)
        if not good or self.s.stage != SECOND:
            raise ScenarioError("'moved' are pairs of a unit and an area, for the second action of a pair")
        me = self.s.active
        self.s.moved = tuple((kind_named(self.b, me, str(u)), area_named(self.b, str(a))) for u, a in value)


WORDS: dict[str, Key[Callable[[Builder, Any], None]]] = {  # in the order in which they are read: units before gates
    "units": Key(
        Builder.set_units,
        '{ GC = { Arabia = "Cthulhu, 2 Deep One", submerged = "Starspawn" } }',
        'units of each faction by area ("pool", "submerged"); sweeps the map first',
    ),
    "captives": Key(
        Builder.set_captives,
        "{ GC = { BG = 1 } }",
        "Cultists that a faction holds captive, by their owner",
    ),
    "books": Key(
        Builder.set_books,
        '{ GC = "Absorb, Devolve" }',
        'spellbooks on each card, or "all"; as many slots count as met',
    ),
    "open": Key(
        Builder.set_open,
        '{ GC = "all" }',
        "requirements of each card that are still to be met",
    ),
    "gates": Key(
        Builder.set_gates,
        '{ Arabia = "GC", "North Asia" = "abandoned" }',
        'gates: the faction that holds it ("BG: Dark Young" names the unit), "abandoned", "none"',
    ),
    "power": Key(
        Builder.set_power,
        "{ GC = 9 }",
        "Power of each faction; one number for all",
    ),
    "doom": Key(
        Builder.set_doom,
        "{ GC = 12 }",
        "Doom of each faction; one number for all",
    ),
    "signs": Key(
        Builder.set_signs,
        "{ GC = [1, 3] }",
        "hidden Elder Signs of each faction, by their value",
    ),
    "bag": Key(
        Builder.set_bag,
        "[10, 7, 3]",
        "Elder Signs left, worth 1, 2 and 3",
    ),
    "markers": Key(
        Builder.set_markers,
        '{ desecration = "Arabia, North Asia" }',
        "areas with each kind of marker",
    ),
    "awoken": Key(
        Builder.set_awoken,
        '{ GC = "Cthulhu" }',
        "Great Old Ones that have been awakened before",
    ),
    "spent": Key(
        Builder.set_spent,
        '{ GC = "Dreams" }',
        "powers of each faction that are used up until Gather Power",
    ),
    "lent": Key(
        Builder.set_lent,
        '{ GC = "Absorb" }',
        "powers that each faction has for a while",
    ),
    "fought": Key(
        Builder.set_fought,
        '"Arabia, North Asia"',
        "areas where the active faction has begun a battle this turn",
    ),
    "ritual": Key(
        Builder.set_ritual,
        "2",
        "spaces that the ritual marker has gone",
    ),
    "decay": Key(
        Builder.set_decay,
        "1",
        "Decay, in a game of two",
    ),
    "round": Key(
        Builder.set_round,
        "3",
        "the number of the round",
    ),
    "first": Key(
        Builder.set_first,
        '"GC"',
        "the first player",
    ),
    "active": Key(
        Builder.set_active,
        '"BG"',
        "whose turn it is",
    ),
    "direction": Key(
        Builder.set_direction,
        '"counterclockwise"',
        'the order of turns, or "clockwise"',
    ),
    "phase": Key(
        Builder.set_phase,
        '"doom"',
        '"set-up", "action", "gather power", "first player", "doom" or "over"',
    ),
    "part": Key(
        Builder.set_part,
        '"after"',
        'of the turn: "before" the main action, "begun" by an unlimited one, "second" of a pair, "after"',
    ),
    "barred": Key(
        Builder.set_barred,
        '"move"',
        "actions that cannot be the second of the pair",
    ),
    "moved": Key(
        Builder.set_moved,
        '[["Dark Young", "North Asia"]]',
        "units that the first action of the pair has moved, and where each is now",
    ),
}


def arrange(b: Config, players: tuple[str, ...], raw: Mapping[str, Any]) -> State:
    """The state that a `[setup]` table describes. Raises `TheoError`."""
    return Builder(b, players, raw).build()


# -- the way back -----------------------------------------------------------------------------------------------------
def arrange_text(s: State) -> str:
    """The lines of TOML that would make `arrange` build this state (between actions)."""
    b = s.config
    lines = [f"units = {{ {', '.join(_units_rows(s))} }}"]
    gates = {b.map.names[a]: _gate(s, a) for a, g in enumerate(s.gate) if g}
    if gates:
        lines.append(f"gates = {_inline(gates)}")
    captives = {
        b.factions[c].letters: {b.factions[f].letters: n for f in b.seats if (n := s.n(f, b.cultists[f][0], HELD + c))}
        for c in b.seats
    }
    if any(captives.values()):
        lines.append(f"captives = {_inline({k: v for k, v in captives.items() if v})}")
    letters = [card.letters for card in b.factions]
    books = {letters[f]: ", ".join(b.factions[f].books[i].name for i in bits(s.books >> 8 * f & 63)) for f in b.seats}
    if any(books.values()):
        lines.append(f"books = {_inline({k: v for k, v in books.items() if v})}")
    slots = {letters[f]: ", ".join(b.factions[f].slots[i].name for i in bits(s.open >> 8 * f & 63)) for f in b.seats}
    if any(slots.values()):
        lines.append(f"open = {_inline({k: v for k, v in slots.items() if v})}")
    lines.append(f"power = {_inline(dict(zip(letters, s.power, strict=True)))}")
    lines.append(f"doom = {_inline(dict(zip(letters, s.doom, strict=True)))}")
    signs = {letters[f]: list(s.signs[f]) for f in b.seats if s.signs[f]}
    if signs:
        lines.append(f"signs = {_inline(signs)}")
    lines.append(f"bag = {list(s.bag)}")
    marks = {t.key: ", ".join(b.map.names[a] for a in bits(s.tokens[i])) for i, t in enumerate(b.tokens) if s.tokens[i]}
    if marks:
        lines.append(f"markers = {_inline(marks)}")
    awoken = {letters[f]: ", ".join(b.name[f][k] for k in b.goos[f] if s.awoken >> (8 * f + k) & 1) for f in b.seats}
    if any(awoken.values()):
        lines.append(f"awoken = {_inline({k: v for k, v in awoken.items() if v})}")
    for key, pairs in (("spent", s.spent), ("lent", s.lent)):
        if pairs:
            powers = {letters[f]: ", ".join(name for seat, name in pairs if seat == f) for f, _ in pairs}
            lines.append(f"{key} = {_inline(powers)}")
    if s.fought:
        lines.append(f'fought = "{", ".join(b.map.names[a] for a in bits(s.fought))}"')
    names = {v: k for k, v in PHASES.items()}
    lines += [
        f"ritual = {s.ritual}",
        f"decay = {s.decay}",
        f"round = {s.round}",
        f'first = "{letters[s.first]}"',
        f'active = "{letters[s.active]}"',
        f'direction = "{"clockwise" if s.way > 0 else "counterclockwise"}"',
        f'phase = "{names[s.phase]}"',
    ]
    if s.stage != BEFORE or s.barred == ("pass",):
        lines.append(f'part = "{ {SECOND: "second", AFTER: "after"}.get(s.stage, "begun") }"')
    if s.stage == SECOND and s.barred:
        lines.append(f'barred = "{", ".join(s.barred)}"')
    if s.stage == SECOND and s.moved:
        moved = ", ".join(f'["{b.name[s.active][kind]}", "{b.map.names[area]}"]' for kind, area in s.moved)
        lines.append(f"moved = [{moved}]")
    return "\n".join(lines) + "\n"


def _gate(s: State, area: int) -> str:
    """Who holds a gate; the keeper too when it is no plain Cultist."""
    seat = s.holder(area)
    if seat < 0:
        return "abandoned"
    kind, letters = s.keeper(seat, area), s.config.factions[seat].letters
    first = next((k for k in keepers(s, seat) if s.n(seat, k, area)), kind)
    return letters if kind == first else f"{letters}: {s.config.name[seat][kind]}"


def _units_rows(s: State) -> Iterable[str]:
    b = s.config
    for f in b.seats:
        places = {b.map.names[a]: _stack(s, f, a) for a in s.areas(f)}
        if hidden := _stack(s, f, CARD):
            places["submerged"] = hidden
        yield f"{b.factions[f].letters} = {_inline(places)}"


def _stack(s: State, seat: int, place: int) -> str:
    names = s.config.name[seat]
    return ", ".join(
        f"{n} {names[k]}" if n > 1 else names[k] for k in s.config.kinds[seat] if (n := s.n(seat, k, place))
    )


def _inline(table: Mapping[str, Any]) -> str:
    def value(v: Any) -> str:
        return _inline(v) if isinstance(v, Mapping) else f'"{v}"' if isinstance(v, str) else str(v)

    return (
        "{ " + ", ".join(f"{k if k.isidentifier() else _quoted(k)} = {value(v)}" for k, v in table.items()) + " }"
        if table
        else "{}"
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# -- expecting --------------------------------------------------------------------------------------------------------
def check(s: State, players: tuple[str, ...], expect: Mapping[str, Any]) -> list[str]:
    """The differences between a state and an `expect` table, a line each. Raises `TheoError` for unknown words."""
    found: list[str] = []
    known(EXPECT, expect, "key of expect")
    for key, value in expect.items():
        found += EXPECT[key].use(s, players, value)
    return found


def _differ(where: str, expected: Any, got: Any) -> list[str]:
    if expected == got:
        return []

    def shown(value: Any) -> Any:
        return "nothing" if value in ("", [], {}) else value

    return [f"{where}: expected {shown(expected)}, found {shown(got)}"]


def _each(get: Callable[[State, int], Any], name: str) -> Callable[[State, tuple[str, ...], Any], list[str]]:
    def compare(s: State, players: tuple[str, ...], value: Any) -> list[str]:
        rows = value.items() if isinstance(value, Mapping) else [(card.letters, value) for card in s.config.factions]
        return [
            line
            for who, one in rows
            for line in _differ(f"{name} of {who}", one, get(s, seat_named(s.config, who, players)))
        ]

    return compare


def _check_units(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    found = []
    for who, places in _table(value, "units").items():
        seat = seat_named(s.config, who, players)
        for name, text in _table(places, f"units.{who}").items():
            place = place_named(s.config, name)
            wanted = units_said(s.config, seat, str(text))
            here = {k: n for k in s.config.kinds[seat] if (n := s.n(seat, k, place)) and (place != POOL or k in wanted)}
            if here != {k: n for k, n in wanted.items() if n}:
                said = ", ".join(f"{n} {s.config.name[seat][k]}" for k, n in wanted.items()) or "nothing"
                got = ", ".join(f"{n} {s.config.name[seat][k]}" for k, n in here.items()) or "nothing"
                found.append(f"{who} in {name}: expected {said}, found {got}")
    return found


def _check_gates(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    found = []
    for name, who in _table(value, "gates").items():
        area = area_named(s.config, name)
        holder = s.holder(area)
        got = s.config.factions[holder].letters if holder >= 0 else "abandoned" if s.gate[area] else "none"
        wanted = str(who).lower() or "abandoned"
        if wanted not in ("abandoned", "none", "nobody"):
            wanted = s.config.factions[seat_named(s.config, str(who), players)].letters
        found += _differ(f"gate in {name}", "abandoned" if wanted == "nobody" else wanted, got)
    return found


def _check_books(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    found = []
    for who, text in _table(value, "books").items():
        seat = seat_named(s.config, who, players)
        names = [book.name for book in s.config.factions[seat].books]
        if isinstance(text, int):
            found += _differ(f"spellbooks of {who}", text, s.count_books(seat))
        else:
            wanted = sorted(items_said(text, names, "spellbook"))
            got = list(bits(s.books >> 8 * seat & 63))
            found += _differ(
                f"spellbooks of {who}", ", ".join(names[i] for i in wanted), ", ".join(names[i] for i in got)
            )
    return found


def _check_open(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    found = []
    for who, text in _table(value, "open").items():
        seat = seat_named(s.config, who, players)
        names = [slot.name for slot in s.config.factions[seat].slots]
        wanted, got = sorted(items_said(str(text), names, "requirement")), list(bits(s.open >> 8 * seat & 63))
        found += _differ(
            f"open requirements of {who}", ", ".join(names[i] for i in wanted), ", ".join(names[i] for i in got)
        )
    return found


def _check_signs(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    found = []
    for who, wanted in _table(value, "signs").items():
        signs = s.signs[seat_named(s.config, who, players)]
        found += _differ(f"Elder Signs of {who}", wanted, len(signs) if isinstance(wanted, int) else list(signs))
    return found


def _check_captives(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    found = []
    for who, owners in _table(value, "captives").items():
        captor = seat_named(s.config, who, players)
        for owner, n in _table(owners, f"captives.{who}").items():
            seat = seat_named(s.config, owner, players)
            found += _differ(
                f"captives of {who} from {owner}", n, sum(s.n(seat, k, HELD + captor) for k in s.config.cultists[seat])
            )
    return found


def _check_markers(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    found = []
    for key, text in _table(value, "markers").items():
        token = s.config.token(key)
        if token < 0:
            raise unknown("kind of marker", key, [t.key for t in s.config.tokens])
        wanted = sorted(area_named(s.config, part.strip()) for part in str(text).split(",") if part.strip())
        names = s.config.map.names
        found += _differ(
            f"{key} markers", ", ".join(names[a] for a in wanted), ", ".join(names[a] for a in bits(s.tokens[token]))
        )
    return found


def _check_fight(s: State, players: tuple[str, ...], value: Any) -> list[str]:
    """Who takes part in the battle under way, by faction."""
    if s.battle is None:
        return ["battle: expected one, found none"]
    found = []
    for who, text in _table(value, "fight").items():
        seat = seat_named(s.config, who, players)
        if seat not in s.battle.sides:
            raise UnknownName(f"{who} does not fight in this battle")
        got: dict[int, int] = {}
        for code, n in s.battle.roster[s.battle.sides.index(seat)].items():
            got[code & KIND] = got.get(code & KIND, 0) + n
        wanted = units_said(s.config, seat, str(text))
        if got != wanted:
            names = s.config.name[seat]
            rows = [", ".join(f"{n} {names[k]}" for k, n in sorted(x.items())) or "nothing" for x in (wanted, got)]
            found.append(f"{who} in the battle: expected {rows[0]}, found {rows[1]}")
    return found


def _simple(get: Callable[[State], Any], name: str) -> Callable[[State, tuple[str, ...], Any], list[str]]:
    return lambda s, players, value: _differ(name, value, get(s))


def _letters(s: State, seat: int) -> str:
    return s.config.factions[seat].letters


def _seat_check(get: Callable[[State], int], name: str) -> Callable[[State, tuple[str, ...], Any], list[str]]:
    def compare(s: State, players: tuple[str, ...], value: Any) -> list[str]:
        return _differ(name, _letters(s, seat_named(s.config, str(value), players)), _letters(s, get(s)))

    return compare


EXPECT: dict[str, Key[Callable[[State, tuple[str, ...], Any], list[str]]]] = {
    "units": Key(
        _check_units,
        '{ GC = { Arabia = "Cthulhu", pool = "2 Acolyte" } }',
        'units of a faction in an area, all of them ("nothing"); in the pool only those named',
    ),
    "gates": Key(_check_gates, '{ Arabia = "GC", "North Asia" = "none" }', 'who holds a gate; "abandoned", "none"'),
    "books": Key(_check_books, '{ GC = 2, YS = "Passion" }', "spellbooks by name, all of them, or how many"),
    "open": Key(_check_open, '{ GC = "none" }', "requirements that are still to be met, all of them"),
    "signs": Key(_check_signs, "{ GC = 2, BG = [1, 3] }", "hidden Elder Signs: how many, or their values"),
    "captives": Key(_check_captives, "{ GC = { BG = 1 } }", "Cultists that a faction holds captive, by their owner"),
    "markers": Key(_check_markers, '{ desecration = "Arabia" }', "areas with a kind of marker, all of them"),
    "fight": Key(_check_fight, '{ GC = "Cthulhu" }', "who takes part in the battle under way, by faction"),
    "power": Key(_each(lambda s, seat: s.power[seat], "Power"), "{ GC = 8 }", "Power; one number for all"),
    "doom": Key(_each(lambda s, seat: s.doom[seat], "Doom"), "{ GC = 12 }", "Doom; one number for all"),
    "gate_count": Key(
        _each(lambda s, seat: len(s.gates(seat)), "gates"),
        "{ GC = 2 }",
        "gates that each faction holds; one number for all",
    ),
    "active": Key(_seat_check(lambda s: s.active, "active"), '"GC"', "whose turn it is"),
    "first": Key(_seat_check(lambda s: s.first, "first player"), '"GC"', "the first player"),
    "phase": Key(_simple(lambda s: next(k for k, v in PHASES.items() if v == s.phase), "phase"), '"doom"', "the phase"),
    "direction": Key(
        _simple(lambda s: "clockwise" if s.way > 0 else "counterclockwise", "direction"),
        '"clockwise"',
        "the order of turns",
    ),
    "battle": Key(
        _simple(lambda s: s.config.map.names[s.battle.area] if s.battle else "none", "battle"),
        '"Arabia"',
        'the area of the battle under way, or "none"',
    ),
    "ritual": Key(_simple(lambda s: s.ritual, "ritual marker"), "2", "spaces that the ritual marker has gone"),
    "ritual_cost": Key(_simple(lambda s: s.ritual_cost(), "price of a ritual"), "5", "the price of a ritual now"),
    "decay": Key(_simple(lambda s: s.decay, "Decay"), "1", "Decay, in a game of two"),
    "round": Key(_simple(lambda s: s.round, "round"), "3", "the number of the round"),
    "bag": Key(_simple(lambda s: list(s.bag), "bag"), "[10, 7, 3]", "Elder Signs left, worth 1, 2 and 3"),
}
