""" "Why not?" knows an answer to every action of every seat, at every moment of a game, legal there or not."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.conformance.support import CASES, SLUGS, walk
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import Action

DECISIONS = 150  # of a game that are looked at; the first of each kind in each phase, and in the long test every one


def arguments(game: Game, action: Action[Any], me: int, rng: Random) -> tuple[Any, ...]:
    """Any things of the kinds that an action names, also such as it could never take."""
    found: list[Any] = []
    words = game.system.argument_types
    for word in action.shape:
        things = list(islice(words[words[word].base or word].candidates(game.state, me), 60))
        if not things:
            break
        found.append(rng.choice(things))
    return tuple(found)


def ask(position: Position, asked: int, rng: Random) -> int:
    """Ask the seat that is asked and the next about each verb, with things and in words; how many answers came."""
    system, n = position.system, 0
    game = Game(system, position, seed=1)
    for me in (max(asked, 0), (asked + 1) % len(system.seats)):
        for action in system.actions(position.state, me):
            args = arguments(game, action, me, rng)
            words = [system.argument_types[system.argument_types[w].base or w] for w in action.shape]
            names = [word.named(game.state, me, value) for word, value in zip(words, args, strict=False)]
            for word, value in zip(words, args, strict=False):
                word.targets(game.state, me, value)
            for found in (
                game.why_not((action.verb, *args), me),
                game.why_not(" ".join([action.verb, *names]), me),
            ):
                assert found.verdicts or found.legal, (action.verb, args)
                assert all(verdict.text and verdict.rule for verdict in found.verdicts), (action.verb, args)
                n += 1
    return n


def answers(slug: str, samples: list[int], *, all_: bool = False) -> int:
    """How many answers random games of these samples gave."""
    asked, n = set[object](), 0
    for sample in samples:
        for count, (position, decision, rng) in enumerate(walk(slug, sample, "why not")):
            if count >= DECISIONS and not all_:
                break
            sort = position.system.moment(position.state)[1], decision.kind
            if all_ or sort not in asked:
                asked.add(sort)
                n += ask(position, decision.player, rng)
    return n


@pytest.mark.parametrize("slug", SLUGS)
def test_why_not_answers_in_every_phase(slug: str) -> None:
    samples = [sample for s, sample in CASES if s == slug]
    assert answers(slug, samples[-1:]) > 50


@pytest.mark.nightly
@pytest.mark.parametrize("slug", SLUGS)
def test_why_not_answers_at_every_moment(slug: str) -> None:
    samples = [sample for s, sample in CASES if s == slug]
    assert answers(slug, samples[:3], all_=True) > 1_000
