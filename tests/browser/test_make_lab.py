"""`make lab` in a fresh home: the printed address opens the start notebook, and nothing lies over the board."""

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import servers
from tests.browser.driver import Notebook
from tests.browser.servers import Server

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]


@pytest.fixture
def printed(tmp_path: Path) -> Iterator[Server]:
    """The server as a person starts it, in a home that Jupyter has never seen; its base is the printed address."""
    home, log = tmp_path / "home", tmp_path / "log"
    home.mkdir()
    foreign = ("JUPYTER", "XDG", "IPYTHON", "PYTHONPATH")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
    # The shared settings of the tree, which an installation puts beside Jupyter's own.
    environment |= {"HOME": str(home), "JUPYTER_CONFIG_PATH": str(servers.SETTINGS), "PYTHONUNBUFFERED": "1"}
    ready = ROOT / ".venv" / ".ready"
    flags = f"LAB_FLAGS=--no-browser --ServerApp.port={servers.free_port()} --LabApp.expose_app_in_browser=True"
    command = ["make", "-C", str(ROOT), "-o", str(ready.relative_to(ROOT)), "lab", flags]
    with log.open("wb") as sink:
        process = subprocess.Popen(command, env=environment, stdout=sink, stderr=sink, start_new_session=True)
    try:
        yield Server(address(log, process), "", ROOT / "notebooks", log)
    finally:
        servers.end(process)


def address(log: Path, process: "subprocess.Popen[bytes]") -> str:
    late = time.monotonic() + servers.START_SECONDS
    while process.poll() is None and time.monotonic() < late:
        said = log.read_text(encoding="utf-8", errors="replace")
        if found := re.search(r"http://127\.0\.0\.1:\S+", said):
            return found.group()
        time.sleep(0.2)
    raise RuntimeError(f"no address was printed:\n{log.read_text(encoding='utf-8', errors='replace')}")


def test_the_printed_address_opens_the_start_notebook_and_nothing_covers_it(
    printed: Server, page: Page, screenshot: Callable[..., Path]
) -> None:
    book = Notebook(page, printed)
    page.goto(printed.base, timeout=60_000)
    book.wait_ready(90)
    assert page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path") == "00_start.ipynb"
    files = page.locator(".jp-DirListing-item")
    files.filter(has_text="demigods.ipynb").wait_for()
    assert files.count() == len(list((ROOT / "notebooks").glob("*.ipynb")))
    page.wait_for_timeout(6000)  # the question about news came within two seconds
    screenshot("make-lab", page)
    assert page.locator(".Toastify__toast, .jp-Dialog").count() == 0
    book.command("launcher:create")
    page.locator(".jp-LauncherCard", has_text="Theomachy").wait_for()
