"""What the site may be handed: files and addresses of anybody, a full or refused storage, saves of old pages."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import theomachy as th
from tests.browser import servers
from tests.browser.conftest import CHROMIUM_OPTIONS
from tests.browser.test_site import PATIENT, watched
from tests.browser.test_site_same_game import KEPT

pytestmark = pytest.mark.browser
BAD = '<img src=x onerror="window.hurt=1"></script><script>window.hurt=1</script>'
# Tried after a moment: what a debugger evaluates itself may do more.
TRIED = """async () => {
  await new Promise((done) => setTimeout(done, 20));
  const told = [];
  const tries = {
    eval: () => eval("1"),
    function: () => new Function("return 1")(),
    timer: () => new Promise((done, fail) => { self.timed = 1; setTimeout("self.timed = 0", 0);
                                               setTimeout(() => self.timed ? fail() : done(), 50); }),
    fetch: () => fetch("http://127.0.0.1:9/x"),
    import: () => import("http://127.0.0.1:9/x.js"),
    data: () => import("data:text/javascript,self.hurt=1"),
    request: () => { const r = new XMLHttpRequest(); r.open("GET", "http://127.0.0.1:9/x", false); r.send(); },
    socket: () => new Promise((done, fail) => { const w = new WebSocket("ws://127.0.0.1:9/"); w.onopen = done;
                                                w.onerror = () => fail(); }),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    try { await attempt(); told.push(name); } catch {}
  }
  return told;
}"""
WATCHED = """() => { self.blocked = [];
  self.addEventListener("securitypolicyviolation", (e) => self.blocked.push(e.effectiveDirective)); }"""


def opened(page: Page, site: str, file: Path) -> None:
    page.goto(site)
    page.locator("input[type=file]").set_input_files(file)


def test_a_file_of_somebody_runs_nothing_and_python_s_worker_asks_nobody(
    site: str, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    game = th.new("demigods", players=[BAD, "Bronteas"], seed=1)
    game.play(game.options[0])
    game.note(BAD)
    game.remark("title", BAD)
    game.save(tmp_path / "bad.json")
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    wrong = watched(page, site)
    opened(page, site, tmp_path / "bad.json")
    page.locator("[data-panel=decision] .opt").first.wait_for(timeout=PATIENT)
    assert page.get_by_text("onerror").count() > 0
    assert page.locator("img[src=x], [data-panel] script").count() == 0
    assert wrong == []
    page.locator("html[data-kept]").wait_for(timeout=PATIENT, state="attached")  # the worker that loads files ends then
    while len(page.workers) > 1:
        page.wait_for_timeout(50)
    (worker,) = page.workers
    for place in (worker, page):
        place.evaluate(WATCHED)
        assert place.evaluate(TRIED) == []
        assert {"connect-src", "script-src-elem", "script-src"} <= {*place.evaluate("() => self.blocked")}
    page.goto(site)  # the row of the game there
    expect(page.get_by_text("onerror").first).to_be_visible()
    assert page.evaluate("window.hurt") is None


def test_what_is_no_game_is_refused_on_the_spot_in_one_sentence(
    site: str, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    wrong = watched(page, site)
    page.goto(site)
    page.get_by_role("button", name="Play Demigods").wait_for()
    deep = '{"game": "demigods", "nodes": ' + "[" * 100_000
    proto = '{"__proto__": {"game": "demigods", "nodes": [], "setup": {"players": []}}}'
    for text in ("", "{", "[]", "null", '{"game": "constructor", "nodes": []}', f"<html>{BAD}</html>", deep, proto):
        (tmp_path / "x.json").write_text(text)
        page.locator("input[type=file]").set_input_files(tmp_path / "x.json")
        expect(page.get_by_text("this is no saved game and no study of Theomachy")).to_be_visible()
        page.reload()
    (tmp_path / "x.json").write_text(" " * (5 * 2**20))
    page.locator("input[type=file]").set_input_files(tmp_path / "x.json")
    expect(page.get_by_text("4 MiB")).to_be_visible()
    assert page.evaluate("window.hurt") is None
    assert page.evaluate(KEPT) == []
    # A page that somebody brings is read and never shown; the policy tells of the handlers in it all the same.
    assert [told for told in wrong if "Executing inline event handler" not in told] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("?game=%3Cscript%3Ewindow.hurt%3D1%3C/script%3E", "names no game"),
        ("?save=..%2F..%2Fsite.json", "names no game"),
        ("?save=%3Cimg%20src%3Dx%3E.json", "keeps no game of that name"),
        ("?lesson=..%2Fdemigods", "names no game"),
        ("?position=theo1.__proto__.AAAA", "names no game"),
        ("?javascript:alert(1)", "names no game"),
        ("?going=abc", "names no game"),
    ],
)
def test_an_address_of_anybody_says_one_sentence(
    site: str, words: str, said: str, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    wrong = watched(page, site)
    page.goto(site + words)
    expect(page.locator("#note")).to_contain_text(said)
    assert page.evaluate("[window.hurt, document.images.length]") == [None, 0]
    assert wrong == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    "words",
    [
        "?game=demigods&game=heroes",
        "?position=theo1.demigods.AAAAAAAA.00000000",
        "?lesson=demigods/..%2F..%2Fheroes%2Flesson_01.toml",
        "?game=demigods&o.rulings=__import__('os')",
        "?game=demigods&bots=builtins.exec",
        "?game=demigods&seed=" + "9" * 200,
        "?newstudy=demigods&own=%7B%22a%22%3A",
    ],
)
def test_an_address_that_python_reads_is_opened_or_refused(
    site: str, words: str, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    wrong = watched(page, site)
    page.goto(site + words)
    page.locator("html[data-ready=board], #note a").first.wait_for(timeout=PATIENT, state="attached")
    expect(page.locator("#note")).not_to_contain_text("could not be made")
    assert wrong == []


def test_a_browser_that_refuses_its_storage_says_so_and_the_page_stands(
    site: str, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('it is refused') };")
    wrong = watched(page, site)
    page.goto(site)
    expect(page.get_by_text("This browser keeps no games here (it is refused); save them as files.")).to_be_visible()
    expect(page.get_by_role("button", name="Play Demigods")).to_be_visible()
    assert wrong == []


def test_the_storage_of_a_newer_site_is_left_alone(site: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    page.goto(f"{site}site.css")
    page.evaluate("""() => new Promise((done) => { const asked = indexedDB.open("theomachy", 9);
        asked.onupgradeneeded = () => asked.result.createObjectStore("more").put("mine", 1);
        asked.onsuccess = () => { asked.result.close(); done(); }; })""")
    page.goto(site)
    expect(page.get_by_text("This browser keeps no games here")).to_be_visible()
    page.goto(f"{site}site.css")
    left = page.evaluate("""() => new Promise((done) => { const asked = indexedDB.open("theomachy");
        asked.onsuccess = () => { const got = asked.result.transaction("more").objectStore("more").get(1);
        got.onsuccess = () => done([asked.result.version, got.result]); }; })""")
    assert left == [9, "mine"]


def kill(profile: Path) -> None:
    """All of the browser with these files goes at once, without a word to its pages."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):  # it has gone by itself meanwhile
            if f"--user-data-dir={profile}" in process.cmdline():
                process.kill()


def test_a_page_that_is_killed_while_it_writes_leaves_every_game_whole(
    site: str, tmp_path: Path, browser: Browser
) -> None:
    def started() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=servers.chromium(), args=CHROMIUM_OPTIONS
        )

    game = th.new("demigods", players=2, seed=1)
    game.note("x" * 1900)
    for count in range(3):
        game.play(game.options[0])
        game.save(tmp_path / "one.json")
        person = started()
        page = person.pages[0]
        page.goto(site)
        page.get_by_role("button", name="Play Demigods").wait_for()
        page.locator("input[type=file]").set_input_files(tmp_path / "one.json")
        page.wait_for_timeout(30 * count)
        with person.expect_event("close"):
            kill(tmp_path / "profile")
    person = started()
    page = person.pages[0]
    page.goto(site)
    page.get_by_role("button", name="Play Demigods").wait_for()
    rows = page.evaluate(KEPT)
    person.close()
    assert rows
    for text in rows:
        (tmp_path / "back.json").write_text(text)
        assert th.load(tmp_path / "back.json").slug == "demigods"


@pytest.mark.nightly
def test_a_full_storage_says_so_and_an_old_save_goes_on(
    site: str, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(site)
    page.get_by_role("button", name="Play Demigods").wait_for()
    game = th.new("demigods", preset="rivers", seed=3)
    # A row as an older page has written it: with less than those of today.
    row = {"id": "game-old.json", "title": "An old one", "slug": "demigods", "game": "Demigods", "text": game.save()}
    page.evaluate(
        """(row) => new Promise((done) => { const asked = indexedDB.open("theomachy", 1);
        asked.onsuccess = () => { const all = asked.result.transaction("saves", "readwrite");
        all.objectStore("saves").put(row); all.oncomplete = () => { asked.result.close(); done(); }; }; })""",
        row,
    )
    page.reload()
    page.add_init_script("IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') };")
    page.locator("a[href='?save=game-old.json']").first.click()
    page.locator("[data-panel=decision] .opt").first.dblclick(timeout=PATIENT)
    expect(page.locator("#note")).to_contain_text("This browser does not keep the game (", timeout=10_000)
    expect(page.locator("#note")).to_contain_text("save it as a file")
    (text,) = page.evaluate(KEPT)
    assert json.loads(text) == json.loads(game.save()), "what was kept is as it was"
