"""Rolls with equal outcomes grouped, so that a roll is one small decision of chance with exact weights.

Weights are whole numbers: how many of the `sides ** n` equally likely throws give the outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

from ..errors import IllegalAnswer, RulesError, shown

Outcome = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """A kind of dice: which faces count as what.

    With one group an outcome is a number ("3 hits"), with more it is a tuple of numbers in the order of the groups
    ("2 kills, 1 pain"). `total=True` means that the faces are added up instead, `pick=True` that there is one die and
    its face is the outcome. `shows` are the numbers on its faces where they are not 1 to `sides` (a blank is 0); a
    group names a number as often as the die has it, and so does `shows` where the faces are added up.
    """

    name: str
    groups: tuple[tuple[str, tuple[int, ...]], ...] = ()
    sides: int = 6
    total: bool = False
    pick: bool = False
    shows: tuple[int, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """The numbers that a die may show, each once."""
        return self.shows or tuple(range(1, self.sides + 1))

    @property
    def by_face(self) -> bool:
        """Does every face count for itself, so that an outcome says of each how often it came?"""
        return len(self.groups) > 2

    def outcomes(self, n: int) -> tuple[tuple[Outcome, ...], tuple[int, ...]]:
        """All outcomes of `n` dice in a fixed order, and their weights."""
        return _table(self, n)

    def chances(self, n: int, least: float = 0.0005, *, words: bool = True) -> tuple[tuple[str, float], ...]:
        """The outcomes of `n` dice for people, each with its probability; without those that hardly ever come."""
        outcomes, weights = self.outcomes(n)
        rows = ((self.say(o) if words else str(o), w / sum(weights)) for o, w in zip(outcomes, weights, strict=True))
        return tuple((name, p) for name, p in rows if p > least)

    def read(self, faces: Sequence[int]) -> Outcome:
        """The outcome of dice that somebody threw by hand; refuses faces that the die does not have."""
        for face in faces:
            if face not in self.faces:
                raise IllegalAnswer(f"a die with {self.sides} sides does not show {face}")
        if self.total or self.pick:
            return sum(faces)
        counts = tuple(sum(face in good for face in faces) for _, good in self.groups)
        return counts[0] if len(counts) == 1 else counts

    def thrown(self, n: int, faces: Sequence[int]) -> Outcome:
        """The outcome of `n` dice that show these faces. Raises `IllegalAnswer` for too many or too few of them."""
        if len(faces) != n:
            raise IllegalAnswer(f"{len(faces)} face{'' if len(faces) == 1 else 's'} for {number_of_dice(n)}")
        return self.read(faces)

    def beside(self, n: int, faces: Sequence[int]) -> tuple[tuple[Outcome, ...], tuple[int, ...]]:
        """All outcomes of `n` dice of which some show these faces already, and their weights; no more of them count
        than there are dice.
        """
        lie = self.read(faces[:n])
        outcomes, weights = self.outcomes(n - len(faces[:n])) if len(faces) < n else ((self.read(()),), (1,))
        return tuple(_plus(lie, outcome) for outcome in outcomes), weights

    @property
    def kinds(self) -> tuple[int, ...]:
        """The faces by which a die is set: all of them where each counts for itself, else one for each group, the best
        first, and one that counts for nothing.
        """
        if self.total or self.pick or self.by_face:
            return tuple(sorted(self.faces, reverse=True))
        best = {self.group(face): face for face in self.faces}
        return tuple(best[group] for group in sorted(best, key=lambda group: group % (len(self.groups) + 1)))

    def group(self, face: int) -> int:
        """Which group a face counts for; -1 for none."""
        return next((i for i, (_, good) in enumerate(self.groups) if face in good), -1)

    def say(self, outcome: Outcome) -> str:
        """The outcome for people: "3 hits", "2 kills, 1 pain", "11"; of dice by their faces those that came."""
        if self.total or self.pick:
            return str(outcome)
        counts = (outcome,) if isinstance(outcome, int) else outcome
        if self.by_face:
            named = [
                f"{n} {word}{'' if n == 1 else 's'}" for n, (word, _) in zip(counts, self.groups, strict=True) if n
            ]
            return ", ".join(named) or "no dice"
        return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, (word, _) in zip(counts, self.groups, strict=True))

    def expected(self, n: int) -> tuple[float, ...]:
        """The mean of each group (or of the sum)."""
        if self.total or self.pick:
            return (n * (self.sides + 1) / 2,)
        return tuple(n * len(good) / self.sides for _, good in self.groups)


@cache
def _table(dice: Dice, n: int) -> tuple[tuple[Outcome, ...], tuple[int, ...]]:
    if dice.pick:
        if n != 1:
            raise RulesError(f"{dice.name}: only one die shows the face that it picks, not {n}")
        return tuple(range(1, dice.sides + 1)), (1,) * dice.sides
    if dice.total:
        ways = Counter({0: 1})
        for _ in range(n):
            ways = _convolve(ways, dice.faces)
        return tuple(sorted(ways)), tuple(ways[s] for s in sorted(ways))
    hits = [len(good) for _, good in dice.groups]
    rest = dice.sides - sum(hits)
    found: dict[tuple[int, ...], int] = {}
    _spread(found, (), hits, n, 1, rest)
    outcomes: tuple[Outcome, ...] = tuple(k[0] for k in found) if len(hits) == 1 else tuple(found)
    return outcomes, tuple(found.values())


def _plus(a: Outcome, b: Outcome) -> Outcome:
    if isinstance(a, int) or isinstance(b, int):
        assert isinstance(a, int)
        assert isinstance(b, int)
        return a + b
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _convolve(ways: Counter[int], faces: Sequence[int]) -> Counter[int]:
    more: Counter[int] = Counter()
    for s, w in ways.items():
        for f in faces:
            more[s + f] += w
    return more


def _spread(
    found: dict[tuple[int, ...], int], so_far: tuple[int, ...], hits: list[int], left: int, ways: int, rest: int
) -> None:
    """The multinomial, group by group, in ascending order; impossible outcomes are left out."""
    if len(so_far) == len(hits):
        total = ways * rest**left
        if total:
            found[so_far] = total
        return
    for k in range(left + 1):
        _spread(found, (*so_far, k), hits, left - k, ways * comb(left, k) * hits[len(so_far)] ** k, rest)


D6 = Dice("D6", pick=True)


def number_of_dice(n: int) -> str:
    """ "1 die", "3 dice": for every sentence that counts dice."""
    return "1 die" if n == 1 else f"{n} dice"


def faces(text: str | Iterable[int]) -> list[int]:
    """Read dice as people write them: "6 6 4 1", "6,6,4,1" or "6641"."""
    if not isinstance(text, str):
        return [int(f) for f in text]
    words = text.replace(",", " ").replace("-", " ").split()
    if len(words) == 1 and len(words[0]) > 1:
        words = list(words[0])
    if not all(w.isdecimal() and len(w) < 9 for w in words):
        raise IllegalAnswer(f"dice are written as faces, such as 6 6 4 1, not {shown(text)}")
    return [int(w) for w in words]
