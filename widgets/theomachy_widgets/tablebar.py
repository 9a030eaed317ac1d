"""The line above a shared table: who is there, and for its host the links, and what happens when somebody leaves."""

from __future__ import annotations

from theomachy.engine.errors import IllegalAnswer
from theomachy.play.opponents import NOBODY, PERSON

from .cell import Cell, Model
from .keys import HOST
from .models.table import TablebarModel, TableSeat
from .present import SPECTATOR
from .shared_table import ENDS, LEAVES, WAITS, SharedTable, Who

SAYS = {WAITS: "the seat waits", ENDS: "the game ends"}


class TableBar(Cell):
    """What stands above a screen of a shared table. Keys are in no model: a link is sent when the host asks for it."""

    parts_at = {"tablebar": "bar"}  # noqa: RUF012
    script = "tablebar"
    sheets = ("tablebar",)
    kind = "table"
    looks = frozenset(("link", "renew", "leaves", "end"))

    def __init__(self, table: SharedTable, who: Who, *, alone: bool = True, theme: str = "auto") -> None:
        super().__init__(theme)
        self.table, self.who, self.alone = table, who, alone
        self._assemble()

    def models(self) -> dict[str, Model]:
        table, host = self.table, self.who == HOST
        mine = table.seat_of(self.who)
        choices = [(word, SAYS.get(word, f"a bot goes on, {word}")) for word in LEAVES]
        model: TablebarModel = {
            "slug": table.game.slug,
            "title": str(table.game.names.get("title") or table.game.title)[:80],
            "at": table.address,
            "said": self._said(mine),
            "seats": [self._seat(i, mine) for i in range(len(table.chairs))],
            "host": host,
            "ended": table.ended,
            "leaves": table.leaves,
            "choices": choices,
            "alone": self.alone,
        }
        return {"tablebar": dict(model)}

    def _said(self, mine: int | None) -> str:
        if self.who == HOST and mine is None:
            return "You keep this table and see everything." if self.table.host_sees_all else "You keep this table."
        if mine is not None:
            return f"You are {self.table.game.seats[mine].name}."
        others = sum(screen.who == SPECTATOR and screen.there() for screen in self.table.screens) - 1
        return f"You watch, with {others} other{'s' if others > 1 else ''}." if others > 0 else "You watch."

    def _seat(self, i: int, mine: int | None) -> TableSeat:
        seat, word = self.table.game.seats[i], self.table.opponents.word_of(i)
        chair = self.table.chairs[i]
        bot = word not in (PERSON, NOBODY)
        is_ = (
            "you" if i == mine else word if bot else "here" if self.table.here(i) else "away" if chair.came else "open"
        )  # fmt: skip
        return {
            "seat": i,
            "t": {"o": seat.colour, "i": seat.icon},
            "name": seat.title or seat.name,
            "is_": is_,
            "link": self.who == HOST and i != self.table.host_seat and (not bot or chair.stood_in),
        }

    def words(self) -> str:
        """Who is there, in words."""
        rows = [self._seat(i, None) for i in range(len(self.table.chairs))]
        return "\n".join(f"{row['name']}: {row['is_']}" for row in rows)

    # -- what the host says -------------------------------------------------------------------------------------------
    def _host(self) -> None:
        if self.who != HOST:
            raise IllegalAnswer("only the host of this table can do that")

    def _do_link(self, seat: int) -> None:
        self._host()
        self._send(seat, self.table.link(seat))

    def _do_renew(self, seat: int) -> None:
        self._host()
        self._send(seat, self.table.renew(seat))

    def _send(self, seat: int, link: str) -> None:
        self.parts["tablebar"].send({"do": "link", "seat": seat, "link": link})

    def _do_leaves(self, what: str) -> None:
        self._host()
        self.table.when_left(what)

    def _do_end(self) -> None:
        self._host()
        self.table.end("The host has ended the game.")
