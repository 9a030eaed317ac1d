"""The hex grid: offset rows (odd rows shifted right), six neighbours. Sets of hexes are bit masks.

Source: DG-WLD-001.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from ....engine.masks import bits as bits

LETTERS = "ABCDEFGHIJKL"


@dataclass(frozen=True, slots=True)
class Grid:
    """One size of map. Hex `i` stands in column `i % cols` and row `i // cols`."""

    cols: int
    rows: int
    names: tuple[str, ...]  # "A1" to "J10": column letter, row number from the top
    near: tuple[tuple[int, ...], ...]
    near_mask: tuple[int, ...]
    around: tuple[tuple[int, ...], ...]  # hex -> distance -> mask of the hexes at most so far away
    edge: int  # hexes at the border of the map

    @property
    def size(self) -> int:
        return self.cols * self.rows

    @property
    def everywhere(self) -> int:
        """All hexes, as a mask."""
        return (1 << self.size) - 1

    def distance(self, a: int, b: int) -> int:
        """Steps between two hexes."""
        return next(d for d, mask in enumerate(self.around[a]) if mask >> b & 1)


@cache
def grid(cols: int, rows: int) -> Grid:
    """The grid of this size."""
    near = []
    for i in range(cols * rows):
        c, r = i % cols, i // cols
        o = r & 1
        cells = [(r - 1, c + o), (r, c + 1), (r + 1, c + o), (r + 1, c - 1 + o), (r, c - 1), (r - 1, c - 1 + o)]
        near.append(tuple(y * cols + x for y, x in cells if 0 <= x < cols and 0 <= y < rows))
    masks = tuple(sum(1 << j for j in js) for js in near)
    around = tuple(_spread(i, masks) for i in range(cols * rows))
    names = tuple(f"{LETTERS[i % cols]}{i // cols + 1}" for i in range(cols * rows))
    edge = sum(1 << i for i, js in enumerate(near) if len(js) < 6)
    return Grid(cols, rows, names, tuple(near), masks, around, edge)


@lru_cache(1024)
def open_sea(cols: int, rows: int, land: int) -> int:
    """The water that reaches the edge of the map, as a mask; the rest are inland seas (DG-CRD-026)."""
    here = grid(cols, rows)
    water = (1 << here.size) - 1 & ~land
    sea = edge = here.edge & water
    while edge:
        beside = 0
        for h in bits(edge):
            beside |= here.near_mask[h]
        edge = beside & water & ~sea
        sea |= edge
    return sea


def _spread(start: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    found = [1 << start]
    while True:
        wider = found[-1]
        for i in bits(found[-1]):
            wider |= masks[i]
        if wider == found[-1]:
            return tuple(found)
        found.append(wider)
