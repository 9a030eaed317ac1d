"""What puzzles of Cthulhu Wars can be about: spellbooks, gates, whom to give up in a battle, Doom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ....engine.runtime.decision import Decision
from ....engine.runtime.theme import Aim, Earns, Theme
from ..rules.score import gathered

if TYPE_CHECKING:
    from ..rules.state import State

MOST = 60  # Power: what all units of a faction cost together


def standing(s: State, seat: int) -> int:
    """What the units in play cost together."""
    cost = s.config.cost[seat]
    return sum(s.total(seat, kind) * cost[kind] for kind in s.config.kinds[seat])


class Book(Earns):
    """Which answer earns a spellbook?"""

    key, title = "spellbook", "A spellbook"
    groups, kinds = ("Spellbooks",), ("action", "unit", "area", "choice", "card", "power", "player")
    ask = "Which answer earns the spellbook of this requirement: {}?"


class Gate(Earns):
    """Which answer brings a gate more?"""

    key, title = "gate", "A gate"
    keys, kinds = ("gate",), ("action", "unit", "area", "choice", "card", "power")
    ask = "Which answer comes to this: {}?"


class Losses(Theme):
    """Whom to give up in a battle, and where to flee?"""

    key, title = "losses", "Whom to give up"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """The gates, then what is left of one's own units, then what the others lose."""
        if decision.kind not in ("unit", "area", "yes_no", "choice", "power") or decision.rule.split("-")[1] == "MOV":
            return
        mine, gates = standing(s, me), s.count_gates(me)
        others = [seat for seat in s.config.seats if seat != me]
        theirs = sum(standing(s, seat) for seat in others)
        yield Aim(
            "gates", "After which do you control the most gates when the action is over?", "CW-GAT-001",
            lambda s: min(max(s.count_gates(me) - gates, -9), 9), least=-9, most=9,
            tell=lambda n: f"{n:+d} gate{'s' * (abs(n) != 1)}",
        )  # fmt: skip
        yield Aim(
            "units", "After which do you keep the most units when the action is over, counted in Power?", "CW-BAT-017",
            lambda s: min(max(standing(s, me) - mine, -MOST), MOST), least=-MOST, most=MOST,
            tell=lambda n: f"{n:+d} Power of units",
        )  # fmt: skip
        yield Aim(
            "theirs", "Which costs the others the most units, counted in Power?", "CW-BAT-017",
            lambda s: min(max(theirs - sum(standing(s, seat) for seat in others), -MOST), MOST), least=-MOST,
            most=MOST, tell=lambda n: f"{n} Power of units lost by them",
        )  # fmt: skip


class Battle(Theme):
    """Which action costs the others the most?"""

    key, title = "battle", "The hardest blow"
    least_gap = 0.1

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """Units lost by the others, in Power."""
        if decision.kind != "action":
            return
        others = [seat for seat in s.config.seats if seat != me]
        theirs = sum(standing(s, seat) for seat in others)
        yield Aim(
            "theirs", "Which action costs the others the most units, counted in Power?", "CW-BAT-017",
            lambda s: min(max(theirs - sum(standing(s, seat) for seat in others), -MOST), MOST), least=-MOST,
            most=MOST, tell=lambda n: f"{n} Power of units lost by them",
        )  # fmt: skip


class Doom(Theme):
    """Which answer brings the most Doom?"""

    key, title = "doom", "The most Doom"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """Doom gained before the next action is asked for."""
        if decision.kind in ("action", "player"):
            return  # who passes as the last has the Doom of the next phase: that asks nothing
        before = s.doom[me]
        yield Aim(
            "doom", "Which brings you the most Doom before the next action?", "CW-DOM-002",
            lambda s: min(max(s.doom[me] - before, -30), 30), least=-30, most=30, tell=lambda n: f"{n:+d} Doom",
        )  # fmt: skip


class Power(Theme):
    """After which would one gather the most Power?"""

    key, title = "power", "The next Power"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """What the Gather Power phase would bring if it came when the action is over: Cultists, gates, captives."""
        before = gathered(s, me).value
        yield Aim(
            "gathered", "After which would the next Gather Power phase bring you the most?", "CW-POW-003",
            lambda s: min(max(gathered(s, me).value - before, -20), 20), least=-20, most=20,
            tell=lambda n: f"{n:+d} Power to gather",
        )  # fmt: skip


THEMES: tuple[Theme, ...] = (Book(), Power(), Gate(), Losses(), Battle(), Doom())
