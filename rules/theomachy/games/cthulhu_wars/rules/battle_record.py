"""A battle under way, as a position holds it."""

from __future__ import annotations

from ....engine.state import Each, Flag, Number, OneOf, Record, Rows, Text, declared, field
from .domains import AREA, DOOMED, HOLDER, KIND, SEAT, SIDE
from .field_kinds import Marked, Side

OWED = Rows(OneOf(SIDE), Marked(0, DOOMED), Number(0, 1000), Text())  # side, result, how many, source


@declared
class BattleRecord(Record):
    """A battle under way. A code in a roster is kind, keeper, marks and results; the number says how many."""

    area: int = field(OneOf(AREA))
    sides: tuple[int, int] = field(Each(SIDE, OneOf(HOLDER), frozen=True))  # attacker, defender
    roster: list[dict[int, int]] = field(Each(SIDE, Side(2 * DOOMED)))
    declared: bool = field(Flag())  # whoever speaks before the sides are drawn up has spoken
    scored: tuple[tuple[int, int, int, str], ...] = field(OWED)  # all results against each side, by source
    open: tuple[tuple[int, int, int, str], ...] = field(OWED)  # those that no unit has taken yet
    given: tuple[tuple[int, int, int, int], ...] = (
        field(  # what came out otherwise: side, code, result, what it became or 0
            Rows(OneOf(SIDE), Marked(0, 2 * DOOMED), Marked(0, DOOMED), Marked(0, DOOMED))
        )
    )
    missed: tuple[tuple[int, int, int], ...] = field(  # results for which there was no unit: side, result, how many
        Rows(OneOf(SIDE), Number(0, DOOMED), Number(0, 1000)), later=True
    )
    slain: list[int] = field(Each(SIDE, Number(0, 1000)))  # enemy units killed or devoured by each side
    ousted: list[int] = field(Each(SIDE, Number(0, 1000)), later=True)  # those that it has eliminated otherwise
    rolled: tuple[tuple[int, int, int], ...] = field(  # of each side: dice, kills, pains
        Rows(Number(0, 1000), Number(0, 1000), Number(0, 1000), most=2)
    )
    pools: tuple[tuple[int, str, int, int, int], ...] = field(  # dice thrown apart: side, source, dice, kills, pains
        Rows(OneOf(SIDE), Text(), Number(0, 1000), Number(0, 1000), Number(0, 1000))
    )
    used: tuple[tuple[int, str], ...] = field(Rows(OneOf(HOLDER), Text()))  # powers that spoke in this battle
    declined: tuple[tuple[int, str], ...] = field(Rows(OneOf(SEAT), Text()))  # powers that their owners do without
    fates: tuple[tuple[int, int, str, int], ...] = field(  # units that left: side, code, what became of it, area or -1
        Rows(OneOf(SIDE), Marked(0, 2 * DOOMED), Text(), OneOf(AREA, none="nowhere"))
    )
    came: tuple[tuple[int, int], ...] = field(  # (seat, kind) of units that a power brought, and that take no part
        Rows(OneOf(SEAT), Number(0, KIND))
    )
    routed: tuple[tuple[int, int, int], ...] = field(  # those of them that are pained all the same, and by which side
        Rows(OneOf(SEAT), Number(0, KIND), OneOf(HOLDER)), later=True
    )
    router: int = field(OneOf(SEAT, none="nobody"))  # who sends the pained away, when not their owners
    stage: int = field(Number(0, 20))


UNFOUGHT = BattleRecord.fresh(None)


def battle_of(area: int, sides: tuple[int, int], roster: list[dict[int, int]]) -> BattleRecord:
    """A battle before its first stage."""
    b = UNFOUGHT.copy()
    b.area, b.sides, b.roster = area, sides, roster
    return b
