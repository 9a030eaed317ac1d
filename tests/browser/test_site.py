"""The laboratory without a server: the built folder, served as plain files, with the network cut."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import ROOT
from theomachy.engine.authoring import classwork
from theomachy.puzzles.day import of_the_day
from theomachy.puzzles.handed import of_day

pytestmark = pytest.mark.browser
PATIENT = 90_000  # milliseconds until Python stands on a busy machine
GAMES = ("demigods", "cthulhu_wars", "heroes", "mythic_battles", "gods_war")


def watched(page: Page, base: str) -> list[str]:
    """What goes wrong on a page, whom else it asks, and whether it needs a library that no start should need."""
    wrong: list[str] = []
    own = urlsplit(base).netloc
    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" and "404" not in m.text else None)
    page.on(
        "request", lambda r: wrong.append(r.url) if r.url.startswith("http") and urlsplit(r.url).netloc != own else None
    )
    page.on("request", lambda r: wrong.append(r.url) if "python_stdlib" in r.url else None)
    return wrong


KEPT = "caches.keys().then(all => all.filter(name => name.startsWith('theomachy start ')))"
CHANGED = """async name => {
  const cache = await caches.open((await caches.keys()).find(name => name.startsWith('theomachy start ')));
  const where = (await cache.keys()).find(one => one.url.endsWith(name));
  const bytes = new Uint8Array(await (await cache.match(where)).arrayBuffer());
  bytes[bytes.length >> 1] ^= 1;
  await cache.put(where, new Response(bytes));
}"""


def test_a_first_visit_plays_against_a_bot_and_a_reload_goes_on(
    site: str, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    """A reload begins with the memory that is kept of the first start, and without it where a byte has changed."""
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
    expect(page.locator("html[data-kept]")).to_be_attached()
    other = page.context.new_page()  # a second tab goes on with a copy: neither writes over the other
    other.goto(page.url)
    other.locator(".opt").first.dblclick(timeout=PATIENT)
    other.wait_for_url(lambda url: "save=game-" in url and url != page.url)
    other.close()
    for changed in ("", "/parts/core.pack", "/start/parts/demigods.pack"):
        if changed:
            page.evaluate(CHANGED, changed)
        page.reload()
        expect(page.locator("svg[role='img'][aria-label^='Timeline']")).to_have_attribute(
            "aria-label", stands or "", timeout=PATIENT
        )
        remembered = page.evaluate("document.documentElement.dataset.remembered")
        assert (remembered is None) == ("/start/" in changed)
    page.goto(site)
    expect(page.get_by_text("Saved games").first).to_be_visible()
    assert page.locator("a[href^='?save=game-']").count() == 2
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


REFUSED = "Object.defineProperty(self, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });"
FULL = "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.nightly
@pytest.mark.parametrize("trouble", [REFUSED, FULL])
def test_a_browser_that_keeps_nothing_starts_all_the_same(
    site: str, trouble: str, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    wrong = watched(page, site)
    for name in ("worker.js", "loader.js"):
        page.route(f"**/{name}", lambda route: route.fulfill(body=trouble + route.fetch().text()))
    for _ in range(2):
        page.goto(f"{site}?game=demigods&seed=1")
        expect(page.locator("html[data-ready=board]")).to_be_attached(timeout=PATIENT)
        page.wait_for_timeout(3000)  # longer than a worker waits until it keeps something
        told = page.evaluate("({...document.documentElement.dataset})")
        assert not {"kept", "remembered"} & {*told}
    assert wrong == []


@pytest.mark.nightly
def test_a_new_site_forgets_the_start_of_the_old_one(site: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    page.goto(f"{site}?game=demigods&seed=1")
    expect(page.locator("html[data-kept]")).to_be_attached(timeout=PATIENT)
    assert len(page.evaluate(KEPT)) == 1
    page.evaluate("caches.open('somebody else')")
    page.route("**/site.json", lambda route: route.fulfill(body=route.fetch().text().replace('"worker.js":[', '"w":[')))
    page.reload()
    expect(page.locator("html[data-kept]")).to_be_attached(timeout=PATIENT)
    assert page.evaluate("document.documentElement.dataset.remembered") is None
    assert len(page.evaluate(KEPT)) == 1
    assert "somebody else" in page.evaluate("caches.keys()")


@pytest.mark.parametrize("slug", GAMES)
def test_every_file_of_a_game_is_in_its_pack(site_folder: Path, slug: str) -> None:
    """Powers of a box, their values, rules and rulings: a folder that is new is there by itself."""
    line, _, data = lzma.decompress((site_folder / "parts" / f"{slug}.pack.xz").read_bytes()).partition(b"\n")
    held: dict[str, int] = json.loads(line)
    assert sum(held.values()) == len(data)
    rules, examples = ROOT / "rules", ROOT / "examples"
    wanted = [path.relative_to(rules) for path in (rules / "theomachy" / "games" / slug).rglob("*.*")]
    share = Path("theomachy", "share", "examples")
    wanted += [share / path.relative_to(examples) for path in (examples / "scenarios" / slug).rglob("*.toml")]
    names = {path.with_suffix(".pyc" if path.suffix == ".py" else path.suffix).as_posix() for path in wanted
             if "__pycache__" not in path.parts and path.name != "py.typed"}  # fmt: skip
    assert len(names) > 50
    assert names - set(held) == set()


@pytest.mark.parametrize("name", ["runtime/pyodide.asm.wasm", "runtime/pyodide.asm.mjs", "parts/stdlib.zip"])
def test_a_file_that_is_not_the_one_that_was_built_is_not_used(
    site: str, site_folder: Path, name: str, new_context: Callable[..., BrowserContext]
) -> None:
    page, other = new_context().new_page(), lzma.compress(b"another" * 9, check=lzma.CHECK_CRC32)
    if name.startswith("parts/"):  # what comes is cut off
        other = (site_folder / f"{name}.xz").read_bytes()[:-900]
    page.route(f"**/{name}.xz?*", lambda route: route.fulfill(body=other))
    page.goto(f"{site}?game=demigods&seed=1")
    expect(page.locator("#note")).to_contain_text(f"{name} is not the file of this site", timeout=PATIENT)


def test_a_puzzle_is_handed_in_and_a_study_of_the_visitor_s_own_opens(
    site: str, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    """Screens of other kinds begin with the memory of the first; so does one that refuses its address."""
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    wrong = watched(page, site)
    page.goto(f"{site}?puzzles=demigods&day=2026-11-28")
    expect(page.get_by_text("Puzzle of the day").first).to_be_visible(timeout=PATIENT)
    expect(page.locator("html[data-kept]")).to_be_attached()
    puzzle = of_the_day(date(2026, 11, 28), "demigods")[0]
    page.locator(f"[data-answer='{puzzle.right[0] + 1}']").click()
    page.get_by_role("textbox", name="Your name").fill("Ada", timeout=PATIENT)
    with page.expect_download() as given:
        page.get_by_role("button", name="Hand in").click()
    given.value.save_as(tmp_path / "ada.json")
    answers = classwork.load(tmp_path / "ada.json")
    assert answers.points == (1, 1, 3) == classwork.graded(answers, of_day("2026-11-28", "demigods")).points
    page.goto(site)
    assert page.get_by_role("link", name="Analysis").count() == 0  # what needs a server is not offered
    (tmp_path / "half.json").write_text('{"game": "demigods", "nodes": [], "setup": {"players": "x"}}')
    page.locator("input[type=file]").set_input_files(tmp_path / "half.json")
    expect(page.get_by_text("this is no saved game and no study of Theomachy")).to_be_visible()
    study = next((ROOT / "examples" / "studies" / "demigods").glob("*.json"))
    page.locator("input[type=file]").set_input_files(study)
    expect(page.get_by_text("chapter 1 of").first).to_be_visible(timeout=PATIENT)
    assert page.evaluate("document.documentElement.dataset.remembered")
    page.goto(f"{site}?game=demigods&players=99")
    expect(page.locator("#note")).to_contain_text("The number of players is from 1 to", timeout=PATIENT)
    expect(page.locator("#note a")).to_have_attribute("href", "./")
    assert wrong == []


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


@pytest.mark.nightly
def test_two_at_one_screen_pass_it_on_behind_a_curtain(
    site: str, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    wrong = watched(page, site)
    page.goto(site)
    rows = page.get_by_role("radiogroup", name="Who plays")
    rows.nth(1).get_by_role("radio", name="friend").click()
    expect(page.get_by_role("radio", name="pass it on behind a curtain")).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Play Demigods").click()
    lift = page.locator("[data-panel=curtain] .btn.solid")
    lift.wait_for(timeout=PATIENT)
    assert page.locator("[data-panel=hand] [data-target], [data-panel=decision] .opt").count() == 0
    first = lift.inner_text()
    lift.click()
    expect(page.locator(".opt").first).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for _ in range(30):
        if lift.is_visible():
            break
        page.locator("[data-panel=decision] .opt").last.dblclick()
        page.wait_for_timeout(700)
    expect(lift).to_be_visible()
    assert lift.inner_text() != first
    page.wait_for_url("**save=game-*")
    assert "curtain=on" in page.url
    page.wait_for_timeout(1500)  # the last answer is kept within a second
    page.goto(page.url.replace("&curtain=on", ""))  # the game itself says so too
    expect(lift).to_be_visible(timeout=PATIENT)
    screenshot("site-curtain", page)
    assert wrong == []
