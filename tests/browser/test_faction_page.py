"""The sheet of a faction as a page in front: opened from the row of players, on any width, by keys too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import theomachy as th
from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser
CUT = """all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className + ': ' + e.textContent)"""


def test_the_sheet_of_a_faction_stands_in_front(serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]) -> None:
    game = th.new("cthulhu_wars", factions=["sleeper", "ancients", "great_cthulhu"])
    game.save(tmp_path / "one.json")
    shown = serve.open(serve.theomachy(str(tmp_path / "one.json")), viewport={"width": 1440, "height": 900})
    page = shown.page
    page.locator("[data-seat='0']").first.click()
    sheet = page.get_by_role("region", name="Sleeper")
    expect(sheet.get_by_role("list", name="Spellbooks", exact=True).get_by_role("listitem")).to_have_count(6)
    for width in (1440, 1024, 390):
        page.set_viewport_size({"width": width, "height": 900})
        expect(sheet.get_by_text("Next Gather Power")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert sheet.locator(".card4, .text4, td, .brings4").evaluate_all(CUT) == []
        screenshot(f"faction-page-{width}", page)
    sheet.get_by_role("list", name="The others").get_by_role("button").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Ancients")).to_be_visible()
    expect(page.get_by_role("button", name="Sheet of Ancients").first).to_be_focused()
    page.get_by_role("button", name="Board").click()
    expect(page.get_by_role("region", name="Ancients")).to_have_count(0)
    assert shown.errors == []
