"""The exhaustive run: busy players play until every printed ability has done something many times over.

Whole games from their set-up, and a second time from late positions where a game has some (`positions` and `names` in
`tests/<game>/exhaustive.py`; its `PLAYER` plays). What a menu asks of an ability to
find its options does not count, nor what happened before the position where a game begins: only what the rules did
while answers were given. `build/uses_<game>_<begin>.json` keeps the counts.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance.explorer import Explorer
from tests.conformance.support import SLUGS, fresh
from tests.conformance.uses import OWN, Uses, counted
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.play import Bot, BusyBot
from theomachy.play.observation import Observation

ENOUGH, MOST_GAMES, MOST_ANSWERS = 20, 8000, 1500
BUILD = Path(__file__).parents[2] / "build"


def from_set_up(slug: str) -> Iterator[Position]:
    """Every sample of a game, for ever; or what a game has of its own in their place."""
    if hasattr(OWN.get(slug), "set_ups"):
        yield from OWN[slug].set_ups()
    for i in count():
        yield fresh(slug, i % len(games()[slug].samples()))


def from_late(slug: str) -> Iterator[Position]:
    """The late positions, in a shuffled order, for ever."""
    found = list(OWN[slug].positions())
    while True:
        sampling.rng_at(f"use/late/{slug}", 0).shuffle(found)
        yield from (position.clone() for position in found)


def play(position: Position, bot: Bot, rng: Random, uses: Uses) -> int:
    """A game to its end, or until nobody should wait for it any longer. Returns the number of answers."""
    for n in range(MOST_ANSWERS):
        uses.looking = True  # a menu asks every ability what it would do
        decision = position.decision
        chance = decision is None or decision.player == CHANCE
        answer = None if chance else bot.choose(Observation(position), rng)
        uses.looking = False
        if decision is None:
            position.system.winners(position.state)  # the points are counted: that is part of the game
            return n
        position.play(sampling.sample_chance(decision, rng) if chance else answer)
    return MOST_ANSWERS


def run(
    slug: str, starts: Iterator[Position], names: Collection[str], enough: int, most: int
) -> tuple[Uses, dict[str, Any]]:
    """Games until each of these abilities was used often enough; the uses, and figures of the run."""
    bots, began, answers, begun = (getattr(OWN.get(slug), "PLAYER", Explorer)(), BusyBot()), time.monotonic(), 0, 0
    with counted(slug) as uses:
        while begun < most and (not begun or min(uses[name] for name in names) < enough):
            rng = sampling.rng_at(f"use/{slug}", begun)
            answers += play(next(starts), bots[begun % 5 == 4], rng, uses)
            begun += 1
    return uses, {"games": begun, "answers": answers, "seconds": round(time.monotonic() - began, 1)}


def all_names(slug: str) -> list[str]:
    """Every ability of a game, powers and requirements, but those that the rules give no effect (`FREE`)."""
    free = getattr(OWN.get(slug), "FREE", ())
    every = [ability.name for vocabulary in games()[slug].vocabularies for ability in vocabulary.abilities]
    return [name for name in every if name not in free]


def test_uses_are_counted_and_forgotten() -> None:
    """The counter sees what happens, and leaves no trace behind."""
    for slug in SLUGS:
        uses, _ = run(slug, from_set_up(slug), all_names(slug), 1, 8)
        assert sum(uses.values()) > 20
        abilities = [a for v in games()[slug].vocabularies for a in v.abilities]
        assert not [a for a in abilities if any(callable(value) for value in a.__dict__.values())]


@pytest.mark.nightly
@pytest.mark.timeout(1200)  # thousands of games
@pytest.mark.parametrize(
    ("slug", "begin"), [*((slug, "set-up") for slug in SLUGS), *((slug, "late") for slug in OWN)], ids=lambda word: word
)
def test_every_ability_did_something_many_times(slug: str, begin: str) -> None:
    names = all_names(slug) if begin == "set-up" else OWN[slug].names()
    if begin == "set-up":  # what whole games show too seldom is left to the late positions
        names = [name for name in names if name not in getattr(OWN.get(slug), "LATE_ONLY", ())]
    starts = from_set_up(slug) if begin == "set-up" else from_late(slug)
    uses, figures = run(slug, starts, names, ENOUGH, MOST_GAMES)
    table = dict(sorted(((name, uses[name]) for name in names), key=lambda row: row[1]))
    BUILD.mkdir(exist_ok=True)
    (BUILD / f"uses_{slug}_{begin}.json").write_text(json.dumps({**figures, "uses": table}, indent=1) + "\n", "utf-8")
    rare = {name: n for name, n in table.items() if n < ENOUGH}
    assert not rare, f"used too rarely: {rare}"
