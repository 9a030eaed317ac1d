"""Cards for sale in a real browser: the box is chosen where a game is set up, and a card is bought by a click on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from tests.cthulhu_wars.scene import AR, table
from theomachy.engine.game.game import Game

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def test_expansions_are_chosen_and_cards_are_drawn_by_lot(serve: Serve, screenshot: Callable[..., Path]) -> None:
    shown = serve.open(serve.library(), viewport={"width": 1440, "height": 900})
    page = shown.page
    page.get_by_role("radio", name="Choose Cthulhu Wars").click()
    page.get_by_role("switch", name="Box alone").click()
    page.get_by_role("button", name="Neutral Monsters", exact=True).click()
    lot = page.get_by_label("Cards by lot")
    lot.fill("3")
    lot.press("Tab")
    screenshot("cards-chosen", page)
    page.get_by_role("button", name="Play Cthulhu Wars").click()
    page.locator("[data-option]").nth(1).wait_for()
    assert "o.things=neutral_monsters" in page.url
    assert "o.lot=3" in page.url
    expect(page.get_by_role("list", name="Loyalty cards").locator("[data-item]")).to_have_count(3)
    assert shown.errors == []


def test_a_card_is_bought_by_a_click_on_it(serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]) -> None:
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}}, gates={AR: "GC"}, phase="doom", power=0, doom={"GC": 5},
              things=("neutral_monsters",), cards={"Ghast": "YS"})  # fmt: skip
    Game(p.system, p, seed=1).save(tmp_path / "one.json")
    shown = serve.open(serve.theomachy(str(tmp_path / "one.json")), viewport={"width": 1440, "height": 900})
    page = shown.page
    row = page.get_by_role("list", name="Loyalty cards")
    expect(row.get_by_role("button")).to_have_count(6)  # all but what is sold
    row.get_by_role("button", name="Choose Gug").click()
    page.keyboard.press("Enter")
    expect(row.locator("[data-item=gug]")).to_contain_text("Great Cthulhu")
    screenshot("cards-bought", page)
    assert shown.errors == []


def test_a_card_is_given_to_whom_the_next_click_says(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {"Europe": "Eidolon"}}, phase="doom", power=0, doom={"GC": 5},
              things=("investigators", "prophetess", "eidolon"), cards={"Tarang": "YS", "Eidolon": "YS"},
              counters=[["YS", "Eidolon face down", 1], ["YS", "written: move", 1]])  # fmt: skip
    Game(p.system, p, seed=1).save(tmp_path / "one.json")
    shown = serve.open(serve.theomachy(str(tmp_path / "one.json")), viewport={"width": 1440, "height": 900})
    page = shown.page
    row = page.get_by_role("list", name="Loyalty cards")
    row.get_by_role("button", name="Choose Moose Kowalski").click()
    expect(page.locator(".chip").first).to_contain_text("Moose Kowalski")
    page.locator("[data-option]", has_text="for Black Goat").dblclick()
    expect(row.locator("[data-item=moose_kowalski]")).to_contain_text("Black Goat")
    page.locator(".fs[data-seat='1']").first.click()
    page.wait_for_timeout(800)
    screenshot("cards-given", page)
    assert shown.errors == []
