"""The smallest game there can be: a rule that a test writes, run as the steps of a game."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.system import System


class Bare:
    """A state of a few numbers and lists; `done` ends the game."""

    def __init__(self, **values: Any) -> None:
        self.__dict__ |= {"done": False, "trace": None, "key": 0} | values

    def copy(self) -> Bare:
        kept = {k: v[:] if isinstance(v, list) else v for k, v in self.__dict__.items() if k != "trace"}
        return Bare(**kept)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bare) and self.__dict__ | {"trace": 0} == other.__dict__ | {"trace": 0}

    __hash__ = None  # type: ignore[assignment]


class Stage(System):
    """A game of one rule, which runs until the state says `done`."""

    def __init__(self, rule: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
        self.rule = rule

    def step(self, s: Any) -> Coroutine[Any, Any, None]:
        return self.rule(s)

    def over(self, s: Any) -> bool:
        return bool(s.done)

    def anytime_actions(self, s: Any) -> tuple[Any, ...]:
        return ()

    def where(self, s: Any) -> str:
        return "the test"


def begin(rule: Callable[[Any], Coroutine[Any, Any, None]], **values: Any) -> Position:
    """The position at the start of a rule."""
    return Position(Stage(rule), Bare(**values))


def play(position: Position, *answers: Any) -> Position:
    """Play answers, and see after each that a clone, and an undo and redo, stand at the same place."""
    for answer in answers:
        position.play(answer)
        again = position.clone()
        assert again.state == position.state
        assert (again.decision is None) is (position.decision is None)
        if again.decision is not None and position.decision is not None:
            assert again.decision.options == position.decision.options
        back = position.undo()
        back.play(answer)
        assert back.state == position.state
    return position
