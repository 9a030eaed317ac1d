"""The puzzles of a day on a served page, by keyboard; what was answered is handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from theomachy.engine.authoring import classwork
from theomachy.puzzles.day import of_the_day
from theomachy.puzzles.handed import of_day

pytestmark = pytest.mark.browser


def test_a_wrong_answer_is_refuted_on_the_board_and_the_right_one_solved_and_handed_in(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    puzzle = of_the_day(date(2026, 11, 28), "demigods")[0]
    wrong = next(i for i in range(len(puzzle.options)) if i not in puzzle.right) + 1
    server = serve.library()
    shown = serve.open(server, "?puzzles=demigods&day=2026-11-28", viewport={"width": 1440, "height": 900})
    page = shown.page
    page.locator("[data-answer]").first.wait_for()
    page.locator(".theo-box").first.focus()
    page.keyboard.press(str(wrong))
    expect(page.locator(".came.bad h3")).to_contain_text("Not this one")
    expect(page.locator(f'[data-answer="{wrong}"] .note')).to_have_text("your try")
    expect(page.locator(".share.bad").first).to_contain_text("%")
    expect(page.get_by_text("Your answer, played out")).to_be_visible()
    expect(page.locator(".played .row").first).to_be_visible()
    assert page.locator(".handin").count() == 0, "the same question is asked again"
    page.keyboard.press("r")
    expect(page.locator(".came")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".hinted")).to_contain_text("right")
    page.keyboard.press(str(puzzle.right[0] + 1))
    expect(page.locator(".came.good h3")).to_contain_text("Right")
    expect(page.locator(".count")).to_have_text("solved 1 of 3")
    page.reload()  # what is solved and what was tried stays in the browser
    expect(page.locator(".count")).to_have_text("solved 1 of 3")
    page.locator(".theo-box").first.focus()
    page.keyboard.press("s")
    page.get_by_role("button", name="Hand in").click()
    page.keyboard.type("Ada N. 1")  # the keys of the page are not meant
    with page.expect_download() as given:
        page.keyboard.press("Enter")
    expect(page.locator(".handed")).to_contain_text("ada-n-1-puzzles-demigods-2026-11-28.answers.json")
    screenshot("puzzle-hand-in", page)
    given.value.save_as(tmp_path / "ada.json")
    graded = classwork.graded(classwork.load(tmp_path / "ada.json"), of_day("2026-11-28", "demigods"))
    assert graded.notes == ()
    assert [mark.state for mark in graded.marks] == ["later", "shown", "open"]
    assert shown.errors == []
