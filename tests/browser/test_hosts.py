"""Everything in every other host, Notebook 7, Voila, a notebook with Panel outermost: opened and clicked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.browser.driver import Notebook, Watched, click_canvas

pytestmark = pytest.mark.browser

FOLDER = ROOT / "examples" / "scenarios" / "demigods"
LONG = 60_000
# What Notebook 7 says of itself, whatever notebook it opens.
NOTEBOOK_7 = {
    "Cannot read properties of undefined (reading 'schema')",
    "Command 'filebrowser:open-path' not registered.",
}
GAME = """
import random
import theomachy as th
from theomachy_widgets import Compare, Dashboard, LessonPlayer, PositionEditor, lessons, rule_page
game, rng = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7), random.Random(3)
while len(game.position.log()) < 140:
    game.play(rng.choice(game.options))
end = game.here
for back in (12, 20):
    game.go(game.tree.path(end)[-back])
    for _ in range(8):
        game.play(rng.choice(game.options))
game.go(end)
"""
# The board is a canvas in one and the accessible twin in the others: a page of five canvases asks much of a machine.
ALL = [
    GAME,
    f"player = LessonPlayer({str(FOLDER / 'lesson_mountain_defence.toml')!r})\nplayer",
    'pair = Compare(game, "main line", game.tree.nodes[-1].depth and len(game.tree.nodes) - 1, renderer="svg")\npair',
    f'book = rule_page("demigods", "DG-BAT-012", {str(FOLDER)!r}, renderer="svg")\nbook',
    f'shelf = lessons("demigods", {str(FOLDER)!r}, renderer="svg")\nshelf',
    'dash = Dashboard(game, renderer="svg")\ndash',
]
TWICE = """() => {
  const all = [...document.querySelectorAll(".theomachy-svg-board [id]")].map((node) => node.id);
  return [all.length, all.filter((id, i) => all.indexOf(id) !== i)];
}"""
TALL = {"viewport": {"width": 1440, "height": 1500}}


def click_all(page: Page) -> None:
    """One click in each of them, that changes what it shows."""
    lesson = page.locator(".theo-lesson").first
    lesson.get_by_text("Step 1 of 9").wait_for(timeout=LONG)
    lesson.get_by_role("button", name="Go on", exact=True).click()
    lesson.get_by_text("Which of these may she do now?").wait_for()
    pair = page.locator(".theo-compare").first
    left = pair.locator(".theo-at-left h2")
    said = left.inner_text()
    pair.get_by_role("button", name="Swap").click()
    expect(left).not_to_have_text(said)
    pair.get_by_label("Line at the left").select_option(index=1)
    book = page.locator(".theo-rules").first
    book.get_by_text("How often do mountains take a hit?").wait_for()
    book.get_by_label("Search the rules").fill("famine")
    book.get_by_role("button", name="DG-CRD-015").click()
    book.get_by_text("Mountain defence").wait_for(state="detached")
    shelf = page.locator(".theo-lessons").first
    shelf.get_by_role("button", name="Show all").click()
    shelf.locator('[data-lesson="battle_first_blood.toml"]').click()
    shelf.get_by_text("Step 1 of").wait_for(timeout=LONG)
    timeline = page.locator("[data-panel=timeline] svg[role=img]").last
    where = timeline.get_attribute("aria-label") or ""
    page.get_by_role("button", name="Back one answer").last.click()
    expect(timeline).not_to_have_attribute("aria-label", where)
    # Four twins on one page: an id that two of them had would show the signs of one on the other.
    number, twice = page.evaluate(TWICE)
    assert number > 50
    assert twice == []


@pytest.mark.nightly
def test_everything_in_notebook_7(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(ALL, app="notebook", **TALL)
    assert "/notebooks/" in book.page.url
    book.canvas()
    click_all(book.page)
    book.wait_kernel(
        "(player.lesson.at, book.rule, shelf.player is not None, game.here != end)", (1, "DG-CRD-015", True, True)
    )
    assert book.kernel_eval("(player.errors, pair.errors, book.errors, shelf.errors, dash.control.faults)") == str(
        ([], [], [], [], [])
    )
    book.page.locator(".theo-lesson").first.scroll_into_view_if_needed()
    screenshot("hosts-notebook", book.page)
    assert set(book.errors) <= NOTEBOOK_7


def test_everything_in_voila(voila: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    shown = voila(ALL, **TALL)
    click_all(shown.page)
    shown.canvas()
    screenshot("hosts-voila", shown.page)
    assert shown.errors == []


def test_the_dashboard_in_notebook_7(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook([GAME, "dash = Dashboard(game); dash"], app="notebook", theme="dark", **TALL)
    page, canvas = book.page, book.canvas()
    book.wait_kernel("dash.board.theme", "dark")
    log = "len(game.position.log())"
    answers = int(book.kernel_eval(log))
    page.locator(".theo-box").focus()
    redo = page.get_by_role("button", name="Redo")
    page.keyboard.press("u")
    book.wait_kernel(f"{log} < {answers}", True)
    expect(redo).to_be_enabled()
    page.keyboard.press("r")
    book.wait_kernel(log, answers)
    expect(redo).to_be_disabled()  # the page shows it too: a click on the picture before would be refused
    page.locator(".btn.solid").click()
    book.wait_kernel(f"{log} > {answers}", True)
    target = "next((o.targets[0] for o in game.options if o.targets), '')"
    spot = book.kernel_eval(f"dash.board.scene.ground.centre(int(({target}).split(':')[1]))").strip("()").split(",")
    answers = int(book.kernel_eval(log))
    click_canvas(canvas, 2 * float(spot[0]), 2 * float(spot[1]))
    book.wait_kernel(f"{log} > {answers} or bool(dash.view_state.picked)", True)
    screenshot("dashboard-notebook-dark", page)
    assert book.kernel_eval("dash.control.faults") == "[]"
    assert set(book.errors) <= NOTEBOOK_7


@pytest.mark.parametrize("app", ["lab", pytest.param("notebook", marks=pytest.mark.nightly)])
def test_the_dashboard_by_panel_in_a_notebook(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path], app: str
) -> None:
    """With `panel=True` the scripts come from this machine, clicks are heard, and figures stand in their tab, once."""
    cells = [GAME, "import panel as pn\npn.extension('ipywidgets')", "dash = Dashboard(game, panel=True); dash"]
    book = notebook(cells, app=app, **TALL)
    page = book.page
    book.canvas()
    # Nothing has lost its place in the grid.
    places = [page.locator(f".theo-box > .theo-at-{name}") for name in ("bar", "board", "side", "foot", "base")]
    for place in places:
        expect(place).to_be_visible()
    bar, board = (place.bounding_box() for place in places[:2])
    assert bar is not None
    assert board is not None
    assert board["y"] >= bar["y"] + bar["height"] - 4
    assert board["width"] > 400
    log = "len(game.position.log())"
    answers = int(book.kernel_eval(log))
    page.locator(".btn.solid").click()
    book.wait_kernel(f"{log} > {answers}", True)
    # The chart shows another figure, not only its menu.
    page.get_by_role("tab", name="Figures").click()
    chart = page.locator("[data-panel=lab] svg[role=img]")
    before = chart.get_attribute("aria-label") or ""
    page.locator("[data-panel=lab] .args .btn").nth(1).click()
    expect(chart).not_to_have_attribute("aria-label", before)
    assert page.locator(".bk-Figure").count() == 0
    screenshot(f"dashboard-panel-{app}", page)
    assert book.outside == []
    assert set(book.errors) <= NOTEBOOK_7
