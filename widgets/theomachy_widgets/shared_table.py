"""A table that several people share from screens of their own: who may sit where, who is there, what happens to a seat
whose person has left. Nothing in here knows of a page, so that it is tested without one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.play.bots import LEVELS
from theomachy.play.opponents import NOBODY, PERSON, Opponents, opponents_of

from .entrance import REPLACED, WRONG
from .keys import HOST, SeatKeys
from .present import SPECTATOR

WAITS, ENDS = "waits", "ends"
LEAVES = (WAITS, *LEVELS, ENDS)  # what happens to a seat whose person has left: it waits, a bot goes on, the game ends
PATIENCE = 60.0  # seconds after which somebody who is not there has left: a page may be loaded anew
Who = int | str  # a seat, `HOST`, or `SPECTATOR`


@dataclass(eq=False)
class Screen:
    """A page that shows the table to somebody. `leave` takes it away and says why; `there` says whether it is open."""

    who: Who
    there: Callable[[], bool]
    leave: Callable[[str], None]
    refresh: Callable[[], None] = lambda: None


@dataclass
class Chair:
    """What is known of the person of a seat."""

    came: bool = False
    away: float | None = None  # since when nobody is there
    stood_in: bool = False  # a bot goes on for who has left


@dataclass(eq=False)
class SharedTable:
    """One game and its keys. `host_seat` is the seat of who keeps the table; None keeps it and sees all, or watches."""

    game: Game
    address: str = "./"  # of the table, from the page that shows it
    host_seat: int | None = None
    host_sees_all: bool = True
    clock: Callable[[], float] = monotonic
    patience: float = PATIENCE
    leaves: str = WAITS
    ended: str = ""
    screens: list[Screen] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.keys = SeatKeys([seat.name for seat in self.game.seats])
        self.chairs = [Chair() for _ in self.game.seats]

    @property
    def opponents(self) -> Opponents:
        """Who plays the seats."""
        return opponents_of(self.game)

    # -- who may sit where --------------------------------------------------------------------------------------------
    def opens(self, key: str) -> tuple[Who, str]:
        """Who has a key, or a sentence why it opens nothing. Without a key one watches."""
        if not key:
            return SPECTATOR, ""
        if (found := self.keys.opens(key)) is not None:
            return found, ""
        return SPECTATOR, REPLACED if self.keys.replaced(key) else WRONG

    def seat_of(self, who: Who) -> int | None:
        """The seat that a screen plays, if any."""
        return who if isinstance(who, int) else self.host_seat if who == HOST else None

    def enter(self, screen: Screen) -> None:
        """Somebody looks at the table; who comes back to his seat goes on where a bot stood in for him."""
        self.screens.append(screen)
        self.look()

    def left(self, screen: Screen) -> None:
        """A page is closed for good."""
        if screen in self.screens:
            self.screens.remove(screen)
        self.look()

    def look(self) -> None:
        """See who is there, and do for seats whose people have left what the host says."""
        now, table = self.clock(), self.opponents
        for seat, chair in enumerate(self.chairs):
            if self.here(seat):
                chair.came, chair.away = True, None
                if chair.stood_in:
                    chair.stood_in = False
                    table.sit(seat, PERSON)
                continue
            if not chair.came or self.ended or self.game.over:
                continue
            if chair.away is None:
                chair.away = now
            if now - chair.away < self.patience or table.word_of(seat) != PERSON:
                continue
            if self.leaves == ENDS:
                self.end(f"{self.game.seats[seat].name} has left, and so the game has ended.")
            elif self.leaves != WAITS:
                chair.stood_in = True
                table.sit(seat, self.leaves)
        self._refresh()

    def here(self, seat: int) -> bool:
        """Is the person of a seat there?"""
        return any(self.seat_of(screen.who) == seat and screen.there() for screen in self.screens)

    @property
    def deserted(self) -> bool:
        """Is nobody there at all?"""
        return not any(screen.there() for screen in self.screens)

    def _refresh(self) -> None:
        for screen in list(self.screens):
            screen.refresh()

    # -- what the host says -------------------------------------------------------------------------------------------
    def link(self, seat: int) -> str:
        """The link of a seat. Raises `IllegalAnswer` for a seat that is not there."""
        return f"{self.address}#{self.keys.seats[self._seat(seat)]}"

    def renew(self, seat: int) -> str:
        """A new link for a seat: the old one opens nothing, and whoever sits there by it is told so."""
        self.keys.renew(self._seat(seat))
        for screen in [one for one in self.screens if one.who == seat]:
            self.screens.remove(screen)
            screen.leave(REPLACED)
        self.chairs[seat] = Chair()
        self._refresh()
        return self.link(seat)

    def when_left(self, what: str) -> None:
        """What happens to a seat whose person has left. Raises `IllegalAnswer`."""
        if what not in LEAVES:
            raise IllegalAnswer(f"a seat whose person has left {', '.join(LEAVES)}")
        self.leaves = what
        self.look()

    def end(self, sentence: str) -> None:
        """The game goes on no more; all but the host are told why, and may look at it."""
        if self.ended:
            return
        self.ended = sentence
        for seat in self.game.seats:
            self.opponents.sit(seat.index, NOBODY)
        for screen in [one for one in self.screens if one.who != HOST]:
            self.screens.remove(screen)
            screen.leave(sentence)
        self._refresh()

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < len(self.chairs):
            raise IllegalAnswer("there is no such seat at this table")
        return seat
