"""JupyterLab goes dark and light again under boards that are there: all follow, in sight or not, after a reload too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.driver import Notebook

pytestmark = pytest.mark.browser
LESSON = Path(__file__).parents[2] / "examples" / "scenarios" / "demigods" / "lesson_mountain_defence.toml"

CELLS = [
    "import theomachy as th\nfrom theomachy_widgets import Dashboard, LessonPlayer, PositionEditor",
    f"LessonPlayer({str(LESSON)!r})",
    "PositionEditor('demigods', players=2)",
    "Dashboard(th.new('demigods', players=2, seed=1))",
    f"LessonPlayer({str(LESSON)!r})",
]
SET_THEME = "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab ' + name})"
# The corner of each board is sea: is all of it as bright as the theme wants it?
SEA = """([count, dark]) => {
  const boards = [...document.querySelectorAll('canvas.theo-at-board')];
  return boards.length === count && boards.every((c) => {
    const [red, green, blue, seen] = c.getContext('2d').getImageData(20, 20, 1, 1).data;
    return seen > 0 && (red + green + blue < 384) === dark;
  });
}"""

# JupyterLab keeps the theme a moment after it shows it: who reloads sooner comes back to the one before.
KEPT = """async (name) => {
  const said = await fetch("/lab/api/settings/@jupyterlab/apputils-extension:themes");
  return (await said.json()).raw.includes(`"JupyterLab ${name}"`);
}"""


def follows(page: Page, theme: str) -> None:
    """Set the theme, and wait until all boards are drawn in it."""
    page.evaluate(SET_THEME, theme)
    page.wait_for_function(SEA, arg=[4, theme == "Dark"], timeout=40_000)


@pytest.mark.timeout(240)
def test_boards_of_every_kind_follow_the_page(notebook: Callable[..., Notebook]) -> None:
    book = notebook(CELLS, viewport={"width": 1440, "height": 900})
    page = book.page
    page.wait_for_function(SEA, arg=[4, False])
    for theme in ("Dark", "Light", "Dark"):
        follows(page, theme)
    page.wait_for_function(KEPT, arg="Dark", timeout=40_000)
    book.reload()
    page.wait_for_function(SEA, arg=[4, True], timeout=80_000)  # four boards at once are drawn anew
    page.keyboard.press("Control+End")  # the first boards are out of sight now
    follows(page, "Light")
    follows(page, "Dark")
    follows(page, "Light")
    assert book.errors == []
