"""The start notebook with a stranger's steps: a first battle in five clicks, and a question about another game.

The clicks are those that the notebook tells. Each step is one click or one line typed, counted in `steps`; a change of
the product that makes the way longer shows here.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.driver import Notebook, click_canvas
from tests.browser.servers import Server
from theomachy_widgets.board import DENSITY

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]


@pytest.fixture
def start(lab: Server, notebook: Callable[..., Notebook]) -> Notebook:
    """The start notebook, opened and not yet run, with the examples where they lie in the project."""
    beside = lab.root.parent / "examples"
    if not beside.exists():
        beside.symlink_to(ROOT / "examples")
    return notebook("notebooks/00_start.ipynb", run=False, viewport={"width": 1440, "height": 1000})


def click_area(book: Notebook, game: str, board: int, area: str) -> None:
    """Click an area of the board with this number on the page."""
    index = book.kernel_eval(f"[a.name for a in {game}.table().board.areas].index({area!r})")
    centre = book.kernel_eval(
        f"__import__('theomachy_widgets.scene', fromlist=['build']).build({game}.table()).ground.centre({index})"
    )
    x, y = (float(part) for part in centre.strip("()").split(","))
    click_canvas(book.canvas(board), DENSITY * x, DENSITY * y)


def test_a_first_battle(start: Notebook, screenshot: Callable[..., Path]) -> None:
    """Two Great Old Ones, a power before the dice, and kills on both sides, by luck: nobody begins with a blank."""
    book, began, steps = start, time.monotonic(), 0
    book.run_cell("first-board")
    steps += 1
    click_area(book, "game", 0, "Africa")
    steps += 1
    for option in ("Battle in Africa against Crawling Chaos", "Devour", "Acolyte", "Done"):
        book.page.get_by_role("option", name=option).first.dblclick()
        steps += 1
        if option == "Devour":
            book.wait_kernel("game.decision.what", "devoured")
    book.wait_kernel("game.decision.prompt", "Who takes a kill?")
    book.page.get_by_text("rolls 14 dice").first.wait_for()
    screenshot("start-first-battle", book.page)
    assert steps == 6
    assert time.monotonic() - began < 60, "two minutes are promised to a person"
    rolled = book.kernel_eval("[e for e in str(game.trace).splitlines() if ' rolls ' in e]")
    assert re.findall(r"(\d+) dice: [1-9]\d* kills?", rolled) == ["14", "10"], rolled
    assert book.errors == []


def test_the_question_about_the_gate(start: Notebook, screenshot: Callable[..., Path]) -> None:
    """May it, what before the dice, what odds, and what on 6-6-4-1: all read from the page, in twelve steps."""
    book, steps = start, 0
    book.run_cell("first-board")
    book.run_cell("gate")
    steps += 2
    page = book.page
    book.canvas(1).scroll_into_view_if_needed()
    table = page.locator(".theo-box").nth(1)

    click_area(book, "africa", 1, "Africa")
    steps += 1
    battle = table.get_by_text("Battle in Africa against Black Goat", exact=True).first
    battle.wait_for()  # it is offered, so it may

    table.get_by_text("Why not").click()
    field = table.get_by_role("textbox", name="An action")
    field.click()
    field.fill("battle africa")
    field.press("Enter")
    steps += 3
    table.get_by_text("You have a unit in Africa").wait_for()
    screenshot("start-gate-why", page)
    field.press("Escape")

    for percent in ("23 %", "37 %", "26 %"):
        table.get_by_text(percent, exact=True).first.wait_for()

    battle.dblclick()
    steps += 2
    book.wait_kernel("[o.label for o in africa.options]", ["Absorb", "Done"])
    table.get_by_text("Devour: Cthulhu is not in this battle").first.wait_for()
    screenshot("start-gate-before", page)

    done = table.get_by_role("option", name="Done")
    done.dblclick()
    steps += 2
    faces = table.get_by_label("Faces of 8 dice")
    faces.fill("6 6 4 1 1 1 1 1")
    faces.press("Enter")
    steps += 1
    book.wait_kernel("africa.decision.prompt", "Who takes a kill?")
    table.get_by_text("8 dice: 2 kills, 1 pain").first.wait_for()
    screenshot("start-gate-dice", page)
    table.get_by_role("option", name="Acolyte on the gate").dblclick()
    steps += 1
    book.wait_kernel("africa.decision.what", "retreat to")
    assert steps == 12
    assert book.errors == []
