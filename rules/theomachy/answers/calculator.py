"""The calculator: what comes of a fight, exactly where every roll can be walked, else by a sample with its error.

It knows no game: a game's `Fights` (`engine/runtime/line_up.py`) says what can be fought, and by which policies losses
are given out. A figure is exact for those policies, and only for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

from ..engine.errors import TheoError
from ..engine.game.game import Game
from ..engine.runtime.line_up import Fights, LineUp, Measured, Setting
from ..engine.runtime.position import Position
from ..engine.runtime.system import System
from .walk import Walker
from .work import Budget, Work, finish

AUTO, EXACT, SAMPLED = "auto", "exact", "sampled"
MOST_ROLLS = 12_000  # that are walked before a sample is taken instead, where nobody says which
SAMPLES = 20_000
FIRST = 200  # fights that are sampled before every roll is walked, so that there is a figure at once
A_PIECE = 8  # fights, or rolls, between two moments at which others have their turn
PATIENCE = Budget(seconds=30.0)  # of somebody who asks without a screen
SURE = 1.96  # standard errors of a 95 % interval


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What comes of a fight: how likely each end is. `share` is how much of all rolls has been walked so far."""

    line_up: LineUp
    setting: Setting
    chances: Mapping[Measured, Fraction]
    how: str  # "exact" or "sampled"
    n: int  # rolls that were walked, or fights that were sampled
    share: Fraction = Fraction(1)
    counted: str = ""
    assumed: tuple[str, ...] = ()  # questions that no policy speaks of, answered plainly

    @property
    def whole(self) -> bool:
        """Is this all that was asked for: every roll?"""
        return self.how == EXACT and self.share == 1

    def fraction(self, row: str, least: int | None = None) -> Fraction:
        """The chance that a row comes to so much at least (what makes it an event, if nothing is said). Raises
        `TheoError` for a row that nobody measures.
        """
        at = self._at(row)
        least = self.line_up.rows[at].least if least is None else least
        return sum((p for end, p in self.chances.items() if end[at] >= least), Fraction(0)) / self._mass

    def chance(self, row: str, least: int | None = None) -> float:
        """The same as a number."""
        return float(self.fraction(row, least))

    def spread(self, row: str) -> dict[int, Fraction]:
        """How likely each number of a row is, in ascending order."""
        at, found = self._at(row), dict[int, Fraction]()
        for end, p in self.chances.items():
            found[end[at]] = found.get(end[at], Fraction(0)) + p / self._mass
        return dict(sorted(found.items()))

    def mean(self, row: str) -> Fraction:
        """A row on average."""
        return sum((n * p for n, p in self.spread(row).items()), Fraction(0))

    def error(self, row: str, least: int | None = None) -> float:
        """Half of the 95 % interval of a chance; 0 where it is exact."""
        if self.how == EXACT or not self.n:
            return 0.0
        p = self.chance(row, least)
        return SURE * sqrt(max(p * (1 - p), 1 / self.n) / self.n)

    @property
    def widest(self) -> float:
        """The largest error of any event that is measured."""
        events = (row.id for row in self.line_up.rows if row.group == "chance" and not row.mean)
        return max((self.error(row) for row in events), default=0.0)

    @property
    def said(self) -> str:
        """ "Exact: all 1,170 pairs of rolls", "20,000 fights, ± 0.3 %"; what it is exact for is said beside it."""
        if self.how == SAMPLED:
            return f"{self.n:,} fights, \u00b1\u2009{100 * self.widest:.1f}\u2009%"
        if self.share < 1:
            return f"{100 * float(self.share):.0f}\u2009% of all rolls so far"
        return f"Exact: {self.counted}" if self.counted else "Exact"

    @property
    def _mass(self) -> Fraction:
        return self.share if self.share else Fraction(1)

    def _at(self, row: str) -> int:
        for i, one in enumerate(self.line_up.rows):
            if one.id == row:
                return i
        raise TheoError(f"{row!r:.60} is not measured here; known: {', '.join(x.id for x in self.line_up.rows)}")


def fights_of(system: System[Any]) -> Fights[Any]:
    """The fights of a game. Raises `TheoError` where it has none."""
    if system.fights is None:
        raise TheoError(f"{system.title} tells the calculator nothing of its fights")
    return system.fights


def first_setting(system: System[Any], s: Any, place: str = "") -> Setting:
    """The setting of a place as the board stands; of the likeliest fight if none is named, and where nobody can fight
    of one that is yet to be put together. Raises `TheoError`.
    """
    fights = fights_of(system)
    found = fights.place(s, place) if place else next(fights.places(s), None) or fights.anything(s)
    if found is None:
        raise TheoError("there is no such fight in this position" if place else "nobody can fight in this position")
    return Setting(found.id)


def calculate(
    game: Game,
    place: str = "",
    *,
    setting: Setting | None = None,
    how: str = AUTO,
    samples: int = SAMPLES,
    budget: Budget = PATIENCE,
) -> Reckoned:
    """What comes of a fight in the position of a game: of a place (`System.fights.places` names them), of a setting, or
    of the likeliest fight. All that is hidden lies open to whoever asks this. Raises `TheoError`.

    >>> import theomachy as th
    >>> from theomachy.answers import calculate
    >>> setup = {"phase": "Battle", "active": "A", "stacks": {"D4": "A: 2 army", "D5": "B: 1 army"}}
    >>> game = th.editor("demigods", players=["A", "B"], setup=setup).game()
    >>> found = calculate(game)
    >>> found.said, round(found.chance("cleared"), 3)
    ('Exact: all 39 pairs of rolls', 0.897)
    """
    s = game.state
    asked = setting if setting is not None else first_setting(game.system, s, place)
    midst = game.position if fights_of(game.system).under_way(s) == asked.place else None
    return finish(reckon(game.system, s, asked, how=how, samples=samples, midst=midst), budget)


def reckon(
    system: System[Any],
    s: Any,
    setting: Setting,
    *,
    how: str = AUTO,
    samples: int = SAMPLES,
    seed: int | str = 0,
    midst: Position | None = None,
) -> Work[Reckoned]:
    """What comes of the fight of a setting, in pieces: each yields what there is so far, the last is the whole.

    `how` is "exact" (every roll, however long it takes), "sampled", or "auto": every roll where there are not too many,
    else a sample. `midst` is a position in the midst of the fight, from which it goes on. Raises `TheoError` for a
    line-up that cannot be fought, and for an unknown way.
    """
    if how not in (AUTO, EXACT, SAMPLED):
        raise TheoError(f"a fight is reckoned auto, exact or sampled, not {how!r:.40}")
    fights = fights_of(system)
    line_up = fights.line_up(s, setting)
    if line_up.fault:
        raise TheoError(line_up.fault)
    nothing = Reckoned(line_up, setting, {}, EXACT, 0, Fraction(0))
    walker = Walker(system, fights, setting)
    begun = walker.begin(s) if midst is None else walker.midst(midst)
    rng = Random(f"{seed}/{setting}")
    if how == EXACT:
        whole = yield from _exact(walker, begun, nothing, None)
        assert whole is not None
        return whole
    if how == AUTO:
        first = Walker(system, fights, setting)  # a figure at once, until every roll is walked
        if midst is None:
            first.begin(s)
        else:
            first.midst(midst)
        at_once = yield from _sampled(first, begun, nothing, min(FIRST, samples), rng)
        exact = yield from _exact(walker, begun, at_once, MOST_ROLLS, partly=False)
        if exact is not None:
            return exact
    return (yield from _sampled(walker, begun, nothing, samples, rng))


def _exact(
    walker: Walker, begun: Position, nothing: Reckoned, most: int | None, *, partly: bool = True
) -> Generator[Reckoned, None, Reckoned | None]:
    """Every roll; None when there are more than `most`. Until then what is sure so far, or `nothing` as it is."""
    work, pieces = walker.ends(begun), 0
    while True:
        try:
            so_far = next(work)
        except StopIteration as end:
            return _told(walker, nothing, end.value)
        pieces += 1
        if most is not None and walker.walked.rolls > most:
            work.close()
            return None
        if pieces % A_PIECE == 0:
            yield _told(walker, nothing, so_far) if so_far and partly else nothing


def _told(walker: Walker, nothing: Reckoned, ends: Mapping[Measured, Fraction]) -> Reckoned:
    walked, share = walker.walked, sum(ends.values(), Fraction(0))
    of = "pairs of rolls" if walked.deep == 2 else "roll" if walked.rolls == 1 else "rolls"
    counted = walked.counted or (f"all {walked.rolls:,} {of}" if walked.deep else "no dice")
    return replace(
        nothing, chances=dict(ends), how=EXACT, n=walked.rolls, share=share, counted=counted,
        assumed=tuple(walked.assumed),
    )  # fmt: skip


def _sampled(walker: Walker, begun: Position, nothing: Reckoned, samples: int, rng: Random) -> Work[Reckoned]:
    """The fight played many times."""
    found: Counter[Measured] = Counter()
    n, told = 0, nothing
    while n < samples:
        for _ in range(min(A_PIECE, samples - n)):
            found[walker.once(begun, rng)] += 1
            n += 1
        chances = {end: Fraction(times, n) for end, times in found.items()}
        told = replace(
            nothing, chances=chances, how=SAMPLED, n=n, share=Fraction(1), assumed=tuple(walker.walked.assumed)
        )
        yield told
    return told
