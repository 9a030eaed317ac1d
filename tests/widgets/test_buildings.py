"""Buildings are told apart from tokens by their form; printed arrows over the sea, and those that are shut."""

from dataclasses import replace

import pytest

from theomachy.engine.tabletop.table import HAZARD, Area, Board, Link, Piece, Seat, Table
from theomachy_widgets.scene.build import build
from theomachy_widgets.scene.buildings import SILHOUETTES, silhouette
from theomachy_widgets.scene.shapes import Disc, Path, TextShape
from theomachy_widgets.scene.style import STYLE
from theomachy_widgets.scene.tokens import badge, face_shapes

SEATS = (Seat(0, "Ana", "red", "castle"), Seat(1, "Bo", "purple", "moon"))


def box(x: float, y: float, w: float, h: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    return (((x, y), (x + w, y), (x + w, y + h), (x, y + h)),)


AREAS = (
    Area(0, "West", "land", (2,), polygons=(box(0, 0, 300, 500),), label=("West",), label_at=(150, 60)),
    Area(1, "East", "land", (2,), polygons=(box(700, 0, 300, 500),), label=("East",), label_at=(850, 60)),
    Area(2, "Strait", "sea", (0, 1), polygons=(box(300, 0, 400, 500),), label=("Strait",), label_at=(500, 60)),
)
ARROW = Link((0, 1), ((260, 250), (740, 250)), "the arrow", path=((260, 250), (400, 220), (600, 220), (740, 250)))


def table(*pieces: Piece, link: Link = ARROW, key: str = "open") -> Table:
    board = Board(f"made-up strait {key}", "outlines", (1000, 500), AREAS, (link,))
    return Table("made-up", "Made up", "", None, SEATS, ("play",), 0, 0, board, pieces)


def stands(form: str, owner: int = 0, marks: tuple[str, ...] = ()) -> Piece:
    return Piece(f"0:{owner}:{form}", 0, owner, "house", "House", "castle", "place", 1, "", marks, form=form)


@pytest.mark.parametrize("form", sorted(form for form, look in STYLE["form"].items() if not look.get("nobody")))
def test_each_form_has_a_silhouette_of_its_own(form: str) -> None:
    scene = build(table(stands(form)), theme="dark", width=900)
    face = scene.pieces[0].face
    assert face.shape == STYLE["form"][form]["draw"]
    assert face.shape in SILHOUETTES
    others = {STYLE["form"][other]["draw"] for other in STYLE["form"] if other != form}
    assert face.shape not in others
    assert face_shapes(face) != face_shapes(replace(face, colour="purple"))
    assert len(face_shapes(replace(face, body="ghost"))) == 1


def test_a_form_that_the_style_does_not_know_is_a_token() -> None:
    assert silhouette("windmill") == ""
    face = build(table(stands("windmill")), width=900).pieces[0].face
    assert face.shape == ""
    assert face.icon == "castle"


def test_a_building_can_be_pointed_at() -> None:
    scene = build(table(stands("temple"), stands("shrine", 1)), width=900)
    for token in scene.pieces:
        assert scene.at(token.x, token.y)[0] == token.target


def test_an_arrow_that_is_shut_is_pale_and_barred() -> None:
    def drawn(link: Link, key: str) -> list[object]:
        return list(build(table(link=link, key=key), width=900).ground.shapes)

    ground, shut = drawn(ARROW, "open"), drawn(replace(ARROW, shut=True), "shut")
    assert len(shut) == len(ground) + 3
    colour = STYLE["map"]["light"]["crossing_shut"]
    assert not any(getattr(shape, "stroke", "") == colour for shape in ground)
    assert sum(getattr(shape, "stroke", "") == colour for shape in shut) == 2


@pytest.mark.parametrize("form", ["ice", "sun", "guest"])
def test_a_form_of_nobody_is_known_by_its_outline(form: str) -> None:
    """No colour has to tell them apart, from one another or from a token with the same icon."""
    token, plain = (
        build(table(Piece(f"0:{each}", 0, HAZARD, "x", "X", "castle", form=each)), width=900).pieces[0]
        for each in (form, "")
    )
    assert token.face.shape == form
    lines = {shape.d for shape in face_shapes(token.face) if isinstance(shape, Path)}
    bare = {shape.d for shape in face_shapes(plain.face) if isinstance(shape, Path)}
    assert lines - bare or not bare <= lines  # the octagon of a hazard is gone
    others = [face_shapes(replace(token.face, shape=other)) for other in ("ice", "sun", "guest") if other != form]
    assert face_shapes(token.face) not in others


def test_what_is_nobodys_has_its_letters_however_small() -> None:
    mine, wild = (
        build(table(Piece("0:x", 0, owner, "x", "X", "castle", letters="BH")), width=300).pieces[0].letters
        for owner in (0, HAZARD)
    )
    assert (mine, wild) == ("", "BH")


def test_the_number_of_a_sun_stands_in_its_core() -> None:
    (token,) = build(table(Piece("0:x", 0, HAZARD, "x", "X", "castle", form="sun", face="6")), width=900).pieces
    (number,) = (shape for shape in badge(token) if isinstance(shape, TextShape))
    core = min((shape for shape in face_shapes(token.face) if isinstance(shape, Disc)), key=lambda disc: disc.r)
    assert number.text == "6"
    assert number.size / 2 < core.r
    assert number.fill != core.fill
