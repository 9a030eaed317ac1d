"""What the widgets of one notebook cell share: panels and boards in one grid, one lock, and errors in a strip.

A panel gets a plain model and sends back plain messages (`{"do": "next"}` calls `_do_next`). Every message is followed
by one redrawing; whatever goes wrong becomes a sentence in the strip of the bar. The outermost thing is a plain
ipywidget, which JupyterLab, Notebook 7, Voila and a Panel server all show.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import anywidget
import ipywidgets
import traitlets

from theomachy.engine.errors import IllegalAnswer, TheoError
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import NO_MARKS, Marks, Table, Target

from . import esm
from .admit import Stale, admit, call
from .boards import Board, board_class, on_canvas
from .panels import entry
from .present import icons_of
from .present.moment import THEMES
from .present.why import sentence
from .reruns import register
from .text import whole
from .waiting import Wait, hold, let_show

Model = dict[str, Any]
RENDERERS = ("canvas", "svg")
LOOKS = frozenset(("shown", "calm", "rule", "rules", "glance", "letgo", "stroke"))


class Below(Protocol):
    """What can be shown below a cell."""

    widget: ipywidgets.Widget

    def panel(self) -> Any: ...


def module(panel: str, place: str, script: str, sheets: tuple[str, ...] = (), kind: str = "") -> str:
    """The JavaScript module of one panel, which `panels/SCRIPT.js` exports."""
    name = " ".join(("part", panel, place, script, kind, *sheets))
    return esm.module(name, lambda: esm.bundle(entry({panel: script}, place, kind, ("cell", *sheets))))


class CellPart(anywidget.AnyWidget):
    """One panel of a cell."""

    panel = ""
    icons = traitlets.Dict().tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    stamp = traitlets.Int(0).tag(sync=True)  # of the picture that the panel shows; messages bring it back

    def show(self, model: Model, stamp: int = 0) -> None:
        """Send what has changed."""
        new = {name: path for name, path in icons_of(model).items() if name not in self.icons}
        with self.hold_sync():
            if new:
                self.icons = {**self.icons, **new}
            if getattr(self, self.panel) != model:
                setattr(self, self.panel, whole(model))
            self.stamp = stamp


@cache
def _class_of(panel: str, place: str, script: str, sheets: tuple[str, ...], kind: str) -> type[CellPart]:
    code = traitlets.Unicode(module(panel, place, script, sheets, kind)).tag(sync=True)
    traits = {panel: traitlets.Dict().tag(sync=True), "_esm": code}
    return type(f"Part_{panel}", (CellPart,), {**traits, "panel": panel})


class Cell:
    """A widget of one notebook cell. A cell that is run again closes the widgets of its last run.

    `theme` is "auto" (as the page), "light" or "dark"; `renderer` is "canvas", or "svg" for the accessible twin of the
    board. Raises `ValueError` for others.
    """

    parts_at: dict[str, str] = {}  # panel -> its place in the grid  # noqa: RUF012
    script = ""  # the file under `panels` that exports the panels
    sheets: tuple[str, ...] = ()  # style sheets beside the common ones
    kind = ""  # the class of the whole, for the style sheet
    looks: frozenset[str] = (
        frozenset()
    )  # messages that are true of every picture: they only look, or name all they mean

    def __init__(self, theme: str = "auto", renderer: str = "canvas") -> None:
        if theme not in THEMES:
            raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
        if renderer not in RENDERERS:
            raise ValueError(f"renderer is {renderer!r}; it can be {' or '.join(RENDERERS)}")
        self.lock = threading.RLock()
        self.theme, self.renderer = theme, renderer
        self.shown = "dark" if theme == "dark" else "light"
        self._wait = Wait(theme)
        self.closed = False
        self.error = ""
        self.errors: list[str] = []
        self.boards: dict[str, Board] = {}
        self._seen: dict[str, tuple[Table, Marks]] = {}
        self.stamp = 0  # counts the pictures on which a click means something else
        self._stands: Any = None
        self._stale = False  # the page shows what is no longer true, and is to be drawn as a whole
        self.busy = False  # a message is being heard: one redrawing follows it
        self._below: Below | None = None
        self._pane: Any = None  # the Panel layout, once it was asked for
        self.parts = {
            name: _class_of(name, place, self.script, self.sheets, self.kind)(theme=theme)
            for name, place in self.parts_at.items()
        }
        for name, part in self.parts.items():
            part.add_class(f"theo-at-{self.parts_at[name]}")
            part.on_msg(self._heard)

    def _assemble(self) -> None:
        """Lay everything out, draw it, and close what the last run of the cell has shown."""
        self._box = ipywidgets.GridBox([*self.parts.values(), *(board.widget for board in self.boards.values())])
        self._box.add_class("theo-box")
        self._frame = ipywidgets.Box([self._box], layout=ipywidgets.Layout(width="100%"))
        self._frame.add_class("theo-frame")
        self.widget = ipywidgets.VBox([self._frame], layout=ipywidgets.Layout(width="100%"))
        self.widget.add_class("theo-root")
        self.widget.add_class(f"theo-{self.kind}")
        self.refresh()
        register(self)

    # -- what a kind of cell tells ------------------------------------------------------------------------------------
    def models(self) -> dict[str, Model]:
        """The model of every panel."""
        raise NotImplementedError

    def tables(self) -> dict[str, tuple[Table, Marks]]:
        """What each board shows."""
        return {}

    def stands(self) -> Any:
        """Where it stands: when this changes, clicks on the picture before are stale."""
        return None

    def words(self) -> str:
        """The whole in words, for hosts that show nothing else."""
        return "\n\n".join(describe(table) for table, _ in self.tables().values())

    # -- boards -------------------------------------------------------------------------------------------------------
    def add_board(self, name: str, table: Table, marks: Marks = NO_MARKS, width: float = 876, place: str = "") -> None:
        """A board of the cell, at a place of the grid."""
        make = board_class(self.renderer)
        board = make(table, marks, self.shown, width)
        board.lock = self.lock
        board.door = lambda message: self._heard(None, message, None)
        board.on_error(self._board_failed)
        board.widget.add_class("theo-at-board")
        if not self._wait.over:  # the page tells it a moment later: a board in the wrong light would flash
            hold(board.widget)
        if place:
            board.widget.add_class(f"theo-at-{place}")
        self.boards[name], self._seen[name] = board, (table, marks)

    def _board_failed(self, text: str) -> None:
        self.error = f"The board could not be drawn: {text}"

    def _draw_boards(self) -> None:
        for name, drawn in self.tables().items():
            board = self.boards[name]
            if self.shown != board.theme:
                if on_canvas(board):
                    board.repaint(self.shown)
                else:
                    board.theme = self.shown
                    board.show()
            if drawn != self._seen[name]:
                self._turn(name, self._seen[name], drawn)
                self._seen[name] = drawn

    def _turn(self, name: str, _before: tuple[Table, Marks], drawn: tuple[Table, Marks]) -> None:
        """Show another table on a board."""
        self.boards[name].show(*drawn)

    # -- drawing and hearing ------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Draw what has changed."""
        with self.lock:
            if self.closed:
                return
            if (stands := self.stands()) != self._stands:
                self._stands, self.stamp = stands, self.stamp + 1
            try:
                self._draw_boards()
                shown = self.models()
            except Exception as fault:
                self._fail(fault)
                shown = {}
            first = next(iter(self.parts))
            shown.setdefault(first, getattr(self.parts[first], first))
            shown[first] = {**shown[first], "error": self.error}
            for board in self.boards.values():
                board.stand(self.stamp)
            for name, model in shown.items():
                self.parts[name].show(model, self.stamp)
            if self._stale:
                self._again()

    def _again(self) -> None:
        """Send everything once more to a page that shows something else."""
        self._stale = False
        for board in self.boards.values():
            if on_canvas(board):
                board.redraw()
            else:
                board.widget.send_state(["play", "reach"])
        for part in self.parts.values():
            part.send_state([part.panel, "stamp"])

    def do(self, what: str, **arguments: Any) -> Any:
        """Do what a click in a panel would do. Returns the widget itself."""
        with self.lock:
            self._heard(None, {"do": what, "stamp": self.stamp, **arguments}, None)
        return self

    def _heard(self, _widget: object, message: Any, _buffers: object) -> None:
        def act() -> None:
            what, arguments = admit(message, self.stamp, LOOKS | self.looks, page="page")
            if what not in ("shown", "glance"):
                self.error = ""
            self.handle(what, arguments)

        drawn = self.shown
        self._act(act)
        if isinstance(message, dict) and message.get("do") == "shown":
            shows = self._wait.over or self._wait.told(drawn != self.shown)
            for board in self.boards.values():  # added to a served page under way, its canvases know nothing yet
                if shows:
                    let_show(board.widget)
                if on_canvas(board):
                    board.seen()

    def handle(self, what: Any, arguments: dict[str, Any]) -> None:
        """Do what a message says. Raises `IllegalAnswer` for one that is not known."""
        method: Callable[..., None] | None = getattr(self, f"_do_{what}", None) if isinstance(what, str) else None
        if method is None:
            raise IllegalAnswer(f"the page sent a message that nobody knows: {str(what)[:40]!r}")
        call(method, {f"{key}_" if key in ("as", "id") else key: value for key, value in arguments.items()}, "page")

    def _act(self, action: Callable[[], None]) -> None:
        with self.lock:
            if self.closed:
                return
            self.busy = True
            try:
                action()
            except Exception as fault:
                self._stale = isinstance(fault, Stale)
                self._fail(fault)
            finally:
                self.busy = False
            self.refresh()

    def _fail(self, fault: BaseException) -> None:
        text = sentence(fault)
        if not isinstance(fault, TheoError):
            self.errors.append("".join(traceback.format_exception(fault))[-8000:])
            text = f"Something went wrong: {type(fault).__name__}, {text}"
        self.error = text[:600]

    def _do_shown(self, theme: str) -> None:
        if self.theme == "auto":
            self.shown = "dark" if theme == "dark" else "light"

    def _do_calm(self) -> None:
        self.error = ""

    # -- what comes from a board: the canvas tells points of its picture, the accessible board things ----------------
    def picked(self, targets: list[Target]) -> None:
        """A click on the board: a thing, then the area that it lies in; nothing beside everything."""

    def _do_press(self, x: float, y: float) -> None:
        for board in list(self.boards.values())[:1]:
            self.picked(board.under(float(x), float(y)))

    def _do_pick(self, targets: list[Target]) -> None:
        self.picked([str(t) for t in targets])

    def _do_stroke(self, start: list[Target], end: list[Target]) -> None:
        """Nothing is drawn on these boards."""

    # -- what opens below ---------------------------------------------------------------------------------------------
    def show_below(self, other: Below | None) -> None:
        """Show something else below this, or nothing any more."""
        self._below = other
        if self._pane is not None:
            self._pane.objects = [self._pane[0], *([other.panel()] if other is not None else [])]
        else:
            self.widget.children = [self._frame, *([other.widget] if other is not None else [])]

    # -- the end ------------------------------------------------------------------------------------------------------
    def close(self) -> None:
        """Close every channel to the browser."""
        with self.lock:
            if self.closed:
                return
            self._leave()
            self.closed = True
            for board in self.boards.values():
                board.close()
            for each in [*self.parts.values(), self._box, self._frame, self.widget]:
                each.layout.close()
                each.close()

    def _leave(self) -> None:
        """What is to be closed before the widgets of this cell; for kinds of cell that open something."""

    def panel(self) -> Any:
        """The widget as a Panel layout, for `panel serve`; needs `pn.extension("ipywidgets")` before.

        What opens below gets a pane of its own: a page of a server loses what is told of a widget while it is made, and
        only a new pane comes with its whole state.
        """
        import panel as pn

        from .paned import LocalPane

        if self._pane is None:
            below = self._below
            self.show_below(None)
            self._pane = pn.Column(LocalPane(self.widget, sizing_mode="stretch_width"), sizing_mode="stretch_width")
            if below is not None:
                self.show_below(below)
        return self._pane

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        with self.lock:
            self.refresh()
            data = dict(self.widget._repr_mimebundle_() or {})
            # Where no kernel runs (nbviewer, nbconvert) the first board still shows.
            for board in list(self.boards.values())[:1]:
                data["image/svg+xml"] = board.still(follow=self.theme == "auto")
            data["text/plain"] = self.words()
            return data
