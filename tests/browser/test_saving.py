"""Save on a served page and open the file on the start page: the game goes on where it was left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser


def test_a_game_is_saved_as_a_file_and_opened_again(serve: Serve, tmp_path: Path) -> None:
    server = serve.theomachy()
    shown = serve.open(server, "?game=demigods&preset=island&seed=1&bots=person,easy", accept_downloads=True)
    page = shown.page
    solid = page.locator("[data-panel=decision] .btn.solid").first
    solid.wait_for(timeout=60_000)
    asked = page.locator("[data-panel=decision] .q").first
    first = asked.inner_text()
    solid.click()
    expect(asked).not_to_have_text(first, timeout=60_000)
    question = asked.inner_text()
    answers = page.locator("[data-panel=timeline] [aria-label^='Timeline']").first.get_attribute("aria-label")
    page.get_by_role("button", name="Share").first.click()
    with page.expect_download() as heard:
        page.get_by_role("button", name="Save, a file to go on from").click()
    file = tmp_path / heard.value.suggested_filename
    heard.value.save_as(file)
    assert json.loads(file.read_text())["game"] == "demigods"

    page.goto(server.url(""), timeout=60_000)
    page.get_by_role("button", name="Open a file").wait_for(timeout=60_000)
    junk = tmp_path / "junk.json"
    junk.write_text("[]")
    page.locator("input[type=file]").first.set_input_files(junk)
    expect(page.get_by_role("alert")).to_contain_text("saved game is a JSON object")
    page.locator("input[type=file]").first.set_input_files(file)
    page.wait_for_url("**/?opened=*", timeout=60_000)
    for _ in range(2):  # and once more by its address
        expect(page.locator("[data-panel=decision] .q").first).to_have_text(question, timeout=60_000)
        expect(page.locator("[data-panel=timeline] [aria-label^='Timeline']").first).to_have_attribute(
            "aria-label", answers or ""
        )
        page.reload()
    page.goto(server.url("?opened=nothing"), timeout=60_000)
    expect(page.get_by_role("alert")).to_contain_text("open its file once more", timeout=60_000)
    assert shown.errors == []
