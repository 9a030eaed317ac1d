"""The ground of a hex board: organic hexes whose terrain needs no legend.

Pointy-topped, odd rows shifted right by half a hex. Sides wobble, seeded by the side, so that neighbours share them;
what is clicked stays straight.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property

from theomachy.engine.tabletop.table import Board

from . import motifs
from .borders import border_shapes
from .geometry import chance, drawn, inset, path_of
from .ground import Ground
from .shapes import Path, Point, Poly, Ring, Shape, TextShape
from .style import STYLE, is_water, kind, owner_paint
from .window import WHOLE, Window

Cell = tuple[int, int]  # column, row
PAD = (26.0, 22.0)
_SPOTS: dict[int, list[Point]] = {
    1: [(0, 0.06)],
    2: [(-0.37, 0.14), (0.37, 0.14)],
    3: [(-0.37, -0.26), (0.37, -0.26), (0, 0.36)],
    4: [(-0.37, -0.3), (0.37, -0.3), (-0.37, 0.34), (0.37, 0.34)],
}
_SPOTS_UNDER_PLACE: dict[int, list[Point]] = {
    1: [(0, 0.06)],
    2: [(-0.37, 0.14), (0.37, 0.14)],
    3: [(0, -0.34), (-0.37, 0.28), (0.37, 0.28)],
    4: [(0, -0.38), (-0.46, 0.26), (0, 0.4), (0.46, 0.26)],
}


def column_letters(column: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


class HexGround(Ground):
    def __init__(
        self, board: Board, theme: str, width: float, focus: int | None = None, window: Window = WHOLE
    ) -> None:
        super().__init__(board, theme, width, focus, window)
        self.columns, self.rows = board.size
        whole = (self.width - 2 * PAD[0]) / (math.sqrt(3) * (self.columns + 0.5))
        self.s = whole * window.k
        self.corner_at = (PAD[0] - window.x) * window.k, (PAD[1] - window.y) * window.k  # of the first hex
        self.height = float(round((1.5 * self.rows + 0.5) * whole + 2 * PAD[1]))
        self.scale = whole / 45 * window.tokens(self.width)
        self.nib = whole * window.tokens(self.width)  # what borders are wide by: they grow less than the hexes
        self.cells: dict[Cell, int] = {area.cell: area.id for area in board.areas if area.cell is not None}
        self.land = {cell for cell, area in self.cells.items() if not is_water(self.areas[area].kind)}
        self._rings: dict[int, tuple[Ring, ...]] = {}
        self._hit_rings: dict[int, tuple[Ring, ...]] = {}
        self._sides: dict[tuple[Cell, int], list[Point]] = {}
        self._regions: dict[frozenset[int], tuple[tuple[Ring, ...], tuple[Ring, ...]]] = {}

    # geometry -----------------------------------------------------------------------------------------------------
    def cell(self, area: int) -> Cell:
        cell = self.areas[area].cell
        if cell is None:
            raise ValueError(f"area {area} of board {self.board.key!r} has no cell")
        return cell

    celled = True

    def middle(self, cell: Cell) -> Point:
        c, r = cell
        x, y = self.corner_at
        return x + math.sqrt(3) * self.s * (c + 0.5 + 0.5 * (r & 1)), y + self.s * (1 + 1.5 * r)

    def corner(self, cell: Cell, i: int, k: float = 1.0) -> Point:
        x, y = self.middle(cell)
        turn = math.radians(60 * (i % 6) - 90)
        return x + k * self.s * math.cos(turn), y + k * self.s * math.sin(turn)

    @staticmethod
    def around(cell: Cell) -> list[Cell]:
        """Neighbours in the order of the sides 0..5: side i lies between corners i and i + 1, from the top
        clockwise."""
        c, r = cell
        o = r & 1
        return [(c + o, r - 1), (c + 1, r), (c + o, r + 1), (c - 1 + o, r + 1), (c - 1, r), (c - 1 + o, r - 1)]

    def side(self, cell: Cell, i: int) -> list[Point]:
        """The hand-drawn side i, the same from both hexes."""
        found = self._sides.get((cell, i))
        if found is None:
            found = self._sides[cell, i] = self._drawn_side(cell, i)
        return found

    def _drawn_side(self, cell: Cell, i: int) -> list[Point]:
        a, b = self.corner(cell, i), self.corner(cell, i + 1)
        # seeds are counted in units of the hex, so that every size shows the same coast
        ka, kb = self._knot(a), self._knot(b)
        flip = ka > kb
        if flip:
            a, b, ka, kb = b, a, kb, ka
        coast = (cell in self.land) != (self.around(cell)[i] in self.land)
        wa, wb = self._wobble(a, ka), self._wobble(b, kb)
        n = 7 if coast else 4
        hand = drawn(n - 1, "side", self.board.seed, ka, kb)
        reach = self.s * (0.075 if coast else 0.022)
        dx, dy = wb[0] - wa[0], wb[1] - wa[1]
        length = math.hypot(dx, dy)
        points = [wa]
        for j, part in enumerate(hand, 1):
            d = (-reach + 2 * reach * part) * math.sin(math.pi * j / n) ** 0.5
            points.append((wa[0] + dx * j / n - dy / length * d, wa[1] + dy * j / n + dx / length * d))
        points.append(wb)
        return points[::-1] if flip else points

    def _knot(self, p: Point) -> tuple[int, int]:
        x, y = self.corner_at
        return round((p[0] - x) / self.s * 8), round((p[1] - y) / self.s * 8)

    def _wobble(self, p: Point, knot: tuple[int, int]) -> Point:
        (x, y), d = drawn(2, "corner", self.board.seed, *knot), 0.055 * self.s
        return p[0] + (-d + 2 * d * x), p[1] + (-d + 2 * d * y)

    def ring(self, cell: Cell) -> Ring:
        return tuple((round(x, 1), round(y, 1)) for i in range(6) for x, y in self.side(cell, i)[:-1])

    def rings(self, area: int) -> tuple[Ring, ...]:
        found = self._rings.get(area)
        if found is None:
            found = self._rings[area] = (self.ring(self.cell(area)),)
        return found

    def hit_rings(self, area: int) -> tuple[Ring, ...]:
        found = self._hit_rings.get(area)
        if found is None:
            cell = self.cell(area)
            found = self._hit_rings[area] = (tuple(self.corner(cell, i) for i in range(6)),)
        return found

    def centre(self, area: int) -> Point:
        return self.middle(self.cell(area))

    def brackets(self, area: int) -> tuple[Ring, ...]:
        cell, t, out = self.cell(area), 0.24, []
        for i in range(6):
            c, a, b = self.corner(cell, i, 0.93), self.corner(cell, i + 5, 0.93), self.corner(cell, i + 1, 0.93)
            out.append(
                (
                    (c[0] + (a[0] - c[0]) * t, c[1] + (a[1] - c[1]) * t),
                    c,
                    (c[0] + (b[0] - c[0]) * t, c[1] + (b[1] - c[1]) * t),
                )
            )
        return tuple(out)

    def fault_at(self, area: int) -> Point:
        return self.corner(self.cell(area), 1, 0.84)

    def held(self, colour: str, areas: Iterable[int]) -> list[Shape]:
        """The inner border of an owner's land: solid for a disc, dashed for every other shape."""
        fill, _, shape = owner_paint(colour, self.theme)
        pale, line = self.border(frozenset(areas))
        dash = () if shape == "disc" else (round(7 * self.scale, 1), round(4 * self.scale, 1))
        paper, halo, nib = STYLE["mark"]["paper"], self.colours["halo"], self.nib
        return [
            Poly(pale, stroke=paper, stroke_opacity=halo, width=round(0.1 * nib, 1), join="round"),
            Poly(line, stroke=fill, width=round(0.0675 * nib, 1), dash=dash, join="round"),
        ]

    def border(self, areas: frozenset[int]) -> tuple[tuple[Ring, ...], tuple[Ring, ...]]:
        """The inner border of an owner's hexes, as the middles of a broad pale band and a narrow coloured one."""
        found = self._regions.get(areas)
        if found is None:
            if len(self._regions) > 256:
                self._regions.clear()
            edges = self.region(self.cell(area) for area in areas)
            found = self._regions[areas] = (
                tuple(inset(ring, 0.05 * self.nib) for ring in edges),
                tuple(inset(ring, 0.034 * self.nib) for ring in edges),
            )
        return found

    def region(self, cells: Iterable[Cell]) -> tuple[Ring, ...]:
        """The border of a set of cells as closed rings, the cells on their inner side."""
        mine = set(cells)
        starts: dict[tuple[int, int], list[list[Point]]] = {}
        for cell in sorted(mine):
            for i, other in enumerate(self.around(cell)):
                if other not in mine:
                    starts.setdefault(self._knot(self.corner(cell, i)), []).append(self.side(cell, i))
        ends = {id(side): self._knot_of_end(side, starts) for sides in starts.values() for side in sides}
        rings: list[Ring] = []
        while starts:
            knot = min(starts)
            ring: list[Point] = []
            while knot in starts:
                side = starts[knot].pop()
                if not starts[knot]:
                    del starts[knot]
                ring += side[:-1]
                knot = ends[id(side)]
            rings.append(tuple(ring))
        return tuple(rings)

    def _knot_of_end(self, side: list[Point], starts: dict[tuple[int, int], list[list[Point]]]) -> tuple[int, int]:
        """Every side ends where another of the same border starts: find that start by its wobbled point."""
        x, y = side[-1]
        return next(
            knot
            for knot, sides in starts.items()
            for each in sides
            if abs(each[0][0] - x) < 1e-6 and abs(each[0][1] - y) < 1e-6
        )

    def shared(self, a: int, b: int) -> tuple[Ring, ...]:
        cell, other = self.cell(a), self.cell(b)
        return tuple(tuple(self.side(cell, i)) for i, near in enumerate(self.around(cell)) if near == other)

    def edges_round(self, areas: Iterable[int]) -> tuple[Ring, ...]:
        return self.region(self.cell(area) for area in areas)

    # tokens -------------------------------------------------------------------------------------------------------
    def spots(
        self, area: int, sizes: tuple[float, ...], places: int, own: tuple[Point | None, ...] = ()
    ) -> tuple[tuple[float, float, float], ...]:
        x, y = self.centre(area)
        n = len(sizes)
        if n == 0:
            return ()
        table = _SPOTS_UNDER_PLACE if places else _SPOTS
        if n in table:
            zoom = 1.12 if n == 1 and not places else 1.0
            return tuple((x + dx * self.s, y + dy * self.s, zoom) for dx, dy in table[n])
        rows = self._rows(n)
        room, closer = max(sizes) + 4 * self.scale, 1.18 if n > 6 else 1.0
        zoom = min(1.0, 1.58 * self.s * closer / (max(rows) * room), 1.5 * self.s * closer / (len(rows) * room))
        widest = room * zoom / closer
        out: list[tuple[float, float, float]] = []
        for j, count in enumerate(rows):
            dy = (j - (len(rows) - 1) / 2) * widest
            out += [(x + (i - (count - 1) / 2) * widest, y + dy + 0.03 * self.s, zoom) for i in range(count)]
        return tuple(out)

    @staticmethod
    def _rows(n: int) -> list[int]:
        """5 -> 2 3, 7 -> 2 3 2, 12 -> 4 4 4: short rows above and below."""
        if n <= 6:
            return [n // 2, n - n // 2]
        if n <= 10:
            side = (n - 1) // 3 if n != 10 else 3
            return [side, n - 2 * side, side]
        rows = math.ceil(math.sqrt(n))
        return [n // rows + (1 if j < n % rows else 0) for j in range(rows)]

    # the picture --------------------------------------------------------------------------------------------------
    def _near(self, cell: Cell) -> bool:
        """Whether a cell, or the shoal before its coast, may lie in the picture."""
        return self.sees(self.middle(cell), -2.2 * self.s)

    @cached_property
    def _dry(self) -> list[Cell]:
        return sorted(cell for cell in self.land if self._near(cell))

    @cached_property
    def coast(self) -> tuple[Ring, ...]:
        return tuple(
            tuple(self.side(cell, i))
            for cell in self._dry
            for i, other in enumerate(self.around(cell))
            if other not in self.land
        )

    def paint(self) -> list[Shape]:
        m, s = self.colours, self.s
        out: list[Shape] = [
            Poly((((0, 0), (self.width, 0), (self.width, self.height), (0, self.height)),), fill=m["water"])
        ]
        coast = path_of(self.coast, closed=False)
        if coast:
            for wide, colour in zip((0.95, 0.62, 0.32), m["shoal"][::-1], strict=True):
                out.append(Path(coast, stroke=colour, width=round(wide * s, 1), join="round", cap="round"))
        out += self._sea()
        if coast:
            out.append(Path(coast, (0, 3), stroke=m["coast"], stroke_opacity=0.35, width=5, join="round"))
        kinds: dict[str, list[int]] = {}
        for cell in self._dry:
            kinds.setdefault(self.areas[self.cells[cell]].kind, []).append(self.cells[cell])
        for members in kinds.values():
            base = self.base(members[0])
            out.append(Path(path_of(self.rings(a)[0] for a in members), fill=base, stroke=base, width=0.8))
        for cell in sorted(self._dry, key=lambda each: (each[1], each[0])):
            out += self._motif(cell)
        for like in (True, False):
            sides = [
                self.side(cell, i)
                for cell in self._dry
                for i, other in enumerate(self.around(cell)[:3])
                if other in self.land and (self._kind(cell) == self._kind(other)) == like
            ]
            out.append(
                Path(path_of(sides, closed=False), stroke=m["edge"], stroke_opacity=0.26 if like else 0.42, width=1)
            )
        if coast:
            out.append(Path(coast, stroke=m["coast"], width=1.7, join="round", cap="round"))
        out += border_shapes(self, self.board.borders)
        return out + self._coordinates()

    def _kind(self, cell: Cell) -> str:
        return self.areas[self.cells[cell]].kind

    def _motif(self, cell: Cell) -> list[Shape]:
        name = kind(self._kind(cell))["motif"]
        if not name:
            return []
        wet = [i for i, other in enumerate(self.around(cell)) if other not in self.land]
        side = wet[len(wet) // 2] if wet else 2
        points = self.side(cell, side)
        far = self.around(cell)[(side + 3) % 6] in self.land
        where = motifs.Where(
            self.middle(cell),
            self.s,
            chance("motif", self.board.seed, *cell),
            self.colours,
            path_of([self.ring(cell)]),
            points[len(points) // 2],
            far,
        )
        return motifs.MOTIFS[name](where)

    def _sea(self) -> list[Shape]:
        """A faint grid over the water and a few ripples far from land."""
        m, s, out = self.colours, self.s, []
        lines: list[Ring] = []
        for r in range(self.rows):
            for c in range(self.columns):
                if (c, r) in self.land or not self._near((c, r)):
                    continue
                near = self.around((c, r))
                for i in range(6):
                    beyond = not (0 <= near[i][0] < self.columns and 0 <= near[i][1] < self.rows)
                    if i < 3 or beyond:
                        lines.append((self.corner((c, r), i), self.corner((c, r), i + 1)))
                hand = chance("sea", self.board.seed, c, r)
                x, y = self.middle((c, r))
                if hand.random() < 0.6 and not any(other in self.land for other in near):
                    for _ in range(2):
                        u, v = x + hand.uniform(-0.4, 0.3) * s, y + hand.uniform(-0.4, 0.5) * s
                        out.append(
                            Path(
                                "M0 0q4 -4 8 0t8 0",
                                (round(u, 1), round(v, 1)),
                                zoom=round(max(0.5, self.scale), 2),
                                stroke=m["sea_text"],
                                stroke_opacity=0.28,
                                width=1.2,
                                cap="round",
                            )
                        )
        return [Path(path_of(lines, closed=False), stroke=m["sea_text"], stroke_opacity=0.17, width=1), *out]

    def _coordinates(self) -> list[Shape]:
        """Letters of the columns along the top, numbers of the rows along the left."""
        colour, size = self.colours["sea_text"], 10.5 if self.focus is None else 12.0
        halo = {"stroke": self.colours["water"], "width": 3.0, "stroke_opacity": 0.8} if self.focus is not None else {}
        first = next((r for r in range(self.rows) if self.middle((0, r))[1] > 0), 0)
        across = [(self.middle((c, first))[0], column_letters(c)) for c in range(self.columns)]
        down = [(self.middle((0, r))[1], str(r + 1)) for r in range(self.rows)]
        top = [
            TextShape(round(x, 1), 14, name, size, weight=500, fill=colour, **halo)
            for x, name in across
            if 20 < x < self.width - 8
        ]
        left = [
            TextShape(11, round(y + 4, 1), name, size, weight=500, fill=colour, **halo)
            for y, name in down
            if 20 < y < self.height - 8
        ]
        return [*top, *left]
