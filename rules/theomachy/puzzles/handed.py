"""A set of puzzles as a task that is handed in (`engine/authoring/classwork.py`): its questions with their positions.

The set of a day is known by its date; another one by the puzzles that it is of, wherever their file lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from .. import shipped
from ..engine.authoring.classwork import Asked, Row, Task, task_of
from ..engine.authoring.script import Question
from ..engine.errors import SaveError, TheoError, UnknownName
from ..engine.game.registry import game as system_class
from .day import of_the_day
from .puzzle import Puzzle, aim_of, load, opened, opened_decision, refused, theme_of

KIND = "puzzle"
MOST_OF_A_SET = 60  # puzzles of one's own in one file: each is opened by whoever grades it


def task_of_puzzles(puzzles: Sequence[Puzzle], day: date | None = None) -> Task:
    """The questions of a set; `day` where it is that of a day."""
    slugs = {one.slug for one in puzzles}
    title = "Puzzles" if day is None else f"Puzzles of {day.day} {day:%B %Y}"
    asked = [_asked(one, number, several=len(slugs) > 1) for number, one in enumerate(puzzles, 1)]
    return task_of(KIND, slugs.pop() if len(slugs) == 1 else "", "" if day is None else day.isoformat(), title, asked)


def of_day(name: str, slug: str) -> Task:
    """The set of the day that a file of answers names: of one game, or of all (""). Raises `TheoError`."""
    day: date | None
    try:
        day = date.fromisoformat(name)
    except ValueError:
        day = None
    if day is None or day.isoformat() != name:
        raise UnknownName(f"{name!r:.40} is no day such as 2026-11-28")
    return task_of_puzzles(of_the_day(day, slug), day)


def of_ids(ids: Iterable[str], known: Mapping[str, Puzzle]) -> Task:
    """A set of one's own, by the ids of its puzzles. Raises `TheoError` for one that is not known, or too many."""
    wanted = list(ids)
    if not 0 < len(wanted) <= MOST_OF_A_SET:
        raise SaveError(f"a set has 1 to {MOST_OF_A_SET} puzzles, not {len(wanted)}")
    if lost := [one for one in wanted if one not in known]:
        raise UnknownName(f"there is no puzzle {lost[0]!r:.80} here: lay its file in the folder")
    return task_of_puzzles([known[one] for one in wanted])


def known_puzzles(others: Iterable[Puzzle] = ()) -> dict[str, Puzzle]:
    """Those of the examples and others, by id. What came with Theomachy holds against any other of the same id."""
    return {one.id: one for one in (*others, *(one for path in shipped.puzzles() for one in load(path)))}


def row_of(puzzle: Puzzle, tries: Iterable[int], *, shown: bool) -> Row:
    """What was answered to a puzzle, by the places of its options, as it is handed in."""
    texts = labels(puzzle)
    return Row(puzzle.id, tuple((texts[i],) for i in tries if 0 <= i < len(texts)), shown)


def labels(puzzle: Puzzle) -> list[str]:
    """The options in words, each different: a number follows where two would be called the same."""
    game = opened(puzzle)
    found: list[str] = []
    for option in puzzle.options:
        text = game.system.label(game.position.state, opened_decision(puzzle), option)
        found.append(text if text not in found else f"{text} ({len(found) + 1})")
    return found


def _asked(puzzle: Puzzle, number: int, *, several: bool) -> Asked:
    """A puzzle as a question; one that the rules do not bear out any more cannot be graded."""
    name = str(number)
    if _withdrawn(puzzle):
        return Asked(puzzle.id, Question(puzzle.theme, "any", (), ()), None, name)
    game, texts = opened(puzzle), labels(puzzle)
    of = f" ({system_class(puzzle.slug).title})" if several else ""
    asked = f"{theme_of(puzzle).title}{of}: {aim_of(puzzle, game).ask}"
    question = Question(asked, "any", tuple(texts), tuple(texts[i] for i in puzzle.right))
    return Asked(puzzle.id, question, game.position, name)


def _withdrawn(puzzle: Puzzle) -> bool:
    """Do the rules refuse it, or one of its answers?"""
    if refused(puzzle):
        return True
    try:
        for option in puzzle.options:
            opened(puzzle).position.play(option)
    except TheoError:
        return True
    return False
