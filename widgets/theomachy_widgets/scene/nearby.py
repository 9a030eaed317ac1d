"""What is asked of an outline a hundred thousand times: whether a point lies in it, and how far its edges are.

The answers are those of `inside` and `room_at`, to the last bit; only the edges that could matter are looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from .shapes import Point

Side = tuple[float, float, float, float]
ROW = 8.0  # pixels: edges are kept by the rows of a page that they cross
CELL = 24.0  # and by the cells that they come near


def sides_of(rings: Iterable[Sequence[Point]]) -> list[Side]:
    """The edges of closed rings, each from one point to the next."""
    return [(*p, *q) for ring in rings for p, q in zip((ring[-1], *ring[:-1]), ring, strict=True)]


def room_at(x: float, y: float, edges: Iterable[Side], most: float = 30.0) -> float:
    """Distance from the nearest edge, at most `most`."""
    best = most * most
    for ax, ay, bx, by in edges:
        if (
            (ax < x - most and bx < x - most)
            or (ax > x + most and bx > x + most)
            or (ay < y - most and by < y - most)
            or (ay > y + most and by > y + most)
        ):
            continue
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        span = dx * dx + dy * dy
        t = (px * dx + py * dy) / span if span else 0.0
        if t > 0:
            t = min(t, 1.0)
            px, py = px - t * dx, py - t * dy
        if px * px + py * py < best:
            best = px * px + py * py
    return math.sqrt(best)


class Rings:
    """Rings by the rows of the page."""

    def __init__(self, rings: Iterable[Sequence[Point]]) -> None:
        self._rows: dict[int, list[Side]] = {}
        for side in sides_of(rings):
            first, last = sorted((int(side[1] // ROW), int(side[3] // ROW)))
            for row in range(first, last + 1):
                self._rows.setdefault(row, []).append(side)

    def hold(self, x: float, y: float) -> bool:
        """Whether the point lies in the rings, by the even-odd rule."""
        odd = False
        for px, py, qx, qy in self._rows.get(int(y // ROW), ()):
            if (qy > y) != (py > y) and x < (px - qx) * (y - qy) / (py - qy) + qx:
                odd = not odd
        return odd


class Edges:
    """Edges by the cells of the page."""

    def __init__(self, edges: Sequence[Side]) -> None:
        self._edges = edges
        self._near: dict[tuple[int, int, float], list[Side]] = {}

    def room(self, x: float, y: float, most: float = 30.0) -> float:
        """Distance of a point from the nearest edge, at most `most`."""
        key = (int(x // CELL), int(y // CELL), most)
        near = self._near.get(key)
        if near is None:
            left, top = key[0] * CELL - most, key[1] * CELL - most
            right, bottom = left + CELL + 2 * most, top + CELL + 2 * most
            near = self._near[key] = [
                side
                for side in self._edges
                if (side[0] >= left or side[2] >= left)
                and (side[0] <= right or side[2] <= right)
                and (side[1] >= top or side[3] >= top)
                and (side[1] <= bottom or side[3] <= bottom)
            ]
        return room_at(x, y, near, most)


class Strewn:
    """Points that were strewn, no two nearer than `apart`; `tall` is how much heights count more than widths."""

    def __init__(self, apart: float, tall: float = 1.0) -> None:
        self.apart, self.tall = apart, tall
        self._cells: dict[tuple[float, float], list[Point]] = {}

    def clear(self, x: float, y: float) -> bool:
        """Is no point too near?"""
        for u, v in self._cells.get((x // self.apart, y // self.apart), ()):
            if math.hypot(x - u, (y - v) * self.tall) < self.apart:
                return False
        return True

    def add(self, x: float, y: float) -> None:
        """Strew one more: into every cell from which it could be too near."""
        column, row = x // self.apart, y // self.apart
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                self._cells.setdefault((i, j), []).append((x, y))
