"""Writing on a sheet, by a click and by keys, at a shared table in a real browser."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser import servers
from tests.browser.driver import Watched
from tests.browser.servers import Server

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
CODE = """
import sys
sys.path.insert(0, {root!r})
from tests.engine.pocket_scrolls import scrolls
from theomachy.engine.game.game import Game
from theomachy_widgets.serve import serve
game = Game(scrolls(2), seed=5).play((0, "done"), (1, "done"), "go on")
serve(game, port={port}, shared=True, tell=lambda text: print(text, flush=True))
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Server]:
    port = servers.free_port()
    code = CODE.format(root=str(ROOT), port=port)
    with servers.serving([sys.executable, "-c", code], tmp_path / "work", tmp_path, port, "") as server:
        yield server


def link(server: Server, whom: str) -> str:
    """The address of a seat, as the table has told it."""
    found = re.search(rf"^{whom}: (\S+)$", server.log.read_text(encoding="utf-8"), re.M)
    assert found
    return found[1]


def test_a_click_writes_and_keys_go_from_box_to_box(table: Server, new_context: Callable[..., BrowserContext]) -> None:
    mine = Watched(new_context(viewport={"width": 1200, "height": 1000}).new_page(), table)
    other = Watched(new_context(viewport={"width": 1200, "height": 1000}).new_page(), table)
    mine.page.goto(link(table, "Aglaia"), timeout=60_000)
    other.page.goto(link(table, "Bronteas"), timeout=60_000)
    sheet = mine.page.get_by_role("region", name="Scroll of Aglaia")
    expect(sheet).to_be_visible(timeout=60_000)  # it came to the front by itself
    expect(sheet.locator("[data-box]")).to_have_count(3)
    expect(other.page.get_by_role("tab", name="Aglaia, 0")).to_be_visible(timeout=60_000)

    sheet.locator("[data-block=Forge] [data-box]").click()
    expect(sheet.locator("[data-block=Forge]")).to_have_class(re.compile(r"\bfresh\b"))
    expect(sheet.locator("[data-block=Forge] .pen")).to_have_count(1)
    expect(other.page.get_by_role("tab", name="Aglaia, 1")).to_be_visible()

    # What may be written now: quay, armoury, garden. Arrows go round them, Enter writes.
    expect(sheet.locator("[data-box]")).to_have_count(3)
    sheet.locator("[data-block=Quay] [data-box]").focus()
    expect(sheet.locator(".read2")).to_contain_text("A voyage may be one island longer")
    mine.page.keyboard.press("ArrowRight")
    expect(sheet.locator("[data-block=Armoury] [data-box]")).to_be_focused()
    mine.page.keyboard.press("Enter")
    expect(sheet.locator("[data-block=Armoury]")).to_have_class(re.compile(r"\bfresh\b"))
    expect(other.page.get_by_role("tab", name="Aglaia, 3")).to_be_visible()
    assert mine.page.locator(".strip-error").count() == 0
