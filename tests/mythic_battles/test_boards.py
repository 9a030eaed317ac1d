"""The boards against an independent reading of what they draw (shapely), and what a bad board is told."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from shapely import LineString, Point, Polygon, get_parts, line_merge, relate
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

import theomachy
from theomachy.engine.errors import DataError
from theomachy.engine.reference.facts import Facts
from theomachy.games.mythic_battles import MythicBattles
from theomachy.games.mythic_battles.rules import setup, setup_options
from theomachy.games.mythic_battles.rules.maps import (
    BOUNDARIES,
    CAGE_WALLS,
    CHAINS,
    CLIFF,
    FOREST,
    LAVA,
    NORMAL,
    OPEN,
    RIFT,
    ROCK,
    RUINS,
    TERRAINS,
    WALL,
    Board,
    Map,
    load,
)
from theomachy.games.mythic_battles.rules.sight import sight
from theomachy.games.mythic_battles.rules.timings import Shot

HOUSE = ("sunken_sanctuary", "gates_of_tartarus")
GROUND = Path(__file__).parent / "ground" / "proving_ground.toml"
SLUGS = (*HOUSE, "proving_ground")
NEAR = 1e-6  # outlines are whole numbers: what is nearer than this is the same point
STEP = 1e-3  # how far before and behind a crossing one looks


@cache
def board(slug: str) -> tuple[Map, Board]:
    """A board as the game reads it."""
    found = load(Facts.read(*setup.files(), GROUND), [slug])
    return found, found.boards[0]


@cache
def shapes(slug: str) -> tuple[Polygon, ...]:
    return tuple(Polygon(area.outline) for area in board(slug)[0].areas)


def key(slug: str, name: str) -> int:
    return next(i for i, area in enumerate(board(slug)[0].areas) if area.key == name)


# -- the drawing ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-BRD-001")
@pytest.mark.parametrize("slug", SLUGS)
def test_outlines_fill_the_frame_and_nothing_twice(slug: str) -> None:
    left, top, right, bottom = board(slug)[1].frame
    frame = Polygon([(left, top), (right, top), (right, bottom), (left, bottom)])
    drawn = shapes(slug)
    assert all(shape.is_valid for shape in drawn)
    for one, other in combinations(drawn, 2):
        assert one.intersection(other).area < NEAR
    assert unary_union(drawn).symmetric_difference(frame).area < NEAR


@pytest.mark.rule("MB-BND-001", "MB-BRD-003")
@pytest.mark.parametrize("slug", SLUGS)
def test_boundaries_are_what_two_outlines_share(slug: str) -> None:
    """Where two areas touch along a line there is a boundary, as long as that line, and nowhere else."""
    map_, _ = board(slug)
    for a, b in combinations(range(len(map_.areas)), 2):
        shared = shapes(slug)[a].intersection(shapes(slug)[b])
        pieces = map_.between.get((a, b), ())
        assert bool(pieces) is (shared.length > NEAR), (map_.areas[a].key, map_.areas[b].key)
        assert pieces == map_.between.get((b, a), ())
        if not pieces:
            continue
        drawn = [LineString(map_.borders[piece].line) for piece in pieces]
        for line in drawn:
            assert line.within(shared.buffer(NEAR))
        assert sum(line.length for line in drawn) == pytest.approx(shared.length)
        for one, other in combinations(drawn, 2):
            assert one.intersection(other).length < NEAR
        if len(drawn) > 1:
            assert len(get_parts(line_merge(unary_union(drawn)))) == 1, "pieces follow one another"


@pytest.mark.rule("MB-BRD-002", "MB-TBL-001", "MB-TER-005", "MB-TER-014")
@pytest.mark.parametrize("slug", SLUGS)
def test_icons_places_and_scenery_lie_inside(slug: str) -> None:
    map_, board_ = board(slug)
    for area, shape in zip(map_.areas, shapes(slug), strict=True):
        assert shape.contains(Point(area.centre))
        assert len(area.slots) == area.capacity
        for point in (*area.slots, *area.elements):
            assert shape.contains(Point(point)), area.key
        for one, other in combinations(area.slots, 2):
            assert Point(one).distance(Point(other)) > 20, "pieces that can be told apart"
        trees, columns = -(-area.capacity // 2), 1
        assert len(area.elements) == {FOREST: trees, RUINS: columns}.get(area.terrain, 0)
    width, height = board_.size
    assert Polygon([(0, 0), (width, 0), (width, height), (0, height)]).contains(unary_union(shapes(slug)))


# -- lines of sight ---------------------------------------------------------------------------------------------------
def parts(shape: BaseGeometry) -> list[BaseGeometry]:
    return list(get_parts(shape)) if not shape.is_empty else []


class Reading:
    """What the straight line between two icons meets, read off the drawing by shapely alone."""

    def __init__(self, slug: str, start: int, end: int) -> None:
        self.map, self.shapes, self.ends = board(slug)[0], shapes(slug), (start, end)
        self.line = LineString([self.map.areas[start].centre, self.map.areas[end].centre])
        crossed, touched = list[tuple[float, int]](), list[tuple[float, int]]()
        for area, shape in enumerate(self.shapes):
            if area not in self.ends and self.line.distance(shape) == 0:
                inside = relate(self.line, shape)[0] != "F"
                (crossed if inside else touched).append((self._first(shape), area))
        self.areas, self.touched = self._ordered(crossed), self._ordered(touched)
        walls, grazed = list[tuple[float, int]](), list[tuple[float, int]]()
        for i, border in enumerate(self.map.borders):
            piece = LineString(border.line)
            if self.line.distance(piece) == 0:
                through = any(self._through(i, piece, each) for each in parts(self.line.intersection(piece)))
                (walls if through else grazed).append((self._first(piece), i))
        self.walls, self.grazed = self._ordered(walls), self._ordered(grazed)

    def _first(self, shape: BaseGeometry) -> float:
        met = parts(self.line.intersection(shape))
        long = [each for each in met if each.length > NEAR]  # an area that is touched before it is crossed
        return min(self.line.project(Point(p)) for each in long or met for p in each.coords)

    @staticmethod
    def _ordered(found: list[tuple[float, int]]) -> tuple[int, ...]:
        return tuple(i for _, i in sorted(found, key=lambda pair: (round(pair[0], 6), pair[1])))

    def _through(self, border: int, piece: LineString, met: BaseGeometry) -> bool:
        """Does one go from one of its areas into the other just here, and not round its end?"""
        along = [self.line.project(Point(p)) for p in met.coords]
        before, after = min(along) - STEP, max(along) + STEP
        if any(Point(end).distance(met) < NEAR for end in (piece.coords[0], piece.coords[-1])):
            return False
        sides = {self._at(before), self._at(after)}
        return sides == {self.map.borders[border].a, self.map.borders[border].b}

    def _at(self, far: float) -> int:
        point = self.line.interpolate(far)
        return next((area for area, shape in enumerate(self.shapes) if shape.contains(point)), -1)


@pytest.mark.rule("MB-TGT-006", "MB-TGT-005")
@pytest.mark.parametrize("slug", SLUGS)
def test_lines_of_sight_of_all_pairs_are_those_of_the_drawing(slug: str) -> None:
    map_, _ = board(slug)
    for a in range(len(map_.areas)):
        for b in range(len(map_.areas)):
            if a == b:
                continue
            read, line = Reading(slug, a, b), map_.line(a, b)
            told = f"{map_.areas[a].key}-{map_.areas[b].key}"
            assert line.areas == read.areas, told
            assert line.walls == read.walls, told
            assert set(line.touched_areas) == set(read.touched), told
            assert set(line.touched_walls) == set(read.grazed), told


OBSTACLES = {"cage", "cliff", "forest", "polar", "rock", "ruins"}
VANTAGE = {"rock", "stairs"}


@pytest.mark.rule("MB-TGT-006", "MB-BND-008", "MB-BND-010", "MB-TER-013", "MB-TER-015")
@pytest.mark.parametrize("corner", ["corner_does_not_block", "corner_blocks"])
@pytest.mark.parametrize("slug", HOUSE)
def test_who_sees_whom_on_an_empty_board(slug: str, corner: str) -> None:
    """Each pair of areas by the rules of the book: obstacles on the line, heights, rocks and stairs."""
    system = MythicBattles.build(
        options={"armies": [["zeus"], ["hades"]], "board": slug}, rulings={"sight_corner": corner}
    )
    s, map_ = system.start(), board(slug)[0]
    seen = 0
    for a, here in enumerate(map_.areas):
        for b, there in enumerate(map_.areas):
            if a == b:
                continue
            read = Reading(slug, a, b)
            areas, walls = read.areas, read.walls
            if corner == "corner_blocks":
                areas, walls = areas + read.touched, walls + read.grazed
            hidden = any(TERRAINS[map_.areas[area].terrain] in OBSTACLES for area in areas)
            hidden |= any(map_.borders[wall].kind == WALL for wall in walls)
            over = TERRAINS[here.terrain] in VANTAGE or here.level > there.level
            assert sight(s, Shot(0, a, b)).clear is (over or not hidden), (here.key, there.key)
            seen += over or not hidden
    assert seen, "somebody sees somebody"


@pytest.mark.rule("MB-TGT-006")
def test_corners_matter_on_the_grid_and_beside_the_chains() -> None:
    map_, _ = board("proving_ground")
    line = map_.line(key("proving_ground", "a1"), key("proving_ground", "b2"))
    assert line.areas == ()
    assert {map_.areas[area].key for area in line.touched_areas} == {"a2", "b1"}
    map_, _ = board("gates_of_tartarus")
    line = map_.line(key("gates_of_tartarus", "c4"), key("gates_of_tartarus", "a4"))
    assert line.areas == ()
    assert {map_.areas[area].key for area in line.touched_areas} == {"b3", "b4"}, "it runs along their chains"
    assert {map_.borders[wall].kind for wall in line.touched_walls} >= {CHAINS}


@pytest.mark.rule("MB-BND-002")
def test_a_line_that_passes_a_gap_beside_a_wall_crosses_the_gap_alone() -> None:
    map_, _ = board("sunken_sanctuary")
    a, b = key("sunken_sanctuary", "c3"), key("sunken_sanctuary", "c4")
    assert [BOUNDARIES[map_.borders[i].kind] for i in map_.between[a, b]] == ["wall", "normal", "wall"]
    assert [map_.borders[i].kind for i in map_.line(a, b).walls] == [NORMAL]


# -- what a house board must have -------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TER-001", "MB-BND-001")
def test_both_boards_together_show_every_terrain_and_boundary() -> None:
    terrains = {area.terrain for slug in HOUSE for area in board(slug)[0].areas}
    kinds = {border.kind for slug in HOUSE for border in board(slug)[0].borders}
    assert terrains == set(range(len(TERRAINS)))
    assert kinds == set(range(len(BOUNDARIES)))
    assert any(border.high >= 0 for slug in HOUSE for border in board(slug)[0].borders)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_arrow_stands_exactly_where_levels_differ(slug: str) -> None:
    map_, _ = board(slug)
    for border in map_.borders:
        a, b = map_.areas[border.a].level, map_.areas[border.b].level
        assert border.high == (-1 if a == b else border.a if a > b else border.b)


@pytest.mark.rule("MB-DEP-002", "MB-UNI-017")
@pytest.mark.parametrize("slug", HOUSE)
def test_zones_have_room_and_stones_lie_outside(slug: str) -> None:
    map_, board_ = board(slug)
    for mode, sides in board_.zones.items():
        n, points = int(mode[-1]), {2: 18, 3: 16, 4: 14}[int(mode[-1])]
        assert len(sides) == (2 if mode.startswith("teams") else n)
        for areas in sides.values():
            room = sum(map_.areas[area].capacity for area in areas if map_.areas[area].terrain not in (CLIFF, ROCK))
            assert room >= 8 * (2 if mode.startswith("teams") else 1), f"{points} points of units find room"
        zones = {area for areas in sides.values() for area in areas}
        assert not zones & set(board_.stones[mode])
        assert len(board_.stones[mode]) >= 7, "somebody can absorb four, the other three"
        for one, other in combinations(sides.values(), 2):
            assert min(map_.distance[a][b] for a in one for b in other) >= 2
        for area in set(board_.stones[mode]):
            assert board_.stones[mode].count(area) <= max(1, map_.areas[area].stones)


@pytest.mark.parametrize("slug", HOUSE)
def test_whoever_walks_reaches_every_area_that_lets_walkers_in(slug: str) -> None:
    map_, board_ = board(slug)
    reached, edge = set[int](), [next(i for i in board_.areas if map_.areas[i].terrain == OPEN)]
    while edge:
        area = edge.pop()
        if area in reached:
            continue
        reached.add(area)
        for other in map_.near[area]:
            open_ = {map_.borders[b].kind for b in map_.between[area, other]} & {NORMAL, CHAINS, CAGE_WALLS}
            if open_ and map_.areas[other].terrain not in (CLIFF, ROCK):
                edge.append(other)
    assert reached == {i for i in board_.areas if map_.areas[i].terrain not in (CLIFF, ROCK)}


@pytest.mark.parametrize("slug", HOUSE)
def test_nobody_is_lost_in_lava_or_in_a_rift(slug: str) -> None:
    map_, board_ = board(slug)
    for i in board_.areas:
        for other in map_.areas[i].skulls if map_.areas[i].terrain == RIFT else ():
            assert {map_.borders[b].kind for b in map_.between[i, other]} & {NORMAL, CHAINS}
        if map_.areas[i].terrain == LAVA:
            out = [o for o in map_.near[i] if map_.areas[o].terrain not in (LAVA, CLIFF, ROCK)]
            assert any({map_.borders[b].kind for b in map_.between[i, o]} & {NORMAL, CHAINS} for o in out)


@pytest.mark.parametrize("slug", HOUSE)
def test_the_other_side_has_the_same(slug: str) -> None:
    """Capacities, levels, boundaries, distances and sights are mirrored, so that no side is the better one."""
    map_, board_ = board(slug)
    mirror = {i: key(slug, other) for i, other in ((i, mirrored(slug, map_.areas[i].key)) for i in board_.areas)}
    assert all(mirror[mirror[i]] == i for i in mirror)
    for a in board_.areas:
        one, other = map_.areas[a], map_.areas[mirror[a]]
        assert (one.terrain, one.capacity, one.level, one.stones) == (
            other.terrain, other.capacity, other.level, other.stones,
        )  # fmt: skip
        for b in board_.areas:
            kinds = sorted(map_.borders[i].kind for i in map_.between.get((a, b), ()))
            assert kinds == sorted(map_.borders[i].kind for i in map_.between.get((mirror[a], mirror[b]), ()))
            assert map_.distance[a][b] == map_.distance[mirror[a]][mirror[b]]
            assert {mirror[area] for area in map_.line(a, b).areas} == set(map_.line(mirror[a], mirror[b]).areas)


def mirrored(slug: str, name: str) -> str:
    return str(facts().table(f"board.{slug}.area.{name}")["mirror"])


@cache
def facts() -> Facts:
    return Facts.read(*setup.files())


# -- distances --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TGT-007", "MB-BRD-003")
@pytest.mark.parametrize("slug", SLUGS)
def test_distance_counts_areas_whatever_divides_them(slug: str) -> None:
    map_, _ = board(slug)
    n = len(map_.areas)
    far = [[0 if a == b else 1 if (a, b) in map_.between else 99 for b in range(n)] for a in range(n)]
    for k in range(n):  # all shortest ways, by another method than the game's
        for a in range(n):
            for b in range(n):
                far[a][b] = min(far[a][b], far[a][k] + far[k][b])
    assert [list(row) for row in map_.distance] == far


@pytest.mark.rule("MB-TGT-007", "MB-BRD-003", "MB-BND-010")
def test_areas_divided_by_a_wall_are_adjacent() -> None:
    map_, _ = board("sunken_sanctuary")
    a, b = key("sunken_sanctuary", "b3"), key("sunken_sanctuary", "b4")
    assert [BOUNDARIES[map_.borders[i].kind] for i in map_.between[a, b]] == ["wall"]
    assert map_.distance[a][b] == 1


# -- bad boards -------------------------------------------------------------------------------------------------------
def changed(*changes: tuple[str, str]) -> str:
    """The proving ground with some of its text replaced."""
    text = GROUND.read_text("utf-8")
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


def area(name: str, key_: str, value: str) -> Callable[[], str]:
    """One value of an area is another."""

    def make() -> str:
        head = f"[board.proving_ground.area.{name}]"
        text = GROUND.read_text("utf-8")
        before, after = text.split(head)
        block, rest = after.split("\n\n", 1)
        given = re.sub(rf"^{key_} = .*$", f"{key_} = {value}", block, flags=re.M)
        if given == block:
            given = f"{block}\n{key_} = {value}"
        return f"{before}{head}{given}\n\n{rest}"

    return make


def border(name: str, key_: str, value: str) -> Callable[[], str]:
    def make() -> str:
        head = f"[board.proving_ground.boundary.{name}]"
        before, after = GROUND.read_text("utf-8").split(head)
        block, rest = after.split("\n\n", 1)
        given = re.sub(rf"^{key_} = .*$", f"{key_} = {value}", block, flags=re.M)
        if given == block:
            given = f"{block}\n{key_} = {value}"
        return f"{before}{head}{given}\n\n{rest}"

    return make


def without(kind: str, *names: str) -> Callable[[], str]:
    """Some tables of the board are missing."""

    def make() -> str:
        text = GROUND.read_text("utf-8")
        for name in names:
            head = f"[board.proving_ground.{kind}.{name}]"
            before, after = text.split(head)
            text = before + (after.split("\n\n", 1)[1] if "\n\n" in after else "")
        return text

    return make


def touching(name: str) -> tuple[str, ...]:
    """The boundaries of an area of the proving ground."""
    return tuple(
        found for found in re.findall(r"boundary\.(\w+)\]", GROUND.read_text("utf-8")) if name in found.split("_")
    )


BAD: dict[str, tuple[Callable[[], str], str]] = {
    "gap": (
        area("a1", "outline", "[[0, 0], [190, 0], [200, 200], [0, 200]]"),
        "the outlines leave a gap or overlap: together they have 959000 square units, the frame has 960000",
    ),
    "line off the border": (
        border("a1_b1", "line", "[[0, 200], [100, 210], [200, 200]]"),
        "the boundary of a1 and b1 is drawn off their outlines at [100, 210]",
    ),
    "icon outside": (area("a1", "centre", "[900, 700]"), "the icon of North Camp (a1) lies outside its outline"),
    "no room": (area("a1", "capacity", "0"), "North Camp (a1) has room for nobody"),
    "places": (
        area("a1", "slots", "[[45, 45], [155, 45]]"),
        "North Camp (a1) has 2 places for pieces, but a capacity of 4",
    ),
    "no trees": (area("b3", "elements", "[]"), "has 0 3D elements; its terrain needs 1 (trees)"),
    "columns in the open": (area("a1", "elements", "[[10, 10]]"), "has 3D elements, but its terrain knows none"),
    "island": (without("boundary", *touching("a1")), "North Camp (a1) borders on nothing"),
    "unknown terrain": (area("a1", "terrain", '"jungle"'), "'jungle' is none of cage, cliff, forest"),
    "unknown boundary": (border("a1_b1", "type", '"hedge"'), "'hedge' is none of normal, chains"),
    "unknown neighbour": (border("a1_b1", "between", '["a1", "z9"]'), "there is no area 'z9'"),
    "to itself": (border("a1_b1", "between", '["a1", "a1"]'), "separates an area from itself"),
    "no line": (border("a1_b1", "line", "[[0, 200]]"), "is drawn by fewer than two points"),
    "arrow elsewhere": (
        border("a1_b1", "heights", '"c3"'),
        "the heights of the boundary of a1 and b1 lie on neither side",
    ),
    "arrow upwards": (border("a1_b1", "heights", '"a1"'), "do not fall to a lower level"),
    "skulls of nobody": (area("d5", "skulls", '["d4"]'), "joins two of its neighbours"),
    "skulls far away": (area("d5", "skulls", '["a1", "d4"]'), "joins two of its neighbours"),
    "skulls without rift": (area("a1", "skulls", '["a2", "b1"]'), "has a path of skulls, but is no rift"),
    "zone of nobody": (lambda: changed(('west = ["a1"', 'west = ["z9"')), "there is no area 'z9'"),
    "zones that overlap": (lambda: changed(('west = ["a1"', 'west = ["a6"')), "two zones of skirmish_2 share an area"),
    "no stones": (without("stones", "skirmish_3"), "it does not say where stones lie in skirmish_3"),
    "no zones": (without("zones", "skirmish_2", "skirmish_3"), "it has no deployment zones"),
}


@pytest.mark.rule("MB-BRD-001", "MB-BRD-005", "MB-TER-001")
@pytest.mark.parametrize("name", BAD)
def test_a_bad_board_is_told_what_is_wrong(name: str, tmp_path: Path) -> None:
    make, said = BAD[name]
    file = tmp_path / "board.toml"
    file.write_text(make(), "utf-8")
    with pytest.raises(DataError) as told:
        load(Facts.read(*setup.files(), file), ["proving_ground"])
    assert said in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["name", "terrain", "capacity", "centre", "outline", "slots", "elements", "level"])
@pytest.mark.rule("MB-BRD-001", "MB-BRD-005")
def test_each_part_of_an_area_must_be_there(name: str, tmp_path: Path) -> None:
    before, after = GROUND.read_text("utf-8").split("[board.proving_ground.area.a1]")
    file = tmp_path / "board.toml"
    file.write_text(
        f"{before}[board.proving_ground.area.a1]{re.sub(rf'(?m)^{name} = .*$', '', after, count=1)}", "utf-8"
    )
    with pytest.raises(DataError, match=f"board.proving_ground.area.a1: it does not say its {name}"):
        load(Facts.read(*setup.files(), file), ["proving_ground"])


@pytest.mark.rule("MB-UNI-017")
@pytest.mark.parametrize(
    ("slug", "players", "mode"),
    [("sunken_sanctuary", 2, "skirmish"), ("gates_of_tartarus", 2, "skirmish"), ("gates_of_tartarus", 3, "skirmish"),
     ("gates_of_tartarus", 4, "skirmish"), ("gates_of_tartarus", 4, "teams")],
)  # fmt: skip
def test_stones_lie_where_the_board_says(slug: str, players: int, mode: str) -> None:
    system = MythicBattles.build(players=players, options={"board": slug, "mode": mode})
    s: Any = system.start()
    said = facts()[f"board.{slug}.stones.{mode}_{players}.areas"]
    lying = [key(slug, name) for name in said]
    assert [(i, n) for i, n in enumerate(s.stones[0]) if n] == sorted((i, lying.count(i)) for i in set(lying))
    assert not any(any(row) for row in s.stones[1:])


# -- the page that says how to write one ------------------------------------------------------------------------------
PAGE = Path(__file__).parents[2] / "docs" / "boards.md"


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board and the scenario of docs/boards.md are in the box."""
    file = tmp_path / "two_fields.toml"
    file.write_text(re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)[-1], "utf-8")
    monkeypatch.setattr(setup, "MORE", [])
    MythicBattles.add_data(file)


@pytest.mark.rule("MB-SET-007", "MB-WIN-006")
def test_the_example_of_the_page_is_a_board_and_a_scenario(example: None) -> None:
    system = MythicBattles.build(options={"board": "two_fields"}, players=2)
    assert system.config.map.names == ("Western Field", "The Ford", "Willows", "Eastern Hill")
    game = theomachy.new("mythic_battles", scenario="ferry", seed=1)
    luck = random.Random(1)
    for _ in range(300):
        if (pending := game.position.decision) is None:
            break
        game.play(luck.choice(pending.options))
    assert game.state.round > 1
    state = MythicBattles.build(options={"scenario": "ferry"}).start()
    assert [state.config.units[u].key for u in state.units_in(0)] == ["hoplites"]
    assert state.stones[state.config.stone_names.index("oar")][1] == 1


def test_the_page_names_every_terrain_boundary_and_rule_of_victory() -> None:
    text = PAGE.read_text("utf-8")
    for word in (*TERRAINS, *BOUNDARIES, *setup_options.GOALS):
        assert word.replace(" ", "_") in text, word
