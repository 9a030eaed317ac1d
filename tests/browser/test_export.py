"""A notebook converted to a page, as nbviewer does: boards without a kernel, nothing hidden, nothing fetched."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import BrowserContext

from tests.browser.conftest import ROOT
from tests.browser.driver import notebook_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(300),
    # Of the machinery that runs notebooks, not ours.
    pytest.mark.filterwarnings("ignore::DeprecationWarning:(nbclient|nbconvert|jupyter_client|zmq|traitlets)"),
]

FOLDER = ROOT / "examples" / "scenarios" / "demigods"
SETUP = """
%load_ext theomachy_kernel
import random
import theomachy as th
from theomachy_widgets import Compare, Dashboard, LessonPlayer, PositionEditor, lessons, rule_page
game, rng = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7), random.Random(3)
names = lambda seat: {game.system.cards[c].name for c in game.state.hands[seat]}
while len(names(1) - names(0)) < 2 or game.decision.player != 0:
    game.play(rng.choice(game.options))
end = game.here
game.undo(4)
game.play(rng.choice(game.options))
other = game.here
game.go(end)
game.note("the quick brown fox")
None
"""
CELLS = [
    SETUP,
    "print('HIDDEN', sorted(names(1) - names(0)))",
    "Dashboard(game, view='Aglaia')",
    "Dashboard(game, view='spectator', renderer='svg')",
    "game.view('Aglaia')",
    "%theo use game\n%theo show static view=spectator",
    "Compare(game, end, other, view='Aglaia', renderer='svg')",
    f"LessonPlayer({str(FOLDER / 'lesson_mountain_defence.toml')!r})",
    "PositionEditor('demigods', players=2)",
    f"rule_page('demigods', 'DG-BAT-012', {str(FOLDER)!r})",
    f"lessons('demigods', {str(FOLDER)!r})",
    "Dashboard(game, view='Bronteas')",
]
BOARDS = {3, 4, 5, 6, 7, 8, 9, 12}  # the cells that show one, counted from 1
SECRET = {3, 4, 5, 6, 7}  # the cells in which Bronteas's hand must not be


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The notebook as it is saved after a run, with the state of its widgets."""
    place = tmp_path_factory.mktemp("export")
    made = nbformat.reads(notebook_of(CELLS), as_version=4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(place / "ipython"))
        patch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
        at = {"metadata": {"path": str(place)}}
        client = NotebookClient(made, timeout=240, kernel_name="python3", store_widget_state=True, resources=at)
        client.execute()
    return made


def hidden(book: Any) -> list[str]:
    """The cards that only Bronteas may know."""
    (printed,) = [output.text for output in book.cells[1].outputs]
    found = re.findall(r"'([^']+)'", printed)
    assert len(found) >= 2
    return found


def bare(book: Any) -> Any:
    """Without the widget state, as the README says and as this project's notebooks are committed."""
    copy = nbformat.from_dict(json.loads(json.dumps(book)))
    copy.metadata.pop("widgets", None)
    return copy


def boards_of(html: str) -> list[str]:
    """The pictures of boards in a page: images with their data, and elements."""
    images = [base64.b64decode(text).decode() for text in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", html)]
    return [svg for svg in images + re.findall(r"<svg\b.*?</svg>", html, re.DOTALL) if len(svg) > 10_000]


def test_every_board_is_in_the_outputs_without_script_or_address(book: Any) -> None:
    for n, cell in enumerate(book.cells, 1):
        for output in cell.outputs:
            data = output.get("data", {})
            pictures = [data.get("image/svg+xml", ""), *boards_of(data.get("text/html", ""))]
            if n in BOARDS and data:
                assert any(len(picture) > 10_000 for picture in pictures), n
            for text in (str(data.get("image/svg+xml", "")), str(data.get("text/html", ""))):
                assert not re.search(r"<script|<link|<iframe|\son\w+=|javascript:|@import", text), n
                assert set(re.findall(r"(?:https?:)?//[\w.]+", text)) <= {"http://www.w3.org"}, n
            if data:
                assert len(data["text/plain"]) > 60, n


def test_nothing_hidden_is_saved_in_outputs_or_widget_state(book: Any) -> None:
    """What a seat or a spectator looks at holds no card of others, and no words that a person wrote at a position."""
    shown = [json.dumps(book.cells[n - 1].outputs) for n in SECRET]
    state = book.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    models = {id_: json.dumps(model.get("state", {})) for id_, model in state.items()}

    def reach(id_: str, reached: set[str]) -> set[str]:
        if id_ in models and id_ not in reached:
            reached.add(id_)
            for other in re.findall(r"IPY_MODEL_(\w+)", models[id_]):
                reach(other, reached)
        return reached

    def widgets_of(cells: set[int]) -> set[str]:
        reached: set[str] = set()
        for n in cells:
            for output in book.cells[n - 1].outputs:
                view = output.get("data", {}).get("application/vnd.jupyter.widget-view+json", {})
                reach(view.get("model_id", ""), reached)
        return reached

    told = {f"cell {n}": text for n, text in zip(sorted(SECRET), shown, strict=True)}
    told |= {f"widget {id_}": models[id_] for id_ in widgets_of(SECRET)}
    assert len(told) > 20
    open_ = " ".join(models[id_] for id_ in widgets_of({12}))  # there they stand, or this test could not fail
    for name in hidden(book):
        as_card = re.compile(rf'(["\'>]|draws ){re.escape(name)}["\'<.]')
        assert as_card.search(open_)
        assert [where for where, text in told.items() if as_card.search(text)] == [], name
    assert [where for where, text in told.items() if "the quick brown fox" in text] == []


def test_the_page_opens_without_kernel_and_network(
    book: Any, tmp_path: Path, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    exporter = HTMLExporter(exclude_input=False)
    html, _ = exporter.from_notebook_node(bare(book))
    assert len(boards_of(html)) >= len(BOARDS)
    assert "application/vnd.jupyter.widget" not in html
    # Of scripts from elsewhere there are only those that nbconvert puts into every page.
    empty, _ = exporter.from_notebook_node(nbformat.v4.new_notebook())
    sources = r"<script[^>]*src=\"([^\"]+)\""
    assert set(re.findall(sources, html)) <= set(re.findall(sources, empty))
    path = tmp_path / "book.html"
    path.write_text(html, encoding="utf-8")
    page = new_context(offline=True, viewport={"width": 1300, "height": 1600}).new_page()
    page.goto(path.as_uri(), wait_until="domcontentloaded")
    drawn = page.evaluate(
        """() => [...document.querySelectorAll(".jp-OutputArea-output img, .jp-OutputArea-output svg")]
             .filter((e) => e.tagName !== "IMG" || (e.complete && e.naturalWidth > 300))
             .filter((e) => e.getBoundingClientRect().width > 300).length"""
    )
    assert drawn >= len(BOARDS)
    page.locator(".jp-OutputArea-output img, .jp-OutputArea-output svg").first.scroll_into_view_if_needed()
    screenshot("export", page)
