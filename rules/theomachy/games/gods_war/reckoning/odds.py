"""Odds of a battle and of the Chaos Rift Struggle before the dice: exact, by the dice alone.

What powers may still change is left out, but those that speak as soon as a battle is declared: the numbers are those of
the position as it stands then. What the cards of monsters make of results is in them, as the rules ask for it. Sources:
GW-ROL-002 to GW-ROL-006, GW-PST-001 to GW-PST-006, GW-RIF-005 to GW-RIF-011.
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
from ..rules.losses import most_results, taken, weighs
from ..rules.movement import faces, rolled
from ..rules.packing import KIND
from ..rules.reach import open_to
from ..rules.reach import routs as rout_ways
from ..rules.state import BattleRecord, State
from ..rules.timings import VOCABULARY
from ..rules.topics import CountsAs, FixedResults, Limit, MayMove

Chances = dict[tuple[int, int], Fraction]  # (kills, routs) -> probability
# When powers may change what comes of a battle after it was declared; what cards weigh is reckoned with.
LATER = ("pre_battle", "before_dice", "dice_rolled", "would_score", "would_retreat", "post_battle")


class Outlook(NamedTuple):
    """What a side has to expect of a battle: the results that it must take, and whether they leave it a unit."""

    seat: int
    dice: tuple[int, ...]  # how many it throws itself, each number that may come
    takes: Chances
    emptied: Fraction
    alone: Fraction | None = None  # to have units left where the enemy has none, where one hangs on the other
    killed: Fraction | None = None  # of a monster: that it dies as its card says
    still: tuple[str, ...] = ()  # its powers that may yet change what comes of it: no odds hold them


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


def weighed(s: State, b: BattleRecord) -> bool:
    """Does the card of a side say which results count, or where it is routed?"""
    keys = [s.key.seats[f] for f in b.sides]
    limits = any(VOCABULARY.about(key, "limit", what) for key in keys for what in (Limit.KILLS, Limit.ROUTS))
    return limits or any(VOCABULARY.about(key, "may_move", MayMove.ROUT) for key in keys)


class Fate(NamedTuple):
    """What results make of a side: is it left without units, is it killed as its card says?"""

    emptied: bool
    killed: bool


def fate(fight: Resolution, me: int, need: int) -> Fate:
    """That of a side, by the results that lie in the battle; `need` would leave it no unit."""
    s, b, side = fight.s, fight.b, fight.side(me)
    kills = taken(fight, me, Limit.KILLS, b.kills[side])
    gone = taken(fight, me, Limit.ROUTS, b.routs[side]) if kills < need else 0
    dies = kills > 0
    if gone and not open_to(s, me, rout_ways(s, me, b.area)):
        doomed = [counts(s, me, c & KIND, CountsAs.CORNERED) for c in fight.units(me)
                  for _, _, counts in s.mine(me, "counts_as")]  # fmt: skip
        dies, gone = dies or any(doomed), gone if any(doomed) else 0
    return Fate(kills + gone >= need, dies)


def together(s: State, b: BattleRecord, both: tuple[Outlook, Outlook]) -> tuple[Outlook, Outlook]:
    """The same two, throw by throw, where cards say what counts: a kill may hang on what the enemy scores."""
    s = s.copy()
    s.battle = b = b.copy()
    fight, need = Resolution(s, b), [fewest(s, b, me) for me in b.sides]
    emptied, alone, killed = [Fraction(0)] * 2, [Fraction(0)] * 2, [Fraction(0)] * 2
    for (one, p), (other, q) in product(both[0].takes.items(), both[1].takes.items()):
        b.kills, b.routs = [one[0], other[0]], [one[1], other[1]]
        fates = [fate(fight, me, n) for me, n in zip(b.sides, need, strict=True)]
        for side, (mine, theirs) in enumerate((fates, fates[::-1])):
            emptied[side] += p * q * mine.emptied
            alone[side] += p * q * (theirs.emptied and not mine.emptied)
            killed[side] += p * q * mine.killed
    found = [
        each._replace(emptied=emptied[i], alone=alone[i], killed=killed[i] if weighs(s, each.seat) else None)
        for i, each in enumerate(both)
    ]
    return found[0], found[1]


def still(s: State, b: BattleRecord, me: int) -> tuple[str, ...]:
    """The powers of a side that may speak between this moment and the end of the losses, by name."""
    fight, found = Resolution(s, b), dict[str, None]()
    for timing in LATER:
        for _, power, _ in s.mine(me, timing):
            may = getattr(power, "may_pre_battle", None) if timing == "pre_battle" else None
            if not hasattr(power, "limit") and (may is None or may(fight, me, fight.foe(me))):
                found[power.name] = None
    return tuple(found)


def outlook(s: State, b: BattleRecord, thrown_by: tuple[int, ...] = ()) -> tuple[Outlook, Outlook]:
    """Of the attacker and of the defender; `thrown_by` are the seats whose battle dice lie already."""
    found = []
    for me, foe in (b.sides, b.sides[::-1]):
        takes = deals(s, b, foe, waits=foe not in thrown_by)
        need = fewest(s, b, me)
        emptied = sum((p for (k, r), p in takes.items() if k + r >= need), Fraction(0))
        found.append(Outlook(me, tuple(sorted(totals(s, b, me))), takes, emptied, still=still(s, b, me)))
    both = found[0], found[1]
    return together(s, b, both) if weighed(s, b) else both


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
    """The chance to have units left where the enemy has none (GW-CON-001): neither roll depends on the other, unless a
    card says so.
    """
    return theirs.emptied * (1 - mine.emptied) if mine.alone is None else mine.alone


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
    totals = {in_rift(s) + (-mine if me == s.config.feeder else mine): 1}
    ways = least = 1
    for seat in s.config.seats:
        if seat == me:
            continue
        row = list(bids(s, seat))  # one seat after the other: all rows at once are many at a table of eight
        ways, least = ways * len(row), least * sum(mine <= abs(n) for n in row)
        further: dict[int, int] = {}
        for total, many in totals.items():
            for n in row:
                further[total + n] = further.get(total + n, 0) + many
        totals = further
    shut = sum((many * closes(s, total) for total, many in totals.items()), Fraction(0))
    return shut / ways, Fraction(least, ways)


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
