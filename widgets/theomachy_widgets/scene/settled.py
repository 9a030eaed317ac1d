"""Where names and places stand on a printed board: a name near the upper edge of its area, its place and its pieces
below it, so that an army finds room without lying over letters.

So it is where areas are rooms or hexes. On an atlas names stand where they are printed, and a place that would lie over
one steps aside.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from theomachy.engine.tabletop.table import Area, Board

from . import chambers
from .geometry import box_of, signed_area
from .nearby import Edges, Rings, sides_of
from .shapes import Point, Ring
from .style import STYLE, is_water

Box = tuple[float, float, float, float]
WIDTH = 900.0  # at which it is worked out: names and tokens grow with the board, so that it holds for all usual widths
GARRISON, CRAMPED = 3, 0.7  # common units beside a place, and how small they would be drawn
ROOMY = 9_000.0  # square pixels of an area that always holds them
_NOWHERE = (-9_999.0, -9_999.0, -9_999.0, -9_999.0)
_SHARES = {"low": 1.0, "right": 0.8, "left": 0.75, "top": 0.5}  # what room is worth below a name, beside it, above
_ASIDE = 4.0  # what it costs a name not to stand in the middle
_MOST = 64
_kept: dict[str, tuple[Board, Board]] = {}
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class SettledBoard(Board):
    """A board whose names stand at `names_at` (points of the board, by area) and need not be moved about once more."""

    names_at: Mapping[int, Point] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A point of an area, with the room to its border."""

    x: float
    y: float
    room: float


class Printed(Protocol):
    """What is asked of a ground on which a board is as it is printed (`outlines.py:PrintedGround`)."""

    board: Board
    areas: dict[int, Area]
    width: float
    height: float
    z: float
    scale: float
    ink: float

    @property
    def _largest(self) -> dict[int, tuple[Ring, ...]]: ...
    @property
    def _coarse(self) -> dict[int, tuple[Ring, ...]]: ...
    @property
    def _lettered(self) -> Mapping[int, tuple[Point | None, Point | None]]: ...
    @property
    def _more_names(self) -> list[tuple[Area, tuple[str, ...], Point]]: ...
    def at(self, p: Point) -> Point: ...
    def centre(self, area: int) -> Point: ...
    def rings(self, area: int) -> tuple[Ring, ...]: ...
    def light(self, area: int) -> dict[str, Any]: ...
    def doors(self) -> list[Box]: ...
    def spots(self, area: int, sizes: tuple[float, ...], places: int) -> tuple[tuple[float, float, float], ...]: ...
    def _held(self, area: int, coarse: bool = False) -> Rings: ...
    def _name_box(self, area: Area, lines: Sequence[str], at: Point) -> Box: ...
    def _frame_of(self, area: int) -> Box | None: ...


def settled(board: Board, plain: Callable[[Board, str, float], Printed]) -> Board:
    """The board as it is drawn; `plain` makes a ground that leaves it as it is printed."""
    if isinstance(board, SettledBoard) or not any(area.polygons for area in board.areas):
        return board
    with _lock:
        found = _kept.get(board.key)
    if found is not None and found[0] is board:
        return found[1]
    made = _Settler(plain(board, "light", WIDTH)).board()
    with _lock:
        if len(_kept) >= _MOST:
            _kept.clear()
        _kept[board.key] = board, made
    return made


class _Settler:
    def __init__(self, ground: Printed) -> None:
        self.ground, self.s = ground, ground.scale
        self.gate = STYLE["token"]["gate"] / 2 * self.s
        self.token = STYLE["token"]["common"] / 2 * self.s
        self.lands = {area.id: (box_of(ground.rings(area.id)), Rings(ground.rings(area.id)))
                      for area in ground.areas.values() if area.polygons}  # fmt: skip
        self.whole = {area.id for area in ground.areas.values() if chambers.is_chambered(ground.light(area.id))}
        self.printed: dict[int, Point] = {}  # where names stand before
        for area in ground.areas.values():
            if area.label_at is None or not area.label or not area.polygons:
                continue
            at = ground.at(area.label_at) if area.id in self.whole else ground._lettered[area.id][0]
            if at is not None:
                self.printed[area.id] = at
        self.names = {
            area: ground._name_box(ground.areas[area], ground.areas[area].label, at)
            for area, at in self.printed.items()
        }
        self.fixed = [ground._name_box(*each) for each in ground._more_names]
        self.fixed += ground.doors()
        self.places = {area.id: ground.centre(area.id) for area in ground.areas.values() if area.polygons}

    def board(self) -> Board:
        ground, z = self.ground, self.ground.z
        whole = self.whole
        moved: dict[int, tuple[Point | None, Point]] = {}
        order = sorted(ground._largest, key=lambda area: abs(signed_area(ground._largest[area][0])))
        land = [area for area in order if area in self.names and not is_water(ground.areas[area].kind)]
        cramped = [area for area in land if area not in whole and self._cramped(area)]
        named = [area for area in order if area in self.names and area in whole]
        for area in (*named, *cramped, *cramped):  # once more when those beside them have moved
            found = self._settle(ground.areas[area])
            if found is not None:
                moved[area] = found
        for area in order:
            if area not in moved and ground.areas[area].gate_at is not None and not self._clear(area):
                aside = self._stepped_aside(ground.areas[area])
                if aside is not None:
                    moved[area] = None, aside

        def back(p: Point) -> Point:
            return round(p[0] / z, 1), round(p[1] / z, 1)

        def at(area: Area) -> Area:
            name, place = moved.get(area.id) or (None, None)
            more = area.more_labels
            if name is not None and area.id in whole:  # the other half is named at the same height
                more = tuple((lines, (there[0], back(name)[1])) for lines, there in more)
            return replace(
                area,
                label_at=area.label_at if name is None else back(name),
                gate_at=area.gate_at if place is None else back(place),
                more_labels=more,
            )

        told = {name: getattr(ground.board, name) for name in Board.__dataclass_fields__}
        told["areas"] = tuple(map(at, ground.board.areas))
        names = {area: back(at) for area, at in self.printed.items()}
        names |= {area: back(name) for area, (name, _) in moved.items() if name is not None}
        return SettledBoard(**told, names_at=names)

    def _cramped(self, area: int) -> bool:
        """Would a small garrison hardly find room beside what is printed?"""
        if abs(signed_area(self.ground._largest[area][0])) > ROOMY:
            return False
        sizes = (2 * self.gate, *(2 * self.token for _ in range(GARRISON)))
        spots = self.ground.spots(area, sizes, 1)
        return any(zoom < CRAMPED for _, _, zoom in spots[1:]) or any(
            _away(x, y, box) < self.token * zoom - 1.5
            for x, y, zoom in spots[1:]
            for box in (*self.names.values(), *self.fixed)
        )

    def _clear(self, area: int) -> bool:
        """Does the place lie over no name, and is it whole?"""
        x, y = self.places[area]
        edge = min(x, y, self.ground.width - x, self.ground.height - y)
        return edge >= self.gate + 1 and all(
            _away(x, y, box) >= self.gate - 1 for box in (*self.names.values(), *self.fixed)
        )

    def _stepped_aside(self, area: Area) -> Point | None:
        """Only the place moves, to the nearest point where it lies over no name."""
        rings = self.ground._coarse[area.id]
        spots, _ = self._spots(rings, self.ground._held(area.id, coarse=True), Edges(sides_of(rings)))
        home, size = self.places[area.id], (self.ground.width, self.ground.height)
        words = (*self.names.values(), *self.fixed)
        free = [p for p in spots if all(_away(p.x, p.y, box) >= self.gate for box in words)]
        found = self._place(home, _NOWHERE, free, (0.0, 0.0, *size), ())
        if found is None:
            return None
        self.places[area.id] = found[1]
        return found[1]

    def _settle(self, area: Area) -> tuple[Point, Point] | None:
        ground = self.ground
        rings = ground._coarse[area.id]
        printed = self.printed[area.id]
        frame = ground._frame_of(area.id) or (0.0, 0.0, ground.width, ground.height)
        held, edges = ground._held(area.id, coarse=True), Edges(sides_of(rings))
        old = ground._name_box(area, area.label, printed)
        box = old[0] - printed[0], old[1] - printed[1], old[2] - printed[0], old[3] - printed[1]
        x0, y0, x1, y1 = box_of(rings[:1])
        taken = [each for other, each in self.names.items() if other != area.id] + self.fixed
        taken = [b for b in taken if b[0] < x1 + 60 and b[2] > x0 - 60 and b[1] < y1 + 60 and b[3] > y0 - 60]
        spots, pitch = self._spots(rings, held, edges)
        free = [p for p in spots if all(_away(p.x, p.y, b) > self.token + 1 for b in taken)]
        hangs, stays = (0.12, 0.02) if area.id in self.whole else (0.0, 0.2)
        best: tuple[float, Point, Point] | None = None
        for x, y, aside in self._points(rings, printed, box):
            name = x, y
            here = name[0] + box[0], name[1] + box[1], name[0] + box[2], name[1] + box[3]
            if not (
                frame[0] + 4 < here[0] and frame[1] + 3 < here[1] and here[2] < frame[2] - 4 and here[3] < frame[3] - 3
            ):
                continue
            price = (
                self._price(area, here, held, edges, taken)
                + hangs * (here[1] - y0)
                + stays * math.dist(name, printed)
                + aside
            )
            if best is not None and price - 53.0 >= best[0]:
                continue
            room, target = self._room_beside(here, free, pitch)
            price -= room
            if best is not None and price >= best[0]:
                continue
            place = self._place(target, here, free, frame, taken)
            if place is not None and (best is None or price + place[0] < best[0]):
                best = price + place[0], name, place[1]
        if best is None:
            return None
        _, name, home = best
        self.names[area.id] = name[0] + box[0], name[1] + box[1], name[0] + box[2], name[1] + box[3]
        self.places[area.id] = home
        return name, home

    def _spots(self, rings: Sequence[Sequence[Point]], held: Rings, edges: Edges) -> tuple[list[_Spot], float]:
        """Points where tokens could stand, and how far they are apart."""
        x0, y0, x1, y1 = box_of(rings[:1])
        pitch = max(4.0, min(9.0, math.sqrt(max(1.0, (x1 - x0) * (y1 - y0)) / 150)))
        out = []
        for i in range(int((y1 - y0) / pitch) + 1):
            for j in range(int((x1 - x0) / pitch) + 1):
                x, y = x0 + (j + 0.5) * pitch, y0 + (i + 0.5) * pitch
                if held.hold(x, y) and (room := edges.room(x, y, 20.0)) >= 0.8 * self.token:
                    out.append(_Spot(round(x, 1), round(y, 1), room))
        return out, pitch

    def _points(self, rings: Sequence[Sequence[Point]], printed: Point, box: Box) -> list[tuple[float, float, float]]:
        """Where the middle of the name could stand: in the middle of its line of the area, or at an end of it for a
        price.
        """
        _, y0, _, y1 = box_of(rings[:1])
        half, out = (box[2] - box[0]) / 2, [(*printed, 0.0)]
        steps = max(3, min(16, int((y1 - y0) / 6)))
        for i in range(steps + 1):
            y = y0 + (y1 - y0) * i / steps
            for left, right in _spans(rings, y + box[1], y + box[3]):
                middle = (left + right) / 2
                out.append((round(middle, 1), round(y, 1), 0.0))
                if right - left > 2 * half + 4.5 * self.token:
                    out += [(round(x, 1), round(y, 1), _ASIDE) for x in (left + half + 7, right - half - 7)]
        return out

    def _price(self, area: Area, here: Box, held: Rings, edges: Edges, taken: Sequence[Box]) -> float:
        """What it costs a name to stand in a box: what it covers, and what leaves the area."""
        (x0, y0, x1, y1), price, wet = here, 0.0, is_water(area.kind)
        walled = area.id in self.whole
        if walled:  # letters are a little narrower than their box
            x0, x1 = x0 + 0.06 * (x1 - x0), x1 - 0.06 * (x1 - x0)
        shelf = 0.0 if wet else chambers.shelf_of(self.ground.light(area.id)) * self.ground.ink
        price += sum(110.0 for b in taken if x0 < b[2] + 3 and b[0] < x1 + 3 and y0 < b[3] + 2 and b[1] < y1 + 2)
        for x in (x0, (3 * x0 + x1) / 4, (x0 + x1) / 2, (x0 + 3 * x1) / 4, x1):
            for y in (y0, y1):
                if not held.hold(x, y):
                    price += 20.0 if walled else 5.0 if not wet and self._at_sea(area.id, x, y) else 13.0
                elif edges.room(x, y, 4.0) < 4.0:
                    price += 4.0
            if shelf and held.hold(x, y0) and not held.hold(x, y0 - shelf):
                price += 4.0
        for other, (x, y) in self.places.items():
            if other != area.id and _away(x, y, here) < self.gate + 2:
                price += 40.0
        return price

    def _room_beside(self, name: Box, free: Sequence[_Spot], pitch: float) -> tuple[float, Point]:
        """What the room that a name leaves to pieces is worth, most of it in one place, and where its place is best."""
        x0, y0, x1, y1 = name
        sides: dict[str, list[_Spot]] = {"low": [], "right": [], "left": [], "top": []}
        for p in free:
            if _away(p.x, p.y, name) > self.token + 1:
                side = "low" if p.y > y1 else "top" if p.y < y0 else "right" if p.x > x1 else "left"
                sides[side].append(p)
        worth = {side: len(sides[side]) * share for side, share in _SHARES.items()}
        side = max(worth, key=lambda each: worth[each])
        room = worth[side] + 0.3 * (sum(worth.values()) - worth[side])
        tokens = room * pitch * pitch / (5.2 * self.token * self.token)
        far = self.gate + 6
        middle = (x0 + x1) / 2
        if side in ("low", "top"):
            target = middle, y1 + far if side == "low" else y0 - far
        else:
            x = x1 + far if side == "right" else x0 - far
            target = x, sum(p.y for p in sides[side]) / max(1, len(sides[side]))
        return 7.0 * min(tokens, 5.0) + 3.0 * min(max(tokens - 5.0, 0.0), 6.0), target

    def _at_sea(self, area: int, x: float, y: float) -> bool:
        """Does a point lie in no land but perhaps this one?"""
        for other, (box, land) in self.lands.items():
            if other != area and box[0] <= x <= box[2] and box[1] <= y <= box[3] and land.hold(x, y):
                return is_water(self.ground.areas[other].kind)
        return True

    def _place(
        self, target: Point, name: Box, free: Sequence[_Spot], frame: Box, taken: Sequence[Box]
    ) -> tuple[float, Point] | None:
        """Where the place stands best: near a point, clear of the name and of the border."""
        best: tuple[float, Point] | None = None
        for p in free:
            price = 0.25 * abs(p.x - target[0]) + 0.3 * abs(p.y - target[1])
            if best is not None and price >= best[0]:
                continue
            price += 12.0 * max(0.0, self.gate + 1.5 - _away(p.x, p.y, name))
            price += sum(6.0 * max(0.0, self.gate + 1.5 - _away(p.x, p.y, box)) for box in taken)
            edge = min(p.x - frame[0], p.y - frame[1], frame[2] - p.x, frame[3] - p.y)
            price += 1.2 * max(0.0, self.gate + 6 - _away(p.x, p.y, name))
            price += 3.0 * max(0.0, self.gate + 3 - p.room) + 6.0 * max(0.0, self.gate + 2 - edge)
            if best is None or price < best[0]:
                best = price, (p.x, p.y)
        return best


def _spans(rings: Sequence[Sequence[Point]], top: float, low: float) -> list[tuple[float, float]]:
    """Where a stretch between two heights lies in the rings: from the left to the right of each part of its middle,
    narrowed by what is there at its upper and at its lower end.
    """
    found: list[tuple[float, float]] | None = None
    for y in (0.5 * (top + low), top + 1, low - 1):
        cuts = sorted(
            px + (y - py) * (qx - px) / (qy - py) for px, py, qx, qy in sides_of(rings) if (py > y) != (qy > y)
        )
        here = list(zip(cuts[::2], cuts[1::2], strict=False))
        if found is None:
            found = here
            continue
        found = [
            max(
                ((max(a, c), min(b, d)) for c, d in here if min(b, d) > max(a, c)),
                key=lambda e: e[1] - e[0],
                default=(a, b),
            )
            for a, b in found
        ]
    return found or []


def _away(x: float, y: float, box: Box) -> float:
    """Distance of a point from a box."""
    dx, dy = max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3])
    return math.hypot(dx, dy) if dx and dy else dx + dy
