"""Combats reckoned beforehand come out so when they are fought, and nothing cheaper wins."""

from __future__ import annotations

from random import Random

import pytest

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.reckoning import advice

PLAYERS = ["James", "Emma", "Greg"]
SYSTEM = Heroes.build(players=PLAYERS, options={"factions": ["gremlins", "demons", "cultists"]})


def position(**sheets: dict) -> Game:
    james = {"region": "Suleen", "built": {"Slums": 1, "Powder Kegs": 1}}
    emma, greg = {"region": "Brynnlore", "built": {}}, {"region": "Harrax", "built": {}}
    rows = {"James": james, "Emma": emma, "Greg": greg}
    sheet = {name: row | sheets.get(name, {}) for name, row in rows.items()}
    start = SYSTEM.arrange({"stage": "combat", "action": "movement", "level": 4, "sheet": sheet})
    return Game(SYSTEM, Position(SYSTEM, start))


def fought(game: Game, force: advice.Force, attack: str) -> bool:
    """Send just this force; is the combat won?"""
    sent, paid = dict(force.units), dict(force.paid)
    game.play(attack)
    decision = game.position.decision
    while decision is not None and decision.what.startswith(("deploy ", "buy ")):
        name = decision.what.split(" ", 1)[1]
        game.play(str(sent.get(name, 0) if decision.what.startswith("deploy") else paid.get("wood", 0)))
        decision = game.position.decision
    return any("exceeds" in event.text and "not" not in event.text for _, event in game.trace.walk())


@pytest.mark.parametrize("seed", range(12))
def test_what_is_enough_wins_and_nothing_cheaper_does(seed: int) -> None:
    rng = Random(seed)
    army = {"Goon": rng.randrange(4), "Tapster": rng.randrange(3), "Flyer": rng.randrange(2)}
    game = position(James={"army": army, "stock": {"wood": rng.randrange(4)}})
    s, start = game.state, game.here
    force = advice.monster(s, 0, 0)
    everything = advice.most(s, 0).power
    assert (force is None) == (everything <= 2)
    if force is None:
        return
    assert force.power > 2
    assert fought(game, force, "fight power 2")
    for name, n in force.units:  # one unit fewer is not enough
        game.go(start)
        fewer = force._replace(units=tuple((u, k - (u == name)) for u, k in force.units))
        assert n >= 1
        assert not fought(game, fewer, "fight power 2"), f"{name} is not needed"


def test_a_fortress_is_reckoned_where_one_stands() -> None:
    game = position(Emma={"army": {"Imp": 4, "Butcher": 0}})
    s = game.state
    force = advice.fortress(s, 1)
    assert force is not None
    assert (force.units, force.power) == ((("Imp", 4),), 8)
    assert advice.fortress(s, 0) is None, "nothing stands in Suleen"
    assert advice.fortress(s, 1, s.config.map.names.index("Kosleen")) is None, "12 is more than 8"


def test_taverns_and_runes_count_where_one_stands() -> None:
    game = position(James={"army": {"Goon": 3}, "corners": "Odmoor-Paskaar-Suleen"})
    s = game.state
    assert advice.most(s, 0).power == 6
    assert advice.most(s, 0, region=s.config.map.names.index("Kosleen")).power == 3


def test_slaves_are_sent_too() -> None:
    game = position(Greg={"army": {"Pilgrim": 1}, "monsters": {"power 2": "enslaved", "power 3": "spent"}})
    force = advice.most(game.state, 2)
    assert (force.slaves, force.power) == (("monster of 2",), 3)


def test_reckoning_changes_nothing() -> None:
    game = position(James={"army": {"Goon": 3}, "stock": {"wood": 2}})
    before = SYSTEM.to_json(game.state)
    advice.monster(game.state, 0, 3)
    advice.most(game.state, 0)
    assert SYSTEM.to_json(game.state) == before
