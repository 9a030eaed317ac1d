"""Any game as an environment of PettingZoo (AEC): researchers bring their own players. Needs the extra `rl`.

    from theomachy.play.aec import env
    game = env("demigods", players=2, turns=3)

An agent is a seat. Chance is no agent: it falls by the seed of `reset`. An action is the place of an answer in the list
of those that its seat may give now, so the same number means something else at every question; `options` describes
each. A list that is longer than the space turns its page by the last number.

What an agent gets is made of the view of its own seat. Whoever is not asked has no mask, no options and no question.
That somebody is asked at all is seen by whoever drives the environment, and not by the agents: a player must not look
at `agent_selection` of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ..engine.game.registry import game as system_class
from ..engine.runtime.decision import CHANCE, KINDS, Answer, Decision, Secret
from ..engine.runtime.position import Position
from ..engine.runtime.sampling import sample_chance
from ..engine.runtime.system import System
from ..engine.tabletop import brief

ACTIONS = 512  # numbers of the space; the last one turns the page of a longer list
WIDTH = 48  # numbers of each field of a state: longer ones are cut off, shorter ones end in zeros
PARTS = 8  # numbers of an option
HEAD = 8  # numbers before the fields: own seat, who plays, what is asked
MOST = 20_000  # answers of one game; then it is truncated
FAR = 1e9  # no number of an observation is farther from 0
WORDS = 9973  # a word is a number below this


def env(slug: str, *, most: int = MOST, players: int | None = None, **options: Any) -> Theomachy:
    """An environment of one game. `options` are those of the game; `most` answers, and a game is truncated.

    Raises `UnknownName` as `theomachy.new` does.
    """
    cls = system_class(slug)
    return Theomachy(cls.build(players=players, options=dict(cls.simulation) | options), most)


class Theomachy(AECEnv):
    """A configured game as PettingZoo knows games. Rewards come at the end: 1 for each winner, -1 for the others.

    An observation is a dictionary: `observation`, the fields of the state as the seat sees it, each at its own place;
    `action_mask`; and `options`, a row of numbers for each answer. `infos` of whoever is asked has the same for people:
    `view`, `question` and `labels`.
    """

    metadata = {"render_modes": ["ansi"], "name": "theomachy", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, system: System[Any], most: int = MOST) -> None:
        super().__init__()
        self.system, self.most, self.render_mode = system, most, "ansi"
        self.possible_agents = [seat.name for seat in system.seats]
        self._fields = list(system.to_json(system.start()))
        size = HEAD + WIDTH * len(self._fields)
        space: dict[str, Any] = {
            "observation": spaces.Box(-FAR, FAR, (size,), np.float32),
            "options": spaces.Box(-FAR, FAR, (ACTIONS, PARTS), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
        self._observations = {name: spaces.Dict(space) for name in self.possible_agents}
        self._actions = {name: spaces.Discrete(ACTIONS) for name in self.possible_agents}
        self._luck = Random(0)

    def observation_space(self, agent: str) -> Any:
        """What an agent gets: the same space whenever it is asked for."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may say."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed and the same actions give the same."""
        if seed is not None:
            self._luck = Random(seed)
        for each in self._actions.values():
            each.seed(self._luck.randrange(2**31))
        self.position = Position(self.system, self.system.start())
        self.answers, self._page = 0, 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._next()

    def step(self, action: int | None) -> None:
        """Give the answer of the agent that is asked. Raises `ValueError` for a number that the mask does not allow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        offered = self._offered
        if action is None or not 0 <= action < ACTIONS or not self._mask(offered)[action]:
            raise ValueError(f"{action} is no answer of {agent} here: look at the action mask")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if len(offered) > ACTIONS and action == ACTIONS - 1:
            pages = -(-len(offered) // (ACTIONS - 1))
            self._page = (self._page + 1) % pages
        else:
            self.position.play(offered[self._page * (ACTIONS - 1) + int(action)])
            self.answers, self._page = self.answers + 1, 0
        self._next()
        self._accumulate_rewards()
        self._deads_step_first()

    def _next(self) -> None:
        """Let chance fall, and see who is asked."""
        while (asked := self.position.decision) is not None and asked.player == CHANCE:
            self.position.play(sample_chance(asked, self._luck))
        self._seat, self._offered = -1, ()
        if asked is None:
            winners = self.system.winners(self.position.state)
            for seat, name in enumerate(self.possible_agents):
                self.terminations[name] = True
                self.rewards[name] = 0 if not winners else 1 if seat in winners else -1
        elif self.answers >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._seat = asked.waiting[0] if isinstance(asked, Secret) else asked.player
            mine: list[Answer] = list(asked.options)
            if isinstance(asked, Secret):
                mine = [option for option in mine if option[0] == self._seat]
            mine += [one for one in self.position.anytime_actions if one[2] == self._seat]
            self._offered = tuple(mine)
            self.agent_selection = self.possible_agents[self._seat]
        self.infos = {name: {} for name in self.agents}
        if asked is not None and self._seat >= 0:
            self.infos[self.agent_selection] = self._told(asked)

    def _told(self, asked: Decision) -> dict[str, Any]:
        """The question in words, for whoever is asked."""
        s = self.system.view(self.position.state, self._seat)
        own = asked.asks[self._seat] if isinstance(asked, Secret) else asked
        return {
            "view": self.system.to_json(s),
            "question": self.system.prompt(s, own),
            "labels": [
                self.system.anytime_label(s, one) if _thrown_in(one) else self.system.label(s, asked, one)
                for one in self._shown(self._offered)
            ],
        }

    # -- what is seen -------------------------------------------------------------------------------------------------
    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know now."""
        seat = self.possible_agents.index(agent)
        asked = self.position.decision if seat == self._seat else None
        row = np.zeros(HEAD + WIDTH * len(self._fields), np.float32)
        row[0] = seat + 1
        row[1] = len(self.possible_agents)
        if asked is not None:
            own = asked.asks[seat] if isinstance(asked, Secret) else asked
            row[2:6] = 1, KINDS.index(own.kind) + 1, _word(own.what), self._page
        said = self.system.to_json(self.system.view(self.position.state, seat))
        for at, name in enumerate(self._fields):
            numbers = [x for _, x in zip(range(WIDTH), _numbers(said.get(name)), strict=False)]
            start = HEAD + at * WIDTH
            row[start : start + len(numbers)] = numbers
        options = np.zeros((ACTIONS, PARTS), np.float32)
        for at, option in enumerate(self._shown(self._offered) if asked is not None else ()):
            parts = [x for _, x in zip(range(PARTS), _numbers(option), strict=False)]
            options[at, : len(parts)] = parts
        mask = self._mask(self._offered if asked is not None else ())
        return {"observation": row, "options": options, "action_mask": mask}

    def _shown(self, offered: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """The answers of the page that is open."""
        if len(offered) <= ACTIONS:
            return offered
        start = self._page * (ACTIONS - 1)
        return offered[start : start + ACTIONS - 1]

    def _mask(self, offered: tuple[Answer, ...]) -> Any:
        mask = np.zeros(ACTIONS, np.int8)
        mask[: len(self._shown(offered))] = 1
        if len(offered) > ACTIONS:
            mask[-1] = 1
        return mask

    def render(self) -> str:
        """The table in words, as a spectator sees it."""
        return brief.board(self.system.table(self.system.view(self.position.state, None), None))

    def close(self) -> None:
        """There is nothing to close."""


def _numbers(value: Any) -> Iterator[float]:
    """Plain data as numbers, in its own order; a list begins with its length, a word is a number of its own."""
    if isinstance(value, bool):
        yield float(value)
    elif isinstance(value, int | float):
        yield float(max(-FAR, min(FAR, value)))
    elif isinstance(value, str):
        yield float(_word(value))
    elif isinstance(value, list | tuple):
        yield float(len(value))
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, dict):
        for key in value:
            yield from _numbers(value[key])
    else:
        yield -1.0


def _word(text: str) -> int:
    return 1 + crc32(text.encode()) % WORDS


def _thrown_in(answer: Answer) -> bool:
    return isinstance(answer, tuple) and answer[:1] == ("!",)
