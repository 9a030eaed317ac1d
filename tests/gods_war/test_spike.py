"""The Spike outside of a count: in the Power Phase, and under a battle that is fought on it."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.knockout import made_anew
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.gods_war.powers.storm import InferiorityComplex
from theomachy.games.gods_war.rules.adjacency import OPEN
from theomachy.games.gods_war.rules.common import gain_vp
from theomachy.games.gods_war.rules.state import State
from theomachy.games.gods_war.rules.timings import VOCABULARY

THREE = {"empires": ["sky", "storm", "darkness"]}


def begun(words: dict[str, Any], **rulings: str) -> Game:
    game = th.new("gods_war", **THREE, rulings=rulings)
    system = game.system
    game._position = Position(system, system.arrange(words))
    return game


@pytest.mark.rule("GW-FAQ-001", "GW-SPK-001", "GW-PWR-009")
@pytest.mark.parametrize(("rulings", "power"), [({}, 3), ({"spike_timing": "seat_by_seat"}, 1)])
def test_points_of_a_power_phase_shatter_the_spike(rulings: dict[str, str], power: int) -> None:
    """Nothing in the box gives points there; so a power of Storm does, for once."""

    async def points(self: Any, s: State, me: int, phase: str) -> None:
        await gain_vp(s, me, 1, self.rule)

    with made_anew(VOCABULARY), pytest.MonkeyPatch.context() as patch:
        patch.setattr(InferiorityComplex, "in_phase", points)
        game = begun(
            {
                "phase": "power", "first": "ST", "power": {"ST": 0, "SK": 0, "DA": 0}, "vp": {"ST": 9},
                "buildings": {"SK": {"Spike": "Shrine"}},
                "slots": {"ST": {"Left behind": "Whirlwind"}},
            },
            **rulings,
        )  # fmt: skip
        game.play("Inferiority Complex")
        s = game.state
    assert s.rift == OPEN
    assert not s.sites(0)
    assert s.power[0] == power


@pytest.mark.rule("GW-SPK-002")
def test_a_battle_on_the_shattering_spike_is_over() -> None:
    """Harmony brings the tenth point: nobody is routed, and no building is left to be conquered."""
    game = begun(
        {
            "active": "ST", "power": {"ST": 2, "SK": 1, "DA": 1}, "vp": {"ST": 9}, "runes": {"ST": "Harmony"},
            "units": {"ST": {"Spike": "2 Barbarian"}, "SK": {"Spike": "Archer"}},
            "buildings": {"SK": {"Spike": "Shrine"}}, "slots": {"ST": {"Left behind": "Whirlwind"}},
        },
        pause="holders",
    )  # fmt: skip
    game.play("battle the spike sky", dice="6 4 / 4")
    game.play("Harmony")
    s = game.state
    assert s.rift == OPEN
    assert s.battle is None
    assert not any(s.on[:2])
    assert not game.system.violations(s)
    assert s.doing == ""


@pytest.mark.rule("GW-SPK-002", "GW-SKY-002")
def test_the_position_is_lawful_while_the_sun_god_is_asked_for() -> None:
    """The Spike falls under a crowd: while Sky names an area of Hell nothing stands where nothing can stand."""
    game = begun(
        {
            "active": "ST", "power": {"ST": 2, "SK": 1, "DA": 1}, "vp": {"ST": 9}, "runes": {"ST": "Eternity"},
            "units": {"ST": {"Spike": "Thunder King"}, "SK": {"Spike": "Archer, Sun God"}, "DA": {"Spike": "Troll"}},
            "buildings": {"SK": {"Spike": "Shrine"}}, "slots": {"ST": {"Left behind": "Whirlwind"}},
        }
    )  # fmt: skip
    game.play("! rune eternity")
    assert game.decision.what == "nightfall"
    assert not game.system.violations(game.state)
    game.play("Outer Hell")
    assert game.state.rift == OPEN
    assert not any(game.state.crowd(f, game.state.config.map.spike) for f in range(3))
    assert not game.system.violations(game.state)
