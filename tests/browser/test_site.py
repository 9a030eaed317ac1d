"""The laboratory without a server: the built folder, served as plain files, with the network cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import ROOT

pytestmark = pytest.mark.browser
PATIENT = 90_000  # milliseconds until Python stands on a busy machine
GAMES = ("demigods", "cthulhu_wars", "heroes", "mythic_battles", "gods_war")


def watched(page: Page, base: str) -> list[str]:
    """What goes wrong on a page, and whom else it asks."""
    wrong: list[str] = []
    own = urlsplit(base).netloc
    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" and "404" not in m.text else None)
    page.on(
        "request", lambda r: wrong.append(r.url) if r.url.startswith("http") and urlsplit(r.url).netloc != own else None
    )
    return wrong


def test_a_first_visit_plays_against_a_bot_and_a_reload_goes_on(
    site: str, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    wrong = watched(page, site)
    page.goto(site)
    play = page.get_by_role("button", name="Play Demigods")
    expect(play).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.python") is None  # the start page needs no Python
    screenshot("site-home", page)
    play.click()
    options = page.locator(".opt")
    expect(options.first).to_be_visible(timeout=PATIENT)
    screenshot("site-board", page)
    before = page.locator("svg[role='img'][aria-label^='Timeline']").get_attribute("aria-label")
    options.first.dblclick()
    expect(page.locator("svg[role='img'][aria-label^='Timeline']")).not_to_have_attribute("aria-label", before or "")
    page.wait_for_url("**save=game-*")
    page.wait_for_timeout(1500)  # what bots did meanwhile is kept within a second
    stands = page.locator("svg[role='img'][aria-label^='Timeline']").get_attribute("aria-label")
    page.reload()
    expect(page.locator("svg[role='img'][aria-label^='Timeline']")).to_have_attribute(
        "aria-label", stands or "", timeout=PATIENT
    )
    page.goto(site)
    expect(page.get_by_text("Saved games").first).to_be_visible()
    assert page.locator("a[href^='?save=game-']").count() == 1
    assert wrong == []


@pytest.mark.nightly
@pytest.mark.parametrize("slug", GAMES[1:])
def test_every_game_opens(site: str, slug: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    wrong = watched(page, site)
    page.goto(f"{site}?game={slug}&seed=1")
    expect(page.locator("html[data-ready=board]")).to_be_attached(timeout=PATIENT)
    expect(page.locator(".opt, [data-box], .theo-at-front button").first).to_be_visible()
    assert wrong == []


def test_a_puzzle_and_a_study_of_the_visitor_s_own_open(
    site: str, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    wrong = watched(page, site)
    page.goto(f"{site}?puzzles=demigods&day=2026-11-28")
    expect(page.get_by_text("Puzzle of the day").first).to_be_visible(timeout=PATIENT)
    page.goto(site)
    assert page.get_by_role("link", name="Analysis").count() == 0  # what needs a server is not offered
    (tmp_path / "half.json").write_text('{"game": "demigods", "nodes": [], "setup": {"players": "x"}}')
    page.locator("input[type=file]").set_input_files(tmp_path / "half.json")
    expect(page.get_by_text("this is no saved game and no study of Theomachy")).to_be_visible()
    study = next((ROOT / "examples" / "studies" / "demigods").glob("*.json"))
    page.locator("input[type=file]").set_input_files(study)
    expect(page.get_by_text("chapter 1 of").first).to_be_visible(timeout=PATIENT)
    assert wrong == []


@pytest.mark.nightly
def test_a_second_tab_does_not_write_over_the_first(site: str, new_context: Callable[..., BrowserContext]) -> None:
    person = new_context(viewport={"width": 1440, "height": 900})
    first = person.new_page()
    first.goto(f"{site}?game=demigods&preset=rivers&seed=3")
    first.locator(".opt").first.dblclick(timeout=PATIENT)
    first.wait_for_url("**save=game-*")
    second = person.new_page()
    second.goto(first.url)
    second.locator(".opt").first.dblclick(timeout=PATIENT)
    second.wait_for_url(lambda url: "save=game-" in url and url != first.url)


def test_the_worker_may_ask_nobody_and_run_no_text(site: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    page.goto(site)
    told = page.evaluate(
        """async () => {
          const tried = `
            const told = [];
            try { eval("1"); told.push("eval"); } catch { told.push("") }
            try { await fetch("http://example.invalid/"); told.push("fetch"); } catch (e) { told.push("") }
            try { await import("http://example.invalid/x.js"); told.push("import"); } catch { told.push("") }
            postMessage(told.join(""));`;
          const text = new Blob([tried], { type: "text/javascript" });
          const worker = new Worker(URL.createObjectURL(text), { type: "module" });
          const inside = await new Promise((done) => { worker.onmessage = (e) => done(e.data); });
          let here = "";
          try { new Function("return 1")(); here = "eval"; } catch { here = ""; }
          return [inside, here];
        }"""
    )
    assert told == ["", ""]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("?game=chess", "This address names no game that there is."),
        ("?save=nobody.json", "This browser keeps no game of that name"),
        ("?game=demigods&players=99", "The number of players is from 1 to"),
    ],
)
def test_a_wrong_address_says_one_sentence(
    site: str, words: str, said: str, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    wrong = watched(page, site)
    page.goto(site + words)
    expect(page.locator("#note")).to_contain_text(said, timeout=PATIENT)
    expect(page.locator("#note a")).to_have_attribute("href", "./")
    assert wrong == []
