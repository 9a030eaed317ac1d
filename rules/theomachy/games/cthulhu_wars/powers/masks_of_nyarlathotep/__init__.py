"""Masks of Nyarlathotep: the Dark Demons, the Shadow Pharaoh, the Haunter of the Dark and the Bloated Woman.

Anybody may have them; Crawling Chaos has better terms, from which the others gain something.
"""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose, roll
from .....engine.runtime.dice import Dice
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import Source, report
from ...rules.act import COMMON, Act
from ...rules.common import (
    arrive,
    control_changed,
    everywhere,
    gain_power,
    gain_signs,
    pick,
    price_of,
    says,
    title,
)
from ...rules.domains import ACTION, GATHER, KILL, KIND, POOL, figure, kind_of
from ...rules.fight import Resolution
from ...rules.leaving import eliminate, lost
from ...rules.menu import known
from ...rules.state import State
from ...rules.summoning import keeping_back
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import ControllerOf, CostOf, MayPlace, MayTarget, OnGain, Watches
from ..crawling_chaos import SLUG as CHAOS
from ..independents import (
    GATE_OF_YOURS,
    GREAT_OLD_ONE_THERE,
    Awakening,
    ForItsSpellbook,
    fought_in,
    is_in_battle,
    kind_on_card,
    not_earned,
    to_be_had,
)
from ..market import of_card
from ..terrors import lost_in

DEMON, PHARAOH, HAUNTER, WOMAN = "dark_demon", "shadow_pharaoh", "haunter_of_the_dark", "bloated_woman"
SIX = Dice("die of the Trapezohedron", (("six", (6,)),))
PROMPTS = {
    "where the demon comes": "Where does the Dark Demon of {who} come?",
    "leaves the game": "{who}, which unit leaves the game?",
    "lost to the Trapezohedron": "{who}, which unit is eliminated?",
    "onto her card": "Which lost unit comes onto the card of the Bloated Woman?",
}


def is_chaos(s: State, me: int) -> bool:
    """Is this seat Crawling Chaos?"""
    return s.config.slugs[me] == CHAOS


async def favour(s: State, me: int, n: int, rule: str) -> None:
    """Crawling Chaos has got something on better terms: each other faction gains Elder Signs."""
    for foe in s.order(me)[1:]:
        await gain_signs(s, foe, n, rule)


# -- Dark Demons ------------------------------------------------------------------------------------------------------
def demon(s: State, seat: int) -> int:
    """The kind of a faction's Dark Demon."""
    return s.config.kind_of[seat][DEMON]


class DarkDemon(Power):
    """It comes to any area; each other faction loses an Acolyte for good and has its own Dark Demon in its pool: a
    Cultist that brings no Power when Power is gathered, and no Acolyte. For Crawling Chaos the card is free, but each
    other faction gains an Elder Sign.
    """

    rule, on, forced, about = "CW-MSK-002", f"card.{DEMON}", True, (OnGain.CARD,)

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and thing == s.config.card(DEMON)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        areas = [a for a in s.standing() if not s.config.map.islands >> a & 1]
        area = await choose(me, "area", areas, self, "where the demon comes")
        await arrive(s, me, demon(s, me), area, "placed", self.rule)
        for foe in s.order(me)[1:]:
            await self._lose_acolyte(s, foe)
            if is_chaos(s, me):
                await gain_signs(s, foe, s.config.amounts["demon_signs"], "CW-MSK-003")

    async def _lose_acolyte(self, s: State, foe: int) -> None:
        """One of the pool, or else one in play that its owner chooses, is out of the game."""
        kinds = s.config.acolytes[foe]
        if left := [k for k in kinds if s.n(foe, k, POOL)]:
            s.move(foe, left[0], POOL, s.out(foe))
            says(s, self.rule, foe, "has a {} of its pool out of the game", s.config.name[foe][left[0]],
                 touched=(f"seat:{foe}",))  # fmt: skip
        elif units := everywhere(s, foe, kinds):
            _, area, code = await pick(s, foe, units, "CW-MSK-006", "leaves the game")
            await eliminate(s, foe, code, area, foe, "CW-MSK-006", to=s.out(foe))


class TheCardIsFreeForChaos(Power):
    """Crawling Chaos pays no Doom for the cards of the Dark Demon and of the Shadow Pharaoh."""

    rule, on, aside, about = "CW-MSK-003", "set.masks_of_nyarlathotep", True, (CostOf.CARD,)
    printed = "The cards are free for Crawling Chaos"

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        mine = seat == me and what is CostOf.CARD and is_chaos(s, me)
        return set_to(0) if mine and s.config.cards[kind].key in (DEMON, PHARAOH) else None


class SummoningRequirement(Power):
    """With your Dark Demon in your pool you take no action but recruiting it, or drop to 0 Power."""

    rule, on, about, bars = "CW-MSK-004", f"box.{DEMON}", (MayPlace.RECRUITED,), True

    def _waits(self, s: State, me: int) -> bool:
        return s.phase == ACTION and s.n(me, demon(s, me), POOL) > 0

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        if seat != me or verb in ("", "recruit", "pass") or not self._waits(s, me):
            return None
        return None if s.config.rulings.demons_bar_main_actions_alone and self._beside(s, me, verb) else False

    def _beside(self, s: State, me: int, verb: str) -> bool:
        """Is it no main action: an unlimited one?"""
        unlimited = verb == "battle" and s.unlimited_battle(me)
        return unlimited or any(action.verb == verb and action.unlimited for action in known(s, me))

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
        other = seat == me and what is MayPlace.RECRUITED and thing != demon(s, me)
        return False if other and self._waits(s, me) else None


# -- Shadow Pharaoh ---------------------------------------------------------------------------------------------------
class Hebephrenia(Power):
    """Nobody controls a gate in his area: when he comes, whoever stands on it steps off. For Crawling Chaos his card
    costs 2 Power alone, but each other faction gains an Elder Sign.
    """

    rule, on, forced, about = "CW-MSK-008", f"card.{PHARAOH}", True, (OnGain.CARD, ControllerOf.GATE)

    def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
        return -1 if what is ControllerOf.GATE and s.n(me, of_card(s, me, PHARAOH), area) else None

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and thing == s.config.card(PHARAOH) and is_chaos(s, me)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        await favour(s, me, s.config.amounts["pharaoh_signs"], "CW-MSK-007")

    def _held(self, s: State, me: int) -> list[int]:
        """Gates in his area that somebody still controls; one that is printed there stays whose it is."""
        return [a for a in s.where(me, of_card(s, me, PHARAOH)) if s.holder(a) >= 0 and not s.is_fixed(a)]

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        return bool(self._held(s, me))

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        await self.any_time(s, me)

    def may_on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> bool:
        return bool(self._held(fight.s, me))

    async def on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> None:
        await self.any_time(fight.s, me)

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._held(s, me))

    async def any_time(self, s: State, me: int) -> None:
        for area in self._held(s, me):
            before = s.holder(area)
            s.open_gate(area)
            says(s, self, before, "steps off the gate in {}", s.config.map.names[area], touched=(f"place:{area}:gate",))
            await control_changed(s, area, before)


class ThePharaohByOtherNumbers(Power):
    """The Shadow Pharaoh costs 2 Power and rolls no dice, if you have agreed on that."""

    rule, on, aside, about = "CW-MSK-007", f"card.{PHARAOH}", True, (CostOf.SUMMON,)
    printed = "The Pharaoh by other numbers"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        other = fight.s.config.rulings.pharaoh_is_cheap and kind == of_card(fight.s, me, PHARAOH)
        return add(-n * fight.s.config.combat[me][kind]) if other else None

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        his = seat == me and what is CostOf.SUMMON and kind == of_card(s, me, PHARAOH)
        return set_to(s.config.amounts["pharaoh_cheap"]) if his and s.config.rulings.pharaoh_is_cheap else None


# -- Haunter of the Dark ----------------------------------------------------------------------------------------------
GREAT_OLD_ONE_OR_CHAOS = GREAT_OLD_ONE_THERE._replace(
    text="A Great Old One of yours is in {0}, or you are Crawling Chaos",
    test=lambda s, me, area: is_chaos(s, me) or GREAT_OLD_ONE_THERE.test(s, me, area),
)


class Mask(Awakening):
    """The awakening of a mask: Crawling Chaos does it on better terms."""

    async def do(self, s: State, me: int, area: int, *more: Any) -> None:
        await super().do(s, me, area, *more)
        if is_chaos(s, me):
            await favour(s, me, self._signs(s), self.rule)

    def _signs(self, s: State) -> int:
        return s.config.amounts["haunter_signs"]

    def price(self, s: State, me: int, area: int = -1) -> int:
        if not is_chaos(s, me):
            return super().price(s, me, area)
        return price_of(s, me, CostOf.AWAKEN, kind_on_card(s, me, self), s.config.amounts[self._for_chaos], area)

    _for_chaos = "haunter_for_chaos"


class AwakenTheHaunter(Mask, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power. Crawling Chaos pays 5 and needs no Great Old
    One there, but each other faction gains an Elder Sign.
    """

    rule, on, verb = "CW-MSK-009", f"box.{HAUNTER}", "awaken the haunter"
    phrase, printed = "Awaken the Haunter of the Dark in {}", "Awaken the Haunter"
    requirements = (to_be_had(HAUNTER), GATE_OF_YOURS, GREAT_OLD_ONE_OR_CHAOS)


class TheHaunterOfTheDark(Power):
    """It rolls a die for each spellbook that the enemy has earned, those on loyalty cards too."""

    rule, on, printed = "CW-MSK-010", f"card.{HAUNTER}", "The Haunter of the Dark"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        if kind != kind_on_card(s, me, self) or foe in s.config.wild:
            return None
        return add(s.count_books(foe) + s.earned[foe].bit_count())


class FlyToTheLight(Power):
    """If the enemy scores exactly one kill, the Haunter takes it."""

    rule, on, printed, about = "CW-MSK-011", f"card.{HAUNTER}", "Fly to the Light", (MayTarget.KILL,)
    special = HAUNTER

    def may_target(self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str) -> Any:
        its = owner == me and what is MayTarget.KILL and code & KIND == kind_on_card(fight.s, me, self)
        return MUST if its and fight.scored(KILL, me) == 1 else None


class PayForTheHaunter(ForItsSpellbook, Power):
    """As your action pay 1 Power."""

    rule, on, verb = "CW-MSK-012", f"card.{HAUNTER}", "pay for the haunter"
    phrase, printed = "Pay 1 Power for the spellbook of the Haunter", "Pay for the Haunter"
    requirements = (not_earned(HAUNTER, "CW-MSK-012"),)


class OnePowerIsPaid(SpellbookSlot):
    """As your action you have paid 1 Power."""

    rule, on, watches = "CW-MSK-012", f"card.{HAUNTER}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == PayForTheHaunter.verb)


class TheShiningTrapezohedron(Power):
    """Before a battle with the Haunter the enemy throws a die for each of its units in it, and eliminates one for each
    6, as it likes.
    """

    rule, on = "CW-MSK-013", f"book.{HAUNTER}"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        return is_in_battle(fight, me, self) and bool(fight.units(foe))

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, gone = fight.s, list[int]()
        fight.note(me, self)
        n = sum(fight.kinds(foe).values())
        hits = await roll(SIX, n, self, "trapezohedron", prompt=f"A die for each unit of {title(s, foe)}")
        assert isinstance(hits, int)
        report(s, self.rule, "{} throws {} sixes with {} dice", title(s, foe), hits, n, who=foe, dice=(SIX, n, hits))
        for _ in range(hits):
            unit = await choose(
                fight.voice(foe), "unit", fight.options(foe, fight.units(foe)), self, "lost to the Trapezohedron",
                argument="fighter",
            )  # fmt: skip
            await fight.lose(foe, unit[2], me, self.rule, together=gone)
        await lost(s, foe, me, gone)


# -- Bloated Woman ----------------------------------------------------------------------------------------------------
class AwakenTheBloatedWoman(Mask, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power. Crawling Chaos pays 3 and needs no Great Old
    One there, but each other faction gains an Elder Sign.
    """

    rule, on, verb = "CW-MSK-014", f"box.{WOMAN}", "awaken the bloated woman"
    phrase, printed = "Awaken the Bloated Woman in {}", "Awaken the Bloated Woman"
    requirements = (to_be_had(WOMAN), GATE_OF_YOURS, GREAT_OLD_ONE_OR_CHAOS)
    _for_chaos = "woman_for_chaos"

    def _signs(self, s: State) -> int:
        return s.config.amounts["woman_printed_signs" if s.config.rulings.woman_brings_two_signs else "woman_signs"]


class TheVelvetFan(Power):
    """After a battle with her one Monster or Cultist that the enemy has lost comes onto her card. Its owner brings it
    back from there alone, and pays its price to whoever has her.
    """

    rule, on, forced = "CW-MSK-015", f"card.{WOMAN}", True
    special = WOMAN

    def _has_fought(self, fight: Resolution, me: int) -> bool:
        return fought_in(fight, me, self)

    def _prey(self, fight: Resolution, me: int) -> list[int]:
        """Kinds of the enemy's lost Monsters and Cultists that lie in its pool now."""
        s, foe = fight.s, fight.foe(me)
        if foe in s.config.wild:
            return []  # nobody could bring it back
        kinds = dict.fromkeys(s.config.forms[foe].get(k, k) for k in lost_in(fight, foe))
        return [k for k in kinds if k in s.config.minions[foe] and s.n(foe, k, POOL)]

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        return self._has_fought(fight, me) and bool(self._prey(fight, me))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, foe = fight.s, fight.foe(me)
        options = [figure(foe, k) for k in self._prey(fight, me)]
        kind = kind_of(await choose(me, "choice", options, self, "onto her card", argument="figure"))
        s.lay(foe, kind, s.config.card(WOMAN))
        says(s, self, foe, "has a {} on her card", s.config.name[foe][kind], touched=(f"card:{s.config.card(WOMAN)}",))


class TheVelvetFanOfTheFallen(TheVelvetFan):
    """So it is, too, when she has fallen to the results of that battle: what comes after it is not lost by that."""

    rule, on, aside, printed = "CW-MSK-015", f"box.{WOMAN}", True, "The Velvet Fan of the fallen"

    def _has_fought(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        gone = fight.fights(me) and s.cards[s.config.card(WOMAN)] < 0 and not s.config.rulings.her_units_go_home
        return gone and fight.fell(me, kind_on_card(s, me, self))


def barred_as_summon(s: State, me: int, kind: int) -> str:
    """What bars summoning such a unit, if it is summoned from her card (ruling `win_back`); Cultists are recruited."""
    counts = s.config.rulings.win_back_is_a_summon and kind in s.config.summoned[me]
    return keeping_back(s, me, kind) if counts else ""


class FromHerCard(Act, Power):
    """A unit of yours on the Bloated Woman's card comes back: a Monster to a gate that you control, a Cultist to an
    area with a unit of yours. Its price goes to whoever has her; to nobody while nobody has.
    """

    rule, on, verb, shape, category = "CW-MSK-015", f"box.{WOMAN}", "win back", ("area", "laid figure"), COMMON
    phrase, printed = "Bring back to {}: {}", "From her card"
    requirements = (
        Requirement(
            "CW-IGO-034",
            "A {1} of yours is on her card",
            lambda s, me, area, fid: (me, kind_of(fid), s.config.card(WOMAN)) in s.laid and s.exists(me, kind_of(fid)),
        ),
        Requirement(
            "CW-SUM-002",
            "You control the gate in {0}, or {1} is a Cultist",
            lambda s, me, area, fid: kind_of(fid) not in s.config.summoned[me] or s.is_portal(me, area),
        ),
        Requirement(
            "CW-REC-002",
            "A unit of yours is in {0} (or you have none on the map), or {1} is a Monster",
            lambda s, me, area, fid: kind_of(fid) in s.config.summoned[me] or s.here(me, area) or not s.on[me],
        ),
        Requirement(
            "CW-MSK-015",
            "{1} is recruited or summoned",
            lambda s, me, area, fid: kind_of(fid) in (*s.config.summoned[me], *s.config.recruited[me]),
        ),
        Requirement(
            "CW-AZA-027",
            "Nothing keeps you from summoning {1}",
            lambda s, me, area, fid: not barred_as_summon(s, me, kind_of(fid)),
            fault=lambda s, me, area, fid: "It counts as a summon by the ruling win_back.",
        ),
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        kind, cost = kind_of(fid), s.config.cost[me][kind_of(fid)]
        if kind in s.config.summoned[me]:
            return price_of(s, me, CostOf.SUMMON, kind, cost, area)
        return price_of(s, me, CostOf.RECRUIT, -1, cost, area)

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        card, kind, n = s.config.card(WOMAN), kind_of(fid), self.price(s, me, -1, fid)  # what an area adds is not hers
        s.unlay(me, kind, card)
        if (holder := s.cards[card]) >= 0 and n:
            why: list[Source] = [("The Velvet Fan", n, self.rule)]
            gain_power(s, holder, n, self.rule, why)
        await arrive(s, me, kind, area, "summon" if kind in s.config.summoned[me] else "recruit", self.rule)


class HerUnitsGoHome(Power):
    """When she is killed or eliminated the units on her card go home, if you have agreed on that."""

    rule, on, forced, aside, printed = "CW-MSK-015", f"box.{WOMAN}", True, True, "Her units go home"

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        hers = owner == me and kind_on_card(s, me, self) in kinds
        return hers and s.config.rulings.her_units_go_home and bool(self._rows(s))

    def _rows(self, s: State) -> list[tuple[int, int, int]]:
        return [row for row in s.laid if row[2] == s.config.card(WOMAN)]

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        for row in self._rows(s):
            s.unlay(*row)
            says(s, self, row[0], "has a {} in its pool again", s.config.name[row[0]][row[1]],
                 touched=(f"seat:{row[0]}",))  # fmt: skip


class AllSpellbooks(SpellbookSlot):
    """You have all six spellbooks of your faction."""

    rule, on, watches = "CW-MSK-016", f"card.{WOMAN}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        wanted = len(s.config.factions[me].slots)
        if s.config.rulings.woman_wants_four_books:
            wanted = s.config.amounts["woman_printed_books"]
        return s.count_books(me) >= wanted


class DisasterLooms(Power):
    """Gather Power: each gate that you control brings an Elder Sign in place of its Power; you must."""

    rule, on, forced = "CW-IGO-033", f"book.{WOMAN}", True

    def income(self, s: State, me: int) -> Changes:
        n = s.count_gates(me)
        return add(-n * s.config.gathers["gate"]) if n else None

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == GATHER and s.count_gates(me) > 0

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        await gain_signs(s, me, s.count_gates(me) * s.config.amounts["looming"], self.rule)
