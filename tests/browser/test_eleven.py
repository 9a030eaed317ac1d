"""Cthulhu Wars of eleven: how it is set up, and a game in its third round, with all seats, in all sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from tests.browser.driver import wait_drawn
from tests.browser.test_worlds import opened
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars

pytestmark = [pytest.mark.browser, pytest.mark.nightly]
ROUND = 3
# Rows of players of which something does not fit.
CUT = """all => all.filter((e) => [e, ...e.querySelectorAll('.nm, .n')].some((x) => x.scrollWidth > x.clientWidth + 1))
  .map((e) => e.textContent)"""


def crowded() -> Position:
    """Eleven factions with their armies: as a game by lot stands when the third round begins."""
    system, rng = CthulhuWars.build(players=11), Random("eleven")
    p = Position(system, system.start())
    while p.decision is not None and (p.state.round < ROUND or p.decision.what != "action"):
        if p.decision.player == CHANCE:
            p.play(sampling.sample_chance(p.decision, rng))
        else:
            rest = [option for option in p.decision.options if option != "pass"]
            p.play(rng.choice(rest or [*p.decision.options]))
    return p


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=lambda size: str(size[0]))
def test_eleven_seats_are_all_there(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], theme: str, size: tuple[int, int]
) -> None:
    shown = opened(serve, tmp_path, crowded(), size, theme)
    page = shown.page
    rows = page.locator(".fs[data-seat]")
    expect(rows).to_have_count(11)
    if size[0] < 500:
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
        screenshot(f"eleven-{size[0]}-{theme}", page, full_page=True)
        assert rows.evaluate_all(CUT) == []
        assert shown.errors == []
        return
    for _ in range(60):  # the board gives way with one of the next pictures
        if rows.last.evaluate("e => e.getBoundingClientRect().bottom") <= size[1]:
            break
        page.wait_for_timeout(100)
    screenshot(f"eleven-{size[0]}-{theme}", page)
    assert rows.last.evaluate("e => e.getBoundingClientRect().bottom") <= size[1]
    assert rows.evaluate_all(CUT) == []
    board = shown.canvas().bounding_box()
    assert board is not None
    assert board["height"] >= 330
    rows.nth(4).click()
    sheet = page.get_by_role("heading", name="Opener of the Way")
    expect(sheet.first).to_be_visible()
    screenshot(f"eleven-sheet-{size[0]}-{theme}", page)
    assert shown.errors == []


def test_eleven_are_chosen_above_the_editor_and_each_has_its_tools(
    serve: Serve, screenshot: Callable[..., Path]
) -> None:
    shown = serve.open(serve.library(), "?edit=cthulhu_wars&players=11", viewport={"width": 1440, "height": 900})
    page = shown.page
    last = page.get_by_label("Factions, seat 11", exact=True)
    expect(last).to_be_visible(timeout=60_000)
    wait_drawn(shown.canvas())
    lower = last.evaluate("e => e.getBoundingClientRect().bottom")
    assert lower <= page.locator(".theo-at-bar, .theo-box").first.evaluate("e => e.getBoundingClientRect().top") + 1
    expect(page.get_by_text("5 of 30")).to_be_visible()  # the gates of those that nobody is asked about
    screenshot("eleven-editor", page)
    assert shown.errors == []


def test_eleven_are_set_up_on_the_home_page(serve: Serve, screenshot: Callable[..., Path]) -> None:
    shown = serve.open(serve.library(), viewport={"width": 1440, "height": 900})
    page = shown.page
    page.get_by_role("radio", name="Choose Cthulhu Wars").click(timeout=60_000)
    add = page.get_by_role("button", name="Add a seat")
    for _ in range(4):
        add.click()
    expect(page.get_by_text("are a show")).to_have_count(0)
    for _ in range(3):
        add.click()
    expect(add).to_have_count(0)
    expect(page.get_by_text("More than eight players are a show")).to_be_visible()
    screenshot("eleven-home", page, full_page=True)
    page.get_by_role("button", name="Play Cthulhu Wars").click()
    expect(page.locator(".fs[data-seat]")).to_have_count(11, timeout=60_000)
    screenshot("eleven-begun", page)
    assert shown.errors == []
