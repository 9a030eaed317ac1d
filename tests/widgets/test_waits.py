"""Until the page has told its theme, a board of a theme that follows the page is not shown: it would flash."""

from __future__ import annotations

from pathlib import Path

import pytest

import theomachy as th
from theomachy_widgets import Compare, LessonPlayer, PositionEditor, waiting
from theomachy_widgets.cell import Cell

LESSON = Path(__file__).parents[2] / "examples" / "scenarios" / "demigods" / "lesson_mountain_defence.toml"


def made(kind: str, theme: str) -> Cell:
    """A cell with boards."""
    if kind == "lesson":
        return LessonPlayer(str(LESSON), theme=theme)
    if kind == "editor":
        return PositionEditor("demigods", players=2, theme=theme)
    return Compare(th.new("demigods", players=2, seed=1), 0, 0, theme=theme)


def waits(cell: Cell) -> set[bool]:
    return {"theo-waits" in board.widget._dom_classes for board in cell.boards.values()}


@pytest.mark.parametrize("kind", ["lesson", "editor", "compare"])
def test_boards_wait_for_the_theme_of_the_page_and_no_longer(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(waiting, "monotonic", lambda: now[0])
    cell = made(kind, "auto")
    assert waits(cell) == {True}
    cell.do("shown", theme="dark")
    assert {board.theme for board in cell.boards.values()} == {"dark"}
    assert waits(cell) == {True}  # the dark picture is on its way
    cell.do("shown", theme="dark")
    assert waits(cell) == {True}  # told before it was painted, and heard after
    now[0] += 2 * waiting.SETTLES
    cell.do("shown", theme="dark")
    assert waits(cell) == {False}
    cell.close()
    light = made(kind, "auto")
    light.do("shown", theme="light")
    assert waits(light) == {False}
    light.close()
    told = made(kind, "dark")  # nothing to wait for
    assert waits(told) == {False}
    told.close()
