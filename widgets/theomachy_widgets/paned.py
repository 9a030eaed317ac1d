"""The dashboard in Panel: one pane for the widgets and a Bokeh chart of the figures, in a notebook and in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipycanvas
import ipywidgets
import panel as pn
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from .present import lab
from .scene.style import STYLE, owner_paint

if TYPE_CHECKING:
    from .dashboard import Dashboard

WIDGET_FILES = "/widget-files"  # where a server of ours offers the JavaScript of installed widgets
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
        first = lab.chart(dashboard.control.moment)
        self.menu = pn.widgets.RadioButtonGroup(
            options=first["keys"], value=first["keys"][0] if first["keys"] else None, button_type="light"
        )
        self.sources = [ColumnDataSource({"turn": [], "value": []}) for _ in dashboard.game.seats]
        self.figure = self._figure()
        self.pane = pn.pane.Bokeh(self.figure, sizing_mode="stretch_width", height=240)
        self.update()
        self.menu.param.watch(lambda _: self.update(), "value")

    def _figure(self) -> Any:
        m, theme = self.dashboard.control.moment, self.dashboard.board.theme
        look = STYLE["theme"][theme]
        # Only a wheel over the chart would keep the page from scrolling: no tools.
        plot = figure(
            height=230, sizing_mode="stretch_width", toolbar_location=None, tools="", background_fill_color=None
        )
        for seat, source in zip(m.seats, self.sources, strict=True):
            paint, _, shape = owner_paint(m.colour(seat.index), theme)
            plot.line("turn", "value", source=source, color=paint, line_width=2, legend_label=m.seat_name(seat.index))
            plot.scatter("turn", "value", source=source, color=paint, size=7, marker=MARKERS.get(shape, "circle"))
        plot.border_fill_color, plot.outline_line_color = None, None
        plot.xgrid.grid_line_color, plot.ygrid.grid_line_color = None, look["line"]
        for axis in plot.axis:
            axis.axis_line_color = axis.major_tick_line_color = axis.minor_tick_line_color = None
            axis.major_label_text_color = axis.axis_label_text_color = look["ink_3"]
        plot.xaxis.axis_label = "turn"
        plot.y_range.start = 0
        if plot.legend:
            plot.legend.location, plot.legend.background_fill_alpha, plot.legend.border_line_color = "top_left", 0, None
            plot.legend.orientation, plot.legend.label_text_color = "horizontal", look["ink_2"]
        return plot

    def update(self) -> None:
        """Draw the chosen figure anew if it has changed."""
        data = lab.chart(self.dashboard.control.moment)
        if self.menu.value not in data["keys"]:
            return
        series = data["series"][data["keys"].index(self.menu.value)]
        for source, one in zip(self.sources, series, strict=True):
            rows = {"turn": [int(t) for t in data["turns"]], "value": one["values"]}
            if source.data != rows:
                source.data = rows


def paned(dashboard: Dashboard) -> Any:
    """The Panel layout of a dashboard."""
    chart = Chart(dashboard)
    dashboard.on_draw(chart.update)
    # A page of a server is told only of widgets that the shown one names; the canvases that the board draws with unseen
    # have to be named too.
    drawn = getattr(dashboard.board.widget, "widgets", list)()
    unseen = ipywidgets.Box([w for w in drawn if isinstance(w, ipycanvas.Canvas) and w not in drawn[0]._canvases])
    unseen.layout.display = "none"
    whole = ipywidgets.Box([dashboard.widget, unseen], layout=ipywidgets.Layout(width="100%"))
    dashboard.owns(unseen, whole)
    board = LocalPane(whole, sizing_mode="stretch_width")
    figures = pn.Column(chart.menu, chart.pane, sizing_mode="stretch_width", margin=(0, 10))
    return pn.Column(board, figures, sizing_mode="stretch_width", max_width=1360)
