"""Dashboards as a web page on this machine: a Panel server bound to 127.0.0.1 that asks no other server for anything."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import panel as pn
from tornado.web import HTTPError, RequestHandler

import theomachy as th
from theomachy.engine.errors import TheoError
from theomachy.engine.game import Game

from .dashboard import Dashboard
from .paned import WIDGET_FILES, LocalPane
from .panels import region
from .present import why

ADDRESS = "127.0.0.1"
FOLDER = Path(sys.prefix) / "share" / "jupyter" / "nbextensions"


class WidgetFile(RequestHandler):
    """The JavaScript of an installed widget package, as a public server of packages would answer."""

    def get(self, package: str, name: str) -> None:
        file = (FOLDER / package / (name if name.endswith(".js") else name + ".js")).resolve()
        if not file.is_relative_to(FOLDER.resolve()) or not file.is_file():
            raise HTTPError(404)
        self.set_header("Content-Type", "text/javascript")
        self.set_header("Cache-Control", "max-age=3600")
        self.write(file.read_bytes())


ROUTES: list[tuple[Any, ...]] = [(WIDGET_FILES + r"/((?:@[^/]+/)?[^/@]+)@[^/]+/dist/(.+)", WidgetFile)]


def serve(
    game: Game | str | Path | None = None,
    port: int = 0,
    show: bool = False,
    *,
    shared: bool = False,
    folder: str | Path = ".",
    start: bool = True,
    **options: Any,
) -> Any:
    """Serve a game, a saved game, or a start page with all games and the saved games of `folder`.

    Every visitor gets a game of his own, begun from the same position; with `shared=True` all sit at one table, and
    `?view=NAME` in the address gives the screen to one seat alone. `port` 0 takes a free one. `options` go to `Dashboard`.
    Blocks until interrupted; with `start=False` it returns the server, not yet running. Raises `SaveError` for a file
    that is no sound save.
    """
    stay_here()
    text = None if game is None else (game if isinstance(game, Game) else th.load(Path(game))).save()
    table = game if isinstance(game, Game) else None if text is None else loaded(text)
    saves = Path(folder)

    def page() -> Any:
        if text is None:
            return StartPage(saves, options).layout
        asked = asked_for("view")
        mine = table if shared and table is not None else loaded(text)
        return dashboard_of(mine, asked, shared, options)

    return pn.serve(
        {"/": page},
        port=port,
        address=ADDRESS,
        websocket_origin=None,
        show=show,
        start=start,
        title="Theomachy",
        extra_patterns=ROUTES,
        threaded=False,
        verbose=False,
    )


def stay_here() -> None:
    """Load Panel for widgets, without the two style sheets (of icons that nothing here uses) that it would fetch."""
    pn.extension("ipywidgets", inline=True)
    pn.config.css_files = [file for file in pn.config.css_files if "font-awesome" not in str(file)]
    from ipywidgets_bokeh.widget import IPyWidget
    from panel.io import ipywidget  # noqa: F401  (it must be loaded before the next line)

    IPyWidget.__css__ = []


def loaded(text: str) -> Game:
    """A game of one's own from the text of a save."""
    from theomachy.engine import save

    return save.load(text)


def asked_for(name: str) -> str:
    """A word of the address, at most so long."""
    found = pn.state.session_args.get(name, [b""])[0]
    return bytes(found)[:100].decode("utf-8", "replace")


def dashboard_of(game: Game, view: str, shared: bool, options: dict[str, Any]) -> Any:
    """A dashboard in a session; it ends with the session."""
    chosen = dict(options)
    if view:
        chosen |= {"view": view, "locked": shared}
    try:
        dashboard = Dashboard(game, **chosen)
    except TheoError as fault:
        return pn.pane.Str(why.sentence(fault))
    if pn.state.curdoc is not None:
        pn.state.on_session_destroyed(lambda _: dashboard.close())
    return dashboard.panel()


class StartPage:
    """Lists games and saved games; what is chosen takes the place of the list."""

    def __init__(self, folder: Path, options: dict[str, Any]) -> None:
        self.folder, self.options = folder, options
        self.saves = sorted(path.name for path in folder.glob("*.json") if path.is_file())[:200]
        self.region = region("start")
        self.show()
        self.region.on_msg(self._heard)
        self.layout = pn.Column(LocalPane(self.region, sizing_mode="stretch_width"), sizing_mode="stretch_width")

    def show(self, error: str = "") -> None:
        """Show the list, and what went wrong."""
        games = [{"slug": slug, "title": system.title} for slug, system in th.games().items()]
        self.region.show({"start": {"games": games, "saves": self.saves, "error": error}}, {})

    def _heard(self, _widget: object, message: Any, _buffers: object) -> None:
        try:
            game = self._chosen(message)
            self.layout.objects = [dashboard_of(game, "", False, self.options)]
        except Exception as fault:  # shown on the page: a callback has nobody else to tell
            self.show(why.sentence(fault))

    def _chosen(self, message: dict[str, Any]) -> Game:
        if message.get("do") == "open":
            return th.load(
                self.folder / self.saves[int(message["k"])]
            )  # by place in the list: no path comes from a page
        slug, players = str(message.get("game")), int(message.get("players", 2))
        return th.new(slug, players=max(1, min(12, players)), seed=str(message.get("seed", ""))[:40])
