"""The odds beside the options: exact, and what a dice cup says."""

from random import Random

import pytest

from tests.demigods.scenes import at, go, scene
from theomachy import Game, Option, new
from theomachy.games.demigods.reckoning.odds import EACH_ROUND, NO_SHIELD, ONE_HIT, defence, fight, hits, outlook
from theomachy.games.demigods.rules.actions import ready


def throw(rng: Random, n: int) -> int:
    return sum(rng.randrange(6) == 0 for _ in range(n))


def simulate(a: int, f: int, c: int, t: int, shield: int, together: bool, rng: Random) -> tuple[int, int]:
    """One battle by dice, written without a look at the exact walk."""
    while a and (f or c or t):
        mine, theirs = throw(rng, 2 * a), throw(rng, defence(f, c))
        if mine and shield:
            mine, shield = mine - 1, NO_SHIELD if shield == ONE_HIT else shield
        stack = ["army"] * f + ["people"] * c + ["temple"] * t
        stack = stack[mine:]
        f, c, t = (stack.count(kind) for kind in ("army", "people", "temple"))
        if not together:
            theirs = throw(rng, defence(f, c))
        a = max(a - theirs, 0)
    return not (f or c or t), a


@pytest.mark.rule("DG-BAT-002", "DG-BAT-003", "DG-BAT-012")
@pytest.mark.parametrize("shield", [NO_SHIELD, ONE_HIT, EACH_ROUND])
@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("sides", [(5, 1, 4, 0), (2, 1, 0, 1), (1, 0, 3, 0), (3, 2, 1, 1)])
def test_the_walk_agrees_with_the_dice(sides: tuple[int, int, int, int], together: bool, shield: int) -> None:
    rng, n = Random(f"{sides} {together} {shield}"), 1200
    games = [simulate(*sides, shield, together, rng) for _ in range(n)]
    chance, left = fight(*sides, shield, together)
    assert abs(sum(won for won, _ in games) / n - chance) < 0.05
    assert abs(sum(a if won else 0 for won, a in games) / n - left) < 0.2


@pytest.mark.rule("DG-BAT-004")
def test_hits() -> None:
    assert hits(2) == pytest.approx((25 / 36, 10 / 36, 1 / 36))
    assert sum(hits(40)) == pytest.approx(1)


def test_a_temple_alone_falls() -> None:
    assert fight(1, 0, 0, 1) == pytest.approx((1.0, 1.0))


@pytest.mark.rule("DG-BAT-001")
def test_an_option_says_its_odds() -> None:
    stacks = {"F4": "Aglaia: 5 armies", "G5": "Bronteas: 1 army, 4 population", "G4": "Bronteas: 2 armies"}
    game = go(scene(at("Battle", stacks)), "attack f4")
    first, second = game.options
    assert first.label == "G4"
    assert first.detail.startswith("mountains; 2 armies; one hit fewer a roll; 10 dice to 4; ")
    assert second.detail.startswith("plains; 1 army, 4 population; 10 dice to 4; ")
    assert second.figure == "95 %"
    forecast = game.odds()[1]
    assert forecast.title == "First roll into G5"
    assert dict(forecast.rows)["1 hit"] == pytest.approx(0.323, abs=0.001)


def test_what_is_given_for_a_temple_and_for_an_army_stands_on_the_option() -> None:
    game = scene(at("Temples", {"F4": "Aglaia: 8 population", "H8": "Bronteas: 1 population"}))
    assert (game.options[0].label, game.options[0].figure) == ("Build a temple on F4", "−6\npopulation")
    game = scene(at("Armies", {"F4": "Aglaia: 8 population, 1 army", "H8": "Bronteas: 1 population"}))
    assert [o.figure for o in game.options] == ["−1\npopulation each", "−1\narmy each", ""]


def test_large_battles_are_marked_as_guesses() -> None:
    stacks = {"F4": "Aglaia: 15 armies", "G5": "Bronteas: 1 army, 4 population", "H5": "Bronteas: 1 army"}
    game = scene(at("Battle", stacks))
    *_, exact = outlook(game.state, 15, 46)
    assert not exact
    assert outlook(game.state, 5, 46)[2]


def test_before_an_attack_has_a_target_its_first_roll_is_told() -> None:
    rng = Random(3)
    game = new("demigods", players=2, seed=3)
    while (
        game.position.decision.what != "battle"
        or len({ready(game.state, game.position.decision.player, o.value[1]) for o in attacks(game)}) < 2
    ):
        game.play(rng.choice(game.options))
    told = game.odds()
    assert [f.expected for f in told] == sorted((f.expected for f in told), reverse=True)
    for option in attacks(game):
        (mine,) = [f for f in told if game.state.config.grid.names[option.value[1]] in f.title]
        dice = 2 * ready(game.state, game.position.decision.player, option.value[1])
        assert mine.expected == dice / 6
        assert f"hits of {dice} dice" in mine.note
        assert sum(p for _, p in mine.rows) == pytest.approx(1, abs=0.01)


def attacks(game: Game) -> list[Option]:
    return [o for o in game.options if isinstance(o.value, tuple)]
