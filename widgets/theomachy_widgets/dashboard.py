"""The dashboard: board, panels and timeline of one game in a notebook cell, in Voila, or in a page of a Panel server.

A few small widgets ("regions") and the board lie in one grid of ipywidgets. The outermost thing is therefore a plain
ipywidget, which JupyterLab, Notebook 7 and Voila show without Panel, and which Panel shows as one `IPyWidget` pane, in
a notebook and in a server. With Panel outermost everywhere its scripts would have to be in every notebook, and Voila
would show nothing.

Panels get plain models and send back plain messages; `Controller` does what they say.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import ipywidgets

from theomachy.engine.authoring.study import Study
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.table import Marks, Table
from theomachy.play.bots import Bot
from theomachy.play.opponents import opponents_of

from .allowance import Visit
from .boards import Board, board_class, on_canvas
from .compare import Compare
from .control import Controller
from .motion import Motion, motions
from .panels import REGIONS, region
from .present import ALL, SPECTATOR, ViewState, focus, icons_of, marks, models, on_board
from .present.moment import RENDERERS, THEMES
from .report import Report
from .reruns import register, shown
from .slices import Slices
from .waiting import Wait, hold, let_show

if TYPE_CHECKING:
    from .study import StudyView

PLACES = ("bar", "head", "front", "over", "side", "foot", "base", "calc")  # the regions of panels round the board
WIDTH = 900  # of the board as it is drawn; the page scales it
NEAR, MOST_MOTIONS = 4, 12  # answers ago, and motions at once, that are still shown as motion
MOST_VIEWS = 64  # of one dashboard, of which it is known whether they are on the screen
PAUSE = 0.12  # seconds between two redrawings that nobody clicked for, at least


class Dashboard:
    """A game on the table, to be looked at, played, asked and branched.

    `view` is a seat (index, name, title or letters), "spectator", or None to see everything; `locked` keeps the view
    and lets only that seat answer. `theme` is "auto" (as the page), "light" or "dark". `renderer` is "canvas", or "svg"
    for the accessible board in SVG. With `panel=True` it displays through Panel. `bots` play seats:
    `bots={1: "greedy"}`; a game of one person among bots is seen as that person sees it, unless `view` says otherwise.
    With `curtain=True` several people pass the screen on: it is locked to whoever holds it, and between two of them it
    shows what a spectator sees, whatever `view` says.

    A cell that is run again closes the dashboards of its last run. Raises `UnknownName` for a seat that is not there
    and `ValueError` for a theme or renderer that is none.
    """

    def __init__(
        self,
        game: Game,
        view: int | str | None = None,
        *,
        theme: str = "auto",
        renderer: str = "canvas",
        panel: bool = False,
        locked: bool = False,
        width: float = WIDTH,
        bots: Mapping[int | str, str | Bot] | None = None,
        curtain: bool = False,
    ) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
        if renderer not in RENDERERS:
            raise ValueError(f"renderer is {renderer!r}; it can be canvas or svg")
        opponents = opponents_of(game, bots)
        if view is None and opponents.bots and len(opponents.people) == 1:
            view = opponents.people[0]
        if curtain:
            view, locked = SPECTATOR, True
        seat = view if view in (None, ALL, SPECTATOR) else game.seat(view)
        self.game = game
        game.keeps_pauses |= locked
        self.lock = threading.RLock()
        self.closed = False
        looks = ViewState(view=ALL if seat is None else seat, locked=locked, theme=theme, renderer=renderer)
        looks.curtain = curtain
        self.control = Controller(game, looks)
        self.control.due = True
        self.control.redraw = self._soon
        self.control.told = self._bots_played
        self.control.ready = lambda: self._later is None or self._heard_of
        self.control.shown = "dark" if theme == "dark" else "light"
        self.renders = 0
        self._busy = self._waits = False
        self._heard_of = False  # a page has told something
        self._views: dict[str, bool] = {}  # the pages that show it -> is it on their screens?
        self._missed = False  # something has changed that nobody has seen yet
        self._last = 0.0
        self._as_panel = panel
        self._pane: Any = None
        self._beside: Compare | Report | None = None  # two lines side by side, or the report, below
        self._what_if: Dashboard | None = None  # a fight that somebody imagined, below
        self._study: StudyView | None = None  # a study that is made of positions of this game, below
        self._studied = 0
        self._listeners: list[Callable[[], None]] = []
        self._later: Callable[[Callable[[], None]], object] | None = None
        self._wait = Wait(theme)
        self.board = self._board(width)
        self._stood: tuple[int, int | None] = (game.here, None)
        self.regions = {name: region(name, theme) for name in PLACES}
        for each in self.regions.values():
            each.on_msg(self._heard)
        places = [*self.regions.values()]
        places.insert(PLACES.index("side"), self.board.widget)  # the keyboard comes to the board before the side column
        self._box = ipywidgets.GridBox(places)
        self._box.add_class("theo-box")
        self.widget = ipywidgets.Box([self._box], layout=ipywidgets.Layout(width="100%"))
        self.widget.add_class("theo-frame")
        self._unlisten = game.listen(self._game_changed)
        self.refresh()
        register(self)
        self.control.let_bots()

    def _board(self, width: float) -> Board:
        """A board of the kind that is asked for, as the game stands."""
        m = self.control.moment
        make = board_class(self.view_state.renderer)
        board: Board = make(on_board(m), marks(m), self.control.shown, width, focus=focus(m))
        # One lock for both: a click comes through the board's, a change from a cell through ours.
        board.lock = self.lock
        self._drawn = (on_board(m), marks(m), focus(m))
        board.door = self._told
        self.control.under, self.control.lies = board.under, board.lies
        board.on_error(self._board_failed)
        board.widget.add_class("theo-at-board")
        if not self._wait.over:  # the page tells it a moment later: a board in the wrong light would flash
            hold(board.widget)
        return board

    def _change_board(self) -> None:
        """Put the accessible board in the place of the canvas, or the other way round."""
        old, self.board = self.board, self._board(self.board.width)
        self._box.children = [self.board.widget if each is old.widget else each for each in self._box.children]
        old.close()

    # -- looking ------------------------------------------------------------------------------------------------------
    @property
    def slices(self) -> Slices:
        """Long answers that somebody here waits for."""
        return self.control.slices

    @property
    def view_state(self) -> ViewState:
        """What the person looks at: view, picked targets, open panels."""
        return self.control.view_state

    def refresh(self) -> None:
        """Draw what has changed; the board first, for that is where the eye is."""
        with self.lock:
            if self.closed:
                return
            self._waits, self._missed, self._last = False, False, time.monotonic()
            self.renders += 1
            try:
                self._draw()
            except Exception as fault:
                self.control.fail(fault)
                bar = {**self.regions["bar"].bar, "error": self.view_state.error}
                self.regions["bar"].show({"bar": bar}, {})
        self.control.reckon(self.slices, self.refresh)
        self.control.follow_graph()

    def _draw(self) -> None:
        m = self.control.moment
        theme = self.control.shown if self.view_state.theme == "auto" else self.view_state.theme
        drawn = (on_board(m), marks(m), focus(m))
        if on_canvas(self.board) != (self.view_state.renderer == "canvas"):
            self._change_board()
        if on_canvas(self.board):
            self.board.motion = not self.control.still
        if theme != self.board.theme:
            self._repaint(theme)
        if drawn != self._drawn:
            self._show(*drawn)
        elif self.control.stale:
            self._again()
        self.board.stand(self.view_state.stamp)
        self._stood = (self.game.here, self.view_state.event)
        self._compare()
        self.control.draw_fight()
        self.control.draw_readings()
        shown = models(m)
        # The board stands beside what is in front, within a fight told step by step, or gives way to wide cards.
        beside = shown["paper"] or shown["tableau"]
        turned = {"theo-turned": beside, "theo-wide": shown["cards"], "theo-steps": shown["attack"]}
        turned["theo-calc"] = shown["calculator"]
        for name, model in turned.items():
            (self._box.add_class if model else self._box.remove_class)(name)
        for each in self.regions.values():
            mine = {name: shown[name] for name in REGIONS[each.region]}
            each.show(mine, icons_of, self.view_state.stamp)
            if each.theme != self.view_state.theme:
                each.theme = self.view_state.theme
        if self.control.stale:
            self.control.stale = False
            for each in self.regions.values():
                each.send_state([*REGIONS[each.region], "stamp"])
        for listener in self._listeners:
            listener()

    def _again(self) -> None:
        """Draw the board once more for a page that shows another one."""
        if on_canvas(self.board):
            self.board.redraw()
        else:
            self.board.widget.send_state(["play", "reach"])

    def _show(self, table: Table, lit: Marks, near: int | None) -> None:
        """Show the board; a little way on, by answers or by events, with the motions that led there."""
        before, self._drawn = self._drawn[0], (table, lit, near)
        steps: tuple[Motion, ...] = ()
        if on_canvas(self.board) and self._onward():
            steps = motions(before, table, lit.arrows)
        if on_canvas(self.board) and 0 < len(steps) <= MOST_MOTIONS:
            self.board.animate(steps, table, lit, near)
        else:
            self.board.show(table, lit, near)

    def _onward(self) -> bool:
        """Has the board gone forward, by so little that it can be shown as motion?"""
        here, event = self._stood
        if here != self.game.here:
            return here in self.game.tree.path(self.game.here)[-1 - NEAR : -1]
        end = len(self.control.moment.story)
        a, b = (end if k is None else k for k in (event, self.view_state.event))
        return a < b <= a + NEAR

    def _compare(self) -> None:
        """Show two lines side by side below, or the report of the game, if that is asked for; or no more."""
        if (what_if := self.control.what_if) is not None:
            self.control.what_if = None
            if self._what_if is not None:
                self._what_if.close()
            self._what_if = Dashboard(what_if, theme=self.view_state.theme, renderer=self.view_state.renderer)
            self._what_if.widget.add_class("theo-again")
            self._show_below(self._what_if)
        look = self.view_state
        if look.study > self._studied:
            self._studied = look.study
            self._into_study()
        wanted: type[Compare | Report] | None = Compare if look.other is not None else Report if look.report else None
        if wanted is None if self._beside is None else wanted is type(self._beside):
            return
        if self._beside is not None:
            self._show_below(None)
            self._beside.close()
            self._beside = None
        if wanted is None:
            self._show_below(self._study)
            return
        theme, view = look.theme, None if look.view == ALL else look.view
        renderer = "canvas" if on_canvas(self.board) else "svg"
        if look.other is not None:
            self._beside = Compare(self.game, self.game.here, look.other, view=view, theme=theme, renderer=renderer)
        else:
            self._beside = Report(
                self.game, view=view, theme=theme, renderer=renderer, later=self._later, visit=self.slices.visit
            )
        self._show_below(self._beside)

    def _into_study(self) -> None:
        """The present position as a chapter of a study below: as who looks at it here may know it."""
        from .study import StudyView

        look, game = self.view_state, self.game
        if self._study is None:
            seat = look.view if isinstance(look.view, int) else None
            made = Study(game.slug, game.names.get("title", "") if seat is None else "", seat=seat)
            self._study = StudyView(
                made, theme=look.theme, renderer=look.renderer, game=game, adds="Add the position above", editing=True
            )
            self._show_below(self._study)
        self._study.add()

    def _show_below(self, other: Compare | Dashboard | Report | StudyView | None) -> None:
        if self._pane is not None:
            self._pane.objects = [*self._pane.objects[:1], *([other.panel()] if other is not None else [])]
        else:
            self.widget.children = [self._box, *([other.widget] if other is not None else [])]

    def on_draw(self, listener: Callable[[], None]) -> None:
        """Call `listener()` after every redrawing."""
        self._listeners.append(listener)

    def redraw_by(self, later: Callable[[Callable[[], None]], object], visit: Visit | None = None) -> None:
        """Changes that come from elsewhere are drawn by `later(refresh)`: a server draws in each session's own turn.

        `visit` is whose session that is.
        """
        self._later = later
        for each in (self.slices, self.control.thoughts, self.control.reasons):
            each.later, each.visit = later, visit or each.visit

    def _repaint(self, theme: str) -> None:
        if on_canvas(self.board):
            self.board.repaint(theme)
        else:
            self.board.theme = theme
            self.board.show()

    # -- hearing ------------------------------------------------------------------------------------------------------
    def do(self, what: str, **arguments: Any) -> Dashboard:
        """Do what a click in a panel would do: `do("answer", i=0)`, `do("undo")`, `do("view", k="spectator")`."""
        with self.lock:
            self._heard(None, {"do": what, "stamp": self.view_state.stamp, **arguments}, None)
        return self

    def _heard(self, _widget: object, message: Any, _buffers: object) -> None:
        if isinstance(message, dict) and message.get("do") == "seen":
            self._sighted(message.get("by"), message.get("on"))
            return
        self._heard_of = True
        if isinstance(message, dict) and message.get("do") in ("help", "areamenu", "firstlook"):
            self._help(message)
            return
        drawn = self.board.theme
        self._act(lambda: self.control.handle(message))
        # A page tells its theme a few times: a board that had to be painted anew is shown when it tells again, for the
        # picture comes later than the leave to show it.
        if not self._wait.over and isinstance(message, dict) and message.get("do") == "shown":
            if self._wait.told(drawn != self.board.theme):
                let_show(self.board.widget)
        if (parcel := self.control.parcel) is not None:
            self.control.parcel = None
            self.regions["bar"].send({"do": "save", "name": parcel.name, "type": parcel.type}, [parcel.data])
        if on_canvas(self.board) and isinstance(message, dict) and message.get("do") == "shown":
            self.board.seen()

    def _help(self, message: dict[str, Any]) -> None:
        """Hand the card or menu of a thing over: nothing has changed, so nothing is drawn."""
        with self.lock:
            if self.closed:
                return
            self.control.handle(message)
            card, self.control.helped = self.control.helped, None
            if card is not None:
                self.regions["bar"].send(card)

    def _sighted(self, page: object, on: object) -> None:
        """A page tells whether it shows the dashboard on its screen now; what was missed is then drawn at once."""
        if not isinstance(page, str) or not isinstance(on, bool):
            return
        with self.lock:
            self._views.pop(page, None)
            while len(self._views) >= MOST_VIEWS:
                self._views.pop(next(iter(self._views)))
            self._views[page] = on
            if self._missed and self._on_screen:
                self.refresh()

    @property
    def _on_screen(self) -> bool:
        """Whether somebody may see it: a page that has told nothing may."""
        return not self._views or any(self._views.values())

    def _told(self, message: dict[str, Any]) -> None:
        """The accessible board tells what was picked there."""
        self._act(lambda: self.control.handle(message))

    def _board_failed(self, text: str) -> None:
        self.view_state.error = f"The board could not be drawn: {text}"

    def _act(self, action: Callable[[], None]) -> None:
        """One action, then one redrawing, whatever the game tells meanwhile."""
        with self.lock:
            if self.closed:
                return
            self._busy = True
            try:
                action()
            finally:
                self._busy = False
            self.refresh()
            self.control.let_bots()

    def _game_changed(self, _game: Game, what: str) -> None:
        with self.lock:
            self.control.changed(what)
            if not self._busy:
                self._soon()
                self.control.let_bots()

    def _bots_played(self) -> None:
        """Bots have gone on by an answer, and it is shown; whoever is asked next has his turn."""
        with self.lock:
            if not self.closed:
                self.refresh()
                self.control.let_bots()

    def _soon(self) -> None:
        """Redraw now, or once for all the changes that follow at once (a loop in a cell); unseen, when it is seen."""
        if not self._on_screen:
            self._missed = True
            return
        if self._later is not None:
            if not self._waits:
                self._waits = True
                self._later(self.refresh)
            return
        wait = self._last + PAUSE - time.monotonic()
        loop: asyncio.AbstractEventLoop | None = None
        with contextlib.suppress(RuntimeError):
            loop = asyncio.get_running_loop()
        if loop is None or wait <= 0:
            self.refresh()
        elif not self._waits:
            self._waits = True
            loop.call_later(wait, self.refresh)

    # -- the end ------------------------------------------------------------------------------------------------------
    def close(self) -> None:
        """Close every channel to the browser and stop listening to the game."""
        with self.lock:
            if self.closed:
                return
            self.closed = True
            self.slices.stop_all()
            self.control.stop_thinking()
            self.control.reasons.stop_all()
            self._unlisten()
            for below in (self._beside, self._what_if, self._study):
                if below is not None:
                    below.close()
            self.board.close()
            for each in [*self.regions.values(), self._box, self.widget]:
                each.layout.close()
                each.close()

    # -- displaying ---------------------------------------------------------------------------------------------------
    def panel(self) -> Any:
        """The dashboard as a Panel layout; needs `pn.extension("ipywidgets")` before."""
        from .paned import paned  # Panel takes seconds to import, and most never ask for it

        if self._pane is None:
            self._pane = paned(self)
        return self._pane

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        from theomachy.engine.tabletop.describe import describe

        with self.lock:
            self.refresh()
            if self._as_panel:
                return self.panel()._repr_mimebundle_(include, exclude)
            data = dict(self.widget._repr_mimebundle_() or {})
            # Where no kernel runs (nbviewer, nbconvert) the board still shows.
            data["image/svg+xml"] = self.board.still(follow=self.view_state.theme == "auto")
            data["text/plain"] = describe(self.board.table)
            return data


def shows(game: Game) -> bool:
    """Is there a dashboard of this very game in some cell?"""
    return any(isinstance(each, Dashboard) and each.game is game and not each.closed for each in shown())
