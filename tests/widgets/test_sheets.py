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
    Piece,
    Place,
    PrintedSign,
    Seat,
    Table,
)
from theomachy_widgets.render.png import png
from theomachy_widgets.render.svg import svg
from theomachy_widgets.scene import printed
from theomachy_widgets.scene.build import Scene, build
from theomachy_widgets.scene.grounds import ground_of
from theomachy_widgets.scene.shapes import Path, Poly, Shape, Stamp, TextShape
from theomachy_widgets.scene.style import STYLE, map_colours

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
