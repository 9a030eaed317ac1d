"""Games of a served page that somebody may come back to: kept under a token, in memory while a page shows them and in
a file of the user's cache folder, so that a page that is loaded anew, another day or after the server was started
again, goes on where it was. Who does not know the token does not find the game; what is oldest goes first.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from theomachy.engine.errors import TheoError, UnknownName
from theomachy.engine.game import save as saves
from theomachy.engine.game.game import Game

from .library import LARGEST
from .picture_cache import usual_folder

TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")
MOST, MOST_BYTES = 200, 64 * 2**20  # games, and bytes of all
OPEN = 100  # games that pages show, or have shown last
LATER = 1.5  # seconds after a change, in which others may follow, until it is written


class Going:
    """The games of one server. `folder` None keeps them in memory alone."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._open: OrderedDict[str, Game] = OrderedDict()

    @classmethod
    def usual(cls) -> Going:
        """Those of this user."""
        return cls(usual_folder("games"))

    def begin(self, game: Game) -> str:
        """Keep a game from now on; the token by which it is found."""
        token = secrets.token_urlsafe(18)
        self._hold(token, game)
        return token

    def _hold(self, token: str, game: Game) -> None:
        self._open[token] = game
        while len(self._open) > OPEN:
            gone, old = self._open.popitem(last=False)
            self._write(gone, old)

    def known(self, token: str) -> bool:
        """Is there such a game?"""
        return bool(TOKEN.fullmatch(token)) and (token in self._open or self._file(token) is not None)

    def game(self, token: str) -> Game:
        """The game of a token. Raises `UnknownName` where it is not kept any more, and `SaveError`."""
        if token in self._open:
            self._open.move_to_end(token)
            return self._open[token]
        path = self._file(token) if TOKEN.fullmatch(token) else None
        if path is None:
            raise UnknownName("this game is not kept any more")
        game = saves.load(path.read_text("utf-8"))
        self._hold(token, game)
        return game

    def write(self, token: str) -> None:
        """Write a game to its file, as it stands."""
        if token in self._open:
            self._write(token, self._open[token])

    def let_go(self, token: str, changed: bool) -> None:
        """No page shows it any more: what is written is enough; where nothing was played there is nothing to keep."""
        if token in self._open:
            if changed:
                self._write(token, self._open[token])
            if not changed or self._file(token) is not None:
                del self._open[token]

    def text(self, token: str) -> bytes:
        """The game as it stands, as a file. Raises `TheoError`."""
        return saves.dump(self.game(token)).encode()

    # -- files --------------------------------------------------------------------------------------------------------
    def _file(self, token: str) -> Path | None:
        path = self.folder / f"{token}.json" if self.folder is not None else None
        try:
            return path if path is not None and path.is_file() and path.stat().st_size <= LARGEST else None
        except OSError:
            return None

    def _write(self, token: str, game: Game) -> None:
        if self.folder is None:
            return
        with contextlib.suppress(OSError, TheoError, ValueError):
            data = saves.dump(game).encode()
            if len(data) > LARGEST:
                return
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).replace(self.folder / f"{token}.json")
            self._bound()

    def _bound(self) -> None:
        assert self.folder is not None
        files = sorted(self.folder.glob("*.json"), key=lambda path: -path.stat().st_mtime_ns)
        total = 0
        for number, path in enumerate(files, 1):
            total += path.stat().st_size
            if number > MOST or total > MOST_BYTES:
                path.unlink(missing_ok=True)


class Kept:
    """A game that a page shows: written some moments after each change, and when the page has gone."""

    def __init__(
        self, going: Going, token: str, game: Game, later: Callable[[float, Callable[[], None]], object],
        told: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.going, self.token, self.later, self.told = going, token, later, told
        self._waits = self.played = False
        self._unlisten = game.listen(self._changed)

    def _changed(self, _game: Game, _what: str) -> None:
        self.played = True
        if not self._waits:
            self._waits = True
            self.later(LATER, self._now)

    def _now(self) -> None:
        if self._waits:
            self._waits = False
            self.going.write(self.token)
            self.told()

    def close(self) -> None:
        """The page has gone."""
        self._waits = False
        self._unlisten()
        self.going.let_go(self.token, self.played)
