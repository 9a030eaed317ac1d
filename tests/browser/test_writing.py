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
from tests.engine.{module} import {module_game}
from theomachy.engine.game.game import Game
from theomachy_widgets.serve import serve
game = Game({module_game}(2), seed=5).play({answers})
serve(game, port={port}, shared=True, tell=lambda text: print(text, flush=True))
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Server]:
    yield from served(tmp_path, "pocket_scrolls", "scrolls", '(0, "done"), (1, "done"), "go on"')


@pytest.fixture
def inked(tmp_path: Path) -> Iterator[Server]:
    yield from served(tmp_path, "pocket_inks", "inks", '(0, 1), (0, "done"), (1, "done")')


def served(tmp_path: Path, module: str, game: str, answers: str) -> Iterator[Server]:
    port = servers.free_port()
    code = CODE.format(root=str(ROOT), port=port, module=module, module_game=game, answers=answers)
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


def test_actions_things_of_a_line_and_inks_are_chosen_by_click_and_key(
    inked: Server, new_context: Callable[..., BrowserContext]
) -> None:
    mine = Watched(new_context(viewport={"width": 1200, "height": 1000}).new_page(), inked)
    mine.page.goto(link(inked, "Aglaia"), timeout=60_000)
    page = mine.page
    row = page.get_by_role("list", name="Actions")
    expect(row).to_be_visible(timeout=60_000)
    expect(row.locator("[data-action]")).to_have_count(2)
    expect(row.locator(".out")).to_have_text("Wait")

    # Whose ink: a click on the other player's, and back.
    radios = page.get_by_role("radiogroup", name="Ink of")
    expect(radios.get_by_role("radio", name="Ink of Aglaia")).to_be_checked()
    radios.get_by_role("radio", name="Ink of Bronteas").click()
    expect(radios.get_by_role("radio", name="Ink of Bronteas")).to_be_checked()

    row.locator("[data-action='action:build']").focus()
    page.keyboard.press("Enter")
    works = page.get_by_role("list", name="Works")
    expect(works.locator("[data-line]")).to_have_count(3)
    expect(row.locator(".now")).to_contain_text("Build")

    # Arrows go from thing to thing that can be chosen; Enter chooses.
    works.locator("[data-line='line:works:0']").focus()
    page.keyboard.press("ArrowRight")
    expect(works.locator("[data-line='line:works:1']")).to_be_focused()
    page.keyboard.press("Enter")
    radios.get_by_role("radio", name="Ink of Aglaia").click()
    forge = works.locator("[data-item='1']")
    expect(forge).to_have_class(re.compile(r"\bdone\b"))
    expect(forge.locator(".li-disc .pen")).to_have_count(1)

    # A thumbnail puts a sheet in the place of the map, and the map back.
    page.get_by_role("tab", name="Sheets").click()
    page.locator("[data-sheet='0']").click()
    expect(page.get_by_role("region", name="Scroll of Aglaia")).to_be_visible()
    page.locator("[data-sheet='0']").click()
    expect(page.get_by_role("region", name="Scroll of Aglaia")).to_have_count(0)
    assert page.locator(".strip-error").count() == 0
