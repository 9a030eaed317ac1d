"""The Chaos Rift Struggle for the calculator: what each empire commits, and whether the Rift closes.

Every bid is a stepper; the dice are the Rift's. What the sacrifices bring lies in the Rift already or is set beside it.
Source: GW-RIF-004 to GW-RIF-014.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.runtime.line_up import Fights, Grid, LineUp, Place, Reply, Row, SideUp, Stepper
from ..rules.adjacency import OPEN, POOLED
from ..rules.council import counts, in_rift, struggle
from ..rules.state import STRUGGLE, Struggle
from .odds import closes, dice_of_rift

if TYPE_CHECKING:
    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.line_up import Measured, Setting
    from ..rules.state import State

RIFT_ID, NAME = "rift", "The Chaos Rift Struggle"
BEFORE, AFTER = 3, 6  # rows of the table below and above the total in hand


class Struggles(Fights[Any]):
    """The one Struggle that there can be; its place is "rift"."""

    def place(self, s: State, id_: str) -> Place | None:
        return Place(RIFT_ID, NAME, f"area:{s.config.map.spike}", tuple(s.order())) if id_ == RIFT_ID else None

    def line_up(self, s: State, setting: Setting) -> LineUp:
        place = self.place(s, setting.place)
        assert place is not None
        bids = [self._bid(s, setting, side) for side in range(len(place.sides))]
        counted = [counts(s, seat, n)[0] for seat, n in zip(place.sides, bids, strict=True)]
        total = self._total(s, setting)
        sides = tuple(self._side(s, seat, side, bids[side], counted[side]) for side, seat in enumerate(place.sides))
        rows = [Row("closes", "The Rift closes", rule="GW-RIF-011"), Row("open", "The Rift stays open")]
        rows += [Row(f"least:{seat}", f"{s.config.empires[seat].title} loses VP: bids least", seat=seat,
                     rule="GW-RIF-008") for seat in place.sides]  # fmt: skip
        dice, lies = dice_of_rift(s), in_rift(s)
        near = range(max(total - BEFORE, 0), total + AFTER + 1)
        table = tuple((str(n), f"{100 * float(closes(s, n)):.0f}\u2009%") for n in near)
        grid = Grid("Chance to close, by total", ("total", "closes"), table, near.index(total) if total in near else -1,
                    ("GW-RIF-010", "GW-RIF-011"))  # fmt: skip
        note = f"Total {total}, with {lies} in the Rift, must exceed {dice} dice. Sacrifices to come are left out."
        return LineUp(NAME, place, sides, tuple(rows), "GW-RIF-001", note, grids=(grid,))

    def _side(self, s: State, seat: int, side: int, bid: int, counted: int) -> SideUp:
        fact, feeds = s.config.fact, seat == s.config.feeder
        stepper = Stepper(f"{side}:bid", "Bid", bid, self._usual(s), fact("rift.most_bid"), rule="GW-RIF-004",
                          least=fact("rift.least_bid"), of=f"has {s.power[seat]} Power")  # fmt: skip
        role = "strengthens the Rift" if feeds else "closes the Rift" if counted else "has too little Power"
        return SideUp(seat, role, f"counts {-counted if feeds else counted}".replace("-", "\u2212"), (stepper,))

    def _usual(self, s: State) -> int:
        fact = s.config.fact
        return int(fact("rift.least_bid") + fact("rift.most_bid")) // 2

    def _bid(self, s: State, setting: Setting, side: int) -> int:
        low, high = int(s.config.fact("rift.least_bid")), int(s.config.fact("rift.most_bid"))
        return max(min(setting.count(f"{side}:bid", self._usual(s)), high), low)

    def _total(self, s: State, setting: Setting) -> int:
        total = in_rift(s)
        for side, seat in enumerate(s.order()):
            counted = counts(s, seat, self._bid(s, setting, side))[0]
            total += -counted if seat == s.config.feeder else counted
        return total

    def begin(self, s: State, setting: Setting) -> State:
        begun: State = s.copy()
        begun.battle, begun.rift, begun.phase = None, OPEN, STRUGGLE
        begun.struggle = record = Struggle.fresh(s.config)
        record.given = sum(1 << seat for seat in s.config.seats)
        begun.derive()
        begun.reground()
        return begun

    def step(self, s: State) -> Asking[None]:
        return struggle(s)

    def over(self, s: State) -> bool:
        return s.struggle is None

    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        if decision.what != "bid":
            return None
        return Reply(self._bid(s, setting, list(s.order()).index(decision.player)))

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        counted = [counts(begun, seat, self._bid(begun, setting, side))[0] for side, seat in enumerate(begun.order())]
        closed = int(s.rift == POOLED)
        return (closed, 1 - closed, *(int(n == min(counted)) for n in counted))


STRUGGLES = Struggles()
