"""Dashboards as pages of a server: offline, two visitors at once, one table shared, a start page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

import theomachy as th
from tests.browser import servers
from tests.browser.driver import Watched
from tests.browser.servers import Server

pytestmark = pytest.mark.browser

Open = Callable[..., Watched]
CODE = """
from theomachy_widgets.serve import serve
serve({what}, port={port}, folder={folder!r}, shared={shared}, tell=lambda text: print(text, flush=True))
"""


@pytest.fixture
def visit(new_context: Callable[..., BrowserContext]) -> Open:
    """`visit(server, path)`: the page, seen by a new person."""

    def go(server: Server, path: str = "", **options: object) -> Watched:
        shown = Watched(new_context(**({"viewport": {"width": 1440, "height": 1250}} | options)).new_page(), server)
        shown.page.goto(server.url(path), timeout=60_000)
        return shown

    return go


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """`started(what, shared=False)`: the server of dashboards in a process of its own."""
    import contextlib

    with contextlib.ExitStack() as opened:

        def start(what: str, shared: bool = False) -> Server:
            port = servers.free_port()
            code = CODE.format(what=what, port=port, folder=str(tmp_path), shared=shared)
            return opened.enter_context(
                servers.serving([sys.executable, "-c", code], tmp_path / "work", tmp_path, port, "")
            )

        yield start


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """The name of a saved game in the folder of the server."""
    game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7)
    for _ in range(60):
        game.play(game.options[0])
    game.save(tmp_path / "evening.json")
    return "evening.json"


def timeline(shown: Watched) -> str:
    drawn = shown.page.locator("[data-panel=timeline] svg").first
    drawn.wait_for(timeout=40_000)
    return drawn.get_attribute("aria-label") or ""


def test_two_visitors_have_games_of_their_own(
    started: Callable[..., Server], visit: Open, saved: str, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    server = started(repr(str(tmp_path / saved)))
    one, two = visit(server), visit(server, color_scheme="dark")
    before = timeline(one)
    assert timeline(two) == before
    one.page.locator(".btn.solid").click()
    expect(one.page.locator("[data-panel=timeline] svg").first).not_to_have_attribute("aria-label", before)
    assert timeline(two) == before
    two.page.locator(".btn.solid").click()
    expect(two.page.locator("[data-panel=timeline] svg").first).not_to_have_attribute("aria-label", before)
    assert two.page.locator(".theo-box").get_attribute("data-theme") == "dark"
    one.page.wait_for_timeout(500)
    screenshot("dashboard-served", one.page)
    screenshot("dashboard-served-dark", two.page)
    for shown in (one, two):
        shown.page.get_by_role("tab", name="Figures").click()
        expect(shown.page.locator("[data-panel=lab] svg[role=img]")).to_have_count(1)
        assert shown.page.locator(".bk-Figure").count() == 0  # figures stand in their tab, once
        assert (shown.errors, shown.outside) == ([], [])


def test_branches_near_the_end_of_a_long_line_do_not_run_into_one_another(
    started: Callable[..., Server], visit: Open, tmp_path: Path
) -> None:
    game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7)
    for _ in range(90):
        game.play(game.options[0])
    end, line = game.here, game.tree.path(game.here)
    for number, node in enumerate([n for n in line[-30:] if len(game.go(n).options) > 1][:7]):
        game.go(node).play(game.options[1])
        game.tree.nodes[game.here].name = f"<b>way {number}</b> with a name that is much too long"
    game.go(end).save(tmp_path / "ways.json")
    shown = visit(started(repr(str(tmp_path / "ways.json"))), viewport={"width": 1100, "height": 1000})
    timeline(shown)
    names = shown.page.locator(".bname")
    names.first.wait_for()
    boxes = [box for box in (one.bounding_box() for one in names.all()) if box]
    assert len(boxes) >= 3
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
            assert beside or abs(a["y"] - b["y"]) >= 12
    assert (shown.errors, shown.outside) == ([], [])


def test_one_table_for_all_with_a_screen_a_seat(
    started: Callable[..., Server], visit: Open, saved: str, tmp_path: Path
) -> None:
    server = started(repr(str(tmp_path / saved)), shared=True)
    said = [line for line in server.log.read_text("utf-8").splitlines() if ": http://" in line]
    links = {whom: link.partition("/#")[2] for whom, _, link in (line.partition(": ") for line in said)}
    game = th.load(tmp_path / saved)
    assert [*links][:-2] == [seat.name for seat in game.seats]
    asked = game.seats[game.decision.player].name if game.decision else ""
    other = next(seat.name for seat in game.seats if seat.name != asked)
    mine, theirs, anybody = (visit(server, f"#{key}") for key in (links[asked], links[other], ""))
    before = timeline(mine)
    for shown in (theirs, anybody):
        timeline(shown)
        expect(shown.page.locator(".opt")).to_have_count(0)
        expect(shown.page.locator("[data-panel=decision]")).to_contain_text("Waiting for")
    assert mine.page.get_by_role("button", name="Undo").is_disabled()
    mine.page.locator(".btn.solid").click()
    for shown in (mine, theirs, anybody):
        expect(shown.page.locator("[data-panel=timeline] svg").first).not_to_have_attribute("aria-label", before)
        assert (shown.errors, shown.outside) == ([], [])
    host = visit(server, f"#{links['host, sees all hands']}")
    timeline(host)
    expect(host.page.get_by_role("button", name="Undo")).to_be_enabled()
    # Whoever comes back goes on; with a new link the old one says so, and the page that it opened as well.
    now = timeline(mine)
    mine.page.reload()
    expect(mine.page.locator("[data-panel=timeline] svg").first).to_have_attribute("aria-label", now, timeout=40_000)
    assert mine.page.url.endswith(f"/#{links[asked]}"), "the key stands where no server sees it"
    host.page.get_by_role("button", name="Seats and links").click()
    host.page.get_by_role("button", name=f"New link for {asked}").click()
    expect(mine.page.get_by_role("alert")).to_contain_text("made a new link for this seat")
    mine.page.goto(host.page.get_by_role("textbox", name=f"Link of {asked}").input_value())
    # The address differs behind # alone, and such a page is loaded anew by itself.
    expect(mine.page.locator("[data-panel=timeline] svg").first).to_have_attribute("aria-label", now, timeout=40_000)
    log = server.log.read_text("utf-8")
    assert not any(f"?key={key}" in log or f"POST {key}" in log for key in links.values())
    stranger = visit(server, "#guessed")
    expect(stranger.page.get_by_role("alert")).to_contain_text("no seat of this table", timeout=40_000)


def test_the_start_page_lists_games_and_saves(
    started: Callable[..., Server], visit: Open, saved: str, screenshot: Callable[..., Path]
) -> None:
    server = started("None")
    shown = visit(server)
    page = shown.page
    expect(page.get_by_role("link", name=f"Open {saved}")).to_be_visible(timeout=40_000)
    picture = page.get_by_role("link", name=f"Open {saved}").locator("img.own")
    page.wait_for_function(
        "img => img.complete && img.naturalWidth > 300", arg=picture.element_handle(), timeout=60_000
    )
    screenshot("start-page", page)
    page.get_by_role("link", name=f"Open {saved}").click()
    assert "answer" in timeline(shown)
    assert f"save={saved}" in page.url
    page.goto(server.url("?save=../../secret.json"))
    expect(page.get_by_role("alert")).to_contain_text("There is no saved game", timeout=40_000)
    page.goto(server.url("?game=chess"))
    expect(page.get_by_role("alert")).to_contain_text("There is no game", timeout=40_000)
    page.get_by_role("radio", name="Choose Demigods").click()
    page.get_by_role("button", name="Play Demigods").click()
    assert "answer" in timeline(shown)
    assert (shown.errors, shown.outside) == ([], [])


LATE = """
import panel as pn
import theomachy as th
from theomachy_widgets.serve import ROUTES, stay_here
stay_here()
from theomachy_widgets.dashboard import Dashboard
def page():
    add, below = pn.widgets.Button(name="Add"), pn.Column(sizing_mode="stretch_width")
    add.on_click(lambda _: below.append(Dashboard(th.new("demigods", players=2, seed=7)).panel()))
    return pn.Column(add, below, sizing_mode="stretch_width")
pn.serve({{"/": page}}, port={port}, address="127.0.0.1", show=False, extra_patterns=ROUTES)
"""
WHOLE = """canvas => canvas.width > 0 && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
  .every((value, i) => i % 4 < 3 || value > 0)"""


def test_a_board_that_is_added_to_a_page_under_way_has_its_ground(tmp_path: Path, visit: Open) -> None:
    port = servers.free_port()
    command = [sys.executable, "-c", LATE.format(port=port)]
    with servers.serving(command, tmp_path / "work", tmp_path, port, "") as server:
        shown = visit(server)
        shown.page.get_by_role("button", name="Add").click(timeout=60_000)
        canvas = shown.page.locator("canvas.theo-at-board").first
        canvas.wait_for(timeout=60_000)
        shown.page.wait_for_function(WHOLE, arg=canvas.element_handle(), timeout=60_000)
        assert shown.errors == []
