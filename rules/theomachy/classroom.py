"""A folder of answers, graded again, and where who is stuck: for a teacher, in a terminal or on a page.

The lessons, studies and puzzles that the answers name are looked for among those of the examples and in the folder
itself, by their names; a path that stands in a file of answers opens nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from . import shipped
from .engine import files
from .engine.authoring import classwork, study_text
from .engine.authoring.classwork import Answers, Graded, Task
from .engine.errors import SaveError, TheoError
from .engine.game.registry import games
from .engine.tabletop.beside_words import line

if TYPE_CHECKING:
    from .puzzles.puzzle import Puzzle

MOST_FILES = 2_000
STATES = {"first": "right at once", "later": "right later", "shown": "shown", "tried": "stuck", "open": "not answered"}
SIGNS = {"first": "+", "later": "~", "shown": "?", "tried": "x", "open": "."}


@dataclass(frozen=True, slots=True)
class Stuck:
    """One question over all who answered: how many are where, and the wrong answers, the most frequent first."""

    at: str
    question: str
    counts: Counter[str]
    wrong: tuple[tuple[str, int], ...]

    @property
    def trouble(self) -> int:
        """How many did not find the answer at once, of those who came to it."""
        return self.counts["later"] + self.counts["shown"] + self.counts["tried"]


@dataclass(slots=True)
class Group:
    """All answers to one task."""

    task: Task
    graded: list[Graded] = field(default_factory=list)

    def stuck(self) -> list[Stuck]:
        """Every question in its order."""
        found = []
        for i, asked in enumerate(self.task.asked):
            marks = [each.marks[i] for each in self.graded]
            wrong = Counter(text for mark in marks for text in mark.wrong)
            found.append(
                Stuck(
                    asked.told,
                    asked.question.question,
                    Counter(mark.state for mark in marks),
                    tuple(wrong.most_common(3)),
                )
            )
        return found


@dataclass(slots=True)
class Classroom:
    """A folder of answers: a group a task, and what could not be read."""

    groups: list[Group] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def learners(self) -> list[str]:
        """Who has handed something in."""
        return sorted({each.answers.name for group in self.groups for each in group.graded}, key=str.casefold)


@dataclass(slots=True)
class Here:
    """Where questions may stand: the folder of scenarios, and what lies beside the answers."""

    scenarios: Path | None
    studies: dict[str, Path] = field(default_factory=dict)
    puzzles: list[Puzzle] = field(default_factory=list)
    _known: dict[str, Puzzle] | None = None

    def puzzles_of(self, answers: Answers) -> Task:
        """The set of a day, or one of one's own. Raises `TheoError`."""
        from .puzzles import handed

        if answers.task:
            return handed.of_day(answers.task, answers.game)
        if self._known is None:
            self._known = handed.known_puzzles(self.puzzles)
        return handed.of_ids((row.at for row in answers.rows), self._known)


def read(folder: Path, scenarios: Path | None = None) -> Classroom:
    """All answers of a folder, graded. Raises `TheoError` for what is no folder, or one without answers."""
    from .puzzles.puzzle import is_puzzles, parse

    if not folder.is_dir():
        raise TheoError(f"{folder} is no folder")
    found, tasks, here = Classroom(), dict[tuple[str, ...], Task | str](), Here(scenarios)
    handed: list[tuple[str, Answers]] = []
    for path in sorted(folder.rglob("*"))[: MOST_FILES * 4]:
        if path.suffix not in (".json", ".html") or not path.is_file():
            continue
        try:
            text = files.text(path, "file of answers", study_text.LARGEST_PAGE, SaveError)
            if classwork.is_answers(text):
                handed.append((path.name, classwork.read(text)))
            elif study_text.is_study(text):
                here.studies[path.name] = path
            elif is_puzzles(text):
                here.puzzles += parse(text)
        except TheoError as fault:
            found.faults.append(f"{path.name}: {fault}")
    if not handed and not found.faults:
        raise TheoError(f"there are no answers in {folder}")
    groups: dict[tuple[str, ...], Group] = {}
    for name, answers in handed[:MOST_FILES]:
        key = (answers.kind, answers.game, answers.task or answers.title, *_ids(answers))
        if key not in tasks:
            tasks[key] = _task(answers, here)
        task = tasks[key]
        if isinstance(task, str):
            found.faults.append(f"{name}: {task}")
            continue
        groups.setdefault(key, Group(task)).graded.append(classwork.graded(answers, task))
    found.groups = [groups[key] for key in sorted(groups)]
    for group in found.groups:
        group.graded.sort(key=lambda each: each.answers.name.casefold())
    return found


def told_of(task: Task) -> str:
    """What a task is, in words: "lesson of Demigods"."""
    of = games().get(task.game)
    kind = "puzzles" if task.kind == "puzzle" else task.kind
    return f"{kind} of {task.game if of is None else of.title}" if task.game else f"{kind} of all games"


def _ids(answers: Answers) -> tuple[str, ...]:
    """What tells one set of puzzles of one's own from another: a set of a day has a name instead."""
    return () if answers.kind != "puzzle" or answers.task else tuple(row.at for row in answers.rows)


def _task(answers: Answers, here: Here) -> Task | str:
    """The task that answers name; a sentence where it is not found or cannot be opened."""
    try:
        if answers.kind == "puzzle":
            return here.puzzles_of(answers)
        found: Path | None = None
        if answers.kind == "lesson":
            place = here.scenarios or shipped.scenarios(answers.game)
            found = next((path for path in sorted(place.rglob("*.toml")) if path.name == answers.task), None)
        elif answers.kind == "study":
            known = {path.name: path for path in shipped.studies(answers.game)} | here.studies
            found = known.get(answers.task) or _by_title(answers, known.values())
        if found is None:
            said = line(answers.task or answers.title)
            return f"there is no {answers.kind} {said!r:.80} here: lay its file in the folder"
        return classwork.of_lesson(found) if answers.kind == "lesson" else classwork.of_study(found)
    except TheoError as fault:
        return str(fault).split("\n")[0]


def _by_title(answers: Answers, paths: object) -> Path | None:
    """A study under another name: the file that was handed out may have been renamed."""
    for path in list(paths):  # type: ignore[call-overload]
        try:
            raw = study_text.load(path)
        except TheoError:
            continue
        if (raw["game"], raw["title"]) == (answers.game, answers.title):
            return Path(path)
    return None


def lines(room: Classroom) -> Iterator[str]:
    """The class as text: who has what, then where they are stuck."""
    for group in room.groups:
        task = group.task
        n = len(task.asked)
        yield f"{line(task.title)} ({told_of(task)}, {n} question{'' if n == 1 else 's'})"
        wide = max(len(each.answers.name) for each in group.graded)
        for each in group.graded:
            signs = " ".join(SIGNS[mark.state] for mark in each.marks)
            first, right, of = each.points
            notes = f"  ({'; '.join(each.notes)})" if each.notes else ""
            yield f"  {line(each.answers.name):<{wide}}  {right} of {of}, {first} at once  {signs}{line(notes)}"
        for row in sorted((row for row in group.stuck() if row.trouble), key=lambda row: -row.trouble)[:5]:
            told = ", ".join(f"{n} {STATES[state]}" for state in STATES if (n := row.counts[state]) and state != "open")
            wrong = f"; most often {line(row.wrong[0][0])!r:.60}" if row.wrong else ""
            yield f"  stuck at {row.at}, {line(row.question)[:80]}: {told}{wrong}"
        yield ""
    yield from (f"not read: {line(fault)}" for fault in room.faults)
    yield "+ right at once  ~ later  ? shown  x stuck  . not answered"
