"""What a marker pen leaves on a board: ticks, crosses, slashes, rings, figures. Lines through points, turned a little
by a seed, so that a mark never jumps.

Fresh ink (of this round) is broader and bluer and lies on a wash; dry ink is graphite. Never by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .geometry import chance
from .shapes import Poly, Ring
from .style import STYLE

_FIGURES: dict[str, tuple[Ring, ...]] = {  # in a box of 10 by 14
    "0": (((5, 0), (1, 2), (0.4, 8), (3, 13.6), (7, 13.4), (9.6, 8), (8.8, 2), (5, 0), (3.6, 0.4)),),
    "1": (((2, 3.4), (5.4, 0), (5.2, 7), (5, 14)),),
    "2": (((0.8, 3.2), (2.6, 0.4), (6.6, 0), (8.6, 3), (6.6, 7), (0.6, 13.6), (0.8, 13.8), (9.6, 13.2)),),
    "3": (((1, 1.6), (4, 0), (8, 1), (8, 4.6), (4, 6.4), (4.2, 6.5), (8.8, 8), (8.6, 12), (4.6, 14), (0.8, 12.4)),),
    "4": (((6.6, 0), (3, 5), (0.4, 9.4), (0.6, 9.6), (9.8, 9)), ((7, 5), (6.8, 10), (6.6, 14))),
    "5": (((8.6, 0), (2.2, 0.3), (2, 0.4), (1.4, 6), (1.5, 6.1), (5, 5), (9, 7.4), (8.4, 12), (4.6, 14), (0.8, 12.6)),),
    "6": (((7.6, 0.2), (3, 3), (0.6, 8.6), (1.6, 13), (5, 14), (8.8, 12), (8.6, 8), (5, 6.6), (1.4, 9)),),
    "7": (((0.8, 0.6), (5, 0.5), (9.2, 0.3), (9.2, 0.4), (6, 7), (4, 14)),),
    "8": (
        ((8, 1.8), (4.6, 0), (1.6, 2.4), (3, 5.4), (7.4, 8), (8.8, 11.4), (5, 14), (1, 12), (2, 8.2), (6.6, 5.4),
         (8.4, 2.6), (7.4, 1)),
    ),
    "9": (((8.6, 3.4), (6, 0.2), (1.8, 1.4), (1.4, 5.4), (4.6, 7.2), (8.4, 4.4), (8.6, 2.6), (8.4, 8), (6.6, 14)),),
}  # fmt: skip


def flowing(points: Sequence[tuple[float, float]]) -> Ring:
    """The line a hand draws past these points: parabolas from middle to middle."""
    out = [points[0]]
    at = points[0]
    for i in range(1, len(points) - 1):
        (cx, cy), (nx, ny) = points[i], points[i + 1]
        end = ((cx + nx) / 2, (cy + ny) / 2)
        for j in (1, 2, 3, 4):
            t = j / 4
            u = 1 - t
            out.append(
                (
                    round(u * u * at[0] + 2 * u * t * cx + t * t * end[0], 2),
                    round(u * u * at[1] + 2 * u * t * cy + t * t * end[1], 2),
                )
            )
        at = end
    return (*out, points[-1])


def tick(x: float, y: float, size: float, seed: object = 0) -> tuple[Ring, ...]:
    hand = chance("tick", seed)

    def q() -> float:
        return hand.uniform(-0.06, 0.06) * size

    return (
        flowing(
            [
                (x - 0.42 * size + q(), y + 0.02 * size + q()),
                (x - 0.3 * size, y + 0.12 * size),
                (x - 0.12 * size + q(), y + 0.36 * size),
                (x + 0.05 * size, y + 0.02 * size),
                (x + 0.52 * size + q(), y - 0.46 * size + q()),
            ]
        ),
    )


def cross(x: float, y: float, wide: float, high: float, seed: object = 0) -> tuple[Ring, ...]:
    hand, a, b = chance("cross", seed), wide / 2, high / 2

    def q() -> float:
        return hand.uniform(-0.07, 0.07) * min(wide, high)

    return (
        flowing(
            [
                (x - a + q(), y - b + q()),
                (x - a * 0.2, y - b * 0.3 + q()),
                (x + a * 0.3, y + b * 0.25 + q()),
                (x + a + q(), y + b + q()),
            ]
        ),
        flowing(
            [
                (x + a + q(), y - b + q()),
                (x + a * 0.3 + q(), y - b * 0.2),
                (x - a * 0.3, y + b * 0.35 + q()),
                (x - a + q(), y + b + q()),
            ]
        ),
    )


def slash(x: float, y: float, wide: float, high: float, seed: object = 0) -> tuple[Ring, ...]:
    hand = chance("slash", seed)

    def q() -> float:
        return hand.uniform(-0.08, 0.08) * min(wide, high)

    return (
        flowing(
            [
                (x - wide / 2 + q(), y + high / 2 + q()),
                (x - wide * 0.1, y + high * 0.12 + q()),
                (x + wide * 0.15, y - high * 0.1 + q()),
                (x + wide / 2 + q(), y - high / 2 + q()),
            ]
        ),
    )


def figures(text: str, x: float, y: float, high: float, seed: object = 0) -> tuple[Ring, ...]:
    """A number as a hand writes it, centred at x, y; signs that no hand knows are left out."""
    k, hand = high / 14, chance("figures", seed, text)
    known = [c for c in text if c in _FIGURES]
    step, out = 12.2 * k, list[Ring]()
    left = x - step * len(known) / 2 + 1.1 * k
    for i, c in enumerate(known):
        dy = hand.uniform(-0.5, 0.5)
        for line in _FIGURES[c]:
            out.append(
                flowing(
                    [(left + i * step + (px + 0.12 * (7 - py)) * k, y - high / 2 + (py + dy) * k) for px, py in line]
                )
            )
    return tuple(out)


def roof(x: float, y: float, size: float) -> tuple[Ring, ...]:
    """A mountain in one stroke: land that counts as another."""
    s = size / 18
    return (
        flowing([(x - 9 * s, y + 5 * s), (x - 4 * s, y - 3 * s), (x - s, y - 8 * s), (x, y - 8 * s), (x + 4 * s, y - s),
                 (x + 9 * s, y + 5 * s)]),
    )  # fmt: skip


def ink(lines: tuple[Ring, ...], theme: str, fresh: bool = False, width: float = 1.8) -> Poly:
    """Lines in dry or fresh ink."""
    colour = STYLE["paper"][theme]["ink_fresh" if fresh else "ink_dry"]
    wide = round(width * (1.35 if fresh else 1.0), 2)
    return Poly(lines, closed=False, stroke=colour, width=wide, cap="round", join="round")


def length(text: str, high: float) -> float:
    """How wide a written number is."""
    return 12.2 * high / 14 * len(text)


def turned(x: float, y: float, r: float, steps: int = 24) -> Ring:
    """An open, slightly overshooting circle."""
    return tuple(
        (
            round(x + r * (1 + (i / steps - 0.5) * 0.07) * math.cos(-2 + i / steps * (math.tau + 0.45)), 2),
            round(y + r * (1 + (i / steps - 0.5) * 0.07) * math.sin(-2 + i / steps * (math.tau + 0.45)), 2),
        )
        for i in range(steps + 1)
    )
