"""How somebody stands, as bots see it: what brings victory nearer is worth more. Games by greedy bots end."""

from __future__ import annotations

import pytest

import theomachy as th
from theomachy.games.mythic_battles.reckoning.evaluation import strength, wounds
from theomachy.games.mythic_battles.rules.state import State
from theomachy.play.run import Job
from theomachy.play.simulate import run

BASE = {
    "area": {"Zeus": "Court of the Oracle", "Hoplites": "Southern Steps", "Hades": "Northern Steps"},
}


def lead(setup: dict) -> float:
    """How much better than the second the first player stands."""
    system = th.new("mythic_battles", scenario="two_roads", seed=1).system
    s: State = system.arrange(BASE | setup)
    first, second = strength(s)
    return first - second


def area(**places: str) -> dict:
    return {"area": BASE["area"] | {name.replace("_", " "): place for name, place in places.items()}}


def test_wounds_count_by_whom_they_hit() -> None:
    whole = lead({})
    assert lead({"vitality": {"Hades": 5}}) > whole
    assert lead({"vitality": {"Zeus": 5}}) < whole
    god = lead({"vitality": {"Hades": 6}}) - whole
    troop = lead(area(Infernal_Hounds="Northern Steps") | {"vitality": {"Infernal Hounds": 4}})
    troop -= lead(area(Infernal_Hounds="Northern Steps"))
    assert god > troop > 0


def test_a_stone_is_worth_more_the_nearer_it_is_to_the_divinity() -> None:
    carried = {"carries": {"Hoplites": "omphalos"}, "stones": {}}
    near, with_him = lead(carried), lead(area(Zeus="Southern Steps") | carried)
    on_the_ground = lead({"stones": {"omphalos": {"Southern Steps": 1}}})
    absorbed = lead({"absorbed": {"The storm king": 1}, "stones": {}})
    assert absorbed > with_him > near > on_the_ground


def test_a_unit_that_acts_has_prospects() -> None:
    idle = lead({"active": "The storm king"})
    acting = lead({"active": "The storm king", "activation": {"unit": "Zeus"}})
    assert acting > idle


def test_wounds_to_expect_stop_at_the_vitality() -> None:
    assert wounds(10, 3, 2) <= 2 < wounds(10, 3, 9)
    assert wounds(0, 5, 4) == 0


@pytest.mark.timeout(300)
def test_games_by_greedy_bots_come_to_an_end() -> None:
    """Two roads, no end of rounds but that of the simulation: somebody wins most of them."""
    jobs = [
        Job(i, "mythic_battles", {"options": {"scenario": "two_roads", "rounds": 60}}, ("greedy-1",), f"ends/{i}")
        for i in range(3)
    ]
    rows = run("mythic_battles", jobs, processes=1).rows
    assert not [row.error for row in rows if row.error]
    assert sum(bool(row.winners) for row in rows) >= 2
