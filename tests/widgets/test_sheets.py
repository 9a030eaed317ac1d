"""Boards of several sheets in a light of their own, signs below names, places under something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from theomachy.engine.tabletop.describe import ground_words
from theomachy.engine.tabletop.table import (
    NO_MARKS,
    Area,
    Board,
    BoardSheet,
    Link,
    Marks,
    Piece,
    Place,
    PrintedSign,
    Seat,
    Table,
)
from theomachy.engine.tabletop.ways import way_of, ways_of
from theomachy_widgets.render.png import png
from theomachy_widgets.render.svg import svg
from theomachy_widgets.scene import chambers, printed
from theomachy_widgets.scene.build import Scene, build
from theomachy_widgets.scene.grounds import ground_of
from theomachy_widgets.scene.shapes import Path, Poly, Shape, Stamp, TextShape
from theomachy_widgets.scene.sheets import alone
from theomachy_widgets.scene.style import STYLE, map_colours
from theomachy_widgets.scene.tokens import face_shapes

SIGNS = (PrintedSign("glyph", "moon glyph", icon="moon"), PrintedSign("tunnel", "tunnel", "A"))


def box(i: int, name: str, x0: float, y0: float, x1: float, y1: float, kind: str = "land", **more: object) -> Area:
    ring = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    at = (x0 + x1) / 2, (y0 + y1) / 2
    return Area(i, name, kind, (), None, ((ring,),), (name,), at, slots=(at,), gate_at=at, **more)  # type: ignore[arg-type]


AREAS = (
    box(0, "Leng", 20, 56, 400, 500, signs=SIGNS, paper="OO"),
    box(1, "Kadath", 400, 56, 780, 500, signs=(PrintedSign("glacier", "Glacier Glyph"),)),
    box(2, "Koth", 820, 56, 1580, 500, signs=(PrintedSign("tunnel", "tunnel", "A"),), paper="AA"),
    box(3, "Pitch", 820, 500, 1580, 916, "ocean"),
    box(4, "Dylath", 20, 500, 780, 916),
)
SHEETS = (
    BoardSheet("Above", (20, 56, 780, 916), (0, 1, 4), "primeval"),
    BoardSheet("Below", (820, 56, 1580, 916), (2, 3)),
)
LINK = Link((0, 2), ((200, 300), (1200, 300)), "tunnel A", kind="tunnel")


def table(board: Board | None = None, *places: Place, pieces: tuple[Piece, ...] = ()) -> Table:
    board = board or Board("two sheets", "outlines", (1600, 936), AREAS, (LINK,), sheets=SHEETS, house="ours")
    return Table(
        "pocket", "Pocket", "", None, (Seat(0, "Ada", "green", "moon"),), ("One",), 0, 0, board, pieces, places
    )


def flat(shapes: tuple[Shape, ...] | list[Shape]) -> list[Shape]:
    """All shapes, those of groups too."""
    return [
        inner for shape in shapes for inner in ([shape, *flat(shape.body)] if isinstance(shape, Stamp) else [shape])
    ]


def drawn(scene: Scene) -> list[Shape]:
    return flat(list(scene.ground.shapes))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_sheet_is_drawn_in_its_light_within_its_frame(theme: str) -> None:
    scene = build(table(), NO_MARKS, theme, 940)
    own, usual = map_colours(theme, "primeval"), map_colours(theme)
    fills = {shape.fill for shape in drawn(scene) if isinstance(shape, Path | Poly)}
    assert {own["papers"]["OO"], own["papers"]["none"], usual["land"], own["water"], usual["water"]} <= fills
    assert own["papers"]["AA"] not in fills  # the other sheet has no papers of its own
    clips = [shape.clip for shape in scene.ground.shapes if isinstance(shape, Stamp) and shape.clip]
    assert len(clips) == 2
    names = {shape.text: shape for shape in scene.ground.shapes if isinstance(shape, TextShape)}
    assert {"Above", "Below", "LENG", "KOTH", "Pitch", "A", "ours"} <= {*names}
    assert names["Above"].y < scene.ground.placed(((20, 56),))[0][1]
    assert names["ours"].x > names["Below"].x  # what is the house's stands at the other end
    assert png(scene, 1)
    assert svg(scene).count("clip-path") >= 2


def test_a_board_without_a_light_is_drawn_as_it_was() -> None:
    assert map_colours("light", "") is STYLE["map"]["light"]
    assert map_colours("light", "nowhere") == STYLE["map"]["light"]
    with pytest.raises(ValueError, match="known themes"):
        map_colours("noon", "primeval")


@pytest.mark.parametrize("light", STYLE["light"])
def test_a_light_has_the_same_words_by_day_and_by_night(light: str) -> None:
    day, night = (STYLE["light"][light][theme] for theme in ("light", "dark"))
    assert {*day} == {*night}
    assert {*day["papers"]} == {*night["papers"]} == {"AA", "OO", "WW", "none"}


def test_signs_stand_in_a_row_below_the_name_and_tokens_keep_clear_of_it() -> None:
    ground = ground_of(table().board, "light", 940)
    words = {shape.text: shape for shape in ground.shapes if isinstance(shape, TextShape)}
    letter, name = words["A"], words["LENG"]
    assert 0 < letter.y - name.y < 40
    x, y = name.x, name.y + 14 * ground.ink  # type: ignore[attr-defined]
    spots = ground.spots(0, (26.0,) * 6, 1)
    assert all(abs(sx - x) > 12 or abs(sy - y) > 12 for sx, sy, _ in spots)
    plain = replace(table().board, key="no signs", areas=tuple(replace(area, signs=()) for area in AREAS))
    assert "A" not in {shape.text for shape in ground_of(plain, "light", 940).shapes if isinstance(shape, TextShape)}


def test_a_row_is_as_wide_as_its_signs() -> None:
    one = PrintedSign("citadel", "Citadel", "1-2")
    assert printed.row_width((one,)) > printed.row_width((PrintedSign("citadel", "Citadel", "3"),))
    assert printed.row_width((one, one)) == 2 * printed.row_width((one,)) + printed.GAP
    other = printed.row_shapes((PrintedSign("unheard", "Unheard", "7"),), 0, 0, 1, map_colours("light"))
    assert [shape.text for shape in other if isinstance(shape, TextShape)] == ["7"]


def test_a_tunnel_has_no_line_and_is_told() -> None:
    seen = table()
    lines = [
        shape for shape in build(seen, NO_MARKS, "light", 940).ground.shapes if isinstance(shape, Poly) and shape.dash
    ]
    assert lines == []
    strait = replace(seen.board, key="a strait", links=(replace(LINK, kind="strait"),))
    dashes = [shape for shape in ground_of(strait, "light", 940).shapes if isinstance(shape, Poly) and shape.dash]
    assert len(dashes) == 1
    assert ground_words(seen, AREAS[0]) == ["moon glyph", "tunnel A to Koth"]
    assert ground_words(seen, AREAS[1]) == ["Glacier Glyph"]
    assert ground_words(seen, AREAS[4]) == []
    told = {hit.label for hit in build(seen, NO_MARKS, "light", 940).hits}
    assert "Koth: land, tunnel A to Leng" in told


def test_a_place_under_ice_shows_through_it() -> None:
    open_, under = Place(0, "gate", "Gate", "portal"), Place(0, "gate", "Gate under a Glacier", "portal", covered="ice")
    faces = [token.face for token in build(table(None, under), NO_MARKS, "light", 940).pieces]
    assert [face.shape for face in faces] == ["", "ice"]
    assert faces[1].size > faces[0].size
    assert [token.face.shape for token in build(table(None, open_), NO_MARKS, "light", 940).pieces] == [""]
    block = Piece("1:glacier", 1, "neutral", "glacier", "Glacier", "iceberg", form="ice")
    assert [token.face.shape for token in build(table(pieces=(block,)), NO_MARKS, "light", 940).pieces] == ["ice"]


# one sheet at a time -------------------------------------------------------------------------------------------------
def test_a_sheet_by_itself_shows_its_areas_larger_and_its_ways_out() -> None:
    seen = table(pieces=(Piece("2:0:x", 2, 0, "x", "Ghoul", "moon", count=2),))
    part = alone(seen.board, 0)
    assert part is alone(seen.board, 0)
    assert [area.id for area in part.areas] == [0, 1, 4]
    whole, own = build(seen, NO_MARKS, "light", 876), build(replace(seen, board=part), NO_MARKS, "light", 876)
    for area in (0, 1, 4):
        x0, _, x1, _ = whole.ground.hit_box(area)
        u0, _, u1, _ = own.ground.hit_box(area)
        assert (u1 - u0) / (x1 - x0) == pytest.approx(2.0, rel=0.01)  # 1600 units of the whole, 800 of the sheet
        assert own.area_at(*own.ground.centre(area)) == area
    assert own.ground.scale > 1.5 * whole.ground.scale
    (hit,) = (hit for hit in own.hits if hit.target.startswith("way:"))
    assert (hit.target, hit.area, hit.more) == ("way:0:1", 0, (2,))
    assert hit.label == "tunnel A to Koth. Koth: 2 × Ghoul of Ada"
    with pytest.raises(IndexError):
        alone(seen.board, 2)


def test_a_way_is_a_thing_at_its_sign() -> None:
    scene = build(table(), NO_MARKS, "light", 940)
    ways = [hit for hit in scene.hits if hit.target.startswith("way:")]
    assert [(hit.target, hit.more) for hit in ways] == [("way:0:1", (2,)), ("way:2:0", (0,))]
    for hit in ways:
        assert hit.disc is not None
        x, y, _ = hit.disc
        assert scene.at(x, y) == (hit.target, f"area:{hit.area}")
        (letter,) = (shape for shape in scene.ground.shapes
                     if isinstance(shape, TextShape) and shape.text == "A" and abs(shape.x - x) < 3)  # fmt: skip
        assert abs(letter.y - y) < 9
        lit = scene.hover(hit.target)
        assert any(isinstance(shape, Poly) and shape.rings == scene.ground.rings(hit.more[0]) for shape in lit)
    assert not [hit for hit in build(table(replace(table().board, key="none", links=())), NO_MARKS).hits
                if hit.target.startswith("way:")]  # fmt: skip


def test_signs_without_letters_lead_to_all_of_their_kind() -> None:
    arch = PrintedSign("archway", "Archway")
    areas = tuple(replace(area, signs=(arch,)) if area.id in (0, 2, 4) else area for area in AREAS)
    links = tuple(Link(pair, ((0, 0), (0, 0)), "Archway", kind="archway", serves="moves only")
                  for pair in ((0, 2), (0, 4), (2, 4)))  # fmt: skip
    board = replace(table().board, key="arches", areas=areas, links=links)
    ways = {way.area: way for way in ways_of(board)}
    assert {area: way.ends for area, way in ways.items()} == {0: (2, 4), 2: (0, 4), 4: (0, 2)}
    assert way_of(board, "way:0:0") == ways[0]
    assert way_of(board, "way:1:0") is way_of(board, "area:0") is None
    assert ground_words(table(board), areas[0]) == ["Archway to Koth and Dylath, for moves only"]
    assert not [shape for shape in ground_of(board).shapes if isinstance(shape, Poly) and shape.dash]


def test_pieces_of_a_sheet_stay_within_its_frame() -> None:
    for board in (table().board, alone(table().board, 0)):
        ground = ground_of(board, "light", 876)
        x0, y0, x1, y1 = (*ground.placed((board.sheets[0].box[:2],))[0], *ground.placed((board.sheets[0].box[2:],))[0])
        for x, y, zoom in ground.spots(1, (30.0 * ground.scale,) * 3, 1):
            r = 15.0 * ground.scale * zoom
            assert x0 < x - r
            assert x + r < x1
            assert y0 < y - r
            assert y + r < y1


# chambers ------------------------------------------------------------------------------------------------------------
CELLED = [name for name in STYLE["light"] if "cells" in STYLE["light"][name]["light"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chambers_have_walls_floors_and_waters_of_their_own_colour(theme: str) -> None:
    assert len(CELLED) >= 2
    for light in CELLED:
        m = map_colours(theme, light)
        waters = [*m.get("waters", {"": ""})]
        areas = (*AREAS, *(box(5 + i, f"Belt {paper}", 20 + 90 * i, 916, 110 + 90 * i, 990, "ocean", paper=paper)
                           for i, paper in enumerate(waters)))  # fmt: skip
        board = Board(f"chambers {light}", "outlines", (1600, 1000), areas, light=light)
        shapes = flat(list(ground_of(board, theme, 940).shapes))
        fills = [shape.fill for shape in shapes if isinstance(shape, Path)]
        wanted = [m["waters"][paper] for paper in waters] if "waters" in m else [m["water"]]
        assert len(set(wanted)) == len(waters)
        assert {*wanted, m["papers"]["OO"], m["papers"]["none"]} <= {*fills}
        (wall,) = (s for s in shapes if isinstance(s, Path) and s.stroke == m["cells"]["edge"] and not s.fill)
        assert wall.d.count("M") == len(areas)  # every chamber has one, also between two waters
        assert not [shape for shape in shapes if isinstance(shape, Path) and shape.dash]


def test_books_stand_between_chambers_and_along_upper_walls_but_before_no_door() -> None:
    m = map_colours("dark", next(light for light in CELLED if "spines" in STYLE["light"][light]["dark"]))
    room = box(0, "Room", 100, 100, 500, 400)
    ring = ((100.0, 100.0), (500.0, 100.0), (500.0, 400.0), (100.0, 400.0))

    def spans(doors: list[tuple[tuple[float, float], ...]]) -> list[float]:
        shapes = chambers.low_shelves(room, (ring,), doors, m, 1.0)
        return [x for s in shapes if isinstance(s, Poly) and s.fill for r in s.rings for x, _ in r]

    assert min(spans([])) < 110
    assert max(spans([])) > 490
    assert any(280 < x < 320 for x in spans([]))
    assert not any(280 < x < 320 for x in spans([((280, 100), (320, 100))]))
    assert any(280 < x < 320 for x in spans([((280, 400), (320, 400))]))  # a door in the lower wall
    assert chambers.low_shelves(replace(room, kind="ocean"), (ring,), [], m, 1.0) == []


def test_whoever_could_not_hold_a_place_sees_a_bar_in_it() -> None:
    free, barred = Place(0, "gate", "Gate", "portal"), Place(0, "gate", "Gate", "portal", barred="Zoogs")
    shapes = [build(table(None, place), NO_MARKS, "light", 940).pieces[0] for place in (free, barred)]
    assert [token.face.body for token in shapes] == ["whole", "barred"]
    assert shapes[1].label == "Gate, held by nobody, barred by Zoogs"
    bad = STYLE["mark"]["bad"]
    assert [any(getattr(s, "stroke", "") == bad for s in face_shapes(token.face)) for token in shapes] == [False, True]


def test_what_is_gone_is_not_dimmed_too() -> None:
    board = Board("chambers lit", "outlines", (1600, 936), AREAS, light=CELLED[0])
    lit = Marks(selectable=frozenset({"area:0"}))
    scene = build(replace(table(board), tints=((1, "gone", "Eradication"),)), lit, "light", 940)
    (veil,) = (s for s in scene.under if isinstance(s, Poly) and s.fill == scene.ground.colours["dim"])
    assert {*scene.ground.rings(4)} <= {*veil.rings}
    assert not {*scene.ground.rings(1)} & {*veil.rings}


def test_what_can_be_chosen_is_lifted_less_where_letters_would_fade() -> None:
    for board in (table().board, Board("lift", "outlines", (1600, 936), AREAS, light=CELLED[0])):
        assert ground_of(board, "dark", 940).lift(2, 0.26) == 0.13
    plain = ground_of(Board("lift plainly", "outlines", (1600, 936), AREAS), "dark", 940)
    assert 0.13 < plain.lift(2, 0.26) < 0.26
