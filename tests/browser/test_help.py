"""Help beside things by pointer and key, and the first look: it comes once by itself, and again by the menu."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser
CARD, LOOK = ".help-card", ".tour-card"


def test_a_card_beside_a_thing_and_the_first_look(serve: Serve, new_context: Callable[..., BrowserContext]) -> None:
    server = serve.library()
    context = new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script("Object.defineProperty(navigator, 'webdriver', { get: () => false })")  # as a person's
    page = context.new_page()
    page.goto(server.url("?game=demigods&preset=island"), timeout=60_000)
    page.locator(LOOK).wait_for(timeout=60_000)
    titles = []
    for step in range(5):
        titles.append(page.locator(f"{LOOK} h2").inner_text())
        if step == 2:  # one area is ringed, where something stands, and the card beside it covers nothing of it
            expect(page.locator(LOOK)).to_contain_text("The right button asks")
            expect(page.locator(".tour-ring")).to_have_css("width", re.compile(r"^([4-9]|1\d)\d(\.\d+)?px$"))
            ring, card = page.locator(".tour-ring").bounding_box(), page.locator(LOOK).bounding_box()
            assert ring is not None
            assert card is not None
            beneath = card["y"] >= ring["y"] + ring["height"] or card["y"] + card["height"] <= ring["y"]
            assert beneath or card["x"] >= ring["x"] + ring["width"] or card["x"] + card["width"] <= ring["x"]
        page.locator(f"{LOOK} .btn.solid").click()
    expect(page.locator(".strip-error")).to_have_count(0)
    assert titles[0] == "What is asked"
    assert len(set(titles)) == 5
    page.locator(LOOK).wait_for(state="detached")

    rule = page.locator("[data-panel=decision] [data-help^='rule:']").first
    rule.hover()
    card = page.locator(CARD)
    card.wait_for(timeout=5_000)
    thing, beside = rule.bounding_box(), card.bounding_box()
    assert thing is not None
    assert beside is not None
    assert beside["y"] >= thing["y"] + thing["height"] or beside["y"] + beside["height"] <= thing["y"]
    assert beside["x"] >= 0
    assert beside["x"] + beside["width"] <= 1440
    page.keyboard.press("Escape")
    card.wait_for(state="detached")

    board = page.locator("canvas.theo-at-board").bounding_box()
    assert board is not None
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    card.wait_for(timeout=5_000)
    assert card.locator("b").first.inner_text()
    page.mouse.move(2, 2)
    card.wait_for(state="detached")

    rule.focus()
    page.keyboard.press("i")
    card.wait_for(timeout=5_000)
    page.keyboard.press("i")
    card.wait_for(state="detached")

    page.locator("[data-helpmenu]").click()
    page.get_by_text("First look, in five steps").click()
    page.locator(LOOK).wait_for()
    page.keyboard.press("Escape")
    page.locator(LOOK).wait_for(state="detached")
    assert page.evaluate("localStorage.getItem('theomachy-first-look')") == "1"  # it does not come by itself again
