"""The twelve types of terrain (MB-TER-001 to MB-TER-018). Who ignores one is not touched by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.ability import No
from ....engine.runtime.decision import choose
from ....engine.runtime.layers import Change, add, at_most
from ....engine.runtime.trace import report
from ..rules.maps import CAGE, CLIFF, FOREST, LAVA, POLAR, RIFT, ROCK, RUINS, STAIRS, SWAMP, WATER
from ..rules.movement import around, enter, large
from ..rules.state import CHILLED, FLEW, OVER_NOW
from ..rules.timings import ADVANCE, DEPLOY, FLIGHT, MOVED, RUN, WALK, Ground, Shot, Step, ignored
from ..rules.topics import How, Limit, MayAct, Obstacle, ShotFrom
from ..rules.wounds import destroy, does, harm, name

if TYPE_CHECKING:
    from ..rules.state import Fight, State


class Terrain(Ground, abstract=True):
    """One type of terrain."""

    def _here(self, s: State, area: int, type_: int) -> bool:
        """Has an area this terrain now?"""
        return area >= 0 and s.terrain(area) == type_


def aloft(s: State, unit: int) -> bool:
    """Is a unit in the middle of an aerial attack, so that the terrain of its area does nothing (MB-CLS-012)?"""
    return any(fight.aerial and fight.attacker == unit for fight in s.fights)


def shelter(power: Terrain, s: State, fight: Fight, type_: int, *, close: bool) -> Change | None:
    """Terrain that adds to the defence of a unit in it, against attacks from afar or from beside."""
    if fight.close is close and not aloft(s, fight.target) and power._here(s, s.place[fight.target], type_):
        return add(power.figure(s, "defence"))
    return None


class Cage(Terrain):
    """Passable, and an obstacle; whoever stands in it has +1 defence against attacks of range 1 or more."""

    ground, rule, about = "terrain.cage", "MB-TER-003", (Obstacle.CAGE,)

    def blocks_sight(self, s: State, me: int, what: Obstacle, where: int) -> bool:
        return True

    def defence(self, s: State, me: int, fight: Fight) -> Change | None:
        return shelter(self, s, fight, CAGE, close=False)


class Cliff(Terrain):
    """Closed to units on foot, and an obstacle."""

    ground, rule, about = "terrain.cliff", "MB-TER-004", (Obstacle.CLIFF,)

    def blocks_sight(self, s: State, me: int, what: Obstacle, where: int) -> bool:
        return True

    def may_move(self, s: State, me: int, unit: int, step: Step) -> No | None:
        if self._here(s, step.area, CLIFF) and not ignored(s, Obstacle.CLIFF, unit, step.how):
            return No("a cliff lets nobody in on foot")
        return None


class Forest(Terrain):
    """Passable, and an obstacle; whoever stands in it has +1 defence against attacks of range 1 or more."""

    ground, rule, about = "terrain.forest", "MB-TER-005", (Obstacle.FOREST,)

    def blocks_sight(self, s: State, me: int, what: Obstacle, where: int) -> bool:
        return True

    def defence(self, s: State, me: int, fight: Fight) -> Change | None:
        return shelter(self, s, fight, FOREST, close=False)


class Lava(Terrain):
    """Who enters it is wounded at once, and its player moves it to a neighbour without lava; the movement ends."""

    ground, rule, forced = "terrain.lava", "MB-TER-006", True

    def may_on_move(self, s: State, me: int, unit: int, step: Step) -> bool:
        if not self._here(s, step.area, LAVA) or s.place[unit] != step.area or step.how == FLIGHT:
            return False
        unharmed = step.how == MOVED and s.config.rulings.thrown_into_lava_unharmed
        return not unharmed and not ignored(s, Obstacle.LAVA, unit, step.how)

    async def on_move(self, s: State, me: int, unit: int, step: Step) -> None:
        await harm(s, unit, self.figure(s, "wounds"), self)
        s.halted = True
        if s.place[unit] != step.area or s.ended:
            return
        out = [area for area in around(s, unit) if s.terrain(area) != LAVA]
        if out:
            area = await choose(s.commander(unit), "area", out, self, "out of the lava", argument="area")
            await enter(s, unit, area, MOVED, self)
            s.halted = True
        elif s.config.rulings.trapped_in_lava_dies:
            await destroy(s, unit)
        else:
            report(s, self.rule, does(s, unit, "{} finds no way out of the lava"), name(s, unit), who=s.owner[unit])


class OpenGround(Terrain):
    """Passable, no obstacle, no effect; so is terrain that has lost its last 3D element."""

    ground, rule = "terrain.open_ground", "MB-TER-007"


class Polar(Terrain):
    """An obstacle. A unit that begins its activation in it suffers a wound, may carry out a single action of either
    kind, and uses no active or offensive power until the turn ends.
    """

    ground, rule, about, forced = "terrain.polar", "MB-TER-008", (Obstacle.POLAR, Limit.ACTIONS), True

    def blocks_sight(self, s: State, me: int, what: Obstacle, where: int) -> bool:
        return True

    def may_activation_start(self, s: State, me: int, unit: int) -> bool:
        return self._here(s, s.place[unit], POLAR) and not ignored(s, Obstacle.POLAR, unit)

    async def activation_start(self, s: State, me: int, unit: int) -> None:
        assert s.activation is not None
        s.activation.do(CHILLED)
        await harm(s, unit, self.figure(s, "wounds"), self)

    def limit(self, s: State, me: int, what: Limit | How, unit: int) -> Change | None:
        chilled = s.activation is not None and s.activation.unit == unit and s.activation.did(CHILLED)
        return at_most(self.figure(s, "actions")) if chilled else None


class Rift(Terrain):
    """Troops and heroes cross it freely. Divinities and monsters go through along its path of skulls alone, and only if
    they can leave it in the same activation.
    """

    ground, rule, forced = "terrain.rift", "MB-TER-011", True

    def may_move(self, s: State, me: int, unit: int, step: Step) -> No | None:
        if not large(s, unit):
            return None
        into, out_of = self._here(s, step.area, RIFT), self._here(s, step.origin, RIFT)
        if not (into or out_of):
            return None
        areas = s.config.map.areas
        if step.how == FLIGHT:
            return None
        if step.how in (DEPLOY, MOVED):
            return No("nothing so large may be put into a rift") if into else None
        if into and step.origin not in areas[step.area].skulls:
            return No("so large a unit enters a rift along its path of skulls alone")
        if out_of and step.area not in areas[step.origin].skulls:
            return No("so large a unit leaves a rift along its path of skulls alone")
        return None

    def may_activation_end(self, s: State, me: int, unit: int) -> bool:
        stays = s.place[unit] >= 0 and self._here(s, s.place[unit], RIFT) and large(s, unit)
        flown = s.activation is not None and s.activation.did(FLEW) and not s.config.rulings.flight_shuns_rifts
        return stays and s.config.rulings.rift_wounds_who_stays and not flown

    async def activation_end(self, s: State, me: int, unit: int) -> None:
        await harm(s, unit, self.figure(s, "wounds"), self)


class HighGround(Terrain, abstract=True):
    """A place from which one sees over obstacles and shoots farther."""

    def _from_here(self, s: State, area: int) -> bool:
        """Is an area of this terrain?"""
        raise NotImplementedError

    def may_target(self, s: State, me: int, shot: Shot) -> bool:
        return not shot.aerial and self._from_here(s, shot.origin)

    def range(self, s: State, me: int, shot: Shot) -> Change | None:
        return add(self.figure(s, "range")) if not shot.aerial and self._from_here(s, shot.origin) else None

    def strength(self, s: State, me: int, fight: Fight) -> Change | None:
        above = not fight.aerial and not fight.close and self._from_here(s, s.place[fight.attacker])
        return add(self.figure(s, "offence")) if above else None


class Rock(HighGround):
    """Closed to units on foot, and an obstacle. A unit on it has +1 range, +1 offence in attacks of range 1 or more,
    and sees over obstacles.
    """

    ground, rule, about = "terrain.rock", "MB-TER-013", (Obstacle.ROCK, ShotFrom.FOOT)

    def _from_here(self, s: State, area: int) -> bool:
        return self._here(s, area, ROCK)

    def blocks_sight(self, s: State, me: int, what: Obstacle, where: int) -> bool:
        return True

    def may_move(self, s: State, me: int, unit: int, step: Step) -> No | None:
        if self._here(s, step.area, ROCK) and not ignored(s, Obstacle.ROCK, unit, step.how):
            return No("a rock lets nobody in on foot")
        return None


class Ruins(Terrain):
    """Passable, and an obstacle; whoever stands in it has +1 defence against attacks of range 0."""

    ground, rule, about = "terrain.ruins", "MB-TER-014", (Obstacle.RUINS,)

    def blocks_sight(self, s: State, me: int, what: Obstacle, where: int) -> bool:
        return True

    def defence(self, s: State, me: int, fight: Fight) -> Change | None:
        return shelter(self, s, fight, RUINS, close=True)


class Stairs(HighGround):
    """Passable, no obstacle. A unit on it has +1 range, +1 offence in attacks of range 1 or more, and sees over
    obstacles.
    """

    ground, rule, about = "terrain.stairs", "MB-TER-015", (ShotFrom.FOOT,)

    def _from_here(self, s: State, area: int) -> bool:
        return self._here(s, area, STAIRS)


class Swamp(Terrain):
    """Who walks or runs into it ends its activation. A unit in it cannot walk, runs one area at most, and has -1
    defence against attacks of range 1 or more.
    """

    ground, rule, about, forced = "terrain.swamp", "MB-TER-016", (WALK, RUN), True

    def _mired(self, s: State, unit: int) -> bool:
        """Does the swamp hold a unit?"""
        return self._here(s, s.place[unit], SWAMP) and not ignored(s, Obstacle.SWAMP, unit)

    def may_act(self, s: State, me: int, what: MayAct | How, unit: int) -> No | None:
        return No("nobody can walk in a swamp") if what is WALK and self._mired(s, unit) else None

    def limit(self, s: State, me: int, what: Limit | How, unit: int) -> Change | None:
        if what is not RUN or not self._mired(s, unit):
            return None
        more = s.config.fact("move.run") if s.config.rulings.swamp_run_is_two else 0
        return at_most(self.figure(s, "run") + more)

    def may_on_move(self, s: State, me: int, unit: int, step: Step) -> bool:
        return step.how in (WALK, RUN, ADVANCE) and s.place[unit] == step.area and self._mired(s, unit)

    async def on_move(self, s: State, me: int, unit: int, step: Step) -> None:
        s.halted = True
        if s.activation is not None and s.activation.unit == unit:
            s.activation.do(OVER_NOW)

    def defence(self, s: State, me: int, fight: Fight) -> Change | None:
        if fight.close or aloft(s, fight.target) or not self._mired(s, fight.target):
            return None
        return add(-self.figure(s, "defence"))


class Water(Terrain):
    """Talents, and active and offensive powers, of units in it are ignored."""

    ground, rule, about = "terrain.water", "MB-TER-018", (MayAct.TALENTS, MayAct.POWERS)

    def may_act(self, s: State, me: int, what: MayAct | How, unit: int) -> No | None:
        if not self._here(s, s.place[unit], WATER) or "aquatic" in s.config.units[unit].classes:
            return None
        return No("the water takes its talents and powers")
