"""The powers of the troops, in the order of the rulebook: permanent, so that they also speak in a complex action."""

from __future__ import annotations

from ....engine.runtime.ability import Bearer
from ....engine.runtime.layers import Change, add
from ..rules.maps import AQUATIC, FOREST, POLAR
from ..rules.state import NORMAL, RETALIATION, Fight, State
from ..rules.timings import Death, Power
from ..rules.wounds import heal


class Massed(Power, abstract=True):
    """+1 offence in attacks of range 0 while so many miniatures are on the board."""

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or not fight.close or s.vitality[me.unit] < self.figure(s, "miniatures"):
            return None
        return add(self.figure(s, "offence"))


class Pack(Massed):
    """With three or more miniatures on the board +1 offence in attacks of range 0, retaliation included."""

    of, key, rule = "infernal_hounds", "pack", "MB-UTL-039"


class ReturnFromTheDead(Power):
    """At the end of its activation a lost miniature returns to it."""

    of, key, rule, forced = "infernal_warriors", "return_from_the_dead", "MB-UTL-040", True
    alone = ("activation_end",)
    printed = "Return from the Dead"

    def may_activation_end(self, s: State, me: Bearer, unit: int) -> bool:
        return unit == me.unit and s.place[unit] >= 0 and not s.complete(unit)

    async def activation_end(self, s: State, me: Bearer, unit: int) -> None:
        heal(s, unit, self.figure(s, "miniatures"), self)


class MassedSpears(Massed):
    """With four or more miniatures on the board +1 offence in attacks of range 0, retaliation included."""

    of, key, rule = "hoplites", "massed_spears", "MB-UTL-041"


class ToTheLastBreath(Power):
    """+1 offence in every attack for each of its miniatures on the board."""

    of, key, rule, printed = "spartans", "last_breath", "MB-UTL-042", "To the Last Breath"

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "offence") * s.vitality[me.unit]) if fight.attacker == me.unit else None


class Carrion(Power):
    """When its attack or retaliation destroys a unit, a lost miniature returns to it."""

    of, key, rule, forced = "keres", "carrion", "MB-POW-001", True

    def may_on_elimination(self, s: State, me: Bearer, death: Death) -> bool:
        slain = death.by == me.unit and not s.config.units[death.unit].is_token
        return slain and s.place[me.unit] >= 0 and not s.complete(me.unit)

    async def on_elimination(self, s: State, me: Bearer, death: Death) -> None:
        heal(s, me.unit, self.figure(s, "miniatures"), self)


class FoamCloak(Power):
    """+1 defence in an aquatic area."""

    of, key, rule = "nereid_spears", "foam_cloak", "MB-POW-001"

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        here = s.place[me.unit]
        wet = fight.target == me.unit and here >= 0 and s.terrain(here) in AQUATIC
        return add(self.figure(s, "defence")) if wet else None


class WhiteAmbush(Power):
    """+1 offence in normal attacks made in a polar area or a forest."""

    of, key, rule = "snow_stalkers", "white_ambush", "MB-POW-001"

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or fight.manner not in (NORMAL, RETALIATION):
            return None
        return add(self.figure(s, "offence")) if s.terrain(s.place[me.unit]) in (POLAR, FOREST) else None
