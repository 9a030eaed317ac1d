"""The scene: geometry that neighbours share, tokens that do not hide one another, marks, and what a point means."""

import itertools
import math
from dataclasses import replace
from random import Random

import pytest

import theomachy as th
from tests.widgets.fixtures import area_of, hex_board, hex_marks, hex_table, ring_of
from tests.widgets.maps import map_board, map_marks, map_table
from tests.widgets.test_fight import africa
from theomachy.engine.errors import UnknownName
from theomachy.engine.tabletop.table import BOARD_STYLES, Area, Arrow, Board, Marks, Piece, Table
from theomachy_widgets.scene import Scene, build, ground_of
from theomachy_widgets.scene.geometry import hatch, inset, inside, signed_area
from theomachy_widgets.scene.grounds import STYLES
from theomachy_widgets.scene.hexes import HexGround, column_letters
from theomachy_widgets.scene.outlines import OutlineGround, chained
from theomachy_widgets.scene.shapes import Poly, Shape, TextShape, Token
from theomachy_widgets.scene.style import STYLE

MAPS = ("earth_3p", "earth_4p_3w5e", "earth_4p_5w3e", "earth_5p", "earth_6p")


def polys(shapes: tuple[Shape, ...], **look: object) -> list[Poly]:
    return [s for s in shapes if isinstance(s, Poly) and all(getattr(s, name) == value for name, value in look.items())]


# geometry -----------------------------------------------------------------------------------------------------------
def test_neighbours_share_the_hand_drawn_side() -> None:
    ground = ground_of(hex_board())
    assert isinstance(ground, HexGround)
    for cell in sorted(ground.cells):
        for i, other in enumerate(ground.around(cell)):
            if other in ground.cells:
                mine, theirs = ground.side(cell, i), ground.side(other, (i + 3) % 6)
                for p, q in zip(mine, theirs[::-1], strict=True):
                    assert p == pytest.approx(q, abs=1e-9)


def test_every_size_shows_the_same_coast() -> None:
    small, large = ground_of(hex_board(), width=500), ground_of(hex_board(), width=1000)
    assert isinstance(small, HexGround)
    assert isinstance(large, HexGround)
    for (x, y), (u, v) in zip(small.side((2, 0), 1), large.side((2, 0), 1), strict=True):
        assert (x - 26) / small.s == pytest.approx((u - 26) / large.s, abs=1e-6)
        assert (y - 22) / small.s == pytest.approx((v - 22) / large.s, abs=1e-6)


def test_a_region_has_a_closed_border_that_holds_it() -> None:
    ground = ground_of(hex_board())
    assert isinstance(ground, HexGround)
    cells = [(3, 3), (4, 3), (3, 4), (9, 8)]
    rings = ground.region(cells)
    assert len(rings) == 2
    for cell in cells:
        assert inside(*ground.middle(cell), rings)
    assert not inside(*ground.middle((6, 6)), rings)
    for ring in rings:
        smaller = inset(ring, 3)
        assert 0 < abs(signed_area(smaller)) < abs(signed_area(ring))


def test_hatch_stays_inside() -> None:
    square = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
    hole = ((10.0, 10.0), (10.0, 30.0), (30.0, 30.0), (30.0, 10.0))
    lines = hatch((square, hole), 6)
    assert len(lines) > 10
    for (ax, ay), (bx, by) in lines:
        assert inside((ax + bx) / 2, (ay + by) / 2, (square, hole))


def test_stretches_join_into_lines() -> None:
    edges = [
        ((0.0, 0.0), (1.0, 0.0)),
        ((1.0, 0.0), (2.0, 0.0)),
        ((2.0, 0.0), (2.0, 1.0)),
        ((5.0, 5.0), (6.0, 5.0)),
        ((6.0, 5.0), (5.0, 6.0)),
        ((5.0, 6.0), (5.0, 5.0)),
    ]
    lines = sorted(chained(edges), key=len)
    assert [len(line) for line in lines] == [4, 4]
    assert sum(len(line) - 1 for line in lines) == len(edges)
    assert lines[1][0] == lines[1][-1] or lines[0][0] == lines[0][-1]


def test_columns_beyond_z() -> None:
    assert [column_letters(i) for i in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]


# ground -------------------------------------------------------------------------------------------------------------
def test_the_ground_is_kept_by_key_theme_and_width() -> None:
    assert ground_of(hex_board()) is ground_of(hex_board())
    assert ground_of(hex_board()) is not ground_of(hex_board(), "dark")
    assert ground_of(hex_board()) is not ground_of(hex_board(key="elsewhere"))
    assert ground_of(hex_board(), width=600) is not ground_of(hex_board(), width=601)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="sepia"):
        build(hex_table(), theme="sepia")
    with pytest.raises(ValueError, match="width"):
        build(hex_table(), width=0)


def test_each_style_of_the_house_has_who_draws_it_and_others_are_refused() -> None:
    assert tuple(STYLES) == BOARD_STYLES
    with pytest.raises(UnknownName, match="no style of a board named 'outline'; did you mean 'outlines'"):
        replace(hex_board(), style="outline")


@pytest.mark.parametrize("name", MAPS)
def test_names_and_glyphs_leave_room_for_buildings(name: str) -> None:
    ground = ground_of(map_board(name))
    assert isinstance(ground, OutlineGround)
    boxes = []
    for area in ground.areas.values():
        at, _ = ground._lettered[area.id]
        assert at is not None
        x0, y0, x1, y1 = box = ground._name_box(area, area.label, at)
        assert 0 < x0 < x1 < ground.width, area.name
        assert 0 < y0 < y1 < ground.height, area.name
        assert area.gate_at is not None
        gx, gy = ground.at(area.gate_at)
        away = math.hypot(max(x0 - gx, 0, gx - x1), max(y0 - gy, 0, gy - y1))
        assert away >= 14 * ground.scale, f"{area.name} is covered by its own gate"
        boxes.append((area.name, box))
    for (a, (ax0, ay0, ax1, ay1)), (b, (bx0, by0, bx1, by1)) in itertools.combinations(boxes, 2):
        assert ax1 <= bx0 or bx1 <= ax0 or ay1 <= by0 or by1 <= ay0, f"the names of {a} and {b} collide"


@pytest.mark.parametrize("name", MAPS)
def test_every_stretch_of_border_is_drawn_once(name: str) -> None:
    ground = ground_of(map_board(name))
    assert isinstance(ground, OutlineGround)
    lines = [line for group in ground._borders() for line in group]
    drawn = sum(len(line) - 1 for line in lines)
    assert drawn == sum(not ground._on_frame(edge) for edge in ground._edges)


# tokens -------------------------------------------------------------------------------------------------------------
def overlap(a: Token, b: Token) -> float:
    """By which share of the nearer distance two tokens overlap."""
    need = (a.face.size + b.face.size) / 2
    return max(0.0, 1 - math.hypot(a.x - b.x, a.y - b.y) / need)


@pytest.mark.parametrize("n", range(1, 17))
@pytest.mark.parametrize("places", [0, 1])
def test_tokens_in_a_hex_do_not_hide_one_another(n: int, places: int) -> None:
    board = hex_board()
    area = area_of(board, "D4")
    pieces = tuple(
        Piece(f"{area}:0:k{i}", area, 0, f"k{i}", "Thing", "meeple", "place" if i < places else "common")
        for i in range(n)
    )
    scene = build(replace(hex_table({}), pieces=pieces))
    assert len(scene.pieces) == n
    assert max((overlap(a, b) for a, b in itertools.combinations(scene.pieces, 2)), default=0) <= 0.23
    cx, cy = scene.ground.centre(area)
    assert all(math.hypot(t.x - cx, t.y - cy) < 52 for t in scene.pieces)


@pytest.mark.parametrize("name", MAPS)
def test_tokens_on_a_map_stand_in_their_area_and_apart(name: str) -> None:
    scene = build(map_table(name))
    for token in scene.pieces:
        hit = scene.hit(token.target)
        assert hit is not None
        assert scene.area_at(token.x, token.y) == hit.area, token
    free = [t for t in scene.pieces if not any(t is not o and (t.x, t.y) == (o.x, o.y) for o in scene.pieces)]
    assert max(overlap(a, b) for a, b in itertools.combinations(free, 2)) <= 0.23


@pytest.mark.parametrize("slug", ["cthulhu_wars", "demigods"])
def test_a_size_of_one_kind_of_piece_is_of_no_game_that_counts_its_pieces(slug: str) -> None:
    game, rng = th.new(slug, seed=2), Random(5)
    for _ in range(150):
        game.play(rng.choice(game.options))
    kinds = {piece.kind for piece in game.system.table(game.state, None).pieces}
    assert len(kinds) > 2
    assert not kinds & set(STYLE["piece"])


def test_a_building_stands_first_and_a_seated_piece_in_its_eye() -> None:
    scene = build(map_table())
    west = next(a for a in scene.ground.areas.values() if a.name == "West Africa")
    ring = scene.token(f"place:{west.id}:gate")
    assert ring is not None
    assert ring.face.ring
    assert ring.face.body == "held"
    seated = next(p for p in map_table().pieces if p.area == west.id and p.seat == "gate")
    token = scene.token(seated.target)
    assert token is not None
    assert (token.x, token.y) == (ring.x, ring.y)
    assert scene.pieces.index(ring) < scene.pieces.index(token)
    empty = next(a for a in scene.ground.areas.values() if a.name == "North Atlantic")
    abandoned = scene.token(f"place:{empty.id}:gate")
    assert abandoned is not None
    assert abandoned.face.body == "whole"


def test_pieces_beside_the_map_or_on_no_area_are_left_out() -> None:
    lost = (Piece("x", -1, 0, "k", "Thing", "meeple"), Piece("y", 4000, 0, "k", "Thing", "meeple"))
    assert build(replace(hex_table({}), pieces=lost)).pieces == ()


def test_condition_shows_on_the_token() -> None:
    area = area_of(hex_board(), "D4")
    marks = {"ghost": "ghost", "kill": "killed", "spent": "spent", "pain": "whole"}
    pieces = tuple(Piece(mark, area, 0, mark, mark, "meeple", marks=(mark,)) for mark in marks)
    bodies = {t.target: t.face for t in build(replace(hex_table({}), pieces=pieces)).pieces}
    assert {mark: bodies[f"piece:{mark}"].body for mark in marks} == marks
    assert bodies["piece:pain"].mark == "pain"
    assert bodies["piece:kill"].mark == "kill"


# marks --------------------------------------------------------------------------------------------------------------
def test_no_mark_changes_nothing_of_the_ground() -> None:
    assert build(hex_table(), hex_marks()).ground is build(hex_table()).ground


@pytest.mark.parametrize("name", ["selectable", "selected", "aimed", "faults", "touched", "rings"])
@pytest.mark.parametrize("kind", ["area", "piece"])
def test_every_mark_shows_on_areas_and_pieces(name: str, kind: str) -> None:
    table = hex_table()
    target = table.pieces[0].target if kind == "piece" else f"area:{table.pieces[0].area}"
    plain, marked = build(table), build(table, Marks(**{name: frozenset((target,))}))
    assert (plain.under, plain.ui) != (marked.under, marked.ui)
    assert plain.pieces == marked.pieces


def test_only_land_dims_and_only_while_areas_can_be_chosen() -> None:
    scene = build(hex_table(), Marks(selectable=frozenset((f"area:{area_of(hex_board(), 'G4')}",))))
    dim = polys(scene.under, fill="#262e34")
    ground = scene.ground
    assert isinstance(ground, HexGround)
    assert [len(p.rings) for p in dim] == [len(ground.land) - 1]
    undimmed = Marks(selectable=frozenset((f"area:{area_of(hex_board(), 'G4')}",)), dim=False)
    assert not polys(build(hex_table(), undimmed).under, fill="#262e34")
    assert not polys(
        build(hex_table(), Marks(selectable=frozenset((hex_table().pieces[0].target,)))).under, fill="#262e34"
    )


def test_a_fault_is_never_red_alone() -> None:
    scene = build(hex_table(), Marks(faults=frozenset((f"area:{area_of(hex_board(), 'C3')}",))))
    assert polys(scene.under, stroke="#b3261e", closed=False), "no hatch"
    assert polys(scene.ui, stroke="#fffdf7", closed=False, width=2), "no cross"


def test_arrows_tell_their_kind_and_go_round_the_world() -> None:
    table, board = map_table(), map_board("earth_5p")
    ids = {area.name: area.id for area in board.areas}
    looks = {
        kind: build(table, Marks(arrows=(Arrow(ids["Europe"], ids["Arabia"], kind),))).ui
        for kind in ("move", "attack", "retreat")
    }
    assert len(set(looks.values())) == 3
    assert build(table, Marks(drawn=(Arrow(ids["Europe"], ids["Arabia"]),))).ui not in looks.values()
    round_the_world = build(table, Marks(arrows=(Arrow(ids["North Pacific"], ids["South Pacific"]),))).ui
    assert max(x for p in polys(round_the_world) for ring in p.rings for x, _ in ring) > 876
    assert build(table, Marks(arrows=(Arrow(ids["Europe"], 99),))).ui == ()


def test_territory_needs_one_owner() -> None:
    board = hex_board()
    d4 = area_of(board, "D4")

    def borders(*owners: int | str) -> int:
        pieces = tuple(Piece(f"{o}", d4, o, f"k{o}", "Thing", "meeple") for o in owners)
        return len(polys(build(replace(hex_table({}), pieces=pieces, tints=())).under, stroke_opacity=1.0, fill=""))

    assert borders(0) == borders(1) == 1
    assert borders(0, 1) == borders("hazard") == 0


def test_tints_known_and_unknown_are_drawn() -> None:
    plain = build(hex_table({})).under
    d4 = area_of(hex_board(), "D4")
    for name in ("blight", "famine", "plague", "flood", "something new"):
        assert len(build(replace(hex_table({}), tints=((d4, name, name),))).under) > 0
    assert (
        plain
        == build(replace(hex_table({}), tints=((area_of(hex_board(), "F5"), "blight", ""), (9999, "blight", "")))).under
    )


# what a point means -------------------------------------------------------------------------------------------------
def test_pieces_come_before_places_before_areas() -> None:
    scene = build(map_table())
    west = next(a for a in scene.ground.areas.values() if a.name == "West Africa")
    ring = scene.token(f"place:{west.id}:gate")
    assert ring is not None
    found = scene.at(ring.x, ring.y)
    assert [target.split(":")[0] for target in found] == ["piece", "place", "area"]
    assert found[-1] == f"area:{west.id}"
    assert scene.at(ring.x + ring.face.size / 2, ring.y)[0] == f"place:{west.id}:gate"


def test_hits_are_straight_hexes() -> None:
    scene = build(hex_table({}))
    ground = scene.ground
    assert isinstance(ground, HexGround)
    for cell, area in ground.cells.items():
        x, y = ground.middle(cell)
        assert scene.at(x, y) == (f"area:{area}",)
        assert scene.area_at(x + 0.84 * ground.s, y) == area
    assert scene.at(1, 1) == ()
    assert scene.area_at(-5, -5) is None


def test_a_sea_has_holes_where_land_lies() -> None:
    scene = build(map_table())
    ids = {a.name: a.id for a in scene.ground.areas.values()}
    x, y = scene.ground.centre(ids["Australia"])
    assert scene.area_at(x, y) == ids["Australia"]
    assert scene.area_at(*scene.ground.centre(ids["Indian Ocean"])) == ids["Indian Ocean"]


def test_labels_say_what_a_person_sees() -> None:
    scene = build(hex_table(), hex_marks())
    label = {hit.target: hit.label for hit in scene.hits}
    assert label[f"area:{area_of(hex_board(), 'G4')}"] == "G4: mountains, 2 × Army of Bronteas, can be chosen"
    assert label[f"area:{area_of(hex_board(), 'F4')}"].endswith("chosen")
    assert label["piece:13:0:greek-temple".replace("13", str(area_of(hex_board(), "C3")))] == "Temple of Aglaia"
    assert scene.title == "Two rivers, turn 11"
    assert "Aglaia to act" in scene.description


def test_hover_on_a_held_place_leaves_its_keeper_to_be_seen() -> None:
    held = 0
    for table, kept in ((africa().table(), "piece:"), (map_table("earth_5p"), "place:")):
        scene = build(table)
        for ring in (t for t in scene.pieces if t.face.ring):
            eyes = [t for t in scene.pieces if not t.face.ring and (t.x, t.y) == (ring.x, ring.y)]
            drawn = [shape for shape in scene.hover(ring.target) if isinstance(shape, Token)]
            assert drawn == [ring, *eyes], "the keeper is drawn after the gate that he holds"
            assert scene.pieces.index(ring) < min(map(scene.pieces.index, eyes), default=len(scene.pieces))
            held += any(t.target.startswith(kept) for t in eyes)
            # The accessible board draws no token again: its fields lie above all, the keeper's above the gate's.
            names = [hit.target for hit in scene.hits]
            assert all(names.index(ring.target) <= names.index(t.target) for t in eyes)
    assert held


def test_hover_lifts_the_area_and_rings_the_piece() -> None:
    scene = build(hex_table(), hex_marks())
    assert len(scene.hover(f"area:{area_of(hex_board(), 'H9')}")) == 2
    assert len(scene.hover(f"area:{area_of(hex_board(), 'F4')}")) == 1, "the ink of what is selected stays"
    assert any(isinstance(shape, Token) for shape in scene.hover(scene.pieces[0].target))
    assert scene.hover("") == scene.hover("area:4000") == ()


def test_scenes_are_values() -> None:
    assert build(map_table(), map_marks()) == build(map_table(), map_marks())
    assert build(hex_table(), hex_marks()) != build(hex_table())


def test_a_board_of_plain_outlines_needs_no_sea() -> None:
    areas = tuple(
        Area(
            i,
            f"Field {i}",
            "sky",
            (1 - i,),
            polygons=((ring_of(100 + 200 * i, 100, 90),),),
            label=(f"Field {i}",),
            label_at=(100 + 200 * i, 100),
        )
        for i in range(2)
    )
    board = Board("two-fields", "outlines", (400, 200), areas)
    table = Table(
        "pocket", "Fields", "", None, (), (), -1, None, board, (Piece("p", 1, "neutral", "k", "Thing", "meeple"),)
    )
    scene: Scene = build(table, Marks(aimed=frozenset(("area:0",)), faults=frozenset(("area:1",))), width=400)
    assert scene.height == 200
    assert scene.area_at(scene.pieces[0].x, scene.pieces[0].y) == 1
    assert sum(isinstance(shape, TextShape) for shape in scene.ground.shapes) == 2
