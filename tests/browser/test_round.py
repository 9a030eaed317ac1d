"""A round of Heroes at a shared table in a real browser: announced by clicks, planned in secret, written on a sheet."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import servers
from tests.browser.driver import Watched
from tests.browser.servers import Server

pytestmark = pytest.mark.browser
FIRST = "Ben"  # who begins with this seed
CODE = """
import theomachy as th
from theomachy_widgets.serve import serve
game = th.new("heroes", players=["Ada", "Ben"], seed=5, factions=["gremlins", "mechanisms"])
while game.position.decision.what != "action 1":
    game.play(game.options[0])
serve(game, port={port}, shared=True, tell=lambda text: print(text, flush=True))
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Server]:
    port = servers.free_port()
    command = [sys.executable, "-c", CODE.format(port=port)]
    with servers.serving(command, tmp_path / "work", tmp_path, port, "") as server:
        yield server


def link(server: Server, whom: str) -> str:
    """The address of a seat, as the table has told it."""
    found = re.search(rf"^{whom}: (\S+)$", server.log.read_text(encoding="utf-8"), re.M)
    assert found
    return found[1]


def test_a_round_is_announced_planned_in_secret_and_written_down(
    table: Server, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    pages: dict[str, Page] = {}
    seen_by: list[Watched] = []
    for whom in ("Ada", "Ben"):
        seen = Watched(new_context(viewport={"width": 1440, "height": 900}).new_page(), table)
        seen_by.append(seen)
        seen.page.goto(link(table, whom), timeout=60_000)
        pages[whom] = seen.page
    row = {whom: page.locator(".theo .bar") for whom, page in pages.items()}
    for page in row.values():
        expect(page).to_be_visible(timeout=60_000)
    me, other = pages[FIRST], pages["Ben" if FIRST == "Ada" else "Ada"]
    expect(me.locator("button[data-action]")).to_have_count(5, timeout=40_000)
    expect(other.locator("button[data-action]")).to_have_count(0)

    # The first player writes 1 to 4 in the boxes of the bar; everybody sees them.
    for action in ("Movement", "Building", "Wood", "Gold"):
        box = me.locator("button[data-action]", has_text=action)
        box.click()
        expect(box).to_have_count(0, timeout=40_000)
    for page in (me, other):
        expect(page.get_by_text("Where do you go?").first).to_be_visible(timeout=40_000)

    # While destinations are chosen the sheet of the other is closed, and of a plan others learn that it is there.
    expect(me.locator(".front.shut")).to_have_count(1)
    me.locator(".btn.solid").first.click()
    expect(other.get_by_text("sealed", exact=True)).to_have_count(1, timeout=40_000)
    expect(me.locator(".front.shut")).to_have_count(1)
    screenshot("round_secret", me)

    # All seals open at once; the sheets lie open again, and the board is the same for both.
    other.locator(".btn.solid").first.click()
    for page in (me, other):
        expect(page.locator(".front.shut")).to_have_count(0, timeout=40_000)
        page.locator("[data-front]", has_text="Gremlins").click()
        expect(page.get_by_role("region", name="Gremlins").first).to_be_visible(timeout=40_000)
    assert not [each for shown in seen_by for each in shown.errors]
    screenshot("round_sheet", me)
