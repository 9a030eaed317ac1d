"""Elves, the Aldryami."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose
from ...rules.common import gain_vp
from ...rules.domains import POOL
from ...rules.state import State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import InPhase, Watches
from ..rune_card import place
from .diplomacy import Alliance
from .dwarfs import SLUG as DWARFS

SLUG, ELF, MARKER = "elves", "elf", "aldrya"


class AmongElves(Alliance):
    """Diplomacy always succeeds once the Dwarfs are anybody's ally; a 6 kills all the same."""

    race, rule = SLUG, "GW-ELD-013"

    def wins(self, s: State, face: int, cost: int) -> bool:
        dwarfs = s.config.race(DWARFS)
        return super().wins(s, face, cost) or (dwarfs >= 0 and s.allies[dwarfs] >= 0)


class AnnualCycle(Power):
    """In the Power Phase gain as many VP as the Aldrya marker shows; then it goes up by one."""

    rule, empire, item, forced = "GW-ELD-014", SLUG, "abilities.annual_cycle", True
    counters = ((MARKER, "Aldrya marker", 99, "pine-tree"),)

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.POWER

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        n = s.counter(me, MARKER)
        s.write(me, MARKER, n + self.figure(s, "step"))
        await gain_vp(s, me, n, self.rule)


class Rootmother(Power):
    """In the Council an Elf comes from your pool to a building of yours for nothing."""

    rule, empire, item = "GW-ELD-013", SLUG, "gifts.rootmother"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.COUNCIL:
            return False
        if not s.n(me, s.config.by_key[me][ELF], POOL):
            return No("no Elf is in the pool")
        return bool(s.sites(me))

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        elf = s.config.by_key[me][ELF]
        for _ in range(min(self.figure(s, "elves"), s.n(me, elf, POOL))):
            area = await choose(me, "area", list(dict.fromkeys(s.sites(me))), self, "an Elf where")
            await place(s, me, elf, area, self)


class AnElfDies(Quest):
    """An Elf of yours dies in battle."""

    rule, empire, key, watches = "GW-ELD-014", SLUG, "an_elf_dies", (Watches.LOST,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        dead = thing is not None and thing[:2] == (me, s.config.by_key[me][ELF])
        return (Part("an Elf dies in battle", int(dead)),)
