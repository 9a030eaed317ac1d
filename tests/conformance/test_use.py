"""The exhaustive run: busy players play until every printed ability has done something many times over.

Whole games from their set-up, and a second time from late positions where a game has some (`positions` and `names` in
`tests/<game>/exhaustive.py`; its `PLAYER` plays). What a menu asks of an ability to
find its options does not count, nor what happened before the position where a game begins: only what the rules did
while answers were given. `build/uses_<game>_<begin>.json` keeps the counts.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance.explorer import Explorer
from tests.conformance.support import SLUGS, fresh
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.ability import Ability
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.layers import Change, add
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.timing import CANON, QUERY, REPLACEMENT
from theomachy.play import Bot, BusyBot
from theomachy.play.observation import Observation

ENOUGH, MOST_GAMES, MOST_ANSWERS = 20, 8000, 1500
BUILD = Path(__file__).parents[2] / "build"
OWN = {  # what games have of their own for this run
    slug: importlib.import_module(f"tests.{slug}.exhaustive")
    for slug in SLUGS
    if importlib.util.find_spec(f"tests.{slug}.exhaustive")
}


def told(timing: str, result: Any) -> bool:
    """Did an answer make a difference? A bar that bars, a number that changes, an event, anything that is there.

    A game whose answers mean something else says so (`told` of its own; None: as everywhere).
    """
    if CANON[timing].kind == REPLACEMENT:
        return True  # it speaks only where it may and is wanted; None: the event does not happen
    if isinstance(result, Change):
        return result != add(0)
    if timing == "victory_points":
        return any(row.n for row in result)
    return not result if CANON[timing].kind == QUERY and timing.startswith("may_") else bool(result)


class Uses(Counter[str]):
    """How often each ability did something; nothing is counted while `looking`."""

    looking = False

    def note(self, name: str, did: bool, in_menu: bool = False) -> None:
        self[name] += did and (in_menu or not self.looking)


@contextmanager
def counted(slug: str) -> Iterator[Uses]:
    """While inside, every use of every ability is counted: a body that changed something, an answer that did."""
    uses, own = Uses(), OWN.get(slug)
    says: Callable[[str, Any], bool | None] = getattr(own, "told", lambda timing, result: None)
    in_menus = getattr(own, "IN_MENUS", ())
    watched: list[tuple[Ability, str]] = []

    def watch(ability: Ability, timing: str) -> None:
        method, name = getattr(ability, timing), ability.name
        if inspect.iscoroutinefunction(method):

            async def body(*given: Any) -> Any:
                state = getattr(given[0], "s", given[0])  # a battle holds the state
                before = state.copy()
                result = await method(*given)
                uses.note(name, state != before)
                return result

            ability.__dict__[timing] = body
        else:

            def answer(*given: Any) -> Any:
                result = method(*given)
                if inspect.isgenerator(result):
                    result = tuple(result)
                did = says(timing, result)
                uses.note(name, told(timing, result) if did is None else did, name in in_menus)
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
