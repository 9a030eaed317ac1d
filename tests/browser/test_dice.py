"""Dice by hand in the real JupyterLab beside its file browser: a grid to click and to walk with arrows, faces that are
drawn as typed, the stages of a fight in one row, names of cards in whole words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Notebook
from tests.browser.test_battle import AFRICA

pytestmark = pytest.mark.browser

BEFORE = """
game.play("battle west africa")
for answer in ("Absorb", "Deep One to Shoggoth", "Done"): game.play(answer)
"""
HANDS = """
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets import present
game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7)
one = {"icon": "card-random", "text": "", "rule": "DG-CRD-001", "live": False, "note": "", "target": ""}
cards = [{**one, "k": k, "name": name} for k, name in enumerate(sorted({c.name for c in game.system.cards}))]
present.MODELS["hand"] = lambda m: {"note": "all", "seats": [], "cards": cards}
dash = Dashboard(game); dash
"""
# Words that stand on more than one line, though no soft hyphen says where.
BROKEN = """() => [...document.querySelectorAll('.theo .card span')].flatMap((span) => {
  const text = span.firstChild, words = [];
  if (!text) return [];
  for (const found of text.data.matchAll(/[^\\s\\u00ad]+/g)) {
    const range = document.createRange();
    const hyphen = text.data[found.index - 1] === '\\u00ad';  // it is drawn on the line before
    range.setStart(text, found.index + (hyphen ? 1 : 0));
    range.setEnd(text, found.index + found[0].length);
    const lines = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top));
    if (new Set(lines).size > 1) words.push(found[0]);
  }
  return words;
})"""
TOPS = "() => [...document.querySelectorAll('.theo .bs')].map((x) => Math.round(x.getBoundingClientRect().top))"


def test_a_grid_of_outcomes_is_clicked_walked_and_typed_past(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    book = notebook(
        [AFRICA.replace("dash = Dashboard", BEFORE + "dash = Dashboard")], viewport={"width": 1440, "height": 900}
    )
    page = book.page
    grid = page.get_by_role("grid")
    expect(grid).to_be_visible()
    expect(grid.get_by_role("gridcell", selected=True)).to_have_attribute("aria-label", "1 kill, 4 pains, 7 %")
    assert len(set(page.evaluate(TOPS))) == 1, "the stages stand in one row"
    assert page.locator(".bs").count() == 5
    assert all(page.locator(".bs").nth(i).bounding_box()["height"] < 60 for i in range(5))  # type: ignore[index]

    # a click chooses, arrows go on from there, and the position stays where it is
    here = book.kernel_eval("game.here")
    grid.get_by_label("2 kills, 2 pains,").click()
    expect(grid.get_by_role("gridcell", selected=True)).to_have_attribute("aria-label", "2 kills, 2 pains, 5 %")
    for key, label in (
        ("ArrowRight", "3 kills, 2 pains"),
        ("ArrowDown", "3 kills, 3 pains"),
        ("ArrowLeft", "2 kills, 3 pains"),
    ):
        page.keyboard.press(key)
        expect(grid.get_by_role("gridcell", selected=True)).to_have_attribute("aria-label", re.compile(f"^{label}, "))
    assert book.kernel_eval("game.here") == here
    page.keyboard.press("Enter")
    book.wait_kernel("game.position.log()[-1].answer", (2, 3))

    # the enemy's dice are typed; too few are refused, and those that are right are drawn as they are
    field = page.get_by_label("Faces of 4 dice")
    field.fill("6 4")
    field.press("Enter")
    expect(page.locator(".strip-error")).to_contain_text("2 faces for 4 dice")
    field.fill("6 4 3 1")
    field.press("Enter")
    book.wait_kernel("game.position.log()[-1].faces", (6, 4, 3, 1))
    shown = page.get_by_role("img", name="4 dice: 1 kill, 1 pain")
    expect(shown.locator("svg")).to_have_count(4)
    assert [shown.locator("svg").nth(i).locator("circle").count() for i in range(4)] == [6, 4, 3, 1]
    assert not book.errors
    screenshot("dice", page)


def test_names_of_cards_are_not_torn(notebook: Callable[..., Notebook]) -> None:
    book = notebook([HANDS], viewport={"width": 1440, "height": 900})
    book.page.get_by_role("tab", name="Hand").click()
    expect(book.page.get_by_text("Godspeed")).to_be_visible()
    assert book.page.evaluate(BROKEN) == []
    sizes = book.page.evaluate(
        "() => [...document.querySelectorAll('.theo .card span')].map((x) => parseFloat(getComputedStyle(x).fontSize))"
    )
    assert len(sizes) > 20
    assert min(sizes) >= 7
