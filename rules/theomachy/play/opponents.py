"""Who plays the seats of a game: people, bots by name or level, or nobody yet; and what those bots answer.

It is a remark about the whole game, so that it is in every file and journal of it: `game.names["seats"]` is "person,
middling, nobody", in the order of the seats. A bot draws by the position alone: the same answers of people give the
same game, also after a game was opened again, or a process was killed while a bot thought.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from weakref import WeakKeyDictionary, ref

from ..engine.errors import UnknownName, unknown
from ..engine.game.game import Game
from ..engine.runtime.decision import Decision, Secret
from ..engine.runtime.position import Position
from .bots import BOTS, LEVELS, Bot, BusyBot, bot
from .observation import Observation
from .outside import Watched, lawful, names
from .thinking import Thinking, Thought, ended

PERSON, NOBODY = "person", "nobody"
PEOPLE = ("", PERSON)  # words for a seat that nobody plays but a person
SEATS = "seats"  # the remark
MOST_ANSWERS = 200  # of bots, until what they do is shown
PACES = {"step": None, "slow": 1.2, "normal": 0.6, "once": 0.0}  # seconds between two actions; by step: when told


class Opponents:
    """Who plays the seats of one game. Seats are named as everywhere; bots by name, by level, or as they are.

    Without `bots` it is as the game says. A bot that is handed over as it is has no name that a file could keep: there
    its seat is a person's. `pace` and `paused` are how its people want to see bots play; `slips` are the answers for
    which another had to stand in, by position. Raises `UnknownName`.
    """

    def __init__(self, game: Game, bots: Mapping[int | str, str | Bot] | None = None) -> None:
        self._game = ref(game)  # a table must not keep its game for ever
        self.pace, self.paused = "normal", False
        self.slips: dict[int, str] = {}
        self.thinks: object = None  # the screen that lets them think; there may be several
        self._given: dict[int, Bot] = {}
        self._known: tuple[object, tuple[dict[int, Watched], tuple[int, ...]]] | None = None
        self._made: dict[tuple[int, str], Watched] = {}
        if bots is not None:
            words = [PERSON] * len(game.seats)
            for who, name in bots.items():
                seat_ = game.seat(who)
                if seat_ is not None:
                    words[seat_] = self._word(seat_, name)
            self._write(words)

    @property
    def game(self) -> Game:
        """The game, which whoever asks holds."""
        found = self._game()
        assert found is not None
        return found

    def _word(self, seat: int, name: str | Bot) -> str:
        self._given.pop(seat, None)
        if not isinstance(name, str):
            self._given[seat] = name
            return PERSON
        if name in (*PEOPLE, NOBODY):
            return name or PERSON
        bot(name)
        return name

    def _write(self, words: list[str]) -> None:
        said = ", ".join(words) if set(words) != {PERSON} else ""
        if self.game.names.get(SEATS, "") != said:
            self.game.remark(SEATS, said)

    @property
    def words(self) -> list[str]:
        """Who plays each seat, as the game says: "person", "nobody", or the name of a bot."""
        said = [word.strip() for word in self.game.names.get(SEATS, "").split(",")]
        return [(said[i] if i < len(said) else "") or PERSON for i in range(len(self.game.seats))]

    def sit(self, who: int | str, name: str | Bot) -> None:
        """From now on this seat is played by a bot, by a person ("person") or by nobody yet ("nobody").

        Raises `UnknownName`.
        """
        seat, words = self.game.seat(who), self.words
        if seat is None:
            raise unknown("seat", who, [each.name for each in self.game.seats])
        words[seat] = self._word(seat, name)
        self._write(words)

    @property
    def bots(self) -> dict[int, Watched]:
        """The bots by their seats."""
        return self._read()[0]

    def _read(self) -> tuple[dict[int, Watched], tuple[int, ...]]:
        """Bots by their seats, and the seats that nobody plays; read anew when the game says otherwise."""
        said = (self.game.names.get(SEATS, ""), tuple(self._given.items()))
        if self._known is None or self._known[0] != said:
            bots: dict[int, Watched] = {}
            vacant: list[int] = []
            for seat, word in enumerate(self.words):
                name = self._given.get(seat, word)
                if name == PERSON:
                    continue
                if name == NOBODY or (isinstance(name, str) and not known(name)):
                    vacant.append(seat)
                    continue
                key = (seat, name if isinstance(name, str) else f"#{id(name)}")
                if key not in self._made:
                    self._made[key] = Watched(bot(name), BusyBot())
                bots[seat] = self._made[key]
            self._known = said, (bots, tuple(vacant))
        return self._known[1]

    @property
    def missing(self) -> list[str]:
        """Bots that the game names and that are not there: nobody plays their seats yet."""
        return [word for word in dict.fromkeys(self.words) if word not in (PERSON, NOBODY) and not known(word)]

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats that nobody plays yet."""
        return self._read()[1]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        bots, vacant = self.bots, self.vacant
        return tuple(seat.index for seat in self.game.seats if seat.index not in bots and seat.index not in vacant)

    def word_of(self, seat: int) -> str:
        """Who plays a seat, in a word: "person", "nobody", the name of a bot."""
        if seat in self._given:
            given = self._given[seat]
            return str(getattr(given, "name", type(given).__name__))
        word = self.words[seat]
        return NOBODY if word in self.missing else word

    # -- answering ----------------------------------------------------------------------------------------------------
    @property
    def due(self) -> int | None:
        """The seat of a bot that is asked now; None if a person or luck is, or nobody."""
        return self.asked_of(self.game.position.decision, self.bots)

    @staticmethod
    def asked_of(asked: Decision | None, among: Mapping[int, object]) -> int | None:
        """The first of some seats that a question is put to."""
        if asked is None:
            return None
        waiting = asked.waiting if isinstance(asked, Secret) else [asked.player]
        return next((seat for seat in waiting if seat in among), None)

    def think(self) -> Thinking:
        """What the bot that is asked now thinks, in pieces. Raises `UnknownName` when none is."""
        seat = self.due
        if seat is None:
            raise UnknownName("no bot is asked now")
        return self.thinking(self.game.here, seat)

    def thinking(self, node: int, seat: int) -> Thinking:
        """What the bot of a seat thinks at a position of the game; the same whenever it is asked."""
        position = self.game.tree.nodes[node].position.clone()
        return self.bots[seat].think(Observation(position, seat), self._luck(position, seat))

    def cut_short(self, thought: Thought | None) -> Thought:
        """What the bot that is asked now answers when it may think no longer: the best that it has found so far.

        Where it has found nothing yet, another stands in. Raises `UnknownName` when no bot is asked.
        """
        seat = self.due
        if seat is None:
            raise UnknownName("no bot is asked now")
        position = self.game.position.clone()
        observation = Observation(position, seat)
        if thought is not None and lawful(observation, thought.answer):
            return thought
        return self.bots[seat].stand_in(observation, self._luck(position, seat), "it had no more time")

    def _luck(self, position: Position, seat: int) -> Random:
        return Random(f"{self.game.seed}/bot/{seat}/{len(position.seen_by(seat))}")

    def give(self, thought: Thought) -> None:
        """Play what a bot has come to; where another answer stood in for its own, a note says so."""
        seat, before = self.due, self.game.here
        self.game.play(thought.answer)
        if thought.slip and seat is not None:
            path = self.game.tree.path(self.game.here)
            node = path[path.index(before) + 1]
            said = f"{self.game.seats[seat].name} is played by {self.word_of(seat)!r}: {thought.slip}; "
            self.slips[node] = said + "the house answered for it."
            old = self.game.tree.nodes[node].note
            self.game.note(f"{old}\n{self.slips[node]}".strip(), node)

    def answer(self) -> bool:
        """Let one bot answer; False if none is asked."""
        if self.due is None:
            return False
        self.give(ended(self.think()))
        return True

    @property
    def stroke_over(self) -> bool:
        """Has a bot done what it does in one go: does its next action come, or somebody else?"""
        asked = self.game.position.decision
        return self.due is None or asked is None or asked.kind == "action"

    def stroke(self) -> None:
        """Let bots answer until one of them has done what it does in one go: its next action, or a person, comes."""
        for _ in range(MOST_ANSWERS):
            if not self.answer() or self.stroke_over:
                return


def known(word: str) -> bool:
    """Is there such a bot?"""
    try:
        bot(word)
    except UnknownName:
        return False
    return True


_tables: WeakKeyDictionary[Game, Opponents] = WeakKeyDictionary()


def opponents_of(game: Game, bots: Mapping[int | str, str | Bot] | None = None) -> Opponents:
    """Who plays the seats of a game: one for all screens that show it. `bots` are those that play from now on.

    Raises `UnknownName`.
    """
    found = _tables.get(game)
    if found is None:
        found = _tables[game] = Opponents(game, bots)
    elif bots:
        for who, name in bots.items():
            found.sit(who, name)
    return found


def choices() -> list[tuple[str, str]]:
    """Who may play a seat, for every chooser: the name, and what is shown for it."""
    named = [(level, f"bot, {level}") for level in LEVELS]
    own = [(name, f"bot, {name}") for name in BOTS if name not in LEVELS.values()]
    return [
        (PERSON, "a person"), *named, *own, *((name, f"bot, {name}") for name in names()), (NOBODY, "nobody yet")
    ]  # fmt: skip


def seated(text: str, seats: int) -> dict[int | str, str | Bot]:
    """The bots of seats in words, "person,busy,greedy" in the order of the seats. Raises `UnknownName`."""
    words = [word.strip() for word in text.split(",")] if text else []
    if len(words) > seats:
        raise UnknownName(f"there are {seats} seats, and bots or people are named for {len(words)}")
    named: dict[int | str, str | Bot] = {seat: word for seat, word in enumerate(words) if word not in PEOPLE}
    for word in named.values():
        if word != NOBODY:
            bot(word)
    return named
