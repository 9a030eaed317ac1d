"""Somebody has to go home: found in the menu of the table, confirmed, and taken back, in a real browser."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser import servers
from tests.browser.driver import Watched
from tests.browser.servers import Server

pytestmark = pytest.mark.browser
CODE = """
import theomachy as th
from theomachy_widgets.serve import serve
game = th.new("gods_war", players=["Ana", "Ben", "Cleo"], empires=["sky", "storm", "darkness"], seed=3)
while game.position.decision.what != "action":
    game.play(game.options[0])
serve(game, port={port}, tell=lambda text: print(text, flush=True))
"""
# Is this very thing what lies at its middle, without the page having been scrolled for it?
ON_TOP = """thing => {
  const box = thing.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
  let found = document.elementFromPoint(...at);
  while (found && found.shadowRoot && found.shadowRoot.elementFromPoint(...at) !== found)
    found = found.shadowRoot.elementFromPoint(...at);
  return !!found && (found === thing || thing.contains(found));
}"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Server]:
    port = servers.free_port()
    command = [sys.executable, "-c", CODE.format(port=port)]
    with servers.serving(command, tmp_path / "work", tmp_path, port, "") as server:
        yield server


def in_sight(thing: Locator) -> None:
    """It is drawn, and nothing covers it or cuts it off."""
    expect(thing).to_be_visible(timeout=40_000)
    assert thing.evaluate(ON_TOP)


def test_a_player_leaves_and_comes_back_by_undo(
    table: Server, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    seen = Watched(new_context(viewport={"width": 1440, "height": 900}).new_page(), table)
    page = seen.page
    page.goto(table.base, timeout=60_000)
    bar = page.locator(".theo .bar")
    expect(bar).to_be_visible(timeout=60_000)

    bar.locator("button[aria-haspopup]:not([data-helpmenu])").last.click()
    item = bar.get_by_role("button", name="A player leaves the game")
    in_sight(item)
    in_sight(bar.get_by_role("button", name="Dark", exact=True))  # the last of the menu, over the board's column
    screenshot("leaving_menu", page)
    item.click()
    asks = page.get_by_role("group", name="A player leaves the game")
    expect(asks.locator("[data-leave]")).to_have_count(3)
    expect(asks).to_contain_text("Uncontrolled Faction")
    screenshot("leaving_asked", page)
    asks.get_by_role("button", name="Nobody leaves").click()
    expect(asks).to_have_count(0)

    # The sheet of a player has the same, for him alone.
    page.locator("[data-seat='1']").click()
    page.get_by_role("button", name="Ben leaves the game …").click()
    expect(asks.locator("[data-leave]")).to_have_count(1)
    asks.locator("[data-leave='1']").click()
    expect(asks).to_have_count(0, timeout=40_000)
    sheet = page.get_by_role("region", name="Storm")
    expect(sheet).to_contain_text("uncontrolled", timeout=40_000)
    expect(page.get_by_text("its player has left").first).to_be_visible()
    expect(page.get_by_role("button", name="Ben leaves the game …")).to_have_count(0)
    screenshot("leaving_done", page)

    bar.get_by_role("button", name="Undo").click()
    expect(sheet).not_to_contain_text("uncontrolled", timeout=40_000)
    expect(page.get_by_role("button", name="Ben leaves the game …")).to_be_visible()
    assert not seen.errors
