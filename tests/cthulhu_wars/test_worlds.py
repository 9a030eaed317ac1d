"""Other worlds: what a board says beside its areas, whom its powers belong to, boards for seven players and more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import theomachy as th
from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import SLUGS, area, asked, at, labels, script, system, table, why_not
from theomachy.engine.errors import DataError, UnknownName
from theomachy.engine.runtime.timing import CANON
from theomachy.engine.state import GROUND
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers.worlds import WORLDS
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.domains import GATHER
from theomachy.games.cthulhu_wars.rules.maps import EARTH, Map, load_map
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.state import State, bits
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import ControllerOf

EIGHT = "GC CC BG YS SL WW TT AN"
MOST = "earth_9_11p"
PLAYERS = {"earth_6p": (6, 24), "earth_7p_a": (7, 28), "earth_7p_b": (7, 28), "earth_8p": (8, 32)}
# What the house has cut out of the published board of six players: for seven and eight, and further for more.
CUT = {
    "greenland": "north_america_east",
    "alaska": "north_america_west",
    "southwest": "north_america_west",
    "amazon": "south_america_east",
    "siberia": "north_asia",
    "india": "south_asia",
    "south_africa": "east_africa",
    "sahara": "west_africa",
}
FURTHER = {
    "caribbean_sea": "north_atlantic",
    "bermuda_triangle": "north_atlantic",
    "bay_of_bengal": "indian_ocean",
    "russia": "europe",
    "indochina": "south_asia",
    "persia": "arabia",
    "wilkes_land": "mountains_of_madness",
    "outback": "australia",
}
OCEANS = "North Pacific, South Pacific, North Atlantic, South Atlantic, Indian Ocean, Arctic Ocean"
SEAS = "Bering Sea, Caribbean Sea, Mediterranean Sea, Bermuda Triangle, Bay of Bengal"


def named(board: Map, areas: int) -> set[str]:
    return {board.names[a] for a in bits(areas)}


# -- seven and eight players on Earth ---------------------------------------------------------------------------------
@pytest.mark.rule("CW-XMP-002")
def test_each_number_of_players_has_its_sides() -> None:
    for players, board in ((6, "earth_6p"), (7, "earth_7p_a"), (8, "earth_8p")):
        game = CthulhuWars.build(players=players)
        assert game.config.map.key == board
    choices = {n: set(CthulhuWars.choices(n)["map"].among) for n in (6, 7, 8)}
    assert {key for key in choices[7] if key.startswith("earth")} == {"earth_7p_a", "earth_7p_b"}
    assert {key for key in choices[8] if key.startswith("earth")} == {"earth_8p"}
    # One side is that of eight players and the other that of six: what is cut on one half is whole on the other.
    west, east = load_map("earth_7p_a"), load_map("earth_7p_b")
    assert {*west.keys} - {*load_map("earth_6p").keys} == {"greenland", "alaska", "southwest", "amazon"}
    assert {*east.keys} - {*load_map("earth_6p").keys} == {"siberia", "india", "south_africa", "sahara"}
    assert {*load_map("earth_8p").keys} == {*west.keys} | {*east.keys}
    with pytest.raises(UnknownName, match="for 8 players, not 7"):
        CthulhuWars.build(players=7, options={"map": "earth_8p"})


@pytest.mark.parametrize("key", [*(key for key in PLAYERS if key != "earth_6p"), MOST])
def test_without_the_cuts_it_is_the_board_of_six(key: str) -> None:
    board, six = load_map(key), load_map("earth_6p")
    up = [(CUT | FURTHER).get(each, each) for each in board.keys]
    pairs = {frozenset((up[a], up[b])) for a, near in enumerate(board.near) for b in near if up[a] != up[b]}
    assert pairs == {frozenset((six.keys[a], six.keys[b])) for a, near in enumerate(six.near) for b in near}
    assert all(board.ocean[a] == six.ocean[six.index[up[a]]] for a in range(len(up)))
    assert all(board.glyph[a] == six.glyph[six.index[up[a]]] for a in range(len(up)))
    assert board.board.house == "this board is house data"


@pytest.mark.parametrize(("key", "sides"), PLAYERS.items())
def test_more_players_have_more_gates_and_a_longer_track(key: str, sides: tuple[int, int]) -> None:
    players, areas = sides
    config = system(" ".join(EIGHT.split()[:players]), key).config
    assert len(config.map.names) == areas == config.facts[f"maps.{key}.areas"]
    assert config.supply == 30
    assert len(config.track) == 2 * players
    assert list(config.track) == sorted(config.track)
    assert (config.track[0], config.track[-1]) == (5, 10)
    assert system("GC CC BG YS", "earth_4p_3w5e").config.supply == 24


def test_the_ruling_gives_all_of_them_the_row_of_five() -> None:
    for key in ("earth_7p_a", "earth_8p"):
        seats = " ".join(EIGHT.split()[: PLAYERS[key][0]])
        config = system(seats, key, (("ritual_long_tracks", "as_five"),)).config
        assert config.track == system("GC CC BG YS SL", "earth_5p").config.track


@pytest.mark.rule("CW-XMP-003")
def test_every_world_has_boards_for_six_to_eight_players_and_they_bring_six_gates_alone() -> None:
    facts = system("GC CC BG", "earth_3p").config.facts
    boards = {key: load_map(key) for key in maps.names()}
    assert {board.world for board in boards.values()} == {EARTH, *WORLDS}
    for world in (EARTH, *WORLDS):
        own = {key: facts[f"maps.{key}.players"] for key, board in boards.items() if board.world == world}
        count = {n: sum(n in players for players in own.values()) for n in (6, 7, 8)}
        assert count == {6: 1, 7: 2, 8: 1}, world
        smallest, *others = (system("GC CC BG", key).config for key in sorted(own, key=lambda key: own[key]))
        for config in others:
            assert facts.table(f"maps.{config.map.key}").keys() <= {"title", "areas", "players", "gates"}
            many = min(own[config.map.key]) >= 6
            assert config.supply == 24 + 6 * many, config.map.key
            assert (config.factions, config.tokens) == (smallest.factions, smallest.tokens), config.map.key
            assert (config.cards, config.gate_sorts) == (smallest.cards, smallest.gate_sorts), config.map.key


@pytest.mark.rule("CW-TT-033")
def test_tcho_tcho_among_eight_appears_where_windwalker_might_start() -> None:
    p = th.new("cthulhu_wars", players=8, factions=EIGHT.split()).position
    board = p.system.config.map
    script(p, ("AN", "start area", area(p, "Sahara")))
    assert asked(p)[:2] == ("TT", "start area")
    assert (
        {*labels(p)}
        == {"Arctic Ocean", "Mountains of Madness"}
        == named(board, p.state.config.sigils & ~_taken(p.state))
    )
    script(p, ("TT", "start area", area(p, "Arctic Ocean")))
    assert p.state.start[5] == area(p, "Mountains of Madness")  # Windwalker is left with the other one


def _taken(s: State) -> int:
    return sum(1 << a for a in s.start if a >= 0)


# -- nine to eleven players -------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-XMP-005")
def test_the_oceans_of_nine_to_eleven_players_are_eleven() -> None:
    board = load_map(MOST)
    assert named(board, board.wet) == {*OCEANS.split(", "), *SEAS.split(", ")}
    eight = load_map("earth_8p")  # three of them are on no smaller board
    assert named(board, board.wet) - named(eight, eight.wet) == {"Caribbean Sea", "Bermuda Triangle", "Bay of Bengal"}


@pytest.mark.rule("CW-XMP-006")
@pytest.mark.parametrize("players", [9, 10, 11])
def test_nine_to_eleven_players_share_a_board_of_forty_areas(players: int) -> None:
    game = CthulhuWars.build(players=players)
    config = game.config
    assert config.map.key == MOST
    assert len(config.map.names) - config.map.islands.bit_count() == 40 == config.facts[f"maps.{MOST}.areas"]
    assert config.supply == 30
    row = list(config.track)
    assert (len(row), row, row[0], row[-1]) == (2 * players, sorted(row), 5, 10)
    assert max(row.count(n) for n in row[1:-1]) - min(row.count(n) for n in row[1:-1]) <= 1  # no price is much longer
    assert row == [15 - n for n in reversed(row)]  # it climbs at its end as at its beginning, as the printed rows do
    choices = CthulhuWars.choices(players)
    assert [*choices["map"].among] == [MOST]
    assert choices["map"].default == MOST
    assert config.facts.fact(f"maps.{MOST}.areas").source == "house"


@pytest.mark.rule("CW-XMP-006")
@pytest.mark.parametrize("players", [8, 12])
def test_others_do_not_play_on_it(players: int) -> None:
    with pytest.raises(UnknownName, match="for 9 or 10 or 11 players, not 8" if players == 8 else "players, but 11"):
        CthulhuWars.build(players=players, options={"map": MOST})


@pytest.mark.rule("CW-XMP-006")
def test_eleven_players_are_all_factions_and_each_is_set_up() -> None:
    p = th.new("cthulhu_wars", players=11).position
    seats = p.system.seats
    assert {seat.letters for seat in seats} == {*SLUGS}
    for told in ("letters", "colour", "icon", "title", "name"):
        assert len({getattr(seat, told) for seat in seats}) == 11, told
    turns = []
    while p.state.unready:
        assert p.decision is not None
        turns.append((asked(p)[0], len(p.decision.options)))
        p.play(p.decision.options[0])
    # The Ancients, then Tcho-Tcho in one of Windwalker's two areas, Windwalker in the other, and Opener anywhere.
    assert [name for name, _ in turns] == ["AN", "TT", "OW"]
    assert dict(turns)["TT"] == 2
    homes = {seat.letters: p.state.start[seat.index] for seat in seats}
    assert homes.pop("DS") == -1  # it comes later
    assert 1 << homes["BB"] == p.state.config.map.islands  # the Moon
    assert len({*homes.values()}) == 10
    assert all(p.state.holder(home) == seat.index for seat in seats if (home := homes.get(seat.letters, -1)) >= 0)
    assert p.system.seats[p.state.first].letters == "GC"


@pytest.mark.rule("CW-XMP-006")
def test_a_position_of_eleven_is_set_up_in_the_editor() -> None:
    letters = [seat.letters for seat in CthulhuWars.build(players=11).seats]
    cultists = {who: "Earth Cat" if who == "BB" else "Acolyte" for who in letters}
    setup = {"units": {who: {"Persia": unit} for who, unit in cultists.items()}, "gates": {"Outback": "abandoned"}}
    position = th.editor("cthulhu_wars", players=11, setup=setup | {"active": "WW"}).game().position
    assert position.system.violations(position.state) == []
    assert asked(position) == ("WW", "action")
    board = position.state.config.map
    assert all(at(position, who, "Persia") == {unit: 1} for who, unit in cultists.items())
    assert board.names[position.state.gate.index(1)] == "Outback"


@pytest.mark.rule("CW-XMP-006", "CW-SET-014")
def test_among_ten_without_great_cthulhu_the_alphabet_decides() -> None:
    seats = [slug for letters, slug in SLUGS.items() if letters != "GC"]
    p = th.new("cthulhu_wars", factions=seats).position
    assert p.system.seats[p.state.first].letters == "AN"


# -- what a board says ------------------------------------------------------------------------------------------------
def test_every_world_is_a_folder_with_its_boards() -> None:
    for slug in WORLDS:
        facts = system("GC CC BG", f"{slug}_3p").config.facts
        boards = [key for key in maps.names() if load_map(key).world == slug]
        assert len(boards) == 8
        for key in boards:
            board = load_map(key)
            assert facts[f"maps.{key}.areas"] == len(board.names)
            assert len(board.parts) == len(board.signs) == len(board.names)
            assert board.board.house
            assert board.board.light == slug
    assert {load_map(key).world for key in maps.names() if key.startswith("earth")} == {EARTH}


@pytest.mark.parametrize(
    "key", [key for key in maps.names() if "starts" in json.loads(maps._files()[key].read_text("utf-8"))]
)
def test_every_faction_can_be_set_up_on_every_board(key: str) -> None:
    facts = system("GC CC BG YS", "earth_4p_3w5e").config.facts
    players = facts[f"maps.{key}.players"][-1]
    for first in range(0, len(SLUGS), players - 1):
        seats = [*SLUGS][first : first + players]
        seats += [each for each in SLUGS if each not in seats][: players - len(seats)]
        p = th.new("cthulhu_wars", seed=1, players=players, factions=seats, map=key).position
        for _ in range(40):
            if not p.state.unready:
                break
            assert p.decision is not None
            p.play(p.decision.options[0])  # type: ignore[operator, index]
        assert not p.state.unready
        homes = [home for home in p.state.start if home >= 0]
        assert len(homes) == len({*homes})
        for seat, home in enumerate(p.state.start):
            slug = p.state.config.slugs[seat]
            assert home < 0 or not p.state.config.map.barred.get(slug, 0) >> home & 1


# -- powers of a map --------------------------------------------------------------------------------------------------
HEARD: list[tuple[str, int]] = []


def define() -> None:
    """A power of everybody and one of the ground on this Earth."""

    class Drizzle(Power):
        """Everybody hears that Gather Power begins."""

        rule, on, forced = "CW-XMP-001", "map.earth", True

        def may_phase_start(self, s: State, me: int, phase: int) -> bool:
            return phase == GATHER

        async def phase_start(self, s: State, me: int, phase: int) -> None:
            HEARD.append(("everybody", me))

    class Downpour(Power):
        """The ground hears it, after all others, and lets nobody hold a gate in Asia."""

        rule, on, forced, about = "CW-XMP-001", "ground.earth_3p", True, (ControllerOf.GATE,)

        def may_phase_start(self, s: State, me: int, phase: int) -> bool:
            return phase == GATHER

        async def phase_start(self, s: State, me: int, phase: int) -> None:
            HEARD.append(("ground", me))

        def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
            return -1 if s.config.map.names[area] == "Asia" else None


@pytest.fixture
def weather() -> Iterator[None]:
    HEARD.clear()
    with guests(define):
        yield


UNITS = {"GC": {"Asia": "Acolyte", "Europe": "Acolyte"}, "YS": {"Africa": "Acolyte"}, "BG": {"Australia": "Ghoul"}}


@pytest.mark.usefixtures("weather")
def test_a_power_of_the_map_is_everybodys_and_one_of_the_ground_speaks_last() -> None:
    p = table("GC YS BG", UNITS, board="earth_3p", power={"GC": 1})
    assert [hook[0] for hook in p.state.hooks("phase_start")] == [0, 1, 2, GROUND]
    script(p, ("GC", "action", "pass"), rehearse=False)
    assert HEARD == [("everybody", 0), ("everybody", 1), ("everybody", 2), ("ground", GROUND)]
    told = {passage.name for _, rows in p.system.page(p.state, 0).passages for passage in rows}
    assert {"Drizzle", "Downpour"} <= told


@pytest.mark.usefixtures("weather")
def test_a_power_of_the_ground_is_asked_as_any_other() -> None:
    p = table("GC YS BG", UNITS, board="earth_3p", gates={"Asia": "abandoned", "Europe": "abandoned"})
    assert {label for label in labels(p) if label.startswith("Control")} == {"Control the gate in Europe with: Acolyte"}
    wider = table("GC YS BG CC", {"GC": {"Africa": "Acolyte"}, "YS": {"Europe": "Acolyte"}}, board="earth_4p_5w3e")
    assert GROUND not in [hook[0] for hook in wider.state.hooks("phase_start")]  # it is that of another board


@pytest.mark.rule("CW-XMP-001")
@pytest.mark.parametrize("world", [EARTH, *WORLDS])
def test_powers_of_a_world_are_in_force_on_its_own_boards_alone(world: str) -> None:
    s = system("GC YS BG", f"{world}_3p").start()
    powers = {power for timing in CANON for _, power, _ in s.hooks(timing)} | {*known(s, 0)}
    words = [getattr(power, "on", "").partition(".") for power in powers]
    assert {key for sort, _, key in words if sort in ("map", "ground")} == ({world} if world != EARTH else set())


@pytest.mark.rule("CW-XMP-001")
def test_every_world_has_boards_for_two_to_five_players_of_any_factions() -> None:
    for n in range(2, 6):
        there = {load_map(key).world for key in CthulhuWars.choices(n)["map"].among}
        assert there == {EARTH, *WORLDS}
    for world in WORLDS:
        for seats in ("GC CC BG YS OW", "SL WW TT AN DS", "BB GC CC BG YS"):
            assert system(seats, f"{world}_5p").config.map.world == world


def truce() -> None:
    """Nobody battles the first seat in Asia."""

    class Truce(Power):
        """A power that keeps everybody from a battle with one enemy, in one area."""

        rule, on = "CW-XMP-001", "ground.earth"

        def may_battle(self, s: State, me: int, seat: int, foe: int, area: int) -> bool | None:
            return False if foe == 0 and s.config.map.names[area] == "Asia" else None


def test_a_power_keeps_from_a_battle_with_one_enemy_in_one_area() -> None:
    units = {"GC": {"Asia": "Acolyte", "Africa": "Acolyte"}, "YS": {"Asia": "2 Undead", "Africa": "2 Undead"}}
    units["BG"] = {"Asia": "Acolyte"}
    with guests(truce):
        p = table("GC YS BG", units, board="earth_3p", active="YS")
        assert {label for label in labels(p) if label.startswith("Battle")} == {
            "Battle in Asia against Black Goat", "Battle in Africa against Great Cthulhu"
        }  # fmt: skip
        assert why_not(p, "YS", "battle", area(p, "Asia"), 0) == {
            "CW-XMP-001": "No power keeps you from a battle with Great Cthulhu in Asia"
        }


# -- a world of an outside package ------------------------------------------------------------------------------------
NOWHERE = """
[maps.nowhere_3p]
source = "house"
where = "made up for this test"
title = "Nowhere"
areas = 13
players = [3]

[worlds.nowhere.tokens.fog]
source = "house"
where = "made up for this test"
name = "Fog"
figures = 2
icon = "moon"

[neutral.units.fogling]
source = "house"
where = "made up for this test"
world = "nowhere"
name = "Fogling"
rank = "monster"
figures = 2
cost = [1]
combat = 1
icon = "moon"
rule = "CW-XMP-001"
"""


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A world in which the Earth is another one."""
    folder = tmp_path / "nowhere"
    (folder / "boards").mkdir(parents=True)
    (folder / "world.toml").write_text(NOWHERE, encoding="utf-8")
    board = json.loads((maps.MAPS / "earth_3p.json").read_text(encoding="utf-8"))
    starts = {"great_cthulhu": ["asia"], "yellow_sign": ["europe"], "black_goat": ["africa"]}
    board |= {"key": "nowhere_3p", "world": "nowhere", "starts": starts, "barred": {"opener_of_the_way": ["asia"]}}
    (folder / "boards" / "nowhere_3p.json").write_text(json.dumps(board), encoding="utf-8")
    monkeypatch.setattr(CthulhuWars, "world_files", dict(CthulhuWars.world_files))
    monkeypatch.setattr(maps, "_folders", [*maps._folders])
    CthulhuWars.add_world("nowhere", folder)
    yield
    load_map.cache_clear()


@pytest.mark.rule("CW-XMP-001")
@pytest.mark.usefixtures("nowhere")
def test_a_world_of_an_outside_package_brings_its_pieces_to_its_own_boards_alone() -> None:
    there = CthulhuWars.build(options={"factions": ["GC", "YS", "BG"], "map": "nowhere_3p"}).config
    here = CthulhuWars.build(options={"factions": ["GC", "YS", "BG"], "map": "earth_3p"}).config
    assert ("Fogling" in there.name[0], "Fogling" in here.name[0]) == (True, False)
    assert (there.token("fog") >= 0, here.token("fog"), there.token("glacier")) == (True, -1, -1)
    assert [there.map.names[home] for home in there.start] == ["Asia", "Europe", "Africa"]
    assert here.map.names[here.start[0]] == "South Pacific"
    assert "Nowhere" in CthulhuWars.choices(3)["map"].names.values()


# -- refusals ---------------------------------------------------------------------------------------------------------
def test_a_board_with_a_taken_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "earth_3p.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="there is a board 'earth_3p' already"):
        maps.add_boards(tmp_path)
    assert tmp_path not in maps._folders
