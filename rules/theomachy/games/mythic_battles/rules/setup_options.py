"""From options to the box of one game: boards, units, armies, scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....engine.errors import DataError, UnknownName, unknown
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from .config import (
    CLASS,
    CONSTRUCTED,
    DRAFT,
    GOD,
    LIMITED,
    MODES,
    POWER,
    READY,
    STONES,
    TALENT,
    TITAN,
    Army,
    Config,
    Goal,
    Scenario,
    Token,
    Unit,
    read_unit,
    standing,
    stands,
)
from .maps import Map, area_named, load, whole_table
from .timings import VOCABULARY, Ground, Power, Talent, UnitClass

NAMES = ("Blue", "Red", "Green", "Yellow")


def config(players: Sequence[str], n: int, facts: Facts, rulings: Rulings, options: Mapping[str, Any]) -> Config:
    """What is in the box. Raises `DataError` or `UnknownName` for options that do not fit."""
    scenario = options["scenario"]
    if scenario:
        mode = facts[f"scenario.{scenario}.mode"]
        recruitment = READY if dictated(facts, scenario, n, rulings) else DRAFT
        slugs = [facts[f"scenario.{scenario}.board"]]
        lead = facts[f"scenario.{scenario}.lead"] - 1
        if not 0 <= lead < n:
            raise DataError(f"scenario.{scenario}.lead: armies are numbered from 1 to {n}")
    else:
        mode = options["mode"] or ("teams" if n == 4 else "skirmish")
        recruitment = READY if options["armies"] else options["recruitment"]
        lead = -1
        check_mode(mode, n, recruitment, rulings)
        slugs = boards(facts, options["board"], mode, n, recruitment)
    check_mode(mode, n, recruitment, rulings)
    zones = f"{'teams' if mode == 'teams' else 'skirmish'}_{n}"
    map_ = load(facts, slugs)
    for board in map_.boards:
        if zones not in board.zones:
            known = ", ".join(sorted(key.replace("_", " for ") for key in board.zones))
            raise DataError(f"the board {board.name} has no zones for {mode} of {n} players; it has {known}")
    units, rows, pool = _units(facts, scenario, options, n, mode, recruitment)
    rp = _points(facts, scenario, n, recruitment)
    armies = _armies(facts, scenario, rows, map_, n, zones)
    names = tuple(players) or tuple(army.name or NAMES[i] for i, army in enumerate(armies)) or NAMES[:n]
    units, tokens = _tokens(facts, units)
    stones, kinds = _stones(facts, scenario, map_)
    abilities, sorts, cards = _abilities(units)
    ground = tuple(a for a in VOCABULARY.abilities if isinstance(a, Ground))
    return Config(
        facts, rulings, map_, units, tokens, kinds, names, mode, recruitment,
        GOD if options["divinities"] == "god" else TITAN, armies, stones,
        _scenario(facts, scenario, map_, kinds, n) if scenario and mode == "adventure" else None,
        lead, rp, options["rounds"], pool, abilities, sorts, cards, ground,
        tuple(dict.fromkeys(a.name for a in VOCABULARY.abilities)),
    )  # fmt: skip


def dictated(facts: Facts, scenario: str, n: int, rulings: Rulings) -> bool:
    """Does a scenario dictate the armies themselves (MB-SET-008, MB-SET-009)? Else they are drafted from its units.

    Raises `UnknownName` for one that dictates neither as the ruling wants it.
    """
    at = f"scenario.{scenario}"
    armies = all("units" in facts.table(f"{at}.army.{i + 1}") for i in range(n))
    if facts[f"{at}.recruitment"] != LIMITED:
        return armies
    if rulings.limited_is_army and not armies:
        raise UnknownName(f"the scenario {scenario} names no armies, and by the ruling limited_meaning it must")
    if not armies and "pool" not in facts.table(at):
        raise UnknownName(f"the scenario {scenario} names neither armies nor a pool of units")
    return armies and not rulings.limited_is_pool


def _pool(facts: Facts, scenario: str, n: int) -> list[str]:
    """The units of which a scenario lets the armies be recruited: its pool, or those that its armies name."""
    at = f"scenario.{scenario}"
    named = (unit for i in range(n) for unit in facts.table(f"{at}.army.{i + 1}").get("units", ()))
    return list(facts.table(at).get("pool", ())) or list(dict.fromkeys(named))


def _points(facts: Facts, scenario: str, n: int, recruitment: str) -> tuple[int, ...]:
    """Recruitment points of each seat: by the number of players, or as a scenario dictates (MB-REC-001, MB-SET-008)."""
    usual = facts[f"recruitment.rp_{n}"]
    if not scenario or recruitment == READY:
        return (usual,) * n
    at = f"scenario.{scenario}"
    said = facts.table(at).get("rp", usual)
    costs = [
        sum(facts[f"unit.{unit}.rp"] for unit in facts.table(f"{at}.army.{i + 1}").get("units", ())) for i in range(n)
    ]
    return tuple(cost or said for cost in costs)


def check_mode(mode: str, n: int, recruitment: str, rulings: Rulings) -> None:
    """Which modes so many players may play (MB-SET-002, MB-TEAM-001). Raises `UnknownName`."""
    if mode not in MODES:
        raise unknown("mode", mode, MODES)
    if not 2 <= n <= 4:
        raise UnknownName(f"Mythic Battles: Pantheon is for 2 to 4 players, not {n}")
    if mode == "teams" and n != 4:
        raise UnknownName(f"two teams need four players, not {n} (MB-TEAM-001)")
    if recruitment == CONSTRUCTED and n == 3 and not rulings.three_may_construct:
        raise UnknownName("constructed armies are for two players, or four in teams (MB-SET-002)")
    if recruitment == CONSTRUCTED and n == 4 and mode != "teams":
        raise UnknownName("four players construct armies in teams alone (MB-SET-002)")


def boards(facts: Facts, wanted: str, mode: str, n: int, recruitment: str) -> list[str]:
    """The board that was agreed on; constructed without one: all that fit, each player proposes one."""
    known = facts.names("board")
    if wanted:
        if wanted not in known:
            raise unknown("board", wanted, known)
        return [wanted]
    zones = f"{'teams' if mode == 'teams' else 'skirmish'}_{n}"
    fitting = [slug for slug in known if zones in facts.names(f"board.{slug}.zones")]
    if not fitting:
        raise UnknownName(f"no board has zones for {mode} of {n} players")
    return fitting if recruitment == CONSTRUCTED else fitting[-1:] if n == 2 else fitting[:1]


def _units(
    facts: Facts, scenario: str, options: Mapping[str, Any], n: int, mode: str, recruitment: str
) -> tuple[tuple[Unit, ...], list[list[int]], tuple[int, ...]]:
    """The units of the box, those of each ready army, and those that may be recruited."""
    known = facts.names("unit")
    armies = options["armies"]
    if scenario and recruitment == READY:
        armies = [facts[f"scenario.{scenario}.army.{i + 1}.units"] for i in range(n)]
    if recruitment == READY:
        if len(armies) != n:
            raise UnknownName(f"there are {len(armies)} armies for {n} players")
        units, rows, seen = list[Unit](), list[list[int]](), list[str]()
        for army in armies:
            rows.append([])
            for key in army:
                if key not in known:
                    raise unknown("unit", key, known)
                rows[-1].append(len(units))
                units.append(read_unit(facts, key, again=seen.count(key)))
                seen.append(key)
        return tuple(units), rows, ()
    pool = options["pool"] or (_pool(facts, scenario, n) if scenario else ()) or known
    for key in pool:
        if key not in known:
            raise unknown("unit", key, known)
    units = [read_unit(facts, key, side=0 if recruitment == CONSTRUCTED else -1) for key in pool]
    if recruitment == CONSTRUCTED:  # each side has a collection of its own (MB-REC-012)
        for side in range(1, 2 if mode == "teams" else n):
            units += [read_unit(facts, key, side=side, again=side) for key in pool]
    kind = GOD if options["divinities"] == "god" else TITAN
    gods = sum(1 for unit in units if unit.kind == kind and unit.side in (-1, 0))
    wanted = n if recruitment == DRAFT else -(-n // 2)
    if gods < wanted:
        raise UnknownName(f"{wanted} players need {wanted} {options['divinities']}s to choose from; there are {gods}")
    return tuple(units), [], tuple(range(len(units)))


def _armies(facts: Facts, scenario: str, rows: list[list[int]], map_: Map, n: int, zones: str) -> tuple[Army, ...]:
    if not scenario:
        return tuple(Army("", "", tuple(row), ()) for row in rows)
    found = []
    keys = {area.key: i for i, area in enumerate(map_.areas)}
    for i in range(n):
        row = rows[i] if rows else []
        at = f"scenario.{scenario}.army.{i + 1}"
        table = whole_table(facts, at, "name", "side")
        side = table["side"].replace("_", "-")
        _place([zone.replace("_", "-") for zone in map_.boards[0].zones[zones]], side, f"{at}.side")
        units, placed, areas = table.get("units", []), table.get("placed", []), table.get("areas", [])
        if len(placed) != len(areas):
            raise DataError(f"{at}: there are {len(placed)} units in placed and {len(areas)} areas")
        there = tuple(
            (row[_place(units, unit, f"{at}.placed")], area_named(keys, area, f"{at}.areas"))
            for unit, area in zip(placed, areas, strict=True)
            if row
        )
        found.append(Army(table["name"], side, tuple(row), there))
    return tuple(found)


def _place(words: Sequence[str], said: str, key: str) -> int:
    """Where a word stands in a list. Raises `DataError`."""
    if said not in words:
        raise DataError(f"{key}: {said!r} is none of {', '.join(words)}")
    return words.index(said)


def _tokens(facts: Facts, units: tuple[Unit, ...]) -> tuple[tuple[Unit, ...], tuple[Token, ...]]:
    """The pools of power tokens; those with defence and vitality are units besides (MB-TOK-001, MB-TOK-004)."""
    tokens, more = list[Token](), list[Unit]()
    makers = [(i, unit, power) for i, unit in enumerate(units) for power in unit.powers if power.tokens]
    for maker, unit, power in makers:
        again = sum(1 for _, _, other in makers if other.token == power.token) > 1
        key = f"{power.token} of {unit.name}" if again else power.token
        tokens.append(Token(key, maker, power.name, power.tokens))
        if stands(facts, unit, power):
            same = sum(1 for _, other, _ in makers if other.key == unit.key)
            more += [standing(facts, maker, unit, power, k + 1, same) for k in range(power.tokens)]
    return (*units, *more), tuple(tokens)


def _stones(facts: Facts, scenario: str, map_: Map) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Where stones lie by the scenario, and the kinds that there are; else the board says it."""
    if not scenario:
        return (), STONES
    keys = {area.key: i for i, area in enumerate(map_.areas)}
    said = facts.table(f"scenario.{scenario}.stones")
    kinds = (*STONES, *(kind for kind in said if kind not in STONES))
    at = f"scenario.{scenario}.stones"
    return tuple(tuple(area_named(keys, area, at) for area in said.get(kind, ())) for kind in kinds), kinds


def _scenario(facts: Facts, slug: str, map_: Map, kinds: tuple[str, ...], n: int) -> Scenario:
    """The winning conditions of an adventure (MB-WIN-006)."""
    keys, goals = {area.key: i for i, area in enumerate(map_.areas)}, []
    for name in facts.names(f"scenario.{slug}.victory"):
        at = f"scenario.{slug}.victory.{name}"
        row = whole_table(facts, at, "rule", "seats", "text")
        if row["rule"] not in GOALS:
            raise DataError(f"{at}: {row['rule']!r} is none of {', '.join(GOALS)}")
        if not all(1 <= seat <= n for seat in (*row["seats"], row.get("of", 1))):
            raise DataError(f"{at}: armies are numbered from 1 to {n}")
        goals.append(
            Goal(
                row["rule"],
                tuple(seat - 1 for seat in row["seats"]),
                row["text"],
                row.get("count", 0),
                _place(kinds, row["stone"], f"{at}.stone") if "stone" in row else -1,
                tuple(area_named(keys, area, f"{at}.areas") for area in row.get("areas", ())),
                row.get("of", 0) - 1,
            )
        )
    table = whole_table(facts, f"scenario.{slug}", "name", "text")
    return Scenario(slug, table["name"], table["text"], tuple(goals))


GOALS = ("stones_home", "divinity_destroyed", "rounds_over", "stones_absorbed")


def _abilities(
    units: tuple[Unit, ...],
) -> tuple[tuple[tuple[Power, ...], ...], tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """What each unit bears: its talents, its classes, its powers, found by their keys."""
    every = [a for a in VOCABULARY.abilities if isinstance(a, Power) and not isinstance(a, Ground)]
    talents = {a.key: a for a in every if isinstance(a, Talent)}
    classes: dict[str, list[Power]] = {}
    for a in every:
        if isinstance(a, UnitClass):
            classes.setdefault(a.key, []).append(a)
    powers = {(a.of, a.key): a for a in every if a.of}
    rows, sorts, cards = [], [], []
    for unit in units:
        found: list[tuple[Power, int, int]] = [(talents[key], TALENT, -1) for key in unit.talents if key in talents]
        found += [(a, CLASS, -1) for key in unit.classes for a in classes.get(key, ())]
        found += [
            (powers[unit.key, p.key], POWER, at) for at, p in enumerate(unit.powers) if (unit.key, p.key) in powers
        ]
        rows.append(tuple(a for a, _, _ in found))
        sorts.append(tuple(sort for _, sort, _ in found))
        cards.append(tuple(at for _, _, at in found))
    return tuple(rows), tuple(sorts), tuple(cards)
