"""How much time a server gives to long answers: of one visit, and of all visits together in fair shares.

On a machine of one's own, in a notebook, nobody counts: there each question has a budget, and that is all.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar
from weakref import WeakSet

# Seconds of work at once, and how much of each second that passes is given again: of a visit, and of all together.
ASKED = ((600.0, 0.25), (1_800.0, 0.6))  # hints, odds, chances, reports, ways to a goal
BOTS = ((3_600.0, 0.5), (7_200.0, 0.8))  # what bots think in games that go on
VISIT_SAYS = "This visit has used up its time for {what} for now, so that was cut short; there is more in some minutes."
ALL_SAY = (
    "All visitors of this server together have used up its time for {what} for now, so that was cut short; "
    "there is more in some minutes."
)
WHAT = ("long answers", "bots")


class Purse:
    """Seconds that may be spent: `most` at once, and `again` of each second that passes comes back."""

    def __init__(self, most: float, again: float, clock: Callable[[], float] = monotonic) -> None:
        self.most, self.again, self._clock = most, again, clock
        self._used, self._when = 0.0, clock()

    @property
    def used(self) -> float:
        """What is spent and has not come back yet."""
        now = self._clock()
        self._used, self._when = max(0.0, self._used - self.again * (now - self._when)), now
        return self._used

    def pay(self, seconds: float) -> None:
        """So much was spent."""
        self._used = self.used + seconds


class Visit:
    """Somebody for whom answers are worked out, on a machine of his own: nobody counts, and he is there."""

    def there(self) -> bool:
        """Is he looking, as far as one knows?"""
        return True

    def pay(self, seconds: float, *, bots: bool = False) -> None:
        """So long was worked for him."""

    def out_of_time(self, *, bots: bool = False) -> str:
        """Why there is no more time for him now, in a sentence; "" while there is."""
        return ""


class Everybody:
    """What all visits of one process have spent. A visit may have its own measure, or an equal share of all if that is
    less: who comes late finds something left.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.purses = tuple(Purse(*kind[1], clock) for kind in (ASKED, BOTS))
        self.visits: WeakSet[Served] = WeakSet()

    def share(self, bots: bool) -> float:
        """How much one visit may have spent."""
        spenders = sum(visit.purses[bots].used > 0 for visit in self.visits)
        return self.purses[bots].most / max(1, spenders)


class Served(Visit):
    """A visit to a served page. `there` says whether its page is connected."""

    everybody: ClassVar[Everybody] = Everybody()

    def __init__(self, there: Callable[[], bool], everybody: Everybody | None = None) -> None:
        self._there, self._all = there, everybody or self.everybody
        self.purses = tuple(Purse(*kind[0], self._all.clock) for kind in (ASKED, BOTS))
        self._all.visits.add(self)

    def there(self) -> bool:
        """Is its page open?"""
        return self._there()

    def pay(self, seconds: float, *, bots: bool = False) -> None:
        """So long was worked for it."""
        self.purses[bots].pay(seconds)
        self._all.purses[bots].pay(seconds)

    def out_of_time(self, *, bots: bool = False) -> str:
        """Whose time is used up, in a sentence."""
        used, whole = self.purses[bots].used, self._all.purses[bots]
        if used >= self.purses[bots].most:
            return VISIT_SAYS.format(what=WHAT[bots])
        if whole.used >= whole.most or used >= self._all.share(bots):
            return ALL_SAY.format(what=WHAT[bots])
        return ""
