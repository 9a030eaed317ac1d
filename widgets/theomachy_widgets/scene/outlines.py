"""The ground of a board of outlines: an atlas page with coasts, borders, names, glyphs and links.

Two areas meet in exactly the same points, so every stretch of border is known from who shares it: two lands, two
seas, or a land and a sea (a coast).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from theomachy.engine.tabletop.table import Area, Board, Link, Prop, Table

from . import chambers, inks, lands, motifs, printed
from .borders import border_shapes, boxes_of, door_boxes
from .forms import icon_at
from .geometry import box_of, chance, inside, middle, outside, path_of, signed_area
from .lettered import LetteredGround
from .nearby import Edges, Rings, sides_of
from .settled import SettledBoard, settled
from .shapes import Disc, Path, Point, Poly, Ring, Shape, Stamp, TextShape
from .style import STYLE, is_water, kind, map_colours
from .window import WHOLE, Window

Edge = tuple[Point, Point]
Box = tuple[float, float, float, float]
Lettered = tuple[Point | None, Point | None]  # where a name and a glyph stand
_TRIES = (  # zoom, overlap, whether names stay uncovered
    (1.0, 0.0, True),
    (0.9, 0.0, True),
    (0.82, 0.0, True),
    (0.82, 0.1, True),
    (0.82, 0.0, False),
    (0.82, 0.1, False),
    (0.74, 0.1, False),
    (0.74, 0.22, False),
    (0.64, 0.22, False),
    (0.54, 0.22, False),
)
_CLEAR = (  # the same on a printed board: smaller before a name is covered
    (1.0, 0.0, True),
    (0.9, 0.0, True),
    (0.82, 0.0, True),
    (0.82, 0.1, True),
    (0.74, 0.12, True),
    (0.66, 0.16, True),
    (0.66, 0.32, True),
    (0.58, 0.32, True),
    (0.54, 0.42, True),
    *_TRIES[4:],
)
_APART = tuple((1.0, -apart, True) for apart in (0.5, 0.4, 0.3, 0.2, 0.1))  # where a fight is, with room between
_SCATTERED = {  # motifs that a larger area repeats: half the width and the height of a sign, and the size of a patch
    "tufts": (0.1, 0.13, 1.0),
    "trees": (0.13, 0.3, 1.0),
    "peaks": (0.4, 0.7, 0.55),
    "reeds": (0.05, 0.3, 1.0),
    "dunes": (0.35, 0.15, 1.0),
    "ferns": (0.2, 0.3, 0.8),
    "floes": (0.3, 0.35, 0.8),
    "spires": (0.2, 0.3, 0.8),
    "craters": (0.26, 0.16, 0.8),
}
SLIM, SLIM_SEEN = 520.0, 396.0  # a drawn board that is narrower has no lettering and no printed amounts
LEAST_LINE = 16.0  # what a name leaves of a lit line and is shorter is not drawn
UNDRAWN = (
    "tunnel",
    "stair",
    "archway",
    "wrap",
)  # links whose ends are printed signs, or arrows at the edges of the board
# x, y, room to the border, extra price, room to a name, how far from where pieces would like to stand
Spot = tuple[float, float, float, float, float, float]
_NEARBY = sorted((math.hypot(i, j), i, j) for i in range(-28, 29) for j in range(-14, 15))


class OutlineGround(LetteredGround):
    title = "Map"
    inward = 0.0  # what it costs a name to stand outside its area

    def __init__(
        self, board: Board, theme: str, width: float, focus: int | None = None, window: Window = WHOLE
    ) -> None:
        drawn, self.hand = self._drawn(board)
        super().__init__(drawn, theme, width, focus, window)
        self.z = self.span / board.size[0]
        self.corner_at = window.x * window.k, window.y * window.k
        self.height = float(round(board.size[1] * self.width / board.size[0]))
        self._sized(window)
        self._rings: dict[int, tuple[Ring, ...]] = {}
        self._homes: dict[int, Point] = {}
        self._spots: dict[tuple[object, ...], tuple[tuple[float, float, float], ...]] = {}
        self._points: dict[int, list[Spot]] = {}
        self._orders: dict[tuple[int, float, bool, Point | None], list[Point]] = {}

    def _drawn(self, board: Board) -> tuple[Board, lands.Hand | None]:
        """The board as it is drawn, and the hand that draws it, if one does."""
        hand = lands.hand_of(board)
        return settled(board, PrintedGround) if hand is None else lands.by_hand(board), hand

    def _sized(self, window: Window) -> None:
        """How large tokens, lettering and lines are."""
        self.slim = self.hand is not None and (self.width < SLIM or self.board.small)
        self.scale = 0.88 * self.width / 876 * window.tokens(self.width) * self.board.grown
        # lettering and lines grow less than the board
        seen = self.width if not self.slim else min(self.width, SLIM_SEEN)  # as wide as the page will show it
        self.ink = max(0.8, min(1.5, seen / 876)) * min(1.2, window.tokens(self.width)) * self.width / seen
        self.ink *= self.board.grown

    # geometry -----------------------------------------------------------------------------------------------------
    def at(self, p: Point) -> Point:
        return round(p[0] * self.z - self.corner_at[0], 1), round(p[1] * self.z - self.corner_at[1], 1)

    def ring(self, ring: Iterable[Point]) -> Ring:
        return tuple(self.at(p) for p in ring)

    def rings(self, area: int) -> tuple[Ring, ...]:
        found = self._rings.get(area)
        if found is None:
            out: list[Ring] = []
            for polygon in self.areas[area].polygons:
                for i, ring in enumerate(polygon):
                    drawn = self.ring(ring)
                    out.append(drawn if (signed_area(drawn) > 0) == (i == 0) else drawn[::-1])
            found = self._rings[area] = tuple(out)
        return found

    @cached_property
    def _largest(self) -> dict[int, tuple[Ring, ...]]:
        """The largest part of every area, with its holes; when the board is drawn larger, the one that is seen best."""
        out: dict[int, tuple[Ring, ...]] = {}
        for area in self.areas.values():
            if area.polygons:
                parts = [tuple(self.ring(ring) for ring in polygon) for polygon in area.polygons]
                out[area.id] = max(parts, key=lambda part: (self._seen(part[0]), self._worth(area, part)))
        return out

    def _worth(self, area: Area, part: tuple[Ring, ...]) -> float:
        """How large a part is; of two halves the one with the printed place goes first."""
        home = self.at(area.gate_at) if area.gate_at else None
        return abs(signed_area(part[0])) * (1.02 if home is not None and inside(*home, part) else 1.0)

    @cached_property
    def _coarse(self) -> dict[int, tuple[Ring, ...]]:
        """The same without the roughness of a drawn board, for what is asked often and need not be exact."""
        if self.hand is None:
            return self._largest
        return {area: tuple(ring[:: lands.PARTS] for ring in rings) for area, rings in self._largest.items()}

    def _held(self, area: int, coarse: bool = False) -> Rings:
        """The largest part of an area, to be asked where points lie."""
        parts = self._coarse if coarse else self._largest
        return self.kept(("held", area, coarse), lambda: Rings(parts.get(area, ())))

    def _seen(self, ring: Ring) -> float:
        """How much of the box of a ring lies in the picture; the same for all when the whole board does."""
        if self.focus is None:
            return 0.0
        x0, y0, x1, y1 = box_of((ring,))
        return max(0.0, min(x1, self.width) - max(x0, 0.0)) * max(0.0, min(y1, self.height) - max(y0, 0.0))

    def centre(self, area: int) -> Point:
        """Where pieces stand: at the printed point, or, when that is out of the picture, in the part that is seen."""
        found = self._homes.get(area)
        if found is None:
            a = self.areas[area]
            point = a.gate_at or (a.slots[0] if a.slots else None) or a.label_at
            home = self.at(point) if point else middle(self._largest[area][0])
            if area in self._printed:
                home = self._printed[area][0]
            found = self._homes[area] = self._inside(area, home)
        return found

    def _inside(self, area: int, home: Point) -> Point:
        """The point of the part in the picture that has most room and is not far from `home`."""
        edge = 22 * self.scale
        if self.focus is None or area not in self._largest or self.sees(home, edge) or not self.shows(area):
            return home
        rings, step, best, most = self._largest[area], 13.0, home, -math.inf
        least = 11 * self.scale  # in a mere sliver nothing can stand
        x0, y0, x1, y1 = box_of(rings[:1])
        x0, y0, x1, y1 = max(x0, edge), max(y0, edge), min(x1, self.width - edge), min(y1, self.height - edge)
        held, edges = self._held(area), Edges(sides_of(rings))
        y = y0
        while y <= y1:
            x = x0
            while x <= x1:
                room = edges.room(x, y) if held.hold(x, y) else 0.0
                if room > least:
                    worth = min(room, 26 * self.scale) - 0.06 * math.dist((x, y), home)
                    if worth > most:
                        best, most = (round(x, 1), round(y, 1)), worth
                x += step
            y += step
        return best

    def seat(self, area: int) -> Box:
        """The box round the largest part."""
        return box_of(self._largest[area][:1]) if area in self._largest else self.hit_box(area)

    def brackets(self, area: int) -> tuple[Ring, ...]:
        """Corners of the box round the largest part, kept on the board."""
        x0, y0, x1, y1 = box_of(self._largest[area][:1])
        x0, y0, x1, y1 = max(4, x0 - 2), max(4, y0 - 2), min(self.width - 4, x1 + 2), min(self.height - 4, y1 + 2)
        t = max(8.0, min(18.0, 0.2 * min(x1 - x0, y1 - y0)))
        return tuple(
            ((x, y + sy * t), (x, y), (x + sx * t, y)) for x, sx in ((x0, 1), (x1, -1)) for y, sy in ((y0, 1), (y1, -1))
        )

    def fault_at(self, area: int) -> Point:
        """The corner of the largest part that lies highest to the right."""
        x, y = max(self._largest[area][0], key=lambda p: p[0] - 1.4 * p[1])
        return min(max(x, 12), self.width - 12), min(max(y, 12), self.height - 12)

    # tokens -------------------------------------------------------------------------------------------------------
    def spots(
        self, area: int, sizes: tuple[float, ...], places: int, own: tuple[Point | None, ...] = ()
    ) -> tuple[tuple[float, float, float], ...]:
        key = (area, sizes, places, own)
        found = self._spots.get(key)
        if found is None:
            if len(self._spots) > 20_000:
                self._spots.clear()
            found = self._spots[key] = self._lay(area, sizes, places, own)
        return found

    def _lay(
        self, area: int, sizes: tuple[float, ...], places: int, own: tuple[Point | None, ...]
    ) -> tuple[tuple[float, float, float], ...]:
        """Places at their printed point, then the large before the small, each at the cheapest free point; one that has
        a printed point of its own as near to that as it can.
        """
        if not sizes:
            return ()
        home = self.centre(area)
        homes = {i: self._inside(area, self.at(p)) for i, p in enumerate(own) if p is not None}
        order = sorted(range(len(sizes)), key=lambda i: (i >= places, i in homes, -sizes[i], i))
        tries = _CLEAR if self.hand is None else _TRIES
        for zoom, overlap, clear in (*_APART, *tries) if area == self.focus else tries:
            put: dict[int, Point] = {}
            for i in order:
                if i < places and not put and i not in homes:
                    put[i] = home
                    continue
                radius = round(sizes[i] * zoom / 2 + 1.5, 2)
                others = [
                    (x, y, ((radius + sizes[j] * zoom / 2 + 1.5) * (1 - overlap)) ** 2) for j, (x, y) in put.items()
                ]
                wished = [homes[i], *self._ordered(area, radius, clear, homes[i])] if i in homes else None
                spot = _first_free(wished or self._ordered(area, radius, clear), others)
                if spot is None:
                    break
                put[i] = spot
            if len(put) == len(sizes):
                return tuple((*put[i], zoom) for i in range(len(sizes)))
        zoom = _TRIES[-1][0]
        step = max(sizes) * zoom * 0.78
        across = math.ceil(math.sqrt(len(sizes)))
        return tuple(
            (home[0] + (i % across - (across - 1) / 2) * step, home[1] + (i // across - (across - 1) / 2) * step, zoom)
            for i in range(len(sizes))
        )

    def _ordered(self, area: int, radius: float, clear: bool, near: Point | None = None) -> list[Point]:
        """The points where a token of this radius may stand, the cheapest first; `clear`: none that covers a name;
        counted from the point `near`, if there is one.
        """
        key = (area, radius, clear, near)
        found = self._orders.get(key)
        if found is None:
            if len(self._orders) > 4_000:
                self._orders.clear()
            left, top, right, low = self._frame_of(area) or (0.0, 0.0, self.width, self.height)
            astride = (
                12.0 if chambers.is_chambered(self.light(area)) else 2.2
            )  # who stands on a wall is in neither room
            whole = clear and self.hand is None  # smaller before it is cut
            priced = []
            for i, (x, y, room, extra, name, away) in enumerate(self._candidates(area)):
                if room < 0.62 * radius or (clear and name < radius + 2):
                    continue
                cut = min(x - left, y - top, right - x, low - y) < radius + (0 if whole else 2)
                if cut and whole:
                    continue
                far = away if near is None else math.dist((x, y), near)
                priced.append((far + extra + astride * max(0.0, radius + 1 - room) + _CUT * cut, i, (x, y)))
            found = self._orders[key] = [point for _, _, point in sorted(priced)]
        return found

    @property
    def penned(self) -> bool:
        return self.hand is not None

    def stand(self, area: int) -> Point:
        """Where pieces would like to stand: at the place, on a drawn board at the first printed point beside it."""
        a = self.areas[area]
        if self.hand is None or not a.slots or not a.gate_at:
            return self.centre(area)
        return self._inside(area, self.at(a.slots[0]))

    def _candidates(self, area: int) -> list[Spot]:
        """Points where a token could stand; names and glyphs cost."""
        found = self._points.get(area)
        if found is not None:
            return found
        out = self._points[area] = self._candidates_of(area, self._coarse[area], self.stand(area), 0.0)
        for part, home in self._halves(area):
            out += self._candidates_of(area, part, home, _BEYOND * self.scale)
        return out

    def _halves(self, area: int) -> list[tuple[tuple[Ring, ...], Point]]:
        """The other parts of an area with its name in them, which goes on at the opposite edge of the board."""
        if self.hand is not None or self.focus is not None or not self.areas[area].more_labels:
            return []
        largest, found = self._largest[area], list[tuple[tuple[Ring, ...], Point]]()
        for polygon in self.areas[area].polygons:
            part = tuple(self.ring(ring) for ring in polygon)
            names = [at for one, _, at in self._more_names if one.id == area and inside(*at, part)]
            if part != largest and names:
                found.append((part, names[0]))
        return found

    def _candidates_of(self, area: int, rings: tuple[Ring, ...], home: Point, beyond: float) -> list[Spot]:
        """The points of one part of an area, round `home`; `beyond` is what all of them cost."""
        reach, step = 120 * self.scale, 5.5 * self.scale
        x0, y0, x1, y1 = box_of(rings[:1])
        wide = reach * max(1.0, min(2.2, 2 * reach / max(1.0, y1 - y0)))  # in a strip pieces stand in a long row
        frame = 8 if self.focus is None else 20 * self.scale
        x0, y0, x1, y1 = (
            max(x0, home[0] - wide, frame),
            max(y0, home[1] - reach, frame),
            min(x1, home[0] + wide, self.width - frame),
            min(y1, home[1] + reach, self.height - frame),
        )
        held = self._held(area, coarse=True) if beyond == 0.0 else Rings(rings)
        edges = Edges(
            [
                (px, py, qx, qy)
                for px, py, qx, qy in sides_of(rings)
                if max(px, qx) > x0 - 20 and min(px, qx) < x1 + 20 and max(py, qy) > y0 - 20 and min(py, qy) < y1 + 20
            ]
        )
        names = self._boxes(self.areas[area])
        words = [b for b in self._words if b[0] < x1 + 40 and b[2] > x0 - 40 and b[1] < y1 + 40 and b[3] > y0 - 40]
        while (x1 - x0) * (y1 - y0) / step / step > 600:
            step *= 1.15
        out: list[Spot] = []
        y = home[1] - math.floor((home[1] - y0) / step) * step
        while y <= y1:
            x = home[0] - math.floor((home[0] - x0) / step) * step
            while x <= x1:
                if held.hold(x, y):
                    room = edges.room(x, y)
                    if room > 3:
                        extra = sum(weight for bx0, by0, bx1, by1, weight in names if bx0 < x < bx1 and by0 < y < by1)
                        away = min((_away(x, y, b) for b in words), default=99.0)
                        out.append((round(x, 1), round(y, 1), room, extra + beyond, away, math.dist((x, y), home)))
                x += step
            y += step
        return out

    @cached_property
    def _words(self) -> list[Box]:
        """The boxes of all names."""
        own = [(self.areas[area], self.areas[area].label, at) for area, (at, _) in self._lettered.items() if at]
        beside = [box for _, *boxes in self._printed.values() for box in boxes[1:]]
        return [*(self._name_box(*each) for each in (*own, *self._more_names)), *beside]

    @cached_property
    def _printed(self) -> dict[int, tuple[Any, ...]]:
        """On a drawn board: where the place of an area stands, its box, and the box of the signs at its side."""
        out: dict[int, tuple[Any, ...]] = {}
        for area in self.areas.values() if self.hand is not None else ():
            if area.gate_at is None or area.id not in self._largest or not self.shows(area.id):
                continue
            half, signs = 19.5 * self.scale, 27.0 * self.scale * area.gate_signs
            name, _ = self._lettered[area.id]
            taken = [self._name_box(area, area.label, name)] if name else []

            def box(p: Point, half: float = half, signs: float = signs) -> Box:
                return p[0] - half, p[1] - half, p[0] + half + signs, p[1] + half

            held, home = self._held(area.id, coarse=True), self._inside(area.id, self.at(area.gate_at))
            at = self._best(home, box, held, None, 0.0, taken, 4.0)
            if not held.hold(*at):  # only an edge of the area is seen
                continue
            whole = box(at)
            out[area.id] = (at, whole, (at[0] + half, *whole[1:])) if signs else (at, whole)
        return out

    def _boxes(self, area: Area) -> list[tuple[float, float, float, float, float]]:
        """Boxes of the area's lettering, grown by half a token, with the price of standing there."""
        grow, out = 9 * self.scale, []
        at, glyph = self._lettered[area.id]
        more = ((lines, p) for one, lines, p in self._more_names if one.id == area.id)
        for lines, spot in ((area.label, at), *more):
            if spot and lines:
                x0, y0, x1, y1 = self._name_box(area, lines, spot)
                out.append((x0 - grow, y0 - grow, x1 + grow, y1 + grow, 34.0 * self.scale))
        if glyph:
            x, y = glyph
            out.append((x - 6 - grow, y - 6 - grow, x + 6 + grow, y + 6 + grow, 9.0 * self.scale))
        return out

    @cached_property
    def _room(self) -> dict[int, float]:
        """How large the largest part of every area is drawn."""
        return {area: abs(signed_area(part[0])) for area, part in self._largest.items()}

    # lettering ----------------------------------------------------------------------------------------------------
    def lettering(self, area: Area) -> tuple[float, float, float]:
        """Size, line height and spacing of an area's name: small areas have small letters."""
        room = self._room.get(area.id, 0.0)
        if lands.is_drawn(area.kind):
            return 11.2 * self.ink, 13.6 * self.ink, 0.6 * self.ink
        if is_water(area.kind):
            x0, _, x1, _ = self.seat(area.id)
            wide, celled = max(map(len, area.label), default=0) * 9.5, chambers.is_chambered(self.light(area.id))
            large = room > (16_000 if celled else 12_000) * self.ink**2 and wide * self.ink < x1 - x0
            k = self.ink * (1.0 if large else 0.74)
            if celled:  # a wall is nearer than a coast
                k = max(0.62 * self.ink, min(k, (x1 - x0 - 6) / max(1.0, wide)))
            return 13.5 * k, 16.5 * k, 1.9 * k
        size = (9.8 if room > 5200 * self.ink**2 else 8.6) * self.ink
        return size, size * 1.14, 0.05 * size

    def _name_box(self, area: Area, lines: Sequence[str], at: Point) -> Box:
        size, lead, spacing = self.lettering(area)
        letter = 0.56 * size if is_water(area.kind) else 0.70 * size
        wide, high = max(len(line) for line in lines) * (letter + spacing) / 2, len(lines) * lead / 2
        if lands.is_drawn(area.kind):  # a tick at its left, the printed amounts below
            row = 10.5 * self.scale * sum(amount.n for amount in area.amounts)
            below = 22 * self.scale if area.amounts else 0.0
            return at[0] - max(wide + 17 * self.ink, row), at[1] - high, at[0] + max(wide, row), at[1] + high + below
        if area.signs and lines is area.label:  # they stand below the name, where it is printed first
            wide = max(wide, printed.row_width(area.signs) * self.ink / 2)
            return at[0] - wide, at[1] - high, at[0] + wide, at[1] + high + (printed.HIGH + 2) * self.ink
        return at[0] - wide, at[1] - high, at[0] + wide, at[1] + high

    @cached_property
    def _lettered(self) -> dict[int, Lettered]:
        """Where each name and glyph stands: as near to its printed point as a building at its own leaves room."""
        out: dict[int, Lettered] = {}
        taken: list[Box] = [self._name_box(area, lines, at) for area, lines, at in self._more_names]
        taken += self.doors()
        firm = self.firm
        for area in sorted(self.areas.values(), key=lambda a: (is_water(a.kind), a.id)):
            name = glyph = None
            held = self._held(area.id, coarse=True)
            gate = self.at(area.gate_at) if area.gate_at else None
            r = STYLE["token"]["gate"] / 2 * self.scale + 2.5
            if not self.shows(area.id) or self.slim:
                out[area.id] = (None, None)
                continue
            home = self.at(area.label_at) if area.label_at else None
            gate = None if lands.is_drawn(area.kind) else gate
            if home and self.focus is not None and not self.sees(home, 20):
                again = any(one.id == area.id for one, _, _ in self._more_names)
                core = middle(self._coarse[area.id][0])
                here = self.centre(area.id) if self.hand is None else self._inside(area.id, core)
                home = None if again else here
                gate = home if self.hand is None else None
            if home and area.label:
                busy = [*taken, *self._covered(area.id)]
                box = partial(self._name_box, area, area.label)
                if area.id in firm:
                    name = firm[area.id]
                else:
                    name = self._best(home, box, held, gate, r, busy, frame=self._frame_of(area.id))
                if self.focus is None or (held.hold(*name) and self.sees(self._name_box(area, area.label, name)[:2])):
                    taken.append(self._name_box(area, area.label, name))
                else:  # only an edge of the area is seen
                    name = None
            if area.glyph and area.glyph_at and self.sees(self.at(area.glyph_at)):
                half = 6.5 * self.ink
                glyph = self._best(
                    self.at(area.glyph_at),
                    partial(_square, half),
                    held,
                    gate,
                    r,
                    taken,
                )
                taken.append((glyph[0] - half, glyph[1] - half, glyph[0] + half, glyph[1] + half))
            out[area.id] = (name, glyph)
        return out | self._set_apart(out)

    @property
    def firm(self) -> dict[int, Point]:
        """Where names stand that were settled; nothing on a narrow page, where letters are larger than their board."""
        if self.focus is not None or self.ink <= 0.8 or not isinstance(self.board, SettledBoard):
            return {}
        return {area: self.at(name) for area, name in self.board.names_at.items()}

    def doors(self) -> list[Box]:
        """The boxes of what is drawn on borders, and of doors in walls."""
        borders = self.board.borders
        return [box for find in (boxes_of, door_boxes) for border in borders for box in find(self, border)]

    def _set_apart(self, out: dict[int, Lettered]) -> dict[int, Lettered]:
        """Names that stand elsewhere."""
        return {}

    def _covered(self, area: int) -> list[Box]:
        """Boxes of what lies over an area, where its name had better not stand."""
        return []

    def _within(self, area: Area, lines: Sequence[str], at: Point) -> Point:
        """Where a name stands that would be cut by the frame."""
        x0, _, x1, _ = self._name_box(area, lines, at)
        return round(at[0] + max(5 - x0, 0) - max(x1 - self.width + 5, 0), 1), at[1]

    @cached_property
    def _more_names(self) -> list[tuple[Area, tuple[str, ...], Point]]:
        """The names that are printed a second time, as far as all of them is seen."""
        found = [(area, lines, self.at(at)) for area in self.areas.values() for lines, at in area.more_labels]
        if self.focus is None:
            return [(area, lines, self._within(area, lines, at)) for area, lines, at in found]
        boxes = [self._name_box(*each) for each in found]
        return [each for each, b in zip(found, boxes, strict=True) if self.sees(b[:2], 3) and self.sees(b[2:], 3)]

    def _best(
        self,
        home: Point,
        box_at: Callable[[Point], Box],
        held: Rings,
        gate: Point | None,
        r: float,
        taken: list[Box],
        strict: float = 1.0,
        frame: Box | None = None,
    ) -> Point:
        """The nearest point to `home` at which a box costs least: what it covers, and how much leaves the area."""
        best, price, step = home, math.inf, 4 * self.ink
        left, top, right, low = frame or (0.0, 0.0, self.width, self.height)
        for away, i, j in _NEARBY:
            cost = away * step
            if cost >= price:
                break
            p = (round(home[0] + i * step, 1), round(home[1] + j * step, 1))
            x0, y0, x1, y1 = box_at(p)
            if x0 < left + 5 or y0 < top + 4 or x1 > right - 5 or y1 > low - 4:
                continue
            if gate and math.hypot(max(x0 - gate[0], 0, gate[0] - x1), max(y0 - gate[1], 0, gate[1] - y1)) < r:
                cost += 150
            cost += sum(
                90 * strict
                for bx0, by0, bx1, by1 in taken
                if x0 < bx1 + 2 and bx0 < x1 + 2 and y0 < by1 + 1 and by0 < y1 + 1
            )
            if cost >= price:
                continue
            edge = [(x, y) for x in (x0, (3 * x0 + x1) / 4, p[0], (x0 + 3 * x1) / 4, x1) for y in (y0, y1)]
            cost += sum(8.5 * strict for x, y in edge if not held.hold(x, y))
            if self.inward and not held.hold(*p):
                cost += self.inward
            if cost < price:
                best, price = p, cost
        return best

    # borders ------------------------------------------------------------------------------------------------------
    @cached_property
    def _edges(self) -> dict[Edge, list[int]]:
        """Every stretch of border -> the areas that share it."""
        out: dict[Edge, list[int]] = {}
        for area in self.areas.values():
            for polygon in area.polygons:
                for ring in polygon:
                    p = ring[-1]
                    for q in ring:
                        out.setdefault((p, q) if p < q else (q, p), []).append(area.id)
                        p = q
        return out

    @property
    def pen(self) -> float:
        return self.ink

    @property
    def names(self) -> list[Box]:
        return list(self._words)

    def placed(self, points: Iterable[Point]) -> Ring:
        return self.ring(points if self.hand is None else map(self.hand.at, points))

    def prop_at(self, prop: Prop) -> Point | None:
        return None if prop.at is None else self.at(prop.at)

    def name_tag(self, area: int) -> Sequence[Shape]:
        return inks.name_tag(self, area) if self.slim and area in self.areas else ()

    def closed(self, area: int) -> Sequence[Shape]:
        return inks.closed(self, area)

    def written(self, table: Table, area: int) -> Sequence[Shape]:
        return inks.area_ink(table, self, area)

    def chips(self, area: int) -> tuple[Point, ...]:
        """Where the signs of what is printed in an area stand: in a row below its name."""
        a, (name, _) = self.areas[area], self._lettered[area]
        if name is None or not lands.is_drawn(a.kind):
            return ()
        _, lead, _ = self.lettering(a)
        count, step = sum(amount.n for amount in a.amounts), 21 * self.scale
        y = name[1] + len(a.label) * lead / 2 + 10.5 * self.scale
        return tuple((round(name[0] + (i - (count - 1) / 2) * step, 1), round(y, 1)) for i in range(count))

    def name_at(self, area: int) -> tuple[Point, float] | None:
        """The middle of an area's name, and half its width; None where it is not lettered."""
        a, (name, _) = self.areas[area], self._lettered[area]
        if name is None or not a.label:
            return None
        size, _, spacing = self.lettering(a)
        letter = 0.68 if lands.is_drawn(a.kind) else 0.56 if is_water(a.kind) else 0.7
        return name, max(map(len, a.label)) * (letter * size + spacing) / 2

    def shared(self, a: int, b: int) -> tuple[Ring, ...]:
        both = {a, b}
        edges = [edge for edge in self._sides_of(a) if both <= set(self._edges[edge])]
        return tuple(self.ring(line) for line in chained(edges))

    def edges_round(self, areas: Iterable[int]) -> tuple[Ring, ...]:
        mine = set(areas)
        edges = dict.fromkeys(edge for area in sorted(mine) for edge in self._sides_of(area))
        outer = [edge for edge in edges if not mine >= set(self._edges[edge]) or len(self._edges[edge]) == 1]
        return tuple(self.ring(line[:-1] if line[0] == line[-1] else line) for line in chained(outer))

    def _sides_of(self, area: int) -> list[Edge]:
        out: list[Edge] = []
        for ring in (ring for polygon in self.areas[area].polygons for ring in polygon):
            p = ring[-1]
            for q in ring:
                out.append((p, q) if p < q else (q, p))
                p = q
        return out

    def _on_frame(self, edge: Edge) -> bool:
        (px, py), (qx, qy) = edge
        x0, y0, x1, y1 = box_of((self.board.frame,)) if self.board.frame else (0, 0, *self.board.size)
        return (px == qx and px in (x0, x1)) or (py == qy and py in (y0, y1))

    def _borders(self) -> tuple[tuple[Ring, ...], tuple[Ring, ...], tuple[Ring, ...]]:
        """Coasts, borders of two lands, borders of two seas, as long lines in pixels."""
        coast: list[Edge] = []
        land: list[Edge] = []
        sea: list[Edge] = []
        for edge, owners in self._edges.items():
            wet = sum(is_water(self.areas[owner].kind) for owner in owners)
            if self._on_frame(edge):
                continue
            if len(owners) >= 2 and not wet:
                land.append(edge)
            elif len(owners) >= 2 and wet == len(owners):
                sea.append(edge)
            elif wet < len(owners):
                coast.append(edge)
        return self._lines(coast), self._lines(land), self._lines(sea)

    def _lines(self, edges: list[Edge]) -> tuple[Ring, ...]:
        return tuple(part for line in chained(edges) for part in self._seen_of(self.ring(line)))

    def _part_of(self, ring: Ring, closed: bool) -> list[Ring]:
        """A closed ring whole or not at all; of a line what comes near the picture."""
        if not closed:
            return self._seen_of(ring)
        return [ring] if self.focus is None or self._seen(ring) else []

    def _seen_of(self, line: Ring) -> list[Ring]:
        """The stretches of a line that come near the picture: broad strokes of what is out of it cost most."""
        if self.focus is None:
            return [line]
        x1, y1, out, run = self.width + 40, self.height + 40, list[Ring](), list[Point]()
        for p, q in itertools.pairwise(line):
            near = max(p[0], q[0]) > -40 and max(p[1], q[1]) > -40 and min(p[0], q[0]) < x1 and min(p[1], q[1]) < y1
            if near:
                run = run or [p]
                run.append(q)
            elif run:
                out.append(tuple(run))
                run = []
        return [*out, tuple(run)] if run else out

    # the picture --------------------------------------------------------------------------------------------------
    def paint(self) -> list[Shape]:
        page = self._sheets() if self.board.sheets else self._page()
        return [
            *page, *self._links(), *self._wraps(), *self._glyphs(), *self._signs(), *self._names(), *self._note(),
        ]  # fmt: skip

    def _sheets(self) -> list[Shape]:
        """Each sheet in its own light and frame, and what lies beside them."""
        w, h, k = self.width, self.height, self.ink
        whole, edges = ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h)), [0.0]
        boxes = [(self.at(sheet.box[:2]), self.at(sheet.box[2:])) for sheet in self.board.sheets]
        edges += [(one[1][0] + other[0][0]) / 2 for one, other in itertools.pairwise(boxes)]
        beside = {area.id for area in self.board.areas} - {area for sheet in self.board.sheets for area in sheet.areas}
        edges.append(boxes[-1][1][0] + boxes[0][0][0] if beside else w)
        out: list[Shape] = [Poly((whole,), fill=self.colours.get("page", self.colours["water"]))]
        for i, (sheet, ((x0, y0), (x1, y1))) in enumerate(zip(self.board.sheets, boxes, strict=True)):
            m, ring = map_colours(self.theme, sheet.light), ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            left, right = edges[i], edges[i + 1]
            out.append(Poly((((left, 0.0), (right, 0.0), (right, h), (left, h)),), fill=m.get("page", m["water"])))
            out.append(
                Stamp(tuple(self._part(sheet.areas, sheet.light, sheet.box)._page()), 0, 0, clip=path_of((ring,)))
            )
            out.append(Poly((ring,), stroke=m["coast"], width=round(5 * k, 1), join="round"))
            out.append(Poly((ring,), stroke=m.get("rim_line", m["sea_text"]), width=round(1.2 * k, 1), join="round"))
            size, at = round(13.5 * k, 1), round(y0 - 8 * k, 1)
            if self.focus is None and at > size:
                out.append(
                    TextShape(round(x0 + 4 * k, 1), at, sheet.name, size, "map", 700, spacing=round(0.8 * k, 1),
                              anchor="start", fill=m.get("page_text", m["land_text"]))
                )  # fmt: skip
        if beside:
            out += self._part(tuple(sorted(beside)), self.board.light, None)._page(bare=True)
        return out

    def _part(self, areas: Sequence[int], light: str, box: Box | None) -> OutlineGround:
        """A part of the board as a ground of its own, at the same place."""
        frame = () if box is None else ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]))
        among = set(areas)
        part = replace(
            self.board, areas=tuple(area for area in self.board.areas if area.id in among), sheets=(), light=light,
            frame=frame, links=(), wraps=(), house="",
            borders=tuple(border for border in self.board.borders if among.issuperset(border.between)),
        )  # fmt: skip
        return type(self)(part, self.theme, self.width, self.focus, self.window)

    def _frame_of(self, area: int) -> Box | None:
        """The frame of the sheet on which an area lies."""
        found = next((sheet.box for sheet in self.board.sheets if area in sheet.areas), None)
        if found is None and self.board.frame:  # a sheet by itself
            found = box_of((self.board.frame,))
        return None if found is None or self.focus is not None else (*self.at(found[:2]), *self.at(found[2:]))

    @cached_property
    def _lights(self) -> dict[int, dict[str, Any]]:
        """The colours of areas that lie on sheets."""
        sheets = self.board.sheets
        return {area: map_colours(self.theme, sheet.light) for sheet in sheets for area in sheet.areas}

    def light(self, area: int) -> dict[str, Any]:
        """The colours in which an area is drawn."""
        return self._lights.get(area, self.colours)

    def lift(self, area: int, usual: float) -> float:
        if self.hand is not None or self.faint:
            return usual
        return (0.5 if self.board.light or self.board.sheets else 0.6) * usual  # letters must stay dark enough

    def _signs(self) -> list[Shape]:
        """What is printed below names, in one row each."""
        out: list[Shape] = []
        for area in self.areas.values():
            if (at := self._row_at(area)) is not None:
                out += printed.row_shapes(area.signs, *at, self.ink, self.light(area.id))
        return out

    def _row_at(self, area: Area) -> Point | None:
        """The middle of the row of signs below the name of an area."""
        name, _ = self._lettered[area.id]
        if not area.signs or name is None:
            return None
        _, lead, _ = self.lettering(area)
        return name[0], name[1] + len(area.label) * lead / 2 + (printed.HIGH / 2 + 1) * self.ink

    def sign_at(self, area: int, number: int) -> tuple[float, float, float] | None:
        row = self.areas[area].signs if area in self.areas else ()
        at = self._row_at(self.areas[area]) if number < len(row) else None
        if at is None:
            return None
        left = at[0] + printed.left_of(row, number) * self.ink
        half = printed.width_of(row[number]) / 2 * self.ink
        return round(left + half, 1), round(at[1], 1), round(max(half, printed.HIGH / 2 * self.ink), 1)

    def _page(self, bare: bool = False) -> list[Shape]:
        """Land, sea and borders; `bare`: without the sea round all."""
        m, k = self.colours, self.ink
        if chambers.is_chambered(m):
            return self._chambers(bare)
        seas = self.hand is not None or any(is_water(area.kind) for area in self.areas.values())
        back = m["water"] if seas else STYLE["theme"][self.theme]["well"]
        whole = ((0, 0), (self.width, 0), (self.width, self.height), (0, self.height))
        out: list[Shape] = [] if bare else [Poly((whole,), fill=back)]
        coast, land, sea = self._borders()
        parts: dict[str, list[Ring]] = {}
        for name, rings in self.board.decoration:
            drawn = [part for ring in rings for part in self._part_of(self.ring(ring), name != "graticule")]
            parts.setdefault(name, []).extend(drawn)
        line = path_of(coast, closed=False)
        islets = path_of(parts.get("islet", ()))
        if seas and line:
            far = 1.0 if self.hand is None else 1.75
            for wide, colour in zip((24, 15, 7.5), m["shoal"][::-1], strict=True):
                out.append(Path(line, stroke=colour, width=round(far * wide * k, 1), join="round", cap="round"))
                if islets and (wide < 20 or self.hand is not None):
                    out.append(Path(islets, stroke=colour, width=round(far**2 * wide * k / 2, 1), join="round"))
            if self.hand is not None:
                out += self._waves(coast)
        for colour, wet in self._waters().items():
            out.append(Path(path_of(wet), fill=colour, fill_opacity=0.8, even_odd=True))
        if parts.get("graticule"):
            out.append(
                Path(path_of(parts["graticule"], closed=False), stroke=m["sea_text"], stroke_opacity=0.13, width=1)
            )
        if sea:
            out.append(
                Path(
                    path_of(sea, closed=False),
                    stroke=m["sea_text"],
                    stroke_opacity=0.8,
                    width=1.4 * k,
                    dash=(0.1, 4.4 * k),
                    cap="round",
                )
            )
        if seas and line:
            out.append(Path(line, (0, 2), stroke=m["coast"], stroke_opacity=0.3, width=4 * k, join="round"))
        if islets:
            out.append(Path(islets, fill=m["land"], stroke=m["coast"], stroke_opacity=0.6, width=0.7))
        for colour, dry in self._fills().items():
            out.append(Path(path_of(dry), fill=colour, stroke=colour, width=0.8, even_odd=True))
        out += self._lakes()
        out += self._motifs()
        if parts.get("shoal"):
            out.append(
                Path(path_of(parts["shoal"]), fill=m["land_alt"], stroke=m["coast"], stroke_opacity=0.35, width=0.7)
            )
        if parts.get("lake"):
            out.append(Path(path_of(parts["lake"]), fill=m["water"], stroke=m["coast"], stroke_opacity=0.8, width=1))
        if land and self.hand is not None:
            inland = path_of(land, closed=False)
            out.append(Path(inland, stroke=m["edge"], stroke_opacity=0.66, width=1.25 * k, join="round"))
        elif land:
            out.append(
                Path(
                    path_of(land, closed=False),
                    stroke=m["coast"],
                    stroke_opacity=0.8,
                    width=1.2 * k,
                    dash=(5 * k, 3 * k),
                    join="round",
                )
            )
        if line:
            wide = 1.4 if self.hand is None else 1.85
            out.append(Path(line, stroke=m["coast"], width=wide * k, join="round", cap="round"))
        return [*out, *border_shapes(self, self.board.borders)]

    def _chambers(self, bare: bool) -> list[Shape]:
        """Areas as chambers, each with its floor, in walls."""
        m, k = self.colours, self._brush * self.board.grown**0.5
        held = [(self.hit_box(area), self._held(area, coarse=True)) for area in self._largest]

        def hidden(x: float, y: float) -> bool:
            return any(b[0] <= x <= b[2] and b[1] <= y <= b[3] and rings.hold(x, y) for b, rings in held)

        frame = self._frame_of(-1) or (0.0, 0.0, self.width, self.height)
        out = [] if bare else chambers.back(frame, m, self.board.seed, k, hidden)
        doors = {area: [self.placed(each.line) for each in self.board.borders if area in each.between and each.line]
                 for area in self.areas}  # fmt: skip
        rooms: list[chambers.Room] = []
        for area in self.areas.values():
            if area.polygons and self.shows(area.id):
                plain = self._paper(area) or m[kind(area.kind)["ground"]]
                colour = chambers.water_of(area, m) if is_water(area.kind) else plain
                rooms.append((area, self.rings(area.id), colour))
        out += chambers.floors(rooms, m, k)
        for area, rings, _ in rooms:
            out += chambers.low_shelves(area, rings, doors[area.id], m, k)
        out += self._motifs()
        out += chambers.walls([ring for _, rings, _ in rooms for ring in rings], m, self.ink)
        return [*out, *border_shapes(self, self.board.borders)]

    def _fills(self) -> dict[str, list[Ring]]:
        """Colour -> rings of the dry areas; plain lands that touch take different papers."""
        out: dict[str, list[Ring]] = {}
        taken: dict[int, str] = {}
        for area in sorted(self.areas.values(), key=lambda a: (-len(a.near), a.id)):
            if is_water(area.kind) or not area.polygons:
                continue
            name = kind(area.kind)["ground"]
            if paper := self._paper(area):
                out.setdefault(paper, []).extend(self.rings(area.id))
                continue
            if name == "land":
                near = {taken.get(other) for other in area.near}
                name = next((each for each in ("land", "land_alt", "land_third") if each not in near), "land")
            taken[area.id] = name
            out.setdefault(self.colours[name], []).extend(self.rings(area.id))
        return out

    def _waters(self) -> dict[str, list[Ring]]:
        """Colour -> rings of the seas that are of another water, on a board with a light of its own."""
        out: dict[str, list[Ring]] = {}
        waters: dict[str, str] = self.colours.get("waters", {})
        for area in self.areas.values():
            if area.paper in waters and is_water(area.kind):
                out.setdefault(waters[area.paper], []).extend(self.rings(area.id))
        return out

    def _paper(self, area: Area) -> str:
        """The colour of land on a board with a light of its own, by what is printed there."""
        papers: dict[str, str] = self.colours.get("papers", {})
        return papers.get(area.paper or "none", "") if kind(area.kind)["ground"] == "land" else ""

    @property
    def _brush(self) -> float:
        """How large what is scattered over drawn lands is, against its usual size."""
        seen = self.span if not self.slim else min(self.span, SLIM_SEEN)
        return max(0.58, min(1.5, seen / 944)) * self.span / seen

    def _lakes(self) -> list[Shape]:
        """The lakes of a drawn board."""
        out: list[Shape] = []
        for area in self.areas.values():
            look = kind(area.kind)
            if look.get("inner") and area.polygons and self.shows(area.id):
                out += lands.shored(self.rings(area.id), look, self.colours, self._brush)
        return out

    def _waves(self, coast: Sequence[Ring]) -> list[Shape]:
        """Small waves on the open sea."""
        edges = [(*p, *q) for line in coast for p, q in itertools.pairwise(line)]
        islets = [ring for name, rings in self.board.decoration if name == "islet" for ring in map(self.ring, rings)]
        edges += [(*p, *q) for ring in islets for p, q in itertools.pairwise((*ring, ring[0]))]
        shores, lands_ = Edges(edges), [Rings(self.rings(area)) for area in self.areas]

        def dry(x: float, y: float) -> bool:
            return shores.room(x, y) < 28 or any(land.hold(x, y) for land in lands_)

        hand = chance("waves", self.board.seed)
        return lands.waves((self.width, self.height), self.colours["sea_text"], hand, self._brush, dry)

    def _strewn(self, area: Area, name: str) -> list[Shape]:
        """What is scattered over one drawn area: clear of its name, of its place and of where the first army stands."""
        rings, r = self._coarse[area.id], self.scale
        x0, y0, x1, y1 = box_of(rings[:1])
        keep = [b for b in self._words if b[0] < x1 and b[2] > x0 and b[1] < y1 and b[3] > y0]
        keep += self._printed[area.id][1:2] if area.id in self._printed else []
        token, places = STYLE["piece"]["host"]["size"] * r, int(area.gate_at is not None)
        for x, y, _ in self.spots(area.id, (*((STYLE["token"]["gate"] * r,) * places), token), places)[places:]:
            keep.append(_square(0.5 * token + 2, (x, y)))
        hand, k = chance("strewn", self.board.seed, area.id), self._brush
        edge = (17.0 if kind(area.kind).get("inner") else 6.0) * k
        return lands.scattered(name, rings, keep, self.colours, hand, k, edge)

    def _motifs(self) -> list[Shape]:
        """Signs of the terrain scattered over its areas, clear of borders, names and the middle where pieces stand."""
        out: list[Shape] = []
        for area in self.areas.values():
            name = kind(area.kind)["motif"]
            if self._paper(area):
                name = self.colours.get("motifs", {}).get(area.paper or "none", "")
            if lands.is_drawn(area.kind):
                if area.id in self._largest and self.shows(area.id):
                    out += self._strewn(area, kind(area.kind)["scatter"])
            elif name in _SCATTERED and area.id in self._largest and self.shows(area.id):
                out += self._scattered(area, motifs.MOTIFS[name], *_SCATTERED[name])
        return out

    def _scattered(
        self, area: Area, motif: Callable[[motifs.Where], list[Shape]], half: float, high: float, size: float
    ) -> list[Shape]:
        """One motif in patches side by side; of each what has room."""
        rings, home, s = self._largest[area.id], self.centre(area.id), 42 * self.scale * size
        x0, y0, x1, y1 = box_of(rings[:1])
        held, edges = self._held(area.id), Edges(sides_of(rings))
        words = [box for box in self._words if box[0] < x1 and box[2] > x0 and box[1] < y1 and box[3] > y0]
        found: list[Stamp] = []
        rows, columns = max(1, math.ceil((y1 - y0) / (1.5 * s))), max(1, math.ceil((x1 - x0) / (1.7 * s)))
        for row, column in itertools.product(range(rows), range(columns)):
            middle_ = x0 + (column + 0.5) * (x1 - x0) / columns, y0 + (row + 0.5) * (y1 - y0) / rows
            hand = chance("motif", self.board.seed, area.id, row, column)
            patch = motif(motifs.Where(middle_, s, hand, self.colours, "", middle_, False))
            found += [shape for shape in patch if isinstance(shape, Stamp)]
        half, high = half * s, high * s

        def free(x: float, y: float) -> bool:
            corners = [(x + dx, y - dy) for dx, dy in ((-half, 0.0), (half, 0.0), (0.0, high), (0.0, high / 2))]
            return (
                all(held.hold(*p) and edges.room(*p) > 7 * self.scale for p in corners)
                and math.dist((x, y - high / 2), home) > 29 * self.scale + half
                and all(_away(*p, box) > 4 * self.scale for box in words for p in corners)
            )

        return [shape for shape in sorted(found, key=lambda each: each.y) if free(shape.x, shape.y)]

    def _links(self) -> list[Shape]:
        """Areas that touch by the rules but not on paper."""
        colour, out = self.colours["sea_text"], list[Shape]()
        for link in self.board.links:
            if link.path:
                out += self._crossing(link)
                continue
            if link.kind in UNDRAWN:
                continue
            a, b = self.at(link.marks[0]), self.at(link.marks[1])
            out.append(Poly(((a, b),), closed=False, stroke=self.colours["shoal"][0], width=4.5, cap="round"))
            out.append(Poly(((a, b),), closed=False, stroke=colour, width=1.7, dash=(3, 3)))
            out += [Disc(*p, 2.6, fill=colour) for p in (a, b)]
        return out

    def _crossing(self, link: Link) -> list[Shape]:
        """A printed arrow over the sea: dashes on wood, a head at both ends; one that is shut is pale and barred."""
        line, k, m = self.ring(link.path), self.ink, self.colours
        pale = 0.42 if link.shut else 1.0
        wood, paper = m["crossing"], m["paper"]
        out: list[Shape] = [
            Poly((line,), closed=False, stroke=wood, stroke_opacity=0.62 * pale, width=round(5 * k, 1), cap="round",
                 join="round"),
            Poly((line,), closed=False, stroke=paper, stroke_opacity=pale, width=round(2.5 * k, 1),
                 dash=(round(5.4 * k, 1), round(3.6 * k, 1)), join="round"),
        ]  # fmt: skip
        for (px, py), (x, y) in ((line[min(2, len(line) - 1)], line[0]), (line[-min(3, len(line))], line[-1])):
            turn, s = math.atan2(y - py, x - px), 6.4 * k
            head = tuple(
                (round(x + s * math.cos(turn + q), 1), round(y + s * math.sin(turn + q), 1)) for q in (0.0, 2.45, -2.45)
            )
            out.append(Poly((head,), fill=paper, fill_opacity=pale, stroke=wood, stroke_opacity=pale,
                            width=round(1.1 * k, 1), join="round"))  # fmt: skip
        if link.shut:
            x, y = line[len(line) // 2]
            bar, red = 4.2 * k, m["crossing_shut"]
            out += [
                Disc(x, y, round(7.4 * k, 1), fill=paper),
                Disc(x, y, round(6 * k, 1), stroke=red, width=round(1.8 * k, 1)),
                Poly((((x - bar, y + bar), (x + bar, y - bar)),), closed=False, stroke=red, width=round(1.8 * k, 1)),
            ]
        return out

    def _wraps(self) -> list[Shape]:
        """Small arrows where an area goes on at the opposite edge."""
        heads: list[Ring] = []
        round_ = [(*link.between, *link.marks) for link in self.board.links if link.kind == "wrap"]
        for left, right in (*((left, right) for _, left, right in self.board.wraps), *(each[2:] for each in round_)):
            for (x, y), side in ((self.at(left), -1), (self.at(right), 1)):
                y = self._beside_names(x, y)
                heads.append(((x - 3 * side, y - 5), (x + 3 * side, y), (x - 3 * side, y + 5)))
        if not heads:
            return []
        return [Poly(tuple(heads), closed=False, stroke=self.colours["sea_text"], width=1.6, cap="round", join="round")]

    def _beside_names(self, x: float, y: float) -> float:
        """The height, as near to `y` as can be, at which an arrow at the edge of the board lies over no name."""
        for step in range(0, 60, 3):
            for there in (y - step, y + step):
                if all(_away(x, there, box) > 7 for box in self._words) and 8 < there < self.height - 8:
                    return there
        return y

    def _glyphs(self) -> list[Shape]:
        size = 12 * self.ink
        return [
            icon_at(self.areas[area].glyph, *glyph, size, self.colours["land_text"], 0.8)
            for area, (_, glyph) in sorted(self._lettered.items())
            if glyph
        ]

    def _names(self) -> list[Shape]:
        return self._names_of(self.areas.values())

    def haloed(self, area: int) -> bool:
        """Do the letters of a sea stand on a halo of water?"""
        return self.hand is None and not self.faint and not chambers.is_chambered(self.light(area))

    def named(self, area: int, colour: str) -> list[Shape]:
        return self._names_of((self.areas[area],), colour)

    def _names_of(self, areas: Iterable[Area], colour: str = "") -> list[Shape]:
        """The names of areas, in the colours of their ground or in one of a veil that lies over them."""
        out: list[Shape] = []
        for area in areas:
            m, wet = self.light(area.id), is_water(area.kind)
            size, lead, spacing = self.lettering(area)
            halo: dict[str, Any] = {}
            if wet and self.haloed(area.id):  # coasts and borders run through it
                water = chambers.water_of(area, m)
                halo = {"stroke": water, "stroke_opacity": 0.8, "width": round(2.6 * self.ink, 1)}
            more = ((lines, p) for one, lines, p in self._more_names if one.id == area.id)
            for lines, at in ((area.label, self._lettered[area.id][0]), *more):
                if at is None:
                    continue
                x, y = at
                for i, words in enumerate(lines):
                    base = round(y + (i - (len(lines) - 1) / 2) * lead + 0.35 * size, 1)
                    if lands.is_drawn(area.kind):
                        out.append(self.lettered(area.id, words, x, base))
                    elif wet:
                        out.append(
                            TextShape(
                                x,
                                base,
                                words,
                                round(size, 1),
                                "map",
                                italic=True,
                                spacing=round(spacing, 1),
                                fill=colour or m["sea_text"],
                                **halo,
                            )
                        )
                    else:
                        out.append(
                            TextShape(
                                x,
                                base,
                                words.upper(),
                                round(size, 1),
                                weight=600,
                                spacing=round(spacing, 2),
                                fill=colour or m["land_text"],
                                stroke=m["coast"] if colour else m["land"],
                                stroke_opacity=0.75,
                                width=2.4,
                            )
                        )
        return out

    def lit_lines(self, area: int) -> tuple[tuple[Ring, ...], tuple[Ring, ...]]:
        if self.hand is not None or self.slim:
            return super().lit_lines(area)
        return self.kept(("lit lines", area), partial(self._around_names, area))

    @cached_property
    def _line_boxes(self) -> list[Box]:
        """The boxes of the lines of all names."""
        out = []
        for each in self._names():
            if isinstance(each, TextShape):
                half = len(each.text) * (0.33 * each.size + each.spacing / 2) + 2
                out.append((each.x - half, each.y - 0.9 * each.size, each.x + half, each.y + 0.35 * each.size))
        return out

    def _around_names(self, area: int) -> tuple[tuple[Ring, ...], tuple[Ring, ...]]:
        whole, open_ = list[Ring](), list[Ring]()
        for ring in self.lit_rings(area):
            x0, y0, x1, y1 = box_of((ring,))
            near = [b for b in self._line_boxes if b[0] < x1 and b[2] > x0 and b[1] < y1 and b[3] > y0]
            parts = outside(ring, near)
            if parts is None:
                whole.append(ring)
            else:
                open_ += (line for line in parts if sum(map(math.dist, line, line[1:])) > LEAST_LINE * self.ink)
        return tuple(whole), tuple(open_)

    def lettered(self, area: int, words: str, x: float, base: float, closed: bool = False) -> TextShape:
        """A line of the name of a drawn area."""
        look, m, (size, _, spacing) = kind(self.areas[area].kind), self.colours, self.lettering(self.areas[area])
        return TextShape(
            x,
            base,
            words.upper(),
            round(size, 1),
            weight=700,
            spacing=round(spacing, 2),
            fill=m["closed_text" if closed else "drawn_text"],
            stroke=m["closed"] if closed else m[look.get("inner", look["ground"])],
            width=round(3.2 * self.ink, 1),
            join="round",
        )

    def _note(self) -> list[Shape]:
        """What of this board is ours: a small house and a line of text."""
        if not self.board.house or self.focus is not None or self.slim:
            return []
        colour, k, y = self.colours["sea_text"], self.ink, 16 * self.ink
        if self.hand is not None:  # the lands reach to the upper edge
            y = self.height - 6 * self.ink
        house = "M0 4.4L4.5 .2 9 4.4M1.4 3.6V9h6.2V3.6"
        x = 9 * k
        if any(left[0] < 60 and left[1] < 60 for _, left, _ in self.board.wraps):  # an arrow stands in the corner
            x = 24 * k
        if sheets := self.board.sheets:  # at the other end of the band: the name of the last sheet stands at this one
            x = self.at(sheets[-1].box[2:])[0] - (18 + 5.6 * len(self.board.house)) * k
            colour = map_colours(self.theme, sheets[-1].light).get("page_text", colour)
        return [
            Path(house, (x, y - 9.2 * k), zoom=round(k, 2), stroke=colour, width=1.2, join="round"),
            TextShape(x + 13 * k, y, self.board.house, round(10.5 * k, 1), weight=500, anchor="start", fill=colour),
        ]


class PrintedGround(OutlineGround):
    """A board as it is printed: names and places are settled from it."""

    def _drawn(self, board: Board) -> tuple[Board, None]:
        return board, None


_BEYOND = 70.0  # what it costs a token to stand in the other half of its area
_CUT = 500.0  # what it costs a token to stand over the frame, which would cut it: only where nothing else is free


def _first_free(points: list[Point], others: list[tuple[float, float, float]]) -> Point | None:
    """The first of the points that is far enough from all others: x, y, and the least distance squared."""
    for point in points:
        x, y = point
        for px, py, least in others:
            if (x - px) * (x - px) + (y - py) * (y - py) < least:
                break
        else:
            return point
    return None


def _away(x: float, y: float, box: Box) -> float:
    """Distance of a point from a box."""
    return math.hypot(max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3]))


def _square(half: float, p: Point) -> Box:
    return p[0] - half, p[1] - half, p[0] + half, p[1] + half


def chained(edges: Iterable[Edge]) -> list[Ring]:
    """Stretches joined into lines as long as they go; a line ends where three or more meet."""
    left: dict[Edge, None] = dict.fromkeys(edges)
    at: dict[Point, list[Edge]] = {}
    for edge in left:
        for p in edge:
            at.setdefault(p, []).append(edge)

    def follow(p: Point, edge: Edge) -> list[Point]:
        line = [p]
        while edge in left:
            del left[edge]
            p = edge[1] if edge[0] == p else edge[0]
            line.append(p)
            if len(at[p]) != 2:
                break
            edge = next((other for other in at[p] if other in left), edge)
        return line

    out: list[Ring] = []
    for p in sorted(p for p, meeting in at.items() if len(meeting) != 2):
        for edge in at[p]:
            if edge in left:
                out.append(tuple(follow(p, edge)))
    while left:
        edge = next(iter(left))
        out.append(tuple(follow(edge[0], edge)))
    return out
