"""A scenario as it is written: its steps, and the questions to a learner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..game.registry import game as system_class
from ..plain import Json, Said
from ..runtime.system import System


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the learner. `answer` holds the right option(s), the number as text, or the right command.

    `which`: which of these commands are legal (checked against the rules); `what`: one of the options; `any`: one of
    several right ones (a puzzle; no file asks so); `number`: a number; `play`: the learner makes the right move
    himself. `hint` is a rule id or a sentence, `why` is said after the answer.
    """

    question: str
    kind: str
    options: tuple[str, ...]
    answer: tuple[str, ...]
    hint: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """One `[[step]]`; what is not said is None or empty."""

    number: int
    say: str = ""
    mark: str = ""
    asks: str = ""
    who: str = ""
    play: tuple[str, ...] = ()
    roll: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    expect: Mapping[str, Said] = field(default_factory=dict)
    seen_by: str = ""
    offered: tuple[str, ...] = ()
    not_offered: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    question: str = ""
    over: bool | None = None
    winner: tuple[str, ...] | None = None  # (): nobody
    says: tuple[str, ...] = ()
    not_says: tuple[str, ...] = ()
    odds: Mapping[str, Json] = field(default_factory=dict)
    ask: Question | None = None

    @property
    def acts(self) -> bool:
        """Does the step answer anything?"""
        return bool(self.play or self.roll or self.chance)


@dataclass(frozen=True)
class Script:
    """A scenario as written; `name` is its file."""

    name: str
    title: str
    game: str
    steps: tuple[ScenarioStep, ...]
    about: str = ""
    rules: tuple[str, ...] = ()
    players: tuple[str, ...] | int | None = None
    options: Mapping[str, Json] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    overlay: Mapping[str, Json] | None = None
    seed: int | str | None = None
    setup: Mapping[str, Said] | None = None

    def build(self) -> System:
        """The game with its seats, options, rulings and overlay. Raises `TheoError`."""
        players = self.players if self.players is None or isinstance(self.players, int) else list(self.players)
        return system_class(self.game).build(
            players=players, options=self.options, rulings=self.rulings, overlay=self.overlay
        )
