"""Great Cthulhu."""

from __future__ import annotations

from typing import Any

from ....engine.runtime.ability import No
from ....engine.runtime.decision import Answer, choose
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.layers import Changes, add, at_least, set_to
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from ....engine.tabletop.table import Arrow
from ..rules.act import Act
from ..rules.awakening import GreatOldOne, asleep, awake
from ..rules.commanded import obedient
from ..rules.common import (
    acolyte_in_pool,
    arrive,
    everywhere,
    gain_signs,
    has_acolyte,
    pick,
    piece,
    placed,
    title,
    unit_name,
    units_in,
)
from ..rules.domains import CARD, EXTRA, KIND, MOST_MARKS, POOL, marks_on, plain
from ..rules.fight import Resolution
from ..rules.leaving import eliminate
from ..rules.state import State, bits
from ..rules.timings import AwakeningSlot, Power, SpellbookSlot
from ..rules.topics import CostOf, Limit, OnPlacement, Watches

SLUG = "great_cthulhu"
PRICES = f"faction.{SLUG}.units.cthulhu.cost"  # the first awakening and the later ones
DEEP_ONE, SHOGGOTH, STARSPAWN, CTHULHU = 1, 2, 3, 4
PROMPTS = {"lost to Dreams": "{who}, which Acolyte is lost to Dreams?"}  # what its question asks


class Immortal(Power):
    """Once awakened, Cthulhu costs only 4 Power to awaken again; each awakening of a Great Old One gives an Elder
    Sign.
    """

    rule, faction, unique, about = "CW-GC-003", SLUG, True, (CostOf.AWAKEN,)

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        if seat != me or what is not CostOf.AWAKEN or not s.was_awake(me, kind):
            return None
        if s.config.factions[me].units[kind].independent:  # it speaks of the own Great Old One
            return None
        return set_to(min(s.config.cost[me][kind], s.config.facts[PRICES][-1]))  # also for who borrows it

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        return owner == me and how is OnPlacement.AWAKEN

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        await gain_signs(s, me, 1, self.rule)


class AwakenCthulhu(GreatOldOne, Power):
    """In your start area, where a gate must be, whoever holds it; 10 Power, later 4."""

    rule, faction, verb, kind, shape = "CW-GC-009", SLUG, "awaken cthulhu", CTHULHU, ("start",)
    phrase = "Awaken Cthulhu in {}"
    requirements = (
        asleep(CTHULHU),
        Requirement("CW-GC-009", "{0} is your start area", lambda s, me, area: area == s.start[me]),
        Requirement(
            "CW-GC-009", "A gate is in {0}, anybody's or nobody's", lambda s, me, area: s.gate_mask() >> area & 1
        ),
    )


class Devour(Power):
    """Before a battle with Cthulhu: the enemy eliminates one of its Monsters or Cultists in the battle, its own
    choice.
    """

    rule, faction = "CW-GC-010", SLUG
    special = "cthulhu"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        if not fight.count(me, CTHULHU):
            return No("Cthulhu is not in this battle")
        return bool(fight.minions(foe)) or No("only Great Old Ones face him")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        prey = await choose(
            fight.voice(foe),
            "unit",
            fight.options(foe, fight.minions(foe)),
            self,
            "devoured",
            argument="fighter",
            prompt="Devour: who is eaten?",
        )
        fight.note(me, self)
        await fight.lose(foe, prey[2], me, self.rule, "devoured", slain=True)


# -- spellbooks -------------------------------------------------------------------------------------------------------
class Dreams(Act, Power):
    """Action, 2 Power: in one area an enemy eliminates an Acolyte of its choice, and one from your pool takes its
    place.
    """

    rule, faction, bit, verb, shape = "CW-GC-020", SLUG, 0, "dreams", ("occupied", "foe there")
    phrase = "Dreams in {} against {}"
    requirements = (
        Requirement("CW-ABI-006", "An Acolyte is in your pool", lambda s, me: s.has(me, s.config.acolytes[me], POOL)),
        Requirement("CW-GC-020", "{1} has an Acolyte in {0}", has_acolyte),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        unit = await pick(s, foe, units_in(s, foe, area, s.config.acolytes[foe]), self, "lost to Dreams")
        if await eliminate(s, foe, unit[2], area, me, self.rule, replaced=True):
            await arrive(s, me, acolyte_in_pool(s, me), area, "placed", self.rule)


class Devolve(Power):
    """After any player's action: any of your Acolytes on the map become Deep Ones from the pool."""

    rule, faction, bit, asks_itself = "CW-GC-019", SLUG, 1, True

    def may_after_action(self, s: State, me: int) -> bool:
        return bool(s.n(me, DEEP_ONE, POOL) and s.on_map(me, s.config.acolytes[me]))

    async def after_action(self, s: State, me: int) -> None:
        while self.may_after_action(s, me):
            unit = await choose(
                me,
                "unit",
                ["done", *everywhere(s, me, s.config.acolytes[me])],
                self,
                "devolve",
                prompt="Which Acolyte becomes a Deep One?",
            )
            if unit == "done":
                return
            _, area, code = unit
            s.move(me, code, area, POOL)
            s.move(me, DEEP_ONE, POOL, area)
            if s.trace is not None:
                report(
                    s,
                    self.rule,
                    "{} becomes a Deep One in {}",
                    unit_name(s, me, code),
                    s.config.map.names[area],
                    who=me,
                    touched=(piece(s, me, area, DEEP_ONE),),
                )


class Absorb(Power):
    """Before the battle: a Shoggoth in it eats own Monsters and Cultists of the battle; each adds 3 dice to it."""

    rule, faction, bit, speaks_of = "CW-GC-018", SLUG, 2, "Shoggoth"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        eaters = fight.count_of(me, fight.s.alike(me, SHOGGOTH, self))
        if not eaters:
            return No("no Shoggoth is in this battle")
        food = len(fight.minions(me))
        return food > 1 or (food > 0 and (eaters > 1 or not fight.count(me, SHOGGOTH))) or No("there is nothing to eat")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        roster, kinds = fight.b.roster[fight.side(me)], fight.s.alike(me, SHOGGOTH, self)
        while self.may_pre_battle(fight, me, foe):
            meals: list[Answer] = [
                (eater, meal)
                for eater in fight.options(me, fight.units(me, kinds))
                if marks_on(eater[2]) < MOST_MARKS
                for meal in fight.options(me, fight.minions(me))
                if meal != eater or roster[meal[2]] > 1
            ]
            answer = await choose(
                me,
                "choice",
                [*meals, "done"],
                self,
                "absorb",
                argument="meal",
                prompt="Absorb: what is eaten?" if len(kinds) > 1 else "Absorb: what does the Shoggoth eat?",
            )
            if answer == "done":
                return
            (_, _, eater), (_, _, meal) = answer
            fight.note(me, self)
            fight.change(me, eater, eater + EXTRA)
            if fight.s.trace is not None:
                report(
                    fight.s,
                    self.rule,
                    "{} eats {}",
                    "A Shoggoth" if eater & KIND == SHOGGOTH else unit_name(fight.s, me, eater),
                    unit_name(fight.s, me, meal),
                    who=me,
                    figure=f"+{number_of_dice(fight.s.config.amounts['absorb'])}",
                    touched=(
                        piece(fight.s, me, fight.b.area, eater & KIND),
                        piece(fight.s, me, fight.b.area, plain(meal)),
                    ),
                )
            await fight.lose(me, meal, me, self.rule, "eaten before the dice")

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind not in fight.s.alike(me, SHOGGOTH, self):
            return None
        meals = sum(marks_on(c) * m for c, m in fight.b.roster[fight.side(me)].items() if c & KIND == kind)
        return add(meals * fight.s.config.amounts["absorb"])


class Regenerate(Power):
    """A Starspawn may take two results; only two Kills kill it, anything less pains it."""

    rule, faction, bit, speaks_of = "CW-GC-021", SLUG, 3, "Starspawn"

    def limit(self, s: State, me: int, what: Limit, kind: int) -> Changes:
        mine = what is Limit.RESULTS and kind in s.alike(me, STARSPAWN, self)
        return at_least(s.config.amounts["regenerate"]) if mine else None


class Submerge(Act, Power):
    """Action, 1 Power: Cthulhu and any own units with him leave an ocean area for your card."""

    rule, faction, bit, verb = "CW-GC-022", SLUG, 4, "submerge"
    phrase = "Submerge"
    requirements = (
        awake(CTHULHU, "Cthulhu", "CW-ACT-011"),
        Requirement(
            "CW-GC-022",
            "He is in an ocean area",
            lambda s, me: (a := s.home(me, CTHULHU)) < POOL and s.config.map.ocean[a],
        ),
    )

    async def do(self, s: State, me: int) -> None:
        area = s.home(me, CTHULHU)
        s.move(me, CTHULHU, area, CARD)
        while units := obedient(s, me, area, s.config.along[me]):
            unit = await choose(
                me, "unit", [*units, "done"], self, "submerge too", prompt="Who submerges with Cthulhu?"
            )
            if unit == "done":
                break
            s.move(me, unit[2], area, CARD)
            if s.trace is not None:
                report(
                    s,
                    self.rule,
                    "{} submerges too",
                    unit_name(s, me, unit[2]),
                    who=me,
                    touched=(piece(s, me, area, unit[2]),),
                )


class Emerge(Act, Power):
    """Action, 0 Power: all that is submerged comes up in any one area."""

    rule, faction, bit, verb, shape, finishes = "CW-GC-022", SLUG, 4, "emerge", ("area",), True
    phrase = "Emerge in {}"
    requirements = (Requirement("CW-GC-022", "Cthulhu is submerged", lambda s, me: s.n(me, CTHULHU, CARD) > 0),)

    async def do(self, s: State, me: int, area: int) -> None:
        came = s.codes(me, CARD)
        for code in came:
            for _ in range(s.n(me, code, CARD) - s.waiting(me, code)):
                s.move(me, code, CARD, area)
        if s.trace is not None:
            touched = tuple(piece(s, me, area, c) for c in s.codes(me, area))
            report(
                s,
                self.rule,
                "{} comes up in {}",
                title(s, me),
                s.config.map.names[area],
                who=me,
                touched=touched,
                arrow=Arrow(area, area),
            )
        for code in came:
            await placed(s, me, code & KIND, OnPlacement.EMERGE, area)


class YhaNthlei(Power):
    """Gather Power: with Cthulhu in play, 1 Power for each gate in an ocean area that an enemy controls."""

    rule, faction, bit, printed, speaks_of = "CW-GC-023", SLUG, 5, "Y'ha Nthlei", "Cthulhu"

    def income(self, s: State, me: int) -> Changes:
        if not s.totals(me, s.alike(me, CTHULHU, self)):
            return None
        gates = sum(s.count_gates_in(area, foe) for area in bits(s.config.map.wet) for foe in s.config.foes[me])
        return add(s.config.amounts["yha_nthlei"] * gates)


# -- requirements -----------------------------------------------------------------------------------------------------
class FirstDoomPhase(SpellbookSlot):
    """The first Doom phase; an Elder Sign comes with it."""

    rule, faction, bit, watches, signs = "CW-GC-011", SLUG, 0, Watches.DOOM, 1

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.round == 1


class FiveOtherSpellbooks(SpellbookSlot):
    """A Doom phase with the other five spellbooks on the card; an Elder Sign comes with it."""

    rule, faction, bit, watches, signs = "CW-GC-012", SLUG, 1, Watches.DOOM, 1

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.count_books(me) >= s.config.amounts["other_books"]


def both_open(s: State, me: int) -> bool:
    """Are both slots for victims open (CW-GC-015)?"""
    both = 1 << KillOrDevourOne.bit | 1 << KillOrDevourTwo.bit
    return s.open[me] & both == both


class KillOrDevourOne(SpellbookSlot):
    """Kill or devour an enemy unit in a battle. One battle gives this and the next slot only with three victims."""

    rule, faction, bit, watches = "CW-GC-013", SLUG, 2, Watches.BATTLE
    blind = True

    def requirement_met(self, s: State, me: int, thing: Resolution) -> bool:
        n = thing.b.slain[thing.side(me)]
        return n >= 1 and not (n == 2 and both_open(s, me) and s.config.rulings.slot_for_two)


class KillOrDevourTwo(SpellbookSlot):
    """Kill or devour two enemy units in one battle."""

    rule, faction, bit, watches = "CW-GC-014", SLUG, 3, Watches.BATTLE
    blind = True

    def requirement_met(self, s: State, me: int, thing: Resolution) -> bool:
        n = thing.b.slain[thing.side(me)]
        return n >= 2 and not (n == 2 and both_open(s, me) and s.config.rulings.slot_for_one)


class OceanGates(SpellbookSlot):
    """Control three gates in ocean areas, or four exist there, whoever controls them."""

    rule, faction, bit = "CW-GC-016", SLUG, 4

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        sea, wanted = s.config.map.wet, s.config.amounts
        there = s.count_gates_among(sea)
        if there < min(wanted["all_ocean_gates"], wanted["own_ocean_gates"]):
            return False  # asked after every action, and mostly that is all
        return there >= wanted["all_ocean_gates"] or (sea & s.gate_mask(me)).bit_count() >= wanted["own_ocean_gates"]

    def far(self, s: State, me: int) -> int:
        sea, wanted = s.config.map.wet, s.config.amounts
        there, mine = s.count_gates_among(sea), sea & s.gate_mask(me)
        return max(min(wanted["all_ocean_gates"] - there, wanted["own_ocean_gates"] - mine.bit_count()), 0)


class CthulhuAwake(AwakeningSlot):
    """Awaken Cthulhu."""

    rule, faction, bit, kind = "CW-GC-017", SLUG, 5, CTHULHU
