"""Cells of every kind on one page of JupyterLab: none changes how another looks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.driver import Notebook, wait_still

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
LESSON = ROOT / "examples" / "scenarios" / "demigods" / "lesson_08_battle.toml"

TABLE = """
import theomachy as th
from theomachy_widgets import Compare, Dashboard, LessonPlayer, PositionEditor, lessons, rule_page
setup = {"active": "GC", "units": {"GC": {"Africa": "Cthulhu, 2 Starspawn"}, "BG": {"Africa": "2 Ghoul, Dark Young"}},
         "power": {"GC": 5, "BG": 4}}
factions = ["great_cthulhu", "black_goat"]
game = th.editor("cthulhu_wars", factions=factions, setup=setup).game(dice_by_hand=True)
first = game.here
game.play("battle africa")
Dashboard(game)
"""
OTHERS = """
from IPython.display import display
for each in (Compare(game, first, game.here), LessonPlayer(LESSON), PositionEditor("demigods"),
             lessons("demigods", FOLDER), rule_page("demigods")):
    display(each)
"""
# Everything about each element of the first cell that a foreign rule could change and that no layout of the page does.
LOOKS = """() => [...document.querySelectorAll('.theo-root, .theo-frame')[0].querySelectorAll('.theo *')].map((e) => {
  const s = getComputedStyle(e);
  const names = [
    'display', 'position', 'font', 'color', 'background-color', 'box-shadow', 'border-top', 'margin', 'padding', 'gap',
    'white-space', 'max-height', 'overflow-wrap', 'text-align', 'flex', 'justify-content', 'align-items', 'opacity',
  ];
  return `${e.tagName}.${e.getAttribute('class')}: ` + names.map((n) => `${n} ${s.getPropertyValue(n)}`).join('; ');
})"""


def test_cells_of_other_kinds_leave_a_dashboard_as_it_is(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    others = OTHERS.replace("LESSON", repr(str(LESSON))).replace("FOLDER", repr(str(LESSON.parent)))
    book = notebook([TABLE, others], run=False, viewport={"width": 1440, "height": 900})
    book.run_cell("cell-1")
    book.page.locator(".theo-side .hd .ov").first.wait_for()
    wait_still(book.page)
    before = book.page.evaluate(LOOKS)
    assert len(before) > 100
    book.run_cell("cell-2")
    for kind in ("compare", "lesson", "editor", "lessons", "rules"):
        book.page.locator(f".theo-of-{kind}").first.wait_for()
    wait_still(book.page)
    screenshot("styles-of-all-cells", book.page)
    assert book.page.evaluate(LOOKS) == before
    assert book.errors == []
