"""Cultists that are driven out of an area, by powers of Great Old Ones of no faction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .....engine.runtime.ability import Ability
from .....engine.runtime.decision import choose
from ...rules.common import Unit, carry, title, units_in
from ...rules.domains import KIND
from ...rules.state import State
from ...rules.topics import Adjacent
from ...rules.ways import driven, may_enter, ways

Way = Callable[[State, int, int], Sequence[int]]  # where a unit of a seat may go from an area

PROMPTS = {"which Cultist goes": "Which Cultist of {who} goes next?"}


async def drive_out(s: State, me: int, area: int, seats: Sequence[int], where: Way, by: Ability) -> None:
    """All Cultists of these seats go from an area, their owners say where; `me` says whose go first."""
    left = [f for f in seats if leaving(s, me, f, area, where)]
    while left:
        names = {f: title(s, f) for f in left}
        f = await choose(me, "player", left, by, "who goes first", argument="player", names=names,
                         prompt="Whose Cultists go first?")  # fmt: skip
        left.remove(f)
        while units := leaving(s, me, f, area, where):
            _, _, code = await choose(f, "unit", units, by, "which Cultist goes", argument="fighter")
            near = [a for a in where(s, f, area) if may_enter(s, f, code & KIND, a)]
            to = await choose(f, "area", near, by, "where it goes", prompt="Where does it go?")
            carry(s, f, code, area, to, by.rule, moved=False)


def leaving(s: State, by: int, seat: int, area: int, where: Way) -> list[Unit]:
    """The Cultists of a seat there, and Earth Cats (CW-BB-045), that may come somewhere: powers keep units out, and by
    a ruling some where they are (`cylinders_driven`).
    """
    near = where(s, seat, area)
    units = units_in(s, seat, area, s.config.devoted[seat])
    if s.config.rulings.cylinders_are_not_driven:
        stirred = driven(s, by, seat, [code for _, _, code in units], area)
        units = [unit for unit in units if unit[2] in stirred]
    return [unit for unit in units if any(may_enter(s, seat, unit[2] & KIND, a) for a in near)]


def land_beside(s: State, seat: int, area: int) -> list[int]:
    """Land next to an area."""
    return [a for a in ways(s, seat, area, Adjacent.POWER) if not s.config.map.wet >> a & 1]


def oceans_beside(s: State, seat: int, area: int) -> list[int]:
    """Oceans next to an area."""
    return [a for a in ways(s, seat, area, Adjacent.POWER) if s.config.map.wet >> a & 1]
