"""The shared tables of one server, found by names that cannot be guessed; those where nobody is go first."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from theomachy.engine.errors import UnknownName
from theomachy.engine.game.game import Game
from theomachy.play.opponents import PERSON, seated

from .asked import AddressError
from .entrance import GONE, TABLE
from .present import SPECTATOR
from .shared_table import SharedTable, Who

MOST = 100
LINK = "link"  # a seat whose person comes by a link


class Tables:
    """The tables by their names; "" is the only one of a server that was started for it."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, SharedTable] = OrderedDict()

    def only(self, table: SharedTable) -> SharedTable:
        """The one table of a server."""
        self._tables[""] = table
        return table

    def begin(self, game: Game, words: str) -> SharedTable:
        """A table for a new game, whose seats are played as `words` say: "person,link,middling".

        Who begins it keeps it, and has the seat of the one person who is not far away. Raises `AddressError` for two.
        """
        who = [word.strip() for word in words.split(",")][: len(game.seats)]
        mine = [seat for seat, word in enumerate(who) if word in ("", PERSON)]
        mine += range(len(who), len(game.seats))
        if len(mine) > 1:
            raise AddressError("at a table with links one person sits at each screen: give the others a link, or a bot")
        bots = seated(",".join(PERSON if word == LINK else word for word in who), len(game.seats))
        if not self._room():
            raise AddressError("there are as many tables on this server as it keeps: try again later")
        name = secrets.token_urlsafe(9)
        table = SharedTable(game, f"./?{TABLE}={name}", mine[0] if mine else None, host_sees_all=False)
        for seat, bot in bots.items():
            table.opponents.sit(seat, bot)
        self._tables[name] = table
        return table

    def _room(self) -> bool:
        if len(self._tables) < MOST:
            return True
        old = next((name for name, table in self._tables.items() if name and table.deserted), None)
        if old is not None:
            del self._tables[old]
        return old is not None

    def named(self, name: str) -> SharedTable:
        """A table. Raises `UnknownName` for one that is not there."""
        if name not in self._tables:
            raise UnknownName(GONE)
        self._tables.move_to_end(name)
        return self._tables[name]

    def opens(self, name: str, key: str) -> tuple[Who, str]:
        """Who has a key of a table, or why it opens nothing."""
        if name not in self._tables:
            return SPECTATOR, GONE
        return self._tables[name].opens(key)
