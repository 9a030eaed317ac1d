"""How long a visitor of the site waits: `make site-bench` measures it and writes the figures into docs/site.md.

The line is Chromium's own throttling: 10 Mbit/s, 40 ms away. Cold is a person who was never there; warm has been there,
with what the browser keeps of a first start; bare is warm without that. A time is the best of the rounds, since a busy
machine only adds to it; the load is told beside. The bytes are those of the files that the server was asked for, as
they lie in the folder, and from a host that compresses what is not. A click is over with the picture after the last
change that follows it; memory is what the process of the page takes, Python's included.

A phone is a screen of 390 x 844 with touch, behind the same line, whose page gets a quarter of the time: the browser's
own throttling slows only the thread that draws, and Python runs in another, so the process is stopped and let go on.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

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
STAGES = ("runtime", "python", "screens", "rules", "ready", "answers")
ANSWERS = ".opt, [data-box], .theo-at-front button"  # what can be pressed when a board stands
QUIET = 300  # milliseconds without a change after which a click is over
PATIENT = 180_000
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "is_mobile": True,
                         "has_touch": True, "reduced_motion": "reduce"}  # fmt: skip
SLOWER = 4  # a phone, against the machine that measures
STEP = 0.004  # seconds in which a page of the phone runs before it is stopped
LOOK = 0.25  # seconds after which it is looked for new processes

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
  const heard = e => { from = e.timeStamp; waits = setTimeout(over, 13 * quiet); };
  addEventListener('click', heard, { capture: true, once: true });
})"""


def main() -> None:
    """Measure, print, and write into docs/site.md if asked."""
    parser = argparse.ArgumentParser(description="measure the site")
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--rounds", type=int, default=5, help="starts of each kind, in each game; 0: clicks alone")
    parser.add_argument("--clicks", type=int, default=10, help="of each kind, in each game")
    parser.add_argument("--phones", type=int, default=2, help="rounds on a phone; 0: none")
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
    return len(data) if file.suffix in (".gz", ".xz", ".png", ".webp") else len(gzip.compress(data))


def table(browser: Browser, base: str, asked: argparse.Namespace, sent: Sent) -> Iterator[str]:
    """What is written."""
    first = os.getloadavg()[0]
    pictures = [home(browser, base) for _ in range(max(1, asked.rounds))]
    best = f"; best of {asked.rounds}" if asked.rounds else ""
    yield f"{date.today()}, {shape(browser)}{best}, 10 Mbit/s and 40 ms by the browser's throttling."
    yield ""
    yield (
        f"The start page: first picture after {least(pictures, 'paint')} ms, all its pictures after "
        f"{least(pictures, 'whole')} ms, without Python."
    )
    for how, rounds in (("At a desk", asked.rounds), ("On a phone", asked.phones)):
        if how == "On a phone" and not rounds:
            continue
        yield from starts_and_clicks(browser, base, asked, sent, how, rounds)
    yield ""
    yield f"Load of the machine before and after: {first:.1f}, {os.getloadavg()[0]:.1f} (1 minute)."


def starts_and_clicks(
    browser: Browser, base: str, asked: argparse.Namespace, sent: Sent, how: str, rounds: int
) -> Iterator[str]:
    """The starts of each game by one kind of person, and the clicks in it."""
    phone = how == "On a phone"
    person, kinds = (PHONE, ("cold", "warm")) if phone else (DESK, ("cold", "warm", "bare"))
    told: dict[str, tuple[list[float], int]] = {}
    if rounds:
        yield ""
        yield f"{how}, {person['viewport']['width']} x {person['viewport']['height']}:"
        yield ""
        yield "| game | start | " + " | ".join(f"{name} (s)" for name in STAGES) + " | MB | compressed |"
        yield "|---|---|" + "---|" * (len(STAGES) + 2)
    with slower(browser) if phone else nullcontext():
        for slug in asked.games:
            address = f"{base}?game={slug}&seed=1"
            for kind, best in starts(browser, address, sent, person, kinds, rounds).items():
                cells = [f"{best[name] / 1000:.1f}" if name in best else "–" for name in STAGES]
                sizes = f"{best['plain'] / 1e6:.2f} | {best['sent'] / 1e6:.2f}"
                yield f"| {slug} | {kind} | {' | '.join(cells)} | {sizes} |"
            told[slug] = clicked(browser, address, person, asked.clicks, QUIET * (SLOWER if phone else 1))
    yield ""
    yield f"| game, {how.lower()} | clicks | median (ms) | p95 (ms) | memory of the page (MB) |"
    yield "|---|---|---|---|---|"
    for slug, (times, memory) in told.items():
        clicks = figures(times)
        yield f"| {slug} | {clicks.count} | {clicks.median:.0f} | {clicks.p95:.0f} | {memory / 1e6:.0f} |"


def starts(
    browser: Browser, address: str, sent: Sent, person: dict[str, Any], kinds: tuple[str, ...], rounds: int
) -> dict[str, dict[str, float]]:
    """The best start of each kind: when each stage was reached, and what was sent."""
    found: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        somebody = browser.new_context(**person)
        for kind in kinds:
            sent.since()
            told = start(somebody, address, kind)
            found[kind].append(told | sent.since())
        somebody.close()
    return {kind: min(each, key=lambda one: one["answers"]) for kind, each in found.items() if each}


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


@contextmanager
def slower(browser: Browser) -> Iterator[None]:
    """Give the pages of this browser a part of the time."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    (above,) = (process["id"] for process in told if process["type"] == "browser")
    over = threading.Event()

    def stopped() -> None:
        pages, looked, owed = list[int](), 0.0, 0.0
        while not over.is_set():
            began = time.monotonic()
            time.sleep(STEP)
            tell(pages, signal.SIGSTOP)
            ran = time.monotonic()
            owed += (SLOWER - 1) * (ran - began)
            if ran - looked > LOOK:
                pages, looked = pages_below(above), ran
                tell(pages, signal.SIGSTOP)
            time.sleep(max(0.0, owed - (time.monotonic() - ran)))
            owed -= time.monotonic() - ran  # a thread that is woken late has stopped them, or let them run, for longer
            tell(pages, signal.SIGCONT)

    beat = threading.Thread(target=stopped)
    beat.start()
    try:
        yield
    finally:
        over.set()
        beat.join()


def pages_below(above: int) -> list[int]:
    """The processes of pages that a process has started, itself or by another."""
    found, parents = [], dict[int, int]()
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(place.name)] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (place / "cmdline").read_bytes():
                found.append(int(place.name))

    def mine(process: int) -> bool:
        while process in parents and process != above:
            process = parents[process]
        return process == above

    return [process for process in found if mine(process)]


def tell(processes: list[int], what: signal.Signals) -> None:
    """Send a signal to whichever of them are still there."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


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
    if how == "cold":
        page.wait_for_selector("html[data-kept]", timeout=PATIENT, state="attached")
    page.wait_for_timeout(200)
    page.close()
    return found


def clicked(browser: Browser, address: str, who: dict[str, Any], each: int, quiet: int) -> tuple[list[float], int]:
    """Milliseconds of clicks on options, answers and undo, and the memory of the page's process in bytes."""
    person = browser.new_context(**who)
    page, times = person.new_page(), list[float]()
    page.goto(address)
    page.wait_for_selector(ANSWERS, timeout=PATIENT)
    page.wait_for_selector("html[data-kept]", timeout=PATIENT, state="attached")
    for k in range(each):
        options = page.locator(".opt")
        wanted = [options.nth(k % max(1, options.count())), page.locator(".btn.solid").first]
        if k % 3 == 2:
            wanted.append(page.get_by_role("button", name="Undo").first)
        for what in wanted:
            if not (what.count() and what.is_visible() and what.is_enabled()):
                continue
            waits = page.evaluate_handle(f"quiet => ({{ over: ({CLICK})(quiet) }})", quiet)
            try:
                what.click(timeout=10 * quiet)
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
