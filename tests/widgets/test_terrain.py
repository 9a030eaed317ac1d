"""Boards whose outlines fill the page: grounds, signs, heights, paths, scenery, names, and lines that were measured."""

from __future__ import annotations

import asyncio
import io
import itertools
import math
import time
from dataclasses import replace

import pytest
from PIL import Image

from tests.widgets.terrain import (
    GROUNDS,
    HIGH,
    LOW,
    POOL,
    RIFT,
    WOOD,
    opened,
    rays,
    terrain_board,
    terrain_marks,
    terrain_table,
)
from theomachy.engine.errors import RulesError
from theomachy.engine.tabletop.describe import describe, ray_words
from theomachy.engine.tabletop.table import NO_MARKS, Border, Fight, Marks, Prop, Ray, Trail
from theomachy_widgets.board import CanvasBoard
from theomachy_widgets.render.canvas import CommandBatch, SpriteSheet, draw, faces
from theomachy_widgets.render.png import whole_png
from theomachy_widgets.render.svg import svg
from theomachy_widgets.scene import STYLE, build, ground_of
from theomachy_widgets.scene.borders import border_shapes
from theomachy_widgets.scene.geometry import inside, signed_area
from theomachy_widgets.scene.scenery import SIGNS
from theomachy_widgets.scene.shapes import Path, Poly, Stamp, TextShape
from theomachy_widgets.scene.terrain import TerrainGround, rounded

WIDTH = 980


def ground(theme: str = "light", width: float = WIDTH) -> TerrainGround:
    found = ground_of(terrain_board(), theme, width)
    assert isinstance(found, TerrainGround)
    return found


# outlines -------------------------------------------------------------------------------------------------------------
def test_neighbours_share_every_point_of_their_round_outlines() -> None:
    plain, board = terrain_board(), rounded(terrain_board())
    sides = [
        {frozenset(pair) for ring in area.polygons[0] for pair in zip(ring, (*ring[1:], ring[0]), strict=True)}
        for area in board.areas
    ]
    for a, b in itertools.combinations(board.areas, 2):
        assert bool(sides[a.id] & sides[b.id]) == (b.id in a.near), (a.name, b.name)
    # Together they are as large as the page: no gap, and nothing twice.
    total = sum(abs(signed_area(area.polygons[0][0])) for area in board.areas)
    assert total == pytest.approx(board.size[0] * board.size[1], rel=1e-6)
    assert sum(len(area.polygons[0][0]) for area in board.areas) > 2 * sum(
        len(area.polygons[0][0]) for area in plain.areas
    )


def test_the_frame_of_the_page_stays_straight() -> None:
    board = rounded(terrain_board())
    wide, high = board.size
    for area in board.areas:
        for x, y in area.polygons[0][0]:
            assert 0 <= x <= wide
            assert 0 <= y <= high


# grounds and signs ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_ground_has_a_look_of_its_own(theme: str) -> None:
    g = ground(theme)
    assert len(GROUNDS) == 12
    colours = {g.base(area) for area in range(12)}
    signs = {STYLE["terrain"][kind]["sign"] for kind in GROUNDS}
    motifs = {STYLE["terrain"][kind]["motif"] for kind in GROUNDS}
    assert len(colours) == len(signs) == len(motifs) == 12  # a rift has a rim in the place of a motif
    assert signs <= SIGNS.keys()
    for area in range(12):
        assert len(g.ground_of(area)) > 3, GROUNDS[area]


def test_the_sign_of_an_area_holds_its_capacity_and_is_ink_when_it_is_full() -> None:
    g = ground()
    scene = build(terrain_table(), width=WIDTH)
    (token,) = [s for s in scene.under if getattr(getattr(s, "face", None), "body", "") == "sign"]
    assert (token.x, token.y) == g.centre(HIGH)
    assert token.face.mark == "full"
    printed = [s for s in g.shapes if isinstance(s, TextShape)]
    assert [s.text for s in printed] == [str(area.capacity) for area in g.board.areas]
    for area, number in zip(g.board.areas, printed, strict=True):
        assert math.dist((number.x, number.y), g.centre(area.id)) < 12


def test_a_height_is_paler_has_a_chevron_and_throws_its_shadow_down() -> None:
    g = ground()
    assert g.chevron(HIGH) is not None
    assert g.chevron(LOW) is None
    assert inside(*g.chevron(HIGH), g.rings(HIGH))
    snow = g.colours["snow"]
    veils = [s for s in g.ground_of(HIGH) if isinstance(s, Path) and s.fill == snow and s.fill_opacity == 0.22]
    assert len(veils) == 1
    assert not [s for s in g.ground_of(LOW) if isinstance(s, Path) and s.fill == snow and s.fill_opacity == 0.22]


@pytest.mark.parametrize("kind", ["normal", "escarpment"])
def test_arrows_on_a_border_point_to_the_lower_area(kind: str) -> None:
    g = ground()
    for low, high in ((HIGH, LOW), (LOW, HIGH)):
        plain = border_shapes(g, [Border((HIGH, LOW), kind, fall=low)])
        shapes = border_shapes(g, [Border((HIGH, LOW), kind, fall=low, arrows=True)])
        assert len(shapes) > len(plain)
        heads = shapes[-1]
        assert isinstance(heads, Poly)
        assert heads.rings
        assert all(inside(*ring[1], g.rings(low)) for ring in heads.rings)
        assert not any(inside(*ring[1], g.rings(high)) for ring in heads.rings)
    with pytest.raises(RulesError, match="point to neither"):
        Border((0, 1), kind, arrows=True)


def test_a_path_leads_from_the_sign_into_the_neighbour() -> None:
    g = ground()
    rows = g._trail((RIFT, 9), "skulls")
    spots = rows[1].spots
    assert inside(*spots[0][:2], g.rings(RIFT))
    assert inside(*spots[-1][:2], g.rings(9))
    assert len(rows) == 3
    assert len(rows[2].spots) == 2 * len(spots)
    assert len(g._trail((RIFT, 9), "path")) == 2
    with pytest.raises(RulesError, match="from one area into another"):
        Trail((3, 3))


# what stands on it ----------------------------------------------------------------------------------------------------
def test_scenery_can_be_counted_and_an_option_can_name_it() -> None:
    table = terrain_table()
    scene = build(table, Marks(selectable=frozenset(("prop:wood:0",))), width=WIDTH)
    hit = scene.hit("prop:wood:0")
    assert hit is not None
    assert hit.label.startswith("tree, Myrtle Wood")
    x, y, _ = hit.disc
    assert scene.at(x, y)[0] == "prop:wood:0"
    other = scene.hit("prop:wood:1")
    x, y, _ = other.disc
    assert scene.at(x, y)[0] == f"area:{WOOD}"  # what cannot be chosen lets a click through
    assert "2 × tree" in scene.hit(f"area:{WOOD}").label
    assert "2 × tree" in describe(table)


def test_a_wood_without_trees_is_another_board() -> None:
    table = terrain_table()
    bare = opened(table)
    assert ground_of(bare.board, "light", WIDTH).base(WOOD) != ground_of(table.board, "light", WIDTH).base(WOOD)
    assert "tree" not in build(bare, width=WIDTH).hit(f"area:{WOOD}").label


def test_pieces_stand_clear_of_signs_stones_and_one_another() -> None:
    table = terrain_table()
    scene, g = build(table, width=WIDTH), ground()
    standing = [t for t in scene.pieces if t.target.startswith("piece:")]
    for token in standing:
        area = next(p.area for p in table.pieces if p.target == token.target)
        assert inside(token.x, token.y, g.rings(area))
        assert math.dist((token.x, token.y), g.centre(area)) > token.face.size / 2 + 8, token.target
    for a, b in itertools.combinations(standing, 2):
        assert math.dist((a.x, a.y), (b.x, b.y)) > 0.75 * (a.face.size + b.face.size) / 2
    assert {t.face.double for t in standing if t.target in ("piece:zeus", "piece:hades")} == {True}
    assert next(t for t in standing if t.target == "piece:hoplites").face.mark == "acted"


def test_more_pieces_than_fit_still_stand_in_their_area() -> None:
    table = terrain_table()
    crowd = tuple(replace(table.pieces[0], id=f"more{i}", area=POOL) for i in range(9))
    scene, g = build(replace(table, pieces=crowd, gauges=()), width=WIDTH), ground()
    tokens = [t for t in scene.pieces if t.target.startswith("piece:more")]
    assert len({(t.x, t.y) for t in tokens}) == 9
    assert sum(inside(t.x, t.y, g.rings(POOL)) for t in tokens) >= 7


def test_a_name_keeps_clear_of_tokens_and_is_left_out_where_there_is_no_room() -> None:
    table = terrain_table()

    def named(t) -> dict[str, TextShape]:
        return {s.text: s for s in build(t, width=WIDTH).under if isinstance(s, TextShape) and s.family == "map"}

    alone = named(replace(table, pieces=(), gauges=(), carried=()))
    assert "Nymphs' Pool" in alone or {"Nymphs'", "Pool"} <= alone.keys()
    crowd = tuple(replace(table.pieces[0], id=f"more{i}", area=7) for i in range(8))
    full = named(replace(table, pieces=crowd, gauges=(), carried=()))
    assert "Nymphs' Pool" not in full
    assert "Pool" not in full
    # Nobody else's name moves.
    assert {k: v for k, v in alone.items() if "Gate" in k} == {k: v for k, v in full.items() if "Gate" in k}


# lines that were measured ---------------------------------------------------------------------------------------------
def test_a_line_runs_from_sign_to_sign_and_shows_what_stops_it() -> None:
    table, g = terrain_table(), ground()
    hidden, clear = rays()
    shown = build(table, Marks(rays=(hidden,)), width=WIDTH)
    dots = [s for s in shown.under if isinstance(s, Poly) and s.dash and s.stroke == "#b3261e"]
    (line,) = [s.rings[0] for s in dots]
    (x1, y1), (x2, y2) = g.centre(15), g.centre(17)
    assert line[0] == pytest.approx(((x1 + x2) / 2, (y1 + y2) / 2))  # behind what stops it
    assert math.dist(line[1], (x2, y2)) < 20
    (hatch, *strips) = [
        s for s in shown.under if isinstance(s, Poly) and s.stroke == "#b3261e" and not s.dash and len(s.rings) > 6
    ]
    assert strips  # the border that hides
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in hatch.rings]
    assert all(inside(*p, g.rings(16)) for p in middles)
    free = build(table, Marks(rays=(clear,)), width=WIDTH)
    assert not [s for s in free.under if isinstance(s, Poly) and s.dash and s.stroke == "#b3261e"]
    for scene, ray in ((shown, hidden), (free, clear)):
        assert [s.text for s in scene.ui if isinstance(s, TextShape)] == [ray.words]


def test_a_line_from_an_area_to_itself_or_to_none_is_not_drawn() -> None:
    table = terrain_table()
    plain = build(table, width=WIDTH)
    for ray in (Ray(3, 3, "here"), Ray(3, 99, "nowhere")):
        scene = build(table, Marks(rays=(ray,)), width=WIDTH)
        assert scene.ui == plain.ui
        assert scene.under == plain.under
    with pytest.raises(RulesError, match="from 0 to 1"):
        Ray(0, 1, "far", stops=(1.5,))


def test_a_measured_line_in_words() -> None:
    table = terrain_table()
    said = ray_words(table, rays()[0])
    assert said[0] == "Medusa to Odysseus: distance 2, hidden"
    assert said[2] == "  fails: An area on the line is occupied (Minotaur)"
    assert ray_words(table, rays()[1])[0] == "Oracle to Founders: distance 1, clear"


# renderers ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [388, 980])
def test_all_renderers_draw_it(theme: str, width: float) -> None:
    scene = build(terrain_table(), terrain_marks(), theme, width)
    picture = Image.open(io.BytesIO(whole_png(scene, 1)))
    assert picture.size == (width, scene.height)
    assert len(picture.convert("RGB").getcolors(1_000_000)) > 400
    assert svg(scene).count("<path") > 100
    frame, sheet = CommandBatch(), SpriteSheet()
    sheet.add(faces(scene.under, scene.pieces, scene.ui))
    for layer in (scene.under, scene.pieces, scene.ui):
        draw(frame, layer, sheet, "sheet")  # raises for a shape that belongs to the ground
    assert len(frame) > 300


def test_a_small_picture_of_a_fight_is_a_window_on_it() -> None:
    table = replace(terrain_table(), board=terrain_board("terrain small", small=True))
    near = build(table, NO_MARKS, "light", 500, focus=HIGH)
    assert near.ground.window.k > 2.2
    sizes = [t.face.size for t in near.pieces if t.target == "piece:achilles"]
    assert sizes[0] > 1.4 * STYLE["token_on_terrain"]["elite"] * 500 / 980


def test_another_picture_of_the_same_board_is_waited_for() -> None:
    """A fight that opens is answered at once, on the ground that is there; its own comes when it is painted."""
    table = replace(terrain_table(), board=terrain_board("terrain that waits"))
    small = replace(table, board=replace(table.board, key="terrain that waits small", small=True), pieces=())

    async def go() -> tuple[object, object, str]:
        board = CanvasBoard(table, NO_MARKS, "light", 320)
        board.show(small, NO_MARKS, HIGH)
        at_once = board.scene.ground.board.key, any(t.target.startswith("piece:") for t in board.scene.pieces)
        for _ in range(600):
            if board.scene.ground.board.small:
                break
            await asyncio.sleep(0.05)
        then = board.scene.ground.board.key, board.scene.ground.focus
        board.show(table, NO_MARKS, None)
        back = board.scene.ground.board.key
        board.close()
        return at_once, then, back

    at_once, then, back = asyncio.run(go())
    assert at_once == ("terrain that waits", False)  # the old ground, the new pieces
    assert then == ("terrain that waits small", HIGH)
    assert back == "terrain that waits"


def test_what_is_attacked_has_brackets_in_the_picture_of_its_fight() -> None:
    table = terrain_table()
    fight = Fight("Achilles attacks Hades", HIGH, (), (), stepwise=True, target="piece:hades")
    shown = build(replace(table, fight=fight), width=WIDTH)
    assert (
        shown.ui
        == build(
            replace(table, fight=replace(fight, target="")), Marks(aimed=frozenset(("piece:hades",))), width=WIDTH
        ).ui
    )
    assert shown.ui != build(replace(table, fight=replace(fight, target="")), width=WIDTH).ui


def test_a_frame_is_built_in_time() -> None:
    table, marks = terrain_table(), terrain_marks()
    build(table, marks, width=WIDTH)
    times = []
    for _ in range(9):
        start = time.perf_counter()
        build(table, marks, width=WIDTH)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05  # about 8 ms; slow machines take longer


def test_motifs_keep_clear_of_signs() -> None:
    g = ground()
    for area in (WOOD, 3):
        for shape in g.ground_of(area):
            if isinstance(shape, Stamp):
                assert math.dist((shape.x, shape.y), g.centre(area)) > 12


def test_scenery_without_a_place_stands_by_the_sign() -> None:
    table = replace(terrain_table(), props=(Prop("x", 0, "stump", "stump"),))
    token = next(t for t in build(table, width=WIDTH).pieces if t.target == "prop:x")
    assert math.dist((token.x, token.y), ground().centre(0)) < 60
