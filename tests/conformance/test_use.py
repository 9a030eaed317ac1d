"""The exhaustive run: busy players play until every printed ability has done something many times over."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance.support import SLUGS, fresh
from theomachy.engine import luck
from theomachy.engine.ability import Ability
from theomachy.engine.ask import CHANCE
from theomachy.engine.position import Position
from theomachy.engine.registry import games
from theomachy.engine.scenario import load
from theomachy.engine.timing import CANON, QUERY
from theomachy.play import BusyBot
from theomachy.play.look import Look

ENOUGH, MOST_GAMES, MOST_ANSWERS = 20, 6000, 600
SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"


FOLDED = ("cost_of", "limit", "gain_of")  # what comes in is the last argument, what goes out takes its place


def told(timing: str, given: tuple[Any, ...], result: Any) -> bool:
    """Did an answer make a difference? A bar that bars, a number that changes, anything that is there."""
    if timing in FOLDED:
        return bool(result != given[-1])
    return not result if CANON[timing].kind == QUERY and timing.startswith("may_") else bool(result)


class Explorer(BusyBot):
    """A busy player who takes the action that was taken least so far."""

    name = "explorer"

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def choose(self, look: Look, rng: Random) -> Any:
        actions = [option for option in look.options if isinstance(option, tuple)]
        if look.ask.kind != "action" or not actions or rng.random() < 0.2:
            return super().choose(look, rng)
        rarest = min(self.taken[option[0]] for option in actions)
        pick = rng.choice([option for option in actions if self.taken[option[0]] == rarest])
        self.taken[pick[0]] += 1
        return pick


@contextmanager
def counted(slug: str) -> Iterator[Counter[str]]:
    """While inside, every use of every ability is counted: a body that ran, or an answer that made a difference."""
    uses: Counter[str] = Counter()
    watched: list[tuple[Ability, str]] = []

    def watch(ability: Ability, timing: str) -> None:
        method, name = getattr(ability, timing), ability.name
        if inspect.iscoroutinefunction(method):

            async def body(*given: Any) -> Any:
                uses[name] += 1
                return await method(*given)

            ability.__dict__[timing] = body
        else:

            def answer(*given: Any) -> Any:
                result = method(*given)
                uses[name] += told(timing, given, result)
                return result

            ability.__dict__[timing] = answer
        watched.append((ability, timing))

    vocabularies = games()[slug].vocabularies
    for vocabulary in vocabularies:
        for ability in vocabulary.abilities:
            uses[ability.name] = 0
            for timing in vocabulary.uses:
                if hasattr(ability, timing):
                    watch(ability, timing)
        vocabulary.clear()
    try:
        yield uses
    finally:
        for ability, timing in watched:
            del ability.__dict__[timing]
        for vocabulary in vocabularies:
            vocabulary.clear()


def scenes_of(slug: str) -> list[Position]:
    """Every position at which a scenario of the game does something."""
    return [game.position for path in sorted((SCENARIOS / slug).glob("*.toml")) for game in load(path).games()[:-1]]


def beginnings(slug: str, scenes: list[Position]) -> Iterator[Position]:
    """Where to start: two positions out of the scenarios of the game for each game from the beginning, for ever.

    Random play alone seldom comes to the late powers; the scenarios stand in their midst.
    """
    for i in count():
        yield fresh(slug, i % len(games()[slug].samples()))
        for k in (0, 1) if scenes else ():
            yield scenes[(2 * i + k) % len(scenes)].clone()


def run(slug: str, enough: int, most: int) -> Counter[str]:
    """Games of busy players until every ability was used often enough."""
    bots, starts = (Explorer(), BusyBot()), beginnings(slug, scenes_of(slug))
    with counted(slug) as uses:
        for seed in range(most):
            position, rng = next(starts), luck.at(f"use/{slug}", seed)
            left = MOST_ANSWERS
            while (ask := position.decision) is not None and (left := left - 1):
                bot = bots[seed % 5 == 4]
                position.play(luck.answer(ask, rng) if ask.player == CHANCE else bot.choose(Look(position), rng))
            if min(uses.values()) >= enough:
                break
    return uses


def test_uses_are_counted_and_forgotten():
    """The counter sees what happens, and leaves no trace behind."""
    for slug in SLUGS:
        uses = run(slug, 1, 12)
        assert sum(uses.values()) > 20
        abilities = [a for v in games()[slug].vocabularies for a in v.abilities]
        assert not [a for a in abilities if any(callable(value) for value in a.__dict__.values())]


@pytest.mark.nightly
@pytest.mark.parametrize("slug", SLUGS)
def test_every_ability_did_something_many_times(slug: str) -> None:
    uses = run(slug, ENOUGH, MOST_GAMES)
    rare = {name: n for name, n in uses.items() if n < ENOUGH}
    assert not rare, f"used too rarely: {rare}"
