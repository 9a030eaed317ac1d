"""Who can be seen and reached: lines of sight, distances, ranges, targets (MB-TGT-002 to MB-TGT-008)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....engine.runtime.layers import Part, Total, fold, folded
from .config import RANGE
from .maps import HEIGHTS
from .state import at_hand
from .timings import VOCABULARY, Shot, Talent
from .topics import BOUNDARY, ShotFrom

if TYPE_CHECKING:
    from ....engine.runtime.ability import Hook
    from .state import State


class Spec(NamedTuple):
    """What an attack may be aimed at. `reach` replaces the range of the unit where it is not negative."""

    unit: int
    manner: int = 0  # NORMAL, or AREA_ATTACK
    power: int = -1
    dice: int = 0  # X of a power; 0: the offence
    reach: int = -1
    least: int = 0  # the least distance
    kinds: frozenset[int] = frozenset()  # types of unit that it may hit; none: all
    allies: bool = True  # does an area attack hit allies?
    aerial: bool = False


class Sight(NamedTuple):
    """What lies on a line of sight: areas and pieces of boundary that hide; `over`: they are ignored."""

    areas: tuple[int, ...]
    walls: tuple[int, ...]
    over: bool

    @property
    def clear(self) -> bool:
        """Can one see along the line?"""
        return self.over or not (self.areas or self.walls)


def hides(s: State, border: int) -> bool:
    """Is a piece of boundary an obstacle (MB-BND-010)?"""
    kind = BOUNDARY[s.config.map.borders[border].kind]
    asked = VOCABULARY.about(s.key, "blocks_sight", kind)
    return bool(asked) and any(query(s, me, kind, border) for me, _, query in asked)


def _met(s: State, origin: int, area: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The areas and the pieces of boundary that hide one area from another (MB-TGT-005, MB-TGT-006)."""
    if origin < 0 or area < 0:  # "why not?" asks of units in reserve too: no line is drawn there
        return (), ()
    rulings, map_ = s.config.rulings, s.config.map
    line = map_.line(origin, area)
    areas, walls = line.areas, line.walls
    if rulings.corners_block_sight:
        areas, walls = areas + line.touched_areas, walls + line.touched_walls
    if areas:
        obstacles = s.hiding | s.occupied
        areas = tuple([area for area in areas if obstacles >> area & 1])
    walls = tuple([wall for wall in walls if hides(s, wall)])
    if walls and rulings.sight_takes_the_open_boundary:
        walls = tuple(
            wall
            for wall in walls
            if all(hides(s, other) for other in map_.between[map_.borders[wall].a, map_.borders[wall].b])
        )
    return areas, walls


def sight(s: State, shot: Shot) -> Sight:
    """What a unit meets that looks from one area into another (MB-TGT-005, MB-TGT-006)."""
    if shot.origin == shot.area:
        return Sight((), (), over=True)
    areas, walls = _met(s, shot.origin, shot.area)
    return Sight(areas, walls, bool(areas or walls) and sees_over(s, shot))


def sees_over(s: State, shot: Shot) -> bool:
    """Are obstacles ignored (MB-TER-013, MB-TER-015, MB-BND-008, MB-CLS-012)?"""
    asked = _asked(s, "may_target", shot.unit, shot.origin, aerial=shot.aerial)
    return any(query(s, me, shot) for me, _, query in asked)


def _asked(s: State, timing: str, unit: int, area: int, *, aerial: bool) -> tuple[Hook, ...]:
    """Who has a say about looks and shots of a unit from an area: what stands above nothing does not look down."""
    above = (HEIGHTS,) if area >= 0 and s.config.map.high >> area & 1 else ()
    return at_hand(s, timing, (s.terrains[area],), above, ShotFrom.AIR if aerial else ShotFrom.FOOT, unit)


def visible(s: State, unit: int, area: int, *, aerial: bool = False) -> bool:
    """Does a unit see into an area?"""
    origin = s.place[unit]
    if origin == area:
        return True
    areas, walls = _met(s, origin, area)
    return not (areas or walls) or sees_over(s, Shot(unit, origin, area, aerial))


def surroundings(s: State, unit: int) -> list[int]:
    """The own area and those next to it that the unit sees (MB-BRD-004)."""
    here = s.place[unit]
    return [here, *(area for area in s.config.map.near[here] if visible(s, unit, area))]


def surrounds(s: State, unit: int, area: int) -> bool:
    """Is an area the own one of a unit, or one next to it that it sees (MB-BRD-004)?"""
    here = s.place[unit]
    return area == here or (area >= 0 and bool(s.config.map.near_mask[here] >> area & 1) and visible(s, unit, area))


def range_of(s: State, spec: Spec, area: int, target: int = -1) -> Total:
    """How far an attack into an area goes (MB-TGT-007); at a token its talents do not help (MB-TOK-004)."""
    start = spec.reach if spec.reach >= 0 else s.stat(spec.unit, RANGE)
    if spec.reach >= 0 and s.config.rulings.power_range_is_fixed:
        return Total(start)
    hooks = _asked(s, "range", spec.unit, s.place[spec.unit], aerial=spec.aerial)
    low, high = s.config.least, s.config.most
    if not hooks and low <= start <= high and s.trace is None:
        return Total(start)
    if target >= 0 and s.config.units[target].is_token:
        hooks = tuple(hook for hook in hooks if not isinstance(hook[1], Talent) or hook[0].unit != spec.unit)
    shot = Shot(spec.unit, s.place[spec.unit], area, spec.aerial)
    if s.trace is None:
        return Total(min(max(folded(start, hooks, s, -1, shot), low), high))
    found = fold(Total(start, (Part("range", start, "MB-UNI-008"),)), hooks, s, -1, shot)
    return found.within(low, high, "never beyond", "MB-UNI-010")


def _steady_range(s: State, spec: Spec) -> int:
    """How far an attack goes where nothing changes its range; beyond every board where something may."""
    if _asked(s, "range", spec.unit, s.place[spec.unit], aerial=spec.aerial):
        return FAR
    return range_of(s, spec, s.place[spec.unit]).value


FAR = 99


def distance(s: State, unit: int, area: int) -> int:
    """How far an area is from a unit, in areas (MB-TGT-007)."""
    return s.config.map.distance[s.place[unit]][area]


def within(s: State, spec: Spec, area: int, target: int = -1) -> bool:
    """Is an area within the range of an attack (on a unit there), and no nearer than it may be?"""
    far = distance(s, spec.unit, area)
    if far <= s.config.least:  # no range is shorter
        return spec.least <= far
    return spec.least <= far <= range_of(s, spec, area, target).value


def into_full(s: State, spec: Spec, area: int) -> bool:
    """May the unit attack into an adjacent full area as if it stood there (MB-TGT-004)?"""
    here, map_ = s.place[spec.unit], s.config.map
    if here < 0 or area < 0 or spec.manner or spec.least or not map_.near_mask[here] >> area & 1 or not s.full(area):
        return False
    return s.config.rulings.full_neighbour_through_walls or not all(
        hides(s, border) for border in map_.between[here, area]
    )


def fits(s: State, spec: Spec, target: int) -> bool:
    """Is a unit of a type that this attack may hit, and an enemy?"""
    unit = s.config.units[target]
    enemy = not s.allied(s.owner[spec.unit], s.owner[target])
    return enemy and (not spec.kinds or unit.kind in spec.kinds)


def manners(s: State, spec: Spec, target: int) -> tuple[int, ...]:
    """At which ranges a unit can be attacked: from afar, at 0, at both, or not at all."""
    return _manners(s, spec, target) if s.place[target] >= 0 and fits(s, spec, target) else ()


def _manners(s: State, spec: Spec, target: int) -> tuple[int, ...]:
    """The same of an enemy on the board that the attack may hit."""
    area = s.place[target]
    far = distance(s, spec.unit, area)
    found = (far,) if within(s, spec, area, target) and visible(s, spec.unit, area, aerial=spec.aerial) else ()
    return (*found, 0) if far == 1 and into_full(s, spec, area) else found


def targets(s: State, spec: Spec) -> list[tuple[int, int]]:
    """The units that an attack may be aimed at, each with the range that it then has."""
    found: list[tuple[int, int]] = []
    known: dict[int, tuple[int, ...]] = {}  # by area: of units that stand together one is like the other
    units, pieces, allies = s.config.units, s.config.pieces, s.config.allies[s.owner[spec.unit]]
    far, most = s.config.map.distance[s.place[spec.unit]], max(_steady_range(s, spec), 1)  # 1: a full neighbour
    for unit, area in enumerate(s.place):
        if area < 0 or far[area] > most or allies >> s.owner[unit] & 1:
            continue
        if spec.kinds and units[unit].kind not in spec.kinds:
            continue
        if pieces >> unit & 1:
            ways = _manners(s, spec, unit)
        else:
            cached = known.get(area)
            ways = known[area] = _manners(s, spec, unit) if cached is None else cached
        for at in ways:
            found.append((unit, at))
    return found


def area_targets(s: State, spec: Spec) -> list[int]:
    """The areas that an area attack may hit (MB-AREA-002)."""
    return [area for area, held in enumerate(s.held) if held and area_fits(s, spec, area)]


def area_fits(s: State, spec: Spec, area: int) -> bool:
    """Is an area within range and in sight, with an enemy that may be hit?"""
    return (
        any(fits(s, spec, unit) for unit in s.units_in(area))
        and within(s, spec, area)
        and visible(s, spec.unit, area, aerial=spec.aerial)
    )
