"""Lessons for the magics: found by name, listed, played in a notebook, told in words elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from theomachy import app
from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.errors import ScenarioError, unknown
from theomachy.engine.tabletop.describe import describe
from theomachy_widgets.text import escape

from . import display


def _module() -> Any:
    return app.part("theomachy_widgets.lesson", "playing lessons")


def known(slugs: Sequence[str]) -> list[Any]:
    """The lessons of these games, in that order; none where there is no folder of scenarios."""
    found: list[Any] = []
    for slug in slugs:
        try:
            found += _module().entries(slug)[0]
        except ScenarioError:  # there is no folder, or it is empty
            continue
    return found


def find(text: str, slugs: Sequence[str]) -> Path:
    """The file of a lesson: a path, a file's name with or without its ending, or a part of name or title.

    A part must mean one lesson only. Raises `UnknownName`.
    """
    if text.endswith(".toml") and Path(text).is_file():
        return Path(text)
    entries, low = known(slugs), text.casefold().strip()
    for entry in entries:
        if low in (entry.name.casefold(), entry.path.name.casefold(), entry.path.stem.casefold()):
            return Path(entry.path)
    near = [e for e in entries if low in e.path.stem.casefold() or low in e.scenario.title.casefold()]
    if len(near) == 1:
        return Path(near[0].path)
    raise unknown("lesson", text, [entry.path.stem for entry in (near or entries)])


def listed(slugs: Sequence[str]) -> list[str]:
    """A line a lesson of the courses, or of what asks where there is no course; scenarios of rules are counted."""
    entries = known(slugs)
    course = any(entry.course for entry in entries)
    rows = [
        f"{entry.path.stem}: {entry.scenario.title} ({entry.asks} {'question' if entry.asks == 1 else 'questions'})"
        for entry in entries
        if (entry.course if course else entry.asks)
    ]
    shows = len(entries) - len(rows)
    if shows:
        scenarios = "1 scenario that shows a rule" if shows == 1 else f"{shows} scenarios that show a rule"
        rows.append(
            f"{'and ' if rows else ''}{scenarios}; `%lesson NAME` plays one, `rule_page(GAME)` names them rule by rule"
        )
    return rows or ["there are no lessons here: nothing in examples/scenarios is one of this game"]


def widget(slug: str) -> Any:
    """The list of lessons to click."""
    return _module().lessons(slug)


def player(path: Path) -> Any:
    """The lesson to be played."""
    return _module().LessonPlayer(path)


def told(path: Path) -> tuple[str, str]:
    """A lesson where no widget can be shown: as HTML and as text, what is told and asked, and the board."""
    lesson = Lesson(path)
    rows = [lesson.scenario.title, lesson.scenario.about]
    for beat in lesson.beats:
        rows += [beat.say, beat.did, beat.question.question if beat.question is not None else ""]
    rows = [row for row in rows if row]
    table = lesson.game.table()
    html = "".join(f"<p>{escape(row)}</p>" for row in rows) + display.board(table)
    return html, "\n\n".join([*rows, describe(table)])
