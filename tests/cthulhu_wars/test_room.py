"""There is room for bigger games: a made-up one of 8 seats, 48 areas, 32 kinds of unit and 16 spellbooks a faction."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from tests.cthulhu_wars.bots import uniform
from theomachy.engine import files
from theomachy.engine.runtime.position import Position
from theomachy.engine.tabletop.table import Seat
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.config import MONSTER, MOST_BOOKS, MOST_KINDS, MOST_SEATS, Unit
from theomachy.games.cthulhu_wars.maps import MOST_AREAS, Map
from theomachy.games.cthulhu_wars.state import (
    DOOMED,
    EXTRA,
    HELD,
    KEEPER,
    KILL,
    KIND,
    MOST_MARKS,
    OPEN_GATE,
    PAIN,
    POOL,
    figure,
    kills_on,
    kind_of,
    marks_on,
    pains_on,
    plain,
    seat_of,
)
from theomachy.games.cthulhu_wars.timings import active_abilities

LAST = MOST_KINDS - 1


def ring(board: Map) -> Map:
    """A map of another shape: 48 areas in a ring, every fourth of them wet."""
    names = tuple(f"Vale {chr(65 + i // 8)}{i % 8}" for i in range(MOST_AREAS))
    keys = tuple(name.lower().replace(" ", "_") for name in names)
    reach = tuple(
        tuple(tuple(sorted({(i + d) % MOST_AREAS for d in range(-k, k + 1)} - {i})) for i in range(MOST_AREAS))
        for k in (1, 2, 3)
    )
    ocean = tuple(i % 4 == 0 for i in range(MOST_AREAS))
    return replace(
        board,
        key="ring",
        keys=keys,
        names=names,
        ocean=ocean,
        glyph=tuple(("AA", "OO", "WW", "")[i % 4] for i in range(MOST_AREAS)),
        near=reach[0],
        reach=reach,
        near_mask=tuple(sum(1 << j for j in js) for js in reach[0]),
        index={name: i for names_ in (keys, names) for i, name in enumerate(names_)},
        wet=tuple(i for i, wet in enumerate(ocean) if wet),
    )


@cache
def crowded() -> CthulhuWars:
    """Each core faction twice, each with as many kinds of Monster as there is room for."""
    core = CthulhuWars.build(options={"factions": ["great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign"]})
    board = ring(core.config.map)
    factions = []
    for seat in range(MOST_SEATS):
        card = core.config.factions[seat % 4]
        spare = range(len(card.units), MOST_KINDS)
        more = tuple(Unit(f"beast_{k}", f"Beast {k:02}", MONSTER, 2, (1,), 1, "wolf-head", "CW-UNI-006") for k in spare)
        start = {"ring": board.names[seat * 6 + 1]}
        letters, title = f"F{seat}", f"{card.title} {seat}"
        factions.append(card._replace(letters=letters, title=title, units=card.units + more, start=start))
    config = replace(
        core.config,
        map=board,
        factions=tuple(factions),
        slugs=tuple(card.slug for card in factions),
        players=tuple(card.title for card in factions),
    )
    seats = tuple(Seat(i, c.title, c.colour, c.icon, c.letters, c.title) for i, c in enumerate(factions))
    return CthulhuWars(seats, core.options, core.rulings, core.facts, config)


def test_a_game_of_eight_is_played_on_another_map_with_units_of_all_kinds() -> None:
    system, kinds, areas = crowded(), set[int](), set[int]()
    for seed in range(3):
        p, rng = Position(system, system.start()), Random(seed)
        for n in range(400):
            if p.decision is None:
                break
            p.play(uniform(p, rng))
            s = p.state
            kinds |= {k for f in s.config.seats for k in s.config.kinds[f] if s.on_map(f, (k,))}
            areas |= {a for f in s.config.seats for a in s.areas(f)}
            if n % 20 == 0:
                assert system.violations(s) == []
                assert system.from_json(system.to_json(s)) == s == system.rebuilt(s) == s.copy()
                assert system.violations(system.view(s, 7)) == []
                assert system.view(system.resample(s, 7, rng), 7) == system.view(s, 7)
    assert max(kinds) > 16
    assert max(areas) > 32


def test_the_last_kind_of_the_last_seat_holds_the_last_gate() -> None:
    system, last, place = crowded(), MOST_SEATS - 1, MOST_AREAS - 1
    s = system.start()
    s.move(last, LAST, POOL, place)
    s.hold(last, LAST, place)
    assert (s.keeper(last, place), s.holder(place), s.gates(last)[-1]) == (LAST, last, place)
    assert s.codes(last, place) == [LAST | KEEPER]
    assert system.violations(s) == []
    assert system.from_json(system.to_json(s)) == s
    s.move(last, LAST | KEEPER, place, HELD + last)
    assert (s.gate[place], s.warden[place], s.crowd(last, place)) == (OPEN_GATE, 0, 0)


def test_words_say_what_lies_there() -> None:
    system = crowded()
    said = files.toml(
        """
        units = { F7 = { "Vale F7" = "Beast 31, 2 Beast 30", submerged = "Beast 29" }, F0 = { "Vale A0" = "Cthulhu" } }
        gates = { "Vale F7" = "abandoned" }
        captives = { F0 = { F7 = 2 } }
        awoken = { F7 = "all" }
        active = "F7"
        """,
        "words",
    )
    s = system.arrange(said)
    assert (s.n(7, 31, 47), s.n(7, 30, 47), s.gate[47]) == (1, 2, OPEN_GATE)
    assert system.arrange(files.toml(system.arrange_text(s), "again")) == s
    assert system.check(s, {"captives": {"F0": {"F7": 2}}, "units": {"F7": {"Vale F7": "2 Beast 30, Beast 31"}}}) == []
    assert system.check(s, {"gates": {"Vale F7": "F7"}}) == ["gates.Vale F7: expected F7, found abandoned"]


def test_the_code_of_a_class_keeps_its_parts_apart() -> None:
    code = LAST | KEEPER | EXTRA * MOST_MARKS | KILL * 3 | PAIN * 3 | DOOMED
    assert (code & KIND, plain(code), marks_on(code), kills_on(code), pains_on(code)) == (
        LAST, LAST | KEEPER, MOST_MARKS, 3, 3,
    )  # fmt: skip
    assert all(plain(part) == 0 for part in (EXTRA, KILL, PAIN, DOOMED))
    assert code < 2 * DOOMED
    pairs = [(seat, kind) for seat in range(MOST_SEATS) for kind in range(MOST_KINDS)]
    assert [(seat_of(figure(*pair)), kind_of(figure(*pair))) for pair in pairs] == pairs


def test_sixteen_spellbooks_of_each_of_eight_seats_are_told_apart() -> None:
    system = crowded()
    s = system.start()
    s.books = (0,) * MOST_SEATS
    s.add_book(7, 5)
    s.add_book(3, MOST_BOOKS - 1)
    assert [s.count_books(f) for f in range(MOST_SEATS)] == [0, 0, 0, 1, 0, 0, 0, 1]
    assert (s.has_book(3, 15), s.has_book(3, 14), s.has_book(7, 5)) == (True, False, True)
    s.rekey()
    named = {(seat, a.name) for seat, a in s.key.pairs} - {
        (seat, a.name) for seat, a in active_abilities(s.config.slugs, (0,) * MOST_SEATS, ()).pairs
    }
    assert {seat for seat, _ in named} == {7}
    assert [fault[0] for fault in system.violations(s)] == ["CW-SPB-001"]  # its card has six
