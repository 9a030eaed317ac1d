"""The dashboard in the room that JupyterLab leaves it: beside the file browser, and in narrow windows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Notebook

pytestmark = pytest.mark.browser

LONG = "Bronteas-the-one-word-name-without-any-space-whatsoever-in-it"
GAME = f"""
import random
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.new("demigods", players=["Aglaia of the very long and winding name that never ends", "{LONG}"], seed=7)
rng = random.Random(3)
while game.system.moment(game.state)[0] < 9 or game.decision.kind != "action" or len(game.options) < 3:
    game.play(rng.choice(game.options))
dash = Dashboard(game); dash
"""
WIDTHS = {
    "lab with its file browser": (993, 2),
    "just two columns": (885, 2),
    "one column": (820, 1),
    "narrow": (600, 1),
}
# Left, top, right and bottom, from the corner of the dashboard.
BOXES = """() => {
  const from = document.querySelector('.theo-box').getBoundingClientRect();
  const box = (what) => { const r = document.querySelector(what).getBoundingClientRect();
    return [r.left - from.left, r.top - from.top, r.right - from.left, r.bottom - from.top]; };
  return {bar: box('.theo .bar'), board: box('.theo-at-board'), side: box('.theo-side'), foot: box('.theo-at-foot'),
    question: box('.theo .q'), button: box('.btn.solid'), base: box('.theo-at-base'), all: box('.theo-box')};
}"""
# What sticks out of the dashboard to the right, other than what scrolls.
OUT = """() => {
  const edge = document.querySelector('.theo-box').getBoundingClientRect().right + 1;
  const cut = '.scroll-x, .pills, .cut, .sr, svg', beyond = (r) => r.width && r.right > edge;
  return [...document.querySelectorAll('.theo-box .theo *')]
    .filter((e) => !e.closest(cut) && beyond(e.getBoundingClientRect()))
    .map((e) => e.className + ' ' + e.textContent.slice(0, 30));
}"""


def squeeze(page: Page, width: int) -> dict[str, list[float]]:
    page.evaluate(
        "w => { document.querySelector('.theo-frame').style.setProperty('width', w + 'px', 'important') }", width
    )
    page.wait_for_timeout(400)  # the timeline and the lists take their new room with the next pictures
    found: dict[str, list[float]] = page.evaluate(BOXES)
    return found


def test_the_question_is_seen_with_the_board_at_every_width(
    notebook: Callable[..., Notebook], screenshot: Callable[..., object]
) -> None:
    book = notebook([GAME], viewport={"width": 1440, "height": 900})
    page = book.page
    expect(page.locator(".opt").first).to_be_visible()
    for what, (width, columns) in WIDTHS.items():
        boxes = squeeze(page, width)
        screenshot(f"layout-{width}", page.locator(".theo-frame"))
        board, side, question, button = (boxes[name] for name in ("board", "side", "question", "button"))
        if columns == 2:
            assert side[0] >= board[2], f"{what}: the question stands beside the board"
            assert boxes["bar"][3] - boxes["bar"][1] <= 48, f"{what}: the bar is one row"
            # The columns end together: what is left under the shorter one is no hole.
            assert boxes["base"][1] - boxes["foot"][3] < 130, f"{what}: {boxes}"
        else:
            assert question[1] >= board[3], f"{what}: under the board"
            assert side[1] - board[3] < 30, f"{what}: right under the board"
        assert button[3] < 770, f"{what}: board, question and answer are on one screen"
        assert page.evaluate(OUT) == [], what
    assert (book.errors, book.kernel_eval("dash.control.faults")) == ([], "[]")


# The phases of the bar: name, title, whether it is a dot, and whether all of it lies in the row that is seen.
PHASES = """() => {
  const row = document.querySelector('.bar .pills').getBoundingClientRect();
  return [...document.querySelectorAll('.bar .pill')].map((e) => {
    const r = e.getBoundingClientRect();
    return [e.textContent, e.title, e.matches('.brief'),
      r.width > 0 && r.top >= row.top && r.bottom <= row.bottom && r.right <= row.right];
  });
}"""


def test_every_phase_is_seen_if_only_as_a_dot(notebook: Callable[..., Notebook]) -> None:
    """The present one has its name at every width, the farthest lose theirs first."""
    begun = "import theomachy as th\nfrom theomachy_widgets.dashboard import Dashboard\n"
    book = notebook(
        [begun + 'dash = Dashboard(th.new("cthulhu_wars", preset="africa", seed=1)); dash'],
        viewport={"width": 1440, "height": 900},
    )
    page = book.page
    expect(page.locator(".bar .pill.on")).to_be_visible()
    dots = []
    for width in (1340, 993, 930, 820, 720):
        squeeze(page, width)
        phases = page.evaluate(PHASES)
        assert len(phases) == 4
        assert all(name and name == title for name, title, _, _ in phases)
        assert all(seen for *_, seen in phases), f"{width}: {phases}"
        short = [dot for _, _, dot, _ in phases]
        now = page.locator(".bar .pill").evaluate_all("all => all.findIndex((e) => e.matches('.on'))")
        assert not short[now], width
        dots.append(sum(short))
        assert page.evaluate(OUT) == [], width
    assert dots == sorted(dots), "the narrower, the more dots"
    assert (dots[0], dots[-1]) == (0, 3)
    assert (book.errors, book.kernel_eval("dash.control.faults")) == ([], "[]")


def test_a_long_name_is_cut_and_told_by_its_title(notebook: Callable[..., Notebook]) -> None:
    book = notebook([GAME], viewport={"width": 1440, "height": 900})
    page = book.page
    name = page.locator(f".pl .cut[title='{LONG}']")
    expect(name).to_be_visible()
    box = name.bounding_box()
    assert box is not None
    assert box["height"] < 24, "one line"
    assert name.evaluate("e => e.scrollWidth > e.clientWidth"), "the rest is cut, with an ellipsis"
    who = page.locator(".bar .who")
    asked = book.kernel_eval("[game.seats[k].name for k in game.asked()]").strip("[]'")
    for width in (1340, 993, 600):  # who is asked is never cut
        squeeze(page, width)
        expect(who).to_have_text(re.compile(f"(Waiting for |Your turn, ){asked}"))
        assert who.evaluate("e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight"), width
        tools = page.locator(".bar .tools").bounding_box()
        box = who.bounding_box()
        assert box is not None
        assert tools is not None
        assert box["x"] + box["width"] <= tools["x"] or box["y"] + box["height"] <= tools["y"], "before the buttons"
