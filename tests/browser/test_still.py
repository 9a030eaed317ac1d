"""Still boards, where no kernel runs: the picture follows the page that it stands in, or the machine."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.widgets.fixtures import hex_marks, hex_table
from tests.widgets.maps import map_table
from theomachy_widgets.svg_board import SvgBoard

pytestmark = pytest.mark.browser

# how it stands in the page: markup round it, and what the machine wishes -> whether it has to be dark
PAGES = [
    ("file", "", "light", False),
    ("file", "", "dark", True),
    ("file", "color-scheme:dark", "light", True),  # JupyterLab in its dark theme
    ("file", "color-scheme:light", "dark", False),
    ("inline", "", "light", False),
    ("inline", "", "dark", True),
    ("inline", "false", "light", True),
    ("inline", "true", "dark", False),
]


@pytest.mark.parametrize("made", ["hexes", "map"])
def test_a_still_board_is_dark_on_a_dark_page(made: str, new_page: Callable[..., Page]) -> None:
    board = SvgBoard(hex_table(), hex_marks(), width=600) if made == "hexes" else SvgBoard(map_table(), width=600)
    text = board.still()
    board.close()
    address = "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()
    for how, word, machine, dark in PAGES:
        page = new_page(color_scheme=machine, viewport={"width": 600, "height": 330})
        if how == "file":
            page.set_content(f"<body style='margin:0'><img style='{word}' src='{address}'></body>")
        else:
            theme = f" data-jp-theme-light='{word}'" if word else ""
            page.set_content(f"<body style='margin:0'{theme}>{text}</body>")
        page.wait_for_function("() => [...document.images].every(image => image.complete)")
        shot = Image.open(io.BytesIO(page.screenshot())).convert("L").resize((1, 1))
        light = shot.getpixel((0, 0))
        assert isinstance(light, int)
        assert (light < 140) == dark, f"{how} {word!r} on a {machine} machine: {light}"
        page.close()
