"""Seats of a game that bots play beside people: whose turn to answer it is, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ..engine.errors import UnknownName
from ..engine.game.game import Game
from .bots import Bot, bot
from .observation import Observation

PEOPLE = ("", "person")  # words for a seat that nobody plays but a person
MOST_ANSWERS = 200  # of bots, until what they do is shown


class Opponents:
    """The bots of some seats of one game. The same seed and the same answers of people give the same game.

    Seats are named as everywhere; bots by name, or as they are. Raises `UnknownName`.
    """

    def __init__(self, game: Game, bots: Mapping[int | str, str | Bot]) -> None:
        self.game = game
        self.bots: dict[int, Bot] = {}
        for who, name in bots.items():
            seat = game.seat(who)
            if seat is not None:
                self.bots[seat] = bot(name)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that no bot plays."""
        return tuple(seat.index for seat in self.game.seats if seat.index not in self.bots)

    @property
    def due(self) -> int | None:
        """The seat of a bot that is asked now; None if a person or luck is, or nobody."""
        asked = self.game.position.decision
        if asked is None:
            return None
        return next((p for p in getattr(asked, "waiting", [asked.player]) if p in self.bots), None)

    def answer(self) -> bool:
        """Let one bot answer; False if none is asked."""
        seat = self.due
        if seat is None:
            return False
        rng = Random(f"{self.game.seed}/bot/{self.game.tree.nodes[self.game.here].depth}")
        self.game.play(self.bots[seat].choose(Observation(self.game.position, seat), rng))
        return True

    def stroke(self) -> None:
        """Let bots answer until one of them has done what it does in one go: its next action, or a person, comes."""
        for _ in range(MOST_ANSWERS):
            if not self.answer() or ((next_ := self.game.position.decision) is not None and next_.kind == "action"):
                return


def seated(text: str, seats: int) -> dict[int | str, str | Bot]:
    """The bots of seats in words, "person,busy,greedy" in the order of the seats. Raises `UnknownName`."""
    words = [word.strip() for word in text.split(",")] if text else []
    if len(words) > seats:
        raise UnknownName(f"there are {seats} seats, and bots or people are named for {len(words)}")
    named: dict[int | str, str | Bot] = {seat: word for seat, word in enumerate(words) if word not in PEOPLE}
    for word in named.values():
        bot(word)
    return named
