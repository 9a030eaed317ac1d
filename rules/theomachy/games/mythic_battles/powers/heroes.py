"""The powers of the heroes, in the order of the rulebook."""

from __future__ import annotations

from ....engine.runtime.ability import Source
from ....engine.runtime.layers import Change, add
from ..state import FOR_ACTIVATION, NORMAL, Fight, State
from .common import ActivePower


class AchillesProwess(ActivePower):
    """+2 offence in the range 0 normal attacks of this activation."""

    of, key, rule, lasts = "achilles", "achilles_prowess", "MB-UTL-018", True
    printed = "Achilles' Prowess"
    verb, phrase = "prowess", "Achilles' Prowess"

    async def work(self, s: State, me: Source, *args: object) -> None:
        s.last(self, me, me.unit, FOR_ACTIVATION)

    def strength(self, s: State, me: Source, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or fight.manner != NORMAL or not fight.close or not s.lasts(self, me.unit):
            return None
        return add(self.figure(s, "offence"))
