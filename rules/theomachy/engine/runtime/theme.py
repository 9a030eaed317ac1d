"""What a puzzle can be about: a theme of a game finds, at a question, what could be aimed at by answering it.

A game names its themes (`Reckoning.themes`); `theomachy/puzzles` looks for positions where the aim parts the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from .decision import CHANCE, Decision


def next_action(s: Any, decision: Decision) -> bool:
    """Is what was begun over: is an action asked for?"""
    return decision.kind == "action" and decision.player != CHANCE


def comes_off(n: int) -> str:
    """Of what can only come off or not."""
    return "it comes off" if n else "it does not"


@dataclass(frozen=True, slots=True)
class Aim:
    """What whoever is asked wants: the more of it when all is over, the better.

    `key` is its stable name at this position ("slot:4"), `ask` the question for people, `rule` the id of what it is
    about. `measure(s)` is a whole number from `least` to `most`; `over(s, decision)` says where it is measured, by
    default when the next action is asked for. `stays`: once `most` is reached nothing takes it away before that.
    `tell(n)` says a measured number in words, `about` are the things of the table that it is asked of.
    """

    key: str
    ask: str
    rule: str
    measure: Callable[[Any], int]
    least: int = 0
    most: int = 1
    over: Callable[[Any, Decision], bool] = next_action
    tell: Callable[[int], str] = comes_off
    stays: bool = False
    about: tuple[str, ...] = ()


class Theme:
    """One kind of puzzle of a game. `greedy` says that a greedy bot may find it at once: it is asked all the same."""

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    greedy: ClassVar[bool] = False
    least_gap: ClassVar[float] = 0.05  # of what can be measured, between the worst right answer and the best wrong one

    def aims(self, system: Any, s: Any, decision: Decision, me: int) -> Iterable[Aim]:
        """What could be asked at this decision of a seat; nothing where the theme has no say."""
        raise NotImplementedError


class Earns(Theme):
    """Which action earns it: of the open goals of some groups (`System.goals`)."""

    groups: ClassVar[tuple[str, ...]] = ()
    keys: ClassVar[tuple[str, ...]] = ()  # of goals; how their keys begin
    kinds: ClassVar[tuple[str, ...]] = ("action",)  # of questions
    ask: ClassVar[str] = "Which action comes to this: {}?"

    def aims(self, system: Any, s: Any, decision: Decision, me: int) -> Iterable[Aim]:
        """An aim for each goal that is not met yet."""
        if decision.kind not in self.kinds:
            return
        for goal in system.goals(s, me):
            fits = goal.group in self.groups or goal.key.startswith(self.keys or ("\0",))
            if fits and not goal.met(s) and not goal.never(s):
                yield Aim(
                    goal.key,
                    self.ask.format(goal.name),
                    goal.rule,
                    lambda s, goal=goal: int(goal.met(s)),  # type: ignore[misc]
                    stays=True,
                    about=tuple(str(target) for target in goal.about),
                )
