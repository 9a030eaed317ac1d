"""The served page with visitors of its own, in a process by itself: Panel changes much of it for good.

`python -m tests.widgets.served WHAT ARGUMENTS` prints what was found as JSON. A visit is what a browser does: the page
is fetched, the socket opened with the token that stands in it, and closed; then the session is at its end.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
import tempfile
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from ipywidgets.widgets.widget import _instances
from panel.io import state
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

import theomachy as th
from tests.browser.servers import theomachy
from theomachy.engine.game.game import Game
from theomachy_widgets.board import CanvasBoard
from theomachy_widgets.cell import Cell
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.reading import Reading
from theomachy_widgets.serve import serve

ROOT = Path(__file__).parents[2]
WATCHED = (Dashboard, Cell, CanvasBoard, Game)
PAGES = (
    "?game=demigods&players=2&seed=1",
    "?save=two_rivers.json",
    "",
    "?lesson=demigods/lesson_08_battle.toml",
    "?lessons=demigods",
    "?edit=demigods",
    "?compare=two_rivers.json",
    "?rules=demigods",
    "?game=chess",
)
VARIED = (
    "?game=gods_war&players=3",
    "?game=heroes&players=3",
    "?game=mythic_battles&players=2",
    "?game=cthulhu_wars&players=3",
    "?game=demigods&players=3",
    "?lesson=demigods/lesson_08_battle.toml",
    "?edit=demigods",
    "?rules=gods_war",
)
LIFE = 40  # seconds after which no session is left of those who have gone: Bokeh looks for them every 17
LARGEST = 2**28  # bytes of a message: a whole page
LAST = "?game=chess"  # the server holds the page that it made last until it makes another


class Alive:
    """Counts the objects of some classes that have been made and not yet freed."""

    def __init__(self, classes: tuple[type, ...]) -> None:
        self.made: dict[str, weakref.WeakSet[Any]] = {}
        for one in classes:
            self.made[one.__name__] = weakref.WeakSet()
            self._watch(one)

    def _watch(self, one: type) -> None:
        begin: Callable[..., None] = one.__init__  # type: ignore[misc]
        mine = self.made[one.__name__]

        def init(this: Any, *words: Any, **more: Any) -> None:
            mine.add(this)
            begin(this, *words, **more)

        one.__init__ = init  # type: ignore[misc]

    def count(self) -> dict[str, int]:
        """How many there are, with the widgets and the kernels of pages."""
        for _ in range(3):
            gc.collect()
        found = {name: len(made) for name, made in self.made.items()}
        documents = Counter(type(each).__name__ for each in gc.get_objects())["Document"]
        return found | {"widgets": len(_instances), "kernels": len(state._ipykernels), "documents": documents}


def resident(process: int | str = "self", what: str = "VmRSS") -> float:
    """MiB of a process in memory; "VmHWM" for the most that it ever had."""
    told = Path(f"/proc/{process}/status").read_text()
    return int(told.split(f"{what}:")[1].split()[0]) / 2**10


async def fetched(server: Any, path: str) -> tuple[int, str]:
    """Status and text of a page."""
    address = f"http://127.0.0.1:{server.port}/{path}"
    answer = await AsyncHTTPClient().fetch(address, raise_error=False, request_timeout=120)
    return answer.code, (answer.body or b"").decode("utf-8", "replace")


async def opened(server: Any, path: str) -> WebSocketClientConnection:
    """The socket of a page that has been sent as a whole."""
    code, body = await fetched(server, path)
    assert code == 200, (path, code)
    token = re.search(r'"token":"([^"]+)"', body)
    assert token is not None, path
    request = HTTPRequest(f"ws://127.0.0.1:{server.port}/ws", headers={"Origin": f"http://127.0.0.1:{server.port}"})
    words = ["bokeh", token.group(1)]
    socket = await websocket_connect(request, subprotocols=words, max_message_size=LARGEST)
    assert await socket.read_message() is not None  # the server listens
    for part in ({"msgid": "1", "msgtype": "PULL-DOC-REQ"}, {}, {}):  # the page asks for all that it shows
        await socket.write_message(json.dumps(part))
    while '"PULL-DOC-REPLY"' not in str(message := await socket.read_message())[:400]:
        assert message is not None
    return socket


async def leave(socket: WebSocketClientConnection) -> None:
    """Close it; a client that is not read to its end stays for good."""
    socket.close()
    while await socket.read_message() is not None:
        pass


async def visit(server: Any, path: str, look: Callable[[Any], Any] = lambda document: None) -> Any:
    """Open a page as a browser does, look at its document, go, and let the session end."""
    socket = await opened(server, path)
    contexts = list(server._tornado.applications.values())
    sessions = [session for context in contexts for session in context.sessions]
    found = look(sessions[-1].document)
    del sessions
    await leave(socket)
    del socket
    for _ in range(200):
        if not any(session.connection_count for context in contexts for session in context.sessions):
            break
        await asyncio.sleep(0.01)
    for _ in range(200):  # what was begun for a page is done first
        for context in contexts:
            for session in context.sessions:
                session.request_expiration()
            await context._cleanup_sessions(0)
        if not any(list(context.sessions) for context in contexts):
            break
        await asyncio.sleep(0.05)
    assert not any(list(context.sessions) for context in contexts)
    return found


def site(folder: Path) -> Any:
    """The start page with all behind it, running."""
    server = serve(folder=folder, scenarios=ROOT / "examples" / "scenarios", start=False)
    server.start()
    return server


async def memory(visits: str, *paths: str) -> dict[str, Any]:
    """Live objects and memory before and after so many visits of the pages in turn."""
    alive = Alive(WATCHED)
    server = site(ROOT / "examples" / "saves" / "demigods")
    pages = paths or PAGES
    for path in pages:  # what is kept for good is made now: modules, classes, boards, rulebooks
        for _ in range(2):
            await visit(server, path)
    await visit(server, LAST)
    before, start = alive.count(), resident()
    for i in range(int(visits)):
        await visit(server, pages[i % len(pages)])
    await visit(server, LAST)
    after, end = alive.count(), resident()
    return {"before": before, "after": after, "mib": (end - start) / int(visits)}


async def growth(visits: str) -> dict[str, float]:
    """MiB of a server in a process of its own after a quarter of so many visits, after all, and at most.

    The visits are of pages of every game, one after the other, while the sessions of many before are still there.
    """
    found, many, saves = {}, int(visits), ROOT / "examples" / "saves" / "demigods"
    with tempfile.TemporaryDirectory() as work, theomachy(Path(work), ROOT, "--saves", str(saves)) as server:
        for i in range(1, many + 1):
            page = VARIED[i % len(VARIED)]
            await leave(await opened(server, f"{page}&seed={i}" if page.startswith("?game") else page))
            if i in (many // 4, many):
                await asyncio.sleep(LIFE)
                found[str(i)] = resident(server.process)
        return found | {"most": resident(server.process, "VmHWM")}


def shown(document: Any) -> str:
    """All that a page has been sent: the models of Bokeh, and the state of every widget."""
    mine = [widget for widget in _instances.values() if getattr(widget, "_document", None) is document]
    assert mine
    state_of = [json.dumps(plain(widget), sort_keys=True, default=repr) for widget in mine]
    return re.sub(r"\b[0-9a-f]{32}\b", "ID", "\n".join(sorted(state_of)))


def plain(widget: Any) -> dict[str, Any]:
    """The state of a widget without the pictures of its ground, and without code."""
    state = {k: v for k, v in widget.get_state().items() if k not in ("_esm", "_css", "image_data", "layout")}
    if "why" in state:  # it lists every action that is printed in the rules, whoever may have the card
        state["why"] = {k: v for k, v in state["why"].items() if k != "actions"}
    return state


async def table(_: str = "") -> dict[str, Any]:
    """What each link of a shared table shows of a game with hidden hands."""
    game, rng = th.new("demigods", players=2, seed=5), Random(5)
    while not all(hand(game, seat) for seat in (0, 1)) or len(game.position.log()) < 100:
        game.play(rng.choice(game.options))
    server = serve(game, shared=True, start=False)
    server.start()
    keys = server.keys
    given = {"spectator": "", "host": keys.host} | {f"seat {i}": key for i, key in enumerate(keys.seats)}
    seen = {who: await visit(server, await ticket(server, key), shown) for who, key in given.items()}
    seen["view"] = await visit(server, await ticket(server, "") + "&view=0", shown)
    hands = [hand(game, seat) for seat in (0, 1)]
    pried = await visit(server, await ticket(server, ""), lambda document: pry(document, game))
    used = await ticket(server, keys.host)
    await visit(server, used)
    plain = {path: (await fetched(server, path))[1] for path in ("", used, "?ticket=" + "a" * 24, f"?key={keys.host}")}
    here = f"http://127.0.0.1:{server.port}"
    refused = {
        "guessed": await enter(server, "a" * 32, here),
        "elsewhere": await enter(server, keys.host, "http://evil.example"),
        "another port": await enter(server, keys.host, "http://127.0.0.1:1"),
        "nowhere": await enter(server, keys.host, None),
        "form": await enter(server, keys.host, here, kind="text/plain"),
        "no table": await enter(server, keys.host, here, table="other"),
        "no key": await enter(server, ["x"], here),
    }
    old = keys.seats[0]
    keys.renew(0)
    refused["replaced"] = await enter(server, old, here)
    made = await enter(server, keys.seats[0], here)
    known = [keys.host, *keys.seats, old]
    return {
        "pried": pried,
        "seen": seen,
        "hands": hands,
        "keys": known,
        "plain": plain,
        "refused": refused,
        "new": made,
    }


async def enter(
    server: Any, key: Any, origin: str | None, kind: str = "application/json", table: str = ""
) -> list[Any]:
    """Status and answer where a key is handed over."""
    request = HTTPRequest(
        f"http://127.0.0.1:{server.port}/enter",
        "POST",
        headers={"Content-Type": kind} | ({} if origin is None else {"Origin": origin}),
        body=json.dumps({"table": table, "key": key}),
    )
    answer = await AsyncHTTPClient().fetch(request, raise_error=False)
    return [answer.code, json.loads(answer.body)]


async def ticket(server: Any, key: str) -> str:
    """The address to which the page of a link goes on."""
    code, said = await enter(server, key, f"http://127.0.0.1:{server.port}")
    assert code == 200, said
    return f"?ticket={said['ticket']}"


def pry(document: Any, game: Game) -> list[tuple[str, str]]:
    """What a spectator is sent after every message by which a page might ask for more."""
    dashboard = next(each for each in gc.get_objects() if isinstance(each, Dashboard) and not each.closed)
    asks: list[dict[str, Any]] = [{"do": "view", "k": k} for k in (0, 1, "all")]
    asks += [{"do": "hand", "seat": seat} for seat in (0, 1)] + [{"do": "sheet", "seat": seat} for seat in (0, 1)]
    asks += [{"do": "tab", "tab": tab} for tab in ("tree", "chart")] + [{"do": "event", "k": k} for k in range(6)]
    asks += [
        {"do": "why", "text": ""},
        {"do": "whyaction", "i": 0},
        {"do": "whylight"},
        {"do": "undo"},
        {"do": "compare"},
    ]
    found = []
    for decision in asks:
        dashboard._heard(None, decision, None)
        found.append((json.dumps(decision), shown(document)))
    for kind in ("replay", "strip"):
        dashboard.control.do("share", kind=kind)
        parcel = dashboard.control.parcel
        assert parcel is not None
        found.append((kind, parcel.data.decode("utf-8", "replace")))
    return found


def hand(game: Game, seat: int) -> list[str]:
    """The names of the cards that a seat holds."""
    table = game.system.table(game.state, seat)
    return sorted({card.name for held in table.hands if held.seat == seat for card in held.cards})


async def addresses(folder: str, *more: str) -> list[Any]:
    """Status and first words of the answers to strange addresses; `more` are addresses, one for each line."""
    server = site(Path(folder))
    found = []
    for path in more[0].split("\n"):
        code, body = await fetched(server, path)
        said = ""
        if code == 200:
            said = await visit(server, path, alert)
        elif (told := re.search(r'role="alert">([^<]*)<', body)) is not None:
            said = told.group(1)
        found.append([path, code, said])
    return found


async def answers(folder: str, *more: str) -> dict[str, Any]:
    """Only the status of the answers, under the own host and under others."""
    server = site(Path(folder))
    paths = [[path, (await fetched(server, path))[0]] for path in more[0].split("\n")]
    hosts = [[host, *await under(server, host)] for host in more[1].split("\n")]
    module = (await fetched(server, "widget-files/anywidget@~0.11/dist/index.js"))[1]
    waits = [line.strip() for line in module.split("\n") if ".timeout(" in line]
    return {"paths": paths, "hosts": hosts, "waits": waits}


async def under(server: Any, host: str) -> list[int]:
    """Status of a page, of a picture and of the socket when they are asked for under a host."""
    host, found = host.replace("PORT", str(server.port)), []
    for path in ("?game=chess", "pictures/light/save/x/y", "ws"):
        more = {"Upgrade": "websocket", "Connection": "Upgrade", "Origin": f"http://{host}"} if path == "ws" else {}
        address = f"http://127.0.0.1:{server.port}/{path}"
        request = HTTPRequest(address, headers={"Host": host, **more}, request_timeout=120)
        found.append((await AsyncHTTPClient().fetch(request, raise_error=False)).code)
    return found


async def analysis(folder: str) -> dict[str, Any]:
    """What another visitor gets while saved games are read for a page, and whether that page comes."""
    server = site(Path(folder))
    socket = await opened(server, "?analysis=")
    (session,) = (one for context in server._tornado.applications.values() for one in context.sessions)
    reading = next(each for each in gc.get_objects() if isinstance(each, Reading) and each.source)
    code, _ = await fetched(server, "?rules=demigods")
    meanwhile = reading.state
    came = False
    for _ in range(600):
        came = "Tempo" in json.dumps(session.document.to_json(), default=str)
        if came:
            break
        await asyncio.sleep(0.1)
    await leave(socket)
    return {"other": code, "meanwhile": meanwhile, "came": came, "read": [reading.done, reading.wanted]}


def alert(document: Any) -> str:
    """The sentence of a page on which nothing else is shown."""
    mine = [widget for widget in _instances.values() if getattr(widget, "_document", None) is document]
    return next((widget.start.get("error", "") for widget in mine if hasattr(widget, "start")), "")


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    print("FOUND " + json.dumps(asyncio.run(globals()[what](*arguments))))
