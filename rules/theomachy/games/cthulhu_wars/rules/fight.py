"""A battle as the author of a power sees it: the two sides, the results that are owed, and what is about to happen.

It names no faction. Units are counted by class: kind, keeper, marks and results make the code. Results are owed by
source, so that a power can say which of them it means, and stay open until a unit has taken each or none can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ....engine.runtime.ability import Ability, Hook
from ....engine.runtime.battle_sides import Sides
from ....engine.runtime.decision import yes
from ....engine.runtime.layers import Part, Total, fold, folded
from ....engine.runtime.trace import report
from .battle_record import BattleRecord, battle_of
from .commanded import commander
from .domains import DOOMED, KEEPER, KILL, KIND, PAIN, kills_on, pains_on, plain
from .leaving import Leaving, leaves, taken
from .state import State
from .topics import Limit, WouldBeEliminated

RESULTS = {KILL: "a kill", PAIN: "a pain", DOOMED: "an elimination"}
DICE = "dice"  # the source of what dice have brought
NOBODY = -1  # no class of units
EXEMPT = "invisible"  # what has become of a unit that takes no further part, though it stays where it is


class Hit(NamedTuple):
    """A result that is about to be put on a unit, by `foe`: a power of its owner may make another result of it, or
    nothing (None): it was given all the same. `code` is the unit's class; NOBODY: none of the battle takes it.
    """

    fight: Resolution
    foe: int
    code: int
    result: int
    source: str = ""  # "dice", or a printed name

    def becomes(self, result: int, me: int, ability: Ability) -> Hit:
        """The same with another result: a power of `me` has spoken, and says so."""
        self.fight.note(me, ability)
        report(self.fight.s, ability.rule, "{} becomes {}", RESULTS[self.result], RESULTS[result], who=me)
        return self._replace(result=result)

    def spared(self, me: int, ability: Ability) -> None:
        """It comes to nothing: a power of `me` has spoken, and says so."""
        self.fight.note(me, ability)
        report(self.fight.s, ability.rule, "{} comes to nothing", RESULTS[self.result], who=me)

    def elsewhere(self, me: int, ability: Ability) -> Hit:
        """A unit that is not in the battle takes it, by a power of `me`, who says so: it was given to nobody here."""
        self.fight.note(me, ability)
        report(self.fight.s, ability.rule, "{} is taken elsewhere", RESULTS[self.result], who=me)
        return self._replace(code=NOBODY)


class Scored(NamedTuple):
    """What `me` is about to score against `foe`: rows of (result, how many, source); "dice" is the source of dice."""

    fight: Resolution
    me: int
    foe: int
    rows: tuple[tuple[int, int, str], ...]


class Routing(NamedTuple):
    """Units are about to retreat: who says where all of them go; -1: the owner of each."""

    fight: Resolution
    router: int


class Resolution(Sides[State, BattleRecord]):
    """The battle as the author of a power sees it. Holds nothing of its own."""

    __slots__ = ()
    kind = KIND

    def everybody(self) -> tuple[int, ...]:
        """Attacker, defender, then the outsiders in turn order: how windows of a battle are asked."""
        return (*self.b.sides, *(seat for seat in self.s.order(self.s.active) if seat not in self.b.sides))

    def voice(self, seat: int) -> int:
        """Who chooses for a side: its player, or for one that nobody plays whoever it fights."""
        return seat if seat in self.s.config.seats else self.foe(seat)

    def is_aloof(self, seat: int) -> bool:
        """Do the powers of others touch nothing of this side?"""
        return self.s.config.factions[seat].aloof

    def units(self, seat: int, kinds: Iterable[int] | None = None) -> list[int]:
        """The classes of units of a side that take part, perhaps of some kinds only; of one that is aloof powers see
        none.
        """
        return [] if self.is_aloof(seat) else super().units(seat, kinds)

    def count_of(self, seat: int, kinds: Iterable[int]) -> int:
        """Units of some kinds of a side that take part."""
        return sum([self.count(seat, kind) for kind in kinds])

    def minions(self, seat: int) -> list[int]:
        """The classes of Monsters and Cultists of a side."""
        return self.units(seat, self.s.config.minions[seat])

    def has_goo(self, seat: int) -> bool:
        """Does a Great Old One of that side take part, or did it until it was killed or driven away?"""
        goos, side = self.s.config.goos[seat], self.side(seat)
        here = any(c & KIND in goos for c in self.b.roster[side])
        return here or any(f == side and c & KIND in goos for f, c, _, _ in self.b.fates)

    @property
    def decided(self) -> bool:
        """Is one side gone (CW-BAT-010)?"""
        return not self.b.roster[0] or not self.b.roster[1]

    def guests(self, seat: int, kind: int) -> int:
        """Units of a kind in the area that a power has brought, though they take no part."""
        return self.b.came.count((seat, kind))

    # -- results ------------------------------------------------------------------------------------------------------
    def owe(self, seat: int, result: int, n: int, source: str, *, rolled: bool = False) -> None:
        """A side is to take n results (KILL, PAIN or DOOMED) more, because of `source`: "dice", or a printed name.
        `rolled`: that are dice too, or stand for those of a unit that rolls none; nothing else hurts who is aloof.
        """
        if n > 0 and (rolled or source == DICE or not self.is_aloof(seat)):
            row = self.side(seat), result, n, source
            self.b.scored, self.b.open = (*self.b.scored, row), (*self.b.open, row)

    def scored(self, result: int, seat: int = -1) -> int:
        """How many of a result were scored against a side, or (-1) against both."""
        return sum(n for side, what, n, _ in self.b.scored if what == result and seat in (-1, self.b.sides[side]))

    def open(self, seat: int, result: int) -> int:
        """How many of a result a side has still to take."""
        if not self.b.open:
            return 0
        mine = self.side(seat)
        return sum(n for side, what, n, _ in self.b.open if side == mine and what == result)

    def close(self, seat: int, result: int, n: int = 1) -> None:
        """So many open results of a side are so no more, those of the earliest source first."""
        mine = self.side(seat)
        left: list[tuple[int, int, int, str]] = []
        for row in self.b.open:
            side, what, owed, source = row
            if side == mine and what == result and n:
                gone = min(n, owed)
                n -= gone
                row = side, what, owed - gone, source
            if row[2]:
                left.append(row)
        self.b.open = tuple(left)

    def miss(self, seat: int, result: int, n: int) -> None:
        """So many results find no unit of a side, and are lost: noted where a power may ask who leaves play."""
        self.close(seat, result, n)
        if self.s.hooks("would_be_eliminated"):  # else odds would be walked for nothing
            self.b.missed += ((self.side(seat), result, n),)

    def missed(self, seat: int, result: int) -> int:
        """How many of a result have found no unit of a side."""
        return sum(n for side, what, n in self.b.missed if what == result and self.b.sides[side] == seat)

    # -- powers -------------------------------------------------------------------------------------------------------
    async def wanted(self, seat: int, ability: Ability, *, again: bool = False) -> bool:
        """Does the owner use a power that works by itself? Asked by the ruling `plain_powers`: once a battle, or each
        time.
        """
        item = (seat, ability.name)
        if self.s.config.rulings.asks_plain_powers and (again or item not in self.b.used + self.b.declined):
            self.b.declined = tuple(x for x in self.b.declined if x != item)
            if await yes(seat, ability, f"use {ability.name}", prompt=f"{ability.name}: {ability.text}"):
                self.note(seat, ability)
            else:
                self.b.declined += (item,)
        return item not in self.b.declined

    def sources(self, me: int, foe: int) -> list[tuple[int, str, int, str]]:
        """What powers add to the dice of a side: (kind of unit, power, dice, rule)."""
        found = []
        for kind in self.s.config.kinds[me]:
            if n := self.count(me, kind):
                for part in fold(0, self.hooks(me), self, me, foe, kind, n).parts:
                    found.append((kind, part.name, part.change, part.rule))
        return found

    def hooks(self, me: int) -> Sequence[Hook]:
        """The powers that change the dice of a side, without those that it does not use in this battle."""
        hooks = self.s.mine(me, "dice")
        return [h for h in hooks if (me, h[1].name) not in self.b.declined] if self.b.declined else hooks

    def dice(self, me: int, foe: int) -> Total:
        """The Combat of a side (CW-BAT-011): its units, and what powers make of it, with where each die comes from."""
        config, combat = self.s.config, self.s.config.combat[me]
        hooks, value = self.hooks(me), 0
        parts: list[Part] = []
        for kind, n in self.kinds(me).items():
            base, name = combat[kind] * n, config.name[me][kind]
            printed = Part(f"{n} × {name}" if n > 1 else name, base, config.factions[me].units[kind].rule)
            of_kind = fold(Total(base, (printed,) if base else ()), hooks, self, me, foe, kind, n)
            value += of_kind.value
            parts += of_kind.parts
        total = Total(max(value, 0), tuple(parts))
        hooks = () if self.is_aloof(me) else self.s.key.strength
        if hooks:
            total = fold(total, hooks, self, me, me, foe, total.value)
        return total._replace(value=max(total.value, 0))

    def apart(self, me: int, foe: int) -> dict[int, int]:
        """Dice of a side that are thrown apart from the others, by kind of unit; whatever the whole side has left."""
        units, combat, hooks = self.s.config.factions[me].units, self.s.config.combat[me], self.hooks(me)
        of = {kind: n for kind, n in self.kinds(me).items() if units[kind].apart}
        return {kind: folded(combat[kind] * n, hooks, self, me, foe, kind, n) for kind, n in of.items()}

    def most_results(self, me: int, code: int) -> int:
        """How many results a unit may take, and how many kills it needs to die: one, or more by a power."""
        return folded(1, self.s.mine(me, "limit"), self.s, me, Limit.RESULTS, code & KIND)

    def killed(self, seat: int, code: int) -> bool:
        """Has a unit of a side as many kills as it needs to die?"""
        return code < DOOMED and kills_on(code) >= max(1, self.most_results(seat, code))

    def survivors(self, seat: int) -> list[tuple[int, int]]:
        """(class, area) of each unit of a side that has fought to the end: those that stay, and the pained. Whatever a
        power took after the battle is not there any more.
        """
        side, here = self.side(seat), self.b.area
        found = [(plain(c), here) for c, n in self.b.roster[side].items() for _ in range(n)]
        found += [(plain(c) & KIND, to) for f, c, _, to in self.b.fates if f == side and to >= 0 and pains_on(c)]
        left: list[tuple[int, int]] = []
        met: Counter[tuple[int, int]] = Counter()
        for code, area in found:
            kind = code & KIND
            met[kind, area] += 1
            came = self.b.came.count((seat, kind)) if area == here else 0
            if met[kind, area] <= self.s.n(seat, kind, area) - came:
                left.append((code, area))
        return left

    def slew(self, seat: int) -> list[int]:
        """The kinds of a side's units that were killed."""
        side, killed = self.side(seat), str(WouldBeEliminated.KILLED)
        return [c & KIND for f, c, fate, _ in self.b.fates if f == side and fate == killed]

    def slew_goo(self, seat: int) -> bool:
        """Was a Great Old One of a side killed? One that is several figures is, when none of them is left."""
        goos, most = self.s.config.goos[seat], self.s.config.limit[seat]
        return any(k in goos and (most[k] < 2 or not self.s.total(seat, k)) for k in self.slew(seat))

    def fell(self, seat: int, kind: int) -> bool:
        """Has a side lost such a unit to results, which are applied all at once, and not before the dice?"""
        side, causes = self.side(seat), (str(WouldBeEliminated.KILLED), str(WouldBeEliminated.ELIMINATED))
        lost = [c for f, c, fate, _ in self.b.fates if f == side and c & KIND == kind and fate in causes]
        return any(c >= DOOMED or kills_on(c) for c in lost)

    # -- leaving ------------------------------------------------------------------------------------------------------
    def leave(self, seat: int, code: int, fate: str, to: int = -1) -> None:
        """One unit takes no further part; `to`: the area to which it has gone, if any."""
        self.change(seat, code)
        self.b.fates += ((self.side(seat), code, fate, to),)

    async def lose(
        self,
        seat: int,
        code: int,
        by: int,
        rule: str,
        fate: str = "eliminated",
        together: list[int] | None = None,
        cause: WouldBeEliminated | None = None,
        *,
        slain: bool = False,
    ) -> bool:
        """Eliminated: out of the battle and off the map, unless a power keeps it (False). `together` is that of
        `eliminate`; `slain`: it counts as killed, as whoever is devoured.
        """
        if by != seat and self.is_aloof(seat):
            return False
        if slain:
            self.b.slain[self.side(by)] += 1
        why = cause or (WouldBeEliminated.SACRIFICED if by == seat else WouldBeEliminated.ELIMINATED)
        event = await leaves(self.s, Leaving(seat, code, self.b.area, why, by, fight=self))
        if event is None:
            return False
        self.leave(seat, code, fate)
        if by != seat and self.fights(by) and not slain:
            self.b.ousted[self.side(by)] += 1
        await taken(self.s, event._replace(code=plain(code)), rule, note=fate, together=together)
        return True


def muster(s: State, area: int, attacker: int, defender: int) -> BattleRecord:
    """All units of both factions in the area take part (CW-BAT-002), unless a power says otherwise."""
    hooks, bound = s.key.takes_part, s.key.commands
    roster = [
        {
            c: 1 if c & KEEPER else s.n(f, c, area) - (s.keeper(f, area) == c)
            for c in s.codes(f, area, None if hooks else s.config.fighters[f])
        }
        for f in (attacker, defender)
    ]
    if hooks:
        for seat, units in zip((attacker, defender), roster, strict=True):
            fighters = s.config.fighters[seat]
            for code in list(units):
                said = [part(s, me, seat, code & KIND, area) for me, _, part in hooks]
                if False in said or (True not in said and fighters is not None and code & KIND not in fighters):
                    del units[code]
    for seat, units in zip((attacker, defender), roster, strict=True) if bound else ():
        for code in [code for code in units if commander(s, seat, code, area) != seat]:
            del units[code]
    return battle_of(area, (attacker, defender), roster)


def takes_part(s: State, area: int, me: int, foe: int) -> bool:
    """Would anybody of an enemy fight in a battle there?"""
    return bool(muster(s, area, me, foe).roster[1])


def declare(s: State, area: int, attacker: int, defender: int) -> None:
    """A battle begins; one that is under way waits until it is over."""
    if s.battle is not None:
        s.outer = [*(s.outer or ()), s.battle]
    s.battle = muster(s, area, attacker, defender)


class Preview(Resolution):
    """A battle that nobody has declared; the sides are drawn up when a power looks at them."""

    __slots__ = ("_area", "_found", "_pair")

    def __init__(self, s: State, area: int, me: int, foe: int) -> None:
        self.s, self._area, self._pair = s, area, (me, foe)
        self._found: BattleRecord | None = None

    @property
    def b(self) -> BattleRecord:  # type: ignore[override]
        if self._found is None:
            self._found = muster(self.s, self._area, *self._pair)
        return self._found


def combat(s: State, area: int, me: int, foe: int) -> int:
    """The Combat that a side would have there now."""
    if s.key.takes_part or s.key.strength:
        return Preview(s, area, me, foe).dice(me, foe).value
    total, hooks, printed = 0, s.mine(me, "dice"), s.config.combat[me]
    fight = Preview(s, area, me, foe) if hooks else None
    units, at = s.units, s.row(me, area)
    for kind in s.config.fighters[me] or s.config.kinds[me]:
        if n := units[at + kind]:
            total += folded(printed[kind] * n, hooks, fight, me, foe, kind, n) if hooks else printed[kind] * n
    return max(total, 0)
