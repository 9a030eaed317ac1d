"""Dashboards as a web page on this machine: a Panel server bound to 127.0.0.1 that asks no other server.

By choice it is bound to another address of the machine, so that others can sit down at a table; then it answers under
that address alone.
"""

from __future__ import annotations

import contextlib
import logging
import socket as sockets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import panel as pn
from bokeh.settings import settings
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler

import theomachy as th
from theomachy.analysis.many import named_saves
from theomachy.engine.errors import TheoError, UnknownName
from theomachy.engine.game import save as saves
from theomachy.engine.game.game import Game
from theomachy.engine.game.position_read import DRAWN
from theomachy.engine.game.registry import game as system_class
from theomachy.play.opponents import seated as seated_bots

from . import door, entrance
from .addressed import Addressed, halves
from .asked import AddressError, asked_for, given, number_of_players, options_of_game
from .asks.curtain import CURTAIN, is_passed_on
from .cell import Cell
from .class_page import ClassPage
from .dashboard import Dashboard
from .folder_page import folder_page
from .gallery import Gallery, Picture
from .going import Going, Kept
from .keys import HOST
from .library import Library, line_up
from .paned import WIDGET_FILES, LocalPane
from .panels import region
from .present import SPECTATOR, icons_of, start, why
from .private_pages import PrivatePage, PrivatePages
from .reading import Reading
from .scene.style import STYLE, icon_path
from .shared_table import Screen, SharedTable, Who
from .tablebar import TableBar
from .tables import LINK, Tables
from .visit import connected, until_left

ADDRESS = "127.0.0.1"
FOLDER = Path(sys.prefix) / "share" / "jupyter" / "nbextensions"
log = logging.getLogger("theomachy")
# Without it a phone draws a page as wide as a desk and shows it small.
AS_WIDE_AS_THE_SCREEN = (
    '{% block postamble %}<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="referrer" content="no-referrer">{% endblock %}'
)
WARNING = (
    "Everybody who reaches {at} can open these pages now; a seat or a hand only by its link. What is sent is not "
    "encrypted: use it in a network that you trust."
)
AROUND = 59  # pixels above and below a dashboard on a page of ours: the way home, and what the page keeps clear
MOST_READ = 400  # saved games that a visitor may let the server read: seconds of all its processes
CLASS, SIMULATIONS = "class", "simulations"  # in a link, where others name a table
FOR_ONE = {CLASS: "the class, for who teaches it", SIMULATIONS: "simulations of all visitors, for you alone"}
LOOK = 2_000  # milliseconds after which a table looks who is there
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


ROUTES: list[tuple[Any, ...]] = [("/" + WIDGET_FILES + r"/((?:@[^/]+/)?[^/@]+)@[^/]+/dist/(.+)", WidgetFile)]


def serve(
    game: Game | str | Path | None = None,
    port: int = 0,
    show: bool = False,
    *,
    shared: bool = False,
    address: str = ADDRESS,
    overlay: str | Path | None = None,
    folder: str | Path | None = None,
    scenarios: str | Path | None = None,
    simulations: str | Path | bool = True,
    analysis: str | Path | None = None,
    classroom: str | Path | None = None,
    socket: sockets.socket | None = None,
    start: bool = True,
    tell: Callable[[str], None] | None = None,
    **options: Any,
) -> Any:
    """Serve a game, a saved game, or a start page with all games, their lessons and rules, and saved games.

    Every visitor gets a game of his own, begun from the same position. With `shared=True` all sit at one table: each
    seat and the host has a link with a key that cannot be guessed, and who comes without one is a spectator to whom
    nothing hidden is sent. With an `address` of this machine other than 127.0.0.1 all who reach it may come, by that
    address alone: `tell` is told so. `overlay` is a file of component values for new games, editor and calculator.
    Saved games are those of `folder` (by default this one, and those of the examples); lessons are the scenarios under
    `scenarios` (by default `examples/scenarios`, here, in a folder above, or as it came with Theomachy). `simulations`
    is a folder that keeps those of visitors, True to let them play some that end with their page, False to forbid it;
    `analysis` serves the page of a folder of saved games alone. `classroom` is a folder of answers that learners have
    handed in: its page opens by a link with a key, which only `tell` is told.

    `port` 0 takes a free one; with `socket`, which has a file and listens already, the server answers there, for
    a proxy that asks `localhost`; `options` go to `Dashboard`; `tell` is told the address, or a line for each link of a
    shared table. Blocks until interrupted; with `start=False` it returns the server, not yet running, with the keys as
    `keys`. Raises `SaveError` for a file that is no sound save, `UnknownName` for a shared table without a game, and
    `AddressError` for what is no address of this machine.
    """
    stay_here()
    at = told_address(address)
    text = None if game is None else (game if isinstance(game, Game) else th.load(Path(game))).save()
    played = game if isinstance(game, Game) else None if text is None else saves.load(text)
    if shared and played is None:
        raise UnknownName("a shared table needs a game: name one, or a saved game")
    whole: Reading | None = None
    if analysis is not None:
        named_saves(analysis)  # where there is nothing to be read this is said now
        whole = Reading(analysis)
        whole.enter()  # before anybody comes; it goes on, whoever leaves
    tables = Tables()
    table = tables.only(SharedTable(played)) if shared and played is not None else None
    library = Library(None if folder is None else Path(folder), None if scenarios is None else Path(scenarios))
    may = Path(simulations) if isinstance(simulations, str | Path) else simulations
    site = Site(library, tables, Going.usual(), alone=at == ADDRESS, overlay=overlay, simulations=may)
    private = PrivatePages()
    if classroom is not None:
        private[CLASS] = PrivatePage(
            lambda: with_way_home(ClassPage(classroom, scenarios).panel(), at=f"./{private.address(CLASS)}"),
            "The page of a class is for its teacher, who has a link of his own.",
        )
    if text is None and analysis is None and isinstance(may, Path):
        private[SIMULATIONS] = PrivatePage(
            lambda: site.simulation(sees_all=True),
            "The simulations of all visitors are for whoever serves, who has a link of his own.",
        )
    tickets = entrance.Tickets(lambda name, key: (private if name in private else tables).opens(name, key))

    def page() -> Any:
        if (doc := pn.state.curdoc) is not None:
            doc.template = AS_WIDE_AS_THE_SCREEN  # type: ignore[assignment]  # a text is added to the page of Panel
        if asked_for(entrance.TICKET):
            return guarded(lambda: entered(tickets, tables, private, options, alone=site.alone))
        if analysis is not None:
            return guarded(lambda: folder_page(analysis).panel(whole))
        if text is not None:
            return guarded(lambda: dashboard_of(saves.load(text), options))
        return guarded(lambda: site.page(options), site.start)

    server = pn.serve(
        {"/": page},
        **({"port": port, "address": address} if socket is None else {"unix_socket": f"{socket.getsockname()}.own"}),
        websocket_origin=None,
        show=show,
        start=False,
        title="Theomachy",
        extra_patterns=[
            (r"/enter", entrance.Enter, {"tickets": tickets}),
            *ROUTES,
            *(site.routes() if text is None else []),
        ],
        threaded=False,
        verbose=False,
        location=False,  # Panel's own reading of the address fails on a strange one
    )
    if socket is not None:
        server._http.add_socket(socket)  # Bokeh takes none that was opened before
    hosts = [f"{host}:{server.port or 80}" for host in ((ADDRESS, "localhost") if at == ADDRESS else (at,))]
    server._tornado._websocket_origins = set(hosts)
    server._tornado.add_handlers(r".*", [*door.rules(hosts), *entrance.rules(tickets, always=table is not None)])
    server.keys, server.tickets = (None if table is None else table.keys), tickets
    where = f"http://{at}:{server.port}/"
    server.private = {name: where + private.address(name, key=True) for name in private}
    if tell is not None:
        if at != ADDRESS:
            tell(WARNING.format(at=at))
        for line in [where] if table is None else [f"{whom}: {link}" for whom, link in table.keys.links(where)]:
            tell(line)
        for name, link in server.private.items():
            tell(f"{FOR_ONE[name]}: {link}")
    if start:
        if text is None:
            server.io_loop.add_callback(site.gallery.warm)
        server.start()
        server.io_loop.start()
    return server


def told_address(address: str) -> str:
    """An address of this machine as it stands in links. Raises `AddressError` for one that means several at once."""
    if address in ("", "0.0.0.0", "::", "*"):
        raise AddressError(
            f"{address!r} stands for every network of this machine: name the one address that others reach it by"
        )
    try:
        found = sockets.getaddrinfo(address, None, type=sockets.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressError(f"{address[:80]!r} is no address of this machine") from None
    for family, *_, place in found:
        with contextlib.suppress(OSError), sockets.socket(family, sockets.SOCK_STREAM) as probe:
            probe.bind((place[0], 0))
            return (f"[{address}]" if ":" in address else address).lower()
    raise AddressError(f"{address[:80]!r} is no address of this machine")


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


def entered(
    tickets: entrance.Tickets,
    tables: Tables,
    private: PrivatePages,
    options: dict[str, Any],
    *,
    alone: bool,
) -> Any:
    """The screen of whoever has a ticket: of a seat of a shared table, of its host, or of somebody who only watches; or
    a page that is for one person alone."""
    found = tickets.take(asked_for(entrance.TICKET))
    if found is None:
        raise AddressError("this page was opened before: open the link of the table once more")
    name, who = found
    if name in private:
        return private[name].made() if who == HOST else told(private[name].refusal)
    return seated(tables.named(name), who, options, alone=alone)


def seated(table: SharedTable, who: Who, options: dict[str, Any], *, alone: bool = True) -> Any:
    """A screen of a shared table, with the line above it that says who is there."""
    bar = TableBar(table, who, alone=alone)
    seat = table.seat_of(who)
    free = who == HOST and seat is None and table.host_sees_all
    view: int | str | None = None if free else SPECTATOR if seat is None or (table.ended and who != HOST) else seat
    made = Dashboard(table.game, **{**options, "view": view, "locked": not free})
    page = pn.Column(bar.panel(), made.panel(), sizing_mode="stretch_width")
    document = pn.state.curdoc

    def close() -> None:
        table.left(screen)
        bar.close()
        made.close()

    def leave(sentence: str) -> None:
        if document is not None:
            document.add_next_tick_callback(lambda: gone(sentence))

    def gone(sentence: str) -> None:
        close()
        page.objects = [told(sentence)]

    def refresh() -> None:
        if document is not None:
            document.add_next_tick_callback(bar.refresh)

    screen = Screen(who, lambda: document is None or connected(document), leave, refresh)
    until_left(close)
    table.enter(screen)
    if document is not None:
        document.add_periodic_callback(table.look, LOOK)
    return page


def shown(what: Dashboard | Cell) -> Any:
    """A dashboard, lesson, comparison, rule page or editor in a session; it ends with the session."""
    until_left(what.close)
    return what.panel()


class Site(Addressed):
    """The pages of a folder of saved games: what the address names, else the start page.

    `?game=NAME&players=2&seed=1`, with `&preset=NAME` or `&o.OPTION=VALUE`, `&curtain=on` for people who pass one
    screen on, and `&bots=person,busy` (with `link` for a
    seat on another screen it is a shared table), with `&going=TOKEN` the same game as it was left,
    `?save=FILE`, `?opened=TOKEN` of a file that the visitor has brought, `?position=GAME/FILE`, `?lessons=GAME`,
    `?lesson=GAME/FILE`, `?puzzles=` of all games or `?puzzles=GAME`, with `&day=2026-11-28`,
    `?rules=GAME&words=...`, `?calculator=GAME` and `?edit=GAME` with players and options as a game has them,
    `?edit=&save=FILE`, `?readings=FILE` of a saved game, `?readings=GAME/FILE` of a scenario,
    `?compare=FILE`, `?report=FILE`, `?study=GAME/FILE`, `?studied=TOKEN` and `?newstudy=GAME`,
    `?simulation=` (perhaps with the name of a game), with `&owner=TOKEN` that visitor's own, and `?analysis=` (perhaps
    with the name of a game) of all saved games that are offered. Saves, positions and lessons must be in the lists of
    the start page: a path never opens one. `?position=` may also be the line of one (`Game.line`), which needs no list:
    it holds all that it opens.
    """

    def __init__(
        self,
        library: Library,
        tables: Tables | None = None,
        going: Going | None = None,
        *,
        alone: bool = True,
        overlay: str | Path | None = None,
        simulations: Path | bool = True,
    ) -> None:
        super().__init__(library, overlay)
        self.tables = tables or Tables()
        self.going = going or Going(None)
        self.gallery = Gallery(library, going=self.going)
        self.alone = alone
        self.simulations = simulations
        self.many = Reading(())

    def routes(self) -> list[tuple[Any, ...]]:
        """The pictures of the start page."""
        return [(r"/pictures/(light|dark)/([a-z]+)/([^/]*)/([^/]*)", Picture, {"gallery": self.gallery})]

    def page(self, options: dict[str, Any]) -> Any:
        """What this visitor asked for."""
        from .editor import PositionEditor

        if (token := asked_for("going")) and self.going.known(token):
            return self.played(self.going.game(token), token, options)
        game = self.game()
        if game is not None:
            words = asked_for("bots")
            if LINK in words.split(","):
                return goes_to(self.tables.begin(game, words))
            bots = seated_bots(words, len(game.seats))
            return self.played(game, self.going.begin(game), {**options, "bots": bots} if bots else options)
        if slug := asked_for("calculator"):
            found = self.library.fight(slug, number_of_players(), options_of_game(slug), self.values.asked(slug))
            return with_way_home(dashboard_of(found, options, opens="calc"), line_up(found.system))
        if name := asked_for("readings"):
            found = self.library.lesson(*halves(name)).run().game if "/" in name else self.library.saved(name)
            return with_way_home(dashboard_of(found, options, opens="readings"))
        if name := asked_for("lesson"):
            return self.lesson(name)
        if given("analysis"):
            return with_way_home(self.analysis(asked_for("analysis")))
        if given("simulation"):
            return self.simulation()
        cell = self.cell()
        if cell is None:
            return self.start()
        free = line_up(cell.editor.system) if isinstance(cell, PositionEditor) and asked_for("edit") else None
        return with_way_home(shown(cell), free)

    def played(self, game: Game, token: str, options: dict[str, Any]) -> Any:
        """The page of a game that can be come back to: the browser is told where, and how far it is."""
        if mine := game.names.get(DRAWN):  # the line of a seat shows what that seat knows
            options = {"view": mine, **options}
        if asked_for("curtain"):
            game.remark(CURTAIN, "on")
        if is_passed_on(game):
            options = {**options, "curtain": True}
        home, page = region("start"), dashboard_of(game, options)

        def place() -> None:
            home.show({"start": start.way_home(place=start.game_place(game, token))}, {})

        home.show({"start": start.way_home()}, {})
        if game.tree.nodes[1:] and asked_for("going"):
            place()
        document = pn.state.curdoc
        if document is not None:
            kept = Kept(self.going, token, game, IOLoop.current().call_later, in_turn(document, place))
            until_left(kept.close)
        return under(home, page)

    def lesson(self, name: str) -> Any:
        """The page of a lesson; the browser is told how far one has come, and goes on there."""
        from .lesson import LessonPlayer

        slug, file = halves(name)
        entry = self.library.entry(slug, file)
        player = LessonPlayer(entry.scenario)
        if (at := asked_for("step")).isdecimal() and len(at) <= 3:
            player.go_to(int(at))
        home = region("start")

        def place() -> None:
            row = start.lesson_place(slug, file, entry.scenario.title, player.lesson.at, len(player.lesson.beats))
            home.show({"start": start.way_home(place=row)}, {})

        place()
        player.moved = place
        return under(home, shown(player))

    def simulation(self, *, sees_all: bool = False) -> Any:
        """The page of a simulation. Where they are kept, a visitor sees his own, and whoever serves those of all."""
        from .simulation_page import SimulationPage

        if self.simulations is False:
            raise UnknownName("on this server no simulations are played")
        folder = self.simulations if isinstance(self.simulations, Path) else None
        made = SimulationPage(
            asked_for("simulation"), folder=folder, served=True, owner=asked_for("owner"), sees_all=sees_all
        )

        home = region("start")
        home.show({"start": start.way_home()}, {})

        def place() -> None:
            if made.owner:
                told = start.simulations_place(made.slug, system_class(made.slug).title, made.owner)
                home.show({"start": start.way_home(place=told)}, {})

        made.begun = place
        return under(home, shown(made))

    def analysis(self, slug: str) -> Any:
        """What the saved games that are offered say together."""
        paths = self.library.paths()
        read = paths[:MOST_READ]
        if self.many.source != read:
            self.many = Reading(read)
        return folder_page(read, game=slug, left_out=len(paths) - len(read)).panel(self.many)

    def start(self, error: str = "") -> Any:
        """Everything that there is, with pictures."""
        made = region("start")
        own, may = self.values.lists(), self.simulations is not False
        model = {"start": start.model(self.library, error, alone=self.alone, own=own, simulations=may)}
        made.on_msg(lambda _page, message, _buffers: self.opened.hear(message, made.send))
        made.show(model, icons_of(model) | {"rolling-dices": icon_path("rolling-dices")})
        until_left(made.close)
        return pn.Column(LocalPane(made, sizing_mode="stretch_width"), sizing_mode="stretch_width")


def with_way_home(page: Any, seating: dict[str, Any] | None = None, at: str = "") -> Any:
    """A page with the way back to the start page above it, and perhaps the choice of who sits there. `at` is the
    address by which one comes back to a page that was entered by a key."""
    made = region("start")
    made.show({"start": start.way_home(seating, at=at) if at else start.way_home(seating)}, {})
    return under(made, page)


def in_turn(document: Any, do: Callable[[], None]) -> Callable[[], None]:
    """Something that a page of a server does in its own turn, whoever calls."""

    def later() -> None:
        document.add_next_tick_callback(do)

    return later


def under(home: Any, page: Any) -> Any:
    """A page under the line that leads home."""
    return pn.Column(LocalPane(home, sizing_mode="stretch_width"), page, sizing_mode="stretch_width")


def goes_to(table: SharedTable) -> Any:
    """A page that leads who has begun a table to it; its key is behind `#`, as in every link."""
    made = region("start")
    made.show({"start": start.way_home(goes=f"{table.address}#{table.keys.host}")}, {})
    until_left(made.close)
    return pn.Column(LocalPane(made, sizing_mode="stretch_width"), sizing_mode="stretch_width")
