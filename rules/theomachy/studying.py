"""Studies in a terminal: listed, told chapter by chapter, read with their questions, made of a saved game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from . import app
from .engine import files
from .engine.authoring import classwork, markup, study_text
from .engine.authoring.classwork import Row
from .engine.authoring.study import Study
from .engine.errors import IllegalAnswer, SaveError, TheoError
from .engine.tabletop.beside_words import line
from .engine.tabletop.describe import describe


def opened(what: str, title: str = "", seat: str | None = None, moments: str | None = None) -> Study:
    """A study by its file; of a saved game, journal or scenario a new one. Raises `TheoError`."""
    path = Path(what)
    if path.is_file() and study_text.is_study(files.text(path, "study", study_text.LARGEST_PAGE, SaveError)):
        if title or seat or moments:
            raise TheoError(
                "a study has its title and its chapters already: --title, --as and --moments are for a game"
            )
        return Study.load(path)
    game = app.open_game(what)
    made = Study(game.slug, title or game.names.get("title", ""), seat=game.seat(seat))
    if not moments:
        return made.add(game)
    main = game.tree.path(game.tree.main()[-1])
    return made.add_moments(game, [main[n] for n in _numbers(moments, len(main))])


def _numbers(text: str, most: int) -> list[int]:
    found = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdecimal() and len(word) < 8 and int(word) < most for word in found):
        raise TheoError(
            f"the moments of this game are numbers from 0 to {most - 1} with commas between, not {text!r:.60}"
        )
    return [int(word) for word in found]


def lines(study: Study) -> Iterator[str]:
    """The whole in short."""
    yield line(f"{study.title}: a study of {study.game_title}, {study.counted()}")
    if study.about:
        yield line(study.about)
    for n, each in enumerate(study.chapters, 1):
        q = len(each.questions)
        asks = f"  ({q} question{'' if q == 1 else 's'})" if q else ""
        fault = f": does not hold: {study.fault(n)}" if study.fault(n) else ""
        yield f"{n:>3}  {line(each.title)}{asks}{line(fault)}"
    yield line(study.holds())


def chapter_lines(study: Study, n: int) -> Iterator[str]:
    """One chapter: its words, its board, its questions. Raises `IllegalAnswer`."""
    each = study.chapter(n)
    yield line(f"{n}. {each.title}")
    if each.say:
        yield line(each.say)
    if each.text:
        yield from map(line, markup.plain(each.text).split("\n"))
    yield ""
    yield line(study.fault(n)) if study.fault(n) else describe(study.table(n))
    for q, question in enumerate(each.questions, 1):
        yield ""
        yield f"{n}.{q}  {line(question.question)}"
        yield from (f"    {i}  {line(text)}" for i, text in enumerate(question.options, 1))


def read_through(
    study: Study, typed: Iterator[str], out: TextIO, name: str = "", keep: Path | None = None
) -> list[Row]:
    """Go through a study: each chapter is told and its questions asked until they are right; "?" shows an answer.

    With a `name` the answers are kept as a file for a teacher.
    """
    rows: list[Row] = []
    for n, each in enumerate(study.chapters, 1):
        print("\n".join(chapter_lines(study, n)), file=out)
        for q in range(1, len(each.questions) + 1):
            row = _asked(study, n, q, typed, out)
            if row is None:
                return rows
            rows.append(row)
        print(file=out)
    if name:
        task = classwork.task_of_study(study)
        answers = classwork.claimed(name, task, rows)
        place = keep or Path(f"{'_'.join(name.lower().split())[:40]}.answers.json")
        classwork.dump(answers, place)
        print(f"{answers.points[1]} of {answers.points[2]} right; the answers are in {place}", file=out)
    return rows


def _asked(study: Study, n: int, q: int, typed: Iterator[str], out: TextIO) -> Row | None:
    question, tries = study.question(n, q), list[tuple[str, ...]]()
    print(f"{n}.{q}: {'numbers with commas between' if question.kind == 'which' else 'your answer'}, or ?", file=out)
    for said in typed:
        text = said.strip()
        if text == "?":
            print(line(study.give_up(n, q).text), file=out)
            return Row(f"{n}.{q}", tuple(tries), True)
        words = [word.strip() for word in text.split(",")] if question.kind == "which" else [text]
        given = tuple(
            question.options[int(word) - 1]
            if question.options and word.isascii() and word.isdecimal() and 0 < int(word[:4]) <= len(question.options)
            else word
            for word in words
        )
        try:
            grade = study.answer(n, q, list(given) if question.options else given[0])
        except IllegalAnswer as fault:
            print(line(str(fault)), file=out)
            continue
        tries.append(given)
        print(line(grade.text), file=out)
        if grade.right:
            return Row(f"{n}.{q}", tuple(tries))
    return None
