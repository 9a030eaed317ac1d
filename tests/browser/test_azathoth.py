"""Neutral spellbooks and Azathoth's marker in a real browser: their row, the sheet of who has one, the Doom track."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from tests.cthulhu_wars.scene import AR, EA, table
from theomachy.engine.game.game import Game

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_neutral_books_stand_in_a_row_and_the_marker_on_the_track(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], scheme: str
) -> None:
    units = {
        "GC": {AR: "Acolyte, Cthulhu, Azathoth", "submerged": "Dimensional Shambler"},
        "YS": {EA: "Acolyte, 2 Star Vampire", AR: "Elder Thing"},
        "BG": {"Europe": "Acolyte, Ghoul"},
    }
    cards = {"Azathoth": "GC", "Dimensional Shambler": "GC", "Star Vampire": "YS", "Elder Thing": "YS"}
    p = table(
        "GC YS BG", units, gates={AR: "GC", EA: "YS", "Europe": "BG"}, things=("azathoth",), cards=cards,
        books={"GC": "Dreams, Shriveling", "YS": "The Mao Ceremony"}, power={"GC": 9, "YS": 5, "BG": 3},
        doom={"GC": 4, "YS": 9, "BG": 2},
        counters=[["table", "Azathoth marker", 6], ["GC", "Dimensional Shambler on the card", 1]],
    )  # fmt: skip
    Game(p.system, p, seed=1).save(tmp_path / "one.json")
    shown = serve.open(
        serve.theomachy(str(tmp_path / "one.json")), viewport={"width": 1440, "height": 900}, color_scheme=scheme
    )
    page = shown.page
    row = page.get_by_role("list", name="Neutral spellbooks")
    expect(row.locator("[data-item]")).to_have_count(6)
    expect(row.locator("[data-item='neutral.shriveling']")).to_contain_text("Great Cthulhu")
    screenshot(f"neutral-books-{scheme}", page)
    for width in (1440, 1024):  # where they need lines of their own, their note stands beside their name
        page.set_viewport_size({"width": width, "height": 900})
        line = page.locator(".line-of", has=row)
        name, note = line.locator("h2").bounding_box(), line.locator(".li-note").bounding_box()
        books = row.bounding_box()
        assert name
        assert note
        assert books
        assert abs(name["y"] + name["height"] / 2 - note["y"] - note["height"] / 2) < 4
        assert books["y"] + 1 >= name["y"] + name["height"]
        whole = line.bounding_box()
        assert whole
        assert whole["height"] < 75  # a line for the name, two for the spellbooks
    screenshot(f"neutral-books-narrow-{scheme}", page)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("[data-seat='0']").first.click()
    sheet = page.get_by_role("region", name="Great Cthulhu")
    expect(sheet.get_by_text("Shriveling").first).to_be_visible()
    screenshot(f"neutral-books-sheet-{scheme}", page)
    assert shown.errors == []
