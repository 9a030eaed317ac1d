"""A Gods War of eight with Elder Races, Monsters and captives: all players are seen, and a stranger can set it up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import theomachy as th
from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser
EMPIRES = ["storm", "sky", "darkness", "chaos", "earth", "sea", "moon", "invisible_god"]
# The last row of players, and where the page and the part that scrolls end.
ENDS = "all => [all.length, all.at(-1).getBoundingClientRect().bottom]"


def test_eight_players_are_all_seen_below_the_board(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    setup = {"phase": "action", "active": "ST", "power": {"ST": 5}, "allies": {"Elves": "EA"},
             "units": {"ST": {"pen": "2 Barbarian"}, "MM": {"Artmali Empire": "Mother of Monsters"}}}  # fmt: skip
    things = {"races": ["elves", "ducks", "giants"], "monsters": ["mother_of_monsters", "arachne_solara"]}
    file = tmp_path / "eight.json"
    th.editor("gods_war", empires=EMPIRES, players=8, setup=setup, **things).game().save(file)
    server = serve.theomachy(str(file))
    shown = serve.open(server, viewport={"width": 1440, "height": 900})
    page = shown.page
    expect(page.locator(".opt").first).to_be_visible()
    foot = page.locator(".theo-at-foot")
    for width, height in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(60):  # the board gives way with one of the next pictures
            count, end = page.locator(".fs[data-seat]").evaluate_all(ENDS)
            box = foot.bounding_box()
            assert box is not None
            if end <= min(box["y"] + box["height"], height) + 1:
                break
            page.wait_for_timeout(100)
        assert (count, end <= min(box["y"] + box["height"], height) + 1) == (8, True), (width, end, box)
        screenshot(f"eight-{width}", page)
    board = page.locator("canvas.theo-at-board").bounding_box()
    assert board is not None
    assert board["height"] >= 340
    birth = page.locator("[data-option], .opt", has_text="Birth")
    expect(birth.locator("svg").first).to_be_visible()
    expect(page.get_by_role("list", name="Slave Pen")).to_contain_text("2 × Barbarian")
    expect(page.get_by_role("list", name="Elder Races")).to_contain_text("Earth")
    assert shown.errors == []


def test_what_cannot_begin_is_told_above_what_was_chosen(serve: Serve) -> None:
    server = serve.library()
    shown = serve.open(server, "?game=gods_war&players=5&o.races=scorpion_folk,ducks&o.cosmic_monster=arachne_solara"
                       "&o.empires=sky,storm,darkness,moon,sea&bots=person,hard")  # fmt: skip
    page = shown.page
    expect(page.get_by_role("alert")).to_have_text(
        "Scorpion Folk cannot be in this game: Chaos is not in it (GW-ELD-019)."
    )
    expect(page.get_by_role("radio", name="Choose The Gods War")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_label("Empires, seat 4", exact=True)).to_have_value("moon")
    expect(page.get_by_label("Cosmic Monster")).to_have_value("arachne_solara")
    expect(
        page.get_by_role("radiogroup", name="How well Storm plays").get_by_role("radio", name="hard")
    ).to_be_checked()
    folk = page.get_by_role("button", name="Scorpion Folk", exact=True)
    folk.focus()
    page.keyboard.press("Enter")
    expect(folk).to_have_attribute("aria-pressed", "false")
    add = page.get_by_role("button", name="Add a seat")
    add.focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="One seat less")).to_be_focused()  # with the eighth the other is gone
    page.get_by_role("button", name="Play The Gods War").press("Enter")
    expect(page.get_by_role("list", name="Elder Races")).to_contain_text("Ducks", timeout=60_000)
    assert "players=8" in page.url
    assert "o.races=ducks" in page.url
    assert shown.errors == []
