"""At night: each pair of all factions, and every four of them, in random games that keep what must hold."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.cthulhu_wars.bots import busy, uniform
from tests.cthulhu_wars.scene import FACTS
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE, THINGS

PAIRS = list(combinations((*CORE, *MORE), 2))
FOURS = list(combinations((*CORE, *MORE), 4))
APART = {frozenset(text.split()) for text in FACTS["two_player.forbidden"]}  # they never meet alone (CW-2PL-005)
GAMES, MOST, EACH = 100, 6000, 7  # games of a pair; decisions of a game; decisions from one look to the next


def play(slugs: tuple[str, ...], seed: str) -> int:
    """One random game, seats and sets of things by lot, a pair at times with a third; how many decisions it took."""
    rng = random.Random(seed)
    if len(slugs) == 2 and (frozenset(slugs) in APART or rng.random() < 0.5):
        slugs = (*slugs, rng.choice([slug for slug in (*CORE, *MORE) if slug not in slugs]))
    options = {"factions": rng.sample(slugs, len(slugs)), "things": [thing for thing in THINGS if rng.random() < 0.5]}
    system = CthulhuWars.build(options=options)
    p, bot, n = Position(system, system.start()), rng.choice((busy, busy, uniform)), 0
    while p.decision is not None:
        if n % EACH == 0:
            looked(p)
        p.play(rng.choice(p.anytime_actions) if p.anytime_actions and rng.random() < 0.02 else bot(p, rng))
        n += 1
        assert n < MOST, (slugs, seed)
    looked(p)
    assert system.over(p.state)
    assert set(system.winners(p.state)) <= set(range(len(slugs)))
    return n


def looked(p: Position) -> None:
    """Whatever must hold of a state, and of the question."""
    assert p.system.violations(p.state) == []
    assert p.system.rebuilt(p.state) == p.state
    if p.decision is not None:
        assert len(set(p.decision.options)) == len(p.decision.options) > 0
        assert p.decision.rule in p.system.rulebook


@pytest.mark.nightly
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_a_hundred_games_of_each_pair(pair: tuple[str, ...]) -> None:
    for seed in range(GAMES):
        play(pair, f"{pair} {seed}")


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, len(FOURS), 30))
def test_every_four_of_them(first: int) -> None:
    for four in FOURS[first : first + 30]:
        play(four, f"{four}")


def test_a_pair_and_a_four_by_lot() -> None:
    assert (len(PAIRS), len(FOURS)) == (55, 330)
    play(PAIRS[-1], "short")
    play(FOURS[-1], "short")
