"""A look at all options of a decision: each a little, those that lead ever more often.

The worse half is left out of each round until as few are left as are told (successive halving). Whoever lets it think
on gets the same again with twice as many walks of everything.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import sqrt
from random import Random

from ..engine.errors import RulesError
from ..engine.runtime.decision import Answer, Secret
from ..engine.runtime.position import Position
from ..play.bots import DECLINES
from .leaves import LEAST, Left, first_step, left, now, reason
from .moves import Step, moves, places_of, told
from .told import Hint, Hints, LeftRow
from .walks import Walks

BEST = 3  # proposals that are told
MANY, KEPT = 24, 16  # of more options than this each gets one short look first, and so many of them are walked
FIRST = 2  # walks of each option in the first round
WAVES = 8  # how often everything is done again with twice as many
WIDEST = 1.96  # standard deviations of a 95 % interval
FAILURES = 3  # of the walks of an option, without one that went well, until it is left out
MOST_ROWS = 6  # of what each would leave
EQUAL = "All of these are equal within the error."
LOSING = "Whatever is done here, others gain more by what follows."


class Tally:
    """What the walks of one option came to."""

    __slots__ = ("by", "ended", "failed", "n", "squares", "total", "won")

    def __init__(self) -> None:
        self.by: dict[int, float] = {}  # by the number of the walk
        self.n, self.total, self.squares = 0, 0.0, 0.0
        self.ended = self.won = self.failed = 0

    def add(self, number: int, value: float, won: bool | None) -> None:
        """One walk; of those that came to the end of the game it is kept whether the seat won."""
        self.by[number] = value
        self.n, self.total, self.squares = self.n + 1, self.total + value, self.squares + value * value
        self.ended, self.won = self.ended + (won is not None), self.won + bool(won)

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def variance(self) -> float:
        """Of a single walk; 0 where there is one only."""
        return _variance(self.n, self.total, self.squares)

    @property
    def wins(self) -> float | None:
        """The share of walks that were won, where most came to an end."""
        return self.won / self.ended if self.n and 2 * self.ended > self.n else None


def _variance(n: int, total: float, squares: float) -> float:
    return max(squares - total * total / n, 0.0) / (n - 1) if n > 1 else 0.0


class Looking:
    """A look under way. Raises `RulesError` where no world can be imagined."""

    def __init__(self, position: Position, seat: int, seed: int | str = 0, world: Position | None = None) -> None:
        self.walks = Walks(position, seat, seed, world)
        seen = self.walks.seen
        kept = [option for option in seen.options if _word(option) not in seen.system.gives_up]
        self.options: list[Answer] = [*(kept or seen.options), *seen.anytime]
        Random(f"hint/{seed}").shuffle(self.options)  # so that the first answer has seen something of every kind
        self.tallies = {option: Tally() for option in self.options}
        self.looked: set[Answer] = set()
        self.ranks: list[Answer] = []  # best first
        self.count, self.settled = 0, False
        self.before = now(self.walks)
        self._left: dict[Answer, tuple[int, Left]] = {}

    @property
    def only(self) -> Hints | None:
        """The answer where there is one option only."""
        if len(self.options) > 1:
            return None
        self.ranks, self.settled = self.options, True
        return self.told("One move is possible.")

    def work(self) -> Generator[Hints, None, Hints]:
        """All of it, a walk a piece."""
        field = self.options
        if len(field) > MANY:
            for option in field:
                self._walk(option, 0, cut=0)
                self._rank(field, ())
                yield self.told()
            field = self.ranks[:KEPT]
            yield from self._leave()
            self.tallies = {option: Tally() for option in field}  # a walk counts for more than a short look
            for option in field:
                self.walks.roots.pop(option, None)
        for wave in range(WAVES):
            yield from self._wave(field, FIRST << wave)
            self.settled = True
        return self.told()

    def _wave(self, field: Sequence[Answer], quota: int) -> Generator[Hints, None, None]:
        among, out = list(field), list[Answer]()
        while True:
            for number in range(quota):
                for option in among:
                    if number not in self.tallies[option].by:
                        self._walk(option, number)
                        self._rank(among, out)
                        if self.settled and any(one not in self._left for one in self.ranks[:BEST]):
                            yield from self._leave()
                        yield self.told()
            self._rank(among, out)
            yield from self._leave()
            if len(among) <= BEST:
                return
            half = max(BEST, (len(among) + 1) // 2)
            among, out = self.ranks[:half], self.ranks[half:]
            quota *= 2

    def _walk(self, option: Answer, number: int, **more: int) -> None:
        """One walk. An option whose walks fail time and again is left out."""
        self.count += 1
        self.looked.add(option)
        tally = self.tallies[option]
        if tally.failed >= FAILURES > tally.n:
            return
        try:
            found = self.walks.walk(option, number, **more)
        except Exception as fault:  # in rules of somebody's own, perhaps: the other options can be looked at
            tally.failed += 1
            if all(one.failed > one.n for one in self.tallies.values()):
                raise RulesError(f"bots do not know this power ({fault})") from fault
        else:
            if found is not None:
                tally.add(number, *found)

    def _rank(self, among: Sequence[Answer], out: Sequence[Answer]) -> None:
        """Those that are still looked at, then those that are not; what does something before what declines.

        Of two that came to the same the one that was walked more often goes before: the other may have been lucky.
        """
        known = [(option, tally) for option in among if (tally := self.tallies[option]).n]
        spread = sqrt(sum(tally.variance for _, tally in known) / max(len(known), 1))
        worth = {option: tally.mean - spread / sqrt(tally.n) for option, tally in known}
        order = sorted(worth, key=lambda option: (-worth[option], _word(option) in DECLINES))
        self.ranks = [*order, *(option for option in out if self.tallies[option].n)]

    def _leave(self) -> Generator[Hints, None, None]:
        """What the best ones would leave; looked up anew where four times as many walks say how they go on."""
        for option in self.ranks[:BEST]:
            n = self.tallies[option].n
            if option not in self._left or self._left[option][0] * 4 <= n:
                found = left(self.walks, option)
                if found is not None:
                    self._left[option] = n, found
                yield self.told()

    # -- telling ------------------------------------------------------------------------------------------------------
    def told(self, note: str = "") -> Hints:
        """What was found so far."""
        seen, system, me = self.walks.seen, self.walks.system, self.walks.me
        best = tuple(self._hint(option) for option in self.ranks[:BEST])
        if len(best) > 1 and self.settled and not note:
            equal, gains = all(hint.equal for hint in best), [hint for hint in best if hint.wins is None]
            notes = [EQUAL] if equal else []
            if gains == [*best] and all(hint.gain + (hint.error or 0.0) < 0 for hint in gains):
                notes.append(LOSING)
            note = " ".join(notes)
        asked = seen.decision
        decision = asked.asks[me] if isinstance(asked, Secret) else asked
        return Hints(
            me,
            system.seats[me].name,
            system.prompt(seen.state, decision),
            best,
            len(self.options),
            len(self.looked),
            self.count,
            self.settled,
            note,
            leaves=self._rows(),
        )

    def _hint(self, option: Answer) -> Hint:
        tally, known = self.tallies[option], self._left.get(option)
        error = WIDEST * sqrt(tally.variance / tally.n) if tally.n > 1 else None
        gain = tally.mean - self.walks.now[self.walks.me] if tally.n else 0.0
        step = first_step(self.walks, option)
        why, line = "", tuple[Step, ...]((step,))
        if known is not None:
            why, line = reason(self.walks.system, self.walks.me, self.before, known[1]), known[1].line
        label, *onward = told(
            moves(line, places_of(self.walks.system, self.walks.seen.state, self.walks.me), asked=True)
        )
        equal = self._equal(option)
        return Hint(option, label, gain, error, tally.n, equal, tally.wins, why, line, tuple(onward))

    def _equal(self, option: Answer) -> bool:
        """Is an option as good as the first, as far as walks with the same luck tell?"""
        first, mine = self.tallies[self.ranks[0]].by, self.tallies[option].by
        apart = [first[number] - value for number, value in mine.items() if number in first]
        n, total = len(apart), sum(apart)
        if option == self.ranks[0] or n < 2:
            return True
        return total / n <= WIDEST * sqrt(_variance(n, total, sum(x * x for x in apart)) / n)

    def _rows(self) -> tuple[LeftRow, ...]:
        """The figures that the proposals change, the own ones first."""
        known = [self._left[option][1] if option in self._left else None for option in self.ranks[:BEST]]
        before, me, rows = self.before.figures, self.walks.me, list[LeftRow]()
        if not any(known):
            return ()
        for seat, name in sorted(before, key=lambda one: one[0] != me):
            was = before[seat, name]
            each = tuple(None if one is None else one.figures.get((seat, name), 0.0) for one in known)
            if any(n is not None and abs(n - was) >= LEAST for n in each):
                whose = "" if seat == me else f"{self.walks.system.seats[seat].name}: "
                rows.append(LeftRow(f"{whose}{name}", was, each))
        return tuple(rows[:MOST_ROWS])


def _word(option: Answer) -> Answer:
    """What is done, without the things that it is done with; of a plan in secret, by its own answer."""
    if isinstance(option, tuple) and len(option) == 2 and isinstance(option[0], int) and isinstance(option[1], str):
        return option[1]
    return option[0] if isinstance(option, tuple) and option and isinstance(option[0], str) else option
