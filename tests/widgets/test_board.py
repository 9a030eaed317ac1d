"""The live board without a browser: frames, events, errors, threads, motion, channels."""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import ipycanvas
import pytest
from ipycanvas.canvas import COMMANDS, Canvas, _CanvasManager
from ipywidgets.widgets.widget import _instances

from tests.widgets.fixtures import area_of, hex_board, hex_marks, hex_table
from tests.widgets.maps import map_table
from theomachy.engine.tabletop.table import Arrow, Marks, Piece, Table
from theomachy_widgets.board import DENSITY, CanvasBoard
from theomachy_widgets.motion import Motion, Way, motions
from theomachy_widgets.render.canvas import CommandBatch, SpriteSheet, command
from theomachy_widgets.scene import Face

NAMES = {number: name for name, number in COMMANDS.items()}
Message = tuple[list[list[Any]], list[bytes]]


class Listener:
    """Stands where the browser would: keeps every message of a board."""

    def __init__(self, board: CanvasBoard) -> None:
        self.messages: list[Message] = []
        board.canvas.frames.send = self.send  # type: ignore[method-assign]

    def send(self, content: dict[str, Any], buffers: list[bytes]) -> None:
        assert content == {"shape": [len(buffers[0])], "dtype": "uint8"}
        self.messages.append((json.loads(buffers[0]), buffers[1:]))

    def names(self, message: int = -1) -> list[str]:
        return [NAMES[each[0]] for each in self.messages[message][0]]

    def canvases(self, message: int = -1) -> list[str]:
        return [each[1][0] for each in self.messages[message][0] if NAMES[each[0]] == "switchCanvas"]


@pytest.fixture
def board() -> Iterator[CanvasBoard]:
    made = CanvasBoard(hex_table(), hex_marks(), snapshot=False)
    yield made
    made.close()


def ready(board: CanvasBoard) -> None:
    board.canvas.top._handle_custom_msg({"event": "client_ready"}, [])


def press(board: CanvasBoard, x: float, y: float, event: str = "mouse_down") -> None:
    board.canvas._handle_custom_msg({"event": event, "x": x * DENSITY, "y": y * DENSITY}, [])


def models(*canvases: Canvas) -> list[str]:
    return [f"IPY_MODEL_{canvas.model_id}" for canvas in canvases]


def middle(board: CanvasBoard, name: str) -> tuple[float, float]:
    return board.scene.ground.centre(area_of(hex_board(), name))


# what of ipycanvas is not public ------------------------------------------------------------------------------------
def test_the_private_names_of_ipycanvas_are_still_there() -> None:
    assert ipycanvas.__version__.startswith("0.14.")
    canvas = Canvas(width=10, height=10, _canvas_manager=_CanvasManager())
    manager = canvas._canvas_manager
    assert (manager._caching, manager._commands_cache, manager._current_canvas) == (False, [], None)
    assert callable(canvas._handle_frontend_event)
    assert {
        "switchCanvas",
        "setTransform",
        "putImageData",
        "drawImage",
        "fillPolygon",
        "strokePolygons",
        "strokeLineSegments",
        "fillCircles",
    } <= set(COMMANDS)
    for each in (canvas.layout, canvas, manager):
        each.close()


# frames -------------------------------------------------------------------------------------------------------------
def test_a_frame_is_one_message_complete_in_itself(board: CanvasBoard) -> None:
    heard = Listener(board)
    ready(board)
    assert len(heard.messages) == 1
    c = board.canvas
    assert heard.canvases() == models(c.sheet, c.pieces, c.resting, c.top, c.sheet)
    names = heard.names()
    assert names[0] == "switchCanvas"
    assert names.count("putImageData") == 1
    assert names.count("drawImage") == len(board.scene.pieces) + 2
    assert names.count("save") == names.count("restore")
    buffers = sum(each[2] for each in heard.messages[-1][0] if len(each) > 2)
    assert buffers == len(heard.messages[-1][1])


def test_other_marks_send_neither_sprites_nor_pieces(board: CanvasBoard) -> None:
    heard = Listener(board)
    ready(board)
    board.show(marks=Marks(selected=frozenset((f"area:{area_of(hex_board(), 'E6')}",))))
    assert heard.canvases() == models(board.canvas.resting, board.canvas.top, board.canvas.sheet)
    assert "putImageData" not in heard.names()
    assert len(heard.names()) < 120


def test_hovering_draws_no_line_but_its_own(board: CanvasBoard) -> None:
    heard = Listener(board)
    board.show(marks=Marks(selectable=frozenset(f"area:{a}" for a in range(40, 60))))
    ready(board)
    x, y = board.scene.ground.centre(45)
    board._on_move(2 * x, 2 * y)
    assert heard.canvases() == models(board.canvas.top, board.canvas.sheet)
    assert len(heard.names()) < 30
    assert len(heard.messages[-1][0]) < len(heard.messages[-2][0]) / 10


def test_a_frame_ends_where_nobody_looks(board: CanvasBoard) -> None:
    """The browser shows the last canvas of a frame again with the next one: twice the work, were it a visible one."""
    heard = Listener(board)
    ready(board)
    board.show()
    visible = set(models(*board.canvas._canvases))
    for k in range(len(heard.messages)):
        assert heard.canvases(k)[-1] not in visible


def test_a_new_kind_of_token_sends_its_sprite_and_no_other(board: CanvasBoard) -> None:
    heard = Listener(board)
    ready(board)
    area = area_of(hex_board(), "J9")
    board.show(replace(hex_table(), pieces=(*hex_table().pieces, Piece("new", area, 1, "ship", "Ship", "drakkar"))))
    assert heard.names().count("putImageData") == 1
    assert len(heard.messages[-1][1][0]) < len(heard.messages[0][1][0]) / 2


def test_a_page_that_loads_again_gets_everything(board: CanvasBoard) -> None:
    heard = Listener(board)
    ready(board)
    first = heard.messages[-1]
    board.show()
    ready(board)
    assert heard.messages[-1] == first
    assert len(heard.messages[1][0]) < len(first[0])


def test_half_a_frame_is_never_sent(board: CanvasBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Listener(board)
    ready(board)
    whole, before = heard.messages[-1], board.marks
    with monkeypatch.context() as broken:
        broken.setattr("theomachy_widgets.board.draw", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            board.show(marks=Marks(selected=frozenset(("area:45",))))
    assert len(heard.messages) == 1
    board.show(marks=before)
    assert heard.messages[-1] == whole, "after a lost frame everything is sent again"


def test_the_first_picture_travels_in_the_state() -> None:
    made = CanvasBoard(hex_table(), snapshot=True)
    try:
        for canvas in (made.canvas.ground, made.canvas.top):
            data = canvas.get_state()["image_data"]
            assert bytes(data)[:4] == b"\x89PNG"
        before = bytes(made.canvas.top.image_data)
        made.show(hex_table({}))
        assert bytes(made.canvas.top.image_data) != before
        ready(made)
        after = bytes(made.canvas.top.image_data)
        made.show(hex_table())
        assert bytes(made.canvas.top.image_data) == after, "a page that listens needs no picture"
    finally:
        made.close()


def test_another_board_changes_the_ground_and_the_size(board: CanvasBoard) -> None:
    heard = Listener(board)
    ready(board)
    before = bytes(board.canvas.ground.image_data)
    board.show(map_table(), Marks())
    assert (board.canvas.width, board.canvas.height) == (2 * 876, 2 * 493)
    assert (board.canvas.pieces.width, board.canvas.top.width) == (2 * 876, 2 * 876)
    assert board.canvas.layout.height == "493px"
    assert bytes(board.canvas.ground.image_data) != before
    assert f"IPY_MODEL_{board.canvas.ground.model_id}" in heard.canvases(-1), "in one message with what stands on it"
    board.show(marks=hex_marks())
    assert f"IPY_MODEL_{board.canvas.ground.model_id}" not in heard.canvases(-1), "once is enough"
    board.repaint("dark")
    assert board.scene.theme == "dark"


def test_what_cannot_be_shown_leaves_the_board_as_it_was(board: CanvasBoard) -> None:
    scene = board.scene
    with pytest.raises(ValueError, match="sepia"):
        board.repaint("sepia")
    assert board.scene is scene
    assert board.table.board.style == "hexes"


def test_the_sheet_begins_anew_when_it_is_full() -> None:
    sheet = SpriteSheet(side=256, density=2)
    kinds = [
        Face(colour, "meeple", 26, "light")
        for colour in ("blue", "red", "green", "yellow", "purple", "orange", "ice", "slate")
    ]
    sheet.add(kinds[:4])
    sheet.fresh = False
    sheet.add(kinds)
    assert set(kinds) <= set(sheet.at) or sheet.fresh
    with pytest.raises(ValueError, match="do not fit"):
        SpriteSheet(side=64, density=2).add(kinds)


def test_attributes_are_set_only_where_they_change() -> None:
    frame = CommandBatch()
    frame.on("m", 1)
    for value in ('"red"', '"red"', '"blue"', '"red"'):
        frame.need(0, value)
    assert sum(part.startswith(f"[{COMMANDS['set']},[0") for part in frame.parts) == 3
    assert json.loads(command("clearRect", 0, 0, 5, 5)) == [COMMANDS["clearRect"], [0, 0, 5, 5], 0]


# what the browser says ----------------------------------------------------------------------------------------------
def test_a_click_names_target_area_and_point(board: CanvasBoard) -> None:
    picked: list[tuple[str, int, float, float]] = []
    board.on_pick(lambda *args: picked.append(args))
    e6 = area_of(hex_board(), "E6")
    x, y = middle(board, "E6")
    press(board, x, y)
    assert picked == [(f"area:{e6}", e6, pytest.approx(x), pytest.approx(y))]
    c7 = area_of(hex_board(), "C7")
    press(board, *middle(board, "C7"))
    assert picked[-1][:2] == (f"piece:{c7}:0:meeple", c7)
    press(board, 2, 2)
    assert picked[-1][:2] == ("", -1)
    board.canvas._handle_custom_msg({"event": "touch_start", "touches": [{"x": 2 * x, "y": 2 * y}]}, [])
    assert picked[-1][:2] == (f"area:{e6}", e6)


def test_hovering_draws_once_for_each_thing(board: CanvasBoard) -> None:
    heard, seen = Listener(board), list[str]()
    board.on_hover(seen.append)
    x, y = middle(board, "E6")
    for i in range(50):
        press(board, x + i % 5, y, "mouse_move")
    assert len(heard.messages) == 1
    press(board, 0, 0, "mouse_out")
    assert seen == [f"area:{area_of(hex_board(), 'E6')}", ""]


def test_many_moves_share_a_frame_on_a_loop(board: CanvasBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theomachy_widgets.board.HOVER_PAUSE", 0.4)
    heard = Listener(board)
    ready(board)
    heard.messages.clear()

    async def wave() -> None:
        for name in ("C2", "D2", "E3", "D3", "D4", "E4", "F4", "E6"):
            press(board, *middle(board, name), "mouse_move")
        await asyncio.sleep(0.5)

    asyncio.run(wave())
    assert len(heard.messages) == 2
    assert board._hovered == f"area:{area_of(hex_board(), 'E6')}"


def test_errors_of_callbacks_are_shown_and_do_not_stop_the_board(board: CanvasBoard) -> None:
    heard = Listener(board)
    board.on_pick(lambda *_: 1 / 0)
    press(board, *middle(board, "E6"))
    assert board.errors == ["ZeroDivisionError: division by zero"]
    words = [each[1][0] for each in heard.messages[-1][0] if NAMES[each[0]] == "fillText"]
    assert "ZeroDivisionError: division by zero" in words
    told: list[str] = []
    board.on_error(told.append)
    press(board, *middle(board, "E6"))
    assert told == ["ZeroDivisionError: division by zero"]
    board.show()
    assert len(board.errors) == 2


def test_threads_do_not_mix_frames(board: CanvasBoard) -> None:
    heard = Listener(board)
    tables = [hex_table(), hex_table({})]

    def work(k: int) -> None:
        for i in range(8):
            board.show(tables[(i + k) % 2], Marks())
            press(board, *middle(board, "E6"))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert board.errors == []
    assert len(heard.messages) == 24
    for i in range(len(heard.messages)):
        assert heard.names(i)[0] == "switchCanvas"


def test_a_callback_may_show_again(board: CanvasBoard) -> None:
    @board.on_pick
    def again(target: str, area: int, x: float, y: float) -> None:
        board.show(marks=Marks(selected=frozenset((target,))))

    heard = Listener(board)
    press(board, *middle(board, "E6"))
    assert len(heard.messages) == 1
    assert board.marks.selected == {f"area:{area_of(hex_board(), 'E6')}"}


# motion -------------------------------------------------------------------------------------------------------------
def moved(table: Table, icon: str, start: str, end: str) -> Table:
    a, b = area_of(hex_board(), start), area_of(hex_board(), end)
    return replace(
        table,
        pieces=tuple(
            replace(p, area=b, id=f"{b}:{p.owner}:{p.icon}") if (p.icon, p.area) == (icon, a) else p
            for p in table.pieces
        ),
    )


def test_motions_between_two_tables() -> None:
    before = hex_table()
    after = moved(before, "spartan-helmet", "F4", "E4")
    (one,) = motions(before, after)
    f4, e4 = area_of(hex_board(), "F4"), area_of(hex_board(), "E4")
    assert (one.kind, one.start, one.end, one.piece.count, one.arrives) == (
        "move",
        f4,
        e4,
        5,
        f"piece:{e4}:0:spartan-helmet",
    )
    assert [m.kind for m in motions(before, after, (Arrow(f4, e4, "retreat"),))] == ["retreat"]
    gone = replace(before, pieces=tuple(p for p in before.pieces if p.area != f4))
    assert [(m.kind, m.start, m.end) for m in motions(before, gone)] == [("remove", f4, None)]
    assert [(m.kind, m.start, m.end) for m in motions(gone, before)] == [("place", None, f4)]
    assert motions(before, before) == ()
    assert motions(before, map_table()) == ()


def test_neighbours_are_matched_before_strangers() -> None:
    def table(*areas: str) -> Table:
        return replace(
            hex_table({}),
            pieces=tuple(Piece(f"{a}", area_of(hex_board(), a), 0, "army", "Army", "spartan-helmet") for a in areas),
        )

    found = {(m.start, m.end) for m in motions(table("C3", "H7"), table("D3", "H8"))}
    assert found == {tuple(area_of(hex_board(), n) for n in pair) for pair in (("C3", "D3"), ("H7", "H8"))}


def test_a_way_begins_and_ends_where_it_should() -> None:
    piece = hex_table().pieces[0]
    way = Way(Motion("move", piece, 1, 2), Face("blue", "meeple", 26, "light"), (0.0, 0.0), (100.0, 0.0), 50.0)
    before, start, end = way.at(0), way.at(50), way.at(369.9)
    assert before is not None
    assert start is not None
    assert end is not None
    assert (before.x, start.x) == (0, 0)
    assert end.x == pytest.approx(100, abs=0.1)
    assert way.at(370) is None
    highest = min(step.y for step in (way.at(50 + ms) for ms in range(0, 320, 10)) if step)
    assert highest == pytest.approx(-6, abs=0.5) or highest == pytest.approx(0, abs=0.1)
    fading = Way(Motion("remove", piece, 1, None), way.face, (0.0, 0.0), (0.0, 0.0), 0.0)
    assert [round(step.alpha, 2) for step in (fading.at(60), fading.at(379)) if step] == [1.0, 0.01]


def test_motion_ends_at_the_last_table(board: CanvasBoard) -> None:
    heard = Listener(board)
    before, after = hex_table(), moved(hex_table(), "spartan-helmet", "F4", "E4")

    async def play() -> None:
        task = board.animate(motions(before, after), after, Marks())
        assert task is not None
        await task

    asyncio.run(play())
    assert len(heard.messages) > 5
    assert board._steps == []
    last = heard.names()
    assert last.count("drawImage") == len(board.scene.pieces) + 2
    assert sum("globalAlpha" in name for name in last) == 0


def test_showing_or_clicking_ends_a_motion(board: CanvasBoard) -> None:
    before, after = hex_table(), moved(hex_table(), "spartan-helmet", "F4", "E4")

    async def play(act: Any) -> None:
        task = board.animate(motions(before, after), after, Marks())
        await asyncio.sleep(0.06)
        assert task is not None
        assert not task.done()
        act()
        await asyncio.sleep(0.05)
        assert task.done()
        assert board._steps == []

    asyncio.run(play(lambda: board.show(after)))
    asyncio.run(play(lambda: press(board, *middle(board, "C7"))))
    assert board.errors == []


def test_without_motion_or_loop_the_end_is_shown_at_once(board: CanvasBoard) -> None:
    before, after = hex_table(), moved(hex_table(), "spartan-helmet", "F4", "E4")
    assert board.animate(motions(before, after), after) is None
    assert board.table is after
    still = CanvasBoard(hex_table(), motion=False, snapshot=False)

    async def play() -> None:
        assert still.animate(motions(before, after), after) is None

    asyncio.run(play())
    assert still.table is after
    still.close()


# channels -----------------------------------------------------------------------------------------------------------
def channels() -> int:
    return len(_instances)


def test_closing_closes_every_channel() -> None:
    before = channels()
    made = CanvasBoard(hex_table(), snapshot=False)
    assert channels() > before
    made.close()
    made.close()
    assert channels() == before
    made.show(hex_table({}))
    press(made, 100, 100)
    assert made.errors == []


def test_two_hundred_boards_of_one_name_leave_one() -> None:
    before = channels()
    first = CanvasBoard(hex_table({}), snapshot=False, name="again")
    one = channels() - before
    for _ in range(199):
        last = CanvasBoard(hex_table({}), snapshot=False, name="again")
    assert channels() - before == one
    assert first.closed
    assert not last.closed
    last.close()
    assert channels() == before


def test_the_board_displays_everywhere(board: CanvasBoard) -> None:
    data = board._repr_mimebundle_()
    assert {"application/vnd.jupyter.widget-view+json", "image/svg+xml", "image/png", "text/plain"} <= set(data)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == board.widget.model_id
    assert data["image/svg+xml"].startswith("<svg")
    assert "Aglaia to act" in data["text/plain"]
