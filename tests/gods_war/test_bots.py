"""Games of bots come to an end; what they go by prefers what the rules reward, and knows only what lies open."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.engine.masks import bits
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.reckoning import evaluation
from theomachy.games.gods_war.rules.state import COUNCIL, POINTS, POWER, State
from theomachy.play import Observation, bot, simulate
from theomachy.play.bots import standing
from theomachy_widgets.present import Moment, ViewState
from theomachy_widgets.present import sheet as sheets

EMPIRES = ["sky", "storm", "darkness"]
SETUP: dict[str, Any] = {
    "phase": "action", "active": "SK", "power": {"SK": 4, "ST": 4, "DA": 4},
    "units": {"SK": {"Jrustela": "Archer"}, "ST": {"Brithos": "Barbarian"}, "DA": {"Kralorela": "Troll"}},
    "buildings": {"SK": {"Jrustela": "Shrine"}},
}  # fmt: skip


def arranged(**more: Any) -> State:
    return GodsWar.build(players=["Ana", "Ben", "Cleo"], options={"empires": EMPIRES}).arrange(SETUP | more)


def strength(**more: Any) -> tuple[float, ...]:
    return evaluation.strength(arranged(**more))


def game(**more: Any) -> Game:
    return th.editor("gods_war", players=["Ana", "Ben", "Cleo"], empires=EMPIRES, setup=SETUP | more).game(seed=1)


# -- the evaluation ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "better",
    [
        {"vp": {"SK": 1}},
        {"power": {"SK": 5, "ST": 4, "DA": 4}},
        {"units": SETUP["units"] | {"SK": {"Jrustela": "2 Archer"}}},
        {"buildings": {"SK": {"Jrustela": "Temple"}}},
        {"buildings": {"SK": {"Jrustela": "Shrine", "Teshnos": "Shrine"}}},
        {"gifts": {"SK": "Arrogance"}},
        {"runes": {"SK": "Life"}},
    ],
    ids=["point", "power", "unit", "temple", "shrine", "gift", "rune"],
)
def test_more_of_anything_is_stronger(better: dict[str, Any]) -> None:
    before, after = strength(), strength(**better)
    assert after[0] - before[0] > max(after[1] - before[1], after[2] - before[2]) - 1e-9
    assert after[0] > before[0]


def of(name: str, seat: int = 0, **more: Any) -> float:
    """One of the figures that are weighed."""
    return dict(zip(evaluation.WEIGHTS, evaluation.figures(arranged(**more))[seat], strict=True))[name]


def test_a_building_with_enemies_beside_it_is_in_danger_the_more_the_worse_it_is_guarded() -> None:
    def units(mine: str, theirs: str = "2 Barbarian", at: str = "Jrustela") -> dict[str, Any]:
        return {"SK": {"Jrustela": mine}, "ST": {at: theirs}, "DA": {"Kralorela": "Troll"}}

    name = "buildings in danger"
    assert of(name, power={"SK": 4, "ST": 0, "DA": 0}) == 0
    one, two, more = (of(name, units=units(mine, theirs)) for mine, theirs in
                      (("Archer", "2 Barbarian"), ("3 Archer", "2 Barbarian"), ("Archer", "4 Barbarian")))  # fmt: skip
    assert 0 < two < one < more
    assert of(name, units=units("Archer"), power={"SK": 4, "ST": 0, "DA": 4}) == 0
    # the Temple adds two routs to its guard
    assert of(name, units=units("Archer"), buildings={"SK": {"Jrustela": "Temple"}}) < one
    # who is next door has to move up first
    next_door = neighbour("Jrustela")
    assert 0 < of(name, units=units("Archer", at=next_door)) < one


def neighbour(area: str) -> str:
    s = arranged()
    names = s.config.map.names
    return names[bits(s.ways.step[names.index(area)] & s.config.map.lands)[0]]


def test_pieces_on_the_spike_count_against_it_the_nearer_it_is_to_shattering() -> None:
    units = {"SK": {"Spike": "Archer"}, "ST": {"Brithos": "Barbarian"}, "DA": {"Kralorela": "Troll"}}
    name = "on the Spike"
    assert of(name) == 0
    early, late = (of(name, units=units, vp={"ST": n}) for n in (2, 9))
    assert 0 < early < late
    assert of(name, vp={"ST": 12}, middle="chaos rift") == 0


def test_what_is_to_come_is_worth_nothing_once_the_end_is_sure() -> None:
    early, late = (evaluation.left(arranged(vp={"ST": n}, middle="chaos rift")) for n in (10, 30))
    assert 1 > early > late > 0
    ended = arranged(vp={"ST": 36}, middle="chaos rift")
    ended.ending = True
    assert evaluation.left(ended) == 0
    assert "income to come" not in evaluation.parts(ended, 0)


def test_where_rounds_are_agreed_on_no_more_counts_are_to_come_than_there_are_rounds() -> None:
    def left(round_: int, rounds: int) -> float:
        options = {"empires": EMPIRES, "rounds": rounds}
        return evaluation.left(GodsWar.build(players=3, options=options).arrange(SETUP | {"round": round_}))

    assert [left(n, 3) * evaluation.WEIGHTS["counts to come"] for n in (1, 2, 3)] == pytest.approx([2, 1, 0])
    assert left(1, 60) == left(1, 0) > left(1, 3)


def test_the_next_count_counts_until_it_is_counted() -> None:
    name = "the next count"
    s = arranged()
    assert of(name) == 1
    for phase, counted, due in ((POWER, 1, 1), (POINTS, 0, 1), (POINTS, 1, 0), (COUNCIL, 0, 0)):
        s.phase, s.counted = phase, counted
        assert evaluation.figures(s)[0][list(evaluation.WEIGHTS).index(name)] == due


def test_the_parts_are_the_strength() -> None:
    s = arranged(runes={"SK": "Life"}, gifts={"SK": "Arrogance"})
    assert [sum(evaluation.parts(s, seat).values()) for seat in range(3)] == pytest.approx(list(evaluation.strength(s)))
    assert set(evaluation.parts(s, 0)) <= set(evaluation.WEIGHTS)


def test_everybody_at_the_table_sees_the_same_strength() -> None:
    """It goes by what lies open, so a chart gives no card away."""
    found = game(runes={"SK": "Life, Magic", "ST": "Kill"})
    system, s = found.system, found.state
    for viewer in (None, 0, 1, 2):
        assert system.strength(system.view(s, viewer)) == system.strength(s)
        assert system.stands(system.view(s, viewer), 1) == system.stands(s, 1)


def test_the_open_sheet_of_a_player_says_what_the_strength_is_made_of() -> None:
    found = game(runes={"SK": "Life"})
    model = sheets.model(Moment(found, ViewState(sheet=0)), every=True)
    assert model["stands"]["name"] == "Sky stands at"
    assert ["runes", f"{evaluation.WEIGHTS['runes']:+.1f}", "", ""] in model["stands"]["terms"]
    other = sheets.model(Moment(th.new("demigods", seed=1), ViewState(sheet=0)))
    assert other["stands"]["name"] == "Aglaia stands at"


# -- bots -------------------------------------------------------------------------------------------------------------
def test_a_bot_uses_a_rune_that_is_worth_more_than_its_keeping() -> None:
    """Two Victory Points now. What bars everybody from an area that nobody wants to leave is kept."""
    for name in ("greedy-1", "greedy-2"):
        found = game(runes={"SK": "Eternity, Cold"})
        card = card_named(found, "Eternity")
        assert bot(name).choose(Observation(found.position), Random(1)) == ("!", "rune", 0, card)
        kept = game(runes={"SK": "Cold"})
        assert bot(name).choose(Observation(kept.position), Random(1))[0] != "!"


def test_what_a_rune_asks_is_tried_out_as_well() -> None:
    """A unit of cost 2 dies: worth a card when it is the only guard of a Temple that would be taken."""
    found = game(runes={"SK": "Kill"}, units={"SK": {"Jrustela": "Archer"}, "ST": {"Jrustela": "Champion"},
                                              "DA": {"Kralorela": "Troll"}})  # fmt: skip
    chosen = bot("greedy-2").choose(Observation(found.position), Random(1))
    assert chosen == ("!", "rune", 0, card_named(found, "Kill"))


def card_named(found: Game, name: str) -> int:
    return next(i for i, rune in enumerate(found.system.config.runes) if rune.name == name)


def test_only_ones_own_runes_are_weighed() -> None:
    found = game(runes={"SK": "Eternity", "ST": "Magic"})
    seen = Observation(found.position)
    assert seen.anytime == (("!", "rune", 0, card_named(found, "Eternity")),)
    assert len(found.position.anytime_actions) == 2


def test_a_choice_does_not_depend_on_the_runes_of_others() -> None:
    system = GodsWar.build(options={"empires": EMPIRES})
    position, rng, looked, changed = Position(system, system.start()), Random(5), 0, 0
    while looked < 8:
        if (decision := position.decision) is None:  # a short game: on to another
            position = Position(system, system.start())
            continue
        if decision.player == CHANCE:
            position.play(sample_chance(decision, rng))
            continue
        if decision.kind == "action" and any(position.state.hands) and rng.random() < 0.3:
            looked += 1
            me = decision.player
            other = Position(system, system.resample(position.base, me, Random(77)), position.entries)
            changed += other.base.hands != position.base.hands
            chosen = [bot("greedy-1").choose(Observation(each), Random(2)) for each in (position, other)]
            assert chosen[0] == chosen[1]
        position.play(bot("busy").choose(Observation(position), rng))
    assert changed > 2


def test_runes_are_played_in_games_by_greedy_bots() -> None:
    from theomachy.play import record

    games = (record("gods_war", ["greedy-1"], players=3, seed=seed, options={"empires": EMPIRES}) for seed in range(5))
    assert any(entry.what == "!rune" for played in games for entry in played.position.log())


def test_another_measure_may_be_given() -> None:
    found = game()
    assert standing(found.position, 0, lambda s: (3.0, 1.0, 2.0)) == 1.0


@pytest.mark.parametrize(("bots", "n"), [("busy", 2), ("greedy-1", 1)])
def test_games_of_bots_end(bots: str, n: int) -> None:
    """Without a word about the players: the samples say for how many the game is."""
    result = simulate("gods_war", n, bots=bots, seed=11)
    assert len(result.rows) == n
    assert not result.errors


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_the_greedy_bot_beats_the_random_one() -> None:
    from tools.gods_strength import played, player

    won = 0
    for number, table in enumerate([EMPIRES, ["chaos", "storm", "darkness"]] * 3):
        bots = [player("greedy-1" if seat == number % 3 else "random") for seat in range(3)]
        won += number % 3 in played(table, number, bots, f"beats/{number}")[1]
    assert won >= 5


def test_who_bids_last_knows_no_more_than_who_bids_first() -> None:
    """Bids are secret, and asked for one after the other: what has been bid already stands in no imagined position."""
    found = game(phase="struggle", middle="chaos rift", power={"SK": 6, "ST": 6, "DA": 6}, vp={"SK": 11})
    while found.decision is not None and found.decision.what != "bid":
        found.play(found.options[0])
    here = found.position
    chosen = set()
    for bids in ((1, 1), (6, 6), (1, 6)):
        position = here.clone()
        for seat, bid in enumerate(bids):
            position.play((seat, bid))
        seen = Observation(position, 2)
        world = seen.imagine(Random(4))
        assert world is not None
        assert world.decision is not None
        assert {seat for seat, _ in world.decision.options} == {0, 1, 2}  # nobody has bid there yet
        chosen.add(bot("greedy-2").choose(seen, Random(3)))
    assert len(chosen) == 1
