"""Against bots on a served page: pace, pause, step, why and take back by key and click; and whole games by clicks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser

# What each short game is opened with.
SHORT = {
    "demigods": "players=2&o.turns=1",
    "cthulhu_wars": "preset=africa&o.doom=10",
    "heroes": "players=2&o.rounds=1",
    "mythic_battles": "players=2&o.scenario=two_roads&o.rounds=1",
    "gods_war": "players=3&o.rounds=1",
}


def bots(page: Page) -> Locator:
    return page.locator("[data-panel=opponents]").first


def propose(page: Page) -> bool:
    """Click what the page proposes: its one solid button, else the first row, a group that opens. Was there one?"""
    solid = page.locator("[data-panel=decision] .btn.solid, .theo-front .btn.solid").first
    row = page.locator("[data-panel=decision] .opt").first
    try:
        for it in (solid, row):
            if it.is_visible():
                it.click(timeout=3000)
                return True
    except Late:
        pass  # a bot was quicker than the hand
    return False


def test_bots_answer_at_a_pace_and_wait_and_say_why(serve: Serve, screenshot: Callable[..., Path]) -> None:
    server = serve.theomachy()
    shown = serve.open(server, "?game=gods_war&preset=three&seed=1&bots=person,middling,easy", color_scheme="dark")
    page = shown.page
    bots(page).get_by_role("radio", name="by step").click()
    expect(bots(page).get_by_role("radio", name="by step")).to_have_attribute("aria-checked", "true")
    for _ in range(12):
        if bots(page).get_by_text("Go on").is_visible():
            break
        propose(page)
        page.wait_for_timeout(400)
    expect(bots(page).get_by_text("Go on")).to_be_visible()
    page.locator(".theo-box").first.focus()
    page.keyboard.press("ArrowRight")
    expect(bots(page).locator(".deeds li")).to_have_count(1)
    page.keyboard.press("w")
    expect(bots(page).get_by_text("Why did Storm do that?")).to_be_visible()
    expect(bots(page).get_by_text("together")).to_be_visible()
    screenshot("opponents-why", page)
    page.keyboard.press("4")
    page.locator("[data-panel=decision] .opt").first.wait_for()
    expect(bots(page).get_by_role("radio", name="at once")).to_have_attribute("aria-checked", "true")
    bots(page).get_by_role("button", name="Who plays?").click()
    bots(page).get_by_label("Who plays Storm").select_option("nobody")
    expect(bots(page).get_by_label("Who plays Storm")).to_have_value("nobody")
    assert shown.errors == []


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("slug", SHORT)
def test_a_whole_game_against_bots_by_clicks(slug: str, serve: Serve, screenshot: Callable[..., Path]) -> None:
    """Somebody who knows no rules clicks what the page proposes, until the game is over."""
    server = serve.theomachy()
    seats = {"gods_war": 3, "cthulhu_wars": 3}.get(slug, 2)
    shown = serve.open(server, f"?game={slug}&{SHORT[slug]}&seed=1&bots=person{',easy' * (seats - 1)}")
    page = shown.page
    page.locator("[data-panel=bar] .bar").wait_for()
    began, clicks, paced = time.monotonic(), 0, False
    while time.monotonic() - began < 1500:
        if page.get_by_text(re.compile(r"(Nobody|.*) won\.$")).first.is_visible():
            break
        once = bots(page).get_by_role("radio", name="at once")
        if not paced and once.is_visible():
            once.click()
            paced = True
        clicks += propose(page)
        page.wait_for_timeout(120)
    screenshot(f"opponents-{slug}-end", page)
    assert page.get_by_text("The end").first.is_visible(), f"not over after {clicks} clicks"
    assert shown.errors == []
    print(f"{slug}: over after {clicks} clicks and {time.monotonic() - began:.0f} s")
