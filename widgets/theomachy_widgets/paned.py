"""The dashboard in Panel: one pane for the widgets, in a notebook and in a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import panel as pn

from .allowance import Visit
from .visit import visit_of

WIDGET_FILES = "widget-files"  # where a server of ours offers the JavaScript of installed widgets
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


class Drawn(Protocol):
    """A dashboard, as far as its pane knows it."""

    widget: Any

    def redraw_by(self, later: Callable[[Callable[[], None]], object], visit: Visit | None = None) -> None: ...


def paned(dashboard: Drawn) -> Any:
    """The Panel layout of a dashboard."""
    document = pn.state.curdoc
    if document is not None:
        dashboard.redraw_by(document.add_next_tick_callback, visit_of(document))
        board = LocalPane(dashboard.widget, sizing_mode="stretch_width")
    else:
        # In a notebook Panel tells only a widget and its children that they are displayed, and those that are not told
        # never get their classes: the grid itself must be outermost, and the pane takes the part of the frame.
        board = LocalPane(dashboard.widget.children[0], sizing_mode="stretch_width", stylesheets=[FRAME])
    widest = 1360 if document is None else None  # on a page of its own it stands in the middle: `--theo-inline`
    return pn.Column(board, sizing_mode="stretch_width", max_width=widest)
