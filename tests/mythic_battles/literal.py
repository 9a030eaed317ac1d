"""The attack by brute force, in two ways that share nothing with the product but the numbers they come to.

`Naive` throws dice one by one, keeps them in the order in which they lie, and tries every sequence of single discards
and every choice of fives. `Steps` does the same with equal dice taken together and with what was seen remembered, so
that ten dice can be done. Neither knows what a good plan looks like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product

Dice = tuple[int, ...]
Value = Callable[[int], int]  # of a number of wounds; what the attacker wants as much of as can be


def whole(total: int, by: int) -> int:
    """Exact division: a remainder is a fault of the scale."""
    result, rest = divmod(total, by)
    assert not rest
    return result


class Naive:
    """Sums over all throws, dice one by one: no sorting, no memory."""

    def __init__(self, defence: int, value: Value, *, locked: bool = True, most: int = 4) -> None:
        self.defence, self.value, self.locked = defence, value, locked
        self.scale = 6**most  # of every value: so often can a die be rolled in the second assault

    def before(self, offence: int) -> int:
        return sum(self.rolled(throw) for throw in product(range(6), repeat=offence))

    def rolled(self, throw: Sequence[int]) -> int:
        return self.first(*self.place([d for d in throw if d], []))

    def place(self, live: list[int], card: list[int]) -> tuple[list[int], list[int]]:
        return [d for d in live if d < self.defence], card + [d for d in live if d >= self.defence]

    def first(self, live: list[int], card: list[int]) -> int:
        return max([self.throw(live, card), *(self.first(*after) for after in self.discards(live, card))])

    def discards(self, live: list[int], card: list[int]) -> list[tuple[list[int], list[int]]]:
        found = []
        for gone, up in product(range(len(live)), repeat=2):
            if gone != up:
                raised = [d + (i == up) for i, d in enumerate(live) if i != gone]
                found.append(self.place(raised, card))
        return found

    def throw(self, live: list[int], card: list[int]) -> int:
        """The second assault with each choice of fives, or none."""
        mine = [(live, i) for i, d in enumerate(live) if d == 5]
        mine += [] if self.locked else [(card, i) for i, d in enumerate(card) if d == 5]
        best = self.value(len(card)) * self.scale
        for k in range(1, len(mine) + 1):
            for taken in combinations(mine, k):
                stay = [d for i, d in enumerate(live) if not any(a is live and i == j for a, j in taken)]
                lie = [d for i, d in enumerate(card) if not any(a is card and i == j for a, j in taken)]
                total = 0
                for faces in product(range(6), repeat=k):
                    total += self.second(*self.place(stay + [5 + f for f in faces if f], lie))
                best = max(best, whole(total, 6**k))
        return best

    def second(self, live: list[int], card: list[int]) -> int:
        done = self.value(len(card)) * self.scale
        return max([done, *(self.second(*after) for after in self.discards(live, card))])


@cache
def more_wounds(needs: Dice) -> int:
    """The most wounds by single discards of dice that are so far below the defence, the nearest first."""
    best = 0
    for up in range(len(needs)):
        if up and needs[up - 1] == needs[up]:
            continue  # the first of equal ones: the others are the same die
        nearer = needs[up] - 1
        for gone in range(len(needs)):
            if gone == up or (gone and gone - 1 != up and needs[gone - 1] == needs[gone]):
                continue
            left = [n for i, n in enumerate(needs) if i not in (up, gone)]
            wound = 0 if nearer else 1
            best = max(best, wound + more_wounds(tuple(left if wound else sorted([nearer, *left]))))
    return best


class Steps:
    """Every sequence of single steps, with memory; equal dice are one die."""

    def __init__(
        self,
        defence: int,
        value: Value,
        *,
        locked: bool = True,
        second: bool = True,
        faces: Dice = (0, 1, 2, 3, 4, 5),
        most: int = 10,
    ) -> None:
        self.defence, self.value, self.locked, self.second, self.faces = defence, value, locked, second, faces
        self.sides = len(faces)
        self.scale = self.sides**most
        self.firsts: dict[tuple[Dice, int, int], int] = {}
        self.seconds: dict[tuple[Dice, int, int], int] = {}
        self.again: dict[tuple[Dice, tuple[int, ...]], int] = {}

    def before(self, offence: int, rerolls: tuple[int, ...] = ()) -> int:
        throws: Counter[Dice] = Counter({(): 1})
        for _ in range(offence):
            one_more: Counter[Dice] = Counter()
            for dice, ways in throws.items():
                for face in self.faces:
                    one_more[tuple(sorted((*dice, face)))] += ways
            throws = one_more
        return sum(ways * self.rolled(dice, rerolls) for dice, ways in throws.items())

    def rolled(self, dice: Dice, rerolls: tuple[int, ...]) -> int:
        """Dice as they fell; powers roll some of them again: any positions, any faces."""
        if not rerolls:
            sure = [d for d in dice if d and d >= self.defence]
            return self.first(tuple(d for d in dice if d and d < self.defence), len(sure), sure.count(5))
        if (dice, rerolls) not in self.again:
            found = []
            for k in range(min(abs(rerolls[0]), len(dice)) + 1):
                for places in combinations(range(len(dice)), k):
                    left = [d for i, d in enumerate(dice) if i not in places]
                    fallen = product(self.faces, repeat=k)
                    total = sum(self.rolled(tuple(sorted((*left, *faces))), rerolls[1:]) for faces in fallen)
                    found.append(whole(total, self.sides**k))
            self.again[dice, rerolls] = max(found) if rerolls[0] > 0 else min(found)
        return self.again[dice, rerolls]

    def first(self, live: Dice, card: int, fives: int) -> int:
        """Sorted dice that take part, dice on the card, and how many of those show a five."""
        key = live, card, 0 if self.locked else fives
        if key not in self.firsts:
            best = self.throw(live, card, fives)
            for up, die in enumerate(live):
                if up + 1 < len(live) and live[up + 1] == die:
                    continue  # the last of equal ones, so that the row stays sorted
                wound = die + 1 >= self.defence
                for gone in range(len(live)):
                    if gone == up or (gone and gone - 1 != up and live[gone - 1] == live[gone]):
                        continue
                    raised = () if wound else (die + 1,)
                    if gone < up:
                        after = live[:gone] + live[gone + 1 : up] + raised + live[up + 1 :]
                    else:
                        after = live[:up] + raised + live[up + 1 : gone] + live[gone + 1 :]
                    best = max(best, self.first(after, card + wound, fives + (wound and die == 4)))
            self.firsts[key] = best
        return self.firsts[key]

    def throw(self, live: Dice, card: int, fives: int) -> int:
        best = self.value(card) * self.scale
        if not self.second:
            return best
        here = live.count(5)
        for k in range(1, here + 1):
            at = live.index(5)
            best = max(best, self.fall(live[:at] + live[at + k :], card, k))
        if not self.locked:
            for k in range(1, fives + 1):
                best = max(best, self.fall(live, card - k, k))
        return best

    def fall(self, live: Dice, card: int, k: int) -> int:
        """k fives are in the air; they come down one after the other."""
        key = live, card, k
        if key not in self.seconds:
            if not k:
                needs = tuple(sorted(self.defence - d for d in live))
                found = self.value(card + more_wounds(needs)) * self.scale
            else:
                total = 0
                for face in self.faces:
                    if face:
                        wound = 5 + face >= self.defence
                        after = live if wound else tuple(sorted((*live, 5 + face)))
                        total += self.fall(after, card + wound, k - 1)
                    else:
                        total += self.fall(live, card, k - 1)
                found = whole(total, self.sides)
            self.seconds[key] = found
        return self.seconds[key]
