"""The laboratory in a page without a server: what its address names is opened here, in a worker of the browser.

`begin` is called once by the worker; `heard` brings every message of the page. What goes back is plain JSON.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets
import theomachy_alone  # noqa: F401  (before anybody looks for other packages)
import theomachy_data  # noqa: F401  (before any game is there)
import theomachy_modules  # noqa: F401  (before any widget is made)
import theomachy_rest  # noqa: F401  (before anything is imported that is not there yet)

from theomachy.engine.errors import TheoError
from theomachy.engine.game.begin import begin as new_game
from theomachy.engine.game.game import Game
from theomachy.engine.game.position_read import DRAWN
from theomachy.play.opponents import seated
from theomachy_widgets import asked
from theomachy_widgets.addressed import Addressed, halves
from theomachy_widgets.asked import AddressError, asked_for, number_of_players, options_of_game
from theomachy_widgets.asks.curtain import CURTAIN, is_passed_on
from theomachy_widgets.cell import Cell
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import WIDTH, Dashboard
from theomachy_widgets.library import Library
from theomachy_widgets.present import ALL, ViewState, marks, on_board, rule, why
from theomachy_widgets.scene.build import build

LATER = 0.8  # seconds after a change until the game is kept: one writing for a bot's whole turn
WRITTEN = Path(__file__).with_name("rule_pages.json")  # the games whose rules have pages here
SAVES, OPENED = Path("/saves"), Path("/opened")  # games that this browser keeps; what the visitor has just opened


class Page:
    """One screen and its game."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self.post = lambda message: post(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        ipywidgets.post = self.post
        self.game: Game | None = None
        self._due: asyncio.TimerHandle | None = None

    # -- opening ------------------------------------------------------------------------------------------------------
    def begin(self, words: dict[str, list[str]]) -> None:
        """Show what the words of the address name; whatever goes wrong becomes one sentence."""
        rule.PAGES = {slug: f"rules/{slug}/" for slug in json.loads(WRITTEN.read_text("utf-8"))}
        asked.source = lambda: {name: [value.encode() for value in values] for name, values in words.items()}
        try:
            site = Addressed(Library(SAVES))
            for path in OPENED.glob("*"):
                site.opened.keep(path.name, path.read_text("utf-8"))
            screen = self.screen(site)
        except (TheoError, ValueError) as fault:
            self.post({"do": "said", "text": why.sentence(fault)})
        except Exception:
            self.post({"do": "said", "text": "This page could not be made; the console of the browser says why."})
            traceback.print_exc()
        else:
            self.post({"do": "shown", "id": screen.widget.model_id, "keeps": self.game is not None})

    def screen(self, site: Addressed) -> Dashboard | Cell:
        """A dashboard or another cell. Raises `TheoError` for what is not there."""
        game = site.game()
        if game is not None:
            looks: dict[str, Any] = {"bots": seated(asked_for("bots"), len(game.seats)) or None}
            if mine := game.names.get(DRAWN) or asked_for("view"):
                looks["view"] = mine
            if asked_for("curtain"):
                game.remark(CURTAIN, "on")
            looks["curtain"] = is_passed_on(game)
            return self.played(game, **looks)
        if slug := asked_for("calculator"):
            return self.played(site.library.fight(slug, number_of_players(), options_of_game(slug))).do("calc")
        if name := asked_for("readings"):
            library = site.library
            found = library.lesson(*halves(name)).run().game if "/" in name else library.saved(name)
            return self.played(found).do("readings")
        cell = site.cell(renderer="svg")
        if cell is None:
            raise AddressError("this address names nothing that there is: the start page has all of it")
        return cell

    def played(self, game: Game, **looks: Any) -> Dashboard:
        """A dashboard of a game, which is kept from now on."""
        self.game = game
        made = Dashboard(game, renderer="svg", **looks)
        game.listen(self.changed)
        return made

    # -- keeping ------------------------------------------------------------------------------------------------------
    def changed(self, *_: object) -> None:
        """The game went on: it is kept when there is a moment for it."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(LATER, self.keep)

    def keep(self) -> None:
        """Hand the saved game to the page, which keeps it in the browser."""
        self._due = None
        if self.game is not None:
            self.post({"do": "keep", "text": self.game.save()})

    # -- hearing ------------------------------------------------------------------------------------------------------
    def heard(self, text: str) -> None:
        """A message of the page: what a module sends, or the state that it sets."""
        message = json.loads(text)
        if message["do"] == "keep":
            self.keep()
            return
        widget = ipywidgets.widgets.get(message["id"])
        if widget is None:
            return  # it was closed meanwhile
        if message["do"] == "state":
            widget.heard_state(message["state"])
        else:
            widget.heard(message["content"])


def prepare(slug: str, dark: bool) -> None:
    """What each game of a kind needs, and nothing of the visitor's: its rules, and its usual board.

    What was painted is kept by the grounds themselves (`scene/grounds.py`), and with them in the memory of the start. A
    page that is dark begins light, until its modules say so.
    """
    now = Controller(new_game(slug), ViewState(view=ALL)).moment
    for theme in ("light", "dark") if dark else ("light",):
        build(on_board(now), marks(now), theme, WIDTH).ground.shapes  # noqa: B018  (it is painted when it is asked for)


def begin(post: Callable[[str], None], words: str) -> Callable[[str], None]:
    """Open what the address names; who calls brings what the page says to the function that comes back."""
    page, loop = Page(post), asyncio.get_event_loop()

    def heard(text: str) -> None:
        loop.call_soon(page.heard, text)

    loop.call_soon(page.begin, json.loads(words))
    return heard
