"""Lessons and the rule browser with a person's steps in the real JupyterLab, light and dark."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from tests.browser.conftest import ROOT
from tests.browser.driver import Notebook, click_canvas
from theomachy_widgets.board import DENSITY

pytestmark = pytest.mark.browser

FOLDER = ROOT / "examples" / "scenarios" / "demigods"
LESSON = [
    "from theomachy_widgets.lesson import LessonPlayer",
    f"player = LessonPlayer({str(FOLDER / 'lesson_mountain_defence.toml')!r})\nplayer",
]


def box(book: Notebook) -> Locator:
    found = book.page.locator(".theo-box").first
    found.wait_for()
    return found


def spot(book: Notebook, area: str) -> tuple[float, float]:
    """The middle of an area in the canvas's own pixels."""
    board = "player.boards['board']"
    n = f"next(a.id for a in {board}.table.board.areas if a.name == {area!r})"
    x, y = (float(part) for part in book.kernel_eval(f"{board}.scene.ground.centre({n})").strip("()").split(","))
    return DENSITY * x, DENSITY * y


def test_a_lesson_from_beginning_to_end(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(LESSON, viewport={"width": 1440, "height": 1100})
    page, canvas = book.page, book.canvas()
    page.get_by_text("Step 1 of 9").wait_for()
    page.get_by_role("button", name="Go on").click()
    # Which are legal: one is missing, then the hint, then right.
    page.locator('[data-choice="1"]').click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Not so.").wait_for()
    assert page.get_by_role("button", name="Go on").count() == 0
    page.locator('[data-choice="4"]').click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("people never attack").wait_for()
    # What: by keys; the first try is wrong.
    box(book).focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("How many dice does each side roll?").wait_for()
    page.keyboard.press("h")
    page.get_by_text("The defender rolls two dice").wait_for()
    page.keyboard.press("2")
    page.get_by_text("your first try").wait_for()
    page.keyboard.press("3")
    page.get_by_text("one a pair, rounded up").wait_for()
    screenshot("lesson-question", box(book))
    # Play: on the board, first a wrong move.
    page.keyboard.press("ArrowRight")
    page.get_by_text("Attack D4 with all three armies.").wait_for()
    screenshot("lesson-play", box(book))
    page.keyboard.press("0")
    page.get_by_text("Not so.").wait_for()
    click_canvas(canvas, *spot(book, "C4"))
    page.get_by_text("How many attack from C4?").wait_for()
    page.locator("[data-option]").filter(has_text="3").first.dblclick()
    page.get_by_text("Right.").wait_for()
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("button", name="Go on").click()
    field = page.get_by_label("How many counters does Bronteas lose?")
    field.fill("2")
    field.press("Enter")
    page.get_by_text("Not so.").wait_for()
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_text("The answer is: 1").wait_for()
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_text("The dice show 1 1 3 4 6 6").wait_for()
    page.wait_for_timeout(700)
    screenshot("lesson-rolled", box(book))
    box(book).focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.get_by_text("The lesson is over.").wait_for()
    assert book.kernel_eval("[(o.state, len(o.wrong)) for _, o in sorted(player.view_state.outcomes.items())]") == (
        "[('later', 1), ('later', 1), ('later', 1), ('shown', 1)]"
    )
    page.get_by_role("button", name="Leave the lesson and play on").click()
    page.get_by_role("button", name="Back to the lesson").wait_for()
    page.locator(".theo-at-bar").nth(1).wait_for()
    assert book.kernel_eval("player.dashboard.game.state.turn") == "6"
    page.get_by_role("button", name="Back to the lesson").click()
    page.get_by_text("The lesson is over.").wait_for()
    assert book.kernel_eval("(player.errors, player.boards['board'].errors)") == "([], [])"
    assert book.errors == []


def test_a_lesson_in_the_dark_and_run_again(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    first = "before = globals().get('player')\n" + LESSON[1]
    book = notebook([LESSON[0], first], theme="dark", viewport={"width": 1440, "height": 1100})
    book.canvas()
    book.wait_kernel("player.shown", "dark")
    box(book).focus()
    book.page.keyboard.press("ArrowRight")
    book.page.get_by_text("Which of these may she do now?").wait_for()
    book.page.keyboard.press("1")
    book.page.locator('[data-choice="1"].on').wait_for()
    book.page.wait_for_timeout(600)
    screenshot("lesson-dark", box(book))
    book.run_all()
    book.canvas()
    assert book.kernel_eval("before.closed") == "True"
    assert book.errors == []


def test_a_list_of_lessons_opens_one(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(
        [
            "from theomachy_widgets.lesson import lessons",
            f"found = lessons('demigods', {str(FOLDER)!r}, renderer='svg')\nfound",
        ],
        viewport={"width": 1440, "height": 1300},
    )
    book.page.locator('[data-lesson="lesson_mountain_defence.toml"]').click()
    book.page.get_by_text("Step 1 of 9").wait_for()
    book.page.get_by_role("button", name="Go on", exact=True).click()
    book.page.get_by_text("Which of these may she do now?").wait_for()
    screenshot("lessons", book.page)
    assert book.errors == []


def test_the_rule_browser_finds_a_rule_and_opens_a_lesson(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    book = notebook(
        [
            "from theomachy_widgets.rules import rule_page",
            f"page = rule_page('demigods', 'DG-BAT-012', {str(FOLDER)!r}, renderer='svg')\npage",
        ],
        viewport={"width": 1440, "height": 1300},
    )
    page = book.page
    page.get_by_text("Open question").wait_for()
    screenshot("rules", box(book))
    field = page.get_by_label("Search the rules")
    field.fill("mountain defence")
    page.get_by_role("button", name="DG-BAT-012").click()
    page.locator('[data-scenario="lesson_mountain_defence.toml"]').click()
    page.get_by_text("Step 1 of 9").wait_for()
    screenshot("rules-lesson", page)
    page.get_by_role("button", name="Close the lesson").click()
    page.get_by_text("Step 1 of 9").wait_for(state="detached")
    assert book.kernel_eval("(page.player, page.errors)") == "(None, [])"
    assert book.errors == []
