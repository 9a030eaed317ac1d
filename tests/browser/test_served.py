"""`theomachy serve` with a person's steps: the start page, lessons, rules, the position editor, and lines compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

import theomachy as th
from tests.browser.conftest import ROOT, Serve
from tests.browser.driver import Watched
from tests.browser.servers import Server

pytestmark = pytest.mark.browser

LONG = 60_000  # a page that is made on a busy machine
WHOLE = """canvas => canvas.width > 0 && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
  .every((value, i) => i % 4 < 3 || value > 0)"""


@pytest.fixture
def site(serve: Serve, tmp_path: Path) -> Server:
    """The command, in a folder with one saved game of three lines."""
    game, rng = th.new("demigods", seed=3), Random(3)
    while len(game.position.log()) < 150:
        game.play(rng.choice(game.options))
    end = game.here
    for back, name in ((14, "another way"), (30, "the long way")):
        game.go(game.tree.path(end)[-back])
        for _ in range(12):
            game.play(rng.choice(game.options))
        game.tree.nodes[game.here].name = name
    game.go(end).save(tmp_path / "evening.json")
    return serve.theomachy("--scenarios", str(ROOT / "examples" / "scenarios"))


@pytest.fixture
def visit(serve: Serve, site: Server) -> Callable[..., Watched]:
    def go(path: str = "", **options: object) -> Watched:
        return serve.open(site, path, **({"viewport": {"width": 1440, "height": 1300}} | options))

    return go


def drawn(shown: Watched, index: int = 0) -> Locator:
    """A board, when its ground is there: it is never only half of what it should be."""
    canvas = shown.page.locator("canvas.theo-at-board:visible, .theo-at-board canvas:visible").nth(index)
    canvas.wait_for(timeout=LONG)
    shown.page.wait_for_function(WHOLE, arg=canvas.element_handle(), timeout=LONG)
    return canvas


def fine(shown: Watched) -> None:
    """No script failed, and nobody else was asked."""
    assert (shown.errors, shown.outside) == ([], [])


def home(page: Page) -> None:
    page.get_by_role("link", name="Theomachy").click(timeout=LONG)
    page.get_by_role("heading", name="Saved games").wait_for(timeout=LONG)


def test_lessons_from_the_start_page(visit: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    shown = visit()
    page = shown.page
    page.get_by_role("link", name="Open evening.json").wait_for(timeout=LONG)
    screenshot("served-start", page)
    page.get_by_role("link", name="Lessons of Demigods", exact=True).click()
    page.locator('[data-lesson="lesson_mountain_defence.toml"]').click(timeout=LONG)
    page.get_by_text("Step 1 of 9").wait_for(timeout=LONG)
    drawn(shown)
    page.get_by_role("button", name="Go on", exact=True).click()
    page.get_by_text("Which of these may she do now?").wait_for()
    for choice in (1, 4):
        page.locator(f'[data-choice="{choice}"]').click()
        page.locator(f'[data-choice="{choice}"].on').wait_for()
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("people never attack").wait_for()
    screenshot("served-lesson", page)
    # On into the game, and back to the lesson.
    page.get_by_role("button", name="Leave the lesson and play on").click()
    page.locator(".opt").first.wait_for(timeout=LONG)
    drawn(shown)
    page.get_by_role("button", name="Back to the lesson").click()
    page.get_by_text("people never attack").wait_for()
    # The other lessons have not gone away.
    page.locator('[data-lesson="lesson_mountain_defence.toml"].on').wait_for()
    home(page)
    fine(shown)


def test_rules_and_a_lesson_from_a_rule(visit: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    shown = visit(color_scheme="dark")
    page = shown.page
    page.get_by_role("link", name="Rules of Demigods").click(timeout=LONG)
    field = page.get_by_label("Search the rules")
    field.fill("mountain defence", timeout=LONG)
    page.get_by_role("button", name="DG-BAT-012").click()
    page.get_by_text("Open question", exact=True).wait_for()
    screenshot("served-rules-dark", page)
    page.locator('[data-scenario="lesson_mountain_defence.toml"]').click()
    page.get_by_text("Step 1 of 9").wait_for(timeout=LONG)
    drawn(shown)
    page.wait_for_timeout(4000)  # frames that are still under way would not find their canvas
    page.get_by_role("button", name="Close the lesson").click()
    page.get_by_text("Step 1 of 9").wait_for(state="detached")
    home(page)
    fine(shown)


def test_a_position_is_edited_and_played(visit: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    shown = visit()
    page = shown.page
    page.get_by_role("link", name="Edit the position of evening.json").click(timeout=LONG)
    drawn(shown)
    less = page.locator('[data-pool="counter:0:1"]')
    before = less.get_attribute("aria-label")
    less.click()
    page.locator('[aria-pressed="true"][data-tool="counter:0:1"]').wait_for()
    box = drawn(shown).bounding_box()
    assert box is not None
    for i in range(12):  # one of the areas is land of nobody
        page.mouse.click(box["x"] + box["width"] * (0.08 + 0.07 * i), box["y"] + box["height"] * 0.45)
    expect(less).not_to_have_attribute("aria-label", before or "")
    page.get_by_role("button", name="Undo").first.click()
    screenshot("served-editor", page)
    home(page)
    # A new position has no faults: it is played at once.
    page.get_by_role("radio", name="Choose Demigods").click(timeout=LONG)
    page.get_by_role("link", name="Position editor for Demigods").click()
    page.get_by_role("button", name="Play from here").click(timeout=LONG)
    page.get_by_text("Played from").wait_for(timeout=LONG)
    drawn(shown)
    page.locator(".btn.solid:visible").first.wait_for()
    fine(shown)


def test_lines_of_a_saved_game_are_compared(visit: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    shown = visit()
    page = shown.page
    page.get_by_role("link", name="Compare lines of evening.json").click(timeout=LONG)
    page.get_by_text("Where they part").wait_for(timeout=LONG)
    for i in (0, 1):
        drawn(shown, i)
    heading = page.locator(".theo-at-right h2")
    said = heading.inner_text()
    menu = page.get_by_label("Line at the right")
    other = next(x for x in menu.locator("option").all_inner_texts() if x != "Main line" and not x.startswith(said))
    menu.select_option(label=other)
    expect(heading).not_to_have_text(said)
    page.wait_for_timeout(400)
    screenshot("served-compare", page)
    page.get_by_role("button", name="Swap").click()
    expect(page.locator(".theo-at-right h2")).to_have_text("Main line")
    fine(shown)


def test_what_is_not_there_is_said_on_the_start_page(visit: Callable[..., Watched]) -> None:
    shown = visit("?lessons=chess")
    alert = shown.page.get_by_role("alert")
    expect(alert).to_contain_text("There is no game", timeout=LONG)
    for path in ("?compare=../evening.json", "?edit=&save=nothing.json"):
        shown.page.goto(shown.server.url(path))
        expect(alert).to_contain_text("There is no saved game", timeout=LONG)
    fine(shown)


GAMES = ("Cthulhu Wars", "Demigods", "The Gods War", "Heroes II", "Mythic Battles")
COLOURS = """images => images.map(image => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [48, 30];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, 48, 30);
  const found = new Set(), data = context.getImageData(0, 0, 48, 30).data;
  for (let i = 0; i < data.length; i += 4) found.add(data[i] >> 4 << 8 | data[i + 1] >> 4 << 4 | data[i + 2] >> 4);
  return [image.currentSrc, found.size];
})"""
LOADED = "([images]) => images.every(image => image.complete && image.naturalWidth > 0)"


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
def test_no_picture_of_the_start_page_stays_blank(visit: Callable[..., Watched], theme: str) -> None:
    """Each is drawn, with more colours than a sea has; what waits for its own shows the board of its game."""
    shown = visit(color_scheme=theme)
    page = shown.page
    page.get_by_role("link", name="Open evening.json").wait_for(timeout=LONG)
    pictures = page.locator(".pic")
    assert pictures.count() >= 5 + 1 + 16
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        image = picture.locator("img.own")
        page.wait_for_function(LOADED, arg=[[image.element_handle()]], timeout=LONG)
    blank = [name for name, colours in page.locator(".pic img.own").evaluate_all(COLOURS) if colours < 12]
    assert blank == []
    assert all(theme in name for name, _ in page.locator(".pic img").evaluate_all(COLOURS))
    fine(shown)


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_on_the_start_page_begin_each_game_against_bots(visit: Callable[..., Watched], game: str) -> None:
    """The card and Play: a board with a question, or bots that act first."""
    shown = visit()
    page = shown.page
    page.get_by_role("radio", name=f"Choose {game}").click(timeout=LONG)
    page.get_by_role("button", name=f"Play {game}").click(timeout=LONG)
    page.locator("[data-option]").nth(1).wait_for(timeout=LONG)
    assert "preset=" in page.url
    assert "bots=person%2Cmiddling" in page.url
    fine(shown)


def test_options_and_quick_starts_of_a_game(visit: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    shown = visit()
    page = shown.page
    page.get_by_role("radio", name="Choose Heroes II").click(timeout=LONG)
    page.get_by_role("switch", name="Factions dealt").click()
    page.get_by_role("switch", name="Short game").click()
    page.get_by_label("Factions, seat 1").select_option("demons")
    page.get_by_role("list").get_by_text("Demons").wait_for()
    page.get_by_role("spinbutton", name="Rounds").fill("5")
    page.get_by_role("spinbutton", name="Rounds").press("Enter")
    page.get_by_text("The game ends after so many rounds").wait_for()
    screenshot("served-new-game", page)
    page.get_by_role("button", name="Play Heroes II", exact=True).click(timeout=LONG)
    drawn(shown)
    assert "o.factions=demons" in page.url
    assert "o.rounds=5" in page.url
    home(page)
    page.get_by_role("radio", name="Choose Demigods").click(timeout=LONG)
    page.get_by_role("switch", name="Ready map").click()
    page.get_by_label("Ready position", exact=True).select_option("fords")
    page.get_by_role("button", name="Play Demigods").click(timeout=LONG)
    drawn(shown)
    assert "preset=fords" in page.url
    assert "o.turns=12" in page.url
    fine(shown)


def test_the_report_of_a_saved_game_is_measured_while_one_reads(visit: Callable[..., Watched]) -> None:
    shown = visit("?report=evening.json")
    page = shown.page
    drawn(shown)
    page.locator(".ch-line").first.wait_for(timeout=LONG)
    turns = page.locator(".rp-moves li")
    expect(turns.first).to_be_visible()
    page.locator(".ch-hit").first.click()
    expect(page.get_by_role("button", name="Play on from turn 1", exact=True)).to_be_visible()
    first = page.locator(".ch-here").get_attribute("d")
    page.locator("[data-keep=play]").press("ArrowRight")
    expect(page.locator(".ch-here")).not_to_have_attribute("d", first or "")
    page.locator("[data-keep=play]").press("n")
    page.locator(".rp-write").fill("Here it turned.")
    page.locator(".rp-write").press("Enter")
    page.get_by_role("tab", name="Notes 1").click()
    expect(page.get_by_role("button", name="Here it turned.")).to_be_visible()
    page.locator("[data-keep=play]").press("r")
    expect(page.get_by_role("button", name="Back to the report")).to_be_visible()
    drawn(shown)
    expect(page.locator(".theo-at-bar .pills").first).to_be_visible()
    # The same graph under the timeline of the board.
    page.get_by_role("button", name="Graph and report").click()
    page.get_by_role("button", name="Chance to win, as a graph").click()
    page.locator(".ch-slim .ch-line").first.wait_for(timeout=LONG)
    page.locator(".chance").get_by_role("button", name="Figures").click()
    expect(page.locator(".ch-figures tr").nth(1)).to_be_visible()
    page.locator(".chance").get_by_role("button", name="Figures").press("c")
    expect(page.locator(".ch-slim")).to_have_count(0)
    fine(shown)
