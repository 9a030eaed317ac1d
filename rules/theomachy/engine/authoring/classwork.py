"""Answers of a learner as one small file: name, answers, points; and the same answers graded again.

The points in a file are what somebody says. What counts is found by answering the questions of the lesson or study
once more with what the file says was answered, in that order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from .. import bounds, files
from ..errors import SaveError, TheoError, UnknownName
from ..game import document, registry
from ..runtime.position import Position
from .chapter import question_document
from .grading import is_right
from .lesson import Lesson
from .script import Question
from .study import Study

FORMAT, VERSION = "theomachy answers", 1
KINDS = ("lesson", "study", "puzzle")  # what is answered; "puzzle" is a set of them, of one game or of all ("")
LARGEST = 400_000  # bytes of a file
MOST_ANSWERS, MOST_TRIES, MOST_GIVEN, MOST_NAME, MOST_PLACE = 400, 40, 40, 80, 60
KEYS: dict[str, Any] = {"format": str, "version": int, "name": str, "of": dict, "answers": list, "points": list}
OF: dict[str, Any] = {"kind": str, "game": str, "name": str, "title": str, "digest": str}
ROW: dict[str, Any] = {"at": str, "tries": list, "shown": bool}


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a task: where it stands ("3" in a lesson, "2.1" in a study), and in which position.

    `name` is what people are told instead, where the place says nothing to them.
    """

    at: str
    question: Question
    position: Position | None  # None: the rules of today refuse it, so that it cannot be graded
    name: str = ""

    @property
    def told(self) -> str:
        """Where it stands, for people."""
        return self.name or self.at


@dataclass(frozen=True, slots=True)
class Task:
    """What is answered: a lesson, a study, a set of puzzles; `name` is that of its file or the day of the set, `digest`
    tells one version from another.
    """

    kind: str
    game: str
    name: str
    title: str
    digest: str
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The answers to one question: every try in its order, and whether the answer was shown in the end."""

    at: str
    tries: tuple[tuple[str, ...], ...] = ()
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Answers:
    """What a learner hands in. `points` are what the file claims: right at once, right at all, asked."""

    name: str
    kind: str
    game: str
    task: str
    title: str
    digest: str
    rows: tuple[Row, ...] = ()
    points: tuple[int, int, int] = (0, 0, 0)


# -- tasks ------------------------------------------------------------------------------------------------------------


def of_lesson(path: Path) -> Task:
    """A lesson as a task. Raises `ScenarioError`."""
    return task_of_lesson(Lesson(path), path.name)


def task_of_lesson(lesson: Lesson, name: str = "") -> Task:
    """The questions of a lesson; its name is that of its scenario unless another is given."""
    nodes = lesson.game.tree.nodes
    asked = [
        Asked(str(beat.number), beat.question, nodes[beat.node].position)
        for beat in lesson.beats
        if beat.question is not None
    ]
    return task_of("lesson", lesson.game.slug, name or lesson.scenario.name, lesson.scenario.title, asked)


def of_study(path: Path) -> Task:
    """A study as a task. Raises `SaveError`."""
    return task_of_study(Study.load(path), path.name)


def task_of_study(study: Study, name: str = "") -> Task:
    """The questions of a study."""
    asked = []
    for n, chapter in enumerate(study.chapters, 1):
        position = None
        if chapter.questions and not study.fault(n):
            position = study.game(n).position
        asked += [Asked(f"{n}.{q}", question, position) for q, question in enumerate(chapter.questions, 1)]
    return task_of("study", study.slug, name, study.title, asked)


def task_of(kind: str, game: str, name: str, title: str, asked: Iterable[Asked]) -> Task:
    """A task of any of the `KINDS`: no more than its questions with their positions."""
    rows = tuple(asked)
    told = json.dumps([[each.at, question_document(each.question)] for each in rows], sort_keys=True)
    return Task(kind, game, name, title, f"{crc32(told.encode()):08x}", rows)


# -- grading ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Mark:
    """What became of one question: "first" (right at once), "later", "shown", "tried" (never right), "open"."""

    at: str
    state: str
    tries: int = 0
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Graded:
    """Answers that were graded: a mark a question, the points found, and what is to be known of the file."""

    answers: Answers
    marks: tuple[Mark, ...]
    points: tuple[int, int, int]
    notes: tuple[str, ...] = field(default=())


def graded(answers: Answers, task: Task) -> Graded:
    """Answer the questions of a task again, as the file says that they were answered."""
    known = {row.at: row for row in answers.rows}
    marks = tuple(_mark(each, known.get(each.at)) for each in task.asked)
    first = sum(mark.state == "first" for mark in marks)
    points = (first, first + sum(mark.state == "later" for mark in marks), len(marks))
    notes = []
    if answers.digest != task.digest:
        notes.append("answered in another version of it")
    if answers.points != points:
        notes.append(
            f"the file claims {answers.points[1]} right ({answers.points[0]} at once); "
            f"graded again it is {points[1]} ({points[0]} at once)"
        )
    if lost := [row.at for row in answers.rows if row.at not in {each.at for each in task.asked}]:
        notes.append(f"it answers what is not asked: {', '.join(lost[:5])}")
    if any(each.position is None for each in task.asked):
        notes.append("some positions do not hold under the rules of today, and cannot be graded")
    return Graded(answers, marks, points, tuple(notes))


def _mark(asked: Asked, row: Row | None) -> Mark:
    if row is None or asked.position is None:
        return Mark(asked.at, "open")
    wrong: list[str] = []
    for n, given in enumerate(row.tries, 1):
        try:
            right = is_right(asked.question, _given(asked.question, given), asked.position.clone())
        except TheoError:  # it cannot be understood, so it never was a try; but what is played is one, however told
            if asked.question.kind != "play":
                continue
            right = False
        if right:
            return Mark(asked.at, "later" if wrong else "first", n, tuple(wrong))
        wrong.append("; ".join(given))
    return Mark(asked.at, "shown" if row.shown else "tried" if wrong else "open", len(wrong), tuple(wrong))


def _given(question: Question, given: tuple[str, ...]) -> str | list[str]:
    if question.kind in ("which", "what", "any"):
        return list(given)
    return given[0] if len(given) == 1 else ""


def claimed(name: str, task: Task, rows: Iterable[Row]) -> Answers:
    """Answers with the points that they are worth, ready to be handed in."""
    bare = Answers(
        checked_name(name),
        task.kind,
        task.game,
        task.name,
        task.title,
        task.digest,
        tuple(rows),
        (0, 0, len(task.asked)),
    )
    return Answers(**{**_fields(bare), "points": graded(bare, task).points})


def _fields(answers: Answers) -> dict[str, Any]:
    return {name: getattr(answers, name) for name in Answers.__dataclass_fields__}


def checked_name(name: str) -> str:
    """The name of a learner: some signs that can be printed. Raises `SaveError`."""
    said = " ".join(bounds.text(name, "the name of who answers", 400).split())[:MOST_NAME]
    if not said or not said.isprintable():
        raise SaveError("answers need the name of who gave them")
    return said


def file_name(answers: Answers) -> str:
    """What a file of answers may be called, without its ending: who answered what."""
    task = Path(answers.task).stem or answers.title
    if answers.kind == "puzzle":
        task = f"puzzles {answers.game} {answers.task}"
    return "-".join(re.findall(r"\w+", f"{answers.name} {task}".lower())) or "answers"


# -- the file ---------------------------------------------------------------------------------------------------------
def dump(answers: Answers, path: str | Path | None = None) -> str:
    """The answers as one JSON document; also written to a file if a path is given."""
    told = {
        "format": FORMAT,
        "version": VERSION,
        "name": answers.name,
        "of": {
            "kind": answers.kind,
            "game": answers.game,
            "name": answers.task,
            "title": answers.title,
            "digest": answers.digest,
        },
        "answers": [
            {"at": row.at, "tries": [list(given) for given in row.tries], "shown": row.shown} for row in answers.rows
        ],
        "points": list(answers.points),
    }
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    if path is not None:
        document.write(Path(path), text)
    return text


def load(path: str | Path) -> Answers:
    """The answers in a file. Raises `SaveError`."""
    return read(files.text(path, "file of answers", LARGEST, SaveError))


def is_answers(text: str) -> bool:
    """Does a text look like answers, sound or not?"""
    return f'"{FORMAT}"' in text[:400]


def read(text: str) -> Answers:
    """Answers from their text: bounded and typed before they are believed. Raises `SaveError` with one sentence."""
    raw = document.parse(text)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise SaveError("the file holds no answers")
    if raw.get("version") != VERSION:
        raise SaveError(f"the answers are of version {bounds.shown(raw.get('version'))}; this reads version {VERSION}")
    _typed(raw, KEYS, "the answers")
    _typed(raw["of"], OF, "what is answered")
    of = {key: bounds.text(raw["of"][key], f"what is answered: {key}", 200) for key in OF}
    if of["kind"] not in KINDS:
        raise UnknownName(f"the answers are to a {of['kind'][:40]!r}, which is not known here")
    if of["game"] not in registry.games() and (of["game"] or of["kind"] != "puzzle"):
        raise UnknownName(f"the answers are of a game {of['game'][:40]!r} that is not installed here")
    if len(raw["answers"]) > MOST_ANSWERS:
        raise SaveError(f"a file holds at most {MOST_ANSWERS} answers, not {len(raw['answers'])}")
    rows = tuple(_row(each, i) for i, each in enumerate(raw["answers"], 1))
    if len({row.at for row in rows}) < len(rows):
        raise SaveError("the answers tell of one question twice")
    points = raw["points"]
    if len(points) != 3 or not all(type(n) is int and 0 <= n <= 10_000 for n in points):
        raise SaveError("the points are three numbers: right at once, right at all, asked")
    return Answers(
        checked_name(raw["name"]), of["kind"], of["game"], of["name"], of["title"], of["digest"], rows, tuple(points)
    )


def _row(raw: Any, number: int) -> Row:
    where = f"answer {number}"
    _typed(raw, ROW, where)
    if len(raw["tries"]) > MOST_TRIES:
        raise SaveError(f"{where} has more than {MOST_TRIES} tries")
    tries = []
    for given in raw["tries"]:
        if not isinstance(given, list) or len(given) > MOST_GIVEN:
            raise SaveError(f"{where}: a try is a list of at most {MOST_GIVEN} texts")
        tries.append(tuple(bounds.text(text, f"{where}: a try", 1_000) for text in given))
    return Row(bounds.text(raw["at"], f"{where}: its place", MOST_PLACE), tuple(tries), raw["shown"])


def _typed(raw: Any, keys: Mapping[str, Any], where: str) -> None:
    if not isinstance(raw, dict) or set(raw) != set(keys):
        raise SaveError(f"{where} is not of {', '.join(keys)}")
    for key, kind in keys.items():
        if not isinstance(raw[key], kind) or (isinstance(raw[key], bool) and kind is not bool):
            raise SaveError(f"{where}: {key!r} is not of the right kind, but {bounds.shown(raw[key])}")
