"""Windwalker."""

from __future__ import annotations

from typing import Any, ClassVar

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import group, report
from .....engine.wording import whose
from ...rules.act import Act
from ...rules.awakening import GreatOldOne, asleep
from ...rules.common import (
    arrive,
    arrow,
    control_changed,
    earn,
    gain_power,
    gain_signs,
    piece,
    says,
    tell,
    title,
    unit_name,
)
from ...rules.domains import (
    ACTION,
    DOOMED,
    GATHER,
    KEEPER,
    KILL,
    KIND,
    NO_GATE,
    PAIN,
    POOL,
    figure,
    kills_on,
    kind_of,
    pains_on,
    plain,
)
from ...rules.fight import RESULTS, Resolution
from ...rules.leaving import eliminate, repay
from ...rules.movement import rested, travel
from ...rules.state import State
from ...rules.timings import AwakeningSlot, Power, SpellbookSlot
from ...rules.topics import Adjacent, CostOf, Ignores, MayTarget, Watches
from ...rules.ways import driven, may_enter, ways

SLUG = "windwalker"
ACOLYTE, WENDIGO, GNOPH_KEH, RHAN_TEGOTH, ITHAQUA = range(5)
KEPT = "kept"  # Power that is put aside until all have gathered, by the ruling `hibernate_minimum`
ICE_AGE = "ice_age"
TAKEN, GIVEN_UP = "taken", "given up"  # what a slot is told that its owner fills when he likes


def enemy_gods(s: State, me: int) -> int:
    """Great Old Ones of enemies in play, and of what nobody plays; one of several figures is one (CW-IGO-047)."""
    return sum(s.total(f, k) > 0 for f in s.config.against[me] for k in s.config.goos[f])


class Asleep:
    """Who hibernates has no more actions in this phase, and its Power stays with it when Power is gathered."""

    rule: ClassVar[str]
    _kept: ClassVar[str]  # the counter of what is put aside meanwhile
    _since: ClassVar[str]  # the action by which it hibernates

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        barred = seat == me and not verb and s.is_spent(me, self._since)  # what another allows, it may do
        return False if barred else None

    def income(self, s: State, me: int) -> Changes:
        if not s.is_spent(me, self._since) or s.config.rulings.kept_power_aside:
            return None
        return add(s.power[me])

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == ACTION and s.config.rulings.kept_power_aside and s.is_spent(me, self._since)

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        s.count_to(me, self._kept, s.power[me])

    def may_any_time(self, s: State, me: int) -> bool:
        return s.phase == GATHER and s.counter(me, self._kept) > 0

    async def any_time(self, s: State, me: int) -> None:
        gain_power(s, me, s.counter(me, self._kept), self.rule)
        s.count_to(me, self._kept, 0)


class Hibernate(Asleep, Act, Power):
    """Action, 0 Power: you gain 1 Power for each enemy Great Old One in play, but at most as much as you have. You have
    no more actions in this phase; what Power you have stays with you when Power is gathered.
    """

    rule, faction, verb, unique, forced = "CW-WW-003", SLUG, "hibernate", True, True
    phrase, _kept, _since = "Hibernate", KEPT, "Hibernate"
    requirements = (
        Requirement("CW-WW-003", "You do not hibernate yet", lambda s, me: not s.is_spent(me, Hibernate.__name__)),
    )

    async def do(self, s: State, me: int) -> None:
        s.spent = (*s.spent, (me, self.name))
        gain_power(s, me, min(enemy_gods(s, me), s.power[me]), self.rule)


class GnophKehPrice(Power):
    """A Gnoph-Keh costs as much as you have Gnoph-Keh in your pool."""

    rule, faction, printed, about = "CW-WW-009", SLUG, "Gnoph-Keh", (CostOf.SUMMON,)

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        return set_to(s.n(me, GNOPH_KEH, POOL)) if seat == me and kind == GNOPH_KEH else None


# -- Great Old Ones ---------------------------------------------------------------------------------------------------
def glyph(rule: str) -> Requirement:
    """One of the two areas where Windwalker may start."""
    return Requirement(rule, "{0} is one of your two start areas", lambda s, me, area: area in s.config.starts[me])


class AwakenRhanTegoth(GreatOldOne, Power):
    """For 6 Power he appears in one of your two start areas, with or without a gate."""

    rule, faction, verb, kind = "CW-WW-013", SLUG, "awaken rhan-tegoth", RHAN_TEGOTH
    printed, phrase = "Awaken Rhan-Tegoth", "Awaken Rhan-Tegoth in {}"
    requirements = (asleep(RHAN_TEGOTH), glyph("CW-WW-013"))


class Eternal(Power):
    """After the kills or after the pains, for 1 Power: the kill or pain on Rhan-Tegoth comes to nothing. One result is
    all that he can take in a battle.
    """

    rule, faction = "CW-WW-014", SLUG
    special = "rhan_tegoth"

    def _wounded(self, fight: Resolution, me: int) -> list[int]:
        return [c for c in fight.units(me) if c & KIND == RHAN_TEGOTH and c < DOOMED and (kills_on(c) or pains_on(c))]

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool | No:
        if not fight.fights(me) or not self._wounded(fight, me):
            return False
        if (me, self.name) in fight.b.used:
            return No("it was used in this battle")
        return fight.s.power[me] >= fight.s.config.amounts["eternal"] or No("you have no Power")

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        s, price, foe = fight.s, fight.s.config.amounts["eternal"], fight.foe(me)
        code = self._wounded(fight, me)[0]
        result = KILL if kills_on(code) else PAIN
        gain_power(s, me, -price, self.rule)
        fight.note(me, self)
        fight.change(me, code, code % KILL)
        if s.config.rulings.one_result_for_rhan_tegoth:
            fight.b.given += ((fight.side(me), code % KILL, result, 0),)
        if result == KILL:  # it was given all the same (CW-WW-029)
            fight.b.slain[fight.side(foe)] += 1
            if s.config.two:
                repay(s, me, RHAN_TEGOTH, spared=True)
        touched = (piece(s, me, fight.b.area, RHAN_TEGOTH),)
        says(s, self, me, "pays {} Power: {} comes to nothing", price, RESULTS[result], touched=touched)


class AwakenIthaqua(GreatOldOne, Power):
    """Once Rhan-Tegoth has been awakened, for 6 Power: Ithaqua takes the place of a gate, whoever controls it, in one
    of your two start areas. His Combat is half of your opponent's Doom, rounded up.
    """

    rule, faction, verb, kind = "CW-WW-016", SLUG, "awaken ithaqua", ITHAQUA
    printed, phrase = "Awaken Ithaqua", "Awaken Ithaqua in {}"
    requirements = (
        asleep(ITHAQUA),
        Requirement("CW-WW-016", "Rhan-Tegoth has been awakened before", lambda s, me: s.was_awake(me, RHAN_TEGOTH)),
        glyph("CW-WW-016"),
        Requirement(
            "CW-WW-016",
            "A gate that may be replaced is in {0}",
            lambda s, me, area: gate_to_replace(s, area) if s.gate[area] != NO_GATE else bool(s.units_as_gates(area)),
        ),
    )
    gives_up = (3,)

    async def steps(self, s: State, me: int, area: int) -> None:
        names = s.config.map.names
        if gate_to_replace(s, area):
            before = s.holder(area)
            s.close_gate(area)
            if s.trace is not None:
                report(s, self.rule, "The gate in {} makes room", names[area], who=me, touched=(f"place:{area}:gate",))
            if before >= 0:
                await control_changed(s, area, before)
            return
        seat, kind = s.units_as_gates(area)[0]  # the only gate here is a unit
        await eliminate(s, seat, kind, area, me, self.rule, replaced=True)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add((fight.s.doom_of(foe) + 1) // 2) if kind == ITHAQUA else None


def gate_to_replace(s: State, area: int) -> bool:
    """Is a gate on the ground here that may go? A unit that counts as one is safe beside one that may not."""
    return s.gate[area] != NO_GATE and not s.is_fixed(area)


class Ferox(Power):
    """While Ithaqua is in play no enemy Monster captures your Cultists; Great Old Ones may."""

    rule, faction, about = "CW-WW-017", SLUG, (Ignores.CAPTURE,)
    special = "ithaqua"

    def ignores(self, s: State, me: int, owner: int, kind: int, area: int, what: Ignores, by: int) -> bool:
        mine = owner == me and kind in s.config.cultists[me] and s.total(me, ITHAQUA) > 0
        return mine and not s.has(by, s.config.goos[by], area)


# -- spellbooks -------------------------------------------------------------------------------------------------------
class ArcticWind(Power):
    """When Ithaqua moves, any of your units in his area go with him for nothing."""

    rule, faction, bit, asks_itself, speaks_of = "CW-WW-024", SLUG, 0, True, "Ithaqua"

    def _along(self, s: State, me: int, area: int) -> list[tuple[int, int, int]]:
        return [unit for unit in rested(s, me) if unit[1] == area]

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        return seat == me and kind in s.alike(me, ITHAQUA, self) and bool(self._along(s, me, area))

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        every = False
        while units := self._along(s, me, area):
            unit: Any = units[0]
            if not every:
                words = ["done", "all"] if len(units) > 1 or s.n(me, units[0][2] & KIND, area) > 1 else ["done"]
                unit = await choose(
                    me, "unit", [*words, *units], self, "along with Ithaqua", argument="fighter",
                    names={"all": "All of them"}, prompt=f"Arctic Wind: who goes with {s.config.name[me][kind]}?",
                )  # fmt: skip
            if unit == "done":
                return
            every = every or unit == "all"
            await travel(s, me, (units[0] if unit == "all" else unit)[2], area, to, self.rule)


class Berserkergang(Power):
    """After the battle: for each Gnoph-Keh that is given a kill the enemy must eliminate a Monster or Cultist."""

    rule, faction, bit, forced, speaks_of = "CW-WW-025", SLUG, 1, True, "Gnoph-Keh"

    def may_result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> bool:
        return owner == me and result == KILL and code & KIND in fight.s.alike(me, GNOPH_KEH, self)

    async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
        foe = fight.foe(me)
        fight.note(me, self)
        fight.owe(foe, DOOMED, 1, self.name)
        says(fight.s, self, foe, "has a Monster or Cultist to eliminate")

    def may_target(
        self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str
    ) -> bool | None:
        spared = source == self.name and owner != me and code & KIND not in fight.s.config.minions[owner]
        return False if spared else None


class Cannibalism(Power):
    """After any battle in which an enemy's unit was killed, yours or not: a Wendigo or an Acolyte comes to its area."""

    rule, faction, bit, asks_itself = "CW-WW-026", SLUG, 2, True

    def _ready(self, s: State, me: int) -> list[int]:
        return [k for k in (ACOLYTE, WENDIGO) if s.n(me, k, POOL)]

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        killed = any(fight.slew(seat) for seat in fight.b.sides if seat != me)
        return killed and bool(self._ready(fight.s, me))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, area = fight.s, fight.b.area
        options = ["done", *(figure(me, k) for k in self._ready(s, me))]
        answer = await choose(
            me, "choice", options, self, "cannibal", argument="figure", prompt="Cannibalism: who comes?"
        )
        if answer == "done":
            return
        fight.note(me, self)
        fight.b.came += ((me, kind_of(answer)),)
        await arrive(s, me, kind_of(answer), area, "placed", self.rule)


class Herald(Power):
    """A Ritual of Annihilation costs you 5 Power, wherever the marker is."""

    rule, faction, bit, printed, about = "CW-WW-031", SLUG, 3, "Herald of the Outer Gods", (CostOf.RITUAL,)

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        return set_to(s.config.amounts["herald"]) if seat == me and what is CostOf.RITUAL else None


class Howl(Power):
    """Before the battle, with a Wendigo in it: the enemy must retreat one unit to an adjacent area, both of its choice.
    It is no pain.
    """

    rule, faction, bit, speaks_of = "CW-WW-032", SLUG, 4, "Wendigo"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        there = fight.count_of(me, fight.s.alike(me, WENDIGO, self))
        alone = fight.s.config.rulings.howl_needs_a_wendigo and not there
        return No("no Wendigo is in this battle") if alone else True

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, area, names = fight.s, fight.b.area, fight.s.config.map.names
        fight.note(me, self)
        near = ways(s, foe, area, Adjacent.RETREAT)
        there = driven(s, me, foe, fight.units(foe), area)
        open_ = {code: [a for a in near if may_enter(s, foe, code & KIND, a)] for code in there}
        if not any(open_.values()):
            return  # nobody may go anywhere
        codes = [code for code, areas in open_.items() if areas]
        voice = fight.voice(foe)
        _, _, code = await choose(
            voice, "unit", fight.options(foe, codes), self, "howled away", argument="fighter",
            prompt=f"Howl: which unit of {title(s, foe)} retreats?",
        )  # fmt: skip
        name = unit_name(s, foe, code)
        if s.config.factions[foe].units[code & KIND].fleeting:  # it is gone, wherever it would go
            await fight.lose(foe, code, me, self.rule, "howled away")
            return
        to = await choose(
            voice, "area", open_[code], self, "retreat to",
            prompt=f"Where does {whose(title(s, foe))} {name} retreat?",
        )  # fmt: skip
        before = s.holder(area)
        fight.leave(foe, code, f"to {names[to]}", to)
        s.move(foe, plain(code), area, to)
        if s.trace is not None:
            touched = (piece(s, foe, area, plain(code)), piece(s, foe, to, code & KIND))
            trail = arrow(area, to, "retreat")
            report(s, self.rule, "{} retreats to {}", name, names[to], who=foe, arrow=trail, touched=touched)
            if code & KEEPER:
                gate = (f"place:{area}:gate",)
                report(s, "CW-GAT-002", "The gate in {} is abandoned", names[area], who=foe, touched=gate)
        if s.holder(area) != before:
            await control_changed(s, area, before)


class IceAge(Act, Power):
    """Action, 1 Power: your token comes to another area. Each action of an enemy that ends or does something there
    costs 1 Power more, but for controlling and abandoning gates.
    """

    rule, faction, bit, verb, shape = "CW-WW-038", SLUG, 5, "ice age", ("area",)
    phrase = "Ice Age in {}"
    about = tuple(what for what in CostOf if what not in (CostOf.CONTROL, CostOf.RITUAL, CostOf.UNIT))
    requirements = (Requirement("CW-WW-038", "Your token is not in {0} yet", lambda s, me, area: not frozen(s, area)),)

    async def do(self, s: State, me: int, area: int) -> None:
        token = s.config.token(ICE_AGE)
        s.tokens = tuple(1 << area if i == token else mask for i, mask in enumerate(s.tokens))
        says(s, self, me, "brings the Ice Age to {}", s.config.map.names[area], touched=(f"area:{area}",))

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        if seat == me or area < 0 or what not in self.about or s.phase != ACTION:
            return None
        return add(s.config.amounts["frost"]) if frozen(s, area) else None


def frozen(s: State, area: int) -> bool:
    """Does the token lie there?"""
    token = s.config.token(ICE_AGE)
    return token >= 0 and bool(s.marked(token, area))


# -- requirements -----------------------------------------------------------------------------------------------------
class FirstPlayer(SpellbookSlot):
    """You are the first player."""

    rule, faction, bit = "CW-WW-019", SLUG, 0

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.first == me


class GateInTheOtherStartArea(SpellbookSlot):
    """A gate is in the one of your two start areas where you did not start."""

    rule, faction, bit = "CW-WW-021", SLUG, 1

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        others = [a for a in s.config.starts[me] if a != s.start[me]]
        return s.start[me] >= 0 and any(s.count_gates_in(a) for a in others)

    def near(self, s: State, me: int) -> float:
        others = [a for a in s.config.starts[me] if a != s.start[me]]
        return 0.5 if any(s.has(me, s.config.cultists[me], a) for a in others) else 0.0


class AnotherHasSixSpellbooks(SpellbookSlot):
    """Another faction has six spellbooks; with two players you may give up Ithaqua instead, at any time."""

    rule, faction, bit, watches = "CW-WW-022", SLUG, 2, (Watches.ANYTHING, Watches.ACTION)

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return thing == GIVEN_UP or (thing is None and not self.far(s, me))

    def far(self, s: State, me: int) -> int:
        return max(s.config.amounts["six_books"] - max(s.count_books(f) for f in s.config.foes[me]), 0)


class TakenAtAnyTime(SpellbookSlot):
    """Whenever you like; an Elder Sign for each enemy that has six spellbooks then, three at most."""

    rule, faction, bit, watches = "CW-WW-020", SLUG, 3, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == TAKEN)

    async def on_gain(self, s: State, me: int) -> None:
        wanted = s.config.amounts
        n = sum(s.count_books(f) >= wanted["six_books"] for f in s.config.foes[me])
        await gain_signs(s, me, min(n, wanted["most_signs"]), self.rule)


class RhanTegothAwake(AwakeningSlot):
    """Awaken Rhan-Tegoth."""

    rule, faction, bit, kind, printed = "CW-WW-018", SLUG, 4, RHAN_TEGOTH, "Rhan-Tegoth awake"


class IthaquaAwake(AwakeningSlot):
    """Awaken Ithaqua."""

    rule, faction, bit, kind = "CW-WW-023", SLUG, 5, ITHAQUA


class TakeSpellbook(Power):
    """At any time, and when the game ends: take the spellbook that has no other condition."""

    rule, faction, printed = "CW-WW-042", SLUG, "Take a spellbook"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.is_open(me, TakenAtAnyTime.bit)

    async def any_time(self, s: State, me: int) -> None:
        tell(s, Watches.ACTION, me, TAKEN)

    may_end_of_game = may_any_time

    async def end_of_game(self, s: State, me: int) -> None:
        await self.any_time(s, me)
        await earn(s)


class GiveUpIthaqua(Power):
    """With two players, at any time: give up Ithaqua for the spellbook that asks for another faction's six."""

    rule, faction, printed = "CW-2PL-030", SLUG, "Give up Ithaqua"

    def may_any_time(self, s: State, me: int) -> bool:
        wanted = s.config.two and s.is_open(me, AnotherHasSixSpellbooks.bit)
        return wanted and s.home(me, ITHAQUA) < POOL

    async def any_time(self, s: State, me: int) -> None:
        with group(s, self.rule, "{} gives up Ithaqua", title(s, me), who=me):
            if await eliminate(s, me, ITHAQUA, s.home(me, ITHAQUA), me, self.rule):
                tell(s, Watches.ACTION, me, GIVEN_UP)
