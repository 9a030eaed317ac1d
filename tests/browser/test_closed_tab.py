"""A tab that is closed stops what was worked on for it at once: seen by the time that the server's process takes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Serve
from tests.browser.largest import largest
from tests.browser.servers import Server
from theomachy.play.opponents import opponents_of

pytestmark = pytest.mark.browser

TICKS = os.sysconf("SC_CLK_TCK")
BUSY = 0.3  # of a second, on a machine that has more to do
WAIT = 3.0  # seconds that are looked at, long before the server ends the session


def spent(server: Server) -> float:
    """Seconds that the process of a server was at work so far."""
    fields = Path(f"/proc/{server.process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def works(server: Server, seconds: float) -> float:
    """How much of the next seconds the server is at work."""
    before, began = spent(server), time.monotonic()
    time.sleep(seconds)
    return (spent(server) - before) / (time.monotonic() - began)


def by_key(key: str) -> Callable[[Page], None]:
    """Asked with a key."""

    def press(page: Page) -> None:
        page.locator(".opt").first.wait_for(timeout=120_000)
        page.locator(".theo-box").focus()
        page.keyboard.press(key)

    return press


def of_bots(page: Page) -> None:
    """The seats of all are played by bots that think, one after the other."""
    page.locator(".theo-box").wait_for(timeout=120_000)


@pytest.mark.parametrize(
    ("ask", "bots"),
    [
        pytest.param(by_key("h"), False, id="hints", marks=pytest.mark.nightly),
        pytest.param(by_key("c"), False, id="graph", marks=pytest.mark.nightly),
        pytest.param(of_bots, True, id="bots"),
    ],
)
def test_what_a_visitor_asked_is_left_when_he_closes_his_tab(
    serve: Serve, tmp_path: Path, ask: Callable[[Page], None], bots: bool
) -> None:
    game = largest()
    if bots:
        opponents_of(game, dict.fromkeys(range(len(game.seats)), "hard"))
    game.save(tmp_path / "largest.json")
    server = serve.theomachy("largest.json")
    shown = serve.open(server, "", viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    ask(shown.page)
    for _ in range(40):
        if (share := works(server, 0.5)) > BUSY:
            break
    assert share > BUSY, "it works on the answer"
    shown.page.close()
    time.sleep(0.5)
    assert works(server, WAIT) < share / 5, "measured: 0.01"
