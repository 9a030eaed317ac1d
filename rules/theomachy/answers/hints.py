"""Hints: the three best answers to any decision of any game, with what each is expected to come to, and why.

`hints` answers at once; `look` is the same in small pieces, for whoever shows what it has found so far.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random

from ..engine.errors import TheoError
from ..engine.game.game import Game
from ..engine.runtime.decision import CHANCE, Secret
from ..engine.runtime.position import Position
from ..play.observation import imagined
from .looking import Looking
from .told import Hints
from .work import Budget, Work, finish

PATIENT = 400  # times that a world is looked for which fits what lies open


def hints(game: Game, seat: int | str | None = None, seconds: float = 1.0) -> Hints:
    """The best answers to what is asked now, of a seat (by default of who is asked), after so many seconds.

    It looks at nothing that this seat may not know, and changes nothing. Where there is nothing to choose its `note`
    says so. Raises `UnknownName` for a seat that does not exist.
    """
    return finish(look(game.position, game.seat(seat)), Budget(seconds=seconds))


def look(position: Position, seat: int | None = None, seed: int | str = 0) -> Work[Hints]:
    """The same in pieces of some milliseconds; without a budget it ends after some thousand walks of the best."""
    asked = position.decision
    if asked is None:
        return Hints(note="The game is over: nothing is asked.")
    if seat is None:
        if asked.player == CHANCE:
            return Hints(note="Nobody is asked: chance is next.")
        seat = asked.player
    waits = asked.waiting if isinstance(asked, Secret) else [asked.player]
    if seat not in waits:
        return Hints(seat, position.system.seats[seat].name, note="This seat has nothing to decide now.")
    try:
        world = yield from _world(position, seat, seed)
        looking = Looking(position, seat, seed, world)
        return looking.only or (yield from looking.work())
    except TheoError as fault:
        return Hints(seat, position.system.seats[seat].name, fault=f"No hint: {fault}.")


def _world(position: Position, seat: int, seed: int | str) -> Generator[Hints, None, Position | None]:
    """A world that looks the same to the seat: mostly the first is one, but what lies open since may fit few."""
    for number in range(PATIENT):
        found = imagined(position, seat, Random(f"hint/{seed}/first/{number}"))
        if found is not None:
            return found
        yield Hints(seat, position.system.seats[seat].name, note="Of the worlds that were imagined none fits so far.")
    return None
