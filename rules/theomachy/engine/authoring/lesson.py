"""A scenario with narration, played as a guided lesson: what is told, asked, graded and done next. It draws nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..errors import IllegalAnswer, ScenarioError
from ..game import commands
from ..game.game import Game
from ..plain import Json
from ..runtime.decision import Answer
from .grading import Grade as Grade
from .grading import given_up, hint_of, is_right, told
from .scenario import Question, Scenario, ScenarioStep, load
from .scenario_run import events_since


@dataclass(frozen=True, slots=True)
class Beat:
    """One stop of a lesson.

    `node` is where the board stands. `did` says what was played to come here (empty at a stop that only tells), `rules`
    are the ids that the events of it carry, `question` waits for an answer before the lesson goes on.
    """

    number: int
    say: str
    node: int
    did: str = ""
    rules: tuple[str, ...] = ()
    question: Question | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the learner is."""

    at: int
    beats: int
    asked: int  # questions of the lesson
    right: int  # answered rightly at the first try
    solved: int  # answered rightly at all


class Lesson:
    """A lesson over a scenario (a file, or one that is read already).

    `beat` is the present stop and `game` stands there; `next`, `back` and `go` move. A question holds the lesson until
    `answer` was right or `give_up` was called. Raises `ScenarioError` when the scenario itself fails.
    """

    def __init__(self, scenario: Scenario | str | Path) -> None:
        self.scenario = scenario if isinstance(scenario, Scenario) else load(scenario)
        run = self.scenario.run()
        if not run.result.ok:
            raise ScenarioError(str(run.result))
        self.game: Game = run.game
        self.beats = tuple(_beats(self.scenario, run.game, run.before, run.after))
        self.at = 0
        self._tries: dict[int, int] = {}
        self._solved: set[int] = set()
        self._open: set[int] = set()  # questions that were given up
        self.game.go(self.beats[0].node)

    # -- looking ------------------------------------------------------------------------------------------------------
    @property
    def beat(self) -> Beat:
        """The present stop."""
        return self.beats[self.at]

    @property
    def waits(self) -> bool:
        """Must a question be answered (or given up) before the lesson goes on?"""
        return self.beat.question is not None and self.at not in self._solved | self._open

    @property
    def over(self) -> bool:
        """Is this the last stop, with nothing left to answer?"""
        return self.at == len(self.beats) - 1 and not self.waits

    @property
    def progress(self) -> Progress:
        """How far the learner is."""
        asked = sum(beat.question is not None for beat in self.beats)
        first = sum(self._tries[at] == 1 for at in self._solved)
        return Progress(self.at + 1, len(self.beats), asked, first, len(self._solved))

    def hint(self) -> str:
        """The hint of the present question: a rule with its text, or a sentence; "" if there is none."""
        return "" if self.beat.question is None else hint_of(self.beat.question, self.game.system.rulebook)

    def wanted(self) -> list[list[Answer]]:
        """The answers that each right move stands for, where the learner has to make one himself; else empty."""
        question, position = self.beat.question, self.game.tree.nodes[self.beat.node].position
        if question is None or question.kind != "play":
            return []
        return [commands.resolve(position, text) for text in question.answer]

    # -- moving -------------------------------------------------------------------------------------------------------
    def next(self) -> Beat:
        """Go on. Raises `IllegalAnswer` while a question waits, and at the end."""
        if self.waits:
            raise IllegalAnswer("the question waits for an answer first")
        return self.go(self.at + 1)

    def back(self) -> Beat:
        """One stop back."""
        return self.go(self.at - 1)

    def go(self, at: int) -> Beat:
        """Stand at a stop, as far as no unanswered question lies before it."""
        if not 0 <= at < len(self.beats):
            raise IllegalAnswer(f"the lesson has stops 1 to {len(self.beats)}")
        for before in range(at):
            if self.beats[before].question is not None and before not in self._solved | self._open:
                raise IllegalAnswer(f"the question at stop {before + 1} comes first")
        self.at = at
        self.game.go(self.beat.node)
        return self.beat

    def resume(self, at: int) -> Beat:
        """Go on at a stop to which one had come before: its answers were given then. Past the end it is the last."""
        at = min(max(at, 0), len(self.beats) - 1)
        self._open |= {k for k in range(at) if self.beats[k].question is not None and k not in self._solved}
        return self.go(at)

    # -- answering ----------------------------------------------------------------------------------------------------
    def answer(self, given: str | int | float | Iterable[Json]) -> Grade:
        """Grade an answer: option(s), a number, or a command (or the answers it stands for), as the question wants.

        A wrong answer gives the hint, and for commands the reason why one is not legal; it may be tried again. Raises
        `IllegalAnswer` if nothing is asked or the answer cannot be understood (which is not counted as a try).
        """
        question = self.beat.question
        if question is None:
            raise IllegalAnswer("nothing is asked at this stop")
        right = is_right(question, given, self.game.tree.nodes[self.beat.node].position)
        if self.waits:
            self._tries[self.at] = self._tries.get(self.at, 0) + 1
            if right:
                self._solved.add(self.at)
        return told(question, given, right, self.game.fork().go(self.beat.node))

    def give_up(self) -> Grade:
        """Show the answer and let the lesson go on."""
        question = self.beat.question
        if question is None:
            raise IllegalAnswer("nothing is asked at this stop")
        if self.at not in self._solved:
            self._open.add(self.at)
        return given_up(question)


def _beats(scenario: Scenario, game: Game, before: list[int], after: list[int]) -> Iterable[Beat]:
    """A stop before each step that tells or asks something, and one after each that plays; a quiet check gives none."""
    number = 0
    if scenario.about:
        number += 1
        yield Beat(number, scenario.about, 0)
    for step, here, there in zip(scenario.steps, before, after, strict=True):
        tells = step.say or step.ask is not None
        if tells or step.refuse:
            number += 1
            did = f"{f'{step.who}: ' if step.who else ''}{', '.join(step.refuse)} is refused" if step.refuse else ""
            yield Beat(number, step.say, here, did, step.because, step.ask)
        if step.acts:
            number += 1
            given = len(game.tree.nodes[here].position.log())
            events = events_since(game.tree.nodes[there].position, given)
            rules = tuple(dict.fromkeys(event.rule for event in events if event.rule))
            yield Beat(number, "", there, _summary(step), rules)
    if not number:
        yield Beat(1, scenario.title, 0)


def _summary(step: ScenarioStep) -> str:
    """What was played, in the words of the script, and the dice and draws that came.

    That somebody was done with a choice or a turn is not worth a word beside what he did.
    """
    words = [text for text in step.play if text not in ("done", "end")] or step.play
    played = f"{step.who}: {'; '.join(words)}" if step.who and words else "; ".join(words)
    chance = [f"the dice show {text}" for text in step.roll] + [f"{text} is drawn" for text in step.chance]
    return "; ".join(part for part in (played, *chance) if part)
