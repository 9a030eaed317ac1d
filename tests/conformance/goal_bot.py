"""Players of the exhaustive run, busier than those that users are offered.

They know a game so well that late powers come up in whole games too: a rulebook's last ability needs somebody who wants
it. They are no measure of good play; nobody here wants to win.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from theomachy.games.cthulhu_wars.state import KEEPER, NO_GATE
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


class GoalBot(Explorer):
    """Works towards the requirements of Cthulhu Wars; one answer in four is an explorer's: nothing is left out.

    It spends what is printed on the card first, and builds gates and recruits for the Power that a Great Old One costs;
    it spreads, and into areas without a gate; it performs no ritual, which would eat that Power and end the game early.
    """

    name = "striver"
    wanted = ("awaken", "pay 10", "give", "capture", "desecrate", "control")  # what a requirement asks for, or begins
    patience = 4  # the round in which it gives up waiting for the Power to pay for two requirements at once
    power = ("recruit", "move", "summon")

    def choose(self, observation: Observation, rng: Random) -> Any:
        if rng.random() < 0.25:
            return super().choose(observation, rng)
        if observation.decision.kind == "action":
            return self._act(observation, rng)
        plan = {"unit to move": self._unit, "move to": self._way, "doom phase": self._doom}.get(
            observation.decision.what
        )
        found = plan(observation) if plan else ()
        return rng.choice(found) if found else super().choose(observation, rng)

    def _act(self, observation: Observation, rng: Random) -> Any:
        wanted = self.wanted + (("pay",) if observation.state.round >= self.patience else ())
        actions = [option for option in observation.options if isinstance(option, tuple)]
        best = [a for a in actions if a[0].startswith(wanted)] or [a for a in actions if a[0] == "gate"]
        if best:
            return self.rarest(best, rng)
        if "end" in observation.options:
            return "end"
        build = [a for a in actions if a[0] in self.power]
        if build and rng.random() < 0.5:
            verb = rng.choice(list(dict.fromkeys(a[0] for a in build)))
            return rng.choice([a for a in build if a[0] == verb])
        return super().choose(observation, rng)

    @staticmethod
    def _unit(observation: Observation) -> list[Any]:
        """Those that leave neither a gate nor an area empty."""
        units = [u for u in observation.options if isinstance(u, tuple)]
        spare = [u for u in units if not u[2] & KEEPER and observation.state.crowd(observation.me, u[1]) > 1]
        return spare or [u for u in observation.options if u == "done"]

    @staticmethod
    def _way(observation: Observation) -> list[Any]:
        """Areas without own units, first those where a gate could be built."""
        new = [area for area in observation.options if not observation.state.here(observation.me, area)]
        return [area for area in new if observation.state.gate[area] == NO_GATE] or new

    @staticmethod
    def _doom(observation: Observation) -> list[Any]:
        return [power for power in observation.options if power not in ("ritual", "done")] or [
            "done" for option in observation.options if option == "done"
        ]
