"""The page of a saved game says what the analysis says, draws it, escapes what people wrote, and needs no kernel."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from theomachy.analysis import analyse
from theomachy.engine.tabletop.table import Seat
from theomachy.play import record
from theomachy_widgets.analysis_page import BUTTONS, AnalysisPage, css, page, sentence
from theomachy_widgets.charts import Bars, Lines, Series, Shares, figure, spoken, svg, ticks, turn_ticks
from theomachy_widgets.key_moments import KeyMoments

SAVE = Path(__file__).parents[2] / "examples" / "saves" / "demigods" / "two_rivers.json"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def shown() -> AnalysisPage:
    return page(SAVE)


def test_the_page_says_what_the_analysis_says(shown: AnalysisPage) -> None:
    html = shown.html()
    assert "Two rivers" in html
    assert shown.analysis.heading in html
    for moment in shown.moments:
        assert f'data-node="{moment["node"]}"' in html
        assert moment["rule"] in html
    numbers = {what: n for n, what in shown.figures}
    assert numbers["turns"] == str(shown.analysis.summary()[0]["turns"])


def test_every_chart_is_well_formed_and_has_a_title(shown: AnalysisPage) -> None:
    assert len(shown.charts) == 4
    for chart in shown.charts:
        root = ET.fromstring(svg(chart))
        assert root.attrib["role"] == "img"
        title = root.find(f"{SVG}title")
        assert title is not None
        assert (title.text or "").startswith(chart.title)
        assert "NaN" not in svg(chart, "dark")


def test_the_lines_are_the_figures(shown: AnalysisPage) -> None:
    strength, share, luck, results = shown.charts
    assert isinstance(strength, Lines)
    assert isinstance(share, Lines)
    assert isinstance(luck, Lines)
    assert isinstance(results, Bars)
    rows = shown.analysis.figures()
    for line in strength.series:
        assert list(line.points) == [(r["turn"], r["strength"]) for r in rows if r["seat"] == line.name]
    for at in zip(*(line.points for line in share.series), strict=True):
        assert sum(y for _, y in at) == pytest.approx(100)
    for line in luck.series:
        assert line.points[-1][1] == pytest.approx(shown.analysis.summary()[0][f"luck {line.name}"])
    kinds = shown.analysis.main_dice
    rolled = [r for r in shown.analysis.luck() if (r["what"], r["group"]) == kinds]
    assert sum(came for _, _, came in results.rows) == len(rolled)


def test_names_with_markup_are_text() -> None:
    game = record("demigods", ["busy"], seed=1, players=["<img src=x>", "b & c"], options={"turns": 4})
    game.names["title"] = "<script>x</script>"
    html = page(game).html()
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;img src=x&gt;" in html
    assert "b &amp; c" in html


def test_a_game_without_dice_or_turns_has_a_page_too() -> None:
    import theomachy as th

    html = page(th.new("demigods", seed=1)).html()
    assert "no dice were thrown" in html or "expected" in html
    assert "not over yet" in html


def test_chances_replace_the_share_when_asked_for() -> None:
    game = record("demigods", ["random"], seed=2, players=2, options={"turns": 3})
    second = page(game, samples=1).charts[1]
    assert second.title == "Chance to win"
    assert "1 games by bots" in second.note


def test_a_page_that_goes_by_its_host_is_drawn_for_day_and_night(shown: AnalysisPage) -> None:
    html = page(shown.analysis).html()
    assert [html.count(f'data-theme="{theme}" data-when') for theme in ("light", "dark")] == [1, 1]
    for theme in ("light", "dark"):
        alone = page(shown.analysis, theme=theme).html()
        assert "data-when>" not in alone
        assert (
            alone.partition("</style>")[2].replace(f'data-theme="{theme}">', f'data-theme="{theme}" data-when>') in html
        )


def test_the_dark_page_has_dark_colours(shown: AnalysisPage) -> None:
    dark = page(shown.analysis, theme="dark").html()
    assert 'data-theme="dark"' in dark
    assert dark != shown.html()
    with pytest.raises(ValueError, match="light"):
        page(shown.analysis, theme="grey")


def test_the_style_is_filled_in() -> None:
    assert "{light." not in css()
    assert "{dark." not in css()
    assert "{ui}" not in css()


def test_the_living_page_has_a_plot_a_chart(shown: AnalysisPage) -> None:
    from bokeh.models import HoverTool

    root = shown.panel().get_root()
    plots = [m for m in root.references() if type(m).__name__ == "figure"]
    assert len(plots) == 4
    assert sum(len(plot.select(HoverTool)) for plot in plots) == 3 * len(shown.analysis.players)


def test_axes_are_round() -> None:
    assert ticks(0, 62) == [0, 20, 40, 60, 80]
    assert ticks(-3.2, 4) == [-4, -2, 0, 2, 4]
    assert turn_ticks(1, 22)[0] == 1
    assert turn_ticks(1, 22)[-1] == 22
    assert len(turn_ticks(1, 400)) <= 9
    assert turn_ticks(1, 2) == [1, 2]
    assert figure(-2.0, signed=True) == "−2"
    assert figure(2.0, signed=True) == "+2"
    assert figure(75.0, percent=True) == "75 %"


def test_a_flat_line_and_one_point_can_be_drawn() -> None:
    seat = Seat(0, "A", "blue", "laurel-crown")
    chart = Lines("T", "n", (Series("A", seat, ((1.0, 0.0),)),))
    ET.fromstring(svg(chart))
    assert "A from 0 to 0" in spoken(chart)
    ET.fromstring(svg(Bars("T", "none", ())))


def test_sentences_say_who_unless_they_name_their_own_subject() -> None:
    assert sentence("Aglaia", "raises 2 armies") == "Aglaia raises 2 armies"
    assert sentence("Aglaia", "I5 attacks I6") == "I5 attacks I6"


def test_an_analysis_can_be_shown_as_it_is() -> None:
    analysis = analyse(SAVE)
    assert page(analysis).analysis is analysis
    assert page(analysis)._repr_html_() == page(analysis).html()


def test_a_click_on_a_key_moment_goes_there(shown: AnalysisPage) -> None:
    game = shown.analysis.game
    moments = shown.key_moments()
    first, last = shown.moments[0]["node"], shown.moments[-1]["node"]
    moments._heard(None, {"do": "go", "node": first}, None)
    assert game.here == moments.table.here == first
    assert moments.dashboard is not None  # nobody showed the game
    assert moments.dashboard.widget in moments.widget.children
    moments._heard(None, {"do": "go", "node": last}, None)
    assert game.here == moments.table.here == last
    for wrong in (10**9, -1, "1", None, [last]):
        moments._heard(None, {"do": "go", "node": wrong}, None)
    assert game.here == last
    data = moments._repr_mimebundle_()
    assert f'data-node="{last}"' in data["text/html"]  # where no kernel runs
    moments.close()
    assert moments.dashboard.closed


def test_texts_of_charts_are_never_seen_below_eleven_pixels_nor_above_fifteen_and_end_inside() -> None:
    """A chart is stretched a little with the page and not shrunk; four long names of a legend stand in rows."""
    seats = [Seat(i, "N" * 20, "blue", "", "N") for i in range(4)]
    series = tuple(Series(seat.name, seat, ((1.0, 3.0), (2.0, 4.0))) for seat in seats)
    rows = [("Cultists", seats[0], 62.5, 11.5), ("Mechanisms", seats[1], 37.5, 11.5)]
    charts = (Lines("T", "n", series), Shares("T", "n", tuple(rows), 50.0), Bars("T", "n", (("6", 2.0, 3.0),)))
    for chart in charts:
        root = ET.fromstring(svg(chart))
        wide = float(root.get("viewBox", "").split()[2])
        least = int(re.search(r"min-width:(\d+)px", root.get("style", ""))[1])  # type: ignore[index]
        assert float(root.get("font-size", 0)) * least / wide >= 11
        most = int(re.search(r"max-width:(\d+)px", root.get("style", ""))[1])  # type: ignore[index]
        assert float(root.get("font-size", 0)) * most / wide <= 15
        for text in root.iter(f"{SVG}text"):
            if text.get("text-anchor") == "start":
                assert float(text.get("x", 0)) + 6.6 * len(text.text or "") <= wide
    tops = {text.get("y") for text in ET.fromstring(svg(charts[0])).iter(f"{SVG}text") if text.text == "N" * 20}
    assert len(tops) == 2


def test_in_a_notebook_charts_stay_plain_and_moments_are_a_widget(
    shown: AnalysisPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr("IPython.display.display", lambda thing, raw=False: seen.append(thing))
    shown._ipython_display_()
    head, charts, moments = seen
    assert head is moments.head
    assert "theo-charts" in charts["text/html"]
    assert "<tr data-node" not in charts["text/html"]
    assert isinstance(moments, KeyMoments)
    moments.close()


def test_the_head_has_buttons_that_hand_over_a_table_and_a_page(shown: AnalysisPage) -> None:
    moments, sent = shown.key_moments(), []
    moments.head.part.send = lambda message, buffers=None: sent.append((message, buffers))
    assert all(f">{say}</button>" in moments.head.part.html for _, say, _ in BUTTONS)
    assert "<button" not in moments.head._repr_mimebundle_()["text/html"]  # where no kernel answers
    for what in ("frame", "replay", "nothing"):
        moments._asked(None, {"do": what}, None)
    (table, (rows,)), (page, (text,)) = sent
    assert table["name"].endswith(".csv")
    assert rows.decode().splitlines()[0].split(",") == list(shown.analysis.events()[0])
    assert page["type"] == "text/html"
    assert text.startswith(b"<!doctype html>")
    moments._asked(None, {"do": "lab"}, None)
    assert moments.dashboard is not None
    moments.close()
