"""The battles of the Gods War for the calculator: kills, routs, and who holds the building that is fought for.

Source: GW-BAT-001 to GW-PST-017, GW-CON-001 to GW-CON-008. Runes are left out, whoever holds some: nobody knows them.
Gifts can be turned up and down; a power that asks is used unless its switch is off.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ....engine.runtime.area_fights import WHERE, AreaFights, Kind, dice, read
from ....engine.runtime.line_up import Reply, Row, Setting, frozen
from ..rules.actions import Battle, needs_met
from ..rules.adjacency import OPEN, SPIKE
from ..rules.battle import STAGE_OF_DICE, Resolution, muster
from ..rules.domains import GONE, POOL
from ..rules.losses import QUESTIONS, STAGES, battle, kills, most_results
from ..rules.movement import ratings, rolled
from ..rules.score import points
from ..rules.state import ACTION, NOTHING, STRUGGLE
from ..rules.timings import VOCABULARY, Power
from ..rules.topics import FixedResults
from .rift import NAME, RIFT_ID, STRUGGLES

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.line_up import LineUp, Measured, Picker, Place, Stepper, Throw
    from ..rules.state import BattleRecord, State

WINDOWS = ("battle_declared", "pre_battle", "before_dice", "dice_rolled", "post_battle", "battle_end")
TIMINGS = ("strength", "fixed_results", "would_score", "would_retreat", *WINDOWS)
AT_KILLS = next(i for i, (_, _, stage) in enumerate(STAGES) if stage is kills)
COVERED = ("hands", "foreseen", "lookers", "deck", "discard")  # runes decide nothing here


class Battles(AreaFights):
    """Any battle between two empires in one area."""

    pool, rule, rolling, note = POOL, "GW-BAT-001", STAGE_OF_DICE, "Runes are left out."
    widest = MappingProxyType({"players": 4, "preset": "four"})
    timings = TIMINGS
    losses, asked = tuple(QUESTIONS.values()), ("bid",)
    policies = (("cheapest", "Cheapest"), ("weakest", "Most dice last"), ("hand", "By hand"))

    def titles(self, s: State, seat: int) -> str:
        return s.config.empires[seat].title

    def attackers(self, s: State) -> tuple[int, ...]:
        return (*s.config.seats, *(f for f in s.config.wild if s.config.empires[f].attacks))

    def defenders(self, s: State) -> tuple[int, ...]:
        return (*s.config.seats, *s.config.wild)

    def may_meet(self, s: State, me: int, foe: int) -> bool:
        return me != foe and (me in s.config.seats or foe in s.config.seats)

    def kind_of(self, s: State, seat: int, kind: int) -> Kind:
        unit = s.config.empires[seat].units[kind]
        above, _ = ratings(s, seat, kind)
        figure = "rolls for it" if rolled(s, seat, kind) else dice(int(above))
        return Kind(unit.name, figure, unit.icon, unit.rule, unit.cost)

    def standing(self, s: State, policy: str, seat: int, class_: str, kind: Kind) -> tuple[Any, ...]:
        combat = 0 if rolled(s, seat, int(class_)) else int(ratings(s, seat, int(class_))[0])
        return (combat, kind.cost) if policy == "weakest" else (kind.cost, combat)

    def off(self, s: State, seat: int, kind: int) -> int:
        return s.n(seat, kind, POOL) + s.n(seat, kind, GONE)  # a monster has left the game

    def kinds(self, s: State, seat: int) -> list[int]:
        """Those of elder races only while they are allies, and of a figure with stages the one that it is."""
        found = []
        for kind in s.config.kinds[seat]:
            unit = s.config.empires[seat].units[kind]
            ally = not unit.of or (race := s.config.race(unit.of)) < 0 or s.is_ally(race, seat)
            if ally and (not unit.figure or s.in_play[seat] >> kind & 1 or needs_met(s, seat, kind)):
                found.append(kind)
        return found

    # -- drawing up ---------------------------------------------------------------------------------------------------
    def classes(self, s: State, seat: int) -> dict[str, int]:
        return {class_: kind for class_, kind in super().classes(s, seat).items() if _stays(s, seat, kind)}

    def steppers(self, s: State, begun: State, setting: Setting, side: int, *, fixed: bool) -> Iterator[Stepper]:
        """Without units of the sheet that are another empire's once they are in play."""
        seat = read(setting)[1][side]
        for stepper in super().steppers(s, begun, setting, side, fixed=fixed):
            if _stays(s, seat, int(stepper.id.partition(":")[2])):
                yield stepper

    def kept(self, s: State, seat: int, power: Power, *, own: bool) -> bool:
        """What can be used but once is kept for later."""
        gift = _gift(s, seat, power)
        return own and not (gift >= 0 and s.config.empires[seat].gifts[gift].once)

    def powers(self, s: State, seat: int) -> list[Power]:
        """Gifts, and powers that ask."""
        found = [p for _, p in s.key.seats[seat].pairs if _fights(p) and (_gift(s, seat, p) >= 0 or _asks(p))]
        for power in VOCABULARY.abilities:
            if isinstance(power, Power) and power.empire == s.config.slugs[seat] and power not in found:
                if _fights(power) and _gift(s, seat, power) >= 0:
                    found.append(power)
        return found

    def turn(self, s: State, seat: int, power: Power, *, own: bool, on: bool) -> None:
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

    def declare(self, s: State, area: int, sides: tuple[int, int]) -> None:
        s.hands, s.struggle = [() for _ in s.hands], None
        s.phase, s.active, s.turn = ACTION, sides[0], sides[0]
        s.doing = Battle.verb

    def mustered(self, s: State, area: int, sides: tuple[int, int]) -> BattleRecord:
        return muster(s, area, *sides)

    def resolution(self, s: State) -> Resolution:
        assert s.battle is not None
        return Resolution(s, s.battle)

    def total(self, s: State, side: int) -> int:
        assert s.battle is not None
        return Resolution(s, s.battle).total(s.battle.sides[side]).value

    def parts(self, s: State, seat: int, area: int) -> tuple[tuple[str, str, str], ...]:
        assert s.battle is not None
        fight = Resolution(s, s.battle)
        if (code := fight.building(seat)) < 0:
            return ()
        building = s.building(code, area)
        results = fight.fixed(seat, FixedResults.KILLS).value, fight.fixed(seat, FixedResults.ROUTS).value
        return ((building.name, s.config.die.say(results) if any(results) else "nothing in battle", building.rule),)

    def warning(self, s: State, area: int) -> tuple[str, str]:
        """Does the next Council shatter the Spike under those who fight for it?"""
        if area != s.config.map.spike or s.rift != SPIKE:
            return "", ""
        at = s.config.fact("victory.spike_at")
        due = [(s.vp[seat] + points(s, seat).value, seat) for seat in s.config.seats]
        most, seat = max(due)
        if most < at:
            return "", ""
        said = (
            f"The Spike falls in the next Council as the board stands: {self.titles(s, seat)} has {s.vp[seat]} VP and "
            f"counts {points(s, seat).value}. At {at} it shatters, and all that stands on it is lost."
        )
        return said, "GW-SPK-001"

    # -- the Struggle is a fight of its own -------------------------------------------------------------------------
    def places(self, s: State) -> Iterator[Place]:
        rift = STRUGGLES.place(s, RIFT_ID) if s.rift == OPEN else None
        if rift is not None and s.phase == STRUGGLE:
            yield rift
        yield from super().places(s)
        if rift is not None and s.phase != STRUGGLE:
            yield rift

    def place(self, s: State, id_: str) -> Place | None:
        return STRUGGLES.place(s, id_) or super().place(s, id_)

    def pickers(self, s: State, setting: Setting) -> tuple[Picker, ...]:
        rift = setting.place == RIFT_ID
        first, *others = super().pickers(s, Setting(super().anything(s).id) if rift else setting) or (None,)
        if first is None:
            return ()
        first = replace(first, options=((RIFT_ID, NAME), *first.options), at=RIFT_ID if rift else first.at)
        return (first,) if rift else (first, *others)

    def picked(self, s: State, setting: Setting, picker: str, key: str) -> str:
        if picker == WHERE and key == RIFT_ID:
            return RIFT_ID
        start = Setting(super().anything(s).id) if setting.place == RIFT_ID else setting
        return super().picked(s, start, picker, key)

    def one_way(self, s: State, setting: Setting) -> str:
        return "In the Struggle nobody attacks: all bid at once." if setting.place == RIFT_ID else ""

    def line_up(self, s: State, setting: Setting) -> LineUp:
        return STRUGGLES.line_up(s, setting) if setting.place == RIFT_ID else super().line_up(s, setting)

    def begin(self, s: State, setting: Setting) -> State:
        if setting.place == RIFT_ID:
            return STRUGGLES.begin(s, setting)
        begun: State = super().begin(s, setting)
        return begun

    def throw(self, s: State, setting: Setting) -> Throw | None:
        return STRUGGLES.throw(s, setting) if setting.place == RIFT_ID else super().throw(s, setting)

    def hand(self, begun: State, base: State, s: State, decision: Decision) -> int:
        if s.struggle is not None:
            return STRUGGLES.hand(begun, base, s, decision)
        return super().hand(begun, base, s, decision)

    def over(self, s: State) -> bool:
        return s.struggle is None and super().over(s)

    def step(self, s: State) -> Asking[None]:
        return STRUGGLES.step(s) if s.struggle is not None else battle(s)

    # -- policies -----------------------------------------------------------------------------------------------------
    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        options = decision.options
        if setting.place == RIFT_ID:
            return STRUGGLES.answer(s, decision, setting)
        if decision.what in self.losses:
            return Reply(self.given_up(s, setting, options))
        if decision.what in ("rout to", "spare rout", "conquest"):
            return Reply("dead" if "dead" in options else options[0])
        if decision.kind == "power":
            side = self._side_of(setting, decision.player)
            used = [o for o in options if o != "done" and setting.power(f"{side}:{_named(o)}", side >= 0)]
            return Reply(used[0] if used else "done" if "done" in options else options[0])
        if decision.what == "battle rune":
            return Reply("done")
        if decision.kind == "yes_no":
            side = self._side_of(setting, decision.player)  # who looks on keeps what he has
            on = setting.power(f"{side}:{decision.what.removeprefix('use ')}", side >= 0)
            return Reply("yes" if on else "no", decision.what)
        return Reply(next((option for option in options if option != "done"), "done"), decision.what)

    def _side_of(self, setting: Setting, seat: int) -> int:
        sides = read(setting)[1]
        return sides.index(seat) if seat in sides else -1

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        if setting.place == RIFT_ID:
            return STRUGGLES.measure(begun, s, setting)
        area, sides = read(setting)
        told = self.field(s, setting)
        for side, seat in enumerate(sides):
            foe = sides[1 - side]
            if begun.mine_in(foe, area) >= 0:
                told += [int(s.mine_in(seat, area) >= 0 > begun.mine_in(seat, area)), int(s.mine_in(foe, area) >= 0)]
        return (*told, *self.units(begun, s, setting))

    def rows(self, s: State, setting: Setting) -> list[Row]:
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
def _stays(s: State, seat: int, kind: int) -> bool:
    """Is a unit of a sheet this empire's when it comes into play?"""
    return s.config.joined[seat][kind][0] == seat


def _fights(power: object) -> bool:
    return isinstance(power, Power) and not power.card and any(hasattr(power, name) for name in TIMINGS)


def _asks(power: Power) -> bool:
    return any(hasattr(power, name) for name in WINDOWS) and not power.forced


def _gift(s: State, seat: int, power: Power) -> int:
    """The gift tile of a seat on which a power is printed; -1 where it is none."""
    sort, _, key = power.item.partition(".")
    keys = [gift.key for gift in s.config.empires[seat].gifts]
    return keys.index(key) if sort == "gifts" and key in keys and power.empire == s.config.slugs[seat] else NOTHING


def _named(option: Any) -> str:
    return str(option[0]) if isinstance(option, tuple) else str(option)


BATTLES = Battles()
