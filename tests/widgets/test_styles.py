"""Style sheets of widgets hold for the whole page of a notebook, so every rule must name whose it is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from theomachy_widgets.cell import Cell, module
from theomachy_widgets.compare import Compare
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.lesson import LessonPlayer, Lessons
from theomachy_widgets.new_game import NewGame
from theomachy_widgets.puzzle_page import PuzzlePage
from theomachy_widgets.rules import RulePage
from theomachy_widgets.tablebar import TableBar
from theomachy_widgets.values_page import ValuesPage

DATA = Path(__file__).parents[2] / "widgets" / "theomachy_widgets" / "data"
CELLS: tuple[type[Cell], ...] = (
    Compare, PositionEditor, LessonPlayer, Lessons, NewGame, PuzzlePage, RulePage, TableBar, ValuesPage,
)  # fmt: skip
KINDS = "|".join(cell.kind for cell in CELLS)
# A kind of cell by name; or a class that only cells have: their outermost box, and the places of their parts.
OF_A_KIND = re.compile(rf"\.theo(\.theo-of-({KINDS})|:is\((\.theo-of-({KINDS})(, )?)+\))|\.theo-({KINDS})\b")
OF_CELLS = re.compile(r"\.theo-(root|playing|at-left|at-right)\b|\.theo-at-board\.theo-at-board2\b")
# Sheets of their own, each with the class that all of it stands under.
ALONE = {
    "look": r"(canvas)?\.theo\b|\.theo-",
    "beside": r"\.theo\b|\.theo-",
    "hints": r"\.theo\b|\.theo-",
    "opponents": r"\.theo\b",
    "help": r"\.theo\b",
    "reach": r"\.theo\b",
    "readings": r"\.theo\b",
    "phone": r"\.theo\b|\.theo-",
    "home": r"\.theo \.start\b|\.theo-at-start\b",
    "chance": r"\.theo\b",
    "calculator": r"\.theo-(calc|at-calc)\b|\.theo-box(\.theo-calc\b|:not\(\.theo-calc\))",
    "analysis": r"(\[data-jp-theme-light=.false.\] |body:not\(\[data-jp-theme-light\]\) )?\.theo-(analysis|going)\b",
    "puzzle": r"\.theo-puzzle\b|\.theo\.theo-of-puzzle\b",
    "report": r"\.theo-(report|at-(points|graph|moves))\b|\.theo\.theo-of-report\b",
    "tablebar": r"\.theo\.theo-of-table\b",
    "values": r"\.theo\.theo-of-values\b",
    "study": r"\.theo\b|\.theo-study\b|\.st-(alone|frame)\b",
    "simulation": r"\.theo-(simulation|at-(set|view))\b|\.theo\.theo-of-simulation\b",
    "svg_board": r"\.theomachy-",
}
A_PAGE = {"class", "replay", "study_page"}  # the whole document is its own


def selectors(text: str) -> Iterator[str]:
    """The outermost selectors of a sheet; those inside a query are outermost too."""
    text = re.sub(r"/\*.*?\*/|@keyframes [\w-]+ \{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "", text, flags=re.DOTALL)
    depth, start, queries = 0, 0, 0
    for at, sign in enumerate(text):
        if sign == "{":
            head = text[start:at].strip()
            if depth == queries and head.startswith("@"):
                queries += 1
            elif depth == queries:
                yield from (part.strip() for part in re.split(r",(?![^(]*\))", head))
            depth, start = depth + 1, at + 1
        elif sign == "}":
            depth, start = depth - 1, at + 1
            queries = min(queries, depth)


def test_the_reader_of_sheets_finds_what_is_outermost() -> None:
    text = "/* a */ .a { top:0; .in { top:0 } } @keyframes k { to { top:0 } } "
    text += "@media print { .b, .c:is(.d, .e) { top:0 } .f { .g { } } } .h { }"
    assert list(selectors(text)) == [".a", ".b", ".c:is(.d, .e)", ".f", ".h"]


def test_every_sheet_is_looked_at() -> None:
    assert {path.stem for path in DATA.glob("*.css")} == {"cell", "editor", *ALONE, *A_PAGE}


@pytest.mark.parametrize("name", ["cell", "editor"])
def test_what_a_cell_adds_is_for_its_kind_alone(name: str) -> None:
    found = list(selectors((DATA / f"{name}.css").read_text(encoding="utf-8")))
    assert found
    assert [one for one in found if not OF_A_KIND.match(one) and not OF_CELLS.match(one)] == []


@pytest.mark.parametrize("name", list(ALONE))
def test_the_other_sheets_stand_under_their_own_class(name: str) -> None:
    found = list(selectors((DATA / f"{name}.css").read_text(encoding="utf-8")))
    assert found
    assert [one for one in found if not re.match(ALONE[name], one)] == []


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.kind)
def test_the_parts_of_a_cell_say_of_which_kind_they_are(cell: type[Cell]) -> None:
    for panel, place in cell.parts_at.items():
        code = module(panel, place, cell.script, cell.sheets, cell.kind)
        assert f'region({{ {panel} }}, "{place}", "{cell.kind}");' in code


# The panels that `beside.css` is for, and what it shares with all others on purpose.
BESIDE = {
    "paper", "cards", "sums", "throws", "sealed", "conditions", "fronts", "ink", "lines", "inks", "thumbs", "advice",
    "attack", "hands", "legend", "measured", "stones", "ledger", "tableau",
    "deck",
}  # fmt: skip
SHARED = {"tag", "theo", "now"}  # what is "now" is looked at inside rows of a card only


def classes(script: str) -> set[str]:
    """The classes that a panel gives to what it makes."""
    found = re.findall(r'(?:class: |(?:span|div|button)\(\s*)["`]([^"`]*)["`]', script)
    return {word for text in found for word in re.sub(r"\$\{[^}]*\}", "", text).split()}


def test_what_lies_beside_the_board_has_classes_of_its_own() -> None:
    sheet = re.sub(r"/\*.*?\*/", "", (DATA / "beside.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    begun = set(re.findall(r"(?:^|[{};,])\s*\.([a-z][\w-]*)(?=\s*[{,.:\s])", sheet)) - SHARED
    panels = {path.stem: classes(path.read_text("utf-8")) for path in (DATA.parent / "panels").glob("*.js")}
    assert len(begun) > 30
    assert begun & panels["paper"]
    others = {name: sorted(begun & used) for name, used in panels.items() if name not in BESIDE and begun & used}
    assert others == {}
