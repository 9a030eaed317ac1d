"""A cell that is run two hundred times leaves the widgets of one run, whatever was opened in the meantime."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import theomachy as th
from theomachy_widgets import reruns as module
from theomachy_widgets.cell import Cell
from theomachy_widgets.compare import Compare
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.lesson import LessonPlayer, lessons
from theomachy_widgets.rules import rule_page

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "scenarios" / "demigods"
RULE = "DG-BAT-012"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One lesson in a folder of its own, so that lists are short."""
    found = tmp_path_factory.mktemp("lessons")
    name = "lesson_mountain_defence.toml"
    (found / name).write_text((FOLDER / name).read_text("utf-8"), "utf-8")
    return found


def lesson(folder: Path) -> Cell:
    return LessonPlayer(folder / "lesson_mountain_defence.toml", renderer="svg").do("next").do("play")


def compare(folder: Path) -> Cell:
    game = th.new("demigods", seed=3)
    for _ in range(6):
        game.play(game.options[0])
    return Compare(game, 2, game.here, renderer="svg").do("swap")


def editor(folder: Path) -> Cell:
    return PositionEditor("demigods", players=2, renderer="svg").do("play")


def listed(folder: Path) -> Cell:
    return lessons("demigods", folder, renderer="svg").do("open", i=0)


def rules(folder: Path) -> Cell:
    return rule_page("demigods", RULE, folder, renderer="svg").do("open", name="lesson_mountain_defence.toml")


@pytest.mark.parametrize(
    "make",
    [lesson, *(pytest.param(make, marks=pytest.mark.nightly) for make in (compare, listed)), editor, rules],
    ids=lambda make: make.__name__,
)
def test_two_hundred_runs_leave_the_widgets_of_one(
    make: Callable[[Path], Cell], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, first, found = set(_instances), 0, None
    for run in range(200):
        monkeypatch.setattr(module, "_cell", lambda run=run: ("cell-of-runs", f"run-{run}"))
        found = make(folder)
        assert found.errors == []
        assert found.error == ""
        first = first or len(set(_instances) - before)
    assert found is not None
    opened: Any = getattr(found, "player", None) or getattr(found, "dashboard", None)
    assert (opened is None) == (make is compare)
    assert len(set(_instances) - before) == first > 5
    assert len(module._shown["cell-of-runs"][1]) == (1 if make is compare else 2)
    for each in module._shown.pop("cell-of-runs")[1]:
        each.close()
    assert set(_instances) == before
