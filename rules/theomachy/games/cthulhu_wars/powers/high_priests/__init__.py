"""High Priests: one for each faction that has none of its own, a set of things that any table may add."""

from __future__ import annotations

from .....engine.runtime.decision import choose
from .....engine.runtime.trace import Source
from ...rules.common import arrive, everywhere, gain_power
from ...rules.domains import POOL
from ...rules.leaving import eliminate
from ...rules.state import State, bits
from ...rules.timings import Power

KEY, SLUG = "high_priest", "high_priests"  # of the unit; of the set of things


def priest(s: State, seat: int) -> int:
    """The kind of a faction's High Priests, or -1."""
    return s.config.kind(seat, KEY)


def priest_kinds(s: State, seat: int) -> list[int]:
    """The kinds that are a faction's High Priests: the plain one, and any other form of him."""
    return [k for k, unit in enumerate(s.config.factions[seat].units) if KEY in (unit.key, unit.form_of)]


def with_priests(s: State) -> bool:
    """Does everybody play with High Priests, and not only who has them on the own card?"""
    return KEY in s.config.facts.names("every.units")


async def comes(s: State, seat: int, rule: str) -> bool:
    """A High Priest comes from the pool for nothing: to a gate of its faction; without one where it has units; without
    these anywhere (CW-TT-020). False: none is in the pool.
    """
    kind = priest(s, seat)
    if kind < 0 or not s.n(seat, kind, POOL):
        return False
    areas = bits(s.gate_mask(seat)) or s.areas(seat) or s.standing()
    area = await choose(seat, "area", areas, rule, "priest comes", prompt="Where does the High Priest come?")
    await arrive(s, seat, kind, area, "placed", rule)
    return True


class UnspeakableOath(Power):
    """At any time give a High Priest up, to the pool, for 2 Power: after anybody's action, when Power is gathered, and
    in the Doom phase.
    """

    rule, on, asks_itself = "CW-HP-004", "unit.high_priest", True

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(everywhere(s, me, (priest(s, me),)))

    async def any_time(self, s: State, me: int) -> None:
        power = s.config.amounts["oath"]
        while units := everywhere(s, me, (priest(s, me),)):
            unit = await choose(
                me, "unit", ["done", *units], self, "oath", argument="unit",
                prompt=f"Unspeakable Oath: is a High Priest given up for {power} Power?",
            )  # fmt: skip
            if unit == "done":
                return
            if await eliminate(s, me, unit[2], unit[1], me, self.rule):
                why: list[Source] = [(self.name, power, self.rule)]
                gain_power(s, me, power, self.rule, why)
