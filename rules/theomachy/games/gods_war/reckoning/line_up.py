"""The battles of the Gods War for the calculator: kills, routs, and who holds the building that is fought for.

Source: GW-BAT-001 to GW-PST-017, GW-CON-001 to GW-CON-008. Runes are left out, whoever holds some: nobody knows them.
Gifts can be turned up and down; a power that asks is used unless its switch is off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.runtime.area_fights import AreaFights, Kind, dice, read
from ....engine.runtime.line_up import LineUp, Reply, Row, SideUp, Switch, frozen
from ..rules.actions import Battle
from ..rules.battle import Resolution, muster
from ..rules.domains import POOL
from ..rules.losses import QUESTIONS, STAGES, battle, kills, most_results
from ..rules.movement import rolled
from ..rules.state import ACTION, NOTHING
from ..rules.timings import VOCABULARY, Power
from ..rules.topics import FixedResults

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.line_up import Measured, Setting
    from ..rules.state import State

WINDOWS = ("pre_battle", "before_dice", "dice_rolled", "post_battle", "battle_end")
TIMINGS = ("strength", "fixed_results", "would_score", "would_retreat", *WINDOWS)
AT_KILLS = next(i for i, (_, _, stage) in enumerate(STAGES) if stage is kills)
COVERED = ("hands", "foreseen", "lookers", "deck", "discard")  # runes decide nothing here


class Battles(AreaFights):
    """Any battle between two empires in one area."""

    pool = POOL
    losses = tuple(QUESTIONS.values())
    policies = (("cheapest", "Cheapest"), ("weakest", "Most dice last"), ("hand", "By hand"))

    def titles(self, s: State, seat: int) -> str:
        return s.config.empires[seat].title

    def kind_of(self, s: State, seat: int, kind: int) -> Kind:
        unit = s.config.empires[seat].units[kind]
        figure = "rolls for it" if rolled(s, seat, kind) else dice(unit.combat)
        return Kind(unit.name, figure, unit.icon, unit.rule, unit.cost)

    def standing(self, s: State, policy: str, seat: int, class_: str, kind: Kind) -> tuple[Any, ...]:
        unit = s.config.empires[seat].units[int(class_)]
        return (unit.combat, unit.cost) if policy == "weakest" else (unit.cost, unit.combat)

    # -- drawing up ---------------------------------------------------------------------------------------------------
    def line_up(self, s: State, setting: Setting) -> LineUp:
        area, sides = read(setting)
        begun, midst = self.begin(s, setting), self.under_way(s) == setting.place
        found = [self._side(s, begun, setting, side, midst=midst) for side in (0, 1)]
        empty = begun.battle is not None and not all(begun.battle.roster)
        return LineUp(
            f"A battle in {s.config.map.names[area]}", self._place(s, area, *sides), (found[0], found[1]),
            tuple(self._rows(begun, setting)), "GW-BAT-001", note="Runes are left out.",
            fault="Put a unit on each side." if empty else "",
        )  # fmt: skip

    def _side(self, s: State, begun: State, setting: Setting, side: int, *, midst: bool) -> SideUp:
        area, sides = read(setting)
        seat = sides[side]
        assert begun.battle is not None
        fight = Resolution(begun, begun.battle)
        switches, parts = [], []
        for power in [] if midst else _powers(s, seat):
            id_, on = f"{side}:{power.name}", _has(begun, seat, power)
            own = _has(s, seat, power)
            switches.append(Switch(id_, power.name, power.text if own else f"not earned: {power.text}",
                                   on and setting.power(id_, own), own, power.rule))  # fmt: skip
        if (code := fight.building(seat)) >= 0:
            building = s.building(code, area)
            results = fight.fixed(seat, FixedResults.KILLS).value, fight.fixed(seat, FixedResults.ROUTS).value
            parts.append(
                (building.name, s.config.die.say(results) if any(results) else "nothing in battle", building.rule)
            )
        return SideUp(
            seat, "attacks" if side == 0 else "defends", dice(fight.total(seat).value),
            tuple(self.steppers(s, begun, setting, side, fixed=midst)), tuple(switches), self.policies,
            self.policy_of(begun, setting, side), self.in_order(begun, setting, side), tuple(parts),
        )  # fmt: skip

    def begin(self, s: State, setting: Setting) -> State:
        area, sides = read(setting)
        begun = s.copy()
        if self.under_way(s) == setting.place:
            return begun
        self.drawn_up(s, begun, setting)
        begun.hands = [() for _ in begun.hands]
        for side, seat in enumerate(sides):
            for power in _powers(s, seat):
                own = _has(s, seat, power)
                _turn(begun, seat, power, own, setting.power(f"{side}:{power.name}", own))
        begun.phase, begun.active, begun.turn = ACTION, sides[0], sides[0]
        begun.doing = Battle.verb  # the action is declared
        begun.derive()
        begun.battle = muster(begun, area, *sides)
        return begun

    def step(self, s: State) -> Asking[None]:
        return battle(s)

    # -- policies -----------------------------------------------------------------------------------------------------
    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        options = decision.options
        if decision.what in self.losses:
            return Reply(self.given_up(s, setting, options))
        if decision.what in ("rout to", "spare rout", "conquest"):
            return Reply("dead" if "dead" in options else options[0])
        if decision.kind == "power":
            _, sides = read(setting)
            side = sides.index(decision.player) if decision.player in sides else -1
            used = [o for o in options if o != "done" and setting.power(f"{side}:{_named(o)}", True)]
            return Reply(used[0] if used else "done" if "done" in options else options[0])
        if decision.what == "battle rune":
            return Reply("done")
        if decision.kind == "yes_no":
            on = setting.power(f"{self._side_of(setting, decision.player)}:{decision.what.removeprefix('use ')}", True)
            return Reply("yes" if on else "no", decision.what)
        return Reply(next((option for option in options if option != "done"), "done"), decision.what)

    def _side_of(self, setting: Setting, seat: int) -> int:
        sides = read(setting)[1]
        return sides.index(seat) if seat in sides else -1

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        area, sides = read(setting)
        told = self.field(s, setting)
        for side, seat in enumerate(sides):
            foe = sides[1 - side]
            if begun.mine_in(foe, area) >= 0:
                told += [int(s.mine_in(seat, area) >= 0 > begun.mine_in(seat, area)), int(s.mine_in(foe, area) >= 0)]
        return (*told, *self.units(begun, s, setting))

    def _rows(self, s: State, setting: Setting) -> list[Row]:
        area, sides = read(setting)
        rows = list(self.rows_of_field(s, setting))
        for side, seat in enumerate(sides):
            foe = sides[1 - side]
            if (code := s.mine_in(foe, area)) >= 0:
                name = s.building(code, area).name
                rows.append(Row(f"takes:{side}", f"{self.titles(s, seat)} takes the {name}", seat=seat,
                                rule="GW-CON-001"))  # fmt: skip
                rows.append(Row(f"keeps:{1 - side}", f"{self.titles(s, foe)} keeps the {name}", seat=foe))
        return [*rows, *self.rows_of_units(s, setting)]

    def idle(self, s: State, decision: Decision) -> bool:
        """Which rune is drawn decides nothing in a battle without runes."""
        return decision.kind == "draw"

    def key(self, s: State) -> Hashable:
        """The dice that lie are what they have come to; results beyond what all units can take are lost."""
        b = s.battle
        if b is None or b.stage != AT_KILLS:
            return frozen(s, COVERED)
        fight = Resolution(s, b)
        room = [
            sum(n * most_results(fight, seat, code) for code, n in b.roster[side].items())
            for side, seat in enumerate(b.sides)
        ]
        due = tuple((min(b.kills[side], room[side]), min(b.routs[side], room[side])) for side in (0, 1))
        return frozen(s, (*COVERED, "battle")), frozen(b, ("rolled", "kills", "routs")), due


# -- powers -----------------------------------------------------------------------------------------------------------
def _powers(s: State, seat: int) -> list[Power]:
    """What may change a battle and can be done without: gifts, and powers that ask."""
    found = [p for _, p in s.key.seats[seat].pairs if _fights(p) and (_gift(s, seat, p) >= 0 or _asks(p))]
    for power in VOCABULARY.abilities:
        if isinstance(power, Power) and power.empire == s.config.slugs[seat] and power not in found:
            if _fights(power) and _gift(s, seat, power) >= 0:
                found.append(power)
    return found


def _fights(power: object) -> bool:
    return isinstance(power, Power) and not power.card and any(hasattr(power, name) for name in TIMINGS)


def _asks(power: Power) -> bool:
    return any(hasattr(power, name) for name in WINDOWS) and not power.forced


def _gift(s: State, seat: int, power: Power) -> int:
    """The gift tile of a seat on which a power is printed; -1 where it is none."""
    sort, _, key = power.item.partition(".")
    keys = [gift.key for gift in s.config.empires[seat].gifts]
    return keys.index(key) if sort == "gifts" and key in keys and power.empire == s.config.slugs[seat] else NOTHING


def _has(s: State, seat: int, power: Power) -> bool:
    return any(one is power for _, one in s.key.seats[seat].pairs)


def _turn(s: State, seat: int, power: Power, own: bool, on: bool) -> None:
    """A gift is turned up or down, or laid where there is room for it."""
    gift = _gift(s, seat, power)
    if gift < 0 or own == on:
        return
    down = list(s.down)
    down[seat] = down[seat] & ~(1 << gift) if on else down[seat] | 1 << gift
    s.down = tuple(down)
    row = s.slots[seat]
    if on and gift not in row:
        fits = [slot for slot, laid in enumerate(row) if s.config.fits[seat][slot] >> gift & 1]
        fits.sort(key=lambda slot: row[slot] >= 0)
        if fits:
            laid = (*row[: fits[0]], gift, *row[fits[0] + 1 :])
            s.slots = (*s.slots[:seat], laid, *s.slots[seat + 1 :])


def _named(option: Any) -> str:
    return str(option[0]) if isinstance(option, tuple) else str(option)


BATTLES = Battles()
