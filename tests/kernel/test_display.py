"""Rich display: each kind of thing, in HTML and in words."""

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]
BEGIN = "import theomachy; game = theomachy.new('pocket', seed=7).play((0, 0), (1, 0))"


@pytest.mark.parametrize(
    ("code", "html", "text"),
    [
        ("game", "<svg", "Pocket war"),
        ("game.position", "<svg", "Position"),
        ("game.view('Bronteas')", "seen by Bronteas", "seen by Bronteas"),
        ("game.view()", "seen by a spectator", "seen by a spectator"),
        ("game.decision", "Attack from Kos into Delos", "   3  Attack from Kos into Delos"),
        ("game.why_not('raise delos')", 'class="no"', "FAILS  Delos is yours"),
        ("game.why_not('raise kos')", "is legal", "legal"),
        ("game.odds()[0]", 'class="bar"', "29.6 %"),
        ("game.play('raise kos').trace", "Kos gains an army", "Kos gains an army"),
        ("theomachy.new('pocket').trace", "Nothing has happened yet", ""),
        ("game.system.rulebook['PG-BAT-001']", "Two or more armies", "Two or more armies"),
    ],
)
def test_each_kind_has_its_picture_and_its_words(cell: Run, code: str, html: str, text: str) -> None:
    cell(BEGIN)
    found = cell(code)
    assert html in found.html
    assert text in found.text
    assert found.html.startswith("<style>.theo-out")


def test_the_board_shows_what_can_be_chosen(cell: Run) -> None:
    from theomachy_kernel.display import lit

    game = cell(BEGIN + "\ngame").value
    assert lit(game.options).selectable == {"area:0", "area:1"}
    first, second = cell("game").html, cell("game").html
    assert first != second  # ids differ, so that two pictures in one page do not share their parts
    assert len(first) == len(second) or abs(len(first) - len(second)) < 400


def test_a_displayed_board_follows_a_dark_page(cell: Run) -> None:
    assert "[data-jp-theme-light=false] ." in cell(BEGIN + "\ngame").html


def test_a_view_shows_no_card_of_another(cell: Run) -> None:
    cell(BEGIN + "\ngame.play('end', 'end', (0, 0), (1, 0))")
    everything, mine = cell("game").html, cell("game.view('Aglaia')")
    hidden = [card for card in ("Rain", "Flood", "Star") if f"invoke {card}" in everything.lower()]
    assert hidden == []
    decision = cell("game.view('Bronteas').decision").value
    assert decision.hidden == (cell("game").value.decision.player == 0)
    assert "?" not in mine.text.splitlines()[0]


def test_a_result_and_a_lesson_stop(cell: Run) -> None:
    cell("from theomachy.engine.authoring import scenario, lesson")
    cell('good = scenario.read(\'title="t"\\ngame="pocket"\\n[[step]]\\nsay="<i>look</i>"\')')
    assert "1 steps hold" in cell("good.run().result").html
    assert "&lt;i&gt;look" in cell("lesson.Lesson(good).beat").html
    bad = cell('scenario.read(\'title="t"\\ngame="pocket"\\n[[step]]\\nover=true\').run().result')
    assert "over: expected true, found false" in bad.html
    assert bad.text.startswith("FAIL")


def test_without_pictures_there_are_words(cell: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "theomachy_widgets.render", None)
    html = cell(BEGIN + "\ngame").html
    assert "<svg" not in html
    assert "Kos" in html


def test_an_analysis_is_shown_as_its_page(cell: Run) -> None:
    found = cell(BEGIN + "\nfrom theomachy.analysis import analyse\nanalyse(game.play('raise kos'))")
    assert 'class="theo-analysis"' in found.html
    assert "<svg" in found.html
    assert "analysis" in found.text
