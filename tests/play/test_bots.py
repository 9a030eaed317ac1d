"""Bots choose what is offered, know only what their seat may see, and the eager ones beat the idle ones."""

from random import Random
from typing import Any

import pytest

from theomachy.engine.errors import RulesError, UnknownName
from theomachy.engine.game.registry import game
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE, Secret
from theomachy.engine.runtime.position import Playout, Position
from theomachy.play import BOTS, BusyBot, GreedyBot, Observation, RandomBot, bot
from theomachy.play.bots import DECLINES, is_blind

NAMES = ["search-5" if name == "search" else name for name in BOTS]


def positions(seed: int, count: int, every: int = 7) -> list[Position]:
    """Decisions of players from a random game."""
    system = game("demigods").build(players=3, options={"turns": 30})
    position, rng, found = Position(system, system.start()), Random(seed), []
    given = 0
    while (decision := position.decision) is not None and len(found) < count:
        if decision.player != CHANCE and given % every == 0:
            found.append(position.clone())
        position.play(sampling.sample_chance(decision, rng))
        given += 1
    assert len(found) == count
    return found


@pytest.mark.parametrize("name", [*NAMES, "greedy-1"])
def test_a_bot_chooses_what_is_offered_and_leaves_the_position_alone(name: str) -> None:
    player, rng = bot(name), Random(1)
    for position in positions(3, 40):
        before = position.system.to_json(position.state)
        observation = Observation(position)
        assert player.choose(observation, rng) in observation.options
        assert position.system.to_json(position.state) == before


@pytest.mark.parametrize("name", NAMES)
def test_the_same_chance_gives_the_same_choice(name: str) -> None:
    for position in positions(4, 6, 40):
        choices = {repr(bot(name).choose(Observation(position), Random(9))) for _ in range(3)}
        assert len(choices) == 1


def test_a_look_shows_the_state_of_its_seat_alone() -> None:
    for position in positions(5, 30, 20):
        observation = Observation(position)
        for seat, hand in enumerate(observation.state.hands):
            if seat == observation.me:
                assert hand == position.state.hands[seat]
            else:
                assert set(hand) <= {-1}


def test_a_choice_does_not_depend_on_what_is_hidden() -> None:
    changed = 0
    for position in positions(6, 12, 30):
        system, me = position.system, Observation(position).me
        other = Position(system, system.resample(position.base, me, Random(77)), position.entries)
        assert other.decision is not None
        if other.decision.options != Observation(position).options:
            continue  # an answer of the others was not possible in that world
        changed += system.to_json(other.base) != system.to_json(position.base)
        for name in NAMES:
            assert bot(name).choose(Observation(position), Random(2)) == bot(name).choose(
                Observation(other), Random(2)
            ), name
    assert changed > 3


def test_imagined_positions_stand_at_the_same_question() -> None:
    rng, differing = Random(8), 0
    for position in positions(7, 40, 15):
        observation = Observation(position)
        world = observation.imagine(rng)
        assert world is not None
        assert world.decision is not None
        assert (world.decision.what, world.decision.player) == (observation.decision.what, observation.me)
        assert world.state.hands[observation.me] == position.state.hands[observation.me]
        differing += world.state.hands != position.state.hands
    assert differing > 10


def test_a_plan_in_secret_is_imagined_whoever_has_begun_his() -> None:
    """Its own answers are given again also by a player whom the rules do not ask first."""
    position = next_question_of_the_last()
    world = Observation(position, 1).imagine(Random(1))
    assert world is not None
    assert isinstance(world.decision, Secret)
    assert world.decision.asks[1].options == position.decision.asks[1].options


def next_question_of_the_last() -> Position:
    """Both plan in secret; the second player of Heroes has answered, and is asked more."""
    system = game("heroes").build(players=2)
    for seed in range(40):
        position, rng = Position(system, system.start()), Random(seed)
        while (decision := position.decision) is not None:
            if isinstance(decision, Secret) and 1 in decision.waiting and 0 in decision.waiting:
                option = rng.choice([option for option in decision.options if option[0] == 1])
                position.play(option)
                now = position.decision
                if isinstance(now, Secret) and 1 in now.waiting and position.entries:
                    return position
            else:
                position.play(sampling.sample_chance(decision, rng))
    raise AssertionError("nobody was asked twice in a plan")


def test_the_busy_bot_mostly_acts_and_sometimes_rests() -> None:
    rng, declined, offered = Random(1), 0, 0
    for position in positions(9, 60, 5):
        observation = Observation(position)
        if any(option in DECLINES for option in observation.options):
            offered += 1
            declined += BusyBot().choose(observation, rng) in DECLINES
    assert offered > 10
    assert declined < offered / 4


def wins(pair: tuple[Any, Any], games: int) -> list[float]:
    from theomachy.play.run import play_out

    system = game("demigods").build(players=2, options={"turns": 20})
    won = [0.0, 0.0]
    for number in range(games):
        turn = number % 2
        position = Position(system, system.start())
        play_out(position, [pair[turn], pair[1 - turn]], str(number))
        winners = system.winners(position.state)
        for seat in winners:
            won[seat ^ turn] += 1 / len(winners)
    return won


@pytest.mark.nightly
def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, idle = wins((GreedyBot(1), RandomBot()), 6)
    assert greedy > idle + 2


def test_whole_games_of_bots_that_weigh_come_to_an_end() -> None:
    """Cthulhu Wars: a gate is not abandoned and controlled again for ever because others gain at its end."""
    from theomachy.play.run import play_out

    system = game("cthulhu_wars").build(players=2)
    for name, most in (("greedy-1", 700), ("busy", 400)):
        position = Position(system, system.start())
        assert play_out(position, [bot(name)] * 2, "ends", stop=most)[0] < most, name
        assert position.decision is None


def test_blind_is_who_says_so_where_it_chooses() -> None:
    class Dreamer(RandomBot):
        def choose(self, observation: Observation, rng: Random) -> Any:
            observation.imagine(rng)
            return super().choose(observation, rng)

    class Namesake(RandomBot):
        name = "namesake"

    assert {name for name in BOTS if is_blind(bot(name))} == {"random", "busy"}
    assert not is_blind(Dreamer())
    assert is_blind(Namesake())
    with pytest.raises(RulesError, match="imagines no positions"):
        Dreamer().choose(Observation(Playout(positions(3, 1)[0])), Random(1))


def test_bots_are_found_by_name_and_misspelt_ones_refused() -> None:
    found = bot("greedy-4")
    assert isinstance(found, GreedyBot)
    assert found.samples == 4
    assert bot(found) is found
    for wrong in ("gredy", "greedy-0", "greedy-x", "random-2", "greedy-100"):
        with pytest.raises(UnknownName):
            bot(wrong)
    with pytest.raises(UnknownName, match="greedy"):
        bot("gredy")
