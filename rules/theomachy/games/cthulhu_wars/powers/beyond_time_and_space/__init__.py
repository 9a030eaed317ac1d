"""Beyond Time and Space: Voonith, Wamps and the Hound of Tindalos."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.trace import report
from ...rules.common import arrive, carry, title
from ...rules.domains import KILL, KIND, POOL
from ...rules.fight import Resolution
from ...rules.leaving import eliminate
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import MayTarget, OnGain, WouldBeEliminated
from ...rules.ways import may_enter
from ..market import of_card

HOUND, VOONITH, WAMP = "hound_of_tindalos", "voonith", "wamp"


# -- Voonith ----------------------------------------------------------------------------------------------------------
class Vicious(Power):
    """After a battle: if you scored fewer kills than you had Vooniths in it, you score as many."""

    rule, on, forced = "CW-BTS-001", f"card.{VOONITH}", True

    def _missing(self, fight: Resolution, me: int) -> int:
        return fight.count(me, of_card(fight.s, me, VOONITH)) - fight.scored(KILL, fight.foe(me))

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
        return given == KILL and fight.fights(me) and self._missing(fight, me) > 0

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        n, foe = self._missing(fight, me), fight.foe(me)
        fight.note(me, self)
        fight.owe(foe, KILL, n, self.name)
        report(fight.s, self.rule, "{} is to take {} kills more", title(fight.s, foe), n, who=me)


# -- Wamp -------------------------------------------------------------------------------------------------------------
class CryptDweller(Power):
    """With the card, and in your slot of a Doom phase: an enemy of your choice puts all Wamps of your pool into areas
    without a gate.
    """

    rule, on, about = "CW-BTS-001", f"card.{WAMP}", (OnGain.CARD,)

    def _areas(self, s: State) -> list[int]:
        return [a for a in s.standing() if not (s.gate_mask() | s.config.map.islands) >> a & 1]

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> Any:
        bought = seat == me and what is OnGain.CARD and thing == s.config.card(WAMP)
        return MUST if bought and self.may_in_phase(s, me) else False

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        await self.in_phase(s, me)

    def may_in_phase(self, s: State, me: int) -> bool:
        return s.n(me, of_card(s, me, WAMP), POOL) > 0 and bool(self._areas(s))

    async def in_phase(self, s: State, me: int) -> None:
        kind = of_card(s, me, WAMP)
        foe = await choose(me, "player", s.config.foes[me], self, "who places the Wamps",
                           prompt="Crypt Dweller: which enemy places your Wamps?")  # fmt: skip
        for _ in range(s.n(me, kind, POOL)):
            area = await choose(foe, "area", self._areas(s), self, "where a Wamp comes",
                                prompt=f"Where do you put a Wamp of {title(s, me)}?")  # fmt: skip
            await arrive(s, me, kind, area, "placed", self.rule)


# -- Hound of Tindalos ------------------------------------------------------------------------------------------------
class Cronophage(Power):
    """The Hound comes to any gate with its card. It does not move by itself: whenever you move another unit it may go
    from gate to gate for nothing.
    """

    rule, on, asks_itself, about = "CW-BTS-004", f"card.{HOUND}", True, (OnGain.CARD,)

    def _gates(self, s: State, me: int) -> list[int]:
        kind = of_card(s, me, HOUND)
        return [a for a in bits(s.gate_mask()) if not s.n(me, kind, a) and may_enter(s, me, kind, a)]

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and thing == s.config.card(HOUND) and s.gate_mask() > 0

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        area = await choose(me, "area", bits(s.gate_mask()), "CW-BTS-002", "figure to a gate",
                            prompt="To which gate comes the Hound?")  # fmt: skip
        await arrive(s, me, of_card(s, me, HOUND), area, "placed", "CW-BTS-002")

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        hound = of_card(s, me, HOUND)
        at_gate = any(s.gate_mask() >> a & 1 for a in s.where(me, hound))
        return seat == me and kind != hound and at_gate and bool(self._gates(s, me))

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        hound = of_card(s, me, HOUND)
        there = await choose(me, "area", ["done", *self._gates(s, me)], self, "the Hound goes",
                             prompt="Cronophage: to which gate goes the Hound?")  # fmt: skip
        if there != "done":
            carry(s, me, hound, s.where(me, hound)[0], there, self.rule, moved=False)


class AnglesOfTime(Power):
    """No kill of a battle can be put on the Hound; in an area without a gate it is eliminated."""

    rule, on, about, printed = "CW-BTS-005", f"card.{HOUND}", (MayTarget.KILL,), "Angles of Time"

    def may_target(
        self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str
    ) -> bool | None:
        of_hound = owner == me and code & KIND == of_card(fight.s, me, HOUND)
        return False if of_hound and what is MayTarget.KILL else None

    def _strays(self, s: State, me: int) -> list[int]:
        return [a for a in s.where(me, of_card(s, me, HOUND)) if not s.gate_mask() >> a & 1]

    def may_on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> Any:
        return MUST if owner == me and self._strays(fight.s, me) else False

    async def on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> None:
        await self.any_time(fight.s, me)

    def may_any_time(self, s: State, me: int) -> Any:
        return MUST if self._strays(s, me) else False

    async def any_time(self, s: State, me: int) -> None:
        for area in self._strays(s, me):
            await eliminate(
                s, me, of_card(s, me, HOUND), area, me, self.rule, cause=WouldBeEliminated.ELIMINATED,
                note="no gate is there",
            )  # fmt: skip


class CombatOfTheHound(Power):
    """The Hound rolls 4 dice; 1, if you have agreed on the number that the rulebook prints."""

    rule, on, aside = "CW-BTS-003", f"card.{HOUND}", True

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != of_card(fight.s, me, HOUND) or not fight.s.config.rulings.hound_has_one_die:
            return None
        return add(n - n * fight.s.config.combat[me][kind])
