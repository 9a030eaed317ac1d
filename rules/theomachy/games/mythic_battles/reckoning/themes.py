"""What puzzles of Mythic Battles can be about: which dice are given up, who falls, which stone is absorbed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from ....engine.runtime.decision import Decision
from ....engine.runtime.theme import Aim, Earns, Theme, next_action
from ..rules.state import AT_WOUNDS

if TYPE_CHECKING:
    from ..rules.state import State

MOST = 12  # wounds: no unit has more to lose


def struck(s: State, decision: Decision) -> bool:
    """Are the wounds of the attack dealt, or is it over?"""
    return next_action(s, decision) or s.fight is None or s.fight.step > AT_WOUNDS


class Dice(Theme):
    """Which dice are given up for the most wounds?"""

    key, title = "dice", "Which dice to give up"
    questions: ClassVar[tuple[str, ...]] = ("first discards", "second discards")
    asks, rule = "Which die do you give up", "MB-ATK-005"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """As many wounds as can be."""
        fight = s.fight
        if fight is None or decision.what not in self.questions or fight.by != me:
            return
        target, left = fight.target, s.vitality[fight.target]
        yield Aim(
            "wounds", f"{self.asks} for the most wounds of {s.config.units[target].name}?", self.rule,
            lambda s: min(lost(s, target, left), MOST), most=min(left, MOST), over=struck,
            tell=lambda n: f"{n} wound{'s' * (n != 1)}",
        )  # fmt: skip


class Again(Dice):
    """How many fives are thrown again?"""

    key, title = "again", "How many to throw again"
    questions = ("second assault",)
    asks, rule = "How many dice do you throw again", "MB-ATK-008"


class Felling(Dice):
    """How does the target fall, or take as many wounds as are needed?"""

    key, title = "felling", "To bring it down"
    questions = (*Dice.questions, *Again.questions)

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """That it falls, then two wounds, then three."""
        fight = s.fight
        if fight is None or decision.what not in self.questions or fight.by != me:
            return
        target, left = fight.target, s.vitality[fight.target]
        owner = Again if decision.what in Again.questions else Dice
        for need in dict.fromkeys((left, 2, 3)):
            if 0 < need <= left:
                goal = "falls" if need == left else f"takes {need} wounds at least"
                yield Aim(
                    f"wounds:{need}", f"{owner.asks} so that {s.config.units[target].name} {goal}?", owner.rule,
                    lambda s, need=need: int(lost(s, target, left) >= need), over=struck,  # type: ignore[misc]
                    tell=lambda n, need=need: (  # type: ignore[misc]
                        ("it falls" if need == left else f"{need} wounds or more") if n else "too few wounds"
                    ),
                )  # fmt: skip


def lost(s: State, target: int, left: int) -> int:
    """The wounds that a unit has taken since it had so much vitality."""
    return left if s.fallen >> target & 1 else max(left - s.vitality[target], 0)


class Fall(Earns):
    """Which action brings a unit down, or absorbs a stone?"""

    key, title = "fall", "Who falls, and stones"
    groups, kinds = ("Stones", "Divinities", "Units"), ("action", "choice", "area", "unit")
    ask = "Which answer comes to this: {}?"


class Strike(Theme):
    """Which action deals the most wounds to the enemies?"""

    key, title = "strike", "The hardest strike"
    least_gap = 0.1

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """The wounds of all enemies together when the action is over."""
        if s.activation is None or s.fight is not None:
            return
        allies = s.config.allies[me]
        foes = [u for u, place in enumerate(s.place) if place >= 0 and not allies >> s.owner[u] & 1]
        before = sum(s.vitality[u] for u in foes)

        def dealt(s: State) -> int:
            return before - sum(s.vitality[u] for u in foes if not s.fallen >> u & 1)

        yield Aim(
            "wounds", "Which deals your enemies the most wounds?", "MB-ATK-011",
            lambda s: min(max(dealt(s), 0), MOST), most=MOST, tell=lambda n: f"{n} wound{'s' * (n != 1)}",
        )  # fmt: skip


THEMES: tuple[Theme, ...] = (Felling(), Dice(), Again(), Fall(), Strike())
