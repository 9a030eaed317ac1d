"""The home page: who plays, by keys and by clicks, on a screen of any width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser
LOADED = "all => all.length >= 5 && all.every((i) => i.complete && i.naturalWidth > 0)"


def pictures(page: Page) -> bool:
    """Are all of the games there?"""
    return bool(page.locator(".game-card img.own").evaluate_all(LOADED))


def test_a_game_is_picked_and_begun_by_keys_alone(serve: Serve) -> None:
    """Arrows move among the cards, Enter picks, P plays; the board asks something."""
    server = serve.library()
    shown = serve.open(server)
    page = shown.page
    first = page.get_by_role("radio", name="Choose Demigods")
    expect(first).to_have_attribute("aria-checked", "true")
    first.focus()
    page.keyboard.press("ArrowLeft")  # round to the last, the one with the most rules
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Choose The Gods War")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Choose The Gods War")).to_have_attribute("aria-checked", "true")
    page.keyboard.press("p")
    page.locator("[data-option]").nth(1).wait_for()
    assert "preset=three" in page.url
    assert "o.points=20" in page.url
    assert shown.errors == []


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_seats_are_filled_and_nothing_is_cut(serve: Serve, width: int, screenshot: Callable[..., Path]) -> None:
    server = serve.library()
    shown = serve.open(server, viewport={"width": width, "height": 860})
    page = shown.page
    page.get_by_role("radio", name="Choose Cthulhu Wars").wait_for()
    for _ in range(100):
        if pictures(page):
            break
        page.wait_for_timeout(200)
    page.get_by_role("radio", name="Choose Cthulhu Wars").click()
    expect(page.get_by_role("radio", name="Choose Cthulhu Wars")).to_have_attribute("aria-checked", "true")
    assert pictures(page), "a click draws no picture anew"
    expect(page.get_by_text("You lead Great Cthulhu against three middling bots.")).to_have_count(1)
    page.get_by_role("radiogroup", name="Who plays Black Goat").get_by_role("radio", name="you").click()
    page.get_by_role("radiogroup", name="Who plays Great Cthulhu").get_by_role("radio", name="friend").click()
    page.get_by_role("radiogroup", name="How well Yellow Sign plays").get_by_role("radio", name="hard").click()
    expect(page.get_by_text("sits at this screen with you")).to_be_visible()
    page.get_by_role("button", name="One seat less").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    columns = page.locator(".switches").evaluate("e => getComputedStyle(e).gridTemplateColumns").split()
    assert len(columns) == (1 if width < 700 else 2)  # what is chosen below a switch needs the whole of a phone
    expect(page.get_by_role("switch", name="Ready map")).to_have_attribute("aria-checked", "true")
    screenshot(f"home-{width}", page)
    page.get_by_role("button", name="Play Cthulhu Wars").click()
    page.locator(".theo-box canvas:visible").first.wait_for()
    assert "bots=person%2Cperson%2Chard" in page.url
    assert shown.errors == []


def test_on_another_map_no_seat_is_said_to_begin_where_it_would_on_the_usual_one(serve: Serve) -> None:
    server = serve.library()
    for map_, said in (("primeval_3p", "Cthulhu"), ("earth_3p", "Cthulhu, from South Pacific")):
        # No game begins at an address with a fault: the page shows what was chosen.
        shown = serve.open(server, f"?game=cthulhu_wars&players=3&o.map={map_}&o.fault=1")
        expect(shown.page.locator(".seat-who .s2").first).to_have_text(said)
