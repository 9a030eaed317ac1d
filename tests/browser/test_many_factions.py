"""Six factions, a battle inside a battle and the pages without a game, at the size of a small laptop."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Serve
from tests.browser.driver import Notebook, wait_still

pytestmark = pytest.mark.browser

SIX = """
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.new("cthulhu_wars", factions=[
    "ancients", "tcho_tcho", "windwalker", "opener_of_the_way", "daemon_sultan", "bubastis"], seed=3)
dash = Dashboard(game); dash
"""
NEXUS = """
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.editor("cthulhu_wars", factions=["great_cthulhu", "sleeper", "windwalker"], setup={
    "active": "GC", "power": 8, "books": {"SL": "Energy Nexus, Demand Sacrifice", "WW": "Howl"},
    "signs": {"SL": [3], "GC": [1, 2]},
    "units": {"GC": {"Africa": "3 Deep One, Shoggoth"}, "SL": {"Africa": "Wizard, 2 Serpent Man, Tsathoggua"},
              "WW": {"Africa": "Rhan-Tegoth, 2 Wendigo"}}}).game()
game.play("battle Africa Windwalker", "Energy Nexus")
dash = Dashboard(game); dash
"""
# How much of each thing of a part is seen, as the part scrolls: the share of its height.
SEEN = """([part, each]) => {
  const box = document.querySelector(part).getBoundingClientRect();
  return [...document.querySelectorAll(each)].map((e) => {
    const r = e.getBoundingClientRect();
    return Math.max(0, Math.min(r.bottom, box.bottom) - Math.max(r.top, box.top)) / r.height;
  });
}"""
FOOT, ODDS, OPTIONS = ".theo-at-foot", '[data-panel="odds"]', ".opts"


def seen(page: Page, part: str, each: str) -> list[float]:
    found: list[float] = page.evaluate(SEEN, [part, each])
    return found


def test_six_players_are_all_seen_each_in_one_line(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    book = notebook([SIX], viewport={"width": 1440, "height": 900})
    page = book.page
    expect(page.locator(".fs[data-seat]")).to_have_count(6)
    for width in (1340, 993):
        page.evaluate(
            "w => document.querySelector('.theo-frame').style.setProperty('width', w + 'px', 'important')", width
        )
        wait_still(page)
        assert min(seen(page, FOOT, ".fs[data-seat]")) > 0.99, width
        heights = page.evaluate("() => [...document.querySelectorAll('.fs[data-seat]')].map((e) => e.offsetHeight)")
        assert max(heights) < 34, f"no name is wrapped at {width}"
        names = page.locator(".fs[data-seat] .nm")
        assert width < 1000 or not names.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth).length")
    screenshot("six-factions", page.locator(".theo-frame"))
    assert book.errors == []


def test_in_a_battle_question_odds_and_units_are_seen(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    book = notebook([NEXUS], viewport={"width": 1440, "height": 900})
    page = book.page
    page.evaluate("() => document.querySelector('.theo-frame').style.setProperty('width', '1340px', 'important')")
    expect(page.locator(".opt").first).to_be_visible()
    wait_still(page)
    assert sum(share > 0.99 for share in seen(page, OPTIONS, ".opt")) >= 2, "two options at least beside the way out"
    assert sum(share > 0.99 for share in seen(page, ODDS, '[data-panel="odds"] .odds .tr')) >= 4, "the first chart"
    units = seen(page, FOOT, ".side-of .ass")
    assert len(units) == 4
    assert min(units) > 0.9, "every unit of both sides"
    button = page.locator(".btn.solid").bounding_box()
    assert button is not None
    assert page.locator('[data-panel="decision"]').evaluate(
        "e => e.querySelector('.btn.solid').getBoundingClientRect().bottom <= e.getBoundingClientRect().bottom"
    )
    # The buttons that only differ in a number stand behind the words that they share.
    expect(page.get_by_role("button", name="Great Cthulhu: reveal an Elder Sign worth 2")).to_have_text("2")
    screenshot("battle-declared", page.locator(".theo-frame"))
    page.locator(".opt", has_text="Battle in Africa against Windwalker").dblclick()
    book.wait_kernel("len(game.state.outer or ())", 1)
    stages = page.locator(".bs.now")
    expect(stages).to_contain_text("Declared")
    expect(page.locator(".bwait")).to_contain_text("Great Cthulhu against Windwalker")
    assert book.errors == []


def test_expansions_and_line_ups_are_chosen_on_the_served_pages(
    serve: Serve, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    server = serve.library()
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(server.url(""), timeout=60_000)
    page.get_by_role("radio", name="Choose Cthulhu Wars").click(timeout=60_000)
    page.get_by_role("switch", name="Factions dealt").click()
    page.get_by_label("Factions, seat 1", exact=True).select_option(label="Tcho-Tcho")
    page.get_by_role("switch", name="Box alone").click()
    for name in ("High Priests", "Tribes"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    links = page.get_by_role("link", name="Calculator of Cthulhu Wars")
    expect(links).to_have_attribute("href", r"?calculator=cthulhu_wars&players=4&o.factions=tcho_tcho%2Ccrawling_chaos"
                                            r"%2Cblack_goat%2Cyellow_sign&o.things=high_priests%2Ctribes")  # fmt: skip
    cards = page.get_by_role("group", name="Loyalty cards")
    expect(cards).to_have_text("They come with what is picked above.")
    monsters = page.get_by_role("button", name="Neutral Monsters", exact=True)
    monsters.click()
    cards.get_by_role("group", name="Neutral Monsters").get_by_role("button", name="Ghast").click()
    screenshot("cards_by_box", page)
    expect(links).to_have_attribute("href", re.compile("neutral_monsters&o.cards=ghast"))
    monsters.click()  # its cards go with it
    expect(links).not_to_have_attribute("href", re.compile("o.cards"))
    links.click()
    expect(page.get_by_label("Attacker")).to_contain_text("Tcho-Tcho", timeout=60_000)
    page.get_by_label("Factions, seat 2", exact=True).select_option(label="Bubastis")
    expect(page.get_by_label("Defender")).to_contain_text("Bubastis", timeout=60_000)
    page.get_by_role("button", name="Add a seat").click()
    expect(page.get_by_label("Factions, seat 5", exact=True)).to_be_visible(timeout=60_000)
    assert "o.things=high_priests%2Ctribes" in page.url, "what else was chosen goes along"


def test_the_editor_stands_on_the_ground_that_is_chosen(
    serve: Serve, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    server = serve.library()
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(server.url("?edit=cthulhu_wars&players=3&own=%7B%22price.gate%22%3A4%7D"), timeout=60_000)
    page.get_by_label("Map", exact=True).select_option(label="Dreamlands, 3 players")
    expect(page.get_by_role("application", name="Board")).to_be_visible(timeout=60_000)
    expect(page.get_by_label("Map", exact=True)).to_have_value("dreamlands_3p")
    assert "own=" in page.url, "values of one's own go along"
    page.get_by_role("button", name="Add a seat").click()
    expect(page.get_by_label("Map", exact=True)).not_to_have_value("dreamlands_3p", timeout=60_000)
    expect(page.get_by_role("application", name="Board")).to_be_visible(timeout=60_000)
    assert "own=" in page.url
    screenshot("editor_ground", page)
