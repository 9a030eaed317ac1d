"""The window through which a board is seen: all of it, or the surroundings of one area drawn larger.

A window has the shape of the board, so that a picture keeps its size when it zooms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .shapes import Point

Focus = int | Literal["same"] | None  # an area, what is seen now, or the whole board
Box = tuple[float, float, float, float]

MARGIN = 0.05  # round what has to be seen, in widths of the board
WISHED, CLOSEST, FARTHEST = 1.9, 2.2, 1.5  # how much larger: with the neighbours, at most, at least
USUAL = 876  # the width of a board that tokens are made for
TOKENS = 0.55  # tokens grow by this share of what the map grows, so that they stand further apart


@dataclass(frozen=True, slots=True)
class Window:
    """`x` and `y` are the corner of the window on the whole board, `k` how much larger everything is drawn."""

    x: float = 0.0
    y: float = 0.0
    k: float = 1.0

    def tokens(self, width: float) -> float:
        """How much larger tokens are, on a board of this width: on a small picture they may take more of the room."""
        return 1.0 if self.k == 1 else (1 + TOKENS * (self.k - 1)) * max(1.0, min(1.5, (USUAL / width) ** 0.5))


WHOLE = Window()


def window_round(
    area: Box,
    home: Point,
    near: Iterable[Point],
    size: tuple[float, float],
    closest: float = CLOSEST,
    margin: float = MARGIN,
) -> Window:
    """The window round an area.

    `area` is its box and `home` its middle; `near` are points that are nice to see too, the nearest first: they are
    taken in while things are drawn well larger than before. `size` is that of the whole board, `closest` how
    much larger at the most, `margin` what is seen round the area.
    """
    w, h = size
    box = _grown(area, margin * w)
    if _zoom(box, size) < FARTHEST:  # an ocean: the part round its middle
        half = w / FARTHEST / 2, h / FARTHEST / 2
        box = (home[0] - half[0], home[1] - half[1], home[0] + half[0], home[1] + half[1])
    for x, y in near:
        wider = _joined(box, _grown((x, y, x, y), MARGIN * w))
        if _zoom(wider, size) >= WISHED:
            box = wider
    k = max(FARTHEST, min(closest, _zoom(box, size)))
    x, y = (box[0] + box[2]) / 2 - w / k / 2, (box[1] + box[3]) / 2 - h / k / 2
    return Window(round(max(0.0, min(x, w - w / k)), 1), round(max(0.0, min(y, h - h / k)), 1), round(k, 3))


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _joined(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _zoom(box: Box, size: tuple[float, float]) -> float:
    """How much larger a box can be drawn until it fills the board."""
    return min(size[0] / max(1.0, box[2] - box[0]), size[1] / max(1.0, box[3] - box[1]))
