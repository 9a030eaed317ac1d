"""What is proposed on a board: full arrows with their number in a disc, the lit one in the accent, others in ink.

A number hangs where it covers neither what stands on the board nor another number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from theomachy.engine.tabletop.table import Arrow, Proposal

from .forms import pill
from .geometry import bend
from .ground import Ground
from .marks import INK, PAPER, arrow
from .shapes import Disc, Point, Poly, Shape, TextShape, Token
from .style import STYLE
from .zones import written

ACCENT: str = STYLE["mark"]["proposed"]
WIDE, ROUND = 3.2, 9.5  # the line, and the disc of a number
EDGE = ROUND + 1.5  # of the disc with its paper
ASIDE = (-15.0, -13.0)  # where the number of a thing hangs, if there is room
TURNS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6)  # of twelve round the thing, the usual place first
AWAY = (1.0, 1.35, 1.75, 2.2, 2.8)
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27)  # of an arrow: its middle first, and never its head
MOST_NUMBERS = 3  # that are written out on one sign
SHORT = 70.0  # an arrow in whose middle there is no room
NEAR = 90.0  # what lies farther from the place that is wished for is not looked at
HIDES, BLURS, STRAYS = 3.0, 0.5, 0.1  # how bad a pixel is: of a token covered, of a name, of the way from that place
Round = tuple[float, float, float]  # x, y, radius


def standing(tokens: Iterable[Token]) -> list[Round]:
    """What a number must not cover: tokens, and the counts that hang on them."""
    found: list[Round] = []
    for token in tokens:
        r = token.face.size / 2
        found.append((token.x, token.y, r + 1.5))
        if token.count > 1 or token.badge:
            at = r if token.gauges else 0.8 * r
            found.append((token.x + at, token.y + (0 if token.gauges else at), 8.0))
    return found


def lettering(shapes: Iterable[Shape]) -> list[Round]:
    """What a number had better not cover: names, as discs in a row."""
    found: list[Round] = []
    for shape in shapes:
        if isinstance(shape, TextShape) and not shape.turn:
            wide, r = written(shape.text, shape.size), 0.5 * shape.size
            left = shape.x - wide * {"middle": 0.5, "end": 1.0}.get(shape.anchor, 0.0)
            n = max(1, round(wide / shape.size))
            found += [(left + wide * (i + 0.5) / n, shape.y - 0.35 * shape.size, r) for i in range(n)]
    return found


class Numbers:
    """The numbers that are placed on one board, one after the other."""

    def __init__(self, ground: Ground, taken: Sequence[Round], names: Sequence[Round] = ()) -> None:
        self.ground, self.taken, self.names = ground, [*taken], names

    def place(self, wishes: Sequence[Point]) -> Point:
        """The best of some places, of which the first is the usual one."""
        x0, y0 = wishes[0]
        near = [
            (x, y, r + EDGE, price)
            for some, price in ((self.taken, HIDES), (self.names, BLURS))
            for x, y, r in some
            if abs(x - x0) < NEAR + r and abs(y - y0) < NEAR + r
        ]

        def price(p: Point) -> float:
            unseen = 0.0 if self.ground.sees(p, EDGE) else 1000.0
            covered = sum(each * max(0.0, r - math.dist(p, (x, y))) for x, y, r, each in near)
            return unseen + covered + STRAYS * math.dist(p, wishes[0])

        best = min(wishes, key=price)
        self.taken.append((*best, EDGE))
        return best

    def beside(self, p: Point) -> Point:
        """A place beside a thing."""
        return self.place(self._round(p))

    def upon(self, line: Sequence[Point], short: bool) -> Point:
        """A place on a line; a short arrow keeps its head."""
        return self.place(
            [line[3], *self._round(line[3])] if short else [line[round(share * (len(line) - 1))] for share in ALONG]
        )

    def _round(self, p: Point) -> list[Point]:
        """Places round a point, the usual one first."""
        k = max(0.8, min(1.2, self.ground.scale))
        x, y = ASIDE[0] * k, ASIDE[1]
        turned = [(math.tau * turn / 12, away) for away in AWAY for turn in TURNS]
        return [
            (p[0] + away * (x * math.cos(a) - y * math.sin(a)), p[1] + away * (x * math.sin(a) + y * math.cos(a)))
            for a, away in turned
        ]


def proposal(
    each: Proposal, a: Point, b: Point | None, areas: tuple[int, int], numbers: Numbers
) -> tuple[list[Shape], list[Shape]]:
    """One proposal, from `a` to `b` (None: only its number hangs at `a`): its arrow, and its number."""
    colour, ground = ACCENT if each.lit else INK, numbers.ground
    if b is None or math.dist(a, b) < 24:
        return [], _disc(*numbers.beside(a), said(each), colour)
    shapes = arrow(ground, Arrow(*areas), (a, b), colour, WIDE)
    if abs(a[0] - b[0]) > 0.55 * ground.span:  # it leaves the board on one side and comes back on the other
        return shapes, _disc(*numbers.beside(a), said(each), colour)
    line = bend(a, b, 0.22 if math.dist(a, b) < 160 else 0.16, 30)
    return shapes, _disc(*numbers.upon(line, math.dist(a, b) <= SHORT), said(each), colour)


def said(each: Proposal) -> str:
    """The number, or all that hang there: "1 3 4", of many "1\u20139"."""
    numbers = sorted({each.n, *each.also})
    many = len(numbers) > MOST_NUMBERS
    return f"{numbers[0]}\u2013{numbers[-1]}" if many else " ".join(map(str, numbers))


def _disc(x: float, y: float, text: str, colour: str) -> list[Shape]:
    x, y, more = round(x, 1), round(y, 1), 6.4 * (len(text) - 1 if len(text) > 2 else 0)
    back: list[Shape] = [Disc(x, y, EDGE, fill=PAPER), Disc(x, y, ROUND, fill=colour)]
    if more:
        back = [_pill(x, y, r, more, fill) for r, fill in ((EDGE, PAPER), (ROUND, colour))]
    return [*back, TextShape(x, round(y + 4.5, 1), text, 13, weight=700, fill=PAPER)]


def _pill(x: float, y: float, r: float, more: float, fill: str) -> Poly:
    ring = pill(round(2 * r + more, 1), 2 * r)
    return Poly((tuple((round(u + x, 1), round(v + y, 1)) for u, v in ring),), fill=fill)
