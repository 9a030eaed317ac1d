"""The battles of Cthulhu Wars for the calculator: two factions in an area, their units, powers, what they give up.

Source: CW-BAT-001 to CW-BAT-034. Losses go by the order of a side's policy; a power that asks is used, unless its
switch is off; what it asks further is answered plainly.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ....engine.runtime.area_fights import AreaFights, Kind, dice, read
from ....engine.runtime.line_up import Reply, Row, frozen
from ..rules.actions import Battle
from ..rules.battle import STAGES, battle, take_kills
from ..rules.common import notice
from ..rules.config import GOO
from ..rules.domains import ACTION, AFTER, DOOMED, KEEPER, KILL, KIND, PAIN, POOL
from ..rules.fight import RESULTS, Resolution, muster
from ..rules.timings import CARD_BIT, VOCABULARY, Power
from ..rules.topics import Limit

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.line_up import Measured, Setting
    from ..rules.state import BattleRecord, State

TIMINGS = (
    "dice", "takes_part", "fixed_results", "may_target", "would_score", "would_take_result",
    "would_be_eliminated", "would_retreat", "battle_declared", "pre_battle", "dice_rolled", "result_assigned",
    "post_battle", "on_retreat", "battle_end",
)  # fmt: skip
AFTER_DICE = next(i for i, (_, _, stage) in enumerate(STAGES) if stage is take_kills)
EATEN = "eaten before the dice"


class Battles(AreaFights):
    """Any battle between two factions in one area."""

    pool, rule = POOL, "CW-BAT-001"
    widest = MappingProxyType({"players": 4, "preset": "four"})
    losses = (*(f"takes {result}" for result in RESULTS.values()), "is eliminated", "lost as surrounded")
    policies = (("cheapest", "Cheapest"), ("keeper", "Keeper last"), ("hand", "By hand"))

    def titles(self, s: State, seat: int) -> str:
        return s.config.factions[seat].title

    def kind_of(self, s: State, seat: int, kind: int) -> Kind:
        unit = s.config.factions[seat].units[kind]
        figure = "varies" if unit.rank == GOO and not unit.combat else dice(unit.combat)
        return Kind(unit.name, figure, unit.icon, unit.rule, unit.costs[0])

    def class_id(self, code: int) -> str:
        return f"{code & KIND}:keeper" if code & KEEPER else str(code & KIND)

    def classes(self, s: State, seat: int) -> dict[str, int]:
        return {self.class_id(kind | mark): kind for kind in s.config.kinds[seat] for mark in (0, KEEPER)}

    def standing(self, s: State, policy: str, seat: int, class_: str, kind: Kind) -> tuple[Any, ...]:
        keeps = class_.endswith("keeper")
        return policy == "keeper" and keeps, kind.cost, keeps

    def policy_of(self, s: State, setting: Setting, side: int) -> str:
        area, sides = read(setting)
        if not setting.policy(side) and s.keeper(sides[side], area) >= 0:
            return "keeper"
        return super().policy_of(s, setting, side)

    def note_of(self, s: State, seat: int, kind: int, area: int) -> str:
        return "on the gate" if s.keeper(seat, area) == kind else ""

    # -- drawing up ---------------------------------------------------------------------------------------------------
    def powers(self, s: State, seat: int) -> list[Power]:
        found = [power for _, power in s.key.seats[seat].pairs if _fights(s, seat, power)]
        for power in VOCABULARY.abilities:
            if isinstance(power, Power) and power not in found and power.faction == s.config.slugs[seat]:
                if power.bit < CARD_BIT and not power.on and _fights(s, seat, power):
                    found.append(power)
        return found

    def turn(self, s: State, seat: int, power: Power, *, own: bool, on: bool) -> None:
        item = seat, power.name
        if on and not own:
            s.hushed = tuple(row for row in s.hushed if row != item)
            s.lent = (*s.lent, item)
        elif own and not on:
            s.hushed = (*s.hushed, item)

    def declare(self, s: State, area: int, sides: tuple[int, int]) -> None:
        for at in range(len(s.config.map.names)):
            if s.deserted(at):
                s.open_gate(at)
        s.phase, s.active, s.slot = ACTION, sides[0], None
        s.doing, s.stage, s.fought = Battle.verb, AFTER, s.fought | 1 << area

    def mustered(self, s: State, area: int, sides: tuple[int, int]) -> BattleRecord:
        notice(s)  # what is met before the fight is not earned by it
        return muster(s, area, *sides)

    def total(self, s: State, side: int) -> int:
        assert s.battle is not None
        return Resolution(s, s.battle).dice(s.battle.sides[side], s.battle.sides[1 - side]).value

    def step(self, s: State) -> Asking[None]:
        return battle(s)

    # -- policies -----------------------------------------------------------------------------------------------------
    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        options = decision.options
        if decision.what in self.losses:
            return Reply(self.given_up(s, setting, [unit for unit in options if isinstance(unit, tuple)]))
        if decision.what in ("retreat to", "who leaves next") or decision.kind == "power":
            return Reply(options[0])
        if decision.what == "absorb":
            eaten = s.battle is not None and any(fate == EATEN for _, _, fate, _ in s.battle.fates)
            meals = {meal: eater for eater, meal in (o for o in options if isinstance(o, tuple))}
            if eaten or not meals:
                return Reply("done", "one meal")
            meal = self.given_up(s, setting, meals)
            return Reply((meals[meal], meal), "one meal")
        if decision.kind == "yes_no":
            return Reply("yes", decision.what)
        return Reply(next((option for option in options if option != "done"), "done"), decision.what)

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        area, sides = read(setting)
        told = self.field(s, setting)
        holder = begun.holder(area)
        if holder in sides:
            told.append(int(s.holder(area) == holder))
        for seat in sides:
            if begun.open[seat]:
                books = _books(begun, s, seat)
                told += [books, books]
        return (*told, *self.units(begun, s, setting))

    def rows(self, s: State, setting: Setting) -> list[Row]:
        area, sides = read(setting)
        rows, holder = list(self.rows_of_field(s, setting)), s.holder(area)
        if holder in sides:
            rows.append(Row("gate", f"{self.titles(s, holder)} keeps the gate", seat=holder, rule="CW-GAT-001"))
        for side, seat in enumerate(sides):
            if s.open[seat]:
                words = f"{self.titles(s, seat)} earns a spellbook"
                rows.append(Row(f"book:{side}", words, seat=seat, rule="CW-SPB-001"))
                rows.append(Row(f"books:{side}", f"{self.titles(s, seat)} earns two", seat=seat, least=2))
        return [*rows, *self.rows_of_units(s, setting)]

    def key(self, s: State) -> Hashable:
        """The dice that lie are what they have come to; results beyond what all units can take are lost."""
        b = s.battle
        if b is None or b.stage < AFTER_DICE:
            return frozen(s)
        if b.stage > AFTER_DICE:
            return frozen(s, ("battle",)), frozen(b, ("rolled",))
        fight = Resolution(s, b)
        room = [
            sum(n * fight.most_results(seat, code) for code, n in b.roster[side].items())
            for side, seat in enumerate(b.sides)
        ]
        due = tuple(
            tuple(min(fight.open(seat, result), room[side]) for result in (DOOMED, KILL, PAIN))
            for side, seat in enumerate(b.sides)
        )
        return frozen(s, ("battle",)), frozen(b, ("rolled", "scored", "open")), due


# -- powers -----------------------------------------------------------------------------------------------------------
def _books(begun: State, s: State, seat: int) -> int:
    """How many spellbooks the fight has earned: they come after it (CW-SPB-006)."""
    had = begun.open[seat] & ~begun.owed[seat]
    return (had & (s.owed[seat] | ~s.open[seat])).bit_count()


def _fights(s: State, seat: int, power: object) -> bool:
    """Does a power speak in battles? What is printed of a Great Old One's Combat is no choice."""
    if not isinstance(power, Power) or (hasattr(power, "do") and power.bit >= CARD_BIT):
        return False
    limit = getattr(power, "limit", None)
    if limit is not None and any(limit(s, seat, Limit.RESULTS, kind) is not None for kind in s.config.kinds[seat]):
        return True
    return any(hasattr(power, name) for name in TIMINGS)


BATTLES = Battles()
