"""How hard a puzzle is: how many playouts and bots find a right answer.

A playout answers all that follows at random, as a busy bot does, and lets chance fall; whoever asks takes the option
whose playouts come to the most for the aim on average. That is tried with one playout an option and with four. Beside
these, greedy bots are asked, who know nothing of the aim and look at how they stand one action later.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..engine.runtime.decision import CHANCE, Answer, Secret
from ..engine.runtime.position import Position
from ..engine.runtime.sampling import sample_chance
from ..engine.runtime.theme import Aim
from ..play.bots import BusyBot, GreedyBot
from ..play.observation import Observation
from .exact import after

GRADES = ("easy", "middling", "hard")
ASKED = ((1, 8), (4, 4), (0, 4))  # playouts an option, and how often that is tried; 0: greedy bots
EASY, MIDDLING = 0.7, 0.45  # the share that finds it, from which on it is so
PATIENT = 300  # answers of a playout


def grade_of(
    position: Position, aim: Aim, options: Sequence[Answer], right: Sequence[Answer], seed: str
) -> tuple[str, tuple[int, ...]]:
    """The grade among the options that are shown, and how often each sort has found it."""
    decision = position.decision
    assert decision is not None
    found = []
    for playouts, tries in ASKED:
        hits = 0
        for k in range(tries):
            rng = Random(f"puzzles/grade/{seed}/{playouts}/{k}")
            if not playouts:
                hits += GreedyBot().choose(Observation(position.clone()), rng) in right
                continue
            worth = {option: sum(_playout(position, option, aim, rng) for _ in range(playouts)) for option in options}
            top = max(worth.values())
            best = [option for option in options if worth[option] == top]
            hits += rng.choice(best) in right  # of equals any
        found.append(hits)
    return graded(found), tuple(found)


def _playout(position: Position, option: Answer, aim: Aim, rng: Random) -> int:
    here, busy = after(position, option), BusyBot()
    for _ in range(PATIENT):
        asked = here.decision
        if asked is None or isinstance(asked, Secret) or aim.over(here.state, asked):
            break
        chance = asked.player == CHANCE
        here.play(sample_chance(asked, rng) if chance else busy.choose(Observation(here), rng))
    return aim.measure(here.state)


def graded(found: Sequence[int]) -> str:
    """The grade from how often each sort found it: the mean of the shares."""
    share = sum(hits / n for hits, (_, n) in zip(found, ASKED, strict=True)) / len(ASKED)
    return GRADES[0] if share >= EASY else GRADES[1] if share >= MIDDLING else GRADES[2]
