"""What puzzles of Heroes can be about: the cheapest force that is enough, artefacts and fortresses, points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ....engine.runtime.decision import Decision
from ....engine.runtime.theme import Aim, Earns, Theme
from ..rules.building import prices
from ..rules.score import power, total
from ..rules.state import CIRCLED

if TYPE_CHECKING:
    from ..rules.state import State

MOST = 150  # resources: nobody keeps more after a combat
MOST_POINTS = 60


def kept(s: State, me: int) -> int:
    """What is left of army and stock, in resources: what it would cost to hire the units again."""
    worth = sum(s.sheets[me].stock)
    for unit, n in enumerate(s.sheets[me].army):
        if n:
            rows = prices(s, me, unit)
            worth += n * (min(map(sum, rows)) if rows else 1)
    return worth


def won(s: State, me: int) -> int:
    """How many monsters are beaten and fortresses seized."""
    return sum(fate in CIRCLED for fate in s.sheets[me].monsters) + sum(who == me for who in s.seized.values())


class Force(Theme):
    """The cheapest force that wins: what is sent is lost."""

    key, title = "force", "The cheapest force"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """What is kept after the combat, if it is won; nothing if it is not."""
        combat = s.combat
        if combat is None and not decision.what.startswith(("deploy ", "buy ", "what to attack")):
            return
        before = won(s, me)
        yield Aim(
            "win", "Which wins the combat and keeps the most, counted in resources?", "HE-CBT-003",
            lambda s: min(1 + kept(s, me), MOST) if won(s, me) > before else 0, most=MOST,
            tell=lambda n: f"won, and {n - 1} kept" if n else "not won",
        )  # fmt: skip


class Prize(Earns):
    """Which answer takes an artefact or a fortress?"""

    key, title = "prize", "Artefacts and fortresses"
    groups, kinds = ("Artefacts", "Fortresses"), ("action", "choice", "yes_no", "area", "number")
    ask = "Which answer comes to this: {}?"


class Points(Theme):
    """Which answer brings the most victory points by the end of the action?"""

    key, title = "points", "The most points"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """Points gained before the next action is asked for."""
        before = total(s, me)
        yield Aim(
            "points", "Which brings you the most victory points before the next action?", "HE-SCO-001",
            lambda s: min(max(total(s, me) - before, -MOST_POINTS), MOST_POINTS), least=-MOST_POINTS,
            most=MOST_POINTS, tell=lambda n: f"{n:+d} victory points",
        )  # fmt: skip


class Army(Theme):
    """What to recruit or build for the most that can be kept in worth, or in power."""

    key, title = "army", "The strongest army"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """The power of the whole army when the action is over."""
        hires = sum(isinstance(one, tuple) and one[0] == "recruit" for one in decision.options)
        if s.combat is not None or decision.kind == "number" or hires == 1:
            return  # who hires nobody, or sends nobody, keeps most: that asks nothing
        before = power(s, me)
        yield Aim(
            "power", "After which is your army the strongest before the next action?", "HE-CBT-002",
            lambda s: min(max(power(s, me) - before, -MOST), MOST), least=-MOST, most=MOST,
            tell=lambda n: f"{n:+d} power",
        )  # fmt: skip


THEMES: tuple[Theme, ...] = (Prize(), Force(), Points(), Army())
