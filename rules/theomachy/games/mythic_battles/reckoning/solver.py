"""The solver of an attack: exact odds of wounds, and at each stage every sensible plan with what it comes to.

Nothing is sampled and nothing is a guess; weights are whole numbers. What makes it quick is that few plans can be best.

- When no die is rolled any more, a die that is `need` short of the defence takes `need` others, and itself: it costs
  need + 1 of the dice that take part. So the most wounds are the longest row of the cheapest dice that all of them
  together can pay.
- Before a second assault, raising a die that will not be rolled can wait until the throw is seen. So a plan is: lift
  some dice below five to five, the highest, paid with the lowest; roll some fives. The rest waits.

That no other plan is better is held against brute force over the steps of `assault`, one discard at a time, by
`tests/mythic_battles/test_assault.py`.

Source: MB-ATK-001 to MB-ATK-011; rerolls before blanks go: MB-TAL-025, MB-UTL-014, MB-UTL-030.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement, count, zip_longest
from math import gcd
from operator import mul
from typing import NamedTuple

from ..rules.assault import BLANK, FACES, FIVE, Discard, Pool, Roll
from ..rules.assault import rerolls as choices_again

Weights = tuple[int, ...]  # of 0, 1, 2 ... wounds


class Terms(NamedTuple):
    """What dice there are, and what an attack allows."""

    faces: Roll = FACES  # of a die, each as likely (MB-ATK-003, ruling `dice_faces`)
    locked: bool = True  # a die that wounds is not rolled again (MB-ATK-006, ruling `locked_wounds`)
    second: bool = True  # there is a second assault; some powers forbid it


class Aim(NamedTuple):
    """What the attacker wants: the worth of 0, 1, 2 ... wounds, never falling; more wounds are worth the last.

    Of plans that are worth the same the one with more wounds on average is better.
    """

    worth: Weights

    def of(self, wounds: int) -> int:
        return self.worth[min(wounds, len(self.worth) - 1)]


def most(cap: int | None = None) -> Aim:
    """As many wounds as can be on average; those above `cap`, the vitality that is left, do not count (MB-ATK-011)."""
    return Aim(tuple(range((MOST_DICE if cap is None else cap) + 1)))


def least(wounds: int) -> Aim:
    """The best chance of so many wounds at least, to destroy a unit."""
    return Aim((*(0,) * wounds, 1))


MOST_DICE = 10  # no offence is higher (MB-ATK-001)
MOST = most()
TERMS = Terms()


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely each number of wounds is: whole weights, in lowest terms, of 0, 1, 2 ... wounds."""

    weights: Weights
    total: int

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(w * x for w, x in enumerate(self.weights)), self.total)

    def chance(self, wounds: int) -> Fraction:
        """Of exactly so many wounds."""
        return Fraction(self.weights[wounds] if 0 <= wounds < len(self.weights) else 0, self.total)

    def at_least(self, wounds: int) -> Fraction:
        return Fraction(sum(self.weights[max(wounds, 0) :]), self.total)

    def worth(self, aim: Aim) -> Fraction:
        """What they are worth on average to somebody with this aim."""
        return Fraction(sum(aim.of(w) * x for w, x in enumerate(self.weights)), self.total)

    @property
    def floats(self) -> tuple[float, ...]:
        return tuple(x / self.total for x in self.weights)


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to go on, and what it comes to when all that follows is done best."""

    odds: Odds
    worth: Fraction  # by the aim that was asked for
    discards: tuple[Discard, ...] = ()  # now, in this order
    raised: int = 0  # dice lifted to five by these discards, to be rolled
    rolled: int = 0  # fives that are rolled after them
    fives: int = 0  # dice that show a five then
    again: Roll = ()  # dice that are rolled again before blanks go
    throws: int = 1  # equally likely throws that were counted

    def __str__(self) -> str:
        """For people: "Lift two fours, throw 4 fives", "Discard 3, throw none"."""
        if self.again:
            return f"Roll {_named(self.again)} again"
        throw = "throw none"
        if self.rolled:
            every = self.rolled == self.fives
            throw = f"throw {_many(self.rolled, 'five')}" if every else f"throw {self.rolled} of {self.fives} fives"
        if self.raised:
            return f"Lift {_named(self.lifted)}, {throw}"
        if self.discards:
            throw = f"discard {len(self.discards)}, {throw}" if self.fives else f"discard {len(self.discards)}"
        elif not self.fives:
            throw = "leave all as it is"
        return throw.capitalize()

    @property
    def lifted(self) -> Roll:
        """The dice that the discards raise, as they were, in their order."""
        ups = [up for _, up in self.discards]
        return tuple(up for i, up in enumerate(ups) if not i or ups[i - 1] + 1 != up)


@dataclass(frozen=True, slots=True)
class Advice:
    """Plans, the best first."""

    plans: tuple[Plan, ...]

    @property
    def best(self) -> Plan:
        return self.plans[0]


def before(
    offence: int,
    defence: int,
    aim: Aim = MOST,
    terms: Terms = TERMS,
    rerolls: Sequence[int] = (),
    lie: Sequence[int] = (),
) -> Odds:
    """The wounds of an attack before anything is rolled, when all choices are the best for this aim.

    Args:
        offence: the effective offence, the number of dice (MB-ATK-001).
        defence: the effective defence.
        rerolls: powers that roll dice again before blanks go, in the order of their use: 2 means that the attacker
            rolls up to two dice again, -2 that the defender picks them, and wants the contrary.
        lie: faces that some of the dice show already.

    Raises `ValueError` for more dice than an attack can have.
    """
    if not 0 <= offence <= MOST_DICE:
        raise ValueError(f"an attack has 0 to {MOST_DICE} dice, not {offence}")
    return _solver(defence, aim, terms).before(offence, tuple(rerolls), tuple(lie))


def again(dice: Iterable[int], defence: int, rerolls: Sequence[int], aim: Aim = MOST, terms: Terms = TERMS) -> Advice:
    """Which dice of a roll, blanks included, to roll again by the first of `rerolls`; the others follow.

    Of a defender's reroll (a negative number) the plan that is worst for the attacker is the first.
    """
    return _solver(defence, aim, terms).again(tuple(sorted(dice)), tuple(rerolls))


def first(pool: Pool, defence: int, aim: Aim = MOST, terms: Terms = TERMS) -> Advice:
    """What to discard in the first assault, and how many fives to roll after it (MB-ATK-005, 008)."""
    return _solver(defence, aim, terms).first(pool)


def fives(pool: Pool, defence: int, aim: Aim = MOST, terms: Terms = TERMS) -> Advice:
    """How many fives to roll when the first assault's discards are done; with none the attack is over (MB-ATK-008)."""
    return _solver(defence, aim, terms).fives(pool)


def second(pool: Pool, defence: int, aim: Aim = MOST, terms: Terms = TERMS) -> Advice:
    """What to discard in the second assault: a plan for each number of wounds that can be had (MB-ATK-010)."""
    return _solver(defence, aim, terms).settled(pool)


def _cost(die: int, defence: int) -> int:
    """Dice that go for one wound of this die: itself and one for each that it is short."""
    return max(defence - die, 0) + 1


def _payable(costs: Sequence[int], dice: int) -> int:
    """The most wounds: how many of the cheapest dice (costs ascending) so many dice together pay."""
    n = 0
    for cost in costs:
        dice -= cost
        if dice < 0:
            break
        n += 1
    return n


def _plus(weights: Sequence[int], wounds: int) -> Weights:
    return (*(0,) * wounds, *weights)


def _ways(dice: Sequence[int], faces: Counter[int]) -> int:
    """How many throws show exactly these dice, of which equal ones stand together."""
    ways, alike, last = 1, 0, None
    for n, die in enumerate(dice, 1):  # the n-th may be any of n, but equal ones are told apart by nobody
        alike, last = alike + 1 if die == last else 1, die
        ways = ways * n // alike * faces[die]
    return ways


@lru_cache(1024)
def _throws(k: int, defence: int, faces: Roll) -> tuple[tuple[Weights, int], ...]:
    """What becomes of k fives that are rolled: costs of those that are left, ascending, and the weight of it."""
    costs = Counter(BLANK if face == BLANK else _cost(FIVE + face, defence) for face in faces)
    return tuple(
        (tuple(cost for cost in thrown if cost), _ways(thrown, costs))
        for thrown in combinations_with_replacement(sorted(costs), k)
    )


@lru_cache(1 << 16)
def _thrown(k: int, costs: Weights, spare: int, defence: int, faces: Roll) -> Weights:
    """Wounds when k fives are rolled, beside dice with these costs, and `spare` that only pay."""
    found = [0] * (k + len(costs) + 1)
    more = len(costs) + spare
    for left, weight in _throws(k, defence, faces):
        found[_payable(sorted(left + costs) if costs else left, len(left) + more)] += weight
    return tuple(found)


class _Choice(NamedTuple):
    """Discards of a first assault: which are lifted to five, what pays, what rests; and the fives that are rolled."""

    lifted: Roll  # highest first
    paid: Roll
    rest: Roll
    rolled: int


def _choices(dice: Roll, best_only: bool) -> Iterator[_Choice]:
    """Every number of dice to lift and of fives to roll, at least one; or only those of which one must be best.

    Fives pay for no five: that gains nothing. Dice above five may have to.
    """
    low = [d for d in reversed(dice) if d < FIVE]
    high = [d for d in dice if d > FIVE]
    natural = len(dice) - len(low) - len(high)
    for n in range(len(low) + 1):
        payers = (*reversed(low[n:]), *high)
        cost = n * FIVE - sum(low[:n])
        if cost > len(payers):
            break
        for k in range(natural + n if best_only and n else 1, natural + n + 1):
            rest = tuple(sorted((*payers[cost:], *(FIVE,) * (natural + n - k))))
            yield _Choice(tuple(low[:n]), payers[:cost], rest, k)


class _Part(NamedTuple):
    """Wounds summed over the faces of some dice, and what the sums are worth."""

    weights: Weights
    worth: int
    wounds: int


def _partings(dice: Roll, most: int) -> Iterator[tuple[Roll, int]]:
    """What is left when none, one ... so many of the dice are taken, each lot once; and how many were taken."""
    lots = {dice: None}
    yield dice, 0
    for n in range(1, min(most, len(dice)) + 1):
        lots = dict.fromkeys(lot[:i] + lot[i + 1 :] for lot in lots for i in range(len(lot)))
        yield from ((lot, n) for lot in lots)


NAMES = ("blank", "one", "two", "three", "four", "five")


def _many(n: int, what: str) -> str:
    return f"the {what}" if n == 1 else f"both {what}s" if n == 2 else f"{n} {what}s"


def _named(dice: Roll) -> str:
    """Dice in words: "a blank and two fours"."""
    parts = []
    for die, n in sorted(Counter(dice).items()):
        name = NAMES[die] if die < len(NAMES) else str(die)
        parts.append(f"a {name}" if n == 1 else f"{NAMES[n] if n < len(NAMES) else n} {name}s")
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def _steps(raised: Iterable[int], paid: Sequence[int], goal: int) -> tuple[Discard, ...]:
    """The discards one by one that lift these dice to the goal."""
    ups = [value for die in raised for value in range(die, goal)]
    return tuple(zip(paid, ups, strict=True))


class _Solver:
    """Everything about one defence, one aim, one kind of dice; what was reckoned once is kept."""

    def __init__(self, defence: int, aim: Aim, terms: Terms) -> None:
        if not aim.worth or any(a > b for a, b in zip(aim.worth, aim.worth[1:], strict=False)):
            raise ValueError(f"the worth of wounds never falls, as it does in {aim.worth}")
        self.defence, self.aim, self.terms = defence, aim, terms
        self.plain = aim.worth == tuple(range(len(aim.worth)))  # a wound more is worth one more
        self.sides = len(terms.faces)
        self.faces = Counter(terms.faces)
        self.throws_again = terms.second and defence > FIVE  # below, every five lies on the card
        self.kept: dict[Roll, Weights] = {}
        self.rolls: dict[tuple[Roll, tuple[int, ...]], Weights] = {}
        self.parts: dict[tuple[Roll, int, tuple[int, ...]], _Part] = {}

    def before(self, offence: int, rerolls: tuple[int, ...], lie: Roll = ()) -> Odds:
        found = [0] * (offence + 1)
        for dice in combinations_with_replacement(sorted(self.faces), offence - len(lie)):
            ways = _ways(dice, self.faces)
            for w, x in enumerate(self.roll(tuple(sorted((*dice, *lie))) if lie else dice, rerolls)):
                found[w] += ways * x
        return _odds(found)

    def again(self, dice: Roll, rerolls: tuple[int, ...]) -> Advice:
        if not rerolls:
            raise ValueError("no power rolls dice again")
        plans = []
        for some in choices_again(dice, abs(rerolls[0])):
            odds = _odds(self.part(_left(dice, some), len(some), rerolls[1:]).weights)
            plans.append(Plan(odds, odds.worth(self.aim), again=some, throws=self.sides ** len(some)))
        sign = -1 if rerolls[0] > 0 else 1
        plans.sort(key=lambda p: (sign * p.worth, sign * p.odds.mean, len(p.again)))
        return Advice(tuple(plans))

    def first(self, pool: Pool) -> Advice:
        dice, sure = pool.dice, len(pool.card)
        wounds, steps = self.settle(dice)
        here = pool.dice.count(FIVE) if self.throws_again else 0
        on_card = 0
        if self.terms.second and not self.terms.locked:
            on_card = pool.card.count(FIVE) + (sum(up + 1 == FIVE for _, up in steps) if self.defence == FIVE else 0)
        plans = [self.plan(_plus((1,), sure + wounds), steps, fives=here + on_card)]
        if self.throws_again:
            for lifted, paid, rest, k in _choices(dice, best_only=False):
                weights = _plus(self.thrown(k, rest), sure)
                plans.append(self.plan(weights, _steps(lifted, paid, FIVE), len(lifted), k, here + len(lifted)))
        for k in range(1, on_card + 1):
            weights = _plus(_thrown(k, (), 0, self.defence, self.terms.faces), sure + wounds - k)
            plans.append(self.plan(weights, steps, rolled=k, fives=on_card))
        return _sorted(plans)

    def fives(self, pool: Pool) -> Advice:
        sure = len(pool.card)
        here, on_card = (pool.dice.count(FIVE), pool.card.count(FIVE)) if self.terms.second else (0, 0)
        if self.terms.locked:
            on_card = 0
        plans = [self.plan(_plus((1,), sure), fives=here + on_card)]
        for k in range(1, here + 1):
            weights = self.thrown(k, _left(pool.dice, (FIVE,) * k))
            plans.append(self.plan(_plus(weights, sure), rolled=k, fives=here))
        for k in range(1, on_card + 1):
            more = self.settle(pool.dice)[0] + sure - k
            weights = _thrown(k, (), 0, self.defence, self.terms.faces)
            plans.append(self.plan(_plus(weights, more), rolled=k, fives=on_card))
        return _sorted(plans)

    def settled(self, pool: Pool) -> Advice:
        found = range(self.settle(pool.dice)[0] + 1)
        plans = (self.plan(_plus((1,), len(pool.card) + n), self.settle(pool.dice, n)[1]) for n in found)
        return _sorted(plans)

    def plan(
        self, weights: Weights, discards: tuple[Discard, ...] = (), raised: int = 0, rolled: int = 0, fives: int = 0
    ) -> Plan:
        odds = _odds(weights)
        return Plan(odds, odds.worth(self.aim), discards, raised, rolled, fives, throws=self.sides**rolled)

    def settle(self, dice: Roll, wounds: int | None = None) -> tuple[int, tuple[Discard, ...]]:
        """The most wounds, or so many, by discards alone, and the fewest discards for them."""
        best = tuple(reversed(dice))
        n = _payable([_cost(d, self.defence) for d in best], len(dice)) if wounds is None else wounds
        short = sum(self.defence - d for d in best[:n])
        return n, _steps(best[:n], dice[:short], self.defence)

    def thrown(self, k: int, rest: Roll) -> Weights:
        """Wounds when k fives are rolled and these dice rest. Too dear ones only pay: so many rests are alike."""
        costs = [_cost(d, self.defence) for d in reversed(rest)]
        useful = sum(total <= k + len(rest) for total in accumulate(costs))
        return _thrown(k, tuple(costs[:useful]), len(rest) - useful, self.defence, self.terms.faces)

    def best(self, dice: Roll) -> Weights:
        """Wounds of a first assault with these dice, no blanks among them; the weights make sides to the dice."""
        if dice not in self.kept:
            here = tuple(d for d in dice if d < self.defence)
            sure = len(dice) - len(here)
            wounds, steps = self.settle(here)
            scale = self.sides ** len(dice)
            found: Weights = _plus((scale,), sure + wounds)
            key = self.key(found, len(steps), 0)
            if self.throws_again:
                for _, paid, rest, k in _choices(here, best_only=True):
                    less = self.sides ** (len(dice) - k)
                    weights = _plus([x * less for x in self.thrown(k, rest)], sure)
                    other = self.key(weights, len(paid), k)
                    if other < key:
                        found, key = weights, other
            self.kept[dice] = found
        return self.kept[dice]

    def key(self, weights: Weights, spent: int, rolled: int) -> tuple[int, int, int, int]:
        """The best is the lowest: worth, then wounds, then few discards, then few dice."""
        worth = wounds = sum(map(mul, count(), weights))
        if not self.plain or len(weights) > len(self.aim.worth):
            worth = sum(self.aim.of(w) * x for w, x in enumerate(weights))
        return -worth, -wounds, spent, rolled

    def roll(self, dice: Roll, rerolls: tuple[int, ...]) -> Weights:
        """Wounds of dice as rolled; the weights of all rolls of so many dice have one sum."""
        if not rerolls:
            left = dice[dice.count(BLANK) :]
            scale = self.sides ** (len(dice) - len(left))
            return tuple(x * scale for x in self.best(left))
        if (dice, rerolls) not in self.rolls:
            count, sign = abs(rerolls[0]), 1 if rerolls[0] > 0 else -1
            found: Weights = ()
            best, by = (0, 0), 0
            for left, n in _partings(dice, count):
                part, scale = self.part(left, n, rerolls[1:]), self.sides ** (count - n)
                rank = sign * scale * part.worth, sign * scale * part.wounds
                if not by or rank > best:
                    found, best, by = part.weights, rank, scale
            self.rolls[dice, rerolls] = tuple(x * by for x in found)
        return self.rolls[dice, rerolls]

    def part(self, dice: Roll, more: int, rerolls: tuple[int, ...]) -> _Part:
        """Wounds when so many dice are rolled to these, summed over their faces."""
        if (dice, more, rerolls) not in self.parts:
            weights: Weights = ()
            if more:
                for face, times in self.faces.items():
                    one = self.part(tuple(sorted((*dice, face))), more - 1, rerolls).weights
                    weights = tuple(a + times * b for a, b in zip_longest(weights, one, fillvalue=0))
            else:
                weights = self.roll(dice, rerolls)
            worth, wounds, *_ = self.key(weights, 0, 0)
            self.parts[dice, more, rerolls] = _Part(weights, -worth, -wounds)
        return self.parts[dice, more, rerolls]


@lru_cache(32)
def _solver(defence: int, aim: Aim, terms: Terms) -> _Solver:
    return _Solver(defence, aim, terms)


def _odds(weights: Sequence[int]) -> Odds:
    size = max((w + 1 for w, x in enumerate(weights) if x), default=0)
    by = gcd(*weights)
    return Odds(tuple(x // by for x in weights[:size]), sum(weights) // by)


def _sorted(plans: Iterable[Plan]) -> Advice:
    return Advice(tuple(sorted(plans, key=lambda p: (-p.worth, -p.odds.mean, len(p.discards), p.rolled, p.raised))))


def _left(dice: Roll, gone: Iterable[int]) -> Roll:
    left = list(dice)
    for die in gone:
        left.remove(die)
    return tuple(left)
