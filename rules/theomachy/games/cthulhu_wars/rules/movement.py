"""Moving units: which may move, the action that moves them, and one unit that goes (CW-MOV-001)."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.runtime.decision import Decision, checkpoint
from ....engine.runtime.layers import Total, fold
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from .act import COMMON, Act, due, tell_paid, toll
from .commanded import led, obeys
from .common import Unit, arrow, earn, may_act, piece, title, unit_name, windows
from .config import MOST_KINDS
from .domains import KEEPER, KIND, SECOND, figure
from .state import State
from .topics import CostOf, CountsAs
from .ways import goals, leads_over

MOVING = "moving"  # what is done once the first unit of a Move has come


class Move(Act):
    """Move any number of units into adjacent areas, 1 Power each, each unit once."""

    verb, rule, category, paid_late = "move", "CW-MOV-001", COMMON, True
    also = ("march", "walk", "send", "go")
    phrase = "Move units"
    costs = CostOf.MOVE
    requirements = (
        Requirement("CW-MOV-001", "A unit of yours is on the map", lambda s, me: bool(s.on[me] or shared(s, me))),
        Requirement(
            "CW-MOV-003",
            "One of them may still move in this turn",
            lambda s, me: (
                (s.stage != SECOND and s.begins < 0 and not s.config.borne[me]) or bool(rested(s, me) or shared(s, me))
            ),
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars all of them from moving",
            lambda s, me: MOVE.is_open(s, me),
            only_with="bars_moves",
        ),
    )

    async def do(self, s: State, me: int) -> None:
        """One unit after the other, each a mark from which the state alone goes on; the first is paid already."""
        step, steps = due(s, me, self, ()), fold(1, s.mine(me, "reach"), s, me)
        while (units := self.movable(s, me)) and (s.doing == self.verb or s.power[me] >= step):
            first = s.doing == self.verb
            names = {(f, a, c): other_name(s, f, a, c) for f, a, c in units if not obeys(s, f, a, c)}
            unit = await Decision(
                me, "unit", units if first else [*units, "done"], self.rule, "unit to move", names=names or None
            )
            if unit == "done":
                break
            owner, a, code = unit
            spare = s.power[me] - (0 if first else step)
            reach = self._reach(s, me, unit, steps)
            near = list(self._goals(s, me, unit, reach.value))
            if s.key.tolls:
                near = [b for b in near if toll(s, me, self, b) <= spare]
            b = await Decision(me, "area", near, reach.rule(self.rule), "move to")
            more = toll(s, me, self, b) if s.key.tolls else 0
            s.power[me] = spare - more
            s.tolled |= bool(more) << b
            if s.key.on_pay:
                s.paid += more + (0 if first else step)
            s.doing = MOVING
            if s.key.bars_by_ends:
                s.ended |= 1 << b
            await travel(s, owner, code, a, b, self.rule, step + more, mover=me)
            if s.config.rulings.each_unit_counts:
                await earn(s)
            await checkpoint()
        s.doing, s.tolled = self.verb, 0
        if s.paid:
            await tell_paid(s, me, self.verb)

    def movable(self, s: State, me: int) -> list[Unit]:
        """Units that may move, and have somewhere to go."""
        return list(self._movable(s, me, rested(s, me) + shared(s, me)))

    def _movable(self, s: State, me: int, units: list[Unit]) -> Iterable[Unit]:
        """Those of these that have somewhere to go, one by one."""
        if not s.key.tolls and not s.hooks("adjacent") and not s.key.may_move and not s.key.bars_by_ends:
            return units
        steps = fold(1, s.mine(me, "reach"), s, me)
        spare = s.power[me] - (0 if s.doing == self.verb else due(s, me, self, ()))
        near = ((u, self._goals(s, me, u, self._reach(s, me, u, steps).value)) for u in units)
        return (u for u, areas in near if any(toll(s, me, self, b) <= spare for b in areas))

    def _reach(self, s: State, me: int, unit: Unit, steps: Total) -> Total:
        """How many steps a unit goes: one of another as its owner's powers say, one that is commanded a single one."""
        owner, area, code = unit
        if owner == me:
            return steps
        return fold(1, s.mine(owner, "reach"), s, owner) if obeys(s, owner, area, code) else Total(1)

    def is_open(self, s: State, me: int) -> bool:
        """Of those that may move, has any one somewhere to go? True, if there is none: that is said otherwise."""
        units = rested(s, me) + shared(s, me)
        return not units or any(True for _ in self._movable(s, me, units))

    def _goals(self, s: State, me: int, unit: Unit, steps: int) -> Iterable[int]:
        """Where a unit may go, its own or one that all may move, and no power bars the action from ending."""
        owner, area, code = unit
        near = goals(s, owner, code, area, steps)
        return (b for b in near if may_act(s, me, self.verb, b)) if s.key.bars_by_ends else near


async def travel(
    s: State,
    me: int,
    code: int,
    a: int,
    b: int,
    rule: str,
    paid: int = 0,
    *,
    mover: int | None = None,
    carried: bool = False,
) -> None:
    """One unit moves, and has moved this turn (CW-MOV-003): in the action, or with others, for nothing, by a power.
    `mover`: who moves it, if it may be another than its owner; `carried`: through the air, over nothing.
    """
    kind, by = code & KIND, me if mover is None else mover
    if s.config.ending:
        s.note_trek(by, me, kind, a, b, over=not carried and leads_over(s, me, kind, a, b))
    s.move(me, code, a, b)
    s.moved += ((mark_of(s, by, me, kind), b),)
    if s.trace is not None:
        names = s.config.map.names
        report(
            s,
            rule,
            "{} moves from {} to {}",
            s.config.name[me][kind],
            names[a],
            names[b],
            who=by,
            arrow=arrow(a, b),
            touched=(piece(s, me, a, code), piece(s, me, b, kind)),
        )
        if code & KEEPER:
            report(s, "CW-UNL-007", "The gate in {} is abandoned", names[a], who=me, touched=(f"place:{a}:gate",))
    if s.hooks("on_move"):
        await windows(s, "on_move", s.order(by), me, kind, a, b, paid)


# -- which units may move ---------------------------------------------------------------------------------------------
def rested(s: State, me: int) -> list[Unit]:
    """The classes of units that may still move: of each kind more stand in an area than came there in this turn. Where
    the action must begin in one area (`State.begins`), those there.

    Who leaves a gate abandons it first, and between two actions of a pair nobody does (CW-UNL-003, CW-UNL-007).
    """
    moved, bound, bows = s.moved, s.stage == SECOND and s.config.rulings.keeper_is_bound, bool(s.key.commands)
    return [
        (me, a, c)
        for a in s.areas(me)
        if s.begins in (-1, a)
        for c in s.codes(me, a, s.config.movers[me])
        if (not bound if c & KEEPER else (c, a) not in moved or free(s, me, c, a) > moved.count((c, a)))
        and (not bows or obeys(s, me, a, c))
    ]


def free(s: State, seat: int, kind: int, area: int) -> int:
    """Units of a kind beside the gate."""
    return s.n(seat, kind, area) - (s.keeper(seat, area) == kind)


def shared(s: State, me: int) -> list[Unit]:
    """Units of others that a power lets any player move, or this one alone, and that have not moved in this action."""
    seats = s.key.as_shared
    found: list[Unit] = []
    for f in seats:
        kinds = s.gate_kinds(f, CountsAs.SHARED) if f != me else ()
        for kind in kinds:
            there = [a for a in s.where(f, kind) if s.begins in (-1, a)]
            found += [(f, a, kind) for a in there if (on_card_of(s, me, f, kind), a) not in s.moved]
    for f, a, kind in led(s, me) if s.key.commands else ():
        if s.begins in (-1, a) and s.moved.count((mark_of(s, me, f, kind), a)) < free(s, f, kind, a):
            found.append((f, a, kind))
    return found


def on_card_of(s: State, seat: int, owner: int, kind: int) -> int:
    """The number that a neutral kind of an owner has for another seat."""
    config = s.config
    return config.neutral[seat][config.neutral[owner].index(kind)]


def mark_of(s: State, by: int, owner: int, kind: int) -> int:
    """By which number `State.moved` knows a unit that a seat has moved: one of another by that of its own card, or by
    one that also names the owner.
    """
    if by == owner:
        return kind
    return on_card_of(s, by, owner, kind) if kind in s.config.neutral[owner] else MOST_KINDS + figure(owner, kind)


def other_name(s: State, owner: int, area: int, code: int) -> str:
    """A unit of another, for whoever moves it."""
    return f"{unit_name(s, owner, code)} of {title(s, owner)}, {s.config.map.names[area]}"


MOVE: Move = Move()
