"""Tcho-Tcho. Its High Priests are those of `high_priests`, three of them, on its own card."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose, die, roll
from .....engine.runtime.dice import Dice, number_of_dice
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import report
from ...rules.act import Act, SlotAct, slot_open
from ...rules.awakening import OWN_GATE, GreatOldOne, asleep
from ...rules.commanded import obedient
from ...rules.common import Gain, carry, everywhere, gain_doom, pick, price_of, says, title
from ...rules.domains import DOOM, KEEPER, KILL, KIND, PAIN, POOL, kills_on
from ...rules.fight import Resolution
from ...rules.leaving import eliminate, lost, repay
from ...rules.state import State
from ...rules.timings import AwakeningSlot, Power, SpellbookSlot
from ...rules.topics import Adjacent, CostOf, GainOf, MayPlace, OnGain, Watches
from ...rules.ways import leads_over, may_enter, ways
from ..high_priests import comes, priest_kinds, with_priests

SLUG = "tcho_tcho"
ACOLYTE, HIGH_PRIEST, PROTO_SHOGGOTH, UBBO_SATHLA = range(4)
GROWTH = "growth"  # the word of its counter
MORE, LESS = "Terror: 2 dice each", "Terror: fewer dice for the enemy"  # what has been chosen in a battle
PROMPTS = {  # what its questions ask
    "growth": "The die of Ubbo-Sathla's growth",
    "priest given up": "{who}, which High Priest is given up?",
    "martyr": "{who}, which High Priest is the martyr?",
}


def priests(s: State, me: int, keep: int = -1) -> list[tuple[int, int, int]]:
    """The classes of High Priests in play; `keep`: an area whose gate stays held."""
    return [unit for unit in everywhere(s, me, priest_kinds(s, me)) if unit[1] != keep or not unit[2] & KEEPER]


def grow(s: State, me: int, n: int, rule: str) -> None:
    """The Growth counter goes up."""
    before = s.counter(me, GROWTH)
    s.count_to(me, GROWTH, before + n)
    says(s, rule, me, "counts {} Growth more", n, figure=f"{before} → {before + n}", touched=(f"seat:{me}",))


# -- the card ---------------------------------------------------------------------------------------------------------
class StartGlyph(Power):
    """You are set up in an empty area with a start glyph."""

    rule, faction, about, printed = "CW-TT-002", SLUG, (MayPlace.START,), "A start with a glyph"
    aside = True

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
        if seat != me or what is not MayPlace.START:
            return None
        taken = reduce(or_, s.on) | sum(1 << a for a in s.start if a >= 0)
        free = s.config.sigils & ~taken
        return False if free and not free >> thing & 1 else None


class PriestFromTheStart(Power):
    """Where everybody plays with High Priests, one of your six Acolytes is a High Priest."""

    rule, faction, forced, printed = "CW-TT-004", SLUG, True, "A High Priest from the start"
    aside = True

    def may_setup(self, s: State, me: int) -> bool:
        return with_priests(s)

    async def setup(self, s: State, me: int) -> None:
        home = s.start[me]
        s.move(me, ACOLYTE, home, POOL)
        s.move(me, HIGH_PRIEST, POOL, home)
        says(s, self.rule, me, "has a High Priest in place of an Acolyte", touched=(f"area:{home}",))


class Sycophancy(Power):
    """When an enemy performs a ritual it says which: you gain 1 Doom, or it gains 1 Doom fewer."""

    rule, faction, unique, forced = "CW-TT-005", SLUG, True, True

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.seat != me and event.what is GainOf.RITUAL_DOOM

    async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        n = s.config.amounts["sycophancy"]
        less = event.n >= n or s.config.rulings.sycophancy_for_nothing
        names = {"give": f"{title(s, me)} gains {n} Doom", "less": f"{title(s, event.seat)} gains {n} fewer"}
        said = await choose(
            event.seat, "choice", ["give", "less"] if less else ["give"], self, "sycophancy", names=names,
            prompt="Sycophancy: who has the better of the ritual?",
        )  # fmt: skip
        if said == "give":
            gain_doom(s, me, n, self.rule, self.name)
            return event
        says(s, self.rule, event.seat, "gains {} Doom fewer", n)
        return event._replace(n=max(event.n - n, 0))


class AwakenUbboSathla(GreatOldOne, Power):
    """At a gate of yours, for a High Priest, wherever he is: as an action for 6 Power, in your slot of the Doom phase
    for nothing. Combat is the Growth counter.
    """

    rule, faction, verb, kind, shape = "CW-TT-011", SLUG, "awaken ubbo-sathla", UBBO_SATHLA, ("my gate",)
    printed, phrase = "Awaken Ubbo-Sathla", "Awaken Ubbo-Sathla in {}"
    requirements = (
        asleep(UBBO_SATHLA),
        OWN_GATE,
        Requirement(
            "CW-TT-011",
            "A High Priest is in play who does not hold the gate in {0}",
            lambda s, me, area: bool(priests(s, me, keep=area)),
        ),
    )
    gives_up = (2,)

    async def steps(self, s: State, me: int, area: int) -> None:
        _, at, code = await pick(s, me, priests(s, me, keep=area), self, "priest given up")
        await eliminate(s, me, code, at, me, self.rule)

    def _gates(self, s: State, me: int) -> list[int]:
        """Where Ubbo-Sathla may come in the Doom phase."""
        cost = s.config.factions[me].units[UBBO_SATHLA].costs[1]
        return [
            area
            for area in s.portals(me)
            if priests(s, me, keep=area) and price_of(s, me, CostOf.AWAKEN, UBBO_SATHLA, cost, area) <= s.power[me]
        ]

    def may_in_phase(self, s: State, me: int) -> bool:
        return s.n(me, UBBO_SATHLA, POOL) > 0 and bool(self._gates(s, me))

    async def in_phase(self, s: State, me: int) -> None:
        area = await choose(me, "area", self._gates(s, me), self, "awaken at", prompt="At which gate?")
        cost = s.config.factions[me].units[UBBO_SATHLA].costs[1]
        s.power[me] -= price_of(s, me, CostOf.AWAKEN, UBBO_SATHLA, cost, area)
        await self.do(s, me, area)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(fight.s.counter(me, GROWTH)) if kind == UBBO_SATHLA else None


class Growth(Power):
    """In each Doom phase after the first awakening a die is added to the Growth counter."""

    rule, faction, forced = "CW-TT-012", SLUG, True
    special = "ubbo_sathla"

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.was_awake(me, UBBO_SATHLA)

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        grow(s, me, await self._die(s), self.rule)

    async def _die(self, s: State) -> int:
        if not s.config.rulings.growth_has_its_own_die:
            return await die(self, "growth")
        sides: int = s.config.facts[f"faction.{SLUG}.faces.growth"]
        face = await roll(Dice("growth die", sides=sides, pick=True), 1, self, "growth")
        assert isinstance(face, int)
        return face


# -- spellbooks -------------------------------------------------------------------------------------------------------
class Hierophants(Power):
    """With each spellbook that you earn, this one too, a High Priest comes to a gate of yours; is none in your pool,
    the Growth counter goes up by 1. With High Priests in the game every other faction gets its own with this book.
    """

    rule, faction, bit, forced, about = "CW-TT-019", SLUG, 0, True, (OnGain.BOOK,)

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.BOOK

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        if not await comes(s, me, self.rule):
            grow(s, me, s.config.amounts["hierophants_growth"], self.rule)
        if thing == self.bit:  # who has no High Priest on the card gets none
            for other in s.order(me)[1:]:
                await comes(s, other, self.rule)


def idols(s: State, me: int) -> int:
    """Areas with the start glyph of another faction, a bit each (ruling `idolatry`)."""
    found = 0 if s.config.rulings.idolatry_in_the_game else s.config.sigils
    return found | sum({1 << s.start[f] for f in s.config.foes[me] if s.start[f] >= 0})


def around(s: State, me: int, area: int, *, led: bool = False, left: int = 0) -> list[tuple[int, int, int]]:
    """The classes of units next to an area, or beyond what is gone, that may come there; `led` by a Great Old One
    anybody may. Who does not move by himself comes from an area that others have `left`, a bit each.
    """
    near, movers, along = ways(s, me, area, Adjacent.TRAVEL, over=True), s.config.movers[me], s.config.along[me]
    there = ((a, along if left >> a & 1 else movers) for a in near if s.here(me, a))
    found = [unit for a, kinds in there for unit in obedient(s, me, a, kinds)]
    return found if led or not s.key.bar_entry else [unit for unit in found if may_enter(s, me, unit[2] & KIND, area)]


class Idolatry(Act, Power):
    """Action, 1 Power: any of your units go from adjacent areas to one with the start glyph of another faction."""

    rule, faction, bit, verb, shape = "CW-TT-030", SLUG, 1, "idolatry", ("area",)
    phrase = "Idolatry in {}"
    requirements = (
        Requirement(
            "CW-TT-030",
            "{0} has the start glyph of another faction",
            lambda s, me, area: bool(idols(s, me) >> area & 1),
        ),
        Requirement("CW-TT-030", "A unit of yours is next to {0}", lambda s, me, area: bool(around(s, me, area))),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        first, led, left = True, False, 0
        while units := around(s, me, area, led=led, left=left):
            options: list[Any] = units if first else ["done", *units]
            unit = await choose(me, "unit", options, self, "who comes", argument="unit", prompt="Who comes?")
            if unit == "done":
                return
            first, (_, at, code) = False, unit
            if code & KEEPER:
                s.open_gate(at)
            over = leads_over(s, me, code & KIND, at, area, Adjacent.TRAVEL)
            carry(s, me, code & KIND, at, area, self.rule, over=over)
            led, left = led or code & KIND in s.config.goos[me], left | 1 << at


class Martyrdom(Power):
    """When a High Priest of yours takes a kill, all other kills on your units become pains."""

    rule, faction, bit, blind, speaks_of = "CW-TT-022", SLUG, 2, True, "High Priest"

    def _martyrs(self, s: State, me: int) -> tuple[int, ...]:
        """The kinds that may be one."""
        return (*priest_kinds(s, me), *s.copiers(me, self))

    def _killed(self, fight: Resolution, me: int) -> list[int]:
        """The classes that have a kill, each as often as there are units of it."""
        roster = fight.b.roster[fight.side(me)]
        return [code for code, n in roster.items() if kills_on(code) for _ in range(n)]

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool | No:
        if not fight.fights(me):
            return False
        killed = self._killed(fight, me)
        if not any(code & KIND in self._martyrs(fight.s, me) for code in killed):
            return No("no High Priest is killed")
        return len(killed) > 1 or No("nobody else is killed")

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        s, killed = fight.s, self._killed(fight, me)
        kinds = self._martyrs(s, me)
        martyrs = list(dict.fromkeys(code for code in killed if code & KIND in kinds))
        _, _, martyr = await pick(s, me, fight.options(me, martyrs), self, "martyr")
        killed.remove(martyr)
        for code in killed:
            n = kills_on(code)
            fight.change(me, code, code - n * KILL + n * PAIN)
            if s.config.two:
                repay(s, me, code & KIND, spared=True)
        fight.note(me, self)
        text = "{} other kills become pains" if len(killed) > 1 else "{} other kill becomes a pain"
        report(s, self.rule, text, len(killed), who=me, touched=(f"area:{fight.b.area}",))


class Soulless(Power):
    """Your Cultists give no Power as captives."""

    rule, faction, bit, about = "CW-TT-024", SLUG, 3, (GainOf.CAPTIVE,)

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        return set_to(0) if what is GainOf.CAPTIVE and owner == me and kind in s.config.cultists[me] else None


class TabletsOfTheGods(Power):
    """Your ritual brings an Elder Sign for each gate at which you have High Priests; you lose all of them."""

    rule, faction, bit, forced, printed = "CW-TT-026", SLUG, 4, True, "Tablets of the Gods"

    def _signs(self, s: State, me: int) -> int:
        """How many come (ruling `tablets`)."""
        kinds, each = priest_kinds(s, me), s.config.amounts["tablets"]
        areas = {a for kind in kinds for a in s.where(me, kind)}
        if s.config.rulings.tablets_by_start_area:
            homes = {s.start[f] for f in s.config.foes[me]}
            return each * sum(s.n(me, kind, a) for kind in kinds for a in areas if a in homes)
        return each * sum(s.count_gates_in(a) for a in areas)

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.seat == me and event.what is GainOf.RITUAL_SIGNS and bool(priests(s, me))

    async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        n, gone = self._signs(s, me), list[int]()
        while left := priests(s, me):
            _, area, code = left[0]
            if not await eliminate(s, me, code, area, me, self.rule, together=gone):
                break
        await lost(s, me, me, gone)
        return event._replace(n=event.n + n)


class Terror(Power):
    """Battle: each of your Proto-Shoggoths rolls a die more, or each takes a die from the enemy."""

    rule, faction, bit, asks_itself, speaks_of = "CW-TT-028", SLUG, 5, True, "Proto-Shoggoth"

    def _there(self, fight: Resolution, me: int) -> int:
        return fight.count_of(me, fight.s.alike(me, PROTO_SHOGGOTH, self))

    def may_before_dice(self, fight: Resolution, me: int, foe: int) -> bool:
        return self._there(fight, me) > 0

    async def before_dice(self, fight: Resolution, me: int, foe: int) -> None:
        n = self._there(fight, me) * fight.s.config.amounts["terror"]
        names = {
            "more": f"{number_of_dice(n)} more",
            "less": f"{number_of_dice(n)} fewer for the enemy",
            "done": "Neither",
        }
        said = await choose(
            me, "choice", ["more", "less", "done"], self, "terror", names=names,
            prompt="Terror: what do the Proto-Shoggoths do?",
        )  # fmt: skip
        if said != "done":
            fight.b.used += ((me, MORE if said == "more" else LESS),)
            says(fight.s, self.rule, me, "uses {}", self.name, note=names[said])

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind not in fight.s.alike(me, PROTO_SHOGGOTH, self) or (me, MORE) not in fight.b.used:
            return None
        return add(n * fight.s.config.amounts["terror"])

    def strength(self, fight: Resolution, me: int, seat: int, foe: int, n: int) -> Changes:
        if foe != me or (me, LESS) not in fight.b.used:
            return None
        return add(-self._there(fight, me) * fight.s.config.amounts["terror"])


# -- requirements -----------------------------------------------------------------------------------------------------
class RitualOrDoom(SpellbookSlot):
    """Another player performs a ritual, or has 15 Doom."""

    rule, faction, bit, watches = "CW-TT-013", SLUG, 0, (Watches.RITUAL, Watches.ANYTHING)
    printed = "Ritual of another or 15 Doom"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return (thing is not None and thing != me) or not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        return max(s.config.amounts["much_doom"] - max(s.doom[f] for f in s.config.foes[me]), 0)


class SignEarned(SpellbookSlot):
    """Earn an Elder Sign."""

    rule, faction, bit, watches, printed = "CW-TT-014", SLUG, 1, Watches.SIGN, "Earn an Elder Sign"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return True


class ThreeSigns(SpellbookSlot):
    """Have three Elder Signs or more."""

    rule, faction, bit, watches = "CW-TT-015", SLUG, 2, (Watches.SIGN, Watches.ANYTHING)
    printed = "Three Elder Signs"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        return max(s.config.amounts["many_signs"] - len(s.signs[me]), 0)


class GateRemoved(SpellbookSlot):
    """As your action take away the gate that you control in your start area."""

    rule, faction, bit, watches, printed = "CW-TT-016", SLUG, 3, Watches.ACTION, "Take away the gate at home"

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == RemoveGate.verb


class GreatOldOneKilled(SpellbookSlot):
    """Anybody's Great Old One is killed in a battle."""

    rule, faction, bit, watches, blind = "CW-TT-017", SLUG, 4, Watches.BATTLES, True
    printed = "A Great Old One killed"

    def requirement_met(self, s: State, me: int, thing: Resolution) -> bool:
        return any(thing.slew_goo(seat) for seat in thing.b.sides)  # an Elder God counts as one (CW-BB-007)


class UbboSathlaAwake(AwakeningSlot):
    """Awaken Ubbo-Sathla."""

    rule, faction, bit, kind, printed = "CW-TT-018", SLUG, 5, UBBO_SATHLA, "Ubbo-Sathla awake"


class RemoveGate(SlotAct, Power):
    """As your action take away the gate that you control in your start area; whoever stood on it stays there."""

    rule, faction, verb, phrase = "CW-TT-016", SLUG, "remove gate", "Take away the gate of the start area"
    requirements = (
        slot_open(GateRemoved),
        Requirement(
            "CW-TT-016",
            "You control the gate of your start area",
            lambda s, me: s.start[me] >= 0 and s.holder(s.start[me]) == me,
        ),
        Requirement("CW-TT-016", "It may be taken away", lambda s, me: s.start[me] < 0 or not s.is_fixed(s.start[me])),
    )

    def ends(self, s: State, me: int, *args: Any) -> int:
        return s.start[me]

    async def do(self, s: State, me: int) -> None:
        home = s.start[me]
        s.close_gate(home)
        says(s, self.rule, me, "takes away the gate in {}", s.config.map.names[home], touched=(f"place:{home}:gate",))
        await super().do(s, me)
