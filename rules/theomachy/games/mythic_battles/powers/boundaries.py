"""The types of boundary (MB-BND-001 to MB-BND-010). Of several between two areas the least restrictive counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.ability import No
from ....engine.runtime.layers import Change, add
from ..rules.config import HERO, TROOP
from ..rules.maps import CAGE_WALLS, CHAINS, ESCARPMENT, WALL
from ..rules.movement import crossings
from ..rules.timings import ADVANCE, FLIGHT, RUN, WALK, Ground, Shot, Step, ignored
from ..rules.topics import BOUNDARY, Obstacle

if TYPE_CHECKING:
    from ..rules.state import Fight, State

BARS = (CAGE_WALLS, ESCARPMENT, WALL)


class Boundary(Ground, abstract=True):
    """One type of boundary."""

    def _bars(self, s: State, unit: int, step: Step, kind: int) -> bool:
        """Is this the boundary that a step would have to cross? A less restrictive one beside it is taken instead."""
        kinds = crossings(s, step)
        return kind in kinds and all(shut(s, unit, step, other) for other in kinds)


def _ignores(s: State, unit: int, step: Step, kind: int) -> bool:
    """Does a unit ignore a type of boundary? That is judged where it sets out, and holds when it has arrived."""
    return ignored(s, BOUNDARY[kind], unit, step.how) if step.ignored is None else kind in step.ignored


def shut(s: State, unit: int, step: Step, kind: int) -> bool:
    """Does a type of boundary keep this unit out?"""
    if kind not in BARS or _ignores(s, unit, step, kind):
        return False
    if kind != CAGE_WALLS:
        return True
    flies = step.how == FLIGHT and s.config.rulings.flight_ignores_cage
    return not flies and s.config.units[unit].kind not in (TROOP, HERO)


class NormalBoundary(Boundary):
    """Freely crossed, no effect."""

    ground, rule = "boundary.normal", "MB-BND-009"


class CageWalls(Boundary):
    """Crossed by troops and heroes alone."""

    ground, rule = "boundary.cage_walls", "MB-BND-004"

    def may_move(self, s: State, me: int, unit: int, step: Step) -> No | None:
        return No("cage walls let troops and heroes alone pass") if self._bars(s, unit, step, CAGE_WALLS) else None


class Chains(Boundary):
    """Crossed by everybody, but a walk or a run ends behind them."""

    ground, rule, forced = "boundary.chains", "MB-BND-005", True

    def may_on_move(self, s: State, me: int, unit: int, step: Step) -> bool:
        if step.how not in (WALK, RUN, ADVANCE, FLIGHT) or s.place[unit] != step.area:
            return False
        if step.how == FLIGHT and s.config.rulings.flight_ignores_chains:
            return False
        kinds = crossings(s, step)
        if CHAINS not in kinds or _ignores(s, unit, step, CHAINS):
            return False
        return all(kind == CHAINS or shut(s, unit, step, kind) for kind in kinds)  # else another way is taken

    async def on_move(self, s: State, me: int, unit: int, step: Step) -> None:
        s.halted = True


class Escarpment(Boundary):
    """Not crossed; it hides nothing."""

    ground, rule = "boundary.escarpment", "MB-BND-006"

    def may_move(self, s: State, me: int, unit: int, step: Step) -> No | None:
        return No("an escarpment bars the way") if self._bars(s, unit, step, ESCARPMENT) else None


class Wall(Boundary):
    """Not crossed, and an obstacle."""

    ground, rule, about = "boundary.wall", "MB-BND-010", (Obstacle.WALL,)

    def may_move(self, s: State, me: int, unit: int, step: Step) -> No | None:
        return No("a wall bars the way") if self._bars(s, unit, step, WALL) else None

    def blocks_sight(self, s: State, me: int, what: Obstacle, where: int) -> bool:
        return True


class Heights(Boundary):
    """From the higher side attacks on lower areas have +1 offence and +1 range, and obstacles do not hide them."""

    ground, rule = "boundary.heights", "MB-BND-008"

    def _above(self, s: State, origin: int, area: int) -> bool:
        """Does one area look down on another, from behind an arrow?"""
        map_ = s.config.map
        if map_.areas[origin].level <= map_.areas[area].level:
            return False
        across = (area,) if s.config.rulings.heights_across_arrow_only else map_.near[origin]
        return any(map_.borders[b].high == origin for to in across for b in map_.between.get((origin, to), ()))

    def may_target(self, s: State, me: int, shot: Shot) -> bool:
        return self._above(s, shot.origin, shot.area)

    def range(self, s: State, me: int, shot: Shot) -> Change | None:
        return add(self.figure(s, "range")) if self._above(s, shot.origin, shot.area) else None

    def strength(self, s: State, me: int, fight: Fight) -> Change | None:
        if fight.inside and not s.config.rulings.height_counts_at_full_neighbour:
            return None
        origin, area = s.place[fight.attacker], s.place[fight.target]
        return add(self.figure(s, "offence")) if self._above(s, origin, area) else None
