"""The accessible twin without a browser: what it sends and what it hears."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.widgets.fixtures import area_of, hex_board, hex_marks, hex_table
from tests.widgets.maps import map_table
from theomachy.engine.tabletop.table import Arrow, Marks
from theomachy_widgets.svg_board import SvgBoard

DATA = Path(__file__).parents[2] / "widgets/theomachy_widgets/data"


@pytest.fixture
def board() -> Iterator[SvgBoard]:
    made = SvgBoard(hex_table(), hex_marks())
    yield made
    made.close()


def tell(board: SvgBoard, **content: Any) -> None:
    board.widget._handle_custom_msg(content, [])


def test_it_sends_ground_play_and_everything_in_reach(board: SvgBoard) -> None:
    assert len(board.widget.reach) == len(board.scene.hits)
    g4 = next(each for each in board.widget.reach if each["t"] == f"area:{area_of(hex_board(), 'G4')}")
    assert g4["l"].startswith("G4: mountains")
    assert g4["on"] is True
    assert g4["d"].startswith("M")
    json.dumps([board.widget.ground, board.widget.play, board.widget.reach, board.widget.box])


def test_the_ground_travels_once(board: SvgBoard) -> None:
    ground, changes = board.widget.ground, list[str]()
    board.widget.observe(lambda change: changes.append(change["name"]), ["ground", "play", "reach"])
    board.show(marks=Marks())
    assert board.widget.ground is ground
    assert set(changes) == {"play", "reach"}
    board.show(map_table())
    assert "ground" in changes


def test_it_hears_picks_and_hovers(board: SvgBoard) -> None:
    picked: list[Any] = []
    board.on_pick(lambda *args: picked.append(args))
    board.on_hover(picked.append)
    e6 = area_of(hex_board(), "E6")
    tell(board, event="pick", target=f"area:{e6}", x=10, y=20.5)
    tell(board, event="hover", target=f"area:{e6}")
    tell(board, event="pick", target="", x=1, y=1)
    assert picked == [(f"area:{e6}", e6, 10.0, 20.5), f"area:{e6}", ("", -1, 1.0, 1.0)]


@pytest.mark.parametrize(
    "content", [{}, {"event": "fly"}, {"event": "hover", "target": ["x"]}, {"event": "pick", "target": "area:9999"}]
)
def test_it_does_not_trust_the_page(board: SvgBoard, content: dict[str, Any]) -> None:
    picked: list[Any] = []
    board.on_pick(lambda *args: picked.append(args))
    tell(board, **content)
    assert board.errors == []
    assert picked in ([], [("", -1, -1.0, -1.0)])


def test_errors_show_in_the_strip(board: SvgBoard) -> None:
    board.on_pick(lambda *_: 1 / 0)
    tell(board, event="pick", target="", x="not a number", y=0)
    assert board.widget.strip.startswith("ValueError")
    tell(board, event="pick", target="", x=0, y=0)
    assert board.widget.strip == "ZeroDivisionError: division by zero"
    told: list[str] = []
    board.on_error(told.append)
    tell(board, event="pick", target="", x=0, y=0)
    assert told == ["ZeroDivisionError: division by zero"]


def test_the_page_parses_no_markup() -> None:
    script = (DATA / "svg_board.js").read_text(encoding="utf-8")
    for danger in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "DOMParser",
        "http:",
        "https:",
    ):
        assert danger not in script.replace('"http://www.w3.org/2000/svg"', ""), danger


def test_the_page_knows_every_element_and_attribute_that_is_sent(board: SvgBoard) -> None:
    script = (DATA / "svg_board.js").read_text(encoding="utf-8")
    known = {
        name: set(re.findall(r'"([\w-]+)"', body))
        for name, body in re.findall(r"const (TAGS|ATTRS) = new Set\(\[(.*?)\]\)", script, re.DOTALL)
    }

    def walk(node: list[Any]) -> None:
        tag, attributes, _, children = node
        assert tag in known["TAGS"]
        assert set(attributes) <= known["ATTRS"], set(attributes) - known["ATTRS"]
        for child in children:
            walk(child)

    for node in (*board.widget.ground, *board.widget.play):
        walk(node)


def test_closed_it_is_silent() -> None:
    made = SvgBoard(hex_table())
    made.close()
    made.close()
    made.show(hex_table({}))
    tell(made, event="pick", target="", x=0, y=0)
    assert made.errors == []


def test_it_displays_everywhere(board: SvgBoard) -> None:
    data = board._repr_mimebundle_()
    assert {"application/vnd.jupyter.widget-view+json", "image/svg+xml", "image/png", "text/plain"} <= set(data)


def test_strokes_and_what_a_person_drew_are_told() -> None:
    made = SvgBoard(hex_table(), Marks(rings=frozenset(("area:45",)), drawn=(Arrow(45, 46),)))
    labels = {each["t"]: each["l"] for each in made.widget.reach}
    assert labels["area:45"].endswith(f", ringed, arrow to {hex_table().board.areas[46].name}")
    assert "ringed" not in labels["area:46"]
    heard: list[object] = []
    made.on_stroke(lambda *ends: heard.append(ends))
    made._on_message(None, {"event": "stroke", "from": "area:45", "to": "area:46"}, None)
    made._on_message(None, {"event": "stroke", "from": "area:45", "to": "<b>"}, None)
    assert heard == [(("area:45", 45), ("area:46", 46))]
    made.close()
