"""Saved games and studies that a visitor of a served page brings along: kept in memory under a token, so that the page
that shows one has an address to come back to. Nothing is written on this machine; what is oldest goes first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

from theomachy.engine.authoring import study_text
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import SaveError, TheoError, UnknownName
from theomachy.engine.game import save as saves
from theomachy.engine.game.document import checked, parse
from theomachy.engine.game.game import Game

from .admit import admit, call
from .library import LARGEST
from .present import why

MOST = 64 * 2**20  # bytes of all that are kept
LOOKS = frozenset(("open",))
Send = Callable[[dict[str, Any]], None]


class Opened:
    """The saved games that were brought to one server."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, str] = OrderedDict()

    def take(self, text: str) -> str:
        """Keep a saved game; what it is found by. Raises `SaveError` for what is none or too large."""
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
            raise SaveError(f"the file is larger than {LARGEST // 2**20} MiB: open it in a notebook")
        if study_text.is_study(text):
            Study.read(text)
        else:
            checked(parse(text))
        return self.keep(token_urlsafe(18), text)

    def keep(self, token: str, text: str) -> str:
        """Keep a text under a token."""
        self._texts[token] = text
        while sum(map(len, self._texts.values())) > MOST:
            self._texts.popitem(last=False)
        return token

    def game(self, token: str) -> Game:
        """The game of a token. Raises `UnknownName` where it is not kept any more."""
        if token not in self._texts:
            raise UnknownName("this saved game is not kept any more: open its file once more")
        self._texts.move_to_end(token)
        return saves.load(self._texts[token])

    def study(self, token: str) -> Study:
        """The study of a token. Raises `UnknownName` where it is not kept any more."""
        if token not in self._texts:
            raise UnknownName("this study is not kept any more: open its file once more")
        self._texts.move_to_end(token)
        return Study.read(self._texts[token])

    def hear(self, message: Any, send: Send) -> None:
        """What the start page says: a file was chosen. It is answered with where it is opened, or with a sentence."""
        try:
            what, arguments = admit(message, 0, LOOKS, LOOKS, "start page")
            token = call(getattr(self, f"do_{what}"), arguments, "start page")
            kind = "studied" if study_text.is_study(self._texts[token]) else "opened"
            send({"do": "opened", "token": token, "as": kind})
        except (TheoError, ValueError) as fault:
            send({"do": "refused", "text": why.sentence(fault)})

    def do_open(self, text: str) -> str:
        """Keep what stands in a file."""
        return self.take(text)
