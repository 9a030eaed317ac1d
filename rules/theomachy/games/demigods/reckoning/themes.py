"""What puzzles of Demigods can be about: ground and temples, where a miracle strikes, which attack pays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ....engine.runtime.decision import CHANCE, Decision
from ....engine.runtime.theme import Aim, Earns, Theme, next_action
from ..rules.domains import BATTLE, MIRACLES

if TYPE_CHECKING:
    from ..rules.state import State

MOST = 30  # counters: nothing that a puzzle asks for comes to more
OF_ALL = (1, 2, 8, 2)  # what population, armies, temples and monsters are counted at: as bots do


def battle_over(s: State, decision: Decision) -> bool:
    """Is another attack asked for, or something after it?"""
    return next_action(s, decision) or s.phase != BATTLE


def round_over(s: State, decision: Decision) -> bool:
    """The same, or the first round of the attack is over."""
    return battle_over(s, decision) or (decision.what == "fight on" and decision.player != CHANCE)


def _counted(s: State, seats: Iterable[int]) -> int:
    return sum(w * n for seat in seats for w, n in zip(OF_ALL, s.sums(seat), strict=True))


class Ground(Earns):
    """Which answer takes more ground, or makes room for a temple?"""

    key, title = "ground", "Ground and temples"
    groups, kinds = ("Thresholds", "Against others"), ("action", "area", "number", "choice")
    ask = "Which answer comes to this: {}?"


class Attack(Theme):
    """Which attack is likeliest to take its hex?"""

    key, title = "attack", "The best odds"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """The hex, by the end of the attack."""
        if s.phase == BATTLE and decision.what != "fight on":
            before = s.held[me].bit_count()
            yield Aim(
                "hex", "Which is likeliest to take a hex by the end of the attack?", "DG-BAT-008",
                lambda s: int(s.held[me].bit_count() > before), over=battle_over,
                tell=lambda n: "a hex is taken" if n else "no hex is taken",
            )  # fmt: skip


class Exchange(Theme):
    """Which attack costs the enemies most, and which costs oneself least, in its first round?"""

    key, title = "exchange", "The first round"
    least_gap = 0.1

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """What the enemies lose, then what is gained in all."""
        if s.phase != BATTLE or decision.what == "fight on":
            return
        foes = [seat for seat in s.living() if seat != me]
        theirs, mine = _counted(s, foes), _counted(s, (me,))
        yield Aim(
            "theirs", "Which costs your enemies the most in the first round?", "DG-BAT-005",
            lambda s: min(max(theirs - _counted(s, foes), 0), MOST), most=MOST, over=round_over,
            tell=lambda n: f"{n} lost by them",
        )  # fmt: skip
        yield Aim(
            "both", "Which gains the most in the first round: what they lose less what you lose?", "DG-BAT-005",
            lambda s: min(max(theirs - _counted(s, foes) - mine + _counted(s, (me,)), -MOST), MOST),
            least=-MOST, most=MOST, over=round_over, tell=lambda n: f"{n:+d} in all",
        )  # fmt: skip


class Miracle(Theme):
    """Where does a miracle strike best?"""

    key, title = "miracle", "Where it strikes"
    least_gap = 0.1

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """What the enemies lose by it, or what one gains by it."""
        if s.phase != MIRACLES:
            return
        foes = [seat for seat in s.living() if seat != me]
        theirs, mine = _counted(s, foes), _counted(s, (me,))
        yield Aim(
            "theirs", "Where does it cost your enemies the most?", "DG-MIR-004",
            lambda s: min(max(theirs - _counted(s, foes), 0), MOST), most=MOST,
            tell=lambda n: f"{n} lost by them",
        )  # fmt: skip
        yield Aim(
            "both", "Which gains the most: what they lose and what you gain together?", "DG-MIR-004",
            lambda s: min(max(theirs - _counted(s, foes) - mine + _counted(s, (me,)), -MOST), MOST),
            least=-MOST, most=MOST, tell=lambda n: f"{n:+d} in all",
        )  # fmt: skip


THEMES: tuple[Theme, ...] = (Attack(), Exchange(), Miracle(), Ground())
