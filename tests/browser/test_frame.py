"""The frame of the dashboard: the keyboard gets into the board and out again, and the board comes in its own light."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tests.browser.driver import Notebook, Watched

pytestmark = pytest.mark.browser
LONG = 60_000
GAME = """
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.new("demigods", players=2, seed="1")
Dashboard(game)
"""
# The element with the focus, also inside the shadows of a served page.
FOCUS = """() => {
  let a = document.activeElement;
  while (a?.shadowRoot?.activeElement) a = a.shadowRoot.activeElement;
  if (a.matches('canvas.theo-at-board')) return 'board';
  if (a.matches('.th-hit')) return 'svg board';
  if (a.matches('.theo-box')) return 'dashboard';
  return a.closest('.theo') ? 'panel' : a === document.body ? 'page' : a.outerHTML;
}"""


def tab_to(page: Page, where: str, keys: str = "Tab", most: int = 40) -> None:
    for _ in range(most):
        if page.evaluate(FOCUS) == where:
            return
        page.keyboard.press(keys)
    raise AssertionError(f"{keys} does not come to the {where} but to the {page.evaluate(FOCUS)}")


def in_and_out(page: Page, where: str) -> None:
    """Into the board and out of it on both sides, and by Escape."""
    page.locator(".bar .tools button").first.focus()
    tab_to(page, where)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS).startswith(("panel", "page"))
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUS) == where
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUS).startswith(("panel", "dashboard"))
    tab_to(page, where)
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUS) == "dashboard"


def by_keys(page: Page) -> None:
    """A question is answered at the board with keys alone."""
    page.locator(".opt").nth(1).wait_for(timeout=LONG)
    board = page.locator("canvas.theo-at-board").first
    expect(board).to_have_attribute("role", "application")
    assert (board.get_attribute("aria-label") or "").startswith("Board of ")
    in_and_out(page, "board")
    tab_to(page, "board")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".opt.chosen")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(page.locator(".opt").first).to_have_attribute("aria-selected", "true")


def test_the_keyboard_leaves_the_board_in_lab(notebook: Callable[..., Notebook]) -> None:
    book = notebook([GAME], viewport={"width": 1440, "height": 900})
    page = book.page
    book.canvas()
    by_keys(page)
    before = book.kernel_eval("len(game.position.log())")
    page.keyboard.press("Enter")
    expect(page.locator(".btn.solid")).to_be_visible()
    book.wait_kernel(f"len(game.position.log()) > {before}", True)
    assert book.errors == []


def test_the_keyboard_and_the_accessible_board_on_a_served_page(serve: Serve) -> None:
    server = serve.library()
    shown = serve.open(server, "?game=demigods&players=2&seed=1", viewport={"width": 1440, "height": 900})
    page = shown.page
    shown.canvas()
    by_keys(page)
    page.locator(".bar .menu > button:not([data-helpmenu])").last.click()
    page.locator("[data-renderer=svg]").click()
    page.locator(".theomachy-svg-board .th-hit").first.wait_for(timeout=LONG)
    expect(page.locator("canvas.theo-at-board")).to_have_count(0)
    in_and_out(page, "svg board")
    page.locator(".bar .menu > button:not([data-helpmenu])").last.click()
    page.locator("[data-renderer=canvas]").click()
    shown.canvas()
    assert shown.errors == []


WATCH = """() => { globalThis.bright = 0; globalThis.seen = 0;
  const all = (q, r) => [...r.querySelectorAll(q),
    ...[...r.querySelectorAll('*')].filter((e) => e.shadowRoot).flatMap((e) => all(q, e.shadowRoot))];
  const look = () => { for (const c of document.body ? all('canvas.theo-at-board', document) : []) {
      if (!c.width || getComputedStyle(c).visibility === 'hidden') continue;
      const [r, g, b, a] = c.getContext('2d').getImageData(20, 20, 1, 1).data;
      if (a) { globalThis.seen += 1; if (r + g + b > 384) globalThis.bright += 1; } }
    requestAnimationFrame(look); };
  requestAnimationFrame(look); }"""


def test_a_dark_page_shows_no_light_board(serve: Serve, new_context: Callable[..., object]) -> None:
    server = serve.library()
    context = new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
    page = context.new_page()  # type: ignore[attr-defined]
    page.add_init_script(f"({WATCH})()")
    shown = Watched(page, server)
    for what in ("game=demigods&players=2&seed=1", "lesson=demigods/lesson_mountain_defence.toml"):
        page.goto(server.url(f"?{what}"), timeout=LONG)
        shown.canvas()
        page.wait_for_function("() => globalThis.seen > 20", timeout=LONG)
        assert page.evaluate("() => globalThis.bright") == 0, what
