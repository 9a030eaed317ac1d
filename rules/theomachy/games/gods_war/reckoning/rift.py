"""The Chaos Rift Struggle for the calculator: what each empire commits, and whether the Rift closes.

Every bid is a stepper, what each empire gives before is its policy; the dice are the Rift's.
Source: GW-RIF-001 to GW-RIF-014.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ....engine.runtime.line_up import Fights, Grid, Hand, LineUp, Place, Reply, Row, SideUp, Stepper, Throw
from ..rules.adjacency import OPEN, POOLED
from ..rules.council import counts, gives, in_rift, struggle
from ..rules.state import STRUGGLE, Struggle
from .odds import closes, dice_of_rift

if TYPE_CHECKING:
    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.line_up import Measured, Setting
    from ..rules.state import State

RIFT_ID, NAME = "rift", "The Chaos Rift Struggle"
BEFORE, AFTER = 3, 6  # rows of the table below and above the total in hand


class Offer(NamedTuple):
    """What an empire may put into the Rift: a kind of unit or building, what it counts there, how many there are."""

    key: str
    name: str
    cost: int
    n: int


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
        sides = tuple(self._side(s, setting, side, bids[side], counted[side]) for side in range(len(place.sides)))
        rows = [Row("closes", "The Rift closes", rule="GW-RIF-011"), Row("open", "The Rift stays open")]
        rows += [Row(f"least:{seat}", f"{s.config.empires[seat].title} loses VP: bids least", seat=seat,
                     rule="GW-RIF-008") for seat in place.sides]  # fmt: skip
        dice, lies = dice_of_rift(s), in_rift(s)
        near = range(max(total - BEFORE, 0), total + AFTER + 1)
        table = tuple((str(n), f"{100 * float(closes(s, n)):.0f}\u2009%") for n in near)
        grid = Grid("Chance to close, by total", ("total", "closes"), table, near.index(total) if total in near else -1,
                    ("GW-RIF-010", "GW-RIF-011"))  # fmt: skip
        come = sum(offer.cost for side in range(len(place.sides)) for offer in self._given(s, setting, side))
        there = f"{lies} in the Rift" + (f" and {come} that will be given" if come else "")
        note = f"Total {total}, with {there}, must exceed {dice} dice."
        return LineUp(NAME, place, sides, tuple(rows), "GW-RIF-001", note, grids=(grid,))

    def _side(self, s: State, setting: Setting, side: int, bid: int, counted: int) -> SideUp:
        seat = list(s.order())[side]
        fact, feeds = s.config.fact, seat == s.config.feeder
        stepper = Stepper(f"{side}:bid", "Bid", bid, self._usual(s), fact("rift.most_bid"), rule="GW-RIF-004",
                          least=fact("rift.least_bid"), of=f"has {s.power[seat]} Power")  # fmt: skip
        role = "strengthens the Rift" if feeds else "closes the Rift" if counted else "has too little Power"
        policies = tuple((offer.key, f"{offer.name}, {offer.cost}") for offer in self._offers(s, seat))
        given = next(iter(self._given(s, setting, side)), None)
        return SideUp(
            seat, role, f"counts {-counted if feeds else counted}".replace("-", "\u2212"), (stepper,), (), policies,
            given.key if given is not None else "", asks="Gives into the Rift",
        )  # fmt: skip

    def _offers(self, s: State, seat: int) -> list[Offer]:
        """What a seat may still give in this Struggle, the cheapest first (GW-RIF-002, GW-RIF-003)."""
        done = s.struggle is not None and s.struggle.given >> seat & 1
        found: dict[str, Offer] = {}
        for thing in gives(s, seat) if not (done or seat == s.config.feeder or s.left >> seat & 1) else ():
            key, empire = _key(thing), s.config.empires[seat]
            built = thing[0] == "building"
            piece: Any = empire.buildings[thing[2] & 7] if built else empire.units[thing[2]]
            n = 1 if built else s.n(seat, thing[2], int(thing[1]))
            found[key] = Offer(key, piece.name, piece.cost, n + (found[key].n if key in found else 0))
        return sorted(found.values(), key=lambda offer: (offer.cost, offer.key))

    def _given(self, s: State, setting: Setting, side: int) -> list[Offer]:
        """What a side gives: what its policy says as long as it has some, then the cheapest."""
        offers, wanted = self._offers(s, list(s.order())[side]), setting.policy(side)
        offers.sort(key=lambda offer: offer.key != wanted)
        every = [offer for offer in offers for _ in range(offer.n)]
        return every[: int(s.config.fact("rift.sacrifices"))]

    def throw(self, s: State, setting: Setting) -> Throw | None:
        return Throw((Hand("The Rift", dice_of_rift(s), s.config.rift_dice),), "GW-RIF-010")

    def hand(self, begun: State, base: State, s: State, decision: Decision) -> int:
        return 0 if decision.what == "strength of the Rift" else -1

    def _usual(self, s: State) -> int:
        fact = s.config.fact
        return int(fact("rift.least_bid") + fact("rift.most_bid")) // 2

    def _bid(self, s: State, setting: Setting, side: int) -> int:
        low, high = int(s.config.fact("rift.least_bid")), int(s.config.fact("rift.most_bid"))
        return max(min(setting.count(f"{side}:bid", self._usual(s)), high), low)

    def _total(self, s: State, setting: Setting) -> int:
        total = in_rift(s)
        total += sum(offer.cost for side in range(len(s.order())) for offer in self._given(s, setting, side))
        for side, seat in enumerate(s.order()):
            counted = counts(s, seat, self._bid(s, setting, side))[0]
            total += -counted if seat == s.config.feeder else counted
        return total

    def begin(self, s: State, setting: Setting) -> State:
        begun: State = s.copy()
        begun.battle, begun.rift, begun.phase = None, OPEN, STRUGGLE
        begun.struggle = record = Struggle.fresh(s.config)
        record.given = s.struggle.given if s.struggle is not None else 0
        begun.derive()
        begun.reground()
        return begun

    def step(self, s: State) -> Asking[None]:
        return struggle(s)

    def over(self, s: State) -> bool:
        return s.struggle is None

    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        if decision.what == "sacrifice":
            side = list(s.order()).index(decision.player)
            keys = [offer.key for offer in self._given(s, setting, side)]
            return Reply(next((thing for thing in decision.options if _key(thing) in keys[:1]), decision.options[0]))
        if decision.what != "bid":
            return None
        return Reply(self._bid(s, setting, list(s.order()).index(decision.player)))

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        counted = [counts(begun, seat, self._bid(begun, setting, side))[0] for side, seat in enumerate(begun.order())]
        closed = int(s.rift == POOLED)
        return (closed, 1 - closed, *(int(n == min(counted)) for n in counted))


def _key(thing: Any) -> str:
    """The stable name of a kind of thing that may be given."""
    return f"built:{thing[2] & 7}" if thing[0] == "building" else f"unit:{thing[2]}"


STRUGGLES = Struggles()
