"""How long a visitor of the site waits: `make site-bench` measures it and writes the figures into docs/site.md.

The line is Chromium's own throttling: 10 Mbit/s, 40 ms away. Cold is a person who was never there; warm has been there,
with what the browser keeps of a first start; bare is warm without that. A time is the best of the rounds, since a busy
machine only adds to it; the load is told beside. The bytes are those of the files that the server was asked for, as
they lie in the folder, and from a host that compresses what is not.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser import servers
from tests.browser.conftest import CHROMIUM_OPTIONS
from tests.browser.driver import figures

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "docs" / "site.md"
BEGIN, END = "<!-- figures of make site-bench -->", "<!-- end of figures -->"
GAMES = ("demigods", "heroes", "mythic_battles", "cthulhu_wars", "gods_war")
LINE = {"offline": False, "latency": 40, "downloadThroughput": 10e6 / 8, "uploadThroughput": 10e6 / 8}
STAGES = ("runtime", "python", "rules", "screens", "ready", "answers")
ANSWERS = ".opt, [data-box], .theo-at-front button"  # what can be pressed when a board stands
QUIET = 300  # milliseconds without a change after which a click is over
SETTLED = 3500  # until a worker has kept what it keeps
PATIENT = 180_000

# When each stage was reached, in milliseconds since the address was asked for.
WATCH = """selector => {
  const told = window.told = {};
  const see = () => {
    for (const name of Object.keys(document.documentElement.dataset)) told[name] ??= performance.now();
    if (document.querySelector(selector)) told.answers ??= performance.now();
  };
  new MutationObserver(see).observe(document, { subtree: true, childList: true, attributes: true });
}"""
# From a click to the picture after the last change that follows it.
CLICK = """quiet => new Promise(done => {
  const table = document.getElementById('table');
  let from = 0, shown = 0, waits = 0;
  const over = () => { seen.disconnect(); done(shown ? shown - from : null); };
  const seen = new MutationObserver(() => {
    if (!from) return;
    clearTimeout(waits);
    waits = setTimeout(over, quiet);
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => { shown = performance.now(); };
      after.port2.postMessage(null);
    });
  });
  seen.observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
  const heard = e => { from = e.timeStamp; waits = setTimeout(over, 4000); };
  addEventListener('click', heard, { capture: true, once: true });
})"""


def main() -> None:
    """Measure, print, and write into docs/site.md if asked."""
    parser = argparse.ArgumentParser(description="measure the site")
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--rounds", type=int, default=5, help="0: clicks alone")
    parser.add_argument("--clicks", type=int, default=10, help="of each kind, in each game")
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--no-write", action="store_true", help="print only")
    parsed = parser.parse_args()
    lines = [*measured(parsed)]
    if not parsed.no_write:
        before, _, rest = PLACE.read_text("utf-8").partition(BEGIN)
        text = "\n".join([BEGIN, "", *lines, END])
        PLACE.write_text(before + text + rest.partition(END)[2], "utf-8")


def measured(asked: argparse.Namespace) -> Iterator[str]:
    """The lines of the table, as they are found; they are printed too."""
    work, port = Path(tempfile.mkdtemp()), servers.free_port()
    site = asked.site.resolve()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(site)]
    with servers.serving(command, work / "work", work, port, "") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=servers.chromium(), args=CHROMIUM_OPTIONS, headless=True)
        for line in table(browser, f"{server.base}/", asked, Sent(server.log, site)):
            print(line, flush=True)
            yield line
        browser.close()


class Sent:
    """What a server of files has sent since it was last asked, by its log."""

    def __init__(self, log: Path, site: Path) -> None:
        self.log, self.site, self.read = log, site, 0

    def since(self) -> dict[str, float]:
        """Bytes of the bodies, and what they are from a host that compresses them."""
        told = self.log.read_bytes()
        asked = re.findall(rb'"GET /([^ ?]*)[^"]*" 200', told[self.read :])
        self.read = len(told)
        files = [self.site / (name.decode() or "index.html") for name in asked]
        return {"plain": sum(f.stat().st_size for f in files), "sent": sum(compressed(f) for f in files)}


@cache
def compressed(file: Path) -> int:
    """Bytes of a file as it is sent by a host that compresses what is not."""
    data = file.read_bytes()
    return len(data) if file.suffix in (".gz", ".png", ".webp") else len(gzip.compress(data))


def table(browser: Browser, base: str, asked: argparse.Namespace, sent: Sent) -> Iterator[str]:
    """What is written."""
    first = os.getloadavg()[0]
    pictures = [home(browser, base) for _ in range(max(1, asked.rounds))]
    yield f"{date.today()}, {shape(browser)}; best of {asked.rounds}, 10 Mbit/s and 40 ms by the browser's throttling."
    yield ""
    yield (
        f"The start page: first picture after {least(pictures, 'paint')} ms, all its pictures after "
        f"{least(pictures, 'whole')} ms, without Python."
    )
    yield ""
    yield "| game | start | " + " | ".join(f"{name} (s)" for name in STAGES) + " | MB | compressed |"
    yield "|---|---|" + "---|" * (len(STAGES) + 2)
    answered = {}
    for slug in asked.games:
        starts: dict[str, list[dict[str, float]]] = {"cold": [], "warm": [], "bare": []}
        for _ in range(asked.rounds):
            person = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            for how in starts:
                sent.since()
                found = start(person, f"{base}?game={slug}&seed=1", how)
                starts[how].append(found | sent.since())
            person.close()
        for how, each in starts.items():
            if not each:
                continue
            best = min(each, key=lambda one: one["answers"])
            cells = [f"{best[name] / 1000:.1f}" if name in best else "–" for name in STAGES]
            yield (
                f"| {slug} | {how} | "
                + " | ".join(cells)
                + f" | {best['plain'] / 1e6:.2f} | {best['sent'] / 1e6:.2f} |"
            )
        answered[slug] = clicked(browser, f"{base}?game={slug}&seed=1", asked.clicks)
    yield ""
    yield "| game | clicks | median (ms) | p95 (ms) | memory of the page (MB) |"
    yield "|---|---|---|---|---|"
    for slug, (times, memory) in answered.items():
        clicks = figures(times)
        yield f"| {slug} | {clicks.count} | {clicks.median:.0f} | {clicks.p95:.0f} | {memory / 1e6:.0f} |"
    yield ""
    yield f"Load of the machine before and after: {first:.1f}, {os.getloadavg()[0]:.1f} (1 minute)."


def shape(browser: Browser) -> str:
    """The machine, in a few words."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores {platform.machine()}, {memory:.0f} GiB, Chromium {browser.version} headless"


def least(found: list[dict[str, float]], name: str) -> int:
    """The shortest of some times."""
    return round(min(one[name] for one in found))


def slow(page: Page) -> None:
    """Put the page behind the line."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)


def home(browser: Browser, base: str) -> dict[str, float]:
    """The start page for somebody new."""
    person = browser.new_context(viewport={"width": 1440, "height": 900})
    page = person.new_page()
    slow(page)
    page.goto(base)
    page.wait_for_selector("html[data-ready=start]", timeout=PATIENT)
    page.wait_for_load_state("networkidle")
    found: dict[str, float] = page.evaluate(
        """() => ({paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
          whole: Math.max(...performance.getEntriesByType('resource').map(e => e.responseEnd))})"""
    )
    person.close()
    return found


def start(person: BrowserContext, address: str, how: str) -> dict[str, float]:
    """Open a game; when each stage was reached and what was sent."""
    page = person.new_page()
    page.add_init_script(f"({WATCH})({ANSWERS!r})")
    if how == "bare":  # nothing kept: a page of the same site empties the store
        page.goto(address.partition("?")[0] + "site.css")
        page.evaluate("caches.keys().then(all => Promise.all(all.map(name => caches.delete(name))))")
    slow(page)
    page.goto(address)
    page.wait_for_function("() => window.told.answers", timeout=PATIENT)
    found: dict[str, float] = page.evaluate("() => window.told")
    page.wait_for_timeout(SETTLED if how == "cold" else 200)
    page.close()
    return found


def clicked(browser: Browser, address: str, each: int) -> tuple[list[float], int]:
    """Milliseconds of clicks on options, answers and undo, and the memory of the page's process in bytes."""
    person = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page, times = person.new_page(), list[float]()
    page.goto(address)
    page.wait_for_selector(ANSWERS, timeout=PATIENT)
    page.wait_for_timeout(SETTLED)
    for k in range(each):
        options = page.locator(".opt")
        wanted = [options.nth(k % max(1, options.count())), page.locator(".btn.solid").first]
        if k % 3 == 2:
            wanted.append(page.get_by_role("button", name="Undo").first)
        for what in wanted:
            if not (what.count() and what.is_visible() and what.is_enabled()):
                continue
            waits = page.evaluate_handle(f"quiet => ({{ over: ({CLICK})(quiet) }})", QUIET)
            try:
                what.click(timeout=3000)
            except PlaywrightTimeout:  # it went away meanwhile
                continue
            took = waits.evaluate("async waits => await waits.over")
            if took is not None:
                times.append(took)
    memory = of_renderers(browser)
    person.close()
    return times, memory


def of_renderers(browser: Browser) -> int:
    """What the largest process of a page takes, in bytes of its own share."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [0]
    for process in told:
        if process["type"] == "renderer":
            for line in Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    sizes.append(int(line.split()[1]) * 1024)
    return max(sizes)


if __name__ == "__main__":
    main()
