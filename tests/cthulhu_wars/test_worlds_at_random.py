"""Random games on the boards for seven players and more and on other worlds: nothing impossible ever happens there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import AWAKENED, CORE, MORE, SOLD
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.common import bars_holding
from theomachy.games.cthulhu_wars.rules.domains import UNKEPT
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.state import State

PUBLISHED = ("earth_3p", "earth_4p_3w5e", "earth_4p_5w3e", "earth_5p", "earth_6p")
BOARDS = [key for key in maps.names() if key not in PUBLISHED]
TWO = ["great_cthulhu", "black_goat"]
BOXES: list[list[str]] = [
    [], [], [*SOLD], [*AWAKENED], ["colour_out_of_space"], ["high_priests", "tribes"],
    ["unique_high_priests", "azathoth"],
]  # fmt: skip
NIGHT, MOST = 100, 1500  # games on each board; answers of one
LARGEST, WHOLE = "earth_9_11p", 8000  # the board for nine to eleven; answers in which a game of eleven has ended
REVEALS = 0.02  # how often an Elder Sign is revealed that may be


def drawn(key: str, seed: int) -> tuple[CthulhuWars, Random]:
    """A table for this board, with factions and a box by lot."""
    rng = Random(f"{key} {seed}")
    wanted = CthulhuWars.build(players=3).config.facts[f"maps.{key}.players"]
    n = rng.choice(wanted)
    slugs = TWO if n == 2 else rng.sample([*CORE, *MORE], n)
    options: dict[str, Any] = {"factions": slugs, "map": key, "things": rng.choice(BOXES)}
    return CthulhuWars.build(options=options), rng


def check(p: Position) -> None:
    """What must hold whatever happens: no gate is held where the ground bars it."""
    s: State = p.state
    assert p.system.violations(s) == []
    for a, kind in enumerate(s.warden):
        if s.holder(a) >= 0 and kind != UNKEPT:
            by = bars_holding(s, s.holder(a), kind, a)
            assert by is None or not by.on.startswith("ground."), (s.config.map.names[a], by)  # type: ignore[attr-defined]
    if s.battle is None and not s.doing:
        assert p.system.from_json(p.system.to_json(s)) == s


def play(key: str, seed: int, every: int = 25, most: int = MOST) -> Position:
    """A game to its end, or to so many answers; no turn is thrown away but now and then."""
    system, rng = drawn(key, seed)
    p = Position(system, system.start())
    for i in range(most):
        if p.decision is None:
            break
        if i % every == 0:
            check(p)
        if p.decision.player == CHANCE:
            p.play(sampling.sample_chance(p.decision, rng))
            continue
        if p.anytime_actions and rng.random() < REVEALS:  # whatever is asked
            p.play(rng.choice(p.anytime_actions))
            continue
        rest = [option for option in p.decision.options if option != "pass"] if rng.random() < 0.85 else []
        p.play(rng.choice(rest or [*p.decision.options]))
    check(p)
    return p


ONE = [*{load_map(key).world: key for key in BOARDS[::-1]}.values()]  # of each world


@pytest.mark.parametrize("key", ONE)
def test_a_game_in_each_world(key: str) -> None:
    assert play(key, 0).state.round > 1


@pytest.mark.parametrize("seed", [2, 19])
def test_a_whole_game_of_eleven(seed: int) -> None:
    p = play(LARGEST, seed, 100, WHOLE)
    assert len(p.system.seats) == 11
    assert p.decision is None
    assert p.state.ritual or max(p.state.doom) >= 30


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(3000, 3200, 20))
def test_two_hundred_whole_games_of_nine_to_eleven(first: int) -> None:
    ended = [play(LARGEST, seed, 100, WHOLE) for seed in range(first, first + 20)]
    assert all(p.decision is None for p in ended)
    assert {len(p.system.seats) for p in ended} == {9, 10, 11}


@pytest.mark.nightly
@pytest.mark.parametrize("key", BOARDS)
def test_a_hundred_games_on_each_board(key: str) -> None:
    ended = [play(key, 1000 + seed).decision is None for seed in range(NIGHT)]
    assert sum(ended) > NIGHT / 3
