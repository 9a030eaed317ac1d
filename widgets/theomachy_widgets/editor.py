"""The position editor of a notebook: palette, board and check; every click is a change that can be undone.

It is put together as the dashboard is: panels (plain models to the browser, plain messages back) and a board in one
grid of ipywidgets, which JupyterLab, Notebook 7, Voila and a Panel server all show.
"""

from __future__ import annotations

import json
import threading
import traceback
from collections.abc import Callable
from functools import cache
from typing import Any

import anywidget
import ipycanvas
import ipywidgets
import traitlets

from theomachy.engine.describe import describe
from theomachy.engine.editor import Editor
from theomachy.engine.errors import TheoError
from theomachy.engine.game import Game
from theomachy.engine.palette import EditError, Tool

from .board import Board
from .dashboard import WIDTH, Dashboard, _register
from .panels import _read, look
from .present import icons_of
from .present.edit import EditLook, Screen
from .present.why import sentence
from .render.svg import svg
from .scene.style import STYLE, UNKNOWN_ICON
from .twin import Twin

THEMES = ("auto", "light", "dark")
PLACES = {"editbar": "bar", "editside": "side", "editfoot": "foot"}  # panel -> its place in the grid
COPIES: dict[str, Callable[[Editor], str]] = {
    "python": Editor.as_python,
    "scenario": Editor.as_scenario,
    "json": Editor.as_json,
}


@cache
def _module(panel: str) -> str:
    """The JavaScript module of one panel."""
    owners = {word: [row["shape"], row["icon"]] for word, row in STYLE["owner"].items()}
    sheet = look() + _read("data", "editor.css")
    return "\n".join(
        [
            f"const OWNERS = {json.dumps(owners)}, UNKNOWN = {json.dumps(UNKNOWN_ICON)}, LOOK = {json.dumps(sheet)};",
            _read("panels", "common.js"),
            "{\n" + _read("panels", "editor.js") + "}",
            f"export default region({json.dumps([panel])}, {json.dumps(PLACES[panel])});",
        ]
    )


class _Part(anywidget.AnyWidget):
    """One panel."""

    panel = ""
    icons = traitlets.Dict().tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)

    def show(self, model: dict[str, Any]) -> None:
        """Send what has changed."""
        new = {name: path for name, path in icons_of(model).items() if name not in self.icons}
        with self.hold_sync():
            if new:
                self.icons = {**self.icons, **new}
            if getattr(self, self.panel) != model:
                setattr(self, self.panel, model)


@cache
def _class_of(panel: str) -> type[_Part]:
    traits = {panel: traitlets.Dict().tag(sync=True), "_esm": traitlets.Unicode(_module(panel)).tag(sync=True)}
    return type(f"Part_{panel}", (_Part,), {**traits, "panel": panel})


class PositionEditor:
    """A position to be made by clicking: an `Editor`, a game (its present step), or the short name of a game.

    With a name, the options are those of `theomachy.editor` (players, map, rulings, setup ...). `theme` is "auto" (as
    the page), "light" or "dark"; `renderer` is "canvas", or "svg" for the accessible twin of the board. `editor` is the
    position; `game` and `dashboard` are there once it was played from. Raises `UnknownName` for a game that does not
    exist and `ValueError` for a theme or renderer that is none.
    """

    def __init__(
        self,
        source: Editor | Game | str,
        *,
        theme: str = "auto",
        renderer: str = "canvas",
        width: float = WIDTH,
        seed: int | str = 0,
        **options: Any,
    ) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
        if renderer not in ("canvas", "svg"):
            raise ValueError(f"renderer is {renderer!r}; it can be canvas or svg")
        if options and not isinstance(source, str):
            raise ValueError(f"{', '.join(options)} is settled already: only a game's name takes options")
        self.editor = _editor_of(source, options)
        self.look = EditLook(theme=theme)
        self.seed = seed
        self.shown = "dark" if theme == "dark" else "light"
        self.lock = threading.RLock()
        self.closed = False
        self.errors: list[str] = []
        self.game: Game | None = None
        self.dashboard: Dashboard | None = None
        self._busy = False
        screen = self.screen
        make = Board if renderer == "canvas" else Twin
        self.board: Board | Twin = make(screen.table, screen.marks(), self.shown, width)
        self.board.lock = self.lock
        self._drawn = (screen.table, screen.marks())
        self.board.on_pick(self._picked)
        self.board.on_error(self._board_failed)
        self.board.widget.add_class("theo-at-board")
        self.parts = {panel: _class_of(panel)(theme=theme) for panel in PLACES}
        for panel, part in self.parts.items():
            part.add_class(f"theo-at-{PLACES[panel]}")
            part.on_msg(self._heard)
        bar, side, foot = (self.parts[panel] for panel in PLACES)
        self._box = ipywidgets.GridBox([bar, self.board.widget, side, foot])
        self._box.add_class("theo-box")
        self._frame = ipywidgets.Box([self._box], layout=ipywidgets.Layout(width="100%"))
        self._frame.add_class("theo-frame")
        self._unseen = [_unseen(self.board)]
        self.widget = ipywidgets.VBox([self._frame, *self._unseen], layout=ipywidgets.Layout(width="100%"))
        self.widget.add_class("theo-root")
        self._unlisten = self.editor.listen(self._changed)
        self.refresh()
        _register(self)  # type: ignore[arg-type]

    @property
    def screen(self) -> Screen:
        """What is to be shown now."""
        return Screen(self.editor, self.look, self.shown)

    # -- drawing ------------------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Draw what has changed."""
        with self.lock:
            if self.closed:
                return
            try:
                screen = self.screen
                self._draw_board(screen)
                self.parts["editside"].show(screen.side())
                self.parts["editfoot"].show(screen.foot())
            except Exception as fault:
                self._fail(fault)
            self.parts["editbar"].show(self.screen.bar())

    def _draw_board(self, screen: Screen) -> None:
        if self.shown != self.board.theme:
            if isinstance(self.board, Board):
                self.board.repaint(self.shown)
            else:
                self.board.theme = self.shown
                self.board.show()
        drawn = (screen.table, screen.marks())
        if drawn != self._drawn:
            self.board.show(*drawn)
            self._drawn = drawn

    def _changed(self, _editor: Editor) -> None:
        """The position was changed, by a click or by a cell."""
        with self.lock:
            self.look.fault = self.look.glance = self.look.copied = None
            if not self._busy:
                self.refresh()

    # -- hearing ------------------------------------------------------------------------------------------------------
    def do(self, what: str, **arguments: Any) -> PositionEditor:
        """Do what a click in a panel would do: `do("tool", id="...")`, `do("undo")`, `do("copy", **{"as": "json"})`."""
        self._heard(None, {"do": what, **arguments}, None)
        return self

    def _heard(self, _widget: object, message: Any, _buffers: object) -> None:
        def act() -> None:
            what = message.get("do") if isinstance(message, dict) else None
            method: Callable[..., None] | None = getattr(self, f"_do_{what}", None) if isinstance(what, str) else None
            if method is None:
                raise EditError(f"the page sent a message that the editor does not know: {str(what)[:40]!r}")
            if what not in ("shown", "glance"):
                self.look.error = ""
            method(**{f"{key}_" if key in ("as", "id") else key: v for key, v in message.items() if key != "do"})

        self._act(act)

    def _act(self, action: Callable[[], None]) -> None:
        """One action, then one redrawing; whatever goes wrong becomes a sentence in the strip."""
        with self.lock:
            if self.closed:
                return
            self._busy = True
            try:
                action()
            except Exception as fault:
                self._fail(fault)
            finally:
                self._busy = False
            self.refresh()

    def _fail(self, fault: BaseException) -> None:
        text = sentence(fault)
        if not isinstance(fault, TheoError):
            self.errors.append("".join(traceback.format_exception(fault))[-8000:])
            text = f"Something went wrong: {type(fault).__name__}, {text}"
        self.look.error = text[:600]

    def _board_failed(self, text: str) -> None:
        self.look.error = f"The board could not be drawn: {text}"

    # -- the board ----------------------------------------------------------------------------------------------------
    def _picked(self, _target: str, area: int, _x: float, _y: float) -> None:
        def pick() -> None:
            self.look.error = ""
            self._use(area, self.look.take)

        self._act(pick)

    def _use(self, area: int, take: bool) -> None:
        """A click on an area: one more or one fewer of the picked tool; without one, look at what is there."""
        if area < 0:
            self.look.area = ""
            return
        target, tool = f"area:{area}", self.screen.picked
        self.look.area = target
        if tool is None:
            return
        if tool.high == 1:
            there = self.editor.placed(tool.id, target)
            self.editor.set(tool.id, int(bool(tool.ground) or not there) if not take else 0, target)
        else:
            self.editor.add(tool.id, target, -1 if take else 1)

    def _do_take(self, x: float, y: float) -> None:
        scene = self.board.scene
        targets = self.board.at(float(x) * scene.width, float(y) * scene.height)
        hit = scene.hit(targets[0]) if targets else None
        self._use(hit.area if hit else -1, take=True)

    # -- the palette --------------------------------------------------------------------------------------------------
    def _tool(self, name: str) -> Tool:
        found = next((tool for tool in self.editor.tools if tool.id == name), None)
        if found is None:
            raise EditError("that tool is not there any more")
        return found

    def _do_tab(self, tab: str) -> None:
        self.look.group = str(tab)

    def _do_seat(self, seat: int) -> None:
        self.look.seat = int(seat)

    def _do_tool(self, id_: str) -> None:
        if not id_ or id_ == self.look.tool:
            self.look.tool = ""
            return
        tool = self._tool(id_)
        self.look.tool, self.look.take, self.look.group = tool.id, False, tool.group
        if tool.seat >= 0:
            self.look.seat = tool.seat

    def _do_key(self, n: int) -> None:
        tools = self.screen.keyed()
        if 1 <= n <= len(tools):
            self.look.tool, self.look.take = tools[n - 1].id, False

    def _do_mode(self, take: bool) -> None:
        self.look.take = bool(take)

    def _do_letgo(self) -> None:
        self.look.tool, self.look.take, self.look.area, self.look.fault = "", False, "", None

    def _do_value(self, id_: str, n: int | str) -> None:
        self.editor.set(self._tool(id_).id, n)

    def _do_here(self, id_: str, n: int) -> None:
        self.editor.set(self._tool(id_).id, n, self.look.area)

    def _do_undo(self) -> None:
        self.editor.undo()

    def _do_redo(self) -> None:
        self.editor.redo()

    # -- the check ----------------------------------------------------------------------------------------------------
    def _do_fault(self, k: int) -> None:
        self.look.fault = None if self.look.fault == k else int(k)
        if self.look.fault is not None and self.look.fault < len(self.editor.faults):
            self.look.rule = self.editor.faults[self.look.fault].rule

    def _do_glance(self, k: int | None = None) -> None:
        self.look.glance = k if isinstance(k, int) else None

    def _do_mend(self, k: int) -> None:
        faults = self.editor.faults
        mend = self.editor.mend(faults[k]) if 0 <= k < len(faults) else None
        if mend is None:
            raise EditError("no single change mends that")
        self.editor.set(mend.tool, mend.value, mend.target)

    def _do_rule(self, id_: str) -> None:
        self.look.rule = "" if id_ == self.look.rule else str(id_)[:40]

    # -- texts --------------------------------------------------------------------------------------------------------
    def _do_name(self, text: str) -> None:
        self.editor.name = " ".join(str(text).split())[:80]
        self.look.copied = None

    def _do_copy(self, as_: str) -> None:
        self.look.pasting = False
        self.look.copied = (as_, COPIES[as_](self.editor)) if as_ in COPIES else None

    def _do_paste(self) -> None:
        self.look.pasting, self.look.copied = not self.look.pasting, None

    def _do_read(self, text: str) -> None:
        self.open(Editor.read(str(text)))
        self.look.pasting = False

    def open(self, source: Editor | Game) -> PositionEditor:
        """Edit another position; of the same game, set up alike, it is one step that can be undone."""
        with self.lock:
            editor, mine = _editor_of(source, {}), self.editor
            if (editor.slug, editor.system.setup()) == (mine.slug, mine.system.setup()):
                mine.name = editor.name or mine.name
                mine.replace(editor.state)
            else:
                self._unlisten()
                self.editor, self._unlisten = editor, editor.listen(self._changed)
                self.look = EditLook(theme=self.look.theme)
            if not self._busy:
                self.refresh()
        return self

    # -- looking and playing ------------------------------------------------------------------------------------------
    def _do_shown(self, theme: str) -> None:
        if self.look.theme == "auto":
            self.shown = "dark" if theme == "dark" else "light"

    def _do_calm(self) -> None:
        self.look.error = ""

    def play(self) -> Game:
        """Make a game that begins here and show it. Raises `EditError` while the position has faults."""
        with self.lock:
            self.game = self.editor.game(self.seed)
            self._end_dashboard()
            renderer = "canvas" if isinstance(self.board, Board) else "svg"
            self.dashboard = Dashboard(self.game, theme=self.look.theme, renderer=renderer)
            self.look.playing = True
            self._box.add_class("theo-playing")
            self._unseen.append(_unseen(self.dashboard.board))
            self.widget.children = [self._frame, self.dashboard.widget, *self._unseen]
            if not self._busy:
                self.refresh()
            return self.game

    def _do_play(self) -> None:
        if not self.look.playing:
            self.play()

    def _do_edit(self) -> None:
        if self.look.playing:
            self.look.playing = False
            self._box.remove_class("theo-playing")
            self.widget.children = [self._frame, self._unseen[0]]
            self._end_dashboard()

    def _end_dashboard(self) -> None:
        if self.dashboard is not None:
            self.dashboard.close()
            self.dashboard = None
            hidden = self._unseen.pop()
            hidden.layout.close()
            hidden.close()

    # -- the end ------------------------------------------------------------------------------------------------------
    def close(self) -> None:
        """Close every channel to the browser."""
        with self.lock:
            if self.closed:
                return
            self.closed = True
            self._unlisten()
            self._end_dashboard()
            self.board.close()
            for each in [*self.parts.values(), *self._unseen, self._box, self._frame, self.widget]:
                each.layout.close()
                each.close()

    def panel(self) -> Any:
        """The editor as a Panel pane, for a served page; needs `pn.extension("ipywidgets")` before."""
        from .paned import LocalPane

        return LocalPane(self.widget, sizing_mode="stretch_width")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        with self.lock:
            self.refresh()
            data = dict(self.widget._repr_mimebundle_() or {})
            # Where no kernel runs (nbviewer, nbconvert) the board still shows.
            data["image/svg+xml"] = svg(self.board.scene)
            data["text/plain"] = describe(self.board.table)
            return data


def _unseen(board: Board | Twin) -> ipywidgets.Box:
    """The canvases that a board draws with but does not show: a served page is told only of widgets that it holds."""
    drawn = board.canvas.widgets() if isinstance(board, Board) else []
    hidden = [w for w in drawn if isinstance(w, ipycanvas.Canvas) and w not in drawn[0]._canvases]
    return ipywidgets.Box(hidden, layout=ipywidgets.Layout(display="none"))


def _editor_of(source: Editor | Game | str, options: dict[str, Any]) -> Editor:
    if isinstance(source, Editor):
        return source
    return Editor.of(source) if isinstance(source, Game) else Editor.new(source, **options)
