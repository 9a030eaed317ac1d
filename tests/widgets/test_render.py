"""Renderers: SVG that is well formed, escaped and accessible; PNG with lettering on any machine."""

import io
import re
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.widgets.fixtures import SEATS, area_of, hex_board, hex_marks, hex_table
from tests.widgets.maps import map_marks, map_table
from theomachy.engine.tabletop.table import Piece
from theomachy_widgets.render import face_png, png, svg
from theomachy_widgets.render.png import ground_png, rasterise, whole_png
from theomachy_widgets.render.svg import clean
from theomachy_widgets.scene import Face, build

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert(1)</script> & "quotes" \x00\x1b[31m \ud800'


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_well_formed_with_title_and_references_that_hold(theme: str) -> None:
    for scene in (build(hex_table(), hex_marks(), theme), build(map_table(), map_marks(), theme)):
        root = parsed(svg(scene))
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert description is not None
        assert title.text == scene.title
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        used = {value[1:] for node in root.iter() for name, value in node.attrib.items() if name == "href"}
        used |= set(re.findall(r"url\(#([^)]+)\)", svg(scene)))
        assert used <= set(ids)
        assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
            "svg",
            "title",
            "desc",
            "defs",
            "g",
            "path",
            "circle",
            "text",
            "use",
            "clipPath",
        }


def test_two_pictures_on_one_page_do_not_clash() -> None:
    def ids(text: str) -> set[str]:
        return set(re.findall(r'id="([^"]+)"', text))

    one, two = svg(build(hex_table(), hex_marks())), svg(build(hex_table()))
    assert one != two
    assert not ids(one) & ids(two)
    assert all(each.startswith("mine-") for each in ids(svg(build(hex_table()), prefix="mine-")))


def test_interactive_svg_labels_every_area() -> None:
    scene = build(hex_table(), hex_marks())
    root = parsed(svg(scene, interactive=True))
    options = [node for node in root.iter() if node.get("role") == "option"]
    assert len(options) == len(scene.hits)
    assert all(node.get("aria-label") for node in options)
    assert root.get("role") == "group"


def test_nothing_from_a_table_becomes_markup() -> None:
    board = hex_board(key="nasty")
    area = replace(board.areas[23], name=NASTY)
    piece = Piece("p", 23, 0, "k", NASTY, NASTY, letters=NASTY, size="great", marks=("pain", NASTY))
    seats = (replace(SEATS[0], name=NASTY, colour=NASTY), SEATS[1])
    table = replace(
        hex_table({}),
        title=NASTY,
        place=NASTY,
        seats=seats,
        pieces=(piece,),
        tints=((23, NASTY, NASTY),),
        board=replace(board, areas=(*board.areas[:23], area, *board.areas[24:])),
    )
    text = svg(build(table), interactive=True)
    assert "<script" not in text
    root = parsed(text)
    assert any("<script>alert(1)</script>" in (node.get("aria-label") or "") for node in root.iter())
    assert len(png(build(table), 1)) > 1000


def test_clean_makes_any_text_fit_for_xml() -> None:
    assert clean("a<b>&\"'\x00\ud800") == "a&lt;b&gt;&amp;&quot;&#x27;\ufffd\ufffd"
    assert parsed(f"<a>{clean(''.join(map(chr, range(0x300))))}</a>").text


def test_svg_is_the_same_for_every_hash_seed() -> None:
    code = (
        "from tests.widgets.fixtures import *; from tests.widgets.maps import *; import hashlib;"
        "from theomachy_widgets.scene import build; from theomachy_widgets.render import svg;"
        "both = svg(build(hex_table(), hex_marks())) + svg(build(map_table(), map_marks()));"
        "print(hashlib.sha256(both.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ".:rules:widgets"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert len(found.pop().strip()) == 64


def test_svg_stays_small() -> None:
    assert len(svg(build(hex_table(), hex_marks()))) < 190_000
    assert len(svg(build(map_table("earth_6p"), map_marks("earth_6p")))) < 190_000


def colours(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def test_png_shows_water_land_and_tokens() -> None:
    scene = build(hex_table())
    picture = colours(png(scene, 2))
    assert picture.size == (2 * scene.width, 2 * scene.height)
    assert picture.getpixel((30, 1400))[:3] == (0xBC, 0xD3, 0xDC)
    token = next(t for t in scene.pieces if t.face.icon == "meeple" and t.face.colour == "red")
    assert picture.getpixel((int(2 * token.x - 18), int(2 * token.y + 18)))[:3] == (0xC5, 0x2E, 0x1E)
    bare = colours(png(scene, 1, ("pieces",)))
    assert bare.getpixel((2, 2))[3] == 0


def test_png_from_the_kept_ground_is_the_same_picture() -> None:
    scene = build(hex_table(), hex_marks())
    one, two = colours(png(scene, 1)), colours(whole_png(scene, 1))
    different = sum(
        max(abs(a - b) for a, b in zip(p, q, strict=True)) > 6
        for p, q in zip(list(one.get_flattened_data()), list(two.get_flattened_data()), strict=True)
    )
    assert different < one.width * one.height / 500
    assert ground_png(scene) is ground_png(build(hex_table()))


def test_png_has_text_without_any_font_of_the_machine() -> None:
    """The fonts of the house are enough: a digit, capitals and italic letters leave ink."""
    for attributes in (
        'font-family="Noto Sans"',
        'font-family="Noto Sans" font-weight="700"',
        'font-family="Noto Serif" font-style="italic"',
        "font-family=\"'Segoe UI', Roboto, 'Noto Sans', sans-serif\"",
        'font-family="Nobody"',
    ):
        words = f'<text x="4" y="18" font-size="16" {attributes}>12 Åx</text>'
        made = colours(rasterise(f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="24">{words}</svg>', 1))
        ink = sum(pixel[3] > 128 for pixel in made.get_flattened_data())
        assert ink > 60, attributes


def test_a_face_alone() -> None:
    face = Face("blue", "meeple", 26, "light")
    picture = colours(face_png(face))
    assert picture.width == picture.height
    middle = picture.width // 2
    assert picture.getpixel((middle, middle))[:3] == (0xFF, 0xFD, 0xF7)
    assert picture.getpixel((1, 1))[3] == 0


def test_png_refuses_senseless_scales() -> None:
    for scale in (0, -1, 9):
        with pytest.raises(ValueError, match="scale"):
            png(build(hex_table()), scale)


def test_the_areas_of_the_fixture_exist() -> None:
    assert area_of(hex_board(), "J10") == 99


@pytest.mark.parametrize("sign", ["→", "−"])
def test_signs_that_the_fonts_of_the_house_lack_are_drawn_all_the_same(sign: str) -> None:
    letters = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">{}</text></svg>'
    drawn, empty = (Image.open(io.BytesIO(rasterise(letters.format(text), 1))) for text in (sign, " "))
    assert drawn.tobytes() != empty.tobytes()
