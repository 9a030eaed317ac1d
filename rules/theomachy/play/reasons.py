"""Why a bot did what it did, as far as whoever asks may know.

To the bot's own seat, and to who sees all, these are its own numbers. To everybody else they are that too, as long as
the seat knows nothing that lies hidden. Where it does, or where what it was offered is not for all, its numbers would
tell of that: what is told instead is how the same bot would reckon at a table as whoever asks must take it to be, with
all that he cannot know drawn anew. Of an answer that is nobody else's business nothing is told, and of one in secret
nothing before it lies open.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from random import Random

from ..engine.game.game import Game
from ..engine.game.plans import unfinished
from ..engine.game.questions import covered
from ..engine.runtime.decision import QUIET_NO, Answer, Decision, LogEntry, Secret
from ..engine.runtime.position import Position
from .observation import Observation, imagined
from .opponents import Opponents
from .thinking import Look, Thought

WORLDS = 200  # times that one is looked for in which the answer, which is known by now, could have been given
OWN, SEEN, SEALED, NONE, GONE = "own", "seen", "sealed", "none", "gone"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot gave an answer.

    `how` is "own" (its own numbers), "seen" (reckoned from what the asker may know), "sealed" (nobody else may know),
    "none" (it reckons nothing: it does what it can) or "gone" (another plays the seat now). `position` is that at which
    the options were offered; they are named by it. `done` of `of` pieces have been looked at.
    """

    how: str
    answer: Answer = None
    look: Look | None = None
    others: tuple[Look, ...] = ()
    position: Position | None = None
    done: int = 0
    of: int = 0


def why(table: Opponents, node: int, viewer: int | None, *, all_seen: bool = False) -> Generator[Reason, None, Reason]:
    """Why the answer that led to a position of the game was given, in pieces. Its bot thinks again, as it did."""
    game = table.game
    entry, parent = game.tree.nodes[node].entry, game.tree.nodes[node].parent
    if entry is None or parent < 0 or entry.who not in table.bots:
        return Reason(GONE)
    real, seat = game.tree.nodes[parent].position.clone(), entry.who
    asked = real.decision
    assert asked is not None
    if all_seen or viewer == seat:
        thinking, position = table.thinking(parent, seat), real
        how = OWN
    else:
        if untold(game, node, viewer):
            return Reason(SEALED)
        question = asked.asks.get(seat, asked) if isinstance(asked, Secret) else asked
        if not covered(question, viewer) and not knows_more(real, seat):
            thinking, position, how = table.thinking(parent, seat), real, OWN
        else:
            heard = len(real.seen_by(viewer))
            rng = Random(f"{game.seed}/why/{viewer}/{heard}")
            for _ in range(WORLDS):
                world = imagined(real, viewer, rng, opened=seat)
                if world is not None and entry.answer in _offered(world):
                    break
                yield Reason(SEEN, entry.answer)
            else:
                return Reason(SEALED)
            thinking, position, how = table.bots[seat].think(Observation(world.clone(), seat), rng), world, SEEN
    thought = Thought(entry.answer)
    while True:
        try:
            thought = next(thinking)
        except StopIteration as end:
            thought = end.value
            break
        yield Reason(how, entry.answer, done=thought.done, of=thought.of, position=position)
    mine = next((look for look in thought.looks if look.option == entry.answer), None)
    if mine is None:
        return Reason(NONE if how == OWN or not thought.looks else SEALED, entry.answer, position=position)
    others = tuple(look for look in thought.looks if look.option != entry.answer)
    return Reason(how, entry.answer, mine, others, position, len(thought.looks), len(thought.looks))


def knows_more(position: Position, seat: int) -> bool:
    """Does a seat know anything that does not lie open?"""
    system = position.system
    return bool(system.view(position.state, seat) != system.view(position.state, None))


def secretive(position: Position, seat: int, viewer: int | None) -> bool:
    """May a viewer not learn how long a seat thinks here, and about how much: does it hang on what is hidden?"""
    asked = position.decision
    if asked is None or seat == viewer:
        return False
    return isinstance(asked, Secret) or covered(asked, viewer) or knows_more(position, seat)


def untold(game: Game, node: int, viewer: int | None) -> bool:
    """Is an answer none of a viewer's business, as far as the game has come?

    What was answered in secret is, until all plans are done; on another line one does not know whether they are.
    """
    entry, parent = game.tree.nodes[node].entry, game.tree.nodes[node].parent
    if entry is None or parent < 0:
        return True
    asked: Decision | None = game.tree.nodes[parent].position.decision
    if asked is None or hides(entry, viewer):
        return True
    if not (isinstance(asked, Secret) or covered(asked, viewer)):
        return False
    return node not in game.tree.path(game.here) or node in unfinished(game.tree, game.here)


def hides(entry: LogEntry, viewer: int | None) -> bool:
    """May a viewer not know what was answered, or that something was?"""
    quiet = entry.quiet and entry.who != viewer and entry.answer in QUIET_NO
    return entry.owner not in (None, viewer) or quiet


def _offered(world: Position) -> tuple[Answer, ...]:
    """All that could be answered."""
    if world.decision is None:
        return ()
    return (*world.decision.options, *world.anytime_actions)
