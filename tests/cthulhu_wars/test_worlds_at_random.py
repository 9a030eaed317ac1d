"""Random games on other worlds and on every board: nothing impossible ever happens there."""

from __future__ import annotations

import pytest

from tests.cthulhu_wars.at_random import Wanted, play
from theomachy.games.cthulhu_wars.powers import WORLDS
from theomachy.games.cthulhu_wars.rules import maps

NIGHT, MOST = 100, 2000  # games on each board; answers of one
LARGEST, WHOLE = "earth_9_11p", 8000  # the board for nine to eleven; answers in which a game of eleven has ended


@pytest.mark.parametrize("key", [*(f"{world}_3p" for world in WORLDS), "earth_7p_a"])
def test_a_game_in_each_world(key: str) -> None:
    assert play(0, board=key, most=600).state.round > 1


@pytest.mark.parametrize("seed", [0, 1])
def test_a_whole_game_of_eleven(seed: int) -> None:
    p = play(seed, Wanted(short=True), board=LARGEST, most=WHOLE, every=100)
    assert len(p.system.seats) == 11
    assert p.decision is None
    assert p.state.ritual or max(p.state.doom) >= 30


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("first", range(3000, 3200, 20))
def test_two_hundred_whole_games_of_nine_to_eleven(first: int) -> None:
    ended = [play(seed, Wanted(short=True), board=LARGEST, most=WHOLE, every=100) for seed in range(first, first + 20)]
    assert all(p.decision is None for p in ended)
    assert {len(p.system.seats) for p in ended} == {9, 10, 11}


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("key", [key for key in maps.names() if key != LARGEST])
def test_a_hundred_games_on_each_board(key: str) -> None:
    ended = [play(f"{key} {seed}", Wanted(short=True), board=key, most=MOST).decision is None for seed in range(NIGHT)]
    assert sum(ended) > NIGHT / 3
