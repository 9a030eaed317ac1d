"""The battlefield: areas with their terrain, boundaries between them, distances and lines of sight.

Boards are files of data. Several of them may lie in one box (in a constructed game the lead player picks one of those
that were proposed); their areas are numbered through, and nothing joins one board to another. What a line of sight
meets is plain geometry of whole numbers, worked out once for each pair of areas when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from ....engine.errors import DataError
from ....engine.reference.facts import Facts
from ....engine.tabletop.table import Target

TERRAINS = (
    "cage", "cliff", "forest", "lava", "open ground", "polar", "rift", "rock", "ruins", "stairs", "swamp", "water",
)  # fmt: skip
CAGE, CLIFF, FOREST, LAVA, OPEN, POLAR, RIFT, ROCK, RUINS, STAIRS, SWAMP, WATER = range(12)
AQUATIC = frozenset({SWAMP, WATER})
SCENERY = {FOREST: "tree", RUINS: "ruined column"}  # terrain that works as long as a 3D element stands
BOUNDARIES = ("normal", "chains", "cage walls", "escarpment", "wall")
NORMAL, CHAINS, CAGE_WALLS, ESCARPMENT, WALL = range(5)
HEIGHTS = 5  # no kind of line: the arrow on one
Point = tuple[int, int]
Box = tuple[int, int, int, int]


class Area(NamedTuple):
    """One area as it is printed. `skulls` are the neighbours that its path of skulls joins."""

    key: str
    name: str
    terrain: int
    capacity: int
    level: int
    centre: Point
    outline: tuple[Point, ...]
    slots: tuple[Point, ...]
    elements: tuple[Point, ...]
    stones: int
    skulls: tuple[int, ...]
    board: int


def ground_of(terrain: int) -> str:
    """The name of a type of terrain in the data: "terrain.open_ground"."""
    return f"terrain.{TERRAINS[terrain].replace(' ', '_')}"


def boundary_of(kind: int) -> str:
    """The name of a kind of boundary in the data: "boundary.cage_walls"."""
    return f"boundary.{'heights' if kind == HEIGHTS else BOUNDARIES[kind].replace(' ', '_')}"


class Border(NamedTuple):
    """One piece of boundary; `high` is the area on the higher side of its arrow, or -1."""

    a: int
    b: int
    kind: int
    line: tuple[Point, ...]
    high: int

    def other(self, area: int) -> int:
        """The area on the other side."""
        return self.b if area == self.a else self.a


class Board(NamedTuple):
    """One battlefield: a row of areas, the zones of a mode of play by side, and where its stones lie."""

    slug: str
    name: str
    first: int
    areas: range
    players: tuple[int, ...]
    size: Point
    frame: tuple[int, int, int, int]
    zones: dict[str, dict[str, tuple[int, ...]]]  # "skirmish_2" -> side -> areas
    stones: dict[str, tuple[int, ...]]
    house: bool


class Line(NamedTuple):
    """What the straight line between two area icons meets, the ends left out, in order from the first."""

    areas: tuple[int, ...]  # areas that it crosses
    walls: tuple[int, ...]  # pieces of boundary that it crosses
    touched_areas: tuple[int, ...]  # areas of which it meets no more than a corner or an edge
    touched_walls: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Map:
    """All boards of a box, their areas numbered through."""

    boards: tuple[Board, ...]
    areas: tuple[Area, ...]
    names: tuple[str, ...]
    borders: tuple[Border, ...]
    near: tuple[tuple[int, ...], ...] = field(init=False)
    near_mask: tuple[int, ...] = field(init=False)
    kinds: dict[tuple[int, int], tuple[int, ...]] = field(init=False)  # kinds of boundary, the least restrictive first
    between: dict[tuple[int, int], tuple[int, ...]] = field(init=False)  # the pieces of boundary of two areas
    distance: tuple[tuple[int, ...], ...] = field(init=False)  # in areas; 99 where nothing leads
    high: int = field(init=False)  # mask of the areas on the higher side of an arrow
    boxes: tuple[Box, ...] = field(init=False)  # in which areas lie
    wall_boxes: tuple[Box, ...] = field(init=False)  # and pieces of boundary
    _lines: dict[tuple[int, int], Line] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        between: dict[tuple[int, int], tuple[int, ...]] = {}
        for i, border in enumerate(self.borders):
            for pair in ((border.a, border.b), (border.b, border.a)):
                between[pair] = (*between.get(pair, ()), i)
        kinds = {pair: sorted({self.borders[border].kind for border in found}) for pair, found in between.items()}
        object.__setattr__(self, "kinds", {pair: tuple(found) for pair, found in kinds.items()})
        n = len(self.areas)
        near = tuple(tuple(b for b in range(n) if (a, b) in between) for a in range(n))
        object.__setattr__(self, "between", between)
        object.__setattr__(self, "near", near)
        object.__setattr__(self, "near_mask", tuple(sum(1 << b for b in row) for row in near))
        object.__setattr__(self, "distance", tuple(_distances(near, a) for a in range(n)))
        high = {border.high for border in self.borders if border.high >= 0}
        object.__setattr__(self, "high", sum(1 << area for area in high))
        object.__setattr__(self, "boxes", tuple(_box(area.outline) for area in self.areas))
        object.__setattr__(self, "wall_boxes", tuple(_box(border.line) for border in self.borders))

    def line(self, a: int, b: int) -> Line:
        """What the line from one area's icon to another's meets (MB-TGT-006)."""
        found = self._lines.get((a, b))
        if found is None:
            self._lines[a, b], self._lines[b, a] = _both_ways(self, a, b)
            found = self._lines[a, b]
        return found

    def short_names(self) -> list[tuple[str, int]]:
        """The areas by the keys of their files ("c3"), by which scenarios may call them."""
        return [(area.key, i) for i, area in enumerate(self.areas)]

    def board_of(self, area: int) -> Board:
        """The board on which an area lies."""
        return self.boards[self.areas[area].board]


def _distances(near: Sequence[Sequence[int]], start: int) -> tuple[int, ...]:
    found, edge, far = {start: 0}, [start], 0
    while edge:
        far += 1
        edge = list({b for a in edge for b in near[a] if b not in found})
        found |= dict.fromkeys(edge, far)
    return tuple(found.get(area, 99) for area in range(len(near)))


# -- lines of sight ---------------------------------------------------------------------------------------------------
def _side(a: Point, b: Point, p: Point) -> int:
    """On which side of the line from a to b a point lies: 1, -1, or 0 on it."""
    cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (cross > 0) - (cross < 0)


def _box(points: Sequence[Point]) -> Box:
    """Middle and size of what these lie in, twice each, so that they are whole."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) + max(xs), min(ys) + max(ys), max(xs) - min(xs), max(ys) - min(ys)


def _beside(a: Point, b: Point, box: Box) -> bool:
    """Does all of a box lie on one side of the line? Most do, and then nothing in it meets the line."""
    (x, y, wide, high), dx, dy = box, b[0] - a[0], b[1] - a[1]
    return abs(dx * (y - 2 * a[1]) - dy * (x - 2 * a[0])) > abs(dx) * high + abs(dy) * wide


def _marks(a: Point, b: Point, line: Sequence[Point]) -> list[Fraction]:
    """Where the line from a to b meets a drawn one, in order."""
    (x, y), dx, dy = a, b[0] - a[0], b[1] - a[1]
    across = [dx * (py - y) - dy * (px - x) for px, py in line]
    if min(across) > 0 or max(across) < 0:
        return []
    found: set[Fraction] = set()
    for p, q, one, other in zip(line, line[1:], across, across[1:], strict=False):
        if one * other <= 0:  # most pieces lie on one side of the line
            found.update(_meets(a, b, p, q))
    return sorted(found)


def _meets(a: Point, b: Point, p: Point, q: Point) -> Iterator[Fraction]:
    """Where on the line from a to b (0 to 1) the edge from p to q meets it, which does not lie on one side of it; both
    ends of an edge along it.
    """
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    across = dx * ey - dy * ex
    if across:
        sign = 1 if across > 0 else -1
        t, whole = sign * ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex), sign * across
        if 0 <= t <= whole and 0 <= sign * ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) <= whole:
            yield Fraction(t, whole)
    else:
        along = dx * dx + dy * dy
        for end in (p, q):
            t = (end[0] - a[0]) * dx + (end[1] - a[1]) * dy
            if 0 <= t <= along:
                yield Fraction(t, along)


def _inside(outline: Sequence[Point], x: int, y: int) -> bool:
    """Does a point that lies on no edge lie within an outline?"""
    odd = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y):
            beyond = (x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)
            odd ^= beyond < 0 if y2 > y1 else beyond > 0
    return odd


def _on_edge(outline: Sequence[Point], x: int, y: int) -> bool:
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (
            (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)
            and min(x1, x2) <= x <= max(x1, x2)
            and (min(y1, y2) <= y <= max(y1, y2))
        ):
            return True
    return False


Met = tuple[Fraction, Fraction, int]  # where the line first meets something, and where last; its number


def _both_ways(map_: Map, start: int, end: int) -> tuple[Line, Line]:
    """What the line meets from either end: the same things, each where that end comes to it first."""
    if start == end:
        return Line((), (), (), ()), Line((), (), (), ())
    a, b = map_.areas[start].centre, map_.areas[end].centre
    board = map_.board_of(start)
    crossed: list[Met] = []
    touched: list[Met] = []
    for area in board.areas:
        if area in (start, end):
            continue
        if _beside(a, b, map_.boxes[area]):
            continue
        outline = map_.areas[area].outline
        marks = _marks(a, b, (*outline, outline[0]))
        if not marks:
            continue
        spans = [(t, u) for t, u in pairwise(marks) if _within(outline, a, b, (t + u) / 2)]
        if spans:
            crossed.append((spans[0][0], spans[-1][1], area))
        else:
            touched.append((marks[0], marks[-1], area))
    through: list[Met] = []
    grazed: list[Met] = []
    for i, border in enumerate(map_.borders):
        if border.a not in board.areas or _beside(a, b, map_.wall_boxes[i]):
            continue
        if marks := _marks(a, b, border.line):
            (through if _crosses(a, b, border.line) else grazed).append((marks[0], marks[-1], i))
    met = crossed, through, touched, grazed
    there = [tuple(i for _, i in sorted((first, i) for first, _, i in each)) for each in met]
    back = [tuple(i for _, i in sorted((-last, i) for _, last, i in each)) for each in met]
    return Line(*there), Line(*back)


def _edges(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _within(outline: Sequence[Point], a: Point, b: Point, t: Fraction) -> bool:
    """Is the point at this part of the way in an outline, on no edge?

    All is taken as many times as large as makes it whole, since fractions take long.
    """
    n, d = t.numerator, t.denominator
    x, y = a[0] * d + n * (b[0] - a[0]), a[1] * d + n * (b[1] - a[1])
    larger = [(px * d, py * d) for px, py in outline]
    return not _on_edge(larger, x, y) and _inside(larger, x, y)


def _crosses(a: Point, b: Point, line: Sequence[Point]) -> bool:
    """Does a drawn line go from one side of the line of sight to the other, between its ends?

    A piece that only touches it with an end, or runs along it and comes back, does not cross it.
    """
    before = 0
    for p, q in pairwise(line):
        first, second = _side(a, b, p), _side(a, b, q)
        before = first or before
        if before and second and before != second and any(True for _ in _meets(a, b, p, q)):
            return True
    return False


# -- reading boards ---------------------------------------------------------------------------------------------------
def load(facts: Facts, slugs: Sequence[str]) -> Map:
    """The boards with these names, read once. Raises `DataError` for one that cannot be played on."""
    return _loaded(facts, tuple(slugs))


@lru_cache(16)
def _loaded(facts: Facts, slugs: tuple[str, ...]) -> Map:
    boards, areas, borders = list[Board](), list[Area](), list[Border]()
    for slug in slugs:
        key = f"board.{slug}"
        row, keys = whole_table(facts, key, "name", "players", "size", "frame"), facts.names(f"{key}.area")
        at = {name: len(areas) + i for i, name in enumerate(keys)}
        first = len(areas)
        areas += [_area(facts, f"{key}.area.{name}", name, at, len(boards)) for name in keys]
        borders += [_border(facts, f"{key}.boundary.{name}", at) for name in facts.names(f"{key}.boundary")]
        zones = {
            mode: {
                side: tuple(area_named(at, name, f"{key}.zones.{mode}") for name in names)
                for side, names in facts.table(f"{key}.zones.{mode}").items()
            }
            for mode in facts.names(f"{key}.zones")
        }
        stones = {
            mode: tuple(area_named(at, name, f"{key}.stones.{mode}") for name in facts[f"{key}.stones.{mode}.areas"])
            for mode in facts.names(f"{key}.stones")
        }
        x, y = row["size"]
        left, top, right, bottom = row["frame"]
        board = Board(
            slug, row["name"], first, range(first, len(areas)), tuple(row["players"]), (x, y),
            (left, top, right, bottom), zones, stones, facts.house(key),
        )  # fmt: skip
        boards.append(board)
    taken = [area.name for area in areas]
    names = tuple(
        area.name if taken.count(area.name) == 1 else f"{area.name} ({boards[area.board].name})" for area in areas
    )
    found = Map(tuple(boards), tuple(areas), names, tuple(borders))
    for board in boards:
        for fault in faults(found, board):
            raise DataError(f"board {board.slug}: {fault}")
    return found


def area_named(at: dict[str, int], name: str, key: str) -> int:
    if name not in at:
        raise DataError(f"{key}: there is no area {name!r}; areas are {', '.join(at)}")
    return at[name]


def one_of(words: Sequence[str], said: str, key: str) -> int:
    if said.replace("_", " ") not in words:
        raise DataError(f"{key}: {said!r} is none of {', '.join(words)}")
    return words.index(said.replace("_", " "))


def _points(rows: Sequence[Sequence[int]]) -> tuple[Point, ...]:
    return tuple((int(x), int(y)) for x, y in rows)


def whole_table(facts: Facts, key: str, *wanted: str) -> Mapping[str, Any]:
    """A table of a board with all that it needs. Raises `DataError` for what is missing."""
    row = facts.table(key)
    for name in wanted:
        if name not in row:
            raise DataError(f"{key}: it does not say its {name}")
    return row


def _area(facts: Facts, key: str, name: str, at: dict[str, int], board: int) -> Area:
    row = whole_table(facts, key, "name", "terrain", "capacity", "level", "centre", "outline", "slots", "elements")
    return Area(
        name,
        row["name"],
        one_of(TERRAINS, row["terrain"], f"{key}.terrain"),
        row["capacity"],
        row["level"],
        _points([row["centre"]])[0],
        _points(row["outline"]),
        _points(row["slots"]),
        _points(row["elements"]),
        row.get("stones", 0),
        tuple(area_named(at, other, f"{key}.skulls") for other in row.get("skulls", ())),
        board,
    )


def _border(facts: Facts, key: str, at: dict[str, int]) -> Border:
    row = whole_table(facts, key, "between", "type", "line")
    a, b = (area_named(at, name, f"{key}.between") for name in row["between"])
    high = area_named(at, row["heights"], f"{key}.heights") if "heights" in row else -1
    return Border(a, b, one_of(BOUNDARIES, row["type"], f"{key}.type"), _points(row["line"]), high)


def faults(map_: Map, board: Board) -> Iterator[str]:
    """What is wrong with a board, a sentence each (docs/boards.md tells what a board needs)."""
    for i in board.areas:
        area = map_.areas[i]
        where = f"{area.name} ({area.key})"
        if len(area.outline) < 3 or not _within_or_on(area.outline, area.centre):
            yield f"the icon of {where} lies outside its outline"
        if area.capacity < 1:
            yield f"{where} has room for nobody"
        if len(area.slots) != area.capacity:
            yield f"{where} has {len(area.slots)} places for pieces, but a capacity of {area.capacity}"
        if wanted := _scenery(area):
            if len(area.elements) != wanted:
                thing = SCENERY[area.terrain]
                yield f"{where} has {len(area.elements)} 3D elements; its terrain needs {wanted} ({thing}s)"
        elif area.elements:
            yield f"{where} has 3D elements, but its terrain knows none"
        if not map_.near[i]:
            yield f"{where} borders on nothing"
        if area.terrain == RIFT and (len(area.skulls) != 2 or any(s not in map_.near[i] for s in area.skulls)):
            yield f"the path of skulls of {where} joins two of its neighbours"
        if area.terrain != RIFT and area.skulls:
            yield f"{where} has a path of skulls, but is no rift"
    left, top, right, bottom = board.frame
    drawn, wanted = sum(_twice(map_.areas[i].outline) for i in board.areas), 2 * (right - left) * (bottom - top)
    if drawn != wanted:
        told = f"together they have {Fraction(drawn, 2)} square units, the frame has {wanted // 2}"
        yield f"the outlines leave a gap or overlap: {told}"
    for border in map_.borders:
        if border.a in board.areas:
            pair = f"the boundary of {map_.areas[border.a].key} and {map_.areas[border.b].key}"
            if border.a == border.b:
                yield f"{pair} separates an area from itself"
            if len(border.line) < 2:
                yield f"{pair} is drawn by fewer than two points"
            for point in border.line:
                if not all(_on_edge(map_.areas[side].outline, *point) for side in (border.a, border.b)):
                    yield f"{pair} is drawn off their outlines at {list(point)}"
            if border.high >= 0:
                if border.high not in (border.a, border.b):
                    yield f"the heights of {pair} lie on neither side"
                elif map_.areas[border.high].level <= map_.areas[border.other(border.high)].level:
                    yield f"the heights of {pair} do not fall to a lower level"
    far = map_.distance[board.first]
    for i in board.areas:
        if far[i] == 99:
            yield f"no way of any kind leads to {map_.areas[i].name}"
    if not board.zones:
        yield "it has no deployment zones"
    for mode, sides in board.zones.items():
        if len({area for areas in sides.values() for area in areas}) < sum(len(areas) for areas in sides.values()):
            yield f"two zones of {mode} share an area"
        if mode not in board.stones:
            yield f"it does not say where stones lie in {mode}"


def _twice(outline: Sequence[Point]) -> int:
    """Twice the size of an outline: a whole number."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _edges(outline)))


def _scenery(area: Area) -> int:
    """How many 3D elements the terrain asks for (MB-TER-005, MB-TER-014)."""
    return {FOREST: -(-area.capacity // 2), RUINS: 1}.get(area.terrain, 0)


def _within_or_on(outline: Sequence[Point], p: Point) -> bool:
    return _on_edge(outline, *p) or _inside(outline, *p)


def border_target(map_: Map, border: int) -> Target:
    """A piece of boundary on the table."""
    found = map_.borders[border]
    a, b = sorted((found.a, found.b))
    return f"border:{a}:{b}:{map_.between[a, b].index(border)}"
