"""A board drawn larger round one area: what is seen, what a point means there, and how a live board comes to it."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
import re
import sys
import threading
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.widgets.fixtures import area_of, hex_board, hex_marks, hex_table
from tests.widgets.maps import map_board, map_table
from theomachy.engine.tabletop.table import Arrow, Board, Fight, Force, Marks, Piece, Side, Table
from theomachy_widgets.board import CanvasBoard as LiveBoard
from theomachy_widgets.render import png as _png
from theomachy_widgets.render.png import ground_kept, ground_png, rasterise, rasterise_apart
from theomachy_widgets.render.svg import svg
from theomachy_widgets.scene import Scene, build, fight_at, ground_of
from theomachy_widgets.scene.geometry import box_of, inside
from theomachy_widgets.scene.hexes import HexGround
from theomachy_widgets.scene.outlines import OutlineGround, _away
from theomachy_widgets.scene.shapes import Poly, TextShape, Token
from theomachy_widgets.scene.window import CLOSEST, FARTHEST, WHOLE
from theomachy_widgets.svg_board import SvgBoard

MAPS = ("earth_3p", "earth_4p_3w5e", "earth_5p")


def boards() -> list[Board]:
    return [hex_board(), *map(map_board, MAPS)]


def fighting(table: Table, area: str, *fates: str) -> Table:
    """The table with a fight; `fates` are those of some units that have left it."""
    where = next(a.id for a in table.board.areas if a.name == area)
    gone = [
        Force(Piece(f"lost:1:{i}", -1, 1, "x", "Fallen", "cultist", marks=("ghost",)), "", fate=fate)
        for i, fate in enumerate(fates)
    ]
    sides = (Side(0, "attacks", (), "2 dice"), Side(1, "defends", tuple(gone), "1 die"))
    return replace(table, fight=Fight(f"Battle in {area}", where, (), sides))


# the window ---------------------------------------------------------------------------------------------------------
def test_every_area_of_every_board_can_be_seen_larger() -> None:
    for board in boards():
        whole = ground_of(board)
        assert whole.window == WHOLE
        for area in board.areas:
            if not area.polygons and area.cell is None:
                continue
            near = ground_of(board, focus=area.id)
            assert (near.width, near.height) == (whole.width, whole.height), "a picture keeps its size"
            w = near.window
            assert FARTHEST <= w.k <= CLOSEST
            assert 0 <= w.x <= whole.width - whole.width / w.k + 0.2
            assert 0 <= w.y <= whole.height - whole.height / w.k + 0.2
            assert near.sees(near.centre(area.id), 12), f"{board.key}: {area.name} has its pieces in the picture"
            assert near.scale > whole.scale
            assert near.scale / whole.scale < w.k, "tokens grow less than the map, so that they stand further apart"


def test_land_lies_where_the_window_says() -> None:
    for board in boards():
        area = board.areas[len(board.areas) // 2].id
        whole, near = ground_of(board), ground_of(board, focus=area)
        w = near.window
        for other in board.areas[:: max(1, len(board.areas) // 9)]:
            for ring, larger in zip(whole.rings(other.id), near.rings(other.id), strict=True):
                assert len(ring) == len(larger)
                for (x, y), (u, v) in zip(ring, larger, strict=True):
                    assert (u, v) == pytest.approx(((x - w.x) * w.k, (y - w.y) * w.k), abs=0.3 * w.k)


def test_an_area_that_is_not_there_shows_the_whole_board() -> None:
    assert ground_of(hex_board(), focus=9999) is ground_of(hex_board())
    assert build(hex_table(), focus=9999).ground.focus is None


def test_a_fight_is_seen_with_its_neighbours_in_the_picture() -> None:
    """Whoever is driven away can be seen to arrive: the neighbours of an area have a place in the picture for it."""
    for name in MAPS:
        board = map_board(name)
        missing = total = 0
        for area in board.areas:
            near = ground_of(board, focus=area.id)
            for other in area.near:
                total += 1
                missing += not near.sees(near.centre(other))
        assert missing / total < 0.12, name
    hexes = hex_board()
    for area in hexes.areas:
        near = ground_of(hexes, focus=area.id)
        assert all(near.sees(near.centre(other)) for other in area.near)


# what stands there --------------------------------------------------------------------------------------------------
def test_tokens_of_a_fight_stand_apart_in_their_area_and_off_its_name() -> None:
    table = map_table("earth_4p_3w5e")
    here = next(a for a in table.board.areas if a.name == "West Africa")
    scene = build(table, focus=here.id)
    own = [t for t in scene.pieces if (hit := scene.hit(t.target)) and hit.area == here.id and not t.face.ring]
    assert len(own) >= 7
    for a, b in itertools.combinations(own, 2):
        assert math.dist((a.x, a.y), (b.x, b.y)) > 0.8 * (a.face.size + b.face.size) / 2
    ground = scene.ground
    assert isinstance(ground, OutlineGround)
    at = ground._lettered[here.id][0]
    assert at is not None
    box = ground._name_box(here, here.label, at)
    for token in own:
        assert inside(token.x, token.y, scene.ground.rings(here.id))
        assert _away(token.x, token.y, box) > token.face.size / 2 - 1, f"{token.label} covers the name"


@pytest.mark.parametrize("area", ["West Africa", "Europe", "Arabia", "North Asia"])
def test_names_stay_uncovered_where_there_is_room(area: str) -> None:
    """The name is not covered by six pieces on the whole board either."""
    table = map_table("earth_4p_3w5e")
    here = next(a for a in table.board.areas if a.name == area)
    ranks = ("common", "common", "elite", "common", "common")
    pieces = tuple(
        Piece(f"{here.id}:0:k{i}", here.id, 0, f"k{i}", f"K{i}", "cultist", size) for i, size in enumerate(ranks)
    )
    scene = build(replace(table, pieces=pieces, places=()), width=900)
    ground = scene.ground
    assert isinstance(ground, OutlineGround)
    at = ground._lettered[here.id][0]
    assert at is not None
    box = ground._name_box(here, here.label, at)
    assert [t.label for t in scene.pieces if _away(t.x, t.y, box) < t.face.size / 2 - 1] == []


def test_the_fallen_lie_where_they_fell_and_only_in_the_large_view() -> None:
    table = fighting(map_table(), "West Africa", "killed", "eliminated", "to Arabia", "pained")
    near, whole = build(table, focus=fight_at(table)), build(table)
    dead = [t for t in near.pieces if t.target.startswith("piece:lost")]
    assert [t.face.body for t in dead] == ["killed", "killed"]
    assert [t.face.mark for t in dead] == ["kill", "kill"]
    assert {near.at(t.x, t.y)[0] for t in dead} == {t.target for t in dead}, "one can point at them"
    assert not any(t.target.startswith("piece:lost") for t in whole.pieces)
    assert near.hit(dead[0].target).area == table.fight.area  # type: ignore[union-attr]


def test_the_area_of_the_fight_is_outlined() -> None:
    for table, name in ((hex_table(), "G4"), (map_table(), "West Africa")):
        fight = fighting(table, name)
        for focus in (None, fight_at(fight)):
            scene, calm = build(fight, focus=focus), build(table)
            rings = scene.ground.rings(fight_at(fight) or 0)
            lines = [s for s in (*scene.under, *scene.ui) if isinstance(s, Poly) and s.rings == rings and s.stroke]
            before = [
                s
                for s in (*calm.under, *calm.ui)
                if isinstance(s, Poly) and s.stroke and s.rings == calm.ground.rings(fight_at(fight) or 0)
            ]
            assert len(lines) == len(before) + 2


def test_the_area_of_the_fight_is_not_dimmed() -> None:
    table = fighting(map_table("earth_4p_3w5e"), "West Africa")
    here = fight_at(table) or 0
    choice = Marks(selectable=frozenset({next(a.target for a in table.board.areas if a.name == "Arabia")}))

    def dimmed(scene: Scene) -> bool:
        veil = scene.ground.colours["dim"]
        rings = set(scene.ground.rings(here))
        return any(isinstance(s, Poly) and s.fill == veil and rings & set(s.rings) for s in scene.under)

    assert dimmed(build(replace(table, fight=None), choice))
    assert not dimmed(build(table, choice))
    assert not dimmed(build(table, choice, focus=here))


# what a point means -------------------------------------------------------------------------------------------------
def test_a_point_means_what_is_seen_there() -> None:
    for table, name in ((hex_table(), "G4"), (map_table("earth_4p_3w5e"), "West Africa")):
        here = next(a.id for a in table.board.areas if a.name == name)
        scene, whole = build(table, hex_marks() if name == "G4" else Marks(), focus=here), build(table)
        assert scene.area_at(*scene.ground.centre(here)) == here
        for token in scene.pieces:
            if scene.ground.sees((token.x, token.y)):
                assert token.target in scene.at(token.x, token.y)
        w, hit = scene.ground.window, 0
        for x, y in itertools.product(range(20, 860, 60), range(20, 480, 60)):
            there = scene.area_at(x, y)
            assert there == whole.area_at(w.x + x / w.k, w.y + y / w.k) or _near_a_border(scene, x, y)
            hit += there is not None
        assert hit > 50


def _near_a_border(scene: Scene, x: float, y: float) -> bool:
    return len({scene.area_at(x + dx, y + dy) for dx in (-2, 0, 2) for dy in (-2, 0, 2)}) > 1


def test_what_is_out_of_the_picture_cannot_be_reached() -> None:
    table = map_table()
    here = next(a.id for a in table.board.areas if a.name == "West Africa")
    near, whole = build(table, focus=here), build(table)
    assert len(near.hits) < len(whole.hits)
    australia = next(a.target for a in table.board.areas if a.name == "Australia")
    assert near.hit(australia) is None
    assert whole.hit(australia) is not None
    for hit in near.hits:
        if hit.disc is not None:
            assert near.ground.sees(hit.disc[:2])
        else:
            x0, y0, x1, y1 = hit.box
            assert min(x1, y1) > 0
            assert x0 < near.width
            assert y0 < near.height


# arrows -------------------------------------------------------------------------------------------------------------
def _ends(scene: Scene) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Where the shafts of arrows begin and end."""
    return [(s.rings[0][0], s.rings[0][-1]) for s in scene.ui if isinstance(s, Poly) and s.dash and not s.closed]


def test_a_retreat_leads_over_the_border_to_where_the_unit_arrives() -> None:
    table = map_table("earth_4p_3w5e")
    ids = {a.name: a.id for a in table.board.areas}
    here = ids["West Africa"]
    for other in ("Arabia", "South Atlantic", "East Africa"):
        scene = build(table, Marks(arrows=(Arrow(here, ids[other], "retreat"),)), focus=here)
        ((start, end),) = _ends(scene)
        assert inside(*start, scene.ground.rings(here))
        assert scene.area_at(*end) in (ids[other], here)
        assert scene.ground.sees(end)
        standing = [t for t in scene.pieces if (hit := scene.hit(t.target)) and hit.area == ids[other]]
        goal = min((math.dist(end, (t.x, t.y)) for t in standing), default=0.0)
        assert goal < 90, f"the arrow ends by the pieces in {other}"


def test_an_arrow_over_the_edge_of_the_world_goes_the_short_way() -> None:
    """Both areas go on at the other edge: one half of the arrow leaves, the other comes in."""
    table = map_table("earth_5p")
    wrapped = [area for area, _, _ in table.board.wraps]
    assert len(wrapped) >= 2
    whole = ground_of(table.board)
    pairs = [
        (a, b)
        for a in wrapped
        for b in wrapped
        if a != b and abs(whole.centre(a)[0] - whole.centre(b)[0]) > 0.55 * whole.width
    ]
    for a, b in pairs:
        assert len(_ends(build(table, Marks(arrows=(Arrow(a, b),))))) == 2
        near = build(table, Marks(arrows=(Arrow(a, b, "retreat"),)), focus=a)
        apart = abs(near.ground.centre(a)[0] - near.ground.centre(b)[0]) / near.ground.span
        assert near.ground.span > near.width
        if abs(apart - 0.55) > 0.05:
            assert len(_ends(near)) == (2 if apart > 0.55 else 1)


# pictures -----------------------------------------------------------------------------------------------------------
def test_pictures_of_two_windows_are_kept_apart() -> None:
    table = map_table()
    here = next(a.id for a in table.board.areas if a.name == "Europe")
    whole, near = build(table, width=300), build(table, width=300, focus=here)
    assert ground_png(whole, 0.5) != ground_png(near, 0.5)
    assert ground_kept(table.board, "light", 300, here, 0.5)
    assert not ground_kept(table.board, "dark", 300, here, 0.5)
    assert _png(near, 0.5) != _png(whole, 0.5)
    assert "Seen larger: Europe." in svg(near)


def test_small_names_do_not_stand_twice_or_half() -> None:
    for name in MAPS:
        board = map_board(name)
        for area in board.areas[::6]:
            ground = ground_of(board, focus=area.id)
            words = [s for s in ground.shapes if isinstance(s, TextShape)]
            assert len(words) >= 2
            for text in words:
                assert -4 < text.x < ground.width + 4
                assert 0 < text.y < ground.height + 4


# the live board and its twin ----------------------------------------------------------------------------------------
class Listener:
    def __init__(self, board: LiveBoard) -> None:
        self.messages: list[list[Any]] = []
        board.canvas.frames.send = self.send  # type: ignore[method-assign]

    def send(self, content: dict[str, Any], buffers: list[bytes]) -> None:
        self.messages.append([each[1] for each in json.loads(buffers[0])])

    def paints(self, model: str) -> int:
        return sum(f"IPY_MODEL_{model}" in each for message in self.messages for each in message)


def test_a_live_board_answers_first_and_paints_a_new_window_afterwards() -> None:
    table = hex_table()
    here = area_of(table.board, "G5")

    async def steps() -> None:
        board = LiveBoard(table, snapshot=False, width=431)
        try:
            heard, whole = Listener(board), board.scene.ground
            board.show(marks=hex_marks(), focus=here)
            assert board.scene.ground is whole, "the click is answered on the old ground"
            assert len(heard.messages) == 1
            for _ in range(200):
                await asyncio.sleep(0.02)
                if board.scene.ground.focus == here:
                    break
            assert board.scene.ground.focus == here
            assert heard.paints(board.canvas.ground.model_id) == 1
            assert len(heard.messages) == 2, "ground and pieces come in one message"
            board.show(focus=None)
            assert board.scene.ground is whole, "a ground that is known comes at once"
            board.show(focus=here)
            assert board.scene.ground.focus == here
            board.show(marks=Marks())
            assert board.scene.ground.focus == here, "nothing said: as before"
            board.repaint("dark")
            assert board.scene.ground.focus == here
            assert board.errors == []
        finally:
            board.close()

    asyncio.run(steps())


def test_a_ground_that_cannot_be_painted_leaves_the_board_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def fail(*_: Any, **__: Any) -> bytes:
        tries.append(1)
        raise ValueError("no paint left")

    async def steps() -> None:
        board = LiveBoard(hex_table(), snapshot=False, width=433)
        heard: list[str] = []
        board.on_error(heard.append)
        monkeypatch.setattr("theomachy_widgets.board.ground_png", fail)
        try:
            board.show(focus=area_of(hex_board(), "G5"))
            for _ in range(100):
                await asyncio.sleep(0.02)
                if heard:
                    break
            await asyncio.sleep(0.1)
            assert heard == ["ValueError: no paint left"]
            assert (board.focus, board.scene.ground.focus, len(tries)) == (None, None, 1)
        finally:
            board.close()

    asyncio.run(steps())


def test_a_ground_that_comes_late_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three windows in a row: the first is under way, the second never begun, the third is what is seen."""
    table, begun, go = hex_table(), list[str](), threading.Event()
    names = {area.id: area.name for area in table.board.areas}

    def slow(scene: Scene, scale: float, *, apart: bool = False) -> bytes:
        if apart:
            begun.append(f"{names[scene.ground.focus or 0]} at {sys.getswitchinterval():.4f}")
            assert go.wait(20)
        return ground_png(scene, scale)

    async def steps() -> None:
        board = LiveBoard(table, snapshot=False, width=437)
        try:
            heard, whole, usual = Listener(board), board.scene.ground, sys.getswitchinterval()
            monkeypatch.setattr("theomachy_widgets.board.ground_png", slow)
            board.show(focus=area_of(table.board, "G5"))
            while not begun:
                await asyncio.sleep(0.01)
            for name in ("D3", "F4", "D3", "F4"):
                board.show(focus=area_of(table.board, name))
                await asyncio.sleep(0.05)
            assert (len(begun), board.scene.ground) == (1, whole), "one ground at a time; clicks go on meanwhile"
            go.set()
            while board.scene.ground is whole:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            assert board.scene.ground.focus == area_of(table.board, "F4")
            assert heard.paints(board.canvas.ground.model_id) == 1, "the late one was never shown"
            assert (begun, usual) == (["G5 at 0.0002", "F4 at 0.0002"], sys.getswitchinterval())
            assert board.errors == []
        finally:
            go.set()
            board.close()

    asyncio.run(steps())


def test_grounds_are_kept_from_one_kernel_to_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    drawn: list[float] = []

    def counted(markup: str, scale: float) -> bytes:
        drawn.append(scale)
        return rasterise(markup, scale)

    def asked(table: Table, theme: str = "light", width: int = 211, focus: int | None = None) -> bytes:
        monkeypatch.setattr(sys.modules[ground_png.__module__], "_grounds", {})  # another kernel has nothing in memory
        return ground_png(build(table, theme=theme, width=width, focus=focus), 1)

    monkeypatch.setattr(sys.modules[ground_png.__module__], "rasterise", counted)
    table = hex_table()
    first = asked(table)
    assert asked(table) == first
    assert len(drawn) == 1
    assert len({first, asked(table, "dark"), asked(table, focus=3), asked(table, width=212)}) == 4
    assert len(drawn) == 4
    # A board that calls itself the same and is another one, as a changed data file makes it.
    more = replace(table.board, areas=tuple(replace(a, kind="water") for a in table.board.areas))
    monkeypatch.setattr("theomachy_widgets.scene.grounds._cache", OrderedDict())
    assert asked(replace(table, board=more)) != first
    monkeypatch.setattr("theomachy_widgets.scene.grounds._cache", OrderedDict())


def test_a_ground_is_the_same_wherever_it_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    markup = svg(build(hex_table({}), width=300))
    here = rasterise(markup, 1)
    assert rasterise_apart(markup, 1) == here
    monkeypatch.setattr("sys.executable", "/there/is/no/such/program")
    assert rasterise_apart(markup, 1) == here, "where no process can be started it is painted all the same"


def test_a_click_means_what_the_larger_board_shows() -> None:
    table = hex_table()
    here = area_of(table.board, "G5")
    board = LiveBoard(table, snapshot=False, focus=here)
    try:
        picked: list[tuple[str, int]] = []
        board.on_pick(lambda target, area, x, y: picked.append((target, area)))
        for other in (here, *table.board.areas[here].near):
            x, y = board.scene.ground.centre(other)
            board._on_down(2 * (x + 30), 2 * (y - 62))
            board._on_down(2 * x, 2 * y)
        assert [area for _, area in picked[1::2]] == [here, *table.board.areas[here].near]
        board._on_move(2 * x, 2 * y)
        assert board._hovered
    finally:
        board.close()


def test_the_twin_sends_another_ground_for_another_window() -> None:
    table = map_table()
    here = next(a.id for a in table.board.areas if a.name == "West Africa")
    board = SvgBoard(table)
    try:
        whole, reach = board.widget.ground, len(board.widget.reach)
        board.show(focus=here)
        assert board.widget.ground is not whole
        assert len(board.widget.reach) < reach
        near = board.widget.ground
        board.show(marks=Marks())
        assert board.widget.ground is near
        board.show(focus=None)
        assert board.widget.ground == whole
    finally:
        board.close()


def test_a_still_board_follows_its_page() -> None:
    table = map_table()
    here = next(a.id for a in table.board.areas if a.name == "West Africa")
    for made in (SvgBoard(table, focus=here), SvgBoard(hex_table(), hex_marks())):
        text, plain = made.still(), made.still(follow=False)
        made.close()
        assert "prefers-color-scheme:dark" in text
        assert "[data-jp-theme-light=false]" in text
        assert "<style" not in plain
        for theme in ("light", "dark"):
            drawn = build(made.table, made.marks, theme, made.width, made.focus)
            water = drawn.ground.colours["water"]
            assert water in text, f"the {theme} water"
        names = set(re.findall(r'class="(t\w+-c\w+)"', text))
        assert names
        assert all(f".{name}{{" in text for name in names)


def test_two_pictures_that_are_not_one_table_are_refused() -> None:
    with pytest.raises(ValueError, match="same table"):
        svg(build(hex_table()), night=build(hex_table({}), theme="dark"))


def test_hexes_keep_their_hand_when_they_grow() -> None:
    board = hex_board()
    whole, near = ground_of(board), ground_of(board, focus=area_of(board, "E5"))
    assert isinstance(whole, HexGround)
    assert isinstance(near, HexGround)
    (x0, y0, x1, y1), (u0, v0, u1, v1) = box_of(whole.rings(44)), box_of(near.rings(44))
    assert (u1 - u0) / (x1 - x0) == pytest.approx(near.window.k, rel=0.02)
    assert (v1 - v0) / (y1 - y0) == pytest.approx(near.window.k, rel=0.02)
    assert any(isinstance(s, Token) for s in build(hex_table(), focus=44).pieces)
