"""The dashboard in Panel: one pane for the widgets and a Bokeh chart of the figures, in a notebook and in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import panel as pn
from bokeh.models import ColumnDataSource, DataRange1d
from bokeh.plotting import figure

from .present import lab
from .scene.style import STYLE, owner_paint

if TYPE_CHECKING:
    from .dashboard import Dashboard

WIDGET_FILES = "/widget-files"  # where a server of ours offers the JavaScript of installed widgets
FRAME = ":host { container: theo-frame / inline-size; }"
# Bokeh's markers that come near the shapes of the owners.
MARKERS = {"disc": "circle", "square": "square", "hexagon": "hex", "diamond": "diamond", "pentagon": "triangle"}


class LocalPane(pn.pane.IPyWidget):
    """A pane whose widgets load their JavaScript from this machine; Panel's own asks a public server for it."""

    priority = 0

    def _get_ipywidget(self, obj: Any, doc: Any, root: Any, comm: Any, **kwargs: Any) -> Any:
        model = super()._get_ipywidget(obj, doc, root, comm, **kwargs)
        if hasattr(model, "cdn"):
            model.cdn = WIDGET_FILES
        return model


class Chart:
    """Figures of every seat over the turns; a menu chooses the figure."""

    def __init__(self, dashboard: Dashboard) -> None:
        self.dashboard = dashboard
        self.served = pn.state.curdoc is not None
        first = lab.chart(dashboard.control.moment)
        self.menu = pn.widgets.RadioButtonGroup(
            options=first["keys"], value=first["keys"][0] if first["keys"] else None, button_type="light"
        )
        self.sources = [ColumnDataSource({"turn": [], "value": []}) for _ in dashboard.game.seats]
        self.lines: list[Any] = []
        self.marks: list[Any] = []
        self.theme = ""
        self.figure = self._figure()
        self.pane = pn.pane.Bokeh(self.figure, sizing_mode="stretch_width", height=240)
        self.update()
        self.menu.param.watch(lambda _: self.update(), "value")

    def _figure(self) -> Any:
        m = self.dashboard.control.moment
        # Tools would take the wheel from the page.
        plot = figure(height=230, sizing_mode="stretch_width", toolbar_location=None, tools="")
        for seat, source in zip(m.seats, self.sources, strict=True):
            shape = owner_paint(m.colour(seat.index), "light")[2]
            marker = MARKERS.get(shape, "circle")
            self.lines.append(
                plot.line("turn", "value", source=source, line_width=2, legend_label=m.seat_name(seat.index))
            )
            self.marks.append(plot.scatter("turn", "value", source=source, size=7, marker=marker))
        plot.outline_line_color = plot.xgrid.grid_line_color = None
        plot.xaxis.axis_label, plot.y_range = "turn", DataRange1d(start=0)
        for axis in plot.axis:
            axis.axis_line_color = axis.major_tick_line_color = axis.minor_tick_line_color = None
        legend = plot.legend
        legend.location, legend.orientation = "top_left", "horizontal"
        legend.background_fill_alpha, legend.border_line_color = 0, None
        return plot

    def _paint(self) -> None:
        """The colours of the theme that the page has."""
        theme = self.dashboard.board.theme
        if theme == self.theme:
            return
        self.theme, look, plot = theme, STYLE["theme"][theme], self.figure
        plot.background_fill_color = plot.border_fill_color = look["page"]
        plot.ygrid.grid_line_color, plot.legend.label_text_color = look["line"], look["ink_2"]
        for axis in plot.axis:
            axis.major_label_text_color = axis.axis_label_text_color = look["ink_3"]
        m = self.dashboard.control.moment
        for seat, line, mark in zip(m.seats, self.lines, self.marks, strict=True):
            paint = owner_paint(m.colour(seat.index), theme)[0]
            line.glyph.line_color = mark.glyph.line_color = mark.glyph.fill_color = paint
        self.menu.stylesheets = [
            f".bk-btn {{ background: {look['page']}; color: {look['ink_2']}; border: 0; }}"
            f".bk-btn.bk-active {{ background: {look['accent_soft']}; color: {look['accent']}; box-shadow: none; }}"
        ]

    def update(self) -> None:
        """Draw the chosen figure anew if it has changed."""
        self._paint()
        data = lab.chart(self.dashboard.control.moment)
        if self.menu.value not in data["keys"]:
            return
        series = data["series"][data["keys"].index(self.menu.value)]
        changed = False
        for source, one in zip(self.sources, series, strict=True):
            rows = {"turn": [int(t) for t in data["turns"]], "value": one["values"]}
            if source.data != rows:
                source.data, changed = rows, True
        if changed and not self.served:  # a server sends by itself what has changed, a notebook shows it anew
            self.pane.param.trigger("object")


def paned(dashboard: Dashboard) -> Any:
    """The Panel layout of a dashboard."""
    chart = Chart(dashboard)
    dashboard.on_draw(chart.update)
    document = pn.state.curdoc
    if document is not None:
        dashboard.redraw_by(document.add_next_tick_callback)
        board = LocalPane(dashboard.widget, sizing_mode="stretch_width")
    else:
        # In a notebook Panel tells only a widget and its children that they are displayed, and those that are not told
        # never get their classes: the grid itself must be outermost, and the pane takes the part of the frame.
        board = LocalPane(dashboard.widget.children[0], sizing_mode="stretch_width", stylesheets=[FRAME])
    figures = pn.Column(chart.menu, chart.pane, sizing_mode="stretch_width", margin=(0, 10))
    return pn.Column(board, figures, sizing_mode="stretch_width", max_width=1360)
