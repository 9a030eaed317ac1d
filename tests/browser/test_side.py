"""What is asked and the one solid button are whole and in sight, whatever else stands in the side column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import theomachy as th
from tests.browser.conftest import Serve
from tests.browser.driver import Notebook, wait_still
from tests.browser.servers import Server
from tests.browser.test_opponents import bots, propose
from tests.browser.test_questions import busy_game

pytestmark = pytest.mark.browser
DESK = {"width": 1440, "height": 900}
# Every point of a thing that is looked at is its own: nothing cuts it, nothing lies over it, it is on the screen.
WHOLE = """([what, inside]) => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap(
    (e) => [...(e.matches(what) ? [e] : []), ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const deep = (x, y, root = document) => {
    const e = root.elementFromPoint(x, y);
    return e?.shadowRoot && e.shadowRoot !== root ? deep(x, y, e.shadowRoot) : e;
  };
  const seen = all(document).filter((e) => e.getClientRects().length && e.closest(inside));
  return seen.length > 0 && seen.every((e) => {
    const r = e.getBoundingClientRect();
    return [[r.left + 9, r.top + 3], [r.right - 9, r.bottom - 3], [(r.left + r.right) / 2, (r.top + r.bottom) / 2]]
      .every(([x, y]) => { const at = deep(x, y); return !!at && (at === e || e.contains(at)); });
  });
}"""
ROOM = """([what, least]) => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap(
    (e) => [...(e.matches(what) ? [e] : []), ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  return all(document).some((e) => e.getBoundingClientRect().height >= least);
}"""


def whole(page: Page, what: str) -> None:
    """The question, its button and the words below it are whole, and answers can be read between them."""
    wait_still(page, 40)
    for one in (".q", ".btn.solid", ".ask-foot .lnk"):
        assert page.evaluate(WHOLE, [one, "[data-panel=decision]"]), f"{what}: {one}"
    assert page.evaluate(ROOM, ["[data-panel=decision] .opts", 80]), what


@pytest.mark.parametrize(
    "slug", ["cthulhu_wars", pytest.param("mythic_battles", marks=pytest.mark.nightly), "gods_war"]
)
def test_the_question_is_whole_beside_what_is_read(
    slug: str, serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    busy_game(slug).save(tmp_path / "evening.json")
    page = serve.open(serve.theomachy("evening.json"), "", viewport=DESK).page
    page.locator("[data-panel=decision] .opt[data-option]").first.click(timeout=60_000)
    expect(page.locator("[data-panel=decision] .btn.solid")).to_be_visible()
    whole(page, "nothing else")
    box = page.locator(".theo-box").first
    box.focus()
    page.keyboard.press("g")
    expect(page.get_by_label("Which goal?")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".reach-head")).to_be_visible()
    screenshot(f"side-reach-{slug}", page)
    whole(page, "can it be reached?")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.locator(".ch-slim")).to_be_visible()
    whole(page, "the graph of chances")
    page.keyboard.press("c")
    page.keyboard.press("h")
    expect(page.locator("[data-panel=hints] .btn.solid")).to_be_visible()
    wait_still(page, 40)
    assert page.evaluate(WHOLE, [".btn.solid, .proposal", "[data-panel=hints]"])
    foot = page.locator(".theo-foot").first
    expect(foot.locator("[data-panel=leaves]")).to_be_visible()
    expect(foot.locator("[data-panel=strip], [data-panel=hands]").locator("visible=true")).to_have_count(0)
    assert foot.evaluate("e => e.scrollHeight <= e.parentElement.clientHeight + 2"), "all of it is seen"


def test_the_question_is_whole_beside_the_reasons_of_a_bot(serve: Serve, screenshot: Callable[..., Path]) -> None:
    address = "?game=gods_war&preset=three&seed=547738&bots=person,middling,middling"
    page = serve.open(serve.library(), address, viewport=DESK).page
    page.locator(".opt").first.wait_for(timeout=60_000)
    bots(page).get_by_role("radio", name="at once").click()
    whys = bots(page).locator(".deeds .lnk")
    for _ in range(12):
        if whys.count():
            break
        propose(page)
        page.wait_for_timeout(500)
    expect(page.locator("[data-panel=decision] .btn.solid")).to_be_visible()
    whys.first.click()
    expect(bots(page).get_by_text("together")).to_be_visible()
    screenshot("side-why", page)
    whole(page, "why did it do that?")
    edges = (
        bots(page)
        .locator(".gains")
        .first.evaluate(
            "e => [...e.querySelectorAll('.b, b.whole:last-child')].map((x) => { const r = document.createRange();"
            " r.selectNodeContents(x); return Math.round(r.getBoundingClientRect().right); })"
        )
    )
    assert len({*edges}) == 1, "the sum stands below its parts"


@pytest.mark.parametrize(("players", "rows"), [(2, 2), (4, 4)])
def test_every_player_of_heroes_has_a_whole_row(players: int, rows: int, serve: Serve) -> None:
    page = serve.open(serve.library(), f"?game=heroes&players={players}&seed=1", viewport=DESK).page
    page.locator(".opt").first.wait_for(timeout=60_000)
    wait_still(page, 40)
    expect(page.locator("[data-panel=strip] [data-seat]")).to_have_count(rows)
    assert page.evaluate(WHOLE, ["[data-seat]", "[data-panel=strip]"])
    left, right = page.locator(".theo-box").first.evaluate(
        "e => { const r = e.getBoundingClientRect(); return [r.left, document.documentElement.clientWidth - r.right]; }"
    )
    assert abs(left - right) < 2, "the page stands in the middle"


def test_the_question_is_whole_beside_the_files_of_lab(
    lab: Server, notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    busy_game("cthulhu_wars").save(lab.root / "evening.json")
    cells = ["import theomachy as th\nfrom theomachy_widgets.dashboard import Dashboard\n"
             "dash = Dashboard(th.load('evening.json')); dash"]  # fmt: skip
    page = notebook(cells, viewport=DESK).page
    page.locator(".opt").first.wait_for(timeout=60_000)
    page.locator(".theo-box").first.focus()
    page.keyboard.press("g")
    expect(page.get_by_label("Which goal?")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".reach-head")).to_be_visible()
    page.locator(".theo-side").first.evaluate("e => e.scrollIntoView({ block: 'start' })")
    screenshot("side-lab", page)
    whole(page, "in Lab")


def test_a_list_that_goes_on_below_what_ends_the_turn_tells_so(serve: Serve, tmp_path: Path) -> None:
    th.new("cthulhu_wars", players=4, seed=7).play("clockwise").save(tmp_path / "evening.json")
    page = serve.open(serve.theomachy("evening.json"), "", viewport=DESK).page
    answers = page.locator("[data-panel=decision] .opts")
    expect(answers.locator(".ends")).to_be_visible(timeout=60_000)
    wait_still(page, 40)
    answers.evaluate("e => { e.style.maxHeight = '160px'; }")  # as beside much else that is read
    expect(answers).to_have_class("opts more")
    assert answers.locator(".ends").evaluate("e => getComputedStyle(e, '::before').height") == "9px"
    answers.evaluate("e => { e.scrollTop = e.scrollHeight; }")
    expect(answers).to_have_class("opts")
