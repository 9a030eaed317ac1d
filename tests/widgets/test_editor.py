"""The position editor's widget without a browser: what clicks do, what panels are told, what it leaves behind."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import theomachy as th
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import UnknownName
from theomachy.engine.tabletop.palette import EditError
from theomachy_widgets.board import CanvasBoard
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.svg_board import SvgBoard


def position() -> Editor:
    """Two stacks on two hexes."""
    editor = th.editor("demigods", players=["Aglaia", "<b>Bo</b>"])
    for seat, area, n in ((0, "D3", 3), (1, "G5", 2)):
        editor.set("terrain:3", 1, editor.area(area)).set(f"counter:{seat}:1", n, editor.area(area))
    return editor.set("phase", "Battle")


@pytest.fixture
def lab() -> Iterator[PositionEditor]:
    made = PositionEditor(position(), renderer="svg")
    yield made
    made.close()


def side(lab: PositionEditor) -> dict[str, Any]:
    return dict(lab.parts["editside"].editside)


def tools(lab: PositionEditor) -> dict[str, Any]:
    return {tool["id"]: tool for block in side(lab)["blocks"] for tool in block["tools"]}


def click(lab: PositionEditor, area: str) -> None:
    """A press on the canvas, as the browser tells it."""
    assert isinstance(lab.board, CanvasBoard)
    x, y = lab.board.scene.ground.centre(int(lab.editor.area(area).partition(":")[2]))
    press = {"do": "press", "stamp": lab.parts["editbar"].stamp, "x": x / lab.board.scene.width}
    lab._heard(None, {**press, "y": y / lab.board.scene.height}, None)


def error(lab: PositionEditor) -> str:
    return str(lab.parts["editbar"].editbar["error"])


def test_a_click_places_and_shift_takes(lab: PositionEditor) -> None:
    lab.do("tool", id="counter:0:1")
    assert tools(lab)["counter:0:1"]["on"]
    lab.do("pick", targets=[lab.editor.area("C3")])
    assert lab.editor.placed("Aglaia army", lab.editor.area("C3")) == 1
    scene = lab.board.scene
    x, y = scene.ground.centre(lab.editor.state.config.grid.names.index("C3"))
    lab.do("take", x=x / scene.width, y=y / scene.height)
    assert lab.editor.placed("Aglaia army", lab.editor.area("C3")) == 0
    lab.do("take", x=x / scene.width, y=y / scene.height)
    assert "no Aglaia Army on C3" in error(lab)
    lab.do("undo")
    assert (error(lab), lab.editor.placed("Aglaia army", lab.editor.area("C3"))) == ("", 1)


def test_the_canvas_itself_is_heard() -> None:
    lab = PositionEditor(position())
    lab.do("tool", id="terrain:2")
    click(lab, "A1")
    assert lab.editor.state.terrain[0] == 2
    lab.do("mode", take=True)
    click(lab, "A1")
    assert lab.editor.state.terrain[0] == 0
    lab.do("letgo")
    click(lab, "D3")
    assert side(lab)["here"]["name"] == "D3"
    assert [row["n"] for row in side(lab)["here"]["rows"]] == [3]
    lab.do("here", id="counter:0:1", n=5)
    assert lab.editor.placed("Aglaia army", lab.editor.area("D3")) == 5
    click(lab, "D3")
    assert f"area:{lab.editor.state.config.grid.names.index('D3')}" in lab.board.marks.selected


def test_a_fault_is_told_lit_mended(lab: PositionEditor) -> None:
    lab.editor.put("Aglaia", "army", A1=1, B1=2)  # from a cell: the widget follows
    check = side(lab)["check"]
    assert (check["n"], [row["rule"] for row in check["rows"]]) == (2, ["DG-MOV-005", "DG-MOV-005"])
    assert check["fix"] == "Take 1 from A1: army of Aglaia"
    assert lab.board.marks.faults == {"area:0", "area:1"}
    lab.do("glance", k=1)
    assert lab.board.marks.faults == {"area:1"}
    lab.do("glance", k=None).do("fault", k=1)
    assert (lab.board.marks.faults, side(lab)["rule"]["id"]) == ({"area:1"}, "DG-MOV-005")
    lab.do("play")
    assert "cannot be played" in error(lab)
    assert lab.game is None
    lab.do("fix", k=1).do("fix", k=0)
    assert (side(lab)["check"]["n"], lab.editor.violations, error(lab)) == (0, (), "")


def test_values_choices_and_switches(lab: PositionEditor) -> None:
    lab.do("tab", tab="Turn")
    assert tools(lab)["phase"]["n"] == 5
    lab.do("value", id="phase", n=3).do("value", id="out:1", n=1).do("value", id="turn", n=9)
    s = lab.editor.state
    assert (s.phase, s.out, s.turn) == (3, 2, 9)
    lab.do("value", id="turn", n=-1)
    assert "from 0 to 1000" in error(lab)
    lab.do("tab", tab="Cards").do("seat", seat=1).do("value", id="hands:1:3", n=2)
    assert tools(lab)["hands:1:3"]["n"] == 2
    assert "hands:0:3" not in tools(lab)
    lab.do("seat", seat=-1)
    assert {name.split(":")[0] for name in tools(lab)} == {"discard"}


def test_keys_pick_what_is_shown(lab: PositionEditor) -> None:
    lab.do("key", n=2)
    assert lab.view_state.tool == "counter:0:1"
    lab.do("seat", seat=1).do("key", n=3)
    assert lab.view_state.tool == "counter:1:2"
    lab.do("key", n=9).do("tool", id="counter:1:2")
    assert lab.view_state.tool == ""


def test_unseen_things_are_lit(lab: PositionEditor) -> None:
    lab.do("tool", id="fought")
    d3 = lab.editor.area("D3")
    lab.do("pick", targets=[d3])
    assert lab.board.marks.touched == {d3}
    assert side(lab)["picked"]["where"] == ["D3"]


@pytest.mark.parametrize("kind", ["python", "json", "scenario"])
def test_texts_are_copied_and_opened(lab: PositionEditor, kind: str) -> None:
    before = lab.editor.system.to_json(lab.editor.state)
    lab.do("name", text="  The   fords ").do("copy", **{"as": kind})
    copied = side(lab)["copied"]
    assert copied["kind"] == kind
    assert "The fords" in copied["text"]
    lab.editor.put("Aglaia army", D3=0)
    assert side(lab)["copied"] is None, "an old text would be taken for the present position"
    lab.do("paste").do("read", text=copied["text"])
    assert (error(lab), side(lab)["pasting"]) == ("", False)
    assert lab.editor.system.to_json(lab.editor.state) == before
    lab.do("undo")
    assert lab.editor.placed("Aglaia army", lab.editor.area("D3")) == 0


def test_the_line_of_a_position_makes_the_chapter_that_the_editor_makes(lab: PositionEditor) -> None:
    lab.do("copy", **{"as": "line"})
    pasted, made = Study("demigods").add(side(lab)["copied"]["text"]), Study("demigods").add(lab.editor)
    assert pasted.chapter(1).position == made.chapter(1).position
    lab.editor.put("Aglaia", "army", A1=1)  # in the sea
    assert lab.editor.violations
    lab.do("copy", **{"as": "line"})
    assert "cannot be played" in error(lab)


def test_another_game_is_opened(lab: PositionEditor) -> None:
    lab.do("read", text=th.editor("demigods", players=3, name="Three").as_json())
    assert (len(lab.editor.system.seats), lab.editor.name, lab.editor.can_undo) == (3, "Three", False)
    assert len(lab.board.table.seats) == 3
    lab.do("read", text="import os")
    assert "no TOML" in error(lab)


def test_play_from_here_and_back(lab: PositionEditor) -> None:
    lab.do("play")
    assert lab.game is not None
    assert lab.dashboard is not None
    assert lab.widget.children == (lab._frame, lab.dashboard.widget)
    assert "theo-playing" in lab._box._dom_classes
    inner = lab.dashboard
    lab.do("edit")
    assert inner.closed
    assert (lab.dashboard, len(lab.widget.children)) == (None, 1)


def test_a_game_is_edited_from_its_present_step() -> None:
    game = th.new("demigods", seed=4)
    for _ in range(6):
        game.play(game.options[0])
    lab = PositionEditor(game)
    assert lab.editor.system.to_json(lab.editor.state) == game.system.to_json(game.position.base)
    assert lab.editor.violations == ()


@pytest.mark.parametrize(
    "message",
    [
        None, 3, [], {}, {"do": 3}, {"do": "nothing"}, {"do": "_heard"}, {"do": "tool"}, {"do": "tool", "id": [1]},
        {"do": "value", "id": "turn", "n": {}}, {"do": "value", "id": "turn"},
        {"do": "take", "x": "a", "y": 1},
        {"do": "here", "id": "counter:0:1", "n": 1}, {"do": "fix", "k": 99}, {"do": "undo", "x": 1},
        {"do": "seat", "seat": None},
        {"do": "read", "text": "{"}, {"do": "fix", "k": "a"},
    ],
)  # fmt: skip
def test_a_hostile_message_becomes_a_sentence(message: Any) -> None:
    lab = PositionEditor("demigods", players=2, renderer="svg")
    before = lab.editor.system.to_json(lab.editor.state)
    lab._heard(None, message, None)
    assert error(lab)
    assert lab.editor.system.to_json(lab.editor.state) == before
    lab.do("calm")
    assert error(lab) == ""


def test_what_is_sent_is_plain_data_and_no_markup_is_made(lab: PositionEditor) -> None:
    lab.do("name", text="<img src=x onerror=1>")
    for group in lab.screen.groups:
        lab.do("tab", tab=group)
        for part in lab.parts.values():
            json.dumps(part.get_state()[part.panel])
    assert lab.parts["editfoot"].editfoot["rows"][1]["name"] == "<b>Bo</b>"  # set as text in the browser
    script = lab.parts["editside"]._esm
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert word not in script


def test_only_what_changed_is_sent(lab: PositionEditor) -> None:
    sent: list[str] = []
    for part in lab.parts.values():
        part.observe(lambda change: sent.append(change["name"]))
    lab.do("mode", take=True)
    assert sent == ["editside"]
    lab.do("mode", take=True)
    assert sent == ["editside"]


def test_nothing_is_left_open() -> None:
    before = set(_instances)
    lab = PositionEditor("demigods", players=2, setup={"phase": "Battle"})
    lab.do("play").do("edit")
    assert set(_instances) - before
    lab.close()
    lab.close()
    assert set(_instances) == before
    lab.do("tool", id="counter:0:1")
    assert lab.view_state.tool == ""


def test_both_renderers_and_wrong_arguments() -> None:
    twin = PositionEditor("demigods", players=2, renderer="svg", theme="dark")
    assert isinstance(twin.board, SvgBoard)
    assert twin.shown == "dark"
    twin.do("tool", id="terrain:1")
    twin.board._on_message(None, {"event": "pick", "target": "area:5", "stamp": twin.board.widget.stamp}, None)
    assert twin.editor.state.terrain[5] == 1
    with pytest.raises(ValueError, match="theme is 'blue'"):
        PositionEditor("demigods", theme="blue")
    with pytest.raises(ValueError, match="renderer is"):
        PositionEditor("demigods", renderer="ascii")
    with pytest.raises(ValueError, match="only a game's name"):
        PositionEditor(th.editor("demigods"), players=3)
    with pytest.raises(UnknownName):
        PositionEditor("chess")
    with pytest.raises(EditError):
        PositionEditor(th.editor("demigods").put("army ag", A1=1)).play()


def test_without_widgets_a_picture_and_words_are_shown(lab: PositionEditor) -> None:
    shown = lab._repr_mimebundle_()
    assert shown["image/svg+xml"].startswith("<svg")
    assert "3" in shown["text/plain"]
    assert "<b>Bo</b>" not in shown["image/svg+xml"]


def test_too_many_pieces_are_lit_where_they_are() -> None:
    lab = PositionEditor(
        "cthulhu_wars", players=2, renderer="svg", setup={"units": {"GC": {"Arctic Ocean": "4 Deep One"}}}
    )
    lab.editor.put("GC Deep One", Antarctica=1)
    (row,) = side(lab)["check"]["rows"]
    assert row["where"] == "Arctic Ocean 4, Antarctica 1"
    assert {target.split(":")[0] for target in lab.board.marks.faults} == {"seat", "piece"}
    assert side(lab)["check"]["fix"] == "Take 1 from Antarctica: deep one of Great Cthulhu"
    lab.close()


@pytest.mark.parametrize("slug", ["cthulhu_wars", "demigods", "gods_war", "heroes", "mythic_battles"])
def test_every_tool_says_what_it_does(slug: str) -> None:
    """Also the one that says that nobody has a thing, and the page of what no player has."""
    made, nobody = PositionEditor(th.editor(slug), renderer="svg"), 0
    for tab in [tab["k"] for tab in side(made)["tabs"]]:
        made.do("tab", tab=tab)
        assert error(made) == ""
        for block in side(made)["blocks"]:
            assert all(len(tool["text"]) > 8 for tool in block["tools"])
            assert all(page["text"] for page in block["seats"] or ())
            for tool in block["tools"]:
                if any(choice["label"] == "Nobody" for choice in tool["choices"]):
                    nobody += 1
                    assert "Nobody: no player has" in tool["text"]
                    assert "which player has this; Nobody: no player has" in block["about"]
    made.close()
    assert (nobody > 0) == (slug in ("heroes", "mythic_battles"))
