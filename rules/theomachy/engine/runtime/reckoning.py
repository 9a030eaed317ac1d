"""What a game reckons: open figures, how somebody stands, odds and advice. It changes nothing.

One of the three faces of a `System`. Where a game gives no odds of its own, `sampled` finds them by play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from ..state.typing import S
from ..tabletop.beside import Sum, Term
from .decision import CHANCE, Answer, Decision
from .forecast import Advice, Forecast, Plan
from .line_up import Fights
from .rules import Rules
from .sampling import sample_chance
from .theme import Theme

if TYPE_CHECKING:
    from random import Random

    from .goals import Goal

MOST_ANSWERS = 40  # that one action may ask for in a sample


class World(Protocol):
    """What samples are played in: a position of a game (`engine/runtime/position.py:Position`)."""

    @property
    def decision(self) -> Decision | None: ...
    @property
    def state(self) -> Any: ...
    def clone(self) -> Self: ...
    def play(self, answer: Answer, /) -> Any: ...


class Reckoning(Rules[S]):
    """What is reckoned of one configured game."""

    fights: ClassVar[Fights[Any] | None] = None  # what the calculator can reckon
    weighed: ClassVar[tuple[str, ...]] = ()  # those of them that a bot which looks ahead weighs before it acts
    weighed_in: ClassVar[str] = "In points"  # the unit of strength, for people
    at_once: ClassVar[float] = 0.5  # the share of a searched walk's worth that is how it stands when its action is over
    # Of the chance to win: games that were measured, and of sides that were given 70 % or more the mean of what was
    # said and the share that won (`tools/calibrate.py`); None where nobody has measured it.
    calibrated: ClassVar[tuple[int, float, float] | None] = None
    themes: ClassVar[tuple[Theme, ...]] = ()  # what puzzles can be about
    spread: ClassVar[float] = 10.0  # so much more strength than another makes a win about e times as likely

    def figures(self, s: S) -> tuple[dict[str, int], ...]:
        """Open numbers a seat, for charts and analysis ("population", "power", ...); the same keys for each seat."""
        raise NotImplementedError

    def strength(self, s: S) -> tuple[float, ...]:
        """One number a seat: a rough measure of how somebody stands, for charts and bots; the sum of its `parts`."""
        return tuple([sum(self.parts(s, seat.index).values()) for seat in self.seats])

    def parts(self, s: S, seat: int) -> Mapping[str, float]:
        """What the strength of a seat is made of, by names that people can read: all that is not nothing.

        Each is made of what lies open, so it is the same for everybody at the table.
        """
        raise NotImplementedError

    def stands(self, s: S, seat: int) -> Sum | None:
        """The same as it lies on the table; None where a game gives the figure alone."""
        if type(self).parts is Reckoning.parts:
            return None
        found, who = self.parts(s, seat), self.seats[seat]
        terms = tuple(Term(name, fact=f"{value:+.1f}") for name, value in found.items())
        note = f"{self.weighed_in}, as bots reckon: an evaluation, no rule"
        return Sum(f"{who.title or who.name} stands at", round(sum(found.values())), terms, seat=seat, note=note)

    def goals(self, s: S, seat: int) -> tuple[Goal, ...]:
        """What a seat may strive for from here, open goals alone; names and tests, see `engine/runtime/goals.py`."""
        return ()

    def goals_at(self, s: S, seat: int, area: int) -> tuple[Goal, ...]:
        """What it may strive for in one area besides: to be there, to hold it. What it has is left out by who asks."""
        return ()

    def forecasts(self, s: S, decision: Decision) -> tuple[Forecast, ...]:
        """Distributions that matter to a decision: the first roll of each attack that is offered, say."""
        return ()

    def advice(self, s: S, decision: Decision | None, objective: str = "") -> Advice | None:
        """Plans compared for whoever is asked; without a decision, for the step of the event that is looked at.

        `objective` is one of those that an earlier answer has named, "" the first of them.
        """
        return None

    def sampled(
        self,
        worlds: Sequence[World],
        me: int,
        rng: Random,
        *,
        label: Callable[[Answer], str] = str,
        measure: Callable[[S], float] | None = None,
        samples: int = 40,
    ) -> Advice:
        """Advice by play, for any decision of a seat: what each option comes to when the action that follows is over.

        `worlds` are positions before that decision as the seat may imagine them (`play/observation.py:imagined`); each
        option is tried `samples` times, in one world after the other. Chance falls as it may, and whatever is asked on
        the way is answered at random: so it says what comes of an option by itself, not of playing on well. `label`
        names an option, `measure` gives a number for a state: by default the strength of the seat less that of the
        strongest other. A plan has the mean, and as figures mean and standard error; the best is first. Raises
        `ValueError` where no world is given, one asks somebody else, or there are fewer than two samples.
        """
        if not worlds or any(world.decision is None or world.decision.player != me for world in worlds):
            raise ValueError(f"samples begin where seat {me} is asked, in one position at least")
        if samples < 2:
            raise ValueError("a standard error needs two samples at least")
        lead = measure or (lambda s: self._lead(s, me))
        found = []
        first = worlds[0].decision
        assert first is not None
        for option in first.options:
            fitting = [world for world in worlds if world.decision is not None and option in world.decision.options]
            values = [lead(_played(fitting[i % len(fitting)], option, rng)) for i in range(samples)]
            mean, error = fmean(values), sqrt(variance(values) / samples)
            found.append(Plan(label(option), mean, figures=(f"{mean:+.2f}", f"\u00b1{error:.2f}"), answer=option))
        found.sort(key=lambda plan: -plan.mean)
        note = f"{samples} samples an option; what is asked on the way is answered at random"
        return Advice("By sampling", tuple(found), columns=("mean", "standard error"), note=note, rule=first.rule)

    def _lead(self, s: S, me: int) -> float:
        stands = self.strength(s)
        return stands[me] - max((x for seat, x in enumerate(stands) if seat != me), default=0.0)


def _played(world: World, option: Answer, rng: Random) -> Any:
    """The state after an option, when the next action is asked for, the game is over, or enough was answered."""
    position = world.clone()
    position.play(option)
    for _ in range(MOST_ANSWERS):
        decision = position.decision
        if decision is None or (decision.kind == "action" and decision.player != CHANCE):
            break
        chance = decision.player == CHANCE
        position.play(sample_chance(decision, rng) if chance else rng.choice(tuple(decision.options)))
    return position.state
