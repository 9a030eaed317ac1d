"""The same game in the page: CPython of 32 bits in WebAssembly plays what CPython here plays; files go both ways."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

import theomachy as th
from tests.browser.conftest import ROOT
from tests.conformance import golden

pytestmark = pytest.mark.browser
PATIENT = 90_000  # milliseconds until Python stands on a busy machine
KEPT = """() => new Promise((done) => {
  const asked = indexedDB.open("theomachy", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("saves").objectStore("saves").getAll();
    all.onsuccess = () => { asked.result.close(); done(all.result.map((row) => row.text)); };
  };
})"""


def digests(many: int) -> dict[str, Any]:
    """What the Python of the page says of the seeded games; it is the same file, started without a browser."""
    command = ["node", str(ROOT / "tests" / "browser" / "digests.mjs"), str(ROOT), str(many)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-3000:]
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


@pytest.mark.parametrize("many", [1, pytest.param(0, marks=pytest.mark.nightly)])
def test_seeded_games_are_the_same_in_the_python_of_the_page(many: int) -> None:
    told = digests(many)
    assert told["bits"] == 32
    kept = {
        slug: json.loads((golden.FOLDER / f"{slug}.json").read_text("utf-8"))["digests"] for slug in told["digests"]
    }
    assert len(kept) == 5
    assert told["digests"] == {slug: rows[:many] if many else rows for slug, rows in kept.items()}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", ["demigods", "heroes"])
def test_a_save_goes_to_the_page_and_comes_back(
    site: str, slug: str, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    game = th.new(slug, players=2, seed=11)
    for n in range(99):
        if n > 5 and game.decision.kind != "secret":  # a plan is more than one click
            break
        game.play(game.options[0])
    game.remark("title", "Back and forth")
    game.save(tmp_path / "here.json")
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(site)
    page.locator("input[type=file]").set_input_files(tmp_path / "here.json")
    page.locator("[data-panel=decision] .opt").first.wait_for(timeout=PATIENT)
    timeline = page.locator("svg[role='img'][aria-label^='Timeline']")
    before = timeline.get_attribute("aria-label") or ""
    page.locator("[data-panel=decision] .opt").first.dblclick()
    expect(timeline).not_to_have_attribute("aria-label", before)
    for _ in range(50):
        (text,) = page.evaluate(KEPT)
        if len(json.loads(text)["nodes"]) > len(game.tree.nodes) - 1:
            break
        page.wait_for_timeout(200)
    (tmp_path / "there.json").write_text(text, "utf-8")
    back = th.load(tmp_path / "there.json")
    assert back.names["title"] == "Back and forth"
    line = back.tree.line(back.here)
    assert len(line) > len(game.tree.line(game.here))
    # The same answers here, from the same seed, make the very same file: luck and all.
    for node in line[len(game.tree.line(game.here)) :]:
        entry = back.tree.nodes[node].entry
        assert entry is not None
        if node <= game.here or entry.who < 0:
            continue
        game.play(next(option for option in game.options if option.value == entry.answer))
    mine, theirs = json.loads(game.save()), json.loads(back.save())
    assert mine["nodes"] == theirs["nodes"]
    assert game.state == back.state
