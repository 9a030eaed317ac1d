"""The ground of a board whose outlines fill the page: terrain by its motif, a sign in each area, heights, paths.

Outlines are drawn round, stretch by stretch, so that neighbours share every point. What moves (scenery, stones, names)
is not in the ground, but where it may lie is worked out here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from theomachy.engine.tabletop.table import Board, Piece

from .borders import border_shapes
from .forms import INK, PAPER
from .geometry import box_of, chance, inset, path_of
from .ground import Spot
from .nearby import Edges, Strewn, sides_of
from .outlines import OutlineGround
from .scenery import SIGN_MIDDLE, sign_shapes
from .shapes import Dots, Face, Path, Point, Poly, Ring, Shape, Stamp, TextShape, Token
from .style import STYLE
from .terrain_motifs import MOTIFS, Plot, curve
from .window import Window, window_round
from .zones import written

Box = tuple[float, float, float, float]
USUAL = 980.0  # the width of a board for which the numbers of the style are
_ROOM = 19.0  # round a sign, in usual pixels


def look_of(kind: str) -> dict[str, Any]:
    """How the style paints a ground of this kind."""
    found: dict[str, Any] = STYLE["terrain"].get(kind) or STYLE["terrain"]["other"]
    return found


# outlines without corners ---------------------------------------------------------------------------------------------
@lru_cache(maxsize=16)
def rounded(board: Board) -> Board:
    """The board with outlines that are bent through their points; what lies on the frame stays straight."""
    rings = [ring for area in board.areas for polygon in area.polygons for ring in polygon]
    at: dict[Point, set[Point]] = {}
    for ring in rings:
        for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
            at.setdefault(p, set()).add(q)
            at.setdefault(q, set()).add(p)
    wide, high = board.size

    def ends(p: Point) -> bool:
        return len(at[p]) != 2 or p[0] in (0, wide) or p[1] in (0, high)

    areas = tuple(
        replace(area, polygons=tuple(tuple(_bent(ring, ends) for ring in polygon) for polygon in area.polygons))
        for area in board.areas
    )
    return replace(board, areas=areas)


def _bent(ring: Ring, ends: Callable[[Point], bool]) -> Ring:
    start = next((i for i, p in enumerate(ring) if ends(p)), None)
    if start is None:
        return curve((*ring, ring[0]), closed=True)[:-1]
    turned, out, run = [*ring[start:], *ring[:start], ring[start]], list[Point](), [ring[start]]
    for p in turned[1:]:
        run.append(p)
        if ends(p):
            line = curve(tuple(run)) if run[0] <= run[-1] else curve(tuple(run[::-1]))[::-1]
            out += line[:-1]
            run = [p]
    return tuple(out)


class TerrainGround(OutlineGround):
    """A board of outlines that fill the page."""

    title = "Board"
    faint = crowded = fine = shrinks = renamed = True

    def _drawn(self, board: Board) -> tuple[Board, None]:
        return rounded(board), None

    def _sized(self, window: Window) -> None:
        seen = self.width / USUAL
        if self.board.small:  # the page shows it at less than a third of its width
            self.scale = self.ink = seen * (3.1 if window.k > 1 else 1.6)
        else:
            self.scale = seen * window.tokens(self.width)
            self.ink = max(0.6, min(1.6, seen)) * min(1.35, window.tokens(self.width))
        self.slim = False

    def round(self, area: int) -> Window:
        if not self.board.small:
            return super().round(area)
        size = self.width, self.height
        return window_round(self.seat(area), self.centre(area), (), size, closest=4.4, margin=0.018)

    # what is asked ----------------------------------------------------------------------------------------------------
    def is_sea(self, area: int) -> bool:
        return False

    def look(self, area: int) -> dict[str, Any]:
        """How an area is painted."""
        return look_of(self.areas[area].kind)

    def base(self, area: int) -> str:
        colour: str = self.colours[self.look(area)["ground"]]
        return colour

    @property
    def brush(self) -> float:
        """How large motifs are drawn, against their usual size."""
        return max(0.55, self.span / USUAL)

    @property
    def cord(self) -> float:
        """How large signs are, and what keeps its distance from them."""
        return self.scale

    def centre(self, area: int) -> Point:
        """The sign of the area: what is measured ends there."""
        found = self._homes.get(area)
        if found is None:
            a = self.areas[area]
            if a.sign_at is None:
                return super().centre(area)
            found = self._homes[area] = self._inside(area, self.at(a.sign_at))
        return found

    def lit_rings(self, area: int) -> tuple[Ring, ...]:
        """Drawn in, so that what is printed on the border stays to be seen."""
        return self.kept(("lit", area), lambda: tuple(inset(ring, 6.5 * self.pen) for ring in self.rings(area)))

    @property
    def names(self) -> list[Box]:
        return []

    # what lies where --------------------------------------------------------------------------------------------------
    def chevron(self, area: int) -> Point | None:
        """Where the sign of a height stands: beside the sign of the area, where it is free of the border."""
        a, k = self.areas[area], self.cord
        if not a.level or not a.capacity:
            return None
        x, y = self.centre(area)
        around = [(x + dx * k, y + dy * k) for dx, dy in ((21, -1), (-21, -1), (0, -23), (0, 21))]
        return self.kept(("chevron", area), lambda: max(around, key=lambda p: min(self.room(area, *p), 14 * k)))

    def room(self, area: int, x: float, y: float) -> float:
        """The distance of a point from the border of its area, negative outside."""
        away = self._edges_of(area).room(x, y, 60.0)
        return away if self._held(area).hold(x, y) else -away

    def _edges_of(self, area: int) -> Edges:
        return self.kept(("sides", area), lambda: Edges(sides_of(self._largest[area])))

    def arranged(
        self,
        area: int,
        sizes: tuple[float, ...],
        buildings: int,
        own: tuple[Point | None, ...],
        lying: int,
        busy: tuple[Spot, ...],
    ) -> tuple[tuple[float, float, float], ...]:
        standing, on_ground = len(sizes) - lying, self.stones(area, lying)
        busy = (*busy, *((x, y, 11 * self.scale) for x, y in on_ground))
        spots = self.standing(area, sizes[:standing], busy) if standing else ()
        return (*spots, *((x, y, 1.0) for x, y in on_ground))

    def size_of(self, piece: Piece) -> float:
        sizes = STYLE["token_on_terrain"]
        return float(sizes.get(piece.size, sizes["common"]))

    def letters_of(self, piece: Piece, size: float) -> str:
        return ""

    def stones(self, area: int, count: int) -> tuple[Point, ...]:
        """Where so many small things lie: beside the sign, the first at its right."""

        def find() -> tuple[Point, ...]:
            x, y, k = *self.centre(area), self.cord
            mark, out = self.chevron(area), list[Point]()
            places = [(27, -2), (-27, -2), (50, -2), (-50, -2), (0, -31), (0, 30), (24, -28), (-24, -28), (24, 28)]
            if any(area in trail.areas for trail in self.board.trails):  # its beads lead to the sides
                places = [(0, -33), (0, 31), *places]
            for dx, dy in places:
                p = round(x + dx * k, 1), round(y + dy * k, 1)
                if (mark is None or math.dist(mark, p) > 19 * k) and self.room(area, *p) > 11 * k:
                    out.append(p)
            while len(out) < count:
                out.append((round(x + (27 + 9 * len(out)) * k, 1), round(y - 2 * k, 1)))
            return tuple(out[:count])

        return self.kept(("stones", area, count), find)

    def _keep(self, area: int) -> list[Spot]:
        """The sign of an area and the chevron beside it."""
        if not self.areas[area].capacity:
            return []
        mark, k = self.chevron(area), self.cord
        return [(*self.centre(area), 15 * k), *([(*mark, 8 * k)] if mark else [])]

    def standing(
        self, area: int, sizes: tuple[float, ...], busy: tuple[Spot, ...]
    ) -> tuple[tuple[float, float, float], ...]:
        """Where tokens of these sizes stand, in their order: on the slots, moved a little from borders and from what
        is `busy`; where that is too narrow, closer together.
        """
        key = ("standing", area, sizes, busy)
        return self.kept(key, lambda: self._stood(area, sizes, busy))

    def _stood(
        self, area: int, sizes: tuple[float, ...], busy: tuple[Spot, ...]
    ) -> tuple[tuple[float, float, float], ...]:
        slots = [self.at(p) for p in self.areas[area].slots] or [self.centre(area)]
        keep = [*self._keep(area), *busy]
        for zoom, near in ((1.0, 1.0), (0.92, 0.96), (0.84, 0.92), (0.76, 0.86), (0.68, 0.78), (0.6, 0.62)):
            put: list[Spot] = []
            for i, size in enumerate(sizes):
                spot = self._spot(area, slots, i, size * zoom / 2, [*keep, *put], near)
                if spot is None:
                    break
                put.append((*spot, size * zoom / 2))
            if len(put) == len(sizes):
                return tuple((x, y, zoom) for x, y, _ in put)
        home, step = self.centre(area), max(sizes) * 0.45
        across = math.ceil(math.sqrt(len(sizes)))
        return tuple(
            (home[0] + (i % across - (across - 1) / 2) * step, home[1] + (i // across - (across - 1) / 2) * step, 0.6)
            for i in range(len(sizes))
        )

    def _spot(
        self, area: int, slots: Sequence[Point], i: int, r: float, taken: Sequence[Spot], near: float
    ) -> Point | None:
        """The free point that lies nearest to a slot; the slot with the number of the token first."""
        best, price = None, math.inf
        for x, y, room in self._grid(area):
            if room < 0.55 * r:
                continue
            away = min(
                math.hypot(x - u, y - v) + (0.0 if j == i else 7.0 * self.cord) for j, (u, v) in enumerate(slots)
            )
            cost = away + 2.0 * max(0.0, r + 3 * self.cord - room)
            if cost < price and all(math.hypot(x - u, y - v) >= (r + s + 2.5 * self.cord) * near for u, v, s in taken):
                best, price = (x, y), cost
        return best

    def _grid(self, area: int) -> list[tuple[float, float, float]]:
        """Points of an area with their distance from its border."""

        def find() -> list[tuple[float, float, float]]:
            rings, step = self._largest[area], 7.0 * self.cord
            x0, y0, x1, y1 = box_of(rings[:1])
            x0, y0, x1, y1 = max(x0, 4), max(y0, 4), min(x1, self.width - 4), min(y1, self.height - 4)
            while (x1 - x0) * (y1 - y0) / step / step > 900:
                step *= 1.12
            held, edges = self._held(area), self._edges_of(area)
            out: list[tuple[float, float, float]] = []
            y = y0 + step / 2
            while y < y1:
                x = x0 + step / 2
                while x < x1:
                    if held.hold(x, y):
                        frame = min(x, y, self.width - x, self.height - y)
                        out.append((round(x, 1), round(y, 1), min(frame, edges.room(x, y))))
                    x += step
                y += step
            return out

        return self.kept(("grid", area), find)

    # names ------------------------------------------------------------------------------------------------------------
    def name_of(self, area: int, still: tuple[Spot, ...], moved: tuple[Spot, ...]) -> tuple[TextShape, ...]:
        """The name of an area in its free room: clear of what is still, and where it can be of what has moved in.

        It stays where it would stand alone as long as nothing covers it; with no room it is left out.
        """
        boxes, shapes = self.kept(("name", area, still), lambda: self._named(area, still))
        if not any(_covers(boxes, spot) for spot in moved):
            return shapes
        return self.kept(("name", area, still, moved), lambda: self._named(area, (*still, *moved)))[1]

    def _named(self, area: int, busy: tuple[Spot, ...]) -> tuple[tuple[Box, ...], tuple[TextShape, ...]]:
        a = self.areas[area]
        words = " ".join(a.label)
        if not words or not self.shows(area):
            return (), ()
        size = 12.5 * self.ink
        parts = words.split()
        cuts = [[words], *([" ".join(parts[:i]), " ".join(parts[i:])] for i in range(1, len(parts)))]
        cx, cy = self.centre(area)
        best: tuple[float, float, float, list[str]] | None = None
        for lines in cuts:
            wide, high = max(written(each, size) for each in lines), 15 * self.ink * len(lines)
            want = cx, cy + (30 + 7 * (len(lines) - 1)) * self.cord
            found = self._free(area, wide, high, want, [*self._keep(area), *busy])
            if found is not None and (best is None or found[0] + 4 * len(lines) < best[0]):
                best = found[0] + 4 * len(lines), found[1], found[2], lines
        if best is None:
            return (), ()
        _, x, y, lines = best
        lead = 14.5 * self.ink
        shapes, boxes = list[TextShape](), list[Box]()
        for i, each in enumerate(lines):
            base = round(y + 4.4 * self.ink + (i - (len(lines) - 1) / 2) * lead, 1)
            shapes.append(self._lettered_line(area, each, x, base, size))
            half = written(each, size) / 2
            boxes.append((x - half, base - 0.8 * size, x + half, base + 0.25 * size))
        return tuple(boxes), tuple(shapes)

    def _lettered_line(self, area: int, words: str, x: float, base: float, size: float) -> TextShape:
        m, look = self.colours, self.look(area)
        light = self.theme == "light"
        return TextShape(
            round(x, 1), base, words, round(size, 1), "map", italic=True, spacing=0.1,
            fill=m[look.get("letters", "name")], stroke=self.base(area) if light else "#171a12",
            stroke_opacity=0.8 if light else 0.5, width=round(3.4 * self.ink, 1), join="round",
        )  # fmt: skip

    def _free(
        self, area: int, wide: float, high: float, want: Point, busy: Sequence[Spot]
    ) -> tuple[float, float, float] | None:
        """A free rectangle in an area, as near as may be to a point: its price and its middle."""
        held, edges, k = self._held(area), self._edges_of(area), self.cord
        x0, y0, x1, y1 = box_of(self._largest[area][:1])
        half, tall = wide / 2, high / 2
        best: tuple[float, float, float] | None = None
        steps = 26
        for i, j in itertools.product(range(steps + 1), repeat=2):
            x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * j / steps
            away = math.hypot(x - want[0], (y - want[1]) * 1.4)
            if best is not None and away - 12 * k >= best[0]:
                continue
            if x - half < 12 or x + half > self.width - 12 or y - tall < 10 or y + tall > self.height - 10:
                continue
            gap = min((_apart(u - x, v - y, half, tall) - r for u, v, r in busy), default=99.0)
            if gap < -4 * k:
                continue
            corners = [(x + u * half, y + v * tall) for u in (-1, -0.5, 0, 0.5, 1) for v in (-1, 1)]
            if not all(held.hold(*p) for p in corners):
                continue
            room = min(edges.room(*p, max(14.0, 6 * k)) for p in corners)
            if room < 5 * k:
                continue
            cost = away - min(room, 12 * k) + 14 * max(0.0, 3 * k - gap)
            if best is None or cost < best[0]:
                best = cost, x, y
        return best

    # the picture ------------------------------------------------------------------------------------------------------
    def paint(self) -> list[Shape]:
        well = STYLE["theme"][self.theme]["well"]
        page = (((0, 0), (self.width, 0), (self.width, self.height), (0, self.height)),)
        out: list[Shape] = [Poly(page, fill=well)]
        shown = [area for area in self.areas if area in self._largest and self.shows(area)]
        out += self._grounds(shown)
        for area in shown:
            out += self._motif(area)
        out += border_shapes(self, self.board.borders)
        for trail in self.board.trails:
            if self.areas.keys() >= set(trail.areas):
                out += self._trail(trail.areas, trail.kind)
        for area in shown:
            out += self.sign(area)
        colour = self.colours["edge"]
        rim = Poly(page, stroke=colour, stroke_opacity=0.5, width=1.5)
        return [*out, rim]

    def sign(self, area: int) -> list[Shape]:
        """The sign of an area, with its number, and the chevron of a height."""
        a = self.areas[area]
        if not a.capacity or not self.sees(self.centre(area), -12):
            return []
        token = self.sign_token(area, full=False)
        out: list[Shape] = [Stamp(sign_shapes(token.face), token.x, token.y)]
        out.append(self._number(area, INK))
        mark = self.chevron(area)
        if mark is not None:
            d, k = "M-5.5 1L0-5.4L5.5 1M-5.5 6L0-.4L5.5 6", round(self.cord, 3)
            out += [
                Path(d, mark, zoom=k, stroke=PAPER, width=4.6, join="round"),
                Path(d, mark, zoom=k, stroke=INK, width=1.9, join="round"),
            ]
        return out

    def full_sign(self, area: int) -> list[Shape]:
        """The same for an area into which nothing more fits: ink instead of paper."""
        if not self.areas[area].capacity or not self.sees(self.centre(area), -12):
            return []
        return [self.sign_token(area, full=True), self._number(area, PAPER)]

    def sign_token(self, area: int, *, full: bool) -> Token:
        """The sign without its number."""
        name = self.areas[area].sign or self.look(area)["sign"]
        x, y = self.centre(area)
        face = Face("neutral", name, round(24 * self.cord, 1), self.theme, "sign", "full" if full else "")
        return Token(face, x, y)

    def _number(self, area: int, colour: str) -> TextShape:
        a, k = self.areas[area], self.cord
        dx, dy = SIGN_MIDDLE.get(a.sign or self.look(area)["sign"], (0.0, 4.2))
        x, y = self.centre(area)
        return TextShape(
            round(x + dx * k, 1), round(y + dy * k, 1), str(a.capacity), round(11.5 * k, 1), weight=700, fill=colour
        )

    def _trail(self, areas: tuple[int, int], kind: str) -> list[Shape]:
        """Beads from a sign into the neighbour."""
        return self.beads(self.centre(areas[0]), self.centre(areas[1]), kind, 20 * self.brush, 0.62)

    def beads(self, a: Point, b: Point, kind: str, first: float, end: float) -> list[Shape]:
        """Beads in a row, from so many pixels after one point to a share of the way to another."""
        (x, y), (u, v) = a, b
        k, length = self.brush, math.dist(a, b) or 1.0
        look = STYLE["trail"].get(kind) or STYLE["trail"]["other"]
        last = end * length
        count = max(2, int((last - first) / (13 * k)))
        beads: list[Spot] = []
        for i in range(count + 1):
            t = (first + (last - first) * i / count) / length
            beads.append((round(x + (u - x) * t, 1), round(y + (v - y) * t, 1), round(4.6 * k, 2)))
        out: list[Shape] = [
            Dots(tuple((a, b, r + 0.9 * k) for a, b, r in beads), fill=INK),
            Dots(tuple(beads), fill=PAPER),
        ]
        if look["draw"] == "skulls":
            eyes = tuple(
                (round(a + s * 1.5 * k, 2), b - 0.6 * k, round(1.15 * k, 2)) for a, b, _ in beads for s in (-1, 1)
            )
            out.append(Dots(eyes, fill=INK))
        return out

    def _grounds(self, shown: Sequence[int]) -> list[Shape]:
        """The plain grounds. What is drawn within a border comes first, and what spills is covered by the others: to
        cut it out would take longer than all else.
        """
        m, k, out = self.colours, self.brush, list[Shape]()
        inner = [area for area in shown if self.look(area).get("shoal") or self.look(area).get("abyss")]
        for area in inner:
            out += self._fill(area)
        for area in inner:
            d = path_of(self.rings(area))
            bands: list[tuple[int, str, float, tuple[float, ...]]]
            if self.look(area).get("shoal"):
                bands = [(wide, tone, 1.0, ()) for wide, tone in zip((46, 28, 12), m["shoal"][::-1], strict=True)]
            else:
                dash = tuple(round(each * k, 1) for each in (7, 3, 13, 4))
                bands = [(wide, m["rift_edge"], opacity, dash) for wide, opacity in ((34, 0.25), (20, 0.3), (9, 0.35))]
            for wide, tone, opacity, dashes in bands:
                width = round(wide * k, 1)
                out.append(Path(d, stroke=tone, stroke_opacity=opacity, width=width, dash=dashes, join="round"))
        rest = [area for area in shown if area not in inner]
        for area in rest:
            out += self._fill(area)
        edges = path_of([ring for area in rest for ring in self.rings(area)])
        for wide, opacity in ((24, 0.05), (11, 0.06)) if edges else ():
            out.append(Path(edges, stroke=m["edge"], stroke_opacity=opacity, width=round(wide * k, 1), join="round"))
        return out

    def ground_of(self, area: int) -> list[Shape]:
        """One area with its motif, as if it were alone."""
        return [*self._grounds([area]), *self._motif(area)]

    def _fill(self, area: int) -> list[Shape]:
        d, base = path_of(self.rings(area)), self.base(area)
        out: list[Shape] = [Path(d, fill=base, stroke=base, width=1, even_odd=True)]
        if self.areas[area].level:
            out.append(Path(d, fill=self.colours["snow"], fill_opacity=0.22, even_odd=True))
        return out

    def _motif(self, area: int) -> list[Shape]:
        motif = MOTIFS.get(self.look(area)["motif"])
        if motif is None:
            return []
        hand = chance("motif", self.board.seed, area)
        rings = self.rings(area)
        return motif(Plot(self.brush, self.colours, self.theme, hand, rings, partial(self.scattered, area)))

    def scattered(self, area: int, count: int, edge: float, apart: float, keep: float = 1.0) -> list[Point]:
        """Points spread over an area, away from its border, from its sign and from one another."""
        hand, k = chance("terrain", self.board.seed, area), self.brush
        held, edges, strewn = self._held(area), self._edges_of(area), Strewn(apart * k)
        x0, y0, x1, y1 = box_of(self._largest[area][:1])
        count = max(3, round(count * min(3.0, max(0.35, self._room[area] / (13_000 * k * k)))))
        busy, out = [(u, v, r * keep + 4 * k) for u, v, r in self._keep(area)], list[Point]()
        for _ in range(count * 40):
            if len(out) >= count:
                break
            x, y = hand.uniform(x0, x1), hand.uniform(y0, y1)
            if (
                strewn.clear(x, y)
                and held.hold(x, y)
                and not any(math.hypot(x - u, y - v) <= r for u, v, r in busy)
                and edges.room(x, y, edge * k + 1) > edge * k
            ):
                out.append((round(x, 1), round(y, 1)))
                strewn.add(*out[-1])
        return sorted(out, key=lambda p: p[1])


def _apart(dx: float, dy: float, half: float, tall: float) -> float:
    """The distance of a point from a box, both measured from the middle of the box."""
    return math.hypot(max(abs(dx) - half, 0.0), max(abs(dy) - tall, 0.0))


def _covers(boxes: Iterable[Box], spot: Spot) -> bool:
    x, y, r = spot
    return any(math.hypot(max(a - x, 0, x - c), max(b - y, 0, y - d)) < r - 1 for a, b, c, d in boxes)
