"""Borders, gauges, carried things and zones: in the scene, in all three renderers, under pointer and keys."""

import asyncio
import io
import math
import re
from dataclasses import replace

import pytest
from PIL import Image

from tests.engine.pocket_things import PocketThings
from tests.widgets.fixtures import hex_board
from tests.widgets.things import hex_things, outline_board, outline_marks, outline_table
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import Border, Gauge, Marks, Table
from theomachy_widgets.board import CanvasBoard
from theomachy_widgets.control import Controller
from theomachy_widgets.motion import motions
from theomachy_widgets.present import ViewState
from theomachy_widgets.present.marks import marks as marks_of
from theomachy_widgets.render import png, svg
from theomachy_widgets.render.canvas import CommandBatch, SpriteSheet, _numbers, draw, faces
from theomachy_widgets.scene import STYLE, Scene, build, ground_of
from theomachy_widgets.scene.borders import band, border_shapes, middle_of
from theomachy_widgets.scene.geometry import inside, path_of, strip, walk
from theomachy_widgets.scene.shapes import Poly, Stamp, TextShape
from theomachy_widgets.scene.tokens import badge
from theomachy_widgets.scene.zones import moved_in
from theomachy_widgets.svg_board import SvgBoard

KINDS = sorted({look["draw"]: kind for kind, look in STYLE["border"].items()}.values())
TABLES = (outline_table, hex_things)


def rings(shapes) -> list:
    return [(shape.rings, round(shape.width, 1), shape.dash) for shape in shapes]


# geometry -------------------------------------------------------------------------------------------------------------
def test_a_walk_goes_in_even_steps_and_knows_its_way() -> None:
    steps = walk(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)), 5)
    assert [(x, y) for x, y, _, _ in steps] == [(2.5, 0), (7.5, 0), (10, 2.5), (10, 7.5)]
    assert [(tx, ty) for _, _, tx, ty in steps] == [(1, 0), (1, 0), (0, 1), (0, 1)]
    assert walk(((1.0, 1.0), (1.0, 1.0)), 5) == []
    assert strip(((0.0, 0.0), (10.0, 0.0)), 2, 3) == ((0, -2), (10, -2), (10, 3), (0, 3))


# borders --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_kind_of_border_differs_in_shape_not_only_in_colour(theme: str) -> None:
    ground = ground_of(outline_board(), theme)
    drawn = {kind: rings(border_shapes(ground, [Border((8, 14), kind, fall=14)])) for kind in KINDS}
    assert len(KINDS) == 12
    for kind in KINDS:
        assert drawn[kind], kind
        for other in KINDS:
            assert kind == other or drawn[kind] != drawn[other], (kind, other)


@pytest.mark.parametrize(("board", "pair"), [(outline_board(), (8, 14)), (hex_board(), (23, 24))])
def test_a_border_runs_along_the_edge_that_both_areas_share(board, pair) -> None:
    ground = ground_of(board)
    (line,) = ground.lines_of(Border(pair, "wall"))
    for area in pair:
        corners = {p for ring in ground.rings(area) for p in ring}
        assert all(min(math.dist(p, q) for q in corners) < 0.2 for p in line[1:-1])
    assert ground.lines_of(Border(pair[::-1], "wall"))[0] in (line, line[::-1])


def test_teeth_and_arrows_point_to_the_lower_area() -> None:
    ground = ground_of(outline_board())
    for kind in ("cliff", "height"):
        for low, high in ((8, 14), (14, 8)):
            shapes = border_shapes(ground, [Border((8, 14), kind, fall=low)])
            heads = next(s for s in shapes if isinstance(s, Poly) and len(s.rings) > 1 and s.fill)
            tips = [ring[1] for ring in heads.rings]
            assert sum(inside(*tip, ground.rings(low)) for tip in tips) > 0.8 * len(tips)
            assert not any(inside(*tip, ground.rings(high)) for tip in tips)


def test_a_line_of_its_own_a_bridge_and_areas_that_do_not_touch() -> None:
    ground = ground_of(outline_board())
    own = Border((8, 14), "wall", line=((350.0, 350.0), (400.0, 352.0)))
    assert ground.lines_of(own) == (ground.placed(own.line),)
    along, across = (band(ground, Border((8, 14), kind))[0] for kind in ("river", "bridge"))
    assert max(x for x, _ in along) - min(x for x, _ in along) > 3 * (
        max(x for x, _ in across) - min(x for x, _ in across)
    )
    far = Border((0, 23), "wall")
    (line,) = ground.lines_of(far)
    a, b = ground.centre(0), ground.centre(23)
    assert middle_of(ground, far) == pytest.approx(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
    across_it = (line[-1][0] - line[0][0]) * (b[0] - a[0]) + (line[-1][1] - line[0][1]) * (b[1] - a[1])
    assert across_it == pytest.approx(0, abs=1e-6)
    assert border_shapes(ground, [Border((0, 99), "wall")]) == []
    assert build(replace(outline_table(), borders=(Border((0, 99), "wall"),))).hit("border:0:99") is None


def test_printed_borders_are_ground_and_the_others_move_with_the_table() -> None:
    plain = replace(outline_table(), borders=(), zones=())
    board = replace(plain.board, key="things-bare", borders=())
    assert len(build(plain).ground.shapes) > len(build(replace(plain, board=board)).ground.shapes)
    more = build(replace(plain, borders=(Border((0, 6), "wall"),)))
    assert more.ground is build(plain).ground
    assert len(more.under) > len(build(plain).under)


# zones ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("make", TABLES)
def test_the_outline_of_a_zone_lies_inside_it_and_goes_round_all_of_it(make) -> None:
    table = make()
    scene = build(table)
    for zone in table.zones:
        outlines = moved_in(scene.ground, zone, 6)
        assert outlines
        points = [p for ring in outlines for p in ring]
        held = sum(any(inside(*p, scene.ground.rings(area)) for area in zone.areas) for p in points)
        assert held > 0.97 * len(points), zone.id
        for area in zone.areas:
            assert inside(*scene.ground.centre(area), outlines), (zone.id, area)


def test_a_ring_of_areas_leaves_its_hole_out() -> None:
    table = outline_table()
    ring = tuple(area for area in range(24) if area % 6 in (1, 2, 3) and area < 18 and area != 8)
    zone = replace(table.zones[2], areas=ring)
    ground = build(table).ground
    outlines = moved_in(ground, zone, 6)
    assert len(outlines) == 2
    assert not inside(*ground.centre(8), outlines)
    points = [p for each in outlines for p in each]
    assert sum(any(inside(*p, ground.rings(area)) for area in ring) for p in points) > 0.97 * len(points)


def test_labels_of_zones_cover_neither_tokens_nor_one_another() -> None:
    for make in TABLES:
        scene = build(make(), width=980)
        plates = [hit for hit in scene.hits if hit.target.startswith("zone:")]
        assert len(plates) == len(make().zones)
        for i, plate in enumerate(plates):
            x0, y0, x1, y1 = plate.box
            for token in scene.pieces:
                assert not (x0 < token.x < x1 and y0 < token.y < y1), (plate.target, token.target)
            for other in plates[i + 1 :]:
                u0, v0, u1, v1 = other.box
                assert x1 < u0 or u1 < x0 or y1 < v0 or v1 < y0


# gauges and carried things --------------------------------------------------------------------------------------------
def test_a_token_wears_its_gauges_and_what_it_carries_rides_at_its_north_west() -> None:
    scene = build(outline_table())
    zeus = scene.token("piece:14:0:god")
    assert zeus is not None
    assert zeus.gauges == ((7, 9, "bar"),)
    assert [s.text for s in badge(zeus) if isinstance(s, TextShape)] == ["7"]
    stone, box = scene.token("carried:s1"), scene.token("carried:a1")
    assert stone is not None
    assert box is not None
    assert stone.x < zeus.x
    assert stone.y < zeus.y
    order = [token.target for token in scene.pieces]
    assert order.index("carried:s1") == order.index("piece:14:0:god") + 1
    assert math.dist((stone.x, stone.y), (box.x, box.y)) > 0.8 * stone.face.size
    lying = scene.token("carried:a2")
    assert lying is not None
    assert lying.on == ""
    assert scene.area_at(lying.x, lying.y) == 7


@pytest.mark.parametrize("shape", ["bar", "bead"])
@pytest.mark.parametrize(("value", "most"), [(0, 7), (3, 7), (7, 7), (9, 7), (3, 0), (3, 400)])
def test_steps_that_are_left_and_lost_are_counted(shape: str, value: int, most: int) -> None:
    table = outline_table()
    token = build(replace(table, gauges=(Gauge("piece:14:0:god", value, most, shape=shape),))).token("piece:14:0:god")
    assert token is not None
    parts = badge(token)
    assert [s.text for s in parts if isinstance(s, TextShape)] == [str(value)]
    left = sum(len(getattr(s, "rings", getattr(s, "spots", ()))) for s in parts[2:] if s.fill and s.fill_opacity == 1)
    lost = sum(len(getattr(s, "rings", (0,))) for s in parts[2:] if s.stroke or s.fill_opacity < 1)
    steps = most if most <= 20 else 0
    assert (left, lost) == (min(value, steps), max(0, steps - value))


def test_a_held_fortress_shows_its_holder_and_keeps_its_number() -> None:
    scene = build(outline_table())
    free = [t for t in scene.pieces if t.target == "place:10:fortress"]
    held = [t for t in scene.pieces if t.target == "place:19:fortress"]
    assert [(t.face.body, t.figure) for t in free] == [("tower", "8")]
    assert [(t.face.colour, t.figure) for t in held] == [("neutral", ""), ("red", "")]
    assert held[0].gauges[0][0] == 7


# the renderers --------------------------------------------------------------------------------------------------------
def canvas(scene: Scene) -> CommandBatch:
    sheet = SpriteSheet(1280)
    sheet.add(faces(scene.under, scene.pieces, scene.ui))
    frame = CommandBatch()
    for shapes in (scene.under, scene.pieces, scene.ui):
        draw(frame, shapes, sheet, "sheet")
    return frame


@pytest.mark.parametrize("make", TABLES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_canvas_and_svg_draw_the_same_lines_and_letters(make, theme: str) -> None:
    marks = outline_marks() if make is outline_table else Marks()
    scene = build(make(), marks, theme)
    frame, text = canvas(scene), svg(scene)
    buffers = b"".join(frame.buffers)
    shapes = [s for s in (*scene.under, *scene.ui, *(p for t in scene.pieces for p in badge(t))) if isinstance(s, Poly)]
    assert len(shapes) > 40
    for shape in shapes:
        assert path_of(shape.rings, shape.closed) in text
        if shape.rings:
            assert _numbers(value for p in shape.rings[0] for value in p) in buffers
    words = [s.text for s in (*scene.ui, *(p for t in scene.pieces for p in badge(t))) if isinstance(s, TextShape)]
    told = frame.payload().decode()
    for word in {zone.name for zone in make().zones} | {"8", "3"}:
        assert word in words
        assert f">{word}</text>" in text
        assert f'"{word}"' in told


def test_the_picture_shows_masonry_water_gem_and_walls() -> None:
    scene = build(outline_table(), width=980)
    picture = Image.open(io.BytesIO(png(scene, 2))).convert("RGB")
    look, ground = STYLE["map"]["light"], scene.ground

    def around(x: float, y: float, r: int = 12) -> set[str]:
        return {"#{:02x}{:02x}{:02x}".format(*picture.getpixel((round(2 * x) + i, round(2 * y) + j)))
                for i in range(-r, r) for j in range(-r, r)}  # fmt: skip

    assert {look["wall"], look["wall_case"]} <= around(*middle_of(ground, Border((9, 10), "wall")), 20)
    assert look["river"] in around(*middle_of(ground, Border((8, 14), "river")))
    gem, tower = scene.token("carried:a2"), scene.token("gauge:area:3:monster")
    assert gem is not None
    assert tower is not None
    assert STYLE["carried"]["artefact"]["light"][0] in around(gem.x, gem.y, 16)
    assert {STYLE["mark"]["ink"], STYLE["mark"]["paper"]} <= around(tower.x, tower.y, 40)


def test_light_and_dark_are_the_same_elements() -> None:
    """The picture that follows its page is made of both."""
    for make in TABLES:
        assert "prefers-color-scheme" in svg(build(make()), night=build(make(), theme="dark"))


def test_a_board_drawn_larger_keeps_them_all() -> None:
    scene = build(outline_table(), outline_marks(), focus=14)
    assert scene.token("carried:s1")
    assert scene.hit("border:14:20:bridge")
    assert scene.hit("border:1:7") is None  # out of the picture
    svg(scene)
    canvas(scene)


# pointing -------------------------------------------------------------------------------------------------------------
def test_a_border_is_pointed_at_only_while_it_can_be_chosen() -> None:
    table = outline_table()
    ground = build(table).ground
    x, y = middle_of(ground, Border((14, 20), "bridge"))
    calm = build(table).at(x, y)
    assert calm[0] in ("area:14", "area:20")
    assert {"border:14:20", "border:14:20:bridge"} <= set(calm)
    lit = build(table, Marks(selectable=frozenset(("border:14:20:bridge",)))).at(x, y)
    assert lit[0] == "border:14:20:bridge"
    assert build(table).area_at(x, y) in (14, 20)


def test_what_is_carried_is_pointed_at_only_while_it_can_be_chosen() -> None:
    table = outline_table()
    stone = build(table).token("carried:s2")
    assert stone is not None
    assert build(table).at(stone.x + 4, stone.y + 4)[0] == "piece:9:1:monster"
    lit = build(table, Marks(selectable=frozenset(("carried:s2",))))
    assert lit.at(stone.x, stone.y)[0] == "carried:s2"


def test_gauges_of_areas_and_labels_of_zones_are_pointed_at() -> None:
    scene = build(outline_table())
    tower, plate = scene.hit("gauge:area:3:monster"), scene.hit("zone:centre")
    assert tower is not None
    assert tower.disc is not None
    assert tower.label == "monster 13, Watcher's Rock"
    assert scene.at(*tower.disc[:2])[0] == tower.target
    assert plate is not None
    assert (plate.area, plate.more) == (8, (9, 14, 15))
    x0, y0, x1, y1 = plate.box
    assert scene.at((x0 + x1) / 2, (y0 + y1) / 2)[0] == "zone:centre"


def test_hovering_lights_the_band_of_a_border_and_all_areas_of_a_zone() -> None:
    scene = build(outline_table(), outline_marks())
    assert len(scene.hover("zone:centre")) == 5
    (lit,) = scene.hover("border:14:20:bridge")
    assert isinstance(lit, Poly)
    assert lit.rings == band(scene.ground, Border((14, 20), "bridge"))
    zeus = scene.hover("piece:14:0:god")
    assert [getattr(s, "target", "") for s in zeus][-2:] == ["carried:s1", "carried:a1"]


@pytest.mark.parametrize("target", ["border:14:20", "zone:centre", "carried:s1", "gauge:area:3:monster"])
def test_each_mark_changes_the_picture(target: str) -> None:
    plain = build(outline_table(), Marks(dim=False))
    seen = {(plain.under, plain.ui)}
    for mark in ("selectable", "selected", "aimed", "faults", "touched", "rings"):
        scene = build(outline_table(), Marks(**{mark: frozenset((target,))}, dim=False))
        seen.add((scene.under, scene.ui))
    assert len(seen) == 7


# words ----------------------------------------------------------------------------------------------------------------
def test_labels_tell_all_of_it() -> None:
    scene = build(outline_table(), outline_marks())
    label = {hit.target: hit.label for hit in scene.hits}
    zeus = "Zeus of Zoe (vitality 7 of 9, carries Omphalos (stone), carries Pandora's box (artefact))"
    assert label["piece:14:0:god"] == zeus
    assert zeus in label["area:14"]
    assert "the Stone Bridge (bridge) to Sentry Rock" in label["area:14"]
    assert "in Sanctuary (3 points)" in label["area:14"]
    assert "normal" not in label["area:9"]
    assert label["border:14:20:bridge"].endswith("between Founders and Sentry Rock, can be chosen")
    assert label["border:2:1" if "border:2:1" in label else "border:1:2"].endswith("Myrtle Wood lies lower")
    assert label["zone:west"] == "Starts here of Zoe"
    assert label["carried:a2"] == "Cornucopia (artefact)"
    assert label["place:19:fortress"] == "Fortress, held by Xanthos (strength 7)"
    assert "Low Terrace (ruins): supply 3 of 5, Omphalos (stone)" in describe(outline_table())


def test_nothing_of_them_becomes_markup() -> None:
    nasty = '<script>alert(1)</script>"&'
    table = outline_table()
    bad = replace(
        table,
        borders=(Border((7, 8), nasty, nasty, nasty),),
        zones=(replace(table.zones[0], name=nasty, note=nasty, kind=nasty),),
        gauges=(Gauge("piece:14:0:god", 3, 4, nasty, nasty), Gauge("area:3", 3, 4, nasty)),
        carried=(replace(table.carried[0], kind=nasty, name=nasty, icon=nasty),),
    )
    assert "<script" not in svg(build(bad), interactive=True)
    assert len(png(build(bad), 1)) > 1000


# the accessible board -------------------------------------------------------------------------------------------------
def test_keys_reach_them_from_each_of_their_areas() -> None:
    board = SvgBoard(outline_table(), outline_marks())
    reach = {each["t"]: each for each in board.widget.reach}
    bridge, river = reach["border:14:20:bridge"], reach["border:14:20"]
    assert (bridge["a"], bridge["more"], bridge["on"]) == (14, [20], True)
    assert "quiet" not in bridge
    assert river["quiet"] is True
    assert reach["zone:centre"]["more"] == [9, 14, 15]
    assert reach["carried:s1"]["a"] == 14
    assert reach["gauge:area:3:monster"]["a"] == 3
    heard: list = []
    board.on_pick(lambda *what: heard.append(what[:2]))
    board._on_message(None, {"event": "pick", "target": "border:14:20:bridge", "x": 1, "y": 1}, None)
    assert heard == [("border:14:20:bridge", 14)]
    board.close()


def test_what_rides_on_a_gliding_token_waits_with_it() -> None:
    before, board = outline_table(), CanvasBoard(outline_table(), snapshot=False)
    stays = [p for p in before.pieces if p.target != "piece:9:1:monster"]
    moved = replace(before.pieces[4], id="15:1:monster", area=15)
    after = replace(before, pieces=(*stays, moved), carried=(replace(before.carried[2], by=moved.target),), gauges=())

    async def run() -> set[str]:
        task = board.animate(motions(before, after), after)
        assert task is not None
        shown = {token.target for token in board._painted or ()}
        task.cancel()
        return shown

    shown = asyncio.run(run())
    assert "carried:s2" not in shown
    assert moved.target not in shown
    assert "piece:14:0:god" in shown
    board.close()


# the pocket game ------------------------------------------------------------------------------------------------------
def pocket() -> Game:
    game = Game(PocketThings.build(players=3), seed=7)
    while game.position.decision is not None and game.position.decision.kind != "action":
        game.play(game.options[0])
    while not any(o.targets[:1] and o.targets[0].startswith("border:") for o in game.options):
        game.play(next(o for o in game.options if isinstance(o.value, tuple) and o.value[0] == "raise"))
    return game


def test_the_pocket_game_lays_them_out_from_its_state() -> None:
    game = pocket()
    table: Table = game.table()
    scene = build(table)
    assert {"border:0:1", "border:0:1:front", "border:1:2:front", "zone:home0", "carried:trident"} <= {
        hit.target for hit in scene.hits
    }
    text = describe(table)
    assert re.search(r"Kos \(plains\): Army of Aglaia \(armies \d of 6", text)
    assert "Kos and Delos: the Strait (river)" in text
    assert "Home of Aglaia: Kos" in text
    assert "Three islands (Aglaia): 1 of 3; lacks islands 1 of 3" in text
    assert text.count("carries Trident (artefact)") == 1


@pytest.mark.parametrize("how", ["press", "pick"])
def test_an_attack_is_chosen_by_its_border_with_pointer_and_keys(how: str) -> None:
    game = pocket()
    control = Controller(game, ViewState())
    attack = next(o for o in game.options if o.targets and o.targets[0].startswith("border:"))
    scene = build(game.table(), marks_of(control.moment))
    hit = scene.hit(attack.targets[0])
    assert hit is not None
    assert hit.selectable
    before = len(game.position.log())
    if how == "press":
        board = CanvasBoard(game.table(), marks_of(control.moment), snapshot=False)
        x, y = middle_of(scene.ground, Border((hit.area and (hit.area, *hit.more)) or (0, *hit.more), "impassable"))
        control.pick(board.under(x / scene.width, y / scene.height))
    else:
        board = SvgBoard(game.table(), marks_of(control.moment))
        control.pick(board.meant(attack.targets[0]))
    board.close()
    log = game.position.log()
    assert len(log) > before
    assert log[before].answer == attack.value


def test_letters_give_way_to_what_is_carried() -> None:
    table = outline_table()
    pieces = tuple(replace(p, letters="ZE") if p.target == "piece:14:0:god" else p for p in table.pieces)
    for carried, side in (((), -1), (table.carried, 1)):
        token = build(replace(table, pieces=pieces, carried=carried), width=980).token("piece:14:0:god")
        assert token is not None
        (letters,) = (s for s in badge(token) if isinstance(s, TextShape) and s.text == "ZE")
        assert (letters.x - token.x) * side > 0
        assert letters.y < token.y


def test_the_label_of_a_zone_that_is_hardly_seen_does_not_stand_on_its_neighbour() -> None:
    table = outline_table()
    whole, larger = build(table, width=980), build(table, width=980, focus=14)
    assert whole.hit("zone:west")
    for scene in (whole, larger):
        for zone in table.zones:
            hit = scene.hit(zone.target)
            if hit is not None:
                x0, y0, x1, y1 = hit.box
                under = [scene.area_at(x, y) for x in (x0, (x0 + x1) / 2, x1) for y in (y0, (y0 + y1) / 2, y1)]
                assert set(under) & set(zone.areas), zone.id


def test_terrain_of_an_atlas_page_has_signs_that_keep_off_borders_names_and_pieces() -> None:
    ground = ground_of(outline_board())
    stamps = [shape for shape in ground.shapes if isinstance(shape, Stamp)]
    found = dict.fromkeys(("plains", "forests", "mountains", "swamps"), 0)
    for stamp in stamps:
        area = next(a for a in ground.areas if inside(stamp.x, stamp.y, ground.rings(a)))
        found[ground.areas[area].kind] += 1
        assert math.dist((stamp.x, stamp.y), ground.centre(area)) > 13 * ground.scale
        assert not any(x0 < stamp.x < x1 and y0 < stamp.y < y1 for x0, y0, x1, y1 in ground.names)
    assert all(count > 8 for count in found.values()), found
    assert [shape for shape in ground_of(outline_board(), "dark").shapes if isinstance(shape, Stamp)]
