"""The page of a saved game: figures, charts and key moments. Static HTML with SVG charts, or Panel with Bokeh's.

from theomachy_widgets.analysis_page import page
page("my_game.json")            # shows wherever HTML shows, with no kernel too
page("my_game.json").panel()    # charts that answer the pointer
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theomachy.analysis import Analysis, analyse
from theomachy.engine.game.game import Game

from .charts import Bars, Lines, Series, svg
from .esm import sheet
from .present.moment import THEMES
from .scene.forms import outline
from .scene.style import STYLE, owner_colour, owner_paint
from .text import escape
from .variables import variables

if TYPE_CHECKING:
    from .key_moments import KeyMoments

MOST_BARS = 9
MOST_BRIEF = 22  # letters beside a mark
BUTTONS = (
    ("lab", "Open in the lab", "The game on its board, below"),
    ("frame", "Data frame", "All events as a table, a CSV file; in a cell: analysis.frame()"),
    ("replay", "Replay as HTML", "The game as one page that opens anywhere"),
)


def page(saved: Analysis | Game | str | Path, *, theme: str = "auto", samples: int = 0) -> AnalysisPage:
    """The page of a game, a saved game's path, or an analysis. `theme` is "auto" (as the page round it), "light" or
    "dark". Raises `SaveError`, and `ValueError` for a theme that is none.

    With `samples`, bots play so many games from the end of each turn, and the page shows the chance to win instead of
    the share of strength; that takes its time.
    """
    return AnalysisPage(saved if isinstance(saved, Analysis) else analyse(saved), theme=theme, samples=samples)


class AnalysisPage:
    """Shows itself as HTML; in a notebook a click on a key moment goes there. `panel()` gives charts that are alive."""

    def __init__(self, analysis: Analysis, *, theme: str = "auto", samples: int = 0) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
        self.analysis, self.samples, self.auto = analysis, samples, theme == "auto"
        self.wanted = theme
        self.theme = "light" if self.auto else theme  # in which it is drawn

    # -- what it shows ------------------------------------------------------------------------------------------------
    @cached_property
    def moments(self) -> list[dict[str, Any]]:
        return self.analysis.key_moments()

    @cached_property
    def figures(self) -> list[tuple[str, str]]:
        """(number, what it is)."""
        row = self.analysis.summary()[0]
        found = [(f"{row['turns']:,}", "turns"), (f"{row['answers']:,}", "answers")]
        if row["rolls"]:
            found += [(f"{row['dice']:,}", f"{row['dice are']} in {row['rolls']:,} rolls")]
            group = self.analysis.main_dice[1]
            found += [
                (f"{row[f'luck {name}']:+.1f}".replace("-", "−"), f"{group}s against expectation, {name}")
                for name in self.analysis.players
            ]
        counts = sum(r["count"] for r in self.analysis.actions())
        return [*found, (f"{counts:,}", "actions taken")]

    @cached_property
    def charts(self) -> tuple[Lines | Bars, ...]:
        """Strength, chance to win or share of strength, luck, and the results of the dice."""
        best = self._largest()
        marks = tuple((m["turn"], f"{m['swing']:+.0f} %".replace("-", "−")) for m in best)
        deeds = tuple((m["turn"], brief(m["text"])) for m in best)
        rows = self.analysis.figures()
        strength = Lines("Strength over time", "at the end of each turn", self._series(rows, "strength"), deeds)
        if self.samples:
            chance = [{**r, "chance": 100 * r["chance"]} for r in self.analysis.chances(self.samples)]
            note = f"{self.samples} games by bots from the end of each turn"
            second = Lines("Chance to win", note, self._series(chance, "chance"), marks, percent=True)
        else:
            second = Lines(
                "Share of strength", "of all on the table, in per cent", self._shares(rows), marks, percent=True
            )
        return strength, second, self._luck(), self._results()

    def _largest(self) -> list[dict[str, Any]]:
        best = sorted(self.moments, key=lambda m: -abs(m["swing"]))[:2]
        return best if len({m["turn"] for m in best}) == len(best) else best[:1]

    def _series(self, rows: list[dict[str, Any]], column: str) -> tuple[Series, ...]:
        return tuple(
            Series(seat.name, seat, tuple((r["turn"], float(r[column])) for r in rows if r["seat"] == seat.name))
            for seat in self.analysis.system.seats
        )

    def _shares(self, rows: list[dict[str, Any]]) -> tuple[Series, ...]:
        totals: dict[int, float] = {}
        for r in rows:
            totals[r["turn"]] = totals.get(r["turn"], 0.0) + r["strength"]
        shares = [{**r, "share": 100 * r["strength"] / totals[r["turn"]] if totals[r["turn"]] else 0.0} for r in rows]
        return self._series(shares, "share")

    def _luck(self) -> Lines:
        what, group = self.analysis.main_dice
        rolls = [r for r in self.analysis.luck() if (r["what"], r["group"]) == (what, group)]
        turns = sorted({r["turn"] for r in self.analysis.figures()})
        rows = []
        for seat in self.analysis.players:
            so_far = 0.0
            mine = [r for r in rolls if r["seat"] == seat]
            for turn in turns:
                so_far = next((r["sum"] for r in reversed(mine) if r["turn"] <= turn), so_far)
                rows.append({"turn": turn, "seat": seat, "sum": so_far})
        note = f"{group}s rolled less {group}s expected, summed" if group else "no dice were thrown"
        return Lines("Luck against expectation", note, self._series(rows, "sum"), signed=True)

    def _results(self) -> Bars:
        what, group = self.analysis.main_dice
        rows = [r for r in self.analysis.rolls() if (r["what"], r["group"]) == (what, group)]
        kept = [r for r in rows if r["rolled"] or r["expected"] >= 0.05][:MOST_BARS]
        count = sum(r["rolled"] for r in rows)
        bars = tuple(
            (f"{r['value']} {group}{'' if r['value'] == 1 else 's'}", r["expected"], r["rolled"]) for r in kept
        )
        title = f"{group.capitalize()}s in a roll" if group else "Rolls"
        return Bars(title, f"{count} rolls of {what}: grey expected, coloured rolled" if what else "none", bars)

    # -- as HTML ------------------------------------------------------------------------------------------------------
    def html(self) -> str:
        """The whole page, standing by itself. One that goes by the page round it is drawn for day and for night."""
        return self._styled(lambda theme: self.head() + self._charts(theme) + self.key_table(theme))

    def _styled(self, drawn: Callable[[str], str]) -> str:
        """A part of the page with its style, in the theme, or in both if it goes by the page round it."""
        themes = [(theme, " data-when") for theme in ("light", "dark")] if self.auto else [(self.theme, "")]
        parts = "".join(f'<div class="theo-analysis" data-theme="{t}"{when}>{drawn(t)}</div>' for t, when in themes)
        return f"<style>{css()}</style>{parts}"

    def _charts(self, theme: str) -> str:
        charts = "".join(
            f"<section><h3>{escape(c.title)}</h3><p>{escape(c.note)}</p>{svg(c, theme)}</section>" for c in self.charts
        )
        return f'<div class="theo-charts">{charts}</div>'

    def head_html(self, *, alive: bool = True) -> str:
        """Name, one line and figures alone, with their style; alive, with buttons that a kernel answers."""
        return self._styled(lambda _theme: self.head(BUTTONS if alive else ()))

    def head(self, buttons: Sequence[tuple[str, str, str]] = ()) -> str:
        """Name, one line, the figures, and buttons: (what is asked, words, a sentence more)."""
        figures = "".join(f"<div><b>{escape(n)}</b><span>{escape(what)}</span></div>" for n, what in self.figures)
        name = self.analysis.game.names.get("title") or self.analysis.name or self.analysis.system.title
        tools = "".join(
            f'<button data-do="{do}" title="{escape(more)}">{escape(say)}</button>' for do, say, more in buttons
        )
        tools = f"<nav>{tools}</nav>" if tools else ""
        return (
            f"<header><h2>{escape(name)}</h2><span>{escape(self.analysis.heading)}</span>{tools}</header>"
            f'<div class="theo-figures">{figures}</div>'
        )

    def key_table(self, theme: str = "") -> str:
        """The key moments: when, who, what, by how much, and the rule."""
        rows = "".join(self._moment(m, theme or self.theme) for m in self.moments)
        note = "change of the share in all strength, for whoever acted"
        return (
            f'<section class="theo-moments"><h3>Key moments <small>{escape(note)}</small></h3>'
            f"<table><tbody>{rows}</tbody></table></section>"
        )

    def key_html(self) -> str:
        """The key moments alone, with their style; a line below has room for what a click has done."""
        return self._styled(lambda theme: f'{self.key_table(theme)}<p class="theo-stands" role="status"></p>')

    def _moment(self, m: dict[str, Any], theme: str) -> str:
        swing = f"{m['swing']:+.0f} %".replace("-", "−")
        return (
            f'<tr data-node="{int(m["node"])}"><td>turn {m["turn"]}</td><td>{self._token(m["seat"], theme)}</td>'
            f"<td>{escape(sentence(m['seat'], m['text']))}</td><td><b>{swing}</b></td><td>{escape(m['rule'])}</td></tr>"
        )

    def _token(self, name: str, theme: str) -> str:
        seats = self.analysis.system.seats
        seat = next((s for s in seats if s.name == name), None)
        if seat is None:
            return ""
        paint, _, shape = owner_paint(owner_colour(seat.index, seats), theme)
        return (
            f'<svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">'
            f'<path d="{outline(shape, 5)}" fill="{paint}"/></svg>'
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _ipython_display_(self) -> None:
        """In a notebook: name and buttons, the charts as HTML, and below them the key moments, which can be clicked."""
        from IPython.display import display

        words = f"{self.analysis.name or self.analysis.system.title}: {self.analysis.heading}"
        moments = self.key_moments()
        display(moments.head)
        display({"text/html": self._styled(self._charts), "text/plain": words}, raw=True)
        display(moments)

    # -- alive --------------------------------------------------------------------------------------------------------
    def key_moments(self) -> KeyMoments:
        """The key moments as a widget: a click lets the game stand there, and every dashboard of it follows."""
        from .key_moments import KeyMoments

        return KeyMoments(self)

    def panel(self) -> Any:
        """The page as a Panel layout; its charts tell their numbers under the pointer."""
        import panel as pn

        plots = [
            pn.Column(
                pn.pane.HTML(
                    f'<div class="theo-analysis" data-theme="{self.theme}"><h3>{escape(c.title)}</h3>'
                    f"<p>{escape(c.note)}</p></div>",
                    stylesheets=[css()],
                ),
                pn.pane.Bokeh(self._plot(c), sizing_mode="stretch_width"),
                sizing_mode="stretch_width",
            )
            for c in self.charts
        ]

        def part(markup: str) -> Any:
            wrapped = f'<div class="theo-analysis" data-theme="{self.theme}">{markup}</div>'
            return pn.pane.HTML(wrapped, stylesheets=[css()], sizing_mode="stretch_width")

        return pn.Column(
            part(self.head()),
            pn.Row(*plots[:2], sizing_mode="stretch_width"),
            pn.Row(*plots[2:], sizing_mode="stretch_width"),
            part(self.key_table()),
            sizing_mode="stretch_width",
            max_width=1200,
        )

    def _plot(self, chart: Lines | Bars) -> Any:
        from bokeh.models import HoverTool
        from bokeh.models.annotations import Span
        from bokeh.plotting import figure

        look = STYLE["theme"][self.theme]
        names = [name for name, _, _ in chart.rows] if isinstance(chart, Bars) else None
        # Tools would take the wheel from the page.
        options: dict[str, Any] = {"height": 250, "sizing_mode": "stretch_width", "toolbar_location": None, "tools": ""}
        plot: Any = figure(**(options | ({"x_range": names} if names else {})))
        if isinstance(chart, Bars):
            plot.vbar([(n, -0.17) for n in names or []], 0.32, [r[1] for r in chart.rows], color=look["line_strong"])
            accent = STYLE["owner"]["blue"][self.theme]
            plot.vbar([(n, 0.17) for n in names or []], 0.32, [r[2] for r in chart.rows], color=accent)
            plot.y_range.start = 0
        else:
            from .paned import MARKERS

            for line in chart.series:
                colour = owner_colour(line.seat.index, self.analysis.system.seats)
                paint, _, shape = owner_paint(colour, self.theme)
                xs, ys = [x for x, _ in line.points], [y for _, y in line.points]
                plot.line(xs, ys, line_width=2, color=paint, legend_label=line.name)
                marks = plot.scatter(xs, ys, size=7, color=paint, marker=MARKERS.get(shape, "circle"), name=line.name)
                plot.add_tools(HoverTool(renderers=[marks], tooltips=[("turn", "@x"), ("$name", "@y{0.0}")]))
            for x, _ in chart.marks:
                plot.add_layout(Span(location=x, dimension="height", line_color=look["ink_3"], line_dash="dotted"))
            plot.legend.location, plot.legend.orientation = "top_left", "horizontal"
            plot.legend.background_fill_alpha, plot.legend.border_line_color = 0, None
            plot.legend.label_text_color = look["ink_2"]
            if chart.percent:
                plot.y_range.start, plot.y_range.end = -2, 102  # marks on the border are not cut
            elif not chart.signed:
                plot.y_range.start = 0
        plot.background_fill_color = plot.border_fill_color = look["page"]
        plot.outline_line_color = plot.xgrid.grid_line_color = None
        plot.ygrid.grid_line_color = look["line"]
        for axis in plot.axis:
            axis.axis_line_color = axis.major_tick_line_color = axis.minor_tick_line_color = None
            axis.major_label_text_color = look["ink_3"]
        return plot


def sentence(seat: str, text: str) -> str:
    """ "Aglaia raises 7 armies": an event that begins with a verb says who; one that names its own subject does not."""
    return f"{seat} {text}" if text[:1].islower() else text


def brief(text: str) -> str:
    """What happened, for the foot of a mark: "plays a card on F1" is "a card on F1"."""
    first, _, rest = text.partition(" ")
    said = rest if first[:1].islower() and rest else text
    return said if len(said) <= MOST_BRIEF else said[: MOST_BRIEF - 1] + "…"


def css() -> str:
    """The style of the page, with the colours of the style file."""
    return variables("theo-analysis") + sheet("data/analysis.css")
