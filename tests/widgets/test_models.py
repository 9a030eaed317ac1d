"""The models of the panels are told once: in Python, from which the types of the JavaScript are made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import make_types
import pytest

from tests.widgets.typed import faults
from theomachy_widgets import models
from theomachy_widgets.compare import Compare
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.lesson import LessonPlayer, Lessons
from theomachy_widgets.models.common import Die, Nothing, Token
from theomachy_widgets.models.sheets import CardSheet
from theomachy_widgets.new_game import NewGame
from theomachy_widgets.panels import REGIONS
from theomachy_widgets.puzzle_page import PuzzlePage
from theomachy_widgets.report import Report
from theomachy_widgets.rules import RulePage
from theomachy_widgets.simulation_page import SimulationPage
from theomachy_widgets.study_page import StudyPage
from theomachy_widgets.tablebar import TableBar
from theomachy_widgets.values_page import ValuesPage


def test_the_types_of_the_panels_are_up_to_date() -> None:
    assert make_types.TARGET.read_text("utf-8") == make_types.page(), "run: python tools/make_types.py"


def test_the_file_can_be_written_elsewhere(tmp_path: Path) -> None:
    assert make_types.main([str(tmp_path / "new" / "types.d.ts")]) == 0
    assert (tmp_path / "new" / "types.d.ts").read_text("utf-8") == make_types.page()


def test_every_panel_has_a_model() -> None:
    cells = (
        Compare, PositionEditor, LessonPlayer, Lessons, NewGame, PuzzlePage, Report, RulePage, SimulationPage,
        StudyPage, TableBar, ValuesPage,
    )  # fmt: skip
    panels = {name for names in REGIONS.values() for name in names} | {name for cell in cells for name in cell.parts_at}
    assert set(models.PANELS) == panels


@pytest.mark.parametrize(
    ("python", "typescript"),
    [
        (dict[str, list[int | None]], "Record<string, (number | null)[]>"),
        (tuple[str, float, bool], "[string, number, boolean]"),
        (tuple[int, ...], "number[]"),
        (Token | Nothing | None, "Token | null"),
        (list[Die], "Die[]"),
    ],
)
def test_a_type_of_python_is_one_of_typescript(python: Any, typescript: str) -> None:
    assert make_types.typed(python) == typescript


def test_a_type_that_cannot_travel_is_refused() -> None:
    with pytest.raises(TypeError, match="no type for the panels: set"):
        make_types.typed(set[str])


def test_an_interface_has_its_own_fields_and_what_it_stands_on() -> None:
    found = re.search(r"export interface CardSheet extends Seated, Chosen \{(.*?)\n\}", make_types.page(), re.S)
    assert found is not None
    assert "  id: string;\n" in found[1]
    assert "seat:" not in found[1]
    assert "seat" in CardSheet.__required_keys__


def test_a_model_is_held_against_its_type() -> None:
    right = {"stages": [{"name": "Rolls", "note": "", "state": "now", "jump": False}]}
    assert faults("stages", right) == []
    assert faults("stages", {}) == []  # the panel hides
    row = right["stages"][0]
    assert faults("stages", {"stages": [{**row, "jump": 1}]}) == ["stages.stages[0].jump: 1 is no <class 'bool'>"]
    assert faults("stages", {"stages": [{**row, "more": 1}]}) == ["stages.stages[0].more is not declared"]
    assert faults("stages", {"stages": [{"name": "Rolls", "note": "", "jump": False}]}) == [
        "stages.stages[0].state is missing"
    ]
    assert faults("stages", {"stages": {}}) == ["stages.stages: no list, {}"]
