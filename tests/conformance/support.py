"""Random play of every game there is: what the conformance tests walk through."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from theomachy.engine.authoring.scenario_run import snapshot as snapshot
from theomachy.engine.game.registry import games as games
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE, Decision
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.system import System

GAMES = 100  # random games of each game, over all its samples


def samples_of(slug: str) -> tuple[dict[str, Any], ...]:
    """The set-ups of a game; none for one that gives none, which a test of its own says."""
    try:
        return games()[slug].samples()
    except NotImplementedError:
        return ()


ALL = sorted(games())
SLUGS = [slug for slug in ALL if samples_of(slug)]
CASES = [(slug, i) for slug in SLUGS for i in range(len(samples_of(slug)))]


def fresh(slug: str, sample: int) -> Position:
    """The beginning of a game."""
    system = games()[slug].build(**games()[slug].samples()[sample])
    return Position(system, system.start())


def answer_of(position: Position, decision: Decision, rng: Random) -> Any:
    """What a random player (or luck) says; now and then somebody throws something in."""
    if decision.player == CHANCE:
        return sampling.sample_chance(decision, rng)
    if rng.random() < 0.1 and (jumps := position.anytime_actions):
        return rng.choice(jumps)
    return decision.options[int(rng.random() * len(decision.options))]


def walk(slug: str, sample: int, seed: object) -> Iterator[tuple[Position, Decision, Random]]:
    """A random game: the position at each decision (it moves on between two of them), the decision, and the luck."""
    position, rng = fresh(slug, sample), Random(f"{slug}/{sample}/{seed}")
    while (decision := position.decision) is not None:
        yield position, decision, rng
        position.play(answer_of(position, decision, rng))
    yield from ()


def digest(slug: str, sample: int, seed: object) -> str:
    """A short name for all that happened in one random game: every question, every answer, the end."""
    summary = hashlib.sha256()
    position = None
    for position, decision, _ in walk(slug, sample, seed):  # noqa: B007
        summary.update(
            repr((decision.player, decision.kind, decision.what, decision.rule, len(decision.options))).encode()
        )
    assert position is not None
    filed = position.system.answer_to_file
    summary.update(repr([entry._replace(answer=filed(entry.answer)) for entry in position.log()]).encode())
    summary.update(json.dumps(position.system.to_json(position.state), sort_keys=True).encode())
    return summary.hexdigest()[:16]


def seats_and_spectator(system: System) -> list[int | None]:
    """Everybody who may look at a game."""
    return [None, *(seat.index for seat in system.seats)]
