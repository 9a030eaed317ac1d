"""Hints on a served page with real keys: H asks, rows and table come, 2 lights, Enter plays it, Escape closes."""

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


def test_hints_are_asked_lit_and_played_by_keys(serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]) -> None:
    game, rng = th.new("demigods", seed=4, preset="island"), Random(4)
    while game.decision is None or game.decision.kind != "action" or len(game.options) < 6:
        game.play(rng.choice(game.options))
    game.save(tmp_path / "evening.json")
    shown = serve.open(serve.theomachy("evening.json"), "", viewport={"width": 1440, "height": 900})
    page = shown.page
    page.locator(".opt").first.wait_for(timeout=60_000)
    page.locator(".theo-box").focus()
    page.keyboard.press("h")
    rows = page.locator(".proposal")
    expect(rows).to_have_count(3)
    expect(page.locator('[data-panel="hints"]')).to_contain_text(re.compile(r"of \d+, [\d,]+ walks"))
    expect(page.locator(".opt")).to_have_count(0)
    page.keyboard.press("2")
    expect(page.locator(".proposal.on .nr")).to_have_text("2")
    screenshot("hints", page)
    page.keyboard.press("Escape")
    expect(rows).to_have_count(0)
    expect(page.locator(".opt").first).to_be_visible()
    page.get_by_role("button", name="Hints").click()
    expect(rows).to_have_count(3)
    page.locator(".theo-box").focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(0)
    expect(page.locator(".story, [data-panel='story']")).to_be_visible()
    assert (shown.errors, shown.outside) == ([], [])
