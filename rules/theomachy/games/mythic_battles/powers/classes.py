"""The classes of units (MB-CLS-001 to MB-CLS-012)."""

from __future__ import annotations

from ....engine.runtime.ability import Bearer, No
from ....engine.runtime.layers import Change, add
from ....engine.runtime.requirement import Action, Requirement
from ..rules.actions import COMPLEX, Aimed, one_complex, steps
from ..rules.movement import journey, travel
from ..rules.sight import Spec
from ..rules.state import COMPLEX_DONE, FLEW, State
from ..rules.timings import DEPLOY, FLIGHT, Shot, Step, UnitClass
from ..rules.topics import CountsAs, How, Ignores, Limit, MayAct, Obstacle, ShotFrom


class Aquatic(UnitClass):
    """+1 area in a walk or run that begins in, and enters only, aquatic areas; swamp and water do not touch it."""

    key, rule, about = "aquatic", "MB-CLS-002", (Limit.WATER, Obstacle.WATER, Obstacle.SWAMP)

    def limit(self, s: State, me: Bearer, what: Limit | How, unit: int) -> Change | None:
        return add(self.figure(s, "movement")) if what is Limit.WATER and unit == me.unit else None

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        return unit == me.unit


class Fireproof(UnitClass):
    """Lava does not touch it."""

    key, rule, about = "fireproof", "MB-CLS-004", (Obstacle.LAVA,)

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        return unit == me.unit


class Boreal(UnitClass):
    """Polar areas do not touch it."""

    key, rule, about = "boreal", "MB-CLS-005", (Obstacle.POLAR,)

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        return unit == me.unit


class Huge(UnitClass):
    """It enters no area of a capacity below 3, its area is always full, and nobody's talents or powers move it."""

    key, rule, about, alone = "huge", "MB-CLS-006", (CountsAs.FULL, MayAct.MOVE), ("may_move",)

    def may_move(self, s: State, me: Bearer, unit: int, step: Step) -> No | None:
        if unit != me.unit:
            return None
        if s.config.map.areas[step.area].capacity < self.figure(s, "capacity"):
            return No("the area is too small for a huge unit")
        if s.config.rulings.huge_joins_nobody and s.bodies(step.area):
            return No("a huge unit is alone in its area")
        return None

    def counts_as(self, s: State, me: Bearer, what: CountsAs, area: int) -> bool:
        return s.place[me.unit] == area

    def may_act(self, s: State, me: Bearer, what: MayAct | How, unit: int) -> No | None:
        return No("nothing moves a huge unit") if unit == me.unit else None


class Flying(UnitClass):
    """It may deploy on a cliff or rock, and has two further complex actions."""

    key, rule, about = "flying", "MB-CLS-008", (Obstacle.CLIFF, Obstacle.ROCK, Obstacle.WALL, Obstacle.ESCARPMENT)

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        if unit != me.unit:
            return False
        return how == FLIGHT or (how == DEPLOY and what in (Obstacle.CLIFF, Obstacle.ROCK))


class FastFlight(UnitClass, Action[State]):
    """Complex action: enter up to movement +1 areas over terrain, walls, escarpments and enemies."""

    key, rule = "flying", "MB-CLS-010"
    verb, shape, phrase = "fast flight", ("flight area",), "Fly to {}"
    when = COMPLEX
    requirements = (
        one_complex(),
        *steps(FLIGHT),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        assert s.activation is not None
        a = s.activation
        a.do(FLEW)
        await travel(s, journey(s, a.unit, FLIGHT), area, self)
        a.do(COMPLEX_DONE)  # it has landed


class AerialAttack(UnitClass, Aimed):
    """Complex action: a normal attack with +1 range that ignores the own terrain and all obstacles."""

    key, rule, about, alone = "flying", "MB-CLS-012", (ShotFrom.AIR,), ("range", "may_target")
    verb, shape, phrase = "aerial attack", ("target from the air",), "Attack {} from the air"
    when = COMPLEX

    def aim(self, s: State, unit: int) -> Spec:
        return Spec(unit, aerial=True)

    def before(self) -> tuple[Requirement, ...]:
        return (one_complex(),)

    def done(self, s: State) -> None:
        assert s.activation is not None
        s.activation.do(COMPLEX_DONE)

    def range(self, s: State, me: Bearer, shot: Shot) -> Change | None:
        return add(s.config.fact("move.aerial")) if shot.aerial and shot.unit == me.unit else None

    def may_target(self, s: State, me: Bearer, shot: Shot) -> bool:
        return shot.aerial and shot.unit == me.unit
