"""The embedded board: a page of its own that stands in a page of somebody else and keeps nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

import theomachy as th
from tests.browser.conftest import ROOT
from tests.browser.hosted import hosted, rules

pytestmark = pytest.mark.browser
PATIENT = 90_000  # milliseconds until Python stands on a busy machine
STORED = """async () => [
  (await indexedDB.databases()).length, localStorage.length, sessionStorage.length, (await caches.keys()).length,
  document.cookie]"""


@pytest.fixture(scope="module")
def host(site_folder: Path) -> Iterator[str]:
    with hosted(site_folder) as address:
        yield address


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """`blog(markup)`: the address of a page of somebody else, of another origin, with this in it."""
    with hosted(tmp_path) as address:

        def write(markup: str) -> str:
            (tmp_path / "index.html").write_text(f"<!doctype html><title>A blog</title><p>Look:</p>{markup}")
            return address

        yield write


@pytest.mark.nightly
def test_a_board_in_a_page_of_somebody_else_is_played_and_keeps_nothing(
    host: str, blog: Callable[[str], str], new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    game = th.new("demigods", preset="rivers", seed=3)
    words = f"position={game.line()}"
    sandbox = "allow-scripts allow-same-origin allow-popups"
    frame = f'<iframe width="1100" height="700" sandbox="{sandbox}" src="{host}embed.html?{words}"></iframe>'
    person = new_context(viewport={"width": 1200, "height": 800})
    page = person.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    page.goto(blog(frame))
    board = page.frame_locator("iframe")
    timeline = board.locator("svg[role='img'][aria-label^='Timeline']")
    board.locator(".opt").first.wait_for(timeout=PATIENT)
    before = timeline.get_attribute("aria-label") or ""
    board.locator(".opt").first.dblclick()
    expect(timeline).not_to_have_attribute("aria-label", before)
    page.wait_for_timeout(1200)  # in which the site itself would have kept the game
    screenshot("site-embed", page)
    inside = page.frames[1]
    assert inside.url.startswith(f"{host}embed.html?position=")
    told = inside.evaluate("""() => ["localStorage", "sessionStorage", "indexedDB", "caches"].map((name) => {
        try { return typeof window[name]; } catch (fault) { return fault.message; } })""")
    assert told == ["the embedded board keeps nothing"] * 4
    home = board.get_by_role("link", name="Theomachy")
    expect(home).to_have_attribute("href", re.compile(r"^\./\?position="))
    assert wrong == []
    # A look from outside, by a page of the site's own origin that has all doors open.
    other = person.new_page()
    other.goto(f"{host}site.css")
    assert other.evaluate(STORED) == [0, 0, 0, 0, ""]


def test_only_the_embedded_board_can_be_put_into_another_page(
    host: str, blog: Callable[[str], str], new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    refused: list[str] = []
    page.on("console", lambda m: refused.append(m.text) if "frame-ancestors" in m.text else None)
    frames = "".join(f'<iframe src="{host}{name}"></iframe>' for name in ("", "index.html", "embed.html"))
    page.goto(blog(frames))
    expect(page.frame_locator("iframe >> nth=2").locator("#note")).to_contain_text("names no game", timeout=PATIENT)
    page.wait_for_timeout(300)
    assert len(refused) == 2
    assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"] * 2 + [f"{host}embed.html"]


def test_every_page_says_who_may_frame_it_and_has_the_same_policy(site_folder: Path) -> None:
    said = dict(rules((site_folder / "_headers").read_text("utf-8")))
    pages = [path.relative_to(site_folder) for path in site_folder.rglob("*.html")]
    assert Path("embed.html") in pages
    for page in pages:
        found = said[f"/{page.name}"] if len(page.parts) == 1 else said[f"/{page.parts[0]}/*"]
        wanted = "frame-ancestors *" if page.name == "embed.html" else "frame-ancestors 'none'"
        assert dict(found)["Content-Security-Policy"] == wanted, page
    assert said["/"] == said["/index.html"]
    policy = [
        re.search(r'Content-Security-Policy" content="([^"]+)"', (ROOT / "site" / "page" / name).read_text("utf-8"))
        for name in ("index.html", "embed.html")
    ]
    assert policy[0]
    assert policy[1]
    assert policy[0][1] == policy[1][1]
