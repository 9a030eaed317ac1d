"""The games of one notebook: which is at hand, and the journal that keeps each of them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from theomachy import app
from theomachy.engine.errors import SaveError, TheoError, UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.game.journal import Journal, recover

FOLDER = ".theomachy"  # beside the notebook


def _age(path: Path) -> tuple[float, str]:
    """When a file was last written; one that has just gone is the oldest."""
    try:
        return path.stat().st_mtime, path.name
    except OSError:
        return 0.0, path.name


class Session:
    """Holds the game at hand; `names` is the notebook's own namespace, in which games are variables.

    `warnings` are sentences to be shown with the next answer: a journal that cannot be written does not stop a game.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.name = "game"
        self.warnings: list[str] = []
        self._game: Game | None = None
        self._journals: dict[int, Journal] = {}
        self._bots = WeakKeyDictionary[Game, Mapping[int | str, Any]]()

    @property
    def game(self) -> Game:
        """The game at hand: the last one opened, else the variable `game`. Raises `UnknownName` if there is none."""
        bound = self.names.get(self.name)
        if isinstance(bound, Game) and bound is not self._game:
            self.take(bound, self.name)
        if self._game is None:
            raise UnknownName('no game is at hand: begin with "%theo new demigods", or %theo load FILE')
        return self._game

    def at_hand(self) -> Game | None:
        """The same, or None."""
        try:
            return self.game
        except UnknownName:
            return None

    def bots_of(self, game: Game) -> Mapping[int | str, Any]:
        """The bots that play seats of a game which was begun with them."""
        return self._bots.get(game, {})

    def take(
        self, game: Game, name: str = "game", journal: Path | None = None, bots: Mapping[int | str, Any] | None = None
    ) -> Game:
        """Make a game the one at hand, a variable of the notebook, and kept in a journal from now on.

        `bots` are those of its seats that bots play wherever it is shown.
        """
        if not name.isidentifier() or name.startswith("_"):
            raise TheoError(f"{name!r:.60} cannot be the name of a variable")
        if id(game) not in self._journals:
            self._keep(game, journal)
        if bots:
            self._bots[game] = bots
        self._game, self.name = game, name
        self.names[name] = game
        return game

    def _keep(self, game: Game, path: Path | None) -> None:
        try:
            journal = Journal(path if path is not None else self._fresh(game.slug))
            if journal.read_only:
                journal.close()
                self.warnings.append("Another kernel writes this journal; this is a copy with a journal of its own.")
                journal = Journal(self._fresh(game.slug))
            if journal.warning:
                self.warnings.append(journal.warning)
            try:
                journal.attach(game)
            finally:
                if journal.game is None:  # it does not follow the game: somebody else may have the file
                    journal.close()
                else:
                    self._journals[id(game)] = journal
        except SaveError as fault:
            self.warnings.append(f"This game is not kept automatically: {fault}")

    def _fresh(self, slug: str) -> Path:
        stem = f"{slug}-{time.strftime('%Y%m%d-%H%M%S')}"
        for number in range(1000):
            path = Path(FOLDER) / f"{stem}{f'-{number}' if number else ''}{app.JOURNAL}"
            if not path.exists():
                return path
        raise SaveError(f"the folder {FOLDER} has no room for another journal")

    def kept(self) -> list[Path]:
        """All journals beside the notebook, the newest first."""
        folder = Path(FOLDER)
        found = [path for path in folder.glob(f"*{app.JOURNAL}") if path.is_file()] if folder.is_dir() else []
        return sorted(found, key=_age, reverse=True)

    def open(self, target: str, name: str = "game") -> Game:
        """Open a saved game, a journal (which is gone on with) or a scenario, and take it to hand."""
        path = Path(target)
        if path.suffix == app.JOURNAL:
            game, told = recover(path), len(self.warnings)
            self.take(game, name, path)
            if game.notice and len(self.warnings) == told:  # the journal that goes on with it has said nothing
                self.warnings.append(game.notice)
            return game
        return self.take(app.open_game(target), name)

    def close(self) -> None:
        """Let other kernels write the journals."""
        for journal in self._journals.values():
            journal.close()
        self._journals.clear()
