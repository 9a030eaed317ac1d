"""A stranger's questions on a served page, by real clicks and by keys alone: how many, and after how many seconds.

`make nightly` prints a row a game, which docs/answers.md keeps. What can fail is that an answer comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Serve
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.play.run import record

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

SEATS = {"gods_war": 3, "cthulhu_wars": 4}
TITLES = {
    "demigods": "Demigods", "cthulhu_wars": "Cthulhu Wars", "heroes": "Heroes", "mythic_battles": "Mythic Battles",
    "gods_war": "The Gods War",
}  # fmt: skip


def busy_game(slug: str) -> Game:
    """Some seventy answers of busy bots, at a choice."""
    game = record(slug, ["busy"] * SEATS.get(slug, 2), seed=5)
    path = game.tree.path(game.here)
    at = next(
        node for node in path[70:]
        if (asked := game.tree.nodes[node].position.decision) and asked.player >= 0 and len(asked.options) > 3
    )  # fmt: skip
    game.go(at)
    system_class(slug)  # the game is known to whoever opens it
    return game


def timed(act: Callable[[], None], answer: Locator) -> float:
    """Seconds from the first click or key to the first line of an answer."""
    began = perf_counter()
    act()
    answer.first.wait_for(timeout=60_000)
    return perf_counter() - began


def closed(page: Page) -> None:
    """The dashboard as it was."""
    page.locator(".theo-box").first.focus()
    for _ in range(3):
        page.keyboard.press("Escape")
    page.wait_for_timeout(300)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("slug", TITLES)
def test_each_question_is_answered(slug: str, serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]) -> None:
    busy_game(slug).save(tmp_path / "evening.json")
    shown = serve.open(serve.theomachy("evening.json"), "", viewport={"width": 1440, "height": 900})
    page, box = shown.page, shown.page.locator(".theo-box").first
    page.locator("[data-panel=decision] .btn.solid, .opt").first.wait_for(timeout=90_000)
    page.wait_for_timeout(2000)
    row = {}

    def key(name: str) -> Callable[[], None]:
        def press() -> None:
            box.focus()
            page.keyboard.press(name)

        return press

    figure = page.locator(".theo-calc").get_by_text(re.compile(r"\d %|Put a unit|Exact|sampled|±"))
    proposal = page.locator(".proposal, [data-panel=hints] p, [data-panel=hints] .s2")
    line = page.locator("path.ch-line")
    row["odds, K"] = timed(key("k"), figure)
    screenshot(f"question-odds-{slug}", page)
    closed(page)
    row["hints, 1 click"] = timed(page.get_by_role("button", name="Hints").click, proposal)
    closed(page)
    row["hints, H"] = timed(key("h"), proposal)
    screenshot(f"question-hints-{slug}", page)
    closed(page)
    row["chance, C"] = timed(key("c"), line)
    screenshot(f"question-chance-{slug}", page)
    print(f"{slug}: " + ", ".join(f"{what} {seconds:.1f} s" for what, seconds in row.items()))
    assert shown.errors == []


@pytest.mark.timeout(300)
@pytest.mark.parametrize("slug", TITLES)
def test_a_game_against_a_bot_is_two_clicks_away(slug: str, serve: Serve, screenshot: Callable[..., Path]) -> None:
    shown = serve.open(serve.theomachy(), "", viewport={"width": 1440, "height": 900})
    page = shown.page
    card = page.get_by_role("radio", name=f"Choose {TITLES[slug]}")
    card.wait_for(timeout=60_000)
    began = perf_counter()
    card.click()
    play = page.get_by_role("button", name=re.compile("^Play"))
    expect(card).to_have_attribute("aria-checked", "true")
    play.click()
    asked = page.locator("[data-panel=decision] .opt, [data-panel=decision] .btn.solid, .theo-front .btn.solid")
    asked.first.wait_for(timeout=90_000)
    print(f"{slug}: 2 clicks, a question after {perf_counter() - began:.1f} s")
    screenshot(f"question-play-{slug}", page)
    assert shown.errors == []
