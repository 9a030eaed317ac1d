"""Fights between two seats in one area, with units counted by kind: what such games tell the calculator alike.

A game says what a unit is, how a fight begins, and what its own questions are; a place is "area:attacker:defender".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from ..errors import TheoError
from ..wording import whose
from .ability import No
from .decision import Decision
from .line_up import Fights, Hand, LineUp, Picker, Place, Row, Setting, SideUp, Stepper, Switch, Throw

WHERE, ATTACKS, DEFENDS = "where", "attacks", "defends"
EMPTY = "Put a unit on each side."


class Kind(NamedTuple):
    """One kind of unit, as people read it."""

    name: str
    figure: str  # "3 dice"
    icon: str
    rule: str
    cost: float


def read(setting: Setting) -> tuple[int, tuple[int, int]]:
    """Area and sides of a setting."""
    area, me, foe = map(int, setting.place.split(":"))
    return area, (me, foe)


def dice(n: int) -> str:
    """ "1 die", "3 dice", as the head of a side."""
    return "1 die" if n == 1 else f"{n} dice"


def has(s: Any, seat: int, power: Any) -> bool:
    """Is a power in force for a seat?"""
    return any(one is power for _, one in s.key.seats[seat].pairs)


class AreaFights(Fights[Any]):
    """Any fight of two seats in one area."""

    pool: ClassVar[int]  # the place of units that are not on the board
    rule: ClassVar[str]  # of a fight
    note: ClassVar[str] = ""  # what is left out of it
    dice: ClassVar[str] = "battle dice"  # the question for the dice of both sides
    rolling: ClassVar[int]  # the stage of a fight in which it is asked
    losses: ClassVar[tuple[str, ...]] = ()  # questions that are answered by the order of losses
    policies: ClassVar[tuple[tuple[str, str], ...]] = (("cheapest", "Cheapest"), ("hand", "By hand"))
    first: ClassVar[str] = "pre_battle"  # the timing that comes before anything else of a fight
    timings: ClassVar[tuple[str, ...]] = ()  # all at which a power may change a fight

    # -- what a game says ---------------------------------------------------------------------------------------------
    def kind_of(self, s: Any, seat: int, kind: int) -> Kind:
        """A kind of unit of a seat."""
        raise NotImplementedError

    def titles(self, s: Any, seat: int) -> str:
        """What a seat leads."""
        raise NotImplementedError

    def attackers(self, s: Any) -> tuple[int, ...]:
        """Who may begin a fight: the seats, and whoever else has units that do."""
        seats: tuple[int, ...] = s.config.seats
        return seats

    def defenders(self, s: Any) -> tuple[int, ...]:
        """Who may be attacked."""
        seats: tuple[int, ...] = s.config.seats
        return seats

    def may_meet(self, s: Any, me: int, foe: int) -> bool:
        """May these two fight each other?"""
        return me != foe

    def powers(self, s: Any, seat: int) -> list[Any]:
        """The powers of a seat that a fight may do with or without, earned or not."""
        raise NotImplementedError

    def kept(self, s: Any, seat: int, power: Any, *, own: bool) -> bool:
        """Does a seat use a power as long as nobody says otherwise? One that it has on the board, unless a game says
        that it is saved for later.
        """
        return own

    def turn(self, s: Any, seat: int, power: Any, *, own: bool, on: bool) -> None:
        """A power that a seat uses in this fight, or does without; `own`: it has it on the board."""
        raise NotImplementedError

    def declare(self, s: Any, area: int, sides: tuple[int, int]) -> None:
        """The action is declared, the fight begins next."""
        raise NotImplementedError

    def mustered(self, s: Any, area: int, sides: tuple[int, int]) -> Any:
        """The record of the fight."""
        raise NotImplementedError

    def total(self, s: Any, side: int) -> int:
        """The dice of a side of the fight that has begun."""
        raise NotImplementedError

    def resolution(self, s: Any) -> Any:
        """The fight of a state as powers are asked about it."""
        raise NotImplementedError

    def parts(self, s: Any, seat: int, area: int) -> tuple[tuple[str, str, str], ...]:
        """What else counts on a side: name, figure, rule."""
        return ()

    def rows(self, begun: Any, setting: Setting) -> list[Row]:
        """What is measured of a fight that begins so."""
        raise NotImplementedError

    def warning(self, s: Any, area: int) -> tuple[str, str]:
        """What should be known before one fights there, and its rule."""
        return "", ""

    def class_id(self, code: int) -> str:
        """A class of units in an order of losses."""
        return str(code)

    def classes(self, s: Any, seat: int) -> dict[str, int]:
        """All classes of units of a seat that losses may be given to, and the kind of each."""
        return {str(kind): kind for kind in s.config.kinds[seat]}

    def kinds(self, s: Any, seat: int) -> Iterable[int]:
        """The kinds of units that a side may be drawn up with."""
        kinds: Iterable[int] = s.config.kinds[seat]
        return kinds

    def standing(self, s: Any, policy: str, seat: int, class_: str, kind: Kind) -> tuple[Any, ...]:
        """What a policy sorts by: who goes first has the least."""
        return (kind.cost,)

    # -- places -------------------------------------------------------------------------------------------------------
    def places(self, s: Any) -> Iterator[Place]:
        pairs = [(me, foe) for me in self.attackers(s) for foe in self.defenders(s) if self.may_meet(s, me, foe)]
        found = [(me, foe, area) for me, foe in pairs for area in s.areas(me) if s.here(foe, area)]
        at = s.battle.area if s.battle is not None else -1
        found.sort(key=lambda row: (row[2] != at, row[0] != s.active, row[2], row[0], row[1]))
        for me, foe, area in found:
            yield self._place(s, area, me, foe)

    def place(self, s: Any, id_: str) -> Place | None:
        words = id_.split(":")
        if len(words) != 3 or not all(word.isdecimal() and len(word) < 4 for word in words):
            return None
        area, me, foe = map(int, words)
        known = me in self.attackers(s) and foe in self.defenders(s)
        fits = area < len(s.config.map.names) and known and self.may_meet(s, me, foe)
        return self._place(s, area, me, foe) if fits else None

    def _place(self, s: Any, area: int, me: int, foe: int) -> Place:
        name = f"{self.titles(s, me)} attacks {self.titles(s, foe)} in {s.config.map.names[area]}"
        return Place(f"{area}:{me}:{foe}", name, f"area:{area}", (me, foe))

    def anything(self, s: Any) -> Place:
        seats = s.config.seats
        at = seats.index(s.active) if s.active in seats else 0
        me, foe = seats[at], seats[(at + 1) % len(seats)]
        crowds = [(s.crowd(me, area) + s.crowd(foe, area), -area) for area in range(len(s.config.map.names))]
        return self._place(s, -max(crowds)[1], me, foe)

    def pickers(self, s: Any, setting: Setting) -> tuple[Picker, ...]:
        area, (me, foe) = read(setting)
        if self.under_way(s) == setting.place:
            return ()
        mine, theirs = (
            tuple((str(who), self.titles(s, who)) for who in row) for row in (self.attackers(s), self.defenders(s))
        )
        areas = sorted(((str(i), name) for i, name in enumerate(s.config.map.names)), key=lambda row: row[1])
        return (
            Picker(WHERE, "In", tuple(areas), str(area)), Picker(ATTACKS, "Attacker", mine, str(me)),
            Picker(DEFENDS, "Defender", theirs, str(foe)),
        )  # fmt: skip

    def picked(self, s: Any, setting: Setting, picker: str, key: str) -> str:
        area, (me, foe) = read(setting)
        known = next((one.options for one in self.pickers(s, setting) if one.id == picker), ())
        if key not in dict(known):
            raise TheoError("that cannot be picked here")
        to = int(key)
        if picker == WHERE:
            area = to
        elif picker == ATTACKS:
            me, foe = to, me if to == foe else foe  # who was attacked attacks: they change places
            foes = self.defenders(s)
            foe = foe if foe in foes and self.may_meet(s, me, foe) else next(f for f in foes if self.may_meet(s, me, f))
        else:
            me, foe = foe if to == me else me, to
            mine = self.attackers(s)
            me = me if me in mine and self.may_meet(s, me, foe) else next(f for f in mine if self.may_meet(s, f, foe))
        return f"{area}:{me}:{foe}"

    # -- drawing up ---------------------------------------------------------------------------------------------------
    def line_up(self, s: Any, setting: Setting) -> LineUp:
        area, sides = read(setting)
        begun, midst = self.begin(s, setting), self.under_way(s) == setting.place
        mine, theirs = (self.side(s, begun, setting, side, midst=midst) for side in (0, 1))
        empty = begun.battle is not None and not all(begun.battle.roster)
        warning, rule = self.warning(s, area)
        return LineUp(
            f"A battle in {s.config.map.names[area]}", self._place(s, area, *sides), (mine, theirs),
            tuple(self.rows(begun, setting)), self.rule, self.note, warning, rule, fault=EMPTY if empty else "",
        )  # fmt: skip

    def side(self, s: Any, begun: Any, setting: Setting, side: int, *, midst: bool) -> SideUp:
        """One side of a fight that has begun; in its midst its powers cannot be turned any more."""
        area, sides = read(setting)
        seat, switches = sides[side], []
        for power in [] if midst else self.powers(s, seat):
            id_, own = f"{side}:{power.name}", has(s, seat, power)
            kept = self.kept(s, seat, power, own=own)
            on = has(begun, seat, power) and setting.power(id_, kept)
            text = power.text if own else f"not earned: {power.text}"
            if why := self.idle_power(begun, setting, side, power):
                on = kept = False
            switches.append(Switch(id_, power.name, text, on, kept, power.rule, why))
        return SideUp(
            seat, "attacks" if side == 0 else "defends", dice(self.total(begun, side)),
            tuple(self.steppers(s, begun, setting, side, fixed=midst)), tuple(switches), self.policies,
            self.policy_of(begun, setting, side), self.in_order(begun, setting, side), self.parts(begun, seat, area),
        )  # fmt: skip

    def idle_power(self, begun: Any, setting: Setting, side: int, power: Any) -> str:
        """Why a power that speaks first of all, and never later, can do nothing in a fight that begins so; else ""."""
        if begun.battle is None or [name for name in self.timings if hasattr(power, name)] != [self.first]:
            return ""
        sides, may = read(setting)[1], getattr(power, f"may_{self.first}", None)
        told = may(self.resolution(begun), sides[side], sides[1 - side]) if may is not None else True
        return str(told) if isinstance(told, No) else ""

    def begin(self, s: Any, setting: Setting) -> Any:
        area, sides = read(setting)
        begun = s.copy()
        if self.under_way(s) == setting.place:
            return begun
        self.drawn_up(s, begun, setting)
        for side, seat in enumerate(sides):
            for power in self.powers(s, seat):
                own = has(s, seat, power)
                kept = self.kept(s, seat, power, own=own)
                self.turn(begun, seat, power, own=own, on=setting.power(f"{side}:{power.name}", kept))
        self.declare(begun, area, sides)
        begun.derive()
        begun.battle = self.mustered(begun, area, sides)
        return begun

    def over(self, s: Any) -> bool:
        return s.battle is None

    def under_way(self, s: Any) -> str:
        return f"{s.battle.area}:{s.battle.sides[0]}:{s.battle.sides[1]}" if s.battle is not None else ""

    # -- dice as rolled -----------------------------------------------------------------------------------------------
    def throw(self, s: Any, setting: Setting) -> Throw | None:
        midst = self.under_way(s) == setting.place
        if midst and (s.battle.stage > self.rolling or (s.battle.stage == self.rolling and s.battle.rolled)):
            return None
        begun = self.begin(s, setting)
        sides = enumerate(read(setting)[1])
        hands = [Hand(self.titles(s, seat), self.total(begun, side), s.config.die, (), seat) for side, seat in sides]
        return Throw(tuple(hands), self.rule) if any(hand.n for hand in hands) else None

    def hand(self, begun: Any, base: Any, s: Any, decision: Decision) -> int:
        if s.battle is None or s.battle.stage != self.rolling or decision.what != self.dice:
            return -1
        thrown = len(s.battle.rolled) - len(base.battle.rolled)
        return thrown if thrown < 2 else -1

    # -- units --------------------------------------------------------------------------------------------------------
    def drawn_up(self, s: Any, begun: Any, setting: Setting) -> None:
        """The units of a setting, taken from the pool, then from where most stand, or put back into the pool."""
        area, sides = read(setting)
        for side, seat in enumerate(sides):
            for kind in s.config.kinds[seat]:
                here, pool, away = s.n(seat, kind, area), s.n(seat, kind, self.pool), self._away(s, seat, kind, area)
                n = max(min(setting.count(f"{side}:{kind}", here), here + pool + sum(away.values())), 0)
                for _ in range(n - here - pool):
                    at = max(away, key=lambda x: away[x])
                    away[at] -= 1
                    begun.units[begun.row(seat, at) + kind] -= 1
                begun.units[begun.row(seat, area) + kind] = n
                begun.units[begun.row(seat, self.pool) + kind] = max(here + pool - n, 0)

    def _away(self, s: Any, seat: int, kind: int, area: int) -> dict[int, int]:
        """How many of a kind stand in other areas."""
        found = {at: s.n(seat, kind, at) for at in range(len(s.config.map.names)) if at != area}
        return {at: n for at, n in found.items() if n}

    def steppers(self, s: Any, begun: Any, setting: Setting, side: int, *, fixed: bool) -> Iterator[Stepper]:
        """How many of each kind there are; `fixed` in the midst of a fight."""
        area, sides = read(setting)
        seat = sides[side]
        for kind in self.kinds(s, seat):
            here, n = s.n(seat, kind, area), begun.n(seat, kind, area)
            every = here + s.n(seat, kind, self.pool) + sum(self._away(s, seat, kind, area).values())
            if every and not (fixed and not n):
                unit = self.kind_of(begun, seat, kind)
                most, note = (n if fixed else every), self.note_of(begun, seat, kind, area)
                least = n if fixed else 0
                yield Stepper(
                    f"{side}:{kind}", unit.name, n, here, most, unit.figure, note, unit.icon, unit.rule, least
                )

    def note_of(self, s: Any, seat: int, kind: int, area: int) -> str:
        """A word beside a kind of unit there."""
        return ""

    # -- losses -------------------------------------------------------------------------------------------------------
    def policy_of(self, s: Any, setting: Setting, side: int) -> str:
        """The policy of a side."""
        named = setting.policy(side)
        return named if named in dict(self.policies) else self.policies[0][0]

    def order(self, s: Any, setting: Setting, side: int) -> list[str]:
        """Classes of units in the order in which they are given up."""
        seat, policy = read(setting)[1][side], self.policy_of(s, setting, side)
        known = {class_: self.kind_of(s, seat, kind) for class_, kind in self.classes(s, seat).items()}
        found = sorted(known, key=lambda class_: (*self.standing(s, policy, seat, class_, known[class_]), class_))
        first = [class_ for class_ in setting.orders[side] if class_ in known] if policy == "hand" else []
        return first + [class_ for class_ in found if class_ not in first]

    def given_up(self, s: Any, setting: Setting, units: Iterable[tuple[int, int, int]]) -> Any:
        """The unit, as questions name it, that goes first."""
        units = list(units)
        sides = read(setting)[1]
        order = self.order(s, setting, sides.index(units[0][0]) if units[0][0] in sides else 0)
        return min(units, key=lambda unit: order.index(self.class_id(unit[2])))

    def in_order(self, s: Any, setting: Setting, side: int) -> tuple[tuple[str, str, str], ...]:
        """The order of those who fight: id, name, icon."""
        seat, classes = read(setting)[1][side], self.classes(s, read(setting)[1][side])
        here = {self.class_id(code) for code in s.battle.roster[side]} if s.battle is not None else set(classes)
        kinds = ((class_, self.kind_of(s, seat, classes[class_])) for class_ in self.order(s, setting, side))
        return tuple((class_, kind.name, kind.icon) for class_, kind in kinds if class_ in here)

    # -- what is measured ---------------------------------------------------------------------------------------------
    def rows_of_field(self, s: Any, setting: Setting) -> Iterator[Row]:
        """Who is left there."""
        for side, seat in zip(("first", "second"), read(setting)[1], strict=True):
            yield Row(f"{side} alone", f"{self.titles(s, seat)} alone there", seat=seat)
        yield Row("both", "Both still there")
        yield Row("nobody", "Nobody is left there")

    def rows_of_units(self, begun: Any, setting: Setting) -> Iterator[Row]:
        """Who dies, of each kind; then how many of each side."""
        area, sides = read(setting)
        for side, seat in enumerate(sides):
            for kind in begun.config.kinds[seat]:
                if n := begun.n(seat, kind, area):
                    unit, id_ = self.kind_of(begun, seat, kind), f"{side}:{kind}"
                    yield Row(f"dead:{id_}", unit.name, "fate", seat, n=n, of=f"gone:{id_}", icon=unit.icon)
                    yield Row(f"gone:{id_}", unit.name, "gone", seat, n=n)
        for side, seat in enumerate(sides):
            yield Row(f"lost:{side}", f"Lost of {whose(self.titles(begun, seat))} {begun.crowd(seat, area)}",
                      "loss", seat)  # fmt: skip

    def off(self, s: Any, seat: int, kind: int) -> int:
        """How many of a kind are where those go that die."""
        return int(s.n(seat, kind, self.pool))

    def field(self, s: Any, setting: Setting) -> list[int]:
        """A number for each of `rows_of_field`."""
        area, sides = read(setting)
        first, second = (s.crowd(seat, area) > 0 for seat in sides)
        return [int(first and not second), int(second and not first), int(first and second), int(not (first or second))]

    def units(self, begun: Any, s: Any, setting: Setting) -> list[int]:
        """A number for each of `rows_of_units`."""
        area, sides = read(setting)
        told, totals = list[int](), list[int]()
        for seat in sides:
            lost = 0
            for kind in s.config.kinds[seat]:
                if n := begun.n(seat, kind, area):
                    dead = min(max(self.off(s, seat, kind) - self.off(begun, seat, kind), 0), n)
                    told += [dead, min(max(n - s.n(seat, kind, area), dead), n)]
                    lost += dead
            totals.append(lost)
        return told + totals
