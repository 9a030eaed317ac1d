"""Points, rings and hand-drawn randomness: the little geometry the scene needs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from .shapes import Point, Ring


def chance(*key: object) -> Random:
    """Randomness of the drawn hand, the same for the same key on every machine."""
    return Random("|".join(map(str, key)))


@lru_cache(maxsize=1 << 13)
def drawn(n: int, *key: object) -> tuple[float, ...]:
    """The first numbers from 0 to 1 of that hand: a map that grows is drawn often, and its lines are the same."""
    hand = chance(*key)
    return tuple(hand.random() for _ in range(n))


def path_of(rings: Iterable[Sequence[Point]], closed: bool = True) -> str:
    """An SVG path through the points, to a tenth of a pixel."""
    end = "z" if closed else ""
    return "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring).replace(".0", "") + end for ring in rings)


def inside(x: float, y: float, rings: Iterable[Sequence[Point]]) -> bool:
    """Whether the point lies in the rings, by the even-odd rule."""
    odd = False
    for ring in rings:
        px, py = ring[-1]
        for qx, qy in ring:
            if (qy > y) != (py > y) and x < (px - qx) * (y - qy) / (py - qy) + qx:
                odd = not odd
            px, py = qx, qy
    return odd


def within(p: Point, q: Point, box: tuple[float, float, float, float]) -> tuple[float, float] | None:
    """From where to where, as shares of the way from p to q, a straight line runs in a box; None: nowhere."""
    a, b = 0.0, 1.0
    for at, to, low, high in ((p[0], q[0], box[0], box[2]), (p[1], q[1], box[1], box[3])):
        if at == to:
            if not low <= at <= high:
                return None
            continue
        first, last = sorted(((low - at) / (to - at), (high - at) / (to - at)))
        a, b = max(a, first), min(b, last)
    return (a, b) if a < b else None


def outside(ring: Ring, boxes: Sequence[tuple[float, float, float, float]]) -> list[Ring] | None:
    """The parts of a closed ring that lie in none of some boxes, as open lines; None: it runs through none at all."""
    out, cut = list[list[Point]](), False
    for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
        done = 0.0
        hidden = sorted(part for box in boxes if (part := within(p, q, box)))
        cut = cut or bool(hidden)
        for a, b in (*hidden, (1.0, 1.0)):
            if a > done:
                start, end = _between(p, q, done), _between(p, q, a)
                if out and out[-1][-1] == start:
                    out[-1].append(end)
                else:
                    out.append([start, end])
            done = max(done, b)
    if not cut:
        return None
    if len(out) > 1 and out[-1][-1] == out[0][0]:  # it goes on where it began
        out[0] = out.pop()[:-1] + out[0]
    return [tuple(line) for line in out]


def _between(p: Point, q: Point, share: float) -> Point:
    if share in (0.0, 1.0):
        return q if share else p
    return round(p[0] + (q[0] - p[0]) * share, 1), round(p[1] + (q[1] - p[1]) * share, 1)


def signed_area(ring: Sequence[Point]) -> float:
    total, (px, py) = 0.0, ring[-1]
    for x, y in ring:
        total += px * y - x * py
        px, py = x, y
    return total / 2


def box_of(rings: Iterable[Sequence[Point]]) -> tuple[float, float, float, float]:
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def middle(ring: Sequence[Point]) -> Point:
    """Centre of gravity of a ring."""
    area, cx, cy = signed_area(ring), 0.0, 0.0
    if not area:
        return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
    px, py = ring[-1]
    for x, y in ring:
        k = px * y - x * py
        cx, cy, px, py = cx + (px + x) * k, cy + (py + y) * k, x, y
    return cx / (6 * area), cy / (6 * area)


def inset(ring: Sequence[Point], depth: float) -> Ring:
    """The ring moved inward by a small depth; inward is to the left of a ring of positive area."""
    side = 1.0 if signed_area(ring) > 0 else -1.0
    out: list[Point] = []
    for i, (x, y) in enumerate(ring):
        (px, py), (nx, ny) = ring[i - 1], ring[(i + 1) % len(ring)]
        ax, ay, bx, by = x - px, y - py, nx - x, ny - y
        la, lb = math.hypot(ax, ay) or 1.0, math.hypot(bx, by) or 1.0
        mx, my = -(ay / la + by / lb), ax / la + bx / lb
        lm = math.hypot(mx, my)
        if lm < 0.3:  # a needle: it has no inside to move to
            out.append((x, y))
            continue
        reach = side * depth * min(1.6, 2 / lm) / lm
        out.append((x + mx * reach, y + my * reach))
    return tuple(out)


def hatch(rings: Sequence[Sequence[Point]], step: float) -> tuple[Ring, ...]:
    """Lines at 45 degrees that fill the rings: straight cuts, so that no renderer needs to clip."""
    x0, y0, x1, y1 = box_of(rings)
    lines: list[Ring] = []
    level = math.ceil((x0 + y0) / step) * step
    while level < x1 + y1:
        cuts: list[float] = []
        for ring in rings:
            px, py = ring[-1]
            for qx, qy in ring:
                a, b = px + py - level, qx + qy - level
                if (a > 0) != (b > 0):
                    cuts.append(px + (qx - px) * a / (a - b))
                px, py = qx, qy
        cuts.sort()
        lines += [((a, level - a), (b, level - b)) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if b - a > 0.5]
        level += step
    return tuple(lines)


def bend(a: Point, b: Point, by: float, steps: int = 18) -> Ring:
    """A low arc from a to b: its height is the share `by` of the way."""
    (x1, y1), (x2, y2) = a, b
    mx, my = (x1 + x2) / 2 - (y2 - y1) * by, (y1 + y2) / 2 + (x2 - x1) * by
    out: list[Point] = []
    for i in range(steps + 1):
        t = i / steps
        u = 1 - t
        out.append((u * u * x1 + 2 * u * t * mx + t * t * x2, u * u * y1 + 2 * u * t * my + t * t * y2))
    return tuple(out)


def rounded(points: Sequence[Point], radius: float) -> str:
    """The path of a polygon with round corners."""
    out: list[str] = []
    for i, (x, y) in enumerate(points):
        (px, py), (nx, ny) = points[i - 1], points[(i + 1) % len(points)]
        a, b = math.hypot(px - x, py - y), math.hypot(nx - x, ny - y)
        sx, sy = x + (px - x) * radius / a, y + (py - y) * radius / a
        ex, ey = x + (nx - x) * radius / b, y + (ny - y) * radius / b
        out.append(f"{'L' if out else 'M'}{sx:.2f} {sy:.2f}Q{x:.2f} {y:.2f} {ex:.2f} {ey:.2f}")
    return "".join(out) + "z"


def smooth(line: Sequence[Point], parts: int = 4) -> Ring:
    """An open line through the same points without corners (Catmull-Rom)."""
    if len(line) < 3 or len(line) > 60:  # a line of many points is as round as it should be
        return tuple(line)
    out: list[Point] = [line[0]]
    for i in range(len(line) - 1):
        a, b, c, d = line[max(0, i - 1)], line[i], line[i + 1], line[min(len(line) - 1, i + 2)]
        for j in range(1, parts + 1):
            t = j / parts
            u, v, w, x = (
                (-t + 2 * t * t - t**3) / 2,
                (2 - 5 * t * t + 3 * t**3) / 2,
                (t + 4 * t * t - 3 * t**3) / 2,
                (t**3 - t * t) / 2,
            )
            out.append(
                (
                    round(u * a[0] + v * b[0] + w * c[0] + x * d[0], 1),
                    round(u * a[1] + v * b[1] + w * c[1] + x * d[1], 1),
                )
            )
    return tuple(out)


def walk(line: Sequence[Point], step: float, trim: float = 0.0) -> list[tuple[float, float, float, float]]:
    """Points with unit tangents about every `step` along an open line, `trim` left free at both ends."""
    parts = [(a, b, math.dist(a, b)) for a, b in itertools.pairwise(line) if a != b]
    total = sum(length for _, _, length in parts) - 2 * trim
    if not parts or total <= 0:
        return []
    count, out = max(1, round(total / step)), []
    for k in range(count):
        left = trim + (k + 0.5) * total / count
        for i, (a, b, length) in enumerate(parts):
            if left <= length or i == len(parts) - 1:
                t = left / length
                tx, ty = (b[0] - a[0]) / length, (b[1] - a[1]) / length
                out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, tx, ty))
                break
            left -= length
    return out


def beside(line: Sequence[Point], by: float) -> Ring:
    """An open line moved sideways, to the left of its way for a positive `by` (on a page whose y points down)."""
    out: list[Point] = []
    for i, (x, y) in enumerate(line):
        (px, py), (nx, ny) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        length = math.hypot(nx - px, ny - py) or 1.0
        out.append((x + (ny - py) / length * by, y - (nx - px) / length * by))
    return tuple(out)


def strip(line: Sequence[Point], left: float, right: float) -> Ring:
    """The band that lies so far to the left and to the right of an open line, as one ring."""
    return (*beside(line, left), *beside(line, -right)[::-1])
