"""Ramsey Campbell Horrors 2: Y'Golonac and Daoloth."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, Total, add, fold
from .....engine.runtime.trace import report
from ...rules.common import gain_signs, gate_left, says, tell, title
from ...rules.config import TERROR
from ...rules.domains import DOOM, DOOMED, KIND, NO_GATE, POOL, figure, kind_of, plain
from ...rules.fight import Resolution
from ...rules.leaving import Leaving
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import OnPlacement, Watches, WouldBeEliminated
from ..independents import Awakening, hand_over, is_in_battle, kind_on_card, terms
from ..market import of_card

YGOLONAC, DAOLOTH = "ygolonac", "daoloth"


# -- Y'Golonac --------------------------------------------------------------------------------------------------------
class AwakenYgolonac(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 2 Power."""

    rule, on, verb, phrase = "CW-IGO-022", f"box.{YGOLONAC}", "awaken y'golonac", "Awaken Y'Golonac in {}"
    printed, requirements = "Awaken Y'Golonac", terms(YGOLONAC)


class Orifices(Power):
    """Killed in a battle he takes the place of a Monster, Terror or Cultist of the enemy that survives, of your choice,
    and is the enemy's from then on, with his spellbook; you must. Without one he dies.
    """

    rule, on, forced, about = "CW-IGO-022", f"card.{YGOLONAC}", True, (WouldBeEliminated.KILLED,)
    special = YGOLONAC

    def _survivors(self, fight: Resolution, foe: int) -> list[int]:
        if foe in fight.s.config.wild:
            return []  # no faction, whose he could be
        ranks = fight.s.config.rank[foe]
        kinds = [k for k in fight.s.config.kinds[foe] if k in fight.s.config.minions[foe] or ranks[k] == TERROR]
        return [c for c in fight.units(foe, kinds) if c < DOOMED and not fight.killed(foe, c)]

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        if event.seat != me or event.cause not in self.about or event.code & KIND != kind_on_card(s, me, self):
            return False
        return isinstance(event.fight, Resolution) and bool(self._survivors(event.fight, event.fight.foe(me)))

    async def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
        return event._replace(to=s.out(me))  # until all losses are known

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        kind = kind_on_card(s, me, self)
        return owner == me and kind in kinds and s.n(me, kind, s.out(me)) > 0 and s.battle is not None

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        assert s.battle is not None
        fight, card, kind = Resolution(s, s.battle), s.config.card(YGOLONAC), kind_on_card(s, me, self)
        foe = fight.foe(me)
        codes = self._survivors(fight, foe)
        if not codes:  # whoever would have been it is gone, too
            s.move(me, kind, s.out(me), POOL)
            s.take_card(-1, card)
            return
        prompt = "Orifices: whose place does Y'Golonac take?"
        options = fight.options(foe, codes)
        _, area, code = await choose(
            me, "unit", options, self, "whose place he takes", argument="any fighter", prompt=prompt
        )
        name = s.config.name[foe][code & KIND]
        fight.leave(foe, code, "replaced")
        s.move(foe, plain(code), area, POOL)
        hand_over(s, me, foe, card)
        theirs = of_card(s, foe, YGOLONAC)
        s.move(foe, theirs, s.out(foe), POOL)
        s.move(foe, theirs, POOL, area)
        says(s, self, foe, "has Y'Golonac in place of {}", name, touched=(f"area:{area}",))
        tell(s, Watches.ACTION, foe, self.name)


class ReceivedByOrifices(SpellbookSlot):
    """You have just received Y'Golonac by Orifices."""

    rule, on, watches = "CW-IGO-022", f"card.{YGOLONAC}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == "Orifices")


class TheRevelations(Power):
    """As a Doom phase begins each other player gains an Elder Sign; you must."""

    rule, on, forced = "CW-IGO-022", f"book.{YGOLONAC}", True

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        for foe in s.order(me)[1:]:
            await gain_signs(s, foe, s.config.amounts["revelations"], self.rule)


# -- Daoloth ----------------------------------------------------------------------------------------------------------
class AwakenDaoloth(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power."""

    rule, on, verb, phrase = "CW-RC2-001", f"box.{DAOLOTH}", "awaken daoloth", "Awaken Daoloth in {}"
    requirements = terms(DAOLOTH)


class CosmicUnity(Power):
    """Before a battle with Daoloth: one enemy Great Old One in it, of your choice, rolls no dice."""

    rule, on = "CW-RC2-001", f"card.{DAOLOTH}"
    special = DAOLOTH

    def _word(self, kind: int) -> str:
        return f"{self.name}: {kind}"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        return is_in_battle(fight, me, self) and any(fight.count(foe, k) for k in fight.s.config.goos[foe])

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s = fight.s
        there = [figure(foe, k) for k in s.config.goos[foe] if fight.count(foe, k)]
        fid = await choose(me, "choice", there, self, "rolls no dice", argument="figure",
                           prompt="Cosmic Unity: who rolls no dice?")  # fmt: skip
        fight.b.used += ((me, self._word(kind_of(fid))),)
        report(s, self.rule, "{} of {} rolls no dice", s.config.name[foe][kind_of(fid)], title(s, foe), who=me)

    def strength(self, fight: Resolution, me: int, seat: int, foe: int, n: int) -> Changes:
        if foe != me or not fight.b.used:
            return None
        for k in fight.s.config.goos[seat]:
            if (me, self._word(k)) in fight.b.used and (figures := fight.count(seat, k)):  # all that is one of them
                printed = Total(fight.s.config.combat[seat][k] * figures, ())
                return add(-fold(printed, fight.hooks(seat), fight, seat, me, k, figures).value)
        return None


class AGreatOldOneIsKilled(SpellbookSlot):
    """A Great Old One is killed in a battle, anybody's."""

    rule, on, watches = "CW-RC2-001", f"card.{DAOLOTH}", Watches.BATTLES

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return any(thing.slew_goo(f) for f in thing.b.sides)


class Interdimensional(Power):
    """When Daoloth enters an area without a gate a gate appears there, if one is left; also when it comes up with
    Cthulhu, but for a ruling.
    """

    rule, on, forced, about = "CW-RC2-001", f"book.{DAOLOTH}", True, (OnPlacement.EMERGE,)

    def _opens(self, s: State, me: int, seat: int, kind: int, to: int) -> bool:
        return seat == me and kind == kind_on_card(s, me, self) and s.gate[to] == NO_GATE and gate_left(s)

    def _open(self, s: State, me: int, to: int) -> None:
        s.open_gate(to)
        says(s, self, me, "has a gate appear in {}", s.config.map.names[to], touched=(f"place:{to}:gate",))

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        return self._opens(s, me, seat, kind, to)

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        self._open(s, me, to)

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        comes_up = how is OnPlacement.EMERGE and not s.config.rulings.emerging_opens_no_gate
        return comes_up and self._opens(s, me, owner, kind, area)

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        self._open(s, me, area)

    def may_on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> bool:
        return self._opens(fight.s, me, owner, code & KIND, to)

    async def on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> None:
        self._open(fight.s, me, to)
