"""Walking, running, flying, being moved: area by area, since each that is entered may stop the unit (MB-WALK-001)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....engine.runtime.ability import window
from ....engine.runtime.decision import Ruled, choose, rule_of
from ....engine.runtime.layers import Part, Total, fold, folded
from ....engine.runtime.trace import group, report
from ....engine.state import GROUND
from ....engine.tabletop.table import Arrow
from .config import MOVEMENT
from .maps import AQUATIC, RIFT
from .state import at_hand
from .timings import ADVANCE, DEPLOY, FLIGHT, MOVED, RUN, VOCABULARY, WALK, Bar, Step, bar, ignored
from .topics import BOUNDARY, How, Limit
from .wounds import does, drop, name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ....engine.runtime.ability import Hook
    from .state import State


class Journey(NamedTuple):
    """A movement under way: where it began, how many areas were entered, and whether all of them were aquatic."""

    unit: int
    how: How
    points: int
    wet_bonus: int  # further areas while all of them are aquatic (MB-CLS-002)
    entered: int = 0
    wet: bool = True

    def on(self, aquatic: bool) -> Journey:
        """The same after one area more."""
        return Journey(self.unit, self.how, self.points, self.wet_bonus, self.entered + 1, self.wet and aquatic)

    def left(self, aquatic: bool) -> int:
        """How many areas more it may enter if the next is aquatic or not, that one among them."""
        bonus = self.wet_bonus if self.wet and aquatic else 0
        return self.points + bonus - self.entered


def points(s: State, unit: int, how: How) -> Total:
    """How many areas a walk, run or flight enters (MB-UNI-008, MB-RUN-001, MB-CLS-010)."""
    stat, config, area = s.stat(unit, MOVEMENT), s.config, s.place[unit]
    hooks = VOCABULARY.hooks(s.key, "reach")
    limits = at_hand(s, "limit", (s.terrains[area],) if area >= 0 else (), what=how)
    more = config.fact("move.run") if how == RUN else config.fact("move.flight") if how == FLIGHT else 0
    if s.trace is None:
        n = folded(stat, hooks, s, -1, unit, how) if hooks else stat
        return Total(folded(min(max(n, config.least), config.most) + more, limits, s, -1, how, unit))
    found = fold(Total(stat, (Part("movement", stat, "MB-UNI-008"),)), hooks, s, -1, unit, how)
    found = found.within(config.least, config.most, "never beyond", "MB-UNI-010")
    if more:
        found = Total(found.value + more, (*found.parts, Part(how, more, "MB-RUN-001")))
    cap = folded(found.value, limits, s, -1, how, unit)
    return found if cap == found.value else Total(cap, (*found.parts, Part("swamp", cap - found.value, "MB-TER-016")))


def journey(s: State, unit: int, how: How) -> Journey:
    """A movement that is about to begin."""
    area = s.place[unit]
    wet = area >= 0 and s.terrains[area] in AQUATIC and how in (WALK, RUN)
    bonus = folded(0, VOCABULARY.about(s.key, "limit", Limit.WATER), s, -1, Limit.WATER, unit) if wet else 0
    return Journey(unit, how, points(s, unit, how).value, bonus, 0, wet)


# -- what lets a unit in ----------------------------------------------------------------------------------------------
def closed(s: State, unit: int, step: Step) -> Bar | None:
    """Why ground or class keeps a unit from a step (MB-WALK-001)."""
    asked = _barriers(s, unit, step.origin, step.area)
    return bar(asked, s, unit, step) if asked else None


def _barriers(s: State, unit: int, origin: int, area: int) -> tuple[Hook, ...]:
    """Who has a say about a step of a unit: most often nobody."""
    terrains = s.terrains
    here = (terrains[area],) if origin < 0 else (terrains[origin], terrains[area])
    return at_hand(s, "may_move", here, s.config.map.kinds.get((origin, area), ()), None, unit)


def room(s: State, unit: int, area: int) -> bool:
    """Is there room for a unit in an area (MB-WALK-003)?"""
    return not s.held[area] or not s.full(area) or s.place[unit] == area


def large(s: State, unit: int) -> bool:
    """Divinity or monster: those whom rifts concern (MB-TER-011)."""
    return s.config.units[unit].kind in LARGE


def gets_out(s: State, trip: Journey, area: int) -> bool:
    """Could the unit leave a rift again in this activation (MB-TER-011)?"""
    if not shuns_rift(s, trip.unit, trip.how, area) or s.config.rulings.rift_wounds_who_stays:
        return True
    return bool(_onward(s, trip.on(aquatic=False), area))


def shuns_rift(s: State, unit: int, how: How, area: int) -> bool:
    """Is an area a rift in which this unit must not end?"""
    if s.terrain(area) != RIFT or not large(s, unit):
        return False
    return how != FLIGHT or bool(s.config.rulings.flight_shuns_rifts)


def next_areas(s: State, trip: Journey) -> list[int]:
    """Where the journey may go from where the unit is."""
    return _onward(s, trip, s.place[trip.unit])


def _onward(s: State, trip: Journey, here: int) -> list[int]:
    """Where the journey may go from an area."""
    dry, wet = trip.left(aquatic=False), trip.left(aquatic=True)
    if wet <= 0:  # never less than into dry land
        return []
    unit, terrains = trip.unit, s.terrains
    found: list[int] = []
    for area in s.config.map.near[here]:
        terrain = terrains[area]
        if (wet if terrain in AQUATIC else dry) <= 0 or not room(s, unit, area):
            continue
        asked = _barriers(s, unit, here, area)
        if asked and bar(asked, s, unit, Step(here, area, trip.how)) is not None:
            continue
        if terrain != RIFT or gets_out(s, trip, area):
            found.append(area)
    return found


def stopped(s: State, unit: int, how: How, area: int) -> bool:
    """Do enemies in an area end a walk or a run (MB-WALK-002, MB-TER-012)?"""
    if how not in (WALK, RUN) or (s.terrain(area) == RIFT and large(s, unit)):
        return False
    units = s.config.units
    return any(not units[other].is_token for other in s.enemies_in(area, s.owner[unit]))


# -- going ------------------------------------------------------------------------------------------------------------
async def travel(
    s: State, trip: Journey, first: int, by: Ruled | str, arrived: Callable[[], Awaitable[bool]] | None = None
) -> int:
    """Enter areas one by one, until the unit is stopped or its player likes; how many were entered.

    `arrived` is what a power does after each area; False: it ends the movement.
    """
    unit, area = trip.unit, first
    while True:
        trip = trip.on(s.terrain(area) in AQUATIC)
        await enter(s, unit, area, trip.how, by)
        halted = s.halted
        if arrived is not None and not s.ended and not await arrived():
            break
        if halted or s.ended or s.place[unit] != area or stopped(s, unit, trip.how, area):
            break
        options = next_areas(s, trip)
        if not options:
            break
        must = shuns_rift(s, unit, trip.how, area) and not s.config.rulings.rift_wounds_who_stays
        given = await choose(
            s.commander(unit), "area", options if must else (*options, "done"), by, f"{trip.how} on",
            argument="area", names={"done": "Stop here"},
        )  # fmt: skip
        if given == "done":
            break
        area = given
    s.halted = False
    return trip.entered


async def enter(s: State, unit: int, area: int, how: How, by: Ruled | str) -> None:
    """One unit comes into one area, and the ground acts on it."""
    origin, seat = s.place[unit], s.owner[unit]
    step, told, arrow = _set_out(s, unit, Step(origin, area, how)), "", None
    s.put(unit, area)
    if s.trace is not None:
        arrow = Arrow(origin, area, "move") if origin >= 0 else None
        told = does(s, unit, f"{{}} {WORDS[how]}").removeprefix("{} ")
    with group(s, rule_of(by), "{} {} {}", name(s, unit), told, s.config.map.names[area], who=seat, arrow=arrow,
               touched=(f"area:{area}",)):  # fmt: skip
        if at_hand(s, "on_move", (s.terrain(area),), crossings(s, step)):  # most ground does nothing to who enters it
            await window(s, VOCABULARY, "on_move", s.active, s, s.active, unit, step, among=(GROUND,), order=True)


def _set_out(s: State, unit: int, step: Step) -> Step:
    """A step about to be made: which kinds of boundary the unit ignores is known where it stands."""
    kinds = crossings(s, step)
    if not any(kinds):  # normal ones alone
        return step
    return step._replace(ignored=tuple(kind for kind in kinds if ignored(s, BOUNDARY[kind], unit, step.how)))


WORDS = {
    WALK: "walks to", RUN: "runs to", FLIGHT: "flies to", DEPLOY: "deploys to", MOVED: "is moved to",
    ADVANCE: "goes to",
}  # fmt: skip
LARGE = frozenset({0, 1, 3})  # gods, titans, monsters


async def displace(s: State, unit: int, areas: list[int], chooser: int, by: Ruled | str) -> bool:
    """Somebody moves a unit by one area, of those that let it in; it drops its stone first. False: there is none."""
    if not areas:
        return False
    drop(s, unit, by)
    area = await choose(chooser, "area", areas, by, "move to", argument="area")
    await enter(s, unit, area, MOVED, by)
    s.halted = False
    return True


def around(s: State, unit: int) -> list[int]:
    """The neighbours into which a unit can be moved: not full, and ground and boundary let it in."""
    here = s.place[unit]
    return [
        area for area in s.config.map.near[here] if room(s, unit, area) and not closed(s, unit, Step(here, area, MOVED))
    ]


def crossings(s: State, step: Step) -> tuple[int, ...]:
    """The kinds of boundary between two areas, the least restrictive first (MB-BND-002)."""
    return s.config.map.kinds.get((step.origin, step.area), ())


def told(s: State, trip: Journey) -> str:
    """ "2 areas"."""
    return "1 area" if trip.entered == 1 else f"{trip.entered} areas"


__all__ = ["closed", "enter", "journey", "points", "report", "travel"]
