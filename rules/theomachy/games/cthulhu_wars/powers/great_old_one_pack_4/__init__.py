"""Great Old One Pack 4: Nyogtha, who is two figures, and Tulzscha."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.decision import choose, nested
from .....engine.runtime.layers import Changes, add, fold
from .....engine.runtime.requirement import Requirement, is_met
from .....engine.runtime.trace import Source
from ...rules.act import COMMON, Act
from ...rules.actions import Battle
from ...rules.battle import fight_out
from ...rules.capture import Capture
from ...rules.common import (
    Gain,
    arrive,
    gain_doom,
    gain_power,
    gain_signs,
    instead,
    may_act,
    ritual_price,
    says,
    tell,
    title,
)
from ...rules.domains import GATHER, KIND, POOL
from ...rules.fight import Resolution, declare
from ...rules.leaving import Leaving
from ...rules.movement import rested, travel
from ...rules.state import State
from ...rules.timings import SLOTS, Power, SpellbookSlot
from ...rules.topics import GainOf, Watches, WouldBeEliminated
from ...rules.ways import goals
from ..independents import Awakening, ForItsSpellbook, kind_on_card, not_earned, terms
from ..market import of_card

NYOGTHA, TULZSCHA = "nyogtha", "tulzscha"
LOST, SURVIVED = "Nyogtha was lost", "Nyogtha has survived"  # what is kept of the battles of an action


BATTLE, CAPTURE = Battle(), Capture()


def holds(action: Act, s: State, me: int, area: int, foe: int) -> bool:
    """Could this action be taken there against an enemy, its price and the moment apart?"""
    return all(is_met(wanted, s, me, area, foe) for wanted in action.requirements)


# -- Nyogtha ----------------------------------------------------------------------------------------------------------
class AwakenNyogtha(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power, for both its figures."""

    rule, on, verb, phrase = "CW-IGO-020", f"box.{NYOGTHA}", "awaken nyogtha", "Awaken Nyogtha in {}"
    requirements = terms(NYOGTHA)

    async def _come(self, s: State, me: int, kind: int, area: int) -> None:
        how = "awaken"  # once: it is one Great Old One (CW-IGO-042)
        for _ in range(s.n(me, kind, POOL)):
            await arrive(s, me, kind, area, how, self.rule)
            how = "placed"


class Nyogtha(Power):
    """Each figure rolls 4 dice in a battle that you have declared, and else one."""

    rule, on = "CW-IGO-020", f"card.{NYOGTHA}"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        if kind != kind_on_card(s, me, self):
            return None
        return add(n * s.config.amounts["nyogtha_declares" if fight.b.sides[0] == me else "nyogtha_else"])


class FromBelow(Power):
    """When a figure of Nyogtha moves the other may move in the same action, for nothing; and when one fights a battle
    that you declare, the other may fight one elsewhere.
    """

    rule, on, asks_itself, printed = "CW-IGO-020", f"card.{NYOGTHA}", True, "From Below"
    special = NYOGTHA

    # Moving: the other figure, wherever it is
    def _others(self, s: State, me: int, to: int) -> list[Any]:
        kind, steps = kind_on_card(s, me, self), fold(1, s.mine(me, "reach"), s, me).value
        units = [unit for unit in rested(s, me) if unit[2] & KIND == kind]
        return [unit for unit in units if any(True for _ in goals(s, me, unit[2], unit[1], steps))]

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        mine = seat == me and kind == kind_on_card(s, me, self)
        return (
            mine
            and (kind, to) in s.moved
            and len([1 for k, _ in s.moved if k == kind]) == 1
            and bool(self._others(s, me, to))
        )

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        unit = await choose(me, "unit", ["done", *self._others(s, me, to)], self, "moves too", argument="unit",
                            prompt="From Below: does the other figure move too?")  # fmt: skip
        if unit == "done":
            return
        steps = fold(1, s.mine(me, "reach"), s, me).value
        near = list(goals(s, me, unit[2], unit[1], steps))
        there = await choose(me, "area", near, self, "moves too to", prompt="Where does it move?")
        await travel(s, me, unit[2], unit[1], there, self.rule)

    # Battle: another one elsewhere
    def _fronts(self, s: State, me: int) -> dict[str, tuple[int, int]]:
        kind = kind_on_card(s, me, self)
        return {
            f"{a} {foe}": (a, foe)
            for a in s.where(me, kind)
            for foe in s.config.foes[me]
            if s.here(foe, a) and holds(BATTLE, s, me, a, foe)
        }

    def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
        return attacker == me and s.doing == BATTLE.verb

    async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
        """Where the figures are as the battle is declared: one of them must fight in it."""
        for i, area in enumerate((*s.where(me, kind_on_card(s, me, self)), -1, -1)[:2]):
            s.count_to(me, f"{self.name} {i}", area + 1)

    def may_after_action(self, s: State, me: int) -> bool:
        areas = [s.counter(me, f"{self.name} {i}") - 1 for i in range(2)]
        fought = s.active == me and any(a >= 0 and s.fought >> a & 1 for a in areas)  # not by an enemy's battle
        return fought and bool({a for a, _ in self._fronts(s, me).values()} & {*areas})

    async def after_action(self, s: State, me: int) -> None:
        areas = [s.counter(me, f"{self.name} {i}") - 1 for i in range(2)]
        for i in range(2):
            s.count_to(me, f"{self.name} {i}", 0)
        fronts = {key: at for key, at in self._fronts(s, me).items() if at[0] in areas}
        names = {key: f"{title(s, foe)} in {s.config.map.names[a]}" for key, (a, foe) in fronts.items()}
        said = await choose(me, "choice", ["done", *names], self, "fights too", names=names,
                            prompt="From Below: does the other figure fight too?")  # fmt: skip
        if said == "done":
            return
        area, foe = fronts[str(said)]
        s.fought |= 1 << area
        declare(s, area, me, foe)
        await nested(fight_out(s))


class CapturesFromBelow(Power):
    """When a figure of Nyogtha is where you capture the other may capture too, wherever it is, for nothing."""

    rule, on, forced, printed = "CW-IGO-020", f"card.{NYOGTHA}", True, "Captures from below"
    special, about = NYOGTHA, (WouldBeEliminated.CAPTURED,)

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        captured = event.cause in self.about and event.by == me and s.doing == CAPTURE.verb and event.area < POOL
        return captured and s.n(me, kind_on_card(s, me, self), event.area) > 0

    def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
        s.count_to(me, self.name, event.area + 1)  # where it was
        return event

    def _prey(self, s: State, me: int, home: int) -> dict[str, tuple[int, int]]:
        kind = kind_on_card(s, me, self)
        there = [a for a in s.where(me, kind) if a != home or s.n(me, kind, a) > 1]
        found = [(a, foe) for a in there for foe in s.config.foes[me]]
        return {f"{a} {foe}": (a, foe) for a, foe in found if holds(CAPTURE, s, me, a, foe)}

    def may_after_action(self, s: State, me: int) -> bool:
        return s.counter(me, self.name) > 0

    async def after_action(self, s: State, me: int) -> None:
        home = s.counter(me, self.name) - 1
        s.count_to(me, self.name, 0)
        if not (prey := self._prey(s, me, home)):
            return
        names = {key: f"{title(s, foe)} in {s.config.map.names[a]}" for key, (a, foe) in prey.items()}
        said = await choose(me, "choice", ["done", *names], self, "captures too", names=names,
                            prompt="From Below: does the other figure capture too?")  # fmt: skip
        if said != "done":
            await CAPTURE.do(s, me, *prey[str(said)])


def battle_fate(s: State, me: int, fight: Resolution) -> str:
    """What a battle was for Nyogtha: lost, survived against a Great Old One, or neither."""
    kind, side = of_card(s, me, NYOGTHA), fight.side(me)
    gone = [str(x) for x in (WouldBeEliminated.KILLED, WouldBeEliminated.ELIMINATED, WouldBeEliminated.SURROUNDED)]
    fates = [fate for f, c, fate, _ in fight.b.fates if f == side and c & KIND == kind]
    if any(fate in gone for fate in fates):
        return LOST
    there = bool(fates) or fight.count(me, kind) > 0
    return SURVIVED if there and fight.has_goo(fight.foe(me)) else ""


class BothBattlesCount(Power):
    """Of two battles of one action all its figures must survive both: what came of the first is kept until then."""

    rule, on, forced, aside, printed = "CW-IGO-048", f"card.{NYOGTHA}", True, True, "Both battles of Nyogtha"

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        keeps = fight.fights(me) and not fight.s.config.rulings.each_battle_of_nyogtha_counts
        return keeps and bool(battle_fate(fight.s, me, fight))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        fight.s.count_to(me, battle_fate(fight.s, me, fight), 1)

    def _over(self, s: State, me: int) -> bool:
        """Is no other battle of the action to come?"""
        said = any(s.counter(me, word) for word in (LOST, SURVIVED))
        return said and not any(power.may_after_action(s, me) for _, power, _ in s.mine(me, "after_action")
                                if isinstance(power, FromBelow))  # fmt: skip

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is None and self._over(s, me)

    async def any_time(self, s: State, me: int) -> None:
        survived = s.counter(me, SURVIVED) and not s.counter(me, LOST)
        for word in (LOST, SURVIVED):
            s.count_to(me, word, 0)
        if survived:
            tell(s, Watches.ACTION, me, SURVIVED)


class SurvivedAGreatOldOne(SpellbookSlot):
    """All figures of Nyogtha in a battle against an enemy Great Old One survive it; of two battles of one action all
    in both.
    """

    rule, on, watches = "CW-IGO-020", f"card.{NYOGTHA}", (Watches.BATTLE, Watches.ACTION)

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        if isinstance(thing, str):
            return thing == SURVIVED
        return bool(s.config.rulings.each_battle_of_nyogtha_counts) and battle_fate(s, me, thing) == SURVIVED


class NightmareWeb(Act, Power):
    """Action, 2 Power: a figure of the pool comes to an area with a unit of yours, while the other is in play."""

    rule, on, verb, shape, category = "CW-IGO-020", f"book.{NYOGTHA}", "nightmare web", ("area",), COMMON
    phrase = "Awaken the other figure of Nyogtha in {}"
    requirements = (
        Requirement(
            "CW-IGO-020",
            "A figure of Nyogtha is in your pool",
            lambda s, me: s.n(me, of_card(s, me, NYOGTHA), POOL) > 0,
        ),
        Requirement("CW-IGO-020", "A unit of yours is in {0}", lambda s, me, area: bool(s.here(me, area))),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        await arrive(s, me, kind_on_card(s, me, self), area, "placed", self.rule)


# -- Tulzscha ---------------------------------------------------------------------------------------------------------
class AwakenTulzscha(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-021", f"box.{TULZSCHA}", "awaken tulzscha", "Awaken Tulzscha in {}"
    requirements = terms(TULZSCHA)


class UndyingFlame(Power):
    """When Power is gathered: 1 Doom if somebody has more Doom than you, 1 Elder Sign if somebody has more of them, and
    1 Power if somebody has more Power.
    """

    rule, on, forced = "CW-IGO-021", f"card.{TULZSCHA}", True
    special = TULZSCHA

    def may_any_time(self, s: State, me: int) -> bool:
        return s.phase == GATHER and not s.is_spent(me, self.name)

    async def any_time(self, s: State, me: int) -> None:
        s.spent = tuple(sorted({*s.spent, (me, self.name)}))
        n, foes = s.config.amounts["flame"], s.config.foes[me]
        doom, power = any(s.doom[f] > s.doom[me] for f in foes), any(s.power[f] > s.power[me] for f in foes)
        signs = any(len(s.signs[f]) > len(s.signs[me]) for f in foes)
        if doom:
            gain_doom(s, me, n, self.rule, self.name)
        if power:
            why: list[Source] = [(self.name, n, self.rule)]
            gain_power(s, me, n, self.rule, why)
        if signs:
            await gain_signs(s, me, n, self.rule)


class GiftOfTulzscha(ForItsSpellbook, Power):
    """As your action each enemy gains 2 Power."""

    rule, on, verb, phrase = "CW-IGO-021", f"card.{TULZSCHA}", "tulzscha gift", "Give each enemy 2 Power for Tulzscha"
    requirements = (not_earned(TULZSCHA, "CW-IGO-021"),)

    async def do(self, s: State, me: int, *args: Any) -> None:
        n = s.config.amounts["tulzscha_power"]
        for foe in s.order(me)[1:]:
            why: list[Source] = [(self.name, n, self.rule)]
            gain_power(s, foe, n, self.rule, why)
        await super().do(s, me)


class EnemiesHavePower(SpellbookSlot):
    """As your action you have given each enemy 2 Power."""

    rule, on, watches = "CW-IGO-021", f"card.{TULZSCHA}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == GiftOfTulzscha.verb)


class CeremonyOfAnnihilation(Power):
    """Instead of your ritual: you pay nothing, gain neither Doom nor Elder Signs, and gain its price as Power. The
    marker goes on.
    """

    rule, on, printed = "CW-IGO-021", f"book.{TULZSCHA}", "Ceremony of Annihilation"

    def may_in_phase(self, s: State, me: int) -> bool:
        return "ritual" not in (s.slot or ()) and may_act(s, me, "ritual")

    async def in_phase(self, s: State, me: int) -> None:
        n = ritual_price(s, me)
        s.slot = (*(s.slot or ()), "ritual")
        s.ritual = min(s.ritual + 1, len(s.config.track))
        why: list[Source] = [(self.name, n, self.rule)]
        gain_power(s, me, n, self.rule, why)
        says(s, self, me, "performs its ceremony: the marker goes on", touched=("track:ritual",))
        await instead(s, Gain(me, GainOf.RITUAL_DOOM, 0), s.order(me)[1:])  # what a ritual is for others
        for seat in s.order(me) if Watches.RITUAL in SLOTS.watched else ():
            tell(s, Watches.RITUAL, seat, me)
