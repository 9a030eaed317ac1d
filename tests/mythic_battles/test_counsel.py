"""What the solver says at the table: figures beside attacks, plans while dice are chosen, what came of them."""

from __future__ import annotations

from random import Random

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.games.mythic_battles import assault, counsel, reckon
from theomachy.games.mythic_battles.sight import Spec
from theomachy.games.mythic_battles.values import defence, offence


def until(what: str, seed: int) -> Game:
    """A game by chance, attacks first, at the first question of this name."""
    game, rng = th.new("mythic_battles", scenario="two_roads", seed=seed), Random(seed)
    for _ in range(3000):
        decision = game.decision
        assert decision is not None
        if decision.what == what or (what == "attack" and attacks(game)):
            return game
        game.play(rng.choice(attacks(game) or game.options))
    raise AssertionError(f"{what} was never asked")


def attacks(game: Game):
    return [o for o in game.options if isinstance(o.value, tuple) and o.value and o.value[0] == "attack"]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_figure_beside_an_attack_is_that_of_the_attack(seed: int) -> None:
    game = until("attack", seed)
    option = attacks(game)[0]
    unit, (target, at) = game.state.activation.unit, option.value[1]
    before = game.system.to_json(game.state)
    dice, wall = counsel.values(game.state, Spec(unit), target, at)
    assert option.figure.endswith(f"{dice} dice against {wall}")
    assert game.system.to_json(game.state) == before  # nothing was touched
    game.play(option)
    while game.state.fight is None or not game.state.fight.defence:
        if game.decision.what not in ("would_be_targeted", "evade", "pre_battle", "battle_declared"):
            return  # it was over before the values
        game.play(game.options[-1])
    fight = game.state.fight
    if fight.target == target:
        assert (fight.offence, fight.defence) == (dice, wall)


@pytest.mark.parametrize("what", counsel.CHOICES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_plan_begins_with_an_answer_that_is_offered(what: str, seed: int) -> None:
    game = until(what, seed)
    asked = game.pending
    for objective, _ in counsel.aims(counsel.left_of(game.state, game.state.fight)):
        found = game.system.advice(game.state, asked, objective)
        assert found.objective == objective
        assert found.plans
        for plan in found.plans:
            assert plan.answer in asked.options
            assert sum(share for _, share in plan.rows) == pytest.approx(1)
            assert plan.figures[0] == f"{plan.mean:.2f}"
    first = game.system.advice(game.state, asked, "most").plans[0]
    assert all(float(plan.mean) <= first.mean + 1e-9 for plan in game.system.advice(game.state, asked, "most").plans)


@pytest.mark.parametrize("what", counsel.CHOICES)
def test_the_best_figure_beside_an_option_is_that_of_the_best_plan(what: str) -> None:
    game = until(what, 2)
    best = game.system.advice(game.state, game.pending, "most").plans[0]
    figures = {option.value: float(option.figure) for option in game.options}
    assert max(figures.values()) == pytest.approx(best.mean, abs=0.006)
    assert figures[best.answer] == pytest.approx(best.mean, abs=0.006)


def test_looking_back_says_what_was_taken_and_what_came() -> None:
    seen = set()
    for seed in range(1, 7):
        game = until("retaliate", seed)
        fight = game.state.fight
        found = game.system.advice(game.state, game.pending)
        (taken,) = [plan for plan in found.plans if plan.taken]
        assert found.rolled == str(fight.wounds)
        pool = assault.kept(fight.rolled, fight.defence)
        for gone, raised in fight.lifts:
            pool = assault.discard(pool, gone, raised, fight.defence)
        share = dict(taken.rows).get(str(fight.wounds), 0.0)
        assert share > 0  # what came was possible by what was done
        seen.add(taken is found.plans[0])
        assert found.before_note.startswith(f"before the roll, {fight.offence} dice against {fight.defence}")
    assert False in seen  # a player by chance does not always take the best


def test_the_answer_to_an_attack_has_its_own_figure() -> None:
    game = until("retaliate", 1)
    yes, no = game.options
    fight = game.state.fight
    s = game.state.copy()
    back = counsel.open_fight(s, Spec(fight.target, counsel.RETALIATION), fight.attacker, 0, s.commander(fight.target))
    assert yes.figure.endswith(f"{offence(s, back).value} dice against {defence(s, back).value}")
    assert no.figure == "0 wounds\nno dice"


def test_an_unknown_objective_is_the_first() -> None:
    assert counsel.aim_of(5, "nonsense") == ("most", reckon.most(5), 3)
    assert counsel.aim_of(1, "all")[0] == "most"
    assert counsel.aims(1) == (("most", "most wounds"),)
    assert [name for name, _ in counsel.aims(5)] == ["most", "2", "3", "all"]


def test_nothing_is_advised_where_no_dice_lie() -> None:
    game = th.new("mythic_battles", scenario="two_roads", seed=1)
    assert game.system.advice(game.state, game.pending) is None
