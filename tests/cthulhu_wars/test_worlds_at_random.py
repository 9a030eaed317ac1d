"""Random games on other worlds and on every board: nothing impossible ever happens there."""

from __future__ import annotations

import pytest

from tests.cthulhu_wars.at_random import Wanted, play
from theomachy.games.cthulhu_wars.powers import WORLDS
from theomachy.games.cthulhu_wars.rules import maps

NIGHT, MOST = 100, 2000  # games on each board; answers of one


@pytest.mark.parametrize("key", [*(f"{world}_3p" for world in WORLDS), "earth_7p_a"])
def test_a_game_in_each_world(key: str) -> None:
    assert play(0, board=key, most=600).state.round > 1


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("key", maps.names())
def test_a_hundred_games_on_each_board(key: str) -> None:
    ended = [play(f"{key} {seed}", Wanted(short=True), board=key, most=MOST).decision is None for seed in range(NIGHT)]
    assert sum(ended) > NIGHT / 3
