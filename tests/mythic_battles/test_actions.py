"""Which actions there are, and whose: six of everybody, two more of those who fly."""

from __future__ import annotations

import pytest

from theomachy.games.mythic_battles import MythicBattles
from theomachy.games.mythic_battles.rules import actions
from theomachy.games.mythic_battles.rules.state import Activation

SIMPLE = {"walk", "attack", "claim"}
COMPLEX = {"run", "deploy", "absorb"}
OF_FLYERS = {"fast flight", "aerial attack"}


@pytest.mark.rule("MB-ACT-001")
@pytest.mark.parametrize(("unit", "more"), [("spartans", set()), ("keres", OF_FLYERS)])
def test_there_are_six_actions_and_two_of_flyers(unit: str, more: set[str]) -> None:
    system = MythicBattles.build(options={"armies": [[unit], ["hoplites"]]}, players=2)
    state = system.start()
    state.activation = Activation.fresh(system.config)
    state.activation.unit = 0
    verbs = [action.verb for action in actions.known(state, 0)]
    assert len(verbs) == len(set(verbs))
    assert set(verbs) - {"activate"} == SIMPLE | COMPLEX | more


@pytest.mark.rule("MB-GEN-001", "MB-UNI-012")
def test_an_army_is_all_units_of_its_player_and_has_paid_for_each() -> None:
    keys = ["zeus", "leonidas", "hoplites", "spartans"]
    system = MythicBattles.build(options={"armies": [keys, ["hades"]]}, players=2)
    state, units = system.start(), system.config.units
    assert [units[unit].key for unit in state.army(0)] == keys
    assert [units[unit].rp for unit in state.army(0)] == [6, 3, 1, 1], "a troop costs 1 point"
