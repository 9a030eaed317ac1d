"""Cultists that are driven out of an area, by powers of Great Old Ones of no faction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .....engine.runtime.ability import Ability
from .....engine.runtime.decision import choose
from ...rules.common import Unit, carry, title, units_in
from ...rules.state import State
from ...rules.topics import Adjacent
from ...rules.ways import ways

Way = Callable[[State, int, int], Sequence[int]]  # where a unit of a seat may go from an area


async def drive_out(s: State, me: int, area: int, seats: Sequence[int], where: Way, by: Ability) -> None:
    """All Cultists of these seats go from an area, their owners say where; `me` says whose go first."""
    left = [f for f in seats if leaving(s, f, area) and where(s, f, area)]
    while left:
        names = {f: title(s, f) for f in left}
        f = await choose(me, "player", left, by, "who goes first", argument="player", names=names,
                         prompt="Whose Cultists go first?")  # fmt: skip
        left.remove(f)
        while units := leaving(s, f, area):
            _, _, code = await choose(f, "unit", units, by, "which Cultist goes", argument="fighter")
            to = await choose(f, "area", list(where(s, f, area)), by, "where it goes", prompt="Where does it go?")
            carry(s, f, code, area, to, by.rule, moved=False)


def leaving(s: State, seat: int, area: int) -> list[Unit]:
    """The Cultists of a seat there, and Earth Cats (CW-BB-045)."""
    return units_in(s, seat, area, s.config.devoted[seat])


def land_beside(s: State, seat: int, area: int) -> list[int]:
    """Land next to an area."""
    return [a for a in ways(s, seat, area, Adjacent.POWER) if not s.config.map.wet >> a & 1]


def oceans_beside(s: State, seat: int, area: int) -> list[int]:
    """Oceans next to an area."""
    return [a for a in ways(s, seat, area, Adjacent.POWER) if s.config.map.wet >> a & 1]
