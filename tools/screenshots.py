"""Every notebook as JupyterLab shows it, run from top to bottom, to be looked at: `make screenshots`.

The side bar stays open, as Lab opens it. Each notebook is run once; then the window takes every width and Lab both
themes, and the notebook is gone through from top to bottom, a picture a screenful. Pictures go to build/notebooks; the
page of the replay that `saved_game` writes is among them. A cell that fails, an error on the page's console and an
address outside of this machine end the run with a sentence.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import servers
from tests.browser.conftest import CHROMIUM_OPTIONS
from tests.browser.driver import Notebook
from tests.browser.servers import Server

ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
FOLDER = ROOT / "build" / "notebooks"
SIZES = ((1440, 900), (1024, 900), (600, 900))
THEMES = ("light", "dark")
OVERLAP = 40  # pixels that two neighbouring pictures share
SETTLE = 1500  # milliseconds for boards to follow a new width or theme
REPLAY = "two_rivers.html"

# The part of Lab that scrolls: with windowing it is a child of the notebook's own node.
SCROLLER = """() => {
  const node = window.jupyterapp.shell.currentWidget.content.node;
  return node.querySelector('.jp-WindowedPanel-outer') || node;
}"""
# Does the last cell end in the window? Behind it Lab leaves room to scroll on.
ENDS = """scroller => {
  const last = window.jupyterapp.shell.currentWidget.content.widgets.at(-1);
  return last.isAttached && last.node.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().bottom;
}"""
SET_THEME = "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab ' + name})"


def screenfuls(page: Page) -> Iterator[int]:
    """Go down through the notebook; gives the number of each screenful once it stands still."""
    scroller = page.evaluate_handle(SCROLLER)
    whole, seen = scroller.evaluate("e => [e.scrollHeight, e.clientHeight]")
    for n in range(max(1, math.ceil((whole - OVERLAP) / (seen - OVERLAP)))):
        scroller.evaluate("(e, top) => { e.scrollTop = top; }", n * (seen - OVERLAP))
        page.wait_for_timeout(250)
        yield n
        if scroller.evaluate(ENDS):
            return


def take(browser: Browser, lab: Server, name: str, tall: bool, sizes: list[tuple[int, int]]) -> list[str]:
    """Run a notebook and take its pictures; returns what was wrong."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(90_000)
    page = context.new_page()
    book = Notebook(page, lab)
    page.goto(lab.url(f"lab/tree/notebooks/{name}.ipynb?reset"))
    book.wait_ready(120)
    faults = []
    try:
        book.run_all(300)
    except AssertionError as fault:
        faults.append(f"{name}: {fault}")
    for theme in THEMES:
        page.evaluate(SET_THEME, theme.capitalize())
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": 1800 if tall else height})
            page.wait_for_timeout(SETTLE)
            book.wait_ready(120)  # many boards take their time to follow
            for old in FOLDER.glob(f"{name}-{theme}-{width}-*.png"):
                old.unlink()
            for n in screenfuls(page):
                page.screenshot(path=FOLDER / f"{name}-{theme}-{width}-{n:02}.png")
    faults += [f"{name}: {error}" for error in (*book.errors, *book.console)]
    faults += [f"{name}: asked {address}" for address in book.outside]
    page.evaluate(SET_THEME, THEMES[0].capitalize())  # the next notebook opens in it, and need not be drawn twice
    page.wait_for_timeout(SETTLE)  # for Lab to write it down
    context.close()
    return faults


def replay(browser: Browser, file: Path, sizes: list[tuple[int, int]]) -> list[str]:
    """The replay that the notebook wrote, opened as a file: as it opens, and whole."""
    faults: list[str] = []
    for theme in THEMES:
        for width, height in sizes:
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light"
            )
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(f"replay: {error}"))
            page.goto(file.as_uri())
            page.wait_for_timeout(SETTLE)
            page.screenshot(path=FOLDER / f"replay-{theme}-{width}.png")
            page.screenshot(path=FOLDER / f"replay-{theme}-{width}-whole.png", full_page=True)
            context.close()
    return faults


def main() -> int:
    """Take all, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="notebooks, without their ending; all of them if none is named")
    parser.add_argument("--tall", action="store_true", help="windows twice as high: half as many pictures")
    parser.add_argument("--width", type=int, action="append", help="only this width; may be given again")
    given = parser.parse_args()
    names = given.names or sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
    sizes = [size for size in SIZES if not given.width or size[0] in given.width]
    FOLDER.mkdir(parents=True, exist_ok=True)
    faults = []
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        root = Path(place) / "project"
        shutil.copytree(NOTEBOOKS, root / "notebooks", ignore=shutil.ignore_patterns(".ipynb_checkpoints", "*.html"))
        (root / "examples").symlink_to(ROOT / "examples")
        browser = playwright.chromium.launch(executable_path=servers.chromium(), args=CHROMIUM_OPTIONS)
        with servers.jupyter(Path(place) / "work", root) as lab:
            for name in names:
                faults += take(browser, lab, name, given.tall, sizes)
                print(name, flush=True)
        if (file := root / "notebooks" / REPLAY).exists():
            faults += replay(browser, file, sizes)
        browser.close()
    print(*faults, sep="\n", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
