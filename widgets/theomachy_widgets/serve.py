"""Dashboards as a web page on this machine: a Panel server bound to 127.0.0.1 that asks no other server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import panel as pn
from bokeh.settings import settings
from tornado.web import HTTPError, RequestHandler

import theomachy as th
from theomachy.engine.errors import TheoError, UnknownName
from theomachy.engine.game import Game
from theomachy.engine.registry import games

from .dashboard import Dashboard
from .paned import WIDGET_FILES, LocalPane
from .panels import region
from .present import why
from .scene.style import STYLE
from .text import escape

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
    `?view=NAME` in the address gives a screen to one seat alone. `port` 0 takes a free one; `options` go to
    `Dashboard`.
    Blocks until interrupted; with `start=False` it returns the server, not yet running. Raises `SaveError` for a file
    that is no sound save.
    """
    stay_here()
    text = None if game is None else (game if isinstance(game, Game) else th.load(Path(game))).save()
    table = game if isinstance(game, Game) else None if text is None else loaded(text)
    saves = Path(folder)

    def page() -> Any:
        if text is not None:
            mine = table if shared and table is not None else loaded(text)
            return dashboard_of(mine, shared, options)
        error = ""
        try:
            chosen = chosen_from(saves)
            if chosen is not None:
                return dashboard_of(chosen, False, options)
        except (TheoError, ValueError) as fault:
            error = why.sentence(fault)
        return start_page(saves, error)

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
    # Inlined resources, right in a notebook, would make a served page ask a public server for its style sheets; the
    # environment may ask for them, for notebooks are started from the same place.
    settings.resources = "server"
    pn.extension("ipywidgets", inline=False)
    pn.config.css_files = [file for file in pn.config.css_files if "font-awesome" not in str(file)]
    from ipywidgets_bokeh.widget import IPyWidget

    dark = STYLE["theme"]["dark"]
    pn.config.raw_css = [f"@media (prefers-color-scheme: dark) {{ body {{ background: {dark['page']}; }} }}"]
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


def dashboard_of(game: Game, shared: bool, options: dict[str, Any]) -> Any:
    """A dashboard in a session; it ends with the session."""
    chosen, view = dict(options), asked_for("view")
    if view:
        chosen |= {"view": view, "locked": shared}
    try:
        dashboard = Dashboard(game, **chosen)
    except TheoError as fault:
        return pn.pane.Str(escape(why.sentence(fault)))
    if pn.state.curdoc is not None:
        pn.state.on_session_destroyed(lambda _: dashboard.close())
    return dashboard.panel()


def saved_in(folder: Path) -> list[str]:
    """The names of the files of a folder that may be saved games."""
    return sorted(path.name for path in folder.glob("*.json") if path.is_file())[:200]


def chosen_from(folder: Path) -> Game | None:
    """The game that the address names, None if it names none. A save must be in the list: a path never opens one."""
    save, slug = asked_for("save"), asked_for("game")
    if save:
        if save not in saved_in(folder):
            raise UnknownName(f"there is no saved game {save!r} in this folder")
        return th.load(folder / save)
    if not slug:
        return None
    players = asked_for("players")
    return th.new(slug, players=int(players) if players.isdigit() else None, seed=asked_for("seed"))


def start_page(folder: Path, error: str = "") -> Any:
    """The list of games and saved games."""
    made = region("start")
    known = [{"slug": slug, "title": system.title} for slug, system in games().items()]
    made.show({"start": {"games": known, "saves": saved_in(folder), "error": error}}, {})
    return pn.Column(LocalPane(made, sizing_mode="stretch_width"), sizing_mode="stretch_width")
