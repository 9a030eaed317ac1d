"""Setting up: which map, which factions, who begins. Source: CW-SET-001 to CW-SET-018, CW-2PL-001 to CW-2PL-005."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from ....engine.errors import DataError, UnknownName, unknown
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from ....engine.runtime import sampling
from ....engine.runtime.decision import choose
from .common import says, window
from .config import (
    ACOLYTE,
    CULTIST,
    Config,
    Faction,
    battle_die,
    handicapped,
    numbers,
    read_faction,
    read_islands,
    read_tokens,
    read_wild,
)
from .domains import FIXED, POOL, UNKEPT
from .maps import Map, load_map, with_islands
from .state import State, bits
from .timings import VOCABULARY
from .topics import MayPlace

DEFAULT_MAPS = {
    2: "earth_3p", 3: "earth_3p", 4: "earth_4p_3w5e", 5: "earth_5p", 6: "earth_6p", 7: "earth_7p_a", 8: "earth_8p",
    9: "earth_9_11p", 10: "earth_9_11p", 11: "earth_9_11p",
}  # fmt: skip
HANDICAPS = {"strong": True, "weak": False}  # with a grey Acolyte in the place of one, or beside all
PRINTED = 5  # the most players of whom the row of the ritual track is known
FORBIDDEN_2 = "CW-2PL-005"
OF_A_WORLD = ("cards", "neutral.units", "every.units", "gate_sorts")  # tables whose rows may say of which `world`
FEWEST = 2  # players


def settle(given: Mapping[str, Any], players: int | None, facts: Facts, box: Sequence[str]) -> dict[str, Any]:
    """The options with their defaults: `factions`, `map`, `any_map`, and `draw` for factions drawn from the `box`.

    Raises `UnknownName` for an option, faction or map that does not exist or does not fit the number of players.
    """
    slugs = facts.names("faction")
    known: dict[str, Any] = {"factions": None, "map": "", "any_map": False, "draw": ""}
    given = {
        name: value for name, value in given.items() if name not in ("cards", "lot", "great_old_ones")
    }  # of the box (`in_the_box`)
    for name, value in given.items():
        if name not in known:
            raise unknown("option of Cthulhu Wars", name, known)
        known[name] = value
    known["factions"] = _factions(known, players, slugs, facts, box)
    _distinct(slugs, facts)
    n = len(known["factions"])
    known["draw"] = ""  # the factions are drawn now
    if n == 2:
        _allowed_pair(known["factions"], facts)
    boards = facts.names("maps")
    known["map"] = known["map"] or DEFAULT_MAPS.get(n, "")
    if known["map"] not in boards:
        raise unknown("map", known["map"], boards)
    if not isinstance(known["any_map"], bool):
        raise UnknownName(f"the option any_map is true or false, not {known['any_map']!r}")
    wanted = facts[f"maps.{known['map']}.players"]
    if n not in wanted and not known["any_map"]:
        people = " or ".join(map(str, wanted))
        raise UnknownName(
            f"the map {known['map']} is for {people} players, not {n} (any_map=True allows it; CW-SET-005)"
        )
    return known


def _factions(
    known: dict[str, Any], players: int | None, slugs: list[str], facts: Facts, box: Sequence[str]
) -> list[str]:
    given = known["factions"]
    if given == "random":
        if known["draw"] == "" or not isinstance(known["draw"], int | str):
            raise UnknownName('factions="random" needs draw=, a number or word that fixes the draw')
        n = players or 4
        if n > len(box):
            raise UnknownName(f"there are {len(box)} factions in the box for {n} players")
        return sampling.rng_at(known["draw"], 0).sample(list(box), n)  # others join who are named
    if given is None:  # those of the box first; more players than it has factions take those that other boxes add
        given = [*box, *(slug for slug in slugs if slug not in box)][: 4 if players is None else players]
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise UnknownName(f'the option factions is a list of names, or "random", not {given!r:.80}')
    found = [faction(slugs, facts, name) for name in given]
    if len(set(found)) != len(found):
        raise UnknownName("each faction can be played once only")
    if players is not None and len(found) != players:
        raise UnknownName(f"there are {players} players, but {len(found)} factions")
    if len(found) not in DEFAULT_MAPS:
        few, most = min(DEFAULT_MAPS), max(DEFAULT_MAPS)
        raise UnknownName(f"Cthulhu Wars is for {few} to {most} players here, not {len(found)}")
    return found


def _distinct(slugs: Sequence[str], facts: Facts) -> None:
    """Names that a person may type must mean one faction, whichever packages are there."""
    owner: dict[str, str] = {}
    for slug in slugs:
        for key in ("title", "letters"):
            name = facts[f"faction.{slug}.{key}"].casefold()
            if owner.setdefault(name, slug) != slug:
                raise DataError(f"faction.{slug}.{key}: the faction {owner[name]} is called {name!r} already")


def faction(slugs: Sequence[str], facts: Facts, name: Any) -> str:
    """A faction by slug, title or letters, in any spelling of case. Raises `UnknownName`."""
    wanted = str(name).casefold().replace(" ", "_").replace("-", "_")
    for slug in slugs:
        title = facts[f"faction.{slug}.title"].casefold().replace(" ", "_")
        if wanted in (slug, title, facts[f"faction.{slug}.letters"].casefold()):
            return slug
    raise unknown("faction", name, slugs)


def _allowed_pair(pair: Sequence[str], facts: Facts) -> None:
    rules = [FORBIDDEN_2 for text in facts["two_player.forbidden"] if set(text.split()) == set(pair)]
    for slug in pair:
        said = facts.table(f"faction.{slug}.two_player")
        rules += [f"{FORBIDDEN_2}, {said['rule']}" for other in said.get("not_with", ()) if other in pair]
    if rules:
        raise UnknownName(f"these two factions may not meet in a two-player game ({rules[0]})")


def loyalty_cards(facts: Facts) -> dict[str, str]:
    """Those cards that are sold in the market, or come with who is awakened, by their keys: the names."""
    rows = ((key, facts.table(f"cards.{key}")) for key in facts.names("cards"))
    return {key: row["name"] for key, row in rows if row.get("doom") or row.get("awakened")}


def in_the_box(facts: Facts, cards: Sequence[str], board: str, slugs: Sequence[str] = ()) -> Facts:
    """The values of a game in which these loyalty cards are, none named: all; but for those not on its map, those that
    are not in a game with a faction which plays, and what another world brings. Raises `UnknownName` for a card of
    these that is named.
    """
    sold, world = loyalty_cards(facts), load_map(board).world
    for key in cards:
        if key not in sold:
            raise unknown("card of the market", key, sold)
    wanted = [key for key in cards or sold if not {board, world} & {*facts.table(f"cards.{key}").get("not_on", ())}]
    if len(slugs) == FEWEST and not cards:  # not advised: there if somebody names it (CW-2PL-005)
        wanted = [key for key in wanted if not facts.table(f"cards.{key}").get("not_advised_for_two")]
    for key in [*wanted]:
        clash = [slug for slug in facts.table(f"cards.{key}").get("not_with", ()) if slug in slugs]
        if clash and cards:
            raise UnknownName(f"the card {sold[key]} is not in a game with {facts[f'faction.{clash[0]}.title']}")
        if clash:
            wanted.remove(key)
    gone = [key for key in sold if key not in wanted]
    units = {
        f"{at}.{key}": facts.table(f"{at}.{key}").get("comes_with", key)
        for at in ("neutral.units", "every.units")
        for key in facts.names(at)
    }
    rows = (f"{at}.{key}" for at in OF_A_WORLD for key in facts.names(at))
    elsewhere = [row for row in rows if facts.table(row).get("world", world) != world]
    return facts.without(
        [
            *(f"cards.{key}" for key in gone),
            *(at for at, card in units.items() if card in gone),
            *elsewhere,
            *(f"worlds.{slug}" for slug in facts.names("worlds") if slug != world),
        ]
    )


def config(
    options: Mapping[str, Any],
    rulings: Rulings,
    facts: Facts,
    players: tuple[str, ...] = (),
    sets: tuple[str, ...] = (),
) -> Config:
    """The configuration of one game; `sets` are the sets of things in its box."""
    slugs = tuple(options["factions"])
    n = len(slugs)
    board = load_map(options["map"])
    if islands := read_islands(facts, slugs):
        board = with_islands(board, islands)
    cards = tuple(read_faction(facts, slug, rulings) for slug in slugs)
    for card in cards:
        _check_start(card, board)
    cards = tuple(with_grey(facts, card, options.get("handicap", ())) for card in cards)
    fixed = [(card, card.starts(board)) for card in cards if len(card.starts(board)) == 1]
    for i, (card, area) in enumerate(fixed):
        for other, there in fixed[:i]:
            if area == there:
                raise DataError(f"{card.title} and {other.title} both start in {board.names[area[0]]} on this map")
    rows = {f.key.rpartition(".")[2]: f.value for f in facts if f.key.startswith("ritual.")}
    row = f"players_{min(n, PRINTED) if rulings.one_row_for_more_than_five else n}"
    if row not in rows:
        raise DataError(f"there is no ritual track for {n} players")
    return Config(
        facts,
        rulings,
        board,
        (*cards, *read_wild(facts, board.world)),
        slugs,
        read_tokens(facts, slugs, board.world),
        tuple(rows[row]),
        facts["victory.doom"],
        (facts["victory.books"], facts["unlimited_battle.books"]),
        battle_die(facts),
        numbers(facts, "price"),
        numbers(facts, "amount"),
        facts["supply.gates"] + facts.table(f"maps.{board.key}").get("gates", 0),
        facts.table("gather"),
        (facts["elder_signs.ones"], facts["elder_signs.twos"], facts["elder_signs.threes"]),
        n == 2,
        players or tuple(card.title for card in cards),
        sets,
        options.get("lot", 0),
        options.get("great_old_ones", 0),
    )


def handicaps(said: Any, facts: Facts) -> str | list[str]:
    """The option `handicap`, words as "strong:" or "weak:" and a faction: which factions, if they play, have a grey
    Acolyte (CW-HAN-002, CW-HAN-004); of two words about one the last counts. Raises `UnknownName` for another word.
    """
    words, found = [said] if said and isinstance(said, str) else said or [], list[str]()
    if not isinstance(words, list | tuple):
        raise UnknownName(f"the option handicap is a word or a list of words, not {said!r:.80}")
    for word in words:
        how, _, name = str(word).partition(":")
        if how not in HANDICAPS:
            raise unknown("handicap", str(word), [f"{one}:FACTION" for one in HANDICAPS])
        found.append(f"{how}:{faction(facts.names('faction'), facts, name)}")
    return "".join(found) if isinstance(said or "", str) else found


def with_grey(facts: Facts, card: Faction, named: str | Sequence[str]) -> Faction:
    """A card with what these words of the option `handicap` say of it."""
    words = [named] if isinstance(named, str) else named
    about = [word for word in words if word.partition(":")[2] == card.slug]  # one grey Acolyte at most (CW-HAN-001)
    how = about[-1].partition(":")[0] if about else ""
    if not how:
        return card
    if not any(unit.rank == CULTIST and unit.plays(ACOLYTE) for unit in card.units):
        raise UnknownName(f"{card.title} has no Acolytes: it cannot be held too {how} (CW-HAN-002)")
    if HANDICAPS[how] and card.cultists == 0:
        raise UnknownName(f"{card.title} begins without Acolytes on the map: it cannot be held too {how} (CW-HAN-002)")
    return handicapped(facts, card, strong=HANDICAPS[how])


def _check_start(card: Faction, board: Map) -> None:
    said = card.start.get(board.key)
    names = [said] if isinstance(said, str) else said
    none = card.anywhere or card.cultists == 0 or card.slug in board.starts
    if (not names and not none) or any(name not in board.index for name in names or ()):
        raise DataError(f"faction.{card.slug}.start.{board.key} names no area of that map")


def empty(b: Config) -> State:
    """All figures in the pools, no gate on the map."""
    s = State.fresh(b)
    s.power = [b.facts["start.power"] if card.power is None else card.power for card in b.played]
    s.doom = [b.facts["start.doom"]] * len(b.seats)
    s.bag = list(b.bag)
    s.open = tuple((1 << len(card.slots)) - 1 for card in b.played)
    s.offer = (b.given if b.lot else b.market) | (0 if b.sleepers else b.awakened)
    s.first = s.active = beginner(b)
    s.derive()
    for area, seat in b.printed_gates:
        s.hold(seat, UNKEPT, area)
        s.make_sort(area, FIXED)
    return s


def begin(b: Config) -> State:
    """All factions of which nobody is asked anything are in their start areas; the others are still to be set up. What
    is wild and has a lair lies there.
    """
    s = empty(b)
    for owner in b.wild:
        for area in bits(b.lairs(owner)):
            for kind in b.kinds[owner]:
                s.move(owner, kind, POOL, area)
    for seat in b.seats:
        if b.factions[seat].order or s.mine(seat, "setup") or (s.start[seat] < 0 and first_units(b, seat)):
            s.unready |= 1 << seat
        else:
            put_out(s, seat)
    return s


def first_units(b: Config, seat: int) -> int:
    """How many Cultists a faction begins with."""
    said = b.factions[seat].cultists
    return b.facts["start.cultists"] if said is None else said


def put_out(s: State, seat: int) -> None:
    """Six Acolytes and a gate in the start area, one of them on the gate (CW-SET-010, CW-SET-011)."""
    b, area = s.config, s.start[seat]
    if n := first_units(b, seat):
        kind = b.cultists[seat][0]
        for _ in range(min(n, b.limit[seat][kind])):
            s.move(seat, kind, POOL, area)
        for grey in b.fragile[seat]:
            s.move(seat, grey, s.out(seat), area)
        s.hold(seat, kind, area)


async def set_up(s: State) -> None:
    """The next faction that is not set up yet: where it starts, if its player may choose, and what else its card says.

    The lowest order comes first; of those with the same, whoever comes first round the table.
    """
    b, table = s.config, s.order(s.first)
    seat = min(bits(s.unready), key=lambda f: (b.factions[f].order, table.index(f)))
    s.active = seat
    if first_units(b, seat):
        if s.start[seat] < 0:
            await choose_start(s, seat)
        put_out(s, seat)
        says(s, "CW-SET-010", seat, "starts in {}", b.map.names[s.start[seat]], touched=(f"area:{s.start[seat]}",))
    await window(s, "setup", seat, s, seat, say_could=False)
    s.unready &= ~(1 << seat)


async def choose_start(s: State, seat: int) -> None:
    """Among the areas that its card allows, where no unit is and no other faction starts."""
    taken = reduce(or_, s.on)
    free = [a for a in s.config.starts[seat] if a not in s.start and not taken >> a & 1]
    if hooks := VOCABULARY.about(s.key, "may_place", MayPlace.START):
        free = [a for a in free if not any(said(s, me, seat, MayPlace.START, a) is False for me, _, said in hooks)]
    area = await choose(seat, "area", free, "CW-SET-010", "start area")
    s.begin_in(seat, area)


def beginner(b: Config) -> int:
    """Who always begins, or the first name of the alphabet of those who may (CW-SET-013, CW-SET-014)."""
    for seat, card in enumerate(b.played):
        if card.first:
            return seat
    seats = [seat for seat in b.seats if b.factions[seat].leads] or b.seats
    if b.rulings.first_seat_begins:
        return seats[0]
    return min(seats, key=lambda seat: b.factions[seat].title)
