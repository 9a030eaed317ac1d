"""What powers of dashboards share: who bears one, what it costs, what an active or offensive one asks."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from ....engine.errors import RulesError
from ....engine.runtime.ability import MUST, Bearer, No
from ....engine.runtime.decision import choose
from ....engine.runtime.requirement import Action, Requirement
from ..rules import assault
from ..rules.actions import SIMPLE, Aimed, acting, known, not_done, on_board, one_left
from ..rules.battle import area_attack, throw
from ..rules.cards import funds, pay
from ..rules.config import POWER, PowerCard
from ..rules.manoeuvres import lacking
from ..rules.sight import Spec, distance, fits, range_of, visible, within
from ..rules.state import AREA_ATTACK, ATTACKED, CHILLED, NORMAL, Fight, State
from ..rules.timings import VOCABULARY, Power, barred_by
from ..rules.topics import MayAct


def card_of(power: Power, s: State, unit: int) -> PowerCard:
    """The power as the dashboard of its bearer prints it."""
    at = s.config.abilities[unit].index(power)
    assert s.config.kinds[unit][at] == POWER
    return s.config.units[unit].powers[s.config.cards[unit][at]]


def dice_of(power: Power, s: State, unit: int) -> int:
    """What the current row shows for a power: dice, 1 while it is available, 0 for a dash (MB-POW-004)."""
    return s.dice_of(unit, s.config.cards[unit][s.config.abilities[unit].index(power)])


def number_of(power: Power, s: State) -> int:
    """The number of a power in masks and rows of the state."""
    return s.config.numbers[power.name]


def price(power: Power, s: State, unit: int) -> int:
    """What it costs in Art of War cards (MB-POW-003)."""
    return card_of(power, s, unit).cost


def affordable(power: Power, s: State, me: Bearer) -> bool | No:
    """Can the price of a reacting power be paid, by whoever commands its bearer? By a ruling it then must."""
    seat, cost = s.commander(me.unit), price(power, s, me.unit)
    if cost and s.fight is not None and s.fight.attacker == me.unit and not s.allied(s.fight.by, seat):
        return No("an enemy who strikes with it spends no Art of War cards")  # MB-AREA-004
    if funds(s, seat) < cost:
        return lacking(s, seat, f"it costs {cost} Art of War card{'' if cost == 1 else 's'}")
    return MUST if s.config.rulings.must_pay_for_triggered else True


async def pay_for(power: Power, s: State, me: Bearer) -> None:
    """Pay the price of a power."""
    await pay(s, s.commander(me.unit), price(power, s, me.unit), power)


def available(power: Power, s: State, unit: int) -> bool:
    """Is a power in force by itself, not only since something that it did lasts (MB-POW-004, MB-TOK-002)?"""
    return s.speaks(unit, s.config.abilities[unit].index(power))


def unused(power: Power, s: State, me: Bearer) -> bool | No:
    """May an active power be used outside the menu of actions (MB-POW-009, MB-TER-009, MB-TER-018)?"""
    a = s.activation
    if a is None or a.unit != me.unit or a.used >> number_of(power, s) & 1 or not available(power, s, me.unit):
        return False
    if a.did(CHILLED):
        return No("it began in a polar area")
    if silenced := barred_by(s, MayAct.POWERS, me.unit):
        return No(silenced)
    seat, cost = s.commander(me.unit), price(power, s, me.unit)
    if funds(s, seat) >= cost:
        return True
    return lacking(s, seat, f"it costs {cost} Art of War card{'' if cost == 1 else 's'}")


async def rolls_again(s: State, fight: Fight, power: Power, me: Bearer) -> None:
    """Some dice of the first assault are rolled again, whatever they show; the figure `dice` says how many at most."""
    seat = fight.by if me.unit == fight.attacker else s.commander(me.unit)
    ways = assault.rerolls(fight.rolled, power.figure(s, "dice"))[1:]  # the first is none
    again = await choose(seat, "choice", ways, power, "roll again", argument="dice")
    faces = await throw(s, len(again), power.rule, "rolled again")
    fight.rolled = assault.rerolled(fight.rolled, again, faces)


def usable(power: Power) -> tuple[Requirement, ...]:
    """What every active or offensive power asks (MB-POW-003, MB-POW-004, MB-POW-009, MB-TER-009, MB-TER-018)."""
    return (
        Requirement(
            "MB-POW-004",
            "It is available in the current row",
            lambda s, me: bool(dice_of(power, s, acting(s))),
        ),
        Requirement(
            "MB-POW-009",
            "It was not used in this turn",
            lambda s, me: s.activation is not None and not s.activation.used >> number_of(power, s) & 1,
        ),
        Requirement(
            "MB-TER-009",
            "The unit did not begin in a polar area",
            lambda s, me: s.activation is not None and not s.activation.did(CHILLED),
        ),
        Requirement(
            "MB-TER-018",
            "Nothing silences its powers",
            lambda s, me: not barred_by(s, MayAct.POWERS, acting(s)),
            fault=lambda s, me: barred_by(s, MayAct.POWERS, acting(s)),
        ),
        Requirement(
            "MB-POW-003",
            "Its price can be paid",
            lambda s, me: funds(s, me) >= price(power, s, acting(s)),
            lambda s, me: f"{funds(s, me)} of {price(power, s, acting(s))}",
        ),
    )


class ActivePower(Power, Action[State], abstract=True):
    """A power that its bearer may use once in its activation (MB-POW-009): subclasses give `needs` and `work`."""

    when = SIMPLE
    needs: ClassVar[tuple[Requirement, ...]] = ()

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:  # type: ignore[override]  # follows from the power
        """What it asks."""
        return (on_board(), *usable(self), *self.needs)

    async def do(self, s: State, me: int, *args: object) -> None:
        source = Bearer(s.owner[acting(s)], acting(s))
        note_use(self, s)
        await pay_for(self, s, source)
        await self.work(s, source, *args)

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        """What it does, once it is paid."""
        raise NotImplementedError


def note_use(power: Power, s: State) -> None:
    """It was used in this turn."""
    assert s.activation is not None
    s.activation.used |= 1 << number_of(power, s)


class AttackPower(Power, Aimed, abstract=True):
    """An offensive power that is a normal attack with X dice (MB-POW-010, MB-POW-011).

    Its figures are `range` (none: that of the unit) and `least`; `targets` are the types of unit that it may hit.
    """

    when = SIMPLE
    targets: ClassVar[frozenset[int]] = frozenset()
    needs: ClassVar[tuple[Requirement, ...]] = ()

    def before(self) -> tuple[Requirement, ...]:
        return (one_left(), not_done(ATTACKED, "It has not attacked yet"), *usable(self), *self.needs)

    def aim(self, s: State, unit: int) -> Spec:
        return spec_of(self, s, unit, kinds=self.targets)

    def done(self, s: State) -> None:
        super().done(s)
        note_use(self, s)

    async def do(self, s: State, me: int, target: tuple[int, int]) -> None:
        await pay_for(self, s, Bearer(s.owner[acting(s)], acting(s)))
        await super().do(s, me, target)


def spec_of(
    power: Power, s: State, unit: int, manner: int = NORMAL, kinds: frozenset[int] = frozenset(), *, allies: bool = True
) -> Spec:
    """The attack of a power with X dice, by its figures."""
    asked = power, unit, s.vitality[unit], manner, kinds, allies
    found: Spec | None = s.config.memory.get(asked)
    if found is None:
        figures = s.config.facts.table(power.at)
        reach, least = figures.get("range", -1), figures.get("least", 0)
        found = Spec(unit, manner, number_of(power, s), dice_of(power, s, unit), reach, least, kinds, allies)
        VOCABULARY.remember(s.config, asked, found)
    return found


class AreaPower(Power, Action[State], abstract=True):
    """An offensive power that is an area attack with X dice (MB-AREA-001): `allies` false spares them."""

    shape = ("area with enemies",)
    when = SIMPLE
    allies: ClassVar[bool] = True
    targets: ClassVar[frozenset[int]] = frozenset()
    needs: ClassVar[tuple[Requirement, ...]] = ()

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:  # type: ignore[override]  # follows from the power
        """What it asks."""
        return (
            one_left(),
            not_done(ATTACKED, "It has not attacked yet"),
            *usable(self),
            *self.needs,
            on_board(),
            *aimed_at_area(self),
        )

    def aim(self, s: State, unit: int) -> Spec:
        """What the attack is."""
        return spec_of(self, s, unit, manner=AREA_ATTACK, kinds=self.targets, allies=self.allies)

    async def do(self, s: State, me: int, area: int) -> None:
        assert s.activation is not None
        unit = acting(s)
        spec = self.aim(s, unit)
        s.activation.do(ATTACKED)
        s.activation.simple += 1
        note_use(self, s)
        await pay_for(self, s, Bearer(s.owner[unit], unit))
        await area_attack(s, spec, area, self)


def aimed_at_area(power: AreaPower) -> tuple[Requirement, ...]:
    """What makes an area a target of an area attack (MB-AREA-001, MB-AREA-002)."""

    def spec(s: State) -> Spec:
        return power.aim(s, acting(s))

    return (
        Requirement(
            "MB-AREA-002",
            "{0} is within range",
            lambda s, me, area: within(s, spec(s), area),
            lambda s, me, area: f"{distance(s, acting(s), area)} of {range_of(s, spec(s), area).value}",
            against=lambda s, me, area: (f"area:{area}",),
        ),
        Requirement(
            "MB-AREA-002",
            "{0} is visible",
            lambda s, me, area: visible(s, acting(s), area),
        ),
        Requirement(
            "MB-AREA-001",
            "An enemy that it may hit is in {0}",
            lambda s, me, area: any(fits(s, spec(s), unit) for unit in s.units_in(area)),
        ),
    )


def token_of(power: Power, s: State, maker: int) -> int:
    """The kind of token that a power of a unit has (MB-TOK-001)."""
    for token, kind in enumerate(s.config.tokens):
        if kind.maker == maker and kind.power == power.name:
            return token
    raise RulesError(f"{power.name} has no tokens")


def attacks(s: State, me: int) -> tuple[Action[State], ...]:
    """The attacks that the unit which acts knows at this moment: its own, and those of its powers."""
    return tuple(
        action
        for action in known(s, me)
        if isinstance(action, Aimed | AreaPower) and all(moment.test(s, me) for moment in action.when)
    )
