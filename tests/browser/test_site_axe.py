"""Accessibility of the site by axe, in the light and in the dark: no violation on the start page, a board, the form of
a friend's seat, a curtain, the page of a rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import ROOT

pytestmark = pytest.mark.browser
PATIENT = 90_000  # milliseconds until Python stands on a busy machine
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """What axe finds on a page as it stands, a line each.

    Of its rules one is left out: the name of a card or button here says what it opens, and then not all that it shows.
    """
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate(
        """async (tags) => {
          const told = await axe.run(document, {
            runOnly: { type: "tag", values: tags },
            resultTypes: ["violations"],
            rules: { "label-content-name-mismatch": { enabled: false } },
          });
          const why = (n) => n.target.join(" ") + ": " + [...n.any, ...n.all, ...n.none][0]?.message;
          const rows = told.violations.map((v) => [v.id, v.nodes.length, v.nodes.slice(0, 3).map(why)]);
          return { engine: told.testEngine.version, found: rows };
        }""",
        RULES,
    )
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]["axe-core"]
    assert found["engine"] == wanted
    return [f"{rule} x{many}: {'; '.join(where)}" for rule, many, where in found["found"]]


def test_axe_finds_a_button_without_a_name(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    page.set_content("<!doctype html><html lang=en><title>x</title><main><h1>x</h1><button></button></main></html>")
    assert [line.split(" ")[0] for line in violations(page)] == ["button-name"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_start_page(site: str, theme: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}, color_scheme=theme).new_page()
    page.goto(site)
    page.get_by_role("button", name="Play Demigods").wait_for()
    page.get_by_role("radiogroup", name="Who plays").nth(1).get_by_role("radio", name="friend").click()
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_of_a_rule(site: str, theme: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}, color_scheme=theme).new_page()
    page.goto(f"{site}rules/demigods/DG-TMP-003.html")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (theme == "dark")
    assert violations(page) == []


READ = ["docs/index.html", "docs/guide/site.html", "docs/find.html", "rules/index.html", "rules/demigods/index.html"]


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", READ)
def test_what_is_read(site: str, address: str, theme: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}, color_scheme=theme).new_page()
    told = page.goto(site + address)
    assert told is not None
    assert told.ok
    assert violations(page) == []


BOARDS = [
    "?game=demigods&preset=rivers&seed=3&bots=person,easy",
    "?game=demigods&preset=rivers&seed=3&bots=person,person&curtain=on",
    "?game=heroes&players=2&seed=1",
    "?calculator=demigods",
    "?edit=demigods",
    "?lesson=demigods/lesson_03_cards.toml",
    "?rules=demigods",
]


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("words", BOARDS)
def test_a_board(site: str, words: str, theme: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}, color_scheme=theme).new_page()
    page.goto(site + words)
    page.locator("html[data-ready=board]").wait_for(timeout=PATIENT, state="attached")
    page.wait_for_timeout(1000)
    assert violations(page) == []
