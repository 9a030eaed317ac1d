"""What a person takes along from the dashboard, and how it looks where there is little room."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.browser.driver import Notebook
from tests.browser.test_dashboard_lab import PLAIN, START

pytestmark = pytest.mark.browser

FORKED = [
    START,
    "walk_to(lambda g: len(g.position.log()) > 120 and g.decision.kind == 'action' and len(g.options) > 2)\n"
    "before = game.tree.nodes[game.undo(2).here].latest\n"
    "other = next(o for o in game.options if o.value != game.tree.nodes[before].entry.answer)\n"
    "game.play(other); dash = Dashboard(game); dash",
]
# A region's text that is broken letter by letter is far taller than wide.
TALL = """section => [...section.querySelectorAll('b, .say, .q, p')]
  .filter(e => e.offsetParent && e.textContent.length > 12)
  .map(e => e.getBoundingClientRect()).filter(r => r.height > 70 && r.width < 70).length"""
OUTSIDE = """box => { const edge = box.getBoundingClientRect().right + 1;
  return [...box.querySelectorAll('.req *, .row *, .opt *, .odds *')]
    .filter(e => e.getBoundingClientRect().right > edge).length; }"""


def saved(page: Page, what: str, folder: Path) -> bytes:
    """Share a file and return what the browser was given."""
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download(timeout=60_000) as waiting:
        page.get_by_role("button", name=what).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path.read_bytes()


def test_files_and_two_lines_side_by_side(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path], tmp_path: Path
) -> None:
    book = notebook(FORKED, viewport={"width": 1440, "height": 1300})
    page = book.page
    page.locator(".opt").first.wait_for()
    assert saved(page, "Replay, a page", tmp_path).lower().startswith(b"<!doctype html")
    assert saved(page, "Last step as a picture", tmp_path).startswith(b"\x89PNG")
    assert saved(page, "Last step as a moving picture", tmp_path).startswith(b"GIF8")
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".gif", ".html", ".png"]
    compare = page.get_by_role("button", name="Compare", exact=True)
    compare.click()
    expect(page.get_by_role("toolbar", name="Comparison")).to_be_visible()
    expect(compare).to_have_attribute("aria-pressed", "true")
    screenshot("dashboard-compare", page.locator(".theo-frame").first)
    compare.click()
    expect(page.get_by_role("toolbar", name="Comparison")).to_have_count(0)
    book.kernel_exec(f"import os; os.chdir({str(ROOT)!r})")  # where the scenarios are looked for
    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("button", name="Open questions").click()
    page.locator(".list .line", has_text="DG-TMP-003").click()
    expect(page.locator(".qs", has_text="Shown by").locator(".file").first).to_be_visible()
    expect(page.locator(".qs", has_text="temple_neighbours")).to_be_visible()
    screenshot("dashboard-rules", page.locator(".theo-frame").first)
    assert (book.errors, book.kernel_eval("dash.control.faults")) == ([], "[]")


@pytest.mark.parametrize(
    ("width", "theme"),
    [
        pytest.param(1180, "dark", marks=pytest.mark.nightly),
        (760, "light"),
        pytest.param(1440, "light", marks=pytest.mark.nightly),
    ],
)
def test_little_room(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path], width: int, theme: str
) -> None:
    book = notebook(PLAIN, viewport={"width": width, "height": 1400}, theme=theme, color_scheme=theme)
    page = book.page
    page.locator(".opt").first.wait_for()
    box, side = page.locator(".theo-box"), page.locator(".theo-side")
    # Whoever asks writes at once.
    page.get_by_text("Why not").click()
    field = page.locator("input[data-keep=why]")
    expect(field).to_be_focused()
    page.keyboard.type("build A1")
    page.keyboard.press("Enter")
    expect(page.locator(".req.bad").first).to_be_visible()
    expect(field).to_be_focused()
    assert (side.evaluate(TALL), box.evaluate(OUTSIDE)) == (0, 0)
    screenshot(f"dashboard-why-{width}-{theme}", page.locator(".theo-frame"))
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    book.kernel_exec(
        "walk_to(lambda g: any(t.dice and t.dice[1] > 5 for _, t in g.story(0)) and g.position.decision.player >= 0)"
    )
    page.locator(".row svg.die").first.wait_for()
    assert (side.evaluate(TALL), box.evaluate(OUTSIDE)) == (0, 0)
    screenshot(f"dashboard-dice-{width}-{theme}", page.locator(".theo-frame"))
    assert book.errors == []


def test_arrows_and_rings_without_a_canvas(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    """On the accessible board a drag, or Shift and Enter twice, draws an arrow; Enter rings; both are said aloud."""
    book = notebook([START, "dash = Dashboard(game, renderer='svg'); dash"], viewport={"width": 1440, "height": 1250})
    page = book.page
    page.locator(".opt").first.wait_for()
    log, node = book.kernel_eval("len(game.position.log())"), "game.tree.nodes[game.here]"
    page.get_by_role("button", name="Mark", exact=True).click()
    book.wait_kernel("dash.view_state.pen", True)
    area = page.locator("[data-target='area:34']")
    area.focus()
    page.keyboard.press("Enter")
    book.wait_kernel(f"{node}.rings", ("area:34",))
    expect(area).to_have_attribute("aria-label", re.compile("ringed"))
    area.focus()
    page.keyboard.press("Shift+Enter")
    page.locator("[data-target='area:45']").focus()
    page.keyboard.press("Shift+Enter")
    book.wait_kernel(f"{node}.arrows", ((34, 45),))
    expect(area).to_have_attribute("aria-label", re.compile("arrow to"))
    (x0, y0), (x1, y1) = (middle(page, name) for name in ("area:45", "area:56"))
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move(x1, y1, steps=4)
    page.mouse.up()
    book.wait_kernel(f"{node}.arrows", ((34, 45), (45, 56)))
    screenshot("dashboard-twin-marks", page.locator(".theo-frame"))
    assert book.kernel_eval("len(game.position.log())") == log
    assert (book.errors, book.kernel_eval("dash.control.faults")) == ([], "[]")


def middle(page: Page, target: str) -> tuple[float, float]:
    box = page.locator(f"[data-target='{target}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
