"""Ramsey Campbell Horrors 1: Insects from Shaggai, Eihort with its Broods, and Gla'aki."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add, at_most
from .....engine.runtime.trace import report
from ...rules.common import Unit, arrive, gain_signs, on_the_map, pick, price_of, says, title
from ...rules.domains import ACTION, CARD, DOOM, GATHER, KEEPER, KIND, POOL
from ...rules.fight import Resolution
from ...rules.score import captives
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import ControllerOf, CostOf, GainOf, OnGain, Watches
from ..independents import Awakening, kind_on_card, terms
from ..market import of_card

EIHORT, GLAAKI, INSECT = "eihort", "glaaki", "insect_from_shaggai"
BROOD = "brood"
PROMPTS = {
    "becomes a Brood": "Which Acolyte of {who} becomes a Brood?",
    "where the Insect comes": "Where does the Insect from Shaggai come?",
}


# -- Insects from Shaggai ---------------------------------------------------------------------------------------------
class InsectFromShaggai(Power):
    """With the card one comes to any area."""

    rule, on, forced, about = "CW-RC1-001", f"card.{INSECT}", True, (OnGain.CARD,)
    printed = "Insect from Shaggai"

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and thing == s.config.card(INSECT)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        areas = [a for a in s.standing() if not s.config.map.islands >> a & 1]
        area = await choose(me, "area", areas, self, "where the Insect comes")
        await arrive(s, me, of_card(s, me, INSECT), area, "placed", self.rule)


class MindParasite(Power):
    """In the Action phase you command the enemy Acolytes off gates in an area with an Insect: you alone move them, they
    fight for you, and you alone capture them. No spellbook serves them. Elsewhere they are free.
    """

    rule, on, about = "CW-RC1-003", f"card.{INSECT}", (ControllerOf.UNIT,)

    def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
        if what is not ControllerOf.UNIT or seat == me or s.phase != ACTION or code & KEEPER:
            return None
        infested = code & KIND in s.config.acolytes[seat] and s.n(me, of_card(s, me, INSECT), area) > 0
        return me if infested else None


# -- Eihort -----------------------------------------------------------------------------------------------------------
def brood(s: State, seat: int) -> int:
    """Its kind on a faction card."""
    return s.config.kind_of[seat][BROOD]


def become_brood(s: State, me: int, unit: Unit, rule: str) -> None:
    """A Brood takes the place of an Acolyte, on the gate too."""
    _, area, code = unit
    kind = brood(s, me)
    s.move(me, code, area, POOL)
    s.move(me, kind, POOL, area)
    if code & KEEPER:
        s.hold(me, kind, area)
    if area == CARD:
        says(s, rule, me, "has a Brood for an Acolyte on its card", touched=(f"seat:{me}",))
        return
    says(s, rule, me, "has a Brood for an Acolyte in {}", s.config.map.names[area], touched=(f"area:{area}",))


def in_play(s: State, me: int, kinds: Sequence[int]) -> list[Unit]:
    """Units of these kinds on the map, and those that are in play on the own card: submerged, or asleep on a gate."""
    return [*on_the_map(s, me, kinds), *((me, CARD, code) for code in s.codes(me, CARD, kinds))]


async def breed(s: State, me: int, rule: str, *, off_the_map: bool = False) -> None:
    """All Acolytes on the map become Broods, as long as there are any; `off_the_map`: all in play do."""
    kinds, found = s.config.acolytes[me], in_play if off_the_map else on_the_map
    while s.n(me, brood(s, me), POOL) and (units := found(s, me, kinds)):
        n = sum(s.total(me, k) if off_the_map else s.on_map(me, [k]) for k in kinds)
        unit = units[0]
        if n > s.n(me, brood(s, me), POOL):  # not enough for all: which?
            unit = await pick(s, me, units, rule, "becomes a Brood")
        become_brood(s, me, unit, rule)


class AwakenEihort(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power. All your Acolytes in play become Broods."""

    rule, on, verb, phrase = "CW-RC1-005", f"box.{EIHORT}", "awaken eihort", "Awaken Eihort in {}"
    requirements = terms(EIHORT)

    def price(self, s: State, me: int, area: int = -1) -> int:
        if not s.config.rulings.eihort_as_printed:
            return super().price(s, me, area)
        return price_of(s, me, CostOf.AWAKEN, kind_on_card(s, me, self), s.config.amounts["eihort_printed_cost"], area)

    async def _come(self, s: State, me: int, kind: int, area: int) -> None:
        await super()._come(s, me, kind, area)
        await breed(s, me, "CW-RC1-006", off_the_map=True)


class BroodsByTheText(Power):
    """By the lost numbers of the text a Brood rolls a die more."""

    rule, on, aside = "CW-RC1-007", f"box.{EIHORT}", True

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        if kind != brood(s, me) or not s.config.rulings.eihort_as_printed:
            return None
        return add(n * s.config.amounts["brood_printed"])


class AcolytesInPlay(SpellbookSlot):
    """You have 3 Acolytes in play."""

    rule, on, watches = "CW-RC1-008", f"card.{EIHORT}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        word = "eihort_printed_acolytes" if s.config.rulings.eihort_as_printed else "eihort_acolytes"
        return sum(s.total(me, k) for k in s.config.acolytes[me]) >= s.config.amounts[word]


class UncleanBargain(Power):
    """As a Doom phase begins your Acolytes on the map become Broods, one for one; you must."""

    rule, on, forced = "CW-RC1-009", f"book.{EIHORT}", True

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.n(me, brood(s, me), POOL) > 0 and bool(on_the_map(s, me, s.config.acolytes[me]))

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        await breed(s, me, self.rule)


# -- Gla'aki ----------------------------------------------------------------------------------------------------------
class AwakenGlaaki(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-023", f"box.{GLAAKI}", "awaken gla'aki", "Awaken Gla'aki in {}"
    printed, requirements = "Awaken Gla'aki", terms(GLAAKI)

    async def _come(self, s: State, me: int, kind: int, area: int) -> None:
        await super()._come(s, me, kind, area)
        if s.config.rulings.glaaki_brings_a_sign:
            await gain_signs(s, me, s.config.amounts["glaaki_sign"], self.rule)


class Glaaki(Power):
    """It rolls a die for each Acolyte in your pool."""

    rule, on, printed = "CW-IGO-023", f"card.{GLAAKI}", "Gla'aki"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        return add(in_the_pool(s, me)) if kind == kind_on_card(s, me, self) else None


def in_the_pool(s: State, me: int) -> int:
    """Acolytes in the pool."""
    return sum(s.n(me, k, POOL) for k in s.config.acolytes[me])


class TheTombHerd(Power):
    """Gather Power: 1 Power for each Acolyte in your pool, before captives come home."""

    rule, on, printed = "CW-IGO-023", f"card.{GLAAKI}", "The Tomb-Herd"
    special = GLAAKI

    def income(self, s: State, me: int) -> Changes:
        n = in_the_pool(s, me)
        return add(n * s.config.amounts["tomb_herd"]) if n else None


class FirstWithoutPower(SpellbookSlot):
    """You are the first without Power in an Action phase."""

    rule, on, watches = "CW-IGO-023", f"card.{GLAAKI}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.phase == ACTION and not s.power[me] and all(s.power[f] for f in s.config.foes[me])


class GreenDecay(Power):
    """A captive that you give up brings an Elder Sign instead of its Power."""

    rule, on, forced, about = "CW-IGO-023", f"book.{GLAAKI}", True, (GainOf.CAPTIVE,)

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        return at_most(0) if seat == me and what is GainOf.CAPTIVE else None

    def _n(self, s: State, me: int) -> int:
        return sum(n for _, _, n in captives(s, me))

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == GATHER and self._n(s, me) > 0

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        n = self._n(s, me)
        report(s, self.rule, "{} captives of {} bring Elder Signs", n, title(s, me), who=me)
        await gain_signs(s, me, n * s.config.amounts["green_decay"], self.rule)
