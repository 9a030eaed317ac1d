"""The page of a simulation and of many saved games on a served page: from the start page to figures, and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser


def test_a_simulation_is_set_up_watched_paused_and_cancelled(serve: Serve) -> None:
    shown = serve.open(serve.library())
    page = shown.page
    page.get_by_role("link", name="Simulation").click()
    page.get_by_label("Game", exact=True).select_option("cthulhu_wars")
    page.get_by_role("radio", name="1,000").click()
    page.get_by_role("button", name="Play 1,000 games").click()
    expect(page.locator(".sm-win")).to_have_count(4, timeout=60_000)
    expect(page.locator(".sm-win").first).to_contain_text("±")
    expect(page.get_by_label("Game", exact=True)).to_be_disabled()
    page.locator(".theo-box").first.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.get_by_role("radio", name="Most strength").click()
    expect(page.get_by_text("Most strength, by player")).to_be_visible()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("stopped at")).to_be_visible()
    assert shown.errors == []


@pytest.mark.nightly
def test_the_saved_games_that_are_offered_are_told_together(serve: Serve) -> None:
    pytest.importorskip("duckdb")
    shown = serve.open(serve.library())
    shown.page.get_by_role("link", name="Analysis").click()
    expect(shown.page.locator("h3:visible", has_text="Openings")).to_be_visible(timeout=60_000)
    shown.page.get_by_label("Game").select_option("Heroes II")
    expect(shown.page.get_by_role("heading", name="Heroes II")).to_be_visible()
    assert shown.errors == []
