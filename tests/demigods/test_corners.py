"""Corners that no scenario can reach: worlds that cannot be finished, and effects at impossible places."""

from random import Random

import pytest

from tests.demigods.scenes import at, on, scene
from theomachy.engine.errors import IllegalAnswer, UnknownName
from theomachy.engine.game.commands import resolve
from theomachy.games.demigods import SYSTEM
from theomachy.games.demigods.rules.domains import ROLLS


@pytest.mark.rule("DG-WLD-009", "DG-WLD-007")
def test_a_world_whose_valleys_find_no_water_is_finished_early() -> None:
    """Sixty valleys cannot all face water: when none of those that are left fits, building ends and play goes on."""
    names = ("mountains", "forests", "plains", "swamps", "deserts")
    few = {name: {"counters": 7 if name == "plains" else 0} for name in names}
    overlay = {"terrain": few | {"river_valleys": {"counters": 80}}, "world": {"reserve": 5}}
    game, rng = scene({}, overlay=overlay), Random(4)
    while game.state.phase < ROLLS:
        game.play("no" if game.position.decision.what == "redraw" else rng.choice(game.position.decision.options))
    assert game.state.phase == ROLLS
    assert sum(game.state.pile) > 5
    assert not game.system.violations(game.state)


@pytest.mark.rule("DG-CRD-015", "DG-CRD-012")
@pytest.mark.parametrize(("where", "card"), [("everywhere", "Famine"), ("D4", "Holy War"), ("everywhere", "Blight")])
def test_an_effect_is_on_a_hex_or_everywhere(where: str, card: str) -> None:
    system = SYSTEM.build()
    state = system.arrange(at("Armies", {}, effects={where: f"{card} by Aglaia"}))
    raw = system.to_json(system.arrange(at("Armies", {})))
    raw["effects"] = [[system.number[card], 0, -1 if where == "everywhere" else 33]]
    for wrong in (state, system.from_json(raw)):
        assert "is in force" in system.violations(wrong)[0][1]


@pytest.mark.rule("DG-MOV-001")
def test_only_people_and_armies_can_have_moved() -> None:
    with pytest.raises(UnknownName, match="no counter 'temple'"):
        scene(at("Movement", {"D4": "Aglaia: temple"}, came={"temple": {"D4": 1}}))


@pytest.mark.rule("DG-BAT-011")
def test_who_is_in_a_battle_that_is_set_up_has_attacked() -> None:
    stacks = {"D4": "Aglaia: 3 armies", "D5": "Bronteas: 4 population"}
    game = scene(at("Battle", stacks, fight={"target": "D5", "from": {"D4": 2}, "rounds": 1, "paused": True}))
    d4 = game.system.grid.names.index("D4")
    assert game.state.fought[d4] == 2
    idle = game.state.copy()
    idle.fought[d4] = 1
    assert "have not attacked" in game.system.violations(idle)[0][1]


@pytest.mark.rule("DG-SET-002")
def test_when_no_plains_are_far_enough_the_farthest_are_taken() -> None:
    stacks = {"F3": "Bronteas: 5 population"}
    rows = ["~" * 10, "~" * 10, "~PP~~P~~~~", "~~PP~~~~~~", *["~" * 10] * 6]
    game = scene({"phase": "Settle", "map": rows, "stacks": stacks, "start": {"Aglaia": 9}})
    assert on(game, "B3") == "Aglaia: 9 population"  # four hexes away; C3 is three


@pytest.mark.rule("DG-SET-002")
def test_without_any_plains_people_settle_on_other_land() -> None:
    rows = ["~" * 10, "~RR~~~~~~~", *["~" * 10] * 8]
    setup = {"phase": "Settle", "map": rows, "stacks": {"B2": "Bronteas: 5 population"}, "start": {"Aglaia": 9}}
    assert on(scene(setup, lawful=False), "C2") == "Aglaia: 9 population"


@pytest.mark.parametrize(
    ("armies", "text", "answers"),
    [
        (1, "attack f4 g5 1", [("attack", 35)]),
        (1, "attack f4 g5 1 1 6", [("attack", 35), 1]),
        (1, "attack f4 g5 1 6", [("attack", 35), 1]),
        (2, "attack f4 g5 1", [("attack", 35), 1]),
        (2, "attack f4 g5 2 1 6 1 1", [("attack", 35), 2, 3]),
    ],
)
def test_a_number_that_goes_without_saying_is_no_roll(armies: int, text: str, answers: list[object]) -> None:
    """One army attacks: nobody is asked how many, yet people write it."""
    game = scene(at("Battle", {"F4": f"Aglaia: {armies} army", "G5": "Bronteas: 2 population"}))
    assert resolve(game.position, text) == answers


def test_a_number_of_dice_after_a_command_is_no_outcome() -> None:
    game = scene(at("Battle", {"F4": "Aglaia: 2 army", "G5": "Bronteas: 2 population"}))
    with pytest.raises(IllegalAnswer, match="1 face for 4 dice"):
        game.play("attack f4 g5 2 1")
    with pytest.raises(IllegalAnswer, match="3 faces for 4 dice"):
        game.play("attack f4 g5 2 1 1 6")
    assert not game.position.log()
