"""Rules and docs on the site: read, found and shown on a live board, with no server and the network cut."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import search_index
from playwright.sync_api import BrowserContext, Route, expect

import theomachy as th
from tests.browser.conftest import ROOT
from tests.browser.test_site import PATIENT, watched
from theomachy.engine.reference.finding import Index, stem

pytestmark = pytest.mark.browser
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
QUESTIONS = (
    "how do mountains defend", "temples", "who goes first", "when is the game over", "a dying army's population",
    "DG-BAT", "dg-tmp-003", "monsters", "xyzzy", "constructor", "", "may I build beside a temple?",
)  # fmt: skip


def cut(context: BrowserContext, base: str) -> list[str]:
    """Let nobody else be asked; what was tried."""
    tried: list[str] = []

    def answer(route: Route) -> None:
        if route.request.url.startswith((base, "blob:", "data:")):
            route.continue_()
        else:
            tried.append(route.request.url)
            route.abort()

    context.route("**/*", answer)
    return tried


def test_a_scenario_of_a_rule_opens_on_a_live_board_and_leads_back(
    site: str, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    person = new_context(viewport=DESK)
    tried = cut(person, site)
    page = person.new_page()
    wrong = watched(page, site)
    page.goto(site)
    page.get_by_role("link", name="Rules and docs").click()
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Rules").click()
    page.get_by_role("main").get_by_role("link", name="Demigods").click()
    page.get_by_role("main").get_by_role("link", name="Not adjacent").click()
    assert page.url.endswith("rules/demigods/DG-TMP-003.html")
    page.wait_for_load_state()  # before its script runs, the link leads to a page of its own
    row = page.locator("[data-scenarios] a").first
    said = row.locator("span").first.text_content() or ""
    row.click()
    board = page.frame_locator("iframe")
    expect(board.locator("html[data-ready=board]")).to_be_attached(timeout=PATIENT)
    expect(board.get_by_role("heading", name=said)).to_be_visible()
    expect(row).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name="The scenario as text")).to_have_attribute("href", re.compile(r"\.toml\.txt$"))
    screenshot("site-rule-live", page)
    board.locator("button[title='DG-TMP-004']").first.click()
    back = board.get_by_role("link", name="The page of this rule")
    expect(back).to_have_attribute("href", "rules/demigods/DG-TMP-004.html")
    with person.expect_page() as opened:
        back.click()
    expect(opened.value.get_by_role("heading", name="Several a turn")).to_be_visible()
    assert wrong == []
    assert tried == []


def test_a_rule_is_found_by_a_question_and_by_keys(
    site: str, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    page = new_context(viewport=PHONE, color_scheme="dark").new_page()
    wrong = watched(page, site)
    page.goto(f"{site}docs/start.html")
    page.keyboard.press("/")
    page.keyboard.type("may a temple be built next to another")
    found = page.locator(".found a")
    expect(found.filter(has_text="DG-TMP-003")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(found.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(found.first).to_be_hidden()
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("[data-results] a", has_text="DG-TMP-003")).to_be_visible()
    page.goto(f"{site}docs/find.html?q=overlay")
    expect(page.locator("[data-results] .s2").first).to_contain_text(re.compile("Docs|How to|Python|Tutorial"))
    page.goto(f"{site}rules/demigods/DG-TMP-003.html")
    for address in ("rules/demigods/DG-TMP-003.html", "rules/demigods/index.html", "docs/api/theomachy.html"):
        page.goto(site + address)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], address
    screenshot("site-rule-phone", page)
    assert wrong == []


def test_the_pages_find_as_the_laboratory_does(site_folder: Path) -> None:
    """In node, with the index of the build and one of this game alone."""
    book = th.catalogue()["demigods"].rulebook
    rows = [{"title": rule.title, "text": f"{rule.text} {rule.where}", "id": rule.id, "lead": ""} for rule in book]
    index = search_index.index(rows)
    words = Index((row["title"], row["text"]) for row in rows).plain()["words"]
    program = f"""
      import {{ best, stem }} from {json.dumps((site_folder / "pages" / "find.js").as_uri())};
      const index = {index};
      console.log(JSON.stringify([
        {json.dumps(QUESTIONS)}.map((question) => best(index, question).map((entry) => entry.id)),
        {json.dumps(words)}.map((word) => stem(index, word))]));"""
    done = subprocess.run(
        ["node", "--no-warnings", "--input-type=module"], input=program, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    hits, stems = json.loads(done.stdout)
    assert stems == [stem(word) for word in words]
    for question, found in zip(QUESTIONS, hits, strict=True):
        wanted = [rule.id for rule in book.search(question)] if question else []
        assert found == wanted, question
    assert hits[0][0].startswith("DG-")


def test_the_pages_run_nothing_of_their_own_text_and_ask_nobody_else(
    site: str, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    page.goto(f"{site}rules/demigods/DG-TMP-003.html")
    told = page.evaluate(
        """async () => {
          const done = [], refused = new Set();
          await new Promise((wait) => setTimeout(wait, 0));  // what a debugger calls may do more than a page
          addEventListener("securitypolicyviolation", (e) => refused.add(e.effectiveDirective));
          window.done = done;
          const script = document.createElement("script");
          script.textContent = "window.done.push('inline')";
          document.body.append(script);
          const button = document.createElement("button");
          button.setAttribute("onclick", "window.done.push('handler')");
          document.body.append(button);
          button.click();
          try { new Function("return 1")(); done.push("eval"); } catch { /* refused */ }
          try { await fetch("http://example.invalid/"); done.push("fetch"); } catch { /* refused */ }
          try { await import("http://example.invalid/x.js"); done.push("import"); } catch { /* refused */ }
          const other = document.createElement("iframe");
          other.src = "http://example.invalid/";
          const image = document.createElement("img");
          image.src = "http://example.invalid/x.png";
          const sheet = document.createElement("style");
          sheet.textContent = "body { display: none }";
          document.body.append(other, image, sheet);
          await new Promise((wait) => setTimeout(wait, 200));
          if (getComputedStyle(document.body).display === "none") done.push("style");
          return [done, [...refused].sort()];
        }"""
    )
    assert told[0] == []
    refused = {
        "connect-src", "frame-src", "img-src", "script-src", "script-src-attr", "script-src-elem", "style-src-elem",
    }  # fmt: skip
    assert refused <= set(told[1]), told[1]


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_every_rule_id_of_every_game_has_a_page_and_no_link_is_broken(tmp_path: Path) -> None:
    """The whole build, which fails by itself for a broken link or docs that are not sound."""
    out = tmp_path / "site"
    command = [sys.executable, str(ROOT / "site" / "build.py"), "--games-only", "--out", str(out)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    for slug, kind in th.catalogue().items():
        assert {rule.id for rule in kind.rulebook} <= {path.stem for path in (out / "rules" / slug).glob("*.html")}
