"""Dashboards as a web page on this machine: a Panel server bound to 127.0.0.1 that asks no other server."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import panel as pn
from bokeh.settings import settings
from tornado.web import HTTPError, RequestHandler

import theomachy as th
from theomachy.analysis.many import ManyGames, analyse_many
from theomachy.engine.errors import TheoError, UnknownName
from theomachy.engine.game import save as saves
from theomachy.engine.game.begin import begin as new_game
from theomachy.engine.game.game import Game
from theomachy.engine.game.position_line import LONGEST, is_line
from theomachy.engine.game.position_read import DRAWN
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.runtime import sampling
from theomachy.play.opponents import seated as seated_bots

from . import door
from .asked import AddressError, asked_for, given, number_of_players, options_of_game
from .cell import Cell
from .dashboard import Dashboard
from .folder_page import folder_page
from .gallery import Gallery, Picture
from .keys import HOST, SeatKeys
from .library import Library, line_up
from .opened import Opened
from .paned import WIDGET_FILES, LocalPane
from .panels import region
from .present import SPECTATOR, icons_of, start, why
from .scene.style import STYLE, icon_path
from .visit import until_left

ADDRESS = "127.0.0.1"
FOLDER = Path(sys.prefix) / "share" / "jupyter" / "nbextensions"
log = logging.getLogger("theomachy")
# Without it a phone draws a page as wide as a desk and shows it small.
AS_WIDE_AS_THE_SCREEN = (
    '{% block postamble %}<meta name="viewport" content="width=device-width, initial-scale=1">{% endblock %}'
)
AROUND = 59  # pixels above and below a dashboard on a page of ours: the way home, and what the page keeps clear
# How many milliseconds anywidget waits for a module before it hears no message any more. Two seconds are too few on a
# slow machine, whose page would stand still; there is no setting for it.
HASTY, PATIENT = b"AbortSignal.timeout(2e3)", b"AbortSignal.timeout(6e4)"


class WidgetFile(RequestHandler):
    """The JavaScript of an installed widget package, as a public server of packages would answer."""

    def get(self, package: str, name: str) -> None:
        if not (package + name).isprintable():
            raise HTTPError(404)
        file = (FOLDER / package / (name if name.endswith(".js") else name + ".js")).resolve()
        if not file.is_relative_to(FOLDER.resolve()) or not file.is_file():
            raise HTTPError(404)
        self.set_header("Content-Type", "text/javascript")
        self.set_header("Cache-Control", "max-age=3600")
        text = file.read_bytes()
        self.write(text.replace(HASTY, PATIENT) if package == "anywidget" else text)


ROUTES: list[tuple[Any, ...]] = [(WIDGET_FILES + r"/((?:@[^/]+/)?[^/@]+)@[^/]+/dist/(.+)", WidgetFile)]


def serve(
    game: Game | str | Path | None = None,
    port: int = 0,
    show: bool = False,
    *,
    shared: bool = False,
    folder: str | Path | None = None,
    scenarios: str | Path | None = None,
    simulations: str | Path | bool = True,
    analysis: str | Path | None = None,
    start: bool = True,
    tell: Callable[[str], None] | None = None,
    **options: Any,
) -> Any:
    """Serve a game, a saved game, or a start page with all games, their lessons and rules, and saved games.

    Every visitor gets a game of his own, begun from the same position. With `shared=True` all sit at one table: each
    seat and the host has a link with a key that cannot be guessed, and who comes without one is a spectator to whom
    nothing hidden is sent. Saved games are those of `folder` (by default this one, and those of the examples); lessons
    are the scenarios under `scenarios` (by default `examples/scenarios`, here, in a folder above, or as it came with
    Theomachy). `simulations` is a folder that keeps those of visitors, True to let them play some that end with their
    page, False to forbid it; `analysis` serves the page of a folder of saved games alone. `port` 0 takes a free one;
    `options` go to `Dashboard`; `tell` is told the address, or a line for each
    link of a shared table. Blocks until interrupted; with `start=False` it returns the server, not yet running, with
    the keys as `keys`. Raises `SaveError` for a file that is no sound save, and `UnknownName` for a shared table
    without a game.
    """
    stay_here()
    text = None if game is None else (game if isinstance(game, Game) else th.load(Path(game))).save()
    table = game if isinstance(game, Game) else None if text is None else saves.load(text)
    if shared and table is None:
        raise UnknownName("a shared table needs a game: name one, or a saved game")
    keys = SeatKeys([seat.name for seat in table.seats]) if shared and table is not None else None
    whole = Kept(analysis)
    if analysis is not None:
        whole.get()  # before anybody waits for it
    library = Library(None if folder is None else Path(folder), None if scenarios is None else Path(scenarios))
    site = Site(library, Path(simulations) if isinstance(simulations, str | Path) else simulations)

    def page() -> Any:
        if (doc := pn.state.curdoc) is not None:
            doc.template = AS_WIDE_AS_THE_SCREEN  # type: ignore[assignment]  # a text is added to the page of Panel
        if analysis is not None:
            return guarded(lambda: folder_page(analysis).panel(whole.get))
        if keys is not None and table is not None:
            return guarded(lambda: seated(table, keys, options))
        if text is not None:
            return guarded(lambda: dashboard_of(saves.load(text), options))
        return guarded(lambda: site.page(options), site.start)

    server = pn.serve(
        {"/": page},
        port=port,
        address=ADDRESS,
        websocket_origin=None,
        show=show,
        start=False,
        title="Theomachy",
        extra_patterns=[*ROUTES, *(site.routes() if text is None else [])],
        threaded=False,
        verbose=False,
        location=False,  # Panel's own reading of the address fails on a strange one
    )
    server._tornado.add_handlers(r".*", door.rules([f"{host}:{server.port}" for host in (ADDRESS, "localhost")]))
    server.keys = keys
    address = f"http://{ADDRESS}:{server.port}/"
    if tell is not None:
        for line in [address] if keys is None else [f"{whom}: {link}" for whom, link in keys.links(address)]:
            tell(line)
    if start:
        if text is None:
            server.io_loop.add_callback(site.gallery.warm)
        server.start()
        server.io_loop.start()
    return server


def stay_here() -> None:
    """Load Panel for widgets, without the two style sheets (of icons that nothing here uses) that it would fetch."""
    # Inlined resources, right in a notebook, would make a served page ask a public server for its style sheets; the
    # environment may ask for them, for notebooks are started from the same place.
    settings.resources = "server"
    pn.extension("ipywidgets", inline=False)
    pn.config.css_files = [file for file in pn.config.css_files if "font-awesome" not in str(file)]
    from ipywidgets_bokeh.widget import IPyWidget

    dark = STYLE["theme"]["dark"]
    pn.config.raw_css = [
        f":root {{ --theo-around: {AROUND}px; --theo-inline: auto; }}",  # dashboards stand in the middle
        f"@media (prefers-color-scheme: dark) {{ body {{ background: {dark['page']}; }} }}",
    ]
    from panel.io import ipywidget  # noqa: F401  (it must be loaded before the next line)

    IPyWidget.__css__ = []


def guarded(make: Callable[[], Any], else_: Callable[[str], Any] | None = None) -> Any:
    """A page; whatever goes wrong becomes a sentence on a page of its own, never an error of the server."""
    try:
        return make()
    except (TheoError, ValueError) as fault:
        said = why.sentence(fault)
    except Exception:
        log.exception("a page could not be made")
        said = "This page could not be made; the terminal of the server says why."
    return (else_ or told)(said)


def told(sentence: str) -> Any:
    """A page with one sentence and the way back."""
    made = region("start")
    made.show({"start": start.way_home(error=sentence)}, {})
    until_left(made.close)
    return pn.Column(LocalPane(made, sizing_mode="stretch_width"), sizing_mode="stretch_width")


def dashboard_of(game: Game, options: dict[str, Any], *, opens: str = "") -> Any:
    """A dashboard in a session, seen as the address says; it ends with the session. `opens` is what is done first."""
    chosen = dict(options)
    if view := asked_for("view"):
        chosen |= {"view": view}
    made = Dashboard(game, **chosen)
    return shown(made.do(opens) if opens else made)


def seated(game: Game, keys: SeatKeys, options: dict[str, Any]) -> Any:
    """The screen of a seat of a shared table, of its host, or of somebody who only watches."""
    key = asked_for("key")
    opened = keys.opens(key)
    if key and opened is None:
        raise AddressError("this link is of no seat of the table; the plain address lets you watch")
    view = None if opened == HOST else SPECTATOR if opened is None else opened
    return shown(Dashboard(game, **{**options, "view": view, "locked": opened != HOST}))


def shown(what: Dashboard | Cell) -> Any:
    """A dashboard, lesson, comparison, rule page or editor in a session; it ends with the session."""
    until_left(what.close)
    return what.panel()


class Kept:
    """The tables of some saved games, which are read once for all visitors: while one waits, so do the others."""

    def __init__(self, source: Any) -> None:
        self.source = source
        self._found: ManyGames | None = None
        self._lock = Lock()

    def get(self) -> ManyGames:
        """The tables, for one visitor: a view of them of his own, since two may ask at once."""
        with self._lock:
            if self._found is None:
                self._found = analyse_many(self.source)
            return ManyGames(self._found.duck.cursor())


class Site:
    """The pages of a folder of saved games: what the address names, else the start page.

    `?game=NAME&players=2&seed=1`, with `&preset=NAME` or `&o.OPTION=VALUE`, and `&bots=person,busy`,
    `?save=FILE`, `?opened=TOKEN` of a file that the visitor has brought, `?position=GAME/FILE`, `?lessons=GAME`,
    `?lesson=GAME/FILE`,
    `?rules=GAME&words=...`, `?calculator=GAME` and `?edit=GAME` with players and options as a game has them,
    `?edit=&save=FILE`, `?readings=FILE` of a saved game, `?readings=GAME/FILE` of a scenario,
    `?compare=FILE`, `?report=FILE`, `?simulation=` (perhaps with the name of a game) and `?analysis=` (perhaps with the
    name of a game) of all saved games that are offered. Saves, positions and lessons must be in the lists of the start
    page: a path never opens one. `?position=` may also be the line of one (`Game.line`), which needs no list: it holds
    all that it opens.
    """

    def __init__(self, library: Library, simulations: Path | bool = True) -> None:
        self.library, self.simulations = library, simulations
        self.gallery = Gallery(library)
        self.opened = Opened()
        self.tables = Kept(None)

    def routes(self) -> list[tuple[Any, ...]]:
        """The pictures of the start page."""
        return [(r"/pictures/(light|dark)/([a-z]+)/([^/]*)/([^/]*)", Picture, {"gallery": self.gallery})]

    def page(self, options: dict[str, Any]) -> Any:
        """What this visitor asked for."""
        from .editor import PositionEditor

        game = self.game()
        if game is not None:
            bots = seated_bots(asked_for("bots"), len(game.seats))
            if mine := game.names.get(DRAWN):  # the line of a seat shows what that seat knows
                options = {"view": mine, **options}
            return with_way_home(dashboard_of(game, {**options, "bots": bots} if bots else options))
        if slug := asked_for("calculator"):
            found = self.library.fight(slug, number_of_players(), options_of_game(slug))
            return with_way_home(dashboard_of(found, options, opens="calc"), line_up("calculator", found.system))
        if name := asked_for("readings"):
            found = self.library.lesson(*halves(name)).run().game if "/" in name else self.library.saved(name)
            return with_way_home(dashboard_of(found, options, opens="readings"))
        if given("analysis"):
            return with_way_home(self.analysis(asked_for("analysis")))
        cell = self.cell()
        if cell is None:
            return self.start()
        free = line_up("edit", cell.editor.system) if isinstance(cell, PositionEditor) and asked_for("edit") else None
        return with_way_home(shown(cell), free)

    def game(self) -> Game | None:
        """The game to be played, None if the address names none."""
        if given("edit"):
            return None
        if name := asked_for("save"):
            return self.library.saved(name)
        if token := asked_for("opened"):
            return self.opened.game(token)
        if name := asked_for("position", LONGEST):
            if is_line(name):
                return th.position(name, seed=sampling.typed(asked_for("seed") or "0"))
            return self.library.position(*halves(name))
        if slug := asked_for("game"):
            return new_game(
                slug,
                players=number_of_players(),
                seed=sampling.typed(asked_for("seed") or "0"),
                preset=asked_for("preset"),
                options=options_of_game(slug),
            )
        return None

    def cell(self) -> Cell | None:
        """Anything else that the address names."""
        from .compare import Compare
        from .editor import PositionEditor
        from .lesson import LessonPlayer, lessons
        from .report_page import ReportPage
        from .rules import rule_page

        if slug := asked_for("lessons"):
            system_class(slug)
            return lessons(slug, self.library.place_of(slug))
        if name := asked_for("lesson"):
            return LessonPlayer(self.library.lesson(*halves(name)))
        if slug := asked_for("rules"):
            system_class(slug)
            return rule_page(slug, asked_for("words"), self.library.place_of(slug))
        if name := asked_for("compare"):
            return Compare(*two_lines(self.library.saved(name)))
        if name := asked_for("report"):
            return ReportPage(self.library.saved(name))
        if given("simulation"):
            from .simulation_page import SimulationPage

            if self.simulations is False:
                raise UnknownName("on this server no simulations are played")
            folder = self.simulations if isinstance(self.simulations, Path) else None
            return SimulationPage(asked_for("simulation"), folder=folder, served=True)
        if given("edit"):
            slug = asked_for("edit")
            if not slug:
                return PositionEditor(self.library.saved(asked_for("save")))
            return PositionEditor(th.editor(slug, players=number_of_players(), **options_of_game(slug)))
        return None

    def analysis(self, slug: str) -> Any:
        """What the saved games that are offered say together."""
        paths = self.library.paths()
        if self.tables.source != paths:
            self.tables = Kept(paths)
        return folder_page(paths, game=slug).panel(self.tables.get)

    def start(self, error: str = "") -> Any:
        """Everything that there is, with pictures."""
        made = region("start")
        model = {"start": start.model(self.library, error, simulations=self.simulations is not False)}
        made.on_msg(lambda _page, message, _buffers: self.opened.hear(message, made.send))
        made.show(model, icons_of(model) | {"rolling-dices": icon_path("rolling-dices")})
        until_left(made.close)
        return pn.Column(LocalPane(made, sizing_mode="stretch_width"), sizing_mode="stretch_width")


def halves(name: str) -> tuple[str, str]:
    """Game and file of a name such as "pocket/the_fords.toml"."""
    slug, _, file = name.partition("/")
    return slug, file


def two_lines(game: Game) -> tuple[Game, int, int]:
    """What to compare first: the main line with the first branch, or the beginning with the end of the only line."""
    main = game.tree.main()
    for _, branch in game.tree.branches():
        return game, main[-1], branch[-1]
    return game, main[0], main[-1]


def with_way_home(page: Any, seating: dict[str, Any] | None = None) -> Any:
    """A page with the way back to the start page above it, and perhaps the choice of who sits there."""
    made = region("start")
    made.show({"start": start.way_home(seating)}, {})
    return pn.Column(LocalPane(made, sizing_mode="stretch_width"), page, sizing_mode="stretch_width")
