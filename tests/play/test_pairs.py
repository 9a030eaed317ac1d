"""Bots know what their seat may know: in two games that differ in secrets alone they answer alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.conformance.support import SLUGS, answer_of
from tests.conformance.test_twins import begin
from tests.conformance.twins import Twins
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import CHANCE, Secret
from theomachy.play import Observation, RandomBot, bot
from theomachy.play.bots import Bot

BOTS = ("random", "busy", "greedy-1", "search-6")
PAIRS = 4


def pairs(slug: str) -> Iterator[tuple[Game, Game, int]]:
    """Two games and the seat that is asked in both, of which the secrets of the others differ."""
    for n in count():
        position, rng = begin(slug, n), Random(f"{slug}/{n}/bots")
        while (decision := position.decision) is not None:
            asked = decision.waiting if isinstance(decision, Secret) else [decision.player]
            if CHANCE not in asked and rng.random() < 0.15:
                me = asked[-1]
                twins = Twins(position, me, rng)
                other = twins.other.position.decision
                if twins.differ and twins.comparable and other is not None and other.what == decision.what:
                    yield twins.one, twins.other, me
            position.play(answer_of(position, decision, rng))


@pytest.mark.parametrize("slug", SLUGS)
def test_no_bot_learns_from_what_its_seat_may_not_know(slug: str) -> None:
    for name in BOTS:
        assert not parted(slug, bot(name), PAIRS), name


def test_a_bot_that_peeps_is_found_out() -> None:
    class Peeping(RandomBot):
        def choose(self, observation: Observation, rng: Random) -> Any:
            hidden = repr(observation._position.state.hands)
            return Random(hidden).choice(observation.options)

    assert parted("gods_war", Peeping(), 20)


def parted(slug: str, player: Bot, most: int) -> list[str]:
    """The questions at which a bot answers two alike observations differently, of so many pairs."""
    found = list[str]()
    for one, other, me in pairs(slug):
        seen = Observation(one.position, me), Observation(other.position, me)
        if seen[0].options != seen[1].options:
            continue  # what was drawn out of sight has left another choice
        chosen = [player.choose(observation, Random(7)) for observation in seen]
        found += [f"{slug}: {seen[0].decision!r}"] if chosen[0] != chosen[1] else []
        most -= 1
        if not most:
            break
    return found
