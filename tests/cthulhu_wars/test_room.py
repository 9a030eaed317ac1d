"""There is room for bigger games: one of 11 seats, 48 areas, 128 kinds of unit and 16 spellbooks a faction, made up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.bots import uniform
from theomachy.engine import files
from theomachy.engine.errors import DataError, RulesError, SaveError, ScenarioError, UnknownName
from theomachy.engine.game import save as saves
from theomachy.engine.reference.facts import Facts
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.verbs import Moves, Spot
from theomachy.engine.tabletop.table import Seat
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE, THINGS
from theomachy.games.cthulhu_wars.rules import config as config_module
from theomachy.games.cthulhu_wars.rules import setup
from theomachy.games.cthulhu_wars.rules.battle_record import battle_of
from theomachy.games.cthulhu_wars.rules.config import DATA, MONSTER, MOST_BOOKS, MOST_KINDS, MOST_SEATS, Config, Unit
from theomachy.games.cthulhu_wars.rules.domains import (
    CARD,
    DOOMED,
    EXTRA,
    FEW,
    HELD,
    KEEPER,
    KILL,
    KIND,
    MOST_MARKS,
    OPEN_GATE,
    PAIN,
    POOL,
    UNKEPT,
    figure,
    from_file,
    kills_on,
    kind_of,
    marks_on,
    pains_on,
    plain,
    seat_of,
    to_file,
)
from theomachy.games.cthulhu_wars.rules.maps import MOST_AREAS, Map
from theomachy.games.cthulhu_wars.rules.state import State

LAST = MOST_KINDS - 1
RICH = {"start": {"power": 40}}
FIRST = ("buy", "awaken", "summon")  # what a busy player of every box does


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
        wet=sum(1 << i for i, wet in enumerate(ocean) if wet),
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
        start = {"ring": board.names[seat * 4 + 1]}
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


def test_a_game_of_eleven_is_played_on_another_map_with_units_of_all_kinds() -> None:
    system, kinds, areas = crowded(), set[int](), set[int]()
    for seed in range(2):
        p, rng = Position(system, system.start()), Random(seed)
        for n in range(300):
            if p.decision is None:
                break
            p.play(uniform(p, rng))
            s = p.state
            kinds |= {k for f in s.config.seats for k in s.config.kinds[f] if s.on_map(f, (k,))}
            areas |= {a for f in s.config.seats for a in s.areas(f)}
            if n % 50 == 0:
                assert system.violations(s) == []
                assert system.from_json(system.to_json(s)) == s == system.rebuilt(s) == s.copy()
                assert system.violations(system.view(s, 7)) == []
                assert system.view(system.resample(s, 7, rng), 7) == system.view(s, 7)
    assert max(kinds) > 100
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


HOUND = Unit("hound", "Hound", MONSTER, 2, (1,), 1, "wolf-head", "CW-UNI-006", neutral=True)


def prowled() -> CthulhuWars:
    """The same with two Hounds that any faction may own; each faction has another number for them."""
    system = crowded()
    cards = [
        card._replace(units=(*card.units[: LAST - seat], HOUND)) for seat, card in enumerate(system.config.factions)
    ]
    config = replace(system.config, factions=tuple(cards))
    return CthulhuWars(system.seats, system.options, system.rulings, system.facts, config)


def hounds(s: State, place: int) -> list[int]:
    """How many each faction has in a place."""
    return [s.n(f, LAST - f, place) for f in range(MOST_SEATS)]


def test_a_neutral_unit_goes_from_one_faction_to_another() -> None:
    system = prowled()
    s, moves = system.start(), Moves("units", lambda s, f, k, a, b, n: [s.move(f, k, a, b) for _ in range(n)])
    assert s.config.common == (tuple(range(LAST, LAST - MOST_SEATS, -1)),)
    assert hounds(s, POOL) == [2] * MOST_SEATS
    s.move(7, LAST - 7, POOL, 40)
    s.move(0, LAST, POOL, 5)
    assert (hounds(s, POOL), hounds(s, 40)[7], hounds(s, 5)[0]) == ([0] * MOST_SEATS, 1, 1)
    with pytest.raises(RulesError, match="has no Hound"):
        s.move(3, LAST - 3, POOL, 5)
    assert s.here(7, 40)
    s.move(7, LAST - 7, 40, POOL)  # lost to the supply
    assert hounds(s, POOL) == [1] * MOST_SEATS
    assert not s.here(7, 40)
    s.move(3, LAST - 3, POOL, 40)  # and taken by another
    assert (s.here(3, 40), hounds(s, POOL)) == (1, [0] * MOST_SEATS)
    moves.give(s, "CW-UNI-006", Spot(0, LAST, 5), 6)
    assert (hounds(s, 5), s.here(0, 5), s.here(6, 5)) == ([int(f == 6) for f in range(MOST_SEATS)], 0, 1)
    assert system.violations(s) == []
    assert system.from_json(system.to_json(s)) == s == system.rebuilt(s) == s.copy()
    assert system.arrange(files.toml(system.arrange_text(s), "again")) == s
    assert system.view(system.resample(s, 7, Random(1)), 7) == system.view(s, 7)


def test_neutral_units_are_put_into_words_and_edited_out_of_one_supply() -> None:
    system = prowled()
    said = 'units = { F7 = { "Vale F7" = "Hound, Beast 09" }, F0 = { "Vale A0" = "Cthulhu" } }'
    s = system.arrange(files.toml(said, "words"))
    assert (hounds(s, 47)[7], hounds(s, POOL)) == (1, [1] * MOST_SEATS)
    assert system.check(s, {"units": {"F3": {"pool": "Hound"}}}) == []
    more = files.toml(said.replace('"Cthulhu"', '"Cthulhu", "Vale B1" = "2 Hound"'), "words")
    with pytest.raises(ScenarioError, match=r"F0 has no 2 more Hound for Vale B1 \(there are 2 for all\)"):
        system.arrange(more)
    tools = {tool.id: tool for tool in system.palette(s)}
    assert [(tools[i].value, tools[i].most) for i in (f"units:7:{LAST - 7}", f"units:0:{LAST}")] == [(1, 2), (0, 1)]
    s = system.edit(s, f"units:2:{LAST - 2}", "area:9", 1)
    assert (hounds(s, 9)[2], hounds(s, POOL), system.violations(s)) == (1, [0] * MOST_SEATS, [])
    over = system.edit(s, f"units:0:{LAST}", "area:9", 1)
    assert [(rule, sentence) for rule, sentence, _ in system.violations(over)] == [
        ("CW-UNI-006", "everybody together has 3 of 2 Hound")
    ]
    s.units[s.row(4, POOL) + LAST - 4] = 1
    assert [sentence for _, sentence, _ in system.violations(s)] == [
        "the common supply of Hound is not the same for all"
    ]
    with pytest.raises(SaveError, match="common supply of Hound"):
        system.from_json(system.to_json(s))


def test_a_game_is_played_in_which_several_factions_own_neutral_units() -> None:
    system, owners = prowled(), set[int]()
    for seed in range(3):
        p, rng, left = Position(system, system.start()), Random(seed), 2
        for _ in range(400):
            if p.decision is None:
                break
            mine = [
                x for x in p.decision.options if isinstance(x, tuple) and x[0] == "summon" and kind_of(x[2]) > LAST - 11
            ]
            p.play(mine[0] if mine else uniform(p, rng))
            s = p.state
            owners |= {f for f in range(MOST_SEATS) if s.on_map(f, (LAST - f,))}
            if hounds(s, POOL)[0] != left:
                left = hounds(s, POOL)[0]
                assert system.violations(s) == []
                assert system.from_json(system.to_json(s)) == s
    assert len(owners) > 1


@pytest.mark.rule("CW-BAT-026", "CW-BAT-028", "CW-UNI-006")
def test_a_neutral_unit_that_is_lost_in_battle_comes_back_to_the_common_supply() -> None:
    """One of the two Hounds is killed, the other driven away; another faction may own the first after it."""
    system = prowled()
    said = """
        active = "F0"
        power = { F0 = 5, F7 = 5 }
        units = { F0 = { "Vale A1" = "4 Acolyte, Cthulhu" }, F7 = { "Vale A1" = "2 Hound" } }
    """
    s = system.arrange(files.toml(said, "words"))
    place = s.config.map.index["Vale A1"]
    assert (hounds(s, place)[7], hounds(s, POOL)) == (2, [0] * MOST_SEATS)
    p = Position(system, s)
    for answer in (("battle", place, 7), "done", (1, 1), (0, 0)):  # Cthulhu eats nobody; a kill and a pain for Hounds
        assert p.decision is not None
        p.play(answer)
    assert p.decision is not None
    assert (p.decision.player, p.decision.what) == (7, "retreat to")
    s = p.state
    assert hounds(s, POOL) == [1] * MOST_SEATS  # everybody's supply, not its last owner's alone
    assert system.violations(s) == []
    to = p.decision.options[0]
    p.play(to)
    s = p.state
    assert (hounds(s, place), hounds(s, to)[7], hounds(s, POOL)) == ([0] * MOST_SEATS, 1, [1] * MOST_SEATS)
    assert s.battle is None
    assert system.from_json(system.to_json(s)) == s == system.rebuilt(s) == s.copy()
    assert system.violations(s) == []
    s.move(3, LAST - 3, POOL, place)
    assert (hounds(s, place)[3], hounds(s, POOL)) == (1, [0] * MOST_SEATS)


def test_neutral_units_come_from_a_table_of_the_data(tmp_path: Path) -> None:
    core = CthulhuWars.build(options={"factions": ["great_cthulhu", "yellow_sign"], "map": "earth_3p"})
    text = """
    [neutral.units.hound]
    source = "house"
    where = "made up for this test"
    name = "Hound"
    rank = "monster"
    figures = 2
    cost = [1]
    combat = 1
    icon = "wolf-head"
    rule = "CW-UNI-006"
    """

    def config(text: str) -> Config:
        (tmp_path / "hounds.toml").write_text(text, "utf-8")
        data = [DATA / "core.toml", *CthulhuWars.faction_files.values(), tmp_path / "hounds.toml"]
        return setup.config(core.options, core.rulings, Facts.read(*data))

    found = config(text)
    own = [len(card.units) for card in core.config.factions]
    assert [card.units[-1] for card in found.factions] == [HOUND, HOUND]
    assert (found.common, found.neutral) == ((tuple(own),), tuple((n,) for n in own))
    assert (core.config.common, core.config.neutral) == ((), ((), ()))
    with pytest.raises(DataError, match=r"neutral\.units\.hound\.rank must be one of"):
        config(text.replace("monster", "beast"))
    one = (found.factions[0], core.config.factions[1])
    with pytest.raises(DataError, match="the same neutral units"):
        replace(found, factions=one)


def test_words_say_what_lies_there() -> None:
    system = crowded()
    said = files.toml(
        """
        units = { F7 = { "Vale F7" = "Beast 127, 2 Beast 30", submerged = "Beast 99" }, F0 = { "Vale A0" = "Cthulhu" } }
        gates = { "Vale F7" = "abandoned" }
        captives = { F0 = { F7 = 2 } }
        awoken = { F7 = "all" }
        active = "F7"
        """,
        "words",
    )
    s = system.arrange(said)
    assert (s.n(7, 127, 47), s.n(7, 30, 47), s.n(7, 99, CARD), s.gate[47]) == (1, 2, 1, OPEN_GATE)
    assert system.arrange(files.toml(system.arrange_text(s), "again")) == s
    assert system.check(s, {"captives": {"F0": {"F7": 2}}, "units": {"F7": {"Vale F7": "2 Beast 30, Beast 127"}}}) == []
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


def test_sixteen_spellbooks_of_each_of_eleven_seats_are_told_apart() -> None:
    system = crowded()
    s = system.start()
    s.books = (0,) * MOST_SEATS
    s.rekey()
    before = {(seat, a.name) for seat, a in s.key.pairs}
    s.add_book(7, 5)
    s.add_book(3, MOST_BOOKS - 1)
    assert [s.count_books(f) for f in range(MOST_SEATS)] == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    assert (s.has_book(3, 15), s.has_book(3, 14), s.has_book(7, 5)) == (True, False, True)
    s.rekey()
    named = {(seat, a.name) for seat, a in s.key.pairs} - before
    assert {seat for seat, _ in named} == {7}
    assert [fault[0] for fault in system.violations(s)] == ["CW-SPB-001"]  # its card has six


def test_more_kinds_than_there_is_room_for_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config_module, "MOST_KINDS", 40)
    with pytest.raises(UnknownName, match=r"would have \d\d kinds of unit.* leave out some of the expansions"):
        CthulhuWars.build(options={"things": list(THINGS)})
    few = CthulhuWars.build(options={"things": list(THINGS), "cards": ["yig", "ghast"]})
    assert len(few.config.factions[0].units) <= 40


# -- files ------------------------------------------------------------------------------------------------------------
def test_files_of_games_with_few_kinds_are_as_they_always_were() -> None:
    """Five bits were the kind, the next the gate, four the marks, two the kills, two the pains, one the elimination."""
    core = CthulhuWars.build(options={"factions": ["great_cthulhu", "black_goat"]})
    config = core.config
    assert [to_file(config, x) for x in (0, 31, KEEPER, EXTRA, KILL, PAIN, DOOMED)] == [
        0,
        31,
        32,
        64,
        1024,
        4096,
        16384,
    ]
    assert [to_file(config, from_file(config, n)) for n in range(2 * 16384)] == [*range(2 * 16384)]
    assert len({from_file(config, n) for n in range(2 * 16384)}) == 2 * 16384
    assert [figure(seat, kind) for seat in range(8) for kind in range(FEW)] == [*range(256)]
    big = crowded().config
    assert [to_file(big, x) for x in (40, KEEPER | 8, DOOMED)] == [40, KEEPER | 8, DOOMED]  # 40 is a kind of its own
    assert [from_file(big, x) for x in (40, KEEPER | 8, DOOMED)] == [40, KEEPER | 8, DOOMED]


def test_an_answer_of_an_old_file_is_found_among_the_options_of_today() -> None:
    core = CthulhuWars.build(options={"factions": ["great_cthulhu", "black_goat"]})
    options = ((1, 11, 0), (1, 11, KEEPER), (1, 11, KEEPER | 3), "done", ("control", 7, figure(1, 0)))
    assert [core.answer_to_file(x) for x in options] == [
        (1, 11, 0),
        (1, 11, 32),
        (1, 11, 35),
        "done",
        ("control", 7, 32),
    ]
    for option in options:
        assert core.answer_from_file(core.answer_to_file(option), options) == option
    assert core.answer_from_file((1, 11, 36), options) == (1, 11, 36)  # the gate refuses it


def test_a_battle_under_way_is_in_a_file_as_it_was() -> None:
    core = CthulhuWars.build(options={"factions": ["great_cthulhu", "black_goat"]})
    said = 'units = { GC = { Africa = "2 Acolyte, Shoggoth" }, BG = { Africa = "Ghoul" } }'
    s = core.arrange(files.toml(said, "words"))
    shoggoth = s.config.name[0].index("Shoggoth")
    b = battle_of(s.config.map.index["Africa"], (0, 1), [{KEEPER: 1, 0: 1, shoggoth | KILL: 1}, {}])
    b.given, b.open = ((0, KEEPER, KILL, PAIN),), ((1, DOOMED, 1, "dice"),)
    b.fates = ((0, PAIN | 1, "pain", 3),)
    s.battle = b
    raw: Any = core.to_json(s)["battle"]
    assert raw["roster"][0] == [[0, 1], [32, 1], [1024 | shoggoth, 1]]
    assert (raw["given"], raw["open"]) == ([[0, 32, 1024, 4096]], [[1, 16384, 1, "dice"]])
    assert raw["fates"] == [[0, 4097, "pain", 3]]
    assert core.from_json(core.to_json(s)) == s
    raw["roster"][0] = [[2 * 16384, 1]]
    with pytest.raises(SaveError, match="must be a number"):
        core.from_json(core.to_json(s) | {"battle": raw})


def test_a_gate_that_nobody_keeps_is_in_a_file_as_it_was() -> None:
    core = CthulhuWars.build(options={"factions": ["great_cthulhu", "black_goat"]})
    s = core.start()
    s.hold(0, UNKEPT, 0)
    raw = core.to_json(s)["warden"]
    assert isinstance(raw, str)
    assert raw[:2] == "20"  # 32, one more than the last kind there was room for
    assert core.from_json(core.to_json(s)).warden[0] == UNKEPT
    big = crowded().start()
    big.hold(0, UNKEPT, 0)
    big.hold(1, FEW, 1)
    again = crowded().from_json(crowded().to_json(big))
    assert (again.warden[0], again.warden[1]) == (UNKEPT, FEW)


# -- every box --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_every_box_begins_and_is_played_and_saved(seed: int) -> None:
    slugs = [*CORE, *MORE][seed * 5 : seed * 5 + 5]
    game = th.new("cthulhu_wars", factions=slugs, things=list(THINGS), any_map=True, seed=seed, overlay=RICH)
    config, rng, seen = game.system.config, Random(seed), set[int]()
    assert len(config.factions[0].units) > FEW
    for n in range(1200):
        if game.position.decision is None:
            break
        game.play(bought(game.position, rng))
        s: State = game.state
        seen |= {k for f in config.seats for k in config.neutral[f] if s.on_map(f, (k,))}
        if n % 50 == 0:
            assert game.system.violations(s) == []
            assert game.system.from_json(game.system.to_json(s)) == s
    assert max(seen) >= FEW  # units whose kind had no room once
    again = saves.load(saves.dump(game))
    assert (again.notice, again.state == game.state, saves.dump(again)) == ("", True, saves.dump(game))


def bought(p: Position, rng: Random) -> Any:
    """Any answer, cards and Great Old Ones first."""
    first = [x for x in p.decision.options if isinstance(x, tuple) and x and str(x[0]).split()[0] in FIRST]
    return rng.choice(first) if first and rng.random() < 0.8 else uniform(p, rng)


def test_a_lot_of_cards_where_there_are_none_is_drawn_from_nothing() -> None:
    game = th.new("cthulhu_wars", players=3, lot=3, great_old_ones=2, seed=1)
    assert game.options
