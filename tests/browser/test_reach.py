"""Can it be reached, on a served page: by keyboard alone, at a sheet, and from the menu of an area."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

import theomachy as th
from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser


def test_goals_are_asked_about_by_keys_at_the_sheet_and_in_the_menu_of_an_area(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    game, rng = th.new("demigods", seed=4, preset="island"), Random(4)
    while game.decision is None or game.decision.kind != "action" or len(game.options) < 6:
        game.play(rng.choice(game.options))
    game.save(tmp_path / "evening.json")
    shown = serve.open(serve.theomachy("evening.json"), "", viewport={"width": 1440, "height": 900})
    page = shown.page
    page.locator(".opt").first.wait_for(timeout=60_000)
    panel = page.locator('[data-panel="reach"]')
    page.locator(".theo-box").focus()
    page.keyboard.press("g")
    goal = panel.get_by_label("Which goal?")
    expect(goal).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(panel.locator(".reach-head")).to_contain_text(re.compile("Yes|No|Not found"))
    expect(goal).to_be_focused()
    screenshot("reach", page)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.locator(".hname, [data-panel=strip] button").first.click()
    page.locator(".ask-reach").first.click()
    expect(panel.locator(".reach-head")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("canvas.theo-at-board").first.click(button="right", position={"x": 300, "y": 200})
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    menu.get_by_role("menuitem", name=re.compile("reached")).first.press("Enter")
    expect(menu).to_have_count(0)
    expect(panel.locator(".reach-head")).to_be_visible()
    assert (shown.errors, shown.outside) == ([], [])
