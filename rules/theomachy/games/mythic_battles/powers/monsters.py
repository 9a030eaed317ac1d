"""The powers of the monsters, in the order of the rulebook; then those of the house."""

from __future__ import annotations

from functools import cached_property

from ....engine.runtime.ability import Bearer, No
from ....engine.runtime.decision import choose
from ....engine.runtime.layers import Change, add
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import report
from ..rules.actions import SIMPLE, acting, not_done, on_board, one_left, steps
from ..rules.battle import area_attack, normal_attack
from ..rules.config import GOD, HERO, MONSTER, TITAN, TROOP
from ..rules.maps import AQUATIC, LAVA, RIFT
from ..rules.movement import Journey, around, displace, points, travel
from ..rules.sight import Spec, area_fits, distance, into_full, visible, within
from ..rules.state import AREA_ATTACK, ATTACKED, FOR_ACTIVATION, NORMAL, Fight, State
from ..rules.timings import ADVANCE, RUN, WALK, Death, Power, barred_by
from ..rules.topics import How, MayAct
from ..rules.wounds import destroy, does, drop, heal, in_pool, movable, name
from .common import (
    ActivePower,
    AreaPower,
    AttackPower,
    affordable,
    dice_of,
    note_use,
    pay_for,
    rolls_again,
    spec_of,
    token_of,
    usable,
)


def in_place_of_attack(power: Power, s: State) -> None:
    """An offensive power is being used: it replaces the simple attack (MB-POW-010)."""
    assert s.activation is not None
    s.activation.do(ATTACKED)
    s.activation.simple += 1
    note_use(power, s)


# -- Minotaur ---------------------------------------------------------------------------------------------------------
class Charge(Power, Action[State]):
    """Enter up to movement +1 areas as in a walk that no enemy ends, and attack each that holds an enemy, once, all in
    it with X dice. An enemy with Block forbids it at the start, and ends it on the way after the attack there.
    """

    of, key, rule = "minotaur", "charge", "MB-UTL-029"
    verb, shape, phrase, when = "charge", ("next area",), "Charge into {}", SIMPLE

    def _trip(self, s: State) -> Journey:
        """A Charge that is about to begin."""
        unit = acting(s)
        return Journey(unit, ADVANCE, points(s, unit, ADVANCE).value + self.figure(s, "further"), 0)

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:  # type: ignore[override]  # follows from the power
        """What it asks."""
        return (
            one_left(),
            not_done(ATTACKED, "It has not attacked yet"),
            *usable(self),
            *steps(ADVANCE, WALK, self._trip),
        )

    async def do(self, s: State, me: int, area: int) -> None:
        unit = acting(s)
        trip, first = self._trip(s), spec_of(self, s, unit)._replace(manner=AREA_ATTACK)
        in_place_of_attack(self, s)
        await pay_for(self, s, Bearer(s.owner[unit], unit))
        struck: set[int] = set()

        async def arrived() -> bool:
            """The attack on the area where he is now; may he go on?"""
            here = s.place[unit]
            if here < 0:
                return False
            # no enemy stops him in a rift, where he must not stay (MB-TER-012)
            held = s.terrain(here) != RIFT and bool(barred_by(s, WALK, unit))
            # a begun power is carried out (MB-GEN-007): without a number in its row, with the one it began with
            spec = first._replace(dice=dice_of(self, s, unit) or first.dice)
            if here not in struck and area_fits(s, spec, here):
                struck.add(here)
                await area_attack(s, spec, here, self)
            return not held

        await travel(s, trip, area, self, arrived)


class Bloodlust(Power):
    """Once in each attack of his: roll up to two dice of the first assault again, before the blanks go."""

    of, key, rule = "minotaur", "bloodlust", "MB-UTL-030"

    def may_dice_rolled(self, s: State, me: Bearer, fight: Fight) -> bool:
        return me.unit == fight.asking == fight.attacker and bool(fight.rolled)

    async def dice_rolled(self, s: State, me: Bearer, fight: Fight) -> None:
        await rolls_again(s, fight, self, me)


# -- Hydra ------------------------------------------------------------------------------------------------------------
class Onslaught(Power, Action[State]):
    """A normal attack with X dice on each enemy that she sees within her range as it begins, one after the other."""

    of, key, rule = "hydra", "onslaught", "MB-UTL-032"
    verb, phrase, when = "onslaught", "Onslaught", SIMPLE

    def _prey(self, s: State) -> list[int]:
        """The enemies that she sees within her range."""
        unit = acting(s)
        if unit < 0 or s.place[unit] < 0:
            return []
        spec, here = Spec(unit), s.owner[unit]
        return [
            other
            for other, area in enumerate(s.place)
            if area >= 0 and not s.allied(here, s.owner[other]) and within(s, spec, area) and visible(s, unit, area)
        ]

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:  # type: ignore[override]  # follows from the power
        """What it asks."""
        return (
            one_left(),
            not_done(ATTACKED, "It has not attacked yet"),
            on_board(),
            *usable(self),
            Requirement("MB-TGT-002", "An enemy is within its range and visible", lambda s, me: bool(self._prey(s))),
        )

    async def do(self, s: State, me: int, *args: object) -> None:
        unit = acting(s)
        first, left = spec_of(self, s, unit), self._prey(s)
        in_place_of_attack(self, s)
        await pay_for(self, s, Bearer(s.owner[unit], unit))
        while not s.ended and s.place[unit] >= 0:
            spec = first._replace(dice=dice_of(self, s, unit) or first.dice)
            pairs = [(other, at) for other in left for at in self._ranges(s, spec, other)]
            if not pairs:
                break
            other, at = await choose(s.commander(unit), "choice", pairs, self, "next prey", argument="any target")
            left.remove(other)
            await normal_attack(s, spec, other, at, self)

    def _ranges(self, s: State, spec: Spec, other: int) -> list[int]:
        """At which ranges it can be attacked now; who has left her range is skipped."""
        area = s.place[other]
        if area < 0 or not within(s, spec, area):
            return []
        far = distance(s, spec.unit, area)
        return [far, 0] if far and into_full(s, spec, area) else [far]


class Regeneration(Power):
    """At the start of each of her activations she regains a point of vitality."""

    of, key, rule, forced = "hydra", "regeneration", "MB-UTL-033", True
    alone = ("activation_start",)

    def may_activation_start(self, s: State, me: Bearer, unit: int) -> bool:
        return unit == me.unit and s.vitality[unit] < s.config.units[unit].most

    async def activation_start(self, s: State, me: Bearer, unit: int) -> None:
        heal(s, unit, self.figure(s, "heal"), self)


# -- Cerberus ---------------------------------------------------------------------------------------------------------
class ThreeHeadedBite(AttackPower):
    """A normal attack with X dice at range 0 on a divinity, hero or monster."""

    of, key, rule, targets = "cerberus", "three_headed_bite", "MB-UTL-035", frozenset({GOD, TITAN, HERO, MONSTER})
    printed = "Three-headed Bite"
    verb, phrase = "bite", "Three-headed Bite on {}"


class BlazingBreath(AreaPower):
    """X dice against each enemy troop of the own area or one next door that he sees; nobody else is touched."""

    of, key, rule, targets, allies = "cerberus", "blazing_breath", "MB-UTL-035", frozenset({TROOP}), False
    verb, phrase = "blazing breath", "Blazing Breath in {}"


# -- Medusa -----------------------------------------------------------------------------------------------------------
class Petrify(ActivePower):
    """Enemy troops in her area are destroyed; then other enemies there get a stone token each: they are not activated
    and do not retaliate. The tokens come off at the start of her player's next turn.
    """

    of, key, rule, forced = "medusa", "petrify", "MB-UTL-037", True
    about = (MayAct.ACTIVATE, MayAct.SIMPLE, MayAct.RETALIATE)
    verb, phrase = "petrify", "Petrify all who see her"

    @cached_property
    def needs(self) -> tuple[Requirement, ...]:  # type: ignore[override]  # follows from the power
        """What it asks besides."""
        return (
            Requirement(
                self.rule,
                "There is somebody in its area to turn to stone",
                lambda s, me: bool(self._troops(s, acting(s)) or self._others(s, acting(s))),
            ),
        )

    def _troops(self, s: State, unit: int) -> list[int]:
        """The troops in her area that die."""
        units = [other for other in s.units_in(s.place[unit]) if s.config.units[other].is_troop]
        if s.config.rulings.petrify_takes_allies:
            return units
        return [other for other in units if not s.friends(unit, other)]

    def _others(self, s: State, unit: int) -> list[int]:
        """The enemies in her area that can get a token, as long as the pool lasts."""
        token = token_of(self, s, unit)
        if in_pool(s, token) <= 0:
            return []
        return [
            other
            for other in s.units_in(s.place[unit])
            if s.config.units[other].kind in (GOD, TITAN, HERO, MONSTER)
            and not s.friends(unit, other)
            and (token, other) not in s.tokens
        ]

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        player = s.commander(me.unit)
        left = self._troops(s, me.unit)
        while left and not s.ended:
            unit = await choose(player, "unit", left, self, "turned to stone", argument="unit")
            left.remove(unit)
            await destroy(s, unit, me.unit)
        token = token_of(self, s, me.unit)
        while s.place[me.unit] >= 0 and not s.ended and (others := self._others(s, me.unit)):
            unit = await choose(player, "unit", others, self, "turned to stone", argument="unit")
            s.lay(token, unit)
            report(
                s,
                self.rule,
                does(s, unit, "{} is turned to stone"),
                name(s, unit),
                who=s.owner[unit],
                touched=(f"piece:{unit}",),
            )

    def may_act(self, s: State, me: Bearer, what: MayAct | How, unit: int) -> No | None:
        if (what is MayAct.SIMPLE) is not s.config.rulings.stone_bars_simple_actions:
            return None
        return No("it is turned to stone") if (token_of(self, s, me.unit), unit) in s.tokens else None

    async def turn_start(self, s: State, me: Bearer) -> None:
        token = token_of(self, s, me.unit)
        for unit in [u for t, u in s.tokens if t == token]:
            s.lift(token, unit)
            report(
                s,
                self.rule,
                does(s, unit, "{} is stone no longer"),
                name(s, unit),
                who=s.owner[unit],
                touched=(f"piece:{unit}",),
            )


# -- Phoenix ----------------------------------------------------------------------------------------------------------
class BurningWake(AreaPower):
    """An area attack with X dice on its own area or one next door that it sees; allies are struck too."""

    of, key, rule = "phoenix", "burning_wake", "MB-UTL-044"
    verb, phrase = "burning wake", "Burning Wake in {}"


class RiseFromAsh(Power):
    """Once, when it would be destroyed: it stays, drops its stone, and has vitality 3."""

    of, key, rule, forced = "phoenix", "rise_from_ash", "MB-UTL-044", True
    printed = "Rise from Ash"

    def may_would_be_eliminated(self, s: State, me: Bearer, event: Death) -> bool:
        return event.unit == me.unit and in_pool(s, token_of(self, s, me.unit)) > 0

    def would_be_eliminated(self, s: State, me: Bearer, event: Death) -> None:
        s.gone[token_of(self, s, me.unit)] += 1
        drop(s, me.unit, self)
        s.vitality[me.unit] = 0
        heal(s, me.unit, self.figure(s, "vitality"), self)


# -- Ismenian Drakon --------------------------------------------------------------------------------------------------
class Coils(Power):
    """Enemies that begin a walk or run next door, where it sees them, have -1 movement."""

    of, key, rule = "ismenian_drakon", "coils", "MB-UNI-008"

    def reach(self, s: State, me: Bearer, unit: int, how: How) -> Change | None:
        if how not in (WALK, RUN) or s.friends(me.unit, unit):
            return None
        here, there = s.place[me.unit], s.place[unit]
        if there < 0 or not s.config.map.near_mask[here] >> there & 1 or not visible(s, me.unit, there):
            return None
        return add(-self.figure(s, "movement"))


class SownTeeth(Power):
    """When it has lost vitality to an attack: an allied troop gets a lost miniature back."""

    of, key, rule = "ismenian_drakon", "sown_teeth", "MB-POW-006"

    def _troops(self, s: State, me: Bearer) -> list[int]:
        return [
            unit
            for unit, area in enumerate(s.place)
            if area >= 0 and s.config.units[unit].is_troop and s.friends(me.unit, unit) and not s.complete(unit)
        ]

    def may_result_assigned(self, s: State, me: Bearer, fight: Fight) -> bool | No:
        if fight.target != me.unit:
            return False
        if not self._troops(s, me):
            return No("no allied troop on the board has lost a miniature")
        return affordable(self, s, me)

    async def result_assigned(self, s: State, me: Bearer, fight: Fight) -> None:
        await pay_for(self, s, me)
        unit = await choose(
            s.commander(me.unit), "unit", self._troops(s, me), self, "troop that grows", argument="unit"
        )
        heal(s, unit, self.figure(s, "miniatures"), self)


# -- Brazen Bull ------------------------------------------------------------------------------------------------------
class FurnaceBreath(AreaPower):
    """An area attack with X dice on an area next door that it sees; allies are struck too."""

    of, key, rule = "bull_of_kolchis", "furnace_breath", "MB-POW-010"
    verb, phrase = "furnace breath", "Furnace Breath in {}"


class BathedInFire(Power):
    """It regains a point of vitality where it begins an activation in lava."""

    of, key, rule, forced = "bull_of_kolchis", "bathed_in_fire", "MB-POW-007", True
    alone = ("activation_start",)
    printed = "Bathed in Fire"

    def may_activation_start(self, s: State, me: Bearer, unit: int) -> bool:
        burns = s.place[unit] >= 0 and s.terrain(s.place[unit]) == LAVA
        return unit == me.unit and burns and s.vitality[unit] < s.config.units[unit].most

    async def activation_start(self, s: State, me: Bearer, unit: int) -> None:
        heal(s, unit, self.figure(s, "heal"), self)


# -- Ketos ------------------------------------------------------------------------------------------------------------
class DragUnder(Power):
    """An enemy that its normal attack has wounded, and that lives, drops its stone and is moved into the water."""

    of, key, rule, forced = "ketos", "drag_under", "MB-POW-008", True

    def _waters(self, s: State, unit: int) -> list[int]:
        return [area for area in around(s, unit) if s.terrain(area) in AQUATIC]

    def may_battle_end(self, s: State, me: Bearer, fight: Fight) -> bool | No:
        unit = fight.target
        if me.unit != fight.asking or me.unit != fight.attacker or fight.manner != NORMAL or not fight.wounds:
            return False
        if s.place[unit] < 0:
            return No("the enemy is destroyed")
        if not movable(s, unit):
            return No(f"nothing moves {name(s, unit)}")
        return bool(self._waters(s, unit)) or No("no water next to it lets the enemy in")

    async def battle_end(self, s: State, me: Bearer, fight: Fight) -> None:
        for _ in range(self.figure(s, "areas")):
            if s.ended or s.place[fight.target] < 0:
                return
            await displace(s, fight.target, self._waters(s, fight.target), s.commander(me.unit), self)


class Breach(Power):
    """+1 offence in an activation that it begins in aquatic terrain."""

    of, key, rule, forced, lasts = "ketos", "breach", "MB-UNI-007", True, True
    alone = ("activation_start",)

    def may_activation_start(self, s: State, me: Bearer, unit: int) -> bool:
        return unit == me.unit and s.place[unit] >= 0 and s.terrain(s.place[unit]) in AQUATIC

    async def activation_start(self, s: State, me: Bearer, unit: int) -> None:
        s.last(self, me, unit, FOR_ACTIVATION)

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or not s.lasts(self, me.unit, me.unit):
            return None
        return add(self.figure(s, "offence"))
