"""What a bot may know: its seat, the question with its options, and the state as that seat sees it."""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine.errors import RulesError
from ..engine.runtime.decision import CHANCE, Answer, Decision, Secret
from ..engine.runtime.position import Playout, Position
from ..engine.runtime.sampling import sample_chance as sample_chance
from ..engine.runtime.system import System

TRIES = 8  # worlds that are drawn before a bot gives up finding one that fits what has been answered


class Observation:
    """One decision as its player sees it. The real position stays hidden; views and imagined ones do not."""

    __slots__ = ("_position", "_state", "decision", "me", "options", "system")

    def __init__(self, position: Position, me: int | None = None) -> None:
        """Look at the pending decision of a position; `me` matters only where several are asked at once."""
        decision = position.decision
        if decision is None or decision.player == CHANCE:
            raise RulesError("nobody at the table is asked here")
        self.system: System = position.system
        self.decision: Decision = decision
        self.me = decision.player if me is None else me
        self.options: tuple[Answer, ...] = decision.options
        if isinstance(decision, Secret):
            self.options = tuple(option for option in decision.options if option[0] == self.me)
        self._position = position
        self._state: Any = None

    @property
    def state(self) -> Any:
        """The state as this seat may see it."""
        if self._state is None:
            self._state = self.system.view(self._position.state, self.me)
        return self._state

    @property
    def anytime(self) -> tuple[Answer, ...]:
        """What this seat itself may do at any time, of what its game has bots weigh; answers like the options."""
        weighed = self.system.weighed
        if not weighed:
            return ()
        return tuple(one for one in self._position.anytime_actions if one[1] in weighed and one[2] == self.me)

    def imagine(self, rng: Random) -> Position | None:
        """A position that looks the same from here: all that this seat cannot know is drawn anew.

        None when no world was found in which the answers given since the last checkpoint could have been given.
        """
        return imagined(self._position, self.me, rng)


def imagined(real: Position, me: int | None, rng: Random, *, opened: int | None = None) -> Position | None:
    """The same of any position for any seat, or for a spectator (None); also while chance is awaited.

    `opened` is a seat whose plan was still sealed then, and of which one knows since.
    """
    if isinstance(real, Playout):
        raise RulesError("a bot that says it is blind imagines no positions")
    for _ in range(TRIES):
        position = Position(real.system, real.system.resample(real.base, me, rng))
        if _retrace(real, position, me, rng, opened):
            return position
    return None


def _retrace(real: Position, position: Position, me: int | None, rng: Random, opened: int | None) -> bool:
    """Give the answers of the current step again; what this seat did not see is answered by luck.

    What others have answered to a secret question that is still open is left out: they are yet to answer it. All but
    the seat whose plan has been `opened` since.
    """
    now, sealed = real.decision, real.unrevealed()
    for entry in real.entries:
        if entry.who not in (me, opened) and id(entry) in sealed:
            continue
        decision = position.decision
        jump = type(entry.answer) is tuple and entry.answer[:1] == ("!",)
        # Of plans in secret each player is asked at once, and they answer in any order.
        asked = decision.asks.get(entry.who) if isinstance(decision, Secret) else decision
        if decision is None or (not jump and (asked is None or asked.what != entry.what or asked.player != entry.who)):
            return False
        answer = entry.answer
        if decision.player == CHANCE and entry.owner not in (None, me):
            answer = sample_chance(decision, rng)
        if answer not in (position.unasked if jump else decision.options):
            return False
        position.play(answer)
    then = position.decision
    if then is None or now is None or then.what != now.what:
        return False
    return then.player == now.player or (isinstance(then, Secret) and (me in then.asks or opened in then.asks))
