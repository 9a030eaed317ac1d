"""The beginning: which board, which empires, what stands where, who begins (GW-SET-001 to GW-SET-017)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ....engine.errors import DataError, UnknownName, shown, unknown
from ....engine.plain import Json
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from ....engine.reference.values import Kinds
from ....engine.runtime.decision import choose
from .common import area_name, says, set_up, window
from .config import DATA, Config, Race, battle_die, joining, read_empire, read_neutral, read_race, read_runes
from .council import direction, may_lead
from .domains import POOL
from .maps import Map, load_map, path_of
from .state import ACTION, NOTHING, SETUP, State
from .timings import VOCABULARY
from .topics import Setup

FILES: dict[str, Path] = {}  # empire -> its data file
RACES: dict[str, Path] = {}  # elder race -> its data file
MONSTERS: dict[str, Path] = {}  # owner that nobody plays -> its data file
ALL = "all"  # monsters of a sort
OWNERS: dict[str, Path] = {}  # one that comes with others -> its data file
ELDER_RACES = "elder_races"  # the owner of those that are nobody's ally yet
BY_LOT = "by lot"  # among elder races: as many more as are wanted for one a player are drawn
LEAST, MOST = 3, 8  # players


def facts(board: str, overlay: Any, kinds: Kinds) -> Facts:
    """All data files of a game on one board, with an overlay laid over them."""
    others = (*OWNERS.values(), *RACES.values(), *MONSTERS.values())
    paths = (DATA / "core.toml", DATA / "runes.toml", *FILES.values(), *dict.fromkeys(others), path_of(board))
    return Facts.read(*paths, overlay=overlay, kinds=kinds) if overlay else _printed(paths).knowing(kinds)


@lru_cache(8)
def _printed(paths: tuple[Path, ...]) -> Facts:
    return Facts.read(*paths)


def chosen(what: str, given: Any, known: Mapping[str, Path]) -> tuple[str, ...]:
    """Elder races or monsters that join a game, each once, in the order of the box. Raises `UnknownName`."""
    named = [given] if isinstance(given, str) and given else given or []
    if not isinstance(named, Sequence) or isinstance(named, str):
        raise UnknownName(f"{what}s are a list of names: {', '.join(known)}")
    for slug in named:
        if slug not in known:
            raise unknown(what, slug, known)
    return tuple(slug for slug in known if slug in named)


def sorts(values: Facts) -> dict[str, tuple[str, ...]]:
    """The monsters of each sort, by the name of its option: "dragon", "chaos_monster"; one may be of none."""
    found: dict[str, tuple[str, ...]] = {}
    for slug in MONSTERS:
        if word := str(values.table(f"empire.{slug}").get("sort", "")).replace(" ", "_"):
            found[word] = (*found.get(word, ()), slug)
    return found


def monsters_of(
    by_sort: Mapping[str, Sequence[str]], given: Any, experts: Any, of_sort: Mapping[str, Any]
) -> tuple[str, ...]:
    """The monsters that join a game, by a list of names and by one choice a sort. Several of one sort are for experts
    alone. Raises `UnknownName`.
    """
    if experts not in ("no", "yes"):
        raise unknown("experts", experts, ("no", "yes"))
    named = list(chosen("monster", given, MONSTERS))
    for word, said in of_sort.items():
        if said not in ("", ALL, *by_sort[word]):
            raise unknown(word, said, (*by_sort[word], ALL))
        named += by_sort[word] if said == ALL else [said] if said else []
    found = tuple(slug for slug in MONSTERS if slug in named)
    crowded = [word for word, row in by_sort.items() if len(set(row) & set(found)) > 1]
    if crowded and experts == "no" and ALL not in of_sort.values():
        sort = crowded[0].replace("_", " ")
        raise UnknownName(f'at most one {sort} is advised: with experts = "yes" there may be more')
    return found


def said(by_sort: Mapping[str, Sequence[str]], monsters: Sequence[str]) -> dict[str, Any]:
    """The same as options: a choice a sort, and a list of those that no choice says."""
    found: dict[str, Any] = {}
    for word, row in by_sort.items():
        here = [slug for slug in row if slug in monsters]
        found[word] = "" if not here else here[0] if len(here) == 1 else ALL if len(here) == len(row) else ""
        if here and not found[word]:
            found["monsters"] = [*found.get("monsters", ()), *here]
    return found | ({"experts": "yes"} if "monsters" in found else {})


def races_of(given: Any) -> tuple[tuple[str, ...], bool]:
    """Elder races that were chosen by name, and whether others are drawn by lot. Raises `UnknownName`."""
    named = [given] if isinstance(given, str) and given else given or []
    if not isinstance(named, Sequence) or isinstance(named, str):
        raise UnknownName(f"elder races are a list of names, with {BY_LOT!r} for as many as there are players: "
                          f"{', '.join(RACES)}")  # fmt: skip
    return chosen("elder race", [slug for slug in named if slug != BY_LOT], RACES), BY_LOT in named


def at_home(slug: str, board: str) -> bool:
    """Is the home of an elder race on a board?"""
    values = facts(board, None, {})
    home = values.table(f"empire.{slug}").get("home", "")
    return not home or home in values.names(f"map.{board}.area")


def empires_of(given: Any, players: int | None, races: Sequence[str] = ()) -> tuple[str, ...]:
    """The empires in seating order: those that are named, or the first of the box, with whom elder races need."""
    known = tuple(FILES)
    if players is not None and not LEAST <= players <= MOST:
        raise UnknownName(f"the Gods War is for {LEAST} to {MOST} players, not {shown(players)} (GW-SET-005)")
    if given is None:
        given = list(known[: players or 4])
        if len(given) < (players or 4):
            raise UnknownName(f"there are {len(known)} empires, too few for {players} players (GW-SET-011)")
        needed = [values.get("with_empire") for slug in races for values in [_card(slug)]]
        lacking = [slug for slug in dict.fromkeys(needed) if slug and slug not in given]
        given[len(given) - len(lacking) :] = lacking
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise UnknownName(f"empires are a list of names: {', '.join(known)}")
    for slug in given:
        if slug not in known:
            raise unknown("empire", slug, known)
    if len(set(given)) < len(given):
        raise UnknownName("each empire can be played once (GW-SET-011)")
    if not LEAST <= len(given) <= MOST:
        raise UnknownName(f"the Gods War is for {LEAST} to {MOST} players, not {len(given)} (GW-SET-005)")
    if players is not None and players != len(given):
        raise UnknownName(f"there are {len(given)} empires for {players} players")
    return tuple(given)


@lru_cache(1)
def boards() -> dict[int, tuple[str, ...]]:
    """The boards for each number of players, the first by default."""
    core = Facts.read(DATA / "core.toml")
    return {int(n): tuple(core[f"boards.{n}.maps"]) for n in core.names("boards")}


def _card(slug: str) -> dict[str, Any]:
    """The loyalty card of an elder race, before there is a board."""
    return Facts.read(RACES[slug]).table(f"empire.{slug}")


def board_of(given: Json, players: int, races: Sequence[str] = ()) -> str:
    """The board of a game: by default the first where elder races have their homes, if there is one. Raises
    `UnknownName` for one that does not fit the number of players.
    """
    known = boards()[players]
    if not given:
        return next((board for board in known if all(at_home(slug, board) for slug in races)), known[0])
    if given not in known:
        raise unknown(f"map for {players} players", given, known)
    return str(given)


def config(
    slugs: Sequence[str],
    board: str,
    players: Sequence[str],
    values: Facts,
    rulings: Rulings,
    rounds: int = 0,
    races: Sequence[str] = (),
    monsters: Sequence[str] = (),
    *,
    by_lot: bool = False,
) -> Config:
    """What is in the box: the sheets of the seats, then those of owners that nobody plays."""
    map_ = load_map(values, board)
    folk, lots = folk_of(values, rulings, slugs, map_, races, by_lot)
    monsters = [each for slug in monsters for each in (slug, *values.table(f"empire.{slug}").get("brings", ()))]
    sheets = [read_empire(values, slug, joining(values, slugs, slug), folk) for slug in slugs]
    if folk:
        sheets.append(read_neutral(values, ELDER_RACES, folk, races))
    empires = (*sheets, *(read_neutral(values, slug) for slug in monsters))
    letters = [e.letters for e in empires]
    if len(set(letters)) < len(letters):
        raise DataError(f"two empires have the same letters: {', '.join(letters)}")
    names = tuple(players) or tuple(e.title for e in empires[: len(slugs)])
    die, runes = battle_die(values), read_runes(values)
    named = sum(1 << i for i, race in enumerate(folk) if race.slug in races)
    return Config(values, rulings, map_, empires, runes, names, die, rounds, folk, named, lots)


def folk_of(
    values: Facts, rulings: Rulings, slugs: Sequence[str], map_: Map, named: Sequence[str], by_lot: bool
) -> tuple[tuple[Race, ...], int]:
    """The elder races that are in a game, or may be by lot, and how many are drawn: so many that there is one for each
    player, and one more with a race that may be an ally besides another. Raises `UnknownName`.
    """
    lacks = {slug: missing(values, slugs, map_, slug) for slug in RACES}
    for slug in named:
        if lacks[slug]:
            row = values.table(f"empire.{slug}")
            raise UnknownName(f"{row['title']} cannot be in this game: {lacks[slug]} ({row['rule']})")
    beside = sum(bool(values.table(f"empire.{slug}").get("beside", False)) for slug in named)
    lots = max(len(slugs) - len(named) + beside, 0) if by_lot else beside
    known = RACES if lots else named
    return tuple(read_race(values, slug, lacks[slug], rulings) for slug in known), lots


def missing(values: Facts, slugs: Sequence[str], map_: Map, slug: str) -> str:
    """What an elder race needs and a game has not: its home on the map, or an empire; "" where nothing lacks."""
    row = values.table(f"empire.{slug}")
    if (home := row.get("home", "")) and home not in map_.index:
        return f"{home.replace('_', ' ').title()} is not on this map"
    if (empire := row.get("with_empire", "")) and empire not in slugs:
        return f"{values[f'empire.{empire}.title']} is not in it"
    return ""


def empty(config: Config) -> State:
    """All pieces in the pools, everything on its first space."""
    s = State.fresh(config)
    s.power = [config.empires[seat].power for seat in config.seats]
    s.vp = [config.fact("victory.start")] * len(config.seats)
    s.deck = [rune.copies for rune in config.runes]
    map_ = config.map
    s.island = map_.caption if config.rulings.kylerela_starts_docked and map_.caption >= 0 else map_.start
    s.first = s.active = s.turn = next((seat for seat in config.seats if config.empires[seat].first), 0)
    s.round, s.phase, s.origin, s.last_rune, s.rune = 1, SETUP, NOTHING, NOTHING, NOTHING
    s.included = config.named
    s.derive()
    return s


def begin(config: Config) -> State:
    """Before the first decision: what the sheets place (GW-SET-014)."""
    s: State | None = config.memory.get("begin")
    if s is not None:
        return s.copy()
    s = empty(config)
    for seat, empire in enumerate(config.empires):
        for kind, area, n in empire.start_units:
            for _ in range(n):
                s.move(seat, kind, POOL, config.map.index[area])
        for kind, where in empire.start_buildings:
            if where != "choice" and not other(config, seat, kind):
                s.shift(seat, kind, POOL, config.map.index[where])
    s.derive()
    VOCABULARY.remember(config, "begin", s)
    return s.copy()


def other(config: Config, seat: int, kind: int) -> list[int]:
    """The codes of a start building and of one that may stand in its place, if there is one."""
    empire = config.empires[seat]
    row = config.facts.table(f"empire.{empire.slug}.start.buildings.{empire.buildings[kind].key}")
    return (
        [seat << 3 | i for i, b in enumerate(empire.buildings) if i == kind or b.key == row["or"]]
        if "or" in row
        else []
    )


async def begin_play(s: State) -> None:
    """What is drawn by lot; buildings of which one is chosen; Shrines whose place is chosen, after all others; who is
    first, and which way play goes (GW-SET-014 to GW-SET-017).
    """
    await set_up(s, Setup.DRAW)
    for seat in s.config.seats:
        for kind, where in s.config.empires[seat].start_buildings:
            codes = other(s.config, seat, kind)
            if codes and s.site[area := s.config.map.index[where]] < 0:
                code = await choose(
                    seat, "choice", codes, "GW-SET-014", "start building", argument="building kind",
                    prompt=f"What stands in {area_name(s, area)} at the start?",
                )  # fmt: skip
                s.shift(seat, code & 7, POOL, area)
                says(s, "GW-SET-014", seat, "begins with a {} in {}", s.building(code, area).name, area_name(s, area))
    for seat in s.config.seats:
        empire = s.config.empires[seat]
        for kind, where in empire.start_buildings:
            if where == "choice" and s.stock(seat, kind) == empire.buildings[kind].tokens:
                key = f"empire.{empire.slug}.start.buildings.{empire.buildings[kind].key}.barred"
                barred = s.config.fact(key)
                free = [
                    a
                    for a in range(len(s.site))
                    if s.config.map.surface >> a & 1 and s.site[a] < 0 and s.config.map.slugs[a] not in barred
                ]
                area = await choose(seat, "area", free, "GW-SET-014", "start")
                s.shift(seat, kind, POOL, area)
        await window(s, "setup", seat, s, seat, Setup.START)
    await set_up(s, Setup.START)
    if not s.config.empires[s.first].first:
        able = [seat for seat in s.config.seats if may_lead(s, seat)] or list(s.config.seats)
        s.first = await choose(0, "player", able, "GW-SET-015", "first player")
    await direction(s)
    s.phase = ACTION
