"""A board of terrain in a real browser: lines measured by clicks and from lists, dashboards, a fight in steps."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, expect

import theomachy as th
from tests.browser.conftest import Serve
from tests.browser.driver import Watched
from theomachy.engine.game.game import Game
from theomachy_widgets.present import Moment, ViewState, on_board
from theomachy_widgets.scene import build

pytestmark = pytest.mark.browser

LONG = 60_000
WIDTH = 900


def until(what: str) -> Game:
    """A game by chance up to a question of this name; attacks go before all else."""
    game, rng = th.new("mythic_battles", scenario="two_roads", seed=3), Random(3)
    while game.decision is not None and game.decision.what != what:
        bold = [o for o in game.options if isinstance(o.value, tuple) and o.value and o.value[0] == "attack"]
        game.play(rng.choice(bold or game.options))
    return game


def redrawn(board: Locator, before: bytes) -> bytes:
    """Wait until a board looks otherwise than before, and still; how it looks then."""
    last = before
    for _ in range(LONG // 300):
        board.page.wait_for_timeout(300)
        now = board.screenshot()
        if before != now == last:
            return now
        last = now
    raise AssertionError("the board is not drawn anew")


@pytest.fixture
def visit(serve: Serve, tmp_path: Path) -> Callable[[Game], Watched]:
    def go(game: Game) -> Watched:
        file = tmp_path / "evening.json"
        game.save(file)
        shown = serve.open(serve.theomachy(str(file)), viewport={"width": 1440, "height": 1200})
        shown.page.locator("canvas.theo-at-board:visible").first.wait_for(timeout=LONG)
        return shown

    return go


def test_a_line_of_sight_is_measured_by_clicks_by_key_and_from_lists(visit: Callable[[Game], Watched]) -> None:
    game = until("activate")
    shown = visit(game)
    page = shown.page
    table = on_board(Moment(game, ViewState()))
    scene = build(table, width=WIDTH)
    names = [area.name for area in table.board.areas]
    panel = page.locator("[data-panel=measured]")
    page.locator(".theo-box").first.focus()
    page.keyboard.press("l")
    expect(panel).to_contain_text("Line of sight", timeout=LONG)

    board = page.locator("canvas.theo-at-board").first
    box = board.bounding_box()
    assert box is not None
    ends = [names.index("Gate of Olives"), names.index("Eastern Road")]
    for area in ends:
        x, y = scene.ground.centre(area)
        board.click(position={"x": (x + 24) * box["width"] / WIDTH, "y": (y + 14) * box["width"] / WIDTH})
    expect(panel).to_contain_text("Gate of Olives to Eastern Road", timeout=LONG)
    expect(panel.locator(".said2")).to_contain_text("distance")

    panel.locator("select[aria-label=to]").select_option(f"area:{names.index('Western Road')}")
    expect(panel).to_contain_text("Gate of Olives to Western Road", timeout=LONG)
    page.locator(".theo-box").first.focus()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden(timeout=LONG)
    assert (shown.errors, shown.outside) == ([], [])


def test_dashboards_take_the_whole_width_and_give_the_board_back(visit: Callable[[Game], Watched]) -> None:
    shown = visit(until("activate"))
    page, board = shown.page, shown.page.locator("canvas.theo-at-board").first
    page.locator("[data-front=cards]").click()
    cards = page.locator(".cards2")
    cards.wait_for(timeout=LONG)
    expect(board).to_be_hidden(timeout=LONG)
    box = cards.bounding_box()
    assert box is not None
    assert box["width"] > 1200
    assert cards.locator(".csmall").count() == 6
    cards.locator(".csmall").nth(1).click()
    expect(cards.locator(".copen .cn")).to_have_text(cards.locator(".csmall.on .cn").inner_text())
    expect(page.locator(".ask1")).to_contain_text("Which unit is activated?")
    page.locator("[data-front=board]").click()
    expect(board).to_be_visible(timeout=LONG)
    assert (shown.errors, shown.outside) == ([], [])


def test_the_board_stands_in_its_place_in_a_fight_and_plans_are_compared(visit: Callable[[Game], Watched]) -> None:
    shown = visit(until("first discards"))
    page = shown.page
    page.locator(".attack .seg2").first.wait_for(timeout=LONG)
    spot, board = page.locator(".spot").bounding_box(), page.locator("canvas.theo-at-board").first.bounding_box()
    assert spot is not None
    assert board is not None
    for side in ("x", "y", "width", "height"):
        assert abs(spot[side] - board[side]) < 4, side
    plans = page.locator("[data-panel=advice] button.pln")
    assert plans.count() >= 1
    plans.last.click()
    expect(plans.last).to_have_class("pln hot", timeout=LONG)
    page.locator("[data-front=board]").click()
    expect(page.locator(".attack")).to_be_hidden(timeout=LONG)
    assert (shown.errors, shown.outside) == ([], [])


def test_dice_answer_by_clicks_and_by_keys(visit: Callable[[Game], Watched]) -> None:
    game = until("first discards")
    options = [o for o in game.options if len(o.targets) == 2]
    shown = visit(game)
    page = shown.page
    dice = page.locator(".attack .die2.lit")
    dice.first.wait_for(timeout=LONG)
    assert page.locator(".attack .advice").count() == 2  # one goes, one gains: the best plan
    goes, gains = options[-1].targets
    die = page.locator(f'.attack [data-die="{goes}"]').first
    die.click()
    expect(page.locator('.attack .die2[aria-pressed="true"]')).to_have_count(1, timeout=LONG)
    other = page.locator(f'.attack [data-die="{gains}"]').first
    expect(other).to_have_attribute("aria-label", re.compile("Discard a"), timeout=LONG)
    other.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".attack .seg2.has-throw").first).to_contain_text("after discards", timeout=LONG)
    expect(page.locator('.attack .die2[aria-pressed="true"]')).to_have_count(0, timeout=LONG)
    assert (shown.errors, shown.outside) == ([], [])


def test_on_a_small_screen_the_board_is_seen_from_near_and_a_tap_goes_on(serve: Serve, tmp_path: Path) -> None:
    game, file = until("action"), tmp_path / "evening.json"
    game.save(file)
    shown = serve.open(serve.theomachy(str(file)), viewport={"width": 390, "height": 844})
    page, board = shown.page, shown.page.locator("canvas.theo-at-board:visible").first
    board.wait_for(timeout=LONG)
    button = page.locator(".btn.zoom")
    expect(button).to_have_text("Larger", timeout=LONG)
    whole = board.screenshot()
    button.click()
    expect(button).to_have_text("Whole board", timeout=LONG)
    near = redrawn(board, whole)
    box = board.bounding_box()
    assert box is not None
    board.click(position={"x": box["width"] * 0.93, "y": box["height"] * 0.8})  # an area that answers nothing
    redrawn(board, near)
    assert box == board.bounding_box()
    button.click()
    expect(button).to_have_text("Larger", timeout=LONG)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(button).to_be_hidden(timeout=LONG)
    assert (shown.errors, shown.outside) == ([], [])
