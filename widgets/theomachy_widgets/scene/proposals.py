"""What is proposed on a board: full arrows with their number in a disc, the lit one in the accent, others in ink."""

from __future__ import annotations

import math

from theomachy.engine.tabletop.table import Arrow, Proposal

from .geometry import bend
from .ground import Ground
from .marks import INK, PAPER, arrow
from .shapes import Disc, Point, Shape, TextShape
from .style import STYLE

ACCENT: str = STYLE["mark"]["proposed"]
WIDE, ROUND = 3.2, 9.5  # the line, and the disc of a number
ASIDE = (-15.0, -13.0)  # where the number of a thing hangs
SHORT = 70.0  # an arrow in whose middle there is no room
STEP = 21.0  # between numbers of the same thing


def proposal(ground: Ground, each: Proposal, a: Point, b: Point | None, areas: tuple[int, int], at: int) -> list[Shape]:
    """One proposal, from `a` to `b` (None: only its number hangs at `a`); `at` counts those that hang there already."""
    colour = ACCENT if each.lit else INK
    if b is None or math.dist(a, b) < 24:
        k = max(0.8, min(1.2, ground.scale))
        return _disc(a[0] + ASIDE[0] * k + STEP * at, a[1] + ASIDE[1] * k, each.n, colour)
    shapes = arrow(ground, Arrow(*areas), (a, b), colour, WIDE)
    far = abs(a[0] - b[0]) > 0.55 * ground.span
    line = bend(a, b, 0.22 if math.dist(a, b) < 160 else 0.16, 30)
    middle = line[len(line) // 2 if math.dist(a, b) > SHORT else 3]  # a short arrow keeps its head
    return [*shapes, *_disc(*(a if far else middle), each.n, colour)]


def _disc(x: float, y: float, n: int, colour: str) -> list[Shape]:
    return [
        Disc(x, y, ROUND + 1.5, fill=PAPER),
        Disc(x, y, ROUND, fill=colour),
        TextShape(round(x, 1), round(y + 4.5, 1), str(n), 13, weight=700, fill=PAPER),
    ]
