"""A whole short game by keyboard alone on a served page, and one in JupyterLab by clicks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tests.browser.driver import Notebook
from tests.browser.test_opponents import propose

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

LATE = 60  # seconds, after which a game of one turn should long be over
IN_BOX = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return !!at?.classList.contains('theo-box');
}"""


def ended(page: Page) -> bool:
    return page.get_by_text(re.compile(r"(Nobody|.*) won\.$")).first.is_visible()


def test_a_game_by_keyboard_alone(serve: Serve, screenshot: Callable[..., Path]) -> None:
    """Tab to the dashboard, then Enter for what the page proposes and 1 for the first row, until it is over."""
    short = "?game=demigods&players=2&o.turns=1&preset=rivers&seed=1&bots=person,easy"
    shown = serve.open(serve.theomachy(), short, viewport={"width": 1440, "height": 900})
    page, solid = shown.page, shown.page.locator("[data-panel=decision] .btn.solid").first
    solid.wait_for()
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate(IN_BOX):
            break
    assert page.evaluate(IN_BOX), "the dashboard has the focus after a few Tabs"
    expect(page.locator("[data-panel=strip] button").first).to_contain_text("you, to act")
    began, keys = time.monotonic(), 0
    while not ended(page) and time.monotonic() - began < LATE:
        if solid.is_visible() or page.locator("[data-panel=decision] .opt").first.is_visible():
            page.keyboard.press("Enter" if solid.is_visible() else "1")
            keys += 1
        page.wait_for_timeout(150)
    screenshot("by-keys-end", page)
    assert ended(page), f"not over after {keys} keys"
    assert page.evaluate(IN_BOX), "the focus is where it was"
    print(f"over after {keys} keys and {time.monotonic() - began:.1f} s")
    assert shown.errors == []


def test_a_game_in_jupyterlab_by_clicks(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    cells = [
        "import theomachy as th\nfrom theomachy_widgets import Dashboard\n"
        "Dashboard(th.new('mythic_battles', players=2, scenario='two_roads', rounds=1, seed=1), bots={1: 'easy'})"
    ]
    book = notebook(cells, viewport={"width": 1440, "height": 900})
    page = book.page
    page.locator("[data-panel=decision] .btn.solid").first.wait_for()
    began, clicks = time.monotonic(), 0
    while not ended(page) and time.monotonic() - began < 2 * LATE:
        clicks += propose(page)
        page.wait_for_timeout(150)
    screenshot("by-clicks-lab-end", page)
    assert ended(page), f"not over after {clicks} clicks"
    print(f"JupyterLab: over after {clicks} clicks and {time.monotonic() - began:.1f} s")
    assert book.errors == []


def test_a_telephone_shows_the_question_and_its_button(serve: Serve, screenshot: Callable[..., Path]) -> None:
    server = serve.theomachy()
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    for what in ("cthulhu_wars&preset=africa", "heroes&players=2"):
        shown = serve.open(server, f"?game={what}&seed=1", **phone)
        button = shown.page.locator("[data-panel=decision] .btn.solid").first
        expect(button).to_be_in_viewport(ratio=1)
        expect(shown.page.locator("canvas.theo-at-board").first).to_be_in_viewport()
        assert shown.page.evaluate("document.documentElement.scrollWidth") == 390
        screenshot(f"phone-{what.partition('&')[0]}", shown.page)
        assert shown.errors == []
