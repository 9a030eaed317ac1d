"""Key moments of a saved game in JupyterLab: a click and a key go there, and a board opens where none was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Notebook

pytestmark = pytest.mark.browser
SAVE = Path(__file__).parents[2] / "examples" / "saves" / "demigods" / "two_rivers.json"
CELLS = [
    f"""import theomachy as th
from theomachy_widgets.analysis_page import page
game = th.load({str(SAVE)!r})
shown = page(game)
shown"""
]


def test_a_click_and_a_key_go_there(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(CELLS, viewport={"width": 1440, "height": 900})
    rows = book.page.locator(".theo-going tr[data-node]:visible")
    expect(rows.first).to_be_visible()
    wanted = [int(rows.nth(k).get_attribute("data-node") or -1) for k in (1, 2)]
    rows.nth(1).click()
    book.wait_kernel("game.here", wanted[0])
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    book.canvas()  # nobody showed the game: a dashboard opened below
    rows.nth(2).focus()
    book.page.keyboard.press("Enter")
    book.wait_kernel("game.here", wanted[1])
    screenshot("key-moments", book.page)
    assert book.errors == []
