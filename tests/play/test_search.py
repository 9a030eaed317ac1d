"""The search looks further than an action, keeps to what is offered, and can be stopped after any walk."""

from __future__ import annotations

from math import isfinite
from random import Random
from typing import Any

import pytest

from tests.conformance.support import SLUGS
from tests.play.support import Coins, Nim, asked_in
from theomachy.engine.errors import UnknownName
from theomachy.engine.runtime.position import Position
from theomachy.play import Found, Observation, SearchBot, bot
from theomachy.play.bots import LEVELS, BusyBot, GreedyBot
from theomachy.play.chances import chances
from theomachy.play.search import in_turns


def looked(observation: Observation, walks: int, **more: Any) -> Found:
    player = SearchBot(walks)
    for name, value in more.items():
        setattr(player, name, value)
    found = None
    for found in player.look(observation, Random(1), walks):  # noqa: B007
        pass
    assert found is not None
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_it_chooses_what_is_offered_in_every_game_and_leaves_the_position_alone(slug: str) -> None:
    player = SearchBot(4)
    for position in asked_in(slug, 8):
        before, observation = position.system.to_json(position.state), Observation(position)
        chosen = [player.choose(observation, Random(5)) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in {*observation.options, *observation.anytime}
        assert position.system.to_json(position.state) == before


@pytest.mark.parametrize("slug", SLUGS)
def test_every_walk_is_counted_at_the_root(slug: str) -> None:
    observation = Observation(next(p for p in asked_in(slug, 30) if len(Observation(p).options) > 2))
    found = looked(observation, 12)
    assert found.walks + found.lost == 12
    assert sum(one.visits for one in found.options) == found.walks
    assert {one.option for one in found.options} <= {*observation.options, *observation.anytime}
    assert all(0 <= one.chance <= 1 for one in found.options)
    assert found.best in [one.option for one in found.options]


@pytest.mark.parametrize(("heap", "right"), [(4, 1), (5, 2), (7, 1), (8, 2)])
def test_it_sees_a_forced_win_that_no_single_action_shows(heap: int, right: int) -> None:
    """Take one or two, the last wins: whoever leaves a multiple of three has won. Strength says nothing on the way."""
    position = Nim.at(heap)
    found = looked(Observation(position), 300)
    assert found.best == right
    best, other = found.options
    assert best.chance > 0.6 > other.chance
    assert isfinite(best.error)


def test_what_it_thinks_comes_next_is_told() -> None:
    found = looked(Observation(Nim.at(5)), 400)
    assert found.line()[0] == (0, 2)
    assert [seat for seat, _ in found.line()[:2]] == [0, 1]


def test_it_can_be_stopped_after_any_walk() -> None:
    look = SearchBot().look(Observation(Nim.at(8)), Random(1))
    seen = [next(look).walks for _ in range(5)]
    look.close()
    assert seen == [1, 2, 3, 4, 5]


def test_more_walks_make_it_surer() -> None:
    few, many = (looked(Observation(Nim.at(8)), n).options[0].error for n in (30, 600))
    assert many < few / 2


def test_of_a_long_menu_what_stands_best_at_once_is_looked_at_further() -> None:
    """One of forty coins is worth more than the others: after a glance at all, it is among the few that are walked."""
    found = looked(Observation(Coins.at(27)), 30)
    assert len(found.options) == SearchBot.kept
    assert found.best == 27


def test_a_game_may_have_a_walk_end_with_its_first_action() -> None:
    """Whatever Ada takes, Ben has won in the end: who looks no further than her action sees how she stands then."""

    class Soon(Coins):
        at_once = 1.0

        def winners(self, s: Any) -> tuple[int, ...]:
            return (1,)

    class Later(Soon):
        at_once = 0.5

    found, later = looked(Observation(Soon.at(27)), 60), looked(Observation(Later.at(27)), 60)
    assert found.best == 27
    assert found.options[0].chance > 0.9 > 0.6 > later.options[0].chance
    assert ([seat for seat, _ in found.line()], [seat for seat, _ in later.line()]) == ([0], [0, 1])


def test_what_gives_all_away_is_not_tried_while_there_is_something_else() -> None:
    class Tempting(Coins):
        gives_up = ("drop",)

    found = looked(Observation(Tempting.at(3, "drop")), 60)
    assert "drop" not in [one.option for one in found.options]


def test_verbs_take_turns_so_that_none_crowds_out_the_others() -> None:
    options = [("move", n) for n in range(20)] + [("build", 1), ("build", 2), "done"]
    first = in_turns(options, Random(3))
    assert sorted(map(repr, first)) == sorted(map(repr, options))
    assert {one if isinstance(one, str) else one[0] for one in first[:3]} == {"move", "build", "done"}


def test_chances_of_all_seats_make_one_and_grow_with_strength() -> None:
    position = Nim.at(5)
    assert chances(position.system, position.state) == [0.5, 0.5]
    for slug in SLUGS:
        for here in asked_in(slug, 3):
            found, stands = chances(here.system, here.state), here.system.strength(here.state)
            assert sum(found) == pytest.approx(1)
            assert sorted(range(len(found)), key=found.__getitem__) == sorted(range(len(found)), key=stands.__getitem__)


def test_of_a_game_that_is_over_the_winner_has_it_all() -> None:
    position = Nim.at(1)
    position.play(1)
    assert position.decision is None
    assert chances(position.system, position.state, over=True) == [1.0, 0.0]


def test_levels_are_bots() -> None:
    assert list(LEVELS) == ["easy", "middling", "hard"]
    assert [type(bot(level)) for level in LEVELS] == [BusyBot, GreedyBot, SearchBot]
    found = bot("search-35")
    assert isinstance(found, SearchBot)
    assert found.walks == 35
    for wrong in ("search-0", "search-x", "search-1000000", "hard-3x"):
        with pytest.raises(UnknownName):
            bot(wrong)


def test_one_option_needs_no_walk() -> None:
    position = Nim.at(1)
    assert Observation(position).options == (1,)

    def never(self: Any, rng: Any) -> Position:
        raise AssertionError("nothing needs to be imagined")

    observation = Observation(position)
    observation_type = type("Still", (Observation,), {"imagine": never})
    assert bot("search-5").choose(observation_type(position), Random(1)) == observation.options[0]
