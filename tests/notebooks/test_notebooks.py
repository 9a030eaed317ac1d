"""The notebooks: bare as committed, sound from top to bottom, and readable where no kernel runs."""

import base64
import json
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

import theomachy as th

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
# What each must show of boards in plain HTML, at least: dashboards, lessons, editors, and games that are displayed.
BOARDS = {
    "00_start": 3,
    "answers": 1,
    "author_a_lesson": 2,
    "battle_lab": 1,
    "cthulhu_wars": 17,
    "cthulhu_worlds": 6,
    "demigods": 13,
    "gods_war": 7,
    "heroes": 5,
    "home_brew": 2,
    "many_games": 0,
    "mythic_battles": 7,
    "position_lab": 2,
    "saved_game": 3,
    "study": 2,
    "what_if": 1,
}
# Cells that only prepare.
SILENT = ("load", "setup")
WIDGET = "application/vnd.jupyter.widget-view+json"

pytestmark = [
    pytest.mark.timeout(600),
    # Of the machinery that runs notebooks, not ours.
    pytest.mark.filterwarnings("ignore::DeprecationWarning:(nbclient|nbconvert|jupyter_client|zmq|traitlets)"),
]


def read(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=nbformat.NO_CONVERT)


def code_of(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def test_each_is_run() -> None:
    assert sorted(BOARDS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_it_is_committed_bare(name: str) -> None:
    book = read(name)
    nbformat.validate(book)
    assert (book.nbformat, book.nbformat_minor) == (4, 5)
    assert set(book.metadata) <= {"kernelspec", "language_info"}
    assert book.metadata.kernelspec.name == "python3"
    ids = [cell.id for cell in book.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id_) for id_ in ids), "ids are words that stay as they are"
    for cell in code_of(book):
        assert cell.outputs == []
        assert cell.execution_count is None
        assert set(cell.metadata) <= {"tags"}


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_written_as_the_strip_tool_writes_it(name: str) -> None:
    """So that a person's change of one line is one line of difference."""
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_its_texts_are_short_and_its_links_lead_somewhere(name: str) -> None:
    for cell in read(name).cells:
        if cell.cell_type != "markdown":
            continue
        assert len(cell.source.split()) <= 200, f"{cell.id}: one idea a cell"
        assert "!" not in re.sub(r"`[^`]*`|\!\[", "", cell.source), f"{cell.id}: no exclamation marks"
        for target in re.findall(r"\]\(([^)#]+)\)", cell.source):
            assert (FOLDER / target).exists(), f"{cell.id}: {target}"


def test_the_start_leads_to_all_others() -> None:
    links = set(re.findall(r"\]\((\w+)\.ipynb\)", json.dumps(read("00_start").cells)))
    assert links == set(NAMES) - {"00_start"}


@pytest.mark.parametrize("name", list(BOARDS))
def test_it_runs_from_top_to_bottom_and_shows_in_plain_html(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One test, so that a notebook is run once, on whichever process."""
    book = run(name, tmp_path, monkeypatch)
    nothing_failed(book)
    every_cell_shows_something(book)
    boards_are_in_the_page(book, BOARDS[name])


def run(name: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The notebook as it is after a run in a folder of its own, beside the examples, without its widget state."""
    (place / "notebooks").mkdir()
    shutil.copytree(ROOT / "examples", place / "examples")
    monkeypatch.setenv("IPYTHONDIR", str(place / "ipython"))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    book = read(name)
    NotebookClient(
        book,
        timeout=240,
        kernel_name="python3",
        allow_errors=True,
        store_widget_state=False,
        resources={"metadata": {"path": str(place / "notebooks")}},
    ).execute()
    return book


def nothing_failed(book: Any) -> None:
    """No cell fails, none warns, and no callback of a widget has failed quietly."""
    for cell in code_of(book):
        for output in cell.outputs:
            assert output.output_type != "error", f"{cell.id}: {output.ename}: {output.evalue}"
            if output.output_type == "stream":
                assert output.name == "stdout", f"{cell.id}: {output.text}"


def every_cell_shows_something(book: Any) -> None:
    """A cell without output leaves a person wondering; only one that prepares may be silent."""
    assert [cell.id for cell in code_of(book) if not cell.outputs and cell.id not in SILENT] == []


def boards_are_in_the_page(book: Any, least: int) -> None:
    """Converted without widget state, boards are pictures inside the page: nothing is fetched for them."""
    assert "widgets" not in book.metadata
    html, _ = HTMLExporter().from_notebook_node(book)
    assert WIDGET not in html
    assert "unpkg.com" not in html
    as_images = [base64.b64decode(text).decode() for text in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", html)]
    boards = [svg for svg in as_images + re.findall(r"<svg\b.*?</svg>", html, re.DOTALL) if len(svg) > 10_000]
    assert len(boards) >= least, f"{len(boards)} boards"
    for svg in boards:
        assert re.search(r"(?:href|src)=[\"']https?:", svg) is None


def test_the_answer_in_the_start_is_what_the_rules_say() -> None:
    """The figures of the folded answer, against the game itself."""
    code = {cell.id: cell.source for cell in code_of(read("00_start"))}
    space: dict[str, Any] = {}
    setup = code["gate"].replace("Dashboard(africa)", "")
    exec(f"import theomachy as th\n{setup}", space)  # noqa: S102 - our own file
    game = space["africa"]
    assert not game.why_not("battle africa").faults
    kills = [chance for _, chance in game.odds()[0].rows]
    shown = [f"{100 * chance:.0f} %" for chance in (*kills[:3], 1 - sum(kills[:3]))]
    assert shown == ["23 %", "37 %", "26 %", "13 %"]
    answer = next(cell.source for cell in read("00_start").cells if cell.id == "say-answer")
    assert "no kill 23 %, one 37 %, two 26 %, three or more 13 %" in answer
    game.play("battle africa")
    assert [option.label for option in game.options] == ["Absorb", "Done"]
    game.play("done", dice="6 6 4 1 1 1 1 1").play("acolyte on the gate", "asia")
    told = [event.text for _, event in game.trace.walk()]
    assert sum("is killed" in text for text in told) == 2
    assert sum("retreats to Asia" in text for text in told) == 1
    assert any("abandoned" in place.name.lower() or place.holder is None for place in game.table().places)


def test_the_readme_shows_what_the_game_says() -> None:
    """Its picture in words is the answer to the question that the start notebook asks."""
    text = (ROOT / "examples" / "scenarios" / "demigods" / "the_fords.toml").read_text(encoding="utf-8")
    said = str(th.Editor.read(text).game().why_not("attack f4 h5"))
    assert f"```\n{said}\n```" in (ROOT / "README.md").read_text(encoding="utf-8")
