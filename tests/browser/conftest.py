"""Fixtures of the browser tests. Mark a test with `@pytest.mark.browser`; without Chromium it fails.

@pytest.mark.browser
def test_click(notebook, screenshot):
    book = notebook(["import theomachy as th", "board = ...; board"])
    click_canvas(book.canvas(), 100, 80)
    book.wait_kernel("board.selected", 7)
    screenshot("board", book.page)
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.browser import servers
from tests.browser.driver import Notebook, Watched, notebook_of
from tests.browser.servers import Server

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "build" / "screens"

# No sandbox, since containers run as root; no name but this machine's is ever looked up, so a page that wants the
# network fails here as it would offline.
CHROMIUM_OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]  # fmt: skip

expect.set_options(timeout=40_000)  # a busy machine is slow, not wrong


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless, for the whole session."""
    executable = servers.chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_OPTIONS, headless=True)
        yield started
        started.close()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of a site that was built now, once for all workers; whoever wants to change it copies it.

    `THEOMACHY_SITE=build/site` takes one that was built before: for who works on these tests.
    """
    if before := os.environ.get("THEOMACHY_SITE"):
        return ROOT / before
    base = tmp_path_factory.getbasetemp()
    base = base if worker_id == "master" else base.parent
    folder, done = base / "site", base / "site.built"
    with (base / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            command = [sys.executable, str(ROOT / "site" / "build.py"), "--games-only", "--few", "--out", str(folder)]
            built = subprocess.run(command, capture_output=True, text=True)
            assert built.returncode == 0, built.stderr
            done.touch()
    return folder


@pytest.fixture(scope="session")
def site(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of that site, served by Python's own server of files."""
    port = servers.free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(site_folder)]
    work = tmp_path_factory.mktemp("site-server")
    with servers.serving(command, work / "work", work, port, "") as server:
        yield server.base + "/"


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """`new_context(**options)`: a person of his own, with his own windows; options are Playwright's, such as
    `viewport={"width": 1200, "height": 900}`, `device_scale_factor=2`, `color_scheme="dark"`."""
    with contextlib.ExitStack() as opened:

        def make(**options: object) -> BrowserContext:
            options = {"viewport": {"width": 1400, "height": 1000}} | options
            context = browser.new_context(**options)  # type: ignore[arg-type]
            context.set_default_timeout(40_000)
            opened.callback(context.close)
            return context

        yield make


@pytest.fixture(scope="session")
def usual_context(browser: Browser) -> Iterator[BrowserContext]:
    """The context of all windows without special options: JupyterLab's many scripts are fetched and compiled once."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    context.set_default_timeout(40_000)
    yield context
    context.close()


@pytest.fixture
def new_page(
    usual_context: BrowserContext, new_context: Callable[..., BrowserContext]
) -> Iterator[Callable[..., Page]]:
    """`new_page(**options)`: a window, of a person of his own if there are options; closed with the test."""
    with contextlib.ExitStack() as opened:

        def make(**options: object) -> Page:
            page = (new_context(**options) if options else usual_context).new_page()
            opened.callback(page.close)
            return page

        yield make


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    return new_context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty window."""
    return context.new_page()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A private JupyterLab for the session; it answers for Notebook 7 and Voila too."""
    work = tmp_path_factory.mktemp("jupyter")
    root = tmp_path_factory.mktemp("notebooks")
    with servers.jupyter(work, root) as server:
        yield server


@pytest.fixture
def notebook(
    lab: Server, request: pytest.FixtureRequest, new_page: Callable[..., Page]
) -> Iterator[Callable[..., Notebook]]:
    """`notebook(cells or path, app="lab", run=True, theme="light", **context options)`: open a notebook and run it.

    `cells` is a list of code cells; a path, from the project's root, is copied before it is opened. `app` is "lab" or
    "notebook" (Notebook 7). The kernels end with the test.
    """
    name = re.sub(r"\W+", "-", request.node.name)
    count = 0

    def open_it(
        source: Sequence[str] | str | Path, app: str = "lab", run: bool = True, theme: str = "light", **options: object
    ) -> Notebook:
        nonlocal count
        count += 1
        file = put(lab, f"{name}-{count}", source)
        set_theme(lab, theme)
        page = new_page(**options)
        book = Notebook(page, lab)
        page.goto(lab.url(f"lab/tree/{file}?reset" if app == "lab" else f"notebooks/{file}"))
        book.wait_ready()
        if run:
            book.run_all()
        return book

    yield open_it
    end_kernels(lab)


@pytest.fixture
def voila(
    lab: Server, request: pytest.FixtureRequest, new_page: Callable[..., Page]
) -> Iterator[Callable[..., Watched]]:
    """`voila(cells or path, **context options)`: the notebook as a web page by Voila, without its code."""
    name = re.sub(r"\W+", "-", request.node.name)

    def open_it(source: Sequence[str] | str | Path, **options: object) -> Watched:
        file = put(lab, f"{name}-voila", source)
        shown = Watched(new_page(**options), lab)
        shown.page.goto(lab.url(f"voila/render/{file}"), timeout=60_000)
        return shown

    yield open_it
    end_kernels(lab)


def put(lab: Server, name: str, source: Sequence[str] | str | Path) -> str:
    """Write cells, or copy a notebook of the project, into the folder that the server serves; return its name."""
    file = lab.root / f"{name}.ipynb"
    if isinstance(source, str | Path):
        shutil.copy(ROOT / source, file)
    else:
        file.write_text(notebook_of(source), encoding="utf-8")
    return file.name


def set_theme(lab: Server, theme: str) -> None:
    """Set JupyterLab's theme, "light" or "dark", for the pages that are opened next."""
    settings = lab.log.parent / "settings" / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"theme": f"JupyterLab {theme.capitalize()}"}), encoding="utf-8")


def end_kernels(lab: Server) -> None:
    for kernel in json.loads(lab.ask("api/kernels")):
        lab.ask(f"api/kernels/{kernel['id']}", "DELETE")


class Serve:
    """Starts served pages; what it starts ends with the test."""

    def __init__(
        self,
        work: Path,
        opened: contextlib.ExitStack,
        new_context: Callable[..., BrowserContext],
        library: Callable[[], Server],
    ) -> None:
        self.work = work
        self.library = library
        self.opened = opened
        self.new_context = new_context
        self.count = 0

    def folder(self) -> Path:
        self.count += 1
        return self.work / f"server-{self.count}"

    def panel(self, app: str | Path, *options: str) -> Server:
        """`panel serve APP OPTIONS`; APP is a path from the project's root, or an absolute one."""
        return self.opened.enter_context(servers.panel(self.folder(), ROOT / app, *options))

    def theomachy(self, *arguments: str) -> Server:
        """`theomachy serve ARGUMENTS`, without a browser of its own."""
        return self.opened.enter_context(servers.theomachy(self.folder(), self.work, *arguments))

    def voila(self, notebook: str | Path) -> Server:
        """`voila NOTEBOOK` as a server of its own."""
        return self.opened.enter_context(servers.voila(self.folder(), ROOT / notebook))

    def open(self, server: Server, path: str = "", **options: object) -> Watched:
        """Open a page of the server as a new person; call it twice for two sessions."""
        shown = Watched(self.new_context(**options).new_page(), server)
        shown.page.goto(server.url(path), timeout=60_000)
        return shown


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Server]]:
    """`library()`: `theomachy serve` in an empty folder, started once, for all who only open pages of it.

    Games there are found by who began them alone; what else a test leaves behind (files, tables) needs a server of its
    own.
    """
    with contextlib.ExitStack() as opened:
        started: list[Server] = []

        def one() -> Server:
            if not started:
                root = tmp_path_factory.mktemp("library")
                started.append(opened.enter_context(servers.theomachy(tmp_path_factory.mktemp("served"), root)))
            return started[0]

        yield one


@pytest.fixture
def serve(tmp_path: Path, new_context: Callable[..., BrowserContext], library: Callable[[], Server]) -> Iterator[Serve]:
    """`serve.panel(app)`, `serve.theomachy(...)`, `serve.voila(notebook)` start a server, `serve.library()` gives one
    that all share, `serve.open(server, path)` opens a page of it."""
    with contextlib.ExitStack() as opened:
        yield Serve(tmp_path, opened, new_context, library)


@pytest.fixture
def screenshot() -> Callable[..., Path]:
    """`screenshot(name, page or locator)`: write a PNG into the ignored folder build/screens, to be looked at."""

    def take(name: str, what: Page | Locator, **options: object) -> Path:
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}.png"
        what.screenshot(path=path, **options)  # type: ignore[arg-type]
        return path

    return take
