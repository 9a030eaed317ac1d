"""The key moments of an analysis in a live notebook: a click on one lets the game stand there."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from importlib import resources
from typing import Any, Protocol

import anywidget
import ipywidgets
import traitlets

from theomachy.analysis.analysis import Analysis
from theomachy.engine.errors import TheoError

from .dashboard import Dashboard, shows
from .present import ALL
from .reruns import register
from .share import Parcel, parcel


class Moments(Protocol):
    """The page of an analysis, as far as its key moments know it."""

    analysis: Analysis
    wanted: str

    @property
    def moments(self) -> list[dict[str, Any]]: ...

    def key_html(self) -> str: ...

    def head_html(self, *, alive: bool = True) -> str: ...


@dataclass(frozen=True)
class _Head:
    """The head of the page, to be displayed above the charts."""

    part: _Table
    widget: ipywidgets.VBox
    page: Moments

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        still = {"text/html": self.page.head_html(alive=False), "text/plain": ""}
        return dict(self.widget._repr_mimebundle_() or {}) | still


class _Table(anywidget.AnyWidget):
    """The table, or the head with its buttons; `html` is made here, `here` is where the game stands, `said` the line
    below."""

    _esm = resources.files("theomachy_widgets").joinpath("data", "key_moments.js").read_text(encoding="utf-8")
    html = traitlets.Unicode("").tag(sync=True)
    here = traitlets.Int(0).tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)


class KeyMoments:
    """A table of key moments whose rows can be clicked. Dashboards of the game follow; if nobody shows it, one opens
    below, with what the viewer of the analysis may see. A cell that is run again closes what its last run has shown."""

    def __init__(self, page: Moments) -> None:
        self.page, self.game = page, page.analysis.game
        self.closed = False
        self.dashboard: Dashboard | None = None
        self.table = _Table(html=page.key_html() if page.moments else "", here=self.game.here)
        self.table.on_msg(self._heard)
        part = _Table(html=page.head_html(), here=-1)
        self.head = _Head(part, ipywidgets.VBox([part], layout=ipywidgets.Layout(width="100%")), page)
        part.on_msg(self._asked)
        self.widget = ipywidgets.VBox([self.table], layout=ipywidgets.Layout(width="100%"))
        self._unlisten = self.game.listen(self._moved)
        register(self)

    def _heard(self, _widget: object, message: Any, _buffers: object) -> None:
        node = message.get("node") if isinstance(message, dict) else None
        if type(node) is int and any(node == m["node"] for m in self.page.moments):
            self.go(node)

    def _asked(self, _widget: object, message: Any, _buffers: object) -> None:
        what = message.get("do") if isinstance(message, dict) else None
        if what == "lab":
            self.open()
        elif what in ("frame", "replay"):
            try:
                file = self.file(what)
            except TheoError as fault:
                self.table.said = str(fault)
                return
            self.head.part.send({"do": "save", "name": file.name, "type": file.type}, [file.data])

    def file(self, what: str) -> Parcel:
        """The events as a CSV table ("frame"), or the game as a page ("replay"), as the viewer may know them."""
        analysis = self.page.analysis
        if what == "replay":
            return parcel(self.game, what, ALL if analysis.viewer is None else analysis.viewer)
        rows, text = analysis.events(), io.StringIO()
        table = csv.DictWriter(text, list(rows[0]) if rows else ["event"])
        table.writeheader()
        table.writerows(rows)
        return Parcel(f"{self.game.slug}-events.csv", "text/csv", text.getvalue().encode())

    def go(self, node: int) -> None:
        """Let the game stand at one of the moments."""
        try:
            self.game.go(node)
            self.table.said = "The game stands there now."
        except TheoError as fault:
            self.table.said = str(fault)
            return
        self.open()

    def open(self) -> None:
        """Show the game on its board below, unless some cell does already."""
        if self.dashboard is None and not shows(self.game):
            self.dashboard = Dashboard(self.game, self.page.analysis.viewer, theme=self.page.wanted)
            self.widget.children = (self.table, self.dashboard.widget)

    def _moved(self, *_: object) -> None:
        if not self.closed:
            self.table.here = self.game.here

    def close(self) -> None:
        """Close every channel to the browser and stop listening to the game."""
        if self.closed:
            return
        self.closed = True
        self._unlisten()
        if self.dashboard is not None:
            self.dashboard.close()
        for each in (self.table, self.head.part, self.head.widget, self.widget):
            each.layout.close()
            each.close()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        rows = [
            f"turn {m['turn']}  {m['swing']:+.0f} %  {m['seat']}: {m['text']}  {m['rule']}" for m in self.page.moments
        ]
        data = dict(self.widget._repr_mimebundle_() or {})
        return data | {"text/html": self.page.key_html(), "text/plain": "\n".join(rows)}
