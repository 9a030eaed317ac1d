"""The words of scenarios that are this game's own; all others follow from the declaration of the state.

    [setup]
    active = "GC"
    units = { GC = { Arabia = "Cthulhu, 2 Deep One" }, YS = { Arabia = "King in Yellow, Acolyte" } }
    gates = { Arabia = "GC" }
    books = { GC = "Absorb, Devolve" }
    power = { GC = 9 }

With `units` the map is swept first, no requirement slot is open unless `open` says so, and it is the Action phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...engine.errors import ScenarioError
from ...engine.state import Keys, Number, Phrase
from ...engine.state.groups import as_list
from ...engine.state.kind import spoken, table
from ...engine.state.schema import KeyRow
from ...engine.wording import enumerated, listed
from . import setup
from .common import keepers
from .config import Config
from .state import ACTION, AREA, HELD, KIND, POOL, SEAT, SIGN, UNIT, State, bits

MANY = Number(0, 1000)


def _number(s: State, said: Any, *path: str) -> int:
    return MANY.read(Keys(s.config, ".".join(path)), said)


def _seat(s: State, said: Any, key: str) -> int:
    return SEAT.member(s.at(key), said)


def _letters(s: State, seat: int) -> str:
    return s.config.factions[seat].letters


def _by_seat(s: State, said: Any, key: str) -> Iterator[tuple[str, int, Any]]:
    """(name, seat, what is said of it) of a table by faction; one value is said of all."""
    rows = said if isinstance(said, Mapping) else {card.letters: said for card in s.config.factions}
    for who, value in rows.items():
        yield f"{key}.{who}", _seat(s, who, key), value


def _differ(path: str, wanted: Any, found: Any) -> Iterator[str]:
    if wanted != found:
        yield f"{path}: expected {spoken(wanted)}, found {spoken(found)}"


# -- where a set-up begins, and what goes without saying --------------------------------------------------------------
def blank(b: Config, said: Mapping[str, Any]) -> State:
    """The start of the game, or a swept map."""
    if "units" not in said:
        s = setup.begin(b)
        s.phase = ACTION if set(said) - {"power", "doom", "signs"} else s.phase
        return s
    s = setup.empty(b)
    s.phase, s.open = ACTION, (0,) * len(b.seats)
    return s


def arranged(s: State, said: Mapping[str, Any]) -> None:
    """Whoever is in play has been awakened; a spellbook covers a slot; whose turn it is began the round."""
    s.note_awoken()
    if "books" in said and "open" not in said:
        for seat in s.config.seats:
            spare = s.count_books(seat) + s.open[seat].bit_count() - len(s.config.factions[seat].slots)
            for bit in bits(s.open[seat])[: max(spare, 0)]:
                s.cover_slot(seat, bit)
    if "first" in said and "active" not in said:
        s.active = s.first
    elif "active" in said and "first" not in said:
        s.first = s.active


# -- gates ------------------------------------------------------------------------------------------------------------
def _read_gates(s: State, said: Any) -> None:
    s.derive()  # who may hold a gate depends on powers
    for name, who in table(s.at("gates"), said).items():
        area = AREA.member(s.at("gates"), name)
        if str(who).lower() in ("", "abandoned", "nobody"):
            s.open_gate(area)
        elif str(who).lower() == "none":
            s.close_gate(area)
        else:
            owner, _, unit = str(who).partition(":")  # "BG: Dark Young" names the keeper
            seat = _seat(s, owner, "gates")
            wanted = [UNIT.member(s.at("gates").into(SEAT, seat), unit)] if unit else keepers(s, seat)
            kinds = [k for k in wanted if s.n(seat, k, area)]
            if not kinds:
                title = s.config.factions[seat].title
                raise ScenarioError(f"{title} has nobody in {name} who could stand on the gate")
            s.hold(seat, kinds[0], area)


def _holder(s: State, area: int) -> str:
    return _letters(s, s.holder(area)) if s.holder(area) >= 0 else "abandoned" if s.gate[area] else "none"


def _say_gates(s: State) -> dict[str, str]:
    """Who holds each gate; the keeper too when it is no plain Cultist."""
    found = {}
    for area, name in enumerate(s.config.map.names):
        if not s.gate[area]:
            continue
        seat, found[name] = s.holder(area), _holder(s, area)
        if seat >= 0 and s.warden[area] != next((k for k in keepers(s, seat) if s.n(seat, k, area)), -1):
            found[name] += f": {s.config.name[seat][s.warden[area]]}"
    return found


def _differ_gates(s: State, expected: Any) -> Iterator[str]:
    for name, who in table(s.at("gates"), expected).items():
        wanted = {"": "abandoned", "nobody": "abandoned"}.get(str(who).lower(), str(who).lower())
        if wanted not in ("abandoned", "none"):
            wanted = _letters(s, _seat(s, who, "gates"))
        yield from _differ(f"gates.{name}", wanted, _holder(s, AREA.member(s.at("gates"), name)))


# -- captives, Elder Signs, units that have moved ---------------------------------------------------------------------
def _captives(s: State, said: Any) -> Iterator[tuple[str, int, int, int]]:
    """(path, captor, owner, how many)."""
    for path, captor, owners in _by_seat(s, table(s.at("captives"), said), "captives"):
        for who, n in table(Keys(s.config, path), owners).items():
            yield f"{path}.{who}", captor, _seat(s, who, "captives"), _number(s, n, path, who)


def _read_captives(s: State, said: Any) -> None:
    for path, captor, owner, n in _captives(s, said):
        kind = s.config.cultists[owner][0]
        if n > s.n(owner, kind, POOL):
            raise ScenarioError(f"{path}: {s.config.factions[owner].title} has not so many Cultists left")
        for _ in range(n):
            s.move(owner, kind, POOL, HELD + captor)


def held_by(s: State, captor: int, owner: int) -> int:
    """Cultists of `owner` on a card."""
    return sum(s.n(owner, k, HELD + captor) for k in s.config.cultists[owner])


def _say_captives(s: State) -> dict[str, dict[str, int]]:
    seats = s.config.seats
    found = {_letters(s, c): {_letters(s, f): n for f in seats if (n := held_by(s, c, f))} for c in seats}
    return {captor: owners for captor, owners in found.items() if owners}


def _differ_captives(s: State, expected: Any) -> Iterator[str]:
    for path, captor, owner, n in _captives(s, expected):
        yield from _differ(path, n, held_by(s, captor, owner))


def _signs(s: State, said: Any, path: str) -> tuple[int, ...]:
    return tuple(sorted(SIGN.member(s.at("signs"), str(v)) for v in as_list(Keys(s.config, path), said)))


def _read_signs(s: State, said: Any) -> None:
    for path, seat, values in _by_seat(s, table(s.at("signs"), said), "signs"):
        s.signs[seat] = _signs(s, values, path)
        for v in s.signs[seat]:
            s.bag[v - 1] -= 1
    if min(s.bag) < 0:
        raise ScenarioError("there are not so many Elder Signs")


def _differ_signs(s: State, expected: Any) -> Iterator[str]:
    for path, seat, wanted in _by_seat(s, expected, "signs"):
        if isinstance(wanted, int):
            yield from _differ(path, wanted, len(s.signs[seat]))
        else:
            yield from _differ(path, list(_signs(s, wanted, path)), list(s.signs[seat]))


def _read_bag(s: State, said: Any) -> None:
    rows = as_list(s.at("bag"), said)
    if len(rows) != len(s.bag):
        raise ScenarioError("'bag' is a list: how many Elder Signs worth 1, 2 and 3 are left")
    s.bag = [_number(s, n, "bag") for n in rows]


def _read_moved(s: State, said: Any) -> None:
    at, found = s.at("moved"), []
    for row in as_list(at, said):
        if len(as_list(at, row)) != 2:
            raise ScenarioError("'moved' are pairs of a unit and an area")
        found.append((UNIT.member(at.into(SEAT, s.active), row[0]), AREA.member(at, row[1])))
    s.moved = tuple(found)


def _say_moved(s: State) -> list[list[str]]:
    return [[s.config.name[s.active][kind], s.config.map.names[area]] for kind, area in s.moved]


# -- what only an expectation can say ---------------------------------------------------------------------------------
def _differ_battle(s: State, expected: Any) -> Iterator[str]:
    found = "none" if s.battle is None else s.config.map.names[s.battle.area]
    wanted = "none" if str(expected).lower() == "none" else s.config.map.names[AREA.member(s.at("battle"), expected)]
    return _differ("battle", wanted, found)


def _differ_fight(s: State, expected: Any) -> Iterator[str]:
    for path, seat, text in _by_seat(s, table(s.at("fight"), expected), "fight"):
        if s.battle is None or seat not in s.battle.sides:
            yield f"{path}: expected {spoken(text)}, found no battle of that faction"
            continue
        at = s.at("fight").into(SEAT, seat)
        wanted = sorted(UNIT.member(at, name) for n, name in listed(text, path) for _ in range(n))
        roster = s.battle.roster[s.battle.sides.index(seat)]
        found = sorted(code & KIND for code, n in roster.items() for _ in range(n))
        yield from _differ(path, *(enumerated(UNIT.name(at, kind) for kind in kinds) for kinds in (wanted, found)))


def _differ_gate_count(s: State, expected: Any) -> Iterator[str]:
    for path, seat, n in _by_seat(s, expected, "gate_count"):
        yield from _differ(path, n, len(s.gates(seat)))


def _differ_ritual_cost(s: State, expected: Any) -> Iterator[str]:
    return _differ("ritual_cost", expected, s.ritual_cost())


EXPECTED: dict[str, Callable[[State, Any], Iterator[str]]] = {
    "battle": _differ_battle,
    "fight": _differ_fight,
    "gate_count": _differ_gate_count,
    "ritual_cost": _differ_ritual_cost,
}
EXPECTED_ROWS = (
    KeyRow("battle", '"Arabia"', 'the area of the battle under way, or "none"'),
    KeyRow("fight", '{ GC = "Cthulhu" }', "who takes part in the battle under way, by faction"),
    KeyRow("gate_count", "{ GC = 2 }", "gates that each faction holds; one number for all"),
    KeyRow("ritual_cost", "5", "the price of a ritual now"),
)
PHRASES = (
    Phrase(
        "captives", "Cultists that a faction holds captive, by their owner", _read_captives, _say_captives,
        _differ_captives, example="{ GC = { BG = 1 } }",
    ),
    Phrase(
        "gates", 'who holds each gate ("BG: Dark Young" names the unit), "abandoned", "none"', _read_gates, _say_gates,
        _differ_gates, example='{ Arabia = "GC", "North Asia" = "abandoned" }',
    ),
    Phrase(
        "signs", "hidden Elder Signs: their values; how many will do where they are expected", _read_signs,
        lambda s: {_letters(s, f): list(s.signs[f]) for f in s.config.seats if s.signs[f]}, _differ_signs, ("signs",),
        "{ GC = [1, 3] }",
    ),
    Phrase(
        "bag", "Elder Signs left, worth 1, 2 and 3", _read_bag, lambda s: list(s.bag),
        lambda s, expected: _differ("bag", expected, list(s.bag)), ("bag",), "[10, 7, 3]",
    ),
    Phrase(
        "moved", "units that the first action of the pair has moved, and where each is now", _read_moved, _say_moved,
        lambda s, expected: _differ("moved", expected, _say_moved(s)), ("moved",), '[["Dark Young", "North Asia"]]',
    ),
)  # fmt: skip
