"""Something About Cats: four kinds of Cats from other worlds, and the Elder God Hagarg Ryonis."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose, yes
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import Source
from ...rules.act import COMMON, Act
from ...rules.actions import RITUAL_ACT
from ...rules.capture import guard
from ...rules.common import (
    Gain,
    Unit,
    acolyte_in_pool,
    arrive,
    gain_power,
    gain_signs,
    may_act,
    ritual_price,
    says,
    title,
)
from ...rules.config import GUARDS
from ...rules.domains import DOOM, KIND, POOL, plain
from ...rules.fight import Resolution
from ...rules.leaving import Leaving
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import FixedResults, GainOf, OnGain, Watches, WhoDecides, WouldBeEliminated
from ..independents import Awakening, is_in_battle, terms
from ..market import of_card, to_own_gate

RULE = "CW-SAC-001"
MERCURY, VENUS, ASTEROID, NEPTUNE, HAGARG = (
    "cat_from_mercury", "cat_from_venus", "asteroid_cat", "cat_from_neptune", "hagarg_ryonis",
)  # fmt: skip
SITS, SUBVERTS = "Asteroid Cat on ", "Subversion of player"  # counters
PROMPTS = {
    "who becomes an Acolyte": "Needs Affection: which Monster becomes an Acolyte?",
    "who is subverted": "{who}, of whose ritual do you take an Elder Sign?",
    "slot of the Cat": "On which requirement does the Asteroid Cat sit down?",
}


# -- Mercury ----------------------------------------------------------------------------------------------------------
class NeedsAffection(Power):
    """Before a battle with a Cat from Mercury any of your Monsters in it become Acolytes of your pool."""

    rule, on, asks_itself = RULE, f"card.{MERCURY}", True

    def _monsters(self, fight: Resolution, me: int) -> list[Unit]:
        s = fight.s
        there = fight.options(me, fight.units(me, s.config.monsters[me]))
        return there if s.has(me, s.config.acolytes[me], POOL) else []

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        return fight.count(me, of_card(fight.s, me, MERCURY)) > 0 and bool(self._monsters(fight, me))

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, area = fight.s, fight.b.area
        while units := self._monsters(fight, me):
            options: list[Any] = ["done", *units]
            unit = await choose(me, "unit", options, self, "who becomes an Acolyte", argument="fighter")
            if unit == "done":
                return
            fight.note(me, self)
            fight.leave(me, unit[2], "replaced")
            s.move(me, plain(unit[2]), area, POOL)
            kind = acolyte_in_pool(s, me)
            await arrive(s, me, kind, area, "placed", self.rule)
            fight.join(me, kind)


# -- Venus ------------------------------------------------------------------------------------------------------------
class Honeymoon(Power):
    """A Cultist that a Cat from Venus captures goes to its owner's pool at once, and you gain 1 Power."""

    rule, on = RULE, f"card.{VENUS}"

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> Any:
        captured = event.cause is WouldBeEliminated.CAPTURED and event.by == me and event.to != POOL
        cat, cultist = of_card(s, me, VENUS), event.code & KIND in s.config.cultists[event.seat]
        if not captured or not cultist or event.area >= POOL or not s.n(me, cat, event.area):
            return False
        if GUARDS[s.config.rank[me][cat]] <= guard(s, event.seat, event.area):
            return False  # it is a stronger unit that captures
        others = any(s.n(me, k, event.area) for _, kinds in s.config.capturing[me] for k in kinds if k != cat)
        return True if others else MUST  # else another of your units may capture it

    def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
        n = s.config.amounts["honeymoon"]
        why: list[Source] = [(self.name, n, self.rule)]
        gain_power(s, me, n, self.rule, why)
        return event._replace(to=POOL)


# -- the asteroids ----------------------------------------------------------------------------------------------------
def slots_for_cats(s: State, foe: int) -> list[int]:
    """Open requirements of a seat on which no Asteroid Cat sits."""
    most = s.config.amounts["lusts_books"]
    taken = {word for _, word, _ in s.counters}
    free = [
        i for i in range(len(s.config.factions[foe].slots)) if s.is_open(foe, i) and sits_on(s, foe, i) not in taken
    ]
    return free if s.count_books(foe) <= most else []


def sits_on(s: State, foe: int, slot: int) -> str:
    """The counter of a Cat on a requirement of somebody."""
    return f"{SITS}{title(s, foe)}: {s.config.factions[foe].slots[slot].name}"


def cats_off(s: State, me: int, foe: int) -> list[int]:
    """The requirements of a seat that have been covered under a Cat of `me`."""
    mine = {word for seat, word, _ in s.counters if seat == me}
    slots = range(len(s.config.factions[foe].slots))
    return [i for i in slots if not s.is_open(foe, i) and sits_on(s, foe, i) in mine]


class AbandonedToLusts(Act, Power):
    """Action, 0 Power: an Asteroid Cat goes from an area with a unit of an enemy who has at most 5 spellbooks onto an
    open requirement of his. When he covers it you say which of his spellbooks comes, and the Cat goes to a gate of
    yours.
    """

    rule, on, verb, shape, category = RULE, f"card.{ASTEROID}", "abandoned to lusts", ("my area", "foe there"), COMMON
    about, forced = (OnGain.BOOK, WhoDecides.BOOK), True
    phrase = "Asteroid Cat from {} to the card of {}"
    requirements = (
        Requirement(
            RULE,
            "An Asteroid Cat of yours is in {0}",
            lambda s, me, area: s.n(me, of_card(s, me, ASTEROID), area) > 0,
        ),
        Requirement(
            RULE,
            "{1} has a unit in {0}",
            lambda s, me, area, foe: s.here(foe, area),
            implied_by=("foe there",),
        ),
        Requirement(
            RULE,
            "{1} has a free requirement, and at most 5 spellbooks",
            lambda s, me, area, foe: bool(slots_for_cats(s, foe)),
            fact=lambda s, me, area, foe: f"{s.count_books(foe)} spellbooks",
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        free = slots_for_cats(s, foe)
        names = {i: s.config.factions[foe].slots[i].name for i in free}
        slot = await choose(me, "choice", free, self, "slot of the Cat", names=names)
        s.wait(me, of_card(s, me, ASTEROID), area)  # what else lies on the own card does not bring it back
        s.count_to(me, sits_on(s, foe, slot), 1)
        says(s, self, me, "has a Cat on a requirement of {}: {}", title(s, foe), names[slot],
             touched=(f"slot:{foe}:{slot}",))  # fmt: skip

    def who_decides(self, fight: Any, me: int, foe: int, what: WhoDecides) -> bool:
        return what is WhoDecides.BOOK and bool(cats_off(fight, me, foe))

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return what is OnGain.BOOK and bool(cats_off(s, me, seat))

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        for slot in cats_off(s, me, seat):
            s.count_to(me, sits_on(s, seat, slot), 0)
            if s.waiting(me, of_card(s, me, ASTEROID)):
                s.wait_no_more(me, of_card(s, me, ASTEROID), POOL)
                await to_own_gate(s, me, of_card(s, me, ASTEROID), self.rule)


# -- Neptune ----------------------------------------------------------------------------------------------------------
class TheFinalRitual(Power):
    """Killed in a battle the Cat from Neptune lets you perform a ritual at once. If that reaches Instant Death, the
    game ends after the action.
    """

    rule, on = RULE, f"card.{NEPTUNE}"

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        slain = fight.fights(me) and of_card(s, me, NEPTUNE) in fight.slew(me)
        return slain and s.power[me] >= ritual_price(s, me) and may_act(s, me, RITUAL_ACT.verb)

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, before = fight.s, fight.s.instant_death
        n = ritual_price(s, me)
        s.power[me] -= n
        says(s, self, me, "performs a Ritual of Annihilation", figure=f"{s.power[me] + n} → {s.power[me]}",
             touched=("track:ritual",))  # fmt: skip
        await RITUAL_ACT.do(s, me)
        if s.instant_death and not before:
            s.count_to(me, self.name, 1)

    def game_over(self, s: State, me: int) -> bool:
        return s.counter(me, self.name) > 0 and s.battle is None


# -- Hagarg Ryonis ----------------------------------------------------------------------------------------------------
class AwakenHagargRyonis(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = RULE, f"box.{HAGARG}", "awaken hagarg ryonis", "Awaken Hagarg Ryonis in {}"
    requirements = terms(HAGARG)


class NoDiceButPains(Power):
    """Hagarg Ryonis throws no dice and adds 3 pains."""

    rule, on, about, printed = RULE, f"card.{HAGARG}", (FixedResults.PAIN,), "Pains of Hagarg Ryonis"
    as_dice = True

    def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> Changes:
        there = what is FixedResults.PAIN and is_in_battle(fight, me, self)
        return add(fight.s.config.amounts["hagarg_pains"]) if there else None


class Subversion(Power):
    """As a Doom phase begins name a player: if he performs a ritual in it, one of the Elder Signs that it brings is
    yours.
    """

    rule, on, forced = RULE, f"card.{HAGARG}", True
    special = HAGARG

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        foes = list(s.config.foes[me])
        names = {f: title(s, f) for f in foes}
        foe = await choose(me, "player", foes, self, "who is subverted", argument="player", names=names)
        s.count_to(me, SUBVERTS, foe + 1)
        says(s, self, me, "names {}", title(s, foe), touched=(f"seat:{foe}",))

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        named = s.phase == DOOM and s.counter(me, SUBVERTS) == event.seat + 1
        return named and event.what is GainOf.RITUAL_SIGNS and event.n > 0

    async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        n = min(s.config.amounts["subversion"], event.n)
        says(s, self, me, "takes an Elder Sign of {}", title(s, event.seat))
        await gain_signs(s, me, n, self.rule)
        return event._replace(n=event.n - n)


class HaveNoPower(SpellbookSlot):
    """You have 0 Power."""

    rule, on, watches = RULE, f"card.{HAGARG}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not s.power[me]


def with_one(s: State) -> list[int]:
    """Who has exactly 1 Power."""
    return [f for f in s.config.seats if s.power[f] == s.config.amounts["laziness"]]


def asleep(s: State, me: int) -> list[int]:
    """Enemies with Power who take no more turns in this phase."""
    return [f for f in s.config.foes[me] if s.power[f] and not may_act(s, f)]


class Laziness(Act, Power):
    """Action, 0 Power: whoever has exactly 1 Power loses it. For 1 Power more so does an enemy who hibernates, however
    much he has.
    """

    rule, on, verb, category = RULE, f"book.{HAGARG}", "laziness", COMMON
    phrase = "Laziness"
    requirements = (
        Requirement(
            RULE,
            "Somebody has exactly 1 Power, or an enemy hibernates",
            lambda s, me: bool(with_one(s) or (asleep(s, me) and s.power[me] > s.config.amounts["laziness"])),
        ),
    )

    async def do(self, s: State, me: int) -> None:
        n, sleepers = s.config.amounts["laziness"], asleep(s, me)
        for f in with_one(s):
            gain_power(s, f, -n, self.rule)
        for f in sleepers:
            text = f"{self.name}: do you pay {n} Power, so that {title(s, f)} loses {n}?"
            if s.power[me] >= n and s.power[f] and await yes(me, self, "pays for a sleeper", prompt=text):
                gain_power(s, me, -n, self.rule)
                gain_power(s, f, -n, self.rule)
