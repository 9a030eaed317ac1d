"""One press of Escape puts away what lies open over the page, whatever the pointer rests on, and does nothing else."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("address", ["heroes&players=2", "mythic_battles&preset=clash", "cthulhu_wars&preset=africa"])
def test_escape_puts_away_the_menu_of_an_area(serve: Serve, address: str) -> None:
    shown = serve.open(serve.library(), f"?game={address}&seed=1", viewport={"width": 1440, "height": 900})
    page = shown.page
    page.locator("[data-panel=decision] .opt").first.wait_for(timeout=60_000)
    answers = page.locator("[data-panel=decision] .q").inner_text()
    board, menu = page.locator("canvas.theo-at-board").first, page.get_by_role("menu")
    for x, y in ((300, 250), (340, 280), (300, 250)):
        board.click(button="right", position={"x": x, "y": y})
        expect(menu.get_by_role("menuitem").first).to_be_focused()
        page.wait_for_timeout(700)  # in which a card would come to the pointer that rests here
        expect(page.locator(".help-card")).to_have_count(0)
        page.keyboard.press("ArrowDown")
        expect(menu.get_by_role("menuitem").nth(1)).to_be_focused()
        page.keyboard.press("1")  # no answer to what is asked behind the menu
        page.keyboard.press("Escape")
        expect(menu).to_have_count(0, timeout=1_000)
    assert page.locator("[data-panel=decision] .q").inner_text() == answers
    board.click(button="right", position={"x": 300, "y": 250})
    expect(menu).to_have_count(1)
    page.keyboard.press("h")
    expect(menu).to_have_count(0, timeout=1_000)
    expect(page.locator("[data-panel=hints]")).to_be_visible()
    assert shown.errors == []


def test_escape_puts_away_the_lists_of_the_bar_and_the_timeline(serve: Serve) -> None:
    shown = serve.open(serve.library(), "?game=demigods&preset=island", viewport={"width": 1440, "height": 900})
    page = shown.page
    page.locator("[data-panel=decision] .opt").first.wait_for(timeout=60_000)
    lists = page.locator("[data-panel=bar] .pop")
    for name in ("Help", "Share", "sees all"):
        page.get_by_role("button", name=name).first.click()
        expect(lists).to_have_count(1)
        if name == "Help":
            keys = lists.locator(".keys-list kbd").all_inner_texts()
            assert {"H", "G", "K", "I"} <= {*keys}, "every key that asks"
        page.keyboard.press("Escape")
        expect(lists).to_have_count(0, timeout=1_000)
    page.locator(".theo-box").first.focus()
    page.keyboard.press("?")
    expect(lists).to_have_count(1)
    page.keyboard.press("Escape")
    expect(lists).to_have_count(0, timeout=1_000)
    page.get_by_role("button", name="Graph and report").click()
    expect(page.locator(".tlmenu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tlmenu")).to_be_hidden(timeout=1_000)
    assert shown.errors == []
