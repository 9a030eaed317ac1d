"""Sheets in the position editor: boxes that name a tool are painted by a click."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.pocket_inks import inks
from tests.engine.pocket_scrolls import scrolls
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.tabletop.beside import Line, LineItem
from theomachy.engine.tabletop.palette import Choice, Tool
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.present.desk import Desk, painted


def boxes(editor: PositionEditor, seat: int) -> dict[str, Any]:
    sheet = editor.screen.foot()["desk"]["sheets"][seat]
    return {block["name"]: block["box"] for block in sheet["groups"][0]["blocks"]}


def click(editor: PositionEditor, target: str) -> None:
    editor._heard(None, {"do": "box", "stamp": editor.stamp, "id": target}, None)


@pytest.fixture
def desk():
    editor = PositionEditor(Editor(scrolls(2)), renderer="svg")
    yield editor
    editor.close()


def test_a_click_ticks_a_box_and_another_wipes_it(desk: PositionEditor) -> None:
    assert boxes(desk, 0)["Armoury"]["target"] == "ticked:0:3"
    click(desk, "ticked:0:3")
    assert desk.editor.state.ticked == [8, 0]
    assert (boxes(desk, 0)["Armoury"]["said"], boxes(desk, 1)["Armoury"]["said"]) == ("ticked", "empty")
    click(desk, "ticked:0:3")
    assert desk.editor.state.ticked == [0, 0]
    desk.editor.undo()
    assert desk.editor.state.ticked == [8, 0]


def test_a_click_on_a_number_counts_and_in_taking_mode_takes_away(desk: PositionEditor) -> None:
    click(desk, "stone:1")
    assert desk.editor.state.stone == [5, 6]
    desk.view_state.take = True
    click(desk, "stone:1")
    click(desk, "stone:1")
    assert desk.editor.state.stone == [5, 4]
    click(desk, "ticked:1:0")
    assert desk.editor.state.ticked == [0, 0]


def test_a_click_that_means_no_tool_says_so_and_changes_nothing(desk: PositionEditor) -> None:
    before = desk.editor.as_json()
    click(desk, "ticked:0:77")
    assert desk.error == "That tool is not there any more."
    assert desk.editor.as_json() == before


def test_boxes_without_a_tool_are_only_looked_at() -> None:
    editor = Editor(inks(2))
    table = editor.table()
    found = Desk(table, ()).model()
    assert found == {}
    some = Desk(table, [tool for tool in editor.tools if tool.id.startswith("stone")]).model()
    blocks = some["sheets"][0]["groups"][0]["blocks"]
    assert all("target" not in block["box"] for block in blocks)
    assert some["sheets"][0]["aside"][0]["rows"][0]["boxes"][0]["target"] == "stone:0"


def test_a_thing_of_a_line_names_a_tool_or_its_target_is_one() -> None:
    editor = Editor(inks(2))
    items = (LineItem("a", "A", tool="ticked:0:1"), LineItem("b", "B", target="ticked:0:2"), LineItem("c", "C"))
    table = replace(editor.table(), lines=(Line("x", "X", items),))
    [line] = Desk(table, editor.tools).model()["lines"]["lines"]
    assert [item.get("target", "") for item in line["items"]] == ["ticked:0:1", "ticked:0:2", ""]


def test_a_choice_goes_on_to_its_next_and_round() -> None:
    tool = Tool("x", "g", "X", "choice", value=1, choices=(Choice(0, "a"), Choice(1, "b"), Choice(2, "c")))
    assert [painted(replace(tool, value=n), take=False) for n in (0, 1, 2)] == [1, 2, 0]
    assert painted(tool, take=True) == 0
    flip = Tool("f", "g", "F", "number", value=0, high=1)
    assert [painted(replace(flip, value=n), take=False) for n in (0, 1)] == [1, 0]
    assert painted(replace(flip, value=1), take=True) == 0
    assert (painted(tool, take=False, to="2"), painted(tool, take=False, to="1")) == (2, 0)
    count = Tool("n", "g", "N", "number", value=3, high=3)
    assert (painted(count, take=False), painted(count, take=True)) == (3, 2)


def test_a_box_of_a_row_sets_the_number_to_its_own_place_and_takes_it_back(desk: PositionEditor) -> None:
    click(desk, "stone:0=9")
    assert desk.editor.state.stone == [9, 5]
    click(desk, "stone:0=9")
    assert desk.editor.state.stone == [8, 5]
    click(desk, "stone:0=x")
    assert "is set to a number" in desk.error
    line = Line("x", "X", (LineItem("a", "A", tool="stone:0=4"), LineItem("b", "B", tool="none:0=4")))
    [found] = Desk(replace(desk.screen.table, lines=(line,)), desk.editor.tools).model()["lines"]["lines"]
    assert [item.get("target", "") for item in found["items"]] == ["stone:0=4", ""]
