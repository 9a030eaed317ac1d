"""Lines of sight as people see them: drawn from icon to icon, with what hides and why (MB-TGT-006)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from ....engine.tabletop.table import Ray, RayRow, Target
from ..rules.maps import BOUNDARIES, TERRAINS, Map, Point, border_target
from ..rules.sight import Spec, range_of, sight
from ..rules.timings import Shot

if TYPE_CHECKING:
    from ....engine.runtime.decision import Answer, Decision
    from ..rules.state import State

MEASURING = "Line of sight"


def measure(s: State, start: Target, end: Target) -> Ray | None:
    """The line between two things that a person points at: units, or areas."""
    unit, origin = _at(s, start)
    other, area = _at(s, end)
    if origin < 0 or area < 0 or origin not in s.config.map.boards[s.board].areas:
        return None
    if area not in s.config.map.boards[s.board].areas:
        return None
    return ray(s, unit, origin, area, target=other)


def _at(s: State, target: Target) -> tuple[int, int]:
    """(unit or -1, area or -1) of a target."""
    word, _, rest = target.partition(":")
    if word == "piece" and rest.isdecimal() and int(rest) < len(s.place):
        return int(rest), s.place[int(rest)]
    if word == "area" and rest.isdecimal() and int(rest) < len(s.config.map.areas):
        return -1, int(rest)
    return -1, -1


def ray(s: State, unit: int, origin: int, area: int, *, target: int = -1, spec: Spec | None = None) -> Ray:
    """The line from a unit (or from nobody) in one area into another."""
    map_ = s.config.map
    aerial = spec is not None and spec.aerial
    found = sight(s, Shot(unit, origin, area, aerial))
    far = map_.distance[origin][area]
    rows = [] if unit < 0 or s.place[unit] != origin else [_range_row(s, spec or Spec(unit), area, far)]
    for wall in found.walls:
        border = map_.borders[wall]
        near = f"between {map_.areas[border.a].name} and {map_.areas[border.b].name}"
        rows.append(RayRow(found.over, f"A {BOUNDARIES[border.kind]} lies on the line", near, "MB-BND-010"))
    for hidden in found.areas:
        units = [s.config.units[u].short for u in s.units_in(hidden) if not s.config.units[u].is_token]
        if units and not s.hiding >> hidden & 1:
            rows.append(RayRow(found.over, "An area on the line is occupied", units[0], "MB-TGT-005"))
        else:
            terrain = TERRAINS[s.terrain(hidden)]
            text = f"{map_.areas[hidden].name} lies on the line"
            rows.append(RayRow(found.over, text, terrain, "MB-TGT-005"))
    if found.over and (found.walls or found.areas):
        rows.append(RayRow(True, "Obstacles are ignored from here", "", "MB-BND-008"))
    elif origin != area and not found.walls and not found.areas:
        rows.append(RayRow(True, "Nothing lies on the line", "", "MB-TGT-006"))
    if origin == area:
        rows.append(RayRow(True, "The same area is always visible", "", "MB-TGT-003"))
    clear = found.clear
    return Ray(
        origin, area, f"distance {far}, {'clear' if clear else 'hidden'}", clear,
        () if clear else tuple(sorted(_stops(map_, origin, area, found.areas, found.walls))),
        () if clear else tuple(f"area:{a}" for a in found.areas) + tuple(border_target(map_, w) for w in found.walls),
        tuple(rows),
        s.config.units[unit].short if unit >= 0 else "", s.config.units[target].short if target >= 0 else "",
        "MB-TGT-006",
    )  # fmt: skip


def of_option(s: State, decision: Decision, option: Answer) -> tuple[Ray, ...]:
    """The line to the target of an attack that is offered."""
    a = s.activation
    if a is None or decision.kind != "action" or not isinstance(option, tuple) or s.place[a.unit] < 0:
        return ()
    if len(option) == 2 and isinstance(option[1], tuple) and s.place[option[1][0]] >= 0:
        unit, at = option[1]
        far = s.config.map.distance[s.place[a.unit]][s.place[unit]]
        if at == far and far:
            spec = Spec(a.unit, aerial=option[0] == "aerial attack")
            return (ray(s, a.unit, s.place[a.unit], s.place[unit], target=unit, spec=spec),)
    return ()


def _range_row(s: State, spec: Spec, area: int, far: int) -> RayRow:
    reach = range_of(s, spec, area).value
    name = s.config.map.areas[area].name
    within = far <= reach
    text = f"{name} is within range" if within else f"{name} is out of range"
    return RayRow(within, text, f"{far} of {reach}", "MB-TGT-007")


def _stops(map_: Map, origin: int, area: int, areas: tuple[int, ...], walls: tuple[int, ...]) -> list[float]:
    """Where along the line something hides, 0 to 1."""
    a, b = map_.areas[origin].centre, map_.areas[area].centre
    found = []
    for hidden in areas:
        outline = map_.areas[hidden].outline
        marks = _cuts(a, b, [*outline, outline[0]])
        if marks:
            found.append((min(marks) + max(marks)) / 2)
    for wall in walls:
        found += _cuts(a, b, list(map_.borders[wall].line))[:1]
    return [min(max(mark, 0.0), 1.0) for mark in found]


def _cuts(a: Point, b: Point, line: list[Point]) -> list[float]:
    """Where a drawn line cuts the straight one, as shares of it: for the picture alone."""
    found = []
    (x1, y1), (x2, y2) = a, b
    for (x3, y3), (x4, y4) in pairwise(line):
        across = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
        if not across:
            continue
        t = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / across
        u = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / across
        if 0 <= t <= 1 and -1e-9 <= u <= 1 + 1e-9 and math.isfinite(t):
            found.append(t)
    return sorted(found)
