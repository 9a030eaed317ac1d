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
from tests.browser.driver import Notebook
from tests.browser.servers import Server
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
    board = page.locator("canvas.theo-at-board").first
    board.click(trial=True)  # a small map beside a sheet hears clicks too: nothing lies over it
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
    expect(proposal).to_have_count(0)
    row["hints, H"] = timed(key("h"), proposal)
    screenshot(f"question-hints-{slug}", page)
    closed(page)
    row["chance, C"] = timed(key("c"), line)
    screenshot(f"question-chance-{slug}", page)
    print(f"{slug}: " + ", ".join(f"{what} {seconds:.1f} s" for what, seconds in row.items()))
    assert shown.errors == []


FOCUS = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at?.getAttribute('aria-label') || '';
}"""


@pytest.mark.timeout(300)
def test_a_game_against_a_bot_by_keys_alone(serve: Serve, screenshot: Callable[..., Path]) -> None:
    """From the home page to the first question without a pointer: arrows and Enter pick a game, P plays it."""
    shown = serve.open(serve.theomachy(), "", viewport={"width": 1440, "height": 900})
    page, pressed = shown.page, 0
    page.get_by_role("radio", name=f"Choose {TITLES['demigods']}").wait_for(timeout=60_000)
    began = perf_counter()
    while not page.evaluate(FOCUS).startswith("Choose ") and pressed < 12:
        page.keyboard.press("Tab")
        pressed += 1
    assert page.evaluate(FOCUS).startswith("Choose "), "Tab comes to the cards"
    for key in ("ArrowRight", "Enter", "p"):
        page.keyboard.press(key)
        page.wait_for_timeout(200)
    asked = page.locator("[data-panel=decision] .opt, [data-panel=decision] .btn.solid, .theo-front .btn.solid")
    asked.first.wait_for(timeout=90_000)
    print(f"home: {pressed + 3} keys, a question after {perf_counter() - began:.1f} s")
    screenshot("question-play-keys", page)
    assert shown.errors == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("slug", TITLES)
def test_each_question_in_jupyterlab(
    slug: str, lab: Server, notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    """By clicks, beside the open side bar of JupyterLab at 1440 x 900; by keys too."""
    busy_game(slug).save(lab.root / f"evening-{slug}.json")
    cells = [
        f"import theomachy as th\nfrom theomachy_widgets import Dashboard\nDashboard(th.load('evening-{slug}.json'))"
    ]
    book = notebook(cells, viewport={"width": 1440, "height": 900})
    page, box, row = book.page, book.page.locator(".theo-box").first, {}
    assert page.locator("#jp-left-stack").bounding_box()["width"] > 150, "the side bar is open"  # type: ignore[index]
    page.locator("[data-panel=decision] .btn.solid, .opt").first.wait_for(timeout=90_000)
    page.wait_for_timeout(2500)
    box.scroll_into_view_if_needed()
    closed(page)
    figure = page.locator(".theo-calc").get_by_text(re.compile(r"\d %|Put a unit|Exact|sampled|±"))
    proposal = page.locator(".proposal, [data-panel=hints] p, [data-panel=hints] .s2")
    line, goals = (
        page.locator("path.ch-line"),
        page.locator("[data-panel=reach] .reach-choice"),
    )

    def key(name: str) -> Callable[[], None]:
        def press() -> None:
            box.focus()
            page.keyboard.press(name)

        return press

    def graph() -> None:
        page.get_by_role("button", name="Graph and report").click()
        page.get_by_role("button", name="Chance to win, as a graph").click()

    row["hints, 1 click"] = timed(page.get_by_role("button", name="Hints").click, proposal)
    screenshot(f"lab-hints-{slug}", page)
    closed(page)
    expect(proposal).to_have_count(0)
    row["hints, H"] = timed(key("h"), proposal)
    closed(page)
    row["odds, K"] = timed(key("k"), figure)
    screenshot(f"lab-odds-{slug}", page)
    closed(page)
    if page.get_by_role("button", name="Can it be reached?").count():
        row["goals, 1 click"] = timed(page.get_by_role("button", name="Can it be reached?").first.click, goals)
        screenshot(f"lab-reach-{slug}", page)
        closed(page)
        row["goals, G"] = timed(key("g"), goals)
        closed(page)
    if page.get_by_role("button", name="Graph and report").first.is_visible():
        row["chance, 2 clicks"] = timed(graph, line)
        screenshot(f"lab-chance-{slug}", page)
        key("c")()
        line.first.wait_for(state="detached")
    row["chance, C"] = timed(key("c"), line)
    print(f"{slug}, JupyterLab: " + ", ".join(f"{what} {seconds:.1f} s" for what, seconds in row.items()))
    assert book.errors == []


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
