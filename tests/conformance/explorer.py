"""The player of the exhaustive run, busier than those that users are offered: no measure of good play.

A game that needs somebody who works towards its late powers has one of its own in `tests/<game>/exhaustive.py`.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from theomachy.play import BusyBot
from theomachy.play.observation import Observation


class Explorer(BusyBot):
    """A busy player who takes the action that was taken least so far."""

    name = "explorer"

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def choose(self, observation: Observation, rng: Random) -> Any:
        actions = [option for option in observation.options if isinstance(option, tuple)]
        if observation.decision.kind != "action" or not actions or rng.random() < 0.2:
            return super().choose(observation, rng)
        return self.rarest(actions, rng)

    def rarest(self, actions: list[Any], rng: Random) -> Any:
        """One of the actions whose verb was taken least."""
        rarest = min(self.taken[option[0]] for option in actions)
        pick = rng.choice([option for option in actions if self.taken[option[0]] == rarest])
        self.taken[pick[0]] += 1
        return pick
