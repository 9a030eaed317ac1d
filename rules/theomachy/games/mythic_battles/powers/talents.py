"""The talents of the list (MB-TAL-001 to MB-TAL-028)."""

from __future__ import annotations

from ....engine.runtime.ability import No, Source
from ....engine.runtime.layers import Change, add
from ..state import NORMAL, RETALIATION, Fight, State
from ..timings import RUN, WALK, Choice, Talent, ignored


class Archer(Talent):
    """+1 offence in a normal attack of range 1 or more."""

    key, rule, standing = "archer", "MB-TAL-003", False

    def strength(self, s: State, me: Source, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or fight.close or fight.manner not in (NORMAL, RETALIATION):
            return None
        return add(self.figure(s, "offence"))


class Block(Talent):
    """Enemies in its area neither walk nor run, and claim no stone that lies there; another Block ignores it."""

    key, rule, standing, about = "block", "MB-TAL-004", True, (WALK, RUN, "claim", "block")

    def may_act(self, s: State, me: Source, what: str, unit: int) -> No | None:
        if what == "claim":
            area, claimer = unit, s.activation.unit if s.activation is not None else -1
        else:
            area, claimer = s.place[unit], unit
        if claimer < 0 or s.place[me.unit] != area or s.friends(me.unit, claimer) or ignored(s, "block", claimer):
            return None
        return No(f"{s.config.units[me.unit].name} blocks it")

    def ignores(self, s: State, me: Source, what: str, unit: int, how: str) -> bool:
        return unit == me.unit


class Guard(Talent):
    """When an enemy has chosen an ally in its area as the target of an attack, it may become the target instead."""

    key, rule, standing = "guard", "MB-TAL-013", True

    def may_would_be_targeted(self, s: State, me: Source, event: Choice) -> bool:
        return (
            event.target != me.unit
            and s.place[me.unit] == s.place[event.target]
            and s.friends(me.unit, event.target)
            and not s.config.units[event.target].is_token
            and not event.spared >> me.unit & 1
        )

    def would_be_targeted(self, s: State, me: Source, event: Choice) -> Choice:
        return event._replace(target=me.unit)
