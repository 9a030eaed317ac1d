"""The Dragonewt: one figure, whose stages are kinds of unit of their own; a marker says which of them it is."""

from __future__ import annotations

from .....engine.runtime.ability import No
from .....engine.runtime.layers import Changes, add
from ...rules.common import gain_vp, says, unit_name
from ...rules.domains import PEN, POOL
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import InPhase, MayAct, OnElimination

SLUG, SCOUT, MARKER = "dragonewts", "dragonewt_scout", "evolution"
PRIEST, NOBLE, FINAL = 2, 3, 4  # stages, from 0


def stages(s: State, me: int) -> tuple[int, ...]:
    """The kinds of its stages, in order."""
    return s.config.stages(me, s.config.by_key[me][SCOUT])


def in_play(s: State, me: int) -> bool:
    """Is it in play?"""
    return any(s.in_play[me] >> kind & 1 for kind in stages(s, me))


def evolve(s: State, me: int, to: int, by: Power) -> None:
    """The marker shows another stage: where the Dragonewt is in play it becomes that."""
    kinds = stages(s, me)
    old, new = kinds[s.counter(me, MARKER)], kinds[to]
    s.write(me, MARKER, to)
    for place in (*bits(s.on[me]), PEN):
        for _ in range(s.n(me, old, place)):
            s.move(me, old, place, POOL)
            s.bring(me, new, place)
    says(s, by, me, "has a {} from now on", unit_name(s, me, new))


class Rebirth(Power):
    """In each Council, and each time it is killed in battle, the Dragonewt may go on by a stage."""

    rule, empire, item, counters = "GW-ELD-022", SLUG, "abilities.rebirth", ((MARKER, "Evolution marker", FINAL),)

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int | str) -> bool | None:
        """Only what the marker shows can be summoned, and while the figure is in the pool."""
        kinds = stages(s, me)
        if what is not MayAct.SUMMON or it not in kinds:
            return None
        at_hand = all(s.n(me, kind, POOL) for kind in kinds)
        return None if at_hand and it == kinds[s.counter(me, MARKER)] else False

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.COUNCIL:
            return False
        return s.counter(me, MARKER) < FINAL or No("it has reached its final stage")

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        evolve(s, me, s.counter(me, MARKER) + 1, self)

    def may_on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
        return goes_on(s, me, owner, kind, cause)

    async def on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> None:
        evolve(s, me, s.counter(me, MARKER) + 1, self)


def dies(s: State, me: int, owner: int, kind: int) -> bool:
    """Is it the Dragonewt of a seat that has left play?"""
    return owner == me and kind in stages(s, me)


def goes_on(s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
    """Was it killed in battle, before its final stage?"""
    fell = s.battle is not None and cause is OnElimination.KILLED
    return dies(s, me, owner, kind) and fell and kind != stages(s, me)[FINAL]


class AgainAScout(Power):
    """Eliminated in any other way, or killed in its final stage, the Dragonewt begins again as a Scout."""

    rule, empire, item, forced, binding = "GW-ELD-022", SLUG, "abilities.rebirth", True, True

    def may_on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
        if not dies(s, me, owner, kind) or goes_on(s, me, owner, kind, cause):
            return False
        killed = s.battle is None and cause is OnElimination.KILLED
        spared = killed and s.config.rulings.a_kill_elsewhere_spares_the_stage
        return not spared and s.counter(me, MARKER) > 0

    async def on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> None:
        evolve(s, me, 0, self)


class DragonMagic(Power):
    """In the Power Phase a Priest brings Power, a Noble Power and a VP, the final stage VP."""

    rule, empire, item, forced = "GW-ELD-023", SLUG, "abilities.dragon_magic", True

    def _stage(self, s: State, me: int) -> int:
        """What it counts as; -1 while it is not in play, if it must be."""
        return s.counter(me, MARKER) if in_play(s, me) or s.config.rulings.the_marker_is_enough else -1

    def income(self, s: State, me: int) -> Changes:
        stage = self._stage(s, me)
        name = {PRIEST: "priest_power", NOBLE: "noble_power"}.get(stage)
        return add(self.figure(s, name)) if name else None

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.POWER and self._stage(s, me) >= NOBLE

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        await gain_vp(s, me, self.figure(s, "noble_vp" if self._stage(s, me) == NOBLE else "dragon_vp"), self.rule)
