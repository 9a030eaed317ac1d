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

from .cell import Cell
from .dashboard import Dashboard
from .paned import WIDGET_FILES, LocalPane
from .panels import region
from .present import why
from .scene.style import STYLE
from .text import escape

ADDRESS = "127.0.0.1"
MOST_SAVES = 200
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
    scenarios: str | Path | None = None,
    start: bool = True,
    **options: Any,
) -> Any:
    """Serve a game, a saved game, or a start page with all games, their lessons and rules, and the saves of `folder`.

    Every visitor gets a game of his own, begun from the same position; with `shared=True` all sit at one table, and
    `?view=NAME` in the address gives a screen to one seat alone. Lessons are the scenarios under `scenarios` (by
    default `examples/scenarios`, here or in a folder above). `port` 0 takes a free one; `options` go to `Dashboard`.
    Blocks until interrupted; with `start=False` it returns the server, not yet running. Raises `SaveError` for a file
    that is no sound save.
    """
    stay_here()
    text = None if game is None else (game if isinstance(game, Game) else th.load(Path(game))).save()
    table = game if isinstance(game, Game) else None if text is None else loaded(text)
    site = Site(Path(folder), None if scenarios is None else Path(scenarios))

    def page() -> Any:
        if text is not None:
            mine = table if shared and table is not None else loaded(text)
            return dashboard_of(mine, shared, options)
        return site.page(options)

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


class Site:
    """The pages of a folder of saved games: what the address names, else the start page.

    `?game=NAME`, `?save=FILE`, `?lessons=GAME`, `?rules=GAME&words=...`, `?edit=GAME` or `?edit=&save=FILE`, and
    `?compare=FILE`. A save must be in the list of the folder: a path never opens one.
    """

    def __init__(self, folder: Path, scenarios: Path | None = None) -> None:
        self.folder, self.scenarios = folder, scenarios

    def page(self, options: dict[str, Any]) -> Any:
        """What this visitor asked for; a fault becomes a sentence on the start page."""
        error = ""
        try:
            game = self.game()
            if game is not None:
                return with_way_home(dashboard_of(game, False, options))
            cell = self.cell()
            if cell is not None:
                return with_way_home(cell_of(cell))
        except (TheoError, ValueError) as fault:
            error = why.sentence(fault)
        return self.start(error)

    def game(self) -> Game | None:
        """The game to be played, None if the address names none."""
        if "edit" in pn.state.session_args:
            return None
        if asked_for("save"):
            return self.saved(asked_for("save"))
        slug, players = asked_for("game"), asked_for("players")
        if not slug:
            return None
        return th.new(slug, players=int(players) if players.isdigit() else None, seed=asked_for("seed"))

    def cell(self) -> Cell | None:
        """Anything else that the address names."""
        from .compare import Compare
        from .editor import PositionEditor
        from .lesson import lessons
        from .rules import rule_page

        if slug := asked_for("lessons"):
            return lessons(slug, self.lessons_of(slug))
        if slug := asked_for("rules"):
            return rule_page(slug, asked_for("words"), self.lessons_of(slug))
        if name := asked_for("compare"):
            return Compare(*two_lines(self.saved(name)))
        if "edit" in pn.state.session_args:
            slug, players = asked_for("edit"), asked_for("players")
            if not slug:
                return PositionEditor(self.saved(asked_for("save")))
            return PositionEditor(th.editor(slug, players=int(players) if players.isdigit() else None))
        return None

    def lessons_of(self, slug: str) -> Path | None:
        """Where the scenarios of a game lie; None for the usual place."""
        own = self.scenarios / slug if self.scenarios is not None else None
        return own if own is not None and own.is_dir() else self.scenarios

    def saves(self) -> list[str]:
        """The names of the files of the folder that may be saved games."""
        return sorted(path.name for path in self.folder.glob("*.json") if path.is_file())[:MOST_SAVES]

    def saved(self, name: str) -> Game:
        """A saved game of the folder. Raises `UnknownName` for one that is not in the list, and `SaveError`."""
        if name not in self.saves():
            raise UnknownName(f"there is no saved game {name!r} in this folder")
        return th.load(self.folder / name)

    def start(self, error: str = "") -> Any:
        """The list of games and saved games."""
        made = region("start")
        known = [{"slug": slug, "title": system.title} for slug, system in games().items()]
        made.show({"start": {"games": known, "saves": self.saves(), "error": error}}, {})
        return pn.Column(LocalPane(made, sizing_mode="stretch_width"), sizing_mode="stretch_width")


def two_lines(game: Game) -> tuple[Game, int, int]:
    """What to compare first: the main line with the first branch, or the beginning with the end of the only line."""
    main = game.tree.main()
    for _, branch in game.tree.branches():
        return game, main[-1], branch[-1]
    return game, main[0], main[-1]


def cell_of(cell: Cell) -> Any:
    """A lesson, comparison, rule page or editor in a session; it ends with the session."""
    if pn.state.curdoc is not None:
        pn.state.on_session_destroyed(lambda _: cell.close())
    return cell.panel()


def with_way_home(page: Any) -> Any:
    """A page with the way back to the start page above it."""
    made = region("start")
    made.show({"start": {"home": "./"}}, {})
    return pn.Column(LocalPane(made, sizing_mode="stretch_width"), page, sizing_mode="stretch_width")
