"""A telephone held upright: Play and the one solid button are on the screen, and a board can be seen from near."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Serve
from tests.browser.driver import wait_still

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def on_the_screen(what: Locator) -> bool:
    box = what.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 844 and box["x"] + box["width"] <= 390


def test_play_and_the_answer_are_in_reach_of_the_thumb(serve: Serve) -> None:
    server = serve.library()
    shown = serve.open(server, "", **PHONE)
    page = shown.page
    play = page.get_by_role("button", name="Play Demigods")
    play.wait_for(timeout=60_000)
    page.wait_for_timeout(500)
    assert on_the_screen(play)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    play.tap()
    solid = page.locator("[data-panel=decision] .btn.solid").first
    solid.wait_for(timeout=60_000)
    wait_still(page, 40)
    assert on_the_screen(solid)
    assert shown.errors == []


def test_any_board_is_seen_from_near(serve: Serve) -> None:
    shown = serve.open(serve.library(), "?game=cthulhu_wars&preset=africa&seed=1", **PHONE)
    page = shown.page
    page.locator("[data-panel=decision] .opt").first.wait_for(timeout=60_000)
    books = page.locator(".fs .books")
    books.first.wait_for(state="attached")
    ends = (
        "all => all.map(e => e.parentElement.getBoundingClientRect().right - e.lastChild.getBoundingClientRect().right)"
    )
    assert min(books.evaluate_all(ends)) >= 0  # no column of the players is cut
    outward, inward = "M5.4 1.8H1.8", "M1.8 5.4h3.6"  # corners of the icon: at its edge, and round its middle
    for name, corners in (("Show the board larger", outward), ("Show the whole board", inward)):
        button = page.get_by_role("button", name=name)
        expect(button.locator("path")).to_have_attribute("d", re.compile(f"^{corners}"), timeout=60_000)
        board, box = shown.canvas().bounding_box(), button.bounding_box()
        assert board is not None
        assert box is not None
        assert box["y"] >= board["y"] + board["height"], "no piece lies under the button"
        assert on_the_screen(button)
        button.tap()
    expect(page.get_by_role("button", name="Show the board larger")).to_be_visible(timeout=60_000)
    assert shown.errors == []


def test_a_board_in_two_sheets_is_seen_sheet_by_sheet(serve: Serve) -> None:
    """By finger and by keyboard: a switch between the sheets, and the ways that lead from one to the other."""
    address = "?game=cthulhu_wars&players=3&o.map=dreamlands_3p&seed=1"
    shown = serve.open(serve.library(), address, **PHONE)
    page = shown.page
    switch = page.get_by_role("radiogroup", name="Sheet of the board")
    above, below = (switch.get_by_role("radio", name=name) for name in ("The Surface", "The Underworld"))
    expect(switch.get_by_role("radio", checked=True)).to_have_count(1, timeout=60_000)
    expect(switch.get_by_role("radio", name="All sheets")).not_to_be_checked()  # the page has begun with one of them
    above.tap()
    expect(above).to_be_checked()
    rows = page.get_by_role("group", name="Ways between the sheets").get_by_role("button")
    expect(rows.first).to_have_attribute("aria-label", "tunnel A from Zura to Ruins of Karoth: nobody there")
    before = shown.canvas().bounding_box()
    assert before is not None
    assert before["height"] > before["width"]
    above.press("ArrowRight")
    expect(below).to_be_checked()
    expect(below).to_be_focused()
    expect(rows.first).to_have_attribute("aria-label", "tunnel A from Ruins of Karoth to Zura: nobody there")
    rows.first.press("Enter")
    expect(above).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert shown.errors == []
