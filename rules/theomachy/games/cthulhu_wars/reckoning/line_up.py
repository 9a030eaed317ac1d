"""The battles of Cthulhu Wars for the calculator: two factions in an area, their units, powers, what they give up.

Source: CW-BAT-001 to CW-BAT-034. Losses go by the order of a side's policy; a power that asks is used, unless its
switch is off; what it asks further is answered plainly: own units go cheapest first, those of the enemy dearest first,
and who keeps a gate is not given away by choice. Others than the two sides keep out of it. A power's author writes
nothing here: every power that speaks in battles has a switch; `spends` and `blind` (`rules/timings.py`) are values.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ....engine.runtime.area_fights import AreaFights, Kind, dice, read
from ....engine.runtime.line_up import Reply, Row, Stepper, frozen
from ..rules.act import due
from ..rules.actions import BASIC, Battle
from ..rules.awakening import GreatOldOne
from ..rules.battle import ROLLING, STAGES, battle, take_kills
from ..rules.commanded import enlist
from ..rules.common import notice
from ..rules.config import GOO
from ..rules.domains import ACTION, AFTER, DOOMED, KEEPER, KILL, KIND, PAIN, POOL
from ..rules.fight import RESULTS, Resolution, muster
from ..rules.timings import CARD_BIT, SLOTS, VOCABULARY, Power, SpellbookSlot
from ..rules.topics import Limit, Watches

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.line_up import Measured, Setting
    from ..rules.battle_record import BattleRecord
    from ..rules.state import State

LATER = (
    "may_target", "who_decides", "would_take_result", "would_be_eliminated", "would_retreat", "result_assigned",
    "post_battle", "on_retreat", "battle_end",
)  # fmt: skip
TIMINGS = (
    "dice", "strength", "takes_part", "fixed_results", "would_score", "pre_battle", "before_dice", "dice_rolled",
    *LATER,
)  # fmt: skip
FOUGHT = {Watches.BATTLE, Watches.BATTLES}
OVER = 20  # the stage of a battle that has ended, as long as it is looked at
MOST_POWER = 20  # that a side is thought to have
BATTLE = next(action for action in BASIC if isinstance(action, Battle))
OTHERS = "powers of others, which are not used"
ONCE = "what can be used once a game, which is kept"
AFTER_DICE = next(i for i, (_, _, stage) in enumerate(STAGES) if stage is take_kills)
EATEN, POWER = "eaten before the dice", "Power"


class Battles(AreaFights):
    """Any battle between two factions in one area."""

    pool, rule, rolling = POOL, "CW-BAT-001", ROLLING
    widest = MappingProxyType({"players": 4, "preset": "four"})
    timings = TIMINGS
    losses = (*(f"takes {result}" for result in RESULTS.values()), "is eliminated", "lost as surrounded")
    policies = (("cheapest", "Cheapest"), ("keeper", "Keeper last"), ("hand", "By hand"))

    def defenders(self, s: State) -> tuple[int, ...]:
        return s.config.owners

    def titles(self, s: State, seat: int) -> str:
        return s.config.factions[seat].title

    def kind_of(self, s: State, seat: int, kind: int) -> Kind:
        unit = s.config.factions[seat].units[kind]
        figure = "varies" if unit.rank == GOO and not unit.combat else dice(unit.combat)
        return Kind(unit.name, figure, unit.icon, unit.rule, unit.costs[0])

    def class_id(self, code: int) -> str:
        return f"{code & KIND}:keeper" if code & KEEPER else str(code & KIND)

    def classes(self, s: State, seat: int) -> dict[str, int]:
        kinds = [k for k in s.config.kinds[seat] if s.exists(seat, k)]
        return {self.class_id(kind | mark): kind for kind in kinds for mark in (0, KEEPER)}

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
            if isinstance(power, Power) and power not in found and power.faction == s.config.factions[seat].slug:
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

    def begin(self, s: State, setting: Setting) -> State:
        begun: State = super().begin(s, setting)
        if self.under_way(s) != setting.place:
            for side, seat in enumerate(read(setting)[1]):
                if seat in s.config.wild:
                    continue
                n = setting.count(f"{side}:{POWER}", self._power(s, setting, side))
                begun.power[seat] = max(min(n, max(MOST_POWER, s.power[seat])), 0)
        return begun

    def _power(self, s: State, setting: Setting, side: int) -> int:
        """What a side has left as the board stands: who attacks has paid for the battle."""
        area, sides = read(setting)
        price = due(s, sides[0], BATTLE, (area, sides[1])) if side == 0 else 0
        return max(s.power_of(sides[side]) - price, 0)

    def steppers(self, s: State, begun: State, setting: Setting, side: int, *, fixed: bool) -> Iterator[Stepper]:
        yield from super().steppers(s, begun, setting, side, fixed=fixed)
        area, sides = read(setting)
        seat, foe = sides[side], sides[1 - side]
        if seat in s.config.seats and (_spends(begun, seat) or _weighs(begun, foe, area)):
            n = begun.power[seat]
            board = n if fixed else self._power(s, setting, side)
            most = n if fixed else max(MOST_POWER, board)
            least = n if fixed else 0
            yield Stepper(f"{side}:{POWER}", "Power", n, board, most, least=least, of=f"has {s.power[seat]}")

    def mustered(self, s: State, area: int, sides: tuple[int, int]) -> BattleRecord:
        notice(s)  # what is met before the fight is not earned by it
        enlist(s, area, sides)  # of a copy: units that another commands fight for it
        return muster(s, area, *sides)

    def resolution(self, s: State) -> Resolution:
        assert s.battle is not None
        return Resolution(s, s.battle)

    def total(self, s: State, side: int) -> int:
        assert s.battle is not None
        return Resolution(s, s.battle).dice(s.battle.sides[side], s.battle.sides[1 - side]).value

    def step(self, s: State) -> Asking[None]:
        return self.within(s, battle)

    async def within(self, s: State, rules: Callable[[State], Asking[None]]) -> None:
        """The battle stays to be looked at when it is over: who was killed in it stands in its record alone."""
        b = s.battle
        await rules(s)
        if b is not None and s.battle is None:
            b.stage, s.battle = OVER, b

    def over(self, s: State) -> bool:
        return s.battle is None or s.battle.stage == OVER

    # -- policies -----------------------------------------------------------------------------------------------------
    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        options = decision.options
        if decision.what in self.losses:
            return Reply(self.given_up(s, setting, [unit for unit in options if isinstance(unit, tuple)]))
        if decision.what in ("retreat to", "who leaves next"):
            return Reply(options[0])
        ours = decision.player in read(setting)[1] and decision.what != "battle_declared"
        if decision.kind == "power":
            if not ours and "done" in options:
                return Reply("done", OTHERS)
            kept = {power.name for _, power in s.key.seats[decision.player].pairs if getattr(power, "once", False)}
            free = [name for name in options if name not in kept]
            return Reply(free[0], ONCE if len(free) < len(options) else "")
        if decision.what == "absorb":
            eaten = s.battle is not None and any(fate == EATEN for _, _, fate, _ in s.battle.fates)
            meals = {meal: eater for eater, meal in (o for o in options if isinstance(o, tuple))}
            if eaten or not meals:
                return Reply("done", "one meal")
            meal = self.given_up(s, setting, meals)
            return Reply((meals[meal], meal), "one meal")
        if decision.kind == "yes_no":
            return Reply("yes", decision.what) if ours else Reply("no", OTHERS)
        return Reply(self._plain(s, decision, setting), decision.what)

    def _plain(self, s: State, decision: Decision, setting: Setting) -> Any:
        """What a power asks further: of units the own that goes first, the enemy's that goes last; else the first."""
        free = "done" in decision.options
        options = [option for option in decision.options if option != "done"]
        units = [o for o in options if isinstance(o, tuple) and len(o) == 3 and o[0] in read(setting)[1]]
        if decision.kind == "unit" and units and len(units) == len(options):
            mine = [unit for unit in units if unit[0] == decision.player]
            if free:  # who keeps a gate is left where it is
                mine = [unit for unit in mine if not unit[2] & KEEPER]
                units = [unit for unit in units if unit in mine or unit[0] != decision.player]
            foes = [unit for unit in units if unit not in mine]
            return self.given_up(s, setting, mine) if mine else self._dearest(s, setting, foes) if foes else "done"
        return options[0] if options else "done"

    def _dearest(self, s: State, setting: Setting, units: Iterable[tuple[int, int, int]]) -> Any:
        """The unit of an enemy that he would give up last."""
        units = list(units)
        order = self.order(s, setting, read(setting)[1].index(units[0][0]))
        return max(units, key=lambda unit: order.index(self.class_id(unit[2])))

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        area, sides = read(setting)
        told = self.field(s, setting)
        holder = begun.holder(area)
        if holder in sides:
            told.append(int(s.holder(area) == holder))
        for seat in sides:
            if seat in s.config.seats and begun.open[seat]:
                books = _books(begun, s, seat)
                told += [books, books]
        for seat in sides:
            if _spends(begun, seat):
                told.append(max(begun.power[seat] - s.power[seat], 0))
        return (*told, *self.units(begun, s, setting))

    def units(self, begun: State, s: State, setting: Setting) -> list[int]:
        """By the record of the battle: a unit that has become another is neither killed nor gone."""
        if s.battle is None or begun.battle is None:
            return super().units(begun, s, setting)
        area, sides = read(setting)
        fates = s.battle.fates[len(begun.battle.fates) :]
        told, totals = list[int](), list[int]()
        for side, seat in enumerate(sides):
            lost = 0
            for kind in s.config.kinds[seat]:
                if n := begun.n(seat, kind, area):
                    mine = [to for at, code, _, to in fates if at == side and code & KIND == kind]
                    left = sum(m for code, m in s.battle.roster[side].items() if code & KIND == kind)
                    came = s.battle.came.count((seat, kind))
                    later = max(left - max(s.n(seat, kind, area) - came, 0), 0)  # eliminated when it was over
                    dead = min(sum(to < 0 for to in mine) + later, n)
                    told += [dead, min(len(mine) + later, n)]
                    lost += dead
            totals.append(lost)
        return told + totals

    def rows(self, s: State, setting: Setting) -> list[Row]:
        area, sides = read(setting)
        rows, holder = list(self.rows_of_field(s, setting)), s.holder(area)
        if holder in sides:
            rows.append(Row("gate", f"{self.titles(s, holder)} keeps the gate", seat=holder, rule="CW-GAT-001"))
        for side, seat in enumerate(sides):
            if seat in s.config.seats and s.open[seat]:
                words = f"{self.titles(s, seat)} earns a spellbook"
                rows.append(Row(f"book:{side}", words, seat=seat, rule="CW-SPB-001"))
                rows.append(Row(f"books:{side}", f"{self.titles(s, seat)} earns two", seat=seat, least=2))
        for side, seat in enumerate(sides):
            if _spends(s, seat):
                words = f"Power spent by {self.titles(s, seat)}"
                rows.append(Row(f"spent:{side}", words, seat=seat, mean=True))
        return [*rows, *self.rows_of_units(s, setting)]

    def key(self, s: State) -> Hashable:
        """The dice that lie are what they have come to, unless a power or requirement may still ask for them; results
        beyond what all units can take are lost.
        """
        b = s.battle
        if b is None or b.stage < AFTER_DICE or not _blind(s):
            return frozen(s)
        if b.stage > AFTER_DICE:
            return frozen(s, ("battle",)), frozen(b, ("rolled",)), bool(b.rolled)
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


def _spends(s: State, seat: int) -> bool:
    """May a side pay for a power in the battle?"""
    return any(getattr(power, "spends", False) for _, power in s.key.seats[seat].pairs)


def _weighs(s: State, seat: int, area: int) -> bool:
    """Has a side a Great Old One there whose dice go by the Power of the enemy?"""
    found = [power for _, power in s.key.seats[seat].pairs if getattr(power, "by_enemy_power", False)]
    return any(s.n(seat, power.kind, area) for power in found if isinstance(power, GreatOldOne))


def _blind(s: State) -> bool:
    """Does nothing ask any more for dice, or for the sources of results, once they have been counted?"""
    if any(not getattr(hook[1], "blind", False) for timing in LATER for hook in s.hooks(timing)):
        return False
    slots = (slot for slot in SLOTS.abilities if isinstance(slot, SpellbookSlot) and slot.faction in s.config.slugs)
    return all(slot.blind or not {*(slot.watches if isinstance(slot.watches, tuple) else (slot.watches,))} & FOUGHT
               for slot in slots)  # fmt: skip


def _fights(s: State, seat: int, power: object) -> bool:
    """Does a power speak in battles? What is printed of a Great Old One's Combat is no choice."""
    if not isinstance(power, Power) or power.once or (hasattr(power, "do") and power.bit >= CARD_BIT):
        return False
    limit = getattr(power, "limit", None)
    if limit is not None and any(limit(s, seat, Limit.RESULTS, kind) is not None for kind in s.config.kinds[seat]):
        return True
    return any(hasattr(power, name) for name in TIMINGS)


BATTLES = Battles()
