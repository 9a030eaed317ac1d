"""A scenario with narration as a guided lesson in a notebook cell: told, asked, graded, played on the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theomachy import shipped
from theomachy.engine.authoring import classwork
from theomachy.engine.authoring.classwork import Answers
from theomachy.engine.authoring.lesson import Grade, Lesson
from theomachy.engine.authoring.scenario import Scenario, files, load
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import IllegalAnswer, ScenarioError
from theomachy.engine.game.game import Game
from theomachy.engine.game.tree import Tree
from theomachy.engine.tabletop.table import Marks, Table, Target

from .boards import on_canvas
from .cell import Cell, Model
from .control import Controller
from .handing import hand_over
from .motion import motions
from .playable import Playable
from .present import ALL, Moment, ViewState
from .present import lesson as present

if TYPE_CHECKING:
    from .dashboard import Dashboard

# What the decision panel sends.
CHOICES = frozenset("answer hot confirm group drop find letgo number jumpin faces roll target".split())


class LessonPlayer(Playable):
    """A lesson: a `Lesson`, a scenario, or the path of a scenario file.

    A question holds the lesson until it is answered or its answer is shown; options grade themselves, a move is made on
    the board. Keys: arrows go back and on, 1 to 9 choose, Enter answers or goes on, h shows the hint. `theme` is "auto"
    (as the page), "light" or "dark"; `renderer` is "canvas", or "svg" for the accessible board in SVG. `lesson` is
    the lesson, `dashboard` is there once it was left to play on. Raises `ScenarioError` for a file that is no sound
    scenario and `ValueError` for a theme or renderer that is none.
    """

    parts_at = {"lessonbar": "bar", "lessonside": "side", "lessonfoot": "foot"}  # noqa: RUF012
    script = "lesson"
    kind = "lesson"
    looks = frozenset(("sheet", "hint", "next", "back", "go", "again", "handin"))

    def __init__(
        self,
        source: Lesson | Scenario | str | Path,
        *,
        theme: str = "auto",
        renderer: str = "canvas",
        width: float = 900,
    ) -> None:
        self.lesson = source if isinstance(source, Lesson) else Lesson(source)
        super().__init__(theme, renderer)
        self.view_state = present.LessonViewState()
        self.control: Controller | None = None  # the hands of the learner, while a move is asked for
        self._step_on = False
        self.moved: Callable[[], None] = lambda: None  # the lesson has come to another stop
        self._arrive()
        self.add_board("board", *self.tables()["board"], width=width)
        self._assemble()

    # -- looking ------------------------------------------------------------------------------------------------------
    @property
    def trial(self) -> Moment | None:
        """The position in which the learner makes his move."""
        return None if self.control is None else self.control.moment

    def tables(self) -> dict[str, tuple[Table, Marks]]:
        trial = self.trial
        table = trial.shown if trial is not None else self.lesson.game.table()
        return {"board": (table, present.marks(self.lesson, trial))}

    def stands(self) -> tuple[Any, ...]:
        trial = self.control
        return (
            self.lesson.at,
            self.lesson.waits,
            id(trial),
            trial.view_state.stamp if trial is not None else 0,
            self.playing,
        )

    def models(self) -> dict[str, Model]:
        return {
            "lessonbar": present.bar(self.lesson, self.playing),
            "lessonside": present.side(self.lesson, self.view_state, self.trial),
            "lessonfoot": present.foot(self.lesson, self.view_state, self.trial),
        }

    def _turn(self, name: str, before: tuple[Table, Marks], drawn: tuple[Table, Marks]) -> None:
        """Where a move was played, the pieces go their way."""
        board = self.boards[name]
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self._step_on = False
        if on_canvas(board) and self._step_on:
            board.animate(motions(before[0], drawn[0], drawn[1].arrows), *drawn)
        else:
            board.show(*drawn)

    # -- going through ------------------------------------------------------------------------------------------------
    def _arrive(self) -> None:
        """Make ready for the question of this stop."""
        question = self.lesson.beat.question
        self.control = None
        if question is not None and question.kind == "play" and self.lesson.waits:
            self._try_anew()

    def _try_anew(self) -> None:
        """A game of its own that begins here, so that a wrong move leaves no line in the lesson's tree."""
        game = self.lesson.game
        position = game.tree.nodes[self.lesson.beat.node].position
        trial = Game(game.system, seed=game.seed, dice_by_hand=True, tree=Tree(position))
        trial.keeps_pauses = True  # a pause that passes by itself would count as an answer of the learner
        self.control = Controller(trial, ViewState(view=ALL))

    def _go(self, at: int) -> None:
        self._step_on = at == self.lesson.at + 1
        self.lesson.go(at)
        self._arrive()
        self.moved()

    def go_to(self, at: int) -> None:
        """Go on at a stop to which one had come before; past the end it is the last."""
        with self.lock:
            self.lesson.resume(at)
            self._arrive()
            self.refresh()

    def _do_next(self) -> None:
        if self.lesson.waits:
            raise IllegalAnswer("the question comes first; its answer can also be shown")
        if self.lesson.at + 1 < len(self.lesson.beats):
            self._go(self.lesson.at + 1)

    def _do_back(self) -> None:
        if self.lesson.at:
            self._go(self.lesson.at - 1)

    def _do_go(self, at: int) -> None:
        self._go(int(at))

    def _do_again(self) -> None:
        self._go(0)

    def _do_rule(self, id_: str) -> None:
        self.view_state.rule = "" if id_ == self.view_state.rule else str(id_)[:40]

    def _do_sheet(self, seat: int | None) -> None:
        self.view_state.sheet = None if seat is None or seat == self.view_state.sheet else int(seat)

    # -- answering ----------------------------------------------------------------------------------------------------
    def _do_hint(self) -> None:
        self.view_state.outcome(self.lesson.at).hint = True

    def _do_choose(self, i: int) -> None:
        """An option: of several it is only marked, of one it is the answer."""
        question = self.lesson.beat.question
        if question is None or not self.lesson.waits or not 1 <= int(i) <= len(question.options):
            return
        text = question.options[int(i) - 1]
        outcome = self.view_state.outcome(self.lesson.at)
        if question.kind == "what":
            self._grade([text])
        elif text in outcome.chosen:
            outcome.chosen.remove(text)
        else:
            outcome.chosen.append(text)

    def _do_key(self, n: int) -> None:
        if self.control is not None:
            self._move(lambda control: control.do("key", n=int(n)))
        else:
            self._do_choose(n)

    def _do_enter(self) -> None:
        """Enter: answer what waits, or go on."""
        question = self.lesson.beat.question
        if not self.lesson.waits:
            self._do_next()
        elif self.control is not None:
            self._move(lambda control: control.do("confirm"))
        elif question is not None and question.kind == "which" and self.view_state.outcome(self.lesson.at).chosen:
            self._do_check()

    def _do_check(self, text: str = "") -> None:
        """The chosen options, or a number."""
        question = self.lesson.beat.question
        if question is None or not self.lesson.waits:
            return
        if question.kind == "number":
            self._grade(str(text)[:40])
        elif question.kind == "which":
            self._grade(list(self.view_state.outcome(self.lesson.at).chosen))

    def _grade(self, given: Any) -> Grade:
        """Tell the lesson, and keep what came of it."""
        outcome = self.view_state.outcome(self.lesson.at)
        grade = self.lesson.answer(given)
        outcome.said = grade.text
        if grade.right:
            outcome.state = "later" if outcome.wrong else "first"
            outcome.chosen = []
        else:
            outcome.wrong.append(tuple(map(str, given)) if not isinstance(given, str) else (given,))
            outcome.hint = True  # the lesson has said it
        return grade

    def _do_show(self) -> None:
        """Show the answer and let the lesson go on."""
        outcome = self.view_state.outcome(self.lesson.at)
        outcome.said, outcome.state, outcome.chosen = self.lesson.give_up().text, "shown", []
        self._arrive()

    # -- the learner's own move ---------------------------------------------------------------------------------------
    def handle(self, what: Any, arguments: dict[str, Any]) -> None:
        if self.control is not None and what in CHOICES:
            self._move(lambda control: control.do(what, **arguments))
        else:
            super().handle(what, arguments)

    def picked(self, targets: list[Target]) -> None:
        if self.control is not None:
            self._move(lambda control: control.do("pick", targets=targets))

    def _move(self, act: Any) -> None:
        """A part of a move: it is graded when it is whole, or as soon as it can no longer become right."""
        control = self.control
        assert control is not None
        before = len(control.game.tree.path(control.game.here))
        act(control)
        self.error = control.view_state.error
        self.errors += control.faults
        control.faults = []
        tree = control.game.tree
        given = [e.answer for n in tree.path(control.game.here)[1:] if (e := tree.nodes[n].entry) is not None]
        if len(tree.path(control.game.here)) == before:
            return
        wanted = self.lesson.wanted()
        if any(given == answers[: len(given)] and len(given) < len(answers) for answers in wanted):
            control.view_state.stamp += 1
            control.view_state.let_go()
            control.forget()
            return  # so far it is right
        if self._grade(given).right:
            self._arrive()
        else:
            self._try_anew()

    # -- leaving and coming back --------------------------------------------------------------------------------------
    def play(self) -> Game:
        """Leave the lesson where it stands and play on in the dashboard; returns that game.

        It has a tree of its own, with the way here and nothing beyond: the lesson's would tell the moves to come.
        """
        with self.lock:
            told = self.lesson.game
            game = Game(told.system, told.position, seed=told.seed, dice_by_hand=True)  # a roll that is due stays due
            game.dice_by_hand = False
            self.play_on(game)
            return game

    def _do_play(self) -> None:
        if not self.playing:
            self.play()

    def _do_lesson(self) -> None:
        self.come_back()

    def answers(self, name: str) -> Answers:
        """What the learner has answered, to be handed in (`classwork.dump`). Raises `SaveError` without a name."""
        lesson, rows = self.lesson, list[classwork.Row]()
        for at, outcome in sorted(self.view_state.outcomes.items()):
            question = lesson.beats[at].question
            if question is None:
                continue
            tries = list(outcome.wrong)
            if outcome.state in ("first", "later"):
                tries.append(question.answer if question.kind in ("which", "what") else question.answer[:1])
            shown = outcome.state == "shown"
            rows.append(classwork.Row(str(lesson.beats[at].number), tuple(tries[-classwork.MOST_TRIES :]), shown))
        return classwork.claimed(name, classwork.task_of_lesson(lesson), rows)

    def _do_handin(self, name: str) -> None:
        """The answers, as a file for the person at the screen."""
        hand_over(self.parts["lessonside"], self.answers(str(name)))

    def _do_study(self) -> None:
        """A study made of this lesson, below it."""
        told = self.lesson.game
        made = Study(told.slug, self.lesson.scenario.title, self.lesson.scenario.about)
        self.study_below(made.add_lesson(Lesson(self.lesson.scenario)))

    def words(self) -> str:
        """The stop in words, with the board."""
        beat = self.lesson.beat
        asked = beat.question.question if beat.question is not None else ""
        told = [self.lesson.scenario.title, beat.say, beat.did, asked]
        return "\n\n".join([*(part for part in told if part), super().words()])


# -- lists ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A lesson that can be opened."""

    path: Path
    name: str
    scenario: Scenario

    @property
    def asks(self) -> int:
        """How many questions it puts."""
        return sum(step.ask is not None for step in self.scenario.steps)

    @property
    def course(self) -> bool:
        """Is it a lesson of the course? Else it is a scenario that shows a rule."""
        return self.path.name.startswith("lesson_")

    @property
    def tells(self) -> bool:
        """Does it tell or ask anything? Else there is nothing to open as a lesson."""
        return bool(self.scenario.about) or any(step.say or step.ask for step in self.scenario.steps)

    def order(self) -> tuple[bool, bool, str]:
        """Where it stands in a list: the course in its order, other scenarios that ask, then those that only tell."""
        return not self.course, not self.asks, self.name


def entries(slug: str, folder: str | Path | None = None) -> tuple[list[LessonEntry], list[str]]:
    """The lessons of a game under a folder (by default those of the examples), and what failed to open.

    A lesson is a scenario that tells or asks something. Files named `lesson_...` make the course and come first, in
    the order of their names; then other scenarios that ask, then those that only tell.
    """
    place = shipped.scenarios(slug) if folder is None else Path(folder)
    found: list[LessonEntry] = []
    faults = []
    for path in files(place):
        try:
            scenario = load(path)
        except ScenarioError as fault:
            faults.append(str(fault))
            continue
        entry = LessonEntry(path, path.relative_to(place).as_posix() if place.is_dir() else path.name, scenario)
        if scenario.game == slug and entry.tells:
            found.append(entry)
    found.sort(key=LessonEntry.order)
    return found, faults


class Opens(Cell):
    """A cell from which a lesson can be opened below."""

    def __init__(self, theme: str, renderer: str) -> None:
        super().__init__(theme, renderer)
        self.player: LessonPlayer | None = None
        self.twice: Dashboard | None = None  # a scenario that is read two ways,
        self.twice_of = ""  # and the name of its file

    def open(self, path: str | Path) -> LessonPlayer:
        """Open a lesson below; the one that was open is closed. Raises `ScenarioError`."""
        with self.lock:
            player = LessonPlayer(path, theme=self.theme, renderer=self.renderer)
            self.shut()
            self.player = player
            self.show_below(player)
            return player

    def read_twice(self, path: str | Path) -> Dashboard:
        """Show below how a scenario goes under two readings of the rules. Raises `ScenarioError`."""
        from .dashboard import Dashboard

        with self.lock:
            made = Dashboard(load(path).run().game, theme=self.theme, renderer=self.renderer).do("readings")
            self.shut()
            self.twice, self.twice_of = made, Path(path).name
            self.show_below(made)
            return made

    def shut(self) -> None:
        """Close what is open below."""
        open_, self.player, self.twice, self.twice_of = self.player or self.twice, None, None, ""
        if open_ is not None:
            self.show_below(None)
            open_.close()

    def _do_shut(self) -> None:
        self.shut()

    def close(self) -> None:
        with self.lock:
            if not self.closed:
                self.shut()
            super().close()


class Lessons(Opens):
    """The lessons of a game as a list; a click opens one below. Iterating gives the entries."""

    parts_at = {"lessonlist": "bar"}  # noqa: RUF012
    script = "lesson"
    kind = "lessons"

    def __init__(
        self, slug: str, folder: str | Path | None = None, *, theme: str = "auto", renderer: str = "canvas"
    ) -> None:
        from theomachy.engine.game.registry import game

        self.title = game(slug).title
        self.entries, self.faults = entries(slug, folder)
        super().__init__(theme, renderer)
        self._assemble()

    def __iter__(self) -> Iterator[LessonEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def models(self) -> dict[str, Model]:
        playing = self.player.lesson.scenario.name if self.player is not None else self.twice_of
        rows = [
            {
                "i": i,
                "title": entry.scenario.title,
                "about": entry.scenario.about,
                "name": entry.name,
                "stops": len(entry.scenario.steps),
                "asks": entry.asks,
                "on": entry.path.name == playing,
                "course": entry.course,
            }
            for i, entry in enumerate(self.entries)
        ]
        said = {"title": self.title, "say": self.counted(), "rows": rows, "faults": self.faults}
        return {"lessonlist": said}

    def _do_open(self, i: int) -> None:
        self.open(self._entry(i).path)

    def _do_readings(self, i: int) -> None:
        self.read_twice(self._entry(i).path)

    def _entry(self, i: int) -> LessonEntry:
        if not 0 <= int(i) < len(self.entries):
            raise IllegalAnswer("that lesson is not in the list")
        return self.entries[int(i)]

    def words(self) -> str:
        """The list in words."""
        return "\n".join([f"{self.title}: {self.counted()}", *(e.scenario.title for e in self.entries)])

    def counted(self) -> str:
        """ "11 lessons, and 74 scenarios that show a rule": the course is not counted with the tests of rules."""
        course = sum(entry.course for entry in self.entries)
        lessons = f"{course} {'lesson' if course == 1 else 'lessons'}"
        if not (others := len(self.entries) - course):
            return lessons
        shows = "1 scenario that shows a rule" if others == 1 else f"{others} scenarios that show a rule"
        return f"{lessons}, and {shows}" if course else shows


def lessons(slug: str, folder: str | Path | None = None, *, theme: str = "auto", renderer: str = "canvas") -> Lessons:
    """The lessons of a game: the scenarios under a folder that tell or ask something, those that ask first.

    The folder is by default `examples/scenarios`, here, in a folder above, or as it came with Theomachy. Raises
    `UnknownName` for a game that does not exist and `ScenarioError` for a folder without scenarios.
    """
    return Lessons(slug, folder, theme=theme, renderer=renderer)


__all__ = ["LessonEntry", "LessonPlayer", "Lessons", "entries", "lessons"]
