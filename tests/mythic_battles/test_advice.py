"""What the solver says at the table: figures beside attacks, plans while dice are chosen, what came of them."""

from __future__ import annotations

from random import Random

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.mythic_battles.reckoning import advice, solver
from theomachy.games.mythic_battles.rules import assault
from theomachy.games.mythic_battles.rules.sight import Spec
from theomachy.games.mythic_battles.rules.values import defence, offence


def until(what: str, seed: int) -> Game:
    """A game by chance, attacks first, at the first question of this name."""
    game, rng = th.new("mythic_battles", scenario="two_roads", seed=seed), Random(seed)
    for _ in range(3000):
        decision = game.decision
        assert decision is not None
        if (decision.what == what and len(game.options) > 1) or (what == "attack" and attacks(game)):
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
    dice, wall = advice.values(game.state, Spec(unit), target, at)
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


@pytest.mark.parametrize("what", advice.CHOICES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_plan_begins_with_an_answer_that_is_offered(what: str, seed: int) -> None:
    game = until(what, seed)
    asked = game.position.decision
    for objective, _ in advice.aims(advice.left_of(game.state, game.state.fight)):
        found = game.system.advice(game.state, asked, objective)
        assert found.objective == objective
        assert found.plans
        for plan in found.plans:
            assert plan.answer in asked.options
            assert sum(share for _, share in plan.rows) == pytest.approx(1)
            assert plan.figures[0] == f"{plan.mean:.2f}"
    first = game.system.advice(game.state, asked, "most").plans[0]
    assert all(float(plan.mean) <= first.mean + 1e-9 for plan in game.system.advice(game.state, asked, "most").plans)


@pytest.mark.parametrize("what", advice.CHOICES)
def test_the_best_figure_beside_an_option_is_that_of_the_best_plan(what: str) -> None:
    game = until(what, 2)
    best = game.system.advice(game.state, game.position.decision, "most").plans[0]
    figures = {option.value: float(option.figure) for option in game.options}
    assert max(figures.values()) == pytest.approx(best.mean, abs=0.006)
    assert figures[best.answer] == pytest.approx(best.mean, abs=0.006)


def test_looking_back_says_what_was_taken_and_what_came() -> None:
    seen = set()
    for seed in range(1, 7):
        game = until("retaliate", seed)
        fight = game.state.fight
        found = game.system.advice(game.state, game.position.decision)
        (taken,) = [plan for plan in found.plans if plan.taken]
        assert found.rolled == str(fight.wounds)
        possible = [int(wounds) for wounds, share in taken.rows if share > 0]
        assert fight.wounds <= max(possible)  # nothing better could come of what was done
        assert fight.spent or fight.wounds in possible  # worse only by later discards
        seen.add(taken is found.plans[0])
        assert found.before_note.startswith(f"before the roll, {fight.offence} dice against {fight.defence}")
    assert False in seen  # a player by chance does not always take the best


def test_the_answer_to_an_attack_has_its_own_figure() -> None:
    game = until("retaliate", 1)
    yes, no = game.options
    fight = game.state.fight
    s = game.state.copy()
    back = advice.open_fight(s, Spec(fight.target, advice.RETALIATION), fight.attacker, 0, s.commander(fight.target))
    assert yes.figure.endswith(f"{offence(s, back).value} dice against {defence(s, back).value}")
    assert no.figure == "0 wounds\nno dice"


def test_an_unknown_objective_is_the_first() -> None:
    assert advice.aim_of(5, "nonsense") == ("most", solver.most(5), 3)
    assert advice.aim_of(1, "all")[0] == "most"
    assert advice.aims(1) == (("most", "most wounds"),)
    assert [name for name, _ in advice.aims(5)] == ["most", "2", "3", "all"]


def test_nothing_is_advised_where_no_dice_lie() -> None:
    game = th.new("mythic_battles", scenario="two_roads", seed=1)
    assert game.system.advice(game.state, game.position.decision) is None


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_dice_that_may_be_rolled_again_are_compared(seed: int) -> None:
    """Bloodlust: every lot of dice has its plan, the best is the first, and it is what a reroll by hand comes to."""
    game = until("roll again", seed)
    fight, asked = game.state.fight, game.position.decision
    found = game.system.advice(game.state, asked, "most")
    assert {plan.answer for plan in found.plans} == set(asked.options)
    means = [plan.mean for plan in found.plans]
    assert means == sorted(means, reverse=asked.player == fight.by)  # a defender wants the contrary
    best, aim = found.plans[0], solver.most(game.state.vitality[fight.target])
    left = list(fight.rolled)
    for die in best.answer:
        left.remove(die)
    by_hand, faces = 0.0, solver.FACES
    rolls = [(a,) for a in faces] if len(best.answer) == 1 else [(a, b) for a in faces for b in faces]
    for shown in rolls:
        pool = assault.kept((*left, *shown), fight.defence)
        by_hand += float(solver.first(pool, fight.defence, aim).best.odds.mean) / len(rolls)
    assert best.mean == pytest.approx(by_hand)
    figures = {option.value: option.figure for option in game.options}
    assert figures[best.answer] == f"{best.mean:.2f}"


def test_powers_say_what_they_are_expected_to_do() -> None:
    """An attack with X dice has its figure, an area attack one for each unit that is struck."""
    system = th.new("mythic_battles", scenario="two_roads", seed=1).system
    s = system.arrange(
        {
            "active": "The unseen one",
            "area": {
                "Hades": "Court of the Oracle",
                "Hoplites": "Southern Steps",
                "Cerberus": "Southern Steps",
            },
            "hand": {"The unseen one": "3 Art of War"},
            "activation": {"unit": "Hades"},
        }
    )
    assert not system.violations(s)
    game = Game(system, Position(system, s))
    (inferno,) = [option for option in game.options if option.value[0] == "inferno"]
    hades, units = game.state.activation.unit, s.config.units
    dice = next(s.dice_of(hades, i) for i, power in enumerate(units[hades].powers) if power.key == "inferno")
    assert inferno.figure.endswith(f"wounds\n{dice} dice")
    assert [word.rsplit(" ", 1)[0] for word in inferno.detail.split(", ")] == [
        units[unit].short for unit in s.units_in(inferno.value[1])
    ]
