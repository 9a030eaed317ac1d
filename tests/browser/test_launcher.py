"""The library in JupyterLab: the tile of the launcher, by mouse and by keys."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Watched
from tests.browser.servers import Server

# The pages are started when they are first asked for, which takes its time.
pytestmark = [pytest.mark.browser, pytest.mark.nightly]
DESK = {"viewport": {"width": 1440, "height": 900}}


def test_a_click_on_the_tile_opens_the_library_and_a_game_is_played_there(
    lab: Server, new_page: Callable[..., Page], screenshot: Callable[..., object]
) -> None:
    (lab.root / "mine.json").write_text("{}", "utf-8")
    shown = Watched(new_page(**DESK), lab)
    page = shown.page
    page.goto(lab.url("lab?reset"), timeout=60_000)
    card = page.locator(".jp-LauncherCard", has_text="Theomachy")
    card.wait_for(timeout=60_000)
    assert page.locator(".jp-FileBrowser").is_visible(), "beside the side bar"
    expect(card.locator("img")).to_have_js_property("complete", True)
    assert card.locator("img").evaluate("i => i.naturalWidth") > 0, "it has a picture"
    screenshot("launcher", page)
    card.click()
    frame = page.frame_locator(".jp-ServerProxy iframe")
    frame.get_by_role("radio", name="Choose Demigods").wait_for(timeout=100_000)
    screenshot("launcher-library", page)
    frame.get_by_role("button", name="Play Demigods").click()
    frame.locator("canvas:visible").first.wait_for(timeout=60_000)
    frame.locator("[data-option]").first.dblclick()
    expect(frame.get_by_role("button", name="Undo").first).to_be_enabled()
    frame.get_by_role("link", name="Theomachy").click()
    frame.get_by_role("radio", name="Choose Demigods").wait_for(timeout=60_000)
    assert shown.errors == []
    assert shown.outside == []


def test_the_tile_opens_by_keys(lab: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(**DESK)
    page.goto(lab.url("lab?reset"), timeout=60_000)
    card = page.locator(".jp-LauncherCard", has_text="Theomachy")
    card.wait_for(timeout=60_000)
    card.focus()
    page.keyboard.press("Enter")
    frame = page.frame_locator(".jp-ServerProxy iframe")
    frame.get_by_role("radio", name="Choose Demigods").wait_for(timeout=100_000)
    frame.locator("body").press("Tab")


def test_who_may_not_ask_jupyter_does_not_come_to_the_pages(lab: Server) -> None:
    assert [each["name"] for each in json.loads(lab.ask("server-proxy/servers-info"))["server_processes"]] == [
        "theomachy"
    ]
    with urllib.request.urlopen(f"{lab.base}/theomachy/", timeout=60) as said:
        assert "/login" in said.url
    asked = urllib.request.Request(
        f"{lab.base}/theomachy/ws", headers={"Upgrade": "websocket", "Connection": "Upgrade"}
    )
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(asked, timeout=60)
