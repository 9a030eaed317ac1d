"""Odds of a battle and of the Chaos Rift Struggle before the dice: exact, by the dice alone.

What powers may still change is left out, but those that speak as soon as a battle is declared: the numbers are those of
the position as it stands then. Sources: GW-ROL-002 to
GW-ROL-006, GW-PST-001 to GW-PST-006, GW-RIF-005 to GW-RIF-011.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from ....engine.runtime.decision import QUIET_NO, Answer, Asking, Decision
from ....engine.runtime.dice import Dice
from ..rules.battle import STAGE_OF_DICE, Resolution, muster, onlookers
from ..rules.common import window
from ..rules.council import counts, in_rift
from ..rules.losses import most_results
from ..rules.movement import faces, rolled
from ..rules.packing import KIND
from ..rules.state import BattleRecord, State
from ..rules.topics import FixedResults

Chances = dict[tuple[int, int], Fraction]  # (kills, routs) -> probability


class Outlook(NamedTuple):
    """What a side has to expect of a battle: the results that it must take, and whether they leave it a unit."""

    seat: int
    dice: tuple[int, ...]  # how many it throws itself, each number that may come
    takes: Chances
    emptied: Fraction


def thrown(die: Dice, n: int) -> Chances:
    """Kills and routs of n dice."""
    outcomes, weights = die.outcomes(n)
    whole = sum(weights)
    return {(o[0], o[1]): Fraction(w, whole) for o, w in zip(outcomes, weights, strict=True) if isinstance(o, tuple)}


def totals(s: State, b: BattleRecord, seat: int) -> dict[int, Fraction]:
    """How many dice a side throws: ratings that are dice may still be to come."""
    fight = Resolution(s, b)
    known = {(who, kind) for who, kind, _ in b.rated}
    open_ = [k for k in sorted({c & KIND for c in fight.units(seat)}) if rolled(s, seat, k) and (seat, k) not in known]
    if b.stage >= STAGE_OF_DICE or not open_:
        return {fight.total(seat).value: Fraction(1)}
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    rows = list(product(*(faces(s, seat, kind) for kind in open_)))
    for row in rows:
        after = b.copy()
        after.rated += tuple((seat, kind, n) for kind, n in zip(open_, row, strict=True))
        found[Resolution(s, after).total(seat).value] += Fraction(1, len(rows))
    return dict(found)


def deals(s: State, b: BattleRecord, seat: int, *, waits: bool = True) -> Chances:
    """Kills and routs that a side gives its enemy: its dice, if it `waits` to throw them, its building, what has been
    counted already."""
    fight = Resolution(s, b)
    side = fight.side(fight.foe(seat))
    kills = b.kills[side] + max(fight.fixed(seat, FixedResults.KILLS).value, 0)
    routs = b.routs[side] + max(fight.fixed(seat, FixedResults.ROUTS).value, 0)
    if not waits:
        return {(kills, routs): Fraction(1)}
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for n, p in totals(s, b, seat).items():
        for (k, r), q in thrown(s.config.die, n).items():
            found[k + kills, r + routs] += p * q
    return dict(found)


def fewest(s: State, b: BattleRecord, seat: int) -> int:
    """The fewest results that leave a side no unit, however it gives them out: as many as its units may take, if one
    of them is to take none as long as that is possible.
    """
    fight = Resolution(s, b)
    roster = b.roster[fight.side(seat)]
    room = [most_results(fight, seat, code) for code, n in roster.items() for _ in range(n)]
    return sum(room) - min(room) + 1 if room else 0


def outlook(s: State, b: BattleRecord, thrown_by: tuple[int, ...] = ()) -> tuple[Outlook, Outlook]:
    """Of the attacker and of the defender; `thrown_by` are the seats whose battle dice lie already."""
    found = []
    for me, foe in (b.sides, b.sides[::-1]):
        takes = deals(s, b, foe, waits=foe not in thrown_by)
        need = fewest(s, b, me)
        emptied = sum((p for (k, r), p in takes.items() if k + r >= need), Fraction(0))
        found.append(Outlook(me, tuple(sorted(totals(s, b, me))), takes, emptied))
    return found[0], found[1]


def before(s: State, area: int, me: int, foe: int) -> tuple[Outlook, Outlook]:
    """The same of a battle that might be declared."""
    return outlook(*declared(s, area, me, foe))


def declared(s: State, area: int, me: int, foe: int) -> tuple[State, BattleRecord]:
    """A battle as it would be declared, in a position of its own: powers that speak at once have spoken."""
    b = muster(s, area, me, foe)
    if not s.hooks("battle_declared"):
        return s, b
    after = s.copy()
    after.trace, after.battle = None, b
    fight = Resolution(after, b)
    for seat in (*b.sides, *onlookers(after, b)):
        used(window(after, "battle_declared", seat, fight, seat))
    return after, b


def used(step: Asking[Any]) -> None:
    """A step to its end: whoever is asked uses what he has, and of all else takes the first."""
    answer: Answer = None
    with suppress(StopIteration):
        while True:
            asked = step.send(answer)
            options = asked.options if isinstance(asked, Decision) else (None,)
            answer = next((option for option in options if option not in QUIET_NO), options[0])


def holds(mine: Outlook, theirs: Outlook) -> Fraction:
    """The chance to have units left where the enemy has none (GW-CON-001): neither roll depends on the other."""
    return theirs.emptied * (1 - mine.emptied)


def one(chances: Chances, which: int) -> dict[int, Fraction]:
    """The kills (0) or the routs (1) alone."""
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for pair, p in chances.items():
        found[pair[which]] += p
    return dict(sorted(found.items()))


def thrown_by(s: State, b: BattleRecord, next_: int) -> tuple[int, ...]:
    """Whose battle dice lie already when the next to throw is a seat: the attacker throws first."""
    return b.sides[: b.sides.index(next_)] if b.stage == STAGE_OF_DICE and next_ in b.sides else ()


# -- the Chaos Rift Struggle ------------------------------------------------------------------------------------------
def dice_of_rift(s: State) -> int:
    """How many dice make its strength (GW-RIF-010)."""
    return int(s.config.fact("rift.dice_per_empire")) * len(s.config.seats)


def closes(s: State, total: int) -> Fraction:
    """The chance that such a total closes the Rift: that it is more than the dice (GW-RIF-011)."""
    outcomes, weights = s.config.rift_dice.outcomes(dice_of_rift(s))
    less = sum(w for o, w in zip(outcomes, weights, strict=True) if isinstance(o, int) and o < total)
    return Fraction(less, sum(weights))


def bids(s: State, seat: int) -> Iterator[int]:
    """What each bid that a seat may make adds to the total (GW-RIF-005); nobody knows which it is."""
    fact = s.config.fact
    low, high = fact("rift.least_bid"), fact("rift.most_bid")
    made = [fact("rift.uncontrolled_bid")] if s.left >> seat & 1 else range(low, high + 1)
    for n in made:
        counted, _ = counts(s, seat, n)
        yield -counted if seat == s.config.feeder else counted


def commitment(s: State, me: int, bid: int) -> tuple[Fraction, Fraction]:
    """The chances that a bid closes the Rift, and that it is the least (GW-RIF-008), as if each other die were as
    likely to show one number as another.
    """
    mine = counts(s, me, bid)[0]
    others = [list(bids(s, seat)) for seat in s.config.seats if seat != me]
    start = in_rift(s) + (-mine if me == s.config.feeder else mine)
    sure = {n: closes(s, n) for n in range(reach(s, me, bid)[0], reach(s, me, bid)[1] + 1)}
    shut, least, n = Fraction(0), 0, 0
    for row in product(*others):
        n += 1
        shut += sure[start + sum(row)]
        least += mine <= min(map(abs, row))
    return shut / n, Fraction(least, n)


def reach(s: State, me: int = -1, bid: int = 0) -> tuple[int, int]:
    """The lowest and the highest total that the bids may come to; with the bid of `me`, if it is known."""
    low = high = in_rift(s)
    for seat in s.config.seats:
        if seat == me:
            counted = counts(s, seat, bid)[0]
            rows = [-counted if seat == s.config.feeder else counted]
        else:
            rows = list(bids(s, seat))
        low, high = low + min(rows), high + max(rows)
    return low, high
