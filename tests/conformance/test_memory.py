"""What is not used any more is freed: loaded games, simulated games, and look-ups past their number.

Counted in objects, not in seconds or pages of the system: a busy machine counts the same.
"""

import gc
from collections.abc import Callable
from random import Random

import pytest

import theomachy as th
from theomachy.engine.game import save
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import ability
from theomachy.play import simulate

LOADS, WARM = 200, 20
GAMES = 10  # of as many samples, where a game has more


def grown(work: Callable[[int], None], times: int, warm: int = 0) -> int:
    """Objects that are held after `times` of something, beyond those after the first few."""
    for i in range(warm):
        work(i)
    gc.collect()
    before = len(gc.get_objects())
    for i in range(times):
        work(warm + i)
    gc.collect()
    return len(gc.get_objects()) - before


def begun(slug: str) -> str:
    """The save of a game that is under way."""
    game, rng = th.new(slug, seed=3), Random(5)
    for _ in range(8):
        game.play(rng.choice(game.options))
    return game.save()


@pytest.mark.parametrize("slug", sorted(games()))
def test_loaded_games_are_freed(slug: str) -> None:
    text = begun(slug)

    def observation(_: int) -> None:
        game = save.load(text)
        assert game.options
        game.why_not(game.system.verbs[0])

    assert grown(observation, LOADS, WARM) < LOADS  # a single box of Cthulhu Wars that stays is 400 objects


@pytest.mark.parametrize("slug", sorted(games()))
def test_simulated_games_leave_no_more_than_the_bound_of_look_ups(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ability, "MOST_KEYS", 40)
    cls = system_class(slug)
    for vocabulary in cls.vocabularies:
        vocabulary.clear()

    samples = cls.samples()[:: -(-len(cls.samples()) // GAMES)]

    def play(i: int) -> None:
        sample = samples[i % len(samples)]
        players = len(cls.build(**sample).seats)
        assert simulate(slug, 1, seed=i, players=players, options=sample.get("options")).ok
        assert any(memo for vocabulary in cls.vocabularies for memo in vocabulary.remembered.values())
        for vocabulary in cls.vocabularies:
            assert all(len(memo) <= 40 for memo in vocabulary.remembered.values())

    assert grown(play, 2 * len(samples), len(samples)) < 4000
    for vocabulary in cls.vocabularies:
        vocabulary.clear()
