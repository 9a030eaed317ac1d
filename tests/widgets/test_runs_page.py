"""The page of many games by bots says what their table says, and draws it."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from theomachy.play import SimulationResult, simulate
from theomachy.play.run import Row
from theomachy_kernel.display import displays
from theomachy_widgets.analysis_page import brief
from theomachy_widgets.charts import spoken, svg
from theomachy_widgets.runs_page import runs_page

LENGTHS = (5, 7, 7, 9)


def row(number: int, turns: int, winners: tuple[int, ...], strength: tuple[float, float], bots: tuple[str, str]) -> Row:
    figures = ({"armies": number}, {"armies": 1})
    return Row(
        number, f"1/{number}", ("Aglaia", "Bronteas"), bots, winners, turns, 100 * turns, 9, 0.1, figures, strength
    )


def table(bots: tuple[str, str] = ("busy", "busy")) -> SimulationResult:
    won = [(0,), (0,), (1,), (0, 1)]
    strength = [(5.0, 1.0), (4.0, 3.0), (2.0, 8.0), (3.0, 3.0)]
    rows = [row(i, LENGTHS[i], won[i], strength[i], bots) for i in range(4)]
    wrong = Row(4, "1/4", ("Aglaia", "Bronteas"), bots, error="a <fault> of the rules")
    return SimulationResult("demigods", [*rows, wrong], 2.0)


def test_wins_lengths_and_who_is_ahead_are_those_of_the_table() -> None:
    page = runs_page(table())
    assert [(name, share) for name, _, share, _ in page.wins.rows] == [("Aglaia", 62.5), ("Bronteas", 37.5)]
    assert page.wins.even == 50
    assert page.lengths.rows == (("5", 1), ("6", 0), ("7", 2), ("8", 0), ("9", 1))
    assert page.ahead == {("Aglaia", "Bronteas"): 62.5, ("Bronteas", "Aglaia"): 37.5}
    assert {game.number: why for why, game in page.worth} == {
        3: "the longest, the closest at the end", 0: "the shortest", 2: "the clearest at the end",
    }  # fmt: skip
    html = page.html()
    for said in (
        "Wins by player",
        "5 games",
        "games went wrong",
        "won by Aglaia, Bronteas",
        "seed 1/3",
        ">62<",
        ">38<",
    ):
        assert said in html
    assert "fault" not in html


def test_bots_are_compared_where_there_are_several() -> None:
    page = runs_page(table(("busy", "random")))
    assert page.wins.title == "Wins by bot"
    assert [name for name, *_ in page.wins.rows] == ["busy", "random"]
    assert ("busy", "random") in page.ahead


def test_the_charts_are_well_formed_and_speak() -> None:
    page = runs_page(table())
    for chart in (page.wins, page.lengths):
        for theme in ("light", "dark"):
            assert ET.fromstring(svg(chart, theme)).attrib["role"] == "img"
        assert "NaN" not in svg(chart)
    assert "Aglaia 62.5 %" in spoken(page.wins)
    assert "7: 2" in spoken(page.lengths)
    with pytest.raises(ValueError, match="theme"):
        runs_page(table(), theme="blue")


def test_a_simulation_in_a_notebook_shows_the_page_of_real_games() -> None:
    found = simulate("demigods", 2, "busy", players=2, options={"turns": 3})
    assert "Who is ahead of whom" in displays("text/html")[SimulationResult](found)
    assert "Bots and simulation" in runs_page(SimulationResult("demigods")).html(), "also of no games at all"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plays Crumble on F1", "Crumble on F1"),
        ("Nobody wins", "Nobody wins"),
        ("raises 12 armies on F12 and F11", None),
    ],
)
def test_a_mark_of_the_chart_says_what_happened(text: str, said: str | None) -> None:
    assert brief(text) == (said or "12 armies on F12 and …")
