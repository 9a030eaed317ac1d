"""The puzzles of a day on a served page, by keyboard."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from theomachy.puzzles.day import of_the_day

pytestmark = pytest.mark.browser


def test_a_wrong_answer_is_refuted_on_the_board_and_the_right_one_solved_by_keys(serve: Serve) -> None:
    puzzle = of_the_day(date(2026, 11, 28), "demigods")[0]
    wrong = next(i for i in range(len(puzzle.options)) if i not in puzzle.right) + 1
    server = serve.library()
    shown = serve.open(server, "?puzzles=demigods&day=2026-11-28")
    page = shown.page
    page.locator("[data-answer]").first.wait_for()
    page.locator(".theo-box").first.focus()
    page.keyboard.press(str(wrong))
    expect(page.locator(".came.bad h3")).to_contain_text("Not this one")
    expect(page.locator(f'[data-answer="{wrong}"] .note')).to_have_text("your try")
    expect(page.locator(".share.bad").first).to_contain_text("%")
    expect(page.get_by_text("Your answer, played out")).to_be_visible()
    expect(page.locator(".played .row").first).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator(".came")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".hinted")).to_contain_text("right")
    page.keyboard.press(str(puzzle.right[0] + 1))
    expect(page.locator(".came.good h3")).to_contain_text("Right")
    expect(page.locator(".count")).to_have_text("solved 1 of 3")
    page.reload()  # what is solved stays in the browser
    expect(page.locator(".count")).to_have_text("solved 1 of 3")
    assert shown.errors == []
