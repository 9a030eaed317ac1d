"""How somebody stands, for bots and charts: its points, and what it has can still bring in the rounds that are left.

An evaluation, no rule; victory points are the unit. Power wins combats to the very end; a stock pays for more; a
structure, an artefact in force, and whatever a faction has drawn or circled on its own board go on working. Who stands
on free ground may build there next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.building import founding
from ..rules.score import power, total

if TYPE_CHECKING:
    from ..rules.state import State

# What things are worth at the beginning; they are worth less from round to round.
OF_POWER, KEPT_POWER, OF_STOCK, OF_STRUCTURE, OF_ARTEFACT, OF_DRAWN, OF_GROUND = 0.18, 0.4, 0.25, 1.0, 3.0, 0.8, 2.0
USUAL = 3  # the level of a structure for which ground is looked for
NAMES = ("victory points", "power", "stock", "structures", "artefacts", "what is drawn on the board", "free ground")


def strength(s: State) -> tuple[float, ...]:
    """How each seat stands."""
    return tuple([sum(_values(s, me)) for me in s.config.seats])


def parts(s: State, seat: int) -> dict[str, float]:
    """The same of one seat, by what it is made of: all that is not nothing."""
    return {name: float(value) for name, value in zip(NAMES, _values(s, seat), strict=True) if value}


def _values(s: State, me: int) -> tuple[float, ...]:
    left, sheet = (s.config.rounds - s.round) / s.config.rounds, s.sheets[me]
    drawn = sum([layer.bit_count() for layer in sheet.layers]) + sheet.corners.bit_count() + sheet.ticks.bit_count()
    ground = left > 0 and sheet.region >= 0 and founding(s, me, sheet.region, USUAL)
    return (
        total(s, me),
        OF_POWER * power(s, me) * (KEPT_POWER + left),
        OF_STOCK * sum(sheet.stock) * left,
        OF_STRUCTURE * sum(sheet.built) * left,
        OF_ARTEFACT * s.held.count(me) * left,
        OF_DRAWN * drawn * left,
        OF_GROUND * ground,
    )
